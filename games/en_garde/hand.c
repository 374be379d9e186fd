/* What the viewer holds and what each card does.
 *
 *     Your cards: 1 2 3 4 5                     now 6 apart
 *        advance    retreat    advance and attack
 *     1  5 apart     7 apart   advance 1 attack 5 x1
 *     2  4 apart     8 apart   advance 2 attack 4 x1
 */
#include "games/en_garde/picture.h"
#include "games/shared/frame.h"

enum { LEGAL_MAX = 64, CELL_BYTES = 64 };

/* The legal moves of a seat by what they do, with the most cards of each attack. */
struct options {
    bool advance[EN_GARDE_VALUES + 1], retreat[EN_GARDE_VALUES + 1];
    struct en_garde_move
        indirect[EN_GARDE_VALUES + 1]; /* by the card of the advance; cards 0: no */
    struct en_garde_move direct;
    bool parry, yield;
};

static void sort_moves(const struct en_garde_view *view, struct options *options)
{
    game_move moves[LEGAL_MAX];
    size_t count = en_garde_legal(&view->board, view->hand, moves);
    *options = (struct options){0};
    for (size_t i = 0; i < count; i++) {
        struct en_garde_move move;
        en_garde_move_unpack(moves[i], &move);
        struct en_garde_move *attack =
            move.action == EN_GARDE_ATTACK ? &options->direct : &options->indirect[move.step];
        if (move.action == EN_GARDE_ADVANCE)
            options->advance[move.step] = true;
        else if (move.action == EN_GARDE_RETREAT)
            options->retreat[move.step] = true;
        else if (move.action == EN_GARDE_PARRY)
            options->parry = true;
        else if (move.action == EN_GARDE_YIELD)
            options->yield = true;
        else if (move.cards > attack->cards)
            *attack = move;
    }
}

static void add_cards(const uint8_t *hand, struct text *out)
{
    bool any = false;
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        for (unsigned card = 0; card < hand[value]; card++, any = true)
            text_add_format(out, any ? " %u" : "%u", value);
}

static void say_move(const struct telling *telling, struct en_garde_move move, struct text *out)
{
    game_move_say(&en_garde_game, en_garde_move_pack(move), telling->words, out);
}

static bool acts(const struct en_garde_view *view)
{
    uint8_t step = view->board.step;
    return view->board.mover == view->viewer && (step == EN_GARDE_TURN || step == EN_GARDE_ANSWER);
}

/* -- Drawn ------------------------------------------------------------------------------------- */

struct sheet {
    const struct en_garde_view *view;
    const struct telling *telling;
    struct canvas canvas;
    struct options options;
    unsigned row, advance, retreat, attack; /* columns */
};

static void draw_message(struct sheet *sheet, unsigned column, enum paint paint, const char *key,
                         unsigned number)
{
    char buffer[CELL_BYTES * 2];
    struct text text = TEXT_IN(buffer);
    words_say(sheet->telling->words, &text, key, SAY_NUMBER(number));
    canvas_write(&sheet->canvas, sheet->row, column, paint, text.bytes);
}

static void draw_attack(struct sheet *sheet, struct en_garde_move move)
{
    char buffer[GAME_MOVE_SAID_MAX];
    struct text text = TEXT_IN(buffer);
    if (move.cards == 0)
        return;
    if (sheet->telling->size == PICTURE_NARROW && move.action == EN_GARDE_ADVANCE_ATTACK)
        text_add_format(&text, "%u %u x%u", move.step, move.value, move.cards);
    else
        say_move(sheet->telling, move, &text);
    canvas_write(&sheet->canvas, sheet->row, sheet->attack, PAINT_NONE, text.bytes);
}

static void draw_card(struct sheet *sheet, unsigned value)
{
    unsigned distance = en_garde_distance(&sheet->view->board);
    canvas_format(&sheet->canvas, sheet->row, 0, PAINT_TITLE, "%u", value);
    if (sheet->options.advance[value])
        draw_message(sheet, sheet->advance, PAINT_NONE, "en-garde.hand.apart", distance - value);
    if (sheet->options.retreat[value])
        draw_message(sheet, sheet->retreat, PAINT_NONE, "en-garde.hand.apart", distance + value);
    draw_attack(sheet, value == distance ? sheet->options.direct : sheet->options.indirect[value]);
    sheet->row++;
}

