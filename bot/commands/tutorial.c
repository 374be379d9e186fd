/* A first game (struct game_lesson), in private: each step says why, waits for the move and
 * explains another one. The deal is always the same, nobody else sits at the table, and nothing is
 * recorded.
 *
 * Where a person is stands in what they can type, `tutorial GAME STEP`. It is also kept in memory,
 * so that in private a move alone suffices. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/lesson.h"
#include "bot/core/choice.h"
#include "bot/core/render.h"
#include "bot/core/style.h"

enum { KEY_BYTES = 96, MOVE_BUTTONS_MAX = 8, TEXT_BYTES = 3 * RENDER_PICTURE_BYTES };

/* A step while it is shown to somebody. */
struct step {
    struct call *call;
    struct lesson lesson;
    struct style style;
    const char *names[GAME_SEATS_MAX];
    unsigned number, count; /* behind the last one: the end */
    struct text *out;
};

/* -- Where somebody is ------------------------------------------------------------------------- */

static const char *person_key(const struct call *call, struct text *key)
{
    text_add_format(key, "%s %s", call->inbound->network, call->inbound->person.identity);
    return key->bytes;
}

static void put_prompt(const struct call *call, const char *prompt)
{
    outbox_put(call->commands->outbox, &(struct outbound){.kind = OUTBOUND_PROMPT,
                                                          .network = call->inbound->network,
                                                          .place = call->inbound->place,
                                                          .text = prompt});
}

/* At a terminal the prompt says the step; behind the last one it is that of the table again. */
static void prompt_step(const struct call *call, const struct game *game, unsigned step)
{
    char key_buffer[KEY_BYTES], buffer[256];
    struct text key = TEXT_IN(key_buffer), prompt = TEXT_IN(buffer);
    const struct words words = call_words(call);
    if (!networks_is_solitary(call->commands->networks, call->inbound->network))
        return;
    if (game == NULL && call->table != NULL && call->table->status == TABLE_PLAYING) {
        session_prompt(call->commands->sessions, call->table);
        return;
    }
    if (game != NULL) {
        text_add_format(&key, "%s.name", game->id);
        words_say(&words, &prompt, "prompt.tutorial", SAY_MESSAGE(key.bytes), SAY_NUMBER(step),
                  SAY_NUMBER(lesson_step_count(game)));
    }
    put_prompt(call, prompt.bytes);
}

/* Keeps "GAME STEP" for the person; NULL: they are in no tutorial any more. */
static void keep_step(const struct call *call, const struct game *game, unsigned step)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX], buffer[KEY_BYTES];
    struct text key = TEXT_IN(key_buffer), kept = TEXT_IN(buffer);
    if (game != NULL)
        text_add_format(&kept, "%s %u", game->id, step);
    if (game != NULL || pager_rest_of(&call->commands->lessons, person_key(call, &key)) != NULL) {
        text_clear(&key);
        pager_keep(&call->commands->lessons, person_key(call, &key), kept.bytes);
        prompt_step(call, game, step);
    }
}

static const struct game *kept_step(const struct call *call, unsigned *step)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(key_buffer);
    const char *kept = pager_rest_of(&call->commands->lessons, person_key(call, &key));
    if (kept == NULL)
        return NULL;
    *step = (unsigned)strtoul(strchr(kept, ' '), NULL, 10);
    return command_read_game(call, &kept);
}

bool command_is_learning(const struct call *call)
{
    unsigned step;
    return kept_step(call, &step) != NULL;
}

void command_prompt_lesson(const struct call *call)
{
    unsigned step;
    const struct game *game = kept_step(call, &step);
    if (game != NULL)
        prompt_step(call, game, step);
}

/* -- What is shown ----------------------------------------------------------------------------- */

static struct telling telling_of(const struct step *step)
{
    return (struct telling){.words = &step->style.words,
                            .names = step->names,
                            .size = step->style.size,
                            .alphabet = step->style.alphabet};
}

static const struct game_view *view_of(const struct lesson *lesson, unsigned viewer,
                                       union game_view_block *view)
{
    const struct game_state *state = GAME_STATE(&lesson->state);
    lesson->game->rules->view(state, (uint8_t)viewer, GAME_VIEW(view));
    return GAME_VIEW(view);
}

static void say_key(const struct step *step, const char *name, struct text *out)
{
    char buffer[KEY_BYTES];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "%s.tutorial.%s", step->lesson.game->id, name);
    words_say_plain(&step->style.words, out, key.bytes);
}

static void say_reason(const struct step *step, struct text *out)
{
    char name[16];
    struct text number = TEXT_IN(name);
    text_add_number(&number, step->number);
    say_key(step, number.bytes, out);
}

