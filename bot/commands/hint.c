/* `hint`: the two best moves as the coach sees them, from what the person can see. */
#include "bot/commands/command.h"
#include "bot/commands/verdict.h"
#include "bot/core/render.h"

enum { HINT_BYTES = 1024 };

static struct coach_look look_now(const struct call *call)
{
    const struct table *table = call->table;
    struct coach_look look = {.game = table->game, .players = table->seat_count};
    look.seat = (uint8_t)call->seat;
    table->game->rules->view(table->state, look.seat, GAME_VIEW(&look.view));
    return look;
}

static void say_hint(const struct coach_look *look, const struct coach_verdict *verdict,
                     const struct telling *telling, struct text *out)
{
    enum { SAID = 3 * GAME_MOVE_SAID_MAX };
    const struct coach_line *second = verdict->count > 1 ? &verdict->lines[1] : NULL;
    char first_buffer[SAID], second_buffer[SAID], reason_buffer[512];
    struct text move = TEXT_IN(first_buffer), other = TEXT_IN(second_buffer);
    struct text reason = TEXT_IN(reason_buffer);
    render_move(look->game, verdict->lines[0].move, telling, &move);
    if (second != NULL)
        render_move(look->game, second->move, telling, &other);
    verdict_say_reason(verdict, second, telling->words, &reason);
    words_say(telling->words, out, second != NULL ? "answer.hint" : "answer.hint-only",
              SAY_TEXT(move.bytes), SAY_NUMBER(verdict_percent(verdict->lines[0].share)),
              SAY_TEXT(other.bytes),
              SAY_NUMBER(second != NULL ? verdict_percent(second->share) : 0),
              SAY_TEXT(reason.bytes));
}

/* The table is on disk as one that does not count before the person reads the hint. */
static void give_hint(struct call *call, const struct coach_look *look)
{
    char buffer[HINT_BYTES];
    struct text text = TEXT_IN(buffer);
    struct sessions *sessions = call->commands->sessions;
    struct voice voice;
    const struct setting_scope asker = call_asker(call);
    const struct telling *telling = session_voice(sessions, call->table, &asker, &voice);
    say_hint(look, &call->coached->verdicts[0], telling, &text);
    if (session_stop_ranking(sessions, call->table, SEAT_BIT(call->seat))) {
        text_add_char(&text, ' ');
        words_say_plain(telling->words, &text, "answer.hint-unranked");
    }
    answer_text(call, OUTBOUND_ANSWER, text.bytes);
}

static void wait_on(struct call *call)
{
    if (call->coached->has_news)
        answer_plain(call, "answer.hint-waits");
    call->coached->has_news = false;
    call_await_coach(call);
}

void command_hint(struct call *call)
{
    session_refusal refusal =
        session_may_hint(call->commands->sessions, call->table, (unsigned)call->seat);
    if (refusal != NULL) {
        command_refuse(call, refusal);
        return;
    }
    if (!command_may_act(call)) {
        command_answer_not_your_turn(call);
        return;
    }
    /* Meanwhile the table may have gone on: then the coach is asked again. */
    const struct coach_look look = look_now(call);
    bool is_asked = call->coached != NULL && coach_look_is(call->coached->looks, &look);
    if (is_asked && call->coached->judged > 0)
        give_hint(call, &look);
    else if (is_asked)
        wait_on(call);
    else if (call->coached == NULL && call_find_asked(call) != NULL)
        answer_plain(call, "answer.hint-waits");
    else
        call_ask_coach(call, &look, 1);
}
