/* The values of settings: what admins, hosts and people chose about the bot while it runs.
 * bot/configuration/setting_table.h lists the settings.
 *
 * A value is looked up from the nearest to the farthest: the person (for what only they are shown),
 * the table, the channel, the server, the network's `defaults:` in the configuration file, those of
 * the whole file, the built-in default. A server is a guild in Discord and a whole network
 * elsewhere.
 *
 * The store keeps what is set, and all of it is held in memory too: a look-up costs a few hash
 * look-ups, and places where nothing is set cost no memory. Every change by `config` is recorded
 * with who made it, when, the old and the new value. What people choose for themselves is private
 * and not recorded.
 */
#ifndef BELFRY_BOT_CORE_SETTINGS_H
#define BELFRY_BOT_CORE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/configuration/setting_table.h"
#include "games/game.h"

struct clock;
struct networks;
struct settings;
struct store;
struct store_inquiry;

/* -- Looking up -------------------------------------------------------------------------------- */

/* For whom and where a setting is looked up. */
struct setting_scope {
    const char *network;
    const char *place;    /* "" or NULL: in no place */
    const char *identity; /* the person it applies to; NULL: everybody */
    int64_t table;        /* 0: no table */
};

struct setting_scope setting_in_place(const char *network, const char *place);
struct setting_scope setting_for_person(const char *network, const char *place,
                                        const char *identity);

/* Returns a number, milliseconds, the index of a choice, or 1 or 0 for a switch. */
int64_t setting_number(struct settings *settings, enum setting setting,
                       const struct setting_scope *scope);
bool setting_is_on(struct settings *settings, enum setting setting,
                   const struct setting_scope *scope);
/* Returns the value as text ("90s", "on", "en"), valid until the next call of a function of this
 * header. */
const char *setting_text(struct settings *settings, enum setting setting,
                         const struct setting_scope *scope);

/* Where the value comes from. */
enum setting_source {
    SETTING_FROM_PERSON,
    SETTING_FROM_TABLE,
    SETTING_FROM_CHANNEL,
    SETTING_FROM_SERVER,
    SETTING_FROM_FILE,
    SETTING_FROM_BUILT_IN
};
enum setting_source setting_source(struct settings *settings, enum setting setting,
                                   const struct setting_scope *scope);
/* Returns what is set exactly there, or NULL; valid as long as the result of setting_text. */
const char *setting_own_text(struct settings *settings, enum setting setting,
                             enum setting_where where, const struct setting_scope *scope);

/* Whether a game may be opened there (SETTING_GAMES). */
bool setting_allows_game(struct settings *settings, const struct setting_scope *scope,
                         const struct game *game);
/* Returns when the quiet hours around `now` end, in seconds since 1970; 0: `now` is not in quiet
 * hours. */
int64_t setting_quiet_until(struct settings *settings, const struct setting_scope *scope,
                            int64_t now);

/* -- Changing ---------------------------------------------------------------------------------- */

/* Sets a value, or removes it with NULL; `text` need not be in canonical form. Returns false when
 * the value is not valid; then nothing was changed. `by` is recorded as the author; NULL: the
 * change is not recorded. */
bool setting_set(struct settings *settings, enum setting setting, enum setting_where where,
                 const struct setting_scope *scope, const char *text, const struct person *by);
/* Removes everything that is set exactly there, without a record. */
void setting_forget(struct settings *settings, enum setting_where where,
                    const struct setting_scope *scope);

/* Adds to the record what somebody did there that is no setting, such as removing a person from a
 * table: `what` is its word in the record, `about` whom it was about and why. */
void setting_record(struct settings *settings, enum setting_where where,
                    const struct setting_scope *scope, const char *what, const char *about,
                    const struct person *by);

/* Returns the store's name of that place in the record of changes (store_read_changes). */
enum { SETTING_SCOPE_BYTES = 256 };
const char *setting_scope_name(struct settings *settings, enum setting_where where,
                               const struct setting_scope *scope, char name[SETTING_SCOPE_BYTES]);

/* -- What is set ------------------------------------------------------------------------------- */

struct setting_layer;

/* The first members are what settings work with. The creator sets them, and they outlive it. */
struct settings {
    struct store *store;
    const struct networks *networks; /* tell a place's server and a thread's channel */
    const struct clock *clock;
    const struct config *config; /* a reload replaces the whole structure */

    struct setting_change *changes; /* since settings_seal(), the newest first */
    unsigned in_flight;             /* turns with changes that were sealed and not ended */
    struct setting_layer *layers;   /* by their name in the store; NULL: nothing is set anywhere */
    struct roll *rolls;             /* bot/core/rolls.h; NULL: all are empty */
    char text[SETTING_TEXT_MAX];    /* what setting_text last returned, of no layer */
};

/* Reads all that is set. Returns false when that fails and when the inquiry waits. */
bool settings_load(struct settings *settings, struct store_inquiry *inquiry);
void settings_clear(struct settings *settings);
/* Takes over a value that the store has now, because another process set or, with a NULL `text`,
 * removed it. Returns whether that changed something. What this process is changing itself stays as
 * it is until that is saved or undone. Values of other scopes than those of settings and rolls are
 * ignored. */
bool settings_follow(struct settings *settings, const char *scope, const char *key,
                     const char *text);

/* What was changed in one turn, so that it can be undone when it can't be saved. */
struct setting_change;

/* Ends the turn and hands out what it changed; NULL: nothing. One of these frees it: */
struct setting_change *settings_seal(struct settings *settings);
void settings_keep(struct settings *settings, struct setting_change *changes);
/* Takes everything back in the reverse order. Changes made since must have been undone before. */
void settings_undo(struct settings *settings, struct setting_change *changes);

#endif
