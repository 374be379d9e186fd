/* The configuration reader: what it fills in, and that it reports every mistake with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/configuration/config.h"
#include "bot/configuration/setting_table.h"
#include "bot/words/catalog.h"
#include "games/shared/text.h"

/* A network with one key of each type. */
struct fake {
    char host[16];
    char certificate[64];
    int64_t port;
    int64_t delay;
    bool tls;
    int mood;
    struct config_list channels;
    char password[16];
    char token[16];
};

static const char *const moods[] = {"calm", "brisk", NULL};

#define KEY(key, kind, member, low, high, value, ...)                                              \
    {.name = (key),                                                                                \
     .type = (kind),                                                                               \
     CONFIG_AT(struct fake, member),                                                               \
     .least = (low),                                                                               \
     .most = (high),                                                                               \
     .default_value = (value),                                                                     \
     .help = "Help on " key ".",                                                                   \
     __VA_ARGS__}

static const struct config_key fake_keys[] = {
    KEY("host", CONFIG_TEXT, host, 1, 0, NULL, .restart = true),
    KEY("certificate", CONFIG_PATH, certificate, 0, 0, "", .restart = true),
    KEY("port", CONFIG_NUMBER, port, 1, 65535, "6697", .restart = true),
    KEY("delay", CONFIG_DURATION, delay, 0, 3600000, "2s", .restart = false),
    KEY("tls", CONFIG_SWITCH, tls, 0, 1, "yes", .restart = false),
    KEY("mood", CONFIG_CHOICE, mood, 0, 0, "brisk", .choices = moods),
    KEY("channels", CONFIG_LIST, channels, 0, 3, "#a #b", .restart = false),
    KEY("password", CONFIG_SECRET, password, 0, 0, "", .restart = false),
    KEY("token", CONFIG_SECRET, token, 4, 0, "", .restart = false),
};

static const char *check_fake(const void *block, const char **key)
{
    const struct fake *fake = block;
    *key = "tls";
    return !fake->tls && fake->password[0] ? "a password needs tls" : NULL;
}

static const struct config_section fake_section = {
    .keys = fake_keys,
    .key_count = sizeof fake_keys / sizeof fake_keys[0],
    .block_size = sizeof(struct fake),
    .check = check_fake,
};
static const struct config_section console_section = {.keys = NULL};

static const struct adapter_class fake_class = {.type = "fake", .settings = &fake_section};
static const struct adapter_class console_class = {.type = "console", .settings = &console_section};

static const struct adapter_class *const classes[] = {&console_class, &fake_class, NULL};

/* All complaints, one per line: "FILE:LINE: KEY: COMPLAINT". */
struct complaints {
    char bytes[8192];
    struct text text;
};

static void remember(void *context, const char *file, int line, const char *key,
                     const char *complaint)
{
    struct complaints *complaints = context;
    text_add_format(&complaints->text, "%s:%d: %s: %s\n", file, line, key, complaint);
}

static bool read_text(const char *yaml, struct config *config, struct complaints *complaints)
{
    complaints->text = TEXT_IN(complaints->bytes);
    return config_read_text("dir/f", yaml, strlen(yaml), classes, config, remember, complaints);
}

/* Reads a file that has exactly these mistakes, in this order. */
static void assert_mistakes(const char *yaml, const char *expected)
{
    struct config config;
    struct complaints complaints;
    bool good = read_text(yaml, &config, &complaints);
    assert_string_equal(complaints.bytes, expected);
    assert_false(good);
    assert_int_equal(config.network_count, 0);
    assert_null(config.networks);
}

static void assert_good(const char *yaml, struct config *config)
{
    struct complaints complaints;
    bool good = read_text(yaml, config, &complaints);
    assert_string_equal(complaints.bytes, "");
    assert_true(good);
}

/* One network of type fake; its other keys follow in line 5, indented by 4. */
#define FAKE "networks:\n  - name: n\n    type: fake\n    host: h\n"

static void assert_fake_mistake(const char *keys, const char *expected)
{
    char yaml[1024];
    snprintf(yaml, sizeof yaml, FAKE "%s", keys);
    assert_mistakes(yaml, expected);
}

