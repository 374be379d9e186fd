#include "bot/turn/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/duration.h"
#include "bot/base/fault.h"
#include "bot/base/log.h"
#include "bot/base/sync.h"
#include "bot/turn/host.h"

enum {
    STEP_MS = 5,
    DATED_LENGTH = sizeof "belfry-20260131T120000Z" - 1,
    NAME_BYTES = 64,
    RETRY_MS = 10 * MINUTE
};

static const char plain_ending[] = ".sqlite3", encrypted_ending[] = ".sqlite3.encrypted";

/* -- The directory ----------------------------------------------------------------------------- */

static int is_backup(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return strlen(name) > DATED_LENGTH && strncmp(name, "belfry-", 7) == 0 &&
           (strcmp(name + DATED_LENGTH, plain_ending) == 0 ||
            strcmp(name + DATED_LENGTH, encrypted_ending) == 0);
}

static bool path_in(char path[PATH_MAX], const char *folder, const char *name)
{
    struct text text = text_in(path, PATH_MAX);
    text_add_format(&text, "%s/%s", folder, name);
    return !text.truncated;
}

/* Whether the file begins as a store does. Empty files are left by full disks. */
static bool is_store(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char beginning[sizeof magic - 1];
    FILE *file = fopen(path, "re");
    bool read = file != NULL && fread(beginning, 1, sizeof beginning, file) == sizeof beginning;
    if (file != NULL)
        fclose(file);
    return read && memcmp(beginning, magic, sizeof beginning) == 0;
}

/* Writes a backup's name up to its ending. */
static void name_for(time_t now, char name[NAME_BYTES])
{
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(name, NAME_BYTES, "belfry-%Y%m%dT%H%M%SZ", &parts);
}

/* A name of the future comes from a clock that was wrong: nobody knows how old that file is, so it
 * is neither removed nor counted. */
static bool is_of_the_past(const char *name)
{
    char now[NAME_BYTES];
    name_for(time(NULL), now);
    return strncmp(name, now, DATED_LENGTH) <= 0;
}

static bool is_counted(const char *folder, const char *name, char path[PATH_MAX])
{
    return is_of_the_past(name) && path_in(path, folder, name) &&
           (is_store(path) || encrypted_file_is(path));
}

