/* The two commands that start an event loop: `belfry run` and `belfry play`.
 *
 * Each takes the words behind its name as an argument vector ([0] is "belfry run" or the like, for
 * messages) and returns the exit status.
 */
#ifndef BELFRY_BOT_PROGRAM_RUN_H
#define BELFRY_BOT_PROGRAM_RUN_H

int run_main(int argc, char **argv);
int play_main(int argc, char **argv);

/* `belfry discord register`: the slash commands, without the bot. */
int discord_register_main(int argc, char **argv);

/* `belfry health`: asks the one that runs. */
int health_main(int argc, char **argv);

#endif
