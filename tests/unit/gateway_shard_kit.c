#include "tests/unit/gateway_shard_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "bot/base/log.h"

int shard_begun(void **state)
{
    static struct gateway_kit kit;
    log_to(NULL, LOG_LEVEL_ERROR);
    gateway_kit_init(&kit);
    *state = &kit;
    return 0;
}

int shard_ended(void **state)
{
    gateway_kit_free(*state);
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
