#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/render.h"

static void say_command(const struct call *call, const struct command *command)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = call_words(call);
    command_explain(call, &words, command, &text);
    answer_text(call, OUTBOUND_ANSWER, text.bytes);
}

/* The word is not a command; it may be a word that moves are made of, or misspelt. */
static void help_unknown(struct call *call, const struct words *words, const char *word,
                         size_t length)
{
    char buffer[64], guess_buffer[64];
    struct text typed = TEXT_IN(buffer), guess = TEXT_IN(guess_buffer);
    text_add_bytes(&typed, word, length);
    if (words->canonical(words, word, length) != NULL)
        answer(call, "help.move", SAY_TEXT(typed.bytes));
    else if (command_guess(call, word, length, &guess))
        answer(call, "refusal.guess", SAY_TEXT(typed.bytes), SAY_TEXT(guess.bytes));
    else
        answer_plain(call, "refusal.help-unknown");
}

void command_help(struct call *call)
{
    const char *rest = call->arguments, *word;
    size_t length = command_next_word(&rest, &word);
    const struct command *asked = command_find_spoken(call->commands->catalog, word, length);
    if (asked != NULL) {
        say_command(call, asked);
    } else if (fixed_word_is(call->commands->catalog, "more", word, length)) {
        if (!answer_more(call))
            answer_plain(call, "answer.no-more");
    } else if (!command_explain_ranking(call, word, length) &&
               !command_overview(call, word, length)) {
        struct words words = call_words(call);
        help_unknown(call, &words, word, length);
    }
}

void command_games(struct call *call)
{
    const struct setting_scope audience = call_audience(call);
    struct words words = call_words(call);
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    for (const struct game *const *known = game_registry; *known != NULL; known++) {
        char key_buffer[64];
        struct text key = TEXT_IN(key_buffer);
        if (!setting_allows_game(call->commands->settings, &audience, *known))
            continue;
        text_add_format(&key, "%s.name", (*known)->id);
        text_separate(&text, " · ");
        char players_buffer[16];
        struct text players = TEXT_IN(players_buffer);
        game_players_print(*known, &players);
        words_say(&words, &text, "answer.game", SAY_TEXT((*known)->id), SAY_MESSAGE(key.bytes),
                  SAY_TEXT(players.bytes));
    }
    answer_long(call, text.bytes);
}
