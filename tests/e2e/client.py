"""A scripted IRC client: it says what the test tells it to say and remembers every line that it received.

    with Client(server, "alice") as alice:
        alice.join("#table")
        alice.say("#table", "!new en-garde")
        alice.expect_said(r"sits at seat 1", "#table")

Expectations read forward: each one begins after the line that the last one matched, so two equal lines
need two expectations. A thread reads and answers PING.
"""

import base64
import re
import socket
import threading
import time

from processes import PATIENCE, Failure

FORMATTING = re.compile(r"\x03(\d{1,2}(,\d{1,2})?)?|\x04[0-9A-Fa-f]{6}|[\x02\x0f\x11\x16\x1d\x1e\x1f]")


def without_formatting(text):
    return FORMATTING.sub("", text)


class Line:
    """One received line, split. `text` is the last parameter, without formatting codes."""

    def __init__(self, raw):
        self.raw = raw
        self.time = time.monotonic()
        self.tags, rest = {}, raw
        if rest.startswith("@"):
            tags, _, rest = rest.partition(" ")
            for tag in tags[1:].split(";"):
                key, _, value = tag.partition("=")
                self.tags[key] = value
        self.source = ""
        if rest.startswith(":"):
            self.source, _, rest = rest[1:].partition(" ")
        self.plain = rest if not self.source else f":{self.source} {rest}"
        head, colon, trailing = rest.partition(" :")
        self.params = head.split() + ([trailing] if colon else [])
        self.command = self.params.pop(0) if self.params else ""

    @property
    def nick(self):
        return self.source.partition("!")[0]

    @property
    def target(self):
        return self.params[0] if self.params else ""

    @property
    def text(self):
        return without_formatting(self.params[-1]) if self.params else ""

    @property
    def is_speech(self):
        return self.command in ("PRIVMSG", "NOTICE") and len(self.params) == 2

    @property
    def is_public(self):
        return self.is_speech and self.target.lstrip("@+%&~").startswith("#")


