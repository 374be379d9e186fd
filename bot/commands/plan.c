/* `plan`, `plans`: what somebody will play when something happens (bot/tables/plan.h).
 *
 *     plan     = step { ";" [ "else" MOVE ] | "," | "then" step }, or "drop" NUMBER
 *     step     = [ [ "if" ] condition "then" ] MOVE { "," MOVE }
 *     condition = "turn" | "any" PATTERN | "nobody" PATTERN | PLAYER PATTERN | "led" SUIT
 *     PATTERN  = a move, the first word of one, or a text of moves with `*`
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/style.h"
#include "bot/tables/plan.h"
#include "games/shared/notation.h"

struct plan_reader {
    struct call *call;
    const char *rest; /* not read yet */
    struct plan plan;
    struct plan_step condition; /* of the next step */
    bool has_condition;
    unsigned judged; /* 1 + the last step with a condition; 0: none has one */
};

/* -- Words ------------------------------------------------------------------------------------- */

static bool is_word(const struct plan_reader *reader, const char *word, const char *typed,
                    size_t length)
{
    return fixed_word_is(reader->call->commands->catalog, word, typed, length);
}

/* What a piece of a plan stands behind. */
enum mark { MARK_STEP, MARK_IF, MARK_THEN, MARK_ELSE, MARK_COUNT };

static enum mark mark_of(const struct plan_reader *reader, const char *typed, size_t length)
{
    static const char *const words[MARK_COUNT] = {
        [MARK_IF] = "if", [MARK_THEN] = "then", [MARK_ELSE] = "else"};
    for (enum mark mark = MARK_IF; mark < MARK_COUNT; mark++)
        if (is_word(reader, words[mark], typed, length))
            return mark;
    return MARK_STEP;
}

static size_t word_length(const char *typed)
{
    return strcspn(typed, " \t;");
}

/* Reads the next mark and what stands behind it, without blanks and commas around it; false at the
 * end. A name behind `if` may be a word of plans. */
static bool next_piece(struct plan_reader *reader, enum mark *mark, struct text *piece)
{
    reader->rest += strspn(reader->rest, " \t,;");
    if (*reader->rest == '\0')
        return false;
    size_t length = word_length(reader->rest);
    *mark = mark_of(reader, reader->rest, length);
    if (*mark != MARK_STEP)
        reader->rest += length;
    text_clear(piece);
    for (bool first = *mark == MARK_IF; *reader->rest != '\0' && *reader->rest != ';';
         first = false) {
        reader->rest += strspn(reader->rest, " \t");
        length = word_length(reader->rest);
        if (!first && mark_of(reader, reader->rest, length) != MARK_STEP)
            break;
        text_separate(piece, " ");
        text_add_bytes(piece, reader->rest, length);
        reader->rest += length;
    }
    while (piece->length > 0 && strchr(" ,", piece->bytes[piece->length - 1]) != NULL)
        piece->bytes[--piece->length] = '\0';
    return true;
}

/* The languages in which moves can be typed: the table's and the person's. */
enum { TONGUES = 2 };

static struct words tongue(const struct call *call, unsigned index)
{
    const struct setting_scope scopes[TONGUES] = {table_setting_scope(call->table),
                                                  call_asker(call)};
    return style_words(call->commands->styles, &scopes[index]);
}

static size_t count_words(const char *const *list)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    return count;
}

/* Appends a list of words of moves in the language of the person. */
static void list_words(const struct call *call, const char *const *list, struct text *out)
{
    struct words words = call_words(call);
    for (size_t i = 0; list[i] != NULL; i++) {
        text_separate(out, ", ");
        game_printed_say(list[i], &words, out);
    }
}

/* -- Moves ------------------------------------------------------------------------------------- */

static bool refuse_usage(const struct call *call)
{
    answer_plain(call, "refusal.plan-usage");
    return false;
}

static bool refuse_move(const struct call *call, const char *typed, const char *expected)
{
    char buffer[256];
    struct text shown = TEXT_IN(buffer);
    display_fit(typed, 40, false, &shown);
    answer(call, "refusal.not-understood", SAY_TEXT(shown.bytes), SAY_TEXT(expected));
    return false;
}

