"""The real client `ii` as one person: folders, FIFOs and files."""

import os
import re
import time

from client import without_formatting
from processes import PATIENCE, Failure, Process, temporary_folder, wait_until
from servers import program


class Ii:
    def __init__(self, server, nick):
        self.nick = nick
        self.folder = temporary_folder("ii")
        self.process = Process([program("ii"), "-i", self.folder, "-s", "127.0.0.1",
                                "-p", str(server.port), "-n", nick], self.folder)
        self.root = os.path.join(self.folder, "127.0.0.1")
        self._read_up_to = {}
        try:
            self._fifo("")
        except BaseException:
            self.close()
            raise

    def _fifo(self, where):
        path = os.path.join(self.root, where, "in")
        wait_until(lambda: os.path.exists(path), 10, f"ii to make {path}")
        return path

    def _write(self, where, text):
        # Opening blocks until ii reads. A write of less than PIPE_BUF is atomic.
        with open(self._fifo(where), "w", encoding="utf-8") as file:
            file.write(text + "\n")

    def join(self, channel):
        wait_until(lambda: " 001 " in self._text("") or "Welcome" in self._text(""), 10,
                   "ii to be welcomed")
        self._write("", f"/j {channel}")
        self._fifo(channel.lower())

    def say(self, target, text):
        """To a channel that was joined, or to a person."""
        folder = target.lower()
        if not target.startswith("#") and not os.path.exists(os.path.join(self.root, folder)):
            self._write("", f"/j {target} {text}")
        else:
            self._write(folder, text)

    def ask(self, bot, text, pattern="", timeout=10):
        """Like Client.ask."""
        self._read_up_to[bot] = len(self.lines(bot))
        self.say(bot, text)
        line = self.expect(bot, f"<{re.escape(bot)}> .*(?:{pattern})", timeout)
        return line.partition("> ")[2]

    def _text(self, where):
        try:
            with open(os.path.join(self.root, where.lower(), "out"), encoding="utf-8",
                      errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def lines(self, where):
        """The lines in the window of a channel or person: 'TIME <NICK> TEXT'."""
        return [without_formatting(line) for line in self._text(where).splitlines()]

    def expect(self, where, pattern, timeout=10):
        """The first line of a window, after the last expected one, that contains the pattern."""
        deadline = time.monotonic() + timeout * PATIENCE
        start = self._read_up_to.get(where, 0)
        while True:
            lines = self.lines(where)
            for number, line in enumerate(lines[start:], start + 1):
                if re.search(pattern, line):
                    self._read_up_to[where] = number
                    return line
            if time.monotonic() > deadline:
                raise Failure(f"ii: expected /{pattern}/ in {where or 'the server window'}; last "
                              "lines:\n" + "\n".join(lines[-30:]))
            time.sleep(0.02)

    def close(self):
        self.process.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
