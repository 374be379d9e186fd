/* The page of a record: one HTML file that shows a game step by step in a browser, as the
 * spectators or any seat saw it, and checks its shuffle there.
 *
 * The page needs no network, and its policy forbids it any. It holds the whole transcript, hidden
 * cards and seed included: only who may have the transcript may have the page. It shows no hand
 * and nothing of a later step before its reader asks, and no share of wins.
 * A review is for the person alone whom it is about.
 *
 * All that people or a foreign transcript wrote is escaped; the page's scripts put it in as text.
 */
#ifndef BELFRY_BOT_CORE_RECORD_PAGE_H
#define BELFRY_BOT_CORE_RECORD_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "bot/core/record_review.h"
#include "bot/words/catalog.h"

struct record_page {
    const char *transcript; /* whole lines of one game (bot/record/transcript.h) */
    size_t length;
    const char *language; /* of catalog_languages */
    const struct words *words;
    const struct record_review *review; /* of this game, the reader's own; NULL: none */
};

/* Writes the page. On false, `error` is one line that says what is wrong with the transcript, and
 * nothing was written. */
bool record_page_write(const struct record_page *page, FILE *out, struct text *error);

#endif
