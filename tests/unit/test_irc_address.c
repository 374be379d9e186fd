/* No private line reaches anybody but its person, whatever people do with their nicks.
 *
 * A small world of people who join, part, quit, are kicked, change nicks and take those of others.
 * The server tells the bot only what it would see. Texts for a person name them, and for every line
 * that the bot sends the world says who has the nick at that moment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "tests/wire/irc_kit.h"

enum { PEOPLE = 6, NICKS = 8, STEPS = 3000, PROOF_MS = 2000 };

struct somebody {
    int nick;  /* its number; -1: not online */
    int known; /* by which the bot last saw them; -1: never */
    bool here;
    int64_t proven; /* when the bot last saw that the nick is theirs */
};

struct world {
    struct irc_kit kit;
    struct somebody people[PEOPLE];
    bool watched[NICKS];
    bool has_monitor;
    uint64_t random;
    size_t delivered;
};

static unsigned pick(struct world *world, unsigned count)
{
    world->random = world->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(world->random >> 33) % count;
}

static int owner_of(const struct world *world, int nick)
{
    for (int i = 0; i < PEOPLE; i++)
        if (world->people[i].nick == nick)
            return i;
    return -1;
}

__attribute__((format(printf, 2, 3))) static void tell(struct world *world, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    irc_kit_receive(&world->kit, line);
}

static void answer_whois(struct world *world, int nick)
{
    int owner = owner_of(world, nick);
    if (owner >= 0)
        world->people[owner].proven = world->kit.now;
    if (owner >= 0)
        tell(world, ":irc.test.example 311 belfry n%d u%d h%d.example * :x", nick, owner, owner);
    else
        tell(world, ":irc.test.example 401 belfry n%d :No such nick", nick);
    tell(world, ":irc.test.example 318 belfry n%d :End", nick);
}

static void answer_monitor(struct world *world, int nick, bool on)
{
    int owner = owner_of(world, nick);
    world->watched[nick] = on;
    if (on && owner >= 0)
        tell(world, ":irc.test.example 730 belfry :n%d!u%d@h%d.example", nick, owner, owner);
    else if (on)
        tell(world, ":irc.test.example 731 belfry :n%d", nick);
}

static void check_private(struct world *world, const char *targets)
{
    const char *text = strstr(targets, " :");
    assert_non_null(text);
    int meant = (int)strtol(text + strlen(" :hand "), NULL, 10);
    for (const char *nick = targets; nick < text; nick += strcspn(nick, ", ") + 1) {
        int owner = owner_of(world, (int)strtol(nick + 1, NULL, 10));
        if (owner < 0)
            continue; /* the server refuses it */
        assert_int_equal(owner, meant);
        world->delivered++;
    }
}

/* Takes what the bot sends, as the server does. */
static void serve(struct world *world)
{
    const char *sent;
    while ((sent = irc_kit_line(&world->kit))) {
        char line[600];
        snprintf(line, sizeof line, "%s", sent);
        if (strncmp(line, "PRIVMSG n", 9) == 0)
            check_private(world, line + 8);
        else if (strncmp(line, "WHOIS n", 7) == 0)
            answer_whois(world, (int)strtol(line + 7, NULL, 10));
        else if (strncmp(line, "MONITOR ", 8) == 0)
            answer_monitor(world, (int)strtol(line + 11, NULL, 10), line[8] == '+');
    }
    irc_kit_forget(&world->kit);
}

static void pass(struct world *world, int64_t milliseconds)
{
    while (milliseconds > 0) {
        int64_t portion = milliseconds < 250 ? milliseconds : 250;
        irc_kit_wait(&world->kit, portion);
        serve(world);
        milliseconds -= portion;
    }
}

static void is_seen(struct world *world, struct somebody *person)
{
    person->known = person->nick;
    person->proven = world->kit.now;
}

/* Out of sight the bot trusts a nick for two seconds after it was proven. */
static void age(struct world *world, const struct somebody *person)
{
    while (!person->here && world->kit.now - person->proven < PROOF_MS)
        pass(world, PROOF_MS - (world->kit.now - person->proven));
}

