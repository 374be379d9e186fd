/* Random games of every game, checked against the contract of games/game.h at every position. */
#include <stdlib.h>
#include <string.h>

#include "tests/kit/kit.h"

enum { CHECKED_MOVES = 48, DOUBTFUL_MOVES = 24, BROKEN_OUTCOMES = 12, RECORDED = 512 };

/* One game under test. The shadow has another generator and gets every outcome and move, as in a
 * replay. */
struct play {
    struct kit_table table;
    struct game_state *shadow;
    struct kit_seen seen;
    unsigned refused_outcomes;
    game_move legal[GAME_LEGAL_MAX];
    size_t legal_count;
};

static const struct game_rules *rules_of(const struct play *play)
{
    return play->table.game->rules;
}

/* -- The beginning ---------------------------------------------------------------------------- */

static void open_play(struct play *play, const struct kit_setting *setting, uint64_t number)
{
    memset(play, 0, sizeof *play);
    kit_table_open(&play->table, setting, number);
    struct kit_table *table = &play->table;
    size_t size = table->game->state_size;
    struct game_state *again = kit_block(size);
    memset(again, 0, size);
    rules_of(play)->begin(again, setting->players, setting->options, &table->rng);
    KIT_CHECK(table, memcmp(again, table->state, size) == 0, "begin leaves bytes unset");
    free(again);
    struct rng other = rng_for_index(table->rng.key, 7);
    play->shadow = kit_block(size);
    rules_of(play)->begin(play->shadow, setting->players, setting->options, &other);
    KIT_CHECK(table, kit_states_alike(table, table->state, play->shadow),
              "begin draws from the generator");
}

static void close_play(struct play *play)
{
    free(play->shadow);
    kit_table_close(&play->table);
}

/* -- Outcomes ---------------------------------------------------------------------------------- */

static void check_refused_outcome(struct play *play, const struct game_chance *outcome,
                                  const char *what)
{
    struct kit_table *table = &play->table;
    struct game_state *state = kit_state_copy(table, table->state);
    struct game_events events = {0};
    game_refusal refusal = rules_of(play)->deal(state, outcome, &events);
    KIT_CHECK(table, refusal != 0, "deal accepts %s", what);
    KIT_CHECK(table, refusal < table->game->refusal_count, "deal refuses for an unknown reason");
    KIT_CHECK(table, memcmp(state, table->state, table->game->state_size) == 0,
              "deal refuses %s, but changes the state", what);
    KIT_CHECK(table, events.count == 0, "deal refuses %s with events", what);
    play->refused_outcomes++;
    free(state);
}

/* A changed outcome may still be possible. Then the game must go on. */
static void check_broken_outcome(struct play *play, const struct game_chance *outcome)
{
    struct kit_table *table = &play->table;
    size_t size = table->game->chance_size;
    unsigned char *broken = kit_block(size);
    memcpy(broken, outcome, size);
    uint32_t at = kit_choose(table, (uint32_t)size);
    if (kit_choose(table, 2) == 0)
        broken[at] = broken[kit_choose(table, (uint32_t)size)];
    else
        broken[at] = (unsigned char)kit_choose(table, 256);
    struct game_state *state = kit_state_copy(table, table->state);
    if (rules_of(play)->deal(state, (struct game_chance *)(void *)broken, NULL) == 0)
        kit_play_out(table, state);
    else
        check_refused_outcome(play, (struct game_chance *)(void *)broken, "a broken outcome");
    free(state);
    free(broken);
}

static void check_broken_outcomes(struct play *play, const struct game_chance *outcome)
{
    size_t size = play->table.game->chance_size;
    for (int i = 0; i < BROKEN_OUTCOMES; i++)
        check_broken_outcome(play, outcome);
    struct game_chance *rubbish = kit_block(size);
    memset(rubbish, 0xFF, size);
    check_refused_outcome(play, rubbish, "rubbish");
    free(rubbish);
}

static struct game_chance *draw_outcome(struct play *play)
{
    struct kit_table *table = &play->table;
    size_t size = table->game->chance_size;
    struct game_chance *outcome = kit_block(size), *again = kit_block(size);
    memset(again, 0, size);
    struct game_state *clone = kit_state_copy(table, table->state);
    rules_of(play)->draw(clone, again);
    rules_of(play)->draw(table->state, outcome);
    KIT_CHECK(table, memcmp(outcome, again, size) == 0,
              "draw leaves bytes unset or is not repeatable");
    KIT_CHECK(table, memcmp(clone, table->state, table->game->state_size) == 0,
              "draw does two things in two equal states");
    KIT_CHECK(table, kit_states_alike(table, table->state, play->shadow),
              "draw changes more than the generator");
    free(clone);
    free(again);
    return outcome;
}

