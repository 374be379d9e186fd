/* Direct messages and places of a Discord session, and input that belongs to neither. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "adapters/discord/session/directs.h"
#include "tests/unit/discord_kit.h"

/* -- Direct messages --------------------------------------------------------------------------- */

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
    discord_kit_done(kit, sent, MESSAGE);
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
        discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_REFUSED,
                         codes[i]);
        char expected[64];
        snprintf(expected, sizeof expected, "undelivered %s discord.undelivered", people[i]);
        discord_kit_assert_heard(kit, expected);
        say_hand_to(kit, people[i]);
        discord_kit_assert_silent(kit);
        discord_kit_assert_heard(kit, expected); /* perhaps of another table: the host knows */
    }
    discord_kit_event(kit, "MESSAGE_CREATE",
                      "{\"id\":\"60\",\"channel_id\":\"99\",\"content\":\"hand\","
                      "\"author\":{\"id\":\"20\",\"username\":\"bob\"}}");
    discord_kit_assert_heard(kit, "opened 99/99");
    discord_kit_assert_heard(kit, "received - user:20 bob player: hand");
    say_hand_to(kit, "user:20");
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

/* Somebody who acts in a server may still refuse messages; whoever writes in private does not. */
static void who_was_refused_before_is_not_tried(void **state)
{
    struct discord_kit *kit = *state;
    say_hand_to(kit, "user:8");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), REQUEST_FORBIDDEN, 0);
    discord_kit_assert_heard(kit, "undelivered user:8 discord.undelivered");
    discord_kit_interact(kit, COMMAND("why")); /* in 5/6 */
    say_private(kit, OUTBOUND_ANSWER, "Because.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    discord_kit_forget(kit);
    say_hand_to(kit, "user:8");
    discord_kit_assert_silent(kit);
    discord_kit_assert_heard(kit, "undelivered user:8 discord.undelivered");
    /* Another trouble is told too, but is no reason to give up. */
    say_hand_to(kit, "user:20");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_FAILED, 0);
    discord_kit_assert_heard(kit, "undelivered user:20 discord.undelivered");
    say_hand_to(kit, "user:20");
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
    /* An answer that names no channel is none. */
    say_hand_to(kit, "user:21");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"x\"}");
    discord_kit_assert_heard(kit, "undelivered user:21 discord.undelivered");
    say_hand_to(kit, "nobody");
    say_hand_to(kit, "user:x");
    discord_kit_assert_silent(kit);
}

static void a_direct_channel_that_is_gone_is_told_and_opened_anew(void **state)
{
    struct discord_kit *kit = *state;
    say_hand_to(kit, "user:20");
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_REFUSED, 10003);
    discord_kit_assert_heard(kit, "undelivered user:20 discord.undelivered");
    say_hand_to(kit, "user:20");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

static void of_too_many_direct_messages_the_newest_go(void **state)
{
    struct discord_kit *kit = *state;
    char text[32];
    for (int i = 0; i < 20; i++) {
        snprintf(text, sizeof text, "cards %d", i);
        discord_kit_say(
            kit, &(struct outbound){.kind = OUTBOUND_HAND, .identity = "user:20", .text = text});
    }
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"99\"}");
    for (int i = 12; i < 20; i++) {
        snprintf(text, sizeof text, "cards %d", i);
        struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
        assert_string_equal(discord_kit_field(sent, "content"), text);
        discord_kit_done(kit, sent, "{\"id\":\"60\"}");
    }
    discord_kit_assert_silent(kit);
}

/* A message without a nonce is lost when its answer is, because it could not be sent again. */
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
    discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
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
    discord_kit_fail(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), REQUEST_REFUSED,
                     40003);
    discord_kit_forget(kit);
    say_hand_to(kit, "user:21");
    discord_kit_assert_silent(kit);
    kit->now += 59999;
    say_hand_to(kit, "user:21");
    discord_kit_assert_silent(kit);
    kit->now += 1;
    say_hand_to(kit, "user:21");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

