#include "bot/configuration/setting_table.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "bot/base/duration.h"
#include "bot/configuration/config_value.h"
#include "bot/configuration/game_options.h"
#include "bot/configuration/quiet_hours.h"
#include "bot/configuration/watch_delay.h"
#include "bot/players/player.h"
#include "bot/words/catalog.h"

static const char *const sizes[] = {"auto",  "large", "wide",      "narrow",
                                    "short", "line",  "sentences", NULL};
static const char *const boards[] = {"text", "image", "both", NULL};
static const char *const alphabets[] = {"unicode", "ascii", NULL};
static const char *const colours[] = {"auto", "on", "off", NULL};
static const char *const forced_choices[] = {"ask", "auto", NULL};
static const char *const people[] = {"everyone", "members", "hosts", "admins", NULL};
static const char *const aborts[] = {"opener", "hosts", "admins", NULL};
static const char *const undos[] = {"never", "all", "majority", NULL};
static const char *const hints[] = {"never", "alone", "always", NULL};
static const char *const words_choices[] = {"open", "sealed", NULL};
static const char *const absents[] = {"wait", "default-move", "stand-in", "vote", NULL};
static const char *const seasons[] = {"none", "month", "quarter", "year", NULL};
static const char *const leavings[] = {"nothing", "wait", "unranked", "out-of-league", NULL};
static const char *const proofs[] = {"host", "code", "account", NULL};
static const char *const links[] = {"nobody", "admins", "hosts", NULL};

/* Commands follow the prefix without a blank, so it must not end like a word. */
static bool is_prefix(const char *text)
{
    return text[strcspn(text, " ")] == '\0' && !isalnum((unsigned char)text[strlen(text) - 1]);
}

static bool is_place(const char *text)
{
    return text[strcspn(text, " ")] == '\0';
}

#define SERVER  SETTING_BIT(SETTING_AT_SERVER)
#define CHANNEL SETTING_BIT(SETTING_AT_CHANNEL)
#define TABLE   SETTING_BIT(SETTING_AT_TABLE)
#define PERSON  SETTING_BIT(SETTING_AT_PERSON)

#define CHOICE(word, list, value, where)                                                           \
    .name = (word), .type = CONFIG_CHOICE, .choices = (list), .default_value = (value),            \
    .scopes = (where)
#define SWITCH(word, value, where)                                                                 \
    .name = (word), .type = CONFIG_SWITCH, .default_value = (value), .scopes = (where)
#define NUMBER(word, low, high, value, where)                                                      \
    .name = (word), .type = CONFIG_NUMBER, .least = (low), .most = (high),                         \
    .default_value = (value), .scopes = (where)
#define DURATION(word, high, value, where)                                                         \
    .name = (word), .type = CONFIG_DURATION, .most = (high), .default_value = (value),             \
    .scopes = (where)
#define TEXT(word, low, high, value, where)                                                        \
    .name = (word), .type = CONFIG_TEXT, .least = (low), .most = (high), .default_value = (value), \
    .scopes = (where)

