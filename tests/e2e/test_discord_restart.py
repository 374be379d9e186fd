"""A restart of the bot goes on with Discord's session: nothing that was typed meanwhile is lost, nothing is
handled twice, and no identify is spent."""

import re
import time
import unittest

from discord.match import OFFER
from discord.people import text_of
from discord.support import DiscordTest
from duel import expand_moves
from kill_test import read_store

KEPT = 3  # s after which everything is kept that the bot has heard


class RestartTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.running = self.bot()

    def identifies(self):
        return len(self.fake.entries("^identify$", "gateway", "->"))

    def resumes(self):
        return self.fake.entries("^RESUMED$", "gateway", "<-")

    def stop(self, by):
        if by == "kill":
            self.running.kill()
        else:
            self.assertEqual(self.running.stop(), 0)
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")

    def start(self):
        before = len(self.resumes())
        self.running.start()
        self.fake.wait(lambda: len(self.resumes()) > before, "a resume", 20)
        self.fake.settle()

    def restart(self, by="kill"):
        self.stop(by)
        self.start()

    def moves(self):
        return [move for _, _, move in read_store(self.running)[1] if move]

    def told(self, pattern):
        shown = [text_of(each) for each in self.channel.messages.values() if each.viewer is None]
        return sum(bool(re.search(pattern, text)) for text in shown)

    def typed_while_away(self, by):
        """A move typed in a direct message while nobody listens."""
        people = self.table(touches=9)
        actor = self.actor(people)
        move = expand_moves(OFFER.sub("", actor.slash("moves").text))[0]
        self.fake.settle()
        self.stop(by)
        actor.say(f"play {move}", channel=actor.dm())
        self.start()
        self.fake.wait(lambda: self.moves() == [move], "the move")
        self.assertEqual(self.identifies(), 1)
        for again in ("kill", "stop"):
            self.restart(again)
        self.assertEqual(self.moves(), [move])
        self.assertEqual(self.identifies(), 1)
        self.assertIn("Your cards", actor.slash("hand").text)
        self.play_one(people)
        self.assertEqual(len(self.moves()), 2)

    def test_move_typed_after_a_kill_is_played_once(self):
        self.typed_while_away("kill")

    def test_move_typed_after_a_stop_is_played_once(self):
        self.typed_while_away("stop")

    def test_a_stop_keeps_the_session(self):
        self.assertEqual(self.running.stop(), 0)
        self.assertNotIn(self.fake.expect("^close$", "gateway").details["code"], (1000, 1001))
        self.start()
        self.assertEqual(self.identifies(), 1)

    def test_what_was_handled_is_not_handled_again(self):
        """The bot dies right after it has answered."""
        anna = self.fake.person("Anna")
        place = anna.dm()
        for number in range(1, 4):
            anna.say("games", channel=place)
            self.fake.wait(lambda n=number: len(anna.inbox()) >= n, "an answer")
            self.restart()
            self.assertEqual(len(anna.inbox()), number)

    def test_the_table_knows_its_channel(self):
        """The line that stands for what was missed, once; the board goes on."""
        people = self.table()
        self.fake.settle()
        time.sleep(KEPT)
        self.restart()
        self.assertEqual(self.identifies(), 1)
        self.play_one(people)
        self.assertIn("Your cards", people[0].slash("hand").text)

    def test_changes_of_the_server_while_away(self):
        time.sleep(KEPT)
        self.stop("kill")
        new = self.fake.add_channel("new")
        other = self.fake.add_guild("Other")
        there = self.fake.add_channel("there", other)
        gone = self.fake.add_channel("gone")
        self.start()
        for channel in (self.channel, new, gone, there):
            act = self.fake.person("Anna", channel=channel).slash("new", game="en-garde")
            self.assertIn("is open", act.text)
        self.assertEqual(self.identifies(), 1)
        self.stop("stop")
        self.fake.leave_guild(other)
        self.fake.do(lambda: self.fake.world.remove_channel(gone))
        self.start()
        since = self.fake.mark()
        self.fake.settle()
        for channel in (there, gone):
            self.assertEqual(self.fake.entries(f"/channels/{channel.id}/", "rest", "->", since), [])

    def test_places_are_found_by_name(self):
        admin = self.fake.person("Admin").become_admin()
        self.fake.add_channel("general")
        time.sleep(KEPT)
        self.restart()
        admin.slash("link", place="#general")
        admin.wait_sees("This channel and #general share")

    def test_a_session_that_is_over(self):
        """Discord has forgotten it: the bot identifies, and everything works."""
        people = self.table()
        self.fake.settle()
        self.stop("stop")
        self.fake.gateway.refuses_resume = True
        self.running.start()
        self.fake.wait(lambda: self.identifies() == 2, "an identify", 20)
        self.fake.wait_ready()
        self.fake.settle()
        self.play_one(people)

    def test_many_restarts(self):
        people = self.table(touches=9)
        for number in range(6):
            self.play_one(people)
            self.restart(("kill", "stop")[number % 2])
        self.assertEqual(self.identifies(), 1)
        self.assertEqual(len(self.moves()), 6)
        nonces = [each.nonce for each in self.channel.messages.values() if each.nonce]
        self.assertEqual(len(nonces), len(set(nonces)))


if __name__ == "__main__":
    unittest.main()
