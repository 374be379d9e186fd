"""What the Discord test modules share: a stand-in, a connected bot, and people."""

import itertools
import unittest

from bot import Bot
from duel import expand_moves
from processes import Failure

from .fake import Fake
from .match import OFFER

# Letters, so that no other text can look like one by chance.
NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fritz")
_numbers = itertools.count(1)


def network(fake, name="discord", **settings):
    """One entry of `networks`, quick; keyword `board_distance` is key `board-distance`; None leaves
    a key out."""
    defaults = {
        "token": fake.token, "api": fake.rest_url, "gateway-reconnect-after": "50ms",
        "gateway-reconnect-most": "200ms", "retry-after": "20ms", "invalid-session-wait": "50ms",
        "identify-gap": "20ms"}
    for key, value in settings.items():
        defaults[key.replace("_", "-")] = value
    return {"name": name, "type": "discord",
            **{key: value for key, value in defaults.items() if value is not None}}


class DiscordTest(unittest.TestCase):
    """Each test has a stand-in of its own. At the end the stand-in must have found no fault with
    the bot, and the log must not contain the token."""

    def setUp(self):
        self.number = next(_numbers)
        self.fake = self.enterContext(Fake())
        self.channel = self.fake.channel

    def bot(self, *others, wait=True, environment=None, top=None, **settings):
        """A bot in the stand-in (and in `others`, entries of networks), connected and with its commands
        registered. `top` are keys of the configuration outside of networks."""
        bot = self.enterContext(Bot([network(self.fake, **settings), *others],
                                    environment=environment, **top or {}))
        self.addCleanup(self.check_log, bot)
        if wait:
            self.wait_in(bot)
        return bot

    def wait_in(self, bot):
        try:
            self.fake.wait(lambda: not bot.is_running() or self.fake.is_ready(), "a session", 20)
            self.fake.wait(lambda: not bot.is_running() or self.fake.world.commands[""],
                           "commands to be registered", 20)
            if not bot.is_running():
                raise Failure("the bot has ended")
        except Failure as failure:
            raise Failure(f"{failure}{bot.process.tail()}") from None

    def check_log(self, bot):
        told = [entry.raw for entry in bot.log if self.fake.token in entry.raw]
        self.assertEqual(told, [], "the token stands in the log")
        secrets = [entry.raw for entry in bot.log if "token-1" in entry.raw]
        self.assertEqual(secrets, [], "an interaction's token stands in the log")

    def people(self, *names, **arguments):
        return [self.fake.person(name, **arguments) for name in names]

    def table(self, players=2, game="en-garde", start=True, **options):
        """A table with people at it, the game begun; the first of them opened it."""
        people = self.people(*NAMES[:players])
        words = " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())
        people[0].slash("new", game=game, **({"options": words} if words else {}))
        for person in people[1:]:
            person.slash("join")
        if start:
            people[0].slash("start")
        return people

    def actor(self, people):
        """The people who get moves offered now."""
        return next(each for each in people if OFFER.search(each.slash("moves").text))

    def play_one(self, people):
        """A move of a player who may act: pressed if it is a button, typed if it is in a menu."""
        actor = self.actor(people)
        act = actor.slash("moves")
        move = expand_moves(OFFER.sub("", act.text))[0]
        if move in act.buttons:
            return actor.press(move, message=act.message)
        return actor.slash("play", move=move)

    def board(self):
        """The message that shows the table: the newest public one with buttons."""
        def find():
            shown = [each for each in self.channel.messages.values()
                     if each.viewer is None and each.components and each.author.bot]
            return shown[-1] if shown else None
        return self.fake.wait(lambda: self.fake.do(find), "a board")
