"""What the store has of every table, compared with what people were answered and what places were told."""

import json
import subprocess

from bot import executable
from discord_kill_test import is_line_of
from processes import Failure


class Oracle:
    """Knows the moves of each table, (name, move), by its number and in the order in which the tables began. The
    numbers don't tell that order: each process takes some in advance."""

    def __init__(self, database):
        self.database = database
        self.records = {}
        self.packed = set()

    def look(self):
        """Reads what is new in the store."""
        self._read_lines()
        for table, count in self.database.ask("SELECT table_id, count FROM packed"):
            if table not in self.packed:
                self._read_packed(table, int(count))

    def _read_lines(self):
        gaps = self.database.ask("SELECT table_id FROM lines GROUP BY table_id HAVING max(n) <> count(*) OR min(n) <> 1")
        if gaps:
            raise Failure(f"gaps in the lines of {gaps}")
        found = {}
        for table, name, move in self.database.ask(
                "SELECT table_id, name, move FROM lines JOIN seats USING (table_id, seat) JOIN (SELECT table_id,"
                " min(xmin::text::bigint) AS began FROM lines GROUP BY table_id) AS begun USING (table_id)"
                " WHERE coalesce(move, '') <> '' ORDER BY began, table_id, n"):
            found.setdefault(table, []).append((name, move))
        self.records.update(found)

    def _read_packed(self, table, count):
        """The bot packs the lines of a game that is over; its own tool unpacks them."""
        names = dict(self.database.ask(f"SELECT seat + 1, name FROM seats WHERE table_id = {table}"))
        text = subprocess.run([executable(), "store", "export", table, "--data", self.database.address], check=True,
                              capture_output=True, text=True).stdout
        lines = [line for line in map(json.loads, text.splitlines()) if "n" in line]
        if [line["n"] for line in lines] != list(range(1, count + 1)):
            raise Failure(f"{count} lines of table {table} were packed, and now they are {lines}")
        self.records[table] = [(names[str(line["seat"])], line["move"]) for line in lines if "move" in line]
        self.packed.add(table)

    def moves_at(self, place):
        """The moves of all tables that were ever there, in their order."""
        here = {table for table, name in self.database.ask("SELECT table_id, place FROM places")
                if name == place or name.endswith(f"/{place}")}
        return [move for table, moves in self.records.items() if table in here for move in moves]

    def check(self, table, told):
        """Whatever was answered is in the store; whatever a place was told too, in its order and at most once. `told`
        is from before the last look."""
        for place, lines in told.items():
            moves = self.moves_at(place)
            for player in table.players:
                answered = [line for line in table.answered if line[0] == player.name]
                self._check_order(f"{table.name}: answered, and not in the store", answered, moves)
            self._check_order(f"{table.name}, {place}: told twice, or never made", lines, moves)

    def _check_order(self, fault, lines, moves):
        rest = iter(moves)
        for number, line in enumerate(lines):
            if not any(is_line_of(line, *move) for move in rest):
                raise Failure(f"{fault}: {line}, after {lines[:number][-5:]}, before {lines[number + 1:][:5]}; the store "
                              f"has {len(moves)} moves of {len(self.records)} tables, the last of them {moves[-8:]}; "
                              f"packed are {sorted(self.packed, key=int)}")
