/* Misspelt words: finds the known word with the smallest edit distance. */
#include <string.h>

#include "bot/configuration/config_value.h"

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to add, drop, change or swap with a neighbour. Both lengths are below
 * NEAREST_WORD_BYTES. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NEAREST_WORD_BYTES + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *now = rows[i % 3];
        const size_t *before = rows[(i + 2) % 3];
        const size_t *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t change = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            now[j] = least_of(change, least_of(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least_of(now[j], earlier[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

struct nearest nearest_to(const char *bytes, size_t length)
{
    /* With more than a third of the letters wrong it is another word. */
    bool short_enough = length < NEAREST_WORD_BYTES;
    return (struct nearest){
        .bytes = bytes, .length = length, .distance = short_enough ? length / 3 + 2 : 0};
}

void nearest_consider(struct nearest *nearest, const char *name, const char *ending)
{
    char buffer[NEAREST_WORD_BYTES];
    struct text word = TEXT_IN(buffer);
    text_add(&word, name);
    text_add(&word, ending);
    if (word.truncated || nearest->distance == 0)
        return;
    size_t far = distance(nearest->bytes, nearest->length, word.bytes, word.length);
    if (far < nearest->distance) {
        nearest->distance = far;
        memcpy(nearest->word, buffer, sizeof buffer);
    }
}
