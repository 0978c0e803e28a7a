"""Writes git's packs, their indexes, multi-pack indexes and commit graphs; every count in them can be a wrong one."""

import hashlib
import os
import struct
import zlib

KINDS = {b"commit": 1, b"tree": 2, b"blob": 3, b"tag": 4}
PACK = "objects/pack/pack-" + "12" * 20


def sealed(body):
    """With its checksum, which the readers may look at."""
    return body + hashlib.sha1(body).digest()


def numbers(values):
    return b"".join(struct.pack(">I", value) for value in values)


def fan_out(names, last=0):
    """How many names begin with at most 00, 01, ..., ff. `last`: evenly up to this, whatever there is."""
    if last:
        return numbers(last * (i + 1) // 256 for i in range(256))
    return numbers(sum(1 for name in names if name[0] <= i) for i in range(256))


def loose_objects(git):
    """(name, kind, content) of every object file, by name."""
    found = []
    for folder in sorted(os.listdir(git.path("objects"))):
        if len(folder) == 2:
            for name in sorted(os.listdir(git.path(f"objects/{folder}"))):
                with open(git.path(f"objects/{folder}/{name}"), "rb") as file:
                    head, content = zlib.decompress(file.read()).split(b"\0", 1)
                found.append((bytes.fromhex(folder + name), head.split(b" ")[0], content))
    return found


class Pack:
    """A pack of what a repository holds; nothing is written before store()."""

    def __init__(self, git):
        self.objects = loose_objects(git)
        self.names = [name for name, _, _ in self.objects]
        self.offsets, self.sums, body = [], [], b""
        for _, kind, content in self.objects:
            size, entry = len(content), b""
            byte, size = KINDS[kind] << 4 | size & 15, size >> 4
            while size:
                entry += bytes([byte | 0x80])
                byte, size = size & 0x7F, size >> 7
            entry += bytes([byte]) + zlib.compress(content)
            self.offsets.append(12 + len(body))
            self.sums.append(zlib.crc32(entry))
            body += entry
        self.body = body
        self.bytes = self.data()

    def data(self, count=None):
        return sealed(b"PACK" + struct.pack(">II", 2, len(self.names) if count is None else count) + self.body)

    def index(self, fan=None, offsets=None, large=(), version=2):
        fan = fan or fan_out(self.names)
        offsets = offsets or self.offsets
        if version == 1:
            body = fan + b"".join(struct.pack(">I", offset) + name for offset, name in zip(offsets, self.names))
        else:
            body = (b"\xfftOc" + struct.pack(">I", 2) + fan + b"".join(self.names) + numbers(self.sums)
                    + numbers(offsets) + b"".join(struct.pack(">Q", offset) for offset in large))
        return sealed(body + self.bytes[-20:])


def store(git, pack, index, data=None):
    """In the place of the object files."""
    for name in pack.names:
        os.remove(git.path(f"objects/{name.hex()[:2]}/{name.hex()[2:]}"))
    git.write(PACK + ".pack", pack.bytes if data is None else data)
    git.write(PACK + ".idx", index)


def chunked(head, chunks):
    """A file of chunks behind their table, as the multi-pack index and the commit graph are."""
    at = len(head) + 12 * (len(chunks) + 1)
    table, body = b"", b""
    for name, content in chunks:
        table += name + struct.pack(">Q", at + len(body))
        body += content
    return sealed(head + table + bytes(4) + struct.pack(">Q", at + len(body)) + body)


def pack_list(names=("pack-" + "12" * 20 + ".idx",)):
    listed = b"".join(name.encode() + b"\0" for name in names)
    return listed + bytes(-len(listed) % 4)


def multi_index(pack, fan=None, packs=1, listed=None, entries=None, large=b""):
    entries = entries or [(0, offset) for offset in pack.offsets]
    chunks = [(b"PNAM", listed or pack_list()), (b"OIDF", fan or fan_out(pack.names)), (b"OIDL", b"".join(pack.names)),
              (b"OOFF", b"".join(struct.pack(">II", *entry) for entry in entries))]
    if large:
        chunks.append((b"LOFF", large))
    return chunked(b"MIDX" + bytes([1, 1, len(chunks), 0]) + struct.pack(">I", packs), chunks)


def rising(count):
    """Names that go on rising, for a reader that goes on past those that are there."""
    return b"".join(b"\xff\xff" + struct.pack(">Q", i) + bytes(10) for i in range(count))


def multi_index_endless(pack, wraps=1 << 30):
    """Its lengths agree with a count of 2**30 more when 32 bits are all that is looked at; what follows the names goes
    on rising to the end of a page, so that nothing ends the reading before the end of the file does."""
    names = [name for name in pack.names if name < b"\xff\xff"]
    entries = b"".join(struct.pack(">II", 0, offset) for offset in pack.offsets[:len(names)])
    listed = pack_list()
    before = 12 + 12 * 6 + len(listed) + 1024 + len(entries) + 20 * len(names)
    padding = next(n for n in range(0, 40000, 4) if (before + n + 20 * 1000 + 20) % 4096 == 0)
    listed += bytes(padding)
    more = rising(1000)
    chunks = [(b"PNAM", listed), (b"OIDF", fan_out([], wraps + len(names))), (b"OOFF", entries),
              (b"OIDL", b"".join(names)), (b"LOFF", more)]
    made = chunked(b"MIDX" + bytes([1, 1, len(chunks), 0]) + struct.pack(">I", 1), chunks)
    return made[:-20] + b"\xff" * 20  # nobody checks this one's checksum


def commit_graph(pack, fan=None, parent=0x70000000, edges=b"", more=0):
    commits = [(name, content) for name, kind, content in pack.objects if kind == b"commit"]
    rows = b"".join(bytes.fromhex(content[5:45].decode()) + struct.pack(">IIII", parent, 0x80000000 if edges else
        0x70000000, 4, 1700000000) for _, content in commits)
    names = b"".join(name for name, _ in commits)
    chunks = [(b"OIDF", fan or fan_out([name for name, _ in commits], more and more + len(commits))), (b"CDAT", rows),
              (b"OIDL", names)]
    if more:  # as in multi_index_endless
        before = 8 + 12 * 6 + 1024 + len(rows) + len(names)
        padding = next(n for n in range(4, 40000, 4) if (before + n + 20 * 1000 + 20) % 4096 == 0)
        chunks = [(b"BDAT", bytes(padding)), *chunks]
        edges = rising(1000)
    if edges:
        chunks.append((b"EDGE", edges))
    return chunked(b"CGPH" + bytes([1, 1, len(chunks), 0]), chunks)
