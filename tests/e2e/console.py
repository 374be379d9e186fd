"""The bot at a terminal: `belfry play` and `belfry run` without a network, through pipes or a
pseudo terminal.

    with Piped("play", "goats") as table:
        table.ask("moves")

    with Terminal("play", "goats") as table:
        table.type("moves\\r")
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

from bot import FAULTS, executable
from processes import PATIENCE, Failure, temporary_folder

ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>()][A-Z0-9]?)")
BARRIER = "status: "


def environment(folder, **more):
    kept = {key: value for key, value in os.environ.items()
            if key in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS")}
    return {**kept, "HOME": folder, "XDG_DATA_HOME": folder, "USER": "Anna", "LANG": "C.UTF-8",
            "TERM": "xterm", **more}


class Piped:
    """A belfry behind pipes. A request for help after each question marks the end of its answer."""

    def __init__(self, *arguments, folder=None, **more):
        self.folder = folder or temporary_folder("console")
        self.process = subprocess.Popen(
            [executable(), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(self.folder, **more), cwd=self.folder)
        self.said = []
        self.errors = b""
        self._watch = threading.Timer(60 * PATIENCE, self.process.kill)
        self._watch.daemon = True
        self._watch.start()
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()

    def _read_errors(self):
        self.errors = self.process.stderr.read()

    def send(self, data):
        self.process.stdin.write(data if isinstance(data, bytes) else data.encode())
        self.process.stdin.flush()

    def ask(self, *lines):
        """The output for some lines."""
        self.send("".join(f"{line}\n" for line in (*lines, "help status")))
        return self.answers()

    def answers(self):
        answers = []
        while True:
            raw = self.process.stdout.readline()
            if not raw:
                raise Failure(f"it ended: {answers} {self.errors.decode('utf-8', 'replace')}")
            text = raw.decode("utf-8").rstrip("\n")
            if text.startswith(BARRIER):
                self.said += answers
                return answers
            answers.append(text)

    def finish(self):
        """Ends the input. Returns the exit status and the remaining output."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        rest = self.process.stdout.read().decode("utf-8", "replace").splitlines()
        self.said += rest
        return self.wait(), rest

    def wait(self):
        status = self.process.wait(20 * PATIENCE)
        self._error_reader.join(5)
        if FAULTS.search(self.errors.decode("utf-8", "replace")):
            raise Failure(self.errors.decode("utf-8", "replace"))
        return status

    def close(self):
        self._watch.cancel()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._error_reader.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Terminal:
    """A belfry in a pseudo terminal of 80 × 24. `text` is everything shown so far without escape
    sequences, `raw` with them."""

    def __init__(self, *arguments, folder=None, **more):
        self.folder = folder or temporary_folder("console")
        self.raw = ""
        self.status = None
        self._cursor = 0
        # A portion may end in the middle of a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        command, variables = executable(), environment(self.folder, **more)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(self.folder)
            os.execve(command, [command, *arguments], variables)
        self.resize(80, 24)

    def resize(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def text(self):
        return ESCAPE.sub("", self.raw).replace("\r\n", "\n")

    def _read(self, seconds):
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            portion = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.raw += self._decoder.decode(portion)
        return bool(portion)

    def type(self, keys):
        os.write(self.terminal, keys if isinstance(keys, bytes) else keys.encode())

    def expect(self, pattern, timeout=10):
        """The first match after the last expected one."""
        compiled = re.compile(pattern)
        deadline = time.monotonic() + timeout * PATIENCE
        while True:
            match = compiled.search(self.text, self._cursor)
            if match:
                self._cursor = match.end()
                return match
            if time.monotonic() > deadline or not self._read(0.1):
                raise Failure(f"no /{pattern}/ in:\n{self.text[self._cursor:][-2000:]}")

    def expect_prompt(self):
        return self.expect(r"(?:^|\n|\r)([^\n\r]*)> $")[1]

    def mark(self):
        return len(self.text)

    def wait(self, timeout=10):
        """The exit status, after everything has been read."""
        deadline = time.monotonic() + timeout * PATIENCE
        open_still = True
        while self.status is None:
            open_still = open_still and self._read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                raise Failure(f"it did not end:\n{self.text[-1000:]}")
            elif not open_still:
                time.sleep(0.01)
        while open_still and select.select([self.terminal], [], [], 0)[0]:
            open_still = self._read(0)
        if FAULTS.search(self.raw):
            raise Failure(self.text)
        return self.status

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        os.close(self.terminal)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
