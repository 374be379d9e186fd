#include "bot/tables/session_private.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/record/seed.h"
#include "bot/tables/daily.h"
#include "bot/tables/leagues.h"
#include "bot/tables/seeking.h"

/* Tells the places that `who` did something, and how many sit now. */
static bool is_full(const struct table *table)
{
    return table->seat_count == table->game->players_max;
}

static void tell_seats(struct sessions *sessions, const struct table *table, const char *key,
                       const char *who)
{
    char buffer[16];
    struct text players = TEXT_IN(buffer);
    game_players_print(table->game, &players);
    const struct word_argument arguments[] = {SAY_TEXT(who), SAY_NUMBER(table->seat_count),
                                              SAY_TEXT(players.bytes), SAY_NUMBER(is_full(table))};
    session_announce_lobby(sessions, table, key, arguments, 4);
}

/* -- Claim codes ------------------------------------------------------------------------------- */

static void hash_claim(const char *code, uint8_t hash[TABLE_CLAIM_BYTES])
{
    crypto_generichash(hash, TABLE_CLAIM_BYTES, (const uint8_t *)code, strlen(code), NULL, 0);
}

/* Issues a claim code for the seat and tells it to the owner alone; the table keeps a hash. */
static void issue_claim(struct sessions *sessions, struct table *table, unsigned seat)
{
    char code[TABLE_CODE_LETTERS + 1];
    table_draw_code(code);
    struct seat *owner = &table->seats[seat];
    hash_claim(code, owner->claim);
    owner->has_claim = true;
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct words words = style_words(sessions->styles, &reader);
    words_say(&words, &text, "claim.code", SAY_TEXT(code));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
}

/* -- Taking a seat ----------------------------------------------------------------------------- */

struct seat *session_take_seat(struct sessions *sessions, struct table *table, const char *network,
                               const struct person *person)
{
    struct seat *seat = table_seat_add(table, network, person->identity, person->name);
    if (seat == NULL)
        return NULL;
    session_index_seat(sessions, table, seat);
    if (session_needs_claim(seat))
        issue_claim(sessions, table, table->seat_count - 1u);
    session_unrank_leaver(sessions, table, table->seat_count - 1u);
    return seat;
}

/* -- Choices for a table ----------------------------------------------------------------------- */

struct table_choice session_choice(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    struct table_choice choice = {.settings = {{0}}};
    memcpy(choice.options, table->options, sizeof choice.options);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        struct text chosen = TEXT_IN(choice.settings[setting]);
        const char *own = setting_own_text(sessions->settings, setting, SETTING_AT_TABLE, &scope);
        text_add(&chosen, own != NULL ? own : "");
    }
    return choice;
}

void session_take_settings(struct sessions *sessions, struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    table->plays_forced = table->game->rules->forced != NULL &&
                          setting_number(sessions->settings, SETTING_FORCED, &scope) == FORCED_AUTO;
}

void session_apply_settings(struct sessions *sessions, struct table *table)
{
    session_take_settings(sessions, table);
    session_apply_proof(sessions, table);
    session_watch_bots(sessions, table);
    session_apply_watching(sessions, table);
    session_wind(sessions, table);
}

void session_settings_changed(struct sessions *sessions)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        session_apply_settings(sessions, table);
    seeking_look_again(sessions);
    sessions->leagues_stirred = true;
}

/* The table is in the store already. */
void session_choose_settings(struct sessions *sessions, struct table *table,
                             const struct table_choice *choice)
{
    const struct setting_scope scope = table_setting_scope(table);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const char *chosen = choice->settings[setting];
        if (setting_may_be_set(setting, SETTING_AT_TABLE))
            setting_set(sessions->settings, setting, SETTING_AT_TABLE, &scope,
                        chosen[0] != '\0' ? chosen : NULL, NULL);
    }
    session_take_settings(sessions, table);
}

/* -- Opening, joining, leaving ----------------------------------------------------------------- */

