#!/usr/bin/env python3
"""The direction of includes: program → adapters → bot rooms → games; and what the bot's players may use.

    tests/check_rooms.py [ROOT]      default: the project

Prints one line for every include of games/, bot/ and adapters/ that
- goes against the table of rooms below,
- names another folder's private header,
- closes a circle between files of different rooms,
- names a header that does not exist,
and for what the bot's players may not use: system headers other than the pure ones below, and functions of a game that
take a true position. Exits with 1 if there is any.
"""

import pathlib
import re
import sys

GAMES = {"games", "games/shared"}
BASE = GAMES | {"bot/base"}
CONFIGURATION = BASE | {"bot/adapter.h", "bot/players", "bot/words"}
CORE = CONFIGURATION | {"bot/configuration", "bot/record", "bot/store"}
TABLES = CORE | {"bot/core", "bot/league"}
COMMANDS = TABLES | {"bot/tables"}
TURN = COMMANDS | {"bot/commands"}
NET = {"games/shared/text.h", "bot/base", "bot/configuration"}
NETWORK = NET | {"bot/adapter.h", "adapters/net", "games/shared/paint.h"}

# A room is a folder with all below it, or a single file. It may include itself and what is listed:
# rooms, or single headers of them. games/NAME stands for each game's folder.
ROOMS = {
    "games": {"games/shared"},
    "games/registry.c": {"games", "games/NAME"},
    "games/shared": {"games"},
    "games/NAME": GAMES,
    "bot/base": {"games/shared/text.h"},
    "bot/words": BASE,
    "bot/record": BASE,
    "bot/store": BASE,
    "bot/players": GAMES,
    "bot/league": GAMES | {"bot/adapter.h"},
    "bot/adapter.h": {"games/shared/text.h"},
    "bot/adapter.c": {"bot/adapter.h", "bot/base"},
    "bot/configuration": CONFIGURATION,
    "bot/core": CORE,
    "bot/tables": TABLES,
    "bot/commands": COMMANDS,
    "bot/turn": TURN,
    "adapters/net": NET,
    "adapters/net/talk": NET | {"bot/adapter.h", "adapters/net", "games/shared/paint.h"},
    "adapters/net/painter": NET | {"games/shared/canvas.h", "games/shared/paint.h"},
    "adapters/console": NETWORK | {"games/shared/canvas.h"},
    "adapters/discord": NETWORK | {"adapters/net/painter", "adapters/net/talk",
                                   "bot/commands/command_table.h"},
    "adapters/irc": NETWORK | {"adapters/net/talk/recall.h", "bot/core/sender.h"},
    "adapters/protocol": NETWORK | {"bot/core/members.h", "bot/core/request.h"},
    "bot/program": TURN | {"bot/turn", "adapters/console", "adapters/discord", "adapters/irc", "adapters/net",
                           "adapters/protocol"},
}

PLAYERS = "bot/players"
PURE_HEADERS = {"math.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
# Members of struct game_rules that take a true position.
TRUE_POSITION = ("view", "begin", "draw", "deal", "record")
# What a position drawn from a view shows to its seat is asked in one place.
DRAWN_POSITION = ("bot/players/determinization.c", "view")


def room_of(path):
    """The room of a file, None if it has none; each game's folder is a room of its own."""
    folders = [path, *map(str, pathlib.PurePosixPath(path).parents)]
    for folder in folders:
        if folder in ROOMS:
            if folder == "games" and path.count("/") > 1:
                return "/".join(path.split("/")[:2])
            return folder
    return None


def folder_of(path):
    return path.rsplit("/", 1)[0]


def may_include(room, header):
    table = ROOMS.get(room, ROOMS["games/NAME"])
    target = room_of(header)
    is_game = target is not None and target not in ROOMS
    return target == room or target in table or header in table or (is_game and "games/NAME" in table)


def check_include(root, path, header):
    room = room_of(path)
    if not (root / header).is_file():
        yield f"{path} includes {header}, which does not exist"
    elif room is None or room_of(header) is None:
        yield f"{path} includes {header}, but tests/check_rooms.py knows no room of {path if room is None else header}"
    elif not may_include(room, header):
        yield f"{path} includes {header}, but {room} may not include {room_of(header)}"
    elif header.endswith("_private.h") and folder_of(header) != folder_of(path):
        yield f"{path} includes {header}, which is private to {folder_of(header)}"


def check_player(path, source):
    """A player decides from what its seat knows: no input, no output, no clock, no true position."""
    for header in re.findall(r"^\s*#\s*include\s+<([^>]+)>", source, re.MULTILINE):
        if header not in PURE_HEADERS:
            yield f"{path} includes <{header}>, but players compute and do nothing else"
    for call in re.findall(rf"(?:->|\.)({'|'.join(TRUE_POSITION)})\(", source):
        if (str(path), call) != DRAWN_POSITION:
            yield f"{path} calls {call}, which takes a true position"


def module_of(path):
    """A header and its source are one module."""
    return path.rsplit(".", 1)[0]


def find_way(modules, start, end):
    """Modules from `start` to `end`, each including the next; None: there is no such way."""
    ways, waiting = {start: [start]}, [start]
    while waiting:
        module = waiting.pop(0)
        if module == end:
            return ways[module]
        for other in sorted(modules.get(module, ())):
            if other not in ways:
                ways[other] = [*ways[module], other]
                waiting.append(other)
    return None


def includes_of(source):
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', source, re.MULTILINE)


def check(root):
    modules, crossings = {}, set()
    for folder in ("games", "bot", "adapters"):
        for file in sorted((root / folder).rglob("*.[ch]")):
            path, source = file.relative_to(root).as_posix(), file.read_text()
            if room_of(path) == PLAYERS:
                yield from check_player(path, source)
            for header in includes_of(source):
                yield from check_include(root, path, header)
                modules.setdefault(module_of(path), set()).add(module_of(header))
                if room_of(path) != room_of(header) and module_of(path) != module_of(header):
                    crossings.add((module_of(path), module_of(header)))
    for module, other in sorted(crossings):
        way = find_way(modules, other, module)
        if way:
            yield "a circle of includes: " + " → ".join([module, *way])


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    faults = list(check(root))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
