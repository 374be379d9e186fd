"""Players that are programs: `belfry play --protocol`, and the network of programs on a Unix socket."""

import json
import os
import random
import re
import signal
import socket
import stat
import subprocess
import sys
import unittest

from bot import executable
from processes import PATIENCE, Process
from programs import Client, ProgramsTest

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sample_player.py")
GAMES = ["en-garde", "campanile", "campanile-intermezzo", "patrician", "goats", "njet", "castellers", "pillars"]


PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What is no complaint of the line itself: the page has these codes, the catalog has texts of the games.
OF_GAMES = {"not-a-move", "illegal"}


def page():
    with open(os.path.join(PROJECT, "config", "PROTOCOL.md"), encoding="utf-8") as file:
        return file.read()


def blocks():
    """The lines of each block of the page."""
    return [block.partition("\n")[2].splitlines() for block in page().split("```")[1::2]]


def keys_of(example):
    """The keys of a message in the page, in which … stands for what is left out."""
    return tuple(json.loads(re.sub(r"([\[{])…", r"\1", example)))


def play(*arguments, lines="", **more):
    return subprocess.run([executable(), "play", *arguments, "--protocol"], input=lines, capture_output=True,
                          timeout=60 * PATIENCE, text=not isinstance(lines, bytes), **more)


