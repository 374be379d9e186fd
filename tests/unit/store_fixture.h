/* What the tests of the store share: a folder of their own, an example, and a reading as one text.
 */
#ifndef BELFRY_TESTS_UNIT_STORE_FIXTURE_H
#define BELFRY_TESTS_UNIT_STORE_FIXTURE_H

#include <stdint.h>

#include "bot/store/store.h"

enum { PATH_MAX_OF_TEST = 256 };

/* An empty folder below /tmp, and its removal with all that is in it; the string is freed with it.
 */
char *folder_made(void);
void folder_removed(char *folder);
/* A test whose *state is such a folder. */
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, in_folder, out_of_folder)
int in_folder(void **state);
int out_of_folder(void **state);

/* folder + name, in `path`. */
const char *path_of(char path[PATH_MAX_OF_TEST], const char *folder, const char *name);

/* Opens and must succeed. */
struct store *store_opened(const char *folder);
/* The same, with the example as table 1 and that many lines "advance 3" of seat 0. */
struct store *store_with_lines(const char *folder, uint32_t count);
/* En Garde for two with two places; all of it is constant. */
struct stored_table example_table(void);
void add_line(struct store *store, int64_t table, uint32_t n, const char *move);
/* Commits; the embedded store answers at once. False with one line in `error`. */
bool commit_now(struct store *store, char error[STORE_ERROR_MAX]);
void must_commit(struct store *store);
/* The error must be one line and hold `part`. */
void assert_commit_fails(struct store *store, const char *part);

/* What the callbacks are told, as lines of text; or the error. Valid until the next call. */
char *reading(struct store *store);
char *reading_of(struct store *store, int64_t table);
/* Opens, reads every live table, closes. */
char *reading_after_reopening(const char *folder);
void assert_reading(const char *folder, const char *expected);
/* The number of lines of table 1, which must be whole. */
uint32_t last_line_of(struct store *store);

#endif
