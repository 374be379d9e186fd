/* Interactions, boards, direct messages and places of a Discord session. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/discord_kit.h"

#define COMMAND(name) "\"type\":2,\"data\":{\"name\":\"" name "\"}"
#define PRESS(id, flags)                                                                           \
    "\"type\":3,\"message\":{\"id\":\"50\",\"flags\":" flags "},\"data\":{\"custom_id\":\"" id "\"}"

static const char message_id[] = "{\"id\":\"1174109840998400000\"}"; /* made at the kit's time */

static int open_kit(void **state)
{
    static struct discord_kit kit;
    discord_kit_open(&kit);
    *state = &kit;
    return 0;
}

static int close_kit(void **state)
{
    discord_kit_close(*state);
    return 0;
}

static void assert_field(const struct kit_sent *sent, const char *path, const char *expected)
{
    assert_string_equal(discord_kit_field(sent, path), expected);
}

static void assert_holds(const struct kit_sent *sent, const char *path, const char *part)
{
    if (strstr(discord_kit_field(sent, path), part) == NULL)
        fail_msg("`%s` is not in `%s`", part, discord_kit_field(sent, path));
}

static void say_private(struct discord_kit *kit, enum outbound_kind kind, const char *text)
{
    discord_kit_say(kit,
                    &(struct outbound){
                        .kind = kind, .identity = "user:8", .text = text, .request = kit->request});
}

static void say_event(struct discord_kit *kit, uint64_t request, const char *text)
{
    discord_kit_say(
        kit,
        &(struct outbound){
            .kind = OUTBOUND_EVENT, .place = "5/6", .text = text, .table = 3, .request = request});
}

static void say_picture(struct discord_kit *kit, uint64_t request, uint32_t line, const char *text,
                        const char *called)
{
    const char *calls[] = {called};
    discord_kit_say(kit, &(struct outbound){.kind = OUTBOUND_PICTURE,
                                            .place = "5/6",
                                            .text = text,
                                            .table = 3,
                                            .line = line,
                                            .request = request,
                                            .calls = calls,
                                            .call_count = called != NULL});
}

/* A table whose board is message 1174109840998400000. */
static void show_table(struct discord_kit *kit)
{
    discord_kit_interact(kit, COMMAND("new"));
    say_event(kit, kit->request, "A table is open.");
    say_picture(kit, kit->request, 0, "picture", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_done(kit, sent,
                     "{\"resource\":{\"type\":4,\"message\":{\"id\":\"1174109840998400000\"}}}");
    discord_kit_forget(kit);
}

/* -- Answers ------------------------------------------------------------------------------------
 */

/* A command of alice in private that Discord made so long ago by its clock. */
static void command_on_its_way_for(struct discord_kit *kit, int64_t milliseconds)
{
    char json[512];
    const int64_t epoch = INT64_C(1420070400000);
    snprintf(json, sizeof json,
             "{\"id\":\"%lld\",\"token\":\"t\",\"application_id\":\"77\",\"type\":2,"
             "\"user\":{\"id\":\"8\",\"username\":\"a\"},\"data\":{\"name\":\"why\"}}",
             (long long)(kit->now - milliseconds - epoch) << 22);
    discord_kit_event(kit, "INTERACTION_CREATE", json);
}

static void a_private_answer_is_ephemeral(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("why"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player: why");
    say_private(kit, OUTBOUND_ANSWER, "Because <@5>.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "4");
    assert_field(sent, "data.flags", "68"); /* ephemeral, no embeds */
    assert_field(sent, "data.content", "Because \\<@5\\>.");
    discord_kit_done(kit, sent, NULL);
    discord_kit_assert_silent(kit);
}

static void an_event_is_the_public_answer_and_the_hand_follows(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, "\"type\":2,\"data\":{\"name\":\"play\",\"options\":[{\"name\":"
                              "\"move\",\"value\":\"advance 2\"}]}");
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player: play advance 2");
    say_event(kit, kit->request, "Alice advances.");
    say_private(kit, OUTBOUND_HAND, "Your cards: 1 2");
    say_picture(kit, kit->request, 1, "new picture", "user:20");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "Alice advances. <@20>");
    assert_field(sent, "data.flags", "4");
    assert_field(sent, "data.allowed_mentions.users.0", "20");
    struct kit_sent *board = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(board->parameters[0], "6");
    assert_string_equal(board->parameters[1], "1174109840998400000");
    assert_holds(board, "content", "```\nnew picture\n```");
    assert_holds(board, "content", "Alice advances.");
    assert_field(board, "allowed_mentions.users.0", ""); /* an edit rings nobody */
    discord_kit_assert_silent(kit);                      /* the follow-up waits for the answer */
    discord_kit_done(kit, sent, NULL);
    struct kit_sent *hand = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_string_equal(hand->parameters[0], "77");
    assert_field(hand, "content", "Your cards: 1 2");
    assert_field(hand, "flags", "68");
    discord_kit_done(kit, hand, message_id);
    discord_kit_done(kit, board, message_id);
    discord_kit_assert_silent(kit);
}

static void silence_becomes_thinking_and_then_done(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    discord_kit_wait(kit, 1999);
    discord_kit_assert_silent(kit);
    discord_kit_wait(kit, 1);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "5");
    assert_field(sent, "data.flags", "64");
    discord_kit_done(kit, sent, NULL);
    discord_kit_wait(kit, 3000);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_string_equal(sent->parameters[2], "@original");
    assert_field(sent, "content", "discord.done");
}

