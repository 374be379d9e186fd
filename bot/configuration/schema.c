/* The tables of the top level. */
#include <ctype.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/encrypted_file.h"
#include "bot/configuration/config_private.h"
#include "bot/configuration/monitor_address.h"
#include "bot/words/catalog.h"

enum { DAILY_SERIES_LEAST = 16 };

static const struct config_key top_keys[] = {
    {.name = "data",
     .type = CONFIG_PATH,
     CONFIG_AT(struct config, data),
     .default_value = "",
     .restart = true,
     .help = "Folder of the store: running tables, results, preferences. Empty: the folder belfry "
             "in $XDG_DATA_HOME. Or the address of a PostgreSQL server, 15 or newer: "
             "postgresql://USER@HOST/DATABASE; its password comes from ~/.pgpass or PGPASSWORD."},
    {.name = "language",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, language),
     .default_value = "en",
     .choices = catalog_languages,
     .help = "Language of channels that have chosen none. People choose their own with `lang`."},
    {.name = "prefix",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, prefix),
     .least = 1,
     .most = 7,
     .default_value = "!",
     .help = "The prefix of commands in channels. In private messages it may be left out."},
    {.name = "cooldown",
     .type = CONFIG_DURATION,
     CONFIG_AT(struct config, cooldown),
     .least = 0,
     .most = HOUR,
     .default_value = "30s",
     .help = "For this long `table` does not show a channel the same table again, and `help` and "
             "`rules` do not repeat an answer to a person. 0: no limit."},
    {.name = "export-folder",
     .type = CONFIG_PATH,
     CONFIG_AT(struct config, export_folder),
     .default_value = "",
     .help = "Folder into which `export` writes the record of a finished table and its page, "
             "under names that can't be guessed; they are removed after a week, or when their "
             "person is forgotten. A web server of yours has to serve it, and be in the folder's "
             "group: files have mode 0640. Empty: on networks that take no files the moves are "
             "sent as text."},
    {.name = "export-url",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, export_url),
     .default_value = "",
     .help = "The address at which that folder is served, without a slash at the end: "
             "`https://games.example.org/records`."},
    {.name = "allow-open-secrets",
     .type = CONFIG_SWITCH,
     CONFIG_AT(struct config, allow_open_secrets),
     .default_value = "off",
     .help =
         "Files with passwords and tokens may be readable by everybody on this machine. Off: the "
         "bot does not start with such a file."},
    {.name = "daily-series",
     .type = CONFIG_SECRET,
     CONFIG_AT(struct config, daily_series),
     .default_value = "",
     .restart = true,
     .help = "A secret of 16 characters or more from which the deals of the day follow (`daily`). "
             "Bots with the same one have the same deals; whoever knows it knows all deals to "
             "come. Empty: the bot draws one and keeps it in its store."},
    {.name = "sandbox",
     .type = CONFIG_SWITCH,
     CONFIG_AT(struct config, sandbox),
     .default_value = "on",
     .restart = true,
     .help = "The bot takes from itself what it does not need: it writes only the folders of the "
             "data, the backups and `export`, reads only what the system's libraries read and the "
             "folders of this file, its secrets and certificates, and can start no program. "
             "Files and folders elsewhere that are named later need a restart."},
    {.name = "owners",
     .type = CONFIG_LIST,
     CONFIG_AT(struct config, owners),
     .default_value = "",
     .help =
         "People who may do everything everywhere, as `NETWORK IDENTITY`: `libera account:alice`, "
         "or with the number of a Discord account, `discord user:80351110224678912`. Names are "
         "compared as the network compares them."},
};

static const char *check_owners(const struct config_list *owners)
{
    for (size_t i = 0; i < owners->count; i++) {
        const char *blank = strchr(owners->items[i], ' ');
        if (blank == NULL || strchr(blank, ':') == NULL)
            return "expected `NETWORK IDENTITY`, as in `libera account:alice`";
    }
    return NULL;
}

static const char *check_top(const void *block, const char **key)
{
    const struct config *config = block;
    *key = "export-url";
    if ((config->export_folder[0] != '\0') != (config->export_url[0] != '\0'))
        return "export-folder and export-url go together: expected both or none";
    *key = "daily-series";
    if (config->daily_series[0] != '\0' && strlen(config->daily_series) < DAILY_SERIES_LEAST)
        return "expected a secret of 16 characters or more";
    *key = "prefix";
    if (strchr(config->prefix, ' '))
        return "the prefix must have no blanks";
    if (isalnum((unsigned char)config->prefix[strlen(config->prefix) - 1]))
        return "the prefix must not end with a letter or digit: commands follow without a blank";
    *key = "owners";
    return check_owners(&config->owners);
}

