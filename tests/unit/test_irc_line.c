#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/line.h"
#include "games/shared/text.h"

static struct irc_line parsed(char buffer[1024], const char *written)
{
    struct irc_line line;
    struct text text = text_in(buffer, 1024);
    text_add(&text, written);
    assert_true(irc_line_parse(buffer, &line));
    return line;
}

static void takes_a_line_apart(void **state)
{
    char buffer[1024];
    (void)state;
    struct irc_line line = parsed(buffer, "@a=1;b :src!u@h  PRIVMSG   #c  : two  words ");
    assert_string_equal(line.tags, "a=1;b");
    assert_string_equal(line.source, "src!u@h");
    assert_string_equal(line.command, "PRIVMSG");
    assert_int_equal(line.count, 2);
    assert_string_equal(line.parameters[0], "#c");
    assert_string_equal(line.parameters[1], " two  words ");
}

static void a_colon_inside_a_word_is_no_trailing(void **state)
{
    char buffer[1024];
    (void)state;
    struct irc_line line = parsed(buffer, ":srv 005 me A=b:c : ");
    assert_int_equal(line.count, 3);
    assert_string_equal(line.parameters[1], "A=b:c");
    assert_string_equal(line.parameters[2], " ");
}

static void trailing_blanks_are_no_parameter(void **state)
{
    char buffer[1024];
    (void)state;
    assert_int_equal(parsed(buffer, "MODE #c +o alice  ").count, 3);
    assert_int_equal(parsed(buffer, "PRIVMSG #c :").count, 2);
    assert_int_equal(parsed(buffer, "AWAY ").count, 0);
}

static void a_line_without_command_is_none(void **state)
{
    static const char *const lines[] = {"", " ", ":src", ":src ", "@tag", "@tag :src ", "@"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char buffer[32];
        struct irc_line line;
        memcpy(buffer, lines[i], strlen(lines[i]) + 1);
        assert_false(irc_line_parse(buffer, &line));
    }
}

static void too_many_parameters_stay_in_the_last(void **state)
{
    char buffer[1024], text[1024] = "X";
    (void)state;
    for (int i = 0; i < 200; i++)
        memcpy(text + 1 + 2 * i, " y", 3);
    struct irc_line line = parsed(buffer, text);
    assert_int_equal(line.count, IRC_PARAMETERS_MAX);
    assert_int_equal(strlen(line.parameters[IRC_PARAMETERS_MAX - 1]), 1 + 2 * (200 - 64));
}

static void reads_tags(void **state)
{
    char buffer[1024], value[16];
    (void)state;
    struct irc_line line = parsed(
        buffer, "@bot;account=al\\sice;x=1\\:2\\\\3\\;empty=;long=12345678901234567890;x=9 P");
    assert_true(irc_line_tag(&line, "bot", NULL, 0));
    assert_true(irc_line_tag(&line, "bot", value, sizeof value));
    assert_string_equal(value, "");
    assert_true(irc_line_tag(&line, "account", value, sizeof value));
    assert_string_equal(value, "al ice");
    assert_true(irc_line_tag(&line, "x", value, sizeof value));
    assert_string_equal(value, "9");
    assert_true(irc_line_tag(&line, "empty", value, sizeof value));
    assert_string_equal(value, "");
    assert_true(irc_line_tag(&line, "long", value, sizeof value));
    assert_string_equal(value, "123456789012345");
    assert_false(irc_line_tag(&line, "acc", value, sizeof value));
    line = parsed(buffer, "@x=1\\:2\\\\3\\ P");
    assert_true(irc_line_tag(&line, "x", value, sizeof value));
    assert_string_equal(value, "1;2\\3");
}

static void reads_sources(void **state)
{
    struct irc_source source;
    (void)state;
    assert_true(irc_source_parse("nick!user@host", &source));
    assert_string_equal(source.nick, "nick");
    assert_string_equal(source.user, "user");
    assert_string_equal(source.host, "host");
    assert_true(irc_source_parse("nick@host", &source));
    assert_string_equal(source.user, "");
    assert_true(irc_source_parse("irc.example.org", &source));
    assert_string_equal(source.nick, "irc.example.org");
    assert_true(irc_source_parse("n!u@x@host", &source));
    assert_string_equal(source.user, "u@x");
    assert_false(irc_source_parse("!user@host", &source));
    assert_false(irc_source_parse("n!abcdefghijklmnopqrstuvwxyzabcdefghijk@host", &source));
}

static void frame_gives_whole_lines(void **state)
{
    static struct irc_frame frame;
    const char *bytes = "\r\n\n one\r\n\r\ntwo\nhalf";
    size_t length = strlen(bytes);
    (void)state;
    assert_string_equal(irc_frame_next(&frame, &bytes, &length), " one");
    assert_string_equal(irc_frame_next(&frame, &bytes, &length), "two");
    assert_null(irc_frame_next(&frame, &bytes, &length));
    bytes = " line\r";
    length = strlen(bytes);
    assert_string_equal(irc_frame_next(&frame, &bytes, &length), "half line");
}

