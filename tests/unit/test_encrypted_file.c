/* Files encrypted to a public key: keys, sizes around those of the pieces, and every damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/encrypted_file.h"
#include "bot/base/error.h"
#include "tests/unit/store_fixture.h"

enum { PIECE = 65536, TAG = 17, BEGINNING = 152 };

static unsigned char private_key[ENCRYPTION_KEY_BYTES], public_key[ENCRYPTION_KEY_BYTES];
static char plain[PATH_MAX_OF_TEST], encrypted[PATH_MAX_OF_TEST], again[PATH_MAX_OF_TEST];
static char partial[PATH_MAX_OF_TEST], error[ERROR_BYTES];

static int begin(void **state)
{
    char text[ENCRYPTION_KEY_TEXT];
    in_folder(state);
    path_of(plain, *state, "/plain");
    path_of(encrypted, *state, "/encrypted");
    path_of(again, *state, "/again");
    path_of(partial, *state, "/again.partial");
    encryption_key_make(private_key);
    encryption_key_write_public(private_key, text);
    assert_true(encryption_key_read_public(text, public_key));
    return 0;
}

static void write_file(const char *path, const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Returns the file's bytes; free them. */
static unsigned char *content_of(const char *path, size_t *length)
{
    struct stat facts;
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &facts), 0);
    *length = (size_t)facts.st_size;
    unsigned char *bytes = malloc(*length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static void encrypt(size_t length)
{
    unsigned char *bytes = malloc(length + 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 251);
    write_file(plain, bytes, length);
    free(bytes);
    error[0] = '\0';
    if (!encrypted_file_write(plain, encrypted, public_key, error, sizeof error))
        fail_msg("%s", error);
}

static void assert_refused(const char *reason)
{
    error[0] = '\0';
    assert_false(encrypted_file_read(encrypted, again, private_key, error, sizeof error));
    if (strstr(error, reason) == NULL || strchr(error, '\n') != NULL)
        fail_msg("%s", error);
    assert_false(is_there(again) || is_there(partial));
}

static void what_was_encrypted_comes_back(void **state)
{
    static const size_t lengths[] = {0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 5 * PIECE + 99};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t before, after, pieces = lengths[i] / PIECE + 1;
        struct stat facts;
        encrypt(lengths[i]);
        assert_true(encrypted_file_is(encrypted));
        assert_false(encrypted_file_is(plain));
        assert_int_equal(stat(encrypted, &facts), 0);
        assert_int_equal(facts.st_size, BEGINNING + lengths[i] + pieces * TAG);
        assert_int_equal(facts.st_mode & 0777, 0600);
        assert_true(encrypted_file_read(encrypted, again, private_key, error, sizeof error));
        assert_int_equal(stat(again, &facts), 0);
        assert_int_equal(facts.st_mode & 0777, 0600);
        unsigned char *first = content_of(plain, &before), *second = content_of(again, &after);
        assert_int_equal(before, after);
        assert_memory_equal(first, second, before);
        free(first);
        free(second);
        assert_false(is_there(partial));
        assert_int_equal(unlink(again), 0);
    }
}

static void nothing_of_it_can_be_seen(void **state)
{
    static const char hand[] = "Your hand: 1 2 4 5 5";
    size_t length;
    (void)state;
    write_file(plain, (const unsigned char *)hand, sizeof hand);
    assert_true(encrypted_file_write(plain, encrypted, public_key, error, sizeof error));
    unsigned char *bytes = content_of(encrypted, &length);
    assert_null(memmem(bytes, length, "hand", 4));
    free(bytes);
}

static void another_key_opens_nothing(void **state)
{
    (void)state;
    encrypt(100);
    encryption_key_make(private_key);
    assert_refused("it is encrypted to another key");
}

static void a_file_that_is_cut_off_is_refused(void **state)
{
    size_t length;
    (void)state;
    encrypt(2 * PIECE + 10);
    unsigned char *bytes = content_of(encrypted, &length);
    const size_t cuts[] = {length - 1,
                           BEGINNING + 2 * (PIECE + TAG),
                           BEGINNING + PIECE + TAG + 5,
                           BEGINNING + PIECE + TAG,
                           BEGINNING,
                           BEGINNING - 1,
                           16};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        write_file(encrypted, bytes, cuts[i]);
        assert_refused("the file is cut off");
    }
    write_file(encrypted, bytes, 15);
    assert_refused("this is no encrypted backup");
    free(bytes);
}

/* One changed byte in each part: what it is, the key, the box, the header, the pieces. */
static void a_file_that_was_changed_is_refused(void **state)
{
    static const struct {
        size_t at;
        const char *reason;
    } changes[] = {{3, "this is no encrypted backup"},
                   {20, "it is encrypted to another key"},
                   {50, "the file is damaged"},
                   {100, "the file is damaged"},
                   {130, "the file is damaged"},
                   {BEGINNING, "the file is damaged"},
                   {BEGINNING + 1000, "the file is damaged"},
                   {BEGINNING + PIECE + TAG + 1000, "the file is damaged"},
                   {BEGINNING + 2 * (PIECE + TAG) + 3, "damaged at its end"}};
    size_t length;
    (void)state;
    encrypt(2 * PIECE + 10);
    unsigned char *bytes = content_of(encrypted, &length);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        bytes[changes[i].at] ^= 1;
        write_file(encrypted, bytes, length);
        bytes[changes[i].at] ^= 1;
        assert_refused(changes[i].reason);
    }
    free(bytes);
}

