/* Private lines wait for a person and get a nick only when they go out.
 *
 * A line that waits has the person's number where the nick will be, after a mark that no other line
 * has there: "PRIVMSG \x0117 :text". Whoever takes the nick in the meantime is another person. When
 * the person is out of sight, WHOIS must first show that the nick is still theirs.
 */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/memory.h"

#define MARK '\x01'

void irc_address(const struct irc_person *person, const char *verb, struct text *out)
{
    text_add_format(out, "%s %c%llu", verb, MARK, (unsigned long long)person->number);
}

/* The sender's name for what waits for a person. No nick and no channel has a blank. */
static const char *target_of(const char *kind, const struct irc_person *person,
                             char target[IRC_ADDRESS_BYTES])
{
    struct text text = text_in(target, IRC_ADDRESS_BYTES);
    text_add_format(&text, "%s %llu", kind, (unsigned long long)person->number);
    return target;
}

const char *irc_address_target(const struct irc_person *person, char target[IRC_ADDRESS_BYTES])
{
    return target_of("person", person, target);
}

void irc_person_note_asked(const struct irc_session *session, struct irc_person *person)
{
    person->asked_at = session->now != 0 ? session->now : 1;
    person->asked_and_found = false;
}

void irc_address_ask(struct irc_session *session, struct irc_person *person,
                     enum sender_priority priority)
{
    char target[IRC_ADDRESS_BYTES], line[IRC_ADDRESS_BYTES];
    struct text text = TEXT_IN(line);
    irc_address(person, "WHOIS", &text);
    irc_send(session, priority, target_of("whois", person, target), "%s", line);
}

bool irc_person_in_sight(const struct irc_person *person)
{
    return person->memberships || (person->watched && person->online);
}

static bool is_proven(const struct irc_session *session, const struct irc_person *person)
{
    return irc_person_in_sight(person) ||
           (person->seen_at != 0 && session->now - person->seen_at < IRC_PROOF_MS);
}

/* -- Whom we wrote to -------------------------------------------------------------------------- */

static struct irc_recipient *find_recipient(struct irc_session *session, uint64_t number)
{
    for (size_t i = 0; i < IRC_PRIVATE_MAX; i++)
        if (session->recipients[i].person == number)
            return &session->recipients[i];
    return NULL;
}

void irc_recipient_add(struct irc_session *session, const struct irc_person *person,
                       const char *asked)
{
    struct irc_recipient *entry = find_recipient(session, person->number);
    if (!entry) {
        entry = &session->recipients[session->next_recipient];
        session->next_recipient = (session->next_recipient + 1) % IRC_PRIVATE_MAX;
        *entry = (struct irc_recipient){.person = person->number};
    }
    struct text identity = TEXT_IN(entry->identity), place = TEXT_IN(entry->asked);
    text_add(&identity, person->identity);
    text_add(&place, asked);
    irc_person_name(person, entry->name);
    entry->told = false;
}

struct irc_recipient *irc_recipient_named(struct irc_session *session, const char *nick)
{
    char key[64];
    if (!irc_casemap_fold(session->support.casemap, nick, key, sizeof key) || !*key)
        return NULL;
    for (size_t i = 0; i < IRC_PRIVATE_MAX; i++)
        if (strcmp(session->recipients[i].key, key) == 0)
            return &session->recipients[i];
    return NULL;
}

/* A line goes to that nick: a refusal that names it is about this person from now on. */
static void note_nick(struct irc_session *session, const struct irc_person *person)
{
    struct irc_recipient *before = irc_recipient_named(session, person->nick);
    struct irc_recipient *entry = find_recipient(session, person->number);
    if (before)
        before->key[0] = '\0';
    if (entry)
        memcpy(entry->key, person->key, sizeof entry->key);
}

/* -- What did not arrive ----------------------------------------------------------------------- */

static bool is_listed(char (*list)[IDENTITY_MAX], size_t count, const char *identity)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], identity) == 0)
            return true;
    return false;
}

