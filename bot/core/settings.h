/* Settings: what admins, hosts and people choose about the bot while it runs, in one table.
 *
 * Each row of the table (settings_table.c) says the name, type, bounds and default of a setting,
 * where it may be set and who may do that; it drives the commands `config`, `style` and `lang`, the
 * `defaults:` of the configuration file, completion and the reference. What a setting does stands
 * in the catalog, as "setting.NAME.help".
 *
 * A value is looked up from the nearest to the farthest: the person (for what he alone is shown),
 * the table, the channel, the server, the network's `defaults:` in the configuration file, those of
 * the whole file, the built-in default. A server is a guild in Discord and a whole network
 * elsewhere.
 *
 * What is set lives in the store, and all of it is known here too, so that a look-up for each
 * message costs a few hash look-ups, and most places, where nothing is set, cost no memory. Every
 * change by `config` is recorded with who, when, old and new value; what people choose for
 * themselves is nobody else's business and is not.
 */
#ifndef BELFRY_BOT_CORE_SETTINGS_H
#define BELFRY_BOT_CORE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/configuration/config.h"
#include "games/game.h"

struct host;
struct table;

enum setting {
    SETTING_PREFIX,
    SETTING_LANGUAGE,
    SETTING_SIZE,     /* enum setting_size */
    SETTING_ALPHABET, /* enum setting_alphabet */
    SETTING_COLOUR,   /* enum setting_colour */
    SETTING_NOTICE,   /* bool */
    SETTING_RANKED,   /* bool */
    SETTING_GAMES,
    SETTING_GAME_OPTIONS,
    SETTING_FORCED, /* enum setting_forced */
    SETTING_BOTS,   /* bool */
    SETTING_LEVEL,  /* enum player_level */
    SETTING_OPEN,   /* enum setting_people */
    SETTING_ABORT,  /* enum setting_abort */
    SETTING_UNDO,   /* enum setting_undo */
    SETTING_TURN_TIME,
    SETTING_REMINDERS,
    SETTING_ABSENT, /* enum setting_absent */
    SETTING_ARCHIVE,
    SETTING_QUIET_HOURS,
    SETTING_TIME_ZONE,
    SETTING_THREADS, /* bool */
    SETTING_BOARD_DISTANCE,
    SETTING_LINKS, /* enum setting_links */
    SETTING_ANNOUNCEMENTS,
    SETTING_HOST_ROLES,
    SETTING_ADMIN_ROLES,
    SETTING_COUNT
};

/* The choices of settings, in the order of their words. */
enum setting_size { SIZE_AUTO, SIZE_WIDE, SIZE_NARROW, SIZE_SHORT, SIZE_LINE, SIZE_SENTENCES };
enum setting_alphabet { LETTERS_UNICODE, LETTERS_ASCII };
enum setting_colour { COLOUR_AUTO, COLOUR_ON, COLOUR_OFF }; /* auto: as the network is configured */
enum setting_forced { FORCED_ASK, FORCED_AUTO };
enum setting_people { PEOPLE_EVERYONE, PEOPLE_HOSTS, PEOPLE_ADMINS };
/* Who ends a table alone; others must agree. */
enum setting_abort { ABORT_OPENER, ABORT_HOSTS, ABORT_ADMINS };
enum setting_undo { UNDO_NEVER, UNDO_ALL, UNDO_MAJORITY };
enum setting_absent { ABSENT_WAIT, ABSENT_DEFAULT_MOVE, ABSENT_STAND_IN, ABSENT_VOTE };
enum setting_links { LINKS_NOBODY, LINKS_ADMINS, LINKS_HOSTS };

/* Where a setting can be set, by command. */
enum setting_where {
    SETTING_AT_SERVER,
    SETTING_AT_CHANNEL,
    SETTING_AT_TABLE,
    SETTING_AT_PERSON,
    SETTING_WHERE_COUNT
};
#define SETTING_BIT(where) (1u << (where))

enum { SETTING_TEXT_MAX = 512, SETTING_NAME_MAX = 32 }; /* bytes, terminator included */

struct setting_row {
    const char *name;
    enum config_type type; /* CONFIG_TEXT, _NUMBER, _DURATION, _SWITCH or _CHOICE */
    /* Of numbers, durations (milliseconds) and texts (bytes); both included. */
    int64_t least, most;
    const char *standard;       /* the default, as it is written */
    const char *const *choices; /* NULL-terminated, for CONFIG_CHOICE */
    unsigned scopes;            /* SETTING_BIT of each enum setting_where */
    bool needs_admin;           /* a host can't change it, not even in his channel */
    bool is_long;               /* its text deserves a field of its own, not a line */
    bool not_in_defaults;       /* of the configuration file: it has a key of its own, or none */
    /* For a text, whether it means anything; NULL: any text within the bounds. */
    bool (*is_valid)(const char *text);
};

