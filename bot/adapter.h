/* What a network offers to the bot, and what the bot offers to a network.
 *
 * An adapter translates: bytes of its network become `struct inbound`, `struct outbound` becomes
 * bytes. It knows no game, no table, no rule and no command; it includes no header of games/
 * but games/shared/text.h. Everything runs on the one event loop; no call blocks; a callback may be
 * made only from the loop, never from inside a call of the listener into the adapter.
 *
 * Strings in these structures belong to the caller and live as long as the call.
 */
#ifndef BELFRY_BOT_ADAPTER_H
#define BELFRY_BOT_ADAPTER_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "games/shared/text.h"

/* Longest strings in bytes, terminator included; longer ones are refused by the adapter. */
enum {
    NETWORK_NAME_MAX = 32, /* the network's name in the configuration */
    PLACE_MAX = 128,       /* a channel, folded as the network compares it */
    IDENTITY_MAX = 192,    /* see struct person */
    NAME_MAX_BYTES = 64,   /* what a person is called now */
    INBOUND_TEXT_MAX = 2048,
    CHOICES_MAX = 25,        /* of one message */
    CHOICE_LABEL_BYTES = 80, /* terminator included */
    CHOICE_COMMAND_BYTES = 80
};

enum person_rank {
    RANK_PLAYER,
    RANK_HOST,  /* channel operator */
    RANK_ADMIN, /* named in the configuration, by services account; who may manage the server */
    RANK_OWNER  /* of the bot: named in the configuration; decided by the host */
};

/* Who somebody is, as the network proves it. */
struct person {
    /* Stable key inside the network, compared byte by byte: "account:alice" where a services
     * account proves it, else "mask:alice!user@host" (folded). The console has "console:you". */
    const char *identity;
    const char *name; /* what people call him now, as it may be shown */
    enum person_rank rank;
};

/* One thing somebody typed. */
struct inbound {
    const char *network;
    struct person person;
    const char *place;  /* key of the channel; "" for a private message */
    const char *text;   /* without prefix and without formatting codes, valid UTF-8, no controls */
    bool addressed;     /* private, or after the bot's name: an unknown word deserves a hint */
    bool unseen;        /* nobody else can see what was typed, though `place` is a channel */
    uint64_t request;   /* answered by outbound.request, where a network needs it; else 0 */
    const char *locale; /* what the network says the person reads, "fr-CH"; NULL or "": unknown */
    /* The person's roles here as the network calls them, by number or name, one a line; NULL or "":
     * none. */
    const char *roles;
    /* A choice that was pressed (struct outbound_choice) instead of typed: the table that it was
     * made for, 0 for none or typed, and the line of its transcript at that time. */
    uint64_t table;
    uint32_t line;
};

/* Something to press in place of typing it. Networks without buttons leave choices out, so a text
 * never depends on them. */
struct outbound_choice {
    char label[CHOICE_LABEL_BYTES];
    char command[CHOICE_COMMAND_BYTES]; /* as it would be typed, without prefix */
    bool main;                          /* a move, or what most people want; the others only look */
    bool asks; /* pressed, it first asks for a text, which goes behind the command and a blank */
};

/* What a line is for; it decides its priority, its form and whether it may be replaced. */
enum outbound_kind {
    OUTBOUND_ANSWER, /* to the person who just typed, in private */
    OUTBOUND_HAND,   /* private cards of a person */
    OUTBOUND_EVENT,  /* what happened, to the place */
    /* The table, to the place: a newer one of the same table replaces it unsent. With table 0 it is
     * art of no live table. */
    OUTBOUND_PICTURE,
    OUTBOUND_HELP,  /* long texts, in private */
    OUTBOUND_PROMPT /* who must do what now, for solitary adapters alone: the terminal's prompt */
};

/* A file that goes along with a private text; only to networks that take files. */
struct outbound_file {
    const char *name;
    const char *bytes;
    size_t length;
};

struct outbound {
    enum outbound_kind kind;
    const char *network;
    const char *place;    /* where it is shown; for private kinds where it was asked, or "" */
    const char *identity; /* to whom, for ANSWER, HAND and HELP; NULL otherwise */
    const char *text;     /* lines separated by '\n', colours in the adapter's dialect */
    uint64_t table;       /* whose PICTURE it is; 0 when of no table */
    /* Of the inbound that it answers; 0 for none. Every message that goes to the person or to the
     * place of an inbound and that it caused carries its request: a move pressed in a channel is
     * answered by the EVENT there and by the HAND of who pressed. */
    uint64_t request;
    bool quiet; /* private kinds: the person prefers the network's form that does not ring */
    /* Where the table stands: line of its transcript, and the people who must act now (identities
     * of this network), who may be called by the network's own means. */
    uint32_t line;
    const char *const *calls;
    size_t call_count;
    const struct outbound_choice *choices;
    size_t choice_count;
    const struct outbound_file *file; /* NULL: none */
};

