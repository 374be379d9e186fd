/* Fuzzes the IRC session with bytes of a server in portions. It does not crash or stop listening.
 * It reports the same events and sends the same lines as when the bytes come in one portion.
 *
 * The first byte chooses the capabilities; the second seeds the sizes of the portions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "tests/wire/irc_kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_TRIED = 16384 };

static const char *const capabilities[] = {
    "",
    "account-notify extended-join",
    "account-tag message-tags server-time batch chghost account-notify extended-join multi-prefix",
    "account-tag message-tags batch",
};

static void begin(struct irc_kit *kit, uint8_t choice)
{
    irc_kit_init(kit);
    irc_kit_set(kit, "channels", "#c");
    irc_kit_set(kit, "channels", "#d sesame");
    irc_kit_set(kit, "flood-commands", "5");
    irc_kit_set(kit, "admins", "alice");
    kit->reply = "well";
    irc_kit_welcome(kit, capabilities[choice % 4],
                    choice & 4 ? "WHOX MONITOR=5 CASEMAPPING=ascii STATUSMSG=@+ CPRIVMSG" : "");
    if (choice & 8)
        irc_kit_enter(kit, "#c", "@belfry alice!al@alice.example +bob");
}

static void feed(struct irc_kit *kit, const uint8_t *bytes, size_t size, unsigned seed)
{
    for (size_t at = 0; at < size;) {
        seed = seed * 1103515245u + 12345u;
        size_t portion = 1 + (seed >> 16) % 40;
        if (portion > size - at)
            portion = size - at;
        irc_session_bytes(kit->session, (const char *)bytes + at, portion, kit->now);
        at += portion;
    }
    irc_kit_wait(kit, 1);
}

static void same(const struct irc_kit_texts *one, const struct irc_kit_texts *other)
{
    bool equal = one->count == other->count;
    for (size_t i = 0; equal && i < one->count; i++)
        equal = strcmp(one->texts[i], other->texts[i]) == 0;
    if (!equal)
        abort();
}

/* After a line end, the session answers a PING and reports a command, unless the server has ended
 * the session. */
static void not_deaf(struct irc_kit *kit)
{
    irc_kit_receive(kit, "");
    if (irc_session_verdict(kit->session).course != IRC_COURSE_STAY)
        return;
    const char *line;
    bool answered = false;
    irc_kit_forget(kit);
    irc_kit_receive(kit, "PING :are-you-there");
    while ((line = irc_kit_line(kit)))
        answered |= strcmp(line, "PONG :are-you-there") == 0;
    if (!answered)
        abort();
    char command[256];
    snprintf(command, sizeof command, ":judge!j@judge.example PRIVMSG %s :x",
             irc_session_nick(kit->session));
    irc_kit_receive(kit, command);
    irc_kit_receive(kit, ":irc.test.example 318 belfry judge :End");
    const char *event;
    bool heard = strlen(command) > 200;
    while ((event = irc_kit_event(kit)))
        heard |= strstr(event, "judge") != NULL;
    if (!heard)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct irc_kit whole, portions;
    if (size < 2 || size > SIZE_MAX_TRIED)
        return 0;
    log_to(stderr, LOG_LEVEL_ERROR);
    begin(&whole, data[0]);
    begin(&portions, data[0]);
    irc_session_bytes(whole.session, (const char *)data + 2, size - 2, whole.now);
    irc_kit_wait(&whole, 1);
    feed(&portions, data + 2, size - 2, data[1]);
    same(&whole.lines, &portions.lines);
    same(&whole.events, &portions.events);
    not_deaf(&portions);
    irc_kit_free(&whole);
    irc_kit_free(&portions);
    return 0;
}
