/* Printing cards and moves, and parsing what people type. */
#include "games/shared/notation.h"

#include "games/njet/njet.h"
#include "games/shared/names.h"

/* -- Cards ------------------------------------------------------------------------------------- */

static const char letters[] = "bgkr";

void njet_print_card(uint8_t card, struct text *out)
{
    text_add_char(out, letters[njet_colour(card)]);
    text_add_number(out, njet_value(card));
}

bool njet_parse_card(const char *bytes, size_t length, uint8_t *card)
{
    if (length != 2 || bytes[1] < '1' || bytes[1] > '9')
        return false;
    for (uint8_t colour = 0; colour < NJET_COLOURS; colour++) {
        if (bytes[0] == letters[colour]) {
            *card = njet_card(colour, (uint8_t)(bytes[1] - '0'));
            return true;
        }
    }
    return false;
}

void njet_print_cards(card_set set, struct text *out)
{
    uint8_t cards[NJET_CARDS];
    unsigned count = njet_sort_cards(set, cards);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add(out, " ");
        njet_print_card(cards[i], out);
    }
}

/* -- Words ------------------------------------------------------------------------------------- */

enum word { ALONE, DISCARD, NJET, PARTNER, PLAY, POINTS, START, SUPER, TRUMP, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"alone",  "discard", "njet",  "partner", "play",
                                                   "points", "start",   "super", "trump"};

static const uint8_t row_words[NJET_ROWS] = {[NJET_ROW_DISCARD] = DISCARD,
                                             [NJET_ROW_POINTS] = POINTS,
                                             [NJET_ROW_START] = START,
                                             [NJET_ROW_SUPER] = SUPER,
                                             [NJET_ROW_TRUMP] = TRUMP};

enum { NONE = NJET_COLOURS, COLOUR_WORDS };

static const char *const colour_words[COLOUR_WORDS] = {
    [NJET_BLUE] = "blue", [NJET_GREEN] = "green", [NJET_BLACK] = "black",
    [NJET_RED] = "red",   [NONE] = "none",
};

static unsigned colour_word_of(uint8_t cell)
{
    uint8_t colour = njet_cell_colour(cell);
    return colour == NJET_NO_COLOUR ? NONE : colour;
}

static bool is_colour_row(uint8_t row)
{
    return row == NJET_ROW_SUPER || row == NJET_ROW_TRUMP;
}

/* The number on a cell of a row without colours. */
static unsigned number_of(uint8_t cell)
{
    uint8_t row = njet_row_of(cell);
    return (unsigned)(cell - njet_rows[row].first) + (row == NJET_ROW_DISCARD ? 0 : 1);
}

const char *njet_row_message(uint8_t row)
{
    static const char *const messages[NJET_ROWS] = {[NJET_ROW_DISCARD] = "move.discard",
                                                    [NJET_ROW_POINTS] = "move.points",
                                                    [NJET_ROW_START] = "move.start",
                                                    [NJET_ROW_SUPER] = "move.super",
                                                    [NJET_ROW_TRUMP] = "move.trump"};
    return messages[row];
}

void njet_say_cell(const struct telling *telling, uint8_t cell, unsigned columns, struct text *out)
{
    static const char *const messages[COLOUR_WORDS] = {[NJET_BLUE] = "move.blue",
                                                       [NJET_GREEN] = "move.green",
                                                       [NJET_BLACK] = "move.black",
                                                       [NJET_RED] = "move.red",
                                                       [NONE] = "move.none"};
    uint8_t row = njet_row_of(cell);
    if (is_colour_row(row))
        words_say_plain(telling->words, out, messages[colour_word_of(cell)]);
    else if (row == NJET_ROW_START)
        names_fit(telling, (unsigned)cell - njet_rows[row].first, columns, out);
    else
        text_add_number(out, number_of(cell));
}

/* -- Printing ---------------------------------------------------------------------------------- */

static void print_cell(uint8_t cell, struct text *out)
{
    uint8_t row = njet_row_of(cell);
    text_add_format(out, "njet %s ", vocabulary[row_words[row]]);
    if (is_colour_row(row))
        text_add(out, colour_words[colour_word_of(cell)]);
    else
        text_add_number(out, number_of(cell));
}

