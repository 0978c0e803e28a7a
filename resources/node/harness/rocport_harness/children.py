"""Runs each piece of work in a process of its own, with a limit, and says how it ended."""

import os
import signal
import subprocess
import sys
import time

from . import results

STACK_SECONDS = 5


def command(program, arguments):
    """How this harness starts itself."""
    return [sys.executable or "python3", os.path.abspath(program)] + list(arguments)


def descendants(pid):
    """Processes below `pid`, by /proc; what cannot be read is left out."""
    parents = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    for name in names:
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as stream:
                    fields = stream.read().rpartition(b")")[2].split()
                parents.setdefault(int(fields[1]), []).append(int(name))
            except (OSError, IndexError, ValueError):
                continue
    found, todo = [], [pid]
    while todo:
        for child in parents.get(todo.pop(), []):
            if child not in found:
                found.append(child)
                todo.append(child)
    return found


def end(process):
    """Asks for the Python stacks, then ends the child and what it started. It stays in the job's own
    group, so that cancelling the job reaches it."""
    try:
        process.send_signal(signal.SIGUSR1)
        process.wait(timeout=STACK_SECONDS)
    except (subprocess.TimeoutExpired, OSError):
        pass
    below = descendants(process.pid)
    if process.poll() is None:
        process.kill()
    for pid in below:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    process.wait()


def duration(seconds):
    return "%d minutes" % (seconds // 60) if seconds >= 120 else "%d seconds" % seconds


def how_it_ended(code):
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = "signal %d" % -code
        hint = ""
        if -code == signal.SIGKILL:
            hint = " Usually the kernel does this because memory ran out; see dmesg on the node."
        elif -code in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS):
            hint = " The Python stack is in the log."
        return "The process was killed by %s.%s" % (name, hint)
    return "The process ended with status %d before it could say more; the log shows why." % code


def run(argv, name, out, limit):
    """Runs one child. Its own lines are in the results; what it began and never ended is written down
    here as failed. Gives whether it ended as it should."""
    path = os.path.join(out, results.NAME)
    before = len(results.read(out))
    process = subprocess.Popen(argv + ["--child", name])
    size, since, over = -1, time.monotonic(), False
    while True:
        try:
            process.wait(timeout=0.1 if limit < 30 else 1.0)
            break
        except subprocess.TimeoutExpired:
            pass
        now = os.path.getsize(path) if os.path.exists(path) else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > limit:
            over = True
            end(process)
            break
    records = results.read(out)[before:]
    began = [r for r in records if r.get("kind") == "begin"]
    ended = {r.get("id") for r in records if r.get("kind") == "check"}
    open_checks = [r for r in began if r.get("id") not in ended]
    if process.returncode in (0, 1) and not over and not open_checks and any(
            r.get("kind") == "done" and r.get("child") == name for r in records):
        return True
    if over:
        detail = ("Not finished after %s, so it was stopped. The Python stacks are in the log. "
                  "A first compilation can take long: raise the limit if it does." % duration(limit))
    else:
        detail = how_it_ended(process.returncode)
    if not open_checks:
        open_checks = [{"id": "process:" + name, "name": "Process of %s" % name}]
    for record in open_checks:
        results.write(out, "check", id=record["id"], name=record["name"], state="failed", detail=detail,
                      elapsedMs=int((time.monotonic() - since) * 1000),
                      data={"exit": process.returncode, "timedOut": over})
    return False
