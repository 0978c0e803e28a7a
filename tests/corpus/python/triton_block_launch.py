import torch
import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def tile(x, y, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    pass


def launch(x, y, n, warps):
    copy[(n,)](x, y, n, BLOCK=64)
    copy[(n,)](x, y, n, BLOCK=64, num_warps=1)
    copy[(n,)](x, y, n, BLOCK=64, num_warps=warps)
    copy[(n,)](x, y, n, BLOCK=triton.next_power_of_2(n))
    tile[(n,)](x, y, BLOCK_M=16, BLOCK_N=16, BLOCK_K=32, num_warps=4)
    tile[(n,)](x, y, BLOCK_M=16, BLOCK_N=8, BLOCK_K=32, num_warps=4)
