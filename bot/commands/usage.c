#include <utf8proc.h>

#include "bot/commands/command_table.h"
#include "bot/commands/fixed_words.h"
#include "games/words.h"

/* Words that people replace with their own are written in capitals. */
static void add_capitals(const char *word, struct text *out)
{
    utf8proc_int32_t point;
    for (utf8proc_ssize_t length; *word != '\0'; word += length) {
        utf8proc_uint8_t bytes[4];
        length = utf8proc_iterate((const utf8proc_uint8_t *)word, -1, &point);
        if (length <= 0)
            return;
        utf8proc_ssize_t written = utf8proc_encode_char(utf8proc_toupper(point), bytes);
        text_add_bytes(out, (const char *)bytes, (size_t)written);
    }
}

static void add_choice(const struct words *words, const struct command_argument *argument,
                       struct text *out)
{
    const char *word;
    for (size_t i = 0; (word = command_argument_word(argument, i)) != NULL; i++) {
        if (i > 0)
            text_add_char(out, '|');
        if (argument->kind == ARGUMENT_GAME)
            text_add(out, word);
        else
            fixed_word_say(words, word, out);
    }
}

static void add_name(const struct words *words, const struct command_argument *argument,
                     struct text *out)
{
    char name_buffer[64], key_buffer[64];
    struct text name = TEXT_IN(name_buffer), key = TEXT_IN(key_buffer);
    bool pairs = argument->kind == ARGUMENT_PAIRS;
    text_add_format(&key, "argument.%s", pairs ? "pair" : argument->name);
    words_say_plain(words, &name, key.bytes);
    add_capitals(name.bytes, out);
    if (pairs)
        text_add(out, " …");
}

void command_usage(const struct words *words, const struct command *command, struct text *out)
{
    const struct command_argument *argument = command->arguments;
    for (; argument != NULL && argument->name != NULL; argument++) {
        text_separate(out, " ");
        if (!argument->required)
            text_add_char(out, '[');
        if (argument->kind == ARGUMENT_CHOICE)
            add_choice(words, argument, out);
        else
            add_name(words, argument, out);
        if (!argument->required)
            text_add_char(out, ']');
    }
}
