#include "tests/golden/host_facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FACT_BYTES = 1024, SHOWN_BYTES = 120, HASH_DIGITS = 16 };

static void add_fact(struct host_facts *facts, const struct text *fact)
{
    assert_true(facts->count < HOST_FACTS_MAX);
    facts->lines[facts->count++] = strdup(fact->bytes);
}

/* Of long values the beginning; checks and the like are `#`, for they change with every layout. */
static void add_value(struct text *out, const char *value)
{
    size_t start = out->length;
    while (*value != '\0' && out->length - start < SHOWN_BYTES) {
        size_t digits = strspn(value, "0123456789abcdef");
        if (digits >= HASH_DIGITS)
            text_add_char(out, '#');
        else if (*value == '\n')
            text_add(out, " / ");
        else
            text_add_bytes(out, value, digits > 0 ? digits : 1);
        value += digits > 0 ? digits : 1;
    }
    if (*value != '\0')
        text_add_format(out, "… (%zu more bytes)", strlen(value));
}

static const char *or_none(const char *value)
{
    return value != NULL ? value : "none";
}

static bool take_value(void *context, const char *scope, const char *key, const char *value)
{
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "value %s, %s: ", scope, key);
    add_value(&fact, value);
    add_fact(context, &fact);
    return true;
}

/* -- Tables ------------------------------------------------------------------------------------ */

static void take_seat(struct host_facts *facts, int64_t table, size_t index,
                      const struct stored_seat *seat)
{
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "table %d seat %zu: %s %s %s%s%s%s", (int)table, index + 1,
                    seat->network, seat->identity, seat->name, seat->level[0] != '\0' ? " " : "",
                    seat->level, seat->claim != NULL ? " with a code" : "");
    add_fact(facts, &fact);
}

static bool take_table(void *context, const struct stored_table *table)
{
    static const char *const statuses[] = {[TABLE_LOBBY] = "lobby",
                                           [TABLE_PLAYING] = "playing",
                                           [TABLE_FINISHED] = "finished",
                                           [TABLE_ABORTED] = "aborted",
                                           [TABLE_ARCHIVED] = "archived"};
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "table %d: %s %s %s opened by %s %s", (int)table->id,
                    statuses[table->status], table->game, table->options, table->opener_network,
                    table->opener_identity);
    add_fact(context, &fact);
    text_clear(&fact);
    text_add_format(&fact, "table %d header: ", (int)table->id);
    add_value(&fact, or_none(table->further));
    add_fact(context, &fact);
    for (size_t i = 0; i < table->seat_count; i++)
        take_seat(context, table->id, i, &table->seats[i]);
    for (size_t i = 0; i < table->place_count; i++) {
        text_clear(&fact);
        text_add_format(&fact, "table %d place %zu: %s %s", (int)table->id, i + 1,
                        table->places[i].network, table->places[i].place);
        add_fact(context, &fact);
    }
    return true;
}

static bool take_line(void *context, const struct stored_line *line)
{
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "table %d line %3u: seat %u ", (int)line->table, line->n,
                    line->seat + 1u);
    add_value(&fact, line->move != NULL ? line->move : line->chance);
    if (line->further != NULL)
        text_add(&fact, " further ");
    add_value(&fact, line->further != NULL ? line->further : "");
    add_fact(context, &fact);
    return true;
}

static void take_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    (void)context;
    fail_msg("table %d is damaged in line %u: %s", (int)table, line, reason);
}

/* -- People ------------------------------------------------------------------------------------ */

struct of_person {
    struct host_facts *facts;
    const char *network, *identity;
};

static bool take_rating(void *context, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    const struct of_person *person = context;
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "rating of %s %s on %s%s%s at %s: %d games, %.3f, %.3f", person->network,
                    person->identity, ranking->server, ranking->season[0] != '\0' ? " in " : "",
                    ranking->season, ranking->game[0] != '\0' ? ranking->game : "everything",
                    (int)rating->now.games, rating->now.mean, rating->now.deviation);
    add_fact(person->facts, &fact);
    return true;
}

static bool take_stats(void *context, const struct stored_stats *stats)
{
    const struct of_person *person = context;
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "results of %s %s at %s: %d games, %.2f wins, %.1f points, at most %d",
                    person->network, person->identity, stats->game, (int)stats->games, stats->wins,
                    stats->mean_score, (int)stats->best_score);
    add_fact(person->facts, &fact);
    return true;
}

static bool take_change(void *context, const struct stored_change *change)
{
    const struct of_person *person = context;
    char buffer[FACT_BYTES];
    struct text fact = TEXT_IN(buffer);
    text_add_format(&fact, "change of %s, %s: %s to %s by %s %s (%s)", change->scope,
                    change->setting, or_none(change->before), or_none(change->after),
                    change->network, change->identity, change->name);
    add_fact(person->facts, &fact);
    return true;
}

static void read_person(struct store_inquiry *inquiry, struct of_person *person)
{
    assert_true(
        store_read_ratings_of(inquiry, person->network, person->identity, person, take_rating));
    assert_true(
        store_read_stats(inquiry, "", "", person->network, person->identity, person, take_stats));
    assert_true(
        store_read_changes_by(inquiry, person->network, person->identity, person, take_change));
}

/* -- All --------------------------------------------------------------------------------------- */

static int by_bytes(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

void host_facts_read(struct host_facts *facts, struct store *store, const char *const *networks,
                     const char *const *people)
{
    struct store_inquiry *inquiry = store_inquire(store);
    const struct store_reader reader = {
        .context = facts, .table = take_table, .line = take_line, .damaged = take_damage};
    *facts = (struct host_facts){.count = 0};
    assert_true(store_read_all_values(inquiry, "", facts, take_value));
    for (int64_t id = 1; store_read_table(inquiry, id, &reader); id++)
        ;
    for (; *networks != NULL; networks++)
        for (const char *const *identity = people; *identity != NULL; identity++)
            read_person(inquiry, &(struct of_person){facts, *networks, *identity});
    store_inquiry_free(inquiry);
    qsort(facts->lines, facts->count, sizeof facts->lines[0], by_bytes);
}

void host_facts_compare(const struct host_facts *before, const struct host_facts *after,
                        struct text *out)
{
    for (size_t i = 0, j = 0; i < before->count || j < after->count;) {
        int order = i == before->count  ? 1
                    : j == after->count ? -1
                                        : strcmp(before->lines[i], after->lines[j]);
        if (order != 0) {
            text_add(out, order < 0 ? "- " : "+ ");
            text_add(out, order < 0 ? before->lines[i] : after->lines[j]);
            text_add_char(out, '\n');
        }
        i += order <= 0;
        j += order >= 0;
    }
}

void host_facts_free(struct host_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        free(facts->lines[i]);
    facts->count = 0;
}
