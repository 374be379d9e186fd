"""The bot in a terminal: whole games with `play` and `run`, through pipes and in a pseudo terminal,
the keys that edit lines, and everything that can be typed or called wrongly.

BELFRY_SHOW=1 prints the games.
"""

import json
import os
import random
import re
import subprocess
import termios
import unittest

from bot import executable
from console import Piped, Terminal, environment
from duel import expand_moves
from match import OFFER, WON, width
from processes import PATIENCE, temporary_folder

# Options that keep long games short.
OPTIONS = {"en-garde": ("touches=2",), "njet": ("rounds=1",), "pillars": ("max-rounds=5",)}
# A picture's title, a table's heading and a hand have no full stop.
RUBBISH = re.compile(r"\b[a-z-]+\.(event|picture|situation|hand|refusal|scoring|expected|rules)\b|"
                     r"\{|\}|%|\(null\)|\ufffd")


def call(*arguments, data=b"", **more):
    folder = temporary_folder("console")
    return subprocess.run([executable(), *arguments], input=data, capture_output=True,
                          env=environment(folder, **more), cwd=folder, timeout=60 * PATIENCE)


def known_games():
    return {game["id"]: game for game in json.loads(call("games", "--json").stdout)}


def offered(answers):
    line = next((line for line in answers if OFFER.match(line)), None)
    return expand_moves(OFFER.sub("", line)) if line else []


class ConsoleTest(unittest.TestCase):
    def piped(self, *arguments, **more):
        return self.enterContext(Piped(*arguments, **more))

    def terminal(self, *arguments, **more):
        """With a name for `play`, which asks for one otherwise."""
        if arguments[0] == "play":
            arguments += ("--name", "Anna")
        return self.enterContext(Terminal(*arguments, **more))

    def play(self, table, seed=1):
        """Plays to the result, with moves as they are printed and nothing in front of them."""
        choice = random.Random(seed)
        for _ in range(1000):
            moves = offered(table.ask("moves"))
            if not moves:
                break
            answers = table.ask(choice.choice(moves))
            self.assertFalse([line for line in answers if "(rule " in line], answers)
        result = [line for line in table.said if WON.search(line)]
        self.assertEqual(len(result), 1, table.said[-30:])
        return result[0]

    def check_said(self, lines):
        if os.environ.get("BELFRY_SHOW"):
            print("\n".join(lines))
        for line in lines:
            self.assertNotIn("\x1b", line)
            self.assertNotRegex(line, RUBBISH)
            self.assertEqual(line, line.rstrip())
            if not line.endswith((".", "!", "”")) and not re.search("Your |you can|You ", line):
                self.assertLessEqual(width(line), 60, line)


class NameTest(ConsoleTest):
    def test_without_a_login_name_the_person_is_called_by_a_word_of_the_language(self):
        for language, name in (("en", "Player"), ("fr", "Joueur"), ("it", "Giocatore"), ("de", "Gast")):
            with self.subTest(language):
                answer = call("play", "en-garde", "--lang", language, USER="", data=b"table\n")
                self.assertIn(name, answer.stdout.decode())

    def test_the_name_can_be_given(self):
        answer = call("play", "en-garde", "--name", "Zoë", data=b"table\n")
        self.assertIn("Zoë", answer.stdout.decode())
        self.assertEqual(call("play", "en-garde", "--name", "").returncode, 2)


class AgainTest(ConsoleTest):
    def test_again_begins_at_once(self):
        table = self.piped("play", "castellers", "--no-color")
        said = " ".join(table.ask("abort", "again", "hand"))
        self.assertIn("Your reserve", said.split("A table of Castellers is open")[1])


class WordsTest(ConsoleTest):
    def test_the_prompt_follows_the_language_at_once(self):
        table = self.terminal("play", "castellers", "--no-color")
        table.expect(r"Anna: action 1 of 2> $")
        table.type("lang fr\r")
        table.expect(r"Anna\s: action 1 sur 2> $")

    def test_help_says_how_to_leave(self):
        self.assertIn("quit leaves.", " ".join(self.piped("play").ask("help")))

    def test_there_is_one_place(self):
        table = self.piped("play", "castellers", "--no-color")
        self.assertIn("I know no place “#games”", " ".join(table.ask("link #games")))
        self.assertIn("That is this channel itself", " ".join(table.ask("link table")))

    def test_commas_alone_are_no_move(self):
        table = self.piped("play", "castellers", "--no-color")
        for typed in (",", "play ,,", "play , ,"):
            self.assertIn("Expected: play MOVE", " ".join(table.ask(typed)), typed)


