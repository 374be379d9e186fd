#include "adapters/discord/session/interactions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/answers.h"
#include "adapters/discord/session/directs.h"
#include "adapters/discord/session/guilds.h"
#include "adapters/discord/session/posts.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/command_table.h"

/* Types of answers. */
enum { ANSWER_MESSAGE = 4, ANSWER_SUGGESTIONS = 8, ANSWER_FORM = 9 };

/* -- Answers without the host ------------------------------------------------------------------ */

static void answer_once(struct discord_session *session, const struct discord_interaction *what,
                        json_t *body)
{
    discord_send(session, &(struct rest_call){.route = REST_INTERACTION_ANSWER,
                                              .parameters = {what->id, what->token},
                                              .body = body,
                                              .priority = REQUEST_URGENT,
                                              .deadline = REST_ANSWER_DEADLINE});
    json_decref(body);
}

static void refuse(struct discord_session *session, const struct discord_interaction *what,
                   const char *key)
{
    answer_once(session, what,
                json_pack("{s:i, s:o}", "type", ANSWER_MESSAGE, "data",
                          discord_phrase_body(session, what->locale, key)));
}

/* -- Forms ------------------------------------------------------------------------------------- */

static json_t *new_text_field(const char *label)
{
    enum { TYPE_LABEL = 18, TYPE_TEXT = 4, STYLE_LINE = 1, LONGEST = 1000 };
    json_t *field =
        json_pack("{s:i, s:s, s:i, s:i, s:i, s:b}", "type", TYPE_TEXT, "custom_id", "text", "style",
                  STYLE_LINE, "min_length", 1, "max_length", LONGEST, "required", true);
    return json_pack("{s:i, s:s, s:o}", "type", TYPE_LABEL, "label", label, "component", field);
}

/* The label of the field is the description of the command's last argument. */
static void ask_for_text(struct discord_session *session, const struct discord_interaction *what,
                         const char *custom_id)
{
    char title_buffer[DISCORD_FORM_TITLE_UNITS * 3 + 1], label_buffer[sizeof title_buffer];
    char said_buffer[256], key_buffer[128];
    struct text title = TEXT_IN(title_buffer), label = TEXT_IN(label_buffer);
    struct text said = TEXT_IN(said_buffer), key = TEXT_IN(key_buffer);
    const struct command *command = what->command;
    discord_phrase(session, what->locale, "discord.form-title", &said);
    discord_content_add_label(&title, said.bytes, DISCORD_FORM_TITLE_UNITS);
    text_clear(&said);
    if (command != NULL && command->arguments != NULL) {
        const struct command_argument *last = command->arguments;
        while (last[1].name != NULL)
            last++;
        text_add_format(&key, "command.%s.%s", command->name, last->name);
        discord_phrase(session, what->locale, key.bytes, &said);
    } else {
        text_add(&said, title.bytes);
    }
    discord_content_add_label(&label, said.bytes, DISCORD_FORM_TITLE_UNITS);
    answer_once(session, what,
                json_pack("{s:i, s:{s:s, s:s, s:[o]}}", "type", ANSWER_FORM, "data", "custom_id",
                          custom_id, "title", title.bytes, "components",
                          new_text_field(label.bytes)));
}

/* -- Completion -------------------------------------------------------------------------------- */

static struct inbound inbound_of(const struct discord_session *session,
                                 const struct discord_interaction *what, uint64_t request)
{
    return (struct inbound){
        .network = session->network,
        .person = {.identity = what->identity, .name = what->name, .rank = what->rank},
        .place = what->direct ? "" : what->place,
        .home = what->direct ? what->place : "",
        .text = what->text,
        .event = what->id,
        .addressed = true,
        .unseen = what->on_private,
        .request = request,
        .locale = what->locale,
        .roles = what->roles,
        .sight = what->sight,
        .table = what->table,
        .line = what->line,
        .argument = what->completed};
}

/* The value that Discord sends when the suggestion is chosen. Returns false if it does not fit. */
static bool write_value(const struct discord_session *session,
                        const struct discord_interaction *what,
                        const struct outbound_choice *choice, const char *argument,
                        char value[DISCORD_VALUE_BYTES])
{
    const struct discord_seal seal = {session->listener.generation, what->channel};
    struct discord_press press = {.table = choice->table, .line = choice->line};
    struct text command = TEXT_IN(press.command), typed = text_in(value, DISCORD_VALUE_BYTES);
    if (choice->table == 0) {
        text_add(&typed, argument);
        return !typed.truncated;
    }
    text_add(&command, argument);
    return discord_value_print(&press, &seal, value);
}

