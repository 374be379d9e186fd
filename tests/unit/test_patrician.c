/* Patrician by the numbers of its rules. Positions are made by writing the state; examples that
 * show several moves in a row are transcripts in tests/golden/patrician. */
#include <stdlib.h>
#include <string.h>

#include "games/advice.h"
#include "games/patrician/patrician.h"
#include "tests/kit/kit.h"

enum { ROMA, FIRENZE, MILANO, BOLOGNA, SIENA, LUCCA, PARMA, VERONA, FERRARA, PISTOIA };
enum { ALICE, BRUNO, CARLA };

static struct kit_table table;

static struct patrician_state *state(void)
{
    return (struct patrician_state *)table.state;
}

static struct patrician_city *city(unsigned index)
{
    return &state()->board.cities[index];
}

/* -- Making positions -------------------------------------------------------------------------- */

static void begin(uint8_t players)
{
    struct kit_setting setting = {.game = &patrician_game, .players = players};
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    game_settle_chance(&patrician_game, table.state, NULL);
    state()->board.mover = ALICE;
}

static int close_table(void **unused)
{
    (void)unused;
    if (table.state != NULL)
        kit_table_close(&table);
    table.state = NULL;
    return 0;
}

static void set_hand(unsigned seat, uint8_t card)
{
    memset(state()->hands[seat], PATRICIAN_NO_CARD, PATRICIAN_HAND);
    state()->hands[seat][0] = card;
    state()->secrets[seat] = 0;
}

/* Owners from the ground up, as letters: `ABBA`. */
static void set_tower(unsigned index, unsigned site, const char *owners)
{
    struct patrician_city *place = city(index);
    place->heights[site - 1] = (uint8_t)strlen(owners);
    memset(place->floors[site - 1], 0, PATRICIAN_TOWER_MAX);
    for (size_t i = 0; owners[i] != '\0'; i++)
        place->floors[site - 1][i] = (uint8_t)(owners[i] - 'A');
}

static void clear_open_cards(void)
{
    for (unsigned i = 0; i < patrician_cities_in_play(state()->board.players); i++)
        city(i)->open = PATRICIAN_NO_CARD;
    memset(state()->deck, 0, sizeof state()->deck);
    state()->board.deck_left = 0;
}

/* All legal moves of a seat, separated by commas. */
static const char *legal_moves(uint8_t seat)
{
    return kit_legal(&table, seat);
}

static const char *card_text(uint8_t card)
{
    static char buffer[32];
    struct text text = TEXT_IN(buffer);
    patrician_print_card(card, &text);
    return buffer;
}

/* -- The box ----------------------------------------------------------------------------------- */

static void test_box_totals(void **unused)
{
    (void)unused;
    unsigned all = 0, without_pistoia = 0, starred = 0;
    for (uint8_t card = 0; card < PATRICIAN_CODES; card++) {
        unsigned copies = patrician_card_copies(card);
        all += copies;
        without_pistoia += patrician_card_city(card) == PISTOIA ? 0 : copies;
        starred += patrician_is_starred(card) ? copies : 0;
    }
    assert_int_equal(all, 55);
    assert_int_equal(without_pistoia, 48);
    assert_int_equal(starred, 15);
}

static void test_box_crests_add_up_to_the_limit(void **unused)
{
    (void)unused;
    static const uint8_t counts[PATRICIAN_CITIES] = {7, 7, 5, 7, 5, 5, 4, 4, 4, 7};
    for (unsigned i = 0; i < PATRICIAN_CITIES; i++) {
        unsigned cards = 0, crests = 0;
        for (unsigned what = 0; what < PATRICIAN_WHATS; what++) {
            cards += patrician_cities[i].cards[what];
            crests += patrician_cities[i].cards[what] * (what == PATRICIAN_TWO ? 2u : 1u);
        }
        assert_int_equal(cards, counts[i]);
        assert_int_equal(crests, patrician_cities[i].limit);
        assert_true(patrician_cities[i].limit <= PATRICIAN_TOWER_MAX + 1);
        assert_int_equal(patrician_cities[i].limit % 2, 1);
        assert_int_equal(patrician_alphabet[patrician_rank[i]], i);
    }
}

