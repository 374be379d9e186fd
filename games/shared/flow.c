#include "games/shared/flow.h"

static void write(struct flow *flow, enum paint paint, const char *string)
{
    if (flow->canvas != NULL)
        canvas_write(flow->canvas, flow->row, flow->column, paint, string);
    flow->column += display_width(string);
}

/* Ends the row with the sign of the separator, for which room was left. */
static void end_row(struct flow *flow, const char *separator)
{
    const char sign[] = {*separator, '\0'};
    if (*separator == ',' || *separator == ';')
        write(flow, PAINT_NONE, sign);
    flow->row++;
    flow->column = flow->left;
    flow->begun = false;
}

void flow_add(struct flow *flow, const char *separator, enum paint paint, const char *item)
{
    unsigned width = display_width(item) + (flow->begun ? display_width(separator) : 0);
    if (flow->begun && flow->column + width + 1 > flow->width)
        end_row(flow, separator);
    if (flow->height > 0 && flow->row >= flow->height)
        return;
    if (flow->begun)
        write(flow, PAINT_NONE, separator);
    write(flow, paint, item);
    flow->begun = true;
}
