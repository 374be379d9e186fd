/* The deal of the day: playing it, the rankings, and what is told when it is closed. */
#include "bot/tables/daily.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/command.h"
#include "bot/core/home.h"
#include "bot/core/inbound.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"

enum { TOP_MAX = 10, TOP_BYTES = 2048, LINE_BYTES = 512 };

/* What was asked for. */
struct daily_call {
    struct call *call;
    const struct game *game; /* NULL: none was named */
    struct daily_deal deal, next;
    char series[DAILY_SERIES_MAX];
};

static void name_of(const struct game *game, struct text *key)
{
    text_add_format(key, "%s.name", game->id);
}

static void server_of(const struct call *call, char server[DAILY_SERVER_BYTES])
{
    struct text text = text_in(server, DAILY_SERVER_BYTES);
    networks_server_name(call->commands->networks, call->inbound->network, call->inbound->place,
                         &text);
}

/* -- Where it is played ------------------------------------------------------------------------ */

static bool is_private(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    bool is_home = inbound->home != NULL && strcmp(inbound->home, inbound->place) == 0;
    return inbound->place[0] == '\0' || is_home ||
           networks_is_solitary(call->commands->networks, inbound->network);
}

/* Returns the place of the private conversation; `buffer` has room for one. */
static const char *home_at(const struct call *call, char buffer[HOME_BYTES])
{
    if (call->inbound->place[0] != '\0')
        return call->inbound->place;
    home_of(call->inbound->person.identity, buffer);
    return buffer;
}

/* -- The line about one's own game ------------------------------------------------------------- */

static void say_line(const struct daily_call *daily, const struct daily_standing *standing,
                     struct text *out)
{
    const struct setting_scope audience = call_audience(daily->call);
    const struct style style = style_of(daily->call->commands->styles, &audience);
    daily_say_line(daily->deal.day, daily->deal.game, standing, &style, out);
}

/* In a channel everybody may read the line. */
static void answer_done(const struct daily_call *daily, const struct daily_standing *standing,
                        unsigned streak)
{
    char buffer[LINE_BYTES], name_buffer[80], commitment[SHUFFLE_COMMITMENT_TEXT];
    struct text line = TEXT_IN(buffer), next = TEXT_IN(name_buffer);
    say_line(daily, standing, &line);
    name_of(daily->next.game, &next);
    shuffle_commit(daily->next.seed, commitment);
    if (!is_private(daily->call))
        answer_here(daily->call, "daily.shown", SAY_TEXT(daily->call->inbound->person.name),
                    SAY_TEXT(line.bytes));
    else
        answer(daily->call, "daily.done", SAY_TEXT(line.bytes), SAY_NUMBER(streak),
               SAY_MESSAGE(next.bytes), SAY_TEXT(commitment));
}

/* -- Playing ----------------------------------------------------------------------------------- */

/* Returns the person's table with this deal, if it is live. */
static struct table *find_running(const struct daily_call *daily)
{
    const struct inbound *inbound = daily->call->inbound;
    size_t count;
    struct table *const *tables = session_tables_of(
        daily->call->commands->sessions, inbound->network, inbound->person.identity, &count);
    for (size_t i = 0; i < count; i++)
        if (tables[i]->daily != NULL && tables[i]->daily->day == daily->deal.day &&
            tables[i]->game == daily->deal.game)
            return tables[i];
    return NULL;
}

struct archived {
    int64_t wanted;
    bool found;
};

static bool find_archived(void *context, const struct stored_ended *table)
{
    struct archived *archived = context;
    archived->found |= table->id == archived->wanted;
    return !archived->found;
}

/* They have begun it before: the table goes on if it was put away. */
static void go_on(struct daily_call *daily, int64_t id)
{
    char home[HOME_BYTES];
    struct call *call = daily->call;
    const struct inbound *inbound = call->inbound;
    struct archived archived = {.wanted = id};
    store_read_archived(call_inquiry(call), inbound->network, "", inbound->person.identity,
                        &archived, find_archived);
    if (call_waits(call))
        return;
    if (archived.found)
        command_refuse(call,
                       session_resume(call->commands->sessions, call_inquiry(call), id,
                                      inbound->network, home_at(call, home), &inbound->person));
    else
        answer(call, "refusal.daily-tried", SAY_NUMBER(daily->deal.day));
}

static void show_running(struct call *call, struct table *table)
{
    int seat = table_seat_of(table, call->inbound->network, call->inbound->person.identity);
    answer(call, "daily.running", SAY_NUMBER(table->daily->day));
    if (seat >= 0)
        session_show_hand(call->commands->sessions, table, (unsigned)seat);
}

