#include "games/pillars/pillars.h"
#include "games/shared/names.h"

/* -- Names of things --------------------------------------------------------------------------- */

/* The message of a card's name with an article, for sentences; not for craftsmen. */
static const char *card_message(uint8_t card)
{
    static const char *const messages[PILLARS_NAMED] = {
#define NAMED(card) [PILLARS_##card - PILLARS_ALFRED]
        NAMED(ALFRED) = "pillars.card.alfred",
        NAMED(ALIENA) = "pillars.card.aliena",
        NAMED(ASSISTANT) = "pillars.card.assistant",
        NAMED(BRICKMAKER) = "pillars.card.brickmaker",
        NAMED(ELLEN) = "pillars.card.ellen",
        NAMED(FOUNDER) = "pillars.card.founder",
        NAMED(KING) = "pillars.card.king",
        NAMED(PAINTER) = "pillars.card.painter",
        NAMED(PHILIP) = "pillars.card.philip",
        NAMED(POTTER) = "pillars.card.potter",
        NAMED(REGAN) = "pillars.card.regan",
        NAMED(SAND) = "move.sand",
        NAMED(STONE) = "move.stone",
        NAMED(TOM) = "pillars.card.tom",
        NAMED(WALERAN) = "pillars.card.waleran",
        NAMED(WILLIAM) = "pillars.card.william",
        NAMED(WOOD) = "move.wood",
#undef NAMED
    };
    return messages[card_kind(card, pillars_twins) - PILLARS_ALFRED];
}

/* The message of a converter's name without an article, as it is typed. */
const char *pillars_converter_message(uint8_t converter)
{
    static const char *const messages[PILLARS_CONVERTERS] = {
        [PILLARS_WITH_ASSISTANT] = "move.assistant", [PILLARS_WITH_BRICKMAKER] = "move.brickmaker",
        [PILLARS_WITH_BUILDER] = "move.builder",     [PILLARS_WITH_CARPENTER] = "move.carpenter",
        [PILLARS_WITH_FOUNDER] = "move.founder",     [PILLARS_WITH_MASON] = "move.mason",
        [PILLARS_WITH_MIXER] = "move.mixer",         [PILLARS_WITH_POTTER] = "move.potter",
        [PILLARS_WITH_TOOLMAKER] = "move.toolmaker"};
    return messages[converter];
}

const char *pillars_material_message(uint8_t material)
{
    static const char *const messages[PILLARS_MATERIALS] = {"move.metal", "move.sand", "move.stone",
                                                            "move.wood"};
    return messages[material];
}

const char *pillars_craft_message(uint8_t card)
{
    static const char *const messages[PILLARS_CRAFTS] = {
        [PILLARS_BUILDER] = "move.builder", [PILLARS_TOOLMAKER] = "move.toolmaker",
        [PILLARS_MASON] = "move.mason",     [PILLARS_CARPENTER] = "move.carpenter",
        [PILLARS_MIXER] = "move.mixer",
    };
    return messages[card % PILLARS_CRAFTS];
}

/* `3:6 (Carol’s carpenter)`, `Prior Philip (7)`. */
static void say_card(const struct telling *telling, uint8_t card, struct text *out)
{
    char code_buffer[16];
    struct text code = TEXT_IN(code_buffer);
    if (pillars_is_craftsman(card)) {
        pillars_print_card(card, &code);
        words_say(telling->words, out, "pillars.card.craftsman",
                  SAY_TEXT(telling->names[pillars_craftsman_seat(card)]),
                  SAY_MESSAGE(pillars_craft_message(card)), SAY_TEXT(code.bytes));
    } else if (card == PILLARS_KING) {
        words_say_plain(telling->words, out, card_message(card));
    } else {
        words_say(telling->words, out, "pillars.card.valued", SAY_MESSAGE(card_message(card)),
                  SAY_NUMBER(pillars_value(card)));
    }
}

