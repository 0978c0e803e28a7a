"""Runs the commands of one input, or of a group of them, and says what is wrong with how each ended."""

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from commands import commands_for, parsed, size_of
from gitwriter import commit_all, write_files
from sandbox import BASE_CPU, MEMORY, MEGABYTE, Box, changes, run_limited, snapshot

CPU_PER_MEGABYTE = 6.0
WALL = 240.0  # other programs may have the cores
# Escapes, other controls, C1, marks that turn or hide text, separators that end a line for some.
RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
FATAL = (b"AddressSanitizer", b"runtime error:", b"LeakSanitizer", b"ThreadSanitizer", b"QFATAL", b"ASSERT failure",
    b"ASSERT:", b"terminate called",
         b"std::bad_alloc", b"Segmentation")


@dataclass
class Failure:
    case: str
    command: str
    reason: str

    def line(self):
        return f"{self.case}: {self.command}: {self.reason}"


def printable(data, limit=160):
    return ascii(data.decode("utf-8", "backslashreplace"))[1:-1][:limit]


def raw_text(what, data):
    """What reaches a terminal: UTF-8 without characters that act."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"{what} is not UTF-8: {printable(data[max(0, error.start - 30):error.start + 10])}"
    found = RAW.search(text)
    if found:
        return f"{what} holds U+{ord(found.group()):04X} as it is: {ascii(text[max(0, found.start() - 30):found.end() + 10])}"
    return ""


def stderr_problem(command, outcome):
    lines = outcome.err.decode("utf-8", "replace").splitlines()
    if any(not line.startswith("rocport-cli: ") for line in lines):
        odd = next(line for line in lines if not line.startswith("rocport-cli: "))
        return f"standard error has a line of somebody else: {printable(odd.encode())}"
    if outcome.code in (2, 3):
        if not lines:
            return f"exit {outcome.code} without a sentence"
        if len(lines) > 1 and not command.notes:
            return f"exit {outcome.code} with {len(lines)} lines"
        if outcome.code == 3 and "Unknown error" in outcome.err.decode("utf-8", "replace"):
            return f"an error that says nothing: {printable(outcome.err)}"
    return ""


def problems_of(command, outcome, bound):
    """All that is wrong with how a program ended, but for what it did to files."""
    if outcome.stopped:
        yield outcome.stopped
        return
    if outcome.cpu > bound:
        yield f"took {outcome.cpu:.1f} s of CPU, {bound:.1f} are right"
    if outcome.memory > MEMORY:
        yield f"took {outcome.memory // MEGABYTE} MB of memory"
    if outcome.signal:
        yield f"ended by signal {outcome.signal}"
        return
    if outcome.code not in command.codes:
        yield f"exit code {outcome.code}: {printable(outcome.err[-200:])}"
    if any(word in outcome.err for word in FATAL):
        yield f"standard error: {printable(outcome.err[-300:], 300)}"
        return
    odd = stderr_problem(command, outcome) or raw_text("standard error", outcome.err)
    if odd:
        yield odd
    if command.form == "text":
        odd = raw_text("standard output", outcome.out)
        if odd:
            yield odd
    elif command.form in ("json", "sarif") and outcome.code in (0, 1):
        odd = parsed(command.form, outcome.out)
        if odd:
            yield odd


def allowed(command, path):
    """--write may change the files of the repository and nothing of git's. The window writes commits, and the
    project file that it opened with what belongs to it."""
    inside = b"/src/repository"
    if getattr(command, "window", False):
        return path in (b"", inside) or path.startswith(tuple(command.window))
    # Whoever reads a database makes and removes what lies beside it, which shows in the folder's times; a log that a
    # crash left is SQLite's to settle.
    if path == b"" or path in (b"/x.rocport-wal", b"/x.rocport-shm", b"/x.rocport-journal"):
        return True
    if getattr(command, "node", False) and (path == b"/.cache" or path.startswith(b"/.cache/rocport")):
        return True  # where a node keeps what it was sent
    if not command.writes:
        return False
    if path.endswith(b"/.git") or b"/.git/rocport/" in path + b"/":
        return True  # what it generated last, beside what git keeps; a linked work tree has it elsewhere
    return path == inside or path.startswith(inside + b"/") and b"/.git/" not in path + b"/"


class Sight:
    """What the user has, as it was last seen."""

    def __init__(self, box):
        self.box = box
        self.home = snapshot(box.home)
        self.outside = snapshot(box.outside)

    def problems(self, command):
        home, outside = snapshot(self.box.home), snapshot(self.box.outside)
        logged = b"/x.rocport-wal" in self.home  # what the log holds is the file's own content
        for kind, path in changes(self.home, home):
            if not allowed(command, path) and not (logged and path == b"/x.rocport"):
                yield f"{kind}: ~{printable(path)}"
        for kind, path in changes(self.outside, outside):
            yield f"{kind} outside: {printable(path)}"
        self.home, self.outside = home, outside
        ran = sorted(path.name for path in self.box.root.glob("RUN*"))
        if ran:
            yield f"something of the input was run: {', '.join(ran)}"
            for name in ran:
                (self.box.root / name).unlink()
        left = self.box.left_in_tmp()
        if left:
            yield f"left in TMPDIR: {', '.join(left[:4])}"
            shutil.rmtree(self.box.tmp)
            self.box.tmp.mkdir()


def make(box, cases):
    """Builds the input. A group is made of files for one folder."""
    if cases[0].kind not in ("text", "pack"):
        return cases[0].make(box, cases[0].dice()) if len(cases) == 1 else None
    files = {}
    for case in cases:
        for name, content in case.make(box, case.dice()).items():
            files[name if isinstance(name, bytes) else name.encode()] = content
    write_files(box.repository, files)
    if cases[0].kind == "text":
        commit_all(box.repository)
    return files


def judge(cases, options, only=None):
    """Failures of a group of inputs as one. `only`: names of commands."""
    root = Path(tempfile.mkdtemp(prefix="hostile-", dir=options.work))
    box = Box(root, cases[0].group or cases[0].name.replace("/", "-"))
    label = cases[0].name if len(cases) == 1 else f"group {cases[0].group}"
    failures, hung = [], 0
    try:
        made = make(box, cases)
        extra = sum(case.cpu for case in cases)
        size = size_of(box.home) / MEGABYTE
        sight = Sight(box)
        for command in commands_for(cases[0], box, made, options.every or only):
            if only and command.name not in only:
                continue
            if command.before:
                command.before()
            bound = BASE_CPU + CPU_PER_MEGABYTE * size + extra + command.cpu
            environment = {**box.environment(), **command.environment}
            if any(case.refused for case in cases):
                command.codes = (3,)
            outcome = run_limited([options.cli, *command.arguments], box.root, environment, box.root / "scratch", bound,
                WALL, options.sanitized)
            options.count(command, outcome)
            for reason in [*problems_of(command, outcome, bound), *sight.problems(command)]:
                failures.append(Failure(label, command.name, reason))
            hung += bool(outcome.stopped)
            if hung == 2:
                break  # the others would, too
    finally:
        if not options.keep:
            box.remove()
            shutil.rmtree(root, ignore_errors=True)
    return failures


def judge_unit(cases, options):
    """A group, and each of its members alone when the group fails."""
    failures = judge(cases, options)
    if not failures or len(cases) == 1:
        return failures
    commands = {failure.command for failure in failures}
    if cases[0].kind == "text" and "isolation --compile" in commands:
        commands.add("propose --write")
    alone = [failure for case in cases for failure in judge([case], options, commands)]
    found = {failure.command for failure in alone}
    return alone + [failure for failure in failures if failure.command not in found]
