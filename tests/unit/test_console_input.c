/* What people type at the console: in a terminal with its editor, from a pipe, from a file. */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include <cmocka.h>

#include "adapters/console/console.h"
#include "bot/base/memory.h"

enum { PATIENCE_MS = 20000, SEEN_BYTES = 1 << 18, EVENTS_BYTES = 1 << 18 };

struct desk {
    uv_loop_t loop;
    struct adapter_listener listener;
    struct console_settings settings;
    struct adapter *console;
    int own_input, own_output; /* of the test program */
    int keyboard, screen;      /* our ends; may be the same */
    char seen[SEEN_BYTES];     /* what the screen shows */
    size_t length;
    char events[EVENTS_BYTES];
    struct text events_text;
    const char *reply; /* said for each line that is received */
    bool closed;
};

/* -- The host ---------------------------------------------------------------------------------- */

static void say(struct desk *desk, enum outbound_kind kind, const char *text)
{
    console_class.say(
        desk->console,
        &(struct outbound){.kind = kind, .network = "test", .place = CONSOLE_PLACE, .text = text});
}

static void received(void *context, const struct inbound *inbound)
{
    struct desk *desk = context;
    assert_string_equal(inbound->network, "test");
    assert_string_equal(inbound->place, CONSOLE_PLACE);
    assert_string_equal(inbound->person.identity, CONSOLE_IDENTITY);
    assert_int_equal(inbound->person.rank, RANK_ADMIN);
    assert_true(inbound->addressed);
    text_add(&desk->events_text, inbound->person.name);
    text_add(&desk->events_text, ": ");
    text_add(&desk->events_text, inbound->text);
    text_add(&desk->events_text, ";");
    if (desk->reply != NULL)
        say(desk, OUTBOUND_ANSWER, desk->reply);
}

static void opened(void *context, const char *network, const char *place)
{
    assert_string_equal(place, CONSOLE_PLACE);
    text_add_format(&((struct desk *)context)->events_text, "opened %s;", network);
}

static void quit(void *context)
{
    text_add(&((struct desk *)context)->events_text, "quit;");
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    assert_string_equal(locale, "");
    text_add_format(out, "<%s>", key);
}

/* -- The desk ---------------------------------------------------------------------------------- */

static void look(struct desk *desk)
{
    ssize_t count = read(desk->screen, desk->seen + desk->length, SEEN_BYTES - 1 - desk->length);
    desk->length += count > 0 ? (size_t)count : 0;
    desk->seen[desk->length] = '\0';
}

static void turn(struct desk *desk)
{
    uv_run(&desk->loop, UV_RUN_NOWAIT);
    look(desk);
}

/* Runs until the screen shows exactly this since the last call. */
static void await_screen(struct desk *desk, const char *shown)
{
    for (int waited = 0; waited < PATIENCE_MS && strcmp(desk->seen, shown) != 0; waited++) {
        turn(desk);
        usleep(1000);
    }
    assert_string_equal(desk->seen, shown);
    desk->length = 0;
    desk->seen[0] = '\0';
}

static void await_events(struct desk *desk, const char *events)
{
    for (int waited = 0; waited < PATIENCE_MS && strcmp(desk->events, events) != 0; waited++) {
        for (int i = 0; i < 100; i++) /* lines come one in a turn */
            turn(desk);
        usleep(1000);
    }
    size_t same = 0;
    while (events[same] != '\0' && events[same] == desk->events[same])
        same++;
    if (events[same] != desk->events[same])
        fail_msg("after %zu bytes: %.60s, not %.60s", same, desk->events + same, events + same);
    text_clear(&desk->events_text);
}

static void type(const struct desk *desk, const char *text)
{
    assert_int_equal(write(desk->keyboard, text, strlen(text)), strlen(text));
}

static int set_up(void **state)
{
    struct desk *desk = memory_new(sizeof *desk);
    desk->listener = (struct adapter_listener){.context = desk,
                                               .received = received,
                                               .place_opened = opened,
                                               .phrase = phrase,
                                               .quit = quit};
    desk->settings = (struct console_settings){.person = "Anna", .colour = CONSOLE_COLOUR_OFF};
    desk->events_text = TEXT_IN(desk->events);
    desk->keyboard = desk->screen = -1;
    desk->own_input = dup(STDIN_FILENO);
    desk->own_output = dup(STDOUT_FILENO);
    uv_loop_init(&desk->loop);
    *state = desk;
    return 0;
}

