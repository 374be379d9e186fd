#include <string.h>

#include "games/campanile/campanile.h"
#include "tests/kit/kit.h"

enum { A, B, C, D, E };

static struct campanile_state *state_of(struct kit_table *table)
{
    return (struct campanile_state *)table->state;
}

/* Opens a table and makes its setup; options are indices of their values. */
static void open_table(struct kit_table *table, uint8_t players, uint8_t tokens, uint8_t bet)
{
    struct kit_setting setting = {&campanile_game, players, {tokens, bet}};
    kit_table_open(table, &setting, 1);
    game_settle_chance(&campanile_game, table->state, NULL);
}

static const struct campanile_board *board_of(const struct transcript_reader *reader)
{
    return &((const struct campanile_state *)(const void *)reader->state.bytes)->board;
}

/* Compares the legal moves of the seat whose turn it is, as one text. */
static void assert_legal(struct kit_table *table, const char *expected)
{
    assert_string_equal(kit_legal(table, state_of(table)->board.mover), expected);
}

/* The position of rule 5's examples: 2 built on C; A, A and D lie face up; five 1s, no 2, one 3. */
static void place_example(struct kit_table *table)
{
    struct campanile_board *board = &state_of(table)->board;
    board->step = CAMPANILE_BET_STEP;
    board->built = C;
    board->storeys = 2;
    memcpy(board->face_up, (uint8_t[]){A, A, D}, CAMPANILE_PILES);
    memcpy(board->tokens[board->mover], (uint8_t[]){5, 0, 1}, TOWER_TOKEN_VALUES);
}

/* -- Setup ------------------------------------------------------------------------------------- */

static void setup_leaves_piles_and_surplus_by_players(void **state)
{
    (void)state;
    static const uint8_t piles[] = {0, 0, 13, 15, 17, 18}, removed[] = {0, 0, 0, 1, 2, 1};
    for (uint8_t players = 2; players <= 5; players++) {
        struct kit_table table;
        struct campanile_chance outcome;
        struct kit_setting setting = {&campanile_game, players, {0}};
        kit_table_open(&table, &setting, 1);
        campanile_rules.draw(table.state, (struct game_chance *)&outcome);
        assert_int_equal(outcome.removed_count, removed[players]);
        for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++)
            assert_int_equal(outcome.pile_counts[pile], piles[players]);
        kit_table_close(&table);
    }
}

static void setup_of_four_players_is_sixty_five_cards(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_game, "setup-of-four-players", &reader);
    assert_int_equal(4 * CAMPANILE_HAND + 3 * 17 + 2, 65);
    assert_int_equal(board_of(&reader)->pile_left[2], 16);
    assert_int_equal(board_of(&reader)->pile_left[1], 17);
    assert_int_equal(board_of(&reader)->mover, 3);
}

static void setup_refuses_what_cannot_be_dealt(void **state)
{
    (void)state;
    struct kit_table table;
    struct kit_setting setting = {&campanile_game, 3, {0}};
    struct campanile_chance outcome, broken;
    kit_table_open(&table, &setting, 1);
    campanile_rules.draw(table.state, (struct game_chance *)&outcome);
    broken = outcome;
    broken.removed_count = 0;
    assert_int_equal(campanile_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     CAMPANILE_IMPOSSIBLE_DEAL);
    broken = outcome;
    broken.piles[1][4] = (uint8_t)((broken.piles[1][4] + 1) % TOWERS);
    assert_int_equal(campanile_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     CAMPANILE_IMPOSSIBLE_DEAL);
    broken = outcome;
    broken.first = 3;
    assert_int_equal(campanile_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     CAMPANILE_IMPOSSIBLE_DEAL);
    assert_int_equal(campanile_rules.deal(table.state, (struct game_chance *)&outcome, NULL),
                     CAMPANILE_ACCEPTED);
    kit_table_close(&table);
}

/* -- Bets -------------------------------------------------------------------------------------- */

