/* Printing moves and parsing what people type. */
#include "games/pillars/pillars.h"

enum word { CONVERT, DONE, DROP, PLAY, TOM, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"convert", "done", "drop", "play", "tom"};

/* -- Printing ---------------------------------------------------------------------------------- */

void pillars_print_move(game_move packed, struct text *out)
{
    struct pillars_move move;
    if (!pillars_move_unpack(packed, &move))
        return;
    switch (move.action) {
    case PILLARS_CONVERT:
        text_add_format(out, "convert %s %s", pillars_converter_words[move.what],
                        pillars_material_words[move.material]);
        break;
    case PILLARS_DONE:
        text_add(out, "done");
        break;
    case PILLARS_DROP:
        text_add_format(out, "drop %s", pillars_material_words[move.material]);
        break;
    case PILLARS_PLAY:
        text_add(out, "play ");
        pillars_print_card(move.what, out);
        break;
    default:
        text_add_format(out, "tom %s", pillars_material_words[move.material]);
    }
}

/* -- What the viewer may be about to type ------------------------------------------------------ */

struct reading {
    const struct pillars_view *view;
    struct notation notation;
    struct pillars_move move;
    const char *expected; /* key of the message that says what was expected */
};

/* The viewer's step in an evaluation; PILLARS_READY outside one. */
static uint8_t step_of(const struct pillars_view *view)
{
    if (view->board.step != PILLARS_EVALUATION || view->viewer >= view->board.players)
        return PILLARS_READY;
    return view->board.evaluation.steps[view->viewer];
}

/* The first words of the moves that are possible now. */
static uint64_t words_now(const struct pillars_view *view)
{
    static const uint64_t words[] = {[PILLARS_CHOOSES] = 1u << TOM,
                                     [PILLARS_CONVERTS] = 1u << CONVERT | 1u << DONE,
                                     [PILLARS_DROPS] = 1u << DROP,
                                     [PILLARS_READY] = 1u << PLAY};
    return words[step_of(view)];
}

static const char *expected_now(const struct pillars_view *view)
{
    static const char *const messages[] = {[PILLARS_CHOOSES] = "pillars.expected.tom",
                                           [PILLARS_CONVERTS] = "pillars.expected.convert",
                                           [PILLARS_DROPS] = "pillars.expected.drop",
                                           [PILLARS_READY] = "pillars.expected.play"};
    return messages[step_of(view)];
}