static void open_console_expecting(struct desk *desk, const char *events)
{
    char error[128] = "";
    fcntl(desk->screen, F_SETFL, O_NONBLOCK);
    desk->console = console_class.open(&desk->loop, "test", &desk->settings, &desk->listener, error,
                                       sizeof error);
    assert_string_equal(error, "");
    assert_string_equal(desk->console->network, "test");
    assert_ptr_equal(desk->console->class, &console_class);
    await_events(desk, events);
}

static void open_console(struct desk *desk)
{
    open_console_expecting(desk, "opened test;");
}

static void note_closed(void *context)
{
    ((struct desk *)context)->closed = true;
}

static void close_console(struct desk *desk)
{
    console_class.close(desk->console, "bye", note_closed, desk);
    uv_run(&desk->loop, UV_RUN_DEFAULT);
    assert_true(desk->closed);
    desk->console = NULL;
    look(desk);
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    if (desk->console != NULL)
        close_console(desk);
    dup2(desk->own_input, STDIN_FILENO);
    dup2(desk->own_output, STDOUT_FILENO);
    close(desk->own_input);
    close(desk->own_output);
    close(desk->keyboard);
    if (desk->screen != desk->keyboard)
        close(desk->screen);
    assert_int_equal(uv_loop_close(&desk->loop), 0);
    free(desk);
    return 0;
}

static void sit_at_a_terminal(struct desk *desk)
{
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct termios plain = {.c_cflag = CS8,
                            .c_lflag = ICANON | ECHO,
                            .c_cc = {[VMIN] = 1, [VERASE] = 0x7F, [VEOF] = 4}};
    int terminal;
    setenv("TERM", "dumb", 1);
    assert_int_equal(openpty(&desk->screen, &terminal, NULL, &plain, &size), 0);
    desk->keyboard = desk->screen;
    dup2(terminal, STDIN_FILENO);
    dup2(terminal, STDOUT_FILENO);
    close(terminal);
    open_console(desk);
    await_screen(desk, "> ");
}

static void use_output(struct desk *desk)
{
    int output[2];
    assert_int_equal(pipe(output), 0);
    desk->screen = output[0];
    dup2(output[1], STDOUT_FILENO);
    close(output[1]);
}

static void use_pipes(struct desk *desk)
{
    int input[2];
    assert_int_equal(pipe(input), 0);
    dup2(input[0], STDIN_FILENO);
    close(input[0]);
    desk->keyboard = input[1];
    use_output(desk);
}

static void end_typing(struct desk *desk)
{
    close(desk->keyboard);
    desk->keyboard = -1;
}

static void use_file(struct desk *desk, const char *text, size_t length)
{
    FILE *file = tmpfile();
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    dup2(fileno(file), STDIN_FILENO);
    fclose(file);
    use_output(desk);
}

/* -- Tests: a terminal ------------------------------------------------------------------------- */

static void lines_are_edited_and_received(void **state)
{
    struct desk *desk = *state;
    sit_at_a_terminal(desk);
    type(desk, "hellp\x7Fo\r");
    await_events(desk, "Anna: hello;");
    type(desk, "\r"); /* nothing typed is nothing said */
    type(desk, "  \r");
    type(desk, "!play 3\r");
    await_events(desk, "Anna: play 3;");
    type(desk, "\x10\x10\x10\r"); /* back in the history, which has the blanks too */
    await_events(desk, "Anna: hello;");
}

static void the_prompt_is_what_must_be_done(void **state)
{
    struct desk *desk = *state;
    sit_at_a_terminal(desk);
    say(desk, OUTBOUND_PROMPT, "Your turn.");
    say(desk, OUTBOUND_EVENT, "Bruno draws.");
    await_screen(desk, "\r\x1B[KBruno draws.\r\nYour turn> ");
    say(desk, OUTBOUND_PROMPT, "Wait");
    say(desk, OUTBOUND_EVENT, "Carla draws.");
    await_screen(desk, "\r\x1B[KCarla draws.\r\nWait> ");
}

