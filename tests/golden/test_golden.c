/* Replays every transcript below tests/golden. Each game of the registry must have at least one
 * in its folder. The transcripts list the legal moves of each position. Runs from the project's
 * root. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/record/transcript.h"
#include "games/game.h"

static int is_transcript(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

static void replay(const struct game *game, const char *file)
{
    char error_buffer[1024];
    struct text error = TEXT_IN(error_buffer);
    struct transcript_reader reader;
    FILE *stream = fopen(file, "re");
    if (stream == NULL)
        fail_msg("%s cannot be opened", file);
    bool read = transcript_read_stream(stream, file, &reader, NULL, NULL, &error);
    fclose(stream);
    if (!read)
        fail_msg("%s", error_buffer);
    if (reader.game != game)
        fail_msg("%s: a transcript of %s", file, reader.game->id);
}

static void test_game(void **state)
{
    const struct game *game = *state;
    char folder_buffer[256];
    struct text folder = TEXT_IN(folder_buffer);
    text_add_format(&folder, "tests/golden/%s", game->id);
    struct dirent **entries = NULL;
    int count = scandir(folder.bytes, &entries, is_transcript, alphasort);
    if (count <= 0)
        fail_msg("%s has no transcript: see games/ADDING.md", folder.bytes);
    for (int i = 0; i < count; i++) {
        char file_buffer[512];
        struct text file = TEXT_IN(file_buffer);
        text_add_format(&file, "%s/%s", folder.bytes, entries[i]->d_name);
        replay(game, file.bytes);
    }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
}

int main(void)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (const struct game *const *game = game_registry; *game != NULL && count < 64; game++)
        tests[count++] = (struct CMUnitTest){
            .name = (*game)->id, .test_func = test_game, .initial_state = (void *)(uintptr_t)*game};
    return _cmocka_run_group_tests("golden", tests, count, NULL, NULL);
}