static void test_card_codes_rise_with_their_texts(void **unused)
{
    (void)unused;
    char before[32] = "";
    for (uint8_t card = 0; card < PATRICIAN_CODES; card++) {
        char with_site[40];
        struct text text = TEXT_IN(with_site);
        text_add(&text, card_text(card));
        text_add(&text, " 1");
        assert_true(strcmp(before, with_site) < 0);
        memcpy(before, with_site, sizeof before);
    }
    assert_string_equal(card_text(patrician_card(BOLOGNA, PATRICIAN_L_STARRED)), "bologna:l*");
}

/* -- Rule 1 ------------------------------------------------------------------------------------ */

static void test_rule_1_how_many_cards_lie_where(void **unused)
{
    (void)unused;
    begin(4);
    assert_int_equal(state()->board.deck_left, 27);
    for (unsigned seat = 0; seat < 4; seat++)
        for (unsigned i = 0; i < PATRICIAN_HAND; i++)
            assert_true(patrician_is_starred(state()->hands[seat][i]));
    for (unsigned i = 0; i < PISTOIA; i++)
        assert_int_not_equal(city(i)->open, PATRICIAN_NO_CARD);
    assert_int_equal(state()->board.floors_left[ALICE], 21);
    begin(5);
    assert_int_equal(state()->board.deck_left, 30);
    assert_int_not_equal(city(PISTOIA)->open, PATRICIAN_NO_CARD);
    begin(3);
    assert_int_equal(state()->board.floors_left[ALICE], 29);
    begin(2);
    assert_int_equal(state()->board.floors_left[ALICE], 39);
}

/* -- Rules 2 and 3 ----------------------------------------------------------------------------- */

static void refuse_deal(const struct patrician_chance *outcome)
{
    assert_int_equal(
        patrician_game.rules->deal(table.state, (const struct game_chance *)outcome, NULL),
        PATRICIAN_IMPOSSIBLE_DEAL);
}

static void test_rule_1_what_can_not_be_dealt(void **unused)
{
    struct kit_setting setting = {.game = &patrician_game, .players = 3};
    struct patrician_chance outcome, broken;
    close_table(unused);
    kit_table_open(&table, &setting, 0);
    patrician_game.rules->draw(table.state, (struct game_chance *)&outcome);
    broken = outcome;
    broken.first = 3;
    refuse_deal(&broken);
    broken = outcome;
    broken.deck_count--;
    refuse_deal(&broken);
    broken = outcome;
    broken.deck_count = PATRICIAN_DECK_MAX + 1;
    refuse_deal(&broken);
    broken = outcome;
    broken.hand_counts[2]--;
    refuse_deal(&broken);
    broken = outcome;
    broken.hands[0][0] = broken.hands[1][0];
    refuse_deal(&broken);
    broken = outcome;
    broken.open[1] = broken.open[0];
    refuse_deal(&broken);
    broken = outcome;
    broken.deck[0] = broken.hands[0][0];
    refuse_deal(&broken);
    broken = outcome;
    broken.deck[0] = outcome.hands[0][0]; /* a starred card in the deck, another in the hand */
    broken.hands[0][0] = outcome.deck[0];
    refuse_deal(&broken);
    assert_int_equal(
        patrician_game.rules->deal(table.state, (const struct game_chance *)&outcome, NULL), 0);
    refuse_deal(&outcome); /* nothing waits to be dealt any more */
}

static void test_rule_2_a_card_builds_in_its_city(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_TWO));
    assert_string_equal(legal_moves(ALICE),
                        "play siena:2 1 1, play siena:2 1 2, play siena:2 2 1, play siena:2 2 2");
    kit_make(&table, ALICE, "play siena:2 2 1");
    assert_int_equal(city(SIENA)->heights[0], 1);
    assert_int_equal(city(SIENA)->heights[1], 1);
    assert_int_equal(state()->board.floors_left[ALICE], 37);
    assert_int_equal(state()->board.mover, BRUNO);
}

