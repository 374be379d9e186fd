#include <string.h>

#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "tests/kit/kit.h"

enum { A, B, C, D, E };
enum { P, Q, R };

static struct intermezzo_state *state_of(struct kit_table *table)
{
    return (struct intermezzo_state *)table->state;
}

static void open_table(struct kit_table *table, uint8_t players, bool shift)
{
    struct kit_setting setting = {&campanile_intermezzo_game, players, {shift}};
    kit_table_open(table, &setting, 1);
    game_settle_chance(&campanile_intermezzo_game, table->state, NULL);
}

static const struct intermezzo_board *board_of(const struct transcript_reader *reader)
{
    return &((const struct intermezzo_state *)(const void *)reader->state.bytes)->board;
}

/* Compares the legal moves of the seat whose turn it is, as one text. */
static void assert_legal(struct kit_table *table, const char *expected)
{
    assert_string_equal(kit_legal(table, state_of(table)->board.mover), expected);
}

/* -- Setup ------------------------------------------------------------------------------------- */

static void setup_puts_intermezzo_after_half_and_finito_among_the_last(void **state)
{
    (void)state;
    static const uint8_t sizes[] = {0, 0, 26, 53, 50, 47}, halves[] = {0, 0, 12, 25, 24, 22};
    for (uint8_t players = 2; players <= 5; players++) {
        struct kit_setting setting = {&campanile_intermezzo_game, players, {0}};
        unsigned earliest = INTERMEZZO_DECK_MAX, latest = 0;
        for (unsigned number = 0; number < 200; number++) {
            struct kit_table table;
            struct intermezzo_chance outcome;
            unsigned finito = 0;
            kit_table_open(&table, &setting, number);
            intermezzo_rules.draw(table.state, (struct game_chance *)&outcome);
            kit_table_close(&table);
            assert_int_equal(outcome.deck_count, sizes[players]);
            assert_int_equal(outcome.deck[halves[players]], INTERMEZZO_CARD);
            while (outcome.deck[finito] != FINITO_CARD)
                finito++;
            earliest = finito < earliest ? finito : earliest;
            latest = finito > latest ? finito : latest;
        }
        assert_int_equal(earliest, sizes[players] - 11);
        assert_int_equal(latest, sizes[players] - 1);
    }
}

static void setup_of_three_players_is_a_whole_game(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_intermezzo_game, "setup-of-three-players", &reader);
    assert_true(reader.ended);
    assert_int_equal(board_of(&reader)->scorings, 2);
}

static void setup_refuses_what_cannot_be_dealt(void **state)
{
    (void)state;
    struct kit_table table;
    struct kit_setting setting = {&campanile_intermezzo_game, 3, {0}};
    struct intermezzo_chance outcome, broken;
    kit_table_open(&table, &setting, 1);
    intermezzo_rules.draw(table.state, (struct game_chance *)&outcome);
    broken = outcome; /* Finito too early */
    for (unsigned place = 42; place < 53; place++)
        if (broken.deck[place] == FINITO_CARD)
            broken.deck[place] = broken.deck[41];
    broken.deck[41] = FINITO_CARD;
    assert_int_equal(intermezzo_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     INTERMEZZO_IMPOSSIBLE_DEAL);
    broken = outcome; /* Intermezzo one place too late */
    broken.deck[25] = outcome.deck[26];
    broken.deck[26] = INTERMEZZO_CARD;
    assert_int_equal(intermezzo_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     INTERMEZZO_IMPOSSIBLE_DEAL);
    broken = outcome; /* one tower too often */
    broken.deck[0] = (uint8_t)((outcome.deck[0] + 1) % TOWERS);
    assert_int_equal(intermezzo_rules.deal(table.state, (struct game_chance *)&broken, NULL),
                     INTERMEZZO_IMPOSSIBLE_DEAL);
    assert_int_equal(intermezzo_rules.deal(table.state, (struct game_chance *)&outcome, NULL),
                     INTERMEZZO_ACCEPTED);
    kit_table_close(&table);
}

/* -- A turn ------------------------------------------------------------------------------------ */

/* Two built on C, the display A A B. */
static void place_after_two_storeys(struct kit_table *table)
{
    struct intermezzo_board *board = &state_of(table)->board;
    board->step = INTERMEZZO_MARK_STEP;
    board->storeys = 2;
    board->heights[C] = 2;
    memcpy(board->display, (uint8_t[]){A, A, B}, INTERMEZZO_DISPLAY);
}

