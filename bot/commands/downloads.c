#include "bot/commands/downloads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"

enum { SECRET_DIGITS = 32, PERSON_DIGITS = 8 };

bool file_write(const char *path, mode_t mode, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wxe");
    if (file == NULL)
        return false;
    bool written = fchmod(fileno(file), mode) == 0 && fwrite(bytes, 1, length, file) == length &&
                   fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) != 0 || !written) {
        unlink(path);
        errno = reason;
        return false;
    }
    return true;
}

/* The bot may not be in that group; then the group can't read the file, and the log says so. */
static void give_to_group_of(const char *folder, const char *path)
{
    struct stat facts;
    if (stat(folder, &facts) != 0 || chown(path, (uid_t)-1, facts.st_gid) != 0)
        log_warning("export.not-shared", "folder", folder, "reason", strerror(errno));
}

bool download_write(const char *folder, const char *path, const char *bytes, size_t length)
{
    bool written = file_write(path, 0640, bytes, length);
    if (written)
        give_to_group_of(folder, path);
    return written;
}

/* Few digits: they find a person's files, and hardly tell anybody else whose they are. */
static void person_digits(const char *network, const char *identity, char digits[PERSON_DIGITS + 1])
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)network, strlen(network) + 1);
    crypto_generichash_update(&state, (const uint8_t *)identity, strlen(identity));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(digits, PERSON_DIGITS + 1, hash, PERSON_DIGITS / 2);
}

void download_name(const char *network, const char *identity, const char *ending, struct text *out)
{
    uint8_t secret[SECRET_DIGITS / 2];
    char digits[SECRET_DIGITS + 1], person[PERSON_DIGITS + 1];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(digits, sizeof digits, secret, sizeof secret);
    person_digits(network, identity, person);
    text_add_format(out, "%s-%s-%s", digits, person, ending);
}

/* -- Removing ---------------------------------------------------------------------------------- */

static bool is_ours(const char *name)
{
    return strspn(name, "0123456789abcdef") == SECRET_DIGITS && name[SECRET_DIGITS] == '-' &&
           strstr(name, "-belfry-") != NULL;
}

static bool is_of(const char *name, const char *person)
{
    return strncmp(name + SECRET_DIGITS + 1, person, PERSON_DIGITS) == 0 &&
           name[SECRET_DIGITS + 1 + PERSON_DIGITS] == '-';
}

static bool is_old(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && time(NULL) - facts.st_mtime > DOWNLOAD_DAYS * (DAY / SECOND);
}

/* Calls `with` for each file that people download. */
static void for_each(const char *folder,
                     void (*with)(const char *path, const char *name, const void *context),
                     const void *context)
{
    DIR *files = folder[0] != '\0' ? opendir(folder) : NULL;
    const struct dirent *entry;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        char path[PATH_MAX];
        struct text text = TEXT_IN(path);
        text_add_format(&text, "%s/%s", folder, entry->d_name);
        if (is_ours(entry->d_name) && !text.truncated)
            with(path, entry->d_name, context);
    }
    if (files != NULL)
        closedir(files);
}

/* `person`: of whom; NULL: those that are too old. */
static void remove_if_meant(const char *path, const char *name, const void *person)
{
    bool meant = person != NULL ? is_of(name, person) : is_old(path);
    if (meant && unlink(path) != 0)
        log_error("export.not-removed", "file", path, "reason", strerror(errno));
}

void downloads_remove(const char *folder, const char *network, const char *identity)
{
    char person[PERSON_DIGITS + 1];
    person_digits(network, identity, person);
    for_each(folder, remove_if_meant, person);
}

void downloads_expire(const char *folder)
{
    for_each(folder, remove_if_meant, NULL);
}

static void redate(const char *path, const char *name, const void *by)
{
    struct stat facts;
    const int64_t *milliseconds = by;
    (void)name;
    if (stat(path, &facts) != 0)
        return;
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT},
                                      {.tv_sec = facts.st_mtime + *milliseconds / SECOND}};
    if (utimensat(AT_FDCWD, path, times, 0) != 0)
        log_warning("export.not-redated", "file", path, "reason", strerror(errno));
}

void downloads_redate(const char *folder, int64_t by)
{
    for_each(folder, redate, &by);
}
