#include "bot/players/search.h"

#include <math.h>
#include <string.h>

enum { WIDTH_LEAST = 8, CANDIDATES_MAX = 256 };

/* How much a search wants to know of moves it has seldom tried, against what it has seen. */
static const double curiosity = 1.0;
/* Part of a move's bonus that does not ask how promising it looks. */
static const double open_mind = 0.25;
/* A move never tried is taken to be a little worse than what is usual here. */
static const double doubt = 0.05;

/* -- The tree -------------------------------------------------------------------------------- */

static bool stands_before(const struct search_node *node, uint8_t seat, game_move move)
{
    return node->seat < seat || (node->seat == seat && node->move < move);
}

/* Where a child of this seat and move is, or would be, linked. */
static uint32_t *find_link(struct search *search, uint32_t *link, uint8_t seat, game_move move)
{
    while (*link != 0 && stands_before(&search->nodes[*link], seat, move))
        link = &search->nodes[*link].sibling;
    return link;
}

static bool is_link_to(const struct search *search, const uint32_t *link, uint8_t seat,
                       game_move move)
{
    return *link != 0 && search->nodes[*link].seat == seat && search->nodes[*link].move == move;
}

/* 0 when the tree is full. */
static uint32_t add_node(struct search *search, uint32_t parent, uint8_t seat, game_move move)
{
    if (search->used == SEARCH_NODES)
        return 0;
    uint32_t *link = find_link(search, &search->nodes[parent].child, seat, move);
    uint32_t added = search->used++;
    search->nodes[added] =
        (struct search_node){.move = move, .seat = seat, .sibling = *link, .possible = 1};
    *link = added;
    return added;
}

/* -- Choosing a move in the tree ------------------------------------------------------------- */

/* How many moves of a list are looked at after so many visits. */
static size_t width_after(uint32_t visits)
{
    size_t width = WIDTH_LEAST + (size_t)(2 * sqrt(visits));
    return width < CANDIDATES_MAX ? width : CANDIDATES_MAX;
}

/* The weight that a move of a list longer than `width` needs to be among the first so many;
 * `*equal` of those that just have it are among them. */
static uint16_t least_weight(const struct imagined *imagined, size_t width, size_t *equal)
{
    uint16_t largest[CANDIDATES_MAX] = {0};
    for (size_t i = 0; i < imagined->count; i++) {
        uint16_t weight = imagined->weights[i];
        size_t place = width - 1;
        if (weight <= largest[place])
            continue;
        for (; place > 0 && largest[place - 1] < weight; place--)
            largest[place] = largest[place - 1];
        largest[place] = weight;
    }
    *equal = 0;
    for (size_t i = 0; i < width; i++)
        *equal += largest[i] == largest[width - 1];
    return largest[width - 1];
}

/* What is the same for all moves of one choice. */
struct choice {
    double usual;  /* the worth of a move never tried */
    double weight; /* sum of all weights */
    double visits; /* square root of those of the node */
    double width;
};

static double bonus_of(const struct choice *choice, uint16_t weight, double root, uint32_t visits)
{
    double share = (1 - open_mind) * weight / choice->weight + open_mind / choice->width;
    return curiosity * share * root / (1 + (double)visits);
}

static double appeal_of(const struct choice *choice, struct search_node *child, uint16_t weight)
{
    child->possible++;
    if (child->visits == 0)
        return choice->usual + bonus_of(choice, weight, choice->visits, 0);
    return child->worth / child->visits +
           bonus_of(choice, weight, sqrt(child->possible), child->visits);
}

static struct choice open_choice(const struct search *search, const struct search_node *node,
                                 size_t width)
{
    const struct imagined *imagined = &search->imagined;
    struct choice choice = {.usual = 0.5, .visits = sqrt(node->visits + 1.0)};
    choice.width = (double)(width < imagined->count ? width : imagined->count);
    if (node->outlooks > 0)
        choice.usual = node->outlook / node->outlooks - doubt;
    for (size_t i = 0; i < imagined->count; i++)
        choice.weight += imagined->weights[i];
    return choice;
}

