"""A strict reader of Prometheus' text format, version 0.0.4."""

import math
import re

from processes import Failure

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\S+)")
HEAD = re.compile(rf"# (HELP|TYPE) ({NAME}) (.+)")
SUFFIXES = {"histogram": ("_bucket", "_sum", "_count"), "counter": ("",), "gauge": ("",)}


class Metrics:
    """metrics["belfry_moves_total", "game=njet"] is the sum of the samples with these labels."""

    def __init__(self, page):
        self.types = {}
        self.samples = {}
        self._family = None
        if not page.endswith("\n"):
            raise Failure("the last line does not end")
        for line in page[:-1].split("\n"):
            self._take(line)
        self._check_histograms()

    def _take(self, line):
        head = HEAD.fullmatch(line)
        if head:
            self._take_head(*head.groups())
            return
        sample = SAMPLE.fullmatch(line)
        if not sample or not self._family:
            raise Failure(f"not a line of this format: {line!r}")
        name, labels, value = sample.groups()
        kind = self.types[self._family]
        if name not in [self._family + suffix for suffix in SUFFIXES[kind]]:
            raise Failure(f"{name} stands in the family {self._family}")
        key = (name, tuple(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', labels or "")))
        if key in self.samples:
            raise Failure(f"twice: {line!r}")
        number = float(value)
        if math.isnan(number) or (kind != "gauge" and number < 0):
            raise Failure(f"no such value: {line!r}")
        self.samples[key] = number

    def _take_head(self, what, name, rest):
        if what == "HELP":
            if name in self.types:
                raise Failure(f"{name} is begun twice")
            self._family, self.types[name] = name, None
            return
        if name != self._family or self.types[name] or rest not in SUFFIXES:
            raise Failure(f"TYPE of {name} is out of place")
        if (rest == "counter") != name.endswith("_total"):
            raise Failure(f"{name} is named unlike a {rest}")
        self.types[name] = rest

    def _check_histograms(self):
        for family in (name for name, kind in self.types.items() if kind == "histogram"):
            buckets = [(float(dict(labels)["le"].replace("+Inf", "inf")), value)
                       for (name, labels), value in self.samples.items()
                       if name == f"{family}_bucket"]
            if buckets != sorted(buckets) or [v for _, v in buckets] != sorted(
                    v for _, v in buckets) or not math.isinf(buckets[-1][0]):
                raise Failure(f"{family}'s buckets do not rise: {buckets}")
            if buckets[-1][1] != self[f"{family}_count"]:
                raise Failure(f"{family}'s last bucket is not its count")

    def __getitem__(self, wanted):
        name, *labels = wanted if isinstance(wanted, tuple) else (wanted,)
        found = [value for (each, has), value in self.samples.items() if each == name
                 and all(tuple(label.split("=", 1)) in has for label in labels)]
        if not found:
            raise Failure(f"no sample {wanted}")
        return sum(found)
