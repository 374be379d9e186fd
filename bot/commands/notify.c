/* `notify`: people ask to be told when there is a table to join. */
#include <strings.h>

#include "bot/commands/command.h"

static bool read_people(const char *typed, unsigned *people)
{
    bool is_number = typed[0] >= '1' && typed[0] <= '0' + SESSION_NOTIFY_PEOPLE && typed[1] == '\0';
    if (strcasecmp(typed, "off") == 0)
        *people = 0;
    else if (strcasecmp(typed, "on") == 0)
        *people = 1;
    else if (is_number)
        *people = (unsigned)(typed[0] - '0');
    else
        return false;
    return true;
}

/* In private no place is meant: the person can only take back all wishes. */
static void notify_nowhere(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    char key[COMMAND_KEY_BYTES];
    if (strcasecmp(call->arguments, "off") != 0) {
        answer(call, "refusal.in-channel-only", command_title(call->command, key));
        return;
    }
    session_forget_notified(call->commands->sessions, inbound->network, inbound->person.identity);
    answer_plain(call, "answer.notify-nowhere");
}

/* Without an argument, says what the person has asked for. */
void command_notify(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    const char *network = inbound->network, *identity = inbound->person.identity;
    unsigned people = 0;
    if (inbound->place[0] == '\0') {
        notify_nowhere(call);
        return;
    }
    bool asks = call->arguments[0] == '\0';
    if (!asks && !read_people(call->arguments, &people)) {
        answer(call, "refusal.notify-usage", SAY_NUMBER(SESSION_NOTIFY_PEOPLE));
        return;
    }
    struct sessions *sessions = call->commands->sessions;
    struct store_inquiry *inquiry = call_inquiry(call);
    session_refusal refusal = NULL;
    if (asks)
        people = session_notified_at(sessions, inquiry, network, inbound->place, identity);
    else
        refusal = session_notify(sessions, inquiry, network, inbound->place, identity, people);
    if (call_waits(call))
        return;
    if (refusal != NULL)
        answer(call, refusal, SAY_NUMBER(SESSION_NOTIFY_MAX));
    else
        answer(call, "answer.notify", SAY_NUMBER(people));
}
