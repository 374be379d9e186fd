"""The deal of the day in IRC and at the console: the deal that the key and the day give, one try, kill -9."""

import os
import re
import subprocess
import sys
import time

from bot import executable
from console import Piped
from duel import expand_moves
from processes import temporary_folder
from servers import Ngircd
from support import BotTest

KIT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit")
SERIES = "a series for the tests of this day"
DAY_ZERO = 20453  # 2025-12-31, in days since 1970
GAMES = ("en-garde", "campanile", "campanile-intermezzo", "patrician", "goats", "njet", "castellers", "pillars")


def today():
    return int(time.time()) // 86400 - DAY_ZERO


def worked_out(day, game):
    """Seed, commitment and first deal, by a program that knows nothing but the texts."""
    lines = subprocess.run([sys.executable, os.path.join(KIT, "check_shuffle.py"), "daily", SERIES, str(day), game],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    return lines[0], lines[1], lines[2]


def exported(data, table):
    return subprocess.run([executable(), "store", "export", str(table), "--data", data], check=True,
                          capture_output=True, text=True).stdout


def verified(text):
    return subprocess.run([sys.executable, os.path.join(KIT, "check_shuffle.py"), "verify"], input=text, text=True,
                          check=False, capture_output=True)


class ConsoleTest(BotTest):
    def test_every_deal_follows_from_key_and_day(self):
        folder = temporary_folder("daily")
        config, data = os.path.join(folder, "belfry.yaml"), os.path.join(folder, "data")
        os.mkdir(data)
        with open(config, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(f"daily-series: {SERIES}\nnetworks:\n  - name: console\n    type: console\n")
        table = self.enterContext(Piped("run", "--config", config, "--data", data, folder=folder, NO_COLOR="1"))
        days = []
        for number, game in enumerate(GAMES, 1):
            said = "\n".join(table.ask(f"daily {game}"))
            day = int(re.search(r"Deal of the day (\d+):", said)[1])
            self.assertIn(day, (today(), today() - 1))
            days.append(day)
            self.assertIn(f"SHA-256 of the seed: {worked_out(day, game)[1]}.", said)
            self.assertIn(worked_out(day + 1, game)[1], said)
            self.assertIn("You have given up", "\n".join(table.ask("abort")))
            self.assertIn("is not closed yet", "\n".join(table.ask(f"verify {number}")))
            self.assertIn("You have had your one try", "\n".join(table.ask(f"daily {game}")))
        yesterday = "\n".join(table.ask("daily yesterday goats"))
        if "is not closed yet" not in yesterday:
            self.assertIn(f"Seed {worked_out(day - 1, 'goats')[0]}", yesterday)
        self.assertEqual(table.finish()[0], 0)
        for number, (day, game) in enumerate(zip(days, GAMES), 1):
            text = exported(data, number)
            self.assertIn(f'"seed":"{worked_out(day, game)[0]}"', text)
            self.assertEqual(verified(text).stderr, "")


class IrcTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def move(self, person, bot):
        """Plays the first move that the bot offers; returns False at the end."""
        since = person.mark()
        offered = person.ask(bot.nick, "moves", "You can play|turn|You sit at no table")
        if "no table" in offered:
            return False
        if "You can play" in offered:
            person.say(bot.nick, f"play {expand_moves(offered.split('You can play: ')[1])[0]}")
            person.expect_said("^" + person.nick, source=bot.nick, since=since)
        return True

    def test_it_goes_on_after_kill_9(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        opened = anna.ask(bot.nick, "daily en-garde", "^Deal of the day")
        commitment = re.search("seed: ([0-9a-f]{64})", opened)[1]
        anna.expect_said("Your hand: ", source=bot.nick, since=0)
        for _ in range(3):
            for _ in range(2):
                self.move(anna, bot)
            anna.synchronize()
            bot.kill()
            bot.start()
            bot.wait_in(anna, self.channel)
            since = anna.mark()
            again = anna.ask(bot.nick, "daily en-garde", "^You are playing|^Deal of the day|one try")
            self.assertTrue(again.startswith("You are playing the deal of the day"), again)
            anna.expect_said("^I am back", source=bot.nick, since=since)
            anna.expect_said("Your hand: ", source=bot.nick, since=since)
        while self.move(anna, bot):
            pass
        line = anna.expect_said(r"^Belfry daily \d+ · En Garde \d:\d \S+ · place 1 of 1$", source=bot.nick, since=0)
        self.assertEqual(anna.ask(bot.nick, "daily en-garde", "^Belfry daily"), line.text)
        since = bruno.mark()
        anna.say(self.channel, "!daily en-garde")
        bruno.expect_said(f"^{anna.nick}: {re.escape(line.text)}$", self.channel, since=since)
        # Nobody else has heard of it before.
        self.assertEqual(bruno.said(None, bot.nick, "En Garde", until=since), [])
        self.assertIn(commitment, bruno.ask(bot.nick, "daily en-garde", "^Deal of the day"))
        bot.stop()
        text = exported(bot.data, 1)
        self.assertEqual(verified(text).stderr, "")
        self.assertIn(f'"commitment":"{commitment}"', text)
