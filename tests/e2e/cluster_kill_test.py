"""Three processes of the bot on one PostgreSQL with a synchronous standby, and faults at random: processes that die
or stand still longer than their leases last, a server that dies, a standby that dies or takes the server's place,
connections that are cut, and calendars that are wrong by half a minute.

    /usr/bin/python3 cluster_kill_test.py [--kills N] [--seed N] [--clusters N]

People play in IRC, in Discord and across both, and every fault comes while moves are under way. After each one

- every table can be played on within TEN_SECONDS: a move is made and answered;
- the store has every move that was answered, and no gap in the numbers of a table's lines;
- what a place was told are moves of its table in their order, each at most once.

A long run says now and then how far it is. It shares the faults out to several clusters side by side, which have
nothing in common, because most of a fault's time is waiting for leases to lapse.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import time
import unittest

from cluster_play import TERM, Cluster
from processes import Failure

PROGRESS_EVERY = 10  # seconds


class KillTest(Cluster):
    def __init__(self, seed):
        self.seed = seed
        self.done = collections.Counter()
        self.pauses = collections.defaultdict(list)
        super().__init__(seed)

    def kill(self):
        bot = self.random.choice(self.bots)
        bot.kill()
        if self.random.randrange(2):
            self.start(bot)
        return lambda: bot.is_running() or self.start(bot)

    def freeze(self):
        bot, began = self.random.choice(self.bots), time.monotonic()
        bot.freeze()

        def thaw():
            time.sleep(max(0.0, began + TERM + 2 - time.monotonic()))
            bot.thaw()
            self.play()
        return thaw

    def cut(self):
        for bot in self.random.sample(self.bots, self.random.randint(1, 3)):
            bot.proxy.cut()
        return lambda: None

    def kill_server(self):
        self.database.kill()
        time.sleep(self.random.choice((0, 0.3, 2)))
        self.database.start()
        return self.database.wait_in_step

    def kill_standby(self):
        self.database.restart_standby()
        return self.database.wait_in_step

    def promote(self):
        self.database.promote()
        return self.database.renew

    FAULTS = (kill, kill, kill, freeze, freeze, cut, cut, kill_server, kill_server, kill_standby, promote)

    def cycle(self, fault):
        for table in self.tables:
            self.executor.submit(table.throw, random.Random(self.random.random()))
        time.sleep(self.random.uniform(0, 0.06))
        heal = fault(self)
        name = fault.__name__
        try:
            self.pauses[name].append(self.play())
            heal()
            self.check()
        except Failure as failure:
            raise Failure(f"after {name}: {failure}{self.tails()}") from None
        self.done[name] += 1

    def run(self, faults):
        began = said = time.monotonic()
        plan = [self.random.choice(self.FAULTS) for _ in range(faults)]
        for number, fault in enumerate(plan, 1):
            self.cycle(fault)
            now = time.monotonic()
            if now - said >= PROGRESS_EVERY:
                print(f"seed {self.seed}: {number} of {faults} faults in {now - began:.0f} s", file=sys.stderr, flush=True)
                said = now
        for bot in self.bots:
            bot.stop()
        self.check()
        self.report(time.monotonic() - began)

    def report(self, seconds):
        moves = sum(map(len, self.oracle.records.values()))
        lines = [f"\nseed {self.seed}: {sum(self.done.values())} faults in {seconds:.0f} s, {moves} moves"]
        for name, pauses in sorted(self.pauses.items()):
            lines.append(f"  {self.done[name]} {name}: a move at every table after {sum(pauses) / len(pauses):.1f} s, "
                         f"at most {max(pauses):.1f} s")
        print("\n".join(lines), flush=True)


class ClusterKillTest(unittest.TestCase):
    kills = int(os.environ.get("BELFRY_KILLS", "60"))
    seed = int(os.environ.get("BELFRY_SEED", "1"))

    def test_nothing_is_lost_or_told_twice(self):
        cluster = KillTest(self.seed)
        try:
            cluster.run(self.kills)
        finally:
            cluster.close()


def run_side_by_side(kills, seed, clusters):
    """Whether all of them passed."""
    running = [subprocess.Popen([sys.executable, __file__, "--kills", str((kills + number) // clusters), "--seed",
                                 str(seed + number)]) for number in range(clusters)]
    return not any([process.wait() for process in running])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=ClusterKillTest.kills)
    parser.add_argument("--seed", type=int, default=ClusterKillTest.seed)
    parser.add_argument("--clusters", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.clusters > 1:
        sys.exit(not run_side_by_side(chosen.kills, chosen.seed, chosen.clusters))
    ClusterKillTest.kills, ClusterKillTest.seed = chosen.kills, chosen.seed
    unittest.main(argv=sys.argv[:1])
