/* `play MOVE, MOVE …`: a line of moves is played as a whole or not at all.
 *
 * It is judged on a copy of the position first. A move that reveals something hidden, or leaves
 * something to chance, ends what can be judged without telling what comes: behind it only `pass`
 * may stand, which is played if the step comes up and dropped if it does not.
 */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/core/style.h"
#include "bot/tables/revealing.h"

enum { LINE_MOVES_MAX = 32 };

struct line_of_moves {
    struct call *call;
    bool several;
    game_move moves[LINE_MOVES_MAX]; /* that are judged to be good */
    unsigned count;
    union game_state_block before, after; /* of the last of them */
    const char *last;                     /* as typed; NULL: none yet */
    const char *spare;                    /* a `pass` behind them that nobody can judge yet */
    unsigned spare_count;
};

/* Why a line is not played. */
struct objection {
    const char *typed; /* the move that it is about */
    const char *key;   /* of a plain reason; NULL: the move is not understood or not legal */
    game_refusal refusal;
    char expected[512]; /* where the move is not understood */
};

/* -- Reading ----------------------------------------------------------------------------------- */

static bool is_pass(const struct call *call, const char *typed)
{
    const struct setting_scope scopes[] = {table_setting_scope(call->table), call_asker(call)};
    for (size_t i = 0; i < 2; i++) {
        struct words words = style_words(call->commands->styles, &scopes[i]);
        const char *canonical = words.canonical(&words, typed, strlen(typed));
        if (canonical != NULL && strcmp(canonical, "pass") == 0)
            return true;
    }
    return false;
}

static bool ends_word(char c)
{
    return c == '\0' || strchr(" \t:", c) != NULL;
}

unsigned command_name_at(const struct table *table, const char *typed, size_t *length)
{
    unsigned found = GAME_SPECTATOR;
    *length = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const char *name = table->seats[seat].name;
        size_t bytes = strlen(name);
        if (bytes > *length && strncasecmp(typed, name, bytes) == 0 && ends_word(typed[bytes])) {
            *length = bytes;
            found = seat;
        }
    }
    return found;
}

/* Puts the numbers of seats where names stand; returns whether there are any. */
static bool number_names(const struct table *table, const char *typed, struct text *out)
{
    bool any = false;
    for (bool begins = true; *typed != '\0';) {
        size_t length;
        unsigned seat = begins ? command_name_at(table, typed, &length) : GAME_SPECTATOR;
        if (seat != GAME_SPECTATOR) {
            text_add_number(out, seat + 1);
            typed += length;
            any = true;
        } else {
            text_add_char(out, *typed++);
        }
        begins = ends_word(typed[-1]);
    }
    return any;
}

static bool parse_in(const struct words *words, const struct call *call,
                     const struct game_view *view, const char *typed, game_move *move,
                     struct text *expected)
{
    const struct game_text *text = call->table->game->text;
    char buffer[INBOUND_TEXT_MAX], ignored_buffer[512];
    struct text numbered = TEXT_IN(buffer), ignored = TEXT_IN(ignored_buffer);
    return text->parse(view, words, typed, move, expected) ||
           (text->names_seats && number_names(call->table, typed, &numbered) &&
            text->parse(view, words, numbered.bytes, move, &ignored));
}

bool command_parse_move(const struct call *call, const struct game_state *state, const char *typed,
                        game_move *move, struct text *expected)
{
    const struct game *game = call->table->game;
    const struct setting_scope scopes[] = {table_setting_scope(call->table), call_asker(call)};
    union game_view_block view;
    game->rules->view(state, (uint8_t)call->seat, GAME_VIEW(&view));
    for (size_t i = 0; i < 2; i++) {
        struct words words = style_words(call->commands->styles, &scopes[i]);
        text_clear(expected);
        if (parse_in(&words, call, GAME_VIEW(&view), typed, move, expected))
            return true;
    }
    return false;
}

bool command_is_seen(const struct call *call)
{
    bool solitary = networks_is_solitary(call->commands->networks, call->inbound->network);
    return call->inbound->place[0] != '\0' && !solitary && !call->inbound->unseen;
}

/* -- Judging ----------------------------------------------------------------------------------- */

