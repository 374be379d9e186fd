/* What `export` gives beside the transcript: the page for a browser, with the review of who asks
 * and of nobody else, and how reviews are kept and forgotten. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/page_data.h"
#include "tests/unit/store_fixture.h"

/* Plays goats in #a of "boards" to the end: alice, bruno and a bot, everybody with their first
 * legal move. */
static void play(struct fixture *fixture)
{
    fixture_type_on(fixture, "boards", "alice", "#a", "new goats");
    fixture_type_on(fixture, "boards", "bruno", "#a", "join");
    fixture_type_on(fixture, "boards", "alice", "#a", "bots add random");
    struct table *table = session_at(&fixture->host.sessions, "boards", "#a");
    fixture_set_seed(fixture, table, 7);
    fixture_type_on(fixture, "boards", "alice", "#a", "start");
    while (table->status == TABLE_PLAYING) {
        unsigned seat = seat_on_turn(table);
        fixture_type_on(fixture, "boards", people[seat], "#a",
                        line_of("play %s", legal_move(table, seat, 0)));
    }
    assert_int_equal(table->status, TABLE_FINISHED);
    fixture_clear(fixture);
}

static void review(struct fixture *fixture, const char *name)
{
    fixture_type_on(fixture, "boards", name, "#a", "review");
    fixture_coach(fixture);
    fixture_private(fixture, name, "Review of table 1");
    fixture_clear(fixture);
}

/* Returns the file with that ending which was sent last; it lives until the fixture is cleared. */
static const struct outbound_file *sent(const struct fixture *fixture, const char *ending)
{
    for (size_t i = fixture->said_count; i-- > 0;) {
        const struct outbound_file *file = &fixture->said[i].file;
        const char *dot = file->name != NULL ? strrchr(file->name, '.') : NULL;
        if (dot != NULL && strcmp(dot, ending) == 0)
            return file;
    }
    fail_msg("no file *%s", ending);
    return NULL;
}

/* The data of the page that somebody gets; json_decref() it. */
static json_t *page_of(struct fixture *fixture, const char *name)
{
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", name, "#a", "export");
    return page_data_of(sent(fixture, ".html")->bytes);
}

static json_t *review_in_page_of(struct fixture *fixture, const char *name)
{
    json_t *data = page_of(fixture, name);
    json_t *found = json_incref(json_object_get(data, "review"));
    json_decref(data);
    return found;
}

/* -- The page ---------------------------------------------------------------------------------- */

static void the_page_is_a_second_file(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    fixture_type_on(fixture, "boards", "bruno", "", "lang it");
    json_t *data = page_of(fixture, "alice");
    assert_string_equal(sent(fixture, ".jsonl")->name, "belfry-goats-1.jsonl");
    assert_string_equal(sent(fixture, ".html")->name, "belfry-goats-1.html");
    assert_non_null(strstr(sent(fixture, ".html")->bytes, "<html lang=\"en\">"));
    assert_in_range(sent(fixture, ".html")->length, 1, PAGE_BYTES_MAX);
    const json_t *seats = json_object_get(data, "seats");
    assert_string_equal(json_string_value(json_array_get(seats, 1)), "bruno");
    fixture_private(fixture, "alice", "shows table 1 step by step in a browser");
    json_decref(data);
    json_decref(page_of(fixture, "bruno"));
    assert_non_null(strstr(sent(fixture, ".html")->bytes, "<html lang=\"it\">"));
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "carol", "#a", "export");
    fixture_private(fixture, "carol", "Only who played at table 1 gets its record.");
    assert_int_equal(fixture->said_count, 1);
}

/* Returns how many files of the folder have that ending. */
static unsigned count_files(const char *folder, const char *ending)
{
    struct dirent **entries = NULL;
    unsigned found = 0;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');
        found += dot != NULL && strcmp(dot, ending) == 0;
        free(entries[i]);
    }
    free(entries);
    return found;
}

static void where_no_files_are_sent_the_page_is_a_download(void **state)
{
    char public[PATH_MAX_OF_TEST];
    struct fixture *fixture = fixture_open(*state);
    struct text folder = TEXT_IN(fixture->config.export_folder);
    struct text url = TEXT_IN(fixture->config.export_url);
    text_add(&folder, path_of(public, *state, "/public"));
    text_add(&url, "https://games.example.org");
    assert_int_equal(mkdir(public, 0755), 0);
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    while (fixture_move(fixture, table))
        continue;
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "export");
    const char *told = fixture_private(fixture, "alice", "Table 1 as a page for a browser: ");
    assert_non_null(strstr(told, "https://games.example.org/"));
    assert_non_null(strstr(told, "-belfry-en-garde-1.html"));
    fixture_private(fixture, "alice", "The record of table 1: https://games.example.org/");
    assert_int_equal(count_files(public, ".html"), 1);
    assert_int_equal(count_files(public, ".jsonl"), 1);
    fixture_type(fixture, "alice", "#a", "forget me");
    fixture_type(fixture, "alice", "#a", "forget me");
    assert_int_equal(count_files(public, ".html"), 0);
    fixture_close(fixture);
}

