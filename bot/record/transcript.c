#include "bot/record/transcript.h"

#include <string.h>

#include "bot/record/json_record.h"
#include "bot/record/seed.h"

enum { OUTCOME_BYTES = 8192 };

/* -- Writing ----------------------------------------------------------------------------------- */

/* Ends a line with its further keys: the text between the braces of `further`. */
static void end_line(struct text *out, const char *further)
{
    size_t length = further != NULL ? strlen(further) : 0;
    if (length > 2) {
        text_add_char(out, ',');
        text_add_bytes(out, further + 1, length - 2);
    }
    text_add(out, "}\n");
}

void transcript_print_options(struct text *out, const struct game *game, const uint8_t *options)
{
    text_add_char(out, '{');
    for (unsigned i = 0; i < game->option_count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        json_record_add_string(out, game->options[i].name);
        text_add_char(out, ':');
        json_record_add_string(out, game->options[i].values[options[i]]);
    }
    text_add_char(out, '}');
}

void transcript_print_header(struct text *out, const struct game *game, const char *options,
                             uint8_t players, const uint8_t seed[RNG_KEY_BYTES], const char *setup,
                             const char *further)
{
    char written[SEED_TEXT_MAX];
    text_add_format(out, "{\"belfry\":1,\"game\":\"%s\",\"options\":", game->id);
    text_add(out, options);
    seed_print(seed, written);
    text_add_format(out, ",\"players\":%u,\"seed\":\"%s\",\"setup\":", players, written);
    text_add(out, setup);
    end_line(out, further);
}

void transcript_print_chance(struct text *out, uint32_t n, const char *chance, const char *further)
{
    text_add_format(out, "{\"n\":%u,\"chance\":", n);
    text_add(out, chance);
    end_line(out, further);
}

static void print_move(struct text *out, uint32_t n, uint8_t seat, const char *move)
{
    text_add_format(out, "{\"n\":%u,\"seat\":%u,\"move\":", n, seat + 1u);
    json_record_add_string(out, move);
}

void transcript_print_move(struct text *out, uint32_t n, uint8_t seat, const char *move,
                           const char *further)
{
    print_move(out, n, seat, move);
    end_line(out, further);
}

void transcript_print_move_of(struct text *out, uint32_t n, uint8_t seat, const char *move,
                              const struct game *game, const game_move *legal, size_t count,
                              const char *further)
{
    print_move(out, n, seat, move);
    text_add(out, ",\"legal\":[");
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        game->text->print(legal[i], &text);
        if (i > 0)
            text_add_char(out, ',');
        json_record_add_string(out, buffer);
    }
    text_add_char(out, ']');
    end_line(out, further);
}

void transcript_print_end(struct text *out, bool aborted, uint8_t players,
                          const struct game_result *result)
{
    const char *separator = "";
    text_add_format(out, "{\"end\":\"%s\",\"scores\":[", aborted ? "aborted" : "finished");
    for (uint8_t seat = 0; seat < players; seat++)
        text_add_format(out, "%s%d", seat > 0 ? "," : "", (int)result->scores[seat]);
    text_add(out, "],\"winners\":[");
    for (uint8_t seat = 0; seat < players && !aborted; seat++) {
        if (!(result->winners & SEAT_BIT(seat)))
            continue;
        text_add_format(out, "%s%u", separator, seat + 1u);
        separator = ",";
    }
    text_add(out, "]}\n");
}

/* -- Following a game -------------------------------------------------------------------------- */

static bool complain(struct text *error, const char *complaint)
{
    text_clear(error);
    text_add(error, complaint);
    return false;
}

static void add_reason(const struct game *game, game_refusal refusal, struct text *error)
{
    const struct game_refusal_reason *reason = &game->refusals[refusal];
    text_add_format(error, " (%s, rule %u)", reason->message, reason->rule);
}

