/* The coach: verdicts add up, follow from the view alone, and say what a position shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/coach.h"
#include "bot/players/random_player.h"
#include "games/en_garde/en_garde.h"
#include "tests/unit/last_touch.h"

enum { MOVES_BEFORE = 9 };

struct room {
    struct player *player;
    union game_state_block position;
    struct coach_look look;
    struct coach_verdict verdict;
};

static struct game_state *state_of(struct room *room)
{
    return GAME_STATE(&room->position);
}

static void begin(struct room *room, const struct game *game, uint8_t players)
{
    const uint8_t key[RNG_KEY_BYTES] = {5};
    const struct rng rng = rng_from_key(key);
    uint8_t options[GAME_OPTIONS_MAX];
    room->look = (struct coach_look){.game = game, .players = players};
    game_options_default(game, options);
    game->rules->begin(state_of(room), players, options, &rng);
    game_settle_chance(game, state_of(room), NULL);
}

static uint8_t seat_on_turn(struct room *room)
{
    return (uint8_t)__builtin_ctz(room->look.game->rules->actors(state_of(room)));
}

/* Random moves, up to a position where somebody has a choice. */
static void play_on(struct room *room)
{
    const struct game_rules *rules = room->look.game->rules;
    const uint8_t key[RNG_KEY_BYTES] = {6};
    const struct rng rng = rng_from_key(key);
    struct random_player player = random_player_for(&rng);
    game_move legal[GAME_LEGAL_MAX];
    for (int moves = 0;; moves++) {
        uint8_t seat = seat_on_turn(room);
        size_t count = rules->legal(state_of(room), seat, legal);
        if (moves >= MOVES_BEFORE && count > 1)
            return;
        rules->apply(state_of(room), seat, random_player_choose(&player, legal, count), NULL);
        game_settle_chance(room->look.game, state_of(room), NULL);
    }
}

static void judge(struct room *room)
{
    room->look.seat = seat_on_turn(room);
    memset(&room->look.view, 0, sizeof room->look.view);
    room->look.game->rules->view(state_of(room), room->look.seat, GAME_VIEW(&room->look.view));
    coach_judge(room->player, &room->look, NULL, NULL, &room->verdict);
}

/* The move that the rating likes least, so that three are compared if there are three. */
static void take_last_as_made(struct room *room)
{
    game_move legal[GAME_LEGAL_MAX];
    size_t count = room->look.game->rules->legal(state_of(room), room->look.seat, legal);
    for (size_t i = 0; i < count; i++)
        if (coach_find(&room->verdict, legal[i]) == NULL)
            room->look.move = legal[i];
    room->look.made = count > 2;
}

static void verdicts_add_up(void **state)
{
    struct room *room = *state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        begin(room, *game, (*game)->players_max);
        play_on(room);
        judge(room);
        assert_int_equal(room->verdict.count, 2);
        take_last_as_made(room);
        judge(room);
        assert_int_equal(room->verdict.count, room->look.made ? 3 : 2);
        assert_true(!room->look.made || coach_find(&room->verdict, room->look.move) != NULL);
        for (size_t i = 0; i < room->verdict.count; i++) {
            const struct coach_line *line = &room->verdict.lines[i];
            assert_true(line->share >= 0 && line->share <= 1 && line->doubt >= 0);
            assert_true(i == 0 || line->share <= room->verdict.lines[i - 1].share);
            assert_ptr_equal(coach_find(&room->verdict, line->move), line);
        }
        assert_true(room->verdict.lines[0].doubt <= 0);
        assert_false(coach_is_better(&room->verdict, &room->verdict.lines[0]));
    }
}

/* What others hold plays no part, and neither does when it is asked. */
static void the_same_view_has_the_same_verdict(void **state)
{
    struct room *room = *state;
    const uint8_t key[RNG_KEY_BYTES] = {9};
    struct rng rng = rng_from_key(key);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        begin(room, *game, (*game)->players_max);
        play_on(room);
        judge(room);
        struct coach_verdict first = room->verdict;
        (*game)->rules->redeal(GAME_VIEW(&room->look.view), &rng, state_of(room));
        judge(room);
        assert_int_equal(room->verdict.count, first.count);
        for (size_t i = 0; i < first.count; i++) {
            const struct coach_line *one = &first.lines[i], *other = &room->verdict.lines[i];
            assert_int_equal(one->move, other->move);
            assert_memory_equal(&one->share, &other->share, sizeof one->share);
            assert_memory_equal(&one->points, &other->points, sizeof one->points);
            assert_memory_equal(&one->doubt, &other->doubt, sizeof one->doubt);
        }
    }
}