static void expect_prompt(struct desk *desk, const char *prompt, const char *shown)
{
    char screen[128];
    struct text expected = TEXT_IN(screen);
    say(desk, OUTBOUND_PROMPT, prompt);
    say(desk, OUTBOUND_EVENT, "x");
    text_add_format(&expected, "\r\x1B[Kx\r\n%s> ", shown);
    await_screen(desk, screen);
}

/* A row of 20: 16 columns, "> " and a letter. Where that is too little, whole clauses go. */
static void a_prompt_fits_one_row(void **state)
{
    const struct winsize narrow = {.ws_row = 24, .ws_col = 20}, unknown = {.ws_row = 24};
    struct desk *desk = *state;
    sit_at_a_terminal(desk);
    ioctl(desk->screen, TIOCSWINSZ, &narrow);
    expect_prompt(desk, "0123456789abcdef.", "0123456789abcdef");
    expect_prompt(desk, "Bid: 0123456789a.", "Bid: 0123456789a");
    expect_prompt(desk, "Bid: 0123456789ab.", "Bid");
    expect_prompt(desk, "Bid, or pass; or wait: whatever", "Bid, or pass");
    expect_prompt(desk, "Bid 1:2; or pass, or whatever", "Bid 1:2; or pass");
    expect_prompt(desk, "Bid or pass or whatever.", "Bid or pass or whatever");
    expect_prompt(desk, "", "");
    ioctl(desk->screen, TIOCSWINSZ, &unknown);
    expect_prompt(desk, "Bid, or pass, or whatever.", "Bid, or pass, or whatever");
}

static void the_end_of_input_is_the_end(void **state)
{
    struct desk *desk = *state;
    sit_at_a_terminal(desk);
    type(desk, "\x04");
    await_events(desk, "quit;");
    assert_non_null(strchr(desk->seen, '\n')); /* the shell's prompt gets a line of its own */
}

static void an_interrupt_clears_the_line_or_ends(void **state)
{
    struct desk *desk = *state;
    sit_at_a_terminal(desk);
    type(desk, "abc");
    await_screen(desk, "abc");
    raise(SIGINT);
    await_screen(desk, "\r\x1B[K> ");
    assert_string_equal(desk->events, "");
    type(desk, "d\r");
    await_events(desk, "Anna: d;");
    desk->length = 0;
    for (int i = 0; i < 20; i++)
        turn(desk);
    raise(SIGINT);
    await_events(desk, "quit;");
}

static void the_terminal_is_left_as_it_was(void **state)
{
    struct desk *desk = *state;
    struct network_screen size = {0};
    sit_at_a_terminal(desk);
    assert_true(console_class.screen(desk->console, &size));
    assert_int_equal(size.columns, 80);
    assert_int_equal(size.rows, 24);
    const struct winsize narrow = {.ws_row = 0, .ws_col = 80}, low = {.ws_row = 24, .ws_col = 0};
    ioctl(desk->screen, TIOCSWINSZ, &narrow);
    assert_false(console_class.screen(desk->console, &size));
    ioctl(desk->screen, TIOCSWINSZ, &low);
    assert_false(console_class.screen(desk->console, &size));
    assert_true(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK);
    close_console(desk);
    assert_false(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK);
    await_screen(desk, "\r\x1B[Kbye\r\n"); /* a terminal may hand on in pieces */
}

/* -- Tests: pipes and files -------------------------------------------------------------------- */

static void lines_come_from_a_pipe(void **state)
{
    struct desk *desk = *state;
    use_pipes(desk);
    open_console(desk);
    desk->reply = "yes";
    type(desk, "one\ntw");
    await_events(desk, "Anna: one;");
    await_screen(desk, "yes\n");
    type(desk, "o\n\nthree\n");
    await_events(desk, "Anna: two;Anna: three;");
    type(desk, "fo\aur");
    end_typing(desk);
    await_events(desk, "Anna: fo ur;quit;");
    await_screen(desk, "yes\nyes\nyes\n");
    struct network_screen size;
    assert_false(console_class.screen(desk->console, &size));
}

static void people_may_say_that_they_leave(void **state)
{
    struct desk *desk = *state;
    use_pipes(desk);
    open_console(desk);
    type(desk, "Quit\nexit\n!QUIT\nquit now\n");
    await_events(desk, "quit;quit;quit;Anna: quit now;");
}

