/* A round's scoring as a table that explains every point.
 *
 *     Pillars, round 2          Alice  Bruno  Carol   Dora
 *     own craftsmen won             3      4      1      2
 *     Ellen +2, Alfred -2           0      ·      ·      ·
 *     Waleran -3                    ·     -3      ·      ·
 *     sold by mixer, builder        2      4      5      3
 *     sold by the assistant         ·      ·      4      ·
 *     this round                    5      5     10      3
 *     points                   4 →  9 8 → 13 7 → 17 6 →  9
 *
 * The narrow size has the title, and the points before and after, in rows of their own.
 */
#include "games/pillars/drawing.h"
#include "games/shared/frame.h"
#include "games/shared/labels.h"
#include "games/shared/score_table.h"

enum { CELL_MIN = 7, LABEL_MAX = 25, NARROW_CELL = 6, CELL_BYTES = 64 };

/* How much is told, so that the table has no more rows than a picture. */
enum detail { ALL, WITHOUT_CONVERTERS, WITHOUT_CARDS };

struct sheet {
    struct pillars_drawing drawing;
    const struct pillars_evaluation *evaluation;
    struct score_table table;
    enum detail detail;
    unsigned row;
};

static bool is_narrow(const struct sheet *sheet)
{
    return sheet->drawing.telling->size == PICTURE_NARROW;
}

static unsigned players(const struct sheet *sheet)
{
    return sheet->drawing.board->players;
}

/* -- Where points come from -------------------------------------------------------------------- */

static int from_craftsmen(const struct sheet *sheet, uint8_t seat)
{
    return (int)card_set_count(sheet->evaluation->cards[seat] & pillars_craftsmen(seat));
}

static int from_painter(const struct sheet *sheet, uint8_t seat)
{
    return sheet->evaluation->painter_seat == seat;
}

static int from_assistant(const struct sheet *sheet, uint8_t seat)
{
    return sheet->evaluation->earned[seat][PILLARS_WITH_ASSISTANT];
}

/* By all others that convert. */
static int from_converters(const struct sheet *sheet, uint8_t seat)
{
    int points = 0;
    for (unsigned i = 0; i < PILLARS_CONVERTERS; i++)
        if (i != PILLARS_WITH_ASSISTANT)
            points += sheet->evaluation->earned[seat][i];
    return points;
}

/* The neutral cards that the seat has points for. */
static card_set counting_cards(const struct sheet *sheet, uint8_t seat)
{
    card_set counting = 0;
    for (card_set cards = sheet->evaluation->cards[seat]; cards != 0;) {
        uint8_t card = card_set_next(&cards);
        if (pillars_points(card) != 0)
            counting |= CARD_BIT(card);
    }
    return counting;
}

static int from_cards(const struct sheet *sheet, uint8_t seat)
{
    int points = 0;
    for (card_set cards = counting_cards(sheet, seat); cards != 0;)
        points += pillars_points(card_set_next(&cards));
    return points;
}

static int of_round(const struct sheet *sheet, uint8_t seat)
{
    return from_craftsmen(sheet, seat) + from_cards(sheet, seat) + from_painter(sheet, seat) +
           from_converters(sheet, seat) + from_assistant(sheet, seat);
}

/* -- Rows -------------------------------------------------------------------------------------- */

static struct flow label_at(const struct sheet *sheet)
{
    return (struct flow){
        .canvas = sheet->drawing.canvas, .width = sheet->table.label, .row = sheet->row};
}

/* Adds the words of a message one by one, so that a long label takes several rows. */
static void flow_label(struct sheet *sheet, struct flow *flow, const char *key)
{
    char buffer[CELL_BYTES * 2];
    struct text label = TEXT_IN(buffer);
    words_say_plain(sheet->drawing.telling->words, &label, key);
    for (char *word = label.bytes; word != NULL;) {
        char *end = word;
        while (*end != ' ' && *end != '\0')
            end++;
        bool last = *end == '\0';
        *end = '\0';
        flow_add(flow, " ", PAINT_FAINT, word);
        word = last ? NULL : end + 1;
    }
    sheet->row = flow->row;
}

typedef int source(const struct sheet *sheet, uint8_t seat);

/* Draws what each seat has from a source; nothing counts as `·`, unless all have something. */
static void draw_numbers(struct sheet *sheet, source *from, bool zeros)
{
    for (uint8_t seat = 0; seat < players(sheet); seat++) {
        int points = from(sheet, seat);
        if (points != 0 || zeros)
            score_table_number(&sheet->table, sheet->row, seat, points, false);
        else
            score_table_cell(&sheet->table, sheet->row, seat, PAINT_FAINT, "·");
    }
    sheet->row++;
}

