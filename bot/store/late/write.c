/* Writes that wait for their commit. */
#include "bot/store/late/late_private.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"

enum kind {
    WRITE_NEW_TABLE,
    WRITE_TABLE,
    WRITE_LINE,
    WRITE_CUT,
    WRITE_VALUE,
    WRITE_SCOPES,
    WRITE_CHANGE,
    WRITE_RESULT,
    WRITE_PERSON
};

/* A string that a write points to. */
struct kept {
    struct kept *next;
    char bytes[];
};

struct late_write {
    enum kind kind;
    struct kept *kept;
    struct late_write *next;
    store_rate *rate;
    const char *words[3]; /* of values, scopes and persons, in the order of their arguments */
    union {
        struct stored_table table;
        struct stored_line line;
        struct stored_change change;
        struct stored_result result;
    } what;
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_place places[STORE_PLACES_MAX];
};

static struct late_write *add(struct late_turn *turn, enum kind kind)
{
    struct late_write *write = memory_new(sizeof *write);
    write->kind = kind;
    LL_APPEND(turn->writes, write);
    return write;
}

static const void *keep_bytes(struct late_write *write, const void *bytes, size_t size)
{
    if (bytes == NULL)
        return NULL;
    struct kept *kept = memory_new(sizeof *kept + size);
    memcpy(kept->bytes, bytes, size);
    LL_PREPEND(write->kept, kept);
    return kept->bytes;
}

static void keep(struct late_write *write, const char **string)
{
    *string = keep_bytes(write, *string, *string != NULL ? strlen(*string) + 1 : 0);
}

/* -- Adding ------------------------------------------------------------------------------------ */

void late_add_table(struct late_turn *turn, const struct stored_table *table, bool is_new)
{
    struct late_write *write = add(turn, is_new ? WRITE_NEW_TABLE : WRITE_TABLE);
    struct stored_table *copy = &write->what.table;
    *copy = *table;
    keep(write, &copy->owner);
    keep(write, &copy->game);
    keep(write, &copy->options);
    keep(write, &copy->setup);
    keep(write, &copy->further);
    keep(write, &copy->opener_network);
    keep(write, &copy->opener_identity);
    for (size_t i = 0; i < table->seat_count; i++) {
        struct stored_seat *seat = &write->seats[i];
        *seat = table->seats[i];
        keep(write, &seat->network);
        keep(write, &seat->identity);
        keep(write, &seat->name);
        keep(write, &seat->level);
        seat->claim = keep_bytes(write, seat->claim, STORE_CLAIM_BYTES);
    }
    for (size_t i = 0; i < table->place_count; i++) {
        write->places[i] = table->places[i];
        keep(write, &write->places[i].network);
        keep(write, &write->places[i].place);
    }
    copy->seats = write->seats;
    copy->places = write->places;
}

void late_add_line(struct late_turn *turn, const struct stored_line *line)
{
    struct late_write *write = add(turn, WRITE_LINE);
    write->what.line = *line;
    keep(write, &write->what.line.move);
    keep(write, &write->what.line.chance);
    keep(write, &write->what.line.further);
}

void late_add_cut(struct late_turn *turn, int64_t table, uint32_t n)
{
    add(turn, WRITE_CUT)->what.line = (struct stored_line){.table = table, .n = n};
}

static void add_words(struct late_turn *turn, enum kind kind, const char *first, const char *second,
                      const char *third)
{
    struct late_write *write = add(turn, kind);
    const char *words[3] = {first, second, third};
    memcpy(write->words, words, sizeof words);
    for (int i = 0; i < 3; i++)
        keep(write, &write->words[i]);
}

void late_add_value(struct late_turn *turn, const char *scope, const char *key, const char *value)
{
    add_words(turn, WRITE_VALUE, scope, key, value);
}

void late_add_scopes(struct late_turn *turn, const char *beginning, const char *key)
{
    add_words(turn, WRITE_SCOPES, beginning, key, NULL);
}

void late_add_person(struct late_turn *turn, const char *network, const char *identity,
                     const char *name)
{
    add_words(turn, WRITE_PERSON, network, identity, name);
}

void late_add_change(struct late_turn *turn, const struct stored_change *change)
{
    struct late_write *write = add(turn, WRITE_CHANGE);
    struct stored_change *copy = &write->what.change;
    *copy = *change;
    keep(write, &copy->scope);
    keep(write, &copy->setting);
    keep(write, &copy->before);
    keep(write, &copy->after);
    keep(write, &copy->network);
    keep(write, &copy->identity);
    keep(write, &copy->name);
}

void late_add_result(struct late_turn *turn, const struct stored_result *result, store_rate *rate)
{
    struct late_write *write = add(turn, WRITE_RESULT);
    struct stored_result *copy = &write->what.result;
    *copy = *result;
    write->rate = rate;
    keep(write, &copy->game);
    keep(write, &copy->server);
    keep(write, &copy->season);
    for (size_t i = 0; i < result->seat_count; i++) {
        keep(write, &copy->seats[i].network);
        keep(write, &copy->seats[i].identity);
        keep(write, &copy->seats[i].name);
    }
}

/* -- All of a turn ----------------------------------------------------------------------------- */

static void write_one(const struct late_write *write, struct store *behind)
{
    const char *const *words = write->words;
    switch (write->kind) {
    case WRITE_NEW_TABLE:
        store_table_add(behind, &write->what.table);
        break;
    case WRITE_TABLE:
        store_table_update(behind, &write->what.table);
        break;
    case WRITE_LINE:
        store_line_add(behind, &write->what.line);
        break;
    case WRITE_CUT:
        store_lines_cut(behind, write->what.line.table, write->what.line.n);
        break;
    case WRITE_VALUE:
        store_value_set(behind, words[0], words[1], words[2]);
        break;
    case WRITE_SCOPES:
        store_scopes_forget(behind, words[0], words[1]);
        break;
    case WRITE_CHANGE:
        store_change_add(behind, &write->what.change);
        break;
    case WRITE_RESULT:
        store_result_add(behind, &write->what.result, write->rate);
        break;
    case WRITE_PERSON:
        store_person_forget(behind, words[0], words[1], words[2]);
        break;
    }
}

void late_write_all(const struct late_turn *turn, struct store *behind)
{
    for (const struct late_write *write = turn->writes; write != NULL; write = write->next)
        write_one(write, behind);
}

void late_drop_writes(struct late_turn *turn)
{
    while (turn->writes != NULL) {
        struct late_write *write = turn->writes;
        turn->writes = write->next;
        while (write->kept != NULL) {
            struct kept *kept = write->kept;
            write->kept = kept->next;
            free(kept);
        }
        free(write);
    }
}

static bool is_of_many(const struct late_write *write)
{
    return write->kind == WRITE_SCOPES || write->kind == WRITE_PERSON;
}

static bool collide(const struct late_write *one, const struct late_write *other)
{
    if (is_of_many(one) || is_of_many(other))
        return true;
    return one->kind == WRITE_VALUE && other->kind == WRITE_VALUE &&
           strcmp(one->words[0], other->words[0]) == 0 &&
           strcmp(one->words[1], other->words[1]) == 0;
}

bool late_must_follow(const struct late_turn *later, const struct late_turn *earlier)
{
    for (const struct late_write *one = later->writes; one != NULL; one = one->next)
        for (const struct late_write *other = earlier->writes; other != NULL; other = other->next)
            if (collide(one, other))
                return true;
    return false;
}
