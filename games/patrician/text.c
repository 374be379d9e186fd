#include "games/patrician/picture.h"
#include "games/shared/names.h"

enum { LISTENED_COLUMNS = 20, CARD_BYTES = 64 };

static const char *city_name(int city)
{
    return patrician_cities[city].name;
}

/* -- Events ------------------------------------------------------------------------------------ */

static void tell_played(const struct telling *telling, const struct game_event *event,
                        struct text *out)
{
    char buffer[CARD_BYTES];
    struct text card = TEXT_IN(buffer);
    uint8_t code = (uint8_t)event->details[0];
    unsigned city = patrician_card_city(code);
    const char *message = "patrician.event.played";
    if (event->details[2] != 0)
        message = event->details[2] == event->details[1] ? "patrician.event.played-twice"
                                                         : "patrician.event.played-two";
    patrician_say_card(telling, code, &card);
    words_say(telling->words, out, message, SAY_TEXT(telling->names[event->seat]),
              SAY_TEXT(card.bytes), SAY_TEXT(patrician_cities[city].name),
              SAY_NUMBER(event->details[1]), SAY_NUMBER(event->details[2]),
              SAY_NUMBER(event->details[3]), SAY_NUMBER(event->details[4]),
              SAY_NUMBER(patrician_cities[city].limit), SAY_NUMBER(telling->table_follows));
}

static void say_tile(const struct telling *telling, const struct game_event *event, unsigned tile,
                     struct text *out)
{
    const int16_t *details = event->details + 1 + (size_t)3 * tile;
    words_say(
        telling->words, out, details[2] != 0 ? "patrician.event.tile-tied" : "patrician.event.tile",
        SAY_TEXT(telling->names[details[0]]),
        SAY_NUMBER(patrician_tile((unsigned)event->details[0], tile)), SAY_NUMBER(details[1]));
}

static void tell_scored(const struct telling *telling, const struct game_event *event,
                        struct text *out)
{
    char large_buffer[640], small_buffer[640];
    struct text large = TEXT_IN(large_buffer), small = TEXT_IN(small_buffer);
    say_tile(telling, event, 0, &large);
    say_tile(telling, event, 1, &small);
    words_say(telling->words, out, "patrician.event.scored", SAY_TEXT(city_name(event->details[0])),
              SAY_TEXT(large.bytes), SAY_TEXT(small.bytes));
}

static void tell_moved(const struct telling *telling, const struct game_event *event,
                       struct text *out)
{
    const int16_t *details = event->details;
    words_say(telling->words, out,
              details[2] == event->seat ? "patrician.event.moved-own" : "patrician.event.moved",
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(telling->names[details[2]]),
              SAY_TEXT(city_name(details[0])), SAY_NUMBER(details[1]), SAY_NUMBER(3 - details[1]),
              SAY_NUMBER(details[3]), SAY_NUMBER(details[4]));
}

static void tell_took(const struct telling *telling, const struct game_event *event,
                      struct text *out)
{
    char taken_buffer[CARD_BYTES], turned_buffer[CARD_BYTES];
    struct text taken = TEXT_IN(taken_buffer), turned = TEXT_IN(turned_buffer);
    bool refilled = event->details[2] != PATRICIAN_NO_CARD;
    bool here = event->details[3] != 0;
    patrician_say_card(telling, (uint8_t)event->details[1], &taken);
    if (refilled)
        patrician_say_card(telling, (uint8_t)event->details[2], &turned);
    words_say(telling->words, out,
              !refilled ? "patrician.event.took-last"
              : here    ? "patrician.event.took-here"
                        : "patrician.event.took",
              SAY_TEXT(telling->names[event->seat]), SAY_TEXT(taken.bytes),
              SAY_TEXT(city_name(event->details[0])), SAY_TEXT(turned.bytes),
              SAY_NUMBER(telling->table_follows));
}

static void tell_finished(const struct game_view *opaque, const struct telling *telling,
                          const struct game_event *event, struct text *out)
{
    char points_buffer[640], names_buffer[640];
    struct text points = TEXT_IN(points_buffer), names = TEXT_IN(names_buffer);
    names_with_numbers(telling, OWN(patrician, opaque)->board.players, event->details + 1, false,
                       &points);
    seat_set winners = (seat_set)event->details[0];
    names_join(telling, winners, ", ", &names);
    words_say(telling->words, out, "patrician.event.finished", SAY_TEXT(points.bytes),
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(winners)));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    switch (event->kind) {
    case PATRICIAN_PLAYED:
        tell_played(telling, event, out);
        break;
    case PATRICIAN_SCORED:
        tell_scored(telling, event, out);
        break;
    case PATRICIAN_MOVED:
        tell_moved(telling, event, out);
        break;
    case PATRICIAN_PASSED:
        words_say(telling->words, out, "patrician.event.passed",
                  SAY_TEXT(telling->names[event->seat]));
        break;
    case PATRICIAN_TOOK:
        tell_took(telling, event, out);
        break;
    default:
        tell_finished(opaque, telling, event, out);
    }
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct patrician_board *board = &OWN(patrician, opaque)->board;
    const char *message = board->step == PATRICIAN_TO_PLAY   ? "patrician.situation.play"
                          : board->step == PATRICIAN_TO_MOVE ? "patrician.situation.move"
                                                             : "patrician.situation.take";
    if (board->step == PATRICIAN_DEAL || board->step == PATRICIAN_END)
        return;
    words_say(telling->words, out, message, SAY_TEXT(telling->names[board->mover]));
}

