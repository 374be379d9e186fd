"""docker/Dockerfile without docker: runs its instructions in trees of Debian 12.

It understands only what our file uses and refuses anything else, so that the file and the test stay in step.
"""

import glob
import json
import os
import re
import shlex
import shutil

import tree
from bot import PROJECT
from processes import Failure, temporary_folder

DOCKERFILE = os.path.join(PROJECT, "docker", "Dockerfile")
# Pinned, so that everybody builds on the same one.
BASE = "debian:12-slim@sha256:[0-9a-f]{64}"


def instructions(path=DOCKERFILE):
    """(instruction, flags, words) of each line."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file.read().replace("\\\n", " ").splitlines():
            if not line or line.startswith("#"):
                continue
            name, rest = line.split(None, 1)
            flags = {}
            while rest.startswith("--"):
                flag, rest = rest.split(None, 1)
                key, value = flag[2:].split("=", 1)
                flags[key] = value
            found.append((name, flags, rest))
    return found


def words_of(rest):
    return json.loads(rest) if rest.startswith("[") else shlex.split(rest)


def labels():
    """What the image says of itself."""
    return dict(word.split("=", 1) for name, _, rest in instructions() if name == "LABEL" for word in shlex.split(rest))


class Image:
    """The result of the Dockerfile: `tree`, and how it is started."""

    def __init__(self):
        self.folder = temporary_folder("image")
        self.base = os.path.join(self.folder, "base")
        self.stages = {}
        self.tree = None
        self.folder_inside = "/"
        self.settings = {}

    def make(self):
        tree.make("bookworm", self.base)
        for name, flags, rest in instructions():
            step = getattr(self, f"_{name.lower()}", None)
            if step:
                step(flags, rest)
            elif name in ("USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"):
                self.settings[name] = rest
            elif name in ("ARG", "LABEL"):
                pass
            else:
                raise Failure(f"the test does not know {name}")
        return self

    def _inside(self, path):
        return os.path.join(self.tree, os.path.join(self.folder_inside, path).lstrip("/"))

    def _from(self, _, rest):
        words = rest.split()
        if re.fullmatch(BASE, words[0]):
            below = self.base
        elif words[0] in self.stages:
            below = self.stages[words[0]]
        else:
            raise Failure(f"an image that the test does not know: {rest}")
        stage = words[2] if len(words) == 3 else "last"
        self.tree = self.stages[stage] = os.path.join(self.folder, stage)
        self.folder_inside = "/"
        tree.do(["cp", "-a", "--reflink=auto", below, self.tree])

    def _workdir(self, _, rest):
        self.folder_inside = os.path.join(self.folder_inside, rest)
        os.makedirs(self._inside("."), exist_ok=True)

    def _copy(self, flags, rest):
        *sources, target = rest.split()
        root = self.stages[flags["from"]] if "from" in flags else PROJECT
        into = self._inside(target)
        for source in sources:
            path = os.path.join(root, source.lstrip("/"))
            if os.path.isdir(path):
                shutil.copytree(path, into, dirs_exist_ok=True)
            else:
                if target.endswith("/"):
                    os.makedirs(into, exist_ok=True)
                shutil.copy(path, into)
        if "chown" in flags:
            tree.do(["chown", "-R", flags["chown"], into])
        if "chmod" in flags:
            tree.do(["chmod", flags["chmod"], into])

    def _run(self, _, rest):
        tree.do_in(self.tree, self.folder_inside, f"exec {rest}")

    def start(self, data, config, command=None, **arguments):
        """As docker does, with a read-only root, a volume and a configuration."""
        command = command or words_of(self.settings["ENTRYPOINT"]) + words_of(self.settings["CMD"])
        os.makedirs(os.path.join(self.tree, "config"), exist_ok=True)
        return tree.start_in(self.tree, command, read_only=True, user=self.settings["USER"],
                             mounts=((data, "/data"), (config, "/config")), **arguments)


def lint():
    """What is wrong with the Dockerfile itself."""
    wrong = []
    with open(os.path.join(PROJECT, ".dockerignore"), encoding="utf-8") as file:
        allowed = [line[1:].strip() for line in file if line.startswith("!")]
    copied = set()
    for name, flags, rest in instructions():
        if name == "COPY" and "from" not in flags:
            *sources, target = rest.split()
            for source in sources:
                if not glob.glob(os.path.join(PROJECT, source)):
                    wrong.append(f"COPY {source}: there is no such file")
                if source.split("/")[0] not in allowed:
                    wrong.append(f"COPY {source}: .dockerignore leaves it out")
                copied.add(os.path.join(target, os.path.basename(source))
                           if target.endswith("/") else os.path.join(target, ""))
        if name == "RUN":
            script = os.path.basename(shlex.split(rest)[0])
            if not re.fullmatch(r"install|build", script):
                wrong.append(f"RUN {rest}: that is none of the scripts that bot/run calls")
            if not any(shlex.split(rest)[0] == path or shlex.split(rest)[0].startswith(path)
                       for path in copied):
                wrong.append(f"RUN {rest}: the script was not copied")
    return wrong