/* The host suggests the whole line; Discord inserts only the argument. */
static json_t *new_suggestion(const struct discord_session *session,
                              const struct discord_interaction *what,
                              const struct outbound_choice *choice)
{
    char label_buffer[CHOICE_LABEL_BYTES], value[DISCORD_VALUE_BYTES];
    struct text label = TEXT_IN(label_buffer);
    const char *argument = choice->command;
    if (strncmp(argument, what->text, what->completed_from) == 0)
        argument += what->completed_from;
    discord_content_add_label(&label, choice->label, DISCORD_SUGGESTION_UNITS);
    if (argument[0] == '\0' || label.length == 0 ||
        !write_value(session, what, choice, argument, value))
        return NULL;
    return json_pack("{s:s, s:s}", "name", label.bytes, "value", value);
}

static void complete(struct discord_session *session, const struct discord_interaction *what)
{
    struct outbound_choice choices[CHOICES_MAX];
    const struct inbound inbound = inbound_of(session, what, 0);
    size_t count = 0;
    if (what->command != NULL && what->completed_from > 0)
        count = session->listener.complete(session->listener.context, &inbound, choices);
    json_t *suggestions = json_array();
    for (size_t i = 0; i < count && i < DISCORD_SUGGESTIONS; i++) {
        json_t *suggestion = new_suggestion(session, what, &choices[i]);
        if (suggestion != NULL)
            json_array_append_new(suggestions, suggestion);
    }
    answer_once(
        session, what,
        json_pack("{s:i, s:{s:o}}", "type", ANSWER_SUGGESTIONS, "data", "choices", suggestions));
}

/* -- Commands and presses ---------------------------------------------------------------------- */

static void tell_host(struct discord_session *session, const struct inbound *inbound)
{
    session->heard = true;
    session->listener.received(session->listener.context, inbound);
}

static bool may_post(const struct discord_interaction *what)
{
    uint64_t needed = DISCORD_MAY_VIEW |
                      (what->in_thread ? DISCORD_MAY_SEND_IN_THREADS : (uint64_t)DISCORD_MAY_SEND);
    return (what->permissions & DISCORD_MAY_ADMINISTER) || (what->permissions & needed) == needed;
}

/* Why a command that plays can't be given here; NULL if it can. The application may have been added
 * without the bot, to a server or by one person for themselves; then it is in no guild. Commands
 * that only tell something work everywhere, since their answers need only the interaction. */
static const char *obstacle(const struct discord_session *session,
                            const struct discord_interaction *what)
{
    bool plays =
        what->command != NULL && (what->command->traits & (NEEDS_PLACE | NEEDS_TABLE)) != 0;
    if (!plays || what->direct)
        return NULL;
    if (what->place[0] == '\0')
        return "discord.no-bot-here";
    if (!discord_guilds_know(session, what->guild))
        return "discord.no-bot-in-server";
    return may_post(what) ? NULL : "discord.may-not-post";
}

static void note_asker(struct discord_place *place, const struct discord_interaction *what,
                       int64_t now)
{
    if (place->asker == NULL)
        place->asker = memory_new(sizeof *place->asker);
    struct text application = TEXT_IN(place->asker->application);
    struct text token = TEXT_IN(place->asker->token), locale = TEXT_IN(place->asker->locale);
    text_add(&application, what->application);
    text_add(&token, what->token);
    text_add(&locale, what->locale);
    place->asker->asked_at = now;
}

/* The place of a conversation with one person: where it was, after a restart too. */
static void come_home(struct discord_session *session, const char *channel)
{
    if (discord_snowflake_number(channel) != 0)
        discord_place_open(discord_places_take(session, channel, channel));
}

static void come_to_place(struct discord_session *session, const struct discord_interaction *what)
{
    if (what->direct)
        come_home(session, what->channel);
    if (what->direct || !discord_guilds_know(session, what->guild) || !may_post(what))
        return;
    struct discord_place *place = discord_places_take(session, what->guild, what->channel);
    place->thread = what->in_thread;
    place->refuses_files = (what->permissions & (DISCORD_MAY_ATTACH | DISCORD_MAY_ADMINISTER)) == 0;
    note_asker(place, what, session->now);
    discord_posts_notice(place, what->last_message);
    if (place->lost)
        session->courier.permissions_changed(session->courier.context, what->channel);
    discord_place_open(place);
}

static void pass_on(struct discord_session *session, const struct discord_interaction *what,
                    int64_t age)
{
    const struct inbound inbound =
        inbound_of(session, what, discord_answers_expect(session, what, age));
    tell_host(session, &inbound);
}

