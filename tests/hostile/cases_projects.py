"""Project files from strangers: foreign code in the schema, values out of range, damage, company of other files."""

import hashlib
import json
import os
import random
import shutil
import sqlite3
import struct
import zlib
from pathlib import Path

from gitwriter import two_commits
from registry import add
from sandbox import run_limited

SOURCE = Path(__file__).resolve().parent.parent.parent
APPLICATION = 0x52635074
# A project file that the program itself made, with a scan, decisions and commits, and its repository; make_project()
# sets both where there is a window.
MADE = None
MADE_REPOSITORY = None


def make_project(box, window, sanitized=False):
    global MADE, MADE_REPOSITORY
    two_commits(box.repository)
    run_limited([window, str(box.out), str(box.repository)], box.root, box.environment(), box.root / "scratch", 60, 300,
        sanitized)
    for made in (box.root / "xdg" / "data" / "rocport" / "projects").glob("*.rocport"):
        MADE, MADE_REPOSITORY = str(made), str(box.repository)


def migrations():
    """Statements as the program runs them: separated by an empty line, without comments alone."""
    for path in sorted((SOURCE / "resources" / "migrations").glob("[0-9]*.sql")):
        for part in path.read_text().split("\n\n"):
            if any(line.strip() and not line.strip().startswith("--") for line in part.split("\n")):
                yield int(path.name[:4]), part.strip()


