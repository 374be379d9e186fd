/* The plans of a table: keeping, judging and dropping them (plan.h). */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/render.h"
#include "bot/tables/plan.h"

/* -- Keeping ----------------------------------------------------------------------------------- */

static bool is_asked(const struct table *table, unsigned seat)
{
    return table->status == TABLE_PLAYING &&
           (table->game->rules->actors(table->state) & SEAT_BIT(seat)) != 0;
}

const struct plan *session_plan(const struct table *table, unsigned seat, unsigned number)
{
    const struct plan *plan = table->plans;
    for (; plan != NULL; plan = plan->next)
        if (plan->seat == seat && --number == 0)
            return plan;
    return NULL;
}

static void append(struct table *table, const struct plan *plan)
{
    struct plan **last = &table->plans;
    while (*last != NULL)
        last = &(*last)->next;
    *last = memory_new(sizeof **last);
    **last = *plan;
    (*last)->next = NULL;
}

session_refusal session_add_plan(struct sessions *sessions, struct table *table,
                                 const struct plan *plan)
{
    struct plan added = *plan;
    bool asked = is_asked(table, plan->seat);
    if (session_plan(table, plan->seat, PLANS_PER_SEAT) != NULL)
        return "refusal.plans-many";
    added.seen = PLAN_LATER;
    if (!asked)
        plan_see(&added, added.seat, NULL, false);
    append(table, &added);
    session_touch_unseen(sessions, table);
    return NULL;
}

static void remove_plan(struct table *table, const struct plan *plan)
{
    struct plan **link = &table->plans;
    while (*link != plan)
        link = &(*link)->next;
    struct plan *removed = *link;
    *link = removed->next;
    free(removed);
}

void session_remove_plan(struct sessions *sessions, struct table *table, const struct plan *plan)
{
    remove_plan(table, plan);
    session_touch_unseen(sessions, table);
}

void session_take_plan(struct table *table, const struct plan *plan)
{
    append(table, plan);
}

/* -- Dropping ---------------------------------------------------------------------------------- */

/* Why plans are dropped: a message, and what it says of the refused move. */
struct dropping {
    const char *why;
    const char *move;                          /* canonical; NULL: none */
    const struct game_refusal_reason *refused; /* NULL: none */
};

static void say_why(const struct dropping *dropping, const struct words *words, struct text *out)
{
    char move_buffer[GAME_MOVE_SAID_MAX];
    struct text move = TEXT_IN(move_buffer);
    if (dropping->move != NULL)
        game_printed_say(dropping->move, words, &move);
    if (dropping->refused != NULL)
        words_say(words, out, dropping->why, SAY_TEXT(move.bytes),
                  SAY_MESSAGE(dropping->refused->message));
    else
        words_say(words, out, dropping->why, SAY_TEXT(move.bytes));
}

/* Tells the owner, in one private line. */
static void tell_dropped(struct sessions *sessions, const struct table *table, unsigned seat,
                         const char *plans, unsigned count, const struct dropping *dropping)
{
    char why_buffer[RENDER_LINE_BYTES], buffer[2 * RENDER_LINE_BYTES];
    struct text why = TEXT_IN(why_buffer), text = TEXT_IN(buffer);
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct words words = style_words(sessions->styles, &reader);
    session_add_place(sessions, table, seat, " · ", &text);
    say_why(dropping, &words, &why);
    words_say(&words, &text, "plan.dropped", SAY_TEXT(plans), SAY_TEXT(why.bytes),
              SAY_NUMBER(count));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
    session_note_untold_seat(sessions, table, seat, SESSION_UNTOLD_PLANS);
}

