/* `league`: leagues and tournaments on a server (bot/tables/leagues.h). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "bot/commands/league.h"

/* -- What was typed ---------------------------------------------------------------------------- */

static bool copy_word(const char **rest, char *copy, size_t size)
{
    const char *word;
    size_t length = command_next_word(rest, &word);
    struct text text = text_in(copy, size);
    text_add_bytes(&text, word, length);
    return length > 0 && !text.truncated;
}

/* Reads a number from 1. */
static unsigned read_number(const char **rest)
{
    const char *word;
    char *end;
    size_t length = command_next_word(rest, &word);
    unsigned long number = length > 0 && *word != '-' ? strtoul(word, &end, 10) : 0;
    return number > 0 && number < 1000 && end == word + length ? (unsigned)number : 0;
}

/* Reads "5:3" with as many numbers as there are seats. */
static bool read_scores(const char *word, unsigned count, int32_t scores[GAME_SEATS_MAX])
{
    for (unsigned seat = 0; seat < count; seat++) {
        char *end;
        long score = strtol(word, &end, 10);
        bool last = seat + 1 == count;
        if (end == word || score < -100000 || score > 100000 || *end != (last ? '\0' : ':'))
            return false;
        scores[seat] = (int32_t)score;
        word = end + 1;
    }
    return true;
}

/* -- One league -------------------------------------------------------------------------------- */

struct league_call {
    struct call *call;
    struct sessions *sessions;
    char roll[ROLL_NAME_BYTES];
    const char *rest;      /* behind the league's name */
    struct league *league; /* NULL while none is needed */
};

/* Only what was asked for is refused: the rest of the command is for everybody. */
static bool has_rank(const struct call *call, const char *action, enum person_rank rank)
{
    const struct words words = call_words(call);
    char buffer[64], key[COMMAND_KEY_BYTES];
    struct text shown = TEXT_IN(buffer);
    if (call->rank >= rank)
        return true;
    words_say_plain(&words, &shown, command_title(call->command, key).text);
    text_add_char(&shown, ' ');
    fixed_word_say(&words, action, &shown);
    answer(call, rank == RANK_HOST ? "refusal.hosts-only" : "refusal.admins-only",
           SAY_TEXT(shown.bytes));
    return false;
}

struct only {
    unsigned count;
    char name[LEAGUE_NAME_BYTES];
};

static bool count_league(void *context, const char *roll, struct league *league)
{
    struct only *only = context;
    struct text name = TEXT_IN(only->name);
    (void)roll;
    text_add(&name, league->name);
    return ++only->count < 2;
}

/* The name of the only one may be left out, also in front of a number. */
static void find_only(struct league_call *league, const char *typed)
{
    struct only only = {.count = 0};
    if (typed[0] != '\0' && (typed[0] < '0' || typed[0] > '9'))
        return;
    leagues_visit(league->sessions, league->roll, &only, count_league);
    league->rest = typed;
    if (only.count == 1)
        league->league = leagues_open(league->sessions, league->roll, only.name);
}

static bool find_league(struct league_call *league)
{
    char name[LEAGUE_NAME_BYTES];
    const char *typed = league->rest;
    if (copy_word(&league->rest, name, sizeof name))
        league->league = leagues_open(league->sessions, league->roll, name);
    if (league->league == NULL)
        find_only(league, typed);
    if (league->league == NULL)
        answer_plain(league->call, "refusal.league-unknown");
    return league->league != NULL;
}

static unsigned own_entrant(const struct league_call *league)
{
    const struct inbound *inbound = league->call->inbound;
    return league_find(league->league, inbound->network, inbound->person.identity);
}

static void tell_people(const struct league_call *league, const char *key)
{
    answer_here(league->call, key, SAY_TEXT(league->league->name),
                SAY_TEXT(league->call->inbound->person.name),
                SAY_NUMBER(league->league->entrant_count));
}

