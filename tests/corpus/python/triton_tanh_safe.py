import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def tanh(x):
    e = tl.exp(-2.0 * tl.abs(x))
    return tl.where(x < 0, -1, 1) * (1 - e) / (1 + e)


@triton.jit
def tanh_sigmoid(x):
    return 2 * tl.sigmoid(2 * x) - 1


@triton.jit
def tanh_clamped(x):
    z = tl.minimum(tl.maximum(x, -10.0), 10.0)
    e = tl.exp(2 * z)
    return (e - 1) / (e + 1)


@triton.jit
def softmax(x, m):
    p = tl.exp(x - m)
    return p / tl.sum(p) + libdevice.tanh(x)


def host(x):
    return (x.exp() - 1) / (x.exp() + 1)
