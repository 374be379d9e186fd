/* How the five towers of both editions of Campanile are drawn, told and accounted for.
 *
 * A game hands over what everybody sees as a scene (numbers) and captions (its own sentences); the
 * layout is the same for both. Everything stays in place from picture to picture: the towers in
 * their row, the players in theirs, the seat to act marked by `>`.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_SCENE_H
#define BELFRY_GAMES_SHARED_TOWERS_SCENE_H

#include "games/shared/towers.h"

enum { TOWERS_NOTES_MAX = 5, TOWERS_NAME_COLUMNS = 10, TOWERS_NOTE_COLUMNS = 11 };

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

/* Texts that stand around the towers; no text is NULL but unused notes. */
struct towers_captions {
    const char *title;                   /* the game and where it stands */
    const char *name;                    /* the game alone */
    const char *situation;               /* who must do what, as in `Alice to build` */
    const char *actor;                   /* who acts or has won, for lines too narrow for that */
    const char *supplies;                /* piles or display in one piece */
    const char *compact_supplies;        /* the same without words */
    const char *notes[TOWERS_NOTES_MAX]; /* the same in lines of TOWERS_NOTE_COLUMNS */
    const struct game *game;
    const uint8_t *last; /* packed moves of the last turn */
    uint8_t last_count;  /* 0 before the first turn */
    uint8_t last_seat;   /* who made them */
};

/* The table in the size and alphabet of scene->telling. */
void towers_draw(const struct towers_scene *scene, const struct towers_captions *captions,
                 struct canvas *canvas);

/* A scoring as a table that explains every point. */
struct towers_scoring {
    const char *title;
    const uint8_t *before; /* points of an earlier scoring by seat; NULL without one */
    const char *verdict;   /* stands below the table; "" for none */
};
/* scene->flags are those of this scoring. */
void towers_draw_scoring(const struct towers_scene *scene, const struct towers_scoring *texts,
                         struct canvas *canvas);

/* A sentence for each tower with the tokens there, one for each player with those he has left. */
void towers_say_scene(const struct towers_scene *scene, struct text *out);

#endif
