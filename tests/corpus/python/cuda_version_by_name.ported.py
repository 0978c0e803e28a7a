import torch
from packaging.version import parse

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def check(found):
    built = parse(torch.version.cuda)
    if found != built:
        raise RuntimeError("torch was built with another CUDA")


def features():
    version = parse("0") if is_rocm else parse(torch.version.cuda)
    return version >= parse("12.1")