static uint8_t materials_held(const struct pillars_view *view)
{
    uint8_t held = 0;
    if (view->viewer < view->board.players)
        for (unsigned material = 0; material < PILLARS_MATERIALS; material++)
            if (view->board.materials[view->viewer][material] > 0)
                held |= (uint8_t)(1u << material);
    return held;
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool read_material(struct reading *reading, uint8_t now)
{
    unsigned material;
    if (!notation_word_or_known(&reading->notation, pillars_material_words, PILLARS_MATERIALS, now,
                                NOTATION_ALL(PILLARS_MATERIALS), &material))
        return false;
    reading->move.material = (uint8_t)material;
    return true;
}

/* `2:8`. */
static bool read_craftsman(struct notation *notation, uint8_t *card)
{
    struct notation before = *notation;
    unsigned seat, value;
    if (notation_number(notation, 1, PILLARS_SEATS_MAX, &seat) &&
        notation_character(notation, ':') && notation_number(notation, 2, 10, &value)) {
        for (uint8_t craft = 0; craft < PILLARS_CRAFTS; craft++) {
            *card = pillars_craftsman((uint8_t)(seat - 1), craft);
            if (pillars_value(*card) == value)
                return true;
        }
    }
    *notation = before;
    return false;
}

static uint8_t craft_of(unsigned converter)
{
    switch (converter) {
    case PILLARS_WITH_BUILDER:
        return PILLARS_BUILDER;
    case PILLARS_WITH_CARPENTER:
        return PILLARS_CARPENTER;
    case PILLARS_WITH_MASON:
        return PILLARS_MASON;
    case PILLARS_WITH_MIXER:
        return PILLARS_MIXER;
    default:
        return PILLARS_TOOLMAKER;
    }
}

/* Reads `mason` as the viewer's own craftsman, if no other card has that name. */
static bool read_own_craftsman(struct reading *reading, card_set playable)
{
    const uint64_t crafts = 1u << PILLARS_WITH_BUILDER | 1u << PILLARS_WITH_CARPENTER |
                            1u << PILLARS_WITH_MASON | 1u << PILLARS_WITH_MIXER |
                            1u << PILLARS_WITH_TOOLMAKER;
    uint8_t seat = reading->view->viewer;
    unsigned word;
    if (seat >= reading->view->board.players ||
        !notation_word_or_known(&reading->notation, pillars_converter_words, PILLARS_CONVERTERS,
                                crafts & pillars_converters(seat, playable, 0), crafts, &word))
        return false;
    reading->move.what = pillars_craftsman(seat, craft_of(word));
    return true;
}

/* Reads a name as sentences tell it: `Lady Aliena`. */
static bool read_shown_name(struct notation *notation, uint8_t *card)
{
    for (*card = PILLARS_ALFRED; *card < PILLARS_CARDS; ++*card)
        if (notation_message(notation, pillars_card_message(*card)))
            return true;
    return false;
}

static bool read_card(struct reading *reading)
{
    struct notation *notation = &reading->notation;
    card_set playable = pillars_playable(reading->view->hand);
    const uint64_t all = NOTATION_ALL(PILLARS_NAMED) & ~(pillars_twins >> PILLARS_ALFRED);
    unsigned name;
    reading->move.action = PILLARS_PLAY;
    if (read_craftsman(notation, &reading->move.what) ||
        read_shown_name(notation, &reading->move.what))
        return true;
    enum notation_result result = notation_word(notation, pillars_card_words, PILLARS_NAMED,
                                                playable >> PILLARS_ALFRED & all, &name);
    if (result == NOTATION_UNKNOWN) {
        if (read_own_craftsman(reading, playable))
            return true;
        result = notation_word(notation, pillars_card_words, PILLARS_NAMED, all, &name);
    }
    reading->move.what = (uint8_t)(PILLARS_ALFRED + (result == NOTATION_READ ? name : 0));
    return result == NOTATION_READ;
}

/* Reads a conversion. The material may be left out if only one is possible. */
static bool read_conversion(struct reading *reading)
{
    const struct pillars_view *view = reading->view;
    bool seated = view->viewer < view->board.players;
    uint8_t convertible[PILLARS_CONVERTERS] = {0};
    uint64_t now = 0;
    for (uint8_t i = 0; seated && i < PILLARS_CONVERTERS; i++) {
        convertible[i] = pillars_convertible(&view->board, view->viewer, i);
        now |= (uint64_t)(convertible[i] != 0) << i;
    }
    unsigned converter;
    reading->move.action = PILLARS_CONVERT;
    if (!notation_word_or_known(&reading->notation, pillars_converter_words, PILLARS_CONVERTERS,
                                now, NOTATION_ALL(PILLARS_CONVERTERS), &converter))
        return false;
    reading->move.what = (uint8_t)converter;
    uint8_t materials =
        convertible[converter] != 0 ? convertible[converter] : pillars_takes((uint8_t)converter);
    if (!notation_at_end(&reading->notation))
        return read_material(reading, materials);
    reading->move.material = (uint8_t)__builtin_ctz(materials);
    return (materials & (materials - 1)) == 0;
}

static bool read_rest(struct reading *reading, unsigned word)
{
    static const char *const expected[WORD_COUNT] = {[CONVERT] = "pillars.expected.convert",
                                                     [DONE] = "pillars.expected.done",
                                                     [DROP] = "pillars.expected.drop",
                                                     [PLAY] = "pillars.expected.play",
                                                     [TOM] = "pillars.expected.tom"};
    const uint8_t gifts = NOTATION_ALL(PILLARS_MATERIALS) & ~(1u << PILLARS_METAL);
    if (words_now(reading->view) >> word & 1)
        reading->expected = expected[word];
    switch (word) {
    case CONVERT:
        return read_conversion(reading);
    case DONE:
        reading->move.action = PILLARS_DONE;
        return true;
    case DROP:
        reading->move.action = PILLARS_DROP;
        return read_material(reading, materials_held(reading->view));
    case PLAY:
        return read_card(reading);
    default:
        reading->move.action = PILLARS_TOM_GIVES;
        return read_material(reading, gifts) && reading->move.material != PILLARS_METAL;
    }
}

/* Reads a move whose first word is left out: the only first word of this step, or `convert`. */
static bool read_without_word(struct reading *reading)
{
    static const uint8_t words[] = {[PILLARS_CHOOSES] = TOM,
                                    [PILLARS_CONVERTS] = CONVERT,
                                    [PILLARS_DROPS] = DROP,
                                    [PILLARS_READY] = PLAY};
    return read_rest(reading, words[step_of(reading->view)]);
}

static bool read_move(struct reading *reading)
{
    struct notation start = reading->notation;
    unsigned word;
    enum notation_result result =
        notation_word(&reading->notation, vocabulary, WORD_COUNT, words_now(reading->view), &word);
    if (result == NOTATION_READ)
        return read_rest(reading, word) && notation_at_end(&reading->notation);
    if (read_without_word(reading) && notation_at_end(&reading->notation))
        return true;
    reading->notation = start;
    reading->move = (struct pillars_move){0};
    reading->expected = expected_now(reading->view);
    return notation_word(&reading->notation, vocabulary, WORD_COUNT, NOTATION_ALL(WORD_COUNT),
                         &word) == NOTATION_READ &&
           read_rest(reading, word) && notation_at_end(&reading->notation);
}

bool pillars_parse_move(const struct game_view *view, const struct words *words, const char *typed,
                        game_move *packed, struct text *expected)
{
    struct reading reading = {.view = OWN(pillars, view),
                              .notation = notation_of(typed, words),
                              .expected = expected_now(OWN(pillars, view))};
    if (read_move(&reading)) {
        *packed = pillars_move_pack(reading.move);
        return true;
    }
    words_say_plain(words, expected, reading.expected);
    return false;
}
