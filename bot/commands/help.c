#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/core/render.h"
#include "bot/core/style.h"

/* Appends what to type: `rejoindre [MOT]`. */
static void say_usage(const struct words *words, const struct command *command, struct text *out)
{
    char key[COMMAND_KEY_BYTES], usage_buffer[256];
    struct text usage = TEXT_IN(usage_buffer);
    words_say_plain(words, out, command_title(command, key).text);
    command_usage(words, command, &usage);
    if (usage.length > 0)
        text_add_format(out, " %s", usage.bytes);
}

static void say_command(const struct words *words, const struct command *command, struct text *out)
{
    char key_buffer[64], usage_buffer[320];
    struct text key = TEXT_IN(key_buffer), usage = TEXT_IN(usage_buffer);
    say_usage(words, command, &usage);
    text_add_format(&key, "command.%s.help", command->name);
    words_say(words, out, "answer.help-command", SAY_TEXT(usage.bytes), SAY_MESSAGE(key.bytes));
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

/* Whether this is a terminal, the only network that can be left for good. */
static bool is_solitary(const struct call *call)
{
    return networks_is_solitary(call->commands->networks, call->inbound->network);
}

/* -- What fits the moment ---------------------------------------------------------------------- */

static const char *const without_table[] = {"new",    "games", "rules", "tutorial", "again",
                                            "notify", "lang",  "style", NULL};
static const char *const in_lobby[] = {"join",  "start", "bots",   "options", "leave",
                                       "abort", "rules", "status", NULL};
static const char *const at_play[] = {"play", "moves", "hand",  "table", "status",
                                      "why",  "undo",  "rules", NULL};
static const char *const watching[] = {"table",  "status", "rules", "tutorial", "games",
                                       "notify", "lang",   "style", NULL};

static const char *const *fitting_commands(const struct call *call)
{
    if (call->table == NULL)
        return without_table;
    if (call->table->status == TABLE_LOBBY)
        return in_lobby;
    return call->seat >= 0 ? at_play : watching;
}

static void list_fitting(const struct call *call, const struct words *words, struct text *out)
{
    for (const char *const *name = fitting_commands(call); *name != NULL; name++) {
        text_separate(out, " · ");
        say_usage(words, command_find(*name, strlen(*name)), out);
    }
}

static void list_all(const struct words *words, struct text *out)
{
    for (size_t i = 0; i < command_count; i++) {
        text_separate(out, " · ");
        say_usage(words, &command_table[i], out);
    }
}

/* Whether the word asks for every command, in any language. */
static bool is_all(const struct call *call, const char *word, size_t length)
{
    bool all = false;
    for (size_t i = 0; !all && catalog_languages[i] != NULL; i++) {
        char buffer[32];
        struct text known = TEXT_IN(buffer);
        catalog_say(call->commands->catalog, catalog_languages[i], "help.all", NULL, 0, &known);
        all = catalog_same_word(known.bytes, known.length, word, length);
    }
    return all;
}

static void answer_overview(struct call *call, const struct words *words, bool all)
{
    char buffer[RENDER_PICTURE_BYTES], list_buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer), list = TEXT_IN(list_buffer);
    if (all)
        list_all(words, &list);
    else
        list_fitting(call, words, &list);
    if (all || call->table == NULL) {
        words_say_plain(words, &text, "help.first-steps");
        text_add_char(&text, '\n');
    }
    text_add(&text, list.bytes);
    text_add_char(&text, '\n');
    words_say_plain(words, &text, all ? "help.more" : "help.more-all");
    if (is_solitary(call)) {
        text_add_char(&text, ' ');
        words_say_plain(words, &text, "help.quit");
    }
    command_printed(call);
    answer_long(call, text.bytes);
}

void command_help(struct call *call)
{
    const char *rest = call->arguments, *word;
    size_t length = command_next_word(&rest, &word);
    struct words words = call_words(call);
    const struct command *asked = command_find_spoken(call->commands->catalog, word, length);
    if (asked != NULL) {
        char buffer[RENDER_PICTURE_BYTES];
        struct text text = TEXT_IN(buffer);
        say_command(&words, asked, &text);
        answer_text(call, OUTBOUND_ANSWER, text.bytes);
    } else if (length == 4 && strncasecmp(word, "more", 4) == 0) {
        if (!answer_more(call))
            answer_plain(call, "answer.no-more");
    } else if (length == 0 || is_all(call, word, length)) {
        answer_overview(call, &words, length > 0);
    } else {
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

static bool has_topic(const struct game *game, const char *topic)
{
    for (const char *const *known = game->topics; *known != NULL; known++)
        if (strcmp(*known, topic) == 0)
            return true;
    return false;
}

static void refuse_topic(struct call *call, const struct game *game)
{
    char buffer[256];
    struct text topics = TEXT_IN(buffer);
    for (const char *const *known = game->topics; *known != NULL; known++) {
        text_separate(&topics, ", ");
        text_add(&topics, *known);
    }
    answer(call, "refusal.no-such-topic", SAY_TEXT(game->id), SAY_TEXT(topics.bytes));
}

/* `rules [game] [topic]`; the game can be left out at a table. */
void command_rules(struct call *call)
{
    const char *topic = call->arguments;
    const struct game *game = command_read_game(call, &topic);
    if (game == NULL && call->table != NULL)
        game = call->table->game;
    if (game == NULL && topic[0] != '\0') {
        command_refuse_game(call, topic);
        return;
    }
    if (game == NULL) {
        answer_plain(call, "refusal.rules-usage");
        return;
    }
    if (topic[0] == '\0')
        topic = game->topics[0];
    if (!has_topic(game, topic)) {
        refuse_topic(call, game);
        return;
    }
    char key_buffer[128], buffer[RENDER_PICTURE_BYTES];
    struct text key = TEXT_IN(key_buffer), text = TEXT_IN(buffer);
    struct words words = call_words(call);
    text_add_format(&key, "%s.rules.%s", game->id, topic);
    words_say_plain(&words, &text, key.bytes);
    command_printed(call);
    answer_long(call, text.bytes);
}
