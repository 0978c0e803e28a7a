import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    try:
        from . import _C
    except ImportError:
        _C = None
    try:
        from .fused_cuda import forward
    except ImportError:
        forward = None
else:
    from . import _C
    from .fused_cuda import forward


def f(x):
    assert _C is not None, "build the extension"
    if not forward:
        return x + _C.one()
    return forward(x)