static void at_a_terminal_the_page_lies_beside_the_store(void **state)
{
    char path[PATH_MAX_OF_TEST];
    struct stat facts;
    struct fixture *fixture = fixture_open(*state);
    fixture_set_terminal(fixture, true);
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    while (fixture_move(fixture, table))
        continue;
    for (int i = 0; i < 2; i++) { /* the second one replaces the first */
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", "export");
        fixture_private(fixture, "alice", "Table 1, En Garde: ");
        const char *told = fixture_private(fixture, "alice", "Table 1 as a page for a browser: /");
        path_of(path, *state, "/exports/belfry-en-garde-1.html");
        assert_non_null(strstr(told, path));
        assert_int_equal(stat(path, &facts), 0);
        assert_int_equal(facts.st_mode & 07777, 0600);
    }
    fixture_close(fixture);
}

/* Somebody who types at a bot that has neither gets the moves, and no word of a page. */
static void without_files_there_is_no_page(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    while (fixture_move(fixture, table))
        continue;
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "export");
    fixture_private(fixture, "alice", "Table 1, En Garde: ");
    assert_int_equal(fixture->said_count, 1);
}

/* -- Reviews ----------------------------------------------------------------------------------- */

static void a_page_has_the_review_that_its_reader_read(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    play(fixture);
    json_t *shown = review_in_page_of(fixture, "alice");
    assert_true(json_is_null(shown));
    review(fixture, "alice");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "boards", "#a");
    shown = review_in_page_of(fixture, "alice");
    assert_int_equal(json_integer_value(json_object_get(shown, "seat")), 0);
    assert_true(json_is_real(json_object_get(shown, "won")));
    assert_true(json_array_size(json_object_get(shown, "looks")) > 2);
    json_decref(shown);
    shown = review_in_page_of(fixture, "bruno");
    assert_true(json_is_null(shown));
    review(fixture, "bruno");
    shown = review_in_page_of(fixture, "bruno");
    assert_int_equal(json_integer_value(json_object_get(shown, "seat")), 1);
    json_decref(shown);
    fixture_close(fixture);
}

static void a_review_is_told_and_forgotten_with_its_person(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    review(fixture, "alice");
    review(fixture, "bruno");
    fixture_type_on(fixture, "boards", "alice", "#a", "export me");
    json_t *data = json_loads(sent(fixture, ".json")->bytes, 0, NULL);
    const json_t *kept = json_object_get(json_object_get(data, "reviews"), "reviews 1");
    assert_int_equal(json_integer_value(json_object_get(kept, "seat")), 1);
    json_decref(data);
    fixture_type_on(fixture, "boards", "alice", "#a", "forget me");
    fixture_type_on(fixture, "boards", "alice", "#a", "forget me");
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "alice", "#a", "export me");
    data = json_loads(sent(fixture, ".json")->bytes, 0, NULL);
    assert_int_equal(json_object_size(json_object_get(data, "reviews")), 0);
    json_decref(data);
    json_t *other = review_in_page_of(fixture, "bruno");
    assert_true(json_is_object(other));
    json_decref(other);
}

/* -- The chart as an image --------------------------------------------------------------------- */

/* The review that somebody gets in a place, with its image. */
static const struct said *reviewed(struct fixture *fixture, const char *place, const char *typed)
{
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "alice", place, typed);
    fixture_coach(fixture);
    for (size_t i = 0; i < fixture->said_count; i++)
        if (strstr(fixture->said[i].text, "Review of table 1") != NULL)
            return &fixture->said[i];
    fail_msg("no review");
    return NULL;
}

static void the_chart_is_an_image_where_boards_are(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    assert_null(reviewed(fixture, "#a", "review")->image);
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "config set channel board image");
    const struct said *said = reviewed(fixture, "#a", "review");
    assert_string_equal(said->identity, "account:alice");
    assert_non_null(said->image);
    assert_non_null(strstr(said->image->drawing, "▲"));
    assert_non_null(strstr(said->image->drawing, "100%"));
    const char *first = strstr(said->text, "\nLine ");
    assert_non_null(first);
    unsigned line = (unsigned)strtoul(first + strlen("\nLine "), NULL, 10);
    assert_non_null(strstr(said->image->description, line_of(" Line %u: ", line)));
    assert_non_null(strstr(said->image->description, "in percent: "));
    assert_non_null(strstr(said->text, "\xe2\x96")); /* the line of text is there, too */
    assert_non_null(reviewed(fixture, "", "review #1")->image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(the_page_is_a_second_file),
        IN_FOLDER(where_no_files_are_sent_the_page_is_a_download),
        IN_FOLDER(at_a_terminal_the_page_lies_beside_the_store),
        WITH_HOST(without_files_there_is_no_page),
        IN_FOLDER(a_page_has_the_review_that_its_reader_read),
        WITH_HOST(a_review_is_told_and_forgotten_with_its_person),
        WITH_HOST(the_chart_is_an_image_where_boards_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
