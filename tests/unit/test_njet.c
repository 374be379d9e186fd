/* Njet! by the numbers of its rules. Positions are made by writing the state; the examples are also
 * transcripts in tests/golden/njet. */
#include <stdlib.h>
#include <string.h>

#include "games/njet/njet.h"
#include "tests/kit/kit.h"

static struct kit_table table;

static struct njet_state *game(void)
{
    return (struct njet_state *)table.state;
}

/* -- Making positions -------------------------------------------------------------------------- */

/* The whole deck in order: seat 1 gets the lowest numbers. */
static struct njet_chance dealt(uint8_t players)
{
    struct njet_chance chance = {.dealer = 0};
    card_set deck = njet_deck(players);
    unsigned size = card_set_count(deck) / players;
    for (unsigned seat = 0; seat < players; seat++) {
        chance.hand_counts[seat] = (uint8_t)size;
        for (unsigned i = 0; i < size; i++)
            chance.hands[seat][i] = card_set_next(&deck);
    }
    return chance;
}

static game_refusal deal(const struct njet_chance *chance)
{
    return njet_rules.deal(table.state, (const struct game_chance *)chance, NULL);
}

static void open_table(uint8_t players, bool must_trump)
{
    struct kit_setting setting = {&njet_game, players, {1, must_trump}};
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
}

static void begin(uint8_t players, bool must_trump)
{
    struct njet_chance chance = dealt(players);
    open_table(players, must_trump);
    chance.dealer = (uint8_t)(players - 1);
    assert_int_equal(deal(&chance), NJET_ACCEPTED);
}

static card_set cards_of(const char *written)
{
    card_set set = 0;
    for (; *written != '\0'; written += written[2] == ' ' ? 3 : 2) {
        uint8_t card;
        assert_true(njet_parse_card(written, 2, &card));
        set = card_set_add(set, card, njet_twins);
    }
    return set;
}

struct conditions {
    uint8_t start, discard, trump, super, points; /* places in their rows */
};

/* The colours of both rows have the numbers of the rows: black, blue, green, then red, or none and
 * red. */
enum { BLACK, BLUE, GREEN, RED, SUPER_NONE = 3, SUPER_RED = 4 };

static void set_conditions(struct conditions conditions)
{
    const uint8_t places[NJET_ROWS] = {[NJET_ROW_DISCARD] = conditions.discard,
                                       [NJET_ROW_POINTS] = (uint8_t)(conditions.points - 1),
                                       [NJET_ROW_START] = conditions.start,
                                       [NJET_ROW_SUPER] = conditions.super,
                                       [NJET_ROW_TRUMP] = conditions.trump};
    for (uint8_t cell = 0; cell < NJET_CELLS; cell++) {
        uint8_t row = njet_row_of(cell);
        bool free = cell - njet_rows[row].first == places[row];
        game()->board.stones[cell] = free ? NJET_FREE : NJET_STONE;
    }
    game()->board.stones_left = 0;
    game()->board.step = NJET_CHOOSE_PARTNER;
    game()->board.mover = conditions.start;
}

/* Seat 1 leads, the teams are 1+3 and 2+4. */
static void tricks(bool must_trump, uint8_t trump, uint8_t super, const char *const *hands)
{
    begin(4, must_trump);
    set_conditions((struct conditions){0, 0, trump, super, 3});
    for (unsigned seat = 0; seat < 4; seat++)
        game()->hands[seat] = cards_of(hands[seat]);
    kit_make(&table, 0, "partner 3");
}

static void play(const char *const *cards)
{
    for (uint8_t seat = 0; seat < 4; seat++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        text_add_format(&text, "play %s", cards[seat]);
        kit_make(&table, seat, buffer);
    }
}

/* -- Reading positions ------------------------------------------------------------------------- */

static void assert_legal(uint8_t seat, const char *expected)
{
    assert_string_equal(kit_legal(&table, seat), expected);
}

