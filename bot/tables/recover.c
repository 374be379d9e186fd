/* Loading tables from the store: all live ones at the start, single ones later. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/record/transcript.h"
#include "bot/tables/recovery.h"
#include "bot/tables/table_record.h"

static bool read_options(const char *json, struct table *table)
{
    json_t *object = json_loads(json, 0, NULL);
    const char *name;
    json_t *value;
    bool good = json_is_object(object);
    json_object_foreach (object, name, value) {
        int option = game_option_find(table->game, name);
        int chosen =
            option >= 0 && json_is_string(value)
                ? game_option_value(&table->game->options[option], json_string_value(value))
                : -1;
        if (chosen < 0)
            good = false;
        else
            table->options[option] = (uint8_t)chosen;
    }
    json_decref(object);
    return good;
}

static void report_damage(struct recovery *recovery, int64_t id, uint32_t line, const char *reason)
{
    log_error("table.damaged", "table", LOG_NUMBER(id), "line", LOG_NUMBER(line), "reason", reason,
              "kept", "as it is, not played on");
    recovery->damaged = true;
    if (recovery->refuses)
        session_refuse_table(recovery->sessions, id, line, reason)->is_of_other_version =
            recovery->is_of_other_version;
}

/* The record is sound, but played again it does not go on as it says. */
static void report_astray(struct recovery *recovery, const struct table *table, uint32_t line,
                          const char *reason)
{
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    if (table->checks.version != table->game->version)
        text_add_format(&text,
                        "it began with version %u of the game, this program has version %u: ",
                        table->checks.version, table->game->version);
    text_add(&text, reason);
    report_damage(recovery, table->id, line, text.bytes);
}

static void reserve_place(void *context, int64_t id, const struct stored_place *place)
{
    const struct recovery *recovery = context;
    if (recovery->refuses)
        session_reserve_place(recovery->sessions, id, place);
}

static void fill_table(struct table *table, const struct stored_table *stored)
{
    table->id = stored->id;
    table->version = stored->version;
    table->status = stored->status;
    if (stored->status == TABLE_ARCHIVED) /* it is brought back */
        table->status = stored->setup[0] != '\0' ? TABLE_PLAYING : TABLE_LOBBY;
    table->opened = stored->opened;
    table->opener_network = memory_copy(stored->opener_network);
    table->opener_identity = memory_copy(stored->opener_identity);
    memcpy(table->seed, stored->seed, sizeof table->seed);
    for (size_t i = 0; i < stored->seat_count; i++) {
        const struct stored_seat *seat = &stored->seats[i];
        bool person = seat->identity != NULL && seat->identity[0] != '\0';
        struct seat *added =
            table_seat_add(table, seat->network, person ? seat->identity : NULL, seat->name);
        if (added != NULL)
            player_level_find(seat->level, strlen(seat->level), &added->level);
        if (added != NULL && seat->claim != NULL) {
            memcpy(added->claim, seat->claim, sizeof added->claim);
            added->has_claim = true;
        }
    }
    session_record_read_header(stored->further, table);
}

/* Makes the table that the header describes, in no place; NULL when this program can't run it. */
static struct table *table_from(struct recovery *recovery, const struct stored_table *stored)
{
    const struct game *game = game_find(stored->game);
    if (game == NULL || stored->seat_count > game->players_max) {
        report_damage(recovery, stored->id, 0, "this program does not have its game");
        return NULL;
    }
    struct table *table = table_new(game);
    if (!read_options(stored->options, table)) {
        report_damage(recovery, stored->id, 0, "its options are not those of the game");
        table_free(table);
        return NULL;
    }
    fill_table(table, stored);
    return table;
}

static void show_table(struct sessions *sessions, struct table *table,
                       const struct stored_table *stored)
{
    for (size_t i = 0; i < stored->place_count; i++) {
        const struct table *shown =
            session_at(sessions, stored->places[i].network, stored->places[i].place);
        if (shown != NULL && table_is_live(shown))
            continue;
        session_attach(sessions, table, stored->places[i].network, stored->places[i].place);
    }
    session_index_table(sessions, table);
    session_doubt_seats(sessions, table, NULL);
}