static const struct fake *read_fake(const char *keys, struct config *config)
{
    char yaml[1024];
    snprintf(yaml, sizeof yaml, FAKE "%s", keys);
    assert_good(yaml, config);
    return config->networks[0].settings;
}

static void defaults_fill_what_is_left_out(void **state)
{
    (void)state;
    struct config config;
    const struct fake *fake = read_fake("", &config);
    assert_string_equal(config.data, "");
    assert_string_equal(config.language, "en");
    assert_string_equal(config.prefix, "!");
    assert_false(config.language_given || config.prefix_given || config.networks[0].prefix_given);
    assert_int_equal(config.log_level, LOG_LEVEL_INFO);
    assert_int_equal(config.network_count, 1);
    assert_string_equal(config.networks[0].name, "n");
    assert_ptr_equal(config.networks[0].class, &fake_class);
    assert_int_equal(config.networks[0].line, 2);
    assert_string_equal(fake->host, "h");
    assert_string_equal(fake->certificate, "");
    assert_int_equal(fake->port, 6697);
    assert_int_equal(fake->delay, 2000);
    assert_true(fake->tls);
    assert_int_equal(fake->mood, 1);
    assert_int_equal(fake->channels.count, 2);
    assert_string_equal(fake->channels.items[1], "#b");
    assert_string_equal(fake->password, "");
    config_free(&config);
}

static void defaults_of_settings_are_read(void **state)
{
    (void)state;
    struct config config;
    assert_good(
        "defaults:\n  turn-time: 2d\n  games: goats njet\n"
        "networks:\n  - name: a\n    type: console\n    defaults: {language: fr, size: wide}\n"
        "  - {name: b, type: console}\n",
        &config);
    assert_true(config.defaults->given[SETTING_TURN_TIME]);
    assert_int_equal(config.defaults->values[SETTING_TURN_TIME].number, INT64_C(172800000));
    assert_false(config.defaults->given[SETTING_UNDO]);
    assert_true(config.networks[0].defaults->given[SETTING_LANGUAGE]);
    assert_string_equal(
        catalog_languages[config.networks[0].defaults->values[SETTING_LANGUAGE].choice], "fr");
    assert_null(config.networks[1].defaults);
    config_free(&config);
    assert_mistakes(
        "defaults:\n  turn-time: soon\n  turn-tme: 2d\n" FAKE,
        "dir/f:2: defaults.turn-time: expected a duration with its unit (ms, s, min, h, "
        "d) from 0 to 60d, found `soon`\n"
        "dir/f:3: defaults.turn-tme: unknown key; did you mean `turn-time`?\n");
    assert_mistakes("defaults:\n  games: chess\n" FAKE,
                    "dir/f:2: defaults.games: is not a value of this setting; config/SETTINGS.md "
                    "lists them\n");
    assert_mistakes(
        "networks:\n  - name: n\n    type: fake\n    host: h\n    defaults:\n"
        "      undo: perhaps\n",
        "dir/f:6: networks[1].defaults.undo: expected one of never, all, majority, found "
        "`perhaps`\n");
}

static void a_beacon_has_an_address_by_tls_and_hex_digits(void **state)
{
    (void)state;
    struct config config;
    assert_good("beacon: {address: \"https://b.test\", chain: 09afAF}\n" FAKE, &config);
    assert_string_equal(config.beacon_address, "https://b.test");
    assert_string_equal(config.beacon_chain, "09afAF");
    config_free(&config);
    assert_good("beacon: {address: \"\"}\n" FAKE, &config);
    config_free(&config);
    static const char *const addresses[] = {"h", "http://b.test", "b.test", "https:/b.test"};
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        char yaml[256];
        snprintf(yaml, sizeof yaml, "beacon: {address: \"%s\"}\n" FAKE, addresses[i]);
        assert_mistakes(yaml, "dir/f:1: beacon.address: expected an address that begins with "
                              "https://\n");
    }
    assert_mistakes("beacon: {chain: 09g}\n" FAKE, "dir/f:1: beacon.chain: expected hex digits\n");
}

