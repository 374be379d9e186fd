/* Completion of a command that is being typed. It changes nothing and says nothing. What depends on
 * a hand is worked out from the seat of the person who types. */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/commands/permission.h"
#include "bot/core/settings.h"
#include "bot/tables/leagues.h"

struct completion {
    struct call call;
    const char *line;
    const char *last; /* the word being completed, inside `line` */
    struct words words;
    struct choices *choices;
};

/* Offers a whole word for the last one, if it continues what is typed of it. `label` NULL: the
 * word. */
static void offer(struct completion *completion, const char *word, const char *label)
{
    struct choices *choices = completion->choices;
    const char *typed = completion->last;
    struct outbound_choice choice = {.main = true};
    struct text command = TEXT_IN(choice.command), shown = TEXT_IN(choice.label);
    if (choices->count == CHOICES_MAX || strncasecmp(word, typed, strlen(typed)) != 0)
        return;
    text_add_bytes(&command, completion->line, (size_t)(typed - completion->line));
    text_add(&command, word);
    text_add(&shown, label != NULL ? label : word);
    if (!command.truncated)
        choices->list[choices->count++] = choice;
}

/* Offers a fixed word in the language of the person, or in English if that is what they type. */
static void offer_fixed_word(struct completion *completion, const char *word, const char *label)
{
    char buffer[64];
    struct text spoken = TEXT_IN(buffer);
    size_t before = completion->choices->count;
    fixed_word_say(&completion->words, word, &spoken);
    offer(completion, spoken.bytes, label);
    if (completion->choices->count == before && strcmp(spoken.bytes, word) != 0)
        offer(completion, word, label);
}

/* -- Words ------------------------------------------------------------------------------------- */

static void offer_commands(struct completion *completion)
{
    for (size_t i = 0; i < command_count; i++)
        if (completion->call.rank >= command_table[i].rank)
            offer(completion, command_table[i].name, NULL);
}

/* Returns the game that is typed first, else the table's. */
static const struct game *game_meant(const struct completion *completion)
{
    const struct call *call = &completion->call;
    const char *rest = call->arguments, *word;
    char id[64];
    struct text text = TEXT_IN(id);
    size_t length = command_next_word(&rest, &word);
    text_add_bytes(&text, word, length);
    const struct game *game = word < completion->last ? game_find(id) : NULL;
    return game != NULL || call->table == NULL ? game : call->table->game;
}

static void offer_topics(struct completion *completion)
{
    const struct game *game = game_meant(completion);
    for (size_t i = 0; game != NULL && game->topics[i] != NULL; i++)
        offer_fixed_word(completion, game->topics[i], NULL);
}

static void offer_seasons(struct completion *completion)
{
    offer_fixed_word(completion, "last", NULL);
    offer_fixed_word(completion, "all", NULL);
    offer_fixed_word(completion, "everywhere", NULL);
}

static void offer_people(struct completion *completion)
{
    const struct table *table = completion->call.table;
    for (unsigned seat = 0; table != NULL && seat < table->seat_count; seat++)
        offer(completion, table->seats[seat].name, NULL);
}

static void offer_links(struct completion *completion)
{
    const struct inbound *inbound = completion->call.inbound;
    const struct table_place *here =
        session_place(completion->call.commands->sessions, inbound->network, inbound->place);
    for (const struct place_link *link = here != NULL ? here->links : NULL; link != NULL;
         link = link->next) {
        char name[PLACE_MAX];
        command_link_name(completion->call.commands->networks, here, link->other, name);
        offer(completion, name, NULL);
    }
}

static bool offer_league(void *context, const char *roll, struct league *league)
{
    (void)roll;
    offer(context, league->name, NULL);
    return true;
}

/* A new league has a name that is none of them. */
static void offer_leagues(struct completion *completion)
{
    const struct inbound *inbound = completion->call.inbound;
    struct sessions *sessions = completion->call.commands->sessions;
    const char *rest = completion->call.arguments, *word;
    size_t length = command_next_word(&rest, &word);
    char roll[ROLL_NAME_BYTES];
    if (fixed_word_is(completion->call.commands->catalog, "new", word, length))
        return;
    leagues_roll(sessions, inbound->network, inbound->place, roll);
    leagues_visit(sessions, roll, completion, offer_league);
}

