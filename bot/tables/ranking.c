#include "bot/tables/ranking.h"

#include <math.h>
#include <string.h>

#include "bot/tables/season.h"
#include "bot/tables/standing.h"

void ranking_begin(struct ranking *ranking, const char *season, int64_t now)
{
    int64_t end = season_end(season);
    memset(ranking, 0, sizeof *ranking);
    ranking->is_over = end <= now;
    ranking->time = ranking->is_over ? end : now;
}

/* Numbers that differ only because they were worked out in another order are the same. */
static double rounded(double number)
{
    return round(number * 1e6) / 1e6;
}

static double order_at(const struct stored_belief *belief, int64_t time)
{
    const struct rating rating = standing_at(belief, time);
    return rounded(rating_order(&rating));
}

static struct ranking_row row_of(const struct ranking *ranking, const struct stored_rating *rating)
{
    int64_t week = season_week(ranking->time);
    const struct stored_belief *before = standing_before(rating, week);
    struct ranking_row row = {.games = rating->now.games,
                              .now = order_at(&rating->now, ranking->time),
                              .was = before->games > 0 && !ranking->is_over};
    struct text network = TEXT_IN(row.network), identity = TEXT_IN(row.identity);
    struct text name = TEXT_IN(row.name);
    text_add(&network, rating->network);
    text_add(&identity, rating->identity);
    text_add(&name, rating->name);
    if (row.was)
        row.then = order_at(before, season_week_begin(week));
    return row;
}

/* People with the same number are in the order of their names. */
static bool stands_before(const struct ranking_row *one, const struct ranking_row *other)
{
    return one->now > other->now || (one->now == other->now && strcmp(one->name, other->name) < 0);
}

static void insert(struct ranking *ranking, const struct ranking_row *row)
{
    unsigned place = ranking->count;
    while (place > 0 && stands_before(row, &ranking->rows[place - 1]))
        place--;
    if (place == RANKING_ROWS)
        return;
    if (ranking->count < RANKING_ROWS)
        ranking->count++;
    memmove(&ranking->rows[place + 1], &ranking->rows[place],
            (ranking->count - place - 1) * sizeof ranking->rows[0]);
    ranking->rows[place] = *row;
}

/* Whether those who come later, none of them above the bound, change nothing of what is shown. */
static bool is_settled(const struct ranking *ranking)
{
    bool trend_is_known = ranking->then_count > 0 || ranking->is_over; /* whether there is any */
    if (ranking->count < RANKING_ROWS || !trend_is_known)
        return false;
    for (unsigned i = 0; i < RANKING_ROWS; i++) {
        const struct ranking_row *row = &ranking->rows[i];
        if (row->now <= ranking->bound || (row->was && row->then <= ranking->bound))
            return false;
    }
    return true;
}

bool ranking_take(struct ranking *ranking, const struct stored_rating *rating, bool is_shown)
{
    ranking->bound = rounded(stored_rating_bound(rating));
    ranking->taken++;
    if (is_shown) {
        struct ranking_row row = row_of(ranking, rating);
        if (row.was)
            ranking->then[ranking->then_count++] = row.then;
        insert(ranking, &row);
    }
    return ranking->taken < STORE_TOP_MAX && !is_settled(ranking);
}

static void find_trend(const struct ranking *ranking, struct ranking_row *row)
{
    int now = 1, then = 1;
    for (unsigned i = 0; i < ranking->count; i++)
        now += ranking->rows[i].now > row->now;
    for (unsigned i = 0; i < ranking->then_count; i++)
        then += ranking->then[i] > row->then;
    row->places = then - now;
    row->trend = TREND_MOVED;
    if (ranking->taken == STORE_TOP_MAX && row->then <= ranking->bound)
        row->trend = TREND_CLIMBED;
}

void ranking_end(struct ranking *ranking)
{
    for (unsigned i = 0; i < ranking->count; i++) {
        struct ranking_row *row = &ranking->rows[i];
        if (row->was)
            find_trend(ranking, row);
        else
            row->trend = ranking->then_count > 0 ? TREND_NEW : TREND_NONE;
    }
}
