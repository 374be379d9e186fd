#include "bot/catalog.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Lack of memory is an error of catalog_open, not the end of the program: a function that adds has
 * a `bool added` that becomes false. */
#define HASH_NONFATAL_OOM            1
#define uthash_nonfatal_oom(element) (added = false)
/* The standard function falls through its cases in a way that clang warns of. */
#define HASH_FUNCTION(key, length, value) HASH_SAX(key, length, value)
#include <uthash.h>

#include "bot/catalog_message.h"
#include "bot/embedded.h"
#include "bot/log.h"

/* `said` of WORD_MESSAGE may be as long as a message; words are short. */
enum {
    LANGUAGE_MAX = 8,
    FILES_MAX = 64,
    UNKNOWN_MAX = 64,
    KEY_MAX_BYTES = 96,
    WORD_MAX_BYTES = 64
};

/* A plural that has been said keeps 12 KiB. So many are kept compiled; then all begin anew, which
 * costs less than to keep count of who was said last. */
enum { COMPILED_MAX = 200 };

static const char move_prefix[] = "move.";

/* A message of one language. Key and pattern stand behind the structure. */
struct entry {
    UT_hash_handle hh;
    const char *key;
    const char *pattern;
    bool literal;  /* nothing in the pattern is for ICU */
    bool wrong;    /* the pattern can't be compiled */
    bool reported; /* a mistake about it stands in the log */
    struct catalog_message message;
    char bytes[];
};

struct move_word {
    UT_hash_handle hh;
    const char *canonical; /* part of an entry's key */
    bool ambiguous;        /* two canonical words are this one in the language */
    char folded[];
};

struct language {
    struct catalog *catalog;
    const char *code;
    struct entry *entries;
    struct move_word *moves;
};

/* A key that not even English has, so that it is logged once. */
struct unknown {
    UT_hash_handle hh;
    char key[KEY_MAX_BYTES];
};

struct catalog {
    struct language languages[LANGUAGE_MAX]; /* English first */
    size_t language_count;
    size_t compiled_count;
    struct unknown *unknown;
    size_t unknown_count;
};

static struct entry *find_entry(const struct language *language, const char *key)
{
    struct entry *entry;
    HASH_FIND_STR(language->entries, key, entry);
    return entry;
}

static struct language *find_language(struct catalog *catalog, const char *code)
{
    const char *known = catalog_language_find(code);
    for (size_t i = 0; known && i < catalog->language_count; i++) {
        if (strcmp(catalog->languages[i].code, known) == 0)
            return &catalog->languages[i];
    }
    return &catalog->languages[0];
}

