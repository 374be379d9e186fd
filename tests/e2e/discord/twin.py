"""discord-digital-twin, an emulation of Discord by others, with people who play in it. Every body that the bot
sends passes a proxy that checks it against the limits and the published description.

The twin listens on all interfaces, so it runs in a network namespace with only a loopback interface (alone()).
"""

import asyncio
import ctypes
import json
import os
import random
import re
import subprocess
import threading
import time
import urllib.request

import aiohttp
from aiohttp import web

from processes import PATIENCE, Failure

from . import limits, openapi
from .people import buttons_of, menus_of, rendered
from .peers import NodeProgram
from .world import EPHEMERAL

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
TOKEN = "MTIz.twin.token-of-the-tests"
PASSED_ON = ("content-type", "authorization", "user-agent")
OPTION_KINDS = {str: 3, int: 4, bool: 5}


def alone():
    """Moves this process to a network of its own with only a loopback interface. False: not allowed."""
    flags = CLONE_NEWNET | (CLONE_NEWUSER if os.geteuid() else 0)
    if ctypes.CDLL(None, use_errno=True).unshare(flags) != 0:
        return False
    return subprocess.run(["ip", "link", "set", "lo", "up"], check=False).returncode == 0


class Proxy:
    """A proxy between the bot and the twin's REST; keeps the bot's answers to interactions."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.faults, self.answers, self.commands = [], {}, []
        self.requests = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._started.wait(10)

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()

    async def _listen(self):
        self._session = aiohttp.ClientSession()
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", self._serve)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, shutdown_timeout=0.1)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}/v10"
        self._started.set()

    async def _serve(self, request):
        path, raw = request.path, await request.read()
        self.requests += 1
        inner = path.removeprefix("/v10")
        if raw and request.content_type == "application/json":
            self._look(request.method, inner, json.loads(raw))
        headers = {key: value for key, value in request.headers.items()
                   if key.lower() in PASSED_ON}
        query = "?" + request.query_string if request.query_string else ""
        async with self._session.request(request.method, self.upstream + path + query, data=raw,
                                         headers=headers) as answer:
            content = await answer.read()
        if raw and answer.status < 300 and request.content_type == "application/json":
            self._keep(inner, json.loads(raw))
        return web.Response(status=answer.status, body=content, headers={
            "Content-Type": answer.headers.get("Content-Type", "text/plain")})

    def _look(self, method, path, body):
        found = limits.faults(method, path, body) + limits.house_faults(method, path, body)
        if openapi.specification():
            found += openapi.specification().violations(method, path, body)
        self.faults += [f"{method} {path}: {fault}" for fault in found]

    def _keep(self, path, body):
        interaction = re.match(r"/interactions/(\d+)/([^/]+)/callback", path)
        if path.endswith("/commands"):
            self.commands = body
        elif interaction:
            self.answers[interaction[1]] = body
            self.answers[interaction[2]] = body
        elif path.endswith("/messages/@original"):
            self.answers[path.split("/")[3]]["data"] = body
            self.answers[path.split("/")[3]]["type"] = 4

    def close(self):
        async def stop():
            await self._runner.cleanup()
            await self._session.close()
        asyncio.run_coroutine_threadsafe(stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


class Twin:
    def __init__(self, *people):
        self.people = people
        self._private = set()
        self.program = NodeProgram("twin.mjs", {"TWIN_PEOPLE": ",".join(people),
                                                "DISCORD_TOKEN": TOKEN})
        _, port, rest_url, self.gateway_url = self.program.wait_said("listening").split()
        self._control = f"http://127.0.0.1:{port}/"
        self.proxy = Proxy(rest_url)
        self.token = TOKEN
        self.rest_url = self.proxy.url

    def ask(self, action, **more):
        request = urllib.request.Request(self._control, json.dumps({"do": action, **more}).encode())
        with urllib.request.urlopen(request, timeout=20 * PATIENCE) as answer:
            return json.loads(answer.read())

    def wait(self, condition, what, timeout=15):
        deadline = time.monotonic() + timeout * PATIENCE
        while time.monotonic() < deadline:
            value = condition()
            if value:
                return value
            time.sleep(0.005)
        raise Failure(f"waited {timeout} s in vain for {what}{self.program.process.tail()}")

    def _answer(self, interaction):
        """What the bot answered, and the id of the message that this became."""
        def find():
            answer = self.proxy.answers.get(interaction["id"])
            return answer if answer and answer["type"] not in (5, 6) else None
        answer = self.wait(find, "an answer")
        row = self.ask("response", id=interaction["id"])
        message = row and row["messageId"]
        # In the twin an update removes the flag; in Discord a message keeps it.
        if answer["data"].get("flags", 0) & EPHEMERAL:
            self._private.add(message)
        return {**answer["data"], "messageId": message}

    def slash(self, user, command, **options):
        given = [{"name": key, "type": OPTION_KINDS[type(value)], "value": value}
                 for key, value in options.items()]
        return self._answer(self.ask("slash", user=user, name=command, options=given))

    def press(self, user, answer, custom_id):
        return self._answer(self.ask("press", user=user, messageId=answer["messageId"],
                                     customId=custom_id))

    def pick(self, user, answer, custom_id, value):
        return self._answer(self.ask("pick", user=user, messageId=answer["messageId"],
                                     customId=custom_id, values=[value]))

    def public(self):
        """The channel's messages that are for everybody."""
        return [message for message in self.ask("messages")
                if not message["flags"] & EPHEMERAL and message["id"] not in self._private]

    def close(self):
        self.proxy.close()
        self.program.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Shown:
    """An answer in the form of the messages in people.py."""

    def __init__(self, answer):
        self.content = answer.get("content") or ""
        self.components = answer.get("components") or []
        self.embeds = []


class TwinMatch:
    """A game from `new` to its result, played with the buttons and menus of `moves`."""

    def __init__(self, twin, seed=0):
        self.twin, self.choice = twin, random.Random(seed)
        self.moves = 0

    def open(self, game, options=""):
        first, *others = self.twin.people
        more = {"options": options} if options else {}
        self.twin.slash(first, "new", game=game, **more)
        for person in others:
            joined = self.twin.slash(person, "join")
            if "sits down" not in joined["content"]:
                raise Failure(f"{person} got no seat: {joined}")
        self.twin.slash(first, "start")
        return self

    def choices(self, answer):
        """(custom_id, value or None) of everything that leads to a move."""
        shown = Shown(answer)
        found = [(part["custom_id"], None) for part in buttons_of(shown)
                 if re.search(r":(play|moves) .", part["custom_id"]) and part["custom_id"][0] == "b"]
        return found + [(menu["custom_id"], option["value"]) for menu in menus_of(shown)
                        for option in menu["options"]]

    def move(self):
        """False when the game is over."""
        for person in self.twin.people:
            answer = self.twin.slash(person, "moves")
            text = rendered(answer.get("content") or "")
            if "no table" in text:
                return False
            if self.choices(answer):
                self.finish(person, answer)
                self.moves += 1
                return True
        raise Failure("nobody may act")

    def finish(self, person, answer):
        for _ in range(20):
            custom_id, value = self.choice.choice(self.choices(answer))
            if value is None:
                message = self.twin.press(person, answer, custom_id)
            else:
                message = self.twin.pick(person, answer, custom_id, value)
            if re.search(r"(^|:)play ", value or custom_id):
                return
            answer = {**message, "messageId": message["messageId"] or answer["messageId"]}
        raise Failure("no end of steps")

    def play(self, most=1000):
        for _ in range(most):
            if not self.move():
                return self
        raise Failure(f"no end after {most} moves")
