/* Statistics. */
#include <string.h>

#include "bot/commands/command.h"
#include "bot/core/settings.h"
#include "bot/tables/season.h"
#include "bot/tables/standing.h"

enum { SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX, ANSWER_BYTES = 4096 };

static struct text server_of(const struct call *call, char buffer[SERVER_BYTES])
{
    struct text server = text_in(buffer, SERVER_BYTES);
    networks_server_name(call->commands->networks, call->inbound->network, call->inbound->place,
                         &server);
    return server;
}

/* "12" or "6.5". */
static void add_decimal(double number, struct text *out)
{
    text_add_format(out, number == (double)(int64_t)number ? "%.0f" : "%.1f", number);
}

static bool is_ranked(const struct call *call, const char *network, const char *identity)
{
    const struct setting_scope scope = setting_for_person(network, "", identity);
    return setting_is_on(call->commands->settings, SETTING_RANKED, &scope);
}

/* -- stats ------------------------------------------------------------------------------------- */

struct played {
    struct stored_stats stats[32]; /* more than there are games */
    char games[32][STORE_WORD_MAX];
    size_t count;
};

static bool take_stats(void *context, const struct stored_stats *stats)
{
    struct played *played = context;
    struct text game = TEXT_IN(played->games[played->count]);
    text_add(&game, stats->game);
    played->stats[played->count] = *stats;
    played->stats[played->count].game = played->games[played->count];
    return ++played->count < sizeof played->stats / sizeof played->stats[0];
}

static void add_stats(const struct stored_stats *stats, int64_t now, const struct words *words,
                      struct text *out)
{
    char wins_buffer[16], mean_buffer[16], rating_buffer[16], name_buffer[STORE_WORD_MAX + 8];
    struct text wins = TEXT_IN(wins_buffer), mean = TEXT_IN(mean_buffer);
    struct text shown = TEXT_IN(rating_buffer), name = TEXT_IN(name_buffer);
    const struct rating rating = standing_at(&stats->rating, now);
    add_decimal(stats->wins, &wins);
    text_add_format(&mean, "%.1f", stats->mean_score);
    text_add_format(&shown, "%.1f", rating_shown(&rating));
    text_add_format(&name, "%s.name", stats->game);
    text_separate(out, "\n");
    words_say(words, out, "answer.stats-game", SAY_MESSAGE(name.bytes), SAY_NUMBER(stats->games),
              SAY_TEXT(wins.bytes), SAY_TEXT(mean.bytes), SAY_NUMBER(stats->best_score),
              SAY_TEXT(shown.bytes), SAY_NUMBER(stats->rating.games));
}

/* Finds whose statistics are asked for; false after an answer, and while the store is asked. */
static bool find_person(struct call *call, const char *server, char network[STORE_WORD_MAX],
                        char identity[STORE_WORD_MAX])
{
    const struct inbound *inbound = call->inbound;
    struct text own_network = text_in(network, STORE_WORD_MAX);
    struct text own_identity = text_in(identity, STORE_WORD_MAX);
    text_add(&own_network, inbound->network);
    text_add(&own_identity, inbound->person.identity);
    if (call->arguments[0] == '\0')
        return true;
    bool found = store_find_player(call_inquiry(call), server, call->arguments, network, identity);
    if (call_waits(call))
        return false;
    bool own =
        strcmp(identity, inbound->person.identity) == 0 && strcmp(network, inbound->network) == 0;
    if (found && (own || is_ranked(call, network, identity)))
        return true;
    answer(call, "refusal.no-such-player", SAY_TEXT(call->arguments));
    return false;
}

void command_stats(struct call *call)
{
    char server_buffer[SERVER_BYTES], buffer[ANSWER_BYTES], season[SEASON_BYTES];
    char network[STORE_WORD_MAX], identity[STORE_WORD_MAX];
    struct text server = server_of(call, server_buffer), text = TEXT_IN(buffer);
    struct words words = call_words(call);
    struct played played = {.count = 0};
    if (!find_person(call, server.bytes, network, identity))
        return;
    command_season(call, season);
    store_read_stats(call_inquiry(call), server.bytes, season, network, identity, &played,
                     take_stats);
    if (call_waits(call))
        return;
    for (size_t i = 0; i < played.count; i++)
        add_stats(&played.stats[i], clock_now(call->commands->clock) / 1000, &words, &text);
    if (played.count == 0)
        answer_plain(call, "answer.stats-none");
    else
        answer_long(call, text.bytes);
}
