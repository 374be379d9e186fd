/* Places and answers on a made-up network, which writes down what it is told to do:
 *     post TEXT | post [TEXT] | line TEXT             [] in columns
 *     retire MESSAGE | remove MESSAGE
 *     update MESSAGE: …                               in an answer, as show
 *     show MESSAGE: ABOVE|PICTURE|BELOW               - for a new message
 *     tell TEXT | done                                in an answer; "answer " goes before post,
 * show People who are called stand behind it: " @alice". Messages are numbers, posted at that ms.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <utlist.h>

#include "adapters/net/talk/talk.h"
#include "bot/base/memory.h"

static struct {
    struct talk_network network;
    struct adapter_listener listener;
    struct talk_place *place;
    struct text told;
    char buffer[4096];
    int64_t now;
    const char *here; /* a person who need not be called */
    bool touched;
    size_t choices; /* of the last picture */
    uint32_t line;  /* of the last picture */
    char *memory;   /* of the place; NULL: none */
    bool late;      /* the memory answers by recall_now alone */
    void (*recalled)(void *asker, const char *value);
    void *asker;
} it;

static int64_t posted_at(const char *message)
{
    return strtoll(message, NULL, 10);
}

static bool is_outdated(void *context, int64_t posted, int64_t messages_below)
{
    (void)context;
    return it.now - posted >= 1000 || messages_below >= 3;
}

static bool must_call(void *context, const char *identity)
{
    (void)context;
    return strcmp(identity, it.here) != 0;
}

static bool fits_above(const char *text)
{
    return strlen(text) < 20;
}

static void add_calls(const struct talk_calls *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        text_add_format(&it.told, " @%s", calls->identities[i]);
    text_add(&it.told, "\n");
}

static void post(void *owner, const struct talk_text *text)
{
    text_add_format(&it.told, text->columns ? "%s%s [%s]" : "%s%s %s", (const char *)owner,
                    text->line ? "line" : "post", text->text);
    add_calls(text->calls);
}

static void show(void *owner, const char *message, const struct talk_view *view)
{
    text_add_format(&it.told, "%sshow %s: %s|%s|%s", (const char *)owner,
                    message != NULL ? message : "-", view->above, view->picture->text, view->below);
    it.line = view->picture->line;
    it.choices = view->picture->choice_count;
    add_calls(view->calls);
}

static void retire(void *owner, const char *message)
{
    text_add_format(&it.told, "%sretire %s\n", (const char *)owner, message);
}

static void remove_line(void *owner, const char *message)
{
    text_add_format(&it.told, "%sremove %s\n", (const char *)owner, message);
}

static void touch(void *owner)
{
    assert_string_equal(owner, "");
    it.touched = true;
}

static void keep(void *context, const char *network, const char *key, const char *value)
{
    (void)context;
    assert_string_equal(network, "net");
    assert_string_equal(key, "board here");
    free(it.memory);
    it.memory = memory_copy(value);
}

static void recall_now(void)
{
    it.recalled(it.asker, it.memory);
}

static void recall(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    (void)context;
    assert_string_equal(network, "net");
    assert_string_equal(key, "board here");
    it.recalled = recalled;
    it.asker = asker;
    if (!it.late)
        recall_now();
}

static void open_place(void)
{
    static char owner[] = "";
    it.place = talk_place_new(&it.network, owner, "here");
}

static int begin(void **state)
{
    (void)state;
    memset(&it, 0, sizeof it);
    it.told = text_in(it.buffer, sizeof it.buffer);
    it.here = "";
    it.listener = (struct adapter_listener){.remember = keep, .recall = recall};
    it.network = (struct talk_network){.name = "net",
                                       .listener = &it.listener,
                                       .posted_at = posted_at,
                                       .is_outdated = is_outdated,
                                       .must_call = must_call,
                                       .fits_above = fits_above,
                                       .post = post,
                                       .show = show,
                                       .retire = retire,
                                       .remove = remove_line,
                                       .touch = touch};
    return 0;
}

static int end(void **state)
{
    (void)state;
    talk_place_free(it.place);
    free(it.memory);
    return 0;
}

/* NULL without a text. */
static struct talk_said *said(enum outbound_kind kind, const char *text, const char *called)
{
    if (text == NULL)
        return NULL;
    return talk_said_new(&(struct outbound){
        .kind = kind, .text = text, .table = 7, .calls = &called, .call_count = called != NULL});
}

static void hear(enum outbound_kind kind, const char *text)
{
    it.touched = false;
    talk_place_hear(it.place, said(kind, text, NULL));
    assert_true(it.touched);
}

static void expect(const char *told)
{
    talk_place_flush(it.place);
    assert_string_equal(it.buffer, told);
    text_clear(&it.told);
}

/* The table is shown by message 10. */
static void show_board(void)
{
    open_place();
    hear(OUTBOUND_PICTURE, "zero");
    expect("show -: |zero|\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    expect("");
}

static void events_are_posted_together_and_columns_alone(void **state)
{
    (void)state;
    open_place();
    hear(OUTBOUND_EVENT, "one");
    hear(OUTBOUND_EVENT, "a   b");
    talk_place_hear(it.place, said(OUTBOUND_EVENT, "two", "alice"));
    expect("post [a   b]\npost one\ntwo @alice\n");
    expect("");
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
        end(state);
        begin(state);
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
    const struct outbound_file file = {"game.txt", "a\0b", 3};
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
    expect("post [c   d]\npost a  b\n");
}

/* -- Answers -- */

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
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(events_are_posted_together_and_columns_alone),
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
