/* The log: the format of a line, and that no value can break out of it. */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/log.h"

/* The log asks this clock. */
static time_t seconds;
int fake_clock(clockid_t clock, struct timespec *now) __asm__("clock_gettime");

int fake_clock(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){.tv_sec = seconds};
    return 0;
}

/* What the log writes between `listen` and `heard`. */
struct capture {
    FILE *stream;
    char *bytes;
    size_t length;
};

static void listen_from(struct capture *capture, enum log_level least)
{
    capture->stream = open_memstream(&capture->bytes, &capture->length);
    assert_non_null(capture->stream);
    log_to(capture->stream, least);
}

static void stop(struct capture *capture)
{
    log_to(NULL, LOG_LEVEL_INFO);
    fclose(capture->stream);
    free(capture->bytes);
}

static void assert_matches(const char *bytes, const char *expression)
{
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB), 0);
    int result = regexec(&compiled, bytes, 0, NULL, 0);
    regfree(&compiled);
    if (result != 0)
        fail_msg("`%s` does not match `%s`", bytes, expression);
}

static void assert_tail(const struct capture *capture, const char *tail)
{
    const char *event = strstr(capture->bytes, " event=");
    assert_non_null(event);
    assert_string_equal(event, tail);
}

static void line_has_time_level_event_and_pairs(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    log_info("irc.registered", "network", "libera", "lines", LOG_NUMBER(-12));
    assert_matches(capture.bytes,
                   "^time=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z "
                   "level=info event=irc[.]registered network=libera lines=-12\n$");
    stop(&capture);
}

static void lesser_levels_are_silent(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_WARNING);
    log_info("quiet", "a", "b");
    log_debug("quiet", "a", "b");
    fflush(capture.stream);
    assert_int_equal(capture.length, 0);
    log_warning("loud", "a", "b");
    log_error("loud");
    assert_non_null(strstr(capture.bytes, "level=warning event=loud a=b\n"));
    assert_non_null(strstr(capture.bytes, "level=error event=loud\n"));
    stop(&capture);
}

static void null_value_leaves_its_key_out(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_DEBUG);
    log_debug("x", "gone", (const char *)NULL, "here", "1");
    assert_tail(&capture, " event=x here=1\n");
    stop(&capture);
}

static void values_are_quoted_and_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        const char *written;
    } cases[] = {
        {"", " event=x v=\"\"\n"},
        {"two words", " event=x v=\"two words\"\n"},
        {"a=b", " event=x v=\"a=b\"\n"},
        {"say \"hi\"", " event=x v=\"say \\\"hi\\\"\"\n"},
        {"back\\slash", " event=x v=\"back\\\\slash\"\n"},
        {"a\nlevel=error", " event=x v=\"a\\nlevel=error\"\n"},
        {"\x1b[31m\r\t", " event=x v=\"\\u001B[31m\\r\\t\"\n"},
        {"\xC2\x85", " event=x v=\"\\u0085\"\n"},
        {"\xE2\x80\xAE", " event=x v=\"\\u202E\"\n"},
        {"\xF3\xA0\x80\x81", " event=x v=\"\\U000E0001\"\n"},
        {"bad\xFF", " event=x v=\"bad\\xFF\"\n"},
        {"cut\xE2\x80", " event=x v=\"cut\\xE2\\x80\"\n"},
        {"épée", " event=x v=épée\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct capture capture;
        listen_from(&capture, LOG_LEVEL_INFO);
        log_info("x", "v", cases[i].value);
        assert_tail(&capture, cases[i].written);
        stop(&capture);
    }
}

