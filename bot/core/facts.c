#include "bot/core/facts.h"

#include <string.h>

#include "bot/core/members.h"
#include "bot/core/render.h"
#include "bot/record/json_record.h"
#include "bot/record/transcript.h"
#include "games/shared/paint.h"

void facts_add_game(struct text *out, const struct game *game, const uint8_t *options,
                    uint8_t players, const char *const *names)
{
    members_add_number(out, "belfry", 1);
    members_add_string(out, "game", game->id);
    members_add_key(out, "options");
    transcript_print_options(out, game, options);
    members_add_number(out, "players", players);
    members_add_key(out, "names");
    text_add_char(out, '[');
    for (uint8_t seat = 0; seat < players; seat++) {
        members_separate(out);
        json_record_add_string(out, names[seat]);
    }
    text_add_char(out, ']');
}

static void add_move_text(struct text *out, const struct game *game, game_move move)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    game->text->print(move, &text);
    json_record_add_string(out, text.bytes);
}

void facts_add_move(struct text *out, const struct game *game, uint32_t n, uint8_t seat,
                    game_move move, bool shown, const char *told)
{
    members_add_number(out, "n", n);
    members_add_number(out, "seat", seat + 1);
    if (shown) {
        members_add_key(out, "move");
        add_move_text(out, game, move);
    } else {
        members_add_key(out, "hidden");
        text_add(out, "true");
    }
    if (told != NULL)
        members_add_string(out, "told", told);
}

/* Drawn texts without the marks that networks read. */
static void add_plain(struct text *out, const char *key, const char *drawn)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text plain = TEXT_IN(buffer);
    paint_strip(drawn, strlen(drawn), &plain);
    members_add_string(out, key, plain.bytes);
}

static void add_view(struct text *out, const struct facts_turn *turn)
{
    const struct game_text *game = turn->game->text;
    char table_buffer[RENDER_PICTURE_BYTES], hand_buffer[RENDER_PICTURE_BYTES], buffer[512];
    struct text table = TEXT_IN(table_buffer), hand = TEXT_IN(hand_buffer);
    struct text situation = TEXT_IN(buffer);
    struct telling in_a_row = *turn->telling;
    in_a_row.size = PICTURE_SHORT;
    render_picture(turn->game, turn->view, turn->telling, false, &table);
    game->hand(turn->view, &in_a_row, &hand);
    game->situation(turn->view, turn->telling, &situation);
    members_add_key(out, "view");
    text_add_char(out, '{');
    add_plain(out, "situation", situation.bytes);
    add_plain(out, "hand", hand.bytes);
    add_plain(out, "table", table.bytes);
    text_add_char(out, '}');
}

void facts_add_turn(struct text *out, const struct facts_turn *turn)
{
    members_add_number(out, "turn", turn->n);
    members_add_number(out, "seat", turn->seat + 1);
    add_view(out, turn);
    members_add_key(out, "legal");
    text_add_char(out, '[');
    for (size_t i = 0; i < turn->legal_count; i++) {
        members_separate(out);
        add_move_text(out, turn->game, turn->legal[i]);
    }
    text_add_char(out, ']');
}

void facts_add_end(struct text *out, bool aborted, uint8_t players,
                   const struct game_result *result)
{
    char buffer[512];
    struct text line = TEXT_IN(buffer);
    transcript_print_end(&line, aborted, players, result);
    members_separate(out);
    text_add_bytes(out, line.bytes + strlen("{"), line.length - strlen("{}\n"));
}
