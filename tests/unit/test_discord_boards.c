/* The board of a table: when it is posted, edited, posted again and found again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/discord_kit.h"

/* The next edit, after its token has failed: on the counted route. */
static struct kit_sent *counted_edit(struct discord_kit *kit)
{
    discord_kit_fail(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), REQUEST_REFUSED, 10015);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], MESSAGE_ID);
    return sent;
}

static void the_answer_to_new_is_the_board(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("new"));
    say_event(kit, kit->request, "A table is open.");
    say_picture(kit, kit->request, 0, "picture ```", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "A table is open.\n```\npicture '''\n```");
    assert_string_equal(sent->query, "with_response=true");
    discord_kit_done(kit, sent, "{\"resource\":{\"message\":" MESSAGE "}}");
    discord_kit_assert_silent(kit);
    say_picture(kit, 0, 1, "second", NULL);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_string_equal(sent->parameters[2], "@original");
}

static void edits_in_flight_are_followed_by_the_newest_alone(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_tick(kit);
    say_picture(kit, 0, 3, "three", NULL);
    discord_kit_assert_silent(kit);
    discord_kit_done(kit, sent, MESSAGE);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "```\nthree\n```\nA table is open.");
    discord_kit_done(kit, sent, MESSAGE);
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
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_string_equal(sent->parameters[2], "@original");
    assert_field(sent, "components.0", ""); /* the old one loses its buttons */
    say_picture(kit, 0, 2, "two", NULL);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], "1174109840998400001");
}

/* A command of somebody who sees message 1174109840998400NUMBER at the end of 5/6. */
static void act_below(struct discord_kit *kit, int number)
{
    char keys[512];
    snprintf(keys, sizeof keys,
             "\"guild_id\":\"5\",\"channel_id\":\"6\",\"app_permissions\":\"3072\",\"channel\":{"
             "\"id\":\"6\",\"type\":0,\"last_message_id\":\"1174109840998400%03d\"},\"member\":"
             "{\"user\":{\"id\":\"8\",\"username\":\"alice\"}}," COMMAND("why"),
             number);
    discord_kit_interact_as(kit, keys);
}

static void without_reports_the_last_messages_that_commands_tell_of_are_counted(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_set(kit, "board-distance", "3");
    show_table(kit);
    for (int number = 0; number < 3; number++) {
        act_below(kit, number);
        act_below(kit, number);
    }
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
    act_below(kit, 3);
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void a_board_older_than_an_hour_is_posted_anew(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    kit->now += 61 * 60 * 1000;
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void who_is_called_gets_a_new_message_unless_they_are_here(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", "user:8"); /* alice opened the table just now */
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    discord_kit_done(kit, sent, MESSAGE);
    say_picture(kit, 0, 2, "two", "user:20");
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_field(sent, "content", "A table is open. <@20>"); /* the last that was told */
    assert_field(sent, "allowed_mentions.users.0", "20");
    assert_holds(discord_kit_sent(kit, REST_FOLLOWUP_EDIT), "content", "two");
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    discord_kit_assert_silent(kit);
    kit->now += DISCORD_TOKEN_MS;
    say_picture(kit, 0, 3, "three", "user:21");
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400002\"}");
    sent = discord_kit_sent(kit, REST_MESSAGE_DELETE); /* the line before */
    assert_string_equal(sent->parameters[1], "1174109840998400001");
}

/* Nobody can move before the table is shown as it is. */
static void a_board_that_no_answer_came_for_is_sent_again(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), REQUEST_LATE, 0);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_holds(sent, "content", "one");
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 50035); /* it would be refused again */
    discord_kit_assert_silent(kit);
}

static void a_deleted_board_is_posted_again(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10008);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_holds(sent, "content", "one");
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    discord_kit_event(kit, "MESSAGE_DELETE",
                      "{\"id\":\"1174109840998400001\",\"guild_id\":\"5\",\"channel_id\":\"6\"}");
    discord_kit_assert_silent(kit); /* somebody deleted it on purpose */
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

static void a_deleted_channel_is_lost(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = counted_edit(kit);
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10003);
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.deleted");
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_assert_silent(kit);
}

static bool is_known(struct discord_kit *kit)
{
    char place[PLACE_MAX];
    discord_kit_tick(kit);
    return discord_session_find_place(kit->session, "5/6", "5/6", place);
}

/* Requests in flight know the channel by its address in memory. */
static void a_deleted_channel_is_forgotten_once_its_answers_came(void **state)
{
    static const char deleted[] = "{\"id\":\"6\",\"guild_id\":\"5\",\"type\":0}";
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10008);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_true(is_known(kit));
    discord_kit_event(kit, "CHANNEL_DELETE", deleted);
    assert_true(is_known(kit));
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    assert_false(is_known(kit));
}

