#include "adapters/discord/settings.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/configuration/key_table.h"

#define CONFIG_BLOCK struct discord_settings

static const struct config_key keys[] = {
    SECRET("token", token, 1, 255, NULL, .example = "put-the-token-here", .restart = true,
           .help = "The bot's token, from the page Bot of the developer portal."),
    TEXT("application-id", application, 0, 20, "", .restart = true,
         .help = "The application's id. Empty: Discord tells it."),
    SWITCH("register-commands", register_commands, "on", .restart = true,
           .help =
               "Register the slash commands at the start when they have changed. `belfry discord "
               "register` does it by hand."),

    NUMBER(
        "board-distance", board_distance, 0, 1000, "12", .group = "Tables",
        .help =
            "After this many further messages the message that shows a table is posted again. 0: "
            "only when it is older than an hour. Without channel-messages the bot knows only "
            "of its own messages, and of the last one each time somebody uses it."),
    DURATION("call-after", call_after, 0, DAY, "1min",
             .help = "The next player is mentioned, which notifies them, unless they did something "
                     "within this time."),
    SWITCH("colours", colours, "off",
           .help = "Colours in tables. Phones show codes in their place, or nothing."),
    SWITCH("typed-commands", typed, "on", .restart = true,
           .help = "Commands can also be typed in direct messages, and with channel-messages in "
                   "channels, where they mention the bot."),
    SWITCH("channel-messages", channel_messages, "off", .restart = true,
           .help = "Discord reports every message of every channel to the bot: much traffic in big "
                   "servers, without the text unless it mentions the bot. Needed to hear "
                   "mentions, and for board-distance to count all messages."),

    TEXT("api", api, 8, 255, "https://discord.com/api/v10", .group = "Discord's addresses",
         .restart = true,
         .help = "The address of requests, with the version and without a slash at the end. It may "
                 "be a proxy that keeps Discord's limits for several programs."),
    NUMBER("requests-per-second", requests_per_second, 1, 1000, "50", .restart = true,
           .help = "The limit of requests for the whole bot: Discord allows 50, and more to large "
                   "bots that ask for it. Answers to interactions are not counted."),
    TEXT("gateway", gateway, 0, 255, "", .restart = true,
         .help = "The address of events, ws:// or wss://. Empty: as Discord says."),
    PATH("authority-file", authority_file, 0, 511, "", .restart = true,
         .help = "PEM file of the certificate authorities to trust. Empty: those of the system."),
    TEXT("agent-url", agent_url, 0, 255, "", .restart = true,
         .help =
             "The address of a page about your bot, which Discord wants in the user agent of "
             "every request to find out whose it is. Empty: the bot's profile at Discord, and a "
             "warning at the start and by `belfry config check`."),
    TEXT("agent", user_agent, 0, 127, "", .restart = true,
         .help = "The whole user agent of requests. Empty: DiscordBot with agent-url and the "
                 "version, the form that Discord requires."),
    SWITCH("compress", compress, "on", .restart = true, .help = "Ask for compressed events."),

    TEXT("shards", shards, 1, 4, "auto", .group = "Shards", .restart = true,
         .help = "Into how many shards Discord splits the bot's servers, at most 1024; a shard "
                 "holds at most 2500 servers. auto: as many as Discord recommends. Processes "
                 "that share a store share the shards evenly; with auto they agree on what Discord "
                 "recommends when the first of them starts, and on more when Discord wants more."),

    DURATION("answer-within", answer_within, 100, 2900, "2s", .group = "Timers",
             .help = "After this time an interaction without an answer shows that the bot is "
                     "thinking. Discord gives up after 3 s."),
    DURATION("api-connect-timeout", connect_timeout, 1, HOUR, "10s", .restart = true,
             .help = "Time limit for the connection of a request."),
    DURATION("request-timeout", request_timeout, 1, HOUR, "20s", .restart = true,
             .help = "Time limit for one request."),
    DURATION("retry-after", retry_after, 1, HOUR, "500ms", .restart = true,
             .help =
                 "Delay before a failed request is sent again; doubled with each further failure."),
    DURATION("hello-timeout", hello_timeout, 1, HOUR, "20s", .restart = true,
             .help = "Time limit for the gateway's first message."),
    DURATION("ready-timeout", ready_timeout, 1, HOUR, "60s", .restart = true,
             .help = "Time limit for the login at the gateway."),
    DURATION("gateway-reconnect-after", reconnect_after, 1, HOUR, "1s", .restart = true,
             .help = "Delay of the first attempt to reconnect to the gateway; doubled with each "
                     "further one."),
    DURATION("gateway-reconnect-most", reconnect_most, 1, DAY, "2min", .restart = true,
             .help = "The longest such delay."),
    DURATION("identify-gap", identify_gap, 0, HOUR, "5s", .restart = true,
             .help = "Time between the logins of two shards. Discord requires 5 s."),
    DURATION("invalid-session-wait", invalid_session_wait, 0, HOUR, "5s", .restart = true,
             .help = "The longest random delay after Discord called a session invalid."),
};

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

unsigned discord_shards(const struct discord_settings *settings)
{
    char *end;
    unsigned long number = strtoul(settings->shards, &end, 10);
    bool good = settings->shards[0] >= '1' && settings->shards[0] <= '9' && *end == '\0';
    return good && number <= DISCORD_SHARDS_MAX ? (unsigned)number : 0;
}

static const char *check(const void *block, const char **key)
{
    const struct discord_settings *settings = block;
    *key = "token";
    if (strpbrk(settings->token, " \t\r\n"))
        return "the token alone, without `Bot ` and without blanks";
    *key = "application-id";
    if (strspn(settings->application, "0123456789") != strlen(settings->application))
        return "an id is made of digits";
    *key = "api";
    if (!begins_with(settings->api, "https://") && !begins_with(settings->api, "http://"))
        return "an address begins with https:// (or http://, for tests)";
    if (settings->api[strlen(settings->api) - 1] == '/')
        return "no slash at the end";
    *key = "gateway";
    if (settings->gateway[0] != '\0' && !begins_with(settings->gateway, "wss://") &&
        !begins_with(settings->gateway, "ws://"))
        return "an address begins with wss:// (or ws://, for tests)";
    *key = "agent-url";
    if (settings->agent_url[0] != '\0' && !begins_with(settings->agent_url, "https://") &&
        !begins_with(settings->agent_url, "http://"))
        return "an address begins with https:// or http://";
    if (strpbrk(settings->agent_url, " \t\r\n(),"))
        return "an address without blanks, commas and parentheses";
    *key = "shards";
    if (strcmp(settings->shards, "auto") != 0 && discord_shards(settings) == 0)
        return "auto, or a number from 1 to 1024";
    *key = NULL;
    return NULL;
}

static const char *advise(const void *block, const char **key)
{
    const struct discord_settings *settings = block;
    *key = "agent-url";
    return settings->agent_url[0] == '\0' && settings->user_agent[0] == '\0'
               ? "Discord wants the address of a page about the bot: set agent-url"
               : NULL;
}

const struct config_section discord_settings_section = {
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .block_size = sizeof(struct discord_settings),
    .check = check,
    .advise = advise,
};
