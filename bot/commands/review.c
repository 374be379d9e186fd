/* `review`: a person's costliest moves of a finished table, judged by what they could know then.
 *
 * Every decision of theirs is looked at as they saw it, with every hidden card drawn anew: what
 * came to light later plays no part. A move is costly if another was better beyond doubt. The same
 * review comes out whenever it is asked for. Its numbers are kept for `export`
 * (bot/tables/reviews.h).
 */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/commands/command.h"
#include "bot/commands/review_chart.h"
#include "bot/commands/verdict.h"
#include "bot/core/render.h"
#include "bot/tables/finished.h"
#include "bot/tables/reviews.h"

enum {
    COSTLY_MAX = 3,
    CHART_MAX = 60, /* columns */
    REVIEW_BYTES = 8192,
    CHART_BYTES = 4096
};

/* The decisions of one person at one table. */
struct review {
    struct finished finished;
    uint8_t seat;
    size_t count, room;
    struct coach_look *looks;
    uint32_t *lines; /* of the transcript, one for each look */
};

/* -- The decisions ----------------------------------------------------------------------------- */

static void grow(struct review *review)
{
    if (review->count < review->room)
        return;
    review->room = review->room > 0 ? 2 * review->room : 64;
    review->looks = memory_resize(review->looks, review->room * sizeof *review->looks);
    review->lines = memory_resize(review->lines, review->room * sizeof *review->lines);
}

static void take(void *context, const struct walk_step *step)
{
    struct review *review = context;
    const struct game *game = review->finished.game;
    game_move legal[GAME_LEGAL_MAX];
    if (step->seat != review->seat || !step->by_person ||
        game->rules->legal(step->before, step->seat, legal) < 2)
        return;
    grow(review);
    struct coach_look *look = &review->looks[review->count];
    *look = (struct coach_look){.game = game,
                                .players = review->finished.seat_count,
                                .seat = review->seat,
                                .made = true,
                                .move = step->move};
    game->rules->view(step->before, review->seat, GAME_VIEW(&look->view));
    review->lines[review->count++] = step->n;
}

/* False after an answer, and while the store is asked. The caller calls close_review() in any case.
 */
static bool open_review(struct call *call, struct review *review)
{
    const struct inbound *inbound = call->inbound;
    const struct finished *finished = &review->finished;
    *review = (struct review){.count = 0};
    if (!command_open_finished(call, &review->finished))
        return false;
    int seat = finished_seat_of(finished, inbound->network, inbound->person.identity);
    if (seat < 0) {
        answer(call, "refusal.review-not-seated", SAY_NUMBER(finished->id));
        return false;
    }
    review->seat = (uint8_t)seat;
    finished_walk(finished, review, take);
    if (review->count == 0)
        answer(call, "refusal.review-nothing", SAY_NUMBER(finished->id));
    return review->count > 0;
}

static void close_review(struct review *review)
{
    finished_free(&review->finished);
    free(review->looks);
    free(review->lines);
}

/* -- The costliest moves ----------------------------------------------------------------------- */

struct costly {
    size_t count;
    size_t list[COSTLY_MAX]; /* indices of looks, the costliest first */
    double costs[COSTLY_MAX];
};

/* Keeps the order of the game among equals. */
static void insert(struct costly *costly, size_t index, double cost)
{
    size_t place = costly->count;
    while (place > 0 && costly->costs[place - 1] < cost)
        place--;
    if (place == COSTLY_MAX)
        return;
    size_t last = costly->count < COSTLY_MAX ? costly->count++ : COSTLY_MAX - 1;
    for (; last > place; last--) {
        costly->list[last] = costly->list[last - 1];
        costly->costs[last] = costly->costs[last - 1];
    }
    costly->list[place] = index;
    costly->costs[place] = cost;
}

static struct costly find_costly(const struct coach_task *task)
{
    struct costly costly = {.count = 0};
    for (size_t i = 0; i < task->count; i++) {
        const struct coach_verdict *verdict = &task->verdicts[i];
        const struct coach_line *made = coach_find(verdict, task->looks[i].move);
        if (made != NULL && coach_is_better(verdict, made))
            insert(&costly, i, verdict->lines[0].share - made->share);
    }
    return costly;
}

