/* What every game says, in every language, to be read by people: tests/golden/GAME/said.txt holds
 * each kind of event, the situations, the hands and the descriptions, each in every wording that
 * the golden transcripts and a few random games bring up, where it is said for the first time.
 *
 * A kind of event that the game declares and that has no line fails. When words were changed on
 * purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_said
 * writes them.
 */
#include <stdlib.h>
#include <string.h>

#include "bot/core/render.h"
#include "bot/words/catalog.h"
#include "tests/golden/golden_kit.h"

enum {
    ROUNDS = 1,
    ROUNDS_OF_EVENTS = 12,
    KINDS_MAX = 32,
    SECTIONS_MAX = KINDS_MAX + 3,
    SECTION_BYTES = 256 * 1024
};

struct section {
    char buffer[SECTION_BYTES];
    struct text text;
};

struct saying {
    const struct game *game;
    struct golden_cover cover;
    struct section sections[SECTIONS_MAX]; /* kinds of events, then the rest */
};

/* What is told of a position, and to whom. */
struct piece {
    const struct golden_position *position;
    const struct game_event *event;
    const struct game_view *view;
    void (*tell)(const struct piece *piece, const struct telling *telling, struct text *out);
};

static void tell_event(const struct piece *piece, const struct telling *telling, struct text *out)
{
    piece->position->game->text->tell(piece->view, telling, piece->event, out);
}

static void tell_situation(const struct piece *piece, const struct telling *telling,
                           struct text *out)
{
    piece->position->game->text->situation(piece->view, telling, out);
}

static void tell_hand(const struct piece *piece, const struct telling *telling, struct text *out)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    piece->position->game->text->hand(piece->view, telling, &hand);
    paint_strip(hand.bytes, hand.length, out);
}

static void tell_description(const struct piece *piece, const struct telling *telling,
                             struct text *out)
{
    piece->position->game->text->describe(piece->view, telling, out);
}

/* Whether it says something new in one of the languages. */
static bool is_new(struct saying *saying, const char *what, const struct piece *piece)
{
    saying->cover.grew = false;
    for (unsigned i = 0; catalog_languages[i] != NULL; i++) {
        static char buffer[SECTION_BYTES];
        struct text unread = TEXT_IN(buffer);
        struct golden_listener listener = {
            .cover = &saying->cover,
            .inner = catalog_words(golden_catalog(), catalog_languages[i]),
            .language = catalog_languages[i],
            .what = what};
        struct words words = golden_listen(&listener);
        struct telling telling = {
            .words = &words, .names = golden_names, .alphabet = ALPHABET_UNICODE};
        piece->tell(piece, &telling, &unread);
    }
    return saying->cover.grew;
}

static void keep_if_new(struct saying *saying, unsigned section, const struct piece *piece)
{
    struct text *out = &saying->sections[section].text;
    char what_buffer[16];
    struct text what = TEXT_IN(what_buffer);
    text_add_number(&what, section);
    if (!is_new(saying, what.bytes, piece))
        return;
    text_add_format(out, "(%s, line %u)\n", piece->position->source, piece->position->n);
    for (unsigned i = 0; catalog_languages[i] != NULL; i++) {
        struct words words = catalog_words(golden_catalog(), catalog_languages[i]);
        struct telling telling = {
            .words = &words, .names = golden_names, .alphabet = ALPHABET_UNICODE};
        text_add_format(out, "%s: ", catalog_languages[i]);
        piece->tell(piece, &telling, out);
        text_add_char(out, '\n');
    }
}

static void hear_events(void *context, const struct golden_position *position)
{
    struct piece piece = {.position = position, .view = position->spectator, .tell = tell_event};
    for (unsigned i = 0; i < position->events->count; i++) {
        piece.event = &position->events->list[i];
        assert_true(piece.event->kind < position->game->event_count);
        keep_if_new(context, piece.event->kind, &piece);
    }
}

static void hear(void *context, const struct golden_position *position)
{
    struct saying *saying = context;
    struct piece piece = {
        .position = position, .view = position->spectator, .tell = tell_situation};
    hear_events(context, position);
    keep_if_new(saying, KINDS_MAX, &piece);
    piece.tell = tell_description;
    keep_if_new(saying, KINDS_MAX + 2, &piece);
    for (uint8_t seat = 0; seat < position->players; seat++) {
        union game_view_block view;
        position->game->rules->view(position->state, seat, GAME_VIEW(&view));
        piece.view = GAME_VIEW(&view);
        piece.tell = tell_hand;
        keep_if_new(saying, KINDS_MAX + 1, &piece);
    }
}

static void add_section(const struct saying *saying, unsigned section, const char *title,
                        struct text *out)
{
    const struct text *text = &saying->sections[section].text;
    text_add_format(out, "== %s\n\n", title);
    text_add(out, text->bytes);
    text_add_char(out, '\n');
    assert_false(text->truncated);
}

static void test_game(void **state)
{
    static struct saying saying;
    static char out_buffer[GOLDEN_BYTES];
    struct text out = TEXT_IN(out_buffer);
    memset(&saying, 0, sizeof saying);
    saying.game = *state;
    for (unsigned i = 0; i < SECTIONS_MAX; i++)
        saying.sections[i].text = TEXT_IN(saying.sections[i].buffer);
    golden_follow_all(saying.game, hear, &saying);
    golden_play(saying.game, ROUNDS, hear, &saying);
    golden_play(saying.game, ROUNDS_OF_EVENTS, hear_events, &saying);
    assert_true(saying.game->event_count > 0 && saying.game->event_count <= KINDS_MAX);
    for (unsigned kind = 0; kind < saying.game->event_count; kind++) {
        char title_buffer[64];
        struct text title = TEXT_IN(title_buffer);
        text_add_format(&title, "event %u", kind);
        if (saying.sections[kind].text.length == 0)
            fail_msg("%s: no event of kind %u happens", saying.game->id, kind);
        add_section(&saying, kind, title.bytes, &out);
    }
    add_section(&saying, KINDS_MAX, "situations", &out);
    add_section(&saying, KINDS_MAX + 1, "hands", &out);
    add_section(&saying, KINDS_MAX + 2, "descriptions", &out);
    golden_compare(saying.game, "said.txt", &out);
}

int main(void)
{
    return golden_run("what games say", test_game);
}
