#include "bot/tables/session_private.h"

#include "bot/base/log.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"

session_refusal session_takes_word(const struct table *table, const char *word)
{
    if (table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    return shuffle_is_word(word) ? NULL : "refusal.word";
}

void session_add_word(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *word)
{
    seat_set_word(&table->seats[seat], word);
    session_save(sessions, table);
    session_event(sessions, table, "event.word", SAY_TEXT(table->seats[seat].name), SAY_TEXT(word));
}

void session_tell_sealed(struct sessions *sessions, const struct table *table)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    shuffle_commit(table->seed, commitment);
    session_event(sessions, table, "event.sealed", SAY_TEXT(commitment));
}

void session_add_revealed(const struct table *table, const struct words *words, struct text *out)
{
    char seed[SEED_TEXT_MAX], number[24];
    seed_print(table->seed, seed);
    text_separate(out, " ");
    words_say(words, out, "event.revealed", SAY_TEXT(seed),
              SAY_TEXT(log_number(number, table->id)));
}
