/* Runs the wire tests: each file named on the command line is one dialogue with a server. Steps:
 *
 *     # a remark
 *     set KEY VALUE            a setting; only before `connect`
 *     connect | connect-tls | disconnect
 *     welcome [CAPABILITIES] [| TOKENS]      connects and registers; forgets the output
 *     enter CHANNEL NAMES      the server lets us in; forgets the output
 *     < LINE                   the server sends this
 *     > LINE                   the bot must send this next
 *     = EVENT                  the listener must get this next (see irc_kit.h)
 *     ~                        forgets all lines and events so far
 *     wait MILLISECONDS
 *     say KIND PLACE IDENTITY TEXT           "-": none; "\n" in the text is a line end; for a
 *                              picture, IDENTITY is the person who must act; guest-KIND: asked for
 *                              by somebody without a seat
 *     reply TEXT               sent to the sender of each command
 *     forgive IDENTITY | reload | quit TEXT
 *     colours PLACE on|off     whether texts for the place have their paints marked; "-": private
 *     log-has TEXT             what was logged so far contains the text, log-lacks TEXT: it doesn't
 *
 * In lines and texts, <XX> is the byte with that hex code. At the next step that makes something
 * happen, lines and events that the file did not expect are a failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "tests/wire/irc_kit.h"

struct run {
    const char *file;
    int line;
    bool failed;
    struct irc_kit kit;
    char *log;
    size_t log_size;
    FILE *log_stream;
};

static void fail(struct run *run, const char *what, const char *expected, const char *found)
{
    fprintf(stderr, "%s:%d: %s\n  expected: %s\n  found:    %s\n", run->file, run->line, what,
            expected ? expected : "(nothing)", found ? found : "(nothing)");
    run->failed = true;
}

static int hex(char digit)
{
    const char *digits = "0123456789ABCDEF", *at = digit ? strchr(digits, digit) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Replaces <XX> by bytes and "\n" by a line end, in place. */
static void unescape(char *text)
{
    char *out = text;
    while (*text) {
        if (text[0] == '<' && hex(text[1]) >= 0 && hex(text[2]) >= 0 && text[3] == '>') {
            *out++ = (char)(hex(text[1]) * 16 + hex(text[2]));
            text += 4;
        } else if (text[0] == '\\' && text[1] == 'n') {
            *out++ = '\n';
            text += 2;
        } else {
            *out++ = *text++;
        }
    }
    *out = '\0';
}

static char *word(char **rest)
{
    char *start = *rest + strspn(*rest, " ");
    size_t length = strcspn(start, " ");
    *rest = start + length;
    if (**rest)
        *(*rest)++ = '\0';
    return start;
}

static void nothing_left(struct run *run)
{
    const char *line = irc_kit_line(&run->kit), *event = irc_kit_event(&run->kit);
    if (line)
        fail(run, "before this step the bot sent", NULL, line);
    if (event)
        fail(run, "before this step came the event", NULL, event);
    irc_kit_forget(&run->kit);
}

static void expect(struct run *run, const char *what, const char *expected, const char *found)
{
    if (!found || strcmp(expected, found) != 0)
        fail(run, what, expected, found);
}

static void welcome(struct run *run, char *rest)
{
    char *bar = strchr(rest, '|'),
         *tokens = bar ? bar + 1 + strspn(bar + 1, " ") : rest + strlen(rest);
    if (bar)
        *bar = '\0';
    for (size_t length = strlen(rest); length > 0 && rest[length - 1] == ' '; length--)
        rest[length - 1] = '\0';
    irc_kit_welcome(&run->kit, rest, tokens);
}

static bool say(struct run *run, char *rest)
{
    char *kind = word(&rest), *place = word(&rest), *identity = word(&rest);
    return irc_kit_say(&run->kit, kind, place, identity, rest);
}

