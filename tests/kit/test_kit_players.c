/* The bot's players at every game: 250 games of each (or BELFRY_KIT_ROUNDS) without an illegal
 * move, and the same answer after a redeal of what a player can't see. */
#include <stdlib.h>
#include <string.h>

#include "bot/players/player.h"
#include "games/advice.h"
#include "tests/kit/kit.h"

enum { GAMES = 250, ITERATIONS = 3, SCRAMBLED_ITERATIONS = 24, ONE_IN = 64, ANSWER_SECONDS = 10 };

struct gathering {
    struct kit_table table;
    struct player *player;
    unsigned settings;
    game_move legal[GAME_LEGAL_MAX];
};

static const struct game_rules *rules_of(const struct gathering *gathering)
{
    return gathering->table.game->rules;
}

static game_move ask(struct gathering *gathering, const struct game_state *state, uint8_t seat,
                     enum player_level level, uint32_t iterations)
{
    struct kit_table *table = &gathering->table;
    struct game_view *view = kit_view(table, state, seat);
    struct player_question question = {.game = table->game,
                                       .view = view,
                                       .players = table->setting.players,
                                       .seat = seat,
                                       .level = level,
                                       .iterations = iterations};
    memcpy(question.key, table->rng.key, sizeof question.key);
    question.key[0] = (uint8_t)(question.key[0] + table->moves);
    kit_watch_begin(table, ANSWER_SECONDS, "a player's search does not end: see kit_scramble");
    game_move move = player_choose(gathering->player, &question);
    kit_watch_end();
    free(view);
    return move;
}

/* Advice gets a full state, but may depend only on what its seat knows. */
static void check_advice(struct gathering *gathering, const struct game_state *other, uint8_t seat)
{
    struct kit_table *table = &gathering->table;
    const struct game_advice *advice = table->game->advice;
    uint16_t weights[GAME_LEGAL_MAX], other_weights[GAME_LEGAL_MAX];
    if (advice == NULL || advice->weigh == NULL)
        return;
    size_t count = rules_of(gathering)->legal(table->state, seat, gathering->legal);
    advice->weigh(table->state, seat, gathering->legal, count, weights);
    advice->weigh(other, seat, gathering->legal, count, other_weights);
    for (size_t i = 0; i < count; i++) {
        KIT_CHECK(table, weights[i] == other_weights[i],
                  "the advice depends on what seat %u can't see", seat + 1);
        KIT_CHECK(table, weights[i] >= 1 && weights[i] <= ADVICE_WEIGHT_MAX, "weight %u",
                  weights[i]);
    }
}

/* Asks about the position, and about a redeal of what `seat` can't know. */
static void check_blindness(struct gathering *gathering, uint8_t seat)
{
    struct kit_table *table = &gathering->table;
    struct game_view *view = kit_view(table, table->state, seat);
    struct game_state *other = kit_block(table->game->state_size);
    struct rng rng = rng_for_index(table->rng.key, kit_choose(table, UINT32_MAX));
    kit_redeal(table, view, &rng, other);
    for (int level = PLAYER_RANDOM; level < PLAYER_LEVELS; level++)
        KIT_CHECK(
            table,
            ask(gathering, table->state, seat, (enum player_level)level, SCRAMBLED_ITERATIONS) ==
                ask(gathering, other, seat, (enum player_level)level, SCRAMBLED_ITERATIONS),
            "the %s player knows what seat %u can't see", player_level_names[level], seat + 1);
    check_advice(gathering, other, seat);
    free(view);
    free(other);
}

static void make_a_move(struct gathering *gathering)
{
    struct kit_table *table = &gathering->table;
    uint8_t seat = kit_choose_actor(table);
    if (kit_choose(table, ONE_IN) == 0)
        check_blindness(gathering, seat);
    enum player_level level = (enum player_level)(seat % PLAYER_LEVELS);
    game_move move = ask(gathering, table->state, seat, level, ITERATIONS);
    size_t count = rules_of(gathering)->legal(table->state, seat, gathering->legal);
    bool listed = false;
    for (size_t i = 0; i < count; i++)
        listed = listed || gathering->legal[i] == move;
    KIT_CHECK(table, listed, "the %s player of seat %u makes an illegal move",
              player_level_names[level], seat + 1);
    KIT_CHECK(table, rules_of(gathering)->apply(table->state, seat, move, NULL) == 0,
              "a listed move is refused");
    game_settle_chance(table->game, table->state, NULL);
    table->moves++;
}

static void play_game(struct gathering *gathering, const struct kit_setting *setting,
                      uint64_t number)
{
    struct kit_table *table = &gathering->table;
    kit_table_open(table, setting, number);
    game_settle_chance(table->game, table->state, NULL);
    while (rules_of(gathering)->phase(table->state) != GAME_OVER) {
        KIT_CHECK(table, table->moves < KIT_MOVES_MAX, "the game does not end");
        make_a_move(gathering);
    }
    kit_table_close(table);
}

static void count_setting(const struct kit_setting *setting, void *context)
{
    (void)setting;
    ((struct gathering *)context)->settings++;
}

static void play_setting(const struct kit_setting *setting, void *context)
{
    struct gathering *gathering = context;
    unsigned rounds = (kit_rounds(GAMES) + gathering->settings - 1) / gathering->settings;
    for (unsigned round = 0; round < rounds; round++)
        play_game(gathering, setting, round);
}

static void test_game(void **state)
{
    struct gathering *gathering = kit_block(sizeof *gathering);
    gathering->settings = 0;
    gathering->player = kit_block(player_size());
    kit_for_settings(*state, count_setting, gathering);
    kit_for_settings(*state, play_setting, gathering);
    free(gathering->player);
    free(gathering);
}

int main(int argc, char **argv)
{
    return kit_run("players", test_game, argc, argv);
}
