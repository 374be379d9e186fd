#!/usr/bin/python3
"""What makes faults of the program hard to exploit is in the program and in its unit.

    tests/unit/test_hardening.py PROGRAM [--sanitized]
"""

import os
import platform
import re
import subprocess
import sys
import unittest

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNIT = os.path.join(PROJECT, "config", "belfry.service")
PROGRAM = sys.argv.pop(1)
SANITIZED = "--sanitized" in sys.argv
ENTRIES = {"x86_64": "endbr64", "aarch64": "paciasp"}  # how a function that may be jumped to begins


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


class ProgramTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.headers = output("readelf", "--wide", "--program-headers", "--dynamic", PROGRAM)
        cls.symbols = output("readelf", "--wide", "--dyn-syms", PROGRAM)

    def test_it_is_loaded_anywhere(self):
        self.assertRegex(output("readelf", "--file-header", PROGRAM), r"Type:\s+DYN")
        self.assertRegex(self.headers, r"FLAGS_1\).*\bPIE\b")

    def test_its_tables_are_read_only_from_the_start(self):
        self.assertIn("GNU_RELRO", self.headers)
        self.assertRegex(self.headers, r"FLAGS_1\).*\bNOW\b")
        self.assertNotIn("TEXTREL", self.headers)

    def test_nothing_is_both_written_and_executed(self):
        flags = re.findall(r"^\s+(LOAD|GNU_STACK)\s+(?:0x[0-9a-f]+\s+){5}([RWE ]{3})", self.headers,
                           re.MULTILINE)
        self.assertIn("GNU_STACK", [kind for kind, _ in flags])
        for kind, flag in flags:
            self.assertFalse("W" in flag and "E" in flag, (kind, flag))

    def test_stack_and_buffers_are_guarded(self):
        self.assertIn("__stack_chk_fail", self.symbols)
        if not SANITIZED:
            self.assertRegex(self.symbols, r"__\w+_chk@")

    @unittest.skipUnless(platform.machine() in ENTRIES, "an unknown processor")
    def test_jumps_meet_the_begin_of_functions(self):
        code = output("objdump", "--disassemble", "--section=.text", "--no-show-raw-insn", PROGRAM)
        self.assertGreater(code.count(ENTRIES[platform.machine()]), 1000)


class CommandsTest(unittest.TestCase):
    """What leaves no clear mark in a program is in the compiler's commands."""

    def test_each_of_our_files_is_compiled_with_all_flags(self):
        build = os.path.dirname(os.path.dirname(os.path.abspath(PROGRAM)))
        lines = output("ninja", "-C", build, "-t", "commands", "belfry").splitlines()
        compiled = [line for line in lines if re.search(r"(gcc|cc|clang\S*) .* -c \S+\.c$", line)]
        self.assertGreater(len(compiled), 200)
        for line in compiled:
            for flag in ("-fstack-clash-protection", "-fstack-protector-strong",
                         "-ftrivial-auto-var-init=zero", "-fPIE"):
                self.assertIn(f" {flag} ", line)


class UnitTest(unittest.TestCase):
    def test_systemd_finds_little_exposed(self):
        # What is left is the network itself, the netlink that libwebsockets follows it with, the clock that
        # ProtectClock= lets read, and a root folder of its own, which would have to be filled first.
        found = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=10",
                                UNIT],
                               stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(found.returncode, 0, found.stdout)

    def test_limits(self):
        with open(UNIT, encoding="utf-8") as file:
            unit = file.read()
        for line in ("LimitCORE=0", "LimitNOFILE=4096", "MemoryMax=1G", "TasksMax=256",
                     "SystemCallFilter=~@privileged @resources", "NoNewPrivileges=yes"):
            self.assertIn(f"\n{line}\n", unit)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