void session_tell_untold_plans(struct sessions *sessions, struct table *table,
                               const struct table_place *place)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct seat *owner = &table->seats[seat];
        char buffer[2 * RENDER_LINE_BYTES];
        struct text text = TEXT_IN(buffer);
        if (!owner->plans_untold || owner->identity == NULL ||
            table_place_of(table, owner->network, owner->identity) != place)
            continue;
        const struct setting_scope reader = session_seat_reader(table, seat);
        struct words words = style_words(sessions->styles, &reader);
        session_add_place(sessions, table, seat, " · ", &text);
        words_say_plain(&words, &text, "plan.dropped-before");
        session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
        session_seat_is_told(sessions, table, seat, SESSION_UNTOLD_PLANS);
        owner->plans_untold = false;
    }
}

static void say_plan(struct sessions *sessions, const struct table *table, const struct plan *plan,
                     struct text *out)
{
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, plan->seat);
    plan_say(plan, session_voice(sessions, table, &reader, &voice), out);
}

static void drop_one(struct sessions *sessions, struct table *table, const struct plan *plan,
                     const struct dropping *dropping)
{
    char buffer[PLAN_SAID_BYTES];
    struct text said = TEXT_IN(buffer);
    say_plan(sessions, table, plan, &said);
    tell_dropped(sessions, table, plan->seat, said.bytes, 1, dropping);
    session_remove_plan(sessions, table, plan);
}

static void drop_of_seat(struct sessions *sessions, struct table *table, unsigned seat,
                         bool only_due, const struct dropping *dropping)
{
    char buffer[PLAN_SAID_BYTES];
    struct text said = TEXT_IN(buffer);
    unsigned count = 0;
    for (struct plan *plan = table->plans, *next; plan != NULL; plan = next) {
        next = plan->next;
        if (plan->seat != seat || (only_due && !plan_is_due(plan)))
            continue;
        text_separate(&said, " · ");
        say_plan(sessions, table, plan, &said);
        session_remove_plan(sessions, table, plan);
        count++;
    }
    if (count > 0)
        tell_dropped(sessions, table, seat, said.bytes, count, dropping);
}

void session_drop_plans(struct sessions *sessions, struct table *table, seat_set seats,
                        const char *why)
{
    for (unsigned seat = 0; table->plans != NULL && seat < table->seat_count; seat++)
        if (seats & SEAT_BIT(seat))
            drop_of_seat(sessions, table, seat, false, &(struct dropping){.why = why});
}

/* -- Seeing ------------------------------------------------------------------------------------ */

void session_show_plans(struct sessions *sessions, struct table *table, unsigned mover,
                        game_move move)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text shown = TEXT_IN(buffer);
    const struct game_text *text = table->game->text;
    bool hidden = text->is_private != NULL && text->is_private(move);
    if (table->plans == NULL)
        return;
    text->print(move, &shown);
    drop_of_seat(sessions, table, mover, true, &(struct dropping){.why = "plan.why.moved"});
    for (struct plan *plan = table->plans; plan != NULL; plan = plan->next)
        plan_see(plan, mover, hidden ? NULL : shown.bytes, is_asked(table, plan->seat));
}

/* -- Judging ----------------------------------------------------------------------------------- */

/* Whether this process can tell the person of the seat. */
static bool is_served(const struct sessions *sessions, const struct table *table, unsigned seat)
{
    const char *network = table->seats[seat].network;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (strcmp(place->network, network) == 0)
            return place->open;
    return table_is_shown(table) && networks_find(sessions->networks, network, NULL) != NULL;
}

static bool any_due(const struct sessions *sessions, const struct table *table, unsigned seat)
{
    const struct plan *plan = table->plans;
    while (plan != NULL && (plan->seat != seat || !plan_is_due(plan)))
        plan = plan->next;
    return plan != NULL && (table_people_asked(table) & SEAT_BIT(seat)) != 0 &&
           is_served(sessions, table, seat);
}

/* Returns the seat whose plans are judged next, or -1. */
static int due_seat(const struct sessions *sessions, const struct table *table)
{
    if (table->plans == NULL || table->status != TABLE_PLAYING || table->clock.paused != 0)
        return -1;
    for (int seat = 0; seat < table->seat_count; seat++)
        if (any_due(sessions, table, (unsigned)seat))
            return seat;
    return -1;
}

