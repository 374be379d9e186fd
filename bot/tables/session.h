/* The session manager: all tables, found by id, by place and by the people who sit at them.
 *
 * It is the only writer of tables: it changes them, writes the changes to the store and puts
 * messages into the outbox. When something can't be done, it returns a message key for the person
 * who asked.
 */
#ifndef BELFRY_BOT_TABLES_SESSION_H
#define BELFRY_BOT_TABLES_SESSION_H

#include <stdbool.h>

#include "bot/adapter.h"
#include "bot/core/bans.h"
#include "bot/core/choice.h"
#include "bot/core/clock.h"
#include "bot/core/cooldown.h"
#include "bot/core/counters.h"
#include "bot/core/leavings.h"
#include "bot/core/networks.h"
#include "bot/core/outbox.h"
#include "bot/core/settings.h"
#include "bot/core/style.h"
#include "bot/players/player.h"
#include "bot/tables/beacon.h"
#include "bot/tables/deadlines.h"
#include "bot/tables/plan.h"
#include "bot/tables/table.h"
#include "bot/tables/thinker.h"

/* A live table of the store that can't be played on, and why. */
struct refused_table {
    int64_t id;
    uint32_t line; /* 0: the header */
    char reason[256];
    bool is_of_other_version; /* of its game than this program plays */
    struct refused_table *next;
};

/* The first members are what the session manager works with. Its creator sets them, and they
 * outlive it. */
struct sessions {
    struct store *store;
    struct outbox *outbox;
    struct settings *settings;
    const struct styles *styles;
    const struct networks *networks;
    const struct clock *clock;
    struct cooldowns *cooldowns;
    struct counters *counters;
    /* Searches for moves of the bot's seats. NULL: those seats are played at once, on this thread,
     * however long it takes. */
    const struct thinker *thinker;
    const struct beacon *beacon; /* NULL: no beacon goes into shuffles */

    bool shares; /* with other processes: holds only what concerns it (holding.c) */
    struct table *by_id;
    struct table *guests; /* list: tables that it does not hold, and that somebody asked for */
    struct table_place *by_place;
    struct sitter *by_person;
    struct told *told;             /* list: what the messages of this turn tell (untold.c) */
    struct told *sending;          /* list: the same of saved turns, until it is sent */
    int64_t sending_due;           /* when to look whether it is */
    struct refused_table *refused; /* list */
    struct table *touched;         /* list: tables changed in this turn */
    bool links_changed;            /* in this turn */
    unsigned links_in_flight;      /* turns that changed links and have not ended */
    struct table *bots_due;        /* list: tables where a seat of the bot may act at once */
    struct deadlines deadlines;    /* tables with something due at a known time */
    struct player *player;         /* plays the levels that need no search; NULL until first used */
    bool leagues_stirred;          /* something may follow for leagues (leagues.h) */
    int64_t leagues_due;           /* when something is due there next; 0: never */
    struct layout_marks layouts;
    /* seeking.h */
    bool seekers_due;                      /* people may be brought together now */
    int64_t seekers_at;                    /* when to look again */
    bool found_untold;                     /* perhaps somebody has to be told of their table */
    struct store_inquiry *seekers_inquiry; /* whether they still wait; NULL: nothing is asked */
};

/* NULL: done. Otherwise the catalog key of the reason; then nothing was changed. Functions that
 * take an inquiry have changed nothing either while it waits (store_inquiry_waits); then call them
 * again later. */
typedef const char *session_refusal;

/* -- Finding ----------------------------------------------------------------------------------- */

/* Returns the table that a place shows, which may be over, or NULL. */
struct table *session_at(const struct sessions *sessions, const char *network, const char *place);
/* Whether this process thinks for the bot's seats of the table and rings its clock: of those that
 * share a store the one does that serves the table's first place. */
bool session_leads(const struct sessions *sessions, const struct table *table);
/* Whether another process serves the place, as far as this one knows. */
bool session_is_elsewhere(const struct sessions *sessions, const struct table_place *place);
/* Whether the table is shown anywhere, here or by another process. */
bool session_is_shown(const struct sessions *sessions, const struct table *table);
struct table_place *session_place(const struct sessions *sessions, const char *network,
                                  const char *place);
