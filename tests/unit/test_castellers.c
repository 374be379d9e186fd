/* Castellers by the numbers of its rules. Positions are made by writing the state; the examples
 * that show moves one after the other are transcripts in tests/golden/castellers. */
#include <stdlib.h>
#include <string.h>

#include "games/castellers/castellers.h"
#include "tests/kit/kit.h"

enum { ALICE, BRUNO, CARLA };

static struct kit_table table;

static struct castellers_state *state(void)
{
    return (struct castellers_state *)table.state;
}

static struct castellers_board *board(void)
{
    return &state()->board;
}

/* -- Making positions -------------------------------------------------------------------------- */

/* Empty reserves, no castle, a full bag; seat 1 begins. */
static void begin(uint8_t players)
{
    struct kit_setting setting = {.game = &castellers_game, .players = players};
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    game_settle_chance(&castellers_game, table.state, NULL);
    memset(board()->reserves, 0, sizeof board()->reserves);
    board()->mover = ALICE;
}

static int close_table(void **unused)
{
    (void)unused;
    if (table.state != NULL)
        kit_table_close(&table);
    table.state = NULL;
    return 0;
}

static uint8_t pawn_of(const char *text)
{
    const char *letter = memchr(castellers_letters, text[0], CASTELLERS_COLOURS);
    assert_non_null(letter);
    return castellers_pawn((unsigned)(letter - castellers_letters), (unsigned)(text[1] - '0'));
}

/* `r1 r2 w3` */
static void add_reserve(uint8_t seat, const char *pawns)
{
    for (; *pawns != '\0'; pawns += pawns[2] == ' ' ? 3 : 2)
        board()->reserves[seat][pawn_of(pawns)]++;
}

static unsigned in_reserve(uint8_t seat, const char *pawn)
{
    return board()->reserves[seat][pawn_of(pawn)];
}

static void set_next_in_bag(const char *pawn)
{
    state()->bag[board()->bag_left - 1] = pawn_of(pawn);
}

/* A new castle of columns from the ground: `r1-r3 r4`. */
static void add_castle(uint8_t seat, const char *columns)
{
    struct castellers_castle *castle = NULL;
    unsigned column = 0;
    for (;; columns += 3) {
        uint8_t pawn = pawn_of(columns);
        if (castle == NULL) {
            unsigned index = castellers_put(board(), seat, pawn, 0, CASTELLERS_CODES);
            castle = &board()->castles[index];
        } else {
            castle->width = (uint8_t)(column + 1);
            castle->columns[column].values |= (uint8_t)(1u << (castellers_value(pawn) - 1));
            if (castellers_colour(pawn) == CASTELLERS_WHITE)
                castle->columns[column].whites |= (uint8_t)(1u << (castellers_value(pawn) - 1));
            else
                castle->colour = (uint8_t)castellers_colour(pawn);
        }
        column += columns[2] == ' ';
        if (columns[2] == '\0')
            return;
    }
}

static const struct castellers_castle *castle_of(uint8_t seat, uint8_t number)
{
    const struct castellers_castle *castle = castellers_find(board(), seat, number);
    assert_non_null(castle);
    return castle;
}

/* A castle of seat 1 with so many pawns by level. */
static bool is_valid(const char *columns)
{
    begin(2);
    add_castle(ALICE, columns);
    return castellers_is_valid(castle_of(ALICE, 1));
}

static bool is_legal(uint8_t seat, const char *move)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = castellers_rules.legal(table.state, seat, moves);
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        castellers_print(moves[i], &text);
        if (text_is(&text, move))
            return true;
    }
    return false;
}

static const char *legal_moves(uint8_t seat)
{
    static char buffer[4096];
    struct text text = TEXT_IN(buffer);
    game_move moves[GAME_LEGAL_MAX];
    size_t count = castellers_rules.legal(table.state, seat, moves);
    for (size_t i = 0; i < count; i++) {
        text_separate(&text, ", ");
        castellers_print(moves[i], &text);
    }
    return buffer;
}

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

/* -- Rules 9 and 10 ---------------------------------------------------------------------------- */

static void test_rule_9_the_highest_pawn_falls(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r3-r7");
    add_castle(ALICE, "g2 g2");
    set_next_in_bag("w6");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(in_reserve(ALICE, "r7"), 1);
    assert_int_equal(in_reserve(ALICE, "w6"), 1);
    assert_int_equal(castellers_levels(castle_of(ALICE, 1)), 2);
    assert_int_equal(board()->actions, 1);
}

