#include "bot/commands/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/commands/fixed_words.h"
#include "bot/commands/permission.h"
#include "bot/core/home.h"
#include "bot/core/inbound.h"
#include "bot/core/render.h"

size_t command_next_word(const char **rest, const char **word)
{
    *rest += strspn(*rest, " \t");
    *word = *rest;
    size_t length = strcspn(*rest, " \t");
    *rest += length;
    *rest += strspn(*rest, " \t");
    return length;
}

static bool is_word(const char *name, const char *word, size_t length)
{
    return length > 0 && strlen(name) == length && strncasecmp(name, word, length) == 0;
}

/* -- Which table is meant ---------------------------------------------------------------------- */

/* Finds the table of a place that is named, where the person could look at it as well. */
static struct table *find_seen(const struct call *call, const char *word, size_t length)
{
    const struct networks *networks = call->commands->networks;
    const struct inbound *inbound = call->inbound;
    char buffer[PLACE_MAX], place[PLACE_MAX];
    struct text typed = TEXT_IN(buffer);
    text_add_bytes(&typed, word, length);
    bool sees = networks_find_place(networks, inbound->network, "", typed.bytes, place) &&
                networks_sees(networks, inbound->network, place, inbound->person.identity);
    return sees ? session_at(call->commands->sessions, inbound->network, place) : NULL;
}

/* In private: the table whose place is named first, else the only one where the person sits. */
static void find_own_table(struct call *call, const char **typed)
{
    const struct inbound *inbound = call->inbound;
    size_t count;
    struct table *const *tables = session_tables_of(call->commands->sessions, inbound->network,
                                                    inbound->person.identity, &count);
    const char *rest = *typed, *word;
    size_t length = command_next_word(&rest, &word);
    for (size_t i = 0; i < count; i++) {
        for (const struct table_place *at = tables[i]->places; at != NULL; at = at->next) {
            char name[PLACE_MAX];
            networks_place_name(call->commands->networks, at->network, at->place, inbound->network,
                                name);
            if (is_word(at->place, word, length) || is_word(name, word, length)) {
                call->table = tables[i];
                *typed = rest;
                return;
            }
        }
    }
    call->table = find_seen(call, word, length);
    if (call->table != NULL)
        *typed = rest;
    else if (count == 1)
        call->table = tables[0];
}

/* The table of a pressed button. In a place that no longer shows it, only its people can press. */
static struct table *find_pressed(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct sessions *sessions = call->commands->sessions;
    struct table *table = session_by_id(sessions, (int64_t)inbound->table);
    bool is_shown = inbound->place[0] == '\0' ||
                    session_at(sessions, inbound->network, inbound->place) == table;
    bool is_seated =
        table != NULL && table_seat_of(table, inbound->network, inbound->person.identity) >= 0;
    return is_shown || is_seated ? table : NULL;
}

/* The deal of the day is nobody else's business. */
static bool is_secret(const struct call *call, const struct table *table)
{
    const char *network = call->inbound->network, *identity = call->inbound->person.identity;
    return table->daily != NULL && table_seat_of(table, network, identity) < 0 &&
           table_doubted_seat_of(table, network, identity) < 0;
}

void command_find_table(struct call *call, const char **typed)
{
    const struct inbound *inbound = call->inbound;
    if (inbound->table != 0)
        call->table = find_pressed(call);
    else if (inbound->place[0] == '\0')
        find_own_table(call, typed);
    else
        call->table = session_at(call->commands->sessions, inbound->network, inbound->place);
    if (call->table != NULL && (!table_is_live(call->table) || is_secret(call, call->table)))
        call->table = NULL;
    call->seat = call->table != NULL
                     ? table_seat_of(call->table, inbound->network, inbound->person.identity)
                     : -1;
}

/* -- The ladder -------------------------------------------------------------------------------- */

static const char *no_table_reason(const struct call *call)
{
    size_t count;
    if (call->inbound->table != 0)
        return "refusal.table-over";
    session_tables_of(call->commands->sessions, call->inbound->network,
                      call->inbound->person.identity, &count);
    if (session_refused_at(call->commands->sessions, call->inbound->network,
                           call->inbound->place) != 0)
        return "refusal.table-refused";
    if (call->inbound->place[0] != '\0')
        return "refusal.no-table";
    if (count > 1)
        return "refusal.which-table";
    return networks_sees_people(call->commands->networks, call->inbound->network)
               ? "refusal.no-own-table-named"
               : "refusal.no-own-table";
}

