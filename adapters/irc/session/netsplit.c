#include "adapters/irc/session/netsplit.h"

#include <string.h>

/* "irc.example.net" or "*.net": letters, digits, '-', '_', '*' and at least one inner dot. */
static bool is_server(const char *name, size_t length)
{
    bool dotted = false;
    for (size_t i = 0; i < length; i++) {
        char letter = name[i];
        if (letter == '.') {
            if (i == 0 || i + 1 == length || name[i - 1] == '.')
                return false;
            dotted = true;
        } else if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                     (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' ||
                     letter == '*')) {
            return false;
        }
    }
    return dotted;
}

bool irc_netsplit_reason(const char *reason)
{
    const char *blank = strchr(reason, ' ');
    return blank && is_server(reason, (size_t)(blank - reason)) &&
           is_server(blank + 1, strlen(blank + 1));
}

void irc_missing_add(struct irc_missing *missing, const char *identity, int64_t until)
{
    size_t length = strlen(identity);
    if (length >= IDENTITY_MAX)
        return;
    int slot = missing->next;
    for (int i = 0; i < IRC_MISSING_MAX; i++)
        if (strcmp(missing->people[i].identity, identity) == 0)
            slot = i;
    if (slot == missing->next)
        missing->next = (missing->next + 1) % IRC_MISSING_MAX;
    memcpy(missing->people[slot].identity, identity, length + 1);
    missing->people[slot].until = until;
}

bool irc_missing_has(const struct irc_missing *missing, const char *identity, int64_t now)
{
    for (int i = 0; i < IRC_MISSING_MAX; i++)
        if (now < missing->people[i].until && strcmp(missing->people[i].identity, identity) == 0)
            return true;
    return false;
}
