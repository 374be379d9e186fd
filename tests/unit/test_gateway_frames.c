/* What a shard does with incoming frames, and how much it sends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/gateway/pace.h"
#include "tests/unit/gateway_shard_kit.h"

/* -- Frames ------------------------------------------------------------------------------------ */

static void events_in_pieces(void **state)
{
    struct gateway_kit *kit = *state;
    static const char text[] = "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":2,\"d\":{\"id\":\"1\"}}";
    gateway_kit_ready(kit);
    for (size_t i = 0; i < strlen(text); i++)
        gateway_kit_piece(kit, text + i, 1, false, i + 1 == strlen(text));
    expect(kit, "event GUILD_CREATE");
    expect_nothing(kit);
}

static void a_message_without_end(void **state)
{
    struct gateway_kit *kit = *state;
    static char zeros[65536];
    gateway_kit_ready(kit);
    for (int i = 0; i < 255; i++)
        gateway_kit_piece(kit, zeros, sizeof(zeros), false, false);
    expect_nothing(kit);
    gateway_kit_piece(kit, zeros, sizeof(zeros), false, false);
    expect(kit, "close 4900");
    gateway_kit_piece(kit, zeros, sizeof(zeros), false, false);
    lose(kit, 0);
    expect_lost("a message is too long");
    resume_as_far_as_hello(kit);
}

static void half_a_message_is_lost_with_its_connection(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_piece(kit, "{\"op\":", 6, false, false);
    lose(kit, 0);
    resume_as_far_as_hello(kit);
    gateway_kit_receive(kit, RESUMED);
    gateway_kit_forget(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"NEWS\",\"s\":2,\"d\":{}}");
    expect(kit, "event NEWS");
}

static void a_damaged_stream(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    gateway_kit_piece(kit, "no deflate", 10, true, true);
    expect(kit, "close 4900");
    gateway_kit_closed(kit, 0);
    expect_lost("the compressed stream is damaged");
}

static void what_is_unknown_is_ignored(void **state)
{
    struct gateway_kit *kit = *state;
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "7",
                                        "{}",
                                        "{\"op\":0}",
                                        "{\"op\":\"0\"}",
                                        "{\"op\":\"0\",\"t\":\"NEWS\",\"s\":2,\"d\":{}}",
                                        "{\"t\":\"NEWS\",\"s\":2,\"d\":{}}",
                                        "{\"op\":0,\"t\":7}",
                                        "{\"op\":99,\"d\":{}}",
                                        "{\"op\":-1}",
                                        "{\"op\":3}",
                                        "{\"op\":0,\"t\":\"READY\"}",
                                        "{\"op\":0,\"t\":\"RESUMED\"}",
                                        HELLO,
                                        "\xff\xfe"};
    gateway_kit_ready(kit);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        gateway_kit_receive(kit, texts[i]);
    expect_nothing(kit);
    gateway_kit_receive(kit, "{\"op\":0,\"t\":\"NEWS\",\"s\":2,\"d\":{\"a\":\"\\u0000\"},\"x\":1}");
    expect(kit, "event NEWS");
    gateway_kit_wait(kit, 20001);
    expect(kit, "send {\"op\":1,\"d\":2}");
}

static void interactions_and_messages_come_once(void **state)
{
    struct gateway_kit *kit = *state;
    static const char press[] = "{\"op\":0,\"t\":\"INTERACTION_CREATE\",\"s\":2,"
                                "\"d\":{\"id\":\"123456789012345678\"}}";
    static const char server[] = "{\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":3,\"d\":{\"id\":\"5\"}}";
    char text[128];
    gateway_kit_ready(kit);
    gateway_kit_receive(kit, press);
    gateway_kit_receive(kit, press);
    expect(kit, "event INTERACTION_CREATE");
    expect_nothing(kit);
    gateway_kit_receive(kit, server);
    gateway_kit_receive(kit, server); /* after an outage: as a state, not as an action */
    expect(kit, "event GUILD_CREATE");
    expect(kit, "event GUILD_CREATE");
    for (int i = 0; i < 400; i++) {
        snprintf(text, sizeof(text),
                 "{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"s\":4,\"d\":{\"id\":\"%d\"}}", i + 1);
        gateway_kit_receive(kit, text);
        expect(kit, "event MESSAGE_CREATE");
    }
    gateway_kit_receive(kit, press);
    expect_nothing(kit);
}