/* How an adapter writes colours; plain networks get none. */
enum dialect { DIALECT_PLAIN, DIALECT_MIRC, DIALECT_ANSI };

/* Why somebody is not there. */
enum leave_reason {
    LEFT_PLACE, /* left one channel, or was removed from it */
    LEFT_NETWORK,
    LEFT_IN_SPLIT /* servers lost each other: no line about it, patience */
};

/* What the bot wants to hear. The context comes back as given. */
struct adapter_listener {
    void *context;
    void (*received)(void *context, const struct inbound *inbound);
    /* What could complete a command that is being typed: at most CHOICES_MAX, the word being
     * completed is the last one of inbound->text ("" behind a blank). Returns how many. A choice's
     * command is the whole line as it would be then, its label what the completed part means to the
     * person. Changes nothing, says nothing. */
    size_t (*complete)(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX]);
    /* In place of received(): the first line over the limit of commands. The host says so once, in
     * private; the network does not hear this person for a while and drops what he types. */
    void (*flooding)(void *context, const struct inbound *inbound);
    /* Somebody's identity or name changed: a new nick, a login. `old_identity` may equal the new.
     */
    void (*renamed)(void *context, const char *network, const char *old_identity,
                    const struct person *now);
    /* `place` is "" with LEFT_NETWORK and LEFT_IN_SPLIT. */
    void (*left)(void *context, const char *network, const char *place, const char *identity,
                 enum leave_reason reason);
    /* `quietly`: after a split; seats return without a line. */
    void (*joined)(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly);
    /* The bot is in a place and may speak there (again). */
    void (*place_opened)(void *context, const char *network, const char *place);
    /* As place_closed, but for good as far as the network knows: the channel was deleted, the bot
     * was removed from its server or may not speak there any more. `why` is a catalog key that says
     * it without arguments, for example "discord.lost.deleted". Should the place come back all the
     * same, place_opened() follows. */
    void (*place_lost)(void *context, const char *network, const char *place, const char *why);
    /* What open_thread() led to: the table is shown in `thread` from now on. NULL: no thread could
     * be made; the table stays where it is. */
    void (*thread_opened)(void *context, const char *network, const char *place, uint64_t table,
                          const char *thread);
    /* Somebody invited the bot to a place (true), or it shall not go there by itself any more
     * (false): to be remembered over restarts, see adapter_class.join. */
    void (*place_invited)(void *context, const char *network, const char *place, bool invited);
    /* The bot was removed from a place, or lost the network: its tables rest. */
    void (*place_closed)(void *context, const char *network, const char *place);
    /* What a network must still know after a restart (the message that shows a table, a budget):
     * remembered with the next commit; a NULL value forgets. */
    void (*remember)(void *context, const char *network, const char *key, const char *value);
    /* False when there is none, or it does not fit; `value` is "" then. */
    bool (*recall)(void *context, const char *network, const char *key, char *value,
                   size_t value_size);
    /* Appends a message of the catalog that has no arguments, for what the adapter itself has to
     * say, in the language of `locale` ("fr-CH") if the catalog speaks it. */
    void (*phrase)(void *context, const char *locale, const char *key, struct text *out);
    /* What stands before commands in a place ("": in private), when people have set that by
     * command; NULL: as the adapter is configured. Valid until the next call of the listener. */
    const char *(*prefix)(void *context, const char *network, const char *place);
    /* A private message did not arrive. `how` is the network's way for the person to read it, as a
     * catalog key, for example "irc.undelivered.accept". */
    void (*undelivered)(void *context, const char *network, const char *identity, const char *how);
    /* The adapter can't go on and will not try again; `reason` is one clear line. */
    void (*failed)(void *context, const char *network, const char *reason);
    /* The person asked to end the program (console only). */
    void (*quit)(void *context);
};

struct config_section;

/* Why a network made a request wait or turned it away. */
enum adapter_limit {
    LIMIT_USER,   /* the bot's own */
    LIMIT_SHARED, /* of a place, whoever uses it up */
    LIMIT_GLOBAL,
    LIMIT_BLOCKED, /* by what stands before the network, without a word from the network itself */
    LIMIT_COUNT
};

