#include "bot/commands/pager.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"
#include "bot/base/memory.h"

struct pager_rest {
    char *person, *text;
    UT_hash_handle hh;
};

/* -- Lines ------------------------------------------------------------------------------------- */

/* Returns how many bytes of a longer word fit into a line. */
static size_t whole_characters(const char *word)
{
    size_t length = PAGER_LINE_BYTES;
    while (length > 0 && ((unsigned char)word[length] & 0xC0) == 0x80)
        length--;
    return length > 0 ? length : PAGER_LINE_BYTES;
}

/* Returns how many bytes of `text` are its first line; `*skip` is the distance to the next line. */
static size_t first_line(const char *text, size_t *skip)
{
    size_t length = strcspn(text, "\n");
    *skip = length + (text[length] != '\0');
    if (length <= PAGER_LINE_BYTES)
        return length;
    length = PAGER_LINE_BYTES;
    while (length > 0 && text[length] != ' ')
        length--;
    if (length == 0)
        length = whole_characters(text);
    *skip = length + (text[length] == ' ');
    return length;
}

static unsigned count_lines(const char *text)
{
    unsigned lines = 0;
    for (size_t skip; *text != '\0'; text += skip, lines++)
        first_line(text, &skip);
    return lines;
}

unsigned pager_turn(const char **rest, unsigned lines, struct text *page)
{
    for (size_t skip; lines > 0 && **rest != '\0'; *rest += skip, lines--) {
        size_t length = first_line(*rest, &skip);
        text_separate(page, "\n");
        text_add_bytes(page, *rest, length);
    }
    return count_lines(*rest);
}

/* -- People ------------------------------------------------------------------------------------ */

static void rest_free(struct pager_rest *rest)
{
    free(rest->person);
    free(rest->text);
    free(rest);
}

static struct pager_rest *find(const struct pager *pager, const char *person)
{
    struct pager_rest *rest;
    HASH_FIND_STR(pager->rests, person, rest);
    return rest;
}

/* Returns the person's entry, or the oldest one when there is no room, or a new one. It is removed
 * from the hash. */
static struct pager_rest *take(struct pager *pager, const char *person)
{
    struct pager_rest *taken = find(pager, person);
    if (taken == NULL && HASH_COUNT(pager->rests) == PAGER_PEOPLE_MAX)
        taken = pager->rests;
    if (taken == NULL)
        return memory_new(sizeof *taken);
    HASH_DEL(pager->rests, taken);
    return taken;
}

void pager_keep(struct pager *pager, const char *person, const char *text)
{
    struct pager_rest *rest = take(pager, person);
    char *copy = memory_copy(text); /* `text` may be part of the text that is freed below */
    free(rest->person);
    free(rest->text);
    rest->person = memory_copy(person);
    rest->text = copy;
    if (copy[0] == '\0')
        rest_free(rest);
    else
        HASH_ADD_KEYPTR(hh, pager->rests, rest->person, strlen(rest->person), rest);
}

const char *pager_rest_of(const struct pager *pager, const char *person)
{
    const struct pager_rest *rest = find(pager, person);
    return rest != NULL ? rest->text : NULL;
}

void pager_clear(struct pager *pager)
{
    struct pager_rest *rest = pager->rests;
    HASH_CLEAR(hh, pager->rests);
    while (rest != NULL) {
        struct pager_rest *next = rest->hh.next;
        rest_free(rest);
        rest = next;
    }
}
