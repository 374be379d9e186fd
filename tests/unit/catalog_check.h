/* Checks that the messages of a catalog are valid. */
#ifndef BELFRY_TESTS_CATALOG_CHECK_H
#define BELFRY_TESTS_CATALOG_CHECK_H

#include "bot/words/catalog.h"

/* Called for each mistake; key and complaint live as long as the call. */
typedef void catalog_complain(void *context, const char *language, const char *key,
                              const char *complaint);

/* Compiles every pattern of every language and compares keys and arguments with English. Returns
 * the number of mistakes. */
size_t catalog_check(struct catalog_texts texts, catalog_complain *complain, void *context);
/* Whether the language has nothing of the game yet: no LANGUAGE/GAME.json. A new game may ship so;
 * its messages are said in English, and kit_files warns. Looks into config/locale below the working
 * directory. */
bool catalog_lacks_game(const char *language, const char *id);
/* Complains of each English message that the language lacks, except those of games that it lacks
 * entirely. The number of complaints. */
size_t catalog_check_complete(struct catalog_texts texts, const char *language,
                              catalog_complain *complain, void *context);

#endif
