#!/usr/bin/env python3
"""Pairs rounds and counts points of leagues from nothing but the headers of bot/league, in plain Python.

    check_league.py pair FILE          who plays whom in the next round: "0-3 1-2 4", the last with a bye
    check_league.py standings FILE     "ENTRANT:PLACE:POINTS:BUCHHOLZ:DIRECT …", the best first

FILE has one league a line, as the store keeps it; each gets one line.
"""

import functools
import json
import sys

SWISS, ROUND_ROBIN, KNOCKOUT, DUPLICATE = range(4)
MATCHPOINTS, NET = range(2)
NOBODY = 255


class League:
    def __init__(self, line):
        data = json.loads(line)
        self.form, self.scoring = data["form"], data["scoring"]
        self.seats, self.round = data["seats"], data["round"]
        self.left = [entrant[3] for entrant in data["entrants"]]
        self.count = len(self.left)
        # (round, entrants, None or (winners as a set of seats, scores))
        self.matches = []
        for round_, _table, entrants, *end in data["matches"]:
            result = ({seat for seat in range(8) if end[0] >> seat & 1}, end[1]) if end else None
            self.matches.append((round_, entrants, result))

    # -- Points ----------------------------------------------------------------------------------

    def counts(self, round_):
        """Whether all tables of the round are done."""
        return all(result for other, _entrants, result in self.matches if other == round_)

    def duplicate_points(self):
        """[(entrant, points)] of every seat of every deal that counts."""
        points = []
        for round_ in range(1, self.round + 1):
            if not self.counts(round_):
                continue
            tables = [(entrants, result[1]) for other, entrants, result in self.matches if other == round_]
            for seat in range(self.seats):
                leads = [sum(scores[seat] - score for score in scores) for _entrants, scores in tables]
                for (entrants, _scores), lead in zip(tables, leads):
                    if self.scoring == NET:
                        gained = len(leads) * lead - sum(leads)
                    else:
                        gained = sum(2 * (lead > other) + (lead == other) for other in leads) - 1
                    points.append((entrants[seat], gained))
        return [(entrant, gained) for entrant, gained in points if entrant != NOBODY]

    def duel_points(self):
        return [(entrant, 2 if winners == {seat} else int(seat in winners))
                for _round, entrants, result in self.matches if result
                for winners in [result[0]]
                for seat, entrant in enumerate(entrants)]

    def standings(self):
        """[(entrant, points, buchholz, direct)], the best first."""
        points, buchholz, direct = ([0] * self.count for _ in range(3))
        for entrant, gained in self.duplicate_points() if self.form == DUPLICATE else self.duel_points():
            points[entrant] += gained
        duels = [(entrants, result[0]) for _round, entrants, result in self.matches
                 if result and len(entrants) == 2 and self.form in (SWISS, ROUND_ROBIN)]
        for (one, other), _winners in duels:
            buchholz[one] += points[other]
            buchholz[other] += points[one]
        for (one, other), winners in duels:
            if (points[one], buchholz[one]) == (points[other], buchholz[other]):
                direct[one] += (0 in winners) * (3 - len(winners))
                direct[other] += (1 in winners) * (3 - len(winners))
        rows = [(entrant, points[entrant], buchholz[entrant], direct[entrant]) for entrant in range(self.count)]
        return sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], row[0]))

    # -- The next round --------------------------------------------------------------------------

    def pair_swiss(self):
        order = [row[0] for row in self.standings() if not self.left[row[0]]]
        if self.round == 0:
            half = len(order) // 2
            return [*zip(order[:half], order[half:2 * half]), *((one,) for one in order[2 * half:])]
        met = {frozenset(entrants) for _round, entrants, _result in self.matches if len(entrants) == 2}
        had_bye = {entrants[0] for _round, entrants, _result in self.matches if len(entrants) == 1}

        @functools.cache
        def fewest(rest):
            """How many of the pairs of these people must meet again at least."""
            if not rest:
                return 0
            return min((frozenset((rest[0], other)) in met)
                       + fewest(tuple(one for one in rest[1:] if one != other)) for other in rest[1:])

        def best(rest, again):
            """The pairs of these people with at most so many that meet again, first for the first."""
            if not rest:
                return []
            for other in rest[1:]:
                cost = frozenset((rest[0], other)) in met
                others = tuple(one for one in rest[1:] if one != other)
                if cost + fewest(others) <= again:
                    return [(rest[0], other), *best(others, again - cost)]
            raise AssertionError("fewest() was wrong")

        if len(order) % 2 == 0:
            return best(tuple(order), fewest(tuple(order)))
        byes = [one for one in reversed(order) if one not in had_bye] or list(reversed(order))
        rest = {bye: tuple(one for one in order if one != bye) for bye in byes}
        again = min(fewest(rest[bye]) for bye in byes)
        bye = next(bye for bye in byes if fewest(rest[bye]) == again)
        return [*best(rest[bye], again), (bye,)]

    def pair_circle(self):
        """The circle is turned, which the tables of numbers do not say."""
        even = self.count + self.count % 2
        circle, last = list(range(even - 1)), even - 1
        for _ in range(self.round):
            circle = circle[even // 2:] + circle[:even // 2]
        first, rest = circle[0], circle[1:]
        pairs = [(first, last) if self.round % 2 == 0 else (last, first)]
        pairs += [(rest[i], rest[-1 - i]) for i in range(even // 2 - 1)]
        real = [pair for pair in pairs if max(pair) < self.count]
        return real + [(min(pair),) for pair in pairs if max(pair) >= self.count]

    def pair_knockout(self):
        if self.round > 0:
            winners = [entrants[1 if result[0] == {1} else 0]
                       for round_, entrants, result in self.matches if round_ == self.round]
            return [*zip(winners[::2], winners[1::2])]
        bracket = [0]
        while len(bracket) < self.count:
            size = 2 * len(bracket)
            bracket = [place for seed in bracket for place in (seed, size - 1 - seed)]
        pairs = [(min(pair), max(pair)) for pair in zip(bracket[::2], bracket[1::2])]
        return [pair if pair[1] < self.count else pair[:1] for pair in pairs]

    def pair_duplicate(self):
        tables = -(-self.count // self.seats)
        seating = [[NOBODY] * self.seats for _ in range(tables)]
        for entrant in range(self.count):
            line, start = divmod(entrant, tables)
            if not self.left[entrant]:
                seating[(start + line * self.round) % tables][(line + self.round) % self.seats] = entrant
        return seating

    def pairs(self):
        return [self.pair_swiss, self.pair_circle, self.pair_knockout, self.pair_duplicate][self.form]()


def main():
    what, file = sys.argv[1:]
    with open(file, encoding="utf-8") as lines:
        for league in map(League, lines):
            if what == "pair":
                print(" ".join("-".join(map(str, match)) for match in league.pairs()))
                continue
            rows = league.standings()
            keys = [row[1:] for row in rows]
            print(" ".join(f"{row[0]}:{keys.index(row[1:]) + 1}:{row[1]}:{row[2]}:{row[3]}" for row in rows))


if __name__ == "__main__":
    main()