static void add_table(const struct step *step)
{
    union game_view_block view;
    const struct telling telling = telling_of(step);
    text_separate(step->out, "\n");
    render_table(step->lesson.game, view_of(&step->lesson, GAME_SPECTATOR, &view), &telling,
                 &step->style, step->out);
}

static void add_hand(const struct step *step)
{
    char buffer[RENDER_PICTURE_BYTES];
    struct text hand = TEXT_IN(buffer);
    union game_view_block view;
    const struct telling telling = telling_of(step);
    render_hand(step->lesson.game, view_of(&step->lesson, LESSON_LEARNER, &view), &telling,
                &step->style, &hand);
    if (hand.length > 0)
        text_separate(step->out, "\n");
    text_add(step->out, hand.bytes);
}

/* Tells a move of the lesson. */
static void tell_move(void *context, const struct lesson *lesson, unsigned seat,
                      const struct game_events *events)
{
    const struct step *step = context;
    char buffer[RENDER_LINES_MAX * RENDER_LINE_BYTES];
    struct text told = TEXT_IN(buffer);
    union game_view_block view;
    const struct telling telling = telling_of(step);
    (void)seat;
    render_events(lesson->game, view_of(lesson, GAME_SPECTATOR, &view), &telling, events, &told);
    if (told.length > 0)
        text_separate(step->out, " ");
    text_add(step->out, told.bytes);
}

/* -- Steps ------------------------------------------------------------------------------------- */

static size_t legal_moves(const struct step *step, game_move moves[GAME_LEGAL_MAX])
{
    return step->lesson.game->rules->legal(GAME_STATE(&step->lesson.state), LESSON_LEARNER, moves);
}

static bool read_asked(const struct step *step, game_move *asked)
{
    return game_move_read(step->lesson.game, GAME_STATE(&step->lesson.state), LESSON_LEARNER,
                          lesson_move(&step->lesson), asked);
}

/* A button types the whole command, so that it works wherever it is pressed. */
static void add_button(const struct step *step, struct choices *choices, game_move move)
{
    struct outbound_choice choice = {.main = true, .move = true};
    struct text label = TEXT_IN(choice.label), command = TEXT_IN(choice.command);
    text_add_format(&command, "tutorial %s %u ", step->lesson.game->id, step->number);
    step->lesson.game->text->print(move, &command);
    game_move_say(step->lesson.game, move, &step->style.words, &label);
    if (!command.truncated && !label.truncated && choices->count < CHOICES_MAX)
        choices->list[choices->count++] = choice;
}

/* Where there are many moves, the one that is asked for stands alone. */
static void answer_step(const struct step *step)
{
    struct choices choices = {.count = 0};
    game_move moves[GAME_LEGAL_MAX], asked;
    size_t count = legal_moves(step, moves);
    if (count <= MOVE_BUTTONS_MAX)
        for (size_t i = 0; i < count; i++)
            add_button(step, &choices, moves[i]);
    else if (read_asked(step, &asked))
        add_button(step, &choices, asked);
    answer_choices(step->call, NULL, step->out->bytes, &choices);
}

static void say_title(const struct step *step, struct text *out)
{
    char buffer[KEY_BYTES];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "%s.name", step->lesson.game->id);
    words_say(&step->style.words, out, "answer.tutorial", SAY_NUMBER(step->number),
              SAY_NUMBER(step->count), SAY_MESSAGE(key.bytes));
}

/* Says the move that the step asks for, as people can type it. */
static const char *say_asked(const struct step *step, struct text *out)
{
    game_move asked;
    if (read_asked(step, &asked))
        game_move_say(step->lesson.game, asked, &step->style.words, out);
    return out->bytes;
}

static void begin_step(const struct step *step)
{
    char buffer[GAME_MOVE_SAID_MAX];
    struct text asked = TEXT_IN(buffer);
    if (step->number == 1)
        say_key(step, "goal", step->out);
    add_table(step);
    if (step->number == 1) {
        text_separate(step->out, "\n");
        say_key(step, "table", step->out);
    }
    add_hand(step);
    text_separate(step->out, "\n");
    say_title(step, step->out);
    text_add_char(step->out, ' ');
    if (step->number == 1) {
        say_key(step, "turn", step->out);
        text_add_char(step->out, ' ');
    }
    say_reason(step, step->out);
    text_add_char(step->out, '\n');
    words_say(&step->style.words, step->out, "answer.tutorial-type",
              SAY_TEXT(say_asked(step, &asked)));
}

