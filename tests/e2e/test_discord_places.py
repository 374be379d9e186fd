"""Servers, channels and threads that come, go or refuse; two networks at one table."""

import re
import unittest

from bot import network as irc_network
from client import Client
from duel import expand_moves
from discord.match import OFFER
from discord.people import text_of
from discord.support import DiscordTest
from discord.world import SEND_MESSAGES, VIEW_CHANNEL
from servers import Ngircd


class PlacesTest(DiscordTest):
    def open(self, **options):
        self.bot()
        people = self.table(**options)
        self.fake.settle()
        return people

    def posts_to(self, channel, since):
        return self.fake.entries(f"/channels/{channel.id}/", "rest", "->", since)


class OutsideTest(PlacesTest):
    def elsewhere(self, bot_member):
        self.bot()
        guild = self.fake.add_guild("Elsewhere", bot_member=bot_member)
        channel = self.fake.do(lambda: self.fake.world.add_channel(guild, "there"))
        return self.fake.person("Zoe", channel=channel), channel

    def test_server_without_a_bot_user(self):
        """The commands are installed, but not the bot: it says what to do and sends no requests for the
        channel."""
        zoe, channel = self.elsewhere(False)
        since = self.fake.mark()
        act = zoe.slash("new", game="en-garde")
        self.assertTrue(act.is_private)
        self.assertGreater(len(act.text), 20)
        self.fake.settle()
        self.assertEqual(self.posts_to(channel, since), [])

    def test_installed_by_a_user_for_themselves(self):
        zoe, channel = self.elsewhere(None)
        since = self.fake.mark()
        act = zoe.slash("new", game="en-garde")
        self.assertGreater(len(act.text), 20)
        self.assertLessEqual(len(act.interaction.follow_ups), 5)
        self.fake.settle()
        self.assertEqual(self.posts_to(channel, since), [])

    def test_questions_are_answered_anywhere(self):
        zoe, _ = self.elsewhere(None)
        self.assertIn("En Garde", zoe.slash("games").text)
        self.assertIn("En Garde", zoe.slash("games", channel=zoe.dm()).text)


class LostTest(PlacesTest):
    def rests(self, people, lose, find):
        """No requests go to a place that is gone; the table is there when it comes back."""
        since = self.fake.mark()
        lose()
        self.fake.settle(0.2)
        told = self.posts_to(self.channel, since)
        self.assertLessEqual(len(told), 1)
        find()
        self.fake.settle(0.2)
        self.assertRegex(people[0].slash("status").text, r"\d to \d")
        self.assertIn("Your cards", people[0].slash("hand").text)

    def test_server_is_out_for_a_while(self):
        people = self.open()
        self.rests(people, lambda: self.fake.leave_guild(self.fake.guild, outage=True),
                   lambda: self.fake.return_guild(self.fake.guild))

    def test_bot_is_removed_and_invited_again(self):
        people = self.open()
        self.rests(people, lambda: self.fake.leave_guild(self.fake.guild),
                   lambda: self.fake.return_guild(self.fake.guild))

    def test_permission_is_lost_in_the_middle(self):
        people = self.open()
        self.rests(people, lambda: self.fake.forbid(self.channel, VIEW_CHANNEL),
                   lambda: self.fake.allow(self.channel, VIEW_CHANNEL))

    def test_who_asks_hears_what_is_missing(self):
        """Answers still work where messages are forbidden."""
        self.bot()
        self.fake.forbid(self.channel, SEND_MESSAGES)
        anna = self.fake.person("Anna")
        act = anna.slash("new", game="en-garde")
        self.assertTrue(act.text)
        self.fake.settle()
        self.assertLessEqual(len(self.fake.refusals), 1)

    def test_channel_is_deleted(self):
        bot = self.bot()
        people = self.table()
        self.fake.settle()
        since = self.fake.mark()
        self.fake.do(lambda: self.fake.world.remove_channel(self.channel))
        other = self.fake.add_channel("other")
        self.assertIn("En Garde", people[0].slash("games", channel=other).text)
        self.fake.settle()
        self.assertEqual(self.posts_to(self.channel, since), [])
        self.assertTrue(bot.is_running())
        # The seats are free for another table.
        self.assertIn("is open", people[0].slash("new", game="en-garde", channel=other).text)

    def test_channel_is_deleted_while_nobody_told(self):
        """The event was lost: the first refusal says so."""
        bot = self.bot()
        people = self.table()
        self.fake.settle()
        self.fake.clock.advance(16 * 60)  # no token reaches the board any more
        self.fake.do(lambda: self.fake.world.channels.pop(self.channel.id))
        self.play_one(people)
        self.fake.settle(0.2)
        self.assertEqual([each for each in self.fake.refusals if "10003" not in each], [])
        self.assertEqual(len(self.fake.refusals), 1)
        since = self.fake.mark()
        people[0].slash("hand", channel=people[0].dm())
        self.fake.settle(0.2)
        self.assertEqual(self.posts_to(self.channel, since), [])
        self.assertTrue(bot.is_running())


