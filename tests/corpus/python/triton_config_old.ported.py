# rocport-target: torch=2.5 rocm=6.2
import torch
import triton

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

CONFIGS = [triton.Config({"BLOCK": 1024}, num_stages=0 if is_rocm else 5, num_warps=4)]