/* An interaction that arrives late has less than its 3 seconds left. */
static void thinking_is_in_time_for_what_came_late(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("why")); /* tells how far the clocks are apart */
    say_private(kit, OUTBOUND_ANSWER, "Because.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    kit->awake = false;
    command_on_its_way_for(kit, 1500);
    assert_true(kit->awake); /* the host has not said a word */
    discord_kit_wait(kit, 499);
    discord_kit_assert_silent(kit);
    discord_kit_wait(kit, 1);
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "type", "5");
}

static void what_comes_after_thinking_edits_it_and_events_stay_public(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    discord_kit_wait(kit, 2000);
    struct kit_sent *thinking = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    say_event(kit, kit->request, "It begins.");
    say_private(kit, OUTBOUND_HAND, "Your cards.");
    discord_kit_assert_silent(kit); /* not before Discord knows of the first answer */
    discord_kit_done(kit, thinking, NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "Your cards.");
    assert_field(sent, "flags", "4");
    discord_kit_done(kit, sent, message_id);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "It begins.");
    assert_field(sent, "flags", "4");
}

static void a_dead_token_loses_no_event(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    say_event(kit, kit->request, "It begins.");
    say_private(kit, OUTBOUND_HAND, "Secret.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_fail(kit, sent, REST_REFUSED, 10062);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "6");
    assert_field(sent, "content", "It begins.");
    discord_kit_assert_silent(kit); /* the hand is for who looks again */
}

static void a_press_on_a_private_message_updates_it(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, PRESS("b:3:14:play parry", "64"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player unseen table 3 14: play parry");
    say_event(kit, kit->request, "Alice parries.");
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "7");
    assert_field(sent, "data.content", "Your cards: 4");
    discord_kit_done(kit, sent, NULL);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "Alice parries.");
    assert_field(sent, "flags", "4");
}

static void a_press_on_the_board_is_answered_privately_where_it_is_private(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, PRESS("b:3:14:hand", "0"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player table 3 14: hand");
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "4");
    assert_field(sent, "data.flags", "68");
}

static void long_answers_come_in_pieces_one_after_the_other(void **state)
{
    struct discord_kit *kit = *state;
    static char help[6000];
    memset(help, 'x', sizeof help - 1);
    for (size_t i = 99; i < sizeof help - 1; i += 100)
        help[i] = '\n';
    discord_kit_interact(kit, COMMAND("rules"));
    say_private(kit, OUTBOUND_HELP, help);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_assert_silent(kit);
    size_t pieces = 1;
    for (discord_kit_done(kit, sent, NULL); kit->sent_next < kit->sent_count; pieces++) {
        sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
        assert_field(sent, "flags", "68");
        discord_kit_assert_silent(kit);
        discord_kit_done(kit, sent, message_id);
    }
    assert_int_equal(pieces, 3);
}

