#!/usr/bin/env python3
"""packaging/texts.py refuses what it says, lets the rest pass, and refuses nothing in the sources as they are."""

import importlib
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "packaging"))
texts = importlib.import_module("texts")

# What is refused, and beside it what looks like it and is right.
CASES = (
    ('tr("Found %1 file(s).");', 'tr("Found %1.").arg(counted(n, "file", "files"));'),
    ('tr("There are 1 findings here.");', 'tr("There are 21 findings here.");'),
    ('tr("Scanned %1 files today.").arg(n);', 'n == 1 ? tr("Scanned 1 file today.") : tr("Scanned %1 files today.");'),
    ('tr("Two  spaces here.");', 'tr("One space here.\\n  A second line.");'),
    ('tr("Scanning the files...");', 'tr("Scanning the files…");'),
    ('tr("Wait , please.");', 'tr("Wait, please.");'),
    ('tr("All files are done!");', 'tr("The test is a != b.");'),
    ('tr("It is in the the list.");', 'tr("What it is in the list.");'),
    ('tr("The name is no host.");', 'tr("There is no host. It is no longer used.");'),
    ('tr("Mend the settings.");', 'tr("Amend the settings.");'),
    ('tr("Left for a person.");', 'tr("Left to do by hand.");'),
    ('tr("It lies outside of the folder.");', 'tr("It lies outside the folder.");'),
    ('tr("Write one a line.");', 'tr("Write one per line.");'),
    ('tr("Made for another one than now.");', 'tr("Made for another one.");'),
    ('tr("The job goes on there.");', 'tr("The job continues on the node.");'),
    ('tr("It ended without a word.");', 'tr("It ended without an error.");'),
    ('tr("A name without a twin.");', 'tr("A name with `twin` in it.");'),
    ('tr("For help click here now.");', 'tr("Help is under Shortcuts.");'),
    ('tr("It needs a 8 bit mask.");', 'tr("It needs an 8-bit mask.");'),
    ('tr("Choose the color of it.");', 'tr("Call `color` and synchronize() then.");'),
    ('QStringLiteral("It is " "no host");', 'QRegularExpression(QStringLiteral("It is no host"));'),
    ('tr("It is no host"); // said', '// tr("It is no host")'),
)


def refused(source):
    """What is found in a tree that holds `source` alone."""
    with tempfile.TemporaryDirectory() as folder:
        area = Path(folder) / "ui"
        area.mkdir()
        (area / "sample.cpp").write_text("void f()\n{\n" + source + "\n}\n", encoding="utf-8")
        return "\n".join(texts.faults(texts.all_texts(Path(folder))))


def main():
    failures = 0
    for wrong, right in CASES:
        if "sample.cpp:3:" not in refused(wrong):
            failures += 1
            print(f"not refused: {wrong}")
        if found := refused(right):
            failures += 1
            print(f"refused, though right: {right}\n{found}")
    listed = texts.all_texts(ROOT)
    for fault in texts.faults(listed):
        failures += 1
        print(fault)
    if len(listed) < 3000:
        failures += 1
        print("most texts of the sources were not read")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
