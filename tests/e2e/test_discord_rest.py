"""The bot's requests: rate limits of every kind, errors, refusals, credentials."""

import re
import time
import unittest

from discord.people import text_of
from discord.support import DiscordTest, network
from discord.world import SEND_MESSAGES, VIEW_CHANNEL
from processes import PATIENCE, free_ports

MESSAGES = "POST /channels/:id/messages"
EDITS = "PATCH /channels/:id/messages/:id"


class RestTest(DiscordTest):
    def public(self):
        return [each for each in self.channel.messages.values() if each.viewer is None]

    def moves(self, people, count):
        """Moves one after the other, without waiting for the board."""
        for _ in range(count):
            self.play_one(people)

    def counted_table(self):
        """A table whose board no token reaches any more, so that its edits are counted."""
        people = self.table()
        self.fake.settle()
        self.fake.clock.advance(16 * 60)
        return people

    def requests(self, pattern, since=0):
        return self.fake.entries(pattern, "rest", "->", since)


class RateLimitsTest(RestTest):
    def test_a_bucket_is_learned_from_headers(self):
        """With a limit of two edits a second the bot edits less often and never gets a 429."""
        self.fake.rest.quotas.limits[EDITS] = (2, 1.0)
        self.bot()
        self.moves(self.counted_table(), 6)
        self.fake.settle(1.2)
        self.assertEqual(self.fake.rest.quotas.too_many, 0)
        shown = "\n".join(text_of(each) for each in self.public())
        self.assertRegex(shown, "(advances|retreats)")

    def test_routes_that_share_a_bucket(self):
        self.fake.rest.quotas.limits[EDITS] = (2, 0.5)
        self.fake.rest.quotas.limits[MESSAGES] = (2, 0.5)
        self.fake.rest.quotas.shared |= {EDITS: "one", MESSAGES: "one"}
        self.bot()
        self.moves(self.counted_table(), 6)
        self.fake.settle(0.7)
        # The bot can't know the bucket before the first answers name it.
        self.assertLessEqual(self.fake.rest.quotas.too_many, 2)

    def test_edits_by_token_are_not_counted(self):
        self.bot()
        people = self.table()
        self.fake.settle()
        since = self.fake.mark()
        self.moves(people, 6)
        self.fake.settle()
        self.assertEqual(self.requests("^PATCH /channels", since), [])
        self.assertEqual(len(self.requests("^PATCH /webhooks", since)), 6)

    def test_limit_of_the_whole_bot(self):
        """`requests-per-second` paces what Discord counts, answers to interactions excepted."""
        self.bot(requests_per_second=1)
        people = self.counted_table()
        since = self.fake.mark()
        self.moves(people, 3)
        self.fake.settle(1.2)
        counted = self.requests("^(?!POST /interactions|[A-Z]+ /webhooks)", since)
        for one, other in zip(counted, counted[1:]):
            self.assertGreaterEqual(other.time - one.time, 0.9)

    def test_429_of_the_user(self):
        self.waits_for("user")

    def test_429_that_is_shared(self):
        """A shared 429 does not count as a fault of the bot."""
        self.waits_for("shared")
        self.assertEqual(self.fake.rest.quotas.invalid, 0)

    def waits_for(self, scope):
        self.bot()
        people = self.counted_table()
        trouble = self.fake.trouble("PATCH /channels/*", scope=scope, retry_after=0.456)
        since = self.fake.mark()
        self.moves(people, 1)
        self.fake.expect("^PATCH /channels", "rest", since, count=2)
        edits = self.requests("^PATCH /channels", since)
        self.assertGreaterEqual(edits[1].time - edits[0].time, 0.44)
        self.assertEqual(trouble.times, 0)
        self.assertIn("advance", text_of(self.board()))

    def test_global_429_stops_everything_but_interactions(self):
        self.bot()
        people = self.counted_table()
        self.fake.trouble("PATCH /channels/*", scope="global", retry_after=0.8)
        since = self.fake.mark()
        self.moves(people, 1)
        began = self.fake.expect("^PATCH /channels", "rest", since).time
        people[0].slash("games")
        answered = self.requests("^POST /interactions", since)[-1].time
        self.fake.expect("^PATCH /channels", "rest", since, count=2)
        others = [entry for entry in self.requests("^(?!POST /(interactions|webhooks))", since)
                  if entry.time > began]
        self.assertGreaterEqual(others[0].time - began, 0.75)
        self.assertLess(answered - began, 0.75 * PATIENCE)

    def test_page_of_cloudflare(self):
        """A 429 that is not JSON: people are answered all the same, and the board follows within seconds."""
        bot = self.bot()
        people = self.counted_table()
        self.fake.trouble("PATCH /channels/*", scope="html")
        since = self.fake.mark()
        self.moves(people, 1)
        bot.wait_log("(?i)cloudflare")
        self.assertIn("En Garde", people[0].slash("games").text)
        self.fake.expect("^PATCH /channels", "rest", since, count=2)
        self.assertIn("advance", text_of(self.board()))

    def test_invalid_requests_are_counted(self):
        """After a 403 the bot does not repeat the request."""
        self.bot()
        people = self.table()
        self.fake.settle()
        self.channel.bot_permissions &= ~VIEW_CHANNEL
        since = self.fake.rest.quotas.invalid
        for _ in range(5):
            people[0].slash("moves")
        self.fake.settle(0.3)
        self.assertLessEqual(self.fake.rest.quotas.invalid - since, 2)


