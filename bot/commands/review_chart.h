/* The chart of a review, for networks that show images: a bar for each decision, as high as the
 * share of wins with the best move. What one of the costliest moves gave away is the tip of its
 * bar in another colour, with the line's number below.
 */
#ifndef BELFRY_BOT_COMMANDS_REVIEW_CHART_H
#define BELFRY_BOT_COMMANDS_REVIEW_CHART_H

#include "bot/core/record_review.h"
#include "games/words.h"

/* Appends the chart as a drawing. The review has at least one look. */
void review_chart_draw(const struct record_review *review, const struct words *words,
                       struct text *out);
/* Appends its numbers in sentences. */
void review_chart_describe(const struct record_review *review, const struct words *words,
                           struct text *out);

#endif
