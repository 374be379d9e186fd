#include "games/castellers/castellers.h"

#include "games/shared/names.h"

enum { LISTENED_COLUMNS = 20, PAWN_SAID_BYTES = 64, COLUMN_SAID_BYTES = 512 };

/* `blue 4`. */
static void say_pawn(const struct telling *telling, uint8_t pawn, struct text *out)
{
    static const char *const messages[CASTELLERS_COLOURS] = {
        [CASTELLERS_BLUE] = "castellers.pawn.blue",
        [CASTELLERS_GREEN] = "castellers.pawn.green",
        [CASTELLERS_PINK] = "castellers.pawn.pink",
        [CASTELLERS_RED] = "castellers.pawn.red",
        [CASTELLERS_WHITE] = "castellers.pawn.white"};
    words_say(telling->words, out, messages[castellers_colour(pawn)],
              SAY_NUMBER(castellers_value(pawn)));
}

/* -- Events ------------------------------------------------------------------------------------ */

static void tell_building(const struct telling *telling, const struct game_event *event,
                          struct text *out)
{
    char pawn_buffer[PAWN_SAID_BYTES], target_buffer[PAWN_SAID_BYTES];
    struct text pawn = TEXT_IN(pawn_buffer), target = TEXT_IN(target_buffer);
    const int16_t *details = event->details;
    bool placed = event->kind == CASTELLERS_PLACED;
    const char *message;
    say_pawn(telling, (uint8_t)details[0], &pawn);
    if (details[2] != CASTELLERS_CODES) {
        say_pawn(telling, (uint8_t)details[2], &target);
        message = placed ? "castellers.event.place-on" : "castellers.event.raise-on";
    } else if (details[3]) {
        message = placed ? "castellers.event.place-new" : "castellers.event.raise-new";
    } else {
        message = placed ? "castellers.event.place-wide" : "castellers.event.raise-wide";
    }
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(pawn.bytes), SAY_NUMBER(details[1]), SAY_TEXT(target.bytes),
              SAY_NUMBER(details[4]), SAY_NUMBER(details[5]));
}

static void tell_finished(const struct game_view *opaque, const struct telling *telling,
                          const struct game_event *event, struct text *out)
{
    char points_buffer[640], names_buffer[640];
    struct text points = TEXT_IN(points_buffer), names = TEXT_IN(names_buffer);
    names_with_numbers(telling, OWN(castellers, opaque)->board.players, event->details + 1, false,
                       &points);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out,
              event->details[1 + CASTELLERS_SEATS] ? "castellers.event.finished-idle"
                                                   : "castellers.event.finished",
              SAY_TEXT(points.bytes), SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(winners)));
}

/* Tells an event about a pawn: the arguments are name, pawn and the other details. */
static void tell_pawn(const struct telling *telling, const struct game_event *event,
                      const char *message, struct text *out)
{
    char buffer[PAWN_SAID_BYTES];
    struct text pawn = TEXT_IN(buffer);
    say_pawn(telling, (uint8_t)event->details[0], &pawn);
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(pawn.bytes), SAY_NUMBER(event->details[1]), SAY_NUMBER(event->details[2]),
              SAY_NUMBER(event->details[3]));
}

