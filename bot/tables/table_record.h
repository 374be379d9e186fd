/* The further keys of a table's record (bot/record/transcript.h), as the store keeps them: compact
 * JSON objects. */
#ifndef BELFRY_BOT_TABLES_TABLE_RECORD_H
#define BELFRY_BOT_TABLES_TABLE_RECORD_H

#include "bot/tables/table.h"

enum { SESSION_FURTHER_BYTES = 128 };

/* Returns the further keys of the header; the caller frees them. */
char *session_record_header(const struct table *table);
/* Reads into the table what it needs from the header's further keys: its settings, its checks and
 * the words of its seats, which exist already. NULL is allowed: the record is an older one. */
void session_record_read_header(const char *further, struct table *table);
/* Returns the seats whose people aborted the table. */
seat_set session_record_aborted(const char *further);
/* Writes the further keys of a line: who made the move, if not the person of the seat (`by` NULL),
 * and the check of the state. */
void session_record_line(const struct table *table, const char *by, struct text *further);
/* Leaves out the check of a line's further keys (store_slim): it takes most of the room. */
const char *session_record_slim(const char *further, struct text *slim);
/* Whether a person made the move of a line, and neither the bot nor the clock. */
bool session_record_by_person(const char *further);
/* Returns false when a further key says that the state after this line was a different one. */
bool session_record_is_state(const struct table *table, const char *further);

#endif
