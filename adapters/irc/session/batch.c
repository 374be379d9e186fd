/* Batches, which group lines (IRCv3 batch). */
#include <string.h>

#include "adapters/irc/session/session_private.h"

static enum irc_batch_kind kind_of(const char *type)
{
    if (strcmp(type, "netsplit") == 0)
        return IRC_BATCH_SPLIT;
    if (strcmp(type, "netjoin") == 0)
        return IRC_BATCH_JOIN;
    if (strcmp(type, "chathistory") == 0 || strstr(type, "playback") ||
        strcmp(type, "draft/chathistory-targets") == 0)
        return IRC_BATCH_PLAYBACK;
    return IRC_BATCH_OTHER;
}

static size_t find_batch(const struct irc_session *session, const char *reference)
{
    size_t i = 0;
    while (i < IRC_BATCHES_MAX && strcmp(session->batches[i].reference, reference) != 0)
        i++;
    return i;
}

enum irc_batch_kind irc_batch_of(const struct irc_session *session, const struct irc_line *line)
{
    char reference[64];
    if (!irc_line_tag(line, "batch", reference, sizeof reference) || !*reference)
        return IRC_BATCH_OTHER;
    size_t i = find_batch(session, reference);
    return i < IRC_BATCHES_MAX ? session->batches[i].kind : IRC_BATCH_OTHER;
}

void irc_on_batch(struct irc_session *session, const struct irc_line *line)
{
    const char *reference = line->parameters[0] + 1;
    bool begins = line->parameters[0][0] == '+';
    size_t i = find_batch(session, begins ? "" : reference);
    if (*line->parameters[0] == '\0' || *reference == '\0' || i == IRC_BATCHES_MAX ||
        strlen(reference) >= sizeof session->batches[i].reference)
        return;
    if (!begins) {
        session->batches[i].reference[0] = '\0';
        return;
    }
    /* A nested batch has the kind of the outer one, unless it has its own. */
    enum irc_batch_kind outer = irc_batch_of(session, line);
    enum irc_batch_kind kind = kind_of(irc_line_parameter(line, 1));
    session->batches[i].kind =
        kind == IRC_BATCH_OTHER || outer == IRC_BATCH_PLAYBACK ? outer : kind;
    memcpy(session->batches[i].reference, reference, strlen(reference) + 1);
}
