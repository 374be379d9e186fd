#include "bot/base/encrypted_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/base/sync.h"
#include "games/shared/text.h"

enum {
    KIND_BYTES = 16,
    PLAIN_BYTES = 65536,
    PIECE_BYTES = PLAIN_BYTES + crypto_secretstream_xchacha20poly1305_ABYTES
};

static const char public_prefix[] = "belfry-public-", private_prefix[] = "belfry-private-";

/* The beginning of the file, as it stands there. */
struct beginning {
    unsigned char kind[KIND_BYTES];
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    unsigned char box[crypto_box_SEALBYTES + crypto_secretstream_xchacha20poly1305_KEYBYTES];
    unsigned char header[crypto_secretstream_xchacha20poly1305_HEADERBYTES];
};
_Static_assert(sizeof(struct beginning) == 16 + 32 + 48 + 32 + 24, "the file holds no gaps");
_Static_assert(crypto_box_SECRETKEYBYTES == ENCRYPTION_KEY_BYTES &&
                   crypto_box_PUBLICKEYBYTES == ENCRYPTION_KEY_BYTES,
               "both keys have one length");

static const char kind_of_file[] = "belfry backup 1\n";

/* A file on its way into another one. */
struct passage {
    const char *from, *to;
    FILE *in, *out; /* `out` is NULL while a file is only checked */
    struct beginning beginning;
    unsigned char key[crypto_secretstream_xchacha20poly1305_KEYBYTES];
    crypto_secretstream_xchacha20poly1305_state stream;
    unsigned char plain[PLAIN_BYTES], piece[PIECE_BYTES];
    struct text error;
};

/* -- Keys -------------------------------------------------------------------------------------- */

static void write_key(const char *prefix, const unsigned char *key, char text[ENCRYPTION_KEY_TEXT])
{
    char digits[2 * ENCRYPTION_KEY_BYTES + 1];
    struct text written = text_in(text, ENCRYPTION_KEY_TEXT);
    sodium_bin2hex(digits, sizeof digits, key, ENCRYPTION_KEY_BYTES);
    text_add(&written, prefix);
    text_add(&written, digits);
    sodium_memzero(digits, sizeof digits);
}

static bool read_key(const char *prefix, const char *text, unsigned char *key)
{
    size_t length = 0, before = strlen(prefix);
    return strncmp(text, prefix, before) == 0 &&
           strlen(text + before) == (size_t)2 * ENCRYPTION_KEY_BYTES &&
           sodium_hex2bin(key, ENCRYPTION_KEY_BYTES, text + before,
                          (size_t)2 * ENCRYPTION_KEY_BYTES, NULL, &length, NULL) == 0 &&
           length == ENCRYPTION_KEY_BYTES;
}

void encryption_key_write(const unsigned char private_key[ENCRYPTION_KEY_BYTES],
                          char text[ENCRYPTION_KEY_TEXT])
{
    write_key(private_prefix, private_key, text);
}

void encryption_key_write_public(const unsigned char private_key[ENCRYPTION_KEY_BYTES],
                                 char text[ENCRYPTION_KEY_TEXT])
{
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    crypto_scalarmult_base(public_key, private_key);
    write_key(public_prefix, public_key, text);
}

bool encryption_key_read(const char *text, unsigned char private_key[ENCRYPTION_KEY_BYTES])
{
    return read_key(private_prefix, text, private_key);
}

/* Some numbers are no points that anything can be encrypted to. */
bool encryption_key_read_public(const char *text, unsigned char public_key[ENCRYPTION_KEY_BYTES])
{
    unsigned char box[crypto_box_SEALBYTES];
    return sodium_init() >= 0 && read_key(public_prefix, text, public_key) &&
           crypto_box_seal(box, NULL, 0, public_key) == 0;
}

void encryption_key_make(unsigned char private_key[ENCRYPTION_KEY_BYTES])
{
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    crypto_box_keypair(public_key, private_key);
}

void encryption_key_clear(unsigned char private_key[ENCRYPTION_KEY_BYTES])
{
    sodium_memzero(private_key, ENCRYPTION_KEY_BYTES);
}

