#include "tests/unit/discord_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/interaction.h"
#include "tests/unit/settings_kit.h"

/* -- The host ---------------------------------------------------------------------------------- */

static void hear(struct discord_kit *kit, const char *line)
{
    assert_in_range(kit->heard_count, 0, DISCORD_KIT_HEARD_MAX - 1);
    kit->heard[kit->heard_count++] = strdup(line);
}

/* hear_line(kit, format, …) */
#define hear_line(kit, ...)                                                                        \
    do {                                                                                           \
        char line_buffer[1024];                                                                    \
        struct text line_text = TEXT_IN(line_buffer);                                              \
        text_add_format(&line_text, __VA_ARGS__);                                                  \
        hear((kit), line_text.bytes);                                                              \
    } while (0)

static void add_particulars(const struct inbound *inbound, struct text *out)
{
    if (inbound->unseen)
        text_add(out, " unseen");
    if (inbound->table != 0)
        text_add_format(out, " table %llu %u", (unsigned long long)inbound->table, inbound->line);
    if (inbound->locale[0] != '\0')
        text_add_format(out, " in %s", inbound->locale);
    if (inbound->roles[0] != '\0')
        text_add(out, " roles ");
    for (const char *at = inbound->roles; *at != '\0'; at++)
        text_add_char(out, *at == '\n' ? ',' : *at);
}

static void received(void *context, const struct inbound *inbound)
{
    static const char *const ranks[] = {"player", "member", "host", "admin"};
    struct discord_kit *kit = context;
    char particulars_buffer[256];
    struct text particulars = TEXT_IN(particulars_buffer);
    add_particulars(inbound, &particulars);
    kit->request = inbound->request;
    hear_line(kit, "received %s %s %s %s%s: %s", inbound->place[0] != '\0' ? inbound->place : "-",
              inbound->person.identity, inbound->person.name, ranks[inbound->person.rank],
              particulars.bytes, inbound->text);
}

static size_t complete(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX])
{
    (void)context;
    size_t count = strncmp(inbound->text, "play ", 5) == 0 ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        choices[i] = (struct outbound_choice){.main = true};
        struct text label = TEXT_IN(choices[i].label), command = TEXT_IN(choices[i].command);
        text_add(&label, "the label");
        text_add_format(&command, "%s-completed", inbound->text);
        if (i == 1) {
            choices[i].table = 3;
            choices[i].line = 14;
        }
    }
    return count;
}

static void place_opened(void *context, const char *network, const char *place)
{
    (void)network;
    hear_line(context, "opened %s", place);
}

static void place_closed(void *context, const char *network, const char *place)
{
    (void)network;
    hear_line(context, "closed %s", place);
}

static void place_lost(void *context, const char *network, const char *place, const char *why)
{
    (void)network;
    hear_line(context, "lost %s %s", place, why);
}

static void thread_opened(void *context, const char *network, const char *place, uint64_t table,
                          bool closed, const char *thread)
{
    (void)network;
    hear_line(context, "%sthread %s %llu %s", closed ? "closed " : "", place,
              (unsigned long long)table, thread != NULL ? thread : "none");
}

static void unanswered(void *context, const char *network, const char *place, const char *name,
                       const char *how)
{
    (void)network;
    hear_line(context, "unanswered %s %s %s", place, name, how);
}

static void undelivered(void *context, const char *network, const char *identity, const char *how)
{
    (void)network;
    hear_line(context, "undelivered %s %s", identity, how);
}

static char **find_memory(struct discord_kit *kit, const char *key)
{
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX; i++)
        if (kit->memory[i][0] == NULL || strcmp(kit->memory[i][0], key) == 0)
            return kit->memory[i];
    return NULL;
}

static void keep(void *context, const char *network, unsigned part, const char *key,
                 const char *value)
{
    char **memory = find_memory(context, key);
    (void)network;
    (void)part;
    assert_non_null(memory);
    if (memory[0] == NULL)
        memory[0] = strdup(key);
    free(memory[1]);
    memory[1] = value != NULL ? strdup(value) : NULL;
}

static void recall(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    struct discord_kit *kit = context;
    char **memory = find_memory(kit, key);
    (void)network;
    if (kit->late) {
        assert_in_range(kit->asked_count, 0, DISCORD_KIT_MEMORY_MAX - 1);
        kit->asked[kit->asked_count++] = (struct kit_asked){strdup(key), recalled, asker};
    } else {
        recalled(asker, memory != NULL ? memory[1] : NULL);
    }
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    (void)locale;
    text_add(out, key);
}

