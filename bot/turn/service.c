#include "bot/turn/service.h"

#include <stdlib.h>
#include <systemd/sd-daemon.h>

#include "bot/turn/metrics.h"

enum { STATUS_MS = 30 * 1000, LINE_BYTES = 256 };

/* Returns the time between keep-alive messages: at most half of the watchdog's timeout. */
static uint64_t pulse_ms(void)
{
    enum { MICROSECONDS = 1000 };
    uint64_t limit = 0;
    if (sd_watchdog_enabled(0, &limit) <= 0 || limit / MICROSECONDS / 2 > STATUS_MS)
        return STATUS_MS;
    return limit / MICROSECONDS / 2 > 0 ? limit / MICROSECONDS / 2 : 1;
}

static void on_pulse(uv_timer_t *timer)
{
    struct service *service = timer->data;
    char buffer[LINE_BYTES];
    struct text line = TEXT_IN(buffer);
    metrics_health(service->host, &line);
    sd_notifyf(0, "WATCHDOG=1\nSTATUS=%s", line.bytes);
}

void service_ready(struct service *service, struct host *host)
{
    service->host = host;
    service->open = true;
    sd_notify(0, "READY=1\nSTATUS=the networks were started");
    uv_timer_init(host->loop, &service->pulse);
    uv_unref((uv_handle_t *)&service->pulse);
    service->pulse.data = service;
    if (getenv("NOTIFY_SOCKET") != NULL)
        uv_timer_start(&service->pulse, on_pulse, pulse_ms(), pulse_ms());
}

void service_reloading(void)
{
    sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%llu", (unsigned long long)(uv_hrtime() / 1000));
}

void service_reloaded(void)
{
    sd_notify(0, "READY=1");
}

void service_close(struct service *service)
{
    sd_notify(0, "STOPPING=1\nSTATUS=saying goodbye");
    if (service->open)
        uv_close((uv_handle_t *)&service->pulse, NULL);
    service->open = false;
}
