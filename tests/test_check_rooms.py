#!/usr/bin/env python3
"""check_rooms.py accepts the project and finds each kind of violation planted in a copy of it."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).parent.parent


class CheckRoomsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        for folder in ("games", "bot", "adapters"):
            shutil.copytree(PROJECT / folder, cls.root / folder, ignore=shutil.ignore_patterns("*.md"))

    def plant(self, path, line):
        file = self.root / path
        if file.exists():
            before = file.read_text()
            self.addCleanup(file.write_text, before)
        else:
            before = ""
            file.parent.mkdir(exist_ok=True)
            self.addCleanup(file.unlink)
        file.write_text(f"{line}\n{before}")

    def faults(self):
        done = subprocess.run([sys.executable, PROJECT / "tests/check_rooms.py", self.root],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1 if done.stdout else 0, done.stderr)
        return done.stdout.splitlines()

    def assert_finds(self, path, header, fault):
        self.plant(path, f'#include "{header}"')
        self.assertEqual(self.faults(), [f"{path} includes {header}, {fault}"])

    def test_the_project_is_sound(self):
        self.assertEqual(self.faults(), [])

    def test_a_room_may_not_look_up(self):
        self.assert_finds("bot/store/sqlite/read.c", "bot/tables/table.h", "but bot/store may not include bot/tables")

    def test_games_know_no_host(self):
        self.assert_finds("games/njet/rules.c", "bot/base/log.h", "but games/njet may not include bot/base")

    def test_a_game_knows_no_other_game(self):
        self.assert_finds("games/njet/rules.c", "games/goats/goats.h", "but games/njet may not include games/goats")

    def test_an_adapter_knows_no_game(self):
        self.assert_finds("adapters/irc/line.c", "games/game.h", "but adapters/irc may not include games")

    def test_an_adapter_knows_no_other_adapter(self):
        self.assert_finds("adapters/irc/line.c", "adapters/discord/discord.h",
                          "but adapters/irc may not include adapters/discord")

    def test_only_the_program_knows_the_adapters(self):
        self.assert_finds("bot/turn/host.c", "adapters/irc/irc.h", "but bot/turn may not include adapters/irc")

    def test_a_player_only_computes(self):
        self.plant("bot/players/search.c", "#include <time.h>")
        self.assertEqual(self.faults(),
                         ["bot/players/search.c includes <time.h>, but players compute and do nothing else"])

    def test_a_player_takes_no_true_position(self):
        self.plant("bot/players/player.c", "static void look(void) { game->rules->view(state, 0, view); }")
        self.assertEqual(self.faults(), ["bot/players/player.c calls view, which takes a true position"])

    def test_private_headers_stay_in_their_folder(self):
        self.assert_finds("bot/tables/link.c", "bot/core/settings_private.h", "which is private to bot/core")

    def test_a_header_must_exist(self):
        self.assert_finds("bot/core/style.c", "bot/core/fashion.h", "which does not exist")

    def test_a_new_folder_must_be_listed(self):
        self.assert_finds("bot/attic/junk.c", "bot/base/log.h", "but tests/check_rooms.py knows no room of bot/attic/junk.c")

    def test_a_circle_between_rooms_is_found(self):
        self.plant("games/words.h", '#include "games/shared/notation.h"')
        circles = [fault for fault in self.faults() if fault.startswith("a circle of includes: ")]
        self.assertIn("a circle of includes: games/words → games/shared/notation → games/words", circles)


if __name__ == "__main__":
    unittest.main()
