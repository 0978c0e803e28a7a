import torch
import triton
import triton.language as tl

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@triton.jit
def kernel(x, y, BLOCK: tl.constexpr):
    pass


def launch(x, y, grid):
    kernel[grid](x, y, BLOCK=1024, num_warps=4, num_stages=2 if is_rocm else 4)
    kernel[grid](x, y, BLOCK=1024, num_ctas=1 if is_rocm else 2)
    kernel[grid](x, y, BLOCK=1024, maxnreg=168)
    kernel[grid](x, y, BLOCK=1024, cluster_dims=(2, 1, 1))
    kernel[grid](x, y, BLOCK=1024, num_warps=8, num_stages=1)
    table[0](x, num_stages=2)
