"""Tensor files, golden bundles and tolerances for verify compare: REFERENCE is good, CANDIDATE is not."""

import hashlib
import io
import json
import os
import struct
import zipfile

from registry import add

DATA = struct.pack("<8f", *range(8))


def safetensors(header, data=DATA, length=None):
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(raw) if length is None else length) + raw + data


def tensor(dtype="F32", shape=(8,), offsets=(0, 32)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


GOOD = safetensors({"x": tensor()})


def npy(header, data=DATA, version=(1, 0), length=None):
    raw = header.encode("latin-1") + b" " * (-(len(header) + 11) % 64) + b"\n"
    size = struct.pack("<H" if version[0] == 1 else "<I",
        (len(raw) if length is None else length) & (0xFFFF if version[0] == 1 else 0xFFFFFFFF))
    return b"\x93NUMPY" + bytes(version) + size + raw + data


PLAIN = "{'descr': '<f4', 'fortran_order': False, 'shape': (8,), }"


def npz(members, method=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def bomb():
    """A quarter of a gigabyte of zeros that says it is two gigabytes."""
    header = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (536870912,), }", b"")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open("x.npy", "w", force_zip64=True) as member:
            member.write(header)
            block = bytes(16 * 1024 * 1024)
            for _ in range(16):
                member.write(block)
    return file.getvalue()


def patched(content, old, new):
    assert old in content
    return content.replace(old, new)


ARCHIVE = npz([("x.npy", npy(PLAIN))])
FILES = {
    "st-length-huge.safetensors": safetensors(b"{}", length=2 ** 63),
    "st-length-max.safetensors": safetensors(b"{}", length=2 ** 64 - 1),
    "st-length-gigabyte.safetensors": safetensors(b"{}", length=1 << 30),
    "st-length-zero.safetensors": safetensors(b"", length=0), "st-empty.safetensors": b"",
    "st-short.safetensors": b"\1\0\0", "st-depth.safetensors": safetensors(b"[" * 100000),
        "st-objects.safetensors": safetensors(b'{"a":' * 100000),
    "st-overlap.safetensors": safetensors({"x": tensor(), "y": tensor()}),
    "st-beyond.safetensors": safetensors({"x": tensor(offsets=(0, 2 ** 40), shape=(2 ** 38,))}),
    "st-negative.safetensors": safetensors({"x": tensor(offsets=(-32, 0))}),
    "st-reversed.safetensors": safetensors({"x": tensor(offsets=(32, 0))}),
    "st-shape-overflow.safetensors": safetensors({"x": tensor(shape=(2 ** 32, 2 ** 32))}),
    "st-shape-negative.safetensors": safetensors({"x": tensor(shape=(-8,))}),
    "st-shape-float.safetensors": safetensors(b'{"x":{"dtype":"F32","shape":[1e308],"data_offsets":[0,1e308]}}'),
    "st-shape-long.safetensors": safetensors({"x": tensor(shape=[1] * 50000 + [8])}),
    "st-shape-zero.safetensors": safetensors({"x": tensor(shape=(0, 2 ** 62), offsets=(0, 0))}),
    "st-many.safetensors": safetensors({f"t{i}": tensor() for i in range(20000)}),
    "st-type.safetensors": safetensors({"x": tensor(dtype="\x1b[31m\u202e")}),
        "st-name.safetensors": safetensors({"\x1b]0;x\x07\u202e\u009b31m<img src=x>`pwn`": tensor(), "x": tensor()}),
    "st-name-long.safetensors": safetensors({"n" * 1_000_000: tensor()}),
    "st-nan.safetensors": safetensors({"x": tensor()}, struct.pack("<8I", *[0x7FC00001] * 8)),
    "st-types.safetensors": safetensors(b'{"x":[1,null],"y":5,"__metadata__":{"a":[]},"z":{"dtype":[],"shape":{},"data_offsets":"x"}}'),
    "st-duplicate.safetensors": safetensors(b'{"x":{"dtype":"F32","shape":[8],"data_offsets":[0,32]},"x":{"dtype":"F64","shape":[4],"data_offsets":[0,32]}}'),
    "st-utf16.safetensors": safetensors("{}".encode("utf-16")),
    "st-surrogates.safetensors": safetensors(b'{"\\ud800":{"dtype":"F32","shape":[8],"data_offsets":[0,32]}}'),
    "npy-length.npy": npy(PLAIN, length=0xFFFF), "npy-length-2.npy": npy(PLAIN, version=(2, 0), length=0xFFFFFFFF),
    "npy-version.npy": npy(PLAIN, version=(9, 9)),
    "npy-pickle.npy": npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", b"cos\nsystem\n(S'pwn'\ntR."),
        "npy-shape.npy": npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }"),
    "npy-shape-negative.npy": npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-8,), }"),
    "npy-overflow.npy": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"),
    "npy-depth.npy": npy("(" * 30000), "npy-code.npy": npy("__import__('os').system('pwn')"),
        "npy-string.npy": npy("{'descr': '" + "x" * 50000 + "', 'shape': (1,)}", version=(2, 0)),
    "npy-struct.npy": npy("{'descr': [('a', '<f4', (9999999, 9999999))], 'fortran_order': False, 'shape': (8,), }"),
    "npy-terminal.npy": npy("{'descr': '\x1b[31m\x9b', 'fortran_order': False, 'shape': (8,), }"),
    "npy-order.npy": npy("{'descr': '>f4', 'fortran_order': True, 'shape': (8,), }"), "npy-nothing.npy": b"\x93NUMPY",
    "npy-cut.npy": npy(PLAIN, b"abc"),
    "npz-bomb.npz": bomb, "npz-names.npz": npz([("../../../notes.txt", b"x"), ("/etc/passwd", b"x"), ("x.npy",
        npy(PLAIN))]), "npz-twice.npz": ARCHIVE + ARCHIVE,
    "npz-cut.npz": ARCHIVE[:-30], "npz-end-only.npz": ARCHIVE[-22:],
    "npz-count.npz": patched(ARCHIVE, struct.pack("<HH", 1, 1), struct.pack("<HH", 0xFFFF, 0xFFFF)),
    "npz-offset.npz": ARCHIVE[:-6] + struct.pack("<I", 0xFFFFFFFF) + b"\0\0",
    "npz-comment.npz": ARCHIVE[:-2] + struct.pack("<H", 0xFFFF) + b"PK\5\6" * 5000, "npz-size.npz": patched(
        ARCHIVE, struct.pack("<I", len(npy(PLAIN))), struct.pack("<I", 0xFFFFFFFF)),
        "npz-method.npz": patched(ARCHIVE, b"PK\1\2\x14\x03\x14\0\0\0\0\0", b"PK\1\2\x14\x03\x14\0\0\0\x63\0"),
    "npz-encrypted.npz": patched(ARCHIVE, b"PK\1\2\x14\x03\x14\0\0\0", b"PK\1\2\x14\x03\x14\0\1\0"),
    "npz-many.npz": npz([(f"t{i}.npy", npy(PLAIN)) for i in range(4000)]),
    "npz-nested.npz": npz([("x.npz", ARCHIVE), ("x.npy", ARCHIVE)], zipfile.ZIP_DEFLATED),
    "npz-deflate.npz": npz([("x.npy", npy(PLAIN) * 50)], zipfile.ZIP_DEFLATED)[:120] + b"\xff" * 300,
    "pickle.pt": b"cos\nsystem\n(S'pwn'\ntR.", "pickle.pkl": b"\x80\x04cos\nsystem\n(S'pwn'\ntR.",
        "nonsense.npz": bytes(range(256)) * 100,
}