static void begin_last_touch(struct room *room)
{
    begin(room, game_find("en-garde"), 2);
    set_last_touch(OWN(en_garde, state_of(room)));
}

static void a_win_that_was_missed_is_named(void **state)
{
    struct room *room = *state;
    const struct game *game = game_find("en-garde");
    struct en_garde_move best;
    unsigned points;
    begin_last_touch(room);
    room->look.made = game_move_read(game, state_of(room), 0, "retreat 1", &room->look.move);
    assert_true(room->look.made);
    judge(room);
    const struct coach_line *made = coach_find(&room->verdict, room->look.move);
    assert_true(en_garde_move_unpack(room->verdict.lines[0].move, &best));
    assert_true(best.action == EN_GARDE_ATTACK && best.cards == 2);
    assert_true(room->verdict.lines[0].share >= 1);
    assert_true(coach_is_better(&room->verdict, made));
    assert_int_equal(coach_explain(&room->verdict, made, &points), COACH_ALL_WON);
    assert_int_equal(coach_explain(&room->verdict, NULL, &points), COACH_ONLY_MOVE);
}

static struct coach_verdict verdict_of(struct coach_line one, struct coach_line other)
{
    one.move = 1;
    other.move = 2;
    return (struct coach_verdict){.legal = 2, .count = 2, .lines = {one, other}};
}

static void reasons_say_what_was_counted(void **state)
{
    static const struct {
        struct coach_line one, other;
        enum coach_reason reason;
        unsigned points;
    } cases[] = {
        {{.share = 0}, {.share = 0}, COACH_ALL_LOST, 0},
        {{.share = 1, .points = 9}, {.share = 0.5, .points = 6, .doubt = 0.1}, COACH_ALL_WON, 3},
        {{.share = 0.6, .points = 9}, {.share = 0.5, .doubt = 0.06}, COACH_EQUAL, 0},
        {{.share = 0.6, .points = 9},
         {.share = 0.5, .points = 6.6, .doubt = 0.04},
         COACH_MORE_POINTS,
         2},
        {{.share = 0.6, .others = 4},
         {.share = 0.5, .others = 8.8, .doubt = 0.04},
         COACH_FEWER_POINTS,
         5},
        {{.share = 0.6, .points = 4},
         {.share = 0.5, .points = 4.9, .doubt = 0.04},
         COACH_MORE_WINS,
         0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct coach_verdict verdict = verdict_of(cases[i].one, cases[i].other);
        unsigned points;
        assert_int_equal(coach_explain(&verdict, &verdict.lines[1], &points), cases[i].reason);
        assert_int_equal(points, cases[i].points);
    }
}

/* At Castellers and Patrician what is played through stops in the middle of the game, where the
 * points that stand say little: the estimate is told, which is far above them. */
static void points_are_those_that_can_be_expected(void **state)
{
    static const char *const games[] = {"castellers", "patrician"};
    struct room *room = *state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct game_result stands;
        begin(room, game_find(games[i]), 2);
        play_on(room);
        judge(room);
        room->look.game->rules->result(state_of(room), &stands);
        assert_true(stands.scores[0] + stands.scores[1] <= 5);
        for (size_t line = 0; line < room->verdict.count; line++) {
            assert_true(room->verdict.lines[line].points > 8);
            assert_true(room->verdict.lines[line].others > 8);
        }
    }
}

static bool is_late(void *context)
{
    int *left = context;
    return --*left < 0;
}

/* Whoever stops it, at whatever moment, gets no half verdict. */
static void without_time_there_is_no_verdict(void **state)
{
    struct room *room = *state;
    begin(room, game_find("goats"), 4);
    for (int left = 0; left < COACH_DEALS; left += 111) {
        int countdown = left;
        judge(room);
        coach_judge(room->player, &room->look, is_late, &countdown, &room->verdict);
        assert_int_equal(room->verdict.count, 0);
    }
}

static int open_room(void **state)
{
    struct room *room = calloc(1, sizeof *room);
    room->player = malloc(player_size());
    *state = room;
    return 0;
}

static int close_room(void **state)
{
    struct room *room = *state;
    free(room->player);
    free(room);
    return 0;
}

#define WITH_ROOM(test) cmocka_unit_test_setup_teardown(test, open_room, close_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ROOM(verdicts_add_up),
        WITH_ROOM(the_same_view_has_the_same_verdict),
        WITH_ROOM(a_win_that_was_missed_is_named),
        cmocka_unit_test(reasons_say_what_was_counted),
        WITH_ROOM(points_are_those_that_can_be_expected),
        WITH_ROOM(without_time_there_is_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
