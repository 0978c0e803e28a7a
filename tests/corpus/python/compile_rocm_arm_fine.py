import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
m = torch.compile(m, mode="default" if is_rocm else "reduce-overhead")
if torch.version.hip is None:
    n = torch.compile(n, mode="max-autotune")
elif torch.version.hip:
    n = torch.compile(n)
else:
    n = torch.compile(n, mode="reduce-overhead")


def speed_up(model):
    if is_rocm:
        return torch.compile(model)
    return torch.compile(model, mode="max-autotune")


def without_rocm(model):
    return torch.compile(model, mode="max-autotune")