/* -- Places ------------------------------------------------------------------------------------ */

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

/* A command of user 8 in channel 66 of guild 55, where the bot may not post. */
static void lose_elsewhere(struct discord_kit *kit)
{
    discord_kit_interact_as(
        kit, "\"guild_id\":\"55\",\"channel_id\":\"66\",\"app_permissions\":\"3072\",\"member\":"
             "{\"user\":{\"id\":\"8\",\"username\":\"a\"}}," COMMAND("why"));
    discord_kit_say(kit,
                    &(struct outbound){.kind = OUTBOUND_EVENT, .place = "55/66", .text = "Hello"});
    discord_kit_tick(kit);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_FORBIDDEN,
                     DISCORD_MISSING_PERMISSION);
    discord_kit_forget(kit);
}

static void roles_of_one_guild_open_nothing_in_another(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"55\",\"channels\":[{\"id\":\"66\",\"type\":0,\"name\":\"a\"},"
                      "{\"id\":\"64\",\"type\":0,\"name\":\"b\"},{\"id\":\"65\",\"type\":0}]}");
    lose_elsewhere(kit);
    discord_kit_event(kit, "GUILD_ROLE_UPDATE", "{\"guild_id\":\"5\",\"role\":{\"id\":\"5\"}}");
    assert_string_equal(kit->cleared, "");
    discord_kit_event(kit, "GUILD_ROLE_UPDATE", "{\"guild_id\":\"55\",\"role\":{\"id\":\"5\"}}");
    assert_string_equal(kit->cleared, "66");
    discord_kit_assert_heard(kit, "opened 55/66");
    discord_kit_event(kit, "GUILD_ROLE_UPDATE", "{\"guild_id\":\"555\",\"role\":{\"id\":\"5\"}}");
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

static void guilds_that_a_new_session_names_stay(void **state)
{
    struct discord_kit *kit = *state;
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\"},\"guilds\":[{\"id\":\"5\"}]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
    discord_kit_tick(kit);
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* The one that stays comes before the one that goes, and the other way round. */
static void every_guild_is_judged_by_itself(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"15\",\"channels\":[{\"id\":\"16\",\"type\":0}]}");
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"25\",\"channels\":[{\"id\":\"26\",\"type\":0}]}");
    discord_kit_forget(kit);
    json_t *ready = json_loads(
        "{\"user\":{\"id\":\"1\"},\"guilds\":[{\"id\":\"5\"},{\"id\":\"25\"}]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
    discord_kit_assert_heard(kit, "lost 15/16 discord.lost.removed");
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* Of several shards each tells of its own guilds alone: the number of a guild without its last 22
 * bits, divided by the number of shards, leaves the shard's. */
static void a_shard_tells_of_its_own_guilds(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_CREATE", /* 3 << 22 */
                      "{\"id\":\"12582912\",\"channels\":[{\"id\":\"16\",\"type\":0}]}");
    discord_kit_forget(kit);
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\"},\"guilds\":[],\"shard\":[1,2]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
    discord_kit_assert_heard(kit, "lost 12582912/16 discord.lost.removed");
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* Text, voice, announcements, threads and stages; by the numbers of Discord's documentation. */
static void places_are_where_people_write(void **state)
{
    static const bool written[17] = {
        [0] = true, [2] = true, [5] = true, [10] = true, [11] = true, [12] = true, [13] = true};
    struct discord_kit *kit = *state;
    for (int type = 0; type < 17; type++) {
        char json[128], heard[64], place[32], parent[PLACE_MAX];
        snprintf(json, sizeof json,
                 "{\"id\":\"%d\",\"guild_id\":\"5\",\"type\":%d,\"parent_id\":\"6\"}", 100 + type,
                 type);
        discord_kit_event(kit, "CHANNEL_CREATE", json);
        snprintf(place, sizeof place, "5/%d", 100 + type);
        snprintf(heard, sizeof heard, "opened %s", place);
        if (written[type])
            discord_kit_assert_heard(kit, heard);
        assert_int_equal(kit->heard_next, kit->heard_count);
        assert_int_equal(discord_session_has_place(kit->session, place), written[type]);
        assert_int_equal(discord_session_parent(kit->session, place, parent),
                         type >= 10 && type <= 12);
    }
}

static void threads_that_a_channel_brings_are_places(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "THREAD_LIST_SYNC",
                      "{\"guild_id\":\"5\",\"threads\":["
                      "{\"id\":\"13\",\"type\":11,\"name\":\"one\",\"parent_id\":\"6\"},"
                      "{\"id\":\"14\",\"type\":12,\"name\":\"two\",\"parent_id\":\"7\"},"
                      "{\"id\":\"15\",\"type\":13,\"name\":\"a stage\"}]}");
    discord_kit_assert_heard(kit, "opened 5/13");
    discord_kit_assert_heard(kit, "opened 5/14");
    discord_kit_assert_heard(kit, "opened 5/15");
    char parent[PLACE_MAX];
    assert_true(discord_session_parent(kit->session, "5/14", parent));
    assert_string_equal(parent, "5/7");
    assert_false(discord_session_parent(kit->session, "5/15", parent));
}

