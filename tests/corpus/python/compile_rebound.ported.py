import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def prepare(model, fast):
    mode = "default"
    if fast:
        mode = "reduce-overhead"
    return torch.compile(model, mode="default" if is_rocm else mode)
