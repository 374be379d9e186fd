"""What tests/bench/strength has measured, as lines, as a table to read, and as the table of README.md."""

import math

from yardsticks import YARDSTICKS, Line

Z = 1.96  # for intervals of 95 %


def wilson(hits, trials):
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    middle = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    half = Z / (1 + Z * Z / trials) * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_of(trials, total, squares):
    """The mean and the half of its interval."""
    if trials < 2:
        return 0.0, math.inf
    mean = total / trials
    variance = max(0.0, squares - trials * mean * mean) / (trials - 1)
    return mean, Z * math.sqrt(variance / trials)


def line_of(results):
    """Sums up results of one kind."""
    first = results[0]
    trials, hits, total, squares, seconds, moves = (sum(result[name] for result in results) for name in
                                                    ("trials", "hits", "sum", "squares", "seconds", "moves"))
    return Line(first["match"], tuple(first["levels"]), first["game"], first["players"], trials, hits,
                hits / trials if trials else 0, *wilson(hits, trials), *mean_of(trials, total, squares),
                1000 * seconds / max(moves, 1))


def lines_of(results):
    kinds = {}
    for result in results:
        kinds.setdefault((result["match"], *result["levels"], result["game"], result["players"]), []).append(result)
    return [line_of(kind) for kind in kinds.values()]


def print_table(lines):
    print(f"{'match':9} {'level':14} {'against':14} {'game':20} {'n':>1} {'ms/move':>8} {'trials':>6} {'share':>6} "
          f"{'95 %':>13} {'x fair':>6} {'mean':>8} {'95 %':>8}  goal")
    for line in lines:
        yardstick = YARDSTICKS[line.match]
        strong, weak = line.levels
        fair = f"{line.share * line.players:.2f}" if yardstick.is_for_each_seat else ""
        mean = f"{line.mean:8.4f} ±{line.mean_half:7.4f}" if yardstick.has_mean else " " * 17
        goal = "" if yardstick.goal is None else "reached" if yardstick.goal(line) else "MISSED"
        print(f"{line.match:9} {strong:14} {weak or '':14} {line.game:20} {line.players:1} {line.milliseconds:8.2f} "
              f"{line.trials:6} {line.share:6.3f} {line.share_low:6.3f}-{line.share_high:.3f} {fair:>6} {mean}  {goal}"
              .rstrip())


MARKDOWN_COLUMNS = {"random": "`easy` among `random`", "easy": "`normal` among `easy`",
                    "normal": "`hard` among `normal`", "reference": "`hard` among its predecessor"}


def cell_of(line):
    if line is None:
        return "–"
    return f"{100 * line.share:.0f} % ({100 * line.share_low:.0f}–{100 * line.share_high:.0f})"


def markdown_of(lines):
    """The share of games that one seat of the stronger level wins, with its interval."""
    found = {(line.game, line.players, line.match): line for line in lines if line.match in MARKDOWN_COLUMNS}
    rows = ["| game | players | fair | " + " | ".join(MARKDOWN_COLUMNS.values()) + " |",
            "|---|---|---|" + "---|" * len(MARKDOWN_COLUMNS)]
    for game, players in dict.fromkeys((game, players) for game, players, _ in found):
        cells = (cell_of(found.get((game, players, match))) for match in MARKDOWN_COLUMNS)
        rows.append(f"| {game} | {players} | {100 / players:.0f} % | " + " | ".join(cells) + " |")
    budgets = sorted({level for line in found.values() for level in line.levels if ":" in level})
    spent = [line.milliseconds for line in found.values() if line.levels[0].startswith("hard")]
    if spent:
        rows += ["", f"Measured with `{'`, `'.join(budgets)}`; `hard` took {min(spent):.0f} to {max(spent):.0f} ms of "
                     "processor time a move."]
    return "\n".join(rows) + "\n"