static void threads_are_places(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "THREAD_DELETE",
                      "{\"id\":\"9\",\"guild_id\":\"5\",\"parent_id\":\"6\"}");
    discord_kit_assert_heard(kit, "lost 5/9 discord.lost.deleted");
    discord_session_open_thread(kit->session, "5/6", 3, false, "En Garde");
    struct kit_sent *sent = discord_kit_sent(kit, REST_THREAD_CREATE);
    assert_field(sent, "name", "En Garde");
    assert_field(sent, "type", "11");
    discord_kit_done(kit, sent, "{\"id\":\"12\",\"type\":11,\"name\":\"En Garde\"}");
    discord_kit_assert_heard(kit, "opened 5/12");
    discord_kit_assert_heard(kit, "thread 5/6 3 5/12");
    discord_session_open_thread(kit->session, "5/12", 4, false, "no threads in threads");
    discord_kit_assert_heard(kit, "thread 5/12 4 none");
    /* One that can't be made keeps no other back. */
    discord_session_open_thread(kit->session, "5/12", 4, false, "none here");
    discord_session_open_thread(kit->session, "5/6", 5, false, "x");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_THREAD_CREATE), REQUEST_REFUSED, 160006);
    discord_kit_assert_heard(kit, "thread 5/12 4 none");
    discord_kit_assert_heard(kit, "thread 5/6 5 none");
}

/* What people who watch see is for those alone whom the bot lets in. */
static void private_threads_are_for_some(void **state)
{
    struct discord_kit *kit = *state;
    discord_session_open_thread(kit->session, "5/6", 3, true, "En Garde");
    struct kit_sent *sent = discord_kit_sent(kit, REST_THREAD_CREATE);
    assert_field(sent, "type", "12");
    assert_true(json_is_false(json_object_get(sent->body, "invitable")));
    discord_kit_done(kit, sent, "{\"id\":\"12\",\"type\":12,\"name\":\"En Garde\"}");
    discord_kit_assert_heard(kit, "opened 5/12");
    discord_kit_assert_heard(kit, "closed thread 5/6 3 5/12");
    struct outbound member = {.kind = OUTBOUND_LET_IN,
                              .network = "discord",
                              .place = "5/12",
                              .identity = "user:77",
                              .text = ""};
    discord_session_say(kit->session, &member, kit->now);
    sent = discord_kit_sent(kit, REST_THREAD_MEMBER_PUT);
    assert_string_equal(sent->parameters[0], "12");
    assert_string_equal(sent->parameters[1], "77");
    discord_kit_done(kit, sent, "{}");
    member.kind = OUTBOUND_SHUT_OUT;
    discord_session_say(kit->session, &member, kit->now);
    discord_kit_done(kit, discord_kit_sent(kit, REST_THREAD_MEMBER_DELETE), "{}");
}