static const char *refuse(const struct call *call)
{
    const struct command *command = call->command;
    bool has_place = call->inbound->place[0] != '\0';
    if ((command->traits & NEEDS_PLACE) && !has_place)
        return "refusal.in-channel-only";
    if (call->rank < command->rank)
        return command->rank == RANK_HOST ? "refusal.hosts-only" : "refusal.admins-only";
    if (call->table == NULL)
        return command->traits & NEEDS_TABLE ? no_table_reason(call) : NULL;
    if ((command->traits & NEEDS_RUNNING) && call->table->status != TABLE_PLAYING)
        return "refusal.not-started";
    if ((command->traits & NEEDS_LOBBY) && call->table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    if ((command->traits & NEEDS_SEAT) && call->seat < 0)
        return table_doubted_seat_of(call->table, call->inbound->network,
                                     call->inbound->person.identity) >= 0
                   ? "refusal.seat-doubted"
                   : "refusal.not-seated";
    if ((command->traits & NEEDS_SEAT) && !session_is_shown(call->commands->sessions, call->table))
        return "refusal.resting";
    return NULL;
}

/* -- Cooldowns --------------------------------------------------------------------------------- */

enum { ANSWER_KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX + 128 };

/* The table that the answer shows; NULL: none. */
static const struct table *shown_table(const struct call *call)
{
    return (call->command->traits & PRINTS_MUCH_HERE) ? call->table : NULL;
}

static bool answers_in_channel(const struct call *call)
{
    return shown_table(call) != NULL && call->inbound->place[0] != '\0';
}

/* The key of who hears the answer and what was asked. For a channel, the table is the same answer
 * in whatever style it is drawn; for a person, each topic of the rules is an answer of its own.
 * Long arguments are not topics: they may be cut. */
static const char *answer_key(const struct call *call, char key[ANSWER_KEY_BYTES])
{
    const struct inbound *inbound = call->inbound;
    const struct table *shown = shown_table(call);
    bool here = answers_in_channel(call);
    struct text text = text_in(key, ANSWER_KEY_BYTES);
    text_add_format(&text, "%s %s %s", inbound->network,
                    here ? inbound->place : inbound->person.identity, call->command->name);
    if (shown != NULL)
        text_add_format(&text, " %" PRId64, shown->id);
    if (!here)
        text_add_format(&text, " %.64s", call->arguments);
    return key;
}

/* After a move the table is a different answer. */
static uint32_t answer_version(const struct call *call)
{
    const struct table *shown = shown_table(call);
    return shown != NULL ? table_moment(shown) : 0;
}

/* On networks with boards, an answer to one person costs the others nothing. */
static bool answers_by_request(const struct call *call)
{
    return networks_keeps_boards(call->commands->networks, call->inbound->network) &&
           !answers_in_channel(call);
}

static bool was_just_answered(const struct call *call)
{
    const struct commands *commands = call->commands;
    char key[ANSWER_KEY_BYTES];
    return (call->command->traits & (PRINTS_MUCH | PRINTS_MUCH_HERE)) &&
           !networks_is_solitary(commands->networks, call->inbound->network) &&
           !answers_by_request(call) &&
           cooldown_holds(commands->cooldowns, answer_key(call, key), answer_version(call),
                          commands->settings->config->cooldown, clock_steady(commands->clock));
}

void command_printed(const struct call *call)
{
    const struct commands *commands = call->commands;
    char key[ANSWER_KEY_BYTES];
    cooldown_begin(commands->cooldowns, answer_key(call, key), answer_version(call),
                   clock_steady(commands->clock));
}

static void answer_again(const struct call *call)
{
    answer_plain(call, answers_in_channel(call) ? "refusal.just-shown" : "refusal.just-answered");
}

static bool may_move(const struct call *call)
{
    return call->seat >= 0 && call->table->status == TABLE_PLAYING &&
           (call->table->game->rules->actors(call->table->state) & SEAT_BIT(call->seat));
}

/* A person who may act can leave out `play` where nothing else can be meant. */
static bool is_bare_move(const struct call *call)
{
    return call->inbound->addressed && may_move(call);
}

/* `start 2` is a command before the game and may be a move in it. */
static bool is_move_by_now(const struct call *call, const char *typed)
{
    return call->command != NULL && (call->command->traits & NEEDS_LOBBY) && may_move(call) &&
           command_is_move(call, typed);
}

void command_forgive(const struct call *call)
{
    networks_forgive(call->commands->networks, call->inbound->network,
                     call->inbound->person.identity);
}

bool command_answer_guess(const struct call *call, const char *typed)
{
    const char *rest = typed, *word;
    size_t length = command_next_word(&rest, &word);
    char typed_buffer[64], guess_buffer[64];
    struct text shown = TEXT_IN(typed_buffer), guess = TEXT_IN(guess_buffer);
    if (!command_guess(call, word, length, &guess))
        return false;
    text_add_bytes(&shown, word, length);
    answer(call, "refusal.guess", SAY_TEXT(shown.bytes), SAY_TEXT(guess.bytes));
    return true;
}

static void answer_unknown(struct call *call, const char *typed)
{
    if (!call->inbound->addressed)
        command_forgive(call);
    else if (!command_answer_guess(call, typed))
        answer_plain(call, "refusal.unknown-command");
}

/* Whether the person looks at the table. People who move, or ask what happened, know already; at a
 * terminal everything still stands above. */
static bool looks(const struct call *call)
{
    void (*const run)(struct call *) = call->command->run;
    return (run == command_hand || run == command_show || run == command_status ||
            run == command_moves) &&
           call->table->status == TABLE_PLAYING &&
           !networks_is_solitary(call->commands->networks, call->inbound->network);
}

/* Once a visit, to the person alone. */
static void offer_recap(const struct call *call)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct choices choices = {.count = 0};
    struct words words = call_words(call);
    words_say_plain(&words, &text, "answer.recap-offered");
    if (networks_keeps_boards(call->commands->networks, call->inbound->network))
        choices_add(&choices, &words, "press.recap", "recap", CHOICE_MAIN);
    answer_choices(call, call->table, text.bytes, &choices);
}

