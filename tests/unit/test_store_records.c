/* Records of tables that are over: packed, read as before, dropped; in a folder and on a server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/store/content.h"
#include "bot/store/rows.h"
#include "tests/unit/store_fixture.h"

enum { TABLES = 60, LINES = 201, NOW = 1800000000 };

/* Everything but the check goes on. */
static const char *slim(const char *further, struct text *out)
{
    if (strncmp(further, "{\"check\"", 8) == 0)
        return NULL;
    text_add(out, further);
    return out->bytes;
}

/* Adds the example as a table that is over, with moves, an outcome and further keys. */
static int64_t add_ended(struct store *store, enum table_status status, uint32_t lines)
{
    struct stored_table table = example_table();
    table.status = status;
    table.further = "{\"commitment\":\"00\"}";
    int64_t id = store_table_add(store, &table);
    for (uint32_t n = 1; n <= lines; n++) {
        struct stored_line line = {.table = id, .n = n, .seat = n % 2, .move = "advance 3"};
        if (n % 5 == 0)
            line = (struct stored_line){
                .table = id, .n = n, .seat = GAME_SPECTATOR, .chance = "{\"card\":3}"};
        line.further = n % 3 == 0   ? "{\"check\":\"0123456789abcdef\"}"
                       : n % 3 == 1 ? "{\"by\":\"clock\"}"
                                    : NULL;
        store_line_add(store, &line);
    }
    must_commit(store);
    return id;
}

static struct stored_loose loose_after(struct store *store, int64_t after)
{
    struct stored_loose loose;
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_loose(inquiry, after, &loose));
    store_inquiry_free(inquiry);
    return loose;
}

static bool pack(struct store *store, int64_t table)
{
    bool packed = false;
    struct store_inquiry *inquiry = store_inquire(store);
    struct stored_loose loose = loose_after(store, table - 1);
    assert_int_equal(loose.table, table);
    assert_true(store_record_pack(inquiry, &loose, NOW, slim, &packed));
    store_inquiry_free(inquiry);
    if (packed)
        must_commit(store);
    return packed;
}

static struct stored_packed oldest_before(struct store *store, int64_t before)
{
    struct stored_packed oldest;
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_oldest(inquiry, before, &oldest));
    store_inquiry_free(inquiry);
    return oldest;
}

static void drop(struct store *store, const struct stored_packed *packed)
{
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_record_drop(inquiry, packed));
    store_inquiry_free(inquiry);
    must_commit(store);
}

