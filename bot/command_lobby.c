#include <string.h>
#include <strings.h>

#include "bot/command.h"
#include "bot/log.h"

static void reply_refusal(struct call *call, session_refusal refusal)
{
    if (refusal != NULL)
        host_reply(call->host, refusal, SAY_TEXT(call->command->name),
                   SAY_NUMBER(call->table != NULL ? call->table->game->players_min : 0),
                   SAY_NUMBER(call->table != NULL ? call->table->game->players_max : 0));
}

static void copy_word(const char *word, size_t length, char *copy, size_t size)
{
    struct text text = text_in(copy, size);
    text_add_bytes(&text, word, length);
}

static void list_values(const struct game_option *option, struct text *out)
{
    for (int value = 0; value < option->value_count; value++) {
        if (value > 0)
            text_add(out, ", ");
        text_add(out, option->values[value]);
    }
}

static void list_options(const struct game *game, struct text *out)
{
    for (int option = 0; option < game->option_count; option++) {
        if (option > 0)
            text_add(out, ", ");
        text_add(out, game->options[option].name);
    }
    if (game->rules->forced != NULL) {
        text_separate(out, ", ");
        text_add(out, "forced");
    }
}

/* One `key=value` of a line; false after an answer that says what was expected. */
static bool read_game_option(struct call *call, const struct game *game, const char *key,
                             const char *value, struct table_choice *choice)
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    int option = game_option_find(game, key);
    if (value == NULL || option < 0) {
        list_options(game, &expected);
        host_reply(call->host, "refusal.option", SAY_TEXT(key), SAY_TEXT(expected.bytes),
                   SAY_NUMBER(expected.length > 0));
        return false;
    }
    int chosen = game_option_value(&game->options[option], value);
    if (chosen < 0) {
        list_values(&game->options[option], &expected);
        host_reply(call->host, "refusal.option-value", SAY_TEXT(value),
                   SAY_TEXT(game->options[option].name), SAY_TEXT(expected.bytes));
        return false;
    }
    choice->options[option] = (uint8_t)chosen;
    return true;
}

/* The table's own setting, for games in which moves can be forced. */
static bool read_forced(struct call *call, const char *value, struct table_choice *choice)
{
    choice->plays_forced = strcasecmp(value, "auto") == 0;
    if (choice->plays_forced || strcasecmp(value, "ask") == 0)
        return true;
    host_reply(call->host, "refusal.option-value", SAY_TEXT(value), SAY_TEXT("forced"),
               SAY_TEXT("ask, auto"));
    return false;
}

static bool read_options(struct call *call, const struct game *game, const char *rest,
                         struct table_choice *choice)
{
    const char *word;
    for (size_t length; (length = command_next_word(&rest, &word)) > 0;) {
        char key[64];
        copy_word(word, length, key, sizeof key);
        char *value = strchr(key, '=');
        if (value != NULL)
            *value++ = '\0';
        bool forced =
            value != NULL && game->rules->forced != NULL && strcasecmp(key, "forced") == 0;
        if (!(forced ? read_forced(call, value, choice)
                     : read_game_option(call, game, key, value, choice)))
            return false;
    }
    return true;
}

static void announce_table(struct call *call, const struct table *table, const char *key)
{
    char name_buffer[64], options_buffer[512];
    struct text name = TEXT_IN(name_buffer), options = TEXT_IN(options_buffer);
    const struct game *game = table->game;
    text_add_format(&name, "%s.name", game->id);
    for (int i = 0; i < game->option_count; i++) {
        text_separate(&options, ", ");
        text_add_format(&options, "%s=%s", game->options[i].name,
                        game->options[i].values[table->options[i]]);
    }
    if (game->rules->forced != NULL) {
        text_separate(&options, ", ");
        text_add_format(&options, "forced=%s", table->plays_forced ? "auto" : "ask");
    }
    const char *names[GAME_SEATS_MAX];
    table_names(table, names);
    char people_buffer[512];
    struct text people = TEXT_IN(people_buffer);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        text_separate(&people, ", ");
        text_add(&people, names[seat]);
    }
    char players_buffer[16];
    struct text players = TEXT_IN(players_buffer);
    game_players_print(game, &players);
    session_event(call->host, table, key, SAY_MESSAGE(name.bytes), SAY_TEXT(people.bytes),
                  SAY_TEXT(players.bytes), SAY_TEXT(options.bytes), SAY_NUMBER(game->option_count));
}

static void announce_opened(struct call *call, const struct table *table)
{
    announce_table(call, table, "event.opened");
    session_tell_sealed(call->host, table);
}

void command_new(struct call *call)
{
    const char *rest = call->arguments, *word;
    size_t length = command_next_word(&rest, &word);
    char id[64];
    copy_word(word, length, id, sizeof id);
    const struct game *game = length > 0 ? game_find(id) : NULL;
    if (game == NULL) {
        char ids_buffer[256];
        struct text ids = TEXT_IN(ids_buffer);
        for (const struct game *const *known = game_registry; *known != NULL; known++) {
            text_separate(&ids, ", ");
            text_add(&ids, (*known)->id);
        }
        host_reply(call->host, length > 0 ? "refusal.no-such-game" : "refusal.which-game",
                   SAY_TEXT(id), SAY_TEXT(ids.bytes));
        return;
    }
    struct table_choice choice = {.plays_forced = false};
    game_options_standard(game, choice.options);
    if (!read_options(call, game, rest, &choice))
        return;
    struct table *opened;
    session_refusal refusal =
        session_open_table(call->host, game, &choice, call->inbound->network, call->inbound->place,
                           &call->inbound->person, &opened);
    if (refusal != NULL)
        reply_refusal(call, refusal);
    else
        announce_opened(call, opened);
}

