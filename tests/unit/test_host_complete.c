/* Completion of commands, and that neither it nor a choice reveals what a seat cannot know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/command.h"
#include "tests/unit/host_fixture.h"

static struct choices complete_argument(struct fixture *fixture, const char *name,
                                        enum person_rank rank, const char *typed,
                                        const char *argument)
{
    struct choices choices;
    const struct inbound inbound = {.network = "boards",
                                    .person = {line_of("account:%s", name), name, rank},
                                    .place = "#a",
                                    .text = typed,
                                    .argument = argument};
    size_t said = fixture->said_count;
    choices.count = fixture->host.listener.complete(&fixture->host, &inbound, choices.list);
    assert_true(choices.count <= CHOICES_MAX);
    assert_false(store_is_dirty(fixture->store));
    assert_int_equal(fixture->said_count, said);
    return choices;
}

static struct choices complete_as(struct fixture *fixture, const char *name, enum person_rank rank,
                                  const char *typed)
{
    return complete_argument(fixture, name, rank, typed, NULL);
}

static struct choices complete(struct fixture *fixture, const char *name, const char *typed)
{
    return complete_as(fixture, name, RANK_PLAYER, typed);
}

static bool offers(const struct choices *choices, const char *command)
{
    for (size_t i = 0; i < choices->count; i++)
        if (strcmp(choices->list[i].command, command) == 0)
            return true;
    return false;
}

static void plans_are_completed(void **state)
{
    static const struct {
        const char *typed, *offered;
    } cases[] = {
        {"plan ", "plan if"},
        {"plan if nob", "plan if nobody"},
        {"plan if br", "plan if bruno"},
        {"plan if bruno att", "plan if bruno attack"},
        {"plan if bruno attack th", "plan if bruno attack then"},
        {"plan if bruno attack then p", "plan if bruno attack then parry"},
        {"plan if bruno attack then parry; el", "plan if bruno attack then parry; else"},
        {"plan if bruno attack then parry; else re",
         "plan if bruno attack then parry; else retreat"},
    };
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct choices choices = complete(fixture, "alice", cases[i].typed);
        if (!offers(&choices, cases[i].offered))
            fail_msg("%s: not offered: %s", cases[i].typed, cases[i].offered);
        struct choices none = complete(fixture, "zoe", cases[i].typed);
        assert_int_equal(none.count, 0);
    }
}

static void words_are_completed(void **state)
{
    static const struct {
        const char *typed, *offered;
        size_t count;
    } cases[] = {
        {"ga", "games", 1},
        {"new cast", "new castellers", 1},
        {"NEW Cam", "NEW campanile-intermezzo", 2},
        {"new en-garde ", "new en-garde touches=", 2},
        {"new en-garde rules=b", "new en-garde rules=basic", 1},
        {"new en-garde rules=basic touches=3", "new en-garde rules=basic touches=3", 1},
        {"new goats forced=", "new goats forced=auto", 2},
        {"rules en-garde m", "rules en-garde moves", 1},
        {"help rul", "help rules", 1},
        {"bots a", "bots add", 1},
        {"table nar", "table narrow", 1},
        {"table wide a", "table wide ascii", 1},
        {"play ", "", 0},
        {"frobnicate x", "", 0},
        {"join me", "", 0},
        {"new chess speed=", "", 0},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct choices choices = complete(fixture, "alice", cases[i].typed);
        if (choices.count != cases[i].count)
            fail_msg("%s: %zu choices", cases[i].typed, choices.count);
        assert_true(cases[i].count == 0 || offers(&choices, cases[i].offered));
    }
}

/* Completes what olga, an admin, types behind "config "; how many choices there are. */
static size_t settings_offered(struct fixture *fixture, const char *typed, const char *offered)
{
    char typed_buffer[128], offered_buffer[128];
    struct text line = TEXT_IN(typed_buffer), whole = TEXT_IN(offered_buffer);
    text_add_format(&line, "config %s", typed);
    text_add_format(&whole, "config %s", offered);
    struct choices choices = complete_as(fixture, "olga", RANK_ADMIN, line.bytes);
    if (!offers(&choices, whole.bytes))
        fail_msg("%s: %s is not offered", line.bytes, whole.bytes);
    return choices.count;
}

