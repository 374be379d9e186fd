#include "tests/unit/talk_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"

struct talk_fixture it;

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

void add_calls(const struct talk_calls *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        text_add_format(&it.told, " @%s", calls->identities[i]);
    text_add(&it.told, "\n");
}

void post(void *owner, const struct talk_text *text)
{
    text_add_format(&it.told, text->columns ? "%s%s [%s]" : "%s%s %s", (const char *)owner,
                    text->line ? "line" : "post", text->text);
    add_calls(text->calls);
}

void show(void *owner, const char *message, const struct talk_view *view)
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

static void keep(void *context, const char *network, unsigned part, const char *key,
                 const char *value)
{
    (void)context;
    assert_int_equal(part, 0);
    assert_string_equal(network, "net");
    assert_string_equal(key, "board here");
    free(it.memory);
    it.memory = memory_copy(value);
}

void recall_now(void)
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

void open_place(void)
{
    static char owner[] = "";
    it.place = talk_place_new(&it.network, owner, "here");
}

int talk_fixture_begin(void **state)
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

int talk_fixture_end(void **state)
{
    (void)state;
    talk_place_free(it.place);
    free(it.memory);
    return 0;
}

struct talk_said *said(enum outbound_kind kind, const char *text, const char *called)
{
    if (text == NULL)
        return NULL;
    return talk_said_new(&(struct outbound){
        .kind = kind, .text = text, .table = 7, .calls = &called, .call_count = called != NULL});
}

void hear(enum outbound_kind kind, const char *text)
{
    it.touched = false;
    talk_place_hear(it.place, said(kind, text, NULL));
    assert_true(it.touched);
}

void expect(const char *told)
{
    talk_place_flush(it.place);
    assert_string_equal(it.buffer, told);
    text_clear(&it.told);
}

void show_board(void)
{
    open_place();
    hear(OUTBOUND_PICTURE, "zero");
    expect("show -: |zero|\n");
    talk_place_shown(it.place, TALK_SHOWN, "10");
    expect("");
}
