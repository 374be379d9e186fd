#include "tests/kit/kit.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { RUBBISH = 0xA5, COMBINATIONS_MAX = 12 };

/* -- Settings ------------------------------------------------------------------------------- */

static unsigned combinations_of(const struct game *game)
{
    unsigned combinations = 1;
    for (unsigned i = 0; i < game->option_count; i++)
        combinations *= game->options[i].value_count;
    return combinations;
}

static unsigned most_values_of(const struct game *game)
{
    unsigned most = 1;
    for (unsigned i = 0; i < game->option_count; i++)
        if (game->options[i].value_count > most)
            most = game->options[i].value_count;
    return most;
}

static void choose_options(const struct game *game, unsigned number, bool every, uint8_t *options)
{
    memset(options, 0, GAME_OPTIONS_MAX);
    for (unsigned i = 0; i < game->option_count; i++) {
        unsigned count = game->options[i].value_count;
        options[i] = (uint8_t)(number % count);
        if (every)
            number /= count;
        else
            number += i + 1;
    }
}

void kit_for_settings(const struct game *game, kit_visit *visit, void *context)
{
    unsigned combinations = combinations_of(game);
    bool every = combinations <= COMBINATIONS_MAX;
    unsigned count = every ? combinations : most_values_of(game);
    for (uint8_t players = game->players_min; players <= game->players_max; players++) {
        for (unsigned number = 0; number < count; number++) {
            struct kit_setting setting = {.game = game, .players = players};
            choose_options(game, number, every, setting.options);
            visit(&setting, context);
        }
    }
}

static uint64_t number_from_environment(const char *name, uint64_t default_number)
{
    const char *value = getenv(name);
    if (value == NULL || *value == '\0')
        return default_number;
    char *end;
    errno = 0;
    uint64_t number = strtoull(value, &end, 10);
    if (*end != '\0' || errno != 0) {
        fprintf(stderr, "%s: expected a number, found %s\n", name, value);
        exit(2);
    }
    return number;
}

unsigned kit_rounds(unsigned default_rounds)
{
    return (unsigned)number_from_environment("BELFRY_KIT_ROUNDS", default_rounds);
}

static bool stands_in_list(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = list; (at = strstr(at, id)) != NULL; at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

static bool is_wanted(const struct game *game, int argc, char **argv)
{
    const char *list = getenv("BELFRY_KIT_GAMES");
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], game->id) == 0)
            return true;
    if (list != NULL && *list != '\0')
        return stands_in_list(list, game->id);
    return argc <= 1;
}

int kit_run(const char *group, CMUnitTestFunction test, int argc, char **argv)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (const struct game *const *game = game_registry; *game != NULL && count < 64; game++)
        if (is_wanted(*game, argc, argv))
            tests[count++] = (struct CMUnitTest){
                .name = (*game)->id, .test_func = test, .initial_state = (void *)(uintptr_t)*game};
    if (count == 0) {
        fprintf(
            stderr,
            "%s: no game of games/registry.def has the id %s. The id is the folder's name with - "
            "for _; see `.id` of the game.\n",
            group, argc > 1 ? argv[1] : "of BELFRY_KIT_GAMES");
        return 2;
    }
    int failed = _cmocka_run_group_tests(group, tests, count, NULL, NULL);
    if (failed != 0) {
        /* A failed test does not free its blocks. A report of these leaks would hide the
         * failure. */
        fflush(NULL);
        _Exit(1);
    }
    return 0;
}

/* -- A table ------------------------------------------------------------------------------- */

void *kit_block(size_t size)
{
    void *block = malloc(size);
    assert_non_null(block);
    memset(block, RUBBISH, size);
    return block;
}

/* Finds the generator of an empty game by its key. */
static size_t find_generator(const struct kit_table *table)
{
    const unsigned char *start = (const unsigned char *)table->state;
    const unsigned char *found =
        memmem(start, table->game->state_size, table->rng.key, RNG_KEY_BYTES);
    KIT_CHECK(table, found != NULL, "the state holds no generator");
    return (size_t)(found - start) - offsetof(struct rng, key);
}

void kit_table_open(struct kit_table *table, const struct kit_setting *setting, uint64_t number)
{
    uint64_t seed = number_from_environment("BELFRY_KIT_SEED", 1);
    uint8_t key[RNG_KEY_BYTES] = {0};
    memcpy(key, &seed, sizeof seed);
    memcpy(key + sizeof seed, setting->options, sizeof setting->options);
    key[31] = setting->players;
    *table = (struct kit_table){.setting = *setting, .game = setting->game};
    table->rng = rng_for_index(key, 2 * number);
    table->chooser = rng_stream_from(rng_for_index(key, 2 * number + 1));
    table->state = kit_block(table->game->state_size);
    table->game->rules->begin(table->state, setting->players, setting->options, &table->rng);
    table->generator = find_generator(table);
}

