#!/usr/bin/env python3
"""Every command that writes, with a disk that fails at each step in turn. Afterwards the user's files are the old or
the new ones, byte for byte, and the exit code tells the truth. README.md tells more.

  faults.py                  all commands
  faults.py --only NAME      one of them
  faults.py --only window    what the window writes
  faults.py --most N         steps tried for each command and fault, spread evenly where there are more; 0: all
"""

import argparse
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import cases_projects  # noqa: E402
import cases_tensors  # noqa: E402
from gitwriter import ORIGINAL, two_commits, write_files  # noqa: E402
from sandbox import Box, StartedOnce, copy_tree, processor_seconds, run_limited, workplace  # noqa: E402
from windowfaults import try_window  # noqa: E402

BUILD = HERE.parent.parent / "build"
FAULTS = {
    "full disk": {"FAULTS_ERRNO": "ENOSPC", "FAULTS_STICKY": "1"}, "input/output error": {"FAULTS_ERRNO": "EIO"},
    "killed": {"FAULTS_KILL": "1"},
}
HEADER = b"project(x LANGUAGES CXX CUDA)\nadd_library(x a.cu)\n"


@dataclass
class Job:
    """A command, the folder of the user's that it writes into, and what `prepare` makes there before."""

    name: str
    arguments: list
    writes: str  # below the home folder
    prepare: object
    together: bool = False  # all files or none
    codes: tuple = (0,)
    most: int = 0  # steps tried for each fault, where a start takes long; 0: as many as are asked for
    record: str = ""  # a run that is saved there: whole by its own hashes, or not there; no two are the same
    waits: bool = False  # for space in the store, up to a minute: there the disk is full for a moment only
    tells: bool = False  # its output names the hash of a job's log
    store: bool = False  # runs are kept there, each by another name: what is judged is each by itself


def many_files(box):
    """Several files for one port, and a header that was generated and then edited by hand."""
    two_commits(box.repository, {b"CMakeLists.txt": HEADER, b"b.cu": ORIGINAL[b"a.cu"], b"c.py": ORIGINAL[b"train.py"],
                                 b"pkg/__init__.py": b"", b"pkg/d.py": ORIGINAL[b"train.py"]})


def with_generated(box):
    """As many_files(), after a first port whose header and flag module a person has edited."""
    many_files(box)
    first = [box.cli, "propose", str(box.repository), "--write", "--strategy", "compat-header", "--flag-module", "pkg.rocm"]
    subprocess.run(first, env=box.environment(), check=False, capture_output=True)
    for name in ("rocport_compat.h", "pkg/rocm.py"):
        path = box.repository / name
        if path.exists():
            path.write_bytes(path.read_bytes() + b"\n")
    write_files(box.repository, {b"e.cu": ORIGINAL[b"a.cu"].replace(b"cudaMalloc", b"cudaMallocManaged"),
        b"pkg/f.py": ORIGINAL[b"train.py"]})


def with_outputs(box):
    """A folder to translate, and good translations of it."""
    write_files(box.repository, {f"sub/f{i}.cu".encode(): ORIGINAL[b"a.cu"] + b"// %d\n" % i for i in range(8)})
    write_files(box.repository, {b"data.bin": bytes(300000)})
    out = box.home / "out"
    for path in sorted(box.repository.rglob("*")):
        if path.is_file():
            write_files(out, {os.fsencode(path.relative_to(box.repository)): b"a good translation of before\n" * 50})


def with_output(box):
    two_commits(box.repository)
    write_files(box.home, {b"out/result": b"the report of last week\n" * 100})


def with_project(box):
    with_output(box)
    cases_projects.new_project(box.home / "x.rocport", box.repository,
        Path(box.repository, ".git/refs/heads/main").read_text().strip())


def with_packs(box):
    write_files(box.repository, {**ORIGINAL, b".rocport/rules/a.toml": b'format = 1\nname = "a"\n'})


def with_made_project(box):
    """A project file that the window made, where its program is there."""
    if not cases_projects.MADE:
        with_project(box)
        return
    write_files(box.home, {b"out/result": b"the report of last week\n" * 100})
    # Its port is on a branch there.
    shutil.rmtree(box.repository)
    copy_tree(cases_projects.MADE_REPOSITORY, box.repository)
    shutil.copy(cases_projects.MADE, box.home / "x.rocport")
    database = cases_projects.opened(box.home / "x.rocport")
    database.execute("UPDATE project SET repository_root = ?, worktree = ?",
        (str(box.repository), str(box.home / "worktree")))
    cases_projects.closed(database)


