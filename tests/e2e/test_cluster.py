"""Processes that share a database: the server is away for long; and all are replaced, one after the other, while
people play."""

import random
import re
import threading
import time
import unittest

from bot import Bot, network
from cluster import Database
from cluster_play import CHANNELS, NICKS, TEN_SECONDS, TERM, Cluster, DiscordPlayer, IrcPlayer, Table
from discord_kill_test import TOLD
from processes import PATIENCE, Failure, wait_until
from servers import Ngircd


class OutageTest(unittest.TestCase):
    def test_what_waited_for_the_server_is_told_when_it_is_back(self):
        """The server is away longer than a lease lasts."""
        database, server = self.enterContext(Database()), self.enterContext(Ngircd())
        for nick in NICKS[:2]:
            bot = self.enterContext(Bot([network(server, nick=nick, channels=["#table"])], start=False))
            bot.data = database.proxy().address
            bot.start()
            bot.wait_log(r"event=bot\.started")
        players = [IrcPlayer(server, name, "#table") for name in ("anna", "bruno")]
        for player in players:
            self.addCleanup(player.close)
        table = Table("irc", players)
        table.advance(random.Random(1), time.monotonic() + 30)
        player, moves = table.moves_offered()
        database.kill()
        made = player.make(moves[0])
        time.sleep(TERM + 2)
        self.assertFalse(player.answered(made))
        database.start()
        wait_until(lambda: player.answered(made), 10, "the move to be told")


# Who is quick ends a match and begins the next one.
OPENING = re.compile(r"^A table of|shuffle is sealed|sits down|^> \w+ to play|in the pile|←─|^hits: ")


class UpdateTest(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(1)
        self.addCleanup(self.cluster.close)

    def said_beside_moves(self):
        """By channel: what the bots said there that is about no move and no new table."""
        said = {}
        for channel in CHANNELS:
            lines = [line.text for line in self.cluster.watcher.said(channel) if line.nick in NICKS]
            said[channel] = [text for text in lines
                             if not TOLD.search(text) and not OPENING.search(text) and "Round" not in text]
        return said

    def joins(self, channel):
        return [line.nick for line in self.cluster.watcher.lines
                if line.command == "JOIN" and line.nick in NICKS and channel in line.raw]

    def keep_playing(self, table, is_over):
        moves = 0
        while not is_over.is_set():
            table.advance(random.Random(moves), time.monotonic() + TEN_SECONDS * PATIENCE)
            moves += 1
        return moves

    def check_everything_is_answered(self):
        acts = [act for player in self.cluster.players if isinstance(player, DiscordPlayer) for act in player.acts]
        try:
            self.cluster.fake.wait(lambda: all(act._is_answered() for act in acts))
        except Failure:
            left = [(act.interaction.id, act.interaction.data) for act in acts if not act._is_answered()]
            raise Failure(f"not answered: {left}{self.cluster.tails()}") from None

    def replace_all(self):
        for bot in self.cluster.bots:
            mark = bot.mark()
            self.assertEqual(bot.stop(), 0)
            self.cluster.start(bot)
            bot.wait_log(r"event=bot\.started", since=mark)
            self.cluster.wait_served()
            time.sleep(0.5)  # for some moves

    def test_every_process_is_replaced_under_play(self):
        """A place hears at most one line each time that another process serves it, and whoever pressed or typed in
        Discord gets an answer."""
        cluster, is_over = self.cluster, threading.Event()
        said = self.said_beside_moves()
        joins = {channel: len(self.joins(channel)) for channel in CHANNELS}
        playing = [cluster.executor.submit(self.keep_playing, table, is_over) for table in cluster.tables]
        for _ in range(3):
            self.replace_all()
        is_over.set()
        moves = [future.result() for future in playing]
        print(f"\n{moves} moves meanwhile")
        cluster.check()
        for channel, lines in self.said_beside_moves().items():
            new, served = lines[len(said[channel]):], self.joins(channel)[joins[channel]:]
            self.assertLessEqual(len(new), len(served), (new, served))
        self.check_everything_is_answered()
        for bot in cluster.bots:
            self.assertEqual(bot.stop(), 0)


if __name__ == "__main__":
    unittest.main()
