#include "adapters/irc/settings.h"

#include <string.h>
#include <strings.h>

#include "adapters/net/tls.h"
#include "bot/base/duration.h"
#include "bot/configuration/key_table.h"

static const char *const verify_choices[] = {
    [TLS_VERIFY_FULL] = "full", [TLS_VERIFY_PIN] = "pin", [TLS_VERIFY_OFF] = "off", NULL};
static const char *const invite_choices[] = {"nobody", "admins", "anyone", NULL};
static const char *const rejoin_choices[] = {"never", "invite", "once", NULL};
static const char *const recovery_choices[] = {"none", "ghost", "regain", "recover", NULL};
static const char *const pace_choices[] = {"libera", "inspircd", "own", NULL};

/* Raw lines sent together: a sender takes 20 for one target. */
enum { PERFORM_MAX = 12 };

#define CONFIG_BLOCK struct irc_settings

static const struct config_key keys[] = {
    TEXT("host", host, 1, 255, NULL, .group = "Server", .example = "irc.libera.chat",
         .restart = true,
         .help = "The server's name or address. The server's certificate must be for this name."),
    NUMBER("port", port, 1, 65535, "6697", .restart = true,
           .help = "The server's port: 6697 with TLS almost everywhere, 6667 without."),
    SWITCH(
        "tls", tls, "on", .restart = true,
        .help =
            "Encrypt the connection. Without it, if the server announces a TLS port (STS), "
            "the bot reconnects there, and also after a restart for as long as the server says."),
    CHOICE("verify", verify, verify_choices, "full", .restart = true,
           .help = "How to check the server's certificate: `full` (chain and name), `pin` (only "
                   "its SHA-256) or `off` (anyone may read along; the log warns at every start)."),
    PATH("authority-file", authority_file, 0, 511, "", .restart = true,
         .help = "PEM file of the certificate authorities to trust. Empty: those of the system."),
    TEXT("pin", pin, 0, 64, "", .restart = true,
         .help = "SHA-256 of the server's certificate, 64 hex digits, for `verify: pin`."),
    PATH("certificate-file", certificate_file, 0, 511, "", .restart = true,
         .help = "The bot's own certificate (PEM). With it the bot logs in by SASL EXTERNAL."),
    PATH("key-file", key_file, 0, 511, "", .restart = true,
         .help = "The key of the bot's own certificate (PEM)."),
    TEXT("bind-address", bind_address, 0, 63, "", .restart = true,
         .help = "The local address to connect from. Empty: the system decides."),

    TEXT("nick", nick, 1, NAME_MAX_BYTES - 1, "belfry", .group = "Identity",
         .help = "The bot's name on this network."),
    LIST("alternative-nicks", alternative_nicks, 8,
         .help = "Names to try, in this order, while `nick` is in use; after them `nick` with `_` "
                 "added."),
    TEXT("user", user, 1, 31, "belfry", .restart = true,
         .help = "The user name (ident) to send when connecting."),
    TEXT("operator", operator, 1, 127, NULL, .example = "Alice <alice@example.org>",
         .restart = true,
         .help = "Who runs this bot and how to reach them. It is part of the real name, as "
                 "networks require of bots."),
    TEXT("realname", realname, 0, 255, "", .restart = true,
         .help = "The whole real name, instead of `belfry game bot, run by OPERATOR`."),
    TEXT("source", source, 0, 255, "",
         .help = "Where to get the bot's source; the answer to CTCP SOURCE."),
    TEXT("umodes", umodes, 0, 31, "+B",
         .help = "User modes to set after connecting. +B marks a bot; if the server announces "
                 "another letter for bots, that is set in any case."),
    SECRET("server-password", server_password, 0, 255, "", .restart = true,
           .help = "The password of the server itself (PASS)."),
    TEXT("account", account, 0, NAME_MAX_BYTES - 1, "", .restart = true,
         .help = "The services account to log in to. Empty: the nick."),
    SECRET("password", password, 0, 1024, "", .restart = true,
           .help = "The password of the services account, for SASL where the server offers it "
                   "(SCRAM-SHA-256, else PLAIN), otherwise for IDENTIFY."),
    SWITCH("sasl-required", sasl_required, "off",
           .help = "When the SASL login fails, disconnect and try again later instead of going on "
                   "without it."),
    SWITCH("login-without-tls", login_without_tls, "off",
           .help = "Send the account's password over an unencrypted connection. For a server on "
                   "the same machine."),
    TEXT("services", services, 1, 127, "NickServ",
         .help = "The recipient of IDENTIFY and similar commands; `NickServ@services.example` "
                 "where the network knows that form."),
    CHOICE("nick-recovery", nick_recovery, recovery_choices, "ghost",
           .help = "What to ask services for when someone else has the bot's nick. Needs "
                   "`password` or a login."),

    LIST("channels", channels, CONFIG_LIST_MAX, .group = "Channels", .example = "#games",
         .help =
             "Channels to join: `#channel`, or `#channel key`, followed by options for this "
             "channel: `prefix=?`, `rejoin=never|invite|once`, `colours=on`, `break-names=on`."),
    CHOICE("invites", invites, invite_choices, "anyone",
           .help = "Whose invitations to further channels the bot follows."),
    NUMBER("invited-most", invited_most, 0, 500, "20",
           .help = "How many channels the bot may be in by invitation."),
    NUMBER("invited-each", invited_each, 1, 500, "3",
           .help = "How many of them one person may have invited the bot to."),
    DURATION("alone-after", alone_after, 0, 24 * HOUR, "1h",
             .help =
                 "When the bot leaves a channel that it was invited to and where nobody is left; "
                 "0 means never."),
    CHOICE(
        "rejoin", rejoin, rejoin_choices, "invite",
        .help =
            "After a kick: never come back, come back when invited, or once after `rejoin-after`."),
    LIST("perform", perform, PERFORM_MAX,
         .help = "Raw IRC lines to send after login, before joining. `{nick}` is the bot's nick."),
    LIST("on-join", on_join, PERFORM_MAX,
         .help = "Raw IRC lines to send in a channel where the bot has neither voice nor a higher "
                 "status; `{channel}` is its name: `PRIVMSG ChanServ :VOICE {channel}`."),
    SWITCH("colours", colours, "off",
           .help = "Use colours. Channels with +c get none in any case."),
    SWITCH("break-names", break_names, "off",
           .help = "Put an invisible character (U+200B) into people's names in tables, so that a "
                   "new table does not alert them. The person to move is alerted all the same. A "
                   "few old clients show the character."),
    TEXT("botlist", botlist, 0, 255, "",
         .help =
             "The answer to `!botlist` and `!rollcall` on networks that use them. Empty: none."),

    TEXT("prefix", prefix, 0, 7, "", .inherits = true, .group = "People",
         .help = "The prefix of commands in channels. Empty: as at the top of the file."),
    LIST("admins", admins, CONFIG_LIST_MAX,
         .help = "Services accounts whose owners may administer the bot."),
    LIST("admin-masks", admin_masks, CONFIG_LIST_MAX,
         .help = "Administrators by nick!user@host with * and ?, where a network has no services. "
                 "Less secure than an account; the log warns at every start."),
    SWITCH("operators-host", operators_host, "on",
           .help = "Channel operators may change the channel's settings."),
    LIST("ignore", ignore, CONFIG_LIST_MAX,
         .help = "Masks nick!user@host, with * and ?, of people who get no answer."),
    NUMBER("flood-commands", flood_commands, 0, 32, "5",
           .help = "How many commands one person may give within `flood-window`; 0: no limit."),
    DURATION("flood-window", flood_window, 1, HOUR, "10s", .help = "See `flood-commands`."),
    DURATION("flood-silence", flood_silence, 0, HOUR, "60s",
             .help = "How long the bot ignores a person who exceeded the limit."),

    CHOICE("pace", pace, pace_choices, "libera", .group = "Pace",
           .help = "How fast to send: `libera` 5 lines, then one every 2 s; `inspircd` 8 lines, "
                   "then one a second; `own` without limit, for a server that exempts the bot."),
    NUMBER("burst", burst, 0, 1000, "0",
           .help =
               "Lines that may be sent at once, instead of the preset's number; 0: the preset's."),
    DURATION("refill", refill, 0, MINUTE, "0s",
             .help = "Time after which one more line may be sent, instead of the preset's; 0: the "
                     "preset's."),
    NUMBER("bytes-per-line", bytes_per_line, 0, 512, "180",
           .help = "A longer line counts as several, one for each started multiple of this many "
                   "bytes; 0: every line counts once."),

    DURATION("connect-timeout", connect_timeout, 1, HOUR, "60s", .group = "Timers",
             .help = "Time limit for connection and TLS."),
    DURATION("registration-timeout", registration_timeout, 1, HOUR, "60s",
             .help = "Time limit for the server's welcome."),
    DURATION("sasl-timeout", sasl_timeout, 1, HOUR, "15s",
             .help = "Time limit for the SASL login."),
    DURATION("identify-wait", identify_wait, 0, HOUR, "10s",
             .help = "How long joining waits for the login by IDENTIFY."),
    DURATION("ping-after", ping_after, 1, HOUR, "60s",
             .help = "Silence after which the server is asked for a sign of life."),
    DURATION("ping-timeout", ping_timeout, 1, HOUR, "120s",
             .help = "Further silence after which the connection is given up."),
    DURATION("nick-retry", nick_retry, 1, HOUR, "2min",
             .help = "How often to try for the bot's own nick where the server has no MONITOR."),
    DURATION("rejoin-after", rejoin_after, 0, HOUR, "60s", .help = "See `rejoin`."),
    DURATION(
        "join-retry", join_retry, 1, 24 * HOUR, "5min",
        .help =
            "How often to try again for a channel that is full, requires a login or asks to wait."),
    DURATION("split-patience", split_patience, 0, 24 * HOUR, "10min",
             .help = "After a netsplit, people who return within this time are not announced."),
    DURATION("account-recheck", account_recheck, 1, 24 * HOUR, "10min",
             .help = "How old the known account of a person may be where the server does not "
                     "announce logins; then the bot asks WHOIS again."),
    DURATION("reconnect-after", reconnect_after, 1, HOUR, "5s",
             .help = "Delay of the first attempt to reconnect; doubled with each further one, up "
                     "to 60 times as long. A server that complains about too many connections gets "
                     "at least 12 times as long."),
};