static void forms_ask_for_text(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, PRESS("q:3:14:play", "64"));
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "9");
    assert_field(sent, "data.custom_id", "q:3:14:play");
    assert_field(sent, "data.components.0.type", "18");
    assert_field(sent, "data.components.0.component.type", "4");
    discord_kit_interact(kit, "\"type\":5,\"message\":{\"flags\":64},\"data\":{\"custom_id\":"
                              "\"q:3:14:play\",\"components\":[{\"type\":18,\"component\":"
                              "{\"value\":\"parry\"}}]}");
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player unseen table 3 14: play parry");
}

static void completion_answers_with_the_argument_alone(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, "\"type\":4,\"data\":{\"name\":\"play\",\"options\":[{\"name\":"
                              "\"move\",\"value\":\"adv\",\"focused\":true}]}");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "8");
    assert_field(sent, "data.choices.0.name", "the label");
    assert_field(sent, "data.choices.0.value", "adv-completed");
    discord_kit_interact(kit, "\"type\":4,\"data\":{\"name\":\"dance\",\"options\":7}");
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.choices.0.name", "");
}

static void unknown_presses_get_an_answer(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, PRESS("from-another-bot", "0"));
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                 "discord.unknown-press");
    assert_int_equal(kit->heard_next, kit->heard_count);
}

static void an_interaction_of_long_ago_is_not_acted_on(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("why")); /* tells how far the clocks are apart */
    discord_kit_forget(kit);
    command_on_its_way_for(kit, 4000);
    assert_int_equal(kit->heard_next, kit->heard_count);
    discord_kit_assert_silent(kit);
}

/* A computer's clock that nothing corrects: 100 ms an hour. */
static void a_clock_that_runs_fast_makes_nothing_late(void **state)
{
    struct discord_kit *kit = *state;
    for (int hour = 0; hour < 100; hour++) {
        kit->now += 3600 * 1000;
        command_on_its_way_for(kit, hour * 100);
        discord_kit_assert_heard(kit, "received - user:8 a player: why");
        discord_kit_forget(kit);
    }
    command_on_its_way_for(kit, 99 * 100 + 4000);
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* -- Where the bot is not ------------------------------------------------------------------------
 */

static void without_the_bot_in_the_server_games_are_refused(void **state)
{
    struct discord_kit *kit = *state;
    static const char where[] = "\"guild_id\":\"55\",\"channel_id\":\"66\",\"app_permissions\":"
                                "\"3072\",\"member\":{\"user\":{\"id\":\"8\",\"username\":\"a\"}},";
    char keys[512];
    snprintf(keys, sizeof keys, "%s%s", where, COMMAND("new"));
    discord_kit_interact_as(kit, keys);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "discord.no-bot-in-server");
    assert_field(sent, "data.flags", "68");
    snprintf(keys, sizeof keys, "%s%s", where, COMMAND("games"));
    discord_kit_interact_as(kit, keys);
    discord_kit_assert_heard(kit, "received 55/66 user:8 a player: games");
}

static void in_a_foreign_private_channel_games_are_refused(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact_as(kit, "\"context\":2,\"channel_id\":\"66\",\"user\":{\"id\":\"8\","
                                 "\"username\":\"a\"}," COMMAND("hand"));
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                 "discord.no-bot-here");
}

static void without_permission_to_post_games_are_refused(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact_as(
        kit, "\"guild_id\":\"5\",\"channel_id\":\"6\",\"app_permissions\":"
             "\"1024\",\"member\":{\"user\":{\"id\":\"8\",\"username\":\"a\"}}," COMMAND("join"));
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                 "discord.may-not-post");
    /* A thread needs a permission of its own. */
    discord_kit_interact_as(
        kit, "\"guild_id\":\"5\",\"channel_id\":\"9\",\"app_permissions\":"
             "\"3072\",\"channel\":{\"id\":\"9\",\"type\":11},"
             "\"member\":{\"user\":{\"id\":\"8\",\"username\":\"a\"}}," COMMAND("join"));
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                 "discord.may-not-post");
}

