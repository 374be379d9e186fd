/* The rules of thumb of every game that has them, to be read by people:
 * tests/golden/GAME/advice.txt holds the weights of the legal moves and the points that seats can
 * hope for, in positions of the golden transcripts.
 *
 * When a rule of thumb was changed on purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1
 * build/dev/tests/golden/test_golden_advice writes them.
 */
#include "games/advice.h"
#include "tests/golden/golden_kit.h"

enum { EVERY = 5, MOVES_MAX = 24 };

/* Of a long list every so many moves. */
static void add_weights(const struct golden_position *position, uint8_t seat, struct text *out)
{
    game_move legal[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
    size_t count = position->game->rules->legal(position->state, seat, legal);
    position->game->advice->weigh(position->state, seat, legal, count, weights);
    text_add_format(out, "      %s:", golden_names[seat]);
    for (size_t i = 0; i < count; i += 1 + count / MOVES_MAX) {
        text_add(out, i > 0 ? ", " : " ");
        position->game->text->print(legal[i], out);
        text_add_format(out, " (%u)", weights[i]);
    }
    text_add_char(out, '\n');
}

static void add_estimate(const struct golden_position *position, struct text *out)
{
    int32_t points[GAME_SEATS_MAX] = {0};
    position->game->advice->estimate(position->state, points);
    text_add(out, "      points:");
    for (unsigned seat = 0; seat < position->players; seat++)
        text_add_format(out, " %s %d", golden_names[seat], (int)points[seat]);
    text_add_char(out, '\n');
}

static void advise(void *context, const struct golden_position *position)
{
    struct text *out = context;
    const struct game_advice *advice = position->game->advice;
    seat_set actors = position->game->rules->actors(position->state);
    if (position->n % EVERY != 0)
        return;
    text_add_format(out, "%s, line %u\n", position->source, position->n);
    for (uint8_t seat = 0; advice->weigh != NULL && seat < position->players; seat++)
        if ((actors & SEAT_BIT(seat)) != 0)
            add_weights(position, seat, out);
    if (advice->estimate != NULL)
        add_estimate(position, out);
}

static void test_game(void **state)
{
    static char out_buffer[GOLDEN_BYTES];
    struct text out = TEXT_IN(out_buffer);
    const struct game *game = *state;
    if (game->advice == NULL)
        return;
    text_add_format(&out, "scale %d, horizon %u\n", (int)game->advice->scale,
                    game->advice->horizon);
    golden_follow_all(game, advise, &out);
    golden_compare(game, "advice.txt", &out);
}

int main(void)
{
    return golden_run("golden advice", test_game);
}
