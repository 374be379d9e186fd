"""What channel operators do about people who harm: they remove and bar them; and what people do who leave or want no
company."""

from servers import Inspircd, Ngircd
from support import BotTest


class ModerationTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        # Carla created the channel, so she is its operator.
        self.carla, self.anna = self.people("carla", "anna")
        (self.bruno,) = self.people("bruno", address="127.0.0.2")
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
        self.refused_company(self.bruno)
        self.bruno.change_nick(f"{self.bruno.nick}x")
        self.refused_company(self.bruno)
        self.assertFalse([line for line in self.carla.lines[seen:] if "block" in str(line)])

    def test_whoever_leaves_a_game_waits(self):
        self.running.top["defaults"] = {"leaving": "wait"}
        self.running.write_configuration()
        since = self.running.mark()
        self.running.reload()
        self.running.wait_log(r"event=config\.reloaded", since=since)
        self.anna.say(self.channel, "!start")
        self.expect("begins")
        self.bruno.part(self.channel)
        self.expect(f"{self.bruno.nick} is away")
        self.anna.say(self.channel, f"!replace {self.bruno.nick}")
        self.expect(f"plays for {self.bruno.nick}")
        self.anna.say(self.channel, "!abort")
        self.expect("ended|closed|over")
        self.running.restart()
        self.running.wait_in(self.carla, self.channel)
        self.bruno.change_nick(f"{self.bruno.nick}x")
        self.bruno.join(self.channel)
        since = self.bruno.mark()
        self.bruno.say(self.channel, "!new en-garde")
        self.bruno.expect_said("You left a running game: you can’t sit down on this server for", since=since,
                               source=self.running.nick)
        since = self.carla.mark()
        self.anna.say(self.channel, "!new en-garde")
        self.expect("is open", since)

    def refused_company(self, client):
        since = client.mark()
        client.say(self.channel, "!join")
        client.expect_said("no seat for you", source=self.running.nick, since=since)

    def refused(self):
        since = self.bruno.mark()
        self.bruno.say(self.channel, "!join")
        self.bruno.expect_said("You are barred from tables here for .*: insults people",
                               source=self.running.nick, since=since)


class AccountsTest(BotTest):
    """Who is barred or blocked by their account is so under every nick and from everywhere."""

    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd(services=True))

    def setUp(self):
        super().setUp()
        self.carla, self.anna, bruno = self.people("carla", "anna", "bruno")
        bruno.register_account("sesame")
        self.running = self.bot(watcher=self.carla)
        self.account = bruno.nick
        self.anna.say(self.channel, "!new castellers")
        self.carla.expect_said("is open", self.channel, self.running.nick)
        self.bruno = bruno

    def stranger(self):
        self.bruno.quit()
        self.carla.expect(rf"^:{self.account}!\S+ QUIT")
        back = self.client("stranger", address="127.0.0.2", user="elsewhere")
        back.identify(self.account, "sesame")
        back.join(self.channel)
        return back

    def refused(self, client, pattern):
        since = client.mark()
        client.say(self.channel, "!join")
        client.expect_said(pattern, source=self.running.nick, since=since)

    def test_a_ban_means_the_account(self):
        self.carla.say(self.channel, f"!ban {self.account} 1h insults people")
        self.carla.expect_said(f"Barred: .*account:{self.account}", source=self.running.nick)
        self.refused(self.bruno, "You are barred")
        self.bruno.change_nick(self.named("other"))
        self.refused(self.bruno, "You are barred")
        self.bruno.change_nick(self.account)
        self.refused(self.stranger(), "You are barred")

    def test_a_block_means_the_account(self):
        self.anna.say(self.running.nick, f"block {self.account}")
        self.anna.expect_said(f"as {self.account}", source=self.running.nick)
        self.refused(self.stranger(), "no seat for you")