static void everything_written_is_read(void **state)
{
    (void)state;
    struct config config;
    assert_good("data: store\nlanguage: fr\nprefix: '.'\nlog: {level: debug}\nnetworks:\n"
                "  - {name: a-1, type: console}\n"
                "  - name: b\n    type: fake\n    host: ünï\n    certificate: tls/c.pem\n"
                "    port: 1\n    delay: 5min\n    tls: Off\n    mood: calm\n"
                "    channels: [\"#x\", \"#y key\"]\n    token: \"s3cr#t\"\n",
                &config);
    assert_string_equal(config.data, "dir/store");
    assert_string_equal(config.language, "fr");
    assert_string_equal(config.prefix, ".");
    assert_true(config.language_given && config.prefix_given);
    assert_int_equal(config.log_level, LOG_LEVEL_DEBUG);
    assert_int_equal(config.network_count, 2);
    assert_ptr_equal(config.networks[0].class, &console_class);
    const struct fake *fake = config.networks[1].settings;
    assert_string_equal(fake->host, "ünï");
    assert_string_equal(fake->certificate, "dir/tls/c.pem");
    assert_int_equal(fake->port, 1);
    assert_int_equal(fake->delay, 300000);
    assert_false(fake->tls);
    assert_int_equal(fake->mood, 0);
    assert_int_equal(fake->channels.count, 2);
    assert_string_equal(fake->channels.items[1], "#y key");
    assert_string_equal(fake->token, "s3cr#t");
    config_free(&config);
    assert_null(config.networks);
}

static void values_have_several_forms(void **state)
{
    (void)state;
    struct config config;
    static const struct {
        const char *yaml;
        int64_t milliseconds;
    } delays[] = {{"500ms", 500}, {"1h", 3600000}, {"0", 0}, {"0d", 0}, {"60min", 3600000}};
    for (size_t i = 0; i < sizeof delays / sizeof delays[0]; i++) {
        char keys[64];
        snprintf(keys, sizeof keys, "    delay: %s\n", delays[i].yaml);
        assert_int_equal(read_fake(keys, &config)->delay, delays[i].milliseconds);
        config_free(&config);
    }
    const struct fake *fake = read_fake("    channels: \"#one\"\n    certificate: /c\n", &config);
    assert_int_equal(fake->channels.count, 1);
    assert_string_equal(fake->certificate, "/c");
    config_free(&config);
    assert_int_equal(read_fake("    channels: []\n", &config)->channels.count, 0);
    config_free(&config);
}

static void every_mistake_is_reported_in_one_pass(void **state)
{
    (void)state;
    assert_mistakes(
        "colour: red\n"                        /* 1 */
        "language: nl\n"                       /* 2 */
        "log:\n"                               /* 3 */
        "  levle: info\n"                      /* 4 */
        "prefix: a\n"                          /* 5 */
        "prefix: b\n"                          /* 6 */
        "networks:\n"                          /* 7 */
        "  - name: Upper\n"                    /* 8 */
        "    type: fake\n"                     /* 9 */
        "    prot: 1\n"                        /* 10 */
        "    delay: [1s]\n"                    /* 11 */
        "  - type: fkae\n"                     /* 12 */
        "    whatever: 1\n"                    /* 13 */
        "  - just text\n"                      /* 14 */
        "  - {name: x, type: fake, host: h}\n" /* 15 */
        "  - {name: x, type: console, y: 1}\n",
        "dir/f:1: colour: unknown key\n"
        "dir/f:2: language: expected one of en, fr, it, de, es, found `nl`\n"
        "dir/f:4: log.levle: unknown key; did you mean `level`?\n"
        "dir/f:6: prefix: the key occurs twice, first in line 5\n"
        "dir/f:10: networks[1].prot: unknown key; did you mean `port`?\n"
        "dir/f:11: networks[1].delay: expected a duration with its unit (ms, s, min, h, "
        "d) from 0 to 1h, found a sequence\n"
        "dir/f:8: networks[1].host: the key is missing\n"
        "dir/f:8: networks[1].name: a network's name is made of a-z, 0-9 and -\n"
        "dir/f:12: networks[2].type: expected one of console, fake, found `fkae`\n"
        "dir/f:12: networks[2].name: the key is missing\n"
        "dir/f:14: networks[3]: expected keys with values\n"
        "dir/f:16: networks[5].y: unknown key\n"
        "dir/f:16: networks[5].name: networks[4] in line 15 has the same name\n");
}

