/* What a network offers to the bot, and what the bot offers to a network.
 *
 * An adapter translates bytes of its network to `struct inbound`, and `struct outbound` to bytes.
 * It knows no game, no table, no rule and no command. Of games/ it includes only what is about
 * texts: games/shared/text.h, paint.h and canvas.h. Everything runs on the one event loop. No call
 * blocks. An adapter calls the listener only from the loop, never from inside a call into the
 * adapter.
 *
 * Strings in these structures belong to the caller and live as long as the call.
 */
#ifndef BELFRY_BOT_ADAPTER_H
#define BELFRY_BOT_ADAPTER_H

#include <stdbool.h>
#include <stdint.h>

#include "games/shared/text.h"

/* As in <uv.h>, which only adapters and bot/turn need. */
typedef struct uv_loop_s uv_loop_t;

/* Maximum lengths of strings in bytes, including the terminator; the adapter refuses longer ones.
 */
enum {
    NETWORK_NAME_MAX = 32, /* the network's name in the configuration */
    PLACE_MAX = 128,       /* a channel, folded as the network compares it */
    IDENTITY_MAX = 200,  /* see struct person: on IRC the longest names that are served need 197 */
    NAME_MAX_BYTES = 64, /* a person's current name */
    INBOUND_TEXT_MAX = 2048,
    CHOICES_MAX = 25,        /* per message */
    CHOICE_LABEL_BYTES = 80, /* including the terminator */
    CHOICE_COMMAND_BYTES = 80,
    ADAPTER_GENERATION_BYTES = 16,
    ADAPTER_LABEL_BYTES = NETWORK_NAME_MAX + 12
};

enum person_rank {
    RANK_PLAYER,
    RANK_MEMBER, /* has voice in the channel */
    RANK_HOST,   /* channel operator */
    RANK_ADMIN,  /* by services account in the configuration, or may manage the server */
    RANK_OWNER   /* of the bot, named in the configuration; the bot decides it, not the adapter */
};

/* A person, as the network proves who they are. */
struct person {
    /* A stable key inside the network, compared byte by byte: "account:alice" where a services
     * account proves it, else "mask:alice!user@host" (folded). The console has "console:you". */
    const char *identity;
    const char *name; /* their current name, safe to display */
    enum person_rank rank;
};

/* Whether somebody may read private threads that they were not let into, as moderators may. */
enum person_sight { SIGHT_UNKNOWN, SIGHT_OWN, SIGHT_ALL };

/* One line that somebody typed, or one button that they pressed. */
struct inbound {
    const char *network;
    struct person person;
    const char *place; /* key of the channel; "" for a private message */
    /* In private: the place of the conversation, where a table of this person alone can be shown.
     * NULL or "": none. The place is open while the person writes there. */
    const char *home;
    const char *text; /* without prefix, formatting codes and control characters; valid UTF-8 */
    bool addressed;   /* private, or after the bot's name: an unknown word gets a hint */
    bool unseen;      /* nobody else can see what was typed, though `place` is a channel */
    /* The network's name for this very line or press, which comes again when it is reported again,
     * perhaps to another process; it is applied once. NULL or "": none. */
    const char *event;
    uint64_t request;   /* outbound.request of the answers, where a network needs it; else 0 */
    const char *locale; /* the locale that the network reports for the person, "fr-CH"; NULL or "":
                           unknown */
    /* The person's roles here in the network's terms, by number or name, one per line; NULL or "":
     * none. */
    const char *roles;
    enum person_sight sight; /* of the place, its threads or its channel's */
    /* For a pressed button or a chosen completion (struct outbound_choice): the table that it was
     * made for, 0 for none or for typed lines, and the line of its transcript at that time. */
    uint64_t table;
    uint32_t line;
    /* In a completion: the argument that is being typed, where arguments have names; NULL: the
     * words before it tell. */
    const char *argument;
};

/* A button that replaces typing. Networks without buttons leave choices out, so a text never
 * depends on them. */
struct outbound_choice {
    char label[CHOICE_LABEL_BYTES];
    char command[CHOICE_COMMAND_BYTES]; /* as people would type it, without prefix */
    bool main; /* a move, or what most people want; the others only show something */
    bool move; /* one of a seat's moves, or leads to some: a menu may replace many */
    bool asks; /* first asks for a text, which is added after the command and a blank */
    /* For a completion that means something at one table only, such as a move: as in struct
     * inbound, where the network gives them back. 0: it is judged as if it had been typed. */
    uint64_t table;
    uint32_t line;
};

