/* JSON for people to read: what fits stands on one line, texts of several lines stand as they are.
 */
#ifndef BELFRY_TESTS_JSON_LINES_H
#define BELFRY_TESTS_JSON_LINES_H

#include <jansson.h>

#include "games/shared/text.h"

/* Appends the value and a line end. What does not fit goes on behind `indent` blanks. */
void json_lines_add(const json_t *value, size_t indent, struct text *out);

#endif
