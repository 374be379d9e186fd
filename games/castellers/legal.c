/* Moves as numbers, and which of them are legal. */
#include "games/castellers/castellers.h"

enum { GROUND = CASTELLERS_CODES, RANKS = CASTELLERS_BASES + 1 };

/* -- Moves as numbers: word and up to three parts of a byte ------------------------------------ */

/* Castle numbers in the byte order of their texts; 0 is `new`. */
static const uint8_t numbers_in_order[RANKS] = {1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9, 0};
static const uint8_t rank_of_number[RANKS] = {12, 0, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2, 3};

static game_move pack_parts(unsigned word, unsigned first, unsigned second, unsigned third)
{
    return word << 24 | first << 16 | second << 8 | third;
}

static unsigned pack_target(uint8_t target)
{
    return target == GROUND ? 0 : target + 1u;
}

game_move castellers_move_pack(struct castellers_move move)
{
    switch (move.word) {
    case CASTELLERS_FALLING:
        return pack_parts(move.word, rank_of_number[move.number], move.pawn, 0);
    case CASTELLERS_GIVING:
        return pack_parts(move.word, move.pawn, 0, 0);
    case CASTELLERS_PLACING:
        return pack_parts(move.word, rank_of_number[move.number], pack_target(move.target), 0);
    case CASTELLERS_RAISING:
        return pack_parts(move.word, move.pawn, rank_of_number[move.number],
                          pack_target(move.target));
    case CASTELLERS_SWAPPING:
        return pack_parts(move.word, move.seat, move.pawn, 0);
    default:
        return pack_parts(move.word, 0, 0, 0);
    }
}

static bool unpack_castle(unsigned rank, unsigned target, struct castellers_move *move)
{
    if (rank >= RANKS || target > CASTELLERS_CODES)
        return false;
    move->number = numbers_in_order[rank];
    move->target = (uint8_t)(target == 0 ? GROUND : target - 1);
    return move->number != 0 || target == 0;
}

static bool unpack_pawn(unsigned code, struct castellers_move *move)
{
    move->pawn = (uint8_t)code;
    return code < CASTELLERS_CODES;
}

bool castellers_move_unpack(game_move packed, struct castellers_move *move)
{
    unsigned first = packed >> 16 & 255, second = packed >> 8 & 255, third = packed & 255;
    *move = (struct castellers_move){.word = (uint8_t)(packed >> 24), .target = GROUND};
    switch (packed >> 24) {
    case CASTELLERS_FALLING:
        return unpack_castle(first, 0, move) && move->number != 0 && unpack_pawn(second, move) &&
               third == 0;
    case CASTELLERS_GIVING:
        return unpack_pawn(first, move) && second == 0 && third == 0;
    case CASTELLERS_PLACING:
        return unpack_castle(first, second, move) && third == 0;
    case CASTELLERS_RAISING:
        return unpack_pawn(first, move) && unpack_castle(second, third, move);
    case CASTELLERS_SWAPPING:
        move->seat = (uint8_t)first;
        return first < CASTELLERS_SEATS && unpack_pawn(second, move) && third == 0;
    default:
        return packed >> 24 < CASTELLERS_WORDS && (packed & 0xFFFFFF) == 0;
    }
}

/* -- What is legal ----------------------------------------------------------------------------- */

unsigned castellers_reserve_sum(const struct castellers_board *board, uint8_t seat)
{
    unsigned sum = 0;
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        sum += board->reserves[seat][pawn] * castellers_value(pawn);
    return sum;
}

unsigned castellers_reserve_size(const struct castellers_board *board, uint8_t seat)
{
    unsigned size = 0;
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        size += board->reserves[seat][pawn];
    return size;
}

static bool has_top(const struct castellers_castle *castle, uint8_t top)
{
    for (unsigned i = 0; i < castle->width; i++)
        if (castellers_top(castle, i) == top)
            return true;
    return false;
}

/* Rules 3 and 6 to 8. */
static game_refusal check_building(const struct castellers_board *board, uint8_t pawn,
                                   uint8_t number, uint8_t target)
{
    if (number == 0)
        return board->castle_count < CASTELLERS_BASES ? CASTELLERS_ACCEPTED : CASTELLERS_NO_BASE;
    const struct castellers_castle *castle = castellers_find(board, board->mover, number);
    if (castle == NULL)
        return CASTELLERS_NO_SUCH_CASTLE;
    if (!castellers_takes_colour(castle, pawn))
        return CASTELLERS_WRONG_COLOUR;
    if (target == GROUND)
        return castellers_may_widen(castle) ? CASTELLERS_ACCEPTED : CASTELLERS_LEVEL_TWO_BEGUN;
    if (!has_top(castle, target))
        return CASTELLERS_NO_SUCH_TOP;
    if (castellers_value(pawn) <= castellers_value(target))
        return CASTELLERS_TOO_SMALL;
    return castellers_open_tops(castle) >> target & 1 ? CASTELLERS_ACCEPTED
                                                      : CASTELLERS_LOWER_LEVEL_FIRST;
}

