"""Real IRC servers and services on the loopback interface, in temporary folders, on free ports.

    with Ngircd() as server: …            plain server, no SASL, no tags
    with Inspircd(services=True) as server: …
    with Ngircd() as server, Ngircd(peer=server) as far: …       one network, once they are linked
    with Hybrid() as server: …            these run in trees of their own, since Debian's packages of
    with Irc2() as server: …              IRC servers exclude each other
    with Znc(server, "anna", "#table") as bouncer: …

A server is ready when its constructor returns. `server.port` is for plain text, `server.tls_port`
for TLS. `stop` and `start` keep ports and configuration, so clients may come back.
"""

import hashlib
import os
import random
import shutil
import signal
import socket
import threading

import tree
from certificates import certificates
from processes import NOBODY, Failure, Process, free_ports, temporary_folder, wait_until

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "config")
# /usr/sbin is not in everybody's PATH.
SEARCH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"


def program(name):
    path = shutil.which(name, path=SEARCH)
    if not path:
        raise Failure(f"{name} is not installed")
    return path


def write_template(template, target, words):
    with open(os.path.join(TEMPLATES, template), encoding="utf-8") as file:
        text = file.read()
    for word, value in words.items():
        text = text.replace(f"@{word}@", str(value))
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)


def codepage(casemapping):
    """What may be in a nick, and which letters are the same: InspIRCd 3 has two settings for that, InspIRCd 4
    only the codepage."""
    last = {"ascii": "z", "rfc1459": "}"}[casemapping]
    tags = [f'<codepage name="{casemapping}">', f'<cpchars index="{ord("-")}">',
            f'<cpchars begin="{ord("0")}" end="{ord("9")}">',
            f'<cpchars begin="{ord("A")}" end="{ord("}")}" front="yes">']
    tags += [f'<cpcase lower="{lower}" upper="{lower - 32}">'
             for lower in range(ord("a"), ord(last) + 1)]
    return "\n".join(tags)


