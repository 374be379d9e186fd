"""Programs that the tests start. Each has its own process group and is always ended; no test waits for one by
sleeping.

A program that outlives its test would hold ports and files, so three things end it: the test's own cleanup,
`atexit`, and the kernel (which kills it when its parent dies, if setpriv exists).
"""

import atexit
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

NOBODY = 65534

# How much longer than usual everything may take: for loaded machines and sanitizers.
PATIENCE = float(os.environ.get("BELFRY_PATIENCE", "1"))

# A program that crashes when it ends (InspIRCd with TLS does) leaves no core file.
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Failure(AssertionError):
    """Something expected did not happen; the message says what happened instead."""


def wait_until(condition, timeout=10, what="the condition", every=0.02):
    """Returns the first true value of condition(), or fails."""
    deadline = time.monotonic() + timeout * PATIENCE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"waited {timeout} s in vain for {what}")
        time.sleep(every)


def free_ports(count):
    """Free ports of the loopback interface, chosen together so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def temporary_folder(prefix, for_nobody=False):
    folder = tempfile.mkdtemp(prefix=f"belfry-{prefix}-")
    os.chmod(folder, 0o755)
    if for_nobody and os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


_living = set()
_living_lock = threading.Lock()


class Process:
    """One program. Its standard error and output go, line by line, to `lines` (the last 2000) and
    to `on_line`. With `unprivileged` it runs as nobody when we are root."""

    LINES_KEPT = 2000

    def __init__(self, arguments, folder, environment=None, unprivileged=False, on_line=None):
        self.arguments = list(arguments)
        self.lines = []
        self.on_line = on_line
        self.process = subprocess.Popen(
            self._wrapped(unprivileged), cwd=folder,
            env={**os.environ, **(environment or {})}, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with _living_lock:
            _living.add(self)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _wrapped(self, unprivileged):
        setpriv = shutil.which("setpriv")
        drop = unprivileged and os.geteuid() == 0
        if not setpriv:
            return (["runuser", "-u", "nobody", "--"] if drop else []) + self.arguments
        user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if drop else []
        return [setpriv, *user, "--pdeathsig=KILL", "--", *self.arguments]

    def _read(self):
        for raw in self.process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            self.lines.append(line)
            del self.lines[:-self.LINES_KEPT]
            if self.on_line:
                self.on_line(line)
        self.process.stdout.close()

    @property
    def pid(self):
        return self.process.pid

    @property
    def name(self):
        return os.path.basename(self.arguments[0])

    def is_running(self):
        return self.process.poll() is None

    def signal(self, number):
        if self.is_running():
            os.kill(self.pid, number)

    def wait(self, timeout=10):
        """The exit status (negative: the signal), after all its output has been read."""
        try:
            status = self.process.wait(timeout * PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.name} did not end within {timeout} s{self.tail()}") from None
        self._reader.join(5)
        with _living_lock:
            _living.discard(self)
        return status

    def kill(self):
        """Ends it with all its children; harmless when it has ended already."""
        if self.process.returncode is None:
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
        self._reader.join(5)
        with _living_lock:
            _living.discard(self)

    def stop(self, timeout=5):
        """SIGTERM, then SIGKILL. Returns the exit status."""
        try:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            return self.wait(timeout)
        except Failure:
            self.kill()
            return self.process.returncode
        finally:
            self.kill()

    def tail(self, count=25):
        return f"\n--- last lines of {self.name}:\n" + "\n".join(self.lines[-count:])


def _end_all():
    with _living_lock:
        left = list(_living)
    for process in left:
        process.kill()


atexit.register(_end_all)
# Without this a SIGTERM (a test runner's timeout) would skip atexit.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGTERM, lambda *_: os._exit(_end_all() or 143))
