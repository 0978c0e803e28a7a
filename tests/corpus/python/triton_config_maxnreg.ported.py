import torch
import triton
from triton import Config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

CONFIGS = [
    Config({"BLOCK": 1024}, num_warps=16 if is_rocm else 32, maxnreg=None if is_rocm else 128),
    Config({"BLOCK": 2048}, num_warps=8, num_ctas=1 if is_rocm else 2),
]
ONE = triton.Config({"BLOCK": 512}, num_warps=4, maxnreg=None)
GENERATED = [
    triton.Config({"BLOCK": b}, num_stages=s, num_warps=w) for b in [64, 128] for s in [3, 4] for w in [4, 8]
]