static bool seat_may_act(const struct call *call, const struct game_state *state)
{
    return call->table->game->rules->actors(state) & SEAT_BIT(call->seat);
}

/* Makes the move in the copy. */
static game_refusal try_move(struct line_of_moves *line, const char *typed, game_move move)
{
    const struct table *table = line->call->table;
    const union game_state_block before = line->after;
    game_refusal refusal =
        table->game->rules->apply(GAME_STATE(&line->after), (uint8_t)line->call->seat, move, NULL);
    if (refusal == 0) {
        line->before = before;
        line->moves[line->count++] = move;
        line->last = typed;
    }
    return refusal;
}

/* Whether the position depends on something that its owner may not know yet. */
static bool is_open(const struct line_of_moves *line)
{
    const struct table *table = line->call->table;
    if (line->count == 0)
        return false;
    return line->spare_count > 0 ||
           table->game->rules->phase(GAME_STATE(&line->after)) == GAME_CHANCE ||
           revealing(&(struct made_in_state){.game = table->game,
                                             .players = table->seat_count,
                                             .seat = (uint8_t)line->call->seat,
                                             .move = line->moves[line->count - 1],
                                             .before = GAME_STATE(&line->before),
                                             .after = GAME_STATE(&line->after)});
}

static bool judge_move(struct line_of_moves *line, const char *typed, struct objection *objection)
{
    const struct call *call = line->call;
    const struct game_text *text = call->table->game->text;
    struct text expected = TEXT_IN(objection->expected);
    game_move move;
    *objection = (struct objection){.typed = typed};
    if (!seat_may_act(call, GAME_STATE(&line->after)))
        objection->key = "refusal.line-turn";
    else if (line->count == LINE_MOVES_MAX)
        objection->key = "refusal.line-long";
    else if (!command_parse_move(call, GAME_STATE(&line->after), typed, &move, &expected))
        return false;
    else if (command_is_seen(call) && text->is_private != NULL && text->is_private(move))
        objection->key = "refusal.in-private-only";
    else
        objection->refusal = try_move(line, typed, move);
    return objection->key == NULL && objection->refusal == 0;
}

/* A `pass` is spare where its step does not come up. */
static bool judge(struct line_of_moves *line, const char *typed, struct objection *objection)
{
    bool pass = line->several && is_pass(line->call, typed);
    if (!is_open(line))
        return judge_move(line, typed, objection) || pass;
    if (pass) {
        line->spare = typed;
        line->spare_count++;
    } else {
        *objection = (struct objection){.typed = typed, .key = "refusal.line-open"};
    }
    return pass;
}

/* -- Answering --------------------------------------------------------------------------------- */

/* Repeats what the person typed, up to a limited length. */
static void answer_not_understood(const struct call *call, const struct objection *objection)
{
    char buffer[256];
    struct text shown = TEXT_IN(buffer);
    if (call->bare && command_answer_guess(call, objection->typed))
        return;
    display_fit(objection->typed, 40, false, &shown);
    answer(call, "refusal.not-understood", SAY_TEXT(shown.bytes), SAY_TEXT(objection->expected));
}

static void answer_one(struct call *call, const struct objection *objection)
{
    if (objection->key != NULL)
        answer_plain(call, objection->key);
    else if (objection->refusal != 0)
        command_answer_illegal(call, objection->refusal);
    else
        answer_not_understood(call, objection);
}

static void answer_line(const struct line_of_moves *line, const struct objection *objection)
{
    const struct call *call = line->call;
    char typed_buffer[256], last_buffer[256], why_buffer[1024];
    struct text typed = TEXT_IN(typed_buffer), last = TEXT_IN(last_buffer),
                why = TEXT_IN(why_buffer);
    struct words words = call_words(call);
    display_fit(objection->typed, 40, false, &typed);
    display_fit(line->last != NULL ? line->last : "", 40, false, &last);
    if (objection->key != NULL)
        words_say(&words, &why, objection->key, SAY_TEXT(last.bytes));
    else if (objection->refusal != 0)
        words_say_plain(&words, &why, call->table->game->refusals[objection->refusal].message);
    else
        text_add(&why, objection->expected);
    answer(call, "refusal.line", SAY_TEXT(typed.bytes), SAY_TEXT(why.bytes));
}

