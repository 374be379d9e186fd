/* `top`: rankings of a server and over all servers, of this season and of earlier ones. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/bans.h"
#include "bot/core/blocks.h"
#include "bot/core/settings.h"
#include "bot/core/style.h"
#include "bot/tables/ranking.h"
#include "bot/tables/rating.h"
#include "bot/tables/season.h"
#include "bot/words/catalog.h"
#include "games/shared/canvas.h"

enum { SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX, ANSWER_BYTES = 4096, NAME_COLUMNS = 16 };

/* What was asked for. */
struct top {
    struct call *call;
    const struct game *game; /* NULL: all */
    bool everywhere;
    char season[SEASON_BYTES];
    int64_t now; /* seconds since 1970 */
    struct ranking ranking;
};

/* -- What was asked ---------------------------------------------------------------------------- */

static enum setting_season season_length(const struct call *call)
{
    const struct setting_scope scope =
        setting_in_place(call->inbound->network, call->inbound->place);
    return (enum setting_season)setting_number(call->commands->settings, SETTING_SEASON, &scope);
}

void command_season(const struct call *call, char season[SEASON_BYTES])
{
    season_at(season_length(call), clock_now(call->commands->clock) / 1000, season);
}

/* Reads one word that is not a game; false: it is none. */
static bool read_word(struct top *top, const char *word, size_t length, bool *past)
{
    struct catalog *catalog = top->call->commands->catalog;
    enum setting_season seasons = season_length(top->call);
    bool last = fixed_word_is(catalog, "last", word, length);
    if (fixed_word_is(catalog, "everywhere", word, length)) {
        top->everywhere = true;
        return true;
    }
    if (fixed_word_is(catalog, "all", word, length)) {
        top->season[0] = '\0'; /* from before there were seasons */
        return true;
    }
    if (last)
        season_before(seasons, top->now, top->season);
    else if (!season_read(seasons, word, length, top->season))
        return false;
    *past = true;
    return true;
}

/* Returns false after an answer. */
static bool read_arguments(struct top *top)
{
    struct call *call = top->call;
    const char *rest = call->arguments, *word;
    bool past = false;
    command_season(call, top->season);
    while (rest[0] != '\0') {
        const char *behind = rest;
        size_t length = command_next_word(&behind, &word);
        if (read_word(top, word, length, &past)) {
            rest = behind;
            continue;
        }
        const struct game *game = top->game == NULL ? command_read_game(call, &rest) : NULL;
        if (game == NULL) {
            command_refuse_game(call, rest);
            return false;
        }
        top->game = game;
    }
    if (past && (top->everywhere || top->season[0] == '\0')) {
        answer(call, "refusal.no-seasons", SAY_NUMBER(top->everywhere));
        return false;
    }
    if (top->everywhere)
        top->season[0] = '\0';
    return true;
}

/* -- Who is shown ------------------------------------------------------------------------------ */

static bool is_barred(const struct top *top, const struct stored_rating *rating)
{
    const struct call *call = top->call;
    const struct suspect suspect = {rating->network, rating->identity, NULL};
    const struct setting_scope here =
        top->everywhere ? setting_in_place(rating->network, "")
                        : setting_in_place(call->inbound->network, call->inbound->place);
    struct ban ban;
    return ban_find(call->commands->settings, &here, &suspect, &ban) && ban.where >= BAN_AT_SERVER;
}

static bool is_shown(const struct top *top, const struct stored_rating *rating)
{
    struct settings *settings = top->call->commands->settings;
    const struct setting_scope scope = setting_for_person(rating->network, "", rating->identity);
    return setting_is_on(settings, SETTING_RANKED, &scope) &&
           (!top->everywhere || setting_is_on(settings, SETTING_EVERYWHERE, &scope)) &&
           !is_barred(top, rating);
}

static bool take(void *context, const struct stored_rating *rating)
{
    struct top *top = context;
    return ranking_take(&top->ranking, rating, is_shown(top, rating));
}

/* Whether the person who asked does not want to see them. In public that would tell everybody whom
 * they have blocked. */
