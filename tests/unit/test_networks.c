/* What the rest of the bot asks about networks: each answer is the adapter's own, and a network
 * that offers nothing, or that is unknown, has an answer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/networks.h"
#include "games/shared/text.h"

/* -- A network that offers everything ---------------------------------------------------------- */

static struct adapter rich, bare, closed;
static char called[128]; /* the last call without an answer, and its arguments */

static void note(const char *what, const struct adapter *adapter, const char *argument)
{
    struct text text = TEXT_IN(called);
    text_add_format(&text, "%s %s %s", what, adapter->network, argument);
}

static void copy(char place[PLACE_MAX], const char *before, const char *after)
{
    struct text text = text_in(place, PLACE_MAX);
    text_add_format(&text, "%s%s", before, after);
}

static bool screen_of(const struct adapter *adapter, struct network_screen *screen)
{
    *screen = (struct network_screen){.columns = 80};
    return adapter == &rich;
}

static void say(struct adapter *adapter, const struct outbound *message)
{
    note("say", adapter, message->text);
}

static void forgive(struct adapter *adapter, const char *identity)
{
    note("forgive", adapter, identity);
}

static const char *own_name(const struct adapter *adapter)
{
    return adapter == &rich ? "belfry" : "somebody";
}

static void count(const struct adapter *adapter, struct adapter_counters *counters)
{
    counters->connected = adapter == &rich;
    counters->sent = 7;
}

static bool has_place(const struct adapter *adapter, const char *place)
{
    return adapter == &rich && strcmp(place, "1/#a") == 0;
}

static bool find_place(const struct adapter *adapter, const char *here, const char *typed,
                       char place[PLACE_MAX])
{
    copy(place, here, typed);
    return adapter == &rich && typed[0] == '#';
}

static void place_name(const struct adapter *adapter, const char *place, char name[PLACE_MAX])
{
    copy(name, adapter == &rich ? "the " : "", place);
}

static bool parent(const struct adapter *adapter, const char *place, char channel[PLACE_MAX])
{
    copy(channel, "parent of ", place);
    return adapter == &rich && strchr(place, '-') != NULL;
}

/* "1/#a" is on the server "1". */
static size_t server(const char *place)
{
    const char *slash = strchr(place, '/');
    return slash != NULL ? (size_t)(slash - place) : 0;
}

static bool shows_colours(const struct adapter *adapter, const char *place, bool asked)
{
    return adapter == &rich && asked && strcmp(place, "1/#a") == 0;
}

static void open_thread(struct adapter *adapter, const char *place, uint64_t table, bool is_closed,
                        const char *title)
{
    char argument[64];
    struct text text = TEXT_IN(argument);
    text_add_format(&text, "%s %d %s", place, (int)table, title);
    note(is_closed ? "closed thread" : "thread", adapter, argument);
}

static const struct adapter_class rich_class = {.type = "rich",
                                                .solitary = true,
                                                .only_person = "account:me",
                                                .screen = screen_of,
                                                .boards = true,
                                                .page_lines = 9,
                                                .files = true,
                                                .say = say,
                                                .forgive = forgive,
                                                .own_name = own_name,
                                                .counters = count,
                                                .has_place = has_place,
                                                .find_place = find_place,
                                                .place_name = place_name,
                                                .parent = parent,
                                                .server = server,
                                                .shows_colours = shows_colours,
                                                .open_thread = open_thread};
static const struct adapter_class bare_class = {
    .type = "bare", .only_person = "account:none", .say = say};

static void name_adapter(struct adapter *adapter, const struct adapter_class *class,
                         const char *name)
{
    struct text text = TEXT_IN(adapter->network);
    text_add(&text, name);
    adapter->class = class;
}

static int open_networks(void **state)
{
    static struct networks networks;
    name_adapter(&closed, &bare_class, "closed");
    name_adapter(&bare, &bare_class, "bare");
    name_adapter(&rich, &rich_class, "rich");
    networks = (struct networks){.count = 0};
    networks_add(&networks, &closed);
    networks_add(&networks, &bare);
    networks_add(&networks, &rich);
    networks.adapters[0] = NULL;
    called[0] = '\0';
    *state = &networks;
    return 0;
}

static int clear_networks(void **state)
{
    struct networks *networks = *state;
    networks_clear(networks);
    return networks->count == 0 && networks->adapters == NULL ? 0 : -1;
}

/* -- Questions --------------------------------------------------------------------------------- */

static const char *const poor[] = {"bare", "closed", "unknown"};
enum { POOR = sizeof poor / sizeof poor[0] };

