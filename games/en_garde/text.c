#include "games/en_garde/en_garde.h"
#include "games/shared/notation.h"

/* -- Notation -------------------------------------------------------------------------------- */

enum word { ADVANCE, ATTACK, PARRY, RETREAT, YIELD, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"advance", "attack", "parry", "retreat",
                                                   "yield"};

static void add_step(const char *word, unsigned value, struct text *out)
{
    text_add(out, word);
    text_add_char(out, (char)('0' + value));
}

static void add_attack(const struct en_garde_move *move, struct text *out)
{
    add_step("attack ", move->value, out);
    add_step(" x", move->cards, out);
}

/* Called for every line of a record, so it avoids the cost of formatting. */
static void print(game_move packed, struct text *out)
{
    struct en_garde_move move;
    if (!en_garde_move_unpack(packed, &move))
        return;
    switch (move.action) {
    case EN_GARDE_ADVANCE:
        add_step("advance ", move.step, out);
        break;
    case EN_GARDE_ADVANCE_ATTACK:
        add_step("advance ", move.step, out);
        text_add_char(out, ' ');
        add_attack(&move, out);
        break;
    case EN_GARDE_ATTACK:
        add_attack(&move, out);
        break;
    case EN_GARDE_PARRY:
        text_add(out, "parry");
        break;
    case EN_GARDE_RETREAT:
        add_step("retreat ", move.step, out);
        break;
    default:
        text_add(out, "yield");
    }
}

static bool read_card(struct notation *notation, uint8_t *value)
{
    unsigned number;
    if (!notation_number(notation, 1, EN_GARDE_VALUES, &number))
        return false;
    *value = (uint8_t)number;
    return true;
}

/* `attack 4 x2`, and also `attack 4 2` and `attack 4` for one card. */
static bool read_attack(struct notation *notation, struct en_garde_move *move)
{
    move->action = move->step > 0 ? EN_GARDE_ADVANCE_ATTACK : EN_GARDE_ATTACK;
    if (!read_card(notation, &move->value))
        return false;
    if (notation_at_end(notation)) {
        move->cards = 1;
        return true;
    }
    notation_character(notation, 'x');
    return read_card(notation, &move->cards);
}

static bool read_advance(struct notation *notation, struct en_garde_move *move)
{
    unsigned word;
    move->action = EN_GARDE_ADVANCE;
    if (!read_card(notation, &move->step))
        return false;
    if (notation_at_end(notation))
        return true;
    return notation_word(notation, vocabulary, WORD_COUNT, 1u << ATTACK, &word) == NOTATION_READ &&
           read_attack(notation, move);
}

static bool read_rest(struct notation *notation, unsigned word, struct en_garde_move *move)
{
    switch (word) {
    case ADVANCE:
        return read_advance(notation, move);
    case ATTACK:
        return read_attack(notation, move);
    case RETREAT:
        move->action = EN_GARDE_RETREAT;
        return read_card(notation, &move->step);
    case PARRY:
        move->action = EN_GARDE_PARRY;
        return true;
    default:
        move->action = EN_GARDE_YIELD;
        return true;
    }
}

static uint64_t words_now(bool answering)
{
    return answering ? 1u << PARRY | 1u << RETREAT | 1u << YIELD
                     : 1u << ADVANCE | 1u << ATTACK | 1u << RETREAT;
}

/* What is expected behind a word of this step, else the words of the step. */
static const char *expected_behind(unsigned word, bool answering)
{
    static const char *const messages[WORD_COUNT] = {[ADVANCE] = "en-garde.expected.advance",
                                                     [ATTACK] = "en-garde.expected.attack",
                                                     [PARRY] = "en-garde.expected.parry",
                                                     [RETREAT] = "en-garde.expected.retreat",
                                                     [YIELD] = "en-garde.expected.yield"};
    if (word < WORD_COUNT && words_now(answering) >> word & 1)
        return messages[word];
    return answering ? "en-garde.expected.answer" : "en-garde.expected.turn";
}

/* Words that are not possible in this step are still read when typed in full, so that the rules can
 * say why not. */
static bool read_first_word(struct notation *notation, bool answering, unsigned *word)
{
    enum notation_result result =
        notation_word(notation, vocabulary, WORD_COUNT, words_now(answering), word);
    if (result == NOTATION_UNKNOWN)
        result = notation_word(notation, vocabulary, WORD_COUNT, (1u << WORD_COUNT) - 1, word);
    return result == NOTATION_READ;
}

static bool parse(const struct game_view *opaque, const struct words *words, const char *typed,
                  game_move *packed, struct text *expected)
{
    bool answering = OWN(en_garde, opaque)->board.step == EN_GARDE_ANSWER;
    struct notation notation = notation_of(typed, words);
    struct en_garde_move move = {0};
    unsigned word;
    bool known = read_first_word(&notation, answering, &word);
    if (known && read_rest(&notation, word, &move) && notation_at_end(&notation)) {
        *packed = en_garde_move_pack(move);
        return true;
    }
    words_say_plain(words, expected, expected_behind(known ? word : WORD_COUNT, answering));
    return false;
}

/* -- Events ---------------------------------------------------------------------------------- */

