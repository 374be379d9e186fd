/* The captions of the table. games/shared/towers_picture.c draws towers and players. */
#include <string.h>

#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/shared/names.h"

enum { CAPTION_BYTES = 256 };

struct drawing {
    const struct intermezzo_board *board;
    const struct telling *telling;
};

static bool is_playing(const struct intermezzo_board *board)
{
    return board->step != INTERMEZZO_DEAL && board->step != INTERMEZZO_END;
}

static void add_to_turn(struct towers_turn *turn, const struct intermezzo_move *move)
{
    switch (move->action) {
    case INTERMEZZO_BUILD:
        turn->tower = move->tower;
        turn->storeys = move->number;
        break;
    case INTERMEZZO_MARK:
    case INTERMEZZO_SHIFT:
        turn->on = move->tower;
        turn->value = turn->storeys;
        turn->from = move->action == INTERMEZZO_SHIFT ? move->from : TOWER_NONE;
        break;
    case INTERMEZZO_TAKE:
        turn->taken = move->tower;
        break;
    default:;
    }
}

static struct towers_turn last_turn(const struct intermezzo_board *board)
{
    struct towers_turn turn = {.seat = board->last_seat, .from = TOWER_NONE, .taken = TOWER_NONE};
    for (unsigned i = 0; i < board->last_count; i++) {
        struct intermezzo_move move;
        intermezzo_move_unpack(board->last[i], &move);
        add_to_turn(&turn, &move);
    }
    return turn;
}

struct towers_scene intermezzo_scene(const struct intermezzo_board *board,
                                     const struct telling *telling,
                                     uint8_t points[INTERMEZZO_SEATS])
{
    for (unsigned seat = 0; seat < board->players; seat++)
        points[seat] = board->step == INTERMEZZO_END ? board->last_scoring.before[seat]
                                                     : (uint8_t)intermezzo_points(board, seat);
    return (struct towers_scene){.telling = telling,
                                 .players = board->players,
                                 .mover = is_playing(board) ? board->mover : GAME_SPECTATOR,
                                 .heights = board->heights,
                                 .majorities = board->markers,
                                 .tokens = board->left,
                                 .points = board->scorings > 0 ? points : NULL,
                                 .flags = intermezzo_flags(board->players, board->scorings > 0),
                                 .last = last_turn(board),
                                 .markers = true};
}

/* -- Who must do what -------------------------------------------------------------------------- */

static void say_seats(const struct drawing *drawing, seat_set seats, unsigned columns,
                      const char *message, struct text *out)
{
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    unsigned first = (unsigned)__builtin_ctz(seats);
    names_list(drawing->telling, seats, columns, &names);
    words_say(drawing->telling->words, out, message, SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(seats)),
              SAY_NUMBER(intermezzo_points(drawing->board, first)),
              SAY_NUMBER(intermezzo_highest_chip(drawing->board, first)));
}

static void say_head(const void *about, unsigned columns, bool brief, struct text *out)
{
    const struct drawing *drawing = about;
    const struct intermezzo_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char name_buffer[128], choice_buffer[GAME_CHOICE_BYTES];
    struct text name = TEXT_IN(name_buffer), choice = TEXT_IN(choice_buffer);
    if (board->step == INTERMEZZO_END) {
        say_seats(drawing, intermezzo_leaders(board), columns,
                  brief ? "towers.head.won-brief" : "towers.head.won", out);
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    bool marking = board->step == INTERMEZZO_MARK_STEP;
    if (!marking && board->step != INTERMEZZO_TAKE_STEP) {
        words_say(words, out, "towers.head.build", SAY_TEXT(name.bytes));
        return;
    }
    if (brief) {
        words_say(words, out,
                  marking ? "campanile-intermezzo.head.mark" : "campanile-intermezzo.head.take",
                  SAY_TEXT(name.bytes));
        return;
    }
    game_move moves[INTERMEZZO_LEGAL_MAX];
    size_t count = intermezzo_legal(board, NULL, moves);
    game_choice_say(&campanile_intermezzo_game, moves, count, words, &choice);
    words_say(words, out, "towers.head.choice", SAY_TEXT(name.bytes), SAY_TEXT(choice.bytes));
}

/* -- The cards --------------------------------------------------------------------------------- */

static char shown_card(const struct intermezzo_board *board, unsigned slot)
{
    return board->display[slot] == TOWER_NONE ? '-' : tower_letter(board->display[slot]);
}

void intermezzo_print_display(const struct intermezzo_board *board, const char *separator,
                              struct text *out)
{
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++) {
        text_separate(out, separator);
        text_add_char(out, shown_card(board, slot));
    }
}