static void draw_turn(struct sheet *sheet)
{
    draw_message(sheet, sheet->advance, PAINT_FAINT, "en-garde.hand.advance", 0);
    draw_message(sheet, sheet->retreat, PAINT_FAINT, "en-garde.hand.retreat", 0);
    draw_message(sheet, sheet->attack, PAINT_FAINT, "en-garde.hand.attack", 0);
    sheet->row++;
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        if (sheet->view->hand[value] > 0)
            draw_card(sheet, value);
}

static void draw_answer_row(struct sheet *sheet, struct en_garde_move move, const char *key,
                            unsigned number)
{
    char buffer[GAME_MOVE_SAID_MAX];
    struct text text = TEXT_IN(buffer);
    say_move(sheet->telling, move, &text);
    canvas_write(&sheet->canvas, sheet->row, 0, PAINT_TITLE, text.bytes);
    draw_message(sheet, sheet->retreat, PAINT_NONE, key, number);
    sheet->row++;
}

static void draw_answers(struct sheet *sheet)
{
    unsigned distance = en_garde_distance(&sheet->view->board);
    if (sheet->options.parry)
        draw_answer_row(sheet, (struct en_garde_move){.action = EN_GARDE_PARRY},
                        "en-garde.hand.parry", 0);
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        if (sheet->options.retreat[value])
            draw_answer_row(
                sheet, (struct en_garde_move){.action = EN_GARDE_RETREAT, .step = (uint8_t)value},
                "en-garde.hand.apart", distance + value);
    if (sheet->options.yield)
        draw_answer_row(sheet, (struct en_garde_move){.action = EN_GARDE_YIELD},
                        "en-garde.hand.yield", 0);
}

static void draw(const struct en_garde_view *view, const struct telling *telling, struct text *out)
{
    bool narrow = telling->size == PICTURE_NARROW;
    struct sheet sheet = {.view = view,
                          .telling = telling,
                          .advance = 3,
                          .retreat = narrow ? 12 : 14,
                          .attack = narrow ? 21 : 25};
    char cards_buffer[CELL_BYTES], buffer[CELL_BYTES * 2], now_buffer[CELL_BYTES];
    struct text cards = TEXT_IN(cards_buffer), line = TEXT_IN(buffer), now = TEXT_IN(now_buffer);
    frame_open_hand(&sheet.canvas, telling);
    add_cards(view->hand, &cards);
    words_say(telling->words, &line, "en-garde.hand.cards", SAY_TEXT(cards.bytes));
    canvas_write(&sheet.canvas, 0, 0, PAINT_NONE, line.bytes);
    words_say(telling->words, &now, "en-garde.hand.now",
              SAY_NUMBER(en_garde_distance(&view->board)));
    if (display_width(line.bytes) + display_width(now.bytes) < sheet.canvas.width)
        canvas_write(&sheet.canvas, 0, sheet.canvas.width - 1 - display_width(now.bytes),
                     PAINT_FAINT, now.bytes);
    sheet.row = 1;
    if (acts(view)) {
        sort_moves(view, &sheet.options);
        if (view->board.step == EN_GARDE_TURN)
            draw_turn(&sheet);
        else
            draw_answers(&sheet);
    }
    canvas_draw(&sheet.canvas, true, out);
}

/* -- In one row -------------------------------------------------------------------------------- */

static void say_row(const struct en_garde_view *view, const struct telling *telling,
                    struct text *out)
{
    char cards_buffer[CELL_BYTES], list_buffer[GAME_CHOICE_BYTES];
    struct text cards = TEXT_IN(cards_buffer), list = TEXT_IN(list_buffer);
    add_cards(view->hand, &cards);
    if (acts(view)) {
        game_move moves[LEGAL_MAX];
        size_t count = en_garde_legal(&view->board, view->hand, moves);
        game_moves_say(&en_garde_game, moves, count, telling->words, telling->alphabet, &list);
    }
    if (acts(view))
        words_say(telling->words, out, "en-garde.hand.row", SAY_TEXT(cards.bytes),
                  SAY_TEXT(list.bytes));
    else
        text_add(out, cards.bytes);
}

void en_garde_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct en_garde_view *view = OWN(en_garde, opaque);
    if (frame_hand_is_row(telling))
        say_row(view, telling, out);
    else
        draw(view, telling, out);
}
