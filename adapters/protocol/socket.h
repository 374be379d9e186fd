/* The Unix socket of a network of programs: how it comes into being and goes. */
#ifndef BELFRY_ADAPTERS_PROTOCOL_SOCKET_H
#define BELFRY_ADAPTERS_PROTOCOL_SOCKET_H

#include <sys/types.h>

#include "games/shared/text.h"

/* Makes the socket with exactly this mode; at no moment may anybody else open it. One that a
 * process left behind is replaced; one where a process listens is not. Returns its descriptor,
 * which is not listening yet, or -1 with one line in `error`. */
int protocol_socket_make(const char *path, mode_t mode, struct text *error);
/* Removes the socket if it is still the one that was made. */
void protocol_socket_remove(const char *path, int descriptor);
/* The user whose process is at the other end; returns false when the kernel does not say. */
bool protocol_socket_user(int descriptor, uid_t *user);

#endif
