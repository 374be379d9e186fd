"""A league in a channel of Discord: people enter it and play; its tables open in threads by themselves, whatever
happens to the process.

BELFRY_SCREENSHOTS=FOLDER keeps what is told.
"""

import collections
import itertools
import os
import re

from discord.match import Match
from discord.people import text_of
from discord.support import DiscordTest
from discord.world import MANAGE_CHANNELS

PHONE = 40  # columns


class DiscordLeagueTest(DiscordTest):
    def open(self, *names, form="round-robin"):
        """A league that people have entered, opened by an admin."""
        self.running = self.bot()
        self.winners = []
        self.admin = self.fake.person("Admin").become_admin()
        self.players = self.people(*names)
        act = self.admin.slash("league", action="new", league="Cup", details=f"en-garde touches=1 form={form}")
        self.assertRegex(act.text, rf"League Cup: En Garde, {form}.*Enter with </league:\d+> enter Cup;")
        self.assertFalse(act.is_private)
        for player in self.players:
            self.assertRegex(player.slash("league", action="enter", league="Cup").text,
                             f"{player.name} enters league Cup")

    def public(self, channel=None):
        """What everybody can read there."""
        place = channel or self.channel
        return self.fake.do(lambda: [text_of(each) for each in place.messages.values() if each.viewer is None])

    def keep(self, name):
        if os.environ.get("BELFRY_SCREENSHOTS"):
            with open(os.path.join(os.environ["BELFRY_SCREENSHOTS"], f"league-{name}.txt"), "w") as file:
                for place in (self.channel, *self.threads()):
                    print(f"#{place.name}", *self.public(place), "", sep="\n", file=file)

    def count(self, pattern, channel=None):
        return sum(len(re.findall(pattern, text, re.M)) for text in self.public(channel))

    def threads(self):
        return self.fake.do(lambda: [each for each in self.fake.world.channels.values() if each.parent])

    def thread_of(self, round_, table):
        """The thread where the table is played, as the pairings name it."""
        def find():
            shown = self.admin.slash("league", action="pairings", league="Cup").text
            named = re.search(rf"^ +{table}  .*  in #(.*)$", shown, re.M)
            if not named or f"Cup, round {round_} of " not in shown:
                return None
            return next((each for each in self.threads() if each.name == named[1]), None)
        return self.fake.wait(find, "a thread of the table")

    def match(self, thread, seed):
        """The people who sit there, in it."""
        self.admin.wait_sees("to play", thread)
        text = self.admin.slash("table", channel=thread).text
        seated = [each for each in self.players if each.name in text]
        for each in seated:
            each.channel = thread
        match = Match(self.fake, seated, seed=seed)
        match.counts = False
        return match

    def play(self, round_, table, seed, kill=False):
        self.admin.wait_sees(f"League Cup, round {round_}, table {table}: ")
        thread = self.thread_of(round_, table)
        match = self.match(thread, seed)
        if kill:
            match.move(pressing=True)
            self.restart()
        match.play()
        result = rf"(?m)League Cup, round {round_}, table {table}: (\w+) – (\w+) (1:0|0:1)$"
        found = re.search(result, text_of(self.admin.wait_sees(result)))
        self.winners.append(found[1] if found[3] == "1:0" else found[2])
        for each in self.players:
            each.channel = self.channel
        return thread

    def told(self):
        """How often each public text stands in each place."""
        places = [self.channel, *self.threads()]
        return {place.id: collections.Counter(self.public(place)) for place in places}

    def restart(self):
        """The process is killed: the tables go on, one line tells how the league stands, and nothing is told again."""
        self.fake.settle()
        before = self.told()
        self.running.kill()
        self.fake.wait(lambda: not self.fake.is_ready(), "the connection's end")
        self.running.start()
        self.wait_in(self.running)
        home = self.channel.id
        self.fake.wait(lambda: self.told()[home] - before[home], "how the league stands")
        self.fake.settle()
        after = self.told()
        self.assertEqual(set(before), set(after), "threads")
        for place in before:
            more = list((after[place] - before[place]).elements())
            self.assertLessEqual(len(more), 1, more)
            for text in more:
                self.assertRegex(text, "I am back")
        self.assertEqual((after[home] - before[home]).total(), 1)

    def begin(self):
        act = self.admin.slash("league", action="start", league="Cup", wait=False)
        self.admin.wait_sees("League Cup, round 1 of ")
        act.wait()
        self.assertRegex(act.text, "League Cup, round 1 of ")  # that is the answer, not "Done." after a while
        self.assertFalse(act.is_private)

    def standings(self):
        """{name: the numbers behind it}, the first one the points."""
        text = self.admin.slash("league", action="standings", league="Cup").text
        self.assertRegex(text, "^```\n(?s:.*)\n```$")
        for line in text.split("\n"):
            self.assertLessEqual(len(line), PHONE, line)
        rows = re.findall(r"^\d+ +(\w+) +(\d.*)$", text, re.M)
        return {name: [float(number) for number in numbers.split()] for name, numbers in rows}

    def check_told_once(self, rounds, tables):
        for round_ in range(1, rounds + 1):
            self.assertEqual(self.count(f"^League Cup, round {round_} of {rounds}: "), 1)
            for table in range(1, tables(round_) + 1):
                told = f"^League Cup, round {round_}, table {table}: "
                self.assertEqual(self.count(told + r".*\.$"), 1)
                self.assertEqual(self.count(told + r".* (1:0|0:1)$"), 1)
        self.assertEqual(self.count("League Cup is over"), 1)

    def test_a_round_robin_of_three(self):
        self.open("Anna", "Bruno", "Carla")
        self.begin()
        for round_ in range(1, 4):
            self.play(round_, 1, seed=round_, kill=round_ == 2)
        self.admin.wait_sees("League Cup is over")
        self.fake.settle()
        self.check_told_once(3, lambda round_: 1)
        wins = collections.Counter(self.winners)
        self.assertEqual({name: points for name, (points, *_) in self.standings().items()},
                         {player.name: 1 + wins[player.name] for player in self.players})  # a point for the bye
        self.keep("round-robin")

    def test_a_knockout_of_four(self):
        """Two tables of a round are played at once, each in its thread."""
        self.open("Anna", "Bruno", "Carla", "Dora", form="knockout")
        self.begin()
        first, second = self.thread_of(1, 1), self.thread_of(1, 2)
        self.assertIsNot(first, second)
        self.match(first, 7).play(until=lambda made=itertools.count(): next(made) == 2)
        self.match(second, 8).play(until=lambda made=itertools.count(): next(made) == 2)
        self.restart()
        self.play(1, 2, seed=9)
        self.play(1, 1, seed=10)
        self.play(2, 1, seed=11, kill=True)
        self.admin.wait_sees("League Cup is over")
        self.check_told_once(2, lambda round_: 3 - round_)
        self.assertEqual(self.standings()[self.winners[-1]], [2])

    def test_the_result_stands_above_the_standings(self):
        self.open("Anna", "Bruno", "Carla")
        self.begin()
        self.play(1, 1, seed=1)
        self.admin.wait_sees("League Cup, round 2 of 3")
        told = "\n".join(self.public())
        shown = [told.index(text) for text in (" 1:0\n" if " 1:0\n" in told else " 0:1\n", "Buchholz",
                                               "League Cup, round 2 of 3")]
        self.assertEqual(shown, sorted(shown), told)

    def test_names_are_completed(self):
        self.open("Anna")
        anna, = self.players
        self.admin.slash("league", action="new", league="Other", details="goats")
        for action in ("enter", "leave", "start", "standings", "pairings", "correct", "end"):
            self.assertEqual(anna.complete("league", "league", "", action=action),
                             [("Cup", "Cup"), ("Other", "Other")])
        self.assertEqual(anna.complete("league", "league", "cu", action="enter"), [("Cup", "Cup")])
        self.assertEqual(anna.complete("league", "league", "", action="new"), [])
        self.assertRegex(anna.slash("league").text, "Cup: En Garde.*\nOther: Ziegen Kriegen")

    def test_a_name_is_one_word(self):
        self.bot()
        admin = self.fake.person("Admin").become_admin()
        act = admin.slash("league", action="new", league="Summer Cup", details="en-garde touches=1")
        self.assertRegex(act.text, "one word of at most")
        self.assertTrue(act.is_private)
        act = admin.slash("league", action="new", league="Cup", details="chess")
        self.assertRegex(act.text, "chess")
        self.assertNotRegex(act.text, "one word")

    def test_who_may_what(self):
        self.open("Anna", "Bruno", "Carla")
        anna = self.players[0]
        for action, details, whom in (("new", "en-garde", "channel operators"), ("start", "now", "channel operators"),
                                      ("end", "now", "channel operators"), ("correct", "1 1 1:0", "the admins")):
            act = anna.slash("league", action=action, league="Cup", details=details)
            self.assertRegex(act.text, f"^league {action} is for {whom}")
            self.assertTrue(act.is_private, action)
        self.assertTrue(anna.slash("league", action="enter", league="Cup").is_private)
        self.begin()
        self.play(1, 1, seed=1)
        before = self.standings()
        host = self.fake.person("Host")
        host.person.rank |= MANAGE_CHANNELS
        refused = host.slash("league", action="correct", league="Cup", details="1 1 1:0")
        self.assertRegex(refused.text, "is for ")
        self.assertTrue(refused.is_private)
        wrong = self.admin.slash("league", action="correct", league="Cup", details="1 1 won")
        self.assertRegex(wrong.text, "Expected 2 numbers with colons between them")
        self.assertTrue(wrong.is_private)
        names = re.search(r"round 1, table 1: (\w+) – (\w+)\.$", "\n".join(self.public()), re.M).groups()
        loser = next(name for name in names if name not in self.winners)
        scores = "1:0" if names[0] == loser else "0:1"
        act = self.admin.slash("league", action="correct", league="Cup", details=f"1 1 {scores}")
        self.assertRegex(act.text, f"League Cup, round 1, table 1: {names[0]} – {names[1]} {scores}")
        self.assertEqual(self.standings()[loser][0], before[loser][0] + 1)
        self.assertEqual(self.standings()[self.winners[0]][0], before[self.winners[0]][0] - 1)
        self.admin.slash("league", action="end", league="Cup")
        self.admin.wait_sees("League Cup is over")
        self.assertRegex(self.admin.slash("league", action="end", league="Cup").text, "League Cup is removed")
        self.assertRegex(self.admin.slash("league").text, "There is no league here")
