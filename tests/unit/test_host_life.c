/* A host from its start to its end, on its own loop: networks that can't be started, other
 * settings while it runs, what happens by itself, and good-bye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/configuration/setting_table.h"
#include "bot/turn/host.h"

enum { NETWORKS = 4, TURNS_MAX = 10000 };

struct life {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct config config;
    struct config_network networks[NETWORKS];
    struct host host;
    int64_t now;
    char *said; /* everything, as lines */
    char *log;
    size_t said_length, log_length;
    FILE *said_stream, *log_stream;
    unsigned stops;
};

/* -- A network that notes what it is told ------------------------------------------------------ */

struct noting {
    struct adapter adapter;
    struct life *life;
};

static void note(struct adapter *adapter, const char *what, const char *more)
{
    const struct life *life = ((struct noting *)adapter)->life;
    fprintf(life->said_stream, "%s %s: %s\n", adapter->network, what, more);
    fflush(life->said_stream);
}

static void noting_say(struct adapter *adapter, const struct outbound *message)
{
    note(adapter, message->quiet ? "is told quietly" : "is told", message->text);
}

static void noting_join(struct adapter *adapter, const char *place)
{
    note(adapter, "is sent", place);
}

static void noting_reload(struct adapter *adapter, const void *settings, char *unchanged,
                          size_t unchanged_size)
{
    struct text text = text_in(unchanged, unchanged_size);
    note(adapter, "is set", settings);
    if (strcmp(settings, "port") == 0)
        text_add(&text, "port");
}

static void noting_deafen(struct adapter *adapter)
{
    note(adapter, "is deaf", "");
}

static void noting_close(struct adapter *adapter, const char *farewell,
                         void (*closed)(void *context), void *context)
{
    note(adapter, "is closed", farewell);
    free(adapter);
    closed(context);
}

static struct adapter *noting_open(uv_loop_t *loop, const char *network, const void *settings,
                                   const struct adapter_listener *listener, char *error,
                                   size_t error_size);

static const struct config_section no_settings = {.keys = NULL};
static const struct adapter_class noting_class = {.type = "noting",
                                                  .settings = &no_settings,
                                                  .open = noting_open,
                                                  .say = noting_say,
                                                  .join = noting_join,
                                                  .reload = noting_reload,
                                                  .deafen = noting_deafen,
                                                  .close = noting_close};
static const struct adapter_class other_class = {.type = "other",
                                                 .settings = &no_settings,
                                                 .open = noting_open,
                                                 .say = noting_say,
                                                 .reload = noting_reload,
                                                 .close = noting_close};

static struct adapter *noting_open(uv_loop_t *loop, const char *network, const void *settings,
                                   const struct adapter_listener *listener, char *error,
                                   size_t error_size)
{
    struct text reason = text_in(error, error_size);
    struct life *life = loop->data;
    assert_ptr_equal(listener->context, &life->host);
    if (strcmp(settings, "broken") == 0) {
        text_add(&reason, "no such host");
        return NULL;
    }
    struct noting *noting = memory_new(sizeof *noting);
    struct text name = TEXT_IN(noting->adapter.network);
    text_add(&name, network);
    noting->adapter.class = strcmp(settings, "other") == 0 ? &other_class : &noting_class;
    noting->life = life;
    return &noting->adapter;
}

/* -- Start and end ----------------------------------------------------------------------------- */

static void configure(struct config *config, struct config_network *networks,
                      const char *const *names, const char *settings, size_t count)
{
    *config = (struct config){.networks = networks, .network_count = count};
    struct text language = TEXT_IN(config->language);
    text_add(&language, "en");
    for (size_t i = 0; i < count; i++) {
        networks[i] = (struct config_network){.class = &noting_class, .settings = (void *)settings};
        struct text name = TEXT_IN(networks[i].name);
        text_add(&name, names[i]);
    }
}

static void stopped(void *context)
{
    struct life *life = context;
    life->stops++;
}

static void recovered(void *context, const char *error)
{
    assert_null(error);
    *(bool *)context = true;
}

