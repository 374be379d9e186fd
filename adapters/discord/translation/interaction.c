#include "adapters/discord/translation/interaction.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* -- Pieces of JSON ---------------------------------------------------------------------------- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string != NULL ? string : "";
}

unsigned discord_shard_of(const char *server, unsigned count)
{
    return (unsigned)((strtoull(server, NULL, 10) >> 22) % count);
}

uint64_t discord_snowflake_number(const char *id)
{
    char *end;
    if (id[0] < '0' || id[0] > '9')
        return 0;
    errno = 0;
    unsigned long long number = strtoull(id, &end, 10);
    return errno == 0 && *end == '\0' && end - id < DISCORD_ID_BYTES ? number : 0;
}

int64_t discord_snowflake_time(const char *id)
{
    const int64_t epoch = INT64_C(1420070400000); /* the start of 2015 */
    uint64_t number = discord_snowflake_number(id);
    return number != 0 ? (int64_t)(number >> 22) + epoch : 0;
}

/* Ids come as strings; a JSON number could have lost its last digits. */
static bool read_id(const json_t *object, const char *key, char id[DISCORD_ID_BYTES])
{
    struct text text = text_in(id, DISCORD_ID_BYTES);
    const char *string = string_of(object, key);
    if (discord_snowflake_number(string) != 0)
        text_add(&text, string);
    return text.length > 0 && !text.truncated;
}

static uint64_t read_permissions(const json_t *object, const char *key)
{
    return discord_snowflake_number(string_of(object, key)); /* also decimal strings */
}

/* -- Who --------------------------------------------------------------------------------------- */

static void read_name(const json_t *user, const json_t *member, struct text *name)
{
    const char *const known[] = {string_of(member, "nick"), string_of(user, "global_name"),
                                 string_of(user, "username")};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        text_clear(name);
        text_add_printable(name, known[i], strlen(known[i]));
        if (strspn(name->bytes, " ") < name->length)
            return;
    }
    text_clear(name);
    text_add(name, string_of(user, "id"));
}

bool discord_interaction_read_user(const json_t *user, const json_t *member,
                                   struct discord_interaction *interaction)
{
    struct text identity = TEXT_IN(interaction->identity), name = TEXT_IN(interaction->name);
    if (!read_id(user, "id", interaction->user))
        return false;
    text_add_format(&identity, "user:%s", interaction->user);
    read_name(user, member, &name);
    return true;
}

static enum person_rank read_rank(const json_t *member)
{
    uint64_t permissions = read_permissions(member, "permissions");
    if (permissions & (DISCORD_MAY_ADMINISTER | DISCORD_MAY_MANAGE_GUILD))
        return RANK_ADMIN;
    if (permissions & (DISCORD_MAY_MANAGE_CHANNEL | DISCORD_MAY_MANAGE_POSTS))
        return RANK_HOST;
    return RANK_PLAYER;
}

/* Moderators see every private thread. Outside of servers nothing is told. */
static enum person_sight read_sight(const json_t *member)
{
    uint64_t permissions = read_permissions(member, "permissions");
    if (permissions == 0)
        return SIGHT_UNKNOWN;
    return permissions & (DISCORD_MAY_ADMINISTER | DISCORD_MAY_MANAGE_THREADS) ? SIGHT_ALL
                                                                               : SIGHT_OWN;
}

static void read_roles(const json_t *member, struct discord_interaction *interaction)
{
    struct text roles = TEXT_IN(interaction->roles);
    size_t i;
    json_t *role;
    json_array_foreach (json_object_get(member, "roles"), i, role) {
        const char *id = json_string_value(role);
        size_t length = id != NULL ? strlen(id) : 0;
        if (length == 0 || length >= DISCORD_ID_BYTES || roles.length + length + 1 >= roles.size)
            continue;
        text_separate(&roles, "\n");
        text_add(&roles, id);
    }
}

static bool read_person(const json_t *data, struct discord_interaction *interaction)
{
    const json_t *member = json_object_get(data, "member");
    const json_t *user = json_object_get(json_is_object(member) ? member : data, "user");
    interaction->rank = read_rank(member);
    interaction->sight = read_sight(member);
    read_roles(member, interaction);
    struct text locale = TEXT_IN(interaction->locale);
    text_add_printable(&locale, string_of(data, "locale"), strlen(string_of(data, "locale")));
    return discord_interaction_read_user(user, member, interaction);
}

