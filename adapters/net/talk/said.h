/* What the host said, kept until the end of its turn: copies of struct outbound, in lists. */
#ifndef BELFRY_ADAPTERS_NET_TALK_SAID_H
#define BELFRY_ADAPTERS_NET_TALK_SAID_H

#include "bot/adapter.h"

struct talk_file {
    char *name, *bytes;
    size_t length;
    char *description; /* of an image; NULL: it is none */
};

struct talk_said {
    /* As in struct outbound; art of no live table is an OUTBOUND_EVENT in columns. */
    enum outbound_kind kind;
    char *text;
    bool columns; /* the text is laid out in columns: a table, or art */
    bool quiet;
    uint64_t table;
    uint32_t line;
    char (*calls)[IDENTITY_MAX];
    size_t call_count;
    struct outbound_choice *choices;
    size_t choice_count;
    struct talk_file *file;             /* NULL: none */
    const struct outbound_image *image; /* NULL: none */
    struct talk_said *next;
};

struct talk_said *talk_said_new(const struct outbound *outbound);
/* Frees the first one. */
void talk_said_drop(struct talk_said **list);
void talk_said_free(struct talk_said **list);

/* An event or a picture, which everybody in the place reads. */
bool talk_said_is_public(const struct talk_said *said);

/* A copy; NULL is allowed in both. */
struct talk_file *talk_file_new(const struct outbound_file *file);
void talk_file_free(struct talk_file *file);

/* Whether a text has colours or columns, or is drawn: it then needs letters of equal width. */
bool talk_is_in_columns(const char *text);

#endif