void kit_table_close(struct kit_table *table)
{
    free(table->state);
    table->state = NULL;
}

struct game_state *kit_state_copy(const struct kit_table *table, const struct game_state *state)
{
    struct game_state *copy = kit_block(table->game->state_size);
    memcpy(copy, state, table->game->state_size);
    return copy;
}

struct game_view *kit_view(const struct kit_table *table, const struct game_state *state,
                           uint8_t viewer)
{
    struct game_view *view = kit_block(table->game->view_size);
    table->game->rules->view(state, viewer, view);
    return view;
}

bool kit_states_alike(const struct kit_table *table, const struct game_state *one,
                      const struct game_state *other)
{
    size_t generator = table->generator, behind = generator + sizeof(struct rng);
    const unsigned char *a = (const unsigned char *)one, *b = (const unsigned char *)other;
    return memcmp(a, b, generator) == 0 &&
           memcmp(a + behind, b + behind, table->game->state_size - behind) == 0;
}

bool kit_views_equal(const struct kit_table *table, const struct game_view *one,
                     const struct game_view *other)
{
    return memcmp(one, other, table->game->view_size) == 0;
}

uint8_t kit_viewer(const struct kit_table *table, unsigned index)
{
    return index < table->setting.players ? (uint8_t)index : GAME_SPECTATOR;
}

uint32_t kit_choose(struct kit_table *table, uint32_t bound)
{
    return rng_stream_below(&table->chooser, bound);
}

static uint8_t choose_of(struct kit_table *table, seat_set seats)
{
    unsigned skip = kit_choose(table, (uint32_t)__builtin_popcount(seats));
    uint8_t seat = 0;
    for (;; seat++)
        if ((seats & SEAT_BIT(seat)) != 0 && skip-- == 0)
            return seat;
}

uint8_t kit_choose_actor(struct kit_table *table)
{
    return choose_of(table, table->game->rules->actors(table->state));
}

void kit_play_out(struct kit_table *table, struct game_state *state)
{
    const struct game_rules *rules = table->game->rules;
    game_move legal[GAME_LEGAL_MAX];
    game_settle_chance(table->game, state, NULL);
    for (unsigned moves = 0; rules->phase(state) == GAME_MOVES; moves++) {
        KIT_CHECK(table, moves < KIT_MOVES_MAX, "a played-out game does not end");
        seat_set actors = rules->actors(state);
        KIT_CHECK(table, actors != 0, "nobody may act in a played-out game");
        uint8_t seat = choose_of(table, actors);
        size_t count = rules->legal(state, seat, legal);
        KIT_CHECK(table, count > 0, "seat %u has no legal move in a played-out game", seat + 1);
        game_refusal refusal =
            rules->apply(state, seat, legal[kit_choose(table, (uint32_t)count)], NULL);
        KIT_CHECK(table, refusal == 0, "a legal move is refused in a played-out game");
        game_settle_chance(table->game, state, NULL);
    }
}

/* -- Doubtful moves ---------------------------------------------------------------------------- */

static void remember(struct kit_table *table, struct kit_seen *seen, game_move move)
{
    unsigned capacity = sizeof seen->moves / sizeof seen->moves[0];
    if (seen->count < capacity)
        seen->moves[seen->count++] = move;
    else
        seen->moves[kit_choose(table, capacity)] = move;
}

static game_move doubtful_move(struct kit_table *table, const struct kit_seen *seen,
                               const game_move *legal, size_t count)
{
    game_move any = kit_choose(table, UINT32_MAX);
    switch (kit_choose(table, 6)) {
    case 0:
        return seen->count > 0 ? seen->moves[any % seen->count] : any;
    case 1:
        return count > 0 ? legal[any % count] + 1 : any;
    case 2:
        return count > 0 ? legal[any % count] - 1 : any;
    case 3:
        return count > 0 ? legal[any % count] ^ (game_move)1 << kit_choose(table, 32) : any;
    case 4:
        return any >> kit_choose(table, 32);
    default:
        return any;
    }
}

size_t kit_doubtful_moves(struct kit_table *table, struct kit_seen *seen, const game_move *legal,
                          size_t legal_count, game_move *moves, size_t capacity)
{
    if (legal_count > 0)
        for (int i = 0; i < 4; i++)
            remember(table, seen, legal[kit_choose(table, (uint32_t)legal_count)]);
    for (size_t i = 0; i < capacity; i++)
        moves[i] = doubtful_move(table, seen, legal, legal_count);
    return capacity;
}

/* -- Scripted tests ---------------------------------------------------------------------------- */

