"""What the window writes, on a disk that fails: its preferences with the drafts in them, the project file, the commits of
the port, and reports. It says of each whether it took it for done or told its user otherwise (window.cpp, --tell); what
is on the disk must agree, and nothing that was there before may be lost. faults.py runs it."""

import json
import os
import sqlite3
import subprocess
from pathlib import Path

from gitwriter import two_commits, write_files
from sandbox import Box, run_limited

OLD_REPORT = b"the report of last week\n" * 20
DRAFTS = (b"the old draft", b"the new draft")
REPORTS = ("repository-rocm-port.html", "repository-rocm-port.json")
THINGS = ("preferences", "open", "decide", "summary", "commit", "export", "close")


def files_of(place):
    return {str(path.relative_to(place)): path.read_bytes() for path in sorted(Path(place).rglob("*"))
            if path.is_file() and ".git" not in path.relative_to(place).parts}


class WindowRun:
    """One start of the window, with or without a fault."""

    def __init__(self, given, root, number):
        self.given = given
        self.box = Box(root, str(number))
        two_commits(self.box.repository)
        write_files(self.box.out, {b"settings.ini": b'[commit]\ndraft="the old draft"\n',
            **{name.encode(): OLD_REPORT for name in REPORTS}})
        self.before = files_of(self.box.repository)
        self.main = self.git("rev-parse", "main")
        self.log = self.box.root / "faults.log"

    def git(self, *words):
        done = subprocess.run(["git", "-C", str(self.box.repository), *words], env=self.box.environment(), capture_output=True,
            check=False)
        return done.stdout.decode().strip() if done.returncode == 0 else None

    def start(self, faults=None):
        environment = self.box.environment()
        if faults is not None:
            under = [self.box.home, self.box.root / "xdg", self.box.tmp, self.box.out]
            environment.update({"LD_PRELOAD": self.given.library, "FAULTS_PROGRAM": Path(self.given.window).name,
                                "FAULTS_UNDER": ":".join(map(str, under)), "FAULTS_LOG": str(self.log), **faults})
        return run_limited([self.given.window, "--tell", str(self.box.out), str(self.box.repository)], self.box.root, environment,
            self.box.root / "scratch", 30, 90)

    def branch(self):
        """What the port's branch has on top of the user's, and whether its worktree is there as git knows it: nothing of
        it depends on when it was made."""
        name = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads/rocport")
        commits = self.git("log", "--format=%T %s", f"main..{name}") if name else ""
        folders = sorted((self.box.root / "xdg" / "data" / "rocport" / "worktrees").glob("*/.git"))
        return commits, [self.git("-C", str(folder.parent), "status", "--porcelain") for folder in folders]

    def steps(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


def words_of(outcome):
    """The things that were taken for done, and the sentences that the user was told."""
    lines = outcome.out.decode("utf-8", "replace").splitlines()
    return {line[4:] for line in lines if line.startswith("did ")}, [line[5:] for line in lines if line.startswith("told ")]


def report_problem(path, must_be_new):
    content = path.read_bytes() if path.exists() else b""
    if content == OLD_REPORT:
        return "the report was said to be written, and is the old one" if must_be_new else ""
    try:
        whole = content.rstrip().endswith(b"</html>") if path.suffix == ".html" else bool(json.loads(content))
    except ValueError:
        whole = False
    return "" if whole else f"{path.name} has {len(content)} bytes that are neither the old nor the new ones"


def project_problems(run, did):
    projects = sorted((run.box.root / "xdg" / "data" / "rocport" / "projects").glob("*.rocport"))
    if "open" in did and not projects:
        yield "it was opened, and there is no project file"
    for project in projects:
        try:
            database = sqlite3.connect(project)
            if database.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                yield "the project file is damaged"
            if "decide" in did and not database.execute("SELECT count(*) FROM decision").fetchone()[0]:
                yield "a decision was taken for stored, and is not there"
            if "summary" in did and not database.execute("SELECT count(*) FROM phase_summary WHERE text = 'the summary'").fetchone()[0]:
                yield "a summary was taken for stored, and is not there"
            database.close()
        except sqlite3.Error as error:
            yield f"the project file cannot be read: {error}"


def disk_problems(run, did, killed):
    """What is on the disk and should not be, or the other way round."""
    settings = (run.box.out / "settings.ini").read_bytes() if (run.box.out / "settings.ini").exists() else b""
    drafts = [draft for draft in DRAFTS if draft in settings]
    if len(drafts) != 1 or "preferences" in did and drafts != [DRAFTS[1]]:
        yield f"the preferences have {len(settings)} bytes, without the draft that they should have"
    for name in REPORTS:
        problem = report_problem(run.box.out / name, "export" in did)
        if problem:
            yield problem
    yield from project_problems(run, did)
    if run.git("fsck", "--connectivity-only", "--no-dangling") is None and not killed:
        yield "git finds objects missing"
    if files_of(run.box.repository) != run.before or run.git("rev-parse", "main") != run.main:
        yield "the user's own files or branch changed"
    if "commit" in did and not run.git("for-each-ref", "refs/heads/rocport"):
        yield "a commit was taken for made, and there is none"


def continued_problems(run, whole, worktree):
    """One more start, on a disk that has room: it does what is left to do, and the port is what it is without faults. The
    worktree of a commit that was told to have failed with it comes with the next one."""
    again = run.start()
    did, told = words_of(again)
    if again.code != 0 or "open" not in did:
        yield f"it does not open any more: {told[:1]} {again.err.decode(errors='replace')[-200:]}"
    elif did != set(THINGS):
        yield f"with the next start only {sorted(did)} was done: {told[:2]}"
    elif run.branch()[:1 + worktree] != whole[:1 + worktree]:
        yield f"the port went on to {run.branch()}, not to {whole}"
    if run.git("fsck", "--connectivity-only", "--no-dangling") is None:
        yield "after one more start, git finds objects missing"


# Where a fault can leave the branch and what is recorded of it apart; of others a kill alone is followed by another start.
PORT = ("/worktrees", "/.git/", "/projects/")


def judge(run, outcome, fault, whole, step):
    # The program says "did" once all that was to be written is, or its user was told: no kill and no later fault
    # takes that back.
    did, told = words_of(outcome)
    yield from disk_problems(run, did, fault == "killed")
    if fault == "killed":
        yield from continued_problems(run, whole, True)
        return
    if outcome.stopped or outcome.code != 0:
        yield outcome.stopped or f"ended with {outcome.code}: {outcome.err.decode(errors='replace')[-200:]}"
        return
    if any("Unknown error" in sentence for sentence in told):
        yield f"no sentence that says what happened: {told[0][:200]}"
    left = [path.name for path in run.box.out.iterdir() if path.name.endswith((".rocport-new", ".lock"))]
    if left:
        yield f"{left[0]} is left behind"
    if any(place in step for place in PORT):
        yield from continued_problems(run, whole, not told)


AREAS = ("/worktrees", "/.git/", "/projects/", "settings.ini", "-rocm-port")


def area_of(step):
    return next((area for area in AREAS if area in step), "")


def last_writes(steps):
    """The last write to each area before another one has its turn: preferences, project file, commits, reports and so on."""
    writes = [(number, area_of(step)) for number, step in enumerate(steps, 1) if step.split(" ")[1] in ("write", "rename", "link")]
    return [number for (number, area), (_, following) in zip(writes, [*writes[1:], (0, None)]) if area != following]


def try_window(given, root, faults, chosen_steps, most):
    """Failures, how many starts were made, and how many faults never happened."""
    reference = WindowRun(given, root, "reference")
    outcome = reference.start({})
    did, told = words_of(outcome)
    steps = reference.steps()
    whole = reference.branch()
    reference.box.remove()
    if outcome.code != 0 or did != set(THINGS) or not steps or not whole[0] or whole[1] != [""]:
        return [f"without a fault: {outcome.stopped or outcome.code}, did {sorted(did)}, told {told}, {len(steps)} steps, {whole}, {outcome.err[-300:]}"], 1, 0
    writes = last_writes(steps)
    which = chosen_steps(len(steps), most)
    if 0 < most < len(steps):  # hundreds of steps, most of them of the same kind
        which = [writes[number - 1] for number in chosen_steps(len(writes), most)]
    failures, starts, never = [], 1, 0
    for fault, settings in faults.items():
        chosen, happened = which, 0
        for number in chosen:
            run = WindowRun(given, root, number)
            outcome = run.start({**settings, "FAULTS_AT": str(number)})
            starts += 1
            lines = run.steps()
            happened += number <= len(lines)
            at = lines[number - 1].replace(str(run.box.root), "") if number <= len(lines) else "never came"
            failures += [f"{fault} at step {number} of {len(steps)} ({at}): {reason}" for reason in judge(run, outcome, fault, whole, at)]
            if not given.keep:
                run.box.remove()
            else:
                os.rename(run.box.root, run.box.root.with_name(f"window-{fault}-{number}".replace(" ", "-")))
        never += len(chosen) - happened
        if not happened:
            failures.append(f"{fault}: none of {len(chosen)} faults happened")
    return failures, starts, never
