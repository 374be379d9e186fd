/* Shared by the tests of people who look for a table. */
#ifndef BELFRY_TESTS_UNIT_SEEK_KIT_H
#define BELFRY_TESTS_UNIT_SEEK_KIT_H

#include <stdlib.h>

#include "bot/core/seeks.h"
#include "tests/unit/host_fixture.h"

#define FOUND "Your table is found"

/* Lets people of the place meet others from elsewhere. */
static inline void allow(struct fixture *fixture, const char *network, const char *place)
{
    fixture_type_as(fixture, network, "olga", RANK_ADMIN, place, "config set channel seek on");
    fixture_clear(fixture);
}

/* Returns how many look for the game. */
static inline size_t seeking(const struct fixture *fixture, const char *game)
{
    size_t count;
    free(seek_list(&fixture->host.settings, game_find(game), &count));
    return count;
}

static inline struct table *live_at(const struct fixture *fixture, const char *network,
                                    const char *place)
{
    struct table *table = session_at(&fixture->host.sessions, network, place);
    return table != NULL && table_is_live(table) ? table : NULL;
}

/* At the only table there is, whoever is on turn makes a move where `place` says. Returns the seat.
 */
static inline unsigned make_move(struct fixture *fixture, const char *place)
{
    const struct table *table = fixture->host.sessions.by_id;
    unsigned seat = seat_on_turn(table);
    fixture_clear(fixture);
    fixture_type_on(fixture, table->seats[seat].network, table->seats[seat].name, place,
                    line_of("play %s", legal_move(table, seat, 0)));
    return seat;
}

#endif
