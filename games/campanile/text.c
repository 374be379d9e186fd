#include "games/campanile/campanile.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

/* -- Notation --------------------------------------------------------------------------------- */

enum word { BET, BUILD, PASS, WORD_COUNT };

static const char *const vocabulary[WORD_COUNT] = {"bet", "build", "pass"};

static void print(game_move packed, struct text *out)
{
    struct campanile_move move;
    if (!campanile_move_unpack(packed, &move))
        return;
    if (move.action == CAMPANILE_BUILD)
        text_add_format(out, "build %c %u", tower_letter(move.tower), move.number);
    else if (move.action == CAMPANILE_BET)
        text_add_format(out, "bet %u %c", move.number, tower_letter(move.tower));
    else
        text_add(out, "pass");
}

static uint64_t words_now(bool betting)
{
    return betting ? 1u << BET | 1u << PASS : 1u << BUILD;
}

static bool read_with_word(struct notation notation, bool betting, struct campanile_move *move,
                           const char **expected)
{
    static const uint8_t actions[] = {
        [BET] = CAMPANILE_BET, [BUILD] = CAMPANILE_BUILD, [PASS] = CAMPANILE_PASS};
    static const char *const messages[] = {[BET] = "campanile.expected.bet",
                                           [BUILD] = "campanile.expected.build",
                                           [PASS] = "campanile.expected.pass"};
    unsigned word;
    if (!notation_word_or_known(&notation, vocabulary, WORD_COUNT, words_now(betting),
                                NOTATION_ALL(WORD_COUNT), &word))
        return false;
    if (words_now(betting) >> word & 1)
        *expected = messages[word];
    *move = (struct campanile_move){.action = actions[word]};
    return (word == PASS || tower_read_with_number(&notation, &move->tower, &move->number)) &&
           notation_at_end(&notation);
}

/* Reads `c 2` as a build in the step where every move is a build. */
static bool read_without_word(struct notation notation, struct campanile_move *move)
{
    *move = (struct campanile_move){.action = CAMPANILE_BUILD};
    return tower_read_with_number(&notation, &move->tower, &move->number) &&
           notation_at_end(&notation);
}

static bool parse(const struct game_view *opaque, const struct words *words, const char *typed,
                  game_move *packed, struct text *expected)
{
    bool betting = OWN(campanile, opaque)->board.step == CAMPANILE_BET_STEP;
    const char *message = betting ? "campanile.expected.bet" : "campanile.expected.build";
    struct campanile_move move;
    if (read_with_word(notation_of(typed, words), betting, &move, &message) ||
        (!betting && read_without_word(notation_of(typed, words), &move))) {
        *packed = campanile_move_pack(move);
        return true;
    }
    words_say_plain(words, expected, message);
    return false;
}

/* -- Events ----------------------------------------------------------------------------------- */

static void tell_ranks(const struct campanile_board *board, const struct telling *telling,
                       const struct game_event *event, struct text *out)
{
    char buffer[128];
    struct text ranks = TEXT_IN(buffer);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        unsigned tower = (unsigned)event->details[rank];
        text_separate(&ranks, ", ");
        text_add_format(&ranks, "%c %u", tower_letter(tower), board->heights[tower]);
    }
    words_say(telling->words, out, "campanile.event.ranked", SAY_TEXT(ranks.bytes));
}

static void tell_won(const struct campanile_board *board, const struct telling *telling,
                     const struct game_event *event, struct text *out)
{
    char names_buffer[512], points_buffer[512];
    struct text names = TEXT_IN(names_buffer), points = TEXT_IN(points_buffer);
    seat_set winners = (seat_set)event->details[CAMPANILE_SEATS];
    names_join(telling, winners, ", ", &names);
    names_with_numbers(telling, board->players, event->details, false, &points);
    words_say(telling->words, out,
              winners & (winners - 1) ? "campanile.event.shared" : "campanile.event.won",
              SAY_TEXT(names.bytes), SAY_TEXT(points.bytes));
}