/* `belfry replay --at` can show the table after the last move of a round, before the next deal. */
static void check_pictures_between_rounds(struct play *play)
{
    struct kit_table *table = &play->table;
    struct game_view *view = kit_view(table, table->state, GAME_SPECTATOR);
    char buffer[8 * KIT_TEXT_MAX];
    struct text pictures = TEXT_IN(buffer);
    struct kit_voice voice;
    kit_voice_any(table, &voice);
    kit_check_pictures(table, view, &voice, &pictures);
    free(view);
}

static void settle(struct play *play, struct game_events *events)
{
    struct kit_table *table = &play->table;
    if (table->moves > 0 && rules_of(play)->phase(table->state) == GAME_CHANCE)
        check_pictures_between_rounds(play);
    while (rules_of(play)->phase(table->state) == GAME_CHANCE) {
        KIT_CHECK(table, rules_of(play)->actors(table->state) == 0,
                  "seats may act while an outcome is due");
        struct game_chance *outcome = draw_outcome(play);
        check_broken_outcomes(play, outcome);
        game_refusal refusal = rules_of(play)->deal(table->state, outcome, events);
        KIT_CHECK(table, refusal == 0, "deal refuses what draw has drawn: %s",
                  table->game->refusals[refusal].message);
        refusal = rules_of(play)->deal(play->shadow, outcome, NULL);
        KIT_CHECK(table, refusal == 0, "deal refuses in the shadow");
        KIT_CHECK(table, kit_states_alike(table, table->state, play->shadow),
                  "deal uses the generator");
        if (rules_of(play)->phase(table->state) != GAME_CHANCE)
            check_refused_outcome(play, outcome, "an outcome that is not due");
        free(outcome);
    }
}

/* -- Moves ------------------------------------------------------------------------------------- */

static bool is_first_word(const struct game *game, const char *text)
{
    const char *const *word = game->text->words;
    size_t length = strcspn(text, " ");
    while (*word != NULL && (strlen(*word) != length || memcmp(*word, text, length) != 0))
        word++;
    return *word != NULL;
}

static void check_order(struct play *play, uint8_t seat)
{
    struct kit_table *table = &play->table;
    char before[GAME_MOVE_TEXT_MAX] = "";
    for (size_t i = 0; i < play->legal_count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        table->game->text->print(play->legal[i], &text);
        KIT_CHECK(table, text.length > 0 && !text.truncated, "legal move %u has no text",
                  play->legal[i]);
        KIT_CHECK(table, is_first_word(table->game, buffer), "`%s` begins with no word of moves",
                  buffer);
        KIT_CHECK(table, i == 0 || play->legal[i - 1] < play->legal[i],
                  "the legal list of seat %u does not rise at `%s`", seat + 1, buffer);
        KIT_CHECK(table, strcmp(before, buffer) < 0, "`%s` stands before `%s`", before, buffer);
        memcpy(before, buffer, sizeof before);
    }
}

static void check_typed(struct play *play, uint8_t seat, const struct words *words,
                        const char *typed, game_move move)
{
    struct kit_table *table = &play->table;
    struct game_view *view = kit_view(table, table->state, seat);
    char buffer[KIT_TEXT_MAX];
    struct text expected = TEXT_IN(buffer);
    game_move read = 0;
    KIT_CHECK(table, table->game->text->parse(view, words, typed, &read, &expected) && read == move,
              "`%s` typed by seat %u does not read as itself: %s", typed, seat + 1, buffer);
    free(view);
}

/* Parses a move as it is said in a language, and in its canonical form, with the words of that
 * language. */
static void check_said(struct play *play, uint8_t seat, game_move move)
{
    struct kit_table *table = &play->table;
    struct kit_voice voice;
    char said_buffer[GAME_MOVE_SAID_MAX], printed_buffer[GAME_MOVE_TEXT_MAX];
    struct text said = TEXT_IN(said_buffer), printed = TEXT_IN(printed_buffer);
    kit_voice_any(table, &voice);
    game_move_say(table->game, move, voice.telling.words, &said);
    KIT_CHECK(table, !said.truncated, "%s: `%s` is too long", voice.label, said_buffer);
    check_typed(play, seat, voice.telling.words, said_buffer, move);
    table->game->text->print(move, &printed);
    check_typed(play, seat, voice.telling.words, printed_buffer, move);
}