static void lost_permissions_are_explained_and_come_back(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_fail(kit, counted_edit(kit), REQUEST_REFUSED, 50013);
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

/* Only as long as the token of the last question works, with half a minute to spare. */
static void permissions_are_explained_while_somebody_can_hear_it(void **state)
{
    struct discord_kit *kit = *state;
    for (int late = 0; late < 2; late++) {
        discord_kit_restart(kit);
        discord_kit_forget(kit);
        show_table(kit);
        kit->now += DISCORD_TOKEN_MS - 30 * 1000 + late;
        discord_kit_say(
            kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/6", .text = "Late."});
        discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_REFUSED, 50013);
        discord_kit_assert_heard(kit, "lost 5/6 discord.lost.permission");
        if (late == 0)
            assert_int_equal(discord_kit_sent(kit, REST_FOLLOWUP_CREATE)->deadline,
                             DISCORD_TOKEN_MS);
        discord_kit_assert_silent(kit);
    }
}

static void say_elsewhere(struct discord_kit *kit)
{
    discord_kit_say(kit,
                    &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/7", .text = "Here."});
}

/* By Discord's numbers: which refusals take a place away, and which only the message. */
static void codes_tell_what_is_lost(void **state)
{
    static const struct {
        int64_t code;
        const char *heard;
    } refusals[] = {{50001, "lost 5/7 discord.lost.permission"},
                    {50013, "lost 5/7 discord.lost.permission"},
                    {50083, "lost 5/7 discord.lost.permission"},
                    {10003, "lost 5/7 discord.lost.deleted"},
                    {50035, NULL},
                    {10008, NULL}};
    struct discord_kit *kit = *state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        discord_kit_restart(kit);
        discord_kit_forget(kit);
        say_elsewhere(kit);
        discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_REFUSED,
                         refusals[i].code);
        if (refusals[i].heard != NULL)
            discord_kit_assert_heard(kit, refusals[i].heard);
        assert_int_equal(kit->heard_next, kit->heard_count);
        assert_int_equal(discord_session_has_place(kit->session, "5/7"), refusals[i].heard == NULL);
    }
    say_elsewhere(kit);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_FORBIDDEN, 0);
    discord_kit_assert_heard(kit, "lost 5/7 discord.lost.permission"); /* as refused before */
}

/* Which refusals of an edit mean that the board must be posted anew. */
static void codes_tell_that_a_board_is_gone(void **state)
{
    static const struct {
        int64_t code;
        bool gone;
    } refusals[] = {{10008, true}, {30046, true}, {50083, true}, {50035, false}};
    struct discord_kit *kit = *state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        discord_kit_restart(kit);
        discord_kit_forget(kit);
        show_table(kit);
        say_picture(kit, 0, 1, "one", NULL);
        discord_kit_fail(kit, counted_edit(kit), REQUEST_REFUSED, refusals[i].code);
        if (refusals[i].code == 30046) /* edits are rationed, deletion is not */
            discord_kit_sent(kit, REST_MESSAGE_DELETE);
        if (refusals[i].gone)
            discord_kit_sent(kit, REST_MESSAGE_CREATE);
        discord_kit_assert_silent(kit);
    }
}

