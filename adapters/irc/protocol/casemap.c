#include "adapters/irc/protocol/casemap.h"

#include <string.h>
#include <strings.h>

enum irc_casemap irc_casemap_parse(const char *name)
{
    if (strcasecmp(name, "ascii") == 0)
        return IRC_CASEMAP_ASCII;
    if (strcasecmp(name, "rfc1459-strict") == 0 || strcasecmp(name, "strict-rfc1459") == 0)
        return IRC_CASEMAP_STRICT;
    return IRC_CASEMAP_RFC1459;
}

char irc_casemap_fold_char(enum irc_casemap map, char character)
{
    char last = map == IRC_CASEMAP_ASCII ? 'Z' : map == IRC_CASEMAP_STRICT ? ']' : '^';
    return character >= 'A' && character <= last ? (char)(character + 32) : character;
}

bool irc_casemap_fold(enum irc_casemap map, const char *string, char *folded, size_t size)
{
    size_t length = strlen(string);
    if (length >= size) {
        folded[0] = '\0';
        return false;
    }
    for (size_t i = 0; i < length; i++)
        folded[i] = irc_casemap_fold_char(map, string[i]);
    folded[length] = '\0';
    return true;
}

bool irc_casemap_same(enum irc_casemap map, const char *one, const char *other)
{
    while (*one && irc_casemap_fold_char(map, *one) == irc_casemap_fold_char(map, *other)) {
        one++;
        other++;
    }
    return irc_casemap_fold_char(map, *one) == irc_casemap_fold_char(map, *other);
}

bool irc_casemap_matches(enum irc_casemap map, const char *mask, const char *string)
{
    const char *star = NULL, *resume = NULL;
    while (*string) {
        if (*mask == '*') {
            star = mask++;
            resume = string;
        } else if (*mask && (*mask == '?' || irc_casemap_fold_char(map, *mask) ==
                                                 irc_casemap_fold_char(map, *string))) {
            mask++;
            string++;
        } else if (star) {
            mask = star + 1;
            string = ++resume;
        } else {
            return false;
        }
    }
    while (*mask == '*')
        mask++;
    return *mask == '\0';
}