/* -- Boards -------------------------------------------------------------------------------------
 */

static void the_answer_to_new_is_the_board(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("new"));
    say_event(kit, kit->request, "A table is open.");
    say_picture(kit, kit->request, 0, "picture ```", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "A table is open.\n```\npicture '''\n```");
    assert_string_equal(sent->query, "with_response=true");
    discord_kit_done(kit, sent, "{\"resource\":{\"message\":{\"id\":\"1174109840998400000\"}}}");
    discord_kit_assert_silent(kit);
    say_picture(kit, 0, 1, "second", NULL);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], "1174109840998400000");
}

static void edits_in_flight_are_followed_by_the_newest_alone(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_tick(kit);
    say_picture(kit, 0, 3, "three", NULL);
    discord_kit_assert_silent(kit);
    discord_kit_done(kit, sent, message_id);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_field(sent, "content", "```\nthree\n```\nA table is open.");
    discord_kit_done(kit, sent, message_id);
    discord_kit_assert_silent(kit);
}

static void a_board_that_scrolled_away_is_posted_anew(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    for (int i = 0; i < 12; i++)
        discord_kit_event(kit, "MESSAGE_CREATE",
                          "{\"id\":\"60\",\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":\"\","
                          "\"author\":{\"id\":\"30\",\"username\":\"z\"}}");
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    say_picture(kit, 0, 2, "two", NULL);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], "1174109840998400001");
}

static void a_board_older_than_an_hour_is_posted_anew(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    kit->now += 61 * 60 * 1000;
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void who_is_called_gets_a_new_message_unless_he_is_here(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", "user:8"); /* alice opened the table just now */
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    discord_kit_done(kit, sent, message_id);
    say_picture(kit, 0, 2, "two", "user:20");
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_holds(sent, "content", "<@20>");
    assert_field(sent, "allowed_mentions.users.0", "20");
}

/* Nobody may move until the table can be seen as it is. */
static void a_board_that_no_answer_came_for_is_sent_again(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_EDIT), REST_LATE, 0);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_holds(sent, "content", "one");
    discord_kit_fail(kit, sent, REST_REFUSED, 50035); /* it would be so again */
    discord_kit_assert_silent(kit);
}

static void a_deleted_board_is_posted_again(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    discord_kit_fail(kit, sent, REST_REFUSED, 10008);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_holds(sent, "content", "one");
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    discord_kit_event(kit, "MESSAGE_DELETE",
                      "{\"id\":\"1174109840998400001\",\"guild_id\":\"5\",\"channel_id\":\"6\"}");
    discord_kit_assert_silent(kit); /* somebody did not want it */
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void a_deleted_channel_is_lost(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    discord_kit_fail(kit, sent, REST_REFUSED, 10003);
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.deleted");
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_assert_silent(kit);
}

static void lost_permissions_are_explained_and_come_back(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_EDIT), REST_REFUSED, 50013);
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.permission");
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "discord.may-not-post");
    assert_field(sent, "flags", "68");
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_assert_silent(kit);
    discord_kit_event(kit, "CHANNEL_UPDATE",
                      "{\"id\":\"6\",\"guild_id\":\"5\",\"type\":0,\"name\":\"chess\"}");
    assert_string_equal(kit->cleared, "6");
    discord_kit_assert_heard(kit, "opened 5/6");
    say_picture(kit, 0, 3, "three", NULL);
    discord_kit_sent(kit, REST_MESSAGE_EDIT);
}