/* Where pawns can go in one of the mover's castles. */
struct site {
    const struct castellers_castle *castle;
    uint64_t tops;
    bool wide;
};

/* The mover's castles, in the byte order of their numbers. */
struct building {
    unsigned ranks; /* bits: the sites that there are */
    struct site sites[CASTELLERS_BASES];
    bool base; /* a base is left in the supply */
};

static void survey(const struct castellers_board *board, struct building *building)
{
    building->ranks = 0;
    building->base = board->castle_count < CASTELLERS_BASES;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (castle->owner != board->mover)
            continue;
        building->ranks |= 1u << rank_of_number[castle->number];
        building->sites[rank_of_number[castle->number]] =
            (struct site){castle, castellers_open_tops(castle), castellers_may_widen(castle)};
    }
}

/* The codes of all smaller pawns, of every colour. */
static uint64_t smaller_pawns(unsigned pawn)
{
    uint64_t row = ((uint64_t)1 << (castellers_value(pawn) - 1)) - 1, all = 0;
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++)
        all |= row << (colour * CASTELLERS_VALUES);
    return all;
}

static size_t list_building(const struct building *building, uint8_t word, uint8_t pawn,
                            game_move *moves)
{
    size_t count = 0;
    uint64_t smaller = smaller_pawns(pawn);
    struct castellers_move move = {.word = word, .pawn = pawn, .target = GROUND};
    for (unsigned ranks = building->ranks; ranks != 0; ranks &= ranks - 1) {
        const struct site *site = &building->sites[__builtin_ctz(ranks)];
        if (!castellers_takes_colour(site->castle, pawn))
            continue;
        move.number = site->castle->number;
        move.target = GROUND;
        if (site->wide)
            moves[count++] = castellers_move_pack(move);
        for (uint64_t tops = site->tops & smaller; tops != 0; tops &= tops - 1) {
            move.target = (uint8_t)__builtin_ctzll(tops);
            moves[count++] = castellers_move_pack(move);
        }
    }
    move.number = 0;
    move.target = GROUND;
    if (building->base)
        moves[count++] = castellers_move_pack(move);
    return count;
}

static bool can_build(const struct building *building, unsigned pawn)
{
    if (building->base)
        return true;
    uint64_t smaller = smaller_pawns(pawn);
    for (unsigned ranks = building->ranks; ranks != 0; ranks &= ranks - 1) {
        const struct site *site = &building->sites[__builtin_ctz(ranks)];
        if (castellers_takes_colour(site->castle, pawn) &&
            (site->wide || (site->tops & smaller) != 0))
            return true;
    }
    return false;
}

static size_t list_swaps(const struct castellers_board *board, const struct building *building,
                         game_move *moves)
{
    size_t count = 0;
    unsigned sum = castellers_reserve_sum(board, board->mover);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        for (uint8_t pawn = 0; seat != board->mover && pawn < CASTELLERS_CODES; pawn++)
            if (board->reserves[seat][pawn] > 0 && sum > castellers_value(pawn) &&
                can_build(building, pawn))
                moves[count++] = castellers_move_pack((struct castellers_move){
                    .word = CASTELLERS_SWAPPING, .seat = seat, .pawn = pawn});
    }
    return count;
}

static size_t list_turn(const struct castellers_board *board, game_move *moves)
{
    struct building building;
    size_t count = 0;
    survey(board, &building);
    moves[count++] = pack_parts(CASTELLERS_PASSING, 0, 0, 0);
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        if (board->reserves[board->mover][pawn] > 0)
            count += list_building(&building, CASTELLERS_RAISING, (uint8_t)pawn, moves + count);
    if (board->bag_left > 0)
        moves[count++] = pack_parts(CASTELLERS_RECRUITING, 0, 0, 0);
    return count + list_swaps(board, &building, moves + count);
}

static size_t list_gifts(const struct castellers_board *board, game_move *moves)
{
    size_t count = 0;
    if (board->given > castellers_value(board->swapped))
        moves[count++] = pack_parts(CASTELLERS_DONE_GIVING, 0, 0, 0);
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        if (board->reserves[board->mover][pawn] > 0)
            moves[count++] = pack_parts(CASTELLERS_GIVING, pawn, 0, 0);
    return count;
}

static size_t list_places(const struct castellers_board *board, game_move *moves)
{
    struct building building;
    survey(board, &building);
    size_t count = list_building(&building, CASTELLERS_PLACING, board->swapped, moves);
    return count;
}