static void settings_and_their_values_are_completed_for_admins(void **state)
{
    struct fixture *fixture = *state;
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        char line_buffer[128];
        struct text line = TEXT_IN(line_buffer);
        text_add_format(&line, "get %s", setting_table[setting].name);
        settings_offered(fixture, line.bytes, line.bytes);
    }
    assert_int_equal(settings_offered(fixture, "get undo", "get undo"), 1);
    assert_int_equal(settings_offered(fixture, "set undo ma", "set undo majority"), 1);
    assert_int_equal(settings_offered(fixture, "set channel undo ma", "set channel undo majority"),
                     1);
    assert_int_equal(settings_offered(fixture, "set threads o", "set threads on"), 2);
    assert_int_equal(complete(fixture, "alice", "config set threads o").count, 0);
}

static void links_of_the_place_are_completed(void **state)
{
    struct fixture *fixture = *state;
    struct choices choices = complete_as(fixture, "boss", RANK_ADMIN, "unlink ");
    assert_int_equal(choices.count, 0);
    fixture_type_as(fixture, "boards", "boss", RANK_ADMIN, "#a",
                    fixture_offer_link(fixture, "one", "root", "#b"));
    fixture_type_as(fixture, "boards", "boss", RANK_ADMIN, "#a",
                    fixture_offer_link(fixture, "two", "root", "#c"));
    choices = complete_as(fixture, "boss", RANK_ADMIN, "unlink ");
    assert_int_equal(choices.count, 2);
    assert_true(offers(&choices, "unlink one/#b"));
    assert_true(offers(&choices, "unlink two/#c"));
    choices = complete_as(fixture, "boss", RANK_ADMIN, "unlink tw");
    assert_int_equal(choices.count, 1);
    assert_true(offers(&choices, "unlink two/#c"));
}

static void leagues_of_the_server_are_completed(void **state)
{
    static const char *const actions[] = {"enter",    "leave",   "start", "standings",
                                          "pairings", "correct", "end"};
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "boards", "boss", RANK_ADMIN, "#a", "league new Cup en-garde");
    fixture_type_as(fixture, "boards", "boss", RANK_ADMIN, "#a", "league new Other en-garde");
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        char buffer[64];
        struct text typed = TEXT_IN(buffer);
        text_add_format(&typed, "league %s ", actions[i]);
        struct choices all = complete(fixture, "alice", typed.bytes);
        assert_int_equal(all.count, 2);
        assert_true(offers(&all, line_of("league %s Cup", actions[i])));
        text_add(&typed, "oT");
        struct choices one = complete(fixture, "alice", typed.bytes);
        assert_int_equal(one.count, 1);
        assert_string_equal(one.list[0].command, line_of("league %s Other", actions[i]));
    }
    assert_int_equal(complete(fixture, "alice", "league new ").count, 0);
}

/* The game in front of the season can be left out where arguments have names. */
static void a_named_argument_is_completed_whatever_is_missing(void **state)
{
    struct fixture *fixture = *state;
    struct choices games = complete_argument(fixture, "alice", RANK_PLAYER, "top ", "game");
    struct choices seasons = complete_argument(fixture, "alice", RANK_PLAYER, "top ", "season");
    assert_true(offers(&games, "top goats") && !offers(&games, "top last"));
    assert_true(offers(&seasons, "top last") && !offers(&seasons, "top goats"));
    assert_int_equal(complete_argument(fixture, "alice", RANK_PLAYER, "top ", "none").count, 0);
}

