/* What the bot says: turns texts into wire lines for the sender. */
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

enum {
    SAID_LINES_MAX = 40, /* of one text; a sender holds 20 for a target */
    /* Assumed lengths until the server shows us our own mask: the longest host of RFC 2812 and the
       longest user name of any server. */
    USER_ASSUMED = 11,
    HOST_ASSUMED = 63
};

/* Bytes of the ":nick!user@host " that the server puts before our lines. */
static size_t own_mask_length(const struct irc_session *session)
{
    size_t user = *session->user ? strlen(session->user) : USER_ASSUMED;
    size_t host = *session->host ? strlen(session->host) : HOST_ASSUMED;
    return strlen(session->nick) + user + host + 4;
}

/* People who see a picture and must not be highlighted by it. */
struct audience {
    const struct irc_session *session;
    const struct irc_channel *channel;
    const struct outbound *outbound;
};

struct speech {
    char lines[SAID_LINES_MAX][SENDER_LINE_MAX + 1];
    const char *pointers[SAID_LINES_MAX];
    size_t count;
    bool cut;                  /* there was more */
    struct audience *audience; /* whose names are broken up; NULL: nobody's */
};

static bool is_called(const struct outbound *outbound, const char *identity)
{
    for (size_t i = 0; i < outbound->call_count; i++)
        if (strcmp(outbound->calls[i], identity) == 0)
            return true;
    return false;
}

static bool is_spared(void *context, const char *word)
{
    const struct audience *audience = context;
    const struct irc_people *people = &audience->session->people;
    const struct irc_person *person = irc_people_find(people, word);
    char identity[IDENTITY_MAX];
    if (!person || !irc_members_find(audience->channel->members, person))
        return false;
    return !irc_person_identity(people, person, identity) ||
           !is_called(audience->outbound, identity);
}

static bool breaks_names(const struct audience *audience)
{
    return audience->outbound->kind == OUTBOUND_PICTURE && audience->channel &&
           audience->channel->setting.break_names;
}

/* Adds one line of the text as one or more wire lines, each of them `lead` and at most `room`
 * bytes. */
static void add_line(struct speech *speech, const char *lead, size_t room, const char *raw,
                     size_t length)
{
    char sendable[INBOUND_TEXT_MAX * 2], broken[INBOUND_TEXT_MAX * 4], piece[SENDER_LINE_MAX + 1];
    struct text text = TEXT_IN(sendable), unnamed = TEXT_IN(broken), part = TEXT_IN(piece);
    irc_markup_sendable(raw, length, &text);
    /* An empty line must remain a line. */
    if (text.length == 0)
        text_add(&text, " ");
    if (speech->audience)
        irc_markup_break_names(sendable, is_spared, speech->audience, &unnamed);
    speech->cut |= text.truncated || unnamed.truncated;
    struct irc_split split = {.rest = speech->audience ? broken : sendable};
    while (irc_split_next(&split, room, &part)) {
        if (speech->count == SAID_LINES_MAX) {
            speech->cut = true;
            return;
        }
        struct text line = TEXT_IN(speech->lines[speech->count]);
        text_add(&line, lead);
        text_add(&line, part.length > 0 ? piece : " ");
        speech->pointers[speech->count] = speech->lines[speech->count];
        speech->count++;
    }
}

/* `shown`: the length of `lead` as others see it, which may differ from what we send. */
static void speak(struct irc_session *session, const struct outbound *outbound, const char *lead,
                  size_t shown, enum sender_priority priority, const char *target)
{
    struct audience audience = {session, irc_channel_find(session, target), outbound};
    struct speech speech = {.count = 0, .audience = breaks_names(&audience) ? &audience : NULL};
    size_t used = own_mask_length(session) + shown;
    if (used < strlen(lead))
        used = strlen(lead);
    size_t room = used + 40 < IRC_LINE_MAX ? IRC_LINE_MAX - used : 40;
    for (const char *line = outbound->text;;) {
        size_t length = strcspn(line, "\n");
        /* A line end at the end of the text adds no empty line. */
        if (length == 0 && line[0] == '\0' && line != outbound->text)
            break;
        add_line(&speech, lead, room, line, length);
        if (line[length] == '\0')
            break;
        line += length + 1;
    }
    if (speech.cut)
        log_warning("irc.text_cut", "network", session->network, "target", target);
    uint64_t replaces = outbound->kind == OUTBOUND_PICTURE ? outbound->table : 0;
    irc_send_lines(session, priority, target, replaces, speech.pointers, speech.count);
}

static void say_in_channel(struct irc_session *session, const struct outbound *outbound)
{
    struct irc_channel *channel = irc_channel_find(session, outbound->place);
    if (!channel || !channel->joined)
        return;
    char lead[PLACE_MAX + 16];
    struct text text = TEXT_IN(lead);
    text_add(&text, "PRIVMSG ");
    text_add(&text, channel->setting.name);
    text_add(&text, " :");
    speak(session, outbound, lead, text.length,
          outbound->kind == OUTBOUND_PICTURE ? SENDER_PICTURE : SENDER_EVENT,
          channel->setting.name);
}

/* A channel that the person is in and where we have voice or more. A private message that names it
 * (CPRIVMSG) is exempt from the server's limits. */
static const struct irc_channel *shared_with_voice(const struct irc_session *session,
                                                   const struct irc_person *person)
{
    struct irc_person *self = irc_people_find(&session->people, session->nick);
    uint32_t voiced = irc_support_voice_ranks(&session->support);
    if (!self)
        return NULL;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        struct irc_member *ours = irc_members_find(channel->members, self);
        if (ours && (ours->ranks & voiced) && irc_members_find(channel->members, person))
            return channel;
    }
    return NULL;
}