static void test_rule_9_a_choice(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r7 w7");
    add_castle(ALICE, "g7");
    set_next_in_bag("w1");
    kit_make(&table, ALICE, "recruit");
    assert_string_equal(legal_moves(ALICE), "fall 1 r7, fall 1 w7, fall 2 g7");
    assert_int_equal(kit_refusal(&table, ALICE, "pass"), CASTELLERS_FALL_FIRST);
    assert_int_equal(kit_refusal(&table, ALICE, "fall 1 r1"), CASTELLERS_NOT_THE_HIGHEST);
    kit_make(&table, ALICE, "fall 2 g7");
    assert_null(castellers_find(board(), ALICE, 2));
    assert_int_equal(board()->castle_count, 1);
    assert_int_equal(in_reserve(ALICE, "g7"), 1);
}

static void test_rule_9_of_equals_the_one_on_the_highest_level(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r6 r1-r6 r6");
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    assert_int_equal(castle_of(ALICE, 1)->width, 3);
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    assert_int_equal(castle_of(ALICE, 1)->width, 2);
    assert_int_equal(castellers_top(castle_of(ALICE, 1), 0), pawn_of("r1"));
}

static void test_rule_9_nobody_falls_without_a_castle(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(BRUNO, "r7");
    set_next_in_bag("w1");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(castle_of(BRUNO, 1)->width, 1);
    assert_int_equal(board()->actions, 1);
}