static int open_life(void **state)
{
    static const char *const names[] = {"one", "two"};
    struct life *life = memory_new(sizeof *life);
    char error[STORE_ERROR_MAX] = "";
    bool done = false;
    uv_loop_init(&life->loop);
    life->loop.data = life;
    life->now = INT64_C(1772452800000);
    life->said_stream = open_memstream(&life->said, &life->said_length);
    life->log_stream = open_memstream(&life->log, &life->log_length);
    log_to(life->log_stream, LOG_LEVEL_INFO);
    life->catalog = catalog_open(error, sizeof error);
    life->store = store_open(":memory:", error, sizeof error);
    assert_string_equal(error, "");
    configure(&life->config, life->networks, names, "good", 2);
    host_open(&life->host, &life->loop, life->catalog, life->store, &life->config);
    life->host.clock.simulated_now = &life->now;
    life->host.stopped = stopped;
    life->host.stopped_context = life;
    host_recover(&life->host, recovered, &done);
    assert_true(done);
    *state = life;
    return 0;
}

static int close_life(void **state)
{
    struct life *life = *state;
    host_stop(&life->host);
    uv_run(&life->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&life->loop), 0);
    host_close(&life->host);
    store_close(life->store);
    catalog_free(life->catalog);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(life->said_stream);
    fclose(life->log_stream);
    free(life->said);
    free(life->log);
    free(life);
    return 0;
}

static const char *logged(struct life *life)
{
    fflush(life->log_stream);
    return life->log;
}

static void assert_logged(struct life *life, const char *part)
{
    if (strstr(logged(life), part) == NULL)
        fail_msg("not logged: %s\nbut:\n%s", part, life->log);
}

static void assert_said(const struct life *life, const char *part)
{
    if (life->said == NULL || strstr(life->said, part) == NULL)
        fail_msg("not said: %s\nbut:\n%s", part, life->said);
}

static void type(struct life *life, const char *name, const char *place, const char *text)
{
    char identity[IDENTITY_MAX];
    struct text whole = TEXT_IN(identity);
    text_add_format(&whole, "account:%s", name);
    const struct inbound inbound = {.network = "one",
                                    .person = {identity, name, RANK_ADMIN},
                                    .place = place,
                                    .text = text,
                                    .addressed = place[0] == '\0'};
    life->host.listener.received(&life->host, &inbound);
}

static struct table *the_table(struct life *life)
{
    return session_at(&life->host.sessions, "one", "#a");
}

static void start_networks(struct life *life)
{
    assert_true(host_start_networks(&life->host));
    life->host.listener.place_opened(&life->host, "one", "#a");
}

static void a_network_that_does_not_start_is_left_out(void **state)
{
    struct life *life = *state;
    life->networks[0].settings = (void *)"broken";
    assert_true(host_start_networks(&life->host));
    assert_int_equal(life->host.networks.count, 1);
    assert_null(networks_find(&life->host.networks, "one", NULL));
    assert_non_null(networks_find(&life->host.networks, "two", NULL));
    assert_logged(life, "level=error event=network.failed network=one reason=\"no such host\"\n");
    assert_null(strstr(life->log, "network=two"));
}

static void without_any_network_the_start_fails(void **state)
{
    struct life *life = *state;
    life->networks[0].settings = life->networks[1].settings = (void *)"broken";
    assert_false(host_start_networks(&life->host));
    assert_logged(life, "network=one");
    assert_logged(life, "network=two");
}

/* -- Other settings ---------------------------------------------------------------------------- */

static struct setting_defaults *quick_turns(void)
{
    struct setting_defaults *defaults = memory_new(sizeof *defaults);
    defaults->given[SETTING_TURN_TIME] = true;
    defaults->values[SETTING_TURN_TIME].number = HOUR;
    return defaults;
}

static void start_game(struct life *life)
{
    start_networks(life);
    type(life, "alice", "#a", "new en-garde");
    type(life, "bruno", "#a", "join");
    type(life, "alice", "#a", "start");
    host_end_turn(&life->host);
    assert_int_equal(the_table(life)->status, TABLE_PLAYING);
}