static void rule_4_the_step_is_skipped_without_a_legal_bet(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    struct campanile_board *board = &state_of(&table)->board;
    uint8_t mover = board->mover, tower = 0;
    while (state_of(&table)->hands[mover][tower] == 0)
        tower++;
    memcpy(board->tokens[mover], (uint8_t[]){5, 3, 0}, TOWER_TOKEN_VALUES);
    game_move build = campanile_move_pack((struct campanile_move){CAMPANILE_BUILD, tower, 3});
    assert_int_equal(campanile_rules.apply(table.state, mover, build, NULL), CAMPANILE_ACCEPTED);
    assert_int_equal(board->mover, 1 - mover);
    assert_int_equal(board->step, CAMPANILE_BUILD_STEP);
    kit_table_close(&table);
}

static void rule_5_a_token_of_at_least_the_storeys_on_a_face_up_tower(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    place_example(&table);
    uint8_t mover = state_of(&table)->board.mover;
    assert_legal(&table, "bet 3 A, bet 3 D, pass");
    assert_int_equal(kit_refusal(&table, mover, "bet 1 A"), CAMPANILE_TOKEN_TOO_SMALL);
    assert_int_equal(kit_refusal(&table, mover, "bet 2 A"), CAMPANILE_NO_SUCH_TOKEN);
    assert_int_equal(kit_refusal(&table, mover, "bet 3 C"), CAMPANILE_NOT_FACE_UP);
    assert_int_equal(kit_refusal(&table, mover, "build A 1"), CAMPANILE_ALREADY_BUILT);
    assert_int_equal(kit_refusal(&table, (uint8_t)(1 - mover), "pass"), CAMPANILE_NOT_YOUR_TURN);
    kit_table_close(&table);
}

static void rule_5_exactly_the_storeys(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 1, 0);
    place_example(&table);
    assert_legal(&table, "pass");
    assert_int_equal(kit_refusal(&table, state_of(&table)->board.mover, "bet 3 A"),
                     CAMPANILE_TOKEN_NOT_EXACT);
    kit_table_close(&table);
}

static void rule_5_also_the_tower_just_built(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 1);
    place_example(&table);
    assert_legal(&table, "bet 3 A, bet 3 C, bet 3 D, pass");
    kit_table_close(&table);
}

static void rule_5_transcripts(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_game, "rule-5-bets-after-two-storeys", &reader);
    assert_int_equal(board_of(&reader)->tokens[0][2], 0);
    kit_read_golden(&campanile_game, "rule-5-exact-skips-the-bet", &reader);
    assert_int_equal(board_of(&reader)->tokens[0][2], 1);
    assert_int_equal(board_of(&reader)->mover, 1);
    kit_read_golden(&campanile_game, "rule-5-the-tower-just-built", &reader);
    assert_int_equal(board_of(&reader)->bets[C].sums[0], 3);
}

static void rule_7_the_bet_comes_before_the_draw(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_game, "rule-7-bet-before-the-draw", &reader);
    assert_int_equal(board_of(&reader)->bets[E].sums[2], 1);
    assert_int_equal(board_of(&reader)->bets[B].sums[0], 1);
    assert_int_equal(board_of(&reader)->known[2][E], 1);
}

static void rule_3_nobody_passes_instead_of_building(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    struct campanile_state *own = state_of(&table);
    uint8_t mover = own->board.mover;
    memcpy(own->hands[mover], (uint8_t[TOWERS]){1, 0, 2, 0, 0}, TOWERS);
    assert_legal(&table, "build A 1, build A 2, build A 3, build C 1, build C 2, build C 3");
    assert_int_equal(kit_refusal(&table, mover, "pass"), CAMPANILE_BUILD_FIRST);
    assert_int_equal(kit_refusal(&table, mover, "bet 3 A"), CAMPANILE_BUILD_FIRST);
    assert_int_equal(kit_refusal(&table, mover, "build B 1"), CAMPANILE_NO_SUCH_CARD);
    assert_int_equal(campanile_rules.apply(table.state, mover, 31, NULL), CAMPANILE_NOT_A_MOVE);
    kit_table_close(&table);
}

/* -- The end ----------------------------------------------------------------------------------- */

