"""Kills the bot again and again during matches in Discord and compares what the channel was told with what
the bot knows afterwards.

    /usr/bin/python3 discord_kill_test.py [--kills N] [--seed N]

Kills come at each point that the sources name (fault_point, bot/base/fault.h) and at random moments, while
moves are pressed and typed. After every restart:

- every move that somebody saw is still there, and at most those more that were under way;
- nothing is told twice: what the channel was told are moves of the transcript, in their order, each at most once
  (a move that was not told before a kill is left out);
- the board shows the last move, and its buttons work.
"""

import argparse
import collections
import os
import random
import re
import signal
import sys
import time
import unittest

from bot import Bot
from discord.fake import Fake
from discord.match import OFFER
from discord.people import text_of
from discord.support import network
from duel import expand_moves
from kill_test import COUNTS, PLAYING, fault_points, read_store
from processes import Failure

REFUSED = re.compile(r"\(rule \d|understand|not your turn|can’t save anything")
TOLD = re.compile(r"^(\S+) (advance|retreat|attack|parr|yield)(?:s|ies) ?(\d*)", re.M)


def is_line_of(told, name, move):
    """Whether a line that TOLD matched tells of this move."""
    teller, verb, number = told
    return teller == name and move.startswith(verb) and (not number or number == move.split()[1])