/* Returns NULL for a table that is over and forgotten. */
struct table *session_by_id(const struct sessions *sessions, int64_t id);
/* Returns the `*count` live tables of a person, in the order in which they sat down. */
struct table *const *session_tables_of(const struct sessions *sessions, const char *network,
                                       const char *identity, size_t *count);

/* -- Holding -----------------------------------------------------------------------------------
 *
 * Of processes that share a store each holds in memory the tables that concern it: they are shown
 * in a place that it serves, or somebody from a network that it serves as a whole sits there or
 * watches. Another table is read when somebody asks for it, and is a guest for a minute. A process
 * that is alone holds all, and then the following does nothing.
 */

/* Whether what happens in the place concerns this process; "": what happens to people of the
 * network wherever they sit. */
bool session_concerns(const struct sessions *sessions, const char *network, const char *place);
bool session_holds(const struct sessions *sessions, const struct table *table);
/* Read the live tables of a place, those of a person, and one. They return false while the inquiry
 * waits; what can't be read is missing. */
bool session_fetch_at(struct sessions *sessions, struct store_inquiry *inquiry, const char *network,
                      const char *place);
bool session_fetch_of(struct sessions *sessions, struct store_inquiry *inquiry, const char *network,
                      const char *identity);
bool session_fetch(struct sessions *sessions, struct store_inquiry *inquiry, int64_t table);
/* For a caller that can't wait: reads a person's tables for the next time. */
void session_fetch_ahead(struct sessions *sessions, const char *network, const char *identity);
/* Reads the live tables that know the person in whatever way. */
bool session_fetch_traces(struct sessions *sessions, struct store_inquiry *inquiry,
                          const char *network, const char *identity);
/* Reads the live tables that a network or a part of it brings, before it is opened, and then calls
 * `loaded` once; false: the store could not be read, or is closed. */
void session_load(struct sessions *sessions, const struct adapter_class *class, const char *network,
                  struct network_part part, void (*loaded)(void *context, bool loaded),
                  void *context);
/* Forgets the guests whose time is over. */
void session_dismiss_guests(struct sessions *sessions);

/* Returns how many tables of the store can't be played on. */
unsigned session_refused_count(const struct sessions *sessions);
/* Returns the number of the table that a place is kept for although it can't be played on; 0: none.
 */
int64_t session_refused_at(const struct sessions *sessions, const char *network, const char *place);

enum { TABLE_SETTING_BYTES = 24 };

/* What people choose for a table: the options of its game and its own settings. */
struct table_choice {
    uint8_t options[GAME_OPTIONS_MAX];
    /* The table's own values, as typed; "" means the value of its place. */
    char settings[SETTING_COUNT][TABLE_SETTING_BYTES];
};

/* -- The lobby --------------------------------------------------------------------------------- */

session_refusal session_open_table(struct sessions *sessions, const struct game *game,
                                   const struct table_choice *choice, const char *network,
                                   const char *place, const struct person *opener,
                                   struct table **opened);
session_refusal session_join(struct sessions *sessions, struct table *table, const char *network,
                             const struct person *person);
session_refusal session_leave(struct sessions *sessions, struct table *table, unsigned seat);
session_refusal session_add_bot(struct sessions *sessions, struct table *table,
                                enum player_level level);
session_refusal session_remove_bot(struct sessions *sessions, struct table *table);
session_refusal session_choose(struct sessions *sessions, struct table *table,
                               const struct table_choice *choice);
/* Opens a table with the deal of the day (daily.h) for one person, and deals. Its options and seats
 * are the same for everybody. `next` is the deal that is committed to. */
struct daily_deal;
session_refusal session_open_daily(struct sessions *sessions, const struct daily_deal *deal,
                                   const struct daily_deal *next, const char *network,
                                   const char *place, const struct person *person);
/* Announces the new table where the settings say. */
void session_news_opened(struct sessions *sessions, const struct table *table);
struct table_choice session_choice(struct sessions *sessions, const struct table *table);
/* Lets two seats change places; only before the start. */
session_refusal session_swap_seats(struct sessions *sessions, struct table *table, unsigned one,
                                   unsigned other);
