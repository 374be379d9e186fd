#include "games/shared/towers.h"

#include <string.h>

const uint8_t tower_tokens[TOWER_TOKEN_VALUES] = {5, 3, 1};

void majority_add(struct majority *majority, uint8_t seat, uint8_t value)
{
    if (majority->sums[seat] == 0)
        majority->order[majority->count++] = seat;
    majority->sums[seat] = (uint8_t)(majority->sums[seat] + value);
}

static void leave_order(struct majority *majority, uint8_t seat)
{
    unsigned place = 0;
    while (majority->order[place] != seat)
        place++;
    majority->count--;
    for (; place < majority->count; place++)
        majority->order[place] = majority->order[place + 1];
    majority->order[majority->count] = 0;
}

void majority_remove(struct majority *majority, uint8_t seat, uint8_t value)
{
    majority->sums[seat] = (uint8_t)(majority->sums[seat] - value);
    if (majority->sums[seat] == 0)
        leave_order(majority, seat);
}

/* Writes `items` sorted by falling `values[item]`; items of equal value keep their order. */
static void sort_falling(const uint8_t *items, const uint8_t *values, unsigned count,
                         uint8_t *sorted)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned place = i;
        for (; place > 0 && values[sorted[place - 1]] < values[items[i]]; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = items[i];
    }
}

unsigned majority_rank(const struct majority *majority, uint8_t ranked[GAME_SEATS_MAX])
{
    sort_falling(majority->order, majority->sums, majority->count, ranked);
    return majority->count;
}

void towers_rank(const uint8_t *heights, unsigned count, uint8_t *ranked)
{
    static const uint8_t row[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    sort_falling(row, heights, count < sizeof row ? count : sizeof row, ranked);
}

void towers_award(const struct majority *majority, const struct tower_flag *flag,
                  uint8_t points[GAME_SEATS_MAX])
{
    uint8_t ranked[GAME_SEATS_MAX];
    unsigned count = majority_rank(majority, ranked);
    memset(points, 0, GAME_SEATS_MAX);
    for (unsigned place = 0; place < count && place < flag->places; place++)
        points[ranked[place]] = flag->points[place];
}

char tower_letter(unsigned tower)
{
    return (char)('A' + tower);
}

bool tower_read(struct notation *notation, uint8_t *tower)
{
    for (unsigned i = 0; i < TOWERS; i++) {
        if (notation_character(notation, tower_letter(i))) {
            *tower = (uint8_t)i;
            return true;
        }
    }
    return false;
}

bool tower_read_with_number(struct notation *notation, uint8_t *tower, uint8_t *number)
{
    struct notation before = *notation;
    unsigned value;
    bool read = notation_number(notation, 1, TOWER_STOREYS_MAX, &value)
                    ? tower_read(notation, tower)
                    : tower_read(notation, tower) &&
                          notation_number(notation, 1, TOWER_STOREYS_MAX, &value);
    if (read)
        *number = (uint8_t)value;
    else
        *notation = before;
    return read;
}

static void print_token(uint8_t code, struct text *out)
{
    text_add_char(out, tower_letter(code));
}

static bool parse_token(const char *bytes, size_t length, uint8_t *code)
{
    if (length != 1 || bytes[0] < tower_letter(0) || bytes[0] > tower_letter(TOWERS - 1))
        return false;
    *code = (uint8_t)(bytes[0] - tower_letter(0));
    return true;
}

const struct record_token tower_record_token = {.print = print_token, .parse = parse_token};

void tower_print_cards(const uint8_t counts[TOWERS], struct text *out)
{
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        for (unsigned card = 0; card < counts[tower]; card++) {
            text_separate(out, " ");
            text_add_char(out, tower_letter(tower));
        }
    }
}

bool tower_count_cards(const uint8_t *cards, unsigned count, uint8_t counts[TOWERS])
{
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] >= TOWERS)
            return false;
        counts[cards[i]]++;
    }
    return true;
}

void tower_forget_card(uint8_t known[TOWERS], unsigned tower)
{
    if (known[tower] > 0)
        known[tower]--;
}

static const uint8_t *known_cards(const struct tower_knowledge *knowledge, unsigned seat)
{
    return seat == knowledge->viewer ? knowledge->hand : knowledge->shown[seat];
}

unsigned tower_unseen_cards(const struct tower_knowledge *knowledge, uint8_t *cards)
{
    unsigned count = 0;
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        int left = knowledge->per_tower - knowledge->played[tower];
        for (unsigned i = 0; i < knowledge->face_up_count; i++)
            left -= knowledge->face_up[i] == tower;
        for (unsigned seat = 0; seat < knowledge->players; seat++)
            left -= known_cards(knowledge, seat)[tower];
        for (; left > 0; left--)
            cards[count++] = (uint8_t)tower;
    }
    return count;
}

const uint8_t *tower_fill_hand(const struct tower_knowledge *knowledge, unsigned seat,
                               unsigned size, const uint8_t *cards, uint8_t hand[TOWERS])
{
    unsigned held = 0;
    memcpy(hand, known_cards(knowledge, seat), TOWERS);
    for (unsigned tower = 0; tower < TOWERS; tower++)
        held += hand[tower];
    for (; held < size; held++)
        hand[*cards++]++;
    return cards;
}
