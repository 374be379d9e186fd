/* A whole game as a channel hears it, to be read by people: tests/golden/GAME/narration.txt holds
 * what is told of every line of the game's longest golden transcript, who gets cards, and where the
 * game wants its table or its scoring shown.
 *
 * When that was changed on purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1
 * build/dev/tests/golden/test_golden_narration writes them.
 */
#include "bot/core/render.h"
#include "tests/golden/golden_kit.h"

static void add_wishes(const struct golden_position *position, struct text *out)
{
    const struct game_events *events = position->events;
    for (unsigned seat = 0; seat < position->players; seat++)
        if ((events->new_cards & SEAT_BIT(seat)) != 0)
            text_add_format(out, "      cards for %s\n", golden_names[seat]);
    if (events->picture)
        text_add(out, "      the table is shown\n");
    if (events->scoring)
        text_add(out, "      the scoring is shown\n");
}

static void narrate(void *context, const struct golden_position *position)
{
    struct text *out = context;
    char buffer[KIT_TEXT_MAX];
    struct text told = TEXT_IN(buffer);
    struct words words = catalog_words(golden_catalog(), "en");
    struct telling telling = {.words = &words, .names = golden_names, .alphabet = ALPHABET_UNICODE};
    render_events(position->game, position->spectator, &telling, position->events, &told);
    render_situation(position->game, position->spectator, &telling, &told);
    text_add_format(out, "%4u  ", position->n);
    for (const char *at = told.bytes; *at != '\0'; at++) {
        text_add_char(out, *at);
        if (*at == '\n')
            text_add(out, "      ");
    }
    text_add_char(out, '\n');
    add_wishes(position, out);
}

static void test_game(void **state)
{
    static char out_buffer[GOLDEN_BYTES];
    char file_buffer[512];
    struct text out = TEXT_IN(out_buffer), file = TEXT_IN(file_buffer);
    golden_find_longest(*state, &file);
    golden_follow(file.bytes, narrate, &out);
    golden_compare(*state, "narration.txt", &out);
}

int main(void)
{
    return golden_run("golden narrations", test_game);
}
