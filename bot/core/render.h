/* From events and views to what a network shows: lines of events, pictures in a network's colours.
 *
 * Sees views alone, never a state.
 */
#ifndef BELFRY_BOT_CORE_RENDER_H
#define BELFRY_BOT_CORE_RENDER_H

#include "bot/adapter.h"
#include "bot/core/style.h"
#include "games/game.h"

enum { RENDER_LINES_MAX = 2, RENDER_LINE_BYTES = 1500, RENDER_PICTURE_BYTES = 8192 };

/* What a move brought about, for everybody, in at most two lines: the move and, when something is
 * decided, that; who acts next stands at the end of the last one. `out` gets the lines separated by
 * '\n'. */
void render_events(const struct game *game, const struct game_view *spectator,
                   const struct telling *telling, const struct game_events *events,
                   struct text *out);

/* The table in telling's size, or its scoring table, coloured for `dialect`, without a '\n' at the
 * end. */
void render_picture(const struct game *game, const struct game_view *view,
                    const struct telling *telling, enum dialect dialect, struct text *out);
/* The table as `style` has it: drawn, or told in sentences. */
void render_table(const struct game *game, const struct game_view *view,
                  const struct telling *telling, const struct style *style, struct text *out);
void render_scoring(const struct game *game, const struct game_view *view,
                    const struct telling *telling, enum dialect dialect, struct text *out);

#endif
