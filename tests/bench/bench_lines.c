/* How many lines whole games cost an IRC channel: the host's texts for a place on a network without
 * boards, cut where IRC cuts them. Random players; nothing is sent. Sentences are what moves cost
 * always; pictures wait for room and replace each other.
 *
 *     bench_lines [GAME…]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/unit/host_fixture.h"

enum {
    GAMES = 4,
    ROOM = 440 /* bytes of text in a line with usual names */
};

struct figures {
    unsigned moves, sentences, decided, pictures, hands;
};

/* Lines of a narration are joined. */
static unsigned lines_of(const struct said *said)
{
    const char *text = said->text;
    if (said->narration)
        return (unsigned)((strlen(text) + ROOM - 1) / ROOM);
    unsigned lines = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (strspn(text, " ") < length)
            lines += (unsigned)((length + ROOM - 1) / ROOM);
        text += length + (text[length] == '\n');
    }
    return lines;
}

/* Counts what a move said and forgets it. */
static void count(struct fixture *fixture, struct figures *figures)
{
    unsigned sentences = 0;
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        unsigned lines = lines_of(said);
        if (said->identity[0] != '\0')
            figures->hands += lines;
        else if (said->kind == OUTBOUND_PICTURE)
            figures->pictures += lines;
        else
            sentences += lines;
    }
    figures->sentences += sentences;
    figures->decided += sentences > 1;
    fixture_clear(fixture);
}

/* A random move, without the fixture's checks of the store, which take longer than the game. A
 * secret one is made in private. */
static void move(struct fixture *fixture, struct table *table)
{
    const struct game_text *text = table->game->text;
    unsigned seat = seat_on_turn(table);
    game_move moves[GAME_LEGAL_MAX];
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text typed = TEXT_IN(buffer);
    size_t count = table->game->rules->legal(table->state, (uint8_t)seat, moves);
    game_move chosen = moves[(size_t)rand() % count];
    text->print(chosen, &typed);
    bool secret = text->is_private != NULL && text->is_private(chosen);
    fixture_type_in_turn(fixture, people[seat], secret ? "" : "#a", line_of("play %s", buffer));
    host_end_turn(&fixture->host);
}

static void measure(const struct game *game, unsigned players)
{
    struct figures figures = {0};
    for (unsigned i = 0; i < GAMES; i++) {
        struct fixture *fixture = fixture_open("");
        struct table *table = fixture_start_game(fixture, "one", "#a", game->id, players);
        fixture_clear(fixture);
        while (table->status == TABLE_PLAYING) {
            move(fixture, table);
            figures.moves++;
            count(fixture, &figures);
        }
        fixture_close(fixture);
    }
    printf(
        "%-20s %u players: %5.0f moves a game; a move costs %.2f lines (several after %.0f %% of "
        "the moves), %.2f of pictures, %.2f in private\n",
        game->id, players, (double)figures.moves / GAMES, (double)figures.sentences / figures.moves,
        100.0 * figures.decided / figures.moves, (double)figures.pictures / figures.moves,
        (double)figures.hands / figures.moves);
    fflush(stdout);
}

static void whole_games(void **state)
{
    const char *const *wanted = *state;
    log_to(stderr, LOG_LEVEL_ERROR);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (wanted[0] == NULL)
            measure(*game, (*game)->players_min);
    for (; *wanted != NULL; wanted++)
        measure(game_find(*wanted), game_find(*wanted)->players_min);
}

/* Arguments: games; none: all. */
int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(whole_games, argv + 1)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
