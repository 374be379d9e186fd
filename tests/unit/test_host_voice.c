/* What seats of the bot say: in the message that tells what happened, unless it is turned off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"

/* Plays a whole game of alice against bots; returns how many remarks were made. */
static size_t remarks_in(struct fixture *fixture, const char *id)
{
    const struct game *game = game_find(id);
    size_t remarks = 0;
    fixture_type(fixture, "alice", "#a", line_of("new %s", game->id));
    for (unsigned seats = 1; seats < game->players_min; seats++)
        fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    for (bool more = true; more;) {
        fixture_clear(fixture);
        more = fixture_move(fixture, table);
        for (size_t i = 0; i < fixture->said_count; i++) {
            const char *remark = strstr(fixture->said[i].text, ": “");
            remarks += remark != NULL;
            if (remark != NULL) /* something stands before "Bot 1: “" */
                assert_true(remark - fixture->said[i].text > 6);
        }
    }
    assert_int_equal(table->status, TABLE_FINISHED);
    return remarks;
}

/* The end of a game alone is worth a remark: by a bot that wins, or one that lost. */
static void bots_say_a_word_where_the_event_is_told(void **state)
{
    struct fixture *fixture = *state;
    assert_true(remarks_in(fixture, "en-garde") > 0);
}

/* A castle that counts is worth one too, besides the end. Random seats finish one in about every
 * second game. */
static void a_finished_castle_is_spoken_of(void **state)
{
    enum { GAMES_MAX = 40 };
    struct fixture *fixture = *state;
    size_t remarks = 0;
    for (unsigned games = 0; remarks < 2 && games < GAMES_MAX; games++)
        remarks = remarks_in(fixture, "castellers");
    assert_true(remarks >= 2);
}

static void a_channel_can_do_without(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel voice off");
    assert_int_equal(remarks_in(fixture, "en-garde"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(bots_say_a_word_where_the_event_is_told),
        WITH_HOST(a_finished_castle_is_spoken_of),
        WITH_HOST(a_channel_can_do_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
