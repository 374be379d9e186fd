/* Fuzzes the Discord session with events of the gateway and answers of the REST interface. Nothing
 * crashes it. Whatever it receives, its requests keep Discord's limits and mention nobody who was
 * not called.
 *
 * Lines of the input are events: a letter for the kind, then JSON. The first byte of the input
 * chooses how requests end, and from 128 on the host's memory answers late or when the session is
 * gone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/session.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"
#include "bot/base/log.h"
#include "bot/configuration/config_private.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MOST = 16384, WAITING_MOST = 256 };

static const char *const events[] = {"INTERACTION_CREATE", "MESSAGE_CREATE",   "MESSAGE_DELETE",
                                     "GUILD_CREATE",       "GUILD_DELETE",     "CHANNEL_CREATE",
                                     "CHANNEL_UPDATE",     "CHANNEL_DELETE",   "THREAD_CREATE",
                                     "THREAD_DELETE",      "THREAD_LIST_SYNC", "GUILD_ROLE_UPDATE"};

struct world {
    struct discord_session *session;
    int64_t now;
    struct {
        request_done *done;
        void *context;
    } waiting[WAITING_MOST];
    size_t waiting_count;
    struct {
        void (*recalled)(void *asker, const char *value);
        void *asker;
    } asked[WAITING_MOST];
    size_t asked_count;
    bool late;
    uint64_t request;
    char place[PLACE_MAX], identity[IDENTITY_MAX], text[INBOUND_TEXT_MAX];
};

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* -- What is sent ------------------------------------------------------------------------------ */

static void check_rows(const json_t *rows)
{
    const json_t *row;
    size_t index;
    require(json_array_size(rows) <= DISCORD_ROWS, "too many rows");
    json_array_foreach (rows, index, row)
        require(json_array_size(json_object_get(row, "components")) <= DISCORD_ROW_BUTTONS,
                "too many buttons");
}

static void check_message(const json_t *message)
{
    const char *content = json_string_value(json_object_get(message, "content"));
    if (content == NULL)
        return;
    require(discord_content_units(content) <= DISCORD_CONTENT_UNITS, "too long");
    const json_t *mentions = json_object_get(message, "allowed_mentions");
    require(json_is_array(json_object_get(mentions, "parse")) &&
                json_array_size(json_object_get(mentions, "parse")) == 0,
            "anybody may be rung");
    require(json_array_size(json_object_get(mentions, "users")) <= 1, "not called");
    check_rows(json_object_get(message, "components"));
}

static void send_call(void *context, const struct rest_call *call)
{
    struct world *world = context;
    const json_t *inner = json_object_get(call->body, "data");
    check_message(inner != NULL ? inner : call->body);
    require(world->waiting_count < WAITING_MOST, "too much at once");
    if (call->done == NULL)
        return;
    world->waiting[world->waiting_count].done = call->done;
    world->waiting[world->waiting_count++].context = call->context;
}

static void permissions_changed(void *context, const char *channel)
{
    (void)context;
    (void)channel;
}

static void wake(void *context)
{
    (void)context;
}

static void end_requests(struct world *world, uint8_t way)
{
    static const int64_t codes[] = {0,     10003, 10008, 10062, 30046,
                                    40003, 50001, 50007, 50013, 50083};
    while (world->waiting_count > 0) {
        json_t *json = json_pack("{s:s, s:{s:{s:s}}}", "id", "1174109840998400001", "resource",
                                 "message", "id", "1174109840998400002");
        struct request_answer answer = {.outcome = REQUEST_DONE, .json = json, .reason = ""};
        if (way % 4 != 0) {
            answer.outcome = way % 4 == 1 ? REQUEST_REFUSED : REQUEST_FAILED;
            answer.code = codes[way / 4 % (sizeof codes / sizeof codes[0])];
        }
        world->waiting_count--;
        world->waiting[world->waiting_count].done(world->waiting[world->waiting_count].context,
                                                  &answer);
        json_decref(json);
    }
}

/* -- The host ---------------------------------------------------------------------------------- */

static void copy(char *target, size_t size, const char *source)
{
    struct text text = text_in(target, size);
    text_add(&text, source);
}

static void received(void *context, const struct inbound *inbound)
{
    struct world *world = context;
    world->request = inbound->request;
    copy(world->place, sizeof world->place, inbound->place);
    copy(world->identity, sizeof world->identity, inbound->person.identity);
    copy(world->text, sizeof world->text, inbound->text);
    for (const char *at = inbound->text; *at != '\0'; at++)
        require((unsigned char)*at >= ' ', "a control in what was typed");
    require(strlen(inbound->person.name) > 0, "nobody");
}

static size_t complete(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX])
{
    (void)context;
    choices[0] = (struct outbound_choice){.main = true};
    copy(choices[0].label, sizeof choices[0].label, inbound->text);
    copy(choices[0].command, sizeof choices[0].command, inbound->text);
    return 1;
}

