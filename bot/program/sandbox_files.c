/* Files, by Landlock. Its rules hold for what is below a folder, also for what is made there later.
 * So each rule is about the folder of a file: an editor or a renewed certificate puts a new file in
 * the old one's place. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bot/program/sandbox_private.h"
#include "games/shared/text.h"

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE /* Debian 12's headers are of Linux 6.1 */
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

/* Kernels before version 3 of Landlock limit no truncation. */
enum { VERSION_WITH_REFER = 2, VERSION_WITH_TRUNCATE = 3 };

static const __u64 reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const __u64 writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                             LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER |
                             LANDLOCK_ACCESS_FS_TRUNCATE;
/* Nowhere. */
static const __u64 never = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                           LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                           LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
/* What a rule about a single file may allow. */
static const __u64 of_a_file =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

/* What libraries read: certificates, name look-ups, fonts, themselves; of the process, its own
 * numbers. */
static const char *const system_folders[] = {
    "/etc",           "/usr",         "/lib",       "/lib64", "/proc", "/sys/devices/system/cpu",
    "/sys/fs/cgroup", "/dev/urandom", "/dev/random"};
/* Files that may be in other folders by links. */
static const char *const system_files[] = {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
                                           "/etc/localtime", "/etc/ssl/certs/ca-certificates.crt"};
static const char *const devices[] = {"/dev/null", "/dev/tty"};
static const char *const named_folders[] = {"SSL_CERT_DIR", "TERMINFO"};

struct rules {
    int descriptor;
    __u64 handled; /* what this kernel limits */
    bool failed;
};

static __u64 known_to(long version)
{
    __u64 known = reading | writing | never;
    if (version < VERSION_WITH_REFER)
        known &= ~(__u64)LANDLOCK_ACCESS_FS_REFER;
    if (version < VERSION_WITH_TRUNCATE)
        known &= ~(__u64)LANDLOCK_ACCESS_FS_TRUNCATE;
    return known;
}

/* What does not exist needs no rule. */
static void allow(struct rules *rules, const char *path, __u64 access)
{
    struct stat facts;
    struct landlock_path_beneath_attr rule = {
        .parent_fd = path[0] != '\0' ? open(path, O_PATH | O_CLOEXEC) : -1};
    if (rule.parent_fd < 0)
        return;
    rule.allowed_access = access & rules->handled;
    if (fstat(rule.parent_fd, &facts) != 0 || !S_ISDIR(facts.st_mode))
        rule.allowed_access &= of_a_file;
    if (syscall(SYS_landlock_add_rule, rules->descriptor, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) !=
        0)
        rules->failed = true;
    close(rule.parent_fd);
}

static void allow_folder(struct rules *rules, const char *path, __u64 access)
{
    char buffer[PATH_MAX];
    struct text folder = TEXT_IN(buffer);
    const char *slash = strrchr(path, '/');
    if (path[0] == '\0')
        return;
    if (slash == NULL)
        text_add(&folder, ".");
    else
        text_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    if (!folder.truncated)
        allow(rules, buffer, access);
}

static void allow_folder_of(struct rules *rules, const char *path)
{
    allow_folder(rules, path, reading);
}

/* Also what it is a link to: the folders of renewed certificates are full of links. */
static void allow_file(struct rules *rules, const char *path)
{
    char *real = realpath(path, NULL);
    allow_folder_of(rules, path);
    if (real != NULL)
        allow_folder_of(rules, real);
    free(real);
}

static void allow_system(struct rules *rules)
{
    for (size_t i = 0; i < sizeof system_folders / sizeof system_folders[0]; i++)
        allow(rules, system_folders[i], reading);
    for (size_t i = 0; i < sizeof system_files / sizeof system_files[0]; i++)
        allow_file(rules, system_files[i]);
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        allow(rules, devices[i], reading | writing);
    for (size_t i = 0; i < sizeof named_folders / sizeof named_folders[0]; i++)
        if (getenv(named_folders[i]) != NULL)
            allow(rules, getenv(named_folders[i]), reading);
    if (getenv("SSL_CERT_FILE") != NULL)
        allow_file(rules, getenv("SSL_CERT_FILE"));
#ifdef __SANITIZE_ADDRESS__
    /* A report names lines of the source, which it finds in the program. */
    allow_file(rules, "/proc/self/exe");
#endif
}

/* Its network makes it in the folder, and removes one that an earlier process left there. */
static void allow_socket(struct rules *rules, const char *path)
{
    allow_folder(rules, path, LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_REMOVE_FILE);
}

static void allow_network(struct rules *rules, const struct config_network *network)
{
    const struct config_section *section = network->class->settings;
    for (size_t i = 0; i < section->key_count; i++) {
        const char *path = (const char *)network->settings + section->keys[i].offset;
        if (section->keys[i].type == CONFIG_PATH)
            allow_file(rules, path);
        else if (section->keys[i].type == CONFIG_SOCKET)
            allow_socket(rules, path);
    }
}

static void allow_configured(struct rules *rules, const struct config *config)
{
    /* As a backup would make it. */
    if (config->backup_folder[0] != '\0')
        mkdir(config->backup_folder, 0700);
    allow(rules, config->backup_folder, reading | writing);
    allow(rules, config->export_folder, reading | writing);
    allow_file(rules, config->beacon_authority);
    for (size_t i = 0; i < config->secret_file_count; i++)
        allow_file(rules, config->secret_files[i]);
    for (size_t i = 0; i < config->network_count; i++)
        allow_network(rules, &config->networks[i]);
}

const char *sandbox_limit_files(const struct sandbox *sandbox)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return "not limited: the kernel has no Landlock";
    struct landlock_ruleset_attr attributes = {.handled_access_fs = known_to(version)};
    struct rules rules = {
        .handled = attributes.handled_access_fs,
        .descriptor = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)};
    if (rules.descriptor < 0)
        return "not limited: Landlock takes no rules";
    allow_system(&rules);
    if (strstr(sandbox->data, "://") != NULL)
        allow(&rules, "/", reading);
    else
        allow(&rules, sandbox->data, reading | writing);
    if (sandbox->config_file != NULL)
        allow_file(&rules, sandbox->config_file);
    allow_configured(&rules, sandbox->config);
    bool limited = !rules.failed && syscall(SYS_landlock_restrict_self, rules.descriptor, 0) == 0;
    close(rules.descriptor);
    return limited ? NULL : "not limited: Landlock refuses the rules";
}