static void a_reload_is_passed_on_and_applies_to_tables(void **state)
{
    static const char *const names[] = {"one", "two", "new"};
    struct life *life = *state;
    struct config config;
    struct config_network networks[3];
    start_game(life);
    unsigned seat =
        (unsigned)__builtin_ctz(the_table(life)->game->rules->actors(the_table(life)->state));
    assert_int_equal(the_table(life)->clock.turns[seat].deadline, 0);
    configure(&config, networks, names, "port", 3);
    networks[1].settings = (void *)"";
    config.defaults = quick_turns();
    host_reload(&life->host, &config);
    host_end_turn(&life->host);
    assert_ptr_equal(life->host.config, &config);
    assert_said(life, "one is set: port\ntwo is set: \n");
    assert_logged(life, "level=info event=config.reloaded network=one needs_restart=port\n");
    assert_logged(life, "level=info event=config.reloaded network=two\n");
    assert_logged(life, "level=warning event=config.needs-restart network=new keys=networks\n");
    assert_null(strstr(life->log, "event=config.needs-restart network=one"));
    assert_null(strstr(life->log, "event=config.needs-restart network=two"));
    assert_int_equal(the_table(life)->clock.turns[seat].deadline, life->now + HOUR);
    free(config.defaults);
    host_reload(&life->host, &life->config);
}

static void other_networks_need_a_restart(void **state)
{
    static const char *const names[] = {"one", "three"};
    struct life *life = *state;
    struct config config;
    struct config_network networks[2];
    start_networks(life);
    configure(&config, networks, names, "port", 2);
    networks[0].class = &other_class;
    host_reload(&life->host, &config);
    assert_int_equal(life->said_length, 0);
    assert_logged(life, "level=warning event=config.needs-restart network=one keys=networks\n");
    assert_logged(life, "level=warning event=config.needs-restart network=two keys=networks\n");
    assert_logged(life, "level=warning event=config.needs-restart network=three keys=networks\n");
    assert_null(strstr(life->log, "config.reloaded"));
    host_reload(&life->host, &life->config);
    assert_said(life, "one is set: good\ntwo is set: good\n");
}

static void a_network_that_was_closed_takes_no_settings(void **state)
{
    struct life *life = *state;
    start_networks(life);
    host_stop(&life->host);
    host_reload(&life->host, &life->config);
    assert_null(strstr(life->said, "is set"));
    assert_logged(life, "level=warning event=config.needs-restart network=one keys=networks\n");
}

/* -- What happens by itself -------------------------------------------------------------------- */

static void the_loop_ends_turns_before_it_waits(void **state)
{
    struct life *life = *state;
    start_networks(life);
    type(life, "alice", "#a", "new en-garde");
    assert_int_equal(life->said_length, 0);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    assert_said(life, "one is told: A table of En Garde is open");
}

static void typed_in_poll(uv_async_t *async)
{
    type(async->data, "alice", "#a", "new en-garde");
    uv_close((uv_handle_t *)async, NULL);
}

static void the_loop_ends_turns_after_it_has_waited(void **state)
{
    struct life *life = *state;
    uv_async_t async;
    start_networks(life);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    uv_async_init(&life->loop, &async, typed_in_poll);
    async.data = life;
    uv_async_send(&async);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    assert_said(life, "one is told: A table of En Garde is open");
}

/* Runs the loop until the table is at another moment. */
static void run_past(struct life *life, const struct table *table, uint32_t moment)
{
    for (unsigned turns = 0; turns < TURNS_MAX && table_moment(table) == moment; turns++)
        uv_run(&life->loop, UV_RUN_NOWAIT);
    assert_int_not_equal(table_moment(table), moment);
}

static void move_as(struct life *life, const struct table *table, unsigned seat)
{
    game_move moves[GAME_LEGAL_MAX];
    char buffer[GAME_MOVE_TEXT_MAX + 8];
    struct text text = TEXT_IN(buffer);
    table->game->rules->legal(table->state, (uint8_t)seat, moves);
    text_add(&text, "play ");
    table->game->text->print(moves[0], &text);
    type(life, table->seats[seat].name, "#a", buffer);
}

