#include "tests/unit/discord_peer_kit.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/settings_kit.h"

enum { PATIENCE_MS = 20000, LINE_BYTES = 1 << 18 };

/* -- The process ------------------------------------------------------------------------------- */

int discord_peer_start(void **state)
{
    static struct discord_peer the_peer;
    struct discord_peer *peer = &the_peer;
    *state = peer;
    peer_process_start(&peer->process, GATEWAY_PYTHON, "tests/unit/discord_peer.py");
    fcntl(peer->process.output, F_SETFL, O_NONBLOCK);
    /* All commands in one request: the peer must not wait for a reader before it answers. */
    assert_true(fcntl(peer->process.output, F_SETPIPE_SZ, LINE_BYTES) >= LINE_BYTES);
    const char *ports = discord_peer_await(peer, NULL, "");
    assert_int_equal(sscanf(ports, "%u %u", &peer->requests_port, &peer->gateway_port), 2);
    return 0;
}

int discord_peer_stop(void **state)
{
    const struct discord_peer *peer = *state;
    close(peer->process.input);
    kill(peer->process.id, SIGKILL);
    waitpid(peer->process.id, NULL, 0);
    close(peer->process.output);
    return 0;
}

/* -- Lines ------------------------------------------------------------------------------------- */

void discord_peer_take(struct discord_peer *peer)
{
    size_t room = sizeof peer->seen - 1 - peer->length;
    assert_true(room > 0);
    ssize_t count = read(peer->process.output, peer->seen + peer->length, room);
    peer->length += count > 0 ? (size_t)count : 0;
    peer->seen[peer->length] = '\0';
}

/* Returns the rest of the first whole line that begins so and moves on behind it; NULL: there is
 * none yet. */
static const char *find_line(struct discord_peer *peer, const char *beginning)
{
    static char rest[LINE_BYTES];
    char *end;
    for (char *line = peer->seen + peer->read; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        if (strncmp(line, beginning, strlen(beginning)) != 0)
            continue;
        snprintf(rest, sizeof rest, "%.*s", (int)(end - line - (ptrdiff_t)strlen(beginning)),
                 line + strlen(beginning));
        peer->read = (size_t)(end + 1 - peer->seen);
        return rest;
    }
    return NULL;
}

const char *discord_peer_await(struct discord_peer *peer, uv_loop_t *loop, const char *beginning)
{
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        if (loop != NULL)
            uv_run(loop, UV_RUN_NOWAIT);
        discord_peer_take(peer);
        const char *rest = find_line(peer, beginning);
        if (rest != NULL)
            return rest;
        usleep(1000);
    }
    fail_msg("no line begins with %s; there were: %s", beginning, peer->seen + peer->read);
    return "";
}

/* How many lines of the input were done. */
static size_t count_done(const struct discord_peer *peer)
{
    size_t count = 0;
    for (const char *at = peer->seen; (at = strstr(at, "did\n")) != NULL; at++)
        count += at == peer->seen || at[-1] == '\n';
    return count;
}

void discord_peer_do(struct discord_peer *peer, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    assert_in_range(length, 1, sizeof line - 2);
    line[length] = '\n';
    size_t done = count_done(peer);
    assert_int_equal(write(peer->process.input, line, (size_t)length + 1), length + 1);
    for (int waited = 0; waited < PATIENCE_MS && count_done(peer) == done; waited++) {
        usleep(1000);
        discord_peer_take(peer);
    }
    assert_int_equal(count_done(peer), done + 1);
}

void discord_peer_forget(struct discord_peer *peer)
{
    discord_peer_do(peer, "forget");
    peer->length = peer->read = 0;
    peer->seen[0] = '\0';
}

/* -- Settings ---------------------------------------------------------------------------------- */

void discord_peer_settings(const struct discord_peer *peer, struct discord_settings *settings)
{
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/api/v10", peer->requests_port);
    memset(settings, 0, sizeof *settings);
    assert_true(config_fill_defaults(&discord_settings_section, settings));
    const char *const values[][2] = {{"token", "SECRET"},
                                     {"api", address},
                                     {"retry-after", "10ms"},
                                     {"gateway-reconnect-after", "10ms"},
                                     {"gateway-reconnect-most", "50ms"},
                                     {"identify-gap", "20ms"},
                                     {"invalid-session-wait", "5ms"}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_true(
            settings_kit_set(&discord_settings_section, settings, values[i][0], values[i][1]));
}