/* More than fits at once, in order and without loss. */
static void much_input_is_read_in_pieces(void **state)
{
    enum { LINES = 12000 };
    static char input[LINES * 8 + 1], expected[LINES * 20];
    struct desk *desk = *state;
    struct text all = TEXT_IN(expected), lines = TEXT_IN(input);
    text_add(&all, "opened test;");
    for (int i = 0; i < LINES; i++) {
        text_add_format(&lines, "%07d\n", i);
        text_add_format(&all, "Anna: %07d;", i);
    }
    text_add(&all, "quit;");
    assert_false(all.truncated);
    use_file(desk, input, sizeof input - 1);
    open_console_expecting(desk, expected);
    close_console(desk);
    desk->closed = false;
    dup2(desk->own_output, STDOUT_FILENO);
    close(desk->screen);
    use_pipes(desk);
    open_console(desk);
    for (size_t sent = 0; sent < sizeof input - 1;) {
        size_t count = sizeof input - 1 - sent < 4096 ? sizeof input - 1 - sent : 4096;
        sent += (size_t)write(desk->keyboard, input + sent, count);
        for (int i = 0; i < 3; i++)
            turn(desk);
    }
    end_typing(desk);
    await_events(desk, expected + strlen("opened test;"));
}

/* A line without end is taken in pieces, each cut to what the host takes. */
static void a_line_without_end_is_cut(void **state)
{
    enum { BYTES = 65536 + 3 };
    static char input[BYTES];
    char expected[INBOUND_TEXT_MAX + 64];
    struct desk *desk = *state;
    memset(input, 'a', sizeof input);
    use_file(desk, input, sizeof input);
    snprintf(expected, sizeof expected, "opened test;Anna: %.*s;Anna: aaa;quit;",
             INBOUND_TEXT_MAX - 1, input);
    open_console_expecting(desk, expected);
}

static void a_file_may_be_one_word(void **state)
{
    struct desk *desk = *state;
    use_file(desk, "help", 4);
    open_console_expecting(desk, "opened test;Anna: help;quit;");
}

static void where_nothing_can_be_read_it_ends(void **state)
{
    struct desk *desk = *state;
    int socket_end = socket(AF_INET, SOCK_DGRAM, 0);
    dup2(socket_end, STDIN_FILENO);
    close(socket_end);
    use_output(desk);
    open_console_expecting(desk, "opened test;quit;");
}

/* It closes even while a read of the file is under way. */
static void it_closes_while_it_reads(void **state)
{
    struct desk *desk = *state;
    char error[128];
    use_file(desk, "a\n", 2);
    desk->console = console_class.open(&desk->loop, "test", &desk->settings, &desk->listener, error,
                                       sizeof error);
    close_console(desk);
    assert_string_equal(desk->events, "");
    assert_string_equal(desk->seen, "bye\n");
}

/* -- Tests: output ----------------------------------------------------------------------------- */

/* What is said in a turn waits for what follows from it, but not for ever. */
static void long_output_does_not_wait_for_its_end(void **state)
{
    struct desk *desk = *state;
    char text[1001] = "";
    memset(text, 'x', sizeof text - 1);
    use_pipes(desk);
    open_console(desk);
    int turns = 0;
    for (; desk->length == 0 && turns < 100; turns++) {
        say(desk, OUTBOUND_EVENT, text);
        turn(desk);
    }
    assert_in_range(turns, 17, 19); /* 16 KiB */
    assert_in_range(desk->length, 16384, 19 * 1001);
}

static void read_slowly(void *argument)
{
    struct desk *desk = argument;
    for (ssize_t count = 1; count > 0 || errno == EAGAIN;) {
        usleep(200);
        count = read(desk->screen, desk->seen + desk->length, 3000);
        desk->length += count > 0 ? (size_t)count : 0;
        if (desk->length >= 200001)
            return;
    }
}

/* A slow reader loses nothing, even when the pipe is full and does not block. */
static void a_slow_reader_gets_everything(void **state)
{
    static char text[200001];
    struct desk *desk = *state;
    uv_thread_t reader;
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = (char)('a' + i % 26);
    use_pipes(desk);
    open_console(desk);
    fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK);
    uv_thread_create(&reader, read_slowly, desk);
    say(desk, OUTBOUND_EVENT, text);
    for (int i = 0; i < 5; i++)
        uv_run(&desk->loop, UV_RUN_NOWAIT);
    uv_thread_join(&reader);
    assert_int_equal(desk->length, sizeof text);
    assert_memory_equal(desk->seen, text, sizeof text - 1);
    fcntl(STDOUT_FILENO, F_SETFL, 0);
    desk->length = 0;
}

