"""The bot as its operators run it: `belfry run --config FILE --data DIR`.

    with Bot([network(server, channels=["#table"])]) as bot: …

BELFRY names the executable; the default is the newest one below the project's build folders.
The log is read while it is written: one line per entry, key=value, on standard error.
"""

import glob
import os
import re
import signal
import threading
import time

from certificates import certificates
from processes import PATIENCE, Failure, Process, temporary_folder

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAIR = re.compile(r'([\w.-]+)=("(?:[^"\\]|\\.)*"|\S*)')
# What a sanitizer or the C library writes about an error of the bot.
FAULTS = re.compile(r"AddressSanitizer|LeakSanitizer|runtime error:|Assertion .* failed|"
                    r"stack smashing|buffer overflow detected|free\(\): |malloc\(\): ")


def executable():
    named = os.environ.get("BELFRY")
    if named:
        return os.path.abspath(named)
    found = [path for pattern in ("build/*/belfry", "build/*/bot/belfry", "build*/bot/belfry")
             for path in glob.glob(os.path.join(PROJECT, pattern)) if os.access(path, os.X_OK)]
    if not found:
        raise Failure("no belfry to test: build it, or name it in BELFRY")
    return max(found, key=os.path.getmtime)


def network(server, nick="belfry", name="test", tls=False, **settings):
    """An entry of `networks` with short times and without limits. The keyword `join_retry` is the key
    `join-retry`; None omits a key."""
    defaults = {
        "host": "127.0.0.1", "port": server.tls_port if tls else server.port,
        "tls": "on" if tls else "off", "nick": nick, "operator": "the tests",
        "pace": "own", "flood-commands": 0, "reconnect-after": "100ms", "identify-wait": "5s"}
    if tls:
        defaults["authority-file"] = certificates().path("authority.crt")
    for key, value in settings.items():
        defaults[key.replace("_", "-")] = value
    return {"name": name, "type": "irc",
            **{key: value for key, value in defaults.items() if value is not None}}


def _scalar(value):
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int) or value in ("on", "off"):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shown(value):
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_scalar(item) for item in value) + "]"
    return _scalar(value)


def configuration(networks, level="debug", **top):
    lines = []
    for key, value in {"cooldown": "0s", **top}.items():
        if isinstance(value, dict):
            lines += [f"{key}:", *(f"  {name}: {_shown(each)}" for name, each in value.items())]
        else:
            lines.append(f"{key}: {_shown(value)}")
    lines += ["log:", f"  level: {level}", "networks:"]
    for entry in networks:
        mark = "- "
        for key, value in entry.items():
            lines.append(f"  {mark}{key}: {_shown(value)}")
            mark = "  "
    return "\n".join(lines) + "\n"


class Entry:
    """One line of the log. `entry["nick"]` is a value, "" when there is none."""

    def __init__(self, raw):
        self.raw = raw
        self.values = {}
        for key, value in PAIR.findall(raw):
            if value.startswith('"'):
                value = re.sub(r"\\(.)", r"\1", value[1:-1])
            self.values[key] = value

    def __getitem__(self, key):
        return self.values.get(key, "")


class Bot:
    """A running bot and its data, which survive a stop or kill: `start` goes on with them."""

    def __init__(self, networks, environment=None, start=True, arguments=(), **top):
        self.folder = temporary_folder("bot")
        self.config = os.path.join(self.folder, "belfry.yaml")
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.data)
        self.networks = networks
        self.nick = networks[0].get("nick", "") if networks else ""
        self.environment = environment or {}
        self.arguments = list(arguments)
        self.top = top
        self.process = None
        self.log = []
        self.started = 0.0
        self._changed = threading.Condition()
        self.write_configuration()
        if start:
            self.start()

    def write_configuration(self):
        # It may hold passwords.
        with open(self.config, "w", encoding="utf-8",
                  opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(configuration(self.networks, **self.top))

    def start(self, environment=None):
        """Starts it and returns at once."""
        self.started = time.monotonic()
        self.process = Process(
            [executable(), "run", "--config", self.config, "--data", self.data,
             *self.arguments], self.folder,
            environment={**self.environment, **(environment or {})}, on_line=self._take)

    def _take(self, raw):
        with self._changed:
            self.log.append(Entry(raw))
            self._changed.notify_all()

    def mark(self):
        """A position in the log, for `since`."""
        with self._changed:
            return len(self.log)

    def entries(self, pattern="", since=0):
        with self._changed:
            return [entry for entry in self.log[since:] if re.search(pattern, entry.raw)]

    def wait_log(self, pattern, timeout=10, since=0):
        """The first entry of the log that contains the pattern."""
        deadline = time.monotonic() + timeout * PATIENCE
        at = since
        with self._changed:
            while True:
                for entry in self.log[at:]:
                    if re.search(pattern, entry.raw):
                        return entry
                at = len(self.log)
                rest = deadline - time.monotonic()
                if rest <= 0:
                    break
                self._changed.wait(rest)
        raise Failure(f"no /{pattern}/ in the bot's log within {timeout} s{self.process.tail()}")

    def check_faults(self):
        """Fails when a sanitizer or the C library complained, or the sandbox killed the bot."""
        if self.process.process.poll() == -signal.SIGSYS:
            raise Failure(f"the bot made a call that its sandbox does not allow{self.process.tail()}")
        faults = self.entries(FAULTS.pattern)
        if faults:
            first = self.log.index(faults[0])
            raise Failure("the bot is faulty:\n" + "\n".join(
                entry.raw for entry in self.log[first:first + 40]))

    def stop(self, timeout=10):
        """SIGTERM. Returns the exit status."""
        self.process.signal(signal.SIGTERM)
        status = self.process.wait(timeout)
        self.check_faults()
        return status

    def kill(self):
        self.process.signal(signal.SIGKILL)
        self.process.wait()

    def restart(self):
        self.stop()
        self.start()

    def freeze(self):
        self.process.signal(signal.SIGSTOP)

    def thaw(self):
        self.process.signal(signal.SIGCONT)

    def reload(self):
        self.write_configuration()
        self.process.signal(signal.SIGHUP)

    def is_running(self):
        return self.process is not None and self.process.is_running()

    def memory(self):
        """Resident memory in KiB: (now, at most)."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            values = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB", file.read(), re.M))
        return int(values["VmRSS"]), int(values["VmHWM"])

    def wait_in(self, client, channel, timeout=20):
        """Until the bot sits in a channel where `client` sits too."""
        since = client.mark()
        if self.nick in client.names(channel):
            return
        try:
            # The bot may be there already and regain its nick.
            nick = re.escape(self.nick)
            client.expect(rf"(?i)^:{nick}!\S+ JOIN :?{re.escape(channel)}\b|^:\S+ NICK :?{nick}$",
                          timeout, since)
        except Failure as failure:
            raise Failure(f"{failure}{self.process.tail()}") from None

    def close(self):
        if self.process:
            self.process.signal(signal.SIGCONT)
            if self.process.is_running():
                self.process.stop()
            self.check_faults()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            self.close()
        except Failure:
            # Report the fault, unless the test itself failed.
            if kind is None:
                raise
