#!/usr/bin/env python3
"""check_shuffle.py deals every game again, and notices whatever is swapped in a transcript.

    tests/kit/test_check_shuffle.py BELFRY
"""

import copy
import hashlib
import itertools
import json
import subprocess
import sys
import unittest

import check_shuffle

BELFRY = sys.argv.pop() if len(sys.argv) > 1 else "belfry"
KNOWN = json.loads(subprocess.run([BELFRY, "games", "--json"], check=True, capture_output=True).stdout)
GAMES = 4  # of each kind


def simulate(game, players, *options, games=GAMES):
    written = subprocess.run([BELFRY, "simulate", game, "--players", str(players), "--games", str(games), "--seed",
                              "dea1", "--transcript", "-", *options], check=True, capture_output=True, text=True)
    lines = [json.loads(line) for line in written.stdout.splitlines()]
    for line in lines:
        if "belfry" in line:
            line["commitment"] = check_shuffle.commitment(bytes.fromhex(line["seed"]))
    return lines


def some_players(game):
    """Three, or what the game allows."""
    known, = (known["players"] for known in KNOWN if known["id"] == game)
    return min(max(3, known["min"]), known["max"])


def verify(lines):
    return check_shuffle.verify(json.dumps(line) for line in lines)


def first_game(lines):
    return lines[:[i for i, line in enumerate(lines) if "end" in line][0] + 1]


def places(value, path=()):
    """Paths to all cards and seats of an outcome."""
    if isinstance(value, (str, int)):
        yield path
        return
    for name in (value if isinstance(value, dict) else range(len(value))):
        yield from places(value[name], (*path, name))


def at(value, path):
    for name in path:
        value = value[name]
    return value


def put(value, path, item):
    at(value, path[:-1])[path[-1]] = item


def swaps(outcome):
    """The outcome with two different cards swapped: every neighbouring pair of groups, and in each pile."""
    every = list(places(outcome))
    groups = [list(group) for _, group in itertools.groupby(every, key=lambda path: path[:-1])]
    groups = [group for group in groups if len(group) > 1]
    hands = [group for group in groups if group[0][0] in ("hands", "reserves")]
    pairs = [(one, other) for one, other in itertools.pairwise(groups)]
    pairs += [(group, group) for group in groups if group not in hands]
    for one, other in pairs:
        found = [(a, b) for a in one for b in other if at(outcome, a) != at(outcome, b)]
        assert found, (one, other)
        for a, b in (found[0], found[-1]):
            swapped = copy.deepcopy(outcome)
            put(swapped, a, at(outcome, b))
            put(swapped, b, at(outcome, a))
            yield swapped


class Deals(unittest.TestCase):
    maxDiff = None

    def test_every_game_and_number_of_players(self):
        for game in KNOWN:
            self.assertIn(game["id"], check_shuffle.GAMES, "tests/kit/check_shuffle.py: add a class that deals from "
                          "\"The deal, made again\" of the game's RULES.md, and name it in GAMES")
        self.assertEqual(set(check_shuffle.GAMES), {game["id"] for game in KNOWN})
        for game in KNOWN:
            for players in range(game["players"]["min"], game["players"]["max"] + 1):
                with self.subTest(game=game["id"], players=players):
                    lines = simulate(game["id"], players)
                    deals = sum("setup" in line or "chance" in line for line in lines)
                    self.assertEqual(verify(lines), (f"{GAMES} games, {deals} deals made again", []))

    def test_a_series_of_goats_is_dealt_again_and_again(self):
        lines = simulate("goats", 4, "--option", "rounds=series")
        self.assertEqual(verify(lines), (f"{GAMES} games, {4 * GAMES} deals made again", []))

    def test_advantage_cards_that_nobody_got_come_again(self):
        lines = simulate("pillars", 4, games=12)
        longest = max(sum("chance" in line for line in game) for _, game in
                      itertools.groupby(lines, key=lambda line: "end" in line))
        self.assertGreater(longest, 4, "more rounds than there are advantage cards")
        self.assertEqual(verify(lines)[1], [])

    def test_swapped_cards_are_noticed(self):
        for game in check_shuffle.GAMES:
            lines = first_game(simulate(game, some_players(game)))
            outcomes = [i for i, line in enumerate(lines) if "setup" in line or "chance" in line]
            for i in outcomes:
                name = "setup" if "setup" in lines[i] else "chance"
                for swapped in swaps(lines[i][name]):
                    with self.subTest(game=game, line=i + 1, swapped=swapped):
                        changed = lines[:i] + [lines[i] | {name: swapped}] + lines[i + 1:]
                        self.assertEqual(verify(changed)[1],
                                         [f"line {i + 1}: seed and words deal something else"])

    def test_another_first_seat_is_noticed(self):
        for game in check_shuffle.GAMES:
            lines = first_game(simulate(game, some_players(game)))
            for name in {"first", "dealer"} & lines[0]["setup"].keys():
                changed = copy.deepcopy(lines)
                changed[0]["setup"][name] = lines[0]["setup"][name] % lines[0]["players"] + 1
                self.assertEqual(verify(changed)[1], ["line 1: seed and words deal something else"], game)

    def test_another_seed_or_word_is_noticed(self):
        lines = first_game(simulate("njet", 4))
        self.assertEqual(verify([lines[0] | {"words": ["", "luck", "", ""]}] + lines[1:])[1],
                         ["line 1: seed and words deal something else"])
        problems = verify([lines[0] | {"seed": "12" * 32}] + lines[1:])[1]
        self.assertEqual(problems[0], "line 1: the seed is not the one that was committed to")

    def test_a_word_that_was_not_sealed_is_noticed(self):
        header = simulate("njet", 3)[0] | {"words": ["", "luck", ""]}
        seal = hashlib.sha256(b"luck").hexdigest()
        dealt = check_shuffle.Njet(check_shuffle.key(bytes.fromhex(header["seed"]), header["words"]), 3,
                                   header["options"]).deal(True)
        header["setup"] = dealt
        self.assertEqual(verify([header | {"seals": ["", seal, ""]}])[1], [])
        self.assertEqual(verify([header | {"seals": ["", seal[::-1], ""]}])[1],
                         ["line 1: the word of seat 2 is not the one that was sealed"])

    def test_it_says_what_it_could_not_check(self):
        lines = first_game(simulate("goats", 3))
        unsealed = {name: value for name, value in lines[0].items() if name != "commitment"}
        self.assertEqual(verify([unsealed])[1],
                         ["line 1: nothing was committed to, so the seed may have been chosen"])
        self.assertEqual(verify([lines[0] | {"game": "chess"}])[1],
                         ["line 1: the deals of chess are not known here"])
        self.assertEqual(verify([])[1], ["there is no transcript"])
        self.assertIn("line 2: this is no line of a transcript",
                      check_shuffle.verify([json.dumps(lines[0]), "{"])[1][0])

    def test_the_command_exits_with_one(self):
        lines = first_game(simulate("njet", 3))
        one, other = lines[0]["setup"]["hands"][:2]
        for swap, status in ((False, 0), (True, 1)):
            if swap:
                one[0], other[0] = other[0], one[0]
            done = subprocess.run([sys.executable, check_shuffle.__file__, "verify"], text=True, capture_output=True,
                                  input="".join(json.dumps(line) + "\n" for line in lines))
            self.assertEqual(done.returncode, status, done)
        self.assertIn("line 1: seed and words deal something else", done.stderr)


if __name__ == "__main__":
    unittest.main()