static void assert_taken(uint8_t seat, uint8_t booty)
{
    for (uint8_t other = 0; other < 4; other++) {
        assert_int_equal(game()->board.tricks[other], other == seat);
        assert_int_equal(game()->board.booty[other], other == seat ? booty : 0);
    }
    assert_int_equal(njet_rules.actors(table.state), SEAT_BIT(seat));
}

static void assert_trick(uint8_t trump, uint8_t super, const char *const *hands,
                         const char *const *cards, uint8_t taker, uint8_t booty)
{
    tricks(false, trump, super, hands);
    play(cards);
    assert_taken(taker, booty);
}

/* -- Before the tricks ------------------------------------------------------------------------- */

static void rule_1_three_players_without_twos(void **state)
{
    (void)state;
    assert_int_equal(card_set_count(njet_deck(4)), 40);
    assert_int_equal(card_set_count(njet_deck(3)), 36);
    assert_false(card_set_has(njet_deck(3), njet_card(NJET_RED, 2)));
    begin(3, false);
    assert_int_equal(card_set_count(game()->hands[0]), 12);
    assert_int_equal(game()->board.stones_left, 14);
    assert_int_equal(kit_refusal(&table, 0, "njet start 4"), NJET_CELL_IS_COVERED);
    begin(4, false);
    assert_int_equal(game()->board.stones_left, 15);
}

static void rule_1_refuses_what_cannot_be_dealt(void **state)
{
    (void)state;
    struct njet_chance chance = dealt(4);
    open_table(4, false);
    chance.hands[0][0] = chance.hands[1][5];
    assert_int_equal(deal(&chance), NJET_IMPOSSIBLE_DEAL);
    chance = dealt(4);
    chance.hand_counts[2] = 9;
    assert_int_equal(deal(&chance), NJET_IMPOSSIBLE_DEAL);
    chance = dealt(4);
    chance.hands[3][9] = NJET_CARDS;
    assert_int_equal(deal(&chance), NJET_IMPOSSIBLE_DEAL);
    chance = dealt(4);
    chance.dealer = 4;
    assert_int_equal(deal(&chance), NJET_IMPOSSIBLE_DEAL);
}

/* The state does not tell which of two identical cards went to whom. */
static void rule_1_alike_cards_are_alike(void **state)
{
    (void)state;
    begin(4, false);
    struct njet_state before = *game();
    struct njet_chance chance = dealt(4);
    open_table(4, false);
    chance.dealer = 3;
    for (unsigned seat = 0; seat < 4; seat++)
        for (unsigned i = 0; i < 10; i++)
            chance.hands[seat][i] = card_kind(chance.hands[seat][i], njet_twins);
    assert_int_equal(deal(&chance), NJET_ACCEPTED);
    assert_memory_equal(before.hands, game()->hands, sizeof before.hands);
}

/* 4 players, dealer 4: seat 1 puts the stones 1, 5, 9, 13, seat 4 the stones 4, 8, 12. */
static void rule_2_stones_are_put_clockwise(void **state)
{
    (void)state;
    begin(4, false);
    for (unsigned stone = 1; stone <= 15; stone++) {
        game_move moves[GAME_LEGAL_MAX];
        uint8_t seat = (uint8_t)((stone - 1) % 4);
        assert_int_equal(njet_rules.actors(table.state), SEAT_BIT(seat));
        assert_true(njet_rules.legal(table.state, seat, moves) > 1);
        assert_int_equal(njet_rules.apply(table.state, seat, moves[0], NULL), NJET_ACCEPTED);
    }
    assert_int_equal(__builtin_popcount(njet_free_cells(&game()->board)), NJET_ROWS);
    for (uint8_t row = 0; row < NJET_ROWS; row++)
        assert_true(njet_row_is_decided(&game()->board, row));
    assert_int_equal(game()->board.step, NJET_CHOOSE_PARTNER);
}

