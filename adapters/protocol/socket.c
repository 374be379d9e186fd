#include "adapters/protocol/socket.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int fail(struct text *error, int descriptor, const char *path, const char *what)
{
    if (descriptor >= 0)
        close(descriptor);
    text_add_format(error, "%s: %s", path, what);
    return -1;
}

static bool address_of(const char *path, struct sockaddr_un *address)
{
    struct text text;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    text = text_in(address->sun_path, sizeof address->sun_path);
    text_add(&text, path);
    return !text.truncated && text.length > 0;
}

/* Whether a process listens there. */
static bool is_served(const struct sockaddr_un *address)
{
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool served = descriptor >= 0 &&
                  (connect(descriptor, (const struct sockaddr *)address, sizeof *address) == 0 ||
                   errno == EAGAIN);
    if (descriptor >= 0)
        close(descriptor);
    return served;
}

/* Returns NULL, or why the path is not free. */
static const char *make_room(const struct sockaddr_un *address)
{
    struct stat facts;
    if (lstat(address->sun_path, &facts) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISSOCK(facts.st_mode))
        return "there is a file that is no socket";
    if (is_served(address))
        return "another process listens there";
    return unlink(address->sun_path) == 0 || errno == ENOENT ? NULL : strerror(errno);
}

int protocol_socket_make(const char *path, mode_t mode, struct text *error)
{
    struct sockaddr_un address;
    if (!address_of(path, &address))
        return fail(error, -1, path, "expected a path of 1 to 107 bytes");
    const char *wrong = make_room(&address);
    if (wrong != NULL)
        return fail(error, -1, path, wrong);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return fail(error, -1, path, strerror(errno));
    /* The file gets the mode of the descriptor, less what the umask takes away. */
    if (fchmod(descriptor, mode) != 0 ||
        bind(descriptor, (const struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(path, mode) != 0)
        return fail(error, descriptor, path, strerror(errno));
    return descriptor;
}

void protocol_socket_remove(const char *path, int descriptor)
{
    struct sockaddr_un own, address;
    socklen_t length = sizeof own;
    memset(&own, 0, sizeof own);
    if (address_of(path, &address) &&
        getsockname(descriptor, (struct sockaddr *)&own, &length) == 0 &&
        strcmp(own.sun_path, address.sun_path) == 0)
        unlink(path);
}

bool protocol_socket_user(int descriptor, uid_t *user)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        return false;
    *user = credentials.uid;
    return true;
}
