"""Moves a second, and the time from a move to its reply, of one and of three processes on one PostgreSQL server: with
a local commit, and with a synchronous standby on the same disk. Each table has one move outstanding.

    BENCH=build/bench/tests/bench /usr/bin/python3 tests/bench/cluster_moves.py [SECONDS]

The CPU is that of the processes, without the server's.
"""

import os
import re
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(PROJECT, "tests", "e2e"))
os.environ.setdefault("BELFRY", "unused")
from cluster import Database, Server  # noqa: E402

BENCH = os.path.join(os.environ.get("BENCH", os.path.join(PROJECT, "build/bench/tests/bench")), "bench_moves")
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


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    Server.OPTIONS = {**Server.OPTIONS, "fsync": "on", "max_wal_size": "2GB"}
    run = 0
    with Database() as database:
        for commit, names in (("local commit", ""), ("synchronous standby", "standby")):
            database.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
            database.ask("SELECT pg_reload_conf()")
            for tables in (1, 16, 64, 1000):
                for processes in (1, 3):
                    run += 1
                    moves, p50, p99, cpu = measure(database.address, processes, tables, seconds, run)
                    print(f"{commit:20} {processes} processes, {tables:4} tables: {moves:7.0f} moves/s, p50 {p50:7.2f} ms, "
                          f"p99 {p99:7.2f} ms, CPU per move {cpu:4.0f} us", flush=True)


if __name__ == "__main__":
    main()
