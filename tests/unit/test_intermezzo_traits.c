/* The traits of moves at Campanile: Intermezzo with two players, and the weights that follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/advice.h"
#include "games/campanile_intermezzo/traits.h"

enum { A, B, C, D, E, ALICE = 0, BRUNO };
enum { NOBODY, ALONE, AHEAD, BEHIND, OTHER_ALONE };
enum { BEFORE, AFTER };

static union game_state_block block;

static struct intermezzo_state *state(void)
{
    return OWN(intermezzo, GAME_STATE(&block));
}

/* Alice is to build, from a hand of A B C, and C D E are shown; Intermezzo lies four cards away. */
static int setup(void **unused)
{
    (void)unused;
    struct intermezzo_board *board = &state()->board;
    const uint8_t hand[] = {1, 1, 1, 0, 0}, display[] = {C, D, E};
    memset(&block, 0, sizeof block);
    board->players = 2;
    board->step = INTERMEZZO_BUILD_STEP;
    board->deck_left = 17;
    memcpy(board->display, display, sizeof display);
    memcpy(state()->hands[ALICE], hand, sizeof hand);
    memcpy(state()->hands[BRUNO], hand, sizeof hand);
    for (unsigned seat = 0; seat < 2; seat++)
        memcpy(board->left[seat], tower_tokens, sizeof tower_tokens);
    return 0;
}

static void place(uint8_t seat, unsigned tower, uint8_t value)
{
    majority_add(&state()->board.markers[tower], seat, value);
}

static void be_after_building(uint8_t storeys)
{
    state()->board.step = INTERMEZZO_MARK_STEP;
    state()->board.storeys = storeys;
    state()->hands[ALICE][A]--;
}

static void be_at_taking(void)
{
    be_after_building(1);
    state()->board.step = INTERMEZZO_TAKE_STEP;
}

static bool has(struct intermezzo_move move, unsigned trait)
{
    struct intermezzo_plan plan;
    struct traits traits;
    intermezzo_plan(&state()->board, state()->hands[ALICE], &plan);
    intermezzo_find_traits(&plan, intermezzo_move_pack(move), &traits);
    return traits_have(&traits, trait);
}

static struct intermezzo_move build(uint8_t tower, uint8_t number)
{
    return (struct intermezzo_move){.action = INTERMEZZO_BUILD, .tower = tower, .number = number};
}

static struct intermezzo_move mark(uint8_t tower)
{
    return (struct intermezzo_move){.action = INTERMEZZO_MARK, .tower = tower};
}

static struct intermezzo_move take(uint8_t tower)
{
    return (struct intermezzo_move){.action = INTERMEZZO_TAKE, .tower = tower};
}

static unsigned gain_in(unsigned row, unsigned gains, unsigned phase, int gain)
{
    int place = gain + (gains == INTERMEZZO_BUILD_GAINS ? INTERMEZZO_BUILD_GAINS / 2 : 0);
    return row + phase * gains + (unsigned)place;
}

/* -- What the traits say ----------------------------------------------------------------------- */

static void test_leads_are_those_of_the_flags(void **unused)
{
    (void)unused;
    for (unsigned finito = 0; finito < 2; finito++) {
        const struct tower_flag *flags = intermezzo_flags(2, finito);
        for (unsigned rank = 0; rank < TOWERS; rank++) {
            int first = flags[rank].points[0], second = flags[rank].points[1];
            assert_int_equal(intermezzo_lead_of_two(finito, NOBODY, rank), 0);
            assert_int_equal(intermezzo_lead_of_two(finito, ALONE, rank), first);
            assert_int_equal(intermezzo_lead_of_two(finito, AHEAD, rank), first - second);
            assert_int_equal(intermezzo_lead_of_two(finito, BEHIND, rank), second - first);
            assert_int_equal(intermezzo_lead_of_two(finito, OTHER_ALONE, rank), -first);
        }
    }
}

/* A brings 4 instead of 3, for B falls from the first rank: Bruno's 4 become 3. */
static void test_a_build_gains_what_it_changes_at_the_next_scoring(void **unused)
{
    (void)unused;
    place(ALICE, A, 1);
    place(BRUNO, B, 1);
    state()->board.heights[B] = 2;
    assert_true(has(build(A, 2), gain_in(TRAIT_BUILDS_GAIN, INTERMEZZO_BUILD_GAINS, 2, 2)));
    assert_true(has(build(A, 1), gain_in(TRAIT_BUILDS_GAIN, INTERMEZZO_BUILD_GAINS, 2, 0)));
    assert_true(has(build(A, 2), gain_in(TRAIT_BUILDS_LATER, INTERMEZZO_BUILD_GAINS, 2, 2)));
}

static void test_a_build_says_how_the_seats_stand_there(void **unused)
{
    (void)unused;
    place(BRUNO, B, 1);
    place(ALICE, B, 1);
    place(ALICE, C, 2);
    const unsigned row = TRAIT_BUILDS_STANDING;
    assert_true(has(build(A, 1), row + NOBODY));
    assert_true(has(build(B, 1), row + BEHIND));
    assert_true(has(build(C, 3), row + 2 * INTERMEZZO_STANDINGS + ALONE));
    place(ALICE, B, 1);
    assert_true(has(build(B, 1), row + AHEAD));
    state()->board.scorings = 1;
    assert_true(has(build(B, 1), row + TOWER_STOREYS_MAX * INTERMEZZO_STANDINGS + AHEAD));
}

