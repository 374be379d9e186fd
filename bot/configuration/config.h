/* The configuration file: YAML, read by libyaml, held against tables of keys. Nothing outside
 * bot/configuration knows YAML.
 *
 * Every key stands in exactly one table of `struct config_key`; the table drives parsing, the
 * checks with file, line and key, the reload and the reference in config/belfry.example.yaml. A
 * section is a YAML mapping that fills one block of plain data.
 */
#ifndef BELFRY_BOT_CONFIGURATION_CONFIG_H
#define BELFRY_BOT_CONFIGURATION_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bot/adapter.h"
#include "bot/base/log.h"

enum config_type {
    CONFIG_TEXT,   /* char[size]; bounds are lengths in bytes; no controls */
    CONFIG_PATH,   /* char[size]; a relative path counts from the folder of the file; "" stays "" */
    CONFIG_NUMBER, /* int64_t between least and most */
    CONFIG_DURATION, /* int64_t milliseconds; written `500ms`, `2s`, `5min`, `1h`, `3d`, `0` */
    CONFIG_SWITCH,   /* bool; true, false, yes, no, on, off */
    CONFIG_CHOICE,   /* int, the index into `choices` */
    CONFIG_LIST, /* struct config_list; a YAML sequence of texts, or one text; bounds are numbers of
                    items */
    CONFIG_SECRET /* char[size]; `KEY: text`, or `KEY-file: PATH`, or `KEY-env: VARIABLE`; the value
                     appears in no message and no log. A file's last line end is left out. */
};

enum {
    CONFIG_LIST_MAX = 64,
    CONFIG_ITEM_MAX = 256,         /* bytes, terminator included */
    CONFIG_KEY_MAX = 128,          /* keys of a section */
    CONFIG_NETWORK_MAX = 32,       /* networks of a file */
    CONFIG_FILE_MAX = 1024 * 1024, /* bytes of a file */
    CONFIG_SECRET_FILE_MAX = 4096  /* bytes of the file of a secret */
};

struct config_list {
    size_t count;
    char items[CONFIG_LIST_MAX][CONFIG_ITEM_MAX];
};

struct config_key {
    const char *name;
    size_t offset; /* in the section's block */
    size_t size;   /* of the member */
    /* Both included. Both 0: any number; any length and any count that fits. */
    int64_t least, most;
    /* The default: the text of the value without quotes, of a list its items separated by blanks;
     * NULL: the key is required. */
    const char *default_value;
    /* NULL-terminated, for CONFIG_CHOICE; for CONFIG_TEXT the only texts allowed, NULL for any. */
    const char *const *choices;
    const char *help; /* what it does, units, one or two sentences in English */
    enum config_type type;
    bool inherits; /* of a network: an empty CONFIG_TEXT stands for the top level's key of the same
                      name and size */
    bool restart;  /* a reload can't change it */
};

struct config_section {
    const struct config_key *keys;
    size_t key_count;
    size_t block_size;
    /* Checks what one key can't say alone, NULL if nothing. Returns NULL, or the complaint, and the
     * key that it is about in `*key`. */
    const char *(*check)(const void *block, const char **key);
};

/* {.name = "port", CONFIG_AT(struct irc_settings, port), …} fills offset and size. */
#define CONFIG_AT(block, member)                                                                   \
    .offset = offsetof(block, member), .size = sizeof(((block *)0)->member)

struct setting_defaults;

/* One network of the configuration. */
struct config_network {
    char name[NETWORK_NAME_MAX];
    const struct adapter_class *class;
    void *settings;                    /* owned; block of class->settings */
    struct setting_defaults *defaults; /* owned; its `defaults:`, NULL: none (setting_table.h) */
    int line;
    bool prefix_given; /* it stands in the file, for this network */
};

struct config {
    char data[512];    /* folder of the store; "" for the default */
    int log_level;     /* enum log_level */
    char language[16]; /* of places that have none of their own; one of catalog_languages */
    char prefix[8];    /* before commands in channels */
    bool language_given, prefix_given; /* they stand in the file; else they are the defaults */
    /* For how long, in ms, the same people do not get the same long answer again; 0: at once */
    int64_t cooldown;
    char export_folder[512]; /* of records to be downloaded; "": they are pasted */
    char export_url[512];    /* where people see that folder, without a slash at the end */
    char monitor[64];    /* where the bot tells how it is (bot/configuration/monitor_address.h); "":
                            nowhere */
    bool monitor_remote; /* that may be an address which others reach */
    char backup_folder[512];           /* "": no backups (bot/turn/backup.h) */
    int64_t backup_every;              /* ms */
    int64_t backup_keep;               /* so many of them */
    struct setting_defaults *defaults; /* owned; `defaults:`, NULL: none (setting_table.h) */
    struct config_list owners;         /* of the bot, as "NETWORK IDENTITY" */
    size_t network_count;
    struct config_network *networks; /* owned */
};

/* Told of each mistake; `line` counts from 1, 0 when it is about no line; `key` is dotted, with the
 * number of the network, counted from 1: "networks[2].port", or "". */
typedef void config_complain(void *context, const char *file, int line, const char *key,
                             const char *complaint);

/* Reads a file of at most CONFIG_FILE_MAX bytes. Every mistake goes to `complain` (once per
 * mistake, in one pass); false if there was one, and then `*config` is empty. Relative paths inside
 * the file count from the file's folder. `classes` ends with NULL. A secret's file that others may
 * read is a warning in the log. */
bool config_read(const char *file, const struct adapter_class *const *classes,
                 struct config *config, config_complain *complain, void *context);
/* The same for a text in memory, for tests and the fuzzer. */
bool config_read_text(const char *file, const char *bytes, size_t length,
                      const struct adapter_class *const *classes, struct config *config,
                      config_complain *complain, void *context);
/* What runs without a file: the console network in this terminal. */
bool config_default(const struct adapter_class *const *classes, struct config *config);
/* Wipes what may hold secrets. A configuration of zeros may be freed. */
void config_free(struct config *config);

/* What a reload can't change: the names of such keys in which the blocks differ, separated by
 * blanks, into `names` of `size` bytes. */
void config_list_restarts(const struct config_section *section, const void *old_block,
                          const void *new_block, char *names, size_t size);

/* Writes every key of every table with help, bounds and default, in the form of a file. */
void config_write_reference(FILE *stream, const struct adapter_class *const *classes);

#endif
