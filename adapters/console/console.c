#include "adapters/console/console.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <uv.h>

#include <editline/readline.h>

#include "adapters/console/terminal.h"
#include "bot/base/memory.h"
#include "bot/configuration/config.h"
#include "games/shared/text.h"

enum {
    INPUT_BYTES = 65536, /* of a pipe or file, read ahead */
    OUTPUT_BYTES = 1 << 20,
    OUTPUT_CALM = 16384, /* shown even if there is more to come */
    ROWS_WITHOUT_SPACE = 8,
    PROMPT_BYTES = 256
};

enum input_kind { INPUT_TERMINAL, INPUT_PIPE, INPUT_FILE, INPUT_NONE };

struct console {
    struct adapter adapter;
    struct adapter_listener listener;
    struct console_settings settings;
    enum input_kind input_kind;
    bool colour;
    uv_poll_t terminal;
    int terminal_flags; /* the original flags; the shell uses the same terminal after us */
    uv_pipe_t pipe;
    uv_fs_t file;
    bool reading_file;
    int64_t file_offset;
    uv_idle_t calm; /* active while lines or output wait */
    uv_signal_t interrupt;
    bool editing; /* libedit shows its prompt */
    bool said;    /* there was output in this turn */
    bool ended;   /* no more input */
    bool opened;
    bool closing;
    unsigned handles; /* still open */
    size_t input_length;
    char input[INPUT_BYTES + 1];
    struct text output, told, picture, hand; /* shown in this order */
    struct text wrapped;                     /* a text between its wrapping and its colouring */
    char prompt[PROMPT_BYTES];
    char prompted[PROMPT_BYTES];  /* the prompt that libedit shows */
    char typed[INBOUND_TEXT_MAX]; /* so far, while output is shown above it */
    void (*closed)(void *context);
    void *closed_context;
};

/* libedit's callbacks carry no context, so the one console of the process is found here. */
static struct console *terminal_console;

void console_person_name(const struct console_settings *settings,
                         const struct adapter_listener *listener, struct text *name)
{
    const char *login = getenv("USER");
    if (settings->person[0] != '\0')
        text_add(name, settings->person);
    else if (login != NULL && login[0] != '\0')
        text_add_printable(name, login, strlen(login));
    else
        listener->phrase(listener->context, "", "console.person", name);
}

static void calm_turn(uv_idle_t *handle);

static void wake(struct console *console)
{
    uv_idle_start(&console->calm, calm_turn);
}

/* -- Output ------------------------------------------------------------------------------------ */

bool console_ask(const char *question, struct text *answer)
{
    char line[INBOUND_TEXT_MAX];
    ssize_t length;
    terminal_write(question, strlen(question));
    do
        length = read(STDIN_FILENO, line, sizeof line); /* the terminal gives whole lines */
    while (length < 0 && errno == EINTR);
    if (length > 0)
        text_add_printable(answer, line, (size_t)length - (line[length - 1] == '\n'));
    else
        terminal_write("\n", 1);
    return length > 0;
}

static bool console_screen(const struct adapter *adapter, struct network_screen *screen)
{
    (void)adapter;
    return terminal_size(screen);
}

static void add_text(struct console *console, struct text *out, const char *text)
{
    text_clear(&console->wrapped);
    terminal_add_wrapped(&console->wrapped, text);
    terminal_add_coloured(out, console->wrapped.bytes);
}

/* Adds a narration to those before it: what follows from one input is one paragraph. */
static void add_told(struct text *told, const char *text)
{
    for (; *text != '\0'; text += *text == '\n') {
        size_t length = strcspn(text, "\n");
        if (length > 0)
            text_separate(told, " ");
        text_add_bytes(told, text, length);
        text += length;
    }
}

static void end_paragraph(struct console *console)
{
    if (console->told.length == 0)
        return;
    add_text(console, &console->output, console->told.bytes);
    text_add_char(&console->output, '\n');
    text_clear(&console->told);
}

static void clear_row(void)
{
    terminal_write("\r\x1B[K", 4);
}

static void stop_editing(struct console *console)
{
    if (!console->editing)
        return;
    console->editing = false;
    rl_callback_handler_remove();
    clear_row();
}

/* Makes room for output; what is being typed comes back behind the next prompt. */
static void interrupt_editing(struct console *console)
{
    struct text typed = TEXT_IN(console->typed);
    if (!console->editing)
        return;
    text_add_bytes(&typed, rl_line_buffer, (size_t)rl_end);
    stop_editing(console);
}