/* -- Entering and leaving ---------------------------------------------------------------------- */

/* Who left a running game may come back when their waiting is over. */
static bool come_back(struct league_call *league)
{
    if (!league_take_back(league->league, own_entrant(league)))
        return false;
    if (!command_refuse_waiting(league->call)) {
        leagues_save(league->sessions, league->roll, league->league);
        tell_people(league, "league.is-back");
    }
    return true;
}

static void enter(struct league_call *league)
{
    const struct inbound *inbound = league->call->inbound;
    session_refusal unproven =
        leagues_refuse(league->sessions, inbound->network, inbound->place, &inbound->person);
    if (unproven != NULL)
        command_refuse(league->call, unproven);
    else if (come_back(league))
        return;
    else if (own_entrant(league) != LEAGUE_NOBODY)
        answer(league->call, "refusal.league-entered", SAY_TEXT(league->league->name));
    else if (league->league->phase != LEAGUE_ENTERING)
        answer(league->call, "refusal.league-begun", SAY_TEXT(league->league->name));
    else if (!league_enter(league->league, inbound->network, &inbound->person))
        answer(league->call, "refusal.league-full", SAY_TEXT(league->league->name),
               SAY_NUMBER(league_room(league->league)));
    else {
        leagues_save(league->sessions, league->roll, league->league);
        tell_people(league, "league.entered");
    }
}

static void leave(struct league_call *league)
{
    unsigned entrant = own_entrant(league);
    if (entrant == LEAGUE_NOBODY || league->league->entrants[entrant].left)
        answer(league->call, "refusal.league-not-entered", SAY_TEXT(league->league->name));
    else if (league->league->phase == LEAGUE_OVER)
        answer(league->call, "refusal.league-over", SAY_TEXT(league->league->name));
    else {
        leagues_withdraw(league->sessions, league->roll, league->league, entrant);
        tell_people(league, "league.left-it");
    }
}

/* -- Hosts and admins -------------------------------------------------------------------------- */

static void record(const struct league_call *league, const char *about)
{
    const struct inbound *inbound = league->call->inbound;
    const struct setting_scope scope = setting_in_place(inbound->network, inbound->place);
    setting_record(league->call->commands->settings, SETTING_AT_SERVER, &scope,
                   league->call->command->name, about, &inbound->person);
}

/* Somebody alone at a terminal plays against entrants of the bot. */
static void add_company(const struct league_call *league)
{
    enum { COMPANY = 3 };
    const struct call *call = league->call;
    if (league->league->phase != LEAGUE_ENTERING ||
        !networks_is_solitary(call->commands->networks, call->inbound->network))
        return;
    for (unsigned i = 1; i <= COMPANY; i++) {
        char buffer[16];
        struct text name = TEXT_IN(buffer);
        const struct person bot = {"", name.bytes, RANK_PLAYER};
        text_add_format(&name, "Bot %u", i);
        league_enter(league->league, call->inbound->network, &bot);
    }
}

static void start(struct league_call *league)
{
    unsigned fewest = league_fewest(league->league);
    if (!has_rank(league->call, "start", RANK_HOST))
        return;
    add_company(league);
    if (league->league->phase != LEAGUE_ENTERING)
        answer(league->call, "refusal.league-begun", SAY_TEXT(league->league->name));
    else if (league->league->entrant_count < fewest)
        answer(league->call, "refusal.league-few", SAY_TEXT(league->league->name),
               SAY_NUMBER(fewest));
    else if (leagues_places_needed(league->sessions, league->league) > league->league->place_count)
        answer(league->call, "refusal.league-channels", SAY_TEXT(league->league->name),
               SAY_NUMBER(leagues_places_needed(league->sessions, league->league)));
    else
        leagues_start(league->sessions, league->roll, league->league);
}

