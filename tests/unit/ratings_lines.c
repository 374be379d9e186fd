/* Rates games that are described on standard input, in the store at the given address, and tells
 * rankings: what test_ratings_again.py compares with a second implementation.
 *
 *     game ENDED LENGTH SERVER GAME SEATS CONTESTS      ENDED in seconds, LENGTH an enum
 *       PERSON COMPARED EVERYWHERE                      setting_season; for each seat
 *       TEAM PLACE                                      for each contest, for each seat
 *     top NOW LENGTH SERVER GAME                        GAME "-": all
 *     last NOW LENGTH SERVER GAME                       of the season before
 *     count
 *
 * Answers: "saved" after the commit; the rows of a ranking and "end"; the number of games. */
#include <stdlib.h>
#include <string.h>

#include "bot/store/store.h"
#include "bot/tables/ranking.h"
#include "bot/tables/season.h"
#include "bot/tables/standing.h"

enum { WORD = 32 };

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

static int64_t read_number(void)
{
    char word[WORD];
    if (scanf("%31s", word) != 1)
        fail("expected: a number");
    return strtoll(word, NULL, 10);
}

static void read_word(char word[WORD])
{
    if (scanf("%31s", word) != 1)
        fail("expected: a word");
    if (strcmp(word, "-") == 0)
        word[0] = '\0';
}

/* -- Games ------------------------------------------------------------------------------------- */

static int64_t add_table(struct store *store)
{
    const struct stored_table table = {.status = TABLE_FINISHED,
                                       .owner = "",
                                       .game = "njet",
                                       .options = "{}",
                                       .setup = "{}",
                                       .opener_network = "",
                                       .opener_identity = ""};
    return store_table_add(store, &table);
}

static void take_end(void *context, enum store_end end, const char *error)
{
    (void)context;
    if (end != STORE_SAVED)
        fail(error);
}

static void rate_game(struct store *store)
{
    static char people[GAME_SEATS_MAX][WORD];
    char server[WORD], game[WORD], season[SEASON_BYTES];
    struct stored_result result = {
        .ended = read_number(), .server = server, .game = game, .season = season};
    season_at((enum setting_season)read_number(), result.ended, season);
    read_word(server);
    read_word(game);
    result.seat_count = (size_t)read_number();
    result.contest_count = (size_t)read_number();
    for (size_t i = 0; i < result.seat_count; i++) {
        read_word(people[i]);
        result.seats[i] =
            (struct stored_result_seat){.network = "one", .identity = people[i], .name = people[i]};
        result.seats[i].compared = read_number() != 0;
        result.seats[i].everywhere = read_number() != 0;
    }
    for (size_t i = 0; i < result.contest_count; i++) {
        for (size_t seat = 0; seat < result.seat_count; seat++) {
            result.contests[i].teams[seat] = (uint8_t)read_number();
            result.contests[i].places[seat] = (uint8_t)read_number();
        }
    }
    result.table = add_table(store);
    store_result_add(store, &result, standing_rate);
    store_commit(store, take_end, NULL);
    puts("saved");
}

/* -- Rankings ---------------------------------------------------------------------------------- */

static bool take_rating(void *context, const struct stored_rating *rating)
{
    return ranking_take(context, rating, true);
}

static void tell_ranking(struct store *store, bool last)
{
    static struct ranking ranking;
    static const char *const trends[] = {"none", "new", "moved", "climbed"};
    char server[WORD], game[WORD], season[SEASON_BYTES];
    int64_t now = read_number();
    enum setting_season length = (enum setting_season)read_number();
    read_word(server);
    read_word(game);
    (last ? season_before : season_at)(length, now, season);
    ranking_begin(&ranking, season, now);
    struct store_inquiry *inquiry = store_inquire(store);
    if (!store_read_top(inquiry, server, season, game, &ranking, take_rating))
        fail(store_inquiry_error(inquiry));
    store_inquiry_free(inquiry);
    ranking_end(&ranking);
    for (unsigned i = 0; i < ranking.count; i++)
        printf("%s %lld %.12g %s %d\n", ranking.rows[i].name, (long long)ranking.rows[i].games,
               ranking.rows[i].now, trends[ranking.rows[i].trend], ranking.rows[i].places);
    puts("end");
}

static bool add_count(void *context, enum table_status status, int64_t count)
{
    (void)status;
    *(int64_t *)context += count;
    return true;
}

static void tell_count(struct store *store)
{
    int64_t count = 0;
    struct store_inquiry *inquiry = store_inquire(store);
    if (!store_count_tables(inquiry, &count, add_count))
        fail(store_inquiry_error(inquiry));
    store_inquiry_free(inquiry);
    printf("%lld\n", (long long)count);
}

int main(int count, char **arguments)
{
    char word[WORD], error[STORE_ERROR_MAX];
    struct store *store = store_open(count > 1 ? arguments[1] : ":memory:", error, sizeof error);
    if (store == NULL)
        fail(error);
    while (scanf("%31s", word) == 1) {
        if (strcmp(word, "game") == 0)
            rate_game(store);
        else if (strcmp(word, "count") == 0)
            tell_count(store);
        else
            tell_ranking(store, strcmp(word, "last") == 0);
        fflush(stdout);
    }
    store_close(store);
    return 0;
}
