/* What is said to who is being answered. */
#include "bot/turn/host_private.h"

#include <string.h>

#include "bot/core/style.h"

enum { ANSWER_BYTES = 8192 };

static bool answers(const struct inbound *asked, const struct outbound *message)
{
    if (asked == NULL || strcmp(asked->network, message->network) != 0)
        return false;
    if (message->identity != NULL)
        return strcmp(asked->person.identity, message->identity) == 0;
    return asked->place[0] != '\0' && strcmp(asked->place, message->place) == 0;
}

void host_put(struct host *host, const struct outbound *message)
{
    struct outbound put = *message;
    if (answers(host->current, message))
        put.request = host->current->request;
    outbox_add(&host->outbox, &put);
}

struct setting_scope host_asker(const struct host *host)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return setting_in_place("", "");
    return setting_for_person(asked->network, asked->place, asked->person.identity);
}

struct words host_asker_words(struct host *host)
{
    const struct setting_scope asker = host_asker(host);
    return style_words(host, &asker);
}

struct setting_scope host_audience(const struct host *host)
{
    const struct inbound *asked = host->current;
    bool in_public = asked != NULL && asked->place[0] != '\0';
    return in_public ? setting_in_place(asked->network, asked->place) : host_asker(host);
}

static void add_answer(struct host *host, struct outbox *outbox, enum outbound_kind kind,
                       const char *text)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    outbox_add(outbox, &(struct outbound){.kind = kind,
                                          .network = asked->network,
                                          .place = asked->place,
                                          .identity = asked->person.identity,
                                          .text = text,
                                          .request = asked->request});
}

void host_answer_text(struct host *host, enum outbound_kind kind, const char *text)
{
    add_answer(host, &host->outbox, kind, text);
}

/* Who is being answered, as the pager knows him. */
static const char *asker_key(const struct host *host, struct text *key)
{
    text_add_format(key, "%s %s", host->current->network, host->current->person.identity);
    return key->bytes;
}

void host_answer_long(struct host *host, const char *text)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX], buffer[ANSWER_BYTES];
    struct text key = TEXT_IN(key_buffer), page = TEXT_IN(buffer);
    if (host->current == NULL)
        return;
    const struct adapter *adapter = host_adapter(host, host->current->network);
    unsigned lines = adapter != NULL ? adapter->class->page_lines : 0;
    if (lines == 0) {
        host_answer_text(host, OUTBOUND_HELP, text);
        return;
    }
    unsigned left = pager_turn(&text, lines, &page);
    if (left > 0) {
        struct words words = host_asker_words(host);
        text_add_char(&page, ' ');
        words_say(&words, &page, "answer.more-lines", SAY_NUMBER(left));
    }
    host_answer_text(host, OUTBOUND_HELP, page.bytes);
    pager_keep(&host->pager, asker_key(host, &key), text);
}

bool host_answer_more(struct host *host)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(key_buffer);
    const char *rest = pager_rest_of(&host->pager, asker_key(host, &key));
    if (rest == NULL)
        return false;
    host_answer_long(host, rest);
    return true;
}

void host_answer(struct host *host, const char *key, const struct word_argument *arguments,
                 size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = host_asker_words(host);
    words.say(&words, &text, key, arguments, count);
    host_answer_text(host, OUTBOUND_ANSWER, text.bytes);
}

void host_answer_here(struct host *host, enum outbound_kind kind, const struct table *table,
                      const char *text)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    if (asked->place[0] == '\0') {
        host_answer_text(host, OUTBOUND_HELP, text);
        return;
    }
    host_put(host, &(struct outbound){.kind = kind,
                                      .network = asked->network,
                                      .place = asked->place,
                                      .text = text,
                                      .table = (uint64_t)table->id,
                                      .line = table_moment(table)});
}

void host_answer_choices(struct host *host, const struct table *table, const char *text,
                         const struct choices *choices)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    host_put(host, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                      .network = asked->network,
                                      .place = asked->place,
                                      .identity = asked->person.identity,
                                      .text = text,
                                      .table = table != NULL ? (uint64_t)table->id : 0,
                                      .line = table != NULL ? table_moment(table) : 0,
                                      .choices = choices->list,
                                      .choice_count = choices->count});
}

void host_say_here(struct host *host, const char *key, const struct word_argument *arguments,
                   size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope audience = host_audience(host);
    struct words words = style_words(host, &audience);
    words.say(&words, &text, key, arguments, count);
    host_answer_here(host, OUTBOUND_EVENT, &(const struct table){.id = 0}, text.bytes);
}

void host_answer_unsaved(struct host *host)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    struct words words = host_asker_words(host);
    words_say_plain(&words, &text, "refusal.not-saved");
    add_answer(host, &host->unsaved, OUTBOUND_ANSWER, text.bytes);
}
