/* The table in full sentences, for ears: what changed, who must do what, what it means, then what
 * everybody has. Nothing that is zero is said. */
#include "games/pillars/drawing.h"

enum { ITEM_BYTES = 128, ITEMS_MAX = 12, SENTENCES_BYTES = 4096 };

/* Adds a sentence behind what was said before. */
static void next_sentence(struct text *out)
{
    text_separate(out, " ");
}

/* `Bruno's mixer with value 8`, as `player` showed it. */
static void say_card(const struct telling *telling, uint8_t card, uint8_t player, struct text *out)
{
    const struct words *words = telling->words;
    if (pillars_is_craftsman(card)) {
        uint8_t seat = pillars_craftsman_seat(card);
        words_say(words, out,
                  seat == player ? "pillars.describe.card.own" : "pillars.describe.card.craftsman",
                  SAY_TEXT(telling->names[seat]), SAY_MESSAGE(pillars_craft_message(card)),
                  SAY_NUMBER(pillars_value(card)));
    } else if (card == PILLARS_KING) {
        words_say_plain(words, out, pillars_card_message(card));
    } else {
        words_say(words, out, "pillars.describe.card.valued",
                  SAY_MESSAGE(pillars_card_message(card)), SAY_NUMBER(pillars_value(card)));
    }
}

/* -- What changed, and what it means ----------------------------------------------------------- */

static void describe_last(const struct pillars_board *board, const struct telling *telling,
                          struct text *out)
{
    const struct trick *trick = &board->trick;
    char buffer[PILLARS_TEXT_MAX];
    struct text card = TEXT_IN(buffer);
    if (board->step == PILLARS_TRICKS && trick->count > 0) {
        uint8_t player = trick_seat(trick, board->players, trick->count - 1);
        say_card(telling, trick->cards[trick->count - 1], player, &card);
        words_say(telling->words, out, "pillars.describe.played", SAY_TEXT(telling->names[player]),
                  SAY_TEXT(card.bytes));
    } else if (board->step == PILLARS_TRICKS && board->taker != PILLARS_NOBODY) {
        words_say(telling->words, out, "pillars.describe.took",
                  SAY_TEXT(telling->names[board->taker]));
    } else if (board->step == PILLARS_EVALUATION) {
        words_say(telling->words, out, "pillars.describe.counted", SAY_NUMBER(board->round));
    }
}

static void describe_trick(const struct pillars_board *board, const struct telling *telling,
                           struct text *out)
{
    const struct trick *trick = &board->trick;
    if (trick->count == 0)
        return;
    uint8_t position = pillars_deciding(trick), taker = pillars_taker(board);
    char buffer[PILLARS_TEXT_MAX];
    struct text card = TEXT_IN(buffer);
    say_card(telling, trick->cards[position], taker, &card);
    next_sentence(out);
    if (taker == PILLARS_NOBODY)
        words_say_plain(telling->words, out, "pillars.describe.trick.king");
    else
        words_say(telling->words, out, "pillars.describe.trick", SAY_TEXT(telling->names[taker]),
                  SAY_TEXT(card.bytes));
}

static void describe_round(const struct pillars_board *board, const struct telling *telling,
                           struct text *out)
{
    const struct words *words = telling->words;
    next_sentence(out);
    words_say(words, out, "pillars.describe.tricks", SAY_NUMBER(board->round),
              SAY_NUMBER(board->trick_number), SAY_NUMBER(pillars_hand_size(board->players)),
              SAY_MESSAGE(pillars_card_message(board->advantage)));
    if (board->kings_player != PILLARS_NOBODY) {
        next_sentence(out);
        words_say(words, out, "pillars.describe.kings-trick",
                  SAY_TEXT(telling->names[board->kings_player]));
    }
}

/* -- What everybody has ------------------------------------------------------------------------ */

/* Things that are listed with commas and `and`. */
struct list {
    const struct words *words;
    char items[ITEMS_MAX][ITEM_BYTES];
    unsigned count;
};

static void add_counted(struct list *list, const char *key, int number, const char *message)
{
    if (number == 0 || list->count == ITEMS_MAX)
        return;
    struct text item = TEXT_IN(list->items[list->count]);
    words_say(list->words, &item, key, SAY_NUMBER(number), SAY_MESSAGE(message));
    list->count++;
}

static void say_list(const struct list *list, struct text *out)
{
    char buffer[ITEMS_MAX * ITEM_BYTES];
    struct text before = TEXT_IN(buffer);
    if (list->count == 0)
        return;
    for (unsigned i = 0; i + 1 < list->count; i++) {
        text_separate(&before, ", ");
        text_add(&before, list->items[i]);
    }
    if (before.length > 0)
        words_say(list->words, out, "choice.and", SAY_TEXT(before.bytes),
                  SAY_TEXT(list->items[list->count - 1]));
    else
        text_add(out, list->items[0]);
}

static void describe_seat(const struct pillars_board *board, uint8_t seat,
                          const struct telling *telling, struct text *out)
{
    struct list list = {.words = telling->words};
    char buffer[PILLARS_TEXT_MAX];
    struct text things = TEXT_IN(buffer);
    add_counted(&list, "pillars.describe.points", board->scores[seat], "move.done");
    if (board->step == PILLARS_TRICKS)
        add_counted(&list, "pillars.describe.won-tricks", board->tricks[seat], "move.done");
    for (unsigned i = 0; i < PILLARS_MATERIALS; i++) {
        uint8_t material = pillars_materials_shown[i];
        add_counted(&list, "pillars.material.counted", board->materials[seat][material],
                    pillars_material_message(material));
    }
    for (card_set cards = board->advantages[seat]; cards != 0;)
        add_counted(&list, "pillars.describe.advantage", 1,
                    pillars_card_message(card_set_next(&cards)));
    say_list(&list, &things);
    if (things.length == 0)
        return;
    next_sentence(out);
    words_say(telling->words, out, "pillars.describe.seat", SAY_TEXT(telling->names[seat]),
              SAY_TEXT(things.bytes));
}

/* -- All --------------------------------------------------------------------------------------- */

static void describe_winners(const struct pillars_board *board, const struct telling *telling,
                             struct text *out)
{
    seat_set winners = pillars_leaders(board);
    const struct game_event won = {.details = {winners, board->scores[__builtin_ctz(winners)]}};
    pillars_tell_won(telling, &won, out);
}

static void describe(const struct game_view *view, const struct telling *telling, struct text *out)
{
    const struct pillars_board *board = &OWN(pillars, view)->board;
    describe_last(board, telling, out);
    if (pillars_actors(board) != 0) {
        next_sentence(out);
        pillars_situation(view, telling, out);
    } else if (board->step == PILLARS_END) {
        describe_winners(board, telling, out);
    }
    describe_trick(board, telling, out);
    if (board->step == PILLARS_TRICKS)
        describe_round(board, telling, out);
    for (uint8_t seat = 0; seat < board->players; seat++)
        describe_seat(board, seat, telling, out);
    unsigned follow = pillars_rounds_to_go(board);
    if (board->step != PILLARS_END && follow > 0) {
        next_sentence(out);
        words_say(telling->words, out, "pillars.describe.follow", SAY_NUMBER(follow));
    }
}

void pillars_describe(const struct game_view *view, const struct telling *telling, struct text *out)
{
    char buffer[SENTENCES_BYTES];
    struct text sentences = TEXT_IN(buffer);
    describe(view, telling, &sentences);
    text_add(out, sentences.bytes);
}