static void rule_2_the_last_cell_of_a_row_stays_free(void **state)
{
    (void)state;
    begin(4, false);
    kit_make(&table, 0, "njet discard 0");
    assert_int_equal(kit_refusal(&table, 1, "njet discard 0"), NJET_CELL_IS_COVERED);
    kit_make(&table, 1, "njet discard 2");
    assert_int_equal(kit_refusal(&table, 2, "njet discard 1"), NJET_LAST_OF_ITS_ROW);
    assert_legal(2, "njet points 1, njet points 2, njet points 3, njet points 4, njet start 1, "
                    "njet start 2, njet start 3, njet start 4, njet super black, njet super blue, "
                    "njet super green, njet super none, njet super red, njet trump black, "
                    "njet trump blue, njet trump green, njet trump red");
    assert_int_equal(kit_refusal(&table, 2, "play b1"), NJET_NOT_NOW);
    assert_int_equal(kit_refusal(&table, 3, "njet trump red"), NJET_NOT_YOUR_TURN);
}

static void rule_3_the_start_player_names_a_partner(void **state)
{
    (void)state;
    begin(4, false);
    set_conditions((struct conditions){1, 0, RED, SUPER_RED, 1});
    assert_legal(1, "partner 1, partner 3, partner 4");
    assert_int_equal(kit_refusal(&table, 1, "partner 2"), NJET_NOT_YOURSELF);
    assert_int_equal(kit_refusal(&table, 1, "alone"), NJET_NOT_ALONE);
    kit_make(&table, 1, "partner 4");
    assert_int_equal(njet_team_of(&game()->board, 3), SEAT_BIT(1) | SEAT_BIT(3));
    assert_int_equal(njet_team_of(&game()->board, 0), SEAT_BIT(0) | SEAT_BIT(2));
}

static void rule_3_three_players_may_be_alone(void **state)
{
    (void)state;
    begin(3, false);
    set_conditions((struct conditions){2, 0, RED, SUPER_RED, 1});
    assert_legal(2, "alone, partner 1, partner 2");
    assert_int_equal(kit_refusal(&table, 2, "partner 4"), NJET_NO_SUCH_SEAT);
    assert_int_equal(njet_alone(3, SEAT_BIT(2)), SEAT_BIT(2));
    assert_int_equal(njet_alone(3, SEAT_BIT(0) | SEAT_BIT(2)), SEAT_BIT(1));
    assert_int_equal(njet_alone(4, SEAT_BIT(0) | SEAT_BIT(2)), 0);
}

static void discarding(uint8_t count, const char *hand)
{
    begin(4, false);
    set_conditions((struct conditions){0, count, RED, SUPER_RED, 1});
    game()->hands[1] = cards_of(hand);
    kit_make(&table, 0, "partner 3");
}

static void rule_4_one_card_is_discarded(void **state)
{
    (void)state;
    discarding(1, "r1 r1 b5");
    assert_int_equal(njet_rules.actors(table.state), 15);
    assert_legal(1, "discard b5, discard r1");
    assert_int_equal(kit_refusal(&table, 1, "discard r1 r1"), NJET_WRONG_NUMBER);
    assert_int_equal(kit_refusal(&table, 1, "discard r2"), NJET_NO_SUCH_DISCARD);
    assert_int_equal(njet_game.refusals[NJET_NO_SUCH_DISCARD].rule, 4);
    kit_make(&table, 1, "discard r1");
    assert_int_equal(kit_refusal(&table, 1, "discard b5"), NJET_HAS_DISCARDED);
    assert_int_equal(njet_rules.actors(table.state), 13);
    assert_true(game()->discards[1] == cards_of("r1"));
    assert_true(game()->hands[1] == cards_of("r1 b5"));
}

static void rule_4_two_cards_are_written_in_order(void **state)
{
    (void)state;
    discarding(2, "r1 r1 b5 k3");
    assert_legal(1, "discard k3 b5, discard r1 b5, discard r1 k3, discard r1 r1");
    assert_int_equal(njet_trick_count(&game()->board), 8);
    kit_make(&table, 1, "discard r1 r1");
    kit_make(&table, 0, "discard b1 b2");
    kit_make(&table, 3, "discard r3 r4");
    assert_int_equal(game()->board.step, NJET_DISCARDING);
    kit_make(&table, 2, "discard k3 k4");
    assert_int_equal(game()->board.step, NJET_TRICKS);
    assert_int_equal(njet_rules.actors(table.state), SEAT_BIT(0));
}

