"""A public beacon over HTTPS: `start` waits for a round that lies in the future, over a kill too, and the round stands
in the record for anybody to compare."""

import glob
import hashlib
import http.server
import json
import os
import re
import ssl
import subprocess
import sys
import threading
import time
import unittest

from certificates import certificates
from console import Piped
from processes import PATIENCE, temporary_folder

CHAIN = "ab" * 32
PERIOD = 2
CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit", "check_shuffle.py")


def value_of(round_number):
    return hashlib.sha256(b"round %d" % round_number).hexdigest()


class Beacon:
    """Publishes a round when its time has come, as drand does."""

    def __init__(self, certificate="server"):
        self.genesis = int(time.time()) - 1000
        self.silent = False
        self.asked = []
        beacon = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                beacon.asked.append(self.path)
                status, body = beacon.answer(self.path)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates().path(f"{certificate}.crt"), certificates().path(f"{certificate}.key"))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path):
        found = re.fullmatch(f"/{CHAIN}/public/([0-9]+)", path)
        if self.silent or not found:
            return 500, {}
        number = int(found[1])
        if time.time() < self.genesis + (number - 1) * PERIOD:
            return 404, {}
        return 200, {"round": number, "randomness": value_of(number), "signature": "00"}


class BeaconTest(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder("beacon")

    def run_with(self, beacon):
        path = os.path.join(self.folder, "belfry.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"""
export-folder: {self.folder}
export-url: https://example.org
networks:
  - name: here
    type: console
beacon:
  address: https://127.0.0.1:{beacon.server.server_port}
  chain: {CHAIN}
  genesis: {beacon.genesis}
  period: {PERIOD}s
  authority-file: {certificates().path("authority.crt")}
""")
        return Piped("run", "--config", path, "--data", os.path.join(self.folder, "data"), folder=self.folder)

    def wait_for(self, table, pattern):
        end = time.time() + 40 * PATIENCE
        while time.time() < end:
            found = re.search(pattern, "\n".join(table.said + table.ask("status")))
            if found:
                return found
            time.sleep(0.3)
        self.fail(f"{pattern}: {table.said} {table.errors}")

    def open_table(self, table):
        said = "\n".join(table.ask("new en-garde", "bots add random", "join lucky", "start"))
        return int(re.search(r"waits for round ([0-9]+) of the public beacon \(chain abab", said)[1]), time.time()

    def test_a_round_from_the_future_goes_into_the_shuffle(self):
        beacon = Beacon()
        with self.run_with(beacon) as table:
            number, now = self.open_table(table)
            self.assertGreater(beacon.genesis + (number - 1) * PERIOD, now)
            for typed in ("join other", "bots add", "leave", "options touches=1", "start"):
                self.assertRegex("\n".join(table.ask(typed)), "waits for the public beacon|stay as they are")
            self.wait_for(table, f"Round {number} of the public beacon is in the shuffle: {value_of(number)}")
            self.wait_for(table, "Your hand|touch")
            table.ask("abort")
            said = "\n".join(table.ask("verify", "export"))
            self.assertIn("that lay in the future when start was typed", said)
            self.assertIn(f"Round {number} of the public beacon is in the shuffle: {value_of(number)}", said)
        record, = glob.glob(os.path.join(self.folder, "*.jsonl"))
        with open(record, encoding="utf-8") as file:
            header = json.loads(file.readline())
        self.assertEqual(header["beacon"], {"round": number, "value": value_of(number), "chain": CHAIN})
        done = subprocess.run([sys.executable, CHECK, "verify", record], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "1 games, 1 deals made again\n"), done.stderr)
        changed = temporary_folder("beacon") + "/changed.jsonl"
        with open(record, encoding="utf-8") as file, open(changed, "w", encoding="utf-8") as other:
            other.write(file.read().replace(value_of(number), value_of(number + 1)))
        done = subprocess.run([sys.executable, CHECK, "verify", changed], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)

    def test_a_table_waits_for_its_round_over_a_kill(self):
        beacon = Beacon()
        beacon.silent = True
        with self.run_with(beacon) as table:
            number, _ = self.open_table(table)
            self.wait_for(table, f"has not answered yet; I go on asking for round {number}")
            table.process.kill()
            table.process.wait()
        beacon.silent = False
        with self.run_with(beacon) as table:
            self.wait_for(table, f"Round {number} of the public beacon is in the shuffle: {value_of(number)}")

    def test_a_stranger_is_no_beacon(self):
        beacon = Beacon(certificate="elsewhere")
        with self.run_with(beacon) as table:
            self.open_table(table)
            self.wait_for(table, "has not answered yet")
            self.assertEqual(beacon.asked, [])


if __name__ == "__main__":
    unittest.main()
