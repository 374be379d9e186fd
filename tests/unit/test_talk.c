/* Places: boards, lines and events, and what the memory of a place says of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "tests/unit/talk_fixture.h"

static void events_are_posted_together_and_columns_alone_in_their_order(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_EVENT, "one");
    hear(OUTBOUND_EVENT, "a   b");
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "two", "alice"));
    expect("post one\npost [a   b]\npost two @alice\n");
    expect("");
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "one", "alice"));
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "a   b", "bob"));
    hear(OUTBOUND_EVENT, "c   d");
    expect("post one @alice\npost [a   b] @bob\npost [c   d]\n");
    hear(OUTBOUND_EVENT, "one");
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "two", "alice"));
    expect("post one\ntwo @alice\n");
    hear(OUTBOUND_EVENT, "three");
    talk_place_drop(it.place);
    expect("");
}

static void the_newest_picture_is_edited_in(void **state)
{
    (void)state;
    show_board();
    assert_string_equal(it.memory, "7 10");
    hear(OUTBOUND_PICTURE, "one");
    hear(OUTBOUND_EVENT, "a\nb");
    hear(OUTBOUND_EVENT, "c\nd");
    expect("show 10: |one|b\nc\nd\n");
    hear(OUTBOUND_PICTURE, "two");
    expect("");
    hear(OUTBOUND_PICTURE, "three");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    expect("show 10: |three|b\nc\nd\n");
    assert_int_equal(it.network.superseded, 1);
}

/* Only what happened at the table that is shown stands with it. */
static void events_of_others_do_not_stand_at_the_board(void **state)
{
    static const uint64_t tables[] = {0, 8};
    (void)state;
    show_board();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        talk_place_hear(it.place,
                        talk_said_new(&(struct outbound){
                            .kind = OUTBOUND_EVENT, .text = "elsewhere", .table = tables[i]}));
    expect("post elsewhere\nelsewhere\n");
    hear(OUTBOUND_PICTURE, "one");
    hear(OUTBOUND_EVENT, "here");
    expect("show 10: |one|here\n");
}

static void a_new_table_gets_a_message_of_its_own(void **state)
{
    (void)state;
    show_board();
    talk_place_hear(it.place, talk_said_new(&(struct outbound){
                                  .kind = OUTBOUND_PICTURE, .text = "other", .table = 8}));
    hear(OUTBOUND_EVENT, "of the old one");
    expect("retire 10\nshow -: of the old one|other|\n");
}

static void what_becomes_of_a_board(void **state)
{
    (void)state;
    show_board();
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
    talk_place_shown(it.place, TALK_UNHEARD, "");
    expect("show 10: |one|\n");
    talk_place_shown(it.place, TALK_REFUSED, "");
    expect("");
    hear(OUTBOUND_PICTURE, "two");
    expect("show 10: |two|\n");
    talk_place_shown(it.place, TALK_GONE, "");
    assert_null(it.memory);
    expect("show -: |two|\n");
}

static void a_board_is_posted_anew_when_it_is_buried_or_old(void **state)
{
    (void)state;
    show_board();
    talk_place_posted(it.place, "10");
    talk_place_posted(it.place, "11");
    talk_place_posted(it.place, "12");
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    talk_place_posted(it.place, "13");
    hear(OUTBOUND_PICTURE, "two");
    expect("show -: |two|\n");
    talk_place_shown(it.place, TALK_SHOWN, "20");
    expect("retire 10\n");
    talk_place_posted(it.place, "21");
    talk_place_posted(it.place, "22"); /* counted anew: one is missing to the third */
    it.now = 1019;
    hear(OUTBOUND_PICTURE, "three");
    expect("show 20: |three|\n");
    talk_place_shown(it.place, TALK_SHOWN, "20");
    it.now = 1020;
    hear(OUTBOUND_PICTURE, "four");
    expect("show -: |four|\n");
}

static void who_is_not_here_is_called_by_a_new_message(void **state)
{
    (void)state;
    show_board();
    it.here = "alice";
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "one", "alice"));
    expect("show 10: |one|\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "two", "bob"));
    expect("show -: |two| @bob\n"); /* nothing has happened that a line could tell */
    talk_place_shown(it.place, TALK_SHOWN, "20");
    expect("retire 10\n");
}

static void a_line_calls_and_replaces_the_last_one(void **state)
{
    (void)state;
    show_board();
    hear(OUTBOUND_EVENT, "a\nb");
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "one", "bob"));
    expect("line b @bob\nshow 10: |one|a\nb\n");
    talk_place_lined(it.place, "11");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    assert_string_equal(it.memory, "7 10 11");
    hear(OUTBOUND_EVENT, "c");
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "two", "alice"));
    expect("line c @alice\nshow 10: |two|a\nb\nc\n");
    talk_place_lined(it.place, "12");
    expect("remove 11\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    it.now = 2000;
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "three", "bob"));
    expect("show -: |three|a\nb\nc @bob\n"); /* a new board calls by itself */
    talk_place_shown(it.place, TALK_SHOWN, "2000");
    expect("retire 10\nremove 12\n");
    assert_string_equal(it.memory, "7 2000");
}

