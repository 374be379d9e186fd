/* The contents of the box. Certain: ten cities, one of them for five players only; the names of all
 * cities; 55 cards; the number of cards of each city; the kinds of card; "a tile for the limit, a
 * tile for the limit less three"; the limits of Roma, Milano and Siena.
 *
 * [reconstructed]: the other limits, how many cards of a city show a double crest, which nobles are
 * starred, what the other cards show, most colours. The crests of a city's cards add up to its
 * limit; the tests check every total.
 */
#include "games/patrician/patrician.h"

#define DOUBLE       [PATRICIAN_TWO]
#define BEARD        [PATRICIAN_B]
#define BEARD_STAR   [PATRICIAN_B_STARRED]
#define TWO_BEARDS   [PATRICIAN_BB]
#define FREE_CHOICE  [PATRICIAN_FREE]
#define HAT          [PATRICIAN_H]
#define HAT_STAR     [PATRICIAN_H_STARRED]
#define TWO_HATS     [PATRICIAN_HH]
#define LADY         [PATRICIAN_L]
#define LADY_STAR    [PATRICIAN_L_STARRED]
#define TWO_LADIES   [PATRICIAN_LL]
#define MOVE_A_FLOOR [PATRICIAN_MOVE]

const struct patrician_city_data patrician_cities[PATRICIAN_CITIES] = {
    {"Roma",
     "roma",
     PAINT_RED,
     9,
     {DOUBLE = 2, LADY_STAR = 1, HAT_STAR = 1, MOVE_A_FLOOR = 1, FREE_CHOICE = 1, TWO_LADIES = 1}},
    {"Firenze",
     "firenze",
     PAINT_PINK,
     9,
     {DOUBLE = 2, HAT_STAR = 1, BEARD_STAR = 1, MOVE_A_FLOOR = 1, FREE_CHOICE = 1, TWO_HATS = 1}},
    {"Milano", "milano", PAINT_GREEN, 9, {DOUBLE = 4, HAT_STAR = 1}},
    {"Bologna",
     "bologna",
     PAINT_BLUE,
     7,
     {BEARD_STAR = 1, LADY_STAR = 1, MOVE_A_FLOOR = 1, FREE_CHOICE = 1, TWO_BEARDS = 1, LADY = 1,
      HAT = 1}},
    {"Siena",
     "siena",
     PAINT_GREY,
     7,
     {DOUBLE = 2, BEARD_STAR = 1, MOVE_A_FLOOR = 1, TWO_LADIES = 1}},
    {"Lucca", "lucca", PAINT_YELLOW, 7, {DOUBLE = 2, LADY_STAR = 1, FREE_CHOICE = 1, TWO_HATS = 1}},
    {"Parma", "parma", PAINT_NONE, 5, {DOUBLE = 1, HAT_STAR = 1, MOVE_A_FLOOR = 1, TWO_BEARDS = 1}},
    {"Verona", "verona", PAINT_NONE, 5, {DOUBLE = 1, LADY_STAR = 1, FREE_CHOICE = 1, BEARD = 1}},
    {"Ferrara",
     "ferrara",
     PAINT_NONE,
     5,
     {DOUBLE = 1, BEARD_STAR = 1, MOVE_A_FLOOR = 1, FREE_CHOICE = 1}},
    {"Pistoia",
     "pistoia",
     PAINT_YELLOW,
     7,
     {LADY_STAR = 1, HAT_STAR = 1, BEARD_STAR = 1, MOVE_A_FLOOR = 2, FREE_CHOICE = 2}},
};

enum { ROMA, FIRENZE, MILANO, BOLOGNA, SIENA, LUCCA, PARMA, VERONA, FERRARA, PISTOIA };

const uint8_t patrician_alphabet[PATRICIAN_CITIES] = {BOLOGNA, FERRARA, FIRENZE, LUCCA, MILANO,
                                                      PARMA,   PISTOIA, ROMA,    SIENA, VERONA};

const uint8_t patrician_rank[PATRICIAN_CITIES] = {
    [BOLOGNA] = 0, [FERRARA] = 1, [FIRENZE] = 2, [LUCCA] = 3, [MILANO] = 4,
    [PARMA] = 5,   [PISTOIA] = 6, [ROMA] = 7,    [SIENA] = 8, [VERONA] = 9};

const char *const patrician_whats[PATRICIAN_WHATS] = {
    [PATRICIAN_TWO] = "2", [PATRICIAN_B] = "b",       [PATRICIAN_B_STARRED] = "b*",
    [PATRICIAN_BB] = "bb", [PATRICIAN_FREE] = "free", [PATRICIAN_H] = "h",
    [PATRICIAN_HH] = "hh", [PATRICIAN_L] = "l",       [PATRICIAN_H_STARRED] = "h*",
    [PATRICIAN_LL] = "ll", [PATRICIAN_MOVE] = "move", [PATRICIAN_L_STARRED] = "l*"};

unsigned patrician_cities_in_play(unsigned players)
{
    return players == 5 ? PATRICIAN_CITIES : PATRICIAN_CITIES - 1;
}

unsigned patrician_tile(unsigned city, unsigned tile)
{
    return patrician_cities[city].limit - 3 * tile;
}

uint8_t patrician_card(unsigned city, enum patrician_what what)
{
    return (uint8_t)(patrician_rank[city] * PATRICIAN_WHATS + what);
}

unsigned patrician_card_city(uint8_t card)
{
    return patrician_alphabet[card / PATRICIAN_WHATS];
}

enum patrician_what patrician_card_what(uint8_t card)
{
    return (enum patrician_what)(card % PATRICIAN_WHATS);
}

unsigned patrician_card_copies(uint8_t card)
{
    return patrician_cities[patrician_card_city(card)].cards[patrician_card_what(card)];
}

bool patrician_is_starred(uint8_t card)
{
    enum patrician_what what = patrician_card_what(card);
    return what == PATRICIAN_B_STARRED || what == PATRICIAN_H_STARRED ||
           what == PATRICIAN_L_STARRED;
}

unsigned patrician_nobles(uint8_t card, enum patrician_noble noble)
{
    static const uint8_t nobles[PATRICIAN_WHATS][PATRICIAN_NOBLES] = {
        [PATRICIAN_B] = {[PATRICIAN_BEARD] = 1},
        [PATRICIAN_B_STARRED] = {[PATRICIAN_BEARD] = 1},
        [PATRICIAN_BB] = {[PATRICIAN_BEARD] = 2},
        [PATRICIAN_H] = {[PATRICIAN_HAT] = 1},
        [PATRICIAN_H_STARRED] = {[PATRICIAN_HAT] = 1},
        [PATRICIAN_HH] = {[PATRICIAN_HAT] = 2},
        [PATRICIAN_L] = {[PATRICIAN_LADY] = 1},
        [PATRICIAN_L_STARRED] = {[PATRICIAN_LADY] = 1},
        [PATRICIAN_LL] = {[PATRICIAN_LADY] = 2}};
    return nobles[patrician_card_what(card)][noble];
}

void patrician_print_card(uint8_t card, struct text *out)
{
    text_add(out, patrician_cities[patrician_card_city(card)].code);
    text_add_char(out, ':');
    text_add(out, patrician_whats[patrician_card_what(card)]);
}
