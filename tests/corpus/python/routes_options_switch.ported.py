import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

USE_GRAPHS = True


def prepare(model, flag=False):
    one = torch.compile(model, options={
        "triton.cudagraphs": False if is_rocm else USE_GRAPHS
    })
    two = torch.compile(model, options={"triton.cudagraphs": flag})
    return one, two