def with_tensors(box):
    write_files(box.home, {b"a.safetensors": cases_tensors.GOOD, b"b.safetensors": cases_tensors.GOOD,
        b"out/result": b"old\n" * 100})


def with_recording(box):
    write_files(box.home, {b"rocminfo.txt": b"ROCk module is loaded\nHSA Agents\n*******\nAgent 1\n  Name: gfx942\n  Device Type: GPU\n",
                           b"out/result": b"old\n" * 100, b"out/env": b"old\n" * 100})


SAID = b"it said so\n"
OLD_RUN = {
    b"job.json": b'{"id": "20260101-000000-aaaaaa", "title": "of last week"}\n', b"log": b"old\n",
    b"status.json": b'{"state": "succeeded"}\n',
}


def with_runs(box):
    """A run of last week in the store."""
    write_files(box.root, {b"xdg/data/rocport/runs/20260101-000000-aaaaaa/" + name: content for name,
        content in OLD_RUN.items()})


def with_outputs_to_verify(box):
    """A tree whose program writes a tensor, and what it should be."""
    tensor = cases_tensors.npy(cases_tensors.PLAIN)
    write_files(box.home, {b"tree/y.npy": tensor, b"reference/out.npy": tensor, b"out/result": b"the result of last week\n" * 100})


def verify_jobs(result):
    """The levels that run on a node. What they keep on the way is tried by "run" below."""
    program = ["local", "--tree", "HOME/tree", "--command", "cp y.npy out.npy", "--output-file", "out.npy"]
    for level, most in (("load", 2), ("golden", 3), ("stability", 2)):
        yield Job(f"verify {level} -o", ["verify", level, *program, "--reference", "HOME/reference", "-o", result],
            "out", with_outputs_to_verify, codes=(0, 1), most=most, waits=True, tells=True)
    yield Job("verify capture --record", ["verify", "capture", *program, "--record", "HOME/out/run"], "out",
        with_outputs_to_verify, codes=(0, 1), most=3, record="run", waits=True)


def jobs():
    repository, out, result = "HOME/src/repository", "HOME/out", "HOME/out/result"
    yield Job("propose --write", ["propose", repository, "--write", "--strategy", "compat-header"], "src/repository", many_files, together=True,
        codes=(0, 1))
    yield Job("propose --write --flag-module", ["propose", repository, "--write", "--flag-module", "pkg.sub.rocm"],
        "src/repository", many_files,
              together=True, codes=(0, 1))
    yield Job("propose --write again", ["propose", repository, "--write", "--strategy", "compat-header", "--flag-module", "pkg.rocm"],
        "src/repository", with_generated,
              together=True, codes=(0, 1))
    yield Job("translate DIR", ["translate", repository, "-o", out], "out", with_outputs)
    yield Job("translate FILE", ["translate", repository + "/a.cu", "-o", result], "out", with_output)
    yield Job("scan -o", ["scan", repository, "--format", "json", "-o", result], "out", with_output)
    yield Job("plan -o", ["plan", repository, "-o", result], "out", with_output)
    yield Job("propose -o", ["propose", repository, "-o", result], "out", with_output)
    yield Job("verify static -o", ["verify", "static", repository, "-o", result], "out", with_output, codes=(0, 1))
    yield Job("verify compare -o", ["verify", "compare", "HOME/a.safetensors", "HOME/b.safetensors", "-o", result],
        "out", with_tensors)
    yield Job("report -o", ["report", "HOME/x.rocport", "--format", "html", "-o", result], "out", with_made_project)
    if cases_projects.MADE:
        yield Job("report patches", ["report", "HOME/x.rocport", "--format", "patches", "-o", out], "out",
            with_made_project)
    yield Job("rules --new", ["rules", "--new", "HOME/new.toml"], "new.toml", with_output)
    yield Job("rules --trust", ["rules", repository, "--trust"], "../xdg/config", with_packs, codes=(0, 1))
    yield Job("run --record", ["run", "local", "--record", "HOME/out/run", "--", "true"], "out", with_output, most=3, record="run", waits=True)
    yield Job("run", ["run", "local", "--", "echo", SAID.decode().strip()], "../xdg/data/rocport/runs", with_runs, most=6, store=True, waits=True)
    yield from verify_jobs(result)
    yield Job("probe -o --env", ["probe", "--recorded", "HOME/rocminfo.txt", "--env", "HOME/out/env", "-o", result],
        "out", with_recording)


