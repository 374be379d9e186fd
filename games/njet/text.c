#include "games/njet/njet.h"
#include "games/shared/names.h"

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
    char card_buffer[8];
    struct text card = TEXT_IN(card_buffer);
    njet_print_card((uint8_t)event->details[0], &card);
    words_say(telling->words, out, event->details[2] ? "njet.event.taken.last" : "njet.event.taken",
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(card.bytes),
              SAY_NUMBER(event->details[1]));
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
    char card_buffer[8];
    struct text card = TEXT_IN(card_buffer);
    njet_print_card((uint8_t)event->details[0], &card);
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

/* -- The hand ---------------------------------------------------------------------------------- */

static void add_todo(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    const struct njet_board *board = &view->board;
    if (view->viewer >= board->players || !(njet_actors(board) & SEAT_BIT(view->viewer)))
        return;
    char cards_buffer[64];
    struct text cards = TEXT_IN(cards_buffer);
    if (board->step == NJET_TRICKS) {
        njet_print_cards(njet_playable(board, view->hand), &cards);
        words_say(telling->words, out, "njet.hand.play", SAY_TEXT(cards.bytes));
    } else if (board->step == NJET_DISCARDING) {
        words_say(telling->words, out, "njet.hand.discard", SAY_NUMBER(njet_discard_count(board)));
    }
}

static void hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct njet_view *view = OWN(njet, opaque);
    char cards_buffer[64], discards_buffer[16];
    struct text cards = TEXT_IN(cards_buffer), discards = TEXT_IN(discards_buffer);
    njet_print_cards(view->hand, &cards);
    njet_print_cards(view->discards, &discards);
    if (cards.length == 0)
        words_say_plain(telling->words, out, "njet.hand.empty");
    else
        words_say(telling->words, out, "njet.hand", SAY_TEXT(cards.bytes));
    add_todo(view, telling, out);
    if (discards.length > 0) {
        text_add(out, " ");
        words_say(telling->words, out, "njet.hand.discards", SAY_TEXT(discards.bytes));
    }
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

static void describe_trick(const struct njet_board *board, const struct telling *telling,
                           struct text *out)
{
    char cards_buffer[1024];
    struct text cards = TEXT_IN(cards_buffer);
    for (uint8_t i = 0; i < board->trick.count; i++) {
        text_separate(&cards, ", ");
        text_add_format(&cards, "%s ",
                        telling->names[trick_seat(&board->trick, board->players, i)]);
        njet_print_card(board->trick.cards[i], &cards);
    }
    if (cards.length == 0)
        return;
    text_add(out, " ");
    words_say(telling->words, out, "njet.describe.trick", SAY_TEXT(cards.bytes));
}

static void describe_seat(const struct njet_board *board, const struct telling *telling,
                          uint8_t seat, struct text *out)
{
    text_add(out, " ");
    words_say(telling->words, out, "njet.describe.seat", SAY_TEXT(telling->names[seat]),
              SAY_NUMBER(board->tricks[seat]), SAY_NUMBER(board->booty[seat]),
              SAY_NUMBER(board->scores[seat]));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    static const uint8_t rows[] = {NJET_ROW_START, NJET_ROW_DISCARD, NJET_ROW_TRUMP, NJET_ROW_SUPER,
                                   NJET_ROW_POINTS};
    const struct njet_board *board = &OWN(njet, opaque)->board;
    words_say(telling->words, out, "njet.describe.round", SAY_NUMBER(board->round),
              SAY_NUMBER(board->rounds), SAY_TEXT(telling->names[board->dealer]));
    for (unsigned i = 0; i < NJET_ROWS; i++)
        describe_row(board, telling, rows[i], out);
    if (board->team != 0) {
        text_add(out, " ");
        say_teams(telling, board->players, board->team, out);
    }
    describe_trick(board, telling, out);
    for (uint8_t seat = 0; seat < board->players; seat++)
        describe_seat(board, telling, seat, out);
    if (njet_actors(board) != 0) {
        text_add(out, " ");
        situation(opaque, telling, out);
    }
}

const struct game_text njet_text = {
    .print = njet_print_move,
    .parse = njet_parse_move,
    .tell = tell,
    .situation = situation,
    .picture = njet_picture,
    .hand = hand,
    .describe = describe,
    .scoring = njet_scoring_picture,
    .is_private = njet_move_is_private,
};
