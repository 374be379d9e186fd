/* Backups of the store: copies in a directory, made while the bot runs; the oldest are removed.
 *
 * The loop copies in small parts. Then a worker thread flushes the copy to disk, opens it again,
 * checks it and renames it. Files whose names are dates in the future come from a clock that was
 * wrong: they are neither counted nor removed, and the backup just made never is. Until then it is
 * called belfry.partial, so no backup is ever incomplete, however the process ends. Backups are
 * named after the time they were begun, such as belfry-20260131T120000Z.sqlite3, and each is a
 * complete store: to go back to one, put it in the place of belfry.sqlite3.
 *
 * With a public key in the configuration a backup is encrypted to it (bot/base/encrypted_file.h)
 * and called belfry-20260131T120000Z.sqlite3.encrypted. The copy is then made and checked beside
 * the store, so the directory of the backups never holds a plain one, and is removed as soon as it
 * is encrypted; after a kill, at the next start.
 */
#ifndef BELFRY_BOT_TURN_BACKUP_H
#define BELFRY_BOT_TURN_BACKUP_H

#include <limits.h>
#include <uv.h>

#include "bot/base/encrypted_file.h"
#include "bot/store/store.h"

struct host;

struct backup {
    struct host *host;
    uv_timer_t timer; /* until the next backup, and between the parts of one */
    uv_work_t work;
    struct store_copy *copy; /* NULL: no backup is being made */
    bool at_work, asked, closing;
    char file[PATH_MAX];
    char checked[PATH_MAX]; /* the plain copy that is to be encrypted */
    char folder[PATH_MAX];  /* of the backup being made, and how many are kept there */
    int64_t keep;
    bool encrypts; /* the backup being made, to this key */
    unsigned char key[ENCRYPTION_KEY_BYTES];
    char error[STORE_ERROR_MAX];
};

/* Returns when the newest backup in a folder was made, in seconds since 1970; 0: there is none. */
int64_t backup_newest(const char *folder);
/* Makes backups as the host's configuration says: the first one as soon as the newest in the
 * directory is old enough. */
void backup_open(struct backup *backup, struct host *host);
/* Takes the configuration that was read again. */
void backup_reload(struct backup *backup);
/* Makes a backup at once; if one is being made, another one after it. */
void backup_now(struct backup *backup);
/* Abandons what is not copied yet; the loop must still run until it is empty. A structure of zeroes
 * was never opened and may be closed. */
void backup_close(struct backup *backup);

#endif
