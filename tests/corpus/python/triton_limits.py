# rocport-target: torch=2.14 rocm=10.1 arch=gfx942,gfx950
import torch
import triton
import triton.language as tl

SEARCH = [
    triton.Config({"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 64}, num_stages=2, num_warps=8),
    triton.Config({"BLOCK_SIZE_M": 256, "BLOCK_SIZE_N": 256, "BLOCK_SIZE_K": 128}, num_stages=2, num_warps=8),
    triton.Config({"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 32, "kpack": 2}, num_stages=1, num_warps=4),
]

if torch.version.hip:
    OLD = [
        triton.Config({"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 32}, num_stages=0, num_warps=4),
        triton.Config({"BLOCK_M": 32, "BLOCK_N": 64, "BLOCK_K": 32}, num_stages=0, num_warps=4),
    ]


@triton.jit
def product(a, b, c, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.arange(0, BLOCK_M)
    n = tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(a + m[:, None] * K + start + k[None, :])
        y = tl.load(b + (start + k[:, None]) * BLOCK_N + n[None, :])
        total += tl.dot(x, y)
    tl.store(c + m[:, None] * BLOCK_N + n[None, :], total)


def run(a, b, c, K, size):
    product[(1,)](a, b, c, K, BLOCK_M=128, BLOCK_N=256, BLOCK_K=128, num_stages=1)
    product[(1,)](a, b, c, K, BLOCK_M=size, BLOCK_N=256, BLOCK_K=128, num_stages=1)
