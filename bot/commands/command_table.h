/* The command table as data: what commands there are, who may give them, and what stands behind
 * their names. Help, usage lines, slash commands and completion all come from it.
 *
 * Adapters may read it; running a command is the host's (bot/commands/command.h).
 *
 * Catalog keys: "command.NAME.name" is what a command is called, in lower case and without blanks;
 * "command.NAME.help" is one sentence about a command, "command.NAME.ARGUMENT" a few
 * words about one of its arguments (at most 100 characters each); "argument.ARGUMENT" is what an
 * argument is called, in lower case and without blanks, for all commands alike, and "choice.WORD"
 * what a fixed word means.
 */
#ifndef BELFRY_BOT_COMMANDS_COMMAND_TABLE_H
#define BELFRY_BOT_COMMANDS_COMMAND_TABLE_H

#include "bot/adapter.h"
#include "games/words.h"

struct call;
struct catalog;

/* What a command asks for before it runs; RUNNING, LOBBY and SEAT count only beside NEEDS_TABLE.
 * And whether it prints so much that the same people do not get it again while it would be the same
 * (config.cooldown); such a command calls command_printed(). */
enum command_trait {
    NEEDS_PLACE = 1 << 0,      /* a channel, not a private message */
    NEEDS_TABLE = 1 << 1,      /* a live table: the channel's, or in private one's own */
    NEEDS_RUNNING = 1 << 2,    /* a game that has begun */
    NEEDS_LOBBY = 1 << 3,      /* a game that has not begun */
    NEEDS_SEAT = 1 << 4,       /* a seat at it */
    PRINTS_MUCH = 1 << 5,      /* to whoever asked */
    PRINTS_MUCH_HERE = 1 << 6, /* the table, where it was asked */
    NEEDS_NOW = 1 << 7         /* pressed: that the seat is still asked what it was asked then */
};

enum argument_kind {
    ARGUMENT_WORD,   /* one word */
    ARGUMENT_CHOICE, /* one of `words` */
    ARGUMENT_GAME,   /* the id of a game */
    ARGUMENT_NUMBER, /* a whole number from `least` to `most` */
    ARGUMENT_PAIRS,  /* KEY=VALUE, any number of them */
    ARGUMENT_TEXT    /* everything to the end of the line */
};

/* One word, or several, behind the name of a command. */
struct command_argument {
    const char *name; /* NULL ends a list */
    enum argument_kind kind;
    bool required;
    bool completes;           /* the host knows how it may go on (adapter_listener.complete) */
    const char *const *words; /* of a choice, NULL-terminated */
    int64_t least, most;      /* of a number */
};

struct command {
    const char *name;
    const char *alias; /* "" for none */
    unsigned traits;   /* enum command_trait */
    enum person_rank rank;
    void (*run)(struct call *call);
    /* In the order in which they are typed; NULL for none. */
    const struct command_argument *arguments;
};

extern const struct command command_table[];
extern const size_t command_count;

/* The command of a complete name or alias, in any case; NULL for none. */
const struct command *command_find(const char *name, size_t length);
/* The same, and it may be called as in any language, with or without accents. */
const struct command *command_find_spoken(struct catalog *catalog, const char *name, size_t length);

/* What a command is called, for a message; `key` is used by it. */
enum { COMMAND_KEY_BYTES = 64 };
struct word_argument command_title(const struct command *command, char key[COMMAND_KEY_BYTES]);

/* The words that an argument can be, one by one, for choices and games; NULL behind the last. */
const char *command_argument_word(const struct command_argument *argument, size_t index);
/* Appends the catalog key of what such a word means. */
void command_argument_word_key(const struct command_argument *argument, const char *word,
                               struct text *key);

/* Appends what stands behind the command's name: "GAME [KEY=VALUE …]". */
void command_usage(const struct words *words, const struct command *command, struct text *out);

#endif