def is_listening(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


class Services:
    """Services with a NickServ, linked to a server. A subclass defines `template` and `_arguments`."""

    def __init__(self, server):
        self.server = server
        self.folder = temporary_folder("services", for_nobody=True)
        write_template(self.template, os.path.join(self.folder, self.template), {
            "LINK_PORT": server.peer_port, "CASEMAPPING": server.casemapping,
            "FOLDER": self.folder})
        self.process = None
        self.start()

    def start(self):
        self.process = Process(self._arguments(), self.folder, unprivileged=True)
        try:
            self.wait_linked()
        except BaseException:
            self.close()
            raise

    def wait_linked(self):
        from client import Client  # services are needed by some clients' tests, not by clients

        def linked():
            if not self.process.is_running():
                raise Failure(f"services ended at their start{self.process.tail()}")
            # ISON does not work: for ngIRCd services are not users.
            watcher.say("NickServ", "HELP")
            return " 401 " not in watcher.expect(r"^:NickServ!| 401 ").plain
        with Client(self.server, "linkwatch") as watcher:
            wait_until(linked, 15, "services to link", every=0.05)

    def stop(self):
        self.process.kill()

    def close(self):
        if self.process:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Atheme(Services):
    """For ngIRCd. InspIRCd 4 does not accept it."""

    template = "atheme.conf"

    def _arguments(self):
        def path(name):
            return os.path.join(self.folder, name)
        return [program("atheme-services"), "-n", "-c", path("atheme.conf"), "-D", self.folder,
                "-l", path("atheme.log"), "-p", path("atheme.pid")]


class Anope(Services):
    """For InspIRCd, with SASL."""

    template = "anope.conf"

    def _arguments(self):
        return [program("anope"), "--nofork", "--config=anope.conf", "--modulesdir=/usr/lib/anope",
                *(f"--{kind}dir={self.folder}" for kind in ("conf", "db", "log"))]


class Server:
    """What both servers share. A subclass says `kind`, `services_kind`, `casemapping`, `_words`,
    `_arguments` and `peer_port`, where another server links to it.

    `peer` is a server of the same kind in whose network this one is the second; `link` and `unlink`
    of the second one join and part them."""

    ATTEMPTS = 3
    has_tls = True
    NAMES = ("irc.test.example", "far.test.example")

    def __init__(self, services=False, certificate="server", peer=None):
        self.peer = peer
        self.name, self.peer_name = self.NAMES if peer is None else reversed(self.NAMES)
        self.folder = temporary_folder(self.kind, for_nobody=True)
        self.certificate = certificate
        self.process = None
        self.services = None
        for suffix in (".crt", ".key"):
            shutil.copy(certificates().path(certificate + suffix), self.folder)
            self._own(os.path.join(self.folder, certificate + suffix))
        self._start_on_free_ports()
        if services:
            try:
                self.services = self.services_kind(self)
            except BaseException:
                self.close()
                raise

    def _own(self, path):
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY)

    def _start_on_free_ports(self):
        # Another program may take the port between the choice and listen().
        for attempt in range(self.ATTEMPTS):
            self.port, self.tls_port, self.link_port = free_ports(3)
            write_template(f"{self.kind}.conf", os.path.join(self.folder, "server.conf"), {
                "PORT": self.port, "TLS_PORT": self.tls_port, "LINK_PORT": self.link_port,
                "CERTIFICATE": self.certificate, "NAME": self.name, "PEER": self.peer_name,
                "PEER_PORT": self.peer.peer_port if self.peer else 1, **self._words()})
            try:
                self.start()
                return
            except Failure:
                if attempt == self.ATTEMPTS - 1:
                    raise

    def start(self):
        self.process = self._run()

        def ready():
            if not self.process.is_running():
                raise Failure(f"{self.kind} ended at its start{self.process.tail()}")
            return is_listening(self.port) and (not self.has_tls or is_listening(self.tls_port))
        try:
            wait_until(ready, 10, f"{self.kind} to listen")
        except Failure:
            self.process.kill()
            raise

    def _run(self):
        return Process(self._arguments(), self.folder, unprivileged=True)

    def stop(self):
        """Stops the server, not its services, which reconnect by themselves."""
        self.process.kill()

    def freeze(self):
        self.process.signal(signal.SIGSTOP)

    def thaw(self):
        self.process.signal(signal.SIGCONT)

    def link(self):
        """Links the second server to the first. They are linked when each knows the other's name."""
        with self._operator("linker") as operator:
            operator.send(f"CONNECT {self.peer_name}")
            wait_until(lambda: self._knows_peer(operator), 15, "the servers to link", every=0.05)

    def unlink(self):
        # Sent to the first server: an InspIRCd that made the connection does not hang up.
        with self.peer._operator("cutter") as operator, self._operator("unlinker") as other:
            operator.send(f"SQUIT {self.name} :cut by the test")
            wait_until(lambda: not self.peer._knows_peer(operator) and not self._knows_peer(other),
                       15, "the servers to part", every=0.05)

    def _operator(self, nick):
        from client import Client  # as in Services
        client = Client(self, nick)
        client.become_operator()
        return client

    def _knows_peer(self, client):
        since = client.mark()
        client.send("LINKS")
        client.expect(" 365 ", since=since)
        return any(line.command == "364" and self.peer_name in line.params
                   for line in client.lines[since:])

    def close(self):
        if self.services:
            self.services.close()
        if self.process:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Ngircd(Server):
    """`penalty` -1 is the server's own throttle, 0 none."""

    kind = "ngircd"
    services_kind = Atheme
    casemapping = "ascii"
    has_sasl = False

    def __init__(self, penalty=0, **rest):
        self.penalty = penalty
        super().__init__(**rest)

    @property
    def peer_port(self):
        return self.port

    def _words(self):
        return {"PENALTY": self.penalty}

    def _arguments(self):
        return [program("ngircd"), "-n", "-f", os.path.join(self.folder, "server.conf")]


class Inspircd(Server):
    """`throttle`: None for a fast server, else "delay" or "kill", what the server does above 10
    lines and one a second (fakelag on or off). `sts`: tells those who come in plain text to come
    back over TLS."""

    kind = "inspircd"
    services_kind = Anope
    has_sasl = True

    def __init__(self, throttle=None, casemapping="rfc1459", sts=False, **rest):
        self.throttle = throttle
        self.sts = sts
        self.casemapping = casemapping
        super().__init__(**rest)

    @property
    def peer_port(self):
        return self.link_port

    def _words(self):
        fast = self.throttle is None
        sts = f'<module name="ircv3_sts">\n<sts host="*" duration="5m" port="{self.tls_port}">'
        return {"ID": "97K" if self.peer is None else "98K", "STS": sts if self.sts else "",
                "THRESHOLD": 1000 if fast else 10, "RATE": 1000000 if fast else 1000,
                "RECVQ": "1M" if fast else "10K", "CODEPAGE": codepage(self.casemapping),
                "FAKELAG": "no" if self.throttle == "kill" else "yes"}

    def _arguments(self):
        return [program("inspircd"), "--nofork", "--nopid", "--config",
                os.path.join(self.folder, "server.conf")]


