#include "bot/core/leavings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/core/clock.h"
#include "bot/core/rolls.h"

enum {
    KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX,
    VALUE_BYTES = 1024,
    COUNT_MAX = 32, /* more are not counted */
    DAYS_MAX = 30   /* nothing follows for longer */
};

#define MASK "mask:" /* see struct person */

/* -- Where they are kept ----------------------------------------------------------------------- */

static const char *const beginning_of_settings = "settings ";

static const char *roll_name(struct settings *settings, const struct setting_scope *scope,
                             char name[ROLL_NAME_BYTES])
{
    char buffer[SETTING_SCOPE_BYTES];
    struct text text = text_in(name, ROLL_NAME_BYTES);
    text_add(&text, ROLL_LEAVINGS);
    text_add(&text, setting_scope_name(settings, SETTING_AT_SERVER, scope, buffer) +
                        strlen(beginning_of_settings));
    return name;
}

/* Without an account, another nick is no other person. */
static const char *key_of(const char *network, const char *identity, char key[KEY_BYTES])
{
    struct text text = text_in(key, KEY_BYTES);
    bool weak = strncmp(identity, MASK, strlen(MASK)) == 0;
    const char *behind_nick = weak ? strchr(identity, '!') : NULL;
    if (behind_nick != NULL)
        text_add_format(&text, "%s %s*%s", network, MASK, behind_nick);
    else
        text_add_format(&text, "%s %s", network, identity);
    return key;
}

/* -- As text: numbers, the identity and the name, with tabs between ---------------------------- */

static void print(const struct leaving *leaving, struct text *out)
{
    const int64_t numbers[] = {leaving->what,        leaving->count, leaving->at,
                               leaving->until,       leaving->table, leaving->at_before,
                               leaving->until_before};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        text_add_format(out, "%" PRId64 "\t", numbers[i]);
    text_add_format(out, "%s\t%s", leaving->identity, leaving->name);
}

static int64_t take_number(const char **rest)
{
    char *end;
    int64_t number = strtoll(*rest, &end, 10);
    *rest = end + (*end == '\t');
    return number;
}

static struct leaving read(const struct roll_entry *entry)
{
    struct leaving leaving = {.count = 0};
    const char *rest = entry->value;
    struct text network = TEXT_IN(leaving.network), identity = TEXT_IN(leaving.identity);
    struct text name = TEXT_IN(leaving.name);
    text_add_bytes(&network, entry->key, strcspn(entry->key, " "));
    leaving.what = take_number(&rest) == LEAVING_UNRANKED ? LEAVING_UNRANKED : LEAVING_WAIT;
    leaving.count = (unsigned)take_number(&rest);
    leaving.at = take_number(&rest);
    leaving.until = take_number(&rest);
    leaving.table = take_number(&rest);
    leaving.at_before = take_number(&rest);
    leaving.until_before = take_number(&rest);
    size_t length = strcspn(rest, "\t");
    text_add_bytes(&identity, rest, length);
    text_add(&name, rest + length + (rest[length] == '\t'));
    return leaving;
}

/* -- Time -------------------------------------------------------------------------------------- */

/* Returns how many still count. */
static unsigned count_now(struct settings *settings, const struct setting_scope *scope,
                          const struct leaving *leaving)
{
    int64_t decay = setting_number(settings, SETTING_LEAVING_DECAY, scope);
    int64_t gone = clock_now(settings->clock) - leaving->at;
    int64_t less = decay != 0 ? gone / decay : COUNT_MAX;
    if (less < 0)
        less = 0; /* the clock was set back */
    return less < leaving->count ? leaving->count - (unsigned)less : 0;
}

static bool is_over(struct settings *settings, const struct setting_scope *scope,
                    const struct leaving *leaving)
{
    return leaving->until <= clock_now(settings->clock) && count_now(settings, scope, leaving) == 0;
}

/* Doubles with each. */
static int64_t time_for(struct settings *settings, const struct setting_scope *scope,
                        unsigned count)
{
    int64_t time = setting_number(settings, SETTING_LEAVING_WAIT, scope);
    const int64_t most = DAYS_MAX * DAY;
    for (; count > 1 && time < most; count--)
        time *= 2;
    return time < most ? time : most;
}

/* -- Looking ----------------------------------------------------------------------------------- */

static bool holds(struct settings *settings, const struct setting_scope *scope,
                  const struct leaving *leaving)
{
    return leaving->until > clock_now(settings->clock) &&
           setting_number(settings, SETTING_LEAVING, scope) != LEAVING_NOTHING;
}

static const struct roll_entry *find_entry(struct settings *settings, const char *roll,
                                           const char *network, const char *identity)
{
    char key[KEY_BYTES];
    const struct roll_entry *entry = roll_first(settings, roll);
    key_of(network, identity, key);
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry;
}

bool leaving_find(struct settings *settings, const struct setting_scope *scope, const char *network,
                  const char *identity, struct leaving *found)
{
    char name[ROLL_NAME_BYTES];
    if (settings->rolls == NULL)
        return false;
    const struct roll_entry *entry =
        find_entry(settings, roll_name(settings, scope, name), network, identity);
    if (entry == NULL)
        return false;
    *found = read(entry);
    return holds(settings, scope, found);
}