const struct config_section config_top_section = {
    .keys = top_keys,
    .key_count = sizeof top_keys / sizeof top_keys[0],
    .block_size = sizeof(struct config),
    .check = check_top,
};

static const struct config_key log_keys[] = {
    {.name = "level",
     .type = CONFIG_CHOICE,
     CONFIG_AT(struct config, log_level),
     .default_value = "info",
     .choices = log_level_names,
     .help = "The least important lines that are written to standard error."},
    {.name = "format",
     .type = CONFIG_CHOICE,
     CONFIG_AT(struct config, log_format),
     .default_value = "text",
     .choices = log_format_names,
     .help = "How a line is written: as `key=value`, as an object of JSON for programs that "
             "collect logs, or to systemd's journal with a field for each key, as in `journalctl "
             "BELFRY_EVENT=table.finished`. Without a journal: text."},
};

const struct config_section config_log_section = {
    .keys = log_keys,
    .key_count = sizeof log_keys / sizeof log_keys[0],
    .block_size = sizeof(struct config),
};

static const struct config_key monitor_keys[] = {
    {.name = "address",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, monitor),
     .default_value = "",
     .restart = true,
     .help = "Address at which the bot answers `GET /health` and, for Prometheus, `GET /metrics`: "
             "`127.0.0.1:8642`, `[::1]:8642`. Empty: none."},
    {.name = "allow-remote",
     .type = CONFIG_SWITCH,
     CONFIG_AT(struct config, monitor_remote),
     .default_value = "off",
     .restart = true,
     .help = "Allow an `address` that other machines may reach. Whoever reaches it can read how "
             "much is played, but not by whom."},
};

static const char *check_monitor(const void *block, const char **key)
{
    const struct config *config = block;
    struct monitor_address address;
    *key = "address";
    if (config->monitor[0] == '\0')
        return NULL;
    if (!monitor_address_parse(config->monitor, &address))
        return "expected a number and a port, as in `127.0.0.1:8642` or `[::1]:8642`";
    if (!address.loopback && !config->monitor_remote)
        return "other machines could reach this address: expected 127.0.0.1 or [::1], or "
               "`allow-remote: on`";
    return NULL;
}

const struct config_section config_monitor_section = {
    .keys = monitor_keys,
    .key_count = sizeof monitor_keys / sizeof monitor_keys[0],
    .block_size = sizeof(struct config),
    .check = check_monitor,
};

static const char *const missing_choices[] = {"wait", "go-on", NULL};

static const struct config_key beacon_keys[] = {
    {.name = "address",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, beacon_address),
     .default_value = "",
     .restart = true,
     .help = "Address of a public beacon in the manner of drand, such as `https://api.drand.sh`. "
             "With it every shuffle waits for a round that lies in the future when `start` is "
             "typed, so that nobody, not even who runs the bot, can choose the deal. Empty: none."},
    {.name = "chain",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, beacon_chain),
     .default_value = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
     .restart = true,
     .help = "The chain of rounds; round N is read at `ADDRESS/CHAIN/public/N`. The default is "
             "drand's quicknet, and so are the next two."},
    {.name = "genesis",
     .type = CONFIG_NUMBER,
     CONFIG_AT(struct config, beacon_genesis),
     .least = 1,
     .most = INT64_C(4102444800),
     .default_value = "1692803367",
     .restart = true,
     .help = "When the chain's round 1 began, in seconds since 1970."},
    {.name = "period",
     .type = CONFIG_DURATION,
     CONFIG_AT(struct config, beacon_period),
     .least = SECOND,
     .most = DAY,
     .default_value = "3s",
     .restart = true,
     .help = "The time between two rounds."},
    {.name = "missing",
     .type = CONFIG_CHOICE,
     CONFIG_AT(struct config, beacon_missing),
     .default_value = "wait",
     .choices = missing_choices,
     .restart = true,
     .help = "What a table does when the beacon does not answer: wait, or go on without it after "
             "about two minutes. Both are told in the channel."},
    {.name = "authority-file",
     .type = CONFIG_PATH,
     CONFIG_AT(struct config, beacon_authority),
     .default_value = "",
     .restart = true,
     .help = "Certificates to trust instead of the system's, in PEM."},
};