static void rule_8_the_last_card_of_a_pile_ends_the_game_at_once(void **state)
{
    (void)state;
    struct kit_table table;
    struct game_events events = {0};
    open_table(&table, 3, 0, 0);
    struct campanile_state *own = state_of(&table);
    uint8_t mover = own->board.mover, tower = 0;
    own->board.pile_left[1] = 1;
    while (own->hands[mover][tower] == 0)
        tower++;
    game_move build = campanile_move_pack((struct campanile_move){CAMPANILE_BUILD, tower, 2});
    game_move bet =
        campanile_move_pack((struct campanile_move){CAMPANILE_BET, own->board.face_up[0], 2});
    assert_int_equal(campanile_rules.apply(table.state, mover, build, NULL), CAMPANILE_ACCEPTED);
    assert_int_equal(campanile_rules.apply(table.state, mover, bet, &events), CAMPANILE_ACCEPTED);
    assert_int_equal(campanile_rules.phase(table.state), GAME_OVER);
    assert_int_equal(own->board.bets[own->board.face_up[0]].sums[mover], 2);
    assert_true(events.scoring);
    kit_table_close(&table);
}

static void rule_8_two_players_end_in_turn_37(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_game, "rule-8-turn-37-ends-it", &reader);
    assert_true(reader.ended);
    assert_int_equal(board_of(&reader)->turn, 37);
    assert_int_equal(board_of(&reader)->pile_left[1], 0);
}

/* The table of the worked example of rules 9 and 10. */
static void place_scoring(struct campanile_board *board)
{
    enum { X, Y, Z };
    memcpy(board->heights, (uint8_t[]){12, 9, 12, 7, 9}, TOWERS);
    majority_add(&board->bets[A], X, 4);
    majority_add(&board->bets[A], Y, 4);
    majority_add(&board->bets[C], Z, 3);
    majority_add(&board->bets[B], Y, 2);
    majority_add(&board->bets[B], X, 2);
    majority_add(&board->bets[B], Z, 1);
    majority_add(&board->bets[D], Z, 5);
}

static void rules_9_and_10_the_worked_scoring(void **state)
{
    (void)state;
    struct campanile_board board = {.players = 3};
    uint8_t points[CAMPANILE_SEATS];
    place_scoring(&board);
    assert_int_equal(campanile_score(&board, points), SEAT_BIT(0));
    assert_memory_equal(points, ((uint8_t[]){10, 8, 6, 0, 0}), CAMPANILE_SEATS);
}

static void rule_11_equal_points_share_the_win(void **state)
{
    (void)state;
    struct campanile_board board = {.players = 3};
    uint8_t points[CAMPANILE_SEATS];
    assert_int_equal(campanile_score(&board, points), SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2));
    board.heights[E] = 1;
    majority_add(&board.bets[A], 2, 1); /* rank 2: 6 */
    majority_add(&board.bets[C], 1, 1); /* rank 4: 2 */
    majority_add(&board.bets[B], 1, 1); /* rank 3: 4 */
    assert_int_equal(campanile_score(&board, points), SEAT_BIT(1) | SEAT_BIT(2));
}

static void an_aborted_game_is_scored_as_it_stands(void **state)
{
    (void)state;
    struct kit_table table;
    struct game_result result;
    open_table(&table, 3, 0, 0);
    place_scoring(&state_of(&table)->board);
    campanile_rules.result(table.state, &result);
    assert_int_equal(result.winners, 0);
    assert_int_equal(result.scores[0], 10);
    assert_int_equal(result.scores[1], 8);
    assert_int_equal(result.scores[2], 6);
    kit_table_close(&table);
}

/* -- Majorities and towers --------------------------------------------------------------------- */

static void rules_6_and_10_who_was_there_first_stays_ahead(void **state)
{
    (void)state;
    enum { X, Y };
    struct majority majority = {0};
    uint8_t ranked[GAME_SEATS_MAX];
    majority_add(&majority, X, 1);
    majority_add(&majority, Y, 3);
    assert_int_equal(majority_rank(&majority, ranked), 2);
    assert_int_equal(ranked[0], Y);
    majority_add(&majority, X, 2);
    assert_int_equal(majority_rank(&majority, ranked), 2);
    assert_int_equal(ranked[0], X);
}

