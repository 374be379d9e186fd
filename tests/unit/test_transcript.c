#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "bot/record/json_record.h"
#include "bot/record/shuffle.h"
#include "bot/record/transcript.h"
#include "games/en_garde/en_garde.h"

#define SEED_ONE "0000000000000000000000000000000000000000000000000000000000000001"
#define HEADER_BUT_SETUP                                                                           \
    "{\"belfry\":1,\"game\":\"en-garde\",\"options\":{\"rules\":\"full\",\"touches\":\"1\"},"      \
    "\"players\":2,\"seed\":\"" SEED_ONE "\",\"setup\":"
#define SETUP                                                                                      \
    "{\"first\":1,\"hands\":[[3,1,5,5,3],[4,2,5,1,3]],\"pile\":[4,2,1,4,3,2,1,1,2,2,3,4,4,5,5]}"
#define HEADER  HEADER_BUT_SETUP SETUP "}\n"
#define FIRST   "{\"n\":1,\"seat\":1,\"move\":\"advance 3\"}\n"
#define SECOND  "{\"n\":2,\"seat\":2,\"move\":\"advance 4\"}\n"
#define ABORTED "{\"end\":\"aborted\",\"scores\":[0,0],\"winners\":[]}\n"

static bool read_bytes(const char *bytes, size_t length, struct text *error,
                       struct transcript_reader *reader)
{
    FILE *stream = length > 0 ? fmemopen((void *)(uintptr_t)bytes, length, "r") : tmpfile();
    assert_non_null(stream);
    bool read = transcript_read_stream(stream, "file", reader, NULL, NULL, error);
    fclose(stream);
    return read;
}

static void assert_reads(const char *transcript, unsigned games, unsigned lines)
{
    char buffer[1024];
    struct text error = TEXT_IN(buffer);
    struct transcript_reader reader;
    if (!read_bytes(transcript, strlen(transcript), &error, &reader))
        fail_msg("%s", buffer);
    assert_int_equal(reader.games, games);
    assert_int_equal(reader.lines, lines);
}

/* Returns the complaint, which is one line; valid until the next call. */
static const char *complaint_about(const char *transcript)
{
    static char buffer[2048];
    struct text error = TEXT_IN(buffer);
    struct transcript_reader reader;
    text_clear(&error);
    assert_false(read_bytes(transcript, strlen(transcript), &error, &reader));
    assert_null(strchr(buffer, '\n'));
    return buffer;
}

static void assert_complains(const char *transcript, const char *expected)
{
    const char *complaint = complaint_about(transcript);
    const char *first = strstr(complaint, "expected ");
    if (strstr(complaint, expected) != complaint ||
        (first != NULL && strstr(first + 1, "expected \"") != NULL))
        fail_msg("expected `%s` alone, found `%s`", expected, complaint);
}

static void test_reads(void **state)
{
    (void)state;
    assert_reads(HEADER FIRST SECOND ABORTED, 1, 2);
    assert_reads(HEADER, 1, 0);
    assert_reads(HEADER FIRST, 1, 1); /* a game that continues */
    assert_reads(HEADER FIRST ABORTED HEADER FIRST SECOND ABORTED, 2, 3);
    assert_reads(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\"}", 1, 1); /* no line end */
    assert_reads(HEADER
                 "{\"who\":\"x\",\"move\":\"advance 3\",\"seat\":1,\"n\":1,\"timeout\":true}\r\n",
                 1, 1);
    assert_reads(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":[\"advance 1\","
                        "\"advance 3\",\"advance 5\"]}\n",
                 1, 1);
}

static void test_nothing_is_no_transcript(void **state)
{
    (void)state;
    assert_complains("", "file:1: expected a transcript");
    assert_complains("\n", "file:1: expected a JSON object, found a blank line");
    assert_complains(HEADER " \t\r\n", "file:2: expected a JSON object, found a blank line");
    assert_complains(HEADER "\n" FIRST, "file:2: expected a JSON object");
}

