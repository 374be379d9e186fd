/* Who does not sit with whom: blocks (bot/core/blocks.h). Nobody learns who has blocked them. */
#include "bot/tables/session_private.h"

#include "bot/core/blocks.h"

static bool blocks_somebody(struct sessions *sessions, const struct table *table,
                            const struct somebody *person, bool the_person)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct somebody seated = {table->seats[i].network, table->seats[i].identity};
        if (seated.identity != NULL &&
            (the_person ? block_holds(sessions->settings, person, &seated)
                        : block_holds(sessions->settings, &seated, person)))
            return true;
    }
    return false;
}

session_refusal session_refuses_company(struct sessions *sessions, const struct table *table,
                                        const char *network, const char *identity)
{
    const struct somebody person = {network, identity};
    if (sessions->settings->rolls == NULL)
        return NULL;
    if (blocks_somebody(sessions, table, &person, true))
        return "refusal.blocked-sits";
    return blocks_somebody(sessions, table, &person, false) ? "refusal.no-seat-for-you" : NULL;
}
