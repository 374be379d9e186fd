/* Dialogues with a host, to be read by people: what people type on its networks, everything that is
 * said to whom, and everything that changes in the store. tests/golden/host holds them. Steps:
 *
 *     NAME[@NETWORK][!host|admin] PLACE: TEXT    somebody types; on network one, "-" is private
 *     press NAME PLACE: COMMAND        on network boards, what the newest message there offers
 *     complete NAME PLACE: TEXT        what is offered for the last word
 *     move NETWORK PLACE N             whoever may act there types their legal move number N
 *     finish NETWORK PLACE             moves like that to the end; what is said before is left out
 *     programs                         network one is one of programs from now on
 *     wait TIME | restart TIME         as in "90min"
 *     opened NETWORK PLACE | closed NETWORK PLACE | lost NETWORK PLACE WHY
 *     invited NETWORK PLACE yes|no | thread NETWORK PLACE TABLE THREAD
 *     left NETWORK PLACE NAME | quit NETWORK NAME | split NETWORK NAME
 *     joined NETWORK PLACE NAME | back NETWORK PLACE NAME      `back`: after a split
 *     renamed NETWORK OLD NEW | undelivered NETWORK NAME
 *
 * BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_host writes what follows on them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/golden/dialogue.h"
#include "tests/golden/host_facts.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/same_chance.h"
#include "tests/unit/store_fixture.h"

static const char *const networks[] = {"one", "two", "boards", NULL};
static const char *const identities[] = {"account:alice", "account:bruno", "account:carol",
                                         "account:dora",  "account:olga",  NULL};

enum { OFFERS_MAX = 256, MOVES_MAX = 500 };

/* What could be pressed so far. */
struct offers {
    struct said list[OFFERS_MAX];
    size_t count;
};

struct dialogue {
    struct fixture *fixture;
    char *folder;
    struct host_facts facts;
    struct offers offers;
};

static FILE *log_stream;
static char *logged;
static size_t logged_size;

/* -- What followed ----------------------------------------------------------------------------- */

static void add_lines(const char *text, struct text *out)
{
    if (strchr(text, '\n') == NULL) {
        text_add(out, ": ");
        text_add(out, text);
        text_add_char(out, '\n');
        return;
    }
    text_add(out, "\n  | ");
    for (; *text != '\0'; text++) {
        text_add_char(out, *text == '\x03' ? '^' : *text);
        if (*text == '\n')
            text_add(out, "  | ");
    }
    text_add_char(out, '\n');
}

static void add_said(const struct said *said, struct text *out)
{
    static const char *const kinds[] = {
        [OUTBOUND_ANSWER] = "answer",   [OUTBOUND_HAND] = "hand", [OUTBOUND_EVENT] = "event",
        [OUTBOUND_PICTURE] = "picture", [OUTBOUND_HELP] = "help", [OUTBOUND_PROMPT] = "prompt",
        [OUTBOUND_FACTS] = "facts"};
    text_add_format(out, "%s %s%s%s", kinds[said->kind], said->network,
                    said->place[0] != '\0' ? " " : "", said->place);
    if (said->identity[0] != '\0')
        text_add_format(out, " to %s", said->identity);
    if (said->table != 0)
        text_add_format(out, ", table %d at %u", (int)said->table, said->line);
    if (said->request != 0)
        text_add_format(out, ", request %d", (int)said->request);
    for (size_t i = 0; i < said->call_count; i++)
        text_add_format(out, ", calls %s", said->calls[i]);
    add_lines(said->text, out);
    for (size_t i = 0; i < said->choices.count; i++) {
        const struct outbound_choice *choice = &said->choices.list[i];
        text_add_format(out, "  [%s] %s%s%s\n", choice->label, choice->command,
                        choice->main ? ", main" : "", choice->asks ? ", asks" : "");
    }
}

static void add_wish(const char *what, char *place, struct text *out)
{
    if (place[0] != '\0')
        text_add_format(out, "%s %s\n", what, place);
    place[0] = '\0';
}

/* Warnings and errors of the log, without their time and the folder of a file. */
static void add_logged(struct text *out)
{
    fflush(log_stream);
    for (const char *line = logged; (line = strstr(line, "level=")) != NULL; line++) {
        text_add(out, "logged: ");
        const char *end = strchr(line, '\n'), *file = strstr(line, " file=/");
        text_add_bytes(out, line, (size_t)((file != NULL && file < end ? file : end) - line));
        text_add_char(out, '\n');
    }
    rewind(log_stream);
    logged[0] = '\0';
}

