#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/scram.h"

/* The example of RFC 7677, section 3. */
static const char nonce[] = "rOprNGfwEbeRWgbNEkqO";
static const char challenge[] = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                                "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
static const char proof[] = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

static struct irc_scram scram;
static char buffer[IRC_SCRAM_TEXT_MAX];

static void greet(void)
{
    struct text reply = TEXT_IN(buffer);
    assert_true(irc_scram_begin(&scram, "user", nonce, &reply));
}

static const char *hear(const char *message)
{
    struct text reply = TEXT_IN(buffer);
    return irc_scram_answer(&scram, "pencil", message, &reply);
}

static void both_prove_themselves(void **state)
{
    (void)state;
    greet();
    assert_string_equal(buffer, "n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
    assert_null(hear(challenge));
    assert_string_equal(buffer, "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                                "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
    assert_int_equal(scram.stage, IRC_SCRAM_ANSWERED);
    assert_null(hear(proof));
    assert_string_equal(buffer, "");
    assert_int_equal(scram.stage, IRC_SCRAM_PROVEN);
    assert_non_null(hear(proof));
}

/* Each bit of the proof counts. */
static void a_wrong_proof_is_none(void **state)
{
    static const char *const wrong[] = {
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G8=",
        "v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl9",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=AAAA",
        "v=",
        "v",
        "",
        "p=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        greet();
        assert_null(hear(challenge));
        assert_non_null(hear(wrong[i]));
        assert_int_not_equal(scram.stage, IRC_SCRAM_PROVEN);
        assert_non_null(hear(proof));
    }
}

/* Without a challenge nothing is proven: what we would compare with is not known. */
static void a_proof_before_the_challenge_is_none(void **state)
{
    (void)state;
    greet();
    assert_non_null(hear("v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
    assert_int_not_equal(scram.stage, IRC_SCRAM_PROVEN);
}

static void a_strange_challenge_is_refused(void **state)
{
    static const char *const strange[] = {
        "",
        "r=",
        "r=rOprNGfwEbeRWgbNEkqOx",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==",
        "s=W22ZaJ0SNY7soEsUEjb6gQ==,r=rOprNGfwEbeRWgbNEkqOx,i=4096",
        "m=ext,r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        /* nonces that are not ours, or nothing but ours */
        "r=sOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "r=rOprNGfwEbeRWgbNEkq,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        /* salts */
        "r=rOprNGfwEbeRWgbNEkqOx,s=,i=4096",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ=,i=4096",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22Z*J0SNY7soEsUEjb6gQ==,i=4096",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==x,i=4096",
        /* rounds */
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=0",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4095",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=-4096",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096x",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1000001",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4294971392",
        "r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=99999999999999999999",
    };
    (void)state;
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        greet();
        if (!hear(strange[i]))
            fail_msg("accepted: %s", strange[i]);
        assert_non_null(hear(challenge));
    }
}

static void long_nonces_and_salts_are_refused(void **state)
{
    char filler[600] = "", message[1400];
    (void)state;
    memset(filler, 'A', sizeof filler - 4);
    greet();
    snprintf(message, sizeof message, "r=%s%s,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096", nonce, filler);
    assert_non_null(hear(message));
    greet();
    snprintf(message, sizeof message, "r=%sx,s=%s,i=4096", nonce, filler);
    assert_non_null(hear(message));
}

static void commas_in_a_name_are_written_otherwise(void **state)
{
    (void)state;
    struct text reply = TEXT_IN(buffer);
    assert_true(irc_scram_begin(&scram, "a,b=c", "xyz", &reply));
    assert_string_equal(buffer, "n,,n=a=2Cb=3Dc,r=xyz");
}

static void only_ascii_is_the_same_everywhere(void **state)
{
    (void)state;
    assert_true(irc_scram_suits("cards", "correct horse ~!"));
    assert_false(irc_scram_suits("cards", "caf\xc3\xa9"));
    assert_false(irc_scram_suits("caf\xc3\xa9", "secret"));
    assert_false(irc_scram_suits("cards", "tab\t"));
    assert_false(irc_scram_suits("", "secret"));
    assert_false(irc_scram_suits("cards", ""));
}

static void a_refusal_is_no_proof(void **state)
{
    (void)state;
    assert_true(irc_scram_refused("e=invalid-proof"));
    assert_false(irc_scram_refused(proof));
    assert_false(irc_scram_refused(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_prove_themselves),
        cmocka_unit_test(a_wrong_proof_is_none),
        cmocka_unit_test(a_proof_before_the_challenge_is_none),
        cmocka_unit_test(a_strange_challenge_is_refused),
        cmocka_unit_test(long_nonces_and_salts_are_refused),
        cmocka_unit_test(commas_in_a_name_are_written_otherwise),
        cmocka_unit_test(only_ascii_is_the_same_everywhere),
        cmocka_unit_test(a_refusal_is_no_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
