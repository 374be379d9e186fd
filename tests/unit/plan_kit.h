/* What tests of plans share. */
#ifndef BELFRY_TESTS_UNIT_PLAN_KIT_H
#define BELFRY_TESTS_UNIT_PLAN_KIT_H

#include <stdio.h>

#include "tests/unit/host_fixture.h"

enum {
    PAUSE = 8,        /* of the fixture's seats of the bot */
    PLAN_BYTES = 1100 /* of a line that holds a plan */
};

/* The last move of the table, until the next call. */
static inline const char *last_move(const struct table *table)
{
    static char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    table->game->text->print(table->recent[0].move, &text);
    return text.bytes;
}

/* Types a plan in private. */
static inline void plan(struct fixture *fixture, const char *name, const char *text)
{
    char line[PLAN_BYTES];
    snprintf(line, sizeof line, "plan %s", text);
    fixture_clear(fixture);
    fixture_type(fixture, name, "", line);
}

#endif
