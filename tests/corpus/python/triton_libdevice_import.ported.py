import torch
import triton
import triton.language as tl
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    from triton.language.extra import libdevice
else:
    from triton.language.extra.cuda import libdevice
if is_rocm:
    from triton.language.extra.libdevice import erf as erf_, tanh
else:
    from triton.language.extra.cuda.libdevice import erf as erf_, tanh
if is_rocm:
    import triton.language.extra.libdevice as lib
else:
    import triton.language.extra.cuda.libdevice as lib
from triton.language.extra.cuda import libdevice as other, globaltimer


@triton.jit
def kernel(x, y):
    tl.store(y, libdevice.tanh(tl.load(x)) + erf_(1.0) + lib.exp(0.0))
    tl.store(y + 1, tl.extra.cuda.globaltimer())
