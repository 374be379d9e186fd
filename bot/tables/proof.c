/* What proves that somebody is the person of a seat: the setting `proof`. */
#include "bot/tables/session_private.h"

#include <string.h>

static bool is_weak(const char *identity)
{
    return identity != NULL && strncmp(identity, "mask:", 5) == 0;
}

static enum setting_proof proof_at(struct sessions *sessions, const struct setting_scope *scope)
{
    return (enum setting_proof)setting_number(sessions->settings, SETTING_PROOF, scope);
}

static enum setting_proof proof_of(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    return proof_at(sessions, &scope);
}

bool session_needs_claim(const struct seat *seat)
{
    return is_weak(seat->identity);
}

session_refusal session_refuses_stranger(struct sessions *sessions, const char *network,
                                         const char *place, const struct person *person)
{
    const struct setting_scope scope = setting_in_place(network, place);
    bool refused = is_weak(person->identity) && proof_at(sessions, &scope) == PROOF_ACCOUNT;
    return refused ? "refusal.account-needed" : NULL;
}

session_refusal session_refuses_person(struct sessions *sessions, const struct table *table,
                                       const char *network, const struct person *person)
{
    enum setting_proof proof = proof_of(sessions, table);
    if (!is_weak(person->identity))
        return NULL;
    if (proof == PROOF_ACCOUNT)
        return "refusal.account-needed";
    bool was_theirs = table_doubted_seat_of(table, network, person->identity) >= 0 ||
                      session_former_seat(table, network, person->identity) >= 0;
    return was_theirs && proof == PROOF_CODE ? "refusal.seat-doubted" : NULL;
}

void session_doubt_seat(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct seat *left = &table->seats[seat];
    if (is_weak(left->identity) && proof_of(sessions, table) != PROOF_HOST)
        left->doubted = true;
}

void session_doubt_seats(struct sessions *sessions, struct table *table, const char *network)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (network == NULL || strcmp(table->seats[seat].network, network) == 0)
            session_doubt_seat(sessions, table, seat);
}

void session_apply_proof(struct sessions *sessions, struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count && proof_of(sessions, table) == PROOF_HOST;
         seat++)
        table->seats[seat].doubted = false;
}
