"""Dialogues with a client of Discord as text files.

    # A comment; the first ones say what it is about.
    set heartbeat 45000            before the client starts; see Script.SETTINGS
    gateway -> open /gateway?v=10&encoding=json
    gateway <- hello
    gateway -> identify intents=1
    gateway <- ready
    rest -> POST /channels/CHANNEL/messages
    rest <- 429 shared 0.2         the answer to the next request, set before it comes
    after 2s gateway <- close 4000
    end running                    or: end stopped (the client ended, not with status 0), end quiet 2
                                   (nothing more happens within these seconds)

`->` is an action of the client: the line waits for the next action of its stream, which must be this one.
Heartbeats are ignored where none is expected, questions for the ids of commands everywhere. `<-` is done at once. Words KEY=VALUE of an expected line are
compared with the payload's data (dots go deeper). `*` stands for anything inside a path, `a|b` for either code
of a close.

The same files are played against the bot and against discord.js.
"""

import fnmatch
import glob
import json
import os
import re
import time

from processes import PATIENCE, Failure

from .gateway import ACK, HEARTBEAT, INVALID, RECONNECT

ASKS_IDS = re.compile(r"^GET /applications/\d+/commands$")
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts")


def scripts(pattern="*"):
    return sorted(os.path.basename(path)[:-4]
                  for path in glob.glob(os.path.join(FOLDER, f"{pattern}.txt")))


class Line:
    def __init__(self, number, raw):
        self.number, self.raw = number, raw
        words = raw.split()
        self.delay = 0.0
        if words[0] == "after":
            self.delay = float(words[1].rstrip("s"))
            words = words[2:]
        self.stream = words[0]
        self.way = words[1] if words[0] in ("gateway", "rest") else ""
        self.words = words[2:] if self.way else words[1:]


class Script:
    def __init__(self, name):
        self.name = name
        with open(os.path.join(FOLDER, f"{name}.txt"), encoding="utf-8") as file:
            content = file.read()
        self.about = re.findall(r"^# ?(.*)", content, re.M)[0]
        self.lines = [Line(number, raw.strip()) for number, raw in
                      enumerate(content.splitlines(), 1) if raw.strip() and raw[0] != "#"]

    # -- Settings

    def settings(self):
        """The words of the `set` lines, by their first word; `set bot KEY VALUE` is for the bot only."""
        return {tuple(line.words[:-1]): line.words[-1] for line in self.lines
                if line.stream == "set"}

    def prepare(self, fake):
        gateway = fake.gateway
        gateway.automatic = False
        for (first, *_), value in self.settings().items():
            if first == "heartbeat":
                gateway.heartbeat_interval = int(value)
            elif first == "acks":
                gateway.acknowledges = value == "on"
            elif first == "pieces":
                gateway.piece = int(value)
            elif first == "remaining":
                gateway.start_limit["remaining"] = int(value)
            elif first not in ("bot", "only"):
                raise Failure(f"{self.name}: set {first} is unknown")

    def for_bot(self):
        """Keys of the bot's network."""
        return {key[1]: value for key, value in self.settings().items() if key[0] == "bot"}

    def only(self):
        """The one client that it is for, or ""."""
        return self.settings().get(("only",), "")

    # -- Playing

    def play(self, fake, stopped, settle=lambda word: None, exact=True):
        """`stopped()` waits for the client's end and returns its exit status; `settle("ready")` or
        "resumed" waits until it has taken that in. A client that is not `exact` handles several
        events at once, so its number of the last one may lag behind."""
        Player(self, fake, stopped, settle, exact).play()


