"""A copy of the tree in which faults sleep, to be built once: each process wakes the fault whose number it is given.

A function with faults holds a copy of its body for each of them:

    int f(int a)
    {
        PLANTED_ENTER(3);
        if (planted_fault == 17)
        { return a + 2; }
        else
        { return a + 1; }
    }
"""

import json
import os
import pathlib
import random
import shlex
import subprocess

import source

PREAMBLE = '#include "tests/mutation/planted.h"\n'


class Folder:
    """The copy, its build and what else is kept between runs, so that the next one builds what differs alone."""

    def __init__(self, root, folder):
        self.root = root
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.planted = set()  # files with the faults of an earlier run

    def copy_tree(self):
        """Makes the copy as the tree is now, with what isn't committed; files that are alike are left alone, and those
        with faults until it is known which will be planted."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=self.root,
                                check=True, capture_output=True, text=True).stdout.split("\0")
        files = {name for name in listed if name and (self.root / name).is_file()}
        self.planted = {name for name in files if self.is_planted(name)}
        for name in files - self.planted:
            self.copy(name)
        for path in [path for path in self.tree.rglob("*") if path.is_file()]:
            if str(path.relative_to(self.tree)) not in files and "__pycache__" not in path.parts:
                path.unlink()

    def is_planted(self, name):
        path = self.tree / name
        return path.suffix == ".c" and path.exists() and path.read_text().startswith(PREAMBLE)

    def copy(self, name):
        self.write(name, (self.root / name).read_bytes())
        (self.tree / name).chmod((self.root / name).stat().st_mode)

    def write(self, name, content):
        path = self.tree / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def configure(self):
        run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_C_FLAGS_DEBUG=-O1", "-DCMAKE_C_FLAGS=-w", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
             "-DBELFRY_FAULTS=ON"])

    def build_everything(self):
        run(["ninja", "-C", self.build])

    def compile_commands(self):
        """How each file is compiled, by its name, without input and output."""
        commands = {}
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            name = os.path.relpath(entry["file"], self.tree)
            words = shlex.split(entry["command"])
            output = words.index("-o")
            words = words[:output] + [word for word in words[output + 2:] if word not in ("-c", entry["file"])]
            # A call of something whose declaration is the fault would only fail when programs are linked.
            commands[name] = [word for word in words if not word.startswith(("-w", "-W"))] + [
                "-Werror=implicit-function-declaration"]
        return commands


def run(command):
    """Runs a step of the build; a failure is told with what it wrote."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")


class Compiler:
    """Tells whether a fault compiles and makes other machine code than what is written."""

    def __init__(self, commands, scratch):
        self.commands = commands
        self.scratch = pathlib.Path(scratch)
        self.originals = {}

    def object_of(self, path, text):
        """None if the text does not compile. The file's name is the same for all texts: it stands in the object."""
        folder = self.scratch / os.urandom(8).hex()
        folder.mkdir()
        name = os.path.basename(path)
        (folder / name).write_text(text)
        done = subprocess.run(self.commands[path] + ["-O2", "-g0", "-c", name, "-o", "object"], cwd=folder, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        result = (folder / "object").read_bytes() if done.returncode == 0 else None
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        return result

    def differs(self, fault, text):
        if fault.path not in self.originals:
            self.originals[fault.path] = self.object_of(fault.path, text)
        changed = self.object_of(fault.path, fault.apply(text))
        return changed is not None and changed != self.originals[fault.path]


def draw(faults, count, seed, accepts, pool):
    """`count` faults at random that `accepts` takes: every kind is drawn equally often while it lasts. The same for the
    same faults and seed."""
    chance = random.Random(seed)
    waiting = {}
    for fault in faults:
        waiting.setdefault(fault.kind, []).append(fault)
    for kind in waiting.values():
        chance.shuffle(kind)
    drawn = []
    while len(drawn) < count and waiting:
        batch = []
        while len(batch) < count - len(drawn) and waiting:
            kind = chance.choice(sorted(waiting))
            batch.append(waiting[kind].pop())
            if not waiting[kind]:
                del waiting[kind]
        drawn += [fault for fault, good in zip(batch, pool.map(accepts, batch)) if good]
    return drawn


def planted_text(text, faults, functions):
    """A file's text with the numbered faults asleep in it; `functions` gives each body its number."""
    bodies = {}
    for number, fault in faults:
        bodies.setdefault(fault.body, []).append((number, fault))
    pieces, at = [PREAMBLE], 0
    for (start, end), here in sorted(bodies.items()):
        pieces += [text[at:start], f"{{\nPLANTED_ENTER({functions[here[0][1].path, start]});\n"]
        for number, fault in here:
            pieces.append(f"if (planted_fault == {number})\n{fault.apply(text)[start:end + shift(fault)]}\nelse ")
        pieces.append(f"{text[start:end]}\n}}")
        at = end
    return "".join(pieces + [text[at:]])


def shift(fault):
    return len(fault.replacement) - (fault.end - fault.start)


def number_functions(faults):
    """A number for each function that has a fault, by file and start of its body."""
    return {place: number for number, place in enumerate(sorted({(fault.path, fault.body[0]) for fault in faults}))}


def plant(folder, faults, texts):
    """Writes all faults into the copy, where they count from 1; returns the numbers of their functions."""
    functions = number_functions(faults)
    by_file = {}
    for number, fault in enumerate(faults, 1):
        by_file.setdefault(fault.path, []).append((number, fault))
    for path in folder.planted - by_file.keys():
        folder.copy(path)
    for path, here in by_file.items():
        folder.write(path, planted_text(texts[path], here, functions).encode())
    return functions


def all_faults(texts):
    return [fault for path, text in sorted(texts.items()) for fault in source.faults_of(path, text)]
