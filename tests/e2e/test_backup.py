"""Backups of a running bot, and how to restore one."""

import glob
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from bot import Bot, executable
from processes import temporary_folder
from servers import Ngircd
from support import BotTest

POINTS = ("store-copy.before-sync", "store-copy.before-rename", "store-copy.after-rename")
ENCRYPTED_POINTS = (*POINTS, "backup.encrypted")
NAME = re.compile(r"belfry-\d{8}T\d{6}Z\.sqlite3$")
ENCRYPTED = re.compile(r"belfry-\d{8}T\d{6}Z\.sqlite3\.encrypted$")


def has_fault_points():
    with open(executable(), "rb") as file:
        return b"BELFRY_KILL_AT" in file.read()


def beginning_of(path):
    with open(path, "rb") as file:
        return file.read(15)


class BackupTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(temporary_folder("backup"), "backups")

    def kept_bot(self, watcher=None, **settings):
        bot = self.enterContext(Bot([self.network()], backup={"folder": self.folder, **settings}))
        if watcher:
            bot.wait_in(watcher, self.channel)
        return bot

    def backups(self, ending="sqlite3"):
        return sorted(glob.glob(os.path.join(self.folder, f"belfry-*.{ending}")))

    def check(self, path):
        """What is in a backup: the number of its tables and lines."""
        self.assertRegex(os.path.basename(path), NAME)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            counts = [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                      for table in ("tables", "lines")]
        database.close()
        return counts

    def back_up(self, bot):
        since = bot.mark()
        bot.process.signal(signal.SIGUSR1)
        return bot.wait_log("event=backup.made", since=since)["file"]

    def test_back_to_a_backup(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.kept_bot(watcher=anna)
        bot.wait_log("event=backup.made")  # the folder was empty
        duel = self.duel(bot, [anna, bruno], touches=5)
        for _ in range(3):
            duel.move()
        then = self.status(anna, bot)
        backup = self.back_up(bot)
        self.assertGreaterEqual(self.check(backup)[1], 3)
        for _ in range(3):
            duel.move()
        self.assertNotEqual(self.status(anna, bot), then)
        bot.kill()  # so that there is a log beside the store, which must not get into the backup
        spoilt = temporary_folder("spoilt")
        for path in glob.glob(os.path.join(bot.data, "belfry.sqlite3*")):
            shutil.move(path, spoilt)
        shutil.copy(backup, os.path.join(bot.data, "belfry.sqlite3"))
        bot.start()
        anna.expect_said("back", self.channel, bot.nick)
        self.assertEqual(self.status(anna, bot), then)
        self.assertEqual(bot.stop(), 0)

    def test_a_backup_while_people_play(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.kept_bot(watcher=anna, keep=1000)
        duel = self.duel(bot, [anna, bruno], touches=2)
        for _ in range(8):
            bot.process.signal(signal.SIGUSR1)
            duel.move()
        # The first backup may have begun before the last move.
        last = [self.back_up(bot) for _ in range(2)][-1]
        for path in self.backups():
            self.check(path)
        self.assertGreaterEqual(self.check(last)[1], 8)
        self.assertEqual(bot.stop(), 0)

    def test_the_oldest_go(self):
        os.makedirs(self.folder)
        others = ["belfry-mine.sqlite3", "notes.txt", "belfry-20200101T000000Z.sqlite3.old"]
        old = [f"belfry-2020010{day}T000000Z.sqlite3" for day in range(1, 7)]
        for name in (*others, *old):
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(b"SQLite format 3\0")
            os.utime(os.path.join(self.folder, name), (1, 1))
        bot = self.kept_bot(keep=3)
        made = bot.wait_log("event=backup.made")["file"]
        left = sorted(os.listdir(self.folder))
        self.assertEqual(left, sorted([*others, *old[-2:], os.path.basename(made)]))
        self.assertEqual(bot.stop(), 0)

    def test_a_young_one_is_enough(self):
        bot = self.kept_bot()
        bot.wait_log("event=backup.made")
        bot.stop()
        since = bot.mark()
        bot.start()
        bot.wait_log("irc.ready", since=since)
        self.assertEqual(bot.stop(), 0)
        self.assertEqual(len(bot.entries("event=backup.made")), 1)

    def test_a_folder_that_is_none(self):
        with open(self.folder, "wb"):
            pass
        bot = self.kept_bot()
        bot.wait_log("backup.failed.*Not a directory")
        self.assertTrue(bot.is_running())
        self.assertEqual(bot.stop(), 0)

    def key_pair(self):
        """Returns the file of the private key, and the public key."""
        file = os.path.join(temporary_folder("key"), "key")
        said = subprocess.run([executable(), "store", "key", file], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
        return file, said.split()[-1]

    def plain_files(self, *folders):
        """The files that begin as a store does, without the store itself."""
        paths = [path for folder in folders for path in glob.glob(os.path.join(folder, "*"))
                 if os.path.isfile(path) and os.path.basename(path) != "belfry.sqlite3"]
        return [path for path in paths if beginning_of(path) == b"SQLite format 3"]

    def test_back_to_an_encrypted_backup(self):
        anna, bruno = self.people("anna", "bruno")
        key, public = self.key_pair()
        bot = self.kept_bot(watcher=anna, **{"public-key": public})
        duel = self.duel(bot, [anna, bruno], touches=5)
        for _ in range(3):
            duel.move()
        then = self.status(anna, bot)
        backup = self.back_up(bot)
        self.assertRegex(os.path.basename(backup), ENCRYPTED)
        self.assertEqual(self.plain_files(self.folder, bot.data), [])
        duel.move()
        bot.kill()
        for path in glob.glob(os.path.join(bot.data, "belfry.sqlite3*")):
            os.remove(path)
        subprocess.run([executable(), "store", "decrypt", "--key", key, backup,
                        os.path.join(bot.data, "belfry.sqlite3")], check=True)
        bot.start()
        anna.expect_said("back", self.channel, bot.nick)
        self.assertEqual(self.status(anna, bot), then)
        self.assertEqual(bot.stop(), 0)

    @unittest.skipUnless(has_fault_points(), "a build without fault points")
    def test_killed_while_encrypting(self):
        key, public = self.key_pair()
        bot = self.kept_bot(every="1d", keep=1000, **{"public-key": public})
        bot.wait_log("event=backup.made")
        bot.stop()
        chance = random.Random(7)
        for number in range(2 * len(ENCRYPTED_POINTS)):
            self.kill_during_backup(bot, ENCRYPTED_POINTS[number // 2:][:number % 2], chance)
            self.assertEqual(self.plain_files(self.folder), [])
            since = bot.mark()
            bot.start()
            bot.wait_log("irc.ready", since=since)
            self.assertEqual(self.plain_files(self.folder, bot.data), [])
            self.assertEqual(bot.stop(), 0)
        for path in self.backups("encrypted"):
            made = os.path.join(temporary_folder("decrypted"), os.path.basename(path).removesuffix(".encrypted"))
            subprocess.run([executable(), "store", "decrypt", "--key", key, path, made], check=True)
            self.check(made)

    @unittest.skipUnless(has_fault_points(), "a build without fault points")
    def test_killed_in_the_middle(self):
        bot = self.kept_bot(every="1s", keep=1000)
        bot.wait_log("event=backup.made")
        bot.stop()
        chance = random.Random(7)
        for number in range(18):
            self.kill_during_backup(bot, POINTS[number % 6:][:1], chance)
            for path in self.backups():
                self.check(path)
        since = bot.mark()
        bot.start()
        bot.wait_log("event=bot.started", since=since)
        self.check(self.back_up(bot))
        self.assertEqual(bot.stop(), 0)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "belfry.partial")))

    @staticmethod
    def kill_during_backup(bot, point, chance):
        """Kills at the point, or at a random moment."""
        since = bot.mark()
        bot.start({"BELFRY_KILL_AT": f"{point[0]}:1"} if point else {})
        bot.wait_log("event=bot.started", since=since)
        bot.process.signal(signal.SIGUSR1)
        if not point:
            time.sleep(chance.random() / 20)
            bot.process.signal(signal.SIGKILL)
        bot.process.wait()


if __name__ == "__main__":
    unittest.main()
