/* The captions of the table. games/shared/towers_picture.c draws towers and players. */
#include "games/campanile/campanile.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

static struct towers_scene scene_of(const struct campanile_board *board,
                                    const struct telling *telling)
{
    bool playing = board->step == CAMPANILE_BUILD_STEP || board->step == CAMPANILE_BET_STEP;
    return (struct towers_scene){.telling = telling,
                                 .players = board->players,
                                 .mover = playing ? board->mover : GAME_SPECTATOR,
                                 .heights = board->heights,
                                 .majorities = board->bets,
                                 .tokens = board->tokens,
                                 .flags = campanile_flags};
}

/* Says who acts, or who has won. */
static void say_actor(const struct campanile_board *board, const struct telling *telling,
                      struct text *out)
{
    uint8_t points[CAMPANILE_SEATS];
    seat_set winners = campanile_score(board, points);
    unsigned seat = board->mover;
    if (board->step == CAMPANILE_END && (winners & (winners - 1))) {
        words_say_plain(telling->words, out, "campanile.picture.shared-short");
        return;
    }
    if (board->step == CAMPANILE_END)
        for (seat = 0; !(winners & SEAT_BIT(seat)); seat++)
            continue;
    names_fit(telling, seat, TOWERS_NAME_COLUMNS, out);
}

static void say_situation(const struct campanile_board *board, const struct telling *telling,
                          const char *actor, struct text *out)
{
    uint8_t points[CAMPANILE_SEATS];
    seat_set winners = campanile_score(board, points);
    const char *message = "campanile.picture.build";
    if (board->step == CAMPANILE_BET_STEP)
        message = "campanile.picture.bet";
    else if (board->step == CAMPANILE_END && (winners & (winners - 1)))
        message = "campanile.picture.shared";
    else if (board->step == CAMPANILE_END)
        message = "campanile.picture.won";
    words_say(telling->words, out, message, SAY_TEXT(actor));
}

/* `C/9 A/11 E/7`; a used-up pile has a dash in place of the card. */
static void add_pile(const struct campanile_board *board, unsigned pile, struct text *out)
{
    uint8_t card = board->face_up[pile];
    text_add_format(out, "%c/%u", card == TOWER_NONE ? '-' : tower_letter(card),
                    board->pile_left[pile]);
}

void campanile_picture(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas)
{
    const struct campanile_board *board = &OWN(campanile, view)->board;
    char title_buffer[128], name_buffer[64], situation_buffer[128], actor_buffer[64];
    char supplies_buffer[128], piles_buffer[64];
    char note_buffers[1 + CAMPANILE_PILES][32];
    struct text title = TEXT_IN(title_buffer), name = TEXT_IN(name_buffer);
    struct text situation = TEXT_IN(situation_buffer), actor = TEXT_IN(actor_buffer);
    struct text supplies = TEXT_IN(supplies_buffer), piles = TEXT_IN(piles_buffer);
    struct towers_scene scene = scene_of(board, telling);
    struct towers_captions captions = {.title = title_buffer,
                                       .name = name_buffer,
                                       .situation = situation_buffer,
                                       .actor = actor_buffer,
                                       .supplies = supplies_buffer,
                                       .compact_supplies = piles_buffer,
                                       .game = &campanile_game,
                                       .last = board->last,
                                       .last_count = board->last_count,
                                       .last_seat = board->last_seat};
    words_say(telling->words, &title,
              telling_is_ascii(telling) ? "campanile.picture.title-ascii"
                                        : "campanile.picture.title",
              SAY_NUMBER(board->turn));
    words_say_plain(telling->words, &name, "campanile.name");
    say_actor(board, telling, &actor);
    say_situation(board, telling, actor.bytes, &situation);
    struct text head = TEXT_IN(note_buffers[0]);
    words_say_plain(telling->words, &head, "campanile.picture.piles-head");
    captions.notes[0] = note_buffers[0];
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        struct text note = TEXT_IN(note_buffers[1 + pile]);
        text_add_format(&note, "%u ", pile + 1);
        add_pile(board, pile, &note);
        captions.notes[1 + pile] = note_buffers[1 + pile];
        text_separate(&piles, " ");
        add_pile(board, pile, &piles);
    }
    words_say(telling->words, &supplies, "campanile.picture.piles", SAY_TEXT(piles.bytes));
    towers_draw(&scene, &captions, canvas);
}

/* Says who has won. Long names are cut until the line fits. */
static void say_verdict(const struct campanile_board *board, const struct telling *telling,
                        unsigned width, struct text *out)
{
    uint8_t points[CAMPANILE_SEATS];
    seat_set winners = campanile_score(board, points);
    for (unsigned columns = TOWERS_NAME_COLUMNS; columns > 0; columns--) {
        char buffer[512];
        struct text names = TEXT_IN(buffer);
        names_join_fitted(telling, winners, columns, ", ", &names);
        text_clear(out);
        words_say(telling->words, out,
                  winners & (winners - 1) ? "campanile.scoring.shared" : "campanile.picture.won",
                  SAY_TEXT(names.bytes));
        if (display_width(out->bytes) <= width)
            return;
    }
}

void campanile_scoring(const struct game_view *view, const struct telling *telling,
                       struct canvas *canvas)
{
    const struct campanile_board *board = &OWN(campanile, view)->board;
    char title_buffer[64], verdict_buffer[640];
    struct text title = TEXT_IN(title_buffer), verdict = TEXT_IN(verdict_buffer);
    struct towers_scene scene = scene_of(board, telling);
    words_say_plain(telling->words, &title, "campanile.scoring.title");
    if (board->step == CAMPANILE_END)
        say_verdict(board, telling, canvas->width, &verdict);
    struct towers_scoring texts = {.title = title.bytes, .verdict = verdict.bytes};
    towers_draw_scoring(&scene, &texts, canvas);
}