/* -- Files ------------------------------------------------------------------------------------- */

static bool fails(struct passage *passage, const char *file, const char *reason)
{
    if (passage->error.length == 0)
        text_add_format(&passage->error, "%s: %s", file, reason);
    return false;
}

static bool fails_to_read(struct passage *passage)
{
    return fails(passage, passage->from, strerrordesc_np(errno));
}

static bool fails_to_write(struct passage *passage)
{
    return fails(passage, passage->to, strerrordesc_np(errno));
}

static FILE *open_new(const char *path)
{
    unlink(path);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
}

static struct passage *begin(const char *from, const char *to, char *error, size_t error_size)
{
    struct passage *passage = memory_new(sizeof *passage);
    passage->from = from;
    passage->to = to;
    passage->error = text_in(error, error_size);
    if (sodium_init() < 0) {
        fails(passage, from, "libsodium can't be used here");
        return passage;
    }
    passage->in = fopen(from, "re");
    if (passage->in == NULL)
        fails_to_read(passage);
    return passage;
}

static bool put(struct passage *passage, const void *bytes, size_t count)
{
    if (passage->out == NULL || fwrite(bytes, 1, count, passage->out) == count)
        return true;
    return fails_to_write(passage);
}

/* Flushes and closes what was written. */
static bool close_out(struct passage *passage)
{
    FILE *out = passage->out;
    passage->out = NULL;
    bool written = fflush(out) == 0 && fsync(fileno(out)) == 0;
    if (!written)
        fails_to_write(passage);
    if (fclose(out) != 0)
        written = fails_to_write(passage);
    return written;
}

