#include "bot/words/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/hash.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/words/catalog_message.h"
#include "games/shared/fold.h"

/* Unknown keys that are remembered; prefixes of a language; bytes of a remembered key. */
enum { UNKNOWN_MAX = 64, SPEAKERS_MAX = 64, KEY_MAX_BYTES = 96 };

struct move_word {
    UT_hash_handle hh;
    const char *canonical; /* part of the message's key */
    char folded[];
};

struct language;

/* A language as it is said where commands begin with `prefix`. */
struct speaker {
    const struct language *language;
    struct speaker *next;
    char prefix[]; /* of commands; different for each speaker of a language */
};

struct language {
    struct catalog *catalog;
    size_t index; /* in catalog_languages */
    struct catalog_rules rules;
    struct move_word *moves;
    struct speaker *speakers;
    unsigned speaker_count;
};

/* A key that not even English has; remembered so that it is logged once. */
struct unknown {
    UT_hash_handle hh;
    char key[KEY_MAX_BYTES];
};

struct catalog {
    struct catalog_texts texts;
    struct language languages[CATALOG_LANGUAGE_COUNT];
    struct unknown *unknown;
    size_t unknown_count;
    bool reported[]; /* per message and language: a mistake was logged */
};

static int compare_key(const void *key, const void *text)
{
    return strcmp(key, ((const struct catalog_text *)text)->key);
}

/* NULL when not even English has it. */
static const struct catalog_text *find_text(const struct catalog *catalog, const char *key)
{
    return bsearch(key, catalog->texts.list, catalog->texts.count, sizeof *catalog->texts.list,
                   compare_key);
}

static struct language *find_language(struct catalog *catalog, const char *code)
{
    const char *known = catalog_language_find(code);
    size_t index = 0;
    while (known != NULL && catalog_languages[index] != known)
        index++;
    return &catalog->languages[index];
}

static const struct move_word *find_move(const struct language *language, const char *folded)
{
    struct move_word *word;
    HASH_FIND_STR(language->moves, folded, word);
    return word;
}

const char *catalog_move_of_key(const char *key)
{
    static const char prefix[] = "move.";
    size_t length = sizeof prefix - 1;
    return strncmp(key, prefix, length) == 0 && !strchr(key + length, '.') ? key + length : NULL;
}

static void add_move(struct language *language, const char *canonical, const char *pattern,
                     enum fold fold)
{
    char folded[FOLD_BYTES];
    struct move_word *word;
    if (!fold_word(pattern, strlen(pattern), fold, folded))
        return;
    HASH_FIND_STR(language->moves, folded, word);
    if (word)
        return;
    size_t size = strlen(folded) + 1;
    word = memory_new(sizeof *word + size);
    memcpy(word->folded, folded, size);
    word->canonical = canonical;
    HASH_ADD_STR(language->moves, folded, word);
}

static void add_moves(struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->texts.count; i++) {
        const struct catalog_text *text = &catalog->texts.list[i];
        const char *canonical = catalog_move_of_key(text->key);
        for (size_t l = 0; canonical && l < CATALOG_LANGUAGE_COUNT; l++)
            for (enum fold fold = 0; text->patterns[l] && fold < FOLDS; fold++)
                add_move(&catalog->languages[l], canonical, text->patterns[l], fold);
    }
}

/* Returns the speaker with that prefix, which is made when it is asked for first. Prefixes come
 * from settings, so there are few; beyond SPEAKERS_MAX commands stand without one. */
static const struct speaker *find_speaker(struct language *language, const char *prefix)
{
    struct speaker *speaker;
    LL_FOREACH (language->speakers, speaker)
        if (strcmp(speaker->prefix, prefix) == 0)
            return speaker;
    if (language->speaker_count == SPEAKERS_MAX)
        return find_speaker(language, "");
    size_t size = strlen(prefix) + 1;
    speaker = memory_new(sizeof *speaker + size);
    speaker->language = language;
    memcpy(speaker->prefix, prefix, size);
    LL_APPEND(language->speakers, speaker);
    language->speaker_count++;
    return speaker;
}

