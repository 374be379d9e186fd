#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/error.h"
#include "bot/base/memory.h"
#include "bot/core/record_page.h"
#include "bot/program/command_line.h"
#include "bot/program/game_arguments.h"
#include "bot/record/transcript.h"
#include "bot/words/catalog.h"

struct replay {
    const char *file;
    bool has_at;
    unsigned long at;
    bool verify;
    const char *page;     /* the file of the page for a browser; NULL: none */
    const char *language; /* of the page */
    struct catalog *catalog;
    unsigned long shown;
    unsigned long sealed; /* transcripts with a commitment */
    struct text failure;  /* why the first wrong shuffle is wrong */
};

enum key { AT = 256, VERIFY, PAGE, LANGUAGE };
enum { TRANSCRIPT_BYTES_MAX = 16 * 1024 * 1024 };

static const struct argp_option options[] = {
    {"at", AT, "N", 0, "show the public table after line n = N of each transcript; 0: the start",
     0},
    {"verify", VERIFY, NULL, 0,
     "deal again from the seed and the players' words, compare with what was dealt, and check "
     "the seed against the commitment published before the game",
     0},
    {"html", PAGE, "FILE", 0,
     "write the game as one page for a browser, hidden cards included, replacing FILE; - is "
     "standard output",
     0},
    {"lang", LANGUAGE, "en|fr|it|de|es", 0, "language of that page; default: en", 0},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct replay *replay = state->input;
    switch (key) {
    case AT:
        replay->at = number_argument(state, "--at", argument, 0, UINT32_MAX);
        replay->has_at = true;
        return 0;
    case VERIFY:
        replay->verify = true;
        return 0;
    case PAGE:
        replay->page = argument;
        return 0;
    case LANGUAGE:
        replay->language = language_argument(state, argument);
        return 0;
    case ARGP_KEY_ARG:
        if (replay->file != NULL)
            argp_error(state, "one file is enough: %s", argument);
        replay->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (replay->file == NULL)
            argp_error(state, "expected a file");
        if (replay->page != NULL && (replay->has_at || replay->verify))
            argp_error(state, "--html stands alone: the page shows every line and checks itself");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* -- The table --------------------------------------------------------------------------------- */

static void show_table(struct replay *replay, const struct transcript_reader *reader)
{
    static const char *const names[GAME_SEATS_MAX] = {"Seat 1", "Seat 2", "Seat 3",
                                                      "Seat 4", "Seat 5", "Seat 6"};
    struct words words = catalog_words(replay->catalog, "en");
    struct telling telling = {
        .words = &words, .names = names, .size = PICTURE_SHORT, .alphabet = ALPHABET_UNICODE};
    union game_view_block view;
    struct canvas canvas;
    char buffer[8 * CANVAS_WIDTH_MAX * CANVAS_CELL_BYTES];
    struct text picture = TEXT_IN(buffer);
    const struct game_state *state = (const struct game_state *)(const void *)reader->state.bytes;
    reader->game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&view));
    canvas_open(&canvas, 60, 8);
    reader->game->text->picture(GAME_VIEW(&view), &telling, &canvas);
    canvas_print(&canvas, &picture);
    fputs(picture.bytes, stdout);
}

/* -- The shuffle ------------------------------------------------------------------------------- */

static void verify(struct replay *replay, const struct transcript_reader *reader)
{
    const struct transcript_shuffle *shuffle = &reader->shuffle;
    replay->sealed += reader->n == 0 && shuffle->sealed;
    if (replay->failure.length > 0)
        return;
    if (shuffle->sealed && !shuffle->kept)
        text_add_format(&replay->failure, "game %u: the seed is not the one that was committed to",
                        reader->games);
    else if (shuffle->broken)
        text_add_format(&replay->failure, "game %u: a word is not the one that was sealed",
                        reader->games);
    else if (!shuffle->drawn && shuffle->astray == 0)
        text_add_format(&replay->failure, "game %u: seed and words deal another setup",
                        reader->games);
    else if (!shuffle->drawn)
        text_add_format(&replay->failure, "game %u: seed and words deal something else in line %u",
                        reader->games, shuffle->astray);
}

static void follow(void *context, const struct transcript_reader *reader)
{
    struct replay *replay = context;
    if (replay->verify)
        verify(replay, reader);
    if (replay->has_at && reader->n == replay->at) {
        show_table(replay, reader);
        replay->shown++;
    }
}

static int complain(const char *complaint)
{
    fprintf(stderr, "belfry replay: %s\n", complaint);
    return EXIT_WORK_FAILED;
}

