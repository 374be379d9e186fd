/* Shared by the tests of the sender. Lines are given as one text with blanks between them. */
#ifndef BELFRY_TESTS_SENDER_KIT_H
#define BELFRY_TESTS_SENDER_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/sender.h"
#include "games/shared/text.h"

static const struct sender_pace usual = {.burst = 5, .refill_ms = 2000, .bytes_per_token = 180};
static const struct sender_pace lines_only = {.burst = 5, .refill_ms = 2000};
static const struct sender_pace unlimited = {.unlimited = true};

static inline struct sender *sender_with(const struct sender_pace *pace)
{
    struct sender *sender = sender_new(pace, 1000);

    assert_non_null(sender);
    return sender;
}

static inline enum sender_result put_keyed(struct sender *sender, enum sender_priority priority,
                                           const char *target, uint64_t key, const char *text)
{
    const char *lines[64];
    char copy[1024];
    size_t count = 0;
    char *rest = copy;

    assert_true(strlen(text) < sizeof(copy));
    memcpy(copy, text, strlen(text) + 1);
    while (rest) {
        assert_true(count < 64);
        lines[count++] = strsep(&rest, " ");
    }
    return sender_put(sender, priority, target, key, lines, count);
}

static inline void put(struct sender *sender, enum sender_priority priority, const char *target,
                       const char *text)
{
    assert_int_equal(put_keyed(sender, priority, target, 0, text), SENDER_QUEUED);
}

/* Checks that exactly these lines, with blanks between them, are sent at this moment. */
static inline void expect_at(struct sender *sender, int64_t now, const char *expected)
{
    char buffer[4096];
    struct text sent = TEXT_IN(buffer);
    const char *line;
    int64_t wait;

    while ((line = sender_next(sender, now, &wait))) {
        assert_int_equal(wait, 0);
        text_separate(&sent, " ");
        text_add(&sent, line);
    }
    assert_string_equal(buffer, expected);
}

static inline void expect_wait(struct sender *sender, int64_t now, int64_t expected)
{
    int64_t wait = -7;

    assert_null(sender_next(sender, now, &wait));
    assert_int_equal(wait, expected);
}

static inline void expect_counts(const struct sender *sender, uint64_t sent, uint64_t replaced,
                                 uint64_t dropped, size_t waiting)
{
    struct sender_counts counts = sender_counts(sender);

    assert_int_equal(counts.sent, sent);
    assert_int_equal(counts.replaced, replaced);
    assert_int_equal(counts.dropped, dropped);
    assert_int_equal(counts.waiting, waiting);
}

#endif