static const char *check_channels(const struct irc_settings *settings)
{
    for (size_t i = 0; i < settings->channels.count; i++) {
        struct irc_channel_setting channel;
        const char *complaint =
            irc_channel_setting_read(settings, settings->channels.items[i], &channel);
        if (complaint)
            return complaint;
    }
    return NULL;
}

static bool has_line_end(const struct config_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (strpbrk(list->items[i], "\r\n"))
            return true;
    return false;
}

static const char *check_names(const struct irc_settings *settings, const char **key)
{
    *key = "nick";
    if (strpbrk(settings->nick, " ,*?!@:#\r\n") || strchr("0123456789-", settings->nick[0]))
        return "not a nick: no blanks or any of , * ? ! @ : #, no digit or - in front";
    *key = "user";
    if (strpbrk(settings->user, " @!\r\n"))
        return "no blanks, @ or ! in it";
    *key = "server-password";
    if (strpbrk(settings->server_password, "\r\n"))
        return "a line end in it";
    *key = "password";
    if (strpbrk(settings->password, "\r\n"))
        return "a line end in it";
    *key = "prefix";
    if (strchr(settings->prefix, ' '))
        return "no blanks in it";
    *key = "perform";
    if (has_line_end(&settings->perform))
        return "one line an entry";
    *key = "on-join";
    if (has_line_end(&settings->on_join))
        return "one line an entry";
    return NULL;
}

