"""A server that bans the bot: it ends with a status of its own, or stays up and unhealthy."""

import socket
import subprocess
import threading
import types
import unittest

from bot import Bot, executable, network
from processes import free_ports, wait_until


class Banning:
    """Accepts connections, says one line and hangs up."""

    def __init__(self, said):
        self.said = said
        self.connections = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                connection.sendall(f"{self.said}\r\n".encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class BannedTest(unittest.TestCase):
    KLINE = ":irc.test.example 465 belfry :You are banned from this server"

    def bot(self, said, **rest):
        self.server = self.enterContext(Banning(said))
        place = types.SimpleNamespace(port=self.server.port, tls_port=0)
        return self.enterContext(Bot([network(place)], **rest))

    def test_exit_status(self):
        bot = self.bot(self.KLINE)
        self.assertEqual(bot.process.wait(), 3)
        self.assertEqual(self.server.connections, 1)

    def test_stay(self):
        (port,) = free_ports(1)
        bot = self.bot(self.KLINE, arguments=["--stay"], monitor={"address": f"127.0.0.1:{port}"})
        bot.wait_log(r"event=irc\.stopped")

        def unhealthy():
            asked = subprocess.run([executable(), "health", f"127.0.0.1:{port}"],
                                   capture_output=True, check=False)
            return asked.returncode == 1
        wait_until(unhealthy, 10, "the bot to be unhealthy")
        self.assertTrue(bot.is_running())
        self.assertEqual(self.server.connections, 1)
        self.assertEqual(bot.stop(), 0)

    def test_temporary(self):
        bot = self.bot("ERROR :Closing Link: 127.0.0.1 (Temporary K-line 1 min. - no bots)")
        bot.wait_log(r"event=irc\.barred")
        bot.wait_log(r"event=irc\.reconnect")
        self.assertTrue(bot.is_running())
        self.assertEqual(self.server.connections, 1)


if __name__ == "__main__":
    unittest.main()
