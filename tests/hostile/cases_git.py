"""Repositories whose .git is hostile: objects, references, configuration, links to elsewhere."""

import hashlib
import itertools
import os
import socket
import struct
import zlib

from gitwriter import ORIGINAL, PORTED, Git, two_commits, write_files
from registry import add, case


def in_one_place(bits):
    """Names of git references for which libgit2's table has the same place: 65 * 31 + 66 is 66 * 31 + 35."""
    return [b"".join(parts) for parts in itertools.product((b"AB", b"B#"), repeat=bits)]


CODE = b'#include <cuda_runtime.h>\n#include "x.h"\nvoid g() { cudaFree(0); }\n'
OTHER = CODE + b"// changed\n#ifdef USE_ROCM\nint a;\n#endif\n"


def tree_case(name, entries, **more):
    """Two commits whose trees hold hostile entries beside good ones; `entries` makes (mode, name, object) of Git."""

    def make(box, dice):
        git = Git(box.repository)
        good = [(b"100644", key, git.blob(text)) for key, text in sorted(ORIGINAL.items())]
        better = [(b"100644", key, git.blob(PORTED if key == b"a.cu" else text)) for key,
            text in sorted(ORIGINAL.items())]
        first = git.commit(git.tree(entries(git, CODE) + good))
        second = git.commit(git.tree(entries(git, OTHER) + better), [first], b"port\n")
        git.ref("refs/heads/main", second)
        git.ref("refs/heads/original", first)
        git.ref("refs/heads/port", second)
        write_files(box.repository, ORIGINAL)

    add(f"git-tree/{name}", "repository", make, **more)


def named(name):
    return lambda git, text: [(b"100644", name, git.blob(text))]


def nested(*names):
    def entries(git, text):
        target, mode = git.blob(text), b"100644"
        for name in reversed(names[1:]):
            target, mode = git.tree([(mode, name, target)]), b"40000"
        return [(mode, names[0], target)]

    return entries


for label, name in {
    "dotdot": b"../../x.cpp", "dotdot-include": b"../../../outside/file.cu", "dot": b".", "dotdot-alone": b"..",
    "git": b".git", "git-upper": b".GIT", "git-joiner": ".git\u200c".encode(), "git-short": b"git~1", "empty": b"",
    "absolute": b"/tmp/rocport-hostile.cpp", "slash": b"sub/x.cpp", "backslash": b"..\\..\\x.cpp",
    "newline": b"x\ny.cu",
    "long": b"n" * 4096 + b".cu", "too-long": b"n" * 300 + b".cu", "dash": b"-o.cu", "latin1": b"caf\xe9.cu",
    "backtick": b"b`pwn`.cu", "dollar": b"d$(pwn).cu", "semicolon": b"s;pwn;.cu", "pipe": b"p|pwn|.cu",
    "quote": b"q';pwn;'.cu", "double-quote": b'q";pwn;".cu', "escape": b"e\x1b]0;x\x07.cu",
    "bidi": "b\u202euc.x.cu".encode(),
    "c1": "c\u009b31m.cu".encode(), "html": b"<img src=x><b>.cu", "space": b" ", "percent": b"%s%n%1.cu",
    "device": b"CON.cu", "stream": b"x.cu::$DATA",
}.items():
    tree_case(label, named(name), item="1" if "pwn" in repr(name) else "2" if "dot" in label else "")
for label, names in {
    "nested-git": (b".git", b"config"), "nested-git-upper": (b".GiT", b"hooks", b"post-checkout"),
    "nested-dotdot": (b"..", b"..", b"x.cpp"), "nested-absolute": (b"/", b"etc", b"x.cpp"),
    "nested-deep": (b"d",) * 400 + (b"x.cu",),
    "nested-submodule-git": (b"sub", b".git", b"hooks", b"x"),
}.items():
    tree_case(label, nested(*names), item="2")
tree_case("twice", lambda git, text: named(b"x.cpp")(git, text) + named(b"x.cpp")(git, text + b"//2"))
tree_case("file-and-folder", lambda git, text: named(b"x")(git, text) + nested(b"x", b"y.cu")(git, text))
tree_case("link-then-below", lambda git, text: [(b"120000", b"x", git.blob(b"../../outside"))] + nested(b"x",
    b"y.cu")(git, text))
