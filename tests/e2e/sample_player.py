#!/usr/bin/env python3
"""A player for Belfry: it plays a random legal move (config/PROTOCOL.md).

    sample_player.py belfry play goats --protocol         a game against the bot
    sample_player.py SOCKET NAME #PLACE [COMMAND]...      sits down in a place of a bot that runs
"""
import json
import random
import socket
import subprocess
import sys


def connect(arguments):
    """The lines of the other side, and where ours go."""
    if arguments[0].endswith("belfry"):
        belfry = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return belfry.stdout, belfry.stdin
    path, name, place, *commands = arguments
    stream = socket.socket(socket.AF_UNIX)
    stream.connect(path)
    lines = stream.makefile("rw")
    for request in [{"name": name}, {"enter": place}, *({"command": c, "place": place} for c in commands)]:
        print(json.dumps(request), file=lines, flush=True)
    return lines, lines


def play(received, sent):
    for line in received:
        message = json.loads(line)
        if "error" in message:
            return message
        if "legal" in message:
            print(json.dumps({"move": random.choice(message["legal"])}), file=sent, flush=True)
        if "end" in message:
            return message


if __name__ == "__main__":
    print(play(*connect(sys.argv[1:])))
