"""What admins do in Discord about people who harm, what people do for themselves, and who opens tables."""

from discord.people import text_of
from discord.support import DiscordTest

ROLE = "310000000000000777"


class PeopleTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.running = self.bot(top=self.top)
        self.hugo = self.fake.person("Hugo").become_admin()
        self.anna, self.bruno = self.people("Anna", "Bruno")

    top = {}

    def lobby(self, *others):
        self.anna.slash("new", game="castellers")
        for person in others:
            self.assert_sits(person)

    def assert_sits(self, person):
        self.assertIn("sits down", person.slash("join").text)

    def assert_refused(self, act, pattern):
        self.assertTrue(act.is_private, act.text)
        self.assertRegex(act.text, pattern)

    def restart(self):
        """Without a word between: what is told was on the disk."""
        self.fake.settle()
        self.running.kill()
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
        self.running.start()
        self.wait_in(self.running)
        self.fake.settle()

    def public(self):
        shown = self.fake.do(lambda: list(self.channel.messages.values()))
        return "\n".join(text_of(each) for each in shown if each.viewer is None)

    @staticmethod
    def mention(person):
        return f"<@{person.id}>"


class KickTest(PeopleTest):
    def test_an_admin_removes_somebody(self):
        self.lobby(self.bruno)
        self.assert_refused(self.bruno.slash("kick", player="Anna"), "is for channel operators, hosts")
        self.hugo.slash("kick", player="Bruno", reason="insults people")
        self.bruno.wait_dm("Hugo has removed you from the table: insults people")
        self.anna.wait_sees("Hugo has removed Bruno from the table: insults people")
        self.assert_sits(self.bruno)

    def test_in_a_game_the_bot_plays_on(self):
        self.lobby(self.bruno)
        self.anna.slash("start")
        self.hugo.slash("kick", player="Bruno")
        self.anna.wait_sees("Bruno has lost the seat: Bot 2 plays on")
        self.assertNotIn("Your", self.bruno.slash("hand").text)


class BanTest(PeopleTest):
    def ban(self, person, **options):
        self.hugo.slash("ban", person=person, **options)
        self.hugo.wait_sees("Barred:")

    def test_who_is_barred_sits_down_nowhere_on_the_server(self):
        self.lobby(self.bruno)
        self.ban(self.mention(self.bruno), time="1h", reason="insults people")
        self.bruno.wait_dm("Hugo has barred you from tables .this server, for 1 h.: insults people")
        self.anna.wait_sees("Hugo has removed Bruno from the table")
        refusal = "You are barred from tables here for .*: insults people"
        self.assert_refused(self.bruno.slash("join"), refusal)
        self.bruno.person.name = "Bruna"  # another name is no other person
        self.assert_refused(self.bruno.slash("join"), refusal)
        other = self.fake.add_channel("other")
        self.assert_refused(self.bruno.slash("new", game="en-garde", channel=other), refusal)
        self.restart()
        self.assert_refused(self.bruno.slash("join"), refusal)
        self.assert_refused(self.hugo.slash("bans"), f"user:{self.bruno.id}")
        self.hugo.slash("unban", person=self.mention(self.bruno))
        self.bruno.wait_dm("Hugo lets you sit down again")
        self.assert_sits(self.bruno)

    def test_the_button_is_refused_too(self):
        self.lobby()
        self.ban(self.mention(self.bruno))
        self.assert_refused(self.bruno.press("Join"), "You are barred")

    def test_a_role_is_barred(self):
        self.lobby()
        self.ban(f"<@&{ROLE}>", reason="for now")
        self.assert_sits(self.bruno)
        carla = self.fake.person("Carla")
        carla.person.roles = [ROLE]
        self.assert_refused(carla.slash("join"), "You are barred from tables here: for now")

    def test_only_hosts_and_admins_bar(self):
        self.assert_refused(self.bruno.slash("ban", person=self.mention(self.anna)), "is for channel operators, hosts")
        self.assert_refused(self.hugo.slash("ban", person=self.mention(self.hugo)), "That would bar you too")


class BlockTest(PeopleTest):
    def test_a_block_is_seen_by_one_person_alone(self):
        self.lobby()
        act = self.anna.slash("block", person=self.mention(self.bruno))
        self.assertTrue(act.is_private, act.text)
        act = self.bruno.slash("join")
        self.assert_refused(act, "no seat for you")
        self.assertNotIn("Anna", act.text)
        self.restart()
        self.bruno.person.name = "Bruna"
        self.assert_refused(self.bruno.slash("join"), "no seat for you")
        self.assertNotIn("block", self.public())
        self.assertEqual(self.bruno.inbox(), [])
        self.assert_refused(self.anna.slash("block"), self.bruno.id)
        self.anna.slash("unblock", person=self.mention(self.bruno))
        self.assert_sits(self.bruno)

    def test_who_blocks_does_not_sit_down_there_either(self):
        self.lobby(self.bruno)
        carla = self.fake.person("Carla")
        carla.slash("block", person=self.mention(self.bruno))
        act = carla.slash("join")
        self.assertTrue(act.is_private, act.text)
        self.assertNotIn("sits down", act.text)


class LeavingTest(PeopleTest):
    top = {"defaults": {"leaving": "wait"}}

    def test_whoever_runs_out_of_time_waits(self):
        people = self.table(turn_time="2s")
        late = self.actor(people)
        other = next(each for each in people if each is not late)
        other.wait_sees(f"{late.name} is out of time", timeout=20)
        other.slash("replace", player=late.name)
        late.wait_dm("You left a running game in .*For 10 min you can’t sit down")
        other_channel = self.fake.add_channel("other")
        refusal = "You left a running game: you can’t sit down on this server for .* more"
        self.assert_refused(late.slash("new", game="en-garde", channel=other_channel), refusal)
        self.restart()
        self.assert_refused(late.slash("new", game="en-garde", channel=other_channel), refusal)
        self.assertIn("left a running game", self.hugo.slash("bans").text)
        late.slash("claim")
        late.wait_sees("You have your seat back")
        self.assertIn("is open", late.slash("new", game="en-garde", channel=other_channel).text)


class OpenTest(PeopleTest):
    top = {"defaults": {"open": "members"}}

    def test_members_open_tables(self):
        self.hugo.slash("config", action="set", setting="member-roles", value=ROLE)
        self.assert_refused(self.bruno.slash("new", game="en-garde"), "by members, hosts and admins only")
        self.bruno.person.roles = [ROLE]
        self.assertIn("is open", self.bruno.slash("new", game="en-garde").text)
        self.assert_sits(self.anna)

    def test_start_needs_the_opener_or_everybody(self):
        self.hugo.slash("new", game="castellers")
        carla = self.fake.person("Carla")
        for person in (self.anna, self.bruno, carla):
            self.assert_sits(person)
        self.assertIn("Bruno would like to begin", self.bruno.slash("start").text)
        self.assertIn("Carla would like to begin", carla.slash("start").text)
        self.assertNotIn("begins", self.public())
        self.anna.slash("start")
        self.hugo.slash("start")
        self.anna.wait_sees("begins")


del PeopleTest