void leaving_visit(struct settings *settings, const struct setting_scope *scope, void *context,
                   bool (*visit)(void *context, const struct leaving *leaving))
{
    char name[ROLL_NAME_BYTES];
    const struct roll_entry *entry = NULL;
    if (settings->rolls != NULL)
        entry = roll_first(settings, roll_name(settings, scope, name));
    for (bool goes_on = true; goes_on && entry != NULL; entry = entry->next) {
        const struct leaving leaving = read(entry);
        goes_on = !holds(settings, scope, &leaving) || visit(context, &leaving);
    }
}

/* -- Changing ---------------------------------------------------------------------------------- */

static void drop(struct settings *settings, const char *roll, const struct leaving *leaving)
{
    char key[KEY_BYTES];
    roll_set(settings, roll, key_of(leaving->network, leaving->identity, key), NULL);
}

static bool put(struct settings *settings, const char *roll, const struct leaving *leaving)
{
    char key[KEY_BYTES], buffer[VALUE_BYTES];
    struct text value = TEXT_IN(buffer);
    print(leaving, &value);
    return roll_set(settings, roll, key_of(leaving->network, leaving->identity, key), value.bytes);
}

static void drop_ended(struct settings *settings, const struct setting_scope *scope,
                       const char *roll)
{
    const struct roll_entry *entry = roll_first(settings, roll), *next;
    for (; entry != NULL; entry = next) {
        const struct leaving leaving = read(entry);
        next = entry->next;
        if (is_over(settings, scope, &leaving))
            drop(settings, roll, &leaving);
    }
}

/* Makes room in a full roll. */
static void drop_oldest(struct settings *settings, const char *roll)
{
    const struct roll_entry *entry = roll_first(settings, roll);
    struct leaving oldest = {.at = INT64_MAX};
    for (; entry != NULL; entry = entry->next) {
        const struct leaving leaving = read(entry);
        if (leaving.at < oldest.at)
            oldest = leaving;
    }
    drop(settings, roll, &oldest);
}

static void set_text(char *target, size_t size, const char *source)
{
    struct text text = text_in(target, size);
    text_add(&text, source);
}

/* Adds one to what `left` holds, which is empty for the first. */
static void count_one(struct settings *settings, const struct setting_scope *scope,
                      struct leaving *left)
{
    int64_t now = clock_now(settings->clock);
    unsigned counted = count_now(settings, scope, left);
    left->count = counted < COUNT_MAX ? counted + 1 : COUNT_MAX;
    bool waits = setting_number(settings, SETTING_LEAVING, scope) != LEAVING_UNRANKED;
    left->what = waits ? LEAVING_WAIT : LEAVING_UNRANKED;
    left->table = scope->table;
    left->at_before = left->at;
    left->until_before = left->until;
    left->at = now;
    left->until = now + time_for(settings, scope, left->count);
    if (left->until < left->until_before)
        left->until = left->until_before;
}

bool leaving_add(struct settings *settings, const struct setting_scope *scope, const char *network,
                 const struct person *person, struct leaving *left)
{
    char roll[ROLL_NAME_BYTES];
    if (setting_number(settings, SETTING_LEAVING, scope) == LEAVING_NOTHING ||
        setting_number(settings, SETTING_LEAVING_WAIT, scope) == 0)
        return false;
    roll_name(settings, scope, roll);
    drop_ended(settings, scope, roll);
    const struct roll_entry *entry = find_entry(settings, roll, network, person->identity);
    *left = entry != NULL ? read(entry) : (struct leaving){.count = 0};
    set_text(left->network, sizeof left->network, network);
    set_text(left->identity, sizeof left->identity, person->identity);
    set_text(left->name, sizeof left->name, person->name);
    count_one(settings, scope, left);
    if (!put(settings, roll, left)) {
        drop_oldest(settings, roll);
        put(settings, roll, left);
    }
    return true;
}

bool leaving_take_back(struct settings *settings, const struct setting_scope *scope,
                       const char *network, const char *identity)
{
    char roll[ROLL_NAME_BYTES];
    roll_name(settings, scope, roll);
    const struct roll_entry *entry = find_entry(settings, roll, network, identity);
    if (entry == NULL)
        return false;
    struct leaving leaving = read(entry);
    if (leaving.table != scope->table || leaving.count == 0)
        return false;
    leaving.count--;
    leaving.table = 0;
    leaving.at = leaving.at_before;
    leaving.until = leaving.until_before;
    leaving.at_before = leaving.until_before = 0;
    if (is_over(settings, scope, &leaving))
        drop(settings, roll, &leaving);
    else
        put(settings, roll, &leaving);
    return true;
}

void leaving_pardon(struct settings *settings, const struct setting_scope *scope,
                    const struct leaving *leaving)
{
    char roll[ROLL_NAME_BYTES];
    drop(settings, roll_name(settings, scope, roll), leaving);
}
