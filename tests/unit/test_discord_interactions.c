/* Answers to commands, presses, forms and completion, and where the bot cannot play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/discord_kit.h"

/* -- Answers ----------------------------------------------------------------------------------- */

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
    struct kit_sent *board = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_string_equal(board->parameters[0], "77");
    assert_string_equal(board->parameters[2], "@original");
    assert_holds(board, "content", "```\nnew picture\n```");
    assert_holds(board, "content", "Alice advances.");
    assert_field(board, "allowed_mentions.users.0", ""); /* an edit notifies nobody */
    discord_kit_assert_silent(kit);                      /* the follow-up waits for the answer */
    discord_kit_done(kit, sent, NULL);
    struct kit_sent *hand = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_string_equal(hand->parameters[0], "77");
    assert_field(hand, "content", "Your cards: 1 2");
    assert_field(hand, "flags", "68");
    assert_true(hand->harmless); /* sending a hand twice is better than not at all */
    discord_kit_done(kit, hand, MESSAGE);
    discord_kit_done(kit, board, MESSAGE);
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

/* What the host has worked on follows through the token, and only that. */
static void what_is_worked_out_follows_the_answer(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("review"));
    kit->owed = kit->request;
    say_private(kit, OUTBOUND_ANSWER, "The coach looks at it.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    discord_kit_wait(kit, 10 * 60 * 1000); /* nothing is done meanwhile */
    discord_kit_assert_silent(kit);
    kit->owed = 0;
    say_private(kit, OUTBOUND_HELP, "The review.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "The review.");
    assert_field(sent, "flags", "68");
    discord_kit_done(kit, sent, NULL);
    say_private(kit, OUTBOUND_HELP, "Something else.");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

/* After 15 minutes the token is dead. */
static void what_took_too_long_comes_directly(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("review"));
    kit->owed = kit->request;
    say_private(kit, OUTBOUND_ANSWER, "The coach looks at it.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    discord_kit_wait(kit, DISCORD_TOKEN_MS);
    say_private(kit, OUTBOUND_HELP, "The review.");
    discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
}

/* "Thinking…" stays as long as the host works. */
static void thinking_lasts_while_the_host_works(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("hint"));
    kit->owed = kit->request;
    discord_kit_wait(kit, 2000);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "5");
    discord_kit_done(kit, sent, NULL);
    discord_kit_wait(kit, 60 * 1000);
    discord_kit_assert_silent(kit);
    kit->owed = 0;
    say_private(kit, OUTBOUND_ANSWER, "The hint.");
    assert_field(discord_kit_sent(kit, REST_FOLLOWUP_EDIT), "content", "The hint.");
}

/* An image in a private text is a file with its description. */
static void a_private_text_may_have_an_image(void **state)
{
    struct discord_kit *kit = *state;
    const struct outbound_image image = {.drawing = "▂▄█", .description = "It rises."};
    discord_kit_interact(kit, COMMAND("review"));
    discord_kit_say(kit, &(struct outbound){.kind = OUTBOUND_HELP,
                                            .place = "5/6",
                                            .identity = "user:8",
                                            .text = "The review.",
                                            .request = kit->request,
                                            .image = &image});
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "The review.");
    assert_field(sent, "data.flags", "68");
    assert_field(sent, "data.attachments.0.filename", "image.png");
    assert_field(sent, "data.attachments.0.description", "It rises.");
    assert_memory_equal(sent->file, "image.png", strlen("image.png"));
    discord_kit_done(kit, sent, NULL);
    discord_kit_say(kit, &(struct outbound){.kind = OUTBOUND_HELP,
                                            .place = "",
                                            .identity = "user:8",
                                            .text = "The review.",
                                            .image = &image});
    sent = discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE);
    discord_kit_done(kit, sent, "{\"id\":\"70\"}");
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_field(sent, "attachments.0.description", "It rises.");
    assert_memory_equal(sent->file, "image.png", strlen("image.png"));
}

static void what_comes_after_thinking_edits_it_and_events_stay_public(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    discord_kit_wait(kit, 2000);
    struct kit_sent *thinking = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    say_event(kit, kit->request, "It begins.");
    say_private(kit, OUTBOUND_HAND, "Your cards.");
    discord_kit_assert_silent(kit); /* not before Discord has the first answer */
    discord_kit_done(kit, thinking, NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_field(sent, "content", "Your cards.");
    assert_field(sent, "flags", "4");
    discord_kit_done(kit, sent, MESSAGE);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "It begins.");
    assert_field(sent, "flags", "4");
    assert_false(sent->harmless);
}

