/* The lines of a table that is over, as one compressed piece. Only bot/store and its tests include
 * this.
 *
 * The piece begins with a letter for its format and the length of what is compressed, in
 * little-endian: four bytes. 'w' is deflate (RFC 1951) over the lines in order, with pack_words as
 * the text before them; 'z', of earlier versions, is the same without that text. A line is a byte
 * (the seat from 'a', or '=' for an outcome; plus 128 when there are further keys), its text, and
 * the further keys, each text with a zero at its end.
 */
#ifndef BELFRY_BOT_STORE_PACK_H
#define BELFRY_BOT_STORE_PACK_H

#include "bot/store/store.h"

/* A piece in the store. */
struct packed_lines {
    int64_t table;
    int64_t ended; /* when the table ended or was packed, in seconds since 1970 */
    uint32_t count;
    const uint8_t *bytes; /* NULL: the lines were dropped */
    size_t length;
    int32_t checksum; /* store_check_packed() */
};

/* Lines that are common in records, from random games of each kind, the ones of the longest games
 * last; bot/store/pack_words.txt with a zero for each line feed. Never change it: with any other
 * text what is packed can't be read. Better words are another letter. */
extern const uint8_t pack_words[];
extern const size_t pack_words_length;

/* Lines on their way into a piece. */
struct packing {
    char *bytes;
    size_t length, room;
    uint32_t count;
    bool too_long; /* they are not packed */
};

void packing_add(struct packing *packing, const struct stored_line *line);
/* Compresses what was added. Returns the piece's bytes, which the caller frees, and their length;
 * NULL: there is too much, or nothing. */
uint8_t *packing_finish(const struct packing *packing, size_t *length);
void packing_free(struct packing *packing);

/* Hands the lines to the reader, then tells it that the table is done, or that its record is
 * damaged. Without lines it only does that. */
void packed_lines_read(const struct packed_lines *packed, const struct store_reader *reader);

#endif