static void test_rule_2_only_cards_of_the_own_hand(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(BOLOGNA, PATRICIAN_L));
    assert_int_equal(kit_refusal(&table, ALICE, "play bologna:l* 1"), PATRICIAN_NO_SUCH_CARD);
    assert_int_equal(kit_refusal(&table, BRUNO, "play bologna:l 1"), PATRICIAN_NOT_YOUR_TURN);
}

static void test_rule_3_four_and_none(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(PARMA, PATRICIAN_MOVE));
    set_tower(PARMA, 1, "AABB");
    assert_string_equal(legal_moves(ALICE), "play parma:move 2");
    assert_int_equal(kit_refusal(&table, ALICE, "play parma:move 1"), PATRICIAN_EMPTY_SITE_FIRST);
}

static void test_rule_3_three_and_none(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(PARMA, PATRICIAN_TWO));
    set_tower(PARMA, 1, "AAB");
    assert_string_equal(legal_moves(ALICE), "play parma:2 1 2, play parma:2 2 1, play parma:2 2 2");
    set_tower(PARMA, 1, "");
    set_tower(PARMA, 2, "AAB");
    assert_string_equal(legal_moves(ALICE), "play parma:2 1 1, play parma:2 1 2, play parma:2 2 1");
}

/* -- Rule 4 ------------------------------------------------------------------------------------ */

static void test_rule_4_the_highest_of_equals(void **unused)
{
    (void)unused;
    static const uint8_t tower[] = {ALICE, BRUNO, ALICE, BRUNO, CARLA};
    struct patrician_majority majority = patrician_majority_in(tower, 5);
    assert_int_equal(majority.winner, BRUNO);
    assert_int_equal(majority.floors, 2);
    assert_true(majority.tied);
    static const uint8_t clear[] = {ALICE, ALICE, BRUNO};
    majority = patrician_majority_in(clear, 3);
    assert_int_equal(majority.winner, ALICE);
    assert_false(majority.tied);
}

static void test_rule_4_a_city_of_seven(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_LL));
    set_tower(SIENA, 1, "BAA");
    set_tower(SIENA, 2, "BBA");
    assert_false(patrician_is_scored(city(SIENA)));
    kit_make(&table, ALICE, "play siena:ll 1");
    assert_int_equal(city(SIENA)->tiles[0], ALICE);
    assert_int_equal(city(SIENA)->tiles[1], BRUNO);
    assert_int_equal(patrician_score_of(&state()->board, ALICE).tile_points, 7);
    assert_int_equal(patrician_score_of(&state()->board, BRUNO).tile_points, 4);
}

/* -- Rule 5 ------------------------------------------------------------------------------------ */

static void begin_a_move(const char *roma_1, const char *roma_2)
{
    begin(2);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_MOVE));
    set_tower(SIENA, 1, "A");
    set_tower(ROMA, 1, roma_1);
    set_tower(ROMA, 2, roma_2);
    kit_make(&table, ALICE, "play siena:move 1");
}

static void test_rule_5_where_somebody_can_move(void **unused)
{
    (void)unused;
    begin_a_move("AB", "");
    assert_string_equal(legal_moves(ALICE), "move roma 1, pass");
    assert_int_equal(kit_refusal(&table, ALICE, "move siena 1"), PATRICIAN_JUST_BUILT_THERE);
    assert_int_equal(kit_refusal(&table, ALICE, "move roma 2"), PATRICIAN_NO_TOWER);
    assert_int_equal(kit_refusal(&table, ALICE, "move lucca 1"), PATRICIAN_NO_OWN_FLOOR);
    assert_int_equal(kit_refusal(&table, ALICE, "move pistoia 1"), PATRICIAN_NOT_IN_PLAY);
    assert_int_equal(kit_refusal(&table, ALICE, "take siena"), PATRICIAN_MOVE_NOW);
    kit_make(&table, ALICE, "move roma 1");
    assert_int_equal(city(ROMA)->heights[0], 1);
    assert_int_equal(city(ROMA)->floors[1][0], BRUNO);
    assert_int_equal(state()->board.mover, BRUNO);
}

