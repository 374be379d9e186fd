/* Showing a table to those who watch it, behind their delays.
 *
 * Each time something of a table was saved, and when a delay by time has passed, its record is
 * played again from the store up to the last line that is old enough: what a watcher sees follows
 * from those lines alone. How far each has been shown goes to the store before they see it, so
 * nobody is shown anything twice. One message shows all the turns that have become old enough.
 */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/render.h"
#include "bot/tables/tale.h"

enum {
    WATCH_GRACE = 15 * SECOND, /* for the network to know again who is there */
    WATCH_PAUSE = 5 * SECOND,  /* between two messages to one watcher, at least */
    SHOWN_BYTES = 3 * RENDER_PICTURE_BYTES
};

/* Then nothing is hidden any more. An archived game may go on. */
static bool is_over(const struct table *table)
{
    return table->status == TABLE_FINISHED || table->status == TABLE_ABORTED;
}

/* -- Which lines are old enough ---------------------------------------------------------------- */

/* The end of a turn: of all that one seat did one after the other, unless it decided something. */
struct turn_end {
    uint32_t line;
    uint32_t moves; /* up to there */
};

/* The turns of a record. Whose turn it was and what was decided is known to everybody. */
struct turns {
    const struct table *table;
    uint32_t total; /* lines that count; later ones are left out */
    uint32_t moves;
    uint8_t seat; /* of the last move */
    bool begun;   /* a turn that has not ended */
    bool decided; /* the last move ended its turn */
    struct turn_end *ends;
    int64_t count, dealt; /* ends: in all, and before the cards that were dealt last */
};

static bool decides(const struct game_events *events)
{
    bool decides = events->picture || events->scoring;
    for (unsigned i = 0; i < events->count; i++)
        decides |= events->list[i].decisive;
    return decides;
}

static void end_turn(struct turns *turns, uint32_t line)
{
    turns->ends[turns->count++] = (struct turn_end){line, turns->moves};
    turns->begun = turns->decided = false;
}

static void take_turn(void *context, const struct walk_step *step)
{
    struct turns *turns = context;
    if (step->n > turns->total)
        return;
    bool is_move = step->seat != GAME_SPECTATOR;
    if (is_move && turns->begun && (turns->decided || turns->seat != step->seat))
        end_turn(turns, step->n - 1);
    if (is_move) {
        turns->moves++;
        turns->seat = step->seat;
        turns->begun = true;
    } else {
        turns->dealt = turns->count;
    }
    turns->decided |= decides(step->events);
    bool ends = turns->table->game->rules->actors(step->after) != SEAT_BIT(turns->seat);
    if (step->n == turns->total && turns->begun && (ends || turns->decided))
        end_turn(turns, step->n);
}

/* Returns false when the inquiry waits and when the record can't be read. The caller frees the
 * ends in any case. */
static bool read_turns(struct store_inquiry *inquiry, const struct table *table,
                       struct turns *turns)
{
    uint32_t total = table->known.lines;
    *turns = (struct turns){
        .table = table, .total = total, .ends = memory_new((total + 2) * sizeof *turns->ends)};
    end_turn(turns, 0); /* the deal */
    return walk_record(inquiry, table, turns, take_turn);
}

/* Each returns how many ends of turns are old enough. */

static int64_t aged_by_moves(const struct turns *turns, int64_t delay)
{
    int64_t count = turns->count;
    while (count > 0 && turns->moves - turns->ends[count - 1].moves < delay)
        count--;
    return count;
}

static int64_t aged_by_time(const struct turns *turns, int64_t delay, int64_t now)
{
    int64_t lines = watch_lines_aged(turns->table->watch, delay, now), count = turns->count;
    while (count > 0 && turns->ends[count - 1].line > lines)
        count--;
    return count;
}

static int64_t aged_by_round(const struct turns *turns)
{
    return later_of(0, turns->count + turns->begun - turns->table->seat_count);
}

