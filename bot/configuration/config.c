#include "bot/configuration/config.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>

#include "bot/base/memory.h"
#include "bot/configuration/config_private.h"
#include "bot/configuration/setting_table.h"

enum { NOT_A_FILE = ESPIPE }; /* of a configuration */

void config_report(struct config_reading *reading, int line, const char *dotted, const char *format,
                   ...)
{
    char key[DOTTED_MAX];
    char complaint[COMPLAINT_MAX];
    struct text stem = TEXT_IN(key);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint, sizeof complaint, format, arguments);
    va_end(arguments);
    /* The path of a whole mapping ends with a dot. */
    size_t length = strlen(dotted);
    text_add_bytes(&stem, dotted, length > 0 && dotted[length - 1] == '.' ? length - 1 : length);
    reading->failed = true;
    reading->complain(reading->context, reading->file, line, key, complaint);
}

static const struct adapter_class *class_named(const struct config_reading *reading,
                                               const yaml_node_t *type)
{
    if (type->type != YAML_SCALAR_NODE)
        return NULL;
    for (size_t i = 0; reading->classes[i]; i++) {
        if (strcmp(reading->classes[i]->type, (const char *)type->data.scalar.value) == 0)
            return reading->classes[i];
    }
    return NULL;
}

/* The class decides which keys a network has, so it is looked up before they are read. */
static const struct adapter_class *class_of(const struct config_reading *reading,
                                            const yaml_node_t *mapping)
{
    if (mapping->type != YAML_MAPPING_NODE)
        return NULL;
    const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = yaml_document_get_node(reading->document, pair->key);
        if (name->type == YAML_SCALAR_NODE &&
            strcmp((const char *)name->data.scalar.value, "type") == 0)
            return class_named(reading, yaml_document_get_node(reading->document, pair->value));
    }
    return NULL;
}

static void check_unique(struct config_reading *reading, const struct config_network *network,
                         const char *path)
{
    const struct config *config = reading->config;
    for (size_t i = 0; i < config->network_count; i++) {
        const struct config_network *other = &config->networks[i];
        if (network->name[0] && other != network && strcmp(other->name, network->name) == 0) {
            char dotted[DOTTED_MAX];
            struct text text = TEXT_IN(dotted);
            text_add_format(&text, "%sname", path);
            config_report(reading, network->line, dotted,
                          "networks[%zu] in line %d has the same name", i + 1, other->line);
            return;
        }
    }
}

/* Reads the `defaults:` of the file or of a network; NULL after a mistake. */
static struct setting_defaults *read_defaults(struct config_reading *reading,
                                              const yaml_node_t *node, const char *path,
                                              bool network)
{
    struct setting_section table;
    /* `defaults:` with every key left out. */
    if (node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0)
        return NULL;
    struct setting_defaults *defaults = memory_new(sizeof *defaults);
    setting_section_init(&table, network);
    struct config_part part = {.section = &table.section, .block = defaults};
    struct config_shape shape = {.path = path, .parts = &part, .part_count = 1};
    config_read_mapping(reading, node, &shape);
    for (size_t i = 0; i < table.section.key_count; i++)
        defaults->given[table.settings[i]] = part.lines[i] > 0;
    return defaults;
}

static void read_network_defaults(struct config_reading *reading, const yaml_node_t *node)
{
    struct config *config = reading->config;
    char path[64];
    snprintf(path, sizeof path, "networks[%zu].defaults.", config->network_count);
    config->networks[config->network_count - 1].defaults = read_defaults(reading, node, path, true);
}

static void read_top_defaults(struct config_reading *reading, const yaml_node_t *node)
{
    reading->config->defaults = read_defaults(reading, node, "defaults.", false);
}

/* 0: the file does not have it. */
static int line_given(const struct config_part *part, const char *name)
{
    for (size_t i = 0; part->section != NULL && i < part->section->key_count; i++)
        if (strcmp(part->section->keys[i].name, name) == 0)
            return part->lines[i];
    return 0;
}

static bool is_given(const struct config_part *part, const char *name)
{
    return line_given(part, name) > 0;
}

