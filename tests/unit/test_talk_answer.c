/* Answers in a place: what of them is told, shown in the answer, or left to the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "tests/unit/talk_fixture.h"

static char asked[] = "answer ";

static void tell(void *who, struct talk_said *told)
{
    assert_ptr_equal(who, asked);
    text_add_format(&it.told, "tell %s\n", told->text);
}

static void show_in_answer(void *who, const struct talk_view *view)
{
    show(who, NULL, view);
}

static void update(void *who, const struct talk_view *view)
{
    assert_ptr_equal(who, asked);
    text_add_format(&it.told, "update %s: %s|%s", talk_place_message(it.place), view->picture->text,
                    view->below);
    add_calls(view->calls);
}

static void done(void *who)
{
    assert_ptr_equal(who, asked);
    text_add(&it.told, "done\n");
}

/* A button was pressed; `on_board`: one of the board's. */
static void answer_press(bool on_board, const char *event, const char *picture, const char *hand)
{
    const struct talk_answerer answerer = {.pressed = true,
                                           .private_first = !on_board,
                                           .may_show = on_board,
                                           .on_board = on_board,
                                           .tell = tell,
                                           .post = post,
                                           .show = show_in_answer,
                                           .update = update,
                                           .done = done};
    struct talk_said *list = NULL,
                     *parts[] = {said(OUTBOUND_HAND, hand, NULL), said(OUTBOUND_EVENT, event, NULL),
                                 said(OUTBOUND_PICTURE, picture, "bob")};
    for (size_t i = 0; i < 3; i++)
        if (parts[i] != NULL)
            LL_APPEND(list, parts[i]);
    talk_answer(&it.network, &answerer, asked, it.place, &list);
}

