/* The catalog: what messages say, and that the real ones are valid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/words/catalog.h"
#include "bot/words/catalog_message.h"
#include "bot/words/catalog_read.h"
#include "tests/unit/catalog_check.h"

#define SOURCE(code, text) {.language = (code), .json = (text), .length = sizeof(text) - 1}

static const char english[] =
    "{"
    "\"apostrophe\": \"it's {0}\\u2019s and {1}''s '{'\","
    "\"bad\": \"{0\","
    "\"both\": \"{0, plural, one {{0} card} other {# cards, {0}!}}\","
    "\"cards\": \"{0} has {1, plural, =0 {nothing} one {one card} other {# cards}}.\","
    "\"eleven\": \"{0}{1}{2}{3}{4}{5}{6}{7}{8}{9}\","
    "\"gap\": \"{3} after {1}\","
    "\"hash\": \"# {0, plural, other {'#'=#}}\","
    "\"move.advance\": \"advance\","
    "\"move.attack\": \"attack\","
    "\"move.parry\": \"parry\","
    "\"nested\": \"{0, select, red {{1, plural, one {a red} other {# red}}} other { {0} }} .\","
    "\"number\": \"{0} {0, number} {0, number, integer}\","
    "\"only.english\": \"Only {0}.\","
    "\"ordinal\": \"{0, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}\","
    "\"quotes\": \"plain\","
    "\"suit\": \"red\","
    "\"suit.of\": \"{0}: {1}\","
    "\"to\": \"{0} gives {1} to {2}\""
    "}";
static const char french[] = "{"
                             "\"cards\": \"{0} a {1, plural, one {# carte} other {# cartes}}.\","
                             "\"move.advance\": \"avancer\","
                             "\"move.attack\": \"toucher\","
                             "\"move.parry\": \"Épée\","
                             "\"suit\": \"rouge\","
                             "\"to\": \"{2} reçoit {1} de {0}\""
                             "}";

/* Texts read from JSON, and a catalog of them. */
struct fixture {
    struct catalog_texts texts;
    struct catalog *catalog;
};

static void read_texts(struct fixture *fixture, const struct catalog_source *sources, size_t count)
{
    char error[256] = "";
    *fixture = (struct fixture){.catalog = NULL};
    for (size_t i = 0; i < count; i++)
        assert_true(catalog_read(&fixture->texts, &sources[i], error, sizeof error));
    fixture->catalog = catalog_open_texts(fixture->texts, error, sizeof error);
    assert_non_null(fixture->catalog);
}

static void free_texts(struct fixture *fixture)
{
    catalog_free(fixture->catalog);
    catalog_texts_free(&fixture->texts);
}

static struct fixture fixed;

static int setup(void **state)
{
    static const struct catalog_source sources[] = {SOURCE("en", english), SOURCE("fr", french)};
    read_texts(&fixed, sources, 2);
    *state = fixed.catalog;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free_texts(&fixed);
    return 0;
}

#define ASSERT_SAYS(catalog, language, expected, key, ...)                                         \
    do {                                                                                           \
        char buffer_[16384];                                                                       \
        struct text out_ = TEXT_IN(buffer_);                                                       \
        struct words words_ = catalog_words((catalog), (language));                                \
        words_say(&words_, &out_, (key), __VA_ARGS__);                                             \
        assert_string_equal(buffer_, (expected));                                                  \
    } while (0)

/* Returns what is logged while a message is said; the caller frees it. */
static char *log_while_saying(struct catalog *catalog, const char *key,
                              const struct word_argument *arguments, size_t count, int times)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    log_to(stream, LOG_LEVEL_WARNING);
    for (int i = 0; i < times; i++) {
        char buffer[256];
        struct text out = TEXT_IN(buffer);
        catalog_say(catalog, "fr", key, arguments, count, &out);
        assert_string_equal(buffer, key);
    }
    log_to(NULL, LOG_LEVEL_INFO);
    fclose(stream);
    /* The stream knew the address of `bytes`, so a compiler may take its content for local. */
    char *logged = memory_copy(bytes);
    free(bytes);
    return logged;
}

