#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/line.h"
#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"
#include "tests/wire/irc_kit.h"

static struct irc_kit kit;

static int begin(void **state)
{
    (void)state;
    irc_kit_init_channel(&kit);
    return 0;
}

static int end(void **state)
{
    (void)state;
    irc_kit_free(&kit);
    return 0;
}

static void hears_alice(void)
{
    irc_kit_receive(&kit, ":alice!al@alice.example PRIVMSG #c :!still");
    const char *event = irc_kit_event(&kit);
    assert_non_null(event);
    assert_string_equal(event, "received #c mask:alice!al@alice.example alice player: still");
}

static void a_long_tag_does_no_harm(void **state)
{
    static char line[9000];
    (void)state;
    irc_kit_enter_channel(&kit);
    for (size_t length = 1000; length < 8600; length += 500) {
        memset(line, 'x', length);
        memcpy(line, "@+a=", 4);
        memcpy(line + length, " :alice!al@alice.example PRIVMSG #c :!tag", 42);
        irc_kit_receive(&kit, line);
        const char *event = irc_kit_event(&kit);
        /* A line with tags over the limit is dropped; later lines are still heard. */
        if (length < 8000)
            assert_string_equal(event, "received #c mask:alice!al@alice.example alice player: tag");
        irc_kit_forget(&kit);
        hears_alice();
    }
}

static void a_line_beyond_512_bytes_is_dropped(void **state)
{
    char line[600] = ":alice!al@alice.example PRIVMSG #c :!";
    size_t length = strlen(line);
    (void)state;
    irc_kit_enter_channel(&kit);
    memset(line + length, 'x', IRC_LINE_MAX - length);
    irc_kit_receive(&kit, line);
    assert_non_null(irc_kit_event(&kit));
    line[IRC_LINE_MAX] = 'x';
    irc_kit_receive(&kit, line);
    assert_null(irc_kit_event(&kit));
    hears_alice();
}

static void channels_are_found_as_they_are_typed(void **state)
{
    char place[PLACE_MAX];
    (void)state;
    irc_kit_enter_channel(&kit);
    assert_true(irc_session_find_place(kit.session, "#Castle[X]", place));
    assert_string_equal(place, "#castle{x}");
    assert_false(irc_session_find_place(kit.session, "castle", place));
    assert_false(irc_session_find_place(kit.session, "", place));
    assert_true(irc_session_has_place(kit.session, "#c"));
    assert_false(irc_session_has_place(kit.session, "#castle{x}"));
    assert_string_equal(irc_session_prefix(kit.session, "#c"), "!");
    assert_string_equal(irc_session_prefix(kit.session, ""), "");
    assert_false(irc_session_sees(kit.session, "#c", "account:nobody"));
    assert_true(irc_session_means(kit.session, "account:Alice[m]", "account:alice{m}"));
    assert_false(irc_session_means(kit.session, "account:alice", "account:alicia"));
    irc_kit_disconnect(&kit);
    assert_false(irc_session_has_place(kit.session, "#c"));
}

static void megabytes_without_a_line_end_are_forgotten(void **state)
{
    static char bytes[65536];
    (void)state;
    irc_kit_enter_channel(&kit);
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 32; i++)
        irc_kit_bytes(&kit, bytes, sizeof bytes);
    irc_kit_bytes(&kit, "\n", 1);
    hears_alice();
}

static void bytes_may_come_one_by_one(void **state)
{
    const char *line = "\r\n:alice!al@alice.example PRIVMSG #c :!x\r\n\n\r:alice!al@alice.example "
                       "PRIVMSG #c :!y\n";
    (void)state;
    irc_kit_enter_channel(&kit);
    for (size_t i = 0; i < strlen(line); i++)
        irc_kit_bytes(&kit, line + i, 1);
    assert_string_equal(irc_kit_event(&kit),
                        "received #c mask:alice!al@alice.example alice player: x");
    assert_string_equal(irc_kit_event(&kit),
                        "received #c mask:alice!al@alice.example alice player: y");
}

/* Returns the bytes of a line as others receive it, with CRLF. */
static size_t as_seen(const char *line, const char *mask)
{
    return 1 + strlen(mask) + 1 + strlen(line) + 2;
}

