/* The table art of every game, as text for people to read. tests/golden/GAME/pictures.txt shows one
 * position: the pictures in all sizes and alphabets, the sentences and the hand of the first seat.
 *
 * The position is the middle of the game's longest golden transcript. After an intended change of
 * the art, BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_art writes the texts anew. Look
 * at them.
 */
#include "bot/core/render.h"
#include "bot/words/catalog.h"
#include "games/shared/frame.h"
#include "tests/golden/golden_kit.h"

struct place {
    const struct game *game;
    uint32_t wanted; /* line */
    struct text *out;
};

static void add_pictures(const struct game *game, const struct game_view *view,
                         struct telling *telling, struct text *out)
{
    static const char *const alphabets[] = {"ASCII", "Unicode"};
    for (int alphabet = ALPHABET_UNICODE; alphabet >= ALPHABET_ASCII; alphabet--) {
        for (int size = PICTURE_WIDE; size < PICTURE_SIZES; size++) {
            telling->size = (enum picture_size)size;
            telling->alphabet = (enum alphabet)alphabet;
            text_add_format(out, "== %s, %s\n", frames[size].name, alphabets[alphabet]);
            char buffer[RENDER_PICTURE_BYTES];
            struct text picture = TEXT_IN(buffer);
            render_picture(game, view, telling, false, &picture);
            paint_strip(picture.bytes, picture.length, out);
            text_add(out, "\n\n");
        }
    }
}

/* A hand is drawn like a wide or a narrow picture, or it is one row. */
static void add_hands(const struct game *game, const struct game_view *view,
                      struct telling *telling, struct text *out)
{
    for (int size = PICTURE_WIDE; size <= PICTURE_SHORT; size++) {
        char buffer[RENDER_PICTURE_BYTES];
        struct text hand = TEXT_IN(buffer);
        telling->size = (enum picture_size)size;
        text_add_format(out, "\n\n== hand of the first seat, %s\n", frames[size].name);
        game->text->hand(view, telling, &hand);
        paint_strip(hand.bytes, hand.length, out);
    }
    text_add_char(out, '\n');
}

static void tell_position(void *context, const struct golden_position *position)
{
    const struct place *place = context;
    const struct game *game = position->game;
    struct words words = catalog_words(golden_catalog(), "en");
    struct telling telling = {.words = &words, .names = golden_names};
    union game_view_block seat;
    if (position->n > place->wanted)
        return;
    text_clear(place->out); /* the last one counts: a file may hold several transcripts */
    game->rules->view(position->state, 0, GAME_VIEW(&seat));
    add_pictures(game, position->spectator, &telling, place->out);
    telling.alphabet = ALPHABET_UNICODE;
    text_add(place->out, "== sentences\n");
    game->text->describe(position->spectator, &telling, place->out);
    add_hands(game, GAME_VIEW(&seat), &telling, place->out);
}

static void test_game(void **state)
{
    static char art_buffer[GOLDEN_BYTES];
    char file_buffer[512];
    struct text art = TEXT_IN(art_buffer), file = TEXT_IN(file_buffer);
    struct place place = {.game = *state, .out = &art};
    place.wanted = golden_find_longest(place.game, &file) / 2;
    golden_follow(file.bytes, tell_position, &place);
    golden_compare(place.game, "pictures.txt", &art);
}

int main(void)
{
    return golden_run("golden art", test_game);
}
