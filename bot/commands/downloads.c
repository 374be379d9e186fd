#include "bot/commands/downloads.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/log.h"

enum { SECRET_DIGITS = 32, PERSON_DIGITS = 8, DAY_SECONDS = 24 * 60 * 60 };

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
    return stat(path, &facts) == 0 && time(NULL) - facts.st_mtime > DOWNLOAD_DAYS * DAY_SECONDS;
}

/* `person`: of whom; NULL: those that are too old. */
static void remove_files(const char *folder, const char *person)
{
    DIR *files = folder[0] != '\0' ? opendir(folder) : NULL;
    const struct dirent *entry;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        char path[PATH_MAX];
        struct text text = TEXT_IN(path);
        text_add_format(&text, "%s/%s", folder, entry->d_name);
        bool meant = is_ours(entry->d_name) && !text.truncated &&
                     (person != NULL ? is_of(entry->d_name, person) : is_old(path));
        if (meant && unlink(path) != 0)
            log_error("export.not-removed", "file", path, "reason", strerror(errno));
    }
    if (files != NULL)
        closedir(files);
}

void downloads_remove(const char *folder, const char *network, const char *identity)
{
    char person[PERSON_DIGITS + 1];
    person_digits(network, identity, person);
    remove_files(folder, person);
}

void downloads_expire(const char *folder)
{
    remove_files(folder, NULL);
}