static void each_is_found_by_its_name(void **state)
{
    const struct networks *networks = *state;
    assert_ptr_equal(networks_find(networks, "rich", NULL), &rich);
    assert_ptr_equal(networks_find(networks, "bare", NULL), &bare);
    assert_null(networks_find(networks, "closed", NULL));
    assert_null(networks_find(networks, "unknown", NULL));
    const struct networks none = {.count = 0};
    assert_null(networks_find(&none, "rich", NULL));
}

static void each_answers_for_itself(void **state)
{
    const struct networks *networks = *state;
    struct network_screen screen = {.columns = 0};
    assert_true(networks_screen(networks, "rich", &screen));
    assert_int_equal(screen.columns, 80);
    assert_true(networks_is_solitary(networks, "rich"));
    assert_string_equal(networks_only_person(networks, "rich"), "account:me");
    assert_true(networks_keeps_boards(networks, "rich"));
    assert_true(networks_takes_files(networks, "rich"));
    assert_int_equal(networks_page_lines(networks, "rich"), 9);
    assert_string_equal(networks_own_name(networks, "rich"), "belfry");
    assert_true(networks_makes_threads(networks, "rich"));
    for (size_t i = 0; i < POOR; i++) {
        assert_false(networks_screen(networks, poor[i], &screen));
        assert_false(networks_is_solitary(networks, poor[i]));
        assert_null(networks_only_person(networks, poor[i]));
        assert_false(networks_keeps_boards(networks, poor[i]));
        assert_false(networks_takes_files(networks, poor[i]));
        assert_int_equal(networks_page_lines(networks, poor[i]), 0);
        assert_string_equal(networks_own_name(networks, poor[i]), "");
        assert_false(networks_makes_threads(networks, poor[i]));
    }
}

static void each_does_what_it_is_told(void **state)
{
    const struct networks *networks = *state;
    networks_forgive(networks, "rich", "account:a");
    assert_string_equal(called, "forgive rich account:a");
    networks_say(networks, &(struct outbound){.network = "rich", .text = "hello"});
    assert_string_equal(called, "say rich hello");
    networks_open_thread(networks, "rich", "1/#a", 5, false, "title");
    assert_string_equal(called, "thread rich 1/#a 5 title");
    networks_open_thread(networks, "rich", "1/#a", 5, true, "title");
    assert_string_equal(called, "closed thread rich 1/#a 5 title");
    networks_say(networks, &(struct outbound){.network = "bare", .text = "hello"});
    assert_string_equal(called, "say bare hello");
    called[0] = '\0';
    for (size_t i = 0; i < POOR; i++) {
        networks_forgive(networks, poor[i], "account:a");
        if (i > 0)
            networks_say(networks, &(struct outbound){.network = poor[i], .text = "hello"});
    }
    assert_string_equal(called, "");
}

static void a_network_that_has_failed_is_not_connected(void **state)
{
    const struct networks *networks = *state;
    assert_false(networks_counters(networks, 0).connected);
    assert_true(networks_counters(networks, 1).connected);
    assert_int_equal(networks_counters(networks, 1).sent, 0);
    assert_true(networks_counters(networks, 2).connected);
    assert_int_equal(networks_counters(networks, 2).sent, 7);
    for (size_t i = 1; i <= 2; i++) {
        networks->failed[i] = true;
        assert_false(networks_counters(networks, i).connected);
    }
    assert_int_equal(networks_counters(networks, 2).sent, 7);
}

/* -- Places ------------------------------------------------------------------------------------ */

static void assert_found(const struct networks *networks, const char *network, const char *typed,
                         const char *expected)
{
    char place[PLACE_MAX] = "";
    bool found = networks_find_place(networks, network, "1/", typed, place);
    assert_int_equal(found, expected != NULL);
    if (expected != NULL)
        assert_string_equal(place, expected);
}

static void places_are_found_as_they_are_typed_there(void **state)
{
    const struct networks *networks = *state;
    char longest[PLACE_MAX + 1];
    memset(longest, 'x', sizeof longest - 1);
    longest[PLACE_MAX] = '\0';
    assert_true(networks_has_place(networks, "rich", "1/#a"));
    assert_false(networks_has_place(networks, "rich", "1/#b"));
    assert_true(networks_has_place(networks, "bare", "anything"));
    assert_false(networks_has_place(networks, "closed", "1/#a"));
    assert_found(networks, "rich", "#a", "1/#a");
    assert_found(networks, "rich", "a", NULL);
    assert_found(networks, "bare", "a", "a");
    assert_found(networks, "unknown", "#a", NULL);
    assert_found(networks, "bare", longest, NULL);
    longest[PLACE_MAX - 1] = '\0';
    assert_found(networks, "bare", longest, longest);
}

