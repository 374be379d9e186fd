"""Moves a second, and the time from a move to its reply, of one and of three processes on one PostgreSQL server: with
a local commit and no standby, and with a synchronous standby on the same disk. Each table has one move outstanding.

    BENCH=build/bench/tests/bench /usr/bin/python3 tests/bench/cluster_moves.py [SECONDS]

Each line is the median of ROUNDS, in which one and three processes take turns, because a shared disk is not always as
fast. The CPU is that of the processes, without the server's.
"""

import itertools
import os
import re
import statistics
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(PROJECT, "tests", "e2e"))
os.environ.setdefault("BELFRY", "unused")
from cluster import Database, Server  # noqa: E402

BENCH = os.path.join(os.environ.get("BENCH", os.path.join(PROJECT, "build/bench/tests/bench")), "bench_moves")
ROUNDS, WARM_UP = 3, 64
FIGURES = re.compile(r"(\d+) moves/s, p50 +([\d.]+) ms, p99 +([\d.]+) ms, CPU per move +(\d+) us")


def measure(address, processes, tables, seconds, run):
    """Shares the tables out; every process begins to move at the same time."""
    started = []
    for number in range(processes):
        share = (tables + number) // processes
        if share:
            started.append(subprocess.Popen([BENCH, str(seconds), address, str(share), f"-{run}-{number}"], text=True,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE))
    for process in started:
        process.stdout.readline()
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    figures = [[float(each) for each in FIGURES.search(process.communicate()[0]).groups()] for process in started]
    moves = sum(each[0] for each in figures)
    return (moves, max(each[1] for each in figures), max(each[2] for each in figures),
            sum(each[0] * each[3] for each in figures) / moves)


def commit_locally(database):
    database.standby.kill()
    database.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
    database.ask("SELECT pg_reload_conf()")


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    Server.OPTIONS = {**Server.OPTIONS, "fsync": "on", "max_wal_size": "2GB"}
    runs = itertools.count()
    with Database() as database:
        for commit, prepare in (("local commit", commit_locally), ("synchronous standby", Database.renew)):
            prepare(database)
            measure(database.address, 1, WARM_UP, seconds, next(runs))  # the first files of the log are slow
            for tables in (1, 16, 64, 1000):
                rounds = [[measure(database.address, processes, tables, seconds, next(runs)) for processes in (1, 3)]
                          for _ in range(ROUNDS)]
                for processes, figures in zip((1, 3), zip(*rounds)):
                    moves, p50, p99, cpu = (statistics.median(each) for each in zip(*figures))
                    print(f"{commit:20} {processes} processes, {tables:4} tables: {moves:7.0f} moves/s, p50 {p50:7.2f} ms, "
                          f"p99 {p99:7.2f} ms, CPU per move {cpu:4.0f} us", flush=True)


if __name__ == "__main__":
    main()
