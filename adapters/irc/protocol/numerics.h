/* Names of numerics. libircclient names those of RFC 2812; this adds later ones and those whose
 * meaning has changed.
 */
#ifndef BELFRY_ADAPTERS_IRC_PROTOCOL_NUMERICS_H
#define BELFRY_ADAPTERS_IRC_PROTOCOL_NUMERICS_H

#include <libirc_rfcnumeric.h>

enum irc_numeric {
    IRC_RPL_ISUPPORT = 5,
    IRC_RPL_WHOISACCOUNT = 330,
    IRC_RPL_WHOISBOT = 335,
    IRC_RPL_WHOSPCRPL = 354, /* a line of WHOX */
    IRC_RPL_VISIBLEHOST = 396,
    IRC_ERR_TOOMANYMESSAGES = 439, /* to people who do not know us */
    IRC_ERR_LINKCHANNEL = 470,     /* JOIN is forwarded to another channel */
    IRC_ERR_NEEDREGGEDNICK = 477,  /* a channel or a person requires us to be logged in */
    IRC_ERR_THROTTLE = 480,        /* too many JOINs */
    IRC_ERR_CANNOTSENDTOUSER = 531,
    IRC_ERR_TARGETCHANGE = 707, /* messages to too many people */
    IRC_ERR_TARGETUMODEG = 716, /* the person does not accept our messages */
    IRC_RPL_MONONLINE = 730,
    IRC_RPL_MONOFFLINE = 731,
    IRC_RPL_LOGGEDIN = 900,
    IRC_ERR_NICKLOCKED = 902,
    IRC_RPL_SASLSUCCESS = 903,
    IRC_ERR_SASLFAIL = 904,
    IRC_ERR_SASLTOOLONG = 905,
    IRC_ERR_SASLABORTED = 906,
    IRC_ERR_SASLALREADY = 907,
    IRC_RPL_SASLMECHS = 908
};

#endif
