# rocport-target: torch=2.13 rocm=7.2
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def worker(model):
    if not is_rocm:
        torch._inductor.config.coordinate_descent_tuning = True
    return torch.compile(model)
