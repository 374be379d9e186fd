#include "bot/turn/metrics.h"

#include <dirent.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "bot/base/duration.h"
#include "bot/core/counters.h"

/* -- Networks ---------------------------------------------------------------------------------- */

static bool count_network(const struct host *host, size_t i, struct adapter_counters *counters)
{
    *counters = networks_counters(&host->networks, i);
    return host->networks.adapters[i] != NULL;
}

struct network_family {
    const char *name, *type, *help;
    size_t offset; /* of a uint64_t in struct adapter_counters */
};

static const struct network_family network_families[] = {
    {"belfry_messages_sent_total", "counter", "Lines (IRC) or requests (Discord) that went out.",
     offsetof(struct adapter_counters, sent)},
    {"belfry_messages_superseded_total", "counter",
     "Messages that were never sent because a newer one took their place.",
     offsetof(struct adapter_counters, superseded)},
    {"belfry_messages_dropped_total", "counter",
     "Messages that were never sent for any other reason, or were refused.",
     offsetof(struct adapter_counters, dropped)},
    {"belfry_messages_waiting", "gauge", "Messages that wait to be sent.",
     offsetof(struct adapter_counters, waiting)},
    {"belfry_requests_total", "counter", "Tries of requests to the network.",
     offsetof(struct adapter_counters, tries)},
    {"belfry_requests_repeated_total", "counter", "Tries that were not the first.",
     offsetof(struct adapter_counters, repeated)},
    {"belfry_requests_failed_total", "counter", "Tries without an answer.",
     offsetof(struct adapter_counters, failed)},
};

static void write_networks(const struct host *host, struct text *out)
{
    const char *const name = "belfry_network_connected";
    struct adapter_counters counters;
    exposition_family(out, name, "gauge", "1 when what is said in the network is heard.");
    for (size_t i = 0; i < host->networks.count; i++)
        if (count_network(host, i, &counters))
            exposition_sample(out, name, counters.connected,
                              {"network", host->networks.adapters[i]->label},
                              {"type", host->networks.adapters[i]->class->type});
    for (size_t k = 0; k < sizeof network_families / sizeof network_families[0]; k++) {
        const struct network_family *family = &network_families[k];
        exposition_family(out, family->name, family->type, family->help);
        for (size_t i = 0; i < host->networks.count; i++)
            if (count_network(host, i, &counters))
                exposition_sample(out, family->name,
                                  *(const uint64_t *)((const char *)&counters + family->offset),
                                  {"network", host->networks.adapters[i]->label});
    }
}

static void write_delays(const struct host *host, struct text *out)
{
    const char *const name = "belfry_network_delay_seconds";
    struct adapter_counters counters;
    exposition_family(out, name, "gauge",
                      "How long the network took to answer when it was asked last whether it is "
                      "there; 0: it was not asked yet.");
    for (size_t i = 0; i < host->networks.count; i++)
        if (count_network(host, i, &counters))
            exposition_sample(out, name, (double)counters.delay / SECOND,
                              {"network", host->networks.adapters[i]->label});
}

static void write_limits(const struct host *host, struct text *out)
{
    static const char *const scopes[LIMIT_COUNT] = {"user", "shared", "global", "blocked"};
    struct adapter_counters counters;
    exposition_family(out, "belfry_requests_limited_total", "counter",
                      "Answers 429 by the scope of the limit, and refusals by what stands before "
                      "the network.");
    for (size_t i = 0; i < host->networks.count; i++)
        for (int scope = 0; scope < LIMIT_COUNT && count_network(host, i, &counters); scope++)
            exposition_sample(out, "belfry_requests_limited_total", counters.limited[scope],
                              {"network", host->networks.adapters[i]->label},
                              {"scope", scopes[scope]});
}

/* Where several processes share the store. */
static void write_leases(const struct host *host, struct text *out)
{
    const struct leases *leases = &host->leases;
    if (leases->count == 0)
        return;
    exposition_single(out, "belfry_processes", "gauge",
                      "Processes that share the store, as far as this one has heard.",
                      leases->living);
    exposition_family(out, "belfry_lease_held", "gauge", "1 when this process serves the network.");
    for (size_t i = 0; i < leases->count; i++)
        exposition_sample(
            out, "belfry_lease_held",
            leases_holds(leases, leases->leases[i].network, (int)leases->leases[i].part.number),
            {"network", leases->leases[i].name});
}

/* -- Tables ------------------------------------------------------------------------------------ */

