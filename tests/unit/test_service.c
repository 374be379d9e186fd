/* What a service manager is told, over a socket as systemd has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/turn/service.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

struct manager {
    struct fixture *fixture;
    struct service service;
    int socket;
    char said[512];
};

static void manage(struct manager *manager, const char *folder, const char *watchdog_usec)
{
    char path[PATH_MAX_OF_TEST];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct text name = TEXT_IN(address.sun_path);
    *manager = (struct manager){.fixture = fixture_open("")};
    manager->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    text_add(&name, path_of(path, folder, "/notify"));
    unlink(path);
    if (manager->socket < 0 ||
        bind(manager->socket, (struct sockaddr *)&address, sizeof address) != 0)
        fail_msg("no socket at %s", path);
    setenv("NOTIFY_SOCKET", path, 1);
    unsetenv("WATCHDOG_PID");
    if (watchdog_usec != NULL)
        setenv("WATCHDOG_USEC", watchdog_usec, 1);
    else
        unsetenv("WATCHDOG_USEC");
}

/* Returns what was said last; "": nothing. */
static const char *next(struct manager *manager)
{
    ssize_t length = recv(manager->socket, manager->said, sizeof manager->said - 1, 0);
    manager->said[length > 0 ? length : 0] = '\0';
    return manager->said;
}

static void leave(struct manager *manager)
{
    close(manager->socket);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    fixture_close(manager->fixture);
}

static void the_life_of_a_service_is_told(void **state)
{
    struct manager manager;
    manage(&manager, *state, "20000");
    service_ready(&manager.service, &manager.fixture->host);
    assert_string_equal(next(&manager), "READY=1\nSTATUS=the networks were started");
    assert_string_equal(next(&manager), "");
    while (*next(&manager) == '\0')
        uv_run(&manager.fixture->loop, UV_RUN_NOWAIT);
    assert_string_equal(manager.said, "WATCHDOG=1\nSTATUS=ok: 3 of 3 networks connected");
    while (*next(&manager) != '\0')
        ;
    service_reloading();
    assert_ptr_equal(strstr(next(&manager), "RELOADING=1\nMONOTONIC_USEC="), manager.said);
    uint64_t then = strtoull(strrchr(manager.said, '=') + 1, NULL, 10);
    assert_in_range(uv_hrtime() / 1000 - then, 0, 60 * 1000 * 1000);
    service_reloaded();
    assert_string_equal(next(&manager), "READY=1");
    service_close(&manager.service);
    assert_string_equal(next(&manager), "STOPPING=1\nSTATUS=saying goodbye");
    assert_true(uv_is_closing((uv_handle_t *)&manager.service.pulse));
    service_close(&manager.service);
    assert_string_equal(next(&manager), "STOPPING=1\nSTATUS=saying goodbye");
    leave(&manager);
}

/* At most half of the watchdog's time, and no more than 30 s. */
static void the_pulse_follows_the_watchdog(void **state)
{
    static const struct {
        const char *usec;
        uint64_t pulse_ms;
    } cases[] = {{NULL, 30000},       {"100000", 50}, {"60000000", 30000}, {"60002000", 30000},
                 {"59998000", 29999}, {"1999", 1},    {"3000", 1},         {"4000", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct manager manager;
        manage(&manager, *state, cases[i].usec);
        service_ready(&manager.service, &manager.fixture->host);
        assert_int_equal(uv_timer_get_repeat(&manager.service.pulse), cases[i].pulse_ms);
        assert_in_range(uv_timer_get_due_in(&manager.service.pulse), 0, cases[i].pulse_ms);
        assert_false(uv_has_ref((uv_handle_t *)&manager.service.pulse));
        service_close(&manager.service);
        leave(&manager);
    }
}

static void without_a_manager_there_is_no_pulse(void **state)
{
    struct manager manager;
    manage(&manager, *state, NULL);
    unsetenv("NOTIFY_SOCKET");
    service_ready(&manager.service, &manager.fixture->host);
    assert_false(uv_is_active((uv_handle_t *)&manager.service.pulse));
    assert_string_equal(next(&manager), "");
    service_close(&manager.service);
    leave(&manager);
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_life_of_a_service_is_told),
        IN_FOLDER(the_pulse_follows_the_watchdog),
        IN_FOLDER(without_a_manager_there_is_no_pulse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