/* Case and accents taken away, so that "epee" is "Épée". False if it is too long for a word. */
static bool fold(const char *bytes, size_t length, char folded[WORD_MAX_BYTES])
{
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_DECOMPOSE |
                                      UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK;
    /* One more for the terminator that re-encoding writes. */
    utf8proc_int32_t characters[WORD_MAX_BYTES + 1];
    if (length == 0 || length >= WORD_MAX_BYTES / 2)
        return false;
    utf8proc_ssize_t count =
        utf8proc_decompose((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, characters,
                           WORD_MAX_BYTES, options & ~UTF8PROC_COMPOSE);
    if (count <= 0 || count > WORD_MAX_BYTES)
        return false;
    utf8proc_ssize_t size = utf8proc_reencode(characters, count, options & ~UTF8PROC_DECOMPOSE);
    if (size <= 0 || size >= WORD_MAX_BYTES)
        return false;
    memcpy(folded, characters, (size_t)size);
    folded[size] = '\0';
    return true;
}

static const struct move_word *find_move(const struct language *language, const char *folded)
{
    struct move_word *word;
    HASH_FIND_STR(language->moves, folded, word);
    return word;
}

static bool is_move_key(const char *key)
{
    size_t prefix = sizeof move_prefix - 1;
    return strncmp(key, move_prefix, prefix) == 0 && !strchr(key + prefix, '.');
}

static bool add_move(struct language *language, const struct entry *entry)
{
    char folded[WORD_MAX_BYTES];
    struct move_word *word;
    if (!is_move_key(entry->key) || !fold(entry->pattern, strlen(entry->pattern), folded))
        return true;
    HASH_FIND_STR(language->moves, folded, word);
    if (word) {
        word->ambiguous = true;
        return true;
    }
    size_t size = strlen(folded) + 1;
    word = calloc(1, sizeof *word + size);
    if (!word)
        return false;
    memcpy(word->folded, folded, size);
    word->canonical = entry->key + sizeof move_prefix - 1;
    bool added = true;
    HASH_ADD_STR(language->moves, folded, word);
    if (!added)
        free(word);
    return added;
}

static bool add_entry(struct language *language, const char *key, const char *pattern)
{
    size_t key_size = strlen(key) + 1;
    size_t pattern_size = strlen(pattern) + 1;
    struct entry *entry = calloc(1, sizeof *entry + key_size + pattern_size);
    if (!entry)
        return false;
    memcpy(entry->bytes, key, key_size);
    memcpy(entry->bytes + key_size, pattern, pattern_size);
    entry->key = entry->bytes;
    entry->pattern = entry->bytes + key_size;
    entry->literal = strpbrk(pattern, "{}'") == NULL;
    bool added = true;
    HASH_ADD_KEYPTR(hh, language->entries, entry->key, key_size - 1, entry);
    if (!added) {
        free(entry);
        return false;
    }
    return add_move(language, entry);
}

static bool add_messages(struct language *language, json_t *messages, char *error,
                         size_t error_size)
{
    const char *key;
    json_t *pattern;
    json_object_foreach(messages, key, pattern)
    {
        if (!json_is_string(pattern)) {
            snprintf(error, error_size, "catalog %s: %s is not a text", language->code, key);
            return false;
        }
        if (find_entry(language, key)) {
            snprintf(error, error_size, "catalog %s: %s stands twice", language->code, key);
            return false;
        }
        if (!add_entry(language, key, json_string_value(pattern))) {
            snprintf(error, error_size, "catalog %s: out of memory", language->code);
            return false;
        }
    }
    return true;
}

/* The language of a source, added if it is new; NULL if it may not come here. */
static struct language *language_of(struct catalog *catalog, const char *name)
{
    const char *code = catalog_language_find(name);
    if (!code || (catalog->language_count == 0 && strcmp(code, catalog_languages[0]) != 0))
        return NULL;
    for (size_t i = 0; i < catalog->language_count; i++) {
        if (strcmp(catalog->languages[i].code, code) == 0)
            return &catalog->languages[i];
    }
    if (catalog->language_count == LANGUAGE_MAX)
        return NULL;
    struct language *language = &catalog->languages[catalog->language_count++];
    language->catalog = catalog;
    language->code = code;
    return language;
}

static bool add_source(struct catalog *catalog, const struct catalog_source *source, char *error,
                       size_t error_size)
{
    json_error_t wrong;
    struct language *language = language_of(catalog, source->language);
    if (!language) {
        snprintf(error, error_size, "catalog: unexpected language %s", source->language);
        return false;
    }
    json_t *messages = json_loadb(source->json, source->length, JSON_REJECT_DUPLICATES, &wrong);
    if (!json_is_object(messages)) {
        snprintf(error, error_size, "catalog %s, line %d: %s", source->language,
                 messages ? 1 : wrong.line, messages ? "not an object" : wrong.text);
        json_decref(messages);
        return false;
    }
    bool good = add_messages(language, messages, error, error_size);
    json_decref(messages);
    return good;
}

struct catalog *catalog_open_sources(const struct catalog_source *sources, size_t count,
                                     char *error, size_t error_size)
{
    struct catalog *catalog = calloc(1, sizeof *catalog);
    if (!catalog || count == 0) {
        snprintf(error, error_size, "catalog: %s", catalog ? "no language" : "out of memory");
        free(catalog);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (!add_source(catalog, &sources[i], error, error_size)) {
            catalog_free(catalog);
            return NULL;
        }
    }
    return catalog;
}

/* config/locale/LANGUAGE.json or config/locale/LANGUAGE/PART.json. */
static void add_code(struct text *code, const char *name)
{
    static const char folder[] = "config/locale/";
    if (strncmp(name, folder, sizeof folder - 1) == 0)
        name += sizeof folder - 1;
    text_add_bytes(code, name, strcspn(name, "./"));
}

struct catalog *catalog_open(char *error, size_t error_size)
{
    struct catalog_source sources[FILES_MAX];
    char codes[FILES_MAX][16];
    size_t count = 0;
    for (; catalog_files[count].name; count++) {
        const struct embedded_file *file = &catalog_files[count];
        if (count == FILES_MAX) {
            snprintf(error, error_size, "catalog: more than %d files", FILES_MAX);
            return NULL;
        }
        struct text code = TEXT_IN(codes[count]);
        add_code(&code, file->name);
        sources[count] = (struct catalog_source){
            .language = codes[count], .json = (const char *)file->bytes, .length = file->size};
    }
    return catalog_open_sources(sources, count, error, error_size);
}

/* A cleared table leaves its elements linked. */
static void free_language(struct language *language)
{
    struct entry *entry = language->entries;
    struct move_word *word = language->moves;
    HASH_CLEAR(hh, language->entries);
    HASH_CLEAR(hh, language->moves);
    while (entry) {
        struct entry *next = entry->hh.next;
        catalog_message_close(&entry->message);
        free(entry);
        entry = next;
    }
    while (word) {
        struct move_word *next = word->hh.next;
        free(word);
        word = next;
    }
}

void catalog_free(struct catalog *catalog)
{
    if (!catalog)
        return;
    for (size_t i = 0; i < catalog->language_count; i++)
        free_language(&catalog->languages[i]);
    struct unknown *unknown = catalog->unknown;
    HASH_CLEAR(hh, catalog->unknown);
    while (unknown) {
        struct unknown *next = unknown->hh.next;
        free(unknown);
        unknown = next;
    }
    free(catalog);
}

static void report_unknown(struct catalog *catalog, const char *key)
{
    char bytes[KEY_MAX_BYTES];
    struct text text = TEXT_IN(bytes);
    struct unknown *unknown;
    text_add(&text, key);
    HASH_FIND_STR(catalog->unknown, bytes, unknown);
    if (unknown || catalog->unknown_count == UNKNOWN_MAX)
        return;
    log_error("catalog.unknown", "key", bytes);
    unknown = calloc(1, sizeof *unknown);
    if (!unknown)
        return;
    memcpy(unknown->key, bytes, sizeof bytes);
    bool added = true;
    HASH_ADD_STR(catalog->unknown, key, unknown);
    if (added)
        catalog->unknown_count++;
    else
        free(unknown);
}

static void report_entry(struct entry *entry, const struct language *language, const char *wrong)
{
    if (!entry->reported)
        log_error("catalog.unusable", "language", language->code, "key", entry->key, "reason",
                  wrong);
    entry->reported = true;
}

/* Entry `key` in the language or else in English; `*language` becomes the one that has it. */
static struct entry *find_anywhere(const struct language **language, const char *key)
{
    struct entry *entry = find_entry(*language, key);
    if (entry)
        return entry;
    *language = &(*language)->catalog->languages[0];
    return find_entry(*language, key);
}

static void forget_compiled(struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->language_count; i++) {
        struct entry *entry = catalog->languages[i].entries;
        for (; entry; entry = entry->hh.next)
            catalog_message_close(&entry->message);
    }
    catalog->compiled_count = 0;
}

