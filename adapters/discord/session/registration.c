#include "adapters/discord/session/registration.h"

#include <string.h>

#include "adapters/discord/session/mentions.h"
#include "adapters/discord/translation/commands.h"
#include "bot/base/log.h"

static const char memory_key[] = "commands", ids_key[] = "command-ids";

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    discord_phrase(context, locale, key, out);
}

static json_t *build(struct discord_session *session, char hash[DISCORD_COMMANDS_HASH_BYTES])
{
    const struct discord_phrases phrases = {.context = session, .phrase = phrase};
    json_t *commands = discord_commands_build(&phrases, false);
    discord_commands_hash(commands, hash);
    return commands;
}

/* Discord's answer names the commands that it has. */
static void learn_ids(struct discord_session *session, const json_t *commands)
{
    char buffer[DISCORD_MENTIONS_BYTES];
    struct text ids = TEXT_IN(buffer);
    discord_mentions_print(commands, &ids);
    if (ids.truncated)
        return;
    discord_mentions_read(session, ids.bytes);
    session->listener.remember(session->listener.context, session->network,
                               session->listener.part.number, ids_key,
                               ids.length > 0 ? ids.bytes : NULL);
}

static void told_ids(void *context, const struct request_answer *answer)
{
    if (answer->outcome == REQUEST_DONE)
        learn_ids(context, answer->json);
}

static void ask_ids(struct discord_session *session)
{
    if (session->application[0] != '\0')
        discord_send(session, &(struct rest_call){.route = REST_COMMANDS_GET,
                                                  .parameters = {session->application},
                                                  .query = "with_localizations=true",
                                                  .priority = REQUEST_LOW,
                                                  .done = told_ids,
                                                  .context = session});
}

static void recalled_ids(void *owner, const char *ids)
{
    struct discord_session *session = owner;
    if (ids != NULL)
        discord_mentions_read(session, ids);
    else
        ask_ids(session);
}

static void recall_ids(struct discord_session *session)
{
    talk_recall_ask(&session->recall, &session->listener, session->network, ids_key, recalled_ids,
                    session);
}

static void registered(void *context, const struct request_answer *answer)
{
    struct discord_session *session = context;
    char hash[DISCORD_COMMANDS_HASH_BYTES];
    if (answer->outcome != REQUEST_DONE) {
        log_error("discord.commands_refused", "network", session->network, "reason",
                  answer->reason);
        /* Again with the next session, unless Discord said no. */
        session->registered = answer->outcome != REQUEST_FAILED && answer->outcome != REQUEST_LATE;
        return;
    }
    json_decref(build(session, hash));
    session->listener.remember(session->listener.context, session->network,
                               session->listener.part.number, memory_key, hash);
    learn_ids(session, answer->json);
    log_info("discord.commands_registered", "network", session->network);
}

static void recalled(void *owner, const char *known)
{
    struct discord_session *session = owner;
    char hash[DISCORD_COMMANDS_HASH_BYTES];
    json_t *commands = build(session, hash);
    bool same = known != NULL && strcmp(hash, known) == 0;
    if (!same && session->application[0] != '\0')
        discord_send(session, &(struct rest_call){.route = REST_COMMANDS_PUT,
                                                  .parameters = {session->application},
                                                  .body = commands,
                                                  .priority = REQUEST_LOW,
                                                  .done = registered,
                                                  .context = session});
    json_decref(commands);
    if (same)
        recall_ids(session);
}

void discord_registration_begin(struct discord_session *session)
{
    session->registered = true;
    talk_recall_ask(&session->recall, &session->listener, session->network, memory_key, recalled,
                    session);
}

void discord_registration_look(struct discord_session *session)
{
    session->looked = true;
    ask_ids(session);
}