static void values_out_of_bounds_are_refused(void **state)
{
    (void)state;
    static const char port[] =
        "dir/f:5: networks[1].port: expected a whole number from 1 to 65535, ";
    static const char delay[] =
        "dir/f:5: networks[1].delay: expected a duration with its unit (ms, "
        "s, min, h, d) from 0 to 1h, ";
    static const struct {
        const char *key, *value, *start, *end;
    } cases[] = {
        {"port", "0", port, "found `0`\n"},
        {"port", "65536", port, "found `65536`\n"},
        {"port", "-1", port, "found `-1`\n"},
        {"port", "0x10", port, "found `0x10`\n"},
        {"port", "99999999999999999999", port, "found `99999999999999999999`\n"},
        {"port", "\"\"", port, "found ``\n"},
        {"port", "{a: b}", port, "found a mapping\n"},
        {"delay", "5", delay, "found `5`\n"},
        {"delay", "2h", delay, "found `2h`\n"},
        {"delay", "-1s", delay, "found `-1s`\n"},
        {"delay", "9223372036854775807d", delay, "found `9223372036854775807d`\n"},
        {"delay", "1 s", delay, "found `1 s`\n"},
        {"tls", "maybe", "dir/f:5: networks[1].tls: expected true or false, ", "found `maybe`\n"},
        {"mood", "wild", "dir/f:5: networks[1].mood: expected one of calm, brisk, ",
         "found `wild`\n"},
        {"certificate", "\"a\\nb\"",
         "dir/f:5: networks[1].certificate: expected a path of 0 to 63 bytes without control "
         "characters, ",
         "found `a?b`\n"},
        {"channels", "[a, b, c, d]",
         "dir/f:5: networks[1].channels: expected a list of 0 to 3 texts of 1 to 255 bytes, ",
         "found 4\n"},
        {"channels", "[a, [b]]",
         "dir/f:5: networks[1].channels: expected a list of 0 to 3 texts of 1 to 255 bytes, ",
         "found a sequence\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char keys[256];
        char expected[512];
        snprintf(keys, sizeof keys, "    %s: %s\n", cases[i].key, cases[i].value);
        snprintf(expected, sizeof expected, "%s%s", cases[i].start, cases[i].end);
        assert_fake_mistake(keys, expected);
    }
    assert_fake_mistake(
        "    port: 0\n    channels: [a, b, c, d]\n",
        "dir/f:5: networks[1].port: expected a whole number from 1 to 65535, found "
        "`0`\n"
        "dir/f:6: networks[1].channels: expected a list of 0 to 3 texts of 1 to 255 "
        "bytes, found 4\n");
    assert_mistakes(
        "networks: [{name: n, type: fake, host: 1234567890123456}]",
        "dir/f:1: networks[1].host: expected a text of 1 to 15 bytes without control characters, "
        "found `1234567890123456`\n");
}

static void traps_of_yaml_are_named(void **state)
{
    (void)state;
    static const char nothing[] = "has no value (values that begin with # or ! need quotes; for "
                                  "the default, leave the key out)";
    char expected[256];
    snprintf(expected, sizeof expected, "dir/f:5: networks[1].channels: %s\n", nothing);
    assert_fake_mistake("    channels: #a\n", expected);
    snprintf(expected, sizeof expected, "dir/f:6: networks[1].channels: %s\n", nothing);
    assert_fake_mistake("    channels:\n      - #a\n", expected);
    snprintf(expected, sizeof expected, "dir/f:1: prefix: %s\n", nothing);
    assert_mistakes("prefix: !\nnetworks: [{name: n, type: console}]\n", expected);
    assert_mistakes("prefix: !x\nnetworks: [{name: n, type: console}]\n",
                    "dir/f:1: prefix: tags are not used here (a value that begins with ! needs "
                    "quotes)\n");
}

static void structure_must_be_right(void **state)
{
    (void)state;
    assert_mistakes("", "dir/f:1: : the file is empty: `networks` is missing\n");
    assert_mistakes("- a\n", "dir/f:1: : expected keys with values\n");
    assert_mistakes("data: x\n", "dir/f:1: networks: the key is missing\n");
    assert_mistakes("networks: []\n", "dir/f:1: networks: expected 1 to 32 networks, found 0\n");
    assert_mistakes("networks:\n  name: x\n",
                    "dir/f:2: networks: expected a sequence: each network "
                    "begins with `- name:`\n");
    assert_mistakes("log: loud\nnetworks: [{name: n, type: console}]\n",
                    "dir/f:1: log: expected keys with values\n");
    assert_mistakes("[a]: b\nnetworks: [{name: n, type: console}]\n",
                    "dir/f:1: : a key must be a text\n");
    assert_mistakes("networks: [{name: n, type: console}]\n---\na: b\n",
                    "dir/f:2: : a second YAML document begins; only one is read\n");
    assert_mistakes("prefix: 'a b'\nnetworks: [{name: n, type: console}]\n",
                    "dir/f:1: prefix: the prefix must have no blanks\n");
    assert_mistakes("owners: ['libera account:alice', 'account:bruno']\n"
                    "networks: [{name: n, type: console}]\n",
                    "dir/f:1: owners: expected `NETWORK IDENTITY`, as in `libera account:alice`\n");
    assert_mistakes("owners: ['libera alice', 'libera account:bruno']\n"
                    "networks: [{name: n, type: console}]\n",
                    "dir/f:1: owners: expected `NETWORK IDENTITY`, as in `libera account:alice`\n");
    assert_mistakes("owners: ['lib account:alice', 'libra account:bruno', 'libera account:carla']\n"
                    "networks: [{name: libera, type: console}]\n",
                    "dir/f:1: owners: `lib` is the name of no network\n"
                    "dir/f:1: owners: `libra` is the name of no network; did you mean `libera`?\n");
    struct config config;
    assert_good("log:\n  # level: info\nnetworks: [{name: n, type: console}]\n", &config);
    config_free(&config);
}

static void syntax_errors_have_their_line(void **state)
{
    (void)state;
    assert_mistakes(
        "data: x\nnetworks:\n\t- a\n",
        "dir/f:3: : YAML: while scanning for the next token: found character that cannot "
        "start any token\n");
    assert_mistakes("data: 'x\n",
                    "dir/f:2: : YAML: while scanning a quoted scalar: found unexpected end of "
                    "stream\n");
    assert_mistakes("data: x\nprefix: *x\n", "dir/f:2: : YAML: found undefined alias\n");
    assert_mistakes("data: x\nprefix: \x01\n",
                    "dir/f:2: : YAML: control characters are not allowed\n");
    assert_mistakes("a: \xFF\nb: ok\nc: \xC3 \xC3\n", "dir/f:1: : the line is not valid UTF-8\n"
                                                      "dir/f:3: : the line is not valid UTF-8\n");
}

/* A mistake there can't be made good. */
static void transcripts_are_kept_for_a_day_at_least(void **state)
{
    struct config config;
    (void)state;
    assert_mistakes(
        "retention:\n  transcripts: 23h\n" FAKE,
        "dir/f:2: retention.transcripts: expected 0, which keeps everything, or a day or "
        "more, as in `365d`\n");
    assert_good(FAKE, &config);
    assert_int_equal(config.retention_transcripts, 0);
    config_free(&config);
    assert_good("retention:\n  transcripts: 365d\n" FAKE, &config);
    assert_int_equal(config.retention_transcripts, INT64_C(365) * 24 * 3600 * 1000);
    config_free(&config);
}

/* The private key is taken for no public one, and a key of zeros is none. */
static void only_a_public_key_encrypts_backups(void **state)
{
    struct config config;
    (void)state;
    assert_mistakes("backup:\n  public-key: belfry-private-"
                    "77076d0a7318a57d3c16c17251b26645df1f51f6e8d1d6e4ae0f3cbf5f2a1b3c\n" FAKE,
                    "dir/f:2: backup.public-key: expected a public key as `belfry store key FILE` "
                    "prints it\n");
    assert_mistakes("backup:\n  public-key: belfry-public-"
                    "0000000000000000000000000000000000000000000000000000000000000000\n" FAKE,
                    "dir/f:2: backup.public-key: expected a public key as `belfry store key FILE` "
                    "prints it\n");
    assert_good("backup:\n  public-key: belfry-public-"
                "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a\n" FAKE,
                &config);
    config_free(&config);
}

static void checks_of_sections_name_their_key(void **state)
{
    (void)state;
    assert_fake_mistake("    password: hunter2\n    tls: off\n",
                        "dir/f:6: networks[1].tls: a password needs tls\n");
}

static void secrets_stand_once(void **state)
{
    (void)state;
    assert_fake_mistake("    password: a\n    password-env: B\n",
                        "dir/f:6: networks[1].password-env: only one of `password`, "
                        "`password-file` and `password-env` is allowed; the first is in line 5\n");
    assert_fake_mistake("    passwort-file: b\n",
                        "dir/f:5: networks[1].passwort-file: unknown key; "
                        "did you mean `password-file`?\n");
}

static void secrets_appear_in_no_message(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "    password: hunter2hunter2hunter2\n",
        "    token: \"hu\\nnter2\"\n",
        "    token: hun\n",
        "    password: [hunter2]\n",
        "    password: !hunter2 x\n",
        "    password: \"hunter2\n",
        "    password: hunter2\n    bad: 1\n",
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct config config;
        struct complaints complaints;
        char yaml[256];
        snprintf(yaml, sizeof yaml, FAKE "%s", keys[i]);
        assert_false(read_text(yaml, &config, &complaints));
        assert_null(strstr(complaints.bytes, "hun"));
        assert_null(strstr(complaints.bytes, "nter2"));
    }
}

