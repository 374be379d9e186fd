#include "adapters/irc/protocol/sts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/protocol/casemap.h"

void irc_sts_key(const char *host, struct text *key)
{
    text_add(key, "sts ");
    for (; *host; host++)
        text_add_char(key, irc_casemap_fold_char(IRC_CASEMAP_ASCII, *host));
}

void irc_sts_print(const struct irc_sts *policy, struct text *text)
{
    text_add_format(text, "%u %" PRId64 " %" PRId64, policy->port, policy->lasting, policy->until);
}

/* Reads a number of at most 18 digits and what separates it from the next. False: there is none. */
static bool take_number(const char **text, int64_t *number)
{
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 18)
        return false;
    *number = strtoll(*text, NULL, 10);
    *text += digits;
    *text += **text == ' ';
    return true;
}

bool irc_sts_parse(const char *text, struct irc_sts *policy)
{
    int64_t port, lasting, until;
    if (!take_number(&text, &port) || !take_number(&text, &lasting) ||
        !take_number(&text, &until) || *text != '\0')
        return false;
    if (port == 0 || port > UINT16_MAX || lasting == 0)
        return false;
    *policy = (struct irc_sts){.port = (uint16_t)port, .lasting = lasting, .until = until};
    return true;
}

uint16_t irc_sts_port(const struct irc_sts *policy, int64_t wall)
{
    return wall < policy->until ? policy->port : 0;
}

bool irc_sts_is_news(const struct irc_sts *kept, const struct irc_sts *heard)
{
    return kept->port != heard->port || kept->lasting != heard->lasting ||
           kept->until < heard->until - heard->lasting / 2;
}