def files_of(place):
    """Path -> bytes, without what git keeps, and with what Rocport remembers of the files that it generated."""
    place = Path(place)
    if place.is_file():
        return {"": place.read_bytes()}
    files = {str(path.relative_to(place)): path.read_bytes() for path in sorted(place.rglob("*"))
             if path.is_file() and not {".git", ".rocport"} & set(path.relative_to(place).parts[:1])}
    return files | records_of(place, files)


def records_of(place, files):
    """The records of generated files. Their names are hashes of the folder and the path, and no two runs have one folder."""
    owners = {hashlib.sha1(os.fsencode(place.resolve()) + b"\0" + os.fsencode(name)).hexdigest(): name for name in files}
    folders = [place / ".git" / "rocport" / "generated", place / ".rocport" / "generated"]
    return {f"the record of {owners.get(path.name, path.name)}": path.read_bytes()
            for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())}


def waiting_journals(run):
    """Journals of writes that the next start takes up."""
    return list((run.box.root / "xdg" / "data" / "rocport" / "writes").glob("*.json"))


class Run:
    """One start of the program with or without a fault."""

    def __init__(self, job, given, root, number):
        self.job = job
        self.box = Box(root, str(number))
        self.box.cli = given.cli
        self.given = given
        job.prepare(self.box)
        self.place = self.box.home / job.writes
        self.before = files_of(self.place) if self.place.exists() else {}
        self.log = self.box.root / "faults.log"

    def start(self, faults=None):
        environment = self.box.environment()
        if faults is not None:
            environment.update({"LD_PRELOAD": self.given.library, "FAULTS_PROGRAM": Path(self.given.cli).name,
                                "FAULTS_UNDER": f"{self.box.home}:{self.box.root / 'xdg'}:{self.box.tmp}",
                                "FAULTS_LOG": str(self.log), **faults})
        arguments = [word.replace("HOME", str(self.box.home)) for word in self.job.arguments]
        return run_limited([self.given.cli, *arguments], self.box.root, environment, self.box.root / "scratch", 30, 200)

    def after(self):
        return files_of(self.place) if self.place.exists() else {}

    def steps(self):
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    def step(self, number):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return lines[number - 1].replace(str(self.box.root), "") if 0 < number <= len(lines) else "never came"


MOMENT = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?|\b\d+\.\d\d s\b|\bjob \d{8}-\d{6}-[0-9a-f]{6}\b")
VERIFIED = re.compile(rb"\bjob (\d{8}-\d{6}-[0-9a-f]{6}), log (?!not kept)([0-9a-f]*)")


@functools.lru_cache(maxsize=256)
def without_moment(content):
    return MOMENT.sub(b"", content)


def same(one, other):
    """Reports tell the moment they were made, a comparison how many seconds it took, and a verification its job. What
    the job's log says is the same each time, and so is its hash."""
    return one == other or one is not None and other is not None and without_moment(one) == without_moment(other)


def state_of(run, new):
    """Whether all files are the new ones, all the old ones, and which are neither. A file that is in neither set is
    a leftover, not the user's."""
    old, now = run.before, run.after()
    neither = [name for name in set(old) | set(new) if not same(now.get(name),
        old.get(name)) and not same(now.get(name), new.get(name))]
    is_new = all(same(now.get(name), new.get(name)) for name in set(old) | set(new))
    is_old = all(same(now.get(name), old.get(name)) for name in set(old) | set(new))
    return is_new, is_old, sorted(neither), sorted(set(now) - set(old) - set(new))


def says_less(run, outcome):
    """A verification whose job could not be kept or fetched ends as one, and the result says what is missing."""
    result, said = run.after().get("result", b""), outcome.err
    if not run.job.tells or len(result.splitlines()) < 5:
        return False
    lost = outcome.code == 1 and b" could not be fetched." in said and re.search(rb"^failed +(Results fetched|Harness): ", result, re.M)
    return bool(lost) or b" could not be kept on this machine" in said and b", log not kept whole\n" in result


def log_problems(run):
    """The log that an output tells of is in the store, as its hash says."""
    for content in run.after().values():
        for job, said in VERIFIED.findall(content):
            log = run.box.root / "xdg" / "data" / "rocport" / "runs" / job.decode() / "log"
            if not log.exists() or hashlib.sha256(log.read_bytes()).hexdigest().encode() != said:
                yield f"the log of job {job.decode()} is not the one that the result tells of"


