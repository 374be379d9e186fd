#include "bot/program/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/adapter.h"
#include "bot/base/memory.h"
#include "bot/core/facts.h"
#include "bot/core/members.h"
#include "bot/core/render.h"
#include "bot/core/request.h"

enum { NAME_BYTES = 16 };

struct protocol {
    const struct protocol_game *game;
    const struct game_rules *rules;
    FILE *in, *out;
    struct player *player;
    struct rng thinking; /* for the player */
    char bot_names[GAME_SEATS_MAX][NAME_BYTES];
    const char *names[GAME_SEATS_MAX];
    struct telling telling;
    uint32_t n; /* lines of the transcript that this game would have */
    unsigned told;
    struct text line; /* being written */
    union game_state_block state;
    union game_chance_block outcome;
    game_move legal[GAME_LEGAL_MAX];
    size_t legal_count;
};

static struct game_state *state_of(struct protocol *protocol)
{
    return GAME_STATE(&protocol->state);
}

/* -- Lines ------------------------------------------------------------------------------------- */

enum line_end { LINE_WHOLE, LINE_TOO_LONG, LINE_NONE };

/* The rest of a line that is too long is read and dropped. The last line may lack its line feed. */
static enum line_end read_line(FILE *in, char line[REQUEST_LINE_MAX], size_t *length)
{
    bool too_long = false;
    int byte;
    for (*length = 0; (byte = getc(in)) != EOF && byte != '\n';) {
        too_long |= *length == REQUEST_LINE_MAX;
        if (!too_long)
            line[(*length)++] = (char)byte;
    }
    if (byte == EOF && *length == 0)
        return LINE_NONE;
    return too_long ? LINE_TOO_LONG : LINE_WHOLE;
}

static bool send_line(struct protocol *protocol)
{
    text_add(&protocol->line, "}\n");
    fwrite(protocol->line.bytes, 1, protocol->line.length, protocol->out);
    text_clear(&protocol->line);
    text_add_char(&protocol->line, '{');
    return fflush(protocol->out) == 0 && !ferror(protocol->out);
}

/* -- The others -------------------------------------------------------------------------------- */