/* The names sort by age. `made`, the path of the newest, always stays. */
static void remove_oldest(const char *folder, int64_t keep, const char *made)
{
    struct dirent **entries;
    char path[PATH_MAX];
    int64_t kept = 1;
    int count = scandir(folder, &entries, is_backup, alphasort);
    for (int i = count - 1; i >= 0; i--) {
        bool older = is_counted(folder, entries[i]->d_name, path) && strcmp(path, made) != 0;
        if (older && ++kept > keep && unlink(path) != 0)
            log_warning("backup.not-removed", "file", path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

int64_t backup_newest(const char *folder)
{
    struct dirent **entries;
    struct stat facts;
    char path[PATH_MAX];
    int64_t newest = 0, now = time(NULL);
    int count = scandir(folder, &entries, is_backup, alphasort);
    for (int i = 0; i < count; i++) {
        bool counted = is_counted(folder, entries[i]->d_name, path) && stat(path, &facts) == 0;
        if (counted && facts.st_mtim.tv_sec > newest && facts.st_mtim.tv_sec <= now)
            newest = facts.st_mtim.tv_sec;
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return newest;
}

/* -- Making a backup --------------------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer);

/* Sets when the next one is due. */
static void schedule(struct backup *backup, int64_t after)
{
    if (backup->closing || backup->host->config->backup_folder[0] == '\0')
        return;
    uv_timer_start(&backup->timer, on_timer, after > 0 ? (uint64_t)after : 0, 0);
}

static void count_backup(struct backup *backup, bool made)
{
    struct counters *counters = &backup->host->counters;
    if (made) {
        counters->backups++;
        counters_note_backup(counters, 0);
        log_info("backup.made", "file", backup->file);
    } else {
        counters->backups_failed++;
        log_error("backup.failed", "file", backup->file, "reason", backup->error);
    }
}

static void ended(struct backup *backup, bool made)
{
    int64_t every = backup->host->config->backup_every;
    count_backup(backup, made);
    if (backup->asked)
        schedule(backup, 0);
    else
        schedule(backup, made || every < RETRY_MS ? every : RETRY_MS);
    backup->asked = false;
}

static bool encrypt(struct backup *backup)
{
    char partial[PATH_MAX];
    path_in(partial, backup->folder, "belfry.partial");
    if (!encrypted_file_write(backup->checked, partial, backup->key, backup->error,
                              sizeof backup->error))
        return false;
    fault_point("backup.encrypted");
    if (rename(partial, backup->file) != 0) {
        struct text error = TEXT_IN(backup->error);
        text_add(&error, strerrordesc_np(errno));
        unlink(partial);
        return false;
    }
    sync_folder_of(backup->file);
    return true;
}

static bool keep_encrypted(struct backup *backup)
{
    bool kept =
        store_copy_finish(backup->copy, backup->checked, backup->error, sizeof backup->error) &&
        encrypt(backup);
    unlink(backup->checked);
    return kept;
}

static bool keep_plain(struct backup *backup)
{
    return store_copy_finish(backup->copy, backup->file, backup->error, sizeof backup->error);
}

static void finish(uv_work_t *work)
{
    struct backup *backup = work->data;
    if (backup->encrypts ? keep_encrypted(backup) : keep_plain(backup))
        remove_oldest(backup->folder, backup->keep, backup->file);
    backup->copy = NULL;
}

static void finished(uv_work_t *work, int status)
{
    struct backup *backup = work->data;
    (void)status;
    backup->at_work = false;
    ended(backup, backup->error[0] == '\0');
}

static void go_on(struct backup *backup)
{
    switch (store_copy_step(backup->copy, backup->error, sizeof backup->error)) {
    case STORE_COPYING:
        uv_timer_start(&backup->timer, on_timer, STEP_MS, 0);
        return;
    case STORE_COPIED:
        backup->at_work = true;
        uv_queue_work(backup->host->loop, &backup->work, finish, finished);
        return;
    default:
        store_copy_drop(backup->copy);
        backup->copy = NULL;
        ended(backup, false);
    }
}

static void name_file(struct backup *backup)
{
    char name[NAME_BYTES];
    struct text path = TEXT_IN(backup->file);
    name_for(time(NULL), name);
    text_add_format(&path, "%s/%s%s", backup->folder, name,
                    backup->encrypts ? encrypted_ending : plain_ending);
}

/* A store in memory has no folder. */
static const char *folder_of_plain(const struct backup *backup)
{
    const char *folder = store_folder(backup->host->store);
    return backup->encrypts && folder[0] != '\0' ? folder : backup->folder;
}

/* Takes what the configuration says now. */
static void set_up(struct backup *backup)
{
    const struct config *config = backup->host->config;
    struct text folder = TEXT_IN(backup->folder);
    text_add(&folder, config->backup_folder);
    backup->keep = config->backup_keep;
    /* The reader of the configuration refuses a wrong key. With none that can be used the backup
     * fails; it is never left plain. */
    backup->encrypts = config->backup_key[0] != '\0';
    memset(backup->key, 0, sizeof backup->key);
    encryption_key_read_public(config->backup_key, backup->key);
    backup->error[0] = '\0';
    name_file(backup);
    path_in(backup->checked, folder_of_plain(backup), "backup.checked");
}

static void begin(struct backup *backup)
{
    char partial[PATH_MAX];
    set_up(backup);
    mkdir(backup->folder, 0700);
    path_in(partial, folder_of_plain(backup),
            backup->encrypts ? "backup.partial" : "belfry.partial");
    backup->copy =
        store_copy_begin(backup->host->store, partial, backup->error, sizeof backup->error);
    if (backup->copy != NULL)
        go_on(backup);
    else
        ended(backup, false);
}

static void on_timer(uv_timer_t *timer)
{
    struct backup *backup = timer->data;
    if (backup->at_work)
        return;
    if (backup->copy != NULL)
        go_on(backup);
    else
        begin(backup);
}

/* -- Life -------------------------------------------------------------------------------------- */

void backup_reload(struct backup *backup)
{
    const struct config *config = backup->host->config;
    if (backup->copy != NULL || backup->at_work)
        return;
    uv_timer_stop(&backup->timer);
    int64_t newest = backup_newest(config->backup_folder), now = time(NULL);
    if (newest > 0)
        counters_note_backup(&backup->host->counters, now - newest);
    schedule(backup, newest > 0 ? (newest - now) * SECOND + config->backup_every : 0);
}

/* A copy that a kill left holds hands, and so does what SQLite keeps beside it. */
static void remove_left(const char *folder)
{
    static const char *const names[] = {"belfry.partial", "belfry.partial-journal",
                                        "backup.partial", "backup.partial-journal",
                                        "backup.checked"};
    char path[PATH_MAX];
    for (size_t i = 0; folder[0] != '\0' && i < sizeof names / sizeof names[0]; i++)
        if (path_in(path, folder, names[i]))
            unlink(path);
}

void backup_open(struct backup *backup, struct host *host)
{
    *backup = (struct backup){.host = host};
    remove_left(host->config->backup_folder);
    remove_left(store_folder(host->store));
    uv_timer_init(host->loop, &backup->timer);
    uv_unref((uv_handle_t *)&backup->timer);
    backup->timer.data = backup->work.data = backup;
    backup_reload(backup);
}

void backup_now(struct backup *backup)
{
    if (backup->host->config->backup_folder[0] == '\0')
        log_warning("backup.failed", "reason", "the configuration names no folder for backups");
    else if (backup->copy != NULL || backup->at_work)
        backup->asked = true;
    else
        schedule(backup, 0);
}

void backup_close(struct backup *backup)
{
    if (backup->host == NULL || backup->closing)
        return;
    backup->closing = true;
    if (!backup->at_work) {
        store_copy_drop(backup->copy);
        backup->copy = NULL;
    }
    uv_close((uv_handle_t *)&backup->timer, NULL);
}
