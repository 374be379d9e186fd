#!/usr/bin/env python3
"""Runs a command while a PostgreSQL server of its own runs: with_postgres.py [--durable] COMMAND…

The server keeps its data in a temporary folder and listens on a socket in it, whose path is in
BELFRY_TEST_POSTGRES. PostgreSQL refuses to run as root, so root starts it as another user. That user
may not enter every TMPDIR, and a socket's path is short, so the folder is always in /tmp. Only with --durable does it wait for the disk.
"""
import glob
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile


def program(name):
    """The path of one of the newest installed version's programs, which Debian keeps out of PATH."""
    found = glob.glob(f"/usr/lib/postgresql/*/bin/{name}")
    newest = max(found, key=lambda path: int(re.search(r"/(\d+)/bin/", path)[1]), default=None)
    return newest or shutil.which(name) or sys.exit(f"{name}: PostgreSQL's server is not installed")


def other_user():
    """A user who is not root, or None."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def run(user, *command):
    subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL,
                   env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})


def main():
    user = other_user()
    command = sys.argv[1:]
    durable = command[0] == "--durable"
    with tempfile.TemporaryDirectory(prefix="belfry-postgres-", dir="/tmp") as folder:
        data = os.path.join(folder, "data")
        if user:
            shutil.chown(folder, user)
        os.chmod(folder, 0o755)
        run(user, program("initdb"), "-A", "trust", "-U", "belfry", "-N", "-E", "UTF8",
            "--locale=C", "-D", data)
        fsync = "on" if durable else "off"
        options = f"-k {folder} -h '' -c fsync={fsync} -c shared_buffers=16MB"
        pg_ctl = program("pg_ctl")
        run(user, pg_ctl, "start", "-w", "-D", data, "-l", f"{folder}/log", "-o", options)
        try:
            environment = os.environ | {"BELFRY_TEST_POSTGRES": folder}
            return subprocess.run(command[durable:], env=environment, check=False).returncode
        finally:
            run(user, pg_ctl, "stop", "-w", "-m", "immediate", "-D", data)


if __name__ == "__main__":
    sys.exit(main())
