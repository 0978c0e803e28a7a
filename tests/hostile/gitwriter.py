"""Writes git repositories object by object, also such as git itself would refuse."""

import hashlib
import os
import struct
import zlib

ORIGINAL = {
    b"a.cu": b"""#include <cuda_runtime.h>
__global__ void k(unsigned* o) {
  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);
  o[0] = __popc(m);
}
void f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 64>>>(o); cudaDeviceSynchronize(); }
""",
    b"train.py": b"""import torch
import pynvml

m = torch.compile(torch.nn.ReLU(), mode="reduce-overhead")
if torch.cuda.get_device_capability()[0] >= 8:
    print("new")
""",
    b"Makefile": b"""NVCC = nvcc
all:
\t$(NVCC) -arch=sm_80 -c a.cu
""",
    b"setup.py": b"""from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="x", ext_modules=[CUDAExtension("x", ["a.cu"], extra_compile_args={"nvcc": ["-O3", "--use_fast_math"]})],
      cmdclass={"build_ext": BuildExtension})
""",
}
PORTED = ORIGINAL[b"a.cu"].replace(
    b"#include <cuda_runtime.h>\n",
    b"#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n")
WHO = b"A B <a@example.org> 1700000000 +0000"


class Git:
    """A repository at `folder`, with HEAD at refs/heads/main."""

    def __init__(self, folder, bare=False):
        self.folder = os.fsencode(str(folder))
        self.git = self.folder if bare else self.folder + b"/.git"
        for name in (b"objects/info", b"objects/pack", b"refs/heads", b"refs/tags", b"info", b"hooks"):
            os.makedirs(self.git + b"/" + name, exist_ok=True)
        self.write("HEAD", b"ref: refs/heads/main\n")
        self.write("config", b"[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = "
                   + (b"true\n" if bare else b"false\n"))

    def write(self, name, content):
        path = self.git + b"/" + os.fsencode(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def append(self, name, content):
        with open(self.git + b"/" + os.fsencode(name), "ab") as file:
            file.write(content)

    def path(self, name):
        return os.fsdecode(self.git) + "/" + name

    def raw(self, name, stored):
        """An object file of that name with any bytes."""
        self.write(f"objects/{name[:2]}/{name[2:]}", stored)

    def object(self, kind, content, level=1):
        data = kind + b" %d\0" % len(content) + content
        name = hashlib.sha1(data).hexdigest()
        if not os.path.exists(self.path(f"objects/{name[:2]}/{name[2:]}")):
            self.raw(name, zlib.compress(data, level))
        return name

    def blob(self, content):
        return self.object(b"blob", content)

    def tree(self, entries):
        """Entries (mode, name, object) in the order given."""
        return self.object(b"tree", b"".join(
            mode + b" " + name + b"\0" + bytes.fromhex(target) for mode, name, target in entries))

    def files(self, files):
        """A tree of files in one folder."""
        return self.tree(sorted(((b"100644", name, self.blob(text)) for name, text in files.items()),
            key=lambda e: e[1]))

    def commit(self, tree, parents=(), message=b"a commit\n", who=WHO, more=b""):
        lines = b"tree " + tree.encode() + b"\n"
        for parent in parents:
            lines += b"parent " + parent.encode() + b"\n"
        return self.object(b"commit", lines + b"author " + who + b"\ncommitter " + who + b"\n" + more + b"\n" + message)

    def ref(self, name, target):
        self.write(name, target.encode() + b"\n")

    def index(self, files, links=()):
        """The index of plain files with stat fields of zero."""
        rows = []
        for name, content in sorted(files.items()):
            mode = 0o120000 if name in links else 0o100644
            row = struct.pack(">10I", 0, 0, 0, 0, 0, 0, mode, 0, 0, 0) + bytes.fromhex(self.blob(content))
            row += struct.pack(">H", min(len(name), 0xFFF)) + name
            rows.append(row + b"\0" * (8 - len(row) % 8))
        body = b"DIRC" + struct.pack(">II", 2, len(rows)) + b"".join(rows)
        self.write("index", body + hashlib.sha1(body).digest())


def write_files(folder, files):
    for name, content in files.items():
        path = os.fsencode(str(folder)) + b"/" + os.fsencode(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


def two_commits(folder, extra=None, ported=None):
    """A repository with a small program and one commit that ports a file; the work tree holds the original
    with `extra` files, as the newest commit does."""
    git = Git(folder)
    files = dict(ORIGINAL)
    files.update(extra or {})
    first = git.commit(git.files(files))
    after = dict(files)
    after[b"a.cu"] = PORTED
    after.update(ported or {})
    second = git.commit(git.files(after), [first], b"port\n")
    third = git.commit(git.files(files), [second], b"back\n")
    git.ref("refs/heads/main", third)
    git.ref("refs/heads/original", first)
    git.ref("refs/heads/port", second)
    git.index(files)
    write_files(folder, files)
    return git


def commit_all(folder):
    """Makes a repository of what lies in a folder, nested folders and links included, without running git."""
    git = Git(folder)
    root = os.fsencode(str(folder))
    staged, links = {}, set()

    def tree_of(path, prefix):
        entries = []
        for entry in os.scandir(path):
            if entry.name == b".git":
                continue
            name = prefix + entry.name
            if entry.is_symlink():
                content = os.readlink(entry.path)
                entries.append((b"120000", entry.name, git.blob(content)))
                staged[name] = content
                links.add(name)
            elif entry.is_dir():
                below = tree_of(entry.path, name + b"/")
                if below:
                    entries.append((b"40000", entry.name, below))
            elif entry.is_file(follow_symlinks=False) and entry.stat().st_size < 64 * 1024 * 1024:
                with open(entry.path, "rb") as file:
                    content = file.read()
                entries.append((b"100644", entry.name, git.blob(content)))
                staged[name] = content
        entries.sort(key=lambda e: e[1] + (b"/" if e[0] == b"40000" else b""))
        return git.tree(entries) if entries else None

    tree = tree_of(root, b"") or git.tree([])
    first = git.commit(tree)
    second = git.commit(tree, [first], b"again\n")
    git.ref("refs/heads/main", second)
    git.ref("refs/heads/original", first)
    git.ref("refs/heads/port", second)
    git.index(staged, links)
    return git
