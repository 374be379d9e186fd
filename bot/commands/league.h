/* Shared by league.c and league_new.c; nobody else includes this. */
#ifndef BELFRY_BOT_COMMANDS_LEAGUE_H
#define BELFRY_BOT_COMMANDS_LEAGUE_H

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/tables/leagues.h"

/* league_new.c */
/* Reads "NAME GAME KEY=VALUE …". Returns NULL after an answer that says what was expected. */
struct league *command_read_league(struct call *call, const char *typed);
/* Invites people to enter. */
void command_announce_league(const struct call *call, const struct league *league);

#endif
