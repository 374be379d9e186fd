/* Channels: joining, refusals, kicks, modes. */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/protocol/numerics.h"
#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum { JOINS_A_LINE = 4, JOIN_LINE_MAX = 400, JOIN_LINES_WAITING = 16, JOIN_PAUSE_MS = 2 * SECOND };

static bool is_writable(const char *name)
{
    char cleaned[PLACE_MAX];
    struct text text = TEXT_IN(cleaned);
    irc_markup_clean(name, &text);
    return *name && strcmp(cleaned, name) == 0 && !strpbrk(name, " ,");
}

struct irc_channel *irc_channel_take(struct irc_session *session, const char *name)
{
    struct irc_channel *channel = irc_channel_find(session, name);
    if (channel || strlen(name) >= PLACE_MAX || !is_writable(name) ||
        HASH_COUNT(session->channels) >= IRC_CHANNELS_MAX)
        return channel;
    channel = memory_new(sizeof *channel);
    irc_channel_setting_read(session->settings, name, &channel->setting);
    channel->join_at = channel->alone_at = IRC_NEVER;
    irc_casemap_fold(session->support.casemap, name, channel->key, PLACE_MAX);
    HASH_ADD_STR(session->channels, key, channel);
    return channel;
}

static void remove_channel(struct irc_session *session, struct irc_channel *channel)
{
    irc_members_clear(&channel->members);
    HASH_DELETE(hh, session->channels, channel); // NOLINT(clang-analyzer-*): see bot/base/hash.h
    free(channel);
}

/* Folds the keys again after the network told its case mapping. */
static void fold_again(struct irc_session *session)
{
    struct irc_channel *channel = session->channels, *next;
    HASH_CLEAR(hh, session->channels);
    for (; channel; channel = next) {
        next = channel->hh.next;
        if (irc_channel_find(session, channel->setting.name)) {
            irc_members_clear(&channel->members);
            free(channel);
            continue;
        }
        irc_casemap_fold(session->support.casemap, channel->setting.name, channel->key, PLACE_MAX);
        HASH_ADD_STR(session->channels, key, channel);
    }
}

void irc_channels_configure(struct irc_session *session)
{
    const struct irc_settings *settings = session->settings;
    fold_again(session);
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        channel->configured = false;
        channel->setting.rejoin = settings->rejoin;
        channel->setting.colours = settings->colours;
        channel->setting.break_names = settings->break_names;
        struct text prefix = TEXT_IN(channel->setting.prefix);
        text_add(&prefix, settings->prefix);
    }
    for (size_t i = 0; i < settings->channels.count; i++) {
        struct irc_channel_setting setting;
        if (irc_channel_setting_read(settings, settings->channels.items[i], &setting))
            continue;
        struct irc_channel *channel = irc_channel_take(session, setting.name);
        if (!channel)
            continue;
        channel->setting = setting;
        channel->configured = true;
    }
    for (struct irc_channel *channel = session->channels, *next; channel; channel = next) {
        next = channel->hh.next;
        if (!channel->configured && !channel->invited && !channel->joined)
            remove_channel(session, channel);
    }
}

static bool is_wanted(const struct irc_channel *channel)
{
    return (channel->configured || channel->invited) && !channel->barred;
}

/* A JOIN line being built. */
struct joins {
    char names[JOIN_LINE_MAX], keys[JOIN_LINE_MAX];
    struct text name_list, key_list;
    int64_t count;
};

static void clear_joins(struct joins *joins)
{
    joins->name_list = TEXT_IN(joins->names);
    joins->key_list = TEXT_IN(joins->keys);
    joins->count = 0;
}

static void send_joins(struct irc_session *session, struct joins *joins)
{
    if (joins->count > 0)
        irc_send(session, SENDER_EVENT, "", "JOIN %s%s%s", joins->names,
                 joins->key_list.length > 0 ? " " : "", joins->keys);
    clear_joins(joins);
}

static void add_join(struct irc_session *session, struct joins *joins, struct irc_channel *channel)
{
    int64_t most = session->support.join_targets;
    if (most == 0 || most > JOINS_A_LINE)
        most = JOINS_A_LINE;
    const struct irc_channel_setting *setting = &channel->setting;
    size_t length = joins->name_list.length + joins->key_list.length + strlen(setting->name) +
                    strlen(setting->key) + 2;
    if (joins->count >= most || length > JOIN_LINE_MAX)
        send_joins(session, joins);
    text_separate(&joins->name_list, ",");
    text_add(&joins->name_list, setting->name);
    if (*setting->key) {
        text_separate(&joins->key_list, ",");
        text_add(&joins->key_list, setting->key);
    }
    joins->count++;
}

void irc_channels_join(struct irc_session *session)
{
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (!channel->joined && is_wanted(channel))
            channel->join_at = session->now;
        else if (channel->joined && !is_wanted(channel))
            irc_send(session, SENDER_EVENT, channel->setting.name, "PART %s",
                     channel->setting.name);
    }
}

