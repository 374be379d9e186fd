"""Whole games in terminals of several widths, with colours and without: what is drawn is never wrapped or
torn, sentences wrap between words, and sizes follow the terminal while the game goes on.

BELFRY_SHOW=1 prints the games.
"""

import os
import random
import unittest

from console import ESCAPE, Terminal
from duel import expand_moves
from match import width
from test_console import OPTIONS, known_games

WIDTHS = (40, 80, 120)
ROWS = 30
SIZES = {40: "narrow", 80: "large", 120: "large"}
OFFER = "You can play: "


class Player:
    """A person in a terminal, who reads the answer to each line that they type."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.prompt = terminal.expect_prompt()

    def ask(self, line):
        """The rows of the answer, and the same with its colours."""
        mark = len(self.terminal.raw)
        self.terminal.type(line + "\r")
        self.prompt = self.terminal.expect_prompt()
        raw = self.terminal.raw[mark:].replace("\r\n", "\n")
        coloured = raw[raw.index("\n") + 1:raw.rindex("\n") + 1]
        return ESCAPE.sub("", coloured).split("\n"), coloured

    def moves(self):
        """What may be typed, read in a terminal where sentences wrap."""
        told = " ".join(self.ask("moves")[0]).strip()
        if OFFER not in told:
            return []
        return expand_moves(told[told.index(OFFER) + len(OFFER):])


class WidthsTest(unittest.TestCase):
    def player(self, game, *arguments):
        options = [word for option in OPTIONS.get(game, ()) for word in ("--option", option)]
        return Player(self.enterContext(Terminal("play", game, "--name", "Anna", *options, *arguments)))

    def check_width(self, rows, columns):
        if os.environ.get("BELFRY_SHOW"):
            print("\n".join(rows))
        # Only a word that is longer than a row goes on in the next: a seed.
        self.assertEqual([row for row in rows if width(row) > columns and " " in row], [])

    def check_drawings(self, player, columns):
        """The table and the hand: with colours as without, and as in a terminal with more room."""
        plain = {}
        player.terminal.resize(columns, ROWS)
        for line in ("table", "hand"):
            plain[line], coloured = player.ask(line)
            self.check_width(plain[line], columns)
            self.coloured |= "\x1b[" in coloured
        player.ask("style colour=off")
        for line, rows in plain.items():
            again, coloured = player.ask(line)
            self.assertEqual(again, rows)
            self.assertNotIn("\x1b[3", coloured)
        player.terminal.resize(max(WIDTHS) + 1, ROWS)
        self.assertEqual(player.ask(f"table {SIZES[columns]}")[0], plain["table"])
        player.ask("style colour=auto")
        player.terminal.resize(columns, ROWS)

    def check_sentences(self, player):
        """They are the same words in every width."""
        told = []
        for columns in WIDTHS:
            player.terminal.resize(columns, ROWS)
            rows = player.ask("table sentences")[0]
            self.check_width(rows, columns)
            told.append(" ".join(" ".join(rows).split()))
        self.assertEqual(told, told[:1] * len(told))

    def play(self, game, seed):
        choice = random.Random(seed)
        player = self.player(game, "--seed", str(seed))
        self.coloured = False
        for turn in range(1000):
            moves = player.moves()
            if not moves:
                break
            columns = WIDTHS[turn % len(WIDTHS)]
            if turn % 4 == 0 or turn < len(WIDTHS):
                self.check_drawings(player, columns)
            if turn % 8 == 0:
                self.check_sentences(player)
            player.terminal.resize(columns, ROWS)
            self.check_width(player.ask(choice.choice(moves))[0], columns)
        self.assertRegex(player.terminal.text, r"\b(wins?|share the win)\b")
        self.assertTrue(self.coloured)
        self.assertEqual(player.prompt, "")

    def test_every_game(self):
        for game in known_games():
            with self.subTest(game):
                self.play(game, 7)


if __name__ == "__main__":
    unittest.main()