static game_move read_move(struct kit_table *table, uint8_t seat, const char *written)
{
    game_move move = 0;
    KIT_CHECK(table, game_move_read(table->game, table->state, seat, written, &move),
              "`%s` does not read as a move", written);
    return move;
}

void kit_make(struct kit_table *table, uint8_t seat, const char *written)
{
    game_move move = read_move(table, seat, written);
    game_refusal refusal = table->game->rules->apply(table->state, seat, move, NULL);
    KIT_CHECK(table, refusal == 0, "`%s` of seat %u is refused: %s", written, seat + 1,
              table->game->refusals[refusal].message);
    table->moves++;
}

game_refusal kit_refusal(struct kit_table *table, uint8_t seat, const char *written)
{
    game_move move = read_move(table, seat, written);
    struct game_state *before = kit_state_copy(table, table->state);
    game_refusal refusal = table->game->rules->apply(table->state, seat, move, NULL);
    KIT_CHECK(table, refusal != 0, "`%s` of seat %u is accepted", written, seat + 1);
    KIT_CHECK(table, memcmp(before, table->state, table->game->state_size) == 0,
              "a refused move changes the state");
    free(before);
    return refusal;
}

static void print_complaint(const struct kit_table *table, const char *complaint)
{
    const struct game *game = table->game;
    char seed[2 * RNG_KEY_BYTES + 1];
    print_error("%s: %u players", game->id, table->setting.players);
    for (unsigned i = 0; i < game->option_count; i++)
        print_error(", %s=%s", game->options[i].name,
                    game->options[i].values[table->setting.options[i]]);
    print_error(", seed %s, after %u moves:\n  %s\n",
                sodium_bin2hex(seed, sizeof seed, table->rng.key, RNG_KEY_BYTES), table->moves,
                complaint);
}

void kit_fail(const struct kit_table *table, const char *file, int line, const char *format, ...)
{
    char complaint[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint, sizeof complaint, format, arguments);
    va_end(arguments);
    print_complaint(table, complaint);
    _fail(file, line);
    abort();
}

/* -- Watching ---------------------------------------------------------------------------------- */

static struct {
    const struct kit_table *table;
    const char *complaint;
} watched;

/* It interrupts the rules, which are pure: they hold no lock and print nothing. */
static void on_time_up(int number)
{
    (void)number;
    print_complaint(watched.table, watched.complaint);
    fflush(NULL);
    _Exit(1);
}

static void set_timer(unsigned seconds)
{
    const struct itimerval timer = {.it_value.tv_sec = (time_t)seconds};
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

void kit_watch_begin(const struct kit_table *table, unsigned seconds, const char *complaint)
{
    watched.table = table;
    watched.complaint = complaint;
    signal(SIGVTALRM, on_time_up);
    set_timer(seconds);
}

void kit_watch_end(void)
{
    set_timer(0);
}

void kit_redeal(const struct kit_table *table, const struct game_view *view, struct rng *rng,
                struct game_state *state)
{
    kit_watch_begin(
        table, KIT_REDEAL_SECONDS,
        "redeal does not end. It must end for every view: see `redeal` in games/game.h");
    table->game->rules->redeal(view, rng, state);
    kit_watch_end();
}

const char *kit_legal(const struct kit_table *table, uint8_t seat)
{
    static char buffer[4096];
    struct text list = TEXT_IN(buffer);
    game_move moves[GAME_LEGAL_MAX];
    size_t count = table->game->rules->legal(table->state, seat, moves);
    for (size_t i = 0; i < count; i++) {
        text_separate(&list, ", ");
        table->game->text->print(moves[i], &list);
    }
    return buffer;
}

const char *kit_reading(const struct kit_table *table, uint8_t seat, const char *typed)
{
    static char buffer[1024];
    struct text reading = TEXT_IN(buffer);
    struct game_view *view = kit_view(table, table->state, seat);
    game_move move;
    if (table->game->text->parse(view, &kit_bare_words, typed, &move, &reading)) {
        text_clear(&reading);
        table->game->text->print(move, &reading);
    }
    free(view);
    return buffer;
}

void kit_read_golden(const struct game *game, const char *name, struct transcript_reader *reader)
{
    char path_buffer[256], error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text path = TEXT_IN(path_buffer), error = TEXT_IN(error_buffer);
    text_add_format(&path, "tests/golden/%s/%s.jsonl", game->id, name);
    FILE *stream = fopen(path.bytes, "r");
    if (stream == NULL)
        fail_msg("%s cannot be opened", path.bytes);
    if (!transcript_read_stream(stream, path.bytes, reader, NULL, NULL, &error))
        fail_msg("%s", error.bytes);
    fclose(stream);
}