static void open_deal(struct daily_call *daily)
{
    char home[HOME_BYTES];
    struct call *call = daily->call;
    const struct setting_scope scope = call_audience(call);
    daily_drop_tries(call->commands->sessions, call_inquiry(call));
    if (call_waits(call))
        return;
    if (!setting_is_on(call->commands->settings, SETTING_BOTS, &scope))
        answer_plain(call, "refusal.bots-not-allowed");
    else
        command_refuse(call, session_open_daily(call->commands->sessions, &daily->deal,
                                                &daily->next, call->inbound->network,
                                                home_at(call, home), &call->inbound->person));
}

/* In a channel the person is told where to play. */
static void invite(const struct daily_call *daily)
{
    char name_buffer[80], commitment[SHUFFLE_COMMITMENT_TEXT];
    struct text name = TEXT_IN(name_buffer);
    const struct call *call = daily->call;
    const char *own = networks_own_name(call->commands->networks, call->inbound->network);
    name_of(daily->deal.game, &name);
    shuffle_commit(daily->deal.seed, commitment);
    answer(call, "daily.invitation", SAY_NUMBER(daily->deal.day), SAY_MESSAGE(name.bytes),
           SAY_TEXT(commitment), SAY_TEXT(own), SAY_NUMBER(own[0] != '\0'));
}

static void play(struct daily_call *daily)
{
    struct call *call = daily->call;
    const struct inbound *inbound = call->inbound;
    const char *network = inbound->network, *identity = inbound->person.identity;
    call_fetch_own(call);
    struct table *running = find_running(daily);
    int64_t table = 0;
    struct daily_standing standing =
        daily_standing_of(call_inquiry(call), daily->deal.day, daily->deal.game, network, identity);
    bool tried = daily_tried(call_inquiry(call), &daily->deal, network, identity, &table);
    unsigned streak = daily_streak(call_inquiry(call), daily->deal.day, network, identity);
    if (call_waits(call))
        return;
    if (running != NULL && is_private(call))
        show_running(call, running);
    else if (standing.found)
        answer_done(daily, &standing, streak);
    else if (running != NULL)
        answer(call, "daily.running", SAY_NUMBER(daily->deal.day));
    else if (!is_private(call))
        invite(daily);
    else if (tried)
        go_on(daily, table);
    else
        open_deal(daily);
}

/* -- top --------------------------------------------------------------------------------------- */

struct listed {
    char person[STORE_WORD_MAX];
    struct daily_result result;
};

/* The best of everybody, or of the people of a server. */
struct daily_top {
    struct sessions *sessions;
    const char *server;      /* NULL: of all */
    const struct text *here; /* people who were heard on the server, each with a line feed around */
    unsigned count;
    struct listed best[TOP_MAX];
};

static bool add_person(void *context, const char *person, const char *value)
{
    struct text *here = context;
    (void)value;
    text_add_format(here, "%s\n", person);
    return !here->truncated;
}

static bool is_here(const struct daily_top *top, const char *person,
                    const struct daily_result *result)
{
    char line[STORE_WORD_MAX + 3];
    struct text text = TEXT_IN(line);
    text_add_format(&text, "\n%s\n", person);
    return top->server == NULL || strcmp(result->server, top->server) == 0 ||
           strstr(top->here->bytes, line) != NULL;
}

static void insert(void *context, const char *network, const char *identity,
                   const struct daily_result *result)
{
    struct daily_top *top = context;
    struct listed listed = {.result = *result};
    daily_person(network, identity, listed.person);
    if (!is_here(top, listed.person, result) || !daily_is_ranked(top->sessions, network, identity))
        return;
    unsigned place = top->count;
    while (place > 0 && daily_is_better(result, &top->best[place - 1].result))
        place--;
    if (place == TOP_MAX)
        return;
    if (top->count < TOP_MAX)
        top->count++;
    memmove(&top->best[place + 1], &top->best[place],
            (top->count - place - 1) * sizeof top->best[0]);
    top->best[place] = listed;
}

static void list_top(const struct daily_top *top, struct text *out)
{
    unsigned place = 0;
    for (unsigned i = 0; i < top->count; i++) {
        const struct daily_result *result = &top->best[i].result;
        if (i == 0 || daily_is_better(&top->best[i - 1].result, result))
            place = i + 1;
        text_separate(out, ", ");
        text_add_format(out, "%u %s ", place, result->name);
        daily_add_scores(result, out);
    }
}

