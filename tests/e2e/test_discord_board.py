"""The message that shows a table: when it is edited, when it is posted again, and its buttons."""

import json
import os
import re
import shutil
import subprocess
import unittest

from bot import executable
from discord.limits import CONTENT
from discord.match import Match
from discord.people import buttons_of, menus_of, raw_text_of, text_of
from discord.support import NAMES, DiscordTest
from discord.world import ATTACH_FILES, CREATE_PUBLIC_THREADS


class BoardTest(DiscordTest):
    def open(self, settings=None, **options):
        self.bot(**settings or {})
        people = self.table(**options)
        self.fake.settle()
        return people

    def play(self, people, count=1):
        for _ in range(count):
            self.play_one(people)
        self.fake.settle()

    def pictures(self):
        """The public messages with a table in a code block."""
        return [each for each in self.channel.messages.values()
                if each.viewer is None and "```" in each.content]


class EditedTest(BoardTest):
    def test_one_message_is_edited(self):
        people = self.open()
        board = self.board()
        self.play(people, 4)
        self.assertIs(self.board(), board)
        self.assertEqual(len([each for each in self.pictures() if each.components]), 1)
        self.assertRegex(text_of(board), "last: ")

    def test_commands_in_texts_can_be_clicked(self):
        self.bot()
        anna = self.fake.person("Anna")
        opened = anna.slash("new", game="en-garde")
        texts = opened.text + "".join(text_of(each) for each in self.channel.messages.values())
        self.assertRegex(texts, r"Type </join:\d+> to sit down, </start:\d+> to begin")
        anna.slash("abort")
        help_ = anna.slash("help")
        self.assertTrue(help_.is_private)
        self.assertRegex(help_.text, r"</new:\d+>")
        self.assertLess(len(help_.text.splitlines()), 12)
        self.assertGreater(len(help_.buttons), 4)

    def test_posted_anew_when_it_has_scrolled_away(self):
        people = self.open({"board_distance": 5, "channel_messages": True})
        board = self.board()
        for number in range(7):
            people[0].say(f"chatter {number}")
        self.play(people)
        self.assertIsNot(self.board(), board)

    def test_posted_anew_after_an_hour(self):
        """Discord limits edits of old messages."""
        people = self.open()
        board = self.board()
        board.moment -= 3700
        for interaction in self.fake.world.interactions.values():
            interaction.born -= 3700  # no token reaches it any more
        self.fake.world.edits_of_old_refused = True
        self.play(people)
        self.assertIsNot(self.board(), board)
        self.fake.settle()
        self.assertIn(board, self.fake.world.deleted)  # which is not rationed
        self.assertRegex(text_of(self.board()), "last: ")

    def test_deleted_message(self):
        people = self.open()
        board = self.board()
        self.fake.do(lambda: self.fake.world.delete(self.channel, board.id))
        self.play(people)
        self.assertIsNot(self.board(), board)

    def test_is_found_again_after_a_restart(self):
        bot = self.bot()
        people = self.table()
        self.play(people)
        board = self.board()
        bot.restart()
        self.fake.expect("^(identify|resume)$", "gateway", count=2)
        self.wait_in(bot)
        self.play(people)
        self.assertLessEqual(len([each for each in self.pictures() if each.components]), 2)
        self.assertIn(self.board().channel, [board.channel])

    def test_every_game_fits(self):
        """The widest table of each game, with long names, is within every limit."""
        self.bot()
        games = json.loads(subprocess.run([executable(), "games", "--json"], check=True,
                                          capture_output=True).stdout)
        for game, players in ((game["id"], game["players"]["max"]) for game in games):
            channel = self.fake.add_channel(game)
            people = [self.fake.person("é" * 25 + name, channel=channel) for name in NAMES[:players]]
            people[0].slash("new", game=game)
            for person in people[1:]:
                person.slash("join")
            people[0].slash("start")
            self.fake.settle()
            for act in (people[0].slash("table"), people[0].slash("table", view="wide"),
                        people[0].slash("table", view="sentences")):
                for message in act.messages:
                    self.assertLessEqual(len(raw_text_of(message)), CONTENT)
                    self.assertEqual(raw_text_of(message).count("```") % 2, 0)

    def test_colours_are_off_unless_wanted(self):
        people = self.open()
        self.play(people, 2)
        self.assertNotIn("\x1b", raw_text_of(self.board()))

    def test_colours(self):
        people = self.open({"colours": True})
        self.play(people, 2)
        text = raw_text_of(self.board())
        self.assertIn("```ansi", text)
        for code in re.findall("\x1b\\[([0-9;]*)m", text):
            self.assertTrue(all(each in ("0", "1", "4") or 30 <= int(each) <= 47
                                for each in code.split(";")), code)