static void place_changed(void *context, const char *network, const char *place)
{
    (void)context;
    (void)network;
    require(strchr(place, '/') != NULL, "a place without a guild");
}

static void place_lost(void *context, const char *network, const char *place, const char *why)
{
    (void)why;
    place_changed(context, network, place);
}

static void remember(void *context, const char *network, unsigned part, const char *key,
                     const char *value)
{
    (void)context;
    (void)network;
    (void)part;
    (void)key;
    (void)value;
}

static void recall(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    struct world *world = context;
    (void)network;
    (void)key;
    if (!world->late) {
        recalled(asker, NULL);
        return;
    }
    require(world->asked_count < WAITING_MOST, "too many questions");
    world->asked[world->asked_count].recalled = recalled;
    world->asked[world->asked_count++].asker = asker;
}

static void end_recalls(struct world *world)
{
    while (world->asked_count > 0) {
        world->asked_count--;
        world->asked[world->asked_count].recalled(world->asked[world->asked_count].asker,
                                                  "3 1174109840998400003");
    }
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    (void)locale;
    text_add(out, key);
}

static void undelivered(void *context, const char *network, const char *identity, const char *how)
{
    (void)context;
    (void)network;
    (void)identity;
    (void)how;
}

static void unanswered(void *context, const char *network, const char *place, const char *name,
                       const char *how)
{
    require(strlen(name) > 0, "nobody waits for it");
    place_lost(context, network, place, how);
}

/* Repeats what was typed in every kind of message. */
static void answer(struct world *world)
{
    const char *calls[] = {world->identity};
    struct outbound_choice choices[CHOICES_MAX];
    for (size_t i = 0; i < CHOICES_MAX; i++) {
        choices[i] = (struct outbound_choice){.main = i % 3 != 0};
        copy(choices[i].label, sizeof choices[i].label, world->text);
        copy(choices[i].command, sizeof choices[i].command, world->text);
    }
    for (int kind = OUTBOUND_ANSWER; kind <= OUTBOUND_HELP; kind++) {
        bool public = kind == OUTBOUND_EVENT || kind == OUTBOUND_PICTURE;
        const struct outbound said = {.kind = (enum outbound_kind)kind,
                                      .network = "d",
                                      .place = world->place,
                                      .identity = public ? NULL : world->identity,
                                      .text = world->text,
                                      .table = 3,
                                      .request = world->request,
                                      .calls = calls,
                                      .call_count = public,
                                      .choices = choices,
                                      .choice_count = CHOICES_MAX};
        if (world->identity[0] != '\0')
            discord_session_say(world->session, &said, world->now);
    }
}

/* -- One input --------------------------------------------------------------------------------- */

static void take_line(struct world *world, const char *line, size_t length, uint8_t way)
{
    size_t event = (size_t)(line[0] - 'a') % (sizeof events / sizeof events[0]);
    json_t *data = json_loadb(line + 1, length - 1, JSON_DECODE_ANY, NULL);
    if (data == NULL || line[0] < 'a') {
        json_decref(data);
        return;
    }
    discord_session_event(world->session, events[event], data, world->now);
    json_decref(data);
    answer(world);
    for (int turn = 0; turn < 4; turn++) {
        discord_session_tick(world->session, world->now);
        end_requests(world, way);
        world->now += 1000;
        if (turn == 2 && world->now / 4000 % 2 == 0)
            end_recalls(world);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct discord_settings settings;
    struct world world = {.now = INT64_C(1700000000000)};
    if (size == 0 || size > SIZE_MOST ||
        !config_fill_defaults(&discord_settings_section, &settings))
        return 0;
    world.late = data[0] >= 128;
    log_to(NULL, LOG_LEVEL_ERROR);
    const struct adapter_listener listener = {.context = &world,
                                              .received = received,
                                              .complete = complete,
                                              .place_opened = place_changed,
                                              .place_closed = place_changed,
                                              .place_lost = place_lost,
                                              .remember = remember,
                                              .recall = recall,
                                              .phrase = phrase,
                                              .undelivered = undelivered,
                                              .unanswered = unanswered};
    const struct discord_courier courier = {.context = &world,
                                            .send = send_call,
                                            .permissions_changed = permissions_changed,
                                            .wake = wake};
    world.session = discord_session_new("d", &settings, &listener, &courier, world.now);
    const char *line = (const char *)data + 1, *end = (const char *)data + size;
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop != NULL ? stop : end) - line);
        if (length > 1)
            take_line(&world, line, length, data[0]);
        line += length + 1;
    }
    end_requests(&world, 2);
    while (world.waiting_count > 0)
        end_requests(&world, 2);
    discord_session_free(world.session);
    end_recalls(&world);
    return 0;
}