static void rule_4_the_marker_is_exactly_the_storeys(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 3, false);
    place_after_two_storeys(&table);
    struct intermezzo_board *board = &state_of(&table)->board;
    uint8_t mover = board->mover;
    assert_legal(&table, "mark A, mark B, pass");
    assert_int_equal(kit_refusal(&table, mover, "mark C"), INTERMEZZO_NOT_IN_DISPLAY);
    assert_int_equal(kit_refusal(&table, mover, "take A"), INTERMEZZO_MARK_FIRST);
    assert_int_equal(kit_refusal(&table, mover, "build A 1"), INTERMEZZO_ALREADY_BUILT);
    assert_int_equal(kit_refusal(&table, mover, "shift A B"), INTERMEZZO_NO_SHIFTS);
    kit_make(&table, mover, "mark B");
    assert_int_equal(board->markers[B].sums[mover], 2);
    assert_int_equal(board->left[mover][1], 2);
    assert_legal(&table, "take A, take B");
    assert_int_equal(kit_refusal(&table, mover, "pass"), INTERMEZZO_TAKE_NOW);
    assert_int_equal(kit_refusal(&table, mover, "take C"), INTERMEZZO_NOT_IN_DISPLAY);
    kit_table_close(&table);
}

static void rule_4_without_such_a_marker_the_step_is_skipped(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_intermezzo_game, "rule-4-no-marker-of-that-value", &reader);
    assert_int_equal(board_of(&reader)->left[0][2], 0);
    assert_int_equal(board_of(&reader)->left[0][0], 5);
    assert_int_equal(board_of(&reader)->heights[C], 3);
}

static void rule_6_three_alike_are_taken_by_themselves(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_intermezzo_game, "rule-6-taken-by-itself", &reader);
    assert_int_equal(reader.n, 5);
    assert_int_equal(board_of(&reader)->known[0][C], 1);
    assert_int_equal(board_of(&reader)->known[1][C], 1);
}

static void rule_3_first_build(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, false);
    struct intermezzo_state *own = state_of(&table);
    uint8_t mover = own->board.mover;
    memcpy(own->hands[mover], (uint8_t[TOWERS]){0, 0, 0, 1, 2}, TOWERS);
    assert_legal(&table, "build D 1, build D 2, build D 3, build E 1, build E 2, build E 3");
    assert_int_equal(kit_refusal(&table, mover, "build A 1"), INTERMEZZO_NO_SUCH_CARD);
    assert_int_equal(kit_refusal(&table, mover, "mark A"), INTERMEZZO_BUILD_FIRST);
    assert_int_equal(kit_refusal(&table, (uint8_t)(1 - mover), "build D 1"),
                     INTERMEZZO_NOT_YOUR_TURN);
    assert_int_equal(intermezzo_rules.apply(table.state, mover, 51, NULL), INTERMEZZO_NOT_A_MOVE);
    kit_table_close(&table);
}

/* -- Shifts ------------------------------------------------------------------------------------ */

static void give_two(struct intermezzo_board *board, uint8_t seat, uint8_t tower)
{
    majority_add(&board->markers[tower], seat, 2);
    board->twos[tower][seat]++;
    board->left[seat][1]--;
}

static void rule_7_shifts_to_the_display_alone(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, true);
    place_after_two_storeys(&table);
    struct intermezzo_board *board = &state_of(&table)->board;
    uint8_t mover = board->mover;
    give_two(board, mover, D);
    assert_legal(&table, "mark A, mark B, pass, shift D A, shift D B");
    assert_int_equal(kit_refusal(&table, mover, "shift D C"), INTERMEZZO_NOT_IN_DISPLAY);
    assert_int_equal(kit_refusal(&table, mover, "shift A B"), INTERMEZZO_NO_TWO_THERE);
    assert_int_equal(kit_refusal(&table, mover, "shift D D"), INTERMEZZO_SAME_TOWER);
    board->left[mover][1] = 0; /* this needs no marker in hand */
    assert_legal(&table, "pass, shift D A, shift D B");
    board->storeys = 1;
    assert_int_equal(kit_refusal(&table, mover, "shift D A"), INTERMEZZO_SHIFT_AFTER_TWO);
    kit_table_close(&table);
}

static void rule_7_is_for_two_players(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 3, true);
    place_after_two_storeys(&table);
    give_two(&state_of(&table)->board, state_of(&table)->board.mover, D);
    assert_legal(&table, "mark A, mark B, pass");
    kit_table_close(&table);
}

