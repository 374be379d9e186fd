#include "bot/commands/answer.h"

#include <string.h>

#include "bot/commands/command.h"

enum { ANSWER_BYTES = 8192 };

/* -- Who reads it ------------------------------------------------------------------------------ */

struct setting_scope call_asker(const struct call *call)
{
    const struct inbound *asked = call->inbound;
    return setting_for_person(asked->network, asked->place, asked->person.identity);
}

struct setting_scope call_audience(const struct call *call)
{
    const struct inbound *asked = call->inbound;
    return asked->place[0] != '\0' ? setting_in_place(asked->network, asked->place)
                                   : call_asker(call);
}

struct words call_words(const struct call *call)
{
    const struct setting_scope asker = call_asker(call);
    return style_words(call->commands->styles, &asker);
}

static bool asker_is_guest(const struct call *call)
{
    size_t tables;
    session_tables_of(call->commands->sessions, call->inbound->network,
                      call->inbound->person.identity, &tables);
    return tables == 0;
}

/* -- To the person alone ----------------------------------------------------------------------- */

/* Returns a message to the person who asked, without its text. */
static struct outbound to_asker(const struct call *call, enum outbound_kind kind)
{
    return (struct outbound){.kind = kind,
                             .network = call->inbound->network,
                             .place = call->inbound->place,
                             .identity = call->inbound->person.identity,
                             .guest = asker_is_guest(call)};
}

void answer_text(const struct call *call, enum outbound_kind kind, const char *text)
{
    struct outbound message = to_asker(call, kind);
    message.text = text;
    outbox_put(call->commands->outbox, &message);
}

void answer_message(const struct call *call, const char *key, const struct word_argument *arguments,
                    size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = call_words(call);
    words.say(&words, &text, key, arguments, count);
    answer_text(call, OUTBOUND_ANSWER, text.bytes);
}

/* Returns the pager's key of the person who is being answered. */
static const char *asker_key(const struct call *call, struct text *key)
{
    text_add_format(key, "%s %s", call->inbound->network, call->inbound->person.identity);
    return key->bytes;
}

void answer_long(const struct call *call, const char *text)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX], buffer[ANSWER_BYTES];
    struct text key = TEXT_IN(key_buffer), page = TEXT_IN(buffer);
    unsigned lines = networks_page_lines(call->commands->networks, call->inbound->network);
    if (lines == 0) {
        answer_text(call, OUTBOUND_HELP, text);
        return;
    }
    unsigned left = pager_turn(&text, lines, &page);
    if (left > 0) {
        struct words words = call_words(call);
        text_add_char(&page, ' ');
        words_say(&words, &page, "answer.more-lines", SAY_NUMBER(left));
    }
    answer_text(call, OUTBOUND_HELP, page.bytes);
    pager_keep(&call->commands->pager, asker_key(call, &key), text);
}

bool answer_more(const struct call *call)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(key_buffer);
    const char *rest = pager_rest_of(&call->commands->pager, asker_key(call, &key));
    if (rest == NULL)
        return false;
    answer_long(call, rest);
    return true;
}

void answer_drawn(const struct call *call, const char *text, const struct outbound_image *image)
{
    struct outbound message = to_asker(call, OUTBOUND_HELP);
    message.text = text;
    message.image = image;
    outbox_put(call->commands->outbox, &message);
}

void answer_choices(const struct call *call, const struct table *table, const char *text,
                    const struct choices *choices)
{
    struct outbound message = to_asker(call, OUTBOUND_ANSWER);
    message.text = text;
    message.choices = choices->list;
    message.choice_count = choices->count;
    if (table != NULL) {
        message.table = (uint64_t)table->id;
        message.line = table_moment(table);
    }
    outbox_put(call->commands->outbox, &message);
}

void answer_file(const struct call *call, const char *text, const struct outbound_file *file)
{
    struct outbound message = to_asker(call, OUTBOUND_ANSWER);
    message.text = text;
    message.file = file;
    outbox_put(call->commands->outbox, &message);
}

/* -- Where it was asked ------------------------------------------------------------------------ */

void answer_here_text(const struct call *call, enum outbound_kind kind, const struct table *table,
                      const char *text)
{
    const struct inbound *asked = call->inbound;
    if (asked->place[0] == '\0') {
        answer_text(call, OUTBOUND_HELP, text);
        return;
    }
    outbox_put(call->commands->outbox, &(struct outbound){.kind = kind,
                                                          .network = asked->network,
                                                          .place = asked->place,
                                                          .text = text,
                                                          .table = (uint64_t)table->id,
                                                          .line = table_moment(table),
                                                          .guest = asker_is_guest(call)});
}

void answer_here_message(const struct call *call, const char *key,
                         const struct word_argument *arguments, size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope audience = call_audience(call);
    struct words words = style_words(call->commands->styles, &audience);
    words.say(&words, &text, key, arguments, count);
    answer_here_text(call, OUTBOUND_EVENT, &(const struct table){.id = 0}, text.bytes);
}
