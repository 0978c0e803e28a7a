#!/usr/bin/env python3
"""Runs clang-tidy over the project's own .cpp files, in parallel, and only over those that are not known to pass.

A file is known to pass when it passed before with the same contents of itself, of every project header it includes
(as the build noted them), of .clang-tidy, and with the same compile command and clang-tidy. With a budget, files that
changed against the upstream branch go first, and what there was no time for is named as a count.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AREAS = ("core", "ui", "app", "tests")


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def recorded_headers(build):
    """Object file -> files of the project that its compilation read, from ninja's dependency log."""
    headers, current = {}, None
    for line in output_of("ninja", "-C", str(build), "-t", "deps").splitlines():
        if line and not line[0].isspace():
            current = headers.setdefault(line.split(":")[0], [])
        elif line.strip() and current is not None:
            path = (build / line.strip()).resolve()
            if path.is_relative_to(ROOT):
                current.append(path)
    return headers


def own_commands(build):
    for entry in json.loads((build / "compile_commands.json").read_text()):
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
    entries = json.loads((build / "compile_commands.json").read_text())
    for entry in entries:
        entry["command"] = without_precompiled(entry["command"])
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return folder


def changed_files():
    base = output_of("git", "-C", str(ROOT), "merge-base", "HEAD", "@{upstream}").strip() or "HEAD~1"
    names = output_of("git", "-C", str(ROOT), "diff", "--name-only", base).split("\n")
    return {ROOT / name for name in names if name}


def key_of(path, entry, headers, common):
    digest = hashlib.sha256(common)
    digest.update(without_precompiled(entry["command"]).encode())
    for file in [path, *sorted(set(headers))]:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0")
        digest.update(file.read_bytes() if file.is_file() else b"missing")
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="clang-tidy")
    parser.add_argument("--build", default="build")
    parser.add_argument("--cache", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--budget", type=float, default=0, help="seconds; 0 for no limit")
    options = parser.parse_args()
    build, cache = Path(options.build).resolve(), Path(options.cache)
    cache.mkdir(parents=True, exist_ok=True)

    database = database_for_clang(build)
    common = (ROOT / ".clang-tidy").read_bytes() + output_of(options.program, "--version").encode()
    headers = recorded_headers(build)
    pending, known, seen = [], 0, set()
    for path, entry in own_commands(build):
        if path in seen:
            continue
        seen.add(path)
        key = key_of(path, entry, headers.get(entry.get("output", ""), []), common)
        if (cache / key).exists():
            known += 1
        else:
            pending.append((path, key))
    changed = changed_files()
    # Core first among the rest: it is what the most code rests on.
    order = {area: place for place, area in enumerate(AREAS)}
    pending.sort(key=lambda item: (item[0] not in changed, order[item[0].relative_to(ROOT).parts[0]], item[0]))
    deadline = time.monotonic() + options.budget if options.budget else None

    def check(item):
        path, key = item
        if deadline and time.monotonic() > deadline:
            return path, None, ""
        # The build is gcc's; clang need not know all of its warning options.
        result = subprocess.run(
            [options.program, "-p", str(database), "--quiet", "--extra-arg=-Wno-unknown-warning-option", str(path)],
            capture_output=True, text=True, check=False)
        if result.returncode == 0:
            (cache / key).touch()
        return path, result.returncode == 0, result.stdout + result.stderr

    failed = late = passed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, good, text in pool.map(check, pending):
            if good is None:
                late += 1
            elif good:
                passed += 1
            else:
                failed += 1
                print(f"{path.relative_to(ROOT)}:\n{text}")
    summary = f"{known + passed} of {len(seen)} files pass ({known} known from before)"
    if late:
        summary += f", {late} not reached in {options.budget:.0f} s: run packaging/bootstrap tidy"
    if failed:
        summary += f", {failed} do not"
    print(summary)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
