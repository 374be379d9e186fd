"""Networks ration lines: the bot stays connected, and says less instead of later."""

import unittest

from duel import EVENT, SITUATION
from servers import Inspircd, Ngircd
from support import BotTest

BURST = 200


class Burst:
    """People send 200 moves at once; the bot's own throttle must keep it below the server's."""

    PEOPLE = 4

    def burst(self, server, **pace):
        """`server` throttles everybody, so the moves come from several people at once."""
        names = [f"p{i}" for i in range(self.PEOPLE)]
        clients = self.people(*names, server=server)
        bot = self.bot(watcher=clients[0], networks=[self.network(server, **pace)])
        duel = self.duel(bot, clients[:2])
        since = clients[0].mark()
        legal = duel.look(duel.actor)[1][0]
        # Legal ones, wrong ones, looks at the table: whatever people type in a hurry.
        said = [f"!p {legal}", "!table", "!p advance 1", "!status", "!p attack 5 x1", "!p retreat 1",
                "!moves", "!p parry"]
        for i in range(BURST):
            clients[i % len(clients)].say(self.channel, said[i // len(clients) % len(said)])
        return clients, bot, duel, since

    def check_alive(self, clients, bot, since, timeout):
        """He is still there, was there all the time, and hears us."""
        clients[0].expect_said(r"to (play|answer)", self.channel, bot.nick, since=since,
                               timeout=timeout)
        mark = clients[0].mark()
        clients[0].say(bot.nick, "help status")
        clients[0].expect_said("^status", source=bot.nick, since=mark, timeout=timeout)
        for client in clients:
            self.assertFalse([line.raw for line in client.lines[since:]
                              if line.nick == bot.nick and line.command in ("QUIT", "PART")])
        self.assertFalse(bot.entries(r"Excess Flood|RecvQ|Request too long"))


class NgircdThrottleTest(Burst, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd(penalty=-1))

    def test_burst(self):
        clients, bot, _, since = self.burst(self.server, pace="libera")
        self.check_alive(clients, bot, since, 120)


class InspircdDelayTest(Burst, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(throttle="delay"))

    def test_burst(self):
        clients, bot, _, since = self.burst(self.server, pace="inspircd")
        self.check_alive(clients, bot, since, 120)


class InspircdKillTest(Burst, BotTest):
    """The server that hangs up on the tenth line of a burst: so the moves come from many people,
    slowly enough for each of them."""

    PEOPLE = 25

    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(throttle="kill"))

    def test_burst(self):
        clients, bot, _, since = self.burst(self.server, pace="libera")
        self.check_alive(clients, bot, since, 120)


class PictureTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_stale_pictures_are_replaced(self):
        """Ten tables asked for while none may be sent: the newest is what comes."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, pace="libera", burst=30, refill="300ms", bytes_per_line=0)
        duel = self.duel(bot, [anna, bruno])
        since = anna.mark()
        anna.send(*[f"PRIVMSG {self.channel} :!table" for _ in range(12)])
        anna.expect_said("En Garde", self.channel, bot.nick, since=since, timeout=20)
        # An answer overtakes waiting pictures.
        mark = anna.mark()
        anna.say(bot.nick, "help status")
        anna.expect_said("^status", source=bot.nick, since=mark, timeout=10)
        last = anna.mark()
        anna.expect_said(r"^(?!.*last:).*1 .* 5 .*10 .*15 .*20 ", self.channel, bot.nick,
                         since=since, timeout=30)
        titles = anna.said(self.channel, bot.nick, "En Garde · distance", since=since)
        self.assertLess(len(titles), 8, "stale pictures were sent")
        del duel, last

    def test_moves_overtake_pictures(self):
        """What happened is told although pictures wait, and each event once."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, pace="libera", burst=25, refill="200ms", bytes_per_line=0)
        duel = self.duel(bot, [anna, bruno])
        since = anna.mark()
        anna.send(*[f"PRIVMSG {self.channel} :!table" for _ in range(10)])
        for _ in range(5):
            duel.move()
        events = [line.text for line in anna.said(self.channel, bot.nick, since=since)
                  if EVENT.search(line.text)]
        self.assertEqual(len(events), len(set(events)))
        self.assertRegex(events[-1], SITUATION.pattern)


class PersonTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_one_who_floods_is_silenced_and_others_are_not(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        bot = self.bot(watcher=anna, flood_commands=5, flood_window="10s", flood_silence="60s")
        duel = self.duel(bot, [anna, bruno])
        for _ in range(20):
            carla.say(bot.nick, "games")
        duel.look(anna)
        self.barrier(anna, bot, carla)
        answers = len(carla.said("", bot.nick, "en-garde"))
        self.assertLessEqual(answers, 5)
        # Legal moves do not count.
        for _ in range(8):
            actor = duel.actor
            move = duel.move()
            self.assertTrue(move, actor.nick)


if __name__ == "__main__":
    unittest.main()