/* -- The courier ------------------------------------------------------------------------------- */

static char *describe_file(const struct request_file *file)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    if (file == NULL)
        return NULL;
    text_add_format(&text, "%s (%s, %zu bytes)%s", file->name, file->type, file->size,
                    file->size > 0 ? ": " : "");
    text_add_bytes(&text, file->bytes, file->size);
    assert_false(text.truncated);
    return strdup(text.bytes);
}

static void send_call(void *context, const struct rest_call *call)
{
    struct discord_kit *kit = context;
    assert_in_range(kit->sent_count, 0, DISCORD_KIT_SENT_MAX - 1);
    struct kit_sent *sent = &kit->sent[kit->sent_count++];
    *sent = (struct kit_sent){.route = call->route,
                              .body = json_deep_copy(call->body),
                              .file = describe_file(call->file),
                              .harmless = call->harmless,
                              .priority = call->priority,
                              .deadline = call->deadline,
                              .done = call->done,
                              .context = call->context};
    for (size_t i = 0; i < REST_PARAMETERS_MAX; i++) {
        struct text parameter = TEXT_IN(sent->parameters[i]);
        if (call->parameters[i] != NULL)
            text_add(&parameter, call->parameters[i]);
    }
    struct text query = TEXT_IN(sent->query), nonce = TEXT_IN(sent->nonce);
    if (call->query != NULL)
        text_add(&query, call->query);
    if (call->nonce != NULL)
        text_add(&nonce, call->nonce);
}

static void permissions_changed(void *context, const char *channel)
{
    struct discord_kit *kit = context;
    struct text text = TEXT_IN(kit->cleared);
    text_clear(&text);
    text_add(&text, channel != NULL ? channel : "all");
}

static bool owes(void *context, const char *network, uint64_t request)
{
    const struct discord_kit *kit = context;
    (void)network;
    return kit->owed != 0 && kit->owed == request;
}

static void wake(void *context)
{
    ((struct discord_kit *)context)->awake = true;
}

/* -- The kit ----------------------------------------------------------------------------------- */

static void start_session(struct discord_kit *kit)
{
    const struct adapter_listener listener = {.context = kit,
                                              .received = received,
                                              .complete = complete,
                                              .owes = owes,
                                              .place_opened = place_opened,
                                              .place_closed = place_closed,
                                              .place_lost = place_lost,
                                              .thread_opened = thread_opened,
                                              .undelivered = undelivered,
                                              .unanswered = unanswered,
                                              .remember = keep,
                                              .recall = recall,
                                              .phrase = phrase};
    const struct discord_courier courier = {.context = kit,
                                            .send = send_call,
                                            .permissions_changed = permissions_changed,
                                            .wake = wake};
    kit->session = discord_session_new("discord", kit->settings, &listener, &courier, kit->now);
}

static void begin_session(struct discord_kit *kit)
{
    start_session(kit);
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\",\"username\":\"belfry\"},"
                               "\"application\":{\"id\":\"77\"}}",
                               0, NULL);
    discord_kit_ready(kit, ready);
    json_decref(ready);
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0,\"name\":\"chess\"},"
                      "{\"id\":\"7\",\"type\":0,\"name\":\"cards\"},{\"id\":\"10\",\"type\":4}],"
                      "\"threads\":[{\"id\":\"9\",\"type\":11,\"name\":\"table\"}]}");
    discord_kit_forget(kit);
}

int discord_kit_open(void **state)
{
    static struct discord_kit the_kit;
    struct discord_kit *kit = &the_kit;
    *kit = (struct discord_kit){.now = INT64_C(1700000000000)};
    kit->settings = calloc(1, sizeof *kit->settings);
    assert_true(config_fill_defaults(&discord_settings_section, kit->settings));
    kit->settings->register_commands = false;
    begin_session(kit);
    *state = kit;
    return 0;
}

static void end_session(struct discord_kit *kit)
{
    for (size_t i = 0; i < kit->sent_count; i++)
        if (!kit->sent[i].answered)
            discord_kit_fail(kit, &kit->sent[i], REQUEST_STOPPED, 0);
    discord_session_free(kit->session);
}

void discord_kit_restart(struct discord_kit *kit)
{
    end_session(kit);
    begin_session(kit);
}

void discord_kit_restart_before_events(struct discord_kit *kit)
{
    end_session(kit);
    start_session(kit);
}