static void pieces_in_another_order_are_refused(void **state)
{
    size_t length;
    (void)state;
    encrypt(2 * PIECE + 10);
    unsigned char *bytes = content_of(encrypted, &length);
    for (size_t i = BEGINNING; i < BEGINNING + PIECE + TAG; i++) {
        unsigned char kept = bytes[i];
        bytes[i] = bytes[i + PIECE + TAG];
        bytes[i + PIECE + TAG] = kept;
    }
    write_file(encrypted, bytes, length);
    assert_refused("the file is damaged");
    free(bytes);
}

static void more_behind_the_end_is_refused(void **state)
{
    (void)state;
    encrypt(10);
    FILE *file = fopen(encrypted, "ae");
    assert_non_null(file);
    fputc('x', file);
    fclose(file);
    assert_refused("cut off, or damaged at its end");
    encrypt(PIECE);
    size_t length;
    unsigned char *bytes = content_of(encrypted, &length);
    unsigned char *longer = calloc(1, length + PIECE);
    assert_non_null(longer);
    memcpy(longer, bytes, length);
    write_file(encrypted, longer, length + PIECE);
    assert_refused("the file is damaged");
    free(bytes);
    free(longer);
}

static void no_file_is_overwritten(void **state)
{
    size_t length;
    (void)state;
    encrypt(10);
    write_file(again, (const unsigned char *)"mine", 4);
    assert_false(encrypted_file_read(encrypted, again, private_key, error, sizeof error));
    assert_non_null(strstr(error, "again: File exists"));
    assert_false(is_there(partial));
    unsigned char *bytes = content_of(again, &length);
    assert_int_equal(length, 4);
    assert_memory_equal(bytes, "mine", 4);
    free(bytes);
}

static void what_cannot_be_read_or_written_is_said(void **state)
{
    (void)state;
    assert_false(encrypted_file_write(plain, encrypted, public_key, error, sizeof error));
    assert_non_null(strstr(error, "/plain: No such file or directory"));
    assert_false(is_there(encrypted));
    error[0] = '\0';
    assert_false(encrypted_file_write("tests", encrypted, public_key, error, sizeof error));
    assert_string_equal(error, "tests: Is a directory");
    assert_false(is_there(encrypted));
    encrypt(3 * PIECE);
    error[0] = '\0';
    assert_false(
        encrypted_file_write(plain, "/nowhere/encrypted", public_key, error, sizeof error));
    assert_string_equal(error, "/nowhere/encrypted: No such file or directory");
    error[0] = '\0';
    assert_false(
        encrypted_file_read(encrypted, "/nowhere/again", private_key, error, sizeof error));
    assert_string_equal(error, "/nowhere/again.partial: No such file or directory");
    error[0] = '\0';
    unsigned char none[ENCRYPTION_KEY_BYTES] = {0};
    assert_false(encrypted_file_write(plain, encrypted, none, error, sizeof error));
    assert_non_null(strstr(error, "nothing can be encrypted to this public key"));
    assert_false(is_there(encrypted));
    assert_false(is_there(encrypted));
}

static void keys_are_told_apart(void **state)
{
    char secret[ENCRYPTION_KEY_TEXT], open[ENCRYPTION_KEY_TEXT];
    unsigned char read[ENCRYPTION_KEY_BYTES];
    (void)state;
    encryption_key_write(private_key, secret);
    encryption_key_write_public(private_key, open);
    assert_int_equal(strlen(secret), sizeof "belfry-private-" - 1 + 64);
    assert_true(encryption_key_read(secret, read));
    assert_memory_equal(read, private_key, sizeof read);
    assert_false(encryption_key_read(open, read));
    assert_false(encryption_key_read_public(secret, read));
    assert_false(encryption_key_read_public("", read));
    open[strlen(open) - 1] = 'g';
    assert_false(encryption_key_read_public(open, read));
    open[strlen(open) - 1] = '\0';
    assert_false(encryption_key_read_public(open, read));
    assert_false(encryption_key_read_public("belfry-public-00000000000000000000000000000000"
                                            "00000000000000000000000000000000",
                                            read));
}

#define WITH_KEY(test) cmocka_unit_test_setup_teardown(test, begin, out_of_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_KEY(what_was_encrypted_comes_back),
        WITH_KEY(nothing_of_it_can_be_seen),
        WITH_KEY(another_key_opens_nothing),
        WITH_KEY(a_file_that_is_cut_off_is_refused),
        WITH_KEY(a_file_that_was_changed_is_refused),
        WITH_KEY(pieces_in_another_order_are_refused),
        WITH_KEY(more_behind_the_end_is_refused),
        WITH_KEY(no_file_is_overwritten),
        WITH_KEY(what_cannot_be_read_or_written_is_said),
        WITH_KEY(keys_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
