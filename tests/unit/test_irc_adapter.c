/* The IRC adapter on a loop, with a server that the test plays: it connects, keeps its timers, says
 * what it is given, comes back, and leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "adapters/irc/irc.h"
#include "adapters/irc/reconnect.h"
#include "adapters/irc/settings.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "tests/unit/certificates.h"
#include "tests/unit/settings_kit.h"
#include "tests/unit/transport_kit.h"

enum { PATIENCE_MS = 20000, SAID_BYTES = 262144 };

struct network {
    uv_loop_t loop;
    struct irc_settings settings, other; /* the second is for a reload */
    struct adapter *adapter;
    int listener, server; /* the server's end of the connection; -1: there is none */
    char said[SAID_BYTES];
    size_t length, read; /* of `said`; up to where the test has read */
    char remembered[64]; /* what the store keeps for the adapter; "": nothing */
    char events[1024];
    struct text events_text;
    bool leaving, closed;
};

/* -- What the listener hears ------------------------------------------------------------------- */

static void opened(void *context, const char *network, const char *place)
{
    text_add_format(&((struct network *)context)->events_text, "opened %s %s;", network, place);
}

static void place_closed(void *context, const char *network, const char *place)
{
    text_add_format(&((struct network *)context)->events_text, "closed %s %s;", network, place);
}

static void failed(void *context, const char *network, const char *reason)
{
    text_add_format(&((struct network *)context)->events_text, "failed %s %s;", network, reason);
}

static void received(void *context, const struct inbound *inbound)
{
    text_add_format(&((struct network *)context)->events_text, "received %s;", inbound->text);
}

static void joined(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly)
{
    (void)context;
    (void)network;
    (void)place;
    (void)person;
    (void)quietly;
}

static void renamed(void *context, const char *network, const char *old_identity,
                    const struct person *now)
{
    (void)network;
    (void)old_identity;
    text_add_format(&((struct network *)context)->events_text, "renamed %s;", now->name);
}

static const char *no_prefix(void *context, const char *network, const char *place)
{
    (void)context;
    (void)network;
    (void)place;
    return NULL;
}

/* Only policies of STS are kept. */
static void remember(void *context, const char *network, unsigned part, const char *key,
                     const char *value)
{
    struct text remembered = TEXT_IN(((struct network *)context)->remembered);
    assert_int_equal(part, 0);
    assert_string_equal(network, "test");
    assert_string_equal(key, "sts localhost");
    if (value)
        text_add(&remembered, value);
}

static void recall(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    const struct network *known = context;
    assert_string_equal(network, "test");
    assert_ptr_equal(strstr(key, "sts "), key);
    recalled(asker, *known->remembered ? known->remembered : NULL);
}

/* -- The server -------------------------------------------------------------------------------- */

static void take_bytes(struct network *network)
{
    char *free_bytes = network->said + network->length;
    ssize_t count =
        recv(network->server, free_bytes, SAID_BYTES - 1 - network->length, MSG_DONTWAIT);
    network->length += count > 0 ? (size_t)count : 0;
    network->said[network->length] = '\0';
}

/* Lets the loop run until the bot has said the line, after what was awaited before. */
static void await(struct network *network, const char *line)
{
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        take_bytes(network);
        const char *found = strstr(network->said + network->read, line);
        if (found != NULL) {
            network->read = (size_t)(found - network->said) + strlen(line);
            return;
        }
        usleep(1000);
    }
    fail_msg("the bot did not say %s but %s", line, network->said);
}