/* Returns the last line that the watcher may see; -1: none. */
static int64_t last_aged(struct sessions *sessions, const struct turns *turns,
                         const struct watcher *watcher)
{
    const struct watch_delays delays = session_watch_delays(sessions, turns->table, watcher);
    int64_t count = turns->count, now = clock_now(sessions->clock);
    if (is_over(turns->table))
        return turns->total;
    if (delays.holds[WATCH_ROUND])
        count = earlier_of(count, aged_by_round(turns));
    if (delays.holds[WATCH_DEAL])
        count = earlier_of(count, turns->dealt);
    if (delays.holds[WATCH_MOVES])
        count = earlier_of(count, aged_by_moves(turns, delays.most[WATCH_MOVES]));
    if (delays.holds[WATCH_TIME])
        count = earlier_of(count, aged_by_time(turns, delays.most[WATCH_TIME], now));
    return count > 0 ? (int64_t)turns->ends[count - 1].line : -1;
}

/* -- How far they have been shown -------------------------------------------------------------- */

static bool take_shown(void *context, const char *key, const char *value)
{
    struct watch *watch = context;
    struct watcher *watcher;
    for (unsigned i = 0; (watcher = watch_each(watch, i)) != NULL; i++) {
        size_t length = strlen(watcher->network);
        bool is_theirs = strncmp(key, watcher->network, length) == 0 && key[length] == ' ' &&
                         strcmp(key + length + 1, watcher->identity) == 0;
        if (is_theirs && !watcher->is_read)
            watcher->shown = later_of(watcher->shown, strtoll(value, NULL, 10));
    }
    return true;
}

/* Returns false when the inquiry waits and when it can't be read. */
static bool read_shown(struct store_inquiry *inquiry, const struct table *table)
{
    char scope[STORE_WORD_MAX];
    struct watch *watch = table->watch;
    struct watcher *watcher;
    bool all = true;
    for (unsigned i = 0; (watcher = watch_each(watch, i)) != NULL; i++)
        all &= watcher->is_read;
    if (!all && !store_read_values(inquiry, session_watch_scope(table, scope), watch, take_shown))
        return false;
    for (unsigned i = 0; (watcher = watch_each(watch, i)) != NULL; i++)
        watcher->is_read = true;
    return true;
}

/* Nobody is shown a line again because moves before it were taken back. */
static void follow_rewound(struct sessions *sessions, const struct table *table,
                           struct watcher *watcher)
{
    char number[24];
    if (watcher->shown <= (int64_t)table->known.lines)
        return;
    watcher->shown = table->known.lines;
    if (table_is_live(table))
        session_watch_shown(sessions, table, watcher, log_number(number, watcher->shown));
}

/* -- Showing ----------------------------------------------------------------------------------- */

/* What one watcher is shown next. */
struct showing {
    uint32_t last; /* line */
    struct tale tale;
    union game_state_block state; /* after that line */
};

static void take_line(void *context, const struct walk_step *step)
{
    struct showing *showing = context;
    if (step->n == 1 && showing->last == 0)
        memcpy(showing->state.bytes, step->before, showing->tale.table->game->state_size);
    if (step->n > showing->last)
        return;
    tale_take(&showing->tale, step);
    memcpy(showing->state.bytes, step->after, showing->tale.table->game->state_size);
}

static void add_hands(const struct table *table, const struct game_state *state,
                      const struct telling *telling, struct text *out)
{
    struct telling in_a_row = *telling;
    in_a_row.size = PICTURE_SHORT;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        char buffer[RENDER_PICTURE_BYTES], plain_buffer[RENDER_PICTURE_BYTES];
        struct text hand = TEXT_IN(buffer), plain = TEXT_IN(plain_buffer);
        union game_view_block view;
        table->game->rules->view(state, (uint8_t)seat, GAME_VIEW(&view));
        table->game->text->hand(GAME_VIEW(&view), &in_a_row, &hand);
        paint_remove(hand.bytes, &plain);
        if (plain.length == 0)
            continue;
        text_add_char(out, '\n');
        words_say(telling->words, out, "watch.hand", SAY_TEXT(telling->names[seat]),
                  SAY_TEXT(plain.bytes));
    }
}