/* Joins the channels that are due, as far as the sender has room. */
static void join_due(struct irc_session *session, struct joins *joins, bool keyed)
{
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (session->now < channel->join_at || (*channel->setting.key != '\0') != keyed)
            continue;
        if (sender_waiting(session->sender, "") >= JOIN_LINES_WAITING) {
            channel->join_at = session->now + JOIN_PAUSE_MS;
            continue;
        }
        channel->barred = false;
        if (!channel->joined && is_wanted(channel))
            add_join(session, joins, channel);
        channel->join_at = IRC_NEVER;
    }
}

/* JOIN lists keys in the order of the channels, so channels with a key come first. */
void irc_channels_tick(struct irc_session *session)
{
    struct joins joins;
    if (session->registration.stage != IRC_STAGE_READY)
        return;
    clear_joins(&joins);
    join_due(session, &joins, true);
    join_due(session, &joins, false);
    send_joins(session, &joins);
}

int64_t irc_channels_deadline(const struct irc_session *session)
{
    int64_t soonest = IRC_NEVER;
    if (session->registration.stage != IRC_STAGE_READY)
        return IRC_NEVER;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (channel->join_at < soonest)
            soonest = channel->join_at;
    }
    return soonest;
}

/* Forgets who is in a channel that we are no longer in, and tells the listener. */
static void close_channel(struct irc_session *session, struct irc_channel *channel)
{
    struct irc_member *member, *next;
    bool opened = channel->opened;
    channel->joined = channel->opened = false;
    sender_drop_target(session->sender, channel->key);
    for (member = channel->members; member; member = next) {
        next = member->hh.next;
        struct irc_person *person = member->person;
        irc_members_remove(&channel->members, person);
        irc_person_out_of_sight(session, person);
    }
    if (opened)
        session->listener.place_closed(session->listener.context, session->network, channel->key);
    if (!channel->configured && !channel->invited && !channel->barred)
        remove_channel(session, channel);
}

/* Our own JOIN. */
static void enter(struct irc_session *session, const struct irc_line *line)
{
    const char *name = line->parameters[0];
    struct irc_channel *channel = irc_channel_find(session, name);
    if (!channel || !is_wanted(channel)) {
        log_info("irc.unwanted_channel", "network", session->network, "channel", name);
        irc_send(session, SENDER_EVENT, "", "PART %s", name);
        return;
    }
    /* We were gone without knowing: nobody we knew there need be there still. */
    if (channel->joined)
        close_channel(session, channel);
    struct text written = TEXT_IN(channel->setting.name);
    text_add(&written, name);
    channel->joined = true;
    channel->refused = false;
    channel->colourless = false;
    channel->coloured_count = 0;
    channel->join_at = IRC_NEVER;
    channel->joined_wall = irc_line_time(line);
    if (channel->joined_wall == 0)
        channel->joined_wall = irc_session_wall(session) - IRC_CLOCK_SKEW_MS;
    /* Only +c matters, and only with colours; each line saved makes joining faster. */
    if (session->settings->colours && channel->setting.colours)
        irc_send(session, SENDER_EVENT, name, "MODE %s", name);
    if (session->support.whox)
        irc_send(session, SENDER_EVENT, name, "WHO %s %%tcuhnfa,152", name);
    else
        irc_send(session, SENDER_EVENT, name, "WHO %s", name);
}

void irc_on_join(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = irc_person_of(session, line);
    if (!person)
        return;
    bool self = irc_session_is_self(session, person->nick);
    if (self) {
        struct irc_source source;
        if (irc_source_parse(line->source, &source) && *source.host) {
            memcpy(session->user, source.user, sizeof session->user);
            memcpy(session->host, source.host, sizeof session->host);
        }
        enter(session, line);
    }
    struct irc_channel *channel = irc_channel_find(session, line->parameters[0]);
    if (!channel || !channel->joined) {
        irc_person_out_of_sight(session, person);
        return;
    }
    if (!self && irc_members_find(channel->members, person)) {
        /* They were gone without a word, so they may be somebody else. */
        irc_person_lose(session, person);
        person = irc_person_of(session, line);
        if (!person)
            return;
    }
    irc_members_add(&channel->members, channel, person);
    if (irc_session_capable(session, IRC_CAP_EXTENDED_JOIN) && line->count >= 3) {
        const char *account = line->parameters[1];
        irc_person_account(session, person, strcmp(account, "*") == 0 ? NULL : account);
    }
    if (!self)
        irc_person_joined(session, channel, person, irc_batch_of(session, line) == IRC_BATCH_JOIN);
}

/* Asks for voice where we have none: many servers slow down users without it. */
static void ask_for_voice(struct irc_session *session, struct irc_channel *channel)
{
    struct irc_person *self = irc_people_find(&session->people, session->nick);
    struct irc_member *member = self ? irc_members_find(channel->members, self) : NULL;
    if (member && (member->ranks & irc_support_voice_ranks(&session->support)))
        return;
    irc_send_templates(session, &session->settings->on_join, channel->setting.name, "{channel}",
                       channel->setting.name);
}