extern const struct setting_row setting_table[SETTING_COUNT];

/* -- Looking up -------------------------------------------------------------------------------- */

/* For whom and where something is looked up. */
struct setting_scope {
    const char *network;
    const char *place;    /* "" or NULL: in no place */
    const char *identity; /* the person it is for; NULL: for everybody */
    int64_t table;        /* 0: no table */
};

struct setting_scope setting_in_place(const char *network, const char *place);
struct setting_scope setting_for_person(const char *network, const char *place,
                                        const char *identity);
/* The table in its first place. */
struct setting_scope setting_at_table(const struct table *table);

/* A number; milliseconds; the index of a choice; 1 or 0 of a switch. */
int64_t setting_number(struct host *host, enum setting setting, const struct setting_scope *scope);
bool setting_is_on(struct host *host, enum setting setting, const struct setting_scope *scope);
/* As it is written ("90s", "on", "en"); valid until the next call of a function of this header. */
const char *setting_text(struct host *host, enum setting setting,
                         const struct setting_scope *scope);

/* What decides the value. */
enum setting_source {
    SETTING_FROM_PERSON,
    SETTING_FROM_TABLE,
    SETTING_FROM_CHANNEL,
    SETTING_FROM_SERVER,
    SETTING_FROM_FILE,
    SETTING_FROM_BUILT_IN
};
enum setting_source setting_source(struct host *host, enum setting setting,
                                   const struct setting_scope *scope);
/* What is set just there, NULL: nothing; valid as long as setting_text. */
const char *setting_own_text(struct host *host, enum setting setting, enum setting_where where,
                             const struct setting_scope *scope);

/* A game may be opened there (SETTING_GAMES). */
bool setting_allows_game(struct host *host, const struct setting_scope *scope,
                         const struct game *game);
/* Inside the quiet hours: when they end, in seconds since 1970; 0: it is not quiet at `now`. */
int64_t setting_quiet_until(struct host *host, const struct setting_scope *scope, int64_t now);

/* -- Changing ---------------------------------------------------------------------------------- */

/* The setting of a name in any case; SETTING_COUNT: none. */
enum setting setting_find(const char *name);
bool setting_may_be_set(enum setting setting, enum setting_where where);

/* Sets or, with NULL, takes back a value; `text` needs not be written the canonical way. False: the
 * value is none, and nothing was changed. `by` is recorded; NULL: nobody's business. */
bool setting_set(struct host *host, enum setting setting, enum setting_where where,
                 const struct setting_scope *scope, const char *text, const struct person *by);
/* Takes back all that is set just there, without a record. */
void setting_forget(struct host *host, enum setting_where where, const struct setting_scope *scope);

/* The store's name of that place in the record of changes (store_read_changes). */
enum { SETTING_SCOPE_BYTES = 256 };
const char *setting_scope_name(struct host *host, enum setting_where where,
                               const struct setting_scope *scope, char name[SETTING_SCOPE_BYTES]);

/* -- The configuration file ----------------------------------------------------------------------
 */

/* A value of any type; the member of its type counts. */
struct setting_value {
    int64_t number;
    int choice;
    bool on;
    char text[SETTING_TEXT_MAX];
};

/* The `defaults:` of a file or of a network. */
struct setting_defaults {
    struct setting_value values[SETTING_COUNT];
    bool given[SETTING_COUNT];
};

/* The table in the form that the reader of the file takes; blocks are struct setting_defaults. */
struct setting_section {
    struct config_key keys[SETTING_COUNT];
    enum setting settings[SETTING_COUNT]; /* of each key */
    struct config_section section;
};
/* `network`: those of a network, which may also name its language. */
void setting_section_init(struct setting_section *section, bool network);

/* Reads a text as a value of the setting. */
bool setting_read(enum setting setting, const char *text, struct setting_value *value);
int64_t setting_value_number(enum setting setting, const struct setting_value *value);
/* Appends the value as it is written. */
void setting_value_print(enum setting setting, const struct setting_value *value, struct text *out);

/* -- What is set ----------------------------------------------------------------------------------
 */

struct setting_layer;

struct settings {
    struct setting_layer *layers; /* by their name in the store; NULL: nothing is set anywhere */
    char text[SETTING_TEXT_MAX];  /* what setting_text last returned, of no layer */
};

/* Reads all that is set: in the beginning, and after a commit that failed, when what is known may
 * never have been saved. */
void settings_load(struct host *host);
void settings_clear(struct settings *settings);

#endif
