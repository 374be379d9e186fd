/* The scoring of a round as a table.
 *
 *     Njet! round 3 is over: each trick and each 1 taken counts 3
 *                        tricks      1s                    points
 *     Bruno + Carol      4 + 1 = 5   1     6 × 3 = 18      +18
 *     Alice + Dora       2 + 1 = 3   0     3 × 3 = 9       +9
 *     Alice        24 →  33
 *     Bruno        39 →  57  leads
 *
 * In the short size only what the sentences have not said: `Alice 24 → 33`.
 */
#include "games/njet/drawing.h"
#include "games/shared/labels.h"

/* Columns at which the parts begin. Narrow, a team has a row for its names and one for its sum. */
struct columns {
    unsigned names, tricks, ones, sum, points;
    bool two_rows;
};

struct table {
    const struct njet_board *board;
    const struct njet_scoring *scoring;
    const struct telling *telling;
    struct canvas *canvas;
    struct columns columns;
};

/* The points of each member of a team. */
static unsigned points_of(const struct njet_scoring *scoring, seat_set team)
{
    return njet_team_sum(scoring, team) * (scoring->alone == team ? 2 : 1);
}

static bool is_narrow(const struct table *table)
{
    return table->telling->size == PICTURE_NARROW;
}

static void write_title(const struct table *table)
{
    char buffer[NJET_TEXT_MAX];
    struct text title = TEXT_IN(buffer);
    words_say(table->telling->words, &title,
              is_narrow(table) ? "njet.scoring.title.brief" : "njet.scoring.title",
              SAY_NUMBER(table->scoring->round), SAY_NUMBER(table->scoring->points));
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
    label_draw(table->telling, table->canvas, 1, table->columns.tricks, 12,
               "njet.picture.label.tricks");
    label_draw(table->telling, table->canvas, 1, table->columns.ones, 4, "njet.picture.label.ones");
    label_draw(table->telling, table->canvas, 1, table->columns.points, 8,
               "njet.picture.label.points");
}

/* `4 + 1 = 5`; the 1s taken; `6 × 3 = 18`. */
static void write_sum(const struct table *table, unsigned row, seat_set team)
{
    const struct njet_scoring *scoring = table->scoring;
    unsigned tricks = 0, ones = 0;
    char buffer[64];
    struct text parts = TEXT_IN(buffer);
    for (uint8_t seat = 0; seat < table->board->players; seat++) {
        if (!(team & SEAT_BIT(seat)))
            continue;
        text_separate(&parts, " + ");
        text_add_number(&parts, scoring->tricks[seat]);
        tricks += scoring->tricks[seat];
        ones += scoring->booty[seat];
    }
    if (__builtin_popcount(team) > 1 && !is_narrow(table))
        text_add_format(&parts, " = %u", tricks);
    canvas_write(table->canvas, row, table->columns.tricks, PAINT_NONE, parts.bytes);
    canvas_format(table->canvas, row, table->columns.ones, PAINT_NONE, "%u", ones);
    canvas_format(table->canvas, row, table->columns.sum, PAINT_NONE, "%u × %u%s = %u",
                  tricks + ones, scoring->points, scoring->alone == team ? " × 2" : "",
                  points_of(scoring, team));
}

/* `+18`, for each member. */
static void write_points(const struct table *table, unsigned row, seat_set team)
{
    canvas_format(table->canvas, row, table->columns.points, PAINT_TITLE, "+%u",
                  points_of(table->scoring, team));
}

static unsigned write_team(const struct table *table, unsigned row, seat_set team)
{
    char buffer[128];
    struct text names = TEXT_IN(buffer);
    names_join_fitted(table->telling, team, is_narrow(table) ? NAME_COLUMNS_MAX : 7, " + ", &names);
    canvas_write(table->canvas, row, 0, PAINT_NONE, names.bytes);
    row += table->columns.two_rows;
    write_sum(table, row, team);
    write_points(table, row, team);
    return row + 1;
}

/* The points of a seat before the round. */
static unsigned score_before(const struct table *table, uint8_t seat)
{
    seat_set ours = table->scoring->team;
    seat_set team = ours & SEAT_BIT(seat) ? ours : (seat_set)(njet_everybody(table->board) & ~ours);
    return table->board->scores[seat] - points_of(table->scoring, team);
}

/* `Alice 24 → 33`, for each seat. */
static void write_seats(const struct table *table, unsigned row)
{
    for (uint8_t seat = 0; seat < table->board->players; seat++, row++) {
        bool leads = njet_leaders(table->board) & SEAT_BIT(seat);
        char name_buffer[64], mark_buffer[64];
        struct text name = TEXT_IN(name_buffer), mark = TEXT_IN(mark_buffer);
        names_fit(table->telling, seat, NAME_COLUMNS_MAX, &name);
        canvas_write(table->canvas, row, 0, paint_of_seat(seat), name.bytes);
        canvas_format(table->canvas, row, 12, PAINT_NONE, "%3u → %3u", score_before(table, seat),
                      table->board->scores[seat]);
        if (leads)
            words_say_plain(table->telling->words, &mark,
                            table->board->step == NJET_END ? "njet.picture.wins"
                                                           : "njet.scoring.leads");
        canvas_write(table->canvas, row, 24, PAINT_TITLE, mark.bytes);
    }
}

static void write_short(const struct table *table)
{
    for (uint8_t seat = 0; seat < table->board->players; seat++) {
        char buffer[128];
        struct text row = TEXT_IN(buffer);
        names_fit(table->telling, seat, NAME_COLUMNS_MAX, &row);
        text_add_format(&row, " %u → %u", score_before(table, seat), table->board->scores[seat]);
        canvas_write(table->canvas, seat, 0, PAINT_NONE, row.bytes);
    }
}

void njet_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                          struct canvas *canvas)
{
    static const struct columns wide = {0, 19, 31, 37, 53, false}, narrow = {0, 0, 8, 14, 29, true};
    const struct njet_view *view = OWN(njet, opaque);
    const struct njet_scoring *scoring = &view->board.scoring;
    const struct table table = {.board = &view->board,
                                .scoring = scoring,
                                .telling = telling,
                                .canvas = canvas,
                                .columns = telling->size == PICTURE_NARROW ? narrow : wide};
    if (scoring->round == 0)
        return;
    if (telling->size == PICTURE_SHORT) {
        write_short(&table);
        return;
    }
    write_title(&table);
    unsigned row = write_team(&table, 2, scoring->team);
    row = write_team(&table, row, (seat_set)(njet_everybody(&view->board) & ~scoring->team));
    write_seats(&table, row);
}
