#include "bot/program/folders.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/shared/text.h"

/* Who makes a folder that is not there yet. */
enum maker { MAKER_NOBODY, MAKER_OF_ONE, MAKER_OF_ALL };

/* NULL, or what is wrong. */
static const char *complaint_about(const char *path, enum maker maker)
{
    struct stat facts;
    char parent[PATH_MAX];
    struct text text = TEXT_IN(parent);
    if (stat(path, &facts) == 0) {
        if (!S_ISDIR(facts.st_mode))
            return "is not a folder";
        return access(path, R_OK | W_OK | X_OK) == 0 ? NULL : "can't be written";
    }
    if (errno != ENOENT || maker == MAKER_NOBODY)
        return errno == ENOENT ? "does not exist" : "can't be reached";
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        text_add(&text, ".");
    else
        text_add_bytes(&text, path, slash == path ? 1 : (size_t)(slash - path));
    const char *wrong =
        complaint_about(parent, maker == MAKER_OF_ALL ? MAKER_OF_ALL : MAKER_NOBODY);
    return wrong == NULL ? NULL : "does not exist and can't be made";
}

static bool check_folder(const char *file, const char *key, const char *path, enum maker maker)
{
    const char *wrong =
        path[0] != '\0' && strstr(path, "://") == NULL ? complaint_about(path, maker) : NULL;
    if (wrong != NULL)
        fprintf(stderr, "%s: %s: the folder `%s` %s\n", file, key, path, wrong);
    return wrong == NULL;
}

static bool check_file(const char *file, int line, const char *network, const char *key,
                       const char *path)
{
    if (path[0] == '\0' || access(path, R_OK) == 0)
        return true;
    fprintf(stderr, "%s:%d: %s%s%s: the file `%s` can't be read: %s\n", file, line, network,
            network[0] != '\0' ? ": " : "", key, path, strerror(errno));
    return false;
}

/* Its folder is there, and the bot may make files in it. */
static bool check_socket(const char *file, int line, const char *network, const char *key,
                         const char *path)
{
    char buffer[PATH_MAX];
    struct text folder = TEXT_IN(buffer);
    const char *slash = strrchr(path, '/');
    text_add_bytes(&folder, slash == NULL ? "." : path,
                   slash == NULL || slash == path ? 1 : (size_t)(slash - path));
    if (access(folder.bytes, W_OK | X_OK) == 0)
        return true;
    fprintf(stderr, "%s:%d: %s: %s: no socket can be made in the folder `%s`: %s\n", file, line,
            network, key, folder.bytes, strerror(errno));
    return false;
}

static bool check_network(const char *file, const struct config_network *network)
{
    const struct config_section *section = network->class->settings;
    bool good = true;
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        const char *path = (const char *)network->settings + key->offset;
        if (key->type == CONFIG_PATH &&
            !check_file(file, network->line, network->name, key->name, path))
            good = false;
        if (key->type == CONFIG_SOCKET &&
            !check_socket(file, network->line, network->name, key->name, path))
            good = false;
    }
    return good;
}

bool folders_check(const char *file, const struct config *config)
{
    bool data = check_folder(file, "data", config->data, MAKER_OF_ALL);
    bool backups = check_folder(file, "backup.folder", config->backup_folder, MAKER_OF_ONE);
    bool exports = check_folder(file, "export-folder", config->export_folder, MAKER_NOBODY);
    bool good = data && backups && exports;
    if (config->beacon_authority[0] != '\0' && access(config->beacon_authority, R_OK) != 0) {
        fprintf(stderr, "%s: beacon.authority-file: the file `%s` can't be read: %s\n", file,
                config->beacon_authority, strerror(errno));
        good = false;
    }
    for (size_t i = 0; i < config->network_count; i++)
        if (!check_network(file, &config->networks[i]))
            good = false;
    return good;
}
