#include <stddef.h>

#include "bot/program/command_line.h"
#include "bot/program/libraries.h"
#include "bot/program/run.h"

static const struct command_line_entry entries[] = {
    {"run", run_main, "[--config FILE] [--data DIR]",
     "run the bot; without a configuration: the console network in this terminal"},
    {"play", play_main,
     "[GAME] [--data DIR] [--players N] [--seat N] [--seed HEX] [--option KEY=VALUE] ...",
     "a table in this terminal, no network or account needed; games are kept"},
    {"simulate", simulate_main,
     "GAME [--players N] [--games N] [--seed HEX] [--bots WHO,...] [--transcript FILE|-] ...",
     "play whole games as fast as possible"},
    {"replay", replay_main, "FILE [--at N] [--html FILE]",
     "check a transcript move by move, show its table, or write it as a page"},
    {"games", games_main, "[--json]", "list the games, their players and options"},
    {"health", health_main, "ADDRESS | --config FILE", "ask a running bot for its health"},
    {"doctor", doctor_main, "[--config FILE] [--data DIR]",
     "configuration, bot, store, disk, backup, clock and limits on one page"},
    {"config check", config_check_main, "FILE [--try]",
     "report every mistake with file, line and key"},
    {"config example", config_example_main, "", "a configuration with every key and its default"},
    {"config reference", config_reference_main, "", "every setting, as a page in Markdown"},
    {"discord register", discord_register_main, "--config FILE [--network NAME] [--guild ID]",
     "register the slash commands with Discord, show what changed"},
    {"store check", store_check_main, "[--config FILE | --data DIR]",
     "check the store of a bot that does not run: the file, every table, every setting"},
    {"store dump", store_dump_main, "TABLE [--config FILE | --data DIR]",
     "what the store holds of a table, damaged or not"},
    {"store export", store_export_main, "TABLE [--config FILE | --data DIR]",
     "the transcript of a table in any state, as far as it can be read"},
    {"store retire", store_retire_main, "TABLE [--config FILE | --data DIR]",
     "take a table out of play; its record stays"},
    {"store copy", store_copy_main, "FROM TO",
     "copy all of a store into an empty one: from a folder to a server, or back"},
    {"store status", store_status_main, "[--config FILE | --data DIR]",
     "how many tables there are; of a database also its processes, what each serves, and its "
     "standbys"},
    {"store key", store_key_main, "FILE", "make a key pair for encrypted backups"},
    {"store decrypt", store_decrypt_main, "--key FILE BACKUP NEWFILE",
     "decrypt an encrypted backup into a new file"},
    {NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    libraries_use_memory();
    return command_line_run(entries, argc, argv);
}