static void the_loop_plays_the_seats_of_the_bot(void **state)
{
    struct life *life = *state;
    start_networks(life);
    type(life, "alice", "#a", "new en-garde");
    type(life, "alice", "#a", "bots add easy");
    type(life, "alice", "#a", "start");
    host_end_turn(&life->host);
    const struct table *table = the_table(life);
    assert_int_equal(table->status, TABLE_PLAYING);
    if (table->game->rules->actors(table->state) == SEAT_BIT(0))
        move_as(life, table, 0);
    host_end_turn(&life->host);
    assert_true(uv_is_active((uv_handle_t *)&life->host.working));
    run_past(life, table, table_moment(table));
    assert_false(uv_is_active((uv_handle_t *)&life->host.working));
}

/* The alarm waits for as long as the clock of the tables says. */
static void the_loop_wakes_when_a_table_is_due(void **state)
{
    enum { A_MOMENT = 20 };
    struct life *life = *state;
    start_game(life);
    type(life, "alice", "#a", "config set turn-time 1h");
    type(life, "alice", "#a", "config set reminders 0");
    type(life, "alice", "#a", "config set absent default-move");
    host_end_turn(&life->host);
    const struct table *table = the_table(life);
    assert_int_equal(table->due, life->now + HOUR);
    assert_int_equal(uv_timer_get_due_in(&life->host.alarm.timer), MINUTE);
    life->now = table->due - A_MOMENT;
    life->host.alarm.due = ALARM_NEVER; /* the loop is asked again */
    host_end_turn(&life->host);
    assert_int_equal(uv_timer_get_due_in(&life->host.alarm.timer), A_MOMENT);
    life->now += A_MOMENT;
    uint32_t moment = table_moment(table);
    while (table_moment(table) == moment) {
        uv_sleep(1);
        uv_run(&life->loop, UV_RUN_NOWAIT);
    }
    uv_run(&life->loop, UV_RUN_NOWAIT); /* ends the turn */
    assert_said(life, " is out of time: I make a move.");
}

/* -- Good-bye ---------------------------------------------------------------------------------- */

static void every_network_hears_good_bye_once(void **state)
{
    struct life *life = *state;
    start_networks(life);
    type(life, "alice", "#a", "config set server language it");
    uv_run(&life->loop, UV_RUN_NOWAIT);
    size_t length = life->said_length;
    type(life, "alice", "#a", "new en-garde"); /* in the last turn */
    host_stop(&life->host);
    host_stop(&life->host);
    assert_int_equal(life->stops, 1);
    assert_true(life->host.closed);
    assert_int_equal(life->host.networks.count, 2);
    assert_null(networks_find(&life->host.networks, "one", NULL));
    const char *last = life->said + length;
    assert_non_null(strstr(last, "En Garde"));
    assert_non_null(strstr(last, "one is closed: A presto; i vostri tavoli sono al sicuro.\n"
                                 "two is closed: Good-bye; your tables are kept.\n"));
    length = life->said_length;
    type(life, "bruno", "#a", "join");
    uv_run(&life->loop, UV_RUN_DEFAULT);
    assert_int_equal(life->said_length, length);
    assert_int_equal(the_table(life)->seat_count, 1);
}

static void who_plays_alone_hears_another_good_bye(void **state)
{
    struct life *life = *state;
    start_networks(life);
    life->host.farewell = "farewell.play";
    host_stop(&life->host);
    assert_said(
        life, "one is deaf: \ntwo is deaf: \none is closed: Good-bye.\ntwo is closed: Good-bye.\n");
}

static void nothing_is_due_after_the_end(void **state)
{
    struct life *life = *state;
    start_game(life);
    type(life, "alice", "#a", "config set turn-time 1h");
    host_end_turn(&life->host);
    assert_int_equal(life->host.alarm.due, the_table(life)->due);
    host_stop(&life->host);
    assert_true(life->host.alarm.due == ALARM_NEVER);
    assert_false(uv_is_active((uv_handle_t *)&life->host.working));
    struct outbound_choice choices[CHOICES_MAX];
    const struct inbound inbound = {.network = "one",
                                    .person = {"account:alice", "alice", RANK_PLAYER},
                                    .place = "#a",
                                    .text = "he"};
    assert_int_equal(life->host.listener.complete(&life->host, &inbound, choices), 0);
    const uv_handle_t *const handles[] = {
        (uv_handle_t *)&life->host.before_wait, (uv_handle_t *)&life->host.after_wait,
        (uv_handle_t *)&life->host.working, (uv_handle_t *)&life->host.alarm.timer};
    for (size_t i = 0; i < sizeof handles / sizeof handles[0]; i++)
        assert_true(uv_is_closing(handles[i]));
}

