/* Dialogues with Discord, to be read by people: what the gateway sends and the host says, and the
 * requests that follow with all that they carry. tests/golden/discord holds them; the events in its
 * folder payloads are whole, as Discord sends them. A dialogue begins in guild 5 with the channels
 * 6 and 7 and the thread 9. Steps:
 *
 *     < EVENT [PAYLOAD] [JSON]      an event: payloads/PAYLOAD.json, changed by the JSON
 *     <TIME EVENT …                 an interaction that Discord made that long ago
 *     say KIND PLACE [ATTRIBUTES]: TEXT      the host says something; place "-" is none. In the
 *                                   text "\n" is a line end, and "lines N" alone makes N lines
 *     turn                          the turn of the loop ends, and what was said is sent
 *     thread PLACE TABLE TITLE      the host wants a thread
 *     done [#N] [JSON]              Discord does what request N, or the oldest that waits, asks
 *     refused [#N] CODE | forbidden [#N] | failed [#N] | late [#N]
 *     wait TIME                     what becomes due happens at its time
 *     set KEY VALUE                 a setting
 *     restart                       another session that remembers; no event has come yet
 *
 * Attributes: to USER | answering (the last command) | table N | line N | calls USER | quiet |
 * file NAME CONTENT ("-" is empty) | [LABEL|COMMAND], with ! for a main choice and ? for one that
 * asks, "_" for blanks.
 *
 * BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_discord writes what follows on them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/golden/dialogue.h"
#include "tests/golden/json_lines.h"
#include "tests/unit/discord_kit.h"

enum { SAID_BYTES = 16 * 1024 };

/* -- What followed ----------------------------------------------------------------------------- */

/* What the kit's memory was when it was told last. */
static char remembered[DISCORD_KIT_MEMORY_MAX][64];

static void add_memory(const struct discord_kit *kit, struct text *out)
{
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX && kit->memory[i][0] != NULL; i++) {
        const char *value = kit->memory[i][1] != NULL ? kit->memory[i][1] : "";
        if (strcmp(value, remembered[i]) == 0)
            continue;
        struct text known = TEXT_IN(remembered[i]);
        text_clear(&known);
        text_add(&known, value);
        text_add_format(out, "remembers %s: %s\n", kit->memory[i][0],
                        value[0] != '\0' ? value : "nothing");
    }
}

static void add_request(const struct kit_sent *sent, size_t number, struct text *out)
{
    static const char *const priorities[] = {"urgent", "normal", "low"};
    const char *parameters[REST_PARAMETERS_MAX];
    char path_buffer[REQUEST_PATH_MAX];
    struct text path = TEXT_IN(path_buffer);
    for (size_t i = 0; i < REST_PARAMETERS_MAX; i++)
        parameters[i] = sent->parameters[i][0] != '\0' ? sent->parameters[i] : NULL;
    assert_true(rest_route_path(sent->route, parameters,
                                sent->query[0] != '\0' ? sent->query : NULL, &path));
    text_add_format(out, "#%zu %s %s, %s", number, rest_routes[sent->route].method, path.bytes,
                    priorities[sent->priority]);
    if (sent->deadline != 0)
        text_add_format(out, ", within %lld ms", (long long)sent->deadline);
    text_add_format(out, "%s%s\n", sent->nonce[0] != '\0' ? ", only once by its nonce" : "",
                    sent->harmless ? ", harmless when repeated" : "");
    if (sent->body != NULL) {
        text_add(out, "  ");
        json_lines_add(sent->body, 2, out);
    }
    if (sent->file != NULL)
        text_add_format(out, "  with the file %s\n", sent->file);
}

static void add_what_followed(struct discord_kit *kit, struct text *out)
{
    for (; kit->heard_next < kit->heard_count; kit->heard_next++)
        text_add_format(out, "%s\n", kit->heard[kit->heard_next]);
    if (kit->cleared[0] != '\0')
        text_add_format(out, "permissions may have changed in %s\n", kit->cleared);
    kit->cleared[0] = '\0';
    for (; kit->sent_next < kit->sent_count; kit->sent_next++)
        add_request(&kit->sent[kit->sent_next], kit->sent_next + 1, out);
    add_memory(kit, out);
}

/* -- Discord ----------------------------------------------------------------------------------- */

static json_t *read_json(const char *written)
{
    json_error_t error;
    json_t *json = json_loads(written, 0, &error);
    if (json == NULL)
        fail_msg("%s: %s", error.text, written);
    return json;
}

