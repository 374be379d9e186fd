"""How long a move takes over IRC, and what an idle bot costs.

    BELFRY=build/release/bot/belfry python3 tests/bench/irc_latency.py [--moves N] [--json]

On the loopback interface with ngIRCd, without the bot's own pacing; every move is on disk before the bot says it:

- reply       from sending `!p MOVE` to receiving the public line
- relay       the part of the server and this client: a line from one client to another
- cold start  from starting the process to its first attempt to connect
- memory      resident, connected and idle, and the maximum after the matches
- public lines per move
"""

import argparse
import collections
import json
import os
import socket
import statistics
import sys
import time
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

from bot import Bot, executable, network  # noqa: E402
from client import Client  # noqa: E402
from duel import Duel  # noqa: E402
from servers import Ngircd  # noqa: E402

CHANNEL = "#bench"


class TimedDuel(Duel):
    """Notes how long each move took."""

    def __init__(self, *arguments, **rest):
        super().__init__(*arguments, **rest)
        self.times = []

    def _settle(self, since):
        began = time.monotonic()
        line = super()._settle(since)
        # The reader's thread notes when a line came; waiting for this thread is not counted.
        self.times.append(max(line.time - began, 0))
        return line


def quantiles(seconds):
    ordered = sorted(second * 1000 for second in seconds)
    return {"p50": round(statistics.median(ordered), 3),
            "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 3),
            "most": round(ordered[-1], 3), "n": len(ordered)}


def cold_start(times=10):
    """Milliseconds until a listening socket sees the bot's first connection."""
    results = []
    for _ in range(times):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = types.SimpleNamespace(port=listener.getsockname()[1], tls_port=0)
            bot = Bot([network(server)], level="info")
            listener.settimeout(20)
            connection, _ = listener.accept()
            results.append(time.monotonic() - bot.started)
            connection.close()
            bot.kill()
    return {key: value for key, value in quantiles(results).items() if key != "p99"}


def relay(server, lines=500):
    with Client(server, "from") as sender, Client(server, "to") as receiver:
        times = []
        for number in range(lines):
            since = receiver.mark()
            began = time.monotonic()
            sender.say("to", f"line {number}")
            times.append(receiver.expect_said(f"line {number}$", since=since).time - began)
    return quantiles(times)


def matches(server, moves):
    with Client(server, "anna") as anna, Client(server, "bruno") as bruno, \
            Bot([network(server, channels=[CHANNEL])], level="info") as bot:
        anna.join(CHANNEL)
        bruno.join(CHANNEL)
        bot.wait_in(anna, CHANNEL)
        idle = bot.memory()[0]
        times, lines = [], collections.Counter()
        while len(times) < moves:
            duel = TimedDuel(bot.nick, CHANNEL, [anna, bruno], seed=len(times)).open(touches=9)
            duel.times.clear()
            duel.play()
            times += duel.times
            lines.update(duel.lines_per_move)
            for person in (anna, bruno):
                person.lines.clear()
                person.cursor = 0
        return {"reply_ms": quantiles(times),
                "memory_kib": {"idle": idle, "most": bot.memory()[1]},
                "public_lines_per_move": {
                    "mean": round(sum(count * n for (count, _), n in lines.items())
                                  / sum(lines.values()), 3),
                    "most_ordinary": max(count for count, decided in lines if not decided),
                    "most_decided": max((count for count, decided in lines if decided),
                                        default=0)}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with Ngircd() as server:
        results = {"belfry": os.path.relpath(executable()), **matches(server, chosen.moves),
                   "relay_ms": relay(server), "cold_start_ms": cold_start()}
    if chosen.json:
        print(json.dumps(results))
    else:
        for name, value in results.items():
            print(f"{name:22} {value}")


if __name__ == "__main__":
    main()
