"""Processes on one PostgreSQL that share one bot in Discord shard by shard."""

from bot import Bot
from discord.match import OFFER
from discord.support import DiscordTest, network
from duel import expand_moves
from postgres import Postgres

SHARDS = 2


class SharedTest(DiscordTest):
    """Two processes, and a channel in a server of each shard."""

    SETTINGS = {"shards": SHARDS}
    WINDOW = 0.0  # see Gateway

    def setUp(self):
        super().setUp()
        self.store = self.enterContext(Postgres())
        self.channels = self.channel_of_each_shard()
        self.fake.gateway.shards = SHARDS
        self.fake.gateway.identify_window = self.WINDOW
        self.bots = [self.process(), self.process()]

    def channel_of_each_shard(self):
        channels = {}
        while len(channels) < SHARDS:
            guild = self.fake.add_guild("Elsewhere")
            shard = (int(guild.id) >> 22) % SHARDS
            channels.setdefault(shard, self.fake.do(lambda: self.fake.world.add_channel(guild, "there")))
        return [channels[shard] for shard in range(SHARDS)]

    def process(self):
        bot = Bot([network(self.fake, **self.SETTINGS)], start=False)
        bot.data = self.store.address
        self.enterContext(bot)
        self.addCleanup(self.check_log, bot)
        bot.start()
        bot.wait_log(r"event=bot\.started")
        return bot

    def holders(self):
        rows = self.store.ask("SELECT name, holder FROM leases WHERE holder <> '' ORDER BY name").split("\n")
        return dict(row.split("|") for row in rows if "|" in row)

    def wait_shared(self, shards=SHARDS):
        """Each process holds as many shards as the other, and is connected with them."""
        def is_shared():
            holders = list(self.holders().values())
            return sorted(holders.count(each) for each in set(holders)) == [shards // 2, shards // 2]
        self.fake.wait(is_shared, "a fair share", 40)
        self.wait_connected(shards)

    def wait_connected(self, shards=SHARDS):
        def connected():
            return sorted(tuple(session.shard) for session in self.fake.gateway.sessions.values() if session.connection)
        self.fake.wait(lambda: connected() == [(each, shards) for each in range(shards)], "every shard", 40)
        self.fake.wait(lambda: self.fake.world.commands[""], "commands")

    def moves(self):
        return [move for move in self.store.ask("SELECT move FROM lines WHERE move IS NOT NULL ORDER BY n").split("\n")
                if move]

    def move_of(self, actor):
        return expand_moves(OFFER.sub("", actor.slash("moves").text))[0]

    def people(self, *names, **arguments):
        return [self.fake.person(name, channel=self.channel, **arguments) for name in names]

    def name_of(self, process):
        return self.store.ask(f"SELECT name FROM processes WHERE id = '{process}'")