class ErrorsTest(RestTest):
    def test_post_whose_answer_got_lost_is_not_repeated(self):
        """Each kind of message; by the nonce Discord recognizes that it is the same one."""
        self.bot()
        people = self.people("Anna", "Bruno")
        self.fake.trouble("POST /channels/*/messages", 502, done=True, times=3)
        people[0].slash("new", game="en-garde")
        people[1].slash("join")
        people[0].slash("start")
        self.moves(people, 2)
        self.fake.settle(0.3)
        letters = [text_of(each) for person in people for each in person.inbox()]
        posts = [text_of(each) for each in self.public()]
        for texts in (letters, posts):
            self.assertEqual(sorted(texts), sorted(set(texts)))

    def test_answer_that_may_stand_there_is_not_posted_again(self):
        """The follow-ups of interactions have no nonce."""
        self.bot(call_after="0s")
        people = self.counted_table()
        actor = next(each for each in people if f"{each.name} to play" in text_of(self.board()))
        moves = actor.slash("moves")
        trouble = self.fake.trouble("POST /webhooks/*", 502, done=True)
        actor.press(next(each for each in moves.buttons if "advance" in each), message=moves.message)
        self.fake.settle(0.3)
        self.assertEqual(trouble.times, 0)
        lines = [text_of(each) for each in self.public() if "```" not in each.content]
        self.assertEqual(sorted(lines), sorted(set(lines)))

    def test_server_errors_are_tried_again(self):
        self.bot()
        people = self.counted_table()
        for status in (500, 502, 503, 504):
            self.fake.trouble("PATCH /channels/*", status)
            since = self.fake.mark()
            self.moves(people, 1)
            self.fake.expect("^PATCH /channels", "rest", since, count=2)
        self.fake.settle()
        self.assertRegex(text_of(self.board()), "(advances|retreats)")

    def test_cut_connection_is_tried_again(self):
        self.bot()
        people = self.counted_table()
        self.fake.trouble("PATCH /channels/*", drop=True)
        since = self.fake.mark()
        self.moves(people, 1)
        self.fake.expect("^PATCH /channels", "rest", since, count=2)

    def test_bad_request_is_not_repeated(self):
        bot = self.bot()
        people = self.counted_table()
        self.fake.trouble("PATCH /channels/*", 400, body={
            "code": 50035, "message": "Invalid Form Body", "errors": {"content": {
                "_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be shorter."}]}}})
        since = self.fake.mark()
        self.moves(people, 1)
        self.fake.settle(0.3)
        self.assertEqual(len(self.requests("^PATCH /channels", since)), 1)
        # The log has the path of what was wrong.
        bot.wait_log("content")

    def test_401_stops_everything(self):
        bot = self.bot()
        anna = self.fake.person("Anna")
        self.fake.token_revoked = True
        anna.slash("new", game="en-garde", wait=False)
        bruno = self.fake.person("Bruno")
        bruno.slash("join", wait=False)
        anna.slash("start", wait=False)
        self.fake.do(lambda: self.fake.world.emit("GUILD_DELETE", {"id": "1"}))
        bot.wait_log("(?i)401|token")
        self.fake.settle(0.5)
        self.assertLessEqual(len([each for each in self.fake.refusals if each.startswith("401")]), 2)

    def test_late_answer_is_not_repeated(self):
        """An interaction reaches the bot after its 3 seconds: at most one attempt, no crash; the move counts
        all the same."""
        bot = self.bot()
        people = self.table()
        anna = people[0]
        self.fake.settle()
        since = self.fake.mark()
        anna.slash("status", wait=False, age=4)
        self.fake.settle(0.3)
        self.assertLessEqual(len(self.requests("^POST /interactions", since)), 1)
        self.assertIn("Your cards", anna.press("Show my hand").text)
        self.assertTrue(bot.is_running())

    def test_answers_are_deferred_in_time(self):
        """If an answer takes time, Discord gets a deferral within its 3 seconds."""
        self.bot()
        people = self.table()
        self.fake.settle()
        acts = [people[0].slash("games", wait=False) for _ in range(5)]
        for act in acts:
            act.wait()
            self.assertLess(act.interaction.answered_after, 3)

    def test_token_of_an_interaction_runs_out(self):
        """After 15 minutes the token is not used any more."""
        self.bot()
        people = self.table()
        self.fake.settle()
        self.fake.clock.advance(16 * 60)
        self.moves(people, 3)
        self.fake.settle()
        self.assertEqual([each for each in self.fake.refusals if "50027" in each], [])


