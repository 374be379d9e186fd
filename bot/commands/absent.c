/* Absent people, moves that are taken back, and archived tables. Hosts remove people who are there
 * too: moderation.c. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/commands/permission.h"

/* A seated person can agree; a host decides. Returns false after an answer: the person may do
 * neither. */
static bool may_decide(const struct call *call)
{
    bool may = call->seat >= 0 || call->rank >= RANK_HOST;
    if (!may)
        answer_plain(call, "refusal.not-seated");
    return may;
}

bool command_agree(const struct call *call, enum matter matter, unsigned about, const char *key)
{
    struct table *table = call->table;
    session_agree(call->commands->sessions, table, matter, (unsigned)call->seat, about);
    if (session_is_agreed(table, matter))
        return true;
    seat_set missing = session_voters(table, matter) & (seat_set)~table->votes[matter].agreed;
    session_event(call->commands->sessions, table, key, SAY_TEXT(table->seats[call->seat].name),
                  SAY_TEXT(about < table->seat_count ? table->seats[about].name : ""),
                  SAY_NUMBER(__builtin_popcount(missing)));
    return false;
}

/* A host decides alone. */
static bool decide(const struct call *call, enum matter matter, unsigned about, const char *key)
{
    return call->rank >= RANK_HOST || command_agree(call, matter, about, key);
}

/* -- kick, replace ----------------------------------------------------------------------------- */

/* Returns the seat with that name; without a name, the seat of the only person who is missing. -1:
 * none. */
static int find_missing(const struct call *call)
{
    const struct table *table = call->table;
    const char *typed = call->arguments;
    int found = -1, count = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].identity == NULL)
            continue;
        bool meant = typed[0] != '\0' ? strcasecmp(table->seats[seat].name, typed) == 0
                                      : session_is_missing(table, (unsigned)seat);
        if (meant) {
            found = seat;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

static void list_missing(const struct table *table, struct text *out)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (!session_is_missing(table, seat))
            continue;
        text_separate(out, ", ");
        text_add(out, table->seats[seat].name);
    }
}

static void vacate(struct call *call, enum matter matter)
{
    char buffer[512], key[COMMAND_KEY_BYTES];
    struct text missing = TEXT_IN(buffer);
    bool keeps = matter == MATTER_REPLACE;
    int seat = find_missing(call);
    if (!may_decide(call))
        return;
    list_missing(call->table, &missing);
    if (seat < 0 || !session_is_missing(call->table, (unsigned)seat))
        answer(call, "refusal.not-missing", command_title(call->command, key),
               SAY_TEXT(missing.bytes), SAY_NUMBER(missing.length > 0));
    else if (decide(call, matter, (unsigned)seat, keeps ? "event.replace-vote" : "event.kick-vote"))
        session_vacate(call->commands->sessions, call->table, (unsigned)seat, keeps);
}

void command_kick(struct call *call)
{
    bool runs = call->table->status == TABLE_PLAYING;
    if (call->rank >= RANK_HOST && (call->arguments[0] != '\0' || !runs))
        command_remove(call);
    else if (runs)
        vacate(call, MATTER_KICK);
    else
        command_refuse(call, "refusal.hosts-only");
}

void command_replace(struct call *call)
{
    vacate(call, MATTER_REPLACE);
}

/* -- pause, resume ----------------------------------------------------------------------------- */

void command_pause(struct call *call)
{
    struct table *table = call->table;
    if (!may_decide(call))
        return;
    if (table->clock.paused != 0)
        answer_plain(call, "refusal.paused");
    else if (decide(call, MATTER_PAUSE, GAME_SPECTATOR, "event.pause-vote"))
        session_pause(call->commands->sessions, table);
}

struct archived_list {
    const struct words *words;
    struct text *out;
    unsigned count;
    int64_t wanted;          /* the id to look for; 0: none */
    const struct game *game; /* the game of that table */
    bool found;
};

static bool list_archived(void *context, const struct stored_ended *table)
{
    enum { LISTED_MAX = 10 };
    struct archived_list *list = context;
    if (table->id == list->wanted) {
        list->found = true;
        list->game = game_find(table->game);
    }
    if (list->count++ >= LISTED_MAX)
        return !list->found;
    char key_buffer[64];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s.name", table->game);
    text_separate(list->out, ", ");
    text_add_format(list->out, "%lld ", (long long)table->id);
    words_say_plain(list->words, list->out, key.bytes);
    return true;
}

/* Reads the archived tables of a place ("" for none) or of a person (NULL for nobody). */
static bool read_archived(struct call *call, const char *identity, struct archived_list *list)
{
    const struct inbound *inbound = call->inbound;
    store_read_archived(call_inquiry(call), inbound->network,
                        identity == NULL ? inbound->place : "", identity != NULL ? identity : "",
                        list, list_archived);
    return list->found;
}