static void rule_4_a_discard_is_private(void **state)
{
    (void)state;
    discarding(1, "r1 r1 b5");
    game_move moves[GAME_LEGAL_MAX];
    njet_rules.legal(table.state, 1, moves);
    assert_true(njet_text.is_private(moves[0]));
    struct game_events events = {0};
    assert_int_equal(njet_rules.apply(table.state, 1, moves[0], &events), NJET_ACCEPTED);
    assert_int_equal(events.count, 1);
    assert_int_equal(events.list[0].details[0], 1);
    assert_int_equal(events.list[0].details[1], 3);
    assert_int_equal(events.new_cards, 0);
    assert_false(
        njet_text.is_private(njet_move_pack((struct njet_move){NJET_PLAY, 0, NJET_NO_CARD})));
}

/* -- Cards in a trick -------------------------------------------------------------------------- */

static void rule_5_who_takes_a_trick_leads_the_next(void **state)
{
    (void)state;
    tricks(false, BLACK, BLUE, (const char *const[]){"g2 r2", "g3 r3", "g9 r4", "g4 r5"});
    assert_int_equal(njet_rules.actors(table.state), SEAT_BIT(0));
    play((const char *const[]){"g2", "g3", "g9", "g4"});
    assert_int_equal(njet_rules.actors(table.state), SEAT_BIT(2));
    assert_legal(2, "play r4");
}

static void rule_6_the_later_one_of_two(void **state)
{
    (void)state;
    assert_trick(GREEN, SUPER_NONE, (const char *const[]){"r1 b2", "r1 b3", "k3 b5", "b4 k5"},
                 (const char *const[]){"r1", "r1", "k3", "b4"}, 1, 1);
}

static void rule_7_the_later_supertrump(void **state)
{
    (void)state;
    assert_trick(GREEN, SUPER_RED, (const char *const[]){"r1 b3", "r1 b5", "r9 b6", "b2 b4"},
                 (const char *const[]){"r1", "r1", "r9", "b2"}, 1, 1);
}

static void rule_7_other_ones_are_low_in_trump_too(void **state)
{
    (void)state;
    assert_trick(BLUE, SUPER_RED, (const char *const[]){"b1 k2", "b3 k3", "g9 k4", "g8 k5"},
                 (const char *const[]){"b1", "b3", "g9", "g8"}, 1, 1);
}

static void rule_8_a_supertrump_follows_its_colour(void **state)
{
    (void)state;
    tricks(false, BLUE, SUPER_RED, (const char *const[]){"r5 k2", "r1 k3", "r9 k4", "b9 k5"});
    kit_make(&table, 0, "play r5");
    assert_legal(1, "play r1");
    assert_int_equal(kit_refusal(&table, 1, "play k3"), NJET_MUST_FOLLOW);
    kit_make(&table, 1, "play r1");
    kit_make(&table, 2, "play r9");
    kit_make(&table, 3, "play b9");
    assert_taken(1, 0);
}

static void rule_9_any_card_or_a_trump(void **state)
{
    (void)state;
    static const char *const hands[] = {"r5 r6", "b2 g1 k3", "g3 k5", "k6 k7"};
    tricks(false, BLUE, GREEN, hands);
    kit_make(&table, 0, "play r5");
    assert_legal(1, "play b2, play g1, play k3");
    tricks(true, BLUE, GREEN, hands);
    kit_make(&table, 0, "play r5");
    assert_legal(1, "play b2, play g1");
    assert_int_equal(kit_refusal(&table, 1, "play k3"), NJET_MUST_TRUMP);
    kit_make(&table, 1, "play b2");
    assert_legal(2, "play g3, play k5");
}

static void rule_10_the_highest_trump_takes(void **state)
{
    (void)state;
    assert_trick(BLACK, BLUE, (const char *const[]){"g9 r2", "g1 r3", "g4 r4", "k2 r5"},
                 (const char *const[]){"g9", "g1", "g4", "k2"}, 3, 0);
}