static void who_leaves_a_majority_loses_their_place(void **state)
{
    (void)state;
    struct majority majority = {0}, again = {0};
    uint8_t ranked[GAME_SEATS_MAX];
    majority_add(&majority, 4, 2);
    majority_add(&majority, 1, 2);
    majority_add(&majority, 2, 1);
    majority_remove(&majority, 4, 2);
    majority_add(&majority, 4, 2);
    assert_int_equal(majority_rank(&majority, ranked), 3);
    assert_memory_equal(ranked, ((uint8_t[]){1, 4, 2}), 3);
    majority_remove(&majority, 4, 2);
    majority_add(&again, 1, 2);
    majority_add(&again, 2, 1);
    assert_memory_equal(&majority, &again, sizeof again);
}

static void towers_of_height_zero_are_ranked(void **state)
{
    (void)state;
    uint8_t ranked[TOWERS];
    towers_rank((uint8_t[]){0, 0, 3, 0, 4}, TOWERS, ranked);
    assert_memory_equal(ranked, ((uint8_t[]){E, C, A, B, D}), TOWERS);
}

/* -- Notation ---------------------------------------------------------------------------------- */

static void numbers_rise_with_texts(void **state)
{
    (void)state;
    char before[GAME_MOVE_TEXT_MAX] = "";
    struct campanile_move move;
    unsigned count = 0;
    for (game_move packed = 0; campanile_move_unpack(packed, &move); packed++, count++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        campanile_text.print(packed, &text);
        assert_true(strcmp(before, buffer) < 0);
        assert_int_equal(campanile_move_pack(move), packed);
        memcpy(before, buffer, sizeof before);
    }
    assert_int_equal(count, 31);
}

static void assert_reads(struct kit_table *table, const char *typed, const char *expected)
{
    assert_string_equal(kit_reading(table, state_of(table)->board.mover, typed), expected);
}

static void builds_are_typed_in_many_ways(void **state)
{
    (void)state;
    static const char *const ways[] = {"build C 2", "b c 2", "build c2", "BUILD 2 C",
                                       "c 2",       "c2",    "  2 c ",   "bu C2"};
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        assert_reads(&table, ways[i], "build C 2");
    assert_reads(&table, "b 2", "build B 2");
    assert_reads(&table, "b b 2", "build B 2");
    assert_reads(&table, "bet 3 a", "bet 3 A");
    assert_reads(&table, "build c 4", "campanile.expected.build()");
    assert_reads(&table, "build f 1", "campanile.expected.build()");
    assert_reads(&table, "build c", "campanile.expected.build()");
    assert_reads(&table, "hello", "campanile.expected.build()");
    assert_reads(&table, "", "campanile.expected.build()");
    kit_table_close(&table);
}

static void bets_keep_their_word(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    place_example(&table);
    assert_reads(&table, "bet 3 A", "bet 3 A");
    assert_reads(&table, "b 3a", "bet 3 A");
    assert_reads(&table, "bet a 3", "bet 3 A");
    assert_reads(&table, "p", "pass");
    assert_reads(&table, "build a 1", "build A 1");
    assert_reads(&table, "3 a", "campanile.expected.bet()");
    assert_reads(&table, "pass a", "campanile.expected.pass()");
    kit_table_close(&table);
}

/* -- What is shown ----------------------------------------------------------------------------- */

static void events_do_not_name_the_card_drawn(void **state)
{
    (void)state;
    struct kit_table table;
    struct game_events events = {0};
    open_table(&table, 2, 0, 0);
    place_example(&table);
    struct campanile_state *own = state_of(&table);
    uint8_t mover = own->board.mover;
    own->piles[1][1] = E;
    game_move bet = campanile_move_pack((struct campanile_move){CAMPANILE_BET, D, 3});
    assert_int_equal(campanile_rules.apply(table.state, mover, bet, &events), CAMPANILE_ACCEPTED);
    assert_int_equal(events.new_cards, SEAT_BIT(mover));
    assert_int_equal(events.count, 2);
    assert_int_equal(events.list[0].kind, CAMPANILE_BET_MADE);
    assert_int_equal(events.list[1].kind, CAMPANILE_TURNED_UP);
    assert_int_equal(events.list[1].details[0], 1);
    assert_int_equal(events.list[1].details[1], E);
    assert_int_equal(events.list[1].details[2], 12);
    assert_false(events.list[0].decisive || events.list[1].decisive);
    kit_table_close(&table);
}