class Client:
    """`tls` is an ssl.SSLContext or None. `address` is where we call from: another one is another
    host to the server. `capabilities` are asked for before registration; `login` is (account,
    password) by SASL PLAIN, or "external"; `password` is the server's."""

    SHOWN = 30

    def __init__(self, server, nick, tls=None, user=None, address="127.0.0.1", capabilities=(),
                 login=None, wait=True, host="127.0.0.1", password=None):
        self.nick = nick
        self.user = user or nick[:9]
        self.lines = []
        self.cursor = 0
        self.closed = False
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        port = server.tls_port if tls else server.port
        # The server's port may be in the range of our own ports.
        self._socket = socket.create_connection((host, port), 10 * PATIENCE,
                                                source_address=(address, 0))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self._socket = tls.wrap_socket(self._socket, server_hostname=host)
        self._socket.settimeout(None)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._register(capabilities, login, wait, password)
        except BaseException:
            self.close()
            raise

    # -- The connection

    def _register(self, capabilities, login, wait, password):
        wanted = list(capabilities) + (["sasl"] if login else [])
        if password:
            self.send(f"PASS {password}")
        if wanted:
            self.send("CAP LS 302")
        self.send(f"NICK {self.nick}", f"USER {self.user} 0 * :test client")
        if wanted:
            self.send(f"CAP REQ :{' '.join(wanted)}")
            self.expect(r" CAP \S+ ACK ")
            if login:
                self._login(login)
            self.send("CAP END")
        if wait:
            self.wait_welcome()

    def wait_welcome(self):
        """For clients made with wait=False, so that several can register at the same time."""
        self.nick = self.expect(r" 001 ").target
        self.expect(r" (376|422) ")

    def _login(self, login):
        self.send(f"AUTHENTICATE {'EXTERNAL' if login == 'external' else 'PLAIN'}")
        self.expect(r"AUTHENTICATE :?\+")
        if login == "external":
            self.send("AUTHENTICATE +")
        else:
            secret = "\0".join(("", *login)).encode()
            self.send("AUTHENTICATE " + base64.b64encode(secret).decode())
        line = self.expect(r" (90[3-7]) ")
        if line.command != "903":
            raise Failure(f"{self.nick}: no login: {line.raw}")

    def _read(self):
        pending = b""
        while True:
            try:
                portion = self._socket.recv(65536)
                # Servers delay a line until the previous one is acknowledged, which Linux
                # otherwise delays by 40 ms. This acknowledges it at once.
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            except (OSError, ValueError):
                portion = b""
            if not portion:
                break
            *complete, pending = (pending + portion).split(b"\n")
            for raw in complete:
                self._take(raw.rstrip(b"\r").decode("utf-8", "replace"))
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _take(self, raw):
        line = Line(raw)
        if line.command == "PING":
            self._send_quietly(f"PONG :{line.params[-1]}")
            return
        with self._changed:
            self.lines.append(line)
            if line.command == "NICK" and line.nick == self.nick:
                self.nick = line.params[0]
            self._changed.notify_all()

    def _send_quietly(self, line):
        try:
            self.send(line)
        except OSError:
            pass

    def send_bytes(self, data):
        with self._writing:
            self._socket.sendall(data)

    def send(self, *lines):
        self.send_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def close(self):
        """Hangs up without QUIT and waits until our reader has noticed."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
        self._reader.join(5)

    def quit(self, reason="bye"):
        self._send_quietly(f"QUIT :{reason}")
        self.wait_closed()
        self.close()

    def wait_closed(self, timeout=10):
        with self._changed:
            if not self._changed.wait_for(lambda: self.closed, timeout * PATIENCE):
                raise Failure(f"{self.nick}: the server did not close the connection")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # -- What is received

    def expect_line(self, accepts, what, timeout=10, since=None):
        """The first line, from the cursor (or `since`) on, that accepts(line) accepts; moves the cursor after
        it. A failure shows the last lines."""
        deadline = time.monotonic() + timeout * PATIENCE
        at = self.cursor if since is None else since
        with self._changed:
            while True:
                while at < len(self.lines):
                    at += 1
                    if accepts(self.lines[at - 1]):
                        self.cursor = at
                        return self.lines[at - 1]
                rest = deadline - time.monotonic()
                if self.closed or rest <= 0:
                    break
                self._changed.wait(rest)
        why = "the connection was closed" if self.closed else f"not within {timeout} s"
        raise Failure(f"{self.nick}: expected {what}; {why}. Last lines:\n"
                      + "\n".join(f"{'  ' if i < self.cursor else '> '}{line.raw}"
                                  for i, line in list(enumerate(self.lines))[-self.SHOWN:]))

    def expect(self, pattern, timeout=10, since=None):
        """The first line whose text without tags contains the pattern."""
        compiled = re.compile(pattern)
        return self.expect_line(lambda line: compiled.search(line.plain), f"/{pattern}/", timeout,
                                since)

    def expect_said(self, pattern, target=None, source=None, timeout=10, since=None):
        """The first PRIVMSG or NOTICE whose text contains the pattern: to a channel, or to us when
        `target` is None."""
        compiled = re.compile(pattern)
        wanted = (target or self.nick).lower()

        def accepts(line):
            return (line.is_speech and line.target.lower() == wanted
                    and (source is None or line.nick.lower() == source.lower())
                    and compiled.search(line.text))
        return self.expect_line(accepts, f"{source or 'somebody'} to say /{pattern}/ to {wanted}",
                                timeout, since)

    def mark(self):
        """A position in what was received, for `said` and `since`."""
        with self._changed:
            return len(self.lines)

    def said(self, target=None, source=None, pattern="", since=0, until=None):
        """All PRIVMSGs and NOTICEs so far with that target and source that contain the pattern;
        target "" is everything that was not said to a channel."""
        with self._changed:
            lines = self.lines[since:until]
        compiled = re.compile(pattern)
        return [line for line in lines if line.is_speech
                and (target is None or (not line.is_public if target == "" else
                                        line.target.lower() == target.lower()))
                and (source is None or line.nick.lower() == source.lower())
                and compiled.search(line.text)]

    def synchronize(self):
        """Waits until everything is received that the server sent us before this call. (Others may still be
        sending.)"""
        token = f"sync{time.monotonic_ns()}"
        since = self.mark()
        self.send(f"PING {token}")
        cursor = self.cursor
        self.expect(rf"PONG .*{token}", since=since)
        self.cursor = cursor

    # -- What people do

    def say(self, target, text):
        self.send(f"PRIVMSG {target} :{text}")

    def ask(self, bot, text, pattern="", timeout=10):
        """Says something to the bot in private and returns its first private answer that contains
        the pattern."""
        since = self.mark()
        self.say(bot, text)
        return self.expect_said(pattern, source=bot, timeout=timeout, since=since).text

    def join(self, channel, key=""):
        since = self.mark()
        self.send(f"JOIN {channel} {key}".rstrip())
        self.expect(rf"(?i) 366 \S+ {re.escape(channel)} ", since=since)

    def part(self, channel):
        self.send(f"PART {channel}")
        self.expect(rf"(?i)^:{re.escape(self.nick)}!\S+ PART :?{re.escape(channel)}")

    def change_nick(self, nick):
        self.send(f"NICK {nick}")
        self.expect(rf"^:\S+ NICK :?{re.escape(nick)}$")

    def kick(self, channel, nick, reason="out"):
        self.send(f"KICK {channel} {nick} :{reason}")
        self.expect(rf"(?i) KICK {re.escape(channel)} {re.escape(nick)}")

    def mode(self, target, *words):
        self.send(" ".join(("MODE", target, *words)))
        self.expect(rf"(?i) MODE {re.escape(target)} :?{re.escape(words[0])}")

    def invite(self, nick, channel):
        self.send(f"INVITE {nick} {channel}")
        self.expect(r" 341 ")

    def become_operator(self):
        self.send("OPER testop testop")
        self.expect(r" 381 ")

    def register_account(self, password):
        """Creates the services account of our nick, which logs us in."""
        self.say("NickServ", f"REGISTER {password} {self.nick}@test.example")
        self.expect_said(r"(?i) (is now )?registered", source="NickServ")

    def identify(self, account, password):
        self.say("NickServ", f"IDENTIFY {account} {password}")
        self.expect_said(r"(?i)you are now (identified|logged in|recognized)", source="NickServ")

    def names(self, channel):
        """The nicks in a channel, without their marks."""
        since = self.mark()
        self.send(f"NAMES {channel}")
        self.expect(rf"(?i) 366 \S+ {re.escape(channel)} ", since=since)
        listed = [line for line in self.lines[since:] if line.command == "353"]
        return {word.lstrip("~&@%+").partition("!")[0]
                for line in listed for word in line.text.split()}