/* A thread may speak as its channel lets it. */
static void permissions_of_a_channel_count_in_its_threads(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_say(kit,
                    &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/9", .text = "Here."});
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REST_REFUSED, 50013);
    discord_kit_assert_heard(kit, "lost 5/9 discord.lost.permission");
    discord_kit_event(kit, "CHANNEL_UPDATE",
                      "{\"id\":\"6\",\"guild_id\":\"5\",\"type\":0,\"name\":\"chess\"}");
    discord_kit_assert_heard(kit, "opened 5/9");
    assert_string_equal(kit->cleared, "9");
}

static void the_board_is_found_again_after_a_restart(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    bool found = false;
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX && kit->memory[i][0] != NULL; i++)
        if (strcmp(kit->memory[i][0], "board 5/6") == 0) {
            assert_string_equal(kit->memory[i][1], "3 1174109840998400000");
            found = true;
        }
    assert_true(found);
}

static void events_without_a_board_are_posted_together(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_say(
        kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/7", .text = "I am back."});
    discord_kit_say(
        kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/7", .text = "@everyone *"});
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "7");
    assert_field(sent, "content", "I am back.\n@everyone \\*");
    assert_int_equal(
        json_array_size(json_object_get(json_object_get(sent->body, "allowed_mentions"), "parse")),
        0);
    discord_kit_assert_silent(kit);
}

/* -- Direct messages -----------------------------------------------------------------------------
 */

static void say_hand_to(struct discord_kit *kit, const char *identity)
{
    discord_kit_say(
        kit, &(struct outbound){.kind = OUTBOUND_HAND, .identity = identity, .text = "cards"});
}

static void a_direct_channel_is_opened_once(void **state)
{
    struct discord_kit *kit = *state;
    say_hand_to(kit, "user:20");
    struct kit_sent *sent = discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
    assert_field(sent, "recipient_id", "20");
    discord_kit_done(kit, sent, "{\"id\":\"99\"}");
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "99");
    discord_kit_done(kit, sent, message_id);
    say_hand_to(kit, "user:20");
    assert_string_equal(discord_kit_sent(kit, REST_MESSAGE_CREATE)->parameters[0], "99");
}

static void closed_direct_messages_are_told_and_not_tried_again(void **state)
{
    struct discord_kit *kit = *state;
    static const int64_t codes[] = {50007, 50278};
    static const char *const people[] = {"user:20", "user:21"};
    for (size_t i = 0; i < 2; i++) {
        say_hand_to(kit, people[i]);
        discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
        discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REST_REFUSED, codes[i]);
        char expected[64];
        snprintf(expected, sizeof expected, "undelivered %s discord.undelivered", people[i]);
        discord_kit_assert_heard(kit, expected);
        say_hand_to(kit, people[i]);
        discord_kit_assert_silent(kit);
        discord_kit_assert_heard(kit, expected); /* of another table, perhaps: the host knows */
    }
    discord_kit_event(kit, "MESSAGE_CREATE",
                      "{\"id\":\"60\",\"channel_id\":\"99\",\"content\":\"hand\","
                      "\"author\":{\"id\":\"20\",\"username\":\"bob\"}}");
    discord_kit_assert_heard(kit, "received - user:20 bob player: hand");
    say_hand_to(kit, "user:20");
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void a_direct_channel_that_is_gone_is_told_and_opened_anew(void **state)
{
    struct discord_kit *kit = *state;
    say_hand_to(kit, "user:20");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REST_REFUSED, 10003);
    discord_kit_assert_heard(kit, "undelivered user:20 discord.undelivered");
    say_hand_to(kit, "user:20");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

/* Without one a message is lost when its answer is: it could not be tried again. */
static void every_message_has_a_nonce_of_its_own(void **state)
{
    struct discord_kit *kit = *state;
    const struct kit_sent *sent[3];
    show_table(kit);
    discord_kit_say(
        kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/7", .text = "I am back."});
    sent[0] = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    say_picture(kit, 0, 2, "two", "user:20");
    sent[1] = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    say_hand_to(kit, "user:20");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    sent[2] = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    for (size_t i = 0; i < 3; i++) {
        assert_string_not_equal(sent[i]->nonce, "");
        assert_string_not_equal(sent[i]->nonce, sent[(i + 1) % 3]->nonce);
    }
}

static void opening_too_fast_pauses(void **state)
{
    struct discord_kit *kit = *state;
    say_hand_to(kit, "user:20");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), REST_REFUSED, 40003);
    discord_kit_forget(kit);
    say_hand_to(kit, "user:21");
    discord_kit_assert_silent(kit);
    kit->now += 61 * 1000;
    say_hand_to(kit, "user:21");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

