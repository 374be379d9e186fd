"""Which test notices a fault: those that enter its function are tried until one twice fails, dies or takes too long."""

import contextlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import threading
import time

# A fault can make a test write or ask for memory without end.
MEMORY_MAX = 4 << 30
FILE_MAX = 2 << 30


def limit_process():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, resource.RLIM_INFINITY))  # tests set their own


class Test:
    """A test as ctest knows it, and what was learned about it."""

    def __init__(self, entry):
        properties = {each["name"]: each["value"] for each in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry["command"]
        self.labels = properties.get("LABELS", [])
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
        self.seconds = None  # without a fault
        self.entered = set()  # numbers of functions
        self.words = set(re.split(r"[_-]", self.name))

    def may_enter(self, build):
        """False for a program that holds no file with faults and starts no other program of the build."""
        for word in self.command:
            path = pathlib.Path(word)
            if path.is_relative_to(build) and path.is_file():
                program = path.read_bytes()
                return b"BELFRY_FAULT_TRACE" in program or str(build / "bot").encode() in program
        return True

    def run(self, scratch, timeout, **variables):
        """Whether it passes in time. Whatever it started is ended."""
        environment = {**os.environ, **self.environment, **variables, "TMPDIR": str(scratch)}
        process = subprocess.Popen(self.command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=limit_process)
        try:
            return process.wait(timeout) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def take_time(self, scratch, **variables):
        """Whether it passes without a fault, and how long that takes."""
        began = time.monotonic()
        passed = self.run(scratch, None, **variables)
        self.seconds = time.monotonic() - began
        return passed

    def timeout(self):
        return 10 + 5 * self.seconds


def list_tests(build, also, never):
    """The tests that may enter a function with a fault, the long ones first. End-to-end tests take part if their names
    match `also`, no test whose name matches `never`; None matches none."""
    shown = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], check=True,
                           capture_output=True, text=True).stdout
    tests = [Test(entry) for entry in json.loads(shown)["tests"] if "command" in entry]
    wanted = [test for test in tests if ("e2e" not in test.labels or also and re.search(also, test.name))
              and not (never and re.search(never, test.name)) and test.may_enter(build)]
    return sorted(wanted, key=lambda test: ("e2e" not in test.labels, "kit" not in test.labels))


class Laboratory:
    """Tries faults, several at a time. What noticed a fault is tried first on the next of the same file or folder."""

    # A guess at how likely a test notices a fault that it can reach: of any file, of a file with a name like its own.
    ANY, LIKE_NAMED = 0.05, 0.5

    def __init__(self, tests, scratch):
        self.tests = tests
        self.scratch = pathlib.Path(scratch)
        self.noticed = {}  # by test and file or folder
        self.lock = threading.Lock()

    def fresh_folder(self):
        folder = self.scratch / str(threading.get_ident())
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def measure(self, test):
        """Runs a test without a fault; false if it fails so."""
        trace = self.scratch / f"trace-{test.name}"
        trace.mkdir()
        passed = test.take_time(self.fresh_folder(), BELFRY_FAULT_TRACE=str(trace))
        test.entered = {int(name) for name in os.listdir(trace)}
        return passed

    def fails(self, test, number):
        """Whether a test fails with a fault twice. Other work on the machine slows tests down, too: between the two
        runs it is measured how long the test takes without the fault now."""
        variables = {"BELFRY_FAULT": str(number)}
        if test.run(self.fresh_folder(), test.timeout(), **variables):
            return False
        test.take_time(self.fresh_folder())
        return not test.run(self.fresh_folder(), test.timeout(), **variables)

    def likelihood(self, test, fault):
        words = set(re.split(r"[/_.-]", fault.path)) & test.words
        guess = self.ANY + self.LIKE_NAMED * bool(words)
        seen = 3 * self.noticed.get((test.name, fault.path), 0) + self.noticed.get((test.name, fault.area()), 0)
        return guess + seen

    def order(self, fault, function):
        """The tests worth a try, the most notice for the least time first."""
        reaching = [test for test in self.tests if function in test.entered]
        return sorted(reaching, key=lambda test: (test.seconds + 0.02) / self.likelihood(test, fault))

    def notices(self, number, fault, function):
        """The first test that notices the fault, and how many can reach it."""
        tests = self.order(fault, function)
        for test in tests:
            if self.fails(test, number):
                with self.lock:
                    for where in (fault.path, fault.area()):
                        self.noticed[test.name, where] = self.noticed.get((test.name, where), 0) + 1
                return test, len(tests)
        return None, len(tests)