void irc_unreachable_add(struct irc_session *session, const char *identity)
{
    if (session->unreachable_count == IRC_PRIVATE_MAX ||
        is_listed(session->unreachable, session->unreachable_count, identity))
        return;
    struct text text = TEXT_IN(session->unreachable[session->unreachable_count]);
    text_add(&text, identity);
    session->unreachable_count++;
}

void irc_owed_add(struct irc_session *session, const char *identity)
{
    if (is_listed(session->owed, IRC_PRIVATE_MAX, identity))
        return;
    struct text text = TEXT_IN(session->owed[session->next_owed]);
    text_add(&text, identity);
    session->next_owed = (session->next_owed + 1) % IRC_PRIVATE_MAX;
}

/* -- Lines whose recipient is in doubt --------------------------------------------------------- */

static bool is_doubted(const struct irc_session *session, const struct irc_person *person)
{
    for (size_t i = 0; i < session->doubted_count; i++)
        if (session->doubted[i].person == person->number)
            return true;
    return false;
}

/* Takes the oldest doubted line of a person; the caller frees it. NULL: there is none. */
static char *take_doubted(struct irc_session *session, const struct irc_person *person)
{
    for (size_t i = 0; i < session->doubted_count; i++) {
        if (session->doubted[i].person != person->number)
            continue;
        char *line = session->doubted[i].line;
        session->doubted_count--;
        memmove(session->doubted + i, session->doubted + i + 1,
                (session->doubted_count - i) * sizeof *session->doubted);
        return line;
    }
    return NULL;
}

static void write_question(const struct irc_person *person, struct text *out)
{
    text_add_format(out, "WHOIS %s", person->nick);
}

/* Keeps a line back. Writes the question to send instead, unless it was asked before. */
static void doubt(struct irc_session *session, struct irc_person *person, const char *line,
                  struct text *out)
{
    if (!is_doubted(session, person)) {
        irc_person_note_asked(session, person);
        write_question(person, out);
    }
    if (session->doubted_count == IRC_HELD_MAX) {
        irc_owed_add(session, person->identity);
        return;
    }
    session->doubted[session->doubted_count++] =
        (struct irc_doubted){person->number, memory_copy(line), session->now + IRC_HOLD_MS};
}

bool irc_address_settle(struct irc_session *session, const struct irc_person *person)
{
    char *line;
    if (!is_doubted(session, person))
        return true;
    if (!is_proven(session, person))
        return false;
    while ((line = take_doubted(session, person))) {
        irc_send(session, SENDER_URGENT, "", "%s", line);
        free(line);
    }
    return true;
}

struct irc_person *irc_address_overdue(const struct irc_session *session)
{
    for (size_t i = 0; i < session->doubted_count; i++)
        if (session->doubted[i].until <= session->now)
            return irc_people_numbered(&session->people, session->doubted[i].person);
    return NULL;
}

int64_t irc_address_deadline(const struct irc_session *session)
{
    /* The oldest is the first. */
    return session->doubted_count > 0 ? session->doubted[0].until : IRC_NEVER;
}

void irc_address_drop(struct irc_session *session, const struct irc_person *person)
{
    char target[IRC_ADDRESS_BYTES], *line;
    size_t lost = sender_drop_target(session->sender, irc_address_target(person, target));
    sender_drop_target(session->sender, target_of("whois", person, target));
    if (is_doubted(session, person))
        irc_unreachable_add(session, person->identity);
    for (; (line = take_doubted(session, person)); lost++)
        free(line);
    if (lost > 0)
        irc_owed_add(session, person->identity);
}

void irc_address_clear(struct irc_session *session)
{
    for (size_t i = 0; i < session->doubted_count; i++)
        free(session->doubted[i].line);
    session->doubted_count = session->unreachable_count = 0;
    memset(session->recipients, 0, sizeof session->recipients);
}

/* -- The nick ---------------------------------------------------------------------------------- */

/* A line that waits for a person, taken apart. */
struct addressed {
    char verb[16];
    uint64_t number;
    const char *rest; /* what follows the nick */
};

