/* Fuzzes a gateway shard with frames in portions. It does not crash or stop listening. It behaves
 * the same as when each frame comes in one portion. It never sends more than allowed, or anything
 * unexpected.
 *
 * The first byte chooses the state of the shard and how frames are packed; the second seeds the
 * sizes of the portions; the rest are frames, one per line, or, with bit 2, bytes of a zlib stream.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bot/base/log.h"
#include "tests/wire/gateway_kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_TRIED = 16384, READY = 1, DEFLATED = 2, RAW = 4, RESUMING = 8 };

struct sender {
    struct gateway_kit *kit;
    z_stream deflater;
    uint8_t choice;
    unsigned seed; /* 0: one portion */
};

static void begin(struct gateway_kit *kit, uint8_t choice)
{
    gateway_kit_init(kit);
    if (choice & (READY | RESUMING))
        gateway_kit_ready(kit);
    if (choice & RESUMING)
        gateway_kit_closed(kit, 0);
    gateway_kit_wait(kit, 2000);
    gateway_kit_opened(kit);
}

static void feed(struct sender *sender, const char *bytes, size_t size, bool binary)
{
    size_t at = 0;

    do {
        size_t portion = size - at;

        if (sender->seed) {
            sender->seed = sender->seed * 1103515245u + 12345u;
            portion = 1 + (sender->seed >> 16) % 40;
        }
        if (portion > size - at)
            portion = size - at;
        gateway_kit_piece(sender->kit, bytes + at, portion, binary, at + portion == size);
        at += portion;
    } while (at < size);
}

static void feed_frame(struct sender *sender, const char *text, size_t length)
{
    static char bytes[2 * SIZE_MAX_TRIED];

    if (!(sender->choice & DEFLATED)) {
        feed(sender, text, length, false);
        return;
    }
    sender->deflater.next_in = (Bytef *)(uintptr_t)text;
    sender->deflater.avail_in = (uInt)length;
    sender->deflater.next_out = (Bytef *)bytes;
    sender->deflater.avail_out = sizeof(bytes);
    deflate(&sender->deflater, Z_SYNC_FLUSH);
    feed(sender, bytes, sizeof(bytes) - sender->deflater.avail_out, true);
}

static void run(struct gateway_kit *kit, uint8_t choice, unsigned seed, const char *text,
                size_t size)
{
    struct sender sender = {.kit = kit, .choice = choice, .seed = seed};

    begin(kit, choice);
    deflateInit(&sender.deflater, 1);
    if (choice & RAW) {
        feed(&sender, text, size, true);
        size = 0;
    }
    for (size_t at = 0; at < size;) {
        const char *line_end = memchr(text + at, '\n', size - at);
        size_t length = line_end ? (size_t)(line_end - text) - at : size - at;

        feed_frame(&sender, text + at, length);
        gateway_kit_wait(kit, 50);
        at += length + 1;
    }
    deflateEnd(&sender.deflater);
}

static void same(const struct gateway_kit *one, const struct gateway_kit *other)
{
    if (one->count != other->count)
        abort();
    for (size_t i = 0; i < one->count; i++) {
        if (strcmp(one->lines[i], other->lines[i]) != 0)
            abort();
    }
}

static bool begins(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

/* Everything is sent in less than a minute, on one connection. */
static void within_limits(const struct gateway_kit *kit)
{
    unsigned sent = 0;

    for (size_t i = 0; i < kit->count; i++) {
        const char *line = kit->lines[i];

        if (begins(line, "connect"))
            sent = 0;
        else if (begins(line, "send"))
            sent++;
        if (sent > 120)
            abort();
        if (begins(line, "send") && !begins(line, "send {\"op\":1,") &&
            !begins(line, "send {\"op\":2,") && !begins(line, "send {\"op\":6,"))
            abort();
    }
}

/* In an established session the shard reports an event in plain text, unless it has hung up. */
static void not_deaf(struct gateway_kit *kit)
{
    const char *line;
    bool heard = false;

    if (!gateway_shard_is_ready(kit->shard))
        return;
    gateway_kit_forget(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"HEARD\",\"s\":null,\"d\":null}");
    while ((line = gateway_kit_line(kit))[0] != '\0')
        heard |= strcmp(line, "event HEARD") == 0 || begins(line, "close");
    if (!heard)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct gateway_kit whole, portions;

    if (size < 2 || size > SIZE_MAX_TRIED)
        return 0;
    log_to(stderr, LOG_LEVEL_ERROR);
    run(&whole, data[0], 0, (const char *)data + 2, size - 2);
    run(&portions, data[0], data[1] + 1u, (const char *)data + 2, size - 2);
    same(&whole, &portions);
    within_limits(&whole);
    not_deaf(&portions);
    gateway_kit_free(&whole);
    gateway_kit_free(&portions);
    return 0;
}
