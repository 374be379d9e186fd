/* Backups of the store: copies in a folder, made while the bot runs, the oldest of which go.
 *
 * The loop copies in small parts; a worker checks the copy, brings it to the disk and names it.
 * Before that it is called belfry.partial, and whatever ends the process then, no backup is torn.
 * They are called belfry-20260131T120000Z.sqlite3, by the time of their beginning, and each is a
 * store as a whole: to go back to one, it takes the place of belfry.sqlite3.
 */
#ifndef BELFRY_BOT_TURN_BACKUP_H
#define BELFRY_BOT_TURN_BACKUP_H

#include <limits.h>
#include <uv.h>

#include "bot/store/store.h"

struct host;

struct backup {
    struct host *host;
    uv_timer_t timer; /* for the next backup, and between the parts of one */
    uv_work_t work;
    struct store_copy *copy; /* NULL: none is being made */
    bool at_work, asked, closing;
    char file[PATH_MAX];
    char folder[PATH_MAX]; /* of the one that is being made, and how many are kept there */
    int64_t keep;
    char error[STORE_ERROR_MAX];
};

/* Makes backups as the host's configuration says, the first when the newest in the folder is old
 * enough. */
void backup_open(struct backup *backup, struct host *host);
/* The configuration was read again. */
void backup_reload(struct backup *backup);
/* Makes one at once; with one under way, another one after it. */
void backup_now(struct backup *backup);
/* Gives up what is not yet copied; the loop has still to run dry. Zeroes were never opened. */
void backup_close(struct backup *backup);

#endif
