/* Shared by the files of the session manager; nobody else includes this. */
#ifndef BELFRY_BOT_TABLES_SESSION_PRIVATE_H
#define BELFRY_BOT_TABLES_SESSION_PRIVATE_H

#include "bot/base/duration.h"
#include "bot/core/home.h"
#include "bot/tables/session.h"

/* index.c: the three indexes. */
void session_index_table(struct sessions *sessions, struct table *table);
/* Marks the table as over: it stays in its places for `again`, but nobody sits there any more. */
void session_retire(struct sessions *sessions, struct table *table, enum table_status status);
void session_index_seat(struct sessions *sessions, struct table *table, const struct seat *seat);
void session_unindex_seat(struct sessions *sessions, struct table *table, const struct seat *seat);
/* Shows `table` in a place. A table that ended there before is forgotten; if it ended in this turn,
 * once the store has committed that. */
struct table_place *session_attach(struct sessions *sessions, struct table *table,
                                   const char *network, const char *place);
/* The person of the seat has another identity, and with it another private conversation
 * (bot/core/home.h): a table that is shown there moves with them. */
void session_follow_home(struct sessions *sessions, struct table *table, unsigned seat);
/* Somebody no longer sits at the table for good: it is no longer shown in their private
 * conversation, if it has another place. */
void session_leave_homes(struct sessions *sessions, struct table *table);
/* Stops showing the table there. */
void session_detach(struct table *table, struct table_place *place);
/* Shows the table in `place`, of the same network and where the bot is, instead of `from`. */
void session_move_place(struct sessions *sessions, struct table *table, struct table_place *from,
                        const char *place);
/* Forgets a place that shows nothing, and that nothing else is known of. */
void session_drop_place(struct sessions *sessions, struct table_place *place);
/* holding.c: makes a table that is not held a guest, or one that is no guest any more. The others
 * do so whatever it is; `until` is clock_steady(), 0: not at all. */
void session_note_guest(struct sessions *sessions, struct table *table);
void session_keep_guest(struct sessions *sessions, struct table *table, int64_t until);
void session_end_guest(struct sessions *sessions, struct table *table);
/* Forgets a table that nobody can reach any more. */
void session_forget(struct sessions *sessions, struct table *table);

/* refused.c: notes that a live table of the store can't be played on; keeps one of its places, and
 * tells the place. */
struct refused_table *session_refuse_table(struct sessions *sessions, int64_t id, uint32_t line,
                                           const char *reason);
void session_reserve_place(struct sessions *sessions, int64_t id,
                           const struct stored_place *stored);
/* Tells the place, which the bot has just come to, if it is kept for such a table. */
void session_tell_refused(struct sessions *sessions, const struct table_place *place);
void session_free_refused(struct sessions *sessions);

/* proof.c: the setting `proof`. Whether the seat hangs on a name and host alone. */
bool session_needs_claim(const struct seat *seat);
/* Why somebody may not sit down in a place, at a table; NULL: they may. */
session_refusal session_refuses_stranger(struct sessions *sessions, const char *network,
                                         const char *place, const struct person *person);
session_refusal session_refuses_person(struct sessions *sessions, const struct table *table,
                                       const char *network, const struct person *person);
/* Nobody watched the person of a seat, or of all seats on a network (NULL: on any): from now on
 * they must prove by their code that the seat is theirs, if that is set. */
void session_doubt_seat(struct sessions *sessions, struct table *table, unsigned seat);
void session_doubt_seats(struct sessions *sessions, struct table *table, const char *network);
/* Takes doubts back where the setting needs no proof any more. */
void session_apply_proof(struct sessions *sessions, struct table *table);
/* company.c: why somebody may not sit down with the people at the table; NULL: they may. It does
 * not say because of whom. */
session_refusal session_refuses_company(struct sessions *sessions, const struct table *table,
                                        const char *network, const char *identity);
/* leaving.c: the others give the seat of somebody who left away; called while it is still theirs.
 * `keeps`: they may claim it. */
void session_note_left(struct sessions *sessions, const struct table *table, unsigned seat,
                       bool keeps);
/* Who left the seat will have it again, as this person: nothing follows any longer. */
void session_note_back(struct sessions *sessions, const struct table *table, unsigned seat,
                       const char *network, const char *identity);
