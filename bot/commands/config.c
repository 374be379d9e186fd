/* `config`: what admins and hosts set for a server, a channel or a table. */
#include <string.h>
#include <strings.h>
#include <time.h>

#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/commands/permission.h"
#include "bot/commands/settings_reference.h"
#include "bot/configuration/config_value.h"
#include "bot/core/choice.h"
#include "bot/core/render.h"
#include "bot/core/style.h"

enum { KEY_BYTES = 64, LOG_LINES = 10 };

static const char *const where_words[] = {
    [SETTING_AT_SERVER] = "server", [SETTING_AT_CHANNEL] = "channel", [SETTING_AT_TABLE] = "table"};
enum { WHERE_WORDS = SETTING_AT_TABLE + 1 };

/* What was typed after `config ACTION`. */
struct request {
    enum setting_where where;
    bool where_named;
    enum setting setting; /* SETTING_COUNT: none was named */
    const char *value;    /* the rest of the line */
};

/* The scope includes the table, if there is one; table settings count only when they are asked for.
 */
static struct setting_scope scope_of(const struct call *call)
{
    struct setting_scope scope = setting_in_place(call->inbound->network, call->inbound->place);
    scope.table = call->table != NULL ? call->table->id : 0;
    return scope;
}

static bool is_typed(const char *word, const char *typed, size_t length)
{
    return strlen(word) == length && strncasecmp(word, typed, length) == 0;
}

/* -- Names and values as they are read --------------------------------------------------------- */

enum { NAME_BYTES = 64 };

static const char *name_in(const struct words *words, enum setting setting, char name[NAME_BYTES])
{
    struct text text = text_in(name, NAME_BYTES);
    fixed_word_say(words, setting_table[setting].name, &text);
    return name;
}

static const char *value_in(const struct words *words, const char *setting, const char *value,
                            char shown[SETTING_TEXT_MAX])
{
    struct text text = text_in(shown, SETTING_TEXT_MAX);
    fixed_words_say_value(words, setting, value, &text);
    return shown;
}

/* -- What was typed ---------------------------------------------------------------------------- */

void command_refuse_value(struct call *call, enum setting setting, const char *written)
{
    char shown_buffer[256], expected_buffer[512], name[NAME_BYTES];
    struct text shown = TEXT_IN(shown_buffer), expected = TEXT_IN(expected_buffer);
    struct words words = call_words(call);
    setting_expected_print(&words, setting, &expected);
    name_in(&words, setting, name);
    if (written == NULL) {
        answer(call, "refusal.option-bare", SAY_TEXT(name), SAY_TEXT(expected.bytes));
        return;
    }
    display_fit(written, 40, false, &shown);
    answer(call, "refusal.option-value", SAY_TEXT(shown.bytes), SAY_TEXT(name),
           SAY_TEXT(expected.bytes));
}

static void refuse_setting(struct call *call, const char *typed, size_t length)
{
    char shown_buffer[256], copy[KEY_BYTES];
    struct text shown = TEXT_IN(shown_buffer), name = TEXT_IN(copy);
    struct words words = call_words(call);
    struct nearest nearest = nearest_to(typed, length);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        char spoken[NAME_BYTES];
        nearest_consider(&nearest, name_in(&words, setting, spoken), "");
        nearest_consider(&nearest, setting_table[setting].name, "");
    }
    text_add_bytes(&name, typed, length);
    display_fit(name.bytes, 40, false, &shown);
    answer(call, "refusal.setting-unknown", SAY_TEXT(shown.bytes), SAY_TEXT(nearest.word),
           SAY_NUMBER(nearest.word[0] != '\0'));
}

/* Returns where a setting applies when the person does not say. */
static enum setting_where usual_place(enum setting setting)
{
    if (setting < SETTING_COUNT && !setting_may_be_set(setting, SETTING_AT_CHANNEL))
        return SETTING_AT_SERVER;
    return SETTING_AT_CHANNEL;
}

/* Reads "[server|channel|table] [SETTING] [VALUE]"; false after an answer. */
static bool read_request(struct call *call, const char *rest, struct request *request)
{
    const char *word;
    size_t length = command_next_word(&rest, &word);
    *request = (struct request){.setting = SETTING_COUNT};
    for (enum setting_where where = 0; where <= SETTING_AT_TABLE; where++) {
        if (is_typed(where_words[where], word, length)) {
            request->where = where;
            request->where_named = true;
            length = command_next_word(&rest, &word);
            break;
        }
    }
    char name[KEY_BYTES];
    struct text copy = TEXT_IN(name);
    text_add_bytes(&copy, word, length);
    request->value = rest;
    if (length > 0)
        request->setting = setting_find(name);
    if (length > 0 && request->setting == SETTING_COUNT) {
        refuse_setting(call, word, length);
        return false;
    }
    if (!request->where_named)
        request->where = usual_place(request->setting);
    return true;
}

