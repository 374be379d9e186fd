/* Notifications to a service manager: systemd's protocol (sd_notify(3)), as units with Type=notify
 * need it. Nothing is sent unless a manager asked for it.
 *
 * The keep-alive messages for its watchdog come from the loop: a loop that hangs sends none.
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

/* The networks were started: the service is ready, and sends keep-alive messages from now on. */
void service_ready(struct service *service, struct host *host);
/* Called before and after a reload of the configuration. */
void service_reloading(void);
void service_reloaded(void);
/* The host stops. Safe to call twice, and without service_ready(). */
void service_close(struct service *service);

#endif