static void draw_source(struct sheet *sheet, const char *key, source *from, bool always)
{
    bool any = always;
    struct flow flow = label_at(sheet);
    for (uint8_t seat = 0; seat < players(sheet); seat++)
        any |= from(sheet, seat) != 0;
    if (!any)
        return;
    flow_label(sheet, &flow, key);
    draw_numbers(sheet, from, always);
}

/* A row for the neutral cards of one seat. */
static void draw_cards(struct sheet *sheet, uint8_t owner)
{
    card_set cards = counting_cards(sheet, owner);
    struct flow flow = label_at(sheet);
    if (cards == 0)
        return;
    while (cards != 0) {
        uint8_t card = card_set_next(&cards);
        char buffer[CELL_BYTES];
        struct text item = TEXT_IN(buffer);
        words_say_plain(sheet->drawing.telling->words, &item, pillars_short_message(card));
        text_add_format(&item, " %+d", pillars_points(card));
        flow_add(&flow, ", ", PAINT_FAINT, item.bytes);
    }
    sheet->row = flow.row;
    for (uint8_t seat = 0; seat < players(sheet); seat++)
        if (seat == owner)
            score_table_number(&sheet->table, sheet->row, seat, from_cards(sheet, seat), false);
        else
            score_table_cell(&sheet->table, sheet->row, seat, PAINT_FAINT, "·");
    sheet->row++;
}

/* `sold by mixer, builder`: those that somebody sold with. */
static void draw_converters(struct sheet *sheet)
{
    const struct words *words = sheet->drawing.telling->words;
    struct flow flow = label_at(sheet);
    bool any = false;
    for (uint8_t converter = 0; converter < PILLARS_CONVERTERS; converter++) {
        unsigned earned = 0;
        for (uint8_t seat = 0; seat < players(sheet); seat++)
            earned += sheet->evaluation->earned[seat][converter];
        if (earned == 0 || converter == PILLARS_WITH_ASSISTANT)
            continue;
        char buffer[CELL_BYTES];
        struct text item = TEXT_IN(buffer);
        words_say_plain(words, &item, pillars_converter_message(converter));
        if (!any)
            flow_label(sheet, &flow, "pillars.scoring.sold");
        flow_add(&flow, any ? ", " : " ", PAINT_FAINT, item.bytes);
        any = true;
    }
    sheet->row = flow.row;
    if (any)
        draw_numbers(sheet, from_converters, false);
}

/* -- The points -------------------------------------------------------------------------------- */

static int points_before(const struct sheet *sheet, uint8_t seat)
{
    return sheet->evaluation->before[seat];
}

static int points_now(const struct sheet *sheet, uint8_t seat)
{
    return points_before(sheet, seat) + of_round(sheet, seat);
}

/* `4 →  9`, with the second number as wide as the widest. */
static void say_change(const struct sheet *sheet, uint8_t seat, struct text *out)
{
    int digits = 0;
    for (uint8_t each = 0; each < players(sheet); each++) {
        char buffer[16];
        struct text number = TEXT_IN(buffer);
        text_add_number(&number, points_now(sheet, each));
        digits = (int)number.length > digits ? (int)number.length : digits;
    }
    text_add_format(out, "%d → %*d", points_before(sheet, seat), digits, points_now(sheet, seat));
}

static void draw_points(struct sheet *sheet)
{
    if (is_narrow(sheet)) {
        draw_source(sheet, "pillars.scoring.before", points_before, true);
        draw_source(sheet, "pillars.scoring.round", of_round, true);
        draw_source(sheet, "pillars.scoring.now", points_now, true);
        return;
    }
    draw_source(sheet, "pillars.scoring.round", of_round, true);
    score_table_label(&sheet->table, sheet->row, "pillars.picture.label.points");
    for (uint8_t seat = 0; seat < players(sheet); seat++) {
        char buffer[CELL_BYTES];
        struct text change = TEXT_IN(buffer);
        say_change(sheet, seat, &change);
        score_table_cell(&sheet->table, sheet->row, seat, PAINT_TITLE, change.bytes);
    }
    sheet->row++;
}

/* -- All --------------------------------------------------------------------------------------- */