/* Appends a network, even a wrong one, so that later names are compared with all of them. */
static void read_network(struct config_reading *reading, const yaml_node_t *node)
{
    struct config *config = reading->config;
    struct config_network *network = &config->networks[config->network_count];
    struct config_network_table table;
    struct config_network_head head = {.type = 0};
    config_network_table_init(&table, reading->classes);
    network->class = class_of(reading, node);
    network->line = config_line_of(node);
    if (network->class)
        network->settings = memory_new_secret(network->class->settings->block_size + 1);
    config->network_count++;
    struct config_part parts[2] = {
        {.section = &table.section, .block = &head},
        {.section = network->class ? network->class->settings : NULL, .block = network->settings}};
    char path[32];
    snprintf(path, sizeof path, "networks[%zu].", config->network_count);
    struct config_child children[] = {{.name = "defaults", .read = read_network_defaults}};
    struct config_shape shape = {.path = path,
                                 .parts = parts,
                                 .part_count = network->class ? 2 : 1,
                                 .children = children,
                                 .child_count = 1,
                                 .lenient = !network->class};
    config_read_mapping(reading, node, &shape);
    network->prefix_given = is_given(&parts[1], "prefix");
    memcpy(network->name, head.name, sizeof network->name);
    check_unique(reading, network, path);
}

static void read_networks(struct config_reading *reading, const yaml_node_t *node)
{
    struct config *config = reading->config;
    if (node->type != YAML_SEQUENCE_NODE) {
        config_report(reading, config_line_of(node), "networks",
                      "expected a sequence: each network begins with `- name:`");
        return;
    }
    const yaml_node_item_t *item = node->data.sequence.items.start;
    size_t count = (size_t)(node->data.sequence.items.top - item);
    if (count == 0 || count > CONFIG_NETWORK_MAX) {
        config_report(reading, config_line_of(node), "networks",
                      "expected 1 to %d networks, found %zu", CONFIG_NETWORK_MAX, count);
        return;
    }
    config->networks = memory_new(count * sizeof *config->networks);
    for (; item < node->data.sequence.items.top; item++)
        read_network(reading, yaml_document_get_node(reading->document, *item));
}

/* Reads a mapping that fills a part of the configuration itself. */
static void read_section(struct config_reading *reading, const yaml_node_t *node, const char *path,
                         const struct config_section *section)
{
    /* `log:` with every key left out. */
    if (node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0)
        return;
    struct config_part part = {.section = section, .block = reading->config};
    struct config_shape shape = {.path = path, .parts = &part, .part_count = 1};
    config_read_mapping(reading, node, &shape);
}

static void read_log(struct config_reading *reading, const yaml_node_t *node)
{
    read_section(reading, node, "log.", &config_log_section);
}

static void read_monitor(struct config_reading *reading, const yaml_node_t *node)
{
    read_section(reading, node, "monitor.", &config_monitor_section);
}

static void read_backup(struct config_reading *reading, const yaml_node_t *node)
{
    read_section(reading, node, "backup.", &config_backup_section);
}

static void read_retention(struct config_reading *reading, const yaml_node_t *node)
{
    read_section(reading, node, "retention.", &config_retention_section);
}

static void read_beacon(struct config_reading *reading, const yaml_node_t *node)
{
    read_section(reading, node, "beacon.", &config_beacon_section);
}

static bool fill_sections(struct config *config)
{
    return config_fill_defaults(&config_log_section, config) &&
           config_fill_defaults(&config_monitor_section, config) &&
           config_fill_defaults(&config_beacon_section, config) &&
           config_fill_defaults(&config_backup_section, config) &&
           config_fill_defaults(&config_retention_section, config);
}

static const struct config_key *key_of_top(const char *name)
{
    for (size_t i = 0; i < config_top_section.key_count; i++)
        if (strcmp(config_top_section.keys[i].name, name) == 0)
            return &config_top_section.keys[i];
    return NULL;
}

/* Fills what a network leaves empty and may take from the top level. */
static void inherit(struct config *config, const struct config_network *network)
{
    const struct config_section *section = network->class->settings;
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        const struct config_key *top = key->inherits ? key_of_top(key->name) : NULL;
        char *own = (char *)network->settings + key->offset;
        if (top != NULL && own[0] == '\0' && top->size == key->size)
            memcpy(own, (const char *)config + top->offset, key->size);
    }
}

static bool has_network(const struct config *config, const char *name, size_t length)
{
    for (size_t i = 0; i < config->network_count; i++)
        if (strlen(config->networks[i].name) == length &&
            memcmp(config->networks[i].name, name, length) == 0)
            return true;
    return false;
}