def file_case(name, content):
    def make(box, dice):
        (box.home / "reference.safetensors").write_bytes(GOOD)
        path = box.home / name
        path.write_bytes(content() if callable(content) else content)
        return path

    add(f"tensor/{name}", "tensor", make, cpu=8 if callable(content) else 0)


for label, body in FILES.items():
    file_case(label, body)


def place_case(name, build):
    def make(box, dice):
        (box.home / "reference.safetensors").write_bytes(GOOD)
        path = box.home / name
        build(path, box)
        return path

    add(f"tensor/{name}", "tensor", make)


place_case("pipe.safetensors", lambda path, box: os.mkfifo(path))
place_case("zero.safetensors", lambda path, box: os.symlink("/dev/zero", path))
place_case("hole.safetensors", lambda path,
    box: (path.write_bytes(safetensors({"x": tensor(shape=(2 ** 38,), offsets=(0, 2 ** 40))}, b"")),
        os.truncate(path, 2 ** 40)))
place_case("hole-header.safetensors", lambda path,
    box: (path.write_bytes(struct.pack("<Q", 1 << 32)), os.truncate(path, 1 << 33)))
place_case("folder-of-pipes", lambda path,
    box: (path.mkdir(), [os.mkfifo(path / name) for name in ("reference.safetensors", "x.npy", "bundle.json")]))
