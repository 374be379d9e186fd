#include "games/goats/drawing.h"
#include "games/shared/notation.h"

/* -- Notation -------------------------------------------------------------------------------- */

enum word { HILL, PLAY, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"hill", "play"};

static void print(game_move packed, struct text *out)
{
    struct goats_move move;
    if (goats_move_unpack(packed, &move))
        text_add_format(out, "%s %u", vocabulary[move.hill ? HILL : PLAY], move.number);
}

/* Reads the first word, which may be left out (`37`). A word that is not possible in this step is
 * read too, so that the rules can say why not. */
static bool read_word(struct notation *notation, bool hill, unsigned *word)
{
    unsigned now = hill ? HILL : PLAY;
    const char *piece;
    if (notation_peek(notation, &piece) > 0 && *piece >= '0' && *piece <= '9') {
        *word = now;
        return true;
    }
    return notation_word_or_known(notation, vocabulary, WORD_COUNT, 1u << now,
                                  NOTATION_ALL(WORD_COUNT), word);
}

static void say_expected(const struct goats_board *board, const struct words *words,
                         struct text *expected)
{
    if (board->step != GOATS_HILL) {
        words_say_plain(words, expected, "goats.expected.play");
        return;
    }
    uint8_t hill = board->hill.cards[board->hill.built];
    words_say(words, expected, "goats.expected.hill", SAY_NUMBER(goats_hill_smaller(hill)),
              SAY_NUMBER(goats_hill_larger(hill)));
}

static bool parse(const struct game_view *opaque, const struct words *words, const char *typed,
                  game_move *packed, struct text *expected)
{
    const struct goats_board *board = &OWN(goats, opaque)->board;
    struct notation notation = notation_of(typed, words);
    unsigned word, number;
    if (read_word(&notation, board->step == GOATS_HILL, &word) &&
        notation_number(&notation, 1, word == HILL ? GOATS_HILL_NUMBER_MAX : GOATS_CARDS,
                        &number) &&
        notation_at_end(&notation)) {
        *packed = goats_move_pack((struct goats_move){word == HILL, (uint8_t)number});
        return true;
    }
    say_expected(board, words, expected);
    return false;
}

/* -- Events ---------------------------------------------------------------------------------- */

/* `Alice 16, Bruno 17 (too many), Carol 0`. */
static void add_counts(const struct telling *telling, const struct goats_board *board,
                       const struct game_event *event, struct text *out)
{
    for (unsigned seat = 0; seat < board->players; seat++) {
        text_separate(out, ", ");
        words_say(telling->words, out,
                  event->details[1 + seat] > event->details[0] ? "goats.event.counted.over"
                                                               : "goats.event.counted.within",
                  SAY_TEXT(telling->names[seat]), SAY_NUMBER(event->details[1 + seat]));
    }
}

static void tell_counted(const struct goats_board *board, const struct telling *telling,
                         const struct game_event *event, struct text *out)
{
    char counts_buffer[1024];
    struct text counts = TEXT_IN(counts_buffer);
    add_counts(telling, board, event, &counts);
    words_say(telling->words, out, "goats.event.counted", SAY_NUMBER(event->details[0]),
              SAY_TEXT(counts.bytes));
}

static void tell_won(const struct telling *telling, const struct game_event *event,
                     struct text *out)
{
    char names_buffer[1024];
    struct text names = TEXT_IN(names_buffer);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out, winners == 0 ? "goats.event.nobody" : "goats.event.won",
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(winners)),
              SAY_NUMBER(event->details[1]));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    static const char *const messages[] = {[GOATS_PLAYED] = "goats.event.played",
                                           [GOATS_TURNED] = "goats.event.turned",
                                           [GOATS_BUILT] = "goats.event.built",
                                           [GOATS_TAKEN] = "goats.event.taken",
                                           [GOATS_NEW_ROUND] = "goats.event.new-round"};
    const int16_t *details = event->details;
    const char *message = messages[event->kind];
    switch (event->kind) {
    case GOATS_COUNTED:
        tell_counted(&OWN(goats, opaque)->board, telling, event, out);
        return;
    case GOATS_WON:
        tell_won(telling, event, out);
        return;
    case GOATS_BUILT:
        if (details[2] == GOATS_HILL_STEPS)
            message = "goats.event.built.limit";
        break;
    case GOATS_TAKEN:
        if (details[2])
            message = "goats.event.taken.last";
        break;
    default:
        break;
    }
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_NUMBER(details[0]), SAY_NUMBER(details[1]));
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct goats_board *board = &OWN(goats, opaque)->board;
    uint8_t hill = board->hill.cards[board->hill.built % GOATS_HILL_STEPS];
    if (board->step == GOATS_PLAY)
        words_say(telling->words, out, "goats.situation.play",
                  SAY_TEXT(telling->names[board->mover]));
    else if (board->step == GOATS_HILL)
        words_say(telling->words, out, "goats.situation.hill",
                  SAY_TEXT(telling->names[board->mover]), SAY_NUMBER(goats_hill_smaller(hill)),
                  SAY_NUMBER(goats_hill_larger(hill)));
}