static void secrets_come_from_the_environment(void **state)
{
    (void)state;
    struct config config;
    setenv("BELFRY_TEST_SECRET", "hunter2", 1);
    setenv("BELFRY_TEST_EMPTY", "", 1);
    unsetenv("BELFRY_TEST_UNSET");
    assert_string_equal(read_fake("    token-env: BELFRY_TEST_SECRET\n", &config)->token,
                        "hunter2");
    config_free(&config);
    assert_fake_mistake("    token-env: BELFRY_TEST_UNSET\n",
                        "dir/f:5: networks[1].token-env: the environment variable "
                        "`BELFRY_TEST_UNSET` is not set\n");
    assert_fake_mistake("    token-env: BELFRY_TEST_EMPTY\n",
                        "dir/f:5: networks[1].token-env: the environment variable "
                        "`BELFRY_TEST_EMPTY` is empty\n");
    setenv("BELFRY_TEST_SECRET", "hun", 1);
    assert_fake_mistake(
        "    token-env: BELFRY_TEST_SECRET\n",
        "dir/f:5: networks[1].token-env: the environment variable "
        "`BELFRY_TEST_SECRET` doesn't hold a secret of 4 to 15 bytes without control characters\n");
}

/* A directory for files, removed at the end. */
struct folder {
    char path[64];
};

