"""Folders that are hostile: pipes, devices, links, holes, names, depth, numbers."""

import os
import socket

from gitwriter import ORIGINAL, commit_all, two_commits, write_files
from registry import add, case

MEGABYTE = 1024 * 1024


def folder_case(name, poison, commit=True, **more):
    """The small program with something hostile beside it."""

    def make(box, dice):
        write_files(box.repository, ORIGINAL)
        poison(box.repository, box)
        if commit:
            commit_all(box.repository)

    add(f"files/{name}", "repository", make, **more)


def pipe(*names):
    def poison(folder, box):
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            os.mkfifo(path)

    return poison


def link(target, *names):
    def poison(folder, box):
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            os.symlink(target.replace("OUTSIDE", str(box.outside)).replace("HOME", str(box.home)), path)

    return poison


def with_header(poison, header=None):
    """A program whose port has the generated header; `header`: one of that name is there."""

    def poisoned(folder, box):
        os.remove(folder / "setup.py")
        os.remove(folder / "Makefile")
        write_files(folder, {b"CMakeLists.txt": b"project(x LANGUAGES CXX CUDA)\nadd_library(x a.cu)\n"})
        if header:
            write_files(folder, {b"rocport_compat.h": header})
        poison(folder, box)

    return poisoned


def hole(name, size):
    def poison(folder, box):
        with open(folder / name, "wb") as file:
            file.truncate(size)

    return poison


CONFIGURATION = (".gitignore", ".gitattributes", ".rocport/rules/a.toml", "compile_commands.json",
    "build/compile_commands.json",
                 "pyproject.toml", "requirements.txt", "environment.yml", "CMakeLists.txt", "include/x.h",
                 "rocport_compat.h",
                 "rocport_compat.h.rocport-merge", "notebook.ipynb", "Dockerfile", "run.sh", "x.cu", "x.py", "data.bin",
                 ".env")
folder_case("pipe-gitignore", pipe(".gitignore"), item="8")
folder_case("pipe-gitignore-below", pipe("sub/.gitignore"), item="8")
folder_case("pipe-gitattributes", pipe(".gitattributes"), item="8")
folder_case("pipes-everywhere", pipe(*CONFIGURATION[2:]), item="8")
folder_case("zero-gitignore", link("/dev/zero", ".gitignore", "sub/.gitignore"), item="8")
folder_case("zero-everywhere", link("/dev/zero", *CONFIGURATION[1:]))
folder_case("links-out", link("OUTSIDE/file.txt", *CONFIGURATION))
folder_case("links-to-self", lambda folder,
    box: [os.symlink(name, folder / name) for name in ("x.cu", "x.py", ".gitignore", ".rocport")])
folder_case("link-ring", lambda folder, box: (os.symlink("b", folder / "a"), os.symlink("a", folder / "b"),
                                              os.symlink(".", folder / "here"), os.symlink("..", folder / "up")))
folder_case("link-root", link("/", "all", "sub/all"))
folder_case("link-proc", link("/proc/self/fd", "fds", "x.cu"))
folder_case("link-long", lambda folder, box: os.symlink("x/" * 2000, folder / "x.cu"))
folder_case("link-rocport", with_header(link("OUTSIDE/folder", ".rocport")), commit=False, item="2")
folder_case("link-rocport-below", with_header(link("OUTSIDE/folder", ".rocport/generated")), commit=False, item="2")
MINE = b"// mine\n"
folder_case("link-merge", with_header(link("HOME/notes.txt", "rocport_compat.h.rocport-merge"), MINE), item="2")
folder_case("link-merge-absent", with_header(link("HOME/made.txt", "rocport_compat.h.rocport-merge"), MINE), item="2")
folder_case("link-compat", with_header(link("HOME/made.txt", "rocport_compat.h")), item="2")
folder_case("link-package", link("OUTSIDE/folder", "pkg"), item="2")
folder_case("link-package-above", lambda folder,
    box: (os.mkdir(folder / "pkg"), os.symlink("../../..", folder / "pkg" / "sub")), item="2")
