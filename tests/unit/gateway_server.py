"""A websocket server for the tests of the gateway's transport; what it does hangs on the path.

    /echo       every message comes back
    /pieces     three texts: in fragments, of 1 MiB, of 1 MiB in fragments
    /close      closes with 4004
    /drop       the connection breaks
    /mute       reads no more and sends some texts
    /late       the same, but after them it reads again
    /refuse     an HTTP error instead of a websocket
    /discord    Hello, then READY after Identify and RESUMED after Resume; after each an event
    /reconnect  the same, but after the first READY it asks to reconnect
    /forbidden  the same, but closes with 4014 at Identify

First line of output: the port. Then what it sees: "open PATH AGENT", "text MESSAGE" (no
heartbeats), "closed CODE".

    gateway_server.py FAMILY [CERTIFICATE KEY]      FAMILY: 4 or 6
"""

import asyncio
import contextlib
import http
import json
import ssl
import sys
import zlib

import websockets
# The older of its two interfaces: Debian 12 has no other, and later ones keep it.
from websockets.legacy.server import serve as listen

MEBIBYTE = 1 << 20


def tell(*words):
    print(*words, flush=True)


def without_token(message):
    return message.replace("SECRET", "*")


class Gateway:
    """Discord's side of one connection."""

    def __init__(self, socket, kind):
        self.socket = socket
        self.kind = kind
        self.deflate = zlib.compressobj() if "compress=zlib-stream" in socket.path else None

    async def say(self, **payload):
        text = json.dumps(payload)
        if not self.deflate:
            await self.socket.send(text)
            return
        data = self.deflate.compress(text.encode()) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
        # Two frames: a message is complete when it ends with the marker, not before.
        await self.socket.send(data[:5])
        await self.socket.send(data[5:])

    async def opened(self, first):
        if first and self.kind == "reconnect":
            await self.say(op=7, d=None)
        else:
            await self.say(op=0, t="INTERACTION_CREATE", s=3, d={"id": "42", "text": "é" * 100000})

    async def run(self):
        await self.say(op=10, d={"heartbeat_interval": 40000}, s=None, t=None)
        async for message in self.socket:
            payload = json.loads(message)
            if payload["op"] == 1:
                await self.say(op=11)
                continue
            tell("text", without_token(message))
            if payload["op"] == 2 and self.kind == "forbidden":
                await self.socket.close(4014, "Disallowed intent(s).")
            elif payload["op"] == 2:
                host = self.socket.request_headers["Host"]
                await self.say(op=0, t="READY", s=1, d={
                    "session_id": "s1", "resume_gateway_url": f"ws://{host}/{self.kind}?resumed=1",
                    "user": {"id": "1"}, "guilds": []})
                await self.opened(first=True)
            elif payload["op"] == 6:
                await self.say(op=0, t="RESUMED", s=2, d={})
                await self.opened(first=False)


async def send_pieces(socket):
    await socket.send(["one ", "two ", "three"])
    await socket.send("x" * MEBIBYTE)
    await socket.send(["y" * 1000] * (MEBIBYTE // 1000))


async def send_without_reading(socket):
    socket.transport.pause_reading()
    await socket.send("first")
    for _ in range(20):
        await asyncio.sleep(0.01)
        await socket.send("more")


async def act(socket, path):
    if path == "/pieces":
        await send_pieces(socket)
    elif path == "/close":
        await socket.close(4004, "Authentication failed.")
    elif path == "/drop":
        socket.transport.abort()
    elif path in ("/mute", "/late"):
        await send_without_reading(socket)
        if path == "/mute":
            await asyncio.sleep(3600)
        socket.transport.resume_reading()
    elif path in ("/discord", "/reconnect", "/forbidden"):
        await Gateway(socket, path[1:]).run()
    if path in ("/echo", "/pieces"):
        async for message in socket:
            tell("text", message)
            await socket.send(message)


async def serve(socket):
    tell("open", socket.path, socket.request_headers.get("User-Agent", "nobody"))
    with contextlib.suppress(websockets.ConnectionClosed):
        await act(socket, socket.path.partition("?")[0])
    await socket.wait_closed()
    tell("closed", socket.close_code)


async def refuse(path, headers):
    if path.startswith("/refuse"):
        return http.HTTPStatus.SERVICE_UNAVAILABLE, [], b"not today"
    return None


async def main(family, certificate=None, key=None):
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    address = "127.0.0.1" if family == "4" else "::1"
    async with listen(serve, address, 0, ssl=context, process_request=refuse,
                      compression=None, ping_interval=None, close_timeout=1) as server:
        tell(server.sockets[0].getsockname()[1])
        await asyncio.Future()


asyncio.run(main(*sys.argv[1:]))