static void places_are_named_for_their_reader(void **state)
{
    const struct networks *networks = *state;
    static const struct {
        const char *network, *reader, *name;
    } cases[] = {{"rich", "rich", "the #a"},
                 {"rich", "bare", "rich/the #a"},
                 {"bare", "bare", "#a"},
                 {"bare", "rich", "bare/#a"},
                 {"unknown", "rich", "unknown/#a"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[PLACE_MAX];
        networks_place_name(networks, cases[i].network, "#a", cases[i].reader, name);
        assert_string_equal(name, cases[i].name);
    }
}

static void a_thread_belongs_to_its_channel(void **state)
{
    const struct networks *networks = *state;
    char channel[PLACE_MAX];
    assert_string_equal(networks_channel(networks, "rich", "#a-1", channel), "parent of #a-1");
    assert_string_equal(networks_channel(networks, "rich", "#a", channel), "#a");
    for (size_t i = 0; i < POOR; i++)
        assert_string_equal(networks_channel(networks, poor[i], "#a-1", channel), "#a-1");
}

static void assert_server_name(const struct networks *networks, const char *network,
                               const char *place, const char *expected)
{
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    networks_server_name(networks, network, place, &name);
    assert_string_equal(buffer, expected);
}

static void servers_are_told_apart(void **state)
{
    const struct networks *networks = *state;
    assert_true(networks_same_server(networks, "rich", "1/#a", "1/#b"));
    assert_false(networks_same_server(networks, "rich", "1/#a", "2/#a"));
    assert_false(networks_same_server(networks, "rich", "1/#a", "12/#a"));
    assert_false(networks_same_server(networks, "rich", "12/#a", "1/#a"));
    assert_false(networks_same_server(networks, "rich", "#a", "1/#a"));
    assert_false(networks_same_server(networks, "rich", "#a", "#a")); /* in private */
    assert_false(networks_same_server(networks, "rich", "1/#a", NULL));
    assert_server_name(networks, "rich", "1/#a", "rich 1");
    assert_server_name(networks, "rich", "#a", "rich");
    assert_server_name(networks, "rich", NULL, "rich");
    for (size_t i = 0; i < POOR; i++) {
        assert_true(networks_same_server(networks, poor[i], "1/#a", "2/#b"));
        assert_server_name(networks, poor[i], "1/#a", poor[i]);
    }
}

static void colours_are_shown_where_they_can_be(void **state)
{
    const struct networks *networks = *state;
    assert_true(networks_shows_colours(networks, "rich", "1/#a", true));
    assert_false(networks_shows_colours(networks, "rich", "1/#a", false));
    assert_false(networks_shows_colours(networks, "rich", "1/#b", true));
    for (size_t i = 0; i < POOR; i++)
        assert_false(networks_shows_colours(networks, poor[i], "1/#a", true));
}

/* -- Parts ------------------------------------------------------------------------------------- */

enum { PARTS = 3, PARTS_HERE = 2 };

/* Private messages belong to part 0, and places to the part that their first letter says. */
static unsigned part_of_place(const char *place, unsigned count)
{
    return place[0] == '\0' ? 0 : (unsigned)(place[0] - '0') % count;
}

static const struct adapter_class shared_class = {
    .type = "shared", .say = say, .part = part_of_place};

/* This process serves the parts 0 and 2 of three; another one serves 1. */
static struct networks networks_in_parts(struct adapter parts[PARTS_HERE])
{
    struct networks networks = {.count = 0};
    for (unsigned i = 0; i < PARTS_HERE; i++) {
        parts[i] = (struct adapter){.part = {2 * i, PARTS}};
        name_adapter(&parts[i], &shared_class, "shared");
        networks_add(&networks, &parts[i]);
    }
    networks_add(&networks, &bare);
    called[0] = '\0';
    return networks;
}

static void a_place_is_served_by_its_part(void **state)
{
    struct adapter parts[PARTS_HERE];
    struct networks networks = networks_in_parts(parts);
    (void)state;
    assert_ptr_equal(networks_find(&networks, "shared", "0/#a"), &parts[0]);
    assert_null(networks_find(&networks, "shared", "1/#a"));
    assert_ptr_equal(networks_find(&networks, "shared", "2/#a"), &parts[1]);
    assert_ptr_equal(networks_find(&networks, "shared", "5/#a"), &parts[1]);
    assert_ptr_equal(networks_find(&networks, "shared", ""), &parts[0]);
    assert_ptr_equal(networks_find(&networks, "shared", NULL), &parts[0]);
    assert_ptr_equal(networks_find(&networks, "bare", "1/#a"), &bare);
    assert_true(networks_has_place(&networks, "shared", "2/#a"));
    assert_false(networks_has_place(&networks, "shared", "1/#a"));
    assert_true(networks_has_parts(&networks, "shared"));
    assert_false(networks_has_parts(&networks, "bare"));
    assert_string_equal(parts[1].label, "shared 2");
    assert_string_equal(bare.label, "bare");
    networks_remove(&networks, &parts[0]);
    assert_null(networks_find(&networks, "shared", ""));
    assert_ptr_equal(networks_find(&networks, "shared", NULL), &parts[1]);
    networks_clear(&networks);
}

static void every_place_has_one_part(void **state)
{
    struct adapter parts[PARTS_HERE];
    struct networks networks = networks_in_parts(parts);
    (void)state;
    assert_int_equal(networks_part_of_place(&networks, "shared", "1/#a"), 1);
    assert_int_equal(networks_part_of_place(&networks, "shared", "5/#a"), 2);
    assert_int_equal(networks_part_of_place(&networks, "shared", ""), 0);
    assert_int_equal(networks_part_of_place(&networks, "bare", "5/#a"), 0);
    assert_int_equal(networks_part_of_place(&networks, "unknown", "5/#a"), 0);
    networks_clear(&networks);
}

/* A private message goes where what it is about is served, not where its reader is. */
static void a_message_goes_to_one_part(void **state)
{
    static const struct {
        struct outbound message;
        int part;
        const char *said;
    } cases[] = {
        {{.network = "shared", .place = "2/#a", .text = "public"}, 2, "say shared public"},
        {{.network = "shared", .place = "1/#a", .text = "elsewhere"}, 1, ""},
        {{.network = "shared", .place = "1/#a", .identity = "me", .home = "2/#a", .text = "hand"},
         2,
         "say shared hand"},
        {{.network = "shared", .place = "2/#a", .identity = "me", .home = "1/#a", .text = "hand"},
         1,
         ""},
        {{.network = "shared", .place = "1/#a", .identity = "me", .text = "any"},
         NETWORKS_ANY_PART,
         "say shared any"},
        {{.network = "bare", .place = "1/#a", .text = "whole"}, 0, "say bare whole"},
    };
    struct adapter parts[PARTS_HERE];
    struct networks networks = networks_in_parts(parts);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        called[0] = '\0';
        assert_int_equal(networks_part(&networks, &cases[i].message), cases[i].part);
        networks_say(&networks, &cases[i].message);
        assert_string_equal(called, cases[i].said);
    }
    networks_clear(&networks);
}