static bool is_same_outcome(const struct game *game, struct game_chance *one,
                            struct game_chance *other, uint8_t players, bool setup)
{
    char buffers[2][OUTCOME_BYTES];
    struct text texts[2] = {TEXT_IN(buffers[0]), TEXT_IN(buffers[1])};
    json_record_print(&texts[0], game, one, players, setup);
    json_record_print(&texts[1], game, other, players, setup);
    return text_is(&texts[0], texts[1].bytes);
}

bool transcript_deal(const struct game *game, struct game_state *state, uint8_t players, bool setup,
                     const json_t *outcome, struct game_events *events, bool *as_drawn,
                     struct text *error)
{
    union game_chance_block read, drawn;
    union game_state_block before;
    if (game->rules->phase(state) != GAME_CHANCE)
        return complain(error, "expected a move: nothing is dealt here");
    if (!json_record_read(game, outcome, players, setup, GAME_CHANCE(&read), error))
        return false;
    memcpy(before.bytes, state, game->state_size);
    game->rules->draw(state, GAME_CHANCE(&drawn));
    if (as_drawn != NULL)
        *as_drawn = is_same_outcome(game, GAME_CHANCE(&read), GAME_CHANCE(&drawn), players, setup);
    game_refusal refusal = game->rules->deal(state, GAME_CHANCE(&read), events);
    if (refusal == 0)
        return true;
    memcpy(state, before.bytes, game->state_size);
    complain(error, "expected what the rules can deal");
    add_reason(game, refusal, error);
    return false;
}

/* A line that this program wrote equals what its generator draws again. Then nothing needs to be
 * parsed. */
static bool deal_as_drawn(const struct game *game, struct game_state *state, uint8_t players,
                          bool setup, const char *json, struct game_events *events)
{
    union game_state_block before;
    union game_chance_block drawn;
    char buffer[OUTCOME_BYTES];
    struct text written = TEXT_IN(buffer);
    if (game->rules->phase(state) != GAME_CHANCE)
        return false;
    memcpy(before.bytes, state, game->state_size);
    game->rules->draw(state, GAME_CHANCE(&drawn));
    json_record_print(&written, game, GAME_CHANCE(&drawn), players, setup);
    if (text_is(&written, json) && game->rules->deal(state, GAME_CHANCE(&drawn), events) == 0)
        return true;
    memcpy(state, before.bytes, game->state_size);
    return false;
}

bool transcript_deal_text(const struct game *game, struct game_state *state, uint8_t players,
                          bool setup, const char *json, struct game_events *events,
                          struct text *error)
{
    if (deal_as_drawn(game, state, players, setup, json, events))
        return true;
    json_error_t where;
    json_t *outcome = json_loads(json, JSON_REJECT_DUPLICATES, &where);
    if (outcome == NULL) {
        complain(error, "expected a JSON object: ");
        text_add(error, where.text);
        return false;
    }
    bool dealt = transcript_deal(game, state, players, setup, outcome, events, NULL, error);
    json_decref(outcome);
    return dealt;
}

bool transcript_move(const struct game *game, struct game_state *state, uint8_t players,
                     uint8_t seat, const char *written, struct game_events *events,
                     struct text *error)
{
    game_move move;
    switch (game->rules->phase(state)) {
    case GAME_CHANCE:
        return complain(error, "expected a chance line before the next move");
    case GAME_OVER:
        return complain(error, "expected the end: the game is over");
    default:
        break;
    }
    if (seat >= players || !(game->rules->actors(state) & SEAT_BIT(seat)))
        return complain(error, "expected a move of a seat that may act");
    if (!game_move_read(game, state, seat, written, &move)) {
        complain(error, "expected a move in canonical notation, found ");
        json_record_add_string(error, written);
        return false;
    }
    game_refusal refusal = game->rules->apply(state, seat, move, events);
    if (refusal == 0)
        return true;
    complain(error, "expected a legal move, found ");
    json_record_add_string(error, written);
    add_reason(game, refusal, error);
    return false;
}