static void tell_move(const struct telling *telling, const struct game_event *event,
                      struct text *out)
{
    static const char *const messages[] = {[EN_GARDE_ADVANCE] = "en-garde.event.advance",
                                           [EN_GARDE_ADVANCE_ATTACK] =
                                               "en-garde.event.advance-attack",
                                           [EN_GARDE_ATTACK] = "en-garde.event.attack",
                                           [EN_GARDE_PARRY] = "en-garde.event.parry",
                                           [EN_GARDE_RETREAT] = "en-garde.event.retreat",
                                           [EN_GARDE_YIELD] = "en-garde.event.yield"};
    words_say(telling->words, out, messages[event->details[0]],
              SAY_TEXT(telling->names[event->seat]), SAY_NUMBER(event->details[1]),
              SAY_NUMBER(event->details[2]), SAY_NUMBER(event->details[3]),
              SAY_NUMBER(event->details[4]));
}

static void tell_round(const struct en_garde_board *board, const struct telling *telling,
                       const struct game_event *event, struct text *out)
{
    static const char *const messages[] = {[EN_GARDE_HIT] = "en-garde.event.hit",
                                           [EN_GARDE_STUCK] = "en-garde.event.stuck",
                                           [EN_GARDE_LAST_CARDS] = "en-garde.event.last-cards",
                                           [EN_GARDE_FARTHER] = "en-garde.event.farther",
                                           [EN_GARDE_DRAWN] = "en-garde.event.drawn"};
    bool drawn = event->seat == GAME_SPECTATOR;
    uint8_t winner = drawn ? 0 : event->seat;
    bool one_decides = event->details[0] == EN_GARDE_LAST_CARDS && board->level == EN_GARDE_BASIC;
    words_say(telling->words, out,
              one_decides ? "en-garde.event.last-card" : messages[event->details[0]],
              SAY_TEXT(drawn ? "" : telling->names[winner]), SAY_TEXT(telling->names[1 - winner]),
              SAY_NUMBER(event->details[1]), SAY_NUMBER(event->details[2 + winner]),
              SAY_NUMBER(event->details[3 - winner]), SAY_NUMBER(event->details[4 + winner]),
              SAY_NUMBER(event->details[5 - winner]));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    const char *const *names = telling->names;
    switch (event->kind) {
    case EN_GARDE_MADE:
        tell_move(telling, event, out);
        break;
    case EN_GARDE_PARRIED:
        words_say(telling->words, out, "en-garde.event.parried", SAY_TEXT(names[event->seat]),
                  SAY_NUMBER(event->details[0]), SAY_NUMBER(event->details[1]));
        break;
    case EN_GARDE_ROUND:
        tell_round(&OWN(en_garde, opaque)->board, telling, event, out);
        break;
    case EN_GARDE_SCORE:
        words_say(telling->words, out, "en-garde.event.score", SAY_TEXT(names[0]),
                  SAY_NUMBER(event->details[0]), SAY_NUMBER(event->details[1]), SAY_TEXT(names[1]));
        break;
    case EN_GARDE_WON:
        words_say(telling->words, out, "en-garde.event.won", SAY_TEXT(names[event->seat]));
        break;
    default:
        words_say(telling->words, out, "en-garde.event.new-round", SAY_NUMBER(event->details[0]),
                  SAY_TEXT(names[event->seat]));
    }
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct en_garde_board *board = &OWN(en_garde, opaque)->board;
    if (board->step == EN_GARDE_TURN)
        words_say(telling->words, out, "en-garde.situation.turn",
                  SAY_TEXT(telling->names[board->mover]));
    else if (board->step == EN_GARDE_ANSWER)
        words_say(telling->words, out, "en-garde.situation.answer",
                  SAY_TEXT(telling->names[board->mover]), SAY_NUMBER(board->attack.value),
                  SAY_NUMBER(board->attack.cards));
}

/* -- Description ------------------------------------------------------------------------------- */

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct en_garde_board *board = &OWN(en_garde, opaque)->board;
    const char *const *names = telling->names;
    words_say(telling->words, out, "en-garde.describe.score", SAY_TEXT(names[0]),
              SAY_NUMBER(board->touches[0]), SAY_TEXT(names[1]), SAY_NUMBER(board->touches[1]),
              SAY_NUMBER(board->touches_to_win));
    text_add(out, " ");
    words_say(telling->words, out, "en-garde.describe.piste", SAY_TEXT(names[0]),
              SAY_NUMBER(board->space[0]), SAY_TEXT(names[1]), SAY_NUMBER(board->space[1]),
              SAY_NUMBER(en_garde_distance(board)), SAY_NUMBER(board->pile_left));
    if (board->last_seat != GAME_SPECTATOR) {
        struct game_event last = {.seat = board->last_seat,
                                  .details = {board->last.action, board->last.step,
                                              board->last.value, board->last.cards,
                                              (int16_t)en_garde_distance(board)}};
        text_add(out, " ");
        tell_move(telling, &last, out);
    }
    if (board->step == EN_GARDE_END)
        return;
    text_add(out, " ");
    situation(opaque, telling, out);
}

const struct game_text en_garde_text = {
    .words = (const char *const[]){"advance", "attack", "parry", "retreat", "yield", NULL},
    .print = print,
    .label = en_garde_label,
    .parse = parse,
    .tell = tell,
    .situation = situation,
    .picture = en_garde_picture,
    .hand = en_garde_hand,
    .describe = describe,
};
