"""What the bot takes from itself when it starts, and that it still does everything."""

import os
import re
import unittest

from bot import Bot
from processes import temporary_folder
from servers import Ngircd
from support import BotTest


def process_status(bot, key):
    with open(f"/proc/{bot.process.pid}/status", encoding="ascii") as file:
        return re.search(rf"^{key}:\s+(\S+)$", file.read(), re.M)[1]


def secret_file(folder, text="secret\n"):
    path = os.path.join(folder, "password")
    with open(path, "w", encoding="ascii", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(text)
    return path


class SandboxTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_people_play_in_it(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        self.assertEqual(bot.wait_log(r"event=sandbox\.").values["calls"], "limited")
        self.assertEqual(process_status(bot, "Seccomp"), "2")
        self.assertEqual(process_status(bot, "NoNewPrivs"), "1")
        self.duel(bot, [anna, bruno], touches=1).play()
        self.assertEqual(bot.stop(), 0)

    def test_it_can_be_turned_off(self):
        bot = self.enterContext(Bot([self.network()], sandbox="off"))
        bot.wait_log(r"level=warning event=sandbox\.off reason=.*sandbox: off")
        self.assertEqual(process_status(bot, "Seccomp"), "0")

    def test_a_configuration_is_read_again_in_it(self):
        (anna,) = self.people("anna")
        folder = temporary_folder("secrets")
        settings = {"password_file": secret_file(folder)}
        bot = self.enterContext(Bot([self.network(login_without_tls="on", **settings)],
                                    backup={"folder": temporary_folder("backups")}))
        bot.wait_in(anna, self.channel)
        # A new file in the old one's place, as tools put it there.
        os.rename(secret_file(temporary_folder("made"), "new\n"), settings["password_file"])
        since = bot.mark()
        bot.reload()
        bot.wait_log("event=config.reloaded", since=since)
        bot.top["backup"]["folder"] = temporary_folder("elsewhere")
        since = bot.mark()
        bot.reload()
        bot.wait_log("event=config.needs-restart keys=backup.folder", since=since)
        bot.networks[0]["password-file"] = secret_file(temporary_folder("elsewhere"))
        since = bot.mark()
        bot.reload()
        bot.wait_log("event=config.not-reloaded", since=since)
        mistake = bot.wait_log(r"level=error event=config\.mistake", since=since)
        self.assertEqual((mistake["file"], mistake["key"]),
                         (bot.config, "networks[1].password-file"))
        self.assertRegex(mistake["line"], r"^\d+$")
        self.assertIn("Permission denied", mistake["reason"])
        self.assertTrue(bot.is_running())


if __name__ == "__main__":
    unittest.main()
