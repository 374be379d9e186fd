#include <stddef.h>

#include "bot/program/command_line.h"
#include "bot/program/run.h"

static const struct command_line_entry entries[] = {
    {"run", run_main, "[--config FILE] [--data DIR]",
     "run the bot; without a configuration: the console network in this terminal"},
    {"play", play_main, "[GAME] [--players N] [--seat N] [--seed HEX] [--option KEY=VALUE] ...",
     "a table in this terminal, no network or account needed"},
    {"simulate", simulate_main,
     "GAME [--players N] [--games N] [--seed HEX] [--bots WHO,...] [--transcript FILE|-] ...",
     "play whole games as fast as possible"},
    {"replay", replay_main, "FILE [--at N]", "check a transcript move by move, or show its table"},
    {"games", games_main, "[--json]", "list the games, their players and options"},
    {"health", health_main, "ADDRESS | --config FILE", "ask the bot that runs here how it is"},
    {"config check", config_check_main, "FILE", "every mistake with file, line and key"},
    {"config reference", config_reference_main, "", "every setting, as a page in Markdown"},
    {"discord register", discord_register_main, "--config FILE [--network NAME] [--guild ID]",
     "register the slash commands with Discord, show what is different"},
    {NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    return command_line_run(entries, argc, argv);
}