static int64_t count_of(struct store *store, enum rows_kind kind)
{
    char buffer[STORE_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    struct rows *rows = rows_open(store, kind, 0, &error);
    assert_non_null(rows);
    int64_t count = rows_count(rows);
    rows_close(rows);
    return count;
}

/* What a reading says after the checks are left out, of which one line in so many keeps its own. */
static char *without_checks(const char *told)
{
    static const char check[] = " {\"check\":\"0123456789abcdef\"}";
    char *copy = strdup(told), *out = copy;
    for (const char *line = told; *line != '\0';) {
        const char *end = strchr(line, '\n') + 1, *found = strstr(line, check);
        unsigned n = (unsigned)strtoul(line, NULL, 10);
        size_t length = (size_t)(end - line);
        if (found != NULL && found < end && n % STORE_SLIM_LINES != 0 && n != LINES) {
            length -= sizeof check - 1;
            memcpy(out, line, length - 1);
            out[length - 1] = '\n';
        } else {
            memcpy(out, line, length);
        }
        out += length;
        line = end;
    }
    *out = '\0';
    return copy;
}

static void test_reading_is_the_same(void **state)
{
    struct store *store = store_opened(*state);
    int64_t table = add_ended(store, TABLE_FINISHED, LINES);
    char *expected = without_checks(reading_of(store, table));
    assert_non_null(strstr(expected, "201 seat"));
    assert_true(pack(store, table));
    assert_string_equal(reading_of(store, table), expected);
    assert_int_equal(count_of(store, ROWS_LINES), 0);
    assert_int_equal(count_of(store, ROWS_PACKED), 1);
    assert_int_equal(loose_after(store, 0).table, 0);
    store_close(store);
    store = store_opened(*state);
    assert_string_equal(reading_of(store, table), expected);
    free(expected);
    store_close(store);
}

static void test_live_tables_stay(void **state)
{
    struct store *store = store_opened(*state);
    int64_t playing = add_ended(store, TABLE_PLAYING, 3),
            archived = add_ended(store, TABLE_ARCHIVED, 3),
            aborted = add_ended(store, TABLE_ABORTED, 3);
    assert_false(loose_after(store, 0).is_over);
    assert_false(pack(store, playing));
    assert_false(loose_after(store, playing).is_over);
    assert_false(pack(store, archived));
    assert_true(loose_after(store, archived).is_over);
    assert_true(pack(store, aborted));
    assert_int_equal(count_of(store, ROWS_LINES), 6);
    store_close(store);
}

static void test_undone_with_its_turn(void **state)
{
    bool packed = false;
    struct store *store = store_opened(*state);
    int64_t table = add_ended(store, TABLE_FINISHED, 3);
    struct stored_loose loose = loose_after(store, 0);
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_record_pack(inquiry, &loose, NOW, slim, &packed));
    assert_true(packed);
    store_undo(store);
    store_inquiry_free(inquiry);
    assert_int_equal(count_of(store, ROWS_PACKED), 0);
    assert_int_equal(count_of(store, ROWS_LINES), 3);
    assert_true(pack(store, table));
    store_close(store);
}

/* Two processes may do the same at once. */
static void test_packed_by_two(void **state)
{
    struct stored_loose loose;
    bool packed = false;
    if (!on_server())
        skip();
    struct store *store = store_opened(*state), *other = store_opened(*state);
    int64_t table = add_ended(store, TABLE_FINISHED, LINES);
    loose = loose_after(store, 0);
    struct store_inquiry *inquiry = store_inquire(other);
    assert_true(store_record_pack(inquiry, &loose, NOW + 1, slim, &packed));
    assert_true(packed);
    assert_true(pack(store, table));
    must_commit(other);
    store_inquiry_free(inquiry);
    assert_int_equal(count_of(store, ROWS_PACKED), 1);
    assert_int_equal(oldest_before(store, NOW + 1).lines, LINES);
    store_close(other);
    store_close(store);
}

static void assert_damaged(struct store *store, int64_t table, const char *expected)
{
    const char *told = reading_of(store, table), *damage = strstr(told, "damaged");
    if (damage == NULL || strcmp(damage, expected) != 0)
        fail_msg("\"%s\" does not end with \"%s\"", told, expected);
}

static void test_damage_is_told(void **state)
{
    static const char damaged[] = "damaged 1 line 1: its packed lines are damaged\n";
    static const char *const changes[] = {
        "UPDATE packed SET count = count + 1", "UPDATE packed SET checksum = checksum + 1",
        "UPDATE packed SET ended = ended + 1", "UPDATE packed SET bytes = substr(bytes, 1, 9)"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *folder = NULL;
        in_folder((void **)&folder);
        struct store *store = store_opened(folder);
        assert_true(pack(store, add_ended(store, TABLE_FINISHED, LINES)));
        store_close(store);
        tamper(folder, changes[i]);
        store = store_opened(folder);
        assert_damaged(store, 1, damaged);
        store_close(store);
        out_of_folder((void **)&folder);
    }
    (void)state;
}

/* -- The formats of a piece -------------------------------------------------------------------- */

static bool tell_line(void *context, const struct stored_line *line)
{
    text_add_format(context, "%u:%u %s%s%s %s\n", (unsigned)line->n, line->seat,
                    line->move != NULL ? line->move : "", line->move != NULL ? "" : "outcome ",
                    line->move != NULL ? "" : line->chance,
                    line->further != NULL ? line->further : "-");
    return true;
}