/* Reads a move as it could be typed now. */
static bool parse(const struct call *call, const char *typed, char move[GAME_MOVE_TEXT_MAX],
                  struct text *expected)
{
    struct text printed = text_in(move, GAME_MOVE_TEXT_MAX);
    game_move read;
    if (!command_parse_move(call, call->table->state, typed, &read, expected))
        return false;
    call->table->game->text->print(read, &printed);
    return true;
}

static bool read_move(const struct call *call, const char *typed, char move[GAME_MOVE_TEXT_MAX])
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    return parse(call, typed, move, &expected) || refuse_move(call, typed, expected.bytes);
}

/* Whether commas only part what one move names, as in `build c 1, 2`. */
static bool read_enumeration(const struct call *call, const char *typed,
                             char move[GAME_MOVE_TEXT_MAX])
{
    char copy[INBOUND_TEXT_MAX], buffer[512];
    struct text joined = TEXT_IN(copy), expected = TEXT_IN(buffer);
    text_add(&joined, typed);
    for (char *at = copy; (at = strchr(at, ',')) != NULL;)
        *at = ' ';
    return parse(call, copy, move, &expected);
}

static struct plan_step *add_step(struct plan_reader *reader)
{
    struct plan *plan = &reader->plan;
    if (plan->count == PLAN_STEPS_MAX) {
        answer(reader->call, "refusal.plan-long", SAY_NUMBER(PLAN_STEPS_MAX));
        return NULL;
    }
    struct plan_step *step = &plan->steps[plan->count++];
    *step = (struct plan_step){.when = plan->count == 1 ? PLAN_TURN : PLAN_NEXT};
    if (reader->has_condition) {
        *step = reader->condition;
        reader->judged = plan->count;
    }
    reader->has_condition = false;
    return step;
}

static bool read_one(struct plan_reader *reader, const char *typed)
{
    struct plan_step *step = add_step(reader);
    return step != NULL && read_move(reader->call, typed, step->move);
}

static bool read_moves(struct plan_reader *reader, char *typed)
{
    char move[GAME_MOVE_TEXT_MAX];
    if (strchr(typed, ',') != NULL && read_enumeration(reader->call, typed, move))
        return read_one(reader, move);
    for (char *rest = typed, *piece; (piece = strsep(&rest, ",")) != NULL;) {
        piece += strspn(piece, " \t");
        if (*piece != '\0' && !read_one(reader, piece))
            return false;
    }
    return true;
}

/* -- Patterns ---------------------------------------------------------------------------------- */

static bool refuse_pattern(const struct call *call, const char *typed)
{
    char buffer[512], shown_buffer[256];
    struct text list = TEXT_IN(buffer), shown = TEXT_IN(shown_buffer);
    list_words(call, call->table->game->text->words, &list);
    display_fit(typed, 40, false, &shown);
    answer(call, "refusal.plan-pattern", SAY_TEXT(shown.bytes), SAY_TEXT(list.bytes));
    return false;
}

/* The word of moves that a longer word begins with: `attacks`, `attaquera`. */
static const char *inflected(const struct words *words, const char *const *list, const char *typed,
                             size_t length)
{
    for (; *list != NULL; list++) {
        char buffer[64];
        struct text said = TEXT_IN(buffer);
        game_printed_say(*list, words, &said);
        size_t bytes = strlen(*list);
        if ((bytes < length && strncasecmp(typed, *list, bytes) == 0) ||
            (said.length < length && strncasecmp(typed, said.bytes, said.length) == 0))
            return *list;
    }
    return NULL;
}

