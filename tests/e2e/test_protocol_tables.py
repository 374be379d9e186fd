"""What programs meet at the tables of a bot that runs: the deal of the day, hints, plans, moves taken back, people on
other networks, and the process that takes over from another."""

import os
import signal
import unittest

from duel import expand_moves
from postgres import Postgres
from processes import wait_until
from programs import Client, ProgramsTest
from servers import Ngircd
from support import BotTest

TERM = 5  # seconds of a lease, as in bot/turn/leases.h


class TablesTest(ProgramsTest):

    def setUp(self):
        super().setUp()
        self.configure()
        self.start()

    def start(self):
        self.bot = self.run_bot()
        self.listens(self.bot)

    def kill(self):
        self.bot.kill()
        self.start()

    def test_the_deal_of_the_day_is_private_and_goes_on(self):
        eve = self.connect("eve", "#a")
        eve.await_key("entered")
        ada = self.connect("ada", "#a")
        ada.send({"command": "daily goats"})
        turn = ada.await_key("legal")
        self.kill()
        ada = self.connect("ada")
        self.assertEqual(ada.await_key("names")["names"][0], "ada")
        again = ada.await_key("legal")
        self.assertEqual((again["turn"], again["legal"], again["view"]), (turn["turn"], turn["legal"], turn["view"]))
        ada.close()
        ada = self.connect("ada")
        said = []
        while "end" not in (message := ada.read()):
            said.append(message)
            if "legal" in message:
                ada.send({"move": message["legal"][0]})
        self.assertEqual(message["end"], "finished")
        self.assertEqual({each["to"] for each in said if "to" in each}, {"you"})
        self.assertIn("bye", eve.await_key("bye") or {"bye": ""})
        eve = self.connect("eve", "#a")
        self.assertEqual([list(each) for each in eve.answer(command="games")[:-1]], [["welcome"], ["entered"]])

    def test_a_move_goes_to_the_table_that_asked(self):
        ada = self.connect("ada", "#a")
        ada.send({"command": "daily goats"})
        ada.await_key("legal")
        ada.send({"command": "new en-garde", "place": "#a"}, {"command": "bots add random", "place": "#a"},
                 {"command": "start", "place": "#a"})
        turn = ada.await_key("legal")
        self.assertEqual(turn["game"], "en-garde")
        ada.send({"command": "deal abort"})
        self.assertEqual(ada.await_key("end")["scores"], [0] * 3)
        ada.send({"move": turn["legal"][0]})
        self.assertEqual(ada.await_key("n")["table"], turn["table"])

    def test_hints_and_plans_are_for_one_and_undo_is_for_all(self):
        eve = self.connect("eve", "#a")
        ada = self.connect("ada", "#a", "new en-garde hints=always", "bots add random", "start")
        turn = ada.await_key("legal")
        for command in ("hint", f"plan turn then {turn['legal'][0]}", "plans", "plan drop 1", "moves", "why"):
            answers = ada.answer(command=command, place="#a")
            self.assertEqual({each["to"] for each in answers}, {"you"}, answers)
        ada.send({"move": turn["legal"][0]})
        ada.await_key("legal")
        seen = eve.answer(command="games")
        self.assertFalse([each for each in seen if "legal" in each or each.get("kind") == "hand"])
        self.assertFalse([each for each in seen if "plan" in each.get("text", "") and each["to"] != "you"])

    def test_a_move_taken_back_is_told(self):
        ada = self.connect("ada", "#a", "new castellers")
        ada.await_key("table")
        bob = self.connect("bob", "#a", "join")
        ada.wait_for("bob")
        ada.send({"command": "start", "place": "#a"})
        bob.await_key("names")
        ada.await_key("names")
        ada.send({"command": "status", "place": "#a", "id": 1})
        while "legal" not in (message := ada.read()) and message.get("id") != 1:
            pass
        mover, other = (ada, bob) if "legal" in message else (bob, ada)
        turn = message if mover is ada else bob.await_key("legal")
        mover.send({"move": turn["legal"][0]})
        self.assertEqual(other.await_key("n")["n"], turn["turn"])
        mover.send({"command": "undo", "place": "#a"})
        other.wait_for("undo")
        other.send({"command": "undo", "place": "#a"})
        back = other.await_key("taken_back")
        self.assertEqual(back["taken_back"], 1)
        again = mover.await_key("legal")
        while again["turn"] <= back["n"]:
            again = mover.await_key("legal")
        self.assertEqual(again["legal"], turn["legal"])

    def test_killed_at_any_moment_no_move_is_lost_that_was_told(self):
        ada = self.connect("ada", "#a", "new goats", "bots add random", "bots add random", "start")
        turn, told = ada.await_key("legal"), 0
        for _ in range(8):
            ada.send({"move": turn["legal"][0], "table": turn["table"], "turn": turn["turn"]})
            told = max(told, ada.await_key("n")["n"])
            self.kill()
            ada = self.connect("ada", "#a")
            message = ada.read()
            while message is not None and "legal" not in message and "end" not in message:
                message = ada.read()
            if "end" in message:
                return
            self.assertGreater(message["turn"], told)
            turn = message


class PeopleTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def test_a_program_and_a_person_play_each_other(self):
        anna, = self.people("anna")
        bot = self.bot(anna, [self.network(admin_masks=["anna*!*@*"]),
                              {"name": "programs", "type": "protocol", "socket": "programs.socket",
                               "admins": ["host"]}])
        host = Client(os.path.join(bot.folder, "programs.socket")).sit("host", "#a", "link")
        self.addCleanup(host.close)
        code = host.wait_for("link ")["text"].split()[-1]
        anna.say(self.channel, f"!link {code}")
        host.wait_for("share their tables")
        anna.say(self.channel, "!new en-garde touches=1")
        host.wait_for("is open")
        host.send({"command": "join", "place": "#a"})
        host.wait_for("host sits down")
        anna.say(self.channel, "!start")
        self.assertEqual(sorted(host.await_key("names")["names"]), sorted([anna.nick, "host"]))
        turns = 0
        while "end" not in (message := host.read()):
            if "legal" in message:
                turns += 1
                host.send({"move": message["legal"][0]})
            if f"{anna.nick} to " in message.get("text", "") and message.get("kind") == "event":
                moves = anna.ask(bot.nick, "moves", "You can play: ").partition("You can play: ")[2]
                anna.say(self.channel, f"!p {expand_moves(moves)[0]}")
        self.assertGreater(turns, 0)
        self.assertEqual(message["end"], "finished")


class SharedTest(ProgramsTest):
    """Two processes on one PostgreSQL and one machine."""

    def setUp(self):
        super().setUp()
        self.configure(data=self.enterContext(Postgres()).address)
        self.first = self.run_bot()
        self.listens(self.first)
        self.second = self.run_bot()
        wait_until(lambda: any("bot.started" in line for line in self.second.lines), 20)
        ada = self.connect("ada", "#a", "new en-garde", "bots add random", "start")
        self.turn = ada.await_key("legal")

    def goes_on(self):
        self.listens(self.second)
        ada = self.connect("ada", "#a")
        self.assertEqual(ada.await_key("names")["names"], ["ada", "Bot 1"])
        turn = ada.await_key("legal")
        self.assertEqual((turn["turn"], turn["view"]), (self.turn["turn"], self.turn["view"]))
        ada.send({"move": turn["legal"][0]})
        self.assertEqual(ada.await_key("n")["n"], turn["turn"])
        return ada

    def test_a_killed_process_is_replaced(self):
        self.first.kill()
        self.goes_on()

    def test_a_process_that_ends_hands_over(self):
        self.assertEqual(self.first.stop(), 0)
        self.goes_on()

    def test_a_process_that_stands_still_is_replaced_and_wakes(self):
        self.first.signal(signal.SIGSTOP)
        ada = self.goes_on()
        self.first.signal(signal.SIGCONT)
        wait_until(lambda: any("lease.lost" in line for line in self.first.lines), 3 * TERM)
        ada.await_key("legal")
        self.connect("bob", "#a").await_key("entered")
        self.assertEqual(self.first.stop(), 0)
        self.connect("cleo", "#a").await_key("entered")


if __name__ == "__main__":
    unittest.main()