static session_refusal refuses_table(struct sessions *sessions, const struct game *game,
                                     const char *network, const char *place,
                                     const struct person *opener)
{
    const struct table *shown = session_at(sessions, network, place);
    if (shown != NULL && table_is_live(shown))
        return "refusal.table-exists";
    session_refusal unproven = session_refuses_stranger(sessions, network, place, opener);
    if (unproven != NULL)
        return unproven;
    if (session_refused_at(sessions, network, place) != 0)
        return "refusal.table-refused";
    const struct setting_scope scope = setting_in_place(network, place);
    return setting_allows_game(sessions->settings, &scope, game) ? NULL
                                                                 : "refusal.game-not-allowed";
}

struct table *session_table_in(struct sessions *sessions, const struct game *game,
                               const char *network, const char *place, const struct person *opener)
{
    struct table *table = table_new(game);
    table->opened = clock_now(sessions->clock) / 1000;
    table->opener_network = memory_copy(network);
    table->opener_identity = memory_copy(opener->identity);
    session_attach(sessions, table, network, place)->open = true;
    return table;
}

session_refusal session_open_table(struct sessions *sessions, const struct game *game,
                                   const struct table_choice *choice, const char *network,
                                   const char *place, const struct person *opener,
                                   struct table **opened)
{
    session_refusal refusal = refuses_table(sessions, game, network, place, opener);
    if (refusal != NULL)
        return refusal;
    struct table *table = session_table_in(sessions, game, network, place, opener);
    memcpy(table->options, choice->options, sizeof table->options);
    randombytes_buf(table->seed, sizeof table->seed);
    session_show_linked(sessions, table, table->places);
    session_save_new(sessions, table);
    session_choose_settings(sessions, table, choice);
    session_index_table(sessions, table);
    session_take_seat(sessions, table, network, opener);
    session_want_thread(sessions, table);
    session_save(sessions, table);
    log_info("table.opened", "table", LOG_NUMBER(table->id), "game", game->id, "network", network,
             "place", place);
    *opened = table;
    return NULL;
}

session_refusal session_join(struct sessions *sessions, struct table *table, const char *network,
                             const struct person *person)
{
    int free_seat = session_free_seat(table, network, person->identity);
    if (table_seat_of(table, network, person->identity) >= 0)
        return "refusal.seated-already";
    session_refusal unproven = session_refuses_person(sessions, table, network, person);
    if (unproven != NULL)
        return unproven;
    session_refusal watched = session_refuses_watcher(table, person->identity);
    if (watched != NULL)
        return watched;
    if (table->status == TABLE_PLAYING && free_seat >= 0)
        return session_take_over(sessions, table, (unsigned)free_seat, network, person);
    session_refusal refusal = session_may_change_seats(table);
    if (refusal != NULL)
        return refusal;
    if (is_full(table))
        return "refusal.table-full";
    /* Last, so that it shows only where somebody could really sit down. */
    refusal = session_refuses_company(sessions, table, network, person->identity);
    if (refusal != NULL)
        return refusal;
    session_take_seat(sessions, table, network, person);
    session_save(sessions, table);
    tell_seats(sessions, table, "event.joined", table->seats[table->seat_count - 1].name);
    session_tell_notified(sessions, table, (unsigned)__builtin_popcount(table_people(table)) - 1);
    return NULL;
}

session_refusal session_leave(struct sessions *sessions, struct table *table, unsigned seat)
{
    if (table->status != TABLE_LOBBY)
        return "refusal.leave-runs";
    if (session_seats_are_closed(table))
        return "refusal.seats-closed";
    char *name = memory_copy(table->seats[seat].name);
    session_unindex_seat(sessions, table, &table->seats[seat]);
    table_seat_remove(table, seat);
    if (table_people(table) == 0) {
        session_retire(sessions, table, TABLE_ABORTED);
        session_event(sessions, table, "event.lobby-closed", SAY_TEXT(name));
    } else {
        tell_seats(sessions, table, "event.left-lobby", name);
        session_leave_homes(sessions, table);
    }
    free(name);
    session_save(sessions, table);
    return NULL;
}