class TutorialTest(ConsoleTest):
    def test_every_tutorial_is_played_by_what_it_asks_for(self):
        table = self.piped("play", "--no-color")
        for game in known_games():
            with self.subTest(game):
                answers, steps = table.ask(f"tutorial {game}"), 0
                while answers[-1].startswith("Type: "):
                    answers, steps = table.ask(answers[-1].removeprefix("Type: ")), steps + 1
                self.assertIn(f"rules {game} has the details", answers[-1])
                self.assertTrue(4 <= steps <= 12, steps)
                self.check_said(table.said)
        self.assertEqual(table.finish()[0], 0)


class WholeGamesTest(ConsoleTest):
    def test_play_every_game(self):
        for game, known in known_games().items():
            with self.subTest(game):
                options = [word for option in OPTIONS.get(game, ())
                           for word in ("--option", option)]
                table = self.piped("play", game, "--no-color", "--players",
                                   str(known["players"]["max"]), *options)
                self.play(table)
                status, _ = table.finish()
                self.assertEqual((status, table.errors), (0, b""))
                self.check_said(table.said)

    def test_run_plays_one_game_after_the_other(self):
        table = self.piped("run", "--data", temporary_folder("data"), NO_COLOR="1")
        for game, known in known_games().items():
            with self.subTest(game):
                table.said.clear()
                table.ask(" ".join(("new", game, *OPTIONS.get(game, ()))))
                for _ in range(known["players"]["min"] - 1):
                    table.ask("bots add random")
                table.ask("start")
                self.play(table)
                self.assertIn("There is no table here", " ".join(table.ask("table")))
                self.check_said(table.said)
        self.assertEqual(table.finish()[0], 0)

    def test_the_scoring_is_shown(self):
        """It explains the points behind the result, in every game with points."""
        for game in ("campanile", "goats", "patrician"):
            with self.subTest(game):
                table = self.piped("play", game, "--no-color")
                result = table.said.index(self.play(table))
                shown = table.said[result + 1:]
                self.assertGreater(len(shown), 3, f"no scoring in {shown}")

    def test_the_scoring_is_as_narrow_as_the_table(self):
        for game in ("campanile", "goats", "patrician"):
            with self.subTest(game):
                table = self.piped("play", game, "--no-color", USER="Bartholomew the Younger")
                table.ask("style size=narrow")
                result = table.said.index(self.play(table))
                shown = [line for line in table.said[result + 1:]
                         if not re.search(r"^Your |\.$", line)]
                self.assertGreater(len(shown), 5)
                self.assertEqual([line for line in shown if width(line) > 36], [])
                if game == "goats":
                    self.assertRegex("\n".join(shown), r"Barth\w*… +\d+ +\d+ ")

    def test_a_whole_game_in_a_terminal(self):
        table = self.terminal("play", "en-garde", "--no-color")
        for _ in range(500):
            shown = table.expect(r"([^\n\r]*)> $|wins\s+the\s+bout!")
            if not shown[1]:
                break
            self.assertRegex(shown[1], r"Anna to (play|answer)")
            table.type("moves\r")
            offered = table.expect(r"You can play: ([^\n\r]*)")[1]
            table.expect(r"([^\n\r]*)> $")
            table.type(re.split(", | · ", offered)[0] + "\r")
        else:
            self.fail("no end")
        table.expect_prompt()
        table.type("\x04")
        self.assertEqual(table.wait(), 0)


