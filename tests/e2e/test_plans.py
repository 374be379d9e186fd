"""Moves that are planned in private: they come like typed ones, and kills neither lose nor repeat them."""

import contextlib
import glob
import os
import re
import shutil
import sqlite3
import tempfile
import time

from processes import PATIENCE
from servers import Ngircd
from support import BotTest

BUDGET = 3.5  # seconds: the longest pause of a seat of the bot that searches
SHORTEST = 1.5


class PlansTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        # Carla created the channel, so she is its operator. She does not play.
        self.carla, self.anna, self.bruno = self.people("carla", "anna", "bruno")
        self.running = self.bot(watcher=self.carla)

    def begin(self):
        """A new bout: returns who must act, a card of theirs, who waits, and two cards of theirs."""
        duel = self.duel(self.running, [self.anna, self.bruno], watcher=self.carla)
        other = self.bruno if duel.actor is self.anna else self.anna
        return duel.actor, duel.look(duel.actor)[0][0], other, duel.look(other)[0][:2]

    def plan(self, person, text):
        answer = person.ask(self.running.nick, f"plan {text}", "Only you know|Expected|understand")
        self.assertIn("Only you know", answer)

    def wait_for_move(self, person, card, since):
        return self.carla.expect_said(rf"^{person.nick} advances {card}\b", self.channel,
                                      self.running.nick, since=since)

    def moves_stored(self):
        """The moves of the table that was opened last."""
        with tempfile.TemporaryDirectory() as folder:
            # The bot keeps the store locked; a copy may be torn, as after a kill.
            for path in glob.glob(os.path.join(self.running.data, "belfry.sqlite3*")):
                shutil.copy(path, folder)
            with contextlib.closing(sqlite3.connect(os.path.join(folder, "belfry.sqlite3"))) as store:
                return [move for move, in store.execute(
                    "SELECT move FROM lines WHERE table_id = (SELECT max(id) FROM tables)"
                    " AND move IS NOT NULL ORDER BY n")]

    def test_a_planned_move_looks_like_a_typed_one(self):
        first, card, other, (answer, _) = self.begin()
        self.plan(other, f"if nobody attacks then advance {answer}")
        since, mark = self.carla.mark(), first.mark()
        first.say(self.channel, f"!p advance {card}")
        self.wait_for_move(first, card, since)
        began = time.monotonic()
        self.wait_for_move(other, answer, since)
        took = time.monotonic() - began
        self.assertGreater(took, SHORTEST)
        self.assertLess(took, BUDGET * PATIENCE)
        self.barrier(self.carla, self.running, first)
        for client, start in ((self.carla, since), (first, mark)):
            for line in client.said(source=self.running.nick, since=start):
                self.assertNotRegex(line.text, r"(?i)\bplan")

    def test_plans_are_not_taken_in_public(self):
        _, _, other, (answer, _) = self.begin()
        since = other.mark()
        other.say(self.channel, f"!plan turn then advance {answer}")
        other.expect_said("Plans are secret", source=self.running.nick, since=since)
        self.assertIn("no plans", other.ask(self.running.nick, "plans", "plans"))

    def kill_and_start(self, environment=None):
        self.running.kill()
        self.running.start(environment=environment)

    def play_over_a_kill(self, environment):
        """The bot is killed after the plan was confirmed, and again wherever the environment says, at the latest
        when the move is there."""
        first, card, other, (answer, _) = self.begin()
        self.plan(other, f"if {first.nick} advance then advance {answer}; else retreat 1")
        self.kill_and_start(environment)
        self.running.wait_in(self.carla, self.channel)
        since = self.carla.mark()
        first.say(self.channel, f"!p advance {card}")
        deadline = time.monotonic() + 2 * BUDGET * PATIENCE
        told = rf"^{re.escape(other.nick)} advances {answer}\b"
        while (self.running.is_running() and time.monotonic() < deadline
               and not self.carla.said(self.channel, self.running.nick, told, since)):
            time.sleep(0.05)
        self.kill_and_start()
        self.running.wait_in(self.carla, self.channel)
        if not self.moves_stored():
            first.say(self.channel, f"!p advance {card}")
        while len(self.moves_stored()) < 2 and time.monotonic() < deadline + 2 * BUDGET * PATIENCE:
            time.sleep(0.05)
        time.sleep(0.1)
        self.assertEqual(self.moves_stored(), [f"advance {card}", f"advance {answer}"], environment)
        self.assertLessEqual(
            len(self.carla.said(self.channel, self.running.nick, told, since)), 1)
        self.assertIn("no plans", other.ask(self.running.nick, "plans", "plans"))
        mark = self.carla.mark()
        self.anna.say(self.channel, "!abort")  # she has opened the table
        self.carla.expect_said("closed before its end", self.channel, self.running.nick, since=mark)

    def test_kills_neither_lose_nor_repeat_a_planned_move(self):
        points = ["session.move-made:2", "store.line-added:2"]
        points += [f"store.{when}-commit:{count}" for when in ("before", "after")
                   for count in (1, 2, 3, 4)]
        for point in points:
            with self.subTest(point):
                self.play_over_a_kill({"BELFRY_KILL_AT": point})


if __name__ == "__main__":
    import unittest
    unittest.main()