/* Takes a table with a damaged record out of play; the record stays in the store. */
static void drop_damaged(struct recovery *recovery)
{
    struct table *table = recovery->table;
    bool dropped = recovery->damaged && table != NULL;
    recovery->table = NULL;
    if (!dropped)
        return;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        reserve_place(recovery, table->id,
                      &(struct stored_place){.network = place->network, .place = place->place});
    session_forget(recovery->sessions, table);
}

static const char parted[] = "the game went on differently when it was written";

/* Under other rules a record may go on for a while, and differently. */
static bool is_of_known_version(struct recovery *recovery, const struct table *table)
{
    char buffer[256];
    struct text reason = TEXT_IN(buffer);
    const struct game *game = table->game;
    if (game_plays_version(game, table->checks.version))
        return true;
    text_add_format(&reason, "it began with version %u of the game, this program has version %u",
                    table->checks.version, game->version);
    if (game->version_least != 0)
        text_add_format(&reason, " and plays on from version %u", game->version_least);
    recovery->is_of_other_version = true;
    report_damage(recovery, table->id, 0, reason.bytes);
    recovery->is_of_other_version = false;
    return false;
}

static void begin_checks(struct recovery *recovery, const struct stored_table *stored)
{
    table_begin_checks(recovery->table, &recovery->sessions->layouts);
    if (!session_record_is_state(recovery->table, stored->further))
        report_astray(recovery, recovery->table, 0, parted);
}

static void drop_replaced(struct recovery *recovery)
{
    if (recovery->replaced != NULL)
        session_forget(recovery->sessions, recovery->replaced);
    recovery->replaced = NULL;
}

/* Whether the game has begun; when the header contradicts itself, it counts as damaged. */
static bool has_begun(struct recovery *recovery, const struct stored_table *stored)
{
    bool dealt = stored->setup[0] != '\0';
    if (stored->status == TABLE_PLAYING && !dealt)
        report_damage(recovery, stored->id, 0, "the game has begun, but nothing is dealt");
    return dealt;
}

static bool recover_table(void *context, const struct stored_table *stored)
{
    struct recovery *recovery = context;
    drop_replaced(recovery);
    char buffer[256];
    struct text problem = TEXT_IN(buffer);
    recovery->damaged = false;
    bool lives = stored->status == TABLE_LOBBY || stored->status == TABLE_PLAYING;
    if ((recovery->lives && !lives) || (stored->status == TABLE_ARCHIVED && !recovery->brings_back))
        return false;
    struct table *table = recovery->table = table_from(recovery, stored);
    for (size_t i = 0; table == NULL && i < stored->place_count; i++)
        reserve_place(recovery, stored->id, &stored->places[i]);
    if (table == NULL)
        return false;
    show_table(recovery->sessions, table, stored);
    if (table_is_live(table)) {
        session_waiting_take(table, recovery->waiting);
        session_clock_recovered(recovery->sessions, table);
    }
    if (!has_begun(recovery, stored) || !is_of_known_version(recovery, table)) {
        /* there is nothing more to read */
        drop_damaged(recovery);
        return false;
    }
    table->setup = memory_copy(stored->setup);
    table_begin(table);
    struct game_events *events = recovery->known.status == TABLE_LOBBY ? recovery->events : NULL;
    if (!transcript_deal_text(table->game, table->state, table->seat_count, true, stored->setup,
                              events, &problem))
        report_astray(recovery, table, 0, problem.bytes);
    else
        begin_checks(recovery, stored);
    if (recovery->damaged) {
        drop_damaged(recovery);
        return false;
    }
    table_note_line(table, 0, GAME_SPECTATOR, 0);
    return true;
}

/* Does the same as transcript_move(), but also needs the move; that function only reports what is
 * wrong. */
static bool replay_move(struct table *table, const struct stored_line *line,
                        struct game_events *events, struct text *problem)
{
    const struct game_rules *rules = table->game->rules;
    game_move move;
    if (line->seat < table->seat_count && rules->phase(table->state) == GAME_MOVES &&
        game_move_read(table->game, table->state, line->seat, line->move, &move) &&
        rules->apply(table->state, line->seat, move, events) == 0) {
        table_note_line(table, line->n, line->seat, move);
        if (session_record_by_person(line->further))
            table->seats[line->seat].visit.moved = line->n;
        return true;
    }
    return transcript_move(table->game, table->state, table->seat_count, line->seat, line->move,
                           NULL, problem);
}

