#include "bot/core/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/core/inbound.h"

struct outbox_message {
    struct outbound outbound; /* owns its strings */
    struct outbox_message *next;
};

void outbox_open(struct outbox *outbox)
{
    outbox->asked = NULL;
    outbox->first = NULL;
    outbox->last = &outbox->first;
}

static const char *const *copy_calls(const struct outbound *message)
{
    char **calls = memory_new((message->call_count + 1) * sizeof *calls);
    for (size_t i = 0; i < message->call_count; i++)
        calls[i] = memory_copy(message->calls[i]);
    return (const char *const *)calls;
}

static const struct outbound_choice *copy_choices(const struct outbound *message)
{
    struct outbound_choice *choices = memory_new((message->choice_count + 1) * sizeof *choices);
    for (size_t i = 0; i < message->choice_count; i++)
        choices[i] = message->choices[i];
    return choices;
}

static const struct outbound_file *copy_file(const struct outbound_file *file)
{
    if (file == NULL)
        return NULL;
    struct outbound_file *copy = memory_new(sizeof *copy);
    char *bytes = memory_new(file->length + 1);
    memcpy(bytes, file->bytes, file->length);
    *copy = (struct outbound_file){memory_copy(file->name), bytes, file->length,
                                   memory_copy(file->description)};
    return copy;
}

static void free_file(const struct outbound_file *file)
{
    if (file != NULL) {
        free((char *)file->name);
        free((char *)file->bytes);
        free((char *)file->description);
    }
    free((void *)file);
}

static bool answers(const struct inbound *asked, const struct outbound *message)
{
    if (asked == NULL || strcmp(asked->network, message->network) != 0)
        return false;
    if (message->identity != NULL)
        return strcmp(asked->person.identity, message->identity) == 0;
    const char *where = inbound_where(asked);
    return where[0] != '\0' && strcmp(where, message->place) == 0;
}

void outbox_put(struct outbox *outbox, const struct outbound *message)
{
    struct outbox_message *copy = memory_new(sizeof *copy);
    copy->outbound = *message;
    if (home_identity(message->place) != NULL) {
        copy->outbound.identity = home_identity(message->place);
        copy->outbound.place = "";
    }
    bool answer = answers(outbox->asked, &copy->outbound);
    if (answer)
        copy->outbound.request = outbox->asked->request;
    copy->outbound.home = memory_copy(answer ? outbox->asked->place : message->home);
    copy->outbound.network = memory_copy(message->network);
    copy->outbound.place = memory_copy(copy->outbound.place);
    copy->outbound.identity = memory_copy(copy->outbound.identity);
    copy->outbound.text = memory_copy(message->text);
    copy->outbound.brief = memory_copy(message->brief);
    copy->outbound.calls = copy_calls(message);
    copy->outbound.choices = copy_choices(message);
    copy->outbound.file = copy_file(message->file);
    copy->outbound.image = outbound_image_copy(message->image);
    *outbox->last = copy;
    outbox->last = &copy->next;
}

static struct outbox_message *take_first(struct outbox *outbox)
{
    struct outbox_message *message = outbox->first;
    if (message != NULL) {
        outbox->first = message->next;
        if (outbox->first == NULL)
            outbox->last = &outbox->first;
    }
    return message;
}

static void message_free(struct outbox_message *message)
{
    free((char *)message->outbound.network);
    free((char *)message->outbound.place);
    free((char *)message->outbound.identity);
    free((char *)message->outbound.home);
    free((char *)message->outbound.text);
    free((char *)message->outbound.brief);
    for (size_t i = 0; i < message->outbound.call_count; i++)
        free((char *)message->outbound.calls[i]);
    free((void *)message->outbound.calls);
    free((void *)message->outbound.choices);
    free_file(message->outbound.file);
    outbound_image_free(message->outbound.image);
    free(message);
}

void outbox_flush(struct outbox *outbox, void (*say)(void *context, const struct outbound *message),
                  void *context)
{
    for (struct outbox_message *message; (message = take_first(outbox)) != NULL;) {
        say(context, &message->outbound);
        message_free(message);
    }
}

void outbox_move(struct outbox *outbox, struct outbox *to)
{
    if (outbox->first == NULL)
        return;
    *to->last = outbox->first;
    to->last = outbox->last;
    outbox->first = NULL;
    outbox->last = &outbox->first;
}

bool outbox_is_empty(const struct outbox *outbox)
{
    return outbox->first == NULL;
}

void outbox_drop(struct outbox *outbox)
{
    for (struct outbox_message *message; (message = take_first(outbox)) != NULL;)
        message_free(message);
}

bool outbox_tells_of(const struct outbox *outbox, int64_t table)
{
    const struct outbox_message *message = outbox->first;
    while (message != NULL && message->outbound.table != (uint64_t)table)
        message = message->next;
    return message != NULL;
}
