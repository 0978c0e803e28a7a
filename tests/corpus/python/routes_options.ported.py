import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

OPTIONS = {"triton.cudagraphs": not is_rocm and True, "shape_padding": True}
more = {}
more["triton.cudagraphs"] = not is_rocm and True


def prepare(model):
    a = torch.compile(model, options={"triton.cudagraphs": (
        not is_rocm and True
    ), "max_autotune": (
        not is_rocm and True
    )})
    b = torch.compile(model, options=OPTIONS)
    c = torch.compile(model, options=more)
    d = torch.compile(model, options=dict(trace=False))
    e = torch.compile(model, options={"triton.cudagraphs": False})
    return a, b, c, d, e


@torch.compile(options={"triton.cudagraphs": not is_rocm and True})
def step(x):
    return x
