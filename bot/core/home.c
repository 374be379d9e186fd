#include "bot/core/home.h"

#include "games/shared/text.h"

static const char mark = '=';

void home_of(const char *identity, char place[HOME_BYTES])
{
    struct text text = text_in(place, HOME_BYTES);
    text_add_char(&text, mark);
    text_add(&text, identity);
}

const char *home_identity(const char *place)
{
    return place != NULL && place[0] == mark ? place + 1 : NULL;
}
