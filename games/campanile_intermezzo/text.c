#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

/* -- Notation --------------------------------------------------------------------------------- */

enum word { BUILD, MARK, PASS, SHIFT, TAKE, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"build", "mark", "pass", "shift", "take"};

static void print(game_move packed, struct text *out)
{
    struct intermezzo_move move;
    if (!intermezzo_move_unpack(packed, &move))
        return;
    switch (move.action) {
    case INTERMEZZO_BUILD:
        text_add_format(out, "build %c %u", tower_letter(move.tower), move.number);
        break;
    case INTERMEZZO_MARK:
        text_add_format(out, "mark %c", tower_letter(move.tower));
        break;
    case INTERMEZZO_SHIFT:
        text_add_format(out, "shift %c %c", tower_letter(move.from), tower_letter(move.tower));
        break;
    case INTERMEZZO_TAKE:
        text_add_format(out, "take %c", tower_letter(move.tower));
        break;
    default:
        text_add(out, "pass");
    }
}

/* The first words of the moves that are possible now. */
static uint64_t words_now(const struct intermezzo_board *board)
{
    switch (board->step) {
    case INTERMEZZO_MARK_STEP:
        return 1u << MARK | 1u << PASS | (board->shift ? 1u << SHIFT : 0);
    case INTERMEZZO_TAKE_STEP:
        return 1u << TAKE;
    default:
        return 1u << BUILD;
    }
}

static const char *expected_now(const struct intermezzo_board *board)
{
    switch (board->step) {
    case INTERMEZZO_MARK_STEP:
        return board->shift && board->storeys == 2 ? "campanile-intermezzo.expected.mark-or-shift"
                                                   : "campanile-intermezzo.expected.mark";
    case INTERMEZZO_TAKE_STEP:
        return "campanile-intermezzo.expected.take";
    default:
        return "campanile-intermezzo.expected.build";
    }
}

static bool read_rest(struct notation *notation, unsigned word, struct intermezzo_move *move)
{
    static const uint8_t actions[] = {[BUILD] = INTERMEZZO_BUILD,
                                      [MARK] = INTERMEZZO_MARK,
                                      [PASS] = INTERMEZZO_PASS,
                                      [SHIFT] = INTERMEZZO_SHIFT,
                                      [TAKE] = INTERMEZZO_TAKE};
    *move = (struct intermezzo_move){.action = actions[word]};
    if (word == BUILD && !tower_read_with_number(notation, &move->tower, &move->number))
        return false;
    if (word == SHIFT && !tower_read(notation, &move->from))
        return false;
    if ((word == MARK || word == SHIFT || word == TAKE) && !tower_read(notation, &move->tower))
        return false;
    return notation_at_end(notation);
}

static bool read_with_word(struct notation notation, const struct intermezzo_board *board,
                           struct intermezzo_move *move, const char **expected)
{
    static const char *const messages[] = {[BUILD] = "campanile-intermezzo.expected.build",
                                           [MARK] = "campanile-intermezzo.expected.mark",
                                           [PASS] = "campanile-intermezzo.expected.pass",
                                           [SHIFT] = "campanile-intermezzo.expected.shift",
                                           [TAKE] = "campanile-intermezzo.expected.take"};
    unsigned word;
    if (!notation_word_or_known(&notation, vocabulary, WORD_COUNT, words_now(board),
                                NOTATION_ALL(WORD_COUNT), &word))
        return false;
    if (words_now(board) >> word & 1)
        *expected = messages[word];
    return read_rest(&notation, word, move);
}

/* Reads `c 2` in the step where every move is a build, and `c` as the tower to mark or to take. */
static bool read_without_word(struct notation notation, const struct intermezzo_board *board,
                              struct intermezzo_move *move)
{
    return read_rest(&notation,
                     board->step == INTERMEZZO_MARK_STEP   ? MARK
                     : board->step == INTERMEZZO_TAKE_STEP ? TAKE
                                                           : BUILD,
                     move);
}

static bool parse(const struct game_view *opaque, const struct words *words, const char *typed,
                  game_move *packed, struct text *expected)
{
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    const char *message = expected_now(board);
    struct intermezzo_move move;
    if (read_with_word(notation_of(typed, words), board, &move, &message) ||
        read_without_word(notation_of(typed, words), board, &move)) {
        *packed = intermezzo_move_pack(move);
        return true;
    }
    words_say_plain(words, expected, message);
    return false;
}

/* -- Events ----------------------------------------------------------------------------------- */

static void tell_scored(const struct intermezzo_board *board, const struct telling *telling,
                        const struct game_event *event, struct text *out)
{
    char buffer[512];
    struct text points = TEXT_IN(buffer);
    names_with_numbers(telling, board->players, event->details, false, &points);
    words_say(telling->words, out,
              event->details[INTERMEZZO_SEATS] ? "campanile-intermezzo.event.finito"
                                               : "campanile-intermezzo.event.intermezzo",
              SAY_TEXT(points.bytes));
}