/* A card on a button: `Carol’s carpenter 6`; nothing for a material, which is a word by itself. */
static void label(game_move packed, const struct telling *telling, struct text *out)
{
    enum { NAME_COLUMNS = 20 };
    char name_buffer[128];
    struct text name = TEXT_IN(name_buffer);
    struct pillars_move move;
    if (!pillars_move_unpack(packed, &move) || move.action != PILLARS_PLAY ||
        pillars_value(move.what) == 0)
        return;
    if (!pillars_is_craftsman(move.what)) {
        say_card(telling, move.what, out);
        return;
    }
    names_fit(telling, pillars_craftsman_seat(move.what), NAME_COLUMNS, &name);
    words_say(telling->words, out,
              telling_is_ascii(telling) ? "pillars.picture.craftsman.ascii"
                                        : "pillars.picture.craftsman",
              SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_craft_message(move.what)));
    text_add_format(out, " %u", pillars_value(move.what));
}

/* `2 sand, 1 wood`. */
static void say_materials(const struct pillars_board *board, uint8_t seat,
                          const struct telling *telling, struct text *out)
{
    for (uint8_t material = 0; material < PILLARS_MATERIALS; material++) {
        unsigned count = board->materials[seat][material];
        if (count == 0)
            continue;
        text_separate(out, ", ");
        words_say(telling->words, out, "pillars.material.counted", SAY_NUMBER(count),
                  SAY_MESSAGE(pillars_material_message(material)));
    }
    if (out->length == 0)
        words_say_plain(telling->words, out, "pillars.material.none");
}

/* -- Events ---------------------------------------------------------------------------------- */

static void tell_trick(const struct telling *telling, const struct game_event *event,
                       struct text *out)
{
    char card_buffer[1024];
    struct text card = TEXT_IN(card_buffer);
    say_card(telling, (uint8_t)event->details[0], &card);
    const char *message = event->kind == PILLARS_PLAYED ? "pillars.event.played"
                          : event->details[2]           ? "pillars.event.taken.last"
                                                        : "pillars.event.taken";
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(card.bytes));
}

/* Tells who gets something, or that nobody does. */
static void tell_gift(const struct telling *telling, const struct game_event *event,
                      struct text *out)
{
    bool nobody = event->seat == PILLARS_NOBODY;
    const char *name = nobody ? "" : telling->names[event->seat];
    if (event->kind == PILLARS_KINGS_TRICK)
        words_say(telling->words, out,
                  nobody ? "pillars.event.kings-trick.nobody" : "pillars.event.kings-trick",
                  SAY_TEXT(name));
    else
        words_say(telling->words, out,
                  nobody ? "pillars.event.advantage.nobody" : "pillars.event.advantage",
                  SAY_TEXT(name), SAY_MESSAGE(card_message((uint8_t)event->details[0])));
}

static void tell_converted(const struct telling *telling, const struct game_event *event,
                           struct text *out)
{
    uint8_t converter = (uint8_t)event->details[0], material = (uint8_t)event->details[1];
    words_say(
        telling->words, out,
        converter == PILLARS_WITH_BRICKMAKER ? "pillars.event.bricked" : "pillars.event.converted",
        SAY_TEXT(telling->names[event->seat]), SAY_MESSAGE(pillars_converter_message(converter)),
        SAY_MESSAGE(pillars_material_message(material)), SAY_NUMBER(event->details[2]),
        SAY_NUMBER(event->details[3]));
}

static void tell_numbers(const struct pillars_board *board, const struct telling *telling,
                         const struct game_event *event, struct text *out)
{
    char numbers_buffer[1024];
    struct text numbers = TEXT_IN(numbers_buffer);
    bool gains = event->kind == PILLARS_COUNTED;
    names_with_numbers(telling, board->players, event->details, gains, &numbers);
    words_say(telling->words, out, gains ? "pillars.event.counted" : "pillars.event.round",
              SAY_NUMBER(board->evaluation.round), SAY_TEXT(numbers.bytes));
}

static void tell_won(const struct telling *telling, const struct game_event *event,
                     struct text *out)
{
    char names_buffer[1024];
    struct text names = TEXT_IN(names_buffer);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out,
              event->details[2] ? "pillars.event.won.advantages" : "pillars.event.won",
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(winners)),
              SAY_NUMBER(event->details[1]));
}

