"""Processes that share a database which is away for long."""

import random
import time
import unittest

from bot import Bot, network
from cluster import Database
from cluster_play import NICKS, TERM, IrcPlayer, Table
from processes import wait_until
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
        self.assertFalse(player.is_made(made))
        database.start()
        wait_until(lambda: player.is_made(made), 10, "the move to be told")


if __name__ == "__main__":
    unittest.main()
