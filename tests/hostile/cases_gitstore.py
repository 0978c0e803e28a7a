"""Repositories whose object store is hostile: object files, packs and the indexes over them. libgit2 1.5 believes what
these say of their own sizes."""

import random
import struct
import zlib

from cases_git import git_case, of_source, stored
from gitpacks import Pack, commit_graph, fan_out, multi_index, multi_index_endless, pack_list, sealed, store

MORE = b"x" * 5000
NOISE = random.Random(11).randbytes(20000)


def damaged(name, write):
    """The same damage to a file's content, a commit and a tree."""
    stored(name, lambda git, box: git.raw(of_source(git), write(b"blob")))

    def newest(git, box):
        with open(git.path("refs/heads/port"), "rb") as file:
            commit = file.read().decode().strip()
        git.raw(commit, write(b"commit"))

    stored(f"{name}-commit", newest)

    def tree(git, box):
        with open(git.path("refs/heads/port"), "rb") as file:
            commit = file.read().decode().strip()
        with open(git.path(f"objects/{commit[:2]}/{commit[2:]}"), "rb") as file:
            content = zlib.decompress(file.read())
        name = content[content.index(b"tree ") + 5:][:40].decode()
        git.raw(name, write(b"tree"))

    stored(f"{name}-tree", tree)


damaged("size-wrong", lambda kind: zlib.compress(kind + b" 3\0" + MORE))
damaged("size-none", lambda kind: zlib.compress(kind + b" 0\0" + MORE))
damaged("size-beyond", lambda kind: zlib.compress(kind + b" 50000\0" + MORE))
damaged("cut-inside", lambda kind: zlib.compress(kind + b" 20000\0" + NOISE)[:9000])
damaged("more-behind", lambda kind: zlib.compress(kind + b" 5000\0" + MORE) + MORE)
damaged("size-signed", lambda kind: zlib.compress(kind + b" +3\0" + MORE))
damaged("old-form", lambda kind: bytes([{b"commit": 0x90, b"tree": 0xA0, b"blob": 0xB0}[kind], 0x7F]) + zlib.compress(MORE))
damaged("old-form-cut", lambda kind: bytes([{b"commit": 0x90, b"tree": 0xA0, b"blob": 0xB0}[kind], 0x7F])
    + zlib.compress(NOISE)[:9000])


def packed(name, write, **more):
    """Everything in one pack; `write` gives its index, and its bytes if they are not as they should be."""

    def poison(git, box):
        pack = Pack(git)
        given = write(pack)
        store(git, pack, *(given if isinstance(given, tuple) else (given,)))

    git_case(f"pack-{name}", poison, **more)


def as_is(pack):
    return pack.index()


def moved(pack, offset):
    return pack.index(offsets=[offset] * len(pack.offsets))


packed("whole", as_is)
packed("whole-v1", lambda pack: pack.index(version=1))
# 28 or 24 bytes for each of so many objects are none at all in 32 bits.
packed("count", lambda pack: sealed(b"\xfftOc" + struct.pack(">I", 2) + fan_out([], 1 << 30) + pack.bytes[-20:]))
packed("count-v1", lambda pack: sealed(fan_out([], 1 << 29) + pack.bytes[-20:]))
packed("count-and-more", lambda pack: pack.index(fan=fan_out([], (1 << 30) + len(pack.names))))
packed("count-large", lambda pack: pack.index(fan=fan_out([], 1000)))
packed("count-largest", lambda pack: pack.index(fan=fan_out([], 0xFFFFFFFF)))
packed("count-small", lambda pack: pack.index(fan=fan_out(pack.names[:3])))
packed("count-falls", lambda pack: pack.index(fan=fan_out(pack.names)[::-1]))
packed("header-count", lambda pack: (pack.index(), pack.data(count=0x7FFFFFFF)))
packed("header-version", lambda pack: (pack.index(), b"PACK" + struct.pack(">I", 9) + pack.bytes[8:]))
packed("header-short", lambda pack: (pack.index(), b"PACK"))
packed("header-none", lambda pack: (pack.index(), b""))
packed("offset-behind", lambda pack: moved(pack, len(pack.bytes) + 100))
packed("offset-end", lambda pack: moved(pack, len(pack.bytes) - 20))
packed("offset-far", lambda pack: moved(pack, 0x7FFFFFFF))
packed("offset-none", lambda pack: moved(pack, 0))
packed("offset-table", lambda pack: moved(pack, 0x80000000 | 77))
packed("offset-table-far", lambda pack: pack.index(offsets=[0x80000000] * len(pack.offsets), large=[(1 << 63) - 1]))
packed("offset-v1", lambda pack: pack.index(offsets=[len(pack.bytes) + 100] * len(pack.offsets), version=1))


