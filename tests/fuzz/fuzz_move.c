/* Fuzzes typed moves and arbitrary move numbers in any position of any game. The first bytes choose
 * game, players, options and shuffle; the rest is a list of steps. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "games/game.h"

enum { TYPED_MAX = 256 };

struct input {
    const uint8_t *bytes;
    size_t left;
};

struct fuzz {
    const struct game *game;
    uint8_t players;
    union game_state_block state;
    game_move legal[GAME_LEGAL_MAX];
    size_t legal_count;
    uint8_t seat;
};

static uint8_t take(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->bytes++;
}

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void begin(struct fuzz *fuzz, struct input *input)
{
    unsigned games = 0;
    while (game_registry[games] != NULL)
        games++;
    fuzz->game = game_registry[take(input) % games];
    unsigned range = fuzz->game->players_max - fuzz->game->players_min + 1u;
    fuzz->players = (uint8_t)(fuzz->game->players_min + take(input) % range);
    uint8_t options[GAME_OPTIONS_MAX] = {0}, key[RNG_KEY_BYTES] = {0};
    for (unsigned i = 0; i < fuzz->game->option_count; i++)
        options[i] = take(input) % fuzz->game->options[i].value_count;
    key[0] = take(input);
    struct rng rng = rng_from_key(key);
    fuzz->game->rules->begin(GAME_STATE(&fuzz->state), fuzz->players, options, &rng);
    game_settle_chance(fuzz->game, GAME_STATE(&fuzz->state), NULL);
}

static void apply(struct fuzz *fuzz, uint8_t seat, game_move move)
{
    union game_state_block before = fuzz->state;
    bool listed = false;
    for (size_t i = 0; seat == fuzz->seat && i < fuzz->legal_count; i++)
        listed |= fuzz->legal[i] == move;
    game_refusal refusal = fuzz->game->rules->apply(GAME_STATE(&fuzz->state), seat, move, NULL);
    bool acts = fuzz->game->rules->actors(GAME_STATE(&before)) & SEAT_BIT(seat);
    require(acts || refusal != 0);
    require(seat != fuzz->seat || listed == (refusal == 0));
    require(refusal < fuzz->game->refusal_count);
    if (refusal != 0)
        require(memcmp(&before, &fuzz->state, fuzz->game->state_size) == 0);
    game_settle_chance(fuzz->game, GAME_STATE(&fuzz->state), NULL);
}

static void say(const struct words *words, struct text *out, const char *key,
                const struct word_argument *arguments, size_t count)
{
    (void)words;
    (void)arguments;
    (void)count;
    text_add(out, key);
}

static const char *no_word(const struct words *words, const char *typed, size_t length)
{
    (void)words;
    (void)typed;
    (void)length;
    return NULL;
}

static void type(struct fuzz *fuzz, uint8_t seat, struct input *input)
{
    static const struct words words = {.say = say, .canonical = no_word};
    union game_view_block view;
    char typed[TYPED_MAX], buffer[1024];
    struct text expected = TEXT_IN(buffer);
    size_t length = 0;
    for (uint8_t byte; length < TYPED_MAX - 1 && (byte = take(input)) != '\n' && byte != 0;)
        typed[length++] = (char)byte;
    typed[length] = '\0';
    fuzz->game->rules->view(GAME_STATE(&fuzz->state), seat, GAME_VIEW(&view));
    game_move move;
    if (fuzz->game->text->parse(GAME_VIEW(&view), &words, typed, &move, &expected))
        apply(fuzz, seat, move);
    else
        require(expected.length > 0);
}

static void step(struct fuzz *fuzz, struct input *input)
{
    seat_set actors = fuzz->game->rules->actors(GAME_STATE(&fuzz->state));
    fuzz->seat = (uint8_t)__builtin_ctz(actors);
    fuzz->legal_count = fuzz->game->rules->legal(GAME_STATE(&fuzz->state), fuzz->seat, fuzz->legal);
    require(fuzz->legal_count > 0 && fuzz->legal_count <= GAME_LEGAL_MAX);
    uint8_t choice = take(input);
    uint8_t any_seat = (uint8_t)((choice >> 3) % fuzz->players);
    switch (choice % 8) {
    case 0:
        type(fuzz, any_seat, input);
        break;
    case 1:
    case 2:
        type(fuzz, fuzz->seat, input);
        break;
    case 3: {
        game_move move = 0;
        for (int i = 0; i < 4; i++)
            move = move << 8 | take(input);
        apply(fuzz, choice & 128 ? any_seat : fuzz->seat, move);
        break;
    }
    default:
        apply(fuzz, fuzz->seat, fuzz->legal[take(input) % fuzz->legal_count]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fuzz fuzz;
    struct input input = {data, size};
    memset(&fuzz, 0, sizeof fuzz);
    begin(&fuzz, &input);
    while (input.left > 0 && fuzz.game->rules->phase(GAME_STATE(&fuzz.state)) == GAME_MOVES)
        step(&fuzz, &input);
    return 0;
}
