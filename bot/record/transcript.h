/* Transcripts: a game as JSON Lines, one object a line. The same format is the save, what `belfry
 * replay` reads and what a finished table exports.
 *
 * Whoever reads follows the setup and the chance lines and checks every move; seeds are not needed.
 * Where a line carries a check of the state, that is compared too. All the same each outcome is
 * first drawn and then replaced by the one that is written, so that a game which is continued draws
 * on from where it was.
 *
 * Complaints are one line of plain English: what was expected.
 */
#ifndef BELFRY_BOT_RECORD_TRANSCRIPT_H
#define BELFRY_BOT_RECORD_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "bot/record/state_check.h"
#include "games/game.h"

enum {
    TRANSCRIPT_LINE_MAX = 1024 * 1024, /* bytes of a line without its end */
    TRANSCRIPT_OPTIONS_MAX = 1024,     /* bytes of the options as JSON */
    TRANSCRIPT_ERROR_MAX = 512
};

/* -- Writing: each appends one line with its end ------------------------------------------------
 *
 * `further` is a compact JSON object with the line's further keys, NULL for none:
 *
 *     header  "words"       one word a seat that goes into the shuffle, "" for none
 * (bot/record/shuffle.h) "commitment"  to the seed "layout"      how states are laid out
 * (bot/record/state_check.h) "check"       of the state after the setup lines   "by"          who
 * made the move for its seat: "bot", "forced", … "check"       of the state after the line
 */

/* Appends the options of a header as JSON: every option of the game with its value. */
void transcript_print_options(struct text *out, const struct game *game, const uint8_t *options);
/* `options` (transcript_print_options) and `setup` (bot/record/json_record.h) are JSON. */
void transcript_print_header(struct text *out, const struct game *game, const char *options,
                             uint8_t players, const uint8_t seed[RNG_KEY_BYTES], const char *setup,
                             const char *further);
void transcript_print_chance(struct text *out, uint32_t n, const char *chance, const char *further);
void transcript_print_move(struct text *out, uint32_t n, uint8_t seat, const char *move,
                           const char *further);
/* The same with the legal moves of the seat in this position. */
void transcript_print_move_of(struct text *out, uint32_t n, uint8_t seat, const char *move,
                              const struct game *game, const game_move *legal, size_t count,
                              const char *further);
/* An aborted game has no winners. */
void transcript_print_end(struct text *out, bool aborted, uint8_t players,
                          const struct game_result *result);

/* -- Following a game -------------------------------------------------------------------------- */

/* Each changes nothing and returns false when the game does not allow it. `state` is of a game
 * begun for `players`; `events` may be NULL. */
/* `as_drawn` (NULL: of no interest) tells whether the generator draws the same. */
bool transcript_deal(const struct game *game, struct game_state *state, uint8_t players, bool setup,
                     const json_t *outcome, struct game_events *events, bool *as_drawn,
                     struct text *error);
bool transcript_deal_text(const struct game *game, struct game_state *state, uint8_t players,
                          bool setup, const char *json, struct game_events *events,
                          struct text *error);
bool transcript_move(const struct game *game, struct game_state *state, uint8_t players,
                     uint8_t seat, const char *written, struct game_events *events,
                     struct text *error);

/* -- Reading whole transcripts, line by line ------------------------------------------------------
 */

/* What is found out about the shuffle of a transcript while it is read. */
struct transcript_shuffle {
    bool sealed;     /* there is a commitment */
    bool kept;       /* it is one to the seed */
    uint32_t words;  /* of players */
    bool drawn;      /* everything so far is what the generator draws */
    uint32_t astray; /* when not: the line whose outcome is another one; 0: the setup */
};

struct transcript_reader {
    const struct game *game; /* of the transcript being read; NULL before the first header */
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX];
    struct transcript_shuffle shuffle;
    struct state_check check;
    bool checks;    /* its states are laid out as this program's, so that checks can be compared */
    bool ended;     /* its end line has been read */
    uint32_t n;     /* its lines so far */
    uint32_t games; /* headers so far */
    uint32_t ends;  /* end lines so far */
    uint64_t lines; /* moves and chance lines of all of them */
    struct game_events events; /* of the last line, or of the setup */
    union game_state_block state;
};

void transcript_reader_open(struct transcript_reader *reader);
/* A line without its end. After false the reader is of no more use. */
bool transcript_read_line(struct transcript_reader *reader, const char *line, size_t length,
                          struct text *error);
/* After the last line: false when there was none. A transcript that stops without an end line is
 * one of a game that goes on. */
bool transcript_read_end(const struct transcript_reader *reader, struct text *error);

/* Told after the header (n is 0) and after each line that has a number. */
typedef void transcript_follow(void *context, const struct transcript_reader *reader);

/* Reads a stream to its end; `error` then begins with NAME:LINE. `follow` may be NULL. */
bool transcript_read_stream(FILE *stream, const char *name, struct transcript_reader *reader,
                            transcript_follow *follow, void *context, struct text *error);

#endif
