/* What happened since somebody was last here. The record is played again, and its events are told
 * in the sentences that told them when they happened. */
#include "bot/tables/session_private.h"

#include "bot/tables/tale.h"

static void take(void *context, const struct walk_step *step)
{
    tale_take(context, step);
}

void session_caught_up(struct sessions *sessions, struct table *table, unsigned seat)
{
    table_note_caught_up(table, seat);
    session_waiting_save(sessions, table);
}

bool session_recap(struct sessions *sessions, struct store_inquiry *inquiry,
                   const struct table *table, unsigned seat, const struct telling *telling,
                   struct text *out)
{
    struct tale recap = {
        .table = table, .telling = telling, .after = table->seats[seat].visit.caught_up};
    if (!walk_record(inquiry, table, &recap, take))
        return false;
    tale_end(&recap);
    unsigned first =
        tale_first(&recap, networks_page_lines(sessions->networks, table->seats[seat].network));
    session_add_place(sessions, table, seat, recap.told > 0 ? "\n" : " · ", out);
    words_say(telling->words, out, "answer.recap", SAY_NUMBER(recap.told), SAY_NUMBER(first));
    for (unsigned line = first; line < recap.told; line++)
        text_add_format(out, "\n%s", tale_line(&recap, line));
    return true;
}