static void long_texts_fit_with_our_mask(void **state)
{
    char text[4000] = "", together[4000] = "";
    const char *line;
    size_t longest = 0;
    (void)state;
    irc_kit_enter_channel(&kit);
    for (size_t i = 0; i < 1000; i++)
        memcpy(text + 3 * i, "\xe2\x94\x80", 4);
    irc_kit_say(&kit, "event", "#c", "-", text);
    while ((line = irc_kit_line(&kit))) {
        size_t seen = as_seen(line, "belfry!belfry@bot.example");
        longest = seen > longest ? seen : longest;
        assert_in_range(seen, 1, 512);
        assert_int_equal(strncmp(line, "PRIVMSG #c :", 12), 0);
        memcpy(together + strlen(together), line + 12, strlen(line + 12) + 1);
    }
    assert_in_range(longest, 510, 512);
    assert_string_equal(together, text);
}

/* LINELEN=1024: 1022 bytes are heard and one more is not, and the bot's lines are as long. */
static void a_server_with_long_lines_gets_them(void **state)
{
    char line[1100] = ":alice!al@alice.example PRIVMSG #c :!", text[3000];
    const char *said;
    size_t length = strlen(line), longest = 0, lines = 0;
    (void)state;
    irc_kit_welcome(&kit, "account-tag message-tags", "LINELEN=1024");
    irc_kit_enter(&kit, "#c", "belfry alice!al@alice.example");
    memset(line + length, 'x', 1022 - length);
    irc_kit_receive(&kit, line);
    assert_int_equal(strlen(irc_kit_event(&kit)),
                     strlen("received #c mask:alice!al@alice.example alice player: ") + 1022 -
                         length);
    line[1022] = 'x';
    irc_kit_receive(&kit, line);
    assert_null(irc_kit_event(&kit));
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    irc_kit_say(&kit, "event", "#c", "-", text);
    for (; (said = irc_kit_line(&kit)); lines++) {
        size_t seen = as_seen(said, "belfry!belfry@bot.example");
        longest = seen > longest ? seen : longest;
    }
    assert_int_equal(longest, 1024);
    assert_int_equal(lines, 4);
}

/* Names that are too long to tell apart are refused, and the log says so once. */
static void names_at_their_limits(void **state)
{
    static const struct {
        size_t nick, user, host;
        bool served;
    } cases[] = {{63, 31, 95, true}, {64, 5, 5, false}, {5, 32, 5, false}, {5, 5, 96, false}};
    char names[200], line[400], log[4096];
    (void)state;
    memset(names, 'n', sizeof names);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *file = fmemopen(log, sizeof log, "w");
        irc_kit_free(&kit);
        begin(NULL);
        log_to(file, LOG_LEVEL_WARNING);
        irc_kit_enter_channel(&kit);
        snprintf(line, sizeof line, ":%.*s!%.*s@%.*s PRIVMSG #c :!hand", (int)cases[i].nick, names,
                 (int)cases[i].user, names, (int)cases[i].host, names);
        irc_kit_receive(&kit, line);
        irc_kit_receive(&kit, line);
        const char *event = irc_kit_event(&kit);
        irc_kit_forget(&kit);
        hears_alice();
        log_to(stderr, LOG_LEVEL_ERROR);
        fclose(file);
        assert_int_equal(event != NULL, cases[i].served);
        const char *refused = strstr(log, "irc.person_refused");
        assert_int_equal(refused == NULL, cases[i].served);
        assert_true(!refused || !strstr(refused + 1, "irc.person_refused"));
    }
}

static void before_our_mask_is_known_the_longest_is_assumed(void **state)
{
    char text[2000];
    const char *line;
    (void)state;
    irc_kit_welcome(&kit, "account-tag", "");
    irc_kit_receive(&kit, ":alice!al@alice.example PRIVMSG belfry :x");
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    irc_kit_say(&kit, "hand", "-", "mask:alice!al@alice.example", text);
    size_t count = 0;
    while ((line = irc_kit_line(&kit))) {
        count++;
        assert_in_range(strlen(line) + 2 + strlen(":belfry!@ ") + 11 + 63, 1, 512);
        assert_true(strlen(line) > 300 || count > 4);
    }
    assert_true(count > 4);
}

