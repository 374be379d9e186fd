#include "bot/tables/tale.h"

#include <string.h>

#include "bot/core/render.h"

enum { LINES_BYTES = 1200 };

const char *tale_line(const struct tale *tale, unsigned index)
{
    return tale->lines[index % TALE_LINES_MAX];
}

/* Tells what has been collected, in one line. */
void tale_end(struct tale *tale)
{
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text told = TEXT_IN(buffer);
    struct text line = text_in(tale->lines[tale->told % TALE_LINES_MAX], TALE_LINE_BYTES);
    render_events(tale->table->game, GAME_VIEW(&tale->view), tale->telling, &tale->events, &told);
    tale->events = (struct game_events){0};
    if (told.length == 0)
        return;
    for (char *end = buffer; (end = strchr(end, '\n')) != NULL;)
        *end = ' ';
    text_add(&line, told.bytes);
    tale->told++;
}

static void collect(struct game_events *events, const struct game_events *more)
{
    for (unsigned i = 0; i < more->count && events->count < GAME_EVENTS_MAX; i++)
        events->list[events->count++] = more->list[i];
}

void tale_take(struct tale *tale, const struct walk_step *step)
{
    if (step->n <= tale->after)
        return;
    if (step->seat != GAME_SPECTATOR)
        tale_end(tale);
    collect(&tale->events, step->events);
    tale->table->game->rules->view(step->after, GAME_SPECTATOR, GAME_VIEW(&tale->view));
}

unsigned tale_first(const struct tale *tale, unsigned most)
{
    size_t bytes = 0;
    unsigned first = tale->told;
    if (most == 0 || most > TALE_LINES_MAX)
        most = TALE_LINES_MAX;
    while (first > 0 && tale->told - first < most) {
        bytes += strlen(tale_line(tale, first - 1)) + 1;
        if (bytes > LINES_BYTES && first < tale->told)
            break;
        first--;
    }
    return first;
}
