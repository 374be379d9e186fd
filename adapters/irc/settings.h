/* The settings of one IRC network. settings.c holds the table of keys with their defaults and
 * documentation. Durations are in milliseconds.
 */
#ifndef BELFRY_ADAPTERS_IRC_SETTINGS_H
#define BELFRY_ADAPTERS_IRC_SETTINGS_H

#include "bot/configuration/config.h"

enum irc_invites { IRC_INVITES_NOBODY, IRC_INVITES_ADMINS, IRC_INVITES_ANYONE };
enum irc_rejoin { IRC_REJOIN_NEVER, IRC_REJOIN_INVITE, IRC_REJOIN_ONCE };
enum irc_recovery {
    IRC_RECOVERY_NONE,
    IRC_RECOVERY_GHOST,
    IRC_RECOVERY_REGAIN,
    IRC_RECOVERY_RECOVER
};
enum irc_pace { IRC_PACE_LIBERA, IRC_PACE_INSPIRCD, IRC_PACE_OWN };

struct irc_settings {
    /* The server */
    char host[256];
    int64_t port;
    int verify; /* enum tls_verify */
    char authority_file[512];
    char pin[65];
    char certificate_file[512];
    char key_file[512];
    char bind_address[64];
    /* The bot */
    char nick[NAME_MAX_BYTES];
    struct config_list alternative_nicks;
    char user[32];
    char operator[128];
    char realname[256];
    char source[256];
    char umodes[32];
    char server_password[256];
    char account[NAME_MAX_BYTES];
    char password[1025];
    char services[128];
    int nick_recovery; /* enum irc_recovery */
    /* Channels */
    struct config_list channels;
    int invites; /* enum irc_invites */
    int64_t invited_most;
    int64_t invited_each;
    int64_t alone_after;
    int rejoin; /* enum irc_rejoin */
    struct config_list perform;
    struct config_list on_join;
    char botlist[256];
    /* People */
    char prefix[8];
    struct config_list admins;
    struct config_list admin_masks;
    struct config_list ignore;
    int64_t flood_commands;
    int64_t flood_window;
    int64_t flood_silence;
    /* Pace */
    int pace; /* enum irc_pace */
    int64_t burst;
    int64_t refill;
    int64_t bytes_per_line;
    /* Timers */
    int64_t connect_timeout;
    int64_t registration_timeout;
    int64_t sasl_timeout;
    int64_t identify_wait;
    int64_t ping_after;
    int64_t ping_timeout;
    int64_t nick_retry;
    int64_t rejoin_after;
    int64_t join_retry;
    int64_t split_patience;
    int64_t account_recheck;
    int64_t reconnect_after;
    /* Switches, together so that there are no gaps between them */
    bool tls;
    bool sasl_required;
    bool login_without_tls;
    bool colours;
    bool break_names;
    bool operators_host;
};

extern const struct config_section irc_settings_section;

/* One entry of `channels`: "#channel [key] [prefix=?] [rejoin=once] [colours=off]
 * [break-names=on]".
 */
struct irc_channel_setting {
    char name[PLACE_MAX];
    char key[64];
    char prefix[8];
    int rejoin; /* enum irc_rejoin */
    bool colours;
    bool break_names;
};

/* Reads an entry; the network's settings fill what it leaves out. Returns NULL, or what is wrong
 * with the entry. */
const char *irc_channel_setting_read(const struct irc_settings *settings, const char *entry,
                                     struct irc_channel_setting *channel);

#endif