int discord_kit_close(void **state)
{
    struct discord_kit *kit = *state;
    end_session(kit);
    discord_kit_recall(kit); /* nobody is there to hear it */
    for (size_t i = 0; i < kit->sent_count; i++) {
        json_decref(kit->sent[i].body);
        free(kit->sent[i].file);
    }
    for (size_t i = 0; i < kit->heard_count; i++)
        free(kit->heard[i]);
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX; i++) {
        free(kit->memory[i][0]);
        free(kit->memory[i][1]);
    }
    free(kit->settings);
    return 0;
}

void discord_kit_recall(struct discord_kit *kit)
{
    for (size_t i = 0; i < kit->asked_count; i++) {
        char **memory = find_memory(kit, kit->asked[i].key);
        kit->asked[i].recalled(kit->asked[i].asker, memory != NULL ? memory[1] : NULL);
        free(kit->asked[i].key);
    }
    kit->asked_count = 0;
}

/* Takes back the question for the ids of commands, which is not answered. */
static void take_back(struct discord_kit *kit)
{
    if (kit->sent_count == 0)
        return;
    struct kit_sent *sent = &kit->sent[kit->sent_count - 1];
    if (sent->route != REST_COMMANDS_GET || sent->answered)
        return;
    discord_kit_fail(kit, sent, REQUEST_STOPPED, 0);
    json_decref(sent->body);
    kit->sent_count--;
}

void discord_kit_ready(struct discord_kit *kit, const json_t *data)
{
    discord_session_ready(kit->session, data, kit->now);
    if (!kit->settings->register_commands)
        take_back(kit);
}

void discord_kit_set(struct discord_kit *kit, const char *key, const char *value)
{
    if (!settings_kit_set(&discord_settings_section, kit->settings, key, value))
        fail_msg("no setting: %s %s", key, value);
}

void discord_kit_event(struct discord_kit *kit, const char *event, const char *json)
{
    json_error_t error;
    json_t *data = json_loads(json, JSON_DECODE_ANY, &error);
    if (data == NULL)
        fail_msg("%s: %s", error.text, json);
    discord_session_event(kit->session, event, data, kit->now);
    json_decref(data);
}

void discord_kit_id(int64_t time, char id[DISCORD_ID_BYTES])
{
    const int64_t epoch = INT64_C(1420070400000);
    snprintf(id, DISCORD_ID_BYTES, "%lld", (long long)(time - epoch) << 22 | 1);
}

void discord_kit_interact_as(struct discord_kit *kit, const char *keys)
{
    char json[4096], id[DISCORD_ID_BYTES];
    discord_kit_id(kit->now, id);
    snprintf(json, sizeof json, "{\"id\":\"%s\",\"token\":\"tok\",\"application_id\":\"77\",%s}",
             id, keys);
    discord_kit_event(kit, "INTERACTION_CREATE", json);
}

void discord_kit_interact(struct discord_kit *kit, const char *keys)
{
    char all[3072];
    snprintf(all, sizeof all,
             "\"guild_id\":\"5\",\"channel_id\":\"6\",\"app_permissions\":\"35840\","
             "\"channel\":{\"id\":\"6\",\"type\":0},\"member\":{\"permissions\":\"0\","
             "\"user\":{\"id\":\"8\",\"username\":\"alice\"}},%s",
             keys);
    discord_kit_interact_as(kit, all);
}

void discord_kit_say(struct discord_kit *kit, const struct outbound *message)
{
    struct outbound said = *message;
    said.network = "discord";
    said.place = message->place != NULL ? message->place : "";
    size_t before = kit->heard_count;
    discord_session_say(kit->session, &said, kit->now);
    assert_int_equal(kit->heard_count, before); /* no callback from inside the call */
}

int64_t discord_kit_tick(struct discord_kit *kit)
{
    int64_t due;
    do {
        kit->awake = false;
        due = discord_session_tick(kit->session, kit->now);
    } while (kit->awake);
    return due;
}

void discord_kit_wait(struct discord_kit *kit, int64_t milliseconds)
{
    kit->now += milliseconds;
    discord_kit_tick(kit);
}

static void add_route(enum rest_route route, struct text *out)
{
    text_add_format(out, "%s %s", rest_routes[route].method, rest_routes[route].path);
}

struct kit_sent *discord_kit_sent(struct discord_kit *kit, enum rest_route route)
{
    char expected_buffer[128], name_buffer[128];
    struct text expected = TEXT_IN(expected_buffer), name = TEXT_IN(name_buffer);
    discord_kit_tick(kit);
    add_route(route, &expected);
    if (kit->sent_next == kit->sent_count)
        fail_msg("expected %s, nothing was sent", expected.bytes);
    struct kit_sent *sent = &kit->sent[kit->sent_next++];
    add_route(sent->route, &name);
    assert_string_equal(name.bytes, expected.bytes);
    return sent;
}

