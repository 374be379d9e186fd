#include "games/njet/drawing.h"

enum { WHOLE_NAME = 1000 };

/* -- Events ---------------------------------------------------------------------------------- */

/* `trump red`, `start Carol`. */
static void say_condition(const struct telling *telling, uint8_t cell, struct text *out)
{
    words_say_plain(telling->words, out, njet_row_message(njet_row_of(cell)));
    text_add(out, " ");
    njet_say_cell(telling, cell, WHOLE_NAME, out);
}

static void tell_no(const struct telling *telling, const struct game_event *event, struct text *out)
{
    char said_buffer[512], left_buffer[512];
    struct text said = TEXT_IN(said_buffer), left = TEXT_IN(left_buffer);
    bool decided = event->details[1] >= 0;
    say_condition(telling, (uint8_t)event->details[0], &said);
    if (decided)
        say_condition(telling, (uint8_t)event->details[1], &left);
    words_say(telling->words, out, decided ? "njet.event.no.decided" : "njet.event.no",
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(said.bytes), SAY_TEXT(left.bytes));
}

static void tell_conditions(const struct telling *telling, const struct game_event *event,
                            struct text *out)
{
    char trump_buffer[64], super_buffer[64];
    struct text trump = TEXT_IN(trump_buffer), super = TEXT_IN(super_buffer);
    say_condition(telling, (uint8_t)event->details[1], &trump);
    say_condition(telling, (uint8_t)event->details[2], &super);
    words_say(telling->words, out, "njet.event.conditions", SAY_TEXT(telling->names[event->seat]),
              SAY_NUMBER(event->details[0]), SAY_TEXT(trump.bytes), SAY_TEXT(super.bytes),
              SAY_NUMBER(event->details[3]));
}

static void say_teams(const struct telling *telling, uint8_t players, seat_set team,
                      struct text *out)
{
    char ours_buffer[512], theirs_buffer[512];
    struct text ours = TEXT_IN(ours_buffer), theirs = TEXT_IN(theirs_buffer);
    names_join(telling, team, " + ", &ours);
    names_join(telling, (seat_set)((SEAT_BIT(players) - 1) & ~team), " + ", &theirs);
    words_say(telling->words, out, "njet.event.teams", SAY_TEXT(ours.bytes),
              SAY_TEXT(theirs.bytes));
}

static void tell_taken(const struct telling *telling, const struct game_event *event,
                       struct text *out)
{
    char card_buffer[64];
    struct text card = TEXT_IN(card_buffer);
    njet_say_card(telling, (uint8_t)event->details[0], &card);
    words_say(telling->words, out, event->details[2] ? "njet.event.taken.last" : "njet.event.taken",
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(card.bytes),
              SAY_NUMBER(event->details[1]), SAY_NUMBER(event->details[3]));
}

static void tell_counted(const struct telling *telling, const struct game_event *event,
                         struct text *out)
{
    char names_buffer[512];
    struct text names = TEXT_IN(names_buffer);
    const int16_t *details = event->details;
    seat_set team = (seat_set)details[0];
    names_join(telling, team, " + ", &names);
    words_say(telling->words, out,
              details[4] == 2 ? "njet.event.counted.alone" : "njet.event.counted",
              SAY_TEXT(names.bytes), SAY_NUMBER(details[1]), SAY_NUMBER(details[2]),
              SAY_NUMBER(details[3]), SAY_NUMBER(details[5]), SAY_NUMBER(__builtin_popcount(team)));
}

static void tell_won(const struct telling *telling, const struct game_event *event,
                     struct text *out)
{
    char names_buffer[512];
    struct text names = TEXT_IN(names_buffer);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out, "njet.event.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(winners)), SAY_NUMBER(event->details[1]));
}

static void tell_played(const struct telling *telling, const struct game_event *event,
                        struct text *out)
{
    char card_buffer[64];
    struct text card = TEXT_IN(card_buffer);
    njet_say_card(telling, (uint8_t)event->details[0], &card);
    words_say(telling->words, out, "njet.event.played", SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(card.bytes));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    const int16_t *details = event->details;
    const char *name = telling->names[event->seat];
    switch (event->kind) {
    case NJET_SAID_NO:
        tell_no(telling, event, out);
        break;
    case NJET_CONDITIONS:
        tell_conditions(telling, event, out);
        break;
    case NJET_TEAMS:
        say_teams(telling, OWN(njet, opaque)->board.players, (seat_set)details[0], out);
        break;
    case NJET_DISCARDED:
        words_say(telling->words, out, "njet.event.discarded", SAY_TEXT(name),
                  SAY_NUMBER(details[0]), SAY_NUMBER(details[1]));
        break;
    case NJET_TRICKS_BEGIN:
        words_say(telling->words, out, "njet.event.tricks-begin", SAY_TEXT(name));
        break;
    case NJET_PLAYED:
        tell_played(telling, event, out);
        break;
    case NJET_TAKEN:
        tell_taken(telling, event, out);
        break;
    case NJET_COUNTED:
        tell_counted(telling, event, out);
        break;
    case NJET_WON:
        tell_won(telling, event, out);
        break;
    default:
        words_say(telling->words, out, "njet.event.new-round", SAY_TEXT(name),
                  SAY_NUMBER(details[0]), SAY_NUMBER(details[1]),
                  SAY_TEXT(telling->names[details[2]]));
    }
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    static const char *const messages[] = {[NJET_STONES] = "njet.situation.njet",
                                           [NJET_CHOOSE_PARTNER] = "njet.situation.partner",
                                           [NJET_DISCARDING] = "njet.situation.discard",
                                           [NJET_TRICKS] = "njet.situation.play"};
    const struct njet_board *board = &OWN(njet, opaque)->board;
    seat_set actors = njet_actors(board);
    char names_buffer[1024];
    struct text names = TEXT_IN(names_buffer);
    if (actors == 0)
        return;
    names_join(telling, actors, ", ", &names);
    words_say(telling->words, out, messages[board->step], SAY_TEXT(names.bytes),
              SAY_NUMBER(board->step == NJET_DISCARDING ? njet_discard_count(board) : 0));
}

