/* Two processes on one server, each with the same networks. */
#ifndef BELFRY_TESTS_UNIT_HOST_PAIR_H
#define BELFRY_TESTS_UNIT_HOST_PAIR_H

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define PAIR_NOT_SAVED "could not be saved"

struct pair {
    struct fixture *one, *other;
    char address[PATH_MAX_OF_TEST];
};

/* Starts the first process on the directory's database. */
struct pair *pair_open(void *const *state);
/* The other process starts, and so it knows all tables. */
void pair_start_other(struct pair *pair);
void pair_close(struct pair *pair);
/* Both send what they have to commit before either hears of the other. */
void pair_settle(const struct pair *pair);
/* Lets a process hear at once of everything that is saved. */
void pair_hear_all(struct fixture *fixture);
/* Lets a process hear of what the other one has saved at the table in #a. */
void pair_hear(struct fixture *fixture, const struct fixture *from);
/* Both start again, and so read everything. */
void pair_catch_up(struct pair *pair);
/* The table in #a, as a process knows it. */
struct table *pair_table(const struct fixture *fixture);
void pair_assert_same(const struct pair *pair);
/* How often one of the processes said this to anybody. */
size_t pair_count_said(const struct pair *pair, const char *part);

#endif
