/* The further keys of a table's record (bot/record/transcript.h), as the store keeps them: compact
 * JSON objects.
 */
#ifndef BELFRY_BOT_TABLES_TABLE_RECORD_H
#define BELFRY_BOT_TABLES_TABLE_RECORD_H

#include "bot/tables/table.h"

enum { SESSION_FURTHER_BYTES = 128 };

/* Of the header; free() it. */
char *session_record_header(const struct table *table);
/* Takes from the header's further keys what the table itself needs: its settings, its checks and
 * the words of its seats, which are there already. NULL is allowed: an older record. */
void session_record_read_header(const char *further, struct table *table);
/* Of a line: who made the move, if not its own person (NULL), and the check of the state. */
void session_record_line(const struct table *table, const char *by, struct text *further);
/* False when a further key says that the state after this line was another one. */
bool session_record_is_state(const struct table *table, const char *further);

#endif