static void answer_top(struct daily_call *daily)
{
    enum { HERE_BYTES = 64 * 1024 };
    char server[DAILY_SERVER_BYTES], name_buffer[80], all_buffer[TOP_BYTES], own_buffer[TOP_BYTES];
    struct call *call = daily->call;
    char *here_buffer = memory_new(HERE_BYTES);
    struct text here = text_in(here_buffer, HERE_BYTES), name = TEXT_IN(name_buffer);
    struct text all_text = TEXT_IN(all_buffer), own_text = TEXT_IN(own_buffer);
    struct daily_top all = {.sessions = call->commands->sessions}, own = all;
    server_of(call, server);
    own.server = server;
    own.here = &here;
    text_add_char(&here, '\n');
    daily_read_server(call_inquiry(call), server, &here, add_person);
    daily_read_results(call_inquiry(call), daily->deal.day, daily->deal.game, &all, insert);
    daily_read_results(call_inquiry(call), daily->deal.day, daily->deal.game, &own, insert);
    free(here_buffer);
    if (call_waits(call))
        return;
    list_top(&all, &all_text);
    list_top(&own, &own_text);
    name_of(daily->deal.game, &name);
    answer_here(call, "daily.top", SAY_NUMBER(daily->deal.day), SAY_MESSAGE(name.bytes),
                SAY_NUMBER(all.count), SAY_NUMBER(own.count), SAY_TEXT(own_text.bytes),
                SAY_TEXT(all_text.bytes), SAY_NUMBER(!text_is(&own_text, all_text.bytes)));
}

/* -- yesterday --------------------------------------------------------------------------------- */

static void count(void *context, const char *network, const char *identity,
                  const struct daily_result *result)
{
    unsigned *counted = context;
    (void)network;
    (void)identity;
    (void)result;
    (*counted)++;
}

static void tell_closed(struct call *call, const struct daily_deal *deal)
{
    char name_buffer[80], scores_buffer[96], seed[SEED_TEXT_MAX], number[24];
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    struct text name = TEXT_IN(name_buffer), scores = TEXT_IN(scores_buffer);
    struct daily_result best = {.table = 0};
    unsigned counted = 0;
    daily_read_results(call_inquiry(call), deal->day, deal->game, &counted, count);
    bool found =
        daily_best(call->commands->sessions, call_inquiry(call), deal->day, deal->game, &best);
    if (call_waits(call))
        return;
    seed_print(deal->seed, seed);
    shuffle_commit(deal->seed, commitment);
    name_of(deal->game, &name);
    daily_add_scores(&best, &scores);
    answer_here(call, "daily.yesterday", SAY_NUMBER(deal->day), SAY_MESSAGE(name.bytes),
                SAY_TEXT(seed), SAY_TEXT(commitment), SAY_NUMBER(counted));
    if (found)
        answer_here(call, "daily.best", SAY_TEXT(best.name), SAY_TEXT(scores.bytes),
                    SAY_TEXT(log_number(number, best.table)));
}

static void answer_yesterday(struct daily_call *daily)
{
    struct call *call = daily->call;
    uint32_t day = daily->deal.day - 1;
    const struct game *game = daily->game != NULL ? daily->game : daily_game(day);
    const struct daily_deal deal = daily_deal_of(daily->series, day, game);
    if (daily_is_open(day, clock_now(call->commands->clock)))
        answer(call, "refusal.daily-open", SAY_NUMBER(day));
    else
        tell_closed(call, &deal);
}

/* -- What was typed ---------------------------------------------------------------------------- */

/* Whoever asks in a channel is ranked on its server. */
static void note_server(const struct daily_call *daily)
{
    char server[DAILY_SERVER_BYTES];
    const struct call *call = daily->call;
    server_of(call, server);
    if (!is_private(call) && strchr(server, ' ') != NULL)
        daily_join_server(call->commands->sessions, server, call->inbound->network,
                          call->inbound->person.identity);
}

/* Reads the key and works out the deals; false: the store is asked, or the clock is wrong. */
static bool find_deals(struct daily_call *daily)
{
    struct call *call = daily->call;
    uint32_t day = daily_day(clock_now(call->commands->clock));
    if (day < 2) { /* the first has no yesterday */
        answer_plain(call, "refusal.daily-clock");
        return false;
    }
    if (!daily_series(call->commands->sessions, call_inquiry(call), daily->series))
        return false;
    daily->deal =
        daily_deal_of(daily->series, day, daily->game != NULL ? daily->game : daily_game(day));
    daily->next = daily_deal_of(daily->series, day + 1,
                                daily->game != NULL ? daily->game : daily_game(day + 1));
    return true;
}

void command_daily(struct call *call)
{
    struct daily_call daily = {.call = call};
    const char *rest = call->arguments, *behind = rest, *word;
    size_t length = command_next_word(&behind, &word);
    bool top = length == 3 && strncmp(word, "top", length) == 0;
    bool yesterday = length == 9 && strncmp(word, "yesterday", length) == 0;
    if (top || yesterday)
        rest = behind;
    daily.game = command_read_game(call, &rest);
    if (rest[0] != '\0') {
        command_refuse_game(call, rest);
        return;
    }
    if (!find_deals(&daily))
        return;
    if (top)
        answer_top(&daily);
    else if (yesterday)
        answer_yesterday(&daily);
    else
        play(&daily);
    if (!call_waits(call))
        note_server(&daily);
    sodium_memzero(daily.series, sizeof daily.series);
}