static void write_moves(const struct host *host, struct text *out)
{
    exposition_family(out, "belfry_moves_total", "counter",
                      "Moves made, by game and by who decided them.");
    for (size_t i = 0; i < COUNTED_GAMES_MAX && game_registry[i] != NULL; i++) {
        const uint64_t *moves = host->counters.moves[i];
        exposition_sample(out, "belfry_moves_total", moves[MOVER_PERSON],
                          {"game", game_registry[i]->id}, {"by", "person"});
        exposition_sample(out, "belfry_moves_total", moves[MOVER_BOT],
                          {"game", game_registry[i]->id}, {"by", "bot"});
    }
}

static void write_tables(const struct host *host, struct text *out)
{
    const char *const name = "belfry_tables";
    unsigned lobby = 0, playing = 0, resting = 0;
    for (const struct table *table = host->sessions.by_id; table != NULL; table = table->hh.next) {
        if (!table_is_live(table))
            continue;
        lobby += table->status == TABLE_LOBBY;
        playing += table->status == TABLE_PLAYING && table_is_shown(table);
        resting += table->status == TABLE_PLAYING && !table_is_shown(table);
    }
    exposition_family(out, name, "gauge",
                      "Live tables: with open seats, being played, and being played where the bot "
                      "is not now.");
    exposition_sample(out, name, lobby, {"status", "lobby"});
    exposition_sample(out, name, playing, {"status", "playing"});
    exposition_sample(out, name, resting, {"status", "resting"});
}

/* -- The store and the configuration
 * ----------------------------------------------------------- */

/* 0: there is none, as with a store on a server. */
static double size_of(const struct host *host, const char *name)
{
    char buffer[PATH_MAX];
    struct text path = TEXT_IN(buffer);
    struct stat facts;
    const char *folder = store_folder(host->store);
    text_add_format(&path, "%s/%s", folder, name);
    return folder[0] != '\0' && stat(buffer, &facts) == 0 ? (double)facts.st_size : 0;
}

static void write_store(const struct host *host, struct text *out)
{
    exposition_single(out, "belfry_store_bytes", "gauge",
                      "Size of the store's file; 0: the store is on a server.",
                      size_of(host, "belfry.sqlite3"));
    exposition_single(out, "belfry_store_log_bytes", "gauge",
                      "Size of the store's write-ahead log.", size_of(host, "belfry.sqlite3-wal"));
    exposition_single(out, "belfry_tables_damaged", "gauge",
                      "Tables whose record is damaged and that are not played on.",
                      (double)session_refused_count(&host->sessions));
    exposition_single(out, "belfry_config_reloads_failed_total", "counter",
                      "Configurations that were read again and not taken, for their mistakes.",
                      (double)host->counters.reloads_failed);
    exposition_single(out, "belfry_config_read_time_seconds", "gauge",
                      "When the configuration in use was read, in seconds since 1970; 0: there is "
                      "none.",
                      (double)host->counters.config_read);
}

static void write_thinking(const struct host *host, struct text *out)
{
    const struct thinkers *thinkers = &host->thinkers;
    exposition_single(out, "belfry_searches_started_total", "counter",
                      "Searches begun for seats of the bot.", (double)thinkers->started);
    exposition_single(out, "belfry_searches_answered_total", "counter",
                      "Searches whose move was handed to the table.", (double)thinkers->answers);
    exposition_single(out, "belfry_searches_running", "gauge", "Searches on a thread now.",
                      thinkers->at_work);
    exposition_single(out, "belfry_searches_waiting", "gauge", "Searches that wait for a thread.",
                      thinkers->waiting);
}

/* -- The turn of the loop, and the process ----------------------------------------------------- */

static void write_turns(const struct counters *counters, struct text *out)
{
    exposition_single(out, "belfry_received_total", "counter",
                      "Commands that people typed or pressed.", (double)counters->received);
    exposition_single(out, "belfry_outbox_messages_total", "counter",
                      "Messages handed to the networks after a commit.", (double)counters->said);
    exposition_single(out, "belfry_store_commits_total", "counter", "Turns that were saved.",
                      (double)counters->commits);
    exposition_single(out, "belfry_store_commits_failed_total", "counter",
                      "Turns that could not be saved and were undone.",
                      (double)counters->commits_failed);
    exposition_single(out, "belfry_backups_total", "counter", "Backups made.",
                      (double)counters->backups);
    exposition_single(out, "belfry_backups_failed_total", "counter",
                      "Backups that could not be made.", (double)counters->backups_failed);
    exposition_single(out, "belfry_backup_last_success_time_seconds", "gauge",
                      "When the last backup was made and checked, in seconds since 1970; 0: never.",
                      (double)counters_last_backup(counters));
    exposition_single(out, "belfry_records_packed_total", "counter",
                      "Records of tables that are over that were compressed.",
                      (double)counters->records_packed);
    exposition_single(out, "belfry_records_dropped_total", "counter",
                      "Records that were dropped because they were old enough.",
                      (double)counters->records_dropped);
    exposition_single(out, "belfry_clock_corrections_total", "counter",
                      "How often the system's clock was set by a second or more.",
                      (double)counters->clock_corrections);
    exposition_histogram(out, "belfry_store_commit_seconds", "How long the store took to commit.",
                         &counters->commit);
    exposition_histogram(out, "belfry_committed_seconds",
                         "From the first command of a turn of the loop until it was saved.",
                         &counters->committed);
    exposition_histogram(out, "belfry_said_seconds",
                         "From the first command of a turn of the loop until everything said about "
                         "it was handed to the networks.",
                         &counters->handed_on);
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static double open_descriptors(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL)
        return 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - 1; /* without the one that looked */
}

