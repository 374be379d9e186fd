/* What the bot knows about a person, for that person: to export, and to delete. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/commands/command.h"
#include "bot/commands/downloads.h"
#include "bot/core/bans.h"
#include "bot/core/blocks.h"
#include "bot/core/seeks.h"
#include "bot/core/settings.h"
#include "bot/tables/daily.h"
#include "bot/tables/leagues.h"
#include "bot/tables/reviews.h"

/* People who type it twice within this time mean it. */
enum { CONFIRM_SECONDS = 120 };

/* -- export me --------------------------------------------------------------------------------- */

static bool add_stats(void *context, const struct stored_stats *stats)
{
    json_array_append_new(context,
                          json_pack("{s:s, s:I, s:f, s:f, s:I, s:I}", "game", stats->game, "games",
                                    (json_int_t)stats->games, "won", stats->wins, "mean_score",
                                    stats->mean_score, "best_score", (json_int_t)stats->best_score,
                                    "last_played", (json_int_t)stats->last));
    return true;
}

static bool add_rating(void *context, const struct stored_ranking *ranking,
                       const struct stored_rating *rating)
{
    const struct stored_belief *now = &rating->now, *before = &rating->before;
    json_t *data =
        json_pack("{s:s, s:s, s:s, s:I, s:f, s:f, s:I}", "server", ranking->server, "game",
                  ranking->game, "season", ranking->season, "games", (json_int_t)now->games, "mean",
                  now->mean, "deviation", now->deviation, "last", (json_int_t)now->last);
    if (before->games > 0)
        json_object_set_new(data, "before",
                            json_pack("{s:I, s:f, s:f, s:I}", "games", (json_int_t)before->games,
                                      "mean", before->mean, "deviation", before->deviation, "last",
                                      (json_int_t)before->last));
    json_array_append_new(context, data);
    return true;
}

static bool add_change(void *context, const struct stored_change *change)
{
    json_array_append_new(context,
                          json_pack("{s:I, s:s, s:s, s:s?, s:s?}", "at", (json_int_t)change->at,
                                    "scope", change->scope, "setting", change->setting, "before",
                                    change->before, "after", change->after));
    return true;
}

static bool add_table(void *context, int64_t table)
{
    json_array_append_new(context, json_integer(table));
    return true;
}

static json_t *settings_of(const struct call *call, const struct setting_scope *scope)
{
    json_t *settings = json_object();
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const char *text =
            setting_may_be_set(setting, SETTING_AT_PERSON)
                ? setting_own_text(call->commands->settings, setting, SETTING_AT_PERSON, scope)
                : NULL;
        if (text != NULL)
            json_object_set_new(settings, setting_table[setting].name, json_string(text));
    }
    return settings;
}

static bool add_blocked(void *context, const struct somebody *other, const char *name)
{
    json_array_append_new(context, json_pack("{s:s, s:s, s:s}", "network", other->network,
                                             "identity", other->identity, "name", name));
    return true;
}

/* The running games that they watch. */
static json_t *watched_by(const struct call *call)
{
    json_t *watched = json_array();
    const struct table *table = call->commands->sessions->by_id;
    for (; table != NULL; table = table->hh.next)
        if (table_is_live(table) &&
            watch_find(table, call->inbound->network, call->inbound->person.identity) != NULL)
            json_array_append_new(watched, json_integer(table->id));
    return watched;
}

static bool add_notified(void *context, const char *place, unsigned people)
{
    json_object_set_new(context, place, json_integer(people));
    return true;
}

/* Daily results and reviews are kept as JSON. */
static bool add_kept(void *context, const char *scope, const char *value)
{
    json_t *result = json_loads(value, JSON_DECODE_ANY, NULL);
    if (result != NULL)
        json_object_set_new(context, scope, result);
    return true;
}

static json_t *seeks_of(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    json_t *seeks = json_array();
    struct seek seek;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (seek_find(call->commands->settings, *game, inbound->network, inbound->person.identity,
                      &seek))
            json_array_append_new(seeks, json_pack("{s:s, s:s, s:s, s:I, s:I, s:s, s:s}", "game",
                                                   (*game)->id, "place", seek.place, "name",
                                                   seek.name, "least", (json_int_t)seek.least,
                                                   "most", (json_int_t)seek.most, "pace", seek.pace,
                                                   "roles", seek.roles));
    return seeks;
}

struct own_leagues {
    const struct inbound *inbound;
    json_t *names;
};

static bool add_league(void *context, const char *roll, struct league *league)
{
    const struct own_leagues *own = context;
    (void)roll;
    if (league_find(league, own->inbound->network, own->inbound->person.identity) != LEAGUE_NOBODY)
        json_array_append_new(own->names, json_string(league->name));
    return true;
}

static json_t *leagues_of(const struct call *call)
{
    struct own_leagues own = {call->inbound, json_array()};
    leagues_visit_all(call->commands->sessions, &own, add_league);
    return own.names;
}

