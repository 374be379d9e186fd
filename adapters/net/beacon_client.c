#include "adapters/net/beacon_client.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/net/curl_loop.h"
#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "games/shared/text.h"

enum { ANSWER_BYTES = 4096, TIMEOUT = 10 * SECOND };

struct question {
    struct question *next;
    struct beacon_client *client;
    CURL *easy;
    int64_t table;
    uint64_t round;
    size_t length;
    char answer[ANSWER_BYTES];
    char error[CURL_ERROR_SIZE];
};

struct beacon_client {
    struct curl_loop *curl_loop;
    beacon_answered *answered;
    void *context;
    char
        base[sizeof((struct config *)0)->beacon_address + sizeof((struct config *)0)->beacon_chain];
    char authority[sizeof((struct config *)0)->beacon_authority];
    struct question *open;
};

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct question *question = context;
    size_t length = size * count;
    if (length >= sizeof question->answer - question->length)
        return 0; /* ends the transfer */
    memcpy(question->answer + question->length, bytes, length);
    question->length += length;
    return length;
}

static void free_question(struct question *question)
{
    curl_easy_cleanup(question->easy);
    free(question);
}

static void end_question(struct question *question)
{
    struct question **at = &question->client->open;
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    free_question(question);
}

/* Returns the value of the round that was asked for; NULL: it is not in the answer. */
static const char *value_of(const struct question *question, const json_t *answer)
{
    const char *value = json_string_value(json_object_get(answer, "randomness"));
    bool is_round =
        json_integer_value(json_object_get(answer, "round")) == (json_int_t)question->round;
    return is_round ? value : NULL;
}

static void on_done(void *context, CURL *easy, CURLcode result)
{
    struct beacon_client *client = context;
    struct question *question = NULL;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &question);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    json_t *answer = json_loadb(question->answer, question->length, 0, NULL);
    const char *value = result == CURLE_OK && status == 200 ? value_of(question, answer) : NULL;
    if (value == NULL)
        log_warning("beacon.no-value", "round", LOG_NUMBER((int64_t)question->round), "status",
                    LOG_NUMBER(status), "reason", question->error);
    client->answered(client->context, question->table, question->round, value);
    json_decref(answer);
    end_question(question);
}

struct beacon_client *beacon_client_open(uv_loop_t *loop, const struct config *config,
                                         beacon_answered *answered, void *context)
{
    struct beacon_client *client = memory_new(sizeof *client);
    struct text base = TEXT_IN(client->base), authority = TEXT_IN(client->authority);
    client->answered = answered;
    client->context = context;
    text_add_format(&base, "%s/%s", config->beacon_address, config->beacon_chain);
    text_add(&authority, config->beacon_authority);
    client->curl_loop = curl_loop_new(loop, 1, on_done, client);
    if (client->curl_loop != NULL)
        return client;
    free(client);
    return NULL;
}

static void set_transfer(struct question *question)
{
    char url[sizeof question->client->base + 64];
    struct text text = TEXT_IN(url);
    CURL *easy = question->easy;
    text_add_format(&text, "%s/public/%" PRIu64, question->client->base, question->round);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, question);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)TIMEOUT);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "belfry/" BELFRY_VERSION);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, question);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, question->error);
    if (question->client->authority[0] != '\0')
        curl_easy_setopt(easy, CURLOPT_CAINFO, question->client->authority);
}

void beacon_client_ask(struct beacon_client *client, int64_t table, uint64_t round)
{
    struct question *question = memory_new(sizeof *question);
    *question = (struct question){.next = client->open,
                                  .client = client,
                                  .easy = curl_easy_init(),
                                  .table = table,
                                  .round = round};
    client->open = question;
    if (question->easy != NULL)
        set_transfer(question);
    if (question->easy == NULL || !curl_loop_add(client->curl_loop, question->easy))
        end_question(question); /* the table asks again after a while */
}

static void on_closed(void *context)
{
    free(context);
}

void beacon_client_close(struct beacon_client *client)
{
    if (client == NULL)
        return;
    for (struct question *question = client->open, *next; question != NULL; question = next) {
        next = question->next;
        curl_loop_remove(client->curl_loop, question->easy);
        free_question(question);
    }
    curl_loop_close(client->curl_loop, on_closed, client);
}