/* Replaces the random seed of a table that has not begun. */
session_refusal session_set_seed(struct sessions *sessions, struct table *table,
                                 const uint8_t seed[STORE_SEED_BYTES]);
/* Whether the table could start now, whoever asks. */
session_refusal session_may_start(struct sessions *sessions, const struct table *table);
/* Deals, or chooses the round of the beacon that the table waits for. */
session_refusal session_start(struct sessions *sessions, struct table *table);
bool session_awaits_beacon(const struct table *table);
/* Takes an answer of the beacon; NULL: it has no value. */
void session_beacon_answered(struct sessions *sessions, int64_t id, uint64_t round,
                             const char *value);
/* A setting has changed somewhere: updates the tables. */
void session_settings_changed(struct sessions *sessions);
/* Ends the table at once. `by` are the seats whose people wanted it; 0: nobody at the table. */
void session_abort(struct sessions *sessions, struct table *table, seat_set by);
/* Opens a table with the people and options of the last one that ended in the place. */
session_refusal session_again(struct sessions *sessions, struct store_inquiry *inquiry,
                              const char *network, const char *place, const struct person *person,
                              struct table **opened);
/* Gives the person the seat that `code` was issued for. */
session_refusal session_claim(struct sessions *sessions, struct table *table, const char *code,
                              const char *network, const struct person *person);
/* Words for the shuffle (bot/record/shuffle.h). From the first one on nobody joins, leaves or
 * changes seats or options, so that nothing but further words can still change the deal. */

/* Whether the person at `seat` (-1: one who is about to sit down) can give this word. */
session_refusal session_takes_word(const struct sessions *sessions, const struct table *table,
                                   int seat, const char *word);
/* Adds a word of the person at the seat to the shuffle; session_takes_word() has accepted it. */
void session_add_word(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *word);
/* Whether words are sealed at this table (bot/record/shuffle.h) before they are shown. */
bool session_words_are_sealed(const struct sessions *sessions, const struct table *table);
/* Whether the person at `seat` can give this seal, and session_add_seal() gives it. */
session_refusal session_takes_seal(const struct sessions *sessions, const struct table *table,
                                   unsigned seat, const char *seal);
void session_add_seal(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *seal);
/* Returns who still has to seal or to show a word before the game can start. */
seat_set session_owe_words(const struct sessions *sessions, const struct table *table);
/* Takes back all words and seals together; there are some, and the game has not begun. */
void session_drop_words(struct sessions *sessions, struct table *table);
/* Whether words have closed the seats of a table that has not begun. */
bool session_seats_are_closed(const struct table *table);
/* Tells the places the commitment to the seed; somebody alone at a terminal asks for it. */
void session_tell_sealed(struct sessions *sessions, const struct table *table);

/* -- Play -------------------------------------------------------------------------------------- */

/* Makes a seat's move, writes it to the store and adds its consequences to `events`. */
game_refusal session_move(struct sessions *sessions, struct table *table, unsigned seat,
                          game_move move, struct game_events *events);
/* Tells the places and the owners of the hands what `events` brought about, in as few lines as
 * possible. */
void session_tell(struct sessions *sessions, struct table *table, const struct game_events *events);
void session_show_hand(struct sessions *sessions, struct table *table, unsigned seat);
/* At a terminal: shows the prompt again, in the person's current language and style: who must do
 * what, or that a seat of the bot thinks. */
void session_prompt(struct sessions *sessions, const struct table *table);
/* Lists the buttons for the owner of a seat that may act: its moves that begin with the words of
 * `typed`. The list is empty for other seats and on networks without boards. */
void session_move_choices(struct sessions *sessions, const struct table *table, unsigned seat,
                          const char *typed, struct choices *choices);
/* Shows the board in a place that keeps one; `called` are the seats whose people it calls. */
void session_show_board(struct sessions *sessions, const struct table *table,
                        struct table_place *place, seat_set called);
/* Lets the board that this inbound message leads to in this turn answer its request. */
void session_board_answers(struct sessions *sessions, const struct inbound *inbound);
/* Asks the seat for its move (again), if it is a program's on a network of programs
 * (adapter_class.programs) and has one to make. */
