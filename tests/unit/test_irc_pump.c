#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/pump.h"

static struct irc_pump *open_pump(void)
{
    char error[128] = "";
    struct irc_pump *pump = irc_pump_new("bel%sfry", "bel%nfry", "100% a bot", error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(pump);
    return pump;
}

/* Parses a text through the library; NULL in `command` when it is not accepted. */
static bool parse(struct irc_pump *pump, char buffer[1024], const char *text,
                  struct irc_line *event)
{
    struct irc_line line;
    memcpy(buffer, text, strlen(text) + 1);
    return irc_line_parse(buffer, &line) && irc_pump_parse(pump, &line, event);
}

static void writes_the_registration(void **state)
{
    (void)state;
    struct irc_pump *pump = open_pump();
    assert_string_equal(irc_pump_output(pump), "NICK bel%sfry");
    assert_string_equal(irc_pump_output(pump), "USER bel%nfry unknown unknown :100% a bot");
    assert_null(irc_pump_output(pump));
    irc_pump_free(pump);
}

static void gives_back_what_it_was_fed(void **state)
{
    static const char *const lines[] = {
        "@x=1 :a!b@c PRIVMSG #c :two words",
        ":a!b@c PRIVMSG belfry :x",
        ":a!b@c NOTICE #c :x",
        ":a!b@c NOTICE belfry :x",
        ":a!b@c NICK z",
        ":a!b@c JOIN #c account :Real Name",
        ":a!b@c PART #c",
        ":a!b@c QUIT :bye",
        ":a!b@c QUIT",
        ":a!b@c KICK #c d :out",
        ":a!b@c INVITE belfry #c",
        ":a!b@c TOPIC #c :new",
        ":a!b@c ACCOUNT x",
        ":a!b@c CHGHOST u h",
        ":a!b@c AWAY",
        ":srv 001 belfry :Welcome",
        ":srv 433 * belfry :in use",
        ":srv 999 belfry",
        ":srv 330 me a b :is logged in as",
        ":a!b@c SETNAME :New Name",
    };
    (void)state;
    struct irc_pump *pump = open_pump();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char buffer[1024], again[1024], printed[1024];
        struct irc_line line, event;
        memcpy(again, lines[i], strlen(lines[i]) + 1);
        assert_true(irc_line_parse(again, &line));
        assert_true(parse(pump, buffer, lines[i], &event));
        assert_string_equal(event.command, line.command);
        assert_string_equal(event.source, line.source);
        assert_string_equal(event.tags, line.tags);
        assert_int_equal(event.count, line.count);
        for (size_t k = 0; k < line.count; k++)
            assert_string_equal(event.parameters[k], line.parameters[k]);
        assert_true(irc_line_print(&event, printed, sizeof printed));
    }
    irc_pump_free(pump);
}

/* What the library answers badly never reaches it; it hears the next line as if nothing was. */
static void refuses_what_would_harm(void **state)
{
    static const char *const lines[] = {
        "PING x",
        ":s 000 a",
        ":s 999",
        "NICK z",
        "P",
        "N",
        ":a!b@c PRIVMSG x",
        ":a!b@c PRIVMSG x :\x01",
        ":a!b@c KICK #c",
        ":s KILL belfry :x",
        ":a!b@c MODE #c",
        ":a!b@c NOTICE x :\x01PING\x01",
        ":a!b@c JOIN",
        "X a b c d e f g h i j k",
    };
    (void)state;
    struct irc_pump *pump = open_pump();
    while (irc_pump_output(pump))
        continue;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char buffer[1024];
        struct irc_line event;
        assert_false(parse(pump, buffer, lines[i], &event));
        assert_true(parse(pump, buffer, ":a!b@c PRIVMSG #c :still there", &event));
        assert_string_equal(event.parameters[1], "still there");
        assert_null(irc_pump_output(pump));
    }
    irc_pump_free(pump);
}

static void takes_the_longest_line_and_no_longer(void **state)
{
    char text[1024] = ":a!b@c PRIVMSG #c ", buffer[1024];
    struct irc_line event;
    (void)state;
    struct irc_pump *pump = open_pump();
    size_t length = strlen(text);
    memset(text + length, 'x', IRC_LINE_MAX - length);
    assert_true(parse(pump, buffer, text, &event));
    assert_int_equal(strlen(event.parameters[1]), IRC_LINE_MAX - length);
    text[IRC_LINE_MAX] = 'x';
    assert_false(parse(pump, buffer, text, &event));
    irc_pump_free(pump);
}

static void begins_anew_for_each_connection(void **state)
{
    char buffer[1024];
    struct irc_line event;
    (void)state;
    for (int i = 0; i < 50; i++) {
        struct irc_pump *pump = open_pump();
        assert_true(parse(pump, buffer, ":s 001 belfry :Welcome", &event));
        assert_string_equal(event.command, "001");
        irc_pump_free(pump);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_the_registration),
        cmocka_unit_test(gives_back_what_it_was_fed),
        cmocka_unit_test(refuses_what_would_harm),
        cmocka_unit_test(takes_the_longest_line_and_no_longer),
        cmocka_unit_test(begins_anew_for_each_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
