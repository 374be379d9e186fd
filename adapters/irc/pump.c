#include "adapters/irc/pump.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <libircclient.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LIBRARY_PARAMETERS_MAX = 10,
    EVENT_MAX = 2048, /* a line of IRC_LINE_MAX bytes with all its terminators */
    OUTPUT_MAX = 4096
};

struct irc_pump {
    irc_session_t *library;
    int library_end; /* owned by the library */
    int our_end;
    char output[OUTPUT_MAX]; /* what the library wrote and nobody asked for yet */
    size_t output_length;
    char returned[OUTPUT_MAX];
    char storage[EVENT_MAX];
    size_t stored;
    struct irc_line *event; /* where the callbacks write; NULL outside irc_pump_parse */
    bool heard;
};

static const char *store(struct irc_pump *pump, const char *string)
{
    size_t size = strlen(string) + 1;
    if (size > sizeof pump->storage - pump->stored)
        return "";
    char *copy = pump->storage + pump->stored;
    memcpy(copy, string, size);
    pump->stored += size;
    return copy;
}

static void record(irc_session_t *library, const char *command, const char *source,
                   const char **parameters, unsigned count)
{
    struct irc_pump *pump = irc_get_ctx(library);
    if (!pump->event || pump->heard)
        return;
    pump->heard = true;
    pump->event->command = store(pump, command);
    pump->event->source = store(pump, source ? source : "");
    pump->event->count = count > IRC_PARAMETERS_MAX ? IRC_PARAMETERS_MAX : count;
    for (size_t i = 0; i < pump->event->count; i++)
        pump->event->parameters[i] = store(pump, parameters[i] ? parameters[i] : "");
}

/* The library names an event after its own idea of who is meant; only the command counts. */
static void record_message(irc_session_t *library, const char *event, const char *source,
                           const char **parameters, unsigned count)
{
    (void)event;
    record(library, "PRIVMSG", source, parameters, count);
}

static void record_notice(irc_session_t *library, const char *event, const char *source,
                          const char **parameters, unsigned count)
{
    (void)event;
    record(library, "NOTICE", source, parameters, count);
}

static void record_mode(irc_session_t *library, const char *event, const char *source,
                        const char **parameters, unsigned count)
{
    (void)event;
    record(library, "MODE", source, parameters, count);
}

static void record_numeric(irc_session_t *library, unsigned code, const char *source,
                           const char **parameters, unsigned count)
{
    char command[16];
    snprintf(command, sizeof command, "%03u", code);
    record(library, command, source, parameters, count);
}

/* CTCP never reaches the library (its default answers would have no limit); the empty callbacks
 * keep it silent all the same. */
static void ignore(irc_session_t *library, const char *event, const char *source,
                   const char **parameters, unsigned count)
{
    (void)library;
    (void)event;
    (void)source;
    (void)parameters;
    (void)count;
}

static irc_session_t *create_library(struct irc_pump *pump)
{
    irc_callbacks_t callbacks = {
        .event_nick = record,
        .event_quit = record,
        .event_join = record,
        .event_part = record,
        .event_mode = record_mode,
        .event_umode = record_mode,
        .event_topic = record,
        .event_kick = record,
        .event_channel = record_message,
        .event_privmsg = record_message,
        .event_notice = record_notice,
        .event_channel_notice = record_notice,
        .event_invite = record,
        .event_ctcp_req = ignore,
        .event_ctcp_rep = ignore,
        .event_ctcp_action = ignore,
        .event_unknown = record,
        .event_numeric = record_numeric,
    };
    irc_session_t *library = irc_create_session(&callbacks);
    if (library)
        irc_set_ctx(library, pump);
    return library;
}

/* A listener on a free port of the loopback; the kernel completes the library's handshake with it.
 */
