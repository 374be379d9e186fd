"""Networks limit lines: the bot stays connected, and says less instead of later."""

import unittest

from duel import EVENT, HAND, MOVE_TOLD, SITUATION
from servers import Inspircd, Ngircd
from support import BotTest

BURST = 200


class Burst:
    """People send 200 lines at once; the bot's answers must stay below the server's limits."""

    PEOPLE = 4
    SETTINGS = {}

    def test_burst(self):
        witness, *clients = self.people("witness", *[f"p{i}" for i in range(self.PEOPLE)])
        # The default limits: for people, 5 commands in 10 s; for the bot, those of the class.
        bot = self.bot(watcher=witness, flood_commands=None, **self.SETTINGS)
        since = witness.mark()
        self.duel(bot, clients[:2], watcher=witness)
        said = ["!p advance 1", "!table", "!p advance 2", "!status", "!p attack 5 x1", "!p advance 3",
                "!moves", "!p parry"]
        for i in range(BURST):
            clients[i % len(clients)].say(self.channel, said[i // len(clients) % len(said)])
        # A person who asks now does not wait until everything else is sent.
        witness.ask(bot.nick, "help status", "^status", timeout=90)
        self.wait_heard(bot)
        witness.ask(bot.nick, "help games", "^games", timeout=90)
        witness.synchronize()
        self.assertFalse([line.raw for line in witness.lines[since:]
                          if line.nick == bot.nick and line.command in ("QUIT", "PART")])
        self.assertFalse(bot.entries(r"Excess Flood|RecvQ|Request too long"))

    def wait_heard(self, bot):
        """Waits until the burst has passed the server's own throttle."""
        bot.wait_log(r"event=irc\.flooding", timeout=60)


class NgircdThrottleTest(Burst, BotTest):
    """Three lines a second; more are delayed. The server announces no limit."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd(penalty=-1))


class InspircdDelayTest(Burst, BotTest):
    """Ten lines at once, then one a second; more are delayed, and too many end the connection."""

    SETTINGS = {"pace": "inspircd"}

    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(throttle="delay"))


class InspircdKillTest(Burst, BotTest):
    """This server hangs up on the tenth line of a burst, so the lines come from many people, each with at
    most eight."""

    PEOPLE = 25
    SETTINGS = {"pace": "inspircd"}

    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(throttle="kill"))


class PictureTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_stale_pictures_are_replaced(self):
        """Ten tables are requested while none may be sent: only the newest is sent."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, pace="libera", burst=30, refill="300ms", bytes_per_line=0)
        self.duel(bot, [anna, bruno])
        since = anna.mark()
        anna.send(*[f"PRIVMSG {self.channel} :!table" for _ in range(12)])
        anna.expect_said("En Garde", self.channel, bot.nick, since=since, timeout=20)
        # An answer overtakes waiting pictures.
        mark = anna.mark()
        anna.say(bot.nick, "help status")
        anna.expect_said("^status", source=bot.nick, since=mark, timeout=10)
        anna.expect_said(r"^(?!.*last:).* (?:<-|←─) \d+ (?:->|─→) ", self.channel, bot.nick,
                         since=since, timeout=30)
        titles = anna.said(self.channel, bot.nick, "En Garde, first to", since=since)
        self.assertLess(len(titles), 8, "stale pictures were sent")

    def test_moves_overtake_pictures(self):
        """Events are said although pictures wait, and each move once."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, pace="libera", burst=25, refill="200ms", bytes_per_line=0)
        duel = self.duel(bot, [anna, bruno])
        since = anna.mark()
        anna.send(*[f"PRIVMSG {self.channel} :!table" for _ in range(10)])
        for _ in range(5):
            duel.move()
        events = [line.text for line in anna.said(self.channel, bot.nick, since=since)
                  if EVENT.search(line.text)]
        self.assertEqual(sum(bool(MOVE_TOLD.search(text)) for text in events), 5, events)
        self.assertRegex(events[-1], SITUATION.pattern)


class PersonTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_one_who_floods_is_silenced_and_others_are_not(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        bot = self.bot(watcher=anna, flood_commands=5, flood_window="60s", flood_silence="60s")
        duel = self.duel(bot, [anna, bruno])
        for _ in range(20):
            carla.say(bot.nick, "games")
        # Legal moves do not count: seven of them from two people, who are still heard after that.
        for _ in range(7):
            cards = HAND.search(duel.actor.said("", bot.nick, "Your hand: ")[-1].text)[1]
            duel.move(f"advance {min(cards.split())}")
        self.barrier(bruno, bot, anna, carla)
        self.assertEqual(len(carla.said("", bot.nick, "en-garde")), 5)
        self.assertEqual(len(carla.said("", bot.nick)), 6, "five answers and one warning")


if __name__ == "__main__":
    unittest.main()
