"""Players that are programs: their connections, and a bot with a network of programs."""

import json
import os
import socket
import unittest

from bot import executable
from processes import PATIENCE, Process, temporary_folder, wait_until


class Client:
    """One connection of a program."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20 * PATIENCE)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.hello = self.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.lines.close()
        self.socket.close()

    def send(self, *requests):
        for request in requests:
            self.socket.sendall(json.dumps(request).encode() + b"\n")

    def read(self):
        line = self.lines.readline()
        return json.loads(line) if line else None

    def await_key(self, key):
        while True:
            message = self.read()
            if message is None or key in message:
                return message

    def sit(self, name, place, *commands):
        self.send({"name": name}, {"enter": place}, *({"command": each, "place": place} for each in commands))
        return self

    def wait_for(self, part):
        """Reads until a text has the part; keeps what came meanwhile in self.seen."""
        self.seen = []
        while True:
            message = self.read()
            self.seen.append(message)
            if part in message.get("text", ""):
                return message

    def answer(self, **request):
        """What is said until the line is answered; the last one is the answer."""
        self.send({**request, "id": 99})
        said = [self.read()]
        while said[-1].get("id") != 99:
            said.append(self.read())
        return said


class ProgramsTest(unittest.TestCase):
    """A test with bots on one socket."""

    def setUp(self):
        self.folder = temporary_folder("protocol")
        self.path = os.path.join(self.folder, "programs.socket")

    def configure(self, data="store", **keys):
        with open(os.path.join(self.folder, "belfry.yaml"), "w") as file:
            file.write(f"data: {data}\nnetworks:\n  - name: programs\n    type: protocol\n"
                       "    socket: programs.socket\n")
            file.writelines(f"    {key}: {value}\n" for key, value in keys.items())

    def run_bot(self):
        bot = Process([executable(), "run", "--config", "belfry.yaml"], self.folder)
        self.addCleanup(bot.kill)
        return bot

    def listens(self, bot):
        wait_until(lambda: any("protocol.listening" in line for line in bot.lines) or not bot.is_running(), 20)
        self.assertTrue(bot.is_running(), bot.tail())

    def connect(self, name=None, place=None, *commands):
        client = Client(self.path)
        self.addCleanup(client.close)
        if name is not None:
            client.send({"name": name})
        if place is not None:
            client.send({"enter": place}, *({"command": each, "place": place} for each in commands))
        return client
