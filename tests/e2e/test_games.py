"""Every game in a channel, from `!new` to its result, at its smallest and its largest table, with and
without bots. The players learn their moves from `moves`, and every text is checked.

BELFRY_SHOW=1 prints the games as the channel and the first player saw them.
"""

import collections
import json
import os
import re
import subprocess
import time
import unittest

from bot import executable
from duel import expand_moves
from match import HAND, OFFER, SECRET, WON, Match, width
from servers import Ngircd
from support import BotTest

NAMES = ("anna", "bruno", "carla", "dora", "emil", "fritz")
SERVER = None

# What a second public line about a move says.
DECIDED = re.compile(
    r"touch for|nobody scores|takes the (last )?trick|the hill is|the limit is|game is over|"
    r"Intermezzo!|Finito!|is complete|King’s trick|"
    r"last stone|Points after|counted|last castle|passed twice|wins|share the win")
# None of this belongs into a text for people.
RUBBISH = {
    "a catalog key": re.compile(
        r"\b(?:[a-z-]+\.)+(?:event|picture|situation|hand|refusal|scoring|describe|expected|rules|"
        r"card|material|short|name|answer|command|move)\b|"
        r"\b(?:event|answer|refusal|command)\.[a-z]"),
    "an argument's place": re.compile(r"\{[^}]*\}|\{|\}|\bplural,|\bother \{"),
    "a format": re.compile(r"%|\(null\)|\bnan\b"),
    "a quoted quote": re.compile(r"""''|\\['"nu]|(?<!/)\\\\"""),
    "a stray blank": re.compile(r"^ .*[.!]$|^[^·]* [,;.!](?![_)a-z]).*[.!]$|[(] | [)]| $"),
    "a letter lost": re.compile("\ufffd"),
}


def setUpModule():
    global SERVER
    SERVER = unittest.enterModuleContext(Ngircd())


def known_games():
    listed = subprocess.run([executable(), "games", "--json"], capture_output=True, check=True)
    return {game["id"]: game for game in json.loads(listed.stdout)}


def show(match):
    if not os.environ.get("BELFRY_SHOW"):
        return
    print("\n".join(["", *match.public(), f"--- {match.players[0].nick} in private:",
                     *match.private(match.players[0], "^(?!status)")]))