/* -- Tests: settings --------------------------------------------------------------------------- */

static const char *name_of(const struct desk *desk)
{
    static char buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    text_clear(&name);
    console_person_name(&desk->settings, &desk->listener, &name);
    return buffer;
}

static void people_have_the_name_that_is_known(void **state)
{
    struct desk *desk = *state;
    setenv("USER", "dora\a", 1);
    assert_string_equal(name_of(desk), "Anna");
    desk->settings.person[0] = '\0';
    assert_string_equal(name_of(desk), "dora ");
    setenv("USER", "", 1);
    assert_string_equal(name_of(desk), "<console.person>");
    unsetenv("USER");
    assert_string_equal(name_of(desk), "<console.person>");
}

static void there_is_one_terminal(void **state)
{
    struct desk *desk = *state;
    char error[128] = "";
    use_pipes(desk);
    open_console(desk);
    assert_null(console_class.open(&desk->loop, "other", &desk->settings, &desk->listener, error,
                                   sizeof error));
    assert_string_equal(error, "there is one terminal, so one console network");
    char place[PLACE_MAX];
    assert_true(console_class.find_place(desk->console, "", CONSOLE_PLACE, place));
    assert_string_equal(place, CONSOLE_PLACE);
    assert_false(console_class.find_place(desk->console, "", "there", place));
}

static bool shows_colours(const struct desk *desk)
{
    return console_class.shows_colours(desk->console, CONSOLE_PLACE, false);
}

static void set_colours(struct desk *desk, int colour)
{
    char unchanged[8] = "";
    desk->settings.colour = colour;
    console_class.reload(desk->console, &desk->settings, unchanged, sizeof unchanged);
    assert_string_equal(unchanged, "");
}

static void colours_are_for_terminals(void **state)
{
    struct desk *desk = *state;
    unsetenv("NO_COLOR");
    sit_at_a_terminal(desk);
    assert_false(shows_colours(desk));
    assert_true(console_class.shows_colours(desk->console, CONSOLE_PLACE, true));
    set_colours(desk, CONSOLE_COLOUR_AUTO);
    assert_true(shows_colours(desk));
    setenv("NO_COLOR", "1", 1);
    set_colours(desk, CONSOLE_COLOUR_AUTO);
    assert_false(shows_colours(desk));
    set_colours(desk, CONSOLE_COLOUR_ON);
    assert_true(shows_colours(desk));
    setenv("NO_COLOR", "", 1);
    set_colours(desk, CONSOLE_COLOUR_AUTO);
    assert_true(shows_colours(desk));
    int silent[2];
    assert_int_equal(pipe(silent), 0);
    dup2(silent[1], STDOUT_FILENO);
    set_colours(desk, CONSOLE_COLOUR_AUTO);
    assert_false(shows_colours(desk));
    close(silent[0]);
    close(silent[1]);
    dup2(STDIN_FILENO, STDOUT_FILENO);
}

#define AT_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_DESK(lines_are_edited_and_received),
        AT_DESK(the_prompt_is_what_must_be_done),
        AT_DESK(a_prompt_fits_one_row),
        AT_DESK(the_end_of_input_is_the_end),
        AT_DESK(an_interrupt_clears_the_line_or_ends),
        AT_DESK(the_terminal_is_left_as_it_was),
        AT_DESK(lines_come_from_a_pipe),
        AT_DESK(people_may_say_that_they_leave),
        AT_DESK(much_input_is_read_in_pieces),
        AT_DESK(a_line_without_end_is_cut),
        AT_DESK(a_file_may_be_one_word),
        AT_DESK(where_nothing_can_be_read_it_ends),
        AT_DESK(it_closes_while_it_reads),
        AT_DESK(long_output_does_not_wait_for_its_end),
        AT_DESK(a_slow_reader_gets_everything),
        AT_DESK(people_have_the_name_that_is_known),
        AT_DESK(there_is_one_terminal),
        AT_DESK(colours_are_for_terminals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