static void add_what_followed(struct dialogue *dialogue, struct text *out)
{
    struct fixture *fixture = dialogue->fixture;
    struct host_facts facts;
    for (size_t i = 0; i < fixture->said_count; i++)
        add_said(&fixture->said[i], out);
    fixture_clear(fixture);
    add_wish("to be joined:", fixture->joined, out);
    add_wish("a thread wanted under", fixture->threaded, out);
    add_logged(out);
    host_facts_read(&facts, fixture->disk, networks, identities);
    host_facts_compare(&dialogue->facts, &facts, out);
    host_facts_free(&dialogue->facts);
    dialogue->facts = facts;
}

/* -- Steps ------------------------------------------------------------------------------------- */

/* "NAME[@NETWORK][!RANK] PLACE: TEXT" */
static void type(struct fixture *fixture, char *who, char *rest)
{
    static const char *const ranks[] = {"player", "member", "host", "admin", NULL};
    enum person_rank rank = RANK_PLAYER;
    char *rank_word = strchr(who, '!'), *place = dialogue_word(&rest);
    if (rank_word != NULL) {
        *rank_word++ = '\0';
        while (ranks[rank] != NULL && strcmp(ranks[rank], rank_word) != 0)
            rank++;
        assert_non_null(ranks[rank]);
    }
    char *network = strchr(who, '@');
    if (network != NULL)
        *network++ = '\0';
    assert_int_equal(place[strlen(place) - 1], ':');
    place[strlen(place) - 1] = '\0';
    fixture_type_as(fixture, network != NULL ? network : "one", who, rank,
                    strcmp(place, "-") == 0 ? "" : place, rest);
}

/* The newest message that offers the command. */
static const struct said *find_offer(const struct offers *offers, const char *command)
{
    for (size_t i = offers->count; i-- > 0;)
        if (said_offers(&offers->list[i], command))
            return &offers->list[i];
    return NULL;
}

static void press(struct dialogue *dialogue, char *rest, struct text *out)
{
    char *name = dialogue_word(&rest), *place = dialogue_word(&rest);
    const struct said *offer = find_offer(&dialogue->offers, rest);
    place[strlen(place) - 1] = '\0';
    if (offer == NULL)
        text_add(out, "it is not offered\n");
    else
        fixture_press(dialogue->fixture, name, place, offer, rest);
}

/* False when nobody can: the game is over, or it is up to the bot. */
static bool move(struct fixture *fixture, const char *network, const char *place, size_t index)
{
    const struct table *table = session_at(&fixture->host.sessions, network, place);
    if (table == NULL || table->status != TABLE_PLAYING)
        return false;
    unsigned number = seat_on_turn(table);
    const struct seat *seat = &table->seats[number];
    if (seat->identity == NULL)
        return false;
    char where[PLACE_MAX];
    struct text copy = TEXT_IN(where);
    text_add(&copy, table_place_of(table, seat->network, seat->identity)->place);
    fixture_type_on(fixture, seat->network, strchr(seat->identity, ':') + 1, where,
                    line_of("play %s", legal_move(table, number, index)));
    return true;
}

static void move_once(struct fixture *fixture, char *rest, struct text *out)
{
    char *network = dialogue_word(&rest), *place = dialogue_word(&rest);
    if (!move(fixture, network, place, strtoul(rest, NULL, 10)))
        text_add(out, "nobody can move\n");
}

static void finish(struct fixture *fixture, char *rest)
{
    char *network = dialogue_word(&rest), *place = dialogue_word(&rest);
    for (size_t index = 0; index < MOVES_MAX; index++) {
        size_t before = fixture->said_count;
        if (!move(fixture, network, place, index))
            return;
        if (session_at(&fixture->host.sessions, network, place)->status != TABLE_PLAYING)
            return;
        if (before != fixture->said_count)
            fixture_clear(fixture);
    }
}

static void complete(struct fixture *fixture, char *rest, struct text *out)
{
    static struct outbound_choice choices[CHOICES_MAX];
    char identity[IDENTITY_MAX];
    struct text whole = TEXT_IN(identity);
    char *name = dialogue_word(&rest), *place = dialogue_word(&rest);
    place[strlen(place) - 1] = '\0';
    text_add_format(&whole, "account:%s", name);
    const struct inbound inbound = {.network = "one",
                                    .person = {identity, name, RANK_PLAYER},
                                    .place = strcmp(place, "-") == 0 ? "" : place,
                                    .text = rest,
                                    .addressed = true};
    size_t count = fixture->host.listener.complete(&fixture->host, &inbound, choices);
    for (size_t i = 0; i < count; i++)
        text_add_format(out, "[%s] %s\n", choices[i].label, choices[i].command);
}