static int make_folder(void **state)
{
    static struct folder folder;
    strncpy(folder.path, "/tmp/belfry-config-XXXXXX", sizeof folder.path - 1);
    *state = &folder;
    return mkdtemp(folder.path) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"config", "secret", "large"};
    const struct folder *folder = *state;
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        unlink(path);
    }
    return rmdir(folder->path);
}

static void write_file(const struct folder *folder, const char *name, const char *bytes,
                       mode_t mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(bytes, stream);
    fclose(stream);
    assert_int_equal(chmod(path, mode), 0);
}

/* Reads the file `config` of the directory; `complaints` are without the directory's name. */
static bool read_file(const struct folder *folder, struct config *config,
                      struct complaints *complaints)
{
    char path[128];
    complaints->text = TEXT_IN(complaints->bytes);
    snprintf(path, sizeof path, "%s/config", folder->path);
    return config_read(path, classes, config, remember, complaints);
}

static void secrets_come_from_files(void **state)
{
    const struct folder *folder = *state;
    struct config config;
    struct complaints complaints;
    write_file(folder, "config", FAKE "    password-file: secret\n", 0600);
    write_file(folder, "secret", "hunter2\r\n", 0600);
    assert_true(read_file(folder, &config, &complaints));
    const struct fake *fake = config.networks[0].settings;
    assert_string_equal(fake->password, "hunter2");
    config_free(&config);
    write_file(folder, "secret", "\n", 0600);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, ":5: networks[1].password-file: the file `/tmp/"));
    assert_non_null(strstr(complaints.bytes, "/secret` is empty\n"));
    write_file(folder, "config", FAKE "    password-file: missing\n", 0600);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, "/missing` can't be opened: No such file"));
    write_file(folder, "config", FAKE "    password-file: .\n", 0600);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, "is not a regular file\n"));
}

