/* The piste in rows that are read one by one, and in one line.
 *
 *     > Alice to play · En Garde, first to 5 touches
 *     Alice ●···· 1 · Bruno ●···· 1 · 7 cards in the pile
 *     1 ··········· Alice 12 ←─ 6 ─→ 18 Bruno ····· 23
 */
#include "games/en_garde/picture.h"

static void say_score(const void *about, unsigned columns, struct text *out)
{
    const struct en_garde_drawing *drawing = about;
    for (unsigned seat = 0; seat < 2; seat++) {
        names_fit(drawing->telling, seat, columns, out);
        text_add(out, " ");
        en_garde_add_touches(drawing, seat, false, out);
        text_add_format(out, " %u%s", drawing->board->touches[seat],
                        telling_separator(drawing->telling));
    }
    en_garde_say_pile(drawing, "en-garde.pile.short", out);
}

static void add_dots(unsigned count, struct text *out)
{
    for (unsigned i = 0; i < count; i++)
        text_add(out, "·");
    text_add(out, count > 0 ? " " : "");
}

static void say_piste(const void *about, unsigned columns, struct text *out)
{
    const struct en_garde_drawing *drawing = about;
    const struct en_garde_board *board = drawing->board;
    unsigned left = board->space[0], right = board->space[1];
    text_add(out, left > 1 ? "1 " : "");
    add_dots(left - 1, out);
    names_fit(drawing->telling, 0, columns, out);
    text_add_format(out, " %u ←─ %u ─→ %u ", left, en_garde_distance(board), right);
    names_fit(drawing->telling, 1, columns, out);
    if (right == EN_GARDE_LAST_SPACE)
        return;
    text_add(out, " ");
    add_dots(EN_GARDE_LAST_SPACE - right, out);
    text_add_number(out, EN_GARDE_LAST_SPACE);
}

void en_garde_draw_rows(const struct en_garde_drawing *drawing)
{
    char game_buffer[128], buffer[EN_GARDE_ROW_BYTES];
    struct text game = TEXT_IN(game_buffer), text = TEXT_IN(buffer);
    words_say(drawing->telling->words, &game, "en-garde.game",
              SAY_NUMBER(drawing->board->touches_to_win));
    unsigned row = en_garde_draw_head(drawing, game.bytes);
    names_say_within(say_score, drawing, drawing->canvas->width, &text);
    canvas_write(drawing->canvas, row++, 0, PAINT_NONE, text.bytes);
    names_say_within(say_piste, drawing, drawing->canvas->width, &text);
    canvas_write(drawing->canvas, row++, 0, PAINT_NONE, text.bytes);
    row = en_garde_draw_hits(drawing, row, 0);
    en_garde_draw_last(drawing, row, 0);
}

void en_garde_draw_line(const struct en_garde_drawing *drawing)
{
    char buffer[128];
    struct text game = TEXT_IN(buffer);
    words_say(drawing->telling->words, &game, "en-garde.game.line",
              SAY_NUMBER(drawing->board->touches[0]), SAY_NUMBER(drawing->board->touches[1]),
              SAY_NUMBER(en_garde_distance(drawing->board)));
    en_garde_draw_head(drawing, game.bytes);
}
