/* The page of a record: it holds the whole game, stays small, and nothing that people wrote becomes
 * markup. tests/e2e/test_record_page.py looks at it in a browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/core/record_page.h"
#include "bot/core/record_parts.h"
#include "bot/program/simulation.h"
#include "bot/record/transcript.h"
#include "tests/unit/page_data.h"

enum { LONG_GAME_TRIES = 40 };

#define LONG_NAMES                                                                                 \
    "[\"Anastasija Wiktorowna Sokolowska\",\"Bartholomaeus von Hohenzollern-S\","                  \
    "\"Александра Иванова\",\"Dorothea Margarethe Friederike\","                                   \
    "\"Emmanuelle de la Rochefoucauld-D\",\"Friedrich\"]"

static struct catalog *catalog;

static int open_catalog(void **state)
{
    char error[256];
    (void)state;
    catalog = catalog_open(error, sizeof error);
    return catalog == NULL;
}

static int close_catalog(void **state)
{
    (void)state;
    catalog_free(catalog);
    return 0;
}

/* -- Transcripts ------------------------------------------------------------------------------- */

/* The transcripts of `games` games, which the caller frees. `names` (JSON) may be NULL. */
static char *transcript_of(const struct game *game, uint8_t players, uint64_t games,
                           const char *names)
{
    char *bytes = NULL, *named = NULL;
    size_t size = 0;
    struct simulation_sums sums;
    struct simulation simulation = {
        .game = game, .players = players, .games = games, .seed = {4, 2}};
    game_options_default(game, simulation.options);
    simulation.transcript = memory_stream(&bytes, &size);
    assert_true(simulation_run(&simulation, &sums));
    memory_stream_close(simulation.transcript);
    FILE *stream = memory_stream(&named, &size);
    const char *header_end = strchr(bytes, '\n') - 1;
    fwrite(bytes, 1, (size_t)(header_end - bytes), stream);
    if (names != NULL)
        fprintf(stream, ",\"seats\":%s", names);
    fputs(header_end, stream);
    memory_stream_close(stream);
    free(bytes);
    return named;
}

/* Returns the page, which the caller frees, or fails. `review` may be NULL. */
static char *reviewed_page_of(const char *transcript, const char *language,
                              const struct record_review *review)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    struct words words = catalog_words(catalog, language);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = memory_stream(&bytes, &size);
    const struct record_page page = {transcript, strlen(transcript), language, &words, review};
    if (!record_page_write(&page, stream, &error))
        fail_msg("%s", error.bytes);
    memory_stream_close(stream);
    return bytes;
}

static char *page_of(const char *transcript, const char *language)
{
    return reviewed_page_of(transcript, language, NULL);
}

static void assert_refused(const char *transcript, const char *complaint)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    struct words words = catalog_words(catalog, "en");
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = memory_stream(&bytes, &size);
    const struct record_page page = {transcript, strlen(transcript), "en", &words, NULL};
    assert_false(record_page_write(&page, stream, &error));
    memory_stream_close(stream);
    assert_int_equal(size, 0);
    assert_string_equal(error.bytes, complaint);
    free(bytes);
}

/* -- Tests ------------------------------------------------------------------------------------- */

static void every_game_fits_a_page_in_every_language(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (uint8_t players = (*game)->players_min; players <= (*game)->players_max; players++) {
            char *transcript = transcript_of(*game, players, 1, LONG_NAMES);
            for (const char *const *language = catalog_languages; *language != NULL; language++) {
                char *page = page_of(transcript, *language);
                if (strlen(page) >= PAGE_BYTES_MAX)
                    fail_msg("%s with %u in %s: %zu bytes", (*game)->id, players, *language,
                             strlen(page));
                assert_null(strstr(page, "{{"));
                assert_null(strstr(page, ">record."));
                assert_null(strstr(page, "\"record."));
                free(page);
            }
            free(transcript);
        }
}

/* Returns the longest of some games, which the caller frees. */
static char *long_game(const struct game *game, uint8_t players)
{
    char *games = transcript_of(game, players, LONG_GAME_TRIES, NULL), *longest = NULL;
    size_t most = 0;
    for (char *at = games, *next; *at != '\0'; at = next) {
        char *end = strstr(at, "{\"end\"");
        next = strchr(end, '\n') + 1;
        if ((size_t)(next - at) > most) {
            most = (size_t)(next - at);
            longest = at;
        }
    }
    char *copy = memory_copy(longest);
    copy[most] = '\0';
    free(games);
    return copy;
}

static void a_long_game_fits_too(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        char *transcript = long_game(*game, (*game)->players_max);
        char *page = page_of(transcript, "fr");
        assert_in_range(strlen(page), 1, PAGE_BYTES_MAX / 2);
        free(page);
        free(transcript);
    }
}

