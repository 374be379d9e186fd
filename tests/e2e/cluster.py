"""A PostgreSQL server with a synchronous standby, and processes of the bot that reach both through proxies that
can be cut.

    with Database() as database:
        proxy = database.proxy()
        bot.data = proxy.address
        database.kill(); database.start()          the server
        database.promote(); database.renew()       the standby takes over; a new one follows it
        proxy.cut()
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading

from bot import PROJECT
from processes import Failure, Process, free_ports, temporary_folder, wait_until

sys.path.insert(0, os.path.join(PROJECT, "tests", "unit"))
import with_postgres  # noqa: E402 - of the unit tests

USER = "nobody" if os.geteuid() == 0 else None


def run(*command):
    with_postgres.run(USER, *command)


class Server:
    """One PostgreSQL. It does not wait for the disk: what a process has written survives its death."""

    OPTIONS = {"listen_addresses": "127.0.0.1", "fsync": "off", "shared_buffers": "16MB", "wal_keep_size": "256MB",
               "wal_retrieve_retry_interval": "100ms", "max_connections": "60"}

    def __init__(self, port):
        self.port = port
        self.folder = temporary_folder("database", for_nobody=True)
        self.data = os.path.join(self.folder, "data")
        self.process = None

    def make(self):
        run(with_postgres.program("initdb"), "-A", "trust", "-U", "belfry", "-N", "-E", "UTF8", "--locale=C", "-D",
            self.data)

    def copy_from(self, other):
        """Becomes a standby of the other one."""
        shutil.rmtree(self.data, ignore_errors=True)
        run(with_postgres.program("pg_basebackup"), "-R", "-c", "fast", "-D", self.data, "-d",
            f"host=127.0.0.1 port={other.port} user=belfry application_name=standby")

    def start(self):
        options = [word for key, value in self.OPTIONS.items() for word in ("-c", f"{key}={value}")]

        def started():
            # Children of a killed server may hold its memory for a moment.
            if self.process is None or not self.process.is_running():
                self.process = Process([with_postgres.program("postgres"), "-D", self.data, "-p", str(self.port),
                                        "-k", self.folder, *options], self.folder, unprivileged=True)
            return self.answers()
        wait_until(started, 30, "PostgreSQL", every=0.05)

    def answers(self):
        return subprocess.run([with_postgres.program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
                              check=False).returncode == 0

    def kill(self):
        """The kernel kills its children with it."""
        self.process.signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, sql):
        """The rows, each a list of texts."""
        output = subprocess.run(
            ["psql", "-AtX", "-F", "\x1f", "-h", "127.0.0.1", "-p", str(self.port), "-U", "belfry", "postgres", "-c", sql],
            check=True, capture_output=True, text=True).stdout
        return [line.split("\x1f") for line in output.splitlines()]

    def close(self):
        if self.process:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Database:
    def __enter__(self):
        self.primary, self.standby = (Server(port) for port in free_ports(2))
        self.ports = (self.primary.port, self.standby.port)
        self.proxies = []
        try:
            self.primary.make()
            self.primary.start()
            self.renew()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for each in (*self.proxies, self.primary, self.standby):
            each.close()

    def proxy(self):
        self.proxies.append(Proxy(self.ports))
        return self.proxies[-1]

    @property
    def address(self):
        return f"postgresql://belfry@127.0.0.1:{self.primary.port}/postgres"

    def ask(self, sql):
        return self.primary.ask(sql)

    def _end(self, server):
        """libpq tries the next host only where nobody listens."""
        for proxy in self.proxies:
            proxy.shut(server.port)
        server.kill()

    def _begin(self, server):
        server.start()
        for proxy in self.proxies:
            proxy.open(server.port)

    def kill(self):
        self._end(self.primary)

    def start(self):
        self._begin(self.primary)

    def wait_in_step(self):
        """Every commit waits for the standby."""
        self._wait_for_standby("sync_state = 'sync'")

    def _wait_for_standby(self, condition):
        try:
            wait_until(lambda: self.ask(f"SELECT 1 FROM pg_stat_replication WHERE {condition}"), 30, "the standby")
        except Failure as failure:
            raise Failure(f"{failure}{self.standby.process.tail()}") from None

    def promote(self):
        """The server dies, and its standby takes its place."""
        self.wait_in_step()
        self._end(self.primary)
        self.primary, self.standby = self.standby, self.primary
        run(with_postgres.program("pg_ctl"), "promote", "-w", "-D", self.primary.data)

    def renew(self):
        """A new standby for the server, which waits for it from now on."""
        self.standby.copy_from(self.primary)
        self._begin(self.standby)
        self._wait_for_standby("state = 'streaming'")
        self.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.ask("SELECT pg_reload_conf()")
        self.wait_in_step()

    def restart_standby(self):
        self._end(self.standby)
        self._begin(self.standby)


class Proxy:
    """Passes connections on to each of some ports of this machine, until they are cut."""

    def __init__(self, targets):
        self.transports, self.servers = set(), {}
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.ports = dict(zip(targets, free_ports(len(targets))))
        for target in targets:
            self.open(target)

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports.values())
        return f"postgresql://belfry@{hosts}/postgres"

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def open(self, target):
        async def serve(reader, writer):
            await self._serve(reader, writer, target)
        if target not in self.servers:
            self.servers[target] = self._call(asyncio.start_server(serve, "127.0.0.1", self.ports[target]))

    def shut(self, target):
        """Nobody listens for the target any more."""
        async def stop():
            self.servers.pop(target).close()
        self._call(stop())

    async def _serve(self, reader, writer, target):
        self.transports.add(writer.transport)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", target)
            self.transports.add(back.transport)
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
            self.transports.discard(back.transport)
        except OSError:
            pass
        writer.transport.abort()
        self.transports.discard(writer.transport)

    @staticmethod
    async def _pass_on(reader, writer):
        try:
            while portion := await reader.read(65536):
                writer.write(portion)
                await writer.drain()
        except OSError:
            pass
        writer.transport.abort()

    def cut(self):
        """Ends every connection; new ones are welcome."""
        async def abort():
            for transport in list(self.transports):
                transport.abort()
        self._call(abort())

    def close(self):
        for target in list(self.servers):
            self.shut(target)
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)