static void long_values_and_lines_are_cut(void **state)
{
    (void)state;
    struct capture capture;
    char value[3000];
    memset(value, 'a', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    listen_from(&capture, LOG_LEVEL_INFO);
    log_info("x", "v", value, "w", "1");
    assert_non_null(strstr(capture.bytes, "a…\" w=1\n"));
    assert_true(capture.length < 1200);
    size_t before = capture.length;
    log_info("x", "a", value, "b", value, "c", value, "d", value, "e", value);
    assert_true(capture.length - before <= 4096);
    assert_int_equal(capture.bytes[capture.length - 1], '\n');
    assert_null(memchr(capture.bytes + before, '\n', capture.length - before - 1));
    stop(&capture);
}

static void numbers_reach_both_ends(void **state)
{
    (void)state;
    assert_string_equal(LOG_NUMBER(INT64_MIN), "-9223372036854775808");
    assert_string_equal(LOG_NUMBER(INT64_MAX), "9223372036854775807");
}

static size_t count(const struct capture *capture, const char *part)
{
    size_t found = 0;
    for (const char *at = capture->bytes; (at = strstr(at, part)) != NULL; at++)
        found++;
    return found;
}

static void equal_lines_are_counted(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    for (int i = 0; i < 4317; i++)
        log_warning("lws", "text", "accept failed");
    assert_int_equal(count(&capture, "event=lws"), 20);
    log_info("another");
    assert_int_equal(count(&capture, "event=lws"), 20);
    seconds += 59;
    log_tell_repeated(false);
    assert_int_equal(count(&capture, "event=lws"), 20);
    seconds += 1;
    log_tell_repeated(false);
    assert_int_equal(count(&capture, "level=warning event=lws text=\"accept failed\" "
                                     "repeated=4297\n"),
                     1);
    stop(&capture);
}

static void an_error_that_goes_on_is_one_line_a_minute(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    for (int i = 0; i < 600; i++) {
        log_error("store.not-saved", "reason", "the disk is full");
        seconds++;
    }
    assert_int_equal(count(&capture, "event=store.not-saved"), 10);
    assert_int_equal(count(&capture, " repeated=59\n"), 1);
    assert_int_equal(count(&capture, " repeated=60\n"), 8);
    stop(&capture);
}

static void an_error_that_comes_back_later_is_written_again(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    for (int i = 0; i < 3; i++) {
        log_error("x");
        seconds += 61;
    }
    assert_int_equal(count(&capture, "event=x\n"), 3);
    stop(&capture);
}

static void lines_that_alternate_are_counted_too(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    for (int i = 0; i < 800; i++)
        log_warning("x", "n", LOG_NUMBER(i % 8));
    assert_int_equal(count(&capture, "event=x"), 8 * 20);
    log_warning("y"); /* there is no place left: the oldest is told */
    assert_int_equal(count(&capture, " repeated=80\n"), 1);
    log_tell_repeated(true);
    assert_int_equal(count(&capture, " repeated=80\n"), 8);
    stop(&capture);
}

static void lines_that_differ_in_level_or_at_the_end_are_not_equal(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    log_error("x", "v", "1");
    log_error("x", "v", "12");
    log_warning("x", "v", "1");
    assert_int_equal(count(&capture, "event=x"), 3);
    stop(&capture);
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void a_line_can_be_an_object_of_json(void **state)
{
    (void)state;
    struct capture capture;
    listen_from(&capture, LOG_LEVEL_INFO);
    log_as(LOG_FORMAT_JSON);
    log_info("irc.said", "network", "libera", "reason", "a \"b\" \\ \n\xFF\u202E\U000E0001é",
             "none", NULL);
    log_as(LOG_FORMAT_TEXT);
    assert_matches(capture.bytes, "^\\{\"time\":\"[0-9T:.-]+Z\",\"level\":\"info\",");
    assert_non_null(strstr(capture.bytes,
                           ",\"event\":\"irc.said\",\"network\":\"libera\",\"reason\":\"a "
                           "\\\"b\\\" \\\\ \\u000A\\\\xFF\\u202E\\uDB40\\uDC01é\"}\n"));
    stop(&capture);
}

/* Whatever is too long: the object is whole. */
static void long_values_leave_json_whole(void **state)
{
    (void)state;
    char value[5000];
    struct capture capture;
    memset(value, '"', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    listen_from(&capture, LOG_LEVEL_INFO);
    log_as(LOG_FORMAT_JSON);
    log_info("long", "a", value, "b", value, "c", value, "d", value, "e", value, "f", "short");
    log_as(LOG_FORMAT_TEXT);
    assert_true(capture.length < 4096);
    assert_matches(capture.bytes, "^\\{(\"[a-z]+\":\"([^\"\\\\]|\\\\\")*\"(,|\\}\n$))+");
    assert_non_null(strstr(capture.bytes, "…\",\"b\":\""));
    assert_non_null(strstr(capture.bytes, ",\"f\":\"short\"}\n"));
    stop(&capture);
}

/* -- The journal ------------------------------------------------------------------------------- */

static int journal_opened(char folder[32], struct sockaddr_un *address)
{
    int journal = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    memcpy(folder, "/tmp/belfry-log-XXXXXX", sizeof "/tmp/belfry-log-XXXXXX");
    assert_non_null(mkdtemp(folder));
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(address->sun_path, sizeof address->sun_path, "%s/socket", folder);
    assert_int_equal(bind(journal, (const struct sockaddr *)address, sizeof *address), 0);
    return journal;
}

static void journal_closed(int journal, const char *folder, const struct sockaddr_un *address)
{
    close(journal);
    unlink(address->sun_path);
    rmdir(folder);
}

static void assert_entry(int journal, const char *expected)
{
    char entry[8192];
    ssize_t length = recv(journal, entry, sizeof entry - 1, 0);
    assert_true(length > 0);
    entry[length] = '\0';
    assert_string_equal(entry, expected);
}

static void an_entry_of_the_journal_has_a_field_for_each_pair(void **state)
{
    (void)state;
    char folder[32], entry[8192];
    struct sockaddr_un address;
    struct capture capture;
    int journal = journal_opened(folder, &address);
    listen_from(&capture, LOG_LEVEL_INFO);
    assert_true(log_find_journal(address.sun_path));
    log_as(LOG_FORMAT_JOURNALD);
    log_warning("irc.lost", "network", "libera", "needs-restart", "a\nMESSAGE=b", "none", NULL);
    assert_entry(journal, "MESSAGE=level=warning event=irc.lost network=libera"
                          " needs-restart=\"a\\nMESSAGE=b\"\n"
                          "PRIORITY=4\nSYSLOG_IDENTIFIER=belfry\n"
                          "BELFRY_EVENT=irc.lost\nBELFRY_NETWORK=libera\n"
                          "BELFRY_NEEDS_RESTART=a\\nMESSAGE=b\n");
    log_error("x");
    log_error("x");
    assert_entry(journal, "MESSAGE=level=error event=x\nPRIORITY=3\nSYSLOG_IDENTIFIER=belfry\n"
                          "BELFRY_EVENT=x\n");
    assert_int_equal(recv(journal, entry, sizeof entry, 0), -1);
    log_tell_repeated(true);
    assert_entry(journal, "MESSAGE=level=error event=x repeated=1\nPRIORITY=3\n"
                          "SYSLOG_IDENTIFIER=belfry\nBELFRY_EVENT=x\nBELFRY_REPEATED=1\n");
    fflush(capture.stream);
    assert_int_equal(capture.length, 0);
    /* The journal is gone: nothing is lost. */
    journal_closed(journal, folder, &address);
    log_info("irc.said", "network", "libera");
    fflush(capture.stream);
    assert_matches(capture.bytes, "^time=[^ ]+ level=info event=irc.said network=libera\n$");
    assert_false(log_find_journal(address.sun_path));
    log_as(LOG_FORMAT_TEXT);
    stop(&capture);
}

/* Whatever is too long: the entry keeps its message and its priority, and no field is cut in two.
 */
static void long_values_leave_an_entry_whole(void **state)
{
    (void)state;
    char folder[32], value[3000], entry[8192];
    struct sockaddr_un address;
    struct capture capture;
    int journal = journal_opened(folder, &address);
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    listen_from(&capture, LOG_LEVEL_INFO);
    assert_true(log_find_journal(address.sun_path));
    log_as(LOG_FORMAT_JOURNALD);
    log_info("long", "a", value, "b", value, "c", value, "d", "short");
    log_as(LOG_FORMAT_TEXT);
    ssize_t length = recv(journal, entry, sizeof entry - 1, 0);
    assert_in_range(length, 100, 4096);
    entry[length] = '\0';
    assert_matches(entry, "^(MESSAGE|PRIORITY|SYSLOG_IDENTIFIER|BELFRY_[A-Z]+)=[^\n]+\n");
    assert_non_null(strstr(entry, "\nPRIORITY=6\n"));
    assert_non_null(strstr(entry, "…\nBELFRY_D=short\n"));
    journal_closed(journal, folder, &address);
    stop(&capture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_has_time_level_event_and_pairs),
        cmocka_unit_test(lesser_levels_are_silent),
        cmocka_unit_test(a_line_can_be_an_object_of_json),
        cmocka_unit_test(long_values_leave_json_whole),
        cmocka_unit_test(an_entry_of_the_journal_has_a_field_for_each_pair),
        cmocka_unit_test(long_values_leave_an_entry_whole),
        cmocka_unit_test(null_value_leaves_its_key_out),
        cmocka_unit_test(values_are_quoted_and_escaped),
        cmocka_unit_test(long_values_and_lines_are_cut),
        cmocka_unit_test(numbers_reach_both_ends),
        cmocka_unit_test(equal_lines_are_counted),
        cmocka_unit_test(an_error_that_goes_on_is_one_line_a_minute),
        cmocka_unit_test(an_error_that_comes_back_later_is_written_again),
        cmocka_unit_test(lines_that_alternate_are_counted_too),
        cmocka_unit_test(lines_that_differ_in_level_or_at_the_end_are_not_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