static void add_heading(struct sessions *sessions, const struct table *table,
                        const struct watcher *watcher, const struct showing *showing,
                        struct text *out)
{
    char game_buffer[64], place_name[PLACE_MAX];
    struct text game = TEXT_IN(game_buffer);
    const struct table_place *place = table_place_of(table, watcher->network, watcher->identity);
    unsigned first = tale_first(&showing->tale, 0);
    text_add_format(&game, "%s.name", table->game->id);
    networks_place_name(sessions->networks, place->network, place->place, watcher->network,
                        place_name);
    words_say(showing->tale.telling->words, out, "watch.shown", SAY_MESSAGE(game.bytes),
              SAY_TEXT(place_name), SAY_NUMBER(showing->last), SAY_NUMBER(is_over(table)),
              SAY_NUMBER(first));
    for (unsigned line = first; line < showing->tale.told; line++)
        text_add_format(out, "\n%s", tale_line(&showing->tale, line));
}

static void say_in_private(struct sessions *sessions, const struct table *table,
                           const struct watcher *watcher, const char *text)
{
    outbox_put(sessions->outbox,
               &(struct outbound){.kind = OUTBOUND_HELP,
                                  .network = watcher->network,
                                  .place = "",
                                  .identity = watcher->identity,
                                  .text = text,
                                  .home = table_home(table, watcher->network, watcher->identity),
                                  .guest = true});
}

static void say(struct sessions *sessions, const struct table *table, const struct watcher *watcher,
                const struct showing *showing, const struct style *style)
{
    char buffer[SHOWN_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct game_state *state = (const struct game_state *)(const void *)showing->state.bytes;
    union game_view_block view;
    table->game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&view));
    add_heading(sessions, table, watcher, showing, &text);
    text_add_char(&text, '\n');
    render_table(table->game, GAME_VIEW(&view), showing->tale.telling, style, &text);
    add_hands(table, state, showing->tale.telling, &text);
    if (watch_is_thread(table->watch, watcher))
        outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                        .network = watcher->network,
                                                        .place = watcher->identity,
                                                        .text = text.bytes,
                                                        .guest = true});
    else
        say_in_private(sessions, table, watcher, text.bytes);
}

/* Notes in the store how far they are, unless the table is over: then nothing of it is kept. */
static void note_shown(struct sessions *sessions, const struct table *table,
                       struct watcher *watcher, int64_t last)
{
    char number[24];
    watcher->shown = last;
    watcher->told = clock_now(sessions->clock);
    if (table_is_live(table))
        session_watch_shown(sessions, table, watcher, log_number(number, last));
}

/* Returns false when the inquiry waits and when the record can't be read. */
static bool show(struct sessions *sessions, struct store_inquiry *inquiry,
                 const struct table *table, struct watcher *watcher, int64_t last)
{
    struct voice voice;
    const struct setting_scope reader = session_watcher_reader(table, watcher);
    struct showing *showing = memory_new(sizeof *showing);
    showing->last = (uint32_t)last;
    showing->tale = (struct tale){.table = table,
                                  .telling = session_voice(sessions, table, &reader, &voice),
                                  .after = watcher->shown > 0 ? (uint32_t)watcher->shown : 0};
    if (watcher->shown < 0) /* of what was before they came, only the last turn */
        showing->tale.after = last > 0 ? (uint32_t)last - 1 : 0;
    if (table->lines == 0) /* then there is no line to take */
        memcpy(showing->state.bytes, table->state, table->game->state_size);
    bool read = walk_record(inquiry, table, showing, take_line);
    if (read) {
        tale_end(&showing->tale);
        say(sessions, table, watcher, showing, &voice.style);
        note_shown(sessions, table, watcher, last);
    }
    free(showing);
    return read;
}

/* -- Following a table ------------------------------------------------------------------------- */