static void tell_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    text_add_format(context, "%lld:%u %s\n", (long long)table, (unsigned)line, reason);
}

static void assert_piece(const char *bytes, size_t length, const char *expected)
{
    char buffer[1024];
    struct text told = TEXT_IN(buffer);
    const struct store_reader reader = {
        .context = &told, .line = tell_line, .damaged = tell_damage};
    struct packed_lines packed = {
        .table = 7, .ended = NOW, .count = 3, .bytes = (const uint8_t *)bytes, .length = length};
    packed.checksum = store_check_packed(&packed);
    packed_lines_read(&packed, &reader);
    assert_string_equal(told.bytes, expected);
}

/* As they stand in stores; they can be read for ever. */
static void test_pieces_of_every_format(void **state)
{
    static const char expected[] = "1:0 advance 1 -\n2:1 retreat 2 {\"by\":\"bot\"}\n"
                                   "3:255 outcome {\"card\":3} -\n";
    static const char alone[] = "z\x2f\0\0\0\x4b\x4c\x4c\x29\x4b\xcc\x4b\x4e\x55\x30\x64\x78\x54"
                                "\x94\x5a\x52\x94\x9a\x58\xa2\x60\xc4\x50\xad\x94\x54\xa9\x64\xa5"
                                "\x94\x94\x5f\xa2\x54\xcb\x60\x5b\xad\x94\x9c\x58\x94\xa2\x64\x65"
                                "\x5c\xcb\0\0";
    static const char words[] = "w\x2f\0\0\0\x43\x5a\x1d\xff\x08\xb1\x77\0\x45\x31\x30\x16\x40"
                                "\xb6\x28\x59\x19\xd7\x32\0\0";
    static const char newer[] = "x\x2f\0\0\0\x43\x5a\x1d\xff";
    (void)state;
    assert_piece(alone, sizeof alone - 1, expected);
    assert_piece(words, sizeof words - 1, expected);
    assert_piece(newer, sizeof newer - 1, "7:1 its packed lines are damaged\n");
}

/* What is packed with them can't be read with others. */
static void test_words_are_for_ever(void **state)
{
    const struct packed_lines words = {.bytes = pack_words, .length = pack_words_length};
    (void)state;
    assert_int_equal(pack_words_length, 32065);
    assert_int_equal(store_check_packed(&words), (int32_t)0xd2e9296d);
}

/* What is damaged before stays line by line. */
static void test_damaged_lines_are_not_packed(void **state)
{
    struct store *store = store_opened(*state);
    int64_t table = add_ended(store, TABLE_FINISHED, 5);
    store_close(store);
    tamper(*state, "UPDATE lines SET move = 'advance 2' WHERE n = 3");
    store = store_opened(*state);
    assert_false(pack(store, table));
    assert_int_equal(count_of(store, ROWS_LINES), 5);
    assert_damaged(store, table, "damaged 1 line 3: its checksum differs\n");
    store_close(store);
}

static bool note_dropped(void *context, const struct stored_table *table)
{
    *(bool *)context = table->dropped;
    assert_string_equal(table->setup, "");
    assert_null(table->further);
    return true;
}