static json_t *read_payload(const char *name)
{
    char path_buffer[256];
    struct text path = TEXT_IN(path_buffer);
    json_error_t error;
    text_add_format(&path, "tests/golden/discord/payloads/%s.json", name);
    json_t *json = json_load_file(path.bytes, 0, &error);
    if (json == NULL)
        fail_msg("%s: %s", path.bytes, error.text);
    return json;
}

/* "EVENT [PAYLOAD] [JSON]" */
static void receive(struct discord_kit *kit, int64_t age, char *rest)
{
    const char *event = dialogue_word(&rest);
    json_t *data = rest[0] != '{' ? read_payload(dialogue_word(&rest)) : json_object();
    if (strcmp(event, "INTERACTION_CREATE") == 0) {
        char id[DISCORD_ID_BYTES];
        discord_kit_id(kit->now - age, id);
        json_object_set_new(data, "id", json_string(id));
    }
    if (rest[0] != '\0') {
        json_t *changes = read_json(rest);
        json_object_update_recursive(data, changes);
        json_decref(changes);
    }
    char *json = json_dumps(data, 0);
    if (strcmp(event, "READY") == 0)
        discord_kit_ready(kit, data);
    else
        discord_kit_event(kit, event, json);
    free(json);
    json_decref(data);
}

/* How Discord answers; false for another step. */
static bool find_outcome(const char *what, enum request_outcome *outcome)
{
    static const char *const words[] = {
        [REQUEST_DONE] = "done",           [REQUEST_REFUSED] = "refused",
        [REQUEST_FORBIDDEN] = "forbidden", [REQUEST_FAILED] = "failed",
        [REQUEST_LATE] = "late",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(what, words[i]) == 0) {
            *outcome = (enum request_outcome)i;
            return true;
        }
    }
    return false;
}

/* "[#N]" */
static struct kit_sent *find_waiting(struct discord_kit *kit, char **rest)
{
    size_t number = 0;
    if ((*rest)[0] == '#')
        number = strtoul(dialogue_word(rest) + 1, NULL, 10);
    for (size_t i = 0; i < kit->sent_count; i++)
        if (!kit->sent[i].answered && (number == 0 || number == i + 1))
            return &kit->sent[i];
    return NULL;
}

static void answer(struct discord_kit *kit, enum request_outcome outcome, char *rest,
                   struct text *out)
{
    struct kit_sent *sent = find_waiting(kit, &rest);
    if (sent == NULL)
        text_add(out, "no such request waits\n");
    else if (outcome == REQUEST_DONE)
        discord_kit_done(kit, sent, rest[0] != '\0' ? rest : NULL);
    else
        discord_kit_fail(kit, sent, outcome, strtoll(rest, NULL, 10));
}

/* -- The host ---------------------------------------------------------------------------------- */

struct saying {
    struct outbound message;
    const char *calls[CHOICES_MAX];
    struct outbound_choice choices[CHOICES_MAX];
    struct outbound_file file;
};

static void set_choice(struct outbound_choice *choice, char *word)
{
    char *bar = strchr(word, '|'), *end = strchr(word, ']');
    struct text label = TEXT_IN(choice->label), command = TEXT_IN(choice->command);
    assert_non_null(bar);
    assert_non_null(end);
    for (char *at = word; *at != '\0'; at++)
        *at = *at == '_' ? ' ' : *at;
    text_add_bytes(&label, word + 1, (size_t)(bar - word - 1));
    text_add_bytes(&command, bar + 1, (size_t)(end - bar - 1));
    choice->main = strchr(end, '!') != NULL;
    choice->asks = strchr(end, '?') != NULL;
    choice->move = choice->main && strncmp(choice->command, "play ", 5) == 0;
}

static void set_attribute(struct discord_kit *kit, struct saying *saying, char *word, char **rest)
{
    struct outbound *message = &saying->message;
    if (strcmp(word, "to") == 0)
        message->identity = dialogue_word(rest);
    else if (strcmp(word, "answering") == 0)
        message->request = kit->request;
    else if (strcmp(word, "table") == 0)
        message->table = strtoull(dialogue_word(rest), NULL, 10);
    else if (strcmp(word, "line") == 0)
        message->line = (uint32_t)strtoul(dialogue_word(rest), NULL, 10);
    else if (strcmp(word, "calls") == 0)
        saying->calls[message->call_count++] = dialogue_word(rest);
    else if (strcmp(word, "quiet") == 0)
        message->quiet = true;
    else if (strcmp(word, "file") == 0) {
        saying->file.name = dialogue_word(rest);
        saying->file.bytes = dialogue_word(rest);
        if (strcmp(saying->file.bytes, "-") != 0)
            saying->file.length = strlen(saying->file.bytes);
        message->file = &saying->file;
    } else if (word[0] == '[')
        set_choice(&saying->choices[message->choice_count++], word);
    else
        fail_msg("no attribute: %s", word);
}

