/* Printing moves and parsing what people type. */
#include "games/shared/notation.h"

#include "games/castellers/castellers.h"

enum { GROUND = CASTELLERS_CODES };

/* The first words of moves, then the words inside moves. */
enum { NEW = CASTELLERS_WORDS, ON, VOCABULARY };

static const char *const vocabulary[VOCABULARY] = {[CASTELLERS_DONE_GIVING] = "done",
                                                   [CASTELLERS_FALLING] = "fall",
                                                   [CASTELLERS_GIVING] = "give",
                                                   [CASTELLERS_PASSING] = "pass",
                                                   [CASTELLERS_PLACING] = "place",
                                                   [CASTELLERS_RAISING] = "raise",
                                                   [CASTELLERS_RECRUITING] = "recruit",
                                                   [CASTELLERS_SWAPPING] = "swap",
                                                   [NEW] = "new",
                                                   [ON] = "on"};

/* Words that are a whole move; something follows the others. */
static const uint64_t lonely_words =
    1u << CASTELLERS_DONE_GIVING | 1u << CASTELLERS_PASSING | 1u << CASTELLERS_RECRUITING;

static void print_castle(const struct castellers_move *move, struct text *out)
{
    text_add_char(out, ' ');
    if (move->number == 0)
        text_add(out, "new");
    else
        text_add_number(out, move->number);
    if (move->target != GROUND) {
        text_add(out, " on ");
        castellers_print_pawn(move->target, out);
    }
}

void castellers_print(game_move packed, struct text *out)
{
    struct castellers_move move;
    if (!castellers_move_unpack(packed, &move))
        return;
    text_add(out, vocabulary[move.word]);
    if (move.word == CASTELLERS_SWAPPING)
        text_add_format(out, " %u:", move.seat + 1u);
    else if (move.word == CASTELLERS_FALLING)
        text_add_format(out, " %u ", move.number);
    else if (move.word == CASTELLERS_GIVING || move.word == CASTELLERS_RAISING)
        text_add_char(out, ' ');
    if (move.word == CASTELLERS_SWAPPING || move.word == CASTELLERS_FALLING ||
        move.word == CASTELLERS_GIVING || move.word == CASTELLERS_RAISING)
        castellers_print_pawn(move.pawn, out);
    if (move.word == CASTELLERS_RAISING || move.word == CASTELLERS_PLACING)
        print_castle(&move, out);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool read_pawn(struct notation *notation, uint8_t *pawn)
{
    struct notation ahead = *notation;
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++) {
        unsigned value;
        if (!notation_character(&ahead, castellers_letters[colour]))
            continue;
        if (!notation_number(&ahead, 1, CASTELLERS_VALUES, &value))
            return false;
        *pawn = castellers_pawn(colour, value);
        *notation = ahead;
        return true;
    }
    return false;
}

static bool read_number(struct notation *notation, uint8_t *number)
{
    unsigned read;
    if (!notation_number(notation, 1, CASTELLERS_BASES, &read))
        return false;
    *number = (uint8_t)read;
    return true;
}

/* `new`, `2`, `2 on r3`; `on` may be left out. */
static bool read_castle(struct notation *notation, struct castellers_move *move)
{
    unsigned word;
    if (notation_word(notation, vocabulary, VOCABULARY, 1u << NEW, &word) == NOTATION_READ)
        return true;
    if (!read_number(notation, &move->number))
        return false;
    if (notation_at_end(notation))
        return true;
    notation_word(notation, vocabulary, VOCABULARY, 1u << ON, &word);
    return read_pawn(notation, &move->target);
}

/* `2:b4`, also `b4 2`; with two players `b4` is enough. */
static bool read_swap(const struct castellers_view *view, struct notation *notation,
                      struct castellers_move *move)
{
    unsigned seat = 0, players = view->board.players;
    bool seat_first = notation_number(notation, 1, players, &seat);
    if (!read_pawn(notation, &move->pawn))
        return false;
    if (!seat_first && notation_at_end(notation) && players == 2 && view->viewer < 2)
        seat = 2u - view->viewer;
    else if (!seat_first && !notation_number(notation, 1, players, &seat))
        return false;
    move->seat = (uint8_t)(seat - 1);
    return true;
}

