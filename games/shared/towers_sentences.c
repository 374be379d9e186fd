#include "games/shared/towers_scene.h"

enum { SENTENCE_BYTES = 512, LISTENED_COLUMNS = 40 };

static void add_name(const struct towers_scene *scene, unsigned seat, struct text *out)
{
    names_fit(scene->telling, seat, LISTENED_COLUMNS, out);
}

/* -- The last turn ----------------------------------------------------------------------------- */

/* `, bet 3 on A`, `, marked A` or `, shifted a 2 from D to A`. */
static void say_placed(const struct towers_scene *scene, bool brief, struct text *out)
{
    const struct towers_turn *turn = &scene->last;
    char on[] = {tower_letter(turn->on), '\0'}, from[] = {tower_letter(turn->from), '\0'};
    const char *message = "towers.turn.bet";
    if (turn->value == 0)
        return;
    if (turn->from != TOWER_NONE)
        message = brief ? "towers.turn.shifted-brief" : "towers.turn.shifted";
    else if (scene->markers)
        message = "towers.turn.marked";
    words_say(scene->telling->words, out, message, SAY_NUMBER(turn->value), SAY_TEXT(on),
              SAY_TEXT(from));
}

void towers_say_turn(const struct towers_scene *scene, unsigned columns, bool brief,
                     struct text *out)
{
    const struct towers_turn *turn = &scene->last;
    const struct words *words = scene->telling->words;
    char tower[] = {tower_letter(turn->tower), '\0'}, taken[] = {tower_letter(turn->taken), '\0'};
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    unsigned height = scene->heights[turn->tower];
    names_fit(scene->telling, turn->seat, columns, &name);
    words_say(words, out, brief ? "towers.turn.built-brief" : "towers.turn.built",
              SAY_TEXT(name.bytes), SAY_NUMBER(turn->storeys), SAY_TEXT(tower),
              SAY_NUMBER(height - turn->storeys), SAY_NUMBER(height));
    say_placed(scene, brief, out);
    if (!brief && turn->taken != TOWER_NONE)
        words_say(words, out, "towers.turn.took", SAY_TEXT(taken));
}

void towers_tell_turn(const struct towers_scene *scene, struct text *out)
{
    const struct towers_turn *turn = &scene->last;
    char tower[] = {tower_letter(turn->tower), '\0'}, buffer[SENTENCE_BYTES];
    struct text name = TEXT_IN(buffer);
    if (turn->seat == GAME_SPECTATOR)
        return;
    add_name(scene, turn->seat, &name);
    words_say(scene->telling->words, out, "towers.describe.built", SAY_TEXT(name.bytes),
              SAY_NUMBER(turn->storeys), SAY_TEXT(tower), SAY_NUMBER(scene->heights[turn->tower]),
              SAY_NUMBER(towers_place(scene->heights, turn->tower) + 1));
    text_add(out, " ");
    if (turn->value == 0)
        return;
    char on[] = {tower_letter(turn->on), '\0'}, from[] = {tower_letter(turn->from), '\0'};
    words_say(scene->telling->words, out,
              turn->from != TOWER_NONE ? "towers.describe.shifted"
              : scene->markers         ? "towers.describe.marked"
                                       : "towers.describe.bet",
              SAY_TEXT(name.bytes), SAY_NUMBER(turn->value), SAY_TEXT(on),
              SAY_NUMBER(scene->majorities[turn->on].sums[turn->seat]), SAY_TEXT(from));
    text_add(out, " ");
}

/* -- The standing ------------------------------------------------------------------------------ */

void towers_say_leader(const struct towers_scene *scene, struct text *out)
{
    struct towers_standing standing;
    towers_stand(scene, &standing);
    unsigned best = standing.total[standing.order[0]], leaders = 0;
    char buffer[SENTENCE_BYTES], next_buffer[SENTENCE_BYTES];
    struct text names = TEXT_IN(buffer), next = TEXT_IN(next_buffer);
    if (best == 0)
        return;
    for (; leaders < scene->players && standing.total[standing.order[leaders]] == best; leaders++) {
        text_separate(&names, ", ");
        add_name(scene, standing.order[leaders], &names);
    }
    text_separate(out, " ");
    words_say(scene->telling->words, out, "towers.describe.leader", SAY_TEXT(names.bytes),
              SAY_NUMBER(leaders), SAY_NUMBER(best));
    if (leaders == scene->players || standing.total[standing.order[leaders]] == 0)
        return;
    add_name(scene, standing.order[leaders], &next);
    text_add(out, " ");
    words_say(scene->telling->words, out, "towers.describe.next", SAY_TEXT(next.bytes),
              SAY_NUMBER(standing.total[standing.order[leaders]]));
}

/* -- Towers and tokens ------------------------------------------------------------------------- */

static void say_tower(const struct towers_scene *scene, unsigned tower, struct text *out)
{
    const struct majority *majority = &scene->majorities[tower];
    char letter[] = {tower_letter(tower), '\0'}, buffer[SENTENCE_BYTES];
    struct text tokens = TEXT_IN(buffer);
    uint8_t seats[GAME_SEATS_MAX];
    unsigned count = majority_rank(majority, seats);
    if (count == 0 && scene->heights[tower] == 0)
        return;
    for (unsigned place = 0; place < count; place++) {
        text_separate(&tokens, ", ");
        add_name(scene, seats[place], &tokens);
        text_add_format(&tokens, " %u", majority->sums[seats[place]]);
    }
    text_separate(out, " ");
    words_say(scene->telling->words, out,
              count == 0       ? "towers.describe.alone"
              : scene->markers ? "towers.describe.tower-markers"
                               : "towers.describe.tower",
              SAY_TEXT(letter), SAY_NUMBER(scene->heights[tower]), SAY_TEXT(tokens.bytes),
              SAY_NUMBER(towers_place(scene->heights, tower) + 1));
}

static void say_left(const struct towers_scene *scene, unsigned seat, struct text *out)
{
    const struct words *words = scene->telling->words;
    char buffer[SENTENCE_BYTES], name_buffer[SENTENCE_BYTES];
    struct text list = TEXT_IN(buffer), name = TEXT_IN(name_buffer);
    for (unsigned value = 0; value < TOWER_TOKEN_VALUES; value++) {
        if (scene->tokens[seat][value] == 0)
            continue;
        text_separate(&list, ", ");
        words_say(words, &list,
                  scene->markers ? "towers.describe.markers" : "towers.describe.tokens",
                  SAY_NUMBER(scene->tokens[seat][value]), SAY_NUMBER(value + 1));
    }
    if (list.length == 0)
        return;
    add_name(scene, seat, &name);
    text_separate(out, " ");
    words_say(words, out, "towers.describe.left", SAY_TEXT(name.bytes), SAY_TEXT(list.bytes));
}

void towers_say_scene(const struct towers_scene *scene, struct text *out)
{
    for (unsigned tower = 0; tower < TOWERS; tower++)
        say_tower(scene, tower, out);
    for (unsigned seat = 0; seat < scene->players; seat++)
        say_left(scene, seat, out);
}
