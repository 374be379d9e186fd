/* Shared by the tests of Castellers. Positions are made by writing the state. */
#ifndef BELFRY_TESTS_CASTELLERS_KIT_H
#define BELFRY_TESTS_CASTELLERS_KIT_H

#include <stdlib.h>
#include <string.h>

#include "games/castellers/castellers.h"
#include "tests/kit/kit.h"

enum { ALICE, BRUNO, CARLA };

static struct kit_table table;

static inline struct castellers_state *state(void)
{
    return (struct castellers_state *)table.state;
}

static inline struct castellers_board *board(void)
{
    return &state()->board;
}

/* -- Making positions -------------------------------------------------------------------------- */

/* Empty reserves, no castle, a full bag; seat 1 begins. */
static inline void begin(uint8_t players)
{
    struct kit_setting setting = {.game = &castellers_game, .players = players};
    if (table.state != NULL)
        kit_table_close(&table);
    kit_table_open(&table, &setting, 0);
    game_settle_chance(&castellers_game, table.state, NULL);
    memset(board()->reserves, 0, sizeof board()->reserves);
    board()->mover = ALICE;
}

static inline int close_table(void **unused)
{
    (void)unused;
    if (table.state != NULL)
        kit_table_close(&table);
    table.state = NULL;
    return 0;
}

static inline uint8_t pawn_of(const char *text)
{
    const char *letter = memchr(castellers_letters, text[0], CASTELLERS_COLOURS);
    assert_non_null(letter);
    return castellers_pawn((unsigned)(letter - castellers_letters), (unsigned)(text[1] - '0'));
}

/* `r1 r2 w3` */
static inline void add_reserve(uint8_t seat, const char *pawns)
{
    for (; *pawns != '\0'; pawns += pawns[2] == ' ' ? 3 : 2)
        board()->reserves[seat][pawn_of(pawns)]++;
}

static inline unsigned in_reserve(uint8_t seat, const char *pawn)
{
    return board()->reserves[seat][pawn_of(pawn)];
}

static inline void set_next_in_bag(const char *pawn)
{
    state()->bag[board()->bag_left - 1] = pawn_of(pawn);
}

/* A new castle with these columns from the ground up: `r1-r3 r4`. */
static inline void add_castle(uint8_t seat, const char *columns)
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

static inline const struct castellers_castle *castle_of(uint8_t seat, uint8_t number)
{
    const struct castellers_castle *castle = castellers_find(board(), seat, number);
    assert_non_null(castle);
    return castle;
}

/* Whether a castle of seat 1 with these columns is valid. */
static inline bool is_valid(const char *columns)
{
    begin(2);
    add_castle(ALICE, columns);
    return castellers_is_valid(castle_of(ALICE, 1));
}

static inline bool is_legal(uint8_t seat, const char *move)
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

static inline const char *legal_moves(uint8_t seat)
{
    return kit_legal(&table, seat);
}

#endif
