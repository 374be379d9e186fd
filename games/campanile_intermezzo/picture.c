/* The captions of the table. games/shared/towers_picture.c draws towers and players. */
#include "games/campanile_intermezzo/campanile_intermezzo.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

static struct towers_scene scene_of(const struct intermezzo_board *board,
                                    const struct telling *telling)
{
    bool playing = board->step != INTERMEZZO_DEAL && board->step != INTERMEZZO_END;
    return (struct towers_scene){.telling = telling,
                                 .players = board->players,
                                 .mover = playing ? board->mover : GAME_SPECTATOR,
                                 .heights = board->heights,
                                 .majorities = board->markers,
                                 .tokens = board->left,
                                 .flags = intermezzo_flags(board->players, board->scorings > 0)};
}

static bool is_shared(seat_set seats)
{
    return (seats & (seats - 1)) != 0;
}

/* Says who acts, or who has won. */
static void say_actor(const struct intermezzo_board *board, const struct telling *telling,
                      struct text *out)
{
    seat_set seats =
        board->step == INTERMEZZO_END ? intermezzo_leaders(board) : SEAT_BIT(board->mover);
    if (is_shared(seats))
        words_say_plain(telling->words, out, "campanile-intermezzo.picture.shared-short");
    else
        names_join_fitted(telling, seats, TOWERS_NAME_COLUMNS, "", out);
}

static void say_situation(const struct intermezzo_board *board, const struct telling *telling,
                          const char *actor, struct text *out)
{
    const char *message = "campanile-intermezzo.picture.build";
    if (board->step == INTERMEZZO_END)
        message = is_shared(intermezzo_leaders(board)) ? "campanile-intermezzo.picture.shared"
                                                       : "campanile-intermezzo.picture.won";
    else if (board->step == INTERMEZZO_MARK_STEP)
        message = "campanile-intermezzo.picture.mark";
    else if (board->step == INTERMEZZO_TAKE_STEP)
        message = "campanile-intermezzo.picture.take";
    words_say(telling->words, out, message, SAY_TEXT(actor));
}

/* `A C E`; an empty place shows a dash. */
static void add_display(const struct intermezzo_board *board, struct text *out)
{
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++) {
        text_separate(out, " ");
        text_add_char(out, board->display[slot] == TOWER_NONE ? '-'
                                                              : tower_letter(board->display[slot]));
    }
}

/* The notes beside the towers: the display, the deck and when the next scoring comes. */
struct notes {
    char lines[TOWERS_NOTES_MAX][64];
};

static void say_notes(const struct intermezzo_board *board, const struct telling *telling,
                      struct notes *notes)
{
    const struct words *words = telling->words;
    struct text lines[TOWERS_NOTES_MAX];
    for (unsigned i = 0; i < TOWERS_NOTES_MAX; i++)
        lines[i] = TEXT_IN(notes->lines[i]);
    words_say_plain(words, &lines[0], "campanile-intermezzo.picture.display-head");
    text_add(&lines[1], "  ");
    add_display(board, &lines[1]);
    words_say(words, &lines[2], "campanile-intermezzo.picture.deck", SAY_NUMBER(board->deck_left));
    bool over = board->step == INTERMEZZO_END;
    words_say_plain(words, &lines[3],
                    board->scorings == 0 ? "campanile-intermezzo.picture.intermezzo"
                                         : "campanile-intermezzo.picture.finito");
    if (board->scorings == 0)
        words_say(words, &lines[4], "campanile-intermezzo.picture.after",
                  SAY_NUMBER(intermezzo_takes_to_intermezzo(board)));
    else if (!over && board->deck_left <= INTERMEZZO_FINITO_PLACES)
        words_say_plain(words, &lines[4], "campanile-intermezzo.picture.any-time");
    else if (!over)
        words_say(words, &lines[4], "campanile-intermezzo.picture.from",
                  SAY_NUMBER(board->deck_left - INTERMEZZO_FINITO_PLACES + 1));
}

