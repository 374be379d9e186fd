/* What happened since somebody was last here. The record is played again, and its events are told
 * in the sentences that told them when they happened. */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/core/render.h"
#include "bot/tables/walk.h"

enum { LINES_MAX = 12, LINE_BYTES = 700, LINES_BYTES = 1200 };

/* The newest lines, of which line `told - 1` is the last. */
struct recap {
    const struct table *table;
    const struct telling *telling;
    uint32_t after;
    struct game_events events; /* of a move and of what was dealt because of it; not told yet */
    union game_view_block view;
    unsigned told;
    char lines[LINES_MAX][LINE_BYTES];
};

static char *line_at(struct recap *recap, unsigned index)
{
    return recap->lines[index % LINES_MAX];
}

/* Tells what has been collected, in one line. */
static void tell(struct recap *recap)
{
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text told = TEXT_IN(buffer);
    struct text line = text_in(line_at(recap, recap->told), LINE_BYTES);
    render_events(recap->table->game, GAME_VIEW(&recap->view), recap->telling, &recap->events,
                  &told);
    recap->events = (struct game_events){0};
    if (told.length == 0)
        return;
    for (char *end = buffer; (end = strchr(end, '\n')) != NULL;)
        *end = ' ';
    text_add(&line, told.bytes);
    recap->told++;
}

static void collect(struct game_events *events, const struct game_events *more)
{
    for (unsigned i = 0; i < more->count && events->count < GAME_EVENTS_MAX; i++)
        events->list[events->count++] = more->list[i];
}

static void take(void *context, const struct walk_step *step)
{
    struct recap *recap = context;
    if (step->n <= recap->after)
        return;
    if (step->seat != GAME_SPECTATOR)
        tell(recap);
    collect(&recap->events, step->events);
    recap->table->game->rules->view(step->after, GAME_SPECTATOR, GAME_VIEW(&recap->view));
}

/* Returns the first line that there is still room for. */
static unsigned first_shown(struct sessions *sessions, struct recap *recap, const char *network)
{
    unsigned most = networks_page_lines(sessions->networks, network);
    size_t bytes = 0;
    unsigned first = recap->told;
    if (most == 0 || most > LINES_MAX)
        most = LINES_MAX;
    while (first > 0 && recap->told - first < most) {
        bytes += strlen(line_at(recap, first - 1)) + 1;
        if (bytes > LINES_BYTES && first < recap->told)
            break;
        first--;
    }
    return first;
}

void session_caught_up(struct sessions *sessions, struct table *table, unsigned seat)
{
    table_note_caught_up(table, seat);
    session_waiting_save(sessions, table);
}

bool session_recap(struct sessions *sessions, struct store_inquiry *inquiry,
                   const struct table *table, unsigned seat, const struct telling *telling,
                   struct text *out)
{
    struct recap recap = {
        .table = table, .telling = telling, .after = table->seats[seat].visit.caught_up};
    if (!walk_record(inquiry, table, &recap, take))
        return false;
    tell(&recap);
    unsigned first = first_shown(sessions, &recap, table->seats[seat].network);
    session_add_place(sessions, table, seat, recap.told > 0 ? "\n" : " · ", out);
    words_say(telling->words, out, "answer.recap", SAY_NUMBER(recap.told), SAY_NUMBER(first));
    for (unsigned line = first; line < recap.told; line++)
        text_add_format(out, "\n%s", line_at(&recap, line));
    return true;
}
