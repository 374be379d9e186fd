"""The bot on the gateway: the scripts of discord/scripts, and tests that need more than a script."""

import re
import time
import unittest

from bot import Bot
from discord.fake import Fake
from discord.script import Script, scripts
from discord.support import DiscordTest, network
from processes import PATIENCE, wait_until

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15


class ScriptsTest(DiscordTest):
    """One test per script; they are created below."""

    def play(self, name):
        script = Script(name)
        script.prepare(self.fake)
        settings = {"hello_timeout": "500ms", "register_commands": False, **script.for_bot()}
        with Bot([network(self.fake, **settings)]) as bot:
            self.addCleanup(self.check_log, bot)
            script.play(self.fake, lambda: bot.process.wait(20))


def _test_of(name):
    def test(self):
        self.play(name)
    test.__doc__ = Script(name).about
    return test


for _name in scripts():
    setattr(ScriptsTest, f"test_{_name}", _test_of(_name))


class GatewayTest(DiscordTest):
    def identifies(self):
        return self.fake.entries("^identify$", "gateway", "->")

    def test_intents_are_few(self):
        self.bot()
        self.assertEqual(self.identifies()[0].details["intents"] & PRIVILEGED, 0)
        self.assertLess(len(str(self.identifies()[0].details)), 500)

    def test_no_intent_but_guilds_when_nothing_else_is_wanted(self):
        self.bot(typed_commands=False, board_distance=0)
        self.assertEqual(self.identifies()[0].details["intents"], 1)

    def test_first_beat_is_jittered(self):
        """Several bots with the same greeting send their first heartbeat at different moments of the interval."""
        moments = []
        for _ in range(4):
            with Fake() as fake:
                fake.gateway.heartbeat_interval = 1000
                with Bot([network(fake, register_commands=False)]):
                    fake.expect("^heartbeat$", "gateway")
                    connection = fake.gateway.connection
                    moments.append(connection.beats[0] - connection.greeted)
        self.assertLess(max(moments), 1.0 * PATIENCE + 0.5)
        self.assertGreater(max(moments) - min(moments), 0.05, moments)

    def test_beats_keep_their_interval(self):
        self.fake.gateway.heartbeat_interval = 400
        self.bot()
        self.fake.expect("^heartbeat$", "gateway", count=4)
        beats = self.fake.gateway.connection.beats
        for before, after in zip(beats, beats[1:]):
            self.assertGreater(after - before, 0.2)

    def test_identify_budget_outlives_a_restart(self):
        """The bot checks how many identifies are left today before each one, after every start."""
        bot = self.bot()
        self.fake.gateway.start_limit["remaining"] = 0
        self.fake.gateway.refuses_resume = True
        bot.kill()
        bot.start()
        self.fake.expect("GET /gateway/bot", "rest", count=2)
        bot.wait_log(r"(?i)identif|budget|session_start")
        self.assertEqual(len(self.identifies()), 1)

    def test_interaction_during_an_outage_is_answered_after_the_resume(self):
        self.bot()
        anna = self.fake.person("Anna")
        self.fake.do(self.fake.gateway.connection.drop)
        act = anna.slash("games", wait=False)
        act.wait()
        self.assertIn("En Garde", act.text)
        self.fake.expect("^resume$", "gateway")

    def test_interaction_that_comes_twice_is_answered_once(self):
        bot = self.bot()
        anna = self.fake.person("Anna")
        self.fake.do(lambda: (anna.slash("new", game="en-garde", wait=False),
                              self.fake.gateway.repeat(self.fake.gateway.session)))
        anna.wait_sees("is open")
        anna.slash("status")
        self.assertEqual(len(self.fake.entries("POST /interactions", "rest", "->")), 2)
        self.assertEqual(self.fake.refusals, [])
        self.assertTrue(bot.is_running())

    def test_more_shards_than_one(self):
        """As many shards as Discord recommends, one at a time in a bucket; each has its own guilds."""
        self.fake.gateway.shards = 3
        self.fake.gateway.identify_window = 0.2
        for number in range(4):
            self.fake.add_guild(f"Guild {number}")
        self.bot(identify_gap="250ms")
        self.fake.wait(lambda: len(self.fake.gateway.sessions) == 3, "three shards")
        shards = [entry.details["shard"] for entry in self.identifies()]
        self.assertEqual(sorted(shards), [[0, 3], [1, 3], [2, 3]])

    def test_network_is_away_for_a_while(self):
        """Every connection is cut and none is accepted; afterwards the session is resumed."""
        bot = self.bot()
        anna = self.fake.person("Anna")
        self.fake.unplug()
        since = bot.mark()
        bot.wait_log(r"gateway|connect", since=since)
        self.fake.plug()
        self.assertIn("En Garde", anna.slash("games").text)

    def test_no_network_at_the_start(self):
        self.fake.unplug()
        bot = self.bot(wait=False)
        bot.wait_log(r"level=(warning|error|warn)")
        self.assertTrue(bot.is_running())
        self.fake.plug()
        self.wait_in(bot)

    def test_name_that_does_not_resolve(self):
        bot = self.bot(wait=False, api="http://no-such-host.invalid/api/v10")
        bot.wait_log(r"(?i)resolve|no-such-host|name")
        wait_until(bot.is_running)

    def test_stays_awake_while_reconnecting(self):
        """The pauses between attempts grow while the bot is refused."""
        self.fake.gateway.automatic = False
        bot = self.bot(wait=False, hello_timeout="50ms", gateway_reconnect_after="100ms",
                       gateway_reconnect_most="400ms")
        self.fake.expect("^open$", "gateway", count=5, timeout=20)
        opened = [entry.time for entry in self.fake.entries("^open$", "gateway")]
        self.assertGreater(opened[4] - opened[3], 0.15)
        self.assertTrue(bot.is_running())
        bot.stop()
        self.assertLess(time.monotonic() - opened[4], 10)


class TokenTest(DiscordTest):
    def test_token_is_never_logged(self):
        """Not even at the most verbose level, nor by `config check`."""
        bot = self.bot()
        anna = self.fake.person("Anna")
        anna.slash("games")
        self.fake.do(lambda: self.fake.gateway.connection.close(4004))
        bot.process.wait(20)
        self.assertFalse([entry for entry in bot.log if re.search("fake.token", entry.raw)])
        self.assertTrue(bot.entries("(?i)token"))


if __name__ == "__main__":
    unittest.main()
