/* What the viewer holds; games/shared/towers_hand.c draws it. */
#include "games/campanile/campanile.h"

enum { LABEL_BYTES = 64 };

static bool acts(const struct campanile_view *view, enum campanile_step step)
{
    return view->board.mover == view->viewer && view->board.step == (uint8_t)step;
}

static unsigned list_options(const struct campanile_view *view, struct towers_option *options)
{
    game_move moves[CAMPANILE_LEGAL_MAX];
    size_t count = campanile_legal(&view->board, view->hand, moves);
    for (size_t i = 0; i < count; i++) {
        struct campanile_move move;
        campanile_move_unpack(moves[i], &move);
        options[i] = (struct towers_option){
            .move = moves[i], .value = move.number, .tower = move.tower, .from = TOWER_NONE};
    }
    return (unsigned)count;
}

void campanile_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct campanile_view *view = OWN(campanile, opaque);
    const struct campanile_board *board = &view->board;
    const struct words *words = telling->words;
    const struct towers_scene scene = campanile_scene(board, telling);
    struct towers_option options[CAMPANILE_LEGAL_MAX];
    char cards_buffer[LABEL_BYTES], tokens_buffer[LABEL_BYTES], word_buffer[LABEL_BYTES];
    char note_buffer[LABEL_BYTES], after_buffer[LABEL_BYTES], drawn[CAMPANILE_PILES][2];
    struct text cards = TEXT_IN(cards_buffer), tokens = TEXT_IN(tokens_buffer);
    struct text word = TEXT_IN(word_buffer), note = TEXT_IN(note_buffer);
    struct text after = TEXT_IN(after_buffer);
    words_say_plain(words, &cards, "towers.hand.cards");
    words_say_plain(words, &tokens, "towers.hand.tokens");
    words_say_plain(words, &word, "towers.hand.tokens-word");
    words_say_plain(words, &after, "campanile.hand.draw");
    struct towers_hand hand = {.scene = &scene,
                               .game = &campanile_game,
                               .viewer = view->viewer,
                               .cards = view->hand,
                               .cards_label = cards.bytes,
                               .tokens_label = tokens.bytes,
                               .tokens_word = word.bytes,
                               .note = note.bytes,
                               .to_build = acts(view, CAMPANILE_BUILD_STEP),
                               .after_label = after.bytes,
                               .options = options};
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        uint8_t card = board->face_up[pile];
        drawn[pile][0] = card == TOWER_NONE ? '-' : tower_letter(card);
        drawn[pile][1] = '\0';
        hand.after[pile] = drawn[pile];
    }
    if (acts(view, CAMPANILE_BET_STEP)) {
        hand.option_count = list_options(view, options);
        words_say(words, &note, "campanile.hand.after-the-bet",
                  SAY_TEXT(drawn[board->storeys - 1]));
    }
    towers_say_hand(&hand, out);
}