static void a_press_on_the_board_updates_it(void **state)
{
    (void)state;
    show_board();
    it.here = "bob";
    answer_press(true, "moved", "one", "hand");
    expect("update 10: one|moved\ntell hand\n");
    answer_press(true, "again", "two", NULL);
    expect("done\n"); /* the update above is under way */
    talk_place_shown(it.place, TALK_SHOWN, "10");
    expect("show 10: |two|moved\nagain\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    it.here = "";
    answer_press(true, "third", "three", NULL);
    expect("update 10: three|moved\nagain\nthird\nanswer line third @bob\n");
}

static void what_the_board_tells_is_no_message_after_a_press(void **state)
{
    (void)state;
    show_board();
    it.here = "bob";
    answer_press(false, "moved", "one", "hand");
    expect("tell hand\nshow 10: |one|moved\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer_press(false, "again", "two", NULL);
    expect("tell again\nshow 10: |two|moved\nagain\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    it.here = "";
    answer_press(false, "third", "three", "hand");
    expect("tell hand\nanswer line third @bob\nshow 10: |three|moved\nagain\nthird\n");
}

/* Answers with an event, a picture and a hand, those that are not NULL. */
static void answer_at(struct talk_place *place, bool private_first, bool may_show,
                      const char *event, const char *picture, const char *hand)
{
    const struct talk_answerer answerer = {.private_first = private_first,
                                           .may_show = may_show,
                                           .tell = tell,
                                           .post = post,
                                           .show = show_in_answer,
                                           .done = done};
    struct talk_said *list = NULL, *parts[] = {said(OUTBOUND_HAND, hand, NULL),
                                               said(OUTBOUND_EVENT, event, "bob"),
                                               said(OUTBOUND_PICTURE, picture, NULL)};
    for (size_t i = 0; i < 3; i++)
        if (parts[i] != NULL)
            LL_APPEND(list, parts[i]);
    talk_answer(&it.network, &answerer, asked, place, &list);
    assert_null(list);
}

static void answer(bool private_first, const char *event, const char *picture, const char *hand)
{
    answer_at(it.place, private_first, true, event, picture, hand);
}

static void a_table_is_part_of_the_answer_if_a_message_is_wanted(void **state)
{
    (void)state;
    open_place();
    answer(false, "moved", "one", "hand");
    expect("answer show -: moved|one| @bob\ntell hand\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer(false, "moved again", "two", NULL);
    expect("answer line moved again @bob\nshow 10: |two|moved\nmoved again\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer(false, NULL, "three", NULL); /* there is nothing else to answer with */
    expect("answer show -: |three|moved\nmoved again\n");
    answer(false, NULL, "four", NULL); /* the answer above is under way */
    expect("done\n");
}

static void an_event_too_long_for_the_table_is_a_message(void **state)
{
    (void)state;
    open_place();
    answer(false, "a long story about a move", "one", NULL);
    expect("answer line a long story about a move @bob\n"
           "show -: |one|a long story about a move\n");
}

static void an_answer_in_columns_is_posted(void **state)
{
    (void)state;
    open_place();
    answer(false, "a   b", NULL, NULL);
    expect("answer post [a   b]\n");
    answer(false, "c   d", "one", NULL);
    expect("answer show -: |one| @bob\nanswer post [c   d]\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    hear(OUTBOUND_PICTURE, "two"); /* columns do not stand at the board */
    expect("show 10: |two|\n");
}

static void an_answer_that_may_not_show_the_table_leaves_it_to_the_place(void **state)
{
    (void)state;
    open_place();
    answer_at(it.place, false, false, "moved", "one", NULL);
    expect("answer line moved @bob\nshow -: |one|moved\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer_at(it.place, false, false, NULL, "two", NULL);
    expect("done\nshow 10: |two|moved\n");
}

static void an_answer_without_a_place_shows_no_table(void **state)
{
    (void)state;
    open_place();
    answer_at(NULL, true, true, NULL, NULL, "hand");
    answer_at(NULL, true, true, NULL, NULL, NULL);
    answer_at(NULL, false, true, "moved", "one", "hand");
    assert_string_equal(it.buffer, "tell hand\ndone\nanswer post moved @bob\ntell hand\n");
}

/* The next message calls nobody again. */
static void a_call_in_an_answer_is_answered(void **state)
{
    (void)state;
    open_place();
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "zero", "alice"));
    answer(false, "moved", "one", NULL);
    expect("answer show -: moved|one| @bob\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    hear(OUTBOUND_PICTURE, "two");
    expect("show 10: |two|moved\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    it.now = 2000;
    hear(OUTBOUND_PICTURE, "three");
    expect("show -: |three|moved\n");
}

static void an_event_of_another_table_is_not_kept_at_the_board(void **state)
{
    (void)state;
    open_place();
    answer(false, "one move", "one", NULL);
    talk_place_shown(it.place, TALK_SHOWN, "10");
    text_clear(&it.told);
    struct talk_said *list = NULL;
    struct talk_said *event = said(OUTBOUND_EVENT, "another table", NULL);
    event->table = 9;
    LL_APPEND(list, event);
    const struct talk_answerer answerer = {.may_show = true, .post = post, .done = done};
    talk_answer(&it.network, &answerer, asked, it.place, &list);
    hear(OUTBOUND_PICTURE, "two");
    expect("answer post another table\nshow 10: |two|one move\n");
}

static void the_first_answer_can_be_private(void **state)
{
    (void)state;
    show_board();
    answer(true, "moved", "one", "hand");
    expect("tell hand\nanswer line moved @bob\nshow 10: |one|moved\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer(true, "moved", "two", NULL);
    expect("tell moved\nanswer line moved @bob\nshow 10: |two|moved\nmoved\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    answer(true, NULL, "three", NULL);
    expect("done\nshow 10: |three|moved\nmoved\n");
    answer(false, NULL, NULL, NULL);
    expect("done\n");
}

static void an_answer_does_not_wait_for_the_memory(void **state)
{
    (void)state;
    it.late = true;
    it.memory = memory_copy("7 10 11");
    open_place();
    answer(false, "moved", "one", NULL);
    expect("answer line moved @bob\n");
    talk_place_lined(it.place, "12");
    assert_string_equal(it.memory, "7 10 11");
    recall_now();
    expect("remove 11\nshow 10: |one|moved\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_fixture_begin, talk_fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_part_of_the_answer_if_a_message_is_wanted),
        TEST(a_press_on_the_board_updates_it),
        TEST(what_the_board_tells_is_no_message_after_a_press),
        TEST(an_event_too_long_for_the_table_is_a_message),
        TEST(an_answer_in_columns_is_posted),
        TEST(an_answer_that_may_not_show_the_table_leaves_it_to_the_place),
        TEST(an_answer_without_a_place_shows_no_table),
        TEST(a_call_in_an_answer_is_answered),
        TEST(an_event_of_another_table_is_not_kept_at_the_board),
        TEST(the_first_answer_can_be_private),
        TEST(an_answer_does_not_wait_for_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