static void tell_simple(const struct telling *telling, const struct game_event *event,
                        struct text *out)
{
    const int16_t *details = event->details;
    const char *name = telling->names[event->seat];
    switch (event->kind) {
    case PILLARS_SET_ASIDE:
        words_say(telling->words, out,
                  details[0] ? "pillars.event.set-aside.last" : "pillars.event.set-aside",
                  SAY_TEXT(name));
        break;
    case PILLARS_TOM_GAVE:
        words_say(telling->words, out, "pillars.event.tom", SAY_TEXT(name),
                  SAY_MESSAGE(pillars_material_message((uint8_t)details[0])));
        break;
    case PILLARS_DROPPED:
        words_say(telling->words, out,
                  details[2] ? "pillars.event.dropped.itself" : "pillars.event.dropped",
                  SAY_TEXT(name), SAY_NUMBER(details[1]),
                  SAY_MESSAGE(pillars_material_message((uint8_t)details[0])));
        break;
    case PILLARS_STOPPED:
        words_say(telling->words, out, "pillars.event.stopped", SAY_TEXT(name));
        break;
    default:
        words_say(telling->words, out, "pillars.event.new-round", SAY_TEXT(name),
                  SAY_NUMBER(details[0]), SAY_MESSAGE(card_message((uint8_t)details[1])));
    }
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    switch (event->kind) {
    case PILLARS_PLAYED:
    case PILLARS_TAKEN:
        tell_trick(telling, event, out);
        break;
    case PILLARS_KINGS_TRICK:
    case PILLARS_ADVANTAGE:
        tell_gift(telling, event, out);
        break;
    case PILLARS_CONVERTED:
        tell_converted(telling, event, out);
        break;
    case PILLARS_COUNTED:
    case PILLARS_ROUND:
        tell_numbers(&OWN(pillars, opaque)->board, telling, event, out);
        break;
    case PILLARS_WON:
        tell_won(telling, event, out);
        break;
    default:
        tell_simple(telling, event, out);
    }
}

/* -- Who must do what -------------------------------------------------------------------------- */

static seat_set seats_at(const struct pillars_board *board, uint8_t step)
{
    seat_set seats = 0;
    for (uint8_t seat = 0; seat < board->players; seat++)
        if (board->evaluation.steps[seat] == step)
            seats |= SEAT_BIT(seat);
    return seats;
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    static const char *const messages[] = {[PILLARS_CHOOSES] = "pillars.situation.tom",
                                           [PILLARS_CONVERTS] = "pillars.situation.convert",
                                           [PILLARS_DROPS] = "pillars.situation.drop"};
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    if (board->step == PILLARS_TRICKS)
        words_say(telling->words, out, "pillars.situation.play",
                  SAY_TEXT(telling->names[board->mover]));
    if (board->step != PILLARS_EVALUATION)
        return;
    char parts_buffer[2048];
    struct text parts = TEXT_IN(parts_buffer);
    for (uint8_t step = PILLARS_CHOOSES; step < PILLARS_READY; step++) {
        char names_buffer[1024];
        struct text names = TEXT_IN(names_buffer);
        names_join(telling, seats_at(board, step), ", ", &names);
        if (names.length == 0)
            continue;
        text_separate(&parts, "; ");
        words_say(telling->words, &parts, messages[step], SAY_TEXT(names.bytes));
    }
    words_say(telling->words, out, "pillars.situation.evaluation", SAY_TEXT(parts.bytes));
}

/* -- The hand ---------------------------------------------------------------------------------- */

static void add_moves(const struct pillars_view *view, const struct words *words, struct text *out)
{
    game_move moves[64];
    size_t count = pillars_legal(&view->board, view->viewer, view->hand, moves);
    for (size_t i = 0; i < count; i++) {
        text_separate(out, ", ");
        game_move_say(&pillars_game, moves[i], words, out);
    }
}

static void hand_in_evaluation(const struct pillars_view *view, const struct telling *telling,
                               struct text *out)
{
    char materials_buffer[256], moves_buffer[1024];
    struct text materials = TEXT_IN(materials_buffer), moves = TEXT_IN(moves_buffer);
    say_materials(&view->board, view->viewer, telling, &materials);
    add_moves(view, telling->words, &moves);
    words_say(telling->words, out,
              moves.length > 0 ? "pillars.hand.evaluation" : "pillars.hand.ready",
              SAY_TEXT(materials.bytes), SAY_TEXT(moves.bytes));
}

