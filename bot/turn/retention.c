#include "bot/turn/retention.h"

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/tables/reviews.h"
#include "bot/tables/table_record.h"
#include "bot/turn/host.h"

static int64_t now_of(const struct retention *retention)
{
    return clock_now(&retention->host->clock) / SECOND;
}

/* -- The stages of a round --------------------------------------------------------------------- */

static void end_round(struct retention *retention)
{
    if (retention->packed + retention->dropped > 0)
        log_info("retention.done", "packed", LOG_NUMBER(retention->packed), "dropped",
                 LOG_NUMBER(retention->dropped));
    retention->rounds++;
    retention->stage = RETENTION_PACKING;
    retention->after = 0;
    retention->packed = retention->dropped = 0;
    retention->goes_on = false;
}

/* The store can't be read, and the log has the reason; or it keeps everything line by line. */
static void give_up(struct retention *retention, const struct store_inquiry *inquiry)
{
    if (!store_inquiry_waits(inquiry))
        end_round(retention);
}

static void pack_next(struct retention *retention, struct store_inquiry *inquiry)
{
    struct stored_loose loose;
    bool packed = false;
    if (!store_read_loose(inquiry, retention->after, &loose)) {
        give_up(retention, inquiry);
        return;
    }
    if (loose.table == 0) {
        retention->stage = RETENTION_DROPPING;
        return;
    }
    if (loose.is_over &&
        !store_record_pack(inquiry, &loose, now_of(retention), session_record_slim, &packed)) {
        if (store_inquiry_waits(inquiry))
            return;
        log_error("table.not-read", "table", LOG_NUMBER(loose.table), "reason",
                  store_inquiry_error(inquiry));
    }
    retention->after = loose.table;
    retention->packed += packed;
    retention->host->counters.records_packed += packed;
}

static void drop_next(struct retention *retention, struct store_inquiry *inquiry)
{
    struct stored_packed oldest;
    int64_t kept = retention->host->config->retention_transcripts / SECOND;
    if (kept == 0 || retention->rounds == 0) {
        retention->stage = RETENTION_GIVING_BACK;
        return;
    }
    if (!store_read_oldest(inquiry, now_of(retention) - kept, &oldest)) {
        give_up(retention, inquiry);
        return;
    }
    if (oldest.table == 0) {
        retention->stage = RETENTION_GIVING_BACK;
        return;
    }
    if (!reviews_drop(retention->host->store, inquiry, oldest.table) ||
        !store_record_drop(inquiry, &oldest)) {
        give_up(retention, inquiry);
        return;
    }
    retention->dropped++;
    retention->host->counters.records_dropped++;
}

static void work(void *context, struct store_inquiry *inquiry)
{
    struct retention *retention = context;
    if (retention->closing)
        return;
    retention->goes_on = true;
    if (retention->stage == RETENTION_PACKING)
        pack_next(retention, inquiry);
    else if (retention->stage == RETENTION_DROPPING)
        drop_next(retention, inquiry);
    else if (!store_give_back(retention->host->store))
        end_round(retention);
}

/* -- Steps ------------------------------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer);

static void schedule(struct retention *retention)
{
    if (!retention->closing)
        uv_timer_start(&retention->timer, on_timer,
                       retention->goes_on ? RETENTION_STEP_MS : RETENTION_EVERY_MS, 0);
}

static void answered(void *context)
{
    struct retention *retention = context;
    retention->asks = false;
    schedule(retention);
}

/* While the store does not save, its work would only be undone. */
static bool may_work(const struct retention *retention)
{
    const struct host *host = retention->host;
    return !retention->asks && !host->stopping && !host->unsaved_turn && host->leases.position == 0;
}

bool retention_step(struct retention *retention)
{
    retention->goes_on = false;
    if (!may_work(retention))
        return false;
    retention->asks = true;
    store_ask(retention->host->store, work, answered, retention);
    return retention->goes_on && !retention->asks;
}

static void on_timer(uv_timer_t *timer)
{
    struct retention *retention = timer->data;
    if (!retention->asks && !retention_step(retention) && !retention->asks)
        schedule(retention);
}

void retention_open(struct retention *retention, struct host *host)
{
    *retention = (struct retention){.host = host};
    uv_timer_init(host->loop, &retention->timer);
    uv_unref((uv_handle_t *)&retention->timer);
    retention->timer.data = retention;
    uv_timer_start(&retention->timer, on_timer, RETENTION_FIRST_MS, 0);
}

void retention_close(struct retention *retention)
{
    if (retention->host == NULL || retention->closing)
        return;
    retention->closing = true;
    uv_close((uv_handle_t *)&retention->timer, NULL);
}
