#include "bot/core/style.h"

#include <string.h>

#include "bot/turn/host.h"

/* What his network says about who is being answered; NULL for anybody else. */
static const char *locale_of(const struct host *host, const struct setting_scope *scope)
{
    const struct inbound *asked = host->current;
    bool is_asker = asked != NULL && scope->identity != NULL && asked->locale != NULL &&
                    strcmp(asked->network, scope->network) == 0 &&
                    strcmp(asked->person.identity, scope->identity) == 0;
    return is_asker ? catalog_language_find(asked->locale) : NULL;
}

/* Where one person is alone, all is for him. */
static struct setting_scope reader_of(struct host *host, const struct setting_scope *scope)
{
    const struct adapter *adapter = host_adapter(host, scope->network);
    struct setting_scope reader = *scope;
    if (adapter != NULL && adapter->class->solitary && reader.identity == NULL)
        reader.identity = adapter->class->only_person;
    return reader;
}

static struct words words_for(struct host *host, const struct setting_scope *scope)
{
    const char *chosen = catalog_languages[setting_number(host, SETTING_LANGUAGE, scope)];
    const char *locale = locale_of(host, scope);
    if (locale != NULL && setting_source(host, SETTING_LANGUAGE, scope) >= SETTING_FROM_FILE)
        chosen = locale;
    return catalog_words(host->catalog, chosen);
}

struct words style_words(struct host *host, const struct setting_scope *scope)
{
    const struct setting_scope reader = reader_of(host, scope);
    return words_for(host, &reader);
}

/* Wide where lines cost nothing or stand in one message, else short. */
static enum picture_size standard_size(struct host *host, const char *network)
{
    const struct adapter *adapter = host_adapter(host, network);
    bool wide = adapter != NULL && (adapter->class->solitary || adapter->class->boards);
    return wide ? PICTURE_WIDE : PICTURE_SHORT;
}

static enum dialect dialect_of(struct host *host, const struct setting_scope *scope)
{
    struct adapter *adapter = host_adapter(host, scope->network);
    int64_t colour = setting_number(host, SETTING_COLOUR, scope);
    if (adapter == NULL || colour == COLOUR_OFF)
        return DIALECT_PLAIN;
    return adapter->class->dialect(adapter, scope->place, colour == COLOUR_ON);
}

struct style style_of(struct host *host, const struct setting_scope *scope)
{
    static const enum picture_size sizes[] = {[SIZE_WIDE] = PICTURE_WIDE,
                                              [SIZE_NARROW] = PICTURE_NARROW,
                                              [SIZE_SHORT] = PICTURE_SHORT,
                                              [SIZE_LINE] = PICTURE_LINE};
    const struct setting_scope reader = reader_of(host, scope);
    int64_t size = setting_number(host, SETTING_SIZE, &reader);
    bool drawn = size != SIZE_AUTO && size != SIZE_SENTENCES;
    bool ascii = setting_number(host, SETTING_ALPHABET, &reader) == LETTERS_ASCII;
    return (struct style){.words = words_for(host, &reader),
                          .size = drawn ? sizes[size] : standard_size(host, scope->network),
                          .sentences = size == SIZE_SENTENCES,
                          .alphabet = ascii ? ALPHABET_ASCII : ALPHABET_UNICODE,
                          .dialect = dialect_of(host, &reader)};
}
