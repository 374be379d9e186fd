/* `ban`, `bans` and `unban`: who may not sit down here. A ban counts where the person who gives it
 * decides: in their channel, on their server, or wherever the bot is on that network. Nobody bars
 * an admin, or themselves.
 */
#include <string.h>
#include <strings.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "bot/configuration/config_value.h"
#include "bot/core/bans.h"
#include "bot/core/render.h"
#include "bot/core/rolls.h"
#include "bot/tables/time_left.h"
#include "games/shared/canvas.h"

enum { BAN_DAYS_MAX = 3650, WHO_COLUMNS = 40, WHO_BYTES = 256 };

/* -- What holds here --------------------------------------------------------------------------- */

/* The channel of a thread counts, so that nobody sits down in the next one. */
static struct setting_scope scope_of(const struct call *call, char parent[PLACE_MAX])
{
    const struct inbound *inbound = call->inbound;
    return (struct setting_scope){
        .network = inbound->network,
        .place =
            networks_channel(call->commands->networks, inbound->network, inbound->place, parent),
        .table = call->table != NULL ? call->table->id : 0};
}

static struct suspect suspect_of(const struct call *call)
{
    return (struct suspect){.network = call->inbound->network,
                            .identity = call->inbound->person.identity,
                            .roles = call->inbound->roles};
}

static const char *where_key(enum ban_where where)
{
    static const char *const keys[] = {[BAN_AT_TABLE] = "config.where.table",
                                       [BAN_AT_CHANNEL] = "config.where.channel",
                                       [BAN_AT_SERVER] = "config.where.server",
                                       [BAN_AT_NETWORK] = "config.where.network"};
    return keys[where];
}

/* How long a ban lasts from now on; "" for one without an end. */
static const char *time_of(const struct call *call, const struct words *words,
                           const struct ban *ban, char buffer[64])
{
    struct text left = text_in(buffer, 64);
    if (ban->until != 0)
        time_left_say(words, ban->until - clock_now(call->commands->clock), &left);
    return buffer;
}

bool command_refuse_barred(struct call *call)
{
    const struct suspect suspect = suspect_of(call);
    const struct setting_scope scope =
        setting_in_place(call->inbound->network, call->inbound->place);
    struct sessions *sessions = call->commands->sessions;
    struct ban ban;
    if (call->rank >= RANK_ADMIN || (call->seat < 0 && !(call->command->traits & SITS_DOWN)))
        return false;
    bool barred = call->table != NULL && session_is_barred(sessions, call->table, &suspect, &ban);
    if (!barred && !ban_find(call->commands->settings, &scope, &suspect, &ban))
        return false;
    char left[64];
    struct words words = call_words(call);
    answer(call, "refusal.barred", SAY_NUMBER(ban.until != 0),
           SAY_TEXT(time_of(call, &words, &ban, left)), SAY_NUMBER(ban.reason[0] != '\0'),
           SAY_TEXT(ban.reason));
    if (barred && call->seat >= 0)
        session_remove(sessions, call->table, (unsigned)call->seat, ban.by_name, ban.reason);
    return true;
}

/* -- What was typed ---------------------------------------------------------------------------- */

static void copy(char *target, size_t size, const char *source)
{
    struct text text = text_in(target, size);
    text_add(&text, source);
}

/* A person at the table, by the name that they have there. */
static bool take_seated(const struct call *call, const char **rest, struct ban *ban)
{
    int at = command_read_seated(call, rest);
    const struct seat *seat = at >= 0 ? &call->table->seats[at] : NULL;
    char name[NAME_MAX_BYTES];
    if (seat == NULL)
        return false;
    copy(ban->network, sizeof ban->network, seat->network);
    copy(ban->name, sizeof ban->name, seat->name);
    /* Their network may know a better way to mean them, unless others would be meant too. */
    const struct suspect giver = suspect_of(call);
    bool better =
        networks_find_person(call->commands->networks, seat->network, call->inbound->place,
                             seat->name, ban->who, name) &&
        networks_is_meant(call->commands->networks, seat->network, ban->who, seat->identity) &&
        !ban_means(call->commands->settings, ban, &giver);
    if (!better)
        copy(ban->who, sizeof ban->who, seat->identity);
    return true;
}