void session_program_turn(struct sessions *sessions, struct table *table, unsigned seat);
/* Shows the boards of all tables that changed in this turn, and asks programs for their moves. */
void session_show_boards(struct sessions *sessions);
/* Makes one move of a seat that the bot plays, or starts thinking about one, at any table. Returns
 * false when there is nothing to do. */
bool session_play_bots(struct sessions *sessions);
/* Lets the bot play at this level for an absent person until they are heard again. */
void session_stand_in(struct sessions *sessions, struct table *table, unsigned seat,
                      enum player_level level);
/* Plans of the person at a seat (plan.h); `plan->seen` is not read. The refusal is that there are
 * too many. */
session_refusal session_add_plan(struct sessions *sessions, struct table *table,
                                 const struct plan *plan);
void session_remove_plan(struct sessions *sessions, struct table *table, const struct plan *plan);
/* Returns the seat's plan with this number, from 1; NULL: there is none. */
const struct plan *session_plan(const struct table *table, unsigned seat, unsigned number);
/* Takes an answer of the thinker. */
void session_thought(struct sessions *sessions, const struct thought *thought);

/* -- Time, and who is absent ------------------------------------------------------------------- */

/* Updates the clocks of all tables that changed in this turn and writes them to the store with the
 * rest of what the tables wait for. */
void session_wind_touched(struct sessions *sessions);
/* clock_now() has jumped by so many milliseconds: nobody has more or less time than before. */
void session_clock_set(struct sessions *sessions, int64_t by);
/* Handles everything that is due by clock_now(). */
void session_ring(struct sessions *sessions);
/* The person of the seat was heard at the table: the bot stops standing in for them. `in_private`:
 * they wrote to the bot itself, so its private messages reach them again. */
void session_heard(struct sessions *sessions, struct table *table, unsigned seat, bool in_private);
/* Tells in sentences what everybody saw since the person of the seat was last here, before this
 * visit: line by line, without the oldest ones where it would be too long. Returns false when the
 * record can't be read, and while the inquiry waits. */
bool session_recap(struct sessions *sessions, struct store_inquiry *inquiry,
                   const struct table *table, unsigned seat, const struct telling *telling,
                   struct text *out);
/* Notes that the person knows now everything that has happened. */
void session_caught_up(struct sessions *sessions, struct table *table, unsigned seat);
/* Whether the person of the seat is away or out of time, or the bot stands in for them. */
bool session_is_missing(const struct table *table, unsigned seat);
/* From now on the bot plays the seat of a person who is missing. `keeps`: until they claim it or
 * somebody joins. If they left, the settings say what follows for them. */
void session_vacate(struct sessions *sessions, struct table *table, unsigned seat, bool keeps);
/* Removes a person who is there: their seat is free again before the game, and the bot's for good
 * in it. Tells the person and everybody who did it and why; a `reason` of "" is none. Whoever comes
 * first of those who stay takes their place as the opener. */
session_refusal session_remove(struct sessions *sessions, struct table *table, unsigned seat,
                               const char *by, const char *reason);
/* Whether somebody may not sit at the table, because a ban (bot/core/bans.h) holds there or in one
 * of its places. */
bool session_is_barred(struct sessions *sessions, const struct table *table,
                       const struct suspect *suspect, struct ban *ban);
/* Finds what follows for somebody at the table from games that they left; false: nothing. */
bool session_finds_leaving(struct sessions *sessions, const struct table *table,
                           const char *network, const char *identity, struct leaving *found);
/* Removes everybody who sits where they are barred, as far as that is known of them. */
void session_remove_barred(struct sessions *sessions);
/* Returns the bot's seat that this person, or anybody, can take: the person's own former seat if
 * there is one; -1: none. */
int session_free_seat(const struct table *table, const char *network, const char *identity);
int session_former_seat(const struct table *table, const char *network, const char *identity);
/* Removes the person's name from tables they opened and from finished tables where they sat; `name`
 * stands for them there from now on. A seat where the bot replaced them stays the bot's for good.
 */
void session_forget_person(struct sessions *sessions, const char *network, const char *identity,
                           const char *name);
