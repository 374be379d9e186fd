"""Games on servers that do things their own way, and through a bouncer on either side."""

import unittest

import tree
from client import Client
from servers import Hybrid, Inspircd, Irc2, Ngircd, Znc
from support import BotTest


class Games:
    """What every server must carry: a game, a new nick, and an absence."""

    def test_a_game(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        bout = self.duel(bot, [anna, bruno])
        for _ in range(4):
            bout.move()
        cards, _ = bout.look(bruno)
        bruno.change_nick(self.named("bru"))
        self.assertEqual(bout.look(bruno)[0], cards)
        for _ in range(4):
            bout.move()
        blank = [line.raw for line in anna.said(None, bot.nick) if not line.text.strip()]
        self.assertEqual(blank, [])

    def test_a_player_comes_back(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        bout = self.duel(bot, [anna, bruno])
        cards, _ = bout.look(bruno)
        bruno.quit()
        back = self.client("bruno")
        back.join(self.channel)
        bout.players[1] = back
        bout.actor = {bruno: back}.get(bout.actor, bout.actor)
        bout.spent = {}
        self.assertEqual(bout.look(back)[0], cards)
        bout.move()


@unittest.skipIf(tree.obstacle(), tree.obstacle())
class HybridTest(Games, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Hybrid())


@unittest.skipIf(tree.obstacle(), tree.obstacle())
class Irc2Test(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Irc2())

    def test_hands_and_a_move(self):
        """Everybody's lines are slow here, so this is no whole bout."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, pace="libera")
        anna.say(self.channel, "!new en-garde")
        anna.expect_said("is open", self.channel, timeout=60)
        bruno.say(self.channel, "!join")
        anna.expect_said("sits down", self.channel, timeout=60)
        anna.say(self.channel, "!start")
        first = anna.expect_said(r"(\S+) to play\.", self.channel, timeout=60).text
        player = anna if f"{anna.nick} to play" in first else bruno
        hand = player.expect_said("Your hand: ", source=bot.nick, timeout=60, since=0).text
        self.assertRegex(hand, r"Your hand: [1-5]( [1-5]){4}")
        player.say(self.channel, f"!p advance {hand.split()[2]}")
        anna.expect_said(f"{player.nick} advances", self.channel, timeout=60)


class Bounced:
    """The bot, or a player, behind ZNC, which repeats all that was said when somebody attaches."""

    def setUp(self):
        super().setUp()
        self.anna, self.bruno = self.people("anna", "bruno")

    def bouncer(self, nick):
        since = self.anna.mark()
        bouncer = self.enterContext(Znc(self.server, nick, self.channel))
        self.anna.expect(rf"^:{nick}!\S+ JOIN ", since=since)
        return bouncer

    def bounced_bot(self):
        nick = self.named("belfry")
        bouncer = self.bouncer(nick)
        bot = self.bot(networks=[self.network(bouncer, server_password=bouncer.password)])
        self.wait_there(bot)
        return bouncer, bot

    def wait_there(self, bot, since=0):
        bot.wait_log(rf"event=irc\.joined .*{self.channel}", since=since, timeout=30)
        self.barrier(self.anna, bot)

    def test_bot_behind_it(self):
        """What the bouncer repeats is not obeyed a second time."""
        _, bot = self.bounced_bot()
        bout = self.duel(bot, [self.anna, self.bruno])
        for _ in range(4):
            bout.move()
        self.anna.say(self.channel, "!new castellers")
        self.barrier(self.anna, bot)
        position = self.status(self.anna, bot)
        bot.stop()
        for text in ("!p advance 1", "!abort", "!table"):
            self.anna.say(self.channel, text)
        # Its answer shows that the bouncer has read what stands before.
        self.anna.ask(bot.nick, "\x01VERSION\x01", "ZNC")
        since, mark = self.anna.mark(), bot.mark()
        bot.start()
        self.wait_there(bot, mark)
        self.assertEqual(self.status(self.anna, bot), position)
        said = [line.text for line in self.anna.said(self.channel, bot.nick, since=since)]
        # That it is back, and the answer to `status`.
        self.assertEqual(len(said), 2, said)
        for _ in range(4):
            bout.move()

    def test_player_behind_it(self):
        """They see their cards again when they attach with another client, and go on."""
        nick = self.named("carla")
        bouncer = self.bouncer(nick)
        bot = self.bot(watcher=self.anna)
        capabilities = ("server-time", "batch", "echo-message", "znc.in/self-message")
        carla = self.enterContext(Client(bouncer, nick, password=bouncer.password,
                                         capabilities=capabilities))
        bout = self.duel(bot, [self.anna, carla], watcher=self.anna)
        for _ in range(4):
            bout.move()
        cards, _ = bout.look(carla)
        carla.close()
        back = self.enterContext(Client(bouncer, nick, password=bouncer.password,
                                        capabilities=capabilities))
        back.expect_said("Your hand: ", source=bot.nick)
        back.ask(bot.nick, "help hand", "^hand")  # behind everything that is repeated
        bout.players[1] = back
        bout.actor = {carla: back}.get(bout.actor, bout.actor)
        bout.spent = {}
        self.assertEqual(bout.look(back)[0], cards)
        for _ in range(4):
            bout.move()

    def test_bouncer_loses_its_server(self):
        """The bot stays with the bouncer and plays on when that is back."""
        _, bot = self.bounced_bot()
        bout = self.duel(bot, [self.anna, self.bruno])
        bout.move()
        position = self.status(self.anna, bot)
        mark = bot.mark()
        self.server.stop()
        self.anna.wait_closed()
        self.server.start()
        self.anna, self.bruno = self.people("anna", "bruno")
        bot.wait_in(self.anna, self.channel, timeout=30)
        self.wait_there(bot, mark)
        self.assertEqual(self.status(self.anna, bot), position)


class NgircdBouncedTest(Bounced, BotTest):
    """The bouncer has nothing to pass on but names."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())


class InspircdBouncedTest(Bounced, BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd())


if __name__ == "__main__":
    unittest.main()