/* -- The description --------------------------------------------------------------------------- */

/* `Dora played 38, the highest card so far.`, or who took the trick before. */
static void describe_last(const struct goats_board *board, const struct telling *telling,
                          struct text *out)
{
    static const char *const messages[] = {[GOATS_ORDINARY] = "goats.describe.played",
                                           [GOATS_LED] = "goats.describe.led",
                                           [GOATS_LOWEST] = "goats.describe.played.lowest",
                                           [GOATS_HIGHEST] = "goats.describe.played.highest"};
    const struct trick *trick = &board->trick;
    if (trick->count > 0) {
        uint8_t last = (uint8_t)(trick->count - 1);
        words_say(telling->words, out, messages[goats_place_of(board, last)],
                  SAY_TEXT(telling->names[trick_seat(trick, board->players, last)]),
                  SAY_NUMBER(trick->cards[last]));
        text_add(out, " ");
    } else if (board->taker != GAME_SPECTATOR) {
        words_say(telling->words, out, "goats.describe.taken",
                  SAY_TEXT(telling->names[board->taker]),
                  SAY_NUMBER(goats_in_play(board) ? board->trick_number - 1 : board->trick_number));
        text_add(out, " ");
    }
}

/* `The trick holds 8 heads; Carol has the lowest card, a 5, and would pick the next hill number.`
 */
static void describe_trick(const struct goats_board *board, const struct telling *telling,
                           struct text *out)
{
    const struct trick *trick = &board->trick;
    if (trick->count == 0)
        return;
    uint8_t high = goats_trick_highest(trick), low = goats_trick_lowest(trick);
    text_add(out, " ");
    words_say(telling->words, out, "goats.describe.trick", SAY_NUMBER(goats_trick_heads(board)),
              SAY_TEXT(telling->names[trick_seat(trick, board->players, high)]),
              SAY_NUMBER(trick->cards[high]));
    if (trick->count < 2 || !goats_hill_grows(board) || board->step != GOATS_PLAY)
        return;
    text_add(out, " ");
    words_say(telling->words, out, "goats.describe.lowest",
              SAY_TEXT(telling->names[trick_seat(trick, board->players, low)]),
              SAY_NUMBER(trick->cards[low]));
}

static void describe_hill(const struct goats_board *board, const struct telling *telling,
                          struct text *out)
{
    const struct goats_hill *hill = &board->hill;
    if (hill->built == 0)
        return;
    text_add(out, " ");
    words_say(telling->words, out,
              hill->built == GOATS_HILL_STEPS ? "goats.describe.limit" : "goats.describe.hill",
              SAY_NUMBER(goats_hill_sum(hill)), SAY_NUMBER(GOATS_HILL_STEPS - hill->built));
}

/* Adds who has what, without those who have nothing: `Bruno 1, Carol 2`. */
static void add_numbers(const struct telling *telling, unsigned players, const uint16_t *numbers,
                        struct text *out)
{
    for (unsigned seat = 0; seat < players; seat++) {
        if (numbers[seat] == 0)
            continue;
        text_separate(out, ", ");
        text_add_format(out, "%s %u", telling->names[seat], numbers[seat]);
    }
}

static void describe_standing(const struct goats_board *board, const struct telling *telling,
                              const char *key, const uint16_t *numbers, struct text *out)
{
    char buffer[1024];
    struct text list = TEXT_IN(buffer);
    add_numbers(telling, board->players, numbers, &list);
    if (list.length == 0)
        return;
    text_add(out, " ");
    words_say(telling->words, out, key, SAY_TEXT(list.bytes));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct goats_board *board = &OWN(goats, opaque)->board;
    uint16_t tricks[GAME_SEATS_MAX];
    for (unsigned seat = 0; seat < board->players; seat++)
        tricks[seat] = board->tricks[seat];
    describe_last(board, telling, out);
    if (goats_in_play(board)) {
        situation(opaque, telling, out);
        text_add(out, " ");
    }
    words_say(
        telling->words, out, board->series ? "goats.describe.series" : "goats.describe.single",
        SAY_NUMBER(board->trick_number), SAY_NUMBER(board->round), SAY_NUMBER(board->players));
    describe_trick(board, telling, out);
    describe_hill(board, telling, out);
    describe_standing(board, telling, "goats.describe.tricks", tricks, out);
    describe_standing(board, telling, "goats.describe.points", board->scores, out);
}

const struct game_text goats_text = {
    .words = (const char *const[]){"hill", "play", NULL},
    .print = print,
    .parse = parse,
    .tell = tell,
    .situation = situation,
    .picture = goats_picture,
    .hand = goats_hand,
    .describe = describe,
    .scoring = goats_scoring_picture,
};