static void work_off(struct discord_session *session, const struct discord_interaction *what,
                     const char *custom_id, int64_t age)
{
    const char *refusal = obstacle(session, what);
    switch (what->type) {
    case INTERACTION_COMPLETION:
        complete(session, what);
        return;
    case INTERACTION_UNKNOWN:
        refuse(session, what, "discord.unknown-press");
        return;
    case INTERACTION_QUESTION:
        if (refusal == NULL) {
            ask_for_text(session, what, custom_id);
            return;
        }
        break;
    default:
        break;
    }
    if (refusal != NULL) {
        refuse(session, what, refusal);
        return;
    }
    come_to_place(session, what);
    pass_on(session, what, age);
}

void discord_interactions_hear(struct discord_session *session, const json_t *data)
{
    struct discord_interaction what;
    if (!discord_interaction_read(data, session->listener.generation, &what)) {
        log_debug("discord.interaction_ignored", "network", session->network);
        return;
    }
    int64_t age = discord_age(session, what.id);
    /* After an outage, old interactions arrive. Discord has told their people that they failed, so
     * doing what they asked for would be a surprise. */
    if (age >= DISCORD_ANSWER_MS) {
        log_info("discord.interaction_late", "network", session->network);
        return;
    }
    discord_directs_acted(session, what.user, what.direct);
    work_off(session, &what, discord_string(json_object_get(data, "data"), "custom_id"), age);
}

/* -- Typed messages ---------------------------------------------------------------------------- */

/* Bytes of a mention of the bot or of its role: "<@ID>", "<@!ID>", "<@&ROLE>". 0: it is none. */
static size_t length_of_mention(const struct discord_session *session, const char *text,
                                const char *role)
{
    const char *id = session->user;
    size_t length = strlen("<@");
    if (strncmp(text, "<@", length) != 0)
        return 0;
    if (text[length] == '&')
        id = role;
    length += text[length] == '!' || text[length] == '&';
    size_t id_length = strlen(id);
    bool ours = id_length > 0 && strncmp(text + length, id, id_length) == 0 &&
                text[length + id_length] == '>';
    return ours ? length + id_length + 1 : 0;
}

static size_t length_of_words(const char *text, size_t length)
{
    while (length > 0 && strchr(" \n,:", text[length - 1]) != NULL)
        length--;
    return length;
}

/* Writes what is said to the bot: what follows the first mention of it; what precedes it, if
 * nothing follows. Returns false when the bot is not mentioned. */
static bool read_mention(const struct discord_session *session, const char *content,
                         const char *role, struct text *said)
{
    for (const char *at = content; (at = strchr(at, '<')) != NULL; at++) {
        size_t length = length_of_mention(session, at, role);
        if (length == 0)
            continue;
        const char *after = at + length + strspn(at + length, " \n,:");
        if (*after != '\0')
            text_add(said, after);
        else
            text_add_bytes(said, content, length_of_words(content, (size_t)(at - content)));
        return true;
    }
    return false;
}

static void type(struct discord_session *session, const json_t *data, const char *guild,
                 const char *content)
{
    struct discord_interaction who = {.rank = RANK_PLAYER};
    struct text text = TEXT_IN(who.text), place = TEXT_IN(who.place), id = TEXT_IN(who.id);
    const char *channel = discord_string(data, "channel_id");
    if (!discord_interaction_read_user(json_object_get(data, "author"),
                                       json_object_get(data, "member"), &who) ||
        discord_snowflake_number(channel) == 0)
        return;
    text_add_printable(&text, content, strlen(content));
    text_add(&id, discord_string(data, "id"));
    who.direct = guild[0] == '\0';
    text_add_format(&place, "%s/%s", who.direct ? channel : guild, channel);
    if (text.truncated || text.length == 0)
        return;
    discord_directs_acted(session, who.user, who.direct);
    if (who.direct)
        come_home(session, channel);
    const struct inbound inbound = inbound_of(session, &who, 0);
    tell_host(session, &inbound);
}

void discord_interactions_hear_typed(struct discord_session *session, const json_t *data)
{
    const json_t *author = json_object_get(data, "author");
    const char *guild = json_string_value(json_object_get(data, "guild_id"));
    const char *content = json_string_value(json_object_get(data, "content"));
    discord_posts_created(session, data);
    if (content == NULL || json_is_true(json_object_get(author, "bot")) ||
        !session->settings->typed)
        return;
    char buffer[INBOUND_TEXT_MAX];
    struct text said = TEXT_IN(buffer);
    const char *role = guild != NULL ? discord_guilds_own_role(session, guild) : "";
    if (read_mention(session, content, role, &said))
        type(session, data, guild != NULL ? guild : "", said.truncated ? "" : said.bytes);
    else if (guild == NULL)
        type(session, data, "", content);
}
