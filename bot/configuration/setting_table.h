/* The table of settings: the name, type, bounds and default of each setting, where it may be set
 * and who may set it.
 *
 * The table drives the commands `config`, `style` and `lang`, the `defaults:` of the configuration
 * file, completion, and the reference in config/SETTINGS.md. The catalog's text "setting.NAME.help"
 * describes the setting. bot/core/settings.h looks values up and stores them.
 */
#ifndef BELFRY_BOT_CONFIGURATION_SETTING_TABLE_H
#define BELFRY_BOT_CONFIGURATION_SETTING_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/configuration/config.h"
#include "games/shared/text.h"

enum setting {
    SETTING_PREFIX,
    SETTING_LANGUAGE,
    SETTING_SIZE,       /* enum setting_size */
    SETTING_BOARD,      /* enum setting_board */
    SETTING_ALPHABET,   /* enum setting_alphabet */
    SETTING_COLOUR,     /* enum setting_colour */
    SETTING_VOICE,      /* bool */
    SETTING_NOTICE,     /* bool */
    SETTING_RANKED,     /* bool */
    SETTING_EVERYWHERE, /* bool */
    SETTING_GAMES,
    SETTING_GAME_OPTIONS,
    SETTING_FORCED, /* enum setting_forced */
    SETTING_BOTS,   /* bool */
    SETTING_LEVEL,  /* enum player_level */
    SETTING_OPEN,   /* enum setting_people */
    SETTING_ABORT,  /* enum setting_abort */
    SETTING_UNDO,   /* enum setting_undo */
    SETTING_HINTS,  /* enum setting_hints */
    SETTING_WORDS,  /* enum setting_words */
    SETTING_PROOF,  /* enum setting_proof */
    SETTING_TURN_TIME,
    SETTING_PATIENCE,
    SETTING_REMINDERS,
    SETTING_ABSENT,  /* enum setting_absent */
    SETTING_SEASON,  /* enum setting_season */
    SETTING_LEAVING, /* enum setting_leaving */
    SETTING_LEAVING_WAIT,
    SETTING_LEAVING_DECAY,
    SETTING_ARCHIVE,
    SETTING_QUIET_HOURS,
    SETTING_TIME_ZONE,
    SETTING_THREADS,     /* bool */
    SETTING_WATCH,       /* bool */
    SETTING_WATCH_DELAY, /* bot/configuration/watch_delay.h */
    SETTING_FIRST,       /* whose name begins so; "": whoever the deal says */
    SETTING_BOARD_DISTANCE,
    SETTING_LINKS, /* enum setting_links */
    SETTING_SEEK,  /* bool */
    SETTING_SEEK_TIME,
    SETTING_SEEK_TIME_SLOW,
    SETTING_ANNOUNCEMENTS,
    SETTING_MEMBER_ROLES,
    SETTING_HOST_ROLES,
    SETTING_ADMIN_ROLES,
    SETTING_COUNT
};

/* The choices of settings, in the order of the table's words. */
enum setting_size {
    SIZE_AUTO,
    SIZE_LARGE,
    SIZE_WIDE,
    SIZE_NARROW,
    SIZE_SHORT,
    SIZE_LINE,
    SIZE_SENTENCES
};
enum setting_board { BOARD_TEXT, BOARD_IMAGE, BOARD_BOTH };
enum setting_alphabet { LETTERS_UNICODE, LETTERS_ASCII };
enum setting_colour { COLOUR_AUTO, COLOUR_ON, COLOUR_OFF }; /* auto: as the network is configured */
enum setting_forced { FORCED_ASK, FORCED_AUTO };
enum setting_people { PEOPLE_EVERYONE, PEOPLE_MEMBERS, PEOPLE_HOSTS, PEOPLE_ADMINS };
/* Who may end a table alone; everyone else needs the agreement of the others. */
enum setting_abort { ABORT_OPENER, ABORT_HOSTS, ABORT_ADMINS };
enum setting_undo { UNDO_NEVER, UNDO_ALL, UNDO_MAJORITY };
/* Who may ask for hints: nobody, whoever sits alone with bots, or everybody. */
enum setting_hints { HINTS_NEVER, HINTS_ALONE, HINTS_ALWAYS };
/* Whether words for the shuffle are sealed before one is shown (bot/record/shuffle.h). */
enum setting_words { WORDS_OPEN, WORDS_SEALED };
enum setting_absent { ABSENT_WAIT, ABSENT_DEFAULT_MOVE, ABSENT_STAND_IN, ABSENT_VOTE };
/* How long a season of the ratings is (bot/tables/season.h). */
enum setting_season { SEASON_NONE, SEASON_MONTH, SEASON_QUARTER, SEASON_YEAR };
/* What follows for people who leave running games: they can't sit down for a while, or games do not
 * count for them; or they wait, and are out of the league that they left a game of. */