static void a_dead_token_loses_no_event(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    say_event(kit, kit->request, "It begins.");
    say_private(kit, OUTBOUND_HAND, "Secret.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10062);
    sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "6");
    assert_field(sent, "content", "It begins.");
    assert_field(discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "recipient_id", "8");
}

/* Discord refuses the answer: it is posted, and nothing else before that has arrived. */
static void refuse_first(struct discord_kit *kit, struct kit_sent *answer)
{
    discord_kit_fail(kit, answer, REQUEST_REFUSED, 10062);
    struct kit_sent *posted = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_field(posted, "content", "First.");
    discord_kit_assert_silent(kit);
    discord_kit_done(kit, posted, MESSAGE);
}

/* The line of an answer that may still be refused comes before everything that is said later. */
static void what_is_said_later_comes_later(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("advance"));
    say_event(kit, kit->request, "First.");
    discord_kit_interact(kit, COMMAND("retreat"));
    say_event(kit, kit->request, "Second.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "First.");
    say_event(kit, 0, "Third.");
    discord_kit_assert_silent(kit);
    refuse_first(kit, sent);
    sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "data.content", "Second.");
    discord_kit_assert_silent(kit);
    discord_kit_done(kit, sent, NULL);
    assert_field(discord_kit_sent(kit, REST_MESSAGE_CREATE), "content", "Third.");
}

/* Not even when it is due. */
static void an_answer_comes_behind_another_one(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("advance"));
    say_event(kit, kit->request, "First.");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    discord_kit_interact(kit, COMMAND("retreat"));
    say_event(kit, kit->request, "Second.");
    discord_kit_wait(kit, 2900);
    refuse_first(kit, sent);
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "Second.");
}

/* Discord waits for an answer no longer than that, and may ration posts. */
static void an_answer_that_is_due_waits_for_no_post(void **state)
{
    struct discord_kit *kit = *state;
    say_event(kit, 0, "First.");
    discord_kit_sent(kit, REST_MESSAGE_CREATE);
    discord_kit_interact(kit, COMMAND("advance"));
    say_event(kit, kit->request, "Second.");
    discord_kit_assert_silent(kit);
    discord_kit_wait(kit, 2000);
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "Second.");
    discord_kit_interact(kit, COMMAND("hand"));
    say_private(kit, OUTBOUND_ANSWER, "Your cards.");
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "Your cards.");
}

/* Nobody knows whether Discord has posted it, so it is not posted again. */
static void what_may_have_been_posted_is_not_posted_twice(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, COMMAND("start"));
    say_event(kit, kit->request, "It begins.");
    discord_kit_fail(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), REQUEST_FAILED, 0);
    discord_kit_assert_silent(kit);
}

/* A hand that Discord does not take as a follow-up. */
static void lose_hand(struct discord_kit *kit)
{
    discord_kit_interact(kit, COMMAND("start"));
    say_event(kit, kit->request, "It begins.");
    say_private(kit, OUTBOUND_HAND, "Secret.");
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    kit->heard_next = kit->heard_count;
    discord_kit_fail(kit, discord_kit_sent(kit, REST_FOLLOWUP_CREATE), REQUEST_FAILED, 0);
}

static void a_follow_up_that_fails_comes_as_a_direct_message(void **state)
{
    struct discord_kit *kit = *state;
    lose_hand(kit);
    discord_kit_done(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), "{\"id\":\"90\"}");
    const struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_string_equal(sent->parameters[0], "90");
    assert_field(sent, "content", "Secret.");
}

static void where_no_direct_message_comes_the_place_is_told_each_time(void **state)
{
    struct discord_kit *kit = *state;
    lose_hand(kit);
    discord_kit_fail(kit, discord_kit_sent(kit, REST_DIRECT_CHANNEL_CREATE), REQUEST_REFUSED,
                     DISCORD_NO_DIRECT_MESSAGES);
    discord_kit_assert_heard(kit, "unanswered 5/6 alice discord.undelivered");
    lose_hand(kit);
    discord_kit_tick(kit);
    discord_kit_assert_silent(kit);
    discord_kit_assert_heard(kit, "unanswered 5/6 alice discord.undelivered");
}