def opened(path):
    """A connection that commits when it is told to and waits for no disk."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA synchronous=OFF")
    database.execute("BEGIN")
    return database


def closed(database):
    database.execute("COMMIT")
    database.close()


def new_project(path, repository, commit):
    version = 0
    database = opened(path)
    for version, statement in migrations():
        database.execute(statement)
    # What later versions added has a value of its own.
    names = [row[1] for row in database.execute("PRAGMA table_info(project)")][:12]
    database.execute(
        f"INSERT INTO project ({', '.join(names)}) VALUES (1, 'x', ?, ?, 'rocport/x', ?, '7.0', '2.9', 'gfx942', 'USE_ROCM', NULL, 0)",
        (str(repository), commit, str(repository) + "-worktree"))
    database.execute(f"PRAGMA user_version={version}")
    database.execute(f"PRAGMA application_id={APPLICATION}")
    closed(database)


def base(box):
    """A good project of a good repository."""
    git = two_commits(box.repository)
    commit = Path(git.path("refs/heads/main")).read_text().strip()
    path = box.home / "x.rocport"
    if MADE:
        shutil.copy(MADE, path)
        database = opened(path)
        database.execute("UPDATE project SET repository_root = ?, worktree = ?, base_commit = ?",
            (str(box.repository), str(box.home / "worktree"), commit))
        closed(database)
    else:
        new_project(path, box.repository, commit)
    return path


def project_case(name, poison, **more):
    def make(box, dice):
        path = base(box)
        poison(path, box, dice)
        return path

    add(f"project/{name}", "project", make, **more)


def statements(*lines, schema=()):
    """SQL on the file; `schema` is written into sqlite_schema itself."""

    def poison(path, box, dice):
        database = opened(path)
        for line in lines:
            database.execute(line.replace("HOME", str(box.home)).replace("OUTSIDE", str(box.outside)))
        if schema:
            database.execute("PRAGMA writable_schema=ON")
            for line in schema:
                database.execute(line)
            database.execute("PRAGMA schema_version=99999")
        closed(database)

    return poison


LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
SWAP = "UPDATE sqlite_schema SET sql = replace(sql, '{}', '{}') WHERE name = '{}'"
project_case("check-slow", statements(schema=[SWAP.format("created INTEGER NOT NULL",
    "created INTEGER NOT NULL CHECK ((" + LONG + ") > 0)", "project")]), item="9", refused=True)
project_case("check-memory", statements(schema=[SWAP.format(
    "created INTEGER NOT NULL", "created INTEGER NOT NULL CHECK (length(hex(zeroblob(400000000))) > 0)", "project")]),
    item="9", refused=True)
for label, costly in {"check-other-table": "length(hex(zeroblob(400000000))) > 0",
    "check-printf": "length(printf(''%.*c'', 900000000, ''x'')) > 0",
                      "check-glob": "printf(''%.*c'', 40000, ''a'') GLOB ''*a*a*a*a*a*a*b'' = 0"}.items():
    project_case(label, statements("CREATE TABLE zz (a CHECK (a = 1))", "INSERT INTO zz VALUES (1)",
                                   schema=[f"UPDATE sqlite_schema SET sql = replace(sql, 'a = 1', '{costly}') WHERE name = 'zz'"]), item="9")
project_case("index-expression", statements("CREATE TABLE zz (a)", "INSERT INTO zz VALUES (1)",
    "CREATE INDEX zi ON zz (length(hex(zeroblob(a * 10))))",
                                            schema=["UPDATE sqlite_schema SET sql = replace(sql, 'a * 10', 'a * 400000000') WHERE name = 'zi'"]), item="9")
project_case("index-partial", statements("CREATE TABLE zz (a)", "CREATE INDEX zi ON zz (a) WHERE length(hex(a)) > 0"),
    item="9")
project_case("generated-column", statements("CREATE TABLE zz (a, b AS (hex(zeroblob(a * 100))) STORED NOT NULL)",
    "INSERT INTO zz (a) VALUES (1)"), item="9")
project_case("default-expression", statements("CREATE TABLE zz (a DEFAULT (length(hex(randomblob(100000)))))"),
    item="9")
for label, name in {"sqlite": "sqlite_evil", "sqlite-stat": "sqlite_stat9", "plain": "evil",
    "quoted": '"; DROP TABLE project; --', "builtin": "decision_no_update2"}.items():
    quoted = name.replace('"', '""').replace("'", "''")
    project_case(f"trigger-{label}", statements(
        "CREATE TRIGGER tmp_evil AFTER INSERT ON decision_batch BEGIN INSERT INTO journal (kind, subject, time, body) VALUES ('evil', 'x', 0, x''); END",
        schema=[f"UPDATE sqlite_schema SET name = '{quoted}', sql = replace(sql, 'tmp_evil', '\"{quoted}\"') WHERE name = 'tmp_evil'"]), item="9", refused=True)
project_case("trigger-changed", statements(schema=[SWAP.format("BEFORE UPDATE", "AFTER UPDATE", "decision_no_update")]),
    item="9", refused=True)
project_case("view-for-table", statements("DROP TABLE phase_summary",
    f"CREATE VIEW phase_summary AS SELECT 1 AS phase, ({LONG}) AS text, 0 AS edited"), item="9", refused=True)
project_case("view-foreign", statements("CREATE VIEW zz AS SELECT load_extension('HOME/evil.so'), readfile('/etc/passwd')"), item="9")
project_case("view-recursive", statements("CREATE TABLE zz (a)",
    schema=["UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW zz AS SELECT * FROM zz, zz' WHERE name = 'zz'"]), item="9")
project_case("virtual-table", statements("CREATE VIRTUAL TABLE zz USING fts5(a)", "INSERT INTO zz VALUES ('x')"),
    item="9")
project_case("virtual-unknown", statements("CREATE TABLE zz (a)",
    schema=["UPDATE sqlite_schema SET rootpage = 0, sql = 'CREATE VIRTUAL TABLE zz USING evil(HOME)' WHERE name = 'zz'"]), item="9")
project_case("many-tables", statements(*[f"CREATE TABLE z{i} (a)" for i in range(2000)]), cpu=4)
project_case("wide-table", statements("CREATE TABLE zz (" + ", ".join(f"c{i}" for i in range(1900)) + ")"))
project_case("table-missing", statements("DROP TABLE journal"))
project_case("without-row", statements("DELETE FROM project"))
project_case("schema-nonsense", statements(schema=["UPDATE sqlite_schema SET sql = 'CREATE TABLE project (('  WHERE name = 'project'"]))
project_case("schema-rootpage", statements(schema=["UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'decision'",
    "UPDATE sqlite_schema SET rootpage = 99999999 WHERE name = 'journal'"]))

# Values that the program reads into paths, code and commands.
CODE = "X\\n#endif\\nint evil;\\n#if 0".replace("\\n", "\n")
VALUES = {
    "guard-code": ("guard_macro", CODE), "guard-empty": ("guard_macro", ""),
    "guard-terminal": ("guard_macro", "\x1b]0;x\x07"), "guard-long": ("guard_macro", "A" * 2_000_000),
    "guard-option": ("guard_macro", "X=`pwn`"), "flag-dotdot": ("flag_module", "../../../evil"),
    "flag-code": ("flag_module", "x\nimport os\nos.system('pwn')\n"),
    "flag-slash": ("flag_module", "/etc/x"), "flag-long": ("flag_module", "a." * 500000),
    "flag-dots": ("flag_module", "...."), "strategy": ("strategy", "evil"), "profile": ("inductor_profile", "evil"),
    "rocm": ("rocm", "9" * 100000), "torch": ("torch", "`pwn`"),
    "architectures": ("architectures", "gfx942;pwn,$(pwn),--offload=x"),
    "architectures-many": ("architectures", "gfx942," * 100000),
    "compat-dotdot": ("compat_folder", "../../evil"), "compat-code": ("compat_folder", "$(shell pwn)"),
    "rules-off": ("rules_off", "x," * 300000), "root-elsewhere": ("repository_root", "/etc"),
    "root-zero": ("repository_root", "/dev/zero"), "root-relative": ("repository_root", "../../.."),
    "root-long": ("repository_root", "/x" * 500000), "root-option": ("repository_root", "--upload-pack=pwn"),
    "root-url": ("repository_root", "ext::sh -c pwn"), "root-terminal": ("repository_root", "/tmp/\x1b]0;x\x07\u202e"),
    "worktree-home": ("worktree", "HOME"), "worktree-outside": ("worktree", "OUTSIDE/folder"),
    "worktree-dotdot": ("worktree", "../../../etc"), "branch": ("port_branch", "../../../../notes.txt"),
    "branch-option": ("port_branch", "--output=x"), "branch-terminal": ("port_branch", "\x1b[31m\u202e"),
        "branch-lock": ("port_branch", "a..b.lock"), "commit": ("base_commit", "HEAD; pwn"),
    "commit-long": ("base_commit", "ab" * 500000), "name": ("name", "../../\x1b]0;x\x07\u202e<img src=/dev/zero>`pwn`"),
    "name-long": ("name", "n" * 3_000_000), "created": ("created", -9223372036854775808),
    "created-max": ("created", 9223372036854775807), "created-text": ("created", "soon"),
    "name-blob": ("name", b"\xff\xfe\0\x80"),
}
for label, (column, value) in VALUES.items():
    def setting(path, box, dice, column=column, value=value):
        if isinstance(value, str):
            value = value.replace("HOME", str(box.home)).replace("OUTSIDE", str(box.outside))
        database = opened(path)
        database.execute(f"UPDATE project SET {column} = ?", (value,))
        closed(database)

    bad = label.startswith(("guard-", "flag-", "compat-", "strategy", "profile")) and label not in ("guard-empty", "guard-long",
        "flag-long")
    project_case(f"value-{label}", setting, refused=bad,
        item="9" if column in ("guard_macro", "flag_module", "compat_folder") else "4" if "terminal" in label else "")


def rows(*pairs):
    def poison(path, box, dice):
        database = opened(path)
        database.execute("PRAGMA ignore_check_constraints=ON")
        for line, values in pairs:
            database.executemany(line, values() if callable(values) else values)
        closed(database)

    return poison


NASTY = "\x1b]0;x\x07\u202e\u009b31m<img src=/dev/zero>\n# heading\n[x](file:///dev/zero)"
BATCH = "INSERT INTO decision_batch (kind, label, author, time) VALUES (?, ?, ?, ?)"
DECISION = "INSERT OR REPLACE INTO decision VALUES (?, ?, ?, ?, ?, ?, ?)"
JOURNAL = "INSERT INTO journal (kind, subject, time, body) VALUES (?, ?, ?, ?)"
project_case("decisions-many", rows((BATCH, [("decide", "x", "a", i) for i in range(20000)]), (DECISION, [(i + 1, 0,
    "k%d" % i, "accepted", None, "", "") for i in range(20000)])), cpu=4)
# Rows are small, and what is made of each is not.
STEPS = ("INSERT INTO decision_batch (kind, label, author, time) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
    "SELECT 'decide', 'x', 'a', i FROM n")
project_case("decisions-too-many", statements(STEPS.format(100_001),
    "INSERT INTO decision SELECT id, 0, 'k' || id, 'accepted', NULL, '', '' FROM decision_batch WHERE author = 'a'"), refused=True, cpu=4)
# About as many as there may be beside those of the base.
project_case("decisions-most", statements(STEPS.format(99_000),
    "INSERT INTO decision SELECT id, p.i, 'k' || id || p.i, 'accepted', NULL, '', '' FROM decision_batch, "
    "(SELECT 0 AS i UNION SELECT 1 UNION SELECT 2) AS p WHERE author = 'a'"), cpu=12)
project_case("decision-kind", rows((BATCH, [("evil", NASTY, NASTY, -1)]), (DECISION, [(1, 0, NASTY, "evil", b"\xff",
    NASTY, NASTY)])))
project_case("decision-undo", rows((BATCH, [("undo", "x", "a", 0)] * 3000 + [("redo", "x", "a", 0)] * 3000)))
project_case("summaries", rows(("INSERT INTO phase_summary VALUES (?, ?, 1)", [(i, NASTY) for i in range(9)] + [(77,
    "x"), (-5, "x")])), item="4")
project_case("summary-long", rows(("INSERT INTO phase_summary VALUES (3, ?, 1)", [("- " * 2_000_000,)])), refused=True)
project_case("commits", rows(("INSERT INTO port_commit (commit_id, phase, branch, message, time) VALUES (?, ?, ?, ?, 0)", [
    ("--output=x", 1, "--output=x", NASTY), ("ab" * 20, 2, "../../x", "x"), ("", 99, "", ""),
    ("HEAD", 3, "refs/heads/main", "x")])), item="4")
project_case("exports", rows(("INSERT INTO report_export (format, path, time, at_batch) VALUES (?, ?, ?, ?)", [
    ("md", "/etc/passwd", 0, 0), ("evil", NASTY, -1, 2 ** 62), ("html", "javascript:alert(1)", 0, 0),
    ("patches", "/dev/zero", 0, 0)])))
project_case("overrides", rows(("INSERT INTO plan_override (subject, value, reason, active, time) VALUES (?, ?, ?, ?, ?)", [(NASTY, 77, NASTY, 5, 0)] * 500)))
project_case("guards", rows(("INSERT INTO guard_setting (subject, width, time) VALUES (?, ?, 0)", [(NASTY, "evil"),
    ("file:../../x", "file"), ("", "file")]), (
    "INSERT INTO user_guard (guard_key, path, first_line, last_line, original, reason, active, time) VALUES (?, ?, ?, ?, ?, ?, 1, 0)", [
        ("k", b"../../notes.txt", -5, 2 ** 60, b"x", NASTY), ("l", b"a.cu", 5, 1, b"", ""),
        ("m", b"a.cu", 1, 2 ** 31, b"\0", ""), ("n", b"/etc/passwd", 1, 1, b"", "")])), item="2")
project_case("generated-path", rows(("INSERT INTO generated_file (commit_id, path, content) VALUES ('x', ?, ?)",
    [(b"../../../x", struct.pack(">I", 5) + zlib.compress(b"hello"))])), item="2")
project_case("generated-bomb", rows(("INSERT INTO generated_file (commit_id, path, content) VALUES ('x', ?, ?)", lambda: [
    (b"rocport_compat.h", struct.pack(">I", 0x7FFFFFF0) + zlib.compress(bytes(80_000_000), 9)),
    (b"a.cu", struct.pack(">I", 0xFFFFFFFF) + b"\xff" * 50), (b"b.cu", b"\1")])))
project_case("decision-text", rows(("INSERT INTO decision_text VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", [
    (NASTY, b"../../x", b"/etc/passwd", -1, 2 ** 62, NASTY, NASTY, NASTY, b"\xff" * 1000, b"\0" * 1000)])))
project_case("compiled", rows(("INSERT INTO compiled_proof (hunk_key, base_hash, edited_hash, agrees, compiler, evidence, time) VALUES (?, ?, ?, 1, ?, ?, 0)", [(NASTY, "x", "y", NASTY, NASTY)] * 200)))
project_case("journal-depth", rows((JOURNAL, [(kind, "x", 0, b"[" * 100000) for kind in ("probe", "job", "verify-run",
    "tolerance", "guard-step", "branch-step", "choice")])))
project_case("journal-types", rows((JOURNAL, [(kind, NASTY, 2 ** 62,
    b'{"node": [], "state": {}, "findings": 5, "levels": [1, null], "spec": {"node": "x"}, "tolerance": {"absolute": -1}}')
                                              for kind in ("probe", "job", "verify-run", "tolerance", "guard-step", "branch-step",
                                                  "choice", NASTY)])))
project_case("journal-terminal", rows((JOURNAL, [(kind, "x", 0, json.dumps({"node": {"name": NASTY, "host": NASTY,
    "id": NASTY}, "title": NASTY, "name": NASTY, "value": NASTY, "sentence": NASTY}).encode())
                                                 for kind in ("probe", "job", "verify-run", "tolerance", "choice")])),
                                                 item="4")
# What a run before is said to have begun with the branch: one that is the user's own, and ids that lead elsewhere.
project_case("branch-step", rows((JOURNAL, [("branch-step", "port", 0, json.dumps({"branch": "main", "from": "", "to": "a" * 40, "base": "b" * 40,
    "rewrites": [{"number": -1, "replaced": [{"id": "c" * 40, "by": "d" * 40}], "made": [{"id": "a" * 40, "phase": 2, "branch": "main",
        "message": NASTY, "time": 1e300, "keys": ["k"] * 1000}]}]}).encode())])), item="9")
project_case("branch-step-escapes", rows((JOURNAL, [("branch-step", "port", 0, json.dumps({"branch": "../../x", "from": "-", "to": "../x",
    "rewrites": [{"made": [{"id": NASTY, "phase": 99, "keys": [NASTY]}]}]}).encode())])), item="9")
project_case("journal-many", rows((JOURNAL, lambda: [("job", f"j{i}", i, b'{"id": "x"}') for i in range(20000)])), cpu=4)
project_case("journal-big", rows((JOURNAL, lambda: [("probe", "x", 0, b'{"a": "' + b"x" * 30_000_000 + b'"}')])), cpu=2)


def payload(change):
    """The stored scan with its digest made right after a change."""

    def poison(path, box, dice):
        database = opened(path)
        for table in ("scan", "scan_file"):
            for key, content in database.execute(f"SELECT id, payload FROM {table}").fetchall():
                content = change(bytearray(content), dice)
                digest = hashlib.blake2b(bytes(content), digest_size=20).digest()[:16]
                database.execute(f"UPDATE {table} SET payload = ?, digest = ? WHERE id = ?",
                    (bytes(content), digest, key))
        if not database.execute("SELECT count(*) FROM scan").fetchone()[0]:
            content = bytes(change(bytearray(b"\1\3\1x\1y\1z" + bytes(80)), dice))
            digest = hashlib.blake2b(content, digest_size=20).digest()[:16]
            database.execute("INSERT INTO scan VALUES (1, 'x', ?, 1, 1, 1, 0, ?, ?)", ("ab" * 20, digest, content))
            database.execute("INSERT INTO scan_file (path, identity, content_hash, language, findings, hunks, skipped, digest, payload) VALUES (?, NULL, 'x', 'cuda', 1, 1, '', ?, ?)",
                             (b"../../x.cu", digest, content))
        closed(database)

    return poison


def flipped(count):
    def change(content, dice):
        for _ in range(min(count, len(content))):
            content[dice.randrange(len(content))] = dice.randrange(256)
        return content

    return change


for number, count in enumerate((1, 1, 2, 4, 8, 32, 200)):
    project_case(f"payload-flipped-{number}", payload(flipped(count)))
project_case("payload-count", payload(lambda content,
    dice: content[:1] + b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + content[2:]))
project_case("payload-cut", payload(lambda content, dice: content[: len(content) // 2]))
project_case("payload-empty", payload(lambda content, dice: b""))
project_case("payload-long", payload(lambda content, dice: content + b"\1" * 3_000_000))
project_case("payload-ones", payload(lambda content, dice: b"\1" + b"\xff" * 50000))
project_case("payload-paths", payload(lambda content, dice: content.replace(b"a.cu", b"/etc").replace(b"train.py",
    b"../../xy")), item="2")


def file_bytes(change):
    def poison(path, box, dice):
        path.write_bytes(bytes(change(bytearray(path.read_bytes()), dice)))

    return poison


for number in range(10):
    project_case(f"bytes-flipped-{number}", file_bytes(flipped(1 + number * 6)))
for label, change in {
    "cut": lambda content, dice: content[: len(content) // 2], "cut-page": lambda content,
    dice: content[: len(content) // 8192 * 4096], "empty": lambda content, dice: b"",
    "header-only": lambda content, dice: content[:100], "page-size": lambda content,
    dice: content[:16] + b"\0\1" + content[18:], "version": lambda content,
    dice: content[:60] + b"\x7f\xff\xff\xff" + content[64:],
    "version-negative": lambda content, dice: content[:60] + b"\xff\xff\xff\xff" + content[64:],
    "freelist": lambda content, dice: content[:32] + b"\0\0\0\2\xff\xff\xff\xff" + content[40:],
    "pages": lambda content, dice: content[:28] + b"\xff\xff\xff\xff" + content[32:], "wal-mode": lambda content,
    dice: content[:18] + b"\2\2" + content[20:], "text-utf16": lambda content,
    dice: content[:56] + b"\0\0\0\3" + content[60:],
    "other-program": lambda content, dice: content[:68] + b"abcd" + content[72:], "zeros": lambda content,
    dice: bytes(len(content)), "twice": lambda content, dice: content + content,
    "cells": lambda content, dice: content[:4096] + b"\x0d\xff\xff\xff\xff\xff\xff" * 500 + content[7596:],
}.items():
    project_case(f"bytes-{label}", file_bytes(change))


def beside(build):
    return lambda path, box, dice: build(path, box)


def foreign_wal(path, box):
    """A log of another database, with checksums that are right."""
    other = box.root / "other.db"
    database = sqlite3.connect(other)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE evil (a)")
    database.commit()
    shutil.copy(str(other) + "-wal", str(path) + "-wal")
    database.close()
    file_bytes(lambda content, dice: content[:18] + b"\2\2" + content[20:])(path, box, None)


for label, suffix in {"wal": "-wal", "shm": "-shm", "journal": "-journal", "lock": ".lock"}.items():
    project_case(f"pipe-{label}", beside(lambda path, box, suffix=suffix: os.mkfifo(str(path) + suffix)), item="9")
    project_case(f"link-{label}", beside(lambda path, box, suffix=suffix: os.symlink(box.home / "notes.txt",
        str(path) + suffix)), item="9")
    project_case(f"zero-{label}", beside(lambda path, box, suffix=suffix: os.symlink("/dev/zero", str(path) + suffix)),
        item="9")
    project_case(f"folder-{label}", beside(lambda path, box, suffix=suffix: os.mkdir(str(path) + suffix)))
project_case("wal-foreign", beside(foreign_wal), item="9")
project_case("wal-nonsense", beside(lambda path,
    box: Path(str(path) + "-wal").write_bytes(random.Random(3).randbytes(40000))))
project_case("journal-hot", beside(lambda path,
    box: Path(str(path) + "-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0\0\0\5" * 5 + random.Random(4).randbytes(9000))))
project_case("journal-super", beside(lambda path,
    box: Path(str(path) + "-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600) + str(box.home / "notes.txt").encode() + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")), item="9")


def replaced(build):
    def poison(path, box, dice):
        path.unlink()
        build(path, box)

    return poison


project_case("is-pipe", replaced(lambda path, box: os.mkfifo(path)), item="8")
project_case("is-zero", replaced(lambda path, box: os.symlink("/dev/zero", path)))
project_case("is-folder", replaced(lambda path, box: path.mkdir()))
project_case("is-loop", replaced(lambda path, box: os.symlink(path, path)))
project_case("is-hole", replaced(lambda path, box: (path.touch(), os.truncate(path, 4 << 40))))
project_case("is-text", replaced(lambda path, box: path.write_text("SQLite format 3\0 not")))
project_case("good", lambda path, box, dice: None)
