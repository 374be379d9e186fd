/* The write-ahead log beside the file, read without SQLite. Private to bot/store/sqlite and its
 * tests.
 *
 * SQLite reads the log up to the first frame whose checksum is wrong and drops the rest without a
 * word. That is right for a commit that was being written when the machine stopped, and wrong for a
 * log in which a byte has changed: then saved turns stand behind that frame. The format is
 * described in https://sqlite.org/fileformat2.html#walformat.
 */
#ifndef BELFRY_BOT_STORE_SQLITE_WAL_H
#define BELFRY_BOT_STORE_SQLITE_WAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { WAL_PAGE_MAX = 65536, WAL_FRAME_HEADER = 24 };

/* A log that is being read frame by frame. */
struct wal {
    FILE *file;
    bool sound_header; /* if not, the salts are those of the first frame */
    bool big_endian;
    uint32_t page_size;
    uint32_t salts[2];
    uint32_t before[2]; /* the checksum that the frame before has */
    /* The frame that was read. */
    uint32_t frame; /* from 1 */
    uint32_t page;
    uint32_t pages_after; /* of the file, when the frame ends a commit; else 0 */
    bool is_of_log;       /* it has the log's salts; others are left from earlier use of the file */
    bool is_sound;
    uint8_t bytes[WAL_FRAME_HEADER + WAL_PAGE_MAX];
};

/* What is wrong with a log. */
struct wal_damage {
    uint32_t frame; /* the first that is damaged; 0: the header */
    uint32_t frames;
    uint32_t commits; /* that SQLite would drop */
    uint32_t mark;    /* tells this log from others */
};

/* Returns false when there is no log, or nothing in it; wal_close() may be called all the same. */
bool wal_open(struct wal *wal, const char *path);
/* Reads the next frame; false: there is none. */
bool wal_next(struct wal *wal);
void wal_close(struct wal *wal);

/* Whether saved turns stand behind damage. Damage to the last frame is told from a frame that was
 * not written to its end only when a single bit has changed. */
bool wal_is_damaged(const char *path, struct wal_damage *damage);

#endif
