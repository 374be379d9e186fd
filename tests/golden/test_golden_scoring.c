/* The scoring tables of every game that has them, to be read by people:
 * tests/golden/GAME/scorings.txt holds the table before the first scoring; then, for each number of
 * players, the table whose rows differ most, in all its sizes and alphabets and in every language;
 * then every other table that says something new.
 *
 * When a table was changed on purpose, look at the new texts: BELFRY_GOLDEN_WRITE=1
 * build/dev/tests/golden/test_golden_scoring writes them.
 */
#include <string.h>

#include "bot/core/render.h"
#include "tests/golden/golden_kit.h"

enum { ROUNDS = 4, WORDS_MAX = 512 };

struct scoring {
    char source[256];
    uint32_t n;
    uint8_t players;
    union game_view_block view;
    unsigned words; /* different ones of its table; 0: none yet */
};

struct gathering {
    const struct game *game;
    struct scoring best[GAME_SEATS_MAX + 1]; /* by number of players */
    struct golden_cover cover;
    struct text out;
};

static void draw(const struct game *game, const struct game_view *view, const char *language,
                 enum picture_size size, enum alphabet alphabet, struct text *out)
{
    struct words words = catalog_words(golden_catalog(), language);
    struct telling telling = {
        .words = &words, .names = golden_names, .size = size, .alphabet = alphabet};
    char buffer[RENDER_PICTURE_BYTES];
    struct text drawn = TEXT_IN(buffer);
    render_scoring(game, view, &telling, false, &drawn);
    paint_strip(drawn.bytes, drawn.length, out);
}

/* -- How much the rows of a table differ ------------------------------------------------------- */

static bool is_listed(const char *const *list, unsigned count, const char *word)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

static unsigned count_words(char *bytes)
{
    const char *list[WORDS_MAX];
    unsigned count = 0;
    char *rest = bytes;
    for (const char *word; (word = strsep(&rest, " \n")) != NULL;)
        if (count < WORDS_MAX && !is_listed(list, count, word))
            list[count++] = word;
    return count;
}

static void consider(void *context, const struct golden_position *position)
{
    struct gathering *gathering = context;
    struct scoring *best = &gathering->best[position->players];
    char buffer[KIT_TEXT_MAX];
    struct text table = TEXT_IN(buffer);
    if (!position->events->scoring)
        return;
    draw(position->game, position->spectator, "en", PICTURE_WIDE, ALPHABET_UNICODE, &table);
    unsigned words = count_words(buffer);
    if (words <= best->words)
        return;
    struct text source = TEXT_IN(best->source);
    best->words = words;
    best->n = position->n;
    best->players = position->players;
    text_add(&source, position->source);
    memcpy(&best->view, position->spectator, position->game->view_size);
}

/* -- The texts --------------------------------------------------------------------------------- */

static void add_title(const char *source, uint32_t n, uint8_t players, const char *how,
                      struct text *out)
{
    text_add_format(out, "== %u players, %s (%s, line %u)\n", players, how, source, n);
}

static void add_best(struct gathering *gathering, const struct scoring *best)
{
    static const char *const sizes[] = {
        [PICTURE_WIDE] = "wide", [PICTURE_NARROW] = "narrow", [PICTURE_SHORT] = "short"};
    static const char *const alphabets[] = {"ASCII", "Unicode"};
    for (unsigned language = 0; catalog_languages[language] != NULL; language++) {
        for (int alphabet = ALPHABET_UNICODE; alphabet >= ALPHABET_ASCII; alphabet--) {
            for (int size = PICTURE_WIDE; size <= PICTURE_SHORT; size++) {
                char how_buffer[64];
                struct text how = TEXT_IN(how_buffer);
                text_add_format(&how, "%s, %s, %s", catalog_languages[language], sizes[size],
                                alphabets[alphabet]);
                add_title(best->source, best->n, best->players, how.bytes, &gathering->out);
                draw(gathering->game, GAME_VIEW((union game_view_block *)&best->view),
                     catalog_languages[language], (enum picture_size)size, (enum alphabet)alphabet,
                     &gathering->out);
                text_add(&gathering->out, "\n\n");
            }
        }
    }
}

/* Notes the words of its table; whether one was new. */
static bool is_new(struct gathering *gathering, const struct game_view *view)
{
    struct golden_listener listener = {.cover = &gathering->cover,
                                       .inner = catalog_words(golden_catalog(), "en"),
                                       .language = "en",
                                       .what = "scoring"};
    struct words words = golden_listen(&listener);
    struct telling telling = {.words = &words, .names = golden_names, .alphabet = ALPHABET_UNICODE};
    struct canvas canvas;
    canvas_open(&canvas, CANVAS_WIDTH_MAX, CANVAS_HEIGHT_MAX);
    gathering->cover.grew = false;
    gathering->game->text->scoring(view, &telling, &canvas);
    return gathering->cover.grew;
}

static void add_if_new(void *context, const struct golden_position *position)
{
    struct gathering *gathering = context;
    if (!position->events->scoring || !is_new(gathering, position->spectator))
        return;
    add_title(position->source, position->n, position->players, "something new", &gathering->out);
    draw(position->game, position->spectator, "en", PICTURE_WIDE, ALPHABET_UNICODE,
         &gathering->out);
    text_add(&gathering->out, "\n\n");
}

/* What is shown to who asks before the first scoring. */
static void add_beginning(void *context, const struct golden_position *position)
{
    struct gathering *gathering = context;
    if (position->n != 0 || gathering->out.length != 0)
        return;
    add_title(position->source, position->n, position->players, "nothing scored", &gathering->out);
    draw(position->game, position->spectator, "en", PICTURE_WIDE, ALPHABET_UNICODE,
         &gathering->out);
    text_add(&gathering->out, "\n\n");
}

static void test_game(void **state)
{
    static struct gathering gathering;
    static char out_buffer[GOLDEN_BYTES];
    memset(&gathering, 0, sizeof gathering);
    gathering.game = *state;
    gathering.out = text_in(out_buffer, sizeof out_buffer);
    if (gathering.game->text->scoring == NULL)
        return;
    golden_follow_all(gathering.game, add_beginning, &gathering);
    golden_follow_all(gathering.game, consider, &gathering);
    golden_play(gathering.game, ROUNDS, consider, &gathering);
    for (unsigned i = gathering.game->players_min; i <= gathering.game->players_max; i++) {
        struct scoring *best = &gathering.best[i];
        assert_true(best->words > 0);
        add_best(&gathering, best);
        is_new(&gathering, GAME_VIEW(&best->view));
    }
    golden_follow_all(gathering.game, add_if_new, &gathering);
    golden_play(gathering.game, ROUNDS, add_if_new, &gathering);
    golden_compare(gathering.game, "scorings.txt", &gathering.out);
}

int main(void)
{
    return golden_run("golden scorings", test_game);
}
