/* The points as a table that explains every point. In the short size, a sentence for each seat. */
#include "games/shared/score_table.h"

#include "games/castellers/castellers.h"
#include "games/shared/names.h"

struct item {
    const char *message;
    int (*value)(const struct castellers_score *score);
    bool is_gain; /* written with a plus sign */
};

static int valid_castles(const struct castellers_score *score)
{
    return score->valid;
}

static int pawn_points(const struct castellers_score *score)
{
    return score->pawn_points;
}

static int tall_bonus(const struct castellers_score *score)
{
    return score->tall ? castellers_bonus : 0;
}

static int wide_bonus(const struct castellers_score *score)
{
    return score->wide ? castellers_bonus : 0;
}

static int base_points(const struct castellers_score *score)
{
    return -(int)score->bases;
}

static int white_levels(const struct castellers_score *score)
{
    return score->white_levels;
}

static const struct item items[] = {
    {"castellers.scoring.valid", valid_castles, false},
    {"castellers.scoring.pawns", pawn_points, true},
    {"castellers.scoring.tall", tall_bonus, true},
    {"castellers.scoring.wide", wide_bonus, true},
    {"castellers.scoring.bases", base_points, false},
    {"castellers.scoring.sum", castellers_total, false},
    {"castellers.scoring.white", white_levels, false},
};

/* `Castellers: Alice wins with 12`, names cut until it fits, else the game alone. */
static void write_title(const struct score_table *table, const struct castellers_board *board)
{
    enum { SHORTEST = 3 };
    char names_buffer[512], title_buffer[1024];
    struct text names = TEXT_IN(names_buffer), title = TEXT_IN(title_buffer);
    struct game_result result;
    castellers_standing(board, &result);
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= SHORTEST; columns--) {
        text_clear(&names);
        text_clear(&title);
        names_join_fitted(table->telling, result.winners, columns, ", ", &names);
        words_say(table->telling->words, &title,
                  board->step == CASTELLERS_END ? "castellers.scoring.title"
                                                : "castellers.scoring.title.now",
                  SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(result.winners)),
                  SAY_NUMBER(result.scores[__builtin_ctz(result.winners)]));
        if (display_width(title.bytes) <= table->canvas->width)
            break;
    }
    if (display_width(title.bytes) > table->canvas->width) { /* too many share it */
        text_clear(&title);
        words_say_plain(table->telling->words, &title, "castellers.name");
    }
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

static void write_short(const struct score_table *table, const struct castellers_score *scores)
{
    for (unsigned seat = 0; seat < table->players; seat++) {
        char name_buffer[128], buffer[512];
        struct text name = TEXT_IN(name_buffer), row = TEXT_IN(buffer);
        names_fit(table->telling, seat, NAME_COLUMNS_MAX, &name);
        words_say(table->telling->words, &row, "castellers.scoring.row", SAY_TEXT(name.bytes),
                  SAY_NUMBER(pawn_points(&scores[seat])), SAY_NUMBER(tall_bonus(&scores[seat])),
                  SAY_NUMBER(wide_bonus(&scores[seat])), SAY_NUMBER(scores[seat].bases));
        canvas_write(table->canvas, seat, 0, PAINT_NONE, row.bytes);
    }
}

void castellers_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                                struct canvas *canvas)
{
    enum { WIDE_LABEL = 16, NARROW_LABEL = 12 };
    const struct castellers_board *board = &OWN(castellers, opaque)->board;
    bool narrow = telling->size == PICTURE_NARROW;
    struct score_table table = {.telling = telling,
                                .canvas = canvas,
                                .players = board->players,
                                .label = narrow ? NARROW_LABEL : WIDE_LABEL};
    struct castellers_score scores[CASTELLERS_SEATS];
    if (board->step == CASTELLERS_DEAL)
        return;
    table.cell = ((narrow ? 36u : 60u) - table.label) / table.players;
    if (table.cell > SCORE_TABLE_CELL_MAX)
        table.cell = SCORE_TABLE_CELL_MAX;
    castellers_scores(board, scores);
    if (telling->size == PICTURE_SHORT) {
        write_short(&table, scores);
        return;
    }
    write_title(&table, board);
    score_table_names(&table, 1);
    for (unsigned i = 0; i < sizeof items / sizeof items[0]; i++) {
        score_table_label(&table, i + 2, items[i].message);
        for (unsigned seat = 0; seat < table.players; seat++)
            score_table_number(&table, i + 2, seat, items[i].value(&scores[seat]),
                               items[i].is_gain);
    }
}
