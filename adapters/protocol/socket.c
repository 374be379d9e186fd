#include "adapters/protocol/socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { UNKNOWN_USER = 65534 }; /* Linux' default for users that a namespace does not have */

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
static const char *make_room(const struct sockaddr_un *address, bool replaces)
{
    struct stat facts;
    if (lstat(address->sun_path, &facts) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISSOCK(facts.st_mode))
        return "there is a file that is no socket";
    if (!replaces && is_served(address))
        return "another process listens there";
    return unlink(address->sun_path) == 0 || errno == ENOENT ? NULL : strerror(errno);
}

/* Returns NULL, or what went wrong. */
static const char *make_file(struct protocol_socket *made, const struct sockaddr_un *address,
                             mode_t mode)
{
    struct stat facts;
    made->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made->descriptor < 0)
        return strerror(errno);
    /* The file gets the mode of the descriptor, less what the umask takes away. */
    if (fchmod(made->descriptor, mode) == 0 &&
        bind(made->descriptor, (const struct sockaddr *)address, sizeof *address) == 0 &&
        chmod(address->sun_path, mode) == 0 && lstat(address->sun_path, &facts) == 0) {
        made->device = facts.st_dev;
        made->inode = facts.st_ino;
        return NULL;
    }
    const char *wrong = strerror(errno);
    close(made->descriptor);
    return wrong;
}

bool protocol_socket_make(struct protocol_socket *made, const char *path, mode_t mode,
                          bool replaces, struct text *error)
{
    struct sockaddr_un address;
    struct text kept = TEXT_IN(made->path);
    const char *wrong = address_of(path, &address) ? make_room(&address, replaces)
                                                   : "expected a path of 1 to 107 bytes";
    if (wrong == NULL)
        wrong = make_file(made, &address, mode);
    if (wrong != NULL)
        text_add_format(error, "%s: %s", path, wrong);
    else
        text_add(&kept, path);
    return wrong == NULL;
}

void protocol_socket_remove(const struct protocol_socket *made)
{
    struct stat facts;
    if (lstat(made->path, &facts) == 0 && facts.st_dev == made->device &&
        facts.st_ino == made->inode)
        unlink(made->path);
}

bool protocol_socket_user(int descriptor, uid_t *user)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        return false;
    *user = credentials.uid;
    return credentials.uid != UNKNOWN_USER;
}
