/* Files that are encrypted to a public key: whoever writes one can't read it afterwards, and only
 * the holder of the private key can. It needs the same little memory for a file of any size.
 *
 * Such a file is a beginning, then pieces of 64 KiB. The beginning holds 16 bytes that say what the
 * file is, the public key, a fresh key in a libsodium sealed box (crypto_box_seal), and the header
 * of a stream. The pieces are that stream (crypto_secretstream_xchacha20poly1305) under the fresh
 * key; the last one is marked. So a file that is cut off, reordered or changed is noticed.
 *
 * Any thread may call these functions.
 */
#ifndef BELFRY_BOT_BASE_ENCRYPTED_FILE_H
#define BELFRY_BOT_BASE_ENCRYPTED_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { ENCRYPTION_KEY_BYTES = 32, ENCRYPTION_KEY_TEXT = 80 };

/* Keys as people keep them: "belfry-public-" or "belfry-private-" and 64 hex digits, so that nobody
 * takes one for the other. Both writers fill the text. */
void encryption_key_write(const unsigned char private_key[ENCRYPTION_KEY_BYTES],
                          char text[ENCRYPTION_KEY_TEXT]);
void encryption_key_write_public(const unsigned char private_key[ENCRYPTION_KEY_BYTES],
                                 char text[ENCRYPTION_KEY_TEXT]);
/* False: the text is no such key. */
bool encryption_key_read(const char *text, unsigned char private_key[ENCRYPTION_KEY_BYTES]);
bool encryption_key_read_public(const char *text, unsigned char public_key[ENCRYPTION_KEY_BYTES]);
void encryption_key_make(unsigned char private_key[ENCRYPTION_KEY_BYTES]);
/* Forgets a private key. */
void encryption_key_clear(unsigned char private_key[ENCRYPTION_KEY_BYTES]);

/* Whether the file begins as an encrypted one. */
bool encrypted_file_is(const char *path);
/* Encrypts the file `from` into `to`, which is replaced, flushes it to disk, reads it again and
 * checks it. On false `error` says why in one line, and there is no file `to`. */
bool encrypted_file_write(const char *from, const char *to,
                          const unsigned char public_key[ENCRYPTION_KEY_BYTES], char *error,
                          size_t error_size);
/* Decrypts the file `from` into the new file `to`, which appears when it is complete: until then it
 * is called `to`.partial. On false `error` says why in one line, and there is neither. */
bool encrypted_file_read(const char *from, const char *to,
                         const unsigned char private_key[ENCRYPTION_KEY_BYTES], char *error,
                         size_t error_size);

#endif
