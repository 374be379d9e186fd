/* Shared by the files of the configuration reader; nothing else includes this.
 *
 * config.c        the file, YAML as a whole, the top level and the networks
 * section.c       a YAML mapping against tables of keys: unknown, duplicate, missing
 * config_value.c  one value: text to member, with its bounds (config_value.h)
 * nearest.c       the nearest known word to a misspelt one (config_value.h)
 * reference.c     the tables printed for people
 */
#ifndef BELFRY_BOT_CONFIGURATION_CONFIG_PRIVATE_H
#define BELFRY_BOT_CONFIGURATION_CONFIG_PRIVATE_H

#include <yaml.h>

#include "bot/configuration/config.h"
#include "bot/configuration/config_value.h"
#include "games/shared/text.h"

/* Maximum bytes of a dotted key and of a complaint; longer ones are cut. */
enum { DOTTED_MAX = 192, COMPLAINT_MAX = 512 };

/* The reading of one file. */
struct config_reading {
    const char *file;
    const struct adapter_class *const *classes;
    struct config *config;
    yaml_document_t *document;
    config_complain *complain;
    void *context;
    bool failed;
    bool open_to_all; /* everybody on the machine can read the file itself */
    /* The first key whose file everybody on the machine can read; line 0: none. */
    int open_secret_line;
    char open_secret[DOTTED_MAX];
};

__attribute__((format(printf, 4, 5))) void config_report(struct config_reading *reading, int line,
                                                         const char *dotted, const char *format,
                                                         ...);
int config_line_of(const yaml_node_t *node);

/* A table of keys and the block that it fills. */
struct config_part {
    const struct config_section *section;
    void *block;
    int lines[CONFIG_KEY_MAX]; /* the line of each key; 0: not in the file */
    bool failed;               /* a value is wrong or missing */
};

/* A key whose value is a mapping or sequence. */
struct config_child {
    const char *name;
    void (*read)(struct config_reading *reading, const yaml_node_t *node);
    bool required;
    int line;
};

/* The keys that a mapping may have. */
struct config_shape {
    const char *path; /* what complaints put before each key: "", "log.", "networks[2]." */
    struct config_part *parts;
    size_t part_count;
    struct config_child *children;
    size_t child_count;
    bool lenient; /* other keys are no mistake */
};

/* Fills the blocks of the shape's parts; missing keys get their defaults. False after a mistake. */
bool config_read_mapping(struct config_reading *reading, const yaml_node_t *node,
                         struct config_shape *shape);
/* Fills a block with the defaults; required keys stay zero. */
bool config_fill_defaults(const struct config_section *section, void *block);

/* The tables of the top level and of its sections, which all fill a struct config. */
extern const struct config_section config_top_section;
extern const struct config_section config_log_section;
extern const struct config_section config_monitor_section;
extern const struct config_section config_beacon_section;
extern const struct config_section config_backup_section;
extern const struct config_section config_retention_section;

enum { CONFIG_CLASS_MAX = 16 };
struct config_network_head {
    char name[NETWORK_NAME_MAX];
    int type; /* index into the classes */
};
/* The table of config_network_head, with the names of the classes as choices. */
struct config_network_table {
    const char *types[CONFIG_CLASS_MAX + 1];
    struct config_key keys[2];
    struct config_section section;
};
void config_network_table_init(struct config_network_table *table,
                               const struct adapter_class *const *classes);

#endif