/* -- Looking ----------------------------------------------------------------------------------- */

static const char *source_key(enum setting_source source)
{
    static const char *const keys[] = {[SETTING_FROM_PERSON] = "config.source.person",
                                       [SETTING_FROM_TABLE] = "config.source.table",
                                       [SETTING_FROM_CHANNEL] = "config.source.channel",
                                       [SETTING_FROM_SERVER] = "config.source.server",
                                       [SETTING_FROM_FILE] = "config.source.file",
                                       [SETTING_FROM_BUILT_IN] = "config.source.built-in"};
    return keys[source];
}

/* Whether people set it only for themselves. */
static bool is_personal(enum setting setting)
{
    return setting_table[setting].scopes == SETTING_BIT(SETTING_AT_PERSON);
}

/* Appends "in this channel: language=it, turn-time=2d". */
static void list_source(struct call *call, const struct words *words, enum setting_source source,
                        struct text *out)
{
    const struct setting_scope scope = scope_of(call);
    char buffer[RENDER_PICTURE_BYTES];
    struct text list = TEXT_IN(buffer);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        if (setting_source(call->commands->settings, setting, &scope) != source ||
            is_personal(setting))
            continue;
        text_separate(&list, ", ");
        fixed_words_say_pair(words, setting_table[setting].name,
                             setting_text(call->commands->settings, setting, &scope), &list);
    }
    if (list.length == 0)
        return;
    text_separate(out, "\n");
    words_say(words, out, "answer.config-list", SAY_MESSAGE(source_key(source)),
              SAY_TEXT(list.bytes));
}

static void list_links(const struct call *call, const struct words *words, struct text *out)
{
    char buffer[512];
    struct text places = TEXT_IN(buffer);
    const struct inbound *inbound = call->inbound;
    const struct table_place *here =
        session_place(call->commands->sessions, inbound->network, inbound->place);
    const struct place_link *link = here != NULL ? here->links : NULL;
    if (link == NULL)
        return;
    for (; link != NULL; link = link->next) {
        char name[PLACE_MAX];
        networks_place_name(call->commands->networks, link->other->network, link->other->place,
                            inbound->network, name);
        text_separate(&places, ", ");
        text_add(&places, name);
    }
    text_separate(out, "\n");
    words_say(words, out, "answer.config-links", SAY_TEXT(places.bytes));
}

static void config_list(struct call *call)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = call_words(call);
    for (enum setting_source source = SETTING_FROM_TABLE; source <= SETTING_FROM_BUILT_IN; source++)
        list_source(call, &words, source, &text);
    list_links(call, &words, &text);
    answer_long(call, text.bytes);
}

static void config_get(struct call *call, const struct request *request)
{
    const struct setting_scope scope = scope_of(call);
    const struct setting_row *row = &setting_table[request->setting];
    char expected_buffer[512], help_buffer[KEY_BYTES], value[SETTING_TEXT_MAX], name[NAME_BYTES];
    struct text expected = TEXT_IN(expected_buffer), help = TEXT_IN(help_buffer);
    struct words words = call_words(call);
    setting_expected_print(&words, request->setting, &expected);
    text_add_format(&help, "setting.%s.help", row->name);
    value_in(&words, row->name, setting_text(call->commands->settings, request->setting, &scope),
             value);
    enum setting_source source = setting_source(call->commands->settings, request->setting, &scope);
    answer(call, "answer.config-get", SAY_TEXT(name_in(&words, request->setting, name)),
           SAY_TEXT(value), SAY_MESSAGE(source_key(source)), SAY_MESSAGE(help.bytes),
           SAY_TEXT(expected.bytes));
}

/* -- Changing ---------------------------------------------------------------------------------- */

static const char *where_key(enum setting_where where)
{
    static const char *const keys[] = {[SETTING_AT_SERVER] = "config.where.server",
                                       [SETTING_AT_CHANNEL] = "config.where.channel",
                                       [SETTING_AT_TABLE] = "config.where.table",
                                       [SETTING_AT_PERSON] = "config.where.person"};
    return keys[where];
}

/* Appends "this server, this channel". */
static void list_places(const struct words *words, enum setting setting, struct text *out)
{
    for (enum setting_where where = 0; where < SETTING_WHERE_COUNT; where++) {
        if (setting_may_be_set(setting, where)) {
            text_separate(out, ", ");
            words_say_plain(words, out, where_key(where));
        }
    }
}

