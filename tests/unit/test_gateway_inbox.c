/* Addresses of the gateway, and frames combined into messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/gateway/inbox.h"
#include "adapters/discord/gateway/url.h"

/* -- Addresses --------------------------------------------------------------------------------- */

static void expect_url(const char *text, bool compress, bool secure, const char *host,
                       uint16_t port, const char *path)
{
    struct gateway_url url;

    assert_true(gateway_url_parse(text, compress, &url));
    assert_int_equal(url.secure, secure);
    assert_string_equal(url.host, host);
    assert_int_equal(url.port, port);
    assert_string_equal(url.path, path);
}

static void addresses_with_the_same_query(void **state)
{
    (void)state;
    expect_url("wss://gateway.discord.gg", true, true, "gateway.discord.gg", 443,
               "/?v=10&encoding=json&compress=zlib-stream");
    expect_url("wss://gateway-us-east1-b.discord.gg/", false, true, "gateway-us-east1-b.discord.gg",
               443, "/?v=10&encoding=json");
    expect_url("ws://127.0.0.1:8080/gateway", false, false, "127.0.0.1", 8080,
               "/gateway?v=10&encoding=json");
    expect_url("ws://[::1]:81/a?b=c", false, false, "::1", 81, "/a?b=c&v=10&encoding=json");
    expect_url("ws://host:1", false, false, "host", 1, "/?v=10&encoding=json");
    expect_url("wss://host:65535/", false, true, "host", 65535, "/?v=10&encoding=json");
    expect_url("wss://host:0019", false, true, "host", 19, "/?v=10&encoding=json");
    expect_url("ws://a~!b", false, false, "a~!b", 80, "/?v=10&encoding=json");
    expect_url("ws://host?b=c", false, false, "host", 80, "/?b=c&v=10&encoding=json");
}

static void what_is_no_address(void **state)
{
    static const char *const texts[] = {"",
                                        "gateway.discord.gg",
                                        "https://discord.com",
                                        "wss://",
                                        "wss://:443",
                                        "wss://host:",
                                        "wss://host:0",
                                        "wss://host:65536",
                                        "wss://host:99999999999999999999",
                                        "wss://host:4x",
                                        "wss://[::1",
                                        "wss://user@host",
                                        "wss://host/#part",
                                        "wss://ho st",
                                        "wss://host/\r\nHost: other",
                                        "wss://h\xc3\xb6st"};
    struct gateway_url url;
    char text[700];

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_false(gateway_url_parse(texts[i], false, &url));
    memset(text, 'h', sizeof(text));
    memcpy(text, "wss://", 6);
    text[6 + 256] = '\0';
    assert_false(gateway_url_parse(text, false, &url));
    text[6 + 255] = '\0';
    assert_true(gateway_url_parse(text, false, &url));
    memset(text + 6, 'h', sizeof(text) - 6);
    text[10] = '/';
    text[sizeof(text) - 1] = '\0';
    assert_false(gateway_url_parse(text, false, &url));
}

/* -- Frames ------------------------------------------------------------------------------------ */

static struct gateway_inbox inbox;
static z_stream deflater;

static int begin(void **state)
{
    (void)state;
    memset(&deflater, 0, sizeof(deflater));
    return deflateInit(&deflater, 6);
}

static int end(void **state)
{
    (void)state;
    gateway_inbox_clear(&inbox);
    return deflateEnd(&deflater) == Z_STREAM_ERROR;
}

/* Returns one message of the stream; the caller frees it. */
static char *compress_text(const char *text, size_t length, size_t *compressed)
{
    size_t size = length + 1024;
    char *bytes = malloc(size);

    assert_non_null(bytes);
    deflater.next_in = (Bytef *)(uintptr_t)text;
    deflater.avail_in = (uInt)length;
    deflater.next_out = (Bytef *)bytes;
    deflater.avail_out = (uInt)size;
    assert_int_equal(deflate(&deflater, Z_SYNC_FLUSH), Z_OK);
    *compressed = size - deflater.avail_out;
    return bytes;
}

static void expect_message(const char *text)
{
    assert_int_equal(inbox.length, strlen(text));
    assert_memory_equal(inbox.bytes, text, inbox.length);
    gateway_inbox_next(&inbox);
}

static enum gateway_inbox_result add_text(const char *text, bool last)
{
    return gateway_inbox_add(&inbox, text, strlen(text), false, last);
}

