"""What channel operators do about people who harm: they remove and bar them."""

from servers import Ngircd
from support import BotTest


class ModerationTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        # Carla created the channel, so she is its operator.
        self.carla, self.anna, self.bruno = self.people("carla", "anna", "bruno")
        self.running = self.bot(watcher=self.carla)
        self.anna.say(self.channel, "!new castellers")
        self.expect("is open, for 2–4 players")
        self.bruno.say(self.channel, "!join")
        self.expect(f"{self.bruno.nick} sits down")

    def expect(self, pattern, since=0):
        return self.carla.expect_said(pattern, self.channel, self.running.nick, since=since).text

    def test_an_operator_removes_somebody(self):
        since = self.carla.mark()
        self.bruno.say(self.channel, f"!kick {self.anna.nick}")
        self.bruno.expect_said("is for channel operators", source=self.running.nick)
        self.carla.say(self.channel, f"!kick {self.bruno.nick} insults people")
        self.expect(f"^{self.carla.nick} has removed {self.bruno.nick} from the table: insults people", since)
        self.bruno.expect_said(f"{self.carla.nick} has removed you from the table: insults people",
                               source=self.running.nick)
        self.bruno.say(self.channel, "!join")
        self.expect(f"{self.bruno.nick} sits down", since)

    def test_an_operator_bars_a_mask(self):
        since = self.carla.mark()
        self.carla.say(self.channel, "!ban *!*@* 1h")
        self.carla.expect_said("That would bar you too", source=self.running.nick)
        self.carla.say(self.channel, f"!ban *!~{self.bruno.user.upper()}@* 1h insults people")
        self.carla.expect_said("Barred: .* this channel, for 1 h", source=self.running.nick)
        self.expect(f"^{self.carla.nick} has removed {self.bruno.nick} from the table", since)
        self.bruno.send(f"NICK {self.bruno.nick}x")
        self.bruno.expect(r" NICK ")
        self.refused()
        self.running.restart()
        self.running.wait_in(self.carla, self.channel)
        self.refused()
        self.carla.say(self.channel, f"!unban *!~{self.bruno.user}@*")
        self.carla.expect_said("No longer barred", source=self.running.nick)
        since = self.carla.mark()
        self.bruno.say(self.channel, "!join")
        self.expect("sits down", since)

    def test_a_block_is_seen_by_one_person_alone(self):
        since, seen = self.bruno.mark(), self.carla.mark()
        self.anna.say(self.running.nick, f"block {self.bruno.nick}")
        self.anna.expect_said(f"as {self.bruno.nick}", source=self.running.nick)
        self.bruno.say(self.channel, "!leave")
        self.expect(f"{self.bruno.nick} gets up", seen)
        self.bruno.say(self.channel, "!join")
        refusal = self.bruno.expect_said("no seat for you", source=self.running.nick, since=since).text
        self.assertNotIn(self.anna.nick, refusal)
        self.running.restart()
        self.running.wait_in(self.carla, self.channel)
        since = self.bruno.mark()
        self.bruno.say(self.channel, "!join")
        self.bruno.expect_said("no seat for you", source=self.running.nick, since=since)
        self.assertFalse([line for line in self.carla.lines[seen:] if "block" in str(line)])

    def refused(self):
        since = self.bruno.mark()
        self.bruno.say(self.channel, "!join")
        self.bruno.expect_said("You are barred from tables here for .*: insults people",
                               source=self.running.nick, since=since)