static void test_broken_json(void **state)
{
    (void)state;
    assert_complains("{\"belfry\":1", "file:1: expected a JSON object");
    assert_complains("[1]\n", "file:1: expected an object");
    assert_complains(HEADER "null\n", "file:2: expected a JSON object");
    assert_complains(HEADER "{\"n\":1,\"n\":1,\"seat\":1,\"move\":\"advance 3\"}\n",
                     "file:2: expected a JSON object");
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"adv\xFF\"}\n",
                     "file:2: expected a JSON object");
    assert_complains(HEADER FIRST "{\"n\":2,\"seat\":2,\"mo", "file:3: expected a JSON object");
    assert_complains("\xEF\xBB\xBF" HEADER, "file:1: expected a JSON object");
}

static void test_a_zero_byte_is_refused(void **state)
{
    (void)state;
    char buffer[1024];
    struct text error = TEXT_IN(buffer);
    struct transcript_reader reader;
    char transcript[] = HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\"}?\n";
    *strrchr(transcript, '?') = '\0';
    assert_false(read_bytes(transcript, sizeof transcript - 1, &error, &reader));
    assert_memory_equal(buffer, "file:2: ", 8);
}

static void test_long_lines(void **state)
{
    (void)state;
    size_t room = TRANSCRIPT_LINE_MAX + 4096;
    char *transcript = malloc(room), buffer[1024];
    assert_non_null(transcript);
    struct transcript_reader reader;
    struct text error = TEXT_IN(buffer), text = text_in(transcript, room);
    text_add(&text, HEADER);
    size_t start = text.length;
    text_add(&text, "{\"n\":1,\"seat\":1,\"move\":\"advance 3\"}");
    while (text.length - start < TRANSCRIPT_LINE_MAX)
        text_add_char(&text, ' ');
    if (!read_bytes(transcript, text.length, &error, &reader))
        fail_msg("%s", buffer);
    text_add_char(&text, ' ');
    assert_false(read_bytes(transcript, text.length, &error, &reader));
    assert_string_equal(buffer, "file:2: expected a line of at most 1 MiB");
    free(transcript);
}

static void test_headers(void **state)
{
    (void)state;
    assert_complains(FIRST, "file:1: expected a header");
    assert_complains("{\"belfry\":2}\n", "file:1: expected \"belfry\"");
    assert_complains("{\"belfry\":1,\"game\":\"en\"}\n", "file:1: expected \"game\"");
    assert_complains("{\"belfry\":1,\"game\":\"patrician\",\"players\":2,\"version\":9}\n",
                     "file:1: expected \"version\" to be 1 to 2: it was played under other rules, "
                     "version 9");
    assert_complains("{\"belfry\":1,\"game\":\"patrician\",\"players\":2,\"version\":\"2\"}\n",
                     "file:1: expected \"version\" to be a version of the game");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":1}\n",
                     "file:1: expected \"players\" to be 2 to 2");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":3}\n",
                     "file:1: expected \"players\" to be 2 to 2");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":2}\n",
                     "file:1: expected \"options\"");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":2,"
                     "\"options\":{\"rules\":\"full\",\"touches\":5}}\n",
                     "file:1: expected a value of the option \"touches\"");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":2,"
                     "\"options\":{\"rules\":\"full\",\"touches\":\"5\",\"x\":\"1\"}}\n",
                     "file:1: expected no options but");
    assert_complains("{\"belfry\":1,\"game\":\"en-garde\",\"players\":2,"
                     "\"options\":{\"rules\":\"full\",\"touches\":\"5\"},\"seed\":\"xyz\"}\n",
                     "file:1: expected \"seed\"");
}

/* -- The shuffle ------------------------------------------------------------------------------- */

/* Reads a header with these further members; `reader` has what it says about the shuffle. */
static bool read_further(const char *members, struct transcript_reader *reader, char *complaint,
                         size_t size)
{
    char transcript[2048];
    struct text text = TEXT_IN(transcript), error = text_in(complaint, size);
    text_clear(&error);
    text_add_format(&text, HEADER_BUT_SETUP SETUP ",%s}\n" FIRST, members);
    assert_false(text.truncated);
    return read_bytes(transcript, text.length, &error, reader);
}