/* Returns the first word of moves that was typed, in either language; NULL: it is none. */
static const char *word_of_moves(const struct call *call, const char *typed, size_t length)
{
    const char *const *list = call->table->game->text->words;
    size_t count = count_words(list);
    char buffer[64];
    struct text word = TEXT_IN(buffer);
    text_add_bytes(&word, typed, length);
    for (unsigned i = 0; i < TONGUES; i++) {
        struct words words = tongue(call, i);
        struct notation notation = notation_of(word.bytes, &words);
        unsigned index;
        if (notation_word(&notation, list, count, NOTATION_ALL(count), &index) == NOTATION_READ &&
            notation_at_end(&notation))
            return list[index];
        const char *found = inflected(&words, list, word.bytes, word.length);
        if (found != NULL)
            return found;
    }
    return NULL;
}

/* Appends the word in English, or as it is. */
static void add_canonical(const struct call *call, const char *typed, size_t length,
                          struct text *out)
{
    for (unsigned i = 0; i < TONGUES; i++) {
        struct words words = tongue(call, i);
        const char *found = words.canonical(&words, typed, length);
        if (found != NULL) {
            text_add(out, found);
            return;
        }
    }
    text_add_bytes(out, typed, length);
}

static bool begins_some_move(const struct call *call, const char *typed, size_t length)
{
    const char *const *list = call->table->game->text->words;
    size_t fixed = strcspn(typed, "*");
    while (*list != NULL && strncasecmp(*list, typed, fixed < length ? fixed : length) != 0)
        list++;
    return *list != NULL;
}

/* Appends the words of a pattern with `*`, in English; false when no move can begin so. */
static bool add_starred(const struct call *call, const char *typed, struct text *out)
{
    for (bool first = true; *typed != '\0'; first = false) {
        size_t length = strcspn(typed, " ");
        bool starred = memchr(typed, '*', length) != NULL;
        const char *word = starred || !first ? NULL : word_of_moves(call, typed, length);
        if (first && (starred ? !begins_some_move(call, typed, length) : word == NULL))
            return false;
        text_separate(out, " ");
        if (word != NULL)
            text_add(out, word);
        else if (starred)
            text_add_bytes(out, typed, length);
        else
            add_canonical(call, typed, length, out);
        typed += length;
        typed += strspn(typed, " ");
    }
    return true;
}

/* Canonical texts are plain ASCII. */
static bool may_be_canonical(const char *text)
{
    while (isprint((unsigned char)*text) && *text != '"' && *text != '\\')
        text++;
    return *text == '\0';
}