class KeysTest(ConsoleTest):
    def table(self):
        table = self.terminal("play", "goats", "--no-color")
        self.assertEqual(table.expect_prompt(), "Anna to play")
        return table

    def test_the_prompt_says_whose_turn_it_is(self):
        table = self.terminal("run", "--data", temporary_folder("data"), NO_COLOR="1")
        self.assertEqual(table.expect_prompt(), "")
        for line in ("new goats", "bots add random", "bots add random", "start"):
            table.type(line + "\r")
            prompt = table.expect_prompt()
        self.assertEqual(prompt, "Anna to play")

    def test_tab_completes_commands_games_and_moves(self):
        table = self.terminal("play", "en-garde", "--no-color", "--seed", "5")
        table.expect_prompt()
        table.type("hel\tstatu\t\r")
        table.expect("status: ")
        table.expect_prompt()
        table.type("rules cast\tswa\t\r")
        table.expect("SWAP")
        table.expect_prompt()
        table.type("moves\r")
        move = re.split(", | · ", table.expect(r"You can play: ([^\n\r]*)")[1])[0]
        table.expect_prompt()
        word, card = move.split()
        table.type(f"{word[:3]}\t{card}\r")
        table.expect("Anna (advances|retreats|attacks)")

    def test_tab_completes_nothing_of_others(self):
        """Neither names of files nor cards that the person does not hold."""
        table = self.terminal("play", "goats", "--no-color", "--seed", "5")
        table.expect_prompt()
        open(os.path.join(table.folder, "flurble.txt"), "w", encoding="utf-8").close()
        table.type("report flu\t\r")
        table.expect_prompt()
        self.assertNotIn("flurble", table.text)

    def test_backspace(self):
        table = self.table()
        table.type("stax\x7ftus\r")
        table.expect("Ziegen Kriegen, trick 1 of 8")
        self.assertNotIn("do not", table.text)

    def test_arrow_up_repeats_a_line(self):
        table = self.table()
        table.type("help join\r")
        table.expect("Takes a seat")
        table.expect_prompt()
        table.type("\x1b[A\r")
        table.expect("Takes a seat")

    def test_control_c_drops_a_typed_line(self):
        table = self.table()
        table.type("abort")
        table.expect("abort")
        table.type("\x03")
        table.expect_prompt()
        table.type("status\r")
        table.expect("Ziegen Kriegen, trick 1 of 8")
        self.assertNotIn("closed", table.text)

    def test_control_c_in_an_empty_line_ends(self):
        table = self.table()
        table.type("\x03")
        self.assertEqual(table.wait(), 0)
        self.assertIn("Good-bye", table.text)

    def test_control_d_ends(self):
        table = self.table()
        table.type("\x04")
        self.assertEqual(table.wait(), 0)
        self.assertIn("Good-bye", table.text)

    def test_the_terminal_is_left_as_it_was(self):
        table = self.terminal("run", "--data", temporary_folder("data"))
        table.expect_prompt()
        before = termios.tcgetattr(table.terminal)
        self.assertFalse(before[3] & termios.ICANON)
        table.type("quit\r")
        self.assertEqual(table.wait(), 0)
        try:
            after = termios.tcgetattr(table.terminal)
        except termios.error:
            return  # the other side is gone
        self.assertTrue(after[3] & termios.ICANON)
        self.assertTrue(after[3] & termios.ECHO)

    def test_colours_only_where_wanted(self):
        coloured = self.terminal("play", "campanile")
        coloured.expect_prompt()
        self.assertRegex(coloured.raw, r"\x1b\[3\dm")
        for arguments, more in (((), {"NO_COLOR": "1"}), (("--no-color",), {})):
            plain = self.terminal("play", "campanile", *arguments, **more)
            plain.expect_prompt()
            self.assertNotRegex(plain.raw, r"\x1b\[[0-9;]*m")

    def test_colours_move_nothing(self):
        """Drawn rows are never wrapped, whatever is written into them."""
        shown = []
        for more in ({}, {"NO_COLOR": "1"}):
            table = self.terminal("run", "--data", temporary_folder("data"), **more)
            table.resize(40, 30)
            table.expect_prompt()
            for game in ("campanile", "goats", "pillars"):
                table.type(f"tutorial {game} 2\r")
                table.expect(r"Type: ")
                table.expect_prompt()
            shown.append(table)
        self.assertRegex(shown[0].raw, r"\x1b\[3\dm")
        self.assertEqual(shown[0].text, shown[1].text)
        drawn = [line for line in shown[0].text.split("\n") if "> tutorial" not in line]  # not the prompts
        self.assertEqual([line for line in drawn if width(line) > 40], [])

    def test_the_table_is_as_large_as_the_terminal(self):
        table = self.terminal("play", "goats", "--no-color")
        table.expect_prompt()
        for columns, rows, size in ((80, 24, "large"), (79, 24, "wide"), (60, 16, "wide"), (59, 40, "narrow"),
                                    (80, 15, "narrow"), (100, 50, "large")):
            table.resize(columns, rows)
            pictures = []
            for manner in ("", " " + size):
                mark = table.mark()
                table.type(f"table{manner}\r")
                table.expect_prompt()
                pictures.append(table.text[mark:].split("\n", 1)[1])
            self.assertEqual(*pictures)

    def test_no_escape_sequences_in_a_pipe(self):
        for arguments in ((), ("--no-color",)):
            done = call("play", "campanile", *arguments, data=b"table\nmoves\nhelp\n")
            self.assertEqual(done.returncode, 0)
            self.assertNotIn(b"\x1b", done.stdout)
            self.assertNotIn(b"\r", done.stdout)


