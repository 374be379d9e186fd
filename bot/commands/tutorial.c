/* A first game in four messages: what it is about, the table, a turn, the end. The table is a real
 * one, always the same, and nobody sits at it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/core/choice.h"
#include "bot/core/render.h"
#include "bot/core/style.h"

static const char *const steps[] = {"goal", "table", "turn", "end"};
enum { STEP_COUNT = sizeof steps / sizeof steps[0], STEP_TABLE = 1, STEP_TURN = 2 };

static const char *const names[GAME_SEATS_MAX] = {"Alice", "Bruno", "Carol",
                                                  "Dora",  "Emil",  "Fanny"};

/* Sets up a table that has just begun, with the fewest players and the default options. */
static void set_up(const struct game *game, struct game_state *state)
{
    static const uint8_t key[RNG_KEY_BYTES] = {1};
    uint8_t options[GAME_OPTIONS_MAX];
    struct rng rng = rng_from_key(key);
    game_options_default(game, options);
    game->rules->begin(state, game->players_min, options, &rng);
    game_settle_chance(game, state, NULL);
}

static void add_table(const struct game *game, const struct game_state *state,
                      const struct style *style, struct text *out)
{
    union game_view_block view;
    const struct telling telling = {
        .words = &style->words, .names = names, .size = style->size, .alphabet = style->alphabet};
    game->rules->view(state, GAME_SPECTATOR, GAME_VIEW(&view));
    text_add_char(out, '\n');
    render_table(game, GAME_VIEW(&view), &telling, style, out);
}

/* Adds the cards of the player who begins, and what they can do with them. */
static void add_turn(const struct game *game, const struct game_state *state,
                     const struct style *style, struct text *out)
{
    union game_view_block view;
    game_move moves[GAME_LEGAL_MAX];
    char hand_buffer[1024], moves_buffer[2048];
    struct text hand = TEXT_IN(hand_buffer), possible = TEXT_IN(moves_buffer);
    const struct telling telling = {
        .words = &style->words, .names = names, .size = PICTURE_SHORT, .alphabet = style->alphabet};
    uint8_t seat = (uint8_t)__builtin_ctz(game->rules->actors(state));
    size_t count = game->rules->legal(state, seat, moves);
    game->rules->view(state, seat, GAME_VIEW(&view));
    game->text->hand(GAME_VIEW(&view), &telling, &hand);
    game_moves_say(game, moves, count, &style->words, style->alphabet, &possible);
    text_add_char(out, '\n');
    words_say(&style->words, out, "answer.tutorial-turn", SAY_TEXT(names[seat]),
              SAY_TEXT(hand.bytes));
    if (strstr(hand.bytes, possible.bytes) != NULL)
        return; /* the hand says it already */
    text_add_char(out, ' ');
    words_say(&style->words, out, "answer.moves", SAY_TEXT(possible.bytes));
}

static void add_step(const struct game *game, unsigned step, const struct style *style,
                     struct text *out)
{
    union game_state_block block;
    struct game_state *state = GAME_STATE(&block);
    char buffer[64];
    struct text key = TEXT_IN(buffer);
    set_up(game, state);
    text_add_format(&key, "%s.tutorial.%s", game->id, steps[step]);
    words_say(&style->words, out, "answer.tutorial", SAY_NUMBER(step + 1), SAY_NUMBER(STEP_COUNT),
              SAY_MESSAGE(key.bytes));
    if (step == STEP_TABLE)
        add_table(game, state, style, out);
    else if (step == STEP_TURN)
        add_turn(game, state, style, out);
}

static void answer_step(const struct call *call, const struct game *game, unsigned step)
{
    char buffer[RENDER_PICTURE_BYTES], command_buffer[CHOICE_COMMAND_BYTES];
    struct text text = TEXT_IN(buffer), command = TEXT_IN(command_buffer);
    const struct setting_scope asker = call_asker(call);
    struct style style = style_of(call->commands->styles, &asker);
    struct choices choices = {.count = 0};
    add_step(game, step, &style, &text);
    if (step + 1 < STEP_COUNT) {
        text_add_format(&command, "tutorial %s %u", game->id, step + 2);
        text_add_char(&text, '\n');
        words_say(&style.words, &text, "answer.tutorial-next", SAY_TEXT(game->id),
                  SAY_NUMBER(step + 2));
        choices_add(&choices, &style.words, "choice.tutorial-next", command.bytes, CHOICE_MAIN);
    }
    answer_choices(call, NULL, text.bytes, &choices);
}

/* tutorial [GAME] [STEP]; the game can be left out at a table. */
void command_tutorial(struct call *call)
{
    char number[16];
    struct text digits = TEXT_IN(number);
    const char *rest = call->arguments;
    bool unnamed = rest[0] == '\0' || isdigit((unsigned char)rest[0]);
    const struct game *game = unnamed ? NULL : command_read_game(call, &rest);
    text_add(&digits, rest);
    if (unnamed && call->table != NULL)
        game = call->table->game;
    if (game == NULL) {
        command_refuse_game(call, rest);
        return;
    }
    char *end;
    unsigned long step = digits.length > 0 ? strtoul(digits.bytes, &end, 10) : 1;
    if (digits.length > 0 && (*end != '\0' || step < 1 || step > STEP_COUNT))
        answer(call, "refusal.tutorial-step", SAY_NUMBER(STEP_COUNT));
    else
        answer_step(call, game, (unsigned)step - 1);
}