folder_case("link-source", lambda folder,
    box: (os.remove(folder / "a.cu"), os.rename(folder / "train.py", box.outside / "train.py"),
                                                os.symlink(box.outside / "train.py", folder / "train.py")), item="2")
folder_case("hard-link", lambda folder, box: (os.rename(folder / "train.py", box.outside / "train.py"),
                                              os.link(box.outside / "train.py", folder / "train.py")))
folder_case("folders-as-files", lambda folder, box: [(folder / name).mkdir(parents=True) for name in CONFIGURATION])
folder_case("holes", lambda folder, box: [hole(name, 6 << 30)(folder, box) for name in ("data.bin", "model.pt",
    "x.safetensors")],
            commit=False, item="10")
folder_case("hole-4tb", hole("weights.bin", 4 << 40), commit=False, item="10")
folder_case("holes-code", lambda folder, box: [hole(name, 6 << 30)(folder, box) for name in ("x.cu", "x.py", "x.h",
    "Makefile.inc", "x.sh")],
            commit=False, item="10")
folder_case("holes-configuration", lambda folder, box: [hole(name, 3 << 30)(folder, box) for name in (
    "pyproject.toml", "compile_commands.json", "environment.yml", "requirements.txt", "x.ipynb", ".gitignore",
    ".gitattributes")],
            commit=False, item="10")
folder_case("big-data", lambda folder, box: [write_files(folder,
    {b"data%d.bin" % i: bytes(20 * MEGABYTE)}) for i in range(8)],
            commit=False, item="10", cpu=4)
folder_case("device-names", lambda folder,
    box: write_files(folder, {name: b"int a;\n" for name in (b"CON.cu", b"nul", b"x.cu:y", b"a*b?.cu")}))


@case("files/socket", "repository")
def socket_file(box, dice):
    write_files(box.repository, ORIGINAL)
    here = os.getcwd()
    try:
        os.chdir(box.repository)
        for name in ("x.cu", ".env"):
            server = socket.socket(socket.AF_UNIX)
            server.bind(name)
            server.close()
    finally:
        os.chdir(here)
    commit_all(box.repository)


CUDA = ORIGINAL[b"a.cu"]
NAMES = {
    "newline": b"a\nb.cu", "return": b"a\rb.cu", "tab": b"a\tb.cu", "quote": b"it's.cu", "double-quote": b'say "x".cu',
    "backtick": b"b`pwn`.cu", "dollar": b"d$(pwn).cu", "semicolon": b"s;pwn;.cu", "pipe": b"p|pwn|.cu",
    "and": b"a&&pwn&&.cu",
    "redirect": b"r>pwned.cu", "subshell": b"(pwn).cu", "brace": b"{pwn,x}.cu", "hash": b"# x.cu", "glob": b"*.cu",
    "tilde": b"~x.cu",
    "dash": b"-o.cu", "dashes": b"--output=x.cu", "response": b"@x.cu", "equals": b"x=$(pwn).cu", "space": b"a b.cu",
    "blank": b" .cu",
    "latin1": b"caf\xe9.cu", "invalid": b"\xff\xfe\x80.cu", "long": b"n" * 252 + b".cu",
    "escape": b"e\x1b]0;t\x07\x1b[31m.cu",
    "c1": "c\u009b31m\u0090.cu".encode(), "c1-byte": b"c\x9b31m.cu", "bidi": "b\u202ecu.txt\u2066.cu".encode(),
    "zero-width": "z\u200b\u200d\ufeff.cu".encode(), "line-separator": "l\u2028m\u2029.cu".encode(),
    "delete": b"d\x7f\x08\x08.cu",
    "html": b"<img src=x><b>&amp;.cu", "html-zero": b"<img src='zero'>.cu", "percent": b"%1%2%s%n.cu",
    "backslash": b"a\\nb\\.cu",
    "uri": b"file:%2e%2e%2fx?y#z.cu", "combining": ("x" + "\u0301" * 100 + ".cu").encode(),
    "astral": "\U0001f4a3\U000e0041.cu".encode(),
}
for label, name in NAMES.items():
    add(f"name/{label}", "text", lambda box, dice, name=name: {name: CUDA}, group="names",
        item="1" if b"pwn" in name else "4" if label in ("escape", "c1", "bidi", "zero-width",
            "c1-byte") else "3" if "html" in label else "")
    python = name.rpartition(b".")[0][:240] + b".py"
    add(f"name/{label}-python", "text", lambda box, dice, name=python: {name: ORIGINAL[b"train.py"]},
        group="names-python")


