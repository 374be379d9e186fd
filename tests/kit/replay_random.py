#!/usr/bin/env python3
"""Random games of every game, number of players and option value, written and replayed.

    tests/kit/replay_random.py BELFRY [GAMES]        default: 1000 games each

Each option is tried with each of its values, the others at their defaults. Every transcript must replay as
all correct, and the same command line must write the same bytes.
"""

import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import tempfile


def settings(game):
    """Lists of KEY=VALUE: the defaults alone, then each other value."""
    yield []
    for option in game["options"]:
        for value in option["values"]:
            if value != option["default"]:
                yield [f"{option['name']}={value}"]


def simulate(belfry, game, players, games, options, path):
    command = [belfry, "simulate", game, "--players", str(players), "--games", str(games),
               "--seed", "b31f", "--transcript", path]
    for option in options:
        command += ["--option", option]
    subprocess.run(command, check=True, stderr=subprocess.PIPE)
    with open(path, "rb") as written:
        return hashlib.file_digest(written, "sha256").hexdigest()


def check(belfry, game, players, options, games, folder):
    """Plays and replays one variant; how many lines its transcript has."""
    path = os.path.join(folder, "-".join([game, str(players), *options]))
    first = simulate(belfry, game, players, games, options, path)
    again = simulate(belfry, game, players, 1, options, path + ".one")
    if again != simulate(belfry, game, players, 1, options, path + ".one"):
        sys.exit(f"{game}: the same command line, other bytes")
    told = subprocess.run([belfry, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if told.returncode != 0 or f"{games} games" not in told.stdout:
        sys.exit(f"{game} {players} {options} {first}: {told.stdout}")
    os.unlink(path)
    return int(told.stdout.split(" games, ")[1].split(" ")[0])


def main():
    belfry = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    known = json.loads(subprocess.run([belfry, "games", "--json"], check=True,
                                      stdout=subprocess.PIPE).stdout)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for game in known:
            variants = [(players, options)
                        for players in range(game["players"]["min"], game["players"]["max"] + 1)
                        for options in settings(game)]
            lines = pool.map(lambda variant: check(belfry, game["id"], *variant, games, folder), variants)
            print(f"{game['id']}: {len(variants)} variants of {games} games, {sum(lines)} lines, all correct",
                  flush=True)


if __name__ == "__main__":
    main()