class ArgumentsTest(ConsoleTest):
    def refused(self, *arguments, names):
        done = call(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        first, *rest = done.stderr.decode().splitlines()
        self.assertRegex(first, names)
        self.assertTrue(all(line.startswith("Try ") for line in rest), done.stderr)

    def test_wrong_ones(self):
        self.refused("play", "chess", names="no such game: chess")
        self.refused("play", "goats", "--players", "2", names="3–6 players")
        self.refused("play", "goats", "--players", "7", names="1 to 6")
        self.refused("play", "goats", "--players", "many", names="many")
        self.refused("play", "goats", "--seat", "0", names="0")
        self.refused("play", "goats", "--seat", "4", names="--seat.*4")
        self.refused("play", "goats", "--option", "rounds=9", names="rounds.*9")
        self.refused("play", "goats", "--option", "speed=9", names="speed")
        self.refused("play", "goats", "--option", "rounds", names="KEY=VALUE")
        self.refused("play", "goats", "--seed", "xyz", names="xyz")
        self.refused("play", "goats", "--lang", "xx", names="xx")
        self.refused("play", "goats", "--level", "godlike", names="godlike")
        self.refused("play", "goats", "njet", names="one game")
        self.refused("play", "--nonsense", names="nonsense")
        self.refused("run", "--nonsense", names="nonsense")
        self.refused("run", "extra", names=".")

    def test_another_seat_and_more_players(self):
        done = call("play", "goats", "--seat", "2", "--players", "5", "--no-color", data=b"table\n")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        names = re.findall(r"(Anna|Bot \d) +[0-9…]", done.stdout.decode())
        self.assertEqual(names[-5:], ["Bot 1", "Anna", "Bot 2", "Bot 3", "Bot 4"])

    def test_options(self):
        done = call("play", "goats", "--option", "rounds=series", data=b"options\n")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn("rounds=series", done.stdout.decode())

    def test_the_same_seed_deals_the_same_hand(self):
        hands = [re.search("Your cards .*", call("play", "njet", "--seed", "77", data=b"hand\n")
                           .stdout.decode())[0] for _ in range(2)]
        self.assertEqual(*hands)

    def test_without_a_game_the_person_opens_a_table(self):
        table = self.piped("play")
        self.assertIn("goats", " ".join(table.ask("games")))
        self.assertIn("is open", " ".join(table.ask("new goats")))
        self.assertEqual(table.finish()[0], 0)


class RubbishTest(ConsoleTest):
    """One clear answer, nothing changed, no crash."""

    def unchanged(self, data, answers=1):
        table = self.piped("play", "goats", "--no-color", "--seed", "5")
        while not offered(table.ask("moves")):
            pass
        before = table.ask("table", "hand")
        table.send(data + b"\nhelp status\n")
        told = table.answers()
        self.assertEqual(len(told), answers, f"{data[:40]}: {told}")
        for line in told:
            self.assertLess(len(line), 1000)
            self.assertFalse(re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e]", line), told)
        self.assertEqual(table.ask("table", "hand"), before)
        self.assertEqual(table.finish()[0], 0)
        self.assertEqual(table.errors, b"")
        return told

    def test_a_word_that_is_no_command(self):
        self.assertRegex(self.unchanged(b"flurble")[0], "Expected")

    def test_a_line_that_is_too_long(self):
        self.unchanged(b"play " + b"7" * 5000)
        self.unchanged(b"x" * 5000)

    def test_a_line_longer_than_the_input_buffer(self):
        table = self.piped("play", "goats", "--no-color")
        table.send(b"x" * 200000 + b"\n")
        table.ask("moves")
        self.assertTrue(offered(table.ask("moves")))
        self.assertEqual(table.finish()[0], 0)

    def test_direction_marks(self):
        self.unchanged("\u202eabc\u2066".encode())

    def test_malformed_utf8(self):
        for data in (b"\xff\xfe\xc0\x80 hello", b"play \xed\xa0\x80", b"\xf4\x90\x80\x80x"):
            self.unchanged(data)

    def test_control_characters(self):
        for data in (b"\x1b]0;title\x07x", b"play \x1b[2J", b"a\x00b", b"\x7f\x08\x0cx"):
            self.unchanged(data)

    def test_formats_and_braces(self):
        told = self.unchanged(b"%s%n{0}")
        self.assertIn("%s%n{0}", told[0])

    def test_empty_lines(self):
        self.unchanged(b"\n \n\r\n!\n", answers=0)

    def test_output_into_a_closed_pipe_does_not_hang(self):
        process = subprocess.Popen([executable(), "play", "goats"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment(temporary_folder("console")))
        self.addCleanup(process.kill)
        process.stdout.close()
        try:
            process.stdin.write(b"table\n" * 1000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertIn(process.wait(20 * PATIENCE), (0, 1))
        self.assertNotIn(b"Sanitizer", process.stderr.read())
        process.stderr.close()

    def test_no_input_at_all(self):
        for stdin in (subprocess.DEVNULL, subprocess.PIPE):
            process = subprocess.run([executable(), "play", "goats"], capture_output=True,
                                     **({"stdin": stdin} if stdin == subprocess.DEVNULL
                                        else {"input": b""}), timeout=20 * PATIENCE,
                                     env=environment(temporary_folder("console")))
            self.assertEqual((process.returncode, process.stderr), (0, b""))
            self.assertIn(b"Your cards", process.stdout)

    def test_a_last_line_without_an_end(self):
        done = call("play", "goats", "--no-color", data=b"help join")
        self.assertIn("Takes a seat", done.stdout.decode())


class KeptTest(ConsoleTest):
    """`run` keeps tables over a restart and says their state."""

    def test_a_table_outlives_a_restart(self):
        data = temporary_folder("data")
        table = self.piped("run", "--data", data, NO_COLOR="1")
        for line in ("new goats", "bots add random", "bots add random", "start"):
            table.ask(line)
        move = offered(table.ask("moves"))[0]
        table.ask(move)
        table.ask()
        before = table.ask("hand")
        picture = table.ask("table")
        self.assertEqual(table.finish()[0], 0)
        again = self.piped("run", "--data", data, NO_COLOR="1")
        told = "\n".join(again.ask())
        self.assertRegex(told, r"I am back\. .*line \d+, last move: .* play ")
        self.assertEqual(again.ask("hand"), before)
        self.assertEqual(again.ask("table"), picture)
        self.assertTrue(offered(again.ask("moves")))
        self.play(again)
        self.assertEqual(again.finish()[0], 0)

    def test_a_lobby_outlives_a_restart(self):
        data = temporary_folder("data")
        table = self.piped("run", "--data", data)
        table.ask("new njet rounds=1")
        self.assertEqual(table.finish()[0], 0)
        again = self.piped("run", "--data", data)
        self.assertRegex("\n".join(again.ask()), "I am back. .*one person sits")
        self.assertRegex("\n".join(again.ask("options")), "rounds=1")
        self.assertEqual(again.finish()[0], 0)

    def test_the_standard_data_folder(self):
        folder = temporary_folder("console")
        table = self.piped("run", folder=folder)
        table.ask("new goats")
        self.assertEqual(table.finish()[0], 0)
        self.assertTrue(os.listdir(os.path.join(folder, "belfry")))
        again = self.piped("run", folder=folder)
        self.assertIn("I am back", "\n".join(again.ask()))


if __name__ == "__main__":
    unittest.main()