/* Returns whether nothing failed. */
static bool end(struct passage *passage)
{
    bool passed = passage->error.length == 0;
    if (passage->in != NULL)
        fclose(passage->in);
    if (passage->out != NULL)
        fclose(passage->out);
    sodium_memzero(passage, sizeof *passage);
    free(passage);
    return passed;
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool read_beginning(struct passage *passage)
{
    struct beginning *beginning = &passage->beginning;
    size_t length = fread(beginning, 1, sizeof *beginning, passage->in);
    if (ferror(passage->in))
        return fails_to_read(passage);
    if (length < sizeof beginning->kind || memcmp(beginning->kind, kind_of_file, KIND_BYTES) != 0)
        return fails(passage, passage->from, "this is no encrypted backup");
    return length == sizeof *beginning || fails(passage, passage->from, "the file is cut off");
}

static bool open_box(struct passage *passage, const unsigned char *private_key)
{
    const struct beginning *beginning = &passage->beginning;
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    crypto_scalarmult_base(public_key, private_key);
    if (memcmp(public_key, beginning->public_key, sizeof public_key) != 0)
        return fails(passage, passage->from, "it is encrypted to another key");
    return crypto_box_seal_open(passage->key, beginning->box, sizeof beginning->box, public_key,
                                private_key) == 0 ||
           fails(passage, passage->from, "the file is damaged");
}

/* A piece that is shorter than the others, but not the last one, is what remains of a longer one.
 */
static bool fails_to_decrypt(struct passage *passage, size_t length)
{
    if (ferror(passage->in))
        return fails_to_read(passage);
    return fails(passage, passage->from,
                 length < PIECE_BYTES ? "the file is cut off, or damaged at its end"
                                      : "the file is damaged");
}

static bool pull_piece(struct passage *passage, unsigned char *tag)
{
    unsigned long long plain = 0;
    size_t length = fread(passage->piece, 1, PIECE_BYTES, passage->in);
    if (ferror(passage->in) || length < crypto_secretstream_xchacha20poly1305_ABYTES ||
        crypto_secretstream_xchacha20poly1305_pull(&passage->stream, passage->plain, &plain, tag,
                                                   passage->piece, length, NULL, 0) != 0)
        return fails_to_decrypt(passage, length);
    return put(passage, passage->plain, (size_t)plain);
}

/* Decrypts all pieces under the passage's key. */
static bool pull(struct passage *passage)
{
    unsigned char tag = 0;
    if (crypto_secretstream_xchacha20poly1305_init_pull(&passage->stream, passage->beginning.header,
                                                        passage->key) != 0)
        return fails(passage, passage->from, "the file is damaged");
    while (tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL)
        if (!pull_piece(passage, &tag))
            return false;
    return fgetc(passage->in) == EOF ||
           fails(passage, passage->from, "something stands behind the end of the backup");
}

bool encrypted_file_is(const char *path)
{
    unsigned char kind[KIND_BYTES];
    FILE *file = fopen(path, "re");
    bool is = file != NULL && fread(kind, 1, sizeof kind, file) == sizeof kind &&
              memcmp(kind, kind_of_file, sizeof kind) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

/* A link never replaces a file, as a new name would. */
static bool give_name(struct passage *passage, const char *name)
{
    if (link(passage->to, name) != 0)
        return fails(passage, name, strerrordesc_np(errno));
    sync_folder_of(name);
    return true;
}

bool encrypted_file_read(const char *from, const char *to,
                         const unsigned char private_key[ENCRYPTION_KEY_BYTES], char *error,
                         size_t error_size)
{
    char partial[PATH_MAX];
    struct text path = TEXT_IN(partial);
    text_add_format(&path, "%s.partial", to);
    struct passage *passage = begin(from, partial, error, error_size);
    if (path.truncated)
        fails(passage, to, strerrordesc_np(ENAMETOOLONG));
    else if (passage->in != NULL && read_beginning(passage) && open_box(passage, private_key)) {
        passage->out = open_new(partial);
        if (passage->out == NULL)
            fails_to_write(passage);
        else if (pull(passage) && close_out(passage))
            give_name(passage, to);
        unlink(partial);
    }
    return end(passage);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static bool write_beginning(struct passage *passage, const unsigned char *public_key)
{
    struct beginning *beginning = &passage->beginning;
    memcpy(beginning->kind, kind_of_file, KIND_BYTES);
    memcpy(beginning->public_key, public_key, sizeof beginning->public_key);
    crypto_secretstream_xchacha20poly1305_keygen(passage->key);
    crypto_secretstream_xchacha20poly1305_init_push(&passage->stream, beginning->header,
                                                    passage->key);
    if (crypto_box_seal(beginning->box, passage->key, sizeof passage->key, public_key) != 0)
        return fails(passage, passage->to, "nothing can be encrypted to this public key");
    return put(passage, beginning, sizeof *beginning);
}

static bool push_piece(struct passage *passage, size_t length, bool last)
{
    unsigned long long encrypted = 0;
    crypto_secretstream_xchacha20poly1305_push(
        &passage->stream, passage->piece, &encrypted, passage->plain, length, NULL, 0,
        last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL
             : crypto_secretstream_xchacha20poly1305_TAG_MESSAGE);
    return put(passage, passage->piece, (size_t)encrypted);
}

/* The last piece is shorter than the others, even if that leaves it empty. */
static bool push(struct passage *passage)
{
    size_t length = PLAIN_BYTES;
    while (length == PLAIN_BYTES) {
        length = fread(passage->plain, 1, PLAIN_BYTES, passage->in);
        if (ferror(passage->in))
            return fails_to_read(passage);
        if (!push_piece(passage, length, length < PLAIN_BYTES))
            return false;
    }
    return true;
}

/* Reads the file that was written, under the key that nobody has any more afterwards. */
static bool check_written(struct passage *passage)
{
    fclose(passage->in);
    passage->from = passage->to;
    passage->in = fopen(passage->to, "re");
    return passage->in != NULL ? read_beginning(passage) && pull(passage) : fails_to_read(passage);
}

bool encrypted_file_write(const char *from, const char *to,
                          const unsigned char public_key[ENCRYPTION_KEY_BYTES], char *error,
                          size_t error_size)
{
    struct passage *passage = begin(from, to, error, error_size);
    if (passage->in != NULL) {
        passage->out = open_new(to);
        bool written = passage->out != NULL
                           ? write_beginning(passage, public_key) && push(passage) &&
                                 close_out(passage) && check_written(passage)
                           : fails_to_write(passage);
        if (!written)
            unlink(to);
    }
    return end(passage);
}
