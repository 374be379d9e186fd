/* A league: people who play one game against each other in rounds.
 *
 * Everything a league knows is in one value without pointers; nothing here reads, writes or tells.
 * Who plays whom is decided in pairing.h, who is ahead in scores.h, and record.h writes the value
 * as text.
 *
 * People are entrants, numbered from 0 in the order of their seeds. A match is one table of a
 * round: in a duel two of them play, and the bot has the other seats that the game needs; in a
 * duplicate league everybody sits at tables of one size with the same deal, and the bot has the
 * seats that are left.
 */
#ifndef BELFRY_BOT_LEAGUE_LEAGUE_H
#define BELFRY_BOT_LEAGUE_LEAGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "games/game.h"

enum {
    LEAGUE_ENTRANTS_MAX = 64,
    LEAGUE_CIRCLE_MAX = 32, /* entrants of a round robin */
    LEAGUE_ROUNDS_MAX = 31,
    LEAGUE_CHOSEN_MAX = 16, /* rounds that can be chosen */
    LEAGUE_MATCHES_MAX = 512,
    LEAGUE_NAME_BYTES = 33,
    LEAGUE_GAME_BYTES = 32,
    LEAGUE_CHOICE_BYTES = 1024,
    LEAGUE_PLACES_MAX = 8,
    LEAGUE_DEAL_BYTES = 65,
    LEAGUE_NOBODY = 0xff /* no entrant: a seat of the bot */
};

enum league_form { LEAGUE_SWISS, LEAGUE_ROUND_ROBIN, LEAGUE_KNOCKOUT, LEAGUE_DUPLICATE };
enum league_scoring { LEAGUE_MATCHPOINTS, LEAGUE_NET };
enum league_phase { LEAGUE_ENTERING, LEAGUE_PLAYING, LEAGUE_OVER };

/* As people type them; each list ends with NULL. */
extern const char *const league_forms[];
extern const char *const league_scorings[];

struct league_entrant {
    char network[NETWORK_NAME_MAX];
    char identity[IDENTITY_MAX]; /* "": they are forgotten, or are the bot */
    char name[NAME_MAX_BYTES];
    bool left; /* while it is played: they are not paired again */
    bool out;  /* they have left because they left a running game, and may come back */
};

struct league_match {
    uint8_t round;                    /* from 1 */
    uint8_t count;                    /* of the seats below; 1: a bye */
    uint8_t entrants[GAME_SEATS_MAX]; /* in the order of the seats */
    bool done;
    seat_set winners; /* of a duel that is done; both bits: a draw; none: nobody came */
    int32_t scores[GAME_SEATS_MAX]; /* when it is done */
    int64_t table;                  /* 0: none is open */
};

struct league {
    char name[LEAGUE_NAME_BYTES];
    char game[LEAGUE_GAME_BYTES];
    char choice[LEAGUE_CHOICE_BYTES]; /* of each table: options and settings, KEY=VALUE with blanks
                                       */
    enum league_form form;
    enum league_scoring scoring; /* of a duplicate league */
    uint8_t seats;               /* of a duplicate league's tables */
    uint8_t rounds;              /* how many are played; 0: what the form needs */
    int64_t pace;                /* the time for a move in ms */
    int64_t time;                /* the time for a round in ms; 0: until all have played */
    char network[NETWORK_NAME_MAX];
    /* Where tables open; the first is where everything is told. */
    uint8_t place_count;
    char places[LEAGUE_PLACES_MAX][PLACE_MAX];
    uint32_t version; /* rises with every change */
    enum league_phase phase;
    uint8_t round;    /* that is played now, from 1; 0: none yet */
    int64_t deadline; /* of that round, in ms since 1970; 0: none */
    bool warned;      /* of that deadline */
    /* The seed of a duplicate league's round, in hex digits: nobody is told before the round is
     * done. "": none. */
    char deal[LEAGUE_DEAL_BYTES];
    uint8_t entrant_count;
    struct league_entrant entrants[LEAGUE_ENTRANTS_MAX];
    uint16_t match_count;
    struct league_match matches[LEAGUE_MATCHES_MAX]; /* by rounds */
};

/* Returns the entrant, or LEAGUE_NOBODY. */
unsigned league_find(const struct league *league, const char *network, const char *identity);
/* Adds an entrant; false: it is full. */
bool league_enter(struct league *league, const char *network, const struct person *person);
/* Before the first round the entrant is removed, and the others move up; later they are marked. */
void league_leave(struct league *league, unsigned entrant);
/* Who has left a running game is paired no longer. Returns false when nothing changes: they are in
 * no league that is played, or have left it. */
bool league_take_out(struct league *league, unsigned entrant);
/* They are paired again. Returns false when they were not taken out, or it is over. */
bool league_take_back(struct league *league, unsigned entrant);
/* Returns how many can enter. */
unsigned league_room(const struct league *league);
/* Returns how few people it can begin with. */
unsigned league_fewest(const struct league *league);
/* Returns how many rounds are played, once it has begun. */
unsigned league_rounds(const struct league *league);

/* Returns the match of that number in a round, both from 1; NULL: there is none. */
struct league_match *league_match(struct league *league, unsigned round, unsigned number);
/* Returns the match that is played at the table, or NULL. */
struct league_match *league_match_at(struct league *league, int64_t table);
/* Returns a match's number in its round, from 1. */
unsigned league_match_number(const struct league *league, const struct league_match *match);
/* Whether every match of the round is done. */
bool league_round_is_done(const struct league *league, unsigned round);
/* Whether the table has the deal of a round that is still played. */
bool league_hides(const struct league *league, int64_t table);
/* Whether the match's result may be told: a deal's only when all have played it. */
bool league_result_is_told(const struct league *league, const struct league_match *match);

/* Notes how a match ended, by the scores of its seats and those who won at the table. A duel is won
 * by who won there; if both did or neither, by more points; otherwise it is drawn, which in a
 * knockout the better seed wins. */
void league_finish(const struct league *league, struct league_match *match, const int32_t *scores,
                   seat_set winners);

#endif