def indexed(name, write, **more):
    """A good pack with a multi-pack index over it."""

    def poison(git, box):
        pack = Pack(git)
        store(git, pack, pack.index())
        git.write("objects/pack/multi-pack-index", write(pack))

    git_case(f"multi-{name}", poison, **more)


indexed("whole", multi_index)
indexed("count", lambda pack: multi_index(pack, fan=fan_out([], (1 << 30) + len(pack.names))))
indexed("count-endless", multi_index_endless)
indexed("count-falls", lambda pack: multi_index(pack, fan=fan_out(pack.names)[::-1]))
indexed("packs-many", lambda pack: multi_index(pack, packs=0xFFFFFFFF))
indexed("packs-none", lambda pack: multi_index(pack, packs=0))
indexed("packs-absent", lambda pack: multi_index(pack, packs=3, listed=pack_list(("pack-" + "11" * 20 + ".idx",
    "pack-" + "12" * 20 + ".idx", "pack-" + "13" * 20 + ".idx")), entries=[(1, offset) for offset in pack.offsets]))
indexed("packs-outside", lambda pack: multi_index(pack, listed=pack_list(("../../../../../../etc/x.idx",))))
indexed("pack-number", lambda pack: multi_index(pack, entries=[(77, offset) for offset in pack.offsets]))
indexed("offset-behind", lambda pack: multi_index(pack, entries=[(0, len(pack.bytes) + 100) for _ in pack.offsets]))
indexed("offset-far", lambda pack: multi_index(pack, entries=[(0, 0x7FFFFFFF) for _ in pack.offsets]))
indexed("offset-table", lambda pack: multi_index(pack, entries=[(0, 0x80000000) for _ in pack.offsets],
    large=struct.pack(">Q", (1 << 63) - 1)))
indexed("cut", lambda pack: multi_index(pack)[:300])
indexed("empty", lambda pack: b"")
indexed("chunks", lambda pack: b"MIDX" + bytes([1, 1, 255, 0]) + bytes(3000))


def graphed(name, write):
    """Object files with a commit graph over them."""
    git_case(f"graph-{name}", lambda git, box: git.write("objects/info/commit-graph", write(Pack(git))))


graphed("whole", commit_graph)
graphed("count", lambda pack: commit_graph(pack, fan=fan_out([], 0xFFFFFFFF)))
graphed("count-endless", lambda pack: commit_graph(pack, more=1 << 30))
graphed("parent", lambda pack: commit_graph(pack, parent=0x6FFFFFFF))
graphed("parent-self", lambda pack: commit_graph(pack, parent=0))
graphed("edges", lambda pack: commit_graph(pack, parent=0, edges=bytes(4 * 70000)))
graphed("cut", lambda pack: commit_graph(pack)[:200])
graphed("empty", lambda pack: b"")


def deltas_in_a_ring(git, box):
    """Two objects, each made from the other."""
    pack = Pack(git)
    first, second = pack.names[0], pack.names[1]
    entry = lambda base: bytes([0x7A]) + base + zlib.compress(b"\x05\x05\x90\x05xyzab")  # noqa: E731
    pack.body = entry(second) + entry(first)
    pack.offsets = [12, 12 + len(entry(second))] + [12] * (len(pack.names) - 2)
    pack.bytes = pack.data()
    store(git, pack, pack.index())


git_case("pack-delta-ring", deltas_in_a_ring)