static void tell_won(const struct intermezzo_board *board, const struct telling *telling,
                     const struct game_event *event, struct text *out)
{
    char names_buffer[512], points_buffer[512];
    struct text names = TEXT_IN(names_buffer), points = TEXT_IN(points_buffer);
    seat_set winners = (seat_set)event->details[INTERMEZZO_SEATS];
    seat_set most = (seat_set)event->details[INTERMEZZO_SEATS + 1];
    const char *message = "campanile-intermezzo.event.won";
    if (winners & (winners - 1))
        message = "campanile-intermezzo.event.shared";
    else if (most != winners)
        message = "campanile-intermezzo.event.won-by-chip";
    names_join(telling, winners, ", ", &names);
    names_with_numbers(telling, board->players, event->details, false, &points);
    words_say(telling->words, out, message, SAY_TEXT(names.bytes), SAY_TEXT(points.bytes));
}

static void tell_end(const struct intermezzo_board *board, const struct telling *telling,
                     const struct game_event *event, struct text *out)
{
    if (event->kind == INTERMEZZO_SCORED)
        tell_scored(board, telling, event, out);
    else
        tell_won(board, telling, event, out);
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    static const char *const messages[] = {
        [INTERMEZZO_DEALT] = "campanile-intermezzo.event.dealt",
        [INTERMEZZO_BUILT] = "campanile-intermezzo.event.built",
        [INTERMEZZO_MARKED] = "campanile-intermezzo.event.marked",
        [INTERMEZZO_SHIFTED] = "campanile-intermezzo.event.shifted",
        [INTERMEZZO_PASSED] = "campanile-intermezzo.event.passed",
        [INTERMEZZO_TAKEN] = "campanile-intermezzo.event.taken",
        [INTERMEZZO_REVEALED] = "campanile-intermezzo.event.revealed"};
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    const int16_t *details = event->details;
    if (event->kind >= INTERMEZZO_SCORED) {
        tell_end(board, telling, event, out);
        return;
    }
    bool marked = event->kind == INTERMEZZO_MARKED, shifted = event->kind == INTERMEZZO_SHIFTED;
    char tower[] = {tower_letter((unsigned)details[marked || shifted ? 1 : 0]), '\0'};
    char from[] = {tower_letter(shifted ? (unsigned)details[0] : 0), '\0'};
    words_say(telling->words, out, messages[event->kind], SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(tower), SAY_NUMBER(marked ? details[0] : details[1]), SAY_NUMBER(details[2]),
              SAY_TEXT(from));
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    const char *message = "campanile-intermezzo.situation.build";
    if (board->step == INTERMEZZO_END || board->step == INTERMEZZO_DEAL)
        return;
    if (board->step == INTERMEZZO_TAKE_STEP)
        message = "campanile-intermezzo.situation.take";
    else if (board->step == INTERMEZZO_MARK_STEP)
        message = board->shift && board->storeys == 2
                      ? "campanile-intermezzo.situation.mark-or-shift"
                      : "campanile-intermezzo.situation.mark";
    words_say(telling->words, out, message, SAY_TEXT(telling->names[board->mover]),
              SAY_NUMBER(board->storeys));
}

/* -- Description ------------------------------------------------------------------------------ */

static void describe_cards(const struct intermezzo_board *board, const struct telling *telling,
                           struct text *out)
{
    char buffer[32];
    struct text display = TEXT_IN(buffer);
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++) {
        if (board->display[slot] == TOWER_NONE)
            continue;
        text_separate(&display, ", ");
        text_add_char(&display, tower_letter(board->display[slot]));
    }
    text_add(out, " ");
    words_say(telling->words, out, "campanile-intermezzo.describe.display", SAY_TEXT(display.bytes),
              SAY_NUMBER(board->deck_left));
    if (board->step == INTERMEZZO_END)
        return;
    text_add(out, " ");
    words_say(telling->words, out,
              board->scorings == 0 ? "campanile-intermezzo.describe.intermezzo"
                                   : "campanile-intermezzo.describe.finito",
              SAY_NUMBER(intermezzo_takes_to_intermezzo(board)), SAY_NUMBER(board->about));
}

static void describe_points(const struct intermezzo_board *board, const struct telling *telling,
                            struct text *out)
{
    char buffer[512];
    int16_t points[INTERMEZZO_SEATS];
    struct text list = TEXT_IN(buffer);
    for (unsigned seat = 0; seat < board->players; seat++)
        points[seat] = (int16_t)intermezzo_points(board, seat);
    names_with_numbers(telling, board->players, points, false, &list);
    text_add(out, " ");
    words_say(telling->words, out, "campanile-intermezzo.describe.points", SAY_TEXT(list.bytes));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    uint8_t points[INTERMEZZO_SEATS];
    const struct towers_scene scene = intermezzo_scene(board, telling, points);
    towers_tell_turn(&scene, out);
    if (board->step == INTERMEZZO_END) {
        struct game_event won = {.kind = INTERMEZZO_WON};
        intermezzo_fill_won(board, &won);
        tell_won(board, telling, &won, out);
    } else {
        situation(opaque, telling, out);
        towers_say_leader(&scene, out);
    }
    describe_cards(board, telling, out);
    towers_say_scene(&scene, out);
    if (board->scorings > 0 && board->step != INTERMEZZO_END)
        describe_points(board, telling, out);
}

const struct game_text intermezzo_text = {
    .words = (const char *const[]){"build", "mark", "pass", "shift", "take", NULL},
    .print = print,
    .parse = parse,
    .tell = tell,
    .situation = situation,
    .picture = intermezzo_picture,
    .hand = intermezzo_hand,
    .describe = describe,
    .scoring = intermezzo_scoring,
};
