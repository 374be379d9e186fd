#include <string.h>

#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "bot/commands/permission.h"
#include "bot/configuration/game_options.h"
#include "bot/tables/deals.h"

/* What `abort` would do for the person; refusals take it as a number. */
enum abort_right { ABORT_REFUSED, ABORT_ENDS, ABORT_ASKS };

static enum abort_right abort_right(const struct call *call)
{
    const struct table *table = call->table;
    const struct inbound *inbound = call->inbound;
    if (table == NULL)
        return ABORT_REFUSED;
    const struct setting_scope scope = table_setting_scope(table);
    bool opener = table_is_opener(table, inbound->network, inbound->person.identity);
    if (permission_to_abort(call->commands->settings, &scope, call->rank, opener))
        return ABORT_ENDS;
    return call->seat >= 0 ? ABORT_ASKS : ABORT_REFUSED;
}

void command_refuse(struct call *call, session_refusal refusal)
{
    char key[COMMAND_KEY_BYTES];
    if (refusal != NULL)
        answer(call, refusal, command_title(call->command, key),
               SAY_NUMBER(call->table != NULL ? call->table->game->players_min : 0),
               SAY_NUMBER(call->table != NULL ? call->table->game->players_max : 0),
               SAY_NUMBER(session_refused_at(call->commands->sessions, call->inbound->network,
                                             call->inbound->place)),
               SAY_NUMBER(abort_right(call)));
}

static void copy_word(const char *word, size_t length, char *copy, size_t size)
{
    struct text text = text_in(copy, size);
    text_add_bytes(&text, word, length);
}

static void announce_opened(struct call *call, const struct table *table)
{
    command_announce_table(call, table, "event.opened");
    session_tell_sealed(call->commands->sessions, table);
    session_news_opened(call->commands->sessions, table);
    deals_tell(call->commands->sessions, table, call->inbound->network, call->inbound->place);
    session_tell_notified(call->commands->sessions, table, 0);
}

/* Reads which tables the linked places show that other processes serve. Returns false while the
 * store has not answered. */
static bool fetch_linked(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct sessions *sessions = call->commands->sessions;
    const struct table_place *here = session_place(sessions, inbound->network, inbound->place);
    const struct place_link *link = here != NULL ? here->links : NULL;
    for (; link != NULL; link = link->next)
        session_fetch_at(sessions, call_inquiry(call), link->other->network, link->other->place);
    return !call_waits(call);
}

bool command_may_open(struct call *call)
{
    if (!fetch_linked(call))
        return false;
    const struct setting_scope scope = call_audience(call);
    bool may = permission_to_open(call->commands->settings, &scope, call->rank);
    if (!may)
        answer(call, "refusal.may-not-open",
               SAY_TEXT(setting_text(call->commands->settings, SETTING_OPEN, &scope)));
    return may && !command_refuse_leaver(call);
}

static bool is_at_home(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    return inbound->home != NULL && inbound->home[0] != '\0' &&
           strcmp(inbound->home, inbound->place) == 0;
}

/* Nobody else can come to a private conversation: the bot takes the other seats. */
static void add_company(const struct call *call, struct table *table)
{
    struct setting_scope scope = table_setting_scope(table);
    enum player_level level =
        (enum player_level)setting_number(call->commands->settings, SETTING_LEVEL, &scope);
    if (!setting_is_on(call->commands->settings, SETTING_BOTS, &scope))
        return;
    while (table->seat_count < table->game->players_min &&
           session_add_bot(call->commands->sessions, table, level) == NULL)
        ;
}

void command_new(struct call *call)
{
    const char *rest = call->arguments;
    const struct game *game = command_read_game(call, &rest);
    if (game == NULL) {
        command_refuse_game(call, rest);
        return;
    }
    struct table_choice choice = {.settings = {{0}}};
    if (!command_may_open(call))
        return;
    game_options_default(game, choice.options);
    const struct setting_scope scope = call_audience(call);
    game_options_choose(setting_text(call->commands->settings, SETTING_GAME_OPTIONS, &scope), game,
                        choice.options);
    if (!command_read_options(call, game, rest, &choice))
        return;
    struct table *opened;
    session_refusal refusal =
        session_open_table(call->commands->sessions, game, &choice, call->inbound->network,
                           call->inbound->place, &call->inbound->person, &opened);
    if (refusal != NULL)
        command_refuse(call, refusal);
    else
        announce_opened(call, opened);
    if (refusal == NULL && is_at_home(call))
        add_company(call, opened);
}

