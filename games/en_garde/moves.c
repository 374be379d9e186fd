/* Moves: their numbers, and which of them are legal (rules 3 to 5, 8 to 10). */
#include "games/en_garde/en_garde.h"

/* -- Moves as numbers: word, step, value, cards, from the highest bits down ----------------- */

enum move_word { WORD_ADVANCE, WORD_ATTACK, WORD_PARRY, WORD_RETREAT, WORD_YIELD };

game_move en_garde_move_pack(struct en_garde_move move)
{
    static const uint8_t words[] = {
        [EN_GARDE_ADVANCE] = WORD_ADVANCE, [EN_GARDE_ADVANCE_ATTACK] = WORD_ADVANCE,
        [EN_GARDE_ATTACK] = WORD_ATTACK,   [EN_GARDE_PARRY] = WORD_PARRY,
        [EN_GARDE_RETREAT] = WORD_RETREAT, [EN_GARDE_YIELD] = WORD_YIELD};
    return (game_move)words[move.action] << 12 | (game_move)move.step << 8 |
           (game_move)move.value << 4 | move.cards;
}

bool en_garde_is_card(unsigned value)
{
    return value >= 1 && value <= EN_GARDE_VALUES;
}

static bool has_shape(const struct en_garde_move *move, bool step, bool attack)
{
    return (step ? en_garde_is_card(move->step) : move->step == 0) &&
           (attack ? en_garde_is_card(move->value) && en_garde_is_card(move->cards)
                   : move->value == 0 && move->cards == 0);
}

bool en_garde_move_unpack(game_move packed, struct en_garde_move *move)
{
    *move = (struct en_garde_move){
        .step = packed >> 8 & 15, .value = packed >> 4 & 15, .cards = packed & 15};
    switch (packed >> 12) {
    case WORD_ADVANCE:
        move->action = move->value == 0 ? EN_GARDE_ADVANCE : EN_GARDE_ADVANCE_ATTACK;
        return has_shape(move, true, move->value != 0);
    case WORD_ATTACK:
        move->action = EN_GARDE_ATTACK;
        return has_shape(move, false, true);
    case WORD_PARRY:
        move->action = EN_GARDE_PARRY;
        return has_shape(move, false, false);
    case WORD_RETREAT:
        move->action = EN_GARDE_RETREAT;
        return has_shape(move, true, false);
    case WORD_YIELD:
        move->action = EN_GARDE_YIELD;
        return has_shape(move, false, false);
    default:
        return false;
    }
}

/* -- The piste ------------------------------------------------------------------------------ */

unsigned en_garde_distance(const struct en_garde_board *board)
{
    return (unsigned)(board->space[1] - board->space[0]);
}

unsigned en_garde_walked(const struct en_garde_board *board, uint8_t seat)
{
    return (unsigned)(seat == 0 ? board->space[0] - 1 : EN_GARDE_LAST_SPACE - board->space[1]);
}

static bool can_retreat(const struct en_garde_board *board, const uint8_t *hand, unsigned value)
{
    return value <= en_garde_walked(board, board->mover) && hand[value] > 0;
}

bool en_garde_can_parry(const struct en_garde_board *board, const uint8_t *hand)
{
    return hand[board->attack.value] >= board->attack.cards;
}

/* -- What is legal ------------------------------------------------------------------------- */

static game_refusal check_step(const struct en_garde_board *board, const uint8_t *hand,
                               unsigned value)
{
    if (hand[value] == 0)
        return EN_GARDE_NO_SUCH_CARD;
    return value < en_garde_distance(board) ? EN_GARDE_ACCEPTED : EN_GARDE_TOO_FAR;
}

static game_refusal check_retreat(const struct en_garde_board *board, const uint8_t *hand,
                                  unsigned value)
{
    bool answering = board->step == EN_GARDE_ANSWER; /* rule 9, else rule 3 */
    if (hand[value] == 0)
        return answering ? EN_GARDE_NO_CARD_TO_ANSWER : EN_GARDE_NO_SUCH_CARD;
    if (can_retreat(board, hand, value))
        return EN_GARDE_ACCEPTED;
    return answering ? EN_GARDE_NO_ROOM_TO_ANSWER : EN_GARDE_OFF_THE_PISTE;
}

/* Checks an attack over `distance` with `held` cards of its value in hand. */
static game_refusal check_attack(const struct en_garde_board *board,
                                 const struct en_garde_move *move, unsigned distance, unsigned held)
{
    if (move->value != distance)
        return EN_GARDE_WRONG_DISTANCE;
    if (held == 0 && move->step != move->value)
        return EN_GARDE_NO_CARD_TO_ATTACK;
    if (move->cards > held)
        return EN_GARDE_NOT_ENOUGH_CARDS;
    if (board->level == EN_GARDE_BASIC && move->cards > 1)
        return EN_GARDE_ONE_CARD_ONLY;
    return EN_GARDE_ACCEPTED;
}