static void test_rule_5_a_site_may_become_empty(void **unused)
{
    (void)unused;
    begin_a_move("B", "A");
    assert_string_equal(legal_moves(ALICE), "move roma 1, move roma 2, pass");
    kit_make(&table, ALICE, "move roma 1");
    assert_int_equal(city(ROMA)->heights[0], 0);
    assert_int_equal(city(ROMA)->heights[1], 2);
}

static void test_rule_5_skipped_when_nothing_can_be_moved(void **unused)
{
    (void)unused;
    begin_a_move("BB", "B");
    assert_int_equal(state()->board.mover, BRUNO);
}

static void test_rule_5_not_in_a_scored_city(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_MOVE));
    set_tower(PARMA, 1, "AAA");
    set_tower(PARMA, 2, "AB");
    set_tower(ROMA, 1, "A");
    city(PARMA)->tiles[0] = city(PARMA)->tiles[1] = ALICE;
    kit_make(&table, ALICE, "play siena:move 2");
    assert_string_equal(legal_moves(ALICE), "move roma 1, pass");
    assert_int_equal(kit_refusal(&table, ALICE, "move parma 1"), PATRICIAN_ALREADY_SCORED);
}

/* -- Rules 6 and 7 ----------------------------------------------------------------------------- */

static void test_rule_6_no_card_at_the_city(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(LUCCA, PATRICIAN_HH));
    clear_open_cards();
    city(ROMA)->open = patrician_card(MILANO, PATRICIAN_TWO);
    city(VERONA)->open = patrician_card(MILANO, PATRICIAN_TWO);
    kit_make(&table, ALICE, "play lucca:hh 1");
    assert_string_equal(legal_moves(ALICE), "take roma, take verona");
    assert_int_equal(kit_refusal(&table, ALICE, "take lucca"), PATRICIAN_NO_CARD_THERE);
    kit_make(&table, ALICE, "take verona");
    assert_int_equal(city(VERONA)->open, PATRICIAN_NO_CARD);
    assert_int_equal(state()->hands[ALICE][0], patrician_card(MILANO, PATRICIAN_TWO));
    assert_int_equal(state()->board.mover, BRUNO);
}

static void test_rule_6_no_card_anywhere(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(LUCCA, PATRICIAN_HH));
    clear_open_cards();
    kit_make(&table, ALICE, "play lucca:hh 1");
    assert_int_equal(patrician_hand_size(state()->hands[ALICE]), 0);
    assert_int_equal(state()->board.mover, BRUNO);
}

static void test_rule_6_a_free_choice(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(LUCCA, PATRICIAN_FREE));
    kit_make(&table, ALICE, "play lucca:free 1");
    assert_string_equal(legal_moves(ALICE),
                        "take bologna, take ferrara, take firenze, take lucca, take milano, "
                        "take parma, take roma, take siena, take verona");
}

static void test_rule_7_the_next_card_is_turned_up(void **unused)
{
    (void)unused;
    begin(2);
    uint8_t next = state()->deck[state()->board.deck_left - 1];
    uint8_t open = city(LUCCA)->open;
    set_hand(ALICE, patrician_card(LUCCA, PATRICIAN_HH));
    kit_make(&table, ALICE, "play lucca:hh 1");
    assert_int_equal(state()->hands[ALICE][0], open);
    assert_int_equal(city(LUCCA)->open, next);
    assert_int_equal(state()->board.deck_left, 32);
}

/* -- Rules 8 to 10 ----------------------------------------------------------------------------- */

static void set_played(unsigned seat, unsigned count, const uint8_t *cards)
{
    memcpy(state()->board.played[seat], cards, count);
    state()->board.played_counts[seat] = (uint8_t)count;
}

