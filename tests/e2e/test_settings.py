"""Settings over IRC: who may change them, and that they apply at once and after a restart."""

import unittest

from servers import Inspircd
from support import BotTest


class SettingsTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Inspircd())

    def asked(self, client, bot, line, answer):
        """The private answer to what a client types in the channel."""
        since = client.mark()
        client.say(self.channel, line)
        client.expect_said(answer, client.nick, bot.nick, since=since)

    def test_the_channel_has_its_settings(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.bot(watcher=anna)
        self.asked(bruno, bot, "!config set undo never", "config is for channel operators")
        self.asked(anna, bot, "!config set undo never", "undo is never now for this channel")
        self.asked(anna, bot, "!config set server undo never", "Only an admin can change undo")
        self.asked(anna, bot, "!config set prefix ?", r"prefix is \? now")
        self.asked(bruno, bot, "?lang fr", "Je te parlerai français")
        since = anna.mark()
        bot.restart()
        anna.expect(rf"^:{bot.nick}!\S+ JOIN ", since=since, timeout=20)
        self.asked(anna, bot, "?config list", "Set for this channel: prefix=[?], undo=never")
        self.asked(anna, bot, "?config log", f"{anna.nick}: prefix – → [?]")
        self.asked(bruno, bot, "?lang", "Je te parlerai français")


if __name__ == "__main__":
    unittest.main()
