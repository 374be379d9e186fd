#include "bot/program/data_folder.h"

#include <pwd.h>
#include <stdlib.h>
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
