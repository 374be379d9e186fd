/* What a fencer's moves tell about their hand, counted in games of `hard` against itself.
 *
 *     bench_en_garde GAMES ITERATIONS
 *
 * Prints the frequencies from which the tables of games/en_garde/advice.c are made, and how many
 * cards of a distance the one holds who did not attack over it, or who went to it: in truth, in
 * deals that are all alike, and in those that a search believes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/players/search.h"
#include "games/en_garde/en_garde.h"

enum { COUNTS = EN_GARDE_VALUES + 1, DEALS = 64 };

/* Times that something was possible and was done, by cards in hand. */
struct frequency {
    unsigned possible[COUNTS], done[COUNTS];
};

/* Cards of a distance, summed over the times it was looked at. */
struct cards {
    double held, alike, believed;
    unsigned times;
};

struct bench {
    struct player *player;
    struct determinization world;
    struct rng keys;
    union game_state_block block;
    struct en_garde_state *duel; /* in `block` */
    struct frequency declined, stepped_to, left;
    struct cards declined_cards, stepped_to_cards;
};

static void count(struct frequency *frequency, unsigned cards, bool done)
{
    frequency->possible[cards]++;
    frequency->done[cards] += done;
}

static void count_steps(struct bench *bench, const uint8_t *hand, const struct en_garde_move *made)
{
    game_move legal[GAME_LEGAL_MAX];
    size_t moves = en_garde_legal(&bench->duel->board, hand, legal);
    for (size_t i = 0; i < moves; i++) {
        struct en_garde_move move;
        en_garde_move_unpack(legal[i], &move);
        unsigned distance = en_garde_distance(&bench->duel->board);
        bool advance = move.action == EN_GARDE_ADVANCE;
        distance = advance ? distance - move.step : distance + move.step;
        if ((advance || move.action == EN_GARDE_RETREAT) && en_garde_is_card(distance))
            count(&bench->stepped_to, hand[distance] - (move.step == distance),
                  made->action == move.action && made->step == move.step);
    }
}

static void count_move(struct bench *bench, uint8_t seat, const struct en_garde_move *made)
{
    const uint8_t *hand = bench->duel->hands[seat];
    unsigned distance = en_garde_distance(&bench->duel->board);
    bool attacks = made->action == EN_GARDE_ATTACK;
    if (en_garde_is_card(distance) && hand[distance] > 0)
        count(&bench->declined, hand[distance], !attacks);
    if (made->action == EN_GARDE_ADVANCE || made->action == EN_GARDE_RETREAT)
        count_steps(bench, hand, made);
    for (unsigned used = 1; attacks && used <= hand[made->value]; used++)
        count(&bench->left, hand[made->value] - used, used == made->cards);
}

/* What the other seat, which is to move, may think of the seat's cards of the distance. */
static void look_at_cards(struct bench *bench, struct cards *cards, uint8_t seat, unsigned distance)
{
    union game_view_block view;
    uint8_t other = (uint8_t)(1 - seat);
    en_garde_rules.view(GAME_STATE(&bench->block), other, GAME_VIEW(&view));
    determinization_open(&bench->world, &en_garde_game, GAME_VIEW(&view), 2,
                         rng_fork(&bench->keys).key);
    const struct en_garde_state *drawn = OWN(en_garde, GAME_STATE(&bench->world.state));
    for (unsigned i = 0; i < DEALS; i++) {
        determinization_sample(&bench->world);
        cards->alike += (double)drawn->hands[seat][distance] / DEALS;
        determinization_believe(&bench->world, other);
        cards->believed += (double)drawn->hands[seat][distance] / DEALS;
    }
    cards->held += bench->duel->hands[seat][distance];
    cards->times++;
}

static void make_move(struct bench *bench, uint32_t iterations)
{
    const struct en_garde_board *board = &bench->duel->board;
    struct en_garde_move made;
    union game_view_block view;
    uint8_t seat = board->mover, step = board->step;
    unsigned round = board->round, before = en_garde_distance(board);
    struct player_question question = {.game = &en_garde_game,
                                       .view = GAME_VIEW(&view),
                                       .players = 2,
                                       .seat = seat,
                                       .level = PLAYER_HARD,
                                       .iterations = iterations};
    en_garde_rules.view(GAME_STATE(&bench->block), seat, GAME_VIEW(&view));
    memcpy(question.key, rng_fork(&bench->keys).key, sizeof question.key);
    game_move move = player_choose(bench->player, &question);
    en_garde_move_unpack(move, &made);
    if (step == EN_GARDE_TURN)
        count_move(bench, seat, &made);
    en_garde_rules.apply(GAME_STATE(&bench->block), seat, move, NULL);
    bool stepped = made.action == EN_GARDE_ADVANCE || made.action == EN_GARDE_RETREAT;
    if (step == EN_GARDE_TURN && stepped && board->step == EN_GARDE_TURN && board->round == round) {
        if (en_garde_is_card(before))
            look_at_cards(bench, &bench->declined_cards, seat, before);
        if (en_garde_is_card(en_garde_distance(board)))
            look_at_cards(bench, &bench->stepped_to_cards, seat, en_garde_distance(board));
    }
    game_settle_chance(&en_garde_game, GAME_STATE(&bench->block), NULL);
}

static void play(struct bench *bench, const struct rng *deal, uint32_t iterations)
{
    uint8_t options[GAME_OPTIONS_MAX];
    game_options_default(&en_garde_game, options);
    en_garde_rules.begin(GAME_STATE(&bench->block), 2, options, deal);
    game_settle_chance(&en_garde_game, GAME_STATE(&bench->block), NULL);
    while (en_garde_rules.phase(GAME_STATE(&bench->block)) != GAME_OVER)
        make_move(bench, iterations);
}

static void print_frequency(const char *name, const struct frequency *frequency)
{
    printf("%-12s", name);
    for (unsigned i = 0; i < COUNTS; i++)
        if (frequency->possible[i] > 0)
            printf("  %u: %.3f of %u", i, (double)frequency->done[i] / frequency->possible[i],
                   frequency->possible[i]);
    putchar('\n');
}

static void print_cards(const char *name, const struct cards *cards)
{
    printf("%-12s  held %.3f, deals alike %.3f, believed %.3f (%u times)\n", name,
           cards->held / cards->times, cards->alike / cards->times, cards->believed / cards->times,
           cards->times);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    const uint8_t key[RNG_KEY_BYTES] = {23};
    if (argc != 3) {
        fputs("bench_en_garde GAMES ITERATIONS\n", stderr);
        return 2;
    }
    bench.player = memory_new(player_size());
    bench.keys = rng_for_index(key, UINT32_MAX);
    bench.duel = OWN(en_garde, GAME_STATE(&bench.block));
    for (unsigned long i = 0; i < strtoul(argv[1], NULL, 10); i++) {
        struct rng deal = rng_for_index(key, i);
        play(&bench, &deal, (uint32_t)strtoul(argv[2], NULL, 10));
    }
    print_frequency("declined", &bench.declined);
    print_frequency("stepped to", &bench.stepped_to);
    print_frequency("left", &bench.left);
    print_cards("declined", &bench.declined_cards);
    print_cards("stepped to", &bench.stepped_to_cards);
    free(bench.player);
    return 0;
}
