/* What the bot says: turns texts into wire lines for the sender. */
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

enum {
    SAID_LINES_MAX = 40, /* of one text; a sender holds 20 for a target */
    /* Assumed lengths until the server shows us our own mask: the longest host of RFC 2812 and the
       longest user name of any server. */
    USER_ASSUMED = 11,
    HOST_ASSUMED = 63,
    /* A picture that nobody asked for is said in brief unless it can be out this soon: hands and
     * the next moves come behind it, and none of them should be older than six seconds. */
    PICTURE_DELAY_MOST_MS = 3000
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
    if (!person || !irc_members_find(audience->channel->members, person))
        return false;
    return !is_called(audience->outbound, person->identity);
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
    if (strspn(sendable, " ") == text.length)
        return; /* a line is paid for, so none is sent that says nothing */
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
        text_add(&line, piece);
        speech->pointers[speech->count] = speech->lines[speech->count];
        speech->count++;
    }
}

static enum sender_priority priority_of(const struct outbound *outbound)
{
    if (outbound->guest)
        return SENDER_GUEST;
    switch (outbound->kind) {
    case OUTBOUND_EVENT:
        return SENDER_EVENT;
    case OUTBOUND_PICTURE:
    case OUTBOUND_HELP:
        return SENDER_PICTURE;
    default:
        return SENDER_ANSWER;
    }
}

/* The key of what replaces it while it is unsent: a picture has one of its table, and so have the
 * lines about who sits there. */
static uint64_t replaces_of(const struct outbound *outbound)
{
    if (outbound->table == 0 || (outbound->kind != OUTBOUND_PICTURE && !outbound->lobby))
        return 0;
    return outbound->table * 2 + outbound->lobby;
}

/* Joins the lines of a narration: each would cost a part of the pace. */
static const char *text_of(const struct outbound *outbound, struct text *joined)
{
    if (!outbound->narration)
        return outbound->text;
    for (const char *line = outbound->text; *line != '\0'; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        if (length > 0)
            text_separate(joined, " ");
        text_add_bytes(joined, line, length);
        line += length;
    }
    return joined->bytes;
}

static void add_text(struct speech *speech, const char *lead, size_t room, const char *text)
{
    for (const char *line = text;;) {
        size_t length = strcspn(line, "\n");
        /* A line end at the end of the text adds no empty line. */
        if (length == 0 && line[0] == '\0' && line != text)
            return;
        add_line(speech, lead, room, line, length);
        if (line[length] == '\0')
            return;
        line += length + 1;
    }
}

static bool comes_late(const struct irc_session *session, const struct speech *speech)
{
    return sender_delay(session->sender, session->now, speech->pointers, speech->count) >
           PICTURE_DELAY_MOST_MS;
}

/* `shown`: the length of `lead` as others see it, which may differ from what we send. */
static void speak(struct irc_session *session, const struct outbound *outbound, const char *lead,
                  size_t shown, const char *target)
{
    struct audience audience = {session, irc_channel_find(session, target), outbound};
    struct speech speech = {.count = 0, .audience = breaks_names(&audience) ? &audience : NULL};
    size_t used = own_mask_length(session) + shown;
    if (used < strlen(lead))
        used = strlen(lead);
    size_t most = session->support.line_length;
    size_t room = used + 40 < most ? most - used : 40;
    char buffer[INBOUND_TEXT_MAX * 2];
    struct text joined = TEXT_IN(buffer);
    add_text(&speech, lead, room, text_of(outbound, &joined));
    if (outbound->brief && comes_late(session, &speech)) {
        speech.count = 0;
        add_text(&speech, lead, room, outbound->brief);
    }
    if (speech.cut || joined.truncated)
        log_warning("irc.text_cut", "network", session->network, "target", target);
    const struct sender_joint joint = {
        .key = outbound->table, .lead = strlen(lead), .most = strlen(lead) + room};
    if (speech.count == 1 && outbound->narration && !outbound->lobby && outbound->table != 0)
        irc_send_sentences(session, target, &joint, speech.pointers[0]);
    else if (speech.count > 0)
        irc_send_lines(session, priority_of(outbound), target, replaces_of(outbound),
                       speech.pointers, speech.count);
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
    speak(session, outbound, lead, text.length, channel->setting.name);
}

/* The channel where a request was typed; "": in private, long ago, or never. */
static const char *asked_where(const struct irc_session *session, uint64_t request)
{
    bool recent = request != 0 && session->requests - request < IRC_PRIVATE_MAX;
    return recent ? session->asked[request % IRC_PRIVATE_MAX] : "";
}

/* Until the line goes they may take a longer nick. */
static size_t longest_nick(const struct irc_session *session, const struct irc_person *person)
{
    size_t now = strlen(person->nick), most = (size_t)session->support.nick_length;
    return most > now && most < sizeof person->nick ? most : now;
}

static void say_in_private(struct irc_session *session, const struct outbound *outbound)
{
    struct irc_person *person = irc_person_meant(session, outbound->identity);
    if (!person) {
        irc_unreachable_add(session, outbound->identity);
        if (outbound->request != 0) /* they left before their own command was answered */
            irc_owed_add(session, outbound->identity);
        return;
    }
    bool asked_in_channel = outbound->place && *outbound->place;
    bool notice = outbound->quiet || (outbound->kind == OUTBOUND_ANSWER && asked_in_channel);
    const char *verb = notice ? "NOTICE" : "PRIVMSG";
    char lead[64], target[IRC_ADDRESS_BYTES];
    struct text text = TEXT_IN(lead);
    irc_address(person, verb, &text);
    text_add(&text, " :");
    irc_recipient_add(session, person, asked_where(session, outbound->request));
    speak(session, outbound, lead, strlen(verb) + longest_nick(session, person) + 3,
          irc_address_target(person, target));
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

bool irc_session_next_is_private(const struct irc_session *session)
{
    const char *next = session->sender ? sender_peek(session->sender) : NULL;
    return next && irc_address_is_waiting(next);
}

const char *irc_session_next_line(struct irc_session *session, int64_t now, int64_t *wait)
{
    const char *queued, *line = NULL;
    session->now = now;
    *wait = -1;
    while (session->sender && !line && (queued = sender_next(session->sender, now, wait)))
        line = irc_address_write(session, queued);
    struct irc_channel *channel = line ? channel_of_line(session, line) : NULL;
    if (!channel || !irc_markup_present(line))
        return line;
    if (!channel->colourless) {
        irc_coloured_remember(session, channel, line);
        return line;
    }
    struct text plain = TEXT_IN(session->line);
    irc_markup_plain(line, &plain);
    return session->line;
}
