/* The time until the bot answers tells nothing that is hidden: on a busy host, a seat with one
 * legal move and a seat with several answer after times of the same distribution, where a spectator
 * sees the same. Games without such a position compare the fewest and the most moves. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bot/turn/thinkers.h"
#include "tests/kit/kit.h"

enum {
    REDEALS = 6,
    WAVES = 8,
    WAVE = 6, /* questions at once, half of them with the one position */
    SAMPLES = WAVES * WAVE / 2,
    MOMENT = 410,     /* milliseconds */
    GRAIN = 20000000, /* nanoseconds; what is less is lost on the way to the players */
    HOGS = 2          /* threads that take the processor away */
};

/* The largest distance between the two distributions (Kolmogorov and Smirnov). Equal distributions
 * exceed it once in 100,000 times. */
static const double distance_max = 0.71;

/* A seat to act with few moves, and one with many. */
struct contrast {
    struct thought few, many;
    size_t few_count, many_count;
};

/* The best contrast in the eyes of one spectator, and over all positions. */
struct finding {
    struct contrast hidden, open;
};

/* -- Finding two positions --------------------------------------------------------------------- */

static struct thought question(const struct kit_table *table, const struct game_state *state,
                               uint8_t seat)
{
    struct thought thought = {
        .game = table->game, .players = table->setting.players, .seat = seat, .level = PLAYER_HARD};
    table->game->rules->view(state, seat, GAME_VIEW(&thought.view));
    return thought;
}

static void widen(struct contrast *contrast, const struct thought *thought, size_t count)
{
    if (contrast->few_count == 0 || count < contrast->few_count) {
        contrast->few_count = count;
        contrast->few = *thought;
    }
    if (count > contrast->many_count) {
        contrast->many_count = count;
        contrast->many = *thought;
    }
}

static bool is_better(const struct contrast *found, const struct contrast *best)
{
    if (best->few_count == 0 || (found->few_count == 1) != (best->few_count == 1))
        return best->few_count == 0 || found->few_count == 1;
    return found->many_count - found->few_count > best->many_count - best->few_count;
}

/* Deals what a spectator can't see again and again. */
static void compare_deals(struct kit_table *table, uint8_t seat, struct finding *finding)
{
    const struct game_rules *rules = table->game->rules;
    game_move legal[GAME_LEGAL_MAX];
    struct contrast found = {0};
    struct game_view *spectator = kit_view(table, table->state, GAME_SPECTATOR);
    struct game_state *other = kit_block(table->game->state_size);
    bool is_public = rules->forced != NULL && rules->forced(spectator, seat);
    for (unsigned i = 0; i < REDEALS && !is_public; i++) {
        struct rng rng = rng_for_index(table->rng.key, kit_choose(table, UINT32_MAX));
        kit_redeal(table, spectator, &rng, other);
        struct thought thought = question(table, other, seat);
        size_t count = rules->legal(other, seat, legal);
        widen(&found, &thought, count);
        widen(&finding->open, &thought, count);
    }
    if (found.many_count > found.few_count && is_better(&found, &finding->hidden))
        finding->hidden = found;
    free(other);
    free(spectator);
}

static void look_through_game(const struct kit_setting *setting, void *context)
{
    const struct game_rules *rules = setting->game->rules;
    struct kit_table table;
    game_move legal[GAME_LEGAL_MAX];
    kit_table_open(&table, setting, 0);
    game_settle_chance(table.game, table.state, NULL);
    while (rules->phase(table.state) != GAME_OVER) {
        uint8_t seat = kit_choose_actor(&table);
        compare_deals(&table, seat, context);
        size_t count = rules->legal(table.state, seat, legal);
        rules->apply(table.state, seat, legal[kit_choose(&table, (uint32_t)count)], NULL);
        game_settle_chance(table.game, table.state, NULL);
        table.moves++;
    }
    kit_table_close(&table);
}

/* -- Measuring --------------------------------------------------------------------------------- */