static void say_costly(const struct review *review, const struct coach_task *task, size_t index,
                       const struct telling *telling, struct text *out)
{
    enum { SAID = 3 * GAME_MOVE_SAID_MAX };
    const struct coach_verdict *verdict = &task->verdicts[index];
    const struct coach_line *best = &verdict->lines[0];
    const struct coach_line *made = coach_find(verdict, task->looks[index].move);
    char best_buffer[SAID], made_buffer[SAID], reason_buffer[512];
    struct text better = TEXT_IN(best_buffer), played = TEXT_IN(made_buffer);
    struct text reason = TEXT_IN(reason_buffer);
    render_move(review->finished.game, best->move, telling, &better);
    render_move(review->finished.game, made->move, telling, &played);
    verdict_say_reason(verdict, made, telling->words, &reason);
    int most = verdict_percent(best->share), share = verdict_percent(made->share);
    words_say(telling->words, out, "review.costly", SAY_NUMBER(review->lines[index]),
              SAY_TEXT(played.bytes), SAY_NUMBER(share), SAY_TEXT(better.bytes), SAY_NUMBER(most),
              SAY_NUMBER(most - share), SAY_TEXT(reason.bytes));
}

/* -- The chart --------------------------------------------------------------------------------- */

/* How the game ended for the seat: its part of the win. */
static double final_share(const struct review *review)
{
    struct game_result result;
    const struct finished *finished = &review->finished;
    finished->game->rules->result((const void *)finished->end.state.bytes, &result);
    bool won = (result.winners & SEAT_BIT(review->seat)) != 0;
    return won ? 1.0 / __builtin_popcount(result.winners) : 0;
}

/* What the best moves would have won; of a long game the decisions at even distances. A finished
 * game ends with its result. */
static void say_chart(const struct review *review, const struct coach_task *task,
                      const struct telling *telling, struct text *out)
{
    double shares[CHART_MAX] = {0}, last = final_share(review);
    char chart_buffer[4 * CHART_MAX], end_buffer[8];
    struct text chart = TEXT_IN(chart_buffer), end = TEXT_IN(end_buffer);
    size_t columns = task->count < CHART_MAX ? task->count : CHART_MAX;
    bool ascii = telling_is_ascii(telling);
    for (size_t i = 0; i < columns; i++)
        shares[i] = task->verdicts[i * task->count / columns].lines[0].share;
    verdict_chart(shares, columns, telling->alphabet, &chart);
    if (review->finished.status == TABLE_FINISHED)
        verdict_chart(&last, 1, telling->alphabet, &end);
    words_say(telling->words, out, ascii ? "review.digits" : "review.chart", SAY_TEXT(chart.bytes),
              SAY_NUMBER(verdict_percent(shares[0])),
              SAY_NUMBER(verdict_percent(task->verdicts[task->count - 1].lines[0].share)),
              SAY_NUMBER(end.length > 0), SAY_TEXT(end.bytes));
}

/* -- The review -------------------------------------------------------------------------------- */

static void say_review(const struct review *review, const struct coach_task *task,
                       const struct telling *telling, struct text *out)
{
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    const struct costly costly = find_costly(task);
    text_add_format(&name, "%s.name", review->finished.game->id);
    words_say(telling->words, out, "review.title", SAY_NUMBER(review->finished.id),
              SAY_MESSAGE(name.bytes), SAY_NUMBER((long long)task->count));
    text_add_char(out, '\n');
    say_chart(review, task, telling, out);
    for (size_t i = 0; i < costly.count; i++) {
        text_add_char(out, '\n');
        say_costly(review, task, costly.list[i], telling, out);
    }
    text_add_char(out, '\n');
    words_say(telling->words, out, costly.count > 0 ? "review.look" : "review.nothing-costly",
              SAY_NUMBER(review->finished.id),
              SAY_NUMBER(costly.count > 0 ? review->lines[costly.list[0]] - 1 : 0));
}

/* -- In numbers -------------------------------------------------------------------------------- */

