import torch
from packaging.version import parse

if parse(torch.version.cuda) < parse("11.6"):
    raise RuntimeError("CUDA 11.6 is needed")
