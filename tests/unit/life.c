#include "tests/unit/life.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

/* -- A network that notes what it is told ------------------------------------------------------ */

struct noting {
    struct adapter adapter;
    struct life *life;
};

static void note(struct adapter *adapter, const char *what, const char *more)
{
    const struct life *life = ((struct noting *)adapter)->life;
    fprintf(life->said_stream, "%s %s: %s\n", adapter->network, what, more);
    fflush(life->said_stream);
}

static void noting_say(struct adapter *adapter, const struct outbound *message)
{
    note(adapter, message->quiet ? "is told quietly" : "is told", message->text);
}

static void noting_join(struct adapter *adapter, const char *place)
{
    note(adapter, "is sent", place);
}

static void noting_reload(struct adapter *adapter, const void *settings, char *unchanged,
                          size_t unchanged_size)
{
    struct text text = text_in(unchanged, unchanged_size);
    note(adapter, "is set", settings);
    if (strcmp(settings, "port") == 0)
        text_add(&text, "port");
}

static void noting_deafen(struct adapter *adapter)
{
    note(adapter, "is deaf", "");
}

static void noting_close(struct adapter *adapter, const char *farewell,
                         void (*closed)(void *context), void *context)
{
    note(adapter, "is closed", farewell);
    free(adapter);
    closed(context);
}

static struct adapter *noting_open(uv_loop_t *loop, const char *network, const void *settings,
                                   const struct adapter_listener *listener, char *error,
                                   size_t error_size);

static const struct config_section no_settings = {.keys = NULL};
static const struct adapter_class noting_class = {.type = "noting",
                                                  .settings = &no_settings,
                                                  .open = noting_open,
                                                  .say = noting_say,
                                                  .join = noting_join,
                                                  .reload = noting_reload,
                                                  .deafen = noting_deafen,
                                                  .close = noting_close};
const struct adapter_class life_other_class = {.type = "other",
                                               .settings = &no_settings,
                                               .open = noting_open,
                                               .say = noting_say,
                                               .reload = noting_reload,
                                               .close = noting_close};

static struct adapter *noting_open(uv_loop_t *loop, const char *network, const void *settings,
                                   const struct adapter_listener *listener, char *error,
                                   size_t error_size)
{
    struct text reason = text_in(error, error_size);
    struct life *life = loop->data;
    assert_ptr_equal(listener->context, &life->host);
    if (strcmp(settings, "broken") == 0) {
        text_add(&reason, "no such host");
        return NULL;
    }
    struct noting *noting = memory_new(sizeof *noting);
    struct text name = TEXT_IN(noting->adapter.network);
    text_add(&name, network);
    noting->adapter.class = strcmp(settings, "other") == 0 ? &life_other_class : &noting_class;
    noting->life = life;
    return &noting->adapter;
}

/* -- Start and end ----------------------------------------------------------------------------- */

void life_configure(struct config *config, struct config_network *networks,
                    const char *const *names, const char *settings, size_t count)
{
    *config = (struct config){.networks = networks, .network_count = count};
    struct text language = TEXT_IN(config->language);
    text_add(&language, "en");
    for (size_t i = 0; i < count; i++) {
        networks[i] = (struct config_network){.class = &noting_class, .settings = (void *)settings};
        struct text name = TEXT_IN(networks[i].name);
        text_add(&name, names[i]);
    }
}

static void stopped(void *context)
{
    struct life *life = context;
    life->stops++;
}

static void recovered(void *context, const char *error)
{
    assert_null(error);
    *(bool *)context = true;
}

struct life *life_open(const char *address)
{
    static const char *const names[] = {"one", "two"};
    struct life *life = memory_new(sizeof *life);
    char error[STORE_ERROR_MAX] = "";
    bool done = false;
    uv_loop_init(&life->loop);
    life->loop.data = life;
    life->now = INT64_C(1772452800000);
    life->said_stream = open_memstream(&life->said, &life->said_length);
    life->log_stream = open_memstream(&life->log, &life->log_length);
    log_to(life->log_stream, LOG_LEVEL_INFO);
    life->catalog = catalog_open(error, sizeof error);
    life->store = store_open(address, error, sizeof error);
    assert_string_equal(error, "");
    life_configure(&life->config, life->networks, names, "good", 2);
    host_open(&life->host, &life->loop, life->catalog, life->store, &life->config);
    life->host.clock.simulated_now = &life->now;
    life->host.stopped = stopped;
    life->host.stopped_context = life;
    host_recover(&life->host, recovered, &done);
    while (!done)
        uv_run(&life->loop, UV_RUN_ONCE);
    return life;
}

void life_close(struct life *life)
{
    host_stop(&life->host);
    uv_run(&life->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&life->loop), 0);
    host_close(&life->host);
    store_close(life->store);
    catalog_free(life->catalog);
    log_to(stderr, LOG_LEVEL_ERROR);
    fclose(life->said_stream);
    fclose(life->log_stream);
    free(life->said);
    free(life->log);
    free(life);
}

int life_opened(void **state)
{
    *state = life_open(":memory:");
    return 0;
}

int life_closed(void **state)
{
    life_close(*state);
    return 0;
}

/* -- What happens to it ------------------------------------------------------------------------ */

static const char *logged(struct life *life)
{
    fflush(life->log_stream);
    return life->log;
}

void life_assert_logged(struct life *life, const char *part)
{
    if (strstr(logged(life), part) == NULL)
        fail_msg("not logged: %s\nbut:\n%s", part, life->log);
}

void life_assert_said(const struct life *life, const char *part)
{
    if (life->said == NULL || strstr(life->said, part) == NULL)
        fail_msg("not said: %s\nbut:\n%s", part, life->said);
}

void life_type_on(struct life *life, const char *network, const char *name, const char *place,
                  const char *text)
{
    char identity[IDENTITY_MAX];
    struct text whole = TEXT_IN(identity);
    text_add_format(&whole, "account:%s", name);
    const struct inbound inbound = {.network = network,
                                    .person = {identity, name, RANK_ADMIN},
                                    .place = place,
                                    .text = text,
                                    .addressed = place[0] == '\0'};
    life->host.listener.received(&life->host, &inbound);
}

void life_type(struct life *life, const char *name, const char *place, const char *text)
{
    life_type_on(life, "one", name, place, text);
}

struct table *life_table(struct life *life)
{
    return session_at(&life->host.sessions, "one", "#a");
}

void life_start_networks(struct life *life)
{
    assert_true(host_start_networks(&life->host));
    life->host.listener.place_opened(&life->host, "one", "#a");
}
