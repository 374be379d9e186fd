#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/fault.h"
#include "bot/base/sync.h"
#include "bot/store/sqlite/sqlite_private.h"

/* 400 KiB: well below a millisecond from the system's cache. */
enum { PAGES_A_STEP = 100 };

struct store_copy {
    char file[PATH_MAX];
    sqlite3 *database;
    sqlite3_backup *backup; /* NULL once the copy is complete */
};

static void add_reason(char *error, size_t error_size, const char *reason)
{
    struct text text = text_in(error, error_size);
    sqlite_add_line(&text, reason);
}

void store_copy_drop(struct store_copy *copy)
{
    if (!copy)
        return;
    sqlite3_backup_finish(copy->backup);
    sqlite3_close_v2(copy->database);
    unlink(copy->file);
    sqlite3_free(copy);
}

/* We create the file, because SQLite would give it wider permissions. */
static bool make_file(const char *file)
{
    unlink(file);
    int descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return descriptor >= 0 && close(descriptor) == 0;
}

/* No journal and no waiting for the disk: the file is worth nothing until it is finished. */
static bool open_copy(struct store_copy *copy)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    return sqlite3_open_v2(copy->file, &copy->database, flags, NULL) == SQLITE_OK &&
           sqlite_run(copy->database, "PRAGMA locking_mode = EXCLUSIVE;"
                                      "PRAGMA synchronous = OFF;"
                                      "PRAGMA journal_mode = OFF");
}

struct store_copy *sqlite_copy_begin(struct store *base, const char *file, char *error,
                                     size_t error_size)
{
    struct sqlite *store = sqlite_of(base);
    if (strnlen(file, PATH_MAX) >= PATH_MAX) {
        add_reason(error, error_size, "the path is too long");
        return NULL;
    }
    if (!make_file(file)) {
        add_reason(error, error_size, strerrordesc_np(errno));
        return NULL;
    }
    struct store_copy *copy = sqlite3_malloc(sizeof *copy);
    if (!copy) {
        unlink(file);
        add_reason(error, error_size, "out of memory");
        return NULL;
    }
    *copy = (struct store_copy){.database = NULL};
    struct text kept = TEXT_IN(copy->file);
    text_add(&kept, file);
    if (open_copy(copy))
        copy->backup = sqlite3_backup_init(copy->database, "main", store->database, "main");
    if (copy->backup)
        return copy;
    add_reason(error, error_size, sqlite3_errmsg(copy->database));
    store_copy_drop(copy);
    return NULL;
}

enum store_copying store_copy_step(struct store_copy *copy, char *error, size_t error_size)
{
    int result = sqlite3_backup_step(copy->backup, PAGES_A_STEP);
    /* A turn that writes goes first. */
    if (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED)
        return STORE_COPYING;
    if (result == SQLITE_DONE)
        result = sqlite3_backup_finish(copy->backup);
    else
        sqlite3_backup_finish(copy->backup);
    copy->backup = NULL;
    if (result == SQLITE_OK)
        return STORE_COPIED;
    add_reason(error, error_size, sqlite3_errstr(result));
    return STORE_COPY_FAILED;
}

/* Makes it one file without a log beside it. Whoever puts it back gets a new generation. */
static bool complete(struct store_copy *copy)
{
    bool whole = sqlite_run(copy->database, "PRAGMA journal_mode = DELETE") &&
                 sqlite_run(copy->database, "DELETE FROM generation");
    whole = sqlite3_close(copy->database) == SQLITE_OK && whole;
    copy->database = NULL;
    return whole;
}

static bool is_ours(sqlite3 *database)
{
    int64_t application = 0, version = 0;
    return sqlite_ask_number(database, "PRAGMA application_id", &application) &&
           application == STORE_APPLICATION_ID &&
           sqlite_ask_number(database, "PRAGMA user_version", &version) &&
           version == (int64_t)sqlite_migration_count;
}

static bool passes_check(sqlite3 *database)
{
    sqlite3_stmt *statement = NULL;
    bool sound = false;
    if (sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const char *finding = (const char *)sqlite3_column_text(statement, 0);
        sound = finding && strcmp(finding, "ok") == 0;
    }
    sqlite3_finalize(statement);
    return sound;
}

/* Opens the file as a restored one would be, and checks it. */
static bool is_sound(const char *file)
{
    sqlite3 *database = NULL;
    bool sound = sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
                 is_ours(database) && passes_check(database);
    sqlite3_close(database);
    return sound;
}

bool store_copy_finish(struct store_copy *copy, const char *file, char *error, size_t error_size)
{
    bool sound = complete(copy);
    fault_point("store-copy.before-sync");
    bool kept = sound && sync_file(copy->file);
    sound = sound && is_sound(copy->file);
    kept = kept && sound;
    fault_point("store-copy.before-rename");
    kept = kept && rename(copy->file, file) == 0;
    if (!kept)
        add_reason(error, error_size, sound ? strerrordesc_np(errno) : "the copy is not sound");
    fault_point("store-copy.after-rename");
    if (kept)
        sync_folder_of(file);
    store_copy_drop(copy);
    return kept;
}