place_case("folder-links", lambda path, box: (path.mkdir(), os.symlink("/dev/zero", path / "x.npy"), os.symlink("..",
    path / "up"), os.symlink("x.npz", path / "x.npz")))
place_case("folder-names", lambda path, box: (path.mkdir(), [(path / name).write_bytes(GOOD) for name in (
    "\x1b[31m.safetensors", "\u202e.safetensors", "`pwn`.safetensors", "<img src=x>.safetensors", "a\nb.safetensors")]))


def bundle(change=None, files=(("case.outputs.safetensors", GOOD),)):
    def build(path, box):
        path.mkdir()
        for name, content in files:
            (path / name).write_bytes(content)
        part = {"name": "case.outputs.safetensors", "sha256": hashlib.sha256(GOOD).hexdigest(),
            "tensors": [{"name": "x", "dtype": "float32", "shape": [8]}]}
        description = {"format": "rocport-golden", "version": 1,
            "cases": [{"id": "case", "dtype": "float32", "files": {"outputs": part}}]}
        content = change(description, part) if change else None
        (path / "bundle.json").write_bytes(content if isinstance(content, bytes) else json.dumps(description).encode())

    return build


for label, change in {
    "good": None, "depth": lambda d, p: b"[" * 100000, "empty": lambda d, p: b"", "types": lambda d,
        p: b'{"format":"rocport-golden","version":[],"cases":{"a":1}}',
    "dotdot": lambda d, p: p.update(name="../reference.safetensors"), "absolute": lambda d,
    p: p.update(name="/etc/passwd"), "nul": lambda d, p: p.update(name="a\0b"),
    "hash": lambda d, p: p.update(sha256="\x1b[31m" * 20), "wrong-hash": lambda d, p: p.update(sha256="0" * 64),
        "shape": lambda d, p: p["tensors"][0].update(shape=[-1, 2 ** 60]),
    "version": lambda d, p: d.update(version=1e308), "cases": lambda d, p: d.update(cases=d["cases"] * 2000),
    "tensors": lambda d, p: p.update(tensors=p["tensors"] * 150000),
    "id": lambda d, p: d["cases"][0].update(id="../../x"), "terminal": lambda d,
    p: d.update(capture={"device": "\x1b]0;x\x07\u202e", "target": "<img src=x>"}),
    "case-id": lambda d, p: d["cases"][0].update(id="\u202e\u009b31m"), "same": lambda d,
    p: d["cases"].append(d["cases"][0]),
}.items():
    place_case(f"bundle-{label}", bundle(change))

TOLERANCES = {
    "depth": b"[" * 100000, "empty": b"", "types": b'{"format":1,"types":[],"tensors":{"a":1},"kind":[]}',
        "negative": b'{"format":1,"types":{"float32":{"absolute":-1,"relative":0,"reason":"x"}}}',
    "stars": json.dumps({"format": 1, "tensors": [{"name": "*a" * 200 + "b", "absolute": 1, "relative": 0,
        "reason": "x"}]}).encode(),
    "many": json.dumps({"format": 1, "tensors": [{"name": "*x*%d" % i, "absolute": 1, "relative": 0,
        "reason": "x"} for i in range(9000)]}).encode(),
    "terminal": json.dumps({"format": 1, "types": {"float32": {"absolute": 1, "relative": 0,
        "reason": "\x1b]0;x\x07\u202e\u009b31m"}}}).encode(),
    "infinite": b'{"format":1,"types":{"float32":{"absolute":1e999,"relative":1e308,"reason":"x"}}}',
    "nonsense": bytes(range(256)),
}
for label, body in TOLERANCES.items():
    def tolerance(box, dice, body=body):
        (box.home / "reference.safetensors").write_bytes(GOOD)
        (box.home / "tolerances.json").write_bytes(body)
        (box.home / "names.safetensors").write_bytes(safetensors({"a" * 300: tensor(), "x": tensor()}))
        return box.home / "names.safetensors"

    add(f"tolerances/{label}", "tensor", tolerance)
