/* What a session knows after a restart whose gateway session went on, and what it does not believe.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <string.h>

#include "adapters/discord/session/keep.h"
#include "tests/unit/discord_kit.h"

static void note_known(void *context, bool known)
{
    *(int *)context = known ? 1 : 0;
}

/* Begins a new session that has read what the last one kept. Returns whether there was anything;
 * -1: the memory has not answered. */
static int restart(struct discord_kit *kit)
{
    static int known;
    known = -1;
    discord_kit_restart_before_events(kit);
    discord_session_recall(kit->session, note_known, &known);
    if (kit->late)
        for (int i = 0; i < 8 && known == -1; i++)
            discord_kit_recall(kit);
    return known;
}

static void resume(struct discord_kit *kit)
{
    discord_session_resumed(kit->session, 0, 1, kit->now);
}

static void keep(struct discord_kit *kit)
{
    assert_true(discord_session_keep(kit->session));
}

static const char *memory_of(const struct discord_kit *kit, const char *key)
{
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX && kit->memory[i][0] != NULL; i++)
        if (strcmp(kit->memory[i][0], key) == 0)
            return kit->memory[i][1];
    return NULL;
}

static bool has_place(const struct discord_kit *kit, const char *place)
{
    return discord_session_has_place(kit->session, place);
}

static void ready(struct discord_kit *kit, const char *json)
{
    json_t *data = json_loads(json, 0, NULL);
    discord_kit_ready(kit, data);
    json_decref(data);
}

#define READY(guilds)                                                                              \
    "{\"user\":{\"id\":\"1\",\"username\":\"belfry\"},\"application\":{\"id\":\"77\"},"            \
    "\"guilds\":[" guilds "]}"

static void assert_unheard(const struct discord_kit *kit)
{
    assert_int_equal(kit->heard_next, kit->heard_count);
}

/* -- Tests ------------------------------------------------------------------------------------- */

static void nothing_is_known_at_first(void **state)
{
    struct discord_kit *kit = *state;
    assert_int_equal(restart(kit), 0);
    resume(kit);
    assert_unheard(kit);
}

static void a_session_that_goes_on_knows_its_places(void **state)
{
    struct discord_kit *kit = *state;
    char name[PLACE_MAX], parent[PLACE_MAX];
    discord_kit_event(
        kit, "THREAD_CREATE",
        "{\"guild_id\":\"5\",\"id\":\"11\",\"type\":11,\"name\":\"a b\",\"parent_id\":"
        "\"6\"}");
    discord_kit_event(kit, "CHANNEL_DELETE", "{\"guild_id\":\"5\",\"id\":\"7\"}");
    discord_kit_tick(kit);
    discord_kit_forget(kit);
    keep(kit);
    assert_int_equal(restart(kit), 1);
    assert_false(has_place(kit, "5/6"));
    assert_unheard(kit);
    resume(kit);
    discord_kit_assert_heard(kit, "opened 5/6");
    discord_kit_assert_heard(kit, "opened 5/9");
    discord_kit_assert_heard(kit, "opened 5/11");
    assert_unheard(kit);
    assert_string_equal(discord_session_own_name(kit->session), "belfry");
    discord_session_place_name(kit->session, "5/11", name);
    assert_string_equal(name, "#a b");
    assert_true(discord_session_parent(kit->session, "5/11", parent));
    assert_string_equal(parent, "5/6");
    assert_false(discord_session_parent(kit->session, "5/6", parent));
    discord_kit_interact(kit, COMMAND("join"));
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player: join");
}

static void a_closed_place_stays_closed(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_DELETE", "{\"id\":\"5\",\"unavailable\":true}");
    discord_kit_forget(kit);
    keep(kit);
    restart(kit);
    resume(kit);
    assert_unheard(kit);
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0,\"name\":\"chess\"}]}");
    discord_kit_assert_heard(kit, "opened 5/6");
}

static void the_role_of_the_bot_is_known(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_ROLE_CREATE",
                      "{\"guild_id\":\"5\",\"role\":{\"id\":\"44\",\"tags\":{\"bot_id\":\"1\"}}}");
    keep(kit);
    restart(kit);
    resume(kit);
    discord_kit_forget(kit);
    discord_kit_event(kit, "MESSAGE_CREATE",
                      "{\"guild_id\":\"5\",\"channel_id\":\"6\",\"content\":\"<@&44> join\","
                      "\"author\":{\"id\":\"8\",\"username\":\"alice\"},\"member\":{}}");
    discord_kit_assert_heard(kit, "received 5/6 user:8 alice player: join");
}

