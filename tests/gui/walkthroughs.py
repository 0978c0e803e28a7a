#!/usr/bin/env python3
"""Does what docs/extending.md says, on copies: walkthroughs.py SOURCES OUT FILE…

Each numbered step of the page that begins with a file and ends with a block of code is done: a new file is made of the
block, in others the block goes above or below the one line that the step quotes, or at the end. FILE… are the files
that are to come of it, so that the build knows them. Whatever does not fit ends it with a sentence.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

STEP = re.compile(r"\d+\. `(?P<file>[^`]+)`(?P<rest>.*)")
ANCHOR = re.compile(r"(?P<side>above|below) the line with `(?P<text>[^`]+)`")
INDENT = "   "  # of what belongs to a step


@dataclass
class Step:
    """One step of a walk-through: the file, the sentences after its name, and the block of code, if any."""

    line: int
    file: str
    words: str
    code: str


def steps_of(page):
    """The numbered steps of a page, in order."""
    steps = []
    inside = None  # lines of the block that is open
    for number, line in enumerate(page.split("\n"), 1):
        if inside is not None:
            if line.strip() == "```":
                steps[-1].code = "\n".join(inside) + "\n"
                inside = None
            else:
                inside.append(line.removeprefix(INDENT))
        elif match := STEP.match(line):
            steps.append(Step(number, match["file"], match["rest"], ""))
        elif steps and line.startswith(INDENT + "```"):
            inside = []
        elif steps and line.startswith(INDENT):
            steps[-1].words += "\n" + line
    return steps


def placed(step, before):
    """The text `before` with the step's code in its place; None: the file does not exist."""
    if step.words.startswith(", a new file"):
        if before is not None:
            raise ValueError("there is such a file already")
        return step.code
    if before is None:
        raise ValueError("there is no such file")
    anchor = ANCHOR.search(step.words)
    if anchor is None:
        if "at the end" not in step.words:
            raise ValueError("the step does not say where the code goes")
        return before + "\n" + step.code
    lines = before.split("\n")
    found = [index for index, line in enumerate(lines) if anchor["text"] in line]
    if len(found) != 1:
        raise ValueError(f"{len(found)} lines hold {anchor['text']}")
    at = found[0] + (1 if anchor["side"] == "below" else 0)
    return "\n".join(lines[:at] + step.code.rstrip("\n").split("\n") + lines[at:])


def main():
    root, out, expected = Path(sys.argv[1]), Path(sys.argv[2]), sorted(sys.argv[3:])
    texts = {}
    for step in steps_of((root / "docs/extending.md").read_text(encoding="utf-8")):
        if not step.code:
            continue
        source = root / step.file
        before = texts.get(step.file)
        if before is None and source.exists():
            before = source.read_text(encoding="utf-8")
        try:
            texts[step.file] = placed(step, before)
        except ValueError as problem:
            sys.exit(f"docs/extending.md:{step.line}: {step.file}: {problem}")
    # A source that no list names is never built.
    for file in texts:
        if file.endswith(".cpp") and not (root / file).exists():
            folder, name = file.rsplit("/", 1)
            lists = [text for path, text in texts.items() if re.fullmatch(re.escape(folder) + r"/(CMakeLists\.txt|\w+\.cmake)", path)]
            if not any(name in text for text in lists):
                sys.exit(f"docs/extending.md: no step puts {name} into a list of sources in {folder}")
    if sorted(texts) != expected:
        sys.exit(f"docs/extending.md names {sorted(texts)}, tests/gui/walkthroughs.cmake {expected}")
    for file, text in texts.items():
        target = out / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