/* A line that was cut for one nick is sent under a longer one. */
static void long_texts_fit_under_a_new_nick(void **state)
{
    char text[2000] = "", together[2000] = "";
    const char *line, *nick = "Guest17171717171717171717171717";
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_set(&kit, "bytes-per-line", "0");
    irc_kit_welcome(&kit, "account-tag", "NICKLEN=30");
    irc_kit_enter(&kit, "#c", "belfry alice!al@alice.example");
    for (size_t i = 0; i < 500; i++)
        memcpy(text + 3 * i, "\xe2\x94\x80", 4);
    for (int i = 0; i < 10; i++)
        irc_kit_say(&kit, "event", "#c", "-", "x");
    irc_kit_say(&kit, "hand", "#c", "mask:alice!al@alice.example", text);
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":alice!al@alice.example NICK Guest17171717171717171717171717");
    irc_kit_wait(&kit, 60000);
    while ((line = irc_kit_line(&kit))) {
        if (strncmp(line, "PRIVMSG ", 8) != 0 || line[8] == '#')
            continue;
        assert_in_range(as_seen(line, "belfry!belfry@bot.example"), 1, 512);
        assert_memory_equal(line + 8, nick, strlen(nick));
        line += 8 + strlen(nick) + 2;
        memcpy(together + strlen(together), line, strlen(line) + 1);
    }
    assert_string_equal(together, text);
}

static void say_picture(const struct outbound *picture)
{
    irc_kit_wait(&kit, 60000);
    irc_kit_forget(&kit);
    irc_session_say(kit.session, picture, kit.now);
    irc_kit_wait(&kit, 1);
}

/* The bucket holds five lines: a picture of six is out in two seconds, one of seven in four. */
static void a_picture_that_would_come_late_is_said_in_brief(void **state)
{
    struct outbound picture = {.kind = OUTBOUND_PICTURE,
                               .place = "#c",
                               .brief = "in brief",
                               .table = 1,
                               .text = "1\n2\n3\n4\n5\n6"};
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_welcome(&kit, "account-tag", "");
    irc_kit_enter(&kit, "#c", "belfry alice!al@alice.example");
    say_picture(&picture);
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :1");
    picture.text = "1\n2\n3\n4\n5\n6\n7";
    say_picture(&picture);
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :in brief");
    picture.brief = NULL; /* somebody asked for it */
    say_picture(&picture);
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :1");
}

static void the_mask_is_learned_from_396_chghost_and_who(void **state)
{
    char text[2000];
    const char *line;
    (void)state;
    irc_kit_enter_channel(&kit);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    irc_kit_receive(&kit, ":irc.test.example 396 belfry a-much-longer-cloak.users.example :is now "
                          "your displayed host");
    irc_kit_say(&kit, "event", "#c", "-", text);
    line = irc_kit_line(&kit);
    assert_int_equal(as_seen(line, "belfry!belfry@a-much-longer-cloak.users.example"), 512);
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":belfry!belfry@a-much-longer-cloak.users.example CHGHOST b c");
    irc_kit_say(&kit, "event", "#c", "-", text);
    line = irc_kit_line(&kit);
    assert_int_equal(as_seen(line, "belfry!b@c"), 512);
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":irc.test.example 352 belfry #c longer cloak.example irc.test.example "
                          "belfry H :0 belfry");
    irc_kit_say(&kit, "event", "#c", "-", text);
    line = irc_kit_line(&kit);
    assert_int_equal(as_seen(line, "belfry!longer@cloak.example"), 512);
}

/* What was sent counts over connections; what waits does not outlive one. */
static void counts_go_on_over_connections(void **state)
{
    struct adapter_counters first = {0}, second = {0}, last = {0};
    (void)state;
    irc_kit_welcome(&kit, "account-tag", "");
    irc_session_count(kit.session, &first);
    assert_true(first.sent > 0);
    irc_kit_disconnect(&kit);
    irc_session_count(kit.session, &second);
    assert_int_equal(second.sent, first.sent);
    assert_int_equal(second.waiting, 0);
    irc_kit_forget(&kit);
    irc_kit_connect(&kit, false);
    uint64_t lines = 0;
    while (irc_kit_line(&kit) != NULL)
        lines++;
    irc_session_count(kit.session, &last);
    assert_int_equal(last.sent, first.sent + lines);
    assert_int_equal(last.superseded, 0);
    assert_int_equal(last.dropped, 0);
}

