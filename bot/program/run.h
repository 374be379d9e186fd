/* The commands that need adapters.
 *
 * Each takes the words after its name as an argument vector ([0] is "belfry NAME", for messages)
 * and returns the exit status.
 */
#ifndef BELFRY_BOT_PROGRAM_RUN_H
#define BELFRY_BOT_PROGRAM_RUN_H

int run_main(int argc, char **argv);
int play_main(int argc, char **argv);

/* `belfry discord register`: registers the slash commands without running the bot. */
int discord_register_main(int argc, char **argv);

/* `belfry health`: asks a running bot. */
int health_main(int argc, char **argv);

/* `belfry doctor`: looks at everything at once. */
int doctor_main(int argc, char **argv);

/* `belfry store …`: tools for the store of a bot that does not run. */
int store_check_main(int argc, char **argv);
int store_dump_main(int argc, char **argv);
int store_export_main(int argc, char **argv);
int store_retire_main(int argc, char **argv);

/* `belfry store copy`: copies a store into another. */
int store_copy_main(int argc, char **argv);

/* `belfry store status`: shows the processes that share a store. */
int store_status_main(int argc, char **argv);

/* The tools for encrypted backups, which need no store. */
int store_key_main(int argc, char **argv);
int store_decrypt_main(int argc, char **argv);

#endif
