/* How the bot searches in every game, to be read by people: tests/golden/GAME/search.txt holds, for
 * positions of the longest golden transcript, the moves that a search of a few hundred iterations
 * tried, with its statistics, and the whole of its tree level by level. The search uses only
 * operations whose result IEEE 754 fixes to the last bit, so every machine finds the same.
 *
 * When the search or a rule of thumb was changed on purpose, look at what changed:
 * BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_search writes it.
 */
#include <stdlib.h>

#include "bot/players/search.h"
#include "tests/golden/golden_kit.h"

enum { ITERATIONS = 400, POSITIONS = 4, LEVELS = 12 };

struct watching {
    struct search *search;
    uint32_t every;
    struct text *out;
};

struct level {
    uint32_t nodes, visits, available;
    double value_sum;
};

static void add_move(const struct game *game, const struct search_node *node, struct text *out)
{
    text_add_format(out, "  %6u visits of %6u, value %8.6f  ", node->visits, node->available,
                    node->visits > 0 ? node->value_sum / node->visits : 0);
    game->text->print(node->move, out);
    text_add_char(out, '\n');
}

static void count_levels(const struct search *search, uint32_t at, unsigned depth,
                         struct level levels[LEVELS])
{
    const struct search_node *node = &search->nodes[at];
    struct level *level = &levels[depth < LEVELS ? depth : LEVELS - 1];
    level->nodes++;
    level->visits += node->visits;
    level->available += node->available;
    level->value_sum += node->value_sum;
    for (uint32_t child = node->child; child != 0; child = search->nodes[child].sibling)
        count_levels(search, child, depth + 1, levels);
}

static void add_levels(const struct search *search, struct text *out)
{
    struct level levels[LEVELS] = {{0}};
    count_levels(search, 0, 0, levels);
    for (unsigned depth = 1; depth < LEVELS && levels[depth].nodes > 0; depth++)
        text_add_format(out, "  depth %u: %u nodes, %u visits of %u, values %.6f\n", depth,
                        levels[depth].nodes, levels[depth].visits, levels[depth].available,
                        levels[depth].value_sum);
}

static void search_here(struct watching *watching, const struct golden_position *position,
                        uint8_t seat)
{
    struct search *search = watching->search;
    union game_view_block view;
    position->game->rules->view(position->state, seat, GAME_VIEW(&view));
    const struct player_question question = {.game = position->game,
                                             .view = GAME_VIEW(&view),
                                             .players = position->players,
                                             .seat = seat,
                                             .level = PLAYER_HARD,
                                             .key = {1, 2, 3},
                                             .iterations = ITERATIONS};
    determinization_open(&search->world, question.game, question.view, question.players,
                         question.key);
    game_move move = search_choose(search, &question);
    text_add_format(watching->out, "%s, line %u: %s chooses ", position->source, position->n,
                    golden_names[seat]);
    position->game->text->print(move, watching->out);
    text_add_char(watching->out, '\n');
    for (uint32_t child = search->nodes[0].child; child != 0; child = search->nodes[child].sibling)
        add_move(position->game, &search->nodes[child], watching->out);
    add_levels(search, watching->out);
}

static void watch(void *context, const struct golden_position *position)
{
    struct watching *watching = context;
    seat_set actors = position->game->rules->actors(position->state);
    if (position->n % watching->every == watching->every / 2 && actors != 0)
        search_here(watching, position, (uint8_t)__builtin_ctz(actors));
}

static void test_game(void **state)
{
    static char out_buffer[GOLDEN_BYTES], file_buffer[512];
    struct text out = TEXT_IN(out_buffer), file = TEXT_IN(file_buffer);
    struct watching watching = {.search = malloc(sizeof *watching.search), .out = &out};
    watching.every = golden_find_longest(*state, &file) / POSITIONS;
    if (watching.every == 0)
        watching.every = 1;
    golden_follow(file.bytes, watch, &watching);
    free(watching.search);
    golden_compare(*state, "search.txt", &out);
}

int main(void)
{
    return golden_run("searches", test_game);
}
