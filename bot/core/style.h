/* In what language and shape something is told to a place or to a person, as the settings say. */
#ifndef BELFRY_BOT_CORE_STYLE_H
#define BELFRY_BOT_CORE_STYLE_H

#include "bot/core/settings.h"
#include "games/game.h"

struct style {
    struct words words;
    enum picture_size size;
    bool sentences; /* the table is told instead of drawn */
    enum alphabet alphabet;
    enum dialect dialect;
};

struct style style_of(struct host *host, const struct setting_scope *scope);
/* The words alone. A person who has chosen no language, in a place that has none either, is
 * answered in the one that his network says he reads. */
struct words style_words(struct host *host, const struct setting_scope *scope);

#endif
