/* What the viewer holds; games/shared/towers_hand.c draws it. */
#include "games/campanile_intermezzo/campanile_intermezzo.h"

enum { LABEL_BYTES = 96 };

static bool acts(const struct intermezzo_view *view, enum intermezzo_step step)
{
    return view->board.mover == view->viewer && view->board.step == (uint8_t)step;
}

/* What each move does. The first card to take says what follows. */
static unsigned list_options(const struct intermezzo_view *view, const char *note,
                             struct towers_option *options)
{
    game_move moves[INTERMEZZO_LEGAL_MAX];
    size_t count = intermezzo_legal(&view->board, view->hand, moves);
    for (size_t i = 0; i < count; i++) {
        struct intermezzo_move move;
        intermezzo_move_unpack(moves[i], &move);
        bool places = move.action == INTERMEZZO_MARK || move.action == INTERMEZZO_SHIFT;
        options[i] =
            (struct towers_option){.move = moves[i],
                                   .value = places ? view->board.storeys : 0,
                                   .tower = move.tower,
                                   .from = move.action == INTERMEZZO_SHIFT ? move.from : TOWER_NONE,
                                   .note = move.action == INTERMEZZO_TAKE && i == 0 ? note : NULL};
    }
    return (unsigned)count;
}

/* Says why there was nothing to mark with, once the card is to be taken. */
static void say_note(const struct intermezzo_view *view, const struct words *words,
                     struct text *out)
{
    const struct intermezzo_board *board = &view->board;
    if (!acts(view, INTERMEZZO_TAKE_STEP) || board->last_count != 1 ||
        board->left[view->viewer][board->storeys - 1] > 0)
        return;
    struct intermezzo_move built;
    intermezzo_move_unpack(board->last[0], &built);
    char tower[] = {tower_letter(built.tower), '\0'};
    words_say(words, out, "campanile-intermezzo.hand.no-marker", SAY_TEXT(tower),
              SAY_NUMBER(built.number));
}

void intermezzo_hand(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct intermezzo_view *view = OWN(intermezzo, opaque);
    const struct intermezzo_board *board = &view->board;
    const struct words *words = telling->words;
    uint8_t points[INTERMEZZO_SEATS];
    const struct towers_scene scene = intermezzo_scene(board, telling, points);
    struct towers_option options[INTERMEZZO_LEGAL_MAX];
    char buffers[7][LABEL_BYTES];
    struct text texts[7];
    for (unsigned i = 0; i < 7; i++)
        texts[i] = TEXT_IN(buffers[i]);
    words_say_plain(words, &texts[0], "towers.hand.cards");
    words_say_plain(words, &texts[1], "towers.hand.markers");
    words_say_plain(words, &texts[2], "towers.hand.markers-word");
    say_note(view, words, &texts[3]);
    words_say_plain(words, &texts[4], "campanile-intermezzo.hand.then-mark");
    intermezzo_print_display(board, " ", &texts[5]);
    words_say(words, &texts[6], "campanile-intermezzo.hand.take", SAY_TEXT(texts[5].bytes));
    struct towers_hand hand = {.scene = &scene,
                               .game = &campanile_intermezzo_game,
                               .viewer = view->viewer,
                               .cards = view->hand,
                               .cards_label = texts[0].bytes,
                               .tokens_label = texts[1].bytes,
                               .tokens_word = texts[2].bytes,
                               .note = texts[3].bytes,
                               .to_build = acts(view, INTERMEZZO_BUILD_STEP),
                               .after_label = texts[4].bytes,
                               .options = options};
    for (unsigned storeys = 0; view->viewer < board->players && storeys < TOWER_STOREYS_MAX;
         storeys++)
        hand.after[storeys] = board->left[view->viewer][storeys] > 0 ? texts[5].bytes : "–";
    if (acts(view, INTERMEZZO_MARK_STEP) || acts(view, INTERMEZZO_TAKE_STEP))
        hand.option_count = list_options(view, texts[6].bytes, options);
    towers_say_hand(&hand, out);
}