static void a_press_on_a_private_message_updates_it(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, PRESS("b:ZAzPvIC-:3:14:play parry", "64"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player unseen table 3 14: play parry");
    say_event(kit, kit->request, "Alice parries.");
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    say_picture(kit, kit->request, 15, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "7");
    assert_field(sent, "data.content", "Your cards: 4");
    struct kit_sent *board = discord_kit_sent(kit, REST_FOLLOWUP_EDIT);
    assert_holds(board, "content", "Alice parries.");
    discord_kit_done(kit, board, MESSAGE);
    discord_kit_done(kit, sent, NULL);
    discord_kit_assert_silent(kit); /* the board tells what happened */
}

static void a_press_on_the_board_is_answered_privately_where_it_is_private(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, PRESS("b:ZAzPvIC-:3:14:hand", "0"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player table 3 14: hand");
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "4");
    assert_field(sent, "data.flags", "68");
}

/* A press on the board of show_table(). */
#define BOARD_PRESS(id)                                                                            \
    "\"type\":3,\"message\":{\"id\":\"" MESSAGE_ID "\",\"flags\":0},\"data\":{\"custom_id\":\"" id \
    "\"}"

static void a_press_on_the_board_is_answered_by_the_board(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:play parry"));
    say_event(kit, kit->request, "Alice parries.");
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    say_picture(kit, kit->request, 15, "one", NULL);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "7");
    assert_field(sent, "data.content", "```\none\n```\nA table is open.\nAlice parries.");
    assert_field(sent, "data.flags", "4");
    discord_kit_assert_silent(kit);
    discord_kit_done(kit, sent, NULL);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "content", "Your cards: 4");
    assert_field(sent, "flags", "68");
    discord_kit_done(kit, sent, MESSAGE);
    say_picture(kit, 0, 16, "two", NULL);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_EDIT); /* the press reaches the board, too */
    assert_string_equal(sent->parameters[2], "@original");
}

/* Of which a bot that was killed knew nothing. */
static void an_old_board_loses_its_buttons_when_one_is_pressed(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, PRESS("b:ZAzPvIC-:3:14:hand", "0"));
    struct kit_sent *sent = discord_kit_sent(kit, REST_MESSAGE_EDIT);
    assert_string_equal(sent->parameters[1], "50");
    assert_int_equal(json_array_size(json_object_get(sent->body, "components")), 0);
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content", "Your cards: 4");
}

/* The token that reaches the board is renewed when it will not live for five minutes more. */
static void a_press_on_the_board_renews_its_token(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    kit->now += DISCORD_TOKEN_MS - 5 * 60 * 1000 - 1;
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:hand"));
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "4");
    discord_kit_done(kit, sent, NULL);
    kit->now += 1;
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:hand"));
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "6");
    discord_kit_done(kit, sent, NULL);
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "flags", "68");
    discord_kit_done(kit, sent, MESSAGE);
    kit->now += DISCORD_TOKEN_MS - 60 * 1000;
    say_picture(kit, 0, 16, "two", NULL);
    discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
    kit->now += 33 * 1000; /* Discord's time is known to 2 s */
    say_picture(kit, 0, 17, "three", NULL);
    discord_kit_sent(kit, REST_MESSAGE_EDIT); /* the token may be dead */
}

static void a_slow_press_on_the_board_shows_no_thinking(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:hand"));
    discord_kit_wait(kit, 2000);
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "6");
    discord_kit_done(kit, sent, NULL);
    say_private(kit, OUTBOUND_HAND, "Your cards: 4");
    sent = discord_kit_sent(kit, REST_FOLLOWUP_CREATE);
    assert_field(sent, "flags", "68");
    discord_kit_done(kit, sent, MESSAGE);
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:hand"));
    discord_kit_wait(kit, 2000);
    discord_kit_done(kit, discord_kit_sent(kit, REST_INTERACTION_ANSWER), NULL);
    discord_kit_wait(kit, 5000);
    discord_kit_assert_silent(kit); /* the host had nothing to say */
}

/* When the answer fails, the board is edited in another way, and its line is posted. */
static void a_failed_update_loses_nothing(void **state)
{
    struct discord_kit *kit = *state;
    show_table(kit);
    kit->now += DISCORD_TOKEN_MS;
    discord_kit_interact(kit, BOARD_PRESS("b:ZAzPvIC-:3:14:play parry"));
    say_event(kit, kit->request, "Alice parries.");
    say_picture(kit, kit->request, 15, "one", "user:20");
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "7");
    discord_kit_fail(kit, sent, REQUEST_REFUSED, 10062);
    struct kit_sent *line = discord_kit_sent(kit, REST_MESSAGE_CREATE);
    assert_field(line, "content", "Alice parries. <@20>");
    assert_holds(discord_kit_sent(kit, REST_MESSAGE_EDIT), "content", "one");
}