static void offer_settings(struct completion *completion)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        offer_fixed_word(completion, setting_table[i].name, NULL);
}

static void offer_values(struct completion *completion, enum setting setting)
{
    const struct setting_row *row = &setting_table[setting];
    for (size_t i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
        offer_fixed_word(completion, row->choices[i], NULL);
    if (row->type == CONFIG_SWITCH) {
        offer_fixed_word(completion, "on", NULL);
        offer_fixed_word(completion, "off", NULL);
    }
}

/* The place that a setting applies to may be left out, so earlier words are recognized by what they
 * are. */
static void offer_setting_or_value(struct completion *completion)
{
    const char *rest = completion->call.arguments, *word;
    enum setting setting = SETTING_COUNT;
    while (rest < completion->last) {
        size_t length = command_next_word(&rest, &word);
        const char *key =
            setting == SETTING_COUNT && word < completion->last
                ? fixed_word_find_key(completion->call.commands->catalog, word, length)
                : NULL;
        if (key != NULL)
            setting = setting_find(key);
    }
    if (setting < SETTING_COUNT)
        offer_values(completion, setting);
    else
        offer_settings(completion);
}

static void offer_fixed(struct completion *completion, const struct command_argument *argument)
{
    const char *word;
    for (size_t i = 0; (word = command_argument_word(argument, i)) != NULL; i++) {
        char key_buffer[128], label_buffer[CHOICE_LABEL_BYTES];
        struct text key = TEXT_IN(key_buffer), label = TEXT_IN(label_buffer);
        command_argument_word_key(argument, word, &key);
        words_say_plain(&completion->words, &label, key.bytes);
        if (argument->kind == ARGUMENT_GAME)
            offer(completion, word, label.bytes);
        else
            offer_fixed_word(completion, word, label.bytes);
    }
}

/* -- KEY=VALUE --------------------------------------------------------------------------------- */

static void offer_pair(struct completion *completion, const char *key, const char *value)
{
    char buffer[CHOICE_COMMAND_BYTES], spoken_buffer[CHOICE_COMMAND_BYTES];
    struct text pair = TEXT_IN(buffer), spoken = TEXT_IN(spoken_buffer);
    size_t before = completion->choices->count;
    text_add_format(&pair, "%s=%s", key, value);
    fixed_word_say(&completion->words, key, &spoken);
    text_add_char(&spoken, '=');
    if (value[0] != '\0')
        fixed_word_say(&completion->words, value, &spoken);
    offer(completion, spoken.bytes, NULL);
    if (completion->choices->count == before && strcmp(spoken.bytes, pair.bytes) != 0)
        offer(completion, pair.bytes, NULL);
}

/* Offers the names of options; after a complete name, its values. */
static void offer_options(struct completion *completion)
{
    const struct game *game = game_meant(completion);
    const char *equals = strchr(completion->last, '=');
    for (unsigned i = 0; game != NULL && i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        if (equals == NULL)
            offer_pair(completion, option->name, "");
        for (unsigned value = 0; equals != NULL && value < option->value_count; value++)
            offer_pair(completion, option->name, option->values[value]);
    }
    if (game != NULL && game->rules->forced != NULL) {
        offer_pair(completion, "forced", equals != NULL ? "ask" : "");
        if (equals != NULL)
            offer_pair(completion, "forced", "auto");
    }
}

/* Offers the names of what people can choose for themselves; after a complete name, its values. */
static void offer_styles(struct completion *completion)
{
    const char *equals = strchr(completion->last, '=');
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const struct setting_row *row = &setting_table[setting];
        if (!setting_may_be_set(setting, SETTING_AT_PERSON) || setting == SETTING_LANGUAGE)
            continue;
        if (equals == NULL)
            offer_pair(completion, row->name, "");
        for (size_t i = 0; equals != NULL && row->choices != NULL && row->choices[i] != NULL; i++)
            offer_pair(completion, row->name, row->choices[i]);
    }
}

/* -- Moves ------------------------------------------------------------------------------------- */

