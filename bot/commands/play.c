#include <string.h>

#include "bot/commands/command.h"
#include "bot/core/render.h"
#include "bot/core/style.h"
#include "games/shared/frame.h"
#include "games/shared/notation.h"

/* -- Moves ------------------------------------------------------------------------------------- */

bool command_may_act(const struct call *call)
{
    const struct table *table = call->table;
    return table->status == TABLE_PLAYING &&
           (table->game->rules->actors(table->state) & SEAT_BIT(call->seat));
}

enum { POSSIBLE_BYTES_MAX = 240 }; /* a longer list is left to `moves` */

/* Lists the moves that begin with what was typed; false when none does. */
static bool list_moves(const struct call *call, const struct words *words, const char *typed,
                       struct text *out)
{
    game_move moves[GAME_LEGAL_MAX];
    struct move_texts texts;
    const struct table *table = call->table;
    size_t count = table->game->rules->legal(table->state, (uint8_t)call->seat, moves);
    move_texts_write(&texts, table->game, moves, count);
    move_texts_keep(&texts, words, typed);
    for (size_t i = 0; i < texts.count; i++)
        moves[i] = texts.list[i].move;
    const struct setting_scope asker = call_asker(call);
    enum alphabet alphabet = style_of(call->commands->styles, &asker).alphabet;
    game_moves_say(table->game, moves, texts.count, words, alphabet, out);
    return texts.count > 0;
}

/* Answers the person alone, with buttons for their moves. */
static void answer_with_moves(const struct call *call, const char *text, const char *typed)
{
    struct choices choices;
    session_move_choices(call->commands->sessions, call->table, (unsigned)call->seat, typed,
                         &choices);
    answer_choices(call, call->table, text, &choices);
}

/* Says why the move was refused and what is possible instead; to the person alone, since both
 * depend on their cards. */
void command_answer_illegal(struct call *call, game_refusal refusal)
{
    char possible_buffer[RENDER_PICTURE_BYTES], buffer[RENDER_PICTURE_BYTES];
    struct text possible = TEXT_IN(possible_buffer), text = TEXT_IN(buffer);
    const struct game_refusal_reason *reason = &call->table->game->refusals[refusal];
    struct words words = call_words(call);
    list_moves(call, &words, "", &possible);
    bool whole = possible.length <= POSSIBLE_BYTES_MAX && !possible.truncated;
    words_say(&words, &text, whole ? "refusal.move" : "refusal.move-many",
              SAY_MESSAGE(reason->message), SAY_NUMBER(reason->rule), SAY_TEXT(possible.bytes));
    answer_with_moves(call, text.bytes, "");
}

void command_answer_not_your_turn(struct call *call)
{
    char buffer[256];
    struct text situation = TEXT_IN(buffer);
    const char *names[GAME_SEATS_MAX];
    struct words words = call_words(call);
    struct telling telling = {
        .words = &words, .names = names, .size = PICTURE_SHORT, .alphabet = ALPHABET_UNICODE};
    union game_view_block view;
    const struct game *game = call->table->game;
    table_names(call->table, names);
    game->rules->view(call->table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    game->text->situation(GAME_VIEW(&view), &telling, &situation);
    answer(call, "refusal.not-your-turn", SAY_TEXT(situation.bytes));
}

/* `moves [BEGINNING]` */
void command_moves(struct call *call)
{
    if (!command_may_act(call)) {
        command_answer_not_your_turn(call);
        return;
    }
    char moves_buffer[RENDER_PICTURE_BYTES], buffer[RENDER_PICTURE_BYTES], typed_buffer[128];
    struct text moves = TEXT_IN(moves_buffer), text = TEXT_IN(buffer),
                typed = TEXT_IN(typed_buffer);
    struct words words = call_words(call);
    const char *beginning = call->arguments;
    bool any = list_moves(call, &words, beginning, &moves);
    if (!any) {
        list_moves(call, &words, "", &moves);
        display_fit(beginning, 40, false, &typed);
        beginning = "";
    }
    words_say(&words, &text, any ? "answer.moves" : "answer.moves-other", SAY_TEXT(moves.bytes),
              SAY_TEXT(typed.bytes));
    answer_with_moves(call, text.bytes, beginning);
}

/* Gives the reason, the paragraph of the rules behind it, and what is possible now. */
void command_why(struct call *call)
{
    const struct game *game = call->table->game;
    game_refusal refused = call->table->seats[call->seat].refused;
    if (refused == 0) {
        answer_plain(call, "answer.why-nothing");
        return;
    }
    char topic_buffer[128], moves_buffer[RENDER_PICTURE_BYTES], buffer[RENDER_PICTURE_BYTES];
    struct text topic = TEXT_IN(topic_buffer), moves = TEXT_IN(moves_buffer);
    struct text text = TEXT_IN(buffer);
    const struct game_refusal_reason *reason = &game->refusals[refused];
    struct words words = call_words(call);
    text_add_format(&topic, "%s.rules.%s", game->id, reason->topic);
    if (command_may_act(call))
        list_moves(call, &words, "", &moves);
    words_say(&words, &text, "answer.why", SAY_MESSAGE(reason->message), SAY_NUMBER(reason->rule),
              SAY_MESSAGE(topic.bytes), SAY_TEXT(moves.bytes), SAY_NUMBER(moves.length > 0));
    answer_with_moves(call, text.bytes, "");
}

/* -- Looking ----------------------------------------------------------------------------------- */

void command_hand(struct call *call)
{
    session_show_hand(call->commands->sessions, call->table, (unsigned)call->seat);
}

/* Everything goes to the person alone, in their language and style. */
void command_recap(struct call *call)
{
    enum { RECAP_BYTES = 2 * RENDER_PICTURE_BYTES };
    struct sessions *sessions = call->commands->sessions;
    struct table *table = call->table;
    char buffer[RECAP_BYTES], picture_buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer), picture = TEXT_IN(picture_buffer);
    struct voice voice;
    union game_view_block view;
    const struct setting_scope asker = call_asker(call);
    const struct telling *telling = session_voice(sessions, table, &asker, &voice);
    bool read =
        session_recap(sessions, call_inquiry(call), table, (unsigned)call->seat, telling, &text);
    if (call_waits(call))
        return;
    if (!read) {
        answer(call, "refusal.record-damaged", SAY_NUMBER(table->id));
        return;
    }
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_table(table->game, GAME_VIEW(&view), telling, &voice.style, &picture);
    text_add_format(&text, "\n%s", picture.bytes);
    answer_text(call, OUTBOUND_HELP, text.bytes);
    session_show_hand(sessions, table, (unsigned)call->seat);
    session_caught_up(sessions, table, (unsigned)call->seat);
}