/* A move as it can be typed, with a first word of any form. */
static bool read_whole_move(const struct call *call, const char *typed,
                            char move[GAME_MOVE_TEXT_MAX], struct text *expected)
{
    char buffer[INBOUND_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    size_t length = strcspn(typed, " ");
    const char *word = word_of_moves(call, typed, length);
    if (parse(call, typed, move, expected))
        return true;
    text_add_format(&text, "%s%s", word != NULL ? word : "", typed + length);
    return word != NULL && parse(call, text.bytes, move, expected);
}

static bool read_pattern(const struct call *call, const char *typed, char *pattern)
{
    char move[GAME_MOVE_TEXT_MAX], buffer[512];
    struct text text = text_in(pattern, PLAN_PATTERN_BYTES), expected = TEXT_IN(buffer);
    const char *word =
        strpbrk(typed, " *") == NULL ? word_of_moves(call, typed, strlen(typed)) : NULL;
    if (strchr(typed, '*') != NULL) {
        if (!add_starred(call, typed, &text))
            return refuse_pattern(call, typed);
    } else if (read_whole_move(call, typed, move, &expected)) {
        text_add(&text, move);
    } else if (word != NULL) {
        text_add_format(&text, "%s *", word);
    } else if (strchr(typed, ' ') != NULL) {
        return refuse_move(call, typed, expected.bytes);
    } else {
        return refuse_pattern(call, typed);
    }
    return (!text.truncated && may_be_canonical(text.bytes)) || refuse_pattern(call, typed);
}

/* -- Conditions -------------------------------------------------------------------------------- */

static bool refuse_condition(const struct call *call, const char *typed)
{
    char names_buffer[512], suits_buffer[256], shown_buffer[256];
    struct text names = TEXT_IN(names_buffer), suits = TEXT_IN(suits_buffer),
                shown = TEXT_IN(shown_buffer);
    const char *const *list = call->table->game->text->suits;
    seat_set others =
        (seat_set)((1u << call->table->seat_count) - 1) & (seat_set)~SEAT_BIT(call->seat);
    table_list_seats(call->table, others, &names);
    if (list != NULL)
        list_words(call, list, &suits);
    display_fit(typed, 40, false, &shown);
    answer(call, "refusal.plan-condition", SAY_TEXT(shown.bytes), SAY_TEXT(names.bytes),
           SAY_NUMBER(list != NULL), SAY_TEXT(suits.bytes));
    return false;
}

static bool read_suit(const struct call *call, const char *typed, char *pattern)
{
    const char *const *suits = call->table->game->text->suits;
    size_t count = count_words(suits);
    struct text text = text_in(pattern, PLAN_PATTERN_BYTES);
    for (unsigned i = 0; i < TONGUES; i++) {
        struct words words = tongue(call, i);
        struct notation notation = notation_of(typed, &words);
        unsigned suit;
        if (notation_word(&notation, suits, count, NOTATION_ALL(count), &suit) == NOTATION_READ &&
            notation_at_end(&notation)) {
            text_add(&text, suits[suit]);
            return true;
        }
    }
    return refuse_condition(call, typed);
}

/* Reads the word or name that a condition begins with; returns its length, 0 when it is none. */
static size_t read_when(const struct plan_reader *reader, const char *typed,
                        struct plan_step *condition)
{
    const struct call *call = reader->call;
    size_t length = strcspn(typed, " ");
    for (enum plan_when when = PLAN_NEXT; when < PLAN_WHENS; when++) {
        if (plan_words[when][0] == '\0' || !is_word(reader, plan_words[when], typed, length) ||
            (when == PLAN_LED && call->table->game->text->suits == NULL))
            continue;
        condition->when = when;
        return length;
    }
    unsigned who = command_name_at(call->table, typed, &length);
    if (who == GAME_SPECTATOR || (int)who == call->seat)
        return 0;
    condition->when = PLAN_PLAYER;
    condition->who = (uint8_t)who;
    return length;
}

static bool read_condition(struct plan_reader *reader, const char *typed)
{
    const struct call *call = reader->call;
    struct plan_step *condition = &reader->condition;
    *condition = (struct plan_step){.who = 0};
    size_t length = read_when(reader, typed, condition);
    if (length == 0)
        return refuse_condition(call, typed);
    reader->has_condition = true;
    const char *rest = typed + length + strspn(typed + length, " ");
    bool any_move =
        *rest == '\0' && (condition->when == PLAN_PLAYER || condition->when == PLAN_ANY);
    if (condition->when == PLAN_TURN)
        return *rest == '\0' || refuse_condition(call, typed);
    if (condition->when == PLAN_LED)
        return read_suit(call, rest, condition->pattern);
    if (*rest == '\0' && !any_move)
        return refuse_pattern(call, rest);
    return read_pattern(call, any_move ? "*" : rest, condition->pattern);
}

/* -- The plan ---------------------------------------------------------------------------------- */

static bool read_else(struct plan_reader *reader, const char *typed)
{
    struct plan_step *step = reader->judged > 0 ? &reader->plan.steps[reader->judged - 1] : NULL;
    bool fits = step != NULL && step->when != PLAN_TURN && step->otherwise[0] == '\0' &&
                !reader->has_condition;
    if (fits && strchr(typed, ',') == NULL)
        return read_move(reader->call, typed, step->otherwise);
    if (fits && read_enumeration(reader->call, typed, step->otherwise))
        return true;
    answer_plain(reader->call, "refusal.plan-else");
    return false;
}

static bool read_piece(struct plan_reader *reader, enum mark mark, char *typed)
{
    struct plan_step ignored;
    bool empty = typed[0] == '\0';
    if (mark == MARK_THEN && empty && !reader->has_condition)
        return true; /* `then if …` */
    if (empty || (reader->has_condition && mark != MARK_THEN))
        return refuse_usage(reader->call);
    if (mark == MARK_ELSE)
        return read_else(reader, typed);
    if (mark == MARK_IF || (mark == MARK_STEP && read_when(reader, typed, &ignored) > 0))
        return read_condition(reader, typed);
    return read_moves(reader, typed);
}

static bool read_plan(struct plan_reader *reader)
{
    char buffer[INBOUND_TEXT_MAX];
    struct text piece = TEXT_IN(buffer);
    enum mark mark;
    while (next_piece(reader, &mark, &piece))
        if (!read_piece(reader, mark, buffer))
            return false;
    return (reader->plan.count > 0 && !reader->has_condition) || refuse_usage(reader->call);
}

/* -- Commands ---------------------------------------------------------------------------------- */

static void say(const struct call *call, const struct plan *plan, struct text *out)
{
    struct voice voice;
    const struct setting_scope asker = call_asker(call);
    plan_say(plan, session_voice(call->commands->sessions, call->table, &asker, &voice), out);
}

static unsigned count_plans(const struct call *call)
{
    unsigned count = 0;
    while (session_plan(call->table, (unsigned)call->seat, count + 1) != NULL)
        count++;
    return count;
}

void command_plans(struct call *call)
{
    enum { LIST_BYTES = PLANS_PER_SEAT * PLAN_SAID_BYTES };
    char buffer[LIST_BYTES], line_buffer[PLAN_SAID_BYTES];
    struct text list = TEXT_IN(buffer), line = TEXT_IN(line_buffer);
    unsigned count = count_plans(call);
    if (count == 0) {
        answer_plain(call, "answer.plans-none");
        return;
    }
    for (unsigned number = 1; number <= count; number++) {
        text_clear(&line);
        say(call, session_plan(call->table, (unsigned)call->seat, number), &line);
        text_separate(&list, "\n");
        text_add_format(&list, "%u. %s", number, line.bytes);
    }
    answer_text(call, OUTBOUND_ANSWER, list.bytes);
}

static void drop_plan(const struct call *call, const char *typed)
{
    char *end;
    unsigned long number = strtoul(typed, &end, 10);
    const struct plan *plan =
        *end == '\0' && number > 0 && number <= PLANS_PER_SEAT
            ? session_plan(call->table, (unsigned)call->seat, (unsigned)number)
            : NULL;
    if (plan == NULL) {
        answer(call, "refusal.plan-number", SAY_NUMBER(count_plans(call)));
        return;
    }
    session_remove_plan(call->commands->sessions, call->table, plan);
    answer(call, "answer.plan-dropped", SAY_NUMBER((long long)number));
}

/* `drop` may also be the first word of a move. */
static bool is_drop(const struct plan_reader *reader, const char **number)
{
    const char *rest = reader->rest, *word;
    size_t length = command_next_word(&rest, &word);
    *number = rest;
    return is_word(reader, "drop", word, length) && isdigit((unsigned char)rest[0]);
}

static void keep(const struct plan_reader *reader)
{
    const struct call *call = reader->call;
    char buffer[PLAN_SAID_BYTES];
    struct text said = TEXT_IN(buffer);
    session_refusal refusal =
        session_add_plan(call->commands->sessions, call->table, &reader->plan);
    if (refusal != NULL) {
        answer(call, refusal, SAY_NUMBER(PLANS_PER_SEAT));
        return;
    }
    say(call, &reader->plan, &said);
    answer(call, "answer.plan-kept", SAY_NUMBER(count_plans(call)), SAY_TEXT(said.bytes));
}

void command_plan(struct call *call)
{
    struct plan_reader reader = {
        .call = call, .rest = call->arguments, .plan = {.seat = (uint8_t)call->seat}};
    const char *number;
    if (command_is_seen(call))
        answer_plain(call, "refusal.plan-public");
    else if (is_drop(&reader, &number))
        drop_plan(call, number);
    else if (read_plan(&reader))
        keep(&reader);
}
