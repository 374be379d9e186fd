"""The coach and the deal of the day in Discord: hints and reviews are answered to one person alone, in time and in
their language, and the chart of a review is a picture where boards are. Records come with a page for a browser.

BELFRY_SCREENSHOTS=FOLDER keeps the pictures and pages.
"""

import os
import re
import struct
import unittest

from discord.match import Match
from discord.people import text_of
from discord.support import DiscordTest

ANSWERED, DEFERRED = 4, 5
GIVEN = "of the games that I play on from what you see"


def keep(name, content):
    if os.environ.get("BELFRY_SCREENSHOTS"):
        with open(os.path.join(os.environ["BELFRY_SCREENSHOTS"], name), "wb") as file:
            file.write(content)


class CoachTest(DiscordTest):
    def alone(self, **settings):
        """Anna with two bots at goats."""
        self.bot(**settings)
        anna, = self.people("Anna")
        anna.slash("new", game="goats")
        anna.slash("bots", action="add", level="random")
        anna.slash("bots", action="add", level="random")
        anna.slash("start")
        self.fake.settle()
        return anna

    def finished(self, board=None, **settings):
        """Anna and Bruno have played En Garde."""
        self.bot(**settings)
        people = self.people("Anna", "Bruno")
        if board:
            people[0].become_admin().slash("config", action="set", where="channel", setting="board", value=board)
        Match(self.fake, people, seed=3).open("en-garde", touches=1).play()
        self.fake.settle()
        return people

    def told(self, person, pattern, timeout=60):
        """The message that only they can read."""
        def find():
            seen = [each for each in person.sees() if each.viewer is person.person] + person.inbox()
            return next((each for each in reversed(seen) if re.search(pattern, text_of(each))), None)
        return self.fake.wait(find, f"{person.name} to be told /{pattern}/: {person.reads()[-800:]}", timeout)

    def in_public(self):
        return "\n".join(text_of(each) for each in self.channel.messages.values() if each.viewer is None)


class HintTest(CoachTest):
    def test_a_hint_is_for_one_person_and_in_time(self):
        anna = self.alone()
        act = anna.slash("hint", wait=False)
        hint = self.told(anna, GIVEN)
        self.assertLess(act.interaction.answered_after, 3)
        self.assertIn(act.kind, (ANSWERED, DEFERRED))
        self.assertIs(hint, act.message)  # the answer itself, or "thinking…" become the answer
        self.assertTrue(act.is_private)
        self.assertEqual(len(act.messages), 1)
        self.assertEqual(anna.inbox(), [])
        self.assertNotIn(GIVEN, self.in_public())

    def test_a_hint_that_takes_longer_is_deferred(self):
        anna = self.alone(answer_within="100ms")
        act = anna.slash("hint", wait=False)
        self.told(anna, GIVEN)
        # A hint that came just in time may have been under way for a while on a busy machine.
        self.assertIn(act.kind, (DEFERRED,) if act.interaction.answered_after >= 1 else (ANSWERED, DEFERRED))
        self.assertLess(act.interaction.answered_after, 3)
        self.assertRegex(act.text, GIVEN)
        self.assertTrue(act.is_private)
        self.assertEqual(anna.inbox(), [])

    def test_a_hint_speaks_the_language_of_its_reader(self):
        anna = self.alone()
        anna.slash("lang", language="de")
        anna.slash("hint", wait=False)
        self.told(anna, "gewinnt etwa .* der Partien")

    def test_who_may_have_none_is_told_alone(self):
        self.bot()
        people = self.table()
        act = self.actor(people).slash("hint")
        self.assertRegex(act.text, "This game counts, so nobody gets a hint")
        self.assertTrue(act.is_private)
        watcher = self.fake.person("Watcher")
        self.assertTrue(watcher.slash("hint").is_private)


