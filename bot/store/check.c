#include <sodium.h>
#include <string.h>

#include "bot/store/content.h"

/* SipHash with a fixed key, over the fields in a fixed order and in little-endian, so that a file
 * can move to another machine. Changing anything here makes old files look damaged. */
static const uint8_t key[crypto_shorthash_KEYBYTES] = "belfry check 01";

enum { PARTS_MAX = 13 + GAME_SEATS_MAX + STORE_PLACES_MAX, SHORT_MAX = 64 };

/* Each part is eight bytes, a number or a length, followed by the bytes that the length counts. */
struct parts {
    uint8_t bytes[PARTS_MAX * (8 + SHORT_MAX)];
    size_t length;
};

static void add_number(struct parts *parts, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        parts->bytes[parts->length++] = (uint8_t)(number >> (8 * i));
}

/* Short ones are added as they are, long ones as their hash. */
static void add_bytes(struct parts *parts, const void *bytes, size_t length)
{
    add_number(parts, length);
    if (length <= SHORT_MAX) {
        memcpy(parts->bytes + parts->length, bytes, length);
        parts->length += length;
    } else {
        crypto_shorthash(parts->bytes + parts->length, bytes, length, key);
        parts->length += crypto_shorthash_BYTES;
    }
}

/* NULL and "" differ. */
static void add_string(struct parts *parts, const char *string)
{
    if (string)
        add_bytes(parts, string, strlen(string));
    else
        add_number(parts, UINT64_MAX);
}

static int32_t finish(const struct parts *parts)
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, parts->bytes, parts->length, key);
    uint32_t low = (uint32_t)hash[0] | (uint32_t)hash[1] << 8 | (uint32_t)hash[2] << 16 |
                   (uint32_t)hash[3] << 24;
    int32_t check;
    memcpy(&check, &low, sizeof check);
    return check;
}

static int32_t check_seat(const struct stored_seat *seat)
{
    struct parts parts;
    parts.length = 0;
    add_string(&parts, seat->network);
    add_string(&parts, seat->identity);
    add_string(&parts, seat->name);
    add_string(&parts, seat->level);
    if (seat->claim)
        add_bytes(&parts, seat->claim, STORE_CLAIM_BYTES);
    return finish(&parts);
}

static int32_t check_place(const struct stored_place *place)
{
    struct parts parts;
    parts.length = 0;
    add_string(&parts, place->network);
    add_string(&parts, place->place);
    return finish(&parts);
}

int32_t store_check_table(const struct stored_table *table)
{
    struct parts parts;
    parts.length = 0;
    add_number(&parts, (uint64_t)table->id);
    add_number(&parts, (uint64_t)table->status);
    add_string(&parts, table->owner);
    add_string(&parts, table->game);
    add_string(&parts, table->options);
    add_string(&parts, table->setup);
    add_string(&parts, table->further);
    add_bytes(&parts, table->seed, sizeof table->seed);
    add_number(&parts, (uint64_t)table->opened);
    add_string(&parts, table->opener_network);
    add_string(&parts, table->opener_identity);
    add_number(&parts, table->seat_count);
    for (size_t i = 0; i < table->seat_count; i++)
        add_number(&parts, (uint32_t)check_seat(&table->seats[i]));
    add_number(&parts, table->place_count);
    for (size_t i = 0; i < table->place_count; i++)
        add_number(&parts, (uint32_t)check_place(&table->places[i]));
    return finish(&parts);
}

int32_t store_check_table_first(const struct stored_table *table)
{
    struct parts parts;
    parts.length = 0;
    add_number(&parts, (uint64_t)table->id);
    add_number(&parts, (uint64_t)table->status);
    add_number(&parts, table->seat_count);
    add_string(&parts, table->game);
    add_string(&parts, table->options);
    add_string(&parts, table->setup);
    add_string(&parts, table->further);
    add_bytes(&parts, table->seed, sizeof table->seed);
    return finish(&parts);
}

int32_t store_check_value(const char *scope, const char *name, const char *value)
{
    struct parts parts;
    parts.length = 0;
    add_string(&parts, scope);
    add_string(&parts, name);
    add_string(&parts, value);
    return finish(&parts);
}

int32_t store_check_line(const struct stored_line *line)
{
    struct parts parts;
    parts.length = 0;
    add_number(&parts, (uint64_t)line->table);
    add_number(&parts, (uint64_t)line->n << 8 | line->seat);
    add_string(&parts, line->move);
    add_string(&parts, line->chance);
    add_string(&parts, line->further);
    return finish(&parts);
}

int32_t store_check_packed(const struct packed_lines *packed)
{
    struct parts parts;
    parts.length = 0;
    add_number(&parts, (uint64_t)packed->table);
    add_number(&parts, (uint64_t)packed->ended);
    add_number(&parts, packed->count);
    if (packed->bytes != NULL)
        add_bytes(&parts, packed->bytes, packed->length);
    else
        add_number(&parts, UINT64_MAX);
    return finish(&parts);
}
