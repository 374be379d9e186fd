#include "games/shared/score_table.h"

#include "games/shared/labels.h"
#include "games/shared/names.h"

void score_table_names(const struct score_table *table, unsigned row)
{
    for (unsigned seat = 0; seat < table->players; seat++) {
        char buffer[128];
        struct text name = TEXT_IN(buffer);
        names_fit(table->telling, seat, table->cell - 1, &name);
        score_table_cell(table, row, seat, paint_of_seat(seat), name.bytes);
    }
}

void score_table_label(const struct score_table *table, unsigned row, const char *key)
{
    label_draw(table->telling, table->canvas, row, 0, table->label, key);
}

void score_table_cell(const struct score_table *table, unsigned row, unsigned seat,
                      enum paint paint, const char *string)
{
    unsigned end = table->label + (seat + 1) * table->cell;
    canvas_write(table->canvas, row, end - display_width(string), paint, string);
}

void score_table_number(const struct score_table *table, unsigned row, unsigned seat, int number,
                        bool gain)
{
    char buffer[16];
    struct text text = TEXT_IN(buffer);
    text_add_format(&text, gain && number > 0 ? "%+d" : "%d", number);
    score_table_cell(table, row, seat, PAINT_NONE, text.bytes);
}
