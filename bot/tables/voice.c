/* What seats of the bot say about what happens. A remark follows the sentences that tell it, in the
 * same message. Only what everybody knows decides who says what: the public events, the result, and
 * how long the game has been going on. */
#include "bot/tables/session_private.h"

/* Of a message: each may also be silence. */
enum { VARIANTS = 6, NOBODY = -1 };

static bool is_bot(const struct table *table, unsigned seat)
{
    return seat < table->seat_count && table->seats[seat].identity == NULL;
}

static int first_bot(const struct table *table, seat_set seats)
{
    for (int seat = 0; seat < table->seat_count; seat++)
        if ((seats & SEAT_BIT(seat)) && is_bot(table, (unsigned)seat))
            return seat;
    return NOBODY;
}

/* The seat that decided something, if the bot plays it: the first of the decisive events tells what
 * a move decided, and those behind it count the points. */
static int deciding_bot(const struct table *table, const struct game_events *events)
{
    for (unsigned i = 0; i < events->count; i++)
        if (events->list[i].decisive)
            return is_bot(table, events->list[i].seat) ? events->list[i].seat : NOBODY;
    return NOBODY;
}

/* Returns who speaks when the game is over, and what about. */
static int last_word(const struct table *table, const char **key)
{
    struct game_result result = {0};
    table->game->rules->result(table->state, &result);
    int winner = first_bot(table, result.winners);
    *key = winner != NOBODY ? "voice.won" : "voice.lost";
    return winner != NOBODY || result.winners == 0 ? winner : first_bot(table, (seat_set)~0u);
}

static int speaker(const struct table *table, const struct game_events *events, struct text *key)
{
    const char *last = NULL;
    bool over = table->status == TABLE_FINISHED;
    int seat = over ? last_word(table, &last) : deciding_bot(table, events);
    if (last != NULL)
        text_add(key, last);
    else
        text_add_format(key, "%s.voice", table->game->id);
    return seat;
}

void session_add_remark(const struct table *table, const struct game_events *events,
                        const struct telling *telling, struct text *out)
{
    char key_buffer[64], buffer[128];
    struct text key = TEXT_IN(key_buffer), remark = TEXT_IN(buffer);
    int seat = speaker(table, events, &key);
    if (seat == NOBODY)
        return;
    words_say(telling->words, &remark, key.bytes,
              SAY_NUMBER((table->lines + (unsigned)seat) % VARIANTS));
    if (remark.length == 0)
        return;
    text_separate(out, " ");
    words_say(telling->words, out, "voice.line", SAY_TEXT(telling->names[seat]),
              SAY_TEXT(remark.bytes));
}
