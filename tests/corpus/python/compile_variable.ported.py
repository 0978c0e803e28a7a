import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

MODE = "reduce-overhead"


def build(m):
    return torch.compile(m, mode="default" if is_rocm else MODE)
