import torch

MODE = "reduce-overhead"


def build(m):
    return torch.compile(m, mode=MODE)
