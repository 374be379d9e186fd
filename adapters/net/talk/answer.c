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

static bool any_columns(const struct talk_said *said)
{
    for (; said != NULL; said = said->next)
        if (said->kind == OUTBOUND_EVENT && said->columns)
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
    bool silent = events[0] == '\0' && !answer->spoke && !answer->how->on_board;
    return answer->place != NULL && answer->how->may_show && has(answer->said, OUTBOUND_PICTURE) &&
           talk_place_is_free(answer->place) && answer->network->fits_above(events) &&
           (talk_place_wants_message(answer->place) || silent);
}

static bool updates_board(const struct answer *answer)
{
    return answer->place != NULL && answer->how->on_board && has(answer->said, OUTBOUND_PICTURE) &&
           talk_place_is_free(answer->place);
}

static void update_board(struct answer *answer)
{
    const struct talk_calls nobody = {.count = 0};
    const struct talk_view view = talk_place_view(answer->place, "", &nobody);
    answer->how->update(answer->asked, &view);
    answer->spoke = true;
}

/* Nobody who pressed a button expects a message about what the board tells. */
static bool board_is_enough(const struct answer *answer, const struct talk_calls *calls)
{
    return answer->how->pressed && answer->place != NULL && calls->count == 0 &&
           talk_place_tells(answer->place, answer->said);
}

static void post_events(struct answer *answer, const char *events, const struct talk_said *caller)
{
    const struct talk_calls calls = talk_calls_of(answer->network, caller);
    if (events[0] == '\0' || board_is_enough(answer, &calls))
        return;
    const bool line =
        caller != NULL && answer->place != NULL && talk_place_tells(answer->place, answer->said);
    answer->spoke = true;
    answer->how->post(answer->asked,
                      &(struct talk_text){.text = events, .line = line, .calls = &calls});
}

static void say_public(struct answer *answer)
{
    char buffer[TALK_TEXT_BYTES];
    struct text events = TEXT_IN(buffer);
    const struct talk_said *caller = talk_join_events(answer->said, &events);
    bool shows = shows_table(answer, events.bytes);
    if (answer->place != NULL)
        tell_place(answer->place, answer->said);
    if (shows) {
        const struct talk_calls calls = talk_calls_of(answer->network, caller);
        const struct talk_view view = talk_place_view(answer->place, events.bytes, &calls);
        answer->how->show(answer->asked, &view);
        answer->spoke = true;
    } else {
        if (updates_board(answer))
            update_board(answer);
        post_events(answer, events.bytes, caller);
    }
    answer->spoke |= any_columns(answer->said);
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
    if (answerer->private_first) {
        say_private_first(&answer);
    } else {
        say_public(&answer);
        tell_all(&answer);
        if (!answer.spoke) /* the table is on its way by itself */
            answerer->done(asked);
    }
    talk_said_free(said);
}
