#include "bot/tables/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/record/shuffle.h"
#include "bot/tables/daily.h"
#include "bot/tables/plan.h"

void table_draw_code(char code[TABLE_CODE_LETTERS + 1])
{
    static const char alphabet[] = "abcdefghjkmnpqrstuvwxyz23456789";
    for (int i = 0; i < TABLE_CODE_LETTERS; i++)
        code[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    code[TABLE_CODE_LETTERS] = '\0';
}

struct table *table_new(const struct game *game)
{
    struct table *table = memory_new(sizeof *table);
    table->game = game;
    table->checks.version = game->version;
    game_options_default(game, table->options);
    return table;
}

static void former_free(struct former *former)
{
    if (former == NULL)
        return;
    free(former->network);
    free(former->identity);
    free(former->name);
    free(former);
}

static void seat_clear(struct seat *seat)
{
    former_free(seat->former);
    free(seat->network);
    free(seat->identity);
    free(seat->name);
    free(seat->word);
    *seat = (struct seat){0};
}

/* What decides or shows hands. */
static void wipe(struct table *table)
{
    sodium_memzero(table->seed, sizeof table->seed);
    if (table->state != NULL)
        sodium_memzero(table->state, table->game->state_size);
    if (table->setup != NULL)
        sodium_memzero(table->setup, strlen(table->setup));
}

void table_free(struct table *table)
{
    if (table == NULL)
        return;
    wipe(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        seat_clear(&table->seats[seat]);
    free(table->opener_network);
    free(table->opener_identity);
    free(table->setup);
    free(table->stored_waiting);
    watch_free(table->watch);
    free(table->daily);
    while (table->plans != NULL) {
        struct plan *plan = table->plans;
        table->plans = plan->next;
        free(plan);
    }
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

static int find_seat(const struct table *table, const char *network, const char *identity,
                     bool doubted)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *taken = &table->seats[seat];
        if (taken->identity != NULL && strcmp(taken->identity, identity) == 0 &&
            strcmp(taken->network, network) == 0 && taken->doubted == doubted)
            return seat;
    }
    return -1;
}

int table_seat_of(const struct table *table, const char *network, const char *identity)
{
    return find_seat(table, network, identity, false);
}

int table_doubted_seat_of(const struct table *table, const char *network, const char *identity)
{
    return find_seat(table, network, identity, true);
}

static bool name_is_taken(const struct table *table, unsigned seat, const char *name)
{
    for (unsigned other = 0; other < table->seat_count; other++)
        if (other != seat && table->seats[other].name != NULL &&
            strcasecmp(table->seats[other].name, name) == 0)
            return true;
    return false;
}

void seat_set_word(struct seat *seat, const char *word)
{
    free(seat->word);
    seat->word = memory_copy(word);
}

void table_seat_rename(struct table *table, unsigned seat, const char *name)
{
    enum { NUMBER_BYTES = 4 };
    char shown[NAME_MAX_BYTES], numbered[NAME_MAX_BYTES + NUMBER_BYTES];
    struct text text = TEXT_IN(shown), told_apart = TEXT_IN(numbered);
    display_fit(name, NAME_MAX_BYTES, false, &text);
    text_add(&told_apart, text.bytes);
    for (unsigned number = 2; name_is_taken(table, seat, told_apart.bytes); number++) {
        text_clear(&told_apart);
        text_add_format(&told_apart, "%s %u", text.bytes, number);
    }
    free(table->seats[seat].name);
    table->seats[seat].name = memory_copy(told_apart.bytes);
}

/* The word and its seal stay, because they belong to the shuffle and not to the person. The
 * person's votes are dropped with them. */
void table_seat_give(struct table *table, unsigned seat, const char *network, const char *identity,
                     const char *name)
{
    struct seat *given = &table->seats[seat];
    char *word = given->word, seal[SHUFFLE_SEAL_TEXT];
    memcpy(seal, given->seal, sizeof seal);
    given->word = NULL;
    seat_clear(given);
    given->word = word;
    memcpy(given->seal, seal, sizeof seal);
    given->network = memory_copy(network);
    given->identity = memory_copy(identity);
    for (enum matter matter = 0; matter < MATTER_COUNT; matter++)
        table->votes[matter].agreed &= (seat_set)~SEAT_BIT(seat);
    table_seat_rename(table, seat, name);
}

void table_seat_vacate(struct table *table, unsigned seat, enum player_level level, bool keeps)
{
    enum { NAME_BYTES = 16 };
    struct seat *vacated = &table->seats[seat];
    struct former *former = NULL;
    char name[NAME_BYTES];
    struct text text = TEXT_IN(name);
    if (keeps) {
        former = memory_new(sizeof *former);
        *former = (struct former){memory_copy(vacated->network), memory_copy(vacated->identity),
                                  memory_copy(vacated->name)};
    } else {
        vacated->has_claim = false;
    }
    uint8_t claim[TABLE_CLAIM_BYTES];
    bool has_claim = vacated->has_claim, unwatched = keeps && vacated->unwatched;
    bool absent = vacated->absent, doubted = vacated->doubted;
    memcpy(claim, vacated->claim, sizeof claim);
    text_add_format(&text, "Bot %u", seat + 1);
    table_seat_give(table, seat, "", NULL, name);
    memcpy(vacated->claim, claim, sizeof claim);
    vacated->has_claim = has_claim;
    vacated->unwatched = unwatched;
    vacated->absent = absent;
    vacated->doubted = doubted;
    vacated->level = level;
    vacated->former = former;
}

void table_seat_forget_former(struct table *table, unsigned seat)
{
    former_free(table->seats[seat].former);
    table->seats[seat].former = NULL;
    table->seats[seat].has_claim = false;
}

struct seat *table_seat_add(struct table *table, const char *network, const char *identity,
                            const char *name)
{
    if (table->seat_count == table->game->players_max)
        return NULL;
    unsigned seat = table->seat_count++;
    table_seat_give(table, seat, network, identity, name);
    return &table->seats[seat];
}

/* Moves the seats behind `seat` up by one. */
static seat_set without_seat(seat_set seats, unsigned seat)
{
    seat_set before = SEAT_BIT(seat) - 1;
    return (seat_set)((seats & before) | (seats >> 1 & ~before));
}

void table_seat_remove(struct table *table, unsigned seat)
{
    seat_clear(&table->seats[seat]);
    for (enum matter matter = 0; matter < MATTER_COUNT; matter++)
        table->votes[matter].agreed = without_seat(table->votes[matter].agreed, seat);
    table->unranked = without_seat(table->unranked, seat);
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

static seat_set stood_in(const struct table *table)
{
    seat_set seats = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].stood_in)
            seats |= SEAT_BIT(seat);
    return seats;
}

