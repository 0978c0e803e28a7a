import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, BLOCK: tl.constexpr):
    pass


def launch(x, y, grid):
    kernel[grid](x, y, BLOCK=1024, num_warps=4, num_stages=4)
    kernel[grid](x, y, BLOCK=1024, num_ctas=2)
    kernel[grid](x, y, BLOCK=1024, maxnreg=168)
    kernel[grid](x, y, BLOCK=1024, cluster_dims=(2, 1, 1))
    kernel[grid](x, y, BLOCK=1024, num_warps=8, num_stages=1)
    table[0](x, num_stages=2)
