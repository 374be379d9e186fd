/* How the five towers of both editions of Campanile are drawn, described and scored.
 *
 * A game passes what everybody sees as a scene (numbers) and captions (its own sentences). The
 * layout is the same for both editions and stays the same from picture to picture: towers and
 * players keep their rows, and `>` marks the seat to act.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_SCENE_H
#define BELFRY_GAMES_SHARED_TOWERS_SCENE_H

#include "games/shared/towers.h"

enum { TOWERS_NOTES_MAX = 5, TOWERS_NAME_COLUMNS = 10 };

struct towers_scene {
    const struct telling *telling;
    uint8_t players;
    uint8_t mover;                               /* GAME_SPECTATOR: nobody acts */
    const uint8_t *heights;                      /* of TOWERS */
    const struct majority *majorities;           /* at TOWERS */
    const uint8_t (*tokens)[TOWER_TOKEN_VALUES]; /* left, by seat */
    const uint8_t *points;          /* won so far by seat; NULL before the first scoring */
    const struct tower_flag *flags; /* of ranks 1 to TOWERS, at the next scoring */
};

/* The texts around the towers. Only unused notes may be NULL. */
struct towers_captions {
    const char *title;                   /* the game and its turn */
    const char *name;                    /* the game alone */
    const char *situation;               /* who must do what, as in `Alice to build` */
    const char *actor;                   /* who acts or has won, where the situation does not fit */
    const char *supplies;                /* the piles or the display, in one line */
    const char *compact_supplies;        /* the same without words */
    const char *notes[TOWERS_NOTES_MAX]; /* the same in several lines of 11 columns */
    const struct game *game;
    const uint8_t *last; /* packed moves of the last turn */
    uint8_t last_count;  /* 0 before the first turn */
    uint8_t last_seat;   /* who made them */
};

/* Draws the table in the size and alphabet of scene->telling. */
void towers_draw(const struct towers_scene *scene, const struct towers_captions *captions,
                 struct canvas *canvas);

/* A scoring as a table that explains every point. */
struct towers_scoring {
    const char *title;
    const uint8_t *before; /* points of an earlier scoring by seat; NULL without one */
    const char *verdict;   /* a line below the table; "": none */
};
/* Draws the scoring; scene->flags are its flags. */
void towers_draw_scoring(const struct towers_scene *scene, const struct towers_scoring *texts,
                         struct canvas *canvas);

/* Adds a sentence for each tower with the tokens there, then one for each player with the tokens
 * they have left. */
void towers_say_scene(const struct towers_scene *scene, struct text *out);

#endif