/* The highest value on top of the mover's castles; 0 without a castle. */
static unsigned highest_value(const struct castellers_board *board)
{
    unsigned highest = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        for (unsigned column = 0; castle->owner == board->mover && column < castle->width;
             column++) {
            unsigned value = castellers_value(castellers_top(castle, column));
            if (value > highest)
                highest = value;
        }
    }
    return highest;
}

static size_t list_castle_falls(const struct castellers_castle *castle, unsigned value,
                                game_move *moves)
{
    uint64_t tops = 0;
    size_t count = 0;
    for (unsigned column = 0; column < castle->width; column++)
        tops |= (uint64_t)1 << castellers_top(castle, column);
    for (; tops != 0; tops &= tops - 1) {
        uint8_t pawn = (uint8_t)__builtin_ctzll(tops);
        if (castellers_value(pawn) == value)
            moves[count++] = castellers_move_pack((struct castellers_move){
                .word = CASTELLERS_FALLING, .number = castle->number, .pawn = pawn});
    }
    return count;
}

static size_t list_falls(const struct castellers_board *board, game_move *moves)
{
    size_t count = 0;
    unsigned value = highest_value(board);
    for (unsigned rank = 0; rank < CASTELLERS_BASES; rank++) {
        const struct castellers_castle *castle =
            castellers_find(board, board->mover, numbers_in_order[rank]);
        if (castle != NULL)
            count += list_castle_falls(castle, value, moves + count);
    }
    return count;
}

size_t castellers_legal(const struct castellers_board *board, game_move *moves)
{
    switch (board->step) {
    case CASTELLERS_TURN:
        return list_turn(board, moves);
    case CASTELLERS_GIVE:
        return list_gifts(board, moves);
    case CASTELLERS_PLACE:
        return list_places(board, moves);
    default:
        return list_falls(board, moves);
    }
}

/* -- Checking one move ------------------------------------------------------------------------- */

static game_refusal check_swap(const struct castellers_board *board,
                               const struct castellers_move *move)
{
    if (move->seat == board->mover || move->seat >= board->players ||
        board->reserves[move->seat][move->pawn] == 0)
        return CASTELLERS_NOT_THEIRS;
    if (castellers_reserve_sum(board, board->mover) <= castellers_value(move->pawn))
        return CASTELLERS_RESERVE_TOO_SMALL;
    struct building building;
    survey(board, &building);
    return can_build(&building, move->pawn) ? CASTELLERS_ACCEPTED : CASTELLERS_NOWHERE_TO_PLACE;
}

static game_refusal check_turn(const struct castellers_board *board,
                               const struct castellers_move *move)
{
    switch (move->word) {
    case CASTELLERS_PASSING:
        return CASTELLERS_ACCEPTED;
    case CASTELLERS_RAISING:
        if (board->reserves[board->mover][move->pawn] == 0)
            return CASTELLERS_NOT_IN_RESERVE;
        return check_building(board, move->pawn, move->number, move->target);
    case CASTELLERS_RECRUITING:
        return board->bag_left > 0 ? CASTELLERS_ACCEPTED : CASTELLERS_BAG_EMPTY;
    case CASTELLERS_SWAPPING:
        return check_swap(board, move);
    default:
        return CASTELLERS_NOT_NOW;
    }
}

static game_refusal check_giving(const struct castellers_board *board,
                                 const struct castellers_move *move)
{
    if (move->word == CASTELLERS_DONE_GIVING)
        return board->given > castellers_value(board->swapped) ? CASTELLERS_ACCEPTED
                                                               : CASTELLERS_GIVE_MORE;
    if (move->word != CASTELLERS_GIVING)
        return CASTELLERS_GIVE_FIRST;
    return board->reserves[board->mover][move->pawn] > 0 ? CASTELLERS_ACCEPTED
                                                         : CASTELLERS_NOT_THERE_TO_GIVE;
}

static game_refusal check_fall(const struct castellers_board *board,
                               const struct castellers_move *move)
{
    if (move->word != CASTELLERS_FALLING)
        return CASTELLERS_FALL_FIRST;
    const struct castellers_castle *castle = castellers_find(board, board->mover, move->number);
    if (castle == NULL)
        return CASTELLERS_NO_SUCH_CASTLE;
    return castellers_value(move->pawn) == highest_value(board) && has_top(castle, move->pawn)
               ? CASTELLERS_ACCEPTED
               : CASTELLERS_NOT_THE_HIGHEST;
}

game_refusal castellers_check(const struct castellers_board *board,
                              const struct castellers_move *move)
{
    switch (board->step) {
    case CASTELLERS_TURN:
        return check_turn(board, move);
    case CASTELLERS_GIVE:
        return check_giving(board, move);
    case CASTELLERS_PLACE:
        return move->word == CASTELLERS_PLACING
                   ? check_building(board, board->swapped, move->number, move->target)
                   : CASTELLERS_PLACE_FIRST;
    default:
        return check_fall(board, move);
    }
}