/* The same for an event whose second detail is a seat. */
static void tell_swap(const struct telling *telling, const struct game_event *event,
                      const char *message, struct text *out)
{
    char buffer[PAWN_SAID_BYTES];
    struct text pawn = TEXT_IN(buffer);
    say_pawn(telling, (uint8_t)event->details[0], &pawn);
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(pawn.bytes), SAY_TEXT(telling->names[event->details[1]]),
              SAY_NUMBER(event->details[2]), SAY_NUMBER(event->details[3]));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    const char *name = event->seat == GAME_SPECTATOR ? "" : telling->names[event->seat];
    switch (event->kind) {
    case CASTELLERS_STARTED:
        words_say(telling->words, out, "castellers.event.started", SAY_TEXT(name));
        break;
    case CASTELLERS_RECRUITED:
        tell_pawn(telling, event, "castellers.event.recruited", out);
        break;
    case CASTELLERS_RAISED:
    case CASTELLERS_PLACED:
        tell_building(telling, event, out);
        break;
    case CASTELLERS_FELL:
        tell_pawn(telling, event, "castellers.event.fell", out);
        break;
    case CASTELLERS_SWAPPED:
        tell_swap(telling, event, "castellers.event.swapped", out);
        break;
    case CASTELLERS_GAVE:
        tell_swap(telling, event, "castellers.event.gave", out);
        break;
    case CASTELLERS_DONE:
        words_say(telling->words, out, "castellers.event.done", SAY_TEXT(name),
                  SAY_NUMBER(event->details[0]));
        break;
    case CASTELLERS_PASSED:
        words_say(telling->words, out,
                  event->details[0] == 0 ? "castellers.event.passed"
                                         : "castellers.event.passed-rest",
                  SAY_TEXT(name));
        break;
    default:
        tell_finished(opaque, telling, event, out);
    }
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    char buffer[PAWN_SAID_BYTES];
    struct text pawn = TEXT_IN(buffer);
    const char *const name = telling->names[board->mover];
    say_pawn(telling, board->swapped, &pawn);
    switch (board->step) {
    case CASTELLERS_TURN:
        words_say(telling->words, out, "castellers.situation.turn", SAY_TEXT(name),
                  SAY_NUMBER(board->actions + 1), SAY_NUMBER(CASTELLERS_ACTIONS));
        break;
    case CASTELLERS_FALL:
        words_say(telling->words, out, "castellers.situation.fall", SAY_TEXT(name));
        break;
    case CASTELLERS_GIVE:
        words_say(telling->words, out, "castellers.situation.give", SAY_TEXT(name),
                  SAY_TEXT(pawn.bytes), SAY_NUMBER(board->given),
                  SAY_NUMBER(castellers_value(board->swapped)));
        break;
    case CASTELLERS_PLACE:
        words_say(telling->words, out, "castellers.situation.place", SAY_TEXT(name),
                  SAY_TEXT(pawn.bytes));
        break;
    default:
        break;
    }
}

/* -- Reserves and castles in words ------------------------------------------------------------- */

/* `blue 1 2, white 7`: the values of each colour. */
static void add_reserve(const struct castellers_board *board, const struct telling *telling,
                        unsigned seat, struct text *out)
{
    static const char *const messages[CASTELLERS_COLOURS] = {
        [CASTELLERS_BLUE] = "castellers.label.blue",
        [CASTELLERS_GREEN] = "castellers.label.green",
        [CASTELLERS_PINK] = "castellers.label.pink",
        [CASTELLERS_RED] = "castellers.label.red",
        [CASTELLERS_WHITE] = "castellers.label.white"};
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++) {
        char buffer[CASTELLERS_PAWNS * 4];
        struct text values = TEXT_IN(buffer);
        for (unsigned value = 1; value <= CASTELLERS_VALUES; value++) {
            for (unsigned i = 0; i < board->reserves[seat][castellers_pawn(colour, value)]; i++) {
                text_separate(&values, " ");
                text_add_number(&values, value);
            }
        }
        if (values.length == 0)
            continue;
        text_separate(out, ", ");
        words_say(telling->words, out, messages[colour], SAY_TEXT(values.bytes));
    }
}

