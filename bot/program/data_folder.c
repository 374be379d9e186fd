#include "bot/program/data_folder.h"

#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home != NULL && home[0] != '\0')
        return home;
    const struct passwd *user = getpwuid(getuid());
    return user != NULL ? user->pw_dir : ".";
}

void data_folder_find(const char *named, const struct config *config, struct text *path)
{
    const char *shared = getenv("XDG_DATA_HOME");
    if (named != NULL)
        text_add(path, named);
    else if (config->data[0] != '\0')
        text_add(path, config->data);
    else if (shared != NULL && shared[0] == '/') /* XDG says to ignore relative paths */
        text_add_format(path, "%s/belfry", shared);
    else
        text_add_format(path, "%s/.local/share/belfry", home_folder());
}

static bool is_address(const char *data)
{
    return strstr(data, "://") != NULL;
}

const char *data_name(const char *data)
{
    return is_address(data) ? "the server" : data;
}

bool data_exists(const char *data)
{
    struct stat facts;
    char path[PATH_MAX];
    struct text text = TEXT_IN(path);
    text_add_format(&text, "%s/belfry.sqlite3", data);
    return is_address(data) || stat(path, &facts) == 0;
}
