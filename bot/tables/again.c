/* The same people once more. */
#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/tables/session_private.h"

/* The people of a table, copied because the table may be forgotten in the meantime. */
struct party {
    struct table_choice choice;
    const struct game *game;
    unsigned count;
    struct {
        char *network, *identity, *name;
        enum player_level level;
    } people[GAME_SEATS_MAX];
};

static struct party party_of(struct sessions *sessions, const struct table *table)
{
    struct party party = {
        .choice = session_choice(sessions, table), .game = table->game, .count = table->seat_count};
    for (unsigned i = 0; i < party.count; i++) {
        party.people[i].network = memory_copy(table->seats[i].network);
        party.people[i].identity = memory_copy(table->seats[i].identity);
        party.people[i].name = memory_copy(table->seats[i].name);
        party.people[i].level = table->seats[i].level;
    }
    return party;
}

static void party_free(struct party *party)
{
    for (unsigned i = 0; i < party->count; i++) {
        free(party->people[i].network);
        free(party->people[i].identity);
        free(party->people[i].name);
    }
}

static void seat_bot(struct table *table, const char *name, enum player_level level)
{
    struct seat *seat = table_seat_add(table, "", NULL, name);
    if (seat != NULL)
        seat->level = level;
}

bool session_may_be_seated(struct sessions *sessions, const struct table *table,
                           const char *network, const struct person *person)
{
    const struct suspect suspect = {.network = network, .identity = person->identity};
    struct ban ban;
    struct leaving left;
    bool waits = session_finds_leaving(sessions, table, network, person->identity, &left) &&
                 left.what == LEAVING_WAIT;
    return !waits && table_seat_of(table, network, person->identity) < 0 &&
           session_refuses_person(sessions, table, network, person) == NULL &&
           session_refuses_company(sessions, table, network, person->identity) == NULL &&
           !session_is_barred(sessions, table, &suspect, &ban);
}

static void seat_party(struct sessions *sessions, struct table *table, const struct party *party)
{
    for (unsigned i = 0; i < party->count; i++) {
        const struct person person = {party->people[i].identity, party->people[i].name,
                                      RANK_PLAYER};
        if (person.identity == NULL)
            seat_bot(table, person.name, party->people[i].level);
        else if (session_may_be_seated(sessions, table, party->people[i].network, &person))
            session_take_seat(sessions, table, party->people[i].network, &person);
    }
}

session_refusal session_again(struct sessions *sessions, struct store_inquiry *inquiry,
                              const char *network, const char *place, const struct person *person,
                              struct table **opened)
{
    const struct table *shown = session_at(sessions, network, place);
    /* A table that ended before the bot's last start is only in the store. */
    struct table *read =
        shown == NULL ? session_read_ended(sessions, inquiry, network, place) : NULL;
    if (store_inquiry_waits(inquiry))
        return NULL;
    const struct table *last = shown != NULL ? shown : read;
    if (last == NULL)
        return "refusal.nothing-to-repeat";
    struct party party = party_of(sessions, last);
    if (read != NULL)
        table_free(read);
    session_refusal refusal =
        session_open_table(sessions, party.game, &party.choice, network, place, person, opened);
    if (refusal == NULL) {
        seat_party(sessions, *opened, &party);
        session_save(sessions, *opened);
    }
    party_free(&party);
    return refusal;
}
