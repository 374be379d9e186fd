/* What a command says to the person who gave it, and in the place where it was given. */
#ifndef BELFRY_BOT_COMMANDS_ANSWER_H
#define BELFRY_BOT_COMMANDS_ANSWER_H

#include <stdbool.h>

#include "bot/adapter.h"
#include "bot/core/choice.h"
#include "bot/core/settings.h"
#include "games/words.h"

struct call;
struct table;

/* -- To the person alone ----------------------------------------------------------------------- */

void answer_message(const struct call *call, const char *key, const struct word_argument *arguments,
                    size_t count);
#define answer(call, key, ...)                                                                     \
    answer_message((call), (key), (const struct word_argument[]){__VA_ARGS__},                     \
                   sizeof((const struct word_argument[]){__VA_ARGS__}) /                           \
                       sizeof(struct word_argument))
#define answer_plain(call, key) answer_message((call), (key), NULL, 0)
void answer_text(const struct call *call, enum outbound_kind kind, const char *text);
/* Answers at length, page by page on networks that work that way. */
void answer_long(const struct call *call, const char *text);
/* Answers at length with an image, on a network that shows images. */
void answer_drawn(const struct call *call, const char *text, const struct outbound_image *image);
/* Gives the next page of the last long answer; false when there is none. */
bool answer_more(const struct call *call);
/* Answers with buttons; the answer is about a table if `table` is not NULL. */
void answer_choices(const struct call *call, const struct table *table, const char *text,
                    const struct choices *choices);
void answer_file(const struct call *call, const char *text, const struct outbound_file *file);

/* -- Where it was asked -------------------------------------------------------------------------
 *
 * To the channel, or to the person when they asked in private.
 */

void answer_here_message(const struct call *call, const char *key,
                         const struct word_argument *arguments, size_t count);
#define answer_here(call, key, ...)                                                                \
    answer_here_message((call), (key), (const struct word_argument[]){__VA_ARGS__},                \
                        sizeof((const struct word_argument[]){__VA_ARGS__}) /                      \
                            sizeof(struct word_argument))
/* A picture belongs to `table`. */
void answer_here_text(const struct call *call, enum outbound_kind kind, const struct table *table,
                      const char *text);

/* -- Who reads it ------------------------------------------------------------------------------ */

struct setting_scope call_asker(const struct call *call);
/* Returns whose settings apply: the channel's where it was asked, in private the person's. */
struct setting_scope call_audience(const struct call *call);
/* Returns words in the language of the person who asked. */
struct words call_words(const struct call *call);

#endif