static void add_plans(const struct call *call, const struct table *table, json_t *plans)
{
    const struct setting_scope asker = call_asker(call);
    struct voice voice;
    const struct telling *telling = session_voice(call->commands->sessions, table, &asker, &voice);
    int seat = table_seat_of(table, call->inbound->network, call->inbound->person.identity);
    const struct plan *plan;
    for (unsigned number = 1;
         seat >= 0 && (plan = session_plan(table, (unsigned)seat, number)) != NULL; number++) {
        char buffer[PLAN_SAID_BYTES];
        struct text said = TEXT_IN(buffer);
        plan_say(plan, telling, &said);
        json_array_append_new(
            plans, json_pack("{s:I, s:s}", "table", (json_int_t)table->id, "plan", said.bytes));
    }
}

static json_t *plans_of(const struct call *call)
{
    size_t count;
    struct table *const *tables = session_tables_of(
        call->commands->sessions, call->inbound->network, call->inbound->person.identity, &count);
    json_t *plans = json_array();
    for (size_t i = 0; i < count; i++)
        add_plans(call, tables[i], plans);
    return plans;
}

char *command_person_data(struct call *call)
{
    struct store_inquiry *inquiry = call_inquiry(call);
    const char *network = call->inbound->network, *identity = call->inbound->person.identity;
    const struct setting_scope scope = setting_for_person(network, "", identity);
    json_t *games = json_array(), *tables = json_array(), *notified = json_object();
    json_t *daily = json_object(), *reviews = json_object();
    json_t *ratings = json_array(), *changes = json_array(), *blocked = json_array();
    const struct somebody asker = {network, identity};
    call_fetch_own(call);
    store_read_stats(inquiry, "", "", network, identity, games, add_stats);
    store_read_ratings_of(inquiry, network, identity, ratings, add_rating);
    store_read_changes_by(inquiry, network, identity, changes, add_change);
    store_read_tables_of(inquiry, network, identity, tables, add_table);
    session_read_notified(inquiry, network, identity, notified, add_notified);
    daily_read_of(inquiry, network, identity, daily, add_kept);
    reviews_read_of(inquiry, network, identity, reviews, add_kept);
    block_visit(call->commands->settings, &asker, blocked, add_blocked);
    json_t *data = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "network", network, "identity", identity, "name", call->inbound->person.name, "settings",
        settings_of(call, &scope), "notify", notified, "watched", watched_by(call), "seeks",
        seeks_of(call), "leagues", leagues_of(call), "blocked", blocked, "daily", daily, "reviews",
        reviews, "games", games, "ratings", ratings, "changes", changes, "tables", tables, "plans",
        plans_of(call));
    char *text = json_dumps(data, 0);
    json_decref(data);
    return text;
}

/* -- forget me --------------------------------------------------------------------------------- */

#define NOBODY "…" /* replaces their name at tables that are over */

enum asking { ASKED, CONFIRMED };

/* Returns true when the person asked a short while ago already; otherwise notes in memory that they
 * did: somebody who is to be forgotten leaves nothing in the store by asking. */
static bool is_confirmed(const struct call *call)
{
    char key[STORE_WORD_MAX];
    struct text text = TEXT_IN(key);
    int64_t now = clock_steady(call->commands->clock);
    text_add_format(&text, "forget %s %s", call->inbound->network, call->inbound->person.identity);
    bool confirmed =
        cooldown_holds(call->commands->cooldowns, key, ASKED, CONFIRM_SECONDS * SECOND, now);
    cooldown_begin(call->commands->cooldowns, key, confirmed ? CONFIRMED : ASKED, now);
    return confirmed;
}

/* Backups of a server are made by its own tools. */
static void tell_backups(const struct call *call)
{
    const struct config *config = call->commands->settings->config;
    if (config->backup_folder[0] != '\0' && !store_is_shared(call->commands->store))
        answer(call, "answer.forget-backups",
               SAY_NUMBER((config->backup_every * config->backup_keep + DAY - 1) / DAY));
}

static void forget(const struct call *call)
{
    const char *network = call->inbound->network, *identity = call->inbound->person.identity;
    const struct setting_scope scope = setting_for_person(network, "", identity);
    store_person_forget(call->commands->store, network, identity, NOBODY);
    setting_forget(call->commands->settings, SETTING_AT_PERSON, &scope);
    block_forget(call->commands->settings, &(struct somebody){network, identity});
    ban_forget_giver(call->commands->settings, network, identity);
    session_forget_person(call->commands->sessions, network, identity, NOBODY);
    session_forget_notified(call->commands->sessions, network, identity);
    seek_forget(call->commands->settings, network, identity);
    daily_forget(call->commands->sessions, network, identity);
    reviews_forget(call->commands->store, network, identity);
    downloads_remove(call->commands->settings->config->export_folder, network, identity);
    answer_plain(call, "answer.forgotten");
    tell_backups(call);
}

void command_forget(struct call *call)
{
    size_t live;
    if (!session_fetch_traces(call->commands->sessions, call_inquiry(call), call->inbound->network,
                              call->inbound->person.identity))
        return;
    session_tables_of(call->commands->sessions, call->inbound->network,
                      call->inbound->person.identity, &live);
    if (strcmp(call->arguments, "me") != 0)
        answer_plain(call, "refusal.forget-usage");
    else if (live > 0)
        answer(call, "refusal.forget-seated", SAY_NUMBER((long long)live));
    else if (is_confirmed(call))
        forget(call);
    else
        answer_plain(call, "answer.forget-sure");
}