/* -- Places -------------------------------------------------------------------------------------
 */

static void an_outage_closes_and_a_removal_loses(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_DELETE", "{\"id\":\"5\",\"unavailable\":true}");
    discord_kit_assert_heard(kit, "closed 5/6");
    discord_kit_forget(kit);
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0,\"name\":\"chess\"}]}");
    discord_kit_assert_heard(kit, "opened 5/6");
    discord_kit_event(kit, "GUILD_DELETE", "{\"id\":\"5\"}");
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.removed");
    discord_kit_tick(kit);
    discord_kit_say(
        kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/6", .text = "nobody hears"});
    discord_kit_assert_silent(kit);
}

static void guilds_that_a_new_session_lacks_are_gone(void **state)
{
    struct discord_kit *kit = *state;
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\"},\"guilds\":[{\"id\":\"55\"}]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.removed");
    discord_kit_interact_as(
        kit, "\"guild_id\":\"55\",\"channel_id\":\"66\",\"app_permissions\":"
             "\"3072\",\"member\":{\"user\":{\"id\":\"8\",\"username\":\"a\"}}," COMMAND("new"));
    discord_kit_assert_heard(kit, "lost 5/7 discord.lost.removed");
    discord_kit_assert_heard(kit, "lost 5/9 discord.lost.removed");
    discord_kit_assert_heard(kit, "opened 55/66"); /* before its GUILD_CREATE */
}

static void threads_are_places(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "THREAD_DELETE",
                      "{\"id\":\"9\",\"guild_id\":\"5\",\"parent_id\":\"6\"}");
    discord_kit_assert_heard(kit, "lost 5/9 discord.lost.deleted");
    discord_session_open_thread(kit->session, "5/6", 3, "En Garde");
    struct kit_sent *sent = discord_kit_sent(kit, REST_THREAD_CREATE);
    assert_field(sent, "name", "En Garde");
    assert_field(sent, "type", "11");
    discord_kit_done(kit, sent, "{\"id\":\"12\",\"type\":11,\"name\":\"En Garde\"}");
    discord_kit_assert_heard(kit, "opened 5/12");
    discord_kit_assert_heard(kit, "thread 5/6 3 5/12");
    discord_session_open_thread(kit->session, "5/12", 4, "no threads in threads");
    discord_kit_assert_heard(kit, "thread 5/12 4 none");
    discord_session_open_thread(kit->session, "5/6", 5, "x");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_THREAD_CREATE), REST_REFUSED, 160006);
    discord_kit_assert_heard(kit, "thread 5/6 5 none");
}

static void places_are_found_by_what_people_type(void **state)
{
    struct discord_kit *kit = *state;
    char place[PLACE_MAX];
    assert_true(discord_session_find_place(kit->session, "<#6>", place));
    assert_string_equal(place, "5/6");
    assert_true(discord_session_find_place(kit->session, "#cards", place));
    assert_string_equal(place, "5/7");
    assert_true(discord_session_find_place(kit->session, "9", place));
    assert_string_equal(place, "5/9");
    assert_false(discord_session_find_place(kit->session, "#nowhere", place));
    discord_session_place_name(kit->session, "5/6", place);
    assert_string_equal(place, "#chess");
}

