import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def compile_model(model, mode: str = "reduce-overhead", fullgraph=False):
    """Compiles once."""
    return torch.compile(model, mode=(
        "default" if is_rocm else mode
    ), fullgraph=fullgraph)