tree_case("link-out", lambda git, text: [(b"120000", b"x.cu", git.blob(b"../../../outside/file.txt"))])
tree_case("link-header", lambda git, text: [(b"120000", b"rocport_compat.h", git.blob(b"../../notes.txt"))])
tree_case("gitlink", lambda git, text: [(b"160000", b"sub", "1" * 40)])
tree_case("mode", lambda git, text: [(b"777777777777", b"x.cu", git.blob(text))])
tree_case("missing-blob", lambda git, text: [(b"100644", b"x.cu", "ab" * 20)])
tree_case("missing-tree", lambda git, text: [(b"40000", b"x", "ab" * 20)])
tree_case("unsorted", lambda git, text: named(b"z.cu")(git, text) + named(b"b.cu")(git, text))
tree_case("two-cases", lambda git, text: named(b"X.cu")(git, text) + named(b"x.cu")(git, text))


def bomb(git, text, width=10, depth=9):
    target, mode = git.blob(text), b"100644"
    for level in range(depth):
        target = git.tree([(mode, b"%d%s" % (i, b".cu" if level == 0 else b""), target) for i in range(width)])
        mode = b"40000"
    return [(b"40000", b"bomb", target)]


tree_case("bomb", bomb, cpu=20)


def long_bomb(git, text):
    """Few trees, and paths of gigabytes."""
    target = git.tree([(b"100644", b"x.cu", git.blob(text))])
    for _ in range(18):
        target = git.tree([(b"40000", letter * 200, target) for letter in (b"a", b"b")])
    return [(b"40000", b"bomb", target)]


tree_case("long-bomb", long_bomb, cpu=20)
tree_case("deep", nested(*([b"d"] * 3000 + [b"x.cu"])))


def git_case(name, poison, **more):
    """A good repository that is then poisoned."""

    def make(box, dice):
        poison(two_commits(box.repository), box)

    add(f"git/{name}", "repository", make, **more)


def configured(text):
    return lambda git, box: git.append("config",
        text.replace("RUN", box.payload).replace("HOME", str(box.home)).encode())


RUNNING = ("core.fsmonitor", "core.sshCommand", "core.editor", "core.pager", "core.askPass", "diff.external",
    "gpg.program",
           "credential.helper", "uploadpack.packObjectsHook", "core.alternateRefsCommand", "sequence.editor",
           "core.gitProxy")


@case("git/config-commands", "repository")
def config_commands(box, dice):
    git = two_commits(box.repository)
    for key in RUNNING:
        section, _, option = key.partition(".")
        git.append("config", f'[{section}]\n\t{option} = "touch {box.sentinel}-{key}"\n'.encode())


git_case("config-worktree", configured("[core]\n\tworktree = HOME\n"))
git_case("config-worktree-root", configured("[core]\n\tworktree = /proc/self\n"))
git_case("config-include-zero", configured("[include]\n\tpath = /dev/zero\n"), item="8")
git_case("config-include-self", configured("[include]\n\tpath = config\n"), item="8")
git_case("config-include-proc", configured("[include]\n\tpath = /proc/self/mem\n"))
git_case("config-broken", configured('[core\nx = "\n\0'))
git_case("config-long-line", lambda git, box: git.append("config", b"[a]\n\tb = " + b"x" * 3_000_000 + b"\n"))
git_case("config-many", lambda git, box: git.append("config",
    b"".join(b'[s "%d"]\n\tx = 1\n' % i for i in range(30000))), cpu=6)
git_case("config-version", configured("[core]\n\trepositoryformatversion = 99\n[extensions]\n\tworktreeConfig = true\n"))
git_case("config-insteadof", configured('[url "ext::sh -c RUN"]\n\tinsteadOf = https://\n[remote "origin"]\n\turl = https://x/\n'))