static void texts_in_pieces(void **state)
{
    (void)state;
    assert_int_equal(add_text("one", true), GATEWAY_INBOX_MESSAGE);
    expect_message("one");
    assert_int_equal(add_text("t", false), GATEWAY_INBOX_MORE);
    assert_int_equal(add_text("w", false), GATEWAY_INBOX_MORE);
    assert_int_equal(add_text("o", true), GATEWAY_INBOX_MESSAGE);
    expect_message("two");
    assert_int_equal(add_text("", true), GATEWAY_INBOX_MESSAGE);
    expect_message("");
}

/* Sends each message in pieces of `size` bytes, each as a frame of its own or all as one. */
static void inflate_in_pieces(size_t size, bool frames)
{
    static const char *const texts[] = {"{\"op\":10}", "{}", "{\"op\":11}", "{\"op\":11}"};

    begin(NULL);
    gateway_inbox_clear(&inbox); /* a new connection: a new stream */
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        size_t length, at = 0;
        char *bytes = compress_text(texts[i], strlen(texts[i]), &length);

        while (at < length) {
            size_t piece = size < length - at ? size : length - at;
            bool last = at + piece == length;

            assert_int_equal(gateway_inbox_add(&inbox, bytes + at, piece, true, frames || last),
                             last ? GATEWAY_INBOX_MESSAGE : GATEWAY_INBOX_MORE);
            at += piece;
        }
        expect_message(texts[i]);
        free(bytes);
    }
    deflateEnd(&deflater);
}

static void streams_in_pieces_of_any_size(void **state)
{
    (void)state;
    deflateEnd(&deflater);
    for (size_t size = 1; size < 40; size++) {
        inflate_in_pieces(size, false);
        inflate_in_pieces(size, true);
    }
    begin(NULL);
}

static void a_plain_text_between_compressed_ones(void **state)
{
    size_t length;
    char *bytes = compress_text("{}", 2, &length);

    (void)state;
    assert_int_equal(add_text("plain", true), GATEWAY_INBOX_MESSAGE);
    expect_message("plain");
    assert_int_equal(gateway_inbox_add(&inbox, bytes, length, true, true), GATEWAY_INBOX_MESSAGE);
    expect_message("{}");
    assert_int_equal(add_text("plain", true), GATEWAY_INBOX_MESSAGE);
    expect_message("plain");
    free(bytes);
}

static void a_stream_of_another_connection_is_damaged(void **state)
{
    size_t length;
    char *bytes = compress_text("{\"op\":10}", 9, &length);

    (void)state;
    assert_int_equal(gateway_inbox_add(&inbox, bytes, length, true, true), GATEWAY_INBOX_MESSAGE);
    gateway_inbox_next(&inbox);
    free(bytes);
    gateway_inbox_clear(&inbox);
    bytes = compress_text("{\"op\":10}", 9, &length); /* continues the old one */
    assert_int_equal(gateway_inbox_add(&inbox, bytes, length, true, true), GATEWAY_INBOX_DAMAGED);
    free(bytes);
}

static void a_huge_message_and_a_bomb(void **state)
{
    size_t length, most = GATEWAY_MESSAGE_MAX - 1;
    char *zeros = calloc(1, most + 1);
    char *bytes = compress_text(zeros, most, &length);

    (void)state;
    assert_true(length < most / 500);
    assert_int_equal(gateway_inbox_add(&inbox, bytes, length, true, true), GATEWAY_INBOX_MESSAGE);
    assert_int_equal(inbox.length, most);
    gateway_inbox_next(&inbox);
    assert_true(inbox.size <= GATEWAY_MESSAGE_KEPT);
    free(bytes);
    bytes = compress_text(zeros, most + 1, &length);
    assert_int_equal(gateway_inbox_add(&inbox, bytes, length, true, true), GATEWAY_INBOX_TOO_LONG);
    free(bytes);
    gateway_inbox_clear(&inbox);
    assert_int_equal(gateway_inbox_add(&inbox, zeros, most, false, false), GATEWAY_INBOX_MORE);
    assert_int_equal(gateway_inbox_add(&inbox, zeros, 1, false, true), GATEWAY_INBOX_TOO_LONG);
    free(zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_with_the_same_query),
        cmocka_unit_test(what_is_no_address),
        cmocka_unit_test_setup_teardown(texts_in_pieces, begin, end),
        cmocka_unit_test_setup_teardown(streams_in_pieces_of_any_size, begin, end),
        cmocka_unit_test_setup_teardown(a_plain_text_between_compressed_ones, begin, end),
        cmocka_unit_test_setup_teardown(a_stream_of_another_connection_is_damaged, begin, end),
        cmocka_unit_test_setup_teardown(a_huge_message_and_a_bomb, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
