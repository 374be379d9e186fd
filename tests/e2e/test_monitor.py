"""What the bot tells its operator over HTTP, while people play."""

import contextlib
import http.client
import os
import resource
import socket
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from bot import Bot, executable
from exposition import Metrics
from processes import free_ports
from servers import Ngircd
from support import BotTest


def fetch(port, path, method="GET"):
    """(status, headers, text)"""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def talk(port, sent):
    """What comes back for raw bytes until the bot hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        came = b""
        try:
            connection.sendall(sent)
            while piece := connection.recv(65536):
                came += piece
        except ConnectionError:
            pass
        return came


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class MonitorTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())

    def watched_bot(self, watcher=None):
        (self.port,) = free_ports(1)
        bot = self.enterContext(Bot([self.network()],
                                    monitor={"address": f"127.0.0.1:{self.port}"}))
        if watcher:
            bot.wait_in(watcher, self.channel)
        return bot

    def metrics(self):
        status, headers, page = fetch(self.port, "/metrics")
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        return Metrics(page)

    def test_a_game_is_counted(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.watched_bot(watcher=anna)
        before = self.metrics()
        duel = self.duel(bot, [anna, bruno], touches=1)
        playing = self.metrics()
        self.assertEqual(playing["belfry_tables", "status=playing"], 1)
        duel.play()
        after = self.metrics()
        self.assertEqual(after["belfry_moves_total", "game=en-garde", "by=person"],
                         len(duel.moves))
        self.assertEqual(after["belfry_moves_total"], len(duel.moves))
        self.assertEqual(after["belfry_tables"], 0)
        self.assertGreaterEqual(after["belfry_committed_seconds_count"],
                                before["belfry_committed_seconds_count"] + len(duel.moves))
        self.assertGreater(after["belfry_messages_sent_total", "network=test"],
                           before["belfry_messages_sent_total"] + len(duel.moves))
        self.assertEqual(after["belfry_network_connected", "network=test", "type=irc"], 1)
        self.assertEqual(after["belfry_store_commits_failed_total"], 0)
        self.assertEqual(set(before.types), set(after.types))
        for key, value in before.samples.items():
            if key[0].endswith(("_total", "_count", "_bucket", "_sum")):
                self.assertGreaterEqual(after.samples[key], value, key)

    def test_store_and_configuration_are_told(self):
        bot = self.watched_bot()
        bot.wait_log("monitor.listening")
        metrics = self.metrics()
        self.assertGreater(metrics["belfry_store_bytes"], 4096)
        self.assertEqual(metrics["belfry_store_bytes"],
                         os.path.getsize(os.path.join(bot.data, "belfry.sqlite3")))
        self.assertEqual(metrics["belfry_store_log_bytes"],
                         os.path.getsize(os.path.join(bot.data, "belfry.sqlite3-wal")))
        self.assertLess(abs(metrics["belfry_config_read_time_seconds"] - time.time()), 60)
        # The connection that asked counts, and may be closed by now.
        opened = len(os.listdir(f"/proc/{bot.process.pid}/fd"))
        self.assertIn(metrics["process_open_fds"] - opened, (0, 1))
        bot.networks[0]["nonsense"] = "on"
        bot.reload()
        bot.wait_log("event=config.not-reloaded")
        self.assertEqual(self.metrics()["belfry_config_reloads_failed_total"], 1)

    def test_the_doctor_looks_at_a_bot_that_runs(self):
        (anna,) = self.people("anna")
        bot = self.watched_bot(watcher=anna)
        examined = subprocess.run([executable(), "doctor", "--config", bot.config, "--data", bot.data],
                                  capture_output=True, text=True, check=False)
        for line in (r"ok   bot            ok: 1 of 1 networks connected", r"ok   connection     test: connected",
                     r"ok   store          \S+: \d+\.\d MiB, log \d+\.\d MiB", r"ok   disk           \d+ MiB free",
                     r"ok   sandbox        configured: on; in force: files (not )?limited.*, calls limited"):
            self.assertRegex(examined.stdout, f"(?m)^{line}$")
        self.assertEqual((examined.returncode, examined.stderr), (0, ""))
        self.assertEqual(bot.stop(), 0)
        examined = subprocess.run([executable(), "doctor", "--config", bot.config, "--data", bot.data],
                                  capture_output=True, text=True, check=False)
        self.assertRegex(examined.stdout, "(?m)^BAD  bot ")
        self.assertRegex(examined.stdout, "(?m)^ok   store ")
        self.assertEqual(examined.returncode, 1)

    def test_health_follows_the_network(self):
        (anna,) = self.people("anna")
        bot = self.watched_bot(watcher=anna)
        status, _, line = fetch(self.port, "/health")
        self.assertEqual((status, line), (200, "ok: 1 of 1 networks connected\n"))
        self.assertEqual(bot.stop(), 0)
        with self.assertRaises(OSError):
            fetch(self.port, "/health")

    def test_unhealthy_without_a_network(self):
        (gone,) = free_ports(1)
        (self.port,) = free_ports(1)
        bot = self.enterContext(Bot([self.network(port=gone)],
                                    monitor={"address": f"127.0.0.1:{self.port}"}))
        bot.wait_log("irc.connect_failed")
        self.assertEqual(fetch(self.port, "/health")[::2], (503, "no network is connected\n"))

    def test_other_requests(self):
        bot = self.watched_bot()
        bot.wait_log("monitor.listening")
        for path in ("/", "/metrics/", "/Metrics", "/health/../metrics/x", "/?/metrics"):
            self.assertEqual(fetch(self.port, path)[0], 404, path)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            status, headers, _ = fetch(self.port, "/metrics", method)
            self.assertEqual((status, headers["allow"]), (405, "GET, HEAD"), method)
        status, headers, text = fetch(self.port, "/metrics", "HEAD")
        self.assertEqual((status, text), (200, ""))
        self.assertGreater(int(headers["content-length"]), 1000)

    def test_one_connection_for_many_looks(self):
        bot = self.watched_bot()
        bot.wait_log("monitor.listening")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        self.addCleanup(connection.close)
        for _ in range(20):
            connection.request("GET", "/metrics")
            Metrics(connection.getresponse().read().decode())

    def test_nonsense_does_no_harm(self):
        bot = self.watched_bot()
        bot.wait_log("monitor.listening")
        upgrade = (b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                   b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        for sent in (b"GET /metrics HTTP/1.1\r\nX: " + b"a" * 100000 + b"\r\n\r\n",
                     b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
                     b"GET /%00 HTTP/1.1\r\n\r\n", b"BREW /metrics HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\r\n\r\n\r\n",
                     b"\x00" * 1000, upgrade):
            came = talk(self.port, sent + b"\r\n\r\n")
            self.assertNotRegex(came[:12], rb"HTTP/1\.\d (101|2)", sent[:40])
        self.metrics()
        self.assertEqual(bot.stop(), 0)

    def test_half_open_connections_take_nothing_from_people(self):
        anna, bruno = self.people("anna", "bruno")
        bot = self.watched_bot(watcher=anna)
        most = min(1400, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        since = bot.mark()
        busy = cpu_seconds(bot.process.pid)
        with contextlib.ExitStack() as stack:
            for _ in range(1100):
                half = stack.enter_context(socket.create_connection(("127.0.0.1", self.port), timeout=10))
                with contextlib.suppress(ConnectionError):
                    half.sendall(b"GET /health HTTP/1.1\r\nHost:")
            self.assertLess(len(os.listdir(f"/proc/{bot.process.pid}/fd")), 80)
            self.assertEqual(fetch(self.port, "/health")[0], 200)
            self.duel(bot, [anna, bruno], touches=1).play()
        self.assertEqual(fetch(self.port, "/health")[0], 200)
        self.assertLess(len(bot.entries("event=(monitor|lws)", since)), 30)
        self.assertLess(cpu_seconds(bot.process.pid) - busy, 20)
        self.assertEqual(bot.stop(), 0)
        self.assertTrue(bot.entries(r"event=monitor\.crowded.* repeated=\d{3,4}$"))

    def test_a_client_that_is_slow_is_hung_up_on(self):
        bot = self.watched_bot()
        bot.wait_log("monitor.listening")
        began = time.monotonic()
        self.assertEqual(talk(self.port, b"GET /health HTTP/1.1\r\n"), b"")
        self.assertLess(time.monotonic() - began, 15)

    def test_a_port_in_use_is_said(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            bot = self.enterContext(Bot([self.network()],
                                        monitor={"address": f"127.0.0.1:{port}"}))
            bot.wait_log("monitor.failed.*is it in use")
            self.assertEqual(bot.process.wait(), 1)

    def test_only_this_machine_unless_allowed(self):
        bot = Bot([self.network()], start=False, monitor={"address": "0.0.0.0:8642"})
        check = [executable(), "config", "check", bot.config]
        refused = subprocess.run(check, capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertRegex(refused.stderr, r"monitor\.address: other machines")
        bot.top["monitor"]["allow-remote"] = "on"
        bot.write_configuration()
        self.assertEqual(subprocess.run(check, capture_output=True, check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
