"""How fast the bot answers in Discord, and what many tables cost.

    BELFRY=build/bench/bot/belfry /usr/bin/python3 tests/bench/discord_latency.py [BENCH_DISCORD]

It measures against bench_discord (default: build/bench/tests/bench/bench_discord), without TLS and compression;
every move is on disk before the bot answers:

- one interaction at a time: from the event on the gateway to the answer's request
- many at a time: interactions per second on one core; the stand-in has the other one
- 1,000 servers and 1,000 tables that have begun: resident memory

Requests and messages per move of every game: discord_requests.py prints them.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from bot import PROJECT, Bot  # noqa: E402

DEFAULT = os.path.join(PROJECT, "build", "bench", "tests", "bench", "bench_discord")


def network(port):
    return {"name": "discord", "type": "discord", "token": "bench",
            "api": f"http://127.0.0.1:{port}/api/v10", "compress": False, "board-distance": 0,
            "typed-commands": False}


class Bench:
    """One run; the bot has the first core and the stand-in the second, where there are two."""

    def __init__(self, program, tables, guilds, window, interactions):
        self.peer = subprocess.Popen(
            [program, *map(str, (tables, guilds, window, interactions))], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        port = int(self.peer.stdout.readline().split()[1])
        self.bot = Bot([network(port)], level="warning")
        if os.cpu_count() > 1:
            os.sched_setaffinity(self.bot.process.pid, {0})
            os.sched_setaffinity(self.peer.pid, {1})
        self.peer.stdout.readline()

    def memory(self):
        return self.bot.memory()[0]

    def play(self):
        self.peer.stdin.write("go\n")
        self.peer.stdin.flush()
        return self.peer.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.peer.kill()
        self.peer.wait()
        self.bot.kill()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else DEFAULT
    for tables, guilds, window, interactions in ((1, 1, 1, 2000), (200, 200, 64, 20000),
                                                 (200, 200, 1000, 20000)):
        with Bench(program, tables, guilds, window, interactions) as bench:
            print(f"tables={tables} {bench.play()}", flush=True)
    with Bench(program, 1000, 1000, 100, 5000) as bench:
        opened = bench.memory()
        bench.play()
        print(f"guilds=1000 tables=1000 resident_kib={opened} after_5000_interactions="
              f"{bench.memory()}")


if __name__ == "__main__":
    main()
