"""Every game in a channel of Discord, from `/new` to its result, with the fewest and the most people.
Half of the moves are pressed, half are typed."""

import json
import re
import subprocess
import time

from bot import executable
from discord.match import Match
from discord.people import rendered, text_of
from discord.support import NAMES, DiscordTest
from match import WON
from test_games import RUBBISH

SECRET = re.compile(r"(?i)your (?:hand|cards|tokens|markers)|you can play|discarded: ")


def known_games():
    listed = subprocess.run([executable(), "games", "--json"], capture_output=True, check=True)
    return {game["id"]: game for game in json.loads(listed.stdout)}


class WholeGame:
    """A subclass defines the game and the options that keep its tables short."""

    game = ""
    options = {}

    def play(self, players):
        began = time.monotonic()
        self.bot()
        people = self.people(*NAMES[:players])
        match = Match(self.fake, people, seed=players).open(self.game, **self.options).play()
        self.check(match)
        moves = max(len(match.moves), 1)
        requests = sum(count * n for (count, _), n in match.requests.items())
        posts = sum(count * n for (_, count), n in match.requests.items())
        print(f"\n{self.game}, {players} people, {time.monotonic() - began:.1f} s: {moves} moves, "
              f"{sum(pressed for *_, pressed in match.moves)} pressed; requests a move "
              f"{requests / moves:.2f}, posts a move {posts / moves:.2f}; moves by (requests, "
              f"posts) {dict(sorted(match.requests.items()))}", flush=True)
        return match

    def test_fewest_players(self):
        self.play(known_games()[self.game]["players"]["min"])

    def test_most_players(self):
        self.play(known_games()[self.game]["players"]["max"])

    def check(self, match):
        channel = match.players[0].sees()
        public = [each for each in channel if each.viewer is None]
        told = "\n".join(text_of(each) for each in public)
        self.assertRegex(told, WON.pattern.replace("$", ""))
        bodies = [body.get("data") or body for body in self.fake.bodies.values()
                  if isinstance(body, dict)]
        for content in {rendered(body.get("content") or "") for body in bodies}:
            for line in content.replace("```", "\n").split("\n"):
                for what, pattern in RUBBISH.items():
                    if what != "a stray blank":
                        self.assertNotRegex(line, pattern, what)
        self.check_privacy(match, public)
        self.assertEqual(self.fake.refusals, [])

    def check_privacy(self, match, public):
        """No hand was where others could read it, not even before an edit."""
        for (method, path, _), body in self.fake.bodies.items():
            if re.match("/channels/", path) and method == "PATCH":
                self.assertNotRegex(body.get("content") or "", SECRET)
        for message in public:
            self.assertNotRegex(text_of(message), SECRET)
        for player in match.players:
            for message in player.inbox():
                self.assertIs(message.channel.recipient, player.person)


class EnGardeTest(WholeGame, DiscordTest):
    game = "en-garde"
    options = {"touches": 2}
    test_most_players = None


class CampanileTest(WholeGame, DiscordTest):
    game = "campanile"


class CampanileIntermezzoTest(WholeGame, DiscordTest):
    game = "campanile-intermezzo"
    options = {"shift": "on"}


class PatricianTest(WholeGame, DiscordTest):
    game = "patrician"


class GoatsTest(WholeGame, DiscordTest):
    game = "goats"


class NjetTest(WholeGame, DiscordTest):
    game = "njet"
    options = {"rounds": 1}


class CastellersTest(WholeGame, DiscordTest):
    game = "castellers"


class PillarsTest(WholeGame, DiscordTest):
    game = "pillars"
    options = {"max-rounds": 5}


class AllGamesTest(DiscordTest):
    def test_every_game_is_played_here(self):
        self.assertEqual({each.game for each in WholeGame.__subclasses__()}, set(known_games()))
