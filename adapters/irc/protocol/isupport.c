#include "adapters/irc/protocol/isupport.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/irc/protocol/line.h"

/* The defaults of PREFIX and CHANMODES: those of RFC 2812 and modes that all servers know. */
#define RANKS_ABSENT "(ov)@+"
#define MODES_ABSENT "b,k,l,imnpst"

enum { VALUE_MAX = 256 };

static void copy(char *target, size_t size, const char *value, size_t length)
{
    if (length >= size)
        length = size - 1;
    memcpy(target, value, length);
    target[length] = '\0';
}

static int64_t number(const char *value, int64_t absent)
{
    char *end;
    long long parsed = value ? strtoll(value, &end, 10) : 0;
    return value && end != value && parsed > 0 && parsed < 1000000 ? parsed : absent;
}

/* These functions get NULL when the server takes a token back. */

static void take_casemap(struct irc_support *support, const char *value)
{
    support->casemap = irc_casemap_parse(value ? value : "");
}

/* Characters that a nick can contain are no marks, whatever a server says. */
static void copy_marks(char *target, size_t size, const char *value)
{
    size_t length = 0;
    for (; *value && length + 1 < size; value++) {
        bool letter = (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z');
        if (!letter && !strchr("0123456789[]\\`_^{|}-", *value))
            target[length++] = *value;
    }
    target[length] = '\0';
}

static void take_channel_types(struct irc_support *support, const char *value)
{
    if (!value)
        value = "#&";
    copy_marks(support->channel_types, sizeof support->channel_types, value);
}

static void take_ranks(struct irc_support *support, const char *value)
{
    if (!value)
        value = RANKS_ABSENT;
    const char *closing = strchr(value, ')');
    if (*value == '\0')
        value = closing = "";
    else if (value[0] == '(' && closing)
        value++;
    else
        return;
    size_t count = (size_t)(closing - value);
    const char *letters = *closing ? closing + 1 : "";
    if (count > IRC_RANKS_MAX || count != strlen(letters))
        return;
    copy(support->rank_modes, sizeof support->rank_modes, value, count);
    copy(support->rank_letters, sizeof support->rank_letters, letters, count);
}

static void take_status(struct irc_support *support, const char *value)
{
    if (!value)
        value = "";
    copy_marks(support->status_letters, sizeof support->status_letters, value);
}

static void take_channel_modes(struct irc_support *support, const char *value)
{
    if (!value)
        value = MODES_ABSENT;
    for (int kind = 0; kind < 4; kind++) {
        size_t length = strcspn(value, ",");
        copy(support->channel_modes[kind], sizeof support->channel_modes[kind], value, length);
        value += length;
        value += *value == ',';
    }
}

static void take_network(struct irc_support *support, const char *value)
{
    if (!value)
        value = "";
    copy(support->network, sizeof support->network, value, strlen(value));
}

static void take_nick_length(struct irc_support *support, const char *value)
{
    support->nick_length = number(value, 9);
}

/* LINELEN counts the line end. Nobody may allow less than the protocol does. */
static void take_line_length(struct irc_support *support, const char *value)
{
    int64_t length = number(value, 0) - 2;
    support->line_length = length < IRC_LINE_MAX        ? IRC_LINE_MAX
                           : length > IRC_LONG_LINE_MAX ? IRC_LONG_LINE_MAX
                                                        : (size_t)length;
}

static void take_targets(struct irc_support *support, const char *value)
{
    support->message_targets = support->notice_targets = number(value, 1);
}

/* TARGMAX=PRIVMSG:4,JOIN:; an empty number means no limit. */
static void take_targets_by_command(struct irc_support *support, const char *value)
{
    support->message_targets = support->notice_targets = 1;
    support->join_targets = 0;
    for (const char *entry = value ? value : ""; *entry;) {
        if (strncmp(entry, "PRIVMSG:", 8) == 0)
            support->message_targets = number(entry + 8, 1);
        if (strncmp(entry, "NOTICE:", 7) == 0)
            support->notice_targets = number(entry + 7, 1);
        if (strncmp(entry, "JOIN:", 5) == 0)
            support->join_targets = number(entry + 5, 0);
        entry += strcspn(entry, ",");
        entry += *entry == ',';
    }
}

static void take_monitor(struct irc_support *support, const char *value)
{
    support->monitor = value ? number(value, -1) : 0;
}

static void take_bot(struct irc_support *support, const char *value)
{
    support->bot_mode = '\0';
    if (value && ((value[0] >= 'a' && value[0] <= 'z') || (value[0] >= 'A' && value[0] <= 'Z')))
        support->bot_mode = value[0];
}

static void take_whox(struct irc_support *support, const char *value)
{
    support->whox = value != NULL;
}

static void take_private_message(struct irc_support *support, const char *value)
{
    support->private_message = value != NULL;
}

static void take_private_notice(struct irc_support *support, const char *value)
{
    support->private_notice = value != NULL;
}

static const struct {
    const char *name;
    void (*take)(struct irc_support *support, const char *value);
} tokens[] = {
    {"CASEMAPPING", take_casemap},
    {"CHANTYPES", take_channel_types},
    {"PREFIX", take_ranks},
    {"STATUSMSG", take_status},
    {"CHANMODES", take_channel_modes},
    {"NETWORK", take_network},
    {"NICKLEN", take_nick_length},
    {"MAXNICKLEN", take_nick_length},
    {"LINELEN", take_line_length},
    {"MAXTARGETS", take_targets},
    {"TARGMAX", take_targets_by_command},
    {"MONITOR", take_monitor},
    {"BOT", take_bot},
    {"WHOX", take_whox},
    {"CPRIVMSG", take_private_message},
    {"CNOTICE", take_private_notice},
};

void irc_support_init(struct irc_support *support)
{
    *support = (struct irc_support){0};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        tokens[i].take(support, NULL);
}

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static void unescape(const char *raw, char value[VALUE_MAX])
{
    size_t length = 0;
    while (*raw && length + 1 < VALUE_MAX) {
        int high = raw[0] == '\\' && raw[1] == 'x' ? hex_digit(raw[2]) : -1;
        int low = high >= 0 ? hex_digit(raw[3]) : -1;
        if (low >= 0 && (high | low) != 0) {
            value[length++] = (char)(high * 16 + low);
            raw += 4;
        } else {
            value[length++] = *raw++;
        }
    }
    value[length] = '\0';
}

void irc_support_take(struct irc_support *support, const char *token)
{
    bool negated = token[0] == '-';
    token += negated;
    size_t length = strcspn(token, "=");
    char value[VALUE_MAX];
    unescape(token[length] == '=' ? token + length + 1 : "", value);
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        if (strlen(tokens[i].name) == length && memcmp(tokens[i].name, token, length) == 0)
            tokens[i].take(support, negated ? NULL : value);
}

static bool contains(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

const char *irc_support_channel(const struct irc_support *support, const char *target)
{
    const char *name = target;
    while (contains(support->status_letters, *name))
        name++;
    if (contains(support->channel_types, *name))
        return name;
    /* A character may be both a status and the first one of a channel. */
    return contains(support->channel_types, *target) ? target : NULL;
}

static uint32_t rank_in(const char *ranks, char wanted)
{
    const char *found = wanted ? strchr(ranks, wanted) : NULL;
    return found ? UINT32_C(1) << (found - ranks) : 0;
}

uint32_t irc_support_rank_of_mode(const struct irc_support *support, char mode)
{
    return rank_in(support->rank_modes, mode);
}

uint32_t irc_support_rank_of_letter(const struct irc_support *support, char letter)
{
    return rank_in(support->rank_letters, letter);
}

uint32_t irc_support_operator_ranks(const struct irc_support *support)
{
    uint32_t operator_rank = irc_support_rank_of_mode(support, 'o');
    return operator_rank | (operator_rank ? operator_rank - 1 : 0);
}

uint32_t irc_support_voice_ranks(const struct irc_support *support)
{
    uint32_t voice = irc_support_rank_of_mode(support, 'v');
    return irc_support_operator_ranks(support) | voice | (voice ? voice - 1 : 0);
}

bool irc_support_mode_has_parameter(const struct irc_support *support, char mode, bool set)
{
    if (irc_support_rank_of_mode(support, mode))
        return true;
    return contains(support->channel_modes[0], mode) || contains(support->channel_modes[1], mode) ||
           (set && contains(support->channel_modes[2], mode));
}
