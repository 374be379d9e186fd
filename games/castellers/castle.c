#include "games/castellers/castellers.h"

#include <string.h>

/* Counts the bits of a byte pairwise: searches ask it so often that a call of the compiler's own
 * function takes a sixth of their time. */
unsigned castellers_column_height(const struct castellers_column *column)
{
    unsigned bits = column->values;
    bits -= bits >> 1 & 0x55;
    bits = (bits & 0x33) + (bits >> 2 & 0x33);
    return (bits + (bits >> 4)) & 15;
}

static bool has_one_pawn(const struct castellers_column *column)
{
    return (column->values & (column->values - 1)) == 0;
}

static uint8_t pawn_of(const struct castellers_castle *castle, unsigned column, unsigned bit)
{
    bool white = castle->columns[column].whites >> bit & 1;
    return castellers_pawn(white ? CASTELLERS_WHITE : castle->colour, bit + 1);
}

uint8_t castellers_pawn_at(const struct castellers_castle *castle, unsigned column, unsigned level)
{
    unsigned values = castle->columns[column].values;
    while (--level > 0)
        values &= values - 1;
    return pawn_of(castle, column, (unsigned)__builtin_ctz(values));
}

static unsigned top_bit(const struct castellers_column *column)
{
    return 31u - (unsigned)__builtin_clz(column->values);
}

uint8_t castellers_top(const struct castellers_castle *castle, unsigned column)
{
    return pawn_of(castle, column, top_bit(&castle->columns[column]));
}

unsigned castellers_castle_pawns(const struct castellers_castle *castle)
{
    unsigned pawns = 0;
    for (unsigned i = 0; i < castle->width; i++)
        pawns += castellers_column_height(&castle->columns[i]);
    return pawns;
}

unsigned castellers_level_pawns(const struct castellers_castle *castle, unsigned level)
{
    unsigned pawns = 0;
    for (unsigned i = 0; i < castle->width; i++)
        pawns += castellers_column_height(&castle->columns[i]) >= level;
    return pawns;
}

unsigned castellers_levels(const struct castellers_castle *castle)
{
    unsigned levels = 0;
    for (unsigned i = 0; i < castle->width; i++)
        if (castellers_column_height(&castle->columns[i]) > levels)
            levels = castellers_column_height(&castle->columns[i]);
    return levels;
}

bool castellers_is_valid(const struct castellers_castle *castle)
{
    for (unsigned i = 0; i < castle->width; i++)
        if (has_one_pawn(&castle->columns[i]))
            return false;
    return castle->width > 1 ||
           castellers_column_height(&castle->columns[0]) >= CASTELLERS_VALID_PAWNS;
}

bool castellers_may_widen(const struct castellers_castle *castle)
{
    for (unsigned i = 0; i < castle->width; i++)
        if (!has_one_pawn(&castle->columns[i]))
            return false;
    return true;
}

/* The lowest incomplete level is just above the lowest columns. */
uint64_t castellers_open_tops(const struct castellers_castle *castle)
{
    unsigned lowest = CASTELLERS_VALUES;
    uint64_t tops = 0;
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        if (height < lowest) {
            lowest = height;
            tops = 0;
        }
        if (height == lowest)
            tops |= (uint64_t)1 << castellers_top(castle, i);
    }
    return tops;
}

bool castellers_takes_colour(const struct castellers_castle *castle, unsigned pawn)
{
    unsigned colour = castellers_colour(pawn);
    return colour == CASTELLERS_WHITE || castle->colour == CASTELLERS_WHITE ||
           colour == castle->colour;
}

const struct castellers_castle *castellers_find(const struct castellers_board *board, uint8_t seat,
                                                uint8_t number)
{
    for (unsigned i = 0; i < board->castle_count; i++)
        if (board->castles[i].owner == seat && board->castles[i].number == number)
            return &board->castles[i];
    return NULL;
}