/* With a word for the shuffle; a person who sits there already may still give one. */
void command_join(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    bool has_word = call->arguments[0] != '\0';
    if (command_refuse_leaver(call))
        return;
    session_refusal refusal = has_word ? session_takes_word(call->commands->sessions, call->table,
                                                            call->seat, call->arguments)
                                       : NULL;
    if (refusal == NULL && call->seat < 0)
        refusal = session_refuses_reader(call->table, inbound->network, inbound->sight);
    if (refusal == NULL && (call->seat < 0 || !has_word))
        refusal =
            session_join(call->commands->sessions, call->table, inbound->network, &inbound->person);
    int seat = table_seat_of(call->table, inbound->network, inbound->person.identity);
    if (seat >= 0)
        session_note_sight(call->commands->sessions, call->table, (unsigned)seat, inbound->sight);
    if (refusal == NULL && has_word)
        session_add_word(call->commands->sessions, call->table, (unsigned)seat, call->arguments);
    command_refuse(call, refusal);
}

void command_leave(struct call *call)
{
    command_refuse(call,
                   session_leave(call->commands->sessions, call->table, (unsigned)call->seat));
}

/* Without a word for the level, the table's setting applies. */
static void add_bot(struct call *call, const char *word, size_t length)
{
    struct setting_scope scope = table_setting_scope(call->table);
    enum player_level level =
        (enum player_level)setting_number(call->commands->settings, SETTING_LEVEL, &scope);
    if (!setting_is_on(call->commands->settings, SETTING_BOTS, &scope))
        answer_plain(call, "refusal.bots-not-allowed");
    else if (length > 0 && !player_level_find(word, length, &level))
        answer_plain(call, "refusal.bots-level");
    else
        command_refuse(call, session_add_bot(call->commands->sessions, call->table, level));
}

void command_bots(struct call *call)
{
    const char *rest = call->arguments, *word, *level;
    size_t length = command_next_word(&rest, &word);
    size_t level_length = command_next_word(&rest, &level);
    if (length == 3 && strncmp(word, "add", 3) == 0) {
        add_bot(call, level, level_length);
    } else if (length == 6 && strncmp(word, "remove", 6) == 0) {
        command_refuse(call, session_remove_bot(call->commands->sessions, call->table));
    } else {
        answer_plain(call, "refusal.bots-usage");
    }
}

/* `seal HASH`; what sha256sum prints behind it is left out. */
void command_seal(struct call *call)
{
    const char *rest = call->arguments, *word;
    char seal[SHUFFLE_SEAL_TEXT];
    struct sessions *sessions = call->commands->sessions;
    size_t length = command_next_word(&rest, &word);
    session_refusal refusal = "refusal.seal-usage";
    if (shuffle_read_seal(word, length, seal))
        refusal = session_takes_seal(sessions, call->table, (unsigned)call->seat, seal);
    if (refusal == NULL)
        session_add_seal(sessions, call->table, (unsigned)call->seat, seal);
    command_refuse(call, refusal);
}

/* Says who keeps a table with sealed words from starting. */
static void refuse_owed(const struct call *call, seat_set owed)
{
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    table_list_seats(call->table, owed, &names);
    answer(call, "refusal.words-owed", SAY_TEXT(names.bytes),
           SAY_NUMBER(table_people_unsealed(call->table) != 0));
}

/* The person who opened the table begins, or a host who sits there; the others when all agree. */
static bool may_begin(const struct call *call)
{
    return call->rank >= RANK_HOST ||
           table_is_opener(call->table, call->inbound->network, call->inbound->person.identity) ||
           command_agree(call, MATTER_START, GAME_SPECTATOR, "event.start-vote");
}

