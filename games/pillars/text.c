/* Events and situations in words. */
#include "games/pillars/drawing.h"

/* -- Buttons ----------------------------------------------------------------------------------- */

/* A card on a button: `Carol's carpenter 6`; nothing for a material, which is a word by itself. */
static void label(game_move packed, const struct telling *telling, struct text *out)
{
    enum { NAME_COLUMNS = 20 };
    char name_buffer[128];
    struct text name = TEXT_IN(name_buffer);
    struct pillars_move move;
    if (!pillars_move_unpack(packed, &move) || move.action != PILLARS_PLAY ||
        pillars_value(move.what) == 0)
        return;
    if (!pillars_is_craftsman(move.what)) {
        pillars_say_card(telling, move.what, GAME_SPECTATOR, out);
        return;
    }
    names_fit(telling, pillars_craftsman_seat(move.what), NAME_COLUMNS, &name);
    words_say(telling->words, out, "pillars.picture.craftsman", SAY_TEXT(name.bytes),
              SAY_MESSAGE(pillars_craft_message(move.what)), SAY_NUMBER(pillars_value(move.what)));
}

/* -- Events ---------------------------------------------------------------------------------- */

static void tell_trick(const struct telling *telling, const struct game_event *event,
                       struct text *out)
{
    /* A craftsman brings the trick to their owner, any other card to its player. */
    static const char *const taken[2][2] = {
        {"pillars.event.taken.card", "pillars.event.taken.card.last"},
        {"pillars.event.taken", "pillars.event.taken.last"}};
    char card_buffer[1024];
    struct text card = TEXT_IN(card_buffer);
    uint8_t shown = (uint8_t)event->details[0];
    pillars_say_card(telling, shown, event->seat, &card);
    words_say(telling->words, out,
              event->kind == PILLARS_PLAYED
                  ? "pillars.event.played"
                  : taken[pillars_is_craftsman(shown)][event->details[2] != 0],
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(card.bytes));
}

/* Tells who gets something, or that nobody does. */
static void tell_gift(const struct telling *telling, const struct game_event *event,
                      struct text *out)
{
    bool nobody = event->seat == PILLARS_NOBODY;
    const char *name = nobody ? "" : telling->names[event->seat];
    if (event->kind == PILLARS_KINGS_TRICK)
        words_say(telling->words, out,
                  nobody ? "pillars.event.kings-trick.nobody" : "pillars.event.kings-trick",
                  SAY_TEXT(name));
    else
        words_say(telling->words, out,
                  nobody ? "pillars.event.advantage.nobody" : "pillars.event.advantage",
                  SAY_TEXT(name), SAY_MESSAGE(pillars_card_message((uint8_t)event->details[0])));
}

static void tell_converted(const struct telling *telling, const struct game_event *event,
                           struct text *out)
{
    uint8_t converter = (uint8_t)event->details[0], material = (uint8_t)event->details[1];
    words_say(
        telling->words, out,
        converter == PILLARS_WITH_BRICKMAKER ? "pillars.event.bricked" : "pillars.event.converted",
        SAY_TEXT(telling->names[event->seat]), SAY_MESSAGE(pillars_converter_message(converter)),
        SAY_MESSAGE(pillars_material_message(material)), SAY_NUMBER(event->details[2]),
        SAY_NUMBER(event->details[3]));
}

static void tell_numbers(const struct pillars_board *board, const struct telling *telling,
                         const struct game_event *event, struct text *out)
{
    char numbers_buffer[1024];
    struct text numbers = TEXT_IN(numbers_buffer);
    bool gains = event->kind == PILLARS_COUNTED;
    names_with_numbers(telling, board->players, event->details, gains, &numbers);
    words_say(telling->words, out, gains ? "pillars.event.counted" : "pillars.event.round",
              SAY_NUMBER(board->evaluation.round), SAY_TEXT(numbers.bytes));
}

void pillars_tell_won(const struct telling *telling, const struct game_event *event,
                      struct text *out)
{
    char names_buffer[1024];
    struct text names = TEXT_IN(names_buffer);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out,
              event->details[2] ? "pillars.event.won.advantages" : "pillars.event.won",
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(winners)),
              SAY_NUMBER(event->details[1]));
}

