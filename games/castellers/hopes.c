#include "games/castellers/hopes.h"

#include <string.h>

unsigned castellers_stage(const struct castellers_board *board,
                          const struct castellers_score *scores)
{
    unsigned most = 0, needed = castellers_castles_to_end(board->players);
    for (unsigned seat = 0; seat < board->players; seat++)
        most = scores[seat].valid > most ? scores[seat].valid : most;
    unsigned lacking = most < needed ? needed - most : 0;
    return lacking < CASTELLERS_STAGES ? lacking : CASTELLERS_STAGES - 1;
}

static unsigned lowest_open(const struct castellers_castle *castle)
{
    unsigned lowest = CASTELLERS_VALUES;
    for (uint64_t tops = castellers_open_tops(castle); tops != 0; tops &= tops - 1) {
        unsigned value = castellers_value((unsigned)__builtin_ctzll(tops));
        lowest = value < lowest ? value : lowest;
    }
    return lowest;
}

/* The kinds of pawns in the reserve that can stand on the castle, as bits by code. */
static uint64_t followers(const struct castellers_castle *castle, const uint8_t *reserve,
                          unsigned open)
{
    uint64_t found = 0;
    for (unsigned code = 0; code < CASTELLERS_CODES; code++)
        if (reserve[code] > 0 && castellers_value(code) > open &&
            castellers_takes_colour(castle, code))
            found |= (uint64_t)1 << code;
    return found;
}

/* What is counted over all castles of the seat. */
struct survey {
    bool large;
    unsigned largest;
    uint64_t followers;
};

static void count_castle(const struct castellers_castle *castle, const uint8_t *reserve,
                         struct survey *survey, int *hopes)
{
    const struct castellers_outline outline = castellers_outline_of(castle);
    unsigned open = lowest_open(castle);
    uint64_t next = followers(castle, reserve, open);
    survey->followers |= next;
    survey->large = survey->large || (outline.valid && outline.pawns >= CASTELLERS_LARGE_PAWNS);
    if (outline.hopeful && outline.pawns > survey->largest)
        survey->largest = outline.pawns;
    hopes[HOPE_WIDE] += castle->width > 1;
    hopes[HOPE_ROOM] += (int)(CASTELLERS_VALUES - open);
    hopes[HOPE_LOST] += !outline.hopeful;
    hopes[HOPE_GROWS] += outline.valid && next != 0;
    if (outline.valid || !outline.hopeful)
        return;
    hopes[HOPE_HOPEFUL]++;
    hopes[HOPE_HOPEFUL_PAWNS] += outline.pawns;
    hopes[HOPE_LACKS_ONE] += outline.lacks_one;
    hopes[HOPE_COMPLETES] += outline.lacks_one && next != 0;
}

static void count_reserve(const uint8_t *reserve, int *hopes)
{
    for (unsigned code = 0; code < CASTELLERS_CODES; code++) {
        bool white = castellers_colour(code) == CASTELLERS_WHITE;
        unsigned hope = (white ? HOPE_WHITE : HOPE_RESERVE) + castellers_value(code) - 1;
        hopes[hope] += reserve[code];
    }
}

static unsigned at_most(unsigned number, unsigned most)
{
    return number < most ? number : most;
}

void castellers_find_hopes(const struct castellers_board *board, uint8_t seat,
                           const struct castellers_score *score, int hopes[CASTELLERS_HOPES])
{
    struct survey survey = {.large = false};
    memset(hopes, 0, CASTELLERS_HOPES * sizeof *hopes);
    for (unsigned i = 0; i < board->castle_count; i++)
        if (board->castles[i].owner == seat)
            count_castle(&board->castles[i], board->reserves[seat], &survey, hopes);
    count_reserve(board->reserves[seat], hopes);
    hopes[HOPE_POINTS] = castellers_total(score);
    if (score->valid > 0)
        hopes[at_most(HOPE_VALID + score->valid - 1u, HOPE_VALID_LAST)] = 1;
    hopes[survey.large ? HOPE_LARGE : at_most(HOPE_LARGEST + survey.largest, HOPE_LARGEST_LAST)] =
        1;
    hopes[HOPE_FOLLOWS] = __builtin_popcountll(survey.followers);
    if (board->mover == seat)
        hopes[HOPE_ACTIONS] = CASTELLERS_ACTIONS - board->actions;
}
