#include "tests/unit/host_fixture.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/store/late/late.h"
#include "bot/store/store_class.h"
#include "bot/tables/seeking.h"
#include "games/shared/paint.h"
#include "tests/unit/host_books.h"

/* -- The test's network ------------------------------------------------------------------------ */

struct fake {
    struct adapter adapter;
    struct fixture *fixture;
};

static const struct adapter_class fake_class, boards_class;

static struct adapter *fake_open(uv_loop_t *loop, const char *network, const void *settings,
                                 const struct adapter_listener *listener, char *error,
                                 size_t error_size)
{
    (void)settings;
    (void)error;
    (void)error_size;
    struct fake *fake = memory_new(sizeof *fake);
    struct text name = TEXT_IN(fake->adapter.network);
    text_add(&name, network);
    fake->adapter.class = strcmp(network, "boards") == 0 ? &boards_class : &fake_class;
    fake->fixture = loop->data;
    (void)listener;
    return &fake->adapter;
}

static void copy(char *to, size_t size, const char *from)
{
    struct text text = text_in(to, size);
    text_add(&text, from != NULL ? from : "");
}

/* A text without the marks of its drawn lines. */
static char *copy_unmarked(const char *text)
{
    char *copied = memory_new(strlen(text) + 1), *end = copied;
    for (; *text != '\0'; text++)
        if (*text != DRAWN_MARK)
            *end++ = *text;
    return copied;
}

static void copy_file(const struct outbound_file *file, struct outbound_file *said)
{
    char *bytes = memory_new(file->length + 1);
    memcpy(bytes, file->bytes, file->length);
    *said = (struct outbound_file){.name = memory_copy(file->name),
                                   .bytes = bytes,
                                   .length = file->length,
                                   .description = memory_copy(file->description)};
}

static void fake_say(struct adapter *adapter, const struct outbound *outbound)
{
    struct fixture *fixture = ((struct fake *)adapter)->fixture;
    assert_true(fixture->said_count < FIXTURE_MESSAGES_MAX);
    assert_true(adapter->class->shows_colours != NULL ||
                !paint_present(outbound->text, strlen(outbound->text)));
    struct said *said = &fixture->said[fixture->said_count++];
    said->kind = outbound->kind;
    copy(said->network, sizeof said->network, outbound->network);
    copy(said->place, sizeof said->place, outbound->place);
    copy(said->identity, sizeof said->identity, outbound->identity);
    said->text = copy_unmarked(outbound->text);
    said->table = outbound->table;
    said->request = outbound->request;
    said->line = outbound->line;
    said->quiet = outbound->quiet;
    said->lobby = outbound->lobby;
    said->narration = outbound->narration;
    said->guest = outbound->guest;
    assert_true(outbound->choice_count <= CHOICES_MAX);
    said->choices.count = outbound->choice_count;
    for (size_t i = 0; i < outbound->choice_count; i++)
        said->choices.list[i] = outbound->choices[i];
    said->image = outbound_image_copy(outbound->image);
    said->file = (struct outbound_file){.name = NULL};
    if (outbound->file != NULL)
        copy_file(outbound->file, &said->file);
    said->call_count = outbound->call_count;
    for (size_t i = 0; i < outbound->call_count; i++)
        copy(said->calls[i], sizeof said->calls[i], outbound->calls[i]);
}

static bool fake_shows_colours(const struct adapter *adapter, const char *place, bool asked)
{
    (void)adapter;
    (void)place;
    return asked;
}

static void fake_join(struct adapter *adapter, const char *place)
{
    struct fixture *fixture = ((struct fake *)adapter)->fixture;
    copy(fixture->joined, sizeof fixture->joined, place);
}

static const char *fake_own_name(const struct adapter *adapter)
{
    (void)adapter;
    return "belfry";
}

static void fake_reload(struct adapter *adapter, const void *settings, char *unchanged,
                        size_t unchanged_size)
{
    (void)adapter;
    (void)settings;
    copy(unchanged, unchanged_size, "");
}