seat_set table_people_asked(const struct table *table)
{
    return table->status == TABLE_PLAYING
               ? table_people(table) & table->game->rules->actors(table->state) & ~stood_in(table)
               : 0;
}

seat_set table_people_present(const struct table *table)
{
    seat_set present = table_people(table) & (seat_set)~stood_in(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].absent || table->clock.turns[seat].over)
            present &= (seat_set)~SEAT_BIT(seat);
    return present;
}

bool table_is_opener(const struct table *table, const char *network, const char *identity)
{
    return table->opener_identity != NULL && strcmp(table->opener_identity, identity) == 0 &&
           strcmp(table->opener_network, network) == 0;
}

static void shuffle_key_of(const struct table *table, uint8_t key[RNG_KEY_BYTES])
{
    const char *words[GAME_SEATS_MAX];
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        words[seat] = table->seats[seat].word;
    shuffle_key(table->seed, words, table->seat_count, &table->beacon, key);
}

void table_begin_state(const struct table *table, struct game_state *state)
{
    uint8_t key[RNG_KEY_BYTES];
    shuffle_key_of(table, key);
    struct rng rng = rng_from_key(key);
    table->game->rules->begin(state, table->seat_count, table->options, &rng);
}

void table_begin(struct table *table)
{
    uint8_t key[RNG_KEY_BYTES];
    shuffle_key_of(table, key);
    table->checks.key = state_check_for(key);
    if (table->state == NULL)
        table->state = memory_new(table->game->state_size);
    table_begin_state(table, table->state);
    table->contest_count = 0;
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        table->asked_since[seat] = TABLE_NEVER;
}