static bool take_typed(const struct call *call, const char **rest, struct ban *ban)
{
    const char *word;
    char typed[IDENTITY_MAX];
    struct text text = TEXT_IN(typed);
    size_t length = command_next_word(rest, &word);
    text_add_bytes(&text, word, length);
    copy(ban->network, sizeof ban->network, call->inbound->network);
    return length > 0 && !text.truncated &&
           networks_find_person(call->commands->networks, call->inbound->network,
                                call->inbound->place, typed, ban->who, ban->name);
}

static bool is_word(const char *expected, const char *word, size_t length)
{
    return strlen(expected) == length && strncasecmp(expected, word, length) == 0;
}

static enum ban_where usual_place(enum person_rank rank)
{
    return rank >= RANK_OWNER   ? BAN_AT_NETWORK
           : rank >= RANK_ADMIN ? BAN_AT_SERVER
                                : BAN_AT_CHANNEL;
}

static void take_place(const struct call *call, const char **rest, struct ban *ban)
{
    static const char *const places[] = {[BAN_AT_TABLE] = "table",
                                         [BAN_AT_CHANNEL] = "channel",
                                         [BAN_AT_SERVER] = "server",
                                         [BAN_AT_NETWORK] = "network"};
    const char *behind = *rest, *word;
    size_t length = command_next_word(&behind, &word);
    ban->where = usual_place(call->rank);
    for (enum ban_where where = 0; where < BAN_WHERE_COUNT; where++) {
        if (!is_word(places[where], word, length))
            continue;
        ban->where = where;
        *rest = behind;
        return;
    }
}

static bool read_time(const char *word, size_t length, int64_t *milliseconds)
{
    static const struct config_key key = {.name = "time",
                                          .type = CONFIG_DURATION,
                                          .least = SECOND,
                                          .most = BAN_DAYS_MAX * DAY,
                                          .size = sizeof *milliseconds};
    char buffer[128];
    struct text complaint = TEXT_IN(buffer);
    return length > 0 && config_value_set(&key, "", word, length, milliseconds, &complaint);
}

/* "for 3d" or "3d"; anything else belongs to the reason. */
static void take_time(const struct call *call, const char **rest, struct ban *ban)
{
    const char *behind = *rest, *word;
    int64_t milliseconds;
    size_t length = command_next_word(&behind, &word);
    if (catalog_is_spoken(call->commands->catalog, "ban.for", word, length))
        length = command_next_word(&behind, &word);
    if (!read_time(word, length, &milliseconds))
        return;
    ban->until = clock_now(call->commands->clock) + milliseconds;
    *rest = behind;
}

/* -- ban --------------------------------------------------------------------------------------- */

static void answer_typed(struct call *call, const char *key)
{
    char buffer[WHO_BYTES];
    struct text shown = TEXT_IN(buffer);
    display_fit(call->arguments, WHO_COLUMNS, false, &shown);
    answer(call, key, SAY_TEXT(shown.bytes));
}

static enum person_rank rank_for(enum ban_where where)
{
    return where == BAN_AT_NETWORK ? RANK_OWNER : where == BAN_AT_SERVER ? RANK_ADMIN : RANK_HOST;
}

/* Returns false after an answer. */
static bool may_decide(struct call *call, const struct ban *ban)
{
    const struct suspect giver = suspect_of(call);
    if (ban->where == BAN_AT_TABLE && call->table == NULL)
        answer_plain(call, "refusal.no-table");
    else if (call->rank < rank_for(ban->where))
        answer(call, "refusal.ban-rank", SAY_MESSAGE(where_key(ban->where)),
               SAY_TEXT(ban->where == BAN_AT_NETWORK ? "owner" : "admin"));
    else if (ban_means(call->commands->settings, ban, &giver))
        answer_plain(call, "refusal.ban-self");
    else
        return true;
    return false;
}

