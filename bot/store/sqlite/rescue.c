/* A store whose write-ahead log is damaged: a copy is kept, what can be read of it becomes a store
 * of its own, and the tables that SQLite would have cut short are named. Nothing in the store's own
 * files changes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/store/sqlite/sqlite_private.h"
#include "bot/store/sqlite/wal.h"

enum {
    IMAGE_BYTES_MAX = 512 * 1024 * 1024,
    /* In SQLite's header: how the file is read and written; 1 is without a log. */
    VERSIONS_AT = 18,
    TABLES_NAMED = 12
};

/* A database in memory. */
struct image {
    uint8_t *bytes; /* sqlite3_malloc64() */
    size_t length;  /* of the database */
    size_t room;
};

/* -- Files ------------------------------------------------------------------------------------- */

static bool read_whole(const char *path, size_t room, struct image *image)
{
    struct stat facts;
    FILE *file = fopen(path, "re");
    image->bytes = NULL;
    if (file != NULL && fstat(fileno(file), &facts) == 0 && facts.st_size <= IMAGE_BYTES_MAX) {
        image->length = (size_t)facts.st_size;
        image->room = image->length > room ? image->length : room;
        image->bytes = sqlite3_malloc64(image->room + 1);
        if (image->bytes != NULL) {
            memset(image->bytes, 0, image->room);
            image->length = fread(image->bytes, 1, image->length, file);
        }
    }
    if (file != NULL)
        fclose(file);
    return image->bytes != NULL;
}

static bool write_whole(const char *folder, const char *name, const struct image *image)
{
    char path[PATH_MAX];
    struct text text = TEXT_IN(path);
    text_add_format(&text, "%s/%s", folder, name);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file == NULL)
        return false;
    bool written = fwrite(image->bytes, 1, image->length, file) == image->length &&
                   fflush(file) == 0 && fsync(descriptor) == 0;
    return fclose(file) == 0 && written;
}

/* -- The log's pages --------------------------------------------------------------------------- */

/* Puts the log's commits into the image: all of the log, or those before the damage. What is
 * unsound goes in too, because the rows have checksums of their own. */
static void apply_log(struct image *image, const char *log_path, bool all)
{
    static struct wal wal;
    size_t length = image->length;
    bool sound = wal_open(&wal, log_path) && (all || wal.sound_header);
    while (sound && wal_next(&wal) && (all || wal.is_sound)) {
        size_t end = (size_t)wal.page * wal.page_size;
        if (!wal.is_of_log || wal.page == 0 || end > image->room)
            continue;
        memcpy(image->bytes + end - wal.page_size, wal.bytes + WAL_FRAME_HEADER, wal.page_size);
        if (wal.pages_after > 0 && (size_t)wal.pages_after * wal.page_size <= image->room)
            length = (size_t)wal.pages_after * wal.page_size;
    }
    wal_close(&wal);
    image->length = length;
    if (length > VERSIONS_AT + 1)
        image->bytes[VERSIONS_AT] = image->bytes[VERSIONS_AT + 1] = 1;
}

static bool make_image(struct image *image, const char *path, const char *log_path, bool all)
{
    struct stat facts;
    struct stat log_facts;
    if (stat(path, &facts) != 0 || stat(log_path, &log_facts) != 0 ||
        !read_whole(path, (size_t)facts.st_size + (size_t)log_facts.st_size, image))
        return false;
    apply_log(image, log_path, all);
    return true;
}

/* -- What is affected -------------------------------------------------------------------------- */

/* The database takes the image's bytes. */
static bool attach_image(sqlite3 *database, const char *name, struct image *image)
{
    uint8_t *bytes = image->bytes;
    image->bytes = NULL;
    return sqlite3_deserialize(
               database, name, bytes, (sqlite3_int64)image->length, (sqlite3_int64)image->room,
               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY) == SQLITE_OK;
}