static void add_moves(struct completion *completion, const struct move_texts *texts)
{
    struct choices *choices = completion->choices;
    const struct call *call = &completion->call;
    for (size_t i = 0; i < texts->count && choices->count < CHOICES_MAX; i++) {
        struct outbound_choice choice = {
            .main = true, .table = (uint64_t)call->table->id, .line = table_moment(call->table)};
        struct text command = TEXT_IN(choice.command), label = TEXT_IN(choice.label);
        text_add_bytes(&command, completion->line, (size_t)(call->arguments - completion->line));
        text_add(&command, texts->list[i].text);
        game_printed_say(texts->list[i].text, &completion->words, &label);
        bool known = false;
        for (size_t other = 0; other < choices->count; other++)
            known |= strcmp(choices->list[other].command, choice.command) == 0;
        if (!command.truncated && !known)
            choices->list[choices->count++] = choice;
    }
}

/* Offers the person's own moves that begin with what is typed, then those that contain it. */
static void offer_moves(struct completion *completion)
{
    const struct call *call = &completion->call;
    const struct table *table = call->table;
    if (table == NULL || call->seat < 0 || table->status != TABLE_PLAYING ||
        strchr(call->arguments, ',') != NULL)
        return;
    game_move moves[GAME_LEGAL_MAX];
    struct move_texts texts;
    size_t count = table->game->rules->legal(table->state, (uint8_t)call->seat, moves);
    move_texts_write(&texts, table->game, moves, count);
    move_texts_keep(&texts, &completion->words, call->arguments);
    add_moves(completion, &texts);
    move_texts_write(&texts, table->game, moves, count);
    move_texts_keep_holding(&texts, call->arguments);
    add_moves(completion, &texts);
}

/* -- Plans ------------------------------------------------------------------------------------- */

static bool is_any(const struct completion *completion, const char *const *list, const char *word,
                   size_t length)
{
    return fixed_word_find(completion->call.commands->catalog, list, word, length) != NULL;
}

static void offer_fixed_words(struct completion *completion, const char *const *list)
{
    for (; *list != NULL; list++)
        offer_fixed_word(completion, *list, NULL);
}

static void offer_paces(struct completion *completion)
{
    offer_fixed_words(completion, command_paces);
}

static void offer_words_of_moves(struct completion *completion, const char *const *list)
{
    for (; list != NULL && *list != NULL; list++) {
        char buffer[64];
        struct text said = TEXT_IN(buffer);
        game_printed_say(*list, &completion->words, &said);
        offer(completion, said.bytes, NULL);
    }
}

/* Where in a plan (plan.c) the word stands that is being completed. */
struct plan_position {
    bool in_move; /* else in a condition */
    bool begins;  /* it is the first word of it */
    bool of_suit; /* `led` stands before it */
};

static struct plan_position plan_position(const struct completion *completion)
{
    static const char *const before_move[] = {"then", "else", NULL};
    static const char *const before_condition[] = {"if", NULL}, *const before_suit[] = {"led",
                                                                                        NULL};
    struct plan_position position = {.begins = true};
    const char *rest = completion->call.arguments, *word;
    while (rest < completion->last) {
        size_t length = command_next_word(&rest, &word);
        bool move = is_any(completion, before_move, word, length);
        bool condition = is_any(completion, before_condition, word, length);
        position.begins = move || condition;
        position.of_suit = is_any(completion, before_suit, word, length);
        if (position.begins)
            position.in_move = move;
    }
    return position;
}

/* Offers conditions, words of moves, and what joins them. It follows from the game and the names
 * alone. */
static void offer_plan(struct completion *completion)
{
    static const char *const joints[] = {"then", "else", NULL}, *const condition[] = {"if", NULL};
    static const char *const conditions[] = {"turn", "any", "nobody", NULL};
    static const char *const led[] = {"led", NULL};
    const struct table *table = completion->call.table;
    if (table == NULL || completion->call.seat < 0)
        return;
    const struct game_text *text = table->game->text;
    struct plan_position position = plan_position(completion);
    if (position.begins && !position.in_move) {
        offer_fixed_words(completion, conditions);
        offer_people(completion);
        if (text->led != NULL)
            offer_fixed_words(completion, led);
    }
    offer_fixed_words(completion, position.begins ? condition : joints);
    if (position.in_move == position.begins)
        offer_words_of_moves(completion, text->words);
    if (position.of_suit)
        offer_words_of_moves(completion, text->suits);
}