const struct seat *session_seat_bot(struct table *table, enum player_level level)
{
    char name[16];
    struct text text = TEXT_IN(name);
    unsigned number = 1;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        number += table->seats[seat].identity == NULL;
    text_add_format(&text, "Bot %u", number);
    struct seat *seat = table_seat_add(table, "", NULL, name);
    if (seat != NULL)
        seat->level = level;
    return seat;
}

session_refusal session_add_bot(struct sessions *sessions, struct table *table,
                                enum player_level level)
{
    session_refusal refusal = session_may_change_seats(table);
    if (refusal != NULL)
        return refusal;
    const struct seat *added = session_seat_bot(table, level);
    if (added == NULL)
        return "refusal.table-full";
    session_save(sessions, table);
    tell_seats(sessions, table, "event.joined", added->name);
    return NULL;
}

session_refusal session_remove_bot(struct sessions *sessions, struct table *table)
{
    session_refusal refusal = session_may_change_seats(table);
    if (refusal != NULL)
        return refusal;
    for (unsigned seat = table->seat_count; seat-- > 0;) {
        if (table->seats[seat].identity != NULL)
            continue;
        char *name = memory_copy(table->seats[seat].name);
        table_seat_remove(table, seat);
        session_save(sessions, table);
        tell_seats(sessions, table, "event.left-lobby", name);
        free(name);
        return NULL;
    }
    return "refusal.no-bots";
}

session_refusal session_choose(struct sessions *sessions, struct table *table,
                               const struct table_choice *choice)
{
    session_refusal refusal = session_may_change_seats(table);
    if (refusal != NULL)
        return refusal;
    memcpy(table->options, choice->options, sizeof table->options);
    session_choose_settings(sessions, table, choice);
    session_save(sessions, table);
    return NULL;
}

session_refusal session_swap_seats(struct sessions *sessions, struct table *table, unsigned one,
                                   unsigned other)
{
    session_refusal refusal = session_may_change_seats(table);
    if (refusal != NULL)
        return refusal;
    table_seats_swap(table, one, other);
    session_save(sessions, table);
    return NULL;
}

