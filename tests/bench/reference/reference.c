/* The search as it was when the budget was 10,000 iterations: see reference.h. It stays as it is.
 */
#include "tests/bench/reference/reference.h"

#include <math.h>
#include <string.h>

#include "games/advice.h"

enum { SEARCH_NODES = 1 << 16, SEARCH_DEPTH = 128 };

struct world {
    const struct game *game;
    const struct game_rules *rules;
    const struct game_advice *advice; /* NULL: none */
    const struct game_view *view;
    uint8_t players;
    struct rng rng;           /* draws what is hidden */
    struct rng_stream stream; /* chooses moves */
    union game_state_block state;
    /* The legal moves that were listed last, and their weights. */
    size_t count;
    game_move moves[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
};

/* A move in a position of the tree. */
struct search_node {
    game_move move;
    uint8_t seat;     /* whose move it is */
    uint32_t child;   /* the first one, by seat and move; 0: none */
    uint32_t sibling; /* the next one; 0: none */
    uint32_t visits;
    uint32_t available;     /* iterations in which the move was legal */
    double value_sum;       /* to the seat that moved, summed over the visits */
    double child_value_sum; /* of the child to the seat that moved there, summed over its visits */
    uint32_t child_visits;  /* visits that went on to a child */
};

struct reference {
    struct world world;
    uint8_t seat;
    uint32_t used; /* nodes; [0] is the root */
    unsigned depth;
    uint32_t path[SEARCH_DEPTH + 1];
    struct search_node nodes[SEARCH_NODES];
};

/* -- Rules of thumb ---------------------------------------------------------------------------- */

const struct game_advice *reference_advice(const struct game *game)
{
    static const struct {
        const char *id;
        const struct game_advice *advice;
    } all[] = {{"campanile-intermezzo", &reference_intermezzo},
               {"castellers", &reference_castellers},
               {"goats", &reference_goats},
               {"njet", &reference_njet},
               {"pillars", &reference_pillars}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(game->id, all[i].id) == 0)
            return all[i].advice;
    return NULL;
}

/* -- Worlds ------------------------------------------------------------------------------------ */

enum {
    PLAYOUT_MAX = 1000,    /* moves; no round of a game lasts longer */
    DEFAULT_SCALE = 8,     /* points */
    GREEDY_UNIT = 1 << 20, /* values after one ply as whole numbers */
};

/* The part of a finished game's value that the win decides; the lead decides the rest. */
static const double win_part = 0.75;

static void world_open(struct world *world, const struct game *game, const struct game_view *view,
                       uint8_t players, const uint8_t *key)
{
    world->game = game;
    world->rules = game->rules;
    world->advice = reference_advice(game);
    world->view = view;
    world->players = players;
    world->rng = rng_for_index(key, 0);
    world->stream = rng_stream_from(rng_for_index(key, 1));
    world->count = 0;
}

static void world_sample(struct world *world)
{
    world->rules->redeal(world->view, &world->rng, GAME_STATE(&world->state));
}

static bool world_in_play(const struct world *world)
{
    return world->rules->phase(GAME_STATE(&world->state)) == GAME_MOVES;
}

static uint8_t world_mover(const struct world *world)
{
    return (uint8_t)__builtin_ctz(world->rules->actors(GAME_STATE(&world->state)));
}

static void world_list(struct world *world, uint8_t seat)
{
    world->count = world->rules->legal(GAME_STATE(&world->state), seat, world->moves);
}

static void world_weigh(struct world *world, uint8_t seat)
{
    if (world->advice != NULL && world->advice->weigh != NULL) {
        world->advice->weigh(GAME_STATE(&world->state), seat, world->moves, world->count,
                             world->weights);
        return;
    }
    for (size_t i = 0; i < world->count; i++)
        world->weights[i] = 1;
}

static size_t world_draw(struct world *world)
{
    uint32_t sum = 0;
    if (world->count == 1)
        return 0;
    for (size_t i = 0; i < world->count; i++)
        sum += world->weights[i];
    uint32_t place = rng_stream_below(&world->stream, sum);
    size_t drawn = 0;
    while (place >= world->weights[drawn])
        place -= world->weights[drawn++];
    return drawn;
}

static void world_apply(struct world *world, uint8_t seat, game_move move)
{
    world->rules->apply(GAME_STATE(&world->state), seat, move, NULL);
}

static void world_playout(struct world *world)
{
    unsigned horizon = world->advice != NULL ? world->advice->horizon : 0;
    unsigned moves = horizon > 0 ? horizon : PLAYOUT_MAX;
    for (; moves > 0 && world_in_play(world); moves--) {
        uint8_t seat = world_mover(world);
        world_list(world, seat);
        if (world->count > 1)
            world_weigh(world, seat);
        world_apply(world, seat, world->moves[world_draw(world)]);
    }
}

/* -- Evaluation ------------------------------------------------------------------------------ */

/* How far a seat is ahead: of the mean of the others and of the best of them, half each. So
 * partners who score together gain, and so does a seat that holds back the leader. */
static double lead_of(const int32_t *points, uint8_t players, uint8_t seat)
{
    double sum = 0, most = 0;
    bool any = false;
    for (uint8_t other = 0; other < players; other++) {
        if (other == seat)
            continue;
        sum += points[other];
        if (!any || points[other] > most)
            most = points[other];
        any = true;
    }
    return points[seat] - (sum / (players - 1) + most) / 2;
}

/* A lead as a chance to win: 0.5 without a lead, 0.75 for a lead of `scale`. */
static double chance_of(double lead, double scale)
{
    return 0.5 + 0.5 * lead / ((lead < 0 ? -lead : lead) + scale);
}

static void world_evaluate(const struct world *world, double values[GAME_SEATS_MAX])
{
    const struct game_state *state = GAME_STATE(&world->state);
    const struct game_advice *advice = world->advice;
    struct game_result result;
    bool over = world->rules->phase(state) == GAME_OVER;
    bool estimated = advice != NULL && advice->estimate != NULL;
    world->rules->result(state, &result);
    if (estimated)
        advice->estimate(state, result.scores);
    double scale = advice != NULL ? advice->scale : DEFAULT_SCALE;
    unsigned winners = over ? (unsigned)__builtin_popcount(result.winners) : 0;
    for (uint8_t seat = 0; seat < world->players; seat++) {
        values[seat] = chance_of(lead_of(result.scores, world->players, seat), scale);
        if (over)
            values[seat] *= 1 - win_part;
        if (winners > 0 && (result.winners & SEAT_BIT(seat)))
            values[seat] += win_part / winners;
    }
}

/* -- The greedy move ------------------------------------------------------------------------- */

static uint32_t value_after(struct world *world, uint8_t seat, game_move move)
{
    union game_state_block before = world->state;
    double values[GAME_SEATS_MAX];
    world_apply(world, seat, move);
    world_evaluate(world, values);
    world->state = before;
    return (uint32_t)(values[seat] * GREEDY_UNIT);
}

static game_move world_greedy(struct world *world, uint8_t seat)
{
    bool has_weights = world->advice != NULL && world->advice->weigh != NULL;
    uint32_t best = 0, equal = 0;
    size_t chosen = 0;
    world_list(world, seat);
    if (has_weights)
        world_weigh(world, seat);
    for (size_t i = 0; i < world->count; i++) {
        uint32_t value =
            has_weights ? world->weights[i] : value_after(world, seat, world->moves[i]);
        if (equal > 0 && value < best)
            continue;
        equal = equal > 0 && value == best ? equal + 1 : 1;
        if (equal == 1 || rng_stream_below(&world->stream, equal) == 0)
            chosen = i;
        best = value;
    }
    return world->moves[chosen];
}

enum { WIDTH_LEAST = 8, CANDIDATES_MAX = 256 };

/* The exploration constant of PUCT. */
static const double exploration_constant = 1.0;
/* The part of the priors that is the same for all moves. */
static const double uniform_prior_part = 0.25;
/* First-play urgency: a move never tried counts as the node's mean value less this. */
static const double first_play_reduction = 0.05;

/* -- The tree -------------------------------------------------------------------------------- */

static bool stands_before(const struct search_node *node, uint8_t seat, game_move move)
{
    return node->seat < seat || (node->seat == seat && node->move < move);
}

/* The link to the child of this seat and move, or the place for it. */
static uint32_t *find_link(struct reference *search, uint32_t *link, uint8_t seat, game_move move)
{
    while (*link != 0 && stands_before(&search->nodes[*link], seat, move))
        link = &search->nodes[*link].sibling;
    return link;
}

static bool is_link_to(const struct reference *search, const uint32_t *link, uint8_t seat,
                       game_move move)
{
    return *link != 0 && search->nodes[*link].seat == seat && search->nodes[*link].move == move;
}

/* Returns 0 when the tree is full. */
static uint32_t add_node(struct reference *search, uint32_t parent, uint8_t seat, game_move move)
{
    if (search->used == SEARCH_NODES)
        return 0;
    uint32_t *link = find_link(search, &search->nodes[parent].child, seat, move);
    uint32_t added = search->used++;
    search->nodes[added] =
        (struct search_node){.move = move, .seat = seat, .sibling = *link, .available = 1};
    *link = added;
    return added;
}

/* -- Selection ------------------------------------------------------------------------------- */

/* Progressive widening: how many moves are candidates after so many visits. */
static size_t candidates_after(uint32_t visits)
{
    size_t width = WIDTH_LEAST + (size_t)(2 * sqrt(visits));
    return width < CANDIDATES_MAX ? width : CANDIDATES_MAX;
}

/* The least weight of the `width` heaviest moves of a longer list; `*equal` of the moves with just
 * that weight are among them. */
static uint16_t least_weight(const struct world *world, size_t width, size_t *equal)
{
    uint16_t largest[CANDIDATES_MAX] = {0};
    for (size_t i = 0; i < world->count; i++) {
        uint16_t weight = world->weights[i];
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

/* What is the same for all moves of one selection. */
struct selection {
    double first_play;  /* the value of a move never tried */
    double weight_sum;  /* of all legal moves */
    double sqrt_visits; /* square root of the node's visits */
    double width;       /* how many moves are candidates */
};

static double exploration_bonus(const struct selection *selection, uint16_t weight,
                                double sqrt_visits, uint32_t visits)
{
    double prior = (1 - uniform_prior_part) * weight / selection->weight_sum +
                   uniform_prior_part / selection->width;
    return exploration_constant * prior * sqrt_visits / (1 + (double)visits);
}

static double puct_of(const struct selection *selection, struct search_node *child, uint16_t weight)
{
    child->available++;
    if (child->visits == 0)
        return selection->first_play +
               exploration_bonus(selection, weight, selection->sqrt_visits, 0);
    return child->value_sum / child->visits +
           exploration_bonus(selection, weight, sqrt(child->available), child->visits);
}

static struct selection open_selection(const struct reference *search,
                                       const struct search_node *node, size_t width)
{
    const struct world *world = &search->world;
    struct selection selection = {.first_play = 0.5, .sqrt_visits = sqrt(node->visits + 1.0)};
    selection.width = (double)(width < world->count ? width : world->count);
    if (node->child_visits > 0)
        selection.first_play = node->child_value_sum / node->child_visits - first_play_reduction;
    for (size_t i = 0; i < world->count; i++)
        selection.weight_sum += world->weights[i];
    return selection;
}

/* The index of the move with the highest PUCT value; `*child` is its node, 0 if there is none. */
static size_t select_move(struct reference *search, uint32_t at, uint8_t seat, uint32_t *child)
{
    const struct world *world = &search->world;
    struct search_node *node = &search->nodes[at];
    size_t width = candidates_after(node->visits), equal = 0, chosen = 0;
    bool is_long = world->count > width;
    uint16_t least = is_long ? least_weight(world, width, &equal) : 0;
    struct selection selection = open_selection(search, node, width);
    double best = -1;
    uint32_t *link = &node->child;
    *child = 0;
    for (size_t i = 0; i < world->count; i++) {
        uint16_t weight = world->weights[i];
        link = find_link(search, link, seat, world->moves[i]);
        bool tried = is_link_to(search, link, seat, world->moves[i]);
        bool among = !is_long || weight > least || (weight == least && equal > 0 && equal-- > 0);
        if (!tried && !among)
            continue;
        double puct = tried ? puct_of(&selection, &search->nodes[*link], weight)
                            : selection.first_play +
                                  exploration_bonus(&selection, weight, selection.sqrt_visits, 0);
        if (puct > best) {
            best = puct;
            chosen = i;
            *child = tried ? *link : 0;
        }
    }
    return chosen;
}

/* -- One iteration --------------------------------------------------------------------------- */

static bool is_secret(const struct reference *search, uint8_t seat)
{
    const struct world *world = &search->world;
    const struct game_text *text = world->game->text;
    return seat != search->seat && text->is_private != NULL && text->is_private(world->moves[0]);
}

/* Goes down the tree, up to a new node or to where the game stops. */
static void select_and_expand(struct reference *search)
{
    struct world *world = &search->world;
    uint32_t at = 0;
    search->depth = 0;
    search->path[0] = 0;
    while (search->depth < SEARCH_DEPTH && world_in_play(world)) {
        uint8_t seat = search->depth == 0 ? search->seat : world_mover(world);
        world_list(world, seat);
        world_weigh(world, seat);
        if (is_secret(search, seat)) {
            world_apply(world, seat, world->moves[world_draw(world)]);
            continue;
        }
        uint32_t child;
        game_move move = world->moves[select_move(search, at, seat, &child)];
        bool is_new = child == 0;
        world_apply(world, seat, move);
        if (is_new)
            child = add_node(search, at, seat, move);
        if (child == 0)
            return;
        search->path[++search->depth] = at = child;
        if (is_new)
            return;
    }
}

static void backpropagate(struct reference *search)
{
    double values[GAME_SEATS_MAX];
    world_evaluate(&search->world, values);
    for (unsigned i = 0; i <= search->depth; i++) {
        struct search_node *node = &search->nodes[search->path[i]];
        node->visits++;
        if (i > 0)
            node->value_sum += values[node->seat];
        if (i < search->depth) {
            node->child_value_sum += values[search->nodes[search->path[i + 1]].seat];
            node->child_visits++;
        }
    }
}

static game_move most_visited(const struct reference *search, game_move otherwise)
{
    const struct search_node *best = NULL;
    for (uint32_t i = search->nodes[0].child; i != 0; i = search->nodes[i].sibling) {
        const struct search_node *node = &search->nodes[i];
        if (best == NULL || node->visits > best->visits ||
            (node->visits == best->visits && node->value_sum > best->value_sum))
            best = node;
    }
    return best != NULL ? best->move : otherwise;
}

size_t reference_size(void)
{
    return sizeof(struct reference);
}

game_move reference_choose(struct reference *search, const struct player_question *question)
{
    struct world *world = &search->world;
    world_open(world, question->game, question->view, question->players, question->key);
    search->seat = question->seat;
    search->used = 1;
    search->nodes[0] = (struct search_node){.seat = question->seat};
    world_sample(world);
    game_move greedy = world_greedy(world, question->seat);
    if (world->count == 1)
        return greedy;
    for (uint32_t i = 0; i < question->iterations; i++) {
        if (question->expired != NULL && question->expired(question->context))
            break;
        world_sample(world);
        select_and_expand(search);
        world_playout(world);
        backpropagate(search);
    }
    return most_visited(search, greedy);
}