const struct setting_row setting_table[SETTING_COUNT] = {
    [SETTING_PREFIX] = {TEXT("prefix", 1, 7, "!", SERVER | CHANNEL), .is_valid = is_prefix,
                        .not_in_defaults = true},
    [SETTING_LANGUAGE] = {CHOICE("language", catalog_languages, "en", SERVER | CHANNEL | PERSON),
                          .not_in_defaults = true},
    [SETTING_SIZE] = {CHOICE("size", sizes, "auto", SERVER | CHANNEL | PERSON)},
    [SETTING_BOARD] = {CHOICE("board", boards, "text", SERVER | CHANNEL)},
    [SETTING_ALPHABET] = {CHOICE("alphabet", alphabets, "unicode", SERVER | CHANNEL | PERSON)},
    [SETTING_COLOUR] = {CHOICE("colour", colours, "auto", SERVER | CHANNEL | PERSON)},
    [SETTING_VOICE] = {SWITCH("voice", "on", SERVER | CHANNEL | PERSON)},
    [SETTING_NOTICE] = {SWITCH("notice", "off", PERSON)},
    [SETTING_RANKED] = {SWITCH("ranked", "on", PERSON)},
    /* Only the person themselves may want it. */
    [SETTING_EVERYWHERE] = {SWITCH("everywhere", "off", PERSON), .not_in_defaults = true},
    [SETTING_GAMES] = {TEXT("games", 1, SETTING_TEXT_MAX - 1, "all", SERVER | CHANNEL),
                       .is_valid = game_list_is_valid},
    [SETTING_GAME_OPTIONS] = {TEXT("game-options", 0, SETTING_TEXT_MAX - 1, "", SERVER | CHANNEL),
                              .is_valid = game_options_are_valid},
    [SETTING_FORCED] = {CHOICE("forced", forced_choices, "ask", SERVER | CHANNEL | TABLE)},
    [SETTING_BOTS] = {SWITCH("bots", "on", SERVER | CHANNEL)},
    [SETTING_LEVEL] = {CHOICE("level", player_level_names, "normal", SERVER | CHANNEL | TABLE)},
    [SETTING_OPEN] = {CHOICE("open", people, "everyone", SERVER | CHANNEL)},
    [SETTING_ABORT] = {CHOICE("abort", aborts, "opener", SERVER | CHANNEL)},
    [SETTING_UNDO] = {CHOICE("undo", undos, "all", SERVER | CHANNEL | TABLE)},
    [SETTING_HINTS] = {CHOICE("hints", hints, "alone", SERVER | CHANNEL | TABLE)},
    [SETTING_WORDS] = {CHOICE("words", words_choices, "open", SERVER | CHANNEL | TABLE)},
    [SETTING_PROOF] = {CHOICE("proof", proofs, "host", SERVER | CHANNEL)},
    [SETTING_TURN_TIME] = {DURATION("turn-time", 60 * DAY, "0", SERVER | CHANNEL | TABLE)},
    [SETTING_PATIENCE] = {DURATION("patience", 365 * DAY, "7d", SERVER | CHANNEL | TABLE)},
    [SETTING_REMINDERS] = {DURATION("reminders", 60 * DAY, "12h", SERVER | CHANNEL | TABLE)},
    [SETTING_ABSENT] = {CHOICE("absent", absents, "vote", SERVER | CHANNEL | TABLE)},
    [SETTING_SEASON] = {CHOICE("season", seasons, "none", SERVER)},
    [SETTING_LEAVING] = {CHOICE("leaving", leavings, "nothing", SERVER)},
    [SETTING_LEAVING_WAIT] = {DURATION("leaving-wait", 30 * DAY, "10min", SERVER)},
    [SETTING_LEAVING_DECAY] = {DURATION("leaving-decay", 365 * DAY, "7d", SERVER)},
    [SETTING_ARCHIVE] = {DURATION("archive", 365 * DAY, "30d", SERVER | CHANNEL | TABLE)},
    [SETTING_QUIET_HOURS] = {TEXT("quiet-hours", 0, 11, "", SERVER | CHANNEL | PERSON),
                             .is_valid = quiet_hours_are_valid},
    [SETTING_TIME_ZONE] = {TEXT("time-zone", 1, 47, "UTC", SERVER | CHANNEL | PERSON),
                           .is_valid = time_zone_is_valid},
    [SETTING_THREADS] = {SWITCH("threads", "off", SERVER | CHANNEL | TABLE)},
    [SETTING_WATCH] = {SWITCH("watch", "on", SERVER | CHANNEL | TABLE)},
    [SETTING_WATCH_DELAY] = {TEXT("watch-delay", 1, 11, "round", SERVER | CHANNEL | TABLE),
                             .is_valid = watch_delay_is_valid},
    [SETTING_FIRST] = {TEXT("first", 0, NAME_MAX_BYTES - 1, "", TABLE), .not_in_defaults = true},
    [SETTING_BOARD_DISTANCE] = {NUMBER("board-distance", 0, 100, "8", SERVER | CHANNEL)},
    [SETTING_LINKS] = {CHOICE("links", links, "admins", SERVER | CHANNEL), .needs_admin = true},
    [SETTING_SEEK] = {SWITCH("seek", "off", SERVER | CHANNEL)},
    [SETTING_SEEK_TIME] = {DURATION("seek-time", 30 * DAY, "1h", SERVER | CHANNEL)},
    [SETTING_SEEK_TIME_SLOW] = {DURATION("seek-time-slow", 30 * DAY, "7d", SERVER | CHANNEL)},
    [SETTING_ANNOUNCEMENTS] = {TEXT("announcements", 0, PLACE_MAX - 1, "", SERVER | CHANNEL),
                               .is_valid = is_place, .needs_admin = true, .not_in_defaults = true},
    [SETTING_MEMBER_ROLES] = {TEXT("member-roles", 0, SETTING_TEXT_MAX - 1, "", SERVER),
                              .needs_admin = true, .not_in_defaults = true},
    [SETTING_HOST_ROLES] = {TEXT("host-roles", 0, SETTING_TEXT_MAX - 1, "", SERVER),
                            .needs_admin = true, .not_in_defaults = true},
    [SETTING_ADMIN_ROLES] = {TEXT("admin-roles", 0, SETTING_TEXT_MAX - 1, "", SERVER),
                             .needs_admin = true, .not_in_defaults = true},
};

