/* `rules [game] [topic]`: short paragraphs for each topic, and the chapters of the game's page,
 * which say everything. */
#include <stdlib.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/render.h"
#include "bot/core/style.h"
#include "bot/words/rules_page.h"

enum { PAGE_BYTES = 16384 };

static const struct rules_page *page_of(const struct call *call, const struct game *game)
{
    const struct setting_scope asker = call_asker(call);
    return rules_page_find(game->id, style_language(call->commands->styles, &asker));
}

/* -- What there is ----------------------------------------------------------------------------- */

static void list_topics(const struct words *words, const char *const *topics, struct text *out)
{
    for (; *topics != NULL; topics++) {
        text_separate(out, ", ");
        fixed_word_say(words, *topics, out);
    }
}

static void list_chapters(const struct rules_page *page, struct text *out)
{
    unsigned count = rules_page_chapters(page);
    for (unsigned chapter = 1; chapter < count; chapter++) {
        text_separate(out, " · ");
        rules_page_title(page, chapter, out);
    }
}

static void refuse_topic(struct call *call, const struct game *game)
{
    char topics_buffer[256], chapters_buffer[512];
    struct text topics = TEXT_IN(topics_buffer), chapters = TEXT_IN(chapters_buffer);
    struct words words = call_words(call);
    list_topics(&words, game->topics, &topics);
    list_chapters(page_of(call, game), &chapters);
    answer(call, "refusal.no-such-topic", SAY_TEXT(game->id), SAY_TEXT(topics.bytes),
           SAY_TEXT(chapters.bytes));
}

/* -- The page ---------------------------------------------------------------------------------- */

static void print_chapter(const struct rules_page *page, unsigned chapter, struct text *out)
{
    if (out->length > 0)
        text_add_char(out, '\n');
    rules_page_title(page, chapter, out);
    text_add_char(out, '\n');
    rules_page_print(page, chapter, out);
}

static void print_page(const struct rules_page *page, struct text *out)
{
    unsigned count = rules_page_chapters(page);
    for (unsigned chapter = 0; chapter < count; chapter++)
        print_chapter(page, chapter, out);
}

/* The English page knows which chapters explain the rule; the others have the same chapters. */
static void print_rule(const struct rules_page *page, unsigned rule, struct text *out)
{
    const struct rules_page *english = rules_page_find(page->game, "en");
    unsigned count = rules_page_chapters(english);
    for (unsigned chapter = 0; chapter < count; chapter++)
        if (rules_page_explains(english, chapter, rule))
            print_chapter(page, chapter, out);
}

/* The chapter whose title is typed. */
static void print_titled(const struct rules_page *page, const char *typed, struct text *out)
{
    unsigned count = rules_page_chapters(page);
    for (unsigned chapter = 1; chapter < count; chapter++) {
        char buffer[64];
        struct text title = TEXT_IN(buffer);
        rules_page_title(page, chapter, &title);
        if (catalog_same_word(title.bytes, title.length, typed, strlen(typed)))
            print_chapter(page, chapter, out);
    }
}

/* -- Answers ----------------------------------------------------------------------------------- */

static void say_topic(const struct call *call, const struct game *game, const char *topic,
                      struct text *out)
{
    char key_buffer[128];
    struct text key = TEXT_IN(key_buffer);
    struct words words = call_words(call);
    text_add_format(&key, "%s.rules.%s", game->id, topic);
    words_say_plain(&words, out, key.bytes);
}

/* The summary, and what else can be asked for. */
static void say_summary(const struct call *call, const struct game *game, struct text *out)
{
    char topics_buffer[256], chapters_buffer[512];
    struct text topics = TEXT_IN(topics_buffer), chapters = TEXT_IN(chapters_buffer);
    struct words words = call_words(call);
    say_topic(call, game, game->topics[0], out);
    list_topics(&words, game->topics + 1, &topics);
    list_chapters(page_of(call, game), &chapters);
    text_add_char(out, '\n');
    words_say(&words, out, "answer.rules-more", SAY_TEXT(game->id), SAY_TEXT(topics.bytes),
              SAY_TEXT(chapters.bytes));
}

static void answer_topic(struct call *call, const struct game *game, const char *typed)
{
    struct catalog *catalog = call->commands->catalog;
    size_t length = strlen(typed);
    const char *topic = fixed_word_find(catalog, game->topics, typed, length);
    char buffer[PAGE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct rules_page *page = page_of(call, game);
    if (length == 0)
        say_summary(call, game, &text);
    else if (topic != NULL)
        say_topic(call, game, topic, &text);
    else if (fixed_word_is(catalog, "all", typed, length))
        print_page(page, &text);
    else if (typed[strspn(typed, "0123456789")] == '\0')
        print_rule(page, (unsigned)strtoul(typed, NULL, 10), &text);
    else
        print_titled(page, typed, &text);
    if (text.length == 0) {
        refuse_topic(call, game);
        return;
    }
    command_printed(call);
    answer_long(call, text.bytes);
}

/* The game can be left out at a table. */
void command_rules(struct call *call)
{
    const char *topic = call->arguments;
    const struct game *game = command_read_game(call, &topic);
    if (game == NULL && call->table != NULL)
        game = call->table->game;
    if (game == NULL && topic[0] != '\0')
        command_refuse_game(call, topic);
    else if (game == NULL)
        answer_plain(call, "refusal.rules-usage");
    else
        answer_topic(call, game, topic);
}