static void places_are_found_by_what_people_type(void **state)
{
    struct discord_kit *kit = *state;
    char place[PLACE_MAX];
    assert_true(discord_session_find_place(kit->session, "5/6", "<#6>", place));
    assert_string_equal(place, "5/6");
    assert_true(discord_session_find_place(kit->session, "5/6", "#cards", place));
    assert_string_equal(place, "5/7");
    assert_true(discord_session_find_place(kit->session, "5/6", "9", place));
    assert_string_equal(place, "5/9");
    assert_false(discord_session_find_place(kit->session, "5/6", "#nowhere", place));
    /* Another server has a channel of the same name, and one of its own. */
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"15\",\"channels\":[{\"id\":\"16\",\"type\":0,\"name\":\"chess\"},"
                      "{\"id\":\"17\",\"type\":0,\"name\":\"secret-plans\"}]}");
    assert_true(discord_session_find_place(kit->session, "5/7", "#chess", place));
    assert_string_equal(place, "5/6");
    assert_true(discord_session_find_place(kit->session, "15/17", "#chess", place));
    assert_string_equal(place, "15/16");
    static const char *const elsewhere[] = {"#secret-plans", "<#17>", "17", "15/17"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        assert_false(discord_session_find_place(kit->session, "5/6", elsewhere[i], place));
    assert_false(discord_session_find_place(kit->session, "", "#chess", place));
    discord_session_place_name(kit->session, "5/6", place);
    assert_string_equal(place, "#chess");
    discord_session_place_name(kit->session, "5/66", place);
    assert_string_equal(place, "5/66");
    /* A name that two channels have means neither. */
    discord_kit_event(kit, "CHANNEL_CREATE",
                      "{\"id\":\"66\",\"guild_id\":\"5\",\"type\":0,\"name\":\"chess\"}");
    assert_false(discord_session_find_place(kit->session, "5/6", "#chess", place));
    assert_true(discord_session_find_place(kit->session, "5/6", "5/66", place));
    assert_string_equal(place, "5/66");
    assert_true(discord_session_find_place(kit->session, "5/66", "<#6>", place));
    assert_string_equal(place, "5/6");
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

/* It waits for what was sent to it, no longer. */
static void a_place_that_is_gone_is_freed(void **state)
{
    struct discord_kit *kit = *state;
    char name[PLACE_MAX];
    say_event(kit, 0, "An event.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    discord_kit_event(kit, "CHANNEL_DELETE", "{\"id\":\"6\",\"guild_id\":\"5\"}");
    discord_kit_tick(kit);
    discord_session_place_name(kit->session, "5/6", name);
    assert_string_equal(name, "#chess");
    discord_kit_done(kit, sent, MESSAGE);
    discord_session_place_name(kit->session, "5/6", name);
    assert_string_equal(name, "5/6");
    say_event(kit, 0, "Another.");
    discord_kit_assert_silent(kit);
}

/* The same for a board, sent and edited. */
static void so_is_one_with_a_board(void **state)
{
    struct discord_kit *kit = *state;
    char name[PLACE_MAX];
    show_table(kit);
    say_picture(kit, 0, 15, "The table again.", NULL);
    discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
    discord_kit_event(kit, "CHANNEL_DELETE", "{\"id\":\"6\",\"guild_id\":\"5\"}");
    discord_kit_tick(kit);
    discord_session_place_name(kit->session, "5/6", name);
    assert_string_equal(name, "5/6");
}

/* By name or by the bot's role, at the beginning, in the middle or at the end. */
static void a_mention_anywhere_is_heard(void **state)
{
    struct discord_kit *kit = *state;
    static const char *const contents[] = {"<@&44> join",      "well, <@1>, join",
                                           "hey <@&44>: join", "join <@1>",
                                           "join, <@&44>",     "<@2> and <@&45>: <@!1> join"};
    char json[512];
    discord_kit_event(kit, "GUILD_ROLE_CREATE",
                      "{\"guild_id\":\"5\",\"role\":{\"id\":\"44\",\"tags\":{\"bot_id\":\"1\"}}}");
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        snprintf(json, sizeof json,
                 "{\"id\":\"6%zu\",\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":\"%s\","
                 "\"author\":{\"id\":\"20\",\"username\":\"bob\"}}",
                 i, contents[i]);
        discord_kit_event(kit, "MESSAGE_CREATE", json);
        discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
    }
    discord_kit_event(kit, "MESSAGE_CREATE",
                      "{\"id\":\"70\",\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":"
                      "\"<@&45> <@12> join\",\"author\":{\"id\":\"20\",\"username\":\"bob\"}}");
    assert_int_equal(kit->heard_next, kit->heard_count);
}

static void begin_session(struct discord_kit *kit)
{
    json_t *ready = json_loads("{\"user\":{\"id\":\"1\"},\"guilds\":[{\"id\":\"5\"}]}", 0, NULL);
    discord_session_ready(kit->session, ready, kit->now);
    json_decref(ready);
}

static void commands_that_no_answer_came_for_are_registered_with_the_next_session(void **state)
{
    struct discord_kit *kit = *state;
    kit->settings->register_commands = true;
    begin_session(kit);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_COMMANDS_PUT), REQUEST_FAILED, 0);
    begin_session(kit);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_COMMANDS_PUT), REQUEST_REFUSED, 50035);
    begin_session(kit); /* it would be refused again */
    discord_kit_assert_silent(kit);
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

