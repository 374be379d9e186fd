#include "bot/tables/seeking.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/blocks.h"
#include "bot/core/home.h"
#include "bot/tables/session_private.h"

enum {
    LOOK_EVERY = 30 * SECOND, /* what changes unheard, such as a ban that ends, is seen then */
    PAUSE = 5 * SECOND,       /* after something was written, in case it can't be saved */
    UNTOLD_FOR = DAY,         /* somebody whose network nobody serves is forgotten without a word */
    STEPS_MAX = 5000          /* comparisons in one search */
};

/* -- Who may sit with whom --------------------------------------------------------------------- */

static bool is_same_place(const struct seek *one, const struct seek *other)
{
    return strcmp(one->network, other->network) == 0 && strcmp(one->place, other->place) == 0;
}

static bool is_same_person(const struct seek *one, const struct seek *other)
{
    return strcmp(one->network, other->network) == 0 && strcmp(one->identity, other->identity) == 0;
}

bool seeking_is_open(struct sessions *sessions, const struct seek *seek)
{
    const struct setting_scope scope = setting_in_place(seek->network, seek->place);
    return seek->in_private || setting_is_on(sessions->settings, SETTING_SEEK, &scope);
}

static bool has_blocked(struct sessions *sessions, const struct seek *one, const struct seek *other)
{
    return block_holds(sessions->settings, &(struct somebody){one->network, one->identity},
                       &(struct somebody){other->network, other->identity});
}

/* Whether the person may sit down where `host` asked. What roles they have is known on the server
 * where they asked themselves. */
static bool is_welcome(struct sessions *sessions, const struct seek *seek, const struct seek *host)
{
    const struct setting_scope scope = setting_in_place(host->network, host->place);
    const struct person person = {seek->identity, seek->name, RANK_PLAYER};
    bool roles_count =
        strcmp(seek->network, host->network) == 0 &&
        networks_same_server(sessions->networks, seek->network, seek->place, host->place);
    const struct suspect suspect = {seek->network, seek->identity,
                                    roles_count ? seek->roles : NULL};
    struct ban ban;
    struct leaving left;
    bool left_games =
        leaving_find(sessions->settings, &scope, seek->network, seek->identity, &left) &&
        left.what == LEAVING_WAIT;
    return !left_games && !ban_find(sessions->settings, &scope, &suspect, &ban) &&
           session_refuses_stranger(sessions, host->network, host->place, &person) == NULL;
}

bool seeking_may_meet(struct sessions *sessions, const struct seek *one, const struct seek *other)
{
    return strcmp(one->pace, other->pace) == 0 && !is_same_person(one, other) &&
           (is_same_place(one, other) ||
            (seeking_is_open(sessions, one) && seeking_is_open(sessions, other))) &&
           !has_blocked(sessions, one, other) && !has_blocked(sessions, other, one) &&
           is_welcome(sessions, one, other) && is_welcome(sessions, other, one);
}

/* -- Where they are ---------------------------------------------------------------------------- */

static bool is_here(const struct sessions *sessions, const struct seek *seek)
{
    return networks_find(sessions->networks, seek->network, seek->place) != NULL;
}

static bool is_free(const struct sessions *sessions, const char *network, const char *place)
{
    const struct table *shown = session_at(sessions, network, place);
    return (shown == NULL || !table_is_live(shown)) &&
           session_refused_at(sessions, network, place) == 0;
}

/* As far as this process can tell. */
static bool is_present(const struct sessions *sessions, const struct seek *seek)
{
    const struct networks *networks = sessions->networks;
    if (!networks_is_connected(networks, seek->network, seek->place))
        return false;
    if (seek->in_private)
        return true;
    return networks_has_place(networks, seek->network, seek->place) &&
           (!networks_sees_people(networks, seek->network) ||
            networks_sees(networks, seek->network, seek->place, seek->identity));
}

/* Writes the place that would show the person a table now. */
static bool find_room(struct sessions *sessions, const struct seek *seek,
                      char place[SEEK_PLACE_BYTES])
{
    struct text text = text_in(place, SEEK_PLACE_BYTES);
    text_add(&text, seek->place);
    if (is_free(sessions, seek->network, seek->place))
        return true;
    if (seek->in_private || networks_keeps_boards(sessions->networks, seek->network))
        return false;
    home_of(seek->identity, place);
    return is_free(sessions, seek->network, place);
}

static bool allows_game(struct sessions *sessions, const struct seek *seek)
{
    const struct setting_scope scope = setting_in_place(seek->network, seek->place);
    return setting_allows_game(sessions->settings, &scope, seek->game);
}

session_refusal seeking_refuses(struct sessions *sessions, const struct seek *seek)
{
    char place[SEEK_PLACE_BYTES];
    const struct person person = {seek->identity, seek->name, RANK_PLAYER};
    session_refusal refusal =
        session_refuses_stranger(sessions, seek->network, seek->place, &person);
    if (refusal == NULL && !allows_game(sessions, seek))
        refusal = "refusal.game-not-allowed";
    if (refusal == NULL && !find_room(sessions, seek, place))
        refusal = "refusal.seek-no-room";
    return refusal;
}

