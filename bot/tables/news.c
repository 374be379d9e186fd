/* News: new tables and results, announced in the place that the settings name for them. */
#include "bot/tables/session_private.h"

#include <string.h>

struct news {
    const char *network; /* of the table's place */
    char place[PLACE_MAX], from[PLACE_MAX];
    char game[64];
};

/* Returns false when there is nothing to announce: no place is named, the bot is not there, or it
 * is the table's own place. */
static bool read_news(struct sessions *sessions, const struct table *table, struct news *news)
{
    const struct setting_scope scope = table_setting_scope(table);
    struct text place = TEXT_IN(news->place), game = TEXT_IN(news->game);
    text_add(&place, setting_text(sessions->settings, SETTING_ANNOUNCEMENTS, &scope));
    if (place.length == 0 || table_is_at(table, scope.network, news->place) ||
        !networks_has_place(sessions->networks, scope.network, news->place))
        return false;
    news->network = scope.network;
    networks_place_name(sessions->networks, scope.network, scope.place, scope.network, news->from);
    text_add_format(&game, "%s.name", table->game->id);
    return true;
}

static void tell(struct sessions *sessions, const struct news *news, const char *key,
                 const struct word_argument *arguments, size_t count)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    struct words words = style_place_words(sessions->styles, news->network, news->place);
    words.say(&words, &text, key, arguments, count);
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                    .network = news->network,
                                                    .place = news->place,
                                                    .text = text.bytes});
}

void session_news_opened(struct sessions *sessions, const struct table *table)
{
    struct news news;
    if (!read_news(sessions, table, &news))
        return;
    const struct word_argument arguments[] = {SAY_MESSAGE(news.game), SAY_TEXT(news.from),
                                              SAY_TEXT(table->seats[0].name)};
    tell(sessions, &news, "news.opened", arguments, 3);
}

void session_news_ended(struct sessions *sessions, const struct table *table)
{
    struct news news;
    char scores_buffer[512], winners_buffer[512];
    struct text scores = TEXT_IN(scores_buffer), winners = TEXT_IN(winners_buffer);
    if (!read_news(sessions, table, &news))
        return;
    unsigned count = session_list_result(table, &scores, &winners);
    const struct word_argument arguments[] = {SAY_MESSAGE(news.game), SAY_TEXT(news.from),
                                              SAY_TEXT(scores.bytes), SAY_TEXT(winners.bytes),
                                              SAY_NUMBER(count)};
    tell(sessions, &news, "news.ended", arguments, 5);
}