/* Returns false after an answer. */
static bool can_set(struct call *call, const struct request *request)
{
    char name[NAME_BYTES];
    struct words words = call_words(call);
    name_in(&words, request->setting, name);
    if (!setting_may_be_set(request->setting, request->where)) {
        char buffer[256];
        struct text places = TEXT_IN(buffer);
        list_places(&words, request->setting, &places);
        answer(call, "refusal.setting-where", SAY_TEXT(name), SAY_TEXT(places.bytes));
    } else if (request->where == SETTING_AT_TABLE && call->table == NULL) {
        answer_plain(call, "refusal.no-table");
    } else if (call->rank < permission_to_set(request->setting, request->where)) {
        bool admin = permission_to_set(request->setting, request->where) >= RANK_ADMIN;
        answer(call, admin ? "refusal.setting-admins" : "refusal.setting-hosts", SAY_TEXT(name),
               SAY_MESSAGE(where_key(request->where)));
    } else {
        return true;
    }
    return false;
}

static void answer_changed(struct call *call, const struct request *request, const char *key)
{
    const struct setting_scope scope = scope_of(call);
    char value[SETTING_TEXT_MAX], name[NAME_BYTES];
    struct words words = call_words(call);
    value_in(&words, setting_table[request->setting].name,
             setting_text(call->commands->settings, request->setting, &scope), value);
    session_settings_changed(call->commands->sessions);
    answer(call, key, SAY_TEXT(name_in(&words, request->setting, name)), SAY_TEXT(value),
           SAY_MESSAGE(where_key(request->where)),
           SAY_MESSAGE(
               source_key(setting_source(call->commands->settings, request->setting, &scope))));
}

/* Finds the key of a place of this server from its name as people there write it. Returns false
 * when the bot is in no such place. */
static bool find_place(const struct call *call, const char *typed, char place[PLACE_MAX])
{
    const struct networks *networks = call->commands->networks;
    const char *network = call->inbound->network;
    return networks_find_place(networks, network, call->inbound->place, typed, place) &&
           networks_same_server(networks, network, call->inbound->place, place) &&
           networks_has_place(networks, network, place);
}

/* Appends what people type in their language: "config régler salon taille". */
static void say_spoken(const struct words *words, const struct command *command,
                       const char *const fixed[3], struct text *out)
{
    char key[COMMAND_KEY_BYTES];
    words_say_plain(words, out, command_title(command, key).text);
    for (unsigned i = 0; i < 3; i++) {
        text_add_char(out, ' ');
        fixed_word_say(words, fixed[i], out);
    }
}

/* Asks for a value in a form where the network has forms; elsewhere the text says how to type it.
 */
static void ask_value(struct call *call, const struct request *request)
{
    const struct setting_scope scope = scope_of(call);
    char expected_buffer[512], command_buffer[CHOICE_COMMAND_BYTES], buffer[RENDER_PICTURE_BYTES];
    char shown_buffer[CHOICE_COMMAND_BYTES], value[SETTING_TEXT_MAX], spoken[NAME_BYTES];
    struct text expected = TEXT_IN(expected_buffer), command = TEXT_IN(command_buffer);
    struct text text = TEXT_IN(buffer), shown = TEXT_IN(shown_buffer);
    struct words words = call_words(call);
    struct choices choices = {.count = 0};
    const char *name = setting_table[request->setting].name;
    setting_expected_print(&words, request->setting, &expected);
    text_add_format(&command, "config set %s %s", where_words[request->where], name);
    say_spoken(&words, call->command,
               (const char *const[]){"set", where_words[request->where], name}, &shown);
    value_in(&words, name, setting_text(call->commands->settings, request->setting, &scope), value);
    words_say(&words, &text, "answer.config-ask",
              SAY_TEXT(name_in(&words, request->setting, spoken)), SAY_TEXT(value),
              SAY_TEXT(expected.bytes), SAY_TEXT(shown.bytes));
    choices_add(&choices, &words, "choice.config-type", command.bytes, CHOICE_ASKS);
    answer_choices(call, NULL, text.bytes, &choices);
}

static void config_set(struct call *call, const struct request *request)
{
    const struct setting_scope scope = scope_of(call);
    const char *value = request->value;
    char place[PLACE_MAX];
    if (!can_set(call, request))
        return;
    if (value[0] == '\0') {
        ask_value(call, request);
        return;
    }
    if (request->setting == SETTING_ANNOUNCEMENTS && strcasecmp(value, "none") != 0)
        value = find_place(call, value, place) ? place : "";
    if (value[0] != '\0' && setting_set(call->commands->settings, request->setting, request->where,
                                        &scope, value, &call->inbound->person))
        answer_changed(call, request, "answer.config-set");
    else
        command_refuse_value(call, request->setting, request->value);
}