/* Nothing that is heard is no sign of life. */
static void silence_is_no_answer(void **state)
{
    (void)state;
    irc_kit_set(&kit, "ping-after", "10s");
    irc_kit_welcome(&kit, "account-tag", "");
    irc_kit_wait(&kit, 9999);
    irc_kit_bytes(&kit, "", 0);
    irc_kit_forget(&kit);
    irc_kit_wait(&kit, 1);
    const char *line = irc_kit_line(&kit);
    assert_non_null(line);
    assert_memory_equal(line, "PING", 4);
}

static void paces_are_those_of_the_settings_page(void **state)
{
    static const struct {
        const char *name;
        int burst, refill;
        bool unlimited;
    } paces[] = {{"libera", 5, 2000, false}, {"inspircd", 8, 1000, false}, {"own", 1, 1, true}};
    (void)state;
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
        irc_kit_set(&kit, "pace", paces[i].name);
        irc_kit_set(&kit, "bytes-per-line", "80");
        struct sender_pace pace = irc_session_pace(kit.settings);
        assert_int_equal(pace.burst, paces[i].burst);
        assert_int_equal(pace.refill_ms, paces[i].refill);
        assert_int_equal(pace.unlimited, paces[i].unlimited);
        assert_int_equal(pace.bytes_per_token, 80);
    }
    irc_kit_set(&kit, "burst", "1");
    irc_kit_set(&kit, "refill", "1ms");
    irc_kit_set(&kit, "pace", "libera");
    struct sender_pace pace = irc_session_pace(kit.settings);
    assert_int_equal(pace.burst, 1);
    assert_int_equal(pace.refill_ms, 1);
}

/* 200 moves at once: the preset's pace applies; PONG and QUIT do not wait for it. */
static void a_burst_is_paced(void **state)
{
    const char *line;
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_welcome(&kit, "account-tag", "");
    irc_kit_wait(&kit, 60000);
    irc_kit_enter(&kit, "#c", "belfry alice!al@alice.example");
    irc_kit_wait(&kit, 60000);
    irc_kit_forget(&kit);
    for (int i = 0; i < 200; i++)
        irc_kit_say(&kit, "event", "#c", "-", "alice advances 3");
    size_t count = 0;
    while (irc_kit_line(&kit))
        count++;
    assert_int_equal(count, 5);
    irc_kit_wait(&kit, 20000);
    while (irc_kit_line(&kit))
        count++;
    assert_int_equal(count, 15);
    irc_kit_receive(&kit, "PING :x");
    line = irc_kit_line(&kit);
    assert_string_equal(line, "PONG :x");
    irc_session_quit(kit.session, "bye", kit.now);
    irc_kit_wait(&kit, 1);
    assert_string_equal(irc_kit_line(&kit), "QUIT :bye");
    assert_null(irc_kit_line(&kit));
}

static void a_newer_picture_takes_the_place_of_the_older(void **state)
{
    const char *line;
    bool newest = false;
    size_t pictures = 0;
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < 100; i++) {
        char picture[] = "picture 00\nrow";
        picture[8] = (char)('0' + i / 10);
        picture[9] = (char)('0' + i % 10);
        irc_kit_say(&kit, "picture", "#c", "-", picture);
    }
    irc_kit_wait(&kit, 60000);
    while ((line = irc_kit_line(&kit))) {
        pictures += strstr(line, "picture") != NULL;
        newest |= strstr(line, "picture 99") != NULL;
    }
    assert_true(newest);
    assert_in_range(pictures, 1, 4);
}