/* Tables with lines or a header that only the whole log has, or that are there too early. */
static void add_tables(struct text *out, sqlite3 *database)
{
    static const char query[] =
        "SELECT DISTINCT id FROM (SELECT id, 0, checksum FROM main.tables UNION ALL"
        " SELECT table_id, n, checksum FROM main.lines UNION ALL"
        " SELECT table_id, -1, checksum FROM main.packed EXCEPT"
        " SELECT id, 0, checksum FROM standing.tables EXCEPT"
        " SELECT table_id, n, checksum FROM standing.lines EXCEPT"
        " SELECT table_id, -1, checksum FROM standing.packed) ORDER BY id";
    sqlite3_stmt *statement = NULL;
    unsigned count = 0;
    if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) != SQLITE_OK)
        return;
    while (sqlite3_step(statement) == SQLITE_ROW && count++ <= TABLES_NAMED)
        text_add_format(out, count > TABLES_NAMED ? " and more" : "%s%lld",
                        count > 1 ? ", " : ", of tables ",
                        (long long)sqlite3_column_int64(statement, 0));
    sqlite3_finalize(statement);
}

static void add_affected(struct text *out, const char *path, const char *log_path)
{
    struct image all = {.bytes = NULL}, standing = {.bytes = NULL};
    sqlite3 *database = NULL;
    if (sqlite3_open(":memory:", &database) == SQLITE_OK &&
        sqlite_run(database, "ATTACH ':memory:' AS standing") &&
        make_image(&all, path, log_path, true) && make_image(&standing, path, log_path, false) &&
        attach_image(database, "main", &all) && attach_image(database, "standing", &standing))
        add_tables(out, database);
    sqlite3_free(all.bytes);
    sqlite3_free(standing.bytes);
    sqlite3_close_v2(database);
}

/* -- The copy ---------------------------------------------------------------------------------- */

static bool copy_file(const char *path, const char *folder, const char *name)
{
    struct image image;
    bool copied = read_whole(path, 0, &image) && write_whole(folder, name, &image);
    sqlite3_free(image.bytes);
    return copied;
}

static bool write_rescued(const char *path, const char *log_path, const char *folder)
{
    char rescued[PATH_MAX];
    struct text text = TEXT_IN(rescued);
    struct image image = {.bytes = NULL};
    text_add_format(&text, "%s/rescued", folder);
    bool written = mkdir(rescued, 0700) == 0 && make_image(&image, path, log_path, true) &&
                   write_whole(rescued, STORE_FILE, &image);
    sqlite3_free(image.bytes);
    return written;
}

/* One log is copied once, however often the bot is started. */
static bool keep_copy(const char *path, const char *log_path, const char *copy)
{
    char partial[PATH_MAX];
    struct text text = TEXT_IN(partial);
    struct stat facts;
    if (stat(copy, &facts) == 0)
        return true;
    text_add_format(&text, "%s.partial-%d", copy, (int)getpid());
    return mkdir(partial, 0700) == 0 && copy_file(path, partial, STORE_FILE) &&
           copy_file(log_path, partial, STORE_FILE "-wal") &&
           write_rescued(path, log_path, partial) && rename(partial, copy) == 0;
}

static void add_copy(struct text *error, const char *path, const char *log_path, uint32_t mark)
{
    char copy[PATH_MAX], name[32];
    struct text text = TEXT_IN(copy);
    snprintf(name, sizeof name, "damaged-%08x", (unsigned)mark);
    text_add_bytes(&text, path, strlen(path) - strlen(STORE_FILE));
    text_add(&text, name);
    if (!text.truncated && keep_copy(path, log_path, copy))
        text_add_format(error,
                        ". A copy is in %s, and in %s/rescued all that can be read of it"
                        " (belfry store check --data shows what)",
                        name, name);
    else
        text_add_format(error, ". It could not be copied: %s", strerrordesc_np(errno));
}

bool sqlite_log_is_sound(const char *path, struct text *error)
{
    char log_path[PATH_MAX];
    struct text text = TEXT_IN(log_path);
    struct wal_damage damage;
    text_add_format(&text, "%s-wal", path);
    if (text.truncated || !wal_is_damaged(log_path, &damage))
        return true;
    text_add_format(error,
                    "its write-ahead log is damaged at frame %u of %u and was left as it is; saved"
                    " turns behind that: %u",
                    (unsigned)damage.frame, (unsigned)damage.frames, (unsigned)damage.commits);
    add_affected(error, path, log_path);
    add_copy(error, path, log_path, damage.mark);
    return false;
}
