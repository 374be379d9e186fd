/* What a service manager is told: systemd's protocol of notifications (sd_notify(3)), as units of
 * Type=notify want it. Without a manager that asked for it nothing is sent.
 *
 * The signs of life for its watchdog come from the loop: a loop that hangs sends none.
 */
#ifndef BELFRY_BOT_TURN_SERVICE_H
#define BELFRY_BOT_TURN_SERVICE_H

#include <stdbool.h>
#include <uv.h>

struct host;

struct service {
    struct host *host;
    uv_timer_t pulse;
    bool open;
};

/* The networks were started: the service is ready, and gives signs of life from now on. */
void service_ready(struct service *service, struct host *host);
/* Around a reload of the configuration. */
void service_reloading(void);
void service_reloaded(void);
/* The host stops. Safe to call twice, and without service_ready(). */
void service_close(struct service *service);

#endif