/* Gives the person a seat that session_free_seat() found. */
session_refusal session_take_over(struct sessions *sessions, struct table *table, unsigned seat,
                                  const char *network, const struct person *person);
/* Stop the table's clock, and let it go on. */
void session_pause(struct sessions *sessions, struct table *table);
void session_unpause(struct sessions *sessions, struct table *table);
/* Puts the table away: it stays in the store with everything that was played, and its places become
 * free. */
void session_archive(struct sessions *sessions, struct table *table);
/* Shows an archived table in the place, and in those of its own places that are free. */
session_refusal session_resume(struct sessions *sessions, struct store_inquiry *inquiry, int64_t id,
                               const char *network, const char *place, const struct person *person);

/* Records that the person at `seat` agrees to the matter. `about` is the seat it is about, or
 * GAME_SPECTATOR; for MATTER_UNDO it is the seat that asks. */
void session_agree(struct sessions *sessions, struct table *table, enum matter matter,
                   unsigned seat, unsigned about);
/* Returns the seats that have to agree: people who are there, except the one it is about. */
seat_set session_voters(const struct table *table, enum matter matter);
bool session_is_agreed(const struct table *table, enum matter matter);

/* Whether the seat's last move could be taken back if the others agree. */
session_refusal session_may_undo(struct sessions *sessions, struct store_inquiry *inquiry,
                                 const struct table *table, unsigned seat);
/* Whether as many have agreed as the settings demand. */
bool session_undo_is_agreed(struct sessions *sessions, const struct table *table);
session_refusal session_undo(struct sessions *sessions, struct store_inquiry *inquiry,
                             struct table *table, unsigned seat);

/* Whether the person of the seat may be told what their best moves are. */
session_refusal session_may_hint(struct sessions *sessions, const struct table *table,
                                 unsigned seat);
/* From now on the game does not count for the people of these seats. Returns whether it did. */
bool session_stop_ranking(struct sessions *sessions, struct table *table, seat_set seats);

/* Appends how much time the person of a seat has left; nothing when their turn has no deadline. */
void session_say_time(struct sessions *sessions, const struct table *table, unsigned seat,
                      const struct words *words, struct text *out);

/* -- Telling ----------------------------------------------------------------------------------- */

/* How a table is told somewhere. The telling points into the other members. */
struct voice {
    const char *names[GAME_SEATS_MAX];
    struct style style;
    struct telling telling;
};
/* Prepares the telling for a reader: a place, or one person. */
const struct telling *session_voice(struct sessions *sessions, const struct table *table,
                                    const struct setting_scope *reader, struct voice *voice);
/* Returns whose settings apply to the person of a seat: their own, or else those of the place where
 * they play. */
struct setting_scope session_seat_reader(const struct table *table, unsigned seat);

/* Sends one message to every place of the table. */
void session_announce(struct sessions *sessions, const struct table *table, const char *key,
                      const struct word_argument *arguments, size_t count);
#define session_event(sessions, table, key, ...)                                                   \
    session_announce((sessions), (table), (key), (const struct word_argument[]){__VA_ARGS__},      \
                     sizeof((const struct word_argument[]){__VA_ARGS__}) /                         \
                         sizeof(struct word_argument))
/* -- People and places come and go ------------------------------------------------------------- */

void session_renamed(struct sessions *sessions, const char *network, const char *old_identity,
                     const struct person *now);
void session_left(struct sessions *sessions, const char *network, const char *place,
                  const char *identity, enum leave_reason reason);
void session_joined(struct sessions *sessions, const char *network, const char *place,
                    const struct person *person, bool quietly);
void session_undelivered(struct sessions *sessions, const char *network, const char *identity,
                         const char *how);
/* Tells a place that `name` does not get what they asked for there. */
void session_unanswered(struct sessions *sessions, const char *network, const char *place,
                        const char *name, const char *how);
/* Tells a person that something for them was dropped while they were gone. */
void session_missed(struct sessions *sessions, const char *network, const struct person *person);
void session_place_opened(struct sessions *sessions, const char *network, const char *place);
void session_place_closed(struct sessions *sessions, const char *network, const char *place);
/* The bot has left every place of the network. */
void session_network_closed(struct sessions *sessions, const char *network);
void session_place_lost(struct sessions *sessions, const char *network, const char *place,
                        const char *why);
