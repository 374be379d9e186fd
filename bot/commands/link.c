/* `link` and `unlink`: one table in two places. The admins of both agree by typing it in both. */
#include <string.h>

#include "bot/commands/command.h"
#include "bot/core/settings.h"

/* -- Which place is meant ---------------------------------------------------------------------- */

struct named_place {
    char network[NETWORK_NAME_MAX];
    char place[PLACE_MAX];
};

/* "NETWORK/" in front names another network; returns the length of that. */
static size_t read_network(const struct networks *networks, const char *typed, const char *here,
                           struct named_place *named)
{
    struct text network = TEXT_IN(named->network);
    const char *slash = strchr(typed, '/');
    if (slash != NULL && (size_t)(slash - typed) < sizeof named->network) {
        text_add_bytes(&network, typed, (size_t)(slash - typed));
        if (networks_find(networks, named->network) != NULL)
            return network.length + 1;
    }
    text_clear(&network);
    text_add(&network, here);
    return 0;
}

static bool read_place(const struct call *call, struct named_place *named)
{
    const char *typed = call->arguments;
    typed += read_network(call->commands->networks, typed, call->inbound->network, named);
    const struct networks *networks = call->commands->networks;
    struct text place = TEXT_IN(named->place);
    if (networks_find(networks, named->network) == NULL || *typed == '\0' ||
        strpbrk(typed, " \t") != NULL)
        return false;
    if (networks_find_place(networks, named->network, typed, named->place))
        return true;
    text_clear(&place);
    text_add(&place, typed);
    /* The name is not one that people there use, but it may be the key of a place that is gone. */
    return !place.truncated &&
           session_place(call->commands->sessions, named->network, named->place) != NULL;
}

static void refuse_place(const struct call *call)
{
    char buffer[512], typed_buffer[128];
    struct text names = TEXT_IN(buffer), typed = TEXT_IN(typed_buffer);
    const struct networks *networks = call->commands->networks;
    for (size_t i = 0; i < networks->count; i++) {
        if (networks->adapters[i] == NULL)
            continue;
        text_separate(&names, ", ");
        text_add(&names, networks->adapters[i]->network);
    }
    display_fit(call->arguments, 40, false, &typed);
    answer(call, "refusal.no-such-place", SAY_TEXT(typed.bytes), SAY_TEXT(names.bytes));
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

static void list_links(const struct call *call, const struct table_place *here)
{
    char buffer[STORE_PLACES_MAX * PLACE_MAX];
    struct text names = TEXT_IN(buffer);
    for (const struct place_link *link = here->links; link != NULL; link = link->next) {
        char name[PLACE_MAX];
        networks_place_name(call->commands->networks, link->other->network, link->other->place,
                            here->network, name);
        text_separate(&names, ", ");
        text_add(&names, name);
    }
    answer(call, "answer.links", SAY_NUMBER(names.length > 0), SAY_TEXT(names.bytes));
}

/* Returns how an admin of `reader` can type the place: by its name, unless another place has the
 * same name. */
static void name_to_type(const struct call *call, const struct table_place *place,
                         const char *reader, char name[PLACE_MAX])
{
    const struct networks *networks = call->commands->networks;
    char found[PLACE_MAX] = "";
    struct text text = text_in(name, PLACE_MAX);
    networks_place_name(networks, place->network, place->place, place->network, name);
    if (networks_find_place(networks, place->network, name, found) &&
        strcmp(found, place->place) == 0) {
        networks_place_name(networks, place->network, place->place, reader, name);
        return;
    }
    text_clear(&text);
    if (strcmp(place->network, reader) != 0)
        text_add_format(&text, "%s/", place->network);
    text_add(&text, place->place);
}

/* Finds both places; false after an answer. */
static bool find_places(const struct call *call, struct table_place **here,
                        struct table_place **other)
{
    const struct inbound *inbound = call->inbound;
    struct sessions *sessions = call->commands->sessions;
    struct named_place named;
    char key[COMMAND_KEY_BYTES];
    if (!may_link(call)) {
        answer(call, "refusal.admins-only", command_title(call->command, key));
        return false;
    }
    *here = session_place_made(sessions, inbound->network, inbound->place);
    (*here)->open = true;
    if (call->arguments[0] == '\0') {
        list_links(call, *here);
        return false;
    }
    if (!read_place(call, &named)) {
        refuse_place(call);
        return false;
    }
    *other = session_place_made(sessions, named.network, named.place);
    if (networks_has_place(call->commands->networks, named.network, named.place))
        (*other)->open = true;
    if (*other == *here)
        answer_plain(call, "refusal.link-itself");
    return *other != *here;
}

void command_link(struct call *call)
{
    struct table_place *here, *other;
    struct sessions *sessions = call->commands->sessions;
    if (!find_places(call, &here, &other))
        return;
    if (session_is_linked(here, other)) {
        answer_plain(call, "refusal.linked-already");
    } else if (session_link_is_asked(other, here) || speaks_for_both(call, here, other)) {
        session_refusal refusal = session_link(sessions, here, other);
        if (refusal != NULL)
            answer_plain(call, refusal);
    } else {
        char name[PLACE_MAX], place[PLACE_MAX];
        session_ask_link(here, other);
        name_to_type(call, here, other->network, name);
        networks_place_name(call->commands->networks, other->network, other->place, here->network,
                            place);
        answer(call, "answer.link-asked", SAY_TEXT(place), SAY_TEXT(name));
    }
}

void command_unlink(struct call *call)
{
    struct table_place *here, *other;
    if (!find_places(call, &here, &other))
        return;
    if (session_is_linked(here, other))
        session_unlink(call->commands->sessions, here, other);
    else
        answer_plain(call, "refusal.not-linked");
}