/* Somebody has sat down: if they left games, this one may not count for them. */
void session_unrank_leaver(struct sessions *sessions, struct table *table, unsigned seat);
/* vote.c: from now on the bot plays the seat (session_vacate). */
void session_empty_seat(struct sessions *sessions, struct table *table, unsigned seat, bool keeps);
/* save.c: writing to the store. */
void session_save_new(struct sessions *sessions, struct table *table);
void session_save(struct sessions *sessions, struct table *table);
/* Notes that the table has changed in this turn, however much of that is in the store already. */
void session_touch(struct sessions *sessions, struct table *table);
/* The same for a change that nobody but one person may notice: no board is shown for it. */
void session_touch_unseen(struct sessions *sessions, struct table *table);
/* `by` becomes a further key of the line: "bot", "forced", "stand-in", "timeout"; NULL: none. */
void session_save_move(struct sessions *sessions, struct table *table, unsigned seat,
                       game_move move, const char *by);
/* Returns the last table that ended in a place, with what its header says: without state and shown
 * nowhere; the caller frees it. NULL: there was none, it can't be read, or the inquiry waits. */
struct table *session_read_ended(struct sessions *sessions, struct store_inquiry *inquiry,
                                 const char *network, const char *place);
/* Draws, deals and writes every outcome of chance that is due. */
void session_settle_chance(struct sessions *sessions, struct table *table,
                           struct game_events *events);

/* play.c: adds the table to the list of those where a seat of the bot may act, or removes it, and
 * cancels thinking about a position that has passed. */
void session_watch_bots(struct sessions *sessions, struct table *table);
/* Cancels all thinking about the table. */
void session_stop_thinking(const struct sessions *sessions, const struct table *table);
/* Returns the seat of the bot that thinks about its move now; -1: none. */
int session_thinking_seat(const struct sessions *sessions, const struct table *table);

/* Makes the game's default move for a seat whose time is up. */
void session_play_default(struct sessions *sessions, struct table *table, unsigned seat);

/* Makes a move that its person has planned. */
void session_move_planned(struct sessions *sessions, struct table *table, unsigned seat,
                          game_move move);

/* plans.c: drops all plans of these seats and tells their owners why, by a message. */
void session_drop_plans(struct sessions *sessions, struct table *table, seat_set seats,
                        const char *why);
/* The bot is back in the place: tells those whose people play from there in a line what was not
 * told before. */
void session_tell_untold_plans(struct sessions *sessions, struct table *table,
                               const struct table_place *place);
/* Lets a move count for the plans; the table has the position after it. Called for every move. */
void session_show_plans(struct sessions *sessions, struct table *table, unsigned mover,
                        game_move move);
/* Returns when plans are judged, after a pause that begins when they can be; and judges them. */
int64_t session_plans_due(const struct sessions *sessions, struct table *table);
void session_play_plans(struct sessions *sessions, struct table *table);
/* Adds a plan that was read from the store. */
void session_take_plan(struct table *table, const struct plan *plan);

/* clock.c: called after any change of the table: begins and ends turns, and sets when the table is
 * due next. */
void session_wind(struct sessions *sessions, struct table *table);
/* The bot is back in a place of the network. */
void session_clock_opened(struct sessions *sessions, struct table *table, const char *network);
enum { SESSION_SHOW_TIME = 60 * MINUTE }; /* to show a sealed word */

/* clock_set.c: puts right the times of a table that was just read, and those of all tables at the
 * start. */
void session_clock_recovered(struct sessions *sessions, struct table *table);
void session_clock_started(struct sessions *sessions);
/* The same for a table that is read later. */
void session_clock_start(struct sessions *sessions, struct table *table);

/* untold.c: notes with the turn that something is not told yet; and that messages in the outbox
 * tell it, in a place. */
void session_note_untold(struct sessions *sessions, const char *scope, const char *key);
void session_is_told(struct sessions *sessions, const char *scope, const char *key,
                     const char *network, const char *place);
/* They will not be told, as the turn was not saved. */
void session_drop_told(struct told **list);
/* Ends of tables, by the table's id, a blank and the place's key: notes in which places the end is
 * not announced yet. Where the bot is, messages in the outbox announce it. */