static game_refusal check_advance_attack(const struct en_garde_board *board, const uint8_t *hand,
                                         const struct en_garde_move *move)
{
    if (board->level != EN_GARDE_FULL)
        return EN_GARDE_NOT_AT_THIS_LEVEL;
    game_refusal refusal = check_step(board, hand, move->step);
    if (refusal != EN_GARDE_ACCEPTED)
        return refusal;
    unsigned held = hand[move->value] - (move->step == move->value ? 1u : 0u);
    return check_attack(board, move, en_garde_distance(board) - move->step, held);
}

static game_refusal check_turn(const struct en_garde_board *board, const uint8_t *hand,
                               const struct en_garde_move *move)
{
    switch (move->action) {
    case EN_GARDE_ADVANCE:
        return check_step(board, hand, move->step);
    case EN_GARDE_RETREAT:
        return check_retreat(board, hand, move->step);
    case EN_GARDE_ATTACK:
        return check_attack(board, move, en_garde_distance(board), hand[move->value]);
    case EN_GARDE_ADVANCE_ATTACK:
        return check_advance_attack(board, hand, move);
    default:
        return EN_GARDE_NOTHING_TO_ANSWER;
    }
}

static bool can_answer(const struct en_garde_board *board, const uint8_t *hand)
{
    if (en_garde_can_parry(board, hand))
        return true;
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        if (can_retreat(board, hand, value))
            return true;
    return false;
}

static game_refusal check_answer(const struct en_garde_board *board, const uint8_t *hand,
                                 const struct en_garde_move *move)
{
    switch (move->action) {
    case EN_GARDE_PARRY:
        return en_garde_can_parry(board, hand) ? EN_GARDE_ACCEPTED : EN_GARDE_CANNOT_PARRY;
    case EN_GARDE_RETREAT:
        return check_retreat(board, hand, move->step);
    case EN_GARDE_YIELD:
        return can_answer(board, hand) ? EN_GARDE_CAN_STILL_ANSWER : EN_GARDE_ACCEPTED;
    default:
        return EN_GARDE_ANSWER_FIRST;
    }
}

game_refusal en_garde_check(const struct en_garde_board *board, const uint8_t *hand,
                            const struct en_garde_move *move)
{
    return board->step == EN_GARDE_ANSWER ? check_answer(board, hand, move)
                                          : check_turn(board, hand, move);
}

struct move_list {
    const struct en_garde_board *board;
    const uint8_t *hand;
    game_move *moves;
    size_t count;
};

static void add_if_legal(struct move_list *list, struct en_garde_move move)
{
    if (en_garde_check(list->board, list->hand, &move) == EN_GARDE_ACCEPTED)
        list->moves[list->count++] = en_garde_move_pack(move);
}

static void add_attacks(struct move_list *list, uint8_t action, uint8_t step, unsigned value)
{
    if (!en_garde_is_card(value))
        return;
    for (uint8_t cards = 1; cards <= list->hand[value]; cards++)
        add_if_legal(list, (struct en_garde_move){action, step, (uint8_t)value, cards});
}

static void add_advances(struct move_list *list, unsigned distance)
{
    for (uint8_t step = 1; step <= EN_GARDE_VALUES && step < distance; step++) {
        if (list->hand[step] == 0)
            continue;
        add_if_legal(list, (struct en_garde_move){.action = EN_GARDE_ADVANCE, .step = step});
        add_attacks(list, EN_GARDE_ADVANCE_ATTACK, step, distance - step);
    }
}

static void add_retreats(struct move_list *list)
{
    for (uint8_t step = 1; step <= EN_GARDE_VALUES; step++)
        if (list->hand[step] > 0)
            add_if_legal(list, (struct en_garde_move){.action = EN_GARDE_RETREAT, .step = step});
}

size_t en_garde_legal(const struct en_garde_board *board, const uint8_t *hand, game_move *moves)
{
    struct move_list list = {board, hand, moves, 0};
    if (board->step == EN_GARDE_ANSWER) {
        add_if_legal(&list, (struct en_garde_move){.action = EN_GARDE_PARRY});
        add_retreats(&list);
        add_if_legal(&list, (struct en_garde_move){.action = EN_GARDE_YIELD});
        return list.count;
    }
    unsigned distance = en_garde_distance(board);
    add_advances(&list, distance);
    add_attacks(&list, EN_GARDE_ATTACK, 0, distance);
    add_retreats(&list);
    return list.count;
}

/* An advance with an attack begins with an advance, so checking single cards is enough. */
bool en_garde_can_move(const struct en_garde_board *board, const uint8_t *hand)
{
    unsigned distance = en_garde_distance(board);
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        if ((value <= distance && hand[value] > 0) || can_retreat(board, hand, value))
            return true;
    return false;
}