/* One that is over, or was never begun, is removed. */
static void end(struct league_call *league)
{
    char buffer[LEAGUE_NAME_BYTES + 8];
    struct text about = TEXT_IN(buffer);
    if (!has_rank(league->call, "end", RANK_HOST))
        return;
    text_add_format(&about, "%s: end", league->league->name);
    record(league, about.bytes);
    if (league->league->phase == LEAGUE_PLAYING) {
        leagues_end(league->sessions, league->roll, league->league);
        return;
    }
    leagues_remove(league->sessions, league->roll, league->league);
    answer_here(league->call, "league.removed", SAY_TEXT(league->league->name));
}

static void correct_match(struct league_call *league, struct league_match *match, const char *word)
{
    int32_t scores[GAME_SEATS_MAX] = {0};
    char buffer[LEAGUE_NAME_BYTES + 128];
    struct text about = TEXT_IN(buffer);
    const struct words words = call_words(league->call);
    if (!read_scores(word, match->count, scores)) {
        char names_buffer[512];
        struct text names = TEXT_IN(names_buffer);
        leagues_say_match(league->league, match, &words, &names);
        answer(league->call, "refusal.league-result", SAY_NUMBER(match->count),
               SAY_TEXT(names.bytes));
        return;
    }
    text_add_format(&about, "%s %u %u: %s", league->league->name, match->round,
                    league_match_number(league->league, match), word);
    record(league, about.bytes);
    leagues_correct(league->sessions, league->roll, league->league, match, scores);
}

static void correct(struct league_call *league)
{
    char word[64] = "";
    if (!has_rank(league->call, "correct", RANK_ADMIN))
        return;
    unsigned round = read_number(&league->rest), table = read_number(&league->rest);
    copy_word(&league->rest, word, sizeof word);
    struct league_match *match =
        round > 0 && table > 0 ? league_match(league->league, round, table) : NULL;
    bool passed = league->league->form == LEAGUE_KNOCKOUT && round < league->league->round;
    if (match == NULL || match->count == 1)
        answer(league->call, "refusal.league-match", SAY_TEXT(league->league->name));
    else if (passed)
        answer(league->call, "refusal.league-passed", SAY_NUMBER(round));
    else
        correct_match(league, match, word);
}

/* -- Showing ----------------------------------------------------------------------------------- */

/* A table in a channel is a picture, which keeps its columns. */
static void show(const struct league_call *league, const char *text)
{
    const struct inbound *inbound = league->call->inbound;
    if (inbound->place[0] == '\0')
        answer_text(league->call, OUTBOUND_HELP, text);
    else
        outbox_put(league->call->commands->outbox, &(struct outbound){.kind = OUTBOUND_PICTURE,
                                                                      .network = inbound->network,
                                                                      .place = inbound->place,
                                                                      .text = text,
                                                                      .request = inbound->request});
}

static void show_standings(struct league_call *league)
{
    enum { ROWS = 16 };
    char *buffer = memory_new(LEAGUE_TEXT_BYTES);
    struct text text = text_in(buffer, LEAGUE_TEXT_BYTES);
    const struct setting_scope audience = call_audience(league->call);
    const struct style style = style_of(league->call->commands->styles, &audience);
    unsigned rows = league->call->inbound->place[0] == '\0' ? LEAGUE_ENTRANTS_MAX : ROWS;
    leagues_say_standings(league->league, &style.words, leagues_columns(&style), rows, &text);
    show(league, text.bytes);
    free(buffer);
}

/* The round that is played or was played last, or the one that was named. */
static void show_rounds(struct league_call *league)
{
    char *buffer = memory_new(LEAGUE_TEXT_BYTES);
    struct text text = text_in(buffer, LEAGUE_TEXT_BYTES);
    const struct setting_scope audience = call_audience(league->call);
    const struct style style = style_of(league->call->commands->styles, &audience);
    unsigned named = read_number(&league->rest), now = league->league->round;
    if (now == 0)
        answer(league->call, "refusal.league-not-begun", SAY_TEXT(league->league->name));
    else {
        leagues_say_round(league->sessions, league->league, named > 0 && named < now ? named : now,
                          &style.words, &text);
        show(league, text.bytes);
    }
    free(buffer);
}

