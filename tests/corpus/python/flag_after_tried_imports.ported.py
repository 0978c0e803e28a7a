import torch
from torch import nn

try:
    import flash_attn
except ImportError:
    flash_attn = None
if nn:
    import triton
import json

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

m = torch.compile(m, mode="default" if is_rocm else "reduce-overhead")