static unsigned rows_of(const char *picture)
{
    unsigned rows = 1;
    for (const char *at = picture; (at = strchr(at, '\n')) != NULL; at++)
        rows++;
    return rows;
}

static bool prompt_is_outdated(const struct console *console)
{
    return console->editing && strcmp(console->prompt, console->prompted) != 0;
}

/* A large picture stands apart from what was told. */
static void show_output(struct console *console)
{
    end_paragraph(console);
    if (console->picture.length > 0) {
        if (rows_of(console->picture.bytes) > ROWS_WITHOUT_SPACE)
            text_add_char(&console->output, '\n');
        text_add(&console->output, console->picture.bytes);
        text_add_char(&console->output, '\n');
    }
    if (console->hand.length > 0) {
        text_add(&console->output, console->hand.bytes);
        text_add_char(&console->output, '\n');
    }
    if (console->output.length > 0) {
        interrupt_editing(console);
        terminal_write(console->output.bytes, console->output.length);
    } else if (prompt_is_outdated(console)) {
        interrupt_editing(console);
    }
    text_clear(&console->output);
    text_clear(&console->picture);
    text_clear(&console->hand);
}

static void console_say(struct adapter *adapter, const struct outbound *outbound)
{
    struct console *console = (struct console *)adapter;
    console->said = true;
    if (outbound->kind == OUTBOUND_PROMPT) {
        struct text prompt = text_in(console->prompt, sizeof console->prompt);
        text_add(&prompt, outbound->text);
    } else if (outbound->kind == OUTBOUND_PICTURE) {
        text_clear(&console->picture);
        add_text(console, &console->picture, outbound->text);
    } else if (outbound->kind == OUTBOUND_HAND) {
        text_clear(&console->hand);
        add_text(console, &console->hand, outbound->text);
    } else if (outbound->narration) {
        add_told(&console->told, outbound->text);
    } else {
        end_paragraph(console);
        add_text(console, &console->output, outbound->text);
        text_add_char(&console->output, '\n');
    }
    if (!console->closing)
        wake(console);
}

/* -- Input ------------------------------------------------------------------------------------- */

static void end_input(struct console *console)
{
    console->ended = true;
    wake(console);
}

static void add_input(struct console *console, const char *bytes, size_t length)
{
    size_t room = INPUT_BYTES - console->input_length;
    if (length > room)
        length = room;
    memcpy(console->input + console->input_length, bytes, length);
    console->input_length += length;
    console->input[console->input_length] = '\0';
    wake(console);
}

static void line_typed(char *line)
{
    struct console *console = terminal_console;
    console->editing = false;
    rl_callback_handler_remove();
    if (line == NULL) {
        terminal_write("\n", 1);
        end_input(console);
        return;
    }
    if (line[0] != '\0')
        add_history(line);
    add_input(console, line, strlen(line));
    add_input(console, "\n", 1);
    free(line);
}

/* The prompt is one row, without a full stop. Of one that is too wide as many clauses stay as fit.
 */
static size_t prompt_length(const char *prompt)
{
    size_t length = strlen(prompt), taken = 0;
    unsigned columns = terminal_columns();
    if (length > 0 && prompt[length - 1] == '.')
        length--;
    if (columns == 0 || terminal_width(prompt, length) + sizeof "> " < columns)
        return length;
    for (size_t at = strcspn(prompt, ":;,"); at < length; at += 1 + strcspn(prompt + at + 1, ":;,"))
        if (prompt[at + 1] == ' ' && terminal_width(prompt, at) + sizeof "> " < columns)
            taken = at;
    return taken > 0 ? taken : length;
}

/* libedit draws the prompt again with it. */
static void restore_typed(struct console *console)
{
    if (console->typed[0] == '\0')
        return;
    rl_insert_text(console->typed);
    clear_row();
    rl_forced_update_display();
    rl_point = rl_end = (int)strlen(console->typed);
    console->typed[0] = '\0';
}

static void start_editing(struct console *console)
{
    if (console->input_kind != INPUT_TERMINAL || console->editing || console->closing)
        return;
    char prompt[PROMPT_BYTES + 4];
    struct text text = TEXT_IN(prompt);
    text_add_bytes(&text, console->prompt, prompt_length(console->prompt));
    text_add(&text, "> ");
    memcpy(console->prompted, console->prompt, sizeof console->prompted);
    console->editing = true;
    rl_callback_handler_install(prompt, line_typed);
    rl_point = rl_end = 0; /* libedit leaves the previous line's position there */
    restore_typed(console);
}

