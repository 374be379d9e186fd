"""Debian trees, made by mmdebstrap, and programs that run in them. Only root can make one."""

import glob
import os
import re
import shlex
import shutil
import subprocess

from processes import Failure

CERTIFICATES = "usr/local/share/ca-certificates"


def obstacle():
    """Why this machine can't make a tree, or None."""
    if os.geteuid() != 0:
        return "only root makes trees of Debian"
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is not here"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
        return "nothing can be mounted here"
    return None


def do(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)}:\n{(done.stdout + done.stderr)[-4000:]}")


def make(release, tree):
    """Copies this machine's network settings: its name servers, and authorities that were added."""
    do(["mmdebstrap", "--quiet", "--variant=minbase", "--dpkgopt=force-unsafe-io", release, tree])
    shutil.copy("/etc/resolv.conf", os.path.join(tree, "etc/resolv.conf"))
    os.makedirs(os.path.join(tree, CERTIFICATES), exist_ok=True)
    for path in glob.glob(os.path.join("/", CERTIFICATES, "*.crt")):
        shutil.copy(path, os.path.join(tree, CERTIFICATES))


def unpack(tree, *packages):
    """Makes a tree of packages of this machine's release and of what they depend on: unpacked, not
    installed. For packages that can't be installed beside others."""
    with open("/etc/os-release", encoding="utf-8") as file:
        release = re.search(r"^VERSION_CODENAME=(\w+)", file.read(), re.M).group(1)
    do(["mmdebstrap", "--quiet", "--variant=extract", "--dpkgopt=force-unsafe-io",
        f"--include={','.join(packages)}", release, tree])


def command_in(tree, command, read_only=False, mounts=(), user=None):
    """What runs a command in a tree, with /proc and /dev, in a mount namespace of its own."""
    steps = ["set -e", f"mount --bind {tree} {tree}"]
    if read_only:
        steps.append(f"mount -o remount,bind,ro {tree}")
    steps += [f"mount -t proc proc {tree}/proc", f"mount --rbind /dev {tree}/dev"]
    steps += [f"mount --bind {outside} {tree}{inside}" for outside, inside in mounts]
    chroot = ["chroot", *([f"--userspec={user}"] if user else []), tree]
    steps.append(f"exec {shlex.join([*chroot, *command])}")
    return ["unshare", "--mount", "sh", "-c", "\n".join(steps)]


def start_in(tree, command, read_only=False, mounts=(), user=None, **arguments):
    """Starts a command in a tree, as command_in() says."""
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/"}
    return subprocess.Popen(command_in(tree, command, read_only, mounts, user),
                            env=environment, text=True, stdin=subprocess.DEVNULL, **arguments)


def do_in(tree, folder, command):
    """Runs a line of a shell in a folder of the tree."""
    process = start_in(tree, ["sh", "-c", f"cd {shlex.quote(folder)} && {command}"],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = process.communicate()[0]
    if process.returncode != 0:
        raise Failure(f"{command}:\n{said[-40000:]}")
