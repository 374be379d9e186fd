"""A PostgreSQL server for several bots: `Bot.data` is its address."""

import os
import subprocess

from bot import PROJECT


class Postgres:
    """A server that ends with this process, even if that is killed: its keeper reads a pipe to the end."""

    def __enter__(self):
        keeper = os.path.join(PROJECT, "tests", "unit", "with_postgres.py")
        self.keeper = subprocess.Popen(
            ["/usr/bin/python3", keeper, "sh", "-c", "echo $BELFRY_TEST_POSTGRES; cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = f"postgresql://belfry@/postgres?host={self.keeper.stdout.readline().strip()}"
        return self

    def __exit__(self, *_):
        self.keeper.stdin.close()
        self.keeper.wait()
        self.keeper.stdout.close()

    def ask(self, sql):
        """What the store answers, without headings."""
        output = subprocess.run(["psql", "-AtX", self.address, "-c", sql], check=True,
                                capture_output=True, text=True).stdout
        return output.strip()
