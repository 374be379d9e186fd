/* A process that has a connection more than its share gives it to one that has come: whoever typed
 * there before that has their answer first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/life.h"
#include "tests/unit/store_fixture.h"

enum { TERM = 200, STEPS_MAX = 20000 };

static struct life *share(const char *address, const char *settings)
{
    struct life *life = life_open(address);
    for (size_t i = 0; i < life->config.network_count; i++)
        life->networks[i].settings = (void *)settings;
    life->host.leases.term = TERM;
    host_share_networks(&life->host);
    return life;
}

/* How a process hears that it gives a connection away. */
static void (*give)(void *context, size_t lease, bool planned);

/* Somebody types right before that, and somebody right after it. */
static void type_and_give(void *context, size_t lease, bool planned)
{
    struct host *host = context;
    struct life *life = host->loop->data;
    struct lease *given = &host->leases.leases[lease];
    const char *network = given->network;
    assert_true(planned);
    given->state = LEASE_HELD; /* that has not begun */
    given->gives = false;
    life_type_on(life, network, "alice", "#a", "new en-garde");
    given->state = LEASE_ENDING;
    given->gives = true;
    host_end_turn(host);
    assert_non_null(host->turns); /* it is not saved yet */
    give(context, lease, planned);
    life_type_on(life, network, "bruno", "#a", "join");
}

static bool serves(const struct life *life, size_t networks)
{
    size_t served = 0;
    for (size_t i = 0; i < life->host.networks.count; i++)
        served += life->host.networks.adapters[i] != NULL;
    return served == networks;
}

static void run_until_served(struct life *one, size_t networks, struct life *other, size_t rest)
{
    int step = 0;
    for (; step < STEPS_MAX && !(serves(one, networks) && (!other || serves(other, rest)));
         step++) {
        uv_run(&one->loop, UV_RUN_NOWAIT);
        if (other != NULL)
            uv_run(&other->loop, UV_RUN_NOWAIT);
        uv_sleep(1);
    }
    assert_in_range(step, 0, STEPS_MAX - 1);
}

static void give_one_of_two(const char *folder, const char *settings, bool is_deaf)
{
    char address[PATH_MAX_OF_TEST];
    struct life *one = share(address_of(address, folder), settings);
    run_until_served(one, 2, NULL, 0);
    one->host.listener.place_opened(&one->host, "two", "#a");
    give = one->host.leases.listener.lost;
    one->host.leases.listener.lost = type_and_give;
    struct life *other = share(address, settings);
    run_until_served(one, 1, other, 1);
    life_assert_said(one, "two is told: A table of En Garde is open");
    const char *deaf = strstr(one->said, "two is deaf"), *told = strstr(one->said, "two is told");
    assert_int_equal(deaf != NULL && deaf < told, is_deaf);
    assert_non_null(strstr(told, "two is closed"));
    assert_null(strstr(one->said, "bruno"));
    life_close(other);
    life_close(one);
}

static void whoever_typed_before_is_answered(void **state)
{
    give_one_of_two(*state, "good", true);
}

static void also_where_a_network_keeps_nothing(void **state)
{
    give_one_of_two(*state, "other", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FOLDER(whoever_typed_before_is_answered),
                                       IN_FOLDER(also_where_a_network_keeps_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