/* Nobody stands at C; when it is the highest, a marker gains 4 at Intermezzo and 6 at Finito. */
static void test_a_build_prepares_a_marker(void **unused)
{
    (void)unused;
    const unsigned row = TRAIT_BUILDS_TO_MARK + 2 * INTERMEZZO_BEST_MARKS;
    assert_true(has(build(C, 3), row + 10));
    assert_true(has(build(C, 3), TRAIT_BUILDS_SHOWN + NOBODY));
    state()->board.left[ALICE][2] = 0;
    assert_true(has(build(C, 3), row));
    assert_false(has(build(C, 3), TRAIT_BUILDS_SHOWN + NOBODY));
    assert_true(has(build(C, 2), row + 10));
}

/* Bruno's 3 and Alice's 1 become 2 and 2 for Bruno, who came first, or 3 and 1 with a marker of 3.
 */
static void test_a_mark_gains_a_place(void **unused)
{
    (void)unused;
    place(BRUNO, C, 2);
    place(ALICE, C, 1);
    state()->board.heights[C] = 5;
    be_after_building(1);
    assert_true(has(mark(C), gain_in(TRAIT_MARKS_GAIN, INTERMEZZO_MARK_GAINS, 2, 0)));
    assert_true(has(mark(C), TRAIT_MARKS_LEAD + 3));
    state()->board.storeys = 2;
    assert_true(has(mark(C), gain_in(TRAIT_MARKS_GAIN, INTERMEZZO_MARK_GAINS, 2, 4)));
    assert_true(has(mark(C), gain_in(TRAIT_MARKS_LATER, INTERMEZZO_MARK_GAINS, 2, 6)));
    assert_true(has(mark(C), TRAIT_MARKS_LEAD + 4));
}

static void test_a_pass_keeps_a_marker(void **unused)
{
    (void)unused;
    const struct intermezzo_move pass = {.action = INTERMEZZO_PASS};
    be_after_building(2);
    assert_true(has(pass, TRAIT_PASSES + 2 * TOWER_STOREYS_MAX + 1));
    assert_true(has(pass, TRAIT_PASSES_LEFT + 3));
}

/* Without the last card shown of C, Bruno can't mark there. */
static void test_taking_the_last_card_shown_denies_a_mark(void **unused)
{
    (void)unused;
    state()->board.heights[C] = 5;
    be_at_taking();
    assert_true(has(take(C), TRAIT_TAKES_LAST + 4));
    state()->board.display[1] = C;
    assert_false(has(take(C), TRAIT_TAKES_LAST + 4));
}

static void test_phases_lead_to_the_scorings(void **unused)
{
    (void)unused;
    static const struct {
        uint8_t scorings, deck_left, phase;
    } phases[] = {{0, 23, 0}, {0, 19, 1}, {0, 17, 2}, {0, 15, 3}, {0, 14, 4},
                  {1, 12, 5}, {1, 9, 6},  {1, 4, 7},  {1, 1, 8}};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        struct intermezzo_plan plan;
        state()->board.scorings = phases[i].scorings;
        state()->board.deck_left = phases[i].deck_left;
        intermezzo_plan(&state()->board, state()->hands[ALICE], &plan);
        assert_int_equal(plan.phase, phases[i].phase);
    }
}

/* -- The weights ------------------------------------------------------------------------------- */

static uint16_t weight_of(struct intermezzo_move move)
{
    game_move moves[INTERMEZZO_LEGAL_MAX];
    uint16_t weights[INTERMEZZO_LEGAL_MAX];
    size_t count = intermezzo_legal(&state()->board, state()->hands[ALICE], moves);
    intermezzo_advice.weigh(GAME_STATE(&block), ALICE, moves, count, weights);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == intermezzo_move_pack(move))
            return weights[i];
    fail_msg("not legal");
    return 0;
}

static void test_the_own_tower_wants_storeys_and_the_others_do_not(void **unused)
{
    (void)unused;
    place(ALICE, A, 1);
    place(BRUNO, B, 1);
    state()->board.heights[A] = state()->board.heights[B] = 3;
    assert_true(weight_of(build(A, 3)) > weight_of(build(B, 3)));
}

static void test_a_card_of_the_own_tower_is_taken(void **unused)
{
    (void)unused;
    place(ALICE, C, 2);
    place(BRUNO, D, 2);
    state()->board.heights[C] = state()->board.heights[D] = 3;
    be_at_taking();
    assert_true(weight_of(take(C)) > weight_of(take(D)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_leads_are_those_of_the_flags, setup),
        cmocka_unit_test_setup(test_a_build_gains_what_it_changes_at_the_next_scoring, setup),
        cmocka_unit_test_setup(test_a_build_says_how_the_seats_stand_there, setup),
        cmocka_unit_test_setup(test_a_build_prepares_a_marker, setup),
        cmocka_unit_test_setup(test_a_mark_gains_a_place, setup),
        cmocka_unit_test_setup(test_a_pass_keeps_a_marker, setup),
        cmocka_unit_test_setup(test_taking_the_last_card_shown_denies_a_mark, setup),
        cmocka_unit_test_setup(test_phases_lead_to_the_scorings, setup),
        cmocka_unit_test_setup(test_the_own_tower_wants_storeys_and_the_others_do_not, setup),
        cmocka_unit_test_setup(test_a_card_of_the_own_tower_is_taken, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