static void rule_7_a_shift_counts_as_newly_placed(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, true);
    place_after_two_storeys(&table);
    struct intermezzo_board *board = &state_of(&table)->board;
    uint8_t mover = board->mover, other = (uint8_t)(1 - mover), ranked[GAME_SEATS_MAX];
    give_two(board, mover, D);
    give_two(board, other, D);
    give_two(board, other, A);
    kit_make(&table, mover, "shift D A");
    assert_int_equal(majority_rank(&board->markers[A], ranked), 2);
    assert_int_equal(ranked[0], other);
    assert_int_equal(majority_rank(&board->markers[D], ranked), 1);
    assert_int_equal(ranked[0], other);
    assert_int_equal(board->twos[A][mover], 1);
    assert_int_equal(board->twos[D][mover], 0);
    kit_table_close(&table);
}

static void rule_7_transcripts(void **state)
{
    (void)state;
    struct transcript_reader reader;
    kit_read_golden(&campanile_intermezzo_game, "rule-7-shift", &reader);
    assert_int_equal(board_of(&reader)->markers[D].count, 0);
    assert_int_equal(board_of(&reader)->markers[A].sums[0], 2);
    kit_read_golden(&campanile_intermezzo_game, "a-whole-game-with-shifts", &reader);
    assert_true(reader.ended);
}

/* -- Scoring ----------------------------------------------------------------------------------- */

static void rule_8_intermezzo_comes_with_the_tenth_card(void **state)
{
    (void)state;
    struct kit_table table;
    struct transcript_reader reader;
    open_table(&table, 2, false);
    assert_int_equal(intermezzo_takes_to_intermezzo(&state_of(&table)->board), 10);
    kit_table_close(&table);
    kit_read_golden(&campanile_intermezzo_game, "rule-8-intermezzo-at-the-tenth-card", &reader);
    const struct intermezzo_board *board = board_of(&reader);
    assert_int_equal(board->turn, 12); /* eleven were taken */
    assert_int_equal(board->scorings, 1);
    assert_int_equal(board->deck_left, 26 - 3 - 11 - 1);
    assert_int_equal(intermezzo_takes_to_intermezzo(board), 0);
}

static void rule_8_finito_stops_the_game_at_once(void **state)
{
    (void)state;
    struct kit_table table;
    struct game_events events = {0};
    open_table(&table, 3, false);
    place_after_two_storeys(&table);
    struct intermezzo_state *own = state_of(&table);
    own->board.step = INTERMEZZO_TAKE_STEP;
    own->board.deck_left = 5;
    own->deck[53 - 5] = FINITO_CARD;
    game_move take =
        intermezzo_move_pack((struct intermezzo_move){.action = INTERMEZZO_TAKE, .tower = B});
    assert_int_equal(intermezzo_rules.apply(table.state, own->board.mover, take, &events),
                     INTERMEZZO_ACCEPTED);
    assert_int_equal(intermezzo_rules.phase(table.state), GAME_OVER);
    assert_int_equal(own->board.display[2], TOWER_NONE);
    assert_int_equal(own->board.deck_left, 4);
    assert_true(events.scoring);
    assert_true(events.list[events.count - 1].decisive);
    kit_table_close(&table);
}

static void rule_9_the_worked_intermezzo(void **state)
{
    (void)state;
    struct intermezzo_board board = {.players = 4, .heights = {5, 8, 8, 0, 3}};
    majority_add(&board.markers[B], P, 3);
    majority_add(&board.markers[B], Q, 2);
    majority_add(&board.markers[C], Q, 2);
    majority_add(&board.markers[A], R, 1);
    majority_add(&board.markers[A], P, 1);
    intermezzo_score(&board, false, NULL);
    assert_int_equal(board.chips[P][4], 1);
    assert_int_equal(board.chips[Q][2], 1);
    assert_int_equal(board.chips[Q][3], 1);
    assert_int_equal(board.chips[R][2], 1);
    assert_int_equal(intermezzo_points(&board, P), 4);
    assert_int_equal(intermezzo_points(&board, Q), 5);
    assert_int_equal(intermezzo_points(&board, R), 2);
    assert_int_equal(intermezzo_points(&board, 3), 0);
}

/* P 5, Q 3 and R 1 at the tower of one rank. */
static void score_finito_at_rank(unsigned rank, uint8_t points[3])
{
    struct intermezzo_board board = {.players = 3, .heights = {9, 8, 7, 6, 5}};
    majority_add(&board.markers[rank - 1], R, 1);
    majority_add(&board.markers[rank - 1], Q, 3);
    majority_add(&board.markers[rank - 1], P, 5);
    intermezzo_score(&board, true, NULL);
    for (unsigned seat = 0; seat < 3; seat++)
        points[seat] = (uint8_t)intermezzo_points(&board, seat);
}