static void test_rule_9_nobles(void **unused)
{
    (void)unused;
    const uint8_t cards[] = {
        patrician_card(ROMA, PATRICIAN_LL),        patrician_card(SIENA, PATRICIAN_LL),
        patrician_card(ROMA, PATRICIAN_L_STARRED), patrician_card(LUCCA, PATRICIAN_L_STARRED),
        patrician_card(BOLOGNA, PATRICIAN_L),      patrician_card(LUCCA, PATRICIAN_HH),
        patrician_card(PARMA, PATRICIAN_BB),       patrician_card(VERONA, PATRICIAN_B),
        patrician_card(ROMA, PATRICIAN_TWO)};
    begin(2);
    set_played(ALICE, sizeof cards, cards);
    struct patrician_score score = patrician_score_of(&state()->board, ALICE);
    assert_int_equal(score.nobles[PATRICIAN_LADY], 7);
    assert_int_equal(score.nobles[PATRICIAN_HAT], 2);
    assert_int_equal(score.nobles[PATRICIAN_BEARD], 3);
    assert_int_equal(score.noble_points, 18);
}

static void test_rule_10_fewer_floors_win_a_tie(void **unused)
{
    (void)unused;
    struct game_result result;
    begin(3);
    city(PARMA)->tiles[0] = ALICE;
    city(VERONA)->tiles[0] = BRUNO;
    set_tower(ROMA, 1, "AAB");
    patrician_standing(&state()->board, &result);
    assert_int_equal(result.scores[ALICE], 5);
    assert_int_equal(result.scores[BRUNO], 5);
    assert_int_equal(result.winners, SEAT_BIT(BRUNO));
    set_tower(ROMA, 2, "B");
    patrician_standing(&state()->board, &result);
    assert_int_equal(result.winners, SEAT_BIT(ALICE) | SEAT_BIT(BRUNO));
}

static void test_rule_8_everybody_plays_the_same_number_of_cards(void **unused)
{
    (void)unused;
    static const uint8_t counts[] = {[2] = 24, [3] = 16, [4] = 12, [5] = 11};
    for (uint8_t players = 2; players <= 5; players++) {
        begin(players);
        kit_play_out(&table, table.state);
        for (unsigned seat = 0; seat < players; seat++)
            assert_int_equal(state()->board.played_counts[seat], counts[players]);
        for (unsigned i = 0; i < patrician_cities_in_play(players); i++)
            assert_true(patrician_is_scored(city(i)));
    }
}

/* -- Who knows what ---------------------------------------------------------------------------- */

