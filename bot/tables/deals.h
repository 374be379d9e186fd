/* How many tables a place had within a day and who aborted them, so that nobody can abort after a
 * look at the cards, or open tables until a deal pleases them, without the others seeing it. */
#ifndef BELFRY_BOT_TABLES_DEALS_H
#define BELFRY_BOT_TABLES_DEALS_H

#include "bot/store/store.h"
#include "bot/tables/session.h"
#include "games/shared/text.h"

enum {
    DEALS_LISTED_MAX = 16, /* aborted tables whose people are named */
    DEALS_TEXT_BYTES = DEALS_LISTED_MAX * (NAME_MAX_BYTES + 12)
};

struct deals {
    unsigned tables; /* that ended there, and were opened within a day before the one in question */
    unsigned aborted; /* of them, in the lobby or later */
    struct deals_person {
        char name[STORE_WORD_MAX];
        unsigned count;
    } people[DEALS_LISTED_MAX]; /* who aborted, as far as it was somebody at the table */
    unsigned people_count;
};

/* Counts the tables of a place before the table `id`, which is over; 0: before now (seconds since
 * 1970). The result means nothing while the inquiry waits. */
void deals_count(struct store_inquiry *inquiry, const char *network, const char *place, int64_t id,
                 int64_t now, struct deals *deals);
/* Appends "Alice 2, Bruno 1". */
void deals_list_people(const struct deals *deals, struct text *out);
/* Tells the places of a new table, opened in `place`, if tables were aborted there; as soon as the
 * store has answered. */
void deals_tell(struct sessions *sessions, const struct table *table, const char *network,
                const char *place);

#endif