void discord_kit_assert_silent(struct discord_kit *kit)
{
    discord_kit_tick(kit);
    if (kit->sent_next == kit->sent_count)
        return;
    char name_buffer[128];
    struct text name = TEXT_IN(name_buffer);
    add_route(kit->sent[kit->sent_next].route, &name);
    char *body = json_dumps(kit->sent[kit->sent_next].body, 0);
    fail_msg("sent %s %s", name.bytes, body != NULL ? body : "");
}

static void answer(struct discord_kit *kit, struct kit_sent *sent,
                   const struct request_answer *answer)
{
    sent->answered = true;
    if (sent->done != NULL)
        sent->done(sent->context, answer);
    if (answer->outcome != REQUEST_STOPPED)
        discord_kit_tick(kit);
}

void discord_kit_done(struct discord_kit *kit, struct kit_sent *sent, const char *json)
{
    json_t *object = json != NULL ? json_loads(json, 0, NULL) : NULL;
    answer(kit, sent,
           &(struct request_answer){
               .outcome = REQUEST_DONE, .status = 200, .json = object, .reason = ""});
    json_decref(object);
}

void discord_kit_fail(struct discord_kit *kit, struct kit_sent *sent, enum request_outcome outcome,
                      int64_t code)
{
    answer(kit, sent,
           &(struct request_answer){.outcome = outcome,
                                    .status = code != 0 ? 400 : 0,
                                    .code = code,
                                    .reason = "no",
                                    .perhaps = outcome == REQUEST_FAILED});
}

void discord_kit_assert_heard(struct discord_kit *kit, const char *expected)
{
    discord_kit_tick(kit);
    if (kit->heard_next == kit->heard_count)
        fail_msg("expected `%s`, nothing was heard", expected);
    assert_string_equal(kit->heard[kit->heard_next], expected);
    kit->heard_next++;
}

void discord_kit_forget(struct discord_kit *kit)
{
    while (kit->heard_count > 0)
        free(kit->heard[--kit->heard_count]);
    kit->heard_next = 0;
    kit->sent_next = kit->sent_count;
}

const char *discord_kit_field(const struct kit_sent *sent, const char *path)
{
    static char number[32];
    const json_t *at = sent->body;
    while (at != NULL && *path != '\0') {
        char key[64];
        struct text text = TEXT_IN(key);
        size_t length = strcspn(path, ".");
        text_add_bytes(&text, path, length);
        at = json_is_array(at) ? json_array_get(at, (size_t)strtoul(key, NULL, 10))
                               : json_object_get(at, key);
        path += length + (path[length] == '.');
    }
    if (json_is_integer(at)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(at));
        return number;
    }
    const char *string = json_string_value(at);
    return string != NULL ? string : "";
}

void assert_field(const struct kit_sent *sent, const char *path, const char *expected)
{
    assert_string_equal(discord_kit_field(sent, path), expected);
}

void assert_holds(const struct kit_sent *sent, const char *path, const char *part)
{
    if (strstr(discord_kit_field(sent, path), part) == NULL)
        fail_msg("`%s` is not in `%s`", part, discord_kit_field(sent, path));
}

/* -- What the host sends ----------------------------------------------------------------------- */

void say_private(struct discord_kit *kit, enum outbound_kind kind, const char *text)
{
    discord_kit_say(kit,
                    &(struct outbound){
                        .kind = kind, .identity = "user:8", .text = text, .request = kit->request});
}

void say_event(struct discord_kit *kit, uint64_t request, const char *text)
{
    discord_kit_say(
        kit,
        &(struct outbound){
            .kind = OUTBOUND_EVENT, .place = "5/6", .text = text, .table = 3, .request = request});
}

void say_picture(struct discord_kit *kit, uint64_t request, uint32_t line, const char *text,
                 const char *called)
{
    const char *calls[] = {called};
    discord_kit_say(kit, &(struct outbound){.kind = OUTBOUND_PICTURE,
                                            .place = "5/6",
                                            .text = text,
                                            .table = 3,
                                            .line = line,
                                            .request = request,
                                            .calls = calls,
                                            .call_count = called != NULL});
}

void show_table(struct discord_kit *kit)
{
    discord_kit_interact(kit, COMMAND("new"));
    say_event(kit, kit->request, "A table is open.");
    say_picture(kit, kit->request, 0, "picture", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_done(kit, sent, "{\"resource\":{\"type\":4,\"message\":" MESSAGE "}}");
    discord_kit_forget(kit);
}