/* Returns whether to offer a recap behind the answer. */
static bool note_heard(struct call *call)
{
    if (call->seat < 0)
        return false;
    session_heard(call->commands->sessions, call->table, (unsigned)call->seat,
                  call->inbound->place[0] == '\0');
    session_note_sight(call->commands->sessions, call->table, (unsigned)call->seat,
                       call->inbound->sight);
    return looks(call) && table_take_missed(call->table, (unsigned)call->seat);
}

/* -- Waiting ----------------------------------------------------------------------------------- */

struct store_inquiry *call_inquiry(struct call *call)
{
    if (call->inquiry == NULL)
        call->inquiry = store_inquire(call->commands->store);
    return call->inquiry;
}

bool call_fetch_own(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    return session_fetch_of(call->commands->sessions, call_inquiry(call), inbound->network,
                            inbound->person.identity);
}

bool call_waits(const struct call *call)
{
    return call->inquiry != NULL && store_inquiry_waits(call->inquiry);
}

/* The table that is meant; in its place also one that has ended. */
static const struct table *table_meant(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    if (call->table != NULL || inbound->place[0] == '\0')
        return call->table;
    return session_at(call->commands->sessions, inbound->network, inbound->place);
}

bool call_ask_coach(struct call *call, const struct coach_look *looks, size_t count)
{
    const struct coach *coach = call->commands->coach;
    call->task = coach->ask(coach, looks, count);
    if (call->task == NULL)
        answer_plain(call, "refusal.coach-busy");
    return call->task != NULL;
}

void call_await_coach(struct call *call)
{
    call->task = call->coached;
    call->coached = NULL;
}

static bool is_of_asker(const struct call *call, const struct held_command *held)
{
    return held->command == call->command &&
           strcmp(held->inbound->network, call->inbound->network) == 0 &&
           strcmp(held->inbound->person.identity, call->inbound->person.identity) == 0;
}

const struct coach_task *call_find_asked(const struct call *call)
{
    const struct held_command *held = call->commands->held;
    while (held != NULL && (held->task == NULL || !is_of_asker(call, held)))
        held = held->next;
    return held != NULL ? held->task : NULL;
}

static bool is_in_flight(const struct call *call)
{
    const struct table *meant = table_meant(call);
    return meant != NULL && session_is_in_flight(meant);
}

static bool reads_the_open_turn(const struct call *call)
{
    return (call->command->traits & READS_RECORD) && call->table != NULL && call->table->touched;
}

static struct held_command *held_from(const struct call *call, const struct inbound *inbound,
                                      enum held_for why)
{
    struct held_command *held = memory_new(sizeof *held);
    const struct table *table = table_meant(call);
    held->inbound = inbound_copy(inbound);
    held->why = why;
    held->table = table != NULL ? table->id : 0;
    held->moment = table != NULL ? table_moment(table) : 0;
    held->tries = call->tries;
    return held;
}

