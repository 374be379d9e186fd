/* Nobody is shown what they may not know: after a redeal of everything that a viewer can't know,
 * what they are shown is the same byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "bot/core/facts.h"
#include "tests/kit/kit.h"

enum { REDEALS = 3, DOUBTFUL_MOVES = 16 };

/* One game under test, and counts of its redeals. */
struct scramble {
    struct kit_table table;
    struct kit_seen seen;
    unsigned redeals, different;
    game_move legal[GAME_LEGAL_MAX], other_legal[GAME_LEGAL_MAX];
};

static const struct game_rules *rules_of(const struct scramble *scramble)
{
    return scramble->table.game->rules;
}

/* -- What the own seat can find out by trying -------------------------------------------------- */

static void check_moves(struct scramble *scramble, const struct game_state *other, uint8_t seat)
{
    struct kit_table *table = &scramble->table;
    size_t count = rules_of(scramble)->legal(table->state, seat, scramble->legal);
    size_t other_count = rules_of(scramble)->legal(other, seat, scramble->other_legal);
    KIT_CHECK(table,
              count == other_count && memcmp(scramble->legal, scramble->other_legal,
                                             count * sizeof scramble->legal[0]) == 0,
              "the legal moves of seat %u tell what is hidden", seat + 1);
    if (count > 0)
        KIT_CHECK(table,
                  game_default_move(table->game, table->state, seat) ==
                      game_default_move(table->game, other, seat),
                  "the default move of seat %u tells what is hidden", seat + 1);
    game_move doubtful[DOUBTFUL_MOVES];
    size_t doubtful_count = kit_doubtful_moves(table, &scramble->seen, scramble->legal, count,
                                               doubtful, DOUBTFUL_MOVES);
    for (size_t i = 0; i < doubtful_count; i++) {
        struct game_state *one = kit_state_copy(table, table->state);
        struct game_state *two = kit_state_copy(table, other);
        KIT_CHECK(table,
                  rules_of(scramble)->apply(one, seat, doubtful[i], NULL) ==
                      rules_of(scramble)->apply(two, seat, doubtful[i], NULL),
                  "the refusal of number %u of seat %u tells what is hidden", doubtful[i],
                  seat + 1);
        free(one);
        free(two);
    }
}

/* -- What a viewer is shown ------------------------------------------------------------------ */

static void check_shown(struct scramble *scramble, const struct game_view *view,
                        const struct game_state *other, uint8_t viewer)
{
    struct kit_table *table = &scramble->table;
    const struct game_rules *rules = rules_of(scramble);
    KIT_CHECK(table, rules->phase(table->state) == rules->phase(other), "another phase");
    KIT_CHECK(table, rules->actors(table->state) == rules->actors(other),
              "other seats may act after viewer %u had the rest dealt again", viewer);
    struct game_view *other_view = kit_view(table, other, viewer);
    KIT_CHECK(table, kit_views_equal(table, view, other_view),
              "viewer %u sees something else after the rest was dealt again", viewer);
    if (kit_choose(table, 8) == 0) {
        char one_buffer[8 * KIT_TEXT_MAX], two_buffer[8 * KIT_TEXT_MAX];
        struct text one = TEXT_IN(one_buffer), two = TEXT_IN(two_buffer);
        struct kit_voice voice;
        kit_voice_any(table, &voice);
        kit_check_texts(table, view, viewer, &voice, &one);
        kit_check_texts(table, other_view, viewer, &voice, &two);
        KIT_CHECK(table, text_is(&one, two_buffer), "viewer %u reads something else", viewer);
    }
    free(other_view);
}

static void add_turn(const struct kit_table *table, const struct game_state *state, uint8_t seat,
                     const struct kit_voice *voice, struct text *out)
{
    game_move legal[GAME_LEGAL_MAX];
    struct game_view *view = kit_view(table, state, seat);
    const struct facts_turn turn = {.game = table->game,
                                    .view = view,
                                    .telling = &voice->telling,
                                    .n = table->moves + 1,
                                    .seat = seat,
                                    .legal = legal,
                                    .legal_count = table->game->rules->legal(state, seat, legal)};
    facts_add_turn(out, &turn);
    free(view);
}