struct catalog *catalog_open_texts(struct catalog_texts texts, char *error, size_t error_size)
{
    size_t entries = texts.count * CATALOG_LANGUAGE_COUNT;
    struct catalog *catalog = memory_new(sizeof *catalog + entries * sizeof(bool));
    catalog->texts = texts;
    for (size_t i = 0; i < CATALOG_LANGUAGE_COUNT; i++) {
        struct language *language = &catalog->languages[i];
        *language = (struct language){.catalog = catalog, .index = i};
        find_speaker(language, "");
        if (!catalog_rules_open(&catalog->languages[i].rules, catalog_languages[i])) {
            snprintf(error, error_size, "catalog: ICU has no plural rules for %s",
                     catalog_languages[i]);
            catalog_free(catalog);
            return NULL;
        }
    }
    add_moves(catalog);
    return catalog;
}

struct catalog *catalog_open(char *error, size_t error_size)
{
    return catalog_open_texts(catalog_built_in, error, error_size);
}

/* Clearing a table leaves its elements linked to each other. */
static void free_moves(struct language *language)
{
    struct move_word *word = language->moves;
    HASH_CLEAR(hh, language->moves);
    while (word) {
        struct move_word *next = word->hh.next;
        free(word);
        word = next;
    }
}

static void free_speakers(struct language *language)
{
    while (language->speakers) {
        struct speaker *speaker = language->speakers;
        LL_DELETE(language->speakers, speaker);
        free(speaker);
    }
}

void catalog_free(struct catalog *catalog)
{
    if (!catalog)
        return;
    for (size_t i = 0; i < CATALOG_LANGUAGE_COUNT; i++) {
        free_moves(&catalog->languages[i]);
        free_speakers(&catalog->languages[i]);
        catalog_rules_close(&catalog->languages[i].rules);
    }
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
    unknown = memory_new(sizeof *unknown);
    memcpy(unknown->key, bytes, sizeof bytes);
    HASH_ADD_STR(catalog->unknown, key, unknown);
    catalog->unknown_count++;
}

/* A message in the language in which it will be said: the listener's, or English. */
struct pattern {
    const struct catalog_text *text;
    const struct language *language;
    const char *bytes; /* NULL: English lacks it too */
};

static struct pattern find_pattern(const struct language *listener, const char *key)
{
    const struct language *english = &listener->catalog->languages[0];
    const struct catalog_text *text = find_text(listener->catalog, key);
    if (!text)
        return (struct pattern){.bytes = NULL};
    const char *bytes = text->patterns[listener->index];
    return bytes ? (struct pattern){text, listener, bytes}
                 : (struct pattern){text, english, text->patterns[english->index]};
}

static void report_pattern(const struct pattern *pattern, const char *wrong)
{
    struct catalog *catalog = pattern->language->catalog;
    size_t text = (size_t)(pattern->text - catalog->texts.list);
    bool *reported = &catalog->reported[text * CATALOG_LANGUAGE_COUNT + pattern->language->index];
    if (!*reported)
        log_error("catalog.unusable", "language", catalog_languages[pattern->language->index],
                  "key", pattern->text->key, "reason", wrong);
    *reported = true;
}

/* Whether all arguments that the pattern uses were given, those of plurals as numbers. */
static bool is_served(const struct catalog_usage *usage, const struct word_argument *arguments,
                      size_t count)
{
    unsigned given = 0, numbers = 0;
    for (unsigned i = 0; i < count && i < CATALOG_ARGUMENT_MAX; i++) {
        given |= 1u << i;
        numbers |= arguments[i].kind == WORD_NUMBER ? 1u << i : 0;
    }
    return (usage->texts & ~given) == 0 && (usage->numbers & ~numbers) == 0;
}