void irc_on_end_of_names(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (!channel || !channel->joined || channel->opened)
        return;
    channel->opened = true;
    ask_for_voice(session, channel);
    log_info("irc.joined", "network", session->network, "channel", channel->key);
    session->listener.place_opened(session->listener.context, session->network, channel->key);
}

/* We were removed from the channel: its table is paused, and `rejoin` says whether we come back. */
static void bar(struct irc_session *session, struct irc_channel *channel, const char *reason)
{
    log_warning("irc.removed", "network", session->network, "channel", channel->key, "reason",
                reason);
    channel->barred = true;
    channel->join_at = IRC_NEVER;
    if (channel->invited)
        session->listener.place_invited(session->listener.context, session->network, channel->key,
                                        false);
    if (channel->setting.rejoin == IRC_REJOIN_ONCE && !channel->returned) {
        channel->returned = true;
        channel->join_at = session->now + session->settings->rejoin_after;
    }
    close_channel(session, channel);
}

void irc_on_part(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = irc_person_of(session, line);
    struct irc_channel *channel = irc_channel_find(session, line->parameters[0]);
    if (!person)
        return;
    if (!channel || !channel->joined) {
        irc_person_out_of_sight(session, person);
    } else if (!irc_session_is_self(session, person->nick)) {
        irc_person_left(session, channel, person);
    } else if (is_wanted(channel)) {
        bar(session, channel, "made to part");
    } else {
        close_channel(session, channel);
    }
}

void irc_on_kick(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[0]);
    struct irc_person *person = irc_people_find(&session->people, line->parameters[1]);
    if (!channel || !channel->joined)
        return;
    if (irc_session_is_self(session, line->parameters[1]))
        bar(session, channel, irc_line_last(line));
    else if (person)
        irc_person_left(session, channel, person);
}

static void set_rank(struct irc_session *session, struct irc_channel *channel, const char *nick,
                     uint32_t rank, bool on)
{
    struct irc_person *person = irc_people_find(&session->people, nick);
    struct irc_member *member = person ? irc_members_find(channel->members, person) : NULL;
    if (!member)
        return;
    member->ranks = on ? member->ranks | rank : member->ranks & ~rank;
}

static void set_key(struct irc_channel *channel, const char *key, bool on)
{
    /* Servers show "*" to those who may not see the key. */
    if (strcmp(key, "*") == 0 || strchr(key, ',') || strlen(key) >= sizeof channel->setting.key)
        return;
    struct text text = TEXT_IN(channel->setting.key);
    text_add(&text, on ? key : "");
}

static void apply_modes(struct irc_session *session, struct irc_channel *channel,
                        const struct irc_line *line, size_t at)
{
    bool on = true;
    const char *modes = irc_line_parameter(line, at++);
    for (; *modes; modes++) {
        if (*modes == '+' || *modes == '-') {
            on = *modes == '+';
            continue;
        }
        bool takes = irc_support_mode_has_parameter(&session->support, *modes, on);
        const char *parameter = takes ? irc_line_parameter(line, at++) : "";
        uint32_t rank = irc_support_rank_of_mode(&session->support, *modes);
        if (rank)
            set_rank(session, channel, parameter, rank, on);
        else if (*modes == 'k' && *parameter)
            set_key(channel, parameter, on);
        else if (*modes == 'c' && !takes)
            channel->colourless = on;
    }
}

void irc_on_channel_mode(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[0]);
    if (channel && channel->joined)
        apply_modes(session, channel, line, 1);
}

void irc_on_channel_modes(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (channel && channel->joined)
        apply_modes(session, channel, line, 2);
}

/* Whether another attempt may succeed later. */
static bool refusal_passes(unsigned numeric)
{
    return numeric == LIBIRC_RFC_ERR_CHANNELISFULL || numeric == LIBIRC_RFC_ERR_UNAVAILRESOURCE ||
           numeric == IRC_ERR_NEEDREGGEDNICK || numeric == IRC_ERR_THROTTLE;
}

void irc_on_join_refused(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (!channel)
        return;
    if (channel->joined) {
        log_warning("irc.channel_refuses", "network", session->network, "channel", channel->key,
                    "reason", irc_line_last(line));
        return;
    }
    if (!channel->refused)
        log_warning("irc.join_refused", "network", session->network, "channel", channel->key,
                    "code", line->command, "reason", irc_line_last(line));
    channel->refused = true;
    if (refusal_passes(line->numeric) && is_wanted(channel))
        channel->join_at = session->now + session->settings->join_retry;
}

/* The JOIN that follows names the other channel, which is left like any channel that we did not ask
 * for. */
void irc_on_forwarded(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (channel && !channel->refused)
        log_warning("irc.join_forwarded", "network", session->network, "channel", channel->key,
                    "to", line->parameters[2]);
    if (channel)
        channel->refused = true;
}

void irc_channels_return(struct irc_session *session, const char *place)
{
    struct irc_channel *channel = irc_channel_take(session, place);
    if (!channel || channel->joined)
        return;
    channel->invited = true;
    if (session->registration.stage == IRC_STAGE_READY)
        channel->join_at = session->now;
}
