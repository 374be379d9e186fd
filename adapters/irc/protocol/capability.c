#include "adapters/irc/protocol/capability.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"

/* The longest time that STS holds: a century. */
#define STS_MOST_S INT64_C(3155760000)

static const char *const names[IRC_CAPABILITIES] = {
    [IRC_CAP_SASL] = "sasl",
    [IRC_CAP_MESSAGE_TAGS] = "message-tags",
    [IRC_CAP_ACCOUNT_TAG] = "account-tag",
    [IRC_CAP_SERVER_TIME] = "server-time",
    [IRC_CAP_BATCH] = "batch",
    [IRC_CAP_ACCOUNT_NOTIFY] = "account-notify",
    [IRC_CAP_EXTENDED_JOIN] = "extended-join",
    [IRC_CAP_AWAY_NOTIFY] = "away-notify",
    [IRC_CAP_CHGHOST] = "chghost",
    [IRC_CAP_SETNAME] = "setname",
    [IRC_CAP_MULTI_PREFIX] = "multi-prefix",
    [IRC_CAP_USERHOST_IN_NAMES] = "userhost-in-names",
    [IRC_CAP_CAP_NOTIFY] = "cap-notify",
    [IRC_CAP_INVITE_NOTIFY] = "invite-notify",
};

struct offer {
    const char *name, *value;
    size_t name_length, value_length;
};

/* The next "name" or "name=value" of a list; moves `*list` past it. */
static bool next_entry(const char **list, struct offer *entry)
{
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    if (length == 0)
        return false;
    const char *equals = memchr(*list, '=', length);
    entry->name = *list;
    entry->name_length = equals ? (size_t)(equals - *list) : length;
    entry->value = equals ? equals + 1 : *list + length;
    entry->value_length = equals ? length - entry->name_length - 1 : 0;
    *list += length;
    return true;
}

static bool name_is(const struct offer *entry, const char *name)
{
    return strlen(name) == entry->name_length && memcmp(name, entry->name, entry->name_length) == 0;
}

static uint32_t bit_of(const struct offer *entry)
{
    for (unsigned i = 0; i < IRC_CAPABILITIES; i++)
        if (name_is(entry, names[i]))
            return UINT32_C(1) << i;
    return 0;
}

bool irc_capability_on(const struct irc_capabilities *capabilities, enum irc_capability which)
{
    return (capabilities->enabled >> which) & 1;
}

static void take_mechanisms(struct irc_capabilities *capabilities, const struct offer *entry)
{
    struct text mechanisms = TEXT_IN(capabilities->mechanisms);
    text_add_bytes(&mechanisms, entry->value, entry->value_length);
}

/* The number after "name=" in one word of STS; -1: it is another word, or no number. */
static int64_t number_after(const char *name, const char *word, size_t length)
{
    size_t start = strlen(name);
    if (length <= start || memcmp(word, name, start) != 0 ||
        strspn(word + start, "0123456789") != length - start)
        return -1;
    long long number = strtoll(word + start, NULL, 10);
    return number > STS_MOST_S ? STS_MOST_S : number;
}

static void take_sts(struct irc_capabilities *capabilities, const struct offer *entry)
{
    const char *word = entry->value, *end = word + entry->value_length;
    while (word < end) {
        const char *comma = memchr(word, ',', (size_t)(end - word));
        size_t length = (size_t)((comma ? comma : end) - word);
        int64_t port = number_after("port=", word, length);
        int64_t seconds = number_after("duration=", word, length);
        if (port > 0 && port <= UINT16_MAX)
            capabilities->tls_port = (uint16_t)port;
        if (seconds >= 0) {
            capabilities->sts_lasts = true;
            capabilities->sts_lasting = seconds * SECOND;
        }
        word += length + (comma != NULL);
    }
}

void irc_capabilities_offer(struct irc_capabilities *capabilities, const char *list)
{
    struct offer entry;
    while (next_entry(&list, &entry)) {
        capabilities->offered |= bit_of(&entry);
        if (name_is(&entry, names[IRC_CAP_SASL]))
            take_mechanisms(capabilities, &entry);
        if (name_is(&entry, "sts"))
            take_sts(capabilities, &entry);
    }
}

void irc_capabilities_withdraw(struct irc_capabilities *capabilities, const char *list)
{
    struct offer entry;
    while (next_entry(&list, &entry)) {
        uint32_t bit = bit_of(&entry);
        capabilities->offered &= ~bit;
        capabilities->requested &= ~bit;
        capabilities->enabled &= ~bit;
    }
}

void irc_capabilities_acknowledge(struct irc_capabilities *capabilities, const char *list)
{
    struct offer entry;
    while (next_entry(&list, &entry)) {
        bool off = entry.name[0] == '-';
        entry.name += off;
        entry.name_length -= off;
        uint32_t bit = bit_of(&entry);
        if (off)
            capabilities->enabled &= ~bit;
        else
            capabilities->enabled |= bit & capabilities->requested;
    }
}

bool irc_capabilities_request(struct irc_capabilities *capabilities, struct text *list)
{
    uint32_t wanted = capabilities->offered & ~capabilities->requested;
    for (unsigned i = 0; i < IRC_CAPABILITIES; i++) {
        if ((wanted >> i) & 1) {
            text_separate(list, " ");
            text_add(list, names[i]);
        }
    }
    capabilities->requested |= wanted;
    return wanted != 0;
}

bool irc_capabilities_mechanism(const struct irc_capabilities *capabilities, const char *mechanism)
{
    const char *list = capabilities->mechanisms;
    size_t wanted = strlen(mechanism);
    if (*list == '\0')
        return true;
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length == wanted && memcmp(list, mechanism, wanted) == 0)
            return true;
        list += length;
        list += *list == ',';
    }
    return false;
}

bool irc_sasl_plain(const char *account, const char *password, char *encoded, size_t size)
{
    unsigned char plain[IRC_SASL_MAX];
    size_t account_length = strlen(account), password_length = strlen(password);
    size_t length = account_length + password_length + 2;
    if (length > sizeof plain ||
        sodium_base64_ENCODED_LEN(length, sodium_base64_VARIANT_ORIGINAL) > size)
        return false;
    plain[0] = '\0';
    memcpy(plain + 1, account, account_length + 1);
    memcpy(plain + account_length + 2, password, password_length);
    sodium_bin2base64(encoded, size, plain, length, sodium_base64_VARIANT_ORIGINAL);
    sodium_memzero(plain, sizeof plain);
    return true;
}
