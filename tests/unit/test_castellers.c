/* Castellers by the numbers of its rules, up to 8, and what people type. The examples that show
 * moves one after the other are transcripts in tests/golden/castellers. */
#include "tests/unit/castellers_kit.h"

/* -- The box and the opening ------------------------------------------------------------------- */

static void test_box_totals(void **unused)
{
    (void)unused;
    unsigned all = 0, white = 0, widest = 0;
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++) {
        all += castellers_pawn_copies(pawn);
        if (castellers_colour(pawn) == CASTELLERS_WHITE)
            white += castellers_pawn_copies(pawn);
        else if (castellers_colour(pawn) == CASTELLERS_RED)
            widest += castellers_pawn_copies(pawn);
    }
    assert_int_equal(all, CASTELLERS_PAWNS);
    assert_int_equal(white, 14);
    assert_int_equal(widest + white, CASTELLERS_COLUMNS);
}

static struct castellers_chance drawn(void)
{
    struct kit_setting setting = {.game = &castellers_game, .players = 3};
    struct castellers_chance outcome;
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    castellers_draw(table.state, (struct game_chance *)&outcome);
    return outcome;
}

/* Brings a pawn of this value into a reserve, from wherever it is. */
static void exchange(struct castellers_chance *outcome, unsigned seat, unsigned place,
                     const char *pawn)
{
    uint8_t *here = &outcome->reserves[seat][place];
    uint8_t wanted = pawn_of(pawn), before = *here;
    for (unsigned i = 0; i < outcome->bag_count; i++) {
        if (outcome->bag[i] == wanted) {
            *here = wanted;
            outcome->bag[i] = before;
            return;
        }
    }
    fail_msg("%s is not in the bag", pawn);
}

static void test_rule_1_one_of_the_lowest_sums_begins(void **unused)
{
    (void)unused;
    struct castellers_chance outcome = drawn();
    exchange(&outcome, 0, 0, "b2");
    exchange(&outcome, 0, 1, "w3");
    exchange(&outcome, 1, 0, "g1");
    exchange(&outcome, 1, 1, "g4");
    exchange(&outcome, 2, 0, "p3");
    exchange(&outcome, 2, 1, "p5");
    outcome.first = CARLA;
    assert_int_equal(castellers_deal(table.state, (struct game_chance *)&outcome, NULL),
                     CASTELLERS_IMPOSSIBLE_DEAL);
    outcome.first = BRUNO;
    assert_int_equal(castellers_deal(table.state, (struct game_chance *)&outcome, NULL),
                     CASTELLERS_ACCEPTED);
    assert_int_equal(board()->mover, BRUNO);
    assert_int_equal(board()->castle_count, 0);
    assert_int_equal(in_reserve(ALICE, "w3"), 1);
}

/* -- Rules 2 to 5 ------------------------------------------------------------------------------ */

static void test_rule_2_nothing_to_recruit(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r1");
    set_next_in_bag("g5");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(in_reserve(ALICE, "g5"), 1);
    board()->bag_left = 0;
    assert_int_equal(kit_refusal(&table, ALICE, "recruit"), CASTELLERS_BAG_EMPTY);
}

static void test_rule_3_twelve_bases(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "b1 g2");
    for (unsigned i = 0; i < 9; i++)
        add_castle(ALICE, "w1");
    add_castle(ALICE, "r2");
    add_castle(BRUNO, "p1");
    assert_true(is_legal(ALICE, "raise b1 new"));
    add_castle(BRUNO, "p1");
    assert_int_equal(kit_refusal(&table, ALICE, "raise b1 new"), CASTELLERS_NO_BASE);
    assert_int_equal(kit_refusal(&table, ALICE, "raise b1 10"), CASTELLERS_WRONG_COLOUR);
    assert_int_equal(kit_refusal(&table, ALICE, "raise b1 11"), CASTELLERS_NO_SUCH_CASTLE);
    assert_int_equal(kit_refusal(&table, ALICE, "raise b2 1"), CASTELLERS_NOT_IN_RESERVE);
}

/* `raise b1 1` < `raise b1 1 on b2` < `raise b1 10` < `raise b1 2` < `raise b1 new`. */
static void test_moves_rise_as_their_texts(void **unused)
{
    (void)unused;
    begin(2);
    board()->bag_left = 0;
    add_reserve(ALICE, "b3");
    for (unsigned i = 0; i < 11; i++)
        add_castle(ALICE, i == 1 ? "r1" : "w1");
    assert_string_equal(
        legal_moves(ALICE),
        "pass, raise b3 1, raise b3 1 on w1, raise b3 10, raise b3 10 on w1, raise b3 11, "
        "raise b3 11 on w1, raise b3 3, raise b3 3 on w1, raise b3 4, raise b3 4 on w1, "
        "raise b3 5, raise b3 5 on w1, raise b3 6, raise b3 6 on w1, raise b3 7, "
        "raise b3 7 on w1, raise b3 8, raise b3 8 on w1, raise b3 9, raise b3 9 on w1, "
        "raise b3 new");
}