/* Gives each seat a column for the widest change of points, and the rest to the labels. */
static void measure(struct sheet *sheet)
{
    unsigned cell = is_narrow(sheet) ? NARROW_CELL : CELL_MIN;
    for (uint8_t seat = 0; seat < players(sheet) && !is_narrow(sheet); seat++) {
        char buffer[CELL_BYTES];
        struct text change = TEXT_IN(buffer);
        say_change(sheet, seat, &change);
        unsigned width = display_width(change.bytes) + 1;
        cell = width > cell ? width : cell;
    }
    unsigned label = sheet->drawing.canvas->width - players(sheet) * cell;
    sheet->table = (struct score_table){.telling = sheet->drawing.telling,
                                        .canvas = sheet->drawing.canvas,
                                        .players = players(sheet),
                                        .label = label > LABEL_MAX ? LABEL_MAX : label,
                                        .cell = cell};
}

static void draw_title(struct sheet *sheet)
{
    char buffer[CELL_BYTES];
    struct text title = TEXT_IN(buffer);
    words_say(sheet->drawing.telling->words, &title, "pillars.picture.title",
              SAY_NUMBER(sheet->evaluation->round));
    canvas_write(sheet->drawing.canvas, 0, 0, PAINT_TITLE, title.bytes);
    sheet->row = is_narrow(sheet) || display_width(title.bytes) >= sheet->table.label;
    score_table_names(&sheet->table, sheet->row++);
}

/* Who keeps the advantage card, and who got the King's trick, where there is room for it. */
static void draw_gifts(const struct sheet *sheet)
{
    const struct pillars_evaluation *evaluation = sheet->evaluation;
    const struct telling *telling = sheet->drawing.telling;
    char name_buffer[CELL_BYTES], buffer[CELL_BYTES * 2];
    struct text name = TEXT_IN(name_buffer), gift = TEXT_IN(buffer);
    struct flow flow = {
        .canvas = sheet->drawing.canvas, .width = sheet->drawing.canvas->width, .row = sheet->row};
    bool kept = evaluation->advantage_seat != PILLARS_NOBODY;
    if (kept)
        names_fit(telling, evaluation->advantage_seat, 7, &name);
    words_say(telling->words, &gift, kept ? "pillars.scoring.kept" : "pillars.scoring.not-kept",
              SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_card_message(evaluation->advantage)));
    if (flow.row < frames[sheet->drawing.telling->size].height)
        flow_add(&flow, "", PAINT_NONE, gift.bytes);
    if (evaluation->kings_seat == PILLARS_NOBODY ||
        flow.row + 1u >= frames[sheet->drawing.telling->size].height)
        return;
    text_clear(&name);
    text_clear(&gift);
    names_fit(telling, evaluation->kings_seat, 7, &name);
    words_say(telling->words, &gift, "pillars.picture.kings-trick", SAY_TEXT(name.bytes));
    flow_add(&flow, telling_separator(telling), PAINT_NONE, gift.bytes);
}

static void draw(struct sheet *sheet)
{
    measure(sheet);
    draw_title(sheet);
    draw_source(sheet, "pillars.scoring.craftsmen", from_craftsmen, true);
    for (uint8_t seat = 0; seat < players(sheet) && sheet->detail < WITHOUT_CARDS; seat++)
        draw_cards(sheet, seat);
    if (sheet->detail == WITHOUT_CARDS)
        draw_source(sheet, "pillars.scoring.cards", from_cards, false);
    draw_source(sheet, "pillars.scoring.painter", from_painter, false);
    if (sheet->detail == ALL)
        draw_converters(sheet);
    else
        draw_source(sheet, "pillars.scoring.sold-all", from_converters, false);
    draw_source(sheet, "pillars.scoring.assistant", from_assistant, false);
    draw_points(sheet);
}

/* During an evaluation this shows what is scored so far. */
void pillars_scoring_picture(const struct game_view *view, const struct telling *telling,
                             struct canvas *canvas)
{
    const struct pillars_board *board = &OWN(pillars, view)->board;
    struct canvas tried;
    struct sheet sheet = {.drawing = {board, telling, &tried}, .evaluation = &board->evaluation};
    if (board->evaluation.round == 0 || telling->size == PICTURE_SHORT) /* sentences say it */
        return;
    for (;;) {
        tried = *canvas;
        draw(&sheet);
        if (sheet.row <= frames[telling->size].height || sheet.detail == WITHOUT_CARDS)
            break;
        sheet.detail++;
    }
    draw_gifts(&sheet);
    *canvas = tried;
}
