"""The bot is removed, loses its server, is stopped and killed; the table stays."""

import unittest

from bot import Bot
from duel import EVENT, SITUATION
from processes import Failure
from servers import Ngircd
from support import BotTest


class KickTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_kicked_rests_until_invited(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        duel.move()
        position = self.status(anna, bot)
        anna.kick(self.channel, bot.nick)
        # It still answers in private, but the table rests; and it does not come back.
        self.barrier(anna, bot)
        self.assertNotIn(bot.nick, anna.names(self.channel))
        anna.say(bot.nick, f"{self.channel} p advance 1")
        self.barrier(anna, bot)
        self.assertNotIn(bot.nick, anna.names(self.channel))
        since = anna.mark()
        anna.invite(bot.nick, self.channel)
        line = anna.expect_said(SITUATION.pattern, self.channel, bot.nick, since=since)
        self.assertIn(duel.actor.nick, line.text)
        self.assertEqual(self.status(anna, bot), position)
        duel.move()
        self.assertEqual(len(anna.said(self.channel, bot.nick, r"hand", since=since)), 1)

    def test_rejoin_once(self):
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna, rejoin="once", rejoin_after="200ms")
        anna.kick(self.channel, bot.nick)
        anna.expect(rf"^:{bot.nick}!\S+ JOIN ")

    def test_kick_from_one_of_two_channels(self):
        anna, bruno = self.people("anna", "bruno")
        other = self.channel + "b"
        for person in (anna, bruno):
            person.join(other)
        bot = self.bot(watcher=anna, channels=[self.channel, other])
        bot.wait_in(anna, other)
        duel = self.duel(bot, [anna, bruno])
        anna.kick(other, bot.nick)
        for _ in range(3):
            duel.move()

    def test_killed_by_an_operator(self):
        """KILL closes the connection; the bot comes back and goes on."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        anna.become_operator()
        since = anna.mark()
        anna.send(f"KILL {bot.nick} :test")
        anna.expect(rf"^:{bot.nick}!\S+ QUIT", since=since)
        line = anna.expect_said(SITUATION.pattern, self.channel, bot.nick, since=since, timeout=20)
        self.assertIn(duel.actor.nick, line.text)
        duel.move()


class ServerTest(BotTest):
    """Each test has a server of its own: it is stopped."""

    def setUp(self):
        super().setUp()
        self.server = self.enterContext(Ngircd())

    def test_frozen_and_thawed(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, ping_after="10s", ping_timeout="10s")
        duel = self.duel(bot, [anna, bruno])
        self.server.freeze()
        # The question waits in the socket.
        anna.say(self.channel, "!status")
        with self.assertRaises(Failure):
            anna.expect_said(r"\d to \d", self.channel, bot.nick, timeout=0.5)
        self.server.thaw()
        anna.expect_said(r"\d to \d", self.channel, bot.nick)
        duel.move()
        self.assertFalse(bot.entries(r"event=irc\.disconnected"))

    def test_frozen_for_too_long(self):
        """The bot gives up a server that hangs and connects again when it runs."""
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna, ping_after="300ms", ping_timeout="300ms")
        duel = self.duel(bot, [anna, bruno])
        mark = bot.mark()
        since = anna.mark()
        self.server.freeze()
        bot.wait_log(r"event=irc\.disconnected", since=mark)
        self.server.thaw()
        line = anna.expect_said(SITUATION.pattern, self.channel, bot.nick, since=since, timeout=20)
        self.assertIn(duel.actor.nick, line.text)
        duel.move()

    def test_restarted(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        duel = self.duel(bot, [anna, bruno])
        for _ in range(3):
            duel.move()
        position = self.status(anna, bot)
        names = [person.nick for person in (anna, bruno)]
        # The frozen bot can't come back before there is anybody to hear it.
        bot.freeze()
        self.server.stop()
        for person in (anna, bruno):
            person.wait_closed()
        self.server.start()
        carla, *players = self.people("carla", "anna", "bruno")
        bot.thaw()
        self.assertEqual([player.nick for player in players], names)
        line = carla.expect_said(SITUATION.pattern, self.channel, bot.nick, timeout=30)
        self.assertIn(duel.actor.nick, line.text)
        self.assertEqual(self.status(carla, bot), position)
        self.barrier(carla, bot)
        back = carla.said(self.channel, bot.nick, SITUATION.pattern)
        self.assertEqual(len(back), 1, "one line stands for everything")
        duel.actor = players[0] if duel.actor is anna else players[1]
        duel.players, duel.watcher, duel.spent = players, carla, {}
        duel.move()


class BotRestartTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.anna, self.bruno = self.people("anna", "bruno")
        self.host = self.bot(watcher=self.anna)
        self.bout = self.duel(self.host, [self.anna, self.bruno])
        for _ in range(4):
            self.bout.move()
        self.position = self.status(self.anna, self.host)
        self.barrier(self.anna, self.host, self.bruno)
        self.hands = {person: self.bout.look(person)[0] for person in self.bout.players}

    def check_back(self, since):
        """One line tells the channel the state of the table; nothing is repeated."""
        actor = self.bout.actor
        line = self.anna.expect_said(SITUATION.pattern, self.channel, self.host.nick, since=since)
        nick, move = self.bout.moves[-1]
        self.assertRegex(line.text, rf"{nick}.*{move}")
        self.assertIn(actor.nick, line.text)
        self.assertIn("hand", line.text)
        self.barrier(self.anna, self.host, self.bruno)
        said = self.anna.said(self.channel, self.host.nick, since=since)
        self.assertEqual([each.raw for each in said], [line.raw])
        self.assertFalse(EVENT.search(line.text), line.text)
        self.assertEqual(self.status(self.anna, self.host), self.position)
        for person, cards in self.hands.items():
            self.assertEqual(self.bout.look(person)[0], cards)
        self.bout.move()

    def test_terminated(self):
        since = self.anna.mark()
        self.assertEqual(self.host.stop(), 0)
        self.anna.expect(rf"^:{self.host.nick}!\S+ QUIT", since=since)
        since = self.anna.mark()
        self.host.start()
        self.check_back(since)

    def test_killed(self):
        since = self.anna.mark()
        self.host.kill()
        self.anna.expect(rf"^:{self.host.nick}!\S+ QUIT", since=since)
        self.host.start()
        self.check_back(since)

    def test_stopped_and_continued(self):
        since = self.anna.mark()
        self.host.freeze()
        self.anna.say(self.channel, "!status")
        self.anna.synchronize()
        self.host.thaw()
        self.anna.expect_said(r"\d to \d", self.channel, self.host.nick, since=since)
        self.bout.move()

    def test_second_bot_on_the_same_data_is_refused(self):
        other = Bot([self.network(nick=self.named("second"))], start=False)
        other.data = self.host.data
        other.start()
        self.assertEqual(other.process.wait(), 1)
        self.assertEqual(len([line for line in other.process.lines if "level=error" in line
                              or "use" in line]), 1, other.process.lines)
        self.bout.move()

    def test_reload_joins_a_further_channel(self):
        other = self.channel + "more"
        self.anna.join(other)
        self.host.networks[0]["channels"] = [self.channel, other]
        self.host.reload()
        self.host.wait_in(self.anna, other)
        self.bout.move()

    def test_reload_with_a_mistake_changes_nothing(self):
        mark = self.host.mark()
        with open(self.host.config, "a", encoding="utf-8") as file:
            file.write("nonsense: true\n")
        self.host.process.signal(1)
        self.host.wait_log(r"nonsense", since=mark)
        self.bout.move()


class LobbyRestartTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_lobby_stands(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        anna.say(self.channel, "!new en-garde")
        anna.expect_said("En Garde", self.channel, bot.nick)
        since = anna.mark()
        bot.restart()
        anna.expect_said("En Garde", self.channel, bot.nick, since=since)
        bruno.say(self.channel, "!join")
        anna.expect_said(bruno.nick, self.channel, bot.nick)
        since = anna.mark()
        anna.say(self.channel, "!start")
        anna.expect_said(r"to play\.", self.channel, bot.nick, since=since)

    def test_restart_without_a_table_is_silent(self):
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna)
        bot.restart()
        bot.wait_in(anna, self.channel)
        self.barrier(anna, bot)
        self.assertEqual(anna.said(self.channel, bot.nick), [])


if __name__ == "__main__":
    unittest.main()
