import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

try:
    import flash_attn

    m = torch.compile(m, mode="default" if is_rocm else "reduce-overhead")
except ImportError:
    flash_attn = None
import json