/* Lines that follow from one cause are one, as long as it is not too long. */
static void a_narration_is_one_line(void **state)
{
    struct outbound told = {.kind = OUTBOUND_EVENT,
                            .place = "#c",
                            .text = "bruno plays b5.\nalice takes the trick.\n",
                            .narration = true};
    (void)state;
    irc_kit_enter_channel(&kit);
    irc_session_say(kit.session, &told, kit.now);
    irc_kit_wait(&kit, 1);
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :bruno plays b5. alice takes the trick.");
    told.narration = false;
    irc_session_say(kit.session, &told, kit.now);
    irc_kit_wait(&kit, 1);
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :bruno plays b5.");
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :alice takes the trick.");
    assert_null(irc_kit_line(&kit));
}

/* What waits for the pace shares a line, and the last of it goes sooner. */
static void narrations_that_wait_share_a_line(void **state)
{
    struct outbound told = {.kind = OUTBOUND_EVENT,
                            .place = "#c",
                            .text = "alice plays b5.",
                            .table = 1,
                            .narration = true};
    (void)state;
    irc_kit_enter_channel(&kit);
    unsigned sentences = 0, lines = 0;
    for (int second = 0; second < 6; second++) {
        for (int i = 0; i < 4; i++)
            irc_session_say(kit.session, &told, kit.now);
        irc_kit_wait(&kit, 1000);
        for (const char *line; (line = irc_kit_line(&kit)) != NULL; lines++)
            for (const char *at = line; (at = strstr(at, "plays")) != NULL; at++)
                sentences++;
    }
    assert_int_equal(sentences, 24);
    assert_in_range(lines, 1, 6);
}

/* Who sat before is out of date when somebody else sits, and when the game begins. */
static void an_old_lobby_is_not_told(void **state)
{
    static const char *const said[] = {"alice sits", "bruno sits", "the game begins"};
    const char *line;
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_enter_channel(&kit);
    for (size_t i = 0; i < 3; i++) {
        const struct outbound lobby = {
            .kind = OUTBOUND_EVENT, .place = "#c", .text = said[i], .table = 7, .lobby = true};
        irc_session_say(kit.session, &lobby, kit.now);
    }
    const struct outbound picture = {
        .kind = OUTBOUND_PICTURE, .place = "#c", .text = "the table", .table = 7};
    irc_session_say(kit.session, &picture, kit.now);
    irc_kit_wait(&kit, 60000);
    do
        line = irc_kit_line(&kit);
    while (line && !strstr(line, "PRIVMSG"));
    assert_string_equal(line, "PRIVMSG #c :the game begins");
    assert_string_equal(irc_kit_line(&kit), "PRIVMSG #c :the table");
    assert_null(irc_kit_line(&kit));
}

/* What waits when the connection is lost is never sent: it is counted as dropped, once. */
static void what_waits_at_the_end_of_a_connection_is_dropped(void **state)
{
    struct adapter_counters before = {0}, after = {0};
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < 50; i++)
        irc_kit_say(&kit, "event", "#c", "-", "alice advances 3");
    irc_session_count(kit.session, &before);
    assert_true(before.connected);
    assert_in_range(before.waiting, 1, 50);
    for (int i = 0; i < 2; i++) {
        irc_kit_disconnect(&kit);
        irc_session_count(kit.session, &after);
        assert_false(after.connected);
        assert_int_equal(after.sent, before.sent);
        assert_int_equal(after.dropped, before.dropped + before.waiting);
        assert_int_equal(after.waiting, 0);
    }
    irc_kit_welcome(&kit, "account-tag", "");
    irc_session_count(kit.session, &after);
    assert_true(after.sent > before.sent);
    assert_int_equal(after.dropped, before.dropped + before.waiting);
}

/* What waits for a channel goes when we are thrown out: nobody there may read it later. */
static void what_waits_for_a_channel_goes_with_a_kick(void **state)
{
    const char *line;
    (void)state;
    irc_kit_set(&kit, "pace", "libera");
    irc_kit_set(&kit, "rejoin", "once");
    irc_kit_set(&kit, "rejoin-after", "1s");
    irc_kit_enter_channel(&kit);
    for (int i = 0; i < 50; i++)
        irc_kit_say(&kit, "event", "#c", "-", "alice advances 3");
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, ":alice!al@alice.example KICK #c belfry :no");
    irc_kit_wait(&kit, 20000);
    irc_kit_enter(&kit, "#c", "belfry alice!al@alice.example");
    irc_kit_wait(&kit, 200000);
    while ((line = irc_kit_line(&kit)))
        assert_null(strstr(line, "PRIVMSG"));
}

