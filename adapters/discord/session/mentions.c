#include "adapters/discord/session/mentions.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

enum { WORD_BYTES = 33 * 4 };

/* A word that people type, in one language. */
struct discord_command_word {
    char *mention; /* "</join:ID>" */
    UT_hash_handle hh;
    char word[];
};

/* -- The words --------------------------------------------------------------------------------- */

static void add_names(const json_t *command, struct text *out)
{
    /* jansson's iterator is not const, but changes nothing. */
    json_t *names = json_object_get(command, "name_localizations");
    const char *locale;
    json_t *name;
    json_object_foreach (names, locale, name)
        if (json_is_string(name))
            text_add_format(out, " %s", json_string_value(name));
}

void discord_mentions_print(const json_t *commands, struct text *out)
{
    const json_t *command;
    size_t index;
    json_array_foreach (commands, index, command) {
        const char *id = discord_string(command, "id");
        if (discord_snowflake_number(id) == 0)
            continue;
        text_separate(out, "\n");
        text_add_format(out, "%s %s", id, discord_string(command, "name"));
        add_names(command, out);
    }
}

static void add_word(struct discord_session *session, const char *word, size_t length,
                     const char *mention)
{
    struct discord_command_word *known;
    HASH_FIND(hh, session->command_words, word, length, known);
    if (known != NULL || length == 0 || length >= WORD_BYTES)
        return;
    known = memory_new(sizeof *known + length + 1);
    known->mention = memory_copy(mention);
    memcpy(known->word, word, length);
    HASH_ADD_KEYPTR(hh, session->command_words, known->word, length, known);
}

/* A line: the id, the name, other names. */
static void read_line(struct discord_session *session, const char *line, size_t length)
{
    char mention_buffer[WORD_BYTES + DISCORD_ID_BYTES + 8];
    struct text mention = TEXT_IN(mention_buffer);
    const char *end = line + length, *id = line, *name = memchr(line, ' ', length);
    if (name == NULL)
        return;
    size_t id_length = (size_t)(name++ - id), name_length = strcspn(name, " \n");
    text_add(&mention, "</");
    text_add_bytes(&mention, name, name_length);
    text_add_char(&mention, ':');
    text_add_bytes(&mention, id, id_length);
    text_add_char(&mention, '>');
    for (const char *word = name; word < end && !mention.truncated;) {
        size_t taken = strcspn(word, " \n");
        add_word(session, word, taken, mention.bytes);
        word += taken + 1;
    }
}

void discord_mentions_read(struct discord_session *session, const char *text)
{
    discord_mentions_free(session);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        read_line(session, line, length);
        line += length + (line[length] == '\n');
    }
}

void discord_mentions_free(struct discord_session *session)
{
    struct discord_command_word *word, *next;
    HASH_ITER (hh, session->command_words, word, next) {
        HASH_DEL(session->command_words, word); // NOLINT(clang-analyzer-*): see hash.h
        free(word->mention);
        free(word);
    }
}

/* -- Texts ------------------------------------------------------------------------------------- */

/* Bytes of a command's name: letters, those of Latin-1 in UTF-8 too, and "-" or "_". */
static size_t length_of_name(const char *text)
{
    size_t length = 0;
    for (;;) {
        unsigned char byte = (unsigned char)text[length];
        if ((byte >= 'a' && byte <= 'z') || byte == '-' || byte == '_')
            length++;
        else if (byte == 0xC3 && text[length + 1] != '\0')
            length += 2;
        else
            return length;
    }
}

/* A slash after a letter or a sign of addresses begins no command. */
static bool may_begin(const char *content, const char *at)
{
    return at == content || strchr(" \n(\"", at[-1]) != NULL || (unsigned char)at[-1] >= 0x80;
}

static const struct discord_command_word *
find_word(const struct discord_session *session, const char *content, const char *at, size_t length)
{
    struct discord_command_word *word = NULL;
    if (*at == '/' && length > 0 && may_begin(content, at))
        HASH_FIND(hh, session->command_words, at + 1, length, word);
    return word;
}

static void add_mentions(const struct discord_session *session, const char *content,
                         struct text *out)
{
    bool in_block = false;
    for (const char *at = content; *at != '\0';) {
        size_t length = length_of_name(at + 1);
        const struct discord_command_word *word = NULL;
        if (strncmp(at, "```", 3) == 0)
            in_block = !in_block;
        else if (!in_block)
            word = find_word(session, content, at, length);
        size_t taken = word != NULL ? length + 1 : strncmp(at, "```", 3) == 0 ? 3 : 1;
        if (word != NULL)
            text_add(out, word->mention);
        else
            text_add_bytes(out, at, taken);
        at += taken;
    }
}

json_t *discord_mentions_body(const struct discord_session *session,
                              const struct discord_message *message)
{
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    struct discord_message mentioning = *message;
    add_mentions(session, message->content, &content);
    if (!content.truncated && discord_content_units(content.bytes) <= DISCORD_CONTENT_UNITS)
        mentioning.content = content.bytes;
    return discord_message_body(&mentioning);
}
