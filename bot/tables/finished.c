#include "bot/tables/finished.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/record/json_record.h"

enum { HEADER_BYTES = 64 * 1024 };

/* What has been read so far. */
struct reading {
    struct finished *finished;
    FILE *transcript;
    char *buffer; /* HEADER_BYTES for one line */
    bool any;     /* read running tables too, and don't replay the lines */
    bool found, live, dropped, damaged;
};

/* -- Lines ------------------------------------------------------------------------------------- */

static void damage(struct reading *reading, const char *reason)
{
    if (!reading->damaged)
        log_error("table.damaged", "table", LOG_NUMBER(reading->finished->id), "line",
                  LOG_NUMBER(reading->finished->end.n), "reason", reason);
    reading->damaged = true;
}

/* Keeps the line and replays it, so that the end is known and a damaged line is noticed. */
static void keep_line(struct reading *reading, const struct text *line)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    if (line->truncated)
        damage(reading, "a line is too long");
    else if (!reading->any &&
             !transcript_read_line(&reading->finished->end, line->bytes, line->length - 1, &error))
        damage(reading, error.bytes);
    fwrite(line->bytes, 1, line->length, reading->transcript);
}

/* -- What the store returns -------------------------------------------------------------------- */

static void copy_people(const struct stored_table *table, struct finished *finished)
{
    for (size_t i = 0; i < table->seat_count; i++)
        finished->seats[finished->seat_count++] =
            (struct finished_seat){.network = memory_copy(table->seats[i].network),
                                   .identity = memory_copy(table->seats[i].identity),
                                   .name = memory_copy(table->seats[i].name)};
    for (size_t i = 0; i < table->place_count; i++)
        finished->places[finished->place_count++] = (struct finished_place){
            memory_copy(table->places[i].network), memory_copy(table->places[i].place)};
}

/* Adds the header's further keys and who sat where. */
static void add_seats(const struct stored_table *table, struct text *further)
{
    const char *stored = table->further != NULL ? table->further : "{}";
    size_t length = strlen(stored);
    text_add_bytes(further, stored, length - 1);
    text_add(further, length > 2 ? ",\"seats\":[" : "\"seats\":[");
    for (size_t seat = 0; seat < table->seat_count; seat++) {
        if (seat > 0)
            text_add_char(further, ',');
        json_record_add_string(further, table->seats[seat].name);
    }
    text_add(further, "]}");
}

/* The store keeps the options and the setup in the header's format. */
static void keep_header(struct reading *reading, const struct stored_table *table)
{
    char further_buffer[HEADER_BYTES / 4];
    struct text line = text_in(reading->buffer, HEADER_BYTES);
    struct text further = TEXT_IN(further_buffer);
    add_seats(table, &further);
    transcript_print_header(&line, reading->finished->game, table->options,
                            (uint8_t)table->seat_count, table->seed, table->setup, further.bytes);
    line.truncated = line.truncated || further.truncated;
    keep_line(reading, &line);
}

static bool read_table(void *context, const struct stored_table *table)
{
    struct reading *reading = context;
    struct finished *finished = reading->finished;
    finished->status = table->status;
    finished->game = game_find(table->game);
    reading->live = table->status != TABLE_FINISHED && table->status != TABLE_ABORTED;
    reading->found = table->setup[0] != '\0' && finished->game != NULL;
    reading->dropped = table->dropped;
    copy_people(table, finished);
    if ((reading->live && !reading->any) || !reading->found)
        return false;
    memcpy(finished->seed, table->seed, sizeof finished->seed);
    keep_header(reading, table);
    return true;
}

static bool read_line(void *context, const struct stored_line *line)
{
    struct reading *reading = context;
    struct text text = text_in(reading->buffer, HEADER_BYTES);
    if (line->move != NULL)
        transcript_print_move(&text, line->n, line->seat, line->move, line->further);
    else
        transcript_print_chance(&text, line->n, line->chance, line->further);
    keep_line(reading, &text);
    return !reading->damaged;
}

static void read_done(void *context, int64_t id)
{
    struct reading *reading = context;
    struct finished *finished = reading->finished;
    struct game_result result;
    struct text text = text_in(reading->buffer, HEADER_BYTES);
    (void)id;
    if (reading->damaged || !reading->found || reading->any)
        return;
    finished->game->rules->result(GAME_STATE(&finished->end.state), &result);
    transcript_print_end(&text, finished->status == TABLE_ABORTED, finished->seat_count, &result);
    keep_line(reading, &text);
}

static void read_damaged(void *context, int64_t id, uint32_t line, const char *reason)
{
    struct reading *reading = context;
    (void)id;
    (void)line;
    damage(reading, reason);
}

static enum finished_result read_all(struct store_inquiry *inquiry, struct reading *reading)
{
    const struct store_reader reader = {.context = reading,
                                        .table = read_table,
                                        .line = read_line,
                                        .done = read_done,
                                        .damaged = read_damaged};
    bool read = store_read_table(inquiry, reading->finished->id, &reader);
    if (reading->damaged)
        return FINISHED_UNREADABLE;
    if (reading->live)
        return FINISHED_LIVE;
    if (reading->dropped)
        return FINISHED_DROPPED;
    return read && reading->found ? FINISHED_READ : FINISHED_NONE;
}

enum finished_result finished_read(struct store_inquiry *inquiry, int64_t table,
                                   struct finished *finished)
{
    struct reading reading = {.finished = finished, .buffer = memory_new(HEADER_BYTES)};
    *finished = (struct finished){.id = table};
    transcript_reader_open(&finished->end);
    reading.transcript = memory_stream(&finished->transcript, &finished->length);
    enum finished_result result = read_all(inquiry, &reading);
    memory_stream_close(reading.transcript);
    free(reading.buffer);
    return result;
}

void finished_write_any(struct store_inquiry *inquiry, int64_t table, FILE *file)
{
    struct finished finished = {.id = table};
    struct reading reading = {
        .finished = &finished, .transcript = file, .buffer = memory_new(HEADER_BYTES), .any = true};
    read_all(inquiry, &reading);
    free(reading.buffer);
    finished_free(&finished);
}

void finished_free(struct finished *finished)
{
    for (size_t seat = 0; seat < finished->seat_count; seat++) {
        free(finished->seats[seat].network);
        free(finished->seats[seat].identity);
        free(finished->seats[seat].name);
    }
    for (size_t i = 0; i < finished->place_count; i++) {
        free(finished->places[i].network);
        free(finished->places[i].place);
    }
    free(finished->transcript);
    *finished = (struct finished){0};
}

/* -- Queries ----------------------------------------------------------------------------------- */

int finished_seat_of(const struct finished *finished, const char *network, const char *identity)
{
    for (int seat = 0; seat < finished->seat_count; seat++)
        if (strcmp(finished->seats[seat].identity, identity) == 0 &&
            strcmp(finished->seats[seat].network, network) == 0)
            return seat;
    return -1;
}

bool finished_was_in(const struct finished *finished, const char *network, const char *place)
{
    for (size_t i = 0; i < finished->place_count; i++)
        if (strcmp(finished->places[i].place, place) == 0 &&
            strcmp(finished->places[i].network, network) == 0)
            return true;
    return false;
}

bool finished_read_to(const struct finished *finished, uint32_t n, struct transcript_reader *reader)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    const char *line = finished->transcript;
    transcript_reader_open(reader);
    for (uint32_t lines = 0; lines <= n; lines++) {
        const char *end = strchr(line, '\n');
        if (end == NULL || !transcript_read_line(reader, line, (size_t)(end - line), &error))
            return false;
        line = end + 1;
    }
    return !reader->ended;
}