static bool read_rest(const struct castellers_view *view, struct notation *notation,
                      struct castellers_move *move)
{
    switch (move->word) {
    case CASTELLERS_FALLING:
        return read_number(notation, &move->number) && read_pawn(notation, &move->pawn);
    case CASTELLERS_GIVING:
        return read_pawn(notation, &move->pawn);
    case CASTELLERS_PLACING:
        return read_castle(notation, move);
    case CASTELLERS_RAISING:
        return read_pawn(notation, &move->pawn) && read_castle(notation, move);
    case CASTELLERS_SWAPPING:
        return read_swap(view, notation, move);
    default:
        return true;
    }
}

static uint64_t words_of_step(uint8_t step)
{
    switch (step) {
    case CASTELLERS_FALL:
        return 1u << CASTELLERS_FALLING;
    case CASTELLERS_GIVE:
        return 1u << CASTELLERS_DONE_GIVING | 1u << CASTELLERS_GIVING;
    case CASTELLERS_PLACE:
        return 1u << CASTELLERS_PLACING;
    default:
        return 1u << CASTELLERS_PASSING | 1u << CASTELLERS_RAISING | 1u << CASTELLERS_RECRUITING |
               1u << CASTELLERS_SWAPPING;
    }
}

/* The first word may be left out before a pawn to raise or give, and before a castle to place in or
 * fall from. */
static bool word_left_out(struct notation notation, uint8_t step, uint8_t *word)
{
    static const uint8_t words[] = {[CASTELLERS_TURN] = CASTELLERS_RAISING,
                                    [CASTELLERS_FALL] = CASTELLERS_FALLING,
                                    [CASTELLERS_GIVE] = CASTELLERS_GIVING,
                                    [CASTELLERS_PLACE] = CASTELLERS_PLACING};
    uint8_t pawn, number;
    unsigned new_word;
    if (step < CASTELLERS_TURN || step > CASTELLERS_PLACE)
        return false;
    *word = words[step];
    if (step == CASTELLERS_TURN || step == CASTELLERS_GIVE)
        return read_pawn(&notation, &pawn);
    return read_number(&notation, &number) ||
           (step == CASTELLERS_PLACE && notation_word(&notation, vocabulary, VOCABULARY, 1u << NEW,
                                                      &new_word) == NOTATION_READ);
}

/* Reads the first word. What follows may decide an ambiguous one: `r` is recruit, `r r3 new` is
 * raise. */
static bool read_word(struct notation *notation, uint8_t step, uint8_t *word)
{
    const uint64_t all = (1u << CASTELLERS_WORDS) - 1;
    if (word_left_out(*notation, step, word))
        return true;
    struct notation ahead = *notation;
    notation_skip(&ahead);
    uint64_t possible = words_of_step(step), shape = lonely_words;
    if (!notation_at_end(&ahead))
        shape = all & ~lonely_words;
    unsigned index = 0;
    enum notation_result result = notation_word(notation, vocabulary, VOCABULARY, possible, &index);
    if (result == NOTATION_AMBIGUOUS)
        result = notation_word(notation, vocabulary, VOCABULARY, possible & shape, &index);
    if (result == NOTATION_UNKNOWN)
        result = notation_word(notation, vocabulary, VOCABULARY, all, &index);
    *word = (uint8_t)index;
    return result == NOTATION_READ;
}

static const char *expected_message(uint8_t step, uint8_t word, bool word_read)
{
    static const char *const of_words[CASTELLERS_WORDS] = {
        [CASTELLERS_FALLING] = "castellers.expected.fall",
        [CASTELLERS_GIVING] = "castellers.expected.give",
        [CASTELLERS_PLACING] = "castellers.expected.place",
        [CASTELLERS_RAISING] = "castellers.expected.raise",
        [CASTELLERS_SWAPPING] = "castellers.expected.swap"};
    if (word_read && of_words[word] != NULL && (words_of_step(step) >> word & 1))
        return of_words[word];
    switch (step) {
    case CASTELLERS_FALL:
        return "castellers.expected.fall";
    case CASTELLERS_GIVE:
        return "castellers.expected.give";
    case CASTELLERS_PLACE:
        return "castellers.expected.place";
    default:
        return "castellers.expected.turn";
    }
}

bool castellers_parse(const struct game_view *opaque, const struct words *words, const char *typed,
                      game_move *packed, struct text *expected)
{
    const struct castellers_view *view = OWN(castellers, opaque);
    struct castellers_move move = {.target = GROUND};
    struct notation notation = notation_with_colons(typed, words);
    bool word_read = read_word(&notation, view->board.step, &move.word);
    if (word_read && read_rest(view, &notation, &move) && notation_at_end(&notation)) {
        *packed = castellers_move_pack(move);
        return true;
    }
    words_say_plain(words, expected, expected_message(view->board.step, move.word, word_read));
    return false;
}
