/* The captions of the table. games/shared/towers_picture.c draws towers and players. */
#include "games/campanile/campanile.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

enum { CAPTION_BYTES = 256 };

struct drawing {
    const struct campanile_board *board;
    const struct telling *telling;
};

static struct towers_turn last_turn(const struct campanile_board *board)
{
    struct towers_turn turn = {.seat = board->last_seat, .from = TOWER_NONE, .taken = TOWER_NONE};
    for (unsigned i = 0; i < board->last_count; i++) {
        struct campanile_move move;
        campanile_move_unpack(board->last[i], &move);
        if (move.action == CAMPANILE_BUILD) {
            turn.tower = move.tower;
            turn.storeys = move.number;
        } else if (move.action == CAMPANILE_BET) {
            turn.on = move.tower;
            turn.value = move.number;
        }
    }
    return turn;
}

struct towers_scene campanile_scene(const struct campanile_board *board,
                                    const struct telling *telling)
{
    bool playing = board->step == CAMPANILE_BUILD_STEP || board->step == CAMPANILE_BET_STEP;
    return (struct towers_scene){.telling = telling,
                                 .players = board->players,
                                 .mover = playing ? board->mover : GAME_SPECTATOR,
                                 .heights = board->heights,
                                 .majorities = board->bets,
                                 .tokens = board->tokens,
                                 .flags = campanile_flags,
                                 .last = last_turn(board)};
}

/* -- Who must do what -------------------------------------------------------------------------- */

static void say_winners(const struct drawing *drawing, unsigned columns, const char *message,
                        struct text *out)
{
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    struct game_event won = {.kind = CAMPANILE_WON};
    campanile_fill_won(drawing->board, &won);
    seat_set winners = (seat_set)won.details[CAMPANILE_SEATS];
    unsigned first = (unsigned)__builtin_ctz(winners);
    names_list(drawing->telling, winners, columns, &names);
    words_say(drawing->telling->words, out, message, SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(winners)), SAY_NUMBER(won.details[first]));
}

static void say_head(const void *about, unsigned columns, bool brief, struct text *out)
{
    const struct drawing *drawing = about;
    const struct campanile_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char name_buffer[128], choice_buffer[GAME_CHOICE_BYTES];
    struct text name = TEXT_IN(name_buffer), choice = TEXT_IN(choice_buffer);
    if (board->step == CAMPANILE_END) {
        say_winners(drawing, columns, brief ? "towers.head.won-brief" : "towers.head.won", out);
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    if (board->step != CAMPANILE_BET_STEP) {
        words_say(words, out, "towers.head.build", SAY_TEXT(name.bytes));
        return;
    }
    if (brief) {
        words_say(words, out, "campanile.head.bet", SAY_TEXT(name.bytes));
        return;
    }
    game_move moves[CAMPANILE_LEGAL_MAX];
    size_t count = campanile_legal(board, NULL, moves);
    game_choice_say(&campanile_game, moves, count, words, &choice);
    words_say(words, out, "towers.head.choice", SAY_TEXT(name.bytes), SAY_TEXT(choice.bytes));
}

/* -- The piles --------------------------------------------------------------------------------- */

static char shown_card(const struct campanile_board *board, unsigned pile)
{
    return board->face_up[pile] == TOWER_NONE ? '-' : tower_letter(board->face_up[pile]);
}

/* One row: `build 1 draws A (8 left) · 2 draws C (9) · 3 draws C (13)`; without the numbers of
 * cards in a narrow picture. */
static void say_piles(const struct drawing *drawing, struct text *out)
{
    static const char *const narrow[] = {"campanile.supplies.narrow-1",
                                         "campanile.supplies.narrow-2",
                                         "campanile.supplies.narrow-2"};
    static const char *const whole[] = {"campanile.supplies.pile-1", "campanile.supplies.pile-2",
                                        "campanile.supplies.pile-2"};
    bool is_narrow = drawing->telling->size == PICTURE_NARROW;
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        char card[] = {shown_card(drawing->board, pile), '\0'};
        text_separate(out, is_narrow ? ", " : telling_separator(drawing->telling));
        words_say(drawing->telling->words, out, (is_narrow ? narrow : whole)[pile],
                  SAY_NUMBER(pile + 1), SAY_TEXT(card),
                  SAY_NUMBER(drawing->board->pile_left[pile]));
    }
}