/* What a network did since it was opened, and how it is now. */
struct adapter_counters {
    bool connected;      /* now: what is said there is heard */
    uint64_t sent;       /* lines or messages, as the network counts them */
    uint64_t superseded; /* never sent, because something newer took their place */
    uint64_t dropped;    /* never sent for any other reason */
    uint64_t waiting;    /* now, to be sent */
    /* Networks that are asked by requests; all 0 elsewhere. A request may take several tries. */
    uint64_t tries, repeated, failed;
    uint64_t limited[LIMIT_COUNT];
};

/* One adapter in the life of the process. */
struct adapter {
    const struct adapter_class *class;
    char network[NETWORK_NAME_MAX];
};

struct adapter_class {
    const char *type; /* the value of `type` in the configuration */
    /* One person alone in front of it: nothing said there is public, and messages cost nothing. */
    bool solitary;
    /* That person's identity, where the class is solitary. */
    const char *only_person;
    /* A place keeps one message that is edited and shows the table as it stands: it gets a PICTURE
     * after every change, once a turn of the loop. Choices are sent to such networks alone. */
    bool boards;
    /* So many lines of a long answer at once, the rest when asked for; 0: all of it. */
    unsigned page_lines;
    /* Private messages may carry a file. */
    bool files;
    /* The keys of a network of this type (bot/configuration/config.h) and the size of their block.
     */
    const struct config_section *settings;
    /* Starts a network. `settings` is the filled block and stays valid until closed or reloaded.
     * Returns NULL with one line in `error` (of `error_size` bytes) when it can't. */
    struct adapter *(*open)(uv_loop_t *loop, const char *network, const void *settings,
                            const struct adapter_listener *listener, char *error,
                            size_t error_size);
    void (*say)(struct adapter *adapter, const struct outbound *outbound);
    /* `asked`: people want colours there, whatever the configuration says; none where they can't be
     * shown. */
    enum dialect (*dialect)(const struct adapter *adapter, const char *place, bool asked);
    /* Goes to a place that people invited the bot to in an earlier life; NULL where there is no
     * such thing. place_opened() follows if it works. */
    void (*join)(struct adapter *adapter, const char *place);
    /* How many bytes of a place's key name the server that it belongs to, where one network has
     * several (a guild of Discord); NULL: the network is the server. */
    size_t (*server)(const char *place);
    /* The key of the place that somebody means who types `typed` ("#Chess", "<#123>", "123"), of
     * PLACE_MAX bytes; it need not be one that the bot is in. False: nobody writes a place like
     * that here. And what people read as its name, which find_place takes back. NULL: keys are
     * typed and shown as they are. */
    bool (*find_place)(const struct adapter *adapter, const char *typed, char place[PLACE_MAX]);
    void (*place_name)(const struct adapter *adapter, const char *place, char name[PLACE_MAX]);
    /* The channel that a thread belongs to: what is set there holds in the thread too. False: the
     * place is no thread. NULL: no threads here. */
    bool (*parent)(const struct adapter *adapter, const char *place, char parent[PLACE_MAX]);
    /* The bot is in the place and may speak there; NULL: place_opened() is all there is to know. */
    bool (*has_place)(const struct adapter *adapter, const char *place);
    /* Makes a thread under `place` for a table that was just opened there; thread_opened() follows,
     * later and from the loop. NULL: no threads here. */
    void (*open_thread)(struct adapter *adapter, const char *place, uint64_t table,
                        const char *title);
    /* What people call the bot here, as in "/msg NAME hand"; NULL: nothing to call. */
    const char *(*own_name)(const struct adapter *adapter);
    /* Gives back one command of a person's limit: it was a legal move, or a word for another bot.
     * NULL for networks without a limit of the adapter's own. */
    void (*forgive)(struct adapter *adapter, const char *identity);
    /* Fills `counters`, which is zero; NULL: it is always connected and counts nothing. */
    void (*counters)(const struct adapter *adapter, struct adapter_counters *counters);
    /* New settings while running. Takes what can be changed; writes the names of keys that need a
     * restart, separated by blanks, into `unchanged`. */
    void (*reload)(struct adapter *adapter, const void *settings, char *unchanged,
                   size_t unchanged_size);
    /* Says `farewell` where the network has a way for it, sends what is queued at priority, closes,
     * then calls `closed` from the loop; the adapter is gone after that. At most 2 seconds. */
    void (*close)(struct adapter *adapter, const char *farewell, void (*closed)(void *context),
                  void *context);
};

#endif
