#include <string.h>

#include "games/campanile_intermezzo/campanile_intermezzo.h"

static const struct tower_flag intermezzo_two[TOWERS] = {
    {2, {4, 2}}, {2, {3, 2}}, {2, {2, 1}}, {1, {1}}, {0}};
static const struct tower_flag intermezzo_more[TOWERS] = {
    {2, {4, 2}}, {2, {3, 1}}, {1, {2}}, {1, {1}}, {0}};
static const struct tower_flag finito_two[TOWERS] = {
    {2, {6, 3}}, {2, {5, 2}}, {2, {4, 1}}, {2, {3, 1}}, {1, {2}}};
static const struct tower_flag finito_more[TOWERS] = {
    {3, {6, 4, 2}}, {3, {5, 3, 1}}, {2, {4, 2}}, {2, {3, 1}}, {1, {2}}};

const struct tower_flag *intermezzo_flags(unsigned players, bool finito)
{
    if (finito)
        return players == 2 ? finito_two : finito_more;
    return players == 2 ? intermezzo_two : intermezzo_more;
}

unsigned intermezzo_points(const struct intermezzo_board *board, unsigned seat)
{
    unsigned points = 0;
    for (unsigned number = 1; number <= INTERMEZZO_CHIP_MAX; number++)
        points += number * board->chips[seat][number];
    return points;
}

unsigned intermezzo_highest_chip(const struct intermezzo_board *board, unsigned seat)
{
    unsigned number = INTERMEZZO_CHIP_MAX;
    while (number > 0 && board->chips[seat][number] == 0)
        number--;
    return number;
}

typedef unsigned measure(const struct intermezzo_board *board, unsigned seat);

/* The seats for which `value` is largest. */
static seat_set best_by(const struct intermezzo_board *board, measure *value)
{
    int32_t ranks[INTERMEZZO_SEATS];
    for (unsigned seat = 0; seat < board->players; seat++)
        ranks[seat] = (int32_t)value(board, seat);
    return game_best_seats(ranks, board->players);
}

/* Points first, then the highest chip. */
static unsigned standing_of(const struct intermezzo_board *board, unsigned seat)
{
    return intermezzo_points(board, seat) * (INTERMEZZO_CHIP_MAX + 1) +
           intermezzo_highest_chip(board, seat);
}

seat_set intermezzo_seats_with_most(const struct intermezzo_board *board)
{
    return best_by(board, intermezzo_points);
}

seat_set intermezzo_leaders(const struct intermezzo_board *board)
{
    return best_by(board, standing_of);
}

static void add_scored(const struct intermezzo_board *board, struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_SCORED, GAME_SPECTATOR);
    event->decisive = true;
    for (unsigned seat = 0; seat < board->players; seat++)
        event->details[seat] =
            (int16_t)(intermezzo_points(board, seat) - board->last_scoring.before[seat]);
    event->details[INTERMEZZO_SEATS] = board->last_scoring.finito;
}

void intermezzo_fill_won(const struct intermezzo_board *board, struct game_event *event)
{
    for (unsigned seat = 0; seat < board->players; seat++)
        event->details[seat] = (int16_t)intermezzo_points(board, seat);
    event->details[INTERMEZZO_SEATS] = intermezzo_leaders(board);
    event->details[INTERMEZZO_SEATS + 1] = intermezzo_seats_with_most(board);
}

static void add_won(const struct intermezzo_board *board, struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_WON, GAME_SPECTATOR);
    event->decisive = true;
    intermezzo_fill_won(board, event);
}

void intermezzo_score(struct intermezzo_board *board, bool finito, struct game_events *events)
{
    const struct tower_flag *flags = intermezzo_flags(board->players, finito);
    struct intermezzo_scoring *scoring = &board->last_scoring;
    uint8_t ranked[TOWERS];
    scoring->finito = finito;
    memcpy(scoring->heights, board->heights, sizeof scoring->heights);
    memcpy(scoring->markers, board->markers, sizeof scoring->markers);
    for (unsigned seat = 0; seat < board->players; seat++)
        scoring->before[seat] = (uint8_t)intermezzo_points(board, seat);
    towers_rank(board->heights, TOWERS, ranked);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        uint8_t won[GAME_SEATS_MAX];
        towers_award(&board->markers[ranked[rank]], &flags[rank], won);
        for (unsigned seat = 0; seat < board->players; seat++)
            if (won[seat] > 0)
                board->chips[seat][won[seat]]++;
    }
    board->scorings++;
    if (events == NULL)
        return;
    events->scoring = true;
    add_scored(board, events);
    if (finito)
        add_won(board, events);
}