void command_start(struct call *call)
{
    struct sessions *sessions = call->commands->sessions;
    seat_set owed = session_owe_words(sessions, call->table);
    session_refusal refusal = session_may_start(sessions, call->table);
    if (owed != 0 && call->table->seat_count >= call->table->game->players_min)
        refuse_owed(call, owed);
    else if (refusal != NULL)
        command_refuse(call, refusal);
    else if (may_begin(call))
        session_start(sessions, call->table);
}

/* The opener or an admin ends the table at once, the others only when all of them agree. */
void command_abort(struct call *call)
{
    struct table *table = call->table;
    const struct person *person = &call->inbound->person;
    enum abort_right right = abort_right(call);
    seat_set by = call->seat >= 0 ? SEAT_BIT(call->seat) : 0;
    if (right == ABORT_REFUSED) {
        answer_plain(call, "refusal.not-seated");
        return;
    }
    if (right == ABORT_ASKS) {
        session_agree(call->commands->sessions, table, MATTER_ABORT, (unsigned)call->seat,
                      GAME_SPECTATOR);
        if (!session_is_agreed(table, MATTER_ABORT)) {
            session_event(call->commands->sessions, table, "event.abort-vote",
                          SAY_TEXT(table->seats[call->seat].name));
            return;
        }
        by = table->votes[MATTER_ABORT].agreed;
    }
    if (!table_is_opener(table, call->inbound->network, person->identity) &&
        call->rank >= RANK_ADMIN)
        log_info("admin.aborted", "network", call->inbound->network, "person", person->identity,
                 "table", LOG_NUMBER(table->id));
    session_abort(call->commands->sessions, table, by);
}

void command_again(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    if (!command_may_open(call))
        return;
    struct table *opened;
    session_refusal refusal =
        session_again(call->commands->sessions, call_inquiry(call), inbound->network,
                      inbound->place, &inbound->person, &opened);
    if (call_waits(call))
        return;
    if (refusal != NULL) {
        command_refuse(call, refusal);
        return;
    }
    announce_opened(call, opened);
    /* Whoever is alone with the bot waits for nobody. */
    if (networks_is_solitary(call->commands->networks, inbound->network))
        session_start(call->commands->sessions, opened);
}

/* In private the channel comes first; a code alone is for the only table that it can mean. */
static struct table *table_to_claim(struct call *call, const char **rest)
{
    const char *behind = *rest, *word;
    char place[PLACE_MAX];
    if (call->inbound->place[0] != '\0')
        return call->table;
    size_t length = command_next_word(&behind, &word);
    copy_word(word, length, place, sizeof place);
    session_fetch_at(call->commands->sessions, call_inquiry(call), call->inbound->network, place);
    struct table *named = session_at(call->commands->sessions, call->inbound->network, place);
    if (named != NULL || behind[0] != '\0')
        *rest = behind;
    return named != NULL || behind[0] != '\0' ? named : call->table;
}

/* `claim CODE`; without a code, the seat where the bot replaced the person. */
void command_claim(struct call *call)
{
    const char *rest = call->arguments, *word;
    const struct person *person = &call->inbound->person;
    const char *network = call->inbound->network;
    struct table *table = table_to_claim(call, &rest);
    if (call_waits(call))
        return;
    size_t length = command_next_word(&rest, &word);
    char code[32];
    copy_word(word, length, code, sizeof code);
    bool live = table != NULL && table_is_live(table);
    int former = live ? session_former_seat(table, network, person->identity) : -1;
    session_refusal reads =
        live ? session_refuses_reader(table, network, call->inbound->sight) : NULL;
    if (!live && call->inbound->place[0] != '\0') {
        answer_plain(call, "refusal.no-table");
    } else if (!live || (length == 0 && former < 0 && call->seat < 0)) {
        answer_plain(call, "refusal.claim-usage");
    } else if (reads != NULL && call->seat < 0) {
        answer_plain(call, reads);
    } else {
        call->table = table;
        command_refuse(
            call, length > 0 ? session_claim(call->commands->sessions, table, code, network, person)
                  : former >= 0 ? session_take_over(call->commands->sessions, table,
                                                    (unsigned)former, network, person)
                                : "refusal.seated-already");
    }
}