static void the_line_of_an_answer_is_deleted_by_its_token(void **state)
{
    struct discord_kit *kit = *state;
    static const char *const lines[] = {"1174109840998400001", "1174109840998400002"};
    show_table(kit);
    for (int i = 0; i < 2; i++) {
        char answer[128];
        struct text json = TEXT_IN(answer);
        text_add_format(&json, "{\"resource\":{\"message\":{\"id\":\"%s\"}}}", lines[i]);
        discord_kit_interact(kit, COMMAND("play"));
        say_event(kit, kit->request, "Alice parries.");
        say_picture(kit, kit->request, 15, "one", "user:20");
        struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
        assert_string_equal(sent->query, "with_response=true");
        discord_kit_done(kit, discord_kit_sent(kit, REST_FOLLOWUP_EDIT), MESSAGE);
        discord_kit_done(kit, sent, answer);
    }
    struct kit_sent *gone = discord_kit_sent(kit, REST_FOLLOWUP_DELETE);
    assert_string_equal(gone->parameters[2], "@original");
    discord_kit_fail(kit, gone, REQUEST_REFUSED, 10015);
    gone = discord_kit_sent(kit, REST_MESSAGE_DELETE);
    assert_string_equal(gone->parameters[1], lines[0]);
    discord_kit_done(kit, gone, NULL);
    discord_kit_assert_silent(kit);
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
        discord_kit_done(kit, sent, MESSAGE);
    }
    assert_int_equal(pieces, 3);
}

static void forms_ask_for_text(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_interact(kit, PRESS("q:ZAzPvIC-:3:14:play", "64"));
    struct kit_sent *sent = discord_kit_sent(kit, REST_INTERACTION_ANSWER);
    assert_field(sent, "type", "9");
    assert_field(sent, "data.custom_id", "q:ZAzPvIC-:3:14:play");
    assert_field(sent, "data.components.0.type", "18");
    assert_field(sent, "data.components.0.component.type", "4");
    discord_kit_interact(kit, "\"type\":5,\"message\":{\"flags\":64},\"data\":{\"custom_id\":"
                              "\"q:ZAzPvIC-:3:14:play\",\"components\":[{\"type\":18,\"component\":"
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
    assert_field(sent, "data.choices.1.name", "the label");
    assert_field(sent, "data.choices.1.value", "adv-completed [ZAzPvIC-:3:14]");
    discord_kit_interact(kit, "\"type\":2,\"data\":{\"name\":\"play\",\"options\":[{\"name\":"
                              "\"move\",\"value\":\"adv-completed [ZAzPvIC-:3:14]\"}]}");
    discord_kit_assert_heard(kit,
                             "received 5/6 user:8 alice player table 3 14: play adv-completed");
    discord_kit_interact(kit, "\"type\":2,\"data\":{\"name\":\"play\",\"options\":[{\"name\":"
                              "\"move\",\"value\":\"adv-completed [ZAzPvIC-:4:14]\"}]}");
    assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                 "discord.unknown-press");
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

/* -- Where the bot is not ---------------------------------------------------------------------- */

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

/* Both permissions are needed to play, or the one that stands for all; in threads another. */
static void every_permission_counts(void **state)
{
    static const struct {
        const char *permissions;
        int type;
        bool enough;
    } places[] = {{"3072", 0, true},
                  {"1024", 0, false},
                  {"2048", 0, false},
                  {"0", 0, false},
                  {"8", 0, true},
                  {"274877907968", 11, true},
                  {"274877906944", 11, false},
                  {"3072", 11, false},
                  {"274877907968", 0, false}};
    struct discord_kit *kit = *state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char keys[512];
        snprintf(keys, sizeof keys,
                 "\"guild_id\":\"5\",\"channel_id\":\"6\",\"app_permissions\":\"%s\","
                 "\"channel\":{\"id\":\"6\",\"type\":%d},"
                 "\"member\":{\"user\":{\"id\":\"8\",\"username\":\"a\"}}," COMMAND("join"),
                 places[i].permissions, places[i].type);
        discord_kit_interact_as(kit, keys);
        if (places[i].enough)
            discord_kit_assert_heard(kit, "received 5/6 user:8 a player: join");
        else
            assert_field(discord_kit_sent(kit, REST_INTERACTION_ANSWER), "data.content",
                         "discord.may-not-post");
        assert_int_equal(kit->heard_next, kit->heard_count);
    }
}

