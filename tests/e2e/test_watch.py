"""Watching a game in private, behind a delay and with all hands open."""

import re

from servers import Ngircd
from support import BotTest

SHOWN = re.compile(r"^En Garde in #table\d+, as it was (?:after line (\d+)|dealt):")


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