static void terminal_readable(uv_poll_t *handle, int status, int events)
{
    struct console *console = handle->data;
    (void)events;
    if (status < 0)
        end_input(console);
    else if (console->editing)
        rl_callback_read_char();
}

/* Ctrl-C clears the line; in an empty line it ends the program. */
static void interrupted(uv_signal_t *handle, int number)
{
    struct console *console = handle->data;
    (void)number;
    if (console->editing && rl_end > 0) {
        stop_editing(console);
        start_editing(console);
    } else {
        stop_editing(console);
        console->listener.quit(console->listener.context);
    }
}

static void allocate_input(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct console *console = handle->data;
    (void)suggested;
    size_t room = INPUT_BYTES - console->input_length;
    *buffer = uv_buf_init(console->input + console->input_length, (unsigned)room);
}

static void pipe_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct console *console = stream->data;
    (void)buffer;
    if (length > 0) {
        console->input_length += (size_t)length;
        console->input[console->input_length] = '\0';
        wake(console);
        if (console->input_length == INPUT_BYTES)
            uv_read_stop(stream);
    } else if (length < 0 && length != UV_ENOBUFS) {
        uv_read_stop(stream);
        end_input(console);
    }
}

static void file_read(uv_fs_t *request);
static void release(struct console *console);

static void read_file(struct console *console)
{
    uv_buf_t buffer = uv_buf_init(console->input + console->input_length,
                                  (unsigned)(INPUT_BYTES - console->input_length));
    console->reading_file = true;
    uv_fs_read(uv_handle_get_loop((uv_handle_t *)&console->calm), &console->file, STDIN_FILENO,
               &buffer, 1, -1, file_read);
}

static void file_read(uv_fs_t *request)
{
    struct console *console = request->data;
    ssize_t length = request->result;
    uv_fs_req_cleanup(request);
    console->reading_file = false;
    if (console->closing) {
        release(console);
        return;
    }
    if (length > 0) {
        console->input_length += (size_t)length;
        console->input[console->input_length] = '\0';
        wake(console);
    } else {
        end_input(console);
    }
}

static void read_more(struct console *console)
{
    if (console->ended || console->closing || console->input_length == INPUT_BYTES)
        return;
    if (console->input_kind == INPUT_FILE && !console->reading_file)
        read_file(console);
    else if (console->input_kind == INPUT_PIPE)
        uv_read_start((uv_stream_t *)&console->pipe, allocate_input, pipe_read);
}

/* -- Lines ------------------------------------------------------------------------------------- */

static struct inbound inbound_of(const struct console *console, const struct text *name,
                                 const char *line)
{
    return (struct inbound){.network = console->adapter.network,
                            .person = {CONSOLE_IDENTITY, name->bytes, RANK_ADMIN},
                            .place = CONSOLE_PLACE,
                            .text = line,
                            .addressed = true};
}

static bool is_farewell(const char *line)
{
    return strcasecmp(line, "quit") == 0 || strcasecmp(line, "exit") == 0;
}

static void deliver(struct console *console, const char *line)
{
    if (line[0] == '!')
        line++;
    if (is_farewell(line)) {
        console->listener.quit(console->listener.context);
        return;
    }
    char buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    console_person_name(&console->settings, &console->listener, &name);
    const struct inbound inbound = inbound_of(console, &name, line);
    if (line[strspn(line, " ")] != '\0')
        console->listener.received(console->listener.context, &inbound);
}

static bool take_line(struct console *console, char *line, size_t size)
{
    char *end = memchr(console->input, '\n', console->input_length);
    size_t length = end != NULL ? (size_t)(end - console->input) : console->input_length;
    bool whole = end != NULL || console->ended || console->input_length == INPUT_BYTES;
    if (!whole || (end == NULL && length == 0)) {
        read_more(console); /* not before: a read under way knows its place in the buffer */
        return false;
    }
    struct text text = text_in(line, size);
    text_add_printable(&text, console->input, length);
    while (text.length > 0 && line[text.length - 1] == ' ')
        line[--text.length] = '\0'; /* such as the blank behind a completed word */
    size_t used = end != NULL ? length + 1 : length;
    memmove(console->input, console->input + used, console->input_length - used + 1);
    console->input_length -= used;
    return true;
}

/* -- Completion -------------------------------------------------------------------------------- */

/* What may stand at the end of the line, from the byte where the completed word begins. */
struct offers {
    struct outbound_choice choices[CHOICES_MAX];
    size_t count, next, start;
};

