#!/usr/bin/env python3
"""Runs clang-tidy over the project's own .cpp files, in parallel, and only over those that are not known to pass.

First every file, joined into batches: parsing Qt's headers and walking through them is most of the time, and a batch does
it once (tidybatches.py). The static analyzer looks at main files only, so a batch has all checks but its. Then, with the
analyzer, each file by itself for as long as the budget lasts: those that the last commit or the branch changed first. What
there was no time for is named as a count.

A file is known to pass when it passed before with the same contents of itself, of every project header it includes, of
.clang-tidy, and with the same compile command and clang-tidy, in any clone.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import tidybatches

ROOT = Path(__file__).resolve().parent.parent
AREAS = ("core", "ui", "app", "tests")


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


class Headers:
    """Files of the project that a source includes, and what those include."""

    def __init__(self, build):
        self.places = (ROOT, build)
        self.direct = {}

    def included_by(self, path):
        if path not in self.direct:
            found = []
            for name in INCLUDE.findall(path.read_text(errors="replace")):
                for folder in (path.parent, *self.places):
                    if (folder / name).is_file():
                        found.append((folder / name).resolve())
                        break
            self.direct[path] = found
        return self.direct[path]

    def of(self, path):
        seen, pending = set(), [path]
        while pending:
            for file in self.included_by(pending.pop()):
                if file not in seen:
                    seen.add(file)
                    pending.append(file)
        seen.discard(path)
        return seen


def entries_of(build):
    """The compile commands, each with one source: a batch (ROCPORT_UNITY) as the sources that it includes."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entry["command"] = without_precompiled(entry["command"])
        if "/Unity/unity_" not in entry["file"]:
            yield entry
            continue
        for source in INCLUDE.findall(Path(entry["file"]).read_text()):
            yield {"directory": entry["directory"], "file": source,
                   "command": entry["command"].replace(entry["file"], source)}


def own_commands(build):
    for entry in entries_of(build):
        path = (Path(entry["directory"]) / entry["file"]).resolve()
        if path.suffix == ".cpp" and path.is_relative_to(ROOT) and not path.is_relative_to(build):
            area = path.relative_to(ROOT).parts[0]
            if area in AREAS and not {"fixtures", "corpus"} & set(path.parts):
                yield path, entry


def without_precompiled(command):
    """A compile command without gcc's precompiled header, which clang cannot read; sources include what they need."""
    return re.sub(r"\s-Winvalid-pch|\s-include \S*cmake_pch\.hxx", "", command)


def database_for_clang(build):
    """Writes the compile commands as clang can take them; gives their folder."""
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(list(entries_of(build))))
    return folder


def options_of(command):
    """A compile command without the names of what it reads and writes, which say nothing of what is found."""
    return re.sub(r"\s-[oc] \S+", "", command)


def changed_files():
    """What differs from the upstream branch, and what the last commit changed."""
    bases = ["HEAD~1", output_of("git", "-C", str(ROOT), "merge-base", "HEAD", "@{upstream}").strip()]
    names = "".join(output_of("git", "-C", str(ROOT), "diff", "--name-only", base) for base in bases if base).split("\n")
    return {ROOT / name for name in names if name}


@functools.cache
def digest_of(file):
    return hashlib.sha256(file.read_bytes()).digest()


def key_of(path, entry, headers, common):
    digest = hashlib.sha256(common)
    digest.update(options_of(entry["command"]).replace(str(ROOT), ".").encode())
    for file in [path, *sorted(headers)]:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0")
        digest.update(digest_of(file))
    return digest.hexdigest()


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="clang-tidy")
    parser.add_argument("--build", default="build")
    parser.add_argument("--cache", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--budget", type=float, default=0, help="seconds for the analyzer; 0 for no limit")
    return parser.parse_args()


def check_each(pending, database, options):
    """Checks each file by itself, the analyzer included; gives how many passed, failed and came too late."""
    deadline = time.monotonic() + options.budget if options.budget else None

    def check(item):
        path, memory = item
        if deadline and time.monotonic() > deadline:
            return path, None, ""
        # The build is gcc's; clang need not know all of its warning options.
        result = subprocess.run(
            [options.program, "-p", str(database), "--quiet", "--extra-arg=-Wno-unknown-warning-option", str(path)],
            capture_output=True, text=True, check=False)
        if result.returncode == 0:
            memory.touch()
        return path, result.returncode == 0, result.stdout + result.stderr

    counts = {True: 0, False: 0, None: 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, good, text in pool.map(check, pending):
            counts[good] += 1
            if good is False:
                print(f"{path.relative_to(ROOT)}:\n{text}")
    return counts[True], counts[False], counts[None]


def main():
    options = parsed_options()
    build, cache = Path(options.build).resolve(), Path(options.cache)
    cache.mkdir(parents=True, exist_ok=True)

    database = database_for_clang(build)
    common = (ROOT / ".clang-tidy").read_bytes() + output_of(options.program, "--version").encode()
    headers = Headers(build)
    pending, sources, seen = [], [], set()
    for path, entry in own_commands(build):
        if path in seen:
            continue
        seen.add(path)
        key = key_of(path, entry, headers.of(path), common)
        if not (cache / key).exists():
            pending.append((path, cache / key))
            sources.append(tidybatches.Source(path, entry["command"], cache / f"{key}.batch"))
    known = len(seen) - len(pending)

    batches = tidybatches.Batches(ROOT, database / "batches", options.program, options.jobs)
    failed_in_batches = batches.check(sources)
    changed = changed_files()
    # Core first among the rest: it is what the most code rests on.
    order = {area: place for place, area in enumerate(AREAS)}
    pending.sort(key=lambda item: (item[0] not in changed, order[item[0].relative_to(ROOT).parts[0]], item[0]))
    passed, failed, late = check_each(pending, database, options)

    summary = f"{len(seen) - failed_in_batches} of {len(seen)} files pass in batches, {known + passed} with the analyzer " \
              f"too ({known} known from before)"
    if late:
        summary += f", {late} not reached by it in {options.budget:.0f} s: run packaging/bootstrap tidy"
    if failed:
        summary += f", {failed} do not"
    print(summary)
    return 1 if failed or failed_in_batches else 0


if __name__ == "__main__":
    sys.exit(main())
