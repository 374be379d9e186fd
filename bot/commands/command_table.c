#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"

/* -- Arguments --------------------------------------------------------------------------------- */

static const char *const add_or_remove[] = {"add", "remove", NULL};
static const char *const views[] = {"wide", "narrow", "short", "line", "sentences", NULL};
static const char *const alphabets[] = {"ascii", NULL};

static const char *const config_actions[] = {"list", "get", "set", "reset", "log", NULL};
static const char *const config_places[] = {"server", "channel", "table", NULL};
static const char *const languages[] = {"en", "fr", "it", "de", "es", "reset", NULL};

#define END {.name = NULL}

static const struct command_argument absent_arguments[] = {
    {.name = "player", .kind = ARGUMENT_TEXT, .completes = true}, END};
static const struct command_argument kick_arguments[] = {
    {.name = "player", .kind = ARGUMENT_WORD, .completes = true},
    {.name = "reason", .kind = ARGUMENT_TEXT},
    END};
static const char *const ban_places[] = {"table", "channel", "server", "network", NULL};
static const struct command_argument ban_arguments[] = {
    {.name = "person", .kind = ARGUMENT_WORD, .required = true, .completes = true},
    {.name = "where", .kind = ARGUMENT_CHOICE, .words = ban_places},
    {.name = "time", .kind = ARGUMENT_WORD},
    {.name = "reason", .kind = ARGUMENT_TEXT},
    END};
static const struct command_argument block_arguments[] = {
    {.name = "person", .kind = ARGUMENT_TEXT, .completes = true}, END};
static const struct command_argument unblock_arguments[] = {
    {.name = "person", .kind = ARGUMENT_TEXT, .required = true}, END};
static const struct command_argument unban_arguments[] = {
    {.name = "person", .kind = ARGUMENT_TEXT, .required = true}, END};
static const struct command_argument bots_arguments[] = {
    {.name = "action", .kind = ARGUMENT_CHOICE, .required = true, .words = add_or_remove},
    {.name = "level", .kind = ARGUMENT_CHOICE, .words = player_level_names},
    END};
static const struct command_argument claim_arguments[] = {
    {.name = "channel", .kind = ARGUMENT_WORD}, {.name = "code", .kind = ARGUMENT_WORD}, END};
static const struct command_argument config_arguments[] = {
    {.name = "action", .kind = ARGUMENT_CHOICE, .required = true, .words = config_actions},
    {.name = "where", .kind = ARGUMENT_CHOICE, .words = config_places},
    {.name = "setting", .kind = ARGUMENT_WORD, .completes = true},
    {.name = "value", .kind = ARGUMENT_TEXT, .completes = true},
    END};
static const char *const daily_words[] = {"top", "yesterday", NULL};
static const struct command_argument daily_arguments[] = {
    {.name = "what", .kind = ARGUMENT_CHOICE, .words = daily_words},
    {.name = "game", .kind = ARGUMENT_GAME},
    END};
static const struct command_argument help_arguments[] = {
    {.name = "command", .kind = ARGUMENT_WORD, .completes = true}, END};
static const struct command_argument join_arguments[] = {{.name = "word", .kind = ARGUMENT_WORD},
                                                         END};
static const struct command_argument lang_arguments[] = {
    {.name = "language", .kind = ARGUMENT_CHOICE, .words = languages}, END};
static const char *const league_actions[] = {"new",      "enter",   "leave", "start", "standings",
                                             "pairings", "correct", "end",   NULL};
static const struct command_argument league_arguments[] = {
    {.name = "action", .kind = ARGUMENT_CHOICE, .words = league_actions},
    {.name = "league", .kind = ARGUMENT_WORD, .completes = true},
    {.name = "details", .kind = ARGUMENT_TEXT},
    END};
static const struct command_argument link_arguments[] = {
    {.name = "place", .kind = ARGUMENT_WORD, .completes = true}, END};
static const struct command_argument unlink_arguments[] = {
    {.name = "place", .kind = ARGUMENT_WORD, .required = true, .completes = true}, END};
static const struct command_argument moves_arguments[] = {
    {.name = "beginning", .kind = ARGUMENT_TEXT, .completes = true}, END};
static const struct command_argument new_arguments[] = {
    {.name = "game", .kind = ARGUMENT_GAME, .required = true},
    {.name = "options", .kind = ARGUMENT_PAIRS, .completes = true},
    END};
static const char *const notices[] = {"on", "2", "3", "4", "5", "off", NULL};
_Static_assert(SESSION_NOTIFY_PEOPLE == 5, "every number of people that can be waited for");
static const struct command_argument notify_arguments[] = {
    {.name = "when", .kind = ARGUMENT_CHOICE, .words = notices}, END};
static const struct command_argument options_arguments[] = {
    {.name = "options", .kind = ARGUMENT_PAIRS, .completes = true}, END};
static const struct command_argument play_arguments[] = {
    {.name = "move", .kind = ARGUMENT_TEXT, .required = true, .completes = true}, END};
