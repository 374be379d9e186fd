/* What the host's memory answers late, or after the session that asked is gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "tests/unit/discord_kit.h"

static void say_hand(struct discord_kit *kit, const char *text)
{
    discord_kit_say(kit,
                    &(struct outbound){.kind = OUTBOUND_HAND, .identity = "user:20", .text = text});
}

static void hands_wait_until_the_channel_is_recalled(void **state)
{
    struct discord_kit *kit = *state;
    say_hand(kit, "cards");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    discord_kit_done(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), MESSAGE);
    discord_kit_restart(kit);
    kit->late = true;
    say_hand(kit, "one");
    say_hand(kit, "two");
    discord_kit_assert_silent(kit);
    assert_int_equal(kit->asked_count, 1);
    discord_kit_recall(kit);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "99");
    assert_field(sent, "content", "one");
    discord_kit_done(kit, sent, MESSAGE);
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "two");
}

static void a_channel_that_nobody_remembers_is_opened(void **state)
{
    struct discord_kit *kit = *state;
    kit->late = true;
    say_hand(kit, "cards");
    discord_kit_assert_silent(kit);
    discord_kit_recall(kit);
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

static void a_place_waits_until_its_board_is_recalled(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_restart(kit);
    kit->late = true;
    say_event(kit, 0, "I am back.");
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_assert_silent(kit);
    discord_kit_recall(kit);
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "I am back.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], MESSAGE_ID);
    assert_holds(sent, "content", "one");
}

static void the_board_of_another_table_is_not_edited(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_restart(kit);
    kit->late = true;
    discord_kit_say(
        kit, &(struct outbound){
                 .kind = OUTBOUND_PICTURE, .place = "5/6", .text = "of another table", .table = 4});
    discord_kit_recall(kit);
    struct kit_sent *retired = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_field(retired, "components.0", "");
    assert_field(retired, "content", "");
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
    discord_kit_assert_silent(kit);
}

/* Discord waits three seconds, the memory perhaps longer: the table comes by itself then. */
static void an_answer_does_not_wait_for_the_memory(void **state)
{
    struct discord_kit *kit = *state;
    kit->late = true;
    discord_kit_interact(kit, COMMAND("new"));
    say_event(kit, kit->request, "A table is open.");
    say_picture(kit, kit->request, 0, "picture", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "A table is open.");
    discord_kit_done(kit, sent, "{\"resource\":{\"message\":" MESSAGE "}}");
    discord_kit_assert_silent(kit);
    discord_kit_recall(kit);
    assert_holds(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "picture");
}

static void begin_discord_session(struct discord_kit *kit)
{
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\"},\"guilds\":[{\"id\":\"5\"}]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
}

static void commands_that_discord_has_are_not_registered_again(void **state)
{
    struct discord_kit *kit = *state;
    kit->late = true;
    kit->settings->register_commands = true;
    begin_discord_session(kit);
    discord_kit_assert_silent(kit);
    discord_kit_recall(kit);
    discord_kit_done(
        kit, discord_kit_sent(kit, REST_COMMANDS_PUT),
        "[{\"id\":\"701\",\"name\":\"join\",\"name_localizations\":{\"fr\":\"rejoindre\"}}]");
    discord_kit_restart(kit);
    begin_discord_session(kit); /* READY again, before the memory has answered */
    assert_int_equal(kit->asked_count, 1);
    discord_kit_recall(kit);
    discord_kit_assert_silent(kit);
}

#define SAYS_COMMANDS "Type /join or «/rejoindre», not /joint, 1/join or /new.\n"

static void commands_in_texts_can_be_clicked(void **state)
{
    struct discord_kit *kit = *state;
    kit->settings->register_commands = true;
    begin_discord_session(kit);
    discord_kit_done(
        kit, discord_kit_sent(kit, REST_COMMANDS_PUT),
        "[{\"id\":\"701\",\"name\":\"join\",\"name_localizations\":{\"fr\":\"rejoindre\"}}]");
    say_event(kit, 0, SAYS_COMMANDS);
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content",
                 "Type </join:701> or «</join:701>», not /joint, 1/join or /new.");
    discord_kit_restart(kit);
    begin_discord_session(kit);
    discord_kit_interact(kit, COMMAND("why"));
    say_private(kit, OUTBOUND_ANSWER, "/join | /join   x\n/rejoindre");
    assert_holds(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "/join");
}

