import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

OPTIONS = {"triton.cudagraphs": False if is_rocm else True, "shape_padding": True}
more = {}
more["triton.cudagraphs"] = False if is_rocm else True


def prepare(model):
    a = torch.compile(model, options={"triton.cudagraphs": False if is_rocm else True, "max_autotune": False if is_rocm else True})
    b = torch.compile(model, options=OPTIONS)
    c = torch.compile(model, options=more)
    d = torch.compile(model, options=dict(trace=False))
    e = torch.compile(model, options={"triton.cudagraphs": False})
    return a, b, c, d, e


@torch.compile(options={"triton.cudagraphs": False if is_rocm else True})
def step(x):
    return x
