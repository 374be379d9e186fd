#include <string.h>

#include "bot/record/json_record.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"
#include "bot/record/transcript.h"

static bool complain(struct text *error, const char *complaint)
{
    text_clear(error);
    text_add(error, complaint);
    return false;
}

static bool read_integer(const json_t *value, json_int_t least, json_int_t most, json_int_t *number)
{
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= least && *number <= most;
}

/* -- The header -------------------------------------------------------------------------------- */

static bool read_game(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    json_int_t version, players;
    if (!read_integer(json_object_get(line, "belfry"), 1, 1, &version))
        return complain(error, "expected \"belfry\" to be 1");
    const char *id = json_string_value(json_object_get(line, "game"));
    reader->game = id == NULL ? NULL : game_find(id);
    if (reader->game == NULL || strcmp(reader->game->id, id) != 0)
        return complain(error, "expected \"game\" to be the id of a game");
    if (!read_integer(json_object_get(line, "players"), reader->game->players_min,
                      reader->game->players_max, &players)) {
        complain(error, "expected \"players\" to be ");
        text_add_format(error, "%u to %u", reader->game->players_min, reader->game->players_max);
        return false;
    }
    reader->players = (uint8_t)players;
    return true;
}

/* One that is written by hand may lack it. */
static bool read_version(const struct game *game, const json_t *version, struct text *error)
{
    json_int_t number;
    if (version == NULL)
        return true;
    if (!read_integer(version, 1, UINT16_MAX, &number))
        return complain(error, "expected \"version\" to be a version of the game");
    if (game_plays_version(game, (unsigned)number))
        return true;
    complain(error, "expected \"version\" to be ");
    if (game->version_least != 0)
        text_add_format(error, "%u to ", game->version_least);
    text_add_format(error, "%u: it was played under other rules, version %u", game->version,
                    (unsigned)number);
    return false;
}