/* -- The description --------------------------------------------------------------------------- */

/* `trump: red, blue.`, or `trump: red.` once the row is decided. */
static void describe_row(const struct njet_board *board, const struct telling *telling, uint8_t row,
                         struct text *out)
{
    char cells_buffer[1024];
    struct text cells = TEXT_IN(cells_buffer);
    uint32_t free = njet_free_cells(board);
    for (uint8_t i = 0; i < njet_rows[row].count; i++) {
        uint8_t cell = (uint8_t)(njet_rows[row].first + i);
        if (!(free >> cell & 1))
            continue;
        text_separate(&cells, ", ");
        njet_say_cell(telling, cell, WHOLE_NAME, &cells);
    }
    text_add(out, " ");
    words_say(telling->words, out,
              njet_row_is_decided(board, row) ? "njet.describe.row.decided" : "njet.describe.row",
              SAY_MESSAGE(njet_row_message(row)), SAY_TEXT(cells.bytes));
}

/* `Dora played red 4.`, or who took the trick before. */
static void describe_last(const struct njet_board *board, const struct telling *telling,
                          struct text *out)
{
    const struct trick *trick = &board->trick;
    char buffer[64];
    struct text card = TEXT_IN(buffer);
    if (trick->count > 0) {
        uint8_t last = (uint8_t)(trick->count - 1);
        njet_say_card(telling, trick->cards[last], &card);
        words_say(telling->words, out, "njet.describe.played",
                  SAY_TEXT(telling->names[trick_seat(trick, board->players, last)]),
                  SAY_TEXT(card.bytes));
        text_add(out, " ");
    } else if (board->taker != GAME_SPECTATOR) {
        words_say(telling->words, out, "njet.describe.taken",
                  SAY_TEXT(telling->names[board->taker]));
        text_add(out, " ");
    }
}

/* Who takes the trick so far, and with what. */
static void describe_trick(const struct njet_board *board, const struct telling *telling,
                           struct text *out)
{
    char buffer[64];
    struct text card = TEXT_IN(buffer);
    if (board->trick.count == 0)
        return;
    uint8_t winner = njet_trick_winner(board);
    njet_say_card(telling, board->trick.cards[winner], &card);
    text_add(out, " ");
    words_say(telling->words, out, "njet.describe.trick",
              SAY_TEXT(telling->names[trick_seat(&board->trick, board->players, winner)]),
              SAY_TEXT(card.bytes));
}

/* What a team has so far, unless it is nothing. */
static void describe_team(const struct njet_board *board, const struct telling *telling,
                          seat_set team, struct text *out)
{
    struct njet_worth worth = njet_worth_of(board, team);
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    if (worth.points == 0)
        return;
    names_join(telling, team, " + ", &names);
    text_add(out, " ");
    words_say(telling->words, out, "njet.picture.team", SAY_TEXT(names.bytes),
              SAY_NUMBER(worth.tricks), SAY_NUMBER(worth.ones), SAY_NUMBER(worth.points));
    text_add(out, ".");
}

static void describe_points(const struct njet_board *board, const struct telling *telling,
                            struct text *out)
{
    char buffer[1024];
    struct text list = TEXT_IN(buffer);
    for (unsigned seat = 0; seat < board->players; seat++) {
        if (board->scores[seat] == 0)
            continue;
        text_separate(&list, ", ");
        text_add_format(&list, "%s %u", telling->names[seat], board->scores[seat]);
    }
    if (list.length == 0)
        return;
    text_add(out, " ");
    words_say(telling->words, out, "njet.describe.points", SAY_TEXT(list.bytes));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct njet_board *board = &OWN(njet, opaque)->board;
    describe_last(board, telling, out);
    if (njet_actors(board) != 0) {
        situation(opaque, telling, out);
        text_add(out, " ");
    }
    words_say(telling->words, out, "njet.describe.round", SAY_NUMBER(board->round),
              SAY_NUMBER(board->rounds), SAY_TEXT(telling->names[board->dealer]));
    describe_trick(board, telling, out);
    for (unsigned i = 0; i < NJET_ROWS; i++)
        describe_row(board, telling, njet_rows_shown[i], out);
    if (board->team != 0) {
        text_add(out, " ");
        say_teams(telling, board->players, board->team, out);
        describe_team(board, telling, njet_team(board, 0), out);
        describe_team(board, telling, njet_team(board, 1), out);
    }
    describe_points(board, telling, out);
}

/* By enum njet_colour. */
static const char *const suits[] = {[NJET_BLUE] = "blue",
                                    [NJET_GREEN] = "green",
                                    [NJET_BLACK] = "black",
                                    [NJET_RED] = "red",
                                    [NJET_COLOURS] = NULL};

static int led(const struct game_view *view)
{
    const struct njet_view *own = OWN(njet, view);
    const struct trick *trick = &own->board.trick;
    return trick->count > 0 ? njet_colour(trick->cards[0]) : -1;
}

const struct game_text njet_text = {
    .words = (const char *const[]){"alone", "discard", "njet", "partner", "play", NULL},
    .suits = suits,
    .led = led,
    .print = njet_print_move,
    .label = njet_label,
    .parse = njet_parse_move,
    .names_seats = true,
    .tell = tell,
    .situation = situation,
    .picture = njet_picture,
    .hand = njet_hand,
    .describe = describe,
    .scoring = njet_scoring_picture,
    .is_private = njet_move_is_private,
};