static void list_lobby(struct call *call)
{
    const struct table *table = call->table;
    char people_buffer[512], name_buffer[64];
    struct text people = TEXT_IN(people_buffer), name = TEXT_IN(name_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        text_separate(&people, ", ");
        text_add(&people, table->seats[seat].name);
    }
    char players_buffer[16];
    struct text players = TEXT_IN(players_buffer);
    game_players_print(table->game, &players);
    answer_here(call, "answer.lobby", SAY_MESSAGE(name.bytes), SAY_TEXT(people.bytes),
                SAY_TEXT(players.bytes), SAY_NUMBER(table->seat_count),
                SAY_NUMBER(session_seats_are_closed(table)));
}

/* Lists how much time the people who are asked have left, one line for each deadline. */
static void say_times(const struct call *call, const struct words *words, struct text *out)
{
    const struct table *table = call->table;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        char buffer[64];
        struct text left = TEXT_IN(buffer);
        session_say_time(call->commands->sessions, table, seat, words, &left);
        if (left.length == 0)
            continue;
        text_separate(out, "\n");
        words_say(words, out, "answer.time-left", SAY_TEXT(table->seats[seat].name),
                  SAY_TEXT(left.bytes), SAY_NUMBER(table->clock.turns[seat].over));
    }
    if (table->clock.paused != 0) {
        text_separate(out, "\n");
        words_say_plain(words, out, "answer.paused");
    }
}

static void look(struct call *call, const struct style *style, enum outbound_kind kind)
{
    struct table *table = call->table;
    const char *names[GAME_SEATS_MAX];
    struct telling telling = {
        .words = &style->words, .names = names, .size = style->size, .alphabet = style->alphabet};
    union game_view_block view;
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    table_names(table, names);
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    render_table(table->game, GAME_VIEW(&view), &telling, style, &text);
    if (kind == OUTBOUND_EVENT)
        say_times(call, &style->words, &text);
    session_say_watchers(table, &style->words, &text);
    if (networks_keeps_boards(call->commands->networks, call->inbound->network) &&
        kind == OUTBOUND_PICTURE)
        answer_text(call, OUTBOUND_HELP, text.bytes); /* the board stays as it is */
    else
        answer_here_text(call, kind, table, text.bytes);
}

/* Reads `table [wide|narrow|short|line|sentences] [ascii]`; false after an answer. */
static bool read_manner(struct call *call, struct style *style)
{
    enum { SENTENCES = PICTURE_SIZES, ASCII, COUNT };
    const char *vocabulary[COUNT] = {[SENTENCES] = "sentences", [ASCII] = "ascii"};
    for (unsigned size = 0; size < PICTURE_SIZES; size++)
        vocabulary[size] = frames[size].name;
    struct words words = call_words(call);
    struct notation notation = notation_of(call->arguments, &words);
    while (!notation_at_end(&notation)) {
        unsigned word;
        if (notation_word(&notation, vocabulary, COUNT, (1u << COUNT) - 1, &word) !=
            NOTATION_READ) {
            answer_plain(call, "refusal.table-usage");
            return false;
        }
        if (word == ASCII) {
            style->alphabet = ALPHABET_ASCII;
            continue;
        }
        style->sentences = word == SENTENCES;
        if (!style->sentences)
            style->size = (enum picture_size)word;
    }
    return true;
}

/* Shows the board itself, where the place keeps one and nothing else is asked for. */
static bool show_board(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct table_place *place =
        session_place(call->commands->sessions, inbound->network, inbound->place);
    if (call->arguments[0] != '\0' || place == NULL || place->table != call->table ||
        !networks_keeps_boards(call->commands->networks, inbound->network))
        return false;
    session_show_board(call->commands->sessions, call->table, place, 0);
    return true;
}

/* Where a board already shows the table, another picture goes to the person alone. */
static struct style style_here(const struct call *call)
{
    bool private = networks_keeps_boards(call->commands->networks, call->inbound->network);
    const struct setting_scope reader = private ? call_asker(call) : call_audience(call);
    return style_of(call->commands->styles, &reader);
}

void command_show(struct call *call)
{
    if (show_board(call))
        return;
    struct style style = style_here(call);
    if (call->table->status == TABLE_LOBBY) {
        list_lobby(call);
    } else if (read_manner(call, &style)) {
        command_printed(call);
        look(call, &style, OUTBOUND_PICTURE);
    }
}

void command_status(struct call *call)
{
    struct style style = style_here(call);
    style.size = PICTURE_LINE;
    style.sentences = false;
    if (call->table->status == TABLE_LOBBY)
        list_lobby(call);
    else
        look(call, &style, OUTBOUND_EVENT);
}