static void nick_is_gone(struct world *world, int nick)
{
    if (world->watched[nick] && world->has_monitor)
        tell(world, ":irc.test.example 731 belfry :n%d", nick);
}

static void change_nick(struct world *world, int i)
{
    struct somebody *person = &world->people[i];
    int nick = (int)pick(world, NICKS), old = person->nick;
    if (owner_of(world, nick) >= 0)
        return;
    age(world, person);
    person->nick = nick;
    if (person->here) {
        is_seen(world, person);
        tell(world, ":n%d!u%d@h%d.example NICK n%d", old, i, i, nick);
    }
    nick_is_gone(world, old);
}

static void quit(struct world *world, int i)
{
    struct somebody *person = &world->people[i];
    int nick = person->nick;
    age(world, person);
    person->nick = -1;
    if (person->here)
        tell(world, ":n%d!u%d@h%d.example QUIT :%s", nick, i, i,
             pick(world, 2) ? "bye" : "a.example b.example");
    person->here = false;
    nick_is_gone(world, nick);
}

static void come_or_go(struct world *world, int i)
{
    struct somebody *person = &world->people[i];
    bool kicked = person->here && pick(world, 2);
    person->here = !person->here;
    is_seen(world, person);
    if (kicked)
        tell(world, ":op!o@o.example KICK #c n%d :out", person->nick);
    else
        tell(world, ":n%d!u%d@h%d.example %s #c", person->nick, i, i,
             person->here ? "JOIN" : "PART");
}

static void log_in(struct world *world, int i)
{
    int nick = (int)pick(world, NICKS);
    if (owner_of(world, nick) < 0)
        world->people[i].nick = nick;
}

static void act(struct world *world)
{
    int i = (int)pick(world, PEOPLE);
    struct somebody *person = &world->people[i];
    char identity[64], hand[64];
    unsigned what = pick(world, 8);
    if (person->nick < 0 && what < 5) {
        log_in(world, i);
        return;
    }
    switch (what) {
    case 0:
        change_nick(world, i);
        break;
    case 1:
        quit(world, i);
        break;
    case 2:
        come_or_go(world, i);
        break;
    case 3:
        is_seen(world, person);
        tell(world, ":n%d!u%d@h%d.example PRIVMSG %s :!x", person->nick, i, i,
             person->here && pick(world, 2) ? "#c" : "belfry");
        break;
    case 4:
        pass(world, 100 * pick(world, 40));
        break;
    default:
        snprintf(identity, sizeof identity, "mask:n%d!u%d@h%d.example", person->known, i, i);
        snprintf(hand, sizeof hand, "hand %d", i);
        irc_kit_say(&world->kit, "hand", "-", identity, hand);
    }
}

static void play(const char *capabilities, const char *tokens, uint64_t seed)
{
    struct world world = {.random = seed, .has_monitor = strstr(tokens, "MONITOR") != NULL};
    log_to(stderr, LOG_LEVEL_ERROR);
    irc_kit_init(&world.kit);
    irc_kit_set(&world.kit, "channels", "#c");
    irc_kit_set(&world.kit, "ping-after", "24h");
    irc_kit_set(&world.kit, "pace", "libera");
    irc_kit_set(&world.kit, "burst", "1");
    irc_kit_set(&world.kit, "refill", "500ms");
    irc_kit_welcome(&world.kit, capabilities, tokens);
    irc_kit_enter(&world.kit, "#c", "belfry");
    for (int i = 0; i < PEOPLE; i++)
        world.people[i].nick = world.people[i].known = -1;
    for (int step = 0; step < STEPS; step++) {
        act(&world);
        serve(&world);
    }
    assert_true(world.delivered > STEPS / 30);
    irc_kit_free(&world.kit);
}

static void nobody_gets_the_cards_of_another(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        play("account-tag", "", seed);
        play("account-tag", "MONITOR=30 TARGMAX=PRIVMSG:3", seed);
        play("", "MONITOR=2", seed);
        play("", "", seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_gets_the_cards_of_another)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
