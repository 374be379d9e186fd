/* The session manager: all tables, found by id, by place and by the people who sit at them.
 *
 * It is the one writer of tables: it changes them, writes to the store what it changed and puts
 * what is to be said into the outbox. What can't be done comes back as a message key for the
 * person who asked.
 */
#ifndef BELFRY_BOT_TABLES_SESSION_H
#define BELFRY_BOT_TABLES_SESSION_H

#include <stdbool.h>

#include "bot/adapter.h"
#include "bot/core/choice.h"
#include "bot/core/clock.h"
#include "bot/core/cooldown.h"
#include "bot/core/counters.h"
#include "bot/core/networks.h"
#include "bot/core/outbox.h"
#include "bot/core/settings.h"
#include "bot/core/style.h"
#include "bot/players/player.h"
#include "bot/tables/deadlines.h"
#include "bot/tables/table.h"
#include "bot/tables/thinker.h"

/* The first members are what it works with; whoever makes it sets them, and they outlive it. */
struct sessions {
    struct store *store;
    struct outbox *outbox;
    struct settings *settings;
    const struct styles *styles;
    const struct networks *networks;
    const struct clock *clock;
    struct cooldowns *cooldowns;
    struct counters *counters;
    /* Searches for seats of the bot; NULL: those answer at once, however long it takes. */
    const struct thinker *thinker;

    struct table *by_id;
    struct table_place *by_place;
    struct sitter *by_person;
    struct ended *ended;        /* list: tables whose end is told in this turn */
    struct table *touched;      /* list: tables with uncommitted changes */
    struct table *bots_due;     /* list: tables where a seat of the bot may act at once */
    struct deadlines deadlines; /* tables that want attention at some time */
    struct player *player;      /* makes the moves that need no time; NULL before the first */
    struct layout_marks layouts;
};

/* NULL: done. Else the catalog key of what stood in the way; nothing was changed then. */
typedef const char *session_refusal;

/* -- Finding --------------------------------------------------------------------------------- */

/* The table that a place shows, the ended one too; NULL for none. */
struct table *session_at(const struct sessions *sessions, const char *network, const char *place);
struct table_place *session_place(const struct sessions *sessions, const char *network,
                                  const char *place);
/* NULL for one that is over and forgotten. */
struct table *session_by_id(const struct sessions *sessions, int64_t id);
/* The live tables of a person, in the order in which he sat down; `*count` of them. */
struct table *const *session_tables_of(const struct sessions *sessions, const char *network,
                                       const char *identity, size_t *count);

enum { TABLE_SETTING_BYTES = 24 };

/* What is chosen for a table: the options of its game and its own settings. */
struct table_choice {
    uint8_t options[GAME_OPTIONS_MAX];
    /* What it has of its own, as it is written; "": as in its place. */
    char settings[SETTING_COUNT][TABLE_SETTING_BYTES];
};

/* -- The lobby ------------------------------------------------------------------------------- */

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
/* Tells of the new table where the settings want it announced. */
void session_news_opened(struct sessions *sessions, const struct table *table);
struct table_choice session_choice(struct sessions *sessions, const struct table *table);
session_refusal session_start(struct sessions *sessions, struct table *table);
/* Somewhere a setting has changed: the tables take notice. */
void session_settings_changed(struct sessions *sessions);
/* Ends the table at once. */
void session_abort(struct sessions *sessions, struct table *table);
/* A new table with the people and options of the last one that ended in the place. */
session_refusal session_again(struct sessions *sessions, const char *network, const char *place,
                              const struct person *person, struct table **opened);
/* Gives the seat that `code` was handed out for to the person. */
session_refusal session_claim(struct sessions *sessions, struct table *table, const char *code,
                              const char *network, const struct person *person);
/* Whether such a word can go into the shuffle (bot/record/shuffle.h), which it can before the
 * start. */
session_refusal session_takes_word(const struct table *table, const char *word);
/* A word of the person of the seat, which the table takes, goes into the shuffle. */
void session_add_word(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *word);
/* Tells the places what was committed to. */
void session_tell_sealed(struct sessions *sessions, const struct table *table);
/* A claim code for the seat, told to its owner alone; the table keeps a hash. */
void session_issue_claim(struct sessions *sessions, struct table *table, unsigned seat);

/* -- Play ------------------------------------------------------------------------------------ */

/* Makes a move of a seat, writes it to the store and adds what follows from it to `events`. */
game_refusal session_move(struct sessions *sessions, struct table *table, unsigned seat,
                          game_move move, struct game_events *events);