static const char *check(const void *block, const char **key)
{
    const struct irc_settings *settings = block;
    const char *complaint = check_names(settings, key);
    if (complaint)
        return complaint;
    *key = "pin";
    if (settings->verify == TLS_VERIFY_PIN && strspn(settings->pin, "0123456789abcdefABCDEF") != 64)
        return "`verify: pin` needs 64 hex digits here";
    *key = "key-file";
    if ((settings->certificate_file[0] == '\0') != (settings->key_file[0] == '\0'))
        return "certificate-file and key-file go together";
    *key = "login-without-tls";
    if (settings->password[0] && !settings->tls && !settings->login_without_tls)
        return "a password would go unencrypted: set `tls: on`, or this to `on`";
    *key = "channels";
    complaint = check_channels(settings);
    if (!complaint)
        *key = NULL;
    return complaint;
}

const struct config_section irc_settings_section = {
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .block_size = sizeof(struct irc_settings),
    .check = check,
    .example = "libera",
};

static const char *copy_word(char *target, size_t size, const char *word, size_t length,
                             const char *complaint)
{
    if (length >= size)
        return complaint;
    memcpy(target, word, length);
    target[length] = '\0';
    return NULL;
}

static bool word_is(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && strncasecmp(word, expected, length) == 0;
}

