#include "bot/base/sync.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "games/shared/text.h"

static bool sync_path(const char *path, int flags)
{
    int descriptor = open(path, flags | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool synced = fsync(descriptor) == 0;
    close(descriptor);
    return synced;
}

bool sync_file(const char *file)
{
    return sync_path(file, O_RDONLY);
}

bool sync_folder_of(const char *file)
{
    char folder[PATH_MAX];
    struct text path = TEXT_IN(folder);
    const char *slash = strrchr(file, '/');
    if (!slash)
        return sync_path(".", O_RDONLY | O_DIRECTORY);
    text_add_bytes(&path, file, (size_t)(slash - file) + 1);
    return sync_path(folder, O_RDONLY | O_DIRECTORY);
}