static void only_what_has_changed_is_written(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    assert_string_equal(memory_of(kit, "servers"), "1 77 belfry\n5");
    assert_string_equal(memory_of(kit, "server 5"), "\nc+ 6 0 chess\nc+ 7 0 cards\nt+ 9 0 table");
    for (size_t i = 0; i < 2; i++) {
        struct text value = TEXT_IN(kit->memory[i][1]);
        text_clear(&value);
        text_add(&value, "x");
    }
    keep(kit);
    assert_string_equal(memory_of(kit, "server 5"), "x");
    discord_kit_event(kit, "CHANNEL_UPDATE",
                      "{\"guild_id\":\"5\",\"id\":\"6\",\"type\":0,\"name\":\"go\"}");
    keep(kit);
    assert_string_equal(memory_of(kit, "servers"), "x");
    assert_string_equal(memory_of(kit, "server 5"), "\nc+ 6 0 go\nc+ 7 0 cards\nt+ 9 0 table");
}

static void a_guild_that_was_left_is_forgotten(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    discord_kit_event(kit, "GUILD_DELETE", "{\"id\":\"5\"}");
    discord_kit_tick(kit);
    keep(kit);
    assert_null(memory_of(kit, "server 5"));
    assert_string_equal(memory_of(kit, "servers"), "1 77 belfry");
    assert_int_equal(restart(kit), 1);
}

/* The session was over after all: Discord tells everything again. */
static void a_new_session_believes_only_what_it_is_told(void **state)
{
    struct discord_kit *kit = *state;
    char place[PLACE_MAX];
    keep(kit);
    restart(kit);
    ready(kit, READY("{\"id\":\"5\"}"));
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"5\",\"channels\":[{\"id\":\"6\",\"type\":0,\"name\":\"chess\"}]}");
    discord_kit_tick(kit);
    discord_kit_assert_heard(kit, "opened 5/6");
    assert_unheard(kit);
    assert_true(has_place(kit, "5/6"));
    assert_true(discord_session_find_place(kit->session, "5/6", "#chess", place));
    assert_false(discord_session_find_place(kit->session, "5/6", "#cards", place));
    keep(kit);
    assert_string_equal(memory_of(kit, "server 5"), "\nc+ 6 0 chess");
}

/* What was told before READY came is not forgotten with the rest. */
static void a_new_session_believes_what_it_is_told_before_it_is_ready(void **state)
{
    struct discord_kit *kit = *state;
    char place[PLACE_MAX];
    keep(kit);
    restart(kit);
    discord_kit_event(kit, "CHANNEL_CREATE",
                      "{\"guild_id\":\"5\",\"id\":\"3\",\"type\":0,\"name\":\"new\"}");
    ready(kit, READY("{\"id\":\"5\"}"));
    discord_kit_tick(kit);
    assert_true(discord_session_find_place(kit->session, "5/6", "5/3", place));
    assert_false(discord_session_find_place(kit->session, "5/6", "5/6", place));
    assert_false(discord_session_find_place(kit->session, "5/6", "5/7", place));
}

static void a_removal_between_two_sessions_is_told(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    restart(kit);
    ready(kit, READY(""));
    discord_kit_assert_heard(kit, "lost 5/6 discord.lost.removed");
    discord_kit_forget(kit);
    discord_kit_tick(kit);
    keep(kit);
    assert_null(memory_of(kit, "server 5"));
}

static void each_shard_goes_on_by_itself(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"4194304\",\"channels\":[{\"id\":\"8\",\"type\":0}]}");
    keep(kit);
    restart(kit);
    discord_kit_forget(kit);
    discord_session_resumed(kit->session, 1, 2, kit->now);
    discord_kit_assert_heard(kit, "opened 4194304/8");
    assert_unheard(kit);
    keep(kit); /* what rests is still known */
    restart(kit);
    discord_session_resumed(kit->session, 0, 2, kit->now);
    discord_kit_assert_heard(kit, "opened 5/6");
}

static void the_memory_may_answer_late(void **state)
{
    struct discord_kit *kit = *state;
    discord_kit_event(kit, "GUILD_CREATE",
                      "{\"id\":\"15\",\"channels\":[{\"id\":\"16\",\"type\":0}]}");
    keep(kit);
    kit->late = true;
    assert_int_equal(restart(kit), 1);
    discord_kit_forget(kit);
    resume(kit);
    assert_true(has_place(kit, "5/6"));
    assert_true(has_place(kit, "15/16"));
}

static void commands_are_registered_by_a_session_that_goes_on(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    kit->settings->register_commands = true;
    restart(kit);
    discord_kit_assert_silent(kit);
    resume(kit);
    discord_kit_sent(kit, REST_COMMANDS_PUT);
}

static void add_channels(struct discord_kit *kit, unsigned from, unsigned count)
{
    char json[256];
    for (unsigned i = from; i < from + count; i++) {
        snprintf(json, sizeof json,
                 "{\"guild_id\":\"%u\",\"id\":\"%u\",\"type\":0,\"name\":\"channel\"}", 5 + i % 64,
                 1000 + i);
        discord_kit_event(kit, "CHANNEL_CREATE", json);
        discord_kit_forget(kit);
    }
}