/* Index of the move to go on with; `*child` is its node, 0 if there is none yet. */
static size_t choose_move(struct search *search, uint32_t at, uint8_t seat, uint32_t *child)
{
    const struct imagined *imagined = &search->imagined;
    struct search_node *node = &search->nodes[at];
    size_t width = width_after(node->visits), equal = 0, chosen = 0;
    bool is_long = imagined->count > width;
    uint16_t least = is_long ? least_weight(imagined, width, &equal) : 0;
    struct choice choice = open_choice(search, node, width);
    double best = -1;
    uint32_t *link = &node->child;
    *child = 0;
    for (size_t i = 0; i < imagined->count; i++) {
        uint16_t weight = imagined->weights[i];
        link = find_link(search, link, seat, imagined->moves[i]);
        bool tried = is_link_to(search, link, seat, imagined->moves[i]);
        bool among = !is_long || weight > least || (weight == least && equal > 0 && equal-- > 0);
        if (!tried && !among)
            continue;
        double appeal = tried ? appeal_of(&choice, &search->nodes[*link], weight)
                              : choice.usual + bonus_of(&choice, weight, choice.visits, 0);
        if (appeal > best) {
            best = appeal;
            chosen = i;
            *child = tried ? *link : 0;
        }
    }
    return chosen;
}

/* -- One iteration --------------------------------------------------------------------------- */

static bool is_secret(const struct search *search, uint8_t seat)
{
    const struct imagined *imagined = &search->imagined;
    const struct game_text *text = imagined->game->text;
    return seat != search->seat && text->is_private != NULL && text->is_private(imagined->moves[0]);
}

/* From the root to a node that is new, or to where the game stops. */
static void walk_down(struct search *search)
{
    struct imagined *imagined = &search->imagined;
    uint32_t at = 0;
    search->depth = 0;
    search->path[0] = 0;
    while (search->depth < SEARCH_DEPTH && imagined_goes_on(imagined)) {
        uint8_t seat = search->depth == 0 ? search->seat : imagined_mover(imagined);
        imagined_list(imagined, seat);
        imagined_weigh(imagined, seat);
        if (is_secret(search, seat)) {
            imagined_apply(imagined, seat, imagined->moves[imagined_draw(imagined)]);
            continue;
        }
        uint32_t child;
        game_move move = imagined->moves[choose_move(search, at, seat, &child)];
        bool is_new = child == 0;
        imagined_apply(imagined, seat, move);
        if (is_new)
            child = add_node(search, at, seat, move);
        if (child == 0)
            return;
        search->path[++search->depth] = at = child;
        if (is_new)
            return;
    }
}

static void remember(struct search *search)
{
    double worth[GAME_SEATS_MAX];
    imagined_judge(&search->imagined, worth);
    for (unsigned i = 0; i <= search->depth; i++) {
        struct search_node *node = &search->nodes[search->path[i]];
        node->visits++;
        if (i > 0)
            node->worth += worth[node->seat];
        if (i < search->depth) {
            node->outlook += worth[search->nodes[search->path[i + 1]].seat];
            node->outlooks++;
        }
    }
}

static game_move most_visited(const struct search *search, game_move otherwise)
{
    const struct search_node *best = NULL;
    for (uint32_t i = search->nodes[0].child; i != 0; i = search->nodes[i].sibling) {
        const struct search_node *node = &search->nodes[i];
        if (best == NULL || node->visits > best->visits ||
            (node->visits == best->visits && node->worth > best->worth))
            best = node;
    }
    return best != NULL ? best->move : otherwise;
}

game_move search_choose(struct search *search, const struct player_question *question)
{
    struct imagined *imagined = &search->imagined;
    search->seat = question->seat;
    search->used = 1;
    search->nodes[0] = (struct search_node){.seat = question->seat};
    imagined_deal(imagined);
    game_move at_sight = imagined_best_at_sight(imagined, question->seat);
    if (imagined->count == 1)
        return at_sight;
    for (uint32_t i = 0; i < question->iterations; i++) {
        if (question->expired != NULL && question->expired(question->context))
            break;
        imagined_deal(imagined);
        walk_down(search);
        imagined_play_out(imagined);
        remember(search);
    }
    return most_visited(search, at_sight);
}
