/* How large pictures are where nobody chose a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bot/core/style.h"
#include "tests/unit/host_fixture.h"

static struct network_screen terminal;

static bool screen_of(const struct adapter *adapter, struct network_screen *screen)
{
    *screen = terminal;
    return strcmp(adapter->network, "one") == 0;
}

static struct style style_at(struct fixture *fixture, const char *network)
{
    const struct setting_scope scope = setting_in_place(network, "#a");
    return style_of(&fixture->host.styles, &scope);
}

/* A picture is as large as the terminal; that of a turn takes half of it. */
static void a_picture_fits_its_terminal(void **state)
{
    static const struct {
        unsigned columns, rows;
        enum picture_size size, turn_size;
    } cases[] = {
        {80, 56, PICTURE_LARGE, PICTURE_LARGE},   {79, 56, PICTURE_WIDE, PICTURE_WIDE},
        {80, 55, PICTURE_LARGE, PICTURE_WIDE},    {80, 40, PICTURE_LARGE, PICTURE_WIDE},
        {80, 39, PICTURE_LARGE, PICTURE_SHORT},   {80, 24, PICTURE_LARGE, PICTURE_SHORT},
        {80, 23, PICTURE_WIDE, PICTURE_SHORT},    {60, 16, PICTURE_WIDE, PICTURE_SHORT},
        {60, 40, PICTURE_WIDE, PICTURE_WIDE},     {59, 56, PICTURE_NARROW, PICTURE_NARROW},
        {80, 15, PICTURE_NARROW, PICTURE_NARROW}, {1, 1, PICTURE_NARROW, PICTURE_NARROW},
        {200, 8, PICTURE_NARROW, PICTURE_NARROW}, {60, 100, PICTURE_WIDE, PICTURE_WIDE},
    };
    struct fixture *fixture = *state;
    struct adapter *adapter = fixture->host.networks.adapters[0];
    const struct adapter_class *own = adapter->class;
    struct adapter_class with_screen = *own;
    assert_string_equal(adapter->network, "one");
    with_screen.screen = screen_of;
    adapter->class = &with_screen;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        terminal = (struct network_screen){.columns = cases[i].columns, .rows = cases[i].rows};
        struct style style = style_at(fixture, "one");
        if (style.size != cases[i].size || style.turn_size != cases[i].turn_size)
            fail_msg("%u columns, %u rows: %d, of a turn %d", cases[i].columns, cases[i].rows,
                     style.size, style.turn_size);
    }
    fixture_command(fixture, "config set size short");
    struct style chosen = style_at(fixture, "one");
    assert_true(chosen.size == PICTURE_SHORT && chosen.turn_size == PICTURE_SHORT);
    adapter->class = own;
}

static void where_no_terminal_is_the_network_decides(void **state)
{
    struct fixture *fixture = *state;
    struct style of_lines = style_at(fixture, "two"), of_boards = style_at(fixture, "boards");
    assert_true(of_lines.size == PICTURE_SHORT && of_lines.turn_size == PICTURE_SHORT);
    assert_true(of_boards.size == PICTURE_NARROW && of_boards.turn_size == PICTURE_NARROW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_picture_fits_its_terminal),
        WITH_HOST(where_no_terminal_is_the_network_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