static const char *read_rejoin(struct irc_channel_setting *channel, const char *value,
                               size_t length)
{
    for (int i = 0; rejoin_choices[i]; i++) {
        if (word_is(value, length, rejoin_choices[i])) {
            channel->rejoin = i;
            return NULL;
        }
    }
    return "rejoin= is never, invite or once";
}

static const char *read_switch(bool *on, const char *value, size_t length, const char *complaint)
{
    *on = word_is(value, length, "on");
    return *on || word_is(value, length, "off") ? NULL : complaint;
}

static const char *read_word(struct irc_channel_setting *channel, const char *word, size_t length)
{
    if (length > 7 && strncmp(word, "prefix=", 7) == 0)
        return copy_word(channel->prefix, sizeof channel->prefix, word + 7, length - 7,
                         "prefix= is too long");
    if (length > 7 && strncmp(word, "rejoin=", 7) == 0)
        return read_rejoin(channel, word + 7, length - 7);
    if (length > 8 && strncmp(word, "colours=", 8) == 0)
        return read_switch(&channel->colours, word + 8, length - 8, "colours= is on or off");
    if (length > 12 && strncmp(word, "break-names=", 12) == 0)
        return read_switch(&channel->break_names, word + 12, length - 12,
                           "break-names= is on or off");
    if (channel->key[0])
        return "more than one key; options are prefix=, rejoin=, colours=, break-names=";
    return copy_word(channel->key, sizeof channel->key, word, length, "the key is too long");
}

const char *irc_channel_setting_read(const struct irc_settings *settings, const char *entry,
                                     struct irc_channel_setting *channel)
{
    *channel = (struct irc_channel_setting){.rejoin = settings->rejoin,
                                            .colours = settings->colours,
                                            .break_names = settings->break_names};
    copy_word(channel->prefix, sizeof channel->prefix, settings->prefix, strlen(settings->prefix),
              NULL);
    if (strpbrk(entry, ",\a\r\n"))
        return "one channel an entry";
    entry += strspn(entry, " ");
    size_t length = strcspn(entry, " ");
    if (length == 0 || (entry[0] >= 'a' && entry[0] <= 'z') || (entry[0] >= 'A' && entry[0] <= 'Z'))
        return "a channel begins with # or &; quote it, or YAML takes it for a comment";
    const char *complaint =
        copy_word(channel->name, sizeof channel->name, entry, length, "the name is too long");
    while (!complaint) {
        entry += length;
        entry += strspn(entry, " ");
        length = strcspn(entry, " ");
        if (length == 0)
            break;
        complaint = read_word(channel, entry, length);
    }
    return complaint;
}
