/* People who leave running games, and what the settings let follow from that (bot/core/leavings.h).
 *
 * Somebody has left when the others gave their seat away because they had gone or were out of time.
 * Whom a host removes has not left, nor has anybody after an abort. A netsplit is nobody's choice.
 * What was left belongs to the server of the table's first place, as its results do.
 */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/base/log.h"
#include "bot/configuration/config_value.h"
#include "bot/core/render.h"
#include "bot/tables/leagues.h"
#include "bot/tables/time_left.h"

/* -- Looking ----------------------------------------------------------------------------------- */

bool session_finds_leaving(struct sessions *sessions, const struct table *table,
                           const char *network, const char *identity, struct leaving *found)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        const struct setting_scope scope = setting_in_place(place->network, place->place);
        if (leaving_find(sessions->settings, &scope, network, identity, found))
            return true;
    }
    return false;
}

/* -- Telling ----------------------------------------------------------------------------------- */

static const char *time_of(const struct sessions *sessions, const struct words *words,
                           const struct leaving *leaving, char buffer[64])
{
    struct text text = text_in(buffer, 64);
    time_left_say(words, leaving->until - clock_now(sessions->clock), &text);
    return buffer;
}

/* `league`: that they are out of now; "": none. */
static void tell_person(struct sessions *sessions, const struct table *table, unsigned seat,
                        const struct leaving *left, const char *league, bool keeps)
{
    char buffer[RENDER_LINE_BYTES], time[64], name[PLACE_MAX];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct words words = style_words(sessions->styles, &reader);
    const struct table_place *place = table_place_of(table, left->network, left->identity);
    networks_place_name(sessions->networks, place->network, place->place, left->network, name);
    words_say(&words, &text, "answer.left-game", SAY_TEXT(name),
              SAY_TEXT(time_of(sessions, &words, left, time)),
              SAY_NUMBER(left->what == LEAVING_UNRANKED), SAY_NUMBER(keeps),
              SAY_NUMBER(league[0] != '\0'), SAY_TEXT(league));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
}

/* The record says what follows, and names the bot: nobody decided it. */
static void record(struct sessions *sessions, const struct setting_scope *scope,
                   const struct leaving *left, const char *league)
{
    char buffer[NAME_MAX_BYTES + LEAGUE_NAME_BYTES + 64];
    struct text about = TEXT_IN(buffer);
    const char *own_name = networks_own_name(sessions->networks, scope->network);
    const struct person bot = {"", own_name[0] != '\0' ? own_name : "bot", RANK_PLAYER};
    const char *const *choices = setting_table[SETTING_LEAVING].choices;
    text_add_format(&about, "%s: ", left->name);
    if (league[0] != '\0')
        text_add_format(&about, "%s %s, ", choices[LEAVING_OUT_OF_LEAGUE], league);
    text_add_format(&about, "%s ", choices[left->what]);
    config_add_duration(&about, left->until - left->at);
    setting_record(sessions->settings, SETTING_AT_SERVER, scope, "left", about.bytes, &bot);
    log_info("person.left-game", "table", LOG_NUMBER(scope->table), "network", left->network,
             "person", left->identity, "count", LOG_NUMBER(left->count));
}

/* -- Leaving and coming back ------------------------------------------------------------------- */

static bool has_left(const struct table *table, unsigned seat)
{
    const struct seat *person = &table->seats[seat];
    return table->clock.turns[seat].over || person->stood_in ||
           (person->absent && !person->in_split);
}

void session_note_left(struct sessions *sessions, const struct table *table, unsigned seat,
                       bool keeps)
{
    const struct seat *leaver = &table->seats[seat];
    const struct setting_scope scope = table_setting_scope(table);
    const struct person person = {leaver->identity, leaver->name, RANK_PLAYER};
    char league[LEAGUE_NAME_BYTES] = "";
    struct leaving left;
    if (!has_left(table, seat) || table->places == NULL ||
        !leaving_add(sessions->settings, &scope, leaver->network, &person, &left))
        return;
    if (setting_number(sessions->settings, SETTING_LEAVING, &scope) == LEAVING_OUT_OF_LEAGUE)
        leagues_take_out(sessions, table, seat, league);
    record(sessions, &scope, &left, league);
    tell_person(sessions, table, seat, &left, league, keeps);
}

void session_note_back(struct sessions *sessions, const struct table *table, unsigned seat,
                       const char *network, const char *identity)
{
    char buffer[RENDER_LINE_BYTES], roll[ROLL_NAME_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct former *former = table->seats[seat].former;
    const struct setting_scope scope = table_setting_scope(table);
    if (former == NULL)
        return;
    leagues_roll(sessions, scope.network, scope.place, roll);
    leagues_take_back(sessions, roll, table->id, former->network, former->identity);
    if (!leaving_take_back(sessions->settings, &scope, former->network, former->identity))
        return;
    const struct setting_scope reader = setting_for_person(network, "", identity);
    struct words words = style_words(sessions->styles, &reader);
    words_say_plain(&words, &text, "answer.left-taken-back");
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = network,
                                                    .place = "",
                                                    .identity = identity,
                                                    .text = text.bytes});
}

void session_unrank_leaver(struct sessions *sessions, struct table *table, unsigned seat)
{
    const struct seat *person = &table->seats[seat];
    char buffer[RENDER_LINE_BYTES], time[64];
    struct text text = TEXT_IN(buffer);
    struct leaving left;
    if (!session_finds_leaving(sessions, table, person->network, person->identity, &left) ||
        left.what != LEAVING_UNRANKED)
        return;
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct words words = style_words(sessions->styles, &reader);
    table->unranked |= SEAT_BIT(seat);
    words_say(&words, &text, "answer.left-unranked",
              SAY_TEXT(time_of(sessions, &words, &left, time)));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
}