static void rule_9_finito_of_three_players(void **state)
{
    (void)state;
    static const uint8_t expected[TOWERS][3] = {
        {6, 4, 2}, {5, 3, 1}, {4, 2, 0}, {3, 1, 0}, {2, 0, 0}};
    for (unsigned rank = 1; rank <= TOWERS; rank++) {
        uint8_t points[3];
        score_finito_at_rank(rank, points);
        assert_memory_equal(points, expected[rank - 1], 3);
    }
}

static void rule_9_flags_of_two_players(void **state)
{
    (void)state;
    static const uint8_t intermezzo[TOWERS][2] = {{4, 2}, {3, 2}, {2, 1}, {1, 0}, {0, 0}};
    static const uint8_t finito[TOWERS][2] = {{6, 3}, {5, 2}, {4, 1}, {3, 1}, {2, 0}};
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        assert_memory_equal(intermezzo_flags(2, false)[rank].points, intermezzo[rank], 2);
        assert_memory_equal(intermezzo_flags(2, true)[rank].points, finito[rank], 2);
    }
}

static void rule_10_both_scorings_are_added(void **state)
{
    (void)state;
    struct intermezzo_board board = {.players = 2, .heights = {9, 8, 7, 6, 5}};
    majority_add(&board.markers[A], P, 2);
    majority_add(&board.markers[A], Q, 1);
    intermezzo_score(&board, false, NULL);
    intermezzo_score(&board, true, NULL);
    assert_int_equal(intermezzo_points(&board, P), 4 + 6);
    assert_int_equal(intermezzo_points(&board, Q), 2 + 3);
    assert_int_equal(intermezzo_highest_chip(&board, P), 6);
}

static void rule_11_the_highest_chip_decides(void **state)
{
    (void)state;
    struct intermezzo_board board = {.players = 2};
    board.chips[P][6] = 1;
    board.chips[P][1] = 2;
    board.chips[Q][4] = 2;
    assert_int_equal(intermezzo_seats_with_most(&board), SEAT_BIT(P) | SEAT_BIT(Q));
    assert_int_equal(intermezzo_leaders(&board), SEAT_BIT(P));
    memset(board.chips[P], 0, sizeof board.chips[P]);
    board.chips[P][4] = 1;
    board.chips[P][2] = 2;
    assert_int_equal(intermezzo_leaders(&board), SEAT_BIT(P) | SEAT_BIT(Q));
    board.chips[Q][1] = 1;
    assert_int_equal(intermezzo_leaders(&board), SEAT_BIT(Q));
}

static void an_aborted_game_is_worth_the_chips_won(void **state)
{
    (void)state;
    struct kit_table table;
    struct game_result result;
    open_table(&table, 2, false);
    struct intermezzo_board *board = &state_of(&table)->board;
    give_two(board, 0, A);
    intermezzo_rules.result(table.state, &result);
    assert_int_equal(result.scores[0], 0);
    board->chips[0][4] = 1;
    intermezzo_rules.result(table.state, &result);
    assert_int_equal(result.scores[0], 4);
    assert_int_equal(result.winners, 0);
    kit_table_close(&table);
}

/* -- Notation ---------------------------------------------------------------------------------- */

static void numbers_rise_with_texts(void **state)
{
    (void)state;
    char before[GAME_MOVE_TEXT_MAX] = "";
    struct intermezzo_move move;
    unsigned count = 0;
    for (game_move packed = 0; intermezzo_move_unpack(packed, &move); packed++, count++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        intermezzo_text.print(packed, &text);
        assert_true(strcmp(before, buffer) < 0);
        assert_int_equal(intermezzo_move_pack(move), packed);
        memcpy(before, buffer, sizeof before);
    }
    assert_int_equal(count, 51);
}

static void assert_reads(struct kit_table *table, const char *typed, const char *expected)
{
    assert_string_equal(kit_reading(table, state_of(table)->board.mover, typed), expected);
}

static void a_word_may_be_left_out_where_all_moves_share_it(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, true);
    assert_reads(&table, "c2", "build C 2");
    assert_reads(&table, "b c 2", "build C 2");
    assert_reads(&table, "a", "campanile-intermezzo.expected.build()");
    place_after_two_storeys(&table);
    assert_reads(&table, "m a", "mark A");
    assert_reads(&table, "s d a", "shift D A");
    assert_reads(&table, "shift da", "shift D A");
    assert_reads(&table, "a", "mark A");
    assert_reads(&table, "build", "campanile-intermezzo.expected.mark-or-shift()");
    assert_reads(&table, "shift d", "campanile-intermezzo.expected.shift()");
    assert_reads(&table, "p", "pass");
    state_of(&table)->board.step = INTERMEZZO_TAKE_STEP;
    assert_reads(&table, "b", "take B");
    assert_reads(&table, "t a", "take A");
    assert_reads(&table, "build a 1", "build A 1");
    assert_reads(&table, "take f", "campanile-intermezzo.expected.take()");
    kit_table_close(&table);
}

