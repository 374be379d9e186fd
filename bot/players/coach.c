#include "bot/players/coach.h"

#include <math.h>
#include <string.h>

#include "bot/players/search.h"

/* Standard errors from which on a difference is more than chance. */
static const double beyond_doubt = 2;
/* The least difference in shares that is worth a word. */
static const double gap_told = 0.02;
/* The least difference in points that is given as a reason. */
static const double points_told = 1;

/* What was counted over the deals. */
struct tally {
    unsigned deals;
    size_t count; /* of moves */
    game_move moves[COACH_MOVES];
    double points[COACH_MOVES], others[COACH_MOVES];
    double shares[COACH_MOVES];
    double products[COACH_MOVES][COACH_MOVES]; /* of two moves' shares of the same deal */
};

bool coach_look_is(const struct coach_look *one, const struct coach_look *other)
{
    return one->game == other->game && one->players == other->players && one->seat == other->seat &&
           one->made == other->made && one->move == other->move &&
           memcmp(one->view.bytes, other->view.bytes, one->game->view_size) == 0;
}

/* -- Comparing --------------------------------------------------------------------------------- */

/* The best two, and the move that was made. */
static void choose_moves(const struct coach_look *look, const struct player_prospect *prospects,
                         size_t count, struct tally *tally)
{
    bool listed = !look->made;
    *tally = (struct tally){.count = 0};
    for (size_t i = 0; i < count && i < 2; i++) {
        listed = listed || prospects[i].move == look->move;
        tally->moves[tally->count++] = prospects[i].move;
    }
    if (!listed)
        tally->moves[tally->count++] = look->move;
}

static void count_end(struct tally *tally, const struct search *search, size_t index)
{
    const struct determinization *world = &search->world;
    double shares[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
    determinization_share_win(world, shares);
    determinization_count_points(world, points);
    tally->shares[index] += shares[search->seat];
    for (uint8_t seat = 0; seat < world->players; seat++)
        *(seat == search->seat ? &tally->points[index] : &tally->others[index]) += points[seat];
}

/* Plays one deal through with each of the moves. */
static void compare(struct tally *tally, struct search *search)
{
    union game_state_block deal;
    double before[COACH_MOVES];
    memcpy(before, tally->shares, sizeof before);
    search_deal(search, &deal);
    for (size_t i = 0; i < tally->count; i++) {
        search_follow(search, &deal, tally->moves[i]);
        count_end(tally, search, i);
    }
    for (size_t i = 0; i < tally->count; i++)
        for (size_t j = 0; j < tally->count; j++)
            tally->products[i][j] +=
                (tally->shares[i] - before[i]) * (tally->shares[j] - before[j]);
}

static unsigned deals_of(const struct search *search)
{
    return search_is_solved(search) ? 1 : COACH_DEALS;
}

/* -- The verdict ------------------------------------------------------------------------------- */

/* The standard error of the mean difference between two moves on the same deals. */
static double doubt_of(const struct tally *tally, size_t one, size_t other)
{
    double mean = (tally->shares[one] - tally->shares[other]) / tally->deals;
    double squares =
        tally->products[one][one] - 2 * tally->products[one][other] + tally->products[other][other];
    double variance = squares / tally->deals - mean * mean;
    return variance > 0 ? sqrt(variance / tally->deals) : 0;
}

/* Keeps the order of the rating among equals. */
static void sort_by_share(const struct tally *tally, size_t order[COACH_MOVES])
{
    for (size_t i = 0; i < tally->count; i++) {
        size_t place = i;
        for (; place > 0 && tally->shares[i] > tally->shares[order[place - 1]]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

static void write_verdict(const struct tally *tally, struct coach_verdict *verdict)
{
    size_t order[COACH_MOVES] = {0};
    sort_by_share(tally, order);
    verdict->count = tally->count;
    for (size_t i = 0; i < tally->count; i++) {
        size_t at = order[i];
        verdict->lines[i] = (struct coach_line){.move = tally->moves[at],
                                                .share = tally->shares[at] / tally->deals,
                                                .points = tally->points[at] / tally->deals,
                                                .others = tally->others[at] / tally->deals,
                                                .doubt = doubt_of(tally, order[0], at)};
    }
}

void coach_judge(struct player *player, const struct coach_look *look,
                 bool (*expired)(void *context), void *context, struct coach_verdict *verdict)
{
    struct player_prospect prospects[GAME_LEGAL_MAX];
    struct tally tally;
    const struct player_question question = {.game = look->game,
                                             .view = (const void *)look->view.bytes,
                                             .players = look->players,
                                             .seat = look->seat,
                                             .level = PLAYER_HARD,
                                             .iterations = COACH_ITERATIONS,
                                             .expired = expired,
                                             .context = context};
    *verdict = (struct coach_verdict){.legal = player_rate(player, &question, prospects)};
    choose_moves(look, prospects, verdict->legal, &tally);
    while (tally.deals < deals_of(player_search(player))) {
        if (expired != NULL && expired(context))
            return;
        compare(&tally, player_search(player));
        tally.deals++;
    }
    write_verdict(&tally, verdict);
}

const struct coach_line *coach_find(const struct coach_verdict *verdict, game_move move)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->lines[i].move == move)
            return &verdict->lines[i];
    return NULL;
}

/* -- Reasons ----------------------------------------------------------------------------------- */

bool coach_is_better(const struct coach_verdict *verdict, const struct coach_line *than)
{
    double gap = verdict->lines[0].share - than->share;
    return gap >= gap_told && gap > beyond_doubt * than->doubt;
}

enum coach_reason coach_explain(const struct coach_verdict *verdict, const struct coach_line *than,
                                unsigned *points)
{
    const struct coach_line *best = &verdict->lines[0];
    *points = 0;
    if (than == NULL)
        return COACH_ONLY_MOVE;
    if (best->share <= 0)
        return COACH_ALL_LOST;
    if (!coach_is_better(verdict, than))
        return COACH_EQUAL;
    double more = best->points - than->points, fewer = than->others - best->others;
    *points = (unsigned)fmax(round(more >= points_told ? more : fewer), 0);
    if (best->share >= 1)
        return COACH_ALL_WON;
    if (more >= points_told)
        return COACH_MORE_POINTS;
    return fewer >= points_told ? COACH_FEWER_POINTS : COACH_MORE_WINS;
}
