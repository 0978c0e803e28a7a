import torch


def prepare(model, fast):
    mode = "default"
    if fast:
        mode = "reduce-overhead"
    return torch.compile(model, mode=mode)
