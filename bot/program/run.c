#include "bot/program/run.h"

#include <argp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/net/beacon_client.h"
#include "adapters/net/monitor.h"
#include "bot/base/duration.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/downloads.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/data_folder.h"
#include "bot/program/process.h"
#include "bot/program/sandbox.h"
#include "bot/store/late/late.h"
#include "bot/turn/backup.h"
#include "bot/turn/host.h"
#include "bot/turn/metrics.h"
#include "bot/turn/retention.h"
#include "bot/turn/service.h"

enum { PATH_BYTES = 1024, CONFIGS_MAX = 64 };

/* Every network refused the bot for good: config/belfry.service does not start it again. */
enum { EXIT_REFUSED = 3 };

struct run {
    const char *config_file; /* NULL: the console network */
    const char *data;        /* NULL: as configured */
    uv_loop_t loop;
    struct host host;
    struct monitor *monitor; /* NULL: none */
    struct beacon beacon;
    struct beacon_client *beacon_client; /* NULL: none */
    struct backup backup;
    struct retention retention;
    struct service service;
    bool started;                 /* networks and monitor run */
    bool failed;                  /* they could not be started */
    bool stays;                   /* even without any network */
    struct sandbox_limits limits; /* of this process */
    /* Adapters keep pointers into the configuration they were opened with, so all of them stay. */
    struct config configs[CONFIGS_MAX];
    size_t config_count;
    uv_timer_t expiry;   /* removes old downloads */
    uv_timer_t repeated; /* tells of lines of the log that repeat */
    uv_signal_t terminate, interrupt, hang_up, user;
};

/* -- Arguments --------------------------------------------------------------------------------- */

