#include "bot/tables/plan.h"

#include <ctype.h>
#include <string.h>

const char *const plan_words[PLAN_WHENS] = {
    [PLAN_NEXT] = "",   [PLAN_TURN] = "turn",     [PLAN_PLAYER] = "",
    [PLAN_ANY] = "any", [PLAN_NOBODY] = "nobody", [PLAN_LED] = "led"};

bool plan_fits(const char *pattern, const char *text)
{
    const char *star = NULL, *from = text;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (tolower((unsigned char)*pattern) == tolower((unsigned char)*text)) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
    return strcmp(pattern, " *") == 0 || pattern[strspn(pattern, "*")] == '\0';
}

/* -- Saying ------------------------------------------------------------------------------------ */

static void say_word(const struct telling *telling, const char *word, struct text *out)
{
    char buffer[32];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "word.%s", word);
    words_say_plain(telling->words, out, key.bytes);
    text_add_char(out, ' ');
}

static void say_condition(const struct plan_step *step, const struct telling *telling,
                          struct text *out)
{
    if (step->when == PLAN_NEXT)
        return;
    say_word(telling, "if", out);
    if (step->when == PLAN_PLAYER)
        text_add_format(out, "%s ", telling->names[step->who]);
    else
        say_word(telling, plan_words[step->when], out);
    game_printed_say(step->pattern, telling->words, out);
    if (step->pattern[0] != '\0')
        text_add_char(out, ' ');
}

void plan_say(const struct plan *plan, const struct telling *telling, struct text *out)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        if (i > 0)
            text_add(out, "; ");
        say_condition(step, telling, out);
        say_word(telling, "then", out);
        game_printed_say(step->move, telling->words, out);
        if (step->otherwise[0] == '\0')
            continue;
        text_add(out, "; ");
        say_word(telling, "else", out);
        game_printed_say(step->otherwise, telling->words, out);
    }
}

/* -- Seeing ------------------------------------------------------------------------------------ */

static bool is_about_turns(enum plan_when when)
{
    return when == PLAN_NEXT || when == PLAN_TURN || when == PLAN_LED;
}

static void see_own(struct plan *plan, bool asked)
{
    enum plan_when when = plan->steps[0].when;
    if (plan->seen == PLAN_LATER)
        plan->seen = PLAN_WAITS;
    if (plan->seen == PLAN_WAITS && (when == PLAN_NEXT || (is_about_turns(when) && !asked)))
        plan->seen = PLAN_HOLDS;
}

void plan_see(struct plan *plan, unsigned mover, const char *shown, bool asked)
{
    const struct plan_step *step = &plan->steps[0];
    if (mover == plan->seat) {
        see_own(plan, asked);
        return;
    }
    if (plan->seen == PLAN_LATER || (step->when == PLAN_PLAYER && mover != step->who))
        return;
    bool fits = shown != NULL && plan_fits(step->pattern, shown);
    if (is_about_turns(step->when))
        plan->seen = PLAN_HOLDS;
    else if (step->when == PLAN_NOBODY)
        plan->seen = fits || plan->seen == PLAN_FAILS ? PLAN_FAILS : PLAN_HOLDS;
    else
        plan->seen = fits || plan->seen == PLAN_HOLDS ? PLAN_HOLDS : PLAN_FAILS;
}

/* -- Judging ----------------------------------------------------------------------------------- */

bool plan_is_due(const struct plan *plan)
{
    return plan->seen == PLAN_HOLDS || plan->seen == PLAN_FAILS;
}

static bool holds(const struct plan *plan, const struct game *game, const struct game_view *view)
{
    const struct plan_step *step = &plan->steps[0];
    if (step->when != PLAN_LED)
        return plan->seen == PLAN_HOLDS;
    int led = game->text->led != NULL ? game->text->led(view) : -1;
    return led >= 0 && strcmp(game->text->suits[led], step->pattern) == 0;
}

const char *plan_choice(const struct plan *plan, const struct game *game,
                        const struct game_view *view)
{
    const struct plan_step *step = &plan->steps[0];
    if (holds(plan, game, view))
        return step->move;
    return step->otherwise[0] != '\0' ? step->otherwise : NULL;
}

bool plan_advance(struct plan *plan)
{
    plan->count--;
    memmove(&plan->steps[0], &plan->steps[1], plan->count * sizeof plan->steps[0]);
    plan->seen = PLAN_LATER;
    return plan->count > 0;
}