#define SESSION_UNTOLD_ENDS "untold ends"
void session_end_untold(struct sessions *sessions, struct table *table);
/* Messages in the outbox announce the end in the place, or wherever the bot is. */
void session_end_is_told(struct sessions *sessions, const struct table *table,
                         const struct table_place *place);
void session_end_is_told_here(struct sessions *sessions, const struct table *table);
/* What the person of a seat has to be told, by the table's id, a blank and the seat: that plans
 * were dropped; that the table which they looked for is found. The first is called with the message
 * that tells it, the second with the one that stands for it. */
#define SESSION_UNTOLD_PLANS "untold plans"
#define SESSION_UNTOLD_FOUND "untold found"
void session_note_untold_seat(struct sessions *sessions, const struct table *table, unsigned seat,
                              const char *scope);
void session_seat_is_told(struct sessions *sessions, const struct table *table, unsigned seat,
                          const char *scope);
/* What was not told, by table: where its end was not, or to whose seat. Copied, because the store
 * can't be used while it is being read. */
struct untold {
    struct {
        int64_t table;
        char whom[NETWORK_NAME_MAX + HOME_BYTES + 2]; /* the place's key, or the seat */
    } list[512];
    size_t count;
};
/* Returns what the scope holds, to be freed; NULL when the inquiry waits or can't be read. */
struct untold *session_read_untold(struct store_inquiry *inquiry, const char *scope);
/* What the people of seats have to be told. */
struct untold_seats {
    struct untold *plans, *found;
};
/* Returns false when the inquiry waits or can't be read. */
bool session_read_untold_seats(struct store_inquiry *inquiry, struct untold_seats *seats);
/* Notes it at their tables, which are known by now. */
void session_note_untold_seats(struct sessions *sessions, const struct untold_seats *seats);
void session_drop_untold_seats(struct untold_seats *seats);

/* found.c: the bot is back in a place of the network: tells those in private who were not told, and
 * whom nothing else tells. */
void session_tell_untold_found(struct sessions *sessions, const char *network);

/* waiting.c: what a table waits for, in the store. */
void session_waiting_save(struct sessions *sessions, struct table *table);
/* Writes anew what waits at tables that no turn changes: it may have been in a turn that failed. */
void session_waiting_save_again(struct sessions *sessions);
/* The values of all tables, or of one, are read into `*read`, which begins as NULL and is freed by
 * session_waiting_drop(). session_waiting_take() finds a table's value there. */
struct stored_waiting;
bool session_waiting_read_all(struct store_inquiry *inquiry, struct stored_waiting **read);
void session_waiting_read(struct store_inquiry *inquiry, int64_t table,
                          struct stored_waiting **read);
void session_waiting_take(struct table *table, struct stored_waiting *read);
/* Reads the tables of whose seats or watchers somebody's identity is kept there. */
bool session_waiting_read_mentions(struct store_inquiry *inquiry, const char *identity,
                                   void *context, store_take_table *table);
void session_waiting_drop(struct stored_waiting **read);
/* Called when the table's lines have been read too. */
void session_waiting_recovered(struct table *table);

/* watching.c: delays that hold together, the longest of each unit. */
struct watch_delays {
    bool holds[WATCH_UNITS];
    int64_t most[WATCH_UNITS];
};
/* `watcher` may be NULL. */
struct watch_delays session_watch_delays(struct sessions *sessions, const struct table *table,
                                         const struct watcher *watcher);
struct setting_scope session_watcher_reader(const struct table *table,
                                            const struct watcher *watcher);
/* The game begins: the delay that is set now holds until its end. */
void session_watch_begins(struct sessions *sessions, struct table *table);
/* Why somebody may not take a seat; NULL: they have not watched. */
session_refusal session_refuses_watcher(const struct table *table, const char *identity);
/* Ends watching where the settings do not allow it any more. */
void session_apply_watching(struct sessions *sessions, struct table *table);
/* Ends it for all, without a word. */
void session_drop_watchers(struct sessions *sessions, struct table *table);
/* Somebody has left a place, or with "" the network: they watch nothing there any more. */
void session_unwatch_at(struct sessions *sessions, const char *network, const char *place,
                        const char *identity);
void session_watcher_renamed(struct sessions *sessions, const char *network,
                             const char *old_identity, const struct person *now);
