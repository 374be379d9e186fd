/* Transcripts: a game as JSON Lines, one object per line. The same format is the save, the input of
 * `belfry replay` and the export of a finished table.
 *
 * A reader follows the setup and the chance lines and checks every move; it needs no seed. Where a
 * line carries a check of the state, that is compared too. The reader still draws each outcome
 * before it replaces it with the recorded one, so that a resumed game continues with the right
 * random numbers.
 *
 * Error messages are one line of plain English that says what was expected.
 */
#ifndef BELFRY_BOT_RECORD_TRANSCRIPT_H
#define BELFRY_BOT_RECORD_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "bot/record/shuffle.h"
#include "bot/record/state_check.h"
#include "games/game.h"

enum {
    TRANSCRIPT_LINE_MAX = 1024 * 1024, /* bytes of a line without its end */
    TRANSCRIPT_OPTIONS_MAX = 1024,     /* bytes of the options as JSON */
    TRANSCRIPT_ERROR_MAX = 512
};

/* -- Writing ----------------------------------------------------------------------------------- */

/* Each appends one line with its line feed.
 *
 * `further` is a compact JSON object with the line's further keys, NULL for none:
 *
 *     header  "words"       one word per seat that goes into the shuffle, "" for none
 *                           (bot/record/shuffle.h)
 *             "seals"       of words that were sealed: one SHA-256 per seat, "" for none
 *             "beacon"      {"round":…,"value":"…","chain":"…"} of a public beacon that goes into
 *                           the shuffle too
 *             "commitment"  to the seed
 *             "aborted"     seats whose people ended the table before its end, from 1
 *             "layout"      how states are laid out (bot/record/state_check.h)
 *             "check"       of the state after the setup
 *     lines   "by"          who made the move for its seat: "bot", "forced", …
 *             "check"       of the state after the line
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

/* Each returns false and changes nothing when the game does not allow it. `state` is of a game
 * begun for `players`; `events` may be NULL. */
/* `as_drawn` (may be NULL) tells whether the generator draws the same outcome. */
bool transcript_deal(const struct game *game, struct game_state *state, uint8_t players, bool setup,
                     const json_t *outcome, struct game_events *events, bool *as_drawn,
                     struct text *error);
bool transcript_deal_text(const struct game *game, struct game_state *state, uint8_t players,
                          bool setup, const char *json, struct game_events *events,
                          struct text *error);
bool transcript_move(const struct game *game, struct game_state *state, uint8_t players,
                     uint8_t seat, const char *written, struct game_events *events,
                     struct text *error);

/* -- Reading whole transcripts, line by line --------------------------------------------------- */

/* What the reader learns about the shuffle of a transcript. */
struct transcript_shuffle {
    bool sealed;                  /* the transcript has a commitment */
    bool kept;                    /* the commitment is to this seed */
    uint32_t words;               /* how many players added one */
    uint32_t seals;               /* how many of them were sealed before any was shown */
    struct shuffle_beacon beacon; /* that goes into it */
    bool broken;                  /* a word is not the one that was sealed */
    bool drawn;                   /* every outcome so far is what the generator draws */
    uint32_t astray;              /* otherwise the first line with another outcome; 0: the setup */
};

struct transcript_reader {
    const struct game *game; /* of the current transcript; NULL before the first header */
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX];
    struct transcript_shuffle shuffle;
    struct state_check check;
    bool checks;               /* its layout mark is this program's, so checks can be compared */
    bool ended;                /* its end line has been read */
    uint32_t n;                /* its lines so far */
    uint32_t games;            /* headers so far */
    uint32_t ends;             /* end lines so far */
    uint64_t lines;            /* moves and chance lines of all of them */
    struct game_events events; /* of the last line, or of the setup */
    union game_state_block state;
};

void transcript_reader_open(struct transcript_reader *reader);
/* Reads a line without its line feed. After false the reader must not be used again. */
bool transcript_read_line(struct transcript_reader *reader, const char *line, size_t length,
                          struct text *error);
/* Ends the reading; false when there was no line at all. A transcript without an end line is that
 * of a game still going on. */
bool transcript_read_end(const struct transcript_reader *reader, struct text *error);

/* Called after the header (n is 0) and after each numbered line. */
typedef void transcript_follow(void *context, const struct transcript_reader *reader);

/* Reads a stream to its end; an `error` begins with NAME:LINE. `follow` may be NULL. */
bool transcript_read_stream(FILE *stream, const char *name, struct transcript_reader *reader,
                            transcript_follow *follow, void *context, struct text *error);

#endif
