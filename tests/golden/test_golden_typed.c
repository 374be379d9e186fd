/* What is answered when somebody types what is no move, in every language, to be read by people:
 * tests/golden/GAME/typed.txt holds each answer in every wording that the golden transcripts bring
 * up, where it is given for the first time. Typed are a word that means nothing, and each legal
 * move without its last word, with another last word and with one word more.
 *
 * When words were changed on purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1
 * build/dev/tests/golden/test_golden_typed writes them.
 */
#include <string.h>

#include "bot/words/catalog.h"
#include "tests/golden/golden_kit.h"

enum { TYPED_BYTES = 256, ANSWER_BYTES = 2048, MOVES_TRIED = 40 };

struct reading {
    const struct game *game;
    struct golden_cover cover;
    struct text out;
};

/* False for what is understood; else `out` gets what was expected. */
static bool is_misread(const struct reading *reading, const struct game_view *view,
                       const struct words *words, const char *typed, struct text *out)
{
    game_move unread;
    return !reading->game->text->parse(view, words, typed, &unread, out);
}

/* Says answers alone: parsing also compares what was typed with names of cards. */
static void say_expected(const struct words *words, struct text *out, const char *key,
                         const struct word_argument *arguments, size_t count)
{
    const struct words *listening = words->context;
    if (strstr(key, ".expected.") != NULL)
        listening->say(listening, out, key, arguments, count);
}

static const char *canonical(const struct words *words, const char *typed, size_t length)
{
    const struct words *listening = words->context;
    return listening->canonical(listening, typed, length);
}

/* Whether the answer is new in English. */
static bool is_new(struct reading *reading, const struct game_view *view, const char *typed)
{
    char buffer[ANSWER_BYTES];
    struct text unread = TEXT_IN(buffer);
    struct golden_listener listener = {.cover = &reading->cover,
                                       .inner = catalog_words(golden_catalog(), "en"),
                                       .language = "en",
                                       .what = "typed"};
    const struct words listening = golden_listen(&listener);
    const struct words words = {.context = &listening, .say = say_expected, .canonical = canonical};
    reading->cover.grew = false;
    return is_misread(reading, view, &words, typed, &unread) && reading->cover.grew;
}

static void type(struct reading *reading, const struct golden_position *position, uint8_t seat,
                 const struct game_view *view, const char *typed)
{
    if (!is_new(reading, view, typed))
        return;
    text_add_format(&reading->out, "(%s, line %u) %s types \"%s\"\n", position->source, position->n,
                    golden_names[seat], typed);
    for (unsigned i = 0; catalog_languages[i] != NULL; i++) {
        char buffer[ANSWER_BYTES];
        struct text expected = TEXT_IN(buffer);
        struct words words = catalog_words(golden_catalog(), catalog_languages[i]);
        assert_true(is_misread(reading, view, &words, typed, &expected));
        text_add_format(&reading->out, "%s: %s\n", catalog_languages[i], expected.bytes);
    }
}

static void type_around(struct reading *reading, const struct golden_position *position,
                        uint8_t seat, const struct game_view *view, game_move move)
{
    static const char *const endings[] = {"", " xyzzy", " 99"};
    char whole_buffer[TYPED_BYTES];
    struct text whole = TEXT_IN(whole_buffer);
    reading->game->text->print(move, &whole);
    const char *last = strrchr(whole.bytes, ' ');
    size_t kept = last != NULL ? (size_t)(last - whole.bytes) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char shorter_buffer[TYPED_BYTES], longer_buffer[TYPED_BYTES];
        struct text shorter = TEXT_IN(shorter_buffer), longer = TEXT_IN(longer_buffer);
        text_add_bytes(&shorter, whole.bytes, kept);
        text_add(&shorter, endings[i]);
        text_add_format(&longer, "%s%s", whole.bytes, endings[i]);
        type(reading, position, seat, view, shorter.bytes);
        type(reading, position, seat, view, longer.bytes);
    }
}

static void type_everything(void *context, const struct golden_position *position)
{
    struct reading *reading = context;
    const struct game_rules *rules = position->game->rules;
    seat_set actors = rules->actors(position->state);
    for (uint8_t seat = 0; seat < position->players; seat++) {
        game_move moves[GAME_LEGAL_MAX];
        union game_view_block view;
        rules->view(position->state, seat, GAME_VIEW(&view));
        type(reading, position, seat, GAME_VIEW(&view), "xyzzy");
        if ((actors & SEAT_BIT(seat)) == 0)
            continue;
        size_t count = rules->legal(position->state, seat, moves);
        for (size_t i = 0; i < count && i < MOVES_TRIED; i++)
            type_around(reading, position, seat, GAME_VIEW(&view), moves[i]);
    }
}

static void test_game(void **state)
{
    static struct reading reading;
    static char buffer[GOLDEN_BYTES];
    memset(&reading, 0, sizeof reading);
    reading.game = *state;
    reading.out = TEXT_IN(buffer);
    golden_follow_all(reading.game, type_everything, &reading);
    golden_compare(reading.game, "typed.txt", &reading.out);
}

int main(void)
{
    return golden_run("what is no move", test_game);
}
