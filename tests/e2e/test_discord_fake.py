"""The stand-in for Discord behaves like Discord: discord.js, which knows nothing about us, logs in, resumes,
answers and is refused as at Discord, and it follows the scripts that the bot has to follow.

Scripts about what a client may decide for itself have a line `set only belfry`.
"""

import concurrent.futures
import unittest

from discord import limits, openapi
from discord.fake import Fake
from discord.peers import discord_js, node
from discord.people import buttons_of, text_of
from discord.script import Script, scripts
from discord.world import SEND_MESSAGES, VIEW_CHANNEL, Refusal


@unittest.skipUnless(node(), "the peers are not installed: tests/e2e/discord/install")
class DiscordJsTest(unittest.TestCase):
    def start(self, **arguments):
        fake = self.enterContext(Fake(house=False))
        peer = self.enterContext(discord_js(fake, **arguments))
        return fake, peer

    def test_interactions(self):
        fake, peer = self.start()
        anna, bruno = fake.person("Anna"), fake.person("Bruno", locale="fr")
        peer.wait_said("registered")
        act = anna.slash("ping", word="hello")
        fake.wait(lambda: len(act.messages) == 2, "a follow-up")
        self.assertEqual(act.text, "pong hello\nthat was all")
        self.assertTrue(act.is_private)
        self.assertEqual(bruno.sees(), [])
        self.assertEqual(anna.complete("ping", "word", "hel"), [("Hello", "hello")])
        self.assertEqual(anna.press("Again").text, "pressed")
        self.assertNotIn("Again", [each["label"] for each in buttons_of(act.message)])
        self.assertEqual(bruno.sees(), [])

    def test_direct_messages(self):
        fake, peer = self.start()
        anna = fake.person("Anna")
        peer.wait_said("registered")
        self.assertEqual(anna.slash("letter").text, "sent")
        self.assertEqual([text_of(each) for each in anna.inbox()], ["Dear reader"])
        for code in (50007, 50278):
            anna.person.dms_refused = code
            self.assertEqual(anna.slash("letter").text, f"refused with {code}")
        fake.world.dm_openings_most = 1
        self.assertEqual(fake.person("Bruno").slash("letter").text, "refused with 40003")

    def test_late_and_double_answers(self):
        fake, peer = self.start()
        peer.wait_said("registered")
        anna = fake.person("Anna")
        anna.slash("letter", wait=False, age=4)
        peer.wait_said("failed 10062")
        act = anna.slash("ping")
        fake.wait(lambda: len(act.messages) == 2, "a follow-up")
        fake.clock.advance(16 * 60)
        with self.assertRaises(Refusal) as caught:
            fake.do(lambda: fake.world.by_token(fake.world.application, act.interaction.token))
        self.assertEqual(caught.exception.code, 50027)

    def test_rate_limits_are_waited_for(self):
        fake, peer = self.start()
        fake.rest.quotas.limits["POST /channels/:id/messages"] = (2, 1.0)
        peer.wait_said("registered")
        anna = fake.person("Anna")
        for _ in range(4):
            anna.slash("letter")
        self.assertEqual(len(anna.inbox()), 4)
        self.assertEqual(fake.rest.quotas.too_many, 0)
        peer.wait_said("limited user POST /channels/:id/messages")

    def test_429_of_every_scope(self):
        fake, peer = self.start()
        peer.wait_said("registered")
        anna = fake.person("Anna")
        anna.slash("letter")
        for number, scope in enumerate(("user", "shared", "global"), 2):
            fake.trouble("POST /channels/*/messages", scope=scope, retry_after=0.2)
            self.assertEqual(anna.slash("letter").text, "sent")
            self.assertEqual(len(anna.inbox()), number)
        self.assertEqual(fake.rest.quotas.invalid, 2)

    def test_errors_of_the_server_are_tried_again(self):
        fake, peer = self.start()
        peer.wait_said("registered")
        anna = fake.person("Anna")
        fake.trouble("POST /channels/*/messages", 502)
        self.assertEqual(anna.slash("letter").text, "sent")
        self.assertEqual(len(anna.inbox()), 1)
        # discord.js sends no nonce, so after a lost answer it sends things twice.
        fake.trouble("POST /channels/*/messages", 502, done=True)
        anna.slash("letter")
        self.assertEqual(len(anna.inbox()), 3)

    def test_wrong_token(self):
        fake = self.enterContext(Fake(house=False))
        fake.token, right = "wrong", fake.token
        peer = discord_js(fake)
        fake.token = right
        with peer:
            self.assertEqual(peer.process.wait(20), 4)

    def test_huge_and_compressed(self):
        fake, peer = self.start(program="compressed.mjs")
        fake.gateway.piece = 1000
        peer.wait_said("event GUILD_CREATE")
        self.assertIn("compress=zlib-stream", fake.entries("open")[0].more)
        for number in range(3):
            fake.add_guild(f"Guild {number} " + "é" * 30000)
        peer.wait_said("event GUILD_CREATE 3", 3)