/* The entry stays compiled until another one is. */
static bool compile(struct entry *entry, const struct language *language)
{
    char error[128];
    if (entry->message.format)
        return true;
    if (entry->wrong)
        return false;
    if (language->catalog->compiled_count >= COMPILED_MAX)
        forget_compiled(language->catalog);
    entry->wrong = !catalog_message_compile(&entry->message, entry->pattern, language->code, error,
                                            sizeof error);
    if (entry->wrong)
        report_entry(entry, language, error);
    else
        language->catalog->compiled_count++;
    return !entry->wrong;
}

/* Arguments that the pattern uses and that were not given, or were no number. */
static bool is_served(const struct catalog_usage *usage, const struct word_argument *arguments,
                      size_t count)
{
    unsigned given = (1u << count) - 1;
    unsigned numbers = 0;
    for (size_t i = 0; i < count; i++) {
        if (arguments[i].kind == WORD_NUMBER)
            numbers |= 1u << i;
    }
    return (usage->texts & ~given) == 0 && (usage->numbers & ~numbers) == 0;
}

static void say_plain(const struct language *language, const char *key, struct text *out);

static void add_value(const struct language *language, const struct word_argument *argument,
                      struct catalog_values *values)
{
    char buffer[CATALOG_PATTERN_MAX];
    struct text said = TEXT_IN(buffer);
    const char *text = argument->text ? argument->text : "";
    if (argument->kind == WORD_TEXT) {
        catalog_values_add(values, text, 0);
        return;
    }
    if (argument->kind == WORD_MESSAGE)
        say_plain(language, text, &said);
    else
        text_add_number(&said, argument->number);
    catalog_values_add(values, buffer, (double)argument->number);
    values->truncated = values->truncated || said.truncated;
}

static bool say_entry(struct entry *entry, const struct language *language,
                      const struct language *listener, const struct word_argument *arguments,
                      size_t count, struct text *out)
{
    if (entry->literal) {
        text_add(out, entry->pattern);
        return true;
    }
    if (!compile(entry, language))
        return false;
    if (count > CATALOG_ARGUMENT_MAX || !is_served(&entry->message.usage, arguments, count)) {
        report_entry(entry, language, "the arguments are not those of the pattern");
        return false;
    }
    struct catalog_values values;
    values.used = 0;
    values.count = 0;
    values.truncated = false;
    for (size_t i = 0; i < count; i++)
        add_value(listener, &arguments[i], &values);
    /* Messages among the arguments may have taken its place. */
    if (compile(entry, language) && catalog_message_say(&entry->message, &values, out))
        return true;
    report_entry(entry, language, "ICU can't format it");
    return false;
}