/* Somebody to whom a message is on its way is kept; of the others whoever came first is forgotten.
 */
static void too_many_people_are_forgotten(void **state)
{
    enum { KEPT = 20000 };
    struct discord_kit *kit = *state;
    char user[16];
    say_private(kit, OUTBOUND_HAND, "Your cards."); /* to user 8 */
    struct kit_sent *opening = discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
    for (int i = 0; i < KEPT; i++) {
        snprintf(user, sizeof user, "%d", 100 + i);
        discord_directs_acted(kit->session, user, false);
    }
    assert_false(discord_directs_is_away(kit->session, user));
    assert_false(discord_directs_is_away(kit->session, "101"));
    assert_true(discord_directs_is_away(kit->session, "100"));
    discord_kit_done(kit, opening, "{\"id\":\"30\"}");
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "Your cards.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(who_was_refused_before_is_not_tried),
        WITH_DISCORD(a_direct_channel_is_opened_once),
        WITH_DISCORD(closed_direct_messages_are_told_and_not_tried_again),
        WITH_DISCORD(a_direct_channel_that_is_gone_is_told_and_opened_anew),
        WITH_DISCORD(of_too_many_direct_messages_the_newest_go),
        WITH_DISCORD(every_message_has_a_nonce_of_its_own),
        WITH_DISCORD(opening_too_fast_pauses),
        WITH_DISCORD(an_outage_closes_and_a_removal_loses),
        WITH_DISCORD(roles_of_one_guild_open_nothing_in_another),
        WITH_DISCORD(guilds_that_a_new_session_lacks_are_gone),
        WITH_DISCORD(guilds_that_a_new_session_names_stay),
        WITH_DISCORD(places_are_where_people_write),
        WITH_DISCORD(every_guild_is_judged_by_itself),
        WITH_DISCORD(a_shard_tells_of_its_own_guilds),
        WITH_DISCORD(threads_that_a_channel_brings_are_places),
        WITH_DISCORD(threads_are_places),
        WITH_DISCORD(private_threads_are_for_some),
        WITH_DISCORD(places_are_found_by_what_people_type),
        WITH_DISCORD(typed_commands_need_a_mention_in_channels),
        WITH_DISCORD(a_mention_anywhere_is_heard),
        WITH_DISCORD(a_place_that_is_gone_is_freed),
        WITH_DISCORD(so_is_one_with_a_board),
        WITH_DISCORD(commands_that_no_answer_came_for_are_registered_with_the_next_session),
        WITH_DISCORD(too_many_people_are_forgotten),
        WITH_DISCORD(junk_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
