/* Loading tables from the store: all live ones at the start, single ones later. */
#include "bot/tables/session_private.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/record/transcript.h"
#include "bot/tables/table_record.h"

struct recovery {
    struct sessions *sessions;
    struct table *table;            /* being read */
    struct stored_waiting *waiting; /* of all tables; NULL: the values are read one by one */
    bool damaged;
    bool brings_back; /* an archived table is to be brought back */
};

static bool read_options(const char *json, struct table *table)
{
    json_t *object = json_loads(json, 0, NULL);
    const char *name;
    json_t *value;
    bool good = json_is_object(object);
    json_object_foreach(object, name, value)
    {
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
}

static void fill_table(struct table *table, const struct stored_table *stored)
{
    table->id = stored->id;
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
        bool taken = shown != NULL && table_is_live(shown);
        if (stored->status == TABLE_ARCHIVED && taken)
            continue;
        session_attach(sessions, table, stored->places[i].network, stored->places[i].place);
    }
    session_index_table(sessions, table);
}

/* Takes a table with a damaged record out of play; the record stays in the store. */
static void drop_damaged(struct recovery *recovery)
{
    if (recovery->damaged && recovery->table != NULL)
        session_forget(recovery->sessions, recovery->table);
    recovery->table = NULL;
}

static const char parted[] = "the game went on differently when it was written";

static void begin_checks(struct recovery *recovery, const struct stored_table *stored)
{
    table_begin_checks(recovery->table, &recovery->sessions->layouts);
    if (!session_record_is_state(recovery->table, stored->further))
        report_damage(recovery, stored->id, 0, parted);
}