class Player:
    def __init__(self, script, fake, stopped, settle, exact):
        self.script, self.fake = script, fake
        self.stopped, self.settle, self.exact = stopped, settle, exact
        self.seen = {"gateway": 0, "rest": 0}

    def play(self):
        for line in self.script.lines:
            try:
                self.step(line)
            except Failure as failure:
                raise Failure(f"{self.script.name}.txt, line {line.number}: {line.raw}\n"
                              f"{failure}") from None
        self.check_nothing_more()

    def step(self, line):
        if line.delay:
            # The script says how long Discord is silent; no measurement depends on it.
            time.sleep(line.delay * PATIENCE)
        if line.stream == "set":
            return
        if line.stream == "end":
            self.end(line.words)
        elif line.way == "->":
            self.expect(line)
        elif line.stream == "gateway":
            self.act(line.words)
            if line.words[0] in ("ready", "resumed"):
                self.settle(line.words[0])
        elif line.stream == "rest":
            self.answer(line.words)
        elif line.stream == "forgive":
            self.fake.forgive(" ".join(line.words))
        else:
            raise Failure("what is this?")

    def end(self, words):
        if words[0] == "stopped":
            status = self.stopped()
            if status == 0:
                raise Failure("ended as if all were well")
        elif words[0] == "quiet":
            time.sleep(float(words[1]))
        elif words[0] != "running":
            raise Failure("what end is this?")

    # -- What the client does

    def next_of(self, stream, skip_beats):
        """The client's next entry in the record, or None."""
        for at in range(self.seen[stream], len(self.fake.record)):
            entry = self.fake.record[at]
            if entry.stream == stream and entry.way == "->" and not (
                    skip_beats and entry.what == "heartbeat") and not ASKS_IDS.search(entry.what):
                return at, entry
        return None

    def expect(self, line):
        skip = line.words[0] != "heartbeat"
        at, entry = self.fake.wait(lambda: self.next_of(line.stream, skip), "the client", 20)
        self.seen[line.stream] = at + 1
        fault = self.differs(entry, line.words)
        if fault:
            raise Failure(f"came {entry.what} {entry.more} {json.dumps(entry.details)[:300]}: {fault}"
                          f"{self.fake.tail()}")

    def differs(self, entry, words):
        plain = [word for word in words if not re.match(r"[\w.\[\]]+=", word)]
        shown = [entry.what, *([entry.more] if entry.more and entry.what != "close" else [])]
        if entry.what == "close":
            return "" if plain[0] == "close" and self.is_code(entry.more, plain[1]) else "not that"
        wanted = self.named(" ".join(plain))
        if not any(fnmatch.fnmatchcase(text, wanted.replace("?", "[?]")) for text in
                   (" ".join(shown), "".join(shown), entry.what)):
            return f"not {wanted}"
        for word in words:
            match = re.match(r"([\w.\[\]]+)=(.*)", word)
            if match and match[1] in ("d", "seq") and not self.exact:
                continue
            if match and not self.holds(entry.details, match[1], match[2]):
                return f"not {word}"
        return ""

    @staticmethod
    def is_code(code, wanted):
        """`4000|1006`, or `!1000,1001`: any but these."""
        if wanted.startswith("!"):
            return code not in wanted[1:].split(",")
        return wanted == "*" or code in wanted.split("|")

    def named(self, text):
        return (text.replace("CHANNEL", self.fake.channel.id)
                .replace("APPLICATION", self.fake.world.application)
                .replace("GUILD", self.fake.guild.id))

    def holds(self, data, path, wanted):
        for key in path.split("."):
            if key == "d":
                continue
            data = data.get(key) if isinstance(data, dict) else None
        shown = json.dumps(data) if not isinstance(data, str) else data
        return fnmatch.fnmatchcase(shown, self.named(wanted))

    def check_nothing_more(self):
        for stream in self.seen:
            left = self.next_of(stream, True)
            if left:
                raise Failure(f"{self.script.name}: nobody expected {left[1].what} {left[1].more}"
                              f"{self.fake.tail()}")

    # -- What Discord does

    def act(self, words):
        fake, verb, rest = self.fake, words[0], words[1:]
        connection = fake.gateway.connection
        if verb == "close":
            return fake.do(lambda: connection.close(int(rest[0])))
        actions = {
            "hello": connection.hello,
            "drop": connection.drop,
            "ready": lambda: fake.gateway.welcome(connection),
            "reconnect": lambda: connection.send(RECONNECT),
            "beat": lambda: connection.send(HEARTBEAT),
            "ack": lambda: connection.send(ACK),
            "acks": lambda: setattr(fake.gateway, "acknowledges", rest[0] == "on"),
            "invalid": lambda: connection.send(INVALID, rest[0] == "true"),
            "resumed": lambda: self.take_up(connection),
            "event": lambda: self.event(rest),
            "repeat": lambda: fake.gateway.repeat(fake.gateway.session),
            "huge": lambda: self.event(["SOMETHING_LARGE", json.dumps({"x": "ä" * int(rest[0])})]),
            "text": lambda: connection.send_text(" ".join(rest)),
            "plain": lambda: connection.send_text(" ".join(rest), plain=True),
            "op": lambda: connection.send(int(rest[0]), {"new": True}),
        }
        if verb not in actions:
            raise Failure(f"gateway <- {verb} is unknown")
        fake.note("gateway", "<-", "script", " ".join(words))
        return fake.do(actions[verb])

    def take_up(self, connection):
        asked = self.fake.entries("^resume$", "gateway", "->")[-1].details
        session = self.fake.gateway.sessions[asked["session_id"]]
        self.fake.gateway.take_up(connection, session, asked["seq"])

    def event(self, words):
        """Without a connection the event waits in the session for the resume."""
        data = json.loads(self.named(" ".join(words[1:]) or "{}"))
        self.fake.gateway.dispatch(self.fake.gateway.session, words[0], data)

    def answer(self, words):
        """`rest <- 429 shared 0.2 [METHOD PATH]`, `rest <- 503 …`, `rest <- drop …`"""
        method_at = next((at for at, word in enumerate(words) if word.isupper()
                          and word.isalpha()), len(words))
        pattern = self.named(" ".join(words[method_at:])) or "* *"
        words = words[:method_at]
        arguments = {}
        if words[0] == "drop":
            arguments["drop"] = True
        elif words[0] == "429":
            arguments |= {"scope": words[1], "retry_after": float(words[2]) if words[2:] else 0.1}
        else:
            arguments["status"] = int(words[0])
        self.fake.trouble(pattern, **arguments)


