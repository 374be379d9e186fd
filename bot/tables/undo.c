/* Taking a move back.
 *
 * Only the last line of the record can be taken back, and only if it is the asker's own move: then
 * nobody else has moved since, and nothing was dealt. The move must also not have revealed anything
 * that somebody did not know, the asker included (bot/tables/revealing.h). The line is removed from
 * the record as if it had never been there.
 */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/tables/revealing.h"
#include "bot/tables/walk.h"

/* The table before its last line, and that line. */
struct position {
    const struct table *table;
    union game_state_block before;
    bool found;
    uint8_t seat; /* GAME_SPECTATOR: an outcome of chance */
    game_move move;
};

/* -- The position before ----------------------------------------------------------------------- */

static void take(void *context, const struct walk_step *step)
{
    struct position *position = context;
    if (step->n != position->table->lines)
        return;
    position->found = true;
    position->seat = step->seat;
    position->move = step->move;
    memcpy(position->before.bytes, step->before, position->table->game->state_size);
}

/* Returns false when nothing was played, when the inquiry waits and when the record can't be read.
 */
static bool read_position(struct store_inquiry *inquiry, const struct table *table,
                          struct position *position)
{
    *position = (struct position){.table = table};
    return walk_record(inquiry, table, position, take) && position->found;
}

static bool is_revealing(struct position *position)
{
    const struct table *table = position->table;
    return revealing(&(struct made_in_state){.game = table->game,
                                             .players = table->seat_count,
                                             .seat = position->seat,
                                             .move = position->move,
                                             .before = GAME_STATE(&position->before),
                                             .after = table->state});
}

/* -- Agreeing and undoing ---------------------------------------------------------------------- */

static session_refusal find_obstacle(struct store_inquiry *inquiry, const struct table *table,
                                     unsigned seat, struct position *position)
{
    if (table->lines == 0 || !read_position(inquiry, table, position))
        return "refusal.undo-nothing";
    if (position->seat == GAME_SPECTATOR)
        return "refusal.undo-revealed";
    if (position->seat != seat)
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

static void tell(struct sessions *sessions, struct table *table, unsigned seat, game_move move)
{
    const struct game_text *game = table->game->text;
    bool hidden = game->is_private != NULL && game->is_private(move);
    struct game_events events = {.new_cards = SEAT_BIT(seat)};
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[GAME_MOVE_SAID_MAX];
        struct text text = TEXT_IN(buffer);
        struct words words = style_place_words(sessions->styles, place->network, place->place);
        if (!hidden)
            game_move_say(table->game, move, &words, &text);
        const struct word_argument arguments[] = {SAY_TEXT(table->seats[seat].name),
                                                  SAY_TEXT(text.bytes), SAY_NUMBER(!hidden)};
        session_announce_at(sessions, table, place, "event.undone", arguments, 3);
    }
    session_tell(sessions, table, &events);
}

session_refusal session_undo(struct sessions *sessions, struct store_inquiry *inquiry,
                             struct table *table, unsigned seat)
{
    struct position position;
    session_refusal obstacle = find_obstacle(inquiry, table, seat, &position);
    if (obstacle != NULL)
        return obstacle;
    memcpy(table->state, position.before.bytes, table->game->state_size);
    store_lines_cut(sessions->store, table->id, table->lines - 1);
    table_note_rewound(table);
    for (unsigned other = 0; other < table->seat_count; other++)
        table->seats[other].refused = 0;
    session_drop_votes(table, seat);
    session_touch(sessions, table);
    tell(sessions, table, seat, position.move);
    session_watch_bots(sessions, table);
    return NULL;
}