class ImageTest(BoardTest):
    @staticmethod
    def set_board(admin, kind):
        admin.slash("config", action="set", where="channel", setting="board", value=kind)

    def open_as(self, kind):
        self.bot()
        people = self.table()
        self.set_board(people[0].become_admin(), kind)
        self.fake.settle()
        self.play(people)
        return people

    def test_board_is_an_image(self):
        people = self.open_as("image")
        board = self.board()
        (name, png), = board.files
        self.assertEqual(name, "table.png")
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(int.from_bytes(png[16:20], "big"), 936)
        self.assertLess(len(png), 60000)
        self.assertNotIn("```", board.content)
        self.assertRegex(board.descriptions[0], "Anna")
        self.assertLessEqual(len(board.descriptions[0]), 1000)
        self.play(people)
        self.assertIs(self.board(), board)
        self.assertEqual(len(board.files), 1)
        self.assertNotEqual(board.files[0][1], png)

    def test_both(self):
        people = self.open_as("both")
        self.assertIn("```", self.board().content)
        self.assertTrue(self.board().files)
        self.set_board(people[0], "text")
        self.play(people)
        self.assertIn("```", self.board().content)
        self.assertFalse(self.board().files)

    def test_without_the_permission_the_text_is_shown(self):
        self.fake.do(lambda: setattr(self.channel, "bot_permissions",
                                     self.channel.bot_permissions & ~ATTACH_FILES))
        self.open_as("image")
        self.assertIn("```", self.board().content)
        self.assertFalse(self.board().files)


class InjectionTest(BoardTest):
    def test_names_ring_nobody_and_break_out_of_nothing(self):
        self.bot()
        names = ["```@everyone", "<@12345678901234567>", "**x**`|| [a](http://b)"]
        people = [self.fake.person(name) for name in names]
        people[0].slash("new", game="goats")
        for person in people[1:]:
            person.slash("join")
        people[0].slash("start")
        self.fake.settle()
        self.play(people, 3)
        for message in people[0].sees():
            allowed = message.allowed_mentions
            self.assertEqual(allowed["parse"], [])
            self.assertTrue(set(allowed.get("users") or []) <= {each.id for each in people})
            raw = raw_text_of(message)
            self.assertEqual(raw.count("```") % 2, 0, raw)
            outside = "".join(raw.split("```")[::2])
            self.assertNotRegex(outside, r"(?<!\\)`")
            self.assertNotIn("<@12345678901234567>", outside)

    def test_words_that_come_back_are_harmless(self):
        people = self.open()
        actor = self.actor(people)
        for evil in ("```", "@everyone", "<@&12345678901234567>", "\u202eevil", "`" * 200,
                     "x" * 6000):
            act = actor.slash("play", move=evil, unchecked=True)
            self.assertTrue(act.is_private)
            self.assertEqual(act.message.allowed_mentions["parse"], [])

    def test_only_who_must_act_is_mentioned(self):
        """Only by a new message, because an edit notifies nobody."""
        people = self.open({"call_after": "0s"})
        self.play(people, 4)
        for entry in self.fake.entries("^PATCH", "rest", "->"):
            body = entry.details.get("data") or entry.details
            self.assertFalse(body["allowed_mentions"].get("users"), body)
        for message in people[0].sees():
            self.assertLessEqual(len(message.allowed_mentions.get("users") or []), 1)


