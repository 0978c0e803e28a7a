import torch


def compile_model(model, mode: str = "reduce-overhead", fullgraph=False):
    """Compiles once."""
    return torch.compile(model, mode=mode, fullgraph=fullgraph)