static struct transcript_reader header_with(const char *members)
{
    struct transcript_reader reader;
    char complaint[1024];
    if (!read_further(members, &reader, complaint, sizeof complaint))
        fail_msg("%s: %s", members, complaint);
    return reader;
}

static void assert_header_complains(const char *members, const char *expected)
{
    struct transcript_reader reader;
    char complaint[1024];
    assert_false(read_further(members, &reader, complaint, sizeof complaint));
    assert_string_equal(complaint, expected);
}

static void test_members_of_the_shuffle(void **state)
{
    static const char one_word[] = "file:1: expected \"words\" to have one word a seat";
    static const char words[] = "file:1: expected \"words\" to be words of at most 32 bytes";
    static const char one_seal[] = "file:1: expected \"seals\" to have one seal a seat";
    static const char seals[] = "file:1: expected \"seals\" to be 64 hex digits each, or none";
    static const char beacon[] =
        "file:1: expected \"beacon\" to have a round and a value of 64 hex digits";
    static const char *const wrong[][2] = {
        {"\"words\":\"owl\"", one_word},
        {"\"words\":[\"owl\"]", one_word},
        {"\"words\":[\"owl\",\"elk\",\"\"]", one_word},
        {"\"words\":[\"owl\",1]", words},
        {"\"words\":[1,\"owl\"]", words},
        {"\"words\":[\"owl\",\"a b\"]", words},
        {"\"words\":[\"owl\",\"abcdefghijklmnopqrstuvwxyzabcdefg\"]", words},
        {"\"seals\":\"\"", one_seal},
        {"\"seals\":[\"\"]", one_seal},
        {"\"seals\":[\"\",\"\",\"\"]", one_seal},
        {"\"seals\":[\"\",null]", seals},
        {"\"seals\":[\"00\",\"\"]", seals},
        {"\"seals\":[\"\",\"" SEED_ONE "0\"]", seals},
        {"\"beacon\":{\"round\":0,\"value\":\"" SEED_ONE "\"}", beacon},
        {"\"beacon\":{\"round\":1,\"value\":1}", beacon},
        {"\"beacon\":{\"round\":1,\"value\":\"00\"}", beacon},
        {"\"beacon\":{\"value\":\"" SEED_ONE "\"}", beacon},
        {"\"beacon\":1", beacon}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_header_complains(wrong[i][0], wrong[i][1]);
}

static void test_what_a_reader_learns_of_the_shuffle(void **state)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT], members[512];
    const uint8_t seed[RNG_KEY_BYTES] = {[RNG_KEY_BYTES - 1] = 1};
    struct text text = TEXT_IN(members);
    (void)state;
    struct transcript_shuffle shuffle = header_with("\"x\":1").shuffle;
    assert_false(shuffle.sealed || shuffle.kept || shuffle.broken);
    assert_int_equal(shuffle.words + shuffle.seals, 0);
    assert_true(shuffle.beacon.round == 0 && shuffle.beacon.value[0] == '\0');
    shuffle_commit(seed, commitment);
    text_add_format(&text, "\"commitment\":\"%s\"", commitment);
    shuffle = header_with(members).shuffle;
    assert_true(shuffle.sealed && shuffle.kept);
    shuffle = header_with("\"commitment\":\"" SEED_ONE "\"").shuffle;
    assert_true(shuffle.sealed && !shuffle.kept);
    shuffle = header_with("\"commitment\":1").shuffle;
    assert_true(shuffle.sealed && !shuffle.kept);
    shuffle = header_with("\"words\":[\"\",\"owl\"]").shuffle;
    assert_int_equal(shuffle.words, 1);
    shuffle = header_with("\"words\":[\"elk\",\"owl\"],\"seals\":[\"\",\"\"]").shuffle;
    assert_int_equal(shuffle.words, 2);
    assert_int_equal(shuffle.seals, 0);
    assert_false(shuffle.broken || shuffle.drawn);
    assert_int_equal(shuffle.astray, 0);
    shuffle = header_with("\"beacon\":{\"round\":7,\"value\":\"" SEED_ONE "\"}").shuffle;
    assert_int_equal(shuffle.beacon.round, 7);
    assert_string_equal(shuffle.beacon.value, SEED_ONE);
    assert_false(shuffle.drawn);
}

