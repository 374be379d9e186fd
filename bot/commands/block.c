/* `block` and `unblock`: with whom somebody does not want to sit. Only they see it. */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/core/blocks.h"
#include "bot/core/render.h"
#include "bot/core/rolls.h"
#include "games/shared/canvas.h"

enum { TYPED_COLUMNS = 40, TYPED_BYTES = 256 };

static struct somebody asker(const struct call *call)
{
    return (struct somebody){call->inbound->network, call->inbound->person.identity};
}

static void answer_typed(struct call *call, const char *key)
{
    char buffer[TYPED_BYTES];
    struct text shown = TEXT_IN(buffer);
    display_fit(call->arguments, TYPED_COLUMNS, false, &shown);
    answer(call, key, SAY_TEXT(shown.bytes));
}

static bool list_name(void *context, const struct somebody *other, const char *name)
{
    struct text *out = context;
    (void)other;
    text_separate(out, ", ");
    text_add(out, name);
    return true;
}

static void list_blocked(struct call *call)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text names = TEXT_IN(buffer);
    const struct somebody one = asker(call);
    block_visit(call->commands->settings, &one, &names, list_name);
    answer(call, "answer.blocks", SAY_NUMBER(names.length > 0), SAY_TEXT(names.bytes));
}

/* Their network may know somebody at the table by more than the nick of the moment. It does not
 * count where the one who blocks would be meant too. */
static bool knows_better(const struct call *call, const struct seat *seat, char who[IDENTITY_MAX],
                         char name[NAME_MAX_BYTES])
{
    const struct networks *networks = call->commands->networks;
    const struct somebody one = asker(call);
    return networks_find_person(networks, seat->network, call->inbound->place, seat->name, who,
                                name) &&
           networks_is_meant(networks, seat->network, who, seat->identity) &&
           (strcmp(one.network, seat->network) != 0 ||
            !networks_is_meant(networks, one.network, who, one.identity));
}

/* Finds somebody at the table, or anybody the network knows by that name. */
static bool find_person(const struct call *call, struct somebody *other, char who[IDENTITY_MAX],
                        char name[NAME_MAX_BYTES])
{
    const char *rest = call->arguments;
    struct text called = text_in(name, NAME_MAX_BYTES);
    int at = command_read_seated(call, &rest);
    if (at < 0) {
        *other = (struct somebody){call->inbound->network, who};
        return networks_find_person(call->commands->networks, call->inbound->network,
                                    call->inbound->place, call->arguments, who, name) &&
               strncmp(who, "role:", 5) != 0;
    }
    const struct seat *seat = &call->table->seats[at];
    *other = (struct somebody){seat->network,
                               knows_better(call, seat, who, name) ? who : seat->identity};
    text_clear(&called);
    text_add(&called, seat->name);
    return true;
}

void command_block(struct call *call)
{
    char who[IDENTITY_MAX], name[NAME_MAX_BYTES];
    struct settings *settings = call->commands->settings;
    const struct somebody one = asker(call);
    struct somebody other;
    if (call->arguments[0] == '\0')
        list_blocked(call);
    else if (!find_person(call, &other, who, name))
        answer_typed(call, "refusal.ban-whom");
    else if (strcmp(one.network, other.network) == 0 &&
             networks_is_meant(settings->networks, one.network, other.identity, one.identity))
        answer_plain(call, "refusal.block-self");
    else if (!block_add(settings, &one, &other, name))
        answer(call, "refusal.blocks-full", SAY_NUMBER(ROLL_ENTRIES_MAX));
    else
        answer(call, "answer.blocked", SAY_TEXT(name));
}

struct wanted {
    struct call *call;
    struct somebody one, meant; /* that the network understands under what was typed */
    bool understood, found;
};

static bool unblock_if_meant(void *context, const struct somebody *other, const char *name)
{
    struct wanted *wanted = context;
    struct settings *settings = wanted->call->commands->settings;
    const char *typed = wanted->call->arguments;
    bool meant = wanted->understood && strcmp(other->network, wanted->meant.network) == 0 &&
                 strcmp(other->identity, wanted->meant.identity) == 0;
    if (!meant && strcasecmp(name, typed) != 0 && strcasecmp(other->identity, typed) != 0)
        return true;
    wanted->found = true;
    answer(wanted->call, "answer.unblocked", SAY_TEXT(name));
    block_remove(settings, &wanted->one, other);
    return false;
}

void command_unblock(struct call *call)
{
    char who[IDENTITY_MAX], name[NAME_MAX_BYTES];
    struct wanted wanted = {.call = call, .one = asker(call)};
    wanted.understood = find_person(call, &wanted.meant, who, name);
    block_visit(call->commands->settings, &wanted.one, &wanted, unblock_if_meant);
    if (!wanted.found)
        answer_typed(call, "refusal.unblock-whom");
}
