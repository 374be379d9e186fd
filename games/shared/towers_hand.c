/* The hand and what each move does.
 *
 *     Your cards   A A   (after the bet you draw C)
 *     Your tokens  1 1 1 2 3
 *     bet 3 A      6 on A: first there, +8
 *     bet 3 C      4 on C: second there, +3
 *     pass
 *
 * Before a build it has a row for each tower instead: how high it would be, and which place it
 * would have.
 */
#include "games/shared/frame.h"
#include "games/shared/towers_scene.h"

enum { LABEL_COLUMNS = 13, CELL_COLUMNS = 12, INDENT = 2, LINE_BYTES = 512 };

struct sheet {
    const struct towers_hand *hand;
    const struct words *words;
    struct canvas canvas;
    unsigned row, column; /* of the rows' texts */
};

static void print_tokens(const struct towers_hand *hand, struct text *out)
{
    const uint8_t *left = hand->scene->tokens[hand->viewer];
    bool any = false;
    for (unsigned value = 0; value < TOWER_TOKEN_VALUES; value++) {
        for (unsigned i = 0; i < left[value]; i++, any = true)
            text_add_format(out, any ? " %u" : "%u", value + 1);
    }
    if (!any)
        text_add(out, "0");
}

/* -- What a token does ------------------------------------------------------------------------- */

struct effect {
    unsigned sum, place, points;
};