static void say(const struct language *listener, const char *key,
                const struct word_argument *arguments, size_t count, struct text *out)
{
    const struct language *language = listener;
    struct entry *entry = find_anywhere(&language, key);
    if (!entry)
        report_unknown(listener->catalog, key);
    if (!entry || !say_entry(entry, language, listener, arguments, count, out))
        text_add(out, key);
}

static void say_plain(const struct language *language, const char *key, struct text *out)
{
    say(language, key, NULL, 0, out);
}

void catalog_say(struct catalog *catalog, const char *language, const char *key,
                 const struct word_argument *arguments, size_t count, struct text *out)
{
    say(find_language(catalog, language), key, arguments, count, out);
}

static void words_of_language(const struct words *words, struct text *out, const char *key,
                              const struct word_argument *arguments, size_t count)
{
    say(words->context, key, arguments, count, out);
}

static const char *canonical_of_language(const struct words *words, const char *typed,
                                         size_t length)
{
    const struct language *language = words->context;
    char folded[WORD_MAX_BYTES];
    if (!fold(typed, length, folded))
        return NULL;
    const struct move_word *word = find_move(language, folded);
    if (!word)
        word = find_move(&language->catalog->languages[0], folded);
    return word ? word->canonical : NULL;
}

struct words catalog_words(struct catalog *catalog, const char *language)
{
    return (struct words){.context = find_language(catalog, language),
                          .say = words_of_language,
                          .canonical = canonical_of_language};
}

bool catalog_same_word(const char *one, size_t one_length, const char *other, size_t other_length)
{
    char folded[WORD_MAX_BYTES], other_folded[WORD_MAX_BYTES];
    return fold(one, one_length, folded) && fold(other, other_length, other_folded) &&
           strcmp(folded, other_folded) == 0;
}

/* What is wrong with the arguments of a translation; NULL if nothing is. */
static const char *compare(const struct catalog_usage *english,
                           const struct catalog_usage *translation)
{
    if ((english->texts | english->numbers) != (translation->texts | translation->numbers))
        return "the arguments are not those of the English message";
    if ((english->selects & translation->numbers) || (english->numbers & translation->selects))
        return "an argument is chosen by number in one language and by word in the other";
    return NULL;
}

/* The first mistake of an entry; `error` takes what has to be put together. */
static const char *check_entry(struct language *language, const struct entry *entry, char *error,
                               size_t error_size)
{
    struct language *english = &language->catalog->languages[0];
    const struct entry *original = find_entry(english, entry->key);
    struct catalog_message message;
    struct catalog_message original_message;
    char folded[WORD_MAX_BYTES];
    if (!original)
        return "English has no such message";
    if (is_move_key(entry->key)) {
        if (strpbrk(entry->pattern, " {}'") ||
            !fold(entry->pattern, strlen(entry->pattern), folded))
            return "a move word must be one short word";
        if (find_move(language, folded)->ambiguous)
            return "another move has the same word";
    }
    if (!catalog_message_compile(&message, entry->pattern, language->code, error, error_size))
        return error;
    const char *wrong = NULL;
    if (catalog_message_compile(&original_message, original->pattern, english->code, error,
                                error_size))
        wrong = compare(&original_message.usage, &message.usage);
    catalog_message_close(&original_message);
    catalog_message_close(&message);
    return wrong;
}

size_t catalog_check(struct catalog *catalog, catalog_complain *complain, void *context)
{
    size_t mistakes = 0;
    for (size_t i = 0; i < catalog->language_count; i++) {
        struct language *language = &catalog->languages[i];
        for (const struct entry *entry = language->entries; entry; entry = entry->hh.next) {
            char error[128];
            const char *wrong = check_entry(language, entry, error, sizeof error);
            if (wrong) {
                complain(context, language->code, entry->key, wrong);
                mistakes++;
            }
        }
    }
    return mistakes;
}

size_t catalog_check_complete(struct catalog *catalog, const char *language,
                              catalog_complain *complain, void *context)
{
    size_t mistakes = 0;
    const struct language *translation = find_language(catalog, language);
    const struct entry *entry = catalog->languages[0].entries;
    for (; entry; entry = entry->hh.next) {
        if (!find_entry(translation, entry->key)) {
            complain(context, language, entry->key, "there is no such message");
            mistakes++;
        }
    }
    return mistakes;
}
