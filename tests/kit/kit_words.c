#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/words/catalog.h"
#include "tests/kit/kit.h"

/* -- Bare words -------------------------------------------------------------------------------- */

static void say_bare(const struct words *words, struct text *out, const char *key,
                     const struct word_argument *arguments, size_t count)
{
    (void)words;
    text_add(out, key);
    text_add(out, "(");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add(out, ",");
        if (arguments[i].kind == WORD_NUMBER)
            text_add_number(out, arguments[i].number);
        else
            text_add(out, arguments[i].text);
    }
    text_add(out, ")");
}

static const char *no_word(const struct words *words, const char *typed, size_t length)
{
    (void)words;
    (void)typed;
    (void)length;
    return NULL;
}

const struct words kit_bare_words = {.say = say_bare, .canonical = no_word};

/* -- Catalog words, watched -------------------------------------------------------------------- */

struct watch {
    struct words inner;
    struct kit_table *table;
    const struct kit_voice *voice;
};

static struct catalog *catalog(void)
{
    static struct catalog *opened;
    char error[256];
    if (opened == NULL) {
        opened = catalog_open(error, sizeof error);
        if (opened == NULL)
            fail_msg("%s", error);
    }
    return opened;
}

static void say_watched(const struct words *words, struct text *out, const char *key,
                        const struct word_argument *arguments, size_t count)
{
    const struct watch *watch = words->context;
    size_t before = out->length;
    bool truncated = out->truncated;
    watch->inner.say(&watch->inner, out, key, arguments, count);
    KIT_CHECK(watch->table, out->truncated == truncated,
              "%s: message %s with its arguments does not fit into %zu bytes", watch->voice->label,
              key, out->size);
    KIT_CHECK(
        watch->table, strcmp(out->bytes + before, key) != 0,
        "%s: message %s is missing in config/locale/en/%s.json, or it asks for other arguments "
        "than the %zu it gets",
        watch->voice->label, key, watch->table->game->id, count);
}

static const char *canonical_watched(const struct words *words, const char *typed, size_t length)
{
    const struct watch *watch = words->context;
    return watch->inner.canonical(&watch->inner, typed, length);
}

bool kit_catalog_has(const char *key)
{
    for (size_t i = 0; i < catalog_built_in.count; i++)
        if (strcmp(catalog_built_in.list[i].key, key) == 0)
            return catalog_built_in.list[i].patterns[0] != NULL;
    return false;
}

/* -- Names ------------------------------------------------------------------------------------- */

struct names {
    const char *label;
    bool plain, brief;
    const char *list[GAME_SEATS_MAX];
};

static const struct names all_names[] = {
    {"plain names", true, false, {"Alice", "Bruno", "Carla", "Dario", "Emma", "Fabio"}},
    {"long names",
     true,
     false,
     {"Alexandrina Maximiliana of the Upper and the Lower Hohenfels",
      "Alexandrina Maximiliana of the Upper and the Lower Hohenfeld",
      "Bartholomew-Nebuchadnezzar-the-younger-of-that-name-and-house",
      "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
      "[a]{b}|c|\\d^e`f_g-0123456789", "Zebedee Longinus Quartermaine Featherstonehaugh"}},
    {"hostile names",
     true,
     false,
     {"{0} %s%n%99999d", "'{0, plural, other {#}}'", "\"\\\",:[", "<@&1>`*_~||x||", "#", "pass"}},
    {"equal names", true, true, {"A", "A", "A", "A", "A", "A"}},
    {"wide names",
     false,
     false,
     {"漢字の長い名前です一二三四五六七八九十", "全角Ｗｉｄｅ", "a漢b字c", "🦊🐺🐻", "한국어이름",
      "あ"}},
    {"combining names",
     false,
     false,
     {"Z\u0327\u0304\u0316\u0353a\u0316\u0330\u0353\u0301l\u0327\u0330g\u0353o\u0301\u0316\u0330",
      "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
      "\u0301\u0301begins with marks", "Zoe\u0308 de la Pen\u0303a y Nin\u0303o A\u0301lvarez",
      "שלום עולם", "مرحبا بالعالم الكبير"}},
};

/* -- Voices ------------------------------------------------------------------------------------ */

static struct watch watch;
static struct words watched_words;

static void use_catalog(struct kit_table *table, struct kit_voice *voice, const char *language)
{
    watch = (struct watch){catalog_words(catalog(), language), table, voice};
    watched_words =
        (struct words){.context = &watch, .say = say_watched, .canonical = canonical_watched};
    voice->telling.words = &watched_words;
    voice->real = true;
}

void kit_voice_any(struct kit_table *table, struct kit_voice *voice)
{
    unsigned languages = 0;
    while (catalog_languages[languages] != NULL)
        languages++;
    unsigned language = kit_choose(table, languages + 1);
    const struct names *names =
        &all_names[kit_choose(table, sizeof all_names / sizeof all_names[0])];
    *voice = (struct kit_voice){.telling.names = names->list,
                                .telling.size = PICTURE_WIDE,
                                .telling.alphabet = (enum alphabet)kit_choose(table, 2),
                                .plain_names = names->plain,
                                .short_names = names->brief};
    voice->telling.words = &kit_bare_words;
    if (language < languages)
        use_catalog(table, voice, catalog_languages[language]);
    snprintf(voice->label, sizeof voice->label, "%s, %s, %s",
             language < languages ? catalog_languages[language] : "bare words", names->label,
             voice->telling.alphabet == ALPHABET_ASCII ? "ASCII" : "Unicode");
}

void kit_voice_in(struct kit_table *table, struct kit_voice *voice, const char *language)
{
    *voice = (struct kit_voice){.telling.names = all_names[0].list,
                                .telling.size = PICTURE_WIDE,
                                .telling.alphabet = ALPHABET_UNICODE,
                                .plain_names = true,
                                .label = "plain names"};
    use_catalog(table, voice, language);
}

void kit_voice_plain(struct kit_table *table, struct kit_voice *voice)
{
    kit_voice_in(table, voice, "en");
}
