/* `belfry store key` and `belfry store decrypt`: what an operator needs for encrypted backups. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/encrypted_file.h"
#include "bot/base/error.h"
#include "bot/program/command_line.h"
#include "bot/program/run.h"

static int complain(const char *command, const char *file, const char *reason)
{
    fprintf(stderr, "%s: %s: %s\n", command, file, reason);
    return EXIT_WORK_FAILED;
}

/* -- key --------------------------------------------------------------------------------------- */

static error_t parse_key_option(int key, char *argument, struct argp_state *state)
{
    const char **file = state->input;
    if (key == ARGP_KEY_ARG && *file == NULL)
        *file = argument;
    else if (key == ARGP_KEY_ARG)
        argp_error(state, "one file is enough: %s", argument);
    else if (key == ARGP_KEY_END && *file == NULL)
        argp_error(state, "expected a file for the private key");
    else if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static bool write_line(int descriptor, const char *line)
{
    FILE *stream = fdopen(descriptor, "w");
    if (stream == NULL) {
        close(descriptor);
        return false;
    }
    bool written =
        fprintf(stream, "%s\n", line) > 0 && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    return fclose(stream) == 0 && written;
}

/* Writes a new private key to a new file. */
static bool make_key(const char *file, unsigned char private_key[ENCRYPTION_KEY_BYTES])
{
    char text[ENCRYPTION_KEY_TEXT];
    int descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    encryption_key_make(private_key);
    encryption_key_write(private_key, text);
    bool written = write_line(descriptor, text);
    explicit_bzero(text, sizeof text);
    if (!written) {
        int reason = errno;
        unlink(file);
        errno = reason;
    }
    return written;
}

int store_key_main(int argc, char **argv)
{
    static const struct argp arguments = {
        NULL,
        parse_key_option,
        "FILE",
        "Makes a key pair for encrypted backups: the private key goes into the new FILE, and what "
        "the configuration needs is printed.\vKeep FILE away from the bot's machine. Without it no "
        "encrypted backup can be read.",
        NULL,
        NULL,
        NULL};
    const char *file = NULL;
    unsigned char private_key[ENCRYPTION_KEY_BYTES];
    char public_text[ENCRYPTION_KEY_TEXT];
    command_line_parse(&arguments, argc, argv, &file);
    if (!make_key(file, private_key))
        return complain(argv[0], file, strerrordesc_np(errno));
    encryption_key_write_public(private_key, public_text);
    encryption_key_clear(private_key);
    printf("backup:\n  public-key: %s\n", public_text);
    return EXIT_DONE;
}

/* -- decrypt ----------------------------------------------------------------------------------- */

struct decryption {
    const char *key_file, *from, *to;
};

static error_t parse_decrypt_option(int key, char *argument, struct argp_state *state)
{
    struct decryption *decryption = state->input;
    switch (key) {
    case 'k':
        decryption->key_file = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (decryption->to != NULL)
            argp_error(state, "no further argument expected: %s", argument);
        *(decryption->from == NULL ? &decryption->from : &decryption->to) = argument;
        return 0;
    case ARGP_KEY_END:
        if (decryption->key_file == NULL || decryption->to == NULL)
            argp_error(state, "expected --key FILE, a backup and a new file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* False, with a message, when the file holds no private key. */
static bool read_key(const char *command, const char *file, unsigned char *private_key)
{
    char line[ENCRYPTION_KEY_TEXT + 2] = "";
    FILE *stream = fopen(file, "re");
    if (stream == NULL) {
        complain(command, file, strerrordesc_np(errno));
        return false;
    }
    bool read = fgets(line, sizeof line, stream) != NULL;
    fclose(stream);
    line[strcspn(line, "\r\n")] = '\0';
    read = read && encryption_key_read(line, private_key);
    explicit_bzero(line, sizeof line);
    if (!read)
        complain(command, file, "this is no private key that belfry store key made");
    return read;
}

int store_decrypt_main(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"key", 'k', "FILE", 0, "the private key that belfry store key made", 0}, {0}};
    static const struct argp arguments = {
        options,
        parse_decrypt_option,
        "BACKUP NEWFILE",
        "Decrypts an encrypted backup into a new file, which is a complete store.\v"
        "NEWFILE must not exist; it appears when it is complete.",
        NULL,
        NULL,
        NULL};
    struct decryption decryption = {.key_file = NULL};
    unsigned char private_key[ENCRYPTION_KEY_BYTES];
    char error[ERROR_BYTES] = "";
    command_line_parse(&arguments, argc, argv, &decryption);
    if (!read_key(argv[0], decryption.key_file, private_key))
        return EXIT_WORK_FAILED;
    bool read =
        encrypted_file_read(decryption.from, decryption.to, private_key, error, sizeof error);
    encryption_key_clear(private_key);
    if (!read)
        fprintf(stderr, "%s: %s\n", argv[0], error);
    return read ? EXIT_DONE : EXIT_WORK_FAILED;
}
