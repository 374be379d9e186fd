#include <stdlib.h>
#include <string.h>

#include "adapters/discord/session/session_private.h"
#include "bot/base/memory.h"

/* The id in "user:ID"; "" for somebody of another network. */
static void copy_user(const char *identity, char user[DISCORD_ID_BYTES])
{
    static const char prefix[] = "user:";
    struct text text = text_in(user, DISCORD_ID_BYTES);
    if (strncmp(identity, prefix, sizeof prefix - 1) == 0)
        text_add(&text, identity + sizeof prefix - 1);
}

static struct discord_file *copy_file(const struct outbound_file *file)
{
    if (file == NULL)
        return NULL;
    struct discord_file *copy = memory_new(sizeof *copy);
    copy->name = memory_copy(file->name);
    copy->bytes = memory_new(file->length + 1);
    copy->length = file->length;
    memcpy(copy->bytes, file->bytes, file->length);
    return copy;
}

void discord_file_free(struct discord_file *file)
{
    if (file == NULL)
        return;
    free(file->name);
    free(file->bytes);
    free(file);
}

void discord_file_attach(const struct discord_file *file, struct request_file *attached,
                         struct rest_call *call)
{
    if (file == NULL)
        return;
    *attached = (struct request_file){.name = file->name,
                                      .type = "application/octet-stream",
                                      .bytes = file->bytes,
                                      .size = file->length};
    call->file = attached;
}

struct discord_heard *discord_heard_new(const struct outbound *outbound)
{
    struct discord_heard *heard = memory_new(sizeof *heard);
    bool art = outbound->kind == OUTBOUND_PICTURE && outbound->table == 0;
    heard->kind = art ? OUTBOUND_EVENT : outbound->kind;
    heard->block = art || discord_content_is_table(outbound->text);
    heard->file = copy_file(outbound->file);
    heard->text = memory_copy(outbound->text);
    heard->quiet = outbound->quiet;
    heard->table = outbound->table;
    heard->line = outbound->line;
    heard->calls = memory_new((outbound->call_count + 1) * sizeof *heard->calls);
    for (size_t i = 0; i < outbound->call_count; i++) {
        copy_user(outbound->calls[i], heard->calls[heard->call_count]);
        heard->call_count += heard->calls[heard->call_count][0] != '\0';
    }
    heard->choices = memory_new((outbound->choice_count + 1) * sizeof *heard->choices);
    heard->choice_count = outbound->choice_count;
    for (size_t i = 0; i < outbound->choice_count; i++)
        heard->choices[i] = outbound->choices[i];
    return heard;
}

void discord_heard_append(struct discord_heard **list, struct discord_heard *heard)
{
    while (*list != NULL)
        list = &(*list)->next;
    *list = heard;
}

void discord_heard_free_list(struct discord_heard **list)
{
    for (struct discord_heard *heard; (heard = *list) != NULL;) {
        *list = heard->next;
        free(heard->text);
        free(heard->calls);
        free(heard->choices);
        discord_file_free(heard->file);
        free(heard);
    }
}
