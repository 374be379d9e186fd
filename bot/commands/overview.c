/* `help`: which commands there are. */
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/choice.h"
#include "bot/core/render.h"
#include "bot/core/style.h"

/* -- One command ------------------------------------------------------------------------------- */

/* Appends what to type: `!rejoindre [MOT]`. */
static void say_usage(const struct call *call, const struct words *words,
                      const struct command *command, struct text *out)
{
    const struct setting_scope asker = call_asker(call);
    char key[COMMAND_KEY_BYTES], usage_buffer[256];
    struct text usage = TEXT_IN(usage_buffer);
    text_add(out, style_prefix(call->commands->styles, &asker));
    words_say_plain(words, out, command_title(command, key).text);
    command_usage(words, command, &usage);
    if (usage.length > 0)
        text_add_format(out, " %s", usage.bytes);
}

void command_explain(const struct call *call, const struct words *words,
                     const struct command *command, struct text *out)
{
    char key_buffer[64], usage_buffer[320];
    struct text key = TEXT_IN(key_buffer), usage = TEXT_IN(usage_buffer);
    say_usage(call, words, command, &usage);
    text_add_format(&key, "command.%s.help", command->name);
    words_say(words, out, "answer.help-command", SAY_TEXT(usage.bytes), SAY_MESSAGE(key.bytes));
}

/* -- What fits the moment ---------------------------------------------------------------------- */

enum { FITTING_MAX = 8 };

/* Each list goes on where some of its commands can't be given. */
static const char *const without_table[] = {"new",  "games", "rules", "tutorial", "again", "notify",
                                            "lang", "style", "stats", "top",      "help",  NULL};
static const char *const before_joining[] = {"join",   "options", "rules", "tutorial", "status",
                                             "notify", "games",   "lang",  "style",    NULL};
static const char *const gathering[] = {"start", "bots",     "options", "leave", "abort",
                                        "rules", "tutorial", "status",  NULL};
static const char *const at_play[] = {"play", "moves", "hand",  "table", "status",
                                      "why",  "undo",  "rules", NULL};
static const char *const watching[] = {"table", "status", "watch", "rules", "tutorial",
                                       "games", "stats",  "lang",  "style", NULL};

static const char *const *fitting_commands(const struct call *call)
{
    if (call->table == NULL)
        return without_table;
    if (call->table->status == TABLE_LOBBY)
        return call->seat >= 0 ? gathering : before_joining;
    return call->seat >= 0 ? at_play : watching;
}

static bool can_be_given(const struct call *call, const struct command *command)
{
    return call->inbound->place[0] != '\0' || !(command->traits & NEEDS_PLACE);
}

/* Adds the commands with what each does where lines cost nothing, elsewhere as one line. */
static void list_fitting(const struct call *call, const struct words *words, struct text *out)
{
    bool explained = networks_page_lines(call->commands->networks, call->inbound->network) == 0;
    unsigned count = 0;
    for (const char *const *name = fitting_commands(call); *name != NULL; name++) {
        const struct command *command = command_find(*name, strlen(*name));
        if (count == FITTING_MAX || !can_be_given(call, command))
            continue;
        if (count++ > 0)
            text_add(out, explained ? "\n" : " · ");
        if (explained)
            command_explain(call, words, command, out);
        else
            say_usage(call, words, command, out);
    }
}

/* -- Groups ------------------------------------------------------------------------------------ */

static const char *const group_keys[GROUP_COUNT] = {
    [GROUP_PLAYING] = "help.group.playing",   [GROUP_LEARNING] = "help.group.learning",
    [GROUP_AGREEING] = "help.group.agreeing", [GROUP_PAST] = "help.group.past",
    [GROUP_YOURSELF] = "help.group.yourself", [GROUP_HOSTING] = "help.group.hosting"};

/* Returns GROUP_COUNT when there is no such group. */
static enum command_group find_group(const struct call *call, const char *word, size_t length)
{
    enum command_group group = 0;
    while (group < GROUP_COUNT &&
           !catalog_is_spoken(call->commands->catalog, group_keys[group], word, length))
        group++;
    return group;
}