static void a_redeal_keeps_the_cards_that_were_seen(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, 0, 0);
    struct campanile_state *own = state_of(&table);
    struct campanile_state other;
    uint8_t mover = own->board.mover;
    struct rng rng = table.rng;
    own->board.known[mover][E] = 2;
    memcpy(own->hands[mover], (uint8_t[TOWERS]){0, 0, 1, 0, 2}, TOWERS);
    struct game_view *view = kit_view(&table, table.state, (uint8_t)(1 - mover));
    for (unsigned i = 0; i < 50; i++) {
        campanile_rules.redeal(view, &rng, (struct game_state *)&other);
        assert_true(other.hands[mover][E] >= 2);
    }
    free(view);
    kit_table_close(&table);
}

static void the_scoring_explains_every_point(void **state)
{
    (void)state;
    struct kit_table table;
    struct kit_voice voice;
    struct canvas canvas;
    char buffer[4096];
    struct text text = TEXT_IN(buffer);
    open_table(&table, 3, 0, 0);
    place_scoring(&state_of(&table)->board);
    state_of(&table)->board.step = CAMPANILE_END;
    kit_voice_plain(&table, &voice);
    static const char *const names[GAME_SEATS_MAX] = {"Xenia", "Yves", "Zoe"};
    voice.telling.names = names;
    struct game_view *view = kit_view(&table, table.state, GAME_SPECTATOR);
    canvas_open(&canvas, 60, 16);
    campanile_text.scoring(view, &voice.telling, &canvas);
    canvas_print(&canvas, &text);
    assert_string_equal(text.bytes, "Campanile, the end: Xenia wins with 10\n"
                                    "           most tokens       second\n"
                                    "A 12  8+4  Xenia 4   +8      Yves 4    +4\n"
                                    "C 12  6+3  Zoe 3     +6      nobody\n"
                                    "B  9  4+2  Yves 2    +4      Xenia 2   +2\n"
                                    "E  9  2+1  nobody\n"
                                    "D  7       the lowest tower brings nothing\n"
                                    "equal towers: nearer to A is higher\n"
                                    "equal people: who came first leads\n"
                                    "Xenia 8+2 = 10 · Yves 4+4 = 8 · Zoe 6\n");
    free(view);
    kit_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_leaves_piles_and_surplus_by_players),
        cmocka_unit_test(setup_of_four_players_is_sixty_five_cards),
        cmocka_unit_test(setup_refuses_what_cannot_be_dealt),
        cmocka_unit_test(rule_3_nobody_passes_instead_of_building),
        cmocka_unit_test(rule_4_the_step_is_skipped_without_a_legal_bet),
        cmocka_unit_test(rule_5_a_token_of_at_least_the_storeys_on_a_face_up_tower),
        cmocka_unit_test(rule_5_exactly_the_storeys),
        cmocka_unit_test(rule_5_also_the_tower_just_built),
        cmocka_unit_test(rule_5_transcripts),
        cmocka_unit_test(rule_7_the_bet_comes_before_the_draw),
        cmocka_unit_test(rule_8_the_last_card_of_a_pile_ends_the_game_at_once),
        cmocka_unit_test(rule_8_two_players_end_in_turn_37),
        cmocka_unit_test(rules_9_and_10_the_worked_scoring),
        cmocka_unit_test(rule_11_equal_points_share_the_win),
        cmocka_unit_test(an_aborted_game_is_scored_as_it_stands),
        cmocka_unit_test(rules_6_and_10_who_was_there_first_stays_ahead),
        cmocka_unit_test(who_leaves_a_majority_loses_their_place),
        cmocka_unit_test(towers_of_height_zero_are_ranked),
        cmocka_unit_test(numbers_rise_with_texts),
        cmocka_unit_test(builds_are_typed_in_many_ways),
        cmocka_unit_test(bets_keep_their_word),
        cmocka_unit_test(events_do_not_name_the_card_drawn),
        cmocka_unit_test(a_redeal_keeps_the_cards_that_were_seen),
        cmocka_unit_test(the_scoring_explains_every_point),
    };
    return cmocka_run_group_tests_name("campanile", tests, NULL, NULL);
}