/* -- What we send ------------------------------------------------------------------------------ */

static void a_token_that_is_too_long_stops(void **state)
{
    struct gateway_kit *kit = *state;
    static char token[5000];
    memset(token, 't', sizeof(token) - 1);
    kit->settings.token = token;
    gateway_kit_wait(kit, 0);
    gateway_kit_opened(kit);
    gateway_kit_forget(kit);
    gateway_kit_receive(kit, HELLO);
    expect(kit, "identified");
    expect(kit, "close 1000");
    expect(kit, "failed the bot's token is no token: it is too long");
}

/* Returns how many lines were sent since the last call. */
static unsigned count_sent(struct gateway_kit *kit)
{
    unsigned sent = 0;
    const char *line;
    while ((line = gateway_kit_line(kit))[0] != '\0')
        sent += strncmp(line, "send", 4) == 0;
    gateway_kit_forget(kit);
    return sent;
}

/* When the oldest that counts is a minute ago; for an asked heartbeat fewer count. */
static void a_full_minute_tells_when_it_is_over(void **state)
{
    struct gateway_pace pace = {0};
    (void)state;
    for (int i = 0; i < 120; i++)
        gateway_pace_sent(&pace, 1000 + i);
    assert_int_equal(gateway_pace_wait(&pace, GATEWAY_PACE_BEAT, 2000), 59000);
    assert_int_equal(gateway_pace_wait(&pace, GATEWAY_PACE_ASKED, 2000), 59005);
    assert_int_equal(gateway_pace_wait(&pace, GATEWAY_PACE_BEAT, 60999), 1);
    assert_int_equal(gateway_pace_wait(&pace, GATEWAY_PACE_BEAT, 61000), 0);
    assert_int_equal(gateway_pace_wait(&pace, GATEWAY_PACE_BEAT, 99000), 0);
}

/* Each connection has an allowance of its own. */
static void a_new_connection_may_send_as_much_again(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit);
    for (int i = 0; i < 200; i++)
        gateway_kit_receive(kit, "{\"op\":1}");
    lose(kit, 0);
    gateway_kit_opened(kit);
    kit->random = UINT32_MAX; /* the scheduled heartbeat comes later */
    gateway_kit_receive(kit, HELLO);
    gateway_kit_receive(kit, RESUMED);
    gateway_kit_forget(kit);
    for (int i = 0; i < 200; i++)
        gateway_kit_receive(kit, "{\"op\":1}");
    assert_int_equal(count_sent(kit), 114);
}

/* Whatever Discord asks for, scheduled heartbeats always fit into the 120 payloads per minute. */
static void at_most_115_for_asked_heartbeats(void **state)
{
    struct gateway_kit *kit = *state;
    gateway_kit_ready(kit); /* one: Identify */
    for (int i = 0; i < 200; i++)
        gateway_kit_receive(kit, "{\"op\":1}");
    assert_int_equal(count_sent(kit), 114);
    gateway_kit_wait(kit, 20001); /* the scheduled heartbeat */
    gateway_kit_receive(kit, ACK);
    assert_int_equal(count_sent(kit), 1);
    gateway_kit_wait(kit, 39998); /* the window is 60 s long */
    gateway_kit_receive(kit, ACK);
    gateway_kit_receive(kit, "{\"op\":1}");
    assert_int_equal(count_sent(kit), 1);
    gateway_kit_wait(kit, 1);
    gateway_kit_receive(kit, "{\"op\":1}");
    assert_int_equal(count_sent(kit), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SHARD(events_in_pieces),
        WITH_SHARD(a_message_without_end),
        WITH_SHARD(half_a_message_is_lost_with_its_connection),
        WITH_SHARD(a_damaged_stream),
        WITH_SHARD(what_is_unknown_is_ignored),
        WITH_SHARD(interactions_and_messages_come_once),
        WITH_SHARD(a_token_that_is_too_long_stops),
        cmocka_unit_test(a_full_minute_tells_when_it_is_over),
        WITH_SHARD(a_new_connection_may_send_as_much_again),
        WITH_SHARD(at_most_115_for_asked_heartbeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
