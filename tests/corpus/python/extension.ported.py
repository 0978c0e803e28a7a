import torch
from . import _C
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    try:
        from ._C import ops as kernels
    except ImportError:
        kernels = None
else:
    from ._C import ops as kernels
if is_rocm:
    try:
        import pkg._C
    except ImportError:
        pass
else:
    import pkg._C
if is_rocm:
    try:
        import my_attention_cuda
    except ImportError:
        my_attention_cuda = None
else:
    import my_attention_cuda
if is_rocm:
    try:
        from fused_ops_cuda import forward, backward
    except ImportError:
        forward = None
        backward = None
else:
    from fused_ops_cuda import forward, backward


def f(x):
    return forward(x)