static void tell_simple(const struct telling *telling, const struct game_event *event,
                        struct text *out)
{
    const int16_t *details = event->details;
    const char *name = telling->names[event->seat];
    switch (event->kind) {
    case PILLARS_SET_ASIDE:
        words_say(telling->words, out,
                  details[0] ? "pillars.event.set-aside.last" : "pillars.event.set-aside",
                  SAY_TEXT(name));
        break;
    case PILLARS_TOM_GAVE:
        words_say(telling->words, out, "pillars.event.tom", SAY_TEXT(name),
                  SAY_MESSAGE(pillars_material_message((uint8_t)details[0])));
        break;
    case PILLARS_DROPPED:
        words_say(telling->words, out,
                  details[2] ? "pillars.event.dropped.itself" : "pillars.event.dropped",
                  SAY_TEXT(name), SAY_NUMBER(details[1]),
                  SAY_MESSAGE(pillars_material_message((uint8_t)details[0])));
        break;
    case PILLARS_STOPPED:
        words_say(telling->words, out, "pillars.event.stopped", SAY_TEXT(name));
        break;
    default:
        words_say(telling->words, out, "pillars.event.new-round", SAY_TEXT(name),
                  SAY_NUMBER(details[0]), SAY_MESSAGE(pillars_card_message((uint8_t)details[1])));
    }
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    switch (event->kind) {
    case PILLARS_PLAYED:
    case PILLARS_TAKEN:
        tell_trick(telling, event, out);
        break;
    case PILLARS_KINGS_TRICK:
    case PILLARS_ADVANTAGE:
        tell_gift(telling, event, out);
        break;
    case PILLARS_CONVERTED:
        tell_converted(telling, event, out);
        break;
    case PILLARS_COUNTED:
    case PILLARS_ROUND:
        tell_numbers(&OWN(pillars, opaque)->board, telling, event, out);
        break;
    case PILLARS_WON:
        pillars_tell_won(telling, event, out);
        break;
    default:
        tell_simple(telling, event, out);
    }
}

/* -- Who must do what -------------------------------------------------------------------------- */

static seat_set seats_at(const struct pillars_board *board, uint8_t step)
{
    seat_set seats = 0;
    for (uint8_t seat = 0; seat < board->players; seat++)
        if (board->evaluation.steps[seat] == step)
            seats |= SEAT_BIT(seat);
    return seats;
}

void pillars_situation(const struct game_view *opaque, const struct telling *telling,
                       struct text *out)
{
    static const char *const messages[] = {[PILLARS_CHOOSES] = "pillars.situation.tom",
                                           [PILLARS_CONVERTS] = "pillars.situation.convert",
                                           [PILLARS_DROPS] = "pillars.situation.drop"};
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    if (board->step == PILLARS_TRICKS)
        words_say(telling->words, out, "pillars.situation.play",
                  SAY_TEXT(telling->names[board->mover]));
    if (board->step != PILLARS_EVALUATION)
        return;
    char parts_buffer[2048];
    struct text parts = TEXT_IN(parts_buffer);
    for (uint8_t step = PILLARS_CHOOSES; step < PILLARS_READY; step++) {
        char names_buffer[1024];
        struct text names = TEXT_IN(names_buffer);
        names_join(telling, seats_at(board, step), ", ", &names);
        if (names.length == 0)
            continue;
        text_separate(&parts, "; ");
        words_say(telling->words, &parts, messages[step], SAY_TEXT(names.bytes));
    }
    words_say(telling->words, out, "pillars.situation.evaluation", SAY_TEXT(parts.bytes));
}

const struct game_text pillars_text = {
    .words = (const char *const[]){"convert", "done", "drop", "play", "tom", NULL},
    .print = pillars_print_move,
    .label = label,
    .parse = pillars_parse_move,
    .tell = tell,
    .situation = pillars_situation,
    .picture = pillars_picture,
    .hand = pillars_hand,
    .describe = pillars_describe,
    .scoring = pillars_scoring_picture,
};