/* The rest of the game, in a moment, and how it is scored. */
static void add_end(struct step *step)
{
    union game_view_block view;
    const struct telling telling = telling_of(step);
    const struct game *game = step->lesson.game;
    if (game->rules->phase(GAME_STATE(&step->lesson.state)) != GAME_OVER) {
        lesson_finish(&step->lesson);
        text_separate(step->out, "\n");
        words_say_plain(&step->style.words, step->out, "answer.tutorial-rest");
    }
    if (game->text->scoring == NULL || style_is_in_rows(&step->style)) {
        add_table(step);
    } else {
        text_separate(step->out, "\n");
        render_scoring(game, view_of(&step->lesson, GAME_SPECTATOR, &view), &telling,
                       step->style.coloured, step->out);
    }
    text_separate(step->out, "\n");
    say_key(step, "end", step->out);
    text_add_char(step->out, ' ');
    words_say(&step->style.words, step->out, "answer.tutorial-end", SAY_TEXT(game->id));
}

/* Shows the step, or the end behind the last one. */
static void show_step(struct step *step)
{
    if (step->number <= step->count) {
        keep_step(step->call, step->lesson.game, step->number);
        begin_step(step);
        answer_step(step);
    } else {
        keep_step(step->call, NULL, 0);
        add_end(step);
        answer_text(step->call, OUTBOUND_ANSWER, step->out->bytes);
    }
}

/* -- Moves ------------------------------------------------------------------------------------- */

/* Says what to do instead, and why. */
static void say_try(const struct step *step, const char *key, struct text *out)
{
    char move_buffer[GAME_MOVE_SAID_MAX], reason_buffer[RENDER_LINE_BYTES];
    struct text move = TEXT_IN(move_buffer), reason = TEXT_IN(reason_buffer);
    say_reason(step, &reason);
    words_say(&step->style.words, out, key, SAY_TEXT(say_asked(step, &move)),
              SAY_TEXT(reason.bytes));
}

/* `instead` begins with what the game expected. */
static void refuse_typed(const struct step *step, const char *typed, struct text *instead)
{
    char shown_buffer[256];
    struct text shown = TEXT_IN(shown_buffer);
    if (step->call->bare && command_answer_guess(step->call, typed))
        return;
    display_fit(typed, 40, false, &shown);
    text_separate(instead, " ");
    say_try(step, "answer.tutorial-try", instead);
    answer(step->call, "refusal.not-understood", SAY_TEXT(shown.bytes), SAY_TEXT(instead->bytes));
}

/* Says which rule refuses the move. */
static void refuse_illegal(const struct step *step, game_refusal refusal)
{
    char buffer[2 * RENDER_LINE_BYTES];
    struct text instead = TEXT_IN(buffer);
    const struct game_refusal_reason *reason = &step->lesson.game->refusals[refusal];
    say_try(step, "answer.tutorial-try", &instead);
    answer(step->call, "answer.tutorial-illegal", SAY_MESSAGE(reason->message),
           SAY_NUMBER(reason->rule), SAY_TEXT(instead.bytes));
}

/* A legal move that the lesson does not play. */
static void refuse_other(const struct step *step)
{
    char buffer[2 * RENDER_LINE_BYTES];
    struct text instead = TEXT_IN(buffer);
    say_try(step, "answer.tutorial-other", &instead);
    answer_text(step->call, OUTBOUND_ANSWER, instead.bytes);
}

static void try_move(struct step *step, const char *typed)
{
    char buffer[3 * RENDER_LINE_BYTES];
    struct text expected = TEXT_IN(buffer);
    const struct game *game = step->lesson.game;
    union game_view_block view;
    union game_state_block copy = step->lesson.state;
    game_move move, asked;
    if (!game->text->parse(view_of(&step->lesson, LESSON_LEARNER, &view), &step->style.words, typed,
                           &move, &expected)) {
        refuse_typed(step, typed, &expected);
        return;
    }
    game_refusal refusal = game->rules->apply(GAME_STATE(&copy), LESSON_LEARNER, move, NULL);
    if (refusal != 0) {
        refuse_illegal(step, refusal);
    } else if (read_asked(step, &asked) && asked != move) {
        refuse_other(step);
    } else {
        lesson_go_on(&step->lesson, tell_move, step);
        step->number++;
        show_step(step);
    }
}

static void list_moves(const struct step *step)
{
    char buffer[GAME_CHOICE_BYTES];
    struct text possible = TEXT_IN(buffer);
    game_move moves[GAME_LEGAL_MAX];
    game_moves_say(step->lesson.game, moves, legal_moves(step, moves), &step->style.words,
                   step->style.alphabet, &possible);
    answer(step->call, "answer.moves", SAY_TEXT(possible.bytes));
}