class PressedTest(BoardTest):
    def test_lobby(self):
        """A whole beginning by buttons."""
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        anna.slash("new", game="en-garde")
        bruno.press("Join")
        anna.press("Start")
        self.fake.settle()
        self.assertIn("Your cards", bruno.press("Show my hand").text)
        self.assertTrue({"Show my hand", "Moves"} <= {
            each["label"] for each in buttons_of(self.board())})

    def test_bots_by_button(self):
        self.bot()
        anna = self.fake.person("Anna")
        anna.slash("new", game="en-garde")
        anna.press("Add a bot")
        anna.press("Start")
        self.fake.settle()
        self.assertIn("Your cards", anna.press("Show my hand").text)

    def test_late_press_says_what_happened_since(self):
        people = self.open()
        actor = self.actor(people)
        old = actor.slash("moves")
        self.play(people, 2)
        act = actor.press(old.buttons[0], message=old.message)
        self.assertTrue(act.is_private)
        self.assertRegex(act.text, r"(?i)since|now|old|meanwhile")

    def test_double_click(self):
        """Twice at once: one move."""
        people = self.open()
        actor = self.actor(people)
        act = actor.slash("moves")
        label = act.buttons[0]
        first = actor.press(label, message=act.message, wait=False)
        second = actor.press(label, message=act.message, wait=False)
        first.wait()
        second.wait()
        self.fake.settle()
        told = [line for each in people[0].sees() if each.viewer is None and not each.components
                for line in text_of(each).split("\n") if line.startswith(f"{actor.name} advances")]
        self.assertLessEqual(len(told), 1, told)
        self.assertEqual(self.fake.refusals, [])

    def test_press_by_somebody_else(self):
        """Everybody who sees a button can press it: the seat counts, not the button."""
        people = self.open()
        actor = self.actor(people)
        other = next(each for each in people if each is not actor)
        act = actor.slash("moves")
        button = buttons_of(act.message)[0]
        before = text_of(self.board())
        for person in (other, self.fake.person("Watcher")):
            refused = person.send_component(self.board(), button["custom_id"])
            self.assertTrue(refused.is_private)
        self.fake.settle()
        self.assertEqual(text_of(self.board()), before)

    def test_ids_that_nobody_made(self):
        people = self.open()
        for evil in ("", "b", "b:1:0:", "b:999999:0:play advance 1", "b:1:99999999999:start",
                     "x" * 100, "m:1:0", "b:1:0:play ```", "b:-1:0:start", "b:1:0:abort\nstart",
                     "b:AAAAAAAA:1:0:start", "b:AAAAAAAA:1:0:", "m:AAAAAAAA:1:0"):
            act = people[0].send_component(self.board(), evil or " ")
            self.assertIsNotNone(act.kind)

    def test_buttons_after_a_restart(self):
        bot = self.bot()
        people = self.table()
        self.fake.settle()
        bot.restart()
        self.fake.expect("^(identify|resume)$", "gateway", count=2)
        self.assertIn("Your cards", people[0].press("Show my hand").text)

    def test_buttons_of_another_store(self):
        """The numbers of tables begin anew: an old button of one server must not lead to a new table of
        another."""
        bot = self.bot()
        old = self.table(start=False)[0]
        board = self.board()
        self.fake.settle()
        bot.stop()
        shutil.rmtree(bot.data)
        os.mkdir(bot.data)
        bot.start()
        self.fake.expect("^(identify|resume)$", "gateway", count=2)
        channel = self.fake.add_channel("elsewhere", self.fake.add_guild("Others"))
        owner = self.fake.person("Owner", channel=channel)
        owner.slash("new", game="en-garde")
        self.fake.settle()
        shown = [text_of(each) for each in channel.messages.values()]
        for button in buttons_of(board):
            act = old.send_component(board, button["custom_id"])
            self.assertTrue(act.is_private)
            self.assertIn("I don’t know that button any more.", act.text)
        self.fake.settle()
        self.assertEqual([text_of(each) for each in channel.messages.values()], shown)

    def test_buttons_of_a_game_that_is_over(self):
        people = self.open(touches=1)
        board = self.board()
        old = {each["label"]: each["custom_id"] for each in buttons_of(board)}
        Match(self.fake, people, seed=4).play()
        for custom_id in old.values():
            act = people[0].send_component(board, custom_id)
            self.assertIsNotNone(act.kind)

    def test_form(self):
        """"Type a move" asks for a text; one that is dismissed harms nothing."""
        people = self.open()
        actor = self.actor(people)
        act = actor.slash("moves")
        if "Type a move" not in act.buttons:
            act = actor.press("Show my hand")
        label = next(each for each in act.buttons if each.startswith("Type"))
        dismissed = actor.press(label, message=act.message)
        self.assertEqual(dismissed.kind, 9)
        form = actor.press(label, message=act.message)
        hand = re.search(r"Your cards: (\d)", actor.slash("hand").text)[1]
        done = actor.submit(form, text=f"advance {hand}")
        self.assertNotRegex(done.text, r"\(rule")
        self.fake.settle()
        self.assertIsNot(self.actor(people), actor)

    def test_public_choices_only_where_all_is_public(self):
        """Castellers' moves may be buttons under the board; moves from a hand never."""
        people = self.open(game="castellers")
        self.play(people, 2)
        self.assertTrue(buttons_of(self.board()) or menus_of(self.board()))
        other = self.fake.add_channel("other")
        anna, bruno = (self.fake.person(name, channel=other) for name in ("Xenia", "Yves"))
        anna.slash("new", game="en-garde")
        bruno.slash("join")
        anna.slash("start")
        self.fake.settle()
        for message in anna.sees(other):
            if message.viewer is None:
                labels = [each["label"] for each in buttons_of(message)]
                self.assertFalse([each for each in labels if re.search(r"advance|retreat", each)])


class ThreadTest(BoardTest):
    def test_thread_of_a_table(self):
        self.bot()
        anna, bruno = self.people("Anna", "Bruno")
        anna.become_admin()
        self.wants_threads(anna)
        anna.slash("new", game="en-garde")
        thread = self.fake.wait(lambda: next((each for each in self.fake.world.channels.values()
                                              if each.is_thread), None), "a thread")
        bruno.wait_sees("En Garde", channel=thread)
        bruno.slash("join", channel=thread)
        anna.slash("start", channel=thread)
        self.fake.settle()
        self.assertIn("Your cards", bruno.press("Show my hand", channel=thread).text)
        anna.slash("new", game="en-garde", options="touches=1")
        self.assertTrue(anna.reads())

    def test_no_permission_for_threads(self):
        self.bot()
        anna = self.fake.person("Anna").become_admin()
        self.wants_threads(anna)
        self.fake.forbid(self.channel, CREATE_PUBLIC_THREADS)
        anna.slash("new", game="en-garde")
        anna.wait_sees("is open")

    def wants_threads(self, admin):
        act = admin.slash("config", action="set", where="channel", setting="threads", value="on")
        self.assertRegex(act.text, "threads")


if __name__ == "__main__":
    unittest.main()