static void test_seals_are_compared(void **state)
{
    static const struct {
        const char *words, *sealed; /* of the second seat; NULL: something else was sealed */
        bool broken;
    } cases[] = {{"[\"\",\"owl\"]", "owl", false},
                 {"[\"\",\"owl\"]", NULL, true},
                 {"[\"owl\",\"\"]", "owl", true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t hash[crypto_hash_sha256_BYTES];
        char seal[SHUFFLE_SEAL_TEXT], members[512];
        const char *sealed = cases[i].sealed != NULL ? cases[i].sealed : "elk";
        struct text text = TEXT_IN(members);
        crypto_hash_sha256(hash, (const uint8_t *)sealed, strlen(sealed));
        sodium_bin2hex(seal, sizeof seal, hash, sizeof hash);
        text_add_format(&text, "\"words\":%s,\"seals\":[\"\",\"%s\"]", cases[i].words, seal);
        struct transcript_shuffle shuffle = header_with(members).shuffle;
        assert_int_equal(shuffle.seals, 1);
        assert_int_equal(shuffle.broken, cases[i].broken);
    }
}

/* Checks of the state count where the layout of states is the writer's. */
static void test_checks_are_compared(void **state)
{
    char layout[STATE_CHECK_TEXT], check[STATE_CHECK_TEXT], members[256], expected[256];
    struct transcript_reader reader;
    (void)state;
    char complaint[1024];
    assert_true(read_further("\"x\":1", &reader, complaint, sizeof complaint));
    assert_false(reader.checks);
    state_check_print_layout(reader.game, reader.players, reader.options, layout);
    static char header[1024];
    struct text text = TEXT_IN(header), error = TEXT_IN(complaint);
    text_add(&text, HEADER);
    assert_true(read_bytes(header, text.length, &error, &reader));
    state_check_print(&reader.check, reader.game, GAME_STATE(&reader.state), check);
    snprintf(members, sizeof members, "\"layout\":\"%s\",\"check\":\"%s\"", layout, check);
    assert_true(header_with(members).checks);
    snprintf(expected, sizeof expected,
             "file:1: expected \"check\" to be \"%s\": the game went on differently when it was "
             "written",
             check);
    snprintf(members, sizeof members, "\"layout\":\"%s\",\"check\":\"00\"", layout);
    assert_header_complains(members, expected);
    snprintf(members, sizeof members, "\"layout\":\"%s\",\"check\":1", layout);
    assert_header_complains(members, expected);
    snprintf(members, sizeof members, "\"layout\":\"%s\"", layout);
    assert_true(header_with(members).checks);
    assert_false(header_with("\"layout\":\"00\",\"check\":\"00\"").checks);
    assert_false(header_with("\"layout\":1,\"check\":\"00\"").checks);
}

static void test_setups(void **state)
{
    (void)state;
    assert_complains(HEADER_BUT_SETUP "null}\n", "file:1: setup: expected an object");
    assert_complains(HEADER_BUT_SETUP "{}}\n", "file:1: setup: \"first\": expected");
    assert_complains(HEADER_BUT_SETUP "{\"first\":0,\"hands\":[],\"pile\":[]}}\n",
                     "file:1: setup: ");
    assert_complains(HEADER_BUT_SETUP "{\"first\":3,\"hands\":[[3,1,5,5,3],[4,2,5,1,3]],"
                                      "\"pile\":[4,2,1,4,3,2,1,1,2,2,3,4,4,5,5]}}\n",
                     "file:1: setup: expected what the rules can deal");
    assert_complains(HEADER_BUT_SETUP "{\"first\":1,\"hands\":[[3,1,5,5,3],[4,2,5,1,3]],"
                                      "\"pile\":[4,2,1,4,3,2,1,1,2,2,3,4,4,5,4]}}\n",
                     "file:1: setup: expected what the rules can deal");
    assert_complains(HEADER_BUT_SETUP "{\"first\":1,\"hands\":[[3,1,5,5,3]],\"pile\":[]}}\n",
                     "file:1: setup: \"hands\": expected");
    assert_complains(HEADER_BUT_SETUP "{\"first\":1,\"hands\":[[3,1,5,5,3],[4,2,5,1,300]],"
                                      "\"pile\":[]}}\n",
                     "file:1: setup: \"hands\": expected");
    assert_complains(HEADER_BUT_SETUP "{\"first\":1,\"hands\":[[3,1,5,5,3,3],[4,2,5,1,3]],"
                                      "\"pile\":[]}}\n",
                     "file:1: setup: \"hands\": expected");
}

static void test_numbers_of_lines(void **state)
{
    (void)state;
    assert_complains(HEADER SECOND, "file:2: expected \"n\" to be 1");
    assert_complains(HEADER FIRST FIRST, "file:3: expected \"n\" to be 2");
    assert_complains(HEADER "{\"seat\":1,\"move\":\"advance 3\"}\n",
                     "file:2: expected \"n\" to be 1");
    assert_complains(HEADER "{\"n\":1.0,\"seat\":1,\"move\":\"advance 3\"}\n",
                     "file:2: expected \"n\" to be 1");
}

static void test_moves(void **state)
{
    (void)state;
    assert_complains(HEADER "{\"n\":1,\"seat\":2,\"move\":\"advance 3\"}\n",
                     "file:2: expected a move of a seat that may act");
    assert_complains(HEADER "{\"n\":1,\"seat\":3,\"move\":\"advance 3\"}\n",
                     "file:2: expected \"seat\" to be 1 to 2");
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 4\"}\n",
                     "file:2: expected a legal move, found \"advance 4\" "
                     "(en-garde.refusal.no-such-card, rule 3)");
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"Advance 3\"}\n",
                     "file:2: expected a move in canonical notation, found \"Advance 3\"");
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3 \"}\n",
                     "file:2: expected a move in canonical notation");
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":3}\n", "file:2: expected \"move\"");
    assert_complains(HEADER "{\"n\":1,\"seat\":1}\n", "file:2: expected an object with");
    assert_complains(HEADER "{\"n\":1,\"chance\":" SETUP "}\n", "file:2: expected a move");
}