static void config_reset(struct call *call, const struct request *request)
{
    const struct setting_scope scope = scope_of(call);
    if (!can_set(call, request))
        return;
    setting_set(call->commands->settings, request->setting, request->where, &scope, NULL,
                &call->inbound->person);
    answer_changed(call, request, "answer.config-reset");
}

/* -- The record -------------------------------------------------------------------------------- */

struct listing {
    const struct words *words;
    const char *setting; /* the only one to list; NULL: all */
    struct text out;
    unsigned lines;
};

static void add_time(int64_t at, struct text *out)
{
    char buffer[32] = "";
    time_t seconds = (time_t)at;
    struct tm broken;
    if (gmtime_r(&seconds, &broken) != NULL)
        strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M UTC", &broken);
    text_add(out, buffer);
}

/* A setting of an older version may have no name any more that is read today. */
static const char *logged_value(const struct words *words, const char *setting, const char *value,
                                char shown[SETTING_TEXT_MAX])
{
    return value == NULL ? "–" : value_in(words, setting, value, shown);
}

static const char *logged_name(const struct words *words, const char *setting,
                               char shown[NAME_BYTES])
{
    enum setting known = setting_find(setting);
    return known < SETTING_COUNT ? name_in(words, known, shown) : setting;
}

static bool list_change(void *context, const struct stored_change *change)
{
    struct listing *listing = context;
    if (listing->setting != NULL && strcmp(listing->setting, change->setting) != 0)
        return true;
    char time_buffer[32], name[NAME_BYTES], before[SETTING_TEXT_MAX], after[SETTING_TEXT_MAX];
    struct text time = TEXT_IN(time_buffer);
    bool server = strncmp(change->scope, "settings server ", 16) == 0;
    bool table = strncmp(change->scope, "settings table ", 15) == 0;
    add_time(change->at, &time);
    text_separate(&listing->out, "\n");
    words_say(listing->words, &listing->out, "answer.config-change", SAY_TEXT(time.bytes),
              SAY_TEXT(change->name), SAY_TEXT(logged_name(listing->words, change->setting, name)),
              SAY_TEXT(logged_value(listing->words, change->setting, change->before, before)),
              SAY_TEXT(logged_value(listing->words, change->setting, change->after, after)),
              SAY_MESSAGE(where_key(server  ? SETTING_AT_SERVER
                                    : table ? SETTING_AT_TABLE
                                            : SETTING_AT_CHANNEL)));
    return ++listing->lines < LOG_LINES;
}

static void config_log(struct call *call, const struct request *request)
{
    const struct setting_scope scope = scope_of(call);
    char names[WHERE_WORDS][SETTING_SCOPE_BYTES], buffer[RENDER_PICTURE_BYTES];
    const char *scopes[WHERE_WORDS];
    size_t count = 0;
    struct words words = call_words(call);
    struct listing listing = {.words = &words, .out = TEXT_IN(buffer)};
    if (request->setting < SETTING_COUNT)
        listing.setting = setting_table[request->setting].name;
    for (enum setting_where where = 0; where <= SETTING_AT_TABLE; where++) {
        const char *name =
            setting_scope_name(call->commands->settings, where, &scope, names[where]);
        if (name != NULL && (!request->where_named || request->where == where))
            scopes[count++] = name;
    }
    store_read_changes(call_inquiry(call), scopes, count, &listing, list_change);
    if (call_waits(call))
        return;
    if (listing.lines == 0)
        answer_plain(call, "answer.config-log-empty");
    else
        answer_long(call, listing.out.bytes);
}

/* -- The command ------------------------------------------------------------------------------- */

void command_config(struct call *call)
{
    static const struct action {
        const char *name;
        void (*run)(struct call *call, const struct request *request);
        bool needs_setting;
    } actions[] = {{"get", config_get, true},
                   {"set", config_set, true},
                   {"reset", config_reset, true},
                   {"log", config_log, false}};
    const char *rest = call->arguments, *word;
    size_t length = command_next_word(&rest, &word);
    if (is_typed("list", word, length)) {
        config_list(call);
        return;
    }
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        struct request request;
        if (!is_typed(actions[i].name, word, length))
            continue;
        if (!read_request(call, rest, &request))
            return;
        if (!actions[i].needs_setting || request.setting < SETTING_COUNT) {
            actions[i].run(call, &request);
            return;
        }
    }
    answer_plain(call, "refusal.config-usage");
}