static void type_in(struct discord_kit *kit, const char *content)
{
    char json[512];
    snprintf(json, sizeof json,
             "{\"id\":\"60\",\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":\"%s\","
             "\"author\":{\"id\":\"20\",\"username\":\"bob\"}}",
             content);
    discord_kit_event(kit, "MESSAGE_CREATE", json);
}

/* Only a mention of the bot itself, at the beginning and whole, makes a command. */
static void mentions_are_of_the_bot_alone(void **state)
{
    static const char *const talk[] = {"join",       "<@2> join",  "<@11> join", "<@1 join",
                                       "<@!2> join", "a <1> ",     "<@1>",       "<#1> join",
                                       "<@&1> join", "<@!!1> join"};
    struct discord_kit *kit = *state;
    for (size_t i = 0; i < sizeof talk / sizeof talk[0]; i++)
        type_in(kit, talk[i]);
    discord_kit_tick(kit);
    assert_int_equal(kit->heard_next, kit->heard_count);
    type_in(kit, "<@1>join");
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
    type_in(kit, "<@!1> \\n  join");
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
    type_in(kit, "hello <@2> and <@1>, join");
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
    type_in(kit, "join <@1>");
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
}

static void the_role_of_the_bot_mentions_it_too(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(
        kit, "GUILD_CREATE",
        "{\"id\":\"5\",\"channels\":[],\"roles\":[{\"id\":\"70\",\"tags\":{\"bot_id\":"
        "\"2\"}},{\"id\":\"71\",\"tags\":{\"bot_id\":\"1\"}},{\"id\":\"72\"}]}");
    type_in(kit, "<@&70> join");
    type_in(kit, "<@&72> join");
    type_in(kit, "please <@&71> join");
    discord_kit_assert_heard(kit, "received 5/6 user:20 bob player: join");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(every_permission_counts),
        WITH_DISCORD(mentions_are_of_the_bot_alone),
        WITH_DISCORD(the_role_of_the_bot_mentions_it_too),
        WITH_DISCORD(a_private_answer_is_ephemeral),
        WITH_DISCORD(an_event_is_the_public_answer_and_the_hand_follows),
        WITH_DISCORD(silence_becomes_thinking_and_then_done),
        WITH_DISCORD(what_is_worked_out_follows_the_answer),
        WITH_DISCORD(what_took_too_long_comes_directly),
        WITH_DISCORD(thinking_lasts_while_the_host_works),
        WITH_DISCORD(a_private_text_may_have_an_image),
        WITH_DISCORD(what_comes_after_thinking_edits_it_and_events_stay_public),
        WITH_DISCORD(a_dead_token_loses_no_event),
        WITH_DISCORD(what_is_said_later_comes_later),
        WITH_DISCORD(an_answer_comes_behind_another_one),
        WITH_DISCORD(an_answer_that_is_due_waits_for_no_post),
        WITH_DISCORD(what_may_have_been_posted_is_not_posted_twice),
        WITH_DISCORD(a_follow_up_that_fails_comes_as_a_direct_message),
        WITH_DISCORD(where_no_direct_message_comes_the_place_is_told_each_time),
        WITH_DISCORD(a_press_on_a_private_message_updates_it),
        WITH_DISCORD(a_press_on_the_board_is_answered_privately_where_it_is_private),
        WITH_DISCORD(a_press_on_the_board_is_answered_by_the_board),
        WITH_DISCORD(an_old_board_loses_its_buttons_when_one_is_pressed),
        WITH_DISCORD(a_press_on_the_board_renews_its_token),
        WITH_DISCORD(a_slow_press_on_the_board_shows_no_thinking),
        WITH_DISCORD(a_failed_update_loses_nothing),
        WITH_DISCORD(the_line_of_an_answer_is_deleted_by_its_token),
        WITH_DISCORD(long_answers_come_in_pieces_one_after_the_other),
        WITH_DISCORD(forms_ask_for_text),
        WITH_DISCORD(completion_answers_with_the_argument_alone),
        WITH_DISCORD(unknown_presses_get_an_answer),
        WITH_DISCORD(without_the_bot_in_the_server_games_are_refused),
        WITH_DISCORD(in_a_foreign_private_channel_games_are_refused),
        WITH_DISCORD(without_permission_to_post_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