static int open_listener(uint16_t *port)
{
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    if (listener < 0)
        return -1;
    if (bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 1) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) < 0) {
        close(listener);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

/* The library prints these through a format. */
static void double_percents(const char *string, char *doubled, size_t size)
{
    size_t length = 0;
    for (; *string && length + 3 < size; string++) {
        doubled[length++] = *string;
        if (*string == '%')
            doubled[length++] = '%';
    }
    doubled[length] = '\0';
}

static int descriptor_of(irc_session_t *library)
{
    fd_set in, out;
    int highest = 0;
    FD_ZERO(&in);
    FD_ZERO(&out);
    irc_add_select_descriptors(library, &in, &out, &highest);
    return highest;
}

/* The library aborts the process on a descriptor that select can't hold. */
static bool descriptors_left(void)
{
    int probe = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (probe < 0)
        return false;
    close(probe);
    return probe < FD_SETSIZE - 8;
}

static bool connect_library(struct irc_pump *pump, const char *nick, const char *user,
                            const char *realname)
{
    char names[3][512];
    double_percents(nick, names[0], sizeof names[0]);
    double_percents(user, names[1], sizeof names[1]);
    double_percents(realname, names[2], sizeof names[2]);
    uint16_t port = 0;
    int pair[2], listener = open_listener(&port);
    if (listener < 0)
        return false;
    bool connected =
        irc_connect(pump->library, "127.0.0.1", port, NULL, names[0], names[1], names[2]) == 0;
    if (connected &&
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0) {
        pump->our_end = pair[0];
        pump->library_end = descriptor_of(pump->library);
        connected = dup3(pair[1], pump->library_end, O_CLOEXEC) >= 0;
        close(pair[1]);
    } else {
        connected = false;
    }
    close(listener);
    return connected;
}

/* Lets the library write until it has nothing left, and keeps what comes. */
static void drain(struct irc_pump *pump)
{
    for (int rounds = 0; rounds < 8; rounds++) {
        fd_set in, out;
        int highest = 0;
        FD_ZERO(&in);
        FD_ZERO(&out);
        irc_add_select_descriptors(pump->library, &in, &out, &highest);
        if (!FD_ISSET(pump->library_end, &out))
            return;
        FD_ZERO(&in);
        irc_process_select_descriptors(pump->library, &in, &out);
        ssize_t taken = recv(pump->our_end, pump->output + pump->output_length,
                             sizeof pump->output - pump->output_length, MSG_DONTWAIT);
        if (taken > 0)
            pump->output_length += (size_t)taken;
    }
}

struct irc_pump *irc_pump_new(const char *nick, const char *user, const char *realname, char *error,
                              size_t error_size)
{
    struct irc_pump *pump = descriptors_left() ? calloc(1, sizeof *pump) : NULL;
    if (!pump) {
        snprintf(error, error_size, "no descriptor below 1024 or no memory for the line parser");
        return NULL;
    }
    pump->our_end = -1;
    pump->library = create_library(pump);
    if (!pump->library || !connect_library(pump, nick, user, realname)) {
        snprintf(error, error_size, "the line parser can't be set up: %s", strerror(errno));
        irc_pump_free(pump);
        return NULL;
    }
    drain(pump);
    return pump;
}

void irc_pump_free(struct irc_pump *pump)
{
    if (!pump)
        return;
    if (pump->library)
        irc_destroy_session(pump->library);
    if (pump->our_end >= 0)
        close(pump->our_end);
    free(pump);
}

const char *irc_pump_output(struct irc_pump *pump)
{
    char *end = memchr(pump->output, '\n', pump->output_length);
    if (!end)
        return NULL;
    size_t length = (size_t)(end - pump->output);
    memcpy(pump->returned, pump->output, length);
    pump->returned[length] = '\0';
    pump->returned[strcspn(pump->returned, "\r")] = '\0';
    pump->output_length -= length + 1;
    memmove(pump->output, end + 1, pump->output_length);
    return pump->returned;
}

static bool is_numeric(const char *command)
{
    return strlen(command) == 3 && strspn(command, "0123456789") == 3;
}

static bool is_word(const char *command)
{
    size_t length = strspn(command, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return length >= 3 && command[length] == '\0';
}

bool irc_pump_accepts(const struct irc_line *line)
{
    /* The least parameters with which the library reads nothing behind the line, and whether it
     * looks at the source without asking whether there is one. */
    static const struct {
        const char *command;
        size_t least;
    } sourced[] = {{"NICK", 1},    {"QUIT", 0},   {"JOIN", 1}, {"PART", 1},   {"KICK", 2},
                   {"PRIVMSG", 2}, {"NOTICE", 2}, {"MODE", 2}, {"INVITE", 2}, {"TOPIC", 2}};
    if (line->count > LIBRARY_PARAMETERS_MAX || strpbrk(irc_line_last(line), "\x01"))
        return false;
    if (is_numeric(line->command))
        return strcmp(line->command, "000") != 0 && line->count > 0;
    for (size_t i = 0; i < sizeof sourced / sizeof *sourced; i++)
        if (strcmp(line->command, sourced[i].command) == 0)
            return *line->source && line->count >= sourced[i].least;
    return is_word(line->command) && strcmp(line->command, "PING") != 0 &&
           strcmp(line->command, "KILL") != 0;
}

bool irc_pump_parse(struct irc_pump *pump, const struct irc_line *line, struct irc_line *event)
{
    char text[IRC_LINE_MAX + 3];
    if (!irc_pump_accepts(line) || !irc_line_print(line, text, IRC_LINE_MAX + 1))
        return false;
    size_t length = strlen(text);
    if (line->count == 0 && length < IRC_LINE_MAX)
        text[length++] = ' ';
    text[length++] = '\r';
    text[length++] = '\n';
    *event = (struct irc_line){.tags = line->tags, .source = "", .command = ""};
    pump->stored = 0;
    pump->heard = false;
    if (send(pump->our_end, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)length)
        return false;
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(pump->library_end, &in);
    pump->event = event;
    irc_process_select_descriptors(pump->library, &in, &out);
    pump->event = NULL;
    drain(pump);
    return pump->heard && *event->command != '\0';
}