static void typed_commands_need_a_mention_in_channels(void **state)
{
    struct discord_kit *kit = *state;
    static const char form[] = "{\"id\":\"60\",\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":"
                               "\"%s\",\"author\":{\"id\":\"20\",\"username\":\"bob\"%s}}";
    char json[512];
    snprintf(json, sizeof json, form, "hello", "");
    discord_kit_event(kit, "MESSAGE_CREATE", json);
    snprintf(json, sizeof json, form, "<@1> join", ",\"bot\":true");
    discord_kit_event(kit, "MESSAGE_CREATE", json);
    assert_int_equal(kit->heard_next, kit->heard_count);
    snprintf(json, sizeof json, form, "<@!1> join", "");
    discord_kit_event(kit, "MESSAGE_CREATE", json);
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
}

static void junk_is_survived(void **state)
{
    struct discord_kit *kit = *state;
    static const char *const events[] = {
        "INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_DELETE",   "GUILD_CREATE",
        "GUILD_DELETE",       "CHANNEL_CREATE", "CHANNEL_UPDATE",   "CHANNEL_DELETE",
        "THREAD_CREATE",      "THREAD_DELETE",  "THREAD_LIST_SYNC", "GUILD_ROLE_UPDATE",
        "NOT_INVENTED_YET"};
    static const char *const payloads[] = {
        "{}",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{\"id\":7,\"guild_id\":[],\"channels\":{},\"type\":\"\"}",
        "{\"id\":\"x\",\"guild_id\":\"5\",\"channel_id\":{},\"channels\":[1,null,{}],\"data\":3}"};
    for (size_t e = 0; e < sizeof events / sizeof events[0]; e++)
        for (size_t p = 0; p < sizeof payloads / sizeof payloads[0]; p++)
            discord_kit_event(kit, events[e], payloads[p]);
    discord_kit_assert_silent(kit);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_kit, close_kit)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_private_answer_is_ephemeral),
        TEST(an_event_is_the_public_answer_and_the_hand_follows),
        TEST(silence_becomes_thinking_and_then_done),
        TEST(thinking_is_in_time_for_what_came_late),
        TEST(what_comes_after_thinking_edits_it_and_events_stay_public),
        TEST(a_dead_token_loses_no_event),
        TEST(a_press_on_a_private_message_updates_it),
        TEST(a_press_on_the_board_is_answered_privately_where_it_is_private),
        TEST(long_answers_come_in_pieces_one_after_the_other),
        TEST(forms_ask_for_text),
        TEST(completion_answers_with_the_argument_alone),
        TEST(unknown_presses_get_an_answer),
        TEST(an_interaction_of_long_ago_is_not_acted_on),
        TEST(a_clock_that_runs_fast_makes_nothing_late),
        TEST(without_the_bot_in_the_server_games_are_refused),
        TEST(in_a_foreign_private_channel_games_are_refused),
        TEST(without_permission_to_post_games_are_refused),
        TEST(the_answer_to_new_is_the_board),
        TEST(edits_in_flight_are_followed_by_the_newest_alone),
        TEST(a_board_that_scrolled_away_is_posted_anew),
        TEST(a_board_older_than_an_hour_is_posted_anew),
        TEST(who_is_called_gets_a_new_message_unless_he_is_here),
        TEST(a_board_that_no_answer_came_for_is_sent_again),
        TEST(a_deleted_board_is_posted_again),
        TEST(a_deleted_channel_is_lost),
        TEST(lost_permissions_are_explained_and_come_back),
        TEST(permissions_of_a_channel_count_in_its_threads),
        TEST(the_board_is_found_again_after_a_restart),
        TEST(events_without_a_board_are_posted_together),
        TEST(a_direct_channel_is_opened_once),
        TEST(closed_direct_messages_are_told_and_not_tried_again),
        TEST(a_direct_channel_that_is_gone_is_told_and_opened_anew),
        TEST(every_message_has_a_nonce_of_its_own),
        TEST(opening_too_fast_pauses),
        TEST(an_outage_closes_and_a_removal_loses),
        TEST(guilds_that_a_new_session_lacks_are_gone),
        TEST(threads_are_places),
        TEST(places_are_found_by_what_people_type),
        TEST(typed_commands_need_a_mention_in_channels),
        TEST(junk_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
