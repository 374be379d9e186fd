#include "tests/golden/golden_kit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/words/catalog.h"
#include "tests/golden/golden_file.h"

enum { PATH_BYTES = 512, SAID_BYTES = 8192 };

const char *const golden_names[GAME_SEATS_MAX] = {"Alice", "Bruno", "Carol",
                                                  "Dora",  "Émile", "Franziska-Maria"};

int golden_run(const char *group, CMUnitTestFunction test)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (const struct game *const *game = game_registry; *game != NULL && count < 64; game++)
        tests[count++] = (struct CMUnitTest){
            .name = (*game)->id, .test_func = test, .initial_state = (void *)(uintptr_t)*game};
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

void golden_compare(const struct game *game, const char *name, const struct text *text)
{
    char path_buffer[PATH_BYTES];
    struct text path = TEXT_IN(path_buffer);
    text_add_format(&path, "tests/golden/%s/%s", game->id, name);
    golden_file_compare(path.bytes, text);
}

/* -- Positions --------------------------------------------------------------------------------- */

struct following {
    golden_visit *visit;
    void *context;
    const char *source;
};

static void visit_state(const struct following *following, const struct game *game, uint8_t players,
                        const struct game_state *state, const struct game_events *events,
                        uint32_t n)
{
    union game_view_block view;
    game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&view));
    struct golden_position position = {.game = game,
                                       .players = players,
                                       .state = state,
                                       .spectator = GAME_VIEW(&view),
                                       .events = events,
                                       .source = following->source,
                                       .n = n};
    following->visit(following->context, &position);
}

static void follow_line(void *context, const struct transcript_reader *reader)
{
    union game_state_block state = reader->state;
    visit_state(context, reader->game, reader->players, GAME_STATE(&state), &reader->events,
                reader->n);
}

void golden_follow(const char *file, golden_visit *visit, void *context)
{
    char error_buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(error_buffer);
    struct transcript_reader reader;
    struct following following = {visit, context, strrchr(file, '/') + 1};
    FILE *stream = fopen(file, "re");
    assert_non_null(stream);
    bool good = transcript_read_stream(stream, file, &reader, follow_line, &following, &error);
    fclose(stream);
    if (!good)
        fail_msg("%s", error.bytes);
}

static int is_transcript(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".jsonl") == 0;
}

/* Calls `each` with the path of every transcript of the game. */
static void for_transcripts(const struct game *game, void (*each)(void *context, const char *file),
                            void *context)
{
    struct dirent **entries = NULL;
    char folder_buffer[PATH_BYTES];
    struct text folder = TEXT_IN(folder_buffer);
    text_add_format(&folder, "tests/golden/%s", game->id);
    int count = scandir(folder.bytes, &entries, is_transcript, alphasort);
    if (count <= 0)
        fail_msg("%s has no transcript: see games/ADDING.md", folder.bytes);
    for (int i = 0; i < count; i++) {
        char file_buffer[2 * PATH_BYTES];
        struct text file = TEXT_IN(file_buffer);
        text_add_format(&file, "%s/%s", folder.bytes, entries[i]->d_name);
        each(context, file.bytes);
        free(entries[i]);
    }
    free(entries);
}

static void follow_file(void *context, const char *file)
{
    const struct following *following = context;
    golden_follow(file, following->visit, following->context);
}

void golden_follow_all(const struct game *game, golden_visit *visit, void *context)
{
    struct following following = {.visit = visit, .context = context};
    for_transcripts(game, follow_file, &following);
}

struct longest {
    uint32_t lines, most;
    struct text *file;
};

static void count_line(void *context, const struct golden_position *position)
{
    ((struct longest *)context)->lines = position->n;
}

static void keep_longest(void *context, const char *file)
{
    struct longest *longest = context;
    golden_follow(file, count_line, longest);
    if (longest->lines <= longest->most)
        return;
    longest->most = longest->lines;
    text_clear(longest->file);
    text_add(longest->file, file);
}

uint32_t golden_find_longest(const struct game *game, struct text *file)
{
    struct longest longest = {.file = file};
    for_transcripts(game, keep_longest, &longest);
    assert_true(longest.most > 0);
    return longest.most;
}

/* -- Random games ------------------------------------------------------------------------------ */

struct playing {
    unsigned rounds;
    golden_visit *visit;
    void *context;
};

static void make_random_move(struct kit_table *table, struct game_events *events)
{
    game_move legal[GAME_LEGAL_MAX];
    uint8_t seat = kit_choose_actor(table);
    size_t count = table->game->rules->legal(table->state, seat, legal);
    game_move move = legal[kit_choose(table, (uint32_t)count)];
    assert_int_equal(table->game->rules->apply(table->state, seat, move, events), 0);
    table->moves++;
}

static void play_game(const struct playing *playing, const struct kit_setting *setting,
                      unsigned number)
{
    struct kit_table table;
    char source_buffer[128];
    struct text source = TEXT_IN(source_buffer);
    kit_table_open(&table, setting, number);
    text_add_format(&source, "random game %u of %u", number + 1, setting->players);
    for (unsigned i = 0; i < table.game->option_count; i++)
        text_add_format(&source, " %s=%s", table.game->options[i].name,
                        table.game->options[i].values[setting->options[i]]);
    struct following following = {playing->visit, playing->context, source.bytes};
    uint32_t n = 0;
    for (enum game_phase phase; (phase = table.game->rules->phase(table.state)) != GAME_OVER; n++) {
        struct game_events events = {0};
        if (phase == GAME_CHANCE)
            game_settle_chance(table.game, table.state, &events);
        else
            make_random_move(&table, &events);
        visit_state(&following, table.game, setting->players, table.state, &events, n);
    }
    kit_table_close(&table);
}

