"""One person and the bot: tables in direct messages, and the bot's first words in a server."""

import time
import unittest

from discord.match import OFFER
from discord.people import text_of
from discord.support import DiscordTest
from discord.world import SEND_MESSAGES, VIEW_CHANNEL, stamp
from duel import expand_moves


class AloneTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.running = self.bot()
        self.anna = self.fake.person("Anna")
        self.place = self.anna.dm()

    def open(self, **options):
        words = " ".join(f"{key}={value}" for key, value in options.items())
        act = self.anna.slash("new", game="en-garde", channel=self.place,
                              **({"options": words} if words else {}))
        self.assertIn("is open", act.text)
        self.anna.press("Start", channel=self.place)
        self.fake.settle()

    def play(self, how):
        """A move of hers, when it is her turn; the bot answers. False when the game is over."""
        act = self.fake.wait(self.offered, "her turn", 20)
        if not OFFER.search(act.text):
            return False
        move = expand_moves(OFFER.sub("", act.text))[0]
        since = self.anna.reads(self.place)
        if how == "typed":
            self.anna.say(f"play {move}", channel=self.place)
        elif move in act.buttons:
            self.anna.press(move, message=act.message)
        else:
            self.anna.slash("play", move=move, channel=self.place)
        self.fake.wait(lambda: self.anna.reads(self.place) != since, "what her move did")
        return True

    def offered(self):
        act = self.anna.slash("moves", channel=self.place)
        return act if OFFER.search(act.text) or "no table" in act.text else None

    def test_a_whole_game_in_direct_messages(self):
        self.open(touches=1)
        for number in range(200):
            if not self.play(("typed", "pressed")[number % 2]):
                break
        self.anna.wait_sees("wins|won|victory|The game is over", channel=self.place)
        # Nobody else heard of it.
        self.assertEqual([each for each in self.channel.messages.values() if each.author.bot], [])

    def test_the_table_is_hers(self):
        """Another person has a table of their own and no way to hers."""
        self.open(touches=9)
        bruno = self.fake.person("Bruno")
        there = bruno.dm()
        for command in ("status", "moves", "hand"):
            self.assertNotIn("Anna", bruno.slash(command, channel=there).text)
        self.assertIn("is open", bruno.slash("new", game="en-garde", channel=there).text)
        self.assertNotIn("Anna", bruno.reads(there))
        self.assertNotIn("Bruno", self.anna.reads(self.place))

    def test_one_table_at_a_time(self):
        self.open(touches=9)
        act = self.anna.slash("new", game="njet", channel=self.place)
        self.assertNotIn("is open", act.text)

    def test_it_outlives_a_kill(self):
        """The table wakes when its person writes there."""
        self.open(touches=9)
        self.play("typed")
        for _ in range(2):
            self.running.kill()
            self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
            self.running.start()
            self.wait_in(self.running)
            self.assertTrue(self.play("pressed"))
        self.assertIn("Your cards", self.anna.slash("hand", channel=self.place).text)

    def test_typed_words_open_it_too(self):
        self.anna.say("new en-garde", channel=self.place)
        self.anna.wait_sees("is open", channel=self.place)
        self.anna.say("start", channel=self.place)
        self.assertTrue(self.play("typed"))

    def test_once_more(self):
        self.open(touches=9)
        self.anna.slash("abort", channel=self.place)
        self.fake.settle()
        self.assertIn("is open", self.anna.slash("again", channel=self.place).text)

    def test_installed_by_a_person_for_themselves(self):
        """In a server without the bot it says where to play; there it works."""
        guild = self.fake.add_guild("Elsewhere", bot_member=None)
        channel = self.fake.do(lambda: self.fake.world.add_channel(guild, "there"))
        since = self.fake.mark()
        act = self.anna.slash("new", game="en-garde", channel=channel)
        self.assertTrue(act.is_private)
        self.assertIn("direct message", act.text)
        self.open(touches=9)
        self.assertTrue(self.play("pressed"))
        self.assertEqual(self.fake.entries(f"/channels/{channel.id}/", "rest", "->", since), [])


class WelcomeTest(DiscordTest):
    def invite(self):
        """A server adds the bot; returns it and its channels."""
        owner = self.fake.do(lambda: self.fake.world.add_person("Owner of it"))
        guild = self.fake.do(lambda: self.fake.world.add_guild("New", owner, True))
        channels = [self.fake.do(lambda name=name: self.fake.world.add_channel(guild, name))
                    for name in ("rules", "general")]
        return guild, channels, owner

    def tell(self, guild, channels=None, joined=None, **more):
        joined = time.time() if joined is None else joined
        if channels:
            more["system_channel_id"] = channels[1].id
        self.fake.do(lambda: self.fake.gateway.emit("GUILD_CREATE", {
            **self.fake.gateway.guild_json(guild), "joined_at": stamp(joined), **more}, guild))
        self.fake.settle(0.3)

    @staticmethod
    def said(channel):
        return [text_of(each) for each in channel.messages.values()]

    def test_one_message_where_members_are_greeted(self):
        running = self.bot()
        guild, (rules, general), _ = self.invite()
        self.tell(guild, (rules, general))
        words = self.said(general)
        self.assertEqual(len(words), 1)
        self.assertRegex(words[0], r"(?s)/new.*/help|</new:\d+>.*</help:\d+>")
        self.assertEqual(self.said(rules), [])
        self.tell(guild, (rules, general))
        running.kill()
        running.start()
        self.wait_in(running)
        self.tell(guild, (rules, general))
        self.assertEqual(len(self.said(general)), 1)

    def test_the_next_channel_where_it_may_not_write(self):
        self.bot()
        guild, (rules, general), _ = self.invite()
        self.fake.do(lambda: setattr(general, "bot_permissions",
                                     general.bot_permissions & ~SEND_MESSAGES))
        self.tell(guild, (rules, general))
        self.assertEqual((len(self.said(rules)), len(self.said(general))), (1, 0))

    def test_the_owner_where_it_may_write_nowhere(self):
        self.bot()
        guild, channels, owner = self.invite()
        for channel in channels:
            self.fake.do(lambda each=channel: setattr(each, "bot_permissions",
                                                      each.bot_permissions & ~VIEW_CHANNEL))
        self.tell(guild, channels)
        place = self.fake.do(lambda: self.fake.world.open_dm(owner))
        self.assertEqual(len(self.said(place)), 1)

    def test_nothing_in_a_server_that_it_has_long_been_in(self):
        self.bot()
        guild, channels, _ = self.invite()
        self.tell(guild, channels, joined=time.time() - 7200)
        self.assertEqual([self.said(each) for each in channels], [[], []])


if __name__ == "__main__":
    unittest.main()
