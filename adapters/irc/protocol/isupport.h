/* What a server says about itself in numeric 005 (ISUPPORT): the tokens that the bot reads, with
 * defaults for those that are absent.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_ISUPPORT_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_ISUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/protocol/casemap.h"

enum { IRC_RANKS_MAX = 16 };

struct irc_support {
    enum irc_casemap casemap;
    char channel_types[16];                 /* first characters of channels */
    char rank_modes[IRC_RANKS_MAX + 1];     /* "ov": highest first */
    char rank_letters[IRC_RANKS_MAX + 1];   /* "@+", in the same order */
    char status_letters[IRC_RANKS_MAX + 1]; /* may precede a channel as a target */
    char channel_modes[4][64]; /* CHANMODES: lists; parameter always; only when set; never */
    char network[64];
    int64_t nick_length;
    size_t line_length;      /* bytes of a line without tags and line end */
    int64_t message_targets; /* in one PRIVMSG */
    int64_t notice_targets;  /* in one NOTICE */
    int64_t join_targets;    /* in one JOIN; 0: no limit */
    int64_t monitor;         /* nicks that may be watched; 0: no MONITOR; -1: no limit */
    char bot_mode;           /* user mode and WHO flag of bots, or '\0' */
    bool whox, private_message, private_notice;
};

void irc_support_init(struct irc_support *support);
/* One token: "NAME", "NAME=value" with \xHH in the value, or "-NAME", which takes it back. Ignores
 * unknown ones. */
void irc_support_take(struct irc_support *support, const char *token);

/* The channel in a target, without the letters of STATUSMSG before it; NULL when the target is no
 * channel. */
const char *irc_support_channel(const struct irc_support *support, const char *target);
/* The bit of a rank mode ('o') or a rank letter ('@'): 1 is the highest rank; 0: no rank. */
uint32_t irc_support_rank_of_mode(const struct irc_support *support, char mode);
uint32_t irc_support_rank_of_letter(const struct irc_support *support, char letter);
/* The bits of all ranks from operator or voice upwards. */
uint32_t irc_support_operator_ranks(const struct irc_support *support);
uint32_t irc_support_voice_ranks(const struct irc_support *support);
/* Whether a channel mode takes a parameter when it is set (or, without `set`, unset). */
bool irc_support_mode_has_parameter(const struct irc_support *support, char mode, bool set);

#endif