/* The purpose of a message; it decides its priority, its form and whether it may be replaced. */
enum outbound_kind {
    OUTBOUND_ANSWER, /* to the person who just typed, in private */
    OUTBOUND_HAND,   /* a person's private cards */
    OUTBOUND_EVENT,  /* what happened, to the place */
    /* The table, to the place: a newer one of the same table replaces it while it is unsent. With
     * table 0 it is a picture of no live table. */
    OUTBOUND_PICTURE,
    OUTBOUND_HELP,   /* long texts, in private */
    OUTBOUND_PROMPT, /* who must do what now; only for solitary adapters: the terminal's prompt */
    /* To a place or a person: the text is a JSON object for programs (bot/core/facts.h); only for
     * networks of programs. Who is asked for a move by it is in `calls`. */
    OUTBOUND_FACTS,
    /* Lets the person into a private thread, the place, or shuts them out; without text, and only
     * for networks with threads. Twice is the same as once. */
    OUTBOUND_LET_IN,
    OUTBOUND_SHUT_OUT
};

/* A file sent with a private text; only for networks that take files. */
struct outbound_file {
    const char *name;
    const char *bytes;
    size_t length;
    const char *description; /* of an image, for people who can't see it; NULL: it is none */
};

/* A drawing as an image; only for networks that show images. The text of a message does without it:
 * it may turn out that it can't be shown. */
struct outbound_image {
    const char *drawing;     /* lines of a drawing with their paints */
    const char *description; /* the same in sentences, for people who can't see it */
    bool alone;              /* a PICTURE's text is left out if the image can be shown */
};

/* A copy that owns its strings, for outbound_image_free(). NULL is allowed in both. */
const struct outbound_image *outbound_image_copy(const struct outbound_image *image);
void outbound_image_free(const struct outbound_image *copy);

struct outbound {
    enum outbound_kind kind;
    const char *network;
    const char *place;    /* where it is shown; for private kinds, where it was asked, or "" */
    const char *identity; /* the recipient of ANSWER, HAND and HELP; otherwise NULL */
    /* Lines separated by '\n'. Paints are marked (games/shared/paint.h) only where the adapter's
     * shows_colours() said so; the adapter writes them in its network's way. The text contains no
     * other control character. */
    const char *text;
    /* Of a PICTURE that nobody asked for: what a network that rations lines says instead while the
     * picture would come late. NULL: it comes whenever it can. */
    const char *brief;
    uint64_t table; /* the table that a PICTURE shows; 0: none */
    /* An EVENT that only tells who sits at a table before its game, or that the game begins: while
     * it is unsent, the next such line of the same table replaces it. */
    bool lobby;
    /* An EVENT of sentences that follow from one cause: a network that rations lines may join its
     * lines to one. */
    bool narration;
    /* The request of the inbound that it answers; 0 for none. Every message that an inbound caused
     * and that goes to its person or its place carries its request: a move pressed in a channel is
     * answered by the EVENT there and by the HAND of the person who pressed it. */
    uint64_t request;
    /* Of a private kind: the place that it is about. Where processes share a network by parts, the
     * one that serves that place sends it; NULL: any. */
    const char *home;
    bool quiet; /* private kinds: the person prefers a form that does not notify them */
    bool guest; /* asked for by somebody without a seat at any table: players come first */
    /* How far the table is, as a line of its transcript, and the people who must act now
     * (identities of this network), whom the network may notify in its own way. */
    uint32_t line;
    const char *const *calls;
    size_t call_count;
    const struct outbound_choice *choices;
    size_t choice_count;
    const struct outbound_file *file; /* NULL: none */
    /* Of a PICTURE or of a private kind without a file; NULL: the text alone. */
    const struct outbound_image *image;
};

/* Why a person has left. */
enum leave_reason {
    LEFT_PLACE, /* left one channel, or was removed from it */
    LEFT_NETWORK,
    LEFT_IN_SPLIT /* a netsplit: nothing is said about it, the bot waits */
};

/* What the processes that share a network may do only so often: one of them at a time has the
 * permit of this name, and each takes one of a budget of theirs. */
struct network_permit {
    const char *name, *budget; /* unique in the network */
    int64_t hold_ms;           /* the permit ends by itself after this time */
    unsigned most, used;       /* in the budget; so many are known to be used */
    int64_t budget_ms;         /* until the budget begins anew */
};

struct network_permit_told {
    bool given;
    bool spent;      /* not given, because the budget is used up */
    int64_t wait_ms; /* not given: when to ask again */
    int64_t epoch, budget_epoch;
};