static void await_event(struct network *network, const char *event)
{
    for (int waited = 0; waited < PATIENCE_MS && strstr(network->events, event) == NULL; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_string_equal(network->events, event);
    text_clear(&network->events_text);
}

static void take_connection(struct network *network)
{
    for (int waited = 0; waited < PATIENCE_MS; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        network->server = accept4(network->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (network->server >= 0)
            return;
        usleep(1000);
    }
    fail_msg("nobody connects");
}

static void hang_up(struct network *network)
{
    close(network->server);
    network->server = -1;
    network->length = network->read = 0;
    network->said[0] = '\0';
}

static void welcome(struct network *network)
{
    take_connection(network);
    await(network, "NICK belfry\r\n");
    await(network, "USER belfry ");
    peer_send(network->server, ":irc.test 001 belfry :Welcome\r\n:irc.test 422 belfry :None\r\n");
    await(network, "JOIN #c\r\n");
    peer_send(network->server, ":belfry!b@bot JOIN #c\r\n:irc.test 353 belfry = #c :belfry\r\n"
                               ":irc.test 366 belfry #c :End\r\n");
    await_event(network, "opened test #c;");
}

/* How far the adapter's clock is ahead of the loop's. */
static uint64_t ahead_ms;

uint64_t __real_uv_now(const uv_loop_t *loop); // NOLINT(bugprone-reserved-identifier): the linker's
uint64_t __wrap_uv_now(const uv_loop_t *loop); // NOLINT(bugprone-reserved-identifier)

uint64_t __wrap_uv_now(const uv_loop_t *loop) // NOLINT(bugprone-reserved-identifier)
{
    return __real_uv_now(loop) + ahead_ms;
}

/* -- The test's frame -------------------------------------------------------------------------- */

static void set(struct irc_settings *settings, const char *key, const char *value)
{
    assert_true(settings_kit_set(&irc_settings_section, settings, key, value));
}

static void fill(struct irc_settings *settings, const char *port)
{
    assert_true(config_fill_defaults(&irc_settings_section, settings));
    static const char *const values[][2] = {
        {"host", "127.0.0.1"}, {"tls", "off"},         {"operator", "the tests"},
        {"pace", "own"},       {"channels", "#c"},     {"reconnect-after", "20ms"},
        {"ping-after", "1h"},  {"ping-timeout", "1h"},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        set(settings, values[i][0], values[i][1]);
    set(settings, "port", port);
}

static int set_up(void **state)
{
    struct network *network = memory_new(sizeof *network);
    char buffer[8];
    struct text number = TEXT_IN(buffer);
    uint16_t port = 0;
    network->listener = peer_listen(AF_INET, &port);
    fcntl(network->listener, F_SETFL, O_NONBLOCK);
    network->server = -1;
    network->events_text = TEXT_IN(network->events);
    text_add_format(&number, "%u", port);
    fill(&network->settings, buffer);
    fill(&network->other, buffer);
    uv_loop_init(&network->loop);
    *state = network;
    return 0;
}

static void open_network(struct network *network)
{
    char error[128] = "";
    const struct adapter_listener listener = {.context = network,
                                              .received = received,
                                              .joined = joined,
                                              .renamed = renamed,
                                              .place_opened = opened,
                                              .place_closed = place_closed,
                                              .failed = failed,
                                              .remember = remember,
                                              .recall = recall,
                                              .prefix = no_prefix};
    network->adapter = irc_adapter_class.open(&network->loop, "test", &network->settings, &listener,
                                              error, sizeof error);
    assert_string_equal(error, "");
    assert_string_equal(network->adapter->network, "test");
}

static void note_closed(void *context)
{
    ((struct network *)context)->closed = true;
}

static void leave(struct network *network)
{
    network->leaving = true;
    irc_adapter_class.close(network->adapter, "Good-bye.", note_closed, network);
}

/* The bot ends; `open_network` starts it again, with what the store has kept. */
static void stop(struct network *network)
{
    leave(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    assert_true(network->closed);
    network->leaving = network->closed = false;
    text_clear(&network->events_text);
}

static int tear_down(void **state)
{
    struct network *network = *state;
    if (!network->leaving)
        leave(network);
    if (network->server >= 0)
        hang_up(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    assert_true(network->closed);
    assert_int_equal(uv_loop_close(&network->loop), 0);
    close(network->listener);
    free(network);
    return 0;
}

/* -- Tests ------------------------------------------------------------------------------------- */

static void it_says_what_it_is_given(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    assert_true(irc_adapter_class.has_place(network->adapter, "#c"));
    assert_string_equal(irc_adapter_class.own_name(network->adapter), "belfry");
    char place[PLACE_MAX];
    assert_true(irc_adapter_class.find_place(network->adapter, "", "#C", place));
    assert_string_equal(place, "#c");
    assert_false(irc_adapter_class.find_place(network->adapter, "", "alice", place));
    assert_false(irc_adapter_class.has_place(network->adapter, "#d"));
    enum { TEXTS = 15 };
    for (int i = 0; i < TEXTS; i++)
        irc_adapter_class.say(network->adapter,
                              &(struct outbound){.kind = OUTBOUND_EVENT,
                                                 .network = "test",
                                                 .place = "#c",
                                                 .text = (char[]){(char)('A' + i), '.', '\0'}});
    take_bytes(network);
    assert_null(strstr(network->said, "PRIVMSG")); /* not in the middle of a turn */
    for (int i = 0; i < TEXTS; i++) {
        char line[] = "PRIVMSG #c :A.\r\n";
        line[strlen("PRIVMSG #c :")] = (char)('A' + i);
        await(network, line);
    }
    struct adapter_counters counters;
    irc_adapter_class.counters(network->adapter, &counters);
    assert_true(counters.connected);
    assert_true(counters.sent > TEXTS);
    irc_adapter_class.join(network->adapter, "#d");
    await(network, "JOIN #d\r\n");
    peer_send(network->server, "PING :are you there\r\n");
    await(network, "PONG :are you there\r\n");
}

/* Whatever comes due is done at its time, again and again. */
static void its_timers_go_on(void **state)
{
    struct network *network = *state;
    set(&network->settings, "ping-after", "20ms");
    open_network(network);
    welcome(network);
    for (int i = 0; i < 3; i++) {
        await(network, "PING :");
        peer_send(network->server, ":irc.test PONG irc.test :belfry\r\n");
    }
    set(&network->other, "ping-after", "10ms");
    set(&network->other, "ping-timeout", "10ms");
    char unchanged[64];
    irc_adapter_class.reload(network->adapter, &network->other, unchanged, sizeof unchanged);
    assert_string_equal(unchanged, "");
    await_event(network, "closed test #c;"); /* no answer */
}

static void it_comes_back(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    hang_up(network);
    await_event(network, "closed test #c;");
    struct adapter_counters counters;
    irc_adapter_class.counters(network->adapter, &counters);
    assert_false(counters.connected);
    welcome(network);
    peer_send(network->server, "ERROR :Closing Link: (Server shutting down)\r\n");
    hang_up(network);
    await_event(network, "closed test #c;");
    welcome(network);
}

static void a_reload_applies_at_once(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    set(&network->other, "nick", "cards");
    set(&network->other, "user", "other");
    set(&network->other, "channels", "#e");
    char unchanged[64];
    irc_adapter_class.reload(network->adapter, &network->other, unchanged, sizeof unchanged);
    assert_string_equal(unchanged, "user");
    await(network, "NICK cards\r\n");
    await(network, "JOIN #e\r\n");
}

/* More than one portion of lines, in order and whole. */
static void much_is_said_in_order(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    enum { TEXTS = 20, LENGTH = 420 }; /* as many as may wait */
    char text[LENGTH + 1] = "", line[LENGTH + 32];
    await(network, "WHO #c\r\n");
    memset(text, 'x', LENGTH);
    for (int i = 0; i < TEXTS; i++) {
        text[0] = (char)('A' + i % 26);
        irc_adapter_class.say(network->adapter, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                                   .network = "test",
                                                                   .place = "#c",
                                                                   .text = text});
    }
    struct adapter_counters counters;
    memset(&counters, 0, sizeof counters);
    irc_adapter_class.counters(network->adapter, &counters);
    assert_int_equal(counters.waiting, TEXTS);
    for (int i = 0; i < TEXTS; i++) {
        text[0] = (char)('A' + i % 26);
        snprintf(line, sizeof line, "PRIVMSG #c :%s\r\n", text);
        const char *before = network->said + network->read;
        await(network, line);
        assert_ptr_equal(before + strlen(line),
                         network->said + network->read); /* nothing between */
    }
}

/* Takes the next connection and returns how long after now it came. */
static uint64_t time_until_connected(struct network *network)
{
    uv_update_time(&network->loop);
    uint64_t began = uv_now(&network->loop);
    take_connection(network);
    return uv_now(&network->loop) - began;
}

/* The server's words decide how long the bot stays away: 20 ms become 4 minutes' part of 5 s. */
/* Takes a connection, holds it for so long, and hangs up; returns how long the bot waits then. */
static int64_t pause_after(struct network *network, uint64_t up_ms)
{
    char *log = NULL;
    size_t size = 0;
    welcome(network);
    ahead_ms += up_ms;
    FILE *stream = open_memstream(&log, &size);
    log_to(stream, LOG_LEVEL_INFO);
    hang_up(network);
    await_event(network, "closed test #c;");
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(stream);
    const char *told = strstr(log, "event=irc.reconnect network=test in_ms=");
    assert_non_null(told);
    int64_t pause = strtoll(strstr(told, "in_ms=") + strlen("in_ms="), NULL, 10);
    free(log);
    return pause;
}

/* The pauses grow while connections end soon; one that held for two minutes forgives them. */
static void a_connection_that_holds_forgives(void **state)
{
    struct network *network = *state;
    open_network(network);
    int64_t pause = 0;
    for (int i = 0; i < 4; i++)
        pause = pause_after(network, 0);
    assert_true(pause >= 100);
    assert_true(pause_after(network, IRC_RECONNECT_STABLE_MS) <= 30);
    ahead_ms = 0;
}

static void a_throttled_bot_waits_longer(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    peer_send(network->server,
              "ERROR :Closing Link: 127.0.0.1 (Throttled: Reconnecting too fast)\r\n");
    hang_up(network);
    await_event(network, "closed test #c;");
    int64_t least = IRC_RECONNECT_THROTTLED_MS * INT64_C(20) / IRC_RECONNECT_FIRST_MS;
    assert_true(time_until_connected(network) >= (uint64_t)(least * 7 / 10));
    await(network, "NICK belfry\r\n");
    /* Barred for longer still: an hour's part; the failure before does not count twice. */
    log_to(NULL, LOG_LEVEL_ERROR);
    peer_send(network->server, "ERROR :Closing Link: 127.0.0.1 (Temporarily G-lined)\r\n");
    hang_up(network);
    uv_update_time(&network->loop);
    uint64_t began = uv_now(&network->loop);
    while (uv_now(&network->loop) - began < (uint64_t)least * 3) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        assert_int_equal(accept4(network->listener, NULL, NULL, SOCK_NONBLOCK), -1);
        usleep(1000);
    }
    assert_string_equal(network->events, ""); /* it will come back by itself */
}

/* The server asks for TLS: the bot comes again at once, at the other port, and speaks TLS. */
static void it_follows_to_tls(void **state)
{
    struct network *network = *state;
    char offer[64], first;
    uint16_t port = 0;
    int plain = network->listener;
    set(&network->settings, "reconnect-after", "1h");
    open_network(network);
    take_connection(network);
    await(network, "CAP LS 302\r\n");
    network->listener = peer_listen(AF_INET, &port);
    fcntl(network->listener, F_SETFL, O_NONBLOCK);
    snprintf(offer, sizeof offer, ":irc.test CAP * LS :sts=port=%u\r\n", port);
    peer_send(network->server, offer);
    close(network->server);
    take_connection(network);
    ssize_t count = -1;
    for (int waited = 0; waited < PATIENCE_MS && count < 1; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        count = recv(network->server, &first, 1, MSG_DONTWAIT);
        usleep(1000);
    }
    assert_int_equal(count, 1);
    assert_int_equal(first, 0x16); /* the hello of TLS */
    close(plain);
}

static void a_banned_bot_stays_away(void **state)
{
    struct network *network = *state;
    open_network(network);
    take_connection(network);
    peer_send(network->server, ":irc.test 465 * :You are banned from this server\r\n");
    hang_up(network);
    for (int waited = 0; waited < PATIENCE_MS && network->events[0] == '\0'; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_ptr_equal(strstr(network->events, "failed test "), network->events);
    uv_run(&network->loop, UV_RUN_NOWAIT);
    assert_false(uv_loop_alive(&network->loop)); /* nothing is due any more */
}

static void turn(struct network *network, int times)
{
    for (int i = 0; i < times; i++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
}

static void say(struct network *network, enum outbound_kind kind, const char *identity,
                const char *text)
{
    irc_adapter_class.say(
        network->adapter,
        &(struct outbound){
            .kind = kind, .network = "test", .place = "#c", .identity = identity, .text = text});
}

/* Says far more than a connection holds whose other end does not read. */
static void congest(struct network *network)
{
    char text[400];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 300; i++) {
        say(network, OUTBOUND_EVENT, NULL, text);
        turn(network, 1);
    }
}

/* While the server does not read, alice is renamed, and somebody else takes the nick. */
static void no_private_line_waits_in_the_socket(void **state)
{
    struct network *network = *state;
    assert_int_equal(
        setsockopt(network->listener, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int)), 0);
    open_network(network);
    welcome(network);
    peer_send(network->server, ":alice!a@host JOIN #c\r\n:alice!a@host PRIVMSG belfry :x\r\n");
    await_event(network, "received x;");
    congest(network);
    say(network, OUTBOUND_HAND, "mask:alice!a@host", "Your hand: 1 2 4 5 5");
    turn(network, 50);
    peer_send(network->server, ":alice!a@host NICK alicia\r\n:alice!m@evil JOIN #c\r\n");
    await_event(network, "renamed alicia;");
    await(network, "Your hand: 1 2 4 5 5\r\n");
    assert_null(strstr(network->said, " alice "));
    assert_non_null(strstr(network->said, " alicia :Your hand"));
    peer_send(network->server, "PING :are you there\r\n");
    await(network, "PONG :are you there\r\n");
}

static void it_says_good_bye_to_who_does_not_read(void **state)
{
    struct network *network = *state;
    setsockopt(network->listener, SOL_SOCKET, SO_RCVBUF, &(int){4096}, sizeof(int));
    open_network(network);
    welcome(network);
    congest(network);
    leave(network);
    await(network, "QUIT :Good-bye.\r\n");
    hang_up(network);
}

static void it_says_good_bye(void **state)
{
    struct network *network = *state;
    open_network(network);
    welcome(network);
    irc_adapter_class.say(network->adapter, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                               .network = "test",
                                                               .place = "#c",
                                                               .text = "One last word."});
    leave(network);
    await(network, "QUIT :Good-bye.\r\n");
    hang_up(network);
}

static void it_leaves_before_it_came(void **state)
{
    struct network *network = *state;
    open_network(network);
    leave(network);
}

#define ON_LOOP(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* -- STS --------------------------------------------------------------------------------------- */

/* `openssl s_server` takes TLS connections, one after the other: what comes in is for `await`, and
 * lines of peer_send go out. */
static pid_t serve_by_tls(struct network *network, uint16_t *port)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    pid_t server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execlp("openssl", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert",
               certificates_path("good.pem"), "-key", certificates_path("good.key"), NULL);
        _exit(127);
    }
    close(ends[1]);
    network->server = ends[0];
    await(network, "ACCEPT 127.0.0.1:");
    while (!strchr(network->said + network->read, '\n'))
        take_bytes(network);
    *port = (uint16_t)strtoul(network->said + network->read, NULL, 10);
    return server;
}

