/* How fast a bot answers in Discord: simulated people play En Garde with it, at one table per
 * channel and one channel per server.
 *
 *     bench_discord TABLES GUILDS WINDOW INTERACTIONS
 *
 * It prints "port N" and waits for a bot on that port (without TLS and compression). It opens the
 * tables one after the other, prints "open" and waits for a line on standard input. Then it plays,
 * with at most WINDOW interactions unanswered, until it has sent INTERACTIONS, and prints the
 * figures. Each move takes two interactions: a look at the possible moves, and the move. An
 * interaction is answered when its callback arrives.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_peer.h"

#define APPLICATION "1500000000000000001"

enum { TABLES_MAX = 20000, MOVE_MAX = 64, MESSAGE_MAX = 4096 };
enum step { STEP_NEW, STEP_JOIN, STEP_START, STEP_MOVES, STEP_PLAY };

struct table {
    enum step step;
    int person; /* 0 or 1 */
    bool waits, open;
    uint64_t asked_at; /* in nanoseconds */
    char move[MOVE_MAX];
};

struct bench {
    struct peer peer;
    uv_loop_t loop;
    uv_pipe_t input;
    char letter[64];
    struct table *tables;
    size_t table_count, guild_count, window, wanted;
    size_t next, waiting, opened, done, moves;
    bool opening, playing;
    uint64_t began, sequence, ids, requests;
    uint64_t *times[2]; /* latencies of looks and of moves */
    size_t counts[2];
};

static void go_on(struct bench *bench);

/* Ids contain the time, which the bot reads. */
static uint64_t new_id(struct bench *bench)
{
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    uint64_t ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_usec / 1000 - 1420070400000ULL;
    return ms << 22 | (bench->ids++ & 0x3FFFFF);
}

/* -- The gateway ------------------------------------------------------------------------------- */

static void say(struct bench *bench, const char *message)
{
    peer_say(&bench->peer, message, strlen(message));
}

static void connected(void *context)
{
    say(context, "{\"op\":10,\"d\":{\"heartbeat_interval\":41250}}");
}

static void say_guild(struct bench *bench, size_t number)
{
    char message[MESSAGE_MAX];
    snprintf(message, sizeof message,
             "{\"op\":0,\"s\":%" PRIu64 ",\"t\":\"GUILD_CREATE\",\"d\":{\"id\":\"%zu\",\"name\":"
             "\"Guild %zu\",\"unavailable\":false,\"roles\":[],\"members\":[],\"threads\":[],"
             "\"channels\":[{\"id\":\"%zu\",\"type\":0,\"name\":\"table\"}]}}",
             ++bench->sequence, 1510000000000000000 + number, number, 1520000000000000000 + number);
    say(bench, message);
}

static void welcome(struct bench *bench)
{
    char message[MESSAGE_MAX];
    snprintf(message, sizeof message,
             "{\"op\":0,\"s\":%" PRIu64 ",\"t\":\"READY\",\"d\":{\"v\":10,\"user\":{\"id\":"
             "\"1500000000000000002\",\"username\":\"Belfry\"},\"guilds\":[],\"session_id\":\"s\","
             "\"resume_gateway_url\":\"ws://127.0.0.1:%d/"
             "gateway\",\"application\":{\"id\":\"" APPLICATION "\",\"flags\":0}}}",
             ++bench->sequence, bench->peer.port);
    say(bench, message);
    for (size_t i = 0; i < bench->guild_count; i++)
        say_guild(bench, i);
    bench->opening = true;
    go_on(bench);
}

static void heard(void *context, const char *message)
{
    if (strstr(message, "\"op\":2") != NULL)
        welcome(context);
    else if (strstr(message, "\"op\":1") != NULL)
        say(context, "{\"op\":11}");
}

/* -- What people do ---------------------------------------------------------------------------- */