/* -- Places where people want the bot ---------------------------------------------------------- */

static void the_bot_goes_where_it_was_invited(void **state)
{
    struct life *life = *state;
    life->host.listener.place_invited(&life->host, "one", "#x", true);
    life->host.listener.place_invited(&life->host, "one", "#y", true);
    life->host.listener.place_invited(&life->host, "two", "#z", true);
    life->host.listener.place_invited(&life->host, "one", "#x", false);
    host_end_turn(&life->host);
    start_networks(life);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    assert_string_equal(life->said, "one is sent: #y\ntwo is sent: #z\n");
}

static void a_class_without_invitations_is_sent_nowhere(void **state)
{
    struct life *life = *state;
    life->host.listener.place_invited(&life->host, "one", "#x", true);
    life->host.listener.place_invited(&life->host, "two", "#y", true);
    host_end_turn(&life->host);
    life->networks[0].settings = (void *)"other";
    start_networks(life);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    assert_string_equal(life->said, "two is sent: #y\n");
}

/* -- A network fails for good ------------------------------------------------------------------ */

static void refuse(struct life *life, const char *network)
{
    life->host.listener.failed(&life->host, network, "banned");
}

static void a_host_that_stays_needs_no_network(void **state)
{
    struct life *life = *state;
    start_networks(life);
    life->host.stays = true;
    refuse(life, "one");
    refuse(life, "two");
    assert_logged(life, "level=error event=network.failed network=two reason=banned\n");
    assert_false(life->host.stopping || life->host.refused);
    assert_null(life->host.failure);
}

static void a_host_whose_networks_all_refuse_it_stops(void **state)
{
    struct life *life = *state;
    start_networks(life);
    refuse(life, "two");
    assert_false(life->host.stopping || life->host.refused);
    assert_false(life->host.networks.failed[0]);
    assert_true(life->host.networks.failed[1]);
    refuse(life, "one");
    assert_true(life->host.stopping && life->host.refused);
    assert_string_equal(life->host.failure, "no network is left");
    assert_int_equal(life->stops, 1);
}

static void who_asks_for_the_end_gets_it(void **state)
{
    struct life *life = *state;
    start_networks(life);
    life->host.listener.quit(&life->host);
    assert_true(life->host.stopping);
    assert_false(life->host.refused);
    assert_null(life->host.failure);
}

#define WITH_LIFE(test) cmocka_unit_test_setup_teardown(test, open_life, close_life)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LIFE(a_network_that_does_not_start_is_left_out),
        WITH_LIFE(without_any_network_the_start_fails),
        WITH_LIFE(a_reload_is_passed_on_and_applies_to_tables),
        WITH_LIFE(other_networks_need_a_restart),
        WITH_LIFE(a_network_that_was_closed_takes_no_settings),
        WITH_LIFE(the_loop_ends_turns_before_it_waits),
        WITH_LIFE(the_loop_ends_turns_after_it_has_waited),
        WITH_LIFE(the_loop_plays_the_seats_of_the_bot),
        WITH_LIFE(the_loop_wakes_when_a_table_is_due),
        WITH_LIFE(every_network_hears_good_bye_once),
        WITH_LIFE(who_plays_alone_hears_another_good_bye),
        WITH_LIFE(nothing_is_due_after_the_end),
        WITH_LIFE(the_bot_goes_where_it_was_invited),
        WITH_LIFE(a_class_without_invitations_is_sent_nowhere),
        WITH_LIFE(a_host_that_stays_needs_no_network),
        WITH_LIFE(a_host_whose_networks_all_refuse_it_stops),
        WITH_LIFE(who_asks_for_the_end_gets_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
