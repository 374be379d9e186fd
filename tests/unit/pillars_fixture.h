/* A table of Pillars where tests set up the positions. */
#ifndef BELFRY_TESTS_PILLARS_FIXTURE_H
#define BELFRY_TESTS_PILLARS_FIXTURE_H

#include "games/pillars/pillars.h"
#include "tests/kit/kit.h"

extern struct kit_table pillars_fixture_table;

struct pillars_state *pillars_fixture_site(void);

/* Returns the pile in its printed order; seat 1 gets the first cards in the order of their texts.
 */
struct pillars_chance pillars_fixture_dealt(uint8_t players);
game_refusal pillars_fixture_deal(const struct pillars_chance *chance);
/* Open a table that waits for its setup, and one that has it. */
void pillars_fixture_open_table(uint8_t players, unsigned max_rounds);
void pillars_fixture_begin(uint8_t players, unsigned max_rounds);
/* For cmocka: closes the table. */
int pillars_fixture_close_table(void **state);

uint8_t pillars_fixture_card(const char *written);
/* Reads cards written with single blanks between them. */
card_set pillars_fixture_cards(const char *written);

/* The tricks are over: nobody has anything yet, but everybody a trick. */
void pillars_fixture_before_evaluation(uint8_t players, unsigned max_rounds);
void pillars_fixture_set_materials(uint8_t seat, unsigned metal, unsigned sand, unsigned stone,
                                   unsigned wood);
void pillars_fixture_evaluate(void);

/* `expected` are all legal moves with commas between them. */
void pillars_fixture_check_legal(uint8_t seat, const char *expected);
void pillars_fixture_check_result(const int32_t *scores, seat_set winners);

#endif