/* Nobody shares the beginning of a long mask with others. */
static void an_identity_is_whole(void **state)
{
    char nick[64] = "", user[32] = "", host[96] = "", line[512], expected[512];
    (void)state;
    memset(nick, 'n', sizeof nick - 1);
    memset(user, 'u', sizeof user - 1);
    irc_kit_enter_channel(&kit);
    for (size_t length = 60; length < sizeof host; length++) {
        memset(host, 'h', length);
        snprintf(line, sizeof line, ":%s!%s@%s PRIVMSG belfry :hand", nick, user, host);
        snprintf(expected, sizeof expected, "received - mask:%s!%s@%s %s player addressed: hand",
                 nick, user, host, nick);
        irc_kit_receive(&kit, line);
        const char *event = irc_kit_event(&kit);
        assert_non_null(event);
        assert_string_equal(event, expected);
        irc_kit_forget(&kit);
    }
}

/* Logs in with a password of this many bytes: `whole` pieces of 400 letters must be sent, and then
 * one of `rest`, which is never left out. */
static void password_takes(size_t bytes, size_t whole, size_t rest)
{
    char password[1025] = "";
    memset(password, 'p', bytes);
    irc_kit_set(&kit, "password", password);
    irc_kit_connect(&kit, true);
    irc_kit_receive(&kit, ":irc.test.example CAP * LS :sasl=PLAIN");
    irc_kit_receive(&kit, ":irc.test.example CAP * ACK :sasl");
    irc_kit_forget(&kit);
    irc_kit_receive(&kit, "AUTHENTICATE +");
    for (size_t i = 0; i < whole; i++)
        assert_int_equal(strlen(irc_kit_line(&kit)), strlen("AUTHENTICATE ") + 400);
    const char *last = irc_kit_line(&kit);
    assert_int_equal(strlen(last), strlen("AUTHENTICATE ") + rest);
    assert_int_equal(strcmp(last, "AUTHENTICATE +") == 0, rest == 1);
    assert_null(irc_kit_line(&kit));
}

/* With "belfry" and two zeros, 292 bytes are exactly 400 letters: an empty piece must follow. */
static void a_password_of_one_whole_piece(void **state)
{
    (void)state;
    password_takes(292, 1, 1);
}

static void a_password_of_two_pieces(void **state)
{
    (void)state;
    password_takes(511, 1, 292);
}

static void a_password_of_three_pieces(void **state)
{
    (void)state;
    password_takes(889, 2, 396);
}

static void a_password_of_three_whole_pieces(void **state)
{
    (void)state;
    password_takes(892, 3, 1);
}

static void the_longest_password(void **state)
{
    (void)state;
    password_takes(1024, 3, 176);
}

static void many_channels_are_joined_without_loss(void **state)
{
    const char *line;
    size_t joined = 0;
    (void)state;
    irc_kit_set(&kit, "pace", "inspircd");
    for (int i = 0; i < 63; i++) {
        char name[] = "#channel00";
        name[8] = (char)('0' + i / 10);
        name[9] = (char)('0' + i % 10);
        irc_kit_set(&kit, "channels", name);
    }
    irc_kit_connect(&kit, false);
    irc_kit_receive(&kit, ":irc.test.example 001 belfry :Welcome");
    irc_kit_receive(&kit, ":irc.test.example 422 belfry :No MOTD");
    irc_kit_wait(&kit, 60000);
    while ((line = irc_kit_line(&kit))) {
        if (strncmp(line, "JOIN ", 5) != 0)
            continue;
        for (; *line; line++)
            joined += *line == '#';
    }
    assert_int_equal(joined, 64);
}