@case("files/deep", "repository", cpu=8)
def deep(box, dice):
    write_files(box.repository, ORIGINAL)
    parent = os.open(box.repository, os.O_RDONLY)
    for level in range(2000):
        os.mkdir("d", dir_fd=parent)
        if level % 500 == 0:
            source = os.open("x.cu", os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=parent)
            os.write(source, CUDA)
            os.close(source)
        child = os.open("d", os.O_RDONLY, dir_fd=parent)
        os.close(parent)
        parent = child
    os.close(parent)
    two_commits(box.repository)


@case("files/deep-names", "repository", cpu=4)
def deep_names(box, dice):
    """Paths longer than the system takes at once."""
    write_files(box.repository, ORIGINAL)
    parent = os.open(box.repository, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("n" * 250, dir_fd=parent)
        child = os.open("n" * 250, os.O_RDONLY, dir_fd=parent)
        os.close(parent)
        parent = child
    source = os.open("x.cu", os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=parent)
    os.write(source, CUDA)
    os.close(source)
    os.close(parent)
    two_commits(box.repository)


@case("files/many", "repository", cpu=30, only=("scan", "translate"), window=False)
def many(box, dice):
    write_files(box.repository, ORIGINAL)
    folder = os.open(box.repository, os.O_RDONLY)
    for number in range(50000):
        os.close(os.open(f"f{number}.txt", os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=folder))
    os.close(folder)


@case("files/unreadable", "repository")
def unreadable(box, dice):
    """Nothing of it is refused to root, who then reads it like any other."""
    write_files(box.repository, {**ORIGINAL, b"x.cu": CUDA, b"sub/y.cu": CUDA, b".gitignore": b"x\n"})
    commit_all(box.repository)
    for name in ("x.cu", "sub", ".gitignore"):
        os.chmod(box.repository / name, 0)


IGNORES = {
    "stars": b"*a*a*a*a*a*a*a*a*a*a*ab0\n", "double-stars": b"**/a/**/a/**/a/**/a/**/b\n" * 20,
    "classes": b"[[:alpha:]]*[!a]*[]-a]*[^\n[[[[[\n\\\n", "long": b"a*" * 5000 + b"b\n",
        "many": b"".join(b"*x%d*y*\n" % i for i in range(3000)),
    "binary": bytes(range(1, 256)) * 10, "negated": b"!*\n" * 2000,
}
for label, pattern in IGNORES.items():
    def ignoring(folder, box, pattern=pattern):
        write_files(folder, {b".gitignore": pattern, b"a" * 100 + b".cu": CUDA, b"a" * 200: b"x",
            b"a/a/a/a/a/a/a/a/a/a/a/x.cu": CUDA})

    folder_case(f"ignore-{label}", ignoring, item="8", cpu=2)
    add(f"files/attributes-{label}", "repository", lambda box, dice, pattern=pattern: two_commits(
        box.repository, {b".gitattributes": pattern.replace(b"\n", b" text=auto eol=crlf filter=x\n"),
            b"a" * 100 + b".cu": CUDA, b"a/a/a/a/a/a/a/a/a/a/a/x.cu": CUDA}))
