#include "adapters/net/talk/talk_private.h"

struct answer {
    const struct talk_network *network;
    const struct talk_answerer *how;
    void *asked;
    struct talk_place *place; /* NULL in private */
    struct talk_said *said;
    bool spoke;
};

static bool has(const struct talk_said *said, enum outbound_kind kind)
{
    for (; said != NULL; said = said->next)
        if (said->kind == kind)
            return true;
    return false;
}

static void tell_all(struct answer *answer)
{
    for (struct talk_said *said = answer->said; said != NULL; said = said->next)
        if (!talk_said_is_public(said)) {
            answer->how->tell(answer->asked, said);
            answer->spoke = true;
        }
}

/* The board has to know what everybody reads in the answer. Pictures come first: events belong to a
 * table. */
static void tell_place(struct talk_place *place, const struct talk_said *all)
{
    for (const struct talk_said *said = all; said != NULL; said = said->next)
        if (said->kind == OUTBOUND_PICTURE)
            talk_place_take_picture(place, said);
    for (const struct talk_said *said = all; said != NULL; said = said->next)
        if (said->kind == OUTBOUND_EVENT)
            talk_place_take_event(place, said);
}

static bool shows_table(const struct answer *answer, const char *events)
{
    bool silent = events[0] == '\0' && !answer->spoke;
    return answer->place != NULL && answer->how->may_show && has(answer->said, OUTBOUND_PICTURE) &&
           talk_place_is_free(answer->place) && answer->network->fits_above(events) &&
           (talk_place_wants_message(answer->place) || silent);
}

static void say_public(struct answer *answer)
{
    char buffer[TALK_TEXT_BYTES];
    struct text events = TEXT_IN(buffer);
    const struct talk_calls calls =
        talk_calls_of(answer->network, talk_join_events(answer->said, &events));
    bool shows = shows_table(answer, events.bytes);
    answer->spoke |= shows || has(answer->said, OUTBOUND_EVENT);
    if (answer->place != NULL)
        tell_place(answer->place, answer->said);
    if (shows) {
        const struct talk_view view = talk_place_view(answer->place, events.bytes, &calls);
        answer->how->show(answer->asked, &view);
    } else if (events.length > 0) {
        answer->how->post(answer->asked,
                          &(struct talk_text){.text = events.bytes, .calls = &calls});
    }
    talk_post_columns(answer->said, answer->asked, answer->how->post);
}

static void say_private_first(struct answer *answer)
{
    char buffer[TALK_TEXT_BYTES];
    struct text events = TEXT_IN(buffer);
    tell_all(answer);
    if (!answer->spoke) {
        talk_join_events(answer->said, &events);
        if (events.length > 0)
            answer->how->tell(answer->asked, &(struct talk_said){.text = events.bytes});
        else
            answer->how->done(answer->asked);
        answer->spoke = true;
    }
    say_public(answer);
}

void talk_answer(const struct talk_network *network, const struct talk_answerer *answerer,
                 void *asked, struct talk_place *place, struct talk_said **said)
{
    struct answer answer = {network, answerer, asked, place, *said, false};
    if (answerer->private_first || !talk_said_any_public(*said)) {
        say_private_first(&answer);
    } else {
        say_public(&answer);
        tell_all(&answer);
        if (!answer.spoke) /* the table is on its way by itself */
            answerer->done(asked);
    }
    talk_said_free(said);
}
