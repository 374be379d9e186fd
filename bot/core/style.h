/* The language and form in which something is told to a place or a person, as the settings say. */
#ifndef BELFRY_BOT_CORE_STYLE_H
#define BELFRY_BOT_CORE_STYLE_H

#include "bot/core/networks.h"
#include "bot/core/outbox.h"
#include "bot/core/settings.h"
#include "bot/words/catalog.h"
#include "games/game.h"

struct style {
    struct words words;
    enum picture_size size;
    enum picture_size turn_size; /* of picture and hand after an ordinary turn */
    bool sentences;              /* the table is described instead of drawn */
    enum alphabet alphabet;
    enum setting_board board; /* BOARD_TEXT where the network shows no images */
    bool voice;               /* seats of the bot may say a word about what happens */
    bool coloured;            /* paints are marked (games/shared/paint.h) */
};

/* What styles depend on. The creator sets the members, and they outlive it. */
struct styles {
    struct settings *settings;
    struct catalog *catalog;
    const struct networks *networks;
    const struct outbox *outbox; /* knows who is being answered */
};

/* Whether tables are written in rows that are read one by one, and so are scorings. */
static inline bool style_is_in_rows(const struct style *style)
{
    return style->sentences || style->size == PICTURE_SHORT || style->size == PICTURE_LINE;
}

struct style style_of(const struct styles *styles, const struct setting_scope *scope);
/* Returns the words alone. A person who has chosen no language, in a place that has none either, is
 * answered in the language that their network reports. */
struct words style_words(const struct styles *styles, const struct setting_scope *scope);
/* Returns the language in which a reader is told things, as an element of catalog_languages. */
const char *style_language(const struct styles *styles, const struct setting_scope *scope);
/* Returns what is typed before the name of a command there; "" for nothing. */
const char *style_prefix(const struct styles *styles, const struct setting_scope *scope);
/* Returns words of the language spoken in a place. */
struct words style_place_words(const struct styles *styles, const char *network, const char *place);

#endif
