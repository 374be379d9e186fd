"""Kills the bot again and again during matches and compares what the channel was told with what the bot
knows afterwards.

    python3 kill_test.py [--kills N] [--seed N]

Kills come at each point that the sources name (fault_point, bot/base/fault.h; a build without
BELFRY_FAULTS ignores them and is killed at random moments only) and at random moments. After every
restart:

- every move that the channel was told of is still there;
- no line about a move is said twice;
- exactly one line says that the bot is back and the state of the table (none if the bot was killed again
  before that), and it names the last move.

At the end of each match the store's transcript is the sequence of the moves that were said, without a gap.
"""

import argparse
import collections
import contextlib
import glob
import os
import random
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import unittest

from bot import PROJECT, Bot, executable, network
from client import Client
from duel import EVENT, HAND, expand_moves, MOVE_TOLD, SITUATION, WON
from processes import PATIENCE, Failure
from servers import Ngircd

POINT = re.compile(r'fault_point\("([^"]+)"\)')
CHANNEL = "#kills"
COUNTS = (1, 2, 3, 5)
PLAYING = 1  # enum table_status
# A point that every start passes would never let the bot say anything, so kills there are followed by an
# undisturbed start.
PLAYED_MOST = 12


def fault_points():
    with open(executable(), "rb") as file:
        if b"BELFRY_KILL_AT" not in file.read():
            return []
    found = set()
    for folder in ("bot", "adapters"):
        for path in glob.glob(os.path.join(PROJECT, folder, "**", "*.c"), recursive=True):
            with open(path, encoding="utf-8") as file:
                found.update(POINT.findall(file.read()))
    # This bot makes no backups; test_backup.py kills one that does.
    return sorted(point for point in found if not point.startswith(("store-copy.", "backup.")))


def read_store(bot):
    """The status of the last table, None when there is none, and its lines."""
    with tempfile.TemporaryDirectory() as folder:
        # A copy: reading may write (the log that SQLite keeps beside the file).
        for path in glob.glob(os.path.join(bot.data, "belfry.sqlite3*")):
            shutil.copy(path, folder)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "belfry.sqlite3"))) as db:
            table, status = db.execute(
                "SELECT id, status FROM tables ORDER BY id DESC LIMIT 1").fetchone() or (0, None)
            return status, db.execute("SELECT n, seat, move FROM lines WHERE table_id = ? "
                                      "ORDER BY n", (table,)).fetchall()


class Died(Exception):
    """The bot ended before it had answered."""