static void test_taken_cards_are_known(void **unused)
{
    (void)unused;
    begin(2);
    uint8_t open = city(LUCCA)->open;
    uint8_t dealt[2] = {state()->hands[ALICE][0], state()->hands[ALICE][1]};
    state()->secrets[ALICE] &= ~patrician_secret_bit(state()->hands[ALICE][2]);
    state()->hands[ALICE][2] = PATRICIAN_NO_CARD;
    patrician_hand_add(state()->hands[ALICE], patrician_card(LUCCA, PATRICIAN_HH));
    kit_make(&table, ALICE, "play lucca:hh 1");
    struct game_view *seen = kit_view(&table, table.state, BRUNO);
    const struct patrician_view *view = (const struct patrician_view *)seen;
    assert_int_equal(view->hands[ALICE][0], open);
    assert_int_equal(view->hands[ALICE][1], PATRICIAN_UNSEEN_CARD);
    assert_int_equal(view->hands[ALICE][2], PATRICIAN_UNSEEN_CARD);
    free(seen);
    assert_true(state()->secrets[ALICE] & patrician_secret_bit(dealt[0]));
    assert_true(state()->secrets[ALICE] & patrician_secret_bit(dealt[1]));
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

static void test_typing_cards(void **unused)
{
    (void)unused;
    begin(2);
    memset(state()->hands[ALICE], PATRICIAN_NO_CARD, PATRICIAN_HAND);
    patrician_hand_add(state()->hands[ALICE], patrician_card(SIENA, PATRICIAN_TWO));
    patrician_hand_add(state()->hands[ALICE], patrician_card(SIENA, PATRICIAN_MOVE));
    patrician_hand_add(state()->hands[ALICE], patrician_card(BOLOGNA, PATRICIAN_B_STARRED));
    expect_typed("play siena:2 1 2", "play siena:2 1 2");
    expect_typed("SI:2 2 2", "play siena:2 2 2");
    expect_typed("siena 2 1 1", "play siena:2 1 1");
    expect_typed("s:m 2", "play siena:move 2");
    expect_typed("p b:b 1", "play bologna:b* 1");
    expect_typed("b:bb 1", "play bologna:bb 1");
    expect_typed("play siena:2 1", NULL);
    expect_typed("play siena:move 1 2", NULL);
    expect_typed("play siena:move 3", NULL);
    expect_typed("play x:2 1", NULL);
    expect_typed("", NULL);
}

static void test_typing_the_only_card_of_a_city(void **unused)
{
    (void)unused;
    begin(2);
    memset(state()->hands[ALICE], PATRICIAN_NO_CARD, PATRICIAN_HAND);
    patrician_hand_add(state()->hands[ALICE], patrician_card(SIENA, PATRICIAN_TWO));
    patrician_hand_add(state()->hands[ALICE], patrician_card(BOLOGNA, PATRICIAN_B_STARRED));
    expect_typed("play bologna 2", "play bologna:b* 2");
    expect_typed("b 1", "play bologna:b* 1");
    expect_typed("siena 2 1", "play siena:2 2 1");
    expect_typed("siena 2 1 1", "play siena:2 1 1");
    expect_typed("bologna patrician.card.beard() 1", "play bologna:b* 1"); /* as the hand says it */
    expect_typed("bologna 3", NULL);
    expect_typed("roma 1", NULL);
    set_hand(ALICE, patrician_card(BOLOGNA, PATRICIAN_L));
    patrician_hand_add(state()->hands[ALICE], patrician_card(BOLOGNA, PATRICIAN_L_STARRED));
    expect_typed("bologna 1", NULL);
    expect_typed("bologna patrician.card.lady() 1", NULL);
}

/* A complete word is never the beginning of a longer one. */
static void test_typing_a_card_that_is_not_held(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(BOLOGNA, PATRICIAN_L_STARRED));
    expect_typed("bologna:l 1", "play bologna:l 1");
    expect_typed("bologna:l* 1", "play bologna:l* 1");
    set_hand(ALICE, patrician_card(ROMA, PATRICIAN_L_STARRED));
    expect_typed("roma:l 1", "play roma:l* 1");
}

/* Only cities where the player may move something are meant. */
static void test_typing_the_beginning_of_a_city_to_move_in(void **unused)
{
    (void)unused;
    begin(5);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_MOVE));
    set_tower(PARMA, 1, "A");
    set_tower(PISTOIA, 1, "B");
    kit_make(&table, ALICE, "play siena:move 1");
    assert_string_equal(legal_moves(ALICE), "move parma 1, pass");
    expect_typed("m p 1", "move parma 1");
    expect_typed("m pi 1", "move pistoia 1");
}

static void test_typing_moves_and_takes(void **unused)
{
    (void)unused;
    begin_a_move("AB", "");
    expect_typed("m r 1", "move roma 1");
    expect_typed("p", "pass");
    expect_typed("move roma", NULL);
    begin(2);
    set_hand(ALICE, patrician_card(LUCCA, PATRICIAN_FREE));
    kit_make(&table, ALICE, "play lucca:free 1");
    expect_typed("v", "take verona");
    expect_typed("t ro", "take roma");
    expect_typed("pass", "pass");
}

/* -- Advice ------------------------------------------------------------------------------------ */