/* Writes the same for somebody who can be reached and may sit down where they asked. */
static bool is_ready(struct sessions *sessions, const struct seek *seek,
                     char place[SEEK_PLACE_BYTES])
{
    bool is_there =
        is_here(sessions, seek) ? is_present(sessions, seek) : store_is_shared(sessions->store);
    return is_there && allows_game(sessions, seek) && is_welcome(sessions, seek, seek) &&
           find_room(sessions, seek, place);
}

/* -- Bringing together ------------------------------------------------------------------------- */

struct search {
    struct sessions *sessions;
    struct seek *list; /* those who could sit down now, the oldest first */
    size_t count;
    char (*places)[SEEK_PLACE_BYTES];
    size_t chosen[GAME_SEATS_MAX];
    unsigned wanted; /* people at the table */
    unsigned steps;
};

/* Whether somebody can join those who are chosen. */
static bool fits(struct search *search, unsigned chosen, size_t candidate)
{
    const struct seek *seek = &search->list[candidate];
    bool joins = search->wanted >= seek->least && search->wanted <= seek->most;
    for (unsigned i = 0; joins && i < chosen; i++)
        joins = search->steps++ < STEPS_MAX &&
                seeking_may_meet(search->sessions, seek, &search->list[search->chosen[i]]);
    return joins;
}

/* Chooses so many people of whom `first` is the oldest. */
static bool choose(struct search *search, size_t first)
{
    unsigned chosen = 1;
    size_t next = first + 1;
    search->chosen[0] = first;
    while (chosen > 0 && chosen < search->wanted) {
        while (next < search->count && !fits(search, chosen, next))
            next++;
        if (next < search->count)
            search->chosen[chosen++] = next++;
        else
            next = search->chosen[--chosen] + 1;
    }
    return chosen == search->wanted;
}

/* Of several processes, one that serves somebody of them brings them together. */
static bool has_local(const struct search *search)
{
    for (unsigned i = 0; i < search->wanted; i++)
        if (is_here(search->sessions, &search->list[search->chosen[i]]))
            return true;
    return false;
}

/* As many people as the oldest may have. */
static bool choose_any(struct search *search)
{
    for (size_t first = 0; first < search->count; first++) {
        search->wanted = search->list[first].most;
        for (; search->wanted >= search->list[first].least; search->wanted--)
            if (choose(search, first) && has_local(search))
                return true;
    }
    return false;
}

static void take_company(const struct search *search, struct company *company)
{
    company->count = search->wanted;
    for (unsigned i = 0; i < search->wanted; i++) {
        struct text place = TEXT_IN(company->places[i]);
        company->people[i] = search->list[search->chosen[i]];
        company->people[i].roles = NULL;
        text_add(&place, search->places[search->chosen[i]]);
    }
}

/* Leaves out those who can't sit down now. */
static void keep_ready(struct search *search)
{
    size_t ready = 0;
    int64_t now = clock_now(search->sessions->clock);
    for (size_t i = 0; i < search->count; i++) {
        const struct seek seek = search->list[i];
        if ((seek.until == 0 || seek.until > now) &&
            is_ready(search->sessions, &seek, search->places[ready]))
            search->list[ready++] = seek;
    }
    search->count = ready;
}

static bool find_company(struct sessions *sessions, const struct game *game,
                         struct company *company)
{
    struct search search = {.sessions = sessions};
    search.list = seek_list(sessions->settings, game, &search.count);
    if (search.list == NULL)
        return false;
    search.places = memory_new(search.count * sizeof *search.places);
    keep_ready(&search);
    bool found = choose_any(&search);
    if (found)
        take_company(&search, company);
    free(search.list);
    free(search.places);
    return found;
}

static bool find_any_company(struct sessions *sessions, struct company *company)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (find_company(sessions, *game, company))
            return true;
    return false;
}

/* Whether the store has the seek as this process knows it. What is over there although it stands
 * here, as after a change of the person's name at that moment, is withdrawn once it is found. */
static bool still_waits(struct sessions *sessions, struct store_inquiry *inquiry,
                        const struct seek *seek)
{
    char scope[64], key[NETWORK_NAME_MAX + IDENTITY_MAX], event_buffer[STORE_WORD_MAX];
    char *stored = memory_new(STORE_RECORD_MAX);
    struct text event = TEXT_IN(event_buffer);
    const char *held = seek_value(sessions->settings, seek);
    bool over = false;
    text_add_format(&event, "seek %s", seek->id);
    bool read = store_read_value(inquiry, seek_scope(seek, scope), seek_key(seek, key), stored,
                                 STORE_RECORD_MAX);
    bool is_same = read && held != NULL && strcmp(held, stored) == 0;
    free(stored);
    store_read_event(inquiry, event.bytes, &over);
    if (is_same && over && !store_inquiry_waits(inquiry))
        seek_withdraw(sessions->settings, seek);
    return is_same && !over;
}