static void note_contest(struct table *table)
{
    struct game_contest contest = {0};
    if (table->game->rules->contest != NULL)
        table->game->rules->contest(table->state, &contest);
    if (contest.number < table->contest_count)
        table->contest_count = contest.number; /* moves were taken back */
    else if (contest.number > table->contest_count && table->contest_count < GAME_CONTESTS_MAX)
        table->contests[table->contest_count++] = contest;
}

void table_note_line(struct table *table, uint32_t n, unsigned seat, game_move move)
{
    table->lines = n;
    note_contest(table);
    uint32_t moment = table_moment(table);
    if (seat != GAME_SPECTATOR) {
        memmove(&table->recent[1], &table->recent[0],
                (TABLE_RECENT_MAX - 1) * sizeof table->recent[0]);
        table->recent[0] = (struct made_move){moment, (uint8_t)seat, move};
        if (table->recent_count < TABLE_RECENT_MAX)
            table->recent_count++;
    }
    if (table->daily != NULL)
        daily_note_line(table);
    seat_set actors = table->game->rules->actors(table->state);
    for (unsigned asked = 0; asked < table->seat_count; asked++) {
        if (!(actors & SEAT_BIT(asked)))
            table->asked_since[asked] = TABLE_NEVER;
        else if (asked == seat || table->asked_since[asked] == TABLE_NEVER)
            table->asked_since[asked] = moment;
    }
}

uint32_t table_moment(const struct table *table)
{
    return table->lines + table->taken_back;
}

static void visit_rewind(struct visit *visit, uint32_t lines)
{
    if (visit->moved > lines)
        visit->moved = 0; /* their move before that stands in the record alone */
    if (visit->seen > lines)
        visit->seen = lines;
    if (visit->caught_up > lines)
        visit->caught_up = lines;
}

void table_note_known(struct table *table)
{
    table->known =
        (struct table_known){.version = table->version,
                             .unseen = table->unseen,
                             .status = table->status,
                             .lines = table->lines,
                             .taken_back = table->taken_back,
                             .seat_count = table->seat_count,
                             .watch_changes = table->watch != NULL ? table->watch->changes : 0};
}

/* Every seat is asked again: earlier offers were made for a position that is gone. */
void table_note_rewound(struct table *table, uint32_t count)
{
    unsigned forgotten = count < table->recent_count ? count : table->recent_count;
    table->lines -= count;
    watch_rewind(table);
    note_contest(table);
    table->taken_back += count + 1; /* goes back, and on by one */
    table->rewound = table_moment(table);
    table->recent_count = (uint8_t)(table->recent_count - forgotten);
    memmove(&table->recent[0], &table->recent[forgotten],
            table->recent_count * sizeof table->recent[0]);
    seat_set actors = table->game->rules->actors(table->state);
    for (unsigned asked = 0; asked < table->seat_count; asked++)
        table->asked_since[asked] = actors & SEAT_BIT(asked) ? table->rewound : TABLE_NEVER;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        visit_rewind(&table->seats[seat].visit, table->lines);
}

void table_note_caught_up(struct table *table, unsigned seat)
{
    struct visit *visit = &table->seats[seat].visit;
    visit->seen = visit->caught_up = table->lines;
    visit->missed = false;
}

bool table_take_missed(struct table *table, unsigned seat)
{
    bool missed = table->seats[seat].visit.missed;
    table->seats[seat].visit.missed = false;
    return missed;
}