static bool is_late(void *context)
{
    const struct timespec *deadline = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

static struct timespec time_in(uint32_t milliseconds)
{
    enum { THOUSAND = 1000, MILLION = 1000 * THOUSAND };
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / THOUSAND;
    time.tv_nsec += (long)(milliseconds % THOUSAND) * MILLION;
    time.tv_sec += time.tv_nsec / (THOUSAND * MILLION);
    time.tv_nsec %= THOUSAND * MILLION;
    return time;
}

static game_move think(struct protocol *protocol, uint8_t seat)
{
    const struct protocol_game *game = protocol->game;
    const struct player_budget budget = player_level_budget(game->level, game->game);
    struct timespec deadline = time_in(budget.milliseconds);
    union game_view_block view;
    protocol->rules->view(state_of(protocol), seat, GAME_VIEW(&view));
    struct player_question question = {.game = game->game,
                                       .view = GAME_VIEW(&view),
                                       .players = game->players,
                                       .seat = seat,
                                       .level = game->level,
                                       .iterations = budget.iterations};
    if (budget.iterations == UINT32_MAX) {
        question.expired = is_late;
        question.context = &deadline;
    }
    struct rng own = rng_fork(&protocol->thinking);
    memcpy(question.key, own.key, sizeof question.key);
    return player_choose(protocol->player, &question);
}

/* -- What is told ------------------------------------------------------------------------------ */

/* Opens the list of events with the first one. */
static void begin_event(struct protocol *protocol)
{
    if (protocol->told++ == 0) {
        members_add_key(&protocol->line, "events");
        text_add(&protocol->line, "[{");
    } else {
        text_add(&protocol->line, ",{");
    }
}

static void end_events(struct protocol *protocol)
{
    if (protocol->told > 0)
        text_add_char(&protocol->line, ']');
    protocol->told = 0;
}

static void tell(struct protocol *protocol, const struct game_events *events, struct text *told)
{
    union game_view_block view;
    protocol->rules->view(state_of(protocol), GAME_SPECTATOR, GAME_VIEW(&view));
    render_events(protocol->game->game, GAME_VIEW(&view), &protocol->telling, events, told);
}

/* Deals what is due. Returns the number of lines that a transcript has for it. */
static uint32_t deal(struct protocol *protocol, struct game_events *events)
{
    uint32_t lines = 0;
    for (; protocol->rules->phase(state_of(protocol)) == GAME_CHANCE; lines++) {
        protocol->rules->draw(state_of(protocol), GAME_CHANCE(&protocol->outcome));
        protocol->rules->deal(state_of(protocol), GAME_CHANCE(&protocol->outcome), events);
    }
    return lines;
}

static void set_up(struct protocol *protocol)
{
    struct game_events events = {0};
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text told = TEXT_IN(buffer);
    deal(protocol, &events);
    tell(protocol, &events, &told);
    begin_event(protocol);
    members_add_number(&protocol->line, "n", 0);
    members_add_string(&protocol->line, "told", told.bytes);
    text_add_char(&protocol->line, '}');
}

/* Makes a move and tells it; returns why it is refused. */
static game_refusal make_move(struct protocol *protocol, uint8_t seat, game_move move)
{
    const struct game *game = protocol->game->game;
    struct game_events events = {0};
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text told = TEXT_IN(buffer);
    game_refusal refusal = protocol->rules->apply(state_of(protocol), seat, move, &events);
    if (refusal != 0)
        return refusal;
    uint32_t n = ++protocol->n;
    protocol->n += deal(protocol, &events);
    tell(protocol, &events, &told);
    bool hidden = game->text->is_private != NULL && game->text->is_private(move);
    begin_event(protocol);
    facts_add_move(&protocol->line, game, n, seat, move, !hidden || seat == protocol->game->seat,
                   told.bytes);
    text_add_char(&protocol->line, '}');
    return 0;
}

/* -- What the program is asked ----------------------------------------------------------------- */

static bool ask(struct protocol *protocol)
{
    const struct protocol_game *game = protocol->game;
    union game_view_block view;
    protocol->rules->view(state_of(protocol), game->seat, GAME_VIEW(&view));
    protocol->legal_count = protocol->rules->legal(state_of(protocol), game->seat, protocol->legal);
    const struct facts_turn turn = {.game = game->game,
                                    .view = GAME_VIEW(&view),
                                    .telling = &protocol->telling,
                                    .n = protocol->n + 1,
                                    .seat = game->seat,
                                    .legal = protocol->legal,
                                    .legal_count = protocol->legal_count};
    end_events(protocol);
    facts_add_turn(&protocol->line, &turn);
    return send_line(protocol);
}

/* Says what was expected; nothing has changed. */
static bool complain(struct protocol *protocol, const char *error, const char *code,
                     const char *key)
{
    members_add_string(&protocol->line, "error", error);
    members_add_string(&protocol->line, "code", code);
    if (key[0] != '\0')
        members_add_string(&protocol->line, "key", key);
    return send_line(protocol);
}

static bool complain_of(struct protocol *protocol, const char *code, const char *key)
{
    char message_buffer[64], buffer[512];
    struct text message = TEXT_IN(message_buffer), error = TEXT_IN(buffer);
    text_add_format(&message, "protocol.%s", code);
    words_say_plain(protocol->game->words, &error, message.bytes);
    return complain(protocol, error.bytes, code, key);
}

static bool complain_of_rule(struct protocol *protocol, game_refusal refusal)
{
    const struct game_refusal_reason *reason = &protocol->game->game->refusals[refusal];
    char buffer[512];
    struct text error = TEXT_IN(buffer);
    words_say_plain(protocol->game->words, &error, reason->message);
    members_add_number(&protocol->line, "rule", reason->rule);
    return complain(protocol, error.bytes, "illegal", "");
}

/* Reads a move as it is listed, or as people type it. */
static bool read_move(struct protocol *protocol, const char *written, game_move *move,
                      struct text *expected)
{
    const struct protocol_game *game = protocol->game;
    union game_view_block view;
    for (size_t i = 0; i < protocol->legal_count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        *move = protocol->legal[i];
        game->game->text->print(*move, &text);
        if (text_is(&text, written))
            return true;
    }
    protocol->rules->view(state_of(protocol), game->seat, GAME_VIEW(&view));
    return game->game->text->parse(GAME_VIEW(&view), game->words, written, move, expected);
}

enum answer { ANSWER_MOVED, ANSWER_REFUSED, ANSWER_NOT_SENT };

static enum answer refused(bool sent)
{
    return sent ? ANSWER_REFUSED : ANSWER_NOT_SENT;
}

static enum answer try_move(struct protocol *protocol, const char *written)
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    game_move move;
    if (!read_move(protocol, written, &move, &expected))
        return refused(complain(protocol, expected.bytes, "not-a-move", ""));
    game_refusal refusal = make_move(protocol, protocol->game->seat, move);
    return refusal == 0 ? ANSWER_MOVED : refused(complain_of_rule(protocol, refusal));
}