/* A deal that followed from somebody's move was told with it. */
static void extend_moves(struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].visit.moved + 1 == table->lines && table->lines > 1)
            table->seats[seat].visit.moved = table->lines;
}

/* Whoever made the move has their hand already where they made it: from the process that heard
 * them, if their network is shared by parts. */
static void note_answered(const struct recovery *recovery, const struct stored_line *line,
                          struct game_events *events)
{
    const struct table *table = recovery->table;
    if (line->move != NULL && session_record_by_person(line->further) &&
        networks_has_parts(recovery->sessions->networks, table->seats[line->seat].network))
        events->new_cards &= (seat_set)~SEAT_BIT(line->seat);
}

static bool recover_line(void *context, const struct stored_line *line)
{
    struct recovery *recovery = context;
    struct table *table = recovery->table;
    char buffer[256];
    struct text problem = TEXT_IN(buffer);
    struct game_events *events = line->n > recovery->known.lines ? recovery->events : NULL;
    bool good = line->move != NULL
                    ? replay_move(table, line, events, &problem)
                    : transcript_deal_text(table->game, table->state, table->seat_count, false,
                                           line->chance, events, &problem);
    if (good && !session_record_is_state(table, line->further)) {
        text_add(&problem, parted);
        good = false;
    }
    if (good && events != NULL)
        note_answered(recovery, line, events);
    if (!good) {
        report_astray(recovery, table, line->n, problem.bytes);
        drop_damaged(recovery);
    } else if (line->move == NULL) {
        table_note_line(table, line->n, GAME_SPECTATOR, 0);
        extend_moves(table);
    }
    return good;
}

static void recover_done(void *context, int64_t id)
{
    struct recovery *recovery = context;
    (void)id;
    if (recovery->table != NULL && !recovery->damaged) {
        session_waiting_recovered(recovery->table);
        session_watch_bots(recovery->sessions, recovery->table);
    }
    drop_damaged(recovery);
}

static void recover_damaged(void *context, int64_t id, uint32_t line, const char *reason)
{
    struct recovery *recovery = context;
    report_damage(recovery, id, line, reason);
    drop_damaged(recovery);
}

struct store_reader recovery_reader(struct recovery *recovery)
{
    return (struct store_reader){.context = recovery,
                                 .table = recover_table,
                                 .line = recover_line,
                                 .done = recover_done,
                                 .damaged = recover_damaged,
                                 .damaged_at = reserve_place};
}

/* Such a table comes back only to be announced; nobody sits there any more. It may still be known:
 * another process has ended it. */
static void recover_untold(struct recovery *recovery, struct store_inquiry *inquiry, int64_t id,
                           const char *key)
{
    struct store_reader reader = recovery_reader(recovery);
    if (session_by_id(recovery->sessions, id) == NULL && !store_read_table(inquiry, id, &reader) &&
        store_inquiry_error(inquiry)[0] != '\0')
        log_error("table.not-read", "table", LOG_NUMBER(id), "reason",
                  store_inquiry_error(inquiry));
    const struct table *table = session_by_id(recovery->sessions, id);
    if (table == NULL || table_is_live(table))
        return;
    for (struct table_place *place = table->places; place != NULL; place = place->next)
        if (strcmp(place->key, key) == 0)
            place->untold = !place->open;
}

/* A place's key is its network, a blank and its name. */
static bool concerns(const struct sessions *sessions, const char *key)
{
    char buffer[NETWORK_NAME_MAX];
    struct text network = TEXT_IN(buffer);
    size_t length = strcspn(key, " ");
    text_add_bytes(&network, key, length);
    return !sessions->shares ||
           (key[length] == ' ' && session_concerns(sessions, buffer, key + length + 1));
}

/* What was noted here before may have been announced by another process. */
static bool recover_untold_ends(struct recovery *recovery, struct store_inquiry *inquiry)
{
    struct untold *untold = session_read_untold(inquiry, SESSION_UNTOLD_ENDS);
    struct table_place *place = untold != NULL ? recovery->sessions->by_place : NULL;
    for (; place != NULL; place = place->hh.next)
        place->untold = false;
    for (size_t i = 0; untold != NULL && i < untold->count; i++)
        if (concerns(recovery->sessions, untold->list[i].whom))
            recover_untold(recovery, inquiry, untold->list[i].table, untold->list[i].whom);
    bool read = untold != NULL;
    free(untold);
    return read;
}