void session_thread_opened(struct sessions *sessions, const char *network, const char *place,
                           uint64_t id, const char *thread);
/* Notes that the place was shown a finished table up to `line`, where a replay goes on. */
void session_note_replay(struct table_place *place, int64_t table, uint32_t line);

/* -- Watching ----------------------------------------------------------------------------------
 *
 * People without a seat may watch a running game in private: every turn with all hands open, as far
 * behind as the delays say (bot/tables/watch.h). Everybody at the table is told who watches, and
 * each of them can forbid it. Who has watched never takes a seat at that table.
 */

/* Begins to watch, or changes the watcher's own delay; NULL: as the settings say. The settings'
 * delay holds in any case. `in_thread`: in a private thread, together with others. */
session_refusal session_watch(struct sessions *sessions, struct table *table, const char *network,
                              const struct person *person, const struct watch_delay *own,
                              bool in_thread);
/* What the person of a seat can read was heard: a thread that they can read is used no longer. */
void session_note_sight(struct sessions *sessions, struct table *table, unsigned seat,
                        enum person_sight sight);
/* Why somebody who sees that much of threads may not sit down; NULL: they have read nothing. */
session_refusal session_refuses_reader(const struct table *table, const char *network,
                                       enum person_sight sight);
/* The result of asking for a thread for those who watch; NULL: there is none. */
void session_watch_thread_opened(struct sessions *sessions, const char *network, int64_t id,
                                 const char *thread);
/* Ends it; returns false when the person does not watch the table, or how many tables they watched.
 */
bool session_unwatch(struct sessions *sessions, struct table *table, const char *network,
                     const char *identity);
unsigned session_unwatch_all(struct sessions *sessions, const char *network, const char *identity);
/* The person of the seat wants nobody to watch: ends it for all at once. */
void session_forbid_watching(struct sessions *sessions, struct table *table, unsigned seat);
/* Takes that back; returns false when they have not forbidden it. Nobody watches as long as one
 * person forbids it. */
bool session_allow_watching(struct sessions *sessions, struct table *table, unsigned seat);
/* Appends who watches, as a line of its own; nothing when nobody does. */
void session_say_watchers(const struct table *table, const struct words *words, struct text *out);
/* Appends how far behind somebody watches, or would. */
void session_say_watch_delay(struct sessions *sessions, const struct table *table,
                             const char *network, const char *identity, const struct words *words,
                             struct text *out);

/* -- Who waits for a game ---------------------------------------------------------------------
 *
 * People may ask to be told in private when there is a table to join in a place (a thread counts as
 * its channel). The wish holds until they take it back.
 */

enum {
    SESSION_NOTIFY_MAX = 32,                    /* people of one place */
    SESSION_NOTIFY_PEOPLE = GAME_SEATS_MAX - 1, /* a table with more people has no free seat */
    SESSION_NOTIFY_PAUSE = 10 * 60 * 1000       /* milliseconds between two messages, at least */
};

/* Tells the person from now on when this many people sit at a table that has not begun. 1: as soon
 * as one is opened; 0: never. */
session_refusal session_notify(struct sessions *sessions, struct store_inquiry *inquiry,
                               const char *network, const char *place, const char *identity,
                               unsigned people);
/* Returns the number the person asked for there; 0: nothing. */
unsigned session_notified_at(struct sessions *sessions, struct store_inquiry *inquiry,
                             const char *network, const char *place, const char *identity);
/* Visits every place of the network where the person asked; `wish` returns false to stop. */
void session_read_notified(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context,
                           bool (*wish)(void *context, const char *place, unsigned people));
/* Takes back all wishes of the person. */
void session_forget_notified(struct sessions *sessions, const char *network, const char *identity);
/* The number of people at the table was `before` (0: the table is new): tells those who waited for
 * as many as there are now. People at the table, the person who is typing and people in their quiet
 * hours are left out, and so is everybody when no seat is free. */
void session_tell_notified(struct sessions *sessions, const struct table *table, unsigned before);

/* -- One table in two places ------------------------------------------------------------------- */

