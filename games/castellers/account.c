/* The points as a table that explains every one of them. */
#include "games/castellers/castellers.h"

enum { NAME_COLUMNS = 10, WIDE_LABEL = 16, NARROW_LABEL = 12 };

struct account_table {
    const struct castellers_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    unsigned label, cell; /* widths */
};

static void write_cell(const struct account_table *table, unsigned row, unsigned seat,
                       enum paint paint, const char *text)
{
    unsigned end = table->label + (seat + 1) * table->cell;
    canvas_write(table->canvas, row, end - display_width(text), paint, text);
}

static void write_names(const struct account_table *table)
{
    unsigned columns = table->cell - 1 < NAME_COLUMNS ? table->cell - 1 : NAME_COLUMNS;
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        char buffer[128];
        struct text name = TEXT_IN(buffer);
        display_fit(table->telling->names[seat], columns,
                    table->telling->alphabet == ALPHABET_ASCII, &name);
        write_cell(table, 0, seat, (enum paint)(PAINT_SEAT_1 + seat), name.bytes);
    }
}

static void write_label(const struct account_table *table, unsigned row, const char *message)
{
    char whole_buffer[128], buffer[128];
    struct text whole = TEXT_IN(whole_buffer), label = TEXT_IN(buffer);
    words_say_plain(table->telling->words, &whole, message);
    display_fit(whole.bytes, table->label, table->telling->alphabet == ALPHABET_ASCII, &label);
    canvas_write(table->canvas, row, 0, PAINT_FAINT, label.bytes);
}

struct item {
    const char *message;
    int (*value)(const struct castellers_account *account);
    bool is_gain; /* written with a plus */
};

static int valid_castles(const struct castellers_account *account)
{
    return account->valid;
}

static int pawn_points(const struct castellers_account *account)
{
    return account->pawn_points;
}

static int tall_bonus(const struct castellers_account *account)
{
    return account->tall ? castellers_bonus : 0;
}

static int wide_bonus(const struct castellers_account *account)
{
    return account->wide ? castellers_bonus : 0;
}

static int base_points(const struct castellers_account *account)
{
    return -(int)account->bases;
}

static int white_levels(const struct castellers_account *account)
{
    return account->white_levels;
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

static void write_item(const struct account_table *table, unsigned row, const struct item *item)
{
    struct castellers_account accounts[CASTELLERS_SEATS];
    castellers_accounts(table->board, accounts);
    write_label(table, row, item->message);
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        char buffer[16];
        struct text text = TEXT_IN(buffer);
        int value = item->value(&accounts[seat]);
        if (item->is_gain && value > 0)
            text_add_char(&text, '+');
        text_add_number(&text, value);
        write_cell(table, row, seat, PAINT_NONE, text.bytes);
    }
}

void castellers_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                                struct canvas *canvas)
{
    bool narrow = telling->size == PICTURE_NARROW;
    struct account_table table = {.board = &OWN(castellers, opaque)->board,
                                  .telling = telling,
                                  .canvas = canvas,
                                  .label = narrow ? NARROW_LABEL : WIDE_LABEL};
    if (table.board->step == CASTELLERS_DEAL)
        return;
    table.cell = ((narrow ? 36u : 60u) - table.label) / table.board->players;
    if (table.cell > NAME_COLUMNS + 1)
        table.cell = NAME_COLUMNS + 1;
    write_names(&table);
    for (unsigned i = 0; i < sizeof items / sizeof items[0]; i++)
        write_item(&table, i + 1, &items[i]);
}
