/* Shared by the tests of the store: a directory, an example, and the result of reading as one text.
 */
#ifndef BELFRY_TESTS_UNIT_STORE_FIXTURE_H
#define BELFRY_TESTS_UNIT_STORE_FIXTURE_H

#include <stdint.h>

#include "bot/store/store.h"

enum { PATH_MAX_OF_TEST = 256 };

/* Makes an empty directory below /tmp; removes it with everything in it, and frees the string. */
char *folder_made(void);
void folder_removed(char *folder);
/* Whether the tests run on a server (with_postgres.py): then each such directory stands for a
 * database of its own. */
bool on_server(void);
/* Writes and returns the address of the directory's database. */
const char *address_of(char address[PATH_MAX_OF_TEST], const char *folder);
/* Skips a test of what only a store in a file has. */
#define NEEDS_FILE()                                                                               \
    if (on_server())                                                                               \
    skip()
/* A test whose *state is such a directory. */
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, in_folder, out_of_folder)
int in_folder(void **state);
int out_of_folder(void **state);

/* Writes folder + name to `path` and returns it. */
const char *path_of(char path[PATH_MAX_OF_TEST], const char *folder, const char *name);

/* Changes the closed store in the directory behind the bot's back. */
void tamper(const char *folder, const char *sql);
/* Does the same with the file in the directory, even if there is a server. */
void tamper_file(const char *folder, const char *sql);

/* Opens a store and fails the test if that is not possible. */
struct store *store_opened(const char *folder);
/* Reads a value; false: there is none, or it does not fit. */
bool value_of(struct store *store, const char *scope, const char *key, char *value, size_t size);
/* Reads one table; fails unless it can be read. */
void read_one(struct store *store, int64_t table, const struct store_reader *reader);
/* Opens a store with the example as table 1 and this many lines "advance 3" of seat 0. */
struct store *store_with_lines(const char *folder, uint32_t count);
/* Returns a table of En Garde for two with two places; all of it is constant. */
struct stored_table example_table(void);
/* Adds a rating as one line to the text that is the context (store_read_ratings_of()). */
bool tell_stored_rating(void *context, const struct stored_ranking *ranking,
                        const struct stored_rating *rating);
void add_line(struct store *store, int64_t table, uint32_t n, const char *move);
/* Commits; the embedded store answers at once. False with one line in `error`. */
bool commit_now(struct store *store, char error[STORE_ERROR_MAX]);
void must_commit(struct store *store);
/* Checks that the error is one line and contains `part`. */
void assert_commit_fails(struct store *store, const char *part);

/* Returns what the callbacks were told as lines of text, or the error. Valid until the next call.
 */
char *reading(struct store *store);
char *reading_of(struct store *store, int64_t table);
/* Opens the store, reads every live table and closes it. */
char *reading_after_reopening(const char *folder);
void assert_reading(const char *folder, const char *expected);
/* Returns the number of lines of table 1, which must be undamaged. */
uint32_t last_line_of(struct store *store);

#endif
