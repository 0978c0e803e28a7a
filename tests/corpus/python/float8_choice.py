import torch
from torch import float8_e5m2


# Largest value.
def largest():
    return torch.finfo(torch.float8_e4m3fn).max


# Quantises to eight bits.
def quantise(x, scale):
    out = torch.empty(x.shape, dtype=torch.float8_e4m3fn, device=x.device)
    out.copy_((x / scale).to(torch.float8_e4m3fn))
    return out, x.to(float8_e5m2)