static void check_colours(struct run *run, char *rest)
{
    const char *place = word(&rest);
    bool found =
        irc_session_shows_colours(run->kit.session, strcmp(place, "-") ? place : "", false);
    expect(run, "colours", rest, found ? "on" : "off");
}

static bool act(struct run *run, const char *step, char *rest)
{
    struct irc_kit *kit = &run->kit;
    if (strcmp(step, "set") == 0) {
        char *key = word(&rest);
        return irc_kit_set(kit, key, rest);
    }
    if (strcmp(step, "connect") == 0)
        irc_kit_connect(kit, false);
    else if (strcmp(step, "connect-tls") == 0)
        irc_kit_connect(kit, true);
    else if (strcmp(step, "say") == 0)
        return say(run, rest);
    else if (strcmp(step, "disconnect") == 0)
        irc_kit_disconnect(kit);
    else if (strcmp(step, "welcome") == 0)
        welcome(run, rest);
    else if (strcmp(step, "<") == 0)
        irc_kit_receive(kit, rest);
    else if (strcmp(step, "wait") == 0)
        irc_kit_wait(kit, strtoll(rest, NULL, 10));
    else if (strcmp(step, "reload") == 0)
        irc_kit_reload(kit);
    else if (strcmp(step, "quit") == 0)
        irc_session_quit(kit->session, rest, kit->now), irc_kit_wait(kit, 1);
    else if (strcmp(step, "forgive") == 0)
        irc_session_forgive(kit->session, rest);
    else if (strcmp(step, "enter") == 0) {
        char *channel = word(&rest);
        irc_kit_enter(kit, channel, rest);
    } else
        return false;
    return true;
}

static void do_step(struct run *run, char *text)
{
    char *rest = text;
    const char *step = word(&rest);
    if (*step == '\0' || *step == '#')
        return;
    unescape(rest);
    if (strcmp(step, ">") == 0) {
        expect(run, "the bot sends", rest, irc_kit_line(&run->kit));
    } else if (strcmp(step, "=") == 0) {
        expect(run, "event", rest, irc_kit_event(&run->kit));
    } else if (strcmp(step, "~") == 0) {
        irc_kit_forget(&run->kit);
    } else if (strcmp(step, "colours") == 0) {
        check_colours(run, rest);
    } else if (strcmp(step, "reply") == 0) {
        static char reply[256];
        snprintf(reply, sizeof reply, "%s", rest);
        run->kit.reply = reply;
    } else if (strcmp(step, "log-has") == 0 || strcmp(step, "log-lacks") == 0) {
        fflush(run->log_stream);
        bool wanted = strcmp(step, "log-has") == 0;
        if ((strstr(run->log, rest) != NULL) != wanted)
            fail(run, rest, wanted ? "in the log" : "not in the log", run->log);
    } else {
        nothing_left(run);
        if (!act(run, step, rest))
            fail(run, "this step", "a step that can be done", step);
    }
}

static bool run_file(const char *file)
{
    struct run run = {.file = file};
    FILE *stream = fopen(file, "r");
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    if (!stream) {
        perror(file);
        return false;
    }
    run.log_stream = open_memstream(&run.log, &run.log_size);
    log_to(run.log_stream, LOG_LEVEL_DEBUG);
    irc_kit_init(&run.kit);
    while ((length = getline(&text, &size, stream)) > 0) {
        run.line++;
        text[strcspn(text, "\n")] = '\0';
        do_step(&run, text);
    }
    nothing_left(&run);
    irc_kit_free(&run.kit);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(run.log_stream);
    free(run.log);
    free(text);
    fclose(stream);
    return !run.failed;
}

int main(int count, char **files)
{
    int failed = 0;
    if (count < 2) {
        fprintf(stderr, "usage: wire_irc FILE…\n");
        return 2;
    }
    for (int i = 1; i < count; i++)
        failed += !run_file(files[i]);
    printf("%d dialogues, %d failed\n", count - 1, failed);
    return failed > 0;
}