/* -- Where ------------------------------------------------------------------------------------- */

static void read_place(const json_t *data, struct discord_interaction *interaction)
{
    enum { CONTEXT_BOT_DIRECT = 1, TYPE_THREAD_FIRST = 10, TYPE_THREAD_LAST = 12 };
    const json_t *channel = json_object_get(data, "channel");
    const json_t *context = json_object_get(data, "context");
    json_int_t type = json_integer_value(json_object_get(channel, "type"));
    struct text place = TEXT_IN(interaction->place);
    interaction->in_thread = type >= TYPE_THREAD_FIRST && type <= TYPE_THREAD_LAST;
    interaction->permissions = read_permissions(data, "app_permissions");
    if (!read_id(data, "channel_id", interaction->channel))
        read_id(channel, "id", interaction->channel);
    read_id(channel, "last_message_id", interaction->last_message);
    if (read_id(data, "guild_id", interaction->guild) && interaction->channel[0] != '\0')
        text_add_format(&place, "%s/%s", interaction->guild, interaction->channel);
    /* Without a context there are only guilds and direct messages. */
    interaction->direct =
        interaction->guild[0] == '\0' &&
        (!json_is_integer(context) || json_integer_value(context) == CONTEXT_BOT_DIRECT);
    if (interaction->direct && interaction->channel[0] != '\0')
        text_add_format(&place, "%s/%s", interaction->channel, interaction->channel);
}

/* -- What -------------------------------------------------------------------------------------- */

/* An option's value as people would type it. */
static void add_value(const json_t *value, struct text *out)
{
    if (json_is_string(value))
        text_add_printable(out, json_string_value(value), json_string_length(value));
    else if (json_is_integer(value))
        text_add_number(out, json_integer_value(value));
    else if (json_is_boolean(value))
        text_add(out, json_is_true(value) ? "true" : "false");
}

static const json_t *find_option(const json_t *options, const char *name)
{
    const json_t *option;
    size_t index;
    json_array_foreach (options, index, option)
        if (strcmp(string_of(option, "name"), name) == 0)
            return option;
    return NULL;
}

/* Adds an option's value without the seal that a completion has. Returns false for a foreign seal.
 */
static bool add_option(const json_t *value, const struct discord_seal *seal,
                       struct discord_interaction *interaction, struct text *text)
{
    struct discord_press press;
    switch (json_is_string(value) ? discord_value_read(json_string_value(value), seal, &press)
                                  : VALUE_TYPED) {
    case VALUE_TYPED:
        add_value(value, text);
        return true;
    case VALUE_SEALED:
        text_add_printable(text, press.command, strlen(press.command));
        interaction->table = press.table;
        interaction->line = press.line;
        return true;
    default:
        return false;
    }
}

/* A completion needs a completion as its answer: without a command it is an empty one. */
static void cannot_be_meant(struct discord_interaction *interaction)
{
    if (interaction->type == INTERACTION_COMPLETION)
        interaction->command = NULL;
    else
        interaction->type = INTERACTION_UNKNOWN;
}

/* Puts the words in the order of the command table. A completion ends with the argument that is
 * being typed. */
static void read_command(const json_t *data, const uint8_t *generation,
                         struct discord_interaction *interaction)
{
    const struct discord_seal seal = {generation, interaction->channel};
    const json_t *options = json_object_get(data, "options");
    const char *name = string_of(data, "name");
    struct text text = TEXT_IN(interaction->text);
    bool ours = true;
    text_add_printable(&text, name, strlen(name));
    interaction->command = command_find(name, strlen(name));
    const struct command_argument *argument =
        interaction->command != NULL ? interaction->command->arguments : NULL;
    for (; argument != NULL && argument->name != NULL; argument++) {
        const json_t *option = find_option(options, argument->name);
        if (option == NULL)
            continue;
        text_add_char(&text, ' ');
        interaction->completed_from = text.length;
        ours &= add_option(json_object_get(option, "value"), &seal, interaction, &text);
        if (interaction->type == INTERACTION_COMPLETION &&
            json_is_true(json_object_get(option, "focused"))) {
            interaction->completed = argument->name;
            break;
        }
    }
    if (text.truncated || !ours)
        cannot_be_meant(interaction);
}