void table_note_moved(struct table *table, unsigned seat)
{
    table->seats[seat].visit.moved = table->lines;
    table_note_caught_up(table, seat);
}

bool table_asks_since(const struct table *table, unsigned seat, uint32_t moment)
{
    return moment <= table_moment(table) && moment >= table->asked_since[seat];
}

const struct table_place *table_place_of(const struct table *table, const char *network,
                                         const char *identity)
{
    const struct table_place *on_network = NULL;
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        const char *owner = home_identity(place->place);
        if (strcmp(place->network, network) != 0)
            continue;
        if (owner != NULL && identity != NULL && strcmp(owner, identity) == 0)
            return place;
        if (on_network == NULL && owner == NULL)
            on_network = place;
    }
    return on_network != NULL ? on_network : table->places;
}

const char *table_home(const struct table *table, const char *network, const char *identity)
{
    const struct table_place *place = table_place_of(table, network, identity);
    return place != NULL && strcmp(place->network, network) == 0 ? place->place : NULL;
}

struct setting_scope table_setting_scope(const struct table *table)
{
    const struct table_place *place = table->places;
    struct setting_scope scope =
        setting_in_place(place != NULL ? place->network : "", place != NULL ? place->place : "");
    scope.table = table->id;
    return scope;
}

bool table_is_at(const struct table *table, const char *network, const char *place)
{
    for (const struct table_place *at = table->places; at != NULL; at = at->next)
        if (strcmp(at->network, network) == 0 && strcmp(at->place, place) == 0)
            return true;
    return false;
}

void table_begin_checks(struct table *table, struct layout_marks *marks)
{
    struct table_checks *checks = &table->checks;
    const char *layout = layout_marks_find(marks, table->game, table->seat_count, table->options);
    if (checks->layout[0] == '\0' && table->lines == 0) {
        memcpy(checks->layout, layout, sizeof checks->layout);
        state_check_print(&checks->key, table->game, table->state, checks->setup);
    }
    checks->compared = strcmp(checks->layout, layout) == 0;
}

bool table_has_words(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].word != NULL)
            return true;
    return false;
}

bool table_has_seals(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].seal[0] != '\0')
            return true;
    return false;
}

seat_set table_people_unsealed(const struct table *table)
{
    seat_set unsealed = table_people(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].seal[0] != '\0')
            unsealed &= (seat_set)~SEAT_BIT(seat);
    return unsealed;
}

seat_set table_people_wordless(const struct table *table)
{
    seat_set wordless = table_people(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].word != NULL)
            wordless &= (seat_set)~SEAT_BIT(seat);
    return wordless;
}

void table_list_seats(const struct table *table, seat_set seats, struct text *out)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (!(seats & SEAT_BIT(seat)))
            continue;
        text_separate(out, ", ");
        text_add(out, table->seats[seat].name);
    }
}

void table_names(const struct table *table, const char **names)
{
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        names[seat] = seat < table->seat_count ? table->seats[seat].name : "";
}

void table_seats_rotate(struct table *table, unsigned by)
{
    struct seat before[GAME_SEATS_MAX];
    seat_set unranked = 0;
    memcpy(before, table->seats, sizeof before);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        unsigned to = (seat + by) % table->seat_count;
        table->seats[to] = before[seat];
        table->seats[to].word = before[to].word;
        memcpy(table->seats[to].seal, before[to].seal, sizeof before[to].seal);
        if (table->unranked & SEAT_BIT(seat))
            unranked |= SEAT_BIT(to);
    }
    table->unranked = unranked;
}

void table_seats_swap(struct table *table, unsigned one, unsigned other)
{
    struct seat seat = table->seats[one];
    bool differ = !(table->unranked & SEAT_BIT(one)) != !(table->unranked & SEAT_BIT(other));
    table->seats[one] = table->seats[other];
    table->seats[other] = seat;
    if (differ)
        table->unranked ^= (seat_set)(SEAT_BIT(one) | SEAT_BIT(other));
}
