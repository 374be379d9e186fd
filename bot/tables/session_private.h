/* What the files of the session manager share; nobody else includes this. */
#ifndef BELFRY_BOT_TABLES_SESSION_PRIVATE_H
#define BELFRY_BOT_TABLES_SESSION_PRIVATE_H

#include "bot/tables/session.h"

/* index.c: the three indexes. */
void session_index_table(struct sessions *sessions, struct table *table);
/* The table is over: it stays in its places for `again`, but nobody sits there any more. */
void session_retire(struct sessions *sessions, struct table *table, enum table_status status);
void session_index_seat(struct sessions *sessions, struct table *table, const struct seat *seat);
void session_unindex_seat(struct sessions *sessions, struct table *table, const struct seat *seat);
/* Shows `table` in a place; a table that ended there is forgotten, one that ended in this turn once
 * the store has committed that. */
struct table_place *session_attach(struct sessions *sessions, struct table *table,
                                   const char *network, const char *place);
/* The table is shown there no more. */
void session_detach(struct table *table, struct table_place *place);
/* Shows the table in `place` of the same network, where the bot is, in the stead of `from`. */
void session_move_place(struct sessions *sessions, struct table *table, struct table_place *from,
                        const char *place);
/* Forgets a table that nobody can reach any more. */
void session_forget(struct sessions *sessions, struct table *table);

/* save.c: the store. */
void session_save_new(struct sessions *sessions, struct table *table);
void session_save(struct sessions *sessions, struct table *table);
/* The table has changed in this turn; whatever stands in the store already. */
void session_touch(struct sessions *sessions, struct table *table);
/* `by` becomes a further key of the line: "bot", "forced", "stand-in", "timeout"; NULL: none. */
void session_save_move(struct sessions *sessions, struct table *table, unsigned seat,
                       game_move move, const char *by);
/* An end is remembered beside the table until its places have been told of it. */
void session_end_untold(struct sessions *sessions, struct table *table);
/* What was put into the outbox tells it. */
void session_end_is_told(struct sessions *sessions, const struct table *table);
/* The last table that ended in a place, as its header has it: without state, shown nowhere, the
 * caller's to free. NULL: there was none, or it can't be read. */
struct table *session_read_ended(struct sessions *sessions, const char *network, const char *place);
/* Draws, deals and writes every outcome that is due. */
void session_settle_chance(struct sessions *sessions, struct table *table,
                           struct game_events *events);

/* play.c: puts the table into, or out of, the list of those where a seat of the bot may
 * act, and stops what is thought about a position that is no longer. */
void session_watch_bots(struct sessions *sessions, struct table *table);
/* Nobody thinks about the table any more. */
void session_stop_thinking(const struct sessions *sessions, const struct table *table);

/* Makes the game's move for a seat whose time is up. */
void session_play_default(struct sessions *sessions, struct table *table, unsigned seat);

/* clock.c: after any change of the table: turns that have begun or ended, and when it wants
 * attention next. */
void session_wind(struct sessions *sessions, struct table *table);
/* The bot is in a place of the network again. */
void session_clock_opened(struct sessions *sessions, struct table *table, const char *network);

/* save.c: the store's values of ends that nobody was told of yet, by the table's id. */
#define SESSION_UNTOLD_SCOPE "untold ends"
enum { SESSION_UNTOLD_BYTES = STORE_PLACES_MAX * (NETWORK_NAME_MAX + PLACE_MAX + 2) };
/* The place of that key is among those that such a value speaks of. */
bool session_is_untold(const char *untold, const char *key);

/* waiting.c: what a table waits for, in the store. */
void session_waiting_save(struct sessions *sessions, struct table *table);
/* What was read for all tables begins as NULL and is given back by session_waiting_drop. Reading it
 * can fail, with one line in `error`. A table finds its own there; in NULL none, then the store is
 * asked. */
struct stored_waiting;
bool session_waiting_read_all(struct sessions *sessions, struct stored_waiting **read, char *error,
                              size_t error_size);
void session_waiting_read(struct sessions *sessions, struct table *table,
                          struct stored_waiting **read);
void session_waiting_drop(struct stored_waiting **read);
/* The lines of the table have been read too. */
void session_waiting_recovered(struct table *table);

/* vote.c: a seat has moved, or it was given away: what was asked about the position before,
 * and about the seat, is over. */
void session_drop_votes(struct table *table, unsigned seat);

/* archive.c: puts the table away. */
void session_archive(struct sessions *sessions, struct table *table);
/* recover.c: the last commit failed; the table comes back as the store has it. */
void session_restore(struct sessions *sessions, struct table *table);
/* The table that was put away, in those of its places that are free; live again,
 * but not yet in the store. NULL: there is none, or it can't be read. */
struct table *session_bring_back(struct sessions *sessions, int64_t id);

/* shuffle.c: what the seed was, for the line that tells the end. */
void session_add_revealed(const struct table *table, const struct words *words, struct text *out);

/* link.c */
bool session_recover_links(struct sessions *sessions, char *error, size_t error_size);
/* The last commit failed: places are linked as the store has it. */
void session_restore_links(struct sessions *sessions);
void session_place_free_links(struct table_place *place);
/* Shows a new table also where its first place is linked to, unless there is one already. */
void session_show_linked(struct sessions *sessions, struct table *table,
                         const struct table_place *home);
/* Notes that a new table is to have a thread, if that is chosen there; asks for it once the table
 * is saved. */
void session_want_thread(struct sessions *sessions, struct table *table);
void session_ask_thread(struct sessions *sessions, struct table *table);

/* results.c: a finished game counts for its people. */
void session_save_result(struct sessions *sessions, const struct table *table);

/* people.c: "Anna 5, Bruno 3" and "Anna"; how many win. */
unsigned session_list_result(const struct table *table, struct text *scores, struct text *winners);

/* news.c: told in the place that the settings name for announcements. */
void session_news_ended(struct sessions *sessions, const struct table *table);

/* tell.c */
/* One message to one of the table's places, if the bot is there. */
void session_say_at(struct sessions *sessions, const struct table *table,
                    const struct table_place *place, enum outbound_kind kind, const char *text);
void session_announce_at(struct sessions *sessions, const struct table *table,
                         const struct table_place *place, const char *key,
                         const struct word_argument *arguments, size_t count);
/* `choices` may be NULL. */
void session_say_to(struct sessions *sessions, const struct table *table, unsigned seat,
                    enum outbound_kind kind, const char *text, const struct choices *choices);

#endif
