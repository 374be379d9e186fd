"""People of two IRC networks look for a table: they find each other where both places allow it, also in private, only
while they are there, and once, whenever the bot is killed."""

import contextlib
import glob
import os
import shutil
import sqlite3
import tempfile
import time
import unittest

from bot import Bot, network
from kill_test import fault_points
from postgres import Postgres
from processes import PATIENCE, Failure, wait_until
from servers import Ngircd
from support import BotTest

FOUND = "Your table is found: En Garde, with"
BEGUN = "You are looking for a table"
POINTS = ("host.received", "store.before-commit", "store.after-commit", "host.before-message", "host.after-message")
COUNTS = (1, 2, 3, 4)


def stored(bot):
    """The live tables, each with the number of its people and places, and how many seeks there are."""
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(bot.data, "belfry.sqlite3*")):
            shutil.copy(path, folder)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "belfry.sqlite3"))) as db:
            tables = db.execute(
                "SELECT id, (SELECT count(*) FROM seats WHERE table_id = id), "
                "(SELECT count(*) FROM places WHERE table_id = id) FROM tables WHERE status < 2").fetchall()
            seeks, = db.execute("SELECT count(*) FROM settings WHERE scope LIKE 'seeks %'").fetchone()
            return tables, seeks


class SeekTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())
        cls.other = cls.enterClassContext(Ngircd())

    def setUp(self):
        super().setUp()
        self.anna, self.carla = self.people("anna", "carla")
        self.bruno, = self.people("bruno", server=self.other)

    def start(self, seek="on", **settings):
        nick = self.named("belfry")
        bot = self.enterContext(Bot(
            [network(server, name=name, nick=nick, channels=[self.channel])
             for name, server in (("first", self.server), ("second", self.other))],
            defaults={"seek": seek}, **settings))
        self.wait_for(bot)
        return bot

    def wait_for(self, bot):
        for person in (self.anna, self.bruno):
            bot.wait_in(person, self.channel)

    def seek(self, person, words="seek en-garde", expected=BEGUN):
        since = person.mark()
        person.say(self.channel, f"!{words}")
        return person.expect_said(expected, since=since)

    def test_two_networks_share_a_table(self):
        bot = self.start()
        self.seek(self.anna)
        self.seek(self.carla, "seek", "Others who wait: En Garde 1")
        self.seek(self.bruno)
        for person in (self.anna, self.bruno):
            person.expect_said(f"{FOUND} {self.anna.nick}, {self.bruno.nick}", self.channel, bot.nick, since=0)
            person.expect_said("Your hand: ", person.nick, bot.nick, since=0)
        self.assertEqual(self.carla.said(self.carla.nick, bot.nick, "Your hand"), [])
        self.assertEqual(self.anna.said(None, bot.nick, "second"), [])  # nobody is told where the others are
        first = self.anna.expect_said(r"(\S+) to play\.", self.channel, since=0).text
        player = self.anna if f"{self.anna.nick} to play" in first else self.bruno
        card = player.expect_said("Your hand: ", player.nick, since=0).text.split()[2]
        player.say(self.channel, f"!p advance {card}")
        for person in (self.anna, self.bruno):
            person.expect_said(f"{player.nick} advances {card}", self.channel, since=0)
        self.assertEqual(bot.stop(), 0)

    def test_places_that_do_not_allow_it_keep_to_themselves(self):
        bot = self.start(seek="off")
        self.seek(self.anna, expected="all of them from this channel")
        self.seek(self.bruno)
        self.seek(self.carla)
        self.anna.expect_said(f"{FOUND} {self.anna.nick}, {self.carla.nick}", self.channel, since=0)
        self.assertEqual(self.bruno.said(None, bot.nick, FOUND), [])

    def test_in_private(self):
        bot = self.start()
        since = self.anna.mark()
        self.anna.say(bot.nick, "seek en-garde")
        self.anna.expect_said(BEGUN, since=since)
        self.seek(self.bruno)
        self.anna.expect_said(FOUND, self.anna.nick, bot.nick, since=since)
        self.bruno.expect_said(FOUND, self.channel, bot.nick, since=0)
        self.carla.synchronize()
        self.assertEqual(self.carla.said(self.channel, bot.nick, FOUND), [])
        bot.kill()
        since = self.anna.mark()
        bot.start()
        self.wait_for(bot)
        self.anna.expect_said("I am back", self.anna.nick, bot.nick, since=since)

    def test_only_who_is_there_is_seated(self):
        bot = self.start()
        self.seek(self.anna)
        self.seek(self.carla, "seek castellers")
        self.anna.part(self.channel)
        self.carla.synchronize()
        self.seek(self.bruno)
        self.barrier(self.carla, bot, self.bruno)
        self.assertEqual(self.bruno.said(None, bot.nick, FOUND), [])
        self.anna.join(self.channel)
        self.bruno.expect_said(FOUND, self.channel, bot.nick, since=0)
        self.assertEqual(stored(bot), ([(1, 2, 2)], 1))

    def find_over_a_kill(self, bot, point):
        """The bot dies at the point, while the second of two people asks. Both sit at one table in the end."""
        self.seek(self.anna)
        bot.kill()
        since = self.anna.mark(), self.bruno.mark()
        bot.start({"BELFRY_KILL_AT": point})
        with contextlib.suppress(Failure):
            self.wait_for(bot)
            self.bruno.say(self.channel, "!seek en-garde")
            self.bruno.expect_said(FOUND, self.channel, bot.nick, timeout=2, since=since[1])
        bot.kill()
        bot.start()
        self.wait_for(bot)
        told = self.bruno.expect_said("Nobody else is waiting|Others who wait: ", since=self.ask(self.bruno)).text
        if "not looking" in told and "Others who wait" in told:
            self.seek(self.bruno)
        deadline = time.monotonic() + 10 * PATIENCE
        while stored(bot) != ([(1, 2, 2)], 0) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(stored(bot), ([(1, 2, 2)], 0), point)
        for person, begin in zip((self.anna, self.bruno), since):
            person.expect_said(f"{FOUND}|I am back. En Garde", self.channel, bot.nick, since=begin)
            self.assertLessEqual(len(person.said(self.channel, bot.nick, FOUND, since=begin)), 1, point)

    def ask(self, person):
        since = person.mark()
        person.say(self.channel, "!seek")
        return since

    @unittest.skipUnless(fault_points(), "this bot has no faults built in")
    def test_killed_at_any_moment(self):
        for point in POINTS:
            for count in COUNTS:
                with self.subTest(f"{point}:{count}"):
                    bot = self.start()
                    try:
                        self.find_over_a_kill(bot, f"{point}:{count}")
                    finally:
                        bot.close()


