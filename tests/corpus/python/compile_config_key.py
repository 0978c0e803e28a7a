import torch

config = {
    "lr": 1e-3,
    "compile_mode": "max-autotune",
}


def prepare(model):
    return torch.compile(model, mode=config["compile_mode"])
