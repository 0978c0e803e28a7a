import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def compile_model(model, mode=None):
    return torch.compile(model, mode="default" if is_rocm else mode)