class WholeGame:
    """A subclass says which game, how its tables are kept short, and when hands are told: at each
    "deal", at each "draw", or never, because everything is "open"."""

    game = ""
    options = {}
    hands = "draw"

    @classmethod
    def setUpClass(cls):
        cls.server = SERVER
        cls.known = known_games()[cls.game]

    def match(self, players, bots=0):
        *seated, watcher = self.people(*NAMES[:players], "watcher")
        bot = self.bot(watcher=watcher)
        self.title = self.known["name"]
        return Match(bot.nick, self.channel, seated, watcher, seed=players).open(
            self.game, bots, **self.options)

    def play(self, players, bots=0):
        began = time.monotonic()
        match = self.match(players, bots)
        match.play(until=self.middle(match))
        self.check_looking(match)
        match.play()
        match.settle(*match.players)  # Pictures come behind answers.
        show(match)
        self.check(match, players + bots, bots)
        self.report(match, players, bots, time.monotonic() - began)
        return match

    def middle(self, match):
        return lambda: len(match.turns) >= 7

    def report(self, match, players, bots, seconds):
        lines = collections.Counter(len(turn.sentences) for turn in match.turns)
        pictures = sum(len(turn.pictures) > 0 for turn in match.turns)
        rows = sum(len(turn.pictures) for turn in match.turns)
        print(f"\n{self.game}, {players} people and {bots} bots, {seconds:.1f} s: "
              f"{len(match.turns)} moves; moves by public lines {dict(sorted(lines.items()))}; "
              f"pictures and tables after {pictures} of them ({rows} lines)", flush=True)

    # -- Whole games

    def test_fewest_players(self):
        match = self.play(self.known["players"]["min"])
        self.check_again(match)

    def test_most_players(self):
        if self.known["players"]["max"] == self.known["players"]["min"]:
            self.skipTest("one number of players")
        self.play(self.known["players"]["max"])

    def test_bots_fill_the_seats(self):
        most = self.known["players"]["max"]
        self.play(1, bots=most - 1)

    # -- What is checked for each

    def check(self, match, seats, bots):
        self.check_texts(match)
        self.check_lines(match)
        self.check_privacy(match)
        self.check_hands(match, bots)
        self.check_counts(match, bots)
        self.check_result(match, seats)

    def check_texts(self, match):
        told = match.public()
        for player in match.players:
            told += match.private(player)
        for text in set(told):
            for what, pattern in RUBBISH.items():
                self.assertNotRegex(text, pattern, what)
            if text.endswith((".", "!", "”")):
                self.assertNotIn("  ", text)
                self.assertRegex(text, r"^\S")

    def check_lines(self, match):
        for line in match.watcher.said(self.channel, match.bot, since=match.begin):
            self.assertLessEqual(len(line.raw.encode()), 510, line.raw)
            if not line.text.endswith((".", "!", "”")):
                # A scoring has its rows in one line.
                self.assertLessEqual(max(map(width, line.text.split(" · "))), 60, line.text)
                self.assertEqual(line.text, line.text.rstrip())

    def check_privacy(self, match):
        """No part of a hand was in the channel or reached somebody without a seat."""
        public = match.public()
        for text in public:
            self.assertNotRegex(text, SECRET)
        for line in match.watcher.said("", match.bot):
            self.assertNotRegex(line.text, SECRET)
            self.assertNotRegex(line.text, r"gives the seat back")
        for player in match.players:
            for hand in match.hands(player):
                cards = HAND.sub("", hand).strip(" :.").partition(" — ")[0].partition(".")[0]
                if len(cards) >= 12:  # A shorter one may stand in a picture by chance.
                    self.assertFalse([text for text in public if cards in text], cards)

    def check_hands(self, match, bots):
        deals = self.deals(match)
        for player in match.players:
            told = match.hands(player)
            own_turns = sum(turn.player is player for turn in match.turns)
            if self.hands == "open":
                self.assertEqual(told, [])
            elif self.hands == "deal":
                self.assertEqual(len(told), deals, f"{player.nick}: {told}")
            else:
                self.assertGreater(len(told), 1)
                self.assertLessEqual(len(told), deals + own_turns)
        for turn in match.turns:
            verb, _, rest = turn.move.partition(" ")
            if self.hands != "open" and verb in ("play", "build", "advance"):
                self.assertIn(rest.split()[0], re.findall(r"[\w:*]+", turn.hand))

    def deals(self, match):
        return 1

    def check_counts(self, match, bots):
        for turn in match.turns if not bots else []:
            self.assertIn(len(turn.sentences), (1, 2), f"{turn.move}: {turn.sentences}")
            for second in turn.sentences[1:]:
                self.assertRegex(second, DECIDED)

    def check_result(self, match, seats):
        sentences = [text for text in match.public() if text.endswith((".", "!", "”"))]
        self.assertRegex(sentences[-1], WON)
        names = [player.nick for player in match.players] + [f"Bot {n}" for n in range(1, seats)]
        if not re.search("nobody wins", sentences[-1]):
            self.assertTrue(any(name in WON.search(sentences[-1])[1] for name in names))
        self.assertEqual(match.public()[-1].count(" to play"), 0)

    # -- Looking and asking

    def check_looking(self, match):
        """`table`, `status`, `rules` and `options` in the middle of a game."""
        player = match.players[0]
        match.actor()  # Bots have moved and say nothing in between.
        table = match.ask_public(player, "!table")
        self.assertTrue(3 <= len(table) <= 8, table)
        self.assertFalse(table[0].endswith("."))
        for other in match.players:
            self.assertIn(other.nick[:4], "\n".join(table))
        status = match.ask_public(player, "!status")
        self.assertEqual(len(status), 1, status)
        self.assertLessEqual(width(status[0]), 60, status)
        options = match.ask_public(player, "!options") or match.ask_private(player, "options")
        for option in self.known["options"]:
            self.assertRegex(options[0], rf"\b{option['name']}=({'|'.join(option['values'])})\b")
        self.check_rules(match, player)

    def check_rules(self, match, player):
        listed = match.ask_private(player, f"rules {self.game} nosuchtopic")
        topics = re.search(r": (.*)\.$", listed[-1])[1].split(", ")
        self.assertGreater(len(topics), 1, listed)
        for topic in topics:
            told = match.ask_private(player, f"rules {self.game} {topic}")
            self.assertGreater(len(" ".join(told)), 60, told)
        self.assertTrue(match.ask_private(player, f"rules {self.game}"))
        self.assertIn(self.title.split()[-1], " ".join(match.ask_public(player, "!options")
                                                       or match.ask_private(player, "options")))

    def check_again(self, match):
        """The same people play again at once."""
        player = match.players[0]
        opened = match.ask_public(player, "!again")
        self.assertRegex(opened[0], rf"is open.*{player.nick}")
        since = match.watcher.mark()
        player.say(match.channel, "!start")
        match.settle(player)
        match.settle(*match.players)  # Pictures come behind answers.
        begun = match.public(since)
        for other in match.players:
            self.assertIn(other.nick, "\n".join(begun))
        again = Match(match.bot, match.channel, match.players, match.watcher, seed=99)
        self.assertTrue(again.move())