/* What a program on the seat is asked. */
static void check_turn(struct scramble *scramble, const struct game_state *other, uint8_t seat)
{
    struct kit_table *table = &scramble->table;
    struct kit_voice voice;
    if (!(rules_of(scramble)->actors(table->state) & SEAT_BIT(seat)) || scramble->redeals % 4 != 0)
        return;
    char *one_bytes = kit_block(FACTS_BYTES), *two_bytes = kit_block(FACTS_BYTES);
    struct text one = text_in(one_bytes, FACTS_BYTES), two = text_in(two_bytes, FACTS_BYTES);
    kit_voice_plain(table, &voice);
    add_turn(table, table->state, seat, &voice, &one);
    add_turn(table, other, seat, &voice, &two);
    KIT_CHECK(table, !one.truncated && text_is(&one, two_bytes),
              "the program on seat %u reads something else", seat + 1);
    free(one_bytes);
    free(two_bytes);
}

/* If everybody may see a seat's moves, they must not depend on what a spectator can't know. */
static void check_open_moves(struct scramble *scramble, const struct game_view *spectator,
                             const struct game_state *other)
{
    struct kit_table *table = &scramble->table;
    const struct game_rules *rules = rules_of(scramble);
    for (uint8_t seat = 0; seat < table->setting.players; seat++)
        if (rules->open != NULL && (rules->actors(table->state) & SEAT_BIT(seat)) &&
            rules->open(spectator, seat))
            check_moves(scramble, other, seat);
}

static void check_redeal(struct scramble *scramble, const struct game_view *view, uint8_t viewer,
                         struct rng rng)
{
    struct kit_table *table = &scramble->table;
    size_t size = table->game->state_size;
    struct game_state *other = kit_block(size), *again = kit_block(size);
    struct rng same = rng;
    memset(again, 0, size);
    kit_redeal(table, view, &rng, other);
    kit_redeal(table, view, &same, again);
    KIT_CHECK(table, memcmp(other, again, size) == 0,
              "a redeal leaves bytes unset or is not repeatable");
    check_shown(scramble, view, other, viewer);
    if (viewer != GAME_SPECTATOR) {
        check_moves(scramble, other, viewer);
        check_turn(scramble, other, viewer);
    } else {
        check_open_moves(scramble, view, other);
    }
    scramble->redeals++;
    scramble->different += !kit_states_alike(table, table->state, other);
    /* In long games this is rare, since it takes long. */
    if (kit_choose(table, 16 + table->moves) == 0)
        kit_play_out(table, other);
    free(other);
    free(again);
}

static void check_position(struct scramble *scramble)
{
    struct kit_table *table = &scramble->table;
    for (unsigned index = 0; index <= table->setting.players; index++) {
        uint8_t viewer = kit_viewer(table, index);
        struct game_view *view = kit_view(table, table->state, viewer);
        for (unsigned i = 0; i < REDEALS; i++)
            check_redeal(scramble, view, viewer,
                         rng_for_index(table->rng.key, kit_choose(table, UINT32_MAX)));
        free(view);
    }
}

static void make_a_move(struct scramble *scramble)
{
    struct kit_table *table = &scramble->table;
    uint8_t seat = kit_choose_actor(table);
    size_t count = rules_of(scramble)->legal(table->state, seat, scramble->legal);
    game_move move = scramble->legal[kit_choose(table, (uint32_t)count)];
    game_refusal refusal = rules_of(scramble)->apply(table->state, seat, move, NULL);
    KIT_CHECK(table, refusal == 0, "a legal move is refused");
    game_settle_chance(table->game, table->state, NULL);
    table->moves++;
}

static void check_game(const struct kit_setting *setting, uint64_t number)
{
    struct scramble *scramble = kit_block(sizeof *scramble);
    memset(scramble, 0, sizeof *scramble);
    struct kit_table *table = &scramble->table;
    kit_table_open(table, setting, number);
    game_settle_chance(table->game, table->state, NULL);
    for (;;) {
        check_position(scramble);
        if (rules_of(scramble)->phase(table->state) == GAME_OVER)
            break;
        KIT_CHECK(table, table->moves < KIT_MOVES_MAX, "the game does not end");
        make_a_move(scramble);
    }
    if (table->game->perfect_information)
        KIT_CHECK(table, scramble->different == 0, "a redeal changes a game that hides nothing");
    else
        KIT_CHECK(table, scramble->different > 0,
                  "%u redeals, all of them the true state: redeal must draw what the view does not "
                  "hold (or nothing is hidden: see perfect_information in games/game.h)",
                  scramble->redeals);
    kit_table_close(table);
    free(scramble);
}

static void check_setting(const struct kit_setting *setting, void *context)
{
    (void)context;
    for (unsigned round = 0; round < kit_rounds(1); round++)
        check_game(setting, round);
}

static void test_game(void **state)
{
    kit_for_settings(*state, check_setting, NULL);
}

int main(int argc, char **argv)
{
    return kit_run("scramble", test_game, argc, argv);
}
