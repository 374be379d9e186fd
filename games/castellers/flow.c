/* Reserves and castles as words that flow over the rows they need. */
#include "games/castellers/picture.h"

void castellers_flow_put(struct castellers_flow *flow, enum paint paint, const char *word)
{
    unsigned width = display_width(word);
    if (flow->column > flow->left && flow->column + width > flow->right) {
        flow->row++;
        flow->column = flow->left;
    }
    if (!flow->drawing->measuring)
        canvas_write(flow->drawing->canvas, flow->row, flow->column, paint, word);
    flow->column += width + 1;
}

/* -- Reserves ---------------------------------------------------------------------------------- */

static void put_colour(struct castellers_flow *flow, const uint8_t *reserve, unsigned colour)
{
    for (unsigned value = 1; value <= CASTELLERS_VALUES; value++) {
        uint8_t pawn = castellers_pawn(colour, value);
        char buffer[4];
        struct text text = TEXT_IN(buffer);
        castellers_print_pawn(pawn, &text);
        for (unsigned i = 0; i < reserve[pawn]; i++)
            castellers_flow_put(flow, castellers_paint(pawn), text.bytes);
    }
}

/* `b134`: the values after their colour. */
static void put_joined(struct castellers_flow *flow, const uint8_t *reserve, unsigned colour)
{
    char buffer[CASTELLERS_PAWNS];
    struct text text = TEXT_IN(buffer);
    text_add_char(&text, castellers_letters[colour]);
    for (unsigned value = 1; value <= CASTELLERS_VALUES; value++)
        for (unsigned i = 0; i < reserve[castellers_pawn(colour, value)]; i++)
            text_add_number(&text, value);
    if (text.length > 1)
        castellers_flow_put(flow, castellers_paint(castellers_pawn(colour, 1)), text.bytes);
}

static void put_count(struct castellers_flow *flow, unsigned seat)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    words_say(flow->drawing->telling->words, &text, "castellers.picture.pawns",
              SAY_NUMBER(castellers_reserve_size(flow->drawing->board, (uint8_t)seat)));
    castellers_flow_put(flow, PAINT_NONE, text.bytes);
}

void castellers_flow_reserve(struct castellers_flow *flow, unsigned seat,
                             enum castellers_spacing spacing)
{
    const uint8_t *reserve = flow->drawing->board->reserves[seat];
    if (spacing == CASTELLERS_COUNTED) {
        put_count(flow, seat);
        return;
    }
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++) {
        unsigned column = flow->column;
        if (spacing == CASTELLERS_JOINED)
            put_joined(flow, reserve, colour);
        else
            put_colour(flow, reserve, colour);
        flow->column += spacing == CASTELLERS_APART && flow->column > column;
    }
}

/* -- Castles ----------------------------------------------------------------------------------- */

/* `1═`: number, and whether it counts. */
static void add_label(const struct castellers_castle *castle, struct text *out)
{
    text_add_number(out, castle->number);
    text_add(out, castellers_is_valid(castle) ? "═" : "─");
}

static void put_columns(struct castellers_flow *flow, const struct castellers_castle *castle)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    add_label(castle, &text);
    for (unsigned column = 0; column < castle->width; column++) {
        unsigned height = castellers_column_height(&castle->columns[column]);
        for (unsigned level = 1; level <= height; level++) {
            text_add(&text, level > 1 ? "-" : column == 0 ? " " : "");
            castellers_print_pawn(castellers_pawn_at(castle, column, level), &text);
        }
        castellers_flow_put(flow, castellers_paint(castellers_pawn(castle->colour, 1)), text.bytes);
        text_clear(&text);
    }
}

/* `r1w4|25`: the colour is written once, and white pawns are marked. */
static void add_close(const struct castellers_castle *castle, struct text *out)
{
    text_add_char(out, castellers_letters[castle->colour]);
    for (unsigned column = 0; column < castle->width; column++) {
        if (column > 0)
            text_add_char(out, '|');
        unsigned height = castellers_column_height(&castle->columns[column]);
        for (unsigned level = 1; level <= height; level++) {
            uint8_t pawn = castellers_pawn_at(castle, column, level);
            if (castellers_colour(pawn) != castle->colour)
                text_add_char(out, castellers_letters[CASTELLERS_WHITE]);
            text_add_number(out, castellers_value(pawn));
        }
    }
}

/* `r2+2+1`: the pawns of each level. */
static void add_levels(const struct castellers_castle *castle, struct text *out)
{
    text_add_char(out, castellers_letters[castle->colour]);
    for (unsigned level = 1; level <= castellers_levels(castle); level++) {
        if (level > 1)
            text_add_char(out, '+');
        text_add_number(out, castellers_level_pawns(castle, level));
    }
}

static void put_castle(struct castellers_flow *flow, const struct castellers_castle *castle,
                       enum castellers_shape shape)
{
    char buffer[3 * CASTELLERS_PAWNS];
    struct text text = TEXT_IN(buffer);
    if (shape == CASTELLERS_COLUMN_BY_COLUMN) {
        put_columns(flow, castle);
        return;
    }
    add_label(castle, &text);
    if (shape == CASTELLERS_CLOSE)
        add_close(castle, &text);
    else if (shape == CASTELLERS_BY_LEVEL)
        add_levels(castle, &text);
    else
        text_add_format(&text, "%c%u", castellers_letters[castle->colour],
                        castellers_castle_pawns(castle));
    castellers_flow_put(flow, castellers_paint(castellers_pawn(castle->colour, 1)), text.bytes);
}

void castellers_flow_castles(struct castellers_flow *flow, unsigned seat,
                             enum castellers_shape shape)
{
    const struct castellers_board *board = flow->drawing->board;
    for (unsigned i = castellers_first(board, seat);
         i < board->castle_count && board->castles[i].owner == seat; i++)
        put_castle(flow, &board->castles[i], shape);
}