class ReviewTest(CoachTest):
    def test_a_review_is_for_its_player_alone(self):
        anna, bruno = self.finished()
        act = anna.slash("review")
        self.assertLess(act.interaction.answered_after, 3)
        self.assertRegex(act.text, "The coach looks at|Review of table 1")
        review = self.told(anna, "Review of table 1")
        self.assertRegex(text_of(review), "[▁▂▃▄▅▆▇█]")
        self.assertEqual(review.files, [])
        self.assertTrue(act.is_private)
        self.assertNotIn("Review of table", self.in_public() + bruno.reads())
        self.assertEqual([each for each in bruno.inbox() if "Review" in text_of(each)], [])
        stranger, = self.people("Carla")
        refused = stranger.slash("review")
        self.assertRegex(refused.text, "You did not sit at table 1")
        self.assertTrue(refused.is_private)

    def test_a_review_speaks_the_language_of_its_reader(self):
        _, bruno = self.finished()
        bruno.slash("lang", language="it")
        bruno.slash("review", table=1)
        self.told(bruno, "Analisi del tavolo 1")

    def test_a_review_reaches_who_takes_no_direct_messages(self):
        anna, _ = self.finished()
        anna.person.dms_refused = 50007
        act = anna.slash("review")
        self.fake.wait(lambda: "Review of table 1" in act.text, "the review as a later answer", 60)
        self.assertTrue(act.is_private)
        self.assertEqual([each for each in anna.inbox() if "Review" in text_of(each)], [])

    def picture(self, person, typed="review", **options):
        person.slash(typed, **options)
        review = self.told(person, "Review of table 1")
        (name, png), = review.files
        self.assertTrue(png.startswith(b"\x89PNG\r\n"), name)
        return review, png

    def test_the_chart_is_a_picture_where_boards_are(self):
        for board in ("image", "both"):
            with self.subTest(board=board):
                anna, bruno = self.finished(board=board)
                review, png = self.picture(anna)
                keep(f"review-{board}.png", png)
                width, height = struct.unpack(">II", png[16:24])
                self.assertLessEqual(width, 1000)  # its letters are large enough on a phone
                self.assertLessEqual(height, 1300)
                described = review.descriptions[0]
                self.assertRegex(described, r"in percent: \d+(, \d+)*\.")
                self.assertLessEqual(len(described), 1000)
                for line in re.findall(r"^Line (\d+): .* wins about (\d+)%; .* would have won (\d+)%", text_of(review), re.M):
                    self.assertIn("Line {}: {}% → {}%.".format(line[0], line[2], line[1]), described)
                public = [each for each in self.channel.messages.values() if each.viewer is None]
                self.assertNotIn(png, [content for each in public for _, content in each.files])
                self.assertNotIn(png, [content for each in bruno.inbox() for _, content in each.files])
                self.doCleanups()
                self.setUp()

    def test_a_picture_goes_where_the_review_was_asked_for(self):
        anna, _ = self.finished(board="image")
        act = anna.slash("review", channel=anna.dm(), table=1)
        review = self.told(anna, "Review of table 1")
        self.assertTrue(act.is_private or all(each in anna.inbox() for each in act.messages))
        self.assertEqual(len(review.files), 1, self.fake.tail(12))


class ExportTest(CoachTest):
    def test_a_record_comes_with_a_page(self):
        anna, bruno = self.finished()
        act = anna.slash("export")
        self.fake.wait(lambda: len(act.messages) == 2, "both files")
        self.assertTrue(act.is_private)
        files = dict(each for message in act.messages for each in message.files)
        self.assertEqual(sorted(files), ["belfry-en-garde-1.html", "belfry-en-garde-1.jsonl"])
        page = files["belfry-en-garde-1.html"]
        self.assertLess(len(page), 300_000)
        self.assertTrue(page.startswith(b"<!DOCTYPE html>"))
        self.assertIn(b"Anna, Bruno", page)
        keep("export.html", page)
        bruno.slash("lang", language="fr")
        act = bruno.slash("export")
        self.fake.wait(lambda: len(act.messages) == 2, "both files")
        self.assertIn(b'<html lang="fr">', act.messages[1].files[0][1])

    def test_nobody_gets_the_page_of_a_game_that_goes_on(self):
        self.bot()
        people = self.table()
        act = people[0].slash("export")
        self.assertRegex(act.text, "not over yet|No game has ended here yet")
        self.assertEqual([each.files for each in act.messages], [[]])


class DailyTest(CoachTest):
    def test_the_deal_of_the_day_is_played_in_private(self):
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        act = anna.slash("daily", channel=anna.dm())
        self.fake.settle()
        opened = self.told(anna, r"Deal of the day \d+: ")
        self.assertIn(opened, anna.inbox())
        self.assertNotRegex(self.in_public(), "You have one try")
        day = re.search(r"Deal of the day (\d+)", text_of(opened))[1]
        self.assertIsNotNone(act.kind)
        again = anna.slash("daily", channel=anna.dm())
        self.assertRegex(again.text + "".join(map(text_of, anna.inbox())), "You are playing the deal of the day " + day)
        bruno.slash("daily", channel=bruno.dm())
        self.fake.settle()
        self.told(bruno, r"Deal of the day " + day)

    def test_asked_in_a_channel_it_invites(self):
        self.bot()
        anna, = self.people("Anna")
        act = anna.slash("daily")
        self.fake.settle()
        self.assertRegex(act.text + anna.reads(), r"Deal of the day \d+: .*the same for everybody, one try")
        self.assertNotRegex(self.in_public(), "hand|Your cards")

    def test_it_speaks_the_language_of_the_person(self):
        self.bot()
        anna, = self.people("Anna")
        anna.slash("lang", language="es")
        anna.slash("daily", channel=anna.dm())
        self.told(anna, "(?i)reparto del día|mano del día|del día")


if __name__ == "__main__":
    unittest.main()
