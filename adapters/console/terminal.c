#include "adapters/console/terminal.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "games/shared/canvas.h"
#include "games/shared/paint.h"

void terminal_write(const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
        else if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

/* -- Its size ---------------------------------------------------------------------------------- */

bool terminal_size(struct network_screen *screen)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return false;
    *screen = (struct network_screen){size.ws_col, size.ws_row};
    return size.ws_col > 0 && size.ws_row > 0;
}

unsigned terminal_columns(void)
{
    struct network_screen screen;
    return terminal_size(&screen) ? screen.columns : 0;
}

unsigned terminal_width(const char *text, size_t length)
{
    char copy[INBOUND_TEXT_MAX];
    struct text plain = TEXT_IN(copy);
    paint_strip(text, length, &plain);
    return display_width(copy);
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* Keeps the blanks before a line, which may be part of a drawing. Returns how many. */
static unsigned add_indent(struct text *out, const char **sentences)
{
    size_t blanks = strspn(*sentences, " ");
    text_add_bytes(out, *sentences, blanks);
    *sentences += blanks;
    return (unsigned)blanks;
}

/* Breaks a line between words where the terminal ends. */
static void add_wrapped(struct text *out, const char *line, const char *end)
{
    unsigned columns = terminal_columns(), used = add_indent(out, &line);
    for (bool first = true; line < end; first = false) {
        size_t length = strcspn(line, " \n");
        unsigned width = terminal_width(line, length);
        if (!first && columns > 0 && used + 1 + width >= columns) {
            text_add_char(out, '\n');
            used = 0;
        } else if (!first) {
            text_add_char(out, ' ');
            used++;
        }
        text_add_bytes(out, line, length);
        used += width;
        line += length + (line[length] == ' ');
    }
}

void terminal_add_wrapped(struct text *out, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        if (*lines == DRAWN_MARK)
            text_add_bytes(out, lines, length);
        else
            add_wrapped(out, lines, lines + length);
        lines += length;
        if (*lines == '\n')
            text_add_char(out, *lines++);
    }
}

void terminal_add_coloured(struct text *out, const char *text)
{
    static const char *const codes[PAINT_COUNT] = {
        [PAINT_TITLE] = "1",   [PAINT_SEAT_1] = "31", [PAINT_SEAT_2] = "34", [PAINT_SEAT_3] = "32",
        [PAINT_SEAT_4] = "35", [PAINT_SEAT_5] = "33", [PAINT_SEAT_6] = "36", [PAINT_FAINT] = "90",
        [PAINT_RED] = "31",    [PAINT_GREEN] = "32",  [PAINT_BLUE] = "34",   [PAINT_YELLOW] = "33",
        [PAINT_PINK] = "35",   [PAINT_GREY] = "90"};
    const char *end = text + strlen(text);
    struct painted piece;
    while (paint_next(&text, end, &piece)) {
        const char *code = codes[piece.paint];
        if (code != NULL)
            text_add_format(out, "\x1B[%sm", code);
        text_add_bytes(out, piece.bytes, piece.length);
        if (code != NULL)
            text_add(out, "\x1B[0m");
    }
}
