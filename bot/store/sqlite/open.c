#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/store/sqlite/sqlite.h"
#include "bot/store/sqlite/sqlite_private.h"

/* The order below matters: nothing is written to a file before it is known to be ours, to have a
 * known version and to be sound. SQLite would also write when it closes a file; `judged` prevents
 * that. */

static void add_system_reason(struct text *error, const char *what)
{
    text_add_format(error, "%s: %s", what, strerrordesc_np(errno));
}

/* Syncs the parent, so that a directory made just now survives a power cut. */
static void sync_parent(const char *folder)
{
    char parent[PATH_MAX];
    if (snprintf(parent, sizeof parent, "%s/..", folder) >= (int)sizeof parent)
        return;
    int descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0700) == 0) {
        sync_parent(path);
        return true;
    }
    if (errno != EEXIST)
        return false;
    struct stat facts;
    if (stat(path, &facts) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(facts.st_mode);
}

/* Makes the directory and every missing one above it. */
static bool make_folders(const char *folder)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        struct stat facts;
        bool exists = stat(path, &facts) == 0;
        if (!exists && !make_folder(path))
            return false;
        *slash = '/';
    }
    return make_folder(path);
}

static bool prepare_folder(const char *folder, struct text *error)
{
    if (!make_folders(folder)) {
        add_system_reason(error, "the folder cannot be made");
        return false;
    }
    if (faccessat(AT_FDCWD, folder, R_OK | W_OK | X_OK, AT_EACCESS) != 0) {
        add_system_reason(error, "the folder cannot be written");
        return false;
    }
    return true;
}

/* Creates the file when it is missing, because SQLite would give it wider permissions. SQLite
 * discards a write-ahead log when the file beside it is empty (one byte counts as empty); but then
 * the file was lost and is not new. */
static bool prepare_file(const char *path, struct text *error)
{
    struct stat facts;
    bool exists = stat(path, &facts) == 0;
    if (exists && !S_ISREG(facts.st_mode)) {
        text_add(error, "is not a file");
        return false;
    }
    char log_path[PATH_MAX];
    struct stat log_facts;
    bool named = snprintf(log_path, sizeof log_path, "%s-wal", path) < (int)sizeof log_path;
    if ((!exists || facts.st_size <= 1) && named && stat(log_path, &log_facts) == 0 &&
        log_facts.st_size > 0) {
        text_add(error, "is missing or empty, but " STORE_FILE "-wal beside it holds data:"
                        " restore the file or move both away");
        return false;
    }
    if (exists)
        return true;
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        add_system_reason(error, "cannot be made");
        return false;
    }
    close(descriptor);
    return true;
}

/* Removes others' permissions from a file that came from elsewhere, such as a backup. */
static void narrow_rights(const char *path, const char *suffix)
{
    char name[PATH_MAX];
    struct stat facts;
    if (snprintf(name, sizeof name, "%s%s", path, suffix) >= (int)sizeof name ||
        stat(name, &facts) != 0 || (facts.st_mode & 077) == 0)
        return;
    if (chmod(name, 0600) != 0)
        log_warning("store.readable_by_others", "file", name, "reason", strerrordesc_np(errno));
}

static bool configure(struct sqlite *store, struct text *error)
{
    sqlite3 *database = store->database;
    sqlite3_extended_result_codes(database, 1);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024);
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    /* A file that holds seeds leaves no copies in /tmp. The log is moved into the file every 100
     * pages (0.4 MB) and every minute (store.c): what stands in it alone is little, and the longest
     * commit is close to the usual one. Tables are kept in our
     * own memory, so pages are rarely read twice and a quarter of the default cache is enough. */
    if (sqlite_run(database, "PRAGMA locking_mode = EXCLUSIVE;"
                             "PRAGMA synchronous = FULL;"
                             "PRAGMA foreign_keys = ON;"
                             "PRAGMA temp_store = MEMORY;"
                             "PRAGMA cell_size_check = ON;"
                             "PRAGMA cache_size = -512;"
                             "PRAGMA wal_autocheckpoint = 100;"
                             "PRAGMA journal_size_limit = 4194304"))
        return true;
    sqlite_add_reason(error, database);
    return false;
}

/* Runs SQLite's own check of the whole file. */
static bool is_sound(sqlite3 *database, struct text *error)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL) != SQLITE_OK) {
        sqlite_add_reason(error, database);
        return false;
    }
    bool sound = false;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *finding = (const char *)sqlite3_column_text(statement, 0);
        sound = finding && strcmp(finding, "ok") == 0;
        if (!sound) {
            text_add(error, "is damaged and was left as it is: ");
            sqlite_add_line(error, finding ? finding : "");
        }
    } else {
        sqlite_add_reason(error, database);
    }
    sqlite3_finalize(statement);
    return sound;
}

