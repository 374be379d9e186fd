/* Reads a YAML mapping with tables of keys. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/configuration/config_private.h"

enum { SECRET_PATH_BYTES = 1024 };

/* How a key is spelled in the file. */
enum form { FORM_PLAIN, FORM_FILE, FORM_ENVIRONMENT, FORM_COUNT };

static const char *const form_endings[FORM_COUNT] = {"", "-file", "-env"};

/* What a key of the file refers to: a key of a table, or a child. */
struct target {
    const struct config_key *key;
    struct config_part *part; /* of the key */
    struct config_child *child;
    int *line;
    enum form form;
};

int config_line_of(const yaml_node_t *node)
{
    return (int)node->start_mark.line + 1;
}

static size_t length_of(const yaml_node_t *node)
{
    return node->data.scalar.length;
}

static const char *bytes_of(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

static enum form last_form(const struct config_key *key)
{
    return key->type == CONFIG_SECRET ? FORM_ENVIRONMENT : FORM_PLAIN;
}

static bool is_spelled(const char *name, const char *ending, const char *bytes, size_t length)
{
    size_t stem = strlen(name);
    return length == stem + strlen(ending) && memcmp(bytes, name, stem) == 0 &&
           memcmp(bytes + stem, ending, length - stem) == 0;
}

static bool find_in_part(struct config_part *part, const char *bytes, size_t length,
                         struct target *target)
{
    for (size_t i = 0; i < part->section->key_count; i++) {
        const struct config_key *key = &part->section->keys[i];
        for (enum form form = FORM_PLAIN; form <= last_form(key); form++) {
            if (is_spelled(key->name, form_endings[form], bytes, length)) {
                *target = (struct target){
                    .key = key, .part = part, .line = &part->lines[i], .form = form};
                return true;
            }
        }
    }
    return false;
}

static bool find_target(const struct config_shape *shape, const char *bytes, size_t length,
                        struct target *target)
{
    for (size_t i = 0; i < shape->part_count; i++) {
        if (find_in_part(&shape->parts[i], bytes, length, target))
            return true;
    }
    for (size_t i = 0; i < shape->child_count; i++) {
        struct config_child *child = &shape->children[i];
        if (is_spelled(child->name, "", bytes, length)) {
            *target = (struct target){.child = child, .line = &child->line};
            return true;
        }
    }
    return false;
}

static void add_suggestion(struct text *out, const struct config_shape *shape, const char *bytes,
                           size_t length)
{
    struct nearest nearest = nearest_to(bytes, length);
    for (size_t i = 0; i < shape->part_count; i++) {
        const struct config_section *section = shape->parts[i].section;
        for (size_t k = 0; k < section->key_count; k++) {
            const struct config_key *key = &section->keys[k];
            for (enum form form = FORM_PLAIN; form <= last_form(key); form++)
                nearest_consider(&nearest, key->name, form_endings[form]);
        }
    }
    for (size_t i = 0; i < shape->child_count; i++)
        nearest_consider(&nearest, shape->children[i].name, "");
    if (nearest.word[0])
        text_add_format(out, "; did you mean `%s`?", nearest.word);
}

static void dot(const struct config_shape *shape, const char *bytes, size_t length, char *buffer)
{
    struct text dotted = text_in(buffer, DOTTED_MAX);
    text_add(&dotted, shape->path);
    config_add_foreign(&dotted, bytes, length);
}

static void report_unknown(struct config_reading *reading, const struct config_shape *shape,
                           const yaml_node_t *name)
{
    char dotted[DOTTED_MAX];
    char buffer[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(buffer);
    dot(shape, bytes_of(name), length_of(name), dotted);
    text_add(&complaint, "unknown key");
    add_suggestion(&complaint, shape, bytes_of(name), length_of(name));
    config_report(reading, config_line_of(name), dotted, "%s", buffer);
}

/* Whether the node is a scalar with a text; appends a complaint otherwise. */
static bool is_text(const yaml_node_t *node, const struct config_key *key, struct text *complaint)
{
    if (node->type != YAML_SCALAR_NODE) {
        text_add(complaint, "expected ");
        config_value_expect(key, complaint);
        text_add(complaint,
                 node->type == YAML_MAPPING_NODE ? ", found a mapping" : ", found a sequence");
        return false;
    }
    if (strcmp((const char *)node->tag, YAML_STR_TAG) != 0) {
        text_add(complaint, "tags are not used here (a value that begins with ! needs quotes)");
        return false;
    }
    bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const char *bytes = bytes_of(node);
    if (plain && (length_of(node) == 0 || strcmp(bytes, "~") == 0 || strcmp(bytes, "null") == 0)) {
        text_add(complaint, "has no value (values that begin with # or ! need quotes; for the "
                            "default, leave the key out)");
        return false;
    }
    return true;
}

/* Whether that is allowed is known when the whole file is read. */
static void note_open_secret(struct config_reading *reading, const char *dotted,
                             const yaml_node_t *node)
{
    struct text copy = TEXT_IN(reading->open_secret);
    if (reading->open_secret_line > 0)
        return;
    reading->open_secret_line = config_line_of(node);
    text_add(&copy, dotted);
}

static void note_secret_file(struct config *config, const char *path)
{
    if (config->secret_file_count < CONFIG_SECRET_FILES_MAX)
        config->secret_files[config->secret_file_count++] = memory_copy(path);
}

static bool read_secret_file(struct config_reading *reading, const char *dotted,
                             const struct target *target, const yaml_node_t *node,
                             struct text *complaint)
{
    char buffer[SECRET_PATH_BYTES];
    struct text path = TEXT_IN(buffer);
    bool open_to_all = false;
    if (length_of(node) == 0 ||
        !config_path_resolve(reading->file, bytes_of(node), length_of(node), &path)) {
        text_add_format(complaint, "expected a path of 1 to %d bytes", SECRET_PATH_BYTES - 1);
        return false;
    }
    if (!config_secret_from_file(target->key, path.bytes, target->part->block, &open_to_all,
                                 complaint))
        return false;
    note_secret_file(reading->config, path.bytes);
    if (open_to_all)
        note_open_secret(reading, dotted, node);
    return true;
}

/* Reads a secret from the file or environment variable that the configuration names. */
static bool read_other_secret(struct config_reading *reading, const char *dotted,
                              const struct target *target, const yaml_node_t *node,
                              struct text *complaint)
{
    if (strlen(bytes_of(node)) != length_of(node)) {
        text_add(complaint, "a path or name can't hold a zero byte");
        return false;
    }
    if (target->form == FORM_FILE)
        return read_secret_file(reading, dotted, target, node, complaint);
    return config_secret_from_environment(target->key, bytes_of(node), target->part->block,
                                          complaint);
}

static void read_scalar(struct config_reading *reading, const char *dotted,
                        const struct target *target, const yaml_node_t *node)
{
    char buffer[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(buffer);
    bool good = is_text(node, target->key, &complaint);
    if (good && target->form != FORM_PLAIN)
        good = read_other_secret(reading, dotted, target, node, &complaint);
    else if (good)
        good = config_value_set(target->key, reading->file, bytes_of(node), length_of(node),
                                target->part->block, &complaint);
    if (!good)
        config_report(reading, config_line_of(node), dotted, "%s", buffer);
    else if (target->key->type == CONFIG_SECRET && target->form == FORM_PLAIN &&
             reading->open_to_all)
        note_open_secret(reading, dotted, node);
}

static void read_list(struct config_reading *reading, const char *dotted,
                      const struct target *target, const yaml_node_t *node)
{
    const yaml_node_item_t *item = node->data.sequence.items.start;
    for (; item < node->data.sequence.items.top; item++)
        read_scalar(reading, dotted, target, yaml_document_get_node(reading->document, *item));
    char buffer[COMPLAINT_MAX];
    struct text complaint = TEXT_IN(buffer);
    if (!reading->failed && !config_value_count(target->key, target->part->block, &complaint))
        config_report(reading, config_line_of(node), dotted, "%s", buffer);
}

/* A wrong value skips the check of its own part, but of no other part. */
static void read_value(struct config_reading *reading, const char *dotted,
                       const struct target *target, const yaml_node_t *node)
{
    bool failed = reading->failed;
    reading->failed = false;
    if (target->child)
        target->child->read(reading, node);
    else if (target->key->type == CONFIG_LIST && node->type == YAML_SEQUENCE_NODE)
        read_list(reading, dotted, target, node);
    else
        read_scalar(reading, dotted, target, node);
    if (target->part)
        target->part->failed = target->part->failed || reading->failed;
    reading->failed = reading->failed || failed;
}

static void read_pair(struct config_reading *reading, struct config_shape *shape,
                      const yaml_node_t *name, const yaml_node_t *value)
{
    struct target target;
    char dotted[DOTTED_MAX];
    if (name->type != YAML_SCALAR_NODE) {
        config_report(reading, config_line_of(name), shape->path, "a key must be a text");
        return;
    }
    if (!find_target(shape, bytes_of(name), length_of(name), &target)) {
        if (!shape->lenient)
            report_unknown(reading, shape, name);
        return;
    }
    dot(shape, bytes_of(name), length_of(name), dotted);
    if (*target.line == 0) {
        *target.line = config_line_of(name);
        read_value(reading, dotted, &target, value);
    } else if (target.key && target.key->type == CONFIG_SECRET) {
        config_report(reading, config_line_of(name), dotted,
                      "only one of `%s`, `%s-file` and `%s-env` is allowed; the first is in "
                      "line %d",
                      target.key->name, target.key->name, target.key->name, *target.line);
    } else {
        config_report(reading, config_line_of(name), dotted,
                      "the key occurs twice, first in line %d", *target.line);
    }
}

static void report_missing(struct config_reading *reading, const struct config_shape *shape,
                           const yaml_node_t *mapping, const struct config_key *key,
                           const char *name)
{
    char dotted[DOTTED_MAX];
    dot(shape, name, strlen(name), dotted);
    if (key && key->type == CONFIG_SECRET)
        config_report(reading, config_line_of(mapping), dotted,
                      "the key is missing: `%s`, `%s-file` or `%s-env`", name, name, name);
    else
        config_report(reading, config_line_of(mapping), dotted, "the key is missing");
}

static void fill_missing(struct config_reading *reading, const struct config_shape *shape,
                         const yaml_node_t *mapping, struct config_part *part)
{
    char buffer[COMPLAINT_MAX];
    for (size_t i = 0; i < part->section->key_count; i++) {
        const struct config_key *key = &part->section->keys[i];
        struct text complaint = TEXT_IN(buffer);
        if (part->lines[i] > 0)
            continue;
        if (!key->default_value)
            report_missing(reading, shape, mapping, key, key->name);
        else if (!config_value_set_default(key, reading->file, part->block, &complaint))
            config_report(reading, 0, key->name, "the default is wrong: %s", buffer);
        else
            continue;
        part->failed = true;
    }
}

static int line_of_key(const struct config_part *part, const char *name, int otherwise)
{
    for (size_t i = 0; i < part->section->key_count; i++) {
        if (strcmp(part->section->keys[i].name, name) == 0 && part->lines[i] > 0)
            return part->lines[i];
    }
    return otherwise;
}

static void check_part(struct config_reading *reading, const struct config_shape *shape,
                       const yaml_node_t *mapping, const struct config_part *part)
{
    const char *key = "";
    if (!part->section->check)
        return;
    const char *wrong = part->section->check(part->block, &key);
    if (!wrong)
        return;
    char dotted[DOTTED_MAX];
    dot(shape, key, strlen(key), dotted);
    config_report(reading, line_of_key(part, key, config_line_of(mapping)), dotted, "%s", wrong);
}

/* Sets defaults and runs the checks of whole sections, after all pairs were read. */
static void finish_mapping(struct config_reading *reading, const struct config_shape *shape,
                           const yaml_node_t *mapping)
{
    for (size_t i = 0; i < shape->part_count; i++)
        fill_missing(reading, shape, mapping, &shape->parts[i]);
    for (size_t i = 0; i < shape->child_count; i++) {
        if (shape->children[i].required && shape->children[i].line == 0)
            report_missing(reading, shape, mapping, NULL, shape->children[i].name);
    }
    for (size_t i = 0; i < shape->part_count; i++) {
        if (!shape->parts[i].failed)
            check_part(reading, shape, mapping, &shape->parts[i]);
    }
}

bool config_read_mapping(struct config_reading *reading, const yaml_node_t *node,
                         struct config_shape *shape)
{
    if (node->type != YAML_MAPPING_NODE) {
        config_report(reading, config_line_of(node), shape->path, "expected keys with values");
        return false;
    }
    for (size_t i = 0; i < shape->part_count; i++) {
        struct config_part *part = &shape->parts[i];
        assert(part->section->key_count <= CONFIG_KEY_MAX);
        memset(part->lines, 0, sizeof part->lines);
        part->failed = false;
    }
    bool failed = reading->failed;
    reading->failed = false;
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top; pair++)
        read_pair(reading, shape, yaml_document_get_node(reading->document, pair->key),
                  yaml_document_get_node(reading->document, pair->value));
    finish_mapping(reading, shape, node);
    bool good = !reading->failed;
    reading->failed = reading->failed || failed;
    return good;
}

bool config_fill_defaults(const struct config_section *section, void *block)
{
    char buffer[COMPLAINT_MAX];
    for (size_t i = 0; i < section->key_count; i++) {
        struct text complaint = TEXT_IN(buffer);
        const struct config_key *key = &section->keys[i];
        if (key->default_value && !config_value_set_default(key, "", block, &complaint))
            return false;
    }
    return true;
}

void config_list_restarts(const struct config_section *section, const void *old_block,
                          const void *new_block, char *names, size_t size)
{
    struct text list = text_in(names, size);
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        if (!key->restart || memcmp((const char *)old_block + key->offset,
                                    (const char *)new_block + key->offset, key->size) == 0)
            continue;
        text_separate(&list, " ");
        text_add(&list, key->name);
    }
}
