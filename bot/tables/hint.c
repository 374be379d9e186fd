/* Hints (bot/commands/hint.c): who may have one, and games that do not count because of them.
 *
 * Nobody's ranking may depend on hints. A person alone with bots may ask whenever they like, and
 * from then on plays for fun. Several people have hints only if the setting allowed them when the
 * game began: then it counts for nobody from its first move on, and everybody was told.
 */
#include "bot/tables/session_private.h"

bool session_is_alone_with_bots(const struct table *table, unsigned seat)
{
    for (unsigned other = 0; other < table->seat_count; other++)
        if (table->seats[other].former != NULL)
            return false;
    return table_people(table) == SEAT_BIT(seat);
}

bool session_stop_ranking(struct sessions *sessions, struct table *table, seat_set seats)
{
    bool ranked = (seats & (seat_set)~table->unranked) != 0;
    table->unranked |= seats;
    if (ranked)
        session_save(sessions, table);
    return ranked;
}

static enum setting_hints allowed(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    return (enum setting_hints)setting_number(sessions->settings, SETTING_HINTS, &scope);
}

bool session_hints_begin(struct sessions *sessions, struct table *table)
{
    seat_set people = table_people(table);
    bool several = (people & (people - 1)) != 0;
    if (!several || allowed(sessions, table) != HINTS_ALWAYS)
        return false;
    table->unranked |= people;
    return true;
}

session_refusal session_may_hint(struct sessions *sessions, const struct table *table,
                                 unsigned seat)
{
    if (table->daily != NULL || allowed(sessions, table) == HINTS_NEVER)
        return "refusal.hint-never";
    bool counts = (table_people(table) & (seat_set)~table->unranked) != 0;
    return counts && !session_is_alone_with_bots(table, seat) ? "refusal.hint-ranked" : NULL;
}