class Znc:
    """A bouncer on a server: it holds somebody's connection under their nick, in one channel, and repeats the last
    hundred lines to whoever attaches. Clients connect to it as to a server, with `password`. All lines are repeated
    at each attachment."""

    tls_port = None

    def __init__(self, server, nick, channel, ident=None):
        self.server = server
        self.nick = nick
        self.password = f"{nick}/test:secret"
        self.folder = temporary_folder("znc", for_nobody=True)
        (self.port,) = free_ports(1)
        configs = os.path.join(self.folder, "configs")
        os.mkdir(configs)
        salt = "salt"
        write_template("znc.conf", os.path.join(configs, "znc.conf"), {
            "PORT": self.port, "SERVER_PORT": server.port, "NICK": nick, "IDENT": ident or nick[:9],
            "CHANNEL": channel, "SALT": salt,
            "HASH": hashlib.sha256(f"secret{salt}".encode()).hexdigest()})
        if os.geteuid() == 0:
            for path in (configs, os.path.join(configs, "znc.conf")):
                os.chown(path, NOBODY, NOBODY)
        self.process = Process([program("znc"), "--foreground", "--no-color", "--datadir", self.folder],
                               self.folder, unprivileged=True)
        try:
            wait_until(lambda: is_listening(self.port), 10, "ZNC to listen")
        except Failure as failure:
            self.close()
            raise Failure(f"{failure}{self.process.tail()}") from None

    def close(self):
        self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class UnpackedServer(Server):
    """A server that can't be installed beside the others. It runs in a tree with its `package`, where its folder is
    /srv. A tree is made once a process."""

    _trees = {}

    def _tree(self):
        if self.package not in self._trees:
            root = os.path.join(temporary_folder(self.kind), "tree")
            tree.unpack(root, self.package)
            for folder in ("srv", "proc", "dev"):
                os.makedirs(os.path.join(root, folder), exist_ok=True)
            self._prepare(root)
            self._trees[self.package] = root
        return self._trees[self.package]

    def _prepare(self, root):
        """Makes what the package's scripts would have made."""

    def _run(self):
        return Process(tree.command_in(self._tree(), self._arguments(), mounts=((self.folder, "/srv"),),
                                       user=f"{NOBODY}:{NOBODY}"), self.folder)


class NoNames:
    """A name server that knows no name, on an address of its own."""

    NXDOMAIN = bytes((0x81, 0x83))

    def __init__(self):
        self.address = f"127.53.{random.randrange(256)}.{random.randrange(1, 255)}"
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.bind((self.address, 53))
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self):
        while True:
            question, sender = self.socket.recvfrom(512)
            self.socket.sendto(question[:2] + self.NXDOMAIN + question[4:], sender)


class Hybrid(UnpackedServer):
    """With account-notify, MONITOR and WHOX, without SASL and tags. `throttle`: with Debian's own limit, five lines
    and then one a second."""

    kind = "hybrid"
    package = "ircd-hybrid"
    casemapping = "ascii"
    has_sasl = False

    def __init__(self, throttle=False, **rest):
        self.throttle = throttle
        super().__init__(**rest)

    def _prepare(self, root):
        """It asks for everybody's host name, and crashes where there is nobody to ask."""
        with open(os.path.join(root, "etc/resolv.conf"), "w", encoding="utf-8") as file:
            file.write(f"nameserver {NoNames().address}\n")
        with open(os.path.join(root, "etc/services"), "w", encoding="utf-8") as file:
            file.write("domain 53/udp\n")

    def _words(self):
        return {"FLAGS": "exceed_limit" if self.throttle else "exceed_limit, can_flood"}

    def _arguments(self):
        return ["/usr/sbin/ircd-hybrid", "-foreground", "-configfile", "/srv/server.conf",
                "-logfile", "/srv/log", "-pidfile", "/srv/pid",
                *(word for kind in "kdx" for word in (f"-{kind}linefile", f"/srv/{kind}lines")),
                "-resvfile", "/srv/resvs"]


class Irc2(UnpackedServer):
    """The server of IRCnet, with nothing of IRCv3: it has no CAP at all, and no TLS. Its throttle, a line every two
    seconds and ten seconds in advance, can't be turned off."""

    kind = "irc2"
    package = "ircd-irc2"
    casemapping = "ascii"
    has_tls = False
    has_sasl = False

    def _words(self):
        return {}

    def _arguments(self):
        return ["/usr/sbin/ircd", "-t", "-q", "-s"]

    def _prepare(self, root):
        """It takes no other configuration than its own, and has no folders yet."""
        for path in ("var/run/ircd", "var/log/ircd", "var/lib/ircd", "etc/ircd"):
            folder = os.path.join(root, path)
            os.makedirs(folder, exist_ok=True)
            os.chmod(folder, 0o777)
        os.remove(os.path.join(root, "etc/ircd/ircd.conf"))
        os.symlink("/srv/server.conf", os.path.join(root, "etc/ircd/ircd.conf"))