def pipe_at(name):
    def poison(git, box):
        path = git.path(name)
        if os.path.lexists(path):
            os.remove(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.mkfifo(path)

    return poison


for name in ("index", "HEAD", "config", "packed-refs", "info/exclude", "info/attributes", "refs/heads/main",
    "objects/info/alternates",
             "objects/pack/pack-1234567890123456789012345678901234567890.idx", "shallow", "commondir"):
    git_case(f"pipe-{name.replace('/', '-')[:30]}", pipe_at(name), item="8")


@case("git/config-include-pipe", "repository", item="8")
def config_include_pipe(box, dice):
    git = two_commits(box.repository)
    os.mkfifo(git.path("pipe"))
    git.append("config", b"[include]\n\tpath = pipe\n")


@case("git/config-excludes-pipe", "repository", item="8")
def config_excludes_pipe(box, dice):
    git = two_commits(box.repository)
    os.mkfifo(git.path("pipe"))
    git.append("config", b"[core]\n\texcludesFile = " + git.path("pipe").encode() + b"\n\tattributesFile = /dev/zero\n")


@case("git/config-patterns-top-pipe", "repository", item="8")
def config_patterns_top_pipe(box, dice):
    git = two_commits(box.repository)
    os.mkfifo(box.repository / "pipe")  # beside the work tree's files, where libgit2 looks
    git.append("config", b"[core]\n\texcludesFile = pipe\n\tattributesFile = pipe\n")


git_case("config-in-one-place", lambda git, box: git.append("config",
    b"".join(b'[s "%s"]\n\ta = 1\n' % name for name in in_one_place(15))), item="8")
# The names are plain only to one who knows where a value ends.
git_case("config-in-one-place-behind-values", lambda git, box: git.append("config",
    b"".join(b'# \\\n[s "%s"]\n\tb = \\\n[x]\n\ta = 1\n' % name for name in in_one_place(14))), item="8")


# How a configuration can name a file so that a simple reader does not see it.
for name, content in {
    "mark": b"\xef\xbb\xbf[include]\n\tpath = pipe\n", "comment": b"[include]\n# x \\\n\tpath = pipe\n",
    "header": b"; x \\\n[include]\n\tpath = pipe\n", "value": b"[include]\n\tx = y ; z \\\n\tpath = pipe\n",
    "bracket": b'[includeIf "gitdir:[/]**"] path = pipe\n', "headers": b"[core] [include] path = pipe\n",
    "line-end": b'[include]\n\tpath = "pi\\npe"\n', "goes-on": b"[include]\n\tpath = pi\\\n# y\npe\n",
}.items():
    def config_names_pipe(git, box, content=content):
        os.mkfifo(git.path("pipe"))
        os.mkfifo(git.path("pi\npe"))
        git.write("config", content + b"[core]\n\tbare = false\n")

    git_case(f"config-pipe-{name}", config_names_pipe, item="8")


@case("git/config-linked-pipe", "repository", item="8")
def config_linked_pipe(box, dice):
    git = two_commits(box.repository)
    os.mkfifo(git.path("pipe"))
    os.rename(git.path("config"), box.repository / "config")
    with open(box.repository / "config", "ab") as file:
        file.write(b"[include]\n\tpath = pipe\n")
    os.symlink(box.repository / "config", git.path("config"))


@case("git/config-multiplies", "repository", item="8")
def config_multiplies(box, dice):
    git = two_commits(box.repository)
    for i in range(8):
        git.write(f"f{i}", b"[include]\n\tpath = f%d\n" % (i + 1) * 7)
    git.append("config", b"[include]\n\tpath = f0\n")


@case("git/filters", "repository")
def filters(box, dice):
    run = box.payload.encode()
    files = {b".gitattributes": b"* filter=x diff=x merge=x text eol=crlf ident working-tree-encoding=UTF-16\n"}
    git = two_commits(box.repository, files)
    git.append("config", b'[filter "x"]\n\tclean = "%s"\n\tsmudge = "%s"\n\tprocess = "%s"\n\trequired = true\n'
               b'[diff "x"]\n\ttextconv = "%s"\n\tcommand = "%s"\n[merge "x"]\n\tdriver = "%s"\n' % ((run,) * 6))


@case("git/hooks", "repository")
def hooks(box, dice):
    git = two_commits(box.repository)
    for name in ("pre-commit", "post-commit", "post-checkout", "post-index-change", "reference-transaction", "pre-push",
                 "fsmonitor-watchman", "post-rewrite", "prepare-commit-msg", "commit-msg", "post-merge"):
        git.write(f"hooks/{name}", b"#!/bin/sh\n" + box.payload.encode() + b"\n")
        os.chmod(git.path(f"hooks/{name}"), 0o755)
    git.append("config", b"[core]\n\thooksPath = .git/hooks\n")


def gitdir(name, text):
    def make(box, dice):
        write_files(box.repository, ORIGINAL)
        elsewhere = box.home / "elsewhere"
        elsewhere.mkdir()
        two_commits(elsewhere)
        (box.repository / ".git").write_text(text.replace("HOME", str(box.home)))

    add(f"git/gitdir-{name}", "repository", make)


gitdir("elsewhere", "gitdir: HOME/elsewhere/.git\n")
gitdir("self", "gitdir: .git\n")
gitdir("relative", "gitdir: ../../elsewhere/.git\n")
gitdir("zero", "gitdir: /dev/zero\n")
gitdir("long", "gitdir: " + "x/" * 5000 + "\n")
gitdir("huge", "gitdir: " + "x" * 2_000_000)
gitdir("empty", "")


@case("git/gitdir-pipe", "repository", item="8")
def gitdir_pipe(box, dice):
    write_files(box.repository, ORIGINAL)
    os.mkfifo(box.repository / ".git")


def found_elsewhere(name, folder, link=None):
    """libgit2 takes `folder` for the git folder, or for what work trees share; its configuration is a pipe."""

    def make(box, dice):
        git = two_commits(box.repository)
        there = os.fsencode(str(box.repository)) + b"/" + folder
        for part in (b"objects", b"refs/heads"):
            os.makedirs(there + b"/" + part, exist_ok=True)
        with open(there + b"/HEAD", "wb") as file:
            file.write(b"ref: refs/heads/main\n")
        os.mkfifo(there + b"/config")
        if link is None:
            os.rename(git.path("refs"), git.path("moved"))
        else:
            git.write("commondir", link)
            git.write("gitdir", os.fsencode(git.path("")))

    add(f"git/{name}", "repository", make, item="8")


found_elsewhere("lacks-references", b".")
found_elsewhere("lacks-references-inside", b".git/.git")
found_elsewhere("commondir-here", b"evil", b"evil\n")
found_elsewhere("commondir-nul", b".git/evil", b"./evil\0x")


@case("git/git-is-link", "repository")
def git_is_link(box, dice):
    elsewhere = box.home / "elsewhere"
    elsewhere.mkdir()
    two_commits(elsewhere)
    write_files(box.repository, ORIGINAL)
    os.symlink("../../elsewhere/.git", box.repository / ".git")


def reference(name, write, **more):
    git_case(f"ref-{name}", write, **more)


reference("loop", lambda git, box: git.write("refs/heads/main", b"ref: refs/heads/main\n"))
reference("ring", lambda git, box: (git.write("refs/heads/main", b"ref: refs/heads/b\n"), git.write("refs/heads/b",
    b"ref: refs/heads/main\n")))
reference("dotdot", lambda git, box: git.write("HEAD", b"ref: ../../../notes.txt\n"))
reference("long", lambda git, box: git.write("HEAD", b"ref: refs/heads/" + b"x" * 100000))
reference("nonsense", lambda git, box: git.write("HEAD", bytes(range(256)) * 40))
reference("empty", lambda git, box: git.write("HEAD", b""))
reference("blob", lambda git, box: git.ref("refs/heads/main", git.blob(b"not a commit")))
reference("absent", lambda git, box: git.ref("refs/heads/main", "ab" * 20))
reference("packed-nonsense", lambda git, box: git.write("packed-refs",
    b"# pack-refs with: peeled\n^" + bytes(range(256)) * 100))
reference("packed-many", lambda git, box: git.write("packed-refs", b"".join(b"%040d refs/heads/r%d\n" % (i,
    i) for i in range(60000))), cpu=4)
reference("packed-in-one-place", lambda git, box: git.write("packed-refs",
    b"".join(b"%040d refs/heads/%s\n" % (1, name) for name in in_one_place(16))), item="8")


def leads_to_pipe(name, target):
    def write(git, box):
        git.write(name, b"ref: " + target + b"\n")
        pipe_at(os.fsdecode(target))(git, box)

    reference(f"{name.replace('/', '-')}-to-{os.fsdecode(target).replace('/', '-')}", write, item="8")


leads_to_pipe("HEAD", b"PIPE")
leads_to_pipe("HEAD", b"hooks/pipe")
leads_to_pipe("HEAD", b"modules/pipe")
leads_to_pipe("refs/heads/main", b"hooks/pipe")


@case("git/ref-to-large", "repository", item="8")
def ref_to_large(box, dice):
    git = two_commits(box.repository)
    git.write("HEAD", b"ref: lfs/large\n")
    git.write("lfs/large", b"")
    os.truncate(git.path("lfs/large"), 6 << 30)


@case("git/log-link", "repository")
def log_link(box, dice):
    git = two_commits(box.repository)
    os.makedirs(git.path("logs/refs/heads"))
    for name in ("HEAD", "refs/heads/main", "refs/heads/port"):
        os.symlink(box.home / "notes.txt", git.path("logs/" + name))


reference("names", lambda git, box: [git.ref(f"refs/heads/{name}", git.commit(git.files(ORIGINAL))) for name in
                                     ("x`pwn`", "-o", "\x1b[31mred", "\u202ename", "a..b", "x.lock", "<img src=x>")])


@case("git/ref-directory-link", "repository")
def ref_directory_link(box, dice):
    git = two_commits(box.repository)
    os.rename(git.path("refs"), git.path("moved"))
    os.symlink("/", git.path("refs"))


@case("git/ref-link-out", "repository")
def ref_link_out(box, dice):
    git = two_commits(box.repository)
    os.symlink(box.home / "made-by-git", git.path("refs/heads/rocport"))


def chain_of_tags(git, box):
    target, kind = git.commit(git.files(ORIGINAL)), b"commit"
    for i in range(2000):
        target = git.object(b"tag", b"object %s\ntype %s\ntag t%d\ntagger A <a@b> 1 +0000\n\nx\n" % (target.encode(),
            kind, i))
        kind = b"tag"
    git.ref("refs/tags/chain", target)
    git.ref("refs/heads/main", target)


git_case("tag-chain", chain_of_tags)


def stored(name, write, **more):
    """An object file that is not what it should be, in the place of a.cu's blob or the newest commit."""
    git_case(f"object-{name}", write, **more)


def of_source(git):
    data = b"blob %d\0" % len(ORIGINAL[b"a.cu"]) + ORIGINAL[b"a.cu"]
    return hashlib.sha1(data).hexdigest()


def zeros(size):
    """A blob of so many megabytes of zeros, packed. After a full flush the same block is the same bytes again, so that
    only one is packed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    head = b"blob %d\0" % size
    block = bytes(1024 * 1024)
    begin = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    packed_block = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    check = zlib.adler32(head)
    low, high = check & 0xFFFF, check >> 16
    high = (high + size * low) % 65521  # zeros add nothing to the lower half, and that to the upper one each time
    return b"\x78\xda" + begin + packed_block * (size // len(block)) + packer.flush() + struct.pack(">HH", high, low)


# libgit2 holds a file that it checks out in memory.
stored("bomb", lambda git, box: git.raw(of_source(git), zeros(700 * 1024 * 1024)), cpu=12, memory=800)
stored("size-huge", lambda git, box: git.raw(of_source(git), zlib.compress(b"blob 9223372036854775807\0x")))
stored("size-negative", lambda git, box: git.raw(of_source(git), zlib.compress(b"blob -5\0x")))
stored("type-wrong", lambda git, box: git.raw(of_source(git), zlib.compress(b"tree 3\0abc")))
stored("type-unknown", lambda git, box: git.raw(of_source(git), zlib.compress(b"hello 3\0abc")))
stored("cut", lambda git, box: git.raw(of_source(git), zlib.compress(b"blob 300\0" + bytes(300))[:10]))
stored("empty", lambda git, box: git.raw(of_source(git), b""))
stored("nonsense", lambda git, box: git.raw(of_source(git), bytes(range(256))))
stored("tree-cut", lambda git, box: git.ref("refs/heads/main", git.commit(git.object(b"tree", b"100644 x.cu\0abc"))))
stored("tree-nonsense", lambda git, box: git.ref("refs/heads/main", git.commit(git.object(b"tree", b"\xff" * 500))))
stored("commit-nonsense", lambda git, box: git.ref("refs/heads/main", git.object(b"commit", b"tree x\n\0\n")))
stored("commit-empty", lambda git, box: git.ref("refs/heads/main", git.object(b"commit", b"")))
stored("commit-long", lambda git, box: git.ref("refs/heads/main", git.commit(git.files(ORIGINAL),
    message=b"m" * 3_000_000)))
stored("commit-escapes", lambda git, box: git.ref("refs/heads/port", git.commit(
    git.files({**ORIGINAL, b"a.cu": PORTED}), [git.commit(git.files(ORIGINAL))],
    message="\x1b]0;title\x07 \u202eevil \u009b31m <img src=/dev/zero>\n".encode(), who=b"\x1b[31m <`pwn`> 1 +0000")),
    item="4")
stored("commit-time", lambda git, box: git.ref("refs/heads/main", git.commit(
    git.files(ORIGINAL), who=b"A <a@b> 99999999999999999999 +9999", more=b"encoding UTF-7\ngpgsig x\n")))
stored("parents-many", lambda git, box: git.ref("refs/heads/main", git.commit(git.files(ORIGINAL),
    [git.commit(git.files(ORIGINAL))] * 5000)))


def long_history(git, box):
    tree, last = git.files(ORIGINAL), git.commit(git.files(ORIGINAL))
    for i in range(1500):
        last = git.commit(tree, [last], b"%d\n" % i)
    git.ref("refs/heads/main", last)


git_case("history-long", long_history)


def packed(name, pack, idx):
    def poison(git, box):
        base = "objects/pack/pack-" + "12" * 20
        git.write(base + ".pack", pack)
        git.write(base + ".idx", idx)

    git_case(f"pack-{name}", poison)


packed("nonsense", b"PACK" + bytes(range(256)), b"\xfftOc" + struct.pack(">I", 2) + bytes(range(256)) * 8)
packed("fan-out", b"PACK" + struct.pack(">II", 2, 1) + bytes(20),
       b"\xfftOc" + struct.pack(">I", 2) + b"".join(struct.pack(">I", 0x7FFFFFFF - i) for i in range(256)) + bytes(40))


@case("git/alternates", "repository")
def alternates(box, dice):
    git = two_commits(box.repository)
    git.write("objects/info/alternates", (git.path("objects") + "\n../objects\n/\n/dev/zero\n").encode() + b"x/" * 4000)


@case("git/replace-loop", "repository")
def replace_loop(box, dice):
    git = two_commits(box.repository)
    first = git.commit(git.files(ORIGINAL))
    second = git.commit(git.files(ORIGINAL), [first])
    git.ref(f"refs/replace/{first}", second)
    git.ref(f"refs/replace/{second}", first)
    git.write("info/grafts", (first + " " + second + "\n" + second + " " + first + "\n").encode())
    git.write("shallow", b"\xff" * 100)


@case("git/submodules", "repository")
def submodules(box, dice):
    git = two_commits(box.repository, {b".gitmodules": b'''[submodule "../../../x"]
\tpath = ../../x
\turl = ext::sh -c "%s"
\tupdate = !%s
[submodule "s"]
\tpath = s
\turl = -u./payload
\tbranch = --upload-pack=x
''' % ((box.payload.encode(),) * 2)})
    sub = box.repository / "s"
    sub.mkdir()
    (sub / ".git").write_text("gitdir: ../.git\n")
    (sub / "x.cu").write_bytes(CODE)
    git.write("modules/s/config", b"[core]\n\tworktree = ../../../..\n\tfsmonitor = " + box.payload.encode() + b"\n")


@case("git/nested-repositories", "repository")
def nested_repositories(box, dice):
    two_commits(box.repository)
    folder = box.repository
    for _ in range(8):
        folder = folder / "in"
        folder.mkdir()
        inner = two_commits(folder)
        inner.append("config", b"[core]\n\tfsmonitor = " + box.payload.encode() + b"\n\tworktree = ../..\n")


@case("git/bare", "repository")
def bare(box, dice):
    git = Git(box.repository, bare=True)
    git.ref("refs/heads/main", git.commit(git.files(ORIGINAL)))
    git.append("config", b"[core]\n\tfsmonitor = " + box.payload.encode() + b"\n")


@case("git/bare-inside", "repository")
def bare_inside(box, dice):
    two_commits(box.repository)
    inner = box.repository / "inner"
    git = Git(inner, bare=True)
    git.ref("refs/heads/main", git.commit(git.files(ORIGINAL)))
    git.append("config", b"[core]\n\tworktree = ..\n\tfsmonitor = " + box.payload.encode() + b"\n")
    write_files(inner, ORIGINAL)


@case("git/socket", "repository")
def with_socket(box, dice):
    git = two_commits(box.repository)
    here = os.getcwd()
    server = socket.socket(socket.AF_UNIX)
    try:
        os.remove(git.path("index"))
        os.chdir(os.path.dirname(git.path("index")))
        server.bind("index")
        server.close()
    finally:
        os.chdir(here)
