#include "bot/program/command_line.h"

#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/memory.h"

enum { NAME_COLUMNS = 14 };

static void print_entry(const struct command_line_entry *entry, FILE *stream)
{
    fprintf(stream, "  belfry %s%s%s\n", entry->name, entry->arguments[0] != '\0' ? " " : "",
            entry->arguments);
    fprintf(stream, "  %*s%s\n", NAME_COLUMNS, "", entry->help);
}

static void print_help(const struct command_line_entry *entries, FILE *stream)
{
    fputs("belfry runs tabletop games in Discord and IRC channels and in the terminal.\n\n",
          stream);
    for (const struct command_line_entry *entry = entries; entry->name != NULL; entry++)
        print_entry(entry, stream);
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

/* Whether the entry is a command of two words that begins with this one, as `config check` does. */
static bool begins_with(const struct command_line_entry *entry, const char *word)
{
    size_t length = strlen(word);
    return strncmp(entry->name, word, length) == 0 && entry->name[length] == ' ';
}

static bool begins_any(const struct command_line_entry *entries, const char *word)
{
    for (; entries->name != NULL; entries++)
        if (begins_with(entries, word))
            return true;
    return false;
}

/* What `belfry config --help` says. */
static void print_begun(const struct command_line_entry *entries, const char *word)
{
    for (; entries->name != NULL; entries++)
        if (begins_with(entries, word))
            print_entry(entries, stdout);
}

/* As the commands themselves name what they expected, and what came instead. */
static void print_expected(const struct command_line_entry *entries, const char *word,
                           const char *instead)
{
    const char *separator = "";
    fprintf(stderr, "belfry %s: expected one of ", word);
    for (; entries->name != NULL; entries++) {
        if (!begins_with(entries, word))
            continue;
        fprintf(stderr, "%s%s", separator, entries->name + strlen(word) + 1);
        separator = ", ";
    }
    fprintf(stderr, "%s%s\n", instead != NULL ? ": " : "", instead != NULL ? instead : "");
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0;
}

/* The first word is no command; it may begin one. */
static int run_unknown(const struct command_line_entry *entries, const char *word,
                       const char *second)
{
    if (!begins_any(entries, word)) {
        fprintf(stderr, "belfry: unknown command: %s (belfry --help lists them)\n", word);
        return EXIT_WRONG_USAGE;
    }
    if (second != NULL && is_help(second)) {
        print_begun(entries, word);
        return EXIT_DONE;
    }
    print_expected(entries, word, second);
    return EXIT_WRONG_USAGE;
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
    return run_unknown(entries, argv[1], argc > 2 ? argv[2] : NULL);
}
