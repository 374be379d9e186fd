/* Turns events and views into what a network shows: lines about events, and pictures with
 * marked paints.
 *
 * It only sees views, never a state.
 */
#ifndef BELFRY_BOT_CORE_RENDER_H
#define BELFRY_BOT_CORE_RENDER_H

#include "bot/adapter.h"
#include "bot/core/style.h"
#include "games/game.h"

enum { RENDER_LINES_MAX = 2, RENDER_LINE_BYTES = 1500, RENDER_PICTURE_BYTES = 8192 };

/* Tells everybody what a move brought about, in at most two lines: the move and, when something is
 * decided, the decision. What one seat does one after the other is one sentence. The lines in `out`
 * are separated by '\n'. */
void render_events(const struct game *game, const struct game_view *spectator,
                   const struct telling *telling, const struct game_events *events,
                   struct text *out);
/* Adds who acts next to the last line. */
void render_situation(const struct game *game, const struct game_view *spectator,
                      const struct telling *telling, struct text *out);

/* Appends the move as it is typed, and in words where it has codes. */
void render_move(const struct game *game, game_move move, const struct telling *telling,
                 struct text *out);

/* Draws the table in telling's size, or its scoring table, without a '\n' at the end. `coloured`:
 * with its paints marked (games/shared/paint.h). */
void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out);
/* Shows the table in the given style: drawn, or told in sentences. */
void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out);
/* Tells the viewer's hand: drawn where the table is, or in one row that says what it is. */
void render_hand(const struct game *game, const struct game_view *view,
                 const struct telling *telling, const struct style *style, struct text *out);
void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, bool coloured, struct text *out);
/* What a scoring says in the short size, in one row; nothing when the sentences have said it. */
void render_scoring_row(const struct game *game, const struct game_view *view,
                        const struct telling *telling, struct text *out);

#endif
