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
#include "bot/base/memory.h"
#include "bot/configuration/setting_table.h"
#include "tests/unit/life.h"

enum { TURNS_MAX = 10000 };

/* -- Start ------------------------------------------------------------------------------------- */

static void a_network_that_does_not_start_is_left_out(void **state)
{
    struct life *life = *state;
    life->networks[0].settings = (void *)"broken";
    assert_true(host_start_networks(&life->host));
    assert_int_equal(life->host.networks.count, 1);
    assert_null(networks_find(&life->host.networks, "one", NULL));
    assert_non_null(networks_find(&life->host.networks, "two", NULL));
    life_assert_logged(life,
                       "level=error event=network.failed network=one reason=\"no such host\"\n");
    assert_null(strstr(life->log, "network=two"));
}

static void without_any_network_the_start_fails(void **state)
{
    struct life *life = *state;
    life->networks[0].settings = life->networks[1].settings = (void *)"broken";
    assert_false(host_start_networks(&life->host));
    life_assert_logged(life, "network=one");
    life_assert_logged(life, "network=two");
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
    life_start_networks(life);
    life_type(life, "alice", "#a", "new en-garde");
    life_type(life, "bruno", "#a", "join");
    life_type(life, "alice", "#a", "start");
    host_end_turn(&life->host);
    assert_int_equal(life_table(life)->status, TABLE_PLAYING);
}

static void a_reload_is_passed_on_and_applies_to_tables(void **state)
{
    static const char *const names[] = {"one", "two", "new"};
    struct life *life = *state;
    struct config config;
    struct config_network networks[3];
    start_game(life);
    unsigned seat =
        (unsigned)__builtin_ctz(life_table(life)->game->rules->actors(life_table(life)->state));
    assert_int_equal(life_table(life)->clock.turns[seat].deadline, 0);
    life_configure(&config, networks, names, "port", 3);
    networks[1].settings = (void *)"";
    config.defaults = quick_turns();
    host_reload(&life->host, &config);
    host_end_turn(&life->host);
    assert_ptr_equal(life->host.config, &config);
    life_assert_said(life, "one is set: port\ntwo is set: \n");
    life_assert_logged(life, "level=info event=config.reloaded network=one needs_restart=port\n");
    life_assert_logged(life, "level=info event=config.reloaded network=two\n");
    life_assert_logged(life,
                       "level=warning event=config.needs-restart network=new keys=networks\n");
    assert_null(strstr(life->log, "event=config.needs-restart network=one"));
    assert_null(strstr(life->log, "event=config.needs-restart network=two"));
    assert_int_equal(life_table(life)->clock.turns[seat].deadline, life->now + HOUR);
    free(config.defaults);
    host_reload(&life->host, &life->config);
}

static void other_networks_need_a_restart(void **state)
{
    static const char *const names[] = {"one", "three"};
    struct life *life = *state;
    struct config config;
    struct config_network networks[2];
    life_start_networks(life);
    life_configure(&config, networks, names, "port", 2);
    networks[0].class = &life_other_class;
    host_reload(&life->host, &config);
    assert_int_equal(life->said_length, 0);
    life_assert_logged(life,
                       "level=warning event=config.needs-restart network=one keys=networks\n");
    life_assert_logged(life,
                       "level=warning event=config.needs-restart network=two keys=networks\n");
    life_assert_logged(life,
                       "level=warning event=config.needs-restart network=three keys=networks\n");
    assert_null(strstr(life->log, "config.reloaded"));
    host_reload(&life->host, &life->config);
    life_assert_said(life, "one is set: good\ntwo is set: good\n");
}

static void a_network_that_was_closed_takes_no_settings(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
    host_stop(&life->host);
    host_reload(&life->host, &life->config);
    assert_null(strstr(life->said, "is set"));
    life_assert_logged(life,
                       "level=warning event=config.needs-restart network=one keys=networks\n");
}

/* -- What happens by itself -------------------------------------------------------------------- */

static void the_loop_ends_turns_before_it_waits(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
    life_type(life, "alice", "#a", "new en-garde");
    assert_int_equal(life->said_length, 0);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    life_assert_said(life, "one is told: A table of En Garde is open");
}

static void typed_in_poll(uv_async_t *async)
{
    life_type(async->data, "alice", "#a", "new en-garde");
    uv_close((uv_handle_t *)async, NULL);
}

static void the_loop_ends_turns_after_it_has_waited(void **state)
{
    struct life *life = *state;
    uv_async_t async;
    life_start_networks(life);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    uv_async_init(&life->loop, &async, typed_in_poll);
    async.data = life;
    uv_async_send(&async);
    uv_run(&life->loop, UV_RUN_NOWAIT);
    life_assert_said(life, "one is told: A table of En Garde is open");
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
    life_type(life, table->seats[seat].name, "#a", buffer);
}

static void the_loop_plays_the_seats_of_the_bot(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
    life_type(life, "alice", "#a", "new en-garde");
    life_type(life, "alice", "#a", "bots add easy");
    life_type(life, "alice", "#a", "start");
    host_end_turn(&life->host);
    const struct table *table = life_table(life);
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
    life_type(life, "alice", "#a", "config set turn-time 1h");
    life_type(life, "alice", "#a", "config set reminders 0");
    life_type(life, "alice", "#a", "config set absent default-move");
    host_end_turn(&life->host);
    const struct table *table = life_table(life);
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
    life_assert_said(life, " is out of time: I make a move.");
}

/* -- Good-bye ---------------------------------------------------------------------------------- */

static void every_network_hears_good_bye_once(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
    life_type(life, "alice", "#a", "config set server language it");
    uv_run(&life->loop, UV_RUN_NOWAIT);
    size_t length = life->said_length;
    life_type(life, "alice", "#a", "new en-garde"); /* in the last turn */
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
    life_type(life, "bruno", "#a", "join");
    uv_run(&life->loop, UV_RUN_DEFAULT);
    assert_int_equal(life->said_length, length);
    assert_int_equal(life_table(life)->seat_count, 1);
}

static void who_plays_alone_hears_another_good_bye(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
    life->host.farewell = "farewell.play";
    host_stop(&life->host);
    life_assert_said(
        life, "one is deaf: \ntwo is deaf: \none is closed: Good-bye.\ntwo is closed: Good-bye.\n");
}

static void nothing_is_due_after_the_end(void **state)
{
    struct life *life = *state;
    start_game(life);
    life_type(life, "alice", "#a", "config set turn-time 1h");
    host_end_turn(&life->host);
    assert_int_equal(life->host.alarm.due, life_table(life)->due);
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
    life_start_networks(life);
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
    life_start_networks(life);
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
    life_start_networks(life);
    life->host.stays = true;
    refuse(life, "one");
    refuse(life, "two");
    life_assert_logged(life, "level=error event=network.failed network=two reason=banned\n");
    assert_false(life->host.stopping || life->host.refused);
    assert_null(life->host.failure);
}

static void a_host_whose_networks_all_refuse_it_stops(void **state)
{
    struct life *life = *state;
    life_start_networks(life);
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
    life_start_networks(life);
    life->host.listener.quit(&life->host);
    assert_true(life->host.stopping);
    assert_false(life->host.refused);
    assert_null(life->host.failure);
}

#define WITH_LIFE(test) cmocka_unit_test_setup_teardown(test, life_opened, life_closed)

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
