#!/usr/bin/env python3
"""The bot's players reach the rules and nothing else.

    check_players.py NM PLAYERS GAMES SOURCES

NM is the tool, PLAYERS and GAMES are the static libraries, SOURCES is the folder of the players. Fails when the
players need a symbol that neither they, the games, the compiler's runtime nor libm define, include a header of the host,
or call what works on a true position only (view, begin, draw, deal, record).
"""

import pathlib
import re
import subprocess
import sys

OUTSIDE = re.compile(r"^_*(asan|ubsan|tsan|gcov|llvm|sanitizer|stack_chk|mem(cpy|set|move|cmp)|str(len|n?cmp)|sqrt$|"
                     r"GLOBAL_OFFSET_TABLE_)|^__(\w+_chk|\w+i2)$")


def symbols(nm, library, *options):
    lines = subprocess.run([nm, "-P", *options, library], check=True, capture_output=True, text=True).stdout
    return {line.split()[0] for line in lines.splitlines() if len(line.split()) > 1 and not line.startswith("lib")}


def check_symbols(nm, players, games):
    known = symbols(nm, players, "--defined-only") | symbols(nm, games, "--defined-only")
    needed = symbols(nm, players, "-u")
    return [f"needs the symbol {name}" for name in sorted(needed - known) if not OUTSIDE.match(name)]


def check_source(path):
    text = path.read_text()
    for header in re.findall(r'#include "([^"]+)"', text):
        if not header.startswith(("games/", "bot/players/")):
            yield f"{path.name} includes {header}"
    for call in re.findall(r"->(view|begin|draw|deal|record)\(", text):
        yield f"{path.name} calls {call}, which takes a true position"


def main():
    nm, players, games, sources = sys.argv[1:]
    faults = check_symbols(nm, players, games)
    files = sorted(pathlib.Path(sources).glob("*.[ch]"))
    for path in files:
        faults += check_source(path)
    for fault in faults:
        print(fault)
    return 1 if faults or not files or not symbols(nm, players, "-u") else 0


if __name__ == "__main__":
    sys.exit(main())