void njet_print_move(game_move packed, struct text *out)
{
    struct njet_move move;
    if (!njet_move_unpack(packed, &move))
        return;
    switch (move.action) {
    case NJET_ALONE:
        text_add(out, "alone");
        break;
    case NJET_NJET:
        print_cell(move.what, out);
        break;
    case NJET_PARTNER:
        text_add_format(out, "partner %u", move.what + 1u);
        break;
    case NJET_DISCARD:
        text_add(out, "discard ");
        njet_print_card(move.what, out);
        if (move.second == NJET_NO_CARD)
            break;
        text_add(out, " ");
        njet_print_card(move.second, out);
        break;
    default:
        text_add(out, "play ");
        njet_print_card(move.what, out);
    }
}

bool njet_move_is_private(game_move packed)
{
    struct njet_move move;
    return njet_move_unpack(packed, &move) && move.action == NJET_DISCARD;
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* `r7`, `red 7`. */
static bool read_card(struct notation *notation, uint8_t *card)
{
    static const char *const words[] = {"b", "g", "k", "r", "blue", "green", "black", "red"};
    struct notation before = *notation;
    unsigned colour, value;
    if (notation_word(notation, words, 8, 255, &colour) == NOTATION_READ &&
        notation_number(notation, 1, 9, &value)) {
        *card = njet_card((uint8_t)(colour % NJET_COLOURS), (uint8_t)value);
        return true;
    }
    *notation = before;
    return false;
}

/* One card or two, in any order. */
static bool read_discards(struct notation *notation, struct njet_move *move)
{
    move->action = NJET_DISCARD;
    if (!read_card(notation, &move->what))
        return false;
    if (notation_at_end(notation))
        return true;
    if (!read_card(notation, &move->second))
        return false;
    if (njet_written_order(move->second) < njet_written_order(move->what)) {
        uint8_t later = move->what;
        move->what = move->second;
        move->second = later;
    }
    return move->what != move->second || njet_value(move->what) == 1;
}

/* Reads the colour of a cell in `row`. Black may be typed as `k`, like its cards. */
static bool read_colour_cell(struct notation *notation, const struct njet_board *board, uint8_t row,
                             uint8_t *cell)
{
    struct njet_row_cells cells = njet_rows[row];
    uint64_t now = 0;
    unsigned word;
    for (uint8_t i = cells.first; i < cells.first + cells.count; i++)
        if (board->stones[i] == NJET_FREE)
            now |= 1u << colour_word_of(i);
    if (!notation_word_or_known(notation, colour_words, COLOUR_WORDS, now,
                                NOTATION_ALL(COLOUR_WORDS), &word)) {
        if (!notation_character(notation, 'k'))
            return false;
        word = NJET_BLACK;
    }
    for (*cell = cells.first; *cell < cells.first + cells.count; ++*cell)
        if (colour_word_of(*cell) == word)
            return true;
    return false;
}

static bool read_cell(struct notation *notation, const struct njet_board *board, uint8_t row,
                      struct njet_move *move)
{
    move->action = NJET_NJET;
    if (is_colour_row(row))
        return read_colour_cell(notation, board, row, &move->what);
    struct njet_row_cells cells = njet_rows[row];
    unsigned least = number_of(cells.first), number;
    if (!notation_number(notation, least, least + cells.count - 1, &number))
        return false;
    move->what = (uint8_t)(cells.first + number - least);
    return true;
}

/* The words of the rows in which a condition can still be ruled out. */
static uint64_t open_rows(const struct njet_board *board)
{
    uint64_t rows = 0;
    for (uint8_t row = 0; row < NJET_ROWS; row++)
        if (!njet_row_is_decided(board, row))
            rows |= 1u << row_words[row];
    return rows;
}

/* Reads a cell of the row with this word. The row follows `njet`, or stands for it. */
static bool read_row(struct notation *notation, const struct njet_board *board, unsigned word,
                     struct njet_move *move)
{
    for (uint8_t row = 0; row < NJET_ROWS; row++)
        if (row_words[row] == word)
            return read_cell(notation, board, row, move);
    return false;
}

static bool read_njet(struct notation *notation, const struct njet_board *board,
                      struct njet_move *move)
{
    unsigned word;
    return notation_word_or_known(notation, vocabulary, WORD_COUNT, open_rows(board),
                                  NOTATION_ALL(WORD_COUNT), &word) &&
           read_row(notation, board, word, move);
}

static bool read_partner(struct notation *notation, struct njet_move *move)
{
    unsigned seat;
    move->action = NJET_PARTNER;
    if (!notation_number(notation, 1, NJET_SEATS_MAX, &seat))
        return false;
    move->what = (uint8_t)(seat - 1);
    return true;
}

/* Reads what follows a first word. While stones are placed, `discard` is a row; otherwise it is an
 * action. */
static bool read_rest(struct notation *notation, const struct njet_board *board, unsigned word,
                      struct njet_move *move)
{
    struct notation before = *notation;
    switch (word) {
    case ALONE:
        move->action = NJET_ALONE;
        return true;
    case NJET:
        return read_njet(notation, board, move);
    case PARTNER:
        return read_partner(notation, move);
    case PLAY:
        move->action = NJET_PLAY;
        return read_card(notation, &move->what);
    case DISCARD:
        if (board->step == NJET_STONES && read_row(notation, board, word, move))
            return true;
        *notation = before;
        return read_discards(notation, move);
    default:
        return read_row(notation, board, word, move);
    }
}

static uint64_t words_now(const struct njet_board *board)
{
    switch (board->step) {
    case NJET_STONES:
        return 1u << NJET | open_rows(board);
    case NJET_CHOOSE_PARTNER:
        return 1u << PARTNER | (board->players == 3 ? 1u << ALONE : 0u);
    case NJET_DISCARDING:
        return 1u << DISCARD;
    case NJET_TRICKS:
        return 1u << PLAY;
    default:
        return NOTATION_ALL(WORD_COUNT);
    }
}

/* Reads a move whose first word is left out (`3`, `r7`), in steps where all moves have the same
 * first word. */
static bool read_without_word(struct notation *notation, const struct njet_board *board,
                              struct njet_move *move)
{
    switch (board->step) {
    case NJET_CHOOSE_PARTNER:
        return board->players > 3 && read_partner(notation, move);
    case NJET_DISCARDING:
        return read_discards(notation, move);
    case NJET_TRICKS:
        move->action = NJET_PLAY;
        return read_card(notation, &move->what);
    default:
        return false;
    }
}

static void say_expected(const struct njet_board *board, const struct words *words,
                         struct text *expected)
{
    switch (board->step) {
    case NJET_CHOOSE_PARTNER:
        words_say_plain(words, expected,
                        board->players == 3 ? "njet.expected.partner.alone"
                                            : "njet.expected.partner");
        break;
    case NJET_DISCARDING:
        words_say(words, expected, "njet.expected.discard", SAY_NUMBER(njet_discard_count(board)));
        break;
    case NJET_TRICKS:
        words_say_plain(words, expected, "njet.expected.play");
        break;
    default:
        words_say_plain(words, expected, "njet.expected.njet");
    }
}

bool njet_parse_move(const struct game_view *opaque, const struct words *words, const char *typed,
                     game_move *packed, struct text *expected)
{
    const struct njet_board *board = &OWN(njet, opaque)->board;
    struct notation notation = notation_of(typed, words);
    struct njet_move move = {.second = NJET_NO_CARD};
    unsigned word;
    bool has_word = notation_word_or_known(&notation, vocabulary, WORD_COUNT, words_now(board),
                                           NOTATION_ALL(WORD_COUNT), &word);
    bool read = has_word ? read_rest(&notation, board, word, &move)
                         : read_without_word(&notation, board, &move);
    if (read && notation_at_end(&notation)) {
        *packed = njet_move_pack(move);
        return true;
    }
    say_expected(board, words, expected);
    return false;
}