static void leave(const struct step *step)
{
    keep_step(step->call, NULL, 0);
    answer(step->call, "answer.tutorial-left", SAY_TEXT(step->lesson.game->id),
           SAY_NUMBER(step->number));
}

/* -- Commands ---------------------------------------------------------------------------------- */

static void open_step(struct step *step, struct call *call, const struct game *game,
                      unsigned number, struct text *out)
{
    static const char *const others[GAME_SEATS_MAX] = {NULL,    "Bot 1", "Bot 2",
                                                       "Bot 3", "Bot 4", "Bot 5"};
    const struct setting_scope asker = call_asker(call);
    *step = (struct step){.call = call,
                          .style = style_of(call->commands->styles, &asker),
                          .number = number,
                          .count = lesson_step_count(game),
                          .out = out};
    memcpy(step->names, others, sizeof others);
    step->names[LESSON_LEARNER] = call->inbound->person.name;
    lesson_begin(&step->lesson, game, number);
}

/* Runs a step: with a move it is tried, with none the step is shown. */
static void run_step(struct call *call, const struct game *game, unsigned number, const char *typed)
{
    char buffer[TEXT_BYTES];
    struct text out = TEXT_IN(buffer);
    struct step step;
    open_step(&step, call, game, number, &out);
    if (typed[0] == '\0' || step.number > step.count)
        show_step(&step);
    else
        try_move(&step, typed);
}

/* tutorial [GAME] [STEP [MOVE]]; the game can be left out at a table, and in a tutorial, where it
 * goes on. */
void command_tutorial(struct call *call)
{
    const char *rest = call->arguments;
    bool unnamed = rest[0] == '\0' || isdigit((unsigned char)rest[0]);
    unsigned kept = 1;
    const struct game *game = unnamed ? kept_step(call, &kept) : command_read_game(call, &rest);
    if (unnamed && game == NULL && call->table != NULL)
        game = call->table->game;
    if (game == NULL) {
        command_refuse_game(call, rest);
        return;
    }
    const char *word;
    char *end;
    size_t length = command_next_word(&rest, &word);
    unsigned long step = length > 0 ? strtoul(word, &end, 10) : kept;
    if (length > 0 && (end != word + length || step < 1 || step > lesson_step_count(game)))
        answer(call, "refusal.tutorial-step", SAY_NUMBER(lesson_step_count(game)));
    else
        run_step(call, game, (unsigned)step, rest);
}

static bool is_private(const struct call *call)
{
    return call->inbound->place[0] == '\0' ||
           networks_is_solitary(call->commands->networks, call->inbound->network);
}

/* What a command means in a tutorial. */
static const struct {
    const char *command;
    enum lesson_use { USE_MOVE, USE_MOVES, USE_STEP, USE_LEAVE } use;
} uses[] = {{"play", USE_MOVE},   {"moves", USE_MOVES}, {"hand", USE_STEP},  {"table", USE_STEP},
            {"status", USE_STEP}, {"why", USE_STEP},    {"leave", USE_LEAVE}};

static bool parses(const struct step *step, const char *typed)
{
    char buffer[512];
    struct text expected = TEXT_IN(buffer);
    union game_view_block view;
    game_move move;
    return step->lesson.game->text->parse(view_of(&step->lesson, LESSON_LEARNER, &view),
                                          &step->style.words, typed, &move, &expected);
}

static void use_step(struct step *step, enum lesson_use use, const char *typed)
{
    if (use == USE_LEAVE)
        leave(step);
    else if (use == USE_MOVES)
        list_moves(step);
    else if (use == USE_MOVE && typed[0] != '\0')
        try_move(step, typed);
    else
        show_step(step);
}

bool command_in_tutorial(struct call *call, const char *typed)
{
    char buffer[TEXT_BYTES];
    struct text out = TEXT_IN(buffer);
    struct step step;
    unsigned number;
    const char *rest = typed, *word;
    const struct game *game = is_private(call) && call->inbound->table == 0 && typed[0] != '\0'
                                  ? kept_step(call, &number)
                                  : NULL;
    if (game == NULL)
        return false;
    size_t length = command_next_word(&rest, &word);
    const struct command *command = command_find_spoken(call->commands->catalog, word, length);
    open_step(&step, call, game, number, &out);
    if (command == NULL || ((command->traits & NEEDS_LOBBY) && parses(&step, typed))) {
        call->bare = true;
        try_move(&step, typed);
        return true;
    }
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        if (strcmp(uses[i].command, command->name) == 0) {
            use_step(&step, uses[i].use, rest);
            return true;
        }
    }
    if (command->traits & (NEEDS_LOBBY | WORKS_AT_HOME))
        keep_step(call, NULL, 0); /* they go to a table of their own */
    return false;
}
