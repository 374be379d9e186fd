/* Every game has what it needs beside its code: rules for players, all messages, golden files, a
 * stranger's deals, a test of its own. If another language lacks something, this prints a warning.
 */
#include <stdio.h>

#include "tests/kit/kit.h"

static void test_game(void **state)
{
    static char missing_buffer[32 * 1024], later_buffer[KIT_TEXT_MAX];
    struct text missing = TEXT_IN(missing_buffer), later = TEXT_IN(later_buffer);
    kit_list_missing(*state, ".", &missing, &later);
    /* cmocka's own functions would cut the lists. */
    if (later.length > 0)
        printf("Warning, not translated yet:\n%s", later.bytes);
    if (missing.length > 0) {
        printf("games/ADDING.md says what a game needs:\n%s", missing.bytes);
        fail();
    }
}

int main(int argc, char **argv)
{
    return kit_run("files", test_game, argc, argv);
}