def record_problem(folder):
    """What is wrong with a saved run: its manifest comes last and names every other file with its hash."""
    manifest = folder / "run.json"
    if not manifest.exists():
        return f"{folder.name} is there without its manifest" if folder.exists() and any(folder.iterdir()) else ""
    for file in json.loads(manifest.read_bytes())["files"]:
        path = folder / file["name"]
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
            return f"{file['name']} of a saved run is not what its manifest says"
    return ""


def judge_record(run, outcome, new, fault):
    folder = run.place / run.job.record
    now = run.after()
    if any(now.get(name) != content for name, content in run.before.items()):
        yield "a file that was there changed"
    if fault == "killed":
        return
    if outcome.stopped or outcome.signal:
        yield outcome.stopped or f"ended by signal {outcome.signal}"
        return
    problem = record_problem(folder)
    if problem:
        yield problem
    if outcome.code == 0 and not (folder / "run.json").exists():
        yield "exit 0, and the run was not saved"
    log = f"{run.job.record}/log"
    if log in now and now[log] != new[log]:
        yield "the log of the saved run is not what the program said"
    said = outcome.err.decode(errors="replace")
    if outcome.code not in (0, 1, 3) or outcome.code and ("rocport-cli: " not in said or "Unknown error" in said):
        yield f"exit {outcome.code}: {said.strip()[:200]}"


def run_problem(folder):
    """What is wrong with a run in the store: its files are whole, whatever there is of them."""
    for name in ("job.json", "status.json"):
        path = folder / name
        try:
            if path.exists():
                json.loads(path.read_bytes())
        except ValueError:
            return f"{name} of a run is no JSON, {path.stat().st_size} bytes"
    if (folder / "log").exists() and not SAID.startswith((folder / "log").read_bytes()):
        return "the log is not what the program said"
    return ""


def judge_store(run, outcome, fault):
    """The run of last week is as it was, the new one is whole or says less, and the exit code is true."""
    now = run.after()
    if any(now.get(name) != content for name, content in run.before.items()):
        yield "a file of another run changed"
    folders = [path for path in run.place.iterdir() if path.is_dir() and path.name != "20260101-000000-aaaaaa"]
    for problem in filter(None, map(run_problem, folders)):
        yield problem
    if fault == "killed":
        again = run.start()
        if again.code != 0 or SAID not in again.out:
            yield f"the next run ends with {again.code}: {again.err.decode(errors='replace').strip()[:200]}"
        return
    if outcome.stopped or outcome.signal:
        yield outcome.stopped or f"ended by signal {outcome.signal}"
        return
    said = outcome.err.decode(errors="replace")
    if outcome.code == 0:
        kept = [folder for folder in folders if (folder / "status.json").exists()
            and json.loads((folder / "status.json").read_bytes()).get("state") == "succeeded"]
        if (not kept or (kept[0] / "log").read_bytes() != SAID) and "could not be kept" not in said:
            yield "exit 0, and the run is not in the store as it ended"
    elif outcome.code not in (1, 3) or "rocport-cli: " not in said or "Unknown error" in said:
        yield f"exit {outcome.code}: {said.strip()[:200]}"


def judge(run, outcome, new, fault):
    """What is wrong after a fault."""
    if run.job.store:
        yield from judge_store(run, outcome, fault)
        return
    if run.job.record:
        yield from judge_record(run, outcome, new, fault)
        return
    is_new, is_old, neither, left = state_of(run, new)
    if neither == ["result"] and fault != "killed" and says_less(run, outcome):
        yield from log_problems(run)
        return
    for name in neither[:2]:
        now = run.after()
        yield f"{name or run.job.writes} " + (f"has {len(now[name])} bytes that are neither the old nor the new ones" if name in now else "is gone")
    if fault == "killed":
        waits = run.job.together and bool(waiting_journals(run))
        if run.job.together and (waits or not (is_new or is_old)):
            again = run.start()
            is_new, is_old, _, left = state_of(run, new)
            if again.code not in run.job.codes:
                yield f"the next start ends with {again.code}: {again.err.decode(errors='replace').strip()[:200]}"
            elif not (is_new or is_old):
                yield "after a kill and one more start, files and records are neither all old nor all new"
            elif left or waiting_journals(run):
                yield f"after a kill and one more start, {(left or ['a journal'])[0]} is left behind"
            if waits and b"was interrupted" not in again.err:
                yield "the next start does not say that a write was interrupted"
        return
    if left:
        yield f"{left[0]} is left behind"
    if outcome.stopped or outcome.signal:
        yield outcome.stopped or f"ended by signal {outcome.signal}"
        return
    said = outcome.err.decode(errors="replace")
    if outcome.code in run.job.codes:
        if not is_new:
            yield f"exit {outcome.code}, and not everything was written"
        yield from log_problems(run)
        return
    if outcome.code != 3:
        yield f"exit {outcome.code}"
    if "rocport-cli: " not in said or "Unknown error" in said:
        yield f"no sentence that says what happened: {said.strip()[:200]}"
    if run.job.together and not is_old:
        now = run.after()
        changed = [name for name in now if not same(now[name], run.before.get(name))]
        yield f"exit {outcome.code}, and {', '.join(sorted(changed)[:3])} changed"


