/* The table art of every game as text, to be read by people: tests/golden/GAME/pictures.txt holds
 * the pictures of one position in all sizes and alphabets, the hand of the first seat and the
 * sentences.
 *
 * The position is the middle of the game's longest golden transcript. When art was changed on
 * purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_art
 * writes them.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/render.h"
#include "bot/record/transcript.h"
#include "bot/words/catalog.h"

enum { ART_BYTES = 64 * 1024, PATH_BYTES = 512 };

static const char *const names[GAME_SEATS_MAX] = {"Alice", "Bruno", "Carol",
                                                  "Dora",  "Émile", "Franziska-Maria"};

/* -- The position -------------------------------------------------------------------------------
 */

struct position {
    uint32_t wanted; /* line */
    union game_state_block state;
};

static void keep(void *context, const struct transcript_reader *reader)
{
    struct position *position = context;
    if (reader->n <= position->wanted)
        position->state = reader->state;
}

static uint32_t read_to(const char *file, struct position *position)
{
    char buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    struct transcript_reader reader;
    FILE *stream = fopen(file, "re");
    assert_non_null(stream);
    bool good = transcript_read_stream(stream, file, &reader, keep, position, &error);
    fclose(stream);
    if (!good)
        fail_msg("%s", buffer);
    return reader.n;
}

/* The file with the most lines; of equal ones the first by name. */
static uint32_t find_longest(const struct game *game, char longest[PATH_BYTES])
{
    struct dirent **entries = NULL;
    struct position unused = {.wanted = 0};
    uint32_t most = 0;
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "tests/golden/%s", game->id);
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char file[PATH_BYTES + 256];
        snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
        if (strstr(file, ".jsonl") != NULL) {
            uint32_t lines = read_to(file, &unused);
            if (lines > most) {
                most = lines;
                snprintf(longest, PATH_BYTES, "%.500s", file);
            }
        }
        free(entries[i]);
    }
    free(entries);
    if (most == 0)
        fail_msg("%s has no transcript: see games/ADDING.md", folder);
    return most;
}

/* -- The texts ------------------------------------------------------------------------------------
 */

static void add_pictures(const struct game *game, const struct game_view *view,
                         struct telling *telling, struct text *out)
{
    static const char *const sizes[] = {"wide", "narrow", "short", "line"};
    static const char *const alphabets[] = {"ASCII", "Unicode"};
    for (int alphabet = ALPHABET_UNICODE; alphabet >= ALPHABET_ASCII; alphabet--) {
        for (int size = PICTURE_WIDE; size <= PICTURE_LINE; size++) {
            telling->size = (enum picture_size)size;
            telling->alphabet = (enum alphabet)alphabet;
            text_add_format(out, "== %s, %s\n", sizes[size], alphabets[alphabet]);
            render_picture(game, view, telling, false, out);
            text_add(out, "\n\n");
        }
    }
}

static void tell_position(const struct game *game, const struct position *position,
                          struct catalog *catalog, struct text *out)
{
    struct words words = catalog_words(catalog, "en");
    struct telling telling = {.words = &words, .names = names};
    union game_view_block spectator, seat;
    const struct game_state *state = GAME_STATE((union game_state_block *)&position->state);
    game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&spectator));
    game->rules->view(state, 0, GAME_VIEW(&seat));
    add_pictures(game, GAME_VIEW(&spectator), &telling, out);
    telling.alphabet = ALPHABET_UNICODE;
    text_add(out, "== sentences\n");
    game->text->describe(GAME_VIEW(&spectator), &telling, out);
    text_add(out, "\n\n== hand of the first seat\n");
    game->text->hand(GAME_VIEW(&seat), &telling, out);
    text_add_char(out, '\n');
}

static void read_file(const char *file, char *bytes, size_t size)
{
    FILE *stream = fopen(file, "re");
    if (stream == NULL)
        fail_msg("%s is missing: BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_art "
                 "writes it, then look at every picture",
                 file);
    bytes[fread(bytes, 1, size - 1, stream)] = '\0';
    fclose(stream);
}

static void write_file(const char *file, const struct text *text)
{
    FILE *stream = fopen(file, "we");
    assert_non_null(stream);
    fwrite(text->bytes, 1, text->length, stream);
    fclose(stream);
}

static void test_game(void **state)
{
    static char art_buffer[ART_BYTES], golden[ART_BYTES];
    const struct game *game = *state;
    struct text art = TEXT_IN(art_buffer);
    char transcript[PATH_BYTES], file[PATH_BYTES], error[256] = "";
    struct position position = {.wanted = find_longest(game, transcript) / 2};
    struct catalog *catalog = catalog_open(error, sizeof error);
    assert_non_null(catalog);
    read_to(transcript, &position);
    tell_position(game, &position, catalog, &art);
    catalog_free(catalog);
    assert_false(art.truncated);
    snprintf(file, sizeof file, "tests/golden/%s/pictures.txt", game->id);
    if (getenv("BELFRY_GOLDEN_WRITE") != NULL)
        write_file(file, &art);
    read_file(file, golden, sizeof golden);
    if (strcmp(art.bytes, golden) != 0)
        fail_msg("%s shows something else now:\n%s", file, art.bytes);
}

int main(void)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (const struct game *const *game = game_registry; *game != NULL && count < 64; game++)
        tests[count++] = (struct CMUnitTest){
            .name = (*game)->id, .test_func = test_game, .initial_state = (void *)(uintptr_t)*game};
    return _cmocka_run_group_tests("golden art", tests, count, NULL, NULL);
}