/* Whether the kernel keeps what is at the address out of core dumps; that is set together with the
 * lock, which sanitizers leave out. */
static bool is_kept_out_of_dumps(const void *address)
{
    char line[256];
    bool within = false, kept = false;
    FILE *maps = fopen("/proc/self/smaps", "re");
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            within = (uintptr_t)address >= from && (uintptr_t)address < to;
        else if (within && strncmp(line, "VmFlags:", 8) == 0)
            kept = strstr(line, " dd") != NULL;
    }
    fclose(maps);
    return kept;
}

static void secrets_are_in_guarded_memory(void **state)
{
    const struct folder *folder = *state;
    struct config config;
    struct complaints complaints;
    write_file(folder, "config", FAKE "    password: hunter2\n", 0600);
    assert_true(read_file(folder, &config, &complaints));
    assert_true(is_kept_out_of_dumps(config.networks[0].settings));
    assert_false(is_kept_out_of_dumps(config.networks));
    config_free(&config);
}

static void open_secret_files_are_refused_unless_allowed(void **state)
{
    const struct folder *folder = *state;
    struct config config;
    struct complaints complaints;
    write_file(folder, "config", FAKE "    password-file: secret\n", 0600);
    write_file(folder, "secret", "hunter2", 0640);
    assert_true(read_file(folder, &config, &complaints));
    config_free(&config);
    write_file(folder, "secret", "hunter2", 0604);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, ":5: networks[1].password-file: everybody on this "
                                             "machine can read the file: chmod o-r it, or set "
                                             "`allow-open-secrets: on`\n"));
    assert_null(strstr(complaints.bytes, "hunter2"));
    write_file(folder, "config", FAKE "    password-file: secret\nallow-open-secrets: on\n", 0600);
    assert_true(read_file(folder, &config, &complaints));
    config_free(&config);
}

static void a_configuration_with_secrets_is_not_for_everybody(void **state)
{
    const struct folder *folder = *state;
    struct config config;
    struct complaints complaints;
    write_file(folder, "config", FAKE, 0644);
    assert_true(read_file(folder, &config, &complaints));
    config_free(&config);
    write_file(folder, "config", FAKE "    password: hunter2\n", 0640);
    assert_true(read_file(folder, &config, &complaints));
    config_free(&config);
    write_file(folder, "config", FAKE "    password: hunter2\n", 0644);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, ":5: networks[1].password: everybody on this machine "
                                             "can read the file: chmod o-r it, or set "
                                             "`allow-open-secrets: on`\n"));
    write_file(folder, "config", FAKE "    password: hunter2\nallow-open-secrets: on\n", 0644);
    assert_true(read_file(folder, &config, &complaints));
    config_free(&config);
}

static void pipes_and_devices_end_at_once(void **state)
{
    const struct folder *folder = *state;
    char path[128];
    struct config config;
    struct complaints complaints = {.text = {0}};
    snprintf(path, sizeof path, "%s/config", folder->path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, "/config:0: : is not a regular file\n"));
    unlink(path);
    write_file(folder, "config", FAKE "    password-file: secret\n", 0600);
    snprintf(path, sizeof path, "%s/secret", folder->path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, "/secret` is not a regular file\n"));
    complaints.text = TEXT_IN(complaints.bytes);
    assert_false(config_read("/dev/zero", classes, &config, remember, &complaints));
    assert_string_equal(complaints.bytes, "/dev/zero:0: : is not a regular file\n");
}

static void unreadable_files_are_refused(void **state)
{
    const struct folder *folder = *state;
    struct config config;
    struct complaints complaints = {.text = {0}};
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, "/config:0: : can't be read: No such file"));
    complaints.text = TEXT_IN(complaints.bytes);
    assert_false(config_read(folder->path, classes, &config, remember, &complaints));
    assert_non_null(strstr(complaints.bytes, ":0: : can't be read: Is a directory\n"));
    char *large = malloc(CONFIG_FILE_MAX + 2);
    memset(large, '#', CONFIG_FILE_MAX + 1);
    large[CONFIG_FILE_MAX + 1] = '\0';
    write_file(folder, "config", large, 0600);
    free(large);
    assert_false(read_file(folder, &config, &complaints));
    assert_non_null(strstr(complaints.bytes, ":0: : the file is larger than 1048576 bytes\n"));
}

