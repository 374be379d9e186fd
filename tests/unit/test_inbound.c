/* What waits for a turn to be saved is a copy of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/inbound.h"

/* Everything stands in one block that can be wiped. */
struct original {
    char network[8], identity[16], name[8], place[8], text[16], locale[8], roles[8];
};

static struct inbound inbound_of(const struct original *original)
{
    return (struct inbound){
        .network = original->network,
        .person = {original->identity, original->name, RANK_HOST},
        .place = original->place,
        .text = original->text,
        .addressed = true,
        .unseen = true,
        .request = 7,
        .locale = original->locale,
        .roles = original->roles,
        .table = 3,
        .line = 14,
    };
}

static void a_copy_outlives_what_it_was_made_of(void **state)
{
    (void)state;
    struct original original = {"one", "account:alice", "alice", "#a", "play parry", "fr", "1\n2"};
    const struct inbound inbound = inbound_of(&original);
    struct inbound *copy = inbound_copy(&inbound);
    memset(&original, 'x', sizeof original);
    assert_string_equal(copy->network, "one");
    assert_string_equal(copy->person.identity, "account:alice");
    assert_string_equal(copy->person.name, "alice");
    assert_int_equal(copy->person.rank, RANK_HOST);
    assert_string_equal(copy->place, "#a");
    assert_string_equal(copy->text, "play parry");
    assert_true(copy->addressed);
    assert_true(copy->unseen);
    assert_int_equal(copy->request, 7);
    assert_string_equal(copy->locale, "fr");
    assert_string_equal(copy->roles, "1\n2");
    assert_int_equal(copy->table, 3);
    assert_int_equal(copy->line, 14);
    inbound_free(copy);
}

/* A network may know neither. */
static void locale_and_roles_may_be_missing(void **state)
{
    (void)state;
    struct original original = {"one", "account:alice", "alice", "#a", "play parry", "", ""};
    struct inbound inbound = inbound_of(&original);
    inbound.locale = inbound.roles = NULL;
    struct inbound *copy = inbound_copy(&inbound);
    assert_true(copy->locale == NULL || copy->locale[0] == '\0');
    assert_true(copy->roles == NULL || copy->roles[0] == '\0');
    inbound_free(copy);
    inbound_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_outlives_what_it_was_made_of),
        cmocka_unit_test(locale_and_roles_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
