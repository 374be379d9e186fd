"""The database is away while people play: whoever asks for something hears once, in their language, that it waits;
when the database is back everything is done, and told."""

import time
import unittest

from bot import Bot, network as irc_network
from cluster import Database
from cluster_play import TERM, DiscordPlayer, IrcPlayer, Table
from discord.fake import Fake
from discord.people import text_of
from discord.support import network as discord_network
from processes import PATIENCE, wait_until
from servers import Ngircd

ENGLISH, GERMAN = "can’t save anything right now", "kann gerade nichts speichern"
CHANNEL = "#table"


class OutageTest(unittest.TestCase):
    def setUp(self):
        self.database = self.enterContext(Database())
        self.server, self.fake = self.enterContext(Ngircd()), self.enterContext(Fake())

    def start(self, nick="one"):
        bot = Bot([irc_network(self.server, nick=nick, channels=[CHANNEL]), discord_network(self.fake)], start=False)
        bot.data = self.database.proxy().address
        self.enterContext(bot)
        bot.start()
        bot.wait_log(r"event=bot\.started")
        return bot

    def irc_table(self):
        players = [IrcPlayer(self.server, name, CHANNEL) for name in ("anna", "bruno")]
        for player in players:
            self.addCleanup(player.close)
        return Table("irc", players)

    def wait_in_channel(self, player):
        wait_until(lambda: {"one", "two"} & set(player.client.names(CHANNEL)), 30, "a bot", every=0.2)

    def notices(self, player, since=0):
        return [line.text for line in player.client.said("", since=since)
                if ENGLISH in line.text or GERMAN in line.text]

    def moves(self):
        return int(self.database.ask("SELECT count(*) FROM lines WHERE coalesce(move, '') <> ''")[0][0])

    def wait_known(self, table):
        return wait_until(lambda: table.moves_offered()[1] and table.moves_offered(), 30, "a table to play at")

    def test_in_irc_one_line_in_their_language(self):
        bot = self.start()
        table = self.irc_table()
        guest = IrcPlayer(self.server, "carl", CHANNEL)
        self.addCleanup(guest.close)
        self.wait_in_channel(guest)
        guest.client.say("one", "lang de")
        guest.client.expect_said("Deutsch")
        table.open()
        for number in (1, 2):
            player, moves = self.wait_known(table)
            self.database.kill()
            mark = guest.client.mark()
            made = player.make(moves[0])
            wait_until(lambda player=player, made=made: self.notices(player, made[0]), 10, "the line")
            for _ in range(3):
                player.command("undo")
                guest.command("join")
                time.sleep(0.5)
            wait_until(lambda mark=mark: self.notices(guest, mark), 10, "the line")
            time.sleep(TERM)
            self.assertEqual(len(self.notices(player, made[0])), 1)
            self.assertEqual(len(self.notices(guest, mark)), 1)
            self.assertIn(ENGLISH, self.notices(player, made[0])[0])
            self.assertIn(GERMAN, self.notices(guest, mark)[0])
            self.assertFalse(player.answered(made))
            self.database.start()
            wait_until(lambda player=player, made=made: player.answered(made), 20, "the move to be told")
            self.assertEqual(self.moves(), number)
            guest.client.expect_said(r"(?i)voll|Platz|läuft|begonnen", since=mark)  # join is answered, too
        self.assertNotIn("bad file descriptor", "".join(bot.process.lines))

    def test_in_discord_one_line_in_their_language(self):
        self.start()
        self.fake.wait(lambda: self.fake.is_ready() and self.fake.world.commands[""], "Discord", 20)
        table = Table("discord", [DiscordPlayer(self.fake, name, self.fake.channel) for name in ("Carla", "Dora")],
                      discord=self.fake.channel)
        emil = self.fake.person("Emil", locale="de")
        table.open()
        player, moves = self.wait_known(table)
        self.database.kill()
        act, _ = player.make(moves[0])
        acts = [act]
        guests = [emil.slash("join", wait=False) for _ in range(2)]

        def lines(acts):
            texts = [text_of(each) for act in acts for each in act.messages]
            return [text for text in texts if ENGLISH in text or GERMAN in text]
        self.fake.wait(lambda: lines(acts) and lines(guests), "the lines", 10)
        acts.append(player._slash("undo"))
        time.sleep(TERM * PATIENCE)
        for asked, line in ((acts, ENGLISH), (guests, GERMAN)):
            heard = self.fake.do(lambda asked=asked: lines(asked))
            self.assertEqual(len(heard), 1, heard)
            self.assertIn(line, heard[0])
        self.database.start()
        wait_until(lambda: self.moves() == 1, 20, "the move")
        self.fake.wait(lambda: all(act._is_answered() for act in acts + guests), "answers to everything", 20)

    def test_what_is_typed_when_nobody_may_speak_is_done_later(self):
        """Two processes: when the database has been away for longer than a lease lasts, neither knows who serves the
        network, and both are silent."""
        self.start("one")
        self.start("two")
        table = self.irc_table()
        self.wait_in_channel(table.players[0])
        table.open()
        player, moves = self.wait_known(table)
        self.database.kill()
        time.sleep(TERM + 2)
        made = player.make(moves[0])
        time.sleep(2)
        self.assertFalse(player.answered(made))
        self.database.start()
        wait_until(lambda: player.answered(made), 20, "the move to be told")
        self.assertEqual(self.moves(), 1)


if __name__ == "__main__":
    unittest.main()
