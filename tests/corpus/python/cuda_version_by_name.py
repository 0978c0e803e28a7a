import torch
from packaging.version import parse


def check(found):
    built = parse(torch.version.cuda)
    if found != built:
        raise RuntimeError("torch was built with another CUDA")


def features():
    version = parse(torch.version.cuda)
    return version >= parse("12.1")