static bool is_blocked(const struct top *top, const struct ranking_row *row)
{
    const struct inbound *inbound = top->call->inbound;
    const struct somebody asker = {inbound->network, inbound->person.identity};
    const struct somebody other = {row->network, row->identity};
    return inbound->place[0] == '\0' && block_holds(top->call->commands->settings, &asker, &other);
}

/* -- The answer -------------------------------------------------------------------------------- */

static void add_trend(const struct ranking_row *row, const struct style *style, struct text *out)
{
    bool ascii = style->alphabet == ALPHABET_ASCII;
    const char *up = ascii ? "+" : "▲", *down = ascii ? "-" : "▼";
    if (row->trend == TREND_NEW) {
        text_add_char(out, ' ');
        words_say_plain(&style->words, out, "answer.top-new");
    } else if (row->trend == TREND_CLIMBED) {
        text_add_format(out, " %s", up);
    } else if (row->trend == TREND_MOVED && row->places != 0) {
        text_add_format(out, " %s%d", row->places > 0 ? up : down,
                        row->places > 0 ? row->places : -row->places);
    }
}

/* Lines of at most 40 columns where lines cost nothing, elsewhere one that wraps anywhere. */
static void list_rows(const struct top *top, const struct style *style, struct text *out)
{
    const struct call *call = top->call;
    bool in_rows = networks_page_lines(call->commands->networks, call->inbound->network) == 0;
    for (unsigned i = 0; i < top->ranking.count; i++) {
        const struct ranking_row *row = &top->ranking.rows[i];
        const struct rating shown = {row->now, 0};
        if (is_blocked(top, row))
            continue;
        text_add(out, in_rows ? "\n" : out->length > 0 ? ", " : " ");
        text_add_format(out, "%u ", i + 1);
        display_fit(row->name, in_rows ? NAME_COLUMNS : UINT8_MAX,
                    style->alphabet == ALPHABET_ASCII, out);
        add_trend(row, style, out);
        text_add_format(out, " %.1f (%lld)", rating_shown(&shown), (long long)row->games);
    }
    if (!in_rows)
        text_add_char(out, '.');
}

static void answer_top(struct top *top, const char *name)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    struct call *call = top->call;
    const struct setting_scope audience = call_audience(call);
    const struct style style = style_of(call->commands->styles, &audience);
    const char *season = top->season[0] != '\0' ? top->season : "none";
    list_rows(top, &style, &text);
    if (top->ranking.count > 0)
        answer_here(call, "answer.top", SAY_MESSAGE(name), SAY_TEXT(text.bytes), SAY_TEXT(season),
                    SAY_NUMBER(top->everywhere));
    else
        answer(call, "answer.top-none", SAY_MESSAGE(name), SAY_TEXT(season),
               SAY_NUMBER(top->everywhere), SAY_NUMBER(top->ranking.is_over));
}

static void show(struct top *top)
{
    char server_buffer[SERVER_BYTES], name_buffer[80];
    struct text server = TEXT_IN(server_buffer), name = TEXT_IN(name_buffer);
    struct call *call = top->call;
    networks_server_name(call->commands->networks, call->inbound->network, call->inbound->place,
                         &server);
    text_add_format(&name, "%s.name", top->game != NULL ? top->game->id : "answer.top-all");
    ranking_begin(&top->ranking, top->season, top->now);
    store_read_top(call_inquiry(call), top->everywhere ? STORE_EVERYWHERE : server.bytes,
                   top->season, top->game != NULL ? top->game->id : "", top, take);
    if (call_waits(call))
        return;
    ranking_end(&top->ranking);
    answer_top(top, name.bytes);
}

void command_top(struct call *call)
{
    struct top *top = memory_new(sizeof *top);
    *top = (struct top){.call = call, .now = clock_now(call->commands->clock) / 1000};
    if (read_arguments(top))
        show(top);
    free(top);
}

bool command_explain_ranking(struct call *call, const char *word, size_t length)
{
    if (!catalog_is_spoken(call->commands->catalog, "help.ranking.name", word, length))
        return false;
    struct words words = call_words(call);
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    words_say(&words, &text, "help.ranking", SAY_NUMBER(RATING_PERIODS));
    answer_long(call, text.bytes);
    return true;
}
