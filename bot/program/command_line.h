/* The command line: `belfry COMMAND …`. Each command is a function that gets the words after its
 * name and returns the exit status. */
#ifndef BELFRY_BOT_PROGRAM_COMMAND_LINE_H
#define BELFRY_BOT_PROGRAM_COMMAND_LINE_H

enum {
    EXIT_DONE = 0,
    EXIT_WORK_FAILED = 1, /* with one clear line on standard error */
    EXIT_WRONG_USAGE = 2
};

struct command_line_entry {
    const char *name; /* one word or two: "config check"; NULL ends a table */
    /* argv[0] is "belfry NAME", for messages. */
    int (*run)(int argc, char **argv);
    const char *arguments; /* in the form that the help shows */
    const char *help;      /* one line */
};

/* What --version says of the commit: "commit 0123456789ab", with "-dirty" when files differ from
 * it, or "built without git". The build writes it. */
extern const char command_line_commit[];

/* Reads a command's arguments into `input`; on wrong ones it ends the process, after one line. */
struct argp;
void command_line_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Runs the command that argv names. Answers --help and --version itself. */
int command_line_run(const struct command_line_entry *entries, int argc, char **argv);

/* The commands that need no network. */
int simulate_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int games_main(int argc, char **argv);
int config_check_main(int argc, char **argv);
int config_reference_main(int argc, char **argv);
int config_example_main(int argc, char **argv);

#endif
