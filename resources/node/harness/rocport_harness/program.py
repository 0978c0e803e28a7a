"""A program of the user's: its command is run, which GPU it opened is watched, and its outputs are kept."""

import glob
import hashlib
import os
import shutil
import subprocess
import time

from . import children, results
from .results import Check, Failed, Skipped

POLL = 0.005
NEWER = 2.0  # seconds that a file system may be coarse by


def amd_gpus():
    """gfx names of the GPUs that the kernel driver knows ("gfx942"), by its topology in sysfs."""
    found = []
    for path in sorted(glob.glob("/sys/class/kfd/kfd/topology/nodes/*/properties")):
        try:
            with open(path) as stream:
                values = dict(line.split()[:2] for line in stream if len(line.split()) >= 2)
            version = int(values.get("gfx_target_version", "0"))
        except (OSError, ValueError):
            continue
        if version:
            found.append("gfx%d%x%x" % (version // 10000, version // 100 % 100, version % 100))
    return found


def devices_opened(pid):
    """GPU device files that a process or what it started has open now."""
    opened = set()
    for one in [pid] + children.descendants(pid):
        folder = "/proc/%d/fd" % one
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            try:
                target = os.readlink("%s/%s" % (folder, name))
            except OSError:
                continue
            if target == "/dev/kfd" or target.startswith("/dev/nvidia"):
                opened.add(target)
    return opened


def run(plan, out):
    start = time.time()
    opened = set()
    with Check(out, "program:run", "Command") as check:
        process = subprocess.Popen(["sh", "-c", plan.command])
        deadline, turn = time.monotonic() + plan.limit, 0
        while process.poll() is None:
            # Often at first, for short programs; later now and then.
            opened |= devices_opened(process.pid)
            turn += 1
            time.sleep(POLL if turn < 400 else 0.2)
            if time.monotonic() > deadline:
                children.end(process)
                raise Failed("Not finished after %s, so it was stopped" % children.duration(plan.limit))
        if process.returncode != 0:
            raise Failed(children.how_it_ended(process.returncode) if process.returncode < 0 else
                         "It ended with status %d; the log shows why" % process.returncode)
        check.detail = "Ended with status 0"
    good = not check.failed
    gpus = amd_gpus()
    kfd = "/dev/kfd" in opened
    nvidia = any(name.startswith("/dev/nvidia") for name in opened)
    results.write(out, "program", openedKfd=kfd, openedNvidia=nvidia, gfx=gpus[0] if kfd and gpus else "")
    with Check(out, "program:device", "On the GPU") as check:
        if not kfd:
            raise Skipped("The program opened an NVIDIA GPU, which says nothing about an AMD GPU" if nvidia else
                          "The program was not seen to open an AMD GPU (/dev/kfd)")
        check.detail = "The program opened the AMD GPU%s" % (" (%s)" % gpus[0] if gpus else "")
    if good:
        for number, name in enumerate(plan.outputs):
            good &= keep(out, name, number, start)
    return good


def keep(out, name, number, start):
    with Check(out, "program:output:%d" % number, "Output %s" % name) as check:
        root = os.path.realpath(".")
        path = os.path.realpath(name)
        if os.path.isabs(name) or not path.startswith(root + os.sep):
            raise Failed("%s points outside the tree" % name)
        if not os.path.isfile(path):
            raise Failed("The command did not write it")
        if os.path.getmtime(path) < start - NEWER:
            raise Failed("It is older than the command's start, so this run did not write it")
        folder = os.path.join(out, "outputs")
        os.makedirs(folder, exist_ok=True)
        kept = os.path.join(folder, "%d-%s" % (number, os.path.basename(name)))
        shutil.copyfile(path, kept)
        total = hashlib.sha256()
        with open(kept, "rb") as stream:
            for block in iter(lambda: stream.read(1 << 20), b""):
                total.update(block)
        results.write(out, "output", name=name, file="outputs/" + os.path.basename(kept), sha256=total.hexdigest())
        check.detail = "%d bytes" % os.path.getsize(kept)
    return not check.failed