/* Tells all places who watches. */
void session_tell_watchers(struct sessions *sessions, const struct table *table);
/* The table has changed in this turn: notes what the delays count from. A table that is over keeps
 * nothing in the store. */
void session_watch_save(struct sessions *sessions, struct table *table);
/* watch_record.c */
void session_watch_print(const struct table *table, struct text *out);
struct json_t;
void session_watch_take(struct table *table, const struct json_t *object);
/* The scope of the store's values with how far each watcher of the table has been shown; writes one
 * of them. */
const char *session_watch_scope(const struct table *table, char scope[STORE_WORD_MAX]);
void session_watch_shown(struct sessions *sessions, const struct table *table,
                         const struct watcher *watcher, const char *value);
/* watch_thread.c: why nobody can watch there in a thread; NULL: they can. */
session_refusal session_refuses_watch_thread(const struct sessions *sessions,
                                             const struct table *table, const char *network);
/* The watcher reads the thread from now on, or no longer. */
void session_watch_in_thread(struct sessions *sessions, struct table *table,
                             struct watcher *watcher, bool in_thread);
/* The table is saved, or the bot is back in its place: asks for the thread, and lets people in. */
void session_follow_watch_thread(struct sessions *sessions, struct table *table);
void session_watch_thread_lost(struct sessions *sessions, const char *network, const char *place);
/* watch_show.c: shows the watchers what has become old enough, once the store has answered. */
void session_follow_watched(struct sessions *sessions, struct table *table);
/* The bot is back in one of its places on the network. */
void session_watch_opened(struct sessions *sessions, struct table *table, const char *network);
/* Returns when it has to be called again although nothing has changed. */
int64_t session_watch_due(const struct table *table);
/* Another process may show the watchers on this network from now on: when it is this one's turn
 * again, it reads how far they are. */
void session_watch_again(struct sessions *sessions, const char *network);

/* vote.c: a seat has moved or was given away: drops the votes about the position before and about
 * the seat. */
void session_drop_votes(struct table *table, unsigned seat);

/* beacon.c: chooses a round, and tells which one. */
void session_await_beacon(struct sessions *sessions, struct table *table);
/* Chooses another round when the clock was set back and the chosen one is far away: nobody knows
 * the value of either. */
void session_follow_beacon(struct sessions *sessions, struct table *table);
/* Returns when the beacon is to be asked, and asks it. */
int64_t session_beacon_due(const struct sessions *sessions, struct table *table);
void session_ask_beacon(struct sessions *sessions, struct table *table);
/* hint.c: whether the person of the seat has no company but seats that the bot plays for good. */
bool session_is_alone_with_bots(const struct table *table, unsigned seat);
/* hint.c: a game begins: returns whether hints are allowed to several people, so that it counts for
 * none of them; the caller saves the table and tells everybody. */
bool session_hints_begin(struct sessions *sessions, struct table *table);
/* lobby.c: shows an empty table in the place. */
struct table *session_table_in(struct sessions *sessions, const struct game *game,
                               const char *network, const char *place, const struct person *opener);
/* lobby.c: the table is in the store already. */
void session_choose_settings(struct sessions *sessions, struct table *table,
                             const struct table_choice *choice);
/* again.c: whether somebody may be seated without being asked. */
bool session_may_be_seated(struct sessions *sessions, const struct table *table,
                           const char *network, const struct person *person);
/* lobby.c: these return NULL when the table is full. */
struct seat *session_take_seat(struct sessions *sessions, struct table *table, const char *network,
                               const struct person *person);
const struct seat *session_seat_bot(struct table *table, enum player_level level);
/* lobby.c: deals and tells. */
void session_begin(struct sessions *sessions, struct table *table);
/* lobby.c: reads what the settings of its place say about a table that is new. */
void session_take_settings(struct sessions *sessions, struct table *table);
/* lobby.c: lets the settings of its places apply to the table. */
void session_apply_settings(struct sessions *sessions, struct table *table);
/* restore.c: its last commit failed: restores the table as the store has it. Until the store has
 * answered, the table counts as in flight and nothing of it is saved or told. When the store can't
 * answer, it is asked again a little later (session_ring). */
void session_restore(struct sessions *sessions, struct table *table);
/* Brings back an archived table in those of its places that are free. It is live again but not yet
 * in the store as such. NULL: there is none, it can't be read, or the inquiry waits. */
