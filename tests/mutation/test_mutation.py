#!/usr/bin/env python3
"""Tests of tests/mutate: which faults are found in a source, and that a program with faults asleep wakes the one it is
told to."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import planting
import source

SOURCE = """\
#include <stdio.h>

/* A comment: a < b. */
static const int table[] = {1, 2};

static bool is_small(int a, char *name)
{
    char buffer[64] = "a < b";
    char *names[2];
    static const struct pair pairs[2 * PAIRS - 1][3];
    struct pair pair = {.left = a};
    if (a < 3 && *name)
        return a > table[1];
    for (int i = 0; i < a; i++)
        total += weigh(i) * 2;
    free(buffer);
    note_change(name,
                buffer);
    switch (a) {
    case 1:
        state->list[a].last = a - 1;
        break;
    default:
        continue;
    }
    return true;
}
"""

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>

static int open(int a)
{
    if (a > 2)
        return a - 1;
    return a + 1;
}

int main(void)
{
    printf("%d %d\\n", open(2), open(5));
    return 0;
}
"""


def faults(kind):
    """What faults of a kind make of the lines that they change."""
    return [fault.lines(SOURCE)[1] for fault in source.faults_of("bot/small.c", SOURCE) if fault.kind == kind]


class Finding(unittest.TestCase):
    def test_comparisons(self):
        self.assertEqual(faults("comparison"), ["if (a <= 3 && *name)", "return a >= table[1];",
                                                "for (int i = 0; i <= a; i++)"])

    def test_arithmetic_is_binary(self):
        self.assertEqual(faults("arithmetic"), ["for (int i = 0; i < a; i--)", "total -= weigh(i) * 2;",
                                                "total += weigh(i) / 2;", "state->list[a].last = a + 1;"])

    def test_logic(self):
        self.assertEqual(faults("logic"), ["if (a < 3 || *name)"])

    def test_constants_but_sizes_and_tables(self):
        self.assertEqual(faults("constant"), [
            "if (a < 4 && *name)", "if (a < 2 && *name)", "return a > table[2];", "return a > table[0];",
            "for (int i = 1; i < a; i++)", "total += weigh(i) * 3;", "total += weigh(i) * 1;", "case 2:", "case 0:",
            "state->list[a].last = a - 2;", "state->list[a].last = a - 0;"])

    def test_dropped_calls_but_releases(self):
        self.assertEqual(faults("call"), [";"])

    def test_dropped_assignments_but_declarations(self):
        self.assertEqual(faults("assignment"), [";", ";"])
        lines = [fault.line for fault in source.faults_of("bot/small.c", SOURCE) if fault.kind == "assignment"]
        self.assertEqual(lines, [15, 21])

    def test_conditions(self):
        self.assertEqual(faults("condition"), ["if (!(a < 3 && *name))"])

    def test_returns(self):
        self.assertEqual(faults("return"), ["return !(a > table[1]);", "return false;"])

    def test_jumps(self):
        self.assertEqual(faults("jump"), [";", "break;"])


class Drawing(unittest.TestCase):
    def draw(self, count, accepts=lambda fault: True, seed=1):
        found = source.faults_of("bot/small.c", SOURCE)
        return planting.draw(found, count, seed, accepts, type("Pool", (), {"map": staticmethod(map)}))

    def test_a_seed_draws_the_same(self):
        self.assertEqual(self.draw(10), self.draw(10))
        self.assertNotEqual(self.draw(10), self.draw(10, seed=2))

    def test_a_shorter_sample_begins_a_longer_one(self):
        self.assertEqual(self.draw(4), self.draw(10)[:4])

    def test_a_refused_fault_is_drawn_anew(self):
        drawn = self.draw(8, lambda fault: fault.kind != "constant")
        self.assertEqual(len(drawn), 8)
        self.assertNotIn("constant", [fault.kind for fault in drawn])

    def test_no_more_than_there_are(self):
        found = source.faults_of("bot/small.c", SOURCE)
        self.assertEqual(len(set(self.draw(1000))), len(found))


class Planting(unittest.TestCase):
    def test_a_process_wakes_the_fault_of_its_number(self):
        found = source.faults_of("bot/open.c", PROGRAM)
        wanted = [fault for fault in found if fault.lines(PROGRAM)[1] in ("return a + 1;", "return a + 2;", ";")]
        functions = planting.number_functions(wanted)
        text = planting.planted_text(PROGRAM, list(enumerate(wanted, 1)), functions)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "open.c").write_text(text)
            subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-I", HERE.parents[1], "-o", path / "program",
                            path / "open.c"], check=True)
            (path / "trace").mkdir()

            def run(**variables):
                return subprocess.run([path / "program"], env=variables, check=True, capture_output=True,
                                      text=True).stdout

            self.assertEqual(run(BELFRY_FAULT_TRACE=str(path / "trace")), "3 4\n")
            self.assertEqual(sorted(os.listdir(path / "trace")), [str(number) for number in sorted(functions.values())])
            self.assertEqual([run(BELFRY_FAULT=str(number)) for number in range(len(wanted) + 1)],
                             ["3 4\n", "3 6\n", "4 4\n", ""])


if __name__ == "__main__":
    unittest.main()