static void hold(struct call *call, enum held_for why)
{
    struct held_command *held = held_from(call, call->inbound, why);
    struct coach_task **asked = call->task != NULL ? &call->task : &call->coached;
    held->task = *asked;
    *asked = NULL;
    held->command = call->command;
    if (why == HELD_FOR_STORE) {
        held->inquiry = call->inquiry;
        call->inquiry = NULL;
    }
    LL_APPEND(call->commands->held, held);
}

static bool is_ready(const struct commands *commands, const struct held_command *held)
{
    const struct table *table = session_by_id(commands->sessions, held->table);
    if (held->why == HELD_FOR_STORE)
        return !store_inquiry_waits(held->inquiry);
    if (held->why == HELD_FOR_COACH)
        return held->task->has_news;
    return table == NULL ||
           (!session_is_in_flight(table) && (held->why == HELD_FOR_TABLE || !table->touched));
}

/* What the store has answered, unless the table has gone on since. */
static struct store_inquiry *take_inquiry(const struct call *call, struct held_command *held)
{
    const struct table *table = table_meant(call);
    struct store_inquiry *inquiry = held->inquiry;
    held->inquiry = NULL;
    if (held->table == (table != NULL ? table->id : 0) &&
        held->moment == (table != NULL ? table_moment(table) : 0))
        return inquiry;
    store_inquiry_free(inquiry);
    return NULL;
}

static struct coach_task *take_task(struct held_command *held)
{
    struct coach_task *task = held->task;
    held->task = NULL;
    return task;
}

static void drop_task(struct coach_task *task)
{
    if (task != NULL)
        task->coach->drop(task);
}

static struct held_command *find_ready(const struct commands *commands)
{
    struct held_command *held = commands->held;
    while (held != NULL && !is_ready(commands, held))
        held = held->next;
    return held;
}

bool commands_owe(const struct commands *commands, const char *network, uint64_t request)
{
    const struct held_command *held = commands->held;
    while (held != NULL &&
           (held->why != HELD_FOR_COACH || strcmp(held->inbound->network, network) != 0 ||
            (request != 0 && held->inbound->request != request)))
        held = held->next;
    return held != NULL;
}

bool command_is_ready(const struct commands *commands)
{
    return find_ready(commands) != NULL;
}

struct held_command *command_take_held(struct commands *commands)
{
    struct held_command *held = find_ready(commands);
    if (held != NULL)
        LL_DELETE(commands->held, held);
    return held;
}

void command_free_held(struct held_command *held)
{
    store_inquiry_free(held->inquiry);
    drop_task(held->task);
    inbound_free(held->inbound);
    free(held);
}

void command_free_all_held(struct held_command **held)
{
    while (*held != NULL) {
        struct held_command *first = *held;
        *held = first->next;
        command_free_held(first);
    }
}

void command_judge_again(struct commands *commands, struct held_command *handled)
{
    enum { TRIES_MAX = 8 };
    struct held_command *again = NULL;
    while (handled != NULL) {
        struct held_command *held = handled;
        handled = held->next;
        held->next = NULL;
        if (++held->tries < TRIES_MAX) {
            LL_APPEND(again, held);
            continue;
        }
        commands->outbox->asked = held->inbound;
        command_unsaved(commands, commands->outbox, held->inbound);
        commands->outbox->asked = NULL;
        command_free_held(held);
    }
    LL_CONCAT(again, commands->held);
    commands->held = again;
}

void commands_clear(struct commands *commands)
{
    command_free_all_held(&commands->held);
    command_free_all_held(&commands->handled);
    pager_clear(&commands->pager);
    pager_clear(&commands->lessons);
}

/* -- Working off ------------------------------------------------------------------------------- */

/* So far only the person who typed is known. */
static struct call call_of(struct commands *commands, const struct inbound *inbound)
{
    return (struct call){.commands = commands,
                         .inbound = inbound,
                         .seat = -1,
                         .rank = permission_rank(commands->settings, inbound)};
}

/* What a call points to while it is handled. */
struct handling {
    struct inbound at_home;
    char arguments[INBOUND_TEXT_MAX];
};

static void read_arguments(struct call *call, struct handling *handling)
{
    struct text text = TEXT_IN(handling->arguments);
    fixed_words_read(call->commands->catalog, call->command, call->arguments, &text);
    if (!text.truncated)
        call->arguments = handling->arguments;
}

