#include "adapters/discord/gateway/inbox.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 4096 };

void gateway_inbox_clear(struct gateway_inbox *inbox)
{
    if (inbox->inflating)
        inflateEnd(&inbox->stream);
    free(inbox->bytes);
    *inbox = (struct gateway_inbox){0};
}

void gateway_inbox_next(struct gateway_inbox *inbox)
{
    inbox->length = 0;
    if (inbox->size > GATEWAY_MESSAGE_KEPT) {
        free(inbox->bytes);
        inbox->bytes = NULL;
        inbox->size = 0;
    }
}

/* Room for `more` bytes behind `length`. */
static bool reserve(struct gateway_inbox *inbox, size_t more)
{
    size_t size = inbox->size ? inbox->size : FIRST_SIZE;
    char *bytes;

    if (more >= GATEWAY_MESSAGE_MAX - inbox->length)
        return false;
    while (size < inbox->length + more)
        size *= 2;
    if (size == inbox->size)
        return true;
    bytes = realloc(inbox->bytes, size);
    if (!bytes)
        return false;
    inbox->bytes = bytes;
    inbox->size = size;
    return true;
}

static enum gateway_inbox_result add_text(struct gateway_inbox *inbox, const char *bytes,
                                          size_t length, bool last)
{
    if (!reserve(inbox, length))
        return GATEWAY_INBOX_TOO_LONG;
    if (length > 0)
        memcpy(inbox->bytes + inbox->length, bytes, length);
    inbox->length += length;
    return last ? GATEWAY_INBOX_MESSAGE : GATEWAY_INBOX_MORE;
}

static void keep_tail(struct gateway_inbox *inbox, const char *bytes, size_t length)
{
    size_t size = sizeof(inbox->tail);

    if (length < size) {
        memmove(inbox->tail, inbox->tail + length, size - length);
        memcpy(inbox->tail + size - length, bytes, length);
    } else {
        memcpy(inbox->tail, bytes + length - size, size);
    }
}

static enum gateway_inbox_result inflate_all(struct gateway_inbox *inbox, const char *bytes,
                                             size_t length)
{
    z_stream *stream = &inbox->stream;

    /* zlib only reads its input, but it is not const without ZLIB_CONST. */
    stream->next_in = (Bytef *)(uintptr_t)bytes;
    stream->avail_in = (uInt)length;
    do {
        int status;

        /* At least one byte must be free. */
        if (inbox->length == inbox->size && !reserve(inbox, 1))
            return GATEWAY_INBOX_TOO_LONG;
        stream->next_out = (Bytef *)inbox->bytes + inbox->length;
        stream->avail_out = (uInt)(inbox->size - inbox->length);
        status = inflate(stream, Z_SYNC_FLUSH);
        inbox->length = inbox->size - stream->avail_out;
        if (status != Z_OK && status != Z_BUF_ERROR)
            return GATEWAY_INBOX_DAMAGED;
    } while (stream->avail_in > 0 || stream->avail_out == 0);
    return GATEWAY_INBOX_MORE;
}

static enum gateway_inbox_result add_binary(struct gateway_inbox *inbox, const char *bytes,
                                            size_t length, bool last)
{
    static const unsigned char end[4] = {0x00, 0x00, 0xff, 0xff};
    enum gateway_inbox_result result;

    if (!inbox->inflating && inflateInit(&inbox->stream) != Z_OK)
        return GATEWAY_INBOX_DAMAGED;
    inbox->inflating = true;
    if (length > 0) {
        keep_tail(inbox, bytes, length);
        result = inflate_all(inbox, bytes, length);
        if (result != GATEWAY_INBOX_MORE)
            return result;
    }
    return last && memcmp(inbox->tail, end, sizeof(end)) == 0 ? GATEWAY_INBOX_MESSAGE
                                                              : GATEWAY_INBOX_MORE;
}

enum gateway_inbox_result gateway_inbox_add(struct gateway_inbox *inbox, const char *bytes,
                                            size_t length, bool binary, bool last)
{
    if (inbox->length > 0 && binary != inbox->binary)
        return GATEWAY_INBOX_DAMAGED;
    inbox->binary = binary;
    return binary ? add_binary(inbox, bytes, length, last) : add_text(inbox, bytes, length, last);
}
