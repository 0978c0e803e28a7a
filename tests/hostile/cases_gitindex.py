"""Repositories whose index is hostile: what libgit2 1.5 reads of its entries and extensions without a limit."""

import hashlib
import itertools
import os
import struct

from cases_git import CODE, git_case
from gitwriter import ORIGINAL, two_commits
from registry import case


def index_case(name, content):
    """`content` is bytes, or a function that makes large ones when they are opened and not when the set is listed."""
    git_case(f"index-{name}", lambda git, box: git.write("index", content() if callable(content) else content))


index_case("nonsense", bytes(range(256)) * 100)
index_case("count", b"DIRC" + struct.pack(">II", 2, 0xFFFFFFFF) + bytes(200))
index_case("version", b"DIRC" + struct.pack(">II", 77, 1) + bytes(200))
index_case("v4-prefix", b"DIRC" + struct.pack(">II", 4, 1) + bytes(62) + b"\xff" * 40 + bytes(40))
index_case("empty", b"")


def index_of(version, rows):
    body = b"DIRC" + struct.pack(">II", version, len(rows)) + b"".join(rows)
    return body + hashlib.sha1(body).digest()


ROW = struct.pack(">10I", 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0) + bytes(20)


def index_row(name, path):
    return ROW + struct.pack(">H", len(name)) + path


def deep_row(number):
    name = b"%05d" % number + b"/a" * 1990
    row = index_row(name, name)
    return row + bytes(8 - len(row) % 8)


# A set of all folders above these is gigabytes.
index_case("deep", lambda: index_of(2, [deep_row(i) for i in range(600)]))
# Megabytes that stand for gigabytes: a path is what differs from the one before.
index_case("v4-long", lambda: index_of(4, [index_row(bytes(4000), b"\0" + b"a" * 3992 + b"%08d\0" % i if i == 0 else b"\x08%08d\0" % i) for i in range(150_000)]))


def tree_index_case(name, tree, version=2, extension=b"TREE", rows=None):
    """An index of one file with an extension, whose content is made by `tree`."""
    rows = rows or [index_row(b"a.cu", b"a.cu" + bytes(6))]

    def content():
        inside = tree()
        body = b"DIRC" + struct.pack(">II", version, len(rows)) + b"".join(rows)
        body += extension + struct.pack(">I", len(inside)) + inside
        return body + hashlib.sha1(body).digest()

    index_case(name, content)


# Folders in folders, on the stack; folders that are said to follow, in memory; and both.
tree_index_case("tree-deep", lambda: b"\0-1 1\n" * 260_000 + b"\0-1 0\n")
tree_index_case("tree-deep-hashes", lambda: (b"d\0001 1\n" + bytes(20)) * 70_000 + b"d\0001 0\n" + bytes(20))
tree_index_case("tree-deep-v4", lambda: b"\0-1 1\n" * 260_000 + b"\0-1 0\n", 4, rows=[index_row(b"a.cu", b"\0a.cu\0")])
tree_index_case("tree-count", lambda: b"\0-1 50000000\n\0-1 0\n")
tree_index_case("tree-counts", lambda: b"\0-1 90000\n" * 50_000)
tree_index_case("tree-cut", lambda: b"\0-1 1\n\0-1")
tree_index_case("tree-number", lambda: b"\0-1 +99999999999999999999\n")
tree_index_case("notes-on-conflicts", lambda: b"a\0000\0000\0000\0" * 4_000_000, extension=b"REUC")
tree_index_case("notes-on-names", lambda: bytes(40_000_000), extension=b"NAME")
# The flags say one byte; libgit2 keeps all up to the NUL.
index_case("endless-paths", lambda: index_of(2, [b"\x01" * 60 + b"\x20\x01" + b"%02d" % (i % 100) for i in range(40_000)]))
index_case("long-path", index_of(2, [index_row(b"x" * 4095, b"a/" * 200_000 + b"x" + bytes(1))]))


def padded(name):
    row = index_row(name, name)
    return row + bytes(8 - len(row) % 8)


index_case("in-one-place", lambda: index_of(2, [padded(b"".join(parts)) for parts in itertools.product((b"0~", b"1_"), repeat=16)]))


@case("git/worktree-index", "repository", item="8")
def worktree_index(box, dice):
    git = two_commits(box.repository)
    body = b"DIRC" + struct.pack(">II", 2, 0) + b"TREE" + struct.pack(">I", 14) + b"\0-1 50000000\n"
    git.write("worktrees/w/index", body + hashlib.sha1(body).digest())


@case("git/index-names", "repository", item="2")
def index_names(box, dice):
    git = two_commits(box.repository)
    git.index({b"../../x.cpp": CODE, b".git/config": b"x", b"/etc/x.cu": CODE, b"b`pwn`.cu": CODE, **ORIGINAL})


@case("git/index-link", "repository")
def index_link(box, dice):
    git = two_commits(box.repository)
    os.remove(git.path("index"))
    os.symlink(box.home / "notes.txt", git.path("index"))