/* Finds out what was typed; false: nothing that the bot knows, and the person was told. */
static bool find_command(struct call *call, const char *typed, struct handling *handling)
{
    const char *rest = typed, *word;
    size_t length = command_next_word(&rest, &word);
    bool asks = length == 1 && word[0] == '?';
    call->command = asks ? command_find("help", strlen("help"))
                         : command_find_spoken(call->commands->catalog, word, length);
    call->arguments = rest;
    if (call->command != NULL)
        read_arguments(call, handling);
    if (is_move_by_now(call, typed) || (call->command == NULL && is_bare_move(call))) {
        call->command = command_find("play", strlen("play"));
        call->arguments = typed;
        call->bare = true;
    }
    if (call->command == NULL)
        answer_unknown(call, typed);
    return call->command != NULL;
}

/* In private, a table of one person alone stands in the place of the conversation. Fills `at_home`,
 * which must live as long as the call, if that is where the command is to be run. */
static void go_home(struct call *call, struct inbound *at_home)
{
    const char *no_words = "", *where = inbound_where(call->inbound);
    if ((call->command->traits & WORKS_AT_HOME) == 0 || where == call->inbound->place)
        return;
    *at_home = *call->inbound;
    at_home->place = where;
    call->inbound = at_home;
    command_find_table(call, &no_words);
}

static void run(struct call *call)
{
    bool missed = note_heard(call);
    const char *refusal = refuse(call);
    if (refusal != NULL)
        command_refuse(call, refusal);
    else if (command_refuse_barred(call))
        return;
    else if (call->seat >= 0 && command_is_stale(call))
        command_answer_stale(call);
    else if (was_just_answered(call))
        answer_again(call);
    else
        call->command->run(call);
    if (missed)
        offer_recap(call);
}

/* -- Several commands in a line, as in `hand, moves` ------------------------------------------- */

enum { LINE_COMMANDS_MAX = 4 };

struct line_of_commands {
    char names[INBOUND_TEXT_MAX]; /* each ends with a zero byte */
    const char *list[LINE_COMMANDS_MAX];
    unsigned count;
};

/* Reads a line of commands without arguments; returns false when it is anything else. */
static bool read_commands(const struct call *call, const char *typed, struct line_of_commands *line)
{
    struct text text = TEXT_IN(line->names);
    line->count = 0;
    text_add(&text, typed);
    if (strpbrk(typed, ",;") == NULL)
        return false;
    for (char *rest = line->names, *piece; (piece = strsep(&rest, ",;")) != NULL;) {
        const char *end = piece, *word;
        size_t length = command_next_word(&end, &word);
        bool known =
            *end == '\0' && command_find_spoken(call->commands->catalog, word, length) != NULL;
        if (!known || line->count == LINE_COMMANDS_MAX)
            return false;
        line->list[line->count++] = word;
    }
    return true;
}

/* Each part of a line is an event of its own. */
static void name_part(const struct inbound *whole, unsigned part, struct text *event)
{
    if (whole->event != NULL && whole->event[0] != '\0')
        text_add_format(event, "%s.%u", whole->event, part + 1);
}

/* Each is judged when its turn has come, after the place that was named first. */
static void receive_each(const struct call *call, const char *typed,
                         const struct line_of_commands *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        char buffer[INBOUND_TEXT_MAX], event_buffer[STORE_WORD_MAX];
        struct text text = TEXT_IN(buffer), event = TEXT_IN(event_buffer);
        struct inbound one = *call->inbound;
        name_part(call->inbound, i, &event);
        one.event = event.bytes;
        text_add_bytes(&text, one.text, (size_t)(typed - one.text));
        text_add(&text, line->list[i]);
        one.text = buffer;
        command_receive(call->commands, &one, NULL);
    }
}

/* Runs the command or holds it; false: it is held. */
static bool run_or_hold(struct call *call, const char *typed, struct handling *handling)
{
    if (!find_command(call, typed, handling))
        return true;
    go_home(call, &handling->at_home);
    if (reads_the_open_turn(call)) {
        hold(call, HELD_FOR_TURN);
        return false;
    }
    run(call);
    if (!call_waits(call) && call->task == NULL)
        return true;
    hold(call, call_waits(call) ? HELD_FOR_STORE : HELD_FOR_COACH);
    return false;
}

