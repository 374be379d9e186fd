#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

struct pg_question *pg_question_new(struct store_inquiry *inquiry)
{
    struct pg_question *question = memory_new(sizeof *question);
    question->exchange.kind = PG_OF_QUESTION;
    question->inquiry = inquiry;
    return question;
}

void pg_question_drop_rows(struct pg_question *question)
{
    for (unsigned i = 0; i < question->row_count; i++)
        PQclear(question->rows[i]);
    question->row_count = 0;
}

void pg_question_free(struct pg_question *question)
{
    pg_question_drop_rows(question);
    free(question->exchange.bytes);
    free(question);
}

/* -- The inquiry's questions ------------------------------------------------------------------- */

static struct pg_question *find_same(const struct pg_question *question)
{
    struct pg_question *kept = question->inquiry->kept;
    const struct pg_exchange *asked = &question->exchange;
    while (kept != NULL && (kept->exchange.length != asked->length ||
                            memcmp(kept->exchange.bytes, asked->bytes, asked->length) != 0))
        kept = kept->next_kept;
    return kept;
}

static void keep(struct pg_question *question)
{
    question->next_kept = question->inquiry->kept;
    question->inquiry->kept = question;
}

static void take_from_kept(struct pg_question *question)
{
    struct pg_question *kept = question->inquiry->kept;
    if (kept == question) {
        question->inquiry->kept = question->next_kept;
        return;
    }
    while (kept->next_kept != question)
        kept = kept->next_kept;
    kept->next_kept = question->next_kept;
}

/* One that is under way is freed when its answer has come. */
static void release(struct pg_question *question)
{
    question->inquiry = NULL;
    if (question->is_answered)
        pg_question_free(question);
}

static void drop(struct pg_question *question)
{
    take_from_kept(question);
    release(question);
}

void pg_forget(struct store_inquiry *inquiry)
{
    while (inquiry->kept != NULL) {
        struct pg_question *question = inquiry->kept;
        inquiry->kept = question->next_kept;
        release(question);
    }
}

/* -- Asking ------------------------------------------------------------------------------------ */

static bool has_answer(void *context)
{
    return ((const struct pg_question *)context)->is_answered;
}

static void refuse(struct store_inquiry *inquiry, const char *reason)
{
    struct text text = TEXT_IN(inquiry->error);
    text_add(&text, "cannot read: ");
    text_add(&text, reason);
}

/* Without a loop the answer is waited for. */
static void send_off(struct postgres *store, struct pg_question *question)
{
    keep(question);
    question->is_waited_for = store->loop == NULL;
    if (!question->is_waited_for)
        question->inquiry->awaited++;
    pg_exchange_send(store, &question->exchange);
    if (store->loop != NULL || pg_wait(store, has_answer, question))
        return;
    pg_lose(store, "the database does not answer");
    pg_exchange_withdraw(store, &question->exchange);
    struct text failure = TEXT_IN(question->exchange.failure);
    text_add(&failure,
             store->lost_reason[0] != '\0' ? store->lost_reason : "the database does not answer");
    question->exchange.failed = question->is_answered = true;
}

const struct pg_question *pg_ask(struct pg_question *question)
{
    struct store_inquiry *inquiry = question->inquiry;
    struct postgres *store = postgres_of(inquiry->store);
    struct pg_question *kept = find_same(question);
    if (kept != NULL) {
        pg_question_free(question);
    } else {
        send_off(store, question);
        kept = question;
    }
    if (!kept->is_answered)
        return NULL;
    if (!kept->exchange.failed)
        return kept;
    refuse(inquiry, kept->exchange.failure);
    drop(kept);
    return NULL;
}

/* -- Answers ----------------------------------------------------------------------------------- */

void pg_question_take(struct pg_question *question, PGresult *result)
{
    if (PQresultStatus(result) == PGRES_TUPLES_OK && question->row_count < PG_ROWS_MAX)
        question->rows[question->row_count++] = result;
    else
        PQclear(result);
}

/* A failure inside BEGIN … COMMIT leaves the connection unusable. */
void pg_question_end(struct postgres *store, struct pg_question *question)
{
    struct store_inquiry *inquiry = question->inquiry;
    question->is_answered = true;
    if (inquiry != NULL)
        inquiry->sent_at = question->exchange.sent_at;
    if (question->is_block && question->exchange.failed)
        pg_lose(store, question->exchange.failure);
    if (inquiry == NULL)
        pg_question_free(question);
    else if (!question->is_waited_for)
        store_inquiry_answered(inquiry);
}

bool pg_begin_reading(struct store_inquiry *inquiry)
{
    struct postgres *store = postgres_of(inquiry->store);
    if (store->reading) {
        refuse(inquiry, "the store is being read");
        return false;
    }
    store->reading = true;
    return true;
}

void pg_end_reading(struct store_inquiry *inquiry)
{
    postgres_of(inquiry->store)->reading = false;
}
