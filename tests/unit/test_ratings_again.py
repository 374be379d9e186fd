#!/usr/bin/env python3
"""Ratings, seasons and rankings again, by a second implementation that keeps every game and works out
everything from the beginning: test_ratings_again.py PROGRAM, tests/unit/ratings_lines.c.

Random games of teams over years, on two servers with different seasons, whose lengths change; each
ranking must be the same, with its trend. The program is killed again and again, with a game on its
way too, and runs in another time zone each time. On a PostgreSQL server (with_postgres.py) as well.
"""
import datetime
import math
import os
import random
import subprocess
import sys
import tempfile

WEEK = 7 * 24 * 3600
MEAN, DEVIATION, BETA = 25.0, 25 / 3, 25 / 6
NONE, MONTH, QUARTER, YEAR = range(4)
ZONES = "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Rome"
BEGIN = 1767225600  # 2026-01-01


# -- The model: R. C. Weng and C.-J. Lin (2011), Algorithm 4; M. E. Glickman (1999), step 1 -------

def rated(teams, ranks):
    """The teams' beliefs (mean, deviation) after they took these ranks."""
    largest = max(map(len, teams))
    weights = [largest / len(team) for team in teams]
    means = [w * sum(mean for mean, _ in team) for w, team in zip(weights, teams)]
    variances = [w * w * sum(sigma ** 2 for _, sigma in team) for w, team in zip(weights, teams)]
    c = math.sqrt(sum(variances) + len(teams) * BETA ** 2)
    result = []
    for i, team in enumerate(teams):
        omega = delta = 0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                continue
            tied = ranks.count(rank)
            chance = math.exp(means[i] / c) / sum(
                math.exp(means[s] / c) for s in range(len(teams)) if ranks[s] >= rank)
            omega += ((q == i) - chance) / tied
            delta += chance * (1 - chance) / tied
        omega *= variances[i] / c
        delta *= variances[i] / c ** 2 * math.sqrt(variances[i]) / c
        result.append([
            (mean + weights[i] * sigma ** 2 / variances[i] * omega,
             sigma * math.sqrt(max(1 - weights[i] ** 2 * sigma ** 2 / variances[i] * delta, 0.0001)))
            for mean, sigma in team])
    return result


def aged(belief, seconds):
    mean, sigma = belief
    c = math.sqrt((DEVIATION ** 2 - (DEVIATION / 3) ** 2) / 104)
    return mean, min(math.hypot(sigma, c * math.sqrt(max(seconds, 0) / WEEK)), DEVIATION)


