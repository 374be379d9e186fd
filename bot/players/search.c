#include "bot/players/search.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH_LEAST = 8,
    CANDIDATES_MAX = 256,
    SOLVED_FROM = 64, /* iterations */
    SOLVER_STEPS = 4  /* for each of them */
};

/* The exploration constant of PUCT. */
static const double exploration_constant = 1.0;
/* The part of the priors that is the same for all moves. */
static const double uniform_prior_part = 0.25;
/* Standard errors between the mean value of a move and its lower confidence bound. */
static const double confidence_width = 2;
/* First-play urgency: a move never tried counts as the node's mean value less this. */
static const double first_play_reduction = 0.05;

/* -- The tree -------------------------------------------------------------------------------- */

static bool stands_before(const struct search_node *node, uint8_t seat, game_move move)
{
    return node->seat < seat || (node->seat == seat && node->move < move);
}

/* The link to the child of this seat and move, or the place for it. */
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

/* The fuller the tree, the more visits a position needs before its moves are added: two once half
 * of the room is used, four once three quarters are, and so on. So a long search spends what room
 * is left where it looks most. */
static bool has_room_below(const struct search *search, uint32_t parent)
{
    uint32_t left = search->room - search->used;
    return left > 0 && (parent == 0 || search->nodes[parent].visits >= search->room / left);
}

