/* `watch`: somebody without a seat watches a running game in private or in a thread for those who
 * watch, behind a delay and with all hands open; and the people at the table forbid it. */
#include <stdlib.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/configuration/watch_delay.h"
#include "bot/core/inbound.h"

static const char *const actions[] = {"stop", "thread", "forbid", "allow", "off", "on", NULL};
static const char *const delays[] = {"round", "deal", NULL};
static const char *const moves[] = {"moves", NULL};

/* What was typed. */
struct request {
    const char *action; /* of `actions`; NULL: to watch */
    struct table *table;
    bool names_table, has_delay;
    struct watch_delay delay;
};

/* -- Which table ------------------------------------------------------------------------------- */

/* Whether the table is shown where the person types, in a thread of that channel, or in a place
 * that they see. Nobody sees somebody else's deal of the day. */
static bool sees(const struct call *call, const struct table *table)
{
    const struct networks *networks = call->commands->networks;
    const struct inbound *inbound = call->inbound;
    const char *where = inbound_where(inbound);
    if (table->daily != NULL)
        return table_seat_of(table, inbound->network, inbound->person.identity) >= 0;
    for (const struct table_place *at = table->places; at != NULL; at = at->next) {
        char parent[PLACE_MAX];
        if (strcmp(at->network, inbound->network) != 0)
            continue;
        if (strcmp(at->place, where) == 0 ||
            strcmp(networks_channel(networks, at->network, at->place, parent), where) == 0 ||
            networks_sees(networks, at->network, at->place, inbound->person.identity))
            return true;
    }
    return false;
}

/* A place, or the number of a table. Tables that the person does not see do not exist for them. */
static struct table *find_table(const struct call *call, const char *word)
{
    const struct inbound *inbound = call->inbound;
    char place[PLACE_MAX], *end;
    struct table *table = NULL;
    if (networks_find_place(call->commands->networks, inbound->network, inbound->place, word,
                            place))
        table = session_at(call->commands->sessions, inbound->network, place);
    const char *digits = word + (word[0] == '#');
    int64_t id = strtoll(digits, &end, 10);
    if (table == NULL && end != digits && *end == '\0')
        table = session_by_id(call->commands->sessions, id);
    return table != NULL && table_is_live(table) && !session_is_in_flight(table) &&
                   sees(call, table)
               ? table
               : NULL;
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* Reads "12 moves", a time, or a word for a delay, in any language. */
static bool read_delay(const struct call *call, const char *word, const char **rest,
                       struct request *request)
{
    struct catalog *catalog = call->commands->catalog;
    const char *ahead = *rest, *next;
    size_t length = command_next_word(&ahead, &next);
    bool counts = is_number(word) && fixed_word_find(catalog, moves, next, length) != NULL;
    const char *known = fixed_word_find(catalog, delays, word, strlen(word));
    if (is_number(word) && !counts)
        return false;
    if (!watch_delay_read(known != NULL ? known : word, &request->delay))
        return false;
    if (counts)
        *rest = ahead;
    request->has_delay = true;
    return true;
}

static bool read_word(const struct call *call, const char *word, const char **rest,
                      struct request *request)
{
    const char *action = fixed_word_find(call->commands->catalog, actions, word, strlen(word));
    if (action != NULL && request->action == NULL) {
        request->action = action;
        return true;
    }
    if (!request->has_delay && read_delay(call, word, rest, request))
        return true;
    if (request->names_table)
        return false;
    request->names_table = true;
    request->table = find_table(call, word);
    return true;
}

/* Returns false after an answer. */
static bool read_request(struct call *call, struct request *request)
{
    const char *rest = call->arguments, *typed;
    *request = (struct request){.table = call->table};
    for (size_t length; (length = command_next_word(&rest, &typed)) > 0;) {
        char word[PLACE_MAX];
        struct text copy = TEXT_IN(word);
        text_add_bytes(&copy, typed, length);
        if (copy.truncated || !read_word(call, word, &rest, request)) {
            answer_plain(call, "refusal.watch-usage");
            return false;
        }
    }
    return true;
}

/* -- The command ------------------------------------------------------------------------------- */

static void refuse_no_table(struct call *call, const struct request *request)
{
    answer_plain(call, request->names_table              ? "refusal.watch-no-table"
                       : call->inbound->place[0] == '\0' ? "refusal.watch-which"
                                                         : "refusal.no-table");
}

static void begin(struct call *call, const struct request *request)
{
    struct sessions *sessions = call->commands->sessions;
    struct table *table = request->table;
    const struct inbound *inbound = call->inbound;
    char delay_buffer[256], game_buffer[64];
    struct text delay = TEXT_IN(delay_buffer), game = TEXT_IN(game_buffer);
    struct words words = call_words(call);
    bool in_thread = request->action != NULL;
    session_refusal refusal =
        in_thread && request->has_delay /* which all who read it have */
            ? "refusal.watch-thread-delay"
            : session_watch(sessions, table, inbound->network, &inbound->person,
                            request->has_delay ? &request->delay : NULL, in_thread);
    if (refusal != NULL) {
        command_refuse(call, refusal);
        return;
    }
    session_say_watch_delay(sessions, table, inbound->network, inbound->person.identity, &words,
                            &delay);
    text_add_format(&game, "%s.name", table->game->id);
    answer(call, in_thread ? "answer.watch-begun-thread" : "answer.watch-begun",
           SAY_MESSAGE(game.bytes), SAY_TEXT(delay.bytes));
}

static void stop(struct call *call, const struct request *request)
{
    struct sessions *sessions = call->commands->sessions;
    const char *network = call->inbound->network, *identity = call->inbound->person.identity;
    bool stopped =
        request->table != NULL
            ? session_unwatch(sessions, request->table, network, identity)
            : !request->names_table && session_unwatch_all(sessions, network, identity) > 0;
    answer_plain(call, stopped ? "answer.watch-stopped" : "refusal.watch-none");
}

/* What somebody at the table decides about all watchers. */
static void decide(struct call *call, struct table *table, bool forbid)
{
    struct sessions *sessions = call->commands->sessions;
    int seat = table_seat_of(table, call->inbound->network, call->inbound->person.identity);
    if (seat < 0)
        command_refuse(call, "refusal.not-seated");
    else if (forbid)
        session_forbid_watching(sessions, table, (unsigned)seat);
    else if (!session_allow_watching(sessions, table, (unsigned)seat))
        answer_plain(call, "refusal.watch-not-forbidden");
}

static bool is_action(const struct request *request, const char *word, const char *short_word)
{
    return strcmp(request->action, word) == 0 || strcmp(request->action, short_word) == 0;
}

void command_watch(struct call *call)
{
    struct request request;
    if (!read_request(call, &request))
        return;
    if (request.action != NULL && strcmp(request.action, "stop") == 0)
        stop(call, &request);
    else if (request.table == NULL)
        refuse_no_table(call, &request);
    else if (request.action == NULL || strcmp(request.action, "thread") == 0)
        begin(call, &request);
    else
        decide(call, request.table, is_action(&request, "forbid", "off"));
}