/* Lines that were replaced do not bury the board. */
static void lines_that_are_gone_do_not_count_as_messages_below(void **state)
{
    (void)state;
    show_board();
    for (int i = 11; i < 20; i++) {
        char id[16];
        struct text text = TEXT_IN(id);
        text_add_number(&text, i);
        talk_place_posted(it.place, id);
        talk_place_lined(it.place, id);
    }
    text_clear(&it.told);
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
}

static void a_remembered_line_is_replaced(void **state)
{
    (void)state;
    it.memory = memory_copy("7 10 11");
    open_place();
    talk_place_lined(it.place, "12");
    expect("remove 11\n");
    talk_place_lined(it.place, "no id");
    expect("remove 12\n");
    assert_string_equal(it.memory, "7 10");
}

static void a_deleted_board_comes_back_with_the_next_picture(void **state)
{
    (void)state;
    show_board();
    hear(OUTBOUND_PICTURE, "one");
    talk_place_deleted(it.place, "9");
    talk_place_deleted(it.place, "10");
    expect("");
    hear(OUTBOUND_PICTURE, "two");
    expect("show -: |two|\n");
}

static void everything_waits_for_the_memory(void **state)
{
    (void)state;
    it.late = true;
    it.memory = memory_copy("7 10");
    open_place();
    hear(OUTBOUND_EVENT, "event");
    hear(OUTBOUND_PICTURE, "one");
    expect("");
    it.touched = false;
    recall_now();
    assert_true(it.touched);
    expect("post event\nshow 10: |one|\n");
}

static void the_memory_of_another_table_comes_too_late(void **state)
{
    (void)state;
    it.late = true;
    it.memory = memory_copy("6 10");
    open_place();
    hear(OUTBOUND_PICTURE, "one");
    recall_now();
    expect("retire 10\nshow -: |one|\n");
}

static void the_memory_answers_when_the_place_is_gone(void **state)
{
    (void)state;
    it.late = true;
    it.memory = memory_copy("7 10");
    open_place();
    hear(OUTBOUND_EVENT, "event");
    talk_place_free(it.place);
    it.touched = false;
    recall_now();
    assert_false(it.touched);
    it.late = false;
    open_place();
}

static void a_board_that_is_remembered_is_edited(void **state)
{
    (void)state;
    it.memory = memory_copy("7 10");
    open_place();
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
}

static void the_remembered_board_of_another_table_stays(void **state)
{
    (void)state;
    it.memory = memory_copy("6 10 11");
    open_place();
    hear(OUTBOUND_PICTURE, "one");
    expect("retire 10\nshow -: |one|\n"); /* what it said last stays */
}

static void a_table_is_remembered_without_a_message_too(void **state)
{
    static const char *const memories[] = {"7", "7 ", "7 0", "7 none"};
    (void)state;
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
        it.memory = memory_copy(memories[i]);
        open_place();
        hear(OUTBOUND_PICTURE, "one");
        expect("show -: |one|\n");
        talk_fixture_end(state);
        talk_fixture_begin(state);
    }
    open_place();
}

/* When its message is deleted meanwhile, the request itself tells. */
static void a_board_is_not_forgotten_while_it_is_being_shown(void **state)
{
    (void)state;
    show_board();
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
    talk_place_deleted(it.place, "10");
    assert_string_equal(it.memory, "7 10");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    talk_place_deleted(it.place, "10");
    assert_null(it.memory);
}

static void pictures_of_other_tables_replace_none(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_PICTURE, "one");
    talk_place_hear(it.place, talk_said_new(&(struct outbound){
                                  .kind = OUTBOUND_PICTURE, .text = "other", .table = 8}));
    assert_int_equal(it.network.superseded, 0);
    expect("show -: |other|\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    talk_place_hear(it.place, talk_said_new(&(struct outbound){
                                  .kind = OUTBOUND_PICTURE, .text = "next", .table = 8}));
    assert_int_equal(it.network.superseded, 0);
}

static void before_the_board_events_stand_above_it_if_they_fit(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_EVENT, "it begins");
    hear(OUTBOUND_PICTURE, "one");
    expect("show -: it begins|one|\n");
}

static void a_long_event_goes_before_the_board(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_EVENT, "it begins with a long story");
    hear(OUTBOUND_PICTURE, "one");
    expect("post it begins with a long story\nshow -: |one|\n");
}

static void an_event_that_calls_goes_before_the_board(void **state)
{
    (void)state;
    open_place();
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "alice!", "alice"));
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "one", "bob"));
    expect("post alice! @alice\nshow -: |one| @bob\n");
}