static void assert_one_line(const char *bytes, const char *holds)
{
    assert_non_null(strstr(bytes, holds));
    assert_ptr_equal(strchr(bytes, '\n'), bytes + strlen(bytes) - 1);
}

static void plurals_choose(void **state)
{
    ASSERT_SAYS(*state, "en", "Ann has nothing.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(0));
    ASSERT_SAYS(*state, "en", "Ann has one card.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(1));
    ASSERT_SAYS(*state, "en", "Ann has 2 cards.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(2));
    ASSERT_SAYS(*state, "fr", "Ann a 0 carte.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(0));
    ASSERT_SAYS(*state, "fr", "Ann a 3 cartes.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(3));
    ASSERT_SAYS(*state, "en", "1 card", "both", SAY_NUMBER(1));
    ASSERT_SAYS(*state, "en", "4 cards, 4!", "both", SAY_NUMBER(4));
    ASSERT_SAYS(*state, "en", "2nd", "ordinal", SAY_NUMBER(2));
    ASSERT_SAYS(*state, "en", "11th", "ordinal", SAY_NUMBER(11));
    ASSERT_SAYS(*state, "en", "# #=3", "hash", SAY_NUMBER(3));
}

static void selects_nest_and_keep_blanks(void **state)
{
    ASSERT_SAYS(*state, "en", "a red .", "nested", SAY_TEXT("red"), SAY_NUMBER(1));
    ASSERT_SAYS(*state, "en", "5 red .", "nested", SAY_TEXT("red"), SAY_NUMBER(5));
    ASSERT_SAYS(*state, "en", " blue  .", "nested", SAY_TEXT("blue"), SAY_NUMBER(5));
}

static void numbers_are_digits(void **state)
{
    ASSERT_SAYS(*state, "en", "9999 9999 9999", "number", SAY_NUMBER(9999));
    ASSERT_SAYS(*state, "fr", "-1234567 -1234567 -1234567", "number", SAY_NUMBER(-1234567));
    ASSERT_SAYS(*state, "fr", "Ann a 1234 cartes.", "cards", SAY_TEXT("Ann"), SAY_NUMBER(1234));
    ASSERT_SAYS(*state, "en", "9223372036854775807 9223372036854775807 9223372036854775807",
                "number", SAY_NUMBER(INT64_MAX));
}

static void languages_order_arguments(void **state)
{
    ASSERT_SAYS(*state, "en", "Ann gives 2 to Bob", "to", SAY_TEXT("Ann"), SAY_NUMBER(2),
                SAY_TEXT("Bob"));
    ASSERT_SAYS(*state, "fr", "Bob reçoit 2 de Ann", "to", SAY_TEXT("Ann"), SAY_NUMBER(2),
                SAY_TEXT("Bob"));
    ASSERT_SAYS(*state, "en", "d after b", "gap", SAY_TEXT("a"), SAY_TEXT("b"), SAY_TEXT("c"),
                SAY_TEXT("d"));
    ASSERT_SAYS(*state, "en", "0a1b2c3d4e", "eleven", SAY_NUMBER(0), SAY_TEXT("a"), SAY_NUMBER(1),
                SAY_TEXT("b"), SAY_NUMBER(2), SAY_TEXT("c"), SAY_NUMBER(3), SAY_TEXT("d"),
                SAY_NUMBER(4), SAY_TEXT("e"));
}

static void arguments_are_not_patterns(void **state)
{
    ASSERT_SAYS(*state, "en", "{1}'{ gives #''} to %s{0,plural,", "to", SAY_TEXT("{1}'{"),
                SAY_TEXT("#''}"), SAY_TEXT("%s{0,plural,"));
    ASSERT_SAYS(*state, "en", "it's O'{x}’s and b's {", "apostrophe", SAY_TEXT("O'{x}"),
                SAY_TEXT("b"));
    ASSERT_SAYS(*state, "en", "a\xEF\xBF\xBD gives 🂡 to ", "to", SAY_TEXT("a\xFF"), SAY_TEXT("🂡"),
                SAY_TEXT(NULL));
    ASSERT_SAYS(*state, "en", "\u200E\u05D0\u05D1\u200E gives 2 to Bob", "to",
                SAY_TEXT("\u05D0\u05D1"), SAY_NUMBER(2), SAY_TEXT("Bob"));
}

static void messages_are_arguments(void **state)
{
    ASSERT_SAYS(*state, "en", "red: 1", "suit.of", SAY_MESSAGE("suit"), SAY_NUMBER(1));
    ASSERT_SAYS(*state, "fr", "rouge: 1", "suit.of", SAY_MESSAGE("suit"), SAY_NUMBER(1));
}

/* Says more messages than stay compiled, each with a message as an argument. */
static void any_number_of_messages_may_be_said(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    static char json[COUNT * 64];
    struct fixture many;
    struct text text = TEXT_IN(json);
    for (int i = 0; i < COUNT; i++)
        text_add_format(&text, "%s\"k%03d\": \"%d {0}\"", i ? "," : "{", i, i);
    for (int i = 0; i < COUNT; i++)
        text_add_format(&text, ",\"w%03d\": \"it's %d\"", i, i);
    text_add(&text, "}");
    const struct catalog_source source = {.language = "en", .json = json, .length = text.length};
    read_texts(&many, &source, 1);
    struct catalog *catalog = many.catalog;
    /* An odd number, so that a message among the arguments is the one that exceeds the limit. */
    ASSERT_SAYS(catalog, "en", "it's 499", "w499", SAY_NUMBER(0));
    for (int i = 0; i < 2 * COUNT; i++) {
        char key[16];
        char word[16];
        char expected[32];
        snprintf(key, sizeof key, "k%03d", i % COUNT);
        snprintf(word, sizeof word, "w%03d", i % COUNT);
        snprintf(expected, sizeof expected, "%d it's %d", i % COUNT, i % COUNT);
        ASSERT_SAYS(catalog, "en", expected, key, SAY_MESSAGE(word));
    }
    free_texts(&many);
}

static void missing_languages_and_messages_are_english(void **state)
{
    ASSERT_SAYS(*state, "fr", "Only you.", "only.english", SAY_TEXT("you"));
    ASSERT_SAYS(*state, "it", "red: 1", "suit.of", SAY_MESSAGE("suit"), SAY_NUMBER(1));
    ASSERT_SAYS(*state, "xx", "plain", "quotes", SAY_NUMBER(0));
    ASSERT_SAYS(*state, "FR-ch", "rouge", "suit", SAY_NUMBER(0));
}

static void unknown_keys_are_said_and_logged_once(void **state)
{
    char *logged = log_while_saying(*state, "no.such", NULL, 0, 3);
    assert_one_line(logged, "level=error event=catalog.unknown key=no.such");
    free(logged);
}

static void wrong_arguments_are_said_and_logged_once(void **state)
{
    const struct word_argument too_few[] = {SAY_TEXT("Ann")};
    char *logged = log_while_saying(*state, "cards", too_few, 1, 2);
    assert_one_line(logged, "event=catalog.unusable language=fr key=cards");
    free(logged);
    const struct word_argument no_number[] = {SAY_TEXT("1")};
    logged = log_while_saying(*state, "ordinal", no_number, 1, 2);
    assert_one_line(logged, "event=catalog.unusable language=en key=ordinal");
    free(logged);
}

static void a_wrong_pattern_is_said_as_its_key_and_logged_once(void **state)
{
    const struct word_argument argument = SAY_NUMBER(1);
    char *logged = log_while_saying(*state, "bad", &argument, 1, 3);
    assert_one_line(logged, "event=catalog.unusable");
    free(logged);
}

static void long_texts_are_cut_at_characters(void **state)
{
    static char name[3 * 5000 + 1];
    struct text filled = TEXT_IN(name);
    while (!filled.truncated)
        text_add(&filled, "€");
    char buffer[20000];
    struct text out = TEXT_IN(buffer);
    const struct word_argument arguments[] = {SAY_TEXT(name), SAY_TEXT(name), SAY_TEXT("end")};
    catalog_say(*state, "en", "to", arguments, 3, &out);
    assert_true(out.truncated);
    assert_int_equal(strspn(buffer, "€") % 3, 0);
    assert_true(out.length > 3000 && out.length <= 3 * CATALOG_PATTERN_MAX);
    char little[8];
    struct text small = TEXT_IN(little);
    catalog_say(*state, "fr", "to", arguments, 3, &small);
    assert_true(small.truncated);
    assert_string_equal(little, "end re");
}

static void move_words_have_canonical_forms(void **state)
{
    static const struct {
        const char *language, *typed, *canonical;
    } cases[] = {
        {"fr", "avancer", "advance"}, {"fr", "AVANCER", "advance"}, {"fr", "advance", "advance"},
        {"fr", "avance", NULL},       {"fr", "épée", "parry"},      {"fr", "EPEE", "parry"},
        {"en", "avancer", NULL},      {"en", "Attack", "attack"},   {"en", "", NULL},
        {"fr", "toucher\xFF", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct words words = catalog_words(*state, cases[i].language);
        const char *canonical = words.canonical(&words, cases[i].typed, strlen(cases[i].typed));
        if (cases[i].canonical)
            assert_string_equal(canonical, cases[i].canonical);
        else
            assert_null(canonical);
    }
    struct words words = catalog_words(*state, "fr");
    assert_string_equal(words.canonical(&words, "toucher 3", 7), "attack");
    char endless[4096];
    memset(endless, 'a', sizeof endless);
    assert_null(words.canonical(&words, endless, sizeof endless));
}

static void only_the_moves_own_keys_are_moves(void **state)
{
    (void)state;
    assert_string_equal(catalog_move_of_key("move.advance"), "advance");
    static const char *const others[] = {"move.advance.said", "move", "moves.advance",
                                         "said.move.advance", "mover"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_null(catalog_move_of_key(others[i]));
}

struct complaints {
    size_t count;
    char last[256];
};

static void remember(void *context, const char *language, const char *key, const char *complaint)
{
    struct complaints *complaints = context;
    complaints->count++;
    snprintf(complaints->last, sizeof complaints->last, "%s %s: %s", language, key, complaint);
}

/* Checks English "k" against a French "k" and expects one complaint. */
static void assert_complaint(const char *original, const char *translation, const char *expected)
{
    char first[512];
    char second[512];
    struct fixture pair;
    snprintf(first, sizeof first, "{\"k\": \"%s\"}", original);
    snprintf(second, sizeof second, "{%s}", translation);
    const struct catalog_source sources[] = {
        {.language = "en", .json = first, .length = strlen(first)},
        {.language = "fr", .json = second, .length = strlen(second)}};
    read_texts(&pair, sources, 2);
    struct complaints complaints = {0};
    assert_int_equal(catalog_check(pair.texts, remember, &complaints), expected ? 1 : 0);
    assert_int_equal(complaints.count, expected ? 1 : 0);
    if (expected && !strstr(complaints.last, expected))
        fail_msg("`%s` is not in `%s`", expected, complaints.last);
    free_texts(&pair);
}

static void check_finds_wrong_patterns(void **state)
{
    (void)state;
    assert_complaint("{0", "", "en k: expected }");
    assert_complaint("{name}", "", "number of an argument");
    assert_complaint("{10}", "", "expected } or a comma");
    assert_complaint("a } b", "", "closed that was not opened");
    assert_complaint("{0, plural, one {a}}", "", "expected a branch: other");
    assert_complaint("{0, plural, one {a} other {b}", "", "expected a branch");
    assert_complaint("{0, plural, one {a} other {b", "", "a brace is not closed");
    assert_complaint("{0, plural, offset:1 other {b}}", "", "expected a branch: WORD");
    assert_complaint("{0, plural, =x {a} other {b}}", "", "expected a branch: WORD");
    assert_complaint("{0, select, {a} other {b}}", "", "expected a branch: WORD");
    assert_complaint("{0, plural, = {a} other {b}}", "", "expected a branch: WORD");
    assert_complaint("{0, plural, {a} other {b}}", "", "expected a branch: WORD");
    assert_complaint("{0, date, short}", "", "expected plural");
    assert_complaint("{0, number", "", "expected } after number");
    assert_complaint("{0, number, integer", "", "expected } after number");
    assert_complaint("{0, number x}", "", "expected } after number");
    assert_complaint("{0, number, percent}", "", "only integer");
    assert_complaint("l'{0}", "", "an apostrophe before a brace");
    assert_complaint("'{a}'", "", "an apostrophe before a brace");
    assert_complaint("it's {0} '{' it''s", "", NULL);
}

static void check_compares_with_english(void **state)
{
    (void)state;
    assert_complaint("{0} {1}", "\"k\": \"{1}, {0}\"", NULL);
    assert_complaint("{0} {1}", "\"k\": \"{1}\"", "fr k: the arguments are not");
    assert_complaint("{0}", "\"k\": \"{0} {1}\"", "fr k: the arguments are not");
    assert_complaint("{0}", "\"j\": \"{0}\"", "fr j: English has no");
    assert_complaint("{0, select, a {x} other {y}}", "\"k\": \"{0, plural, one {x} other {y}}\"",
                     "by word in the other");
    assert_complaint("{0}", "\"k\": \"{0, plural, one {x} other {y}}\"", NULL);
}

static void check_finds_what_a_language_lacks(void **state)
{
    (void)state;
    static const char first[] = "{\"a\": \"x {0}\", \"b\": \"y\"}";
    static const char second[] = "{\"a\": \"{0} z\"}";
    const struct catalog_source sources[] = {SOURCE("en", first), SOURCE("fr", second)};
    struct fixture pair;
    read_texts(&pair, sources, 2);
    struct complaints complaints = {0};
    assert_int_equal(catalog_check_complete(pair.texts, "en", remember, &complaints), 0);
    assert_int_equal(catalog_check_complete(pair.texts, "fr", remember, &complaints), 1);
    assert_string_equal(complaints.last, "fr b: there is no such message");
    free_texts(&pair);
}

static void words_are_the_same_without_case_and_accents(void **state)
{
    (void)state;
    assert_true(catalog_same_word("R\u00e8gles", strlen("R\u00e8gles"), "regles", 6));
    assert_true(catalog_same_word("join us", 4, "JOIN", 4));
    assert_false(catalog_same_word("join", 4, "joins", 5));
    assert_true(catalog_same_word("zurück", strlen("zurück"), "ZURUECK", 7));
    assert_true(catalog_same_word("zuruck", 6, "zurück", strlen("zurück")));
    assert_true(catalog_same_word("größe", strlen("größe"), "groesse", 7));
    assert_true(catalog_same_word("u\u0308ber", strlen("u\u0308ber"), "ueber", 5));
    assert_true(catalog_same_word("cœur", strlen("cœur"), "coeur", 5));
    assert_false(catalog_same_word("zuruck", 6, "zurueck", 7));
    assert_true(catalog_same_word("lady  aliena", 12, "Lady Aliena", 11));
    assert_false(catalog_same_word("", 0, "", 0));
}

static void check_finds_ambiguous_moves(void **state)
{
    (void)state;
    static const char first[] = "{\"move.a\": \"a\", \"move.b\": \"b\", \"move.c\": \"c\"}";
    static const char second[] =
        "{\"move.a\": \"même\", \"move.b\": \"MEME\", \"move.c\": \"deux mots\"}";
    const struct catalog_source sources[] = {SOURCE("en", first), SOURCE("fr", second)};
    struct fixture pair;
    read_texts(&pair, sources, 2);
    struct complaints complaints = {0};
    assert_int_equal(catalog_check(pair.texts, remember, &complaints), 3);
    assert_string_equal(complaints.last, "fr move.c: a move word must be one short word");
    free_texts(&pair);
}

/* Expects the last of the sources to be refused. */
static void assert_not_read(const struct catalog_source *sources, size_t count,
                            const char *expected)
{
    char error[256] = "";
    struct catalog_texts texts = {NULL, 0};
    for (size_t i = 0; i < count; i++)
        assert_int_equal(catalog_read(&texts, &sources[i], error, sizeof error), i + 1 < count);
    if (strncmp(error, expected, strlen(expected)) != 0)
        fail_msg("`%s` is not `%s`", error, expected);
    catalog_texts_free(&texts);
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    static const char good[] = "{\"a\": \"b\"}";
    static const char cut[] = "{\n\"a\": ";
    static const char list[] = "[]";
    static const char number[] = "{\"a\": 1}";
    static const char unordered[] = "{\"b\": \"x\", \"a\": \"y\"}";
    const struct catalog_source foreign[] = {SOURCE("en", good), SOURCE("xx", good)};
    const struct catalog_source twice[] = {SOURCE("en", good), SOURCE("en", good)};
    const struct catalog_source not_object[] = {SOURCE("en", list)};
    const struct catalog_source not_text[] = {SOURCE("fr", number)};
    const struct catalog_source syntax[] = {SOURCE("en", cut)};
    const struct catalog_source not_sorted[] = {SOURCE("it", unordered)};
    assert_not_read(foreign, 2, "catalog: unexpected language xx");
    assert_not_read(twice, 2, "catalog en: a stands twice");
    assert_not_read(not_object, 1, "catalog en, line 1: not an object");
    assert_not_read(not_text, 1, "catalog fr: a is not a text");
    assert_not_read(syntax, 1, "catalog en, line 2: ");
    assert_not_read(not_sorted, 1, "catalog it: a is not in the order of the alphabet");
}

static void print_complaint(void *context, const char *language, const char *key,
                            const char *complaint)
{
    (void)context;
    print_error("%s %s: %s\n", language, key, complaint);
}

static void real_messages_are_sound(void **state)
{
    (void)state;
    char error[256] = "";
    char buffer[256];
    struct text out = TEXT_IN(buffer);
    struct catalog *catalog = catalog_open(error, sizeof error);
    assert_string_equal(error, "");
    assert_int_equal(catalog_check(catalog_built_in, print_complaint, NULL), 0);
    const struct word_argument arguments[] = {SAY_NUMBER(3)};
    for (size_t i = 0; catalog_languages[i]; i++) {
        catalog_say(catalog, catalog_languages[i], "host.seats.free", arguments, 1, &out);
        text_add_char(&out, '|');
    }
    assert_string_equal(buffer, "3 seats are free.|3 places libres.|3 posti liberi.|3 Plätze sind "
                                "frei.|Quedan 3 sitios libres.|");
    catalog_free(catalog);
}

/* Messages with a count that may be one, and how they say it. */
static void one_is_singular(void **state)
{
    static const struct {
        const char *language, *key;
        unsigned numbers; /* bits of the arguments that are the number 1; the others are texts */
        const char *one;
    } cases[] = {
        {"en", "castellers.describe.player", 1u << 1, "has 1 point as it stands"},
        {"en", "castellers.describe.player-empty", 1u << 1, "has 1 point as it stands"},
        {"en", "patrician.describe.player", 7u << 1, "1 point in tiles, one floor left"},
        {"it", "patrician.describe.player", 7u << 1, "1 punto in tessere, ancora un piano"},
        {"it", "patrician.describe.city", 3u << 1, "ha un piano su"},
        {"fr", "castellers.picture.given", 7u << 1, "1 donné, il faut"},
        {"it", "castellers.picture.given", 7u << 1, "1 data, ci vuole"},
    };
    (void)state;
    char error[256] = "";
    struct catalog *catalog = catalog_open(error, sizeof error);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[256];
        struct text out = TEXT_IN(buffer);
        struct word_argument arguments[6];
        for (unsigned argument = 0; argument < 6; argument++)
            arguments[argument] =
                cases[i].numbers & 1u << argument ? SAY_NUMBER(1) : SAY_TEXT("Alice");
        catalog_say(catalog, cases[i].language, cases[i].key, arguments, 6, &out);
        if (strstr(buffer, cases[i].one) == NULL)
            fail_msg("%s, %s: %s", cases[i].key, cases[i].language, buffer);
    }
    catalog_free(catalog);
}

/* Languages in which every message exists. */
static const char *const complete_languages[] = {"fr", "it", "de", "es", NULL};

static void complete_languages_lack_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; complete_languages[i] != NULL; i++)
        assert_int_equal(
            catalog_check_complete(catalog_built_in, complete_languages[i], print_complaint, NULL),
            0);
}

static void commands_have_the_prefix_with_which_they_are_typed(void **state)
{
    char error[256] = "", buffer[256];
    struct text out = TEXT_IN(buffer);
    struct catalog *catalog = catalog_open(error, sizeof error);
    (void)state;
    assert_non_null(catalog);
    struct words words = catalog_words(catalog, "en");
    words_say_plain(&words, &out, "refusal.no-table");
    assert_string_equal(buffer, "There is no table here; new GAME opens one.");
    text_clear(&out);
    words = catalog_prefix_words(catalog, "it", "/");
    words_say_plain(&words, &out, "refusal.no-table");
    assert_string_equal(buffer, "Qui non c’è nessun tavolo; «/nuovo GIOCO» ne apre uno.");
    text_clear(&out);
    words_say(&words, &out, "event.shared", SAY_TEXT("x"), SAY_NUMBER(0), SAY_TEXT(""));
    assert_non_null(strstr(buffer, "/siediti"));
    catalog_free(catalog);
}

static void a_backquote_is_closed_behind_one_word(void **state)
{
    static const char *const wrong[] = {"a `b", "`a b`", "`{0}`", "{0, plural, other {`a}}",
                                        "``` a"};
    struct catalog_usage usage;
    char error[128];
    (void)state;
    assert_true(catalog_message_check("`a` and `b-c`", &usage, error, sizeof error));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(catalog_message_check(wrong[i], &usage, error, sizeof error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_have_the_prefix_with_which_they_are_typed),
        cmocka_unit_test(a_backquote_is_closed_behind_one_word),
        cmocka_unit_test_setup_teardown(plurals_choose, setup, teardown),
        cmocka_unit_test_setup_teardown(selects_nest_and_keep_blanks, setup, teardown),
        cmocka_unit_test_setup_teardown(numbers_are_digits, setup, teardown),
        cmocka_unit_test_setup_teardown(languages_order_arguments, setup, teardown),
        cmocka_unit_test_setup_teardown(arguments_are_not_patterns, setup, teardown),
        cmocka_unit_test_setup_teardown(messages_are_arguments, setup, teardown),
        cmocka_unit_test(any_number_of_messages_may_be_said),
        cmocka_unit_test_setup_teardown(missing_languages_and_messages_are_english, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(unknown_keys_are_said_and_logged_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wrong_pattern_is_said_as_its_key_and_logged_once, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(wrong_arguments_are_said_and_logged_once, setup, teardown),
        cmocka_unit_test_setup_teardown(long_texts_are_cut_at_characters, setup, teardown),
        cmocka_unit_test_setup_teardown(move_words_have_canonical_forms, setup, teardown),
        cmocka_unit_test(only_the_moves_own_keys_are_moves),
        cmocka_unit_test(check_finds_wrong_patterns),
        cmocka_unit_test(check_compares_with_english),
        cmocka_unit_test(check_finds_what_a_language_lacks),
        cmocka_unit_test(words_are_the_same_without_case_and_accents),
        cmocka_unit_test(check_finds_ambiguous_moves),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(real_messages_are_sound),
        cmocka_unit_test(one_is_singular),
        cmocka_unit_test(complete_languages_lack_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
