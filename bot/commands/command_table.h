/* The command table as data: which commands there are, who may give them, and what follows their
 * names. Help, usage lines, slash commands and completion are all made from it.
 *
 * Adapters may read it; bot/commands/command.h runs commands.
 *
 * Catalog keys: "command.NAME.name" is what a command is called, in lower case and without blanks;
 * "command.NAME.help" is one sentence about a command, and "command.NAME.ARGUMENT" a few words
 * about one of its arguments (at most 100 characters each); "argument.ARGUMENT" is what an argument
 * is called in all commands, in lower case and without blanks; "choice.WORD" is what a fixed word
 * means; "help.group.GROUP" is the word for a group of commands, in lower case and without blanks.
 */
#ifndef BELFRY_BOT_COMMANDS_COMMAND_TABLE_H
#define BELFRY_BOT_COMMANDS_COMMAND_TABLE_H

#include "bot/adapter.h"
#include "games/words.h"

struct call;
struct catalog;

/* The conditions of a command. RUNNING, LOBBY and SEAT count only together with NEEDS_TABLE.
 * PRINTS_MUCH marks long answers, which the same people do not get again as long as they would be
 * the same (config.cooldown); such a command calls command_printed(). */
enum command_trait {
    NEEDS_PLACE = 1 << 0,      /* a channel, not a private message */
    WORKS_AT_HOME = 1 << 9,    /* needs a place, but that of a private conversation is enough */
    NEEDS_TABLE = 1 << 1,      /* a live table: the channel's, or in private the person's own */
    NEEDS_RUNNING = 1 << 2,    /* a game that has begun */
    NEEDS_LOBBY = 1 << 3,      /* a game that has not begun */
    NEEDS_SEAT = 1 << 4,       /* a seat at it */
    PRINTS_MUCH = 1 << 5,      /* to the person who asked */
    PRINTS_MUCH_HERE = 1 << 6, /* shows the table in the place where it was asked */
    NEEDS_NOW = 1 << 7,        /* for buttons: the seat is still asked what it was asked then */
    SITS_DOWN = 1 << 10,       /* leads to a seat: people who are barred there are refused */
    READS_RECORD = 1 << 8      /* of the live table, from the store: first that must be complete */
};

/* What commands are for, in the order in which `help all` lists them. */
enum command_group {
    GROUP_PLAYING,
    GROUP_LEARNING,
    GROUP_AGREEING,
    GROUP_PAST,
    GROUP_YOURSELF,
    GROUP_HOSTING,
    GROUP_COUNT
};

enum argument_kind {
    ARGUMENT_WORD,   /* one word */
    ARGUMENT_CHOICE, /* one of `words` */
    ARGUMENT_GAME,   /* the id of a game */
    ARGUMENT_NUMBER, /* a whole number from `least` to `most` */
    ARGUMENT_PAIRS,  /* KEY=VALUE, any number of them */
    ARGUMENT_TEXT    /* everything to the end of the line */
};

/* One word, or several, after the name of a command. */
struct command_argument {
    const char *name; /* NULL ends a list */
    enum argument_kind kind;
    bool required;
    bool completes;           /* the bot can complete it (adapter_listener.complete) */
    const char *const *words; /* of a choice, NULL-terminated */
    int64_t least, most;      /* of a number */
};

struct command {
    const char *name;
    const char *alias; /* "" for none */
    enum command_group group;
    unsigned traits; /* enum command_trait */
    enum person_rank rank;
    void (*run)(struct call *call);
    /* In the order in which they are typed; NULL for none. */
    const struct command_argument *arguments;
};

extern const struct command command_table[];
extern const size_t command_count;

/* Finds a command by its complete name or alias, in upper or lower case; NULL for none. */
const struct command *command_find(const char *name, size_t length);
/* Does the same for the names in any language, with or without accents. */
const struct command *command_find_spoken(struct catalog *catalog, const char *name, size_t length);

/* Returns the name of a command for a message, which points into `key`. */
enum { COMMAND_KEY_BYTES = 64 };
struct word_argument command_title(const struct command *command, char key[COMMAND_KEY_BYTES]);

/* Returns the words that an argument of a choice or game can be, one by one; NULL after the last.
 */
const char *command_argument_word(const struct command_argument *argument, size_t index);
/* Appends the catalog key for the meaning of such a word. */
void command_argument_word_key(const struct command_argument *argument, const char *word,
                               struct text *key);

/* Appends what follows the command's name: "GAME [KEY=VALUE …]". */
void command_usage(const struct words *words, const struct command *command, struct text *out);

#endif