/* Tells places and hands what `events` brought about, in as few lines as possible. */
void session_tell(struct sessions *sessions, struct table *table, const struct game_events *events);
void session_show_hand(struct sessions *sessions, struct table *table, unsigned seat);
/* Before a terminal: the prompt once more, as the person wants to read it now. */
void session_prompt(struct sessions *sessions, const struct table *table);
/* What the owner of a seat that may act can press to make a move that begins with the words of
 * `typed`; none for others, and on networks without boards. */
void session_move_choices(struct sessions *sessions, const struct table *table, unsigned seat,
                          const char *typed, struct choices *choices);
/* The board of a place that keeps one; `called` are the seats to be called by it. */
void session_show_board(struct sessions *sessions, const struct table *table,
                        struct table_place *place, seat_set called);
/* The board that this inbound leads to in this turn answers its request. */
void session_board_answers(struct sessions *sessions, const struct inbound *inbound);
/* The boards of everything that was changed in this turn. */
void session_show_boards(struct sessions *sessions);
/* Makes one move of a seat that the bot plays, or begins to think about it, at any table. False
 * when there is nothing to do. */
bool session_play_bots(struct sessions *sessions);
/* Lets a level play for a person who is absent until he is heard again. */
void session_stand_in(struct sessions *sessions, struct table *table, unsigned seat,
                      enum player_level level);
/* An answer of the thinker. */
void session_thought(struct sessions *sessions, const struct thought *thought);

/* -- Time, and who is absent ------------------------------------------------------------------ */

/* The clocks of everything that was changed in this turn; what it waits for goes to the store. */
void session_wind_touched(struct sessions *sessions);
/* Works off what is due by clock_now(). */
void session_ring(struct sessions *sessions);
/* The person of the seat was heard at the table: whoever stood in for him makes room. */
void session_heard(struct sessions *sessions, struct table *table, unsigned seat);
/* The person of the seat is away, out of time, or somebody stands in for him. */
bool session_is_missing(const struct table *table, unsigned seat);
/* The bot plays the seat of a person from now on. `keeps`: until he claims it or somebody joins. */
void session_vacate(struct sessions *sessions, struct table *table, unsigned seat, bool keeps);
/* The bot's seat that the person, or anybody, can have: his own if there is one; -1: none. */
int session_free_seat(const struct table *table, const char *network, const char *identity);
int session_former_seat(const struct table *table, const char *network, const char *identity);
/* Nobody is to know any more that the person opened a table, sat at one that is over, where `name`
 * stands for him from now on, or was replaced by the bot, which keeps the seat for good. */
void session_forget_person(struct sessions *sessions, const char *network, const char *identity,
                           const char *name);
/* Gives such a seat to him. */
session_refusal session_take_over(struct sessions *sessions, struct table *table, unsigned seat,
                                  const char *network, const struct person *person);
/* The clock of the table stands still, and goes on. */
void session_pause(struct sessions *sessions, struct table *table);
void session_unpause(struct sessions *sessions, struct table *table);
/* Shows a table that was put away in the place, and in those of its own that are free. */
session_refusal session_resume(struct sessions *sessions, int64_t id, const char *network,
                               const char *place, const struct person *person);

/* The person of a seat agrees that it be done, `about` a seat or GAME_SPECTATOR; for MATTER_UNDO
 * the seat that asks. */
void session_agree(struct sessions *sessions, struct table *table, enum matter matter,
                   unsigned seat, unsigned about);
/* Who has to agree: people who are there, but not whom it is about. */
seat_set session_voters(const struct table *table, enum matter matter);
bool session_is_agreed(const struct table *table, enum matter matter);

/* Whether the last move of the seat could be taken back, if the others agree. */
session_refusal session_may_undo(struct sessions *sessions, const struct table *table,
                                 unsigned seat);
/* They do, as the settings want it. */
bool session_undo_is_agreed(struct sessions *sessions, const struct table *table);
session_refusal session_undo(struct sessions *sessions, struct table *table, unsigned seat);

/* Appends how much time the person of a seat has left; nothing for one who has no end to it. */
void session_say_time(struct sessions *sessions, const struct table *table, unsigned seat,
                      const struct words *words, struct text *out);

/* -- Telling ---------------------------------------------------------------------------------- */

