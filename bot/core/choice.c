#include "bot/core/choice.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MAX = GAME_MOVE_TEXT_MAX / 2 };

static void add(struct choices *choices, const struct outbound_choice *choice)
{
    if (choices->count < CHOICES_MAX)
        choices->list[choices->count++] = *choice;
}

void choices_add(struct choices *choices, const struct words *words, const char *key,
                 const char *command, enum choice_weight weight)
{
    struct outbound_choice choice = {.main = weight == CHOICE_MAIN, .asks = weight == CHOICE_ASKS};
    struct text label = TEXT_IN(choice.label), typed = TEXT_IN(choice.command);
    words_say_plain(words, &label, key);
    text_add(&typed, command);
    if (!typed.truncated)
        add(choices, &choice);
}

/* -- Words of moves ---------------------------------------------------------------------------- */

/* Returns the word that begins at `*rest` and moves `*rest` past it; NULL at the end. */
static const char *next_word(const char **rest, size_t *length)
{
    const char *word = *rest + strspn(*rest, " ");
    *length = strcspn(word, " ");
    *rest = word + *length;
    return *length > 0 ? word : NULL;
}

/* Returns word number `index` of a move, or NULL when it has fewer. */
static const char *word_of(const struct move_text *move, unsigned index, size_t *length)
{
    const char *rest = move->text, *word = next_word(&rest, length);
    while (word != NULL && index-- > 0)
        word = next_word(&rest, length);
    return word;
}

static int in_natural_order(const void *one, const void *other)
{
    return strverscmp(((const struct move_text *)one)->text,
                      ((const struct move_text *)other)->text);
}

void move_texts_write(struct move_texts *texts, const struct game *game, const game_move *moves,
                      size_t count)
{
    texts->game = game;
    texts->count = count;
    for (size_t i = 0; i < count; i++) {
        struct text text = TEXT_IN(texts->list[i].text);
        texts->list[i].move = moves[i];
        game->text->print(moves[i], &text);
    }
    qsort(texts->list, count, sizeof texts->list[0], in_natural_order);
}

/* What one typed word demands of a move's word. */
struct wanted {
    char word[GAME_MOVE_TEXT_MAX]; /* as typed, or the canonical word */
    char last[GAME_MOVE_TEXT_MAX]; /* end of a range that begins at `word`; "": no range */
    bool whole;                    /* only the whole word fits, not its beginning */
    const struct words *words;
};