def season_of(length, time):
    """The name of the season, and when it ends."""
    date = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
    months = {MONTH: 1, QUARTER: 3, YEAR: 12}.get(length)
    if months is None:
        return "", math.inf
    last = (date.month - 1) // months * months + months
    end = datetime.datetime(date.year + last // 12, last % 12 + 1, 1, tzinfo=datetime.timezone.utc)
    return f"{length}/{date.year}/{last}", end.timestamp()


def season_before(length, time):
    date = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
    months = {MONTH: 1, QUARTER: 3, YEAR: 12}[length]
    begin = datetime.datetime(date.year, (date.month - 1) // months * months + 1, 1,
                              tzinfo=datetime.timezone.utc)
    return season_of(length, begin.timestamp() - 1)


class Ranking:
    """One game on one server: what was known of each person after each of their games."""

    def __init__(self):
        self.history = {}  # person: [(time, season, belief)]

    def belief(self, person, time, season):
        """With which somebody begins a game."""
        if person not in self.history:
            return MEAN, DEVIATION
        last, their_season, belief = self.history[person][-1]
        mean, sigma = aged(belief, time - last)
        if their_season != season:
            sigma = math.sqrt((sigma ** 2 + DEVIATION ** 2) / 2)
        return mean, sigma

    def numbers(self, season, before, time):
        """By person: mean - 3 deviations as of a time, by the games of the season before another."""
        result = {}
        for person, games in self.history.items():
            of_season = [game for game in games if game[1] == season and game[0] < before]
            if of_season:
                mean, sigma = aged(of_season[-1][2], time - of_season[-1][0])
                result[person] = round(mean - 3 * sigma, 6)
        return result

    def top(self, season, end, now):
        """The rows that are told: name, games, number, trend, places."""
        time = min(now, end)
        monday = (now // 86400 + 3) // 7 * WEEK - 3 * 86400
        today = self.numbers(season, math.inf, time)
        then = self.numbers(season, monday, monday) if end > now else {}
        rows = []
        for person in sorted(today, key=lambda person: (-today[person], person))[:10]:
            games = sum(game[1] == season for game in self.history[person])
            trend, places = "new" if then else "none", 0
            if person in then:
                trend = "moved"
                places = sum(other > then[person] for other in then.values()) - sum(
                    other > today[person] for other in today.values())
            rows.append((person, games, today[person], trend, places))
        return rows


class World:
    def __init__(self):
        self.rankings = {}

    def of(self, server, game):
        return self.rankings.setdefault((server, game), Ranking())

    def rate(self, game):
        """Over all servers the others take part as they stood on the server."""
        changes = []
        for name in (game.game, ""):
            here, all_over = self.of(game.server, name), self.of("*", name)
            season = season_of(game.length, game.ended)[0]
            own = {p: here.belief(p, game.ended, season) for p, ranked, _ in game.seats if ranked}
            wide = {p: all_over.belief(p, game.ended, "") if everywhere else own[p]
                    for p, ranked, everywhere in game.seats if ranked}
            wanted = {p for p, ranked, everywhere in game.seats if ranked and everywhere}
            changes.append((here, season, game.play(own), set(own)))
            changes.append((all_over, "", game.play(wide), wanted))
        for ranking, season, beliefs, people in changes:
            for person in people:
                ranking.history.setdefault(person, []).append(
                    (game.ended, season, beliefs[person]))


class Game:
    def __init__(self, dice, ended, length, server):
        self.ended, self.length, self.server = ended, length, server
        self.game = dice.choice(["njet", "goats"])
        people = dice.sample([f"p{i}" for i in range(30)], dice.randint(2, 6))
        self.seats = [(p, dice.random() < 0.85, int(p[1:]) % 3 == 0) for p in people]
        self.seats[0] = people[0], True, self.seats[0][2]
        self.contests = []
        for _ in range(dice.choice([1, 1, 1, 8])):
            teams = [dice.randrange(len(people)) for _ in people]
            places = {team: dice.randrange(3) for team in teams}
            self.contests.append([(team, places[team]) for team in teams])

    def play(self, beliefs):
        """What is known afterwards; strangers are newcomers in a team and nobody without one."""
        beliefs = dict(beliefs)
        strangers = {p: (MEAN, DEVIATION) for p, ranked, _ in self.seats if not ranked}
        for contest in self.contests:
            teams = {}
            for (person, _, _), (team, place) in zip(self.seats, contest):
                teams.setdefault((team, place), []).append(person)
            teams = {key: team for key, team in teams.items()
                     if len(team) > 1 or team[0] in beliefs}
            ranks = [place for _, place in teams]
            after = rated([[beliefs.get(p) or strangers[p] for p in team]
                           for team in teams.values()], ranks)
            for team, known in zip(teams.values(), after):
                beliefs.update((p, belief) for p, belief in zip(team, known) if p in beliefs)
        return beliefs

    def line(self):
        words = ["game", self.ended, self.length, self.server, self.game, len(self.seats),
                 len(self.contests)]
        for person, ranked, everywhere in self.seats:
            words += [person, int(ranked), int(everywhere)]
        for contest in self.contests:
            for pair in contest:
                words += pair
        return " ".join(map(str, words))


# -- The program ----------------------------------------------------------------------------------

class Program:
    def __init__(self, path, address):
        self.path, self.address, self.starts = path, address, 0
        self.start()

    def start(self):
        zone = ZONES[self.starts % len(ZONES)]
        self.starts += 1
        self.process = subprocess.Popen([self.path, self.address], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=os.environ | {"TZ": zone})

    def kill(self):
        self.process.kill()
        self.process.wait()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self):
        line = self.process.stdout.readline()
        assert line, f"the program ended with {self.process.wait()}"
        return line.rstrip("\n")

    def top(self, *words):
        self.say(" ".join(map(str, words)))
        rows = []
        while (line := self.hear()) != "end":
            name, games, number, trend, places = line.split()
            rows.append((name, int(games), float(number), trend, int(places)))
        return rows

    def count(self):
        self.say("count")
        return int(self.hear())


def assert_same(rows, expected, what):
    def rounded(listed):
        return [(name, games, trend, places) for name, games, _, trend, places in listed]
    assert rounded(rows) == rounded(expected), f"{what}:\n{rows}\n{expected}"
    for row, other in zip(rows, expected):
        assert math.isclose(row[2], other[2], abs_tol=2e-6), (what, row, other)


def compare(dice, program, world, now, lengths):
    server, game = dice.choice(["one", "two", "*"]), dice.choice(["njet", "goats", ""])
    length = lengths.get(server, NONE)
    ranking = world.of(server, game)
    words = now, length, server, game or "-"
    assert_same(program.top("top", *words), ranking.top(*season_of(length, now), now), words)
    if length != NONE:
        assert_same(program.top("last", *words), ranking.top(*season_before(length, now), now),
                    ("last",) + words)


def add(dice, program, game, count):
    """The program may be killed while it writes; then the game is there or not."""
    dies_writing, dies_later = dice.random() < 0.15, dice.random() < 0.05
    program.say(game.line())
    if dies_writing:
        program.kill()
        program.start()
        if program.count() == count + 1:
            return
        program.say(game.line())
    assert program.hear() == "saved"
    if dies_later:
        program.kill()
        program.start()


def play(path, address, seed, games):
    dice, world, program = random.Random(seed), World(), Program(path, address)
    now, lengths = BEGIN, {"one": QUARTER, "two": NONE}
    for count in range(games):
        now += int(dice.expovariate(1 / dice.choice([600, 86400, 3 * WEEK])))
        if dice.random() < 0.03:
            lengths["two"] = dice.choice([NONE, MONTH, YEAR])
        server = dice.choice(["one", "two"])
        game = Game(dice, now, lengths[server], server)
        add(dice, program, game, count)
        world.rate(game)
        if dice.random() < 0.5:
            later = now + int(dice.choice([0, 3600, WEEK, 60 * WEEK]) * dice.random())
            compare(dice, program, world, later, lengths)
    program.kill()
    return program.starts


def main():
    path, server = sys.argv[1], os.environ.get("BELFRY_TEST_POSTGRES")
    for seed in range(2 if server else 4):
        with tempfile.TemporaryDirectory(prefix="belfry-ratings-") as folder:
            address = folder
            if server:
                name = f"ratings{seed}"
                address = f"postgresql://belfry@/{name}?host={server}"
                subprocess.run(["psql", "-q", f"postgresql://belfry@/postgres?host={server}", "-c",
                                f"CREATE DATABASE {name} TEMPLATE template0"], check=True)
            starts = play(path, address, seed, 150 if server else 250)
            print(f"seed {seed}: the same, {starts} starts")


if __name__ == "__main__":
    main()
