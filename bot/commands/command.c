#include "bot/commands/command.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/commands/fixed_words.h"
#include "bot/commands/held.h"
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

/* -- Moves without `play`, and what nobody knows ----------------------------------------------- */

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

/* -- Somebody who is back ---------------------------------------------------------------------- */

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
    else if (!command_refuse_repeated(call))
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
    if (call_reads_open_turn(call)) {
        call_hold(call, HELD_FOR_TURN);
        return false;
    }
    run(call);
    if (!call_waits(call) && call->task == NULL)
        return true;
    call_hold(call, call_waits(call) ? HELD_FOR_STORE : HELD_FOR_COACH);
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
    struct held_command *copy = held_from(call, HELD_FOR_TABLE);
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
        call_hold(call, HELD_FOR_STORE);
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
    call.inquiry = held != NULL ? held_take_inquiry(&call, held) : NULL;
    call.coached = held != NULL ? held_take_task(held) : NULL;
    call.tries = held != NULL ? held->tries : 0;
    if (!fetch_tables(&call, &rest)) {
        call_hold(&call, HELD_FOR_STORE);
    } else if (call_is_in_flight(&call)) {
        call_hold(&call, HELD_FOR_TABLE);
    } else if (read_commands(&call, rest, &line)) {
        receive_each(&call, rest, &line);
    } else if (rest == inbound->text && command_in_tutorial(&call, rest)) {
        command_forgive(&call);
    } else {
        handle(&call, rest);
    }
    store_inquiry_free(call.inquiry);
    held_drop_task(call.coached);
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

void commands_clear(struct commands *commands)
{
    command_free_all_held(&commands->held);
    command_free_all_held(&commands->handled);
    pager_clear(&commands->pager);
    pager_clear(&commands->lessons);
}
