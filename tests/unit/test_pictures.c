/* Pictures of positions that are too rare for the golden files. */
#include <stdlib.h>
#include <string.h>

#include "games/njet/njet.h"
#include "games/patrician/patrician.h"
#include "games/shared/frame.h"
#include "tests/kit/kit.h"
#include "tests/unit/pillars_fixture.h"

static struct kit_table table;
static const char *const names[] = {"Alice M", "Bruno B", "Carolin", "Domingo", "Emilian"};

static void begin(const struct game *game, uint8_t players)
{
    struct kit_setting setting = {.game = game, .players = players};
    game_options_default(game, setting.options);
    kit_table_open(&table, &setting, 0);
    game_settle_chance(game, table.state, NULL);
}

static int close_table(void **unused)
{
    (void)unused;
    if (table.state != NULL)
        kit_table_close(&table);
    table.state = NULL;
    return 0;
}

typedef void drawing(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas);

/* Everything fits. Valid until the next call. */
static const char *drawn_in(struct kit_table *of, drawing *draw, enum picture_size size,
                            const char *language)
{
    static char buffer[KIT_TEXT_MAX];
    struct text out = TEXT_IN(buffer);
    struct kit_voice voice;
    struct canvas canvas;
    struct game_view *view = kit_view(of, of->state, GAME_SPECTATOR);
    kit_voice_in(of, &voice, language);
    voice.telling.names = names;
    voice.telling.size = size;
    frame_open(&canvas, &voice.telling);
    draw(view, &voice.telling, &canvas);
    assert_false(canvas.cut);
    canvas_print(&canvas, &out);
    free(view);
    return out.bytes;
}

static const char *drawn(struct kit_table *of, drawing *draw, enum picture_size size)
{
    return drawn_in(of, draw, size, "en");
}

static void assert_shows(const char *picture, const char *rows)
{
    if (strstr(picture, rows) == NULL)
        fail_msg("`%s` is not in\n%s", rows, picture);
}

/* -- Njet! ------------------------------------------------------------------------------------- */

static void a_number_stays_with_its_name(void **state)
{
    (void)state;
    begin(&njet_game, 4);
    struct njet_board *board = &((struct njet_state *)table.state)->board;
    for (uint8_t seat = 0; seat < 4; seat++)
        board->scores[seat] = (uint16_t)(20 + seat);
    const char *picture = drawn(&table, njet_game.text->picture, PICTURE_NARROW);
    assert_shows(picture, "start    1 Alice M, 2 Bruno B,\n         3 Carolin, 4 Domingo\n");
    assert_shows(picture, "score    Alice M 20, Bruno B 21,\n         Carolin 22, Domingo 23\n");
}

/* -- Patrician --------------------------------------------------------------------------------- */

/* Alice and Bruno have won the large tiles of Roma and Firenze, so 9 points each, and Alice has
 * more floors. */
static void tie(uint8_t players)
{
    begin(&patrician_game, players);
    struct patrician_board *board = &((struct patrician_state *)table.state)->board;
    memset(board->cities, 0, sizeof board->cities);
    memset(board->played_counts, 0, sizeof board->played_counts);
    for (unsigned i = 0; i < PATRICIAN_CITIES; i++)
        memset(board->cities[i].tiles, GAME_SPECTATOR, sizeof board->cities[i].tiles);
    for (uint8_t i = 0; i < 2; i++) {
        board->cities[i].tiles[0] = i;
        board->cities[i].heights[0] = (uint8_t)(4 - i);
        memset(board->cities[i].floors[0], i, sizeof board->cities[i].floors[0]);
    }
    board->step = PATRICIAN_END;
}

static void a_tie_of_five_is_broken_in_sight(void **state)
{
    static const char title[] = "Bruno B: 9, fewer floors (3 to 4)\n";
    (void)state;
    tie(5);
    for (enum picture_size size = PICTURE_WIDE; size <= PICTURE_SHORT; size++)
        assert_shows(drawn(&table, patrician_game.text->scoring, size), title);
}

static void floors_have_a_row_where_there_is_room(void **state)
{
    (void)state;
    tie(4);
    const char *picture = drawn(&table, patrician_game.text->scoring, PICTURE_NARROW);
    assert_shows(picture, "points        9      9      0      0\n"
                          "floors        4      3      0      0\n");
}

/* -- Pillars ----------------------------------------------------------------------------------- */

/* Where two rows would be one too many, what is in play stays. */
static void what_is_in_play_stays(void **state)
{
    (void)state;
    pillars_fixture_begin(4, 0);
    for (uint8_t seat = 0; seat < 4; seat++)
        pillars_fixture_set_materials(seat, 1, 1, 1, 1);
    assert_shows(drawn(&pillars_fixture_table, pillars_game.text->picture, PICTURE_NARROW),
                 "       1 metal\nin play: ");
    pillars_fixture_close_table(NULL);
}

/* Where stocks would need more rows than there are, they begin further left. */
static void crowded_stocks_fit(void **state)
{
    static const char *const cards[] = {"potter", "assistant founder", "brickmaker", "painter"};
    (void)state;
    pillars_fixture_before_evaluation(4, 6);
    for (uint8_t seat = 0; seat < 4; seat++) {
        pillars_fixture_site()->board.advantages[seat] = pillars_fixture_cards(cards[seat]);
        pillars_fixture_set_materials(seat, seat == 1, 2, 1, 1);
    }
    pillars_fixture_evaluate();
    const char *picture =
        drawn_in(&pillars_fixture_table, pillars_game.text->picture, PICTURE_NARROW, "it");
    assert_shows(picture, "\n  1 pietra, 1 legno, 2 sabbia\n  vasaio\n");
    assert_shows(picture, "  1 metallo · aiutante, fonditore\n");
    assert_shows(picture, "  pittore\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_number_stays_with_its_name, close_table),
        cmocka_unit_test_teardown(crowded_stocks_fit, pillars_fixture_close_table),
        cmocka_unit_test_teardown(a_tie_of_five_is_broken_in_sight, close_table),
        cmocka_unit_test_teardown(floors_have_a_row_where_there_is_room, close_table),
        cmocka_unit_test(what_is_in_play_stays),
    };
    return cmocka_run_group_tests_name("pictures", tests, NULL, NULL);
}
