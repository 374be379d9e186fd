#include "tests/unit/gateway_shard_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"

static char *log_bytes;
static size_t log_length;
static FILE *log_stream;

int shard_begun(void **state)
{
    static struct gateway_kit kit;
    log_stream = open_memstream(&log_bytes, &log_length);
    log_to(log_stream, LOG_LEVEL_WARNING);
    gateway_kit_init(&kit);
    *state = &kit;
    return 0;
}

int shard_ended(void **state)
{
    gateway_kit_free(*state);
    log_to(NULL, LOG_LEVEL_ERROR);
    fclose(log_stream);
    free(log_bytes);
    return 0;
}

void begin_anew(struct gateway_kit *kit)
{
    gateway_kit_free(kit);
    gateway_kit_init(kit);
}

void expect(struct gateway_kit *kit, const char *line)
{
    assert_string_equal(gateway_kit_line(kit), line);
}

void expect_nothing(struct gateway_kit *kit)
{
    expect(kit, "");
}

void expect_lost(const char *reason)
{
    char expected[128];
    const char *line = NULL;
    fflush(log_stream);
    for (const char *next = log_bytes; (next = strstr(next, "event=gateway.lost")) != NULL; next++)
        line = next;
    assert_non_null(line);
    snprintf(expected, sizeof expected, "reason=\"%s\"", reason);
    assert_non_null(strstr(line, expected));
}

void expect_resume(struct gateway_kit *kit, int sequence)
{
    char line[256];
    snprintf(line, sizeof line,
             "send {\"op\":6,\"d\":{\"token\":\"TOKEN\",\"session_id\":\"s1\",\"seq\":%d}}",
             sequence);
    expect(kit, line);
}

void lose(struct gateway_kit *kit, uint16_t code)
{
    gateway_kit_closed(kit, code);
    gateway_kit_wait(kit, kit->settings.timers.backoff_most * 2);
}

void resume_as_far_as_hello(struct gateway_kit *kit)
{
    expect(kit, "connect wss://resume.test");
    gateway_kit_opened(kit);
    gateway_kit_receive(kit, HELLO);
    expect_resume(kit, 1);
}
