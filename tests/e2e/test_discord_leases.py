"""Two processes on one PostgreSQL serve one bot in Discord in turn: the next one goes on with the session."""

import unittest

from bot import Bot
from discord.match import OFFER
from discord.support import DiscordTest, network
from duel import expand_moves
from postgres import Postgres


class HandOverTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(Postgres())
        self.one, self.other = self.process(), self.process()
        self.one.start()
        self.wait_in(self.one)
        self.other.start()
        self.other.wait_log(r"event=bot\.started")

    def process(self):
        bot = Bot([network(self.fake)], start=False)
        bot.data = self.store.address
        self.enterContext(bot)
        self.addCleanup(self.check_log, bot)
        return bot

    def identifies(self):
        return len(self.fake.entries("^identify$", "gateway", "->"))

    def resumes(self):
        return len(self.fake.entries("^RESUMED$", "gateway", "<-"))

    def moves(self):
        return self.store.ask("SELECT move FROM lines WHERE move IS NOT NULL ORDER BY n").split("\n")

    def typed_while_nobody_listens(self, end, bot):
        """A move in a direct message, after `end` has ended the connection: the next process hears it, once."""
        people = self.table(touches=9)
        actor = self.actor(people)
        move = expand_moves(OFFER.sub("", actor.slash("moves").text))[0]
        self.fake.settle()
        before = self.resumes()
        end()
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
        actor.say(f"play {move}", channel=actor.dm())
        self.fake.wait(lambda: self.resumes() > before, "a resume", 20)
        self.fake.settle()
        self.fake.wait(lambda: self.moves() == [move], "the move")
        self.assertEqual(self.identifies(), 1)
        bot.wait_log(r"event=discord\.resumed")
        self.play_one(people)
        self.assertEqual(len(self.moves()), 2)
        self.assertIn("Your cards", people[0].slash("hand").text)

    def test_a_process_that_ends_hands_its_session_over(self):
        self.typed_while_nobody_listens(self.one.stop, self.other)
        self.one.start()
        self.one.wait_log(r"event=bot\.started", since=len(self.one.log) - 1)
        before = self.resumes()
        self.assertEqual(self.other.stop(), 0)
        self.fake.wait(lambda: self.resumes() > before, "a resume", 20)
        self.assertEqual(self.identifies(), 1)

    def test_a_killed_process_leaves_its_session(self):
        self.typed_while_nobody_listens(self.one.kill, self.other)


if __name__ == "__main__":
    unittest.main()