def chosen_steps(count, most):
    if most == 0 or count <= most:
        return list(range(1, count + 1))
    return sorted({1 + round(i * (count - 1) / (most - 1)) for i in range(most)})


def passes_of(job, reference, given):
    """What is tried with a command: name of the fault, settings, and numbers of the steps."""
    steps = reference.log.read_text().splitlines()
    for fault, settings in FAULTS.items():
        if job.waits and fault == "full disk":  # that the wait ends is tried by tst_remotejobends
            settings = {name: value for name, value in settings.items() if name != "FAULTS_STICKY"}
        yield fault, settings, chosen_steps(len(steps), job.most if job.most and given.most else given.most)
    if job.waits:  # the disk that the user's own folders are on stays full, and the store has room
        home = str(reference.box.home)
        below = [step for step in steps if step.split(" ", 2)[2].startswith(home + "/")]
        if below:
            yield "full disk at home", {**FAULTS["full disk"], "FAULTS_UNDER": "HOME"}, chosen_steps(len(below), given.most)


def try_job(job, given, root):
    """Failures of a command, how many starts were made, and how many faults never happened."""
    reference = Run(job, given, root, "reference")
    outcome = reference.start({})
    new, count = reference.after(), reference.steps()
    if outcome.code not in job.codes or count == 0:
        reason = f"without a fault it ends with {outcome.code} after {count} steps: {outcome.err.decode(errors='replace')[-200:]}"
        reference.box.remove()
        return [reason], 1, 0
    passes = list(passes_of(job, reference, given))
    failures, starts, never = [], 1, 0
    if job.tells and not any(VERIFIED.search(content) for content in new.values()):
        failures.append("without a fault its output names no log")
    failures += [f"without a fault {problem}" for problem in log_problems(reference)]
    reference.box.remove()
    for fault, settings, chosen in passes:
        happened = 0
        for number in chosen:
            run = Run(job, given, root, f"{number}")
            # Paths of the place are in no output that is compared, but for those of the work tree in reports.
            outcome = run.start({name: value.replace("HOME", str(run.box.home)) for name, value in settings.items()} | {"FAULTS_AT": str(number)})
            starts += 1
            happened += run.steps() >= number
            for reason in judge(run, outcome, renamed(new, reference, run), fault):
                failures.append(f"{fault} at step {number} ({run.step(number)}): {reason}")
            if not given.keep:
                run.box.remove()
            else:
                run.box.root.rename(run.box.root.with_name(f"{job.name}-{fault}-{number}".replace(" ", "-")))
        never += len(chosen) - happened
        if not happened:
            failures.append(f"{fault}: none of {len(chosen)} faults happened")
    return failures, starts, never


def renamed(files, reference, run):
    """Outputs name the folder that they are about."""
    old, new = str(reference.box.root).encode(), str(run.box.root).encode()
    return {name: content.replace(old, new) for name, content in files.items()}