static void test_legal_lists(void **state)
{
    (void)state;
    const char *expected = "file:2: expected \"legal\" to be "
                           "[\"advance 1\",\"advance 3\",\"advance 5\"]";
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":[]}\n", expected);
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":"
                            "[\"advance 3\",\"advance 1\",\"advance 5\"]}\n",
                     expected);
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":"
                            "[\"advance 1\",\"advance 3\"]}\n",
                     expected);
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":"
                            "[\"advance 2\",\"advance 3\",\"advance 5\"]}\n",
                     expected);
    assert_complains(HEADER "{\"n\":1,\"seat\":1,\"move\":\"advance 3\",\"legal\":null}\n",
                     expected);
}

/* Before version 2 of Patrician, Ferrara was called Genova, and moves were listed in the order of
 * that name. */
static void test_an_older_version_called_a_city_otherwise(void **state)
{
    static char transcript[32 * 1024];
    static const char old_move[] = "\"play genova:free 1\",";
    (void)state;
    FILE *file = fopen("tests/unit/transcripts/patrician-genova.jsonl", "r");
    assert_non_null(file);
    size_t length = fread(transcript, 1, sizeof transcript - 1, file);
    fclose(file);
    transcript[length] = '\0';
    assert_reads(transcript, 1, 62);
    char *listed = strstr(transcript, old_move);
    assert_non_null(listed);
    memcpy(listed + strlen("\"play genova:free "), "2", 1);
    assert_complains(transcript, "file:29: ");
    static char longer[sizeof transcript + 32];
    struct text text = TEXT_IN(longer);
    const char *city = strstr(transcript, "\"verona\":");
    text_add_bytes(&text, transcript, (size_t)(city - transcript));
    text_add(&text, "\"venice\":\"roma:2\",");
    text_add(&text, city);
    assert_complains(longer,
                     "file:1: setup: \"open\": expected an object with exactly the game's keys");
    char *label = strstr(transcript, "\"verona\":");
    assert_non_null(label);
    memcpy(label + 1, "venice", 6);
    assert_complains(transcript, "file:1: setup: \"open\": expected");
}