static void fake_close(struct adapter *adapter, const char *farewell, void (*closed)(void *context),
                       void *context)
{
    (void)farewell;
    free(adapter);
    closed(context);
}

static bool fake_has_place(const struct adapter *adapter, const char *place)
{
    (void)adapter;
    return strlen(place) == 2;
}

static const struct config_section no_settings = {.keys = NULL};

static const struct adapter_class fake_class = {.type = "fake",
                                                .settings = &no_settings,
                                                .open = fake_open,
                                                .say = fake_say,
                                                .shows_colours = fake_shows_colours,
                                                .join = fake_join,
                                                .has_place = fake_has_place,
                                                .own_name = fake_own_name,
                                                .reload = fake_reload,
                                                .close = fake_close};

void fixture_set_terminal(struct fixture *fixture, bool terminal)
{
    static struct adapter_class terminal_class;
    terminal_class = fake_class;
    terminal_class.solitary = true;
    fixture->host.networks.adapters[0]->class = terminal ? &terminal_class : &fake_class;
}

static void count_nothing(const struct adapter *adapter, struct adapter_counters *counters)
{
    (void)adapter;
    counters->connected = false;
}

void fixture_set_connected(struct fixture *fixture, bool connected)
{
    static struct adapter_class lost_class;
    lost_class = fake_class;
    lost_class.counters = count_nothing;
    fixture->host.networks.adapters[0]->class = connected ? &fake_class : &lost_class;
}

void fixture_set_programs(struct fixture *fixture)
{
    static struct adapter_class programs_class;
    programs_class = fake_class;
    programs_class.programs = true;
    fixture->host.networks.adapters[0]->class = &programs_class;
}

static unsigned part_of_place(const char *place, unsigned count)
{
    return place[0] == '#' ? (unsigned)(place[1] - 'a') % count : 0;
}

void fixture_serve_part(struct fixture *fixture, unsigned number)
{
    static struct adapter_class part_class;
    struct networks *networks = &fixture->host.networks;
    part_class = fake_class;
    part_class.part = part_of_place;
    fixture->host.sessions.shares = true;
    networks->adapters[0]->class = &part_class;
    networks->adapters[0]->part = (struct network_part){number, 2};
    for (size_t i = 1; i < networks->count; i++) {
        free(networks->adapters[i]);
        networks->adapters[i] = NULL;
    }
}

