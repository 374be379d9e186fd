"""Private things in Discord: hands, moves, completions, direct messages that do not arrive."""

import re
import unittest

from discord.match import Match
from discord.people import text_of
from discord.support import DiscordTest
from discord.world import EPHEMERAL

HAND = re.compile(r"Your cards: ([1-5](?: [1-5])*)")


class PrivateTest(DiscordTest):
    def open(self, **options):
        self.bot()
        people = self.table(**options)
        self.fake.settle()
        return people

    def hand(self, person):
        act = person.press("Show my hand")
        self.assertTrue(act.is_private)
        return HAND.search(act.text)[1]


class HandsTest(PrivateTest):
    def test_hand_at_the_press_of_a_button(self):
        anna, bruno = self.open()
        watcher = self.fake.person("Watcher")
        self.hand(anna)
        self.hand(bruno)
        self.assertNotRegex(watcher.reads(), "Your cards")
        self.assertEqual(watcher.inbox(), [])

    def test_hands_come_by_direct_message(self):
        anna, bruno = self.open()
        bruno.wait_dm("Your cards")
        for person in (anna, bruno):
            for message in person.inbox():
                self.assertIs(message.channel.recipient, person.person)

    def test_who_has_no_seat_is_refused_in_private(self):
        self.open()
        watcher = self.fake.person("Watcher")
        for label in ("Show my hand", "Moves"):
            act = watcher.press(label)
            self.assertTrue(act.is_private, act.text)
            self.assertNotRegex(act.text, "Your cards|You can play")

    def test_answers_to_one_person_are_ephemeral(self):
        anna, _ = self.open()
        for act in (anna.slash("hand"), anna.slash("moves"), anna.slash("help"),
                    anna.slash("rules", game="en-garde"), anna.slash("why")):
            self.assertTrue(act.is_private, act.text)
            self.assertEqual(act.message.json()["flags"] & EPHEMERAL, EPHEMERAL)

    def test_moves_in_a_direct_message(self):
        people = self.open()
        actor = self.actor(people)
        since = len(self.channel.messages)
        act = actor.slash("moves", channel=actor.dm())
        self.assertRegex(act.text, "You can play")
        actor.press(act.buttons[0], message=act.message)
        self.fake.settle()
        self.assertGreaterEqual(len(self.channel.messages), since)
        self.assertNotEqual(self.actor(people), actor)

    def test_typed_commands_in_a_direct_message(self):
        people = self.open()
        people[0].say("hand", channel=people[0].dm())
        people[0].wait_dm("Your cards")


class CompletionTest(PrivateTest):
    def test_moves_are_completed_from_ones_own_hand(self):
        people = self.open()
        actor = self.actor(people)
        other = next(each for each in people if each is not actor)
        shown = actor.complete("play", "move", "adv")
        self.assertTrue(shown)
        hand = self.hand(actor)
        for _, sent in shown:
            self.assertIn(re.search(r"advance (\d)", sent)[1], hand)
        self.assertEqual(other.complete("play", "move", "adv"), [])
        actor.slash("play", move=shown[0][1])
        self.fake.settle()
        self.assertIs(self.actor(people), other)

    def test_a_completed_move_is_played_at_its_own_table_only(self):
        people = self.open()
        actor = self.actor(people)
        _, sent = actor.complete("play", "move", "adv")[0]
        for person in people:
            person.slash("abort")
        people[0].slash("new", game="en-garde")
        people[1].slash("join")
        people[0].slash("start")
        while self.actor(people) is not actor:  # until it is their turn again
            self.play_one(people)
        refused = actor.slash("play", move=sent)
        self.assertTrue(refused.is_private)
        self.assertIn("That table is over", refused.text)
        self.assertIs(self.actor(people), actor)
        forged = re.sub(r"\[(.)", lambda seal: "[B" if seal[1] == "A" else "[A", sent)
        self.assertIn("that button", actor.slash("play", move=forged).text)
        self.assertIs(self.actor(people), actor)

    def test_a_typed_move_needs_no_seal(self):
        people = self.open()
        actor = self.actor(people)
        _, sent = actor.complete("play", "move", "adv")[0]
        actor.slash("play", move=re.search(r"advance \d", sent)[0])
        self.fake.settle()
        self.assertIsNot(self.actor(people), actor)

    def test_games_and_options_are_completed(self):
        self.bot()
        anna = self.fake.person("Anna")
        self.assertTrue(anna.complete("new", "options", "tou", game="en-garde"))
        self.assertTrue(anna.complete("help", "command", "st"))

    def test_nonsense_is_completed_with_nothing(self):
        people = self.open()
        for typed in ("", "x" * 3000, "```", "\u202e\U0001f600", "advance " * 50, "@everyone", "%n"):
            for person in people:
                shown = person.complete("play", "move", typed)
                self.assertLessEqual(len(shown), 25)

    def test_a_watcher_completes_nothing(self):
        self.open()
        self.assertEqual(self.fake.person("Watcher").complete("play", "move", ""), [])

    def test_what_nobody_suggested_is_refused_in_private(self):
        people = self.open()
        actor = self.actor(people)
        act = actor.slash("play", move="castle kingside")
        self.assertTrue(act.is_private)
        self.assertRegex(act.text, "(?i)understand|expected")


class ClosedDoorsTest(PrivateTest):
    def closed(self, code):
        """One public line says what to do; there is no second attempt in the same game."""
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        bruno.person.dms_refused = code
        anna.slash("new", game="en-garde")
        bruno.slash("join")
        anna.slash("start")
        told = anna.wait_sees("Bruno.*(button|press|Show my hand)|(button|Show my hand).*Bruno")
        self.assertIsNone(told.viewer)
        Match(self.fake, [anna, bruno], seed=1).play(until=self.after(6))
        self.fake.settle()
        refused = [each for each in self.fake.refusals if str(code) in each]
        self.assertEqual(len(refused), 1, self.fake.refusals)
        notes = [text_of(each) for each in anna.sees() if "Show my hand" in text_of(each)]
        self.assertLessEqual(len(notes), 1, notes)
        self.hand(bruno)

    @staticmethod
    def after(count):
        calls = iter(range(count + 1))
        return lambda: next(calls) == count

    def test_closed_for_everybody(self):
        self.closed(50007)

    def test_no_server_in_common(self):
        self.closed(50278)

    def test_too_many_doors_at_once(self):
        """40003: the bot waits before it opens the next one; buttons work all the same."""
        self.fake.world.dm_openings_most = 0
        anna, bruno = self.open()
        self.hand(anna)
        self.hand(bruno)
        self.assertLessEqual(len([each for each in self.fake.refusals if "40003" in each]), 1)

    def test_a_door_is_opened_once(self):
        """The channel of direct messages is remembered."""
        people = self.open()
        Match(self.fake, people, seed=2).play(until=self.after(8))
        openings = self.fake.entries("^POST /users/@me/channels", "rest", "->")
        self.assertLessEqual(len(openings), 2)


if __name__ == "__main__":
    unittest.main()
