/* What the page of a record shows, as JSON for its scripts, which the page holds packed:
 *
 *     columns, narrow_columns  the widths of pictures, for screens and for phones
 *     seats       names
 *     pieces      each distinct piece of a drawing, once: the letter 'A' + its paint
 *                 (games/shared/paint.h) and the text
 *     lines       each distinct line of a drawing, once: numbers of pieces
 *     drawings    each distinct drawing, once: numbers of lines
 *     phrases     each distinct part of a text, once
 *     texts       each distinct text, once: numbers of phrases
 *     steps       the setup, then each line of the transcript, in columns; a list of one number a
 *                 viewer is a single number where all are the same
 *         told      texts: what everybody was told
 *         pictures, narrow_pictures  drawings: for a spectator, then for each seat
 *         sentences texts: the same in sentences
 *         hands, narrow_hands  drawings, one per seat; -1: an empty one
 *         spoken    texts: the hands for a screen reader
 *         scorings, narrow_scorings  drawings, by step
 *         secrets   [seat from 0, text], by step: moves that only their seat knows
 *     review      {seat from 0, won: null for an aborted game, looks: [line, share of the best
 * move, of the one made, if it was costly: the best move]}; null: none transcript  its lines,
 * without "legal" and "check"
 */
#ifndef BELFRY_BOT_CORE_RECORD_DATA_H
#define BELFRY_BOT_CORE_RECORD_DATA_H

#include <jansson.h>

#include "bot/core/record_page.h"
#include "games/game.h"

struct record_data {
    json_t *json; /* json_decref() */
    const struct game *game;
};

/* Returns false with a line in `error` when it is not the transcript of one game. */
bool record_data_make(const struct record_page *page, struct record_data *data, struct text *error);

#endif
