"""The bot as a service: what it tells systemd, and our unit file."""

import os
import re
import shutil
import socket
import subprocess
import time
import unittest

from bot import PROJECT, executable
from processes import PATIENCE, Failure, temporary_folder
from servers import Ngircd
from support import BotTest

UNIT = os.path.join(PROJECT, "config", "belfry.service")
PULSE = 0.2


class Manager:
    """systemd's side of NOTIFY_SOCKET."""

    def __init__(self):
        self.path = os.path.join(temporary_folder("notify"), "socket")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.environment = {"NOTIFY_SOCKET": self.path,
                            "WATCHDOG_USEC": str(int(2 * PULSE * 1_000_000))}

    def next(self, timeout=10):
        """The assignments of the next notification."""
        self.socket.settimeout(timeout * PATIENCE)
        try:
            text = self.socket.recv(65536).decode()
        except TimeoutError:
            raise Failure("nothing came from the bot") from None
        return dict(line.split("=", 1) for line in text.split("\n") if line)

    def wait(self, key, timeout=10):
        """The next notification that has the key."""
        deadline = time.monotonic() + timeout * PATIENCE
        while time.monotonic() < deadline:
            told = self.next(timeout)
            if key in told:
                return told
        raise Failure(f"no {key} from the bot")

    def forget(self):
        self.socket.setblocking(False)
        try:
            while True:
                self.socket.recv(65536)
        except BlockingIOError:
            pass

    def is_silent(self, seconds):
        self.socket.settimeout(seconds)
        try:
            return not self.socket.recv(65536)
        except TimeoutError:
            return True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class NotificationTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.manager = self.enterContext(Manager())

    def test_from_start_to_end(self):
        bot = self.bot(environment=self.manager.environment)
        self.assertEqual(self.manager.next()["READY"], "1")
        self.assertEqual(self.manager.wait("WATCHDOG")["WATCHDOG"], "1")
        bot.wait_log("irc.ready")
        while "1 of 1" not in self.manager.wait("STATUS")["STATUS"]:
            pass
        bot.reload()
        told = self.manager.wait("RELOADING")
        self.assertRegex(told["MONOTONIC_USEC"], r"^\d+$")
        self.manager.wait("READY")
        self.assertEqual(bot.stop(), 0)
        self.assertEqual(self.manager.wait("STOPPING")["STOPPING"], "1")

    def test_a_loop_that_hangs_gives_no_sign_of_life(self):
        bot = self.bot(environment=self.manager.environment)
        for _ in range(3):
            self.manager.wait("WATCHDOG")
        bot.freeze()
        self.manager.forget()
        self.assertTrue(self.manager.is_silent(5 * PULSE))
        bot.thaw()
        self.manager.wait("WATCHDOG")
        self.assertEqual(bot.stop(), 0)

    def test_never_ready_without_its_store(self):
        bot = self.bot(environment=self.manager.environment)
        self.manager.wait("READY")
        bot.kill()
        self.manager.forget()
        with open(os.path.join(bot.data, "belfry.sqlite3"), "r+b") as file:
            file.write(b"no database" * 100)
        os.remove(os.path.join(bot.data, "belfry.sqlite3-wal"))  # which may hold the whole of it
        bot.start()
        self.assertEqual(bot.process.wait(), 1)
        self.assertTrue(self.manager.is_silent(0.01))


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not here")
class UnitTest(unittest.TestCase):
    def setUp(self):
        """The unit with the program that is there."""
        with open(UNIT, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("/usr/local/bin/belfry", text)
        self.path = os.path.join(temporary_folder("unit"), "belfry.service")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text.replace("/usr/local/bin/belfry", executable()))

    def analyze(self, *arguments):
        return subprocess.run(["systemd-analyze", *arguments, self.path], capture_output=True,
                              text=True, check=False, env={**os.environ, "SYSTEMD_PAGER": ""})

    def test_it_has_no_mistakes(self):
        done = self.analyze("verify", "--man=no", "--recursive-errors=no")
        complaints = [line for line in done.stderr.splitlines() if "belfry.service" in line]
        self.assertEqual((complaints, done.returncode), ([], 0), done.stderr)

    def test_it_is_hardened(self):
        done = self.analyze("security", "--offline=true", "--threshold=10")
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr)
        print(re.search(r"Overall exposure level.*", done.stdout)[0])


if __name__ == "__main__":
    unittest.main()
