#include "games/shared/names.h"

void names_fit(const struct telling *telling, unsigned seat, unsigned columns, struct text *out)
{
    display_fit(telling->names[seat], columns, telling_is_ascii(telling), out);
}

void names_join(const struct telling *telling, seat_set seats, const char *separator,
                struct text *out)
{
    const char *between = "";
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(seats & SEAT_BIT(seat)))
            continue;
        text_add(out, between);
        text_add(out, telling->names[seat]);
        between = separator;
    }
}

void names_join_fitted(const struct telling *telling, seat_set seats, unsigned columns,
                       const char *separator, struct text *out)
{
    const char *between = "";
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(seats & SEAT_BIT(seat)))
            continue;
        text_add(out, between);
        names_fit(telling, seat, columns, out);
        between = separator;
    }
}

void names_with_numbers(const struct telling *telling, unsigned players, const int16_t *numbers,
                        bool gains, struct text *out)
{
    for (unsigned seat = 0; seat < players; seat++) {
        text_separate(out, ", ");
        text_add(out, telling->names[seat]);
        text_add_format(out, gains ? " %+d" : " %d", numbers[seat]);
    }
}

void names_list(const struct telling *telling, seat_set seats, unsigned columns, struct text *out)
{
    char buffer[512], last_buffer[128];
    struct text list = TEXT_IN(buffer), last = TEXT_IN(last_buffer);
    unsigned seat = seats != 0 ? 31u - (unsigned)__builtin_clz(seats) : 0;
    names_fit(telling, seat, columns, &last);
    names_join_fitted(telling, seats & (seat_set)~SEAT_BIT(seat), columns, ", ", &list);
    if (list.length > 0)
        words_say(telling->words, out, "choice.and", SAY_TEXT(list.bytes), SAY_TEXT(last.bytes));
    else
        text_add(out, last.bytes);
}

void names_say_within(names_saying *say, const void *about, unsigned room, struct text *out)
{
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
        text_clear(out);
        say(about, columns, out);
        if (display_width(out->bytes) <= room)
            break;
    }
}
