/* Buttons that are pressed after the table has moved on. */
#include <string.h>

#include "bot/commands/command.h"
#include "bot/core/render.h"

bool command_is_stale(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    bool asks_now = (call->command->traits & NEEDS_NOW) && call->arguments[0] != '\0';
    return inbound->table != 0 && asks_now && inbound->line != table_moment(call->table) &&
           !table_asks_since(call->table, (unsigned)call->seat, inbound->line);
}

/* Lists what everybody saw after `line`, oldest first. */
static void list_since(const struct table *table, uint32_t line, const struct words *words,
                       struct text *out)
{
    const struct game_text *game = table->game->text;
    for (unsigned i = table->recent_count; i-- > 0;) {
        const struct made_move *made = &table->recent[i];
        if (made->n <= line)
            continue;
        text_separate(out, ", ");
        text_add_format(out, "%s: ", table->seats[made->seat].name);
        if (game->is_private != NULL && game->is_private(made->move)) {
            words_say_plain(words, out, "press.secret");
            continue;
        }
        game_move_say(table->game, made->move, words, out);
    }
}

void command_answer_stale(struct call *call)
{
    struct sessions *sessions = call->commands->sessions;
    const struct table *table = call->table;
    const struct inbound *inbound = call->inbound;
    char since_buffer[512], situation_buffer[256], buffer[RENDER_LINE_BYTES];
    struct text since = TEXT_IN(since_buffer), situation = TEXT_IN(situation_buffer);
    struct text text = TEXT_IN(buffer);
    struct voice voice;
    struct choices choices;
    union game_view_block view;
    const struct setting_scope asker = call_asker(call);
    const struct telling *telling = session_voice(sessions, table, &asker, &voice);
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    table->game->text->situation(GAME_VIEW(&view), telling, &situation);
    list_since(table, inbound->line, telling->words, &since);
    words_say(telling->words, &text, "press.stale", SAY_NUMBER(inbound->line + 1LL),
              SAY_NUMBER(table_moment(table) + 1LL), SAY_NUMBER(since.length > 0),
              SAY_TEXT(since.bytes), SAY_TEXT(situation.bytes));
    session_move_choices(sessions, table, (unsigned)call->seat, "", &choices);
    answer_choices(call, table, text.bytes, &choices);
    session_program_turn(sessions, call->table, (unsigned)call->seat);
}
