#!/usr/bin/env python3
"""The files of the IRC session are layers, and every public name of the adapter begins with irc_.

    check_irc_layers.py NM LIBRARY HEADER

NM is the tool, LIBRARY the adapter's static library, HEADER the session's private header, whose opening comment lists the
files from the lowest layer to the highest. Fails when a file needs a symbol of a higher one, when a file below all layers
needs one of any, or when a name lacks the prefix.
"""

import re
import subprocess
import sys


def members(nm, library):
    """Of each object file the symbols that it defines and those that it needs."""
    lines = subprocess.run([nm, "-g", "-P", library], check=True, capture_output=True, text=True).stdout
    files = {}
    for line in lines.splitlines():
        if opening := re.fullmatch(r".*\[(\w+)\.c\.o\]:", line):
            current = files.setdefault(opening[1] + ".c", (set(), set()))
        elif (words := line.split()) and not words[0].startswith("__"):
            current[words[1] in "Uw"].add(words[0])
    return files


def main():
    nm, library, header = sys.argv[1:]
    with open(header, encoding="utf-8") as text:
        layers = re.findall(r"^ \* (\w+\.c)  ", text.read(), re.MULTILINE)
    files = members(nm, library)
    height = {name: layers.index(name) + 1 if name in layers else 0 for name in files}
    height["adapter.c"] = len(layers) + 1
    home = {symbol: name for name, (defined, _) in files.items() for symbol in defined}
    faults = [f"{layer} is a layer without a file" for layer in layers if layer not in files]
    faults += [f"{name} defines {symbol}" for symbol, name in home.items() if not symbol.startswith("irc_")]
    calls = 0
    for name, (_, needed) in files.items():
        for symbol in needed & home.keys():
            calls += 1
            if height[home[symbol]] > height[name]:
                faults.append(f"{name} needs {symbol} of {home[symbol]}, which is above it")
    for fault in sorted(faults):
        print(fault)
    return 1 if faults or not layers or not calls else 0


if __name__ == "__main__":
    sys.exit(main())
