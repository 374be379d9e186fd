"""Discord for the tests of the whole adapter: requests and the gateway on loopback. It prints what it sees and does
what its input says.

Output:
    PORT PORT                       the first line: of requests and of the gateway
    request METHOD PATH AUTHORIZATION | AGENT | BODY
    open PATH AGENT                 a connection of the gateway; it gets Hello
    text MESSAGE                    on the newest connection; no heartbeats, they are answered
    closed CODE
    did                             a line of the input was done

Input:
    answer METHOD PATH STATUS BODY  from now on, whatever the query; others get 200 and {}. Status 0: never
    say PAYLOAD                     on the newest connection of the gateway
    close CODE
    forget                          waits until nobody is connected to the gateway, then forgets the answers
"""

import asyncio
import contextlib
import json
import sys

import websockets
# The older of its two interfaces: Debian 12 has no other, and later ones keep it.
from websockets.legacy.server import serve as listen

BASE = "/api/v10"
answers = {}
connections = []
closing = []  # tasks: the other side must answer


def tell(*words):
    print(*words, flush=True)


async def read_request(reader):
    """The words of the first line, the headers by name, and the body."""
    first = (await reader.readuntil(b"\r\n")).decode().split()
    headers = {}
    while (line := (await reader.readuntil(b"\r\n")).decode().strip()):
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return first, headers, body.decode("utf-8", "replace")


async def serve_requests(reader, writer):
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            (method, path, _), headers, body = await read_request(reader)
            path = path.removeprefix(BASE)
            tell("request", method, path, headers.get("authorization"), "|", headers.get("user-agent"), "|", body)
            status, answer = answers.get((method, path.partition("?")[0]), (200, "{}"))
            if status == 0:
                await asyncio.Future()
            data = answer.encode()
            writer.write(f"HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\n"
                         f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
            await writer.drain()


async def serve_gateway(socket):
    tell("open", socket.path, socket.request_headers.get("User-Agent"))
    connections.append(socket)
    with contextlib.suppress(websockets.ConnectionClosed):
        await socket.send(json.dumps({"op": 10, "d": {"heartbeat_interval": 40000}}))
        async for message in socket:
            if json.loads(message)["op"] == 1:
                await socket.send(json.dumps({"op": 11}))
            else:
                tell("text", message)
    await socket.wait_closed()
    tell("closed", socket.close_code)
    connections.remove(socket)


async def do(line):
    verb, _, rest = line.partition(" ")
    if verb == "answer":
        method, path, status, body = rest.split(" ", 3)
        answers[method, path] = int(status), body
    elif verb == "say":
        await connections[-1].send(rest)
    elif verb == "close":
        closing.append(asyncio.create_task(connections[-1].close(int(rest))))
    elif verb == "forget":
        while connections:
            await asyncio.sleep(0.01)
        answers.clear()
    tell("did")


async def follow_input():
    """Ends with the test."""
    loop = asyncio.get_running_loop()
    while (line := await loop.run_in_executor(None, sys.stdin.readline)):
        await do(line.rstrip("\n"))


async def main():
    requests = await asyncio.start_server(serve_requests, "127.0.0.1", 0)
    async with listen(serve_gateway, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=1) as gateway:
        tell(requests.sockets[0].getsockname()[1], gateway.sockets[0].getsockname()[1])
        await follow_input()


asyncio.run(main())
