#include "games/game.h"

#include <string.h>
#include <strings.h>

seat_set game_best_seats(const int32_t *ranks, unsigned players)
{
    seat_set best = 0;
    int32_t highest = INT32_MIN;
    for (unsigned seat = 0; seat < players; seat++) {
        if (ranks[seat] > highest)
            best = 0;
        if (ranks[seat] >= highest) {
            highest = ranks[seat];
            best |= SEAT_BIT(seat);
        }
    }
    return best;
}

const struct game *game_find(const char *id)
{
    const struct game *beginning = NULL;
    size_t length = strlen(id);
    unsigned found = 0;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        if (strcasecmp((*game)->id, id) == 0)
            return *game;
        if (length > 0 && strncasecmp((*game)->id, id, length) == 0) {
            beginning = *game;
            found++;
        }
    }
    return found == 1 ? beginning : NULL;
}

bool game_plays_version(const struct game *game, unsigned version)
{
    unsigned least = game->version_least != 0 ? game->version_least : game->version;
    return version >= least && version <= game->version;
}

void game_settle_chance(const struct game *game, struct game_state *state,
                        struct game_events *events)
{
    union game_chance_block outcome;
    while (game->rules->phase(state) == GAME_CHANCE) {
        game->rules->draw(state, GAME_CHANCE(&outcome));
        game->rules->deal(state, GAME_CHANCE(&outcome), events);
    }
}

int game_option_find(const struct game *game, const char *name)
{
    for (int i = 0; i < game->option_count; i++)
        if (strcasecmp(game->options[i].name, name) == 0)
            return i;
    return -1;
}

int game_option_value(const struct game_option *option, const char *value)
{
    for (int i = 0; i < option->value_count; i++)
        if (strcasecmp(option->values[i], value) == 0)
            return i;
    return -1;
}

void game_players_print(const struct game *game, struct text *out)
{
    text_add_number(out, game->players_min);
    if (game->players_max > game->players_min)
        text_add_format(out, "–%u", game->players_max);
}

void game_options_default(const struct game *game, uint8_t options[GAME_OPTIONS_MAX])
{
    memset(options, 0, GAME_OPTIONS_MAX);
    for (int i = 0; i < game->option_count; i++)
        options[i] = game->options[i].default_index;
}

game_move game_default_move(const struct game *game, const struct game_state *state, uint8_t seat)
{
    if (game->rules->fallback != NULL) {
        union game_view_block view;
        game->rules->view(state, seat, GAME_VIEW(&view));
        return game->rules->fallback(GAME_VIEW(&view));
    }
    static const char *const quiet[] = {"pass", "done", "parry"};
    game_move moves[GAME_LEGAL_MAX];
    size_t count = game->rules->legal(state, seat, moves);
    for (size_t word = 0; word < sizeof quiet / sizeof quiet[0]; word++) {
        for (size_t i = 0; i < count; i++) {
            char buffer[GAME_MOVE_TEXT_MAX];
            struct text text = TEXT_IN(buffer);
            game->text->print(moves[i], &text);
            if (text_is(&text, quiet[word]))
                return moves[i];
        }
    }
    return moves[0];
}

/* Records hold canonical words only. */
static void say_nothing(const struct words *words, struct text *out, const char *key,
                        const struct word_argument *arguments, size_t count)
{
    (void)words;
    (void)out;
    (void)key;
    (void)arguments;
    (void)count;
}

static const char *no_other_word(const struct words *words, const char *typed, size_t length)
{
    (void)words;
    (void)typed;
    (void)length;
    return NULL;
}

/* The renaming of the word of `length` bytes; NULL: it is called as ever. */
static const struct game_renaming *find_renaming(const struct game *game, const char *word,
                                                 size_t length)
{
    const struct game_renaming *renaming = game->renamings;
    for (; renaming != NULL && renaming->old != NULL; renaming++)
        if (strlen(renaming->old) == length && memcmp(renaming->old, word, length) == 0)
            return renaming;
    return NULL;
}

void game_add_renamed(const struct game *game, const char *text, struct text *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    while (*text != '\0') {
        size_t length = strspn(text, letters);
        const struct game_renaming *renaming = find_renaming(game, text, length);
        if (renaming != NULL)
            text_add(out, renaming->now);
        else
            text_add_bytes(out, text, length);
        text += length;
        length = strcspn(text, letters);
        text_add_bytes(out, text, length);
        text += length;
    }
}

bool game_move_read(const struct game *game, const struct game_state *state, uint8_t seat,
                    const char *text, game_move *move)
{
    static const struct words canonical = {.say = say_nothing, .canonical = no_other_word};
    union game_view_block view;
    char expected_buffer[8], renamed_buffer[GAME_MOVE_TEXT_MAX], printed_buffer[GAME_MOVE_TEXT_MAX];
    struct text expected = TEXT_IN(expected_buffer), renamed = TEXT_IN(renamed_buffer);
    struct text printed = TEXT_IN(printed_buffer);
    game_add_renamed(game, text, &renamed);
    game->rules->view(state, seat, GAME_VIEW(&view));
    if (renamed.truncated ||
        !game->text->parse(GAME_VIEW(&view), &canonical, renamed.bytes, move, &expected))
        return false;
    game->text->print(*move, &printed);
    return text_is(&printed, renamed.bytes);
}

struct game_event *game_event_add(struct game_events *events, struct game_event *unread,
                                  uint8_t kind, uint8_t seat)
{
    struct game_event *event = unread;
    if (events != NULL && events->count < GAME_EVENTS_MAX)
        event = &events->list[events->count++];
    *event = (struct game_event){.kind = kind, .seat = seat};
    return event;
}