static void rule_11_booty_is_what_the_others_lose(void **state)
{
    (void)state;
    assert_trick(BLACK, BLUE, (const char *const[]){"g9 r2", "g1 r3", "g4 r4", "r1 r5"},
                 (const char *const[]){"g9", "g1", "g4", "r1"}, 0, 2);
}

/* -- Scoring ----------------------------------------------------------------------------------- */

static void rule_12_both_of_a_team_score(void **state)
{
    (void)state;
    struct njet_scoring scoring = {.points = 3, .tricks = {4, 1, 2, 3}, .booty = {0, 1, 2, 0}};
    assert_int_equal(njet_team_sum(&scoring, SEAT_BIT(0) | SEAT_BIT(2)), 24);
    assert_int_equal(njet_team_sum(&scoring, SEAT_BIT(1) | SEAT_BIT(3)), 15);
}

/* Equal scores are a draw, and before the first scoring there was no contest. */
static void a_round_is_a_contest_of_its_teams(void **state)
{
    (void)state;
    struct game_contest contest;
    begin(4, false);
    njet_rules.contest(table.state, &contest);
    assert_int_equal(contest.number, 0);
    game()->board.scoring = (struct njet_scoring){.round = 2,
                                                  .points = 3,
                                                  .team = SEAT_BIT(1) | SEAT_BIT(3),
                                                  .tricks = {4, 1, 2, 3},
                                                  .booty = {0, 1, 2, 0}};
    njet_rules.contest(table.state, &contest);
    assert_int_equal(contest.number, 2);
    assert_memory_equal(contest.teams, ((const uint8_t[]){1, 0, 1, 0}), 4);
    assert_memory_equal(contest.places, ((const uint8_t[]){0, 1, 0, 1}), 4);
    game()->board.scoring.booty[1] = 4; /* 8 against 8 */
    njet_rules.contest(table.state, &contest);
    assert_memory_equal(contest.places, ((const uint8_t[]){0, 0, 0, 0}), 4);
}

/* Seat 1 plays alone, points 2: 5 tricks and 1 booty; the others have 7 and 2. The last trick is
 * played. */
static void rule_12_alone_scores_twice(void **state)
{
    (void)state;
    static const char *const hands[] = {"g9", "g4", "g3"};
    begin(3, false);
    set_conditions((struct conditions){0, 0, RED, SUPER_RED, 2});
    kit_make(&table, 0, "alone");
    game()->board.trick_number = 12;
    memcpy(game()->board.tricks, (const uint8_t[]){4, 5, 2, 0}, 4);
    memcpy(game()->board.booty, (const uint8_t[]){1, 0, 2, 0}, 4);
    for (unsigned seat = 0; seat < 3; seat++)
        game()->hands[seat] = cards_of(hands[seat]);
    kit_make(&table, 0, "play g9");
    kit_make(&table, 1, "play g4");
    kit_make(&table, 2, "play g3");
    struct game_result result;
    njet_rules.result(table.state, &result);
    assert_int_equal(result.scores[0], 24);
    assert_int_equal(result.scores[1], 18);
    assert_int_equal(result.scores[2], 18);
    assert_int_equal(njet_rules.phase(table.state), GAME_OVER);
    assert_int_equal(result.winners, SEAT_BIT(0));
    struct game_contest contest;
    njet_rules.contest(table.state, &contest);
    assert_int_equal(contest.number, 1);
    assert_memory_equal(contest.teams, ((const uint8_t[]){0, 1, 1}), 3);
    assert_memory_equal(contest.places, ((const uint8_t[]){0, 1, 1}), 3);
}

static void rule_13_equal_ones_share(void **state)
{
    (void)state;
    begin(4, false);
    memcpy(game()->board.scores, (const uint16_t[]){7, 9, 9, 3}, 8);
    assert_int_equal(njet_leaders(&game()->board), SEAT_BIT(1) | SEAT_BIT(2));
}

/* -- What can be inferred ---------------------------------------------------------------------- */

/* Seat 2 has shown that they hold no red, and under must-trump no trump and no supertrump either.
 */