static void check_text(struct play *play, uint8_t seat, game_move move)
{
    struct kit_table *table = &play->table;
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    table->game->text->print(move, &text);
    game_move read = 0;
    KIT_CHECK(table, game_move_read(table->game, table->state, seat, buffer, &read) && read == move,
              "`%s` does not read as itself", buffer);
    for (size_t i = 0; i < text.length; i++)
        if (buffer[i] >= 'a' && buffer[i] <= 'z')
            buffer[i] = (char)(buffer[i] - 'a' + 'A');
    check_typed(play, seat, &kit_bare_words, buffer, move);
    for (size_t i = 0; i < text.length; i++)
        if (buffer[i] >= 'A' && buffer[i] <= 'Z')
            buffer[i] = (char)(buffer[i] - 'A' + 'a');
    check_typed(play, seat, &kit_bare_words, buffer, move);
}

static void write_label(const struct kit_table *table, const struct kit_voice *voice,
                        game_move move, struct text *label)
{
    table->game->text->label(move, &voice->telling, label);
    KIT_CHECK(table, !label->truncated, "%s: the label of move %u is too long: %s", voice->label,
              move, label->bytes);
}

static bool names_differ(const struct kit_voice *voice)
{
    return voice->short_names && strcmp(voice->telling.names[0], voice->telling.names[1]) != 0;
}

/* What buttons say fits there, and no two moves have the same label. */
static void check_labels(struct play *play)
{
    enum { LABEL_BYTES = 80 };
    struct kit_table *table = &play->table;
    struct kit_voice voice;
    kit_voice_any(table, &voice);
    if (table->game->text->label == NULL || !voice.real)
        return;
    char one_buffer[LABEL_BYTES], other_buffer[LABEL_BYTES];
    struct text one = TEXT_IN(one_buffer), other = TEXT_IN(other_buffer);
    size_t first = kit_choose(table, (uint32_t)play->legal_count);
    size_t second = kit_choose(table, (uint32_t)play->legal_count);
    write_label(table, &voice, play->legal[first], &one);
    write_label(table, &voice, play->legal[second], &other);
    bool alike = one.length > 0 && strcmp(one_buffer, other_buffer) == 0;
    KIT_CHECK(table, first == second || !alike || !names_differ(&voice),
              "%s: moves %u and %u are both called `%s`", voice.label, play->legal[first],
              play->legal[second], one_buffer);
}

/* Applies a move to two copies, with and without events. */
static void check_applies(struct play *play, uint8_t seat, game_move move)
{
    struct kit_table *table = &play->table;
    size_t size = table->game->state_size;
    struct game_state *told = kit_state_copy(table, table->state);
    struct game_state *silent = kit_state_copy(table, table->state);
    struct game_events events = {0};
    game_refusal refusal = rules_of(play)->apply(told, seat, move, &events);
    KIT_CHECK(table, refusal == 0, "legal move %u of seat %u is refused: %s", move, seat + 1,
              table->game->refusals[refusal].message);
    rules_of(play)->apply(silent, seat, move, NULL);
    KIT_CHECK(table, memcmp(told, silent, size) == 0, "events change what move %u does", move);
    KIT_CHECK(table, events.count > 0, "move %u has no events", move);
    free(told);
    free(silent);
}

static bool is_legal(const struct play *play, game_move move)
{
    for (size_t i = 0; i < play->legal_count; i++)
        if (play->legal[i] == move)
            return true;
    return false;
}

static void check_refused(struct play *play, uint8_t seat, game_move move)
{
    struct kit_table *table = &play->table;
    struct game_state *state = kit_state_copy(table, table->state);
    struct game_events events = {0};
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    table->game->text->print(move, &text);
    KIT_CHECK(table, !text.truncated, "the text of number %u is too long: %s", move, buffer);
    game_refusal refusal = rules_of(play)->apply(state, seat, move, &events);
    KIT_CHECK(table, refusal != 0, "number %u `%s` of seat %u is not listed, but accepted", move,
              buffer, seat + 1);
    KIT_CHECK(table,
              refusal < table->game->refusal_count &&
                  table->game->refusals[refusal].message != NULL,
              "number %u `%s` is refused for an unknown reason %u", move, buffer, refusal);
    KIT_CHECK(table, memcmp(state, table->state, table->game->state_size) == 0,
              "number %u `%s` is refused, but changes the state", move, buffer);
    KIT_CHECK(table, events.count == 0 && events.new_cards == 0, "a refused move has events");
    free(state);
}

