"""Processes on one PostgreSQL share one bot in Discord shard by shard: each serves the servers of its shards, whoever
hears a move judges it, and everything is said once."""

import subprocess
import unittest

from bot import executable
from discord.shards import SHARDS, SharedTest
from test_discord_watch import shown_to


class ShardsTest(SharedTest):
    def test_each_server_is_served_where_its_shard_is(self):
        self.wait_shared()
        self.assertEqual(sorted(self.holders()), ["discord 0", "discord 1"])
        for self.channel in self.channels:
            people = self.table(touches=9)
            self.play_one(people)
            self.assertIn("Your cards", people[0].slash("hand").text)
            people[0].slash("abort")
            people[1].slash("abort")
        registered = self.fake.entries(r"^PUT .*commands", "rest", "->")
        self.assertEqual(len(registered), 1)

    def hands_of(self, person):
        return sum("Your cards" in str(message.content) for message in person.dm().messages.values())

    def test_a_move_in_private_is_told_where_the_table_is(self):
        """It arrives at shard 0, and the table is in a server of shard 1."""
        self.wait_shared()
        self.channel = self.channels[1]
        people = self.table(touches=9)
        for count in (1, 2):
            actor = self.actor(people)
            move = self.move_of(actor)
            self.fake.settle(1)  # the other process has heard of the table as it is
            before = {each.id: self.hands_of(each) for each in people}
            actor.say(f"play {move}", channel=actor.dm())
            self.fake.wait(lambda count=count: len(self.moves()) == count, "the move")
            self.fake.settle(1)
            for each in people:
                expected = 1 if each is actor else 0
                self.assertEqual(self.hands_of(each) - before[each.id], expected, each.name)
        self.assertEqual(len(self.moves()), 2)
        self.play_one(people)

    def make_moves_in_private(self, people, count):
        for _ in range(count):
            self.fake.settle(1)  # the other process has heard of the table as it is
            actor, made = self.actor(people), len(self.moves())
            actor.say(f"play {self.move_of(actor)}", channel=actor.dm())
            self.fake.wait(lambda before=made: len(self.moves()) > before, "the move")

    def kill_holder(self, shard):
        holder = self.name_of(self.holders()[f"discord {shard}"])
        next(bot for bot in self.bots if str(bot.process.pid) in holder).kill()
        self.fake.wait(lambda: len(set(self.holders().values())) == 1, "the take-over", 40)
        self.wait_connected()

    def test_a_table_is_shown_to_watchers_once(self):
        """Whichever process judges a move, the one with the table's server shows it, and another one that takes over
        goes on from there."""
        self.wait_shared()
        self.channel = self.channels[1]
        people = self.table(touches=9)
        zoe, = self.people("Zoe")
        zoe.slash("watch")
        self.make_moves_in_private(people, 4)
        self.fake.wait(lambda: shown_to(zoe)[-1:] == [2], "what happened", 40)
        self.kill_holder(1)
        self.make_moves_in_private(people, 1)
        self.fake.wait(lambda: shown_to(zoe)[-1:] == [3], "what happened then", 60)
        self.assertEqual(shown_to(zoe), sorted(set(shown_to(zoe))))
        people[0].slash("watch", action="forbid")
        zoe.wait_dm("wants nobody to watch")

    def test_a_shard_is_taken_over(self):
        self.wait_shared()
        self.channel = self.channels[1]
        people = self.table(touches=9)
        self.play_one(people)
        self.kill_holder(1)
        self.play_one(people)
        self.assertEqual(len(self.moves()), 2)


class AutoTest(SharedTest):
    """Nobody has said how many shards there are to be: Discord has, and the processes agree."""

    SETTINGS = {"shards": "auto", "identify-gap": "1s"}
    WINDOW = 0.7  # less than the gap: what is sent at its time may be late on a busy machine

    def agreed(self):
        return self.store.ask("SELECT value FROM settings WHERE scope = 'agreed' AND name = 'discord'")

    def play_everywhere(self):
        for self.channel in self.channels:
            people = self.table(touches=9)
            self.play_one(people)
            people[0].slash("abort")
            people[1].slash("abort")

    def test_the_shards_that_discord_recommends_are_shared(self):
        """No two shards identify at once (the stand-in would note it)."""
        self.wait_shared()
        self.assertEqual(self.agreed(), str(SHARDS))
        self.assertEqual(sorted(self.holders()), ["discord 0", "discord 1"])
        self.play_everywhere()
        status = subprocess.run([executable(), "store", "status", "--data", self.store.address], check=True,
                                capture_output=True, text=True).stdout
        for expected in (r"(?m)^  discord +in parts: 2$", r"(?m)^  discord 0 +\S+ \d+, epoch 1$", r"(?m)^  discord 1 +",
                         r"lives, began", r"(?m)^tables$"):
            self.assertRegex(status, expected)
        self.assertEqual(self.store.ask("SELECT uses FROM rations WHERE name = 'discord identifies'"),
                         str(len(self.fake.entries("^identify$", "gateway", "->"))))

    def test_a_restart_asks_nobody_for_the_number(self):
        self.wait_shared()
        self.fake.gateway.shards = 1
        for bot in self.bots:
            self.assertEqual(bot.stop(), 0)
        for bot in self.bots:
            bot.start()
        self.wait_shared()
        self.assertEqual(self.agreed(), str(SHARDS))

    def test_discord_wants_more_shards(self):
        self.wait_shared()
        guilds = len(self.fake.world.guilds)
        self.fake.gateway.shards, self.fake.gateway.guilds_per_shard = 2 * SHARDS, (guilds - 1) // 2

        def end_sessions():
            for session in self.fake.gateway.sessions.values():
                session.ended = True
                if session.connection:
                    session.connection.close(4009)
        self.fake.do(end_sessions)
        self.wait_shared(2 * SHARDS)
        self.assertEqual(self.agreed(), str(2 * SHARDS))
        self.fake.faults[:] = [fault for fault in self.fake.faults if "Sharding required" not in fault]
        self.play_everywhere()


if __name__ == "__main__":
    unittest.main()