static void test_rule_4_more_must_be_given(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r2 p3 r4");
    add_reserve(BRUNO, "b4");
    kit_make(&table, ALICE, "swap 2:b4");
    kit_make(&table, ALICE, "give r4");
    assert_string_equal(legal_moves(ALICE), "give p3, give r2");
    assert_int_equal(kit_refusal(&table, ALICE, "done"), CASTELLERS_GIVE_MORE);
    assert_int_equal(kit_refusal(&table, ALICE, "pass"), CASTELLERS_GIVE_FIRST);
    assert_int_equal(kit_refusal(&table, ALICE, "give r4"), CASTELLERS_NOT_THERE_TO_GIVE);
    assert_int_equal(castellers_game.refusals[CASTELLERS_NOT_THERE_TO_GIVE].rule, 4);
    kit_make(&table, ALICE, "give r2");
    assert_string_equal(legal_moves(ALICE), "done, give p3");
    kit_make(&table, ALICE, "done");
    assert_int_equal(in_reserve(BRUNO, "r4") + in_reserve(BRUNO, "r2"), 2);
    assert_int_equal(in_reserve(ALICE, "b4"), 0);
    assert_int_equal(castellers_top(castle_of(ALICE, 1), 0), pawn_of("b4"));
    assert_int_equal(board()->actions, 1);
}

static void test_rule_4_gifts_without_a_choice(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r2 p3");
    add_reserve(BRUNO, "b4");
    kit_make(&table, ALICE, "swap 2:b4");
    kit_make(&table, ALICE, "give r2");
    assert_int_equal(in_reserve(BRUNO, "p3"), 1);
    assert_int_equal(castle_of(ALICE, 1)->width, 1);
    assert_int_equal(board()->step, CASTELLERS_TURN);
}

static void test_rule_4_the_pawn_must_have_a_place(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r2 p3");
    add_reserve(BRUNO, "b4");
    for (unsigned i = 0; i < 12; i++)
        add_castle(ALICE, "r1");
    assert_int_equal(kit_refusal(&table, ALICE, "swap 2:b4"), CASTELLERS_NOWHERE_TO_PLACE);
    begin(2);
    add_reserve(ALICE, "r4");
    add_reserve(BRUNO, "b4");
    assert_int_equal(kit_refusal(&table, ALICE, "swap 2:b4"), CASTELLERS_RESERVE_TOO_SMALL);
    assert_int_equal(kit_refusal(&table, ALICE, "swap 1:r4"), CASTELLERS_NOT_THEIRS);
    assert_int_equal(kit_refusal(&table, ALICE, "swap 2:b3"), CASTELLERS_NOT_THEIRS);
}

static void test_rule_4_a_place_to_choose(void **unused)
{
    (void)unused;
    begin(3);
    add_reserve(ALICE, "r7");
    add_reserve(CARLA, "w4");
    add_castle(ALICE, "r1 r5");
    kit_make(&table, ALICE, "swap 3:w4");
    assert_string_equal(legal_moves(ALICE), "place 1, place 1 on r1, place new");
    assert_int_equal(kit_refusal(&table, ALICE, "raise w4 1"), CASTELLERS_PLACE_FIRST);
    kit_make(&table, ALICE, "place 1 on r1");
    assert_int_equal(castellers_top(castle_of(ALICE, 1), 0), pawn_of("w4"));
}

static void test_rule_5_a_turn_ends_when_nothing_is_left(void **unused)
{
    (void)unused;
    begin(2);
    board()->bag_left = 0;
    add_reserve(ALICE, "r1");
    kit_make(&table, ALICE, "raise r1 new");
    assert_int_equal(board()->mover, BRUNO);
    assert_string_equal(legal_moves(BRUNO), "pass");
}

/* -- Rules 6 to 8 ------------------------------------------------------------------------------ */