static void junk_completes_to_nothing_or_little(void **state)
{
    struct fixture *fixture = *state;
    char longest[INBOUND_TEXT_MAX];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    memcpy(longest, "play ", 5);
    fixture_start_game(fixture, "boards", "#a", "goats", 3);
    static const char *const junk[] = {"",
                                       " ",
                                       "play ..",
                                       "play 1..",
                                       "play ..9",
                                       "play ,",
                                       "play \xC3\xA9",
                                       "new  =  =",
                                       "rules %s %n",
                                       "moves a..b..c",
                                       "options ==="};
    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++)
        complete(fixture, "alice", junk[i]);
    assert_int_equal(complete(fixture, "alice", longest).count, 0);
}

static void a_completed_move_is_judged_at_the_table_it_was_offered_for(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    struct outbound_choice offered = complete(fixture, "alice", "play adv").list[0];
    assert_int_equal(offered.table, table->id);
    assert_int_equal(offered.line, table_moment(table));
    assert_int_equal(complete(fixture, "alice", "play").list[0].table, 0);
    const struct inbound chosen = {.network = "boards",
                                   .person = {"account:alice", "alice", RANK_PLAYER},
                                   .place = "#a",
                                   .text = offered.command,
                                   .table = offered.table,
                                   .line = offered.line};
    fixture_type_on(fixture, "boards", "alice", "#a", "abort");
    fixture_type_on(fixture, "boards", "bruno", "#a", "abort");
    table = fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    assert_int_not_equal(table->id, offered.table);
    uint32_t before = table_moment(table);
    fixture_receive(fixture, &chosen);
    fixture_private(fixture, "alice", "That table is over.");
    assert_int_equal(table_moment(table), before);
}

static void own_moves_are_completed_and_nobody_elses(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    assert_int_equal(table_people_asked(table), 1);
    /* The fencers start so far apart that every move is an advance. */
    game_move moves[GAME_LEGAL_MAX];
    struct choices choices = complete(fixture, "alice", "play adv");
    assert_int_equal(choices.count, table->game->rules->legal(table->state, 0, moves));
    assert_int_equal(complete(fixture, "alice", "play zzz").count, 0);
    const char *move = legal_move(table, 0, 0);
    char typed_buffer[GAME_MOVE_TEXT_MAX + 8];
    struct text typed = TEXT_IN(typed_buffer);
    text_add_format(&typed, "p %s", strchr(move, ' ') + 1);
    choices = complete(fixture, "alice", typed.bytes);
    text_clear(&typed);
    text_add_format(&typed, "p %s", move);
    assert_true(offers(&choices, typed.bytes));
    assert_string_equal(choices.list[0].label, move);
    assert_int_equal(complete(fixture, "bruno", "play ").count, 0);
    assert_int_equal(complete(fixture, "carol", "play ").count, 0);
}

static void a_move_without_play_is_completed_where_it_can_be_typed(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    struct inbound inbound = {.network = "boards",
                              .person = {"account:alice", "alice", RANK_PLAYER},
                              .place = "#a",
                              .text = "advance ",
                              .addressed = true};
    struct choices choices;
    game_move moves[GAME_LEGAL_MAX];
    choices.count = fixture->host.listener.complete(&fixture->host, &inbound, choices.list);
    assert_int_equal(choices.count, table->game->rules->legal(table->state, 0, moves));
    assert_true(offers(&choices, legal_move(table, 0, 0)));
    inbound.text = "adv";
    choices.count = fixture->host.listener.complete(&fixture->host, &inbound, choices.list);
    assert_true(offers(&choices, legal_move(table, 0, 0)));
    inbound.addressed = false;
    assert_int_equal(fixture->host.listener.complete(&fixture->host, &inbound, choices.list), 0);
    inbound.addressed = true;
    inbound.person = (struct person){"account:bruno", "bruno", RANK_PLAYER};
    inbound.text = "ret";
    assert_int_equal(fixture->host.listener.complete(&fixture->host, &inbound, choices.list), 0);
}

/* -- Privacy ----------------------------------------------------------------------------------- */

/* Lists everything that a seat is offered, as one text. */
static void list_offers(struct fixture *fixture, struct table *table, unsigned seat,
                        struct text *out)
{
    struct choices choices[3];
    choices[0] = complete(fixture, people[seat], "play ");
    choices[1] = complete(fixture, people[seat], "moves d");
    session_move_choices(&fixture->host.sessions, table, seat, "", &choices[2]);
    for (size_t list = 0; list < 3; list++)
        for (size_t i = 0; i < choices[list].count; i++)
            text_add_format(out, "%s|%s\n", choices[list].list[i].label,
                            choices[list].list[i].command);
}

