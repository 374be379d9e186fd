/* How the five towers of both editions of Campanile are drawn, described and scored.
 *
 * A game passes what everybody sees as a scene (numbers) and captions (its own words). The layout
 * is the same for both editions: towers and players keep their columns, and `>` marks the seat to
 * act.
 */
#ifndef BELFRY_GAMES_SHARED_TOWERS_SCENE_H
#define BELFRY_GAMES_SHARED_TOWERS_SCENE_H

#include "games/shared/head.h"
#include "games/shared/names.h"
#include "games/shared/towers.h"

enum { TOWERS_NOTES_MAX = 6, TOWERS_CARDS = 3 };

/* The moves of a turn so far. */
struct towers_turn {
    uint8_t seat;           /* GAME_SPECTATOR: there was no turn yet */
    uint8_t tower, storeys; /* built */
    uint8_t value;          /* of the token placed; 0: none */
    uint8_t on;             /* where it was placed */
    uint8_t from;           /* where it stood before; TOWER_NONE: in the hand */
    uint8_t taken;          /* card; TOWER_NONE: not told */
};

struct towers_scene {
    const struct telling *telling;
    uint8_t players;
    uint8_t mover;                               /* GAME_SPECTATOR: nobody acts */
    const uint8_t *heights;                      /* of TOWERS */
    const struct majority *majorities;           /* at TOWERS */
    const uint8_t (*tokens)[TOWER_TOKEN_VALUES]; /* left, by seat */
    const uint8_t *points;          /* won so far by seat; NULL before the first scoring */
    const struct tower_flag *flags; /* of ranks 1 to TOWERS, at the next scoring */
    struct towers_turn last;
    bool markers; /* the tokens are called markers, and are as large as what was built */
};

/* What the towers would bring if they were scored now. */
struct towers_standing {
    uint8_t ranked[TOWERS];                 /* towers from the highest to the lowest */
    uint8_t brings[TOWERS][GAME_SEATS_MAX]; /* by tower and seat */
    uint8_t to_come[GAME_SEATS_MAX];        /* by seat */
    uint8_t total[GAME_SEATS_MAX];          /* with the points won so far */
    uint8_t order[GAME_SEATS_MAX];          /* seats by falling total */
};

void towers_stand(const struct towers_scene *scene, struct towers_standing *standing);
/* The place from 0 of a tower among the towers, from the highest. */
unsigned towers_place(const uint8_t *heights, unsigned tower);
/* What stands between numbers of a flag, and the flag: `8+4`; nothing for a flag without points. */
void tower_flag_print(const struct tower_flag *flag, struct text *out);

/* A card beside the towers of a large picture. */
struct towers_card {
    const char *label; /* NULL: no card */
    char letter;
    uint8_t left; /* in its pile; 0: not told */
};

/* The texts around the towers. */
struct towers_captions {
    head_situation *say; /* who must do what */
    const void *drawing; /* for `say` */
    const char *name;    /* of the game */
    const char *game;    /* its name and how far it is, as it fits the size */
    const char *flags;   /* what the numbers on the towers are, in 13 columns; NULL: the towers of a
                            narrow picture have no numbers but their rank */
    const char *notes[TOWERS_NOTES_MAX]; /* beside the towers, in 13 columns; NULL: no more */
    const char *supplies;                /* the same in one row; "": nothing */
    const char *legend;                  /* a row of a large picture */
    const char *cards_head;              /* above the cards of a large picture */
    struct towers_card cards[TOWERS_CARDS];
    const char *left; /* heading of the tokens left, in 11 columns */
};

/* Draws the table in the size and alphabet of scene->telling. */
void towers_draw(const struct towers_scene *scene, const struct towers_captions *captions,
                 struct canvas *canvas);
/* towers_rows.c: draws it in rows that are read one by one, and in one line. */
void towers_draw_rows(const struct towers_scene *scene, const struct towers_captions *captions,
                      struct canvas *canvas);
void towers_draw_line(const struct towers_scene *scene, const struct towers_captions *captions,
                      struct canvas *canvas);

/* -- Scoring (towers_scoring.c) ---------------------------------------------------------------- */

struct towers_scoring {
    const char *title;     /* what is scored */
    names_saying *verdict; /* who is ahead or has won; NULL: nobody */
    const void *about;     /* for `verdict` */
};
/* Draws where each point comes from; scene->flags are its flags, scene->points those before it. */
void towers_draw_scoring(const struct towers_scene *scene, const struct towers_scoring *scoring,
                         struct canvas *canvas);

/* -- Hands (towers_hand.c) --------------------------------------------------------------------- */

struct towers_option {
    game_move move;
    uint8_t value, tower; /* of the token that it places; value 0: places none */
    uint8_t from;         /* where the token stood; TOWER_NONE: in the hand */
    const char *note;     /* what else it does; NULL: nothing */
};

struct towers_hand {
    const struct towers_scene *scene;
    const struct game *game;
    uint8_t viewer;
    const uint8_t *cards;    /* by tower */
    const char *cards_label; /* `Your cards` */
    const char *tokens_label;
    const char *tokens_word;              /* as in one row */
    const char *note;                     /* behind the cards; "": nothing */
    bool to_build;                        /* the viewer must build */
    const char *after_label;              /* of the row below the builds; NULL: none */
    const char *after[TOWER_STOREYS_MAX]; /* what follows a build of 1, 2, 3 storeys */
    const struct towers_option *options;  /* while not to_build */
    unsigned option_count;
};

void towers_say_hand(const struct towers_hand *hand, struct text *out);

/* -- Sentences (towers_sentences.c) ------------------------------------------------------------ */

/* Adds `Émile built 3 on D, 5 → 8, bet 3 on A`; `brief` leaves out heights and the card taken. */
void towers_say_turn(const struct towers_scene *scene, unsigned columns, bool brief,
                     struct text *out);
/* The same for ears, in whole sentences with a blank behind them; nothing before the first turn. */
void towers_tell_turn(const struct towers_scene *scene, struct text *out);
/* Adds who would win now; nothing while nobody has a point. */
void towers_say_leader(const struct towers_scene *scene, struct text *out);
/* Adds a sentence for each tower with the tokens there, then one for each player with the tokens
 * they have left. */
void towers_say_scene(const struct towers_scene *scene, struct text *out);

#endif