/* Mistyped moves must be parsed without harm. */
static void check_mistyped(struct play *play, uint8_t seat, game_move move)
{
    struct kit_table *table = &play->table;
    struct game_view *view = kit_view(table, table->state, seat);
    char typed_buffer[GAME_MOVE_TEXT_MAX + 8], expected_buffer[KIT_TEXT_MAX];
    struct text typed = TEXT_IN(typed_buffer), expected = TEXT_IN(expected_buffer);
    table->game->text->print(move, &typed);
    uint32_t at = kit_choose(table, (uint32_t)typed.length + 1);
    static const char any[] = "abcxyz019 ,;'-+ABC\t\xC3\xFF";
    if (kit_choose(table, 2) == 0)
        typed_buffer[at] = '\0';
    else if (at < typed.length)
        typed_buffer[at] = any[kit_choose(table, sizeof any - 1)];
    else
        text_add_char(&typed, any[kit_choose(table, sizeof any - 1)]);
    game_move read = 0;
    if (table->game->text->parse(view, &kit_bare_words, typed_buffer, &read, &expected)) {
        if (!is_legal(play, read))
            check_refused(play, seat, read);
    } else {
        KIT_CHECK(table, expected.length > 0 && !expected.truncated,
                  "`%s` is not understood, and nothing says what was expected", typed_buffer);
    }
    free(view);
}

static void check_actor(struct play *play, uint8_t seat)
{
    struct kit_table *table = &play->table;
    KIT_CHECK(table, play->legal_count > 0, "seat %u may act, but has no legal move", seat + 1);
    KIT_CHECK(table, play->legal_count <= GAME_LEGAL_MAX, "too many legal moves");
    check_order(play, seat);
    size_t step = play->legal_count / CHECKED_MOVES + 1;
    for (size_t i = kit_choose(table, (uint32_t)step); i < play->legal_count; i += step) {
        check_applies(play, seat, play->legal[i]);
        check_text(play, seat, play->legal[i]);
        check_said(play, seat, play->legal[i]);
        check_mistyped(play, seat, play->legal[i]);
    }
    check_labels(play);
    game_move move = game_default_move(table->game, table->state, seat);
    KIT_CHECK(table, is_legal(play, move), "the default move %u of seat %u is not legal", move,
              seat + 1);
}

static void check_seat(struct play *play, uint8_t seat)
{
    struct kit_table *table = &play->table;
    game_move doubtful[DOUBTFUL_MOVES];
    bool acts = (rules_of(play)->actors(table->state) & SEAT_BIT(seat)) != 0;
    play->legal_count = rules_of(play)->legal(table->state, seat, play->legal);
    if (acts)
        check_actor(play, seat);
    else
        KIT_CHECK(table, play->legal_count == 0, "seat %u may not act, but has legal moves",
                  seat + 1);
    size_t count = kit_doubtful_moves(table, &play->seen, play->legal, play->legal_count, doubtful,
                                      DOUBTFUL_MOVES);
    for (size_t i = 0; i < count; i++)
        if (!is_legal(play, doubtful[i]))
            check_refused(play, seat, doubtful[i]);
}

/* -- Positions ------------------------------------------------------------------------------- */

static void check_result(struct play *play)
{
    struct kit_table *table = &play->table;
    struct game_result result;
    memset(&result, 0xA5, sizeof result);
    rules_of(play)->result(table->state, &result);
    bool over = rules_of(play)->phase(table->state) == GAME_OVER;
    KIT_CHECK(table, result.winners >> table->setting.players == 0, "an absent seat wins");
    KIT_CHECK(table, (result.winners != 0) == over || (over && table->game->may_have_no_winner),
              "winners %x while the game is %s", result.winners, over ? "over" : "not over");
}

static void check_view(struct play *play, uint8_t viewer)
{
    struct kit_table *table = &play->table;
    size_t size = table->game->view_size;
    struct game_view *view = kit_view(table, table->state, viewer), *again = kit_block(size);
    memset(again, 0, size);
    rules_of(play)->view(table->state, viewer, again);
    KIT_CHECK(table, kit_views_equal(table, view, again), "the view of %u leaves bytes unset",
              viewer);
    rules_of(play)->view(play->shadow, viewer, again);
    KIT_CHECK(table, kit_views_equal(table, view, again), "the view of %u holds the generator",
              viewer);
    free(view);
    free(again);
}