/* What an adapter tells the host; false for another step. */
static bool tell(struct fixture *fixture, const char *what, char *rest)
{
    const struct adapter_listener *listener = &fixture->host.listener;
    void *host = listener->context;
    char identity_buffer[IDENTITY_MAX], other_buffer[IDENTITY_MAX], copy[512];
    struct text identity = TEXT_IN(identity_buffer), other = TEXT_IN(other_buffer);
    struct text words = TEXT_IN(copy);
    text_add(&words, rest);
    char *at = copy, *network = dialogue_word(&at), *second = dialogue_word(&at);
    char *third = dialogue_word(&at), *fourth = dialogue_word(&at);
    text_add_format(&identity, "account:%s", third[0] != '\0' ? third : second);
    text_add_format(&other, "account:%s", second);
    const struct person person = {identity.bytes, third, RANK_PLAYER};
    if (strcmp(what, "opened") == 0)
        listener->place_opened(host, network, second);
    else if (strcmp(what, "closed") == 0)
        listener->place_closed(host, network, second);
    else if (strcmp(what, "lost") == 0)
        listener->place_lost(host, network, second, third);
    else if (strcmp(what, "invited") == 0)
        listener->place_invited(host, network, second, strcmp(third, "yes") == 0);
    else if (strcmp(what, "thread") == 0)
        listener->thread_opened(host, network, second, strtoull(third, NULL, 10), false,
                                strcmp(fourth, "none") == 0 ? NULL : fourth);
    else if (strcmp(what, "left") == 0)
        listener->left(host, network, second, identity.bytes, LEFT_PLACE);
    else if (strcmp(what, "quit") == 0)
        listener->left(host, network, "", identity.bytes, LEFT_NETWORK);
    else if (strcmp(what, "split") == 0)
        listener->left(host, network, "", identity.bytes, LEFT_IN_SPLIT);
    else if (strcmp(what, "joined") == 0 || strcmp(what, "back") == 0)
        listener->joined(host, network, second, &person, what[0] == 'b');
    else if (strcmp(what, "renamed") == 0)
        listener->renamed(host, network, other.bytes, &person);
    else if (strcmp(what, "undelivered") == 0)
        listener->undelivered(host, network, other.bytes, "irc.undelivered.accept");
    else
        return false;
    fixture_end_turn(fixture);
    return true;
}

static void keep_offers(struct dialogue *dialogue)
{
    const struct fixture *fixture = dialogue->fixture;
    struct offers *offers = &dialogue->offers;
    for (size_t i = 0; i < fixture->said_count; i++) {
        if (fixture->said[i].choices.count == 0)
            continue;
        assert_true(offers->count < OFFERS_MAX);
        offers->list[offers->count++] = fixture->said[i];
    }
}

static void make_step(void *context, char *step, struct text *out)
{
    struct dialogue *dialogue = context;
    char *rest = step, *what = dialogue_word(&rest);
    if (strcmp(what, "press") == 0)
        press(dialogue, rest, out);
    else if (strcmp(what, "complete") == 0)
        complete(dialogue->fixture, rest, out);
    else if (strcmp(what, "move") == 0)
        move_once(dialogue->fixture, rest, out);
    else if (strcmp(what, "finish") == 0)
        finish(dialogue->fixture, rest);
    else if (strcmp(what, "wait") == 0)
        fixture_wait(dialogue->fixture, dialogue_time(rest));
    else if (strcmp(what, "programs") == 0)
        fixture_set_programs(dialogue->fixture);
    else if (strcmp(what, "restart") == 0)
        dialogue->fixture = fixture_restart(dialogue->fixture, dialogue_time(rest));
    else if (!tell(dialogue->fixture, what, rest))
        type(dialogue->fixture, what, rest);
    keep_offers(dialogue);
    add_what_followed(dialogue, out);
}

static void test_dialogue(void **state)
{
    static struct dialogue dialogue;
    dialogue = (struct dialogue){.folder = folder_made()};
    same_chance_restart();
    dialogue.fixture = fixture_open(dialogue.folder);
    dialogue_run(*state, make_step, &dialogue);
    host_facts_free(&dialogue.facts);
    fixture_close(dialogue.fixture);
    folder_removed(dialogue.folder);
}

int main(void)
{
    same_chance_install();
    log_stream = open_memstream(&logged, &logged_size);
    log_to(log_stream, LOG_LEVEL_WARNING);
    int failed = dialogue_run_all("host", test_dialogue);
    log_to(NULL, LOG_LEVEL_INFO);
    fclose(log_stream);
    free(logged);
    return failed;
}
