import torch
from . import _C
from .fused_cuda import forward


def f(x):
    assert _C is not None, "build the extension"
    if not forward:
        return x + _C.one()
    return forward(x)