session_refusal session_set_seed(struct sessions *sessions, struct table *table,
                                 const uint8_t seed[STORE_SEED_BYTES])
{
    if (table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    memcpy(table->seed, seed, sizeof table->seed);
    session_save(sessions, table);
    return NULL;
}

/* The person who is to move first, by the setting; GAME_SPECTATOR: nobody whose name begins so. */
static unsigned first_mover(struct sessions *sessions, const struct table *table, bool *wanted)
{
    const struct setting_scope scope = table_setting_scope(table);
    const char *name = setting_text(sessions->settings, SETTING_FIRST, &scope);
    *wanted = name[0] != '\0';
    for (unsigned seat = 0; *wanted && seat < table->seat_count; seat++)
        if (strncasecmp(table->seats[seat].name, name, strlen(name)) == 0)
            return seat;
    return GAME_SPECTATOR;
}

/* Moves everybody on until the person who is to be first sits where the deal begins. No rule and no
 * deal depends on who sits where. */
static void seat_first_mover(struct sessions *sessions, struct table *table)
{
    bool wanted;
    unsigned mover = first_mover(sessions, table, &wanted);
    seat_set actors = table->game->rules->actors(table->state);
    if (mover == GAME_SPECTATOR || actors == 0)
        return;
    unsigned begins = (unsigned)__builtin_ctz(actors);
    table_seats_rotate(table, (begins + table->seat_count - mover) % table->seat_count);
    memset(table->votes, 0, sizeof table->votes); /* by seat */
}

void session_begin(struct sessions *sessions, struct table *table)
{
    struct game_events events = {0};
    table_begin(table);
    table->status = TABLE_PLAYING;
    table->votes[MATTER_WORDS] = table->votes[MATTER_START] = (struct vote){0};
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        table->seats[seat].visit.heard = clock_now(sessions->clock);
    session_settle_chance(sessions, table, &events);
    if (table->daily == NULL) /* where everybody has the same deal from the same seat */
        seat_first_mover(sessions, table);
    bool has_hints = session_hints_begin(sessions, table);
    session_watch_begins(sessions, table);
    session_save(sessions, table);
    log_info("table.started", "table", LOG_NUMBER(table->id), "seats",
             LOG_NUMBER(table->seat_count));
    if (has_hints)
        session_announce(sessions, table, "event.hints-allowed", NULL, 0);
    events.picture = true;
    session_program_game(sessions, table);
    session_tell(sessions, table, &events);
    session_watch_bots(sessions, table);
}

/* What the person reads before their cards. */
static void tell_daily(struct sessions *sessions, const struct table *table,
                       const struct daily_deal *next)
{
    char name_buffer[80], next_buffer[80], buffer[1024];
    char commitment[SHUFFLE_COMMITMENT_TEXT], next_commitment[SHUFFLE_COMMITMENT_TEXT];
    struct text name = TEXT_IN(name_buffer), next_name = TEXT_IN(next_buffer);
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = session_seat_reader(table, 0);
    const struct words words = style_words(sessions->styles, &reader);
    text_add_format(&name, "%s.name", table->game->id);
    text_add_format(&next_name, "%s.name", next->game->id);
    shuffle_commit(table->seed, commitment);
    shuffle_commit(next->seed, next_commitment);
    words_say(&words, &text, "daily.opened", SAY_NUMBER(table->daily->day), SAY_MESSAGE(name.bytes),
              SAY_NUMBER(table->seat_count - 1), SAY_TEXT(commitment), SAY_MESSAGE(next_name.bytes),
              SAY_TEXT(next_commitment));
    session_say_to(sessions, table, 0, OUTBOUND_ANSWER, text.bytes, NULL);
}

/* No lobby, no link, no thread, no news: nobody else is to see anything of the deal. */
session_refusal session_open_daily(struct sessions *sessions, const struct daily_deal *deal,
                                   const struct daily_deal *next, const char *network,
                                   const char *place, const struct person *person)
{
    char account[DAILY_ACCOUNT_BYTES];
    session_refusal refusal = refuses_table(sessions, deal->game, network, place, person);
    if (refusal != NULL)
        return refusal;
    struct table *table = session_table_in(sessions, deal->game, network, place, person);
    memcpy(table->seed, deal->seed, sizeof table->seed);
    daily_account(deal->seed, network, person->identity, account);
    table->daily = daily_new(deal->day, account);
    session_save_new(sessions, table);
    session_take_settings(sessions, table);
    session_index_table(sessions, table);
    session_take_seat(sessions, table, network, person);
    while (table->seat_count < daily_seats(deal->game))
        session_seat_bot(table, PLAYER_NORMAL);
    daily_save_try(sessions, table);
    log_info("daily.begun", "table", LOG_NUMBER(table->id), "game", deal->game->id, "network",
             network);
    tell_daily(sessions, table, next);
    session_begin(sessions, table);
    return NULL;
}

session_refusal session_may_start(struct sessions *sessions, const struct table *table)
{
    if (table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    if (table->seat_count < table->game->players_min)
        return "refusal.too-few";
    bool wanted;
    if (first_mover(sessions, table, &wanted) == GAME_SPECTATOR && wanted)
        return "refusal.no-first";
    if (session_owe_words(sessions, table) != 0)
        return "refusal.words-owed";
    return session_awaits_beacon(table) ? "refusal.beacon-awaited" : NULL;
}

session_refusal session_start(struct sessions *sessions, struct table *table)
{
    session_refusal refusal = session_may_start(sessions, table);
    if (refusal != NULL)
        return refusal;
    if (sessions->beacon != NULL)
        session_await_beacon(sessions, table);
    else
        session_begin(sessions, table);
    return NULL;
}

/* What the line about a table that was closed says of its seed. */
enum seed_told { SEED_SEALED, SEED_REVEALED, SEED_LEFT_TO_VERIFY };

/* Somebody alone at a terminal asks for the seed. */
static enum seed_told seed_told_at(struct sessions *sessions, const struct table *table,
                                   const struct table_place *place)
{
    if (networks_is_solitary(sessions->networks, place->network) ||
        leagues_hide(sessions, table->id))
        return SEED_LEFT_TO_VERIFY;
    return table->setup != NULL ? SEED_REVEALED : SEED_SEALED;
}

static void tell_aborted(struct sessions *sessions, const struct table *table)
{
    char seed[SEED_TEXT_MAX], number[24];
    seed_print(table->seed, seed);
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        const struct word_argument arguments[] = {SAY_TEXT(seed),
                                                  SAY_TEXT(log_number(number, table->id)),
                                                  SAY_NUMBER(seed_told_at(sessions, table, place))};
        session_announce_at(sessions, table, place, "event.aborted", arguments, 3);
    }
}

void session_abort(struct sessions *sessions, struct table *table, seat_set by)
{
    table->aborted_by = by;
    session_drop_plans(sessions, table, table_people(table), "plan.why.over");
    session_retire(sessions, table, TABLE_ABORTED);
    session_save(sessions, table);
    session_end_untold(sessions, table);
    log_info("table.aborted", "table", LOG_NUMBER(table->id));
    if (table->daily != NULL)
        session_event(sessions, table, "daily.aborted", SAY_NUMBER(table->daily->day));
    else
        tell_aborted(sessions, table);
    session_program_end(sessions, table);
}

/* -- Seats change hands ------------------------------------------------------------------------ */

/* Gives the seat to the person. If the bot played there, it is thanked. */
static void hand_over(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *network, const struct person *person)
{
    struct seat *taken = &table->seats[seat];
    char *before = memory_copy(taken->name);
    session_drop_plans(sessions, table, SEAT_BIT(seat), "plan.why.seat");
    session_unindex_seat(sessions, table, taken);
    table_seat_give(table, seat, network, person->identity, person->name);
    taken->sight = SIGHT_UNKNOWN;
    session_index_seat(sessions, table, taken);
    if (session_needs_claim(taken))
        issue_claim(sessions, table, seat);
    session_drop_votes(table, seat);
    session_follow_home(sessions, table, seat);
    session_save(sessions, table);
    session_event(sessions, table, "event.claimed", SAY_TEXT(taken->name), SAY_TEXT(before));
    free(before);
    session_leave_homes(sessions, table);
    session_watch_bots(sessions, table);
    session_show_hand(sessions, table, seat);
}

session_refusal session_take_over(struct sessions *sessions, struct table *table, unsigned seat,
                                  const char *network, const struct person *person)
{
    if (table_seat_of(table, network, person->identity) >= 0)
        return "refusal.seated-already";
    if (table->seats[seat].former == NULL)
        return "refusal.game-runs";
    session_refusal refusal = session_refuses_person(sessions, table, network, person);
    if (refusal == NULL)
        refusal = session_refuses_watcher(table, person->identity);
    /* Who has a seat of their own comes back to those who sit there. */
    bool own = session_former_seat(table, network, person->identity) == (int)seat;
    if (refusal == NULL && !own)
        refusal = session_refuses_company(sessions, table, network, person->identity);
    if (refusal != NULL)
        return refusal;
    if (own)
        session_note_back(sessions, table, seat, network, person->identity);
    else
        table->unranked &= (seat_set)~SEAT_BIT(seat);
    hand_over(sessions, table, seat, network, person);
    if (!own) {
        session_unrank_leaver(sessions, table, seat);
        session_save(sessions, table);
    }
    return NULL;
}

session_refusal session_claim(struct sessions *sessions, struct table *table, const char *code,
                              const char *network, const struct person *person)
{
    if (table_seat_of(table, network, person->identity) >= 0)
        return "refusal.seated-already";
    session_refusal unproven =
        session_refuses_stranger(sessions, network, table_setting_scope(table).place, person);
    if (unproven != NULL)
        return unproven;
    session_refusal watched = session_refuses_watcher(table, person->identity);
    if (watched != NULL)
        return watched;
    uint8_t hash[TABLE_CLAIM_BYTES];
    hash_claim(code, hash);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct seat *claimed = &table->seats[seat];
        if (!claimed->has_claim || sodium_memcmp(claimed->claim, hash, sizeof hash) != 0)
            continue;
        session_note_back(sessions, table, seat, network, person->identity);
        hand_over(sessions, table, seat, network, person);
        return NULL;
    }
    return "refusal.claim-unknown";
}
