import torch


def prepare(model, fast):
    if fast:
        mode = "max-autotune-no-cudagraphs"
    else:
        mode = "default"
    return torch.compile(model, mode=mode)