static void nobody_came_in_the_clear(struct network *network)
{
    assert_int_equal(accept4(network->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK), -1);
}

static void set_policy(struct network *network, uint16_t port, int64_t until)
{
    network->remembered[0] = '\0';
    struct text text = TEXT_IN(network->remembered);
    text_add_format(&text, "%u 300000 %lld", port, (long long)until);
}

static void prepare_tls(struct network *network)
{
    set(&network->settings, "host", "localhost");
    set(&network->settings, "authority-file", certificates_path("ca.pem"));
}

/* What a server said over TLS counts for later starts, until it takes it back. */
static void tls_is_kept_over_restarts(void **state)
{
    struct network *network = *state;
    uint16_t port;
    char line[128];
    prepare_tls(network);
    open_network(network);
    take_connection(network);
    await(network, "CAP LS 302\r\n");
    int plain = network->server;
    pid_t server = serve_by_tls(network, &port);
    snprintf(line, sizeof line, ":irc.test CAP * LS :sts=port=%u,duration=300\r\n", port);
    peer_send(plain, line);
    await(network, "NICK belfry\r\n");
    close(plain);
    assert_string_equal(network->remembered, ""); /* nothing that came in the clear */
    peer_send(network->server, ":irc.test CAP * LS :sts=duration=300\r\n");
    await(network, "CAP END\r\n");
    snprintf(line, sizeof line, "%u 300000 ", port);
    assert_ptr_equal(strstr(network->remembered, line), network->remembered);
    int64_t until = strtoll(network->remembered + strlen(line), NULL, 10);
    /* time() is in whole seconds, and up to a tick late. */
    assert_in_range(until, (int64_t)(time(NULL) - 60) * 1000 + 300000,
                    (int64_t)(time(NULL) + 2) * 1000 + 300000);
    stop(network);

    open_network(network);
    await(network, "NICK belfry\r\n");
    nobody_came_in_the_clear(network);
    peer_send(network->server, ":irc.test CAP * LS :sts=duration=0\r\n");
    await(network, "CAP END\r\n");
    assert_string_equal(network->remembered, "");
    stop(network);
    close(network->server);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);

    open_network(network);
    take_connection(network);
    await(network, "CAP LS 302\r\n");
}

