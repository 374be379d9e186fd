/* What answers and places share. */
#ifndef BELFRY_ADAPTERS_NET_TALK_TALK_PRIVATE_H
#define BELFRY_ADAPTERS_NET_TALK_TALK_PRIVATE_H

#include "adapters/net/talk/talk.h"

/* The plain events of a list as one text. Returns the last of the list that calls somebody, or
 * NULL. */
const struct talk_said *talk_join_events(const struct talk_said *list, struct text *events);
/* Posts each event that is in columns. */
void talk_post_columns(const struct talk_said *list, void *owner,
                       void (*post)(void *owner, const struct talk_text *text));

/* Notes the newest picture, and an event to be shown below it. */
void talk_place_take_picture(struct talk_place *place, const struct talk_said *picture);
void talk_place_take_event(struct talk_place *place, const struct talk_said *event);
/* Whether the board tells every event of a list that is not in columns. */
bool talk_place_tells(const struct talk_place *place, const struct talk_said *list);
/* Whether the table could be shown now, and whether in a new message. */
bool talk_place_is_free(const struct talk_place *place);
bool talk_place_wants_message(const struct talk_place *place);
/* The table as it is shown from now on; talk_place_shown must follow. */
struct talk_view talk_place_view(struct talk_place *place, const char *above,
                                 const struct talk_calls *calls);

/* Those of `said` who must be called; NULL: nobody. */
struct talk_calls talk_calls_of(const struct talk_network *network, const struct talk_said *said);

#endif
