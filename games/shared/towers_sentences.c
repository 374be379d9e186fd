#include "games/shared/towers_scene.h"

static void say_tower(const struct towers_scene *scene, unsigned tower, struct text *out)
{
    const struct words *words = scene->telling->words;
    const struct majority *majority = &scene->majorities[tower];
    char letter[] = {tower_letter(tower), '\0'}, tokens_buffer[512];
    struct text tokens = TEXT_IN(tokens_buffer);
    uint8_t ranked[GAME_SEATS_MAX];
    unsigned count = majority_rank(majority, ranked);
    for (unsigned place = 0; place < count; place++)
        text_add_format(&tokens, "%s%s (%u)", place > 0 ? ", " : "",
                        scene->telling->names[ranked[place]], majority->sums[ranked[place]]);
    words_say(words, out, count == 0 ? "towers.describe.alone" : "towers.describe.tower",
              SAY_TEXT(letter), SAY_NUMBER(scene->heights[tower]), SAY_TEXT(tokens.bytes));
}

void towers_say_scene(const struct towers_scene *scene, struct text *out)
{
    const struct telling *telling = scene->telling;
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        text_separate(out, " ");
        say_tower(scene, tower, out);
    }
    for (unsigned seat = 0; seat < scene->players; seat++) {
        const uint8_t *left = scene->tokens[seat];
        text_separate(out, " ");
        words_say(telling->words, out, "towers.describe.left", SAY_TEXT(telling->names[seat]),
                  SAY_NUMBER(left[0]), SAY_NUMBER(left[1]), SAY_NUMBER(left[2]));
    }
}