class PlayTest(unittest.TestCase):

    def test_the_sample_has_forty_lines(self):
        with open(SAMPLE) as sample:
            self.assertLessEqual(len(sample.readlines()), 40)

    def test_the_sample_plays_every_game_to_its_end(self):
        for game in GAMES:
            with self.subTest(game):
                end = subprocess.run([sys.executable, SAMPLE, executable(), "play", game, "--protocol"],
                                     capture_output=True, text=True, timeout=300 * PATIENCE)
                self.assertIn("'end': 'finished'", end.stdout, end.stderr)

    def test_one_line_in_one_line_out(self):
        bot = subprocess.Popen([executable(), "play", "goats", "--protocol", "--seed", "5", "--seat", "2",
                                "--players", "4", "--level", "random", "--name", "Ada"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with bot:
            first = message = json.loads(bot.stdout.readline())
            moves = 0
            while "end" not in message:
                self.assertEqual(message["legal"], sorted(message["legal"]))
                self.assertEqual(message["seat"], 2)
                bot.stdin.write(json.dumps({"move": message["legal"][0], "turn": message["turn"]}) + "\n")
                bot.stdin.flush()
                message = json.loads(bot.stdout.readline())
                moves += 1
            self.assertEqual(bot.stdout.read(), "")
            self.assertEqual(bot.wait(10 * PATIENCE), 0)
        self.assertEqual((first["game"], first["players"], first["names"]),
                         ("goats", 4, ["Bot 1", "Ada", "Bot 2", "Bot 3"]))
        self.assertEqual(moves, 8)
        self.assertEqual(len(message["scores"]), 4)

    def test_the_same_seed_is_the_same_game(self):
        moves = '{"move":"play 14"}\n'
        one, other = (play("goats", "--seed", "1", lines=moves).stdout for _ in range(2))
        self.assertEqual(one, other)

    def test_bad_lines_change_nothing(self):
        bad = ["", "play 14", "[]", '{"move":5}', '{"colour":1}', '{"move":"play 14","turn":99}', "{}",
               '{"move":"play 51"}', '{"move":"play 1"}', '{"move":"play 14, play 2"}', "x" * 100000]
        done = play("goats", "--seed", "1", lines="\n".join(bad) + '\n{"move":"play 14"}\n')
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        codes = [line["code"] for line in lines if "error" in line]
        self.assertEqual(codes, ["not-json", "not-json", "not-json", "bad-value", "unknown-key", "other-turn",
                                 "no-move", "not-a-move", "illegal", "not-a-move", "too-long"])
        self.assertEqual(lines[len(bad) + 1]["events"][0]["move"], "play 14")

    def test_closed_input_is_one_line_and_status_1(self):
        done = play("njet")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["end"], "aborted")
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("the input ended before the game did", done.stderr)

    def test_closed_output_is_one_line_and_status_1(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run([executable(), "play", "goats", "--protocol"], input=b'{"move":"x"}\n' * 9,
                                  stdout=writing, stderr=subprocess.PIPE, timeout=60 * PATIENCE)
        finally:
            os.close(writing)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_wrong_usage(self):
        self.assertEqual(play().returncode, 2)
        self.assertEqual(play("goats", "--data", "x").returncode, 2)
        self.assertEqual(play("goats", "--seat", "4").returncode, 2)

    def test_noise_is_answered_line_by_line(self):
        noise = random.Random(7)
        lines = [bytes(noise.randrange(256) for _ in range(noise.randrange(60))).replace(b"\n", b"")
                 for _ in range(400)]
        done = play("goats", "--seed", "1", lines=b"\n".join(lines) + b"\n")
        out = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertEqual(sum("error" in line for line in out), len(lines))
        self.assertEqual(done.returncode, 1)


class PageTest(unittest.TestCase):

    def test_it_has_every_code(self):
        with open(os.path.join(PROJECT, "config", "locale", "en", "bot.json"), encoding="utf-8") as file:
            codes = {key.partition(".")[2] for key in json.load(file) if key.startswith("protocol.")}
        rows = [row.split("|")[1] for row in page().splitlines() if re.match(r"\| `[a-z-]+`", row)]
        told = {code for row in rows for code in re.findall(r"`([a-z]+(?:-[a-z]+)+|illegal|taken|crowded)`", row)}
        self.assertEqual(told, codes | OF_GAMES)

    def test_its_game_is_played_like_that(self):
        command, *lines = blocks()[0]
        moves = ["advance 5", "retreat 4", "retreat 1", "advance 3", "retreat 3", "yield"]
        done = play(*command.replace(" --protocol", "").split()[3:],
                    lines="".join(json.dumps({"move": move}) + "\n" for move in moves))
        self.assertEqual([json.loads(line)["move"] for line in lines if '{"move"' in line[:8]], [moves[0], moves[-1]])
        for example in [line for line in lines if line[:8] != '{"move":' and line != "…"]:
            told = re.compile(re.escape(example).replace("…", ".*"))
            self.assertTrue(any(told.fullmatch(line) for line in done.stdout.splitlines()), example)

    def test_its_refusal_is_told_like_that(self):
        self.assertIn(blocks()[1][0], play("goats", lines='{"move":"x"}\n').stdout.splitlines())


class NetworkTest(ProgramsTest):

    def setUp(self):
        super().setUp()
        self.start()

    def start(self, **keys):
        self.configure(**keys)
        self.bot = self.run_bot()
        self.listens(self.bot)

    def sample(self, name, *commands):
        return subprocess.Popen([sys.executable, SAMPLE, self.path, name, "#a", *commands],
                                stdout=subprocess.PIPE, text=True)

    def test_only_the_owner_may_open_it_and_it_goes_with_the_bot(self):
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertTrue(any("sandbox.on" in line and "files=limited" in line for line in self.bot.lines)
                        or any("no Landlock" in line for line in self.bot.lines))
        with Client(self.path).sit("ada", "#a") as ada:
            ada.await_key("entered")
            self.assertEqual(self.bot.stop(), 0)
            self.assertIn("bye", ada.await_key("bye"))
            self.assertIsNone(ada.read())
        self.assertFalse(os.path.exists(self.path))

    def test_the_page_shows_what_is_told(self):
        ann = self.connect("ann", "#goats", "new goats")
        ann.await_key("table")
        others = [self.connect(name, "#goats", "join") for name in ("bob", "cleo")]
        told = [ann.wait_for("(3 of 3"), *ann.seen]
        ann.send({"command": "start", "place": "#goats"})
        while not any("end" in each for each in told):
            for client in others:
                client.send({"command": "status", "id": 1})
                while "id" not in (message := client.read()):
                    if "legal" in message:
                        client.send({"move": message["legal"][0]})
            ann.send({"command": "status", "id": 1})
            while "id" not in (message := ann.read()):
                told.append(message)
                if "legal" in message:
                    ann.send({"move": message["legal"][0]})
        self.bot.stop()
        told.append(ann.await_key("bye"))
        examples = {keys_of(line) for line in blocks()[3]}
        self.assertEqual(examples - {tuple(each) for each in told}, {("to", "table", "n", "taken_back"), ("to", "table", "end")})

    def test_who_leaves_before_the_game_leaves_the_table(self):
        ada = self.connect("ada", "#a", "new goats")
        ada.await_key("table")
        bob = self.connect("bob", "#a", "join")
        ada.wait_for("bob sits down")
        bob.close()
        ada.wait_for("bob")
        self.assertIn("ada", ada.answer(command="status", place="#a")[-1]["text"])
        self.assertNotIn("bob", ada.answer(command="status", place="#a")[-1]["text"])

    def test_at_most_so_many_places(self):
        with Client(self.path) as ada:
            ada.send({"name": "ada"}, *({"enter": f"#{number}"} for number in range(33)))
            ada.read()
            self.assertEqual([ada.read().get("code") for _ in range(33)], [None] * 32 + ["too-many-places"])

    def test_the_mode_is_configurable(self):
        self.bot.stop()
        self.start(mode="0660")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o660)

    def test_two_samples_play_each_other(self):
        with Client(self.path).sit("host", "#a", "new goats") as host:
            host.await_key("table")
            samples = [self.sample(name, "join") for name in ("ada", "bob")]
            host.wait_for("(3 of 3")
            host.send({"command": "start", "place": "#a"})
            self.play_on(host)
            for sample in samples:
                self.assertIn("'end': 'finished'", sample.communicate(timeout=60 * PATIENCE)[0])

    def play_on(self, client):
        while True:
            message = client.read()
            self.assertIsNotNone(message)
            self.assertNotIn("error", message)
            if "legal" in message:
                client.send({"move": message["legal"][0], "table": message["table"], "turn": message["turn"]})
            if "end" in message:
                return message

    def test_one_is_killed_and_comes_back(self):
        ada = Client(self.path).sit("ada", "#a", "new en-garde touches=1")
        self.addCleanup(ada.close)
        ada.await_key("table")
        bob = subprocess.Popen([sys.executable, "-c", WAITS, self.path], stdout=subprocess.PIPE, text=True)
        self.assertEqual(bob.stdout.readline(), "sits\n")
        ada.send({"command": "start", "place": "#a"})
        self.assertEqual(ada.await_key("players")["names"], ["ada", "bob"])
        bob.send_signal(signal.SIGKILL)
        bob.wait()
        bob.stdout.close()
        ada.wait_for("bob is away")
        second = self.sample("bob")
        self.assertEqual(self.play_on_from(ada)["end"], "finished")
        self.assertIn("'end': 'finished'", second.communicate(timeout=60 * PATIENCE)[0])

    def play_on_from(self, ada):
        """What came before, a turn too, is read again by asking."""
        for message in ada.seen:
            if "legal" in message:
                ada.send({"move": message["legal"][0]})
        return self.play_on(ada)

    def test_the_bot_is_killed_and_comes_back(self):
        with Client(self.path).sit("ada", "#a", "new en-garde", "bots add random", "start") as ada:
            turn = ada.await_key("legal")
            ada.send({"move": turn["legal"][0]})
            moved = ada.await_key("move")
            self.assertEqual(moved["n"], turn["turn"])
        with Client(self.path).sit("ada", "#a") as ada:
            turn = ada.await_key("legal")
            self.bot.kill()
            self.assertTrue(os.path.exists(self.path))
        self.start()
        with Client(self.path).sit("ada", "#a") as ada:
            again = ada.await_key("legal")
        self.assertEqual((again["turn"], again["legal"], again["view"]["hand"]),
                         (turn["turn"], turn["legal"], turn["view"]["hand"]))

    def test_an_old_turn_is_not_played(self):
        with Client(self.path).sit("ada", "#a", "new en-garde", "bots add random", "start") as ada:
            turn = ada.await_key("legal")
            ada.send({"move": turn["legal"][0], "table": turn["table"], "turn": turn["turn"], "id": 3})
            after = ada.await_key("legal")
            ada.send({"move": turn["legal"][0], "table": turn["table"], "turn": turn["turn"], "id": 4})
            self.assertIn("That was move", ada.await_key("id")["text"])
            repeated = ada.await_key("legal")
            self.assertEqual(repeated["turn"], after["turn"])

    def test_names_are_proved_and_unique(self):
        with Client(self.path) as ada, Client(self.path) as other:
            self.assertEqual(ada.hello["network"], "programs")
            ada.send({"name": "ada"})
            self.assertEqual(ada.read(), {"welcome": "ada"})
            other.send({"command": "games"}, {"name": "ada"}, {"name": "a b"}, {"name": "#a"},
                       {"name": "bob"}, {"name": "eve"})
            codes = [other.read().get("code") for _ in range(6)]
            self.assertEqual(codes, ["no-name", "taken", "no-name", "no-name", None, "one-name"])

    def test_a_hand_goes_to_its_owner_alone(self):
        with Client(self.path).sit("ada", "#a", "new goats") as ada:
            ada.await_key("table")
            with Client(self.path).sit("bob", "#a", "join") as bob, Client(self.path).sit("eve", "#a") as eve:
                ada.wait_for("bob")
                eve.await_key("entered")
                ada.send({"command": "bots add random", "place": "#a"}, {"command": "start", "place": "#a"})
                for client, gets in ((ada, True), (bob, True), (eve, False)):
                    client.send({"command": "status", "place": "#a", "id": 9})
                    seen = []
                    while not seen or seen[-1].get("id") != 9:
                        seen.append(client.read())
                    kinds = [each.get("kind") for each in seen if each.get("to") == "you"]
                    self.assertEqual("hand" in kinds, gets)
                    self.assertTrue(gets or not any("legal" in each for each in seen))

    def test_bad_lines_are_answered_one_by_one(self):
        noise = random.Random(3)
        keys = ["name", "enter", "leave", "command", "place", "move", "table", "turn", "id", "x"]
        values = ["#a", "", "new goats", "play 5", 7, -1, None, [], {}, True, "\x00\x1b", "ä" * 50, 1 << 60, 1.5]

        def bad_line():
            kind = noise.randrange(3)
            if kind == 0:
                return bytes(noise.randrange(256) for _ in range(noise.randrange(80))).replace(b"\n", b"")
            if kind == 1:
                return b"[" * noise.randrange(9000)
            return json.dumps({noise.choice(keys): noise.choice(values) for _ in range(noise.randrange(4))}).encode()

        with Client(self.path) as fuzz, Client(self.path).sit("ada", "#b") as ada:
            lines = [line for line in (bad_line() for _ in range(600)) if b'"name"' not in line]
            fuzz.socket.sendall(b"\n".join(lines) + b"\n" + b'{"name":"fuzz"}\n')
            answers = []
            while not answers or "welcome" not in answers[-1]:
                answers.append(fuzz.read())
            self.assertEqual(len(answers), len(lines) + 1)
            self.assertTrue(all("error" in each and "code" in each for each in answers[:-1]))
            fuzz.send({"enter": "#c"})
            fuzz.await_key("entered")
            fuzz.socket.sendall(b"\n".join(bad_line() for _ in range(600)) + b"\n")
            fuzz.socket.shutdown(socket.SHUT_WR)
            while fuzz.read() is not None:
                pass
            ada.await_key("entered")
            ada.send({"command": "games", "id": 1})
            self.assertEqual(ada.await_key("id")["id"], 1)
        self.assertTrue(self.bot.is_running(), self.bot.tail())

    def test_who_does_not_read_is_cut_off(self):
        with Client(self.path).sit("deaf", "#a") as deaf, Client(self.path).sit("ada", "#a") as ada:
            deaf.socket.setblocking(False)
            line = json.dumps({"command": "rules njet"}).encode() + b"\n"
            try:
                while True:
                    try:
                        deaf.socket.send(line * 20)
                    except BlockingIOError:
                        ada.send({"command": "games", "id": 1})
                        ada.await_key("id")
            except (BrokenPipeError, ConnectionResetError):
                pass
            ada.send({"command": "games", "id": 2})
            while ada.await_key("id")["id"] != 2:
                pass

    def test_at_most_so_many_clients(self):
        self.bot.stop()
        self.start(clients=1)
        with Client(self.path), Client(self.path) as second:
            self.assertEqual(second.hello["code"], "crowded")
            self.assertIsNone(second.read())

    def test_a_second_bot_leaves_the_socket_alone(self):
        second = Process([executable(), "run", "--config", "belfry.yaml", "--data", "other"], self.folder)
        self.assertEqual(second.wait(20), 1)
        self.assertIn("another process listens there", second.tail())
        with Client(self.path) as client:
            self.assertEqual(client.hello["belfry"], 1)


WAITS = """
import json, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
for request in ({"name": "bob"}, {"enter": "#a"}, {"command": "join", "place": "#a"}):
    s.sendall(json.dumps(request).encode() + b"\\n")
for line in s.makefile():
    if "bob sits down" in line:
        print("sits", flush=True)
"""


if __name__ == "__main__":
    unittest.main()
