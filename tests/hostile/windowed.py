"""Opens inputs in the window: several in one process, each with a home of its own."""

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from urllib.parse import quote

from commands import parsed, size_of, stand_ins
from judge import CPU_PER_MEGABYTE, FATAL, Failure, Sight, make, printable, raw_text
from sandbox import MEGABYTE, MEMORY, Box, run_limited

CPU_EACH = 12.0
WALL = float(os.environ.get("HOSTILE_WALL", 400))


class WindowRights:
    """What the window may change in a home: git's own folder (commits on a branch), and what stands beside a project file."""

    writes = False

    def __init__(self, box):
        # Where git's folder is: in the repository, or where the repository's file of that name says.
        self.window = [b"/src/repository/.git", b"/x.rocport"]
        link = box.repository / ".git"
        real = os.fsencode(os.path.realpath(link)) if link.is_symlink() else b""
        if real.startswith(os.fsencode(os.path.realpath(box.home)) + b"/"):
            self.window.append(real[len(os.fsencode(os.path.realpath(box.home))):])
        elif link.is_file() and link.stat().st_size < 4096:
            said = link.read_bytes().partition(b"gitdir: ")[2].strip()
            path = os.path.normpath(os.path.join(os.fsencode(box.repository), said)) if b"\0" not in said else b""
            if path.startswith(os.fsencode(box.home) + b"/"):
                self.window.append(path[len(os.fsencode(box.home)):])


def verdicts(outcome, paths):
    """What the program said of each path, and the path that it was at when it ended."""
    said, current = {}, None
    for line in outcome.out.decode("utf-8", "surrogateescape").splitlines():
        word, _, rest = line.partition(" ")
        if word == "open":
            current = rest
        elif word in ("opened", "refused"):
            said.setdefault(rest.partition(": ")[0] if word == "refused" else rest, []).append(word)
            current = None
        elif word == "wrong":
            said.setdefault(current, []).append(rest)
    return said, current


def check_project_files(host, options, label):
    """Commands over the project files that the window made."""
    compilers = stand_ins(host)
    for project in sorted((host.root / "xdg" / "data" / "rocport" / "projects").glob("*.rocport")):
        for arguments in (["report", str(project), "--format", "json"],
                          ["verify", "build", "--project", str(project), "--compiler", str(compilers / "clang++"),
                              "--rocm-path", str(compilers / "rocm")]):
            outcome = run_limited([options.cli, *arguments], host.root, host.environment(), host.root / "scratch", 20.0,
                WALL, options.sanitized)
            reason = outcome.stopped or (f"ended by signal {outcome.signal}" if outcome.signal else "")
            if not reason and outcome.code not in (0, 1, 2, 3):
                reason = f"exit code {outcome.code}"
            if not reason and b"damaged" in outcome.err:
                reason = f"the window's own project file is called damaged: {printable(outcome.err)}"
            if not reason and arguments[0] == "report" and outcome.code == 0:
                reason = parsed("json", outcome.out)
            if reason:
                yield Failure(label, f"{arguments[0]} of the window's project {project.name}", reason)


def visit(batch, options):
    """Opens units (lists of cases) in one process. Gives failures and the units that were not reached."""
    work = Path(tempfile.mkdtemp(prefix="hostile-window-", dir=options.work))
    host = Box(work, "host")
    failures, boxes = [], {}
    names = ", ".join(unit_name(unit) for unit in batch)
    try:
        cpu = 10.0
        for number, cases in enumerate(batch):
            box = Box(work, str(number))
            path = make(box, cases)
            if not isinstance(path, Path):
                path = box.repository
            boxes[os.fspath(path)] = (cases, box, Sight(box))
            cpu += CPU_EACH + CPU_PER_MEGABYTE * size_of(box.home) / MEGABYTE * 3 + sum(case.cpu for case in cases)
        outcome = run_limited([options.window, str(host.out), *boxes], host.root, host.environment(),
            host.root / "scratch", cpu, WALL, options.sanitized)
        options.count(None, outcome)
        said, current = verdicts(outcome, boxes)
        left = [] if current is None else [cases for path,
            (cases, _, _) in boxes.items() if path not in said and path != current]
        at = unit_name(boxes[current][0]) if current in boxes else names
        if outcome.stopped or outcome.code != 0:
            failures.append(Failure(at, "window",
                outcome.stopped or (f"ended by signal {outcome.signal}" if outcome.signal else f"exit code {outcome.code}") + f": {printable(outcome.err[-200:])}"))
        elif outcome.memory > MEMORY + max(case.memory for cases in batch for case in cases) * MEGABYTE:
            failures.append(Failure(names, "window", f"took {outcome.memory // MEGABYTE} MB of memory"))
        if any(word in outcome.err for word in FATAL):
            failures.append(Failure(at, "window", printable(outcome.err[-300:], 300)))
        for path, (cases, box, sight) in boxes.items():
            name = unit_name(cases)
            for word in said.get(path, []):
                if word not in ("opened", "refused"):
                    failures.append(Failure(name, "window", f"wrong: {word.partition(': ')[2]}"))
            failures += [Failure(name, "window", reason) for reason in sight.problems(WindowRights(box))]
            if cases[0].kind == "project" and has_acted(Path(path)):
                failures.append(Failure(name, "window", "a trigger of the project file fired"))
        odd = raw_text("standard error", outcome.err)
        if odd:
            failures.append(Failure(names, "window", odd))
        stale = [path.name for path in (host.root / "xdg" / "runtime").rglob("*") if path.is_socket()]
        if stale or host.left_in_tmp():
            failures.append(Failure(names, "window", f"left behind: {', '.join([*stale, *host.left_in_tmp()][:4])}"))
        failures += check_project_files(host, options, names)
        return failures, left
    finally:
        if not options.keep:
            host.remove()
            for _, box, _ in boxes.values():
                box.remove()
            shutil.rmtree(work, ignore_errors=True)


def has_acted(project):
    """Whether a trigger of cases_projects.py has left its mark."""
    if not project.is_file() or project.stat().st_size > 64 * MEGABYTE:
        return False
    try:
        with sqlite3.connect(f"file:{quote(str(project))}?mode=ro&immutable=1", uri=True) as database:
            return database.execute("SELECT count(*) FROM journal WHERE kind = 'evil'").fetchone()[0] > 0
    except (sqlite3.Error, UnicodeDecodeError):  # its messages quote what the file holds
        return False


def unit_name(cases):
    return cases[0].name if len(cases) == 1 else f"group {cases[0].group}"


def judge_batch(batch, options):
    """All units of a batch; where one ends the process, the rest goes on in a new one. What is wrong with several
    together is looked for in each alone."""
    failures = []
    while batch:
        found, left = visit(batch, options)
        if found and len(batch) > 1:
            for cases in [unit for unit in batch if unit not in left]:
                failures += visit([cases], options)[0]
        elif found and len(batch[0]) > 1:
            alone = [failure for case in batch[0] for failure in visit([[case]], options)[0]]
            failures += alone or found
        else:
            failures += found
        batch = left
    return failures