static bool addressed_parse(const char *line, struct addressed *parts)
{
    size_t length = strcspn(line, " ");
    struct text verb = TEXT_IN(parts->verb);
    char *end;
    text_add_bytes(&verb, line, length);
    if (verb.truncated || line[length] == '\0' || line[length + 1] != MARK)
        return false;
    parts->number = strtoull(line + length + 2, &end, 10);
    parts->rest = end;
    return true;
}

bool irc_address_is_waiting(const char *line)
{
    struct addressed parts;
    return addressed_parse(line, &parts);
}

/* A channel that the person is in and where we have voice or more. A private message that names it
 * (CPRIVMSG) is exempt from the server's limits. NULL: none, or the server has no such messages. */
static const struct irc_channel *voiced_channel(const struct irc_session *session, const char *verb,
                                                const struct irc_person *person)
{
    bool notice = strcmp(verb, "NOTICE") == 0;
    struct irc_person *self = irc_people_find(&session->people, session->nick);
    uint32_t voiced = irc_support_voice_ranks(&session->support);
    if (!self || !(notice ? session->support.private_notice : session->support.private_message))
        return NULL;
    for (struct irc_member *theirs = person->memberships; theirs; theirs = theirs->next) {
        struct irc_member *ours = irc_members_find(theirs->channel->members, self);
        if (ours && (ours->ranks & voiced))
            return theirs->channel;
    }
    return NULL;
}

/* Whether this person is to get the same line next, which then counts as sent to them. */
static bool takes_part(struct irc_session *session, const struct addressed *parts,
                       const struct irc_person *person)
{
    char buffer[SENDER_LINE_MAX + 1], target[IRC_ADDRESS_BYTES];
    struct text same = TEXT_IN(buffer);
    irc_address(person, parts->verb, &same);
    text_add(&same, parts->rest);
    return !same.truncated &&
           sender_take_same(session->sender, irc_address_target(person, target), buffer);
}

/* Adds the nicks of others who are to get the same text next, as far as the server allows. */
static void add_others(struct irc_session *session, const struct addressed *parts, struct text *out)
{
    bool notice = strcmp(parts->verb, "NOTICE") == 0;
    int64_t room =
        (notice ? session->support.notice_targets : session->support.message_targets) - 1;
    for (size_t i = 0; i < IRC_PRIVATE_MAX && room > 0; i++) {
        const struct irc_person *person =
            irc_people_numbered(&session->people, session->recipients[i].person);
        if (!person || person->number == parts->number || !is_proven(session, person) ||
            out->length + 1 + strlen(person->nick) + strlen(parts->rest) >
                session->support.line_length ||
            !takes_part(session, parts, person))
            continue;
        text_add_format(out, ",%s", person->nick);
        note_nick(session, person);
        room--;
    }
}

static void write_line(struct irc_session *session, const struct addressed *parts,
                       const struct irc_person *person, struct text *out)
{
    const struct irc_channel *channel = voiced_channel(session, parts->verb, person);
    note_nick(session, person);
    if (channel) {
        text_add_format(out, "C%s %s %s%s", parts->verb, person->nick, channel->setting.name,
                        parts->rest);
        if (!out->truncated)
            return;
        text_clear(out);
    }
    text_add_format(out, "%s %s", parts->verb, person->nick);
    add_others(session, parts, out);
    text_add(out, parts->rest);
}

const char *irc_address_write(struct irc_session *session, const char *line)
{
    struct addressed parts;
    struct text out = TEXT_IN(session->line);
    if (!addressed_parse(line, &parts))
        return line;
    struct irc_person *person = irc_people_numbered(&session->people, parts.number);
    if (!person)
        return NULL;
    if (strcmp(parts.verb, "WHOIS") == 0)
        write_question(person, &out);
    else if (is_doubted(session, person) || !is_proven(session, person))
        doubt(session, person, line, &out);
    else
        write_line(session, &parts, person, &out);
    return out.length > 0 ? session->line : NULL;
}