static void test_ends(void **state)
{
    (void)state;
    assert_complains(HEADER "{\"end\":\"finished\",\"scores\":[0,0],\"winners\":[]}\n",
                     "file:2: expected a move or \"aborted\"");
    assert_complains(HEADER "{\"end\":\"over\",\"scores\":[0,0],\"winners\":[]}\n",
                     "file:2: expected \"end\"");
    assert_complains(HEADER "{\"end\":\"aborted\",\"scores\":[0,1],\"winners\":[]}\n",
                     "file:2: expected {\"end\":\"aborted\",\"scores\":[0,0],\"winners\":[]}");
    assert_complains(HEADER "{\"end\":\"aborted\",\"scores\":[0,0],\"winners\":[1]}\n",
                     "file:2: expected {");
    assert_complains(HEADER "{\"end\":\"aborted\",\"scores\":[0,0]}\n", "file:2: expected {");
    assert_complains(HEADER ABORTED FIRST, "file:3: expected another header");
    assert_complains(HEADER ABORTED ABORTED, "file:3: expected another header");
}

/* Whoever won another way than the moves say, or scored, is found out. */
static void test_results(void **state)
{
    static const char *const wrong[] = {
        "{\"end\":\"finished\",\"scores\":[2,0],\"winners\":[2]}\n",
        "{\"end\":\"finished\",\"scores\":[2,0],\"winners\":[1,2]}\n",
        "{\"end\":\"finished\",\"scores\":[2,0],\"winners\":[2,1]}\n",
        "{\"end\":\"finished\",\"scores\":[2,0],\"winners\":[]}\n",
        "{\"end\":\"finished\",\"scores\":[0,2],\"winners\":[1]}\n",
        "{\"end\":\"finished\",\"scores\":[2],\"winners\":[1]}\n",
        "{\"end\":\"finished\",\"scores\":[2,0,0],\"winners\":[1]}\n",
        "{\"end\":\"finished\",\"scores\":[2,0],\"winners\":1}\n",
    };
    static char golden[64 * 1024];
    (void)state;
    FILE *stream = fopen("tests/golden/en-garde/basic.jsonl", "re");
    assert_non_null(stream);
    golden[fread(golden, 1, sizeof golden - 1, stream)] = '\0';
    fclose(stream);
    char *end = strstr(golden, "{\"end\":");
    assert_non_null(end);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct text changed = text_in(end, sizeof golden - (size_t)(end - golden));
        text_clear(&changed);
        text_add(&changed, wrong[i]);
        assert_non_null(strstr(complaint_about(golden), "expected {\"end\":\"finished\","
                                                        "\"scores\":[2,0],\"winners\":[1]}"));
    }
}

/* -- Continuing from a record ------------------------------------------------------------------ */

static void deal_from_text(struct en_garde_state *fence, bool setup, const char *json)
{
    char buffer[512];
    struct text error = TEXT_IN(buffer);
    if (!transcript_deal_text(&en_garde_game, (struct game_state *)fence, 2, setup, json, NULL,
                              &error))
        fail_msg("%s", buffer);
}

/* A game that continues after a replay draws what it would have drawn. */
static void test_replayed_outcomes_count_as_drawn(void **state)
{
    (void)state;
    const uint8_t options[GAME_OPTIONS_MAX] = {EN_GARDE_FULL, 4}, key[RNG_KEY_BYTES] = {7};
    struct rng rng = rng_from_key(key);
    struct en_garde_state played, replayed;
    union game_chance_block outcome;
    char json_buffer[1024];
    struct text json = TEXT_IN(json_buffer);
    en_garde_rules.begin((struct game_state *)&played, 2, options, &rng);
    en_garde_rules.begin((struct game_state *)&replayed, 2, options, &rng);
    en_garde_rules.draw((struct game_state *)&played, GAME_CHANCE(&outcome));
    json_record_print(&json, &en_garde_game, GAME_CHANCE(&outcome), 2, true);
    assert_int_equal(en_garde_rules.deal((struct game_state *)&played, GAME_CHANCE(&outcome), NULL),
                     0);
    deal_from_text(&replayed, true, json_buffer);
    assert_memory_equal(&played, &replayed, sizeof played);
}