static void play_setting(const struct kit_setting *setting, void *context)
{
    const struct playing *playing = context;
    for (unsigned number = 0; number < playing->rounds; number++)
        play_game(playing, setting, number);
}

void golden_play(const struct game *game, unsigned rounds, golden_visit *visit, void *context)
{
    struct playing playing = {rounds, visit, context};
    kit_for_settings(game, play_setting, &playing);
}

/* -- What is said for the first time ----------------------------------------------------------- */

static uint64_t add_bytes_to_hash(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *byte = bytes; length-- > 0; byte++)
        hash = (hash ^ *byte) * 0x100000001b3; /* FNV-1a */
    return hash;
}

static uint64_t add_to_hash(uint64_t hash, const char *string)
{
    return add_bytes_to_hash(hash, string, strlen(string) + 1);
}

/* False if it is known already. */
static bool note_hash(struct golden_cover *cover, uint64_t hash)
{
    hash += hash == 0;
    size_t at = hash & (GOLDEN_SEEN_MAX - 1);
    for (unsigned tried = 0; cover->seen[at] != 0; tried++) {
        if (cover->seen[at] == hash)
            return false;
        assert_true(tried < GOLDEN_SEEN_MAX / 2);
        at = (at + 1) & (GOLDEN_SEEN_MAX - 1);
    }
    cover->seen[at] = hash;
    return true;
}

static uint64_t beginning(const struct golden_listener *listener, const char *what)
{
    return add_to_hash(add_to_hash(0xcbf29ce484222325, listener->language), what);
}

static void note(const struct golden_listener *listener, const char *what, const char *said)
{
    if (note_hash(listener->cover, add_to_hash(beginning(listener, what), said)))
        listener->cover->grew = true;
}

/* Names of cards and the like are new only once, wherever they stand. */
static void note_name(const struct golden_listener *listener, const char *key)
{
    note(listener, "", key);
}

/* Whether the message was said with these numbers before, and texts in the same places. */
static bool is_known(const struct golden_listener *listener, const char *key,
                     const struct word_argument *arguments, size_t count)
{
    uint64_t hash = add_to_hash(add_to_hash(beginning(listener, listener->what), "="), key);
    for (size_t i = 0; i < count; i++) {
        hash = add_bytes_to_hash(hash, &arguments[i].number, sizeof arguments[i].number);
        if (arguments[i].kind == WORD_TEXT)
            hash = add_to_hash(hash, arguments[i].text[0] != '\0' ? "@" : "");
        else if (arguments[i].kind == WORD_MESSAGE)
            hash = add_to_hash(hash, arguments[i].text);
    }
    return !note_hash(listener->cover, hash);
}

static void mask_digits(char *bytes)
{
    char *to = bytes;
    for (const char *at = bytes; *at != '\0'; at++) {
        bool digit = *at >= '0' && *at <= '9';
        if (!digit)
            *to++ = *at;
        else if (to == bytes || to[-1] != '#')
            *to++ = '#';
    }
    *to = '\0';
}

/* Names become `@`, numbers keep what they do to the wording. */
static void note_message(const struct golden_listener *listener, const char *key,
                         const struct word_argument *arguments, size_t count)
{
    struct word_argument masked[CATALOG_ARGUMENT_MAX];
    char buffer[SAID_BYTES];
    struct text said = TEXT_IN(buffer);
    assert_true(count <= CATALOG_ARGUMENT_MAX);
    for (size_t i = 0; i < count; i++) {
        masked[i] = arguments[i];
        if (arguments[i].kind == WORD_MESSAGE)
            note_name(listener, arguments[i].text);
        if (arguments[i].kind != WORD_NUMBER && arguments[i].text[0] != '\0')
            masked[i] = SAY_TEXT("@");
    }
    listener->inner.say(&listener->inner, &said, key, masked, count);
    mask_digits(said.bytes);
    note(listener, listener->what, said.bytes);
}

static void say_and_note(const struct words *words, struct text *out, const char *key,
                         const struct word_argument *arguments, size_t count)
{
    const struct golden_listener *listener = words->context;
    if (count == 0)
        note_name(listener, key);
    else if (!is_known(listener, key, arguments, count))
        note_message(listener, key, arguments, count);
    text_add_char(out, '@');
}

static const char *canonical(const struct words *words, const char *typed, size_t length)
{
    const struct golden_listener *listener = words->context;
    return listener->inner.canonical(&listener->inner, typed, length);
}

struct words golden_listen(const struct golden_listener *listener)
{
    return (struct words){.context = listener, .say = say_and_note, .canonical = canonical};
}

struct catalog *golden_catalog(void)
{
    static struct catalog *opened;
    char error[256] = "";
    if (opened == NULL)
        opened = catalog_open(error, sizeof error);
    if (opened == NULL)
        fail_msg("%s", error);
    return opened;
}