static uint16_t weight_of(uint8_t seat, const char *typed)
{
    game_move moves[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
    size_t count = patrician_game.rules->legal(table.state, seat, moves);
    patrician_advice.weigh(table.state, seat, moves, count, weights);
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        patrician_print(moves[i], &text);
        if (strcmp(text.bytes, typed) == 0)
            return weights[i];
    }
    fail_msg("%s is not legal", typed);
    return 0;
}

static int32_t lead_of(uint8_t seat)
{
    int32_t points[GAME_SEATS_MAX];
    patrician_advice.estimate(table.state, points);
    return points[seat] - points[1 - seat];
}

/* On site 2 the last floor wins the tie in the higher tower, and the lower one is won as well. */
static void test_advice_completes_a_city_where_it_wins_both_tiles(void **unused)
{
    (void)unused;
    begin(2);
    set_hand(ALICE, patrician_card(SIENA, PATRICIAN_LL));
    set_tower(SIENA, 1, "BAA");
    set_tower(SIENA, 2, "BBA");
    assert_true(weight_of(ALICE, "play siena:ll 2") > weight_of(ALICE, "play siena:ll 1"));
}

static void test_advice_a_lead_counts_more_where_less_can_be_built(void **unused)
{
    (void)unused;
    begin(2);
    memcpy(state()->hands[BRUNO], state()->hands[ALICE], PATRICIAN_HAND);
    assert_int_equal(lead_of(ALICE), 0);
    set_tower(ROMA, 1, "A");
    int32_t early = lead_of(ALICE);
    assert_true(early > 0);
    assert_int_equal(lead_of(BRUNO), -early);
    set_tower(ROMA, 2, "AAAAAA");
    assert_true(lead_of(ALICE) > early);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_totals),
        cmocka_unit_test(test_box_crests_add_up_to_the_limit),
        cmocka_unit_test(test_card_codes_rise_with_their_texts),
        cmocka_unit_test(test_rule_1_how_many_cards_lie_where),
        cmocka_unit_test(test_rule_1_what_can_not_be_dealt),
        cmocka_unit_test(test_rule_2_a_card_builds_in_its_city),
        cmocka_unit_test(test_rule_2_only_cards_of_the_own_hand),
        cmocka_unit_test(test_rule_3_four_and_none),
        cmocka_unit_test(test_rule_3_three_and_none),
        cmocka_unit_test(test_rule_4_the_highest_of_equals),
        cmocka_unit_test(test_rule_4_a_city_of_seven),
        cmocka_unit_test(test_rule_5_where_somebody_can_move),
        cmocka_unit_test(test_rule_5_a_site_may_become_empty),
        cmocka_unit_test(test_rule_5_skipped_when_nothing_can_be_moved),
        cmocka_unit_test(test_rule_5_not_in_a_scored_city),
        cmocka_unit_test(test_rule_6_no_card_at_the_city),
        cmocka_unit_test(test_rule_6_no_card_anywhere),
        cmocka_unit_test(test_rule_6_a_free_choice),
        cmocka_unit_test(test_rule_7_the_next_card_is_turned_up),
        cmocka_unit_test(test_rule_8_everybody_plays_the_same_number_of_cards),
        cmocka_unit_test(test_rule_9_nobles),
        cmocka_unit_test(test_rule_10_fewer_floors_win_a_tie),
        cmocka_unit_test(test_taken_cards_are_known),
        cmocka_unit_test(test_typing_cards),
        cmocka_unit_test(test_typing_the_only_card_of_a_city),
        cmocka_unit_test(test_typing_a_card_that_is_not_held),
        cmocka_unit_test(test_typing_the_beginning_of_a_city_to_move_in),
        cmocka_unit_test(test_typing_moves_and_takes),
        cmocka_unit_test(test_advice_completes_a_city_where_it_wins_both_tiles),
        cmocka_unit_test(test_advice_a_lead_counts_more_where_less_can_be_built),
    };
    return cmocka_run_group_tests_name("patrician", tests, NULL, close_table);
}
