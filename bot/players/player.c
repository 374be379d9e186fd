#include "bot/players/player.h"

#include <string.h>

#include "bot/players/search.h"
#include "games/advice.h"

enum { NORMAL_ITERATIONS = 200 };

struct player {
    struct search search;
};

const char *const player_level_names[] = {"random", "easy", "normal", "hard", NULL};

static bool is_named(const char *word, const char *name, size_t length)
{
    return strlen(word) == length && strncmp(word, name, length) == 0;
}

bool player_level_find(const char *name, size_t length, enum player_level *level)
{
    for (int i = 0; i < PLAYER_LEVELS; i++) {
        if (is_named(player_level_names[i], name, length) ||
            (i == PLAYER_HARD && is_named("smart", name, length))) {
            *level = (enum player_level)i;
            return true;
        }
    }
    return false;
}

bool player_level_searches(enum player_level level)
{
    return level >= PLAYER_NORMAL;
}

static uint32_t normal_iterations(const struct game *game)
{
    bool is_advised = game->advice != NULL && game->advice->normal_iterations > 0;
    return is_advised ? game->advice->normal_iterations : NORMAL_ITERATIONS;
}

uint32_t player_level_milliseconds(enum player_level level)
{
    static const uint32_t milliseconds[PLAYER_LEVELS] = {
        [PLAYER_NORMAL] = 500, [PLAYER_HARD] = 2500};
    return milliseconds[level];
}

struct player_budget player_level_budget(enum player_level level, const struct game *game)
{
    struct player_budget budget = {.milliseconds = player_level_milliseconds(level)};
    if (level == PLAYER_NORMAL)
        budget.iterations = normal_iterations(game);
    else if (level == PLAYER_HARD)
        budget.iterations = UINT32_MAX;
    return budget;
}

struct search *player_search(struct player *player)
{
    return &player->search;
}

size_t player_size(void)
{
    return sizeof(struct player);
}

static game_move choose_any(struct determinization *world, uint8_t seat)
{
    determinization_list(world, seat);
    return world->moves[rng_stream_below(&world->stream, (uint32_t)world->count)];
}

game_move player_choose(struct player *player, const struct player_question *question)
{
    struct determinization *world = &player->search.world;
    determinization_open(world, question->game, question->view, question->players, question->key);
    if (player_level_searches(question->level))
        return search_choose(&player->search, question);
    determinization_sample(world);
    if (question->level == PLAYER_EASY)
        return determinization_greedy(world, question->seat);
    return choose_any(world, question->seat);
}

size_t player_rate(struct player *player, const struct player_question *question,
                   struct player_prospect *prospects)
{
    determinization_open(&player->search.world, question->game, question->view, question->players,
                         question->key);
    return search_rate(&player->search, question, prospects);
}