void intermezzo_picture(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas)
{
    const struct intermezzo_board *board = &OWN(intermezzo, view)->board;
    bool ascii = telling_is_ascii(telling);
    char title_buffer[128], name_buffer[64], situation_buffer[128], actor_buffer[64];
    char supplies_buffer[128], display_buffer[16], compact_buffer[32];
    struct text title = TEXT_IN(title_buffer), name = TEXT_IN(name_buffer);
    struct text situation = TEXT_IN(situation_buffer), actor = TEXT_IN(actor_buffer);
    struct text supplies = TEXT_IN(supplies_buffer), display = TEXT_IN(display_buffer);
    struct text compact = TEXT_IN(compact_buffer);
    struct notes notes;
    uint8_t points[INTERMEZZO_SEATS];
    struct towers_scene scene = scene_of(board, telling);
    struct towers_captions captions = {.title = title_buffer,
                                       .name = name_buffer,
                                       .situation = situation_buffer,
                                       .actor = actor_buffer,
                                       .supplies = supplies_buffer,
                                       .compact_supplies = compact_buffer,
                                       .game = &campanile_intermezzo_game,
                                       .last = board->last,
                                       .last_count = board->last_count,
                                       .last_seat = board->last_seat};
    for (unsigned seat = 0; seat < board->players && seat < INTERMEZZO_SEATS; seat++)
        points[seat] = (uint8_t)intermezzo_points(board, seat);
    scene.points = board->scorings > 0 ? points : NULL;
    words_say(telling->words, &title,
              ascii ? "campanile-intermezzo.picture.title-ascii"
                    : "campanile-intermezzo.picture.title",
              SAY_NUMBER(board->turn));
    words_say_plain(telling->words, &name, "campanile-intermezzo.picture.name");
    say_actor(board, telling, &actor);
    say_situation(board, telling, actor.bytes, &situation);
    add_display(board, &display);
    words_say(telling->words, &supplies,
              ascii ? "campanile-intermezzo.picture.supplies-ascii"
                    : "campanile-intermezzo.picture.supplies",
              SAY_TEXT(display.bytes), SAY_NUMBER(board->deck_left));
    text_add_format(&compact, "%s/%u", display.bytes, board->deck_left);
    say_notes(board, telling, &notes);
    for (unsigned i = 0; i < TOWERS_NOTES_MAX; i++)
        captions.notes[i] = notes.lines[i];
    towers_draw(&scene, &captions, canvas);
}

/* Says who is ahead or has won, and why if the points are equal. Long names are cut until the line
 * fits. */
static void say_verdict(const struct intermezzo_board *board, const struct telling *telling,
                        unsigned width, struct text *out)
{
    seat_set winners = intermezzo_leaders(board);
    const char *message = "campanile-intermezzo.scoring.won";
    unsigned first = 0;
    while (!(winners & SEAT_BIT(first)))
        first++;
    if (is_shared(winners))
        message = "campanile-intermezzo.scoring.shared";
    else if (intermezzo_seats_with_most(board) != winners)
        message = "campanile-intermezzo.scoring.won-by-chip";
    for (unsigned columns = TOWERS_NAME_COLUMNS; columns > 0; columns--) {
        char buffer[512];
        struct text names = TEXT_IN(buffer);
        names_join_fitted(telling, winners, columns, ", ", &names);
        text_clear(out);
        words_say(telling->words, out, message, SAY_TEXT(names.bytes),
                  SAY_NUMBER(intermezzo_highest_chip(board, first)));
        if (display_width(out->bytes) <= width)
            return;
    }
}

void intermezzo_scoring(const struct game_view *view, const struct telling *telling,
                        struct canvas *canvas)
{
    const struct intermezzo_board *board = &OWN(intermezzo, view)->board;
    const struct intermezzo_scoring *scoring = &board->last_scoring;
    char title_buffer[64], verdict_buffer[640];
    struct text title = TEXT_IN(title_buffer), verdict = TEXT_IN(verdict_buffer);
    struct towers_scene scene = scene_of(board, telling);
    if (board->scorings == 0)
        return;
    scene.heights = scoring->heights;
    scene.majorities = scoring->markers;
    scene.flags = intermezzo_flags(board->players, scoring->finito);
    words_say_plain(telling->words, &title,
                    scoring->finito ? "campanile-intermezzo.picture.finito"
                                    : "campanile-intermezzo.picture.intermezzo");
    if (scoring->finito)
        say_verdict(board, telling, canvas->width, &verdict);
    struct towers_scoring texts = {.title = title.bytes,
                                   .before = scoring->finito ? scoring->before : NULL,
                                   .verdict = verdict.bytes};
    towers_draw_scoring(&scene, &texts, canvas);
}