static void say_game(const struct drawing *drawing, struct text *out)
{
    const struct campanile_board *board = drawing->board;
    words_say(drawing->telling->words, out, "campanile.head.game", SAY_NUMBER(board->turn));
    if (drawing->telling->size != PICTURE_NARROW)
        return;
    text_add(out, telling_separator(drawing->telling));
    words_say(drawing->telling->words, out, "campanile.head.piles", SAY_NUMBER(board->pile_left[0]),
              SAY_NUMBER(board->pile_left[1]), SAY_NUMBER(board->pile_left[2]));
}

void campanile_picture(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas)
{
    static const char *const labels[CAMPANILE_PILES] = {"1", "2", "3"};
    const struct drawing drawing = {&OWN(campanile, view)->board, telling};
    const struct campanile_board *board = drawing.board;
    const struct words *words = telling->words;
    char buffers[7][CAPTION_BYTES], note_buffers[CAMPANILE_PILES][CAPTION_BYTES];
    struct text texts[7];
    for (unsigned i = 0; i < 7; i++)
        texts[i] = TEXT_IN(buffers[i]);
    words_say_plain(words, &texts[0], "campanile.name");
    say_game(&drawing, &texts[1]);
    words_say_plain(words, &texts[2], "campanile.picture.flags");
    words_say_plain(words, &texts[3], "campanile.picture.build-draws");
    say_piles(&drawing, &texts[4]);
    words_say_plain(words, &texts[5], "campanile.picture.legend");
    words_say_plain(words, &texts[6], "towers.picture.tokens-left");
    struct towers_captions captions = {.say = say_head,
                                       .drawing = &drawing,
                                       .name = texts[0].bytes,
                                       .game = texts[1].bytes,
                                       .flags = texts[2].bytes,
                                       .notes = {texts[3].bytes},
                                       .supplies = texts[4].bytes,
                                       .legend = texts[5].bytes,
                                       .cards_head = texts[3].bytes,
                                       .left = texts[6].bytes};
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        char card[] = {shown_card(board, pile), '\0'};
        struct text note = TEXT_IN(note_buffers[pile]);
        words_say(words, &note, "campanile.picture.pile", SAY_NUMBER(pile + 1), SAY_TEXT(card),
                  SAY_NUMBER(board->pile_left[pile]));
        captions.notes[1 + pile] = note_buffers[pile];
        captions.cards[pile] = (struct towers_card){labels[pile], card[0], board->pile_left[pile]};
    }
    struct towers_scene scene = campanile_scene(board, telling);
    towers_draw(&scene, &captions, canvas);
}

/* -- The scoring ------------------------------------------------------------------------------- */

/* Says who is ahead or has won; how many they are where their names don't fit. */
static void say_verdict(const void *about, unsigned columns, struct text *out)
{
    const struct drawing *drawing = about;
    bool over = drawing->board->step == CAMPANILE_END;
    uint8_t points[CAMPANILE_SEATS];
    seat_set best = campanile_score(drawing->board, points);
    if (columns <= NAME_COLUMNS_MIN && __builtin_popcount(best) > 1)
        words_say(drawing->telling->words, out,
                  over ? "towers.scoring.won-brief" : "towers.scoring.leads-brief",
                  SAY_NUMBER(__builtin_popcount(best)), SAY_NUMBER(points[__builtin_ctz(best)]));
    else
        say_winners(drawing, columns, over ? "towers.head.won" : "towers.scoring.leads", out);
}

static bool has_points(const struct campanile_board *board)
{
    uint8_t points[CAMPANILE_SEATS];
    seat_set best = campanile_score(board, points);
    return points[__builtin_ctz(best)] > 0;
}

void campanile_scoring(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas)
{
    const struct drawing drawing = {&OWN(campanile, view)->board, telling};
    char buffer[CAPTION_BYTES];
    struct text title = TEXT_IN(buffer);
    struct towers_scene scene = campanile_scene(drawing.board, telling);
    words_say_plain(telling->words, &title,
                    drawing.board->step == CAMPANILE_END ? "campanile.scoring.end"
                                                         : "campanile.scoring.now");
    const struct towers_scoring scoring = {
        .title = title.bytes,
        .verdict =
            drawing.board->step == CAMPANILE_END || has_points(drawing.board) ? say_verdict : NULL,
        .about = &drawing};
    towers_draw_scoring(&scene, &scoring, canvas);
}
