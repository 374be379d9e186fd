/* A round's scoring as a table that explains every point.
 *
 *     Njet! 2/8 · points 3
 *
 *     A  Alice + Carol
 *        (6 tricks + 2 booty) × 3 = 24
 *     B  Bruno + Dora
 *        (4 tricks + 1 booty) × 3 = 15
 *
 *     * Alice        24 + 24 =  48
 *       Bruno        12 + 15 =  27
 */
#include "games/njet/njet.h"
#include "games/shared/names.h"

enum { NAME_COLUMNS = 10 };

struct table {
    const struct njet_board *board;
    const struct njet_scoring *scoring;
    const struct telling *telling;
    struct canvas *canvas;
    bool ascii;
};

/* The points of each member of a team. */
static unsigned points_of(const struct njet_scoring *scoring, seat_set team)
{
    return njet_team_sum(scoring, team) * (scoring->alone == team ? 2 : 1);
}

static void write_sum(const struct table *table, unsigned row, seat_set team)
{
    const struct njet_scoring *scoring = table->scoring;
    unsigned tricks = 0, booty = 0;
    for (uint8_t seat = 0; seat < table->board->players; seat++) {
        if (!(team & SEAT_BIT(seat)))
            continue;
        tricks += scoring->tricks[seat];
        booty += scoring->booty[seat];
    }
    const char *times = table->ascii ? "x" : "×";
    char factor_buffer[32], line_buffer[256];
    struct text factor = TEXT_IN(factor_buffer), line = TEXT_IN(line_buffer);
    text_add_format(&factor, scoring->alone == team ? "%s %u %s 2" : "%s %u", times,
                    scoring->points, times);
    words_say(table->telling->words, &line, "njet.scoring.sum", SAY_NUMBER(tricks),
              SAY_NUMBER(booty), SAY_TEXT(factor.bytes), SAY_NUMBER(points_of(scoring, team)));
    canvas_write(table->canvas, row, table->telling->size == PICTURE_NARROW ? 1 : 3, PAINT_NONE,
                 line.bytes);
}

static void write_team(const struct table *table, unsigned row, char letter, seat_set team)
{
    char names_buffer[128];
    struct text names = TEXT_IN(names_buffer);
    names_join_fitted(table->telling, team, NAME_COLUMNS, " + ", &names);
    canvas_format(table->canvas, row, 0, PAINT_TITLE, "%c  %s", letter, names.bytes);
    write_sum(table, row + 1, team);
}

static void write_seat(const struct table *table, unsigned row, uint8_t seat, bool leads)
{
    const struct njet_board *board = table->board;
    seat_set ours = table->scoring->team;
    seat_set team = ours & SEAT_BIT(seat) ? ours : (seat_set)(njet_everybody(board) & ~ours);
    unsigned points = points_of(table->scoring, team), score = board->scores[seat];
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(table->telling, seat, NAME_COLUMNS, &name);
    if (leads)
        canvas_write(table->canvas, row, 0, PAINT_TITLE, "*");
    canvas_write(table->canvas, row, 2, paint_of_seat(seat), name.bytes);
    canvas_format(table->canvas, row, 14, PAINT_NONE, "%3u + %3u = %3u", score - points, points,
                  score);
}

void njet_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                          struct canvas *canvas)
{
    const struct njet_view *view = OWN(njet, opaque);
    const struct njet_scoring *scoring = &view->board.scoring;
    struct table table = {.board = &view->board,
                          .scoring = scoring,
                          .telling = telling,
                          .canvas = canvas,
                          .ascii = telling_is_ascii(telling)};
    if (scoring->round == 0)
        return;
    char title_buffer[128];
    struct text title = TEXT_IN(title_buffer);
    words_say(telling->words, &title, "njet.picture.title", SAY_NUMBER(scoring->round),
              SAY_NUMBER(view->board.rounds));
    text_add(&title, telling_separator(telling));
    words_say(telling->words, &title, "njet.scoring.points", SAY_NUMBER(scoring->points));
    canvas_write(canvas, 0, 0, PAINT_TITLE, title.bytes);
    write_team(&table, 2, 'A', scoring->team);
    write_team(&table, 4, 'B', (seat_set)(njet_everybody(&view->board) & ~scoring->team));
    seat_set leaders = njet_leaders(&view->board);
    for (uint8_t seat = 0; seat < view->board.players; seat++)
        write_seat(&table, 7u + seat, seat, leaders & SEAT_BIT(seat));
}
