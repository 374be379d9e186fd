/* A move that may be taken back has revealed nothing but itself. The test redeals what a viewer did
 * not know before the move, with another generator than the one that made the decision: after the
 * move, what they see is the same byte for byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/tables/revealing.h"
#include "tests/kit/kit.h"

enum { REDEALS = 48, LEGAL_REDEALS = 8, DECISION_SECONDS = 60 };

struct undo {
    unsigned long moves, undone, games;
    uint64_t number;
};

static void check_viewer(struct kit_table *table, const struct made_in_state *made, uint8_t viewer,
                         struct rng *rng)
{
    const struct game_rules *rules = table->game->rules;
    struct game_view *before = kit_view(table, made->before, viewer);
    struct game_view *after = kit_view(table, made->after, viewer);
    unsigned legal = 0;
    for (unsigned i = 0; i < REDEALS && legal < LEGAL_REDEALS; i++) {
        struct game_state *other = kit_block(table->game->state_size);
        kit_redeal(table, before, rng, other);
        if (rules->apply(other, made->seat, made->move, NULL) == 0) {
            struct game_view *seen = kit_view(table, other, viewer);
            KIT_CHECK(table, kit_views_equal(table, seen, after),
                      "viewer %u has learned something from a move that may be taken back", viewer);
            free(seen);
            legal++;
        }
        free(other);
    }
    free(before);
    free(after);
}

/* Whether the host would let the move be taken back. */
static bool may_be_undone(const struct kit_table *table, const struct made_in_state *made)
{
    kit_watch_begin(table, DECISION_SECONDS,
                    "whether a move may be taken back is never decided: see kit_scramble");
    bool revealed = revealing(made);
    kit_watch_end();
    return !revealed;
}

static void make_one(struct undo *undo, struct kit_table *table)
{
    const struct game_rules *rules = table->game->rules;
    static game_move legal[GAME_LEGAL_MAX];
    uint8_t seat = kit_choose_actor(table);
    size_t count = rules->legal(table->state, seat, legal);
    struct game_state *before = kit_state_copy(table, table->state);
    const struct made_in_state made = {.game = table->game,
                                       .players = table->setting.players,
                                       .seat = seat,
                                       .move = legal[kit_choose(table, (uint32_t)count)],
                                       .before = before,
                                       .after = table->state};
    rules->apply(table->state, seat, made.move, NULL);
    table->moves++;
    undo->moves++;
    /* An outcome that is due is dealt before anybody can ask for an undo. */
    if (rules->phase(table->state) == GAME_MOVES && may_be_undone(table, &made)) {
        struct rng rng = rng_fork(&table->chooser.rng);
        undo->undone++;
        for (unsigned i = 0; i <= table->setting.players; i++)
            check_viewer(table, &made, kit_viewer(table, i), &rng);
    }
    free(before);
}

static void play(const struct kit_setting *setting, void *context)
{
    struct undo *undo = context;
    struct kit_table table;
    for (unsigned round = kit_rounds(1); round > 0; round--) {
        kit_table_open(&table, setting, undo->number++);
        game_settle_chance(table.game, table.state, NULL);
        while (table.game->rules->phase(table.state) == GAME_MOVES && table.moves < KIT_MOVES_MAX) {
            make_one(undo, &table);
            game_settle_chance(table.game, table.state, NULL);
        }
        kit_table_close(&table);
        undo->games++;
    }
}

static void nobody_learns_from_what_is_taken_back(void **state)
{
    struct undo undo = {0};
    kit_for_settings(*state, play, &undo);
    printf("%s: %lu games, %lu moves, %lu may be taken back\n", ((const struct game *)*state)->id,
           undo.games, undo.moves, undo.undone);
}

int main(int argc, char **argv)
{
    return kit_run("undo", nobody_learns_from_what_is_taken_back, argc, argv);
}