/* Texts take most of the time, so each position is told to one viewer in one voice. */
static void check_texts(struct play *play)
{
    struct kit_table *table = &play->table;
    uint8_t viewer = kit_viewer(table, kit_choose(table, table->setting.players + 1u));
    struct game_view *view = kit_view(table, table->state, viewer);
    char buffer[8 * KIT_TEXT_MAX];
    struct text texts = TEXT_IN(buffer);
    struct kit_voice voice;
    kit_voice_any(table, &voice);
    kit_check_texts(table, view, viewer, &voice, &texts);
    free(view);
}

/* A seat that is forced from the spectator's view has exactly one legal move. */
static void check_forced(struct play *play, seat_set actors)
{
    struct kit_table *table = &play->table;
    if (rules_of(play)->forced == NULL)
        return;
    struct game_view *view = kit_view(table, table->state, GAME_SPECTATOR);
    for (uint8_t seat = 0; seat < table->setting.players; seat++) {
        if (!rules_of(play)->forced(view, seat))
            continue;
        KIT_CHECK(table, actors & SEAT_BIT(seat), "seat %u is forced but may not act", seat);
        KIT_CHECK(table, rules_of(play)->legal(table->state, seat, play->legal) == 1,
                  "seat %u is forced but has a choice", seat);
    }
    free(view);
}

static void check_position(struct play *play)
{
    struct kit_table *table = &play->table;
    enum game_phase phase = rules_of(play)->phase(table->state);
    seat_set actors = rules_of(play)->actors(table->state);
    KIT_CHECK(table, (actors != 0) == (phase == GAME_MOVES), "actors %x in phase %d", actors,
              (int)phase);
    KIT_CHECK(table, actors >> table->setting.players == 0, "an absent seat may act");
    KIT_CHECK(table, kit_states_alike(table, table->state, play->shadow),
              "the recorded game goes another way");
    for (uint8_t seat = 0; seat < table->setting.players; seat++)
        check_seat(play, seat);
    for (unsigned index = 0; index <= table->setting.players; index++)
        check_view(play, kit_viewer(table, index));
    check_forced(play, actors);
    check_texts(play);
    check_result(play);
}

static void check_events(struct play *play, const struct game_events *events)
{
    struct kit_table *table = &play->table;
    struct kit_voice voice;
    KIT_CHECK(table, events->count < GAME_EVENTS_MAX, "more events than fit");
    KIT_CHECK(table, events->new_cards >> table->setting.players == 0, "an absent seat gets cards");
    for (unsigned i = 0; i < events->count; i++)
        KIT_CHECK(table, events->list[i].kind < table->game->event_count, "an event of no kind");
    kit_voice_any(table, &voice);
    kit_check_events(table, events, &voice);
}

static void make_a_move(struct play *play)
{
    struct kit_table *table = &play->table;
    struct game_events events = {0};
    uint8_t seat = kit_choose_actor(table);
    play->legal_count = rules_of(play)->legal(table->state, seat, play->legal);
    game_move move = play->legal[kit_choose(table, (uint32_t)play->legal_count)];
    rules_of(play)->apply(table->state, seat, move, &events);
    rules_of(play)->apply(play->shadow, seat, move, NULL);
    settle(play, &events);
    table->moves++;
    check_events(play, &events);
}

static void check_game(const struct kit_setting *setting, uint64_t number)
{
    struct play *play = kit_block(sizeof *play);
    open_play(play, setting, number);
    struct game_events events = {0};
    settle(play, &events);
    check_events(play, &events);
    check_position(play);
    while (rules_of(play)->phase(play->table.state) != GAME_OVER) {
        KIT_CHECK(&play->table, play->table.moves < KIT_MOVES_MAX, "the game does not end");
        make_a_move(play);
        check_position(play);
    }
    close_play(play);
    free(play);
}

static void check_setting(const struct kit_setting *setting, void *context)
{
    (void)context;
    for (unsigned round = 0; round < kit_rounds(1); round++)
        check_game(setting, round);
}

/* -- Tables ---------------------------------------------------------------------------------- */

static void check_tables(const struct game *game)
{
    assert_true(game->state_size <= GAME_STATE_MAX && game->view_size <= GAME_VIEW_MAX &&
                game->chance_size <= GAME_CHANCE_MAX && game->option_count <= GAME_OPTIONS_MAX &&
                game->players_min <= game->players_max && game->players_max <= GAME_SEATS_MAX &&
                game->version > 0);
    for (unsigned i = 1; i < game->refusal_count; i++)
        assert_non_null(game->refusals[i].message);
}

static void test_game(void **state)
{
    const struct game *game = *state;
    check_tables(game);
    kit_for_settings(game, check_setting, NULL);
}

int main(int argc, char **argv)
{
    return kit_run("play", test_game, argc, argv);
}