/* -- The description --------------------------------------------------------------------------- */

static void add_name(const struct telling *telling, unsigned seat, struct text *out)
{
    names_fit(telling, seat, LISTENED_COLUMNS, out);
}

/* `Alice with 2 floors, Bruno with one floor`, from the ground up. */
static void say_tower(const struct telling *telling, const uint8_t *floors, unsigned height,
                      struct text *out)
{
    for (unsigned i = 0; i < height;) {
        unsigned run = 1;
        while (i + run < height && floors[i + run] == floors[i])
            run++;
        char buffer[512];
        struct text name = TEXT_IN(buffer);
        add_name(telling, floors[i], &name);
        text_separate(out, ", ");
        words_say(telling->words, out, "patrician.describe.floors", SAY_TEXT(name.bytes),
                  SAY_NUMBER(run));
        i += run;
    }
}

/* Sites without a floor are left out. */
static void describe_towers(const struct patrician_city *city, const struct telling *telling,
                            struct text *out)
{
    for (unsigned site = 0; site < 2; site++) {
        char buffer[1024];
        struct text tower = TEXT_IN(buffer);
        say_tower(telling, city->floors[site], city->heights[site], &tower);
        if (tower.length == 0)
            continue;
        text_add_char(out, ' ');
        words_say(telling->words, out, "patrician.describe.site", SAY_NUMBER(site + 1),
                  SAY_TEXT(tower.bytes));
    }
}

static void describe_city(const struct patrician_board *board, const struct telling *telling,
                          unsigned index, struct text *out)
{
    const struct patrician_city *city = &board->cities[index];
    char first_buffer[512], second_buffer[512];
    struct text first = TEXT_IN(first_buffer), second = TEXT_IN(second_buffer);
    text_add_char(out, ' ');
    words_say(telling->words, out, "patrician.describe.city", SAY_TEXT(city_name((int)index)),
              SAY_NUMBER(patrician_floors(city)), SAY_NUMBER(patrician_cities[index].limit));
    describe_towers(city, telling, out);
    if (patrician_is_scored(city)) {
        add_name(telling, city->tiles[0], &first);
        add_name(telling, city->tiles[1], &second);
        text_add_char(out, ' ');
        words_say(telling->words, out, "patrician.describe.tiles", SAY_TEXT(first.bytes),
                  SAY_NUMBER(patrician_tile(index, 0)), SAY_TEXT(second.bytes),
                  SAY_NUMBER(patrician_tile(index, 1)));
    }
    if (city->open != PATRICIAN_NO_CARD) {
        text_clear(&first);
        patrician_say_card(telling, city->open, &first);
        text_add_char(out, ' ');
        words_say(telling->words, out, "patrician.describe.open", SAY_TEXT(first.bytes));
    }
}

static void describe_player(const struct patrician_view *view, const struct telling *telling,
                            unsigned seat, struct text *out)
{
    char buffer[512];
    struct text name = TEXT_IN(buffer);
    struct patrician_score score = patrician_score_of(&view->board, seat);
    add_name(telling, seat, &name);
    text_add_char(out, ' ');
    words_say(telling->words, out, "patrician.describe.player", SAY_TEXT(name.bytes),
              SAY_NUMBER(score.tile_points), SAY_NUMBER(view->board.floors_left[seat]),
              SAY_NUMBER(patrician_hand_size(view->hands[seat])));
}

static void describe_end(const struct patrician_board *board, const struct telling *telling,
                         struct text *out)
{
    struct game_result result;
    char points_buffer[640], names_buffer[640];
    struct text points = TEXT_IN(points_buffer), names = TEXT_IN(names_buffer);
    patrician_standing(board, &result);
    for (unsigned seat = 0; seat < board->players; seat++) {
        text_separate(&points, ", ");
        add_name(telling, seat, &points);
        text_add_format(&points, " %d", (int)result.scores[seat]);
    }
    names_join_fitted(telling, result.winners, LISTENED_COLUMNS, ", ", &names);
    words_say(telling->words, out, "patrician.event.finished", SAY_TEXT(points.bytes),
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(result.winners)));
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct patrician_view *view = OWN(patrician, opaque);
    words_say(telling->words, out, "patrician.describe.deck", SAY_NUMBER(view->board.deck_left));
    for (unsigned city = 0; city < patrician_cities_in_play(view->board.players); city++)
        describe_city(&view->board, telling, city, out);
    for (unsigned seat = 0; seat < view->board.players; seat++)
        describe_player(view, telling, seat, out);
    if (view->board.step == PATRICIAN_DEAL)
        return;
    text_add_char(out, ' ');
    if (view->board.step == PATRICIAN_END)
        describe_end(&view->board, telling, out);
    else
        situation(opaque, telling, out);
}

const struct game_text patrician_text = {
    .words = (const char *const[]){"move", "pass", "play", "take", NULL},
    .print = patrician_print,
    .label = patrician_label,
    .parse = patrician_parse,
    .tell = tell,
    .situation = situation,
    .picture = patrician_picture,
    .hand = patrician_hand,
    .describe = describe,
    .scoring = patrician_scoring_picture,
};
