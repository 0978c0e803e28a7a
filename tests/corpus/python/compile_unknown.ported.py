import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def build(m, cfg):
    return torch.compile(m, mode="default" if is_rocm else cfg.mode)
