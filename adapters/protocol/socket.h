/* The Unix socket of a network of programs: how it comes into being and goes. */
#ifndef BELFRY_ADAPTERS_PROTOCOL_SOCKET_H
#define BELFRY_ADAPTERS_PROTOCOL_SOCKET_H

#include <stdbool.h>
#include <sys/types.h>

#include "games/shared/text.h"

enum { PROTOCOL_SOCKET_BYTES = 108 }; /* of its path, with the terminator: the kernel's limit */

struct protocol_socket {
    char path[PROTOCOL_SOCKET_BYTES];
    int descriptor;
    dev_t device; /* of the file that was made */
    ino_t inode;
};

/* Makes the socket with exactly this mode; at no moment may anybody else open it. One that a
 * process left behind is replaced; one where a process listens only if the caller `replaces` it.
 * `made->descriptor` is not listening yet. Returns false with one line in `error`. */
bool protocol_socket_make(struct protocol_socket *made, const char *path, mode_t mode,
                          bool replaces, struct text *error);
/* Removes the file if it is still the one that was made. */
void protocol_socket_remove(const struct protocol_socket *made);
/* The user whose process is at the other end; returns false when the kernel does not say, because
 * this process lives in a user namespace that does not have that user. */
bool protocol_socket_user(int descriptor, uid_t *user);

#endif
