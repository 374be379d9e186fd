#include "bot/turn/backup.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/turn/host.h"

enum {
    STEP_MS = 5,
    NAME_LENGTH = sizeof "belfry-20260131T120000Z.sqlite3" - 1,
    RETRY_MS = 10 * MINUTE
};

/* -- The directory ----------------------------------------------------------------------------- */

static int is_backup(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return strlen(name) == NAME_LENGTH && strncmp(name, "belfry-", 7) == 0 &&
           strcmp(name + NAME_LENGTH - 8, ".sqlite3") == 0;
}

static bool path_in(char path[PATH_MAX], const char *folder, const char *name)
{
    struct text text = text_in(path, PATH_MAX);
    text_add_format(&text, "%s/%s", folder, name);
    return !text.truncated;
}

/* The names sort by age. */
static void remove_oldest(const char *folder, int64_t keep)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_backup, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (i < count - keep && path_in(path, folder, entries[i]->d_name) && unlink(path) != 0)
            log_warning("backup.not-removed", "file", path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* Returns the time of the newest backup in seconds since 1970; 0: there is none. */
static int64_t newest_backup(const char *folder)
{
    struct dirent **entries;
    struct stat facts;
    int64_t newest = 0;
    int count = scandir(folder, &entries, is_backup, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (i == count - 1 && path_in(path, folder, entries[i]->d_name) && stat(path, &facts) == 0)
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
        counters->last_backup = time(NULL);
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

static void finish(uv_work_t *work)
{
    struct backup *backup = work->data;
    if (store_copy_finish(backup->copy, backup->file, backup->error, sizeof backup->error))
        remove_oldest(backup->folder, backup->keep);
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
    char name[NAME_LENGTH + 1];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(name, sizeof name, "belfry-%Y%m%dT%H%M%SZ.sqlite3", &parts);
    path_in(backup->file, backup->folder, name);
}

static void begin(struct backup *backup)
{
    const struct config *config = backup->host->config;
    char partial[PATH_MAX];
    struct text folder = TEXT_IN(backup->folder);
    text_add(&folder, config->backup_folder);
    backup->keep = config->backup_keep;
    backup->error[0] = '\0';
    mkdir(backup->folder, 0700);
    name_file(backup);
    path_in(partial, backup->folder, "belfry.partial");
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
    int64_t newest = newest_backup(config->backup_folder);
    schedule(backup, (newest - time(NULL)) * 1000 + config->backup_every);
}

void backup_open(struct backup *backup, struct host *host)
{
    *backup = (struct backup){.host = host};
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
