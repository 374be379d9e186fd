"""How old a line is when an IRC channel reads it, with one table at the stock pace.

    BELFRY=build/release/bot/belfry python3 tests/bench/irc_age.py [--seconds N] [--think N] [GAME...]

Every game at its smallest table, all at the same time, each with a bot of its own on ngIRCd. People ask for
their moves in private, choose one by chance and make it `think` seconds after they read them. The age of a
line is the time from sending the last move to receiving the line; a move's is that of its last line.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from bot import Bot, executable, network  # noqa: E402
from client import Client  # noqa: E402
from duel import expand_moves  # noqa: E402
from match import OFFER, is_sentence  # noqa: E402
from servers import Ngircd  # noqa: E402

PATIENCE_S = 60
OLD_S = 6  # a line that is older is printed


class Table:
    def __init__(self, server, number, game, players):
        self.channel = f"#age{number}"
        self.game = game
        self.choice = random.Random(number)
        self.people = [Client(server, f"p{number}{'abcdef'[i]}") for i in range(players)]
        self.watcher = Client(server, f"w{number}")
        for client in (*self.people, self.watcher):
            client.join(self.channel)
        self.bot = Bot([network(server, nick=f"belfry{number}", channels=[self.channel], pace=None,
                                flood_commands=None)], level="info")
        self.ages = []
        self.lines = 0

    def close(self):
        self.bot.kill()
        for client in (*self.people, self.watcher):
            client.close()

    def say_and_wait(self, client, text, pattern):
        since = self.watcher.mark()
        client.say(self.channel, text)
        self.watcher.expect_said(pattern, self.channel, self.bot.nick, since=since, timeout=PATIENCE_S)

    def open(self):
        self.bot.wait_in(self.watcher, self.channel)
        self.say_and_wait(self.people[0], f"!new {self.game}", "is open")
        for person in self.people[1:]:
            self.say_and_wait(person, "!join", "sits down")
        self.people[0].say(self.channel, "!start")
        time.sleep(4)

    def moves_of(self, person):
        """What a person may play now; None when the table has ended."""
        since = person.mark()
        person.say(self.bot.nick, "moves")
        answer = person.expect_said(r"^(?!\S* ?.? ?Your hand)", source=self.bot.nick, since=since,
                                    timeout=PATIENCE_S).text
        if OFFER.match(answer):
            return expand_moves(OFFER.sub("", answer))
        return None if "no table" in answer else []

    def next_move(self):
        for person in self.people:
            moves = self.moves_of(person)
            if moves is None:
                return None
            if moves:
                return person, self.choice.choice(moves)
        return ()

    def make(self, person, move, think):
        """Makes a move and finds out who is next; what the channel reads meanwhile is the move's."""
        since, began = self.watcher.mark(), time.monotonic()
        secret = move.startswith("discard")
        person.say(self.bot.nick if secret else self.channel, f"{'' if secret else '!'}p {move}")
        chosen = self.next_move()
        time.sleep(think)
        came = self.watcher.said(self.channel, self.bot.nick, since=since)
        self.ages.append(max((line.time - began for line in came), default=0))
        for line in came:
            if line.time - began > OLD_S:
                print(f"{self.game}: {line.time - began:.1f} s old: {line.text}")
        self.lines += sum(is_sentence(line.text) for line in came)
        return chosen

    def play(self, until, think):
        chosen = None
        while time.monotonic() < until:
            if chosen is None:
                self.open()
            chosen = self.make(*chosen, think) if chosen else self.next_move()


def report(table):
    ages = sorted(table.ages)
    print(f"{table.game:20} {len(ages):4} moves, {table.lines / len(ages):.2f} sentences each; the last line is "
          f"p50 {statistics.median(ages):.1f} s, p99 {ages[int(len(ages) * 0.99)]:.1f} s, most {ages[-1]:.1f} s old",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--think", type=float, default=2)
    parser.add_argument("games", nargs="*")
    chosen = parser.parse_args()
    known = json.loads(subprocess.run([executable(), "games", "--json"], capture_output=True,
                                      check=True).stdout)
    with Ngircd() as server:
        tables = [Table(server, number, game["id"], game["players"]["min"])
                  for number, game in enumerate(known) if not chosen.games or game["id"] in chosen.games]
        until = time.monotonic() + chosen.seconds
        threads = [threading.Thread(target=table.play, args=(until, chosen.think)) for table in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for table in tables:
            report(table)
            table.close()


if __name__ == "__main__":
    main()