static bool fits(const struct wanted *wanted, const char *word, size_t length)
{
    char copy[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(copy);
    text_add_bytes(&text, word, length);
    if (wanted->last[0] != '\0')
        return strverscmp(wanted->word, copy) <= 0 && strverscmp(copy, wanted->last) <= 0;
    if (wanted->whole)
        return strcasecmp(copy, wanted->word) == 0;
    return words_begin(wanted->words, copy, wanted->word, strlen(wanted->word));
}

static bool move_fits(const struct move_text *move, const struct wanted *wanted, unsigned index)
{
    size_t length;
    const char *word = word_of(move, index, &length);
    return word != NULL && fits(wanted, word, length);
}

static bool any_fits(const struct move_texts *texts, const struct wanted *wanted, unsigned index)
{
    for (size_t i = 0; i < texts->count; i++)
        if (move_fits(&texts->list[i], wanted, index))
            return true;
    return false;
}

static void keep_fitting(struct move_texts *texts, const struct wanted *wanted, unsigned index)
{
    size_t kept = 0;
    for (size_t i = 0; i < texts->count; i++)
        if (move_fits(&texts->list[i], wanted, index))
            texts->list[kept++] = texts->list[i];
    texts->count = kept;
}

static struct wanted read_wanted(const struct words *words, const char *typed, size_t length)
{
    struct wanted wanted = {.whole = true, .words = words};
    struct text word = TEXT_IN(wanted.word), last = TEXT_IN(wanted.last);
    const char *dots = memmem(typed, length, "..", 2);
    const char *canonical = words->canonical(words, typed, length);
    if (dots != NULL) {
        text_add_bytes(&word, typed, (size_t)(dots - typed));
        text_add_bytes(&last, dots + 2, length - (size_t)(dots + 2 - typed));
    } else if (canonical != NULL) {
        text_add(&word, canonical);
    } else {
        text_add_bytes(&word, typed, length);
    }
    return wanted;
}

void move_texts_keep(struct move_texts *texts, const struct words *words, const char *typed)
{
    size_t length;
    unsigned index = 0;
    for (const char *word; (word = next_word(&typed, &length)) != NULL;) {
        struct wanted wanted = read_wanted(words, word, length);
        if (!any_fits(texts, &wanted, index))
            wanted.whole = false;
        keep_fitting(texts, &wanted, index);
        if (wanted.last[0] == '\0')
            index++; /* a range limits the word that comes next */
    }
}

void move_texts_keep_holding(struct move_texts *texts, const char *part)
{
    size_t kept = 0;
    for (size_t i = 0; i < texts->count; i++)
        if (strcasestr(texts->list[i].text, part) != NULL)
            texts->list[kept++] = texts->list[i];
    texts->count = kept;
}

/* -- Choosing word by word --------------------------------------------------------------------- */

/* Moves that share their first words, while people choose the next one. */
struct step {
    const struct move_texts *texts;
    const struct telling *telling;
    struct choices *choices;
    unsigned depth; /* number of words that all share */
    char path[GAME_MOVE_TEXT_MAX];
};

static bool share_word(const struct move_text *one, const struct move_text *other, unsigned index)
{
    size_t length, other_length;
    const char *word = word_of(one, index, &length);
    const char *other_word = word_of(other, index, &other_length);
    return word != NULL && other_word != NULL && length == other_length &&
           memcmp(word, other_word, length) == 0;
}

static unsigned shared_words(const struct move_texts *texts)
{
    for (unsigned depth = 0; depth < WORDS_MAX; depth++)
        for (size_t i = 0; i < texts->count; i++)
            if (!share_word(&texts->list[0], &texts->list[i], depth))
                return depth;
    return WORDS_MAX;
}

static void add_choice(struct step *step, const char *command, const char *rest, const char *label,
                       const char *more)
{
    struct outbound_choice choice = {.main = true, .move = true};
    struct text typed = TEXT_IN(choice.command), shown = TEXT_IN(choice.label);
    text_add_format(&typed, "%s %s", command, rest);
    game_printed_say(label, step->telling->words, &shown);
    text_add(&shown, more);
    if (!typed.truncated)
        add(step->choices, &choice);
}

static void add_move(struct step *step, const struct move_text *move)
{
    const struct game *game = step->texts->game;
    struct outbound_choice *choice = &step->choices->list[step->choices->count];
    size_t before = step->choices->count;
    add_choice(step, "play", move->text, move->text, "");
    if (game == NULL || game->text->label == NULL || step->choices->count == before)
        return;
    char buffer[CHOICE_LABEL_BYTES];
    struct text said = TEXT_IN(buffer);
    game->text->label(move->move, step->telling, &said);
    if (said.length > 0)
        memcpy(choice->label, buffer, sizeof choice->label);
}

/* Adds the moves from `first` to `last`, whose next words form one group or several. */
static void add_range(struct step *step, const struct move_text *first,
                      const struct move_text *last)
{
    char prefix[2 * GAME_MOVE_TEXT_MAX], label[2 * GAME_MOVE_TEXT_MAX];
    struct text typed = TEXT_IN(prefix), shown = TEXT_IN(label);
    size_t length, last_length;
    const char *word = word_of(first, step->depth, &length);
    const char *last_word = word_of(last, step->depth, &last_length);
    if (first == last || word == NULL || last_word == NULL) {
        add_move(step, first);
        return;
    }
    text_add(&typed, step->path);
    text_separate(&typed, " ");
    text_add_bytes(&typed, word, length);
    text_add(&shown, typed.bytes);
    if (!share_word(first, last, step->depth)) {
        text_add_format(&typed, "..%.*s", (int)last_length, last_word);
        text_add_format(&shown, " – %.*s", (int)last_length, last_word);
    }
    add_choice(step, "moves", typed.bytes, shown.bytes, " …");
}

/* Returns the end of the group of moves that have the same next word as number `first`. */
static size_t end_of_group(const struct step *step, size_t first)
{
    const struct move_texts *texts = step->texts;
    size_t end = first + 1;
    while (end < texts->count && share_word(&texts->list[first], &texts->list[end], step->depth))
        end++;
    return end;
}

static size_t count_groups(const struct step *step)
{
    size_t groups = 0;
    for (size_t first = 0; first < step->texts->count; first = end_of_group(step, first))
        groups++;
    return groups;
}

/* Joins as many groups as needed for at most `room` choices; a move without a further word stays
 * alone. */
static void add_groups(struct step *step, size_t room)
{
    size_t groups = count_groups(step);
    size_t together = groups <= room ? 1 : (groups + room - 2) / (room - 1);
    for (size_t first = 0, end; first < step->texts->count; first = end) {
        size_t length;
        bool ends_here = word_of(&step->texts->list[first], step->depth, &length) == NULL;
        end = end_of_group(step, first);
        for (size_t more = ends_here ? together : 1; more < together && end < step->texts->count;
             more++)
            end = end_of_group(step, end);
        add_range(step, &step->texts->list[first], &step->texts->list[end - 1]);
    }
}

void choices_add_moves(struct choices *choices, const struct telling *telling,
                       const struct move_texts *texts, size_t room)
{
    struct step step = {.texts = texts, .telling = telling, .choices = choices};
    if (texts->count <= room) {
        for (size_t i = 0; i < texts->count; i++)
            add_move(&step, &texts->list[i]);
        return;
    }
    step.depth = shared_words(texts);
    struct text path = TEXT_IN(step.path);
    const char *rest = texts->list[0].text;
    size_t length;
    for (unsigned i = 0; i < step.depth; i++) {
        const char *word = next_word(&rest, &length);
        text_separate(&path, " ");
        text_add_bytes(&path, word, length);
    }
    add_groups(&step, room);
}
