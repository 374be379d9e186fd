#!/usr/bin/env python3
"""A server that answers as Discord's REST interface does when it is not at its best, and as a small network
of the tests does (request_kit.h).

    request_peer.py     prints its ports (plain, TLS, HTTP/2 with TLS) and the folder of its certificates
                        (authority.crt, stranger.crt; server.crt and .key for localhost)

What it does depends on the second part of the path, the channel for example (see BEHAVIOURS); everything
else is answered with 200. GET gateway/bot answers with all requests since it was last asked. Behind
the third port is nghttpd, which only answers GET things/1 to things/20. The server ends when its standard
input does.
"""

import http.server
import json
import os
import socket
import ssl
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from certificates import certificates  # noqa: E402
from processes import Process, free_ports, temporary_folder, wait_until  # noqa: E402

BASE = "/api/v10"
HTML = b"<html><title>Access denied</title>my secret hand</html>"
BUCKET = {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "1.0",
          "X-RateLimit-Bucket": "bucket"}


def limited(scope, wait, **more):
    headers = {"X-RateLimit-Scope": scope, "Retry-After": "1"}
    return 429, headers, {"message": "You are being rate limited.", "retry_after": wait, **more}


def refused(status, code, message):
    return status, {}, {"code": code, "message": message}


def beacon(number):
    return {"round": number, "randomness": "ab" * 32}


def filled(answer, size):
    return json.dumps(answer).encode().ljust(size)


def not_within(seconds):
    """An answer that depends on how long ago the one before it was given."""
    def answer(since):
        return refused(400, 1, "too early") if since < seconds else (200, BUCKET, {"id": "2"})
    return answer


FORM = {"code": 50035, "message": "Invalid Form Body", "errors": {"content": {"_errors": [
    {"code": "BASE_TYPE_MAX_LENGTH", "message": "my secret hand is too long"}]}}}

def other(status, word, headers=None, **more):
    """As the small network says it."""
    return status, headers or {}, {"errcode": word, **more}


# By the second part of the path: the answers one after the other; then 200. A number means seconds before
# the answer, None a connection that is closed without one.
BEHAVIOURS = {
    "429001": [limited("user", 0.05)],
    "429002": [limited("shared", 0.05)],
    "429003": [limited("global", 0.1, **{"global": True})],
    "429004": [(429, {"Retry-After": "0", "Content-Type": "text/html"}, HTML)],
    "503001": [refused(503, 0, "Overloaded"), (502, {}, HTML)],
    "503002": [refused(503, 0, "Overloaded"), (502, {}, HTML)],
    "503003": [refused(503, 0, "Overloaded"), (502, {}, HTML)],
    "503004": [refused(503, 0, "Overloaded")],
    "400001": [(400, {}, FORM)] * 9,
    "403001": [refused(403, 50013, "Missing Permissions")],
    "401001": [refused(401, 0, "401: Unauthorized")],
    "404001": [refused(404, 10015, "Unknown Webhook")],
    "200001": [None],
    "200002": [(200, {}, b"x" * (9 << 20))] * 9,
    "200008": [(200, {}, {"id": "1", "filler": "x" * 100000, "last": "z"})],
    "200003": [(200, {}, b"{\"id\":")],
    "200004": [(200, {**BUCKET, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0.05"},
                {"id": "1"}), not_within(0.048)],
    "200005": [0.3],
    "200006": [3600],
    "200007": [3600],
    "limited": [other(429, "LIMITED", retry_after_ms=50)],
    "everywhere": [other(429, "LIMITED", retry_after_ms=100, everywhere=True)],
    "exhausted": [(200, {"Quota-Name": "q", "Quota-Left": "0", "Quota-Reset": "0.05"}, {"id": "1"}),
                  not_within(0.048)],
    "not-allowed": [other(403, "NOT_ALLOWED")],
    "proxy": [(403, {}, HTML)],
    "wrong-token": [other(401, "WRONG_TOKEN")],
    "old": [other(410, "OLD_REPLY")],
    "again": [0.2, other(409, "AGAIN")],
    "chain": [(200, {}, beacon(7)), (200, {}, beacon(7)), (200, {}, {"round": 9}), (200, {}, beacon("10")),
              (404, {}, beacon(11)), (200, {}, b"{\"round\":"), (200, {}, filled(beacon(13), 4095)),
              (200, {}, filled(beacon(14), 4096)), None, (200, {}, beacon(1 << 40))],
    "slow-chain": [3600, 3600],
    "400602": [0.2, refused(400, 40060, "Interaction has already been acknowledged.")],
}

lock = threading.Lock()
ended = threading.Event()
record = []
asked = {}  # how often, by channel
last = {}  # when


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def answer(self, status, headers, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status == 204:
            data = b""
        else:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def note(self, body):
        with lock:
            record.append({
                "method": self.command, "path": self.path.removeprefix(BASE), "body": body,
                "connection": self.client_address[1],
                **{name: self.headers[name] for name in
                   ("Authorization", "User-Agent", "Content-Type", "Content-Length", "Expect",
                    "Accept-Encoding")
                   if name in self.headers}})

    def behaviour(self, channel):
        with lock:
            asked[channel] = asked.get(channel, 0) + 1
            since = time.monotonic() - last.get(channel, 0)
            last[channel] = time.monotonic()
            behaviours = BEHAVIOURS.get(channel, [])
            at = asked[channel] - 1
        behaviour = behaviours[at] if at < len(behaviours) else (200, BUCKET, {"id": channel})
        return behaviour(since) if callable(behaviour) else behaviour

    def serve(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length).decode("utf-8", "replace")
        if self.path == BASE + "/gateway/bot":
            with lock:
                seen, record[:] = list(record), []
            self.answer(200, BUCKET, {"record": seen})
            return
        self.note(body)
        behaviour = self.behaviour(self.path.removeprefix(BASE).split("/")[2])
        if behaviour is None:
            self.close_connection = True
            return
        if isinstance(behaviour, (int, float)):
            ended.wait(behaviour)
            behaviour = (200, BUCKET, {"id": "1"})
        try:
            self.answer(*behaviour)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        """A client that goes away, or does not like our certificate, is what is tested."""


def serve(context=None):
    server = Server(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def is_open(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def serve_http2(papers):
    folder = temporary_folder("request-peer")
    os.makedirs(folder + BASE + "/things")
    for thing in range(1, 21):
        with open(f"{folder}{BASE}/things/{thing}", "w", encoding="ascii") as file:
            file.write(json.dumps({"id": str(thing)}))
    [port] = free_ports(1)
    Process(["nghttpd", "--address=127.0.0.1", f"--htdocs={folder}", str(port),
             papers.path("server.key"), papers.path("server.crt")], folder)
    wait_until(lambda: is_open(port), what="nghttpd")
    return port


def main():
    papers = certificates()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(papers.path("server.crt"), papers.path("server.key"))
    print(serve(), serve(context), serve_http2(papers), papers.folder, flush=True)
    sys.stdin.read()
    ended.set()


if __name__ == "__main__":
    main()
