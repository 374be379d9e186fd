#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/base/log.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"

bool session_seats_are_closed(const struct table *table)
{
    return table->status == TABLE_LOBBY &&
           (table_has_words(table) || table_has_seals(table) || session_awaits_beacon(table));
}

session_refusal session_may_change_seats(const struct table *table)
{
    if (table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    return session_seats_are_closed(table) ? "refusal.seats-closed" : NULL;
}

bool session_words_are_sealed(const struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    if (table_has_words(table) || table_has_seals(table) || table->status != TABLE_LOBBY)
        return table_has_seals(table); /* whatever is set meanwhile */
    return setting_number(sessions->settings, SETTING_WORDS, &scope) == WORDS_SEALED;
}

/* Why a sealed word can't be shown now. */
static session_refusal may_show(const struct table *table, int seat, const char *word)
{
    if (seat < 0 || table->seats[seat].seal[0] == '\0')
        return "refusal.word-unsealed";
    if (!shuffle_is_seal_of(table->seats[seat].seal, word))
        return "refusal.word-other";
    return table_people_unsealed(table) != 0 ? "refusal.word-hidden" : NULL;
}

session_refusal session_takes_word(const struct sessions *sessions, const struct table *table,
                                   int seat, const char *word)
{
    unsigned seats = table->seat_count + (seat < 0);
    if (table->status != TABLE_LOBBY)
        return "refusal.game-runs";
    if (session_awaits_beacon(table))
        return "refusal.beacon-awaited";
    if (!shuffle_is_word(word))
        return "refusal.word";
    if (seat >= 0 && table->seats[seat].word != NULL)
        return "refusal.word-once";
    if (session_words_are_sealed(sessions, table))
        return may_show(table, seat, word);
    return seats < table->game->players_min ? "refusal.word-early" : NULL;
}

void session_add_word(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *word)
{
    bool closes = !session_seats_are_closed(table);
    seat_set_word(&table->seats[seat], word);
    session_save(sessions, table);
    bool all = table_has_seals(table) && table_people_wordless(table) == 0;
    session_event(sessions, table, "event.word", SAY_TEXT(table->seats[seat].name), SAY_TEXT(word),
                  SAY_NUMBER(closes), SAY_NUMBER(all));
}

session_refusal session_takes_seal(const struct sessions *sessions, const struct table *table,
                                   unsigned seat, const char *seal)
{
    if (session_awaits_beacon(table))
        return "refusal.beacon-awaited";
    if (!session_words_are_sealed(sessions, table))
        return "refusal.seal-open";
    if (table->seat_count < table->game->players_min)
        return "refusal.word-early";
    if (table->seats[seat].seal[0] != '\0')
        return "refusal.word-once";
    for (unsigned other = 0; other < table->seat_count; other++)
        if (strcmp(table->seats[other].seal, seal) == 0)
            return "refusal.seal-taken"; /* its word would be known as soon as the other is shown */
    return NULL;
}

void session_add_seal(struct sessions *sessions, struct table *table, unsigned seat,
                      const char *seal)
{
    bool closes = !session_seats_are_closed(table);
    memcpy(table->seats[seat].seal, seal, sizeof table->seats[seat].seal);
    session_save(sessions, table);
    session_event(sessions, table, "event.seal", SAY_TEXT(table->seats[seat].name),
                  SAY_NUMBER(closes), SAY_NUMBER(table_people_unsealed(table) == 0));
}

seat_set session_owe_words(const struct sessions *sessions, const struct table *table)
{
    return session_words_are_sealed(sessions, table)
               ? table_people_unsealed(table) | table_people_wordless(table)
               : 0;
}

/* Whoever left the place while the seats were closed now gives up the seat. */
void session_drop_words(struct sessions *sessions, struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        seat_set_word(&table->seats[seat], NULL);
        table->seats[seat].seal[0] = '\0';
    }
    table->beacon = (struct shuffle_beacon){.round = 0};
    table->votes[MATTER_WORDS] = (struct vote){0};
    session_save(sessions, table);
    session_event(sessions, table, "event.words-dropped", SAY_NUMBER(0));
    for (unsigned seat = table->seat_count; seat-- > 0;)
        if (table->seats[seat].absent)
            session_leave(sessions, table, seat);
}

void session_end_unshown(struct sessions *sessions, struct table *table)
{
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    seat_set wordless = table_people_wordless(table);
    table_list_seats(table, wordless, &names);
    session_event(sessions, table, "event.not-shown", SAY_TEXT(names.bytes),
                  SAY_NUMBER(__builtin_popcount(wordless)));
    session_abort(sessions, table, wordless);
}

const char *session_sealed(const struct table *table, char commitment[SHUFFLE_COMMITMENT_TEXT])
{
    enum { SEALED_DIGITS = 32 };
    shuffle_commit(table->seed, commitment);
    commitment[SEALED_DIGITS] = '\0';
    return commitment;
}

void session_tell_sealed(struct sessions *sessions, const struct table *table)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    const struct word_argument arguments[] = {
        SAY_TEXT(session_sealed(table, commitment)),
        SAY_NUMBER(session_words_are_sealed(sessions, table))};
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (!networks_is_solitary(sessions->networks, place->network))
            session_announce_at(sessions, table, place, "event.sealed", arguments, 2);
}

void session_add_revealed(const struct table *table, const struct words *words, struct text *out)
{
    char seed[SEED_TEXT_MAX], number[24];
    seed_print(table->seed, seed);
    text_separate(out, " ");
    words_say(words, out, "event.revealed", SAY_TEXT(seed),
              SAY_TEXT(log_number(number, table->id)));
}