static void ids_of_commands_that_nobody_remembers_are_asked_for(void **state)
{
    struct discord_kit *kit = *state;
    kit->settings->register_commands = true;
    begin_discord_session(kit);
    discord_kit_done(kit, discord_kit_sent(kit, REST_COMMANDS_PUT), "[]");
    discord_kit_restart(kit);
    kit->sent_next--;
    struct kit_sent *sent = discord_kit_sent(kit, REST_COMMANDS_GET);
    assert_string_equal(sent->query, "with_localizations=true");
    discord_kit_done(kit, sent, "[{\"id\":\"701\",\"name\":\"join\"},{\"id\":\"x\"}]");
    say_event(kit, 0, "/join");
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "</join:701>");
}

/* Names may have letters of Latin-1; a text that would be too long with ids stays without them. */
static void commands_are_clicked_where_there_is_room(void **state)
{
    struct discord_kit *kit = *state;
    char text[2001];
    json_t *ready = json_pack("{s:{s:s}}", "application", "id", "77");
    discord_kit_restart_before_events(kit);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
    discord_kit_done(kit, discord_kit_sent(kit, REST_COMMANDS_GET),
                     "[{\"id\":\"701\",\"name\":\"join\"},{\"id\":\"702\",\"name\":\"cr\u00e9\"}]");
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0}]}");
    say_event(kit, 0, "/cr\u00e9 a");
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_field(sent, "content", "</cr\u00e9:702> a");
    discord_kit_done(kit, sent, MESSAGE);
    for (int more = 0; more < 2; more++) {
        memset(text, 'x', sizeof text);
        snprintf(text + 1988 + more, 8, " /join");
        say_event(kit, 0, text);
        sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
        assert_int_equal(strlen(discord_kit_field(sent, "content")), more ? 1995 : 2000);
        discord_kit_done(kit, sent, MESSAGE);
    }
}

/* Whoever registers them by hand may have changed them. */
static void ids_of_commands_that_others_register_are_asked_for_each_time(void **state)
{
    struct discord_kit *kit = *state;
    json_t *ready = json_pack("{s:{s:s}}", "application", "id", "77");
    for (int i = 0; i < 2; i++) {
        discord_kit_restart_before_events(kit);
        discord_session_ready(kit->session, ready, kit->now);
        discord_kit_done(kit, discord_kit_sent(kit, REST_COMMANDS_GET),
                         i == 0 ? "[{\"id\":\"701\",\"name\":\"join\"}]" : "[]");
        discord_kit_event(kit, "GUILD_CREATE",
                          "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0}]}");
        say_event(kit, 0, "/join");
        assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content",
                     i == 0 ? "</join:701>" : "/join");
        discord_session_ready(kit->session, ready, kit->now);
        discord_kit_assert_silent(kit);
    }
    json_decref(ready);
}

/* A GUILD_CREATE of a guild, which the bot joined so many seconds ago; its news of members go to
 * channel 68. */
static void join_guild_with(struct discord_kit *kit, const char *guild, int seconds_ago,
                            const char *channels)
{
    char json[1024], stamp[32];
    time_t joined = kit->now / 1000 - seconds_ago;
    struct tm parts;
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", gmtime_r(&joined, &parts));
    snprintf(json, sizeof json,
             "{\"id\":\"%s\",\"owner_id\":\"20\",\"preferred_locale\":\"fr\",\"system_channel_id\":"
             "\"68\",\"joined_at\":\"%s.000000+00:00\",\"channels\":[%s]}",
             guild, stamp, channels);
    discord_kit_event(kit, "GUILD_CREATE", json);
}

static void join_guild(struct discord_kit *kit)
{
    join_guild_with(kit, "66", 120,
                    "{\"id\":\"67\",\"type\":2},{\"id\":\"68\",\"type\":0},"
                    "{\"id\":\"69\",\"type\":0}");
}

static void a_new_server_is_welcomed_once(void **state)
{
    struct discord_kit *kit = *state;
    join_guild(kit);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "68");
    discord_kit_fail(kit, sent, REQUEST_FORBIDDEN, DISCORD_MISSING_PERMISSION);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "69");
    join_guild(kit);
    discord_kit_done(kit, sent, MESSAGE);
    join_guild(kit);
    discord_kit_restart(kit);
    join_guild(kit);
    discord_kit_assert_silent(kit);
}

