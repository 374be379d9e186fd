#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/isupport.h"

static void without_tokens_the_old_rules_hold(void **state)
{
    struct irc_support support;
    (void)state;
    irc_support_init(&support);
    assert_int_equal(support.casemap, IRC_CASEMAP_RFC1459);
    assert_string_equal(support.channel_types, "#&");
    assert_string_equal(support.rank_modes, "ov");
    assert_string_equal(support.rank_letters, "@+");
    assert_string_equal(support.status_letters, "");
    assert_int_equal(support.nick_length, 9);
    assert_int_equal(support.message_targets, 1);
    assert_int_equal(support.monitor, 0);
    assert_false(support.whox);
}

static void take_all(struct irc_support *support, const char *const *tokens)
{
    irc_support_init(support);
    for (; *tokens; tokens++)
        irc_support_take(support, *tokens);
}

static void reads_what_inspircd_says(void **state)
{
    static const char *const tokens[] = {"ACCEPT=30",
                                         "BOT=B",
                                         "CALLERID=g",
                                         "CASEMAPPING=rfc1459",
                                         "CHANMODES=b,k,Jfl,CMRSTcimnprst",
                                         "CHANTYPES=#",
                                         "MAXTARGETS=4",
                                         "MODES=20",
                                         "MONITOR=30",
                                         "NETWORK=Test\\x20Net",
                                         "NICKLEN=30",
                                         "PREFIX=(ov)@+",
                                         "STATUSMSG=@+",
                                         "WHOX",
                                         "UTF8ONLY",
                                         "CPRIVMSG",
                                         NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_true(support.whox && support.private_message && !support.private_notice);
    assert_int_equal(support.bot_mode, 'B');
    assert_int_equal(support.message_targets, 4);
    assert_int_equal(support.notice_targets, 4);
    assert_int_equal(support.monitor, 30);
    assert_string_equal(support.network, "Test Net");
    assert_true(irc_support_mode_has_parameter(&support, 'f', true));
    assert_false(irc_support_mode_has_parameter(&support, 'f', false));
    assert_true(irc_support_mode_has_parameter(&support, 'k', false));
    assert_true(irc_support_mode_has_parameter(&support, 'o', false));
    assert_false(irc_support_mode_has_parameter(&support, 'c', true));
}

static void reads_what_ngircd_and_solanum_say(void **state)
{
    static const char *const tokens[] = {
        "CASEMAPPING=ascii", "PREFIX=(qaohv)~&@%+",
        "CHANTYPES=#&+",     "TARGMAX=NAMES:1,PRIVMSG:4,NOTICE:3,JOIN:2,KICK:",
        "MONITOR",           NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_int_equal(support.casemap, IRC_CASEMAP_ASCII);
    assert_int_equal(support.message_targets, 4);
    assert_int_equal(support.notice_targets, 3);
    assert_int_equal(support.join_targets, 2);
    assert_int_equal(support.monitor, -1);
    uint32_t operators = irc_support_operator_ranks(&support);
    assert_true(irc_support_rank_of_letter(&support, '~') & operators);
    assert_true(irc_support_rank_of_mode(&support, 'o') & operators);
    assert_false(irc_support_rank_of_mode(&support, 'h') & operators);
    assert_true(irc_support_rank_of_mode(&support, 'v') & irc_support_voice_ranks(&support));
    assert_int_equal(irc_support_rank_of_letter(&support, 'x'), 0);
}

/* A number that is none, or that is taken back, is one target. */
static void targets_without_a_number_are_one(void **state)
{
    static const char *const tokens[] = {"MAXTARGETS", "MAXTARGETS=", "MAXTARGETS=x",
                                         "MAXTARGETS=0", "-MAXTARGETS"};
    struct irc_support support;
    (void)state;
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        irc_support_init(&support);
        irc_support_take(&support, "MAXTARGETS=4");
        irc_support_take(&support, tokens[i]);
        assert_int_equal(support.message_targets, 1);
        assert_int_equal(support.notice_targets, 1);
    }
}

/* A later TARGMAX replaces the earlier one as a whole. */
static void targets_are_said_anew(void **state)
{
    static const char *const tokens[] = {"TARGMAX=PRIVMSG:4,NOTICE:3,JOIN:2",
                                         "TARGMAX=NOTICE:5,KICK:1", NULL};
    static const char *const none[] = {"TARGMAX=PRIVMSG:,NOTICE:,JOIN:", NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_int_equal(support.message_targets, 1);
    assert_int_equal(support.notice_targets, 5);
    assert_int_equal(support.join_targets, 0);
    take_all(&support, none);
    assert_int_equal(support.join_targets, 0);
    assert_int_equal(support.message_targets, 1);
    assert_int_equal(support.notice_targets, 1);
}

static void tokens_are_taken_back(void **state)
{
    static const char *const tokens[] = {
        "WHOX",         "-WHOX", "PREFIX=(qaohv)~&@%+", "-PREFIX", "CASEMAPPING=ascii",
        "-CASEMAPPING", NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_false(support.whox);
    assert_string_equal(support.rank_letters, "@+");
    assert_int_equal(support.casemap, IRC_CASEMAP_RFC1459);
}

static void nonsense_does_no_harm(void **state)
{
    static const char *const tokens[] = {"PREFIX=(ov)@",
                                         "PREFIX=(",
                                         "PREFIX=ov",
                                         "NICKLEN=-5",
                                         "NICKLEN=999999999999999999999",
                                         "MONITOR=x",
                                         "=",
                                         "-",
                                         "",
                                         "CHANMODES=",
                                         "BOT=\x01",
                                         "NETWORK=\\x00\\xZZ\\x",
                                         NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_string_equal(support.rank_modes, "ov");
    assert_int_equal(support.nick_length, 9);
    assert_int_equal(support.bot_mode, 0);
    /* This does not turn a nick into a channel. */
    irc_support_take(&support, "CHANTYPES=#b_0");
    irc_support_take(&support, "STATUSMSG=@b");
    assert_string_equal(support.channel_types, "#");
    assert_string_equal(support.status_letters, "@");
}

static void take_one(struct irc_support *support, const char *token)
{
    irc_support_init(support);
    irc_support_take(support, token);
}

static void bounds_are_kept(void **state)
{
    static const char no_marks[] = "CHANTYPES=AZaz09[]\\`_^{|}-#";
    static const char *const bots[][2] = {{"BOT=a", "a"}, {"BOT=z", "z"}, {"BOT=A", "A"},
                                          {"BOT=Z", "Z"}, {"BOT=@", ""},  {"BOT=[", ""},
                                          {"BOT=`", ""},  {"BOT={", ""},  {"BOT=", ""}};
    static const struct {
        const char *token;
        int64_t length;
    } nicks[] = {{"NICKLEN=1", 1},
                 {"NICKLEN=0", 9},
                 {"MAXNICKLEN=999999", 999999},
                 {"NICKLEN=1000000", 9},
                 {"NICKLEN=", 9}};
    static const struct {
        const char *token;
        size_t length;
    } lines[] = {{"LINELEN=512", 510},     {"LINELEN=513", 511},   {"LINELEN=100", 510},
                 {"LINELEN=2048", 2046},   {"LINELEN=2049", 2046}, {"LINELEN=999999", 2046},
                 {"LINELEN=9999999", 510}, {"LINELEN", 510},       {"-LINELEN", 510}};
    struct irc_support support;
    (void)state;
    take_one(&support, no_marks);
    assert_string_equal(support.channel_types, "#");
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        take_one(&support, bots[i][0]);
        assert_int_equal(support.bot_mode, bots[i][1][0]);
    }
    for (size_t i = 0; i < sizeof nicks / sizeof *nicks; i++) {
        take_one(&support, nicks[i].token);
        assert_int_equal(support.nick_length, nicks[i].length);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        take_one(&support, lines[i].token);
        assert_int_equal(support.line_length, lines[i].length);
    }
    take_one(&support, "NETWORK=a\\x0Ab\\x4f\\x7A\\x7g\\xg7\\x00\\x9F\\xAf\\xFa");
    assert_string_equal(support.network, "a\nbOz\\x7g\\xg7\\x00\x9F\xAF\xFA");
    char network[sizeof support.network + sizeof "NETWORK="];
    memset(network, 'n', sizeof network);
    memcpy(network, "NETWORK=", strlen("NETWORK="));
    network[sizeof network - 1] = '\0'; /* a name of one letter too many */
    take_one(&support, network);
    assert_int_equal(strlen(support.network), sizeof support.network - 1);
    network[sizeof network - 2] = '\0';
    take_one(&support, network);
    assert_int_equal(strlen(support.network), sizeof support.network - 1);
    take_one(&support, "PREFIX=");
    assert_string_equal(support.rank_modes, "");
    assert_string_equal(support.rank_letters, "");
    take_one(&support, "CNOTICE");
    assert_true(support.private_notice && !support.private_message);
    take_one(&support, "NETWORKS=b");
    assert_string_equal(support.network, "");
}

/* The first rank is the highest. */
static void higher_ranks_count_as_lower_ones(void **state)
{
    struct irc_support support;
    (void)state;
    take_one(&support, "PREFIX=(qaohv)~&@%+");
    assert_int_equal(irc_support_operator_ranks(&support), 7);
    assert_int_equal(irc_support_voice_ranks(&support), 31);
    take_one(&support, "PREFIX=(qv)~+");
    assert_int_equal(irc_support_operator_ranks(&support), 0);
    assert_int_equal(irc_support_voice_ranks(&support), 3);
    take_one(&support, "PREFIX=(o)@");
    assert_int_equal(irc_support_voice_ranks(&support), 1);
    take_one(&support, "CHANMODES=beI,k,l,imnpst");
    assert_true(irc_support_mode_has_parameter(&support, 'I', false));
    assert_true(irc_support_mode_has_parameter(&support, 'l', true));
    assert_false(irc_support_mode_has_parameter(&support, 'l', false));
    assert_false(irc_support_mode_has_parameter(&support, 's', true));
    irc_support_take(&support, "-CHANMODES");
    assert_false(irc_support_mode_has_parameter(&support, 'I', false));
    assert_true(irc_support_mode_has_parameter(&support, 'b', false));
}

static void tells_channels_from_people(void **state)
{
    static const char *const tokens[] = {"CHANTYPES=#&+", "STATUSMSG=@+", NULL};
    struct irc_support support;
    (void)state;
    take_all(&support, tokens);
    assert_string_equal(irc_support_channel(&support, "#c"), "#c");
    assert_string_equal(irc_support_channel(&support, "@#c"), "#c");
    assert_string_equal(irc_support_channel(&support, "@+#c"), "#c");
    assert_string_equal(irc_support_channel(&support, "+modeless"), "+modeless");
    assert_null(irc_support_channel(&support, "alice"));
    assert_null(irc_support_channel(&support, "@alice"));
    assert_null(irc_support_channel(&support, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_tokens_the_old_rules_hold),
        cmocka_unit_test(reads_what_inspircd_says),
        cmocka_unit_test(reads_what_ngircd_and_solanum_say),
        cmocka_unit_test(targets_without_a_number_are_one),
        cmocka_unit_test(targets_are_said_anew),
        cmocka_unit_test(tokens_are_taken_back),
        cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(bounds_are_kept),
        cmocka_unit_test(higher_ranks_count_as_lower_ones),
        cmocka_unit_test(tells_channels_from_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