static void a_call_waits_for_its_picture_or_a_newer_one(void **state)
{
    (void)state;
    show_board();
    hear(OUTBOUND_PICTURE, "one");
    expect("show 10: |one|\n");
    talk_place_hear(it.place, said(OUTBOUND_PICTURE, "two", "bob"));
    hear(OUTBOUND_PICTURE, "three");
    expect(""); /* the last one is under way */
    talk_place_shown(it.place, TALK_SHOWN, "10");
    expect("show -: |three| @bob\n");
    talk_place_shown(it.place, TALK_SHOWN, "20");
    expect("retire 10\n");
    it.now = 2000;
    hear(OUTBOUND_PICTURE, "four");
    expect("show -: |four|\n"); /* nobody is called twice */
}

static void a_picture_brings_its_line_and_choices(void **state)
{
    static const struct outbound_choice choices[] = {{.label = "a"}, {.label = "b"}};
    (void)state;
    open_place();
    talk_place_hear(it.place, talk_said_new(&(struct outbound){.kind = OUTBOUND_PICTURE,
                                                               .text = "one",
                                                               .table = 7,
                                                               .line = 12,
                                                               .choices = choices,
                                                               .choice_count = 2}));
    expect("show -: |one|\n");
    assert_int_equal(it.line, 12);
    assert_int_equal(it.choices, 2);
}

/* -- What is kept of what the host says -- */

static void a_copy_keeps_everything(void **state)
{
    const struct outbound_file file = {"game.txt", "a\0b", 3, NULL};
    const char *const called[] = {"alice", "bob"};
    const struct outbound_choice choices[] = {{.label = "pass"}, {.label = "deal"}};
    (void)state;
    struct talk_said *copy = talk_said_new(&(struct outbound){.kind = OUTBOUND_HAND,
                                                              .text = "hand",
                                                              .table = 7,
                                                              .line = 3,
                                                              .quiet = true,
                                                              .calls = called,
                                                              .call_count = 2,
                                                              .choices = choices,
                                                              .choice_count = 2,
                                                              .file = &file});
    assert_int_equal(copy->kind, OUTBOUND_HAND);
    assert_string_equal(copy->text, "hand");
    assert_false(copy->columns);
    assert_true(copy->quiet);
    assert_int_equal(copy->table, 7);
    assert_int_equal(copy->line, 3);
    assert_int_equal(copy->call_count, 2);
    assert_string_equal(copy->calls[0], "alice");
    assert_string_equal(copy->calls[1], "bob");
    assert_int_equal(copy->choice_count, 2);
    assert_string_equal(copy->choices[1].label, "deal");
    assert_string_equal(copy->file->name, "game.txt");
    assert_int_equal(copy->file->length, 3);
    assert_memory_equal(copy->file->bytes, "a\0b", 3);
    talk_said_free(&copy);
    assert_null(copy);
    open_place();
}

static void art_of_no_table_is_an_event_in_columns(void **state)
{
    (void)state;
    open_place();
    talk_place_hear(it.place,
                    talk_said_new(&(struct outbound){.kind = OUTBOUND_PICTURE, .text = "art"}));
    expect("post [art]\n");
}

static void two_blanks_make_no_columns(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_EVENT, "a  b");
    hear(OUTBOUND_EVENT, "c   d");
    expect("post a  b\npost [c   d]\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, talk_fixture_begin, talk_fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(events_are_posted_together_and_columns_alone_in_their_order),
        TEST(the_newest_picture_is_edited_in),
        TEST(events_of_others_do_not_stand_at_the_board),
        TEST(a_new_table_gets_a_message_of_its_own),
        TEST(what_becomes_of_a_board),
        TEST(a_board_is_posted_anew_when_it_is_buried_or_old),
        TEST(who_is_not_here_is_called_by_a_new_message),
        TEST(a_line_calls_and_replaces_the_last_one),
        TEST(lines_that_are_gone_do_not_count_as_messages_below),
        TEST(a_remembered_line_is_replaced),
        TEST(a_deleted_board_comes_back_with_the_next_picture),
        TEST(everything_waits_for_the_memory),
        TEST(the_memory_of_another_table_comes_too_late),
        TEST(the_memory_answers_when_the_place_is_gone),
        TEST(a_board_that_is_remembered_is_edited),
        TEST(the_remembered_board_of_another_table_stays),
        TEST(a_table_is_remembered_without_a_message_too),
        TEST(a_board_is_not_forgotten_while_it_is_being_shown),
        TEST(pictures_of_other_tables_replace_none),
        TEST(before_the_board_events_stand_above_it_if_they_fit),
        TEST(a_long_event_goes_before_the_board),
        TEST(an_event_that_calls_goes_before_the_board),
        TEST(a_call_waits_for_its_picture_or_a_newer_one),
        TEST(a_picture_brings_its_line_and_choices),
        TEST(a_copy_keeps_everything),
        TEST(art_of_no_table_is_an_event_in_columns),
        TEST(two_blanks_make_no_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