/* Lets the file give back its free room (record.c). For that a new file, and one of an earlier
 * version, is written anew, unless it is large: its free room is used again, and `belfry store
 * copy` makes one that shrinks. */
static void let_shrink(sqlite3 *database)
{
    enum { PAGES_MAX = 16 * 1024 };
    int64_t mode = 0, pages = 0;
    if (!sqlite_ask_number(database, "PRAGMA auto_vacuum", &mode) || mode != 0 ||
        !sqlite_ask_number(database, "PRAGMA page_count", &pages) || pages > PAGES_MAX)
        return;
    if (!sqlite_run(database, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM"))
        log_warning("store.not_shrinkable", "reason", sqlite3_errmsg(database));
}

/* The first question takes the lock: from then on nobody writes to the log. */
static bool judge(struct sqlite *store, const char *path, struct text *error)
{
    sqlite3 *database = store->database;
    int64_t application = 0, version = 0, pages = 0;
    bool asked = sqlite_ask_number(database, "PRAGMA application_id", &application);
    bool busy = !asked && (sqlite3_errcode(database) & 0xFF) == SQLITE_BUSY;
    if (!busy && !sqlite_log_is_sound(path, error))
        return false;
    if (!asked || !sqlite_ask_number(database, "PRAGMA user_version", &version) ||
        !sqlite_ask_number(database, "PRAGMA page_count", &pages)) {
        sqlite_add_reason(error, database);
        return false;
    }
    if (pages == 0)
        return true;
    if (application != STORE_APPLICATION_ID) {
        text_add(error, "is the database of another program");
        return false;
    }
    return sqlite_schema_is_known(version, sqlite_migration_count, error) &&
           is_sound(database, error);
}

static bool use_write_ahead_log(struct sqlite *store, bool in_memory, struct text *error)
{
    sqlite3_stmt *statement;
    bool used = false;
    if (sqlite3_prepare_v2(store->database, "PRAGMA journal_mode = WAL", -1, &statement, NULL) ==
        SQLITE_OK) {
        const char *mode = sqlite3_step(statement) == SQLITE_ROW
                               ? (const char *)sqlite3_column_text(statement, 0)
                               : NULL;
        used = mode && strcmp(mode, in_memory ? "memory" : "wal") == 0;
        used = sqlite3_finalize(statement) == SQLITE_OK && used;
    }
    if (!used) {
        text_add(error, "cannot keep a write-ahead log: ");
        sqlite_add_reason(error, store->database);
    }
    return used;
}

/* -- The generation ---------------------------------------------------------------------------- */

static bool read_generation(struct sqlite *store, int64_t file)
{
    sqlite3_stmt *statement = NULL;
    bool found = false;
    if (sqlite3_prepare_v2(store->database, "SELECT bytes FROM generation WHERE file = ?", -1,
                           &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 1, file) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_column_bytes(statement, 0) == sizeof store->generation) {
        memcpy(store->generation, sqlite3_column_blob(statement, 0), sizeof store->generation);
        found = true;
    }
    sqlite3_finalize(statement);
    return found;
}

static bool write_generation(struct sqlite *store, int64_t file)
{
    sqlite3_stmt *statement = NULL;
    bool written = sqlite_run(store->database, "DELETE FROM generation") &&
                   sqlite3_prepare_v2(store->database, "INSERT INTO generation VALUES (?, ?)", -1,
                                      &statement, NULL) == SQLITE_OK &&
                   sqlite3_bind_blob(statement, 1, store->generation, sizeof store->generation,
                                     SQLITE_STATIC) == SQLITE_OK &&
                   sqlite3_bind_int64(statement, 2, file) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return written;
}

/* A backup holds no generation (copy.c), and a file copied by hand has another number. */
static bool take_generation(struct sqlite *store, const char *path, struct text *error)
{
    struct stat facts;
    int64_t file = stat(path, &facts) == 0 ? (int64_t)facts.st_ino : 0;
    if (read_generation(store, file))
        return true;
    sqlite3_randomness(sizeof store->generation, store->generation);
    if (write_generation(store, file))
        return true;
    sqlite_add_reason(error, store->database);
    return false;
}

static bool open_database(struct sqlite *store, const char *path, bool in_memory,
                          struct text *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK) {
        if (store->database)
            sqlite_add_reason(error, store->database);
        else
            text_add(error, "out of memory");
        return false;
    }
    if (!configure(store, error))
        return false;
    if (!in_memory && sqlite3_db_readonly(store->database, "main") == 1) {
        text_add(error, "cannot be written");
        return false;
    }
    if (!judge(store, path, error) ||
        !sqlite_schema_migrate(store->database, sqlite_migrations, sqlite_migration_count, error) ||
        !use_write_ahead_log(store, in_memory, error) || !take_generation(store, path, error))
        return false;
    let_shrink(store->database);
    if (!sqlite_statements_prepare(store, error))
        return false;
    store->judged = true;
    return true;
}

static const char *folder_of(const struct store *base)
{
    return sqlite_of(base)->folder;
}

static const uint8_t *generation_of(const struct store *base)
{
    return sqlite_of(base)->generation;
}

static void close_store(struct store *base)
{
    struct sqlite *store = sqlite_of(base);
    sqlite_statements_finish(store);
    if (store->judged) {
        if (!sqlite3_get_autocommit(store->database))
            sqlite_run(store->database, "ROLLBACK");
        sqlite3_db_config(store->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
        if (sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                      NULL) != SQLITE_OK)
            log_warning("store.checkpoint_failed", "reason", sqlite3_errmsg(store->database));
    }
    sqlite3_close_v2(store->database);
    sqlite3_free(store);
}

static const struct store_class class = {.folder = folder_of,
                                         .generation = generation_of,
                                         .close = close_store,
                                         .table_add = sqlite_table_add,
                                         .table_update = sqlite_table_update,
                                         .line_add = sqlite_line_add,
                                         .lines_cut = sqlite_lines_cut,
                                         .value_set = sqlite_value_set,
                                         .scopes_forget = sqlite_scopes_forget,
                                         .change_add = sqlite_change_add,
                                         .result_add = sqlite_result_add,
                                         .person_forget = sqlite_person_forget,
                                         .commit = sqlite_commit,
                                         .undo = sqlite_undo,
                                         .is_dirty = sqlite_is_dirty,
                                         .read_live = sqlite_read_live,
                                         .read_table = sqlite_read_table,
                                         .read_ended = sqlite_read_ended,
                                         .read_archived = sqlite_read_archived,
                                         .read_value = sqlite_read_value,
                                         .read_values = sqlite_read_values,
                                         .read_all_values = sqlite_read_all_values,
                                         .read_scopes = sqlite_read_scopes,
                                         .read_changes = sqlite_read_changes,
                                         .read_changes_by = sqlite_read_changes_by,
                                         .read_top = sqlite_read_top,
                                         .read_ratings_of = sqlite_read_ratings_of,
                                         .read_stats = sqlite_read_stats,
                                         .find_player = sqlite_find_player,
                                         .read_tables_of = sqlite_read_tables_of,
                                         .count_tables = sqlite_count_tables,
                                         .read_loose = sqlite_read_loose,
                                         .read_oldest = sqlite_read_oldest,
                                         .record_pack = sqlite_record_pack,
                                         .record_drop = sqlite_record_drop,
                                         .give_back = sqlite_give_back,
                                         .copy_begin = sqlite_copy_begin,
                                         .table_retire = sqlite_table_retire,
                                         .rows_open = sqlite_rows_open,
                                         .rows_next = sqlite_rows_next,
                                         .rows_close = sqlite_rows_close,
                                         .filling_begin = sqlite_filling_begin,
                                         .filling_add = sqlite_filling_add,
                                         .filling_end = sqlite_filling_end,
                                         .filling_drop = sqlite_filling_drop};

struct store *sqlite_open(const char *folder, char *error, size_t error_size)
{
    struct text reason = text_in(error, error_size);
    char path[PATH_MAX];
    bool in_memory = strcmp(folder, ":memory:") == 0;
    int length = in_memory ? snprintf(path, sizeof path, "%s", folder)
                           : snprintf(path, sizeof path, "%s/%s", folder, STORE_FILE);
    sqlite_add_line(&reason, length < (int)sizeof path ? path : folder);
    text_add(&reason, ": ");
    if (length >= (int)sizeof path) {
        text_add(&reason, "the path is too long");
        return NULL;
    }
    if (!in_memory && (!prepare_folder(folder, &reason) || !prepare_file(path, &reason)))
        return NULL;
    struct sqlite *store = sqlite3_malloc(sizeof *store);
    if (!store) {
        text_add(&reason, "out of memory");
        return NULL;
    }
    *store = (struct sqlite){.base = {.class = &class}};
    if (!in_memory) {
        struct text kept = TEXT_IN(store->folder);
        text_add(&kept, folder);
    }
    if (!open_database(store, path, in_memory, &reason)) {
        close_store(&store->base);
        return NULL;
    }
    if (!in_memory) {
        narrow_rights(path, "");
        narrow_rights(path, "-wal");
    }
    text_clear(&reason);
    return &store->base;
}