/* What the viewer has at the option's tower once the token lies there. */
static struct effect effect_of(const struct towers_hand *hand, const struct towers_option *option)
{
    const struct towers_scene *scene = hand->scene;
    struct majority majority = scene->majorities[option->tower];
    uint8_t seats[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
    struct effect effect = {0};
    majority_add(&majority, hand->viewer, option->value);
    majority_rank(&majority, seats);
    towers_award(&majority, &scene->flags[towers_place(scene->heights, option->tower)], points);
    while (seats[effect.place] != hand->viewer)
        effect.place++;
    effect.sum = majority.sums[hand->viewer];
    effect.points = points[hand->viewer];
    return effect;
}

static void say_effect(const struct towers_hand *hand, const struct towers_option *option,
                       struct text *out)
{
    const struct effect effect = effect_of(hand, option);
    char letter[] = {tower_letter(option->tower), '\0'};
    words_say(hand->scene->telling->words, out, "towers.hand.effect", SAY_NUMBER(effect.sum),
              SAY_TEXT(letter), SAY_NUMBER(effect.place + 1), SAY_NUMBER(effect.points));
}

/* -- Drawn ------------------------------------------------------------------------------------- */

/* A text that is too wide to stand beside its label gets a row of its own. */
static void draw_row(struct sheet *sheet, enum paint paint, const char *label, const char *text)
{
    unsigned end = canvas_write(&sheet->canvas, sheet->row, 0, paint, label);
    unsigned column = end + 1 > sheet->column ? end + 1 : sheet->column;
    if (column + display_width(text) > sheet->canvas.width) {
        sheet->row++;
        column = INDENT;
    }
    canvas_write(&sheet->canvas, sheet->row++, column, PAINT_NONE, text);
}

static void draw_cards(struct sheet *sheet)
{
    const struct towers_hand *hand = sheet->hand;
    char cards_buffer[64], tokens_buffer[64], line_buffer[LINE_BYTES];
    struct text cards = TEXT_IN(cards_buffer), tokens = TEXT_IN(tokens_buffer);
    struct text line = TEXT_IN(line_buffer);
    tower_print_cards(hand->cards, &cards);
    print_tokens(hand, &tokens);
    text_add(&line, cards.bytes);
    if (hand->note[0] != '\0')
        text_add_format(&line, "   (%s)", hand->note);
    bool fits = sheet->column + display_width(line.bytes) <= sheet->canvas.width;
    draw_row(sheet, PAINT_FAINT, hand->cards_label, fits ? line.bytes : cards.bytes);
    if (!fits)
        canvas_write(&sheet->canvas, sheet->row++, INDENT, PAINT_NONE, hand->note);
    draw_row(sheet, PAINT_FAINT, hand->tokens_label, tokens.bytes);
}

static unsigned cell_columns(const struct sheet *sheet)
{
    unsigned columns = (sheet->canvas.width - sheet->column) / TOWER_STOREYS_MAX;
    return columns < CELL_COLUMNS ? columns : CELL_COLUMNS;
}

static void draw_cell(struct sheet *sheet, unsigned storeys, const char *text)
{
    canvas_write(&sheet->canvas, sheet->row, sheet->column + (storeys - 1) * cell_columns(sheet),
                 PAINT_NONE, text);
}

/* The tower's height and place after 1, 2 and 3 storeys. */
static void draw_build(struct sheet *sheet, unsigned tower)
{
    char buffer[LINE_BYTES], letter[] = {tower_letter(tower), '\0'};
    struct text label = TEXT_IN(buffer);
    words_say(sheet->words, &label, "towers.hand.build", SAY_TEXT(letter));
    canvas_write(&sheet->canvas, sheet->row, 0, PAINT_TITLE, label.bytes);
    for (unsigned storeys = 1; storeys <= TOWER_STOREYS_MAX; storeys++) {
        uint8_t heights[TOWERS];
        char cell_buffer[64];
        struct text cell = TEXT_IN(cell_buffer);
        for (unsigned other = 0; other < TOWERS; other++)
            heights[other] =
                (uint8_t)(sheet->hand->scene->heights[other] + (other == tower ? storeys : 0));
        words_say(sheet->words, &cell, "towers.hand.built", SAY_NUMBER(heights[tower]),
                  SAY_NUMBER(towers_place(heights, tower) + 1));
        draw_cell(sheet, storeys, cell.bytes);
    }
    sheet->row++;
}

static void draw_builds(struct sheet *sheet)
{
    const struct towers_hand *hand = sheet->hand;
    char buffer[64];
    struct text label = TEXT_IN(buffer);
    words_say_plain(sheet->words, &label, "towers.hand.storeys");
    canvas_write(&sheet->canvas, sheet->row, 0, PAINT_FAINT, label.bytes);
    for (unsigned storeys = 1; storeys <= TOWER_STOREYS_MAX; storeys++)
        draw_cell(sheet, storeys, (const char[]){(char)('0' + storeys), '\0'});
    sheet->row++;
    for (unsigned tower = 0; tower < TOWERS; tower++)
        if (hand->cards[tower] > 0)
            draw_build(sheet, tower);
    if (hand->after_label == NULL)
        return;
    canvas_write(&sheet->canvas, sheet->row, 0, PAINT_FAINT, hand->after_label);
    for (unsigned storeys = 1; storeys <= TOWER_STOREYS_MAX; storeys++)
        draw_cell(sheet, storeys, hand->after[storeys - 1]);
    sheet->row++;
}

static void draw_option(struct sheet *sheet, const struct towers_option *option)
{
    char move_buffer[GAME_MOVE_SAID_MAX], effect_buffer[LINE_BYTES];
    struct text move = TEXT_IN(move_buffer), effect = TEXT_IN(effect_buffer);
    game_move_say(sheet->hand->game, option->move, sheet->words, &move);
    if (option->value > 0)
        say_effect(sheet->hand, option, &effect);
    else if (option->note != NULL)
        text_add(&effect, option->note);
    draw_row(sheet, PAINT_TITLE, move.bytes, effect.bytes);
}

static void draw(const struct towers_hand *hand, struct text *out)
{
    struct sheet sheet = {
        .hand = hand, .words = hand->scene->telling->words, .column = LABEL_COLUMNS};
    frame_open_hand(&sheet.canvas, hand->scene->telling);
    draw_cards(&sheet);
    if (hand->to_build)
        draw_builds(&sheet);
    for (unsigned i = 0; i < hand->option_count; i++)
        draw_option(&sheet, &hand->options[i]);
    canvas_draw(&sheet.canvas, true, out);
}

/* -- In one row -------------------------------------------------------------------------------- */

/* `bet 3 A (+8), bet 3 C (+3), pass`. */
static void say_options(const struct towers_hand *hand, struct text *out)
{
    for (unsigned i = 0; i < hand->option_count; i++) {
        const struct towers_option *option = &hand->options[i];
        text_add(out, i > 0 ? ", " : "");
        game_move_say(hand->game, option->move, hand->scene->telling->words, out);
        unsigned points = option->value > 0 ? effect_of(hand, option).points : 0;
        if (points > 0)
            text_add_format(out, " (+%u)", points);
    }
}

/* `build A or E by 1, 2 or 3`. */
static void say_builds(const struct towers_hand *hand, struct text *out)
{
    char buffer[64];
    struct text towers = TEXT_IN(buffer);
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        if (hand->cards[tower] == 0)
            continue;
        text_separate(&towers, ", ");
        text_add_char(&towers, tower_letter(tower));
    }
    words_say(hand->scene->telling->words, out, "towers.hand.builds", SAY_TEXT(towers.bytes));
}

static void say_row(const struct towers_hand *hand, struct text *out)
{
    const char *separator = telling_separator(hand->scene->telling);
    char buffer[64];
    struct text tokens = TEXT_IN(buffer);
    print_tokens(hand, &tokens);
    tower_print_cards(hand->cards, out);
    text_add_format(out, "%s%s %s", separator, hand->tokens_word, tokens.bytes);
    if (hand->to_build || hand->option_count > 0)
        text_add(out, separator);
    if (hand->to_build)
        say_builds(hand, out);
    say_options(hand, out);
}

void towers_say_hand(const struct towers_hand *hand, struct text *out)
{
    if (frame_hand_is_row(hand->scene->telling))
        say_row(hand, out);
    else
        draw(hand, out);
}