/* Returns 0 where there is no room. */
static uint32_t add_node(struct search *search, uint32_t parent, uint8_t seat, game_move move)
{
    if (!has_room_below(search, parent))
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
static uint16_t least_weight(const struct determinization *world, size_t width, size_t *equal)
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

static struct selection open_selection(const struct search *search, const struct search_node *node,
                                       size_t width)
{
    const struct determinization *world = &search->world;
    struct selection selection = {.first_play = 0.5, .sqrt_visits = sqrt(node->visits + 1.0)};
    selection.width = (double)(width < world->count ? width : world->count);
    if (node->child_visits > 0)
        selection.first_play = node->child_value_sum / node->child_visits - first_play_reduction;
    for (size_t i = 0; i < world->count; i++)
        selection.weight_sum += world->weights[i];
    return selection;
}

/* The index of the move with the highest PUCT value; `*child` is its node, 0 if there is none.
 * Where there is no room for more nodes, only moves that have one are chosen from, since the
 * others' visits could not be counted, and their bonus would grow for ever. If none has, it is the
 * first move of a playout. */
static size_t select_move(struct search *search, uint32_t at, uint8_t seat, uint32_t *child)
{
    struct determinization *world = &search->world;
    bool has_room = has_room_below(search, at);
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
        if (!tried && !(among && has_room))
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
    return best < 0 ? determinization_draw(world) : chosen;
}

/* -- One iteration --------------------------------------------------------------------------- */

static bool is_secret(const struct search *search, uint8_t seat)
{
    const struct determinization *world = &search->world;
    const struct game_text *text = world->game->text;
    return seat != search->seat && text->is_private != NULL && text->is_private(world->moves[0]);
}

/* Chooses one of the legal moves whatever the statistics say; `*child` is its node, 0 if there is
 * none. */
static size_t take_move(struct search *search, uint32_t at, uint8_t seat, size_t index,
                        uint32_t *child)
{
    game_move move = search->world.moves[index];
    uint32_t *link = find_link(search, &search->nodes[at].child, seat, move);
    bool tried = is_link_to(search, link, seat, move);
    *child = tried ? *link : 0;
    if (tried)
        search->nodes[*child].available++;
    return index;
}

static size_t index_of(const struct determinization *world, game_move move)
{
    size_t index = 0;
    while (world->moves[index] != move)
        index++;
    return index;
}

/* Others' moves are drawn where the weights are a model of them. At the root a rating may ask for
 * the first move. Everywhere else the statistics choose. */
static size_t choose_move(struct search *search, uint32_t at, uint8_t seat, uint32_t *child)
{
    struct determinization *world = &search->world;
    bool is_modelled = world->advice != NULL && world->advice->models_others;
    if (seat != search->seat && is_modelled)
        return take_move(search, at, seat, determinization_draw(world), child);
    if (search->depth == 0 && search->is_first_given)
        return take_move(search, at, seat, index_of(world, search->first), child);
    return select_move(search, at, seat, child);
}

/* Goes down the tree, up to a new node or to where the game stops. */
static void select_and_expand(struct search *search)
{
    struct determinization *world = &search->world;
    uint32_t at = 0;
    search->depth = 0;
    search->path[0] = 0;
    while (search->depth < SEARCH_DEPTH && determinization_in_play(world)) {
        uint8_t seat = search->depth == 0 ? search->seat : determinization_mover(world);
        determinization_list(world, seat);
        determinization_weigh(world, seat);
        if (is_secret(search, seat)) {
            determinization_apply(world, seat, world->moves[determinization_draw(world)]);
            continue;
        }
        uint32_t child;
        game_move move = world->moves[choose_move(search, at, seat, &child)];
        bool is_new = child == 0;
        determinization_apply(world, seat, move);
        if (is_new)
            child = add_node(search, at, seat, move);
        if (child == 0)
            return;
        search->path[++search->depth] = at = child;
        if (is_new)
            return;
    }
}

static void backpropagate(struct search *search)
{
    double values[GAME_SEATS_MAX];
    determinization_evaluate(&search->world, values);
    for (unsigned i = 0; i <= search->depth; i++) {
        struct search_node *node = &search->nodes[search->path[i]];
        node->visits++;
        if (i > 0) {
            node->value_sum += values[node->seat];
            node->square_sum += values[node->seat] * values[node->seat];
        }
        if (i < search->depth) {
            node->child_value_sum += values[search->nodes[search->path[i + 1]].seat];
            node->child_visits++;
        }
    }
}

/* -- The choice ------------------------------------------------------------------------------ */

/* Counts one visit more, at a distance of one half from the mean, so that few visits prove little.
 */
static double lower_bound(const struct search_node *node)
{
    double mean = node->value_sum / node->visits;
    double squares = node->square_sum - node->visits * mean * mean;
    double variance = ((squares > 0 ? squares : 0) + 0.25) / node->visits;
    return mean - confidence_width * sqrt(variance / node->visits);
}

static const struct search_node *find_node(const struct search *search, game_move move)
{
    uint32_t i = search->nodes[0].child;
    while (i != 0 && search->nodes[i].move != move)
        i = search->nodes[i].sibling;
    return i != 0 && search->nodes[i].visits > 0 ? &search->nodes[i] : NULL;
}

/* The least value that the search vouches for; below 0: none. */
static double bound_of(const struct search *search, size_t index, const struct search_node *node)
{
    double floor = search->certainty.floors[index];
    if (node == NULL)
        return floor;
    double bound = lower_bound(node);
    return floor > bound ? floor : bound;
}

static game_move surest(const struct search *search, game_move otherwise)
{
    const struct certainty *certainty = &search->certainty;
    double best = 0;
    uint32_t most = 0;
    bool any = false;
    game_move chosen = otherwise;
    for (size_t i = 0; i < certainty->count; i++) {
        const struct search_node *node = find_node(search, certainty->moves[i]);
        if (node == NULL && certainty->floors[i] < 0)
            continue;
        double bound = bound_of(search, i, node);
        uint32_t visits = node != NULL ? node->visits : 0;
        if (!any || bound > best || (bound >= best && visits > most)) {
            any = true;
            best = bound;
            most = visits;
            chosen = certainty->moves[i];
        }
    }
    return chosen;
}

/* -- A whole search -------------------------------------------------------------------------- */

/* Empties the tree; the legal moves are listed afterwards. Returns the greedy move. */
static game_move begin(struct search *search, const struct player_question *question)
{
    search->seat = question->seat;
    search->used = 1;
    search->room =
        question->nodes > 0 && question->nodes < SEARCH_NODES ? question->nodes : SEARCH_NODES;
    search->nodes[0] = (struct search_node){.seat = question->seat};
    search->is_first_given = false;
    determinization_sample(&search->world);
    return determinization_greedy(&search->world, question->seat);
}

/* What the legal moves bring for sure. */
static void find_floors(struct search *search, const struct player_question *question)
{
    struct certainty *certainty = &search->certainty;
    worlds_open(&search->worlds, &search->world, question->key);
    certainty_find(certainty, &search->worlds, question);
    forcing_find(&search->forcing, &search->worlds, question, certainty);
    solver_open(&search->solver, &search->worlds, question);
}

/* A look at a clock may take as long as the playout of a short game. */
static bool is_over(const struct player_question *question, uint32_t iterations)
{
    return iterations == question->iterations ||
           (iterations % SEARCH_BETWEEN_LOOKS == 0 && question->expired != NULL &&
            question->expired(question->context));
}

/* Tries to solve the position each time the iterations have doubled, for about a fifth of their
 * time. */
static bool solve_at(struct search *search, uint32_t iterations)
{
    bool has_doubled = iterations >= SOLVED_FROM && (iterations & (iterations - 1)) == 0;
    return has_doubled && solver_solve(&search->solver, SOLVER_STEPS * iterations);
}

/* From the world's position on. */
static void iterate_here(struct search *search)
{
    select_and_expand(search);
    determinization_playout(&search->world);
    backpropagate(search);
}

static void iterate(struct search *search)
{
    determinization_believe(&search->world, search->seat);
    iterate_here(search);
}

game_move search_choose(struct search *search, const struct player_question *question)
{
    game_move greedy = begin(search, question);
    if (search->world.count == 1)
        return greedy;
    find_floors(search, question);
    for (uint32_t i = 0; !is_over(question, i); i++) {
        if (solve_at(search, i))
            return search->solver.best;
        iterate(search);
    }
    return surest(search, greedy);
}

/* -- Rating ---------------------------------------------------------------------------------- */

/* How many iterations, at most half of all, take the moves in turn. */
static uint32_t even_part(const struct search *search, const struct player_question *question)
{
    uint32_t even = (uint32_t)search->certainty.count * SEARCH_RATED_LEAST;
    return even < question->iterations / 2 ? even : question->iterations / 2;
}

static void count_win(struct search *search)
{
    double shares[GAME_SEATS_MAX];
    if (search->depth == 0)
        return;
    determinization_share_win(&search->world, shares);
    for (size_t i = 0; i < search->certainty.count; i++)
        if (search->certainty.moves[i] == search->nodes[search->path[1]].move)
            search->wins[i] += shares[search->seat];
}

/* Once the best move is known, no other one counts as much. */
static double bound_when_solved(const struct solver *solver, game_move move, double bound)
{
    if (!solver->is_solved)
        return bound;
    return move == solver->best ? solver->value : fmin(bound, nextafter(solver->value, 0));
}

static struct player_prospect prospect_of(const struct search *search, size_t index)
{
    game_move move = search->certainty.moves[index];
    const struct search_node *node = find_node(search, move);
    struct player_prospect prospect = {
        .move = move,
        .bound = bound_when_solved(&search->solver, move, bound_of(search, index, node))};
    if (node != NULL) {
        prospect.visits = node->visits;
        prospect.share = search->wins[index] / node->visits;
    }
    return prospect;
}

static bool is_better(const struct player_prospect *one, const struct player_prospect *other)
{
    if (one->bound < other->bound || one->bound > other->bound)
        return one->bound > other->bound;
    return one->visits > other->visits;
}

/* Keeps the order of moves that are equally good. */
static void insert(struct player_prospect *prospects, size_t count, struct player_prospect added)
{
    for (; count > 0 && is_better(&added, &prospects[count - 1]); count--)
        prospects[count] = prospects[count - 1];
    prospects[count] = added;
}

size_t search_rate(struct search *search, const struct player_question *question,
                   struct player_prospect *prospects)
{
    struct certainty *certainty = &search->certainty;
    begin(search, question);
    find_floors(search, question);
    uint32_t even = even_part(search, question);
    memset(search->wins, 0, certainty->count * sizeof *search->wins);
    for (uint32_t i = 0; !is_over(question, i); i++) {
        solve_at(search, i);
        search->is_first_given = i < even;
        search->first = certainty->moves[i % certainty->count];
        iterate(search);
        count_win(search);
    }
    for (size_t i = 0; i < certainty->count; i++)
        insert(prospects, i, prospect_of(search, i));
    return certainty->count;
}

/* -- After a rating ---------------------------------------------------------------------------- */

void search_deal(struct search *search, union game_state_block *deal)
{
    determinization_believe(&search->world, search->seat);
    *deal = search->world.state;
}

bool search_is_solved(const struct search *search)
{
    return search->solver.is_solved;
}

void search_follow(struct search *search, const union game_state_block *deal, game_move first)
{
    search->world.state = *deal;
    if (search->solver.is_solved) {
        determinization_apply(&search->world, search->seat, first);
        search->solver.is_solved = solver_play_on(&search->solver);
    }
    if (search->solver.is_solved)
        return;
    search->world.state = *deal;
    search->is_first_given = true;
    search->first = first;
    iterate_here(search);
}
