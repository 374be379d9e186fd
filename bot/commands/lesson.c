#include "bot/commands/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/players/player.h"

enum { FINISH_MOVES_MAX = 2000 }; /* more than any game has */

static struct game_state *state_of(struct lesson *lesson)
{
    return GAME_STATE(&lesson->state);
}

static const struct game_lesson_move *next_line(const struct lesson *lesson)
{
    const struct game_lesson *plan = lesson->game->lesson;
    static const struct game_lesson_move end = LESSON_END;
    return plan != NULL ? &plan->moves[lesson->line] : &end;
}

unsigned lesson_step_count(const struct game *game)
{
    unsigned count = 0;
    const struct game_lesson_move *line = game->lesson != NULL ? game->lesson->moves : NULL;
    for (; line != NULL && line->move != NULL; line++)
        count += line->asked;
    return count;
}

const char *lesson_move(const struct lesson *lesson)
{
    return next_line(lesson)->move;
}

/* Makes the next move of the lesson. */
static void play_line(struct lesson *lesson, lesson_played *played, void *context)
{
    const struct game_lesson_move *line = next_line(lesson);
    struct game_events events = {0};
    game_move move = 0;
    if (game_move_read(lesson->game, state_of(lesson), line->seat, line->move, &move))
        lesson->game->rules->apply(state_of(lesson), line->seat, move, &events);
    game_settle_chance(lesson->game, state_of(lesson), &events);
    lesson->line++;
    if (played != NULL)
        played(context, lesson, line->seat, &events);
}

static void play_others(struct lesson *lesson, lesson_played *played, void *context)
{
    while (next_line(lesson)->move != NULL && !next_line(lesson)->asked)
        play_line(lesson, played, context);
}

void lesson_begin(struct lesson *lesson, const struct game *game, unsigned step)
{
    const struct game_lesson *plan = game->lesson;
    const uint8_t key[RNG_KEY_BYTES] = {plan != NULL ? plan->key : 1};
    const struct rng rng = rng_from_key(key);
    uint8_t options[GAME_OPTIONS_MAX];
    *lesson =
        (struct lesson){.game = game, .players = plan != NULL ? plan->players : game->players_min};
    game_options_default(game, options);
    game->rules->begin(state_of(lesson), (uint8_t)lesson->players, options, &rng);
    game_settle_chance(game, state_of(lesson), NULL);
    play_others(lesson, NULL, NULL);
    while (--step > 0 && next_line(lesson)->move != NULL)
        lesson_go_on(lesson, NULL, NULL);
}

void lesson_go_on(struct lesson *lesson, lesson_played *played, void *context)
{
    play_line(lesson, played, context);
    play_others(lesson, played, context);
}

static void play_by_bot(struct lesson *lesson, struct player *player)
{
    const struct game_rules *rules = lesson->game->rules;
    union game_view_block view = {0};
    uint8_t seat = (uint8_t)__builtin_ctz(rules->actors(state_of(lesson)));
    rules->view(state_of(lesson), seat, GAME_VIEW(&view));
    const struct player_question question = {.game = lesson->game,
                                             .view = GAME_VIEW(&view),
                                             .players = (uint8_t)lesson->players,
                                             .seat = seat,
                                             .level = PLAYER_EASY};
    rules->apply(state_of(lesson), seat, player_choose(player, &question), NULL);
    game_settle_chance(lesson->game, state_of(lesson), NULL);
}

void lesson_finish(struct lesson *lesson)
{
    struct player *player = memory_new(player_size());
    for (unsigned i = 0; i < FINISH_MOVES_MAX; i++)
        if (lesson->game->rules->phase(state_of(lesson)) == GAME_MOVES)
            play_by_bot(lesson, player);
    free(player);
}