/* As long as a seat of the bot takes that searches; nothing at the table changes it. */
static int64_t draw_pause(const struct sessions *sessions)
{
    const struct thinker *thinker = sessions->thinker;
    return thinker != NULL ? (int64_t)thinker->moment(thinker->context, PLAYER_HARD) : 0;
}

int64_t session_plans_due(const struct sessions *sessions, struct table *table)
{
    if (due_seat(sessions, table) < 0)
        table->clock.plan_due = 0;
    else if (table->clock.plan_due == 0)
        table->clock.plan_due = clock_now(sessions->clock) + draw_pause(sessions);
    return table->clock.plan_due != 0 ? table->clock.plan_due : DEADLINE_NEVER;
}

static const char *why_failed(const struct plan *plan)
{
    static const char *const reasons[PLAN_WHENS] = {[PLAN_PLAYER] = "plan.why.player",
                                                    [PLAN_ANY] = "plan.why.any",
                                                    [PLAN_NOBODY] = "plan.why.nobody",
                                                    [PLAN_LED] = "plan.why.led"};
    return reasons[plan->steps[0].when];
}

/* Whether the move can be made now; if not, fills in why. */
static bool is_possible(const struct table *table, unsigned seat, const char *text, game_move *move,
                        struct dropping *dropping)
{
    const struct game *game = table->game;
    union game_state_block copy;
    *dropping = (struct dropping){.why = "plan.why.unknown", .move = text};
    if (!game_move_read(game, table->state, (uint8_t)seat, text, move))
        return false;
    memcpy(copy.bytes, table->state, game->state_size);
    game_refusal refusal = game->rules->apply(GAME_STATE(&copy), (uint8_t)seat, *move, NULL);
    if (refusal != 0)
        *dropping = (struct dropping){"plan.why.refused", text, &game->refusals[refusal]};
    return refusal == 0;
}

/* Judges the plan of a seat that is asked; a plan that can't go on is dropped. */
static bool judge(struct sessions *sessions, struct table *table, const struct plan *plan,
                  game_move *move)
{
    union game_view_block view;
    struct dropping dropping = {.why = why_failed(plan)};
    table->game->rules->view(table->state, plan->seat, GAME_VIEW(&view));
    const char *text = plan_choice(plan, table->game, GAME_VIEW(&view));
    if (text != NULL && is_possible(table, plan->seat, text, move, &dropping))
        return true;
    drop_one(sessions, table, plan, &dropping);
    return false;
}

/* The plan makes its move. Others of the seat that only wait for its turns wait for the next one;
 * those about moves that the others have made before this one are dropped. */
static void go_on(struct sessions *sessions, struct table *table, struct plan *made)
{
    unsigned seat = made->seat;
    if (plan_advance(made))
        made = NULL;
    for (struct plan *plan = table->plans; plan != NULL; plan = plan->next)
        if (plan != made && plan->seat == seat && plan_is_due(plan) &&
            plan->steps[0].when <= PLAN_TURN)
            plan->seen = PLAN_LATER;
    if (made != NULL)
        session_remove_plan(sessions, table, made);
    drop_of_seat(sessions, table, seat, true, &(struct dropping){.why = "plan.why.other"});
}

void session_play_plans(struct sessions *sessions, struct table *table)
{
    int seat = due_seat(sessions, table);
    game_move move;
    table->clock.plan_due = 0;
    for (struct plan *plan = table->plans, *next; seat >= 0 && plan != NULL; plan = next) {
        next = plan->next;
        if (plan->seat != seat || !plan_is_due(plan) || !judge(sessions, table, plan, &move))
            continue;
        go_on(sessions, table, plan);
        session_move_planned(sessions, table, (unsigned)seat, move);
        return;
    }
}