class ProcessesTest(BotTest):
    """Two processes on one PostgreSQL serve a network each."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())
        cls.other = cls.enterClassContext(Ngircd())

    def setUp(self):
        super().setUp()
        self.store = self.enterContext(Postgres())
        self.anna, = self.people("anna")
        self.bruno, = self.people("bruno", server=self.other)
        self.bots = [self.process("first", self.server, self.anna), self.process("second", self.other, self.bruno)]

    def process(self, name, server, watcher):
        bot = self.enterContext(Bot([network(server, name=name, nick=self.named("belfry"), channels=[self.channel])],
                                    start=False, defaults={"seek": "on"}))
        bot.data = self.store.address
        bot.start()
        bot.wait_in(watcher, self.channel)
        return bot

    def test_people_of_both_are_seated_once(self):
        for number in range(1, 6):
            since = self.anna.mark(), self.bruno.mark()
            for person in (self.anna, self.bruno):
                person.say(self.channel, "!seek en-garde")
            for person, begin in zip((self.anna, self.bruno), since):
                person.expect_said(FOUND, self.channel, timeout=20, since=begin)
                person.expect_said("Your hand: ", person.nick, timeout=20, since=begin)
            self.assertEqual(self.store.ask("SELECT count(*) FROM tables WHERE status < 2"), "1")
            for person in (self.anna, self.bruno):
                person.say(self.channel, "!abort")
            wait_until(lambda: self.store.ask("SELECT count(*) FROM tables WHERE status < 2") == "0", 20,
                       "the table to end")
            for person, begin in zip((self.anna, self.bruno), since):
                person.expect_said("ended|over|closed", self.channel, timeout=20, since=begin)
                self.assertEqual(len(person.said(self.channel, pattern=FOUND, since=begin)), 1, number)