static void each_new_server_is_welcomed(void **state)
{
    struct discord_kit *kit = *state;
    kit->late = true;
    join_guild(kit);
    join_guild(kit); /* again, before the memory has answered */
    join_guild_with(kit, "65", 120, "");
    discord_kit_recall(kit);
    for (int i = 0; i < 2; i++)
        assert_string_equal(discord_kit_sent(kit, REST_MESSAGE_CREATE)->parameters[0], "68");
    discord_kit_assert_silent(kit);
}

static void where_the_bot_may_not_write_the_owner_is_told(void **state)
{
    struct discord_kit *kit = *state;
    join_guild(kit);
    for (int tries = 0; tries < 2; tries++)
        discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_FORBIDDEN,
                         DISCORD_MISSING_ACCESS);
    assert_field(discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "recipient_id", "20");
}

/* The channel for news of members comes first, then the first ones for texts; refusals count
 * against the bot. */
static void a_welcome_is_tried_in_four_channels(void **state)
{
    static const char *const tried[] = {"68", "71", "72", "73"};
    struct discord_kit *kit = *state;
    join_guild_with(
        kit, "66", 3599,
        "{\"id\":\"70\",\"type\":2},{\"id\":\"0\",\"type\":0},{\"id\":\"x\",\"type\":0},"
        "{\"id\":\"71\",\"type\":0},{\"id\":\"72\",\"type\":0},{\"id\":\"68\",\"type\":0},"
        "{\"id\":\"73\",\"type\":0},{\"id\":\"74\",\"type\":0},{\"id\":\"75\",\"type\":0}");
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
        assert_string_equal(sent->parameters[0], tried[i]);
        discord_kit_fail(kit, sent, REQUEST_FORBIDDEN, DISCORD_MISSING_ACCESS);
    }
    assert_field(discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "recipient_id", "20");
    discord_kit_assert_silent(kit);
}

static void a_server_of_an_hour_ago_is_not_new(void **state)
{
    struct discord_kit *kit = *state;
    join_guild_with(kit, "66", 3600, "{\"id\":\"68\",\"type\":0}");
    discord_kit_assert_silent(kit);
}

/* The kit answers what is still open when the session has been freed. */
static void an_answer_finds_nobody(void **state)
{
    struct discord_kit *kit = *state;
    kit->late = true;
    kit->settings->register_commands = true;
    begin_discord_session(kit);
    say_hand(kit, "cards");
    say_event(kit, 0, "An event.");
    discord_kit_tick(kit);
    discord_kit_event(kit, "CHANNEL_DELETE", "{\"id\":\"6\",\"guild_id\":\"5\"}");
    discord_kit_tick(kit); /* frees the place */
    join_guild(kit);
    assert_int_equal(kit->asked_count, 4);
    kit->settings->register_commands = false;
    discord_kit_restart(kit);
    discord_kit_recall(kit);
    discord_kit_assert_silent(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(hands_wait_until_the_channel_is_recalled),
        WITH_DISCORD(a_channel_that_nobody_remembers_is_opened),
        WITH_DISCORD(a_place_waits_until_its_board_is_recalled),
        WITH_DISCORD(the_board_of_another_table_is_not_edited),
        WITH_DISCORD(an_answer_does_not_wait_for_the_memory),
        WITH_DISCORD(commands_in_texts_can_be_clicked),
        WITH_DISCORD(ids_of_commands_that_nobody_remembers_are_asked_for),
        WITH_DISCORD(commands_are_clicked_where_there_is_room),
        WITH_DISCORD(ids_of_commands_that_others_register_are_asked_for_each_time),
        WITH_DISCORD(a_new_server_is_welcomed_once),
        WITH_DISCORD(each_new_server_is_welcomed),
        WITH_DISCORD(where_the_bot_may_not_write_the_owner_is_told),
        WITH_DISCORD(a_welcome_is_tried_in_four_channels),
        WITH_DISCORD(a_server_of_an_hour_ago_is_not_new),
        WITH_DISCORD(commands_that_discord_has_are_not_registered_again),
        WITH_DISCORD(an_answer_finds_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