/* `red 1 under red 3 under red 7`: from the ground up. */
static void add_column(const struct castellers_castle *castle, const struct telling *telling,
                       unsigned column, struct text *out)
{
    unsigned height = castellers_column_height(&castle->columns[column]);
    char below_buffer[COLUMN_SAID_BYTES], joined_buffer[COLUMN_SAID_BYTES];
    struct text below = TEXT_IN(below_buffer), joined = TEXT_IN(joined_buffer);
    say_pawn(telling, castellers_pawn_at(castle, column, 1), &below);
    for (unsigned level = 2; level <= height; level++) {
        char pawn_buffer[PAWN_SAID_BYTES];
        struct text pawn = TEXT_IN(pawn_buffer);
        say_pawn(telling, castellers_pawn_at(castle, column, level), &pawn);
        text_clear(&joined);
        words_say(telling->words, &joined, "castellers.describe.under", SAY_TEXT(below.bytes),
                  SAY_TEXT(pawn.bytes));
        text_clear(&below);
        text_add(&below, joined.bytes);
    }
    text_add(out, below.bytes);
}

static void add_columns(const struct castellers_castle *castle, const struct telling *telling,
                        struct text *out)
{
    for (unsigned column = 0; column < castle->width; column++) {
        text_separate(out, ", ");
        add_column(castle, telling, column, out);
    }
}

static void describe_castle(const struct castellers_castle *castle, const struct telling *telling,
                            struct text *out)
{
    char buffer[CASTELLERS_PAWNS * PAWN_SAID_BYTES];
    struct text columns = TEXT_IN(buffer);
    add_columns(castle, telling, &columns);
    text_add_char(out, ' ');
    words_say(telling->words, out,
              castellers_is_valid(castle) ? "castellers.describe.valid"
                                          : "castellers.describe.castle",
              SAY_NUMBER(castle->number), SAY_TEXT(columns.bytes));
}

static void describe_player(const struct castellers_board *board, const struct telling *telling,
                            unsigned seat, struct text *out)
{
    struct castellers_score scores[CASTELLERS_SEATS];
    char name_buffer[512], pawns_buffer[CASTELLERS_PAWNS * PAWN_SAID_BYTES];
    struct text name = TEXT_IN(name_buffer), pawns = TEXT_IN(pawns_buffer);
    castellers_scores(board, scores);
    names_fit(telling, seat, LISTENED_COLUMNS, &name);
    add_reserve(board, telling, seat, &pawns);
    text_add_char(out, ' ');
    words_say(telling->words, out,
              pawns.length > 0 ? "castellers.describe.player" : "castellers.describe.player-empty",
              SAY_TEXT(name.bytes), SAY_NUMBER(castellers_total(&scores[seat])),
              SAY_TEXT(pawns.bytes));
    for (unsigned i = 0; i < board->castle_count; i++)
        if (board->castles[i].owner == seat)
            describe_castle(&board->castles[i], telling, out);
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    words_say(telling->words, out, "castellers.describe.bag", SAY_NUMBER(board->bag_left),
              SAY_NUMBER(castellers_whites_left(board)),
              SAY_NUMBER(CASTELLERS_BASES - board->castle_count));
    for (unsigned seat = 0; seat < board->players; seat++)
        describe_player(board, telling, seat, out);
    if (board->step == CASTELLERS_DEAL)
        return;
    text_add_char(out, ' ');
    if (board->step != CASTELLERS_END) {
        situation(opaque, telling, out);
        return;
    }
    struct game_result result;
    char names_buffer[640];
    struct text names = TEXT_IN(names_buffer);
    castellers_standing(board, &result);
    names_join_fitted(telling, result.winners, LISTENED_COLUMNS, ", ", &names);
    words_say(telling->words, out, "castellers.describe.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(result.winners)));
}

const struct game_text castellers_text = {
    .words = (const char *const[]){"done", "fall", "give", "pass", "place", "raise", "recruit",
                                   "swap", NULL},
    .print = castellers_print,
    .label = castellers_label,
    .parse = castellers_parse,
    .names_seats = true,
    .tell = tell,
    .situation = situation,
    .picture = castellers_picture,
    .hand = castellers_hand,
    .describe = describe,
    .scoring = castellers_scoring_picture,
};