/* People there write the place "#a" as "#A". */
static bool boards_find_place(const struct adapter *adapter, const char *here, const char *typed,
                              char place[PLACE_MAX])
{
    (void)adapter;
    (void)here;
    copy(place, PLACE_MAX, typed);
    for (char *c = place; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    return typed[0] == '#';
}

static void boards_place_name(const struct adapter *adapter, const char *place,
                              char name[PLACE_MAX])
{
    (void)adapter;
    copy(name, PLACE_MAX, place);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
}

static void boards_open_thread(struct adapter *adapter, const char *place, uint64_t table,
                               bool closed, const char *title)
{
    struct fixture *fixture = ((struct fake *)adapter)->fixture;
    fixture->threaded_closed = closed;
    copy(fixture->threaded, sizeof fixture->threaded, place);
    fixture->threaded_table = table;
    assert_string_not_equal(title, "");
}

/* "#a-1" is a thread of "#a". */
static bool boards_parent(const struct adapter *adapter, const char *place, char parent[PLACE_MAX])
{
    (void)adapter;
    struct text text = text_in(parent, PLACE_MAX);
    text_add_bytes(&text, place, strcspn(place, "-"));
    return strchr(place, '-') != NULL;
}

static const struct adapter_class boards_class = {.type = "boards",
                                                  .boards = true,
                                                  .images = true,
                                                  .files = true,
                                                  .settings = &no_settings,
                                                  .open = fake_open,
                                                  .say = fake_say,
                                                  .find_place = boards_find_place,
                                                  .place_name = boards_place_name,
                                                  .has_place = fake_has_place,
                                                  .parent = boards_parent,
                                                  .open_thread = boards_open_thread,
                                                  .own_name = fake_own_name,
                                                  .reload = fake_reload,
                                                  .close = fake_close};

/* -- Opening and closing ----------------------------------------------------------------------- */

static void add_network(struct config *config, const char *name)
{
    struct config_network *network = &config->networks[config->network_count++];
    copy(network->name, sizeof network->name, name);
    network->class = strcmp(name, "boards") == 0 ? &boards_class : &fake_class;
}

static uint64_t short_moment(enum player_level level)
{
    (void)level;
    return 8;
}

static bool is_late(const struct fixture *fixture)
{
    return fixture->disk != fixture->store;
}

void fixture_look(struct fixture *fixture)
{
    host_end_turn(&fixture->host);
    fixture->host.looks_again = false;
    host_end_turn(&fixture->host);
}

static void settle(struct fixture *fixture)
{
    while (is_late(fixture) && late_answer(fixture->store))
        fixture_look(fixture);
    if (store_is_shared(fixture->store))
        fixture_settle(fixture);
}

void fixture_settle(struct fixture *fixture)
{
    host_end_turn(&fixture->host);
    while (fixture->host.turns != NULL || fixture->host.looks_again ||
           fixture->store->inquiries != NULL) {
        uv_run(&fixture->loop, UV_RUN_ONCE);
        host_end_turn(&fixture->host); /* as after each wait; the alarm may have rung meanwhile */
    }
}

static void recovered(void *context, const char *error)
{
    bool *done = context;
    assert_null(error);
    *done = true;
}

static void recover(struct fixture *fixture)
{
    bool done = false;
    host_recover(&fixture->host, recovered, &done);
    while (!done && store_is_shared(fixture->store))
        uv_run(&fixture->loop, UV_RUN_ONCE);
    while (!done)
        assert_true(late_answer(fixture->store));
}

static struct fixture *open_at(const char *folder, int64_t now)
{
    struct fixture *fixture = memory_new(sizeof *fixture);
    fixture->folder = folder;
    fixture->now = now;
    char error[STORE_ERROR_MAX] = "";
    uv_loop_init(&fixture->loop);
    fixture->loop.data = fixture;
    fixture->catalog = catalog_open(error, sizeof error);
    assert_non_null(fixture->catalog);
    fixture->store = store_open(folder[0] != '\0' ? folder : ":memory:", error, sizeof error);
    assert_string_equal(error, "");
    fixture->disk = fixture->store;
    fixture->spoiled = store_is_shared(fixture->store); /* it is not read at once */
    if (getenv("BELFRY_STORE_LATE") != NULL && !store_is_shared(fixture->store)) {
        const struct late_plan plan = late_plan_read(getenv("BELFRY_STORE_LATE"));
        fixture->store = late_open(fixture->disk, &plan);
    }
    fixture->config.networks = memory_new(3 * sizeof *fixture->config.networks);
    copy(fixture->config.language, sizeof fixture->config.language, "en");
    add_network(&fixture->config, "one");
    add_network(&fixture->config, "two");
    add_network(&fixture->config, "boards");
    host_open(&fixture->host, &fixture->loop, fixture->catalog, fixture->store, &fixture->config);
    fixture->host.clock = (struct clock){.simulated_now = &fixture->now};
    fixture->host.thinkers.moment = short_moment;
    recover(fixture);
    assert_true(host_start_networks(&fixture->host));
    settle(fixture);
    return fixture;
}

struct fixture *fixture_open(const char *folder)
{
    return open_at(folder, FIXTURE_NOON);
}

void fixture_close(struct fixture *fixture)
{
    host_stop(&fixture->host);
    uv_run(&fixture->loop, UV_RUN_DEFAULT);
    fixture_clear(fixture);
    host_close(&fixture->host);
    uv_loop_close(&fixture->loop);
    store_close(fixture->store);
    catalog_free(fixture->catalog);
    free(fixture->config.networks);
    free(fixture);
}

int host_opened(void **state)
{
    *state = fixture_open("");
    return 0;
}

int host_closed(void **state)
{
    fixture_close(*state);
    return 0;
}

struct fixture *fixture_restart(struct fixture *fixture, int64_t later)
{
    const char *folder = fixture->folder;
    int64_t now = fixture->now + fixture->host.clock.simulated_ahead + later;
    fixture_close(fixture);
    return open_at(folder, now);
}

void fixture_end_turn(struct fixture *fixture)
{
    host_end_turn(&fixture->host);
    settle(fixture);
    host_books_balance(&fixture->host);
    if (!fixture->spoiled)
        host_books_match_disk(&fixture->host, fixture->disk);
}

void fixture_open_place(struct fixture *fixture, const char *network, const char *place)
{
    fixture->host.listener.place_opened(&fixture->host, network, place);
    fixture_end_turn(fixture);
}

void fixture_set_clock(struct fixture *fixture, int64_t by)
{
    fixture->host.clock.simulated_ahead += by;
    fixture_end_turn(fixture);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void play_bots(struct fixture *fixture)
{
    while (session_play_bots(&fixture->host.sessions))
        fixture_end_turn(fixture);
}

/* Returns the loop's next alarm in the time of the fixture's clock; INT64_MAX: there is none. */
static int64_t next_alarm(const struct fixture *fixture)
{
    const struct host *host = &fixture->host;
    return host->alarm.due == ALARM_NEVER ? INT64_MAX : host->alarm.due - host->clock.ahead;
}

void fixture_wait(struct fixture *fixture, int64_t milliseconds)
{
    int64_t end = fixture->now + milliseconds;
    fixture_end_turn(fixture);
    while (next_alarm(fixture) <= end) {
        if (next_alarm(fixture) > fixture->now)
            fixture->now = next_alarm(fixture);
        session_ring(&fixture->host.sessions);
        session_ring_seekers(&fixture->host.sessions);
        fixture_end_turn(fixture);
        play_bots(fixture);
    }
    fixture->now = end;
}

void fixture_receive(struct fixture *fixture, const struct inbound *inbound)
{
    fixture->host.listener.received(&fixture->host, inbound);
    fixture_end_turn(fixture);
    play_bots(fixture);
}

static void identify(const char *name, char identity[IDENTITY_MAX])
{
    struct text text = text_in(identity, IDENTITY_MAX);
    text_add_format(&text, "account:%s", name);
}

bool said_offers(const struct said *said, const char *command)
{
    for (size_t i = 0; i < said->choices.count; i++)
        if (strcmp(said->choices.list[i].command, command) == 0)
            return true;
    return false;
}

void fixture_press(struct fixture *fixture, const char *name, const char *place,
                   const struct said *said, const char *command)
{
    char identity[IDENTITY_MAX];
    assert_non_null(said);
    if (!said_offers(said, command))
        fail_msg("not offered: %s", command);
    identify(name, identity);
    const struct inbound inbound = {.network = "boards",
                                    .person = {identity, name, RANK_PLAYER},
                                    .place = place,
                                    .text = command,
                                    .addressed = true,
                                    .unseen = true,
                                    .request = ++fixture->requests,
                                    .table = said->table,
                                    .line = said->line};
    fixture_receive(fixture, &inbound);
}

void fixture_type_as(struct fixture *fixture, const char *network, const char *name,
                     enum person_rank rank, const char *place, const char *text)
{
    char identity[IDENTITY_MAX];
    identify(name, identity);
    const struct inbound inbound = {.network = network,
                                    .person = {identity, name, rank},
                                    .place = place,
                                    .text = text,
                                    .sight = place[0] != '\0' ? fixture->sight : SIGHT_UNKNOWN,
                                    .addressed = place[0] == '\0'};
    fixture_receive(fixture, &inbound);
}

void fixture_type_on(struct fixture *fixture, const char *network, const char *name,
                     const char *place, const char *text)
{
    fixture_type_as(fixture, network, name, RANK_PLAYER, place, text);
}

void fixture_type(struct fixture *fixture, const char *name, const char *place, const char *text)
{
    fixture_type_on(fixture, "one", name, place, text);
}

void fixture_type_unknown(struct fixture *fixture, const char *mask, const char *place,
                          const char *text)
{
    char name[16], identity[IDENTITY_MAX];
    struct text known_as = TEXT_IN(name), identified = TEXT_IN(identity);
    text_add_bytes(&known_as, mask, strcspn(mask, "!"));
    text_add_format(&identified, "mask:%s", mask);
    const struct inbound inbound = {.network = "one",
                                    .person = {identity, name, RANK_PLAYER},
                                    .place = place,
                                    .text = text,
                                    .addressed = place[0] == '\0'};
    fixture_receive(fixture, &inbound);
}

void fixture_type_in_turn(struct fixture *fixture, const char *name, const char *place,
                          const char *text)
{
    fixture_type_event(fixture, name, place, text, NULL);
}

void fixture_type_event(struct fixture *fixture, const char *name, const char *place,
                        const char *text, const char *event)
{
    char identity[IDENTITY_MAX];
    identify(name, identity);
    const struct inbound inbound = {.network = "one",
                                    .person = {identity, name, RANK_PLAYER},
                                    .place = place,
                                    .text = text,
                                    .event = event};
    fixture->host.listener.received(&fixture->host, &inbound);
}

void fixture_command(struct fixture *fixture, const char *text)
{
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", text);
}

const char *line_of(const char *format, ...)
{
    static char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof line - 1);
    return line;
}

void fixture_think(struct fixture *fixture)
{
    play_bots(fixture);
    while (fixture->host.thinkers.list != NULL) {
        uv_run(&fixture->loop, UV_RUN_ONCE);
        play_bots(fixture);
    }
}

void fixture_coach(struct fixture *fixture)
{
    fixture_end_turn(fixture);
    while (fixture->host.coaching.list != NULL) {
        uv_run(&fixture->loop, UV_RUN_ONCE);
        fixture_end_turn(fixture);
    }
}

void fixture_clear(struct fixture *fixture)
{
    for (size_t i = 0; i < fixture->said_count; i++) {
        struct said *said = &fixture->said[i];
        free(said->text);
        free((char *)said->file.name);
        free((char *)said->file.bytes);
        free((char *)said->file.description);
        outbound_image_free(said->image);
    }
    fixture->said_count = 0;
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool is_for(const struct said *said, const char *place, const char *name, const char *part)
{
    if (strstr(said->text, part) == NULL)
        return false;
    if (name == NULL)
        return place != NULL && said->identity[0] == '\0' && strcmp(said->place, place) == 0;
    const char *colon = strchr(said->identity, ':');
    return colon != NULL && strcmp(colon + 1, name) == 0;
}

const struct said *fixture_last(const struct fixture *fixture, enum outbound_kind kind,
                                const char *network, const char *place, const char *name)
{
    for (size_t i = fixture->said_count; i-- > 0;) {
        const struct said *said = &fixture->said[i];
        if (said->kind == kind && strcmp(said->network, network) == 0 &&
            is_for(said, place, name, ""))
            return said;
    }
    return NULL;
}

static size_t count(const struct fixture *fixture, const char *place, const char *name,
                    const char *part, const char **found)
{
    size_t matches = 0;
    for (size_t i = 0; i < fixture->said_count; i++) {
        if (is_for(&fixture->said[i], place, name, part)) {
            *found = fixture->said[i].text;
            matches++;
        }
    }
    return matches;
}

static const char *find(const struct fixture *fixture, const char *place, const char *name,
                        const char *part)
{
    const char *found = NULL;
    if (count(fixture, place, name, part, &found) == 1)
        return found;
    for (size_t i = 0; i < fixture->said_count; i++)
        fprintf(stderr, "  [%s%s] %s\n", fixture->said[i].place, fixture->said[i].identity,
                fixture->said[i].text);
    fail_msg("expected once, to %s: %s", name != NULL ? name : place, part);
    return NULL;
}

const char *fixture_public(struct fixture *fixture, const char *place, const char *part)
{
    return find(fixture, place, NULL, part);
}

const char *fixture_private(struct fixture *fixture, const char *name, const char *part)
{
    return find(fixture, NULL, name, part);
}

size_t fixture_count_public(const struct fixture *fixture, const char *place, const char *part)
{
    const char *found;
    return count(fixture, place, NULL, part, &found);
}

size_t fixture_count_private(const struct fixture *fixture, const char *name, const char *part)
{
    const char *found;
    return count(fixture, NULL, name, part, &found);
}

/* -- Playing ----------------------------------------------------------------------------------- */

const char *const people[GAME_SEATS_MAX] = {"alice", "bruno", "carol", "dora", "emil", "fanny"};

void fixture_set_seed(struct fixture *fixture, struct table *table, uint8_t byte)
{
    uint8_t seed[STORE_SEED_BYTES];
    memset(seed, byte, sizeof seed);
    assert_null(session_set_seed(&fixture->host.sessions, table, seed));
}

struct table *fixture_start_game(struct fixture *fixture, const char *network, const char *place,
                                 const char *game, size_t count)
{
    fixture_type_on(fixture, network, people[0], place, line_of("new %s", game));
    for (size_t i = 1; i < count; i++)
        fixture_type_on(fixture, network, people[i], place, "join");
    struct table *table = session_at(&fixture->host.sessions, network, place);
    assert_non_null(table);
    fixture_set_seed(fixture, table, 4);
    fixture_type_on(fixture, network, people[0], place, "start");
    assert_int_equal(table->status, TABLE_PLAYING);
    return table;
}

struct table *fixture_start(struct fixture *fixture, const char *place, const char *options)
{
    char game[128];
    struct text text = TEXT_IN(game);
    text_add_format(&text, "en-garde %s", options);
    return fixture_start_game(fixture, "one", place, game, 2);
}

bool fixture_move(struct fixture *fixture, struct table *table)
{
    if (table->status != TABLE_PLAYING)
        return false;
    unsigned seat = seat_on_turn(table);
    char place[PLACE_MAX];
    copy(place, sizeof place, table->places->place);
    fixture_type(fixture, people[seat], place,
                 line_of("play %s", legal_move(table, seat, (size_t)rand())));
    /* A turn that could not be saved has replaced the table's block. */
    return session_at(&fixture->host.sessions, "one", place)->status == TABLE_PLAYING;
}

unsigned seat_on_turn(const struct table *table)
{
    return (unsigned)__builtin_ctz(table->game->rules->actors(table->state));
}

const char *on_turn(const struct table *table)
{
    return people[seat_on_turn(table)];
}

const char *waiting(const struct table *table)
{
    return people[1 - seat_on_turn(table)];
}

const char *legal_move(const struct table *table, unsigned seat, size_t index)
{
    static char move[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(move);
    game_move moves[GAME_LEGAL_MAX];
    size_t count = table->game->rules->legal(table->state, (uint8_t)seat, moves);
    table->game->text->print(moves[index % count], &text);
    return move;
}

const char *fixture_offer_link(struct fixture *fixture, const char *network, const char *name,
                               const char *place)
{
    fixture_clear(fixture);
    fixture_type_as(fixture, network, name, RANK_ADMIN, place, "link");
    const char *said = fixture_private(fixture, name, "ten minutes: link ");
    return line_of("%s", strstr(said, "minutes: ") + strlen("minutes: "));
}