/* What an adapter reports to the bot. The context is passed back unchanged. */
struct adapter_listener {
    void *context;
    /* What the adapter serves of its network: this part of so many (adapter_class.parts); 0 of 0:
     * everything. */
    struct network_part {
        unsigned number, count;
    } part;
    /* Other processes share the network, and one at a time serves it. What the one before has left
     * behind on this machine may be replaced: it has lost the network. */
    bool shared;
    /* Whether this process may speak on the part of the network now. False: another process may
     * have taken it over while this one was stopped; what waits is kept until this says something
     * else or the network is closed. NULL: always. */
    bool (*may_speak)(void *context, const char *network, unsigned part);
    /* Random, and kept in the store; another one in another store, and after a backup was put back.
     * Buttons of another generation are void, because their tables are others. */
    uint8_t generation[ADAPTER_GENERATION_BYTES];
    void (*received)(void *context, const struct inbound *inbound);
    /* Lists completions of a command that is being typed, at most CHOICES_MAX, and returns how
     * many. The word being completed is the last one of inbound->text ("" after a blank). A
     * choice's command is the whole completed line; its label is what the completed part means to
     * the person. Changes nothing and says nothing. */
    size_t (*complete)(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX]);
    /* Whether somebody on the network waits for an answer that is being worked out, or with
     * `request` whether that one does; a message comes with it. NULL: never. */
    bool (*owes)(void *context, const char *network, uint64_t request);
    /* Called instead of received() for the first line over the limit of commands. The bot tells the
     * person once, in private; the network ignores them for a while and drops what they type. */
    void (*flooding)(void *context, const struct inbound *inbound);
    /* A person's identity or name has changed: a new nick, a login. `old_identity` may equal the
     * new. */
    void (*renamed)(void *context, const char *network, const char *old_identity,
                    const struct person *now);
    /* `place` is "" with LEFT_NETWORK and LEFT_IN_SPLIT. */
    void (*left)(void *context, const char *network, const char *place, const char *identity,
                 enum leave_reason reason);
    /* `place` is "" when the person has not entered a place, but can be written to in private
     * (again). `quietly`: after a netsplit; people return to their seats without a message. */
    void (*joined)(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly);
    /* The bot is in a place and may speak there (again). */
    void (*place_opened)(void *context, const char *network, const char *place);
    /* Like place_closed, but for good as far as the network knows: the channel was deleted, or the
     * bot was removed from its server or may not speak there any more. `why` is a catalog key of a
     * message without arguments, for example "discord.lost.deleted". If the place comes back all
     * the same, place_opened() follows. */
    void (*place_lost)(void *context, const char *network, const char *place, const char *why);
    /* The result of open_thread(): the table, or with `closed` what its watchers see, is shown in
     * `thread` from now on. NULL: no thread could be made. */
    void (*thread_opened)(void *context, const char *network, const char *place, uint64_t table,
                          bool closed, const char *thread);
    /* Somebody invited the bot to a place (true), or it must not go there by itself any more
     * (false). The bot remembers this over restarts, see adapter_class.join. */
    void (*place_invited)(void *context, const char *network, const char *place, bool invited);
    /* The bot was removed from a place, or the network was lost: the place's tables rest. */
    void (*place_closed)(void *context, const char *network, const char *place);
    /* Stores what a network must still know after a restart (the message that shows a table, a
     * budget) with the next commit, if this process still serves the part; a NULL value forgets it.
     * All parts of a network share its keys. */
    void (*remember)(void *context, const char *network, unsigned part, const char *key,
                     const char *value);
    /* Reads what remember() stored. Calls `recalled` exactly once, with NULL when there is no
     * value: before recall() returns, or later from the loop, perhaps after the adapter was closed.
     */
    void (*recall)(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker);
    /* Only where processes share the network; else NULL, as the next two. The network wants to be
     * shared by so many parts instead of `before`; 0: it has no number yet. When the processes have
     * agreed on that the adapter is closed, and there will be one for each part. Until then the
     * adapter repeats it now and then. */
    void (*divide)(void *context, const char *network, unsigned part, unsigned before,
                   unsigned parts);
    /* Asks for a permit. Calls `told` exactly once, perhaps after the adapter was closed. */
    void (*ask_permit)(void *context, const char *network, const struct network_permit *permit,
                       void (*told)(void *asker, const struct network_permit_told *told),
                       void *asker);
    /* Ends a permit that was given: nobody else gets it for `rest_ms` from now on. `used`: what the
     * permit was for was done; else it is given back to the budget, too. */
    void (*end_permit)(void *context, const char *network, const struct network_permit *permit,
                       const struct network_permit_told *told, int64_t rest_ms, bool used);
    /* Appends a message of the catalog that has no arguments, for the adapter's own messages, in
     * the language of `locale` ("fr-CH") if the catalog has it. */
    void (*phrase)(void *context, const char *locale, const char *key, struct text *out);
    /* Returns the prefix of commands in a place ("": in private) if people have set it by command;
     * NULL: as the adapter is configured. Valid until the next call of the listener. */
    const char *(*prefix)(void *context, const char *network, const char *place);
    /* A private message was not delivered. `how` is a catalog key that tells the person how they
     * can receive it on this network, for example "irc.undelivered.accept". */
    void (*undelivered)(void *context, const char *network, const char *identity, const char *how);
    /* The same for something that a person asked for in a place: the place is told, each time, how
     * they can receive it; `name` is what the person is called there. */
    void (*unanswered)(void *context, const char *network, const char *place, const char *name,
                       const char *how);
    /* A person is back for whom private messages waited when they went out of sight, which were
     * dropped: nobody else may read them. */
    void (*missed)(void *context, const char *network, const struct person *person);
    /* The adapter can't continue and will not try again; `reason` is one clear line. */
    void (*failed)(void *context, const char *network, const char *reason);
    /* The person asked to end the program (console only). */
    void (*quit)(void *context);
};