static const struct command_argument plan_arguments[] = {
    {.name = "plan", .kind = ARGUMENT_TEXT, .required = true, .completes = true}, END};
static const struct command_argument seal_arguments[] = {
    {.name = "hash", .kind = ARGUMENT_WORD, .required = true}, END};
static const char *const seek_words[] = {"off", NULL};
static const struct command_argument seek_arguments[] = {
    {.name = "game", .kind = ARGUMENT_GAME},
    {.name = "players", .kind = ARGUMENT_WORD},
    {.name = "pace", .kind = ARGUMENT_WORD, .completes = true},
    {.name = "what", .kind = ARGUMENT_CHOICE, .words = seek_words},
    END};
static const char *const me[] = {"me", NULL};
static const struct command_argument export_arguments[] = {
    {.name = "record", .kind = ARGUMENT_WORD, .completes = true}, END};
static const struct command_argument forget_arguments[] = {
    {.name = "whom", .kind = ARGUMENT_CHOICE, .required = true, .words = me}, END};
static const struct command_argument stats_arguments[] = {
    {.name = "player", .kind = ARGUMENT_WORD, .completes = true}, END};
static const struct command_argument tutorial_arguments[] = {
    {.name = "game", .kind = ARGUMENT_GAME},
    {.name = "step", .kind = ARGUMENT_NUMBER, .least = 1, .most = 12},
    {.name = "move", .kind = ARGUMENT_TEXT},
    END};
static const struct command_argument top_arguments[] = {
    {.name = "game", .kind = ARGUMENT_GAME},
    {.name = "season", .kind = ARGUMENT_WORD, .completes = true},
    END};
static const struct command_argument past_arguments[] = {
    {.name = "table", .kind = ARGUMENT_NUMBER, .least = 1, .most = INT32_MAX}, END};
static const struct command_argument replay_arguments[] = {
    {.name = "table", .kind = ARGUMENT_NUMBER, .least = 1, .most = INT32_MAX},
    {.name = "line", .kind = ARGUMENT_NUMBER, .least = 0, .most = INT32_MAX},
    END};
static const struct command_argument report_arguments[] = {
    {.name = "fault", .kind = ARGUMENT_TEXT, .required = true}, END};
static const struct command_argument rules_arguments[] = {
    {.name = "game", .kind = ARGUMENT_GAME},
    {.name = "topic", .kind = ARGUMENT_WORD, .completes = true},
    END};
static const struct command_argument style_arguments[] = {
    {.name = "styles", .kind = ARGUMENT_PAIRS, .completes = true}, END};
static const char *const watch_actions[] = {"stop", "thread", "forbid", "allow", NULL};
static const struct command_argument watch_arguments[] = {
    {.name = "action", .kind = ARGUMENT_CHOICE, .words = watch_actions},
    {.name = "table", .kind = ARGUMENT_WORD},
    {.name = "delay", .kind = ARGUMENT_TEXT},
    END};
static const struct command_argument table_arguments[] = {
    {.name = "view", .kind = ARGUMENT_CHOICE, .words = views},
    {.name = "alphabet", .kind = ARGUMENT_CHOICE, .words = alphabets},
    END};

/* -- Commands ---------------------------------------------------------------------------------- */

#define SITTING (NEEDS_TABLE | NEEDS_SEAT)
#define GATHER  (SITTING | NEEDS_LOBBY)
#define PLAYING (SITTING | NEEDS_RUNNING)