static void take_press(const struct discord_press *press, const char *command,
                       struct discord_interaction *interaction)
{
    struct text text = TEXT_IN(interaction->text);
    text_add_printable(&text, command, strlen(command));
    interaction->table = press->table;
    interaction->line = press->line;
    interaction->command = command_find(command, strcspn(command, " "));
}

static void read_press(const json_t *data, const uint8_t *generation,
                       struct discord_interaction *interaction)
{
    const struct discord_seal seal = {generation, interaction->channel};
    struct discord_press press;
    const char *command = press.command;
    interaction->type = INTERACTION_UNKNOWN;
    if (!discord_press_read(string_of(data, "custom_id"), &seal, &press))
        return;
    if (press.kind == PRESS_MENU)
        command = json_string_value(json_array_get(json_object_get(data, "values"), 0));
    if (command == NULL || command[0] == '\0')
        return;
    interaction->type = press.kind == PRESS_QUESTION ? INTERACTION_QUESTION : INTERACTION_PRESS;
    take_press(&press, command, interaction);
}

/* The only text of a form. Its field is in a label, in older forms in a row. */
static const json_t *find_form_value(const json_t *components)
{
    const json_t *component = json_array_get(components, 0);
    const json_t *field = json_object_get(component, "component");
    if (field == NULL)
        field = json_array_get(json_object_get(component, "components"), 0);
    return json_object_get(field, "value");
}

static void read_form(const json_t *data, const uint8_t *generation,
                      struct discord_interaction *interaction)
{
    const struct discord_seal seal = {generation, interaction->channel};
    struct discord_press press;
    interaction->type = INTERACTION_UNKNOWN;
    if (!discord_press_read(string_of(data, "custom_id"), &seal, &press) ||
        press.kind != PRESS_QUESTION)
        return;
    interaction->type = INTERACTION_FORM;
    take_press(&press, press.command, interaction);
    struct text text = TEXT_IN(interaction->text);
    text_add(&text, press.command);
    text_add_char(&text, ' ');
    add_value(find_form_value(json_object_get(data, "components")), &text);
    if (text.truncated)
        interaction->type = INTERACTION_UNKNOWN;
}

static void read_wish(const json_t *data, json_int_t type, const uint8_t *generation,
                      struct discord_interaction *interaction)
{
    enum { TYPE_COMMAND = 2, TYPE_COMPONENT, TYPE_AUTOCOMPLETE, TYPE_MODAL };
    const json_t *inner = json_object_get(data, "data");
    const json_t *message = json_object_get(data, "message");
    json_int_t flags = json_integer_value(json_object_get(message, "flags"));
    interaction->on_private = (flags & DISCORD_FLAG_EPHEMERAL) != 0;
    read_id(message, "id", interaction->message);
    switch (type) {
    case TYPE_COMMAND:
    case TYPE_AUTOCOMPLETE:
        interaction->type = type == TYPE_COMMAND ? INTERACTION_COMMAND : INTERACTION_COMPLETION;
        read_command(inner, generation, interaction);
        break;
    case TYPE_COMPONENT:
        read_press(inner, generation, interaction);
        break;
    case TYPE_MODAL:
        read_form(inner, generation, interaction);
        break;
    default:
        interaction->type = INTERACTION_UNKNOWN;
    }
}

bool discord_interaction_read(const json_t *data, const uint8_t *generation,
                              struct discord_interaction *interaction)
{
    enum { TYPE_PING = 1 };
    *interaction = (struct discord_interaction){.type = INTERACTION_UNKNOWN};
    const json_t *type = json_object_get(data, "type");
    struct text token = TEXT_IN(interaction->token);
    text_add(&token, string_of(data, "token"));
    if (!json_is_integer(type) || json_integer_value(type) == TYPE_PING)
        return false;
    if (!read_id(data, "id", interaction->id) || token.length == 0 || token.truncated ||
        !read_id(data, "application_id", interaction->application) ||
        !read_person(data, interaction))
        return false;
    read_place(data, interaction);
    read_wish(data, json_integer_value(type), generation, interaction);
    return true;
}
