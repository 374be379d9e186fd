"""Watching a game in private, behind a delay and with all hands open: in IRC, over kills at any moment, and at the
console."""

import re
import time

from bot import Bot
from console import Piped
from kill_test import read_store
from processes import PATIENCE, Failure
from servers import Ngircd
from support import BotTest

SHOWN = re.compile(r"^En Garde in #table\d+, as it was (?:after line (\d+)|dealt):")
ON_TURN = re.compile(r"(\S+) to (?:play|answer)\b")


class WatchTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.carla, self.anna, self.bruno = self.people("carla", "anna", "bruno")
        self.running = self.bot(watcher=self.carla)
        self.duel = self.duel(self.running, [self.anna, self.bruno], watcher=self.carla)

    def expect(self, pattern, since=0):
        return self.carla.expect_said(pattern, self.channel, self.running.nick, since=since).text

    def private(self, pattern, since=0, timeout=40):
        return self.carla.expect_said(pattern, self.carla.nick, self.running.nick, timeout, since).text

    def shown(self):
        """The lines of the record that carla was shown, in order; 0 is the deal."""
        texts = [line.text for line in self.carla.said(self.carla.nick, self.running.nick)]
        return [int(match[1] or 0) for match in map(SHOWN.match, texts) if match]

    def test_a_round_behind_and_over_a_kill(self):
        self.carla.say(self.channel, "!watch")
        self.expect(f"^{self.carla.nick} watches with all hands open, this far behind: a round")
        self.private("^You watch En Garde here")
        self.assertEqual(self.shown(), [])
        for _ in range(3):
            self.duel.move()
        self.private(SHOWN.pattern)
        for player in (self.anna, self.bruno):
            self.private(rf"^{player.nick}: [1-5 ]+")
        self.assertIn(self.carla.nick, self.told_status())
        self.running.kill()
        self.running.start()
        self.running.wait_in(self.carla, self.channel)
        since = self.carla.mark()
        for _ in range(3):
            self.duel.move()
        self.private(SHOWN.pattern, since)
        shown = self.shown()
        self.assertEqual(shown, sorted(set(shown)), "nothing is shown twice")
        self.assertLess(shown[-1], len(self.duel.moves))
        self.carla.say(self.channel, "!join")
        self.private("^You have watched this table")
        since = self.carla.mark()
        self.anna.say(self.channel, "!watch off")
        self.expect(f"^{self.anna.nick} wants nobody to watch .*{self.carla.nick}", since)
        self.private(f"{self.anna.nick} wants nobody to watch", since)

    def told_status(self):
        since = self.carla.mark()
        self.carla.say(self.channel, "!status")
        return self.expect("^Watching, with a delay: ", since)

    # -- Kills

    def lines_stored(self):
        return len(read_store(self.running)[1])

    def kill_and_start(self, environment=None):
        self.running.kill()
        self.running.start(environment=environment)
        self.running.wait_in(self.carla, self.channel)

    def move_over_a_kill(self, environment):
        """The bot is killed where the environment says, at the latest when a message to the watcher is due."""
        move = self.duel.choose(self.duel.look(self.duel.actor)[1])
        self.kill_and_start(environment)
        shown = self.shown()
        self.duel.actor.say(self.channel, f"!p {move}")
        deadline = time.monotonic() + 20 * PATIENCE
        while self.running.is_running() and self.shown() == shown and time.monotonic() < deadline:
            time.sleep(0.05)
        self.kill_and_start()
        self.duel.actor = self.duel.player(ON_TURN.search(self.told_state())[1])
        self.duel.spent = {}

    def told_state(self):
        since = self.carla.mark()
        self.carla.say(self.channel, "!status")
        return self.expect(ON_TURN.pattern, since)

    def test_kills_show_nothing_twice_and_nothing_early(self):
        self.carla.say(self.channel, "!watch")
        self.private("^You watch En Garde here")
        for _ in range(3):
            self.duel.move()
        self.private(SHOWN.pattern)
        points = [f"store.{when}-commit:{count}" for when in ("before", "after") for count in (1, 2, 3)]
        for point in (*points, "session.move-made:1", "store.line-added:1"):
            with self.subTest(point):
                self.move_over_a_kill({"BELFRY_KILL_AT": point})
                shown = self.shown()
                self.assertEqual(shown, sorted(set(shown)))
                self.assertLessEqual(shown[-1], max(0, self.lines_stored() - 2))
                self.assertIn(self.carla.nick, self.told_status())
        before = self.shown()
        for _ in range(2):
            self.duel.move()
            self.private(SHOWN.pattern, self.carla.mark())
        self.assertGreater(self.shown()[-1], before[-1])


class ConsoleWatchTest(BotTest):
    """Somebody at the console watches a table in a channel that is linked with it."""

    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    @staticmethod
    def wait(console, pattern):
        """Until the console has shown a line that contains it."""
        deadline = time.monotonic() + 20 * PATIENCE
        while not any(re.search(pattern, line) for line in console.said):
            if time.monotonic() > deadline:
                raise Failure(f"no line with {pattern!r}: {console.said[-40:]}")
            console.ask()

    def test_the_console_watches_a_channel(self):
        carla, anna, bruno = self.people("carla", "anna", "bruno")
        entries = [self.network(), {"name": "console", "type": "console"}]
        bot = self.enterContext(Bot(entries, start=False, defaults={"links": "hosts"}))
        console = self.enterContext(Piped("run", "--config", bot.config, "--data", bot.data))
        bot.wait_in(carla, self.channel)
        carla.say(self.channel, "!link")
        offer = carla.expect_said(r"link \w{6,}", carla.nick, bot.nick).text
        self.assertIn("share their tables", " ".join(console.ask(re.search(r"link \w{6,}", offer)[0])))
        duel = self.duel(bot, [anna, bruno], watcher=carla)
        self.assertIn("You watch En Garde here", " ".join(console.ask("watch")))
        for _ in range(3):
            duel.move()
        self.wait(console, r"^En Garde in table, as it was ")
        for player in (anna, bruno):
            self.wait(console, rf"^{player.nick}: [1-5 ]+")
        anna.say(self.channel, "!watch off")
        self.wait(console, f"You no longer watch .*{anna.nick} wants nobody to watch")
        self.assertIn("wants nobody to watch", " ".join(console.ask("watch")))


if __name__ == "__main__":
    import unittest
    unittest.main()
