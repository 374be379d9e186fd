"""Independent implementations of Discord's protocol from npm: discord.js and discord-digital-twin.
`tests/e2e/discord/install` installs them, with the Node.js on which they run."""

import glob
import os
import threading

from processes import PATIENCE, Failure, Process

FOLDER = os.path.dirname(os.path.abspath(__file__))


def node():
    """Path of the Node.js that was installed with the peers, or None."""
    found = glob.glob(os.path.join(FOLDER, "node_modules", "node-linux-*", "bin", "node"))
    return found[0] if found else None


class NodeProgram:
    """One of the .mjs files of this folder; `wait_said` reads its output."""

    def __init__(self, name, environment):
        self.said = []
        self._changed = threading.Condition()
        if node() is None:
            raise Failure("no Node.js for the tests: run tests/e2e/discord/install")
        self.process = Process([node(), os.path.join(FOLDER, name)], FOLDER,
                               environment=environment, on_line=self._take)

    def _take(self, line):
        with self._changed:
            self.said.append(line)
            self._changed.notify_all()

    def wait_said(self, text, count=1, timeout=20):
        """Waits for the count-th line with this beginning."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self._lines(text)) >= count,
                                          timeout * PATIENCE):
                raise Failure(f"{text!r} was not said {count} times{self.process.tail()}")
            return self._lines(text)[count - 1]

    def _lines(self, text):
        return [line for line in self.said if line.startswith(text)]

    def stop(self):
        return self.process.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def discord_js(fake, silent=False, program="peer.mjs"):
    """`silent`: it registers no commands."""
    return NodeProgram(program, {
        "DISCORD_REST": fake.rest_url, "DISCORD_TOKEN": fake.token,
        "DISCORD_SILENT": "1" if silent else ""})
