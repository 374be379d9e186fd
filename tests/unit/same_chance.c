#include "tests/unit/same_chance.h"

#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

static uint64_t chance = 1;

/* The multiplier and the increment of MMIX's linear congruential generator (Knuth). */
static uint32_t next_chance(void)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 32);
}

static void fill_by_chance(void *bytes, size_t size)
{
    for (unsigned char *at = bytes; size-- > 0; at++)
        *at = (unsigned char)next_chance();
}

static const char *chance_name(void)
{
    return "the same every time";
}

void same_chance_install(void)
{
    static struct randombytes_implementation same_chance = {
        .implementation_name = chance_name, .random = next_chance, .buf = fill_by_chance};
    randombytes_set_implementation(&same_chance);
}

void same_chance_restart(void)
{
    chance = 1;
}