static void refuse(struct line_of_moves *line, const struct objection *objection)
{
    struct call *call = line->call;
    call->table->seats[call->seat].refused = objection->refusal;
    if (line->several)
        answer_line(line, objection);
    else
        answer_one(call, objection);
    session_program_turn(call->commands->sessions, call->table, (unsigned)call->seat);
}

/* -- Playing ----------------------------------------------------------------------------------- */

/* A person who presses buttons gets the next moves as the answer, or their hand as it is now. */
static void show_what_is_left(struct call *call, const struct game_events *events)
{
    bool shown = events->new_cards & SEAT_BIT(call->seat);
    if (!shown && call->table->status == TABLE_PLAYING &&
        networks_keeps_boards(call->commands->networks, call->inbound->network))
        session_show_hand(call->commands->sessions, call->table, (unsigned)call->seat);
}

/* Makes a move that the rules may still refuse; the refusal is not noted. */
static bool play_if_legal(struct call *call, const char *typed, struct game_events *events)
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    const struct game *game = call->table->game;
    union game_state_block copy;
    game_move move;
    if (!command_may_act(call) ||
        !command_parse_move(call, call->table->state, typed, &move, &expected))
        return false;
    memcpy(copy.bytes, call->table->state, game->state_size);
    return game->rules->apply(GAME_STATE(&copy), (uint8_t)call->seat, move, NULL) == 0 &&
           session_move(call->commands->sessions, call->table, (unsigned)call->seat, move,
                        events) == 0;
}

/* Makes the judged moves in one turn and tells them together. */
static void play(const struct line_of_moves *line)
{
    struct call *call = line->call;
    struct game_events events = {0};
    for (unsigned i = 0; i < line->count; i++)
        session_move(call->commands->sessions, call->table, (unsigned)call->seat, line->moves[i],
                     &events);
    for (unsigned i = 0; i < line->spare_count; i++)
        if (!play_if_legal(call, line->spare, &events))
            break;
    session_tell(call->commands->sessions, call->table, &events);
    show_what_is_left(call, &events);
    command_forgive(call);
}

/* -- The line ---------------------------------------------------------------------------------- */

static const char separators[] = ",;";

/* Cuts the next move off `*rest`, without blanks around it; NULL at the end. */
static char *next_move(char **rest)
{
    for (char *piece; (piece = strsep(rest, separators)) != NULL;) {
        piece += strspn(piece, " \t");
        size_t length = strlen(piece);
        while (length > 0 && strchr(" \t", piece[length - 1]) != NULL)
            piece[--length] = '\0';
        if (length > 0)
            return piece;
    }
    return NULL;
}

/* Whether commas only part what one move names, as in `build c 1, 2`; then they become blanks. */
static bool join_enumeration(const struct call *call, char *typed)
{
    char copy[INBOUND_TEXT_MAX], buffer[512];
    struct text joined = TEXT_IN(copy), expected = TEXT_IN(buffer);
    game_move move;
    text_add(&joined, typed);
    for (char *at = copy; (at = strpbrk(at, separators)) != NULL;)
        *at = ' ';
    if (!command_parse_move(call, call->table->state, copy, &move, &expected))
        return false;
    memcpy(typed, copy, joined.length + 1);
    return true;
}

bool command_is_move(const struct call *call, const char *typed)
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    game_move move;
    return command_parse_move(call, call->table->state, typed, &move, &expected);
}

void command_play(struct call *call)
{
    char copy[INBOUND_TEXT_MAX];
    struct text text = TEXT_IN(copy);
    text_add(&text, call->arguments);
    if (copy[strspn(copy, ",; \t")] == '\0') {
        answer_plain(call, "refusal.play-usage");
        return;
    }
    if (!command_may_act(call)) {
        command_answer_not_your_turn(call);
        return;
    }
    struct line_of_moves line = {.call = call};
    struct objection objection = {0};
    line.several = strpbrk(copy, separators) != NULL && !join_enumeration(call, copy);
    memcpy(line.after.bytes, call->table->state, call->table->game->state_size);
    bool good = true;
    for (char *rest = copy, *typed; good && (typed = next_move(&rest)) != NULL;)
        good = judge(&line, typed, &objection);
    if (good && line.count > 0)
        play(&line);
    else
        refuse(&line, &objection);
}
