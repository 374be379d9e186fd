/* Shared by the files of the late store: write.c keeps writes, late.c answers. */
#ifndef BELFRY_BOT_STORE_LATE_LATE_PRIVATE_H
#define BELFRY_BOT_STORE_LATE_LATE_PRIVATE_H

#include "bot/store/store_class.h"

struct late_write;

/* The writes of one turn. */
struct late_turn {
    struct late_write *writes;
    store_committed *committed;
    void *context;
    struct late_turn *next, *prev;
};

/* The class's writes: each is added to the open turn, with its own copies of everything. */
void late_add_table(struct late_turn *turn, const struct stored_table *table, bool is_new);
void late_add_line(struct late_turn *turn, const struct stored_line *line);
void late_add_cut(struct late_turn *turn, int64_t table, uint32_t n);
void late_add_value(struct late_turn *turn, const char *scope, const char *key, const char *value);
void late_add_scopes(struct late_turn *turn, const char *beginning, const char *key);
void late_add_change(struct late_turn *turn, const struct stored_change *change);
void late_add_result(struct late_turn *turn, const struct stored_result *result, store_rate *rate);
void late_add_person(struct late_turn *turn, const char *network, const char *identity,
                     const char *name);

void late_write_all(const struct late_turn *turn, struct store *behind);
void late_drop_writes(struct late_turn *turn);
/* Whether `later` writes a value that `earlier` writes too: then their order matters. */
bool late_must_follow(const struct late_turn *later, const struct late_turn *earlier);

#endif
