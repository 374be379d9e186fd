"""Several processes on one PostgreSQL: one of them serves the network, and another takes it over when that one
ends, dies or stops. Each process has its own nick, so that everybody sees who speaks."""

import unittest

from bot import Bot
from duel import EVENT, SITUATION
from postgres import Postgres
from processes import PATIENCE
from servers import Ngircd
from support import BotTest

TERM = 5  # seconds of a lease, as in bot/turn/leases.h


class LeasesTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.store = self.enterContext(Postgres())

    def process(self, name, networks=None):
        bot = Bot(networks or [self.network(nick=self.named(name))], start=False)
        bot.data = self.store.address
        self.enterContext(bot)
        bot.start()
        return bot

    def serving(self, name, watcher):
        bot = self.process(name)
        bot.wait_in(watcher, self.channel)
        return bot

    def second(self, name):
        """A process that has nothing to serve yet."""
        bot = self.process(name)
        bot.wait_log(r"event=bot\.started")
        return bot

    def taken_over(self, bot, duel, since, timeout):
        """The process serves the channel: it says once how the table is, and the game goes on."""
        watcher = duel.watcher
        line = watcher.expect_said(SITUATION.pattern, self.channel, bot.nick, timeout=timeout, since=since)
        self.assertIn(duel.actor.nick, line.text)
        self.barrier(watcher, bot)
        duel.bot = bot.nick
        self.assertEqual(len(watcher.said(self.channel, bot.nick, SITUATION.pattern, since=since)), 1)
        return line.time

    def test_one_process_serves_and_the_next_follows_at_once(self):
        anna, bruno = self.people("anna", "bruno")
        one = self.serving("one", anna)
        other = self.second("other")
        duel = self.duel(one, [anna, bruno])
        for _ in range(3):
            duel.move()
        self.assertNotIn(other.nick, anna.names(self.channel))
        since = anna.mark()
        self.assertEqual(one.stop(), 0)
        stopped = anna.expect(rf"^:{one.nick}!\S+ QUIT", since=since).time
        back = self.taken_over(other, duel, since, 10)
        print(f"\nhanded over within {back - stopped:.1f} s")
        self.assertLess(back - stopped, 3 * PATIENCE)
        for _ in range(3):
            duel.move()
        # What the first one starts again has nothing to do.
        one.start()
        one.wait_log(r"event=bot\.started", since=len(one.log) - 1)
        duel.move()
        since = anna.mark()
        self.assertEqual(other.stop(), 0)
        self.taken_over(one, duel, since, 10)
        duel.move()

    def test_a_killed_process_is_replaced(self):
        anna, bruno = self.people("anna", "bruno")
        one = self.serving("one", anna)
        other = self.second("other")
        duel = self.duel(one, [anna, bruno])
        duel.move()
        since = anna.mark()
        one.kill()
        killed = anna.expect(rf"^:{one.nick}!\S+ QUIT", since=since).time
        back = self.taken_over(other, duel, since, 10 + TERM)
        print(f"\ntaken over within {back - killed:.1f} s")
        self.assertLess(back - killed, 10 * PATIENCE)
        for _ in range(3):
            duel.move()

    def test_a_process_that_was_stopped_says_nothing_more(self):
        anna, bruno = self.people("anna", "bruno")
        one = self.serving("one", anna)
        other = self.second("other")
        duel = self.duel(one, [anna, bruno])
        duel.move()
        self.barrier(anna, one, bruno)
        since, since_bruno = anna.mark(), bruno.mark()
        one.freeze()
        # It has not heard this yet when it wakes.
        anna.say(self.channel, "!status")
        anna.say(one.nick, "hand")
        self.taken_over(other, duel, since, 10 + 2 * TERM)
        for _ in range(3):
            duel.move()
        awake = len(one.log)
        one.thaw()
        one.wait_log(r"event=lease\.lost", since=awake)
        anna.expect(rf"^:{one.nick}!\S+ QUIT", since=since)
        duel.move()
        self.assertEqual([line.raw for line in anna.said(source=one.nick, since=since)], [])
        self.assertEqual([line.raw for line in bruno.said(source=one.nick, since=since_bruno)], [])
        told = [line.text for line in anna.said(self.channel, other.nick, EVENT.pattern, since=since)]
        self.assertEqual(len(told), len(set(told)), told)
        # It is well, and takes over when it is its turn.
        since = anna.mark()
        self.assertEqual(other.stop(), 0)
        self.taken_over(one, duel, since, 10)
        duel.move()

    def test_networks_are_shared_evenly(self):
        server = self.enterContext(Ngircd())
        (anna,) = self.people("anna")
        (bea,) = self.people("bea", server=server)

        def networks(name):
            return [self.network(nick=self.named(name), name="first"),
                    self.network(server=server, nick=self.named(name), name="second")]
        one = self.process("one", networks("one"))
        one.wait_in(anna, self.channel)
        one.wait_in(bea, self.channel)
        other = self.process("other", networks("other"))
        other.wait_log(r"event=lease\.taken", timeout=6 * TERM)
        self.assertEqual(self.store.ask("SELECT count(DISTINCT holder) FROM leases WHERE holder <> ''"), "2")
        self.assertEqual(one.stop(), 0)
        for person in (anna, bea):
            other.wait_in(person, self.channel)
        self.assertEqual(self.store.ask("SELECT count(*) FROM processes"), "1")


if __name__ == "__main__":
    unittest.main()
