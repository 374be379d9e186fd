/* A finished table, read back from the store as one transcript: the input of `verify`, `replay` and
 * `export`. The record of a running table holds hidden cards and is never read this way. */
#ifndef BELFRY_BOT_TABLES_FINISHED_H
#define BELFRY_BOT_TABLES_FINISHED_H

#include <stdbool.h>

#include "bot/record/transcript.h"
#include "bot/store/store.h"

struct finished_seat {
    char *network, *identity, *name; /* identity "": the bot played it */
};

struct finished {
    int64_t id;
    enum table_status status;
    const struct game *game;
    uint8_t seat_count;
    struct finished_seat seats[GAME_SEATS_MAX];
    size_t place_count;
    struct finished_place {
        char *network, *place;
    } places[STORE_PLACES_MAX];
    uint8_t seed[STORE_SEED_BYTES];
    char *transcript; /* whole lines (bot/record/transcript.h); the header says who sat where */
    size_t length;
    struct transcript_reader end; /* after the last line */
};

/* The result of reading: the table was read, or the reason why not. */
enum finished_result {
    FINISHED_READ,
    FINISHED_NONE,       /* there is no such table, or it never began */
    FINISHED_LIVE,       /* it is not over yet */
    FINISHED_UNREADABLE, /* its record is damaged; the log says where */
    FINISHED_DROPPED     /* its record was dropped (bot/turn/retention.h) */
};

/* Reads the table into `finished`. The result means nothing while the inquiry waits. Whatever it
 * is, the caller calls finished_free(). */
enum finished_result finished_read(struct store_inquiry *inquiry, int64_t table,
                                   struct finished *finished);
void finished_free(struct finished *finished);

/* Writes as much of a table's record as can be read, even while the table runs. The record holds
 * hidden cards, so this is only for the person who runs the bot. Writes nothing while the inquiry
 * waits. */
void finished_write_any(struct store_inquiry *inquiry, int64_t table, FILE *file);

/* Returns the seat of a person, or -1. */
int finished_seat_of(const struct finished *finished, const char *network, const char *identity);
bool finished_was_in(const struct finished *finished, const char *network, const char *place);

/* Reads the transcript again up to line `n` (0: the setup). Returns false when it has fewer lines.
 */
bool finished_read_to(const struct finished *finished, uint32_t n,
                      struct transcript_reader *reader);

#endif
