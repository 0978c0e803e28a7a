import torch


def build(model):
    return torch.compile(model, mode="reduce-overhead", fullgraph=True)
