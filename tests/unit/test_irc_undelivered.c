/* What does not reach people on IRC, and where they hear of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/session/session_private.h"
#include "tests/wire/irc_kit.h"

static struct irc_kit kit;

static int begin(void **state)
{
    (void)state;
    irc_kit_init_channel(&kit);
    return 0;
}

static int end(void **state)
{
    (void)state;
    irc_kit_free(&kit);
    return 0;
}

static void expect_event(const char *expected)
{
    const char *event = irc_kit_event(&kit);
    assert_non_null(event);
    assert_string_equal(event, expected);
}

/* The answer to a request, for somebody by their identity. */
static void say_hand(const char *identity, uint64_t request)
{
    const struct outbound hand = {
        .kind = OUTBOUND_HAND, .identity = identity, .text = "1 2 3", .request = request};
    irc_session_say(kit.session, &hand, kit.now);
}

/* The host, told of one who is out of reach, may say something to another such person. */
static void the_unreachable_may_become_more_meanwhile(void **state)
{
    static const char *const events[] = {"undelivered mask:a!a@a irc.undelivered.message",
                                         "undelivered mask:b!b@b irc.undelivered.message"};
    (void)state;
    irc_kit_enter_channel(&kit);
    kit.next = "mask:b!b@b";
    irc_kit_say(&kit, "hand", "-", "mask:a!a@a", "1 2 3");
    irc_kit_wait(&kit, 1000);
    for (size_t i = 0; i < 2; i++) {
        const char *event = irc_kit_event(&kit);
        assert_non_null(event);
        assert_string_equal(event, events[i]);
    }
    assert_null(irc_kit_event(&kit));
}

/* Nobody is told twice in a turn that the same person can't be reached. */
static void a_person_out_of_reach_is_told_once_a_turn(void **state)
{
    (void)state;
    const struct outbound hand = {
        .kind = OUTBOUND_HAND, .identity = "mask:bob!b@bob.example", .text = "1 2 3"};
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < 3; i++)
        irc_session_say(kit.session, &hand, kit.now);
    irc_kit_wait(&kit, 1);
    assert_string_equal(irc_kit_event(&kit),
                        "undelivered mask:bob!b@bob.example irc.undelivered.message");
    assert_null(irc_kit_event(&kit));
    irc_session_say(kit.session, &hand, kit.now);
    irc_kit_wait(&kit, 1);
    assert_non_null(irc_kit_event(&kit));
}

/* Somebody asks for their cards and quits before they come: they hear of it when they are back.
 * What they did not ask for is told by the table. */
static void who_quits_before_the_answer_is_told_when_they_are_back(void **state)
{
    (void)state;
    for (uint64_t request = 0; request <= 1; request++) {
        const struct outbound hand = {.kind = OUTBOUND_HAND,
                                      .identity = "mask:bob!b@bob.example",
                                      .text = "1 2 3",
                                      .request = request};
        irc_kit_enter_channel(&kit);
        irc_session_say(kit.session, &hand, kit.now);
        irc_kit_wait(&kit, 1);
        irc_kit_forget(&kit);
        irc_kit_receive(&kit, ":bob!b@bob.example JOIN #c");
        irc_kit_wait(&kit, 1);
        assert_string_equal(irc_kit_event(&kit), "joined #c mask:bob!b@bob.example bob");
        const char *event = irc_kit_event(&kit);
        assert_int_equal(event != NULL, request == 1);
        if (event != NULL)
            assert_string_equal(event, "missed mask:bob!b@bob.example");
        irc_kit_receive(&kit, ":bob!b@bob.example QUIT :bye");
        irc_kit_forget(&kit);
    }
}

