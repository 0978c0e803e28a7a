import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def build(model):
    return torch.compile(model, mode=(
        "default" if is_rocm else "reduce-overhead"
    ), fullgraph=True)
