import torch


def compile_model(model, mode=None):
    return torch.compile(model, mode=mode)
