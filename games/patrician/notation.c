/* Printing moves and parsing what people type. */
#include "games/shared/notation.h"

#include <string.h>
#include <strings.h>

#include "games/patrician/patrician.h"
#include "games/patrician/picture.h"

static const char *const vocabulary[] = {[PATRICIAN_MOVING] = "move",
                                         [PATRICIAN_PASSING] = "pass",
                                         [PATRICIAN_PLAYING] = "play",
                                         [PATRICIAN_TAKING] = "take"};

void patrician_print(game_move packed, struct text *out)
{
    struct patrician_move move;
    if (!patrician_move_unpack(packed, &move))
        return;
    text_add(out, vocabulary[move.action]);
    if (move.action == PATRICIAN_PASSING)
        return;
    text_add_char(out, ' ');
    if (move.action == PATRICIAN_PLAYING)
        patrician_print_card(move.card, out);
    else
        text_add(out, patrician_cities[move.city].code);
    for (unsigned i = 0; i < PATRICIAN_SITES && move.sites[i] != 0; i++)
        text_add_format(out, " %u", move.sites[i]);
}

/* What a move is parsed from. */
struct reader {
    const struct patrician_board *board;
    const uint8_t *hand; /* of the person who types; empty for a spectator */
    struct notation notation;
    bool card_first; /* the text begins with a card */
};

static bool begins_with_card(const char *typed, const struct words *words)
{
    struct notation notation = notation_of(typed, words);
    const char *piece;
    size_t length = notation_peek(&notation, &piece);
    return memchr(piece, ':', length) != NULL;
}

/* The cities in which the acting player may move a floor now. */
static uint64_t cities_to_move_in(const struct reader *reader)
{
    game_move moves[PATRICIAN_CITIES * PATRICIAN_SITES + 1];
    struct patrician_move move;
    uint64_t cities = 0;
    size_t count = patrician_legal(reader->board, reader->hand, moves);
    for (size_t i = 0; i < count; i++)
        if (patrician_move_unpack(moves[i], &move) && move.action == PATRICIAN_MOVING)
            cities |= 1u << move.city;
    return cities;
}

/* The cities that a move with this action may name now. */
static uint64_t likely_cities(const struct reader *reader, uint8_t action)
{
    if (action == PATRICIAN_MOVING && reader->board->step == PATRICIAN_TO_MOVE)
        return cities_to_move_in(reader);
    uint64_t cities = 0;
    for (unsigned i = 0; action == PATRICIAN_PLAYING && i < PATRICIAN_HAND; i++)
        if (reader->hand[i] < PATRICIAN_CODES)
            cities |= 1u << patrician_card_city(reader->hand[i]);
    for (unsigned i = 0; action != PATRICIAN_PLAYING && i < PATRICIAN_CITIES; i++) {
        const struct patrician_city *city = &reader->board->cities[i];
        bool likely = action == PATRICIAN_TAKING ? city->open != PATRICIAN_NO_CARD
                                                 : !patrician_is_scored(city);
        if (likely && i < patrician_cities_in_play(reader->board->players))
            cities |= 1u << i;
    }
    return cities;
}

static bool read_city(struct reader *reader, uint8_t action, uint8_t *city)
{
    const char *codes[PATRICIAN_CITIES];
    unsigned index;
    for (unsigned i = 0; i < PATRICIAN_CITIES; i++)
        codes[i] = patrician_cities[i].code;
    bool read = notation_word_or_known(&reader->notation, codes, PATRICIAN_CITIES,
                                       likely_cities(reader, action),
                                       NOTATION_ALL(PATRICIAN_CITIES), &index);
    *city = (uint8_t)index;
    return read;
}

/* The kinds of card that the city has; with `held` only those in the hand. */
static uint64_t kinds_of(const struct reader *reader, uint8_t city, bool held)
{
    uint64_t kinds = 0;
    for (unsigned what = 0; what < PATRICIAN_WHATS; what++) {
        uint8_t card = patrician_card(city, (enum patrician_what)what);
        if (patrician_card_copies(card) > 0 &&
            (!held || memchr(reader->hand, card, PATRICIAN_HAND) != NULL))
            kinds |= 1u << what;
    }
    return kinds;
}

/* A complete kind is never taken as the beginning of a longer one, even if it is not in the
 * hand. */
static uint64_t complete_kind(struct reader *reader, uint64_t kinds)
{
    const char *piece;
    size_t length = notation_peek(&reader->notation, &piece);
    for (unsigned what = 0; what < PATRICIAN_WHATS; what++)
        if ((kinds >> what & 1) && strlen(patrician_whats[what]) == length &&
            strncasecmp(patrician_whats[what], piece, length) == 0)
            return 1u << what;
    return 0;
}

/* Reads the kind of a card as the hand tells it, `2 hats`, unless two kinds are told so. */
static bool read_shown_kind(struct reader *reader, uint64_t kinds, enum patrician_what *what)
{
    const struct notation before = reader->notation;
    struct notation after = before;
    unsigned found = 0;
    for (unsigned i = 0; i < PATRICIAN_WHATS; i++) {
        struct notation ahead = before;
        if ((kinds >> i & 1) &&
            notation_message(&ahead, patrician_what_message((enum patrician_what)i, false))) {
            *what = (enum patrician_what)i;
            after = ahead;
            found++;
        }
    }
    if (found == 1)
        reader->notation = after;
    return found == 1;
}

