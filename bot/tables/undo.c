/* Taking a move back.
 *
 * Among people only the last line of the record can be taken back, and only if it is the asker's
 * own move: then nobody else has moved since, and nothing was dealt. A person who sits alone with
 * bots goes back to their own last move, with everything that followed. In both cases nothing may
 * have been revealed that somebody did not know, the asker included (bot/tables/revealing.h). The
 * lines are removed from the record as if they had never been there.
 */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/tables/revealing.h"
#include "bot/tables/walk.h"

enum { TAKEN_BACK_MAX = 256 };

/* The table before the first line that would be taken back, and the lines from there on. */
struct position {
    const struct table *table;
    bool alone;   /* the asker sits alone with bots */
    uint8_t seat; /* of the asker */
    union game_state_block before;
    unsigned count; /* of the lines; 0: there is nothing to take back */
    struct taken_back {
        uint8_t seat; /* GAME_SPECTATOR: an outcome of chance */
        game_move move;
    } lines[TAKEN_BACK_MAX];
};

/* -- The position before ----------------------------------------------------------------------- */

/* Returns whether the record would be cut before this line, as far as it is known now. */
static bool is_first(const struct position *position, const struct walk_step *step)
{
    return position->alone ? step->seat == position->seat && step->by_person
                           : step->n == position->table->lines;
}

static void take(void *context, const struct walk_step *step)
{
    struct position *position = context;
    if (is_first(position, step)) {
        position->count = 0;
        memcpy(position->before.bytes, step->before, position->table->game->state_size);
    } else if (position->count == 0) {
        return;
    }
    if (position->count < TAKEN_BACK_MAX)
        position->lines[position->count] = (struct taken_back){step->seat, step->move};
    position->count++;
}

/* Returns false when there is nothing to take back, when the inquiry waits and when the record
 * can't be read. */
static bool read_position(struct store_inquiry *inquiry, const struct table *table, unsigned seat,
                          struct position *position)
{
    *position = (struct position){
        .table = table, .alone = session_is_alone_with_bots(table, seat), .seat = (uint8_t)seat};
    return walk_record(inquiry, table, position, take) && position->count > 0;
}

/* Whether one of the lines revealed anything. What others play from a hidden hand counts too. */
static bool is_revealing(const struct position *position)
{
    const struct table *table = position->table;
    union game_state_block before = position->before, after;
    bool revealed = position->count > TAKEN_BACK_MAX;
    for (unsigned line = 0; line < position->count && !revealed; line++) {
        const struct taken_back *made = &position->lines[line];
        after = before;
        revealed = made->seat == GAME_SPECTATOR ||
                   table->game->rules->apply(GAME_STATE(&after), made->seat, made->move, NULL) != 0;
        const struct made_in_state in_state = {.game = table->game,
                                               .players = table->seat_count,
                                               .seat = made->seat,
                                               .move = made->move,
                                               .before = GAME_STATE(&before),
                                               .after = GAME_STATE(&after)};
        revealed = revealed || revealing(&in_state) ||
                   (made->seat != position->seat && revealing_hand(&in_state, position->seat));
        before = after;
    }
    return revealed;
}

/* -- Agreeing and undoing ---------------------------------------------------------------------- */

static session_refusal find_obstacle(struct store_inquiry *inquiry, const struct table *table,
                                     unsigned seat, struct position *position)
{
    if (table->lines == 0 || !read_position(inquiry, table, seat, position))
        return "refusal.undo-nothing";
    if (position->lines[0].seat == GAME_SPECTATOR)
        return "refusal.undo-revealed";
    if (position->lines[0].seat != seat)
        return "refusal.undo-not-yours";
    return is_revealing(position) ? "refusal.undo-revealed" : NULL;
}

session_refusal session_may_undo(struct sessions *sessions, struct store_inquiry *inquiry,
                                 const struct table *table, unsigned seat)
{
    struct position position;
    const struct setting_scope scope = table_setting_scope(table);
    session_refusal obstacle = find_obstacle(inquiry, table, seat, &position);
    bool never = setting_number(sessions->settings, SETTING_UNDO, &scope) == UNDO_NEVER;
    if (table->daily != NULL)
        return "refusal.undo-daily";
    return never ? "refusal.undo-never" : obstacle;
}

bool session_undo_is_agreed(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    seat_set voters = session_voters(table, MATTER_UNDO);
    unsigned needed = (unsigned)__builtin_popcount(voters);
    unsigned agreed = (unsigned)__builtin_popcount(table->votes[MATTER_UNDO].agreed & voters);
    bool most = setting_number(sessions->settings, SETTING_UNDO, &scope) == UNDO_MAJORITY;
    return most ? 2 * agreed > needed || needed == 0 : agreed == needed;
}

static unsigned count_moves(const struct position *position)
{
    unsigned moves = 0;
    for (unsigned line = 0; line < position->count; line++)
        moves += position->lines[line].seat != GAME_SPECTATOR;
    return moves;
}

/* `ranked`: the game counted for the asker until now. */
static void tell(struct sessions *sessions, struct table *table, const struct position *position,
                 bool ranked)
{
    const struct game_text *game = table->game->text;
    game_move move = position->lines[0].move;
    bool hidden = game->is_private != NULL && game->is_private(move);
    struct game_events events = {.new_cards = SEAT_BIT(position->seat)};
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[GAME_MOVE_SAID_MAX];
        struct text text = TEXT_IN(buffer);
        struct words words = style_place_words(sessions->styles, place->network, place->place);
        if (!hidden)
            game_move_say(table->game, move, &words, &text);
        const struct word_argument arguments[] = {
            SAY_TEXT(table->seats[position->seat].name), SAY_TEXT(text.bytes), SAY_NUMBER(!hidden),
            SAY_NUMBER(position->count - 1), SAY_NUMBER(position->alone && ranked)};
        session_announce_at(sessions, table, place, "event.undone", arguments, 5);
    }
    session_program_taken_back(sessions, table, count_moves(position));
    session_tell(sessions, table, &events);
}

session_refusal session_undo(struct sessions *sessions, struct store_inquiry *inquiry,
                             struct table *table, unsigned seat)
{
    struct position position;
    session_refusal obstacle = find_obstacle(inquiry, table, seat, &position);
    if (obstacle != NULL)
        return obstacle;
    session_drop_plans(sessions, table, table_people(table), "plan.why.undone");
    memcpy(table->state, position.before.bytes, table->game->state_size);
    store_lines_cut(sessions->store, table->id, table->lines - position.count);
    table_note_rewound(table, position.count);
    for (unsigned other = 0; other < table->seat_count; other++)
        table->seats[other].refused = 0;
    session_drop_votes(table, seat);
    session_touch(sessions, table);
    /* Who takes moves back against bots plays for fun. */
    tell(sessions, table, &position,
         position.alone && session_stop_ranking(sessions, table, SEAT_BIT(seat)));
    session_watch_bots(sessions, table);
    return NULL;
}