static struct offers find_offers(const struct console *console, int start, int end)
{
    struct offers offers = {.start = (size_t)start};
    char line_buffer[INBOUND_TEXT_MAX], name_buffer[NAME_MAX_BYTES];
    struct text line = TEXT_IN(line_buffer), name = TEXT_IN(name_buffer);
    text_add_bytes(&line, rl_line_buffer, (size_t)end);
    console_person_name(&console->settings, &console->listener, &name);
    const struct inbound inbound = inbound_of(console, &name, line.bytes);
    if (!line.truncated && console->listener.complete != NULL)
        offers.count =
            console->listener.complete(console->listener.context, &inbound, offers.choices);
    return offers;
}

/* libedit asks with state 0 first and then until it gets NULL. An offer that does not go on from
 * what is typed would replace it, so it is left out. */
static char *next_offer(const char *word, int state)
{
    static struct offers offers;
    if (state == 0)
        offers = find_offers(terminal_console, rl_point - (int)strlen(word), rl_point);
    while (offers.next < offers.count) {
        const char *command = offers.choices[offers.next++].command;
        if (strncasecmp(command, rl_line_buffer, (size_t)rl_point) == 0)
            return strdup(command + offers.start);
    }
    return NULL;
}

static char **complete_word(const char *word, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1; /* never names of files */
    return rl_completion_matches(word, next_offer);
}

/* Lines from a file or a program wait for the answer to the one before. */
static bool waits(const struct console *console)
{
    const struct adapter_listener *listener = &console->listener;
    return console->input_kind != INPUT_TERMINAL && listener->owes != NULL &&
           listener->owes(listener->context, console->adapter.network, 0);
}

/* Nothing more follows from the last line: shows the output, then handles the next line. */
static void calm_turn(uv_idle_t *handle)
{
    struct console *console = handle->data;
    if (!console->opened) {
        console->opened = true;
        console->listener.place_opened(console->listener.context, console->adapter.network,
                                       CONSOLE_PLACE);
        return;
    }
    if (console->said && console->output.length + console->told.length < OUTPUT_CALM) {
        console->said = false;
        return;
    }
    console->said = false;
    show_output(console);
    if (waits(console)) {
        uv_idle_stop(handle);
        return;
    }
    char line[INBOUND_TEXT_MAX];
    if (take_line(console, line, sizeof line)) {
        deliver(console, line);
        return;
    }
    uv_idle_stop(handle);
    if (console->ended)
        console->listener.quit(console->listener.context);
    else
        start_editing(console);
}

/* -- Life -------------------------------------------------------------------------------------- */

static enum input_kind find_input_kind(void)
{
    switch (uv_guess_handle(STDIN_FILENO)) {
    case UV_TTY:
        return INPUT_TERMINAL;
    case UV_NAMED_PIPE:
        return INPUT_PIPE;
    case UV_FILE:
        return INPUT_FILE;
    default:
        return INPUT_NONE;
    }
}

static bool wants_colour(const struct console_settings *settings)
{
    const char *no_colour = getenv("NO_COLOR");
    if (settings->colour != CONSOLE_COLOUR_AUTO)
        return settings->colour == CONSOLE_COLOUR_ON;
    return isatty(STDOUT_FILENO) && (no_colour == NULL || no_colour[0] == '\0');
}

static void open_input(uv_loop_t *loop, struct console *console)
{
    console->input_kind = find_input_kind();
    if (console->input_kind == INPUT_TERMINAL) {
        setlocale(LC_CTYPE,
                  "C.UTF-8"); /* libedit decodes input by the locale, and our texts are UTF-8 */
        console->terminal_flags = fcntl(STDIN_FILENO, F_GETFL);
        rl_readline_name = (char *)(uintptr_t)"belfry";
        rl_catch_signals = 0;
        rl_attempted_completion_function = complete_word;
        rl_basic_word_break_characters = " ";
        uv_poll_init(loop, &console->terminal, STDIN_FILENO);
        console->terminal.data = console;
        uv_poll_start(&console->terminal, UV_READABLE, terminal_readable);
        console->handles++;
    } else if (console->input_kind == INPUT_PIPE) {
        uv_pipe_init(loop, &console->pipe, 0);
        console->pipe.data = console;
        uv_pipe_open(&console->pipe, STDIN_FILENO);
        console->handles++;
    } else if (console->input_kind == INPUT_NONE) {
        console->ended = true;
    }
    console->file.data = console;
    read_more(console);
}