static bool recover_table(void *context, const struct stored_table *stored)
{
    struct recovery *recovery = context;
    char buffer[256];
    struct text problem = TEXT_IN(buffer);
    recovery->damaged = false;
    if (stored->status == TABLE_ARCHIVED && !recovery->brings_back)
        return false;
    struct table *table = recovery->table = table_from(recovery, stored);
    if (table == NULL)
        return false;
    show_table(recovery->sessions, table, stored);
    if (table_is_live(table))
        session_waiting_read(recovery->sessions, table, &recovery->waiting);
    if (stored->setup[0] == '\0') { /* the game has not begun: there is nothing more to read */
        recovery->table = NULL;
        return false;
    }
    table->setup = memory_copy(stored->setup);
    table_begin(table);
    if (!transcript_deal_text(table->game, table->state, table->seat_count, true, stored->setup,
                              NULL, &problem))
        report_damage(recovery, stored->id, 0, problem.bytes);
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
static bool replay_move(struct table *table, const struct stored_line *line, struct text *problem)
{
    const struct game_rules *rules = table->game->rules;
    game_move move;
    if (line->seat < table->seat_count && rules->phase(table->state) == GAME_MOVES &&
        game_move_read(table->game, table->state, line->seat, line->move, &move) &&
        rules->apply(table->state, line->seat, move, NULL) == 0) {
        table_note_line(table, line->n, line->seat, move);
        return true;
    }
    return transcript_move(table->game, table->state, table->seat_count, line->seat, line->move,
                           NULL, problem);
}

static bool recover_line(void *context, const struct stored_line *line)
{
    struct recovery *recovery = context;
    struct table *table = recovery->table;
    char buffer[256];
    struct text problem = TEXT_IN(buffer);
    bool good = line->move != NULL
                    ? replay_move(table, line, &problem)
                    : transcript_deal_text(table->game, table->state, table->seat_count, false,
                                           line->chance, NULL, &problem);
    if (good && !session_record_is_state(table, line->further)) {
        text_add(&problem, parted);
        good = false;
    }
    if (!good) {
        report_damage(recovery, table->id, line->n, problem.bytes);
        drop_damaged(recovery);
    } else if (line->move == NULL) {
        table_note_line(table, line->n, GAME_SPECTATOR, 0);
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

static struct store_reader reader_for(struct recovery *recovery)
{
    return (struct store_reader){.context = recovery,
                                 .table = recover_table,
                                 .line = recover_line,
                                 .done = recover_done,
                                 .damaged = recover_damaged};
}

/* Ids of tables whose end was not announced; collected, because the store can't be used while it is
 * being read. */
struct untold {
    int64_t ids[256];
    size_t count;
};

static bool collect_untold(void *context, const char *key, const char *value)
{
    struct untold *untold = context;
    (void)value;
    untold->ids[untold->count++] = strtoll(key, NULL, 10);
    return untold->count < sizeof untold->ids / sizeof untold->ids[0];
}

/* Such a table comes back only to be announced; nobody sits there any more. */
static void recover_untold(struct sessions *sessions, struct recovery *recovery, int64_t id)
{
    struct store_reader reader = reader_for(recovery);
    char error[STORE_ERROR_MAX] = "", value[SESSION_UNTOLD_BYTES], number[24];
    if (!store_read_table(sessions->store, id, &reader, error, sizeof error))
        log_error("table.not-read", "table", LOG_NUMBER(id), "reason", error);
    struct table *table = session_by_id(sessions, id);
    if (table == NULL || table_is_live(table))
        return;
    store_value_get(sessions->store, SESSION_UNTOLD_SCOPE, log_number(number, id), value,
                    sizeof value);
    for (struct table_place *place = table->places; place != NULL; place = place->next)
        place->untold = session_is_untold(value, place->key);
}

bool session_recover(struct sessions *sessions, char *error, size_t error_size)
{
    struct recovery recovery = {.sessions = sessions};
    struct store_reader reader = reader_for(&recovery);
    struct untold untold = {.count = 0};
    if (!session_recover_links(sessions, error, error_size))
        return false;
    if (!store_read_values(sessions->store, SESSION_UNTOLD_SCOPE, &untold, collect_untold, error,
                           error_size))
        return false;
    for (size_t i = 0; i < untold.count; i++)
        recover_untold(sessions, &recovery, untold.ids[i]);
    if (!session_waiting_read_all(sessions, &recovery.waiting, error, error_size))
        return false;
    bool read = store_read_live(sessions->store, &reader, error, error_size);
    session_waiting_drop(&recovery.waiting);
    if (!read)
        return false;
    log_info("tables.recovered", "tables", LOG_NUMBER(HASH_COUNT(sessions->by_id)));
    return true;
}

struct table *session_bring_back(struct sessions *sessions, int64_t id)
{
    struct recovery recovery = {.sessions = sessions, .brings_back = true};
    struct store_reader reader = reader_for(&recovery);
    char error[STORE_ERROR_MAX] = "";
    struct table *put_away = session_by_id(sessions, id);
    if (put_away != NULL &&
        (put_away->status != TABLE_ARCHIVED || put_away->touched || put_away->flight != NULL))
        return NULL;
    if (put_away != NULL)
        session_forget(sessions, put_away);
    if (!store_read_table(sessions->store, id, &reader, error, sizeof error))
        log_error("table.not-read", "table", LOG_NUMBER(id), "reason", error);
    return session_by_id(sessions, id);
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

struct table *session_read_ended(struct sessions *sessions, const char *network, const char *place)
{
    struct recovery recovery = {.sessions = sessions};
    const struct store_reader reader = {
        .context = &recovery, .table = read_header, .damaged = recover_damaged};
    char error[STORE_ERROR_MAX] = "";
    int64_t id = 0;
    if (!store_read_ended(sessions->store, network, place, &id, take_first, error, sizeof error) ||
        (id != 0 && !store_read_table(sessions->store, id, &reader, error, sizeof error)))
        log_error("table.not-read", "network", network, "place", place, "reason", error);
    return recovery.table;
}

static seat_set absent_at(const struct table *table)
{
    seat_set absent = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].absent)
            absent |= SEAT_BIT(seat);
    return absent;
}

/* Restores what the store does not keep of a running game: who is away, and that the people who are
 * asked were called before the turn that failed. */
static void remember_people(struct table *table, seat_set absent)
{
    table->called = table_people_asked(table);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        table->seats[seat].absent = (absent & SEAT_BIT(seat)) != 0;
}

void session_restore(struct sessions *sessions, struct table *table)
{
    struct recovery recovery = {.sessions = sessions};
    struct store_reader reader = reader_for(&recovery);
    seat_set absent = absent_at(table);
    char error[STORE_ERROR_MAX] = "";
    int64_t id = table->id;
    bool unsaved = table->unsaved;
    session_forget(sessions, table);
    if (!unsaved && !store_read_table(sessions->store, id, &reader, error, sizeof error))
        log_error("table.not-read", "table", LOG_NUMBER(id), "reason", error);
    struct table *restored = unsaved ? NULL : session_by_id(sessions, id);
    if (restored != NULL && restored->status == TABLE_PLAYING)
        remember_people(restored, absent);
}