static void standard_is_the_console(void **state)
{
    (void)state;
    struct config config;
    assert_true(config_default(classes, &config));
    assert_int_equal(config.network_count, 1);
    assert_string_equal(config.networks[0].name, "console");
    assert_ptr_equal(config.networks[0].class, &console_class);
    assert_string_equal(config.prefix, "!");
    assert_false(config.language_given || config.prefix_given);
    assert_int_equal(config.log_level, LOG_LEVEL_INFO);
    config_free(&config);
    assert_false(config_default(&classes[1], &config));
}

static void what_needs_a_restart_is_listed(void **state)
{
    (void)state;
    struct fake old = {.host = "a", .port = 1, .delay = 2, .certificate = "c"}, new = old;
    const struct config_section section = {.keys = fake_keys,
                                           .key_count = sizeof fake_keys / sizeof fake_keys[0]};
    char names[64];
    config_list_restarts(&section, &old, &new, names, sizeof names);
    assert_string_equal(names, "");
    new.delay = 3;
    new.mood = 1;
    config_list_restarts(&section, &old, &new, names, sizeof names);
    assert_string_equal(names, "");
    new.port = 2;
    config_list_restarts(&section, &old, &new, names, sizeof names);
    assert_string_equal(names, "port");
    new.host[0] = 'b';
    config_list_restarts(&section, &old, &new, names, sizeof names);
    assert_string_equal(names, "host port");
}

static void print_complaint(void *context, const char *file, int line, const char *key,
                            const char *complaint)
{
    (void)context;
    print_error("%s:%d: %s: %s\n", file, line, key, complaint);
}

static void reference_is_a_valid_file(void **state)
{
    (void)state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    config_write_reference(stream, classes);
    fclose(stream);
    /* A required key has no default to print. */
    char *host = strstr(bytes, "    host: \"\"");
    assert_non_null(host);
    host[10] = 'h';
    host[11] = 'i';
    struct config config;
    assert_true(config_read_text("r", bytes, length, classes, &config, print_complaint, NULL));
    config_free(&config);
    assert_non_null(strstr(bytes, "    # Help on delay. (from 0 to 1h)\n    #delay: 2s\n"));
    assert_non_null(strstr(bytes, "    #channels: [\"#a\", \"#b\"]\n"));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_fill_what_is_left_out),
        cmocka_unit_test(a_beacon_has_an_address_by_tls_and_hex_digits),
        cmocka_unit_test(everything_written_is_read),
        cmocka_unit_test(defaults_of_settings_are_read),
        cmocka_unit_test(values_have_several_forms),
        cmocka_unit_test(every_mistake_is_reported_in_one_pass),
        cmocka_unit_test(values_out_of_bounds_are_refused),
        cmocka_unit_test(traps_of_yaml_are_named),
        cmocka_unit_test(structure_must_be_right),
        cmocka_unit_test(syntax_errors_have_their_line),
        cmocka_unit_test(only_a_public_key_encrypts_backups),
        cmocka_unit_test(transcripts_are_kept_for_a_day_at_least),
        cmocka_unit_test(checks_of_sections_name_their_key),
        cmocka_unit_test(secrets_stand_once),
        cmocka_unit_test(secrets_appear_in_no_message),
        cmocka_unit_test(secrets_come_from_the_environment),
        cmocka_unit_test_setup_teardown(secrets_come_from_files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(secrets_are_in_guarded_memory, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(open_secret_files_are_refused_unless_allowed, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_configuration_with_secrets_is_not_for_everybody,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(pipes_and_devices_end_at_once, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(unreadable_files_are_refused, make_folder, remove_folder),
        cmocka_unit_test(standard_is_the_console),
        cmocka_unit_test(what_needs_a_restart_is_listed),
        cmocka_unit_test(reference_is_a_valid_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