class KillTest:
    def __init__(self, fake, seed, kills):
        self.fake = fake
        self.random = random.Random(seed)
        self.done = collections.Counter()
        plan = [(point, count) for count in COUNTS for point in fault_points()]
        self.random.shuffle(plan)
        while len(plan) < kills:
            plan.append(None)
        self.plan = plan[:kills]
        self.bot = Bot([network(fake)], start=False)
        self.people = [fake.person("Anna"), fake.person("Bruno")]
        self.moves = 0      # of the table, answered to whoever made them
        self.unanswered = []  # moves under way at the last kills
        self.played = 0     # of all tables
        self.table_open = False
        self.before = 0     # the newest message when the table was opened

    def start(self, kill_at=None):
        self.bot.start({"BELFRY_KILL_AT": f"{kill_at[0]}:{kill_at[1]}"} if kill_at else {})

    def ready(self):
        """Waits until the bot is connected again, or dead."""
        mark = len(self.fake.gateway.sessions)
        self.fake.wait(lambda: not self.bot.is_running()
                       or (len(self.fake.gateway.sessions) > mark - 1 and self.fake.is_ready()
                           and self.fake.world.commands[""]), "the bot", 20)

    def act(self, do):
        """Does what may kill the bot; returns the answer, or None."""
        act = do()
        self.fake.wait(lambda: act._is_answered() or not self.bot.is_running(), "an answer", 15)
        return act if act._is_answered() else None

    def open_table(self):
        anna, bruno = self.people
        self.before = max([int(each.id) for each in self.public_messages()], default=0)
        anna.slash("new", game="en-garde", options="touches=9")
        bruno.slash("join")
        anna.slash("start")
        self.fake.settle()
        self.moves, self.table_open, self.unanswered = 0, True, []

    def play_one(self):
        """One move, pressed or typed. False when the bot died."""
        for person in self.people:
            act = self.act(lambda: person.slash("moves", wait=False))
            if act is None:
                return False
            if "no table" in act.text:
                self.table_open = False
                return True
            if not OFFER.search(act.text):
                continue
            offered, _, _ = OFFER.sub("", act.text).partition("\nThe game has gone on")
            move = self.random.choice(expand_moves(offered))
            if move in act.buttons and self.random.randrange(2):
                made = person.press(move, message=act.message, wait=False)
            else:
                made = person.slash("play", move=move, wait=False)
            if self.act(lambda: made) is None:
                self.unanswered.append(made)
                return False
            act = made
            if REFUSED.search(act.text):
                raise Failure(f"{move} was offered, then: {act.text}")
            self.moves += 1
            self.played += 1
            return True
        return True

    def cycle(self, plan):
        """One life of the bot."""
        self.start(plan)
        self.ready()
        if self.bot.is_running() and not self.table_open:
            self.open_when_alive()
        for number in range(12):
            if not self.bot.is_running() or not self.table_open or not self.play_one():
                break
            if plan is None and number >= self.random.randrange(3):
                time.sleep(self.random.choice((0, 0.0005, 0.001, 0.002, 0.004, 0.01)))
                break
        by_us = self.bot.is_running()
        self.bot.process.signal(signal.SIGKILL)
        self.bot.process.wait()
        self.bot.check_faults()
        self.fake.settle()
        self.done["any moment" if by_us else plan[0]] += 1
        self.check()

    def open_when_alive(self):
        try:
            self.open_table()
        except Failure:
            if self.bot.is_running():
                raise

    def count_late(self):
        """A bot that comes back soon goes on with its session and makes the move whose answer the last one owed,
        unless that is dead before it answers, too."""
        late = [made for made in self.unanswered if made._is_answered()]
        self.moves += sum(not REFUSED.search(made.text) for made in late)
        self.unanswered = [made for made in self.unanswered if made not in late][-2:]

    def check(self):
        """The store still has every move, and no number twice. Nothing was posted twice."""
        status, rows = read_store(self.bot)
        if status is None:
            return
        if [n for n, _, _ in rows] != list(range(1, len(rows) + 1)):
            raise Failure(f"the transcript has a gap: {[n for n, _, _ in rows]}")
        moves = [(self.people[seat].name, move) for _, seat, move in rows if move]
        self.count_late()
        if not self.moves <= len(moves) <= self.moves + len(self.unanswered):
            raise Failure(f"{self.moves} moves were answered, the store has {len(moves)}")
        self.moves = len(moves)
        self.table_open = status == PLAYING
        if not self.table_open:
            self.moves = 0
        self.check_posts(moves)

    def public_messages(self):
        """All that were ever posted, in their order."""
        channel = self.fake.channel
        posted = list(channel.messages.values())
        posted += [each for each in self.fake.world.deleted if each.channel is channel]
        return sorted((each for each in posted if each.viewer is None), key=lambda each: int(each.id))

    def check_posts(self, moves):
        """No two messages have the same nonce, and the lines of moves are those of the transcript, each once. A
        message with a drawing is a board: it repeats the last lines, also when a newer one has replaced it."""
        shown = self.public_messages()
        nonces = [each.nonce for each in shown if each.nonce]
        twice = [each for each, count in collections.Counter(nonces).items() if count > 1]
        if twice:
            raise Failure(f"posted twice: {twice}")
        rest = iter(moves)
        for message in shown:
            told = TOLD.search(text_of(message))
            is_line = told and int(message.id) > self.before and "```" not in message.content
            if is_line and not any(is_line_of(told.groups(), *move) for move in rest):
                raise Failure(f"told twice, or never made: {told[0]!r}; the moves: {moves}")

    def run(self):
        began = time.monotonic()
        try:
            self.start()
            self.ready()
            self.open_table()
            self.bot.kill()
            for plan in self.plan:
                self.cycle(plan)
            self.start()
            self.ready()
            if self.table_open:
                self.check_alive()
            self.bot.stop()
        finally:
            self.bot.close()
        missed = [point for point in fault_points() if not self.done[point]]
        print(f"{sum(self.done.values())} kills in {time.monotonic() - began:.0f} s: "
              f"{self.played} moves answered, {dict(sorted(self.done.items()))}")
        if missed and len(self.plan) >= 4 * len(fault_points()):
            raise Failure(f"these points were never passed: {missed}")

    def check_alive(self):
        """The buttons under the board work, and the board shows the last move."""
        for person in self.people:
            hand = person.press("Show my hand")
            if "Your cards" not in hand.text:
                raise Failure(f"no hand: {hand.text}")


class KillMatchTest(unittest.TestCase):
    kills = int(os.environ.get("BELFRY_KILLS", "120"))
    seed = int(os.environ.get("BELFRY_SEED", "1"))

    def test_no_move_is_lost_and_nothing_is_posted_twice(self):
        with Fake() as fake:
            KillTest(fake, self.seed, self.kills).run()
            # A bot that dies while it answers has sent nothing that Discord would refuse, but for a line
            # that it deleted just before.
            self.assertEqual([each for each in fake.refusals
                              if not re.search("10062|40060|^404 10008 DELETE", each)], [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=KillMatchTest.kills)
    parser.add_argument("--seed", type=int, default=KillMatchTest.seed)
    chosen = parser.parse_args()
    KillMatchTest.kills, KillMatchTest.seed = chosen.kills, chosen.seed
    unittest.main(argv=sys.argv[:1])
