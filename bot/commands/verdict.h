/* What the coach has found, in words. */
#ifndef BELFRY_BOT_COMMANDS_VERDICT_H
#define BELFRY_BOT_COMMANDS_VERDICT_H

#include "bot/players/coach.h"

/* A share from 0 to 1 as a whole number of hundredths. Neither 0 nor 100 is said of anything in
 * between. */
int verdict_percent(double share);
/* Appends why the first line is better than another; `than` may be NULL. */
void verdict_say_reason(const struct coach_verdict *verdict, const struct coach_line *than,
                        const struct words *words, struct text *out);
/* Appends a chart of shares from 0 to 1, one character each: a block as high as the share, or in
 * ASCII a digit. */
void verdict_chart(const double *shares, size_t count, enum alphabet alphabet, struct text *out);

#endif