class StartTest(RestTest):
    def test_commands_are_registered_only_when_they_changed(self):
        bot = self.bot()
        self.fake.settle(0.3)
        self.assertEqual(len(self.requests("^PUT .*commands")), 1)
        bot.restart()
        self.fake.expect("^(identify|resume)$", "gateway", count=2)
        self.fake.settle(0.5)
        self.assertEqual(len(self.requests("^PUT .*commands")), 1)

    def test_definitions_of_the_commands(self):
        self.bot()
        commands = {each["name"]: each for each in self.fake.world.commands[""]}
        self.assertTrue({"new", "join", "start", "play", "moves", "hand", "table", "help"}
                        <= set(commands), set(commands))
        game = commands["new"]["options"][0]
        self.assertEqual(len(game["choices"]), 8)
        self.assertTrue(commands["play"]["options"][0]["autocomplete"])
        for command in commands.values():
            self.assertLessEqual(len(command["name"]), 32)

    def test_proxy_that_is_not_there(self):
        port = free_ports(1)[0]
        bot = self.bot(wait=False, environment={"http_proxy": f"http://127.0.0.1:{port}",
                                                "no_proxy": ""})
        wait = time.monotonic() + 5 * PATIENCE
        while time.monotonic() < wait and not bot.entries("level=(warn|error)"):
            time.sleep(0.05)
        self.assertTrue(bot.is_running())

    def test_server_that_speaks_no_tls(self):
        bot = self.bot(wait=False, api=f"https://127.0.0.1:{self.fake.port}/api/v10")
        bot.wait_log("(?i)ssl|tls")
        self.assertTrue(bot.is_running())

    def test_configuration_without_a_token(self):
        entry = network(self.fake)
        del entry["token"]
        from bot import Bot
        bot = self.enterContext(Bot([entry]))
        self.assertNotEqual(bot.process.wait(20), 0)
        self.assertTrue(re.search("token", "\n".join(bot.process.lines)))


class PermissionsTest(RestTest):
    def test_permission_is_taken_and_given_back(self):
        """People who ask get a private answer; the game rests without repeated requests, then goes on."""
        self.bot()
        people = self.table()
        self.fake.settle()
        self.fake.forbid(self.channel, SEND_MESSAGES)
        since = self.fake.mark()
        for _ in range(4):
            people[0].slash("status")
        self.fake.settle(0.3)
        self.assertLessEqual(len(self.requests("^POST /channels", since)), 1)
        self.fake.allow(self.channel, SEND_MESSAGES)
        self.moves(people, 1)
        self.fake.settle()
        self.assertRegex(people[0].slash("status").text, r"\d to \d")


if __name__ == "__main__":
    unittest.main()