/* Anybody may have answered. */
static void an_unverified_server_leaves_nothing(void **state)
{
    struct network *network = *state;
    uint16_t port;
    char number[8];
    prepare_tls(network);
    pid_t server = serve_by_tls(network, &port);
    snprintf(number, sizeof number, "%u", port);
    set(&network->settings, "tls", "on");
    set(&network->settings, "verify", "off");
    set(&network->settings, "port", number);
    open_network(network);
    await(network, "NICK belfry\r\n");
    peer_send(network->server, ":irc.test CAP * LS :sts=duration=300\r\n");
    await(network, "CAP END\r\n");
    stop(network);
    assert_string_equal(network->remembered, "");
    open_network(network);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
}

/* While the policy holds, a server that does not speak TLS gets no word. */
static void nothing_goes_in_the_clear_while_tls_is_kept(void **state)
{
    struct network *network = *state;
    uint16_t port = 0;
    int other = peer_listen(AF_INET, &port);
    fcntl(other, F_SETFL, O_NONBLOCK);
    prepare_tls(network);
    set_policy(network, port, INT64_MAX / 10);
    open_network(network);
    int plain = network->listener;
    network->listener = other;
    for (int i = 0; i < 3; i++) {
        take_connection(network);
        await(network, "\x16\x03"); /* the beginning of TLS */
        hang_up(network);
    }
    network->listener = plain;
    nobody_came_in_the_clear(network);
    close(other);
}

