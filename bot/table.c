#include "bot/table.h"

#include <stdlib.h>
#include <string.h>

#include "bot/memory.h"
#include "bot/shuffle.h"

struct table *table_new(const struct game *game)
{
    struct table *table = memory_new(sizeof *table);
    table->game = game;
    table->last_seat = GAME_SPECTATOR;
    game_options_standard(game, table->options);
    return table;
}

static void seat_clear(struct seat *seat)
{
    free(seat->network);
    free(seat->identity);
    free(seat->name);
    free(seat->word);
    *seat = (struct seat){0};
}

void table_free(struct table *table)
{
    if (table == NULL)
        return;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        seat_clear(&table->seats[seat]);
    free(table->opener_network);
    free(table->opener_identity);
    free(table->setup);
    free(table->state);
    free(table);
}

bool table_is_live(const struct table *table)
{
    return table->status == TABLE_LOBBY || table->status == TABLE_PLAYING;
}

bool table_is_shown(const struct table *table)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (place->open)
            return true;
    return false;
}

int table_seat_of(const struct table *table, const char *network, const char *identity)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *taken = &table->seats[seat];
        if (taken->identity != NULL && strcmp(taken->identity, identity) == 0 &&
            strcmp(taken->network, network) == 0)
            return seat;
    }
    return -1;
}

void seat_rename(struct seat *seat, const char *name)
{
    char shown[NAME_MAX_BYTES];
    struct text text = TEXT_IN(shown);
    display_fit(name, NAME_MAX_BYTES, false, &text);
    free(seat->name);
    seat->name = memory_copy(text.bytes);
}

void seat_set_word(struct seat *seat, const char *word)
{
    free(seat->word);
    seat->word = memory_copy(word);
}

/* The word stays: it belongs to the shuffle, not to the person. */
void seat_give(struct seat *seat, const char *network, const char *identity, const char *name)
{
    char *word = seat->word;
    seat->word = NULL;
    seat_clear(seat);
    seat->word = word;
    seat->network = memory_copy(network);
    seat->identity = memory_copy(identity);
    seat_rename(seat, name);
}

struct seat *table_seat_add(struct table *table, const char *network, const char *identity,
                            const char *name)
{
    if (table->seat_count == table->game->players_max)
        return NULL;
    struct seat *seat = &table->seats[table->seat_count++];
    seat_give(seat, network, identity, name);
    return seat;
}

void table_seat_remove(struct table *table, unsigned seat)
{
    seat_clear(&table->seats[seat]);
    memmove(&table->seats[seat], &table->seats[seat + 1],
            (table->seat_count - seat - 1) * sizeof table->seats[0]);
    table->seats[--table->seat_count] = (struct seat){0};
}

seat_set table_people(const struct table *table)
{
    seat_set people = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].identity != NULL)
            people |= SEAT_BIT(seat);
    return people;
}

bool table_is_opener(const struct table *table, const char *network, const char *identity)
{
    return table->opener_identity != NULL && strcmp(table->opener_identity, identity) == 0 &&
           strcmp(table->opener_network, network) == 0;
}

void table_begin(struct table *table)
{
    uint8_t key[RNG_KEY_BYTES];
    const char *words[GAME_SEATS_MAX];
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        words[seat] = table->seats[seat].word;
    shuffle_key(table->seed, words, table->seat_count, key);
    table->checks.key = state_check_for(key);
    struct rng rng = rng_from_key(key);
    if (table->state == NULL)
        table->state = memory_new(table->game->state_size);
    table->game->rules->begin(table->state, table->seat_count, table->options, &rng);
}

void table_begin_checks(struct table *table)
{
    char layout[STATE_CHECK_TEXT];
    struct table_checks *checks = &table->checks;
    state_check_print_layout(table->game, table->seat_count, table->options, layout);
    if (checks->layout[0] == '\0' && table->lines == 0) {
        memcpy(checks->layout, layout, sizeof layout);
        state_check_print(&checks->key, table->game, table->state, checks->setup);
    }
    checks->compared = strcmp(checks->layout, layout) == 0;
}

void table_names(const struct table *table, const char **names)
{
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        names[seat] = seat < table->seat_count ? table->seats[seat].name : "";
}

void table_seats_swap(struct table *table, unsigned one, unsigned other)
{
    struct seat seat = table->seats[one];
    table->seats[one] = table->seats[other];
    table->seats[other] = seat;
}
