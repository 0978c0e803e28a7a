import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
SCALE = 2


# Largest value.
@torch.no_grad()
def largest():
    return torch.finfo(torch.float8_e4m3fn).max