static void what_was_kept_ends_by_the_time_of_day(void **state)
{
    struct network *network = *state;
    prepare_tls(network);
    set_policy(network, 1, 1000);
    open_network(network);
    take_connection(network);
    await(network, "CAP LS 302\r\n");
}

static void what_is_kept_and_no_policy_does_no_harm(void **state)
{
    struct network *network = *state;
    struct text text = TEXT_IN(network->remembered);
    text_add(&text, "rubbish");
    open_network(network);
    take_connection(network);
    await(network, "CAP LS 302\r\n");
}

int main(void)
{
    log_to(NULL, LOG_LEVEL_INFO);
    const struct CMUnitTest tests[] = {
        ON_LOOP(it_says_what_it_is_given),
        ON_LOOP(its_timers_go_on),
        ON_LOOP(it_comes_back),
        ON_LOOP(a_reload_applies_at_once),
        ON_LOOP(much_is_said_in_order),
        ON_LOOP(a_connection_that_holds_forgives),
        ON_LOOP(a_throttled_bot_waits_longer),
        ON_LOOP(it_follows_to_tls),
        ON_LOOP(a_banned_bot_stays_away),
        ON_LOOP(no_private_line_waits_in_the_socket),
        ON_LOOP(it_says_good_bye_to_who_does_not_read),
        ON_LOOP(it_says_good_bye),
        ON_LOOP(it_leaves_before_it_came),
        ON_LOOP(tls_is_kept_over_restarts),
        ON_LOOP(an_unverified_server_leaves_nothing),
        ON_LOOP(nothing_goes_in_the_clear_while_tls_is_kept),
        ON_LOOP(what_was_kept_ends_by_the_time_of_day),
        ON_LOOP(what_is_kept_and_no_policy_does_no_harm),
    };
    return cmocka_run_group_tests(tests, certificates_make, certificates_remove);
}