static unsigned index_of(const struct castellers_board *board, uint8_t seat, uint8_t number)
{
    return (unsigned)(castellers_find(board, seat, number) - board->castles);
}

/* A new castle gets the lowest free number of its owner. */
static unsigned open_castle(struct castellers_board *board, uint8_t seat)
{
    uint8_t number = 1;
    unsigned at = 0;
    while (at < board->castle_count && board->castles[at].owner < seat)
        at++;
    for (; at < board->castle_count && board->castles[at].owner == seat &&
           board->castles[at].number == number;
         at++)
        number++;
    memmove(&board->castles[at + 1], &board->castles[at],
            (board->castle_count - at) * sizeof board->castles[0]);
    board->castle_count++;
    board->castles[at] =
        (struct castellers_castle){.owner = seat, .number = number, .colour = CASTELLERS_WHITE};
    return at;
}

static void add_to_column(struct castellers_castle *castle, unsigned column, uint8_t pawn)
{
    uint8_t bit = (uint8_t)(1u << (castellers_value(pawn) - 1));
    castle->columns[column].values |= bit;
    if (castellers_colour(pawn) == CASTELLERS_WHITE)
        castle->columns[column].whites |= bit;
    else
        castle->colour = (uint8_t)castellers_colour(pawn);
}

/* The open column with this top; of several the one begun first. */
static unsigned open_column(const struct castellers_castle *castle, uint8_t top)
{
    unsigned found = 0, lowest = CASTELLERS_VALUES + 1;
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        if (height < lowest && castellers_top(castle, i) == top) {
            lowest = height;
            found = i;
        }
    }
    return found;
}

unsigned castellers_put(struct castellers_board *board, uint8_t seat, uint8_t pawn, uint8_t number,
                        uint8_t target)
{
    unsigned index = number == 0 ? open_castle(board, seat) : index_of(board, seat, number);
    struct castellers_castle *castle = &board->castles[index];
    unsigned column = target == CASTELLERS_CODES ? castle->width++ : open_column(castle, target);
    add_to_column(castle, column, pawn);
    return index;
}

static void close_castle(struct castellers_board *board, unsigned index)
{
    board->castle_count--;
    memmove(&board->castles[index], &board->castles[index + 1],
            (board->castle_count - index) * sizeof board->castles[0]);
    memset(&board->castles[board->castle_count], 0, sizeof board->castles[0]);
}

static void remove_column(struct castellers_castle *castle, unsigned column)
{
    castle->width--;
    memmove(&castle->columns[column], &castle->columns[column + 1],
            (castle->width - column) * sizeof castle->columns[0]);
    castle->columns[castle->width] = (struct castellers_column){0};
}

/* Updates the colour: a castle of white pawns only has none (rule 6). */
static void find_colour(struct castellers_castle *castle)
{
    for (unsigned i = 0; i < castle->width; i++)
        if (castle->columns[i].values != castle->columns[i].whites)
            return;
    castle->colour = CASTELLERS_WHITE;
}

/* Rule 9: of several equal pawns the one on the highest level falls, then the one in the column
 * begun first. */
static unsigned falling_column(const struct castellers_castle *castle, uint8_t pawn)
{
    unsigned found = 0, highest = 0;
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        if (height > highest && castellers_top(castle, i) == pawn) {
            highest = height;
            found = i;
        }
    }
    return found;
}

void castellers_drop(struct castellers_board *board, uint8_t seat, uint8_t number, uint8_t pawn)
{
    unsigned index = index_of(board, seat, number);
    struct castellers_castle *castle = &board->castles[index];
    unsigned column = falling_column(castle, pawn);
    uint8_t bit = (uint8_t)(1u << (castellers_value(pawn) - 1));
    castle->columns[column].values &= (uint8_t)~bit;
    castle->columns[column].whites &= (uint8_t)~bit;
    if (castle->columns[column].values == 0)
        remove_column(castle, column);
    if (castle->width == 0)
        close_castle(board, index);
    else
        find_colour(castle);
}
