/* The socket of a network of programs: its mode, and what it may replace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/protocol/socket.h"
#include "tests/unit/store_fixture.h"

struct place {
    char *folder;
    char path[PATH_MAX_OF_TEST];
};

static int make_place(void **state)
{
    static struct place place;
    place.folder = folder_made();
    path_of(place.path, place.folder, "/socket");
    *state = &place;
    return 0;
}

static int remove_place(void **state)
{
    const struct place *place = *state;
    folder_removed(place->folder);
    return 0;
}

static struct protocol_socket make(const char *path, mode_t mode, bool replaces,
                                   const char *complaint)
{
    char buffer[512];
    struct text error = TEXT_IN(buffer);
    struct protocol_socket made = {.descriptor = -1};
    bool good = protocol_socket_make(&made, path, mode, replaces, &error);
    if (complaint == NULL)
        assert_string_equal(error.bytes, "");
    else
        assert_non_null(strstr(error.bytes, complaint));
    assert_int_equal(good, complaint == NULL);
    return made;
}

static mode_t mode_of(const char *path)
{
    struct stat facts;
    assert_int_equal(lstat(path, &facts), 0);
    assert_true(S_ISSOCK(facts.st_mode));
    return facts.st_mode & 0777;
}

static void test_has_its_mode_whatever_the_umask(void **state)
{
    static const mode_t modes[] = {0600, 0660, 0666}, masks[] = {0, 022, 077};
    const struct place *place = *state;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            mode_t before = umask(masks[j]);
            const struct protocol_socket made = make(place->path, modes[i], false, NULL);
            umask(before);
            assert_int_equal(mode_of(place->path), modes[i]);
            protocol_socket_remove(&made);
            assert_int_not_equal(access(place->path, F_OK), 0);
            close(made.descriptor);
        }
    }
}

static void test_replaces_what_a_dead_process_left(void **state)
{
    const struct place *place = *state;
    close(make(place->path, 0600, false, NULL).descriptor);
    int descriptor = make(place->path, 0600, false, NULL).descriptor;
    assert_int_equal(listen(descriptor, 1), 0);
    close(descriptor);
}

static void test_leaves_a_living_one_alone(void **state)
{
    const struct place *place = *state;
    int descriptor = make(place->path, 0600, false, NULL).descriptor;
    assert_int_equal(listen(descriptor, 1), 0);
    make(place->path, 0600, false, "another process listens there");
    assert_int_equal(mode_of(place->path), 0600);
    close(descriptor);
}

/* One process takes the network over from another that was stopped, and wakes later. */
static void test_takes_a_place_over(void **state)
{
    const struct place *place = *state;
    const struct protocol_socket first = make(place->path, 0600, false, NULL);
    assert_int_equal(listen(first.descriptor, 1), 0);
    const struct protocol_socket second = make(place->path, 0660, true, NULL);
    protocol_socket_remove(&first);
    assert_int_equal(mode_of(place->path), 0660);
    protocol_socket_remove(&second);
    assert_int_not_equal(access(place->path, F_OK), 0);
    close(first.descriptor);
    close(second.descriptor);
}

static void test_leaves_other_files_alone(void **state)
{
    const struct place *place = *state;
    FILE *file = fopen(place->path, "we");
    assert_non_null(file);
    fclose(file);
    make(place->path, 0600, true, "there is a file that is no socket");
    assert_int_equal(access(place->path, F_OK), 0);
}

static void test_says_what_is_wrong_with_a_path(void **state)
{
    const struct place *place = *state;
    char below[PATH_MAX_OF_TEST], lengthy[200];
    make(path_of(below, place->folder, "/missing/socket"), 0600, false,
         "No such file or directory");
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    make(lengthy, 0600, false, "expected a path of 1 to 107 bytes");
    make("", 0600, false, "expected a path of 1 to 107 bytes");
}

static void test_knows_whose_process_it_is(void **state)
{
    int ends[2];
    uid_t user = (uid_t)-1;
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_true(protocol_socket_user(ends[0], &user));
    assert_int_equal(user, getuid());
    close(ends[0]);
    close(ends[1]);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_PLACE(test_has_its_mode_whatever_the_umask),
        IN_PLACE(test_replaces_what_a_dead_process_left),
        IN_PLACE(test_leaves_a_living_one_alone),
        IN_PLACE(test_takes_a_place_over),
        IN_PLACE(test_leaves_other_files_alone),
        IN_PLACE(test_says_what_is_wrong_with_a_path),
        cmocka_unit_test(test_knows_whose_process_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