static void act(struct bench *bench, size_t number)
{
    static const char *const options[] = {
        ("[{\"name\":\"game\",\"type\":3,\"value\":\"en-garde\"},"
         "{\"name\":\"options\",\"type\":3,\"value\":\"touches=9\"}]"),
        "[]", "[]", "[]", ""};
    static const char *const commands[] = {"new", "join", "start", "moves", "play"};
    struct table *table = &bench->tables[number];
    char message[MESSAGE_MAX], move[MOVE_MAX + 64];
    snprintf(move, sizeof move, "[{\"name\":\"move\",\"type\":3,\"value\":\"%s\"}]", table->move);
    snprintf(
        message, sizeof message,
        "{\"op\":0,\"s\":%" PRIu64 ",\"t\":\"INTERACTION_CREATE\",\"d\":{\"id\":\"%" PRIu64
        "\",\"application_id\":\"" APPLICATION "\",\"type\":2,\"token\":\"t%zu\",\"version\":1,"
        "\"guild_id\":\"%zu\",\"channel_id\":\"%zu\",\"channel\":{\"id\":\"%zu\",\"type\":0},"
        "\"app_permissions\":\"2251799813685247\",\"context\":0,\"locale\":\"en-US\","
        "\"authorizing_integration_owners\":{\"0\":\"%zu\"},\"member\":{\"permissions\":\"1024\","
        "\"user\":{\"id\":\"%zu\",\"username\":\"p%zu\",\"global_name\":\"P%zu\"}},"
        "\"data\":{\"id\":\"1\",\"name\":\"%s\",\"type\":1,\"options\":%s}}}",
        ++bench->sequence, new_id(bench), number, 1510000000000000000 + number,
        1520000000000000000 + number, 1520000000000000000 + number, 1510000000000000000 + number,
        1530000000000000000 + number * 2 + (size_t)table->person,
        number * 2 + (size_t)table->person, number * 2 + (size_t)table->person,
        commands[table->step], table->step == STEP_PLAY ? move : options[table->step]);
    table->waits = true;
    bench->waiting++;
    table->asked_at = uv_hrtime();
    say(bench, message);
}

/* Writes the first move that the answer offers, as people type it; returns false when there is
 * none. */
static bool find_move(const char *body, char move[MOVE_MAX])
{
    const char *found = strstr(body, ":play ");
    if (found == NULL)
        found = strstr(body, "\"play ");
    size_t length = found != NULL ? strcspn(found + 6, "\"") : 0;
    if (length == 0 || length >= MOVE_MAX)
        return false;
    memcpy(move, found + 6, length);
    move[length] = '\0';
    return true;
}

static void note(struct bench *bench, const struct table *table)
{
    int kind = table->step == STEP_PLAY;
    if (!bench->playing)
        return;
    if (bench->counts[kind] < bench->wanted)
        bench->times[kind][bench->counts[kind]++] = uv_hrtime() - table->asked_at;
    bench->done++;
    bench->moves += (size_t)kind;
}

static void answered(struct bench *bench, struct table *table, const char *body)
{
    if (!table->waits)
        return;
    note(bench, table);
    table->waits = false;
    bench->waiting--;
    switch (table->step) {
    case STEP_NEW:
        table->step = STEP_JOIN;
        table->person = 1;
        break;
    case STEP_JOIN:
        table->step = STEP_START;
        table->person = 0;
        break;
    case STEP_START:
        table->step = STEP_MOVES;
        bench->opened += !table->open;
        table->open = true;
        break;
    case STEP_MOVES:
        if (find_move(body, table->move)) {
            table->step = STEP_PLAY;
        } else if (strstr(body, "no table") != NULL) {
            table->step = STEP_NEW;
            table->person = 0;
        } else {
            table->person = 1 - table->person;
        }
        break;
    case STEP_PLAY:
        table->step = STEP_MOVES;
        table->person = 1 - table->person;
    }
    go_on(bench);
}

/* -- The order of things ----------------------------------------------------------------------- */

static int compare(const void *one, const void *two)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)two;
    return a < b ? -1 : a > b;
}

static void print_times(const char *what, uint64_t *times, size_t count)
{
    qsort(times, count, sizeof *times, compare);
    if (count > 0)
        printf(" %s_p50_ms=%.3f %s_p99_ms=%.3f", what, (double)times[count / 2] / 1e6, what,
               (double)times[count * 99 / 100] / 1e6);
}

static void finish(struct bench *bench)
{
    double seconds = (double)(uv_hrtime() - bench->began) / 1e9;
    printf("window=%zu interactions=%zu moves=%zu seconds=%.3f interactions_per_second=%.0f "
           "requests=%" PRIu64,
           bench->window, bench->done, bench->moves, seconds, (double)bench->done / seconds,
           bench->requests);
    print_times("look", bench->times[0], bench->counts[0]);
    print_times("move", bench->times[1], bench->counts[1]);
    printf("\n");
    fflush(stdout);
    exit(0);
}