static enum answer take_line(struct protocol *protocol, const char *line, size_t length)
{
    char move[INBOUND_TEXT_MAX] = "";
    bool has_move = false, has_turn = false;
    int64_t turn = 0;
    const struct request_key keys[] = {
        {"move", REQUEST_TEXT, move, sizeof move, &has_move},
        {"turn", REQUEST_NUMBER, &turn, sizeof turn, &has_turn},
    };
    struct request_problem problem;
    if (!request_read(line, length, keys, sizeof keys / sizeof keys[0], &problem))
        return refused(complain_of(protocol, problem.code, problem.key));
    if (!has_move)
        return refused(complain_of(protocol, "no-move", ""));
    if (has_turn && turn != protocol->n + 1)
        return refused(complain_of(protocol, "other-turn", "turn"));
    return try_move(protocol, move);
}

/* Asks until there is a legal move. */
static enum protocol_end take_turn(struct protocol *protocol)
{
    char line[REQUEST_LINE_MAX];
    size_t length;
    if (!ask(protocol))
        return PROTOCOL_OUTPUT_IS_CLOSED;
    for (enum answer answer = ANSWER_REFUSED; answer != ANSWER_MOVED;) {
        enum line_end end = read_line(protocol->in, line, &length);
        if (end == LINE_NONE)
            return ferror(protocol->in) ? PROTOCOL_UNREADABLE : PROTOCOL_NO_MORE_INPUT;
        answer = end == LINE_TOO_LONG ? refused(complain_of(protocol, "too-long", ""))
                                      : take_line(protocol, line, length);
        if (answer == ANSWER_NOT_SENT)
            return PROTOCOL_OUTPUT_IS_CLOSED;
    }
    return PROTOCOL_FINISHED;
}

/* -- The game ---------------------------------------------------------------------------------- */

static bool send_end(struct protocol *protocol, bool aborted)
{
    struct game_result result = {0};
    protocol->rules->result(state_of(protocol), &result);
    end_events(protocol);
    facts_add_end(&protocol->line, aborted, protocol->game->players, &result);
    return send_line(protocol);
}

/* Where several seats may act at once, they act in seat order. */
static enum protocol_end play(struct protocol *protocol)
{
    enum protocol_end end = PROTOCOL_FINISHED;
    while (end == PROTOCOL_FINISHED && protocol->rules->phase(state_of(protocol)) == GAME_MOVES) {
        uint8_t seat = (uint8_t)__builtin_ctz(protocol->rules->actors(state_of(protocol)));
        if (seat == protocol->game->seat)
            end = take_turn(protocol);
        else
            make_move(protocol, seat, think(protocol, seat));
    }
    if (end != PROTOCOL_OUTPUT_IS_CLOSED && !send_end(protocol, end != PROTOCOL_FINISHED))
        return PROTOCOL_OUTPUT_IS_CLOSED;
    return end;
}

static void name_seats(struct protocol *protocol)
{
    unsigned bots = 0;
    for (unsigned seat = 0; seat < protocol->game->players; seat++) {
        struct text name = TEXT_IN(protocol->bot_names[seat]);
        if (seat != protocol->game->seat)
            text_add_format(&name, "Bot %u", ++bots);
        protocol->names[seat] =
            seat == protocol->game->seat ? protocol->game->name : protocol->bot_names[seat];
    }
}

static void begin(struct protocol *protocol)
{
    const struct protocol_game *game = protocol->game;
    struct rng rng = rng_from_key(game->seed);
    protocol->rules = game->game->rules;
    protocol->thinking = rng_for_index(rng.key, UINT64_MAX - 1); /* as `belfry simulate` does */
    protocol->telling = (struct telling){.words = game->words,
                                         .names = protocol->names,
                                         .size = PICTURE_WIDE,
                                         .alphabet = ALPHABET_UNICODE};
    name_seats(protocol);
    text_add_char(&protocol->line, '{');
    facts_add_game(&protocol->line, game->game, game->options, game->players, protocol->names);
    protocol->rules->begin(state_of(protocol), game->players, game->options, &rng);
    set_up(protocol);
}

enum protocol_end protocol_play(const struct protocol_game *game, FILE *in, FILE *out)
{
    struct protocol *protocol = memory_new(sizeof *protocol);
    char *line = memory_new(FACTS_BYTES);
    *protocol = (struct protocol){.game = game,
                                  .in = in,
                                  .out = out,
                                  .player = memory_new(player_size()),
                                  .line = text_in(line, FACTS_BYTES)};
    begin(protocol);
    enum protocol_end end = play(protocol);
    free(protocol->player);
    free(line);
    free(protocol);
    return end;
}
