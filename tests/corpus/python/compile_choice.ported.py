import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

MODES = {"fast": "max-autotune", "safe": "default"}


def prepare(model, level):
    return torch.compile(model, mode="default" if is_rocm else MODES[level])


def decode(model):
    return torch.compile(model, mode=MODES["safe"])