/* Returns the place with that key, and creates it if it is not known yet. */
struct table_place *session_place_made(struct sessions *sessions, const char *network,
                                       const char *place);
bool session_is_linked(const struct table_place *place, const struct table_place *other);
/* Notes that `place` asks to be linked with `other`. The request is forgotten after a few minutes.
 */
void session_ask_link(struct table_place *place, const struct table_place *other);
bool session_link_is_asked(const struct table_place *place, const struct table_place *other);
/* Draws the code with which an admin of any other place can link that place with this one, once and
 * within a few minutes. It replaces an earlier one. Only memory holds it, and where
 * several processes share the store that, because another one may hear the code. */
void session_offer_link(const struct sessions *sessions, struct table_place *place);
/* Returns the place that has this code; NULL: none has. The other uses the code up. */
struct table_place *session_find_offered(const struct sessions *sessions, const char *code);
void session_use_offered(const struct sessions *sessions, struct table_place *place);
/* Shows tables that are opened in one of the two in the other too; a table that runs already is
 * shared at once. */
session_refusal session_link(struct sessions *sessions, struct table_place *place,
                             struct table_place *other);
/* Ends the link. A table that runs in both stays in both while people of both networks sit at it.
 */
void session_unlink(struct sessions *sessions, struct table_place *place,
                    struct table_place *other);

/* -- Memory and disk --------------------------------------------------------------------------- */

/* Replays every live table of the store; where it is shared, session_load() does so later. Returns
 * false when that fails and when the inquiry waits. */
bool session_recover(struct sessions *sessions, struct store_inquiry *inquiry);
/* Another process no longer tells the places of a network, and this one will: reads what was not
 * told there. */
void session_recover_untold(struct sessions *sessions, struct store_inquiry *inquiry);

/* A shared store says that a table was changed. If it is known and the change is not, reads it and
 * tells its places what happened; returns whether that is so. */
bool session_follow(struct sessions *sessions, const struct stored_version *changed);
/* Does the same for a table that is not known and lives. */
void session_take_up(struct sessions *sessions, int64_t table);
/* It says that a value was changed; NULL: removed. If it is a place's links, they are those now,
 * unless this process is changing links itself. Calls no function of the store. */
void session_follow_links(struct sessions *sessions, const char *scope, const char *key,
                          const char *value);

/* -- A turn on its way to the disk ---------------------------------------------------------------
 *
 * At the end of a turn of the loop the caller seals what the turn changed, commits the store, and
 * settles the turn when the answer comes. Several turns may be in flight as long as none depends on
 * another. Commands about a table in flight wait (session_is_in_flight). Other events at such a
 * table change it in the open turn, which the caller seals only after the other has ended.
 */

/* What a turn changed, filled by session_seal(). It must not move until it is settled. */
struct session_turn {
    struct table *tables; /* list through flight_next */
    struct told *told;
    bool links_changed;
    bool guarded; /* it is saved only if no other process has changed one of the tables */
};

/* A table in flight already stays with that turn: they end together. */
void session_seal(struct sessions *sessions, struct session_turn *turn);
/* Whether the open turn changed at least so many tables. */
bool session_touches_many(const struct sessions *sessions, size_t many);
/* Whether the open turn changed something that `turn`, in flight, changed too, or tells of it. */
bool session_depends_on(const struct sessions *sessions, const struct session_turn *turn);
/* The commit has ended. When it failed, the tables are restored as the store has them; a turn that
 * depends on this one must have been undone before. */
void session_settle(struct sessions *sessions, struct session_turn *turn, bool saved);
/* What a saved turn says was handed to the networks. */
void session_was_told(struct sessions *sessions, struct session_turn *turn);
struct session_speech {
    void *context;
    /* Whether this process may speak in the place; if so, the open turn depends on that. */
    bool (*was_heard)(void *context, const char *network, const char *place);
};
/* What networks have sent need not be told again: the open turn writes that to the store, for the
 * networks where it was heard. */
void session_note_sent(struct sessions *sessions, const struct session_speech *speech);
bool session_is_in_flight(const struct table *table);

void sessions_free(struct sessions *sessions);

#endif