void session_recover_untold(struct sessions *sessions, struct store_inquiry *inquiry)
{
    struct recovery recovery = {.sessions = sessions};
    struct untold_seats seats;
    bool read = session_read_untold_seats(inquiry, &seats);
    recover_untold_ends(&recovery, inquiry);
    if (read)
        session_note_untold_seats(sessions, &seats);
    session_drop_untold_seats(&seats);
}

static void end_recovery(struct sessions *sessions, const struct untold_seats *seats)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        table_note_known(table);
    session_note_untold_seats(sessions, seats);
    session_clock_started(sessions);
    log_info("tables.recovered", "tables", LOG_NUMBER(HASH_COUNT(sessions->by_id)));
}

bool session_recover(struct sessions *sessions, struct store_inquiry *inquiry)
{
    if (sessions->shares)
        return session_recover_links(sessions, inquiry);
    struct recovery recovery = {.sessions = sessions};
    struct store_reader reader = recovery_reader(&recovery);
    struct untold_seats seats;
    bool read =
        session_read_untold_seats(inquiry, &seats) && session_recover_links(sessions, inquiry) &&
        recover_untold_ends(&recovery, inquiry) &&
        session_waiting_read_all(inquiry, &recovery.waiting) && !store_inquiry_waits(inquiry);
    recovery.refuses = true;
    read = read && store_read_live(inquiry, &reader);
    session_waiting_drop(&recovery.waiting);
    if (read)
        end_recovery(sessions, &seats);
    session_drop_untold_seats(&seats);
    return read;
}

static void note_known(const struct sessions *sessions, int64_t id)
{
    struct table *table = session_by_id(sessions, id);
    if (table != NULL)
        table_note_known(table);
}

bool recovery_read_again(struct recovery *recovery, struct store_inquiry *inquiry, int64_t id)
{
    struct store_reader reader = recovery_reader(recovery);
    session_waiting_read(inquiry, id, &recovery->waiting);
    bool read = !store_inquiry_waits(inquiry) && store_read_table(inquiry, id, &reader);
    session_waiting_drop(&recovery->waiting);
    if (read)
        drop_replaced(recovery); /* unless that was done: its record is damaged */
    else if (!store_inquiry_waits(inquiry))
        log_error("table.not-read", "table", LOG_NUMBER(id), "reason",
                  store_inquiry_error(inquiry));
    if (read)
        note_known(recovery->sessions, id);
    return read;
}

struct table *session_bring_back(struct sessions *sessions, struct store_inquiry *inquiry,
                                 int64_t id)
{
    struct table *put_away = session_by_id(sessions, id);
    struct recovery recovery = {.sessions = sessions, .replaced = put_away, .brings_back = true};
    if (put_away != NULL &&
        (put_away->status != TABLE_ARCHIVED || put_away->touched || session_is_in_flight(put_away)))
        return NULL;
    return recovery_read_again(&recovery, inquiry, id) ? session_by_id(sessions, id) : NULL;
}

static bool take_first(void *context, const struct stored_ended *ended)
{
    int64_t *id = context;
    *id = ended->id;
    return false;
}

static bool read_header(void *context, const struct stored_table *stored)
{
    struct recovery *recovery = context;
    recovery->table = table_from(recovery, stored);
    return false; /* the lines are not needed */
}

struct table *session_read_ended(struct sessions *sessions, struct store_inquiry *inquiry,
                                 const char *network, const char *place)
{
    struct recovery recovery = {.sessions = sessions};
    const struct store_reader reader = {
        .context = &recovery, .table = read_header, .damaged = recover_damaged};
    int64_t id = 0;
    bool read = store_read_ended(inquiry, network, place, &id, take_first) &&
                (id == 0 || store_read_table(inquiry, id, &reader));
    if (!read && !store_inquiry_waits(inquiry))
        log_error("table.not-read", "network", network, "place", place, "reason",
                  store_inquiry_error(inquiry));
    return recovery.table;
}