/* Writes the event's name in the store. False: it has none. */
static bool name_event(const struct inbound *inbound, char name[STORE_WORD_MAX])
{
    struct text text = text_in(name, STORE_WORD_MAX);
    if (inbound->event == NULL || inbound->event[0] == '\0')
        return false;
    text_add_format(&text, "%s %s", inbound->network, inbound->event);
    return !text.truncated;
}

/* Reads the tables that may be meant and are not held here: in private those of the person, and the
 * one whose button was pressed. Returns false while the store has not answered. */
static bool fetch_tables(struct call *call, const char **rest)
{
    const struct inbound *inbound = call->inbound;
    struct sessions *sessions = call->commands->sessions;
    bool is_private = inbound->place[0] == '\0';
    if (!sessions->shares || (!is_private && inbound->table == 0))
        return true;
    bool fetched = session_fetch(sessions, call_inquiry(call), (int64_t)inbound->table) &&
                   (!is_private || call_fetch_own(call));
    *rest = inbound->text;
    command_find_table(call, rest);
    return fetched;
}

/* Does the same where several processes may hear of the same event: what is run may have to be
 * judged again, and is noted as applied if it writes anything. */
static void handle_once(struct call *call, const char *typed)
{
    struct commands *commands = call->commands;
    struct held_command *copy = held_from(call, call->inbound, HELD_FOR_TABLE);
    struct handling handling;
    char event[STORE_WORD_MAX];
    if (!run_or_hold(call, typed, &handling)) {
        command_free_held(copy);
        return;
    }
    if (store_is_dirty(commands->store) && name_event(copy->inbound, event))
        store_event_add(commands->store, event);
    LL_APPEND(commands->handled, copy);
}

/* Whether another process has applied a command that is judged again, which may also have changed
 * its leagues; where the store has not answered yet, call_waits(). */
static bool is_applied(struct call *call)
{
    char event[STORE_WORD_MAX];
    bool applied = false;
    if (call->tries > 0)
        command_follow_leagues(call);
    if (call->tries > 0 && name_event(call->inbound, event))
        store_read_event(call_inquiry(call), event, &applied);
    return applied;
}

static void handle(struct call *call, const char *typed)
{
    struct handling handling;
    if (!store_is_shared(call->commands->store))
        run_or_hold(call, typed, &handling);
    else if (!is_applied(call) && !call_waits(call))
        handle_once(call, typed);
    else if (call_waits(call))
        hold(call, HELD_FOR_STORE);
}

/* Whoever writes in private can be written to. */
static void open_home(struct commands *commands, const struct inbound *inbound)
{
    char home[HOME_BYTES];
    if (inbound->place[0] != '\0')
        return;
    home_of(inbound->person.identity, home);
    session_place_opened(commands->sessions, inbound->network, home);
}

void command_receive(struct commands *commands, const struct inbound *inbound,
                     struct held_command *held)
{
    struct call call = call_of(commands, inbound);
    const char *rest = inbound->text;
    struct line_of_commands line;
    open_home(commands, inbound);
    command_find_table(&call, &rest);
    call.inquiry = held != NULL ? take_inquiry(&call, held) : NULL;
    call.coached = held != NULL ? take_task(held) : NULL;
    call.tries = held != NULL ? held->tries : 0;
    if (!fetch_tables(&call, &rest)) {
        hold(&call, HELD_FOR_STORE);
    } else if (is_in_flight(&call)) {
        hold(&call, HELD_FOR_TABLE);
    } else if (read_commands(&call, rest, &line)) {
        receive_each(&call, rest, &line);
    } else if (rest == inbound->text && command_in_tutorial(&call, rest)) {
        command_forgive(&call);
    } else {
        handle(&call, rest);
    }
    store_inquiry_free(call.inquiry);
    drop_task(call.coached);
}

void command_flooding(struct commands *commands, const struct inbound *inbound)
{
    const struct call call = call_of(commands, inbound);
    answer_plain(&call, "refusal.flooding");
}

static void answer_through(const struct commands *commands, struct outbox *outbox,
                           const struct inbound *inbound, const char *key)
{
    struct commands other = *commands;
    other.outbox = outbox;
    const struct call call = call_of(&other, inbound);
    answer_plain(&call, key);
}

void command_unsaved(const struct commands *commands, struct outbox *unsaved,
                     const struct inbound *inbound)
{
    answer_through(commands, unsaved, inbound, "refusal.not-saved");
}

void command_waits(const struct commands *commands, struct outbox *outbox,
                   const struct inbound *inbound)
{
    answer_through(commands, outbox, inbound, "refusal.store-away");
}