static bool read_option(const struct game_option *option, const json_t *options, uint8_t *value)
{
    const char *written = json_string_value(json_object_get(options, option->name));
    for (uint8_t i = 0; written != NULL && i < option->value_count; i++) {
        if (strcmp(written, option->values[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Whether the option is newer than the record. */
static bool is_missing(const struct game *game, unsigned option, const json_t *options)
{
    return option + game->options_added >= game->option_count &&
           json_object_get(options, game->options[option].name) == NULL;
}

static bool read_options(struct transcript_reader *reader, const json_t *options,
                         struct text *error)
{
    const struct game *game = reader->game;
    size_t missing = 0;
    if (!json_is_object(options))
        return complain(error, "expected \"options\" to be an object");
    game_options_default(game, reader->options);
    for (unsigned i = 0; i < game->option_count; i++) {
        if (is_missing(game, i, options)) {
            missing++;
        } else if (!read_option(&game->options[i], options, &reader->options[i])) {
            complain(error, "expected a value of the option ");
            json_record_add_string(error, game->options[i].name);
            return false;
        }
    }
    if (json_object_size(options) + missing != game->option_count)
        return complain(error, "expected no options but those of the game");
    return true;
}

/* Reads the players' words; the strings belong to the JSON value `words`. */
static bool read_words(struct transcript_reader *reader, const json_t *words,
                       const char *written[GAME_SEATS_MAX], struct text *error)
{
    for (size_t seat = 0; seat < GAME_SEATS_MAX; seat++)
        written[seat] = json_string_value(json_array_get(words, seat));
    if (words == NULL)
        return true;
    if (!json_is_array(words) || json_array_size(words) != reader->players)
        return complain(error, "expected \"words\" to have one word a seat");
    for (size_t seat = 0; seat < reader->players; seat++) {
        if (written[seat] == NULL || (written[seat][0] != '\0' && !shuffle_is_word(written[seat])))
            return complain(error, "expected \"words\" to be words of at most 32 bytes");
        reader->shuffle.words += written[seat][0] != '\0';
    }
    return true;
}

/* Reads the seals of the words, and compares them. */
static bool read_seals(struct transcript_reader *reader, const json_t *seals,
                       const char *const words[GAME_SEATS_MAX], struct text *error)
{
    if (seals == NULL)
        return true;
    if (!json_is_array(seals) || json_array_size(seals) != reader->players)
        return complain(error, "expected \"seals\" to have one seal a seat");
    for (size_t seat = 0; seat < reader->players; seat++) {
        char seal[SHUFFLE_SEAL_TEXT];
        const char *written = json_string_value(json_array_get(seals, seat));
        if (written == NULL ||
            (written[0] != '\0' && !shuffle_read_seal(written, strlen(written), seal)))
            return complain(error, "expected \"seals\" to be 64 hex digits each, or none");
        if (written[0] == '\0')
            continue;
        reader->shuffle.seals++;
        reader->shuffle.broken |= words[seat] == NULL || !shuffle_is_seal_of(seal, words[seat]);
    }
    return true;
}

static bool read_beacon(const json_t *beacon, struct shuffle_beacon *read, struct text *error)
{
    json_int_t round = json_integer_value(json_object_get(beacon, "round"));
    const char *value = json_string_value(json_object_get(beacon, "value"));
    if (beacon == NULL)
        return true;
    if (round < 1 || value == NULL || !shuffle_read_seal(value, strlen(value), read->value))
        return complain(error, "expected \"beacon\" to have a round and a value of 64 hex digits");
    read->round = (uint64_t)round;
    return true;
}

/* Makes the generator's key from the seed, the words and the beacon. */
static bool read_shuffle(struct transcript_reader *reader, const json_t *line, struct rng *rng,
                         struct text *error)
{
    uint8_t seed[RNG_KEY_BYTES], key[RNG_KEY_BYTES];
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    const char *words[GAME_SEATS_MAX];
    const char *written = json_string_value(json_object_get(line, "seed"));
    const json_t *sealed = json_object_get(line, "commitment");
    reader->shuffle = (struct transcript_shuffle){.drawn = true};
    if (written == NULL || !seed_parse(written, seed))
        return complain(error, "expected \"seed\" to be hex digits, at most 64");
    if (!read_words(reader, json_object_get(line, "words"), words, error) ||
        !read_seals(reader, json_object_get(line, "seals"), words, error) ||
        !read_beacon(json_object_get(line, "beacon"), &reader->shuffle.beacon, error))
        return false;
    shuffle_commit(seed, commitment);
    shuffle_key(seed, words, reader->players, &reader->shuffle.beacon, key);
    reader->shuffle.sealed = sealed != NULL;
    reader->shuffle.kept =
        json_is_string(sealed) && strcmp(json_string_value(sealed), commitment) == 0;
    reader->check = state_check_for(key);
    *rng = rng_from_key(key);
    return true;
}

static void read_layout(struct transcript_reader *reader, const json_t *line)
{
    char layout[STATE_CHECK_TEXT];
    const char *written = json_string_value(json_object_get(line, "layout"));
    reader->checks = false;
    if (written == NULL)
        return;
    state_check_print_layout(reader->game, reader->players, reader->options, layout);
    reader->checks = strcmp(written, layout) == 0;
}

/* Whether the state after a line is the one that the writer had. */
static bool check_state(const struct transcript_reader *reader, const json_t *line,
                        struct text *error)
{
    char check[STATE_CHECK_TEXT];
    const json_t *written = json_object_get(line, "check");
    if (!reader->checks || written == NULL)
        return true;
    state_check_print(&reader->check, reader->game,
                      (const struct game_state *)(const void *)reader->state.bytes, check);
    if (json_is_string(written) && strcmp(json_string_value(written), check) == 0)
        return true;
    complain(error, "expected \"check\" to be ");
    text_add_format(error, "\"%s\": the game went on differently when it was written", check);
    return false;
}

/* Reads `setup` or the outcome of a chance line. */
static bool read_outcome(struct transcript_reader *reader, const json_t *outcome, bool setup,
                         struct text *error)
{
    bool as_drawn = true;
    if (!transcript_deal(reader->game, GAME_STATE(&reader->state), reader->players, setup, outcome,
                         &reader->events, &as_drawn, error))
        return false;
    if (!as_drawn && reader->shuffle.drawn) {
        reader->shuffle.drawn = false;
        reader->shuffle.astray = setup ? 0 : reader->n + 1;
    }
    return true;
}

static bool read_header(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    struct rng rng;
    if (!read_game(reader, line, error) ||
        !read_version(reader->game, json_object_get(line, "version"), error) ||
        !read_options(reader, json_object_get(line, "options"), error) ||
        !read_shuffle(reader, line, &rng, error))
        return false;
    read_layout(reader, line);
    reader->game->rules->begin(GAME_STATE(&reader->state), reader->players, reader->options, &rng);
    reader->ended = false;
    reader->n = 0;
    reader->games++;
    char complaint_buffer[TRANSCRIPT_ERROR_MAX];
    struct text complaint = TEXT_IN(complaint_buffer);
    if (read_outcome(reader, json_object_get(line, "setup"), true, &complaint))
        return check_state(reader, line, error);
    complain(error, "setup: ");
    text_add(error, complaint.bytes);
    return false;
}

/* -- Lines with a number ----------------------------------------------------------------------- */

static bool read_number(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    json_int_t n;
    if (read_integer(json_object_get(line, "n"), reader->n + 1, reader->n + 1, &n))
        return true;
    complain(error, "expected \"n\" to be ");
    text_add_number(error, reader->n + 1);
    return false;
}

static bool is_move(const struct game *game, game_move move, const char *written)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    game->text->print(move, &text);
    return text_is(&text, written);
}

/* Whether an older version wrote the move otherwise. */
static bool is_renamed(const struct game *game, const char *written)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text renamed = TEXT_IN(buffer);
    game_add_renamed(game, written, &renamed);
    return !text_is(&renamed, written);
}

/* Whether the move is in a list of an older version, which has another order. */
static bool is_listed(const struct game *game, game_move move, const json_t *legal)
{
    size_t i;
    json_t *written;
    json_array_foreach (legal, i, written) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text renamed = TEXT_IN(buffer);
        game_add_renamed(game, json_string_value(written), &renamed);
        if (is_move(game, move, renamed.bytes))
            return true;
    }
    return false;
}

static bool is_same_list(const struct game *game, const game_move *moves, size_t count,
                         const json_t *legal)
{
    bool same = true, listed = true, renamed = false;
    if (!json_is_array(legal) || json_array_size(legal) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *written = json_string_value(json_array_get(legal, i));
        if (written == NULL)
            return false;
        same &= is_move(game, moves[i], written);
        renamed |= is_renamed(game, written);
    }
    for (size_t i = 0; renamed && i < count; i++)
        listed &= is_listed(game, moves[i], legal);
    return same || (renamed && listed);
}

static bool check_legal(const struct transcript_reader *reader, uint8_t seat, const json_t *legal,
                        struct text *error)
{
    game_move moves[GAME_LEGAL_MAX];
    const struct game *game = reader->game;
    const struct game_state *state = (const struct game_state *)(const void *)reader->state.bytes;
    if (game->rules->phase(state) != GAME_MOVES)
        return true; /* transcript_move refuses the move itself */
    size_t count = game->rules->legal(state, seat, moves);
    if (is_same_list(game, moves, count, legal))
        return true;
    complain(error, "expected \"legal\" to be [");
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        game->text->print(moves[i], &text);
        text_add(error, i > 0 ? "," : "");
        json_record_add_string(error, buffer);
    }
    text_add(error, "]");
    return false;
}

static bool read_move(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    json_int_t seat;
    const char *written = json_string_value(json_object_get(line, "move"));
    const json_t *legal = json_object_get(line, "legal");
    if (!read_number(reader, line, error))
        return false;
    if (!read_integer(json_object_get(line, "seat"), 1, reader->players, &seat)) {
        complain(error, "expected \"seat\" to be 1 to ");
        text_add_number(error, reader->players);
        return false;
    }
    if (written == NULL || json_string_length(json_object_get(line, "move")) != strlen(written))
        return complain(error, "expected \"move\" to be a move");
    if (legal != NULL && !check_legal(reader, (uint8_t)(seat - 1), legal, error))
        return false;
    return transcript_move(reader->game, GAME_STATE(&reader->state), reader->players,
                           (uint8_t)(seat - 1), written, &reader->events, error);
}

static bool read_chance(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    return read_number(reader, line, error) &&
           read_outcome(reader, json_object_get(line, "chance"), false, error);
}

/* -- The end ----------------------------------------------------------------------------------- */

static bool is_same_result(const struct transcript_reader *reader, const json_t *line,
                           const struct game_result *result)
{
    const json_t *scores = json_object_get(line, "scores");
    const json_t *winners = json_object_get(line, "winners");
    json_int_t number;
    if (!json_is_array(scores) || json_array_size(scores) != reader->players ||
        !json_is_array(winners))
        return false;
    size_t winner = 0;
    for (uint8_t seat = 0; seat < reader->players; seat++) {
        int32_t score = result->scores[seat];
        if (!read_integer(json_array_get(scores, seat), score, score, &number))
            return false;
        if ((result->winners & SEAT_BIT(seat)) &&
            !read_integer(json_array_get(winners, winner++), seat + 1, seat + 1, &number))
            return false;
    }
    return json_array_size(winners) == winner;
}

static bool read_end(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    const char *end = json_string_value(json_object_get(line, "end"));
    const struct game_rules *rules = reader->game->rules;
    bool over = rules->phase(GAME_STATE(&reader->state)) == GAME_OVER;
    bool aborted = end != NULL && strcmp(end, "aborted") == 0;
    if (end == NULL || (!aborted && strcmp(end, "finished") != 0))
        return complain(error, "expected \"end\" to be \"finished\" or \"aborted\"");
    if (over == aborted)
        return complain(error, over ? "expected \"finished\": the game is over"
                                    : "expected a move or \"aborted\": the game is not over");
    struct game_result result;
    rules->result(GAME_STATE(&reader->state), &result);
    reader->ended = true;
    reader->ends++;
    if (is_same_result(reader, line, &result))
        return true;
    complain(error, "expected ");
    char buffer[256];
    struct text expected = TEXT_IN(buffer);
    transcript_print_end(&expected, aborted, reader->players, &result);
    text_add_bytes(error, expected.bytes, expected.length - 1);
    return false;
}

/* -- Lines ------------------------------------------------------------------------------------- */

static bool read_object(struct transcript_reader *reader, const json_t *line, struct text *error)
{
    if (!json_is_object(line))
        return complain(error, "expected an object");
    reader->events = (struct game_events){0};
    if (json_object_get(line, "belfry") != NULL)
        return read_header(reader, line, error);
    if (reader->game == NULL)
        return complain(error, "expected a header: an object with \"belfry\"");
    if (reader->ended)
        return complain(error, "expected another header or nothing after the end");
    if (json_object_get(line, "end") != NULL)
        return read_end(reader, line, error);
    bool chance = json_object_get(line, "chance") != NULL;
    if (chance == (json_object_get(line, "move") != NULL))
        return complain(error, "expected an object with \"move\", \"chance\" or \"end\"");
    if (!(chance ? read_chance(reader, line, error) : read_move(reader, line, error)) ||
        !check_state(reader, line, error))
        return false;
    reader->n++;
    reader->lines++;
    return true;
}

void transcript_reader_open(struct transcript_reader *reader)
{
    memset(reader, 0, sizeof *reader);
}

static bool is_blank(const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL && line[length - 1] != '\0')
        length--;
    return length == 0;
}

bool transcript_read_line(struct transcript_reader *reader, const char *line, size_t length,
                          struct text *error)
{
    json_error_t where;
    if (length > TRANSCRIPT_LINE_MAX)
        return complain(error, "expected a line of at most 1 MiB");
    if (is_blank(line, length))
        return complain(error, "expected a JSON object, found a blank line");
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
    if (object == NULL) {
        complain(error, "expected a JSON object: ");
        text_add(error, where.text);
        return false;
    }
    bool read = read_object(reader, object, error);
    json_decref(object);
    return read;
}

bool transcript_read_end(const struct transcript_reader *reader, struct text *error)
{
    return reader->games > 0 || complain(error, "expected a transcript, found nothing");
}
