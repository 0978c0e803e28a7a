import torch

MODES = {"fast": "max-autotune", "safe": "default"}


def prepare(model, level):
    return torch.compile(model, mode=MODES[level])


def decode(model):
    return torch.compile(model, mode=MODES["safe"])