static void redeal_respects_what_was_shown(void **state)
{
    (void)state;
    for (int must_trump = 0; must_trump < 2; must_trump++) {
        struct rng rng = {.operations = 0};
        struct njet_state other;
        begin(4, must_trump);
        set_conditions((struct conditions){0, 0, BLUE, GREEN, 1});
        kit_make(&table, 0, "partner 3");
        game()->hands[0] = cards_of("r5 r6 r7 r8 k1 k2 k4 k5 k6 k7");
        game()->hands[1] = cards_of("k1 k3 k8 k9 g2 g3 g4 g5 g6 g7");
        game()->hands[2] = cards_of("r1 r1 r2 r3 r4 r9 b8 b9 g1 g1");
        game()->hands[3] = cards_of("b1 b1 b2 b3 b4 b5 b6 b7 g8 g9");
        kit_make(&table, 0, "play r5");
        kit_make(&table, 1, "play k3");
        struct game_view *view = kit_view(&table, table.state, 0);
        bool varied = false;
        for (unsigned i = 0; i < 200; i++) {
            njet_rules.redeal(view, &rng, (struct game_state *)&other);
            card_set shown = njet_suit(NJET_RED);
            if (must_trump)
                shown |= njet_suit(NJET_BLUE) | cards_of("g1 g1");
            assert_true((other.hands[1] & shown) == 0);
            assert_true(other.hands[0] == game()->hands[0]);
            varied = varied || other.hands[1] != game()->hands[1];
        }
        assert_true(varied);
        free(view);
    }
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void assert_reads(const char *typed, const char *expected)
{
    assert_string_equal(kit_reading(&table, 0, typed), expected);
}

static void assert_reads_none(const char *typed)
{
    assert_non_null(strstr(kit_reading(&table, 0, typed), ".expected."));
}

static uint8_t cell_of(uint8_t row, uint8_t colour)
{
    uint8_t cell = njet_rows[row].first;
    while (njet_cell_colour(cell) != colour)
        cell++;
    return cell;
}

/* How well it explains a stone of the second seat that this seat holds these cards. */
static uint16_t explained(uint8_t cell, const char *hand)
{
    begin(4, false);
    game()->board.stones[cell] = NJET_STONE + 1;
    game()->hands[1] = cards_of(hand);
    return njet_explain(table.state, 0);
}

/* A seat says no to what does not suit it. */
static void stones_tell_about_hands(void **state)
{
    (void)state;
    uint8_t trump = cell_of(NJET_ROW_TRUMP, NJET_RED), super = cell_of(NJET_ROW_SUPER, NJET_RED);
    uint8_t one_point = njet_rows[NJET_ROW_POINTS].first, four_points = one_point + 3;
    uint16_t few = explained(trump, "r2 g2 g3 g4");
    assert_true(few > explained(trump, "r2 r3 g3 g4"));
    assert_true(few > explained(trump, "r1 r1 g3 g4"));
    assert_int_equal(few, explained(trump, "r9 b2 b3 b4"));
    assert_true(explained(super, "r2 g1") > explained(super, "r1 g1"));
    assert_true(explained(one_point, "r9 g9 b9") > explained(four_points, "r9 g9 b9"));
}

/* What the viewer did, and what is covered from the beginning, tells the viewer nothing. */
static void own_stones_explain_nothing(void **state)
{
    (void)state;
    begin(3, false);
    uint16_t before = njet_explain(table.state, 0);
    game()->board.stones[cell_of(NJET_ROW_TRUMP, NJET_BLUE)] = NJET_STONE;
    assert_int_equal(njet_explain(table.state, 0), before);
    assert_true(njet_explain(table.state, 1) < before);
}

static void typing_in_the_njet_phase(void **state)
{
    (void)state;
    begin(4, false);
    assert_reads("njet trump red", "njet trump red");
    assert_reads("N T R", "njet trump red");
    assert_reads("trump red", "njet trump red");
    assert_reads("discard 2", "njet discard 2");
    assert_reads("su none", "njet super none");
    assert_reads("n sta 3", "njet start 3");
    assert_reads("play r7", "play r7");
    assert_reads("discard r7", "discard r7");
    assert_reads_none("n s 3");
    assert_reads_none("trump bl");
    assert_reads_none("trump none");
    assert_reads_none("njet points 5");
    assert_reads_none("red");
    kit_make(&table, 0, "njet trump black");
    assert_reads("trump b", "njet trump blue");
    assert_reads("trump black", "njet trump black");
}

static void typing_in_the_other_phases(void **state)
{
    (void)state;
    begin(4, false);
    set_conditions((struct conditions){0, 2, RED, SUPER_RED, 1});
    assert_reads("3", "partner 3");
    assert_reads("p3", "partner 3");
    kit_make(&table, 0, "partner 3");
    assert_reads("discard r1 k4", "discard r1 k4");
    assert_reads("d k4 r1", "discard r1 k4");
    assert_reads("r1 r1", "discard r1 r1");
    assert_reads("r2", "discard r2");
    assert_reads_none("r2 r2");
    assert_reads_none("r1 r2 r3");
    game()->board.step = NJET_TRICKS;
    assert_reads("r7", "play r7");
    assert_reads("R 7", "play r7");
    assert_reads("p red 7", "play r7");
    assert_reads_none("r0");
    assert_reads_none("x7");
    begin(3, false);
    set_conditions((struct conditions){0, 2, RED, SUPER_RED, 1});
    assert_reads("a", "alone");
    assert_reads_none("3");
}

static void moves_rise_as_their_texts_do(void **state)
{
    (void)state;
    char before[GAME_MOVE_TEXT_MAX] = "";
    unsigned found = 0;
    for (game_move move = 0; move < 1u << 17; move++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        njet_text.print(move, &text);
        if (text.length == 0)
            continue;
        assert_true(strcmp(before, buffer) < 0);
        memcpy(before, buffer, sizeof before);
        found++;
    }
    /* alone, discards of one card, of two different or identical ones, cells, seats, cards */
    assert_int_equal(found, 1 + 36 + 36 * 35 / 2 + 4 + NJET_CELLS + 4 + 36);
}

static int close_table(void **state)
{
    (void)state;
    kit_table_close(&table);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_1_three_players_without_twos),
        cmocka_unit_test(rule_1_refuses_what_cannot_be_dealt),
        cmocka_unit_test(rule_1_alike_cards_are_alike),
        cmocka_unit_test(rule_2_stones_are_put_clockwise),
        cmocka_unit_test(rule_2_the_last_cell_of_a_row_stays_free),
        cmocka_unit_test(rule_3_the_start_player_names_a_partner),
        cmocka_unit_test(rule_3_three_players_may_be_alone),
        cmocka_unit_test(rule_4_one_card_is_discarded),
        cmocka_unit_test(rule_4_two_cards_are_written_in_order),
        cmocka_unit_test(rule_4_a_discard_is_private),
        cmocka_unit_test(rule_5_who_takes_a_trick_leads_the_next),
        cmocka_unit_test(rule_6_the_later_one_of_two),
        cmocka_unit_test(rule_7_the_later_supertrump),
        cmocka_unit_test(rule_7_other_ones_are_low_in_trump_too),
        cmocka_unit_test(rule_8_a_supertrump_follows_its_colour),
        cmocka_unit_test(rule_9_any_card_or_a_trump),
        cmocka_unit_test(rule_10_the_highest_trump_takes),
        cmocka_unit_test(rule_11_booty_is_what_the_others_lose),
        cmocka_unit_test(rule_12_both_of_a_team_score),
        cmocka_unit_test(a_round_is_a_contest_of_its_teams),
        cmocka_unit_test(rule_12_alone_scores_twice),
        cmocka_unit_test(rule_13_equal_ones_share),
        cmocka_unit_test(redeal_respects_what_was_shown),
        cmocka_unit_test(stones_tell_about_hands),
        cmocka_unit_test(own_stones_explain_nothing),
        cmocka_unit_test(typing_in_the_njet_phase),
        cmocka_unit_test(typing_in_the_other_phases),
        cmocka_unit_test(moves_rise_as_their_texts_do),
    };
    return cmocka_run_group_tests_name("njet", tests, NULL, close_table);
}
