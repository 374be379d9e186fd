"""Networks of two servers that split, and servers that demand TLS."""

import unittest

from certificates import certificates
from servers import Inspircd, Ngircd
from support import BotTest


class OnSplit:
    """The classes for the servers are below. The bot and anna are on the near server, bruno is on the far
    one."""

    def setUp(self):
        super().setUp()
        self.server = self.enterContext(self.kind())
        self.far = self.enterContext(self.kind(peer=self.server))
        self.far.link()
        (self.anna,) = self.people("anna")
        (self.bruno,) = self.people("bruno", server=self.far)
        self.anna.expect(rf"^:{self.bruno.nick}!\S+ JOIN ", since=0)
        self.host = self.bot(watcher=self.anna)
        self.bout = self.duel(self.host, [self.anna, self.bruno])

    def split(self):
        since = self.anna.mark()
        self.far.unlink()
        self.anna.expect(rf"^:{self.bruno.nick}!\S+ QUIT", since=since)

    def heal(self):
        since = self.anna.mark()
        self.far.link()
        self.anna.expect(rf"^:{self.bruno.nick}!\S+ JOIN ", since=since)
        self.barrier(self.anna, self.host, self.bruno)

    def assert_silent(self, since):
        self.barrier(self.anna, self.host)
        self.assertEqual(
            [line.raw for line in self.anna.said(self.channel, self.host.nick, since=since)], [])

    def test_split_and_healed(self):
        """Nothing is said, the seat stays, and the game goes on."""
        self.bout.move()
        position = self.status(self.anna, self.host)
        hands = {player: self.bout.look(player)[0] for player in self.bout.players}
        for _ in range(2):
            since = self.anna.mark()
            self.split()
            self.assert_silent(since)
            self.assertEqual(self.status(self.anna, self.host), position)
            since = self.anna.mark()
            self.heal()
            self.assert_silent(since)
        for player, cards in hands.items():
            self.assertEqual(self.bout.look(player)[0], cards)
        for _ in range(4):
            self.bout.move()

    def test_player_comes_to_the_near_server(self):
        """The player does not wait for the link and is the same person on the other server."""
        cards, _ = self.bout.look(self.bruno)
        since = self.anna.mark()
        self.split()
        self.bruno.close()
        back = self.client("bruno")
        back.join(self.channel)
        self.barrier(self.anna, self.host, back)
        self.assert_silent(since)
        self.bout.players[1] = back
        self.bout.actor = {self.bruno: back}.get(self.bout.actor, self.bout.actor)
        self.bout.spent = {}
        self.assertEqual(self.bout.look(back)[0], cards)
        for _ in range(3):
            self.bout.move()


class NgircdSplitTest(OnSplit, BotTest):
    kind = Ngircd


class InspircdSplitTest(OnSplit, BotTest):
    kind = Inspircd


class StrictTransportTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(sts=True))

    def test_comes_back_over_tls(self):
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna, authority_file=certificates().path("authority.crt"))
        attempts = bot.entries(r"event=irc\.connecting .*port=")
        self.assertEqual([(entry["port"], entry["tls"]) for entry in attempts],
                         [(str(self.server.port), "no"), (str(self.server.tls_port), "yes")])
        anna.send(f"WHOIS {bot.nick}")
        anna.expect(rf" 671 \S+ {bot.nick} ")
        anna.ask(bot.nick, "help status", "^status")

    def test_never_back_to_plain_text(self):
        """The bot does not use plain text with a server that it can't trust over TLS."""
        (anna,) = self.people("anna")
        bot = self.bot(authority_file=certificates().path("stranger.crt"))
        mark = 0
        for _ in range(3):
            failed = bot.wait_log(r"event=irc\.connect_failed", since=mark)
            self.assertIn("certificate", failed["reason"])
            mark = bot.log.index(failed) + 1
        attempts = [entry["tls"] for entry in bot.entries(r"event=irc\.connecting .*port=")]
        self.assertEqual(attempts[0], "no")
        self.assertEqual(set(attempts[1:]), {"yes"})
        self.assertEqual(anna.names(self.channel), {anna.nick})


if __name__ == "__main__":
    unittest.main()