static void test_rule_10_a_narrower_castle(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r7 r1-r2");
    add_reserve(ALICE, "r3");
    set_next_in_bag("w3");
    kit_make(&table, ALICE, "recruit");
    assert_int_equal(castle_of(ALICE, 1)->width, 1);
    assert_true(is_legal(ALICE, "raise r3 1 on r2"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise r3 1"), CASTELLERS_LEVEL_TWO_BEGUN);
}

static void test_rule_10_the_gap_is_refilled_first(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r6 r1-r2-r3");
    castellers_drop(board(), ALICE, 1, pawn_of("r6"));
    add_reserve(ALICE, "r4 r5");
    assert_true(is_legal(ALICE, "raise r4 1 on r1"));
    assert_int_equal(kit_refusal(&table, ALICE, "raise r5 1 on r3"), CASTELLERS_LOWER_LEVEL_FIRST);
}

static void test_castles_keep_their_numbers(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1");
    add_castle(ALICE, "r2");
    add_castle(ALICE, "r3");
    castellers_drop(board(), ALICE, 2, pawn_of("r2"));
    assert_int_equal(castellers_top(castle_of(ALICE, 3), 0), pawn_of("r3"));
    add_castle(ALICE, "r4");
    assert_int_equal(castellers_top(castle_of(ALICE, 2), 0), pawn_of("r4"));
    assert_int_equal(board()->castle_count, 3);
}

/* -- Rules 11 to 16 ---------------------------------------------------------------------------- */

static void test_rule_11_valid_castles(void **unused)
{
    (void)unused;
    assert_true(is_valid("r1-r2 r1-r2"));
    assert_true(is_valid("r1-r2-r3-r4"));
    assert_false(is_valid("r1-r2-r3"));
    assert_true(is_valid("r1-r2-r3 r1-r2 w1-w2"));
    assert_false(is_valid("r1-r2 r1-r2 w1 w1"));
    assert_false(is_valid("r1-r2 r1"));
}

static void test_rule_12_one_castle_of_eight(void **unused)
{
    (void)unused;
    begin(2);
    add_castle(ALICE, "r1-r2-r3-r4");
    add_castle(ALICE, "g1-g2-g3-g4");
    add_castle(ALICE, "b1-b2-b3-b4");
    add_castle(ALICE, "p1-p2 p1-p2-p3 p2-p3");
    assert_false(castellers_is_over(board()));
    add_reserve(ALICE, "p6");
    kit_make(&table, ALICE, "raise p6 4 on p2");
    assert_int_equal(board()->step, CASTELLERS_END);
    struct game_result result;
    castellers_rules.result(table.state, &result);
    assert_int_equal(result.winners, SEAT_BIT(ALICE));
}

static void test_rule_13_two_idle_rounds(void **unused)
{
    (void)unused;
    begin(2);
    add_reserve(ALICE, "r1");
    for (unsigned i = 0; i < 3; i++)
        kit_make(&table, (uint8_t)(i % 2), "pass");
    kit_make(&table, BRUNO, "recruit");
    kit_make(&table, BRUNO, "pass");
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(board()->step, CASTELLERS_TURN);
        kit_make(&table, (uint8_t)(i % 2), "pass");
    }
    assert_int_equal(board()->step, CASTELLERS_END);
}

static void test_rule_14_points(void **unused)
{
    (void)unused;
    struct castellers_account accounts[CASTELLERS_SEATS];
    begin(2);
    add_castle(ALICE, "r1-r6 r2-r7");
    add_castle(ALICE, "g1-g2-g3");
    castellers_accounts(board(), accounts);
    assert_int_equal(accounts[ALICE].pawn_points, 6);
    assert_int_equal(accounts[ALICE].bases, 2);
    assert_true(accounts[ALICE].tall && accounts[ALICE].wide);
    assert_int_equal(castellers_total(&accounts[ALICE]), 4 + 2 * castellers_bonus);
}

static void test_rule_15_more_pawns_decide_a_tie(void **unused)
{
    (void)unused;
    struct castellers_account accounts[CASTELLERS_SEATS];
    begin(2);
    add_castle(ALICE, "r1-r2 r1-r2 r1-r2 r1-r2");
    add_castle(BRUNO, "g1-g2 g1-g2 g1-g2 g1-g2-g3");
    castellers_accounts(board(), accounts);
    assert_false(accounts[ALICE].wide);
    assert_true(accounts[BRUNO].wide);
    begin(2);
    add_castle(ALICE, "r1-r2 r1-r2 r1-r2 r1-r2");
    add_castle(BRUNO, "g1-g2 g1-g2 g1-g2 g1-g2");
    castellers_accounts(board(), accounts);
    assert_false(accounts[ALICE].wide || accounts[BRUNO].wide);
    add_castle(ALICE, "b1-b2 b1-b2 b1-b2 b1-b2-b3");
    castellers_accounts(board(), accounts);
    assert_true(accounts[ALICE].wide && accounts[ALICE].tall);
}

static void test_rule_16_white_castles_decide(void **unused)
{
    (void)unused;
    struct game_result result;
    begin(3);
    add_castle(ALICE, "w1");
    add_castle(BRUNO, "w1-w2");
    add_castle(CARLA, "r1-r2-r3");
    castellers_standing(board(), &result);
    assert_int_equal(result.scores[CARLA], -1);
    assert_int_equal(result.winners, SEAT_BIT(BRUNO));
    castellers_drop(board(), BRUNO, 1, pawn_of("w2"));
    castellers_standing(board(), &result);
    assert_int_equal(result.winners, SEAT_BIT(ALICE) | SEAT_BIT(BRUNO));
}

static void test_the_bag_can_be_counted(void **unused)
{
    (void)unused;
    begin(2);
    assert_int_equal(castellers_whites_left(board()), 14);
    add_castle(ALICE, "r1-w3 w2");
    add_reserve(BRUNO, "w3 r7");
    assert_int_equal(castellers_whites_left(board()), 11);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void expect_typed(const char *typed, const char *meant)
{
    char printed_buffer[GAME_MOVE_TEXT_MAX], expected_buffer[1024];
    struct text printed = TEXT_IN(printed_buffer), expected = TEXT_IN(expected_buffer);
    struct game_view *view = kit_view(&table, table.state, ALICE);
    game_move move = 0;
    if (castellers_parse(view, &kit_bare_words, typed, &move, &expected))
        castellers_print(move, &printed);
    free(view);
    assert_string_equal(printed_buffer, meant == NULL ? "" : meant);
    if (meant == NULL)
        assert_true(expected.length > 0);
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
        cmocka_unit_test(test_rule_9_the_highest_pawn_falls),
        cmocka_unit_test(test_rule_9_a_choice),
        cmocka_unit_test(test_rule_9_of_equals_the_one_on_the_highest_level),
        cmocka_unit_test(test_rule_9_nobody_falls_without_a_castle),
        cmocka_unit_test(test_rule_10_a_narrower_castle),
        cmocka_unit_test(test_rule_10_the_gap_is_refilled_first),
        cmocka_unit_test(test_castles_keep_their_numbers),
        cmocka_unit_test(test_rule_11_valid_castles),
        cmocka_unit_test(test_rule_12_one_castle_of_eight),
        cmocka_unit_test(test_rule_13_two_idle_rounds),
        cmocka_unit_test(test_rule_14_points),
        cmocka_unit_test(test_rule_15_more_pawns_decide_a_tie),
        cmocka_unit_test(test_rule_16_white_castles_decide),
        cmocka_unit_test(test_the_bag_can_be_counted),
        cmocka_unit_test(test_typing_a_turn),
        cmocka_unit_test(test_typing_within_a_swap),
    };
    return cmocka_run_group_tests_name("castellers", tests, NULL, close_table);
}