static void say_in_private(struct irc_session *session, const struct outbound *outbound)
{
    struct irc_person *person = irc_people_holder(&session->people, outbound->identity);
    if (!person) {
        irc_unreachable_add(session, outbound->identity);
        return;
    }
    bool asked_in_channel = outbound->place && *outbound->place;
    bool notice = outbound->quiet || (outbound->kind == OUTBOUND_ANSWER && asked_in_channel);
    const char *verb = notice ? "NOTICE" : "PRIVMSG";
    size_t shown = strlen(verb) + strlen(person->nick) + 3;
    const struct irc_channel *channel =
        (notice ? session->support.private_notice : session->support.private_message)
            ? shared_with_voice(session, person)
            : NULL;
    char lead[PLACE_MAX + 100];
    struct text text = TEXT_IN(lead);
    if (channel)
        text_add_format(&text, "C%s %s %s :", verb, person->nick, channel->setting.name);
    else
        text_add_format(&text, "%s %s :", verb, person->nick);
    irc_private_remember(session, person, outbound->identity);
    speak(session, outbound, lead, shown,
          outbound->kind == OUTBOUND_HELP ? SENDER_PICTURE : SENDER_ANSWER, person->nick);
}

void irc_session_say(struct irc_session *session, const struct outbound *outbound, int64_t now)
{
    session->now = now;
    if (session->registration.stage != IRC_STAGE_READY || session->quitting) {
        session->past.dropped++;
        return;
    }
    if (outbound->kind == OUTBOUND_EVENT || outbound->kind == OUTBOUND_PICTURE) {
        if (outbound->place && *outbound->place)
            say_in_channel(session, outbound);
        else if (outbound->identity)
            say_in_private(session, outbound);
    } else if (outbound->identity) {
        say_in_private(session, outbound);
    }
}

/* The channel that a line is sent to, or NULL. */
static struct irc_channel *channel_of_line(const struct irc_session *session, const char *line)
{
    char name[PLACE_MAX];
    struct text text = TEXT_IN(name);
    if (strncmp(line, "PRIVMSG ", 8) != 0)
        return NULL;
    text_add_bytes(&text, line + 8, strcspn(line + 8, " "));
    return text.truncated ? NULL : irc_channel_find(session, name);
}

struct private_line {
    char verb[16], nick[64];
    const char *text; /* with the colon before it */
};

/* False when the line is not a private message. */
static bool private_line_parse(const struct irc_session *session, const char *line,
                               struct private_line *parts)
{
    size_t verb_length = strcspn(line, " ");
    const char *nick = line + verb_length + (line[verb_length] == ' ');
    size_t nick_length = strcspn(nick, " ");
    struct text verb = TEXT_IN(parts->verb), name = TEXT_IN(parts->nick);
    text_add_bytes(&verb, line, verb_length);
    text_add_bytes(&name, nick, nick_length);
    parts->text = nick + nick_length;
    return strncmp(parts->text, " :", 2) == 0 && !verb.truncated && !name.truncated &&
           !irc_support_channel(&session->support, parts->nick);
}

static int64_t targets_of(const struct irc_session *session, const char *verb)
{
    if (strcmp(verb, "PRIVMSG") == 0)
        return session->support.message_targets;
    return strcmp(verb, "NOTICE") == 0 ? session->support.notice_targets : 1;
}

/* Whether this person is to get the same line next, which then counts as sent to them. */
static bool takes_part(struct irc_session *session, const struct private_line *parts,
                       const struct irc_person *person)
{
    char buffer[SENDER_LINE_MAX + 1];
    struct text same = TEXT_IN(buffer);
    text_add_format(&same, "%s %s%s", parts->verb, person->nick, parts->text);
    return !same.truncated && sender_take_same(session->sender, person->key, buffer);
}

/* Merges the line with those of others who are to get the same text next, as far as the server
 * allows. */
static const char *share_private(struct irc_session *session, const char *line)
{
    struct private_line parts;
    if (!private_line_parse(session, line, &parts))
        return line;
    int64_t room = targets_of(session, parts.verb) - 1;
    if (room <= 0)
        return line;
    struct text shared = TEXT_IN(session->line);
    text_add_format(&shared, "%s %s", parts.verb, parts.nick);
    for (size_t i = 0; i < IRC_PRIVATE_MAX && room > 0; i++) {
        const struct irc_person *person =
            irc_people_find(&session->people, session->privates[i].key);
        if (!person || irc_casemap_same(session->support.casemap, person->nick, parts.nick) ||
            shared.length + 1 + strlen(person->nick) + strlen(parts.text) > SENDER_LINE_MAX ||
            !takes_part(session, &parts, person))
            continue;
        text_add_format(&shared, ",%s", person->nick);
        room--;
    }
    text_add(&shared, parts.text);
    return session->line;
}

const char *irc_session_next_line(struct irc_session *session, int64_t now, int64_t *wait)
{
    session->now = now;
    *wait = -1;
    if (!session->sender)
        return NULL;
    const char *line = sender_next(session->sender, now, wait);
    struct irc_channel *channel = line ? channel_of_line(session, line) : NULL;
    if (line && !channel)
        return share_private(session, line);
    if (!line || !irc_markup_present(line))
        return line;
    if (!channel->colourless) {
        irc_coloured_remember(session, channel, line);
        return line;
    }
    struct text plain = TEXT_IN(session->line);
    irc_markup_plain(line, &plain);
    return session->line;
}
