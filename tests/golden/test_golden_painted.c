/* The table art of every game with its paints, as text for people to read:
 * tests/golden/GAME/painted.txt shows positions of all golden transcripts and of random games of
 * each number of players, near the beginning, one after the other in the next size, alphabet and
 * language. "{red:k7}"
 * is k7 painted red; seats are painted as s1 to s6.
 *
 * After an intended change of the art, BELFRY_GOLDEN_WRITE=1
 * build/dev/tests/golden/test_golden_painted writes the texts anew. Look at them.
 */
#include <string.h>

#include "bot/core/render.h"
#include "bot/words/catalog.h"
#include "games/shared/paint.h"
#include "tests/golden/golden_kit.h"

enum { EVERY = 9, EVERY_OF_RANDOM = 31, LANGUAGES = 3, LINES_MAX = 64 };

struct gallery {
    uint32_t every, shown;
    struct text *out;
};

static void add_painted(const char *picture, struct text *out)
{
    static const char *const names[PAINT_COUNT] = {
        [PAINT_TITLE] = "title", [PAINT_SEAT_1] = "s1",   [PAINT_SEAT_2] = "s2",
        [PAINT_SEAT_3] = "s3",   [PAINT_SEAT_4] = "s4",   [PAINT_SEAT_5] = "s5",
        [PAINT_SEAT_6] = "s6",   [PAINT_FAINT] = "faint", [PAINT_RED] = "red",
        [PAINT_GREEN] = "green", [PAINT_BLUE] = "blue",   [PAINT_YELLOW] = "yellow",
        [PAINT_PINK] = "pink",   [PAINT_GREY] = "grey"};
    struct painted piece;
    for (const char *rest = picture; paint_next(&rest, picture + strlen(picture), &piece);) {
        if (piece.paint != PAINT_NONE)
            text_add_format(out, "{%s:", names[piece.paint]);
        text_add_bytes(out, piece.bytes, piece.length);
        if (piece.paint != PAINT_NONE)
            text_add_char(out, '}');
    }
}

static void show(void *context, const struct golden_position *position)
{
    static const char *const sizes[] = {"wide", "narrow", "short", "line"};
    char buffer[RENDER_PICTURE_BYTES];
    struct text picture = TEXT_IN(buffer);
    struct gallery *gallery = context;
    if (position->n % gallery->every != gallery->every - 1 || position->n > LINES_MAX)
        return;
    uint32_t turn = gallery->shown++;
    const char *language = catalog_languages[turn % LANGUAGES];
    struct words words = catalog_words(golden_catalog(), language);
    struct telling telling = {.words = &words,
                              .names = golden_names,
                              .size = PICTURE_WIDE + turn % 4,
                              .alphabet = turn / 4 % 3 == 2 ? ALPHABET_ASCII : ALPHABET_UNICODE};
    render_picture(position->game, position->spectator, &telling, true, &picture);
    text_add_format(gallery->out, "== %s, line %u: %s, %s, %s\n", position->source, position->n,
                    sizes[turn % 4], language,
                    telling.alphabet == ALPHABET_ASCII ? "ASCII" : "Unicode");
    add_painted(picture.bytes, gallery->out);
    text_add(gallery->out, "\n\n");
}

static void test_game(void **state)
{
    static char out_buffer[GOLDEN_BYTES];
    struct text out = TEXT_IN(out_buffer);
    struct gallery gallery = {.every = EVERY, .out = &out};
    golden_follow_all(*state, show, &gallery);
    gallery.every = EVERY_OF_RANDOM;
    golden_play(*state, 1, show, &gallery);
    golden_compare(*state, "painted.txt", &out);
}

int main(void)
{
    return golden_run("painted art", test_game);
}
