#include "adapters/discord/register.h"

#include <inttypes.h>
#include <string.h>

#include "adapters/discord/limits.h"
#include "adapters/discord/rest/rest.h"

/* Asks who we are, then which commands there are, then replaces them. */
struct registration {
    struct requests *requests;
    const char *guild; /* NULL: the whole application */
    char application[DISCORD_ID_BYTES];
    json_t *wanted;
    FILE *out;
    const char *api;
    int64_t patience; /* ms for each request */
    struct text error;
    bool done;
};

/* The failed request reports it. */
static void token_refused(void *context, const char *reason)
{
    (void)context;
    (void)reason;
}

static void closed(void *context)
{
    (void)context;
}

static void end(struct registration *registration, const char *what,
                const struct request_answer *answer)
{
    const char *reason = answer != NULL ? answer->reason : "";
    if (answer != NULL && answer->outcome == REQUEST_LATE)
        text_add_format(&registration->error, "%s: no answer from %s within %" PRId64 " s%s%s",
                        what, registration->api, registration->patience / 1000,
                        reason[0] != '\0' ? ": " : "", reason);
    else if (what != NULL)
        text_add_format(&registration->error, "%s: %s", what,
                        reason[0] != '\0' ? reason : "the answer is not what was asked for");
    requests_close(registration->requests, closed, NULL);
}

static void was_put(void *context, const struct request_answer *answer)
{
    struct registration *registration = context;
    registration->done = answer->outcome == REQUEST_DONE;
    if (registration->done)
        fprintf(registration->out, "registered %zu commands\n",
                json_array_size(registration->wanted));
    end(registration, registration->done ? NULL : "Discord did not take the commands", answer);
}

static void tell(void *context, enum discord_commands_change change, const char *name)
{
    static const char *const words[] = {"added", "changed", "removed"};
    struct registration *registration = context;
    fprintf(registration->out, "%s %s\n", words[change], name);
}

static void has(void *context, const struct request_answer *answer)
{
    struct registration *registration = context;
    if (answer->outcome != REQUEST_DONE || !json_is_array(answer->json)) {
        end(registration, "the commands can't be read", answer);
        return;
    }
    if (discord_commands_compare(registration->wanted, answer->json, tell, registration) == 0) {
        fprintf(registration->out, "nothing has changed\n");
        registration->done = true;
        end(registration, NULL, NULL);
        return;
    }
    bool of_guild = registration->guild != NULL;
    rest_send(registration->requests,
              &(struct rest_call){.route = of_guild ? REST_GUILD_COMMANDS_PUT : REST_COMMANDS_PUT,
                                  .parameters = {registration->application, registration->guild},
                                  .body = registration->wanted,
                                  .priority = REQUEST_NORMAL,
                                  .deadline = registration->patience,
                                  .done = was_put,
                                  .context = registration});
}

static void ask_for_commands(struct registration *registration)
{
    bool of_guild = registration->guild != NULL;
    rest_send(registration->requests,
              &(struct rest_call){.route = of_guild ? REST_GUILD_COMMANDS_GET : REST_COMMANDS_GET,
                                  .parameters = {registration->application, registration->guild},
                                  .query = "with_localizations=true",
                                  .priority = REQUEST_NORMAL,
                                  .deadline = registration->patience,
                                  .done = has,
                                  .context = registration});
}

static void is_application(void *context, const struct request_answer *answer)
{
    struct registration *registration = context;
    const char *id = json_string_value(json_object_get(answer->json, "id"));
    struct text application = TEXT_IN(registration->application);
    if (answer->outcome != REQUEST_DONE || id == NULL) {
        end(registration, "the application can't be read", answer);
        return;
    }
    text_add(&application, id);
    ask_for_commands(registration);
}

static void begin(struct registration *registration, const struct discord_settings *settings)
{
    struct text application = TEXT_IN(registration->application);
    text_add(&application, settings->application);
    if (application.length > 0)
        ask_for_commands(registration);
    else
        rest_send(registration->requests, &(struct rest_call){.route = REST_APPLICATION_GET,
                                                              .priority = REQUEST_NORMAL,
                                                              .deadline = registration->patience,
                                                              .done = is_application,
                                                              .context = registration});
}

bool discord_register(const struct discord_settings *settings, const char *guild,
                      const struct discord_phrases *phrases, FILE *out, char *error,
                      size_t error_size)
{
    uv_loop_t loop;
    struct registration registration = {.guild = guild,
                                        .out = out,
                                        .api = settings->api,
                                        .patience =
                                            settings->connect_timeout + settings->request_timeout,
                                        .error = text_in(error, error_size)};
    const struct request_listener listener = {.stopped = token_refused};
    uv_loop_init(&loop);
    registration.requests = rest_open(&loop, "discord", settings, 0, &listener, error, error_size);
    if (registration.requests != NULL) {
        registration.wanted = discord_commands_build(phrases, guild != NULL);
        begin(&registration, settings);
        uv_run(&loop, UV_RUN_DEFAULT);
        json_decref(registration.wanted);
    }
    uv_loop_close(&loop);
    return registration.done;
}