static void frame_drops_long_lines_and_lines_with_nul(void **state)
{
    static struct irc_frame frame;
    static char line[IRC_FRAME_MAX + 10];
    (void)state;
    memset(line, 'x', sizeof line);
    line[IRC_FRAME_MAX] = '\n';
    const char *bytes = line;
    size_t length = IRC_FRAME_MAX + 1;
    assert_int_equal(strlen(irc_frame_next(&frame, &bytes, &length)), IRC_FRAME_MAX);
    memcpy(line + IRC_FRAME_MAX, "x\nz\n", 4);
    bytes = line;
    length = IRC_FRAME_MAX + 4;
    assert_string_equal(irc_frame_next(&frame, &bytes, &length), "z");
    bytes = "a\0b\nc\n";
    length = 6;
    assert_string_equal(irc_frame_next(&frame, &bytes, &length), "c");
}

static int64_t time_of(const char *tags)
{
    char text[128];
    struct irc_line line;
    snprintf(text, sizeof text, "@%s PING x", tags);
    assert_true(irc_line_parse(text, &line));
    return irc_line_time(&line);
}

static void reads_times(void **state)
{
    (void)state;
    assert_int_equal(time_of("time=1970-01-01T00:00:01.000Z"), 1000);
    assert_int_equal(time_of("time=1970-01-01T00:00:01.999Z"), 1999);
    assert_int_equal(time_of("time=1970-01-01T00:00:01Z"), 1000);
    assert_int_equal(time_of("time=1970-01-01T00:00:01.1000Z"), 1000);
    assert_int_equal(time_of("time=1970-01-01T00:00:01.-5Z"), 1000);
    assert_int_equal(time_of("time=2026-01-01T00:00:00.001Z"), INT64_C(1767225600001));
    assert_int_equal(time_of("time=yesterday"), 0);
    assert_int_equal(time_of("times=1970-01-01T00:00:01.000Z"), 0);
}

static void tag_is(const char *tags, const char *name, const char *expected)
{
    char text[128], value[6] = "?";
    struct irc_line line;
    snprintf(text, sizeof text, "@%s PING x", tags);
    assert_true(irc_line_parse(text, &line));
    assert_int_equal(irc_line_tag(&line, name, value, sizeof value), expected != NULL);
    if (expected != NULL)
        assert_string_equal(value, expected);
}

static void values_of_tags_are_cut_and_unescaped(void **state)
{
    (void)state;
    tag_is("a=12345", "a", "12345");
    tag_is("a=123456", "a", "12345");
    tag_is("a=\\:\\s\\r\\n\\\\", "a", "; \r\n\\");
    tag_is("a=\\x\\", "a", "x");
    tag_is("ab=1;a=2", "a", "2");
    tag_is("a=1;a", "a", "");
    tag_is("a=1;ab=2", "abc", NULL);
    tag_is("b;;a=3", "a", "3");
}

static void numbers_have_three_digits(void **state)
{
    static const struct {
        const char *text;
        unsigned numeric;
    } lines[] = {{":s 001 x", 1}, {":s 999 x", 999}, {":s 0011 x", 0},
                 {":s 01 x", 0},  {":s 0a1 x", 0},   {":s PING x", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[32];
        struct irc_line line;
        snprintf(text, sizeof text, "%s", lines[i].text);
        assert_true(irc_line_parse(text, &line));
        assert_int_equal(line.numeric, lines[i].numeric);
        assert_string_equal(irc_line_last(&line), "x");
        assert_string_equal(irc_line_parameter(&line, 0), "x");
        assert_string_equal(irc_line_parameter(&line, 1), "");
    }
}

static void knows_a_nick_that_fits(void **state)
{
    (void)state;
    assert_true(irc_nick_fits("al[ice]^"));
    assert_false(irc_nick_fits(""));
    assert_false(irc_nick_fits("a b"));
    assert_false(irc_nick_fits(":a"));
    assert_false(irc_nick_fits("0123456789012345678901234567890123456789012345678901234567890123"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_times),
        cmocka_unit_test(values_of_tags_are_cut_and_unescaped),
        cmocka_unit_test(numbers_have_three_digits),
        cmocka_unit_test(takes_a_line_apart),
        cmocka_unit_test(a_colon_inside_a_word_is_no_trailing),
        cmocka_unit_test(trailing_blanks_are_no_parameter),
        cmocka_unit_test(a_line_without_command_is_none),
        cmocka_unit_test(too_many_parameters_stay_in_the_last),
        cmocka_unit_test(reads_tags),
        cmocka_unit_test(reads_sources),
        cmocka_unit_test(frame_gives_whole_lines),
        cmocka_unit_test(frame_drops_long_lines_and_lines_with_nul),
        cmocka_unit_test(knows_a_nick_that_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
