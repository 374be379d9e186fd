/* Positions with a certain win, for tests/bench/strength: whether a level finds it.
 *
 *     bench_certain GAME PLAYERS POSITIONS SEED WHO         WHO: see tests/bench/contest.h
 *
 * The positions come from random games and are proven by trying everything
 * (tests/unit/certain_win.h). A hit is a move that wins for certain; what was missed is told on
 * standard error. Prints one line of JSON. */
#include <stdio.h>

#include "tests/bench/contest.h"
#include "tests/unit/certain_win.h"

enum { MOVES_MAX = 100000 }; /* in which a position must come */

static void tell_missed(const struct certain_win *win, game_move chosen)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    win->game->text->print(chosen, &text);
    text_add(&text, "; for certain:");
    for (size_t i = 0; i < win->count && text.length < sizeof buffer / 2; i++) {
        if (!win->certain[i])
            continue;
        text_add_char(&text, ' ');
        win->game->text->print(win->moves[i], &text);
        text_add_char(&text, ',');
    }
    fprintf(stderr, "%s: %s\n", win->game->id, buffer);
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct tally tally = {0};
    union game_view_block view;
    const struct certain_win *win;
    contest_open(&contest, argc, argv, 1);
    struct rng keys = rng_for_index(contest.seed, UINT64_MAX);
    struct certain_search *search = certain_search_new(contest.game, contest.players, contest.seed);
    while (tally.trials < contest.count && (win = certain_search_next(search, MOVES_MAX)) != NULL) {
        const struct player_question question =
            contest_question(&contest, win->state, &keys, &view);
        game_move move = contest_choose(&contest, 0, &question);
        tally_add(&tally, certain_win_has(win, move), 0);
        if (!certain_win_has(win, move))
            tell_missed(win, move);
    }
    tally_print(&tally, &contest);
    certain_search_free(search);
    contest_close(&contest);
    return 0;
}
