#include "bot/program/command_line.h"

#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/memory.h"

enum { NAME_COLUMNS = 14 };

static void print_help(const struct command_line_entry *entries, FILE *stream)
{
    fputs("belfry runs tabletop games in Discord and IRC channels and in the terminal.\n\n",
          stream);
    for (const struct command_line_entry *entry = entries; entry->name != NULL; entry++) {
        fprintf(stream, "  belfry %s %s\n", entry->name, entry->arguments);
        fprintf(stream, "  %*s%s\n", NAME_COLUMNS, "", entry->help);
    }
    fputs("  belfry --version | --help | COMMAND --help\n\n"
          "Exit status: 0 done, 1 the work failed, 2 wrong usage.\n",
          stream);
}

void command_line_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    if (argp_parse(argp, argc, argv, 0, NULL, input) == ENOMEM)
        memory_end();
}

/* The number of words of argv that name the entry; 0: they name another command. */
static int match(const struct command_line_entry *entry, int argc, char **argv)
{
    const char *blank = strchr(entry->name, ' ');
    if (blank == NULL)
        return strcmp(argv[1], entry->name) == 0 ? 1 : 0;
    size_t length = (size_t)(blank - entry->name);
    bool first = strlen(argv[1]) == length && strncmp(argv[1], entry->name, length) == 0;
    return first && argc > 2 && strcmp(argv[2], blank + 1) == 0 ? 2 : 0;
}

static int run_entry(const struct command_line_entry *entry, int words, int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "belfry %s", entry->name);
    argv[words] = name;
    int status = entry->run(argc - words, argv + words);
    fflush(stdout); /* what fails leaves its mark */
    if (ferror(stdout)) {
        fprintf(stderr, "belfry: standard output: %s\n", strerror(errno));
        return EXIT_WORK_FAILED;
    }
    return status;
}

/* Whether the word begins a command of two words, as in `belfry config --help`. */
static bool begins_command(const struct command_line_entry *entries, const char *word)
{
    size_t length = strlen(word);
    for (; entries->name != NULL; entries++)
        if (strncmp(entries->name, word, length) == 0 && entries->name[length] == ' ')
            return true;
    return false;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0;
}

int command_line_run(const struct command_line_entry *entries, int argc, char **argv)
{
    argp_err_exit_status = EXIT_WRONG_USAGE;
    if (argc < 2) {
        print_help(entries, stdout);
        return EXIT_WRONG_USAGE;
    }
    if (is_help(argv[1])) {
        print_help(entries, stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("belfry %s (%s)\n", BELFRY_VERSION, command_line_commit);
        return EXIT_DONE;
    }
    for (const struct command_line_entry *entry = entries; entry->name != NULL; entry++) {
        int words = match(entry, argc, argv);
        if (words > 0)
            return run_entry(entry, words, argc, argv);
    }
    bool begun = begins_command(entries, argv[1]);
    if (begun && argc > 2 && is_help(argv[2])) {
        print_help(entries, stdout);
        return EXIT_DONE;
    }
    fprintf(stderr, "belfry: unknown command: %s%s%s (belfry --help lists them)\n", argv[1],
            begun && argc > 2 ? " " : "", begun && argc > 2 ? argv[2] : "");
    return EXIT_WRONG_USAGE;
}
