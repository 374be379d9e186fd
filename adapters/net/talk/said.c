#include "adapters/net/talk/said.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "games/shared/paint.h"

bool talk_is_in_columns(const char *text)
{
    return drawn_present(text) || strstr(text, "   ") != NULL;
}

struct talk_file *talk_file_new(const struct outbound_file *file)
{
    if (file == NULL)
        return NULL;
    struct talk_file *copy = memory_new(sizeof *copy);
    copy->name = memory_copy(file->name);
    copy->description = memory_copy(file->description);
    copy->bytes = memory_new(file->length + 1);
    copy->length = file->length;
    memcpy(copy->bytes, file->bytes, file->length);
    return copy;
}

void talk_file_free(struct talk_file *file)
{
    if (file == NULL)
        return;
    free(file->name);
    free(file->bytes);
    free(file->description);
    free(file);
}

static void copy_calls(struct talk_said *said, const struct outbound *outbound)
{
    said->calls = memory_new((outbound->call_count + 1) * sizeof *said->calls);
    said->call_count = outbound->call_count;
    for (size_t i = 0; i < outbound->call_count; i++) {
        struct text call = TEXT_IN(said->calls[i]);
        text_add(&call, outbound->calls[i]);
    }
}

struct talk_said *talk_said_new(const struct outbound *outbound)
{
    struct talk_said *said = memory_new(sizeof *said);
    bool art = outbound->kind == OUTBOUND_PICTURE && outbound->table == 0;
    said->kind = art ? OUTBOUND_EVENT : outbound->kind;
    said->columns = art || talk_is_in_columns(outbound->text);
    said->text = memory_copy(outbound->text);
    said->file = talk_file_new(outbound->file);
    said->image = outbound_image_copy(outbound->image);
    said->quiet = outbound->quiet;
    said->table = outbound->table;
    said->line = outbound->line;
    copy_calls(said, outbound);
    said->choices = memory_new((outbound->choice_count + 1) * sizeof *said->choices);
    said->choice_count = outbound->choice_count;
    for (size_t i = 0; i < outbound->choice_count; i++)
        said->choices[i] = outbound->choices[i];
    return said;
}

void talk_said_drop(struct talk_said **list)
{
    struct talk_said *said = *list;
    *list = said->next;
    free(said->text);
    free(said->calls);
    free(said->choices);
    talk_file_free(said->file);
    outbound_image_free(said->image);
    free(said);
}

void talk_said_free(struct talk_said **list)
{
    while (*list != NULL)
        talk_said_drop(list);
}

bool talk_said_is_public(const struct talk_said *said)
{
    return said->kind == OUTBOUND_EVENT || said->kind == OUTBOUND_PICTURE;
}
