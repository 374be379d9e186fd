#!/usr/bin/env python3
"""The program with little memory: whatever the limit is, it works, or it ends with status 1 and one line.

    tests/kit/little_memory.py BELFRY [STEPS]        default: 160 limits for each command

The limits (ulimit -v) rise from the least with which the program can be loaded. BELFRY must be a plain build:
sanitizers need more memory than there is.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

KIB = 1024
LOADED_WITHIN = 1 << 20  # KiB; every library is loaded by then
RANGE = 80 << 10  # KiB; what the program itself needs beyond that, with two seats that think
LINES = "new en-garde\nbots add\nstart\nhand\nhelp\nlang it\nhelp\nabort\nnew goats\nbots add\nbots add\nstart\nquit\n"
TOLD = re.compile(r"event=(memory\.exhausted|bot\.not-started|store\.not-opened|catalog\.unreadable)\b|^belfry ")
CONFIGURATION = """\
networks:
  - name: here
    type: console
  - name: there
    type: irc
    host: 127.0.0.1
    port: 1
    nick: belfry
    operator: nobody@example.org
    tls: %s
"""


def run(kib, command, lines=""):
    return subprocess.run(["prlimit", f"--as={kib * KIB}", *command], input=lines, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")


def least(belfry):
    """The least limit with which the program is loaded; below, the loader tells what it lacks."""
    low, high = 1 << 10, LOADED_WITHIN
    while high - low > 16:
        middle = (low + high) // 2
        if run(middle, [belfry, "--version"]).returncode == 0:
            high = middle
        else:
            low = middle
    return high


def is_loaders(line):
    """Libraries that are loaded with the program complain on their own."""
    return "GnuTLS" in line or line.startswith("cannot allocate TLS")


def check(name, kib, ended):
    """Returns whether it worked."""
    lines = [line for line in ended.stderr.splitlines() if not is_loaders(line)]
    if ended.returncode == 127 or ended.returncode == 0:
        return ended.returncode == 0
    ends = [line for line in lines if TOLD.search(line)]
    if ended.returncode != 1 or len(ends) != 1 or ends[0] != lines[-1]:
        sys.exit(f"{name} with {kib} KiB: status {ended.returncode}, and it said\n{ended.stderr}")
    return False


def commands(belfry, folder):
    transcript = os.path.join(folder, "transcript.jsonl")
    subprocess.run([belfry, "simulate", "njet", "--players", "4", "--games", "1", "--transcript", transcript],
                   check=True, capture_output=True)
    yield "simulate", ["simulate", "goats", "--players", "3", "--games", "2", "--bots", "easy"], ""
    yield "replay", ["replay", transcript], ""
    yield "games", ["games", "--json"], ""
    yield "config example", ["config", "example"], ""
    yield "play", ["play", "en-garde"], "hand\nstatus\nhelp\nlang fr\nhelp\nquit\n"
    yield "run", ["run", "--data", os.path.join(folder, "data")], LINES
    for tls in ("off", "on"):
        path = os.path.join(folder, f"tls-{tls}.yaml")
        with open(path, "w", encoding="utf-8") as configuration:
            configuration.write(CONFIGURATION % tls)
        yield f"run, irc, tls {tls}", ["run", "--config", path, "--data", os.path.join(folder, tls)], LINES


def try_limits(command, belfry, bottom, steps):
    """One after the other: the runs of a command share their folder."""
    name, arguments, lines = command
    worked = 0
    for step in range(steps):
        kib = bottom + step * RANGE // steps
        worked += check(name, kib, run(kib, [belfry, *arguments], lines))
    if not 0 < worked < steps:
        sys.exit(f"{name} worked with {worked} of {steps} limits")
    return f"{name}: from {bottom} KiB on it worked with {worked} of {steps} limits, else it said why"


def main():
    belfry = os.path.abspath(sys.argv[1])
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 160
    bottom = least(belfry)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for told in pool.map(lambda command: try_limits(command, belfry, bottom, steps), commands(belfry, folder)):
            print(told, flush=True)


if __name__ == "__main__":
    main()
