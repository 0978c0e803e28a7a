# rocport-target: torch=2.5 rocm=6.2
import torch
import triton

CONFIGS = [triton.Config({"BLOCK": 1024}, num_stages=5, num_warps=4)]
