/* Moves as choices: every move can be reached, and what people type finds the moves they mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/choice.h"
#include "games/castellers/castellers.h"
#include "games/en_garde/en_garde.h"
#include "games/njet/njet.h"
#include "games/patrician/patrician.h"
#include "games/pillars/pillars.h"
#include "tests/kit/kit.h"

enum { ROOM = 23 };

static const char *const names[] = {"Alice", "Bruno", "Carol", "Dora"};
static const struct telling telling = {
    .words = &kit_bare_words, .names = names, .alphabet = ALPHABET_UNICODE};

static int in_natural_order(const void *one, const void *other)
{
    return strverscmp(((const struct move_text *)one)->text,
                      ((const struct move_text *)other)->text);
}

static void add(struct move_texts *texts, const char *written)
{
    assert_true(texts->count < GAME_LEGAL_MAX);
    struct move_text *added = &texts->list[texts->count];
    struct text text = TEXT_IN(added->text);
    text_add(&text, written);
    added->move = (game_move)texts->count++;
}

static void add_numbered(struct move_texts *texts, const char *words, unsigned numbers)
{
    for (unsigned number = 1; number <= numbers; number++) {
        char written[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(written);
        text_add_format(&text, "%s %u", words, number);
        add(texts, written);
    }
}

static void sort(struct move_texts *texts)
{
    qsort(texts->list, texts->count, sizeof texts->list[0], in_natural_order);
}

/* Presses every choice; `reached` counts, by the number of the move, how often it was reached. */
static void walk(const struct move_texts *all, const char *prefix, unsigned depth,
                 unsigned char *reached)
{
    struct move_texts *texts = malloc(sizeof *texts);
    struct choices choices = {.count = 0};
    *texts = *all;
    move_texts_keep(texts, &kit_bare_words, prefix);
    assert_true(texts->count > 0);
    assert_true(depth < 6);
    choices_add_moves(&choices, &telling, texts, ROOM);
    assert_in_range(choices.count, 1, ROOM);
    for (size_t i = 0; i < choices.count; i++) {
        const char *command = choices.list[i].command;
        assert_string_not_equal(choices.list[i].label, "");
        if (strncmp(command, "moves ", 6) == 0) {
            walk(all, command + 6, depth + 1, reached);
            continue;
        }
        assert_memory_equal(command, "play ", 5);
        for (size_t move = 0; move < all->count; move++)
            if (strcmp(all->list[move].text, command + 5) == 0)
                reached[move] = 1;
    }
    free(texts);
}

static void check_all_reached(struct move_texts *texts)
{
    sort(texts);
    unsigned char *reached = calloc(texts->count, 1);
    walk(texts, "", 0, reached);
    for (size_t move = 0; move < texts->count; move++)
        if (!reached[move])
            fail_msg("not reached: %s", texts->list[move].text);
    free(reached);
}

static void every_move_can_be_pressed(void **state)
{
    struct move_texts *texts = calloc(1, sizeof *texts);
    (void)state;
    add(texts, "pass");
    check_all_reached(texts);
    add_numbered(texts, "play", 60);
    check_all_reached(texts);
    for (unsigned number = 1; number <= 9; number++) {
        char words[32];
        struct text text = TEXT_IN(words);
        text_add_format(&text, "raise r%u", number);
        add_numbered(texts, words, 30);
    }
    add(texts, "raise");
    check_all_reached(texts);
    texts->count = 0;
    add_numbered(texts, "discard only", 700);
    check_all_reached(texts);
    free(texts);
}

static size_t kept(const struct move_texts *all, const char *typed)
{
    struct move_texts *texts = malloc(sizeof *texts);
    *texts = *all;
    move_texts_keep(texts, &kit_bare_words, typed);
    size_t count = texts->count;
    free(texts);
    return count;
}

static void typed_beginnings_find_their_moves(void **state)
{
    struct move_texts *texts = calloc(1, sizeof *texts);
    (void)state;
    static const char *const written[] = {"build A 1", "build A 12", "build B 1",
                                          "bet 2 A",   "bet 12 A",   "pass"};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        add(texts, written[i]);
    sort(texts);
    assert_int_equal(kept(texts, ""), 6);
    assert_int_equal(kept(texts, "b"), 5);
    assert_int_equal(kept(texts, "BUI"), 3);
    assert_int_equal(kept(texts, "build a"), 2);
    assert_int_equal(kept(texts, "build a 1"), 1);
    assert_int_equal(kept(texts, "bet 1"), 1);
    assert_int_equal(kept(texts, "bet 2..12"), 2);
    assert_int_equal(kept(texts, "bet 3..12 12"), 1);
    assert_int_equal(kept(texts, "pass pass"), 0);
    assert_int_equal(kept(texts, "castle"), 0);
    free(texts);
}

static void check_label(const char *game, game_move move, const char *label)
{
    struct move_texts *texts = calloc(1, sizeof *texts);
    struct choices choices = {.count = 0};
    char command[CHOICE_COMMAND_BYTES];
    struct text typed = TEXT_IN(command);
    text_add(&typed, "play ");
    game_find(game)->text->print(move, &typed);
    move_texts_write(texts, game_find(game), &move, 1);
    choices_add_moves(&choices, &telling, texts, ROOM);
    assert_int_equal(choices.count, 1);
    assert_string_equal(choices.list[0].label, label);
    assert_string_equal(choices.list[0].command, command);
    assert_true(choices.list[0].move);
    free(texts);
}

static game_move patrician_move_of(struct patrician_move move)
{
    move.card = patrician_card(move.city, PATRICIAN_H_STARRED);
    return patrician_move_pack(move);
}

/* Buttons say what a card is and who a seat; what is typed stays the code. */
static void codes_are_said_in_words(void **state)
{
    uint8_t parma = 0;
    (void)state;
    while (strcmp(patrician_cities[parma].code, "parma") != 0)
        parma++;
    check_label("patrician",
                patrician_move_of((struct patrician_move){
                    .action = PATRICIAN_PLAYING, .city = parma, .sites = {1}}),
                "🎩 Parma, patrician.card.hat()* · 1");
    check_label(
        "patrician",
        patrician_move_of((struct patrician_move){.action = PATRICIAN_TAKING, .city = parma}),
        "take parma");
    check_label("en-garde",
                en_garde_move_pack((struct en_garde_move){
                    .action = EN_GARDE_ADVANCE_ATTACK, .step = 3, .value = 5, .cards = 2}),
                "en-garde.label.advance-attack(5,2,3)");
    check_label("njet", njet_move_pack((struct njet_move){NJET_PARTNER, 2, NJET_NO_CARD}),
                "move.partner() Carol");
    check_label("njet", njet_move_pack((struct njet_move){NJET_PLAY, 0, NJET_NO_CARD}),
                "🟦 move.blue() 1");
    check_label("castellers",
                castellers_move_pack((struct castellers_move){.word = CASTELLERS_SWAPPING,
                                                              .pawn = castellers_pawn(0, 3),
                                                              .seat = 1,
                                                              .target = CASTELLERS_CODES}),
                "castellers.label.swap(🔵 castellers.label.blue(3),Bruno)");
    check_label("pillars",
                pillars_move_pack((struct pillars_move){
                    PILLARS_PLAY, pillars_craftsman(2, PILLARS_CARPENTER), 0}),
                "pillars.picture.craftsman(Carol,move.carpenter,6)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_said_in_words),
        cmocka_unit_test(every_move_can_be_pressed),
        cmocka_unit_test(typed_beginnings_find_their_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
