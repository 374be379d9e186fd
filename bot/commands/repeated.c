/* A long answer that the same people have just had is not given again for a while. */
#include <inttypes.h>

#include "bot/commands/command.h"

enum { ANSWER_KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX + 128 };

/* The table that the answer shows; NULL: none. */
static const struct table *shown_table(const struct call *call)
{
    return (call->command->traits & PRINTS_MUCH_HERE) ? call->table : NULL;
}

static bool answers_in_channel(const struct call *call)
{
    return shown_table(call) != NULL && call->inbound->place[0] != '\0';
}

/* The key of who hears the answer and what was asked. For a channel, the table is the same answer
 * in whatever style it is drawn; for a person, each topic of the rules is an answer of its own.
 * Long arguments are not topics: they may be cut. */
static const char *answer_key(const struct call *call, char key[ANSWER_KEY_BYTES])
{
    const struct inbound *inbound = call->inbound;
    const struct table *shown = shown_table(call);
    bool here = answers_in_channel(call);
    struct text text = text_in(key, ANSWER_KEY_BYTES);
    text_add_format(&text, "%s %s %s", inbound->network,
                    here ? inbound->place : inbound->person.identity, call->command->name);
    if (shown != NULL)
        text_add_format(&text, " %" PRId64, shown->id);
    if (!here)
        text_add_format(&text, " %.64s", call->arguments);
    return key;
}

/* After a move the table is a different answer. */
static uint32_t answer_version(const struct call *call)
{
    const struct table *shown = shown_table(call);
    return shown != NULL ? table_moment(shown) : 0;
}

/* On networks with boards, an answer to one person costs the others nothing. */
static bool answers_by_request(const struct call *call)
{
    return networks_keeps_boards(call->commands->networks, call->inbound->network) &&
           !answers_in_channel(call);
}

static bool was_just_answered(const struct call *call)
{
    const struct commands *commands = call->commands;
    char key[ANSWER_KEY_BYTES];
    return (call->command->traits & (PRINTS_MUCH | PRINTS_MUCH_HERE)) &&
           !networks_is_solitary(commands->networks, call->inbound->network) &&
           !answers_by_request(call) &&
           cooldown_holds(commands->cooldowns, answer_key(call, key), answer_version(call),
                          commands->settings->config->cooldown, clock_steady(commands->clock));
}

void command_printed(const struct call *call)
{
    const struct commands *commands = call->commands;
    char key[ANSWER_KEY_BYTES];
    cooldown_begin(commands->cooldowns, answer_key(call, key), answer_version(call),
                   clock_steady(commands->clock));
}

bool command_refuse_repeated(const struct call *call)
{
    if (!was_just_answered(call))
        return false;
    answer_plain(call, answers_in_channel(call) ? "refusal.just-shown" : "refusal.just-answered");
    return true;
}
