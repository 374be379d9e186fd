"""The whole stand-in: both protocols in a thread of their own, and a record of what passes over them.

    with Fake() as fake:
        anna = fake.person("Anna")
        … a client is started with fake.rest_url and fake.token …
        fake.wait_ready()
        anna.slash("new", game="en-garde")

`close` (the end of `with`) fails when the client did something that Discord would punish or that its
published description does not allow. A test that provokes that on purpose removes it from `faults` with
`forgive`.
"""

import asyncio
import collections
import concurrent.futures
import json
import re
import threading
import time

from aiohttp import web

from processes import PATIENCE, Failure

from . import openapi
from .gateway import Gateway
from .people import User
from .quotas import Trouble
from .rest import PREFIX, TOKEN, Rest
from .world import Clock, World

Entry = collections.namedtuple("Entry", "stream way what more details time connection")


class Fake:
    """`house` also checks bodies against our own rules, which discord.js need not follow."""

    def __init__(self, house=True):
        self.house = house
        self.token = "MTIz.fake.token-of-the-tests"
        self.record = []
        self.faults, self.house_faults, self.refusals = [], [], []
        self.bodies = {}               # (method, route, body as text): body
        self.gateway_down = self.token_revoked = False
        self.open_requests, self.last_request = 0, 0.0
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self.clock = Clock()
        self.gateway = Gateway(self)
        self.world = World(self.clock, self.gateway.emit)
        self.rest = Rest(self)
        self.port = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        started = concurrent.futures.Future()
        self._started = started
        self._thread.start()
        started.result(20)
        owner = self.do(lambda: self.world.add_person("Owner"))
        self.guild = self.do(lambda: self.world.add_guild("Tests", owner))
        self.channel = self.do(lambda: self.world.add_channel(self.guild, "table"))

    # -- The thread

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._loop.create_task(self._listen())
        self._loop.run_forever()

    async def _listen(self):
        application = web.Application(client_max_size=30 << 20)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/resume", self.gateway.serve)
        application.router.add_route("*", "/{path:.*}", self.rest.serve)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        await self._open()
        self._started.set_result(None)

    async def _open(self):
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, shutdown_timeout=0.1)
        await site.start()
        self._site = site
        self.port = site._server.sockets[0].getsockname()[1]

    def do(self, function):
        """Calls it in the thread, where nothing runs meanwhile, and returns its result."""
        if threading.current_thread() is self._thread:
            return function()
        done = concurrent.futures.Future()

        def call():
            try:
                done.set_result(function())
            except BaseException as error:  # noqa: B902 - it belongs to the caller
                done.set_exception(error)
        self._loop.call_soon_threadsafe(call)
        return done.result(10 * PATIENCE)

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(10 * PATIENCE)

    @staticmethod
    async def pause(seconds):
        await asyncio.sleep(seconds)

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    @property
    def rest_url(self):
        return f"http://{self.address}{PREFIX}"

    @property
    def gateway_url(self):
        return f"ws://{self.address}/gateway"

    @property
    def resume_url(self):
        return f"ws://{self.address}/resume"

    def unplug(self):
        """The machine is gone: every connection is cut and none is accepted."""
        async def stop():
            await self._site.stop()
            for connection in self.gateway.connections:
                if connection.socket.close_code is None:
                    connection.drop()
        self.run(stop())

    def plug(self):
        self.run(self._open())

    # -- The record

    def note(self, stream, way, what, more="", details=None, connection=0):
        with self._changed:
            self.record.append(Entry(stream, way, TOKEN.sub("TOKEN", what),
                                     TOKEN.sub("TOKEN", more), details,
                                     time.monotonic(), connection))
            self._changed.notify_all()

    def keep_body(self, method, path, body):
        if body is not None:
            route = TOKEN.sub("token", path)
            self.bodies[method, re.sub(r"\d{5,}", "12345678901234567", route),
                        json.dumps(body, sort_keys=True)] = body

    def mark(self):
        return len(self.record)

    def entries(self, what="", stream="", way="", since=0):
        """`what` is a regular expression for "POST /channels/1/messages" or "identify"."""
        return [entry for entry in self.record[since:]
                if re.search(what, entry.what) and entry.stream.startswith(stream)
                and entry.way.startswith(way)]

    def wait(self, condition, what="a condition", timeout=10):
        """The first true value of condition(), which is called again after each entry."""
        deadline = time.monotonic() + timeout * PATIENCE
        while True:
            value = condition()
            if value:
                return value
            rest = deadline - time.monotonic()
            if rest <= 0:
                raise Failure(f"waited {timeout} s in vain for {what}{self.tail()}")
            with self._changed:
                self._changed.wait(min(rest, 0.05))

    def expect(self, what, stream="", since=0, timeout=10, count=1, way="->"):
        """The count-th entry that the client caused, since a mark."""
        return self.wait(lambda: self.entries(what, stream, way, since)[count - 1:count],
                         f"/{what}/ number {count}", timeout)[0]

    def settle(self, quiet=0.05):
        """Waits until there has been no REST request for a moment."""
        self.wait(lambda: not self.open_requests
                  and time.monotonic() - self.last_request > quiet * PATIENCE, "an end of requests")

    def tail(self, count=25):
        return "\n--- last in the record:\n" + "\n".join(
            f"{entry.stream} {entry.way} {entry.what} {entry.more} "
            f"{json.dumps(entry.details)[:300] if entry.details else ''}"
            for entry in self.record[-count:])

    def is_ready(self):
        """Waits until a client is connected."""
        return bool(self.gateway.session and self.gateway.session.connection)

    def wait_ready(self, timeout=20):
        self.wait(self.is_ready, "a session", timeout)

    # -- Arranging things

    def person(self, name, locale="en-US", channel=None):
        person = self.do(lambda: self.world.add_person(name, locale))
        return User(self, person, channel or self.channel)

    def add_channel(self, name, guild=None):
        def add():
            channel = self.world.add_channel(guild or self.guild, name)
            self.gateway.emit("CHANNEL_CREATE", channel.json(), channel.guild)
            return channel
        return self.do(add)

    def add_guild(self, name, bot_member=True):
        """`bot_member` false: only the commands were installed there; None: only the person
        installed the application, for themselves."""
        def add():
            guild = self.world.add_guild(name, self.guild.owner, bot_member)
            if bot_member:
                self.gateway.emit("GUILD_CREATE", self.gateway.guild_json(guild), guild)
            return guild
        return self.do(add)

    def trouble(self, pattern, status=200, **more):
        """See quotas.Trouble; `pattern` as in "POST /channels/*/messages"."""
        trouble = Trouble(pattern, status, **more)
        self.do(lambda: self.rest.quotas.troubles.append(trouble))
        return trouble

    def forbid(self, channel, permissions):
        """Takes permissions away from the bot, and tells it that something changed."""
        def forbid():
            channel.bot_permissions &= ~permissions
            self.gateway.emit("CHANNEL_UPDATE", channel.json(), channel.guild)
        self.do(forbid)

    def allow(self, channel, permissions):
        def allow():
            channel.bot_permissions |= permissions
            self.gateway.emit("CHANNEL_UPDATE", channel.json(), channel.guild)
        self.do(allow)

    def leave_guild(self, guild, outage=False):
        def leave():
            guild.available = False
            self.gateway.emit("GUILD_DELETE", {"id": guild.id,
                                               **({"unavailable": True} if outage else {})}, guild)
            if not outage:
                guild.bot_member = False
        self.do(leave)

    def return_guild(self, guild):
        def back():
            guild.available, guild.bot_member = True, True
            self.gateway.emit("GUILD_CREATE", self.gateway.guild_json(guild), guild)
        self.do(back)

    # -- The end

    def forgive(self, pattern):
        """Removes faults that the test meant to provoke; they must be there."""
        left = [fault for fault in self.faults if not re.search(pattern, fault)]
        if len(left) == len(self.faults):
            raise Failure(f"nothing like /{pattern}/ among {self.faults}")
        self.faults = left

    def check(self):
        faults = list(self.faults)
        if self.house:
            faults += sorted(set(self.house_faults))
        specification = openapi.specification()
        if specification:
            for (method, path, _), body in list(self.bodies.items()):
                faults += [f"OpenAPI: {method} {path}: {text}"
                           for text in specification.violations(method, path, body)]
        if faults:
            raise Failure("Discord would not take this:\n" + "\n".join(faults) + self.tail())

    def close(self):
        async def stop():
            for connection in self.gateway.connections:
                if connection.socket.close_code is None and connection.request.transport:
                    connection.request.transport.abort()
            await self._runner.cleanup()
        if self._thread.is_alive():
            try:
                self.run(stop())
            finally:
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._thread.join(10)
                self._loop.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.close()
        if kind is None:
            self.check()
