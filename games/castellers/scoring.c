#include "games/castellers/castellers.h"

#include <string.h>

static unsigned castle_points(const struct castellers_castle *castle)
{
    unsigned points = 0;
    for (unsigned i = 0; i < castle->width; i++)
        for (unsigned bit = 0; bit < CASTELLERS_VALUES; bit++)
            if (castle->columns[i].values >> bit & 1)
                points += castellers_points[bit];
    return points;
}

/* Whose castle is the best of all valid ones by `measure`, of equal ones the one with more pawns;
 * GAME_SPECTATOR when best ones of several players are equal, or there is none. */
static uint8_t bonus_owner(const struct castellers_board *board,
                           unsigned (*measure)(const struct castellers_castle *))
{
    uint8_t owner = GAME_SPECTATOR;
    unsigned best = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (!castellers_is_valid(castle))
            continue;
        unsigned worth = measure(castle) * (CASTELLERS_PAWNS + 1) + castellers_castle_pawns(castle);
        if (worth > best) {
            best = worth;
            owner = castle->owner;
        } else if (worth == best && castle->owner != owner) {
            owner = GAME_SPECTATOR;
        }
    }
    return owner;
}

/* No level is wider than the first. */
static unsigned width_of(const struct castellers_castle *castle)
{
    return castle->width;
}

void castellers_accounts(const struct castellers_board *board,
                         struct castellers_account accounts[CASTELLERS_SEATS])
{
    memset(accounts, 0, CASTELLERS_SEATS * sizeof accounts[0]);
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        struct castellers_account *account = &accounts[castle->owner];
        unsigned levels = castellers_levels(castle);
        account->bases++;
        if (castellers_is_valid(castle)) {
            account->valid++;
            account->pawn_points = (uint8_t)(account->pawn_points + castle_points(castle));
        }
        if (castle->colour == CASTELLERS_WHITE && levels > account->white_levels)
            account->white_levels = (uint8_t)levels;
    }
    uint8_t tall = bonus_owner(board, castellers_levels), wide = bonus_owner(board, width_of);
    if (tall != GAME_SPECTATOR)
        accounts[tall].tall = true;
    if (wide != GAME_SPECTATOR)
        accounts[wide].wide = true;
}

int castellers_total(const struct castellers_account *account)
{
    return account->pawn_points - account->bases +
           (account->tall + account->wide) * castellers_bonus;
}

void castellers_standing(const struct castellers_board *board, struct game_result *result)
{
    struct castellers_account accounts[CASTELLERS_SEATS];
    castellers_accounts(board, accounts);
    memset(result, 0, sizeof *result);
    unsigned best = 0;
    for (unsigned seat = 0; seat < board->players; seat++) {
        result->scores[seat] = castellers_total(&accounts[seat]);
        bool level = seat > 0 && result->scores[seat] == result->scores[best] &&
                     accounts[seat].white_levels == accounts[best].white_levels;
        bool better = seat == 0 || result->scores[seat] > result->scores[best] ||
                      (result->scores[seat] == result->scores[best] &&
                       accounts[seat].white_levels > accounts[best].white_levels);
        if (better) {
            best = seat;
            result->winners = 0;
        }
        if (better || level)
            result->winners |= SEAT_BIT(seat);
    }
}

unsigned castellers_castles_needed(const struct castellers_board *board)
{
    static const uint8_t needed[CASTELLERS_SEATS + 1] = {0, 0, 4, 3, 2};
    return needed[board->players];
}

bool castellers_is_over(const struct castellers_board *board)
{
    enum { LARGE_CASTLE = 8 };
    uint8_t valid[CASTELLERS_SEATS] = {0};
    bool large[CASTELLERS_SEATS] = {false};
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (!castellers_is_valid(castle))
            continue;
        valid[castle->owner]++;
        if (castellers_castle_pawns(castle) >= LARGE_CASTLE)
            large[castle->owner] = true;
    }
    for (unsigned seat = 0; seat < board->players; seat++)
        if (large[seat] && valid[seat] >= castellers_castles_needed(board))
            return true;
    return false;
}
