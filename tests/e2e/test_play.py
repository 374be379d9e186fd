"""`belfry play` keeps its games: how they are left, listed and gone on with, in a pseudo terminal and in pipes."""

import os
import re
import signal
import stat
import unittest

from console import Piped, Terminal
from processes import temporary_folder

NAME = r"What is your name\? \(Enter: Anna\) $"
MENU = r"Type a number or a name; daily is the deal of the day, help lists the commands\."
LISTED = re.compile(r"^ +(\d+)  (.+)$", re.MULTILINE)


class PlayTest(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder("play")

    def terminal(self, *arguments, **more):
        return self.enterContext(Terminal("play", "--no-color", *arguments, folder=self.folder, **more))

    def piped(self, *arguments, **more):
        return self.enterContext(Piped("play", "--no-color", *arguments, folder=self.folder, **more))

    def begin(self, *arguments, name="Anna", **more):
        """A table where the person is asked for a move."""
        table = self.terminal(*arguments, "--name", name, **more)
        self.assertRegex(table.expect_prompt(), f"^{name}\\b")
        return table

    def move(self, table):
        """Makes the first move offered."""
        table.type("moves\r")
        move = re.split(", | · ", table.expect(r"You can play: ([^\n\r]*)")[1])[0]
        table.expect_prompt()
        table.type(move + "\r")
        table.expect_prompt()

    def leave(self, table, keys="quit\r"):
        """What is said at the end."""
        mark = table.mark()
        table.type(keys)
        self.assertEqual(table.wait(), 0)
        return " ".join(table.text[mark:].replace("quit\n", "").replace("^D", "").split())

    def listed(self, table):
        """What the list offers, by number."""
        mark = table.mark()
        table.expect(MENU)
        table.expect_prompt()
        return dict(LISTED.findall(table.text[mark:]))


class KeptTest(PlayTest):
    def test_every_way_of_leaving_says_how_to_come_back(self):
        for keys in ("quit\r", "\x04", "\x03"):
            with self.subTest(keys):
                said = self.leave(self.begin("goats", "--data", temporary_folder("data")), keys)
                self.assertRegex(said, r"^Good-bye; your game is kept\. To go on with it: belfry play --data /\S+$")
        self.assertEqual(self.leave(self.begin("goats")),
                         "Good-bye; your game is kept. To go on with it: belfry play")

    def test_without_a_game_there_is_nothing_to_come_back_to(self):
        table = self.begin("goats")
        table.type("abort\r")
        table.expect(r"The table is closed before its end\.")
        table.expect_prompt()
        self.assertEqual(self.leave(table), "Good-bye.")
        self.assertNotIn("Seed", table.text)

    def test_a_game_goes_on_by_its_number(self):
        table = self.begin("en-garde")
        self.move(table)
        table.type("hand\r")
        hand = table.expect(r"Your cards: ([\d ]*\d)")[1]
        table.expect_prompt()
        self.leave(table)
        table = self.terminal()
        listed = self.listed(table)
        self.assertRegex(listed["1"], r"^En Garde, \d+ moves, begun \d{4}-\d\d-\d\d$")
        self.assertEqual(listed["2"], "En Garde")
        self.assertEqual(len(listed), 9)
        table.type("1\r")
        table.expect("Anna brings this table of En Garde back")
        self.assertEqual(table.expect(r"Your cards: ([\d ]*\d)")[1], hand)
        self.assertRegex(table.expect_prompt(), "Anna to ")
        self.move(table)

    def test_a_name_chooses_too(self):
        table = self.terminal("--name", "Anna")
        self.assertEqual(self.listed(table)["6"], "Njet!")
        table.type("nj\xe9t\r".encode("latin-1"))
        table.expect_prompt()
        table.type("Ziegen Kriegen\r")
        self.assertEqual(table.expect_prompt(), "Anna to play")
        self.leave(table)
        table = self.terminal()
        self.listed(table)
        table.type("goats\r")
        table.expect("brings this table of Ziegen Kriegen back")

    def test_a_number_that_is_not_listed_changes_nothing(self):
        table = self.terminal("--name", "Anna")
        self.listed(table)
        for number in ("0", "9", "99999999999999999999"):
            table.type(number + "\r")
            table.expect(f"There is no {number} in the list: expected a number from 1 to 8")
            table.expect_prompt()
        table.type("help join\r")
        table.expect("Takes a seat")
        table.expect_prompt()
        table.type("5\r")
        self.assertEqual(table.expect_prompt(), "Anna to play")

    def test_in_a_tutorial_a_number_is_a_move(self):
        table = self.terminal("--name", "Anna")
        self.listed(table)
        table.type("tutorial goats\r")
        self.assertEqual(table.expect_prompt(), "Ziegen Kriegen, step 1 of 6")
        table.type("8\r")
        self.assertEqual(table.expect_prompt(), "Ziegen Kriegen, step 2 of 6")
        table.type("leave\r")
        self.assertEqual(table.expect_prompt(), "")
        table.type("5\r")
        self.assertEqual(table.expect_prompt(), "Anna to play")

    def test_a_named_game_that_is_saved_is_offered(self):
        self.leave(self.begin("goats"))
        self.leave(self.begin("castellers"))
        table = self.terminal("goats")
        listed = self.listed(table)
        self.assertEqual(list(listed), ["1", "2"])
        self.assertRegex(listed["1"], "^Ziegen Kriegen, (no|one|2) moves?( yet)?, begun ")
        self.assertEqual(listed["2"], "Ziegen Kriegen")
        table.type("2\r")
        self.assertEqual(table.expect_prompt(), "Anna to play")
        self.leave(table)
        listed = self.listed(self.terminal())
        self.assertEqual([listed[number].split(",")[0] for number in "1234"],
                         ["Ziegen Kriegen", "Castellers", "Ziegen Kriegen", "En Garde"])

    def test_a_killed_game_stands_where_it_stood(self):
        table = self.begin("en-garde", "--option", "touches=5")
        for _ in range(3):
            self.move(table)
        table.type("status\r")
        status = table.expect(r"En Garde\W[^\n]*")[0]
        os.kill(table.pid, signal.SIGKILL)
        for _ in range(2):  # the list itself may be killed too
            table = self.terminal()
            self.assertRegex(self.listed(table)["1"], r"^En Garde, ([6-9]|\d\d) moves")
            os.kill(table.pid, signal.SIGKILL)
        table = self.terminal()
        self.listed(table)
        table.type("1\r")
        table.expect_prompt()
        table.type("status\r")
        self.assertEqual(table.expect(r"En Garde\W[^\n]*")[0], status)

    def test_again_seats_everybody_and_begins(self):
        table = self.begin("castellers", "--players", "3")
        table.type("abort\r")
        table.expect_prompt()
        self.leave(table)
        table = self.terminal()
        self.listed(table)
        table.type("again\r")
        self.assertRegex(table.expect_prompt(), "Anna: action 1 of 2|Bot \\d")
        table.type("status\r")
        table.expect("Castellers")
        self.assertIn("Bot 2", table.text)

    def test_the_language_is_remembered(self):
        table = self.begin("goats")
        table.type("lang fr\r")
        self.assertRegex(table.expect_prompt(), "Anna de jouer")
        self.assertIn("Pour la reprendre : belfry play", self.leave(table))
        self.terminal().expect("Parties gardées")
        self.terminal("--lang", "de").expect("Gespeicherte Spiele|Neue Spiele")


class NameTest(PlayTest):
    def test_it_is_asked_once(self):
        table = self.terminal("goats")
        table.expect(NAME)
        table.type("  Zoë \r")
        self.assertEqual(table.expect_prompt(), "Zoë to play")
        self.leave(table)
        table = self.terminal("castellers")
        self.assertRegex(table.expect_prompt(), "^Zoë: ")
        self.assertNotRegex(table.text, "your name")

    def test_enter_takes_the_login_name(self):
        for game in ("goats", "castellers"):
            table = self.terminal(game)
            if game == "goats":
                table.expect(NAME)
                table.type("\r")
            self.assertRegex(table.expect_prompt(), "^Anna")
            self.leave(table)

    def test_a_given_one_is_not_asked_for_again(self):
        self.leave(self.begin("goats", name="Bea"))
        table = self.terminal("castellers")
        self.assertRegex(table.expect_prompt(), "^Bea: ")

    def test_the_end_of_input_is_no_name(self):
        table = self.terminal("goats")
        table.expect(NAME)
        table.type("\x04")
        self.assertEqual(table.expect_prompt(), "Anna to play")


class StoreTest(PlayTest):
    def files(self):
        return [os.path.join(folder, name) for folder, _, names in os.walk(self.folder) for name in names]

    def test_it_is_in_the_data_folder_of_the_person_alone(self):
        self.leave(self.begin("goats"))
        [store] = [path for path in self.files() if path.endswith(".sqlite3")]
        self.assertEqual(os.path.relpath(store, self.folder), "belfry/play/belfry.sqlite3")
        self.assertEqual(stat.S_IMODE(os.stat(store).st_mode), 0o600)

    def test_where_it_cannot_be_written_games_are_played_in_memory(self):
        with open(os.path.join(self.folder, "belfry"), "w", encoding="utf-8"):
            pass
        table = self.terminal("goats")
        table.expect(r"Games are not kept this time: [^\n]*belfry/play")
        self.assertEqual(table.expect_prompt(), "Anna to play")
        self.assertEqual(self.leave(table), "Good-bye.")

    def test_a_second_one_leaves_the_first_alone(self):
        first = self.begin("en-garde")
        second = self.terminal("goats")
        second.expect(r"Games are not kept this time: [^\n]* is in use by another process")
        self.assertEqual(second.expect_prompt(), "Anna to play")
        self.move(first)
        self.assertEqual(self.leave(second), "Good-bye.")
        self.move(first)
        self.leave(first)
        listed = self.listed(self.terminal())
        self.assertRegex(listed["1"], r"^En Garde, ([4-9]|\d\d) moves")
        self.assertEqual(listed["2"], "En Garde")


class PipeTest(PlayTest):
    def test_nothing_is_kept_or_asked(self):
        for _ in range(2):
            table = self.piped("goats", "--level", "normal")
            answers = table.ask("hand")
            self.assertIn("Your cards", "\n".join(answers))
            table.ask(*(f"play {card}" for card in range(1, 51)))
            self.assertEqual(table.finish(), (0, ["Good-bye."]))
            self.assertNotRegex("\n".join(table.said), "thinks|your name|Saved games|New games")
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(self.piped().ask(), [])

    def test_a_folder_is_kept_if_it_is_named(self):
        data = os.path.join(self.folder, "a", "b")
        table = self.piped("goats", "--data", data)
        hand = [line for line in table.ask("hand") if line.startswith("Your cards")][-1]
        self.assertEqual(table.finish()[1],
                         [f"Good-bye; your game is kept. To go on with it: belfry play --data {data}"])
        table = self.piped("--data", data)
        listed = "\n".join(table.ask())
        self.assertRegex(listed, "Saved games:\n  1  Ziegen Kriegen, (no|one|2) move")
        self.assertIn(hand, table.ask("1"))
        self.assertEqual(table.finish()[0], 0)
        self.assertEqual(table.errors, b"")

    def test_a_folder_that_cannot_be_written(self):
        table = self.piped("goats", "--data", "/proc/belfry")
        self.assertIn("Your cards", "\n".join(table.ask("hand")))
        self.assertEqual(table.finish(), (0, ["Good-bye."]))
        self.assertRegex(table.errors.decode(), r"\AGames are not kept this time: /proc/belfry[^\n]*\n\Z")


class ThinkingTest(PlayTest):
    def test_the_prompt_says_who_thinks_until_the_move_is_there(self):
        table = self.begin("goats", "--level", "hard", "--seed", "5")
        self.move_at_once(table)
        table.expect(r"Bot \d thinks…> $")
        while not table.expect_prompt().startswith("Anna"):
            pass
        self.assertIn("\x1b[K", table.raw)

    def test_what_is_typed_meanwhile_stays(self):
        table = self.begin("goats", "--level", "hard", "--seed", "5")
        self.move_at_once(table)
        table.expect(r"Bot \d thinks…> $")
        table.type("hlp über")
        table.expect(r"Anna[^\n>]*> hlp über$")
        table.type("\x7f\x7f\x7f\x7fjoin\x1b[H\x1b[Ce\r")
        table.expect("Takes a seat")

    def move_at_once(self, table):
        table.type("moves\r")
        move = table.expect(r"You can play: play (\d+)")[1]
        table.expect_prompt()
        table.type(f"play {move}\r")


if __name__ == "__main__":
    unittest.main()