static void add_said(const char *written, struct text *out)
{
    unsigned lines = 0;
    if (strncmp(written, "lines ", 6) == 0)
        lines = (unsigned)strtoul(written + 6, NULL, 10);
    for (unsigned i = 1; i <= lines; i++)
        text_add_format(out, "%sThis is line %u of a long text, and it says what happened.",
                        i > 1 ? "\n" : "", i);
    for (const char *at = written; lines == 0 && *at != '\0'; at++) {
        bool end = strncmp(at, "\\n", 2) == 0;
        text_add_char(out, end ? '\n' : *at);
        at += end;
    }
    assert_false(out->truncated);
}

/* "KIND PLACE [ATTRIBUTES]: TEXT" */
static void say(struct discord_kit *kit, char *rest)
{
    static const char *const kinds[] = {"answer", "hand", "event", "picture", "help", "prompt"};
    static char buffer[SAID_BYTES];
    struct text said = TEXT_IN(buffer);
    struct saying saying = {.message = {.kind = OUTBOUND_ANSWER}};
    char *end = strstr(rest, ": ");
    assert_non_null(end);
    *end = '\0';
    text_clear(&said);
    add_said(end + 2, &said);
    const char *kind = dialogue_word(&rest), *place = dialogue_word(&rest);
    while (saying.message.kind < OUTBOUND_PROMPT && strcmp(kinds[saying.message.kind], kind) != 0)
        saying.message.kind++;
    saying.message.place = strcmp(place, "-") == 0 ? "" : place;
    saying.message.text = said.bytes;
    saying.message.calls = saying.calls;
    saying.message.choices = saying.choices;
    while (*rest != '\0')
        set_attribute(kit, &saying, dialogue_word(&rest), &rest);
    discord_kit_say(kit, &saying.message);
}

static void open_thread(struct discord_kit *kit, char *rest)
{
    const char *place = dialogue_word(&rest);
    uint64_t table = strtoull(dialogue_word(&rest), NULL, 10);
    discord_session_open_thread(kit->session, place, table, false, rest);
}

/* -- Steps ------------------------------------------------------------------------------------- */

static void wait(struct discord_kit *kit, int64_t milliseconds, struct text *out)
{
    int64_t begun = kit->now, end = begun + milliseconds, due;
    while ((due = discord_kit_tick(kit)) <= end) {
        kit->now = due > kit->now ? due : kit->now + 1;
        discord_kit_tick(kit);
        if (kit->sent_next < kit->sent_count || kit->heard_next < kit->heard_count)
            text_add_format(out, "after %lld ms\n", (long long)(kit->now - begun));
        add_what_followed(kit, out);
    }
    kit->now = end;
}

static void set(struct discord_kit *kit, char *rest)
{
    const char *key = dialogue_word(&rest);
    discord_kit_set(kit, key, rest);
}

static void make_step(void *context, char *step, struct text *out)
{
    struct discord_kit *kit = context;
    char *rest = step;
    const char *what = dialogue_word(&rest);
    enum request_outcome outcome;
    if (what[0] == '<')
        receive(kit, what[1] != '\0' ? dialogue_time(what + 1) : 0, rest);
    else if (strcmp(what, "say") == 0) {
        say(kit, rest);
        return; /* it is sent at the end of the turn */
    } else if (strcmp(what, "turn") == 0)
        assert_string_equal(rest, "");
    else if (strcmp(what, "thread") == 0)
        open_thread(kit, rest);
    else if (strcmp(what, "wait") == 0)
        wait(kit, dialogue_time(rest), out);
    else if (strcmp(what, "set") == 0)
        set(kit, rest);
    else if (strcmp(what, "restart") == 0)
        discord_kit_restart_before_events(kit);
    else if (find_outcome(what, &outcome))
        answer(kit, outcome, rest, out);
    else
        fail_msg("no step: %s", what);
    discord_kit_tick(kit);
    add_what_followed(kit, out);
}

static void test_dialogue(void **state)
{
    void *kit = NULL;
    discord_kit_open(&kit);
    memset(remembered, 0, sizeof remembered);
    dialogue_run(*state, make_step, kit);
    discord_kit_close(&kit);
}

int main(void)
{
    return dialogue_run_all("discord", test_dialogue);
}
