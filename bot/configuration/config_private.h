/* What the files of the configuration reader share; nothing else includes this.
 *
 * config.c          the file, YAML as a whole, the top level and the networks
 * config_section.c  a YAML mapping against tables of keys: unknown, duplicate, missing
 * config_value.c    one value: text to member, with its bounds (config_value.h)
 * config_nearest.c  the nearest known word to a misspelt one (config_value.h)
 * config_reference.c  the tables printed for people
 */
#ifndef BELFRY_BOT_CONFIGURATION_CONFIG_PRIVATE_H
#define BELFRY_BOT_CONFIGURATION_CONFIG_PRIVATE_H

#include <yaml.h>

#include "bot/configuration/config.h"
#include "bot/configuration/config_value.h"
#include "games/shared/text.h"

/* Longest dotted key and longest complaint in bytes; what is longer is cut. */
enum { DOTTED_MAX = 192, COMPLAINT_MAX = 512 };

/* One file while it is read. */
struct config_reading {
    const char *file;
    const struct adapter_class *const *classes;
    struct config *config;
    yaml_document_t *document;
    config_complain *complain;
    void *context;
    bool failed;
};

__attribute__((format(printf, 4, 5))) void config_report(struct config_reading *reading, int line,
                                                         const char *dotted, const char *format,
                                                         ...);
int config_line_of(const yaml_node_t *node);

/* A table of keys and the block that it fills. */
struct config_part {
    const struct config_section *section;
    void *block;
    int lines[CONFIG_KEY_MAX]; /* where each key stood; 0: nowhere */
    bool failed;               /* a value is wrong or missing */
};

/* A key whose value is a structure of its own. */
struct config_child {
    const char *name;
    void (*read)(struct config_reading *reading, const yaml_node_t *node);
    bool required;
    int line;
};

/* What the keys of one mapping may be. */
struct config_shape {
    const char *path; /* before each key in complaints: "", "log.", "networks[2]." */
    struct config_part *parts;
    size_t part_count;
    struct config_child *children;
    size_t child_count;
    bool lenient; /* keys beyond these are no mistake */
};

/* Fills the blocks of the shape's parts; keys that are left out get their default. False after a
 * mistake. */
bool config_read_mapping(struct config_reading *reading, const yaml_node_t *node,
                         struct config_shape *shape);
/* Fills a block with the defaults alone; required keys stay zero. */
bool config_fill_defaults(const struct config_section *section, void *block);

/* The tables of the top level and of its sections, all of which fill a struct config, and what
 * every network has; the choices of a network's type are the classes' and stand in no table. */
extern const struct config_section config_top_section;
extern const struct config_section config_log_section;
extern const struct config_section config_monitor_section;
extern const struct config_section config_backup_section;

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