static int complain_of(const char *path, int reason)
{
    char buffer[2 * TRANSCRIPT_ERROR_MAX];
    struct text complaint = TEXT_IN(buffer);
    text_add_format(&complaint, "%s: %s", path, strerror(reason));
    return complain(complaint.bytes);
}

static void print_done(const struct replay *replay, const struct transcript_reader *reader)
{
    printf("%s: %u %s", replay->file, reader->games, reader->games == 1 ? "game" : "games");
    if (reader->ends < reader->games)
        printf(" (%u unfinished)", reader->games - reader->ends);
    printf(", %llu lines, all correct", (unsigned long long)reader->lines);
    if (replay->verify)
        printf("; every deal follows from its seed, %lu committed to", replay->sealed);
    putchar('\n');
}

static int read_stream(struct replay *replay, FILE *stream)
{
    char error_buffer[2 * TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    struct transcript_reader reader;
    if (!transcript_read_stream(stream, replay->file, &reader, follow, replay, &error))
        return complain(error.bytes);
    if (replay->has_at && replay->shown == 0) {
        text_add_format(&error, "%s: no line with n = %lu", replay->file, replay->at);
        return complain(error.bytes);
    }
    if (replay->failure.length > 0) {
        text_add_format(&error, "%s: %s", replay->file, replay->failure.bytes);
        return complain(error.bytes);
    }
    if (!replay->has_at)
        print_done(replay, &reader);
    return EXIT_DONE;
}

/* -- The page ---------------------------------------------------------------------------------- */

/* Reads the whole stream, and at least one byte more than a game may have if there is more. */
static void read_bytes(FILE *stream, char **bytes, size_t *length)
{
    char block[BUFSIZ];
    size_t total = 0;
    FILE *memory = memory_stream(bytes, length);
    while (total <= TRANSCRIPT_BYTES_MAX && !feof(stream) && !ferror(stream)) {
        size_t count = fread(block, 1, sizeof block, stream);
        total += fwrite(block, 1, count, memory);
    }
    memory_stream_close(memory);
}

static int write_file(const char *path, const char *bytes, size_t length)
{
    bool is_output = strcmp(path, "-") == 0;
    FILE *file = is_output ? stdout : fopen(path, "we");
    bool written = file != NULL && fwrite(bytes, 1, length, file) == length && fflush(file) == 0;
    int reason = errno;
    if (file != NULL && !is_output)
        written = fclose(file) == 0 && written;
    return written ? EXIT_DONE : complain_of(path, reason);
}

/* Nothing is written unless the whole transcript is good. */
static int write_page(const struct replay *replay, const char *transcript, size_t length)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX], complaint_buffer[2 * TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer), complaint = TEXT_IN(complaint_buffer);
    struct words words = catalog_words(replay->catalog, replay->language);
    const struct record_page page = {transcript, length, replay->language, &words, NULL};
    char *bytes = NULL;
    size_t written = 0;
    FILE *memory = memory_stream(&bytes, &written);
    bool made = record_page_write(&page, memory, &error);
    memory_stream_close(memory);
    text_add_format(&complaint, "%s:%s", replay->file, error.bytes);
    int status = made ? write_file(replay->page, bytes, written) : complain(complaint.bytes);
    free(bytes);
    return status;
}

static int make_page(const struct replay *replay, FILE *stream)
{
    char *transcript = NULL;
    size_t length = 0;
    int status;
    read_bytes(stream, &transcript, &length);
    if (ferror(stream))
        status = complain_of(replay->file, errno);
    else if (length > TRANSCRIPT_BYTES_MAX)
        status = complain("expected one game: the file has more than 16 MiB");
    else
        status = write_page(replay, transcript, length);
    free(transcript);
    return status;
}

static int read_file(struct replay *replay)
{
    FILE *stream = strcmp(replay->file, "-") == 0 ? stdin : fopen(replay->file, "re");
    if (stream == NULL)
        return complain_of(replay->file, errno);
    int status = replay->page != NULL ? make_page(replay, stream) : read_stream(replay, stream);
    fclose(stream);
    return status;
}

int replay_main(int argc, char **argv)
{
    static const struct argp arguments = {
        options,
        parse_option,
        "FILE",
        "Checks a transcript, or several one after the other, move by move.\v"
        "- is standard input.",
        NULL,
        NULL,
        NULL};
    char error[ERROR_BYTES], failure[TRANSCRIPT_ERROR_MAX];
    struct replay replay = {.failure = TEXT_IN(failure), .language = catalog_languages[0]};
    command_line_parse(&arguments, argc, argv, &replay);
    if (replay.has_at || replay.page != NULL) {
        replay.catalog = catalog_open(error, sizeof error);
        if (!replay.catalog)
            return complain(error);
    }
    int status = read_file(&replay);
    catalog_free(replay.catalog);
    return status;
}
