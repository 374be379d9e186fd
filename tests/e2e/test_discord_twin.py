"""Whole games against discord-digital-twin, an emulation of Discord by somebody else: two and more
people play all games by slash commands, buttons and menus."""

import unittest

from bot import Bot
from discord.peers import node
from discord.people import rendered
from discord.support import NAMES, network
from discord.twin import Twin, TwinMatch, alone
from match import WON


def setUpModule():
    if not node():
        raise unittest.SkipTest("the peers are not installed: tests/e2e/discord/install")
    if not alone():
        raise unittest.SkipTest("no network namespace may be made here, and the twin listens "
                                "everywhere")


class TwinTest(unittest.TestCase):
    def play(self, game, people, options=""):
        twin = self.enterContext(Twin(*NAMES[:people]))
        bot = self.enterContext(Bot([network(twin)]))
        twin.wait(lambda: twin.proxy.commands or not bot.is_running(), "commands")
        match = TwinMatch(twin, seed=people).open(game, options).play()
        told = rendered("\n".join(message["content"] for message in twin.public()))
        self.assertRegex(told, WON.pattern.replace("$", ""))
        self.assertNotRegex(told, "Your (hand|cards)|You can play")
        self.assertEqual(twin.proxy.faults, [])
        self.assertEqual([entry.raw for entry in bot.log if twin.token in entry.raw], [])
        print(f"\n{game}, {people} people: {match.moves} moves, {twin.proxy.requests} requests",
              flush=True)

    def test_en_garde(self):
        self.play("en-garde", 2, "touches=1")

    def test_campanile(self):
        self.play("campanile", 3)

    def test_campanile_intermezzo(self):
        self.play("campanile-intermezzo", 2)

    def test_patrician(self):
        self.play("patrician", 2)

    def test_goats(self):
        self.play("goats", 3)

    def test_njet(self):
        self.play("njet", 3, "rounds=1")

    def test_castellers(self):
        self.play("castellers", 2)

    def test_pillars(self):
        self.play("pillars", 3, "max-rounds=5")


if __name__ == "__main__":
    unittest.main()