struct table *session_bring_back(struct sessions *sessions, struct store_inquiry *inquiry,
                                 int64_t id);

/* shuffle.c: writes the first digits of the commitment, which everybody reads when a table opens:
 * enough that nobody finds another seed with the same ones. `verify` tells all of them. */
const char *session_sealed(const struct table *table, char commitment[SHUFFLE_COMMITMENT_TEXT]);
/* shuffle.c: whether seats and options can still be changed. */
session_refusal session_may_change_seats(const struct table *table);
/* Not all sealed words were shown in time: ends the table, and names who has not. */
void session_end_unshown(struct sessions *sessions, struct table *table);
/* Appends what the seed was, for the line that announces the end. */
void session_add_revealed(const struct table *table, const struct words *words, struct text *out);

/* link.c */
bool session_recover_links(struct sessions *sessions, struct store_inquiry *inquiry);
/* The last commit failed: restores the links as the store has them. */
void session_restore_links(struct sessions *sessions);
void session_place_free_links(struct table_place *place);
/* Shows a new table also in the places that its first place is linked to, unless they have one
 * already. */
void session_show_linked(struct sessions *sessions, struct table *table,
                         const struct table_place *home);
/* session_want_thread() notes that a new table gets a thread, if that is set there;
 * session_ask_thread() asks for the thread once the table is saved. */
void session_want_thread(struct sessions *sessions, struct table *table);
void session_ask_thread(struct sessions *sessions, struct table *table);

/* results.c: counts a finished game for its people. */
void session_save_result(struct sessions *sessions, const struct table *table);

/* voice.c: appends what a seat of the bot remarks about the events, if it remarks anything. */
void session_add_remark(const struct table *table, const struct game_events *events,
                        const struct telling *telling, struct text *out);

/* people.c: appends "Anna 5, Bruno 3" and "Anna"; returns the number of winners. */
unsigned session_list_result(const struct table *table, struct text *scores, struct text *winners);

/* news.c: announces the end in the place that the settings name. */
void session_news_ended(struct sessions *sessions, const struct table *table);

/* board.c: shows the table in those of its places that keep a board. */
void session_show_boards_of(struct sessions *sessions, struct table *table);
/* people.c: another process has changed the table, which was then read: tells its places what they
 * do not know yet. `events` are those of the lines after the known ones; NULL: the table was not
 * known at all. */
void session_tell_changed(struct sessions *sessions, struct table *table,
                          const struct table_known *known, const struct game_events *events);

/* programs.c: each does nothing where no network of programs (adapter_class.programs) hears of the
 * table. A game has begun; moves were made after the moment `since`; so many were taken back; it is
 * over. */
void session_program_game(struct sessions *sessions, const struct table *table);
void session_program_moves(struct sessions *sessions, const struct table *table, uint32_t since);
void session_program_taken_back(struct sessions *sessions, const struct table *table,
                                unsigned moves);
void session_program_end(struct sessions *sessions, const struct table *table);
void session_program_end_at(struct sessions *sessions, const struct table *table,
                            const struct table_place *place);
/* The program of the seat is back: tells it what it plays, and asks it for its move. */
void session_program_back(struct sessions *sessions, struct table *table, unsigned seat);
/* Asks all programs that have a move to make and were not asked for it yet; the other forgets who
 * was asked, because it may not have reached them. */
void session_program_turns(struct sessions *sessions, struct table *table);
void session_program_forget(struct table *table);

/* tell.c */
/* Sends one message to one of the table's places, if the bot is there. */
void session_announce_at(struct sessions *sessions, const struct table *table,
                         const struct table_place *place, const char *key,
                         const struct word_argument *arguments, size_t count);
/* Tells all places who sits now. What waits to be told about who sat before is out of date. */
void session_announce_lobby(struct sessions *sessions, const struct table *table, const char *key,
                            const struct word_argument *arguments, size_t count);
/* Appends the name of the table's place and the separator for a person who sits at several tables.
 */
void session_add_place(struct sessions *sessions, const struct table *table, unsigned seat,
                       const char *separator, struct text *text);
/* `choices` may be NULL. */
void session_say_to(struct sessions *sessions, const struct table *table, unsigned seat,
                    enum outbound_kind kind, const char *text, const struct choices *choices);

#endif
