/* What many servers cost a bot in Discord: it hears of 100, 1,000 and 10,000 servers of 180
 * channels as the gateway tells of them, then of a change to each of 200 of them. A line tells the
 * time until all are known, the memory, the longest time that an interaction waits for one event,
 * and what it takes to keep all of that for a restart (kept_kb=0: it is too much to be kept). */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "adapters/discord/session/session.h"

enum { CHANNELS = 180, CHANGES = 200, EVENT_BYTES = 256 * 1024 };
#define FIRST_GUILD   UINT64_C(1510000000000000000)
#define FIRST_CHANNEL UINT64_C(1520000000000000000)

static char event[EVENT_BYTES];

/* -- A host that does nothing ------------------------------------------------------------------ */

static void send_nothing(void *context, const struct rest_call *call)
{
    (void)context;
    (void)call;
}

static void change_nothing(void *context, const char *channel)
{
    (void)context;
    (void)channel;
}

static void wake_nobody(void *context)
{
    (void)context;
}

static void hear_place(void *context, const char *network, const char *place)
{
    (void)context;
    (void)network;
    (void)place;
}

static void hear_loss(void *context, const char *network, const char *place, const char *why)
{
    (void)why;
    hear_place(context, network, place);
}

static size_t remembered; /* bytes */

static void remember_size(void *context, const char *network, unsigned part, const char *key,
                          const char *value)
{
    (void)part;
    hear_loss(context, network, key, NULL);
    if (value != NULL)
        remembered += strlen(value);
}

static void recall_nothing(void *context, const char *network, const char *key,
                           void (*recalled)(void *asker, const char *value), void *asker)
{
    hear_place(context, network, key);
    recalled(asker, NULL);
}

static const struct adapter_listener listener = {.place_opened = hear_place,
                                                 .place_closed = hear_place,
                                                 .place_lost = hear_loss,
                                                 .remember = remember_size,
                                                 .recall = recall_nothing};
static const struct discord_courier courier = {
    .send = send_nothing, .permissions_changed = change_nothing, .wake = wake_nobody};

/* -- Events ------------------------------------------------------------------------------------ */

static void add_channel(struct text *text, uint64_t guild, uint64_t number)
{
    text_add_format(text,
                    "%s{\"id\":\"%" PRIu64 "\",\"type\":0,\"guild_id\":\"%" PRIu64
                    "\",\"name\":\"channel-%" PRIu64
                    "\",\"position\":1,\"parent_id\":null,\"topic\":null,\"nsfw\":false,"
                    "\"last_message_id\":null,\"rate_limit_per_user\":0,\"flags\":0,"
                    "\"permission_overwrites\":[{\"id\":\"%" PRIu64
                    "\",\"type\":0,\"allow\":\"1024\",\"deny\":\"0\"}]}",
                    number > 0 ? "," : "", FIRST_CHANNEL + guild * 1000 + number,
                    FIRST_GUILD + guild, number, FIRST_GUILD + guild);
}

static void write_guild(uint64_t guild)
{
    struct text text = TEXT_IN(event);
    text_add_format(&text,
                    "{\"id\":\"%" PRIu64 "\",\"name\":\"Guild\",\"unavailable\":false,"
                    "\"roles\":[],\"members\":[],\"threads\":[],\"channels\":[",
                    FIRST_GUILD + guild);
    for (uint64_t i = 0; i < CHANNELS; i++)
        add_channel(&text, guild, i);
    text_add(&text, "]}");
}

static void write_role(uint64_t guild)
{
    struct text text = TEXT_IN(event);
    text_add_format(&text, "{\"guild_id\":\"%" PRIu64 "\",\"role\":{\"id\":\"1\"}}",
                    FIRST_GUILD + guild);
}

static void write_channel(uint64_t guild)
{
    struct text text = TEXT_IN(event);
    add_channel(&text, guild, 0);
}

/* Reads the event as the gateway does and passes it on. Returns how many ms that took. */
static double hear(struct discord_session *session, const char *name)
{
    uint64_t began = uv_hrtime();
    json_t *data = json_loads(event, 0, NULL);
    discord_session_event(session, name, data, 1000);
    discord_session_tick(session, 1000);
    json_decref(data);
    return (double)(uv_hrtime() - began) / 1e6;
}

/* The mean ms of an event in CHANGES guilds. */
static double measure(struct discord_session *session, const char *name,
                      void (*write)(uint64_t guild), size_t guilds)
{
    double sum = 0;
    for (uint64_t i = 0; i < CHANGES; i++) {
        write(i * 7919 % guilds);
        sum += hear(session, name);
    }
    return sum / CHANGES;
}

/* What is known of all servers is kept for a restart, unless it is too much. */
static void measure_keeping(struct discord_session *session)
{
    remembered = 0;
    uint64_t began = uv_hrtime();
    bool kept = discord_session_keep(session);
    printf(" keep_ms=%.2f kept_kb=%.0f\n", (double)(uv_hrtime() - began) / 1e6,
           kept ? (double)remembered / 1024 : 0);
}

/* -- The figures ------------------------------------------------------------------------------- */

static double resident_kb(void)
{
    char line[128], *rest;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        exit(1);
    fclose(file);
    strtoul(line, &rest, 10); /* of the program; what is in memory follows */
    return (double)strtoul(rest, NULL, 10) * (double)sysconf(_SC_PAGESIZE) / 1024;
}

static void run(size_t guilds)
{
    struct discord_settings settings = {.board_distance = 12};
    struct discord_session *session =
        discord_session_new("discord", &settings, &listener, &courier, 0);
    write_guild(0);
    hear(session, "no event"); /* what reading takes is no server's */
    double before = resident_kb(), sum = 0, longest = 0;
    for (uint64_t i = 0; i < guilds; i++) {
        write_guild(i);
        double ms = hear(session, "GUILD_CREATE");
        sum += ms;
        longest = ms > longest ? ms : longest;
    }
    printf("guilds=%zu ready_ms=%.0f guild_ms=%.3f guild_longest_ms=%.3f kb_per_guild=%.1f", guilds,
           sum, sum / (double)guilds, longest, (resident_kb() - before) / (double)guilds);
    printf(" role_ms=%.4f", measure(session, "GUILD_ROLE_UPDATE", write_role, guilds));
    printf(" channel_ms=%.4f", measure(session, "CHANNEL_UPDATE", write_channel, guilds));
    printf(" thread_ms=%.4f", measure(session, "THREAD_UPDATE", write_channel, guilds));
    measure_keeping(session);
    fflush(stdout);
    discord_session_free(session);
}

/* In a process of its own: memory that an earlier run gave back would look free. */
static bool run_apart(size_t guilds)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        run(guilds);
        exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
    for (size_t guilds = 100; guilds <= 10000; guilds *= 10)
        if (!run_apart(guilds))
            return 1;
    return 0;
}