struct listing {
    const struct words *words;
    struct text out;
};

static bool list_league(void *context, const char *roll, struct league *league)
{
    struct listing *listing = context;
    char name_buffer[64], form_buffer[64];
    struct text name = TEXT_IN(name_buffer), form = TEXT_IN(form_buffer);
    (void)roll;
    text_add_format(&name, "%s.name", league->game);
    fixed_word_say(listing->words, league_forms[league->form], &form);
    text_separate(&listing->out, "\n");
    words_say(listing->words, &listing->out, "league.listed", SAY_TEXT(league->name),
              SAY_MESSAGE(name.bytes), SAY_TEXT(form.bytes), SAY_NUMBER(league->entrant_count),
              SAY_NUMBER(league->phase), SAY_NUMBER(league->round),
              SAY_NUMBER(league->phase != LEAGUE_ENTERING ? league_rounds(league) : 0));
    return true;
}

static void list(struct league_call *league)
{
    char *buffer = memory_new(LEAGUE_TEXT_BYTES);
    const struct words words = call_words(league->call);
    struct listing listing = {&words, text_in(buffer, LEAGUE_TEXT_BYTES)};
    leagues_visit(league->sessions, league->roll, &listing, list_league);
    if (listing.out.length == 0)
        answer_plain(league->call, "league.none");
    else
        answer_long(league->call, listing.out.bytes);
    free(buffer);
}

/* -- league ------------------------------------------------------------------------------------ */

static void open_new(struct league_call *league)
{
    if (!has_rank(league->call, "new", RANK_HOST))
        return;
    league->league = command_read_league(league->call, league->rest);
    if (league->league == NULL)
        return;
    struct league *other = leagues_open(league->sessions, league->roll, league->league->name);
    if (other != NULL)
        answer(league->call, "refusal.league-exists", SAY_TEXT(other->name));
    else if (!leagues_save(league->sessions, league->roll, league->league))
        answer(league->call, "refusal.leagues-many", SAY_NUMBER(LEAGUES_MAX));
    else
        command_announce_league(league->call, league->league);
    leagues_close(other);
}

/* Two have a second name. */
static const struct {
    const char *name;
    void (*act)(struct league_call *league);
} actions[] = {
    {"enter", enter},          {"leave", leave},
    {"start", start},          {"end", end},
    {"correct", correct},      {"standings", show_standings},
    {"table", show_standings}, {"pairings", show_rounds},
    {"rounds", show_rounds},
};

static void act(struct league_call *league, const char *action)
{
    size_t count = sizeof actions / sizeof actions[0], i = 0;
    while (i < count && strcasecmp(actions[i].name, action) != 0)
        i++;
    if (strcasecmp(action, "new") == 0)
        open_new(league);
    else if (i == count)
        answer_plain(league->call, "refusal.league-usage");
    else if (find_league(league))
        actions[i].act(league);
}

struct following {
    struct settings *settings;
    char roll[ROLL_NAME_BYTES];
};

static bool take_value(void *context, const char *key, const char *value)
{
    const struct following *following = context;
    settings_follow(following->settings, following->roll, key, value);
    return true;
}

void command_follow_leagues(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct following following = {.settings = call->commands->settings};
    leagues_roll(call->commands->sessions, inbound->network, inbound->place, following.roll);
    store_read_values(call_inquiry(call), following.roll, &following, take_value);
}

void command_league(struct call *call)
{
    char action[32];
    struct league_call league = {
        .call = call, .sessions = call->commands->sessions, .rest = call->arguments};
    leagues_roll(league.sessions, call->inbound->network, call->inbound->place, league.roll);
    if (copy_word(&league.rest, action, sizeof action))
        act(&league, action);
    else
        list(&league);
    leagues_close(league.league);
}