static void list_groups(const struct words *words, struct text *out)
{
    for (enum command_group group = 0; group < GROUP_COUNT; group++) {
        text_separate(out, ", ");
        words_say_plain(words, out, group_keys[group]);
    }
}

/* One line a group: its word and its commands. */
static void list_all(const struct call *call, const struct words *words, struct text *out)
{
    for (enum command_group group = 0; group < GROUP_COUNT; group++) {
        char buffer[RENDER_PICTURE_BYTES];
        struct text list = TEXT_IN(buffer);
        for (size_t i = 0; i < command_count; i++) {
            if (command_table[i].group != group)
                continue;
            text_separate(&list, " · ");
            say_usage(call, words, &command_table[i], &list);
        }
        if (group > 0)
            text_add_char(out, '\n');
        words_say(words, out, "help.group", SAY_MESSAGE(group_keys[group]), SAY_TEXT(list.bytes));
    }
}

/* One line a command. */
static void list_group(const struct call *call, const struct words *words, enum command_group group,
                       struct text *out)
{
    for (size_t i = 0; i < command_count; i++) {
        if (command_table[i].group != group)
            continue;
        if (out->length > 0)
            text_add_char(out, '\n');
        command_explain(call, words, &command_table[i], out);
    }
}

/* -- Answers ----------------------------------------------------------------------------------- */

/* Whether this is a terminal, the only network that can be left for good. */
static bool is_solitary(const struct call *call)
{
    return networks_is_solitary(call->commands->networks, call->inbound->network);
}

static void say_what_else(const struct call *call, const struct words *words, struct text *out)
{
    char buffer[256];
    struct text groups = TEXT_IN(buffer);
    list_groups(words, &groups);
    text_add_char(out, '\n');
    words_say(words, out, "help.more", SAY_TEXT(groups.bytes));
    if (is_solitary(call)) {
        text_add_char(out, ' ');
        words_say_plain(words, out, "help.quit");
    }
}

/* Buttons for the games that are played here: they open a table where none is, and show the
 * tutorial in private. */
static void offer_games(const struct call *call, const struct words *words, struct text *out,
                        struct choices *choices)
{
    const struct setting_scope audience = call_audience(call);
    bool opens = call->inbound->place[0] != '\0';
    text_add_char(out, '\n');
    words_say_plain(words, out, opens ? "help.open" : "help.tutorial");
    for (const struct game *const *known = game_registry; *known != NULL; known++) {
        char key_buffer[64], command_buffer[CHOICE_COMMAND_BYTES];
        struct text key = TEXT_IN(key_buffer), command = TEXT_IN(command_buffer);
        if (!setting_allows_game(call->commands->settings, &audience, *known))
            continue;
        text_add_format(&key, "%s.name", (*known)->id);
        text_add_format(&command, "%s %s", opens ? "new" : "tutorial", (*known)->id);
        choices_add(choices, words, key.bytes, command.bytes, CHOICE_LOOKS);
    }
}

static void answer_fitting(struct call *call, const struct words *words)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct choices choices = {.count = 0};
    if (call->table == NULL) {
        words_say_plain(words, &text, "help.first-steps");
        text_add_char(&text, '\n');
    }
    list_fitting(call, words, &text);
    say_what_else(call, words, &text);
    if (call->table != NULL ||
        !networks_keeps_boards(call->commands->networks, call->inbound->network)) {
        answer_long(call, text.bytes);
        return;
    }
    offer_games(call, words, &text, &choices);
    answer_choices(call, NULL, text.bytes, &choices);
}

bool command_overview(struct call *call, const char *word, size_t length)
{
    struct words words = call_words(call);
    char buffer[RENDER_PICTURE_BYTES];
    struct text text = TEXT_IN(buffer);
    enum command_group group = find_group(call, word, length);
    if (length == 0) {
        answer_fitting(call, &words);
    } else if (fixed_word_is(call->commands->catalog, "all", word, length)) {
        list_all(call, &words, &text);
        answer_long(call, text.bytes);
    } else if (group < GROUP_COUNT) {
        list_group(call, &words, group, &text);
        answer_long(call, text.bytes);
    } else {
        return false;
    }
    command_printed(call);
    return true;
}