class KillTest:
    def __init__(self, server, seed, kills):
        self.random = random.Random(seed)
        self.kills = kills
        self.done = collections.Counter()
        points = fault_points()
        self.points = points
        # Every point with several counts, and as many random moments.
        plan = [(point, count) for count in COUNTS for point in points]
        while len(plan) < kills:
            plan.append((self.random.choice(points), self.random.randint(1, 9))
                        if points and len(plan) % 2 else None)
        self.random.shuffle(plan)
        self.plan = plan
        self.bot = Bot([network(server, channels=[CHANNEL])], start=False)
        self.people = [Client(server, "anna"), Client(server, "bruno")]
        self.watcher = Client(server, "witness")
        for person in (self.watcher, *self.people):
            person.join(CHANNEL)
        self.told = []           # (nick, verb) of the moves that the channel knows of
        self.asked = None        # (nick, move) said, not yet known to have been made
        self.actor = None
        self.over = False
        self.ended_by_us = False
        self.restarts = self.matches = 0
        self.expects_back = False
        self.seen = self.watcher.mark()

    # -- Reading the channel

    def new_lines(self):
        """What the bot has said in the channel since the last call."""
        mark = self.watcher.mark()
        lines = self.watcher.said(CHANNEL, self.bot.nick, since=self.seen, until=mark)
        self.seen = mark
        return lines

    def take(self, lines):
        """Checks that each line may be said. Returns the number of lines that say the bot is back."""
        backs = 0
        for line in lines:
            text = line.text
            if WON.search(text):
                self.over = True
            if EVENT.search(text):
                if MOVE_TOLD.search(text):
                    self.take_event(text)
            elif SITUATION.search(text):
                backs += 1
                self.take_back(text)
            if SITUATION.search(text):
                self.actor = SITUATION.findall(text)[-1]
        return backs

    def take_event(self, text):
        """A line about a move: it must be the requested move, said for the first time."""
        if not self.asked:
            raise Failure(f"a move nobody waits for is told: {text!r}; told so far: "
                          f"{self.told[-3:]}")
        nick, move = self.asked
        # "parry" and "parries" have the same beginning.
        if not text.startswith(f"{nick} {move[:4]}"):
            raise Failure(f"asked for {self.asked}, told {text!r}")
        self.told.append(self.asked)
        self.asked = None

    def take_back(self, text):
        """The one line after a restart. It names the last move: the last one that was said, or the one that
        was under way."""
        if not self.expects_back:
            raise Failure(f"a second line tells of the position: {text!r}")
        self.expects_back = False
        if self.asked and self.names(text, self.asked) and self.is_made():
            self.told.append(self.asked)
        elif self.told and not self.names(text, self.told[-1]):
            raise Failure(f"last told was {self.told[-1]}, on its way {self.asked}, and then: "
                          f"{text!r}")
        self.asked = None

    def is_made(self):
        """Whether the move under way is in the store. Who ends a round may begin the next one with the same
        move, and then a back line may name either."""
        return (self.told[-1:] != [self.asked]
                or sum(bool(move) for _, _, move in self.read_store()[1]) > len(self.told))

    @staticmethod
    def names(text, made):
        """A back line names who made the last move, and the move."""
        return f"last move: {made[0]} {made[1]}. " in text

    # -- Waiting, with the bot alive or not

    def wait(self, client, accepts, since, timeout=15):
        """The first line that accepts() accepts, or Died when the bot has ended before."""
        deadline = time.monotonic() + timeout * PATIENCE
        while time.monotonic() < deadline:
            try:
                return client.expect_line(accepts, "an answer", 0.01 / PATIENCE, since)
            except Failure:
                if not self.bot.is_running():
                    raise Died() from None
        raise Failure(f"the bot lives and does not answer; told so far: {self.told[-3:]}"
                      f"{self.bot.process.tail()}\n--- the channel:\n"
                      + "\n".join(line.raw for line in self.watcher.lines[-20:]))

    def wait_gone(self):
        """Waits until the server has noticed the bot's end and the watcher has received all its messages."""
        self.bot.process.wait()
        self.bot.check_faults()
        nick = self.bot.nick
        deadline = time.monotonic() + 10 * PATIENCE
        while time.monotonic() < deadline:
            since = self.watcher.mark()
            self.watcher.send(f"ISON {nick} {nick}_")
            if nick not in self.watcher.expect(r" 303 ", since=since).text:
                return
        raise Failure("the server keeps the killed bot")

    # -- What happens

    def start(self, kill_at=None):
        environment = {"BELFRY_KILL_AT": f"{kill_at[0]}:{kill_at[1]}"} if kill_at else {}
        self.restarts += 1
        self.expects_back = bool(self.actor) and not self.over
        self.bot.start(environment)

    def wait_back(self):
        """Waits until the bot has said that it is back; it must say so exactly once."""
        since = self.seen
        if self.expects_back:
            self.wait(self.watcher, lambda line: line.is_public and line.nick == self.bot.nick
                      and SITUATION.search(line.text), since)
        else:
            self.wait(self.watcher, lambda line: line.command == "JOIN"
                      and line.nick == self.bot.nick, since)
        self.barrier()
        lines = self.new_lines()
        expected = self.expects_back
        backs = self.take(lines)
        if expected and (backs != 1 or len(lines) != 1):
            raise Failure("instead of one line: " + repr([line.raw for line in lines]))

    def barrier(self):
        person = self.people[0]
        since = person.mark()
        person.say(self.bot.nick, "help status")
        self.wait(person, lambda line: line.is_speech and line.nick == self.bot.nick
                  and line.text.startswith("status"), since)
        self.watcher.synchronize()

    def ask(self, person, text, pattern):
        since = person.mark()
        person.say(self.bot.nick, text)
        return self.wait(person, lambda line: line.is_speech and not line.is_public
                         and line.nick == self.bot.nick and pattern.search(line.text), since).text

    def open_table(self, options="touches=9"):
        """A new match, undisturbed."""
        anna, bruno = self.people
        since = self.watcher.mark()
        anna.say(CHANNEL, f"!new en-garde {options}")
        self.watcher.expect_said("En Garde", CHANNEL, self.bot.nick, since=since)
        bruno.say(CHANNEL, "!join")
        self.watcher.expect_said(bruno.nick, CHANNEL, self.bot.nick)
        since = self.watcher.mark()
        anna.say(CHANNEL, "!start")
        line = self.watcher.expect_said(SITUATION.pattern, CHANNEL, self.bot.nick, since=since)
        self.actor = SITUATION.findall(line.text)[-1]
        self.told, self.asked, self.over = [], None, False
        self.barrier()
        self.new_lines()

    def play_one(self):
        person = next(person for person in self.people if person.nick == self.actor)
        # A hand without moves is one that came by itself before.
        hand = HAND.search(self.ask(person, "hand", re.compile("Your hand: .* you can play: ")))
        move = self.random.choice(expand_moves(hand[2]))
        self.asked = (person.nick, move)
        since = self.watcher.mark()
        person.say(CHANNEL, f"!p {move}")
        return since

    def finish_one(self, since):
        self.wait(self.watcher, lambda line: line.is_public and line.nick == self.bot.nick
                  and EVENT.search(line.text)
                  and (SITUATION.search(line.text) or WON.search(line.text)), since)
        self.take(self.new_lines())

    def play_until_killed(self, plan):
        """Moves until the planned kill. Random kills come at a random moment after a move was said."""
        for number in range(PLAYED_MOST):
            if self.over:
                break
            since = self.play_one()
            if plan is None and number >= self.random.randrange(3):
                time.sleep(self.random.choice((0, 0.0005, 0.001, 0.002, 0.004, 0.01)))
                break
            self.finish_one(since)
        self.bot.process.signal(signal.SIGKILL)
        self.ended_by_us = True
        raise Died()

    def cycle(self, plan):
        """One life of the bot."""
        self.ended_by_us = False
        try:
            self.start(plan)
            self.wait_back()
            self.play_until_killed(plan)
        except Died:
            pass
        self.wait_gone()
        status = self.bot.process.process.returncode
        if status != -signal.SIGKILL:
            raise Failure(f"the bot ended with {status}{self.bot.process.tail()}")
        # What the server still keeps of the people's lines must not reach the next bot.
        for client in (*self.people, self.watcher):
            client.synchronize()
        self.take(self.new_lines())
        # test_result_is_told_after_a_kill checks how the channel learns of a result that was not said.
        self.over = self.over or self.read_store()[0] != PLAYING
        self.done["any moment" if self.ended_by_us else plan[0]] += 1

    def read_store(self):
        return read_store(self.bot)

    def check_transcript(self):
        """The store has the moves that were said, and at most one more."""
        _, rows = self.read_store()
        if [n for n, _, _ in rows] != list(range(1, len(rows) + 1)):
            raise Failure(f"the transcript has a gap: {[n for n, _, _ in rows]}")
        moves = [move for _, _, move in rows if move]
        told = [move for _, move in self.told] + ([self.asked[1]] if self.asked else [])
        if moves not in (told, told[:len(self.told)]):
            raise Failure(f"the store has {moves}, the channel was told {told}")

    def close(self):
        for client in (self.watcher, *self.people):
            client.close()
        self.bot.close()

    def run_untold(self):
        """A match in which no move is ever said: the bot is killed as soon as each one is on disk. The lines
        that say it is back are enough to follow the match to its end."""
        self.start()
        self.wait_back()
        self.open_table("touches=1 rules=basic")
        self.bot.kill()
        self.wait_gone()
        while self.read_store()[0] == PLAYING:
            self.cycle(("store.after-commit", 1))
        self.start()
        self.expects_back = False
        self.wait_back()
        return self.read_store()[1]

    def run(self):
        started = time.monotonic()
        try:
            for plan in self.plan:
                if self.actor is None or self.over:
                    self.over, self.actor = False, None
                    self.start()
                    self.wait_back()
                    self.open_table()
                    self.matches += 1
                    self.bot.kill()
                    self.wait_gone()
                self.cycle(plan)
                if self.over:
                    self.check_transcript()
            self.start()
            self.wait_back()
            self.bot.stop()
            self.check_transcript()
            missed = [point for point in self.points if not self.done[point]]
            if missed:
                raise Failure(f"these points were never passed: {missed}; {dict(self.done)}")
        finally:
            self.close()
        print(f"{sum(self.done.values())} kills in {time.monotonic() - started:.0f} s, "
              f"{self.restarts} starts, {self.matches} matches, the last with {len(self.told)} "
              f"moves: {dict(sorted(self.done.items()))}")


class KillMatchTest(unittest.TestCase):
    kills = int(os.environ.get("BELFRY_KILLS", "220"))
    seed = int(os.environ.get("BELFRY_SEED", "1"))

    def test_no_move_is_lost_and_nothing_is_said_twice(self):
        with Ngircd() as server:
            KillTest(server, self.seed, self.kills).run()

    @unittest.skipUnless(fault_points(), "a build without BELFRY_FAULTS")
    def test_result_is_told_after_a_kill(self):
        """The last move was on disk, and the bot died before it said who won."""
        with Ngircd() as server:
            test = KillTest(server, self.seed, 0)
            try:
                moves = test.run_untold()
                told = [line.text for line in test.watcher.said(CHANNEL, test.bot.nick)]
                self.assertGreaterEqual(sum("I am back" in text for text in told), len(moves) - 1)
                self.assertRegex(told[-1], "wins|won", moves)
            finally:
                test.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=KillMatchTest.kills)
    parser.add_argument("--seed", type=int, default=KillMatchTest.seed)
    chosen = parser.parse_args()
    KillMatchTest.kills, KillMatchTest.seed = chosen.kills, chosen.seed
    unittest.main(argv=sys.argv[:1])