static void a_bot_with_very_many_channels_keeps_nothing(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    add_channels(kit, 0, DISCORD_KEPT_PLACES_MAX - 3);
    keep(kit);
    add_channels(kit, DISCORD_KEPT_PLACES_MAX, 1);
    assert_false(discord_session_keep(kit->session));
    assert_null(memory_of(kit, "servers"));
    assert_false(discord_session_keep(kit->session));
    assert_int_equal(restart(kit), 0);
}

/* Those that were deleted don't count any more. */
static void channels_that_are_gone_make_room(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    add_channels(kit, 0, DISCORD_KEPT_PLACES_MAX - 3);
    keep(kit);
    discord_kit_event(kit, "CHANNEL_DELETE", "{\"id\":\"1000\",\"guild_id\":\"5\"}");
    discord_kit_tick(kit); /* frees the place */
    add_channels(kit, DISCORD_KEPT_PLACES_MAX, 1);
    keep(kit);
}

static void so_does_one_in_very_many_servers(void **state)
{
    struct discord_kit *kit = *state;
    char json[64];
    for (unsigned i = 0; i < DISCORD_KEPT_GUILDS_MAX; i++) {
        snprintf(json, sizeof json, "{\"id\":\"%u\",\"unavailable\":true}", 100 + i);
        discord_kit_event(kit, "GUILD_CREATE", json);
    }
    assert_false(discord_session_keep(kit->session));
}

static void a_server_that_does_not_fit_is_not_cut(void **state)
{
    struct discord_kit *kit = *state;
    char json[256];
    keep(kit);
    for (unsigned i = 0; i < 64 * 1024 / 100; i++) {
        snprintf(json, sizeof json,
                 "{\"guild_id\":\"5\",\"id\":\"%u\",\"type\":0,\"name\":\"%0100u\"}", 1000 + i, i);
        discord_kit_event(kit, "CHANNEL_CREATE", json);
        discord_kit_forget(kit);
    }
    assert_false(discord_session_keep(kit->session));
    assert_int_equal(restart(kit), 0);
}

static void damaged_texts_are_no_servers(void **state)
{
    struct discord_kit *kit = *state;
    static const char *const texts[] = {"", "x y z", "1", "1 77 belfry\nx\n\n 5\n5 6", "\n5"};
    keep(kit);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        snprintf(kit->memory[0][1], 32, "%s", texts[i]);
        restart(kit);
        resume(kit);
        discord_kit_forget(kit);
    }
}

static void damaged_places_are_left_out(void **state)
{
    struct discord_kit *kit = *state;
    keep(kit);
    for (size_t i = 0; i < DISCORD_KIT_MEMORY_MAX && kit->memory[i][0] != NULL; i++)
        if (strcmp(kit->memory[i][0], "server 5") == 0)
            snprintf(kit->memory[i][1], 30, "%s", "\nc\n\nc+ x 0 a\nc+ 6\n+");
    restart(kit);
    resume(kit);
    discord_kit_assert_heard(kit, "opened 5/6");
    assert_unheard(kit);
}

static void who_was_heard_is_said_once(void **state)
{
    struct discord_kit *kit = *state;
    assert_false(discord_session_has_heard(kit->session));
    discord_kit_interact(kit, COMMAND("join"));
    assert_true(discord_session_has_heard(kit->session));
    assert_false(discord_session_has_heard(kit->session));
    discord_kit_event(kit, "MESSAGE_CREATE",
                      "{\"channel_id\":\"60\",\"content\":\"hand\",\"author\":{\"id\":\"8\","
                      "\"username\":\"alice\"}}");
    assert_true(discord_session_has_heard(kit->session));
    discord_kit_event(kit, "CHANNEL_CREATE", "{\"guild_id\":\"5\",\"id\":\"70\",\"type\":0}");
    assert_false(discord_session_has_heard(kit->session));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DISCORD(nothing_is_known_at_first),
        WITH_DISCORD(a_session_that_goes_on_knows_its_places),
        WITH_DISCORD(a_closed_place_stays_closed),
        WITH_DISCORD(the_role_of_the_bot_is_known),
        WITH_DISCORD(only_what_has_changed_is_written),
        WITH_DISCORD(a_guild_that_was_left_is_forgotten),
        WITH_DISCORD(a_new_session_believes_only_what_it_is_told),
        WITH_DISCORD(a_new_session_believes_what_it_is_told_before_it_is_ready),
        WITH_DISCORD(a_removal_between_two_sessions_is_told),
        WITH_DISCORD(each_shard_goes_on_by_itself),
        WITH_DISCORD(the_memory_may_answer_late),
        WITH_DISCORD(commands_are_registered_by_a_session_that_goes_on),
        WITH_DISCORD(a_bot_with_very_many_channels_keeps_nothing),
        WITH_DISCORD(channels_that_are_gone_make_room),
        WITH_DISCORD(so_does_one_in_very_many_servers),
        WITH_DISCORD(a_server_that_does_not_fit_is_not_cut),
        WITH_DISCORD(damaged_texts_are_no_servers),
        WITH_DISCORD(damaged_places_are_left_out),
        WITH_DISCORD(who_was_heard_is_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