/* The numbers of a review, with the better move in words; a page that was given none has none. */
static void a_review_is_in_its_readers_page_alone(void **state)
{
    struct record_look looks[] = {{.n = 1, .best = 0.5, .made = 0.5},
                                  {.n = 3, .best = 0.625, .made = 0.25, .better = "advance 1"}};
    const struct record_review review = {
        .seat = 0, .ended = true, .won = 1, .count = 2, .looks = looks};
    (void)state;
    char *transcript = transcript_of(game_find("en-garde"), 2, 1, NULL);
    char *with = reviewed_page_of(transcript, "de", &review), *without = page_of(transcript, "de");
    json_t *data = page_data_of(with);
    json_t *shown = json_object_get(data, "review");
    char *text = json_dumps(shown, JSON_COMPACT);
    assert_string_equal(text, "{\"seat\":0,\"won\":1.0,\"looks\":[[1,0.5,0.5],"
                              "[3,0.625,0.25,\"vor 1\"]]}");
    json_decref(data);
    data = page_data_of(without);
    assert_true(json_is_null(json_object_get(data, "review")));
    json_decref(data);
    free(text);
    free(with);
    free(without);
    free(transcript);
}

static void the_data_has_every_step(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        char *transcript = transcript_of(*game, (*game)->players_max, 1, NULL);
        char *page = page_of(transcript, "en");
        size_t lines = 0;
        for (const char *at = transcript; (at = strchr(at, '\n')) != NULL; at++)
            lines++;
        json_t *data = page_data_of(page);
        const json_t *steps = json_object_get(data, "steps");
        static const char *const columns[] = {
            "told", "pictures", "narrow_pictures", "sentences", "hands", "narrow_hands", "spoken"};
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
            assert_int_equal(json_array_size(json_object_get(steps, columns[i])), lines - 1);
        assert_int_equal(json_array_size(json_object_get(data, "transcript")), lines);
        assert_int_equal(json_array_size(json_object_get(data, "seats")), (*game)->players_max);
        json_decref(data);
        free(page);
        free(transcript);
    }
}

static void every_game_brings_its_deal(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (record_part_find((*game)->id, "deal.js") == NULL)
            fail_msg("games/…/deal.js of %s is missing (games/ADDING.md)", (*game)->id);
}

static void what_people_wrote_is_no_markup(void **state)
{
    static const char names[] = "[\"</script><b>\",\"<!--\\u000eA\\\"&'\"]";
    (void)state;
    char *transcript = transcript_of(game_find("en-garde"), 2, 1, names);
    char *page = page_of(transcript, "en");
    assert_null(strstr(page, "<b>"));
    assert_null(strstr(page, "<!--"));
    assert_non_null(strstr(page, "&lt;/script&gt;&lt;b&gt;, &lt;!-- A&quot;&amp;'"));
    json_t *data = page_data_of(page);
    const json_t *seats = json_object_get(data, "seats");
    assert_string_equal(json_string_value(json_array_get(seats, 0)), "</script><b>");
    json_decref(data);
    free(page);
    free(transcript);
}

static void what_is_not_one_game_is_refused(void **state)
{
    (void)state;
    char *transcript = transcript_of(game_find("goats"), 3, 2, NULL);
    unsigned second = 1;
    for (const char *at = transcript; strstr(at, "{\"end\"") != at; at = strchr(at, '\n') + 1)
        second++;
    char buffer[128];
    struct text complaint = TEXT_IN(buffer);
    text_add_format(&complaint, "%u: expected one game: a page shows a single one", second + 1);
    assert_refused(transcript, complaint.bytes);
    assert_refused("", "1: expected a transcript, found nothing");
    assert_refused("{\"belfry\":2}\n", "1: expected \"belfry\" to be 1");
    strchr(transcript, '\n')[1] = 'x';
    assert_refused(transcript, "2: expected a JSON object: '[' or '{' expected near 'x'");
    free(transcript);
}

static void a_game_that_is_not_over_ends_where_its_lines_do(void **state)
{
    (void)state;
    char *transcript = transcript_of(game_find("goats"), 3, 1, NULL);
    *strchr(strchr(transcript, '\n') + 1, '\n') = '\0'; /* without a line feed, too */
    char *page = page_of(transcript, "en");
    json_t *data = page_data_of(page);
    const json_t *steps = json_object_get(data, "steps");
    assert_int_equal(json_array_size(json_object_get(steps, "told")), 2);
    json_decref(data);
    free(page);
    free(transcript);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_fits_a_page_in_every_language),
        cmocka_unit_test(a_long_game_fits_too),
        cmocka_unit_test(a_review_is_in_its_readers_page_alone),
        cmocka_unit_test(the_data_has_every_step),
        cmocka_unit_test(every_game_brings_its_deal),
        cmocka_unit_test(what_people_wrote_is_no_markup),
        cmocka_unit_test(what_is_not_one_game_is_refused),
        cmocka_unit_test(a_game_that_is_not_over_ends_where_its_lines_do),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