/* Who sits already may still add a word to the shuffle. */
void command_join(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    bool has_word = call->arguments[0] != '\0';
    session_refusal refusal = NULL;
    if (call->seat < 0 || !has_word)
        refusal = session_join(call->host, call->table, inbound->network, &inbound->person);
    int seat = table_seat_of(call->table, inbound->network, inbound->person.identity);
    if (refusal == NULL && has_word)
        refusal = session_add_word(call->host, call->table, (unsigned)seat, call->arguments);
    reply_refusal(call, refusal);
}

void command_leave(struct call *call)
{
    reply_refusal(call, session_leave(call->host, call->table, (unsigned)call->seat));
}

/* Without a word for it the level is the table's setting. */
static void add_bot(struct call *call, const char *word, size_t length)
{
    struct setting_scope scope = setting_at_table(call->table);
    enum player_level level = (enum player_level)setting_number(call->host, SETTING_LEVEL, &scope);
    if (length > 0 && !player_level_find(word, length, &level))
        host_reply_plain(call->host, "refusal.bots-level");
    else
        reply_refusal(call, session_add_bot(call->host, call->table, level));
}

void command_bots(struct call *call)
{
    const char *rest = call->arguments, *word, *level;
    size_t length = command_next_word(&rest, &word);
    size_t level_length = command_next_word(&rest, &level);
    if (length == 3 && strncmp(word, "add", 3) == 0) {
        add_bot(call, level, level_length);
    } else if (length == 6 && strncmp(word, "remove", 6) == 0) {
        reply_refusal(call, session_remove_bot(call->host, call->table));
    } else {
        host_reply_plain(call->host, "refusal.bots-usage");
    }
}

/* Without arguments shows the options; with them the opener changes them before the start. */
void command_options(struct call *call)
{
    if (call->arguments[0] != '\0') {
        struct table_choice choice = session_choice(call->table);
        if (!table_is_opener(call->table, call->inbound->network, call->inbound->person.identity)) {
            host_reply_plain(call->host, "refusal.opener-only");
            return;
        }
        if (!read_options(call, call->table->game, call->arguments, &choice))
            return;
        session_refusal refusal = session_choose(call->host, call->table, &choice);
        if (refusal != NULL) {
            reply_refusal(call, refusal);
            return;
        }
    }
    announce_table(call, call->table, "event.options");
}

void command_start(struct call *call)
{
    reply_refusal(call, session_start(call->host, call->table));
}

/* The opener or an admin at once; the others when all of them agree. */
void command_abort(struct call *call)
{
    struct table *table = call->table;
    const struct person *person = &call->inbound->person;
    bool opener = table_is_opener(table, call->inbound->network, person->identity);
    bool alone = opener || person->rank >= RANK_ADMIN;
    if (!alone && call->seat < 0) {
        host_reply_plain(call->host, "refusal.not-seated");
        return;
    }
    if (!alone) {
        table->abort_votes |= SEAT_BIT(call->seat);
        if (table->abort_votes != table_people(table)) {
            session_event(call->host, table, "event.abort-vote",
                          SAY_TEXT(table->seats[call->seat].name));
            return;
        }
    }
    if (!opener && person->rank >= RANK_ADMIN)
        log_info("admin.aborted", "network", call->inbound->network, "person", person->identity,
                 "table", LOG_NUMBER(table->id));
    session_abort(call->host, table);
}

void command_again(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct table *opened;
    session_refusal refusal =
        session_again(call->host, inbound->network, inbound->place, &inbound->person, &opened);
    if (refusal != NULL)
        reply_refusal(call, refusal);
    else
        announce_opened(call, opened);
}

/* In a channel for its table; in private the channel is named first. */
void command_claim(struct call *call)
{
    const char *rest = call->arguments, *word;
    size_t length = command_next_word(&rest, &word);
    struct host *host = call->host;
    struct table *table = call->table;
    const char *network = call->inbound->network;
    if (call->inbound->place[0] == '\0' && *rest != '\0') {
        char place[PLACE_MAX];
        copy_word(word, length, place, sizeof place);
        table = session_at(&host->sessions, network, place);
        length = command_next_word(&rest, &word);
    }
    char code[32];
    copy_word(word, length, code, sizeof code);
    if (length == 0) {
        host_reply_plain(host, "refusal.claim-usage");
    } else if (table == NULL || !table_is_live(table)) {
        host_reply_plain(host, call->inbound->place[0] != '\0' ? "refusal.no-table"
                                                               : "refusal.claim-usage");
    } else {
        call->table = table;
        reply_refusal(call, session_claim(host, table, code, network, &call->inbound->person));
    }
}