enum setting setting_find(const char *name)
{
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        if (strcasecmp(setting_table[setting].name, name) == 0)
            return setting;
    return SETTING_COUNT;
}

bool setting_may_be_set(enum setting setting, enum setting_where where)
{
    return setting_table[setting].scopes & SETTING_BIT(where);
}

/* -- Values ------------------------------------------------------------------------------------ */

#define MEMBER(member)                                                                             \
    .offset = offsetof(struct setting_value, member),                                              \
    .size = sizeof(((struct setting_value *)0)->member)

static struct config_key key_of(enum setting setting)
{
    static const struct config_key members[] = {
        [CONFIG_TEXT] = {MEMBER(text)},       [CONFIG_NUMBER] = {MEMBER(number)},
        [CONFIG_DURATION] = {MEMBER(number)}, [CONFIG_SWITCH] = {MEMBER(on)},
        [CONFIG_CHOICE] = {MEMBER(choice)},
    };
    const struct setting_row *row = &setting_table[setting];
    struct config_key key = members[row->type];
    key.name = row->name;
    key.type = row->type;
    key.least = row->least;
    key.most = row->most;
    key.default_value = row->default_value;
    key.choices = row->choices;
    return key;
}

static bool is_none(const char *text)
{
    return strcasecmp(text, "none") == 0;
}

/* Choices are lower case in the table. */
static void fold(const char *text, char folded[SETTING_TEXT_MAX])
{
    size_t length = 0;
    for (; length < SETTING_TEXT_MAX - 1 && text[length] != '\0'; length++)
        folded[length] = (char)tolower((unsigned char)text[length]);
    folded[length] = '\0';
}

bool setting_read(enum setting setting, const char *text, struct setting_value *value)
{
    const struct setting_row *row = &setting_table[setting];
    const struct config_key key = key_of(setting);
    char folded[SETTING_TEXT_MAX], complaint_buffer[SETTING_TEXT_MAX];
    struct text complaint = TEXT_IN(complaint_buffer);
    *value = (struct setting_value){0};
    if (row->type == CONFIG_TEXT && row->least == 0 && is_none(text))
        text = "";
    if (row->type != CONFIG_TEXT) {
        fold(text, folded);
        text = folded;
    }
    return config_value_set(&key, "", text, strlen(text), value, &complaint) &&
           (row->is_valid == NULL || row->is_valid(value->text));
}

int64_t setting_value_number(enum setting setting, const struct setting_value *value)
{
    switch (setting_table[setting].type) {
    case CONFIG_SWITCH:
        return value->on;
    case CONFIG_CHOICE:
        return value->choice;
    default:
        return value->number;
    }
}

void setting_value_print(enum setting setting, const struct setting_value *value, struct text *out)
{
    const struct setting_row *row = &setting_table[setting];
    switch (row->type) {
    case CONFIG_SWITCH:
        text_add(out, value->on ? "on" : "off");
        break;
    case CONFIG_CHOICE:
        text_add(out, row->choices[value->choice]);
        break;
    case CONFIG_DURATION:
        config_add_duration(out, value->number);
        break;
    case CONFIG_NUMBER:
        text_add_number(out, value->number);
        break;
    default:
        text_add(out, value->text);
    }
}

/* -- The configuration file -------------------------------------------------------------------- */

static const char *check_defaults(const void *block, const char **key)
{
    const struct setting_defaults *defaults = block;
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const struct setting_row *row = &setting_table[setting];
        *key = row->name;
        if (!row->not_in_defaults && row->is_valid != NULL &&
            !row->is_valid(defaults->values[setting].text))
            return "is not a value of this setting; config/SETTINGS.md lists them";
    }
    return NULL;
}

void setting_section_init(struct setting_section *section, bool network)
{
    size_t count = 0;
    *section = (struct setting_section){.section = {.keys = section->keys,
                                                    .block_size = sizeof(struct setting_defaults),
                                                    .check = check_defaults}};
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        bool language = network && setting == SETTING_LANGUAGE;
        if (setting_table[setting].not_in_defaults && !language)
            continue;
        section->settings[count] = setting;
        section->keys[count] = key_of(setting);
        section->keys[count].offset += offsetof(struct setting_defaults, values) +
                                       (size_t)setting * sizeof(struct setting_value);
        count++;
    }
    section->section.key_count = count;
}