static void check_owner(struct config_reading *reading, const char *owner, int line)
{
    const struct config *config = reading->config;
    char buffer[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(buffer);
    size_t length = strcspn(owner, " ");
    struct nearest nearest = nearest_to(owner, length);
    if (has_network(config, owner, length))
        return;
    text_add(&complaint, "`");
    config_add_foreign(&complaint, owner, length);
    text_add(&complaint, "` is the name of no network");
    for (size_t i = 0; i < config->network_count; i++)
        nearest_consider(&nearest, config->networks[i].name, "");
    if (nearest.word[0])
        text_add_format(&complaint, "; did you mean `%s`?", nearest.word);
    config_report(reading, line, "owners", "%s", buffer);
}

static void read_top(struct config_reading *reading, const yaml_node_t *root)
{
    struct config_child children[] = {
        {.name = "log", .read = read_log},
        {.name = "monitor", .read = read_monitor},
        {.name = "beacon", .read = read_beacon},
        {.name = "backup", .read = read_backup},
        {.name = "retention", .read = read_retention},
        {.name = "defaults", .read = read_top_defaults},
        {.name = "networks", .read = read_networks, .required = true}};
    struct config_part part = {.section = &config_top_section, .block = reading->config};
    struct config_shape shape = {.path = "",
                                 .parts = &part,
                                 .part_count = 1,
                                 .children = children,
                                 .child_count = sizeof children / sizeof children[0]};
    fill_sections(reading->config);
    bool good = config_read_mapping(reading, root, &shape);
    if (reading->open_secret_line > 0 && !reading->config->allow_open_secrets)
        config_report(reading, reading->open_secret_line, reading->open_secret,
                      "everybody on this machine can read the file: chmod o-r it, or set "
                      "`allow-open-secrets: on`");
    reading->config->language_given = is_given(&part, "language");
    reading->config->prefix_given = is_given(&part, "prefix");
    if (!good)
        return;
    for (size_t i = 0; i < reading->config->network_count; i++)
        inherit(reading->config, &reading->config->networks[i]);
    for (size_t i = 0; i < reading->config->owners.count; i++)
        check_owner(reading, reading->config->owners.items[i], line_given(&part, "owners"));
}

static int line_at(const char *bytes, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset; i++)
        line += bytes[i] == '\n';
    return line;
}

/* Reports each line that is not valid UTF-8, once. */
static bool check_encoding(struct config_reading *reading, const char *bytes, size_t length)
{
    int reported = 0;
    int line = 1;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t character;
        utf8proc_ssize_t width = utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                                                  (utf8proc_ssize_t)(length - at), &character);
        if (width <= 0 && reported != line) {
            config_report(reading, line, "", "the line is not valid UTF-8");
            reported = line;
        }
        line += width > 0 && character == '\n';
        at += width > 0 ? (size_t)width : 1;
    }
    return reported == 0;
}

static void report_syntax(struct config_reading *reading, const yaml_parser_t *parser,
                          const char *bytes, size_t length)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        config_report(reading, 0, "", "out of memory");
        return;
    }
    size_t offset = parser->problem_offset < length ? parser->problem_offset : length;
    int line = parser->error == YAML_READER_ERROR ? line_at(bytes, offset)
                                                  : (int)parser->problem_mark.line + 1;
    config_report(reading, line, "", "YAML: %s%s%s", parser->context ? parser->context : "",
                  parser->context ? ": " : "", parser->problem ? parser->problem : "unreadable");
}

/* Any scalar may hold a secret, and so may what the parser has read ahead. */
static void wipe(yaml_document_t *document, const yaml_parser_t *parser)
{
    for (yaml_node_t *node = document->nodes.start; node < document->nodes.top; node++) {
        if (node->type == YAML_SCALAR_NODE)
            sodium_memzero(node->data.scalar.value, node->data.scalar.length);
    }
    sodium_memzero(parser->raw_buffer.start,
                   (size_t)(parser->raw_buffer.end - parser->raw_buffer.start));
    sodium_memzero(parser->buffer.start, (size_t)(parser->buffer.end - parser->buffer.start));
}

/* Nothing would read a second document. */
static void check_end(struct config_reading *reading, yaml_parser_t *parser, const char *bytes,
                      size_t length)
{
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next)) {
        report_syntax(reading, parser, bytes, length);
        return;
    }
    if (yaml_document_get_root_node(&next))
        config_report(reading, (int)next.start_mark.line + 1, "",
                      "a second YAML document begins; only one is read");
    wipe(&next, parser);
    yaml_document_delete(&next);
}

static void read_document(struct config_reading *reading, yaml_parser_t *parser, const char *bytes,
                          size_t length)
{
    yaml_document_t document;
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, (const unsigned char *)bytes, length);
    if (!yaml_parser_load(parser, &document)) {
        report_syntax(reading, parser, bytes, length);
        return;
    }
    reading->document = &document;
    const yaml_node_t *root = yaml_document_get_root_node(&document);
    if (root) {
        read_top(reading, root);
        check_end(reading, parser, bytes, length);
    } else {
        config_report(reading, 1, "", "the file is empty: `networks` is missing");
    }
    reading->document = NULL;
    wipe(&document, parser);
    yaml_document_delete(&document);
}

