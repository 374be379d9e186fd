"""`belfry config check --try`: what the bot would meet."""

import os
import subprocess
import time
import unittest

from bot import Bot, executable
from discord.support import DiscordTest, network as discord_network
from postgres import Postgres
from processes import free_ports, temporary_folder
from servers import Ngircd
from support import BotTest


class TrialTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def tried(self, networks, seconds=20, **top):
        bot = Bot(networks, start=False, **top)
        return subprocess.run([executable(), "config", "check", f"--try={seconds}", bot.config],
                              capture_output=True, text=True, check=False, timeout=120,
                              env={**os.environ, "XDG_DATA_HOME": temporary_folder("data")})

    def test_all_is_well_with_and_without_tls(self):
        began = time.monotonic()
        done = self.tried([self.network(), self.network(name="other", nick=self.named("other"), tls=True)])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines())[1:], ["other: connected", "test: connected"])
        self.assertRegex(done.stdout, r"\.yaml: correct\n$")
        self.assertLess(time.monotonic() - began, 20)

    def test_a_database(self):
        with Postgres() as server:
            done = self.tried([self.network()], data=server.address)
            self.assertEqual(server.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[:2], ["data: connected", "test: connected"])
        (gone,) = free_ports(1)
        done = self.tried([self.network()], data=f"postgresql://belfry:a-secret@127.0.0.1:{gone}/belfry")
        self.assertEqual((done.returncode, done.stdout), (1, "test: connected\n"))
        self.assertRegex(done.stderr, r"^data: the database: .*refused\n$")
        self.assertNotIn("a-secret", done.stderr)

    def test_nobody_there(self):
        (gone,) = free_ports(1)
        done = self.tried([self.network(), self.network(name="gone", port=gone)], seconds=2)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "test: connected\n")
        self.assertRegex(done.stderr, r"event=irc\.connect_failed network=gone reason=")
        self.assertRegex(done.stderr, r"(?m)^gone: not connected in time$")

    def test_a_certificate_that_nobody_vouches_for(self):
        done = self.tried([self.network(tls=True, authority_file=None)], seconds=2)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?i)certificate")

    def test_a_bot_that_runs_is_left_in_peace(self):
        (anna,) = self.people("anna")
        bot = self.bot(watcher=anna)
        bot.top["data"] = bot.data
        bot.write_configuration()
        done = subprocess.run([executable(), "config", "check", "--try", bot.config],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"nothing is tried: .*in use")


class DiscordTrialTest(DiscordTest):
    def tried(self, **settings):
        bot = Bot([discord_network(self.fake, **settings)], start=False, data=temporary_folder("data"))
        return subprocess.run([executable(), "config", "check", "--try=20", bot.config],
                              capture_output=True, text=True, check=False, timeout=120)

    def test_a_token_that_is_taken(self):
        done = self.tried()
        self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, "discord: connected"), done.stderr)

    def test_a_token_that_is_not(self):
        done = self.tried(token="MTIz.wrong.token-of-the-tests")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "(?m)^discord: refused$")
        self.assertRegex(done.stderr, "(?i)token")
        self.assertNotIn("wrong.token", done.stderr)


if __name__ == "__main__":
    unittest.main()