static const char *check_beacon(const void *block, const char **key)
{
    const struct config *config = block;
    *key = "address";
    if (config->beacon_address[0] != '\0' &&
        strncmp(config->beacon_address, "https://", strlen("https://")) != 0)
        return "expected an address that begins with https://";
    *key = "chain";
    if (strspn(config->beacon_chain, "0123456789abcdefABCDEF") != strlen(config->beacon_chain))
        return "expected hex digits";
    return NULL;
}

const struct config_section config_beacon_section = {
    .keys = beacon_keys,
    .key_count = sizeof beacon_keys / sizeof beacon_keys[0],
    .block_size = sizeof(struct config),
    .check = check_beacon,
};

static const struct config_key backup_keys[] = {
    {.name = "folder",
     .type = CONFIG_PATH,
     CONFIG_AT(struct config, backup_folder),
     .default_value = "",
     .help = "Folder for copies of the store, made while the bot runs; preferably on another disk. "
             "Empty: no copies. SIGUSR1 makes one at once."},
    {.name = "every",
     .type = CONFIG_DURATION,
     CONFIG_AT(struct config, backup_every),
     .least = SECOND,
     .most = 365 * DAY,
     .default_value = "1d",
     .help = "Age of the newest copy at which the next one is made."},
    {.name = "keep",
     .type = CONFIG_NUMBER,
     CONFIG_AT(struct config, backup_keep),
     .least = 1,
     .most = 10000,
     .default_value = "7",
     .help = "How many copies to keep; the oldest are removed. Whoever is forgotten stays in those "
             "that were made before, until they are removed."},
    {.name = "public-key",
     .type = CONFIG_TEXT,
     CONFIG_AT(struct config, backup_key),
     .default_value = "",
     .help =
         "Encrypts the copies, which hold hands, to this key; `belfry store key FILE` makes it, "
         "and only with that file can they be read. Empty: not encrypted."},
};

static const char *check_backup(const void *block, const char **key)
{
    const struct config *config = block;
    unsigned char public_key[ENCRYPTION_KEY_BYTES];
    *key = "public-key";
    if (config->backup_key[0] != '\0' &&
        !encryption_key_read_public(config->backup_key, public_key))
        return "expected a public key as `belfry store key FILE` prints it";
    return NULL;
}

const struct config_section config_backup_section = {
    .keys = backup_keys,
    .key_count = sizeof backup_keys / sizeof backup_keys[0],
    .block_size = sizeof(struct config),
    .check = check_backup,
};

static const struct config_key retention_keys[] = {
    {.name = "transcripts",
     .type = CONFIG_DURATION,
     CONFIG_AT(struct config, retention_transcripts),
     .least = 0,
     .most = 36500 * DAY,
     .default_value = "0",
     .help = "How long the moves of a table that is over are kept. Then `replay`, `export` and "
             "`verify` no longer find them; results and ratings stay. 0: forever."},
};

static const char *check_retention(const void *block, const char **key)
{
    const struct config *config = block;
    *key = "transcripts";
    if (config->retention_transcripts > 0 && config->retention_transcripts < DAY)
        return "expected 0, which keeps everything, or a day or more, as in `365d`";
    return NULL;
}

const struct config_section config_retention_section = {
    .keys = retention_keys,
    .key_count = sizeof retention_keys / sizeof retention_keys[0],
    .block_size = sizeof(struct config),
    .check = check_retention,
};

static const char *check_head(const void *block, const char **key)
{
    const struct config_network_head *head = block;
    *key = "name";
    if (strspn(head->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(head->name))
        return "a network's name is made of a-z, 0-9 and -";
    return NULL;
}

void config_network_table_init(struct config_network_table *table,
                               const struct adapter_class *const *classes)
{
    memset(table, 0, sizeof *table);
    for (size_t i = 0; i < CONFIG_CLASS_MAX && classes[i]; i++)
        table->types[i] = classes[i]->type;
    table->keys[0] = (struct config_key){
        .name = "name",
        .type = CONFIG_TEXT,
        CONFIG_AT(struct config_network_head, name),
        .least = 1,
        .restart = true,
        .help = "The network's name in the log, in `link` and in the store: a-z, 0-9 and -. The "
                "store finds people and tables by it, so don't change it."};
    table->keys[1] =
        (struct config_key){.name = "type",
                            .type = CONFIG_CHOICE,
                            CONFIG_AT(struct config_network_head, type),
                            .choices = table->types,
                            .restart = true,
                            .help = "The kind of network; the other keys depend on it."};
    table->section = (struct config_section){.keys = table->keys,
                                             .key_count = 2,
                                             .block_size = sizeof(struct config_network_head),
                                             .check = check_head};
}
