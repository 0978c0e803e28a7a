"""Inputs that are the same bit for bit on every machine, made from a seed.

The random bytes are SHAKE-128 of the seed, the case and the argument, so that no library's generator and no
vector unit has a say. Numbers are sums of four 16-bit parts (close to normal, deviation 1), rounded once.
"""

import ctypes
import hashlib

from . import plans
from .target import TargetError

CHUNK = 1 << 22  # numbers at a time
DEVIATION = 37837.22   # of a sum of four uniform 16-bit numbers


def random_bytes(label, count):
    return hashlib.shake_128(label.encode("utf-8")).digest(count)


def buffer_tensor(torch, data, dtype):
    return torch.frombuffer(bytearray(data), dtype=dtype)


def normal(torch, label, count, dtype):
    """`count` numbers of `dtype` on the CPU."""
    parts = []
    for number, begin in enumerate(range(0, count, CHUNK)):
        size = min(CHUNK, count - begin)
        raw = buffer_tensor(torch, random_bytes("%s/%d" % (label, number), size * 8), torch.int16)
        total = raw.reshape(size, 4).to(torch.float64).sum(1)  # of signed parts: the mean is -2
        parts.append(((total + 2.0) / DEVIATION).to(dtype))
    if not parts:
        return torch.zeros(0, dtype=dtype)
    return parts[0] if len(parts) == 1 else torch.cat(parts)


def whole(torch, label, count, bound, dtype):
    if count == 0:
        return torch.zeros(0, dtype=dtype)
    raw = buffer_tensor(torch, random_bytes(label, count * 4), torch.int32)
    return (raw.to(torch.int64) % bound).to(dtype)


def make(torch, plan, case, arguments):
    """The inputs of a case as CPU tensors. `arguments` is what the target takes, (least, most)."""
    specs = list(case.arguments)
    if case.replicate:
        wanted = max(1, arguments[0]) if arguments else 1
        specs = specs * wanted
    elif arguments is not None:
        least, most = arguments
        if len(specs) < least or (most is not None and len(specs) > most):
            takes = str(least) if most == least else "%d to %s" % (least, "any number" if most is None else most)
            raise TargetError("The target takes %s inputs, but %d shapes were given; give one shape for each input"
                              % (takes, len(specs)))
    tensors = []
    for index, spec in enumerate(specs):
        count = 1
        for size in spec.shape:
            count *= size
        kind = spec.dtype or case.dtype
        dtype = getattr(torch, kind)
        shape_name = ",".join(str(size) for size in spec.shape)
        label = "rocport %d %s %d" % (plan.seed, shape_name, index)
        if kind in plans.DTYPES:
            flat = normal(torch, label, count, dtype)
        else:
            flat = whole(torch, label, count, 2 if kind == "bool" else spec.bound, dtype)
        tensors.append(flat.reshape(spec.shape))
    return tensors


def raw_bytes(tensor):
    """The bytes of a tensor, little-endian, without numpy."""
    tensor = tensor.detach().to("cpu").contiguous()
    count = tensor.numel() * tensor.element_size()
    return ctypes.string_at(tensor.data_ptr(), count) if count else b""


def digest(tensors):
    """SHA-256 over names, types, shapes and bytes, in order."""
    total = hashlib.sha256()
    for name, tensor in tensors:
        head = "%s|%s|%s|" % (name, str(tensor.dtype).replace("torch.", ""),
                              ",".join(str(size) for size in tensor.shape))
        total.update(head.encode("utf-8"))
        total.update(raw_bytes(tensor))
    return total.hexdigest()