/* Tells the person; nobody in particular fits a pattern. */
static void tell_person(const struct call *call, const struct ban *ban, const char *key)
{
    char buffer[RENDER_LINE_BYTES], left[64], place[PLACE_MAX];
    struct text text = TEXT_IN(buffer);
    const struct commands *commands = call->commands;
    const struct setting_scope reader = setting_for_person(ban->network, "", ban->who);
    struct words words = style_words(commands->styles, &reader);
    bool narrow = ban->where <= BAN_AT_CHANNEL;
    networks_place_name(commands->networks, call->inbound->network, call->inbound->place,
                        ban->network, place);
    const struct word_argument where =
        narrow ? SAY_TEXT(place) : SAY_MESSAGE(where_key(ban->where));
    words_say(&words, &text, key, SAY_TEXT(call->inbound->person.name), where,
              SAY_NUMBER(ban->until != 0), SAY_TEXT(time_of(call, &words, ban, left)),
              SAY_NUMBER(ban->reason[0] != '\0'), SAY_TEXT(ban->reason));
    outbox_put(commands->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = ban->network,
                                                    .place = "",
                                                    .identity = ban->who,
                                                    .text = text.bytes});
}

static bool is_somebody(const struct ban *ban)
{
    return strpbrk(ban->who, "*?") == NULL && strncmp(ban->who, "role:", 5) != 0;
}

/* Bans of a network stand in the record of the server where they were given. */
static void record(const struct call *call, const struct ban *ban, const char *about)
{
    static const enum setting_where places[] = {[BAN_AT_TABLE] = SETTING_AT_CHANNEL,
                                                [BAN_AT_CHANNEL] = SETTING_AT_CHANNEL,
                                                [BAN_AT_SERVER] = SETTING_AT_SERVER,
                                                [BAN_AT_NETWORK] = SETTING_AT_SERVER};
    char parent[PLACE_MAX];
    const struct setting_scope scope = scope_of(call, parent);
    setting_record(call->commands->settings, places[ban->where], &scope, call->command->name, about,
                   &call->inbound->person);
    log_info("person.barred", "network", ban->network, "person", ban->who, "by",
             call->inbound->person.identity, "command", call->command->name);
}

static void tell_ban(struct call *call, const struct ban *ban)
{
    char time_buffer[64], about_buffer[2 * BAN_REASON_BYTES];
    struct text time = TEXT_IN(time_buffer), about = TEXT_IN(about_buffer);
    char left[64];
    struct words words = call_words(call);
    if (ban->until != 0)
        config_add_duration(&time, ban->until - clock_now(call->commands->clock));
    text_add_format(&about, "%s%s%s%s%s", ban->name, time.length > 0 ? " " : "", time.bytes,
                    ban->reason[0] != '\0' ? ": " : "", ban->reason);
    record(call, ban, about.bytes);
    if (is_somebody(ban))
        tell_person(call, ban, "answer.barred-you");
    answer(call, "answer.barred", SAY_TEXT(ban->name), SAY_TEXT(ban->who),
           SAY_MESSAGE(where_key(ban->where)), SAY_NUMBER(ban->until != 0),
           SAY_TEXT(time_of(call, &words, ban, left)));
}

void command_ban(struct call *call)
{
    const char *rest = call->arguments;
    const struct inbound *inbound = call->inbound;
    struct ban ban = {.until = 0};
    char parent[PLACE_MAX];
    struct text reason = TEXT_IN(ban.reason);
    if (rest[0] == '\0') {
        answer_plain(call, "refusal.ban-usage");
        return;
    }
    if (!take_seated(call, &rest, &ban) && !take_typed(call, &rest, &ban)) {
        answer_typed(call, "refusal.ban-whom");
        return;
    }
    take_place(call, &rest, &ban);
    take_time(call, &rest, &ban);
    display_fit(rest, BAN_REASON_COLUMNS, false, &reason);
    copy(ban.by_network, sizeof ban.by_network, inbound->network);
    copy(ban.by_identity, sizeof ban.by_identity, inbound->person.identity);
    copy(ban.by_name, sizeof ban.by_name, inbound->person.name);
    if (!may_decide(call, &ban))
        return;
    const struct setting_scope scope = scope_of(call, parent);
    if (!ban_add(call->commands->settings, &scope, &ban)) {
        answer(call, "refusal.bans-full", SAY_NUMBER(ROLL_ENTRIES_MAX));
        return;
    }
    tell_ban(call, &ban);
    session_remove_barred(call->commands->sessions);
}

