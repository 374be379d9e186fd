"""Lines that are too long, malformed or hostile; several places and networks at once."""

import unittest

from duel import Duel, assert_private
from processes import free_ports
from servers import Inspircd, Ngircd
from support import BotTest

LINE_MAX = 512


def size_on_the_wire(line):
    return len(line.raw.encode()) + len("\r\n")


class LinesTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.anna, self.bruno = self.people("anna", "bruno")
        self.table_bot = self.bot(watcher=self.anna)
        self.bout = self.duel(self.table_bot, [self.anna, self.bruno])

    def still_plays(self):
        self.barrier(self.anna, self.table_bot, self.bruno)
        self.bout.move()
        for person in (self.anna, self.bruno):
            for line in person.said(None, self.table_bot.nick):
                self.assertLessEqual(size_on_the_wire(line), LINE_MAX, line.raw)
        self.assertFalse([line for line in self.anna.lines if line.command == "QUIT"
                          and line.nick == self.table_bot.nick])

    def test_long_words(self):
        """Lines of the maximum length; each gets one short answer."""
        nick = self.table_bot.nick
        for begin in (f"PRIVMSG {self.channel} :!p ", f"PRIVMSG {nick} :p ",
                      f"PRIVMSG {self.channel} :!new ", f"PRIVMSG {self.channel} :!rules ",
                      f"PRIVMSG {nick} :claim ", f"PRIVMSG {nick} :help ", f"PRIVMSG {nick} :"):
            for letter in ("x", "é", "棋", "x ", "\U0001f3b2"):
                since = self.anna.mark()
                room = LINE_MAX - len("\r\n") - len(begin.encode())
                self.anna.send(begin + letter * (room // len(letter.encode())))
                self.barrier(self.anna, self.table_bot)
                answers = [line for line in self.anna.said(None, nick, since=since)
                           if not line.text.startswith("status")]
                self.assertLessEqual(len(answers), 3, [line.raw for line in answers])
        self.still_plays()

    def test_exactly_512_bytes_and_one_more(self):
        begin = f"PRIVMSG {self.table_bot.nick} :hand "
        exact = begin + "y" * (LINE_MAX - 2 - len(begin))
        self.assertEqual(len(exact) + 2, LINE_MAX)
        self.anna.send(exact)
        self.barrier(self.anna, self.table_bot)
        carla = self.client("carla")
        carla.send(exact + "y")
        carla.expect("(?i)too long|ERROR")
        carla.wait_closed()
        self.still_plays()

    def test_malformed_utf8(self):
        nick = self.table_bot.nick.encode()
        for bad in (b"\xff\xfe", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf0\x9f\x8e",
                    b"\xc0\xaf", b"\x80" * 50, b"caf\xe9"):
            for target in (nick, self.channel.encode()):
                for text in (bad, b"!p " + bad, b"p advance 1" + bad, b"!" + bad + b" x"):
                    self.anna.send_bytes(b"PRIVMSG " + target + b" :" + text + b"\r\n")
        self.barrier(self.anna, self.table_bot)
        for line in self.anna.said(None, self.table_bot.nick):
            self.assertFalse(any(ord(letter) < 32 and letter not in "\x02\x03\x0f\x16\x1d\x1f\x11"
                                 for letter in line.params[-1]), line.raw)
        self.still_plays()

    def test_controls_are_not_repeated(self):
        since = self.anna.mark()
        self.anna.send_bytes(f"PRIVMSG {self.table_bot.nick} :p \x07\x1b[31mdance\x02\x0304\x7f"
                             "\u202e\u200b\r\n".encode())
        self.barrier(self.anna, self.table_bot)
        for line in self.anna.said("", self.table_bot.nick, since=since):
            self.assertNotRegex(line.params[-1], "[\x00-\x1f\x7f\u202e]")
        self.still_plays()

    def test_odd_lines(self):
        nick = self.table_bot.nick
        for text in ("\x01", "\x01\x01", "\x01VERSION\x01", "\x01PING 1\x01", "\x01DCC SEND x 1 2 3\x01",
                     " ", "   ", "!", "! ", "!p", "!p  ", "p", "%s%s%n%d", "!p %s%n", "!new %s",
                     "!p advance 99999999999999999999", "!p advance -1", "!p advance 0",
                     "!p attack 1 x0", "!new en-garde touches=999", "!new en-garde rules",
                     "!help \x01", "!claim", "!rules en-garde nonsense", "\\", "@", ":", "::"):
            for target in (nick, self.channel):
                self.anna.send(f"PRIVMSG {target} :{text}")
        self.still_plays()

    def test_ctcp(self):
        self.anna.say(self.table_bot.nick, "\x01VERSION\x01")
        line = self.anna.expect(rf"^:{self.table_bot.nick}!\S+ NOTICE {self.anna.nick} :\x01VERSION ")
        self.assertIn("elfry", line.raw)
        self.anna.say(self.table_bot.nick, "\x01PING 42\x01")
        self.anna.expect(rf"^:{self.table_bot.nick}!\S+ NOTICE {self.anna.nick} :\x01PING 42\x01")


class LongNamesTest(BotTest):
    """The longest names that a server allows leave the least room for text."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_longest_names(self):
        self.channel = "#" + "c" * 44 + f"{self.number:05}"
        anna, bruno = (self.client("a" * 28), self.client("b" * 28))
        for person in (anna, bruno):
            person.join(self.channel)
        bot = self.bot(watcher=anna, nick="e" * 28 + str(self.number), user="belfrybot")
        duel = self.duel(bot, [anna, bruno])
        for _ in range(6):
            duel.move()
        for text in ("games", "help", "rules en-garde attack", "moves", "p " + "é" * 200):
            bruno.say(bot.nick, text)
        bruno.say(self.channel, "!table")
        self.barrier(bruno, bot, anna)
        for line in bruno.said(None, bot.nick) + anna.said(None, bot.nick):
            self.assertLessEqual(size_on_the_wire(line), LINE_MAX, line.raw)
            self.assertNotIn("\ufffd", line.raw)
        duel.move()


class PlacesTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())
        cls.other_server = cls.enterClassContext(Inspircd())

    def test_several_channels_at_once(self):
        names = [f"p{i}" for i in range(6)]
        people = self.people(*names)
        channels = [f"{self.channel}-{letter}" for letter in "xyz"]
        for person in people:
            for channel in channels:
                person.join(channel)
        bot = self.bot(channels=channels)
        duels = []
        for i, channel in enumerate(channels):
            bot.wait_in(people[0], channel)
            self.channel = channel
            duels.append(self.duel(bot, people[2 * i:2 * i + 2], watcher=people[0], touches=1))
        for _ in range(200):
            running = [duel for duel in duels if not duel.winner]
            if not running:
                break
            for duel in running:
                duel.move()
        self.assertTrue(all(duel.winner for duel in duels))
        assert_private(self, bot.nick, dict.fromkeys(people, True))

    def test_one_person_at_two_tables(self):
        anna, bruno, carla = self.people("anna", "bruno", "carla")
        other = self.channel + "b"
        for person in (anna, bruno, carla):
            person.join(other)
        bot = self.bot(watcher=anna, channels=[self.channel, other])
        bot.wait_in(anna, other)
        self.duel(bot, [anna, bruno])
        Duel(bot.nick, other, [anna, carla]).open()
        anna.ask(bot.nick, "hand", "^You sit at several tables")
        hands = [anna.ask(bot.nick, f"{channel} hand", "Your hand: ")
                 for channel in (self.channel, other)]
        for hand, channel in zip(hands, (self.channel, other)):
            self.assertIn(channel, hand)
        bruno.ask(bot.nick, "hand", "Your hand: ")

    def test_two_networks_at_once(self):
        anna, bruno = self.people("anna", "bruno")
        diego, elena = self.people("anna", "bruno", server=self.other_server)
        bot = self.bot(networks=[self.network(name="one"),
                                 self.network(server=self.other_server, name="two")])
        bot.wait_in(anna, self.channel)
        bot.wait_in(diego, self.channel)
        duels = [self.duel(bot, people, touches=1) for people in ((anna, bruno), (diego, elena))]
        # The same channel and nicks, and yet two tables.
        for _ in range(3):
            for duel in duels:
                if not duel.winner:
                    duel.move()
        hands = {person: duel.look(person)[0] for duel in duels if not duel.winner
                 for person in duel.players}
        bot.restart()
        bot.wait_in(anna, self.channel)
        bot.wait_in(diego, self.channel)
        for duel in duels:
            if not duel.winner:
                for person in duel.players:
                    self.assertEqual(duel.look(person)[0], hands[person])
                duel.play()

    def test_one_network_is_not_there(self):
        (port,) = free_ports(1)
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(networks=[self.network(name="one"),
                                 {**self.network(name="two"), "port": port}])
        bot.wait_in(anna, self.channel)
        duel = self.duel(bot, [anna, bruno])
        duel.move()


if __name__ == "__main__":
    unittest.main()