static bool read_bytes(struct config_reading *reading, const char *bytes, size_t length)
{
    yaml_parser_t parser;
    if (length > CONFIG_FILE_MAX) {
        config_report(reading, 0, "", "the file is larger than %d bytes", CONFIG_FILE_MAX);
    } else if (check_encoding(reading, bytes, length)) {
        if (yaml_parser_initialize(&parser)) {
            read_document(reading, &parser, bytes, length);
            yaml_parser_delete(&parser);
        } else {
            config_report(reading, 0, "", "out of memory");
        }
    }
    if (reading->failed)
        config_free(reading->config);
    return !reading->failed;
}

bool config_read_text(const char *file, const char *bytes, size_t length,
                      const struct adapter_class *const *classes, struct config *config,
                      config_complain *complain, void *context)
{
    struct config_reading reading = {.file = file,
                                     .classes = classes,
                                     .config = config,
                                     .complain = complain,
                                     .context = context};
    *config = (struct config){0};
    return read_bytes(&reading, bytes, length);
}

static void complain_of_file(const struct config_reading *reading)
{
    char buffer[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(buffer);
    if (errno == NOT_A_FILE)
        text_add(&complaint, "is not a regular file");
    else
        text_add_format(&complaint, "can't be read: %s", strerror(errno));
    reading->complain(reading->context, reading->file, 0, "", buffer);
}

static bool is_standard_input(const struct stat *facts)
{
    struct stat input;
    return fstat(STDIN_FILENO, &input) == 0 && input.st_dev == facts->st_dev &&
           input.st_ino == facts->st_ino;
}

/* NULL with errno. A named pipe to which nobody writes would keep its reader waiting; whoever names
 * /dev/stdin knows what comes there. */
static FILE *open_file(const char *file, bool *open_to_all)
{
    struct stat facts = {0};
    int descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return NULL;
    if (fstat(descriptor, &facts) == 0 && (S_ISREG(facts.st_mode) || is_standard_input(&facts))) {
        fcntl(descriptor, F_SETFL, 0);
        *open_to_all = S_ISREG(facts.st_mode) && (facts.st_mode & S_IROTH) != 0;
        return fdopen(descriptor, "r");
    }
    close(descriptor);
    errno = S_ISDIR(facts.st_mode) ? EISDIR : NOT_A_FILE;
    return NULL;
}

bool config_read(const char *file, const struct adapter_class *const *classes,
                 struct config *config, config_complain *complain, void *context)
{
    struct config_reading reading = {.file = file,
                                     .classes = classes,
                                     .config = config,
                                     .complain = complain,
                                     .context = context};
    *config = (struct config){0};
    FILE *stream = open_file(file, &reading.open_to_all);
    if (!stream) {
        complain_of_file(&reading);
        return false;
    }
    char *bytes = memory_new_secret(CONFIG_FILE_MAX + 1);
    /* The stream's own buffer could not be wiped. */
    setvbuf(stream, NULL, _IONBF, 0);
    size_t length = fread(bytes, 1, CONFIG_FILE_MAX + 1, stream);
    bool good = !ferror(stream);
    if (good)
        good = read_bytes(&reading, bytes, length);
    else
        complain_of_file(&reading);
    memory_free_secret(bytes);
    fclose(stream);
    return good;
}

bool config_default(const struct adapter_class *const *classes, struct config *config)
{
    *config = (struct config){0};
    while (*classes && strcmp((*classes)->type, "console") != 0)
        classes++;
    if (!*classes)
        return false;
    const struct config_section *section = (*classes)->settings;
    config->networks = memory_new(sizeof *config->networks);
    void *settings = memory_new_secret(section->block_size + 1);
    config->network_count = 1;
    config->networks[0] =
        (struct config_network){.name = "console", .class = *classes, .settings = settings};
    if (config_fill_defaults(&config_top_section, config) && fill_sections(config) &&
        config_fill_defaults(section, settings))
        return true;
    config_free(config);
    return false;
}

const struct config_network *config_find_network(const struct config *config, const char *name)
{
    for (size_t i = 0; i < config->network_count; i++)
        if (strcmp(config->networks[i].name, name) == 0)
            return &config->networks[i];
    return NULL;
}

void config_free(struct config *config)
{
    for (size_t i = 0; config->networks && i < config->network_count; i++) {
        struct config_network *network = &config->networks[i];
        memory_free_secret(network->settings);
        free(network->defaults);
    }
    for (size_t i = 0; i < config->secret_file_count; i++)
        free(config->secret_files[i]);
    free(config->defaults);
    free(config->networks);
    *config = (struct config){0};
}