/* -- bans -------------------------------------------------------------------------------------- */

struct ban_list {
    const struct call *call;
    const struct words *words;
    struct text out;
};

static bool list_ban(void *context, const struct ban *ban)
{
    struct ban_list *list = context;
    char left[64];
    text_separate(&list->out, "\n");
    words_say(list->words, &list->out, "answer.bans", SAY_TEXT(ban->name), SAY_TEXT(ban->who),
              SAY_MESSAGE(where_key(ban->where)), SAY_NUMBER(ban->until != 0),
              SAY_TEXT(time_of(list->call, list->words, ban, left)),
              SAY_NUMBER(ban->by_name[0] != '\0'), SAY_TEXT(ban->by_name),
              SAY_NUMBER(ban->reason[0] != '\0'), SAY_TEXT(ban->reason));
    return true;
}

void command_bans(struct call *call)
{
    char buffer[RENDER_PICTURE_BYTES], parent[PLACE_MAX];
    struct words words = call_words(call);
    struct ban_list list = {.call = call, .words = &words, .out = TEXT_IN(buffer)};
    const struct setting_scope scope = scope_of(call, parent);
    ban_visit(call->commands->settings, &scope, &list, list_ban);
    command_list_leavings(call, &words, &list.out);
    if (list.out.length == 0)
        answer_plain(call, "answer.bans-none");
    else
        answer_long(call, list.out.bytes);
}

/* -- unban ------------------------------------------------------------------------------------- */

struct ban_wanted {
    const char *typed;
    char who[IDENTITY_MAX]; /* that a network understands under it; "": nobody */
    enum person_rank rank;
    struct ban found;
    bool any, out_of_reach;
};

static bool take_wanted(void *context, const struct ban *ban)
{
    struct ban_wanted *wanted = context;
    bool meant = strcasecmp(ban->name, wanted->typed) == 0 ||
                 strcasecmp(ban->who, wanted->typed) == 0 || strcmp(ban->who, wanted->who) == 0;
    if (!meant)
        return true;
    wanted->out_of_reach = wanted->rank < rank_for(ban->where);
    if (wanted->out_of_reach)
        return true;
    wanted->found = *ban;
    wanted->any = true;
    return false;
}

void command_unban(struct call *call)
{
    char name[NAME_MAX_BYTES], parent[PLACE_MAX];
    struct ban_wanted wanted = {.typed = call->arguments, .rank = call->rank};
    const struct setting_scope scope = scope_of(call, parent);
    if (!networks_find_person(call->commands->networks, call->inbound->network,
                              call->inbound->place, call->arguments, wanted.who, name))
        wanted.who[0] = '\0';
    ban_visit(call->commands->settings, &scope, &wanted, take_wanted);
    if (!wanted.any && command_pardon(call, wanted.who))
        return;
    if (!wanted.any) {
        answer_typed(call, wanted.out_of_reach ? "refusal.unban-rank" : "refusal.unban-whom");
        return;
    }
    ban_lift(call->commands->settings, &scope, &wanted.found);
    record(call, &wanted.found, wanted.found.name);
    if (is_somebody(&wanted.found))
        tell_person(call, &wanted.found, "answer.unbarred-you");
    answer(call, "answer.unbarred", SAY_TEXT(wanted.found.name), SAY_TEXT(wanted.found.who),
           SAY_MESSAGE(where_key(wanted.found.where)));
}
