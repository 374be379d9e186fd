#include <string.h>

#include "bot/store/content.h"

bool store_word_fits(const char *word)
{
    return word && strnlen(word, STORE_WORD_MAX) < STORE_WORD_MAX;
}

static bool record_fits(const char *record)
{
    return strnlen(record, STORE_RECORD_MAX) < STORE_RECORD_MAX;
}

const char *store_misfit_of_table(const struct stored_table *table)
{
    if (table->status < TABLE_LOBBY || table->status > TABLE_ARCHIVED)
        return "its status is none";
    if (!store_word_fits(table->owner) || !store_word_fits(table->game) ||
        !store_word_fits(table->opener_network) || !store_word_fits(table->opener_identity))
        return "a word of its header is missing or too long";
    if (!table->options || !table->setup || !record_fits(table->options) ||
        !record_fits(table->setup) || (table->further && !record_fits(table->further)))
        return "a record of its header is missing or too long";
    if (table->seat_count > GAME_SEATS_MAX || table->place_count > STORE_PLACES_MAX)
        return "it has too many seats or places";
    for (size_t i = 0; i < table->seat_count; i++) {
        const struct stored_seat *seat = &table->seats[i];
        if (!store_word_fits(seat->network) || !store_word_fits(seat->identity) ||
            !store_word_fits(seat->name) || !store_word_fits(seat->level))
            return "a word of a seat is missing or too long";
    }
    for (size_t i = 0; i < table->place_count; i++) {
        if (!store_word_fits(table->places[i].network) || !store_word_fits(table->places[i].place))
            return "a word of a place is missing or too long";
    }
    return NULL;
}

const char *store_misfit_of_line(const struct stored_line *line)
{
    if (line->n == 0 || !line->move == !line->chance)
        return "it is neither a move nor an outcome";
    if (line->move &&
        (!*line->move || strnlen(line->move, GAME_MOVE_TEXT_MAX) >= GAME_MOVE_TEXT_MAX ||
         line->seat >= GAME_SEATS_MAX))
        return "its move or its seat is none";
    if (line->chance &&
        (!*line->chance || !record_fits(line->chance) || line->seat != GAME_SPECTATOR))
        return "its outcome is none";
    if (line->further && !record_fits(line->further))
        return "a record of it is too long";
    return NULL;
}

const char *store_misfit_of_value(const char *scope, const char *key, const char *value)
{
    if (!store_word_fits(scope) || !store_word_fits(key) || (value && !record_fits(value)))
        return "a setting's name or value is missing or too long";
    return NULL;
}

static bool change_fits(const struct stored_change *change)
{
    return store_word_fits(change->scope) && store_word_fits(change->setting) &&
           store_word_fits(change->network) && store_word_fits(change->identity) &&
           store_word_fits(change->name) && (!change->before || record_fits(change->before)) &&
           (!change->after || record_fits(change->after));
}

const char *store_misfit_of_change(const struct stored_change *change)
{
    return change_fits(change) ? NULL : "a field of a change is missing or too long";
}

const char *store_misfit_of_result_seat(const struct stored_result_seat *seat)
{
    if (!store_word_fits(seat->network) || !store_word_fits(seat->identity) ||
        !store_word_fits(seat->name))
        return "a name of a result is missing or too long";
    return NULL;
}
