import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice
from triton.language.extra.cuda.libdevice import erf as erf_, tanh
import triton.language.extra.cuda.libdevice as lib
from triton.language.extra.cuda import libdevice as other, globaltimer


@triton.jit
def kernel(x, y):
    tl.store(y, libdevice.tanh(tl.load(x)) + erf_(1.0) + lib.exp(0.0))
    tl.store(y + 1, tl.extra.cuda.globaltimer())