/* There is room for any number of them. */
static void parts_come_and_go(void **state)
{
    enum { MANY = 100 };
    static struct adapter many[MANY];
    struct networks networks = {.count = 0};
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        many[i] = (struct adapter){.part = {i, MANY}};
        name_adapter(&many[i], &shared_class, "shared");
        networks_add(&networks, &many[i]);
    }
    for (unsigned i = 0; i < MANY; i += 2)
        networks_remove(&networks, &many[i]);
    for (unsigned i = 0; i < MANY; i += 2)
        networks_add(&networks, &many[i]);
    assert_int_equal(networks.count, MANY);
    for (unsigned i = 0; i < 10; i++)
        assert_ptr_equal(networks_find(&networks, "shared", (char[]){(char)('0' + i), '\0'}),
                         &many[i]);
    networks_clear(&networks);
}

#define WITH_NETWORKS(test) cmocka_unit_test_setup_teardown(test, open_networks, clear_networks)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_NETWORKS(each_is_found_by_its_name),
        WITH_NETWORKS(each_answers_for_itself),
        WITH_NETWORKS(each_does_what_it_is_told),
        WITH_NETWORKS(a_network_that_has_failed_is_not_connected),
        WITH_NETWORKS(places_are_found_as_they_are_typed_there),
        WITH_NETWORKS(places_are_named_for_their_reader),
        WITH_NETWORKS(a_thread_belongs_to_its_channel),
        WITH_NETWORKS(servers_are_told_apart),
        WITH_NETWORKS(colours_are_shown_where_they_can_be),
        cmocka_unit_test(a_place_is_served_by_its_part),
        cmocka_unit_test(every_place_has_one_part),
        cmocka_unit_test(a_message_goes_to_one_part),
        cmocka_unit_test(parts_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
