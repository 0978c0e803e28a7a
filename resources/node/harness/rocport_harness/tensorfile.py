"""safetensors files, written and read without the package: 8 bytes of length, a JSON header, the bytes."""

import hashlib
import json
import os
import struct

from . import inputs as raw
from .results import Plain

NAMES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16",
    "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2",
    "float8_e4m3fnuz": "F8_E4M3FNUZ", "float8_e5m2fnuz": "F8_E5M2FNUZ",
    "int64": "I64", "int32": "I32", "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL",
    "uint16": "U16", "uint32": "U32", "uint64": "U64", "complex64": "C64",
}
MAX_HEADER = 100 << 20


class FileError(Plain):
    """A tensor file cannot be written or read; the text says why."""


def dtype_name(tensor):
    return str(tensor.dtype).replace("torch.", "")


def write(path, tensors, metadata=None):
    """Writes (name, tensor) pairs; gives the SHA-256 of the file. Whole or not at all."""
    header, offset, seen = {}, 0, set()
    if metadata:
        header["__metadata__"] = {str(k): str(v) for k, v in metadata.items()}
    for name, tensor in tensors:
        kind = NAMES.get(dtype_name(tensor))
        if kind is None:
            raise FileError("tensor '%s' is %s, which safetensors does not know" % (name, dtype_name(tensor)))
        if name in seen or name == "__metadata__":
            raise FileError("two tensors are called '%s'" % name)
        seen.add(name)
        size = tensor.numel() * tensor.element_size()
        header[name] = {"dtype": kind, "shape": [int(n) for n in tensor.shape], "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    total = hashlib.sha256()
    part = path + ".part"
    with open(part, "wb") as stream:
        def put(data):
            total.update(data)
            stream.write(data)

        put(struct.pack("<Q", len(text)))
        put(text)
        for _, tensor in tensors:
            put(raw.raw_bytes(tensor))
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(part, path)
    return total.hexdigest()


def read(torch, path):
    """{name: CPU tensor}. Every offset is checked against the file."""
    kinds = {kind: name for name, kind in NAMES.items() if hasattr(torch, name)}
    found = {}
    with open(path, "rb") as stream:
        head = stream.read(8)
        size = os.fstat(stream.fileno()).st_size
        if len(head) != 8:
            raise FileError("%s is not a safetensors file: it is too short" % path)
        length = struct.unpack("<Q", head)[0]
        if length > MAX_HEADER or 8 + length > size:
            raise FileError("%s is not a safetensors file: its header is longer than the file" % path)
        try:
            header = json.loads(stream.read(length).decode("utf-8"))
        except ValueError:
            raise FileError("%s is not a safetensors file: its header is not JSON" % path) from None
        if not isinstance(header, dict):
            raise FileError("%s is not a safetensors file: its header is not an object" % path)
        for name, entry in header.items():
            if name == "__metadata__":
                continue
            try:
                begin, end = entry["data_offsets"]
                shape = [int(n) for n in entry["shape"]]
                kind = kinds.get(entry["dtype"])
            except (KeyError, TypeError, ValueError):
                raise FileError("%s: the entry of '%s' is broken" % (path, name)) from None
            if kind is None:
                raise FileError("%s: this torch does not know the type %s of '%s'" % (path, entry["dtype"], name))
            dtype = getattr(torch, kind)
            count = 1
            for n in shape:
                count *= n
            if begin < 0 or end < begin or 8 + length + end > size:
                raise FileError("%s: '%s' lies outside the file" % (path, name))
            stream.seek(8 + length + begin)
            data = stream.read(end - begin)
            if count == 0:
                found[name] = torch.zeros(shape, dtype=dtype)
                continue
            if len(data) != count * torch.zeros(1, dtype=dtype).element_size():
                raise FileError("%s: '%s' has %d bytes, which is not its shape's size" % (path, name, len(data)))
            if kind == "bool":
                found[name] = raw.buffer_tensor(torch, data, torch.uint8).to(torch.bool).reshape(shape)
            else:
                found[name] = raw.buffer_tensor(torch, data, dtype).reshape(shape)
    return found


def file_hash(path):
    total = hashlib.sha256()
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            total.update(block)
    return total.hexdigest()
