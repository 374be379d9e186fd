/* What a table costs as an image: pictures of random games, with the most people.
 *
 *     bench_painter [FOLDER]
 *
 * Prints for each game, in the narrow size: the bytes of its images, mean and most, and the ms for
 * one; before that, what loading the painter costs. With FOLDER, the largest image of each game is
 * written there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "adapters/net/painter/painter.h"
#include "bot/core/render.h"
#include "bot/words/catalog.h"

enum { PICTURES = 200, NAME_COUNT = 6 };

struct sums {
    size_t count, bytes, most;
    double seconds;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void write_file(const char *folder, const char *game, const void *bytes, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.png", folder, game);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        fprintf(stderr, "can't write %s\n", path);
}

static void draw(struct painter *painter, const struct game *game, const struct game_state *state,
                 const struct telling *telling, const char *folder, struct sums *sums)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    union game_view_block view;
    size_t size = 0;
    game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_picture(game, GAME_VIEW(&view), telling, true, &text);
    double start = now();
    unsigned char *png = painter_draw(painter, text.bytes, &size);
    sums->seconds += now() - start;
    sums->count++;
    sums->bytes += size;
    if (size > sums->most && folder != NULL)
        write_file(folder, game->id, png, size);
    sums->most = size > sums->most ? size : sums->most;
    free(png);
}

/* Plays at random and draws every position, game after game. */
static void measure(struct painter *painter, const struct game *game, const struct words *words,
                    const char *folder)
{
    static const char *const names[NAME_COUNT] = {"Alice", "Bruno", "Carol",
                                                  "Dora",  "Émile", "Fritz"};
    const struct telling telling = {
        .words = words, .names = names, .size = PICTURE_NARROW, .alphabet = ALPHABET_UNICODE};
    uint8_t options[GAME_OPTIONS_MAX];
    game_move moves[GAME_LEGAL_MAX];
    union game_state_block state;
    struct rng rng = rng_from_key((const uint8_t[RNG_KEY_BYTES]){1});
    struct sums sums = {0};
    game_options_default(game, options);
    while (sums.count < PICTURES) {
        if (sums.count == 0 || game->rules->phase(GAME_STATE(&state)) == GAME_OVER)
            game->rules->begin(GAME_STATE(&state), game->players_max, options, &rng);
        game_settle_chance(game, GAME_STATE(&state), NULL);
        draw(painter, game, GAME_STATE(&state), &telling, folder, &sums);
        seat_set actors = game->rules->actors(GAME_STATE(&state));
        if (actors == 0)
            continue;
        uint8_t seat = (uint8_t)__builtin_ctz(actors);
        size_t count = game->rules->legal(GAME_STATE(&state), seat, moves);
        game->rules->apply(GAME_STATE(&state), seat, moves[rng_below(&rng, (uint32_t)count)], NULL);
    }
    printf("%-22s %2u players: %5.1f KB, at most %5.1f KB, %5.2f ms\n", game->id, game->players_max,
           (double)sums.bytes / (double)sums.count / 1000, (double)sums.most / 1000,
           sums.seconds / (double)sums.count * 1000);
}

static long resident_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int main(int argc, char **argv)
{
    char error[256];
    struct catalog *catalog = catalog_open(error, sizeof error);
    double start = now();
    long before = resident_kib();
    struct painter *painter = painter_open(error, sizeof error);
    if (catalog == NULL || painter == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    printf("loading the painter: %.1f ms, %ld KiB\n", (now() - start) * 1000,
           resident_kib() - before);
    const struct words words = catalog_words(catalog, "en");
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        measure(painter, *game, &words, argc > 1 ? argv[1] : NULL);
    painter_close(painter);
    catalog_free(catalog);
    return 0;
}