class TwoServersTest(PlacesTest):
    def setUp(self):
        super().setUp()
        self.bot()
        self.anna = self.fake.person("Anna").become_admin()
        self.general = self.fake.add_channel("general")
        others = self.fake.add_guild("Others")
        self.others_general = self.fake.add_channel("general", others)
        self.secret = self.fake.add_channel("secret-plans", others)
        self.boris = self.fake.person("Boris", channel=self.secret).become_admin()
        self.boris.slash("new", game="en-garde")

    def test_places_of_other_servers_are_not_told_of(self):
        """The same answer to what there is elsewhere and to what there is nowhere."""
        for command in ("link", "unlink"):
            answers = {self.anna.slash(command, place=place).text.replace(place, "PLACE")
                       for place in ("#secret-plans", "#nowhere", f"<#{self.secret.id}>", "<#1234>",
                                     self.secret.id, "1234", f"{self.secret.guild.id}/{self.secret.id}")}
            self.assertEqual(len(answers), 1, answers)
            self.assertEqual(self.anna.complete(command, "place", "#"), [])

    def test_a_name_means_the_own_server(self):
        self.anna.slash("link", place="#general")
        self.anna.wait_sees("This channel and #general share")
        self.fake.settle()
        self.assertEqual(len(self.general.messages), 1)
        self.assertEqual(len(self.others_general.messages), 0)

    def test_another_server_by_code(self):
        line = re.search(r"link\S* (\w+)$", self.anna.slash("link").text)
        self.boris.slash("link", place=line[1])
        self.anna.wait_sees("This channel and #secret-plans share")
        self.assertIn("I know no place", self.boris.slash("link", place=line[1]).text)
        self.boris.slash("unlink", place="#table")
        self.anna.wait_sees("share their tables no longer")


class TwoNetworksTest(PlacesTest):
    def test_one_table_in_discord_and_irc(self):
        """A table opened in Discord, joined from an IRC channel that the admins of both have linked: both
        show it, and each hand goes to its owner's network."""
        server = self.enterContext(Ngircd())
        bruno = self.enterContext(Client(server, "bruno"))
        bruno.join("#table")
        anna = self.fake.person("Anna")
        bot = self.bot(irc_network(server, channels=["#table"]),
                       top={"owners": [f"discord user:{anna.id}",
                                       "test mask:bruno!~bruno@127.0.0.1"]})
        bot.nick = "belfry"
        bot.wait_in(bruno, "#table")
        code = re.search(r"link\S* (\w+)$", anna.slash("link").text)[1]
        bruno.say("#table", f"!link {code}")
        bruno.expect_said("share their tables", "#table")
        anna.wait_sees("share")
        anna.slash("new", game="en-garde")
        bruno.expect_said("is open", "#table")
        bruno.say("#table", "!join")
        anna.wait_sees("bruno sits down")
        anna.slash("start")
        bruno.expect_said("Your hand", bruno.nick)
        self.assertIn("Your cards", anna.press("Show my hand").text)
        self.play_both(anna, bruno)
        for text in [text_of(each) for each in anna.sees() if each.viewer is None]:
            self.assertNotRegex(text, "Your (hand|cards)")
        self.assertEqual([line for line in bruno.said("#table", "belfry") if "Your hand" in line.text],
                         [])

    def play_both(self, anna, bruno):
        for _ in range(4):
            since = bruno.mark()
            if OFFER.search(anna.slash("moves").text):
                self.play_one([anna])
            else:
                bruno.say("belfry", "moves")
                offered = bruno.expect_said("You can play", bruno.nick, since=since).text
                bruno.say("#table", "!p " + expand_moves(OFFER.sub("", offered))[0])
            bruno.expect_said("(Anna|bruno) (advances|retreats|attacks|parries)", "#table",
                              since=since)
        anna.wait_sees("bruno (advances|retreats|attacks|parries)")
        self.assertTrue([each for each in anna.sees() if "bruno" in text_of(each)])


if __name__ == "__main__":
    unittest.main()