static void tell(const struct game_view *opaque, const struct telling *telling,
                 const struct game_event *event, struct text *out)
{
    const struct campanile_board *board = &OWN(campanile, opaque)->board;
    const struct words *words = telling->words;
    const int16_t *details = event->details;
    const char *name = event->seat < board->players ? telling->names[event->seat] : "";
    char letter[2] = {'\0'};
    switch (event->kind) {
    case CAMPANILE_DEALT:
        words_say(words, out, "campanile.event.dealt", SAY_TEXT(name));
        break;
    case CAMPANILE_BUILT:
        letter[0] = tower_letter((unsigned)details[0]);
        words_say(words, out, "campanile.event.built", SAY_TEXT(name), SAY_NUMBER(details[1]),
                  SAY_TEXT(letter), SAY_NUMBER(details[2]));
        break;
    case CAMPANILE_BET_MADE:
        letter[0] = tower_letter((unsigned)details[1]);
        words_say(words, out, "campanile.event.bet", SAY_TEXT(name), SAY_NUMBER(details[0]),
                  SAY_TEXT(letter), SAY_NUMBER(details[2]));
        break;
    case CAMPANILE_PASSED:
        words_say(words, out, "campanile.event.passed", SAY_TEXT(name));
        break;
    case CAMPANILE_TURNED_UP:
        letter[0] = tower_letter((unsigned)details[1]);
        words_say(words, out, "campanile.event.turned-up", SAY_NUMBER(details[0] + 1),
                  SAY_TEXT(letter), SAY_NUMBER(details[2]));
        break;
    case CAMPANILE_USED_UP:
        words_say(words, out, "campanile.event.used-up", SAY_TEXT(name),
                  SAY_NUMBER(details[0] + 1));
        break;
    case CAMPANILE_RANKED:
        tell_ranks(board, telling, event, out);
        break;
    default:
        tell_won(board, telling, event, out);
    }
}

static void situation(const struct game_view *opaque, const struct telling *telling,
                      struct text *out)
{
    const struct campanile_board *board = &OWN(campanile, opaque)->board;
    if (board->step == CAMPANILE_BUILD_STEP)
        words_say(telling->words, out, "campanile.situation.build",
                  SAY_TEXT(telling->names[board->mover]));
    else if (board->step == CAMPANILE_BET_STEP)
        words_say(telling->words, out,
                  board->exact ? "campanile.situation.bet-exact" : "campanile.situation.bet",
                  SAY_TEXT(telling->names[board->mover]), SAY_NUMBER(board->storeys));
}

/* -- Description ------------------------------------------------------------------------------ */

static void describe_piles(const struct campanile_board *board, const struct telling *telling,
                           struct text *out)
{
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        bool used_up = board->face_up[pile] == TOWER_NONE;
        char letter[] = {used_up ? '\0' : tower_letter(board->face_up[pile]), '\0'};
        text_add(out, " ");
        words_say(telling->words, out,
                  used_up ? "campanile.describe.used-up" : "campanile.describe.pile",
                  SAY_NUMBER(pile + 1), SAY_TEXT(letter), SAY_NUMBER(board->pile_left[pile]));
    }
}

static void describe(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct campanile_board *board = &OWN(campanile, opaque)->board;
    const struct towers_scene scene = campanile_scene(board, telling);
    towers_tell_turn(&scene, out);
    if (board->step == CAMPANILE_END) {
        struct game_event won = {.kind = CAMPANILE_WON};
        campanile_fill_won(board, &won);
        tell_won(board, telling, &won, out);
    } else {
        situation(opaque, telling, out);
        towers_say_leader(&scene, out);
    }
    towers_say_scene(&scene, out);
    describe_piles(board, telling, out);
}

const struct game_text campanile_text = {
    .words = (const char *const[]){"bet", "build", "pass", NULL},
    .print = print,
    .parse = parse,
    .tell = tell,
    .situation = situation,
    .picture = campanile_picture,
    .hand = campanile_hand,
    .describe = describe,
    .scoring = campanile_scoring,
};
