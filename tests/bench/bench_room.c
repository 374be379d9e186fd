#include "tests/bench/bench_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_must(bool done, const char *what)
{
    if (!done) {
        fprintf(stderr, "benchmark: %s\n", what);
        exit(1);
    }
}

void bench_open(struct bench_room *room, const char *data)
{
    char error[STORE_ERROR_MAX] = "";
    memset(room, 0, sizeof *room);
    struct text language = TEXT_IN(room->config.language);
    text_add(&language, "en");
    uv_loop_init(&room->loop);
    room->catalog = catalog_open(error, sizeof error);
    room->store = store_open(data, error, sizeof error);
    bench_must(room->catalog != NULL && room->store != NULL, error);
    host_open(&room->host, &room->loop, room->catalog, room->store, &room->config);
}

static void recovered(void *context, const char *error)
{
    bool *is_recovered = context;
    bench_must(error == NULL, error);
    *is_recovered = true;
}

void bench_recover(struct bench_room *room)
{
    bool is_recovered = false;
    host_recover(&room->host, recovered, &is_recovered);
    while (!is_recovered)
        uv_run(&room->loop, UV_RUN_ONCE);
}

void bench_settle(struct bench_room *room)
{
    host_end_turn(&room->host);
    while (room->host.turns != NULL || room->host.looks_again) {
        uv_run(&room->loop, UV_RUN_ONCE);
        host_end_turn(&room->host);
    }
}

void bench_close(struct bench_room *room)
{
    host_stop(&room->host);
    uv_run(&room->loop, UV_RUN_DEFAULT);
    host_close(&room->host);
    uv_loop_close(&room->loop);
    store_close(room->store);
    catalog_free(room->catalog);
}
