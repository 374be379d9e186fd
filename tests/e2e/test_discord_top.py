"""Rankings in Discord: of a server and its seasons, of a game, and over all servers for those who want that."""

import re
import time

from discord.match import Match
from discord.support import DiscordTest
from discord.world import MANAGE_CHANNELS

PHONE = 40  # columns


def quarter():
    now = time.gmtime()
    return f"{now.tm_year}-Q{(now.tm_mon + 2) // 3}"


class DiscordTopTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.running = self.bot()
        self.admin = self.fake.person("Admin").become_admin()
        self.anna, self.bruno = self.people("Anna", "Bruno")

    def play(self, seed):
        """A game to its end; returns the name of who has won."""
        Match(self.fake, [self.anna, self.bruno], seed=seed).open("en-garde", touches=1).play()
        self.fake.settle()
        return re.findall(r"(\w+) wins the bout!", self.anna.reads())[-1]

    def rows(self, head, **options):
        """[(place, name, games)] of the list that everybody can read."""
        act = self.anna.slash("top", **options)
        self.assertFalse(act.is_private, act.text)
        first, *lines = act.text.split("\n")
        self.assertRegex(first, f"^{head}: ")
        for line in lines:
            self.assertLessEqual(len(line), PHONE, line)
        return re.findall(r"^(\d+) (\w+)(?: new)? -?\d+\.\d \((\d+)\)$", "\n".join(lines), re.M)

    def nobody(self, head, **options):
        act = self.anna.slash("top", **options)
        self.assertRegex(act.text, f"^{head}: nobody (is|was) rated (here|on all servers)")
        self.assertTrue(act.is_private)

    def listed(self, winner, games):
        loser = "Bruno" if winner == "Anna" else "Anna"
        return [("1", winner, games), ("2", loser, games)]

    def test_a_finished_game_is_listed(self):
        self.nobody("All games")
        winner = self.play(1)
        self.assertEqual(self.rows("All games"), self.listed(winner, "1"))
        self.assertEqual(self.rows("En Garde", game="en-garde"), self.listed(winner, "1"))
        self.nobody("Ziegen Kriegen", game="goats")
        self.running.kill()
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
        self.running.start()
        self.wait_in(self.running)
        self.assertEqual(self.rows("All games"), self.listed(winner, "1"))

    def test_seasons(self):
        before = self.listed(self.play(1), "1")
        refused = self.anna.slash("config", action="set", where="server", setting="season", value="quarter")
        self.assertTrue(refused.is_private)
        self.assertRegex(refused.text, "config is for")
        host = self.fake.person("Host")
        host.person.rank |= MANAGE_CHANNELS
        refused = host.slash("config", action="set", where="server", setting="season", value="quarter")
        self.assertTrue(refused.is_private)
        self.assertRegex(refused.text, "Only an admin can change season")
        self.rows("All games")  # nothing has changed
        refused = self.anna.slash("top", season="last")
        self.assertTrue(refused.is_private)
        self.assertRegex(refused.text, "season")
        act = self.admin.slash("config", action="set", where="server", setting="season", value="quarter")
        self.assertRegex(act.text, "season is quarter now")
        self.nobody(f"All games · {quarter()}")
        winner = self.play(2)
        self.assertEqual(self.rows(f"All games · {quarter()}"), self.listed(winner, "1"))
        self.assertEqual(self.rows(f"En Garde · {quarter()}", game="en-garde", season=quarter()),
                         self.listed(winner, "1"))
        self.assertEqual(self.rows("All games", season="all"), before)  # from before there were seasons
        self.nobody(r"All games · \d+-Q\d", season="last")

    def test_over_all_servers(self):
        self.nobody("All games", season="everywhere")
        act = self.anna.slash("style", styles="everywhere=on")
        self.assertTrue(act.is_private)
        self.play(1)
        self.assertEqual(self.rows("All games", season="everywhere"), [("1", "Anna", "1")])
        self.assertEqual(self.rows("En Garde", game="en-garde", season="everywhere"), [("1", "Anna", "1")])
        self.anna.slash("style", styles="everywhere=off")
        self.nobody("All games", season="everywhere")

    def test_words_are_completed(self):
        """Also where the game in front of them is left out."""
        self.assertEqual([sent for _, sent in self.anna.complete("top", "season", "")], ["last", "all", "everywhere"])
        self.assertEqual([sent for _, sent in self.anna.complete("top", "season", "l", game="goats")], ["last"])
        self.assertRegex(self.anna.slash("top", season="someday").text, "someday")
