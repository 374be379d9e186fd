"""Three processes of the bot on one PostgreSQL with a synchronous standby, and people who play in IRC, in Discord and
across both."""

import concurrent.futures
import random
import re
import time

from bot import Bot, network as irc_network
from client import Client
from cluster import Database
from cluster_oracle import Oracle
from discord.fake import Fake
from discord.match import OFFER
from discord.people import text_of
from discord.support import network as discord_network
from discord_kill_test import TOLD, is_line_of
from duel import expand_moves
from processes import PATIENCE, Failure, wait_until
from servers import Ngircd

TEN_SECONDS = 10
TERM = 5  # seconds of a lease, as in bot/turn/leases.h
HEARING = 0.25  # seconds until another process has heard of a move, as in bot/turn/feed.c
NICKS = ("one", "two", "three")
CHANNELS = ("#alone", "#shared")
NO_GAME = re.compile(r"no table|not begun", re.I)
TURN = re.compile(rf"not your turn|You can play|{NO_GAME.pattern}", re.I)


def find_told(text, name, move):
    """The first line that tells of the move, as TOLD matches it, or None."""
    return next((told for told in TOLD.findall(text) if is_line_of(told, name, move)), None)


class IrcPlayer:
    def __init__(self, server, name, channel):
        self.name, self.channel = name, channel
        self.client = Client(server, name)
        self.client.join(channel)
        self.has_no_game = False  # as the last answer of offered() says

    def offered(self, patience=1.0):
        """The moves that a bot offers in private; none when it is not their turn or nobody answers."""
        since, self.has_no_game = self.client.mark(), False
        for nick in NICKS:
            self.client.say(nick, "moves")
        try:
            line = self.client.expect_line(
                lambda line: line.is_speech and not line.is_public and line.nick in NICKS and TURN.search(line.text),
                "moves", patience, since)
        except Failure:
            return []
        self.has_no_game = bool(NO_GAME.search(line.text))
        return expand_moves(OFFER.sub("", line.text)) if OFFER.search(line.text) else []

    def make(self, move):
        """Says it and waits for nothing; returns what answered() needs."""
        mark = self.client.mark()
        self.client.say(self.channel, f"!p {move}")
        return mark, move

    def answered(self, made):
        """The line that tells the channel of the move, as TOLD matches it; None: there is none yet. It may be
        about an earlier move that looks the same."""
        mark, move = made
        lines = [line.text for line in self.client.said(self.channel, since=mark) if line.nick in NICKS]
        return find_told("\n".join(lines), self.name, move)

    def command(self, text):
        self.client.say(self.channel, f"!{text}")

    def close(self):
        self.client.close()


class DiscordPlayer:
    def __init__(self, fake, name, channel):
        self.fake, self.name = fake, name
        self.user = fake.person(name, channel=channel)
        self.acts = []
        self.has_no_game = False

    def offered(self, patience=2.0):
        act, self.has_no_game = self._slash("moves"), False
        try:
            self.fake.wait(act._is_answered, "moves", patience)
        except Failure:
            return []
        text = act.text.partition("\nThe game has gone on")[0]
        self.has_no_game = bool(NO_GAME.search(text))
        return expand_moves(OFFER.sub("", text)) if OFFER.search(text) else []

    def make(self, move):
        return self._slash("play", move=move), move

    def _slash(self, command, **options):
        self.acts.append(self.user.slash(command, wait=False, **options))
        return self.acts[-1]

    def answered(self, made):
        """The same, of the answer to the command."""
        act, move = made
        return find_told(act.text, self.name, move)

    def command(self, text):
        word, _, rest = text.partition(" ")
        options = dict(zip(("game", "options"), rest.split(" ", 1))) if word == "new" else {}
        self._slash(word, **options)

    def close(self):
        pass


class Table:
    """People who play one match of En Garde after the other, and what their places are told."""

    def __init__(self, name, players, irc=None, discord=None):
        self.name, self.players = name, players
        self.irc, self.discord = irc, discord  # a watcher with its channel, a channel
        self.answered = []                     # (name, verb, number), in their order

    def moves_offered(self):
        for player in self.players:
            moves = player.offered()
            if moves:
                return player, moves
        return None, []

    def throw(self, choice):
        """A move that nobody waits for."""
        player, moves = self.moves_offered()
        if player:
            player.make(choice.choice(moves))

    def open(self):
        """Each sees what the other has done, before they do what follows from it."""
        first, second = self.players
        for player, command in ((first, "new en-garde touches=9"), (second, "join"), (first, "start")):
            player.command(command)
            time.sleep(2 * HEARING * PATIENCE)

    def advance(self, choice, deadline):
        """Makes one move. If the match is over, begins a new one, whose time does not count."""
        silent = 0
        while time.monotonic() < deadline:
            player, moves = self.moves_offered()
            if player is None:
                silent += 1
                if silent % 4 == 0 or any(each.has_no_game for each in self.players):
                    began = time.monotonic()
                    self.open()
                    deadline += time.monotonic() - began
                else:
                    time.sleep(HEARING)
                continue
            move = choice.choice(moves)
            made = player.make(move)
            try:
                self.answered.append(wait_until(lambda: player.answered(made), 1.5, "the move"))
            except Failure:
                continue
            return
        raise Failure(f"nobody can play at the table {self.name}")

    def told(self):
        """The lines about moves that each place was shown, (name, verb, number), in their order."""
        places = {}
        if self.irc:
            watcher, channel = self.irc
            places[channel] = [told for line in watcher.said(channel) if line.nick in NICKS
                               for told in TOLD.findall(line.text)]
        if self.discord:
            places[str(self.discord.id)] = [told for text in self.discord_lines() for told in TOLD.findall(text)[:1]]
        return places

    def discord_lines(self):
        fake, channel = self.players[-1].fake, self.discord

        def posted():
            shown = list(channel.messages.values())
            shown += [each for each in fake.world.deleted if each.channel is channel]
            return sorted((each for each in shown if each.viewer is None), key=lambda each: int(each.id))
        return [text_of(each) for each in fake.do(posted) if "```" not in each.content]