class EnGardeTest(WholeGame, BotTest):
    game = "en-garde"
    options = {"touches": 2}

    def deals(self, match):
        return len([text for text in match.public() if re.search(r"Round \d+ begins", text)])


class CampanileTest(WholeGame, BotTest):
    game = "campanile"


class CampanileIntermezzoTest(WholeGame, BotTest):
    game = "campanile-intermezzo"
    options = {"shift": "on"}


class PatricianTest(WholeGame, BotTest):
    game = "patrician"


class GoatsTest(WholeGame, BotTest):
    game = "goats"
    hands = "deal"

    def test_the_scoring_is_told(self):
        match = self.match(3).play()
        match.settle(*match.players)
        self.assertTrue([text for text in match.public() if re.search(r"Limit \d+\. Heads: ", text)],
                        f"no scoring in {match.public()[-12:]}")


class NjetTest(WholeGame, BotTest):
    game = "njet"
    options = {"rounds": 1}
    hands = "deal"

    def to_discard(self, match):
        """Covers "no discard" first, so that there will be one."""
        def choose(moves):
            return "njet discard 0" if "njet discard 0" in moves else match.choice.choice(moves)
        match.play(choose=choose, until=lambda: "in private." in match.public()[-1])
        return match.actor()

    def test_a_discard_in_public_is_refused(self):
        match = self.match(4)
        player, moves = self.to_discard(match)
        self.assertTrue(all(move.startswith("discard") for move in moves), moves)
        match.settle(player, *match.players)
        status = match.ask_public(player, "!status")
        said = {client: client.mark() for client in (*match.players, match.watcher)}
        player.say(self.channel, f"!p {moves[0]}")
        match.settle(player, *match.players)
        for client, since in said.items():
            told = [line for line in client.said(None, match.bot, since=since)
                    if not line.text.startswith("status")]
            cards = moves[0].split()[1:]
            for line in told:
                self.assertFalse(set(cards) & set(re.split(r"\W+", line.text)), line.raw)
            if client is player:
                self.assertEqual(len(told), 1, told)
                self.assertIn("private", told[0].text)
                self.assertFalse(told[0].is_public)
            else:
                self.assertEqual(told, [])
        self.assertEqual(match.offered(player), moves)
        self.assertEqual(match.ask_public(player, "!status"), status)
        since = match.watcher.mark()
        match.make(player, moves[0])
        told = match.public(since)
        self.assertEqual(len(told), 1)
        self.assertRegex(told[0], f"{player.nick} has discarded")
        for card in moves[0].split()[1:]:
            self.assertNotIn(card, told[0])


class CastellersTest(WholeGame, BotTest):
    game = "castellers"
    hands = "open"


class PillarsTest(WholeGame, BotTest):
    game = "pillars"
    options = {"max_rounds": 5}
    hands = "deal"

    def deals(self, match):
        return len([text for text in match.public() if re.search(r"\bRound \d+, with", text)])


class AllGamesTest(unittest.TestCase):
    def test_every_game_is_played_here(self):
        played = {each.game for each in WholeGame.__subclasses__()}
        self.assertEqual(played, set(known_games()))

    def test_grouped_moves_are_understood(self):
        self.assertEqual(expand_moves("build A 1, 2 · build C 3 · pass · swap 2:p3, 3:b4"),
                         ["build A 1", "build A 2", "build C 3", "pass", "swap 2:p3", "swap 3:b4"])
        self.assertTrue(OFFER.match("You can play: pass"))


if __name__ == "__main__":
    unittest.main()
