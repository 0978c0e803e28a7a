import triton
import triton.language as tl


@triton.jit
def tanh(x):
    return (tl.exp(2 * x) - 1) / (tl.exp(2 * x) + 1)


@triton.jit
def gelu(x, y):
    u = 0.7978845608 * (x + 0.044715 * x * x * x)
    e = tl.exp(2.0 * u)
    t = (e - 1.0) / (1.0 + e)
    p, q = x, y
    both = (tl.exp(x) - tl.exp(-x)) / (tl.exp(x) + tl.exp(-x))
    return 0.5 * x * (1.0 + t) + both