/* When the next scoring comes, as an index of messages. */
enum next { NEXT_INTERMEZZO, NEXT_FINITO, NEXT_ANY, NEXT_NONE, NEXT_COUNT };

static enum next next_of(const struct intermezzo_board *board)
{
    if (board->step == INTERMEZZO_END)
        return NEXT_NONE;
    if (board->scorings == 0)
        return NEXT_INTERMEZZO;
    return board->deck_left <= INTERMEZZO_FINITO_PLACES ? NEXT_ANY : NEXT_FINITO;
}

static void say_next(const struct drawing *drawing, const char *const messages[NEXT_COUNT],
                     struct text *out)
{
    words_say(drawing->telling->words, out, messages[next_of(drawing->board)],
              SAY_NUMBER(drawing->board->deck_left),
              SAY_NUMBER(intermezzo_takes_to_intermezzo(drawing->board)),
              SAY_NUMBER(drawing->board->about));
}

static const char *const games[] = {
    "campanile-intermezzo.narrow.intermezzo", "campanile-intermezzo.narrow.finito",
    "campanile-intermezzo.narrow.finito", "campanile-intermezzo.narrow.end"};
static const char *const supplies[] = {
    "campanile-intermezzo.supplies.intermezzo", "campanile-intermezzo.supplies.finito",
    "campanile-intermezzo.supplies.any", "campanile-intermezzo.supplies.end"};
static const char *const first_notes[] = {
    "campanile-intermezzo.note.intermezzo", "campanile-intermezzo.note.finito",
    "campanile-intermezzo.note.any", "campanile-intermezzo.note.end"};
static const char *const second_notes[] = {
    "campanile-intermezzo.note.intermezzo-when", "campanile-intermezzo.note.finito-when",
    "campanile-intermezzo.note.any-when", "campanile-intermezzo.note.end-when"};

static void say_game(const struct drawing *drawing, struct text *out)
{
    enum picture_size size = drawing->telling->size;
    words_say_plain(drawing->telling->words, out,
                    size == PICTURE_WIDE || size == PICTURE_LARGE
                        ? "campanile-intermezzo.name"
                        : "campanile-intermezzo.picture.name");
    if (size != PICTURE_NARROW)
        return;
    text_add(out, telling_separator(drawing->telling));
    say_next(drawing, games, out);
}

/* `shown A C E · 16 cards left, Finito among the last 11`. In a narrow picture it is the display
 * alone, and nothing while the display is what can be done. */
static void say_supplies(const struct drawing *drawing, struct text *out)
{
    bool narrow = drawing->telling->size == PICTURE_NARROW;
    char buffer[32];
    struct text display = TEXT_IN(buffer);
    if (narrow && drawing->board->step == INTERMEZZO_TAKE_STEP)
        return;
    intermezzo_print_display(drawing->board, " ", &display);
    words_say(drawing->telling->words, out, "campanile-intermezzo.supplies.shown",
              SAY_TEXT(display.bytes));
    if (narrow)
        return;
    text_add(out, telling_separator(drawing->telling));
    say_next(drawing, supplies, out);
}

static void say_notes(const struct drawing *drawing, struct text notes[TOWERS_NOTES_MAX])
{
    const struct words *words = drawing->telling->words;
    words_say_plain(words, &notes[0], "campanile-intermezzo.note.take");
    text_add(&notes[1], "   ");
    intermezzo_print_display(drawing->board, "  ", &notes[1]);
    words_say(words, &notes[2], "campanile-intermezzo.note.deck",
              SAY_NUMBER(drawing->board->deck_left));
    say_next(drawing, first_notes, &notes[4]);
    say_next(drawing, second_notes, &notes[5]);
}