/* -- What is shown ----------------------------------------------------------------------------- */

static void the_last_scoring_stays_as_it_was_made(void **state)
{
    (void)state;
    struct kit_table table;
    struct kit_voice voice;
    struct canvas canvas;
    char buffer[4096];
    struct text text = TEXT_IN(buffer);
    open_table(&table, 2, false);
    struct intermezzo_board *board = &state_of(&table)->board;
    board->chips[0][4] = 1;
    memcpy(board->heights, (uint8_t[]){1, 0, 12, 0, 2}, TOWERS);
    majority_add(&board->markers[C], 1, 1);
    majority_add(&board->markers[C], 0, 1);
    majority_add(&board->markers[D], 0, 3);
    intermezzo_score(board, true, NULL);
    board->heights[C] = 0;
    kit_voice_plain(&table, &voice);
    static const char *const names[GAME_SEATS_MAX] = {"Pia", "Quentin"};
    voice.telling.names = names;
    struct game_view *view = kit_view(&table, table.state, GAME_SPECTATOR);
    canvas_open(&canvas, 60, 16);
    intermezzo_text.scoring(view, &voice.telling, &canvas);
    canvas_print(&canvas, &text);
    assert_string_equal(text.bytes, "Finito: Pia wins with 9\n"
                                    "           1st               2nd\n"
                                    "C 12  6+3  Quentin 1 +6      Pia 1     +3\n"
                                    "E  2  5+2  nobody\n"
                                    "A  1  4+1  nobody\n"
                                    "B  0  3+1  nobody\n"
                                    "D  0  2    Pia 3     +2\n"
                                    "equal towers: nearer to A is higher\n"
                                    "equal people: who came first leads\n"
                                    "Pia 4 → 9 · Quentin 0 → 6\n");
    free(view);
    kit_table_close(&table);
}

static void finito_may_lie_in_every_place_left(void **state)
{
    (void)state;
    struct kit_table table;
    open_table(&table, 2, false);
    struct intermezzo_state *own = state_of(&table), other;
    struct rng rng = table.rng;
    uint16_t places = 0;
    own->board.scorings = 1;
    own->board.deck_left = 4;
    struct game_view *view = kit_view(&table, table.state, 0);
    for (unsigned i = 0; i < 200; i++) {
        intermezzo_rules.redeal(view, &rng, (struct game_state *)&other);
        for (unsigned place = 0; place < 26; place++)
            if (other.deck[place] == FINITO_CARD)
                places |= (uint16_t)(1u << (26 - place));
    }
    assert_int_equal(places, 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4);
    free(view);
    kit_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_puts_intermezzo_after_half_and_finito_among_the_last),
        cmocka_unit_test(setup_of_three_players_is_a_whole_game),
        cmocka_unit_test(setup_refuses_what_cannot_be_dealt),
        cmocka_unit_test(rule_3_first_build),
        cmocka_unit_test(rule_4_the_marker_is_exactly_the_storeys),
        cmocka_unit_test(rule_4_without_such_a_marker_the_step_is_skipped),
        cmocka_unit_test(rule_6_three_alike_are_taken_by_themselves),
        cmocka_unit_test(rule_7_shifts_to_the_display_alone),
        cmocka_unit_test(rule_7_is_for_two_players),
        cmocka_unit_test(rule_7_a_shift_counts_as_newly_placed),
        cmocka_unit_test(rule_7_transcripts),
        cmocka_unit_test(rule_8_intermezzo_comes_with_the_tenth_card),
        cmocka_unit_test(rule_8_finito_stops_the_game_at_once),
        cmocka_unit_test(rule_9_the_worked_intermezzo),
        cmocka_unit_test(rule_9_finito_of_three_players),
        cmocka_unit_test(rule_9_flags_of_two_players),
        cmocka_unit_test(rule_10_both_scorings_are_added),
        cmocka_unit_test(rule_11_the_highest_chip_decides),
        cmocka_unit_test(an_aborted_game_is_worth_the_chips_won),
        cmocka_unit_test(numbers_rise_with_texts),
        cmocka_unit_test(a_word_may_be_left_out_where_all_moves_share_it),
        cmocka_unit_test(the_last_scoring_stays_as_it_was_made),
        cmocka_unit_test(finito_may_lie_in_every_place_left),
    };
    return cmocka_run_group_tests_name("campanile-intermezzo", tests, NULL, NULL);
}
