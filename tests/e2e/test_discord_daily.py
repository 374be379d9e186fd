"""Daily use in Discord: settings and languages, moves taken back, the absent, results and records."""

import re
import unittest

from discord.match import OFFER, Match
from discord.support import DiscordTest


class SettingsTest(DiscordTest):
    def test_a_setting_is_changed_shown_and_on_record(self):
        self.bot()
        admin, = self.people("Anna")
        admin.become_admin()
        self.assertRegex(admin.slash("config", action="set", where="channel", setting="turn-time",
                                     value="2d").text, "turn-time is 2d now for this channel")
        self.assertRegex(admin.slash("config", action="get", setting="turn-time").text, "turn-time: 2d")
        self.assertRegex(admin.slash("config", action="log").text, "Anna: turn-time – → 2d")
        self.assertRegex(admin.slash("config", action="reset", where="channel",
                                     setting="turn-time").text, "turn-time")
        self.assertRegex(admin.slash("config", action="list").text, "Set by default: ")

    def test_settings_and_values_are_completed(self):
        self.bot()
        admin, = self.people("Anna")
        admin.become_admin()
        shown = admin.complete("config", "setting", "turn", action="get")
        self.assertIn("turn-time", [sent for _, sent in shown])

    def test_a_long_value_has_a_form(self):
        self.bot()
        admin, = self.people("Anna")
        admin.become_admin()
        act = admin.slash("config", action="set", where="channel", setting="game-options")
        form = admin.press("Type the value", message=act.message)
        done = admin.submit(form, value="en-garde touches=3")
        self.assertRegex(done.text, "game-options is en-garde touches=3 now")
        self.assertRegex(admin.slash("new", game="en-garde").text + admin.reads(), "touches=3")

    def test_who_manages_nothing_changes_nothing(self):
        self.bot()
        player, = self.people("Bruno")
        act = player.slash("config", action="set", where="channel", setting="turn-time", value="2d",
                           unchecked=True)
        self.assertTrue(act.is_private)
        self.assertNotRegex(act.text, "is 2d now")

    def test_people_and_channels_have_languages(self):
        self.bot()
        admin, reader = self.people("Anna", "Bruno")
        admin.become_admin()
        reader.slash("lang", language="it")
        self.assertNotRegex(reader.slash("help").text, "I run tabletop games")
        self.assertRegex(admin.slash("help").text, "I run tabletop games")
        admin.slash("config", action="set", where="channel", setting="language", value="fr")
        admin.slash("new", game="en-garde")
        self.assertRegex(admin.reads(), "touches|assaut|joueurs")


class TurnsTest(DiscordTest):
    def test_a_move_is_taken_back_when_the_other_agrees(self):
        self.bot()
        people = self.table(players=2, game="campanile")
        actor = self.actor(people)
        other = next(each for each in people if each is not actor)
        before = actor.slash("moves").text
        actor.slash("play", move=re.search(r"build [A-E] 1", before)[0])
        actor.slash("undo")
        other.slash("undo")
        self.fake.settle()
        self.assertEqual(actor.slash("moves").text, before)

    def test_the_default_move_is_made_when_time_is_up(self):
        self.bot()
        admin, = self.people("Anna")
        admin.become_admin()
        admin.slash("config", action="set", where="channel", setting="turn-time", value="2s")
        admin.slash("config", action="set", where="channel", setting="absent", value="default-move")
        people = self.table()
        waiting, = set(people) - {self.actor(people)}
        self.fake.wait(lambda: OFFER.search(waiting.slash("moves").text), "a move for the absent", 30)


class ResultsTest(DiscordTest):
    def finished(self):
        self.bot()
        people = self.people("Anna", "Bruno")
        Match(self.fake, people, seed=3).open("en-garde", touches=1).play()
        self.fake.settle()
        return people

    def test_results_rankings_and_own_data(self):
        anna, bruno = self.finished()
        self.assertRegex(anna.slash("stats").text, "En Garde: one game")
        self.assertRegex(bruno.slash("top", game="en-garde").text, r"1 \w+ [0-9.]+ \(1\)")
        self.assertRegex(anna.slash("export", record="me").text, "what I keep of you")
        anna.slash("forget", whom="me")
        self.assertRegex(anna.slash("forget", whom="me").text, "I have forgotten you")
        self.assertRegex(anna.slash("stats").text, "No finished game")

    def test_a_finished_table_is_verified_shown_again_and_exported(self):
        anna, _ = self.finished()
        self.assertRegex(anna.slash("verify").text, "deals just what was dealt")
        self.assertRegex(anna.slash("replay", table=1).text, "Table 1, line 0 of ")
        self.assertRegex(anna.slash("replay").text, "Table 1, line 1 of ")
        act = anna.slash("export")
        self.assertTrue(act.is_private)
        self.assertRegex(act.text, "Here is the record of table 1")
        stranger, = self.people("Carla")
        self.assertRegex(stranger.slash("export").text, "Only who played")

    def test_a_tutorial_goes_on_at_a_press(self):
        self.bot()
        anna, = self.people("Anna")
        act = anna.slash("tutorial", game="goats")
        self.assertRegex(act.text, r"\(1/6, ")
        self.assertTrue(act.is_private)
        anna.press("play 8", message=act.message)
        self.fake.settle()
        self.assertRegex(anna.reads(), r"\(2/6, ")

    def test_who_wants_to_know_is_told_of_a_new_table(self):
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        bruno.slash("notify", when="on")
        anna.slash("new", game="goats")
        bruno.wait_dm("Ziegen Kriegen")


if __name__ == "__main__":
    unittest.main()
