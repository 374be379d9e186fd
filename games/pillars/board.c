/* Everything that depends only on the board and one hand: who takes a trick, who acts, what is
 * legal. */
#include "games/pillars/pillars.h"

/* -- What is asked of a board ------------------------------------------------------------------ */

uint8_t pillars_hand_size(uint8_t players)
{
    return players == 3 ? 10 : 9;
}

card_set pillars_playable(card_set hand)
{
    return card_set_count(hand) > 1 ? hand & ~CARD_BIT(PILLARS_ALFRED) : hand;
}

static unsigned strength(const void *rule, const struct trick *trick, uint8_t card)
{
    (void)rule;
    (void)trick;
    return pillars_value(card);
}

uint8_t pillars_deciding(const struct trick *trick)
{
    return trick_strongest(trick, strength, NULL);
}

uint8_t pillars_taker(const struct pillars_board *board)
{
    uint8_t position = pillars_deciding(&board->trick);
    uint8_t card = board->trick.cards[position];
    if (card == PILLARS_KING)
        return PILLARS_NOBODY;
    return pillars_is_craftsman(card) ? pillars_craftsman_seat(card)
                                      : trick_seat(&board->trick, board->players, position);
}

unsigned pillars_stock(const struct pillars_board *board, uint8_t seat)
{
    unsigned stock = 0;
    for (unsigned material = 0; material < PILLARS_MATERIALS; material++)
        stock += board->materials[seat][material];
    return stock;
}

static bool has_converter(const struct pillars_board *board, uint8_t seat, uint8_t converter)
{
    return pillars_has_converter(converter, seat, board->evaluation.cards[seat],
                                 board->advantages[seat]);
}

static bool is_used_up(const struct pillars_board *board, uint8_t seat, uint8_t converter)
{
    return converter != PILLARS_WITH_ASSISTANT &&
           (board->evaluation.used[seat] >> converter & 1) != 0;
}

uint8_t pillars_convertible(const struct pillars_board *board, uint8_t seat, uint8_t converter)
{
    if (!has_converter(board, seat, converter) || is_used_up(board, seat, converter))
        return 0;
    uint8_t materials = pillars_takes(converter);
    for (unsigned material = 0; material < PILLARS_MATERIALS; material++)
        if (board->materials[seat][material] == 0)
            materials &= (uint8_t)~(1u << material);
    return materials;
}

seat_set pillars_actors(const struct pillars_board *board)
{
    seat_set actors = 0;
    if (board->step == PILLARS_TRICKS)
        return SEAT_BIT(board->mover);
    if (board->step == PILLARS_EVALUATION)
        for (uint8_t seat = 0; seat < board->players; seat++)
            if (board->evaluation.steps[seat] != PILLARS_READY)
                actors |= SEAT_BIT(seat);
    return actors;
}

/* -- What is legal ----------------------------------------------------------------------------- */

static game_refusal check_play(card_set hand, const struct pillars_move *move)
{
    if (move->action != PILLARS_PLAY)
        return PILLARS_NOT_WHILE_PLAYING;
    if (!card_set_has(hand, move->what))
        return PILLARS_NO_SUCH_CARD;
    return card_set_has(pillars_playable(hand), move->what) ? PILLARS_ACCEPTED
                                                            : PILLARS_ALFRED_LAST;
}

static game_refusal check_convert(const struct pillars_board *board, uint8_t seat,
                                  const struct pillars_move *move)
{
    if (!has_converter(board, seat, move->what))
        return PILLARS_NO_SUCH_CONVERTER;
    if (is_used_up(board, seat, move->what))
        return PILLARS_CONVERTER_USED;
    if (!(pillars_takes(move->what) >> move->material & 1))
        return PILLARS_WRONG_MATERIAL;
    return board->materials[seat][move->material] > 0 ? PILLARS_ACCEPTED : PILLARS_NO_SUCH_MATERIAL;
}

static game_refusal check_evaluation(const struct pillars_board *board, uint8_t seat,
                                     const struct pillars_move *move)
{
    uint8_t step = board->evaluation.steps[seat];
    if (step == PILLARS_READY)
        return PILLARS_IS_READY;
    if (move->action == PILLARS_PLAY)
        return PILLARS_HAND_IS_EMPTY;
    if (step == PILLARS_CHOOSES)
        return move->action == PILLARS_TOM_GIVES ? PILLARS_ACCEPTED : PILLARS_TOM_FIRST;
    if (move->action == PILLARS_TOM_GIVES)
        return PILLARS_TOM_IS_PAID;
    if (step == PILLARS_DROPS) {
        if (move->action != PILLARS_DROP)
            return PILLARS_DROP_FIRST;
        return board->materials[seat][move->material] > 0 ? PILLARS_ACCEPTED
                                                          : PILLARS_NOTHING_TO_DROP;
    }
    if (move->action == PILLARS_DROP)
        return PILLARS_CONVERT_FIRST;
    return move->action == PILLARS_DONE ? PILLARS_ACCEPTED : check_convert(board, seat, move);
}

game_refusal pillars_check(const struct pillars_board *board, uint8_t seat, card_set hand,
                           const struct pillars_move *move)
{
    if (board->step == PILLARS_EVALUATION)
        return check_evaluation(board, seat, move);
    if (!(pillars_actors(board) & SEAT_BIT(seat)))
        return PILLARS_NOT_YOUR_TURN;
    return check_play(hand, move);
}

static game_move make_move(uint8_t action, uint8_t what, uint8_t material)
{
    return pillars_move_pack((struct pillars_move){action, what, material});
}

static size_t legal_cards(card_set hand, game_move *moves)
{
    card_set cards = pillars_playable(hand) & ~pillars_twins;
    size_t count = 0;
    while (cards != 0)
        moves[count++] = make_move(PILLARS_PLAY, card_set_next(&cards), 0);
    return count;
}

static size_t legal_conversions(const struct pillars_board *board, uint8_t seat, game_move *moves)
{
    size_t count = 0;
    for (uint8_t converter = 0; converter < PILLARS_CONVERTERS; converter++) {
        uint8_t materials = pillars_convertible(board, seat, converter);
        for (uint8_t material = 0; material < PILLARS_MATERIALS; material++)
            if (materials >> material & 1)
                moves[count++] = make_move(PILLARS_CONVERT, converter, material);
    }
    moves[count++] = make_move(PILLARS_DONE, 0, 0);
    return count;
}

static size_t legal_drops(const struct pillars_board *board, uint8_t seat, game_move *moves)
{
    size_t count = 0;
    for (uint8_t material = 0; material < PILLARS_MATERIALS; material++)
        if (board->materials[seat][material] > 0)
            moves[count++] = make_move(PILLARS_DROP, 0, material);
    return count;
}

static size_t legal_gifts(game_move *moves)
{
    size_t count = 0;
    for (uint8_t material = PILLARS_METAL + 1; material < PILLARS_MATERIALS; material++)
        moves[count++] = make_move(PILLARS_TOM_GIVES, 0, material);
    return count;
}

size_t pillars_legal(const struct pillars_board *board, uint8_t seat, card_set hand,
                     game_move *moves)
{
    if (!(pillars_actors(board) & SEAT_BIT(seat)))
        return 0;
    if (board->step == PILLARS_TRICKS)
        return legal_cards(hand, moves);
    switch (board->evaluation.steps[seat]) {
    case PILLARS_CHOOSES:
        return legal_gifts(moves);
    case PILLARS_CONVERTS:
        return legal_conversions(board, seat, moves);
    default:
        return legal_drops(board, seat, moves);
    }
}