static void write_descriptors(struct text *out)
{
    struct rlimit limit = {0};
    getrlimit(RLIMIT_NOFILE, &limit);
    exposition_single(out, "process_open_fds", "gauge", "Open descriptors.", open_descriptors());
    exposition_single(out, "process_max_fds", "gauge", "How many may be open.",
                      (double)limit.rlim_cur);
}

static void write_process(const struct host *host, struct text *out)
{
    struct rusage usage = {0};
    size_t resident = 0;
    int64_t started = host->started / SECOND;
    getrusage(RUSAGE_SELF, &usage);
    uv_resident_set_memory(&resident);
    exposition_family(out, "belfry_build_info", "gauge",
                      "Always 1; the version stands in a label.");
    exposition_sample(out, "belfry_build_info", 1, {"version", BELFRY_VERSION});
    exposition_single(out, "process_start_time_seconds", "gauge",
                      "When the bot was started, in seconds since 1970.", (double)started);
    exposition_single(out, "process_cpu_seconds_total", "counter", "Processor time used.",
                      seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime));
    exposition_single(out, "process_resident_memory_bytes", "gauge", "Resident memory.",
                      (double)resident);
    write_descriptors(out);
    exposition_family(
        out, "belfry_sandbox_in_force", "gauge",
        "1 when the process is limited to the files, or to the calls, that it needs.");
    exposition_sample(out, "belfry_sandbox_in_force", host->counters.files_limited,
                      {"part", "files"});
    exposition_sample(out, "belfry_sandbox_in_force", host->counters.calls_limited,
                      {"part", "calls"});
}

void metrics_write(struct host *host, struct text *out)
{
    write_process(host, out);
    write_networks(host, out);
    write_delays(host, out);
    write_limits(host, out);
    write_leases(host, out);
    write_moves(host, out);
    write_tables(host, out);
    write_thinking(host, out);
    write_store(host, out);
    write_turns(&host->counters, out);
}

/* -- Health ------------------------------------------------------------------------------------ */

static size_t connected_networks(const struct host *host)
{
    struct adapter_counters counters;
    size_t count = 0;
    for (size_t i = 0; i < host->networks.count; i++)
        count += count_network(host, i, &counters) && counters.connected;
    return count;
}

static void add_leases(const struct leases *leases, struct text *line)
{
    const char *before = "; serves ";
    for (size_t i = 0; i < leases->count; i++) {
        if (!leases_holds(leases, leases->leases[i].network, (int)leases->leases[i].part.number))
            continue;
        text_add(line, before);
        text_add(line, leases->leases[i].name);
        before = ", ";
    }
}

/* A part of a network that processes share is a connection of its own. */
static size_t count_connections(const struct host *host)
{
    const struct leases *leases = &host->leases;
    size_t connections = host->config->network_count;
    for (size_t i = 0; i < leases->count; i++)
        connections += leases->leases[i].part.number > 0;
    return connections;
}

bool metrics_health(struct host *host, struct text *line)
{
    if (host->stopping) {
        text_add(line, "the bot is stopping");
        return false;
    }
    if (host->unsaved_turn) {
        text_add(line, "the store does not save");
        /* Nobody may play for hours, but the disk may have room again: a write makes the store try.
         */
        store_value_set(host->store, "health", "tried", "again");
        return false;
    }
    size_t count = connected_networks(host), served = host->networks.count, elsewhere = 0;
    if (host->leases.count > 0) {
        elsewhere = host->leases.count - leases_held(&host->leases);
        served = count_connections(host) - elsewhere;
    }
    if (count == 0 && (served > 0 || elsewhere == 0)) {
        text_add(line, "no network is connected");
        return false;
    }
    text_add_format(line, "ok: %zu of %zu networks connected", count, served);
    if (elsewhere > 0)
        text_add_format(line, ", %zu left to other processes", elsewhere);
    add_leases(&host->leases, line);
    return true;
}