struct config_section;

/* Why a network delayed or refused a request. */
enum adapter_limit {
    LIMIT_USER,   /* the bot's own limit */
    LIMIT_SHARED, /* the limit of a place, which others use up too */
    LIMIT_GLOBAL,
    LIMIT_BLOCKED, /* refused by something in front of the network, without an answer of the network
                      itself */
    LIMIT_COUNT
};

/* What a network has done since it was opened, and its current state. */
struct adapter_counters {
    bool connected;      /* now: messages there are received */
    uint64_t sent;       /* lines or messages, as the network counts them */
    uint64_t superseded; /* never sent, because newer ones replaced them */
    uint64_t dropped;    /* never sent for any other reason */
    uint64_t waiting;    /* now, waiting to be sent */
    /* How long the network took to answer when it was asked last whether it is there, in ms; 0: it
     * was not asked, or answered within one. */
    uint64_t delay;
    /* For networks that work by requests; all 0 elsewhere. A request may take several tries. */
    uint64_t tries, repeated, failed;
    uint64_t limited[LIMIT_COUNT];
};

/* Columns and rows of letters. */
struct network_screen {
    unsigned columns, rows;
};

/* One adapter while the process runs. */
struct adapter {
    const struct adapter_class *class;
    char network[NETWORK_NAME_MAX];
    struct network_part part;        /* as its listener's */
    char label[ADAPTER_LABEL_BYTES]; /* for operators: the network's name, with the part's number */
};

