import torch

try:
    import flash_attn

    m = torch.compile(m, mode="reduce-overhead")
except ImportError:
    flash_attn = None
import json