static void test_refused_lines_change_nothing(void **state)
{
    (void)state;
    const uint8_t options[GAME_OPTIONS_MAX] = {EN_GARDE_FULL, 4}, key[RNG_KEY_BYTES] = {7};
    struct rng rng = rng_from_key(key);
    struct en_garde_state fence, before;
    char buffer[512];
    struct text error = TEXT_IN(buffer);
    en_garde_rules.begin((struct game_state *)&fence, 2, options, &rng);
    before = fence;
    assert_false(transcript_deal_text(&en_garde_game, (struct game_state *)&fence, 2, true,
                                      "{\"first\":1,\"hands\":[[],[]],\"pile\":[]}", NULL, &error));
    assert_false(transcript_deal_text(&en_garde_game, (struct game_state *)&fence, 2, true, "{",
                                      NULL, &error));
    assert_false(transcript_move(&en_garde_game, (struct game_state *)&fence, 2, 0, "advance 3",
                                 NULL, &error));
    assert_string_equal(buffer, "expected a chance line before the next move");
    assert_memory_equal(&fence, &before, sizeof fence);
    deal_from_text(&fence, true, SETUP);
    before = fence;
    assert_false(transcript_move(&en_garde_game, (struct game_state *)&fence, 2, 7, "advance 3",
                                 NULL, &error));
    assert_false(transcript_move(&en_garde_game, (struct game_state *)&fence, 2, 0, "advance 2",
                                 NULL, &error));
    assert_memory_equal(&fence, &before, sizeof fence);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void test_writes_to_the_letter(void **state)
{
    (void)state;
    char buffer[2048], json_buffer[TRANSCRIPT_OPTIONS_MAX];
    struct text out = TEXT_IN(buffer), json = TEXT_IN(json_buffer);
    const uint8_t options[GAME_OPTIONS_MAX] = {EN_GARDE_FULL, 0}, seed[RNG_KEY_BYTES] = {[31] = 1};
    struct game_result result = {.scores = {1, -2}, .winners = SEAT_BIT(0)};
    game_move legal[2] = {en_garde_move_pack((struct en_garde_move){.step = 1}),
                          en_garde_move_pack((struct en_garde_move){.step = 3})};
    transcript_print_options(&json, &en_garde_game, options);
    transcript_print_header(&out, &en_garde_game, json.bytes, 2, seed, SETUP, NULL);
    transcript_print_move(&out, 1, 0, "advance 3", NULL);
    transcript_print_move_of(&out, 2, 1, "advance 3", &en_garde_game, legal, 2, NULL);
    transcript_print_chance(&out, 3, "{\"x\":1}", "{\"check\":\"00\"}");
    transcript_print_end(&out, false, 2, &result);
    transcript_print_end(&out, true, 2, &result);
    assert_string_equal(buffer, HEADER FIRST
                        "{\"n\":2,\"seat\":2,\"move\":\"advance 3\",\"legal\":[\"advance 1\","
                        "\"advance 3\"]}\n"
                        "{\"n\":3,\"chance\":{\"x\":1},\"check\":\"00\"}\n"
                        "{\"end\":\"finished\",\"scores\":[1,-2],\"winners\":[1]}\n"
                        "{\"end\":\"aborted\",\"scores\":[1,-2],\"winners\":[]}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_nothing_is_no_transcript),
        cmocka_unit_test(test_broken_json),
        cmocka_unit_test(test_a_zero_byte_is_refused),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_members_of_the_shuffle),
        cmocka_unit_test(test_what_a_reader_learns_of_the_shuffle),
        cmocka_unit_test(test_seals_are_compared),
        cmocka_unit_test(test_checks_are_compared),
        cmocka_unit_test(test_setups),
        cmocka_unit_test(test_numbers_of_lines),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_legal_lists),
        cmocka_unit_test(test_an_older_version_called_a_city_otherwise),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_replayed_outcomes_count_as_drawn),
        cmocka_unit_test(test_refused_lines_change_nothing),
        cmocka_unit_test(test_writes_to_the_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
