# rocport-target: torch=2.13 rocm=7.2
import torch


def worker(model):
    torch._inductor.config.coordinate_descent_tuning = True
    return torch.compile(model)