static bool read_what(struct reader *reader, uint8_t city, enum patrician_what *what)
{
    unsigned index;
    uint64_t kinds = kinds_of(reader, city, false);
    if (read_shown_kind(reader, kinds_of(reader, city, true), what))
        return true;
    if ((kinds >> PATRICIAN_TWO & 1) && notation_number(&reader->notation, 2, 2, &index)) {
        *what = PATRICIAN_TWO;
        return true;
    }
    uint64_t complete = complete_kind(reader, kinds);
    bool read = notation_word_or_known(&reader->notation, patrician_whats, PATRICIAN_WHATS,
                                       complete != 0 ? complete : kinds_of(reader, city, true),
                                       kinds, &index);
    *what = (enum patrician_what)index;
    return read;
}

static bool read_sites(struct reader *reader, unsigned count, uint8_t *sites)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned site;
        if (!notation_number(&reader->notation, 1, PATRICIAN_SITES, &site))
            return false;
        sites[i] = (uint8_t)site;
    }
    return true;
}

/* Reads the first word, which may be left out in a step that has only one. */
static bool read_action(struct reader *reader, uint8_t *action)
{
    uint8_t step = reader->board->step;
    uint8_t only = step == PATRICIAN_TO_TAKE ? PATRICIAN_TAKING : PATRICIAN_PLAYING;
    uint64_t now =
        step == PATRICIAN_TO_MOVE ? 1u << PATRICIAN_MOVING | 1u << PATRICIAN_PASSING : 1u << only;
    unsigned word;
    if (reader->card_first) {
        *action = PATRICIAN_PLAYING;
        return true;
    }
    if (notation_word(&reader->notation, vocabulary, 4, now, &word) == NOTATION_READ) {
        *action = (uint8_t)word;
        return true;
    }
    struct reader ahead = *reader;
    uint8_t city;
    if (step != PATRICIAN_TO_MOVE && read_city(&ahead, only, &city)) {
        *action = only;
        return true;
    }
    *action = PATRICIAN_MOVING;
    if (notation_word(&reader->notation, vocabulary, 4, NOTATION_ALL(4), &word) != NOTATION_READ)
        return false;
    *action = (uint8_t)word;
    return true;
}

static bool read_kind_and_sites(struct reader *reader, struct patrician_move *move)
{
    enum patrician_what what;
    if (!read_what(reader, move->city, &what))
        return false;
    move->card = patrician_card(move->city, what);
    return read_sites(reader, what == PATRICIAN_TWO ? 2 : 1, move->sites) &&
           notation_at_end(&reader->notation);
}

/* The kind may be left out where the hand has one card of the city. */
static bool read_only_card(struct reader *reader, struct patrician_move *move)
{
    uint64_t held = kinds_of(reader, move->city, true);
    if (held == 0 || (held & (held - 1)) != 0)
        return false;
    enum patrician_what what = (enum patrician_what)__builtin_ctzll(held);
    move->card = patrician_card(move->city, what);
    return read_sites(reader, what == PATRICIAN_TWO ? 2 : 1, move->sites);
}

static bool read_card(struct reader *reader, struct patrician_move *move)
{
    const struct notation before = reader->notation;
    if (read_kind_and_sites(reader, move))
        return true;
    reader->notation = before;
    memset(move->sites, 0, sizeof move->sites);
    return read_only_card(reader, move);
}

static bool read_rest(struct reader *reader, struct patrician_move *move)
{
    switch (move->action) {
    case PATRICIAN_PASSING:
        return true;
    case PATRICIAN_MOVING:
        return read_city(reader, move->action, &move->city) && read_sites(reader, 1, move->sites);
    case PATRICIAN_TAKING:
        return read_city(reader, move->action, &move->city);
    default:
        return read_city(reader, move->action, &move->city) && read_card(reader, move);
    }
}

/* Says which cities can be named; this follows from public facts. */
static void say_expected(const struct reader *reader, const struct words *words,
                         struct text *expected)
{
    char buffer[128];
    struct text cities = TEXT_IN(buffer);
    game_move moves[PATRICIAN_CITIES * PATRICIAN_SITES + 1];
    struct patrician_move move = {0};
    if (reader->board->step != PATRICIAN_TO_MOVE && reader->board->step != PATRICIAN_TO_TAKE) {
        words_say_plain(words, expected, "patrician.expected.play");
        return;
    }
    size_t count = patrician_legal(reader->board, reader->hand, moves);
    uint8_t before = PATRICIAN_NO_CITY;
    for (size_t i = 0; i < count; i++) {
        patrician_move_unpack(moves[i], &move);
        if (move.action == PATRICIAN_PASSING || move.city == before)
            continue;
        before = move.city;
        text_separate(&cities, ", ");
        text_add(&cities, patrician_cities[move.city].code);
    }
    words_say(words, expected,
              reader->board->step == PATRICIAN_TO_MOVE ? "patrician.expected.move"
                                                       : "patrician.expected.take",
              SAY_TEXT(cities.bytes));
}

bool patrician_parse(const struct game_view *opaque, const struct words *words, const char *typed,
                     game_move *packed, struct text *expected)
{
    static const uint8_t no_hand[PATRICIAN_HAND] = {PATRICIAN_NO_CARD, PATRICIAN_NO_CARD,
                                                    PATRICIAN_NO_CARD};
    const struct patrician_view *view = OWN(patrician, opaque);
    struct reader reader = {.board = &view->board,
                            .hand = view->viewer < view->board.players ? view->hands[view->viewer]
                                                                       : no_hand,
                            .notation = notation_with_colons(typed, words),
                            .card_first = begins_with_card(typed, words)};
    struct patrician_move move = {0};
    if (read_action(&reader, &move.action) && read_rest(&reader, &move) &&
        notation_at_end(&reader.notation)) {
        *packed = patrician_move_pack(move);
        return true;
    }
    say_expected(&reader, words, expected);
    return false;
}
