#include "bot/core/render.h"

#include <string.h>

#include "games/shared/frame.h"

enum { SENTENCES_BYTES = RENDER_LINES_MAX * RENDER_LINE_BYTES };

/* What is told of one event. */
struct sentence {
    const struct game_event *event;
    const char *text, *predicate; /* what follows the name of the event's seat; NULL: no name */
};

/* `plays b5.` of `Alice plays b5.` */
static const char *predicate_of(const struct telling *telling, const struct game_event *event,
                                const char *sentence)
{
    if (event->seat >= GAME_SEATS_MAX)
        return NULL;
    const char *name = telling->names[event->seat];
    size_t length = strlen(name);
    return strncmp(sentence, name, length) == 0 && sentence[length] == ' ' ? sentence + length + 1
                                                                           : NULL;
}

/* Tells the events one by one; returns how many sentences that are. */
static unsigned tell_sentences(const struct game *game, const struct game_view *spectator,
                               const struct telling *telling, const struct game_events *events,
                               struct text *told, struct sentence sentences[GAME_EVENTS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < events->count; i++) {
        size_t start = told->length;
        const struct game_event *event = &events->list[i];
        game->text->tell(spectator, telling, event, told);
        if (told->length == start || told->truncated)
            continue;
        const char *text = told->bytes + start;
        sentences[count++] = (struct sentence){event, text, predicate_of(telling, event, text)};
        text_add_char(told, '\0');
    }
    return count;
}

/* Whether two sentences say what the same person does. */
static bool have_one_subject(const struct sentence *first, const struct sentence *second)
{
    size_t length = strlen(first->text);
    return first->predicate != NULL && second->predicate != NULL && !first->event->decisive &&
           first->event->seat == second->event->seat && first->text[length - 1] == '.';
}

/* Adds the sentences from `*at` on that have one subject, as one: `Alice plays b5, takes it and
 * leads.` */
static void add_joined(const struct telling *telling, const struct sentence *sentences,
                       unsigned count, unsigned *at, struct text *out)
{
    char buffer[SENTENCES_BYTES];
    struct text before = TEXT_IN(buffer);
    text_add(&before, sentences[*at].text);
    for (; *at + 1 < count && have_one_subject(&sentences[*at], &sentences[*at + 1]); ++*at) {
        const struct sentence *next = &sentences[*at + 1];
        bool last = *at + 2 == count || !have_one_subject(next, next + 1);
        buffer[--before.length] = '\0'; /* the full stop */
        char joined_buffer[SENTENCES_BYTES];
        struct text joined = TEXT_IN(joined_buffer);
        if (last)
            words_say(telling->words, &joined, "choice.and", SAY_TEXT(before.bytes),
                      SAY_TEXT(next->predicate));
        else
            text_add_format(&joined, "%s, %s", before.bytes, next->predicate);
        text_clear(&before);
        text_add(&before, joined.bytes);
    }
    text_add(out, before.bytes);
}

void render_events(const struct game *game, const struct game_view *spectator,
                   const struct telling *telling, const struct game_events *events,
                   struct text *out)
{
    char buffer[SENTENCES_BYTES];
    struct text told = TEXT_IN(buffer);
    struct sentence sentences[GAME_EVENTS_MAX];
    unsigned count = tell_sentences(game, spectator, telling, events, &told, sentences);
    bool decided = false;
    for (unsigned i = 0; i < count; i++) {
        bool decisive = sentences[i].event->decisive;
        text_separate(out, decisive && !decided ? "\n" : " ");
        decided |= decisive;
        add_joined(telling, sentences, count, &i, out);
        decided |= sentences[i].event->decisive;
    }
}

void render_situation(const struct game *game, const struct game_view *spectator,
                      const struct telling *telling, struct text *out)
{
    char buffer[512];
    struct text situation = TEXT_IN(buffer);
    game->text->situation(spectator, telling, &situation);
    if (situation.length > 0) {
        text_separate(out, " ");
        text_add(out, situation.bytes);
    }
}

void render_move(const struct game *game, game_move move, const struct telling *telling,
                 struct text *out)
{
    char buffer[2 * GAME_MOVE_SAID_MAX];
    struct text label = TEXT_IN(buffer);
    game_move_say(game, move, telling->words, out);
    if (game->text->label != NULL)
        game->text->label(move, telling, &label);
    if (label.length > 0)
        text_add_format(out, " (%s)", label.bytes);
}

void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    game->text->picture(view, telling, &canvas);
    canvas_draw(&canvas, coloured, out);
}

void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out)
{
    if (style->sentences)
        game->text->describe(view, telling, out);
    else
        render_picture(game, view, telling, style->coloured, out);
}

void render_hand(const struct game *game, const struct game_view *view,
                 const struct telling *telling, const struct style *style, struct text *out)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    struct telling spoken = *telling;
    if (style->sentences)
        spoken.size = PICTURE_SHORT;
    game->text->hand(view, &spoken, &hand);
    if (!drawn_present(hand.bytes))
        words_say(&style->words, out, "hand.row", SAY_TEXT(hand.bytes));
    else if (style->coloured)
        text_add(out, hand.bytes);
    else
        paint_remove(hand.bytes, out);
}

void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out)
{
    struct canvas canvas;
    frame_open(&canvas, telling);
    canvas.height = CANVAS_HEIGHT_MAX;
    game->text->scoring(view, telling, &canvas);
    canvas_draw(&canvas, coloured, out);
}

void render_scoring_row(const struct game *game, const struct game_view *view,
                        const struct telling *telling, struct text *out)
{
    char drawn_buffer[RENDER_PICTURE_BYTES];
    struct text drawn = TEXT_IN(drawn_buffer);
    struct telling short_telling = *telling;
    short_telling.size = PICTURE_SHORT;
    render_scoring(game, view, &short_telling, false, &drawn);
    for (const char *row = drawn_buffer; *row != '\0'; row += *row == '\n') {
        row += *row == DRAWN_MARK;
        size_t length = strcspn(row, "\n");
        if (length > 0)
            text_separate(out, telling_separator(telling));
        text_add_bytes(out, row, length);
        row += length;
    }
}
