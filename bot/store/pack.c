#include "bot/store/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bot/base/memory.h"
#include "bot/store/content.h"

enum {
    FORMAT_ALONE = 'z',
    FORMAT_WORDS = 'w',
    HEAD_BYTES = 5,
    FIRST_SEAT = 'a',
    OUTCOME = '=',
    HAS_FURTHER = 128,
    PLAIN_MAX = 4 * 1024 * 1024 /* no game comes near */
};

/* -- Packing ----------------------------------------------------------------------------------- */

static void add_bytes(struct packing *packing, const void *bytes, size_t length)
{
    if (packing->too_long || length > PLAIN_MAX - packing->length) {
        packing->too_long = true;
        return;
    }
    if (packing->room - packing->length < length) {
        packing->room = 2 * (packing->room + length);
        packing->bytes = memory_resize(packing->bytes, packing->room);
    }
    memcpy(packing->bytes + packing->length, bytes, length);
    packing->length += length;
}

void packing_add(struct packing *packing, const struct stored_line *line)
{
    const char *text = line->move != NULL ? line->move : line->chance;
    unsigned char kind =
        line->move != NULL ? (unsigned char)(FIRST_SEAT + line->seat) : (unsigned char)OUTCOME;
    if (line->further != NULL)
        kind |= HAS_FURTHER;
    add_bytes(packing, &kind, 1);
    add_bytes(packing, text, strlen(text) + 1);
    if (line->further != NULL)
        add_bytes(packing, line->further, strlen(line->further) + 1);
    packing->count++;
}

/* Without a header and a sum of its own: the store has a checksum. */
static bool deflate_all(const struct packing *packing, uint8_t *out, size_t room, size_t *length)
{
    enum { MEMORY_LEVEL = 9 };
    z_stream stream = {.next_in = (Bytef *)packing->bytes,
                       .avail_in = (uInt)packing->length,
                       .next_out = out,
                       .avail_out = (uInt)room};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    bool done = deflateSetDictionary(&stream, pack_words, (uInt)pack_words_length) == Z_OK &&
                deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *length = stream.total_out;
    deflateEnd(&stream);
    return done;
}

uint8_t *packing_finish(const struct packing *packing, size_t *length)
{
    if (packing->too_long || packing->count == 0)
        return NULL;
    size_t room = compressBound((uLong)packing->length);
    uint8_t *bytes = memory_new(HEAD_BYTES + room);
    bytes[0] = FORMAT_WORDS;
    for (unsigned i = 1; i < HEAD_BYTES; i++)
        bytes[i] = (uint8_t)(packing->length >> (8 * (i - 1)));
    if (deflate_all(packing, bytes + HEAD_BYTES, room, length)) {
        *length += HEAD_BYTES;
        return bytes;
    }
    free(bytes);
    return NULL;
}

void packing_free(struct packing *packing)
{
    free(packing->bytes);
    *packing = (struct packing){0};
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool inflate_all(const struct packed_lines *packed, char *out, size_t room)
{
    z_stream stream = {.next_in = (Bytef *)packed->bytes + HEAD_BYTES,
                       .avail_in = (uInt)(packed->length - HEAD_BYTES),
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)room};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    bool done = (packed->bytes[0] == FORMAT_ALONE ||
                 inflateSetDictionary(&stream, pack_words, (uInt)pack_words_length) == Z_OK) &&
                inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return done;
}

static size_t plain_length(const struct packed_lines *packed)
{
    size_t length = 0;
    if (packed->length <= HEAD_BYTES ||
        (packed->bytes[0] != FORMAT_WORDS && packed->bytes[0] != FORMAT_ALONE))
        return 0;
    for (unsigned i = 1; i < HEAD_BYTES; i++)
        length |= (size_t)packed->bytes[i] << (8 * (i - 1));
    return length <= PLAIN_MAX ? length : 0;
}

/* Takes a text of less than `size` bytes; NULL: it is longer. */
static const char *take_text(const char **at, const char *end, size_t size)
{
    const char *text = *at;
    size_t left = (size_t)(end - text), length = strnlen(text, left);
    if (length == left || length >= size)
        return NULL;
    *at += length + 1;
    return text;
}

static bool take_line(const char **at, const char *end, struct stored_line *line)
{
    if (*at == end)
        return false;
    unsigned char kind = (unsigned char)*(*at)++;
    unsigned plain = kind & ~(unsigned)HAS_FURTHER;
    line->move = line->chance = line->further = NULL;
    if (plain == OUTCOME) {
        line->seat = GAME_SPECTATOR;
        line->chance = take_text(at, end, STORE_RECORD_MAX);
    } else {
        line->seat = (uint8_t)(plain - FIRST_SEAT);
        line->move = take_text(at, end, GAME_MOVE_TEXT_MAX);
    }
    if ((kind & HAS_FURTHER) != 0) {
        line->further = take_text(at, end, STORE_RECORD_MAX);
        if (line->further == NULL)
            return false;
    }
    return store_misfit_of_line(line) == NULL;
}

/* The lines passed their checksum: only a store that somebody wrote by hand fails here. */
static bool hand_out(const struct packed_lines *packed, const char *plain, size_t length,
                     const struct store_reader *reader)
{
    const char *at = plain;
    struct stored_line line = {.table = packed->table};
    for (line.n = 1; line.n <= packed->count; line.n++) {
        if (!take_line(&at, plain + length, &line)) {
            if (reader->damaged != NULL)
                reader->damaged(reader->context, packed->table, line.n,
                                "its packed lines make no sense");
            return false;
        }
        if (!reader->line(reader->context, &line))
            return false;
    }
    return true;
}

static bool read_lines(const struct packed_lines *packed, const struct store_reader *reader)
{
    size_t length = plain_length(packed);
    char *plain = memory_new(length + 1);
    bool sound = length > 0 && packed->checksum == store_check_packed(packed) &&
                 inflate_all(packed, plain, length);
    if (!sound && reader->damaged != NULL)
        reader->damaged(reader->context, packed->table, 1, "its packed lines are damaged");
    bool all = sound && hand_out(packed, plain, length, reader);
    free(plain);
    return all;
}

void packed_lines_read(const struct packed_lines *packed, const struct store_reader *reader)
{
    bool dropped = packed->bytes == NULL;
    if (dropped && packed->checksum != store_check_packed(packed)) {
        if (reader->damaged != NULL)
            reader->damaged(reader->context, packed->table, 1,
                            "what says that its record was dropped is damaged");
        return;
    }
    if ((dropped || read_lines(packed, reader)) && reader->done != NULL)
        reader->done(reader->context, packed->table);
}