static const struct argp_option options[] = {
    {"config", 'c', "FILE", 0,
     "the networks to play on (config/belfry.example.yaml shows every key); without it: this "
     "terminal",
     0},
    {"data", 'd', "DIR", 0,
     "folder of the tables or address of their database; default: $XDG_DATA_HOME/belfry", 0},
    {"stay", 's', NULL, 0,
     "go on, unhealthy, when every network has refused the bot for good, for supervisors that "
     "would "
     "start it again and again; without it the exit status is then 3",
     0},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct run *run = state->input;
    switch (key) {
    case 'c':
        run->config_file = argument;
        return 0;
    case 'd':
        run->data = argument;
        return 0;
    case 's':
        run->stays = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument expected: %s", argument);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp arguments = {
    options,
    parse_option,
    NULL,
    "Runs the bot with the networks that the configuration names.\v"
    "SIGHUP reads the configuration again; SIGUSR1 makes a backup; SIGTERM ends the bot, tables "
    "are "
    "kept.",
    NULL,
    NULL,
    NULL};

/* -- How the bot is ---------------------------------------------------------------------------- */

static unsigned write_health(void *context, struct text *page)
{
    struct run *run = context;
    bool healthy = metrics_health(&run->host, page);
    text_add(page, "\n");
    return healthy ? 200 : 503;
}

static unsigned write_metrics(void *context, struct text *page)
{
    struct run *run = context;
    metrics_write(&run->host, page);
    return 200;
}

static const struct monitor_page pages[] = {{"/health", "text/plain; charset=utf-8", write_health},
                                            {"/metrics", EXPOSITION_TYPE, write_metrics},
                                            {NULL, NULL, NULL}};

/* False with a log line when the configured address can't be used. */
static bool open_monitor(struct run *run)
{
    char error[ERROR_BYTES] = "";
    struct monitor_address address;
    if (!monitor_address_parse(run->configs[0].monitor, &address))
        return true;
    run->monitor = monitor_open(&run->loop, &address, pages, run, error, sizeof error);
    if (run->monitor == NULL)
        log_error("monitor.failed", "reason", error);
    else
        log_info("monitor.listening", "address", run->configs[0].monitor);
    return run->monitor != NULL;
}

static void expire(uv_timer_t *timer)
{
    const struct run *run = timer->data;
    downloads_expire(run->host.config->export_folder);
}

static void tell_repeated(uv_timer_t *timer)
{
    (void)timer;
    log_tell_repeated(false);
}

/* -- The beacon -------------------------------------------------------------------------------- */

static void ask_beacon(void *context, int64_t table, uint64_t round)
{
    struct run *run = context;
    beacon_client_ask(run->beacon_client, table, round);
}

static void beacon_answered_table(void *context, int64_t table, uint64_t round, const char *value)
{
    struct run *run = context;
    session_beacon_answered(&run->host.sessions, table, round, value);
}

/* Before the tables are read, since some may wait for the beacon. */
static void open_beacon(struct run *run)
{
    const struct config *config = &run->configs[0];
    if (config->beacon_address[0] == '\0')
        return;
    run->beacon = (struct beacon){.context = run,
                                  .chain = config->beacon_chain,
                                  .genesis = config->beacon_genesis,
                                  .period = config->beacon_period / SECOND,
                                  .required = config->beacon_missing == MISSING_WAIT,
                                  .ask = ask_beacon};
    run->beacon_client = beacon_client_open(&run->loop, config, beacon_answered_table, run);
    if (run->beacon_client != NULL)
        run->host.sessions.beacon = &run->beacon;
    else
        log_error("beacon.failed", "reason", "libcurl can't be started");
}

/* Called when the host stops. */
static void close_rest(void *context)
{
    struct run *run = context;
    service_close(&run->service);
    uv_close((uv_handle_t *)&run->expiry, NULL);
    uv_close((uv_handle_t *)&run->repeated, NULL);
    backup_close(&run->backup);
    retention_close(&run->retention);
    monitor_close(run->monitor);
    run->monitor = NULL;
    run->host.sessions.beacon = NULL;
    beacon_client_close(run->beacon_client);
    run->beacon_client = NULL;
}

/* -- Signals ----------------------------------------------------------------------------------- */

static void asked_to_end(uv_signal_t *handle, int number)
{
    struct run *run = handle->data;
    log_info("bot.stopping", "signal", number == SIGTERM ? "SIGTERM" : "SIGINT");
    host_stop(&run->host);
}

static void warn_of_restarts(const struct config *old, const struct config *new)
{
    if (strcmp(new->data, old->data) != 0)
        log_warning("config.needs-restart", "keys", "data");
    if (new->sandbox != old->sandbox)
        log_warning("config.needs-restart", "keys", "sandbox");
    if (strcmp(new->beacon_address, old->beacon_address) != 0)
        log_warning("config.needs-restart", "keys", "beacon");
    if (strcmp(new->monitor, old->monitor) != 0)
        log_warning("config.needs-restart", "keys", "monitor");
}

/* The sandbox lets nobody write elsewhere: the old folders stay in use until a restart. */
static void keep_folders(const struct config *first, struct config *config)
{
    if (strcmp(config->backup_folder, first->backup_folder) != 0)
        log_warning("config.needs-restart", "keys", "backup.folder");
    memcpy(config->backup_folder, first->backup_folder, sizeof config->backup_folder);
    if (strcmp(config->export_folder, first->export_folder) != 0) {
        log_warning("config.needs-restart", "keys", "export-folder");
        memcpy(config->export_folder, first->export_folder, sizeof config->export_folder);
        memcpy(config->export_url, first->export_url, sizeof config->export_url);
    }
}

static void set_log_format(const struct config *config)
{
    enum log_format format = (enum log_format)config->log_format;
    bool found = format != LOG_FORMAT_JOURNALD || log_find_journal(LOG_JOURNAL);
    log_as(found ? format : LOG_FORMAT_TEXT);
    if (!found)
        log_warning("log.no-journal", "socket", LOG_JOURNAL, "written", "as text");
}

static void reload(struct run *run)
{
    if (run->config_file == NULL || run->config_count == CONFIGS_MAX) {
        log_warning("config.not-reloaded", "reason",
                    run->config_file == NULL ? "there is no configuration file"
                                             : "read too often; a restart is needed");
        return;
    }
    struct config *config = &run->configs[run->config_count];
    if (!config_file_read_again(run->config_file, config)) {
        run->host.counters.reloads_failed++;
        log_error("config.not-reloaded", "reason", "it has mistakes; the old one stays in use");
        return;
    }
    run->config_count++;
    run->host.counters.config_read = time(NULL);
    log_to(stderr, (enum log_level)config->log_level);
    set_log_format(config);
    warn_of_restarts(run->host.config, config);
    if (run->limits.files)
        keep_folders(&run->configs[0], config);
    host_reload(&run->host, config);
    backup_reload(&run->backup);
}

static void asked_to_reload(uv_signal_t *handle, int number)
{
    (void)number;
    service_reloading();
    reload(handle->data);
    service_reloaded();
}

static void asked_for_backup(uv_signal_t *handle, int number)
{
    struct run *run = handle->data;
    (void)number;
    backup_now(&run->backup);
}

static void watch_signal(struct run *run, uv_signal_t *handle, int number, uv_signal_cb callback)
{
    uv_signal_init(&run->loop, handle);
    handle->data = run;
    uv_signal_start(handle, callback, number);
    uv_unref((uv_handle_t *)handle);
}

static void watch_signals(struct run *run)
{
    signal(SIGPIPE, SIG_IGN);
    watch_signal(run, &run->terminate, SIGTERM, asked_to_end);
    if (run->config_file != NULL)
        watch_signal(run, &run->interrupt, SIGINT, asked_to_end);
    watch_signal(run, &run->hang_up, SIGHUP, asked_to_reload);
    watch_signal(run, &run->user, SIGUSR1, asked_for_backup);
}

/* Calls at once, and then every `period`. */
static void watch_time(struct run *run, uv_timer_t *timer, uv_timer_cb callback, uint64_t period)
{
    uv_timer_init(&run->loop, timer);
    uv_unref((uv_handle_t *)timer);
    timer->data = run;
    uv_timer_start(timer, callback, 0, period);
}

static void close_signals(struct run *run)
{
    uv_close((uv_handle_t *)&run->terminate, NULL);
    if (run->config_file != NULL)
        uv_close((uv_handle_t *)&run->interrupt, NULL);
    uv_close((uv_handle_t *)&run->hang_up, NULL);
    uv_close((uv_handle_t *)&run->user, NULL);
    uv_run(&run->loop, UV_RUN_DEFAULT);
}

/* -- The bot ----------------------------------------------------------------------------------- */

/* False with a log line. */
static bool start(struct run *run)
{
    backup_open(&run->backup, &run->host);
    retention_open(&run->retention, &run->host);
    if (run->host.shares) {
        host_share_networks(&run->host);
    } else if (!host_start_networks(&run->host)) {
        log_error("bot.no-network", "reason", "no network could be started");
        return false;
    }
    return open_monitor(run);
}

static void recovered(void *context, const char *error)
{
    struct run *run = context;
    if (error != NULL)
        log_error("store.unreadable", "reason", error);
    else if (run->host.stopping)
        return;
    else
        run->started = start(run);
    if (run->started)
        service_ready(&run->service, &run->host);
    else
        host_stop(&run->host);
    run->failed = !run->started;
}

/* Runs until everything is closed; returns the exit status. */
static int run_tables(struct run *run)
{
    host_recover(&run->host, recovered, run);
    uv_run(&run->loop, UV_RUN_DEFAULT);
    if (run->failed)
        return EXIT_FAILURE;
    if (run->host.failure != NULL)
        log_error("bot.stopped", "reason", run->host.failure);
    else
        log_info("bot.stopped");
    if (run->host.refused)
        return EXIT_REFUSED;
    return run->host.failure != NULL ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Tests let the bot meet a store that answers late. */
static struct store *open_store(const char *folder, char *error, size_t error_size)
{
    struct store *store = store_open(folder, error, error_size);
#ifdef BELFRY_FAULTS
    const char *text = getenv("BELFRY_STORE_LATE");
    if (store != NULL && text != NULL) {
        const struct late_plan plan = late_plan_read(text);
        store = late_open(store, &plan);
    }
#endif
    return store;
}

static int run_with_store(struct run *run, struct catalog *catalog)
{
    char error[ERROR_BYTES] = "", path_buffer[PATH_BYTES];
    struct text path = TEXT_IN(path_buffer);
    data_folder_find(run->data, &run->configs[0], &path);
    struct store *store = open_store(path.bytes, error, sizeof error);
    if (store == NULL) {
        log_error("store.not-opened", "folder", data_name(path.bytes), "reason", error);
        return EXIT_FAILURE;
    }
    const struct sandbox sandbox = {
        .config_file = run->config_file, .data = path.bytes, .config = &run->configs[0]};
    run->limits = sandbox_enter(&sandbox);
    uv_loop_init(&run->loop);
    host_open(&run->host, &run->loop, catalog, store, &run->configs[0]);
    run->host.counters.files_limited = run->limits.files;
    run->host.counters.calls_limited = run->limits.calls;
    run->host.stays = run->stays;
    run->host.shares = store_is_shared(run->host.store);
    if (run->config_file != NULL)
        run->host.counters.config_read = time(NULL);
    run->host.stopped = close_rest;
    run->host.stopped_context = run;
    open_beacon(run);
    watch_signals(run);
    watch_time(run, &run->expiry, expire, HOUR);
    watch_time(run, &run->repeated, tell_repeated, MINUTE);
    log_info("bot.started", "version", BELFRY_VERSION, "data", data_name(path.bytes));
    int status = run_tables(run);
    close_signals(run);
    host_close(&run->host);
    uv_loop_close(&run->loop);
    store_close(store);
    log_tell_repeated(true);
    return status;
}

int run_main(int argc, char **argv)
{
    struct run *run = memory_new(sizeof *run);
    int status = EXIT_FAILURE;
    char error[ERROR_BYTES] = "";
    command_line_parse(&arguments, argc, argv, run);
    if (!process_prepare(error, sizeof error))
        log_error("bot.not-started", "reason", error);
    else if (config_file_read(run->config_file, &run->configs[0])) {
        run->config_count = 1;
        bool in_terminal = run->config_file == NULL;
        set_log_format(&run->configs[0]);
        log_to(stderr, in_terminal ? LOG_LEVEL_WARNING : (enum log_level)run->configs[0].log_level);
        struct catalog *catalog = catalog_open(error, sizeof error);
        if (catalog == NULL)
            log_error("catalog.unreadable", "reason", error);
        else
            status = run_with_store(run, catalog);
        catalog_free(catalog);
    }
    for (size_t i = 0; i < run->config_count; i++)
        config_free(&run->configs[i]);
    free(run);
    return status;
}
