import torch

OPTIONS = {"triton.cudagraphs": True, "shape_padding": True}
more = {}
more["triton.cudagraphs"] = True


def prepare(model):
    a = torch.compile(model, options={"triton.cudagraphs": True, "max_autotune": True})
    b = torch.compile(model, options=OPTIONS)
    c = torch.compile(model, options=more)
    d = torch.compile(model, options=dict(trace=False))
    e = torch.compile(model, options={"triton.cudagraphs": False})
    return a, b, c, d, e


@torch.compile(options={"triton.cudagraphs": True})
def step(x):
    return x
