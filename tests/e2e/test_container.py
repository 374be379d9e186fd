"""The container: what docker/Dockerfile builds in an empty Debian 12, and how it runs."""

import os
import re
import subprocess
import time
import unittest

import yaml

import tree
from bot import PROJECT, configuration
from container import BASE, Image, instructions, labels, lint, words_of
from processes import PATIENCE, Failure, free_ports, temporary_folder
from servers import Ngircd
from support import BotTest


def read_compose(name):
    with open(os.path.join(PROJECT, "docker", name), encoding="utf-8") as file:
        return yaml.safe_load(file)


def with_variables(words, values):
    """As compose replaces `${NAME:-default}`."""
    return [re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: values.get(found[1]) or found[2], word) for word in words]


class FilesTest(unittest.TestCase):
    def test_the_dockerfile_calls_what_is_there(self):
        self.assertEqual(lint(), [])
        names = [name for name, _, _ in instructions()]
        last = names[len(names) - names[::-1].index("FROM"):]
        for needed in ("LABEL", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD"):
            self.assertIn(needed, last)

    def test_the_base_is_pinned(self):
        first, *others = [rest.split() for name, _, rest in instructions() if name == "FROM"]
        self.assertRegex(first[0], f"^{BASE}$")
        stages = {words[2] for words in [first, *others] if len(words) == 3}
        self.assertEqual([words[0] for words in others if words[0] not in stages], [])

    def test_the_image_says_what_it_is(self):
        found = labels()
        with open(os.path.join(PROJECT, "CMakeLists.txt"), encoding="utf-8") as file:
            version = re.search(r"project\(belfry VERSION ([\d.]+)", file.read()).group(1)
        self.assertEqual(found.pop("org.opencontainers.image.version"), version)
        for key in ("title", "description", "revision", "licenses", "base.name"):
            self.assertTrue(found.pop(f"org.opencontainers.image.{key}"), key)
        self.assertEqual(found, {})

    def test_one_command_builds_both_architectures(self):
        for name in ("docker/Dockerfile", "README.md"):
            with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
                self.assertRegex(file.read(), r"docker buildx build --platform linux/amd64,linux/arm64 ", name)

    def check_service(self, compose, service):
        """What each container has, whatever runs in it."""
        self.assertRegex(service["mem_limit"], r"^\d+[mg]$")
        self.assertGreater(service["pids_limit"], 0)
        self.assertEqual(set(service["logging"]["options"]), {"max-size", "max-file"})
        self.assertEqual(service["restart"], "unless-stopped")
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            if source.startswith("./cluster/"):
                self.assertTrue(os.path.exists(os.path.join(PROJECT, "docker", source)), volume)
            elif not source.startswith("./"):
                self.assertIn(source, compose["volumes"])

    def check_bot(self, compose, service):
        self.check_service(compose, service)
        folder = os.path.join(PROJECT, "docker", service["build"]["context"])
        self.assertTrue(os.path.exists(os.path.join(folder, service["build"]["dockerfile"])))
        self.assertIs(service["read_only"], True)
        self.assertEqual(service["cap_drop"], ["ALL"])
        self.assertEqual(service["security_opt"], ["no-new-privileges:true"])
        # Any number of them: the folder, not its files.
        self.assertIn("./secrets:/run/secrets:ro", service["volumes"])
        self.assertIn("./belfry.yaml:/config/belfry.yaml:ro", service["volumes"])
        # The image's own health check asks the monitor that the configuration names, wherever that is.
        self.assertNotIn("healthcheck", service)

    def test_the_compose_file_of_one_machine(self):
        compose = read_compose("compose.yaml")
        service = compose["services"]["belfry"]
        self.check_bot(compose, service)
        self.assertIn("data:/data", service["volumes"])
        image = next(words_of(rest) for name, _, rest in instructions() if name == "CMD")
        self.assertEqual(with_variables(service["command"], {}), image)

    def test_the_compose_file_on_several_machines(self):
        service = read_compose("compose.yaml")["services"]["belfry"]
        found = {"DATABASE": "postgresql://belfry@db1,db2/belfry", "DATABASE_PASSWORD": "x"}
        command = with_variables(service["command"], found)
        self.assertEqual(command[command.index("--data") + 1], found["DATABASE"])
        self.assertEqual(with_variables([service["environment"]["PGPASSWORD"]], found), ["x"])
        self.assertEqual(with_variables([service["environment"]["PGPASSWORD"]], {}), [""])

    def test_the_compose_file_of_a_cluster(self):
        compose = read_compose("compose.cluster.yaml")
        services = compose["services"]
        self.assertEqual(list(services), ["db1", "db2", "bot1", "bot2", "bot3"])
        for name, service in services.items():
            self.assertLessEqual(set(service.get("depends_on", {})), set(services))
            if name.startswith("bot"):
                self.check_bot(compose, service)
                self.assertIn("postgresql://belfry@db1,db2/belfry", service["command"])
            else:
                self.check_service(compose, service)
                self.assertRegex(service["image"], r"^postgres:15@sha256:[0-9a-f]{64}$")

    def test_packages_to_run_belong_to_packages_to_build(self):
        """Each library that the build needs has its counterpart, by name."""
        def packages(name):
            with open(os.path.join(PROJECT, "bot", name), encoding="utf-8") as file:
                return [line.split("|")[0].strip() for line in file
                        if line.strip() and line[0] != "#"]
        built = [re.sub(r"(4-openssl)?-dev$", "", package) for package in packages("packages")
                 if package.endswith("-dev") and package not in ("libc6-dev", "uthash-dev")]
        run = packages("packages.runtime")
        for package in built:
            stem = package.rstrip("0123456789").removesuffix("-") if package != "libuv1" else "libuv"
            self.assertTrue([each for each in run if each.startswith(stem)], package)


@unittest.skipIf(tree.obstacle(), tree.obstacle())
class ImageTest(BotTest):
    @classmethod
    def setUpClass(cls):
        cls.share(Ngircd())
        began = time.monotonic()
        cls.image = Image().make()
        print(f"\nthe image was made in {time.monotonic() - began:.0f} s")

    def run_command(self, *command):
        process = self.image.start(self.data, self.config, list(command), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        return process.communicate()[0], process.returncode

    def test_it_plays_without_rights(self):
        anna, bruno = self.people("anna", "bruno")
        (port,) = free_ports(1)
        self.config = temporary_folder("config")
        self.data = temporary_folder("data")
        owner = [int(part) for part in self.image.settings["USER"].split(":")]
        os.chown(self.data, *owner)
        with open(os.path.join(self.config, "belfry.yaml"), "w", encoding="utf-8") as file:
            file.write(configuration([self.network()], level="info",
                                     monitor={"address": f"127.0.0.1:{port}"}))
        check = words_of(self.image.settings["HEALTHCHECK"].removeprefix("CMD "))
        self.assertEqual(self.run_command(*check)[1], 1, "healthy before it runs")
        log = open(os.path.join(self.config, "log"), "w+", encoding="utf-8")
        self.addCleanup(log.close)
        bot = self.image.start(self.data, self.config, stderr=log)
        self.addCleanup(bot.wait)
        self.addCleanup(bot.terminate)
        self.wait_healthy(check, bot, log)
        nick = self.named("belfry")
        anna.say(self.channel, "!new en-garde")
        anna.expect_said("is open", self.channel, nick)
        bruno.say(self.channel, "!join")
        anna.expect_said("sits down", self.channel, nick)
        self.assertEqual(os.stat(os.path.join(self.data, "belfry.sqlite3")).st_uid, owner[0])
        said, status = self.run_command("sh", "-c", "touch /data/file && ! touch /config/../file")
        self.assertEqual(status, 0, said)
        self.assertRegex(said, "Read-only file system|Permission denied")
        bot.terminate()
        self.assertEqual(bot.wait(20 * PATIENCE), 0)

    def wait_healthy(self, check, bot, log):
        deadline = time.monotonic() + 30 * PATIENCE
        said = ""
        while time.monotonic() < deadline and bot.poll() is None:
            said, status = self.run_command(*check)
            if status == 0:
                self.assertEqual(said, "ok: 1 of 1 networks connected\n")
                return
        log.seek(0)
        raise Failure(f"never healthy: {said}\n{log.read()[-3000:]}")

    def test_it_carries_no_compiler(self):
        self.config = self.data = temporary_folder("empty")
        for program in ("cc", "cmake", "ninja"):
            said, status = self.run_command("sh", "-c", f"command -v {program}")
            self.assertNotEqual(status, 0, said)


if __name__ == "__main__":
    unittest.main()