/* The caller frees it. */
static struct record_review numbers_of(const struct review *review, const struct coach_task *task)
{
    struct record_review numbers = {.seat = review->seat,
                                    .ended = review->finished.status == TABLE_FINISHED,
                                    .won = final_share(review),
                                    .count = task->count};
    const struct costly costly = find_costly(task);
    numbers.looks = memory_new((task->count + 1) * sizeof *numbers.looks);
    for (size_t i = 0; i < task->count; i++) {
        const struct coach_verdict *verdict = &task->verdicts[i];
        const struct coach_line *made = coach_find(verdict, task->looks[i].move);
        numbers.looks[i].n = review->lines[i];
        numbers.looks[i].best = verdict->lines[0].share;
        numbers.looks[i].made = made != NULL ? made->share : verdict->lines[0].share;
    }
    for (size_t i = 0; i < costly.count; i++) {
        struct text better = TEXT_IN(numbers.looks[costly.list[i]].better);
        game_move best = task->verdicts[costly.list[i]].lines[0].move;
        review->finished.game->text->print(best, &better);
    }
    return numbers;
}

static void keep_numbers(const struct call *call, const struct review *review,
                         const struct record_review *numbers)
{
    const struct inbound *asker = call->inbound;
    reviews_keep(call->commands->store, review->finished.id, asker->network, asker->person.identity,
                 numbers);
}

/* How the board of the table was shown on this network. */
static enum setting_board board_of(const struct call *call, const struct finished *finished)
{
    for (size_t i = 0; i < finished->place_count; i++) {
        const struct finished_place *place = &finished->places[i];
        const struct setting_scope scope = setting_in_place(place->network, place->place);
        if (strcmp(place->network, call->inbound->network) == 0)
            return style_of(call->commands->styles, &scope).board;
    }
    return BOARD_TEXT;
}

/* Answers with the chart as an image, too, where the board was one. */
static void give_drawn(const struct call *call, const struct review *review, const char *text,
                       const struct record_review *numbers)
{
    const struct words words = call_words(call);
    char drawing_buffer[CHART_BYTES], description_buffer[CHART_BYTES];
    struct text drawing = TEXT_IN(drawing_buffer), description = TEXT_IN(description_buffer);
    if (board_of(call, &review->finished) == BOARD_TEXT) {
        answer_long(call, text);
        return;
    }
    review_chart_draw(numbers, &words, &drawing);
    review_chart_describe(numbers, &words, &description);
    answer_drawn(call, text, &(struct outbound_image){drawing.bytes, description.bytes, false});
}

static void give_review(struct call *call, const struct review *review)
{
    char buffer[REVIEW_BYTES];
    struct text text = TEXT_IN(buffer);
    struct record_review numbers = numbers_of(review, call->coached);
    const char *names[GAME_SEATS_MAX] = {0};
    const struct setting_scope asker = call_asker(call);
    const struct style style = style_of(call->commands->styles, &asker);
    const struct telling telling = {
        .words = &style.words, .names = names, .size = style.size, .alphabet = style.alphabet};
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        names[seat] = seat < review->finished.seat_count ? review->finished.seats[seat].name : "";
    say_review(review, call->coached, &telling, &text);
    keep_numbers(call, review, &numbers);
    give_drawn(call, review, text.bytes, &numbers);
    record_review_free(&numbers);
}

static void tell_progress(const struct call *call, const struct coach_task *task)
{
    answer(call, "review.progress", SAY_NUMBER((long long)task->judged),
           SAY_NUMBER((long long)task->count));
}

static void wait_on(struct call *call)
{
    if (call->coached->has_news)
        tell_progress(call, call->coached);
    call->coached->has_news = false;
    call_await_coach(call);
}

static void begin(struct call *call, const struct review *review)
{
    if (call_ask_coach(call, review->looks, review->count))
        answer(call, "review.begun", SAY_NUMBER((long long)review->count));
}

/* The coach was asked about the same looks. */
static bool is_about(const struct coach_task *task, const struct review *review)
{
    bool same = task->count == review->count;
    for (size_t i = 0; same && i < task->count; i++)
        same = coach_look_is(&task->looks[i], &review->looks[i]);
    return same;
}

void command_review(struct call *call)
{
    struct review review;
    const struct coach_task *asked = call_find_asked(call);
    if (call->coached == NULL && asked != NULL) {
        tell_progress(call, asked);
        return;
    }
    if (call->coached != NULL && call->coached->judged < call->coached->count) {
        wait_on(call);
        return;
    }
    bool opened = open_review(call, &review);
    if (opened && call->coached != NULL && is_about(call->coached, &review))
        give_review(call, &review);
    else if (opened)
        begin(call, &review);
    close_review(&review);
}