static void a_percent_in_our_names_is_a_percent(void **state)
{
    (void)state;
    irc_kit_set(&kit, "realname", "100%s %n bot");
    irc_kit_connect(&kit, false);
    assert_string_equal(irc_kit_line(&kit), "CAP LS 302");
    assert_string_equal(irc_kit_line(&kit), "NICK belfry");
    assert_string_equal(irc_kit_line(&kit), "USER belfry unknown unknown :100%s %n bot");
}

static void every_ping_is_answered(void **state)
{
    enum { PINGS = 5000 };
    static char bytes[PINGS * 16];
    struct text text = TEXT_IN(bytes);
    unsigned answered = 0;
    (void)state;
    irc_kit_enter_channel(&kit);
    for (unsigned i = 0; i < PINGS; i++)
        text_add_format(&text, "PING :%u\r\n", i);
    irc_session_bytes(kit.session, text.bytes, text.length, kit.now);
    for (int64_t wait = 0; wait == 0; answered++) {
        char expected[32];
        struct text pong = TEXT_IN(expected);
        const char *line = irc_session_next_line(kit.session, kit.now, &wait);
        if (line == NULL)
            break;
        text_add_format(&pong, "PONG :%u", answered);
        assert_string_equal(line, expected);
    }
    assert_int_equal(answered, PINGS);
}

/* One byte at a time, and never a line. */
static void a_server_that_only_drips_is_given_up(void **state)
{
    enum { DRIP = 100 };
    const int64_t patience = kit.settings->ping_after + kit.settings->ping_timeout;
    (void)state;
    irc_kit_enter_channel(&kit);
    for (int64_t passed = 0; passed <= patience; passed += DRIP) {
        kit.now += DRIP;
        irc_session_bytes(kit.session, "x", 1, kit.now);
        irc_session_tick(kit.session, kit.now);
    }
    assert_int_equal(irc_session_verdict(kit.session).course, IRC_COURSE_RECONNECT);
}

static void how_late_a_ping_is_answered_is_told(void **state)
{
    static const char pong[] = ":irc.test.example PONG irc.test.example :belfry\r\n";
    struct adapter_counters counters = {.connected = false};
    (void)state;
    irc_kit_enter_channel(&kit);
    kit.now += kit.settings->ping_after;
    irc_session_tick(kit.session, kit.now);
    kit.now += 120;
    irc_session_count(kit.session, &counters);
    assert_int_equal(counters.delay, 0);
    irc_session_bytes(kit.session, pong, sizeof pong - 1, kit.now);
    irc_session_count(kit.session, &counters);
    assert_int_equal(counters.delay, 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(a_long_tag_does_no_harm),
        TEST(a_line_beyond_512_bytes_is_dropped),
        TEST(channels_are_found_as_they_are_typed),
        TEST(megabytes_without_a_line_end_are_forgotten),
        TEST(bytes_may_come_one_by_one),
        TEST(long_texts_fit_with_our_mask),
        TEST(a_server_with_long_lines_gets_them),
        TEST(names_at_their_limits),
        TEST(before_our_mask_is_known_the_longest_is_assumed),
        TEST(long_texts_fit_under_a_new_nick),
        TEST(the_mask_is_learned_from_396_chghost_and_who),
        TEST(a_picture_that_would_come_late_is_said_in_brief),
        TEST(counts_go_on_over_connections),
        TEST(silence_is_no_answer),
        TEST(paces_are_those_of_the_settings_page),
        TEST(a_burst_is_paced),
        TEST(a_narration_is_one_line),
        TEST(narrations_that_wait_share_a_line),
        TEST(an_old_lobby_is_not_told),
        TEST(what_waits_at_the_end_of_a_connection_is_dropped),
        TEST(what_waits_for_a_channel_goes_with_a_kick),
        TEST(an_identity_is_whole),
        TEST(a_newer_picture_takes_the_place_of_the_older),
        TEST(a_password_of_one_whole_piece),
        TEST(a_password_of_two_pieces),
        TEST(a_password_of_three_pieces),
        TEST(a_password_of_three_whole_pieces),
        TEST(the_longest_password),
        TEST(many_channels_are_joined_without_loss),
        TEST(a_percent_in_our_names_is_a_percent),
        TEST(every_ping_is_answered),
        TEST(how_late_a_ping_is_answered_is_told),
        TEST(a_server_that_only_drips_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