static void open_next(struct bench *bench)
{
    while (bench->next < bench->table_count && bench->tables[bench->next].open)
        bench->next++;
    if (bench->next < bench->table_count) {
        act(bench, bench->next);
        return;
    }
    bench->opening = false;
    bench->next = 0;
    printf("open %zu\n", bench->opened);
    fflush(stdout);
}

static void go_on(struct bench *bench)
{
    if (bench->opening && bench->waiting == 0)
        open_next(bench);
    if (!bench->playing)
        return;
    if (bench->done >= bench->wanted)
        finish(bench);
    for (size_t tried = 0; bench->waiting < bench->window && tried < bench->table_count; tried++) {
        bench->next = (bench->next + 1) % bench->table_count;
        if (!bench->tables[bench->next].waits)
            act(bench, bench->next);
    }
}

static int asked(void *context, const struct peer_request *request, char *answer, size_t size)
{
    struct bench *bench = context;
    const char *callback = strstr(request->path, "/interactions/");
    bench->requests += bench->playing;
    if (strstr(request->path, "/gateway/bot") != NULL) {
        snprintf(answer, size,
                 "{\"url\":\"ws://127.0.0.1:%d/gateway\",\"shards\":1,\"session_start_limit\":"
                 "{\"total\":1000,\"remaining\":1000,\"reset_after\":0,\"max_concurrency\":1}}",
                 bench->peer.port);
    } else if (strstr(request->path, "/commands") != NULL) {
        snprintf(answer, size, "[]");
    } else if (callback != NULL) {
        const char *token = strstr(callback, "/t");
        size_t number = token != NULL ? strtoul(token + 2, NULL, 10) : bench->table_count;
        if (strstr(request->path, "with_response") != NULL)
            snprintf(answer, size, "{\"resource\":{\"message\":{\"id\":\"%" PRIu64 "\"}}}",
                     new_id(bench));
        if (number < bench->table_count)
            answered(bench, &bench->tables[number], request->body);
        return answer[0] != '\0' ? 200 : 204;
    } else {
        snprintf(answer, size, "{\"id\":\"%" PRIu64 "\",\"type\":1}", new_id(bench));
    }
    return 200;
}

/* -- The beginning ----------------------------------------------------------------------------- */

static void give_letter(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct bench *bench = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(bench->letter, sizeof bench->letter);
}

static void told(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct bench *bench = stream->data;
    (void)buffer;
    if (count <= 0)
        exit(1);
    bench->playing = true;
    bench->began = uv_hrtime();
    go_on(bench);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    if (argc != 5) {
        fprintf(stderr, "bench_discord TABLES GUILDS WINDOW INTERACTIONS\n");
        return 1;
    }
    bench.table_count = strtoul(argv[1], NULL, 10);
    bench.guild_count = strtoul(argv[2], NULL, 10);
    bench.window = strtoul(argv[3], NULL, 10);
    bench.wanted = strtoul(argv[4], NULL, 10);
    if (bench.table_count == 0 || bench.table_count > TABLES_MAX)
        return 1;
    bench.tables = calloc(bench.table_count, sizeof *bench.tables);
    bench.times[0] = calloc(bench.wanted + 1, sizeof *bench.times[0]);
    bench.times[1] = calloc(bench.wanted + 1, sizeof *bench.times[1]);
    uv_loop_init(&bench.loop);
    bench.peer.context = &bench;
    bench.peer.asked = asked;
    bench.peer.heard = heard;
    bench.peer.connected = connected;
    if (bench.tables == NULL || bench.times[0] == NULL || bench.times[1] == NULL ||
        !peer_open(&bench.peer, &bench.loop))
        return 1;
    uv_pipe_init(&bench.loop, &bench.input, 0);
    bench.input.data = &bench;
    uv_pipe_open(&bench.input, 0);
    uv_read_start((uv_stream_t *)&bench.input, give_letter, told);
    printf("port %d\n", bench.peer.port);
    fflush(stdout);
    return uv_run(&bench.loop, UV_RUN_DEFAULT);
}