@unittest.skipUnless(node(), "the peers are not installed: tests/e2e/discord/install")
class ScriptsTest(unittest.TestCase):
    def test_discord_js_follows_the_scripts(self):
        """Those that do not say `set only belfry`."""
        wanted = [name for name in scripts() if not Script(name).only()]
        self.assertGreater(len(wanted), 15)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            played = {pool.submit(self.play, name): name for name in wanted}
            for future in concurrent.futures.as_completed(played):
                with self.subTest(script=played[future]):
                    future.result()

    @staticmethod
    def play(name):
        script = Script(name)
        with Fake(house=False) as fake:
            script.prepare(fake)
            with discord_js(fake, silent=True, program="compressed.mjs" if "compress" in name
                            else "peer.mjs") as peer:
                counts = {"ready": 0, "resumed": 0}

                def settle(word):
                    counts[word] += 1
                    peer.wait_said({"ready": "shard ready", "resumed": "resumed"}[word],
                                   counts[word])
                script.play(fake, lambda: peer.process.wait(20), settle, exact=False)


class StandInTest(unittest.TestCase):
    """The stand-in's refusals, without a client."""

    def setUp(self):
        self.fake = self.enterContext(Fake())
        self.world = self.fake.world

    def post(self, **body):
        return self.fake.do(lambda: self.world.post(self.fake.channel, body))

    def refused(self, code, function, *arguments):
        with self.assertRaises(Refusal) as caught:
            self.fake.do(lambda: function(*arguments))
        self.assertEqual(caught.exception.code, code)

    def test_nonce_is_enforced(self):
        first = self.post(content="one", nonce="7", enforce_nonce=True)
        self.assertIs(self.post(content="one", nonce="7", enforce_nonce=True), first)
        self.assertIsNot(self.post(content="one", nonce="7"), first)
        self.assertIsNot(self.post(content="one", nonce="8", enforce_nonce=True), first)

    def test_permissions(self):
        self.fake.forbid(self.fake.channel, SEND_MESSAGES)
        self.refused(50013, self.world.post, self.fake.channel, {"content": "x"})
        self.fake.forbid(self.fake.channel, VIEW_CHANNEL)
        self.refused(50001, self.world.post, self.fake.channel, {"content": "x"})
        self.refused(10003, self.world.channel, "1")

    def test_interactions_run_out(self):
        anna = self.fake.person("Anna")
        begin = self.world.begin
        late = self.fake.do(lambda: begin(2, anna.person, self.fake.channel, {}, age=3.1))
        self.refused(10062, self.world.answer, late, 4, {"content": "x"})
        act = self.fake.do(lambda: begin(2, anna.person, self.fake.channel, {}))
        self.fake.do(lambda: self.world.answer(act, 4, {"content": "x"}))
        self.refused(40060, self.world.answer, act, 4, {"content": "x"})
        self.fake.clock.advance(15 * 60 + 1)
        self.refused(50027, self.world.by_token, self.world.application, act.token)

    def test_only_five_follow_ups_for_an_application_of_a_user(self):
        guild = self.fake.add_guild("Elsewhere", bot_member=None)
        channel = self.fake.do(lambda: self.world.add_channel(guild, "there"))
        anna = self.fake.person("Anna")
        act = self.fake.do(lambda: self.world.begin(2, anna.person, channel, {}))
        self.fake.do(lambda: self.world.answer(act, 4, {"content": "x"}))
        for _ in range(5):
            self.fake.do(lambda: self.world.follow_up(act, {"content": "x"}))
        self.refused(40094, self.world.follow_up, act, {"content": "x"})
        self.refused(50001, self.world.post, channel, {"content": "x"})


def rows(*parts):
    return [{"type": 1, "components": list(parts)}]