enum setting_leaving { LEAVING_NOTHING, LEAVING_WAIT, LEAVING_UNRANKED, LEAVING_OUT_OF_LEAGUE };
/* What somebody without an account must show to have their seat again after an absence: the same
 * name and host, or the claim code; or nobody sits down without an account. */
enum setting_proof { PROOF_HOST, PROOF_CODE, PROOF_ACCOUNT };
enum setting_links { LINKS_NOBODY, LINKS_ADMINS, LINKS_HOSTS };

/* Where a command can set a setting. */
enum setting_where {
    SETTING_AT_SERVER,
    SETTING_AT_CHANNEL,
    SETTING_AT_TABLE,
    SETTING_AT_PERSON,
    SETTING_WHERE_COUNT
};
#define SETTING_BIT(where) (1u << (where))

enum { SETTING_TEXT_MAX = 512 }; /* bytes, terminator included */

struct setting_row {
    const char *name;
    enum config_type type; /* CONFIG_TEXT, _NUMBER, _DURATION, _SWITCH or _CHOICE */
    /* Inclusive; of numbers, durations (milliseconds) and texts (bytes). */
    int64_t least, most;
    const char *default_value;  /* as people write it */
    const char *const *choices; /* NULL-terminated, for CONFIG_CHOICE */
    unsigned scopes;            /* bits of enum setting_where */
    bool needs_admin;           /* a host can't change it, not even in their own channel */
    bool not_in_defaults; /* it is not in the `defaults:` of the file, which has another key for it,
                             or none */
    /* Whether a text has a meaning; NULL: any text within the bounds has. */
    bool (*is_valid)(const char *text);
};

extern const struct setting_row setting_table[SETTING_COUNT];

/* Finds a setting by name, in any case; SETTING_COUNT: none. */
enum setting setting_find(const char *name);
bool setting_may_be_set(enum setting setting, enum setting_where where);

/* -- Values ------------------------------------------------------------------------------------ */

/* A value of any type, in the member of its type. */
struct setting_value {
    int64_t number;
    int choice;
    bool on;
    char text[SETTING_TEXT_MAX];
};

/* Reads a text as a value of the setting. False when it is not one. */
bool setting_read(enum setting setting, const char *text, struct setting_value *value);
int64_t setting_value_number(enum setting setting, const struct setting_value *value);
/* Appends the value in the form in which it is read. */
void setting_value_print(enum setting setting, const struct setting_value *value, struct text *out);

/* -- The configuration file -------------------------------------------------------------------- */

/* The `defaults:` of a file or of a network. */
struct setting_defaults {
    struct setting_value values[SETTING_COUNT];
    bool given[SETTING_COUNT];
};

/* The table as a section for the reader of the file; its block is a struct setting_defaults. */
struct setting_section {
    struct config_key keys[SETTING_COUNT];
    enum setting settings[SETTING_COUNT]; /* of each key */
    struct config_section section;
};
/* `network`: the section of a network, which also has the key `language`. */
void setting_section_init(struct setting_section *section, bool network);

#endif
