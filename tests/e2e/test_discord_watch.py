"""Watching a game in Discord: in direct messages, behind a delay, and over kills."""

import re
import unittest

from discord.people import text_of
from discord.support import DiscordTest
from discord.world import CREATE_PRIVATE_THREADS, MANAGE_THREADS, PRIVATE_THREAD

SHOWN = re.compile(r"En Garde in #\S+, as it was (?:after line (\d+)|dealt):")


def shown_to(person):
    """The lines of the record that they were shown, in order; 0 is the deal."""
    found = map(SHOWN.search, map(text_of, person.inbox()))
    return [int(match[1] or 0) for match in found if match]


class WatchTest(DiscordTest):
    def setUp(self):
        super().setUp()
        self.running = self.bot()
        self.players = self.table(touches=9)
        self.zoe = self.fake.person("Zoe")

    def watch(self):
        self.zoe.slash("watch")
        self.zoe.wait_sees("You watch En Garde here")

    def make_moves(self, count):
        for _ in range(count):
            self.play_one(self.players)

    def test_a_game_is_shown_in_direct_messages(self):
        self.watch()
        self.assertIn("Zoe watches with all hands open", self.players[0].reads())
        self.make_moves(1)
        self.fake.settle()
        self.assertEqual(shown_to(self.zoe), [])
        self.make_moves(1)
        dealt = text_of(self.zoe.wait_dm("as it was dealt"))
        for player in self.players:
            self.assertRegex(dealt, rf"(?m)^{player.name}: [1-5 ]+")
        self.assertIn("Watching, with a delay: Zoe", text_of(self.board()))
        self.assertRegex(self.zoe.slash("join").text, "You have watched this table")
        for player in self.players:
            self.assertEqual(shown_to(player), [])

    def test_a_player_forbids_it(self):
        self.watch()
        self.players[1].slash("watch", action="forbid")
        self.zoe.wait_dm("You no longer watch .*wants nobody to watch")
        self.assertRegex(self.zoe.slash("watch").text, "Somebody at this table wants nobody to watch")
        self.make_moves(3)
        self.fake.settle()
        self.assertEqual(shown_to(self.zoe), [])
        self.players[1].slash("watch", action="allow")
        self.watch()

    def test_who_takes_no_direct_messages_watches_no_longer(self):
        self.zoe.person.dms_refused = 50007
        self.zoe.slash("watch")
        self.make_moves(2)
        self.players[0].wait_sees("No longer watching: Zoe")

    def watchers_thread(self):
        """The private thread for those who watch, once it is made."""
        def find():
            return next((each for each in self.channel.guild.channels.values() if each.kind == PRIVATE_THREAD), None)
        return self.fake.wait(lambda: self.fake.do(find), "a private thread")

    def shown_in(self, thread):
        found = map(SHOWN.search, map(text_of, self.fake.do(lambda: list(thread.messages.values()))))
        return [int(match[1] or 0) for match in found if match]

    def test_a_thread_for_those_who_watch(self):
        self.make_moves(2)   # so that the bot has heard of everybody what they may do
        self.zoe.slash("watch", action="thread")
        self.zoe.wait_sees("You watch En Garde in the thread for watchers")
        thread = self.watchers_thread()
        self.assertFalse(thread.invitable)
        self.assertEqual(thread.parent, self.channel)
        self.fake.wait(lambda: thread.members == {self.zoe.person}, "Zoe in the thread")
        self.fake.wait(lambda: self.shown_in(thread) == [0], "the deal in the thread")
        self.make_moves(1)
        self.fake.wait(lambda: self.shown_in(thread) == [0, 1], "a turn in the thread")
        self.running.kill()
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
        self.running.start()
        self.wait_in(self.running)
        self.make_moves(1)
        self.fake.wait(lambda: self.shown_in(thread) == [0, 1, 2], "the next turn", 40)
        self.assertEqual(shown_to(self.zoe), [])
        self.players[0].person.rank |= MANAGE_THREADS
        self.players[0].slash("status")
        self.fake.wait(lambda: not thread.members, "nobody in the thread")
        self.zoe.wait_dm("from now on I show it to you in private: somebody at the table could read the thread")
        self.players[1].slash("leave")
        dora = self.fake.person("Dora")
        dora.person.rank |= MANAGE_THREADS
        self.assertRegex(dora.slash("join").text, "People watch this table in a thread that you can read")

    def test_a_thread_that_the_bot_may_not_make(self):
        self.make_moves(2)
        self.channel.bot_permissions &= ~CREATE_PRIVATE_THREADS
        self.zoe.slash("watch", action="thread")
        self.zoe.wait_dm("from now on I show it to you in private: there is no thread for watchers")
        self.zoe.wait_dm("as it was dealt")

    def test_a_kill_shows_nothing_twice(self):
        self.watch()
        self.make_moves(2)
        self.zoe.wait_dm("as it was dealt")
        for _ in range(3):
            self.running.kill()
            self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
            self.running.start()
            self.wait_in(self.running)
            before = len(shown_to(self.zoe))
            self.make_moves(1)
            self.fake.wait(lambda seen=before: len(shown_to(self.zoe)) > seen, "what happened", 40)
        self.assertEqual(shown_to(self.zoe), [0, 1, 2, 3])


if __name__ == "__main__":
    unittest.main()
