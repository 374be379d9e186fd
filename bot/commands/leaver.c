/* People who left running games (bot/core/leavings.h): they wait, they are listed, and admins
 * pardon them.
 */
#include <string.h>
#include <strings.h>

#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "bot/core/render.h"
#include "bot/tables/leagues.h"
#include "bot/tables/time_left.h"

static struct setting_scope scope_of(const struct call *call)
{
    return setting_in_place(call->inbound->network, call->inbound->place);
}

static const char *time_of(const struct call *call, const struct words *words,
                           const struct leaving *left, char buffer[64])
{
    struct text text = text_in(buffer, 64);
    time_left_say(words, left->until - clock_now(call->commands->clock), &text);
    return buffer;
}

/* A new table is opened where they type; one that is there may belong to other places too. */
static bool find_leaving(const struct call *call, struct leaving *left)
{
    const struct inbound *inbound = call->inbound;
    const char *identity = inbound->person.identity;
    const struct setting_scope scope = scope_of(call);
    return leaving_find(call->commands->settings, &scope, inbound->network, identity, left) ||
           (call->table != NULL && session_finds_leaving(call->commands->sessions, call->table,
                                                         inbound->network, identity, left));
}

bool command_refuse_waiting(struct call *call)
{
    struct leaving left;
    char time[64];
    if (!find_leaving(call, &left) || left.what != LEAVING_WAIT)
        return false;
    struct words words = call_words(call);
    answer(call, "refusal.left-game", SAY_TEXT(time_of(call, &words, &left, time)));
    return true;
}

/* Their own seats are always theirs. */
bool command_refuse_leaver(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    bool sits = call->seat >= 0 ||
                (call->table != NULL &&
                 session_former_seat(call->table, inbound->network, inbound->person.identity) >= 0);
    return !sits && command_refuse_waiting(call);
}

/* -- bans -------------------------------------------------------------------------------------- */

struct leaving_list {
    const struct call *call;
    const struct words *words;
    struct text *out;
};

static bool list_one(void *context, const struct leaving *left)
{
    struct leaving_list *list = context;
    char time[64];
    text_separate(list->out, "\n");
    words_say(list->words, list->out, "answer.bans-left", SAY_TEXT(left->name),
              SAY_TEXT(left->identity), SAY_NUMBER(left->what == LEAVING_UNRANKED),
              SAY_TEXT(time_of(list->call, list->words, left, time)),
              SAY_NUMBER((long long)left->count));
    return true;
}

void command_list_leavings(const struct call *call, const struct words *words, struct text *out)
{
    struct leaving_list list = {call, words, out};
    const struct setting_scope scope = scope_of(call);
    leaving_visit(call->commands->settings, &scope, &list, list_one);
}

/* -- unban ------------------------------------------------------------------------------------- */

struct leaving_wanted {
    const struct call *call;
    const char *who; /* as the network of the call understands what was typed; "": nobody */
    struct leaving found;
    bool any;
};

static bool is_wanted(const struct leaving_wanted *wanted, const struct leaving *left)
{
    const struct call *call = wanted->call;
    return strcasecmp(left->name, call->arguments) == 0 ||
           strcasecmp(left->identity, call->arguments) == 0 ||
           (wanted->who[0] != '\0' && strcmp(left->network, call->inbound->network) == 0 &&
            networks_is_meant(call->commands->networks, left->network, wanted->who,
                              left->identity));
}

static bool take_wanted(void *context, const struct leaving *left)
{
    struct leaving_wanted *wanted = context;
    wanted->any = is_wanted(wanted, left);
    if (wanted->any)
        wanted->found = *left;
    return !wanted->any;
}

static void tell_person(const struct call *call, const struct leaving *left)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = setting_for_person(left->network, "", left->identity);
    struct words words = style_words(call->commands->styles, &reader);
    words_say(&words, &text, "answer.pardoned-you", SAY_TEXT(call->inbound->person.name));
    outbox_put(call->commands->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                          .network = left->network,
                                                          .place = "",
                                                          .identity = left->identity,
                                                          .text = text.bytes});
}

/* It concerns the whole server. */
bool command_pardon(struct call *call, const char *who)
{
    char roll[ROLL_NAME_BYTES];
    struct leaving_wanted wanted = {.call = call, .who = who};
    const struct setting_scope scope = scope_of(call);
    leaving_visit(call->commands->settings, &scope, &wanted, take_wanted);
    const struct leaving *left = &wanted.found;
    if (!wanted.any)
        return false;
    if (call->rank < RANK_ADMIN) {
        answer(call, "refusal.unban-rank", SAY_TEXT(left->name));
        return true;
    }
    leaving_pardon(call->commands->settings, &scope, left);
    leagues_roll(call->commands->sessions, scope.network, scope.place, roll);
    leagues_take_back(call->commands->sessions, roll, 0, left->network, left->identity);
    setting_record(call->commands->settings, SETTING_AT_SERVER, &scope, call->command->name,
                   left->name, &call->inbound->person);
    log_info("person.pardoned", "network", left->network, "person", left->identity, "by",
             call->inbound->person.identity);
    tell_person(call, left);
    answer(call, "answer.pardoned", SAY_TEXT(left->name));
    return true;
}