static void test_dropped(void **state)
{
    bool dropped = false;
    struct store *store = store_opened(*state);
    int64_t first = add_ended(store, TABLE_FINISHED, LINES),
            second = add_ended(store, TABLE_FINISHED, LINES);
    assert_true(pack(store, first));
    assert_true(pack(store, second));
    assert_int_equal(oldest_before(store, NOW).table, 0);
    struct stored_packed oldest = oldest_before(store, NOW + 1);
    assert_int_equal(oldest.ended, NOW);
    assert_int_equal(oldest.lines, LINES);
    drop(store, &oldest);
    const struct store_reader reader = {.context = &dropped, .table = note_dropped};
    read_one(store, oldest.table, &reader);
    assert_true(dropped);
    const char *told = reading_of(store, oldest.table);
    assert_null(strstr(told, "damaged"));
    assert_null(strstr(told, " seat 0"));
    assert_non_null(strstr(told, "done"));
    struct stored_packed next = oldest_before(store, NOW + 1);
    assert_int_not_equal(next.table, oldest.table);
    assert_int_not_equal(next.table, 0);
    drop(store, &next);
    assert_int_equal(oldest_before(store, NOW + 1).table, 0);
    store_close(store);
    tamper(*state, "UPDATE packed SET count = count + 1");
    store = store_opened(*state);
    assert_damaged(store, 1,
                   "damaged 1 line 1: what says that its record was dropped is damaged\n");
    store_close(store);
}

/* The time of the result counts. */
static void test_result_tells_when(void **state)
{
    struct store *store = store_opened(*state);
    int64_t table = add_ended(store, TABLE_FINISHED, 4);
    const struct stored_result result = {
        .table = table,
        .ended = 1700005000,
        .game = "en-garde",
        .server = "irc",
        .seat_count = 1,
        .seats = {{.network = "irc", .identity = "ann", .name = "Ann", .score = 5, .share = 1}}};
    store_result_add(store, &result, NULL);
    must_commit(store);
    assert_true(pack(store, table));
    assert_int_equal(oldest_before(store, NOW).ended, 1700005000);
    store_close(store);
}

/* A person is taken out of a table whose lines are packed or dropped. */
static void test_forgotten_person(void **state)
{
    struct store *store = store_opened(*state);
    int64_t packed = add_ended(store, TABLE_FINISHED, LINES);
    assert_true(pack(store, packed));
    int64_t dropped = add_ended(store, TABLE_FINISHED, LINES);
    assert_true(pack(store, dropped));
    struct stored_packed record = {.table = dropped, .ended = NOW, .lines = LINES};
    drop(store, &record);
    store_person_forget(store, "irc", "ann", "somebody");
    must_commit(store);
    for (int64_t table = packed; table <= dropped; table++) {
        const char *told = reading_of(store, table);
        assert_null(strstr(told, "ann"));
        assert_null(strstr(told, "damaged"));
        assert_non_null(strstr(told, "somebody"));
    }
    store_close(store);
}

static off_t file_size(const char *folder)
{
    char path[PATH_MAX_OF_TEST];
    struct stat facts;
    assert_int_equal(stat(path_of(path, folder, "/belfry.sqlite3"), &facts), 0);
    return facts.st_size;
}

/* The room that was taken goes back to the disk, a little at a time. */
static void test_file_shrinks(void **state)
{
    NEEDS_FILE();
    struct store *store = store_opened(*state);
    unsigned steps = 1;
    for (int i = 0; i < TABLES; i++)
        add_ended(store, TABLE_FINISHED, 1000);
    store_close(store);
    off_t before = file_size(*state);
    store = store_opened(*state);
    for (int64_t id = 1; id <= TABLES; id++)
        assert_true(pack(store, id));
    for (; store_give_back(store); steps++)
        must_commit(store);
    must_commit(store);
    assert_in_range(steps, 10, 1000);
    assert_false(store_give_back(store));
    store_close(store);
    assert_in_range(file_size(*state), 4096, before / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_reading_is_the_same),
        IN_FOLDER(test_live_tables_stay),
        IN_FOLDER(test_undone_with_its_turn),
        IN_FOLDER(test_packed_by_two),
        cmocka_unit_test(test_damage_is_told),
        cmocka_unit_test(test_pieces_of_every_format),
        cmocka_unit_test(test_words_are_for_ever),
        IN_FOLDER(test_damaged_lines_are_not_packed),
        IN_FOLDER(test_dropped),
        IN_FOLDER(test_result_tells_when),
        IN_FOLDER(test_forgotten_person),
        IN_FOLDER(test_file_shrinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