static struct adapter *console_open(uv_loop_t *loop, const char *network, const void *settings,
                                    const struct adapter_listener *listener, char *error,
                                    size_t error_size)
{
    if (terminal_console != NULL) {
        struct text text = text_in(error, error_size);
        text_add(&text, "there is one terminal, so one console network");
        return NULL;
    }
    struct console *console = memory_new(sizeof *console);
    struct text name = TEXT_IN(console->adapter.network);
    text_add(&name, network);
    console->adapter.class = &console_class;
    console->listener = *listener;
    console->settings = *(const struct console_settings *)settings;
    console->colour = wants_colour(&console->settings);
    console->output = text_in(memory_new(OUTPUT_BYTES), OUTPUT_BYTES);
    console->told = text_in(memory_new(OUTPUT_CALM), OUTPUT_CALM);
    console->picture = text_in(memory_new(OUTPUT_CALM), OUTPUT_CALM);
    console->hand = text_in(memory_new(OUTPUT_CALM), OUTPUT_CALM);
    console->wrapped = text_in(memory_new(OUTPUT_BYTES), OUTPUT_BYTES);
    terminal_console = console;
    uv_idle_init(loop, &console->calm);
    uv_signal_init(loop, &console->interrupt);
    console->calm.data = console->interrupt.data = console;
    console->handles = 2;
    uv_idle_start(&console->calm, calm_turn);
    uv_signal_start(&console->interrupt, interrupted, SIGINT);
    open_input(loop, console);
    return &console->adapter;
}

static bool console_shows_colours(const struct adapter *adapter, const char *place, bool asked)
{
    (void)place;
    return asked || ((const struct console *)adapter)->colour;
}

static bool console_find_place(const struct adapter *adapter, const char *here, const char *typed,
                               char place[PLACE_MAX])
{
    (void)adapter;
    (void)here;
    struct text key = text_in(place, PLACE_MAX);
    text_add(&key, CONSOLE_PLACE);
    return strcasecmp(typed, CONSOLE_PLACE) == 0;
}

static void console_reload(struct adapter *adapter, const void *settings, char *unchanged,
                           size_t unchanged_size)
{
    struct console *console = (struct console *)adapter;
    (void)unchanged;
    (void)unchanged_size;
    console->settings = *(const struct console_settings *)settings;
    console->colour = wants_colour(&console->settings);
}

static void release(struct console *console)
{
    if (--console->handles > 0)
        return;
    void (*closed)(void *) = console->closed;
    void *context = console->closed_context;
    free(console->output.bytes);
    free(console->told.bytes);
    free(console->picture.bytes);
    free(console->hand.bytes);
    free(console->wrapped.bytes);
    free(console);
    terminal_console = NULL;
    closed(context);
}

static void handle_closed(uv_handle_t *handle)
{
    release(handle->data);
}

static void console_close(struct adapter *adapter, const char *farewell,
                          void (*closed)(void *context), void *context)
{
    struct console *console = (struct console *)adapter;
    console->closing = true;
    console->closed = closed;
    console->closed_context = context;
    text_add(&console->output, farewell);
    text_add_char(&console->output, '\n');
    show_output(console);
    stop_editing(console);
    if (console->reading_file)
        console->handles++;
    uv_close((uv_handle_t *)&console->calm, handle_closed);
    uv_close((uv_handle_t *)&console->interrupt, handle_closed);
    if (console->input_kind == INPUT_TERMINAL) {
        uv_close((uv_handle_t *)&console->terminal, handle_closed);
        fcntl(STDIN_FILENO, F_SETFL, console->terminal_flags);
    } else if (console->input_kind == INPUT_PIPE) {
        uv_close((uv_handle_t *)&console->pipe, handle_closed);
    }
}

/* -- Settings ---------------------------------------------------------------------------------- */

static const char *const colours[] = {"auto", "on", "off", NULL};

static const struct config_key keys[] = {
    {.name = "person",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct console_settings, person),
     .most = NAME_MAX_BYTES - 1,
     .default_value = "",
     .help = "The name of the person at the terminal. Empty: the login name."},
    {.name = "colour",
     .type = CONFIG_CHOICE,
     CONFIG_AT(struct console_settings, colour),
     .default_value = "auto",
     .choices = colours,
     .help =
         "Colours on the terminal. auto: unless NO_COLOR is set or the output is not a terminal."},
};

static const struct config_section section = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .block_size = sizeof(struct console_settings),
};

const struct adapter_class console_class = {
    .type = "console",
    .solitary = true,
    .screen = console_screen,
    .only_person = CONSOLE_IDENTITY,
    .settings = &section,
    .open = console_open,
    .say = console_say,
    .shows_colours = console_shows_colours,
    .find_place = console_find_place,
    .reload = console_reload,
    .close = console_close,
};
