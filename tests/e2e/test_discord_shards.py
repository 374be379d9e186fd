"""Processes on one PostgreSQL share one bot in Discord shard by shard: each serves the servers of its shards, whoever
hears a move judges it, and everything is said once."""

import unittest

from bot import Bot
from discord.match import OFFER
from discord.support import DiscordTest, network
from duel import expand_moves
from postgres import Postgres

SHARDS = 2


class ShardsTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(Postgres())
        self.channels = self.channel_of_each_shard()
        self.bots = [self.process(), self.process()]

    def channel_of_each_shard(self):
        channels = {}
        while len(channels) < SHARDS:
            guild = self.fake.add_guild("Elsewhere")
            shard = (int(guild.id) >> 22) % SHARDS
            channels.setdefault(shard, self.fake.do(lambda: self.fake.world.add_channel(guild, "there")))
        return [channels[shard] for shard in range(SHARDS)]

    def process(self):
        bot = Bot([network(self.fake, shards=SHARDS)], start=False)
        bot.data = self.store.address
        self.enterContext(bot)
        self.addCleanup(self.check_log, bot)
        bot.start()
        bot.wait_log(r"event=bot\.started")
        return bot

    def holders(self):
        rows = self.store.ask("SELECT name, holder FROM leases WHERE holder <> '' ORDER BY name").split("\n")
        return dict(row.split("|") for row in rows if "|" in row)

    def wait_shared(self):
        """Each process holds a shard and is connected with it."""
        self.fake.wait(lambda: len(set(self.holders().values())) == SHARDS, "a fair share", 40)
        self.wait_connected()

    def wait_connected(self):
        def shards():
            return {session.shard[0] for session in self.fake.gateway.sessions.values() if session.connection}
        self.fake.wait(lambda: shards() == set(range(SHARDS)), "every shard", 40)
        self.fake.wait(lambda: self.fake.world.commands[""], "commands")

    def people(self, *names, **arguments):
        return [self.fake.person(name, channel=self.channel, **arguments) for name in names]

    def moves(self):
        return [move for move in self.store.ask("SELECT move FROM lines WHERE move IS NOT NULL ORDER BY n").split("\n")
                if move]

    def move_of(self, actor):
        return expand_moves(OFFER.sub("", actor.slash("moves").text))[0]

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

    def test_a_shard_is_taken_over(self):
        self.wait_shared()
        self.channel = self.channels[1]
        people = self.table(touches=9)
        self.play_one(people)
        holder = self.holders()["discord 1"]
        victim = next(bot for bot in self.bots if str(bot.process.pid) in self.name_of(holder))
        victim.kill()
        self.fake.wait(lambda: len(set(self.holders().values())) == 1, "the take-over", 40)
        self.wait_connected()
        self.play_one(people)
        self.assertEqual(len(self.moves()), 2)

    def name_of(self, process):
        return self.store.ask(f"SELECT name FROM processes WHERE id = '{process}'")


if __name__ == "__main__":
    unittest.main()
