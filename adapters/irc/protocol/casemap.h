/* How a network compares nicks and channels (ISUPPORT CASEMAPPING), and masks with wildcards. */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_CASEMAP_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_CASEMAP_H

#include <stdbool.h>
#include <stddef.h>

enum irc_casemap {
    IRC_CASEMAP_RFC1459, /* A-Z and []\^ equal a-z and {}|~; the default */
    IRC_CASEMAP_STRICT,  /* without ^ and ~ */
    IRC_CASEMAP_ASCII    /* A-Z only */
};

/* "rfc1459", "rfc1459-strict", "strict-rfc1459", "ascii"; anything else counts as rfc1459. */
enum irc_casemap irc_casemap_parse(const char *name);

char irc_casemap_fold_char(enum irc_casemap map, char character);
/* `folded` may be `string` itself. False, with an empty text, when it does not fit. */
bool irc_casemap_fold(enum irc_casemap map, const char *string, char *folded, size_t size);
bool irc_casemap_same(enum irc_casemap map, const char *one, const char *other);
/* `mask` may hold * (any run of bytes) and ? (one byte). */
bool irc_casemap_matches(enum irc_casemap map, const char *mask, const char *string);

#endif