def full_disk(given, root):
    """A file system of 64 kB that is truly full. Gives failures, or a word why it was not tried."""
    box = Box(root, "tmpfs")
    box.cli = given.cli
    mounted = box.home / "small"
    mounted.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(mounted)], capture_output=True,
        check=False).returncode != 0:
        box.remove()
        return None
    failures = []
    try:
        repository = mounted / "repository"
        write_files(repository, {b"CMakeLists.txt": HEADER, b"a.cu": ORIGINAL[b"a.cu"], b"c.py": ORIGINAL[b"train.py"]})
        write_files(mounted, {b"result": b"the report of last week\n" * 20})
        write_files(mounted, {b"filler": b"x"})
        with open(mounted / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(512))
            except OSError:
                pass
        before = files_of(mounted)
        for arguments in (["propose", str(repository), "--write"],
            ["scan", str(repository), "-o", str(mounted / "result")],
                          ["translate", str(repository / "a.cu"), "-o", str(mounted / "result")],
                          ["translate", str(repository), "-o", str(mounted / "out")],
                          ["rules", "--new", str(mounted / "new.toml")]):
            outcome = run_limited([given.cli, *arguments], box.root, box.environment(), box.root / "scratch", 30, 200)
            name = " ".join(arguments[:1]) + (" --write" if "--write" in arguments else "")
            now = files_of(mounted)
            if outcome.code != 3:
                failures.append(f"{name} on a full file system: exit {outcome.code}")
            if {key: now.get(key) for key in before} != before:
                failures.append(f"{name} on a full file system: a file that was there changed")
            if any(content == b"" for key, content in now.items() if key not in before):
                failures.append(f"{name} on a full file system: an empty file was left")
            for key in now:
                if key not in before:
                    (mounted / key).unlink()
    finally:
        subprocess.run(["umount", "-l", str(mounted)], check=False)
    outcome = run_limited([given.cli, "rules"], box.root, box.environment(), box.root / "scratch", 30, 200,
        stdout="/dev/full")
    if outcome.code != 3:
        failures.append(f"rules > /dev/full: exit {outcome.code}")
    box.remove()
    return failures


def make_project(given, root):
    if given.window and os.path.exists(given.window):
        cases_projects.make_project(Box(root, "made"), given.window)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=os.environ.get("ROCPORT_CLI", str(BUILD / "bin" / "rocport-cli")))
    parser.add_argument("--library", default=str(BUILD / "tests" / "hostile_filefaults.so"))
    parser.add_argument("--window", default=os.environ.get("ROCPORT_HOSTILE_WINDOW",
        str(BUILD / "tests" / "hostile_window")))
    parser.add_argument("--once", default=str(BUILD / "tests" / "hostile_startonce.so"),
        help="the library of startonce.c; without it, the program is started anew for each run")
    parser.add_argument("--only")
    parser.add_argument("--most", type=int, default=24)
    parser.add_argument("--keep", metavar="DIR")
    given = parser.parse_args()
    given.cli = str(Path(given.cli).resolve())
    given.library = str(Path(given.library).resolve())
    return given


def main():
    given = read_arguments()
    for needed in (given.cli, given.library, *([given.window] if given.only == "window" else [])):
        if not os.path.exists(needed):
            print(f"faults: {needed} is not built", file=sys.stderr)
            return 2
    began = time.monotonic()
    StartedOnce.use(given.cli, given.once, given.library)
    with tempfile.TemporaryDirectory(prefix="rocport-faults-", dir=workplace(), ignore_cleanup_errors=True) as temporary:
        root = Path(given.keep or temporary)
        root.mkdir(parents=True, exist_ok=True)
        make_project(given, root)
        tried = {}
        for number, job in enumerate(jobs()):
            if given.only and given.only != job.name:
                continue
            tried[job.name] = try_job(job, given, root / str(number))
            for failure in tried[job.name][0]:
                print(f"{job.name}: {failure}", flush=True)
        if given.only == "window":
            tried["window"] = try_window(given, root / "window", FAULTS, chosen_steps, given.most)
            for failure in tried["window"][0]:
                print(f"window: {failure}", flush=True)
        failed = sum(len(failures) for failures, _, _ in tried.values())
        if not given.only:
            failures = full_disk(given, root / "full")
            if failures is None:
                print("a true full disk was not tried: a small file system can be mounted by root only")
            for failure in failures or []:
                print(failure)
            failed += len(failures or [])
    for name, (failures, starts, never) in tried.items():
        print(f"  {name:32} {starts:4} starts, {never:3} faults that never happened, {len(failures):4} failures")
    StartedOnce.end()
    total, never = sum(starts for _, starts, _ in tried.values()), sum(missed for _, _, missed in tried.values())
    print(f"{len(tried)} commands, {total} starts in {time.monotonic() - began:.0f} s ({processor_seconds():.0f} s of processor time), "
          f"{never} faults never happened: {failed} failures")
    if not tried:
        print(f"faults: no command is called {given.only}", file=sys.stderr)
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