/* Whether the place where they would sit is free, which another process may serve. */
static bool has_room(struct sessions *sessions, struct store_inquiry *inquiry,
                     const struct seek *seek, const char *place)
{
    return session_fetch_at(sessions, inquiry, seek->network, place) &&
           is_free(sessions, seek->network, place);
}

/* A process that was stopped for a while may believe in what is long over. Means nothing while the
 * inquiry waits. */
static bool all_still_wait(struct sessions *sessions, const struct company *company)
{
    bool all = true;
    if (!store_is_shared(sessions->store))
        return true;
    if (sessions->seekers_inquiry == NULL)
        sessions->seekers_inquiry = store_inquire(sessions->store);
    for (unsigned i = 0; i < company->count; i++) {
        const struct seek *seek = &company->people[i];
        all &= still_waits(sessions, sessions->seekers_inquiry, seek);
        all &= has_room(sessions, sessions->seekers_inquiry, seek, company->places[i]);
    }
    return all;
}

/* -- The end of waiting ------------------------------------------------------------------------ */

static void tell_expired(struct sessions *sessions, const struct seek *seek)
{
    char buffer[512], name_buffer[64];
    struct text text = TEXT_IN(buffer), name = TEXT_IN(name_buffer);
    const struct setting_scope reader =
        setting_for_person(seek->network, seek->place, seek->identity);
    struct words words = style_words(sessions->styles, &reader);
    text_add_format(&name, "%s.name", seek->game->id);
    words_say(&words, &text, "seek.expired", SAY_MESSAGE(name.bytes), SAY_TEXT(seek->game->id));
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = seek->network,
                                                    .place = "",
                                                    .identity = seek->identity,
                                                    .home = seek->place,
                                                    .text = text.bytes});
}

static bool end_if_expired(struct sessions *sessions, const struct seek *seek)
{
    int64_t now = clock_now(sessions->clock);
    bool here = is_here(sessions, seek);
    if (seek->until == 0 || seek->until > now || (!here && seek->until + UNTOLD_FOR > now))
        return false;
    session_end_seek(sessions, seek);
    if (here)
        tell_expired(sessions, seek);
    return true;
}

/* Returns when the next one ends, or DEADLINE_NEVER. */
static int64_t end_expired(struct sessions *sessions, bool *ended)
{
    int64_t next = DEADLINE_NEVER, look = clock_now(sessions->clock) + LOOK_EVERY;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        size_t count;
        struct seek *list = seek_list(sessions->settings, *game, &count);
        for (size_t i = 0; i < count; i++) {
            bool over = end_if_expired(sessions, &list[i]);
            int64_t until = list[i].until != 0 && list[i].until < look ? list[i].until : look;
            *ended |= over;
            if (!over && until < next)
                next = until;
        }
        free(list);
    }
    return next;
}

void seeking_left(struct sessions *sessions, const char *network, const char *identity)
{
    struct seek seek;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (seek_find(sessions->settings, *game, network, identity, &seek) &&
            home_identity(seek.place) != NULL && !seek_is_slow(&seek))
            session_end_seek(sessions, &seek);
}

/* -- When -------------------------------------------------------------------------------------- */

void seeking_look_again(struct sessions *sessions)
{
    sessions->seekers_due = true;
}

int64_t session_seekers_due(const struct sessions *sessions)
{
    return sessions->seekers_at;
}

void session_ring_seekers(struct sessions *sessions)
{
    if (sessions->seekers_at > clock_now(sessions->clock))
        return;
    sessions->seekers_at = DEADLINE_NEVER;
    seeking_look_again(sessions);
}

static bool waits(const struct sessions *sessions)
{
    return sessions->seekers_inquiry != NULL && store_inquiry_waits(sessions->seekers_inquiry);
}

/* Returns whether it wrote anything; false while it waits() for the store. */
static bool seat_company(struct sessions *sessions)
{
    struct company *company = memory_new(sizeof *company);
    bool found = find_any_company(sessions, company) && all_still_wait(sessions, company);
    if (found && !waits(sessions))
        session_open_found(sessions, company);
    free(company);
    return store_is_dirty(sessions->store);
}

bool session_seat_seekers(struct sessions *sessions)
{
    bool wrote = false;
    if (!sessions->seekers_due)
        return false;
    int64_t next = end_expired(sessions, &wrote);
    if (!wrote)
        wrote = seat_company(sessions);
    if (waits(sessions))
        return false;
    store_inquiry_free(sessions->seekers_inquiry);
    sessions->seekers_inquiry = NULL;
    sessions->seekers_due = false;
    sessions->seekers_at = wrote ? clock_now(sessions->clock) + PAUSE : next;
    return wrote;
}