static void hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct pillars_view *view = OWN(pillars, opaque);
    const struct pillars_board *board = &view->board;
    char printed_buffer[256], cards_buffer[512];
    struct text printed = TEXT_IN(printed_buffer), cards = TEXT_IN(cards_buffer);
    bool seated = view->viewer < board->players;
    if (seated && board->step == PILLARS_EVALUATION) {
        hand_in_evaluation(view, telling, out);
        return;
    }
    pillars_print_cards(view->hand, &printed);
    game_printed_say(printed.bytes, telling->words, &cards);
    bool acts = seated && (pillars_actors(board) & SEAT_BIT(view->viewer)) != 0;
    words_say(telling->words, out,
              cards.length == 0 ? "pillars.hand.empty"
              : acts            ? "pillars.hand.to-play"
                                : "pillars.hand",
              SAY_TEXT(cards.bytes));
}

/* -- Description ------------------------------------------------------------------------------- */

static void describe_trick(const struct pillars_board *board, const struct telling *telling,
                           struct text *out)
{
    if (board->trick.count == 0)
        return;
    char cards_buffer[2048];
    struct text cards = TEXT_IN(cards_buffer);
    for (uint8_t i = 0; i < board->trick.count; i++) {
        char card_buffer[1024];
        struct text card = TEXT_IN(card_buffer);
        say_card(telling, board->trick.cards[i], &card);
        text_separate(&cards, ", ");
        words_say(telling->words, &cards, "pillars.describe.card",
                  SAY_TEXT(telling->names[trick_seat(&board->trick, board->players, i)]),
                  SAY_TEXT(card.bytes));
    }
    uint8_t taker = pillars_taker(board);
    text_add(out, " ");
    words_say(telling->words, out,
              taker == PILLARS_NOBODY ? "pillars.describe.trick.king" : "pillars.describe.trick",
              SAY_TEXT(cards.bytes),
              SAY_TEXT(taker == PILLARS_NOBODY ? "" : telling->names[taker]));
}

static void describe_seat(const struct pillars_board *board, uint8_t seat,
                          const struct telling *telling, struct text *out)
{
    char materials_buffer[256], advantages_buffer[256];
    struct text materials = TEXT_IN(materials_buffer), advantages = TEXT_IN(advantages_buffer);
    say_materials(board, seat, telling, &materials);
    for (card_set cards = board->advantages[seat]; cards != 0;) {
        text_separate(&advantages, ", ");
        words_say_plain(telling->words, &advantages, card_message(card_set_next(&cards)));
    }
    text_add(out, " ");
    words_say(telling->words, out,
              advantages.length > 0 ? "pillars.describe.seat.advantages" : "pillars.describe.seat",
              SAY_TEXT(telling->names[seat]), SAY_NUMBER(board->scores[seat]),
              SAY_NUMBER(board->tricks[seat]), SAY_TEXT(materials.bytes),
              SAY_TEXT(advantages.bytes));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    words_say(telling->words, out,
              board->step == PILLARS_TRICKS ? "pillars.describe.tricks"
                                            : "pillars.describe.evaluation",
              SAY_NUMBER(board->round), SAY_NUMBER(board->trick_number),
              SAY_NUMBER(pillars_hand_size(board->players)),
              SAY_MESSAGE(card_message(board->advantage)), SAY_NUMBER(board->pile_left));
    describe_trick(board, telling, out);
    for (uint8_t seat = 0; seat < board->players; seat++)
        describe_seat(board, seat, telling, out);
    if (board->step == PILLARS_TRICKS && board->kings_player != PILLARS_NOBODY) {
        text_add(out, " ");
        words_say(telling->words, out, "pillars.describe.kings-trick",
                  SAY_TEXT(telling->names[board->kings_player]));
    }
    if (pillars_actors(board) != 0) {
        text_add(out, " ");
        situation(opaque, telling, out);
    } else if (board->step == PILLARS_END) {
        seat_set winners = pillars_leaders(board);
        struct game_event won = {.details = {winners, board->scores[__builtin_ctz(winners)]}};
        text_add(out, " ");
        tell_won(telling, &won, out);
    }
}

const struct game_text pillars_text = {
    .print = pillars_print_move,
    .label = label,
    .parse = pillars_parse_move,
    .tell = tell,
    .situation = situation,
    .picture = pillars_picture,
    .hand = hand,
    .describe = describe,
    .scoring = pillars_scoring_picture,
};
