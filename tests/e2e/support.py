"""What the test modules share: people, bots and channels that no other test uses."""

import itertools
import unittest

from bot import Bot, network
from client import Client
from duel import Duel
from ii import Ii

_numbers = itertools.count(1)


class BotTest(unittest.TestCase):
    """Closes everything that a test made with these functions at its end."""

    server = None

    @classmethod
    def share(cls, server):
        """A server for all tests of a class."""
        cls.server = cls.enterClassContext(server)
        return server

    def setUp(self):
        self.number = next(_numbers)
        self.channel = f"#table{self.number}"

    def named(self, name):
        return f"{name}{self.number}"

    def client(self, name, server=None, **arguments):
        return self.enterContext(Client(server or self.server, self.named(name), **arguments))

    def people(self, *names, channel=None, server=None, **arguments):
        """Clients that registered at the same time and joined the channel. The first one created it and so is
        its operator."""
        clients = [self.client(name, server=server, wait=False, **arguments) for name in names]
        for client in clients:
            client.wait_welcome()
            client.join(channel or self.channel)
        return clients

    def ii(self, name, channel=None):
        human = self.enterContext(Ii(self.server, self.named(name)))
        human.join(channel or self.channel)
        return human

    def network(self, server=None, **settings):
        return network(server or self.server, **{
            "nick": self.named("belfry"), "channels": [self.channel], **settings})

    def bot(self, watcher=None, networks=None, environment=None, **settings):
        """A bot in the test's channel; waits for it there if `watcher` is in the channel."""
        networks = networks or [self.network(**settings)]
        bot = self.enterContext(Bot(networks, environment=environment))
        if watcher:
            bot.wait_in(watcher, self.channel)
        return bot

    def duel(self, bot, players, watcher=None, **options):
        """Starts a bout; the first picture has been received."""
        duel = Duel(bot.nick, self.channel, players, watcher, seed=self.number).open(**options)
        self.barrier(duel.watcher, bot, *[player for player in players
                                          if isinstance(player, Client)])
        return duel

    def barrier(self, client, bot, *others):
        """Waits until the client and the others have received the bot's answers to everything that the client
        said before this call. The bot and the server keep the order."""
        client.ask(bot.nick, "help status", "^status")
        for each in (client, *others):
            each.synchronize()

    def status(self, client, bot):
        """The position in one line, from the answer to `status` in the channel."""
        since = client.mark()
        client.say(self.channel, "!status")
        return client.expect_said(r"\d to \d", self.channel, bot.nick, since=since).text