const struct command command_table[] = {
    {"games", "", GROUP_LEARNING, 0, RANK_PLAYER, command_games, NULL},
    {"rules", "", GROUP_LEARNING, PRINTS_MUCH, RANK_PLAYER, command_rules, rules_arguments},
    {"tutorial", "", GROUP_LEARNING, 0, RANK_PLAYER, command_tutorial, tutorial_arguments},
    {"help", "", GROUP_LEARNING, PRINTS_MUCH, RANK_PLAYER, command_help, help_arguments},
    {"new", "", GROUP_PLAYING, NEEDS_PLACE | WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER, command_new,
     new_arguments},
    {"daily", "", GROUP_PLAYING, WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER, command_daily,
     daily_arguments},
    {"seek", "", GROUP_PLAYING, WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER, command_seek,
     seek_arguments},
    {"league", "", GROUP_PLAYING, WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER, command_league,
     league_arguments},
    {"join", "", GROUP_PLAYING, NEEDS_PLACE | NEEDS_TABLE | WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER,
     command_join, join_arguments},
    {"leave", "", GROUP_PLAYING, SITTING, RANK_PLAYER, command_leave, NULL},
    {"bots", "", GROUP_PLAYING, GATHER, RANK_PLAYER, command_bots, bots_arguments},
    {"options", "", GROUP_HOSTING, NEEDS_TABLE, RANK_PLAYER, command_options, options_arguments},
    {"seal", "", GROUP_AGREEING, GATHER, RANK_PLAYER, command_seal, seal_arguments},
    {"start", "", GROUP_PLAYING, GATHER, RANK_PLAYER, command_start, NULL},
    {"abort", "", GROUP_AGREEING, NEEDS_TABLE, RANK_PLAYER, command_abort, NULL},
    {"again", "", GROUP_PLAYING, NEEDS_PLACE | WORKS_AT_HOME | SITS_DOWN, RANK_PLAYER,
     command_again, NULL},
    {"notify", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_notify, notify_arguments},
    {"play", "p", GROUP_PLAYING, PLAYING | NEEDS_NOW, RANK_PLAYER, command_play, play_arguments},
    {"moves", "", GROUP_PLAYING, PLAYING | NEEDS_NOW, RANK_PLAYER, command_moves, moves_arguments},
    {"hint", "", GROUP_LEARNING, PLAYING, RANK_PLAYER, command_hint, NULL},
    {"plan", "", GROUP_PLAYING, PLAYING, RANK_PLAYER, command_plan, plan_arguments},
    {"plans", "", GROUP_PLAYING, PLAYING, RANK_PLAYER, command_plans, NULL},
    {"why", "", GROUP_LEARNING, PLAYING, RANK_PLAYER, command_why, NULL},
    {"hand", "", GROUP_PLAYING, PLAYING, RANK_PLAYER, command_hand, NULL},
    {"recap", "", GROUP_PLAYING, PLAYING | READS_RECORD, RANK_PLAYER, command_recap, NULL},
    {"table", "", GROUP_PLAYING, NEEDS_TABLE | PRINTS_MUCH_HERE, RANK_PLAYER, command_show,
     table_arguments},
    {"status", "", GROUP_PLAYING, NEEDS_TABLE, RANK_PLAYER, command_status, NULL},
    {"watch", "", GROUP_PLAYING, 0, RANK_PLAYER, command_watch, watch_arguments},
    {"link", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_link, link_arguments},
    {"unlink", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_unlink, unlink_arguments},
    {"undo", "", GROUP_AGREEING, SITTING | READS_RECORD, RANK_PLAYER, command_undo, NULL},
    {"replace", "", GROUP_AGREEING, NEEDS_TABLE | NEEDS_RUNNING, RANK_PLAYER, command_replace,
     absent_arguments},
    {"kick", "", GROUP_AGREEING, NEEDS_TABLE, RANK_PLAYER, command_kick, kick_arguments},
    {"pause", "", GROUP_AGREEING, NEEDS_TABLE | NEEDS_RUNNING, RANK_PLAYER, command_pause, NULL},
    {"resume", "", GROUP_AGREEING, 0, RANK_PLAYER, command_resume, past_arguments},
    {"claim", "", GROUP_AGREEING, SITS_DOWN, RANK_PLAYER, command_claim, claim_arguments},
    {"verify", "", GROUP_PAST, 0, RANK_PLAYER, command_verify, past_arguments},
    {"replay", "", GROUP_PAST, 0, RANK_PLAYER, command_replay, replay_arguments},
    {"review", "", GROUP_PAST, WORKS_AT_HOME, RANK_PLAYER, command_review, past_arguments},
    {"export", "", GROUP_PAST, PRINTS_MUCH, RANK_PLAYER, command_export, export_arguments},
    {"report", "", GROUP_PAST, READS_RECORD, RANK_PLAYER, command_report, report_arguments},
    {"lang", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_lang, lang_arguments},
    {"style", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_style, style_arguments},
    {"ban", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_ban, ban_arguments},
    {"bans", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_bans, NULL},
    {"unban", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_unban, unban_arguments},
    {"config", "", GROUP_HOSTING, NEEDS_PLACE, RANK_HOST, command_config, config_arguments},
    {"stats", "", GROUP_PAST, PRINTS_MUCH, RANK_PLAYER, command_stats, stats_arguments},
    {"top", "", GROUP_PAST, 0, RANK_PLAYER, command_top, top_arguments},
    {"block", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_block, block_arguments},
    {"unblock", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_unblock, unblock_arguments},
    {"forget", "", GROUP_YOURSELF, 0, RANK_PLAYER, command_forget, forget_arguments},
};

const size_t command_count = sizeof command_table / sizeof command_table[0];

static bool is_word(const char *name, const char *word, size_t length)
{
    return length > 0 && strlen(name) == length && strncasecmp(name, word, length) == 0;
}

const struct command *command_find(const char *name, size_t length)
{
    for (size_t i = 0; i < command_count; i++)
        if (is_word(command_table[i].name, name, length) ||
            is_word(command_table[i].alias, name, length))
            return &command_table[i];
    return NULL;
}

/* -- Words of arguments ------------------------------------------------------------------------ */

const char *command_argument_word(const struct command_argument *argument, size_t index)
{
    if (argument->kind == ARGUMENT_GAME)
        return game_registry[index] != NULL ? game_registry[index]->id : NULL;
    return argument->kind == ARGUMENT_CHOICE ? argument->words[index] : NULL;
}

void command_argument_word_key(const struct command_argument *argument, const char *word,
                               struct text *key)
{
    text_add_format(key, argument->kind == ARGUMENT_GAME ? "%s.name" : "choice.%s", word);
}