/* Edits of messages older than an hour are rationed. */
static void a_board_of_an_hour_is_old(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    kit->now += DISCORD_BOARD_AGE_MS - 1;
    discord_kit_interact(kit, COMMAND("why")); /* tells Discord's time */
    say_private(kit, OUTBOUND_ANSWER, "Because.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    say_picture(kit, 0, 1, "one", NULL);
    discord_kit_done(kit, discord_kit_sent(kit, REST_MESSAGE_EDIT), MESSAGE);
    kit->now += 1;
    say_picture(kit, 0, 2, "two", NULL);
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
}

/* A thread allows speaking if its channel does. */
static void permissions_of_a_channel_count_in_its_threads(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_say(kit,
                    &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/9", .text = "Here."});
    discord_kit_fail(kit, discord_kit_sent(kit, REST_MESSAGE_CREATE), REQUEST_REFUSED, 50013);
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
            assert_string_equal(kit->memory[i][1], "3 " MESSAGE_ID);
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

static void a_long_event_is_posted_whole(void **state)
{
    struct discord_kit *kit = *state;
    char lines[2402];
    memset(lines, 'a', sizeof lines);
    lines[1200] = '\n';
    lines[2401] = '\0';
    discord_kit_say(kit, &(struct outbound){.kind = OUTBOUND_EVENT, .place = "5/7", .text = lines});
    lines[1200] = '\0';
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", lines);
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", lines + 1201);
    discord_kit_assert_silent(kit);
}

/* A picture of table 3 in 5/6 as an image. */
static void say_image(struct discord_kit *kit, const char *drawing, bool alone)
{
    const struct outbound_image image = {
        .drawing = drawing, .description = "Alice leads.", .alone = alone};
    discord_kit_say(
        kit,
        &(struct outbound){
            .kind = OUTBOUND_PICTURE, .place = "5/6", .text = "text", .table = 3, .image = &image});
}

static void an_image_is_uploaded_when_it_changed(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_image(kit, "one", true);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "A table is open."); /* the image alone shows the table */
    assert_field(sent, "attachments.0.id", "0");
    assert_field(sent, "attachments.0.description", "Alice leads.");
    assert_memory_equal(sent->file, "table.png", strlen("table.png"));
    discord_kit_done(kit, sent, MESSAGE);
    say_image(kit, "one", false);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "```\ntext\n```\nA table is open.");
    assert_null(json_object_get(sent->body, "attachments")); /* it stays */
    assert_null(sent->file);
    discord_kit_done(kit, sent, MESSAGE);
    say_image(kit, "two", false);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_non_null(sent->file);
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10008);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE); /* a new message has none yet */
    assert_non_null(sent->file);
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    say_picture(kit, 0, 3, "text", NULL);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_int_equal(json_array_size(json_object_get(sent->body, "attachments")), 0);
    assert_non_null(json_object_get(sent->body, "attachments")); /* it is removed */
    discord_kit_done(kit, sent, "{\"id\":\"1174109840998400001\"}");
    say_picture(kit, 0, 4, "text", NULL);
    sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_null(json_object_get(sent->body, "attachments"));
}

/* The text shows the table, however often; the image that it had is taken off once. */
static void an_image_with_nothing_on_it_is_no_image(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_image(kit, "one", true);
    discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
    for (size_t i = 0; i < 3; i++) {
        say_image(kit, "", true);
        struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
        assert_field(sent, "content", "```\ntext\n```\nA table is open.");
        assert_null(sent->file);
        const json_t *attachments = json_object_get(sent->body, "attachments");
        assert_int_equal(attachments != NULL, i == 0);
        assert_int_equal(json_array_size(attachments), 0);
        discord_kit_done(kit, sent, MESSAGE);
    }
    say_image(kit, "one", true);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "A table is open.");
    assert_non_null(sent->file);
}

static void who_may_attach_no_files_shows_the_text(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    say_image(kit, "one", true);
    discord_kit_fail(kit, counted_edit(kit), REQUEST_REFUSED, 50013);
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_field(sent, "content", "```\ntext\n```\nA table is open.");
    assert_null(sent->file);
    assert_string_equal(kit->cleared, "6");
    discord_kit_done(kit, sent, MESSAGE);
    assert_true(discord_session_has_place(kit->session, "5/6"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(permissions_are_explained_while_somebody_can_hear_it),
        WITH_DISCORD(codes_tell_what_is_lost),
        WITH_DISCORD(codes_tell_that_a_board_is_gone),
        WITH_DISCORD(a_board_of_an_hour_is_old),
        WITH_DISCORD(the_answer_to_new_is_the_board),
        WITH_DISCORD(edits_in_flight_are_followed_by_the_newest_alone),
        WITH_DISCORD(a_board_that_scrolled_away_is_posted_anew),
        WITH_DISCORD(without_reports_the_last_messages_that_commands_tell_of_are_counted),
        WITH_DISCORD(a_board_older_than_an_hour_is_posted_anew),
        WITH_DISCORD(who_is_called_gets_a_new_message_unless_they_are_here),
        WITH_DISCORD(a_board_that_no_answer_came_for_is_sent_again),
        WITH_DISCORD(a_deleted_board_is_posted_again),
        WITH_DISCORD(a_deleted_channel_is_lost),
        WITH_DISCORD(a_deleted_channel_is_forgotten_once_its_answers_came),
        WITH_DISCORD(lost_permissions_are_explained_and_come_back),
        WITH_DISCORD(permissions_of_a_channel_count_in_its_threads),
        WITH_DISCORD(the_board_is_found_again_after_a_restart),
        WITH_DISCORD(events_without_a_board_are_posted_together),
        WITH_DISCORD(a_long_event_is_posted_whole),
        WITH_DISCORD(an_image_is_uploaded_when_it_changed),
        WITH_DISCORD(an_image_with_nothing_on_it_is_no_image),
        WITH_DISCORD(who_may_attach_no_files_shows_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