static void answer_archived(struct call *call)
{
    char buffer[1024];
    struct text listed = TEXT_IN(buffer);
    struct words words = call_words(call);
    const char *identity = call->inbound->person.identity;
    struct archived_list here = {.words = &words, .out = &listed};
    if (call->inbound->place[0] != '\0')
        read_archived(call, NULL, &here);
    if (here.count == 0)
        read_archived(call, identity, &here);
    if (call_waits(call))
        return;
    if (here.count > 0)
        answer(call, "answer.archived", SAY_TEXT(listed.bytes));
    else
        answer_plain(call, "refusal.nothing-archived");
}

/* In a place that is not its own, bringing a table back counts as opening it there. Returns false
 * after an answer. */
static bool may_bring_here(struct call *call, const struct game *game)
{
    const struct setting_scope scope = call_audience(call);
    bool may = permission_to_open(call->commands->settings, &scope, call->rank);
    bool allowed = game != NULL && setting_allows_game(call->commands->settings, &scope, game);
    if (!may)
        answer(call, "refusal.may-not-open",
               SAY_TEXT(setting_text(call->commands->settings, SETTING_OPEN, &scope)));
    else if (!allowed)
        command_refuse(call, "refusal.game-not-allowed");
    return may && allowed;
}

/* People who sit at it may, and hosts of the place where it was played. Returns false after an
 * answer. */
static bool may_resume(struct call *call, int64_t id)
{
    char buffer[1024];
    struct text listed = TEXT_IN(buffer);
    struct words words = call_words(call);
    struct archived_list own = {.words = &words, .out = &listed, .wanted = id}, here = own;
    bool sits = read_archived(call, call->inbound->person.identity, &own);
    bool is_here = read_archived(call, NULL, &here);
    if (call_waits(call))
        return false;
    if (sits)
        return is_here || may_bring_here(call, own.game);
    if (!is_here || call->rank < RANK_HOST)
        answer(call, is_here ? "refusal.resume-seated" : "refusal.no-such-archived",
               SAY_NUMBER(id));
    return is_here && call->rank >= RANK_HOST;
}

static void resume_archived(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    char *end, key[COMMAND_KEY_BYTES];
    int64_t id = strtoll(call->arguments, &end, 10);
    if (*end != '\0' || id <= 0)
        answer(call, "refusal.table-number", command_title(call->command, key));
    else if (inbound->place[0] == '\0')
        answer(call, "refusal.in-channel-only", command_title(call->command, key));
    else if (may_resume(call, id))
        command_refuse(call, session_resume(call->commands->sessions, call_inquiry(call), id,
                                            inbound->network, inbound->place, &inbound->person));
}

/* Restarts the table's clock; where there is no table, brings an archived one back. */
void command_resume(struct call *call)
{
    if (call->arguments[0] != '\0')
        resume_archived(call);
    else if (call->table == NULL)
        answer_archived(call);
    else if (call->table->clock.paused == 0)
        answer_plain(call, "refusal.not-paused");
    else if (may_decide(call))
        session_unpause(call->commands->sessions, call->table);
}

/* -- undo -------------------------------------------------------------------------------------- */

static void undo_words(struct call *call)
{
    if (!session_seats_are_closed(call->table))
        answer_plain(call, "refusal.not-started");
    else if (command_agree(call, MATTER_WORDS, GAME_SPECTATOR, "event.words-vote"))
        session_drop_words(call->commands->sessions, call->table);
}

/* The first person to type it asks to take back their own move; the others agree. */
static void undo_move(struct call *call)
{
    struct sessions *sessions = call->commands->sessions;
    struct table *table = call->table;
    struct vote *vote = &table->votes[MATTER_UNDO];
    unsigned seat = (unsigned)call->seat;
    bool asks = vote->agreed == 0 || vote->seat == seat;
    struct store_inquiry *inquiry = call_inquiry(call);
    session_refusal refusal = session_may_undo(sessions, inquiry, table, asks ? seat : vote->seat);
    if (call_waits(call))
        return;
    if (refusal == NULL || !asks) {
        session_agree(sessions, table, MATTER_UNDO, seat, asks ? seat : vote->seat);
        if (session_undo_is_agreed(sessions, table))
            refusal = session_undo(sessions, inquiry, table, vote->seat);
        else
            session_event(sessions, table, asks ? "event.undo-vote" : "event.undo-agreed",
                          SAY_TEXT(table->seats[seat].name),
                          SAY_TEXT(table->seats[vote->seat].name));
    }
    command_refuse(call, refusal);
}

void command_undo(struct call *call)
{
    if (call->table->status == TABLE_LOBBY)
        undo_words(call);
    else
        undo_move(call);
}