/* Of several who quit, whoever comes back first hears first. */
static void each_of_several_is_told_when_they_are_back(void **state)
{
    (void)state;
    irc_kit_enter_channel(&kit);
    say_hand("mask:bob!b@bob.example", 1);
    say_hand("mask:carol!c@carol.example", 2);
    irc_kit_wait(&kit, 1);
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":carol!c@carol.example JOIN #c");
    irc_kit_wait(&kit, 1);
    expect_event("joined #c mask:carol!c@carol.example carol");
    expect_event("missed mask:carol!c@carol.example");
    irc_kit_receive(&kit, ":bob!b@bob.example JOIN #c");
    irc_kit_wait(&kit, 1);
    expect_event("joined #c mask:bob!b@bob.example bob");
    expect_event("missed mask:bob!b@bob.example");
    assert_null(irc_kit_event(&kit));
}

/* A nick that somebody else had is the nick of whom the last line went to. */
static void a_refusal_is_about_the_last_owner_of_a_nick(void **state)
{
    (void)state;
    irc_kit_enter_channel(&kit);
    say_hand("mask:alice!al@alice.example", 0);
    irc_kit_wait(&kit, 1);
    irc_kit_receive(&kit, ":alice!al@alice.example NICK ally");
    irc_kit_receive(&kit, ":mallory!m@m.example JOIN #c");
    irc_kit_receive(&kit, ":mallory!m@m.example NICK alice");
    say_hand("mask:alice!m@m.example", 0);
    irc_kit_wait(&kit, 1);
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":irc.test.example 401 belfry alice :refused");
    irc_kit_wait(&kit, 1);
    expect_event("undelivered mask:alice!m@m.example irc.undelivered.message");
    assert_null(irc_kit_event(&kit));
}

/* The session knows the last 64 to whom it wrote. */
static void of_many_recipients_each_is_known(void **state)
{
    char text[128];
    (void)state;
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < IRC_PRIVATE_MAX; i++) {
        snprintf(text, sizeof text, ":p%d!u@h%d.example JOIN #c", i, i);
        irc_kit_receive(&kit, text);
        snprintf(text, sizeof text, "mask:p%d!u@h%d.example", i, i);
        say_hand(text, 0);
        irc_kit_wait(&kit, 1);
    }
    for (int i = 0; i < IRC_PRIVATE_MAX; i++) {
        irc_kit_forget(&kit);
        snprintf(text, sizeof text, ":irc.test.example 401 belfry p%d :refused", i);
        irc_kit_receive(&kit, text);
        irc_kit_wait(&kit, 1);
        snprintf(text, sizeof text, "undelivered mask:p%d!u@h%d.example irc.undelivered.message", i,
                 i);
        expect_event(text);
    }
}

/* Alice has given 70 commands in the channel. The session knows where the last 64 were typed. */
static void a_refused_answer_is_mentioned_where_it_was_asked_for(void **state)
{
    static const struct {
        uint64_t request;
        const char *event;
    } cases[] = {{70, "unanswered #c alice irc.unanswered.message"},
                 {7, "unanswered #c alice irc.unanswered.message"},
                 {6, "undelivered mask:alice!al@alice.example irc.undelivered.message"},
                 {0, "undelivered mask:alice!al@alice.example irc.undelivered.message"}};
    (void)state;
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < 70; i++)
        irc_kit_receive(&kit, ":alice!al@alice.example PRIVMSG #c :!hand");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        irc_kit_forget(&kit);
        say_hand("mask:alice!al@alice.example", cases[i].request);
        irc_kit_wait(&kit, 1); /* until then nothing is sent */
        irc_kit_receive(&kit, ":irc.test.example 401 belfry alice :refused");
        irc_kit_wait(&kit, 1);
        expect_event(cases[i].event);
        assert_null(irc_kit_event(&kit));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(the_unreachable_may_become_more_meanwhile),
        TEST(a_person_out_of_reach_is_told_once_a_turn),
        TEST(who_quits_before_the_answer_is_told_when_they_are_back),
        TEST(each_of_several_is_told_when_they_are_back),
        TEST(a_refusal_is_about_the_last_owner_of_a_nick),
        TEST(of_many_recipients_each_is_known),
        TEST(a_refused_answer_is_mentioned_where_it_was_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