/* Lists what the board, which everybody sees, offers and shows. */
static void list_board(struct fixture *fixture, struct table *table, struct text *out)
{
    fixture_clear(fixture);
    session_show_board(&fixture->host.sessions, table, table->places, 0);
    fixture_end_turn(fixture);
    const struct said *board = fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
    text_add(out, board->text);
    for (size_t i = 0; i < board->choices.count; i++)
        text_add_format(out, "%s|%s\n", board->choices.list[i].label,
                        board->choices.list[i].command);
}

enum { OFFERS_BYTES = 32 * 1024 };

/* Deals again what `viewer` cannot know, and compares. */
static void check_viewer(struct fixture *fixture, struct table *table, uint8_t viewer,
                         struct rng *rng)
{
    char *before_buffer = malloc(OFFERS_BYTES), *after_buffer = malloc(OFFERS_BYTES);
    struct text before = text_in(before_buffer, OFFERS_BYTES);
    struct text after = text_in(after_buffer, OFFERS_BYTES);
    union game_state_block truth;
    union game_view_block view;
    memcpy(truth.bytes, table->state, table->game->state_size);
    table->game->rules->view(table->state, viewer, GAME_VIEW(&view));
    if (viewer == GAME_SPECTATOR)
        list_board(fixture, table, &before);
    else
        list_offers(fixture, table, viewer, &before);
    table->game->rules->redeal(GAME_VIEW(&view), rng, table->state);
    if (viewer == GAME_SPECTATOR)
        list_board(fixture, table, &after);
    else
        list_offers(fixture, table, viewer, &after);
    assert_string_equal(before.bytes, after.bytes);
    assert_false(before.truncated);
    memcpy(table->state, truth.bytes, table->game->state_size);
    free(before_buffer);
    free(after_buffer);
}

static void make_any_move(struct fixture *fixture, struct table *table)
{
    unsigned seat = seat_on_turn(table);
    fixture_type_on(fixture, "boards", people[seat], "",
                    line_of("play %s", legal_move(table, seat, (size_t)rand())));
}

static void offers_depend_on_what_their_reader_knows(void **state)
{
    struct fixture *fixture = *state;
    fixture->spoiled = true; /* each viewer is shown states that they hold possible */
    srand(17);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        size_t players = (*game)->players_min > 2 ? 3 : 2;
        struct table *table = fixture_start_game(fixture, "boards", "#a", (*game)->id, players);
        uint8_t key[STORE_SEED_BYTES] = {42};
        struct rng rng = rng_from_key(key);
        for (unsigned moves = 0; table->status == TABLE_PLAYING && moves < 60; moves++) {
            for (uint8_t seat = 0; seat < table->seat_count; seat++)
                check_viewer(fixture, table, seat, &rng);
            check_viewer(fixture, table, GAME_SPECTATOR, &rng);
            make_any_move(fixture, table);
        }
        if (table_is_live(table))
            session_abort(&fixture->host.sessions, table, 0);
        fixture_end_turn(fixture);
        fixture_clear(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(plans_are_completed),
        WITH_HOST(words_are_completed),
        WITH_HOST(settings_and_their_values_are_completed_for_admins),
        WITH_HOST(links_of_the_place_are_completed),
        WITH_HOST(leagues_of_the_server_are_completed),
        WITH_HOST(a_named_argument_is_completed_whatever_is_missing),
        WITH_HOST(junk_completes_to_nothing_or_little),
        WITH_HOST(a_completed_move_is_judged_at_the_table_it_was_offered_for),
        WITH_HOST(own_moves_are_completed_and_nobody_elses),
        WITH_HOST(a_move_without_play_is_completed_where_it_can_be_typed),
        WITH_HOST(offers_depend_on_what_their_reader_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