/* How a table is told somewhere: the telling points into the rest. */
struct voice {
    const char *names[GAME_SEATS_MAX];
    struct style style;
    struct telling telling;
};
/* For who reads it: a place, or one person. */
const struct telling *session_voice(struct sessions *sessions, const struct table *table,
                                    const struct setting_scope *reader, struct voice *voice);
/* The person of a seat, who reads as he likes, or else as the place does that he plays in. */
struct setting_scope session_seat_reader(const struct table *table, unsigned seat);

/* One message to every place of the table. */
void session_announce(struct sessions *sessions, const struct table *table, const char *key,
                      const struct word_argument *arguments, size_t count);
#define session_event(sessions, table, key, ...)                                                   \
    session_announce((sessions), (table), (key), (const struct word_argument[]){__VA_ARGS__},      \
                     sizeof((const struct word_argument[]){__VA_ARGS__}) /                         \
                         sizeof(struct word_argument))
/* -- People and places come and go ----------------------------------------------------------- */

void session_renamed(struct sessions *sessions, const char *network, const char *old_identity,
                     const struct person *now);
void session_left(struct sessions *sessions, const char *network, const char *place,
                  const char *identity, enum leave_reason reason);
void session_joined(struct sessions *sessions, const char *network, const char *place,
                    const struct person *person, bool quietly);
void session_undelivered(struct sessions *sessions, const char *network, const char *identity,
                         const char *how);
void session_place_opened(struct sessions *sessions, const char *network, const char *place);
void session_place_closed(struct sessions *sessions, const char *network, const char *place);
void session_place_lost(struct sessions *sessions, const char *network, const char *place,
                        const char *why);
void session_thread_opened(struct sessions *sessions, const char *network, const char *place,
                           uint64_t id, const char *thread);

/* -- Who waits for a game ---------------------------------------------------------------------
 *
 * People may ask to be told in private when there is a table to join in a place (a thread counts as
 * its channel). It holds until they take it back.
 */

enum {
    SESSION_NOTIFY_MAX = 32,                    /* people of one place */
    SESSION_NOTIFY_PEOPLE = GAME_SEATS_MAX - 1, /* with more a table has no free seat */
    SESSION_NOTIFY_PAUSE = 10 * 60 * 1000       /* milliseconds: no second message before */
};

/* The person is to be told when so many people sit at a table that has not begun; 1: as soon as it
 * is opened; 0: never. */
session_refusal session_notify(struct sessions *sessions, const char *network, const char *place,
                               const char *identity, unsigned people);
/* What the person asked for there; 0: nothing. */
unsigned session_notified_at(struct sessions *sessions, const char *network, const char *place,
                             const char *identity);
/* Every place of the network where the person asked; `wish` returns false to stop. */
void session_read_notified(struct sessions *sessions, const char *network, const char *identity,
                           void *context,
                           bool (*wish)(void *context, const char *place, unsigned people));
/* Takes all of it back. */
void session_forget_notified(struct sessions *sessions, const char *network, const char *identity);
/* So many people sat at the table `before` (0: it is new): tells those who waited for as many as
 * there are now. Left out are people at the table, who is typing, people in their quiet hours, and
 * everybody when no seat is free. */
void session_tell_notified(struct sessions *sessions, const struct table *table, unsigned before);

/* -- One table in two places ------------------------------------------------------------------ */

/* The place of that key, made if nobody has spoken of it yet. */
struct table_place *session_place_made(struct sessions *sessions, const char *network,
                                       const char *place);
bool session_is_linked(const struct table_place *place, const struct table_place *other);
/* `place` would like to be linked with `other`; it is asked for some minutes, then forgotten. */
void session_ask_link(struct table_place *place, const struct table_place *other);
bool session_link_is_asked(const struct table_place *place, const struct table_place *other);
/* Tables opened in one of them are shown in the other too, and so is one that runs already. */
session_refusal session_link(struct sessions *sessions, struct table_place *place,
                             struct table_place *other);
/* Ends that. A table that runs in both stays in both while people of both networks sit at it. */
void session_unlink(struct sessions *sessions, struct table_place *place,
                    struct table_place *other);

/* -- Memory and disk ------------------------------------------------------------------------- */

/* Replays every live table of the store. False with one line in `error`. */
bool session_recover(struct sessions *sessions, char *error, size_t error_size);
/* After a commit: `saved` or undone. Undone tables come back as the store has them. */
void session_settle(struct sessions *sessions, bool saved);
/* After everything was said: the ends told in this turn need not be told again. */
void session_ends_told(struct sessions *sessions);
void sessions_free(struct sessions *sessions);

#endif