/* Where `play` can be left out, moves stand where a command would. */
static void offer_bare_moves(struct completion *completion, const char *typed)
{
    struct call *call = &completion->call;
    if (!call->inbound->addressed || typed[0] == '\0')
        return;
    call->arguments = typed;
    offer_moves(completion);
}

/* -- Arguments --------------------------------------------------------------------------------- */

static const struct {
    const char *argument;
    void (*offer)(struct completion *completion);
} open_words[] = {
    {"command", offer_commands},
    {"place", offer_links},
    {"league", offer_leagues},
    {"topic", offer_topics},
    {"season", offer_seasons},
    {"player", offer_people},
    {"person", offer_people},
    {"setting", offer_setting_or_value},
    {"options", offer_options},
    {"where", offer_setting_or_value},
    {"value", offer_setting_or_value},
    {"styles", offer_styles},
    {"move", offer_moves},
    {"plan", offer_plan},
    {"beginning", offer_moves},
    {"players", offer_paces}, /* which may be left out */
    {"pace", offer_paces},
};

static void offer_argument(struct completion *completion, const struct command_argument *argument)
{
    if (argument->kind == ARGUMENT_CHOICE || argument->kind == ARGUMENT_GAME)
        offer_fixed(completion, argument);
    for (size_t i = 0; i < sizeof open_words / sizeof open_words[0]; i++)
        if (strcmp(open_words[i].argument, argument->name) == 0)
            open_words[i].offer(completion);
}

static bool takes_the_rest(const struct command_argument *argument)
{
    return argument->kind == ARGUMENT_PAIRS || argument->kind == ARGUMENT_TEXT;
}

/* Earlier words fill the arguments in order, where nobody has named the one that is meant: one that
 * may be left out can be missing. */
static const struct command_argument *argument_at(const struct completion *completion)
{
    const struct command_argument *argument = completion->call.command->arguments;
    const char *named = completion->call.inbound->argument;
    while (named != NULL && argument != NULL && argument->name != NULL &&
           strcmp(argument->name, named) != 0)
        argument++;
    if (named != NULL)
        return argument != NULL && argument->name != NULL ? argument : NULL;
    const char *rest = completion->call.arguments, *word;
    while (argument != NULL && argument->name != NULL && !takes_the_rest(argument)) {
        command_next_word(&rest, &word);
        if (word >= completion->last)
            break;
        argument++;
    }
    return argument != NULL && argument->name != NULL ? argument : NULL;
}

static const char *last_word(const char *line)
{
    const char *end = line + strlen(line);
    while (end > line && end[-1] != ' ' && end[-1] != '\t')
        end--;
    return end;
}

size_t command_complete(struct commands *commands, const struct inbound *inbound,
                        struct outbound_choice choices[CHOICES_MAX])
{
    struct choices found = {.count = 0};
    const struct setting_scope reader =
        setting_for_person(inbound->network, inbound->place, inbound->person.identity);
    struct completion completion = {.call = {.commands = commands,
                                             .inbound = inbound,
                                             .seat = -1,
                                             .rank = permission_rank(commands->settings, inbound)},
                                    .line = inbound->text,
                                    .last = last_word(inbound->text),
                                    .words = style_words(commands->styles, &reader),
                                    .choices = &found};
    const char *rest = inbound->text, *word;
    command_find_table(&completion.call, &rest);
    if (completion.call.table == NULL && inbound->place[0] == '\0')
        session_fetch_ahead(commands->sessions, inbound->network, inbound->person.identity);
    if (completion.call.table != NULL && session_is_in_flight(completion.call.table))
        return 0;
    const char *typed = rest;
    size_t length = command_next_word(&rest, &word);
    completion.call.arguments = rest;
    completion.call.command = command_find_spoken(commands->catalog, word, length);
    if (word >= completion.last) {
        offer_commands(&completion);
        offer_bare_moves(&completion, typed);
    } else if (completion.call.command == NULL) {
        offer_bare_moves(&completion, typed);
    } else if (completion.call.rank >= completion.call.command->rank) {
        const struct command_argument *argument = argument_at(&completion);
        if (argument != NULL)
            offer_argument(&completion, argument);
    }
    memcpy(choices, found.list, found.count * sizeof found.list[0]);
    return found.count;
}
