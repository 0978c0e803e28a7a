import torch
from torch import nn

try:
    import flash_attn
except ImportError:
    flash_attn = None
if nn:
    import triton
import json

m = torch.compile(m, mode="reduce-overhead")