/* What is measured: question `table` of a wave has few moves when its number is even. */
struct measuring {
    uint64_t asked;
    uint64_t few[SAMPLES], many[SAMPLES]; /* GRAINs until the answer */
    unsigned few_count, many_count;
};

static void answered(void *context, const struct thought *thought)
{
    struct measuring *measuring = context;
    uint64_t took = (uv_hrtime() - measuring->asked) / GRAIN;
    if (thought->table % 2 == 0)
        measuring->few[measuring->few_count++] = took;
    else
        measuring->many[measuring->many_count++] = took;
}

/* Always the same moment: what is left is what the moment does not hide. */
static uint64_t moment(enum player_level level)
{
    (void)level;
    return MOMENT;
}

static atomic_bool hogs_are_done;

static void *hog(void *unused)
{
    while (!atomic_load_explicit(&hogs_are_done, memory_order_relaxed))
        ;
    return unused;
}

static void ask_a_wave(const struct contrast *contrast, struct thinkers *thinkers)
{
    for (int64_t table = 0; table < WAVE; table++) {
        struct thought thought = table % 2 == 0 ? contrast->few : contrast->many;
        thought.table = table;
        thinkers_ask(thinkers, &thought);
    }
}

static void measure(const struct contrast *contrast, struct measuring *measuring)
{
    uv_loop_t loop;
    struct thinkers thinkers;
    pthread_t hogs[HOGS];
    atomic_store(&hogs_are_done, false);
    for (unsigned i = 0; i < HOGS; i++)
        assert_int_equal(pthread_create(&hogs[i], NULL, hog, NULL), 0);
    uv_loop_init(&loop);
    thinkers_open(&thinkers, &loop, answered, measuring);
    thinkers.moment = moment;
    for (unsigned wave = 0; wave < WAVES; wave++) {
        uv_update_time(&loop);
        measuring->asked = uv_hrtime();
        ask_a_wave(contrast, &thinkers);
        uv_run(&loop, UV_RUN_DEFAULT);
    }
    thinkers_close(&thinkers);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
    atomic_store(&hogs_are_done, true);
    for (unsigned i = 0; i < HOGS; i++)
        pthread_join(hogs[i], NULL);
}

/* -- Comparing --------------------------------------------------------------------------------- */

static double share_up_to(const uint64_t *samples, uint64_t limit)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        count += samples[i] <= limit;
    return (double)count / SAMPLES;
}

static double distance_between(const uint64_t *one, const uint64_t *other)
{
    double most = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        double apart = share_up_to(one, one[i]) - share_up_to(other, one[i]);
        if (apart < 0)
            apart = -apart;
        most = apart > most ? apart : most;
    }
    return most;
}

static double mean_of(const uint64_t *samples)
{
    double sum = 0;
    for (unsigned i = 0; i < SAMPLES; i++)
        sum += (double)samples[i];
    return sum / SAMPLES * GRAIN / 1e9;
}

static void test_game(void **state)
{
    struct finding finding = {0};
    struct measuring measuring = {0};
    kit_for_settings(*state, look_through_game, &finding);
    const struct contrast contrast = finding.hidden.few_count > 0 ? finding.hidden : finding.open;
    if (contrast.many_count == contrast.few_count) {
        print_message("always %zu legal moves: nothing to compare\n", contrast.many_count);
        return;
    }
    measure(&contrast, &measuring);
    assert_int_equal(measuring.few_count, SAMPLES);
    assert_int_equal(measuring.many_count, SAMPLES);
    double distance = distance_between(measuring.few, measuring.many);
    print_message("%zu legal moves: %.3f s, %zu: %.3f s, distance %.2f\n", contrast.few_count,
                  mean_of(measuring.few), contrast.many_count, mean_of(measuring.many), distance);
    if (distance > distance_max)
        fail_msg("the time until the bot answers tells how many moves it had");
}

int main(int argc, char **argv)
{
    return kit_run("time", test_game, argc, argv);
}
