import torch
import triton
import triton.language as tl


@triton.jit
def norm(x, y, n, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for i in range(0, n, BLOCK):
        v = tl.load(x + i + tl.arange(0, BLOCK)).to(tl.float32)
        total += v * v
    tl.store(y, tl.sum(total).to(tl.float16))


def reference(x):
    acc = torch.zeros(4, dtype=torch.float16)
    acc += x
    return acc