static void test_rule_6_colours(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "w2");
    add_castle(ALICE, "r2");
    assert_int_equal(castle_of(ALICE, 1)->colour, CASTELLERS_WHITE);
    add_reserve(ALICE, "b3 r3 w3");
    assert_true(is_legal(ALICE, "raise b3 1 on w2"));
    assert_true(is_legal(ALICE, "raise w3 2 on r2"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise b3 2"), CASTELLERS_WRONG_COLOUR);
    kit_make(&table, ALICE, "raise b3 1 on w2");
    assert_int_equal(kit_refusal(&table, ALICE, "raise r3 1 on b3"), CASTELLERS_WRONG_COLOUR);
}

static void test_rule_8_on_a_smaller_number(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1 r4");
    add_reserve(ALICE, "r3 w5 b6");
    assert_true(is_legal(ALICE, "raise r3 1 on r1"));
    assert_true(is_legal(ALICE, "raise w5 1 on r1"));
    assert_true(is_legal(ALICE, "raise w5 1 on r4"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise r3 1 on r4"), CASTELLERS_TOO_SMALL);
    assert_int_equal(kit_refusal(&table, ALICE, "raise b6 1 on r1"), CASTELLERS_WRONG_COLOUR);
    assert_int_equal(kit_refusal(&table, ALICE, "raise b6 1 on r4"), CASTELLERS_WRONG_COLOUR);
    assert_int_equal(kit_refusal(&table, ALICE, "raise r3 1 on r2"), CASTELLERS_NO_SUCH_TOP);
}

static void test_rules_7_and_8_levels(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r3 r4");
    add_reserve(ALICE, "r2 r5");
    assert_int_equal(kit_refusal(&table, ALICE, "raise r2 1"), CASTELLERS_LEVEL_TWO_BEGUN);
    assert_int_equal(kit_refusal(&table, ALICE, "raise r5 1 on r3"), CASTELLERS_LOWER_LEVEL_FIRST);
    assert_true(is_legal(ALICE, "raise r5 1 on r4"));
}

static void test_rule_8_the_column_begun_first(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1 r1");
    add_reserve(ALICE, "r5");
    kit_make(&table, ALICE, "raise r5 1 on r1");
    assert_int_equal(castellers_column_height(&castle_of(ALICE, 1)->columns[0]), 2);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void expect_typed(const char *typed, const char *meant)
{
    const char *reading = kit_reading(&table, ALICE, typed);
    if (meant != NULL)
        assert_string_equal(reading, meant);
    else
        assert_non_null(strstr(reading, ".expected."));
}

static void test_typing_a_turn(void **unused)
{
    (void)unused;
    begin(2);
    expect_typed("raise r3 1 on r1", "raise r3 1 on r1");
    expect_typed("R R3 1 R1", "raise r3 1 on r1");
    expect_typed("r r3 new", "raise r3 new");
    expect_typed("r3 n", "raise r3 new");
    expect_typed("r3 12", "raise r3 12");
    expect_typed("r", "recruit");
    expect_typed("rec", "recruit");
    expect_typed("p", "pass");
    expect_typed("s 2:b4", "swap 2:b4");
    expect_typed("swap b4 2", "swap 2:b4");
    expect_typed("swap b4", "swap 2:b4");
    expect_typed("raise r3", NULL);
    expect_typed("raise r8 new", NULL);
    expect_typed("raise r3 13", NULL);
    expect_typed("raise r3 new on r1", NULL);
    expect_typed("swap 3:b4", NULL);
    expect_typed("recruit r3", NULL);
    expect_typed("", NULL);
    begin(3);
    expect_typed("swap b4", NULL);
    expect_typed("swap 3:b4", "swap 3:b4");
}

static void test_typing_within_a_swap(void **unused)
{
    (void)unused;
    begin(2);
    board()->step = CASTELLERS_GIVE;
    expect_typed("r2", "give r2");
    expect_typed("g g2", "give g2");
    expect_typed("d", "done");
    board()->step = CASTELLERS_PLACE;
    expect_typed("new", "place new");
    expect_typed("2 on r1", "place 2 on r1");
    expect_typed("p 3", "place 3");
    board()->step = CASTELLERS_FALL;
    expect_typed("1 r7", "fall 1 r7");
    expect_typed("f 10 w7", "fall 10 w7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_totals),
        cmocka_unit_test(test_rule_1_one_of_the_lowest_sums_begins),
        cmocka_unit_test(test_rule_2_nothing_to_recruit),
        cmocka_unit_test(test_rule_3_twelve_bases),
        cmocka_unit_test(test_moves_rise_as_their_texts),
        cmocka_unit_test(test_rule_4_more_must_be_given),
        cmocka_unit_test(test_rule_4_gifts_without_a_choice),
        cmocka_unit_test(test_rule_4_the_pawn_must_have_a_place),
        cmocka_unit_test(test_rule_4_a_place_to_choose),
        cmocka_unit_test(test_rule_5_a_turn_ends_when_nothing_is_left),
        cmocka_unit_test(test_rule_6_colours),
        cmocka_unit_test(test_rule_8_on_a_smaller_number),
        cmocka_unit_test(test_rules_7_and_8_levels),
        cmocka_unit_test(test_rule_8_the_column_begun_first),
        cmocka_unit_test(test_typing_a_turn),
        cmocka_unit_test(test_typing_within_a_swap),
    };
    return cmocka_run_group_tests_name("castellers", tests, NULL, close_table);
}
