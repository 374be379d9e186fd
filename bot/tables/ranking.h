/* The best of a ranking, and how they have moved since the week began.
 *
 * Ratings that age can't be kept in order, but what they can be at most is known: what they were
 * after the last game, or before the first one of that week. The store hands them out by that
 * bound, and the ranking stops it as soon as nobody who may still come can change what is shown.
 * So it is exact, and reads few more people than it shows. */
#ifndef BELFRY_BOT_TABLES_RANKING_H
#define BELFRY_BOT_TABLES_RANKING_H

#include "bot/core/networks.h"
#include "bot/store/store.h"

enum { RANKING_ROWS = 10 };

enum ranking_trend {
    TREND_NONE,   /* nobody stood there when the week began */
    TREND_NEW,    /* they did not stand there */
    TREND_MOVED,  /* by so many places; above 0 is up */
    TREND_CLIMBED /* from further down than the store tells */
};

struct ranking_row {
    char network[NETWORK_NAME_MAX], identity[IDENTITY_MAX], name[NAME_MAX_BYTES];
    int64_t games;
    double now, then; /* rating_order(); `then` only if `was` */
    bool was;
    enum ranking_trend trend;
    int places;
};

struct ranking {
    int64_t time; /* as of which the ranking is, in seconds since 1970 */
    bool is_over; /* then there is no trend */
    struct ranking_row rows[RANKING_ROWS];
    unsigned count;
    double then[STORE_TOP_MAX]; /* of everybody who stood there */
    unsigned then_count, taken;
    double bound; /* of the last rating that was taken */
};

/* Begins the ranking of a season as it is now, or as it was when the season ended. */
void ranking_begin(struct ranking *ranking, const char *season, int64_t now);
/* Takes the next rating of store_read_top(); false: no more are needed. Who is not shown takes no
 * place. */
bool ranking_take(struct ranking *ranking, const struct stored_rating *rating, bool is_shown);
/* Works out the trends. */
void ranking_end(struct ranking *ranking);

#endif