static void say_legend(const struct drawing *drawing, struct text *out)
{
    say_next(drawing, supplies, out);
    text_add(out, "; ");
    words_say_plain(drawing->telling->words, out, "campanile-intermezzo.picture.legend");
}

void intermezzo_picture(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas)
{
    const struct drawing drawing = {&OWN(intermezzo, view)->board, telling};
    const struct words *words = telling->words;
    char buffers[7][CAPTION_BYTES], note_buffers[TOWERS_NOTES_MAX][CAPTION_BYTES];
    struct text texts[7], notes[TOWERS_NOTES_MAX];
    uint8_t points[INTERMEZZO_SEATS];
    for (unsigned i = 0; i < 7; i++)
        texts[i] = TEXT_IN(buffers[i]);
    for (unsigned i = 0; i < TOWERS_NOTES_MAX; i++)
        notes[i] = TEXT_IN(note_buffers[i]);
    words_say_plain(words, &texts[0], "campanile-intermezzo.picture.name");
    say_game(&drawing, &texts[1]);
    words_say_plain(words, &texts[2], "campanile-intermezzo.picture.flags");
    say_supplies(&drawing, &texts[3]);
    say_legend(&drawing, &texts[4]);
    words_say_plain(words, &texts[5], "campanile-intermezzo.picture.to-take");
    words_say_plain(words, &texts[6], "towers.picture.left");
    say_notes(&drawing, notes);
    struct towers_captions captions = {.say = say_head,
                                       .drawing = &drawing,
                                       .name = texts[0].bytes,
                                       .game = texts[1].bytes,
                                       .flags =
                                           telling->size == PICTURE_NARROW ? NULL : texts[2].bytes,
                                       .supplies = texts[3].bytes,
                                       .legend = texts[4].bytes,
                                       .cards_head = texts[5].bytes,
                                       .left = texts[6].bytes};
    for (unsigned i = 0; i < TOWERS_NOTES_MAX; i++)
        captions.notes[i] = notes[i].bytes;
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++)
        captions.cards[slot] =
            (struct towers_card){.label = "", .letter = shown_card(drawing.board, slot)};
    struct towers_scene scene = intermezzo_scene(drawing.board, telling, points);
    towers_draw(&scene, &captions, canvas);
}

/* -- The scoring ------------------------------------------------------------------------------- */

/* Says who is ahead or has won, and why if the points are equal; how many they are where their
 * names don't fit. */
static void say_verdict(const void *about, unsigned columns, struct text *out)
{
    const struct drawing *drawing = about;
    const struct intermezzo_board *board = drawing->board;
    seat_set winners = intermezzo_leaders(board), most = intermezzo_seats_with_most(board);
    bool finito = board->last_scoring.finito;
    seat_set best = finito ? winners : most;
    if (columns <= NAME_COLUMNS_MIN && __builtin_popcount(best) > 1)
        words_say(drawing->telling->words, out,
                  finito ? "towers.scoring.won-brief" : "towers.scoring.leads-brief",
                  SAY_NUMBER(__builtin_popcount(best)),
                  SAY_NUMBER(intermezzo_points(board, (unsigned)__builtin_ctz(best))));
    else if (!finito)
        say_seats(drawing, most, columns, "towers.scoring.leads", out);
    else
        say_seats(drawing, winners, columns,
                  winners == most ? "towers.head.won" : "campanile-intermezzo.scoring.won-by-chip",
                  out);
}

void intermezzo_scoring(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas)
{
    const struct drawing drawing = {&OWN(intermezzo, view)->board, telling};
    const struct intermezzo_scoring *scoring = &drawing.board->last_scoring;
    uint8_t points[INTERMEZZO_SEATS];
    struct towers_scene scene = intermezzo_scene(drawing.board, telling, points);
    if (drawing.board->scorings == 0)
        return;
    scene.heights = scoring->heights;
    scene.majorities = scoring->markers;
    scene.flags = intermezzo_flags(drawing.board->players, scoring->finito);
    scene.points = scoring->finito ? scoring->before : NULL;
    const struct towers_scoring texts = {.title = scoring->finito ? "Finito" : "Intermezzo",
                                         .verdict = say_verdict,
                                         .about = &drawing};
    towers_draw_scoring(&scene, &texts, canvas);
}