static void words_of_language(const struct words *words, struct text *out, const char *key,
                              const struct word_argument *arguments, size_t count);

static bool say_pattern(const struct pattern *pattern, const struct speaker *speaker,
                        const struct word_argument *arguments, size_t count, struct text *out)
{
    const struct words words = {.context = speaker, .say = words_of_language};
    struct catalog_usage usage;
    char error[128];
    if (strpbrk(pattern->bytes, "{}'`") == NULL) { /* it has no arguments */
        text_add(out, pattern->bytes);
        return true;
    }
    if (!catalog_message_check(pattern->bytes, &usage, error, sizeof error)) {
        report_pattern(pattern, error);
        return false;
    }
    if (!is_served(&usage, arguments, count)) {
        report_pattern(pattern, "the arguments are not those of the pattern");
        return false;
    }
    const struct catalog_saying saying = {&pattern->language->rules, &words, arguments,
                                          speaker->prefix};
    catalog_message_say(pattern->bytes, &saying, out);
    return true;
}

static void say(const struct speaker *speaker, const char *key,
                const struct word_argument *arguments, size_t count, struct text *out)
{
    const struct pattern pattern = find_pattern(speaker->language, key);
    if (!pattern.bytes)
        report_unknown(speaker->language->catalog, key);
    if (!pattern.bytes || !say_pattern(&pattern, speaker, arguments, count, out))
        text_add(out, key);
}

void catalog_say(struct catalog *catalog, const char *language, const char *key,
                 const struct word_argument *arguments, size_t count, struct text *out)
{
    say(find_speaker(find_language(catalog, language), ""), key, arguments, count, out);
}

static void words_of_language(const struct words *words, struct text *out, const char *key,
                              const struct word_argument *arguments, size_t count)
{
    say(words->context, key, arguments, count, out);
}

static const char *canonical_of_language(const struct words *words, const char *typed,
                                         size_t length)
{
    const struct speaker *speaker = words->context;
    const struct language *language = speaker->language;
    char folded[FOLD_BYTES];
    if (!fold_word(typed, length, FOLD_BARE, folded))
        return NULL;
    const struct move_word *word = find_move(language, folded);
    if (!word)
        word = find_move(&language->catalog->languages[0], folded);
    return word ? word->canonical : NULL;
}

static bool begins_in_language(const struct words *words, const char *canonical, const char *typed,
                               size_t length)
{
    const struct speaker *speaker = words->context;
    char folded[FOLD_BYTES];
    if (!fold_word(typed, length, FOLD_BARE, folded))
        return false;
    for (const struct move_word *word = speaker->language->moves; word; word = word->hh.next)
        if (strcmp(word->canonical, canonical) == 0 &&
            strncmp(word->folded, folded, strlen(folded)) == 0)
            return true;
    return false;
}

static struct words words_of(const struct speaker *speaker)
{
    return (struct words){.context = speaker,
                          .say = words_of_language,
                          .canonical = canonical_of_language,
                          .begins = begins_in_language};
}

struct words catalog_words(struct catalog *catalog, const char *language)
{
    return catalog_prefix_words(catalog, language, "");
}

struct words catalog_prefix_words(struct catalog *catalog, const char *language, const char *prefix)
{
    return words_of(find_speaker(find_language(catalog, language), prefix));
}

bool catalog_same_word(const char *one, size_t one_length, const char *other, size_t other_length)
{
    return fold_same(one, one_length, other, other_length);
}

bool catalog_is_spoken(struct catalog *catalog, const char *key, const char *word, size_t length)
{
    bool same = false;
    for (size_t i = 0; !same && catalog_languages[i] != NULL; i++) {
        char buffer[FOLD_BYTES];
        struct text known = TEXT_IN(buffer);
        catalog_say(catalog, catalog_languages[i], key, NULL, 0, &known);
        same = catalog_same_word(known.bytes, known.length, word, length);
    }
    return same;
}
