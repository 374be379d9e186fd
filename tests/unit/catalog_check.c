#include "tests/unit/catalog_check.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "bot/words/catalog_message.h"
#include "games/game.h"

/* Returns what is wrong with the arguments of a translation; NULL: nothing. */
static const char *compare(const struct catalog_usage *english,
                           const struct catalog_usage *translation)
{
    if ((english->texts | english->numbers) != (translation->texts | translation->numbers))
        return "the arguments are not those of the English message";
    if ((english->selects & translation->numbers) || (english->numbers & translation->selects))
        return "an argument is chosen by number in one language and by word in the other";
    return NULL;
}

static const char *check_move(struct catalog_texts texts, const struct catalog_text *move,
                              size_t language)
{
    const char *word = move->patterns[language];
    if (strpbrk(word, " {}'") || !catalog_same_word(word, strlen(word), word, strlen(word)))
        return "a move word must be one short word";
    for (size_t i = 0; i < texts.count; i++) {
        const struct catalog_text *other = &texts.list[i];
        const char *same = other->patterns[language];
        if (other != move && same && catalog_move_of_key(other->key) &&
            catalog_same_word(word, strlen(word), same, strlen(same)))
            return "another move has the same word";
    }
    return NULL;
}

/* Returns the first mistake; a composed text is written to `error`. */
static const char *check_text(struct catalog_texts texts, const struct catalog_text *text,
                              size_t language, char *error, size_t error_size)
{
    struct catalog_usage usage, english;
    const char *wrong = NULL;
    if (!text->patterns[0])
        return "English has no such message";
    if (catalog_move_of_key(text->key) && (wrong = check_move(texts, text, language)) != NULL)
        return wrong;
    if (!catalog_message_check(text->patterns[language], &usage, error, error_size))
        return error;
    if (!catalog_message_check(text->patterns[0], &english, error, error_size))
        return NULL;
    return compare(&english, &usage);
}

size_t catalog_check(struct catalog_texts texts, catalog_complain *complain, void *context)
{
    size_t mistakes = 0;
    for (size_t i = 0; i < texts.count * CATALOG_LANGUAGE_COUNT; i++) {
        const struct catalog_text *text = &texts.list[i / CATALOG_LANGUAGE_COUNT];
        size_t language = i % CATALOG_LANGUAGE_COUNT;
        char error[128];
        const char *wrong = text->patterns[language]
                                ? check_text(texts, text, language, error, sizeof error)
                                : NULL;
        if (wrong) {
            complain(context, catalog_languages[language], text->key, wrong);
            mistakes++;
        }
    }
    return mistakes;
}

static void locale_path(const char *language, const char *id, struct text *out)
{
    text_add_format(out, "config/locale/%s/%s.json", language, id);
}

bool catalog_lacks_game(const char *language, const char *id)
{
    char buffer[128];
    struct text path = TEXT_IN(buffer);
    locale_path(language, id, &path);
    return access(path.bytes, R_OK) != 0;
}

static bool is_message_of(const char *id, const char *key)
{
    char buffer[128];
    struct text path = TEXT_IN(buffer);
    locale_path(catalog_languages[0], id, &path);
    json_t *messages = json_load_file(path.bytes, 0, NULL);
    bool found = json_object_get(messages, key) != NULL;
    json_decref(messages);
    return found;
}

static bool is_of_lacking_game(const char *language, const char *key)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (catalog_lacks_game(language, (*game)->id) && is_message_of((*game)->id, key))
            return true;
    return false;
}

size_t catalog_check_complete(struct catalog_texts texts, const char *language,
                              catalog_complain *complain, void *context)
{
    size_t mistakes = 0, index = 0;
    while (strcmp(catalog_languages[index], language) != 0)
        index++;
    for (size_t i = 0; i < texts.count; i++) {
        if (!texts.list[i].patterns[index] && !is_of_lacking_game(language, texts.list[i].key)) {
            complain(context, language, texts.list[i].key, "there is no such message");
            mistakes++;
        }
    }
    return mistakes;
}
