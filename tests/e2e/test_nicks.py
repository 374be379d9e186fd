"""Cards go to their owner, never to the next owner of a nick, while lines wait in the bot's queue."""

import time
import unittest

from client import Client
from processes import PATIENCE
from servers import Inspircd, Ngircd
from support import BotTest


class Nicks:
    def table(self):
        """Alice and bruno play; mallory and a bystander watch. From now on a line takes a second."""
        bruno, alice, self.mallory, self.bystander = self.people("bruno", "alice", "mal", "by")
        self.alice = alice
        self.name = alice.nick
        bot = self.bot(watcher=bruno)
        self.duel(bot, [bruno, alice])
        self.set_pace(bot, "1s")
        return bot

    def set_pace(self, bot, refill):
        """A line takes this long."""
        bot.networks[0].update({"pace": "libera", "burst": 1, "refill": refill})
        since = bot.mark()
        bot.reload()
        bot.wait_log(r"event=config\.reloaded", since=since)

    def fill_queue(self, bot):
        for _ in range(4):
            self.bystander.say(bot.nick, "help")
        self.bystander.expect_said("", source=bot.nick)

    def drain_queue(self, bot):
        """Nicks have changed hands while lines waited, so the rest may come fast. The queue is served fairly: the
        last answer to the bystander is behind what others wait for."""
        self.mallory.synchronize()
        time.sleep(0.5 * PATIENCE)  # until the bot has read of it too
        self.set_pace(bot, "20ms")
        self.bystander.ask(bot.nick, "help status", "^status", timeout=60)
        self.mallory.synchronize()

    def take_nick(self):
        self.mallory.change_nick(self.name)

    def assert_nothing_for_mallory(self, bot):
        told = [line.raw for line in self.mallory.said("", bot.nick)]
        self.assertEqual(told, [])

    def ask_hand(self, bot, client=None):
        """The cards must still be in the queue when the nick changes hands: otherwise a test would prove nothing."""
        client = client or self.alice
        since = client.mark()
        client.say(bot.nick, "hand")
        client.synchronize()
        self.assertEqual(client.said("", bot.nick, "Your hand", since=since), [])

    def test_new_nick(self):
        bot = self.table()
        since = self.alice.mark()
        self.fill_queue(bot)
        self.ask_hand(bot)
        self.alice.change_nick(self.named("al"))
        self.take_nick()
        self.drain_queue(bot)
        self.alice.expect_said("Your hand: ", source=bot.nick, timeout=60, since=since)
        self.assert_nothing_for_mallory(bot)

    def test_quit(self):
        bot = self.table()
        self.fill_queue(bot)
        self.ask_hand(bot)
        self.alice.quit()
        self.mallory.expect(rf"^:{self.name}!\S+ QUIT")
        self.take_nick()
        self.drain_queue(bot)
        self.assert_nothing_for_mallory(bot)
        # They are told that something was dropped, and have their cards again.
        self.mallory.change_nick(self.named("mal"))
        back = self.enterContext(Client(self.server, self.name, user=self.alice.user))
        back.join(self.channel)
        back.expect_said("Your hand: ", source=bot.nick, timeout=60)
        back.expect_said("I had something for you", source=bot.nick, timeout=60)

    def test_out_of_sight(self):
        """Nobody tells the bot of a new nick where it shares no channel."""
        bot = self.table()
        self.alice.part(self.channel)
        self.fill_queue(bot)
        self.ask_hand(bot)
        self.alice.change_nick(self.named("al"))
        self.take_nick()
        self.drain_queue(bot)
        self.assert_nothing_for_mallory(bot)

    def test_stranger_in_the_seat(self):
        """A stranger with the nick, from elsewhere, is nobody at the table, and the bot says so."""
        bot = self.table()
        self.alice.quit()
        self.mallory.expect(rf"^:{self.name}!\S+ QUIT")
        self.take_nick()
        self.set_pace(bot, "20ms")
        self.mallory.say(self.channel, "!hand")
        self.mallory.expect_said("no seat at this table", source=bot.nick, timeout=60)
        self.assertEqual(self.mallory.said("", bot.nick, "Your hand"), [])


class NgircdNicksTest(Nicks, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())


class InspircdNicksTest(Nicks, BotTest):
    """With MONITOR and account tags."""

    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd())


if __name__ == "__main__":
    unittest.main()