struct adapter_class {
    const char *type; /* the value of `type` in the configuration */
    /* Only one person uses it: nothing said there is public, and messages cost nothing. */
    bool solitary;
    /* That person's identity, if the class is solitary. */
    const char *only_person;
    /* The size of that person's screen now; false: it has none. NULL: never. */
    bool (*screen)(const struct adapter *adapter, struct network_screen *screen);
    /* Each place keeps one message that shows the table and is edited: it gets a PICTURE after
     * every change, once a turn of the loop. Only such networks get choices. */
    bool boards;
    /* Its people are programs: they get facts besides what people read. */
    bool programs;
    /* Boards may be images, and private texts may have one. */
    bool images;
    /* The number of lines of a long answer that are sent at once, the rest when asked for; 0: all.
     */
    unsigned page_lines;
    /* Private messages may carry a file. */
    bool files;
    /* The keys of a network of this type (bot/configuration/config.h) and the size of their block.
     */
    const struct config_section *settings;
    /* Processes that share a store may share a network by parts: its places fall into so many, and
     * each part has an adapter of its own. 0: the network says how many; then an adapter of part 0
     * of 0 only asks it, see adapter_listener.divide. NULL: one part. */
    unsigned (*parts)(const void *settings);
    /* Returns the part of `count` that a place belongs to; "": private messages. Only where there
     * are parts. */
    unsigned (*part)(const char *place, unsigned count);
    /* Starts a network. `settings` is the filled block and stays valid until the network is closed
     * or reloaded. On failure returns NULL, with one line in `error` (of `error_size` bytes). */
    struct adapter *(*open)(uv_loop_t *loop, const char *network, const void *settings,
                            const struct adapter_listener *listener, char *error,
                            size_t error_size);
    void (*say)(struct adapter *adapter, const struct outbound *outbound);
    /* Whether texts for a place ("": in private) should have their paints marked: as the network is
     * configured, or because people want colours there (`asked`), but never where colours can't be
     * shown. NULL: no colours here. */
    bool (*shows_colours)(const struct adapter *adapter, const char *place, bool asked);
    /* Returns what is typed before the name of a command in a place ("": in private), which texts
     * then show. NULL: nothing, anywhere. */
    const char *(*prefix)(const struct adapter *adapter, const char *place);
    /* Goes to a place that people invited the bot to before a restart; place_opened() follows if it
     * works. NULL where there are no invitations. */
    void (*join)(struct adapter *adapter, const char *place);
    /* Returns how many bytes of a place's key name its server, where one network has several (a
     * guild of Discord). NULL: the network is the server. */
    size_t (*server)(const char *place);
    /* find_place() finds the key, of PLACE_MAX bytes, of the place that somebody means who types
     * `typed` ("#Chess", "<#123>", "123") in the place `here`; the bot need not be there. It
     * returns false when nobody writes a place like that here. Where a network has several servers,
     * it knows only the server of `here`: nobody can find out what there is in others. place_name()
     * gives the name that people read, which find_place() accepts. NULL: keys are typed and shown
     * as they are.
     */
    bool (*find_place)(const struct adapter *adapter, const char *here, const char *typed,
                       char place[PLACE_MAX]);
    void (*place_name)(const struct adapter *adapter, const char *place, char name[PLACE_MAX]);
    /* Finds whom somebody means who types `typed` in the place `here`: a person who is there, or a
     * pattern that people fit, such as a mask or a role. Writes the identity or the pattern, which
     * no identity equals, and what to call it. Returns false when nobody is written like that.
     * NULL: only identities themselves are understood. */
    bool (*find_person)(const struct adapter *adapter, const char *here, const char *typed,
                        char who[IDENTITY_MAX], char name[NAME_MAX_BYTES]);
    /* Whether the person with that identity fits a pattern of find_person(), as far as is known
     * without their roles. NULL: there are no other patterns than roles, "role:" with a line of
     * inbound.roles. */
    bool (*fits)(const struct adapter *adapter, const char *pattern, const char *identity);
    /* Finds the channel that a thread belongs to: its settings apply in the thread too. Returns
     * false when the place is not a thread. NULL: no threads here. */
    bool (*parent)(const struct adapter *adapter, const char *place, char parent[PLACE_MAX]);
    /* Whether the bot is in the place and may speak there. NULL: place_opened() is the only source.
     */
    bool (*has_place)(const struct adapter *adapter, const char *place);
    /* Whether the person is in the place now and may see what is said there. NULL: unknown. */
    bool (*sees)(const struct adapter *adapter, const char *place, const char *identity);
    /* Makes a thread under `place` for a table that was just opened there, or with `closed` a
     * private one for those who are let in; thread_opened() follows later, from the loop. NULL: no
     * threads here. */
    void (*open_thread)(struct adapter *adapter, const char *place, uint64_t table, bool closed,
                        const char *title);
    /* Whether `written`, as a person wrote it down, is this identity: IRC does not tell A from a.
     * NULL: compared byte by byte. */
    bool (*means)(const struct adapter *adapter, const char *written, const char *identity);
    /* Returns what people call the bot here, as in "/msg NAME hand". NULL: nothing to call. */
    const char *(*own_name)(const struct adapter *adapter);
    /* Gives a person back one command of their limit: it was a legal move, or a word for another
     * bot. NULL for networks where the adapter has no limit of its own. */
    void (*forgive)(struct adapter *adapter, const char *identity);
    /* Fills `counters`, which is zero. NULL: always connected, counts nothing. */
    void (*counters)(const struct adapter *adapter, struct adapter_counters *counters);
    /* Takes new settings while running, as far as they can change. Writes the names of keys that
     * need a restart, separated by blanks, into `unchanged`. */
    void (*reload)(struct adapter *adapter, const void *settings, char *unchanged,
                   size_t unchanged_size);
    /* The bot is about to end: what people do from now on the network keeps for whoever serves it
     * next. NULL: no network of this type can do that. */
    void (*deafen)(struct adapter *adapter);
    /* Says `farewell` if the network has a way for it, sends what is queued with priority, closes,
     * and then calls `closed` from the loop; the adapter is gone after that. Takes at most 2
     * seconds. */
    void (*close)(struct adapter *adapter, const char *farewell, void (*closed)(void *context),
                  void *context);
};

#endif
