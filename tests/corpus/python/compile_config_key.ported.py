import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

config = {
    "lr": 1e-3,
    "compile_mode": "max-autotune",
}


def prepare(model):
    return torch.compile(model, mode="default" if is_rocm else config["compile_mode"])
