#!/usr/bin/env python3
"""docs.py SOURCES: the documentation leads where it says, and names what is there.

Looked at are the links of all Markdown files, the index of docs/, the files, functions and commits that the
walk-throughs of docs/extending.md name, the functions of the picture of a change's way, the boxes of the picture of
the layers, and the rules that docs/fault-classes.md names.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/gui"))
from walkthroughs import steps_of  # noqa: E402

SKIPPED = {"build", "sample"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMIT = re.compile(r"`([0-9a-f]{8})` \(([^()]*(?:\([^()]*\)[^()]*)*)\)")
CODE = re.compile(r"`([^`\n]+)`")


def prose_of(text):
    """A page without its blocks of code and inline code, in which brackets mean something else."""
    return CODE.sub("", re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M))


def anchors_of(text):
    """What a link may name behind '#': the headings as GitHub spells them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def markdown_files(root):
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not any(part in SKIPPED or part.startswith(("build-", ".")) for part in parts[:-1]):
            yield path


def link_faults(root):
    for path in markdown_files(root):
        for target in LINK.findall(prose_of(path.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            there = path.parent / name if name else path
            if not there.exists():
                yield f"{path.relative_to(root)}: {target} is not there"
            elif anchor and anchor not in anchors_of(there.read_text(encoding="utf-8")):
                yield f"{path.relative_to(root)}: {target}: there is no such heading"


def index_faults(root):
    """Each page once in a numbered line of the index that begins with it."""
    index = (root / "docs/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\d+\. \[[^\]]*\]\(([\w-]+\.md)\)", index, flags=re.M)
    there = {path.name for path in (root / "docs").glob("*.md")} - {"README.md"}
    for name in sorted(there - set(listed)):
        yield f"docs/README.md does not list {name}"
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"docs/README.md lists {name} more than once"
    chapters = re.findall(r"^## (.*)$", index, flags=re.M)
    if chapters != ["Use", "Concepts", "Reference", "Development"]:
        yield f"docs/README.md has the chapters {chapters}"


def is_path(text):
    return "/" in text and re.fullmatch(r"[\w./-]+", text) is not None or re.fullmatch(r"[A-Z]+\.md", text) is not None


def step_faults(root, step):
    """What a step names and is not there: files, and functions and constants that none of its files has."""
    place = f"docs/extending.md:{step.line}"
    texts = [step.code]
    names = []
    for text in [step.file] + CODE.findall(step.words):
        if is_path(text):
            found = sorted(root.glob(text.replace("NAME", "*")))
            is_new = text == step.file and step.words.startswith(", a new file")
            if not found and not is_new:
                yield f"{place}: there is no {text}"
            if "NAME" not in text:
                texts += [path.read_text(encoding="utf-8", errors="replace") for path in found if path.is_file()]
        elif re.fullmatch(r"(\w+::)?\w+\(\)|[A-Z]\w+[a-z]\w*|k[A-Z]\w+|operator==", text) and not text.startswith("QA"):
            names.append(text.removesuffix("()").split("::")[-1])
    for name in names:
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for text in texts):
            yield f"{place}: {name} is in none of the step's files"


def commit_faults(root, page):
    """Commits that are named and are others; nothing where the history is not at hand."""
    if shutil.which("git") is None:
        print("commits were not looked at: there is no git")
        return
    for number, subject in COMMIT.findall(page):
        command = ["git", "-C", str(root), "log", "-1", "--format=%s", number]
        shown = subprocess.run(command, capture_output=True, text=True, check=False)
        if shown.returncode == 0 and shown.stdout.strip() != " ".join(subject.split()):
            yield f"docs/extending.md: {number} is “{shown.stdout.strip()}”"
        elif shown.returncode != 0:
            print(f"not looked at, as it is not in this clone's history: commit {number}")


def walkthrough_faults(root):
    page = (root / "docs/extending.md").read_text(encoding="utf-8")
    for step in steps_of(page):
        yield from step_faults(root, step)
    yield from commit_faults(root, page)
    for heading in re.findall(r"^## (.*)$", page, flags=re.M):
        section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
        if not COMMIT.search(section):
            yield f"docs/extending.md: “{heading}” has no commit as an example"


def flow_faults(root):
    """The picture of a change's way: a function, and in the same box the file that has it."""
    picture = (root / "docs/change-flow.svg").read_text(encoding="utf-8")
    boxes = re.findall(r'<text class="f"[^>]*>([^<]+)</text>\s*<text class="p"[^>]*>([^<]+)</text>', picture)
    if len(boxes) < 10:
        yield "docs/change-flow.svg has no functions"
    for names, file in boxes:
        source = root / file
        if not source.is_file():
            yield f"docs/change-flow.svg: there is no {file}"
            continue
        text = source.read_text(encoding="utf-8")
        for name in re.findall(r"(\w+)\(\)", names) + re.findall(r"\b([A-Z]\w+)(?:::|$|,)", names):
            if not re.search(rf"\b{name}\b", text):
                yield f"docs/change-flow.svg: {name} is not in {file}"


def layer_faults(root):
    """The picture of the layers has a box for each library of core and ui, and for nothing else."""
    picture = (root / "docs/architecture.svg").read_text(encoding="utf-8")
    drawn = {"core": [], "ui": [], "app": []}
    area = ""
    tops = {
        name: int(y) for y, name in re.findall(r'<rect class="a" x="\d+" y="(\d+)".*?class="h"[^>]*>(\w+)<', picture)
    }
    for y, name in re.findall(r'<rect class="[bu]" x="\d+" y="(\d+)"[^>]*/><text[^>]*>([\w ]+)</text>', picture):
        area = max((top, one) for one, top in tops.items() if top <= int(y))[1]
        drawn[area].append(name)
    for area, names in drawn.items():
        lists = (root / area / "CMakeLists.txt").read_text(encoding="utf-8")
        built = re.findall(r"add_subdirectory\((\w+)\)", lists)
        if sorted(names) != sorted(built):
            odd = sorted(set(names) ^ set(built)) or "the same box twice"
            yield f"docs/architecture.svg and {area}/CMakeLists.txt differ in {odd}"


def class_faults(root):
    """The rules in the tables of fault classes exist; a class without a rule says so."""
    known = set()
    for pack in (root / "resources/rules").glob("*.toml"):
        known.update(re.findall(r'^id = "([^"]+)"', pack.read_text(encoding="utf-8"), flags=re.M))
    page = root / "docs/fault-classes.md"
    rows = re.findall(r"^\|([^|]+)\|([^|]+)\|", page.read_text(encoding="utf-8"), flags=re.M) if page.is_file() else []
    rows = [(name.strip(), rules.strip()) for name, rules in rows if rules.strip() not in ("rule", "---")]
    if not rows:
        yield "docs/fault-classes.md has no classes"
    for name, rules in rows:
        if rules != "not found" and not CODE.search(rules):
            yield f"docs/fault-classes.md: “{name}” has no rule and does not say “not found”"
        for rule in CODE.findall(rules):
            if rule not in known:
                yield f"docs/fault-classes.md: there is no rule {rule}"


CHECKS = (link_faults, index_faults, walkthrough_faults, flow_faults, layer_faults, class_faults)


def faults(root):
    return [fault for check in CHECKS for fault in check(root)]


# Faults that must be found: which check, the file, what is taken away or put in, and what is said then.
CASES = (
    (link_faults, "docs/a.md", "[a](b.md)", "b.md is not there"),
    (link_faults, "docs/a.md", "# Title\n[a](#other)", "no such heading"),
    (index_faults, "docs/README.md", "## Use\n", "does not list"),
    (walkthrough_faults, "docs/extending.md", "## A\n\n1. `core/none.cpp`: nothing.\n", "there is no core/none.cpp"),
    (walkthrough_faults, "docs/extending.md", "## A\n\n1. `docs/a.md`: `doIt()`.\n", "doIt is in none"),
    (walkthrough_faults, "docs/extending.md", "## A\n\n1. `docs/a.md`: text.\n", "has no commit"),
    (flow_faults, "docs/change-flow.svg", "", "has no functions"),
    (
        flow_faults,
        "docs/change-flow.svg",
        '<text class="f">go()</text><text class="p">docs/a.md</text>',
        "go is not in",
    ),
    (
        layer_faults,
        "docs/architecture.svg",
        '<rect class="a" x="1" y="1"/><text class="h">ui</text><rect class="b" x="1" y="2"/><text>gone</text>',
        "differ in",
    ),
    (class_faults, "docs/fault-classes.md", "| class | rule |\n|---|---|\n| A | `gone` |\n", "there is no rule gone"),
    (class_faults, "docs/fault-classes.md", "| class | rule |\n|---|---|\n| A | none |\n", "has no rule"),
    (class_faults, "docs/fault-classes.md", "# Page\n", "has no classes"),
)


def self_test():
    """Each check finds the fault that it is for."""
    for check, file, text, said in CASES:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for area in ("docs", "core", "ui", "app"):
                (root / area).mkdir()
                (root / area / "CMakeLists.txt").touch()
            for name in ("README.md", "a.md"):
                (root / "docs" / name).write_text("# Page\n", encoding="utf-8")
            (root / file).write_text(text, encoding="utf-8")
            found = list(check(root))
            if not any(said in fault for fault in found):
                yield f"not found: “{said}” in {found}"


def main():
    found = [*self_test(), *faults(ROOT)]
    print("\n".join(found) or "the documentation leads where it says")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
