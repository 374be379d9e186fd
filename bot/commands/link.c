/* `link` and `unlink`: one table in two places. The admins of both agree.
 *
 * A place of the same server is named, and admins who don't speak for both type it in both. Nobody
 * may find out what there is on other servers and networks: a place there is only reached by the
 * code that `link` shows to its admin, and every other name has the same answer, whether it exists
 * or not.
 */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/core/settings.h"

/* -- Which place is meant ---------------------------------------------------------------------- */

/* Finds a place of this server; it may be the key of a place that is gone. */
static struct table_place *find_near(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    const struct networks *networks = call->commands->networks;
    struct sessions *sessions = call->commands->sessions;
    const char *typed = call->arguments;
    char place[PLACE_MAX];
    if (strpbrk(typed, " \t") != NULL)
        return NULL;
    if (networks_find_place(networks, inbound->network, inbound->place, typed, place))
        return session_place_made(sessions, inbound->network, place);
    return networks_same_server(networks, inbound->network, inbound->place, typed)
               ? session_place(sessions, inbound->network, typed)
               : NULL;
}

static void refuse_place(const struct call *call)
{
    char typed_buffer[128];
    struct text typed = TEXT_IN(typed_buffer);
    display_fit(call->arguments, 40, false, &typed);
    answer(call, "refusal.no-such-place", SAY_TEXT(typed.bytes));
}

void command_link_name(const struct networks *networks, const struct table_place *here,
                       const struct table_place *other, char name[PLACE_MAX])
{
    struct text text = text_in(name, PLACE_MAX);
    networks_place_name(networks, other->network, other->place, here->network, name);
    for (const struct place_link *link = here->links; link != NULL; link = link->next) {
        char same[PLACE_MAX];
        networks_place_name(networks, link->other->network, link->other->place, here->network,
                            same);
        if (link->other == other || strcmp(same, name) != 0)
            continue;
        text_clear(&text);
        text_add(&text, other->place);
        return;
    }
}

/* Finds the linked place that is meant; NULL: no linked place is. */
static struct table_place *find_linked(const struct call *call, const struct table_place *here)
{
    const struct networks *networks = call->commands->networks;
    const char *typed = call->arguments;
    char near[PLACE_MAX] = "";
    networks_find_place(networks, here->network, here->place, typed, near);
    for (const struct place_link *link = here->links; link != NULL; link = link->next) {
        struct table_place *other = link->other;
        char name[PLACE_MAX];
        command_link_name(networks, here, other, name);
        bool is_near =
            strcmp(other->network, here->network) == 0 && strcmp(other->place, near) == 0;
        if (is_near || strcasecmp(name, typed) == 0 || strcmp(other->place, typed) == 0)
            return other;
    }
    return NULL;
}

/* -- Who may ----------------------------------------------------------------------------------- */

static bool may_link(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    const struct setting_scope scope = setting_in_place(inbound->network, inbound->place);
    switch (setting_number(call->commands->settings, SETTING_LINKS, &scope)) {
    case LINKS_HOSTS:
        return call->rank >= RANK_HOST;
    case LINKS_ADMINS:
        return call->rank >= RANK_ADMIN;
    default:
        return false;
    }
}

/* An admin of a server that both places belong to speaks for both. */
static bool speaks_for_both(const struct call *call, const struct table_place *here,
                            const struct table_place *other)
{
    return call->rank >= RANK_ADMIN && strcmp(here->network, other->network) == 0 &&
           networks_same_server(call->commands->networks, here->network, here->place, other->place);
}

/* -- The commands ------------------------------------------------------------------------------ */

/* Shows the links, and the code for a new one. */
static void offer_link(const struct call *call, struct table_place *here)
{
    char buffer[STORE_PLACES_MAX * PLACE_MAX];
    struct text names = TEXT_IN(buffer);
    for (const struct place_link *link = here->links; link != NULL; link = link->next) {
        char name[PLACE_MAX];
        command_link_name(call->commands->networks, here, link->other, name);
        text_separate(&names, ", ");
        text_add(&names, name);
    }
    session_offer_link(call->commands->sessions, here);
    answer(call, "answer.links", SAY_NUMBER(names.length > 0), SAY_TEXT(names.bytes),
           SAY_TEXT(here->code));
}

/* Returns how an admin of `reader`, a place of the same server, can type the place: by its name,
 * unless another place has the same name. */
static void name_to_type(const struct call *call, const struct table_place *place,
                         const struct table_place *reader, char name[PLACE_MAX])
{
    const struct networks *networks = call->commands->networks;
    char found[PLACE_MAX] = "";
    struct text text = text_in(name, PLACE_MAX);
    networks_place_name(networks, place->network, place->place, place->network, name);
    if (networks_find_place(networks, place->network, reader->place, name, found) &&
        strcmp(found, place->place) == 0)
        return;
    text_clear(&text);
    text_add(&text, place->place);
}

/* Returns this place; NULL after an answer. */
static struct table_place *take_here(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    char key[COMMAND_KEY_BYTES];
    if (!may_link(call)) {
        answer(call, "refusal.admins-only", command_title(call->command, key));
        return NULL;
    }
    struct table_place *here =
        session_place_made(call->commands->sessions, inbound->network, inbound->place);
    here->open = true;
    if (call->arguments[0] != '\0')
        return here;
    offer_link(call, here);
    return NULL;
}

static void ask_other(const struct call *call, struct table_place *here, struct table_place *other)
{
    char name[PLACE_MAX], place[PLACE_MAX];
    session_ask_link(here, other);
    name_to_type(call, here, other, name);
    networks_place_name(call->commands->networks, other->network, other->place, here->network,
                        place);
    answer(call, "answer.link-asked", SAY_TEXT(place), SAY_TEXT(name));
}

/* The bot may be there without having been told so since its start. */
static void look_for(const struct call *call, struct table_place *place)
{
    if (networks_has_place(call->commands->networks, place->network, place->place))
        place->open = true;
}

/* `agreed`: the admins of both do. */
static void link_places(const struct call *call, struct table_place *here,
                        struct table_place *other, bool agreed)
{
    look_for(call, other);
    if (other == here) {
        answer_plain(call, "refusal.link-itself");
    } else if (session_is_linked(here, other)) {
        answer_plain(call, "refusal.linked-already");
    } else if (agreed || session_link_is_asked(other, here) || speaks_for_both(call, here, other)) {
        session_refusal refusal = session_link(call->commands->sessions, here, other);
        if (refusal != NULL)
            answer_plain(call, refusal);
    } else {
        ask_other(call, here, other);
    }
}

void command_link(struct call *call)
{
    struct table_place *here = take_here(call);
    if (here == NULL)
        return;
    struct sessions *sessions = call->commands->sessions;
    struct table_place *offered = session_find_offered(sessions, call->arguments);
    struct table_place *other = offered != NULL ? offered : find_near(call);
    if (other != NULL &&
        !session_fetch_at(sessions, call_inquiry(call), other->network, other->place))
        return;
    if (offered != NULL)
        session_use_offered(sessions, offered);
    if (other != NULL)
        link_places(call, here, other, offered != NULL);
    else
        refuse_place(call);
}

void command_unlink(struct call *call)
{
    struct table_place *here = take_here(call);
    if (here == NULL)
        return;
    struct table_place *other = find_linked(call, here);
    if (other == NULL) {
        answer_plain(call, "refusal.not-linked");
        return;
    }
    look_for(call, other);
    session_unlink(call->commands->sessions, here, other);
}
