"""The yardsticks of playing strength: what each measures, by which program, and what its goal is."""

import re
from typing import Callable, NamedTuple, Optional

ALL_GAMES = {
    "en-garde": [2],
    "campanile": [2, 3, 4, 5],
    "campanile-intermezzo": [2, 3, 4, 5],
    "patrician": [2, 3, 4, 5],
    "goats": [3, 4, 5, 6],
    "njet": [3, 4],
    "castellers": [2, 3, 4],
    "pillars": [3, 4],
}
FEWEST = {game: numbers[:1] for game, numbers in ALL_GAMES.items()}
# More players at Goats hardly ever come to a position with a certain win. One batch of each line makes 1,000.
PROVEN = ALL_GAMES | {"goats": [3]}

# Few, so that a long match keeps every core busy and loses little when it is stopped.
GAMES_BATCH = 12


class Line(NamedTuple):
    """What was measured of one yardstick, pair of levels, game and number of players."""
    match: str
    levels: tuple
    game: str
    players: int
    trials: int
    hits: float
    share: float
    share_low: float
    share_high: float
    mean: float
    mean_half: float  # the half of its interval
    milliseconds: float  # of processor time a move


class Yardstick(NamedTuple):
    program: str
    pairs: list  # of levels: the one that is measured, and against whom
    games: dict
    batch: int  # trials in one run of the program, at most
    short: int  # trials with --short
    full: int
    goal: Optional[Callable]  # whether a line reaches it
    has_mean: bool = True
    is_for_each_seat: bool = False  # the program takes a level for each seat, and the seats rotate

    def batch_of(self, players):
        """The trials in one run: each seat is played equally often."""
        return self.batch // players * players if self.is_for_each_seat else self.batch


def is_stronger(line):
    return line.share >= (0.65 if line.players == 2 else 1.3 / line.players)


def is_little_stronger(line):
    return line.share < (0.57 if line.players == 2 else 1.14 / line.players)


def gains_little(line):
    """As is_little_stronger, of the part beyond the fair share."""
    return line.mean < (0.07 if line.players == 2 else 0.14 / line.players)


def is_clearly_ahead(line):
    return line.mean > line.mean_half


def misses_none(line):
    return line.hits >= line.trials


def whole_games(strong, weak, goal):
    return Yardstick("bench_strength", [(strong, weak)], ALL_GAMES, GAMES_BATCH, 60, 420, goal, has_mean=False,
                     is_for_each_seat=True)


YARDSTICKS = {
    "random": whole_games("easy", "random", is_stronger),
    "easy": whole_games("normal", "easy", is_stronger),
    "normal": whole_games("hard", "normal", is_stronger),
    "reference": whole_games("hard", "reference", is_stronger),
    "tenfold": whole_games("tenfold", "hard", is_little_stronger),
    "gain": Yardstick("bench_gain", [("tenfold", "hard")], ALL_GAMES, 4, 60, 100, gains_little),
    "seeing": whole_games("seeing", "hard", None),
    "rounds": Yardstick("bench_rounds", [("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("hard", "easy"),
                                         ("hard", "reference")],
                        {"njet": [3, 4]}, 30, 30, 300, is_clearly_ahead),
    "endings": Yardstick("bench_endings", [("random", None), ("easy", None), ("normal", None), ("reference", None),
                                           ("hard", None)],
                         {"en-garde": [2]}, 250, 250, 1000, None),
    "certain": Yardstick("bench_certain", [("hard", None)],
                         PROVEN, 50, 50, 200, misses_none, has_mean=False),
    "agreement": Yardstick("bench_agreement", [("hard", None)], FEWEST, 100, 100, 500, None),
}


def tenfold(budget):
    number, unit = re.fullmatch(r"(\d+)(ms)?", budget).groups("")
    return f"{10 * int(number)}{unit}"


def level_word(level, hard, short):
    """A level as the programs read it; `hard` is the budget of hard and its like."""
    budgets = {"hard": hard, "seeing": hard, "tenfold": tenfold(hard)}
    if short:
        budgets["reference"] = hard
    name = "hard" if level == "tenfold" else level
    return f"{name}:{budgets[level]}" if level in budgets else name


def who(yardstick, levels, players):
    """The list of levels that the program is given."""
    strong, weak = levels
    if weak is None:
        return [strong]
    return [strong] + [weak] * (players - 1 if yardstick.is_for_each_seat else 1)