class Cluster:
    """Both networks are served, and a match has begun at each table."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.closing = []
        try:
            self.open()
        except BaseException:
            self.close()
            raise

    def enter(self, manager):
        self.closing.append(manager)
        return manager.__enter__()

    def open(self):
        self.database = self.enter(Database())
        self.oracle = Oracle(self.database)
        self.server, self.fake = self.enter(Ngircd()), self.enter(Fake())
        self.watcher = Client(self.server, "witness")
        for channel in CHANNELS:
            self.watcher.join(channel)
        self.tables = self.seat()
        self.bots = [self.process(nick) for nick in NICKS]
        for bot in self.bots:
            self.start(bot)
            bot.wait_log(r"event=bot\.started")
        self.wait_served()
        self.link()
        self.executor = concurrent.futures.ThreadPoolExecutor(len(self.tables))
        self.play(seconds=30)  # tables are opened

    def process(self, nick):
        eva, emil = self.tables[-1].players
        owners = [f"discord user:{emil.user.id}", f"test mask:{eva.name}!~{eva.name}@127.0.0.1"]
        bot = Bot([irc_network(self.server, nick=nick, channels=list(CHANNELS)), discord_network(self.fake)],
                  start=False, owners=owners)
        bot.proxy = self.database.proxy()
        bot.data = bot.proxy.address
        return bot

    def start(self, bot):
        ahead = self.random.choice((-30, 0, 30))
        bot.start({"BELFRY_CLOCK_AHEAD": str(ahead)})

    def is_served(self):
        return any(nick in self.watcher.names(CHANNELS[1]) for nick in NICKS) and self.fake.is_ready()

    def wait_served(self):
        wait_until(self.is_served, 30, "somebody to serve both networks", every=0.2)
        self.fake.wait(lambda: self.fake.world.commands[""], "commands to be registered", 20)

    def seat(self):
        """Three tables: one in IRC, one in Discord, one in both."""
        second = self.fake.do(lambda: self.fake.world.add_channel(self.fake.guild, "second"))
        anna, bruno, eva = (IrcPlayer(self.server, name, channel) for name, channel in (
            ("anna", CHANNELS[0]), ("bruno", CHANNELS[0]), ("eva", CHANNELS[1])))
        carla, dora, emil = (DiscordPlayer(self.fake, name, channel) for name, channel in (
            ("Carla", self.fake.channel), ("Dora", self.fake.channel), ("Emil", second)))
        self.players = [anna, bruno, eva, carla, dora, emil]
        return [Table("irc", [anna, bruno], irc=(self.watcher, CHANNELS[0])),
                Table("discord", [carla, dora], discord=self.fake.channel),
                Table("both", [eva, emil], irc=(self.watcher, CHANNELS[1]), discord=second)]

    def link(self):
        eva, emil = self.tables[-1].players
        code = re.search(r"link\S* (\w+)$", emil.user.slash("link").text)[1]
        time.sleep(0.5 * PATIENCE)  # another process may serve IRC, and has to hear of the code
        eva.command(f"link {code}")
        eva.client.expect_said("share their tables", CHANNELS[1])

    # -- Play

    def play(self, seconds=TEN_SECONDS):
        """A move at every table; returns how long the slowest took."""
        began = time.monotonic()
        limit = began + seconds * PATIENCE

        def advance(table):
            table.advance(random.Random(self.random.random()), limit)
            return time.monotonic() - began
        return max(future.result() for future in
                   [self.executor.submit(advance, table) for table in self.tables])

    def tails(self):
        return "".join(f"\n=== {bot.nick}{bot.process.tail(30)}" for bot in self.bots)

    def check(self):
        for bot in self.bots:
            bot.check_faults()
        told = {table: table.told() for table in self.tables}
        self.oracle.look()
        for table, places in told.items():
            self.oracle.check(table, places)

    def close(self):
        for bot in getattr(self, "bots", []):
            bot.close()
        for each in (*getattr(self, "players", []), getattr(self, "watcher", None)):
            if each:
                each.close()
        for manager in reversed(self.closing):
            manager.__exit__(None, None, None)