def button(**more):
    return {"type": 2, "style": 1, "label": "Join", "custom_id": "a", **more}


def command(**more):
    return {"name": "new", "description": "Opens a table.", **more}


MESSAGES, CALLBACK, COMMANDS = ("/channels/12345678901234567/messages",
                                "/interactions/12345678901234567/token/callback",
                                "/applications/12345678901234567/commands")
OPTION = {"type": 3, "name": "game", "description": "Which one."}

# Bodies that must be refused: by our own table …
BAD = [
    ("POST", MESSAGES, {"content": "x" * 2001}, "2001 characters"),
    ("POST", MESSAGES, {}, "empty message"),
    ("POST", MESSAGES, {"content": ""}, "empty message"),
    ("POST", MESSAGES, {"content": "x", "nonce": "n" * 26}, "26 characters"),
    ("POST", MESSAGES, {"content": "x", "enforce_nonce": True}, "without a nonce"),
    ("POST", MESSAGES, {"content": "x", "components": rows(button()) * 6}, "6 rows"),
    ("POST", MESSAGES, {"components": rows(button(), button())}, "custom_id a twice"),
    ("POST", MESSAGES, {"components": rows({"type": 2, "style": 1, "label": "x"})},
     "without custom_id"),
    ("POST", MESSAGES, {"components": rows(button(label=""))}, "without label"),
    ("POST", MESSAGES, {"components": rows(button(label="x" * 81))}, "81 characters"),
    ("POST", MESSAGES, {"components": rows(button(custom_id="x" * 101))}, "101 characters"),
    ("POST", MESSAGES, {"components": rows(*[button(custom_id=str(n)) for n in range(6)])},
     "6 components in a row"),
    ("POST", MESSAGES, {"components": rows({"type": 3, "custom_id": "a", "options": [
        {"label": str(n), "value": str(n)} for n in range(26)]})}, "26 options"),
    ("POST", MESSAGES, {"components": rows({"type": 3, "custom_id": "a", "options": [
        {"label": "x", "value": "x"}, {"label": "y", "value": "x"}]})}, "a value twice"),
    ("POST", MESSAGES, {"content": "x", "flags": 32768}, "not beside components V2"),
    ("POST", MESSAGES, {"flags": 32768, "components": [{"type": 10, "content": "x" * 4001}]},
     "4001 characters"),
    ("POST", MESSAGES, {"flags": 32768, "components": [{"type": 10, "content": "─" * 3400}]},
     "10212 bytes"),
    ("POST", MESSAGES, {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
     "6001 characters"),
    ("POST", MESSAGES, {"content": "x", "allowed_mentions": {"users": ["1", "1"]}}, "twice"),
    ("PATCH", MESSAGES + "/12345678901234567", {"content": "x" * 2001}, "2001 characters"),
    ("PATCH", MESSAGES + "/12345678901234567", {"flags": 64}, "can't be set"),
    ("POST", CALLBACK, {"type": 5, "data": {"flags": 64, "content": "x"}}, "a deferral carries"),
    ("POST", CALLBACK, {"type": 5, "data": {"flags": 32832}}, "a deferral carries"),
    ("POST", CALLBACK, {"type": 3}, "3 is none"),
    ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}},
     "0 to 25 choices"),
    ("POST", CALLBACK, {"type": 9, "data": {"title": "x" * 46, "custom_id": "a", "components": [
        {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "b"}}]}}, "46 characters"),
    ("PUT", COMMANDS, [command(name="BAD NAME")], "is no name"),
    ("PUT", COMMANDS, [command(name="New")], "is no name"),
    ("PUT", COMMANDS, [command(description="")], "empty"),
    ("PUT", COMMANDS, [{"name": "new"}], "no text"),
    ("PUT", COMMANDS, [command(id=0)], "id 0"),
    ("PUT", COMMANDS, [command(), command()], "command new twice"),
    ("PUT", COMMANDS, [command(name=f"c{n}") for n in range(101)], "101 commands"),
    ("PUT", COMMANDS, [command(options=[OPTION, {**OPTION, "name": "x", "required": True}])],
     "required option behind"),
    ("PUT", COMMANDS, [command(options=[{**OPTION, "autocomplete": True, "choices": [
        {"name": "x", "value": "x"}]}])], "choices beside autocomplete"),
    ("PUT", COMMANDS, [command(options=[{**OPTION, "min_length": 6001}])], "min_length"),
    ("PUT", COMMANDS, [command(default_member_permissions=32)], "digits in a text"),
    ("PUT", COMMANDS, [command(name_localizations={"xx": "new"})], "no locale xx"),
    ("PUT", COMMANDS, [command(options=[{**OPTION, "name": f"o{n}", "description": "x" * 100,
                                         "choices": [{"name": "y" * 99 + str(m), "value": "x" * 99}
                                                     for m in range(2)]}
                                        for n in range(20)])], "characters of 8000"),
    ("POST", "/users/@me/channels", {}, "recipient_id"),
    ("POST", "/users/@me/channels", {"recipient_id": 12345678901234567}, "ids are texts"),
    ("POST", "/channels/12345678901234567/threads", {"name": ""}, "empty"),
    ("POST", "/channels/12345678901234567/threads",
     {"name": "x", "auto_archive_duration": 5}, "auto_archive_duration"),
]
# … by the house's rules …
UNKINDLY = [
    ("POST", MESSAGES, {"content": "x", "allowed_mentions": {"parse": []}, "contents": "y"},
     "unknown key contents"),
    ("POST", MESSAGES, {"components": rows(button(customid="x")),
                        "allowed_mentions": {"parse": []}}, "unknown key customid"),
    ("POST", MESSAGES, {"content": "x"}, "may ping anybody"),
    ("POST", CALLBACK, {"type": 4, "data": {"content": "x", "allowed_mentions": {
        "parse": ["users"]}}}, "may ping anybody"),
    ("PUT", COMMANDS, [command(defaultpermissions="0")], "unknown key defaultpermissions"),
]
# … and by the published description.
UNPUBLISHED = [
    ("POST", MESSAGES, {"content": "x", "embeds": [{"title": "t"}] * 11}),
    ("POST", MESSAGES, {"content": "x", "embeds": "none"}),
    ("POST", MESSAGES, {"content": "x" * 4001}),
    ("POST", MESSAGES, {"components": rows(*[button(custom_id=str(n)) for n in range(6)])}),
    ("POST", CALLBACK, {"type": 3}),
    ("PUT", COMMANDS, [command(description="x" * 101)]),
    ("PUT", COMMANDS, [command(name=f"c{n}") for n in range(131)]),
    ("POST", "/users/@me/channels", {"recipient_id": 5}),
    ("GET", "/no/such/route", None),
]
GOOD = [
    ("POST", MESSAGES, {"content": "x", "nonce": "1", "enforce_nonce": True, "components": rows(
        button()), "allowed_mentions": {"parse": [], "users": ["12345678901234567"]}}),
    ("PATCH", MESSAGES + "/12345678901234567", {"content": "", "components": [],
                                                "allowed_mentions": {"parse": []}}),
    ("POST", CALLBACK, {"type": 5, "data": {"flags": 64}}),
    ("POST", CALLBACK, {"type": 8, "data": {"choices": []}}),
    ("PUT", COMMANDS, [command(options=[{**OPTION, "required": True, "autocomplete": True}],
                               default_member_permissions="32", contexts=[0, 1],
                               integration_types=[0], description_localizations={"fr": "Ouvre."})]),
    ("POST", "/users/@me/channels", {"recipient_id": "12345678901234567"}),
]


class BodiesTest(unittest.TestCase):
    """The checks refuse bad bodies and accept good ones."""

    def test_own_table(self):
        for method, path, body, text in BAD:
            with self.subTest(text):
                self.assertIn(text, "\n".join(limits.faults(method, path, body)))

    def test_house_rules(self):
        for method, path, body, text in UNKINDLY:
            with self.subTest(text):
                self.assertEqual(limits.faults(method, path, body), [])
                self.assertIn(text, "\n".join(limits.house_faults(method, path, body)))

    def test_good_bodies(self):
        specification = openapi.specification()
        for method, path, body in GOOD:
            with self.subTest(path):
                self.assertEqual(limits.faults(method, path, body), [])
                self.assertEqual(limits.house_faults(method, path, body), [])
                if specification:
                    self.assertEqual(specification.violations(method, path, body), [])

    @unittest.skipUnless(openapi.specification(),
                         "skipped: BELFRY_DISCORD_OPENAPI names no file")
    def test_published_description(self):
        for method, path, body in UNPUBLISHED:
            with self.subTest(path):
                self.assertTrue(openapi.specification().violations(method, path, body), body)


if __name__ == "__main__":
    unittest.main()