/* Whether this process can reach them now. What they read in the thread they do not get alone. */
static bool is_reached(const struct sessions *sessions, const struct table *table,
                       const struct watcher *watcher)
{
    if (watch_is_thread(table->watch, watcher))
        return watch_has_readers(table->watch) &&
               networks_has_place(sessions->networks, watcher->network, watcher->identity);
    const struct table_place *place = table_place_of(table, watcher->network, watcher->identity);
    return !watcher->in_thread && place != NULL && place->open &&
           strcmp(place->network, watcher->network) == 0;
}

static void follow_watcher(struct sessions *sessions, struct store_inquiry *inquiry,
                           const struct turns *turns, struct watcher *watcher)
{
    const struct table *table = turns->table;
    const struct watch_delays delays = session_watch_delays(sessions, table, watcher);
    int64_t now = clock_now(sessions->clock);
    follow_rewound(sessions, table, watcher);
    int64_t last = last_aged(sessions, turns, watcher);
    bool paused = watcher->told != 0 && watcher->told + WATCH_PAUSE > now && table_is_live(table);
    watcher->next = DEADLINE_NEVER;
    if (delays.holds[WATCH_TIME])
        watcher->next = watch_next_aged(table->watch, delays.most[WATCH_TIME], now);
    if (last <= watcher->shown)
        return;
    if (paused)
        watcher->next = earlier_of(watcher->next, watcher->told + WATCH_PAUSE);
    else
        show(sessions, inquiry, table, watcher, last);
}

struct following {
    struct sessions *sessions;
    int64_t table;
};

static void follow(void *context, struct store_inquiry *inquiry)
{
    const struct following *following = context;
    struct sessions *sessions = following->sessions;
    struct table *table = session_by_id(sessions, following->table);
    struct turns turns = {.ends = NULL};
    if (table == NULL || table->watch == NULL || table->touched || session_is_in_flight(table))
        return; /* when the table is saved, this comes again */
    bool read = read_shown(inquiry, table) && read_turns(inquiry, table, &turns);
    struct watcher *watcher;
    for (unsigned i = 0; read && (watcher = watch_each(table->watch, i)) != NULL; i++)
        if (is_reached(sessions, table, watcher))
            follow_watcher(sessions, inquiry, &turns, watcher);
    free(turns.ends);
    if (!store_inquiry_waits(inquiry) && is_over(table)) {
        watch_free(table->watch);
        table->watch = NULL;
    }
    session_wind(sessions, table);
}

void session_follow_watched(struct sessions *sessions, struct table *table)
{
    if (table->watch == NULL || table->watch->count == 0)
        return;
    struct following *following = memory_new(sizeof *following);
    *following = (struct following){sessions, table->id};
    struct watcher *watcher;
    for (unsigned i = 0; (watcher = watch_each(table->watch, i)) != NULL; i++)
        watcher->next = DEADLINE_NEVER;
    store_ask(sessions->store, follow, free, following);
}

void session_watch_opened(struct sessions *sessions, struct table *table, const char *network)
{
    struct watcher *watcher;
    for (unsigned i = 0; (watcher = watch_each(table->watch, i)) != NULL; i++) {
        if (strcmp(watcher->network, network) != 0)
            continue;
        watcher->is_read = false; /* another process may have shown them more */
        watcher->told = clock_now(sessions->clock) + WATCH_GRACE - WATCH_PAUSE;
    }
    session_follow_watch_thread(sessions, table);
    session_follow_watched(sessions, table);
}

int64_t session_watch_due(const struct table *table)
{
    int64_t due = DEADLINE_NEVER;
    const struct watcher *watcher;
    for (unsigned i = 0; (watcher = watch_each(table->watch, i)) != NULL; i++)
        due = earlier_of(due, watcher->next);
    return due;
}

void session_watch_again(struct sessions *sessions, const char *network)
{
    struct watcher *watcher;
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        for (unsigned i = 0; (watcher = watch_each(table->watch, i)) != NULL; i++)
            if (strcmp(watcher->network, network) == 0)
                watcher->is_read = false;
}
