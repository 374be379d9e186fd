/* The configuration file: YAML, read by libyaml, checked against tables of keys. Nothing outside
 * bot/configuration knows YAML.
 *
 * Every key is a row in exactly one table of `struct config_key`. The table drives parsing, the
 * complaints with file, line and key, the reload, and the reference that `belfry config example`
 * prints. A section is a YAML mapping that fills one block of plain data.
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
    CONFIG_TEXT,     /* char[size]; bounds are lengths in bytes; no controls */
    CONFIG_PATH,     /* char[size]; a relative path starts at the folder of the file; "" stays "" */
    CONFIG_SOCKET,   /* the same for the path of a Unix socket that the bot makes */
    CONFIG_NUMBER,   /* int64_t between least and most */
    CONFIG_DURATION, /* int64_t milliseconds; written `500ms`, `2s`, `5min`, `1h`, `3d`, `0` */
    CONFIG_SWITCH,   /* bool; true, false, yes, no, on, off */
    CONFIG_CHOICE,   /* int, the index into `choices` */
    CONFIG_LIST,  /* struct config_list; a YAML sequence of texts, or one text; bounds are counts of
                     items */
    CONFIG_SECRET /* char[size]; written as `KEY: text`, `KEY-file: PATH` or `KEY-env: VARIABLE`;
                     its value appears in no message and no log. The last line feed of a file is
                     left out. */
};

enum {
    CONFIG_LIST_MAX = 64,
    CONFIG_ITEM_MAX = 256,         /* bytes, terminator included */
    CONFIG_KEY_MAX = 128,          /* keys of a section */
    CONFIG_NETWORK_MAX = 32,       /* networks of a file */
    CONFIG_FILE_MAX = 1024 * 1024, /* bytes of a file */
    CONFIG_SECRET_FILE_MAX = 4096, /* bytes of a secret's file */
    CONFIG_SECRET_FILES_MAX = 4 * CONFIG_NETWORK_MAX
};

struct config_list {
    size_t count;
    char items[CONFIG_LIST_MAX][CONFIG_ITEM_MAX];
};

struct config_key {
    const char *name;
    size_t offset; /* in the section's block */
    size_t size;   /* of the member */
    /* Inclusive. Both 0: any number, any length, or any count that fits. */
    int64_t least, most;
    /* The default as a text without quotes; a list's items are separated by blanks; NULL: the key
     * is required. */
    const char *default_value;
    /* For CONFIG_CHOICE, NULL-terminated; for CONFIG_TEXT the only texts allowed, NULL: any. */
    const char *const *choices;
    const char *group;   /* in the reference: the heading before this key; NULL: none */
    const char *example; /* in the reference: what a file sets it to; NULL: the default applies */
    const char *help;    /* what it does and its unit, in one or two sentences of English */
    enum config_type type;
    bool inherits; /* an empty CONFIG_TEXT of a network takes the value of the top level's key with
                      the same name and size */
    bool restart;  /* a change needs a restart */
};

struct config_section {
    const struct config_key *keys;
    size_t key_count;
    size_t block_size;
    /* Checks what no key can say alone; NULL: nothing to check. Returns NULL or a complaint, with
     * the key it is about in `*key`. */
    const char *(*check)(const void *block, const char **key);
    /* The same for what works but should be different; a configuration is read all the same. */
    const char *(*advise)(const void *block, const char **key);
    const char *example; /* of a network: its name in the reference */
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
    bool prefix_given; /* the file sets it for this network */
};

/* What a table does when the beacon has no value. */
enum config_missing { MISSING_WAIT, MISSING_GO_ON };

struct config {
    char data[512];    /* folder of the store; "" for the default */
    int log_level;     /* enum log_level */
    int log_format;    /* enum log_format */
    char language[16]; /* of places without a language of their own; one of catalog_languages */
    char prefix[8];    /* before commands in channels */
    bool language_given, prefix_given; /* the file sets them; otherwise they have their defaults */
    /* How long the same people do not get the same long answer again, in ms; 0: no limit */
    int64_t cooldown;
    char export_folder[512]; /* of records to download; "": records are pasted */
    char export_url[512];    /* where people see that folder, without a slash at the end */
    bool allow_open_secrets; /* files with secrets may be readable by everybody */
    bool sandbox;            /* see bot/program/sandbox.h */
    char monitor[64];    /* where the bot answers requests about its state (monitor_address.h); "":
                            nowhere */
    bool monitor_remote; /* the address may be reachable from other machines */
    char beacon_address[256]; /* of a public beacon (bot/tables/beacon.h); "": none */
    char beacon_chain[65];
    int64_t beacon_genesis, beacon_period; /* seconds since 1970; ms */
    int beacon_missing;                    /* enum config_missing */
    char beacon_authority[512];            /* PEM; "": the system's store */
    char backup_folder[512];               /* "": no backups (bot/turn/backup.h) */
    int64_t backup_every;                  /* ms */
    int64_t backup_keep;                   /* how many to keep */
    char backup_key[80];                   /* public, see base/encrypted_file.h; "": plain */
    int64_t retention_transcripts;         /* ms; 0: forever (bot/turn/retention.h) */
    struct setting_defaults *defaults;     /* owned; `defaults:`, NULL: none (setting_table.h) */
    char daily_series[256];                /* bot/record/daily.h; "": the store has one */
    struct config_list owners;             /* of the bot, as "NETWORK IDENTITY" */
    size_t network_count;
    struct config_network *networks; /* owned */
    size_t secret_file_count;
    char *secret_files[CONFIG_SECRET_FILES_MAX]; /* owned; the paths of files with secrets */
};

/* Called for each mistake. `line` counts from 1; 0: the mistake is in no line. `key` is dotted,
 * with the number of the network counted from 1: "networks[2].port"; "" for no key. */
typedef void config_complain(void *context, const char *file, int line, const char *key,
                             const char *complaint);

/* Reads a file of at most CONFIG_FILE_MAX bytes. `complain` is called once for every mistake; the
 * result is then false and `*config` empty. Relative paths in the file start at the file's folder.
 * `classes` ends with NULL. Secrets that other users may read are a mistake, unless the file allows
 * them. */
bool config_read(const char *file, const struct adapter_class *const *classes,
                 struct config *config, config_complain *complain, void *context);
/* The same for a text in memory; for tests and the fuzzer. */
bool config_read_text(const char *file, const char *bytes, size_t length,
                      const struct adapter_class *const *classes, struct config *config,
                      config_complain *complain, void *context);
/* The configuration without a file: the console network in this terminal. */
bool config_default(const struct adapter_class *const *classes, struct config *config);
/* Wipes the memory of secrets. A zeroed configuration may be freed. */
void config_free(struct config *config);

/* NULL: there is none of this name. */
const struct config_network *config_find_network(const struct config *config, const char *name);

/* Finds what a reload can't change: writes the names of such keys that differ between the blocks,
 * separated by blanks, into `names` of `size` bytes. */
void config_list_restarts(const struct config_section *section, const void *old_block,
                          const void *new_block, char *names, size_t size);

/* Writes every key of every table with its help, bounds and default, in the form of a file. */
void config_write_reference(FILE *stream, const struct adapter_class *const *classes);

#endif
